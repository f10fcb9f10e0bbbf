// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "json_out.h"

#include "command.h"
#include "wayfield/io.h"

#include <math.h>
#include <stdio.h>

// ---------------------------------------------------------------------------------------------------------------- text

int wfText_Print( wfText* text )
{
	wfExpect( wfText_GetResult( text ) );
	fwrite( text->data, 1, text->length, stdout );
	wfText_Free( text );
	return wfFinishOutput( wf_exitOk );
}

void wfText_Write( wfText* text, const char* path )
{
	wfExpect( wfText_GetResult( text ) );
	wfExpect( wfWriteFileAtomically( path, text->data, text->length, &wf_error ) );
}

// ---------------------------------------------------------------------------------------------------------------- JSON

wfJsonOut wfMakeJsonOut( wfText* text )
{
	return ( wfJsonOut ){ .text = text };
}

static void breakLine( wfJsonOut* json )
{
	wfText_Add( json->text, "\n%*s", 2 * json->depth, "" );
}

// The comma, the place and the key of the next item.
static void beginItem( wfJsonOut* json, const char* key )
{
	int32_t depth = json->depth;
	if ( depth > 0 )
	{
		bool first = !json->hasItems[depth];
		wfText_AddBytes( json->text, ",", first ? 0 : 1 );
		json->hasItems[depth] = true;
		if ( json->onOneLine[depth] )
		{
			wfText_AddBytes( json->text, " ", first ? 0 : 1 );
		}
		else
		{
			breakLine( json );
		}
	}
	if ( key != NULL )
	{
		wfText_AddQuoted( json->text, key );
		wfText_AddBytes( json->text, ": ", 2 );
	}
}

// Remembered by depth: which bracket closes it.
static void begin( wfJsonOut* json, const char* key, char bracket, bool onOneLine )
{
	beginItem( json, key );
	wfText_AddBytes( json->text, &bracket, 1 );
	json->depth += 1;
	json->hasItems[json->depth] = false;
	json->onOneLine[json->depth] = onOneLine || json->onOneLine[json->depth - 1];
	json->isList[json->depth] = bracket == '[';
}

void wfJsonOut_BeginObject( wfJsonOut* json, const char* key )
{
	begin( json, key, '{', false );
}

void wfJsonOut_BeginRow( wfJsonOut* json, const char* key )
{
	begin( json, key, '{', true );
}

void wfJsonOut_BeginList( wfJsonOut* json, const char* key )
{
	begin( json, key, '[', false );
}

void wfJsonOut_End( wfJsonOut* json )
{
	int32_t depth = json->depth;
	json->depth -= 1;
	if ( json->hasItems[depth] && !json->onOneLine[depth] )
	{
		breakLine( json );
	}
	wfText_AddBytes( json->text, json->isList[depth] ? "]" : "}", 1 );
	wfText_AddBytes( json->text, "\n", json->depth == 0 ? 1 : 0 );
}

static void addNumber( wfText* text, double value )
{
	if ( isfinite( value ) )
	{
		wfText_AddNumber( text, value );
	}
	else
	{
		wfText_AddString( text, "null" );
	}
}

void wfJsonOut_Number( wfJsonOut* json, const char* key, double value )
{
	beginItem( json, key );
	addNumber( json->text, value );
}

void wfJsonOut_Integer( wfJsonOut* json, const char* key, int64_t value )
{
	beginItem( json, key );
	wfText_Add( json->text, "%lld", (long long)value );
}

void wfJsonOut_Bool( wfJsonOut* json, const char* key, bool value )
{
	beginItem( json, key );
	wfText_AddString( json->text, value ? "true" : "false" );
}

void wfJsonOut_String( wfJsonOut* json, const char* key, const char* value )
{
	beginItem( json, key );
	wfText_AddQuoted( json->text, value );
}

void wfJsonOut_Numbers( wfJsonOut* json, const char* key, const double* values, int32_t count )
{
	beginItem( json, key );
	wfText_AddBytes( json->text, "[", 1 );
	for ( int32_t i = 0; i < count; ++i )
	{
		wfText_AddBytes( json->text, ", ", i == 0 ? 0 : 2 );
		addNumber( json->text, values[i] );
	}
	wfText_AddBytes( json->text, "]", 1 );
}

void wfJsonOut_Point( wfJsonOut* json, const char* key, double x, double y )
{
	wfJsonOut_Numbers( json, key, ( const double[] ){ x, y }, 2 );
}
