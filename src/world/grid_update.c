// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Following the world's edits. The result is the same, bit for bit, as a new grid.
#include "base/arrays.h"
#include "world/grid_components.h"
#include "world/raster.h"

#include <stdlib.h>
#include <string.h>

// With more edits than this, looking at each one's reach costs more than a new raster.
#define WF_MANY_EDITS 64
// An edit that reaches more than this share of the cells is not worth following.
#define WF_LARGE_SHARE 3

#define WF_MEASURE 1u
#define WF_DECIDE 2u

// The cells of a block as they will be: the grid stays whole when memory runs out half way.
typedef struct Patch
{
	wfCellBlock block;
	int64_t width;
	size_t count;
	float *clearance, *cost;
	uint8_t *blocked, *tooNear;
	uint8_t* dirty; // bit 0: measure again, bit 1: decide again
} Patch;

typedef struct Update
{
	wfGrid* grid;
	const wfGeometry* geometry;
	wfBox2 boxes[WF_MANY_EDITS];		// edited
	wfCellBlock reaches[WF_MANY_EDITS]; // of each box
	int32_t boxCount;
	Patch patches[WF_MANY_EDITS];
	int32_t patchCount;
	wfGridChanges* changes;
} Update;

void wfGridChanges_Free( wfGridChanges* changes )
{
	wfArray_Free( &changes->cells );
	wfArray_Free( &changes->blocks );
}

// ------------------------------------------------------------------------------------------------------------------ reach

// From here on, an edit does not matter to whether a cell is blocked, and its neighbours do not either.
static double nearReach( const wfGrid* grid )
{
	return grid->radius + 3.0 * grid->cellSize;
}

static double aroundReach( const wfGrid* grid )
{
	return nearReach( grid ) + 2.0 * grid->cellSize;
}

// A cell's distance can only have changed when the edited box is no further than the nearest obstacle was.
static bool isReached( const wfGrid* grid, wfBox2 box, int32_t i, int32_t j, double slack )
{
	double clearance = fabs( (double)grid->clearance[(int64_t)j * grid->width + i] );
	double reach = wfMax( clearance * ( 1.0 + 1.0e-6 ) + slack, aroundReach( grid ) );
	return wfBoxDistanceSquared( box, wfCellCenter( grid, i, j ) ) <= reach * reach;
}

static bool isAnyReached( const wfGrid* grid, wfBox2 box, wfCellBlock line )
{
	for ( int32_t j = line.j0; j < line.j1; ++j )
	{
		for ( int32_t i = line.i0; i < line.i1; ++i )
		{
			// Room for the cells along a straight line, which it passes at up to half a diagonal.
			if ( isReached( grid, box, i, j, 1.5 * grid->cellSize ) )
			{
				return true;
			}
		}
	}
	return false;
}

static int64_t countCellsOf( wfCellBlock block )
{
	return (int64_t)( block.i1 - block.i0 ) * ( block.j1 - block.j0 );
}

static int32_t clampIndex( double index, int32_t count )
{
	return index < 0.0 ? 0 : index > count ? count : (int32_t)index;
}

// A block with all cells the box reaches. On the straight line from such a cell to the box every cell is reached too, since
// distances change by no more than one walks: when no cell right around the block is reached, none beyond is.
static wfCellBlock findReach( const wfGrid* grid, wfBox2 box )
{
	double margin = aroundReach( grid ) + grid->cellSize, size = grid->cellSize;
	wfCellBlock block = { clampIndex( floor( ( box.lower.x - margin - grid->origin.x ) / size ), grid->width ),
						  clampIndex( floor( ( box.lower.y - margin - grid->origin.y ) / size ), grid->height ),
						  clampIndex( ceil( ( box.upper.x + margin - grid->origin.x ) / size ), grid->width ),
						  clampIndex( ceil( ( box.upper.y + margin - grid->origin.y ) / size ), grid->height ) };
	if ( block.i0 >= block.i1 || block.j0 >= block.j1 )
	{
		return ( wfCellBlock ){ 0 };
	}
	int64_t most = (int64_t)wfCountCells( grid ) / WF_LARGE_SHARE;
	for ( bool grown = true; grown && countCellsOf( block ) <= most; )
	{
		wfCellBlock around = { block.i0 > 0 ? block.i0 - 1 : 0, block.j0 > 0 ? block.j0 - 1 : 0,
							   block.i1 < grid->width ? block.i1 + 1 : grid->width,
							   block.j1 < grid->height ? block.j1 + 1 : grid->height };
		bool left = isAnyReached( grid, box, ( wfCellBlock ){ around.i0, around.j0, block.i0, around.j1 } );
		bool right = isAnyReached( grid, box, ( wfCellBlock ){ block.i1, around.j0, around.i1, around.j1 } );
		bool below = isAnyReached( grid, box, ( wfCellBlock ){ around.i0, around.j0, around.i1, block.j0 } );
		bool above = isAnyReached( grid, box, ( wfCellBlock ){ around.i0, block.j1, around.i1, around.j1 } );
		block.i0 = left ? around.i0 : block.i0;
		block.i1 = right ? around.i1 : block.i1;
		block.j0 = below ? around.j0 : block.j0;
		block.j1 = above ? around.j1 : block.j1;
		grown = left || right || below || above;
	}
	return block;
}

static bool doMeet( wfCellBlock a, wfCellBlock b )
{
	return a.i0 < b.i1 && b.i0 < a.i1 && a.j0 < b.j1 && b.j0 < a.j1;
}

// Add a block, united with those it meets: they stay disjoint.
static void addPatch( Update* update, wfCellBlock block )
{
	for ( int32_t k = 0; k < update->patchCount; )
	{
		wfCellBlock other = update->patches[k].block;
		if ( !doMeet( block, other ) )
		{
			k += 1;
			continue;
		}
		block = ( wfCellBlock ){ other.i0 < block.i0 ? other.i0 : block.i0, other.j0 < block.j0 ? other.j0 : block.j0,
								 other.i1 > block.i1 ? other.i1 : block.i1, other.j1 > block.j1 ? other.j1 : block.j1 };
		update->patches[k] = update->patches[--update->patchCount];
		k = 0;
	}
	update->patches[update->patchCount++] =
		( Patch ){ .block = block, .width = block.i1 - block.i0, .count = (size_t)countCellsOf( block ) };
}

// False when a new raster is the cheaper or the only way.
static bool findPatches( Update* update, const wfWorld* world )
{
	const wfGrid* grid = update->grid;
	uint64_t behind = world->revision - grid->revision;
	if ( behind > WF_MANY_EDITS || behind > WF_EDIT_LOG_SIZE )
	{
		return false;
	}
	for ( uint64_t revision = grid->revision + 1; revision <= world->revision; ++revision )
	{
		wfBox2 box = world->edits[revision % WF_EDIT_LOG_SIZE].box;
		wfCellBlock reach = findReach( grid, box );
		if ( countCellsOf( reach ) > 0 )
		{
			update->boxes[update->boxCount] = box;
			update->reaches[update->boxCount++] = reach;
			addPatch( update, reach );
		}
	}
	int64_t count = 0;
	for ( int32_t k = 0; k < update->patchCount; ++k )
	{
		count += (int64_t)update->patches[k].count;
	}
	return count <= (int64_t)wfCountCells( grid ) / WF_LARGE_SHARE;
}

// ---------------------------------------------------------------------------------------------------------------- patches

static wfArrays listPatch( Patch* patch )
{
	return ( wfArrays ){ { WF_ONE_ARRAY( patch->clearance, patch->count ), WF_ONE_ARRAY( patch->cost, patch->count ),
						   WF_ONE_ARRAY( patch->blocked, patch->count ), WF_ZEROED_ARRAY( patch->tooNear, patch->count ),
						   WF_ZEROED_ARRAY( patch->dirty, patch->count ) } };
}

static float costAt( const wfGrid* grid, int64_t cell )
{
	return grid->cost != NULL ? grid->cost[cell] : 1.0f;
}

static wfResult patchCreate( Patch* patch, const wfGrid* grid )
{
	wfArrays arrays = listPatch( patch );
	if ( wfArrays_Allocate( &arrays ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	for ( int32_t j = patch->block.j0; j < patch->block.j1; ++j )
	{
		int64_t cell = (int64_t)j * grid->width + patch->block.i0, place = ( j - patch->block.j0 ) * patch->width;
		memcpy( patch->clearance + place, grid->clearance + cell, (size_t)patch->width * sizeof( float ) );
		memcpy( patch->blocked + place, grid->blocked + cell, (size_t)patch->width );
		for ( int64_t k = 0; k < patch->width; ++k )
		{
			patch->cost[place + k] = costAt( grid, cell + k );
		}
	}
	return wf_ok;
}

static void markReach( Patch* patch, const wfGrid* grid, wfBox2 box, wfCellBlock reach )
{
	const double near = nearReach( grid );
	for ( int32_t j = reach.j0; j < reach.j1; ++j )
	{
		for ( int32_t i = reach.i0; i < reach.i1; ++i )
		{
			if ( isReached( grid, box, i, j, 0.0 ) )
			{
				bool decide = wfBoxDistanceSquared( box, wfCellCenter( grid, i, j ) ) <= near * near;
				uint8_t* dirty = &patch->dirty[( j - patch->block.j0 ) * patch->width + i - patch->block.i0];
				*dirty = (uint8_t)( *dirty | WF_MEASURE | ( decide ? WF_DECIDE : 0u ) );
			}
		}
	}
}

static void measureAgain( Patch* patch, const wfGridRaster* raster )
{
	for ( int32_t j = patch->block.j0; j < patch->block.j1; ++j )
	{
		double last = INFINITY;
		for ( int32_t i = patch->block.i0; i < patch->block.i1; ++i )
		{
			int64_t place = ( j - patch->block.j0 ) * patch->width + i - patch->block.i0;
			if ( patch->dirty[place] == 0 )
			{
				last = INFINITY;
				continue;
			}
			double distance = wfRasterDistance( raster, i, j, last + raster->grid->cellSize * ( 1.0 + 1.0e-6 ) );
			last = fabs( distance );
			patch->clearance[place] = (float)distance;
			patch->tooNear[place] = wfRasterIsTooNear( raster, distance );
		}
	}
}

static void decideAgain( Patch* patch, const wfGridRaster* raster )
{
	bool part = wfRasterMayPart( raster );
	for ( int32_t j = patch->block.j0; j < patch->block.j1; ++j )
	{
		for ( int32_t i = patch->block.i0; i < patch->block.i1; ++i )
		{
			int64_t place = ( j - patch->block.j0 ) * patch->width + i - patch->block.i0;
			if ( ( patch->dirty[place] & WF_DECIDE ) == 0 )
			{
				continue;
			}
			bool blocked = patch->tooNear[place] != 0 ||
						   ( part && wfRasterMustBlock( raster, i, j, patch->tooNear, patch->clearance, place, patch->width ) );
			patch->blocked[place] = blocked;
			patch->cost[place] = blocked ? 1.0f : (float)wfGeometryCost( raster->geometry, wfCellCenter( raster->grid, i, j ) );
		}
	}
}

static wfResult fillPatches( Update* update )
{
	wfGridRaster raster;
	wfResult result = wfRasterCreate( &raster, update->geometry, update->grid );
	for ( int32_t k = 0; k < update->patchCount && result == wf_ok; ++k )
	{
		Patch* patch = &update->patches[k];
		result = patchCreate( patch, update->grid );
		for ( int32_t m = 0; m < update->boxCount && result == wf_ok; ++m )
		{
			if ( doMeet( patch->block, update->reaches[m] ) )
			{
				markReach( patch, update->grid, update->boxes[m], update->reaches[m] );
			}
		}
		if ( result == wf_ok )
		{
			measureAgain( patch, &raster );
			decideAgain( patch, &raster );
		}
	}
	wfRasterDestroy( &raster );
	return result;
}

// ----------------------------------------------------------------------------------------------------------------- commit

static int compareCells( const void* a, const void* b )
{
	int32_t x = *(const int32_t*)a, y = *(const int32_t*)b;
	return x < y ? -1 : x > y;
}

// All that needs memory. `costly` becomes how many cells will cost something else than 1.
static wfResult listPatchChanges( Update* update, int64_t* costly )
{
	const wfGrid* grid = update->grid;
	wfResult result = wf_ok;
	*costly = grid->costlyCount;
	for ( int32_t k = 0; k < update->patchCount && result == wf_ok; ++k )
	{
		const Patch* patch = &update->patches[k];
		result = wfArray_Push( &update->changes->blocks, patch->block );
		for ( size_t place = 0; place < patch->count && result == wf_ok; ++place )
		{
			int64_t cell = ( patch->block.j0 + (int64_t)place / patch->width ) * grid->width + patch->block.i0 +
						   (int64_t)place % patch->width;
			float before = costAt( grid, cell );
			if ( patch->blocked[place] != grid->blocked[cell] || patch->cost[place] != before )
			{
				result = wfArray_Push( &update->changes->cells, (int32_t)cell );
				*costly += ( patch->cost[place] != 1.0f ) - ( before != 1.0f );
			}
		}
	}
	if ( update->patchCount > 1 && result == wf_ok && update->changes->cells.count > 0 )
	{
		qsort( update->changes->cells.data, (size_t)update->changes->cells.count, sizeof( int32_t ), compareCells );
	}
	return result;
}

// The cells of a patch that change between free and blocked, and one more on each side. Empty when there are none.
static wfCellBlock findChangedBlock( const Patch* patch, const wfGrid* grid )
{
	wfCellBlock block = { INT32_MAX, INT32_MAX, 0, 0 };
	for ( int32_t j = patch->block.j0; j < patch->block.j1; ++j )
	{
		for ( int32_t i = patch->block.i0; i < patch->block.i1; ++i )
		{
			int64_t place = ( j - patch->block.j0 ) * patch->width + i - patch->block.i0;
			if ( patch->blocked[place] != grid->blocked[(int64_t)j * grid->width + i] )
			{
				block.i0 = i < block.i0 ? i : block.i0;
				block.j0 = j < block.j0 ? j : block.j0;
				block.i1 = i >= block.i1 ? i + 1 : block.i1;
				block.j1 = j >= block.j1 ? j + 1 : block.j1;
			}
		}
	}
	if ( block.i1 == 0 )
	{
		return ( wfCellBlock ){ 0 };
	}
	// What changes is well inside of the patch, but for the edges of the grid.
	return ( wfCellBlock ){
		block.i0 > patch->block.i0 ? block.i0 - 1 : block.i0, block.j0 > patch->block.j0 ? block.j0 - 1 : block.j0,
		block.i1 < patch->block.i1 ? block.i1 + 1 : block.i1, block.j1 < patch->block.j1 ? block.j1 + 1 : block.j1 };
}

// Nothing here can fail.
static void commit( Update* update, float* cost, int64_t costly )
{
	wfGrid* grid = update->grid;
	size_t cells = wfCountCells( grid );
	for ( size_t k = 0; cost != NULL && k < cells; ++k )
	{
		cost[k] = 1.0f;
	}
	grid->cost = cost != NULL ? cost : grid->cost;
	grid->costlyCount = costly;
	wfComponentUpdate components;
	wfComponentUpdate_Begin( &components, grid );
	for ( int32_t k = 0; k < update->patchCount; ++k )
	{
		const Patch* patch = &update->patches[k];
		wfCellBlock changed = findChangedBlock( patch, grid );
		if ( countCellsOf( changed ) > 0 )
		{
			int64_t place = ( changed.j0 - patch->block.j0 ) * patch->width + changed.i0 - patch->block.i0;
			wfComponentUpdate_Apply( &components, changed, patch->blocked + place, patch->width );
		}
		for ( int32_t j = patch->block.j0; j < patch->block.j1; ++j )
		{
			int64_t cell = (int64_t)j * grid->width + patch->block.i0;
			int64_t from = ( j - patch->block.j0 ) * patch->width;
			memcpy( grid->clearance + cell, patch->clearance + from, (size_t)patch->width * sizeof( float ) );
			if ( grid->cost != NULL )
			{
				memcpy( grid->cost + cell, patch->cost + from, (size_t)patch->width * sizeof( float ) );
			}
		}
	}
	wfComponentUpdate_End( &components );
	if ( costly == 0 )
	{
		wfReleaseArray( grid->cost, cells, sizeof( float ) );
		grid->cost = NULL;
	}
}

static wfResult updatePatches( Update* update )
{
	wfResult result = fillPatches( update );
	int64_t costly = 0;
	float* cost = NULL;
	result = result == wf_ok ? listPatchChanges( update, &costly ) : result;
	if ( result == wf_ok && costly > 0 && update->grid->cost == NULL )
	{
		cost = wfAllocateArray( wfCountCells( update->grid ), sizeof( float ) );
		result = cost != NULL ? wf_ok : wf_outOfMemory;
	}
	if ( result == wf_ok )
	{
		commit( update, cost, costly );
	}
	for ( int32_t k = 0; k < update->patchCount; ++k )
	{
		wfArrays arrays = listPatch( &update->patches[k] );
		wfArrays_Free( &arrays );
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------- everything

static wfResult listAllChanges( const wfGrid* old, const wfGrid* next, wfGridChanges* changes )
{
	wfResult result = wfArray_Push( &changes->blocks, ( wfCellBlock ){ 0, 0, old->width, old->height } );
	int64_t cells = (int64_t)wfCountCells( old );
	for ( int64_t cell = 0; cell < cells && result == wf_ok; ++cell )
	{
		if ( old->blocked[cell] != next->blocked[cell] || costAt( old, cell ) != costAt( next, cell ) )
		{
			result = wfArray_Push( &changes->cells, (int32_t)cell );
		}
	}
	return result;
}

static wfResult updateAll( Update* update )
{
	wfGrid* grid = update->grid;
	wfGrid next = *grid;
	next.records = NULL;
	next.recordCapacity = 0;
	wfGridRaster raster = { 0 };
	wfResult result = wfAllocateCells( &next, update->geometry->costly.areas.count > 0 );
	result = result == wf_ok ? wfRasterCreate( &raster, update->geometry, &next ) : result;
	result = result == wf_ok ? wfRasterAll( &raster, NULL ) : result;
	wfRasterDestroy( &raster );
	if ( result == wf_ok )
	{
		wfDropPlainCost( &next );
		wfCountCellsAndComponents( &next );
		result = listAllChanges( grid, &next, update->changes );
	}
	wfReleaseCells( result == wf_ok ? grid : &next );
	*grid = result == wf_ok ? next : *grid;
	return result;
}

wfResult wfFollowWorld( wfGrid* grid, const wfWorld* world, wfGridChanges* changes )
{
	if ( world->revision == grid->revision )
	{
		return wf_ok;
	}
	Update update = { .grid = grid, .changes = changes };
	wfResult result = wfGeometryGet( world, grid->kind, &update.geometry );
	if ( result != wf_ok )
	{
		return result;
	}
	result = findPatches( &update, world ) ? updatePatches( &update ) : updateAll( &update );
	grid->revision = result == wf_ok ? world->revision : grid->revision;
	return result;
}

int64_t wfGrid_Update( wfGrid* grid, const wfWorld* world, int32_t* changed, int64_t capacity )
{
	if ( WF_FAILS( grid != NULL && world != NULL && ( changed != NULL || capacity <= 0 ) ) )
	{
		return -(int64_t)wf_invalidDef;
	}
	wfGridChanges changes = { 0 };
	wfResult result = wfFollowWorld( grid, world, &changes );
	int64_t count = result == wf_ok ? changes.cells.count : -(int64_t)result;
	for ( int64_t k = 0; k < count && k < capacity; ++k )
	{
		changed[k] = changes.cells.data[k];
	}
	wfGridChanges_Free( &changes );
	return count;
}
