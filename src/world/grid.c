// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "world/grid.h"

#include "base/sets.h"
#include "world/raster.h"

wfGridDef wfDefaultGridDef( void )
{
	wfGridDef def = { 0 };
	def.cellSize = 0.25;
	def.internalCookie = WF_COOKIE;
	return def;
}

static wfResult validateGridDef( const wfGridDef* def, wfError* error )
{
	if ( !( def->cellSize > 0.0 && def->cellSize <= WF_MAX_COORDINATE ) )
	{
		return wfRefuse( error, "cellSize", "is %g, expected more than 0", def->cellSize );
	}
	if ( !( def->radius >= 0.0 && def->radius <= WF_MAX_COORDINATE ) )
	{
		return wfRefuse( error, "radius", "is %g, expected 0 or more", def->radius );
	}
	if ( def->kind < 0 || def->kind > 31 )
	{
		return wfRefuse( error, "kind", "is %d, expected 0 to 31", def->kind );
	}
	return wf_ok;
}

wfResult wfAllocateCells( wfGrid* grid, bool costs )
{
	size_t cells = wfCountCells( grid );
	grid->blocked = wfAllocate( cells );
	grid->clearance = wfAllocateArray( cells, sizeof( float ) );
	grid->component = wfAllocateArray( cells, sizeof( int32_t ) );
	grid->cost = costs ? wfAllocateArray( cells, sizeof( float ) ) : NULL;
	bool failed = grid->blocked == NULL || grid->clearance == NULL || grid->component == NULL || ( costs && grid->cost == NULL );
	return failed ? wf_outOfMemory : wf_ok;
}

void wfReleaseCells( wfGrid* grid )
{
	size_t cells = wfCountCells( grid );
	wfRelease( grid->blocked, cells );
	wfReleaseArray( grid->clearance, cells, sizeof( float ) );
	wfReleaseArray( grid->cost, cells, sizeof( float ) );
	wfReleaseArray( grid->component, cells, sizeof( int32_t ) );
	wfReleaseArray( grid->records, grid->recordCapacity, sizeof( wfComponentRecord ) );
}

void wfDropPlainCost( wfGrid* grid )
{
	size_t cells = wfCountCells( grid );
	grid->costlyCount = 0;
	for ( size_t k = 0; grid->cost != NULL && k < cells; ++k )
	{
		grid->costlyCount += grid->cost[k] != 1.0f;
	}
	if ( grid->costlyCount == 0 )
	{
		wfReleaseArray( grid->cost, cells, sizeof( float ) );
		grid->cost = NULL;
	}
}

// The labels themselves hold the sets of cells that are joined.
int32_t wfLabelComponents( const uint8_t* blocked, int32_t width, int32_t height, int32_t* component )
{
	for ( int32_t j = 0; j < height; ++j )
	{
		int32_t row = j * width;
		for ( int32_t i = 0; i < width; ++i )
		{
			int32_t cell = row + i;
			if ( blocked[cell] != 0 )
			{
				component[cell] = -1;
				continue;
			}
			bool left = i > 0 && blocked[cell - 1] == 0;
			bool below = j > 0 && blocked[cell - width] == 0;
			component[cell] = left ? component[cell - 1] : ( below ? component[cell - width] : cell );
			// Where left and below met already at the corner there is nothing to join.
			if ( left && below && blocked[cell - width - 1] != 0 )
			{
				wfJoinSets( component, cell - 1, cell - width );
			}
		}
	}
	// Roots come before the cells that point to them. Labels are kept as -2 - label until none is needed as a pointer any more.
	int32_t count = 0;
	const int64_t cells = (int64_t)width * height;
	for ( int64_t cell = 0; cell < cells; ++cell )
	{
		if ( component[cell] == (int32_t)cell )
		{
			component[cell] = -2 - count++;
		}
		else if ( component[cell] >= 0 )
		{
			component[cell] = component[component[cell]];
		}
	}
	for ( int64_t cell = 0; cell < cells; ++cell )
	{
		component[cell] = component[cell] <= -2 ? -2 - component[cell] : component[cell];
	}
	return count;
}

void wfCountCellsAndComponents( wfGrid* grid )
{
	int64_t cells = (int64_t)grid->width * grid->height;
	grid->freeCount = 0;
	for ( int64_t k = 0; k < cells; ++k )
	{
		grid->freeCount += grid->blocked[k] == 0;
	}
	grid->componentCount = wfLabelComponents( grid->blocked, grid->width, grid->height, grid->component );
}

static wfResult fillGrid( wfGrid* grid, const wfGeometry* geometry, const wfGridDef* def, wfError* error )
{
	wfGridRaster raster;
	wfResult result = wfRasterCreate( &raster, geometry, grid );
	if ( result != wf_ok )
	{
		return wfFail( error, result, "no memory to rasterise" );
	}
	size_t extra = wfRasterBytes( &raster, def->workers );
	result = wfCheckGridMemory( def, geometry, extra, error );
	if ( result == wf_ok )
	{
		result = wfAllocateCells( grid, geometry->costly.areas.count > 0 );
		result = result == wf_ok ? wfRasterAll( &raster, def->workers ) : result;
		if ( result != wf_ok )
		{
			wfFail( error, result, "no memory for a grid of %d x %d cells", grid->width, grid->height );
		}
	}
	wfRasterDestroy( &raster );
	return result;
}

wfResult wfCreateAnyGrid( const wfWorld* world, const wfGridDef* def, wfGrid** grid, wfError* error )
{
	if ( WF_FAILS( grid != NULL ) )
	{
		return wf_invalidDef;
	}
	*grid = NULL;
	if ( WF_FAILS( world != NULL && def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the grid def was not made by wfDefaultGridDef" );
	}
	wfResult result = validateGridDef( def, error );
	if ( result != wf_ok )
	{
		return result;
	}
	const wfGeometry* geometry;
	result = wfGeometryGet( world, def->kind, &geometry );
	if ( result != wf_ok )
	{
		return wfFail( error, result, "no memory to index the world" );
	}
	result = wfCheckGridMemory( def, geometry, 0, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfGrid* made = wfAllocateZeroed( sizeof( wfGrid ) );
	if ( made == NULL )
	{
		return wfFail( error, wf_outOfMemory, "no memory for a grid" );
	}
	made->width = (int32_t)wfCountCellsAlong( world->bounds.upper.x - world->bounds.lower.x, def->cellSize );
	made->height = (int32_t)wfCountCellsAlong( world->bounds.upper.y - world->bounds.lower.y, def->cellSize );
	made->cellSize = def->cellSize;
	made->origin = world->bounds.lower;
	made->radius = def->radius;
	made->kind = def->kind;
	made->revision = world->revision;
	result = fillGrid( made, geometry, def, error );
	if ( result == wf_ok )
	{
		wfDropPlainCost( made );
		wfCountCellsAndComponents( made );
		*grid = made;
		return wf_ok;
	}
	wfDestroyGrid( made );
	return result;
}

wfResult wfCreateGrid( const wfWorld* world, const wfGridDef* def, wfGrid** grid, wfError* error )
{
	wfResult result = wfCreateAnyGrid( world, def, grid, error );
	if ( result == wf_ok && ( *grid )->freeCount == 0 )
	{
		result = wfFail( error, wf_noFreeCell, "none of the %d x %d cells of %g m is free for an agent of radius %g m",
						 ( *grid )->width, ( *grid )->height, ( *grid )->cellSize, ( *grid )->radius );
		wfDestroyGrid( *grid );
		*grid = NULL;
	}
	return result;
}

void wfDestroyGrid( wfGrid* grid )
{
	if ( grid != NULL )
	{
		wfReleaseCells( grid );
		wfRelease( grid, sizeof( wfGrid ) );
	}
}

// -------------------------------------------------------------------------------------------------------------- accessors

static bool hasCell( const wfGrid* grid, int32_t cell )
{
	return cell >= 0 && (int64_t)cell < (int64_t)grid->width * grid->height;
}

int32_t wfGrid_GetWidth( const wfGrid* grid )
{
	return WF_FAILS( grid != NULL ) ? 0 : grid->width;
}

int32_t wfGrid_GetHeight( const wfGrid* grid )
{
	return WF_FAILS( grid != NULL ) ? 0 : grid->height;
}

double wfGrid_GetCellSize( const wfGrid* grid )
{
	return WF_FAILS( grid != NULL ) ? 0.0 : grid->cellSize;
}

double wfGrid_GetRadius( const wfGrid* grid )
{
	return WF_FAILS( grid != NULL ) ? 0.0 : grid->radius;
}

wfVec2 wfGrid_GetOrigin( const wfGrid* grid )
{
	return WF_FAILS( grid != NULL ) ? ( wfVec2 ){ 0 } : grid->origin;
}

int64_t wfGrid_GetFreeCount( const wfGrid* grid )
{
	return WF_FAILS( grid != NULL ) ? 0 : grid->freeCount;
}

int32_t wfGrid_GetCell( const wfGrid* grid, wfVec2 point )
{
	if ( WF_FAILS( grid != NULL ) )
	{
		return -1;
	}
	double x = ( point.x - grid->origin.x ) / grid->cellSize, y = ( point.y - grid->origin.y ) / grid->cellSize;
	if ( !( x >= 0.0 && y >= 0.0 && x < grid->width && y < grid->height ) )
	{
		return -1;
	}
	return (int32_t)y * grid->width + (int32_t)x;
}

wfVec2 wfGrid_GetCenter( const wfGrid* grid, int32_t cell )
{
	if ( WF_FAILS( grid != NULL && hasCell( grid, cell ) ) )
	{
		return ( wfVec2 ){ 0 };
	}
	return wfCellCenter( grid, cell % grid->width, cell / grid->width );
}

bool wfGrid_IsFree( const wfGrid* grid, int32_t cell )
{
	return !WF_FAILS( grid != NULL ) && hasCell( grid, cell ) && grid->blocked[cell] == 0;
}

double wfGrid_GetClearance( const wfGrid* grid, int32_t cell )
{
	return WF_FAILS( grid != NULL && hasCell( grid, cell ) ) ? 0.0 : (double)grid->clearance[cell];
}

double wfGrid_GetCost( const wfGrid* grid, int32_t cell )
{
	if ( WF_FAILS( grid != NULL && hasCell( grid, cell ) ) )
	{
		return 1.0;
	}
	return grid->cost != NULL ? (double)grid->cost[cell] : 1.0;
}

int32_t wfGrid_GetComponent( const wfGrid* grid, int32_t cell )
{
	return WF_FAILS( grid != NULL && hasCell( grid, cell ) ) ? -1 : grid->component[cell];
}

int32_t wfGrid_GetComponentCount( const wfGrid* grid )
{
	return WF_FAILS( grid != NULL ) ? 0 : grid->componentCount;
}

// Distance from a point to a cell's square, in cells.
static double squareDistance( double x, double y, int64_t i, int64_t j )
{
	wfBox2 box = { { (double)i, (double)j }, { (double)i + 1.0, (double)j + 1.0 } };
	return sqrt( wfBoxDistanceSquared( box, ( wfVec2 ){ x, y } ) );
}

double wfGrid_GetCellDistance( const wfGrid* grid, wfVec2 point, double reach )
{
	if ( WF_FAILS( grid != NULL && reach >= 0.0 ) )
	{
		return 0.0;
	}
	double x = ( point.x - grid->origin.x ) / grid->cellSize, y = ( point.y - grid->origin.y ) / grid->cellSize;
	if ( !( x > 0.0 && y > 0.0 && x < grid->width && y < grid->height ) )
	{
		return 0.0;
	}
	double best = wfMin( reach / grid->cellSize, wfMin( wfMin( x, grid->width - x ), wfMin( y, grid->height - y ) ) );
	int64_t i = (int64_t)x, j = (int64_t)y;
	// Ring after ring of cells around the point's own, until the next one is too far to matter.
	for ( int64_t ring = 0;; ++ring )
	{
		double nearest = ring == 0
							 ? 0.0
							 : wfMin( wfMin( x - (double)i, (double)i + 1.0 - x ), wfMin( y - (double)j, (double)j + 1.0 - y ) ) +
								   (double)( ring - 1 );
		if ( nearest >= best )
		{
			return wfMin( best * grid->cellSize, reach );
		}
		for ( int64_t rowOffset = -ring; rowOffset <= ring; ++rowOffset )
		{
			int64_t row = j + rowOffset;
			if ( row < 0 || row >= grid->height )
			{
				continue;
			}
			int64_t step = rowOffset == -ring || rowOffset == ring || ring == 0 ? 1 : 2 * ring;
			for ( int64_t column = i - ring; column <= i + ring; column += step )
			{
				if ( column >= 0 && column < grid->width && grid->blocked[row * grid->width + column] != 0 )
				{
					best = wfMin( best, squareDistance( x, y, column, row ) );
				}
			}
		}
	}
}
