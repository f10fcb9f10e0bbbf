// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Density by Voronoi cells: everybody near the area gets the places nearer to him than to anybody else, as far as the cut-off
// and, where the world is known, inside of it. The cell is made by cutting a square with the bisectors of neighbours, nearest
// first.

#include "metrics.h"

#include <math.h>
#include <string.h>

#define CUT_OFF WF_VORONOI_CUT_OFF
#define OUT_OF_MEMORY ( -1.0 ) // in place of an area, a share, a density

// The neighbours of one frame in square cells.
typedef struct Grid
{
	wfVec2 origin;
	double cell;
	int32_t width, height;
} Grid;

void wfVoronoi_Free( wfVoronoi* voronoi )
{
	wfReleaseArray( voronoi->points, voronoi->pointCapacity, sizeof( wfVec2 ) );
	wfReleaseArray( voronoi->cells, voronoi->cellCapacity, sizeof( int32_t ) );
	wfReleaseArray( voronoi->begins, voronoi->beginCapacity, sizeof( int32_t ) );
	wfReleaseArray( voronoi->polygon, voronoi->polygonCapacity, sizeof( wfVec2 ) );
	wfReleaseArray( voronoi->spare, voronoi->spareCapacity, sizeof( wfVec2 ) );
	wfReleaseArray( voronoi->part, voronoi->partCapacity, sizeof( wfVec2 ) );
	wfReleaseArray( voronoi->ring, voronoi->ringCapacity, sizeof( wfVec2 ) );
	wfReleaseArray( voronoi->ringSpare, voronoi->ringSpareCapacity, sizeof( wfVec2 ) );
	wfWalkable_Free( &voronoi->walkable );
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
	// A long thin area would have more cells than its size tells.
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

// Those near the area, sorted by cell. Negative when out of memory.
static int32_t sortPoints( wfVoronoi* voronoi, const wfFrame* frame, const wfBox2* area, Grid* grid )
{
	int32_t count = 0;
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		count += isNear( area, wfInPlane( frame->positions[i] ), 3.0 * CUT_OFF );
	}
	*grid = makeGrid( area, count );
	size_t cellCount = (size_t)grid->width * (size_t)grid->height;
	if ( wfReserve( &voronoi->points, &voronoi->pointCapacity, (size_t)count, sizeof( wfVec2 ) ) != wf_ok ||
		 wfReserve( &voronoi->cells, &voronoi->cellCapacity, (size_t)count, sizeof( int32_t ) ) != wf_ok ||
		 wfReserve( &voronoi->begins, &voronoi->beginCapacity, cellCount + 2, sizeof( int32_t ) ) != wf_ok )
	{
		return -1;
	}
	int32_t* begins = voronoi->begins;
	memset( begins, 0, ( cellCount + 2 ) * sizeof( int32_t ) );
	for ( int32_t i = 0, k = 0; i < frame->count; ++i )
	{
		wfVec2 point = wfInPlane( frame->positions[i] );
		if ( isNear( area, point, 3.0 * CUT_OFF ) )
		{
			voronoi->cells[k] = getLine( grid, point.y ) * grid->width + getColumn( grid, point.x );
			begins[voronoi->cells[k++] + 2] += 1;
		}
	}
	for ( size_t c = 2; c < cellCount + 2; ++c )
	{
		begins[c] += begins[c - 1];
	}
	for ( int32_t i = 0, k = 0; i < frame->count; ++i )
	{
		if ( isNear( area, wfInPlane( frame->positions[i] ), 3.0 * CUT_OFF ) )
		{
			voronoi->points[begins[voronoi->cells[k++] + 1]++] = wfInPlane( frame->positions[i] );
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

static wfResult cutCell( wfVoronoi* voronoi, Cell* cell, wfVec2 other )
{
	double dx = other.x - cell->center.x, dy = other.y - cell->center.y, squared = dx * dx + dy * dy;
	// People at the very same place share their cell.
	if ( squared == 0.0 || squared >= 4.0 * cell->reach * cell->reach )
	{
		return wf_ok;
	}
	size_t needed = (size_t)cell->count + 2;
	if ( wfReserve( &voronoi->spare, &voronoi->spareCapacity, needed, sizeof( wfVec2 ) ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	wfVec2 middle = { cell->center.x + 0.5 * dx, cell->center.y + 0.5 * dy };
	cell->count = wfClipPolygon( voronoi->polygon, cell->count, middle, ( wfVec2 ){ -dy, dx }, voronoi->spare );
	wfVec2* polygon = voronoi->spare;
	voronoi->spare = voronoi->polygon;
	voronoi->polygon = polygon;
	size_t capacity = voronoi->spareCapacity;
	voronoi->spareCapacity = voronoi->polygonCapacity;
	voronoi->polygonCapacity = capacity;
	double farthest = 0.0;
	for ( int32_t i = 0; i < cell->count; ++i )
	{
		double x = polygon[i].x - cell->center.x, y = polygon[i].y - cell->center.y;
		farthest = x * x + y * y > farthest ? x * x + y * y : farthest;
	}
	cell->reach = farthest < CUT_OFF * CUT_OFF ? sqrt( farthest ) : CUT_OFF;
	return wf_ok;
}

static wfResult cutByGridCell( wfVoronoi* voronoi, const Grid* grid, int32_t column, int32_t line, Cell* cell )
{
	if ( column < 0 || column >= grid->width || line < 0 || line >= grid->height )
	{
		return wf_ok;
	}
	int32_t index = line * grid->width + column;
	for ( int32_t k = voronoi->begins[index]; k < voronoi->begins[index + 1]; ++k )
	{
		if ( cutCell( voronoi, cell, voronoi->points[k] ) != wf_ok )
		{
			return wf_outOfMemory;
		}
	}
	return wf_ok;
}

static wfResult makeCell( wfVoronoi* voronoi, const Grid* grid, Cell* cell )
{
	if ( wfReserve( &voronoi->polygon, &voronoi->polygonCapacity, 8, sizeof( wfVec2 ) ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	wfVec2 c = cell->center;
	voronoi->polygon[0] = ( wfVec2 ){ c.x - CUT_OFF, c.y - CUT_OFF };
	voronoi->polygon[1] = ( wfVec2 ){ c.x + CUT_OFF, c.y - CUT_OFF };
	voronoi->polygon[2] = ( wfVec2 ){ c.x + CUT_OFF, c.y + CUT_OFF };
	voronoi->polygon[3] = ( wfVec2 ){ c.x - CUT_OFF, c.y + CUT_OFF };
	cell->count = 4;
	cell->reach = CUT_OFF;
	int32_t column = getColumn( grid, c.x ), line = getLine( grid, c.y );
	// Squares of grid cells around the own one, until all of the next are too far to cut anything off.
	for ( int32_t r = 0; r == 0 || ( r - 1 ) * grid->cell < 2.0 * cell->reach; ++r )
	{
		wfResult result = wf_ok;
		for ( int32_t i = -r; i <= r && result == wf_ok; ++i )
		{
			result = cutByGridCell( voronoi, grid, column + i, line - r, cell );
			if ( r > 0 && result == wf_ok )
			{
				result = cutByGridCell( voronoi, grid, column + i, line + r, cell );
			}
		}
		for ( int32_t i = 1 - r; i < r && result == wf_ok; ++i )
		{
			result = cutByGridCell( voronoi, grid, column - r, line + i, cell );
			result = result == wf_ok ? cutByGridCell( voronoi, grid, column + r, line + i, cell ) : result;
		}
		if ( result != wf_ok )
		{
			return result;
		}
	}
	return wf_ok;
}

// ---------------------------------------------------------------------------------------------------------------- areas

// Signed area of the walkable rings inside of a convex polygon and the disc around the cell's centre. A ring cut piece by piece
// may come to run back and forth along the cut; that encloses nothing. Negative when out of memory.
static double getWalkableArea( wfVoronoi* voronoi, const Cell* cell, const wfVec2* convex, int32_t count )
{
	const wfWalkable* walkable = &voronoi->walkable;
	double area = 0.0;
	for ( size_t r = 0; r < walkable->ringCount; ++r )
	{
		int32_t points = walkable->rings[r].count;
		if ( wfReserve( &voronoi->ring, &voronoi->ringCapacity, (size_t)points, sizeof( wfVec2 ) ) != wf_ok )
		{
			return OUT_OF_MEMORY;
		}
		memcpy( voronoi->ring, walkable->points + walkable->rings[r].begin, (size_t)points * sizeof( wfVec2 ) );
		for ( int32_t i = 0, k = count - 1; i < count && points > 0; k = i++ )
		{
			if ( wfReserve( &voronoi->ringSpare, &voronoi->ringSpareCapacity, 2 * (size_t)points, sizeof( wfVec2 ) ) != wf_ok )
			{
				return OUT_OF_MEMORY;
			}
			wfVec2 d = { convex[i].x - convex[k].x, convex[i].y - convex[k].y };
			points = wfClipPolygon( voronoi->ring, points, convex[k], d, voronoi->ringSpare );
			wfVec2* ring = voronoi->ringSpare;
			voronoi->ringSpare = voronoi->ring;
			voronoi->ring = ring;
			size_t capacity = voronoi->ringSpareCapacity;
			voronoi->ringSpareCapacity = voronoi->ringCapacity;
			voronoi->ringCapacity = capacity;
		}
		area += wfGetDiscArea( voronoi->ring, points, cell->center, CUT_OFF );
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

// Which share of a cell lies in the area. Negative when out of memory.
static double getShare( wfVoronoi* voronoi, const Cell* cell, const wfBox2* area )
{
	double whole = getArea( voronoi, cell, voronoi->polygon, cell->count );
	if ( whole <= 1e-12 )
	{
		return whole == OUT_OF_MEMORY ? OUT_OF_MEMORY : 0.0; // somebody inside of a wall has no cell
	}
	if ( isInsideBox( voronoi->polygon, cell->count, area ) )
	{
		return 1.0;
	}
	size_t needed = (size_t)cell->count + 8;
	if ( wfReserve( &voronoi->part, &voronoi->partCapacity, needed, sizeof( wfVec2 ) ) != wf_ok ||
		 wfReserve( &voronoi->spare, &voronoi->spareCapacity, needed, sizeof( wfVec2 ) ) != wf_ok )
	{
		return OUT_OF_MEMORY;
	}
	memcpy( voronoi->part, voronoi->polygon, (size_t)cell->count * sizeof( wfVec2 ) );
	int32_t count = wfClipPolygonToBox( voronoi->part, cell->count, area, voronoi->spare );
	double inside = count > 0 ? getArea( voronoi, cell, voronoi->part, count ) : 0.0;
	if ( inside == OUT_OF_MEMORY )
	{
		return OUT_OF_MEMORY;
	}
	// Rounding may leave a touch of area beyond both ends.
	double share = inside / whole;
	return share < 0.0 ? 0.0 : share < 1.0 ? share : 1.0;
}

double wfVoronoi_GetDensity( wfVoronoi* voronoi, const wfFrame* frame, const wfBox2* area )
{
	Grid grid;
	int32_t count = sortPoints( voronoi, frame, area, &grid );
	if ( count < 0 )
	{
		return OUT_OF_MEMORY;
	}
	double persons = 0.0;
	for ( int32_t i = 0; i < count; ++i )
	{
		Cell cell = { .center = voronoi->points[i] };
		if ( !isNear( area, cell.center, CUT_OFF ) )
		{
			continue;
		}
		double share = makeCell( voronoi, &grid, &cell ) == wf_ok ? getShare( voronoi, &cell, area ) : OUT_OF_MEMORY;
		if ( share == OUT_OF_MEMORY )
		{
			return OUT_OF_MEMORY;
		}
		persons += share;
	}
	return persons / ( ( area->upper.x - area->lower.x ) * ( area->upper.y - area->lower.y ) );
}
