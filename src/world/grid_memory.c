// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What a grid will need, known before it is made.
#include "world/raster.h"

#include <stdio.h>

// Squares along the longer side of the world, to see how much of it is free beyond doubt.
#define WF_SAMPLES 96

static size_t bytesPerCell( const wfGeometry* geometry )
{
	size_t bytes = sizeof( uint8_t ) + sizeof( float ) + sizeof( int32_t );
	// While it is made, another one to tell which cells are too near to obstacles.
	bytes += geometry->primitives.count + geometry->images.count > 0 ? sizeof( uint8_t ) : 0;
	return geometry->costly.areas.count > 0 ? bytes + sizeof( float ) : bytes;
}

// Metres, of the squares in which a disc fits everywhere, and how many there are.
static double measureFreeSquares( const wfGeometry* geometry, double radius, int32_t* count )
{
	wfVec2 low = geometry->bounds.lower, extent = wfSub2( geometry->bounds.upper, low );
	double side = wfMax( extent.x, extent.y ) / WF_SAMPLES;
	int32_t columns = (int32_t)( extent.x / side + 1.0e-6 ), rows = (int32_t)( extent.y / side + 1.0e-6 );
	*count = 0;
	for ( int32_t k = 0; k < columns * rows; ++k )
	{
		wfVec2 center = { low.x + ( k % columns + 0.5 ) * side, low.y + ( k / columns + 0.5 ) * side };
		// No point of the square is further from its centre than this.
		double reach = radius + 0.70711 * side;
		*count += !wfGeometryIsInside( geometry, center ) && wfGeometryBoundaryDistance( geometry, center, reach ) >= reach;
	}
	return side;
}

typedef struct Need
{
	double columns, rows;
	double grid, planner; // bytes
} Need;

typedef struct FreeSquares
{
	double side;
	int32_t count;
} FreeSquares;

static Need estimate( const wfGridDef* def, const wfGeometry* geometry, FreeSquares squares, double cellSize )
{
	wfVec2 extent = wfSub2( geometry->bounds.upper, geometry->bounds.lower );
	Need need = { wfCountCellsAlong( extent.x, cellSize ), wfCountCellsAlong( extent.y, cellSize ), 0.0, 0.0 };
	need.grid = need.columns * need.rows * (double)bytesPerCell( geometry );
	double across = floor( squares.side / cellSize );
	need.planner = across * across * squares.count * (double)def->bytesPerFreeCell;
	return need;
}

static bool isTooMuch( const wfGridDef* def, const Need* need, double extra )
{
	return need->columns * need->rows > INT32_MAX ||
		   ( def->memoryLimit > 0 && need->grid + need->planner + extra > (double)def->memoryLimit );
}

// Of three digits, so that it fits as it is written. 0 when no cells do.
static double findFittingSize( const wfGridDef* def, const wfGeometry* geometry, FreeSquares squares, double extra )
{
	wfVec2 extent = wfSub2( geometry->bounds.upper, geometry->bounds.lower );
	double most = wfMax( extent.x, extent.y ), unit = 1.0;
	for ( ; unit > 0.01 * most; unit *= 0.1 )
	{
	}
	// Downwards, from one cell for the whole world: the last that fits.
	double fitting = 0.0;
	for ( ; unit * 1000.0 > def->cellSize; unit *= 0.1 )
	{
		for ( int32_t digits = 1000; digits > 100; --digits )
		{
			Need need = estimate( def, geometry, squares, digits * unit );
			if ( isTooMuch( def, &need, extra ) )
			{
				return fitting;
			}
			fitting = digits * unit;
		}
	}
	return fitting;
}

wfResult wfCheckGridMemory( const wfGridDef* def, const wfGeometry* geometry, size_t extra, wfError* error )
{
	FreeSquares squares = { 0 };
	Need need = estimate( def, geometry, squares, def->cellSize );
	double cells = need.columns * need.rows;
	// Only where it would not fit if all cells were free.
	if ( def->memoryLimit > 0 && def->bytesPerFreeCell > 0 &&
		 need.grid + (double)extra + cells * (double)def->bytesPerFreeCell > (double)def->memoryLimit )
	{
		squares.side = measureFreeSquares( geometry, def->radius, &squares.count );
	}
	need = estimate( def, geometry, squares, def->cellSize );
	if ( !isTooMuch( def, &need, (double)extra ) )
	{
		return wf_ok;
	}
	double fitting = findFittingSize( def, geometry, squares, (double)extra );
	char advice[64] = "no cells would fit";
	if ( fitting > 0.0 )
	{
		snprintf( advice, sizeof( advice ), "the smallest cells that fit are of %.3g m", fitting );
	}
	if ( cells > INT32_MAX )
	{
		return wfFail(
			error, wf_tooLarge,
			"with cells of %g m a grid has %.0f x %.0f = %.0f cells (%.0f bytes), more than the %d that can be numbered: %s",
			def->cellSize, need.columns, need.rows, cells, need.grid, INT32_MAX, advice );
	}
	if ( need.planner > 0.0 )
	{
		return wfFail(
			error, wf_tooLarge,
			"with cells of %g m a grid of %.0f x %.0f = %.0f cells needs %.0f bytes, and %.0f or more for its fields; the "
			"limit is %zu: %s",
			def->cellSize, need.columns, need.rows, cells, need.grid + (double)extra, need.planner, def->memoryLimit, advice );
	}
	return wfFail( error, wf_tooLarge,
				   "with cells of %g m a grid of %.0f x %.0f = %.0f cells needs %.0f bytes; the limit is %zu: %s", def->cellSize,
				   need.columns, need.rows, cells, need.grid + (double)extra, def->memoryLimit, advice );
}
