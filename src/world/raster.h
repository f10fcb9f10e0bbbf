// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// From exact geometry to cells.
#pragma once

#include "world/geometry.h"
#include "world/grid.h"
#include "world/image_distance.h"

// An image whose pixels are cells of the grid: its distances to all cells come from one distance transform.
typedef struct wfAlignedImage
{
	const wfShape* shape;
	int32_t i, j;  // cell of its lower left pixel
	int32_t* rows; // of wfImageColumns; null until wfRasterPrepare
} wfAlignedImage;

typedef struct wfRowBuffer
{
	wfRowSite* sites;
	int64_t* squares;
	double* distance;
} wfRowBuffer;

typedef struct wfGridRaster
{
	const wfGeometry* geometry;
	wfGrid* grid;
	wfAlignedImage* aligned;
	const wfShape** loose; // the other images
	int32_t alignedCount, looseCount;
	wfRowBuffer* buffers; // one per worker
	int32_t bufferCount, bufferWidth;
	double limit; // closer than this is blocked
} wfGridRaster;

static inline wfVec2 wfCellCenter( const wfGrid* grid, int32_t i, int32_t j )
{
	return ( wfVec2 ){ grid->origin.x + ( i + 0.5 ) * grid->cellSize, grid->origin.y + ( j + 0.5 ) * grid->cellSize };
}

// The raster for single cells.
wfResult wfRasterCreate( wfGridRaster* raster, const wfGeometry* geometry, wfGrid* grid );
void wfRasterDestroy( wfGridRaster* raster );
// Bytes that wfRasterAll allocates temporarily, besides one for each cell.
size_t wfRasterBytes( const wfGridRaster* raster, const wfWorkers* workers );
// All cells: blocked, clearance, cost. The grid's arrays must be allocated.
wfResult wfRasterAll( wfGridRaster* raster, wfWorkers* workers );

// Which cells of a range are too close, without measuring all of them. With `clearance` (may be null) also the distances of less
// than `far`, in metres; plus or minus infinity for others. wfRasterMustBlock needs those of less than wfPartingReach. Rows are
// `stride` apart.
void wfRasterDecide( const wfGridRaster* raster, wfCellBlock range, uint8_t* tooNear, float* clearance, double far,
					 int64_t stride );
// Where neighbours are further from obstacles than this, any move between them is possible.
static inline double wfPartingReach( const wfGrid* grid )
{
	return grid->radius + 2.0 * grid->cellSize;
}

// Signed distance from the centre of a cell, bit-identical to wfRasterAll. It must be known to be less than `limit` (infinity is
// always valid), which shortens the search.
double wfRasterDistance( const wfGridRaster* raster, int32_t i, int32_t j, double limit );
// Blocked by that distance alone.
static inline bool wfRasterIsTooNear( const wfGridRaster* raster, double distance )
{
	return distance < raster->limit || signbit( distance );
}
// Whether a move between two neighbours that are both far enough from obstacles can be impossible.
bool wfRasterMayPart( const wfGridRaster* raster );
// Whether such a move can even cross an obstacle.
bool wfRasterHasThinObstacles( const wfGridRaster* raster );
// Whether the cell, itself far enough from obstacles, must be blocked: of two neighbours with a thin obstacle between them, or
// too little room for the disc, the one nearer to obstacles is blocked, or the later one if they are equal. `tooNear` and
// `clearance` describe the neighbourhood: cell (i, j) is at `place`, with rows `stride` apart.
bool wfRasterMustBlock( const wfGridRaster* raster, int32_t i, int32_t j, const uint8_t* tooNear, const float* clearance,
						int64_t place, int64_t stride );

// grid_memory.c
// How many cells cover a length; a last cell of a billionth is not worth it.
static inline double wfCountCellsAlong( double length, double cellSize )
{
	return wfMax( 1.0, ceil( length / cellSize * ( 1.0 - 1.0e-12 ) - 1.0e-9 ) );
}
// Refuses a grid of more cells than can be numbered, or of more bytes than the def's limit, with what it needs and the smallest
// cells that fit. `extra`: bytes besides those of the cells.
wfResult wfCheckGridMemory( const wfGridDef* def, const wfGeometry* geometry, size_t extra, wfError* error );
