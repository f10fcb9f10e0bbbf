// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What queries, tracing and smoothing share. Everything here works in cell units: the lower left corner of cell 0 is (0, 0) and
// a cell is one unit wide, so that the same tolerances hold for any cell size.
#pragma once

#include "base/array.h"
#include "base/vec2.h"
#include "field/field.h"
#include "field/tuning.h"

static inline wfVec2 wfToCells( const wfGrid* grid, wfVec2 point )
{
	return wfDivide2( wfSub2( point, grid->origin ), grid->cellSize );
}

static inline wfVec2 wfFromCells( const wfGrid* grid, wfVec2 point )
{
	return wfAddScaled2( grid->origin, grid->cellSize, point );
}

// The cell a point in cell units lies in, -1 outside of the grid and for numbers that are not finite.
static inline int32_t wfCellAt( const wfGrid* grid, wfVec2 point )
{
	if ( !( point.x >= 0.0 && point.y >= 0.0 && point.x < grid->width && point.y < grid->height ) )
	{
		return -1;
	}
	return (int32_t)point.y * grid->width + (int32_t)point.x;
}

static inline wfVec2 wfCenterInCells( const wfGrid* grid, int32_t cell )
{
	return ( wfVec2 ){ (double)( cell % grid->width ) + 0.5, (double)( cell / grid->width ) + 0.5 };
}

// wfGrid_IsSegmentFree in cell units.
bool wfIsSpanFree( const wfGrid* grid, wfVec2 a, wfVec2 b );

// The same between points of two cells known to be free, which is plain to see where these share a side.
static inline bool wfIsStepFree( const wfGrid* grid, wfVec2 a, int32_t cellA, wfVec2 b, int32_t cellB )
{
	int32_t step = cellA < cellB ? cellB - cellA : cellA - cellB;
	// A step of 1 may also lead from the end of a row to the start of the next, but points that close only do so where rows are
	// two cells long.
	return step == 0 || ( step == 1 && grid->width != 2 ) || step == grid->width || wfIsSpanFree( grid, a, b );
}

// The same for a band of half width `margin` around the segment (its sides are looked at, not its round ends).
bool wfIsBandFree( const wfGrid* grid, wfVec2 a, wfVec2 b, double margin );

// Gradient of q at a cell's centre, from the ratios of its neighbours' values to its own.
typedef struct wfCellGradient
{
	wfVec2 direction; // unit vector, {0, 0} where there is none
	double lateral;	  // q over the length of its gradient per cell, at most 1: how much a wall beside the cell weighs against it
} wfCellGradient;

// Gradients of cells lately asked for, one of each place in 4 x 4 blocks. Set all cells to -1 before use.
typedef struct wfDirectionCache
{
	int32_t cell[16];
	wfCellGradient gradient[16];
} wfDirectionCache;

// Everything the direction needs to know of one cell and one of its four quarters. It changes only when a point moves to another
// quarter, so a tracer keeps it from step to step.
typedef struct wfQuarter
{
	const wfField* field;
	wfDirectionCache* cache;	// may be null
	int32_t cell;				// the cell the quarter belongs to, -1: nothing loaded
	int32_t sideX, sideY;		// -1 or 1: which quarter
	wfWide values[9];			// q of the cell and the eight around it, row by row from below; 0 outside of the grid
	bool isFree[9];				// of these, as the grid is now
	double around[9];			// the same scaled; at walls what stands for it
	int32_t best;				// best neighbour of the cell
	bool saddle;				// two neighbours on opposite sides are both better
	bool blockedX, blockedY;	// walls beside the quarter
	bool blockedCorner;			// only the cell across the corner is blocked: a convex corner to go around
	double value[4];			// q of own cell, cell beside, cell above or below, cell across; scaled by a common power of two
	bool used[4];				// of these: takes part in the interpolation
	bool isGoal[4];				// has no gradient of its own
	wfCellGradient gradient[4]; // of the same cells
} wfQuarter;

// Direction of motion at a point in cell units, which must lie in a cell connected to the goal and not on the goal.
wfVec2 wfQuarterDirection( wfQuarter* quarter, const wfField* field, wfVec2 point, int32_t cell );

// The same at the centre of any cell, from that and the eight around it alone; {0, 0} where there is none.
wfVec2 wfCenterDirection( const wfField* field, int32_t cell );

// Distance in cells from a point to the nearest blocked square or the border, interpolated from the grid's clearances where that
// is far and exact where it is near.
double wfPointClearance( const wfGrid* grid, wfVec2 point );

// In cell units.
typedef WF_ARRAY( wfVec2 ) wfPolyline;

// How a traced path is straightened, see smooth.c.
typedef struct wfStraighten
{
	const wfGrid* grid;
	bool rounding;		 // round off zigzag first
	double tautness;	 // in [0, 1]
	double clearanceCap; // no shortcut needs more clearance than this, in cells
} wfStraighten;

// Round off zigzag, pull straight as far as the rule allows, drop points that carry nothing. First and last point stay.
wfResult wfStraightenPath( const wfStraighten* rule, wfPolyline* line );
