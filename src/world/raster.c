// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "world/raster.h"

#include "base/arrays.h"

#include <string.h>

// Exact fits stay open: a disc in a corridor of just its width shall not be stopped by the last bits of a number.
#define WF_FIT_TOLERANCE 1.0e-9

static bool align( const wfGrid* grid, const wfShape* shape, wfAlignedImage* aligned )
{
	double size = shape->def.pixelSize;
	if ( fabs( size - grid->cellSize ) * shape->def.width > 1.0e-9 * size ||
		 fabs( size - grid->cellSize ) * shape->def.height > 1.0e-9 * size )
	{
		return false;
	}
	double x = ( shape->def.center.x - grid->origin.x ) / grid->cellSize;
	double y = ( shape->def.center.y - grid->origin.y ) / grid->cellSize;
	double i = floor( x + 0.5 ), j = floor( y + 0.5 );
	if ( fabs( x - i ) > 1.0e-9 || fabs( y - j ) > 1.0e-9 || fabs( i ) > 1.0e9 || fabs( j ) > 1.0e9 )
	{
		return false;
	}
	*aligned = ( wfAlignedImage ){ shape, (int32_t)i, (int32_t)j, NULL };
	return true;
}

static wfArrays listImages( wfGridRaster* raster )
{
	int32_t count = raster->geometry != NULL ? raster->geometry->images.count : 0;
	return ( wfArrays ){ { WF_ONE_ARRAY( raster->aligned, count ), WF_ONE_ARRAY( raster->loose, count ) } };
}

wfResult wfRasterCreate( wfGridRaster* raster, const wfGeometry* geometry, wfGrid* grid )
{
	*raster = ( wfGridRaster ){ 0 };
	raster->geometry = geometry;
	raster->grid = grid;
	raster->limit = grid->radius - WF_FIT_TOLERANCE * grid->cellSize;
	wfArrays arrays = listImages( raster );
	if ( wfArrays_Allocate( &arrays ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	for ( int32_t k = 0; k < geometry->images.count; ++k )
	{
		if ( align( grid, geometry->images.data[k], &raster->aligned[raster->alignedCount] ) )
		{
			raster->alignedCount += 1;
		}
		else
		{
			raster->loose[raster->looseCount++] = geometry->images.data[k];
		}
	}
	return wf_ok;
}

static wfArrays listRow( wfRowBuffer* buffer, int32_t width )
{
	return ( wfArrays ){ { WF_ONE_ARRAY( buffer->sites, width + 1 ), WF_ONE_ARRAY( buffer->squares, width ),
						   WF_ONE_ARRAY( buffer->distance, width ) } };
}

void wfRasterDestroy( wfGridRaster* raster )
{
	for ( int32_t k = 0; k < raster->bufferCount; ++k )
	{
		wfArrays arrays = listRow( &raster->buffers[k], raster->bufferWidth );
		wfArrays_Free( &arrays );
	}
	wfReleaseArray( raster->buffers, (size_t)raster->bufferCount, sizeof( wfRowBuffer ) );
	for ( int32_t k = 0; k < raster->alignedCount; ++k )
	{
		wfAlignedImage* image = &raster->aligned[k];
		wfReleaseArray( image->rows, (size_t)wfImageSize( &image->shape->def ), sizeof( int32_t ) );
	}
	wfArrays images = listImages( raster );
	wfArrays_Free( &images );
	*raster = ( wfGridRaster ){ 0 };
}

// ----------------------------------------------------------------------------------------------------------- single cells

// Distance to what is not an aligned image, no more than `most`.
static double looseDistance( const wfGridRaster* raster, wfVec2 center, double most )
{
	return wfGeometryDistanceToParts( raster->geometry, raster->loose, raster->looseCount, center, most );
}

// The centre is given in exact half pixels, so that this agrees with the distance transform to the last bit.
static double alignedDistance( const wfAlignedImage* image, int32_t i, int32_t j, double most )
{
	double size = image->shape->def.pixelSize;
	double limit = most / size;
	wfVec2 place = { (double)i - image->i + 0.5, (double)j - image->j + 0.5 };
	return sqrt( wfPyramidDistanceSquared( &image->shape->pyramid, place, limit * limit * ( 1.0 + 1.0e-12 ) ) ) * size;
}

double wfRasterDistance( const wfGridRaster* raster, int32_t i, int32_t j, double limit )
{
	wfVec2 center = wfCellCenter( raster->grid, i, j );
	double best = looseDistance( raster, center, limit );
	for ( int32_t k = 0; k < raster->alignedCount; ++k )
	{
		best = wfMin( best, alignedDistance( &raster->aligned[k], i, j, best ) );
	}
	return wfGeometryIsInside( raster->geometry, center ) ? -best : best;
}

bool wfRasterMayPart( const wfGridRaster* raster )
{
	// Steps run along rows and columns, as pixels do: no point of a step is nearer to a pixel as wide as a cell than both its
	// ends are.
	bool part = raster->geometry->primitives.count > 0;
	for ( int32_t k = 0; k < raster->looseCount; ++k )
	{
		part = part || raster->loose[k]->def.pixelSize < raster->grid->cellSize * ( 1.0 + 1.0e-6 );
	}
	return part;
}

bool wfRasterHasThinObstacles( const wfGridRaster* raster )
{
	// With 2 radius >= cell no line fits between two free neighbours.
	return wfRasterMayPart( raster ) && 2.0 * raster->grid->radius < raster->grid->cellSize * ( 1.0 - 1.0e-6 );
}

void wfRasterDecide( const wfGridRaster* raster, wfCellBlock range, uint8_t* tooNear, float* clearance, int64_t stride )
{
	wfCellBlock stack[128];
	int32_t top = 0;
	stack[top++] = range;
	const double size = raster->grid->cellSize;
	// Far enough for the cells to be free, and with clearances asked for, for their size not to matter.
	const double far = raster->grid->radius + ( clearance != NULL ? 2.0 : 1.0e-6 ) * size;
	while ( top > 0 )
	{
		wfCellBlock part = stack[--top];
		int32_t width = part.i1 - part.i0, height = part.j1 - part.j0;
		wfVec2 low = wfCellCenter( raster->grid, part.i0, part.j0 );
		wfVec2 middle = { low.x + 0.5 * ( width - 1 ) * size, low.y + 0.5 * ( height - 1 ) * size };
		double extent =
			0.5 * size * sqrt( (double)( width - 1 ) * ( width - 1 ) + (double)( height - 1 ) * ( height - 1 ) ) * 1.000001;
		bool single = width == 1 && height == 1;
		double distance =
			single ? wfRasterDistance( raster, part.i0, part.j0, INFINITY ) : wfGeometryDistance( raster->geometry, middle );
		// Inside of obstacles the distance may be nearer to 0 than it truly is, never further: the sum stays a bound.
		bool all = single ? wfRasterIsTooNear( raster, distance ) : distance + extent < raster->limit - 1.0e-6 * size;
		bool none = !all && ( single || distance - extent > far );
		if ( all || none )
		{
			for ( int32_t j = part.j0; j < part.j1; ++j )
			{
				int64_t place = ( j - range.j0 ) * stride + ( part.i0 - range.i0 );
				memset( tooNear + place, all ? 1 : 0, (size_t)width );
				for ( int32_t k = 0; clearance != NULL && k < width; ++k )
				{
					clearance[place + k] = (float)( single ? distance : ( all ? -INFINITY : INFINITY ) );
				}
			}
		}
		else if ( width >= height )
		{
			stack[top++] = ( wfCellBlock ){ part.i0, part.j0, part.i0 + width / 2, part.j1 };
			stack[top++] = ( wfCellBlock ){ part.i0 + width / 2, part.j0, part.i1, part.j1 };
		}
		else
		{
			stack[top++] = ( wfCellBlock ){ part.i0, part.j0, part.i1, part.j0 + height / 2 };
			stack[top++] = ( wfCellBlock ){ part.i0, part.j0 + height / 2, part.i1, part.j1 };
		}
	}
}

// Is the disc, with a little tolerance, free at the end and on quarters of the way?
static bool fitsAlong( const wfGridRaster* raster, wfVec2 a, wfVec2 b )
{
	double limit = raster->limit - 0.02 * raster->grid->cellSize;
	for ( int32_t k = 1; k <= 4; ++k )
	{
		double distance = wfGeometryDistance( raster->geometry, wfMix2( a, b, 0.25 * k ) );
		if ( signbit( distance ) || distance < limit )
		{
			return false;
		}
	}
	return !wfRasterHasThinObstacles( raster ) || !wfGeometryMeetsSegment( raster->geometry, a, b );
}

// Is some point between two that are far enough from obstacles too near to them? Looks at the middle, and where that says nothing
// about a half, at the middles of halves, down to `depth`.
static bool dips( const wfGridRaster* raster, wfVec2 a, wfVec2 b, double atA, double atB, int32_t depth )
{
	// The distance changes by no more than one walks.
	if ( depth == 0 || atA + atB >= 2.0 * raster->limit + wfDistance2( a, b ) )
	{
		return false;
	}
	wfVec2 middle = wfMix2( a, b, 0.5 );
	double distance = wfGeometryDistance( raster->geometry, middle );
	return wfRasterIsTooNear( raster, distance ) || dips( raster, a, middle, atA, distance, depth - 1 ) ||
		   dips( raster, middle, b, distance, atB, depth - 1 );
}

// Two tips of walls may leave both centres alone and yet be too close for the disc in between. At a single tip the disc swerves
// to one side. So a step that comes too near to obstacles is taken for possible when one beside it is, at most a cell away.
static bool isTooNarrow( const wfGridRaster* raster, wfVec2 a, wfVec2 b, double atA, double atB )
{
	// Where a small disc does not fit is a short stretch.
	int32_t depth = 2.0 * raster->grid->radius < raster->grid->cellSize ? 4 : 2;
	if ( !dips( raster, a, b, atA, atB, depth ) )
	{
		return false;
	}
	wfVec2 left = wfPerpendicular2( wfSub2( b, a ) );
	for ( int32_t k = 0; k < 8; ++k )
	{
		double aside = ( k % 2 == 0 ? 0.25 : -0.25 ) * ( k / 2 + 1 );
		wfVec2 besideA = wfAddScaled2( a, aside, left ), besideB = wfAddScaled2( b, aside, left );
		if ( fitsAlong( raster, a, besideA ) && fitsAlong( raster, besideA, besideB ) && fitsAlong( raster, besideB, b ) )
		{
			return false;
		}
	}
	return true;
}

bool wfRasterMustBlock( const wfGridRaster* raster, int32_t i, int32_t j, const uint8_t* tooNear, const float* clearance,
						int64_t place, int64_t stride )
{
	static const int32_t stepI[4] = { 1, -1, 0, 0 }, stepJ[4] = { 0, 0, 1, -1 };
	const wfGrid* grid = raster->grid;
	const bool thin = 2.0 * grid->radius < grid->cellSize * ( 1.0 - 1.0e-6 );
	// From here on no point between the centres can be too near.
	const double enough = ( 2.0 * grid->radius + grid->cellSize ) * ( 1.0 + 1.0e-6 );
	for ( int32_t k = 0; k < 4; ++k )
	{
		int32_t otherI = i + stepI[k], otherJ = j + stepJ[k];
		if ( otherI < 0 || otherJ < 0 || otherI >= grid->width || otherJ >= grid->height )
		{
			continue;
		}
		int64_t other = place + stepI[k] + stepJ[k] * stride;
		bool later = k == 1 || k == 3; // the neighbour has the smaller number
		if ( tooNear[other] != 0 || clearance[other] < clearance[place] || ( clearance[other] == clearance[place] && !later ) ||
			 (double)clearance[other] + (double)clearance[place] > enough )
		{
			continue;
		}
		wfVec2 a = wfCellCenter( grid, i, j ), b = wfCellCenter( grid, otherI, otherJ );
		if ( ( thin && wfGeometryMeetsSegment( raster->geometry, a, b ) ) ||
			 ( grid->radius > 0.0 && isTooNarrow( raster, a, b, (double)clearance[place], (double)clearance[other] ) ) )
		{
			return true;
		}
	}
	return false;
}

// -------------------------------------------------------------------------------------------------------------- all cells

typedef struct wfRasterJob
{
	wfGridRaster* raster;
	const uint8_t* tooNear;
} wfRasterJob;

// Distances to the aligned images for one row, INFINITY where there is none.
static void alignedRow( const wfGridRaster* raster, int32_t j, wfRowBuffer* buffer )
{
	const int32_t width = raster->grid->width;
	for ( int32_t i = 0; i < width; ++i )
	{
		buffer->distance[i] = INFINITY;
	}
	for ( int32_t k = 0; k < raster->alignedCount; ++k )
	{
		const wfAlignedImage* image = &raster->aligned[k];
		const wfShapeDef* def = &image->shape->def;
		int64_t first = 0, last = 0; // cells in the image's pixels
		int64_t row = (int64_t)j - image->j;
		if ( row >= 0 && row < def->height )
		{
			first = image->i < 0 ? 0 : ( image->i > width ? width : image->i );
			last = (int64_t)image->i + def->width;
			last = last > width ? width : ( last < first ? first : last );
		}
		if ( first < last )
		{
			wfImageRow( image->rows, def->width, (int32_t)row, buffer->squares, buffer->sites );
		}
		for ( int32_t i = 0; i < width; ++i )
		{
			double distance;
			if ( i >= first && i < last )
			{
				int64_t square = buffer->squares[i - image->i];
				distance = square == INT64_MAX ? INFINITY : sqrt( (double)square * 0.25 ) * def->pixelSize;
			}
			else
			{
				distance = alignedDistance( image, i, j, buffer->distance[i] );
			}
			buffer->distance[i] = wfMin( buffer->distance[i], distance );
		}
	}
}

static void rasterRows( int32_t begin, int32_t end, int32_t worker, void* context )
{
	const wfRasterJob* job = context;
	const wfGridRaster* raster = job->raster;
	wfGrid* grid = raster->grid;
	wfRowBuffer* buffer = &raster->buffers[worker];
	const double step = grid->cellSize * ( 1.0 + 1.0e-6 );
	for ( int32_t j = begin; j < end; ++j )
	{
		alignedRow( raster, j, buffer );
		int64_t row = (int64_t)j * grid->width;
		double last = 0.0;
		bool inside = false;
		for ( int32_t i = 0; i < grid->width; ++i )
		{
			// The neighbour's distance bounds this one's, and far from any boundary both are on the same side.
			wfVec2 center = wfCellCenter( grid, i, j );
			double most = wfMin( buffer->distance[i], i == 0 ? INFINITY : last + step );
			double distance = looseDistance( raster, center, most );
			if ( i == 0 || wfMax( last, distance ) <= step )
			{
				inside = wfGeometryIsInside( raster->geometry, center );
			}
			last = distance;
			grid->clearance[row + i] = (float)( inside ? -distance : distance );
			grid->blocked[row + i] = inside || distance < raster->limit;
			if ( grid->cost != NULL )
			{
				grid->cost[row + i] = grid->blocked[row + i] ? 1.0f : (float)wfGeometryCost( raster->geometry, center );
			}
		}
	}
}

static void thinRows( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	const wfRasterJob* job = context;
	wfGrid* grid = job->raster->grid;
	for ( int32_t j = begin; j < end; ++j )
	{
		for ( int32_t i = 0; i < grid->width; ++i )
		{
			int64_t cell = (int64_t)j * grid->width + i;
			if ( job->tooNear[cell] == 0 &&
				 (double)grid->clearance[cell] <= ( grid->radius + 0.5 * grid->cellSize ) * ( 1.0 + 1.0e-6 ) &&
				 wfRasterMustBlock( job->raster, i, j, job->tooNear, grid->clearance, cell, grid->width ) )
			{
				grid->blocked[cell] = 1;
				if ( grid->cost != NULL )
				{
					grid->cost[cell] = 1.0f;
				}
			}
		}
	}
}

static int32_t bufferWidth( const wfGridRaster* raster )
{
	int32_t width = raster->grid->width;
	for ( int32_t k = 0; k < raster->alignedCount; ++k )
	{
		width = raster->aligned[k].shape->def.width > width ? raster->aligned[k].shape->def.width : width;
	}
	return width;
}

size_t wfRasterBytes( const wfGridRaster* raster, const wfWorkers* workers )
{
	size_t bytes = 0;
	for ( int32_t k = 0; k < raster->alignedCount; ++k )
	{
		bytes += (size_t)wfImageSize( &raster->aligned[k].shape->def ) * sizeof( int32_t );
	}
	return bytes + (size_t)wfWorkers_GetCount( workers ) * (size_t)bufferWidth( raster ) * 32;
}

static wfResult prepare( wfGridRaster* raster, wfWorkers* workers )
{
	int32_t count = wfWorkers_GetCount( workers );
	raster->bufferWidth = bufferWidth( raster );
	raster->buffers = wfAllocateZeroed( (size_t)count * sizeof( wfRowBuffer ) );
	if ( raster->buffers == NULL )
	{
		return wf_outOfMemory;
	}
	raster->bufferCount = count;
	for ( int32_t k = 0; k < count; ++k )
	{
		wfArrays arrays = listRow( &raster->buffers[k], raster->bufferWidth );
		if ( wfArrays_Allocate( &arrays ) != wf_ok )
		{
			return wf_outOfMemory;
		}
	}
	for ( int32_t k = 0; k < raster->alignedCount; ++k )
	{
		wfAlignedImage* image = &raster->aligned[k];
		const wfShapeDef* def = &image->shape->def;
		image->rows = wfAllocateArray( (size_t)wfImageSize( def ), sizeof( int32_t ) );
		if ( image->rows == NULL )
		{
			return wf_outOfMemory;
		}
		wfImageColumns( def->cells, def->width, def->height, image->rows, workers );
	}
	return wf_ok;
}

wfResult wfRasterAll( wfGridRaster* raster, wfWorkers* workers )
{
	wfResult result = prepare( raster, workers );
	if ( result != wf_ok )
	{
		return result;
	}
	wfGrid* grid = raster->grid;
	wfRasterJob job = { raster, NULL };
	if ( !wfRasterMayPart( raster ) )
	{
		wfWorkers_ParallelFor( workers, rasterRows, grid->height, 8, &job );
		return wf_ok;
	}
	size_t cells = wfCountCells( grid );
	uint8_t* tooNear = wfAllocate( cells );
	if ( tooNear == NULL )
	{
		return wf_outOfMemory;
	}
	wfWorkers_ParallelFor( workers, rasterRows, grid->height, 8, &job );
	memcpy( tooNear, grid->blocked, cells );
	job.tooNear = tooNear;
	wfWorkers_ParallelFor( workers, thinRows, grid->height, 8, &job );
	wfRelease( tooNear, cells );
	return wf_ok;
}
