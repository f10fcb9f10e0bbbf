// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Density by Voronoi cells: everybody near the area gets the places nearer to him than to anybody else, as far as the cut-off
// and, where the world is known, inside of it. The cell is made by cutting a square with the bisectors of neighbours, nearest
// first.

#include "metrics.h"

#include <math.h>
#include <string.h>

#define CUT_OFF WF_VORONOI_CUT_OFF

// The neighbours of one frame in square cells.
typedef struct Grid
{
	wfVec2 origin;
	double cell;
	int32_t width, height;
} Grid;

void wfVoronoi_Free( wfVoronoi* voronoi )
{
	wfPoints* all[] = { &voronoi->points, &voronoi->polygon, &voronoi->spare,
						&voronoi->part,	  &voronoi->ring,	 &voronoi->ringSpare };
	for ( size_t i = 0; i < sizeof( all ) / sizeof( all[0] ); ++i )
	{
		wfArray_Free( all[i] );
	}
	wfCellSort_Free( &voronoi->sort );
	wfWalkable_Free( &voronoi->walkable );
}

static void swapPoints( wfPoints* a, wfPoints* b )
{
	wfPoints swapped = *a;
	*a = *b;
	*b = swapped;
}

static bool reserve( wfVoronoi* voronoi, wfPoints* points, int32_t count )
{
	voronoi->failed = voronoi->failed || wfArray_Reserve( points, count ) != wf_ok;
	return !voronoi->failed;
}

static bool isNear( const wfBox2* box, wfVec2 point, double reach )
{
	return point.x > box->lower.x - reach && point.x < box->upper.x + reach && point.y > box->lower.y - reach &&
		   point.y < box->upper.y + reach;
}

// -------------------------------------------------------------------------------------------------------------- sorting

static Grid makeGrid( const wfBox2* area, int32_t count )
{
	// Whoever has a cell in the area is within the cut-off of it, and whoever bounds such a cell within three times.
	double reach = 3.0 * CUT_OFF;
	double width = area->upper.x - area->lower.x + 2.0 * reach, height = area->upper.y - area->lower.y + 2.0 * reach;
	double cell = sqrt( width * height / ( 2.0 * count + 16.0 ) );
	cell = cell > 0.5 ? cell : 0.5;
	// A long thin area would have more cells than its size suggests.
	double longer = width > height ? width : height;
	cell = cell > longer / 30000.0 ? cell : longer / 30000.0;
	return ( Grid ){
		{ area->lower.x - reach, area->lower.y - reach }, cell, (int32_t)( width / cell ) + 1, (int32_t)( height / cell ) + 1 };
}

static int32_t getColumn( const Grid* grid, double x )
{
	int32_t column = (int32_t)( ( x - grid->origin.x ) / grid->cell );
	return column < 0 ? 0 : column >= grid->width ? grid->width - 1 : column;
}

static int32_t getLine( const Grid* grid, double y )
{
	int32_t line = (int32_t)( ( y - grid->origin.y ) / grid->cell );
	return line < 0 ? 0 : line >= grid->height ? grid->height - 1 : line;
}

// Those near the area, sorted by cell.
static int32_t sortPoints( wfVoronoi* voronoi, const wfFrame* frame, const wfBox2* area, Grid* grid )
{
	int32_t count = 0;
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		count += isNear( area, wfInPlane( frame->positions[i] ), 3.0 * CUT_OFF );
	}
	*grid = makeGrid( area, count );
	voronoi->failed = voronoi->failed || wfArray_Reserve( &voronoi->points, count ) != wf_ok ||
					  wfCellSort_Begin( &voronoi->sort, count, (size_t)grid->width * (size_t)grid->height ) != wf_ok;
	if ( voronoi->failed )
	{
		return 0;
	}
	int32_t *cells = voronoi->sort.cells.data, *begins = voronoi->sort.begins.data;
	for ( int32_t i = 0, k = 0; i < frame->count; ++i )
	{
		wfVec2 point = wfInPlane( frame->positions[i] );
		if ( isNear( area, point, 3.0 * CUT_OFF ) )
		{
			cells[k] = getLine( grid, point.y ) * grid->width + getColumn( grid, point.x );
			begins[cells[k++] + 2] += 1;
		}
	}
	wfCellSort_Sum( &voronoi->sort );
	for ( int32_t i = 0, k = 0; i < frame->count; ++i )
	{
		if ( isNear( area, wfInPlane( frame->positions[i] ), 3.0 * CUT_OFF ) )
		{
			voronoi->points.data[begins[cells[k++] + 1]++] = wfInPlane( frame->positions[i] );
		}
	}
	return count;
}

// -------------------------------------------------------------------------------------------------------------- cutting

typedef struct Cell
{
	wfVec2 center;
	int32_t count; // points of voronoi->polygon
	double reach;  // of its farthest corner, at most the cut-off
} Cell;

static void cutCell( wfVoronoi* voronoi, Cell* cell, wfVec2 other )
{
	wfVec2 d = wfSub2( other, cell->center );
	double squared = wfDot2( d, d );
	// People at the very same place share their cell.
	if ( squared == 0.0 || squared >= 4.0 * cell->reach * cell->reach || !reserve( voronoi, &voronoi->spare, cell->count + 2 ) )
	{
		return;
	}
	wfVec2 middle = wfAddScaled2( cell->center, 0.5, d );
	cell->count = wfClipPolygon( voronoi->polygon.data, cell->count, middle, wfPerpendicular2( d ), voronoi->spare.data );
	swapPoints( &voronoi->spare, &voronoi->polygon );
	double farthest = 0.0;
	for ( int32_t i = 0; i < cell->count; ++i )
	{
		wfVec2 to = wfSub2( voronoi->polygon.data[i], cell->center );
		farthest = wfMax( wfDot2( to, to ), farthest );
	}
	cell->reach = farthest < CUT_OFF * CUT_OFF ? sqrt( farthest ) : CUT_OFF;
}

static void cutByGridCell( wfVoronoi* voronoi, const Grid* grid, int32_t column, int32_t line, Cell* cell )
{
	if ( column < 0 || column >= grid->width || line < 0 || line >= grid->height )
	{
		return;
	}
	int32_t index = line * grid->width + column;
	for ( int32_t k = voronoi->sort.begins.data[index]; k < voronoi->sort.begins.data[index + 1]; ++k )
	{
		cutCell( voronoi, cell, voronoi->points.data[k] );
	}
}

static void makeCell( wfVoronoi* voronoi, const Grid* grid, Cell* cell )
{
	if ( !reserve( voronoi, &voronoi->polygon, 8 ) )
	{
		return;
	}
	wfVec2 c = cell->center;
	for ( int32_t i = 0; i < 4; ++i )
	{
		voronoi->polygon.data[i] =
			( wfVec2 ){ c.x + ( i == 1 || i == 2 ? CUT_OFF : -CUT_OFF ), c.y + ( i >= 2 ? CUT_OFF : -CUT_OFF ) };
	}
	cell->count = 4;
	cell->reach = CUT_OFF;
	int32_t column = getColumn( grid, c.x ), line = getLine( grid, c.y );
	// Squares of grid cells around the own one, until all of the next are too far to cut anything off.
	for ( int32_t r = 0; r == 0 || ( r - 1 ) * grid->cell < 2.0 * cell->reach; ++r )
	{
		for ( int32_t i = -r; i <= r; ++i )
		{
			cutByGridCell( voronoi, grid, column + i, line - r, cell );
			if ( r > 0 )
			{
				cutByGridCell( voronoi, grid, column + i, line + r, cell );
			}
		}
		for ( int32_t i = 1 - r; i < r; ++i )
		{
			cutByGridCell( voronoi, grid, column - r, line + i, cell );
			cutByGridCell( voronoi, grid, column + r, line + i, cell );
		}
	}
}

// ---------------------------------------------------------------------------------------------------------------- areas

// Signed area of the walkable rings inside of a convex polygon and the disc around the cell's centre. A ring cut piece by piece
// may come to run back and forth along the cut; that encloses nothing.
static double getWalkableArea( wfVoronoi* voronoi, const Cell* cell, const wfVec2* convex, int32_t count )
{
	const wfWalkable* walkable = &voronoi->walkable;
	double area = 0.0;
	for ( int32_t r = 0; r < walkable->rings.count; ++r )
	{
		int32_t points = walkable->rings.data[r].count;
		if ( !reserve( voronoi, &voronoi->ring, points ) )
		{
			return 0.0;
		}
		memcpy( voronoi->ring.data, walkable->points.data + walkable->rings.data[r].begin, (size_t)points * sizeof( wfVec2 ) );
		for ( int32_t i = 0, k = count - 1; i < count && points > 0; k = i++ )
		{
			if ( !reserve( voronoi, &voronoi->ringSpare, 2 * points ) )
			{
				return 0.0;
			}
			wfVec2 d = wfSub2( convex[i], convex[k] );
			points = wfClipPolygon( voronoi->ring.data, points, convex[k], d, voronoi->ringSpare.data );
			swapPoints( &voronoi->ring, &voronoi->ringSpare );
		}
		area += wfGetDiscArea( voronoi->ring.data, points, cell->center, CUT_OFF );
	}
	return area > 0.0 ? area : 0.0;
}

static double getArea( wfVoronoi* voronoi, const Cell* cell, const wfVec2* convex, int32_t count )
{
	return voronoi->walkable.used ? getWalkableArea( voronoi, cell, convex, count )
								  : wfGetDiscArea( convex, count, cell->center, CUT_OFF );
}

static bool isInsideBox( const wfVec2* polygon, int32_t count, const wfBox2* box )
{
	for ( int32_t i = 0; i < count; ++i )
	{
		if ( !isNear( box, polygon[i], 0.0 ) )
		{
			return false;
		}
	}
	return true;
}

// Which share of a cell lies in the area.
static double getShare( wfVoronoi* voronoi, const Cell* cell, const wfBox2* area )
{
	double whole = getArea( voronoi, cell, voronoi->polygon.data, cell->count );
	if ( whole <= 1e-12 )
	{
		return 0.0; // somebody inside of a wall has no cell
	}
	if ( isInsideBox( voronoi->polygon.data, cell->count, area ) )
	{
		return 1.0;
	}
	if ( !reserve( voronoi, &voronoi->part, cell->count + 8 ) || !reserve( voronoi, &voronoi->spare, cell->count + 8 ) )
	{
		return 0.0;
	}
	memcpy( voronoi->part.data, voronoi->polygon.data, (size_t)cell->count * sizeof( wfVec2 ) );
	int32_t count = wfClipPolygonToBox( voronoi->part.data, cell->count, area, voronoi->spare.data );
	double inside = count > 0 ? getArea( voronoi, cell, voronoi->part.data, count ) : 0.0;
	// Rounding may leave a touch of area beyond both ends.
	double share = inside / whole;
	return share < 0.0 ? 0.0 : share < 1.0 ? share : 1.0;
}

double wfVoronoi_GetDensity( wfVoronoi* voronoi, const wfFrame* frame, const wfBox2* area )
{
	Grid grid;
	int32_t count = sortPoints( voronoi, frame, area, &grid );
	double persons = 0.0;
	for ( int32_t i = 0; i < count && !voronoi->failed; ++i )
	{
		Cell cell = { .center = voronoi->points.data[i] };
		if ( isNear( area, cell.center, CUT_OFF ) )
		{
			makeCell( voronoi, &grid, &cell );
			persons += voronoi->failed ? 0.0 : getShare( voronoi, &cell, area );
		}
	}
	return persons / ( ( area->upper.x - area->lower.x ) * ( area->upper.y - area->lower.y ) );
}
