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

// Distance to the nearest outline, from either side.
static double outlineDistance( const wfGridRaster* raster, int32_t i, int32_t j, double limit )
{
	double best = looseDistance( raster, wfCellCenter( raster->grid, i, j ), limit );
	for ( int32_t k = 0; k < raster->alignedCount; ++k )
	{
		best = wfMin( best, alignedDistance( &raster->aligned[k], i, j, best ) );
	}
	return best;
}

double wfRasterDistance( const wfGridRaster* raster, int32_t i, int32_t j, double limit )
{
	double best = outlineDistance( raster, i, j, limit );
	return wfGeometryIsInside( raster->geometry, wfCellCenter( raster->grid, i, j ) ) ? -best : best;
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

// Part of a range, with what is known from what it is part of.
typedef struct Part
{
	wfCellBlock block;
	double most;  // bound of the distance from its middle to an outline
	int32_t side; // 1: outside of obstacles, -1: inside, 0: not known
} Part;

// Cells that are measured one by one rather than halved further.
#define WF_SMALL_BLOCK 16
// Pieces of outlines that are compared with each of them.
#define WF_FEW_PIECES 8

static wfVec2 middleOf( const wfGrid* grid, wfCellBlock block )
{
	wfVec2 low = wfCellCenter( grid, block.i0, block.j0 );
	return ( wfVec2 ){ low.x + 0.5 * ( block.i1 - block.i0 - 1 ) * grid->cellSize,
					   low.y + 0.5 * ( block.j1 - block.j0 - 1 ) * grid->cellSize };
}

// The distances change by no more than one walks.
static double boundAt( double distance, wfVec2 from, wfVec2 to, double size )
{
	return distance + wfDistance2( from, to ) * ( 1.0 + 1.0e-6 ) + 1.0e-6 * size;
}

typedef struct Decision
{
	const wfGridRaster* raster;
	wfCellBlock range;
	uint8_t* tooNear;
	float* clearance;
	int64_t stride;
} Decision;

static void decideAlike( const Decision* decision, wfCellBlock block, bool tooNear )
{
	for ( int32_t j = block.j0; j < block.j1; ++j )
	{
		int64_t place = ( j - decision->range.j0 ) * decision->stride + ( block.i0 - decision->range.i0 );
		memset( decision->tooNear + place, tooNear ? 1 : 0, (size_t)( block.i1 - block.i0 ) );
		for ( int32_t k = 0; decision->clearance != NULL && k < block.i1 - block.i0; ++k )
		{
			decision->clearance[place + k] = (float)( tooNear ? -INFINITY : INFINITY );
		}
	}
}

// The pieces that may be nearest somewhere in a block, when there are few of them.
typedef struct Nearest
{
	const wfPrimitive* pieces[WF_FEW_PIECES];
	int32_t count; // -1: more, or images
} Nearest;

static Nearest findNearest( const wfGridRaster* raster, wfVec2 middle, double reach )
{
	const wfGeometry* geometry = raster->geometry;
	Nearest nearest = { { NULL }, geometry->images.count > 0 ? -1 : 0 };
	wfNearSearch search = wfFindNear( &geometry->tree, ( wfVec3 ){ middle.x, middle.y, 0.0 } );
	while ( nearest.count >= 0 && wfNearSearch_Next( &search, reach * reach, true ) )
	{
		for ( int32_t k = search.first; k < search.end && nearest.count >= 0; ++k )
		{
			const wfPrimitive* piece = &geometry->primitives.data[k];
			if ( wfPrimitiveDistanceSquared( piece, middle ) <= reach * reach )
			{
				nearest.pieces[nearest.count < WF_FEW_PIECES ? nearest.count : 0] = piece;
				nearest.count = nearest.count < WF_FEW_PIECES ? nearest.count + 1 : -1;
			}
		}
	}
	return nearest;
}

// The same as outlineDistance.
static double distanceToNearest( const wfGridRaster* raster, const Nearest* nearest, wfVec2 center, double limit )
{
	double square = INFINITY;
	for ( int32_t k = 0; k < nearest->count; ++k )
	{
		square = wfMin( square, wfPrimitiveDistanceSquared( nearest->pieces[k], center ) );
	}
	return wfMin( wfMin( limit, wfBorderDistance( raster->geometry->bounds, center ) ), sqrt( square ) );
}

static void decideEach( const Decision* decision, const Part* part, wfVec2 middle, double distance, int32_t side, double far )
{
	const wfGridRaster* raster = decision->raster;
	wfVec2 corner = wfCellCenter( raster->grid, part->block.i0, part->block.j0 );
	// What is nearest to a cell is no further from the middle than twice the way to the cell more than what is nearest to that.
	double reach = boundAt( boundAt( distance, middle, corner, raster->grid->cellSize ), middle, corner, raster->grid->cellSize );
	Nearest nearest = findNearest( raster, middle, reach );
	for ( int32_t j = part->block.j0; j < part->block.j1; ++j )
	{
		for ( int32_t i = part->block.i0; i < part->block.i1; ++i )
		{
			wfVec2 center = wfCellCenter( raster->grid, i, j );
			double away = boundAt( 0.0, middle, center, raster->grid->cellSize ), own = INFINITY;
			// What the middle tells about the cell needs no measuring. How near blocked cells are does not matter.
			if ( distance + away < raster->limit )
			{
				own = -INFINITY;
			}
			else if ( side <= 0 || distance - away <= far )
			{
				own = nearest.count >= 0 ? distanceToNearest( raster, &nearest, center, distance + away )
										 : outlineDistance( raster, i, j, distance + away );
				bool inside = side == 0 ? wfGeometryIsInside( raster->geometry, center ) : side < 0;
				own = inside ? -own : own;
			}
			int64_t place = ( j - decision->range.j0 ) * decision->stride + ( i - decision->range.i0 );
			decision->tooNear[place] = wfRasterIsTooNear( raster, own );
			if ( decision->clearance != NULL )
			{
				decision->clearance[place] = (float)( own > far ? INFINITY : own );
			}
		}
	}
}

void wfRasterDecide( const wfGridRaster* raster, wfCellBlock range, uint8_t* tooNear, float* clearance, double far,
					 int64_t stride )
{
	const Decision decision = { raster, range, tooNear, clearance, stride };
	const double size = raster->grid->cellSize;
	// Far enough for the cells to be free, and with clearances asked for, for their size not to matter.
	far = wfMax( clearance != NULL ? far : 0.0, raster->grid->radius + 1.0e-6 * size );
	Part stack[128];
	int32_t top = 0;
	stack[top++] = ( Part ){ range, INFINITY, 0 };
	while ( top > 0 )
	{
		Part part = stack[--top];
		int32_t width = part.block.i1 - part.block.i0, height = part.block.j1 - part.block.j0;
		wfVec2 middle = middleOf( raster->grid, part.block );
		double extent =
			0.5 * size * sqrt( (double)( width - 1 ) * ( width - 1 ) + (double)( height - 1 ) * ( height - 1 ) ) * 1.000001;
		double distance = wfGeometryBoundaryDistance( raster->geometry, middle, part.most );
		bool inside = part.side == 0 ? wfGeometryIsInside( raster->geometry, middle ) : part.side < 0;
		// Inside of obstacles the distance may be nearer to 0 than it truly is, never further: the sum stays a bound.
		bool all = ( inside ? -distance : distance ) + extent < raster->limit - 1.0e-6 * size;
		bool none = !inside && distance - extent > far + 1.0e-6 * size;
		// No outline comes as near as the block reaches: all of it is on one side.
		int32_t side = distance > extent + 1.0e-6 * size ? ( inside ? -1 : 1 ) : 0;
		if ( all || none )
		{
			decideAlike( &decision, part.block, all );
		}
		else if ( width * height <= WF_SMALL_BLOCK )
		{
			decideEach( &decision, &part, middle, distance, side, far );
		}
		else
		{
			bool wide = width >= height;
			int32_t i = wide ? part.block.i0 + width / 2 : part.block.i1, j = wide ? part.block.j1 : part.block.j0 + height / 2;
			wfCellBlock halves[2] = { { part.block.i0, part.block.j0, i, j },
									  { wide ? i : part.block.i0, wide ? part.block.j0 : j, part.block.i1, part.block.j1 } };
			for ( int32_t k = 0; k < 2; ++k )
			{
				double most = boundAt( distance, middle, middleOf( raster->grid, halves[k] ), size );
				stack[top++] = ( Part ){ halves[k], most, side };
			}
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
