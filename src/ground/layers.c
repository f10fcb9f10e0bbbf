// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Layers of the plane: grid, planner and walls for each radius and kind.
#include "ground/parts.h"
#include "world/cell_choice.h"
#include "world/world.h"

static double limitCell( double size )
{
	return wfMin( wfMax( size, WF_SMALLEST_CELL ), WF_LARGEST_CELL );
}

wfResult wfGround_ChooseCellSize( const wfGround* ground, double radius, int32_t kind, double* size )
{
	if ( ground->settings.cellSize > 0.0 )
	{
		*size = ground->settings.cellSize;
		return wf_ok;
	}
	wfCellChoice choice = { .radius = radius,
							.kind = kind,
							.finest = limitCell( WF_FINE_CELL * radius ),
							.coarsest = limitCell( WF_COARSE_CELL * radius ) };
	return wfChooseCellSize( ground->world, &choice, size );
}

// The size of cells with which all passages are open that are the only way to somewhere, or the present one.
static wfResult findOpenCellSize( const wfGround* ground, const wfRouteLayer* layer, const wfGrid* grid, double* size )
{
	wfClosedPassage passages[WF_JOINING_PASSAGES];
	*size = layer->cellSize;
	if ( ground->settings.cellSize > 0.0 || wfGrid_GetComponentCount( grid ) < 2 )
	{
		return wf_ok;
	}
	int32_t count = wfGrid_FindClosedPassages( grid, ground->world, ground->settings.workers, passages, WF_JOINING_PASSAGES );
	for ( int32_t k = 0; k < count && k < WF_JOINING_PASSAGES; ++k )
	{
		const wfClosedPassage* passage = &passages[k];
		if ( passage->componentA != passage->componentB && passage->openCellSize >= WF_FINEST_CELL * layer->radius )
		{
			*size = wfMin( *size, passage->openCellSize );
		}
	}
	return count < 0 ? (wfResult)-count : wf_ok;
}

// Each blocked cell close to a free one learns which free one is nearest, around a block of cells that have changed.
static void fillNearest( wfRouteLayer* layer, wfCellBlock changed )
{
	const wfGrid* grid = layer->grid;
	int32_t i0 = changed.i0 > WF_NEAREST_RINGS ? changed.i0 - WF_NEAREST_RINGS : 0;
	int32_t j0 = changed.j0 > WF_NEAREST_RINGS ? changed.j0 - WF_NEAREST_RINGS : 0;
	int32_t i1 = changed.i1 < grid->width - WF_NEAREST_RINGS ? changed.i1 + WF_NEAREST_RINGS : grid->width;
	int32_t j1 = changed.j1 < grid->height - WF_NEAREST_RINGS ? changed.j1 + WF_NEAREST_RINGS : grid->height;
	for ( int32_t j = j0; j < j1; ++j )
	{
		for ( int32_t i = i0; i < i1; ++i )
		{
			int64_t cell = (int64_t)j * grid->width + i;
			layer->nearest[cell] = grid->blocked[cell] ? -1 : (int32_t)cell;
			if ( grid->blocked[cell] == 0 || grid->clearance[cell] < -2.0 * grid->cellSize )
			{
				continue;
			}
			int32_t least = INT32_MAX;
			for ( int32_t dj = -WF_NEAREST_RINGS; dj <= WF_NEAREST_RINGS; ++dj )
			{
				for ( int32_t di = -WF_NEAREST_RINGS; di <= WF_NEAREST_RINGS; ++di )
				{
					int32_t distance = di * di + dj * dj;
					if ( distance < least && wfIsCellFree( grid, i + di, j + dj ) )
					{
						least = distance;
						layer->nearest[cell] = (int32_t)( cell + (int64_t)dj * grid->width + di );
					}
				}
			}
		}
	}
}

static bool isOpenWorld( const wfGround* ground, const wfWallMap* walls )
{
	return walls->pieceCount <= 4 && wfWorld_GetShapeCount( ground->world ) == 0;
}

static void dropGrid( wfRouteLayer* layer )
{
	wfReleaseArray( layer->nearest, (size_t)layer->cellCount, sizeof( int32_t ) );
	layer->nearest = NULL;
	wfDestroyGrid( layer->grid );
	layer->grid = NULL;
}

// All that there is for each cell.
static void freeCells( wfRouteLayer* layer )
{
	wfDestroyPlanner( layer->planner );
	wfDestroyPlanner( layer->next );
	layer->planner = layer->next = NULL;
	wfPlanState_Free( &layer->planned, layer->cellCount );
	wfPlanState_Free( &layer->begun, layer->cellCount );
	wfReleaseArray( layer->staticCost, (size_t)layer->cellCount, sizeof( float ) );
	layer->staticCost = NULL;
	dropGrid( layer );
	layer->cellCount = 0;
}

void wfSetCellSize( wfRouteLayer* layer, double size )
{
	if ( layer->cellSize != size )
	{
		freeCells( layer );
		layer->cellSize = size;
	}
}

bool wfIsCellSizeSound( const wfGround* ground, double radius, double size )
{
	double chosen = ground->settings.cellSize;
	bool inRange = size >= WF_FINEST_CELL * radius && size <= wfMax( WF_LARGEST_CELL, WF_COARSE_CELL * radius );
	return size == 0.0 || ( chosen > 0.0 ? size == chosen : inRange );
}

static wfResult createGrid( const wfGround* ground, const wfRouteLayer* layer, double cellSize, wfGrid** grid, wfError* error )
{
	wfGridDef def = wfDefaultGridDef();
	def.cellSize = cellSize;
	def.radius = layer->radius;
	def.kind = layer->kind;
	def.memoryLimit = ground->settings.memoryLimit;
	def.bytesPerFreeCell = WF_LEAST_PLANNER_BYTES;
	def.workers = ground->settings.workers;
	// Without a free cell nobody of this size gets anywhere, and nobody else is held up by that.
	return wfCreateAnyGrid( ground->world, &def, grid, error );
}

// A finer grid where this one closes the only way to somewhere. Without the memory for it this one stays.
static wfResult openPassages( wfGround* ground, wfRouteLayer* layer )
{
	double size;
	wfGrid* finer = NULL;
	wfResult result = findOpenCellSize( ground, layer, layer->grid, &size );
	if ( result != wf_ok || size == layer->cellSize )
	{
		return result;
	}
	result = createGrid( ground, layer, size, &finer, NULL );
	if ( result == wf_ok )
	{
		wfDestroyGrid( layer->grid );
		layer->grid = finer;
		layer->cellSize = size;
	}
	return result == wf_tooLarge ? wf_ok : result;
}

wfResult wfCreateLayerGrid( wfGround* ground, wfRouteLayer* layer, wfError* error )
{
	if ( layer->grid != NULL )
	{
		return wf_ok;
	}
	ground->hasNewGrid = true;
	bool isChosen = layer->cellSize > 0.0;
	wfResult result = isChosen ? wf_ok : wfGround_ChooseCellSize( ground, layer->radius, layer->kind, &layer->cellSize );
	result = result == wf_ok ? createGrid( ground, layer, layer->cellSize, &layer->grid, error ) : result;
	result = result == wf_ok && !isChosen ? openPassages( ground, layer ) : result;
	if ( result != wf_ok )
	{
		dropGrid( layer );
		return result;
	}
	layer->cellCount = (int64_t)layer->grid->width * layer->grid->height;
	layer->nearest = wfAllocateArray( (size_t)layer->cellCount, sizeof( int32_t ) );
	result = layer->nearest != NULL ? wf_ok : wf_outOfMemory;
	if ( result == wf_ok )
	{
		fillNearest( layer, ( wfCellBlock ){ 0, 0, layer->grid->width, layer->grid->height } );
		result = wfStampMarks( ground, layer );
	}
	if ( result != wf_ok )
	{
		dropGrid( layer );
		return wfFail( error, result, "not enough memory for the grid of agents of radius %g m", layer->radius );
	}
	return wf_ok;
}

wfResult wfReplaceWalls( const wfGround* ground, wfRouteLayer* layer, double reach, wfError* error )
{
	wfWallMap* walls = NULL;
	wfResult result = wfCreateWallMap( ground->world, layer->kind, reach, &walls );
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for the walls" );
	}
	wfDestroyWallMap( layer->walls );
	layer->walls = walls;
	layer->open = isOpenWorld( ground, walls );
	return wf_ok;
}

wfResult wfOpenPlaneLayer( wfGround* ground, wfRouteLayer* layer, wfError* error )
{
	double reach = wfMax( layer->radius + WF_WALLS_BEYOND, WF_PASSAGE_WALLS * layer->radius );
	wfResult result = wfReplaceWalls( ground, layer, reach, error );
	return result == wf_ok && !layer->open ? wfCreateLayerGrid( ground, layer, error ) : result;
}

wfResult wfGround_ReachWalls( wfGround* ground, int32_t index, double reach, wfError* error )
{
	if ( ground->mesh != NULL || reach <= ground->routes.layers.data[index].walls->reach )
	{
		return wf_ok;
	}
	return wfReplaceWalls( ground, &ground->routes.layers.data[index], WF_WALLS_TO_SPARE * reach, error );
}

void wfFreePlaneLayer( wfRouteLayer* layer )
{
	freeCells( layer );
	wfDestroyWallMap( layer->walls );
}

wfPlannerDef wfGetPlannerDef( const wfGround* ground, const wfRouteLayer* layer )
{
	wfPlannerDef def = wfDefaultPlannerDef();
	def.haste = ground->settings.haste;
	def.terrainHaste = WF_STANDING_HASTE;
	def.precision = ground->settings.precision;
	def.editable = true;
	def.memoryLimit = wfGetRoomForPlanner( ground, layer );
	def.workers = ground->settings.workers;
	return def;
}

wfResult wfCreateLayerPlanner( wfGround* ground, wfRouteLayer* layer, wfError* error )
{
	wfResult result = wfCreateLayerGrid( ground, layer, error );
	if ( result != wf_ok || layer->planner != NULL )
	{
		return result;
	}
	wfPlannerDef def = wfGetPlannerDef( ground, layer );
	return wfCreatePlanner( layer->grid, &def, &layer->planner, error );
}

// ---------------------------------------------------------------------------------------------------------------- edits

wfResult wfRefreshFields( wfGround* ground, int32_t index, const int32_t* changed, int64_t count )
{
	wfRouteLayer* layer = &ground->routes.layers.data[index];
	bool isQueued = wfIsQueued( ground ), isEmpty = layer->grid->freeCount == 0;
	bool isPlanned = ( layer->planner != NULL || layer->next != NULL ) && !isEmpty;
	if ( count == 0 && !( isPlanned && isQueued ) )
	{
		return wf_ok;
	}
	// The grid of a restored state knows edits already that its queue has not seen.
	layer->isChanged = isPlanned ? isQueued && wfIsBehind( layer ) : layer->isChanged;
	wfResult result = isPlanned && !isQueued ? wfPlanner_Update( layer->planner, changed, count ) : wf_ok;
	for ( int32_t k = 0; k < ground->routes.targets.count && result == wf_ok; ++k )
	{
		wfTarget* target = &ground->routes.targets.data[k];
		if ( target->layer == index && ( target->field != NULL || target->closed || target->isWaiting ) )
		{
			result = wfRefreshPlaneTarget( ground, target );
		}
	}
	// All its targets are closed now; the first one that opens asks for a planner again.
	if ( isEmpty && result == wf_ok )
	{
		wfGround_DropPlanner( ground, index );
	}
	layer->stale = result != wf_ok;
	return result;
}

// Each cell, for a layer whose fields have missed what changed before.
static wfResult listAllCells( const wfRouteLayer* layer, wfGridChanges* changes )
{
	wfResult result = wfArray_Reserve( &changes->cells, layer->cellCount );
	for ( int64_t cell = 0; cell < layer->cellCount && result == wf_ok; ++cell )
	{
		changes->cells.data[cell] = (int32_t)cell;
	}
	changes->cells.count = result == wf_ok ? (int32_t)layer->cellCount : changes->cells.count;
	return result;
}

// Marks are taken out of the costs while the grid follows the world and put in again. They change the costs of those cells only
// that have changed anyway.
static wfResult followGrid( wfGround* ground, int32_t index, wfGridChanges* changes, wfError* error )
{
	wfRouteLayer* layer = &ground->routes.layers.data[index];
	wfUnstampMarks( layer );
	wfResult result = wfFollowWorld( layer->grid, ground->world, changes );
	for ( int32_t k = 0; k < changes->blocks.count && result == wf_ok; ++k )
	{
		fillNearest( layer, changes->blocks.data[k] );
	}
	if ( result != wf_ok )
	{
		wfFail( error, result, "not enough memory for the grid of agents of radius %g m in the edited world", layer->radius );
	}
	wfResult stamped = wfStampMarks( ground, layer );
	stamped = stamped == wf_ok && layer->stale ? listAllCells( layer, changes ) : stamped;
	layer->stale = layer->stale || stamped != wf_ok;
	if ( result != wf_ok || stamped != wf_ok )
	{
		return result != wf_ok ? result : wfFail( error, stamped, "not enough memory to follow an edit of the world" );
	}
	result = wfRefreshFields( ground, index, changes->cells.data, changes->cells.count );
	layer->stale = result != wf_ok; // also where there is no field to refresh
	return result == wf_ok ? wf_ok : wfFail( error, result, "the fields could not follow an edit of the world" );
}

static wfResult followLayer( wfGround* ground, int32_t index, wfError* error )
{
	wfRouteLayer* layer = &ground->routes.layers.data[index];
	wfResult result = wfReplaceWalls( ground, layer, layer->walls->reach, error );
	if ( result != wf_ok )
	{
		return result;
	}
	if ( layer->grid == NULL )
	{
		return layer->open ? wf_ok : wfCreateLayerGrid( ground, layer, error );
	}
	// Should the fields fail, the grid has followed already: the layer stays stale until all is done.
	wfGridChanges changes = { 0 };
	result = followGrid( ground, index, &changes, error );
	wfGridChanges_Free( &changes );
	return result;
}

// To goals that are no longer in the world no route leads. They count as edits.
static wfResult closeGone( wfGround* ground, bool* edited )
{
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < ground->routes.targets.count && ground->world != NULL && result == wf_ok; ++k )
	{
		const wfTarget* target = &ground->routes.targets.data[k];
		if ( target->layer >= 0 && target->to.isGoal && !target->closed &&
			 !wfWorld_IsGoalValid( ground->world, target->to.goal ) )
		{
			result = wfClosePlaneTarget( ground, k );
			*edited = true;
		}
	}
	return result;
}

wfResult wfGround_Follow( wfGround* ground, bool* edited, wfError* error )
{
	uint64_t revision = wfGround_GetRevision( ground );
	*edited = revision != ground->routes.worldRevision;
	for ( int32_t k = 0; k < ground->routes.layers.count; ++k )
	{
		if ( *edited || ground->routes.layers.data[k].stale )
		{
			wfResult result = followLayer( ground, k, error );
			if ( result != wf_ok )
			{
				return result;
			}
		}
	}
	ground->routes.worldRevision = revision;
	return closeGone( ground, edited );
}

// ---------------------------------------------------------------------------------------------------------------- walls

float wfLayerClearance( const wfRouteLayer* layer, wfVec2 place )
{
	if ( layer->grid == NULL )
	{
		const wfWallPiece* low = &layer->walls->pieces[0];
		const wfWallPiece* high = &layer->walls->pieces[2];
		double x = wfMin( place.x - low->ax, high->ax - place.x ), y = wfMin( place.y - low->ay, high->ay - place.y );
		return (float)wfMin( x, y );
	}
	int32_t cell = wfGrid_GetCell( layer->grid, place );
	return cell < 0 ? -1.0f : layer->grid->clearance[cell];
}

// Interpolated between the centres of cells: near a straight wall as good as exact.
float wfLayerRoom( const wfRouteLayer* layer, double x, double y )
{
	const wfGrid* grid = layer->grid;
	if ( grid == NULL )
	{
		return wfLayerClearance( layer, ( wfVec2 ){ x, y } );
	}
	double column = ( x - grid->origin.x ) / grid->cellSize - 0.5, row = ( y - grid->origin.y ) / grid->cellSize - 0.5;
	if ( !( column >= 0.0 && row >= 0.0 && column < grid->width - 1 && row < grid->height - 1 ) )
	{
		return wfLayerClearance( layer, ( wfVec2 ){ x, y } );
	}
	int32_t i = (int32_t)column, j = (int32_t)row;
	float fx = (float)( column - i ), fy = (float)( row - j );
	const float* cell = grid->clearance + (int64_t)j * grid->width + i;
	float below = cell[0] + fx * ( cell[1] - cell[0] ),
		  above = cell[grid->width] + fx * ( cell[grid->width + 1] - cell[grid->width] );
	return below + fy * ( above - below );
}

// Metres to the nearest wall, or `most`. Walls that are farther away than the nearest one so far are told by their boxes.
static double measureRoom( const wfWallMap* walls, wfVec2 place, double most )
{
	const int32_t* list;
	int32_t count = wfWallsAt( walls, place.x, place.y, &list );
	double room = wfMin( most, walls->reach );
	for ( int32_t k = 0; k < count; ++k )
	{
		const wfWallPiece* piece = &walls->pieces[list[k]];
		double near = room + piece->thickness;
		if ( place.x >= wfMin( piece->ax, piece->bx ) - near && place.x <= wfMax( piece->ax, piece->bx ) + near &&
			 place.y >= wfMin( piece->ay, piece->by ) - near && place.y <= wfMax( piece->ay, piece->by ) + near )
		{
			wfVec2 away = wfFromWall( piece, place.x, place.y );
			room = wfMin( room, wfHypot( away.x, away.y ) - piece->thickness );
		}
	}
	return room;
}

// March along the line in steps as long as nothing can be met: the clearance of the cell less what its centre is away.
double wfMeasureFreePath( const wfRouteLayer* layer, wfVec2 from, wfVec2 to )
{
	double x = to.x - from.x, y = to.y - from.y;
	double length = sqrt( x * x + y * y );
	if ( layer->grid == NULL )
	{
		return length;
	}
	double cell = layer->grid->cellSize, slack = WF_HALF_DIAGONAL * cell;
	for ( double walked = 0.0; walked < length; )
	{
		wfVec2 place = { from.x + x * ( walked / length ), from.y + y * ( walked / length ) };
		double room = wfLayerClearance( layer, place ) - layer->radius;
		if ( room < -slack )
		{
			return walked;
		}
		// Close to walls the line itself is what counts, not the centre of a cell.
		if ( room < slack )
		{
			room = measureRoom( layer->walls, place, room + layer->radius + 2.0 * slack ) - layer->radius + WF_OVERLAP_SLACK;
			if ( room < 0.0 )
			{
				return walked;
			}
			walked += wfMax( room, WF_LINE_OF_SIGHT_STEP * cell );
			continue;
		}
		walked += room - slack + WF_LINE_OF_SIGHT_STEP * cell;
	}
	return length;
}

bool wfIsStraightPathFree( const wfRouteLayer* layer, wfVec2 from, wfVec2 to )
{
	double x = to.x - from.x, y = to.y - from.y;
	return layer->grid == NULL || wfMeasureFreePath( layer, from, to ) >= sqrt( x * x + y * y );
}

bool wfIsPointInReach( const wfRouteLayer* layer, wfVec2 point, double reach, double radius )
{
	if ( layer->grid != NULL )
	{
		return true;
	}
	double clearance = (double)wfLayerClearance( layer, point );
	return clearance >= 0.0 && clearance + reach >= radius + WF_SKIN;
}
