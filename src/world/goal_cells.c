// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Which free cells a goal covers.
#include "world/grid.h"
#include "world/raster.h"

#include <stdlib.h>

// Cells that are found in the order of their numbers: counted all, written while there is room.
typedef struct wfCellList
{
	const wfGrid* grid;
	int32_t* cells;
	int32_t capacity, count;
} wfCellList;

static void addCell( wfCellList* list, int32_t i, int32_t j )
{
	if ( !wfIsCellFree( list->grid, i, j ) )
	{
		return;
	}
	if ( list->count < list->capacity )
	{
		list->cells[list->count] = j * list->grid->width + i;
	}
	list->count += 1;
}

static wfVec2 toCells( const wfGrid* grid, wfVec2 point )
{
	return wfDivide2( wfSub2( point, grid->origin ), grid->cellSize );
}

// Cell index of a coordinate in cells, held within one cell outside of the grid.
static int32_t clampIndex( double coordinate, int32_t count )
{
	double index = floor( coordinate );
	return index < -1.0 ? -1 : ( index > count ? count : (int32_t)index );
}

typedef struct wfSpan
{
	int32_t first, last;
} wfSpan;

// Columns of row `row` that the segment from a to b (in cells) touches; first > last for none. A segment that runs along the line
// between two rows touches both.
static wfSpan spanOfSegment( wfVec2 a, wfVec2 b, int32_t row, int32_t width )
{
	double low = wfMin( a.y, b.y ), high = wfMax( a.y, b.y );
	double from = wfMax( low, row ), to = wfMin( high, row + 1.0 );
	if ( from > to )
	{
		return ( wfSpan ){ 1, 0 };
	}
	double x0 = wfMin( a.x, b.x ), x1 = wfMax( a.x, b.x );
	if ( high > low )
	{
		double slope = ( b.x - a.x ) / ( b.y - a.y );
		double p = a.x + ( from - a.y ) * slope, q = a.x + ( to - a.y ) * slope;
		x0 = wfMax( x0, wfMin( p, q ) );
		x1 = wfMin( x1, wfMax( p, q ) );
	}
	// On the line between two columns both are touched.
	int32_t first = clampIndex( ceil( x0 ) - 1.0, width ), last = clampIndex( x1, width );
	return ( wfSpan ){ first < 0 ? 0 : first, last >= width ? width - 1 : last };
}

// All cells touched by the polyline, row by row. A goal has few segments, and few of them touch a row.
static void addLine( wfCellList* list, const wfVec2* points, int32_t count, bool closed )
{
	const wfGrid* grid = list->grid;
	wfBox2 box = wfBoxOfPoints( points, count );
	double low = toCells( grid, box.lower ).y, high = toCells( grid, box.upper ).y;
	int32_t firstRow = clampIndex( ceil( low ) - 1.0, grid->height ), lastRow = clampIndex( high, grid->height );
	for ( int32_t row = firstRow < 0 ? 0 : firstRow; row <= lastRow && row < grid->height; ++row )
	{
		// Columns are taken in order: always the next one that some segment touches.
		for ( int32_t column = 0; column < grid->width; ++column )
		{
			int32_t next = INT32_MAX, end = -1;
			for ( int32_t k = 0; k < ( closed ? count : count - 1 ); ++k )
			{
				wfSpan span = spanOfSegment( toCells( grid, points[k] ), toCells( grid, points[k + 1 < count ? k + 1 : 0] ), row,
											 grid->width );
				int32_t first = span.first > column ? span.first : column;
				if ( first <= span.last && ( first < next || ( first == next && span.last > end ) ) )
				{
					next = first;
					end = span.last;
				}
			}
			for ( column = next; column <= end; ++column )
			{
				addCell( list, column, row );
			}
			if ( next == INT32_MAX )
			{
				break;
			}
			column = end;
		}
	}
}

static bool ringHasPoint( const wfVec2* points, int32_t count, wfVec2 point )
{
	bool inside = false;
	for ( int32_t k = 0; k < count; ++k )
	{
		wfPolygonEdge edge = wfMakeEdge( points[k], points[k + 1 < count ? k + 1 : 0] );
		inside ^= wfIsLeftOf( &edge, point );
	}
	return inside;
}

static void addPolygon( wfCellList* list, const wfVec2* points, int32_t count )
{
	const wfGrid* grid = list->grid;
	wfBox2 box = wfBoxOfPoints( points, count );
	wfVec2 low = toCells( grid, box.lower ), high = toCells( grid, box.upper );
	int32_t i0 = clampIndex( low.x, grid->width ), i1 = clampIndex( high.x, grid->width );
	int32_t j0 = clampIndex( low.y, grid->height ), j1 = clampIndex( high.y, grid->height );
	bool covered = false;
	for ( int32_t j = j0 < 0 ? 0 : j0; j <= j1 && j < grid->height; ++j )
	{
		for ( int32_t i = i0 < 0 ? 0 : i0; i <= i1 && i < grid->width; ++i )
		{
			if ( ringHasPoint( points, count, wfCellCenter( grid, i, j ) ) )
			{
				covered = true;
				addCell( list, i, j );
			}
		}
	}
	if ( !covered )
	{
		// Too small or too thin to cover a centre.
		addLine( list, points, count, true );
	}
}

static int compareCells( const void* a, const void* b )
{
	int32_t x = *(const int32_t*)a, y = *(const int32_t*)b;
	return x < y ? -1 : x > y;
}

// In order and each once, without any memory: always the smallest cell that is larger than the last.
static void addCellsSlowly( wfCellList* list, const wfVec2* points, int32_t count )
{
	int32_t last = -1;
	for ( ;; )
	{
		int32_t next = INT32_MAX;
		for ( int32_t k = 0; k < count; ++k )
		{
			int32_t cell = wfGrid_GetCell( list->grid, points[k] );
			next = cell > last && cell < next ? cell : next;
		}
		if ( next == INT32_MAX )
		{
			return;
		}
		addCell( list, next % list->grid->width, next / list->grid->width );
		last = next;
	}
}

static void addCells( wfCellList* list, const wfVec2* points, int32_t count )
{
	int32_t* sorted = count > 16 ? wfAllocateArray( (size_t)count, sizeof( int32_t ) ) : NULL;
	if ( sorted == NULL )
	{
		addCellsSlowly( list, points, count );
		return;
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		sorted[k] = wfGrid_GetCell( list->grid, points[k] );
	}
	qsort( sorted, (size_t)count, sizeof( int32_t ), compareCells );
	for ( int32_t k = 0; k < count; ++k )
	{
		if ( sorted[k] >= 0 && ( k == 0 || sorted[k] != sorted[k - 1] ) )
		{
			addCell( list, sorted[k] % list->grid->width, sorted[k] / list->grid->width );
		}
	}
	wfReleaseArray( sorted, (size_t)count, sizeof( int32_t ) );
}

int32_t wfGrid_GetGoalCells( const wfGrid* grid, const wfGoalDef* goal, int32_t* cells, int32_t capacity )
{
	if ( WF_FAILS( grid != NULL && goal != NULL && goal->internalCookie == WF_COOKIE && ( cells != NULL || capacity <= 0 ) ) )
	{
		return 0;
	}
	wfCellList list = { grid, cells, capacity, 0 };
	if ( wfGoalValidate( goal, NULL ) != wf_ok )
	{
		return 0;
	}
	switch ( goal->kind )
	{
		case wf_pointGoal:
		case wf_cellsGoal:
			addCells( &list, goal->points, goal->pointCount );
			break;
		case wf_lineGoal:
			addLine( &list, goal->points, goal->pointCount, false );
			break;
		case wf_polygonGoal:
			addPolygon( &list, goal->points, goal->pointCount );
			break;
	}
	return list.count;
}
