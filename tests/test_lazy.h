// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Worlds and goals of every kind, for tests of fields that are solved where they are asked for.
#pragma once

#include "scenes/scenes.h"
#include "test.h"
#include "wayfield/field.h"

typedef enum GoalShape
{
	ONE_CELL,
	SEVERAL_CELLS,
	AREA,
	RING,	  // encloses cells, which without haste are goal too
	LONG_RIM, // too many cells for one right-hand side: solved with a factor of its own
	SHAPE_COUNT
} GoalShape;

typedef struct Case
{
	wfSceneKind kind;
	int32_t size;
	GoalShape shape;
	wfWalls walls;
	double haste, epsilon;
	wfVec2 bias;
	bool terrain; // patches of costly ground
	bool edited;  // after the analysis: a closed room and pillars, whose nodes stay in the pattern
	wfOrdering ordering;
} Case;

// Every scene and every setting.
extern const Case g_cases[];
extern const int32_t g_caseCount;

typedef struct Place
{
	wfWorld* world;
	wfGrid* grid;
	wfPlanner* planner;
	int32_t cellCount;
} Place;

Place placeOfCase( const Case* of, wfPrecision precision, wfWorkers* workers );
// One byte per cell, row 0 at the bottom, 1: obstacle.
Place placeOfCells( const uint8_t* cells, int32_t width, int32_t height );
void placePlan( Place* place, const wfPlannerDef* def );
void placeFree( Place* place );
// Blocks a box, and follows it with the planner.
wfShapeId placeBlock( Place* place, wfVec2 center, wfVec2 halfSize );
// Brings grid and planner up to date.
wfResult placeUpdate( Place* place );

int32_t pickFree( const wfGrid* grid, uint64_t seed );
wfField* fieldOf( const Place* place, GoalShape shape, uint64_t seed );

bool isSame( wfScaled a, wfScaled b );
// The values of all cells of the whole field, to be freed.
wfScaled* solveReference( const Place* place, GoalShape shape, uint64_t seed );
// Cells 0 to count - 1 in random order, to be freed.
int32_t* shuffleCells( int32_t count, uint64_t seed );
// How many cells differ in any bit.
int32_t countDifferent( const wfField* field, const wfScaled* values, const int32_t* cells, int32_t count );

void runStateTests( int argc, char** argv );
void runSingleTests( int argc, char** argv );
