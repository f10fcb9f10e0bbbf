// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Straight walks on the grid.
//
// The rule: blocked cells are closed squares shrunk by WF_TOUCH. Running along the edge of a blocked cell, or through the corner
// of a single one, is free; entering its inside is not. Where two blocked cells meet in a corner, or share the edge the walk runs
// on, there is no way between them. The outside of the grid is blocked, its border line may be touched.

#include "base/base.h"
#include "field/query.h"

#include <math.h>

// Cells looked at with the axes swapped where the walk is steeper than 45 degrees: `along` is the axis it advances on.
typedef struct Lanes
{
	const wfGrid* grid;
	bool swapped;
} Lanes;

static inline bool IsLaneFree( const Lanes* lanes, int32_t along, int32_t across )
{
	return lanes->swapped ? wfIsCellFree( lanes->grid, across, along ) : wfIsCellFree( lanes->grid, along, across );
}

// A point is free where any of the cells it touches is.
static bool IsPointFree( const wfGrid* grid, wfVec2 point )
{
	int32_t lowI = (int32_t)floor( point.x - WF_TOUCH ), highI = (int32_t)floor( point.x + WF_TOUCH );
	int32_t lowJ = (int32_t)floor( point.y - WF_TOUCH ), highJ = (int32_t)floor( point.y + WF_TOUCH );
	for ( int32_t j = lowJ; j <= highJ; ++j )
	{
		for ( int32_t i = lowI; i <= highI; ++i )
		{
			if ( wfIsCellFree( grid, i, j ) )
			{
				return true;
			}
		}
	}
	return false;
}

// The rows a walk may be in at one of the grid lines it crosses: `low` and `high` are the same but where it runs on an edge with
// both sides open.
typedef struct Rows
{
	int32_t low, high;
} Rows;

// Rows of column `along` that a walk with values in [lower, upper] there touches, all free; false where one is blocked.
static inline bool FindRows( const Lanes* lanes, int32_t along, double lower, double upper, Rows* rows )
{
	rows->low = (int32_t)floor( lower + WF_TOUCH );
	rows->high = (int32_t)ceil( upper - WF_TOUCH ) - 1;
	if ( rows->low <= rows->high )
	{
		for ( int32_t row = rows->low; row <= rows->high; ++row )
		{
			if ( !IsLaneFree( lanes, along, row ) )
			{
				return false;
			}
		}
		return true;
	}
	// It runs on the edge between two rows: one of them is enough.
	int32_t line = rows->low;
	bool below = IsLaneFree( lanes, along, line - 1 ), above = IsLaneFree( lanes, along, line );
	rows->low = below ? line - 1 : line;
	rows->high = above ? line : line - 1;
	return below || above;
}

// Does a walk get from column `along` to the next one? `from` and `to` are rows at the line between them.
static inline bool IsCrossingFree( const Lanes* lanes, int32_t along, Rows from, Rows to )
{
	if ( from.low <= to.high && to.low <= from.high )
	{
		return true;
	}
	// It passes exactly through a corner: one of the two cells beside has to be free.
	int32_t near = from.low > to.high ? from.low : from.high;
	int32_t far = from.low > to.high ? to.high : to.low;
	return IsLaneFree( lanes, along, far ) || IsLaneFree( lanes, along + 1, near );
}

bool wfIsSpanFree( const wfGrid* grid, wfVec2 a, wfVec2 b )
{
	// Written so that NaN fails. One cell beyond the border is enough to be refused below without overflow.
	double limitX = grid->width + WF_TOUCH, limitY = grid->height + WF_TOUCH;
	if ( !( a.x >= -WF_TOUCH && a.x <= limitX && b.x >= -WF_TOUCH && b.x <= limitX && a.y >= -WF_TOUCH && a.y <= limitY &&
			b.y >= -WF_TOUCH && b.y <= limitY ) )
	{
		return false;
	}
	Lanes lanes = { grid, fabs( b.y - a.y ) > fabs( b.x - a.x ) };
	double x0 = lanes.swapped ? a.y : a.x, y0 = lanes.swapped ? a.x : a.y;
	double x1 = lanes.swapped ? b.y : b.x, y1 = lanes.swapped ? b.x : b.y;
	if ( x0 > x1 )
	{
		double x = x0, y = y0;
		x0 = x1, y0 = y1;
		x1 = x, y1 = y;
	}
	if ( x1 - x0 <= 2.0 * WF_TOUCH )
	{
		return IsPointFree( grid, a ) && IsPointFree( grid, b );
	}
	double slope = ( y1 - y0 ) / ( x1 - x0 );
	int32_t first = (int32_t)floor( x0 + WF_TOUCH ), last = (int32_t)ceil( x1 - WF_TOUCH ) - 1;
	Rows before = { 0, 0 };
	double enter = y0;
	for ( int32_t along = first; along <= last; ++along )
	{
		double leave = along == last ? y1 : y0 + slope * ( along + 1.0 - x0 );
		Rows rows;
		if ( !FindRows( &lanes, along, enter < leave ? enter : leave, enter < leave ? leave : enter, &rows ) )
		{
			return false;
		}
		// Of the rows of a slanted walk the one at the line counts.
		bool onEdge =
			floor( ( enter < leave ? enter : leave ) + WF_TOUCH ) > ceil( ( enter < leave ? leave : enter ) - WF_TOUCH ) - 1.0;
		Rows entry = rows, exit = rows;
		if ( !onEdge )
		{
			entry.low = entry.high = enter < leave ? rows.low : rows.high;
			exit.low = exit.high = enter < leave ? rows.high : rows.low;
		}
		if ( along > first && !IsCrossingFree( &lanes, along - 1, before, entry ) )
		{
			return false;
		}
		before = exit;
		enter = leave;
	}
	return true;
}

bool wfIsBandFree( const wfGrid* grid, wfVec2 a, wfVec2 b, double margin )
{
	double dx = b.x - a.x, dy = b.y - a.y, length = sqrt( dx * dx + dy * dy );
	if ( length <= WF_TOUCH )
	{
		return wfIsSpanFree( grid, a, b );
	}
	double nx = -dy / length * margin, ny = dx / length * margin;
	return wfIsSpanFree( grid, ( wfVec2 ){ a.x + nx, a.y + ny }, ( wfVec2 ){ b.x + nx, b.y + ny } ) &&
		   wfIsSpanFree( grid, ( wfVec2 ){ a.x - nx, a.y - ny }, ( wfVec2 ){ b.x - nx, b.y - ny } );
}

bool wfGrid_IsSegmentFree( const wfGrid* grid, wfVec2 a, wfVec2 b )
{
	if ( WF_FAILS( grid != NULL ) )
	{
		return false;
	}
	return wfIsSpanFree( grid, wfToCells( grid, a ), wfToCells( grid, b ) );
}
