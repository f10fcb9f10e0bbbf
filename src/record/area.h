// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The walkable area of a world as polygons with holes that are valid for others: outlines are put on a fine grid of whole
// numbers, cut where they meet, and the pieces with free ground on one side only are joined to rings. On whole numbers every
// question of side and order has an exact answer.
#pragma once

#include "record/record.h"

// Coordinates stay below this, so that cross products of differences, doubled for midpoints, fit into 64 bits.
#define WF_AREA_LIMIT ( (int64_t)1 << 28 )

typedef struct wfAreaPoint
{
	int64_t x, y;
} wfAreaPoint;

// What lies on a side of an edge: how many bounds, walkable shapes and obstacles cover it.
typedef struct wfAreaDepth
{
	int32_t bounds, walkable, obstacle;
} wfAreaDepth;

// From a to b, a before b (by x, then y). `step` is what the left side has more than the right side.
typedef struct wfAreaEdge
{
	wfAreaPoint a, b;
	wfAreaDepth step;
} wfAreaEdge;

typedef struct wfAreaEdges
{
	wfAreaEdge* edges;
	size_t count, capacity;
} wfAreaEdges;

typedef struct wfAreaGrid
{
	double unit;		// metres, a power of ten
	int32_t decimals;	// of a coordinate in metres
	wfAreaPoint origin; // in units: coordinates are relative to it
	wfBox2 clip;		// what lies beyond is cut off before it is put on the grid
	double tolerance;	// metres arcs may be off
} wfAreaGrid;

typedef struct wfAreaRing
{
	size_t first, count; // of the points
	double area;		 // twice, in units, above 0 for outer rings
	int64_t outer;		 // of a hole: the ring it lies in, -1: none
} wfAreaRing;

typedef struct wfAreaRings
{
	wfAreaPoint* points;
	size_t pointCount, pointCapacity;
	wfAreaRing* rings;
	size_t ringCount, ringCapacity;
} wfAreaRings;

// area_edges.c: the outlines of all shapes and of the bounds, not cut yet.
wfAreaGrid wfAreaGrid_Make( wfBox2 bounds, int32_t coarser );
wfResult wfAreaEdges_Collect( wfAreaEdges* edges, const wfWorld* world, const wfAreaGrid* grid, bool* hasWalkable );
// An edge in any direction, with `depth` on its left side.
wfResult wfAreaEdges_Add( wfAreaEdges* edges, wfAreaPoint from, wfAreaPoint to, wfAreaDepth depth );
void wfAreaEdges_Free( wfAreaEdges* edges );

// area_arrange.c: cut edges where they meet until they share ends only, and join those that coincide.
// wf_numericalFailure when rounding does not come to rest.
wfResult wfAreaEdges_Arrange( wfAreaEdges* edges );
// Leave the edges with the property on one side only, with `depth` of one on that side. `rule` is asked with the depth of a side.
typedef bool wfAreaRule( wfAreaDepth depth, const void* context );
wfResult wfAreaEdges_KeepBoundary( wfAreaEdges* edges, wfAreaRule* rule, const void* context );

// area_rings.c: rings with the left sides of the boundary's edges inside.
wfResult wfAreaRings_Trace( wfAreaRings* rings, const wfAreaEdges* edges );
void wfAreaRings_Free( wfAreaRings* rings );

static inline int64_t wfAreaCross( wfAreaPoint a, wfAreaPoint b, wfAreaPoint c )
{
	return ( b.x - a.x ) * ( c.y - a.y ) - ( b.y - a.y ) * ( c.x - a.x );
}

static inline int wfAreaCompare( wfAreaPoint a, wfAreaPoint b )
{
	return a.x != b.x ? ( a.x < b.x ? -1 : 1 ) : a.y != b.y ? ( a.y < b.y ? -1 : 1 ) : 0;
}
