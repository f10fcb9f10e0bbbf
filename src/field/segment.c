// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Straight walks on the grid.
//
// The rule: blocked cells are closed squares shrunk by WF_TOUCH. Running along the edge of a blocked cell, or through the corner
// of a single one, is free; entering its inside is not. Where two blocked cells meet in a corner, or share the edge the walk runs
// on, there is no path between them. The outside of the grid is blocked, its border line may be touched.

#include "field/query.h"

#include <math.h>

// Cells looked at with the axes swapped where the walk is steeper than 45 degrees: `along` is the axis it advances on.
typedef struct Lanes
{
	const wfGrid* grid;
	bool swapped;
} Lanes;

static inline bool isLaneFree( const Lanes* lanes, int32_t along, int32_t across )
{
	return lanes->swapped ? wfIsCellFree( lanes->grid, across, along ) : wfIsCellFree( lanes->grid, along, across );
}

// A point is free where any of the cells it touches is.
static bool isPointFree( const wfGrid* grid, wfVec2 point )
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

// Rows of one column: `low` and `high` are the same but where a walk changes rows inside the column, or runs on an edge with both
// sides open.
typedef struct Rows
{
	int32_t low, high;
} Rows;

// The rows of column `along` that a walk goes through from `enter` to `leave`; `entry` and `exit` are those it may be in at the
// ends. False where one is blocked.
static inline bool findRows( const Lanes* lanes, int32_t along, double enter, double leave, Rows* entry, Rows* exit )
{
	bool rising = enter < leave;
	int32_t low = (int32_t)floor( ( rising ? enter : leave ) + WF_TOUCH );
	int32_t high = (int32_t)ceil( ( rising ? leave : enter ) - WF_TOUCH ) - 1;
	if ( low <= high )
	{
		for ( int32_t row = low; row <= high; ++row )
		{
			if ( !isLaneFree( lanes, along, row ) )
			{
				return false;
			}
		}
		*entry = rising ? ( Rows ){ low, low } : ( Rows ){ high, high };
		*exit = rising ? ( Rows ){ high, high } : ( Rows ){ low, low };
		return true;
	}
	// It runs on the edge below row `low`: one of the two sides is enough.
	bool below = isLaneFree( lanes, along, low - 1 ), above = isLaneFree( lanes, along, low );
	*entry = *exit = ( Rows ){ below ? low - 1 : low, above ? low : low - 1 };
	return below || above;
}

// Does a walk get from column `along` to the next one? `from` and `to` are rows at the line between them.
static inline bool isCrossingFree( const Lanes* lanes, int32_t along, Rows from, Rows to )
{
	if ( from.low <= to.high && to.low <= from.high )
	{
		return true;
	}
	// It passes exactly through a corner: one of the two cells beside has to be free.
	int32_t near = from.low > to.high ? from.low : from.high;
	int32_t far = from.low > to.high ? to.high : to.low;
	return isLaneFree( lanes, along, far ) || isLaneFree( lanes, along + 1, near );
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
		return isPointFree( grid, a ) && isPointFree( grid, b );
	}
	double slope = ( y1 - y0 ) / ( x1 - x0 );
	int32_t first = (int32_t)floor( x0 + WF_TOUCH ), last = (int32_t)ceil( x1 - WF_TOUCH ) - 1;
	Rows before = { 0, 0 };
	double enter = y0;
	for ( int32_t along = first; along <= last; ++along )
	{
		double leave = along == last ? y1 : y0 + slope * ( along + 1.0 - x0 );
		Rows entry, exit;
		if ( !findRows( &lanes, along, enter, leave, &entry, &exit ) )
		{
			return false;
		}
		if ( along > first && !isCrossingFree( &lanes, along - 1, before, entry ) )
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
	double length = wfDistance2( a, b );
	if ( length <= WF_TOUCH )
	{
		return wfIsSpanFree( grid, a, b );
	}
	wfVec2 aside = wfScale2( margin, wfDivide2( wfPerpendicular2( wfSub2( b, a ) ), length ) );
	return wfIsSpanFree( grid, wfAdd2( a, aside ), wfAdd2( b, aside ) ) &&
		   wfIsSpanFree( grid, wfSub2( a, aside ), wfSub2( b, aside ) );
}

bool wfGrid_IsSegmentFree( const wfGrid* grid, wfVec2 a, wfVec2 b )
{
	if ( WF_FAILS( grid != NULL ) )
	{
		return false;
	}
	return wfIsSpanFree( grid, wfToCells( grid, a ), wfToCells( grid, b ) );
}
