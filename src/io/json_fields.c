// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Typed reading of a JSON tree: each function takes one value, or says where it is and what was expected.
#include "io/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const wfNumberRange wf_numberRange = WF_NUMBER;
const wfNumberRange wf_coordinateRange = WF_COORDINATE;
const wfNumberRange wf_sizeRange = WF_SIZE;
const wfNumberRange wf_distanceRange = WF_DISTANCE;

// ------------------------------------------------------------------------------------------------------------- failures

bool wfJson_Take( const wfJson* json, const wfJsonNode* node, wfResult result )
{
	char path[128] = "";
	if ( result != wf_ok )
	{
		wfJson_Path( json, node, path, sizeof( path ) );
	}
	return wfReader_Take( json->reader, node->position, path, result );
}

bool wfJson_Reserve( const wfJson* json, const wfJsonNode* node, const char* field, size_t bytes )
{
	return wfReader_Reserve( json->reader, node->position, field, bytes );
}

void* wfJson_Allocate( const wfJson* json, const wfJsonNode* node, size_t count, size_t size )
{
	if ( count == 0 || !wfJson_Reserve( json, node, NULL, count * size ) )
	{
		return NULL;
	}
	void* memory = wfAllocateZeroed( count * size );
	wfReader_CheckMemory( json->reader, memory );
	return memory;
}

bool wfJson_Grow( const wfJson* json, void* array, size_t* capacity, size_t needed, size_t size )
{
	if ( wfJson_IsOk( json ) && wfGrowArray( array, capacity, needed, size ) != wf_ok )
	{
		wfReader_OutOfMemory( json->reader );
	}
	return wfJson_IsOk( json );
}

// --------------------------------------------------------------------------------------------------------------- values

// Whether there is a value to read.
static bool isThere( const wfJson* json, const wfJsonNode* node )
{
	return node != NULL && wfJson_IsOk( json );
}

const wfJsonNode* wfJson_Require( const wfJson* json, const wfJsonNode* object, const char* key, const char* expected )
{
	const wfJsonNode* node = wfJson_Find( json, object, key );
	if ( node == NULL )
	{
		wfJson_Fail( json, object, key, wf_badFormat, "missing; expected %s", expected );
	}
	return node;
}

void wfJson_ReadNumber( const wfJson* json, const wfJsonNode* node, const wfNumberRange* range, double* value )
{
	if ( !isThere( json, node ) )
	{
		return;
	}
	if ( node->type != wf_jsonNumber || !( node->number >= range->lower && node->number <= range->upper ) )
	{
		wfJson_Expected( json, node, wf_jsonNumber, range->expected );
		return;
	}
	*value = node->number;
}

void wfJson_ReadInteger( const wfJson* json, const wfJsonNode* node, const wfNumberRange* range, int32_t* value )
{
	double number = 0.0;
	wfJson_ReadNumber( json, node, range, &number );
	if ( !isThere( json, node ) )
	{
		return;
	}
	if ( number != floor( number ) )
	{
		wfJson_Expected( json, node, wf_jsonNumber, range->expected );
		return;
	}
	*value = (int32_t)number;
}

void wfJson_ReadText( const wfJson* json, const wfJsonNode* node, size_t longest, const char** text )
{
	if ( !isThere( json, node ) )
	{
		return;
	}
	if ( node->type != wf_jsonString || node->stringLength == 0 || node->stringLength > longest )
	{
		char expected[64];
		snprintf( expected, sizeof( expected ), "a text of 1 to %zu bytes in double quotes", longest );
		wfJson_Expected( json, node, wf_jsonString, expected );
		return;
	}
	*text = wfJson_String( json, node );
}

void wfJson_ReadBool( const wfJson* json, const wfJsonNode* node, bool* value )
{
	if ( !isThere( json, node ) )
	{
		return;
	}
	if ( node->type != wf_jsonTrue && node->type != wf_jsonFalse )
	{
		wfJson_Expected( json, node, wf_jsonTrue, "true or false" );
		return;
	}
	*value = node->type == wf_jsonTrue;
}

void wfJson_ReadChoice( const wfJson* json, const wfJsonNode* node, const char* const* names, int32_t* choice )
{
	if ( !isThere( json, node ) )
	{
		return;
	}
	char expected[256] = "one of ";
	wfListNames( expected + strlen( expected ), sizeof( expected ) - strlen( expected ), names );
	if ( node->type != wf_jsonString )
	{
		wfJson_Expected( json, node, wf_jsonString, expected );
		return;
	}
	wfWord word = { wfJson_String( json, node ), node->stringLength, node->position };
	for ( int32_t i = 0; names[i] != NULL; ++i )
	{
		if ( wfWord_Equals( &word, names[i] ) )
		{
			*choice = i;
			return;
		}
	}
	wfJson_Fail( json, node, NULL, wf_badFormat, "expected %s, found %s%s", expected, wfQuote( word.text, word.length ).text,
				 wfMakeHint( word.text, word.length, names ).text );
}

// ---------------------------------------------------------------------------------------------------------------- lists

bool wfJson_CheckList( const wfJson* json, const wfJsonNode* node, int32_t least, const char* what )
{
	if ( !isThere( json, node ) )
	{
		return false;
	}
	if ( node->type == wf_jsonList && node->count >= least )
	{
		return true;
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
	wfJson_Expected( json, node, wf_jsonList, expected );
	return false;
}

// True when all of them were read.
static bool readNumbers( const wfJson* json, const wfJsonNode* node, const wfNumberRange* range, int32_t count,
						 const char* expected, double* numbers )
{
	if ( isThere( json, node ) && ( node->type != wf_jsonList || node->count != count ) )
	{
		wfJson_Expected( json, node, wf_jsonList, expected );
	}
	for ( const wfJsonNode* child = wfJson_First( json, node ); child != NULL; child = wfJson_Next( json, child ) )
	{
		wfJson_ReadNumber( json, child, range, numbers + child->index );
	}
	return isThere( json, node );
}

void wfJson_ReadVector( const wfJson* json, const wfJsonNode* node, const wfNumberRange* range, const char* expected,
						wfVec2* vector )
{
	double numbers[2];
	if ( readNumbers( json, node, range, 2, expected, numbers ) )
	{
		*vector = ( wfVec2 ){ numbers[0], numbers[1] };
	}
}

void wfJson_ReadVector3( const wfJson* json, const wfJsonNode* node, const wfNumberRange* range, const char* expected,
						 wfVec3* vector )
{
	double numbers[3];
	if ( readNumbers( json, node, range, 3, expected, numbers ) )
	{
		*vector = ( wfVec3 ){ numbers[0], numbers[1], numbers[2] };
	}
}

void wfJson_ReadPoint( const wfJson* json, const wfJsonNode* node, wfVec2* point )
{
	wfJson_ReadVector( json, node, &wf_coordinateRange, "a point [x, y]", point );
}

void wfJson_ReadBox( const wfJson* json, const wfJsonNode* node, wfBox2* box )
{
	double numbers[4];
	static const char expected[] = "[x0, y0, x1, y1] with x0 < x1 and y0 < y1";
	if ( !readNumbers( json, node, &wf_coordinateRange, 4, expected, numbers ) )
	{
		return;
	}
	if ( !( numbers[2] - numbers[0] >= WF_MIN_LENGTH && numbers[3] - numbers[1] >= WF_MIN_LENGTH ) )
	{
		wfJson_Fail( json, node, NULL, wf_outOfRange, "expected %s, found [%g, %g, %g, %g]", expected, numbers[0], numbers[1],
					 numbers[2], numbers[3] );
		return;
	}
	*box = ( wfBox2 ){ { numbers[0], numbers[1] }, { numbers[2], numbers[3] } };
}

void wfJson_ReadPoints( const wfJson* json, const wfJsonNode* node, int32_t least, wfVec2* points )
{
	if ( !wfJson_CheckList( json, node, least, "points [x, y]" ) )
	{
		return;
	}
	for ( const wfJsonNode* child = wfJson_First( json, node ); child != NULL; child = wfJson_Next( json, child ) )
	{
		wfJson_ReadPoint( json, child, points + child->index );
	}
}
