// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What describes the fields of scenarios: shared by the schemas and the tables of docs/scenario.md.
#pragma once

#include "io/crowd_reader.h"

// In the order of the schema; ends with null. Lists of objects told apart by their type are apart.
extern const wfObject* const test_objects[];

typedef struct
{
	const char* name; // in the $defs
	const wfObject* const* objects;
	bool inPlane, onMesh;
	const wfObject* more;
} testObjectList;
extern const testObjectList test_objectLists[]; // ends with a null name

// What a field holds: the name, whether there is a list or an object of them, and how many, -1: any number.
typedef struct
{
	char name[64];
	char bracket;
	int32_t least, most;
} testHolding;
testHolding testGetHolding( const wfFieldRow* field );

// Whether something of that kind means something on the ground.
bool testIsOn( wfGroundKind ground, bool mesh );
// The defaults of the struct an object is read into; null where the table says them.
const void* testGetDefaults( const wfObject* object, wfPreset preset );
void testFormatNumber( double value, char* text, size_t capacity );
void testFormatDefault( const wfFieldRow* field, const void* defaults, char* text, size_t capacity );

void testMakeSchema( wfText* text, bool mesh );
