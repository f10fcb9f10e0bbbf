// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Queued work: planners to make or to bring up to date, then fields. What is asked for in one period is worked on in the next
// ones, a counted number of operations in each, and counts from the end of the period in which it was finished. So what is known
// in a tick does not depend on when within the period the work was done, or how fast.
#include "field/planner.h"
#include "ground/parts.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------------------- states

void wfPlanState_Free( wfPlanState* state, int64_t cells )
{
	wfReleaseArray( state->blocked, (size_t)cells, 1 );
	wfReleaseArray( state->cost, (size_t)cells, sizeof( float ) );
	*state = ( wfPlanState ){ 0 };
}

wfResult wfPlanState_Copy( wfPlanState* state, const wfRouteLayer* layer )
{
	size_t cells = (size_t)layer->cellCount;
	const wfGrid* grid = layer->grid;
	wfPlanState_Free( state, layer->cellCount );
	state->blocked = wfAllocateArray( cells, 1 );
	state->cost = grid->cost != NULL ? wfAllocateArray( cells, sizeof( float ) ) : NULL;
	if ( state->blocked == NULL || ( state->cost == NULL && grid->cost != NULL ) )
	{
		wfPlanState_Free( state, layer->cellCount );
		return wf_outOfMemory;
	}
	state->freeCount = grid->freeCount;
	memcpy( state->blocked, grid->blocked, cells );
	if ( grid->cost != NULL )
	{
		memcpy( state->cost, grid->cost, cells * sizeof( float ) );
	}
	return wf_ok;
}

void wfShowState( wfRouteLayer* layer, wfPlanState* state )
{
	wfGrid* grid = layer->grid;
	wfPlanState own = { grid->blocked, grid->cost, grid->freeCount };
	grid->blocked = state->blocked;
	grid->cost = state->cost;
	grid->freeCount = state->freeCount;
	*state = own;
}

void wfShowPlanned( wfRouteLayer* layer )
{
	if ( layer->planned.blocked != NULL )
	{
		wfShowState( layer, &layer->planned );
	}
}

// The cells in which the grid differs from a state.
typedef WF_ARRAY( int32_t ) Cells;

static bool isChanged( const wfGrid* grid, const wfPlanState* state, int32_t cell )
{
	float before = state->cost != NULL ? state->cost[cell] : 1.0f, now = grid->cost != NULL ? grid->cost[cell] : 1.0f;
	return grid->blocked[cell] != state->blocked[cell] || before != now;
}

static wfResult listChanges( const wfRouteLayer* layer, const wfPlanState* state, Cells* cells )
{
	wfResult result = wf_ok;
	for ( int32_t cell = 0; cell < (int32_t)layer->cellCount && result == wf_ok; ++cell )
	{
		result = isChanged( layer->grid, state, cell ) ? wfArray_Push( cells, cell ) : wf_ok;
	}
	return result;
}

bool wfIsBehind( const wfRouteLayer* layer )
{
	const wfPlanState* state = layer->isInWork ? &layer->begun : &layer->planned;
	bool isBehind = state->blocked == NULL;
	for ( int32_t cell = 0; cell < (int32_t)layer->cellCount && !isBehind; ++cell )
	{
		isBehind = isChanged( layer->grid, state, cell );
	}
	return isBehind;
}

// -------------------------------------------------------------------------------------------------------------- planners

void wfForgetNext( wfRouteLayer* layer )
{
	wfDestroyPlanner( layer->next );
	layer->next = NULL;
	wfPlanState_Free( &layer->begun, layer->cellCount );
	layer->isInWork = layer->isDone = false;
}

wfResult wfQueueNext( wfGround* ground, wfRouteLayer* layer, wfError* error )
{
	wfPlannerDef def = wfGetPlannerDef( ground, layer );
	wfForgetNext( layer );
	wfResult result = wfPlanState_Copy( &layer->begun, layer );
	result = result == wf_ok ? wfCreateEmptyPlanner( layer->grid, &def, &layer->next, error )
							 : wfFail( error, result, "not enough memory for a planner" );
	layer->isInWork = result == wf_ok;
	layer->isChanged = result != wf_ok && layer->isChanged;
	return result;
}

wfResult wfQueuePlanner( wfGround* ground, wfRouteLayer* layer, wfError* error )
{
	return layer->planner != NULL || layer->next != NULL ? wf_ok : wfQueueNext( ground, layer, error );
}

wfResult wfQueueUpdate( wfRouteLayer* layer )
{
	Cells changed = { 0 };
	wfResult result = listChanges( layer, &layer->planned, &changed );
	if ( result == wf_ok )
	{
		result = wfPlanner_BeginUpdate( layer->planner, changed.data, changed.count );
		if ( result == wf_outOfMemory )
		{
			wfShowPlanned( layer );
			wfPlanner_CancelUpdate( layer->planner, changed.data, changed.count );
			wfShowPlanned( layer );
		}
	}
	wfArray_Free( &changed );
	return result;
}

// Changes of the grid become work. Where cells are free that the planner never saw, another one is made.
static wfResult beginUpdate( wfGround* ground, wfRouteLayer* layer, wfError* error )
{
	wfResult result = layer->planner != NULL ? wfPlanState_Copy( &layer->begun, layer ) : wf_tooLarge;
	result = result == wf_ok ? wfQueueUpdate( layer ) : result;
	if ( result == wf_tooLarge )
	{
		return wfQueueNext( ground, layer, error );
	}
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory to follow an edit of the world" );
	}
	layer->isInWork = true;
	layer->isDone = layer->isChanged = false;
	return wf_ok;
}

// What was finished counts from now on: all fields of the layer begin again.
static void finishPlanner( wfGround* ground, int32_t index )
{
	wfRouteLayer* layer = &ground->routes.layers.data[index];
	for ( int32_t k = 0; k < ground->routes.targets.count; ++k )
	{
		wfTarget* target = &ground->routes.targets.data[k];
		if ( target->layer == index && ( target->field != NULL || target->isWaiting ) )
		{
			target->isWaiting = true;
			target->isStarted = false;
			target->asked = WF_ASKED_BEFORE;
			wfDestroyField( target->field );
			target->field = NULL;
			wfDistanceMap_Clear( &target->known );
		}
	}
	if ( layer->next != NULL )
	{
		wfDestroyPlanner( layer->planner );
		layer->planner = layer->next;
		layer->next = NULL;
	}
	wfPlanner_FinishUpdate( layer->planner );
	wfPlanState_Free( &layer->planned, layer->cellCount );
	layer->planned = layer->begun;
	layer->begun = ( wfPlanState ){ 0 };
	layer->isInWork = layer->isDone = false;
}

// ------------------------------------------------------------------------------------------------------------------ work

static wfResult workOnLayer( wfGround* ground, wfRouteLayer* layer, double end, wfError* error )
{
	double most = ceil( end - ground->routes.spent ), operations = most;
	wfPlanner* planner = layer->next != NULL ? layer->next : layer->planner;
	// What edits make of the grid meanwhile comes later.
	wfShowState( layer, &layer->begun );
	wfResult result = wfPlanner_Work( planner, &operations, &layer->isDone, error );
	wfShowState( layer, &layer->begun );
	ground->routes.spent += most - operations;
	if ( result != wf_ok && layer->next != NULL )
	{
		// From the start, when there is memory. An update goes on from where it failed.
		wfForgetNext( layer );
		layer->isChanged = true;
	}
	return result;
}

// The field, and its values where it was asked for from.
static wfResult startTarget( wfGround* ground, wfTarget* target, wfError* error )
{
	wfResult result = wfStartPlaneTarget( ground, target, target->cells.data, target->cells.count, error );
	if ( result == wf_goalBlocked )
	{
		// An edit has just made room for it: the planner is about to follow.
		target->asked = ground->routes.period;
		return wf_ok;
	}
	if ( result != wf_ok )
	{
		return result;
	}
	target->isStarted = true;
	ground->routes.spent += WF_TARGET_OPERATIONS + 2.0 * wfField_CountOperations( target->field );
	return target->from >= 0 ? wfField_SolveCells( target->field, &target->from, 1 ) : wf_ok;
}

static bool mayStart( const wfGround* ground, const wfTarget* target )
{
	const wfRouteLayer* layer = &ground->routes.layers.data[target->layer];
	return target->isWaiting && !target->isStarted && target->asked < ground->routes.period && layer->planner != NULL &&
		   !layer->isInWork;
}

// The one that has waited longest.
static wfTarget* findNext( const wfGround* ground )
{
	wfTarget* next = NULL;
	for ( int32_t k = 0; k < ground->routes.targets.count; ++k )
	{
		wfTarget* target = &ground->routes.targets.data[k];
		next = mayStart( ground, target ) && ( next == NULL || target->asked < next->asked ) ? target : next;
	}
	return next;
}

// Planners first, for many wait for each; then fields.
static wfResult work( wfGround* ground, double share, wfError* error )
{
	wfRoutes* routes = &ground->routes;
	double end = share * ground->settings.budget;
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < routes->layers.count && result == wf_ok && routes->spent < end; ++k )
	{
		wfRouteLayer* layer = &routes->layers.data[k];
		result = layer->isInWork && !layer->isDone ? workOnLayer( ground, layer, end, error ) : wf_ok;
	}
	for ( wfTarget* target = NULL; result == wf_ok && routes->spent < end && ( target = findNext( ground ) ) != NULL; )
	{
		result = startTarget( ground, target, error );
	}
	return result;
}

wfResult wfGround_Work( wfGround* ground, double share, wfError* error )
{
	return ground->routes.hasEnded ? wf_ok : work( ground, share, error );
}

// Fields that were begun again have their turn between two updates, lest edits without end keep everybody waiting. Later orders
// do not, lest these keep the edits waiting.
static bool isAwaited( const wfGround* ground, int32_t layer )
{
	bool awaited = false;
	for ( int32_t k = 0; k < ground->routes.targets.count && !awaited; ++k )
	{
		const wfTarget* target = &ground->routes.targets.data[k];
		awaited = target->layer == layer && target->asked == WF_ASKED_BEFORE && mayStart( ground, target );
	}
	return awaited;
}

wfResult wfGround_EndPeriod( wfGround* ground, wfError* error )
{
	wfRoutes* routes = &ground->routes;
	if ( !wfIsQueued( ground ) || ground->mesh != NULL || routes->hasEnded )
	{
		return wf_ok;
	}
	wfResult result = wfGround_Work( ground, 1.0, error );
	if ( result != wf_ok )
	{
		return result;
	}
	for ( int32_t k = 0; k < routes->targets.count; ++k )
	{
		wfTarget* target = &routes->targets.data[k];
		target->isWaiting = target->isWaiting && !target->isStarted;
		target->isStarted = false;
	}
	for ( int32_t k = 0; k < routes->layers.count; ++k )
	{
		if ( routes->layers.data[k].isDone )
		{
			finishPlanner( ground, k );
		}
	}
	// What the last step took too much is missing in the next period.
	routes->spent = wfMax( 0.0, routes->spent - ceil( ground->settings.budget ) );
	routes->period += 1;
	routes->hasEnded = true;
	return wf_ok;
}

wfResult wfGround_BeginUpdates( wfGround* ground, wfError* error )
{
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < ground->routes.layers.count && result == wf_ok && wfIsQueued( ground ); ++k )
	{
		wfRouteLayer* layer = &ground->routes.layers.data[k];
		bool begins = layer->isChanged && !layer->isInWork && !isAwaited( ground, k );
		result = begins ? beginUpdate( ground, layer, error ) : wf_ok;
	}
	return result;
}

// Planners and fields that are not ready.
static int32_t countQueued( const wfRoutes* routes )
{
	int32_t count = 0;
	for ( int32_t k = 0; k < routes->layers.count; ++k )
	{
		count += ( routes->layers.data[k].isInWork ? 1 : 0 ) + ( routes->layers.data[k].isChanged ? 1 : 0 );
	}
	for ( int32_t k = 0; k < routes->targets.count; ++k )
	{
		count += routes->targets.data[k].isWaiting ? 1 : 0;
	}
	return count;
}

// What was asked for in this period has its turn in the next one, and edits after that. Where nothing comes of it any more, as in
// states that somebody has forged, nothing will.
#define WF_IDLE_PERIODS 3

wfResult wfGround_Finish( wfGround* ground, wfError* error )
{
	wfRoutes* routes = &ground->routes;
	double budget = ground->settings.budget;
	int32_t left = wfIsQueued( ground ) && ground->mesh == NULL ? countQueued( routes ) : 0;
	wfResult result = wf_ok;
	if ( left == 0 )
	{
		return wf_ok;
	}
	ground->settings.budget = WF_ALL_OPERATIONS;
	for ( int32_t idle = 0; left > 0 && idle < WF_IDLE_PERIODS && result == wf_ok; )
	{
		routes->spent = 0.0;
		routes->hasEnded = false;
		result = wfGround_EndPeriod( ground, error );
		result = result == wf_ok ? wfGround_BeginUpdates( ground, error ) : result;
		int32_t now = countQueued( routes );
		idle = now == left ? idle + 1 : 0;
		left = now;
	}
	ground->settings.budget = budget;
	routes->spent = 0.0;
	routes->hasEnded = false;
	return result;
}
