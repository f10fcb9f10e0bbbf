// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Grids and planners for each radius and kind of agent, and the fields of their goals.
#include "crowd/locomotion.h"
#include "world/world.h"

#include <string.h>

static double layerRadius( double radius )
{
	return ceil( radius / WF_RADIUS_STEP - WF_OVERLAP_SLACK ) * WF_RADIUS_STEP;
}

static double layerCellSize( const wfCrowd* crowd, double radius )
{
	if ( crowd->def.cellSize > 0.0 )
	{
		return crowd->def.cellSize;
	}
	return wfMin( wfMax( radius, WF_FINEST_CELL ), WF_COARSEST_CELL );
}

// Each blocked cell close to a free one learns which free one is nearest.
static void fillNearest( wfRouteLayer* layer )
{
	const wfGrid* grid = layer->grid;
	for ( int64_t cell = 0; cell < layer->cellCount; ++cell )
	{
		layer->nearest[cell] = grid->blocked[cell] ? -1 : (int32_t)cell;
	}
	for ( int32_t j = 0; j < grid->height; ++j )
	{
		for ( int32_t i = 0; i < grid->width; ++i )
		{
			int64_t cell = (int64_t)j * grid->width + i;
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

static bool isOpenWorld( const wfCrowd* crowd, const wfWallMap* walls )
{
	if ( walls->pieceCount > 4 )
	{
		return false;
	}
	return wfWorld_GetShapeCount( crowd->world ) == 0;
}

wfResult wfGiveGrid( wfCrowd* crowd, wfRouteLayer* layer, wfError* error )
{
	if ( layer->grid != NULL )
	{
		return wf_ok;
	}
	wfUnprepare( crowd ); // passages are looked for in grids
	wfGridDef def = wfDefaultGridDef();
	def.cellSize = layerCellSize( crowd, layer->radius );
	def.radius = layer->radius;
	def.kind = layer->kind;
	def.memoryLimit = crowd->def.memoryLimit;
	def.workers = crowd->def.workers;
	wfResult result = wfCreateGrid( crowd->world, &def, &layer->grid, error );
	if ( result != wf_ok )
	{
		return result;
	}
	layer->cellCount = (int64_t)layer->grid->width * layer->grid->height;
	layer->nearest = wfAllocateArray( (size_t)layer->cellCount, sizeof( int32_t ) );
	if ( layer->nearest == NULL )
	{
		wfDestroyGrid( layer->grid );
		layer->grid = NULL;
		return wfFail( error, wf_outOfMemory, "not enough memory for the grid of agents of radius %g m", layer->radius );
	}
	fillNearest( layer );
	result = wfStampMarks( crowd, layer );
	if ( result != wf_ok )
	{
		wfReleaseArray( layer->nearest, (size_t)layer->cellCount, sizeof( int32_t ) );
		layer->nearest = NULL;
		wfDestroyGrid( layer->grid );
		layer->grid = NULL;
		return wfFail( error, result, "not enough memory for the grid of agents of radius %g m", layer->radius );
	}
	return wf_ok;
}

wfResult wfFindLayer( wfCrowd* crowd, double radius, int32_t kind, int32_t* index, wfError* error )
{
	double rounded = layerRadius( radius );
	for ( int32_t k = 0; k < crowd->routes.layers.count; ++k )
	{
		if ( crowd->routes.layers.data[k].radius == rounded && crowd->routes.layers.data[k].kind == kind )
		{
			*index = k;
			return wf_ok;
		}
	}
	wfResult result = wfArray_Reserve( &crowd->routes.layers, (size_t)crowd->routes.layers.count + 1 );
	wfRouteLayer layer = { .radius = rounded, .kind = kind };
	// Both walls of a passage are found from its middle, see passages.c.
	double reach = wfMax( rounded + WF_WALLS_BEYOND, WF_PASSAGE_WALLS * rounded );
	result = result == wf_ok ? wfCreateWallMap( crowd->world, kind, reach, &layer.walls ) : result;
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for the walls" );
	}
	layer.open = isOpenWorld( crowd, layer.walls );
	result = layer.open ? wf_ok : wfGiveGrid( crowd, &layer, error );
	if ( result != wf_ok )
	{
		wfDestroyWallMap( layer.walls );
		return result;
	}
	*index = crowd->routes.layers.count;
	crowd->routes.layers.data[crowd->routes.layers.count++] = layer;
	return wf_ok;
}

// Walls must be found as far away as an agent of this speed comes in a tick, with some to spare for those who are pressed; and
// as far as feet are put.
wfResult wfReachWalls( wfCrowd* crowd, int32_t index, double speed, wfError* error )
{
	wfRouteLayer* layer = &crowd->routes.layers.data[index];
	double reach =
		layer->radius + WF_WALLS_SPEED * wfMax( speed, (double)WF_LEAST_REACH_SPEED ) * crowd->def.tickSeconds + WF_WALLS_SLACK;
	reach = wfMax( reach, wfReachOfGaits( crowd ) );
	if ( reach <= layer->walls->reach )
	{
		return wf_ok;
	}
	wfWallMap* walls = NULL;
	wfResult result = wfCreateWallMap( crowd->world, layer->kind, WF_WALLS_TO_SPARE * reach, &walls );
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for the walls" );
	}
	wfDestroyWallMap( layer->walls );
	layer->walls = walls;
	return wf_ok;
}

static void destroyTarget( wfCrowd* crowd, wfTarget* target )
{
	wfDestroyField( target->field );
	wfReleaseArray( target->way, (size_t)crowd->routes.layers.data[target->layer].cellCount, sizeof( float ) );
	target->field = NULL;
	target->way = NULL;
}

void wfDestroyLayers( wfCrowd* crowd )
{
	wfDestroyMeshRoutes( crowd );
	for ( int32_t k = 0; k < crowd->routes.targets.count; ++k )
	{
		destroyTarget( crowd, &crowd->routes.targets.data[k] );
	}
	for ( int32_t k = 0; k < crowd->routes.layers.count; ++k )
	{
		wfRouteLayer* layer = &crowd->routes.layers.data[k];
		wfDestroyPlanner( layer->planner );
		wfReleaseArray( layer->nearest, (size_t)layer->cellCount, sizeof( int32_t ) );
		wfReleaseArray( layer->staticCost, (size_t)layer->cellCount, sizeof( float ) );
		wfDestroyGrid( layer->grid );
		wfDestroyWallMap( layer->walls );
	}
	wfArray_Free( &crowd->routes.layers );
	wfArray_Free( &crowd->routes.targets );
}

uint32_t wfKeyOfStop( const wfStop* stop )
{
	uint64_t hash = wfHash( WF_HASH_START, &stop->kind, sizeof( stop->kind ) );
	hash = stop->kind == wf_goalStop	? wfHash( hash, &stop->goal, sizeof( stop->goal ) )
		   : stop->kind == wf_queueStop ? wfHash( hash, &stop->queue, sizeof( stop->queue ) )
										: wfHash( hash, &stop->point, sizeof( stop->point ) );
	return (uint32_t)( hash ^ ( hash >> 32 ) );
}

wfResult wfFindTarget( wfCrowd* crowd, int32_t layer, const wfStop* stop, int32_t* index, wfError* error )
{
	uint32_t key = wfKeyOfStop( stop );
	for ( int32_t k = 0; k < crowd->routes.targets.count && stop->kind == wf_goalStop; ++k )
	{
		const wfTarget* target = &crowd->routes.targets.data[k];
		if ( target->layer == layer && target->goalKey == key && target->kind == stop->kind &&
			 target->goal.index1 == stop->goal.index1 && target->goal.generation == stop->goal.generation )
		{
			*index = k;
			return wf_ok;
		}
	}
	// Points that need a field share it with all points of their cell.
	int32_t cell = -1;
	wfResult result = wf_ok;
	if ( stop->kind != wf_goalStop )
	{
		result = wfGiveGrid( crowd, &crowd->routes.layers.data[layer], error );
		cell = result == wf_ok ? wfGrid_GetCell( crowd->routes.layers.data[layer].grid, wfInPlane( stop->point ) ) : -1;
		cell = cell >= 0 ? crowd->routes.layers.data[layer].nearest[cell] : -1;
		if ( result == wf_ok && cell < 0 )
		{
			return wfFail( error, wf_goalBlocked, "the place (%g, %g) lies in an obstacle for agents of radius %g m",
						   stop->point.x, stop->point.y, crowd->routes.layers.data[layer].radius );
		}
		for ( int32_t k = 0; k < crowd->routes.targets.count && result == wf_ok; ++k )
		{
			const wfTarget* target = &crowd->routes.targets.data[k];
			if ( target->layer == layer && target->kind == wf_pointStop && target->cell == cell )
			{
				*index = k;
				return wf_ok;
			}
		}
	}
	*index = crowd->routes.targets.count;
	wfTarget target = { .layer = layer,
						.kind = stop->kind == wf_goalStop ? wf_goalStop : wf_pointStop,
						.goal = stop->goal,
						.point = wfInPlane( stop->point ),
						.cell = cell,
						.goalKey = key };
	return result == wf_ok ? (wfResult)wfArray_Push( &crowd->routes.targets, target ) : result;
}

// Metres to go by the field's own measure: with haste k attraction falls like exp(-k distance).
static void fillWay( const wfCrowd* crowd, wfTarget* target )
{
	const wfRouteLayer* layer = &crowd->routes.layers.data[target->layer];
	double haste = wfPlanner_GetReport( layer->planner ).haste;
	double scale = -1.0 / ( haste > WF_LEAST_HASTE ? haste : 1.0 );
	for ( int64_t cell = 0; cell < layer->cellCount; ++cell )
	{
		wfScaled value = wfField_GetCellValue( target->field, (int32_t)cell );
		target->way[cell] =
			value.mantissa > 0.0 ? (float)( scale * ( wfLog( value.mantissa ) + value.exponent * WF_LN_2 ) ) : INFINITY;
	}
}

static wfResult createLayerPlanner( wfCrowd* crowd, wfRouteLayer* layer, wfError* error )
{
	wfResult result = wfGiveGrid( crowd, layer, error );
	if ( result != wf_ok || layer->planner != NULL )
	{
		return result;
	}
	wfPlannerDef def = wfDefaultPlannerDef();
	def.haste = crowd->def.haste;
	def.terrainHaste = WF_STANDING_HASTE;
	def.editable = true;
	def.memoryLimit = crowd->def.memoryLimit;
	def.workers = crowd->def.workers;
	return wfCreatePlanner( layer->grid, &def, &layer->planner, error );
}

static wfResult createField( wfCrowd* crowd, wfTarget* target, wfError* error )
{
	const wfRouteLayer* layer = &crowd->routes.layers.data[target->layer];
	if ( target->kind != wf_goalStop )
	{
		return layer->grid->blocked[target->cell]
				   ? wfFail( error, wf_goalBlocked, "the place (%g, %g) lies in an obstacle for agents of radius %g m",
							 target->point.x, target->point.y, layer->radius )
				   : wfPlanner_CreateFieldFromCells( layer->planner, &target->cell, 1, &target->field, error );
	}
	if ( !wfWorld_IsGoalValid( crowd->world, target->goal ) )
	{
		return wfFail( error, wf_notFound, "a goal that agents are on the way to is no longer in the world" );
	}
	wfGoalDef goal = wfWorld_GetGoal( crowd->world, target->goal );
	return wfPlanner_CreateField( layer->planner, &goal, &target->field, error );
}

wfResult wfSolveTarget( wfCrowd* crowd, int32_t index, wfError* error )
{
	wfTarget* target = &crowd->routes.targets.data[index];
	if ( target->field != NULL || target->closed )
	{
		return wf_ok;
	}
	wfRouteLayer* layer = &crowd->routes.layers.data[target->layer];
	wfResult result = createLayerPlanner( crowd, layer, error );
	if ( result != wf_ok )
	{
		return result;
	}
	target->way = wfAllocateArray( (size_t)layer->cellCount, sizeof( float ) );
	if ( target->way == NULL )
	{
		return wfFail( error, wf_outOfMemory, "not enough memory for the field of a goal" );
	}
	result = createField( crowd, target, error );
	if ( result != wf_ok )
	{
		wfReleaseArray( target->way, (size_t)layer->cellCount, sizeof( float ) );
		target->way = NULL;
		return result;
	}
	fillWay( crowd, target );
	return wf_ok;
}

static void closeTarget( const wfCrowd* crowd, wfTarget* target )
{
	target->closed = true;
	for ( int64_t cell = 0; cell < crowd->routes.layers.data[target->layer].cellCount; ++cell )
	{
		target->way[cell] = INFINITY;
	}
}

wfResult wfCloseTarget( wfCrowd* crowd, int32_t index )
{
	wfTarget* target = &crowd->routes.targets.data[index];
	wfRouteLayer* layer = &crowd->routes.layers.data[target->layer];
	wfResult result = createLayerPlanner( crowd, layer, NULL );
	if ( result == wf_ok && target->way == NULL )
	{
		target->way = wfAllocateArray( (size_t)layer->cellCount, sizeof( float ) );
		result = target->way != NULL ? wf_ok : wf_outOfMemory;
	}
	if ( result == wf_ok )
	{
		closeTarget( crowd, target );
	}
	return result;
}

// After a change of its layer's grid.
static wfResult refreshTarget( wfCrowd* crowd, wfTarget* target )
{
	wfResult result = target->field != NULL ? wfField_Solve( target->field ) : createField( crowd, target, NULL );
	if ( result == wf_ok )
	{
		target->closed = false;
		fillWay( crowd, target );
	}
	else if ( result == wf_goalBlocked || ( result == wf_notFound && target->field == NULL ) )
	{
		closeTarget( crowd, target );
		result = wf_ok;
	}
	return result;
}

wfResult wfRefreshFields( wfCrowd* crowd, int32_t index, const int32_t* changed, int64_t count )
{
	wfRouteLayer* layer = &crowd->routes.layers.data[index];
	if ( layer->planner == NULL || count == 0 )
	{
		return wf_ok;
	}
	double start = wfGetSeconds();
	wfResult result = wfPlanner_Update( layer->planner, changed, count );
	for ( int32_t k = 0; k < crowd->routes.targets.count && result == wf_ok; ++k )
	{
		wfTarget* target = &crowd->routes.targets.data[k];
		if ( target->layer == index && ( target->field != NULL || target->closed ) )
		{
			result = refreshTarget( crowd, target );
		}
	}
	layer->stale = result != wf_ok;
	crowd->profile.fields += wfGetSeconds() - start;
	return result;
}

static wfResult followWalls( wfCrowd* crowd, wfRouteLayer* layer, wfError* error )
{
	wfWallMap* walls = NULL;
	wfResult result = wfCreateWallMap( crowd->world, layer->kind, layer->walls->reach, &walls );
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for the walls" );
	}
	wfDestroyWallMap( layer->walls );
	layer->walls = walls;
	layer->open = isOpenWorld( crowd, walls );
	return wf_ok;
}

// Standing agents are taken out of the costs while the grid follows the world and put in again: all that differs then is new.
static wfResult followGrid( wfCrowd* crowd, int32_t index, int32_t* changed, wfError* error )
{
	wfRouteLayer* layer = &crowd->routes.layers.data[index];
	bool stood = layer->staticCost != NULL || layer->stale;
	wfUnstampMarks( layer );
	int64_t count = wfGrid_Update( layer->grid, crowd->world, changed, layer->cellCount );
	wfResult result = count < 0 ? (wfResult)-count : wf_ok;
	if ( result == wf_ok )
	{
		fillNearest( layer );
	}
	else
	{
		wfFail( error, result, "the edited world has no room for agents of radius %g m", layer->radius );
	}
	wfResult stamped = wfStampMarks( crowd, layer );
	layer->stale = layer->stale || stamped != wf_ok;
	if ( result != wf_ok || stamped != wf_ok )
	{
		return result != wf_ok ? result : wfFail( error, stamped, "not enough memory for the fields around standing agents" );
	}
	if ( stood )
	{
		for ( count = 0; count < layer->cellCount; ++count )
		{
			changed[count] = (int32_t)count;
		}
	}
	result = wfRefreshFields( crowd, index, changed, count );
	layer->stale = result != wf_ok; // also where there is no field to refresh
	return result == wf_ok ? wf_ok : wfFail( error, result, "the fields could not follow an edit of the world" );
}

static wfResult followLayer( wfCrowd* crowd, int32_t index, wfError* error )
{
	wfRouteLayer* layer = &crowd->routes.layers.data[index];
	wfResult result = followWalls( crowd, layer, error );
	if ( result != wf_ok )
	{
		return result;
	}
	if ( layer->grid == NULL )
	{
		return layer->open ? wf_ok : wfGiveGrid( crowd, layer, error );
	}
	int32_t* changed = wfAllocateArray( (size_t)layer->cellCount, sizeof( int32_t ) );
	if ( changed == NULL )
	{
		return wfFail( error, wf_outOfMemory, "not enough memory to follow an edit of the world" );
	}
	// Should the fields fail, the grid has followed already: the layer stays stale until all is done.
	result = followGrid( crowd, index, changed, error );
	wfReleaseArray( changed, (size_t)layer->cellCount, sizeof( int32_t ) );
	return result;
}

wfResult wfFollowWorld( wfCrowd* crowd, wfError* error )
{
	uint64_t revision = wfWorld_GetRevision( crowd->world );
	bool edited = revision != crowd->routes.worldRevision;
	for ( int32_t k = 0; k < crowd->routes.layers.count; ++k )
	{
		if ( edited || crowd->routes.layers.data[k].stale )
		{
			wfResult result = followLayer( crowd, k, error );
			if ( result != wf_ok )
			{
				return result;
			}
		}
	}
	crowd->routes.worldRevision = revision;
	if ( !edited )
	{
		return wf_ok;
	}
	wfHaltWalkers( crowd );
	// Gates are looked for again, and what was a straight way may be none.
	wfUnprepare( crowd );
	for ( wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		agent->flags |= wf_agentRecheck;
	}
	return wf_ok;
}

// Cells that belong together have ways to each other: no field is needed to know.
wfResult wfCheckWay( wfCrowd* crowd, int32_t index, const wfStop* stop, wfVec2 place, bool* exists, wfError* error )
{
	*exists = true;
	if ( stop->kind == wf_goalStop )
	{
		int32_t target;
		wfResult result = wfFindTarget( crowd, index, stop, &target, error );
		result = result == wf_ok ? wfSolveTarget( crowd, target, error ) : result;
		if ( result == wf_ok )
		{
			double way;
			wfTargetDirection( crowd, &crowd->routes.targets.data[target], place, &way );
			*exists = way < INFINITY;
		}
		return result;
	}
	const wfRouteLayer* layer = &crowd->routes.layers.data[index];
	*exists = stop->kind == wf_queueStop || wfIsPointInReach( layer, stop, layer->radius );
	if ( layer->grid != NULL )
	{
		wfVec2 to = stop->kind == wf_queueStop ? crowd->facilities.queues.data[stop->queue.index1 - 1].def.line[0]
											   : wfInPlane( stop->point );
		int32_t from = wfGrid_GetCell( layer->grid, place ), end = wfGrid_GetCell( layer->grid, to );
		from = from >= 0 ? layer->nearest[from] : -1;
		end = end >= 0 ? layer->nearest[end] : -1;
		*exists = from >= 0 && end >= 0 && layer->grid->component[from] == layer->grid->component[end];
	}
	return wf_ok;
}

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

// March along the line in steps as long as nothing can be met: the clearance of the cell less what its centre is away.
bool wfIsStraightWayFree( const wfRouteLayer* layer, wfVec2 from, wfVec2 to )
{
	if ( layer->grid == NULL )
	{
		return true;
	}
	double x = to.x - from.x, y = to.y - from.y;
	double length = sqrt( x * x + y * y );
	double cell = layer->grid->cellSize, slack = WF_HALF_DIAGONAL * cell;
	for ( double way = 0.0; way < length; )
	{
		wfVec2 place = { from.x + x * ( way / length ), from.y + y * ( way / length ) };
		double room = wfLayerClearance( layer, place ) - layer->radius;
		if ( room < -slack )
		{
			return false;
		}
		// Close to walls the line itself is what counts, not the centre of a cell.
		if ( room < slack )
		{
			const int32_t* list;
			int32_t count = wfWallsAt( layer->walls, place.x, place.y, &list );
			room = layer->walls->reach;
			for ( int32_t k = 0; k < count; ++k )
			{
				wfVec2 away = wfFromWall( &layer->walls->pieces[list[k]], place.x, place.y );
				room = wfMin( room, wfHypot( away.x, away.y ) - layer->walls->pieces[list[k]].thickness );
			}
			room -= layer->radius - WF_OVERLAP_SLACK;
			if ( room < 0.0 )
			{
				return false;
			}
			way += wfMax( room, WF_LINE_OF_SIGHT_STEP * cell );
			continue;
		}
		way += room - slack + WF_LINE_OF_SIGHT_STEP * cell;
	}
	return true;
}

wfVec2 wfTargetDirection( const wfCrowd* crowd, const wfTarget* target, wfVec2 place, double* way )
{
	const wfRouteLayer* layer = &crowd->routes.layers.data[target->layer];
	int32_t cell = wfGrid_GetCell( layer->grid, place );
	int32_t nearest = cell >= 0 ? layer->nearest[cell] : -1;
	if ( nearest < 0 || !( target->way[nearest] < INFINITY ) )
	{
		*way = INFINITY;
		return ( wfVec2 ){ 0.0, 0.0 };
	}
	wfVec2 center = wfGrid_GetCenter( layer->grid, nearest );
	wfVec2 direction = { 0.0, 0.0 };
	if ( nearest == cell )
	{
		direction = wfField_GetDirection( target->field, place );
		double ahead = direction.x * ( place.x - center.x ) + direction.y * ( place.y - center.y );
		*way = wfMax( target->way[cell] - ahead, 0.0 );
		return direction;
	}
	// In the margin along a wall: as the field leads in the nearest cell, and a little toward it.
	wfVec2 back = { center.x - place.x, center.y - place.y };
	double length = wfHypot( back.x, back.y );
	direction = wfField_GetDirection( target->field, center );
	direction.x += 0.5 * back.x / length;
	direction.y += 0.5 * back.y / length;
	double norm = wfHypot( direction.x, direction.y );
	*way = target->way[nearest] + length;
	return norm > WF_TINY ? ( wfVec2 ){ direction.x / norm, direction.y / norm } : ( wfVec2 ){ back.x / length, back.y / length };
}

// Between the ways of four cells: nearly as good as the field itself, and much cheaper. False near walls and goals.
bool wfGuideByWays( const wfRouteLayer* layer, const wfTarget* target, wfVec2 place, wfVec2* direction, double* way )
{
	const wfGrid* grid = layer->grid;
	double column = ( place.x - grid->origin.x ) / grid->cellSize - 0.5,
		   row = ( place.y - grid->origin.y ) / grid->cellSize - 0.5;
	if ( !( column >= 0.0 && row >= 0.0 && column < grid->width - 1 && row < grid->height - 1 ) )
	{
		return false;
	}
	int32_t i = (int32_t)column, j = (int32_t)row;
	double fx = column - i, fy = row - j;
	const float* ways = target->way + (int64_t)j * grid->width + i;
	double a = (double)ways[0], b = (double)ways[1], c = (double)ways[grid->width], d = (double)ways[grid->width + 1];
	double x = ( b - a ) + fy * ( d - c - b + a ), y = ( c - a ) + fx * ( d - c - b + a ), size = wfHypot( x, y );
	// Infinite ways give no number, goals none to speak of.
	if ( !( size > WF_LEAST_SLOPE * grid->cellSize && size < WF_MOST_SLOPE * grid->cellSize ) )
	{
		return false;
	}
	*way = a + fx * ( b - a ) + fy * ( ( c - a ) + fx * ( d - c - b + a ) );
	*direction = ( wfVec2 ){ -x / size, -y / size };
	return true;
}

// Who touches a wall that the point lies on is there as well.
double wfReachOf( const wfStop* stop, double radius )
{
	return stop->reach > 0.0 ? stop->reach : wfMax( radius, WF_LEAST_STOP_REACH ) + 2.0 * WF_SKIN;
}

bool wfIsPointInReach( const wfRouteLayer* layer, const wfStop* stop, double radius )
{
	if ( layer->grid != NULL )
	{
		return true;
	}
	double clearance = (double)wfLayerClearance( layer, wfInPlane( stop->point ) );
	return clearance >= 0.0 && clearance + wfReachOf( stop, radius ) >= radius + WF_SKIN;
}

bool wfHasArrived( const wfCrowd* crowd, const wfAgent* agent )
{
	const wfStop* stop = wfPresentStop( crowd, agent );
	if ( stop == NULL )
	{
		return false;
	}
	if ( stop->kind == wf_goalStop && ( agent->target < 0 || crowd->routes.targets.data[agent->target].closed ) )
	{
		return false;
	}
	if ( stop->kind == wf_goalStop )
	{
		const wfTarget* target = &crowd->routes.targets.data[agent->target];
		const wfRouteLayer* layer = &crowd->routes.layers.data[target->layer];
		int32_t cell = wfGrid_GetCell( layer->grid, ( wfVec2 ){ agent->x, agent->y } );
		cell = cell >= 0 ? layer->nearest[cell] : -1;
		return cell >= 0 && wfField_IsGoal( target->field, wfGrid_GetCenter( layer->grid, cell ) );
	}
	double reach = wfReachOf( stop, (double)agent->radius );
	double x = agent->x - stop->point.x, y = agent->y - stop->point.y;
	if ( x * x + y * y <= reach * reach )
	{
		return true;
	}
	// A point too close to a wall: as near as one gets is where one stays in its cell without getting on.
	const wfTarget* target = agent->target >= 0 ? &crowd->routes.targets.data[agent->target] : NULL;
	bool stays = crowd->time - agent->bestWayTime > WF_NEAR_ENOUGH_SECONDS;
	return stays && target != NULL && target->field != NULL && !target->closed &&
		   wfField_IsGoal( target->field, ( wfVec2 ){ agent->x, agent->y } );
}
