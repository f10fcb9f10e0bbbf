// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Footsteps as files of their own, for people and for other programs: JSON and CSV with the same names.
#include "record/footsteps.h"

#include <stdio.h>
#include <string.h>

static wfResult failWrite( const char* path, const char* field, wfResult result, const char* words, wfError* error )
{
	wfFailFile( path, result, words, 0, error );
	if ( error != NULL )
	{
		snprintf( error->field, sizeof( error->field ), "%s", field );
	}
	return result;
}

// What is written can be read back.
static wfResult checkRows( const char* path, const wfFootstepTable* table, wfError* error )
{
	for ( int64_t i = 0; i < table->rowCount; ++i )
	{
		wfFootstepFault fault;
		if ( !wfCheckFootstepRow( &table->rows[i], &fault ) )
		{
			char words[400];
			snprintf( words, sizeof( words ), "step %d of agent %u: %s", table->rows[i].index, table->rows[i].serial,
					  fault.message );
			return failWrite( path, fault.field, wf_outOfRange, words, error );
		}
	}
	return wf_ok;
}

// ------------------------------------------------------------------------------------------------------------------ CSV

static void writeCsvHead( wfText* text, const wfFootstepTable* table )
{
	wfText_AddString( text, WF_FOOTSTEP_COMMENT "\n" );
	if ( table->name[0] != 0 )
	{
		char name[sizeof( table->name )];
		memcpy( name, table->name, sizeof( name ) );
		for ( char* c = name; *c != 0; ++c )
		{
			*c = (unsigned char)*c < 32 ? ' ' : *c; // a line has no line ends inside
		}
		wfText_Add( text, WF_FOOTSTEP_NAME_COMMENT "%s\n", name );
	}
	wfText_AddString( text, "agent,step,foot,kind" );
	for ( int32_t i = 0; i < WF_FOOTSTEP_NUMBERS; ++i )
	{
		wfText_Add( text, "%s%s", i == WF_FOOTSTEP_PLACE_NUMBERS ? ",from,to," : ",", wf_footstepFields[i].name );
	}
	wfText_AddString( text, "\n" );
}

// ----------------------------------------------------------------------------------------------------------------- JSON

static void putJsonText( wfText* text, const char* string )
{
	wfText_AddString( text, "\"" );
	for ( ; *string != 0; ++string )
	{
		unsigned char c = (unsigned char)*string;
		wfText_Add( text, c < 32 || c == '"' || c == '\\' ? "\\u%04x" : "%c", c );
	}
	wfText_AddString( text, "\"" );
}

static void writeJsonHead( wfText* text, const wfFootstepTable* table )
{
	wfText_Add( text, "{\n  \"format\": \"%s\",\n  \"version\": %d,\n", WF_FOOTSTEP_FORMAT, WF_FOOTSTEP_VERSION );
	if ( table->name[0] != 0 )
	{
		char name[sizeof( table->name )];
		size_t bad;
		memcpy( name, table->name, sizeof( name ) );
		if ( !wfCheckUtf8( name, strlen( name ), &bad ) )
		{
			name[bad] = 0;
		}
		wfText_AddString( text, "  \"name\": " );
		putJsonText( text, name );
		wfText_AddString( text, ",\n" );
	}
	wfText_AddString( text, "  \"steps\": [" );
}

// ----------------------------------------------------------------------------------------------------------------- rows

static void putField( wfText* text, bool json, const char* name, double value )
{
	wfText_AddString( text, json ? ", \"" : "," );
	wfText_AddString( text, json ? name : "" );
	wfText_AddString( text, json ? "\": " : "" );
	wfText_AddNumber( text, value );
}

static void writeRow( wfText* text, bool json, const wfFootstepRow* row, double from, double to )
{
	wfText_Add( text, json ? "    {\"agent\": %u, \"step\": %d, \"foot\": \"%s\", \"kind\": \"%s\"" : "%u,%d,%s,%s", row->serial,
				row->index, wf_footNames[row->step.foot], wf_stepKindNames[row->step.kind] );
	for ( int32_t i = 0; i < WF_FOOTSTEP_NUMBERS; ++i )
	{
		if ( i == WF_FOOTSTEP_PLACE_NUMBERS )
		{
			putField( text, json, "from", from );
			putField( text, json, "to", to );
		}
		putField( text, json, wf_footstepFields[i].name, wfGetFootstepNumber( row, i ) );
	}
	wfText_AddString( text, json ? "}" : "\n" );
}

// -------------------------------------------------------------------------------------------------------------- writing

// `times`: when feet touch down, of all rows, and then when they are lifted; null without rows.
static void writeRows( wfTextFile* file, const wfFootstepTable* table, bool json, const double* times )
{
	wfText* text = &file->text;
	( json ? writeJsonHead : writeCsvHead )( text, table );
	for ( int64_t i = 0; i < table->rowCount && wfTextFile_Flush( file ); ++i )
	{
		wfText_AddString( text, !json ? "" : i > 0 ? ",\n" : "\n" );
		writeRow( text, json, &table->rows[i], times[i], times[i + table->rowCount] );
	}
	if ( json )
	{
		wfText_AddString( text, table->rowCount > 0 ? "\n  ]\n}\n" : "]\n}\n" );
	}
}

wfResult wfWriteFootsteps( const char* path, const wfFootstepTable* table, wfError* error )
{
	if ( WF_FAILS( path != NULL && table != NULL && wfFootstepTable_IsSorted( table ) ) )
	{
		return wfFail( error, wf_invalidDef, "no path, no table, or one that is not sorted" );
	}
	bool json = wfHasExtension( path, ".json" );
	if ( !json && !wfHasExtension( path, ".csv" ) )
	{
		return failWrite( path, "", wf_unsupported, "expected a name that ends with .json or .csv", error );
	}
	wfResult result = checkRows( path, table, error );
	if ( result != wf_ok )
	{
		return result;
	}
	size_t count = (size_t)table->rowCount;
	double* times = count > 0 ? wfAllocateArray( count, 2 * sizeof( double ) ) : NULL;
	if ( count > 0 && times == NULL )
	{
		return failWrite( path, "", wf_outOfMemory, "out of memory", error );
	}
	wfTextFile file;
	result = wfTextFile_Open( &file, path, error );
	if ( result == wf_ok )
	{
		if ( count > 0 )
		{
			wfFindStandingTimes( table, times, times + count );
		}
		writeRows( &file, table, json, times );
		result = wfTextFile_Close( &file, error );
	}
	wfReleaseArray( times, count, 2 * sizeof( double ) );
	return result;
}
