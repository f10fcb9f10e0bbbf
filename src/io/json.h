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
	const char* newKey;			   // of a key in use before: what it is called now; else null
	double number;
} wfJsonNode;

typedef struct wfJson
{
	const wfReader* reader;
	bool onMesh;	   // the scenario is about a mesh: some fields mean something there only, others in the plane only
	wfJsonNode* nodes; // the root first
	size_t nodeCount, nodeCapacity;
	char* strings; // decoded keys and strings, each terminated
	size_t stringCount, stringCapacity;
} wfJson;

// Refused with a place: what the grammar does not allow, keys twice in an object, nesting deeper than 64, objects of more than
// 1024 fields, numbers beyond the range of a double, \u0000. Frees itself on failure.
wfResult wfJson_Parse( const wfReader* reader, wfJson* json );
void wfJson_Free( wfJson* json );

// Null where there is none, and for null. Old keys are found by their new name once that is known.
const wfJsonNode* wfJson_Find( const wfJson* json, const wfJsonNode* object, const char* key );
const wfJsonNode* wfJson_Look( const wfJson* json, const wfJsonNode* object, const char* key ); // also after a failure
const wfJsonNode* wfJson_First( const wfJson* json, const wfJsonNode* node );
const wfJsonNode* wfJson_Next( const wfJson* json, const wfJsonNode* node );
const char* wfJson_Key( const wfJson* json, const wfJsonNode* node );
const char* wfJson_String( const wfJson* json, const wfJsonNode* node );

// "goals[2].radius", cut at the front when too long.
void wfJson_Path( const wfJson* json, const wfJsonNode* node, char* buffer, size_t capacity );

// Fail at a value, and remember it: the first error stays. `child`, may be null, is added to the path. Returns the first result.
wfResult wfJson_Fail( const wfJson* json, const wfJsonNode* node, const char* child, wfResult result, const char* format, ... )
	__attribute__( ( format( printf, 5, 6 ) ) );
// "expected <expected>, found <the value>". A number in place of a wanted number is out of range, all else is bad format.
wfResult wfJson_Expected( const wfJson* json, const wfJsonNode* node, wfJsonType wanted, const char* expected );

// ------------------------------------------------------------------------------------------------------ typed reading

// The reader's error is what a tree remembers: after the first failure all of the following does nothing, finds nothing and
// leaves what it would write as it is. So values are read one after the other, and who needs them asks once at the end. A null
// node is a value that is absent: what would be read stays as well.
static inline bool wfJson_IsOk( const wfJson* json )
{
	return wfReader_IsOk( json->reader );
}
// What another module said about the value: its error gets file, place and field, and is remembered. True when it is wf_ok.
bool wfJson_Take( const wfJson* json, const wfJsonNode* node, wfResult result );
// Count bytes for a value against the limit; `field` may be null.
bool wfJson_Reserve( const wfJson* json, const wfJsonNode* node, const char* field, size_t bytes );
// Zeroed memory, counted. Null after a failure and for 0 items.
void* wfJson_Allocate( const wfJson* json, const wfJsonNode* node, size_t count, size_t size );
// wfGrowArray with the failure remembered.
bool wfJson_Grow( const wfJson* json, void* array, size_t* capacity, size_t needed, size_t size );

#define WF_NUMBER                                                                                                                \
	{                                                                                                                            \
		-1e300, 1e300, "a number"                                                                                                \
	}
#define WF_COORDINATE                                                                                                            \
	{                                                                                                                            \
		-WF_MAX_COORDINATE, WF_MAX_COORDINATE, "a coordinate in metres, from -1e9 to 1e9"                                        \
	}
#define WF_SIZE                                                                                                                  \
	{                                                                                                                            \
		WF_MIN_LENGTH, WF_MAX_COORDINATE, "metres above 0 (from 1e-6 to 1e9)"                                                    \
	}
#define WF_DISTANCE                                                                                                              \
	{                                                                                                                            \
		0.0, WF_MAX_COORDINATE, "metres, 0 or more (up to 1e9)"                                                                  \
	}
extern const wfNumberRange wf_numberRange;
extern const wfNumberRange wf_coordinateRange;
extern const wfNumberRange wf_sizeRange;
extern const wfNumberRange wf_distanceRange;

// The field of an object that must be there; null when it is not.
const wfJsonNode* wfJson_Require( const wfJson* json, const wfJsonNode* object, const char* key, const char* expected );

void wfJson_ReadNumber( const wfJson* json, const wfJsonNode* node, const wfNumberRange* range, double* value );
void wfJson_ReadInteger( const wfJson* json, const wfJsonNode* node, const wfNumberRange* range, int32_t* value );
// A string of 1 to `longest` bytes, in the strings of the tree.
void wfJson_ReadText( const wfJson* json, const wfJsonNode* node, size_t longest, const char** text );
void wfJson_ReadBool( const wfJson* json, const wfJsonNode* node, bool* value );
// One of the names of a list that ends with null; its index.
void wfJson_ReadChoice( const wfJson* json, const wfJsonNode* node, const char* const* names, int32_t* choice );
// Two or three numbers in a list.
void wfJson_ReadVector( const wfJson* json, const wfJsonNode* node, const wfNumberRange* range, const char* expected,
						wfVec2* vector );
void wfJson_ReadVector3( const wfJson* json, const wfJsonNode* node, const wfNumberRange* range, const char* expected,
						 wfVec3* vector );
void wfJson_ReadPoint( const wfJson* json, const wfJsonNode* node, wfVec2* point );
void wfJson_ReadBox( const wfJson* json, const wfJsonNode* node, wfBox2* box );
// A list of points into an array with room for node->count of them.
void wfJson_ReadPoints( const wfJson* json, const wfJsonNode* node, int32_t least, wfVec2* points );
// Whether it is a list of at least `least` values; `what` in plural.
bool wfJson_CheckList( const wfJson* json, const wfJsonNode* node, int32_t least, const char* what );
