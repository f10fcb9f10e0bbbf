// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Targets in the plane: goals and points with their fields, and the directions they give.
#include "base/arrays.h"
#include "ground/parts.h"
#include "world/world.h"

#include <stdlib.h>

static wfRouteLayer* layerOf( const wfGround* ground, const wfTarget* target )
{
	return &ground->routes.layers.data[target->layer];
}

int32_t wfNearestFreeCell( const wfRouteLayer* layer, wfVec2 place )
{
	int32_t cell = wfGrid_GetCell( layer->grid, place );
	return cell >= 0 ? layer->nearest[cell] : -1;
}

static wfResult failBlocked( wfVec3 point, const wfRouteLayer* layer, wfError* error )
{
	return wfFail( error, wf_goalBlocked, "the place (%g, %g) lies in an obstacle for agents of radius %g m", point.x, point.y,
				   layer->radius );
}

// Points that need a field share it with all points of their cell.
static wfTarget* findTarget( const wfGround* ground, int32_t layer, const wfDestination* to, int32_t cell )
{
	for ( int32_t k = 0; k < ground->routes.targets.count; ++k )
	{
		wfTarget* target = &ground->routes.targets.data[k];
		bool same = to->isGoal ? target->to.goal.index1 == to->goal.index1 && target->to.goal.generation == to->goal.generation
							   : cell >= 0 && target->cell == cell;
		if ( target->layer == layer && target->to.isGoal == to->isGoal && same )
		{
			return target;
		}
	}
	return NULL;
}

const wfTarget* wfGround_FindSolved( const wfGround* ground, int32_t layer, const wfDestination* to )
{
	const wfRouteLayer* of = &ground->routes.layers.data[layer];
	int32_t cell = !to->isGoal && of->grid != NULL ? wfNearestFreeCell( of, wfInPlane( to->point ) ) : -1;
	const wfTarget* target = findTarget( ground, layer, to, cell );
	return target != NULL && target->field != NULL && !target->closed && wfTarget_IsReady( target ) ? target : NULL;
}

wfResult wfFindPlaneTarget( wfGround* ground, int32_t layer, const wfDestination* to, int32_t* index, wfError* error )
{
	wfRouteLayer* of = &ground->routes.layers.data[layer];
	int32_t cell = -1;
	if ( !to->isGoal )
	{
		wfResult result = wfCreateLayerGrid( ground, of, error );
		if ( result != wf_ok )
		{
			return result;
		}
		cell = wfNearestFreeCell( of, wfInPlane( to->point ) );
		if ( cell < 0 )
		{
			return failBlocked( to->point, of, error );
		}
	}
	const wfTarget* found = findTarget( ground, layer, to, cell );
	if ( found != NULL )
	{
		*index = (int32_t)( found - ground->routes.targets.data );
		return wf_ok;
	}
	wfTarget target = { .layer = layer, .to = *to, .cell = cell, .from = -1, .lastUsed = INT64_MAX };
	for ( *index = 0; *index < ground->routes.targets.count; *index += 1 )
	{
		if ( ground->routes.targets.data[*index].layer < 0 )
		{
			ground->routes.targets.data[*index] = target;
			return wf_ok;
		}
	}
	return wfArray_Push( &ground->routes.targets, target );
}

// --------------------------------------------------------------------------------------------------------------- fields

// By the field's own measure: with haste k attraction falls like exp(-k distance).
static float measureDistance( const wfRouteLayer* layer, const wfTarget* target, int32_t cell )
{
	double haste = wfPlanner_GetReport( layer->planner ).haste;
	double scale = -1.0 / ( haste > WF_LEAST_HASTE ? haste : 1.0 );
	wfScaled value = wfField_GetCellValue( target->field, cell );
	double distance = value.mantissa > 0.0 ? scale * ( wfLog( value.mantissa ) + value.exponent * WF_LN_2 ) : INFINITY;
	return (float)wfMax( distance, 0.0 );
}

float wfGetCellDistance( const wfGround* ground, const wfTarget* target, int32_t cell )
{
	if ( target->closed || target->field == NULL )
	{
		return INFINITY;
	}
	float distance = wfDistanceMap_Get( &target->known, cell );
	if ( distance < 0.0f )
	{
		distance = measureDistance( layerOf( ground, target ), target, cell );
		wfDistanceMap_Keep( &target->known, cell, distance );
	}
	return distance;
}

// The cells of a goal.
static wfResult findGoalCells( const wfGround* ground, wfTarget* target, wfError* error )
{
	const wfGrid* grid = layerOf( ground, target )->grid;
	if ( !wfWorld_IsGoalValid( ground->world, target->to.goal ) )
	{
		return wfFail( error, wf_notFound, "a goal that agents are on the way to is no longer in the world" );
	}
	wfGoalDef goal = wfWorld_GetGoal( ground->world, target->to.goal );
	int32_t count = wfGrid_GetGoalCells( grid, &goal, NULL, 0 );
	if ( count <= 0 )
	{
		wfVec2 place = goal.points[0];
		return wfFail( error, wf_goalBlocked,
					   "goal %s at (%g, %g) covers no free cell: it lies in an obstacle or outside of the world",
					   goal.name != NULL ? goal.name : "", place.x, place.y );
	}
	wfResult result = wfArray_Reserve( &target->cells, count );
	if ( result == wf_ok )
	{
		wfGrid_GetGoalCells( grid, &goal, target->cells.data, count );
		target->cells.count = count;
		wfSortNumbers( target->cells.data, count );
	}
	return result;
}

static int compareNumbers( const void* a, const void* b )
{
	int32_t x = *(const int32_t*)a, y = *(const int32_t*)b;
	return ( x > y ) - ( x < y );
}

// The part of a goal that a cell belongs to: whether it has no room for two at a time. `isSeen` and `stack` are by number
// of the cell in the goal.
static bool isPartForOne( const wfRouteLayer* layer, const wfTarget* target, int32_t first, bool* isSeen, int32_t* stack )
{
	const wfGrid* grid = layer->grid;
	const int32_t* cells = target->cells.data;
	int32_t count = 0, low[2] = { INT32_MAX, INT32_MAX }, high[2] = { 0, 0 };
	stack[count++] = first;
	isSeen[first] = true;
	while ( count > 0 )
	{
		int32_t cell = cells[stack[--count]], place[2] = { cell % grid->width, cell / grid->width }, neighbors[4];
		for ( int32_t k = 0; k < 2; ++k )
		{
			low[k] = place[k] < low[k] ? place[k] : low[k];
			high[k] = place[k] > high[k] ? place[k] : high[k];
		}
		// Between the middles of its cells: where one stands at one end, nobody else gets in at the other.
		double across = wfHypot( high[0] - low[0], high[1] - low[1] ) * grid->cellSize;
		if ( across >= 2.0 * layer->radius )
		{
			return false;
		}
		wfGetNeighbors( grid, cell, neighbors );
		for ( int32_t k = 0; k < 4; ++k )
		{
			const int32_t* found =
				bsearch( &neighbors[k], cells, (size_t)target->cells.count, sizeof( int32_t ), compareNumbers );
			int32_t at = found != NULL ? (int32_t)( found - cells ) : -1;
			if ( at >= 0 && !isSeen[at] )
			{
				isSeen[at] = true;
				stack[count++] = at;
			}
		}
	}
	return true;
}

// A goal of small parts is a place, or several, however it was described: many who go there queue before it as before a door.
// Large goals are known by their first part, after a few cells.
static wfResult findRoomAtGoal( const wfGround* ground, wfTarget* target )
{
	size_t count = (size_t)target->cells.count;
	bool* isSeen = count > 0 ? wfAllocateZeroed( count * sizeof( bool ) ) : NULL;
	int32_t* stack = wfAllocateArray( count, sizeof( int32_t ) );
	bool isMade = isSeen != NULL && stack != NULL;
	target->isForOne = count > 0;
	for ( size_t k = 0; k < count && isMade && target->isForOne; ++k )
	{
		target->isForOne = isSeen[k] || isPartForOne( layerOf( ground, target ), target, (int32_t)k, isSeen, stack );
	}
	wfRelease( isSeen, count * sizeof( bool ) );
	wfReleaseArray( stack, count, sizeof( int32_t ) );
	return isMade || count == 0 ? wf_ok : wf_outOfMemory;
}

wfResult wfResolvePlaneTarget( wfGround* ground, wfTarget* target, wfError* error )
{
	const wfRouteLayer* layer = layerOf( ground, target );
	target->cells.count = target->components.count = 0;
	wfResult result = wf_ok;
	if ( target->to.isGoal )
	{
		result = findGoalCells( ground, target, error );
	}
	else
	{
		result = layer->grid->blocked[target->cell] ? failBlocked( target->to.point, layer, error )
													: wfArray_Push( &target->cells, target->cell );
	}
	for ( int32_t k = 0; k < target->cells.count && result == wf_ok; ++k )
	{
		int32_t component = layer->grid->component[target->cells.data[k]];
		bool isNew = true;
		for ( int32_t m = 0; m < target->components.count && isNew; ++m )
		{
			isNew = target->components.data[m] != component;
		}
		result = isNew ? wfArray_Push( &target->components, component ) : wf_ok;
	}
	result = result == wf_ok ? findRoomAtGoal( ground, target ) : result;
	return result == wf_outOfMemory ? wfFail( error, result, "not enough memory for the cells of a goal" ) : result;
}

// Of the cells of a goal, those that the planner knows to be free.
static wfResult createField( wfRouteLayer* layer, wfTarget* target, const int32_t* cells, int32_t count, wfError* error )
{
	int32_t* open = wfAllocateArray( (size_t)count, sizeof( int32_t ) );
	int32_t used = 0;
	for ( int32_t k = 0; k < count && open != NULL; ++k )
	{
		if ( layer->grid->blocked[cells[k]] == 0 )
		{
			open[used++] = cells[k];
		}
	}
	wfResult result = open != NULL ? wfPlanner_CreateFieldFromCells( layer->planner, open, used, &target->field, error )
								   : wfFail( error, wf_outOfMemory, "not enough memory for the field of a goal" );
	wfReleaseArray( open, (size_t)count, sizeof( int32_t ) );
	return result;
}

wfResult wfStartPlaneTarget( wfGround* ground, wfTarget* target, const int32_t* cells, int32_t count, wfError* error )
{
	wfRouteLayer* layer = layerOf( ground, target );
	wfResult result = wf_ok;
	wfDistanceMap_Clear( &target->known );
	wfDestroyField( target->field );
	target->field = NULL;
	if ( target->known.blocks == NULL )
	{
		result = wfDistanceMap_Init( &target->known, layer->grid->width, layer->grid->height );
		result = result == wf_ok ? wf_ok : wfFail( error, result, "not enough memory for the field of a goal" );
	}
	if ( result != wf_ok )
	{
		return result;
	}
	wfShowPlanned( layer );
	result = createField( layer, target, cells, count, error );
	wfShowPlanned( layer );
	return result == wf_ok ? wfCountNewField( ground, target, error ) : result;
}

// Start the field now, or queue it.
static wfResult askForField( wfGround* ground, wfTarget* target, wfError* error )
{
	wfRouteLayer* layer = layerOf( ground, target );
	if ( !wfIsQueued( ground ) )
	{
		wfResult result = wfCreateLayerPlanner( ground, layer, error );
		return result == wf_ok ? wfStartPlaneTarget( ground, target, target->cells.data, target->cells.count, error ) : result;
	}
	wfResult result = wfQueuePlanner( ground, layer, error );
	target->asked = ground->routes.period;
	target->isWaiting = result == wf_ok;
	target->isStarted = target->isGivenUp = false;
	return result;
}

wfResult wfSolvePlaneTarget( wfGround* ground, int32_t index, wfError* error )
{
	wfTarget* target = &ground->routes.targets.data[index];
	if ( target->field != NULL || target->closed || target->isWaiting )
	{
		return wf_ok;
	}
	wfResult result = wfCreateLayerGrid( ground, layerOf( ground, target ), error );
	result = result == wf_ok ? wfResolvePlaneTarget( ground, target, error ) : result;
	return result == wf_ok ? askForField( ground, target, error ) : result;
}

wfResult wfLeavePlaneTarget( wfGround* ground, int32_t index, wfError* error )
{
	wfTarget* target = &ground->routes.targets.data[index];
	if ( target->field != NULL || target->closed || target->isWaiting )
	{
		return wf_ok;
	}
	wfResult result = wfCreateLayerGrid( ground, layerOf( ground, target ), error );
	target->isGivenUp = result == wf_ok;
	return result == wf_ok ? wfResolvePlaneTarget( ground, target, error ) : result;
}

static void closeTarget( wfTarget* target )
{
	wfDestroyField( target->field );
	target->field = NULL;
	target->closed = true;
	target->isWaiting = target->isStarted = target->isGivenUp = false;
	target->cells.count = target->components.count = 0;
}

wfResult wfClosePlaneTarget( wfGround* ground, int32_t index )
{
	wfTarget* target = &ground->routes.targets.data[index];
	wfResult result = wfCreateLayerGrid( ground, layerOf( ground, target ), NULL );
	closeTarget( target );
	return result;
}

wfResult wfRefreshPlaneTarget( wfGround* ground, wfTarget* target )
{
	wfResult result = wfResolvePlaneTarget( ground, target, NULL );
	if ( result == wf_goalBlocked || result == wf_notFound )
	{
		closeTarget( target );
		return wf_ok;
	}
	// What is queued goes on with the old field until the planner has followed.
	bool isNew = target->closed || !wfIsQueued( ground );
	target->closed = false;
	return result == wf_ok && isNew ? askForField( ground, target, NULL ) : result;
}

wfResult wfGround_SolveFor( wfGround* ground, int32_t index, const int32_t* cells, int32_t count )
{
	const wfTarget* target = &ground->routes.targets.data[index];
	bool isReady = ground->mesh == NULL && target->field != NULL && !target->closed && wfTarget_IsReady( target );
	return isReady ? wfField_SolveCells( target->field, cells, count ) : wf_ok;
}

// -------------------------------------------------------------------------------------------------------------- queries

// Cells that belong together have routes to each other.
bool wfGround_HasRoute( const wfGround* ground, int32_t index, wfVec2 point, wfPlace place )
{
	const wfRouteLayer* layer = &ground->routes.layers.data[index];
	if ( layer->grid == NULL )
	{
		return true;
	}
	int32_t from = wfNearestFreeCell( layer, ( wfVec2 ){ place.x, place.y } ), end = wfNearestFreeCell( layer, point );
	return from >= 0 && end >= 0 && layer->grid->component[from] == layer->grid->component[end];
}

wfVec2 wfGround_LookToTarget( const wfGround* ground, const wfTarget* target, wfPlace place )
{
	if ( ground->mesh != NULL || target->cells.count == 0 )
	{
		return ( wfVec2 ){ 0.0, 0.0 };
	}
	wfVec2 middle = wfGrid_GetCenter( layerOf( ground, target )->grid, target->cells.data[target->cells.count / 2] );
	return ( wfVec2 ){ middle.x - place.x, middle.y - place.y };
}

bool wfIsPlaneConnected( const wfGround* ground, const wfTarget* target, wfVec2 place )
{
	const wfRouteLayer* layer = layerOf( ground, target );
	int32_t cell = target->closed ? -1 : wfNearestFreeCell( layer, place );
	bool connected = false;
	for ( int32_t k = 0; k < target->components.count && cell >= 0; ++k )
	{
		connected = connected || target->components.data[k] == layer->grid->component[cell];
	}
	return connected;
}

static bool hasComponent( const int32_t* components, int32_t count, int32_t wanted )
{
	for ( int32_t k = 0; k < count; ++k )
	{
		if ( components[k] == wanted )
		{
			return true;
		}
	}
	return false;
}

// Through these passages from a component to one of the target's.
static bool leadsTo( const wfClosedPassage* passages, int32_t count, int32_t from, const wfTarget* target )
{
	int32_t reached[WF_JOINING_PASSAGES + 1] = { from }, reachedCount = 1;
	for ( bool grows = true; grows; )
	{
		grows = false;
		for ( int32_t k = 0; k < count; ++k )
		{
			bool a = hasComponent( reached, reachedCount, passages[k].componentA );
			bool b = hasComponent( reached, reachedCount, passages[k].componentB );
			if ( a != b )
			{
				reached[reachedCount++] = a ? passages[k].componentB : passages[k].componentA;
				grows = true;
			}
		}
	}
	bool leads = false;
	for ( int32_t k = 0; k < target->components.count; ++k )
	{
		leads = leads || hasComponent( reached, reachedCount, target->components.data[k] );
	}
	return leads;
}

// Those that coarser cells open first.
static int comparePassages( const void* a, const void* b )
{
	const wfClosedPassage *first = a, *second = b;
	return first->openCellSize > second->openCellSize ? -1 : first->openCellSize < second->openCellSize;
}

bool wfGround_FindClosedPassage( const wfGround* ground, const wfTarget* target, wfPlace place, wfClosedPassage* passage )
{
	wfClosedPassage passages[WF_JOINING_PASSAGES];
	const wfRouteLayer* layer = layerOf( ground, target );
	int32_t cell = wfNearestFreeCell( layer, ( wfVec2 ){ place.x, place.y } );
	int32_t count = cell >= 0 ? wfGrid_FindClosedPassages( layer->grid, ground->world, ground->settings.workers, passages,
														   WF_JOINING_PASSAGES )
							  : 0;
	count = count < WF_JOINING_PASSAGES ? count : WF_JOINING_PASSAGES;
	if ( count > 0 )
	{
		qsort( passages, (size_t)count, sizeof( wfClosedPassage ), comparePassages );
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		if ( leadsTo( passages, k + 1, layer->grid->component[cell], target ) )
		{
			*passage = passages[k];
			return true;
		}
	}
	return false;
}

float wfReadDistance( const wfGround* ground, const wfTarget* target, wfVec2 place )
{
	int32_t cell = wfNearestFreeCell( layerOf( ground, target ), place );
	return cell >= 0 ? wfGetCellDistance( ground, target, cell ) : INFINITY;
}

wfVec2 wfGetPlaneDirection( const wfGround* ground, const wfTarget* target, wfVec2 place, double* distance )
{
	const wfRouteLayer* layer = layerOf( ground, target );
	int32_t cell = wfGrid_GetCell( layer->grid, place );
	int32_t nearest = cell >= 0 ? layer->nearest[cell] : -1;
	float left = nearest >= 0 ? wfGetCellDistance( ground, target, nearest ) : INFINITY;
	if ( !( left < INFINITY ) )
	{
		*distance = INFINITY;
		return ( wfVec2 ){ 0.0, 0.0 };
	}
	wfVec2 center = wfGrid_GetCenter( layer->grid, nearest );
	wfVec2 direction = { 0.0, 0.0 };
	if ( nearest == cell )
	{
		direction = wfField_GetDirection( target->field, place );
		double ahead = direction.x * ( place.x - center.x ) + direction.y * ( place.y - center.y );
		*distance = wfMax( left - ahead, 0.0 );
		return direction;
	}
	// In the margin along a wall: as the field leads in the nearest cell, and a little toward it.
	wfVec2 back = { center.x - place.x, center.y - place.y };
	double length = wfHypot( back.x, back.y );
	direction = wfField_GetDirection( target->field, center );
	direction.x += 0.5 * back.x / length;
	direction.y += 0.5 * back.y / length;
	double norm = wfHypot( direction.x, direction.y );
	*distance = left + length;
	return norm > WF_TINY ? ( wfVec2 ){ direction.x / norm, direction.y / norm } : ( wfVec2 ){ back.x / length, back.y / length };
}

// Between the distances of four cells.
bool wfReadDirection( const wfGround* ground, const wfTarget* target, wfVec2 place, wfVec2* direction, double* distance )
{
	const wfGrid* grid = layerOf( ground, target )->grid;
	double column = ( place.x - grid->origin.x ) / grid->cellSize - 0.5,
		   row = ( place.y - grid->origin.y ) / grid->cellSize - 0.5;
	if ( !( column >= 0.0 && row >= 0.0 && column < grid->width - 1 && row < grid->height - 1 ) )
	{
		return false;
	}
	int32_t i = (int32_t)column, j = (int32_t)row;
	double fx = column - i, fy = row - j;
	int32_t cell = j * grid->width + i;
	double a = (double)wfGetCellDistance( ground, target, cell ), b = (double)wfGetCellDistance( ground, target, cell + 1 );
	double c = (double)wfGetCellDistance( ground, target, cell + grid->width );
	double d = (double)wfGetCellDistance( ground, target, cell + grid->width + 1 );
	double x = ( b - a ) + fy * ( d - c - b + a ), y = ( c - a ) + fx * ( d - c - b + a ), size = wfHypot( x, y );
	// Infinite distances give no number, goals none to speak of.
	if ( !( size > WF_LEAST_SLOPE * grid->cellSize && size < WF_MOST_SLOPE * grid->cellSize ) )
	{
		return false;
	}
	*distance = a + fx * ( b - a ) + fy * ( ( c - a ) + fx * ( d - c - b + a ) );
	*direction = ( wfVec2 ){ -x / size, -y / size };
	return true;
}

bool wfIsAtPlaneGoal( const wfGround* ground, const wfTarget* target, wfVec2 place )
{
	const wfRouteLayer* layer = layerOf( ground, target );
	// Goals are also reached from the margin along walls.
	int32_t cell = target->to.isGoal ? wfNearestFreeCell( layer, place ) : wfGrid_GetCell( layer->grid, place );
	return cell >= 0 && wfFindNumber( target->cells.data, target->cells.count, cell );
}
