// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Distances over known ground: shortest ways over standing cells and their eight neighbours, corners not cut. Whole numbers, so
// that no order matters.
#pragma once

#include "explore/knowledge.h"
#include "explore/tuning.h"

#include <math.h>

#define WF_NO_WAY INT32_MAX
#define WF_WAY_BUCKETS ( WF_DIAGONAL * ( 4 + WF_MOST_QUARTERS ) / 4 + 2 )

typedef struct wfKnownWays
{
	int32_t* distances;		  // by cell, WF_STRAIGHT to a cell on plain ground; WF_NO_WAY
	int32_t *next, *previous; // by cell: in its bucket; -1: none
	size_t count;
	int32_t buckets[WF_WAY_BUCKETS];
} wfKnownWays;

wfResult wfKnownWays_Create( wfKnownWays* ways, size_t count );
void wfKnownWays_Free( wfKnownWays* ways );

// From a cell, which need not be one to stand on, or -1: to nowhere. Distances beyond `limit` may be missing.
void wfKnownWays_Measure( wfKnownWays* ways, const wfKnowledge* map, int32_t from, int32_t limit );
// The same where all edges lead from several cells, each with a distance that it begins with.
typedef struct wfWayStart
{
	int32_t cell, distance;
} wfWayStart;
void wfKnownWays_MeasureFrom( wfKnownWays* ways, const wfKnowledge* map, const wfWayStart* starts, int32_t count, int32_t limit );
// The neighbour of a cell on its way to where was measured from, -1: it is there, or there is none.
int32_t wfKnownWays_GetNext( const wfKnownWays* ways, const wfKnowledge* map, int32_t cell );

static inline double wfWayInMetres( const wfKnowledge* map, int32_t distance )
{
	return distance == WF_NO_WAY ? (double)INFINITY : distance * map->cellSize / WF_STRAIGHT;
}
