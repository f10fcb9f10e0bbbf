// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Routes as bytes, and back: which layers and targets there are. Grids and fields follow from them.
#include "field/planner.h"
#include "ground/parts.h"
#include "world/world.h"

#include <stddef.h>
#include <string.h>

typedef struct wfSavedLayer
{
	double radius, wallReach, cellSize;
	int32_t kind, hasGrid;
	int32_t cellCount;	// of the planner's grid; 0: there is no planner
	uint8_t hasPlanner; // with fields, not just one being made
	uint8_t hasNext, isInWork, isDone, isChanged;
	uint8_t hasPlanned; // otherwise as the grid is
	uint8_t stage;		// of what is in work
	uint8_t padding;
	int32_t fronts; // of it that are done
	int64_t lastUsed;
} wfSavedLayer;

typedef struct wfSavedTarget
{
	wfVec2 point;
	int64_t asked, lastUsed;
	wfGoalId goal;
	int32_t layer, isPoint, cell, from;
	uint8_t hasField, isClosed, isWaiting, isStarted;
	int32_t cellCount; // goal cells of its field, where they are not those of now; 0: they are
	int32_t ownCount;  // its own cells, where fields are queued and the last edit is not followed yet; otherwise 0
	int32_t isGivenUp;
} wfSavedTarget;

typedef struct wfSavedMeshTarget
{
	double u, v;
	int32_t layer, goal, triangle; // goal -1: a point
	int32_t isGivenUp;
} wfSavedMeshTarget;

_Static_assert( sizeof( wfSavedLayer ) == 56 && sizeof( wfSavedTarget ) == 72 && sizeof( wfSavedMeshTarget ) == 32,
				"what is saved must have no gaps" );
_Static_assert( offsetof( wfSavedLayer, lastUsed ) == 48 && offsetof( wfSavedTarget, isGivenUp ) == 68, "nor gaps inside" );

// --------------------------------------------------------------------------------------------------------------- saving

// Flags by cell, eight in a byte.
static void saveFlags( wfStateWriter* writer, const wfRouteLayer* layer, const uint8_t* flags )
{
	for ( int64_t cell = 0; cell < layer->cellCount; cell += 8 )
	{
		uint8_t byte = 0;
		for ( int64_t k = cell; k < cell + 8 && k < layer->cellCount; ++k )
		{
			bool flag = flags != NULL ? flags[k] != 0 : wfPlanner_HasNode( layer->planner, (int32_t)k );
			byte = (uint8_t)( byte | flag << ( k - cell ) );
		}
		wfPutBytes( writer, &byte, 1 );
	}
}

static void saveState( wfStateWriter* writer, const wfRouteLayer* layer, const wfPlanState* state )
{
	uint8_t hasCost = state->cost != NULL;
	saveFlags( writer, layer, state->blocked );
	wfPutBytes( writer, &hasCost, 1 );
	wfPutBytes( writer, state->cost, hasCost ? (size_t)layer->cellCount * sizeof( float ) : 0 );
}

static void saveLayer( wfStateWriter* writer, const wfRouteLayer* layer )
{
	const wfPlanner* working = layer->next != NULL ? layer->next : layer->planner;
	wfSavedLayer saved = { .radius = layer->radius,
						   .wallReach = layer->walls->reach,
						   .cellSize = layer->cellSize,
						   .kind = layer->kind,
						   .lastUsed = layer->lastUsed,
						   .hasGrid = layer->grid != NULL,
						   .cellCount = working != NULL ? (int32_t)layer->cellCount : 0,
						   .hasPlanner = layer->planner != NULL,
						   .hasNext = layer->next != NULL,
						   .isInWork = layer->isInWork,
						   .isDone = layer->isDone,
						   .isChanged = layer->isChanged,
						   .hasPlanned = layer->planned.blocked != NULL,
						   .stage = working != NULL ? (uint8_t)working->stage : 0,
						   .fronts = working != NULL ? working->core.refactoring.next : 0 };
	wfPutBytes( writer, &saved, sizeof( saved ) );
	if ( saved.hasPlanner )
	{
		saveFlags( writer, layer, NULL );
	}
	if ( saved.hasPlanned )
	{
		saveState( writer, layer, &layer->planned );
	}
	if ( saved.isInWork )
	{
		saveState( writer, layer, &layer->begun );
	}
}

// Whether a field began with other cells than its target has now.
static bool hasOtherCells( const wfTarget* target )
{
	const wfFieldCore* core = target->field != NULL ? &target->field->core : NULL;
	return core != NULL && ( core->goalCount != target->cells.count ||
							 memcmp( core->goals, target->cells.data, (size_t)core->goalCount * sizeof( int32_t ) ) != 0 );
}

// The world is ahead of a queue: what it has made of its targets cannot be told from there.
static bool isAhead( const wfGround* ground )
{
	return wfIsQueued( ground ) && wfGround_GetRevision( ground ) != ground->routes.worldRevision;
}

static void saveTarget( const wfGround* ground, wfStateWriter* writer, const wfTarget* target )
{
	bool others = hasOtherCells( target );
	wfSavedTarget saved = { .point = wfInPlane( target->to.point ),
							.goal = target->to.goal,
							.layer = target->layer,
							.isPoint = !target->to.isGoal,
							.cell = target->cell,
							.from = target->from,
							.asked = target->asked,
							.lastUsed = target->lastUsed,
							.hasField = target->field != NULL,
							.isClosed = target->closed,
							.isWaiting = target->isWaiting,
							.isStarted = target->isStarted,
							.cellCount = others ? target->field->core.goalCount : 0,
							.ownCount = isAhead( ground ) ? target->cells.count : 0,
							.isGivenUp = target->isGivenUp };
	wfPutBytes( writer, &saved, sizeof( saved ) );
	if ( others )
	{
		wfPutBytes( writer, target->field->core.goals, (size_t)saved.cellCount * sizeof( int32_t ) );
	}
	wfPutBytes( writer, target->cells.data, (size_t)saved.ownCount * sizeof( int32_t ) );
}

static void saveMeshTarget( wfStateWriter* writer, const wfTarget* target )
{
	wfSavedMeshTarget saved = { .u = target->to.place.u,
								.v = target->to.place.v,
								.layer = target->layer,
								.goal = target->to.isGoal ? (int32_t)target->to.goal.index1 - 1 : -1,
								.triangle = target->to.place.triangle,
								.isGivenUp = target->isGivenUp };
	wfPutBytes( writer, &saved, sizeof( saved ) );
}

void wfGround_SaveRoutes( const wfGround* ground, wfStateWriter* writer )
{
	const wfRoutes* routes = &ground->routes;
	bool onMesh = ground->mesh != NULL;
	wfPutBytes( writer, &routes->period, onMesh ? 0 : sizeof( routes->period ) );
	wfPutBytes( writer, &routes->spent, onMesh ? 0 : sizeof( routes->spent ) );
	const int32_t state[2] = { routes->hasEnded, isAhead( ground ) };
	wfPutBytes( writer, state, onMesh ? 0 : sizeof( state ) );
	wfPutBytes( writer, &routes->patchCell, onMesh ? sizeof( double ) : 0 );
	for ( int32_t k = 0; k < routes->layers.count && onMesh; ++k )
	{
		wfPutBytes( writer, &routes->layers.data[k].radius, sizeof( double ) );
	}
	for ( int32_t k = 0; k < routes->targets.count && onMesh; ++k )
	{
		saveMeshTarget( writer, &routes->targets.data[k] );
	}
	for ( int32_t k = 0; k < routes->layers.count && !onMesh; ++k )
	{
		saveLayer( writer, &routes->layers.data[k] );
	}
	for ( int32_t k = 0; k < routes->targets.count && !onMesh; ++k )
	{
		saveTarget( ground, writer, &routes->targets.data[k] );
	}
}

// ------------------------------------------------------------------------------------------------------------- restoring

static wfResult readFlags( wfStateReader* reader, const wfRouteLayer* layer, uint8_t** flags )
{
	*flags = wfAllocateArray( (size_t)layer->cellCount, 1 );
	uint8_t byte = 0;
	for ( int64_t cell = 0; cell < layer->cellCount && *flags != NULL; ++cell )
	{
		if ( cell % 8 == 0 )
		{
			wfGetBytes( reader, &byte, 1 );
		}
		( *flags )[cell] = byte >> ( cell % 8 ) & 1;
	}
	return *flags == NULL ? wf_outOfMemory : ( reader->failed ? wf_badFormat : wf_ok );
}

static wfResult readState( wfStateReader* reader, const wfRouteLayer* layer, wfPlanState* state )
{
	size_t cells = (size_t)layer->cellCount;
	uint8_t hasCost = 0;
	wfResult result = readFlags( reader, layer, &state->blocked );
	wfGetBytes( reader, &hasCost, 1 );
	if ( result != wf_ok || reader->failed || hasCost > 1 || ( hasCost && reader->left / sizeof( float ) < cells ) )
	{
		return result != wf_ok ? result : wf_badFormat;
	}
	state->cost = hasCost ? wfAllocateArray( cells, sizeof( float ) ) : NULL;
	result = hasCost && state->cost == NULL ? wf_outOfMemory : wf_ok;
	wfGetBytes( reader, state->cost, state->cost != NULL ? cells * sizeof( float ) : 0 );
	for ( size_t k = 0; k < cells; ++k )
	{
		state->freeCount += state->blocked[k] == 0;
	}
	for ( size_t k = 0; k < cells && state->cost != NULL && result == wf_ok; ++k )
	{
		result = state->cost[k] >= 1.0f && state->cost[k] <= WF_MARK_COST ? wf_ok : wf_badFormat;
	}
	return result;
}

static wfResult restorePlanner( wfGround* ground, wfRouteLayer* layer, const uint8_t* pattern, wfError* error )
{
	wfPlannerDef def = wfGetPlannerDef( ground, layer );
	bool done = false;
	double operations = INFINITY;
	wfShowPlanned( layer );
	// A free cell has an unknown. Where an edit has just freed others, the next tick would begin anew.
	bool isWhole = true;
	for ( int64_t cell = 0; cell < layer->cellCount && isWhole; ++cell )
	{
		isWhole = layer->grid->blocked[cell] || pattern[cell];
	}
	if ( !isWhole && !wfIsQueued( ground ) )
	{
		return wfCreateLayerPlanner( ground, layer, error );
	}
	wfResult result = isWhole ? wf_ok : wf_badFormat;
	result = result == wf_ok ? wfCreateEmptyPlanner( layer->grid, &def, &layer->planner, error ) : result;
	result = result == wf_ok ? wfPlanner_TakePattern( layer->planner, pattern, error ) : result;
	result = result == wf_ok ? wfPlanner_Work( layer->planner, &operations, &done, error ) : result;
	if ( result == wf_ok )
	{
		wfPlanner_FinishUpdate( layer->planner );
	}
	wfShowPlanned( layer );
	return result;
}

// What was in work goes on from where it was. The targets are there: theirs are fields of the planner before.
static wfResult resumeWork( wfGround* ground, wfRouteLayer* layer, const wfSavedLayer* saved, wfError* error )
{
	wfResult result = wf_ok;
	if ( saved->isInWork )
	{
		wfPlanState begun = layer->begun;
		layer->begun = ( wfPlanState ){ 0 };
		wfShowState( layer, &begun );
		result = saved->hasNext ? wfQueueNext( ground, layer, error ) : wfQueueUpdate( layer );
		// Otherwise a new planner would have been begun.
		result = result == wf_tooLarge && !saved->hasNext ? wf_badFormat : result;
		wfPlanner* working = saved->hasNext ? layer->next : layer->planner;
		result = result == wf_ok ? wfPlanner_WorkUntil( working, (wfBuildStage)saved->stage, saved->fronts, error ) : result;
		wfShowState( layer, &begun );
		wfPlanState_Free( &layer->begun, layer->cellCount );
		layer->begun = begun;
	}
	layer->isInWork = saved->isInWork;
	layer->isDone = saved->isDone;
	layer->isChanged = saved->isChanged;
	layer->lastUsed = saved->lastUsed;
	return result;
}

static bool isLayerSound( const wfGround* ground, const wfSavedLayer* saved )
{
	bool isQueued = wfIsQueued( ground );
	bool flags = saved->hasPlanner <= 1 && saved->hasNext <= 1 && saved->isInWork <= 1 && saved->isDone <= 1 &&
				 saved->isChanged <= 1 && saved->hasPlanned <= 1 && saved->stage <= wf_built && saved->fronts >= 0;
	bool queued = saved->hasNext || saved->isInWork || saved->hasPlanned;
	return flags && saved->radius > 0.0 && saved->radius < 1e3 && saved->kind >= 0 && saved->kind <= 31 &&
		   saved->wallReach > 0.0 && saved->wallReach < 1e5 && wfIsCellSizeSound( ground, saved->radius, saved->cellSize ) &&
		   saved->cellCount >= 0 && ( isQueued || !queued ) && ( saved->hasPlanner || !saved->hasPlanned ) &&
		   ( !isQueued || saved->hasPlanner == saved->hasPlanned ) &&
		   ( !saved->isInWork || saved->hasNext || saved->hasPlanner ) && ( !saved->hasNext || saved->isInWork ) &&
		   ( !saved->isDone || saved->isInWork ) && ( saved->cellCount > 0 ) == ( saved->hasPlanner || saved->hasNext );
}

static wfResult restoreLayer( wfGround* ground, wfStateReader* reader, int32_t k, wfSavedLayer* saved, wfError* error )
{
	wfGetBytes( reader, saved, sizeof( *saved ) );
	if ( reader->failed || !isLayerSound( ground, saved ) )
	{
		return wf_badFormat;
	}
	int32_t index;
	wfResult result = wfGround_FindLayer( ground, saved->radius, saved->kind, &index, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfRouteLayer* layer = &ground->routes.layers.data[index];
	wfForgetNext( layer ); // what it has is said below
	wfSetCellSize( layer, saved->cellSize );
	result = saved->hasGrid || saved->cellCount > 0 ? wfCreateLayerGrid( ground, layer, error ) : wf_ok;
	result = result == wf_ok && layer->walls->reach != saved->wallReach ? wfReplaceWalls( ground, layer, saved->wallReach, error )
																		: result;
	if ( result == wf_ok &&
		 ( index != k || layer->radius != saved->radius || ( saved->cellCount > 0 && saved->cellCount != layer->cellCount ) ) )
	{
		return wf_badFormat;
	}
	uint8_t* pattern = NULL;
	result = result == wf_ok && saved->hasPlanner ? readFlags( reader, layer, &pattern ) : result;
	result = result == wf_ok && saved->hasPlanned ? readState( reader, layer, &layer->planned ) : result;
	result = result == wf_ok && saved->isInWork ? readState( reader, layer, &layer->begun ) : result;
	result = result == wf_ok && saved->hasPlanner ? restorePlanner( ground, layer, pattern, error ) : result;
	wfReleaseArray( pattern, pattern != NULL ? (size_t)layer->cellCount : 0, 1 );
	return result;
}

static bool isTargetSound( const wfGround* ground, const wfSavedTarget* saved )
{
	if ( saved->layer == -1 )
	{
		return true;
	}
	if ( saved->layer < 0 || saved->layer >= ground->routes.layers.count || ( saved->isPoint & ~1 ) != 0 )
	{
		return false;
	}
	const wfRouteLayer* layer = &ground->routes.layers.data[saved->layer];
	bool inside = saved->cell >= 0 && saved->cell < layer->cellCount;
	bool flags = saved->hasField <= 1 && saved->isClosed <= 1 && saved->isWaiting <= 1 && saved->isStarted <= 1 &&
				 saved->isGivenUp >= 0 && saved->isGivenUp <= ( saved->hasField || saved->isClosed || saved->isWaiting ? 0 : 1 );
	bool waits = saved->isWaiting == 0 || wfIsQueued( ground );
	return flags && waits && ( saved->isPoint == 0 || ( layer->grid != NULL && inside ) ) && saved->from >= -1 &&
		   saved->from < layer->cellCount && saved->cellCount >= 0 && saved->cellCount <= layer->cellCount &&
		   saved->ownCount >= 0 && saved->ownCount <= layer->cellCount && ( saved->hasField == 0 || layer->planner != NULL );
}

static bool areCellsSound( const wfRouteLayer* layer, const int32_t* cells, int32_t count )
{
	bool sound = true;
	for ( int32_t k = 0; k < count && sound; ++k )
	{
		sound = cells[k] >= 0 && cells[k] < layer->cellCount && ( k == 0 || cells[k] > cells[k - 1] );
	}
	return sound;
}

// Its own cells as they were before an edit that is followed by the next tick, which also finds out whether it is closed.
static wfResult takeOwnCells( const wfGround* ground, wfStateReader* reader, wfTarget* target, int32_t count )
{
	const wfRouteLayer* layer = &ground->routes.layers.data[target->layer];
	wfResult result = wfArray_Reserve( &target->cells, count );
	if ( result == wf_ok )
	{
		wfGetBytes( reader, target->cells.data, (size_t)count * sizeof( int32_t ) );
		target->cells.count = reader->failed ? 0 : count;
		result = !reader->failed && areCellsSound( layer, target->cells.data, count ) ? wf_ok : wf_badFormat;
	}
	return result;
}

static wfResult findCells( wfGround* ground, wfStateReader* reader, int32_t k, const wfSavedTarget* saved, bool ahead,
						   wfError* error )
{
	wfTarget* target = &ground->routes.targets.data[k];
	if ( ahead )
	{
		return takeOwnCells( ground, reader, target, saved->ownCount );
	}
	bool asked = saved->hasField || saved->isWaiting;
	wfResult result = wf_ok;
	if ( saved->isClosed )
	{
		// Opened again by an edit that is not followed yet, or not.
		result = wfRefreshPlaneTarget( ground, target );
	}
	else if ( asked )
	{
		result = wfResolvePlaneTarget( ground, target, error );
	}
	return result == wf_goalBlocked ? wfClosePlaneTarget( ground, k ) : result;
}

static wfResult restoreTarget( wfGround* ground, wfStateReader* reader, int32_t k, bool ahead, wfError* error )
{
	wfSavedTarget saved = { 0 };
	wfGetBytes( reader, &saved, sizeof( saved ) );
	if ( reader->failed || !isTargetSound( ground, &saved ) )
	{
		return wf_badFormat;
	}
	bool isGoal = saved.isPoint == 0;
	wfTarget made = { .layer = saved.layer,
					  .to = { isGoal, saved.goal, wfInSpace( saved.point ), { -1, 0.0, 0.0 } },
					  .cell = isGoal ? -1 : saved.cell,
					  .from = saved.from,
					  .asked = saved.asked,
					  .lastUsed = saved.lastUsed,
					  .isWaiting = saved.isWaiting,
					  .isStarted = saved.isStarted,
					  .isGivenUp = saved.isGivenUp != 0 };
	wfResult result = wfArray_Push( &ground->routes.targets, saved.layer < 0 ? ( wfTarget ){ .layer = -1 } : made );
	if ( result != wf_ok || saved.layer < 0 )
	{
		return result;
	}
	wfTarget* target = &ground->routes.targets.data[k];
	bool isOther = saved.cellCount > 0;
	int32_t* cells = wfAllocateArray( (size_t)saved.cellCount + 1, sizeof( int32_t ) );
	result = cells != NULL ? wf_ok : wf_outOfMemory;
	wfGetBytes( reader, cells, cells != NULL ? (size_t)saved.cellCount * sizeof( int32_t ) : 0 );
	// Goals that are gone stay unsolved until the next tick closes them. What an edit covers is closed.
	bool gone = isGoal && !wfWorld_IsGoalValid( ground->world, saved.goal );
	result = result == wf_ok && reader->failed ? wf_badFormat : result;
	target->closed = saved.isClosed;
	result = result == wf_ok && ( ahead || !gone ) ? findCells( ground, reader, k, &saved, ahead, error ) : result;
	if ( result == wf_ok && saved.hasField && !target->closed && ( ahead || !gone ) )
	{
		const wfRouteLayer* layer = &ground->routes.layers.data[saved.layer];
		const int32_t* from = isOther ? cells : target->cells.data;
		result = areCellsSound( layer, cells, saved.cellCount ) ? wf_ok : wf_badFormat;
		result = result == wf_ok
					 ? wfStartPlaneTarget( ground, target, from, isOther ? saved.cellCount : target->cells.count, error )
					 : result;
	}
	wfReleaseArray( cells, (size_t)saved.cellCount + 1, sizeof( int32_t ) );
	return result;
}

static wfResult restoreMeshLayer( wfGround* ground, wfStateReader* reader, int32_t k, wfError* error )
{
	double radius = -1.0;
	int32_t index = -1;
	wfGetBytes( reader, &radius, sizeof( radius ) );
	if ( !( radius >= 0.0 && radius < 1e6 ) )
	{
		return wf_badFormat;
	}
	wfResult result = wfGround_FindLayer( ground, radius, 0, &index, error );
	return result == wf_ok && index != k ? wf_badFormat : result;
}

static wfResult restoreMeshTarget( wfGround* ground, wfStateReader* reader, int32_t k, wfError* error )
{
	wfSavedMeshTarget saved = { 0 };
	wfGetBytes( reader, &saved, sizeof( saved ) );
	bool isPoint = saved.goal == -1 && saved.triangle >= 0 && saved.triangle < ground->mesh->triangleCount && saved.u >= -1e-3 &&
				   saved.v >= -1e-3 && saved.u + saved.v <= 1.001;
	bool isGoal = saved.goal >= 0 && saved.goal < ground->goals.count;
	bool isFlag = saved.isGivenUp == 0 || saved.isGivenUp == 1;
	if ( reader->failed || saved.layer < 0 || saved.layer >= ground->routes.layers.count || ( !isPoint && !isGoal ) || !isFlag )
	{
		return wf_badFormat;
	}
	int32_t index = -1;
	wfDestination to = {
		.isGoal = isGoal, .goal = { (uint32_t)( saved.goal + 1 ), 1 }, .place = { saved.triangle, saved.u, saved.v } };
	if ( saved.isGivenUp == 1 )
	{
		wfTarget target = { .layer = saved.layer, .to = to, .isGivenUp = true };
		return wfArray_Push( &ground->routes.targets, target );
	}
	wfResult result = wfGround_FindTarget( ground, saved.layer, &to, &index, error );
	return result == wf_ok && index != k ? wf_badFormat : result;
}

// In the order they had: agents know them by number.
wfResult wfGround_RestoreRoutes( wfGround* ground, wfStateReader* reader, int32_t layers, int32_t targets, wfError* error )
{
	wfRoutes* routes = &ground->routes;
	bool onMesh = ground->mesh != NULL;
	wfGetBytes( reader, &routes->period, onMesh ? 0 : sizeof( routes->period ) );
	wfGetBytes( reader, &routes->spent, onMesh ? 0 : sizeof( routes->spent ) );
	int32_t state[2] = { 0 };
	wfGetBytes( reader, state, onMesh ? 0 : sizeof( state ) );
	wfGetBytes( reader, &routes->patchCell, onMesh ? sizeof( double ) : 0 );
	bool sound = !reader->failed && routes->patchCell >= 0.0 && routes->patchCell < 1e6 && layers >= 0 &&
				 (size_t)layers <= reader->left && routes->spent >= 0.0 && routes->spent < 1e18 && state[0] >= 0 &&
				 state[0] <= 1 && state[1] >= 0 && state[1] <= ( wfIsQueued( ground ) ? 1 : 0 );
	routes->hasEnded = state[0] == 1;
	wfSavedLayer* saved = sound ? wfAllocateZeroed( ( (size_t)layers + 1 ) * sizeof( wfSavedLayer ) ) : NULL;
	wfResult result = !sound ? wf_badFormat : ( saved != NULL ? wf_ok : wf_outOfMemory );
	for ( int32_t k = 0; k < layers && result == wf_ok; ++k )
	{
		result = onMesh ? restoreMeshLayer( ground, reader, k, error ) : restoreLayer( ground, reader, k, &saved[k], error );
	}
	for ( int32_t k = 0; k < targets && result == wf_ok; ++k )
	{
		result =
			onMesh ? restoreMeshTarget( ground, reader, k, error ) : restoreTarget( ground, reader, k, state[1] != 0, error );
	}
	for ( int32_t k = 0; k < layers && result == wf_ok && !onMesh; ++k )
	{
		result = resumeWork( ground, &routes->layers.data[k], &saved[k], error );
	}
	wfRelease( saved, ( (size_t)layers + 1 ) * sizeof( wfSavedLayer ) );
	return result;
}
