// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Following the world's edits. The result is the same, bit for bit, as a new grid.
#include "world/raster.h"

#include <string.h>

// With more edits than this, looking at each one's reach costs more than a new raster.
#define WF_MANY_EDITS 64

typedef struct wfUpdate
{
	wfGrid* grid; // as it was
	wfGrid next;
	const wfWorld* world;
	const wfGeometry* geometry;
	uint8_t* dirty;	  // bit 0: measure again, bit 1: decide again
	uint8_t* tooNear; // of dirty cells
} wfUpdate;

#define WF_MEASURE 1u
#define WF_DECIDE 2u

// Copies of all arrays: the grid stays whole when memory runs out half way.
static wfResult copyCells( wfUpdate* update )
{
	const wfGrid* grid = update->grid;
	wfGrid* next = &update->next;
	size_t cells = wfCountCells( grid );
	bool costs = grid->cost != NULL || update->geometry->costly.areas.count > 0;
	*next = *grid;
	update->dirty = wfAllocateZeroed( cells );
	update->tooNear = wfAllocateZeroed( cells );
	if ( wfAllocateCells( next, costs ) != wf_ok || update->dirty == NULL || update->tooNear == NULL )
	{
		return wf_outOfMemory;
	}
	memcpy( next->blocked, grid->blocked, cells );
	memcpy( next->clearance, grid->clearance, cells * sizeof( float ) );
	for ( size_t k = 0; costs && k < cells; ++k )
	{
		next->cost[k] = grid->cost != NULL ? grid->cost[k] : 1.0f;
	}
	return wf_ok;
}

// A cell's distance can only have changed when the edited box is no further than the nearest obstacle was. Whether it is blocked
// is decided from its own distance and its neighbours'. Returns how many cells are newly marked.
static int64_t markReach( wfUpdate* update, wfBox2 box )
{
	const wfGrid* grid = update->grid;
	const double near = grid->radius + 3.0 * grid->cellSize, around = near + 2.0 * grid->cellSize;
	int64_t count = 0;
	for ( int32_t j = 0; j < grid->height; ++j )
	{
		for ( int32_t i = 0; i < grid->width; ++i )
		{
			int64_t cell = (int64_t)j * grid->width + i;
			double square = wfBoxDistanceSquared( box, wfCellCenter( grid, i, j ) );
			double reach = wfMax( fabs( (double)grid->clearance[cell] ) * ( 1.0 + 1.0e-6 ), around );
			if ( square <= reach * reach )
			{
				count += update->dirty[cell] == 0;
				update->dirty[cell] = (uint8_t)( update->dirty[cell] | WF_MEASURE | ( square <= near * near ? WF_DECIDE : 0u ) );
			}
		}
	}
	return count;
}

// False when a new raster is the cheaper or the only way.
static bool markDirty( wfUpdate* update )
{
	const wfWorld* world = update->world;
	uint64_t behind = world->revision - update->grid->revision;
	if ( behind > WF_MANY_EDITS || behind > WF_EDIT_LOG_SIZE )
	{
		return false;
	}
	int64_t most = (int64_t)wfCountCells( update->grid ) / 3, count = 0;
	for ( uint64_t revision = update->grid->revision + 1; revision <= world->revision; ++revision )
	{
		count += markReach( update, world->edits[revision % WF_EDIT_LOG_SIZE].box );
		if ( count > most )
		{
			return false;
		}
	}
	return true;
}

static void measureAgain( wfUpdate* update, const wfGridRaster* raster )
{
	wfGrid* next = &update->next;
	for ( int32_t j = 0; j < next->height; ++j )
	{
		double last = INFINITY;
		for ( int32_t i = 0; i < next->width; ++i )
		{
			int64_t cell = (int64_t)j * next->width + i;
			if ( update->dirty[cell] == 0 )
			{
				last = INFINITY;
				continue;
			}
			double distance = wfRasterDistance( raster, i, j, last + next->cellSize * ( 1.0 + 1.0e-6 ) );
			last = fabs( distance );
			next->clearance[cell] = (float)distance;
			update->tooNear[cell] = wfRasterIsTooNear( raster, distance );
		}
	}
}

static void decideAgain( wfUpdate* update, const wfGridRaster* raster )
{
	wfGrid* next = &update->next;
	bool part = wfRasterMayPart( raster );
	for ( int32_t j = 0; j < next->height; ++j )
	{
		for ( int32_t i = 0; i < next->width; ++i )
		{
			int64_t cell = (int64_t)j * next->width + i;
			if ( ( update->dirty[cell] & WF_DECIDE ) == 0 )
			{
				continue;
			}
			bool blocked = update->tooNear[cell] != 0 ||
						   ( part && wfRasterMustBlock( raster, i, j, update->tooNear, next->clearance, cell, next->width ) );
			next->blocked[cell] = blocked;
			if ( next->cost != NULL )
			{
				next->cost[cell] = blocked ? 1.0f : (float)wfGeometryCost( update->geometry, wfCellCenter( next, i, j ) );
			}
		}
	}
}

static wfResult rasterAgain( wfUpdate* update )
{
	wfGridRaster raster;
	wfResult result = wfRasterCreate( &raster, update->geometry, &update->next );
	if ( result != wf_ok )
	{
		return result;
	}
	if ( markDirty( update ) )
	{
		measureAgain( update, &raster );
		decideAgain( update, &raster );
	}
	else
	{
		// Costs of terrain that is gone are not written by a raster without terrain.
		for ( size_t k = 0; update->next.cost != NULL && k < wfCountCells( &update->next ); ++k )
		{
			update->next.cost[k] = 1.0f;
		}
		result = wfRasterAll( &raster, NULL );
	}
	wfRasterDestroy( &raster );
	return result;
}

static int64_t listChanges( const wfUpdate* update, int32_t* changed, int64_t capacity )
{
	const wfGrid *old = update->grid, *next = &update->next;
	int64_t cells = (int64_t)wfCountCells( old ), count = 0;
	for ( int64_t cell = 0; cell < cells; ++cell )
	{
		float before = old->cost != NULL ? old->cost[cell] : 1.0f, after = next->cost != NULL ? next->cost[cell] : 1.0f;
		if ( old->blocked[cell] != next->blocked[cell] || before != after )
		{
			if ( count < capacity )
			{
				changed[count] = (int32_t)cell;
			}
			count += 1;
		}
	}
	return count;
}

int64_t wfGrid_Update( wfGrid* grid, const wfWorld* world, int32_t* changed, int64_t capacity )
{
	if ( WF_FAILS( grid != NULL && world != NULL && ( changed != NULL || capacity <= 0 ) ) )
	{
		return -(int64_t)wf_invalidDef;
	}
	if ( world->revision == grid->revision )
	{
		return 0;
	}
	wfUpdate update = { 0 };
	update.grid = grid;
	update.world = world;
	wfResult result = wfGeometryGet( world, grid->kind, &update.geometry );
	if ( result != wf_ok )
	{
		return -(int64_t)result;
	}
	result = copyCells( &update );
	result = result == wf_ok ? rasterAgain( &update ) : result;
	int64_t count = -(int64_t)result;
	size_t cells = wfCountCells( grid );
	if ( result == wf_ok )
	{
		wfDropPlainCost( &update.next );
		wfCountCellsAndComponents( &update.next );
		update.next.revision = world->revision;
		count = listChanges( &update, changed, capacity );
		wfReleaseCells( grid );
		*grid = update.next;
	}
	else
	{
		wfReleaseCells( &update.next );
	}
	wfRelease( update.dirty, cells );
	wfRelease( update.tooNear, cells );
	return count;
}
