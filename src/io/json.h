// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Strict JSON (RFC 8259) as a tree in which every value knows its place in the text.
#pragma once

#include "io/reader.h"

typedef enum wfJsonType
{
	wf_jsonNull,
	wf_jsonFalse,
	wf_jsonTrue,
	wf_jsonNumber,
	wf_jsonString,
	wf_jsonList,
	wf_jsonObject
} wfJsonType;

typedef struct wfJsonNode
{
	wfJsonType type;
	int32_t parent;		  // -1 for the root
	int32_t first, next;  // children in the order of the text; -1: none
	int32_t count;		  // of children
	int32_t index;		  // among the children of the parent
	uint32_t position;	  // of the value's first byte
	uint32_t keyPosition; // of the key's opening quote, in an object
	uint32_t keyHash;
	uint32_t key, keyLength;	   // in the strings of the tree
	uint32_t string, stringLength; // the same
	double number;
} wfJsonNode;

typedef struct wfJson
{
	const wfReader* reader;
	wfJsonNode* nodes; // the root first
	size_t nodeCount, nodeCapacity;
	char* strings; // decoded keys and strings, each terminated
	size_t stringCount, stringCapacity;
} wfJson;

// Refused with a place: what the grammar does not allow, keys twice in an object, nesting deeper than 64, objects of more than
// 1024 fields, numbers beyond the range of a double, \u0000. Frees itself on failure.
wfResult wfJson_Parse( const wfReader* reader, wfJson* json );
void wfJson_Free( wfJson* json );

// Null where there is none.
const wfJsonNode* wfJson_Find( const wfJson* json, const wfJsonNode* object, const char* key );
const wfJsonNode* wfJson_First( const wfJson* json, const wfJsonNode* node );
const wfJsonNode* wfJson_Next( const wfJson* json, const wfJsonNode* node );
const char* wfJson_Key( const wfJson* json, const wfJsonNode* node );
const char* wfJson_String( const wfJson* json, const wfJsonNode* node );

// "goals[2].radius", cut at the front when too long.
void wfJson_Path( const wfJson* json, const wfJsonNode* node, char* buffer, size_t capacity );

// Fail at a value. `child`, may be null, is added to the path.
wfResult wfJson_Fail( const wfJson* json, const wfJsonNode* node, const char* child, wfResult result, const char* format, ... )
	__attribute__( ( format( printf, 5, 6 ) ) );
// "expected <expected>, found <the value>". A number in place of a wanted number is out of range, all else is bad format.
wfResult wfJson_Expected( const wfJson* json, const wfJsonNode* node, wfJsonType wanted, const char* expected );

// ------------------------------------------------------------------------------------------------------ typed reading

// The range of a number, and how a message describes what is expected.
typedef struct wfNumberRange
{
	double lower, upper;
	const char* expected;
} wfNumberRange;

extern const wfNumberRange wf_coordinateRange; // metres
extern const wfNumberRange wf_sizeRange;	   // metres, above 0
extern const wfNumberRange wf_distanceRange;   // metres, 0 or more

// An object with no other fields than these (a list that ends with null).
wfResult wfJson_CheckObject( const wfJson* json, const wfJsonNode* node, const char* what, const char* const* fields );
// The field of an object that must be there.
wfResult wfJson_Require( const wfJson* json, const wfJsonNode* object, const char* key, const char* expected,
						 const wfJsonNode** node );

wfResult wfJson_ReadNumber( const wfJson* json, const wfJsonNode* node, const wfNumberRange* range, double* value );
wfResult wfJson_ReadInteger( const wfJson* json, const wfJsonNode* node, const wfNumberRange* range, int32_t* value );
// A string of 1 to `longest` bytes.
wfResult wfJson_ReadText( const wfJson* json, const wfJsonNode* node, size_t longest, const char** text );
wfResult wfJson_ReadBool( const wfJson* json, const wfJsonNode* node, bool* value );
// One of the names of a list that ends with null; its index.
wfResult wfJson_ReadChoice( const wfJson* json, const wfJsonNode* node, const char* const* names, int32_t* choice );
// Two numbers in [x, y].
wfResult wfJson_ReadVector( const wfJson* json, const wfJsonNode* node, const wfNumberRange* range, const char* expected,
							wfVec2* vector );
wfResult wfJson_ReadPoint( const wfJson* json, const wfJsonNode* node, wfVec2* point );
wfResult wfJson_ReadBox( const wfJson* json, const wfJsonNode* node, wfBox2* box );
// A list of points into an array with room for node->count of them.
wfResult wfJson_ReadPoints( const wfJson* json, const wfJsonNode* node, int32_t least, wfVec2* points );
// A list of at least `least` values; `what` in plural.
wfResult wfJson_CheckList( const wfJson* json, const wfJsonNode* node, int32_t least, const char* what );
// The same for fields that may be absent: `*value` stays then.
wfResult wfJson_ReadOptionalNumber( const wfJson* json, const wfJsonNode* object, const char* key, const wfNumberRange* range,
									double* value );
