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
	int32_t left, right, low, high; // cells that have distances lie in this box, ends included; empty: right below left
	int32_t buckets[WF_WAY_BUCKETS];
} wfKnownWays;

wfResult wfKnownWays_Create( wfKnownWays* ways, size_t count );
void wfKnownWays_Free( wfKnownWays* ways );

// Cells whose distances are wanted; others further away may be missing. Null: all are.
typedef struct wfWanted
{
	const int32_t* cells;
	int32_t count;
} wfWanted;

// From a cell, which need not be one to stand on, or -1: to nowhere.
void wfKnownWays_Measure( wfKnownWays* ways, const wfKnowledge* map, int32_t from, const wfWanted* wanted );
// The neighbour of a cell on its way to where was measured from, -1: it is there, or there is none.
int32_t wfKnownWays_GetNext( const wfKnownWays* ways, const wfKnowledge* map, int32_t cell );

static inline double wfWayInMetres( const wfKnowledge* map, int32_t distance )
{
	return distance == WF_NO_WAY ? (double)INFINITY : distance * map->cellSize / WF_STRAIGHT;
}
