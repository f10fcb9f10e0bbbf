// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// One explorer that is a point moved along its direction, and what came of it.
#pragma once

#include "bench.h"
#include "wayfield/explore.h"

typedef struct wfExploreGrids
{
	wfGrid *walls, *room;
	double cellSize, radius;
} wfExploreGrids;

wfExploreGrids wfMakeExploreGrids( const wfWorld* world, double cellSize, double radius );
void wfFreeExploreGrids( wfExploreGrids* grids );

typedef struct wfExploreWalk
{
	double length;	   // m
	double turning;	   // degrees
	int32_t reversals; // turns of over 120 degrees within a metre
	int32_t ticks;
	double seconds;		 // of the processor, in all ticks
	int64_t missed;		 // cells that could be seen from where the disc can get to, and are unknown in the end
	int64_t seeable;	 // all of them
	double bytesPerCell; // the most
	bool isDone;
} wfExploreWalk;

// In steps of half a cell, two for each tick. The def's bounds, cells and radius are set here.
wfExploreWalk wfWalkAndExplore( const wfWorld* world, const wfExploreGrids* grids, const wfExplorationDef* def, wfVec2 start,
								double range, int32_t mostTicks );
