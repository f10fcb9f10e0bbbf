// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The fields of scenario files, each described once in a table: what it is called, what it may be, where it goes and what it
// means. From the tables come the reading, the messages, the JSON schema and the reference in docs/scenario.md.
#pragma once

#include "base/map.h"
#include "io/json.h"

#include <stddef.h>

typedef enum wfFieldType
{
	wf_otherField,	 // read by hand
	wf_numberField,	 // double
	wf_integerField, // int32_t
	wf_boolField,	 // bool
	wf_choiceField,	 // an enum of 32 bits, by the index of its name
	wf_textField,	 // const char*, 1 to range.upper bytes
	wf_pointField,	 // wfVec2
	wf_pairField,	 // wfVec2, two numbers in the range
	wf_boxField,	 // wfBox2
	wf_drawField	 // wfDistribution of range.lower or more
} wfFieldType;

// Without an offset a field is read by hand.
#define WF_BY_HAND SIZE_MAX

typedef enum wfGroundKind
{
	wf_anyGround,
	wf_planeOnly,
	wf_meshOnly
} wfGroundKind;

typedef struct wfFieldRow
{
	const char* name;	  // null after the last
	const char* formerly; // what it was called before: read, with a warning
	wfFieldType type;
	wfJsonType json;	 // of what is read by hand, where that is looked at before; null: not looked at
	wfGroundKind ground; // where it means something
	bool required;
	bool checkedLater;	 // the range is stated here and checked by those the struct is for
	size_t offset;		 // in the struct that is read
	const char* member;	 // what errors of other modules call it
	wfNumberRange range; // `expected` of other fields: when one that is required is missing, or of another type
	const char* const* choices;
	const char* unit;
	const char* holds;	 // what it is where the type does not say: an object or something else the schema names, "[shape]" a list
						 // of them, "[point 2]" of 2 or more, "[wave 0 8]" of up to 8, "{style}" an object of them by name; of a
						 // pair: how messages call it
	const char* absent;	 // what counts without it, where the defaults of the struct do not say
	const char* meaning; // a sentence without its end
} wfFieldRow;

#define WF_MAX_PARTS 4

typedef struct wfObject
{
	const char* name;						   // in the $defs of the schema
	const char* what;						   // as messages call it
	const char* type;						   // what its field "type" says; null: it has none
	const wfFieldRow* parts[WF_MAX_PARTS + 1]; // end with null
	wfGroundKind ground;
} wfObject;

// An object with no fields other than those of the table that mean something on this ground. Old names become new ones, with a
// warning.
void wfCheckFields( const wfJson* json, const wfJsonNode* node, const wfObject* object );
// The fields that are there into a struct. What is required and missing is refused.
void wfReadPart( const wfJson* json, const wfJsonNode* node, const wfFieldRow* fields, void* target );
// Both, with the first part.
void wfReadFields( const wfJson* json, const wfJsonNode* node, const wfObject* object, void* target );
// An object told apart by its "type": one of a list that ends with null. Its fields are checked, together with those of `more`,
// may be null. Gives the index in the list.
int32_t wfReadType( const wfJson* json, const wfJsonNode* node, const char* what, const wfObject* const* objects,
					const wfFieldRow* more );
// What another module said about the struct made from the object: its error, whose field is named as in the struct, such as
// "stops[1].reach" or "radius.lower", is placed at the value behind it. True when it is wf_ok.
bool wfPlaceFieldError( const wfJson* json, const wfJsonNode* node, const wfObject* object, wfResult result );

// A number, {"uniform": [a, b]}, {"normal": [mean, deviation], "within": [a, b]}, the same with "logNormal", or of speeds a
// {"table": name}; the range's lower end or more (distributions.c).
void wfReadDistribution( const wfJson* json, const wfJsonNode* node, const wfFieldRow* field, wfDistribution* distribution );

// ---------------------------------------------------------------------------------------------------------------- names

// Longest name of anything, in bytes.
#define WF_MAX_NAME_LENGTH 127

// Things of a file by name.
typedef struct wfNameTable
{
	const char** names; // in the order they came; null for those without
	wfMap places;		// among them
	size_t count, capacity;
} wfNameTable;

// Room for the items of a list or the members of an object; null: for none.
void wfNameTable_Create( const wfJson* json, const wfJsonNode* node, wfNameTable* table );
void wfNameTable_Free( wfNameTable* table );
// Add the next name, may be null. Fails at `node` when it is there already; `what` for the message.
void wfNameTable_Add( const wfJson* json, const wfJsonNode* node, wfNameTable* table, const char* what, const char* name );
// -1 when there is no such name.
int32_t wfNameTable_Find( const wfNameTable* table, const char* name );
// The index of the name in a text. Unknown ones fail with the nearest name that is known. What is absent stays.
void wfReadReference( const wfJson* json, const wfJsonNode* node, const wfNameTable* table, const char* what, int32_t* index );
// The names of an object's members, and zeroed room for what they stand for; null where there are none.
void* wfReadKeys( const wfJson* json, const wfJsonNode* object, const char* what, wfNameTable* table, size_t size,
				  size_t* count );
