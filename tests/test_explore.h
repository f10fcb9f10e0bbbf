// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the tests of exploration share: drawn worlds, and a team of points that walks.
#pragma once

#include "explore/explore.h"
#include "test.h"
#include "world/grid.h"

#define MOST_POINTS 4

// A world of cells of a metre, drawn row by row from above: '#' is wall.
typedef struct Drawing
{
	wfWorld* world;
	wfGrid *walls, *room;
	wfBox2 bounds;
	double radius;
} Drawing;

Drawing drawWorld( const char* const* rows, double radius );
Drawing drawCells( const uint8_t* cells, int32_t width, int32_t height, double radius );
void freeDrawing( Drawing* drawing );

typedef struct Team
{
	wfExploration* exploration;
	Drawing* drawing;
	wfExplorerInput points[MOST_POINTS];
	int32_t count;
	double time, step;
	const wfThing* things;
	int32_t thingCount;
	double length;
	int32_t ticks;
} Team;

// The default def in these bounds.
wfExplorationDef makeDef( const Drawing* drawing );
Team makeTeam( Drawing* drawing, const wfExplorationDef* def );
void addPoint( Team* team, wfVec2 place, double range );
void freeTeam( Team* team );
// Sense and decide, then walk: half a cell twice. False when all are done.
bool tickTeam( Team* team );
// Until all are done or so many ticks have passed.
bool runTeam( Team* team, int32_t most );
int32_t countEvents( const Team* team, wfExploreEventKind kind );
// Cells that could be seen from where a disc can get to, and are unknown to the map.
int32_t countMissed( const Team* team, wfVec2 start, double range );

void testSight( int argc, char** argv );
void testFrontiers( int argc, char** argv );
void testStates( int argc, char** argv );
