// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Typed reading of a JSON tree: each function takes one value, or says where it is and what was expected.
#include "io/json.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

const wfNumberRange wf_coordinateRange = { -WF_MAX_COORDINATE, WF_MAX_COORDINATE, "a coordinate in metres, from -1e9 to 1e9" };
const wfNumberRange wf_sizeRange = { WF_MIN_LENGTH, WF_MAX_COORDINATE, "metres above 0 (from 1e-6 to 1e9)" };
const wfNumberRange wf_distanceRange = { 0.0, WF_MAX_COORDINATE, "metres, 0 or more (up to 1e9)" };

wfResult wfJson_CheckObject( const wfJson* json, const wfJsonNode* node, const char* what, const char* const* fields )
{
	char known[400];
	wfListNames( known, sizeof( known ), fields );
	if ( node->type != wf_jsonObject )
	{
		char expected[480];
		snprintf( expected, sizeof( expected ), "%s: an object with the fields %s", what, known );
		return wfJson_Expected( json, node, wf_jsonObject, expected );
	}
	for ( const wfJsonNode* child = wfJson_First( json, node ); child != NULL; child = wfJson_Next( json, child ) )
	{
		const char* key = wfJson_Key( json, child );
		if ( wfIsName( key, child->keyLength, fields ) )
		{
			continue;
		}
		const char* near = wfSuggestName( key, child->keyLength, fields );
		char path[128];
		wfJson_Path( json, child, path, sizeof( path ) );
		return wfReader_Fail( json->reader, child->keyPosition, path, wf_badFormat, "unknown field%s%s%s; known are %s",
							  near != NULL ? ", did you mean \"" : "", near != NULL ? near : "", near != NULL ? "\"?" : "",
							  known );
	}
	return wf_ok;
}

wfResult wfJson_Require( const wfJson* json, const wfJsonNode* object, const char* key, const char* expected,
						 const wfJsonNode** node )
{
	*node = wfJson_Find( json, object, key );
	return *node != NULL ? wf_ok : wfJson_Fail( json, object, key, wf_badFormat, "missing; expected %s", expected );
}

wfResult wfJson_ReadNumber( const wfJson* json, const wfJsonNode* node, const wfNumberRange* range, double* value )
{
	if ( node->type != wf_jsonNumber || !( node->number >= range->lower && node->number <= range->upper ) )
	{
		return wfJson_Expected( json, node, wf_jsonNumber, range->expected );
	}
	*value = node->number;
	return wf_ok;
}

wfResult wfJson_ReadOptionalNumber( const wfJson* json, const wfJsonNode* object, const char* key, const wfNumberRange* range,
									double* value )
{
	const wfJsonNode* node = wfJson_Find( json, object, key );
	return node != NULL ? wfJson_ReadNumber( json, node, range, value ) : wf_ok;
}

wfResult wfJson_ReadInteger( const wfJson* json, const wfJsonNode* node, const wfNumberRange* range, int32_t* value )
{
	double number = 0.0;
	wfResult result = wfJson_ReadNumber( json, node, range, &number );
	if ( result != wf_ok )
	{
		return result;
	}
	if ( number != floor( number ) )
	{
		return wfJson_Expected( json, node, wf_jsonNumber, range->expected );
	}
	*value = (int32_t)number;
	return wf_ok;
}

wfResult wfJson_ReadText( const wfJson* json, const wfJsonNode* node, size_t longest, const char** text )
{
	if ( node->type != wf_jsonString || node->stringLength == 0 || node->stringLength > longest )
	{
		char expected[64];
		snprintf( expected, sizeof( expected ), "a text of 1 to %zu bytes in double quotes", longest );
		return wfJson_Expected( json, node, wf_jsonString, expected );
	}
	*text = wfJson_String( json, node );
	return wf_ok;
}

wfResult wfJson_ReadBool( const wfJson* json, const wfJsonNode* node, bool* value )
{
	if ( node->type != wf_jsonTrue && node->type != wf_jsonFalse )
	{
		return wfJson_Expected( json, node, wf_jsonTrue, "true or false" );
	}
	*value = node->type == wf_jsonTrue;
	return wf_ok;
}

wfResult wfJson_ReadChoice( const wfJson* json, const wfJsonNode* node, const char* const* names, int32_t* choice )
{
	char expected[256] = "one of ";
	wfListNames( expected + strlen( expected ), sizeof( expected ) - strlen( expected ), names );
	if ( node->type != wf_jsonString )
	{
		return wfJson_Expected( json, node, wf_jsonString, expected );
	}
	const char* text = wfJson_String( json, node );
	for ( int32_t i = 0; names[i] != NULL; ++i )
	{
		if ( strcmp( names[i], text ) == 0 )
		{
			*choice = i;
			return wf_ok;
		}
	}
	const char* near = wfSuggestName( text, node->stringLength, names );
	wfQuoted quoted = wfQuote( text, node->stringLength );
	return wfJson_Fail( json, node, NULL, wf_badFormat, "expected %s, found %s%s%s%s", expected, quoted.text,
						near != NULL ? ", did you mean \"" : "", near != NULL ? near : "", near != NULL ? "\"?" : "" );
}

wfResult wfJson_CheckList( const wfJson* json, const wfJsonNode* node, int32_t least, const char* what )
{
	if ( node->type == wf_jsonList && node->count >= least )
	{
		return wf_ok;
	}
	char expected[128];
	if ( least > 0 )
	{
		snprintf( expected, sizeof( expected ), "a list of %d or more %s", least, what );
	}
	else
	{
		snprintf( expected, sizeof( expected ), "a list of %s", what );
	}
	return wfJson_Expected( json, node, wf_jsonList, expected );
}

static wfResult readNumbers( const wfJson* json, const wfJsonNode* node, const wfNumberRange* range, int32_t count,
							 const char* expected, double* numbers )
{
	if ( node->type != wf_jsonList || node->count != count )
	{
		return wfJson_Expected( json, node, wf_jsonList, expected );
	}
	int32_t i = 0;
	for ( const wfJsonNode* child = wfJson_First( json, node ); child != NULL; child = wfJson_Next( json, child ) )
	{
		wfResult result = wfJson_ReadNumber( json, child, range, numbers + i++ );
		if ( result != wf_ok )
		{
			return result;
		}
	}
	return wf_ok;
}

wfResult wfJson_ReadVector( const wfJson* json, const wfJsonNode* node, const wfNumberRange* range, const char* expected,
							wfVec2* vector )
{
	double numbers[2] = { 0.0, 0.0 };
	wfResult result = readNumbers( json, node, range, 2, expected, numbers );
	*vector = ( wfVec2 ){ numbers[0], numbers[1] };
	return result;
}

wfResult wfJson_ReadPoint( const wfJson* json, const wfJsonNode* node, wfVec2* point )
{
	return wfJson_ReadVector( json, node, &wf_coordinateRange, "a point [x, y]", point );
}

wfResult wfJson_ReadBox( const wfJson* json, const wfJsonNode* node, wfBox2* box )
{
	double numbers[4];
	static const char expected[] = "[x0, y0, x1, y1] with x0 < x1 and y0 < y1";
	wfResult result = readNumbers( json, node, &wf_coordinateRange, 4, expected, numbers );
	if ( result != wf_ok )
	{
		return result;
	}
	if ( !( numbers[2] - numbers[0] >= WF_MIN_LENGTH && numbers[3] - numbers[1] >= WF_MIN_LENGTH ) )
	{
		return wfJson_Fail( json, node, NULL, wf_outOfRange, "expected %s, found [%g, %g, %g, %g]", expected, numbers[0],
							numbers[1], numbers[2], numbers[3] );
	}
	*box = ( wfBox2 ){ { numbers[0], numbers[1] }, { numbers[2], numbers[3] } };
	return wf_ok;
}

wfResult wfJson_ReadPoints( const wfJson* json, const wfJsonNode* node, int32_t least, wfVec2* points )
{
	wfResult result = wfJson_CheckList( json, node, least, "points [x, y]" );
	if ( result != wf_ok )
	{
		return result;
	}
	int32_t i = 0;
	for ( const wfJsonNode* child = wfJson_First( json, node ); child != NULL; child = wfJson_Next( json, child ) )
	{
		result = wfJson_ReadPoint( json, child, points + i++ );
		if ( result != wf_ok )
		{
			return result;
		}
	}
	return wf_ok;
}
