// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Routes as bytes, and back: which layers and targets there are. Grids and fields follow from them.
#include "ground/parts.h"
#include "world/world.h"

typedef struct wfSavedLayer
{
	double radius, wallReach;
	int32_t kind, hasGrid;
} wfSavedLayer;

typedef struct wfSavedTarget
{
	wfVec2 point;
	wfGoalId goal;
	int32_t layer, isPoint, cell, solved;
	uint32_t unused[2];
} wfSavedTarget;

typedef struct wfSavedMeshTarget
{
	double u, v;
	int32_t layer, goal, triangle, padding; // goal -1: a point
} wfSavedMeshTarget;

_Static_assert( sizeof( wfSavedLayer ) == 24 && sizeof( wfSavedTarget ) == 48 && sizeof( wfSavedMeshTarget ) == 32,
				"what is saved must have no gaps" );

// --------------------------------------------------------------------------------------------------------------- saving

static void saveLayer( wfStateWriter* writer, const wfRouteLayer* layer )
{
	wfSavedLayer saved = { layer->radius, layer->walls->reach, layer->kind, layer->grid != NULL };
	wfPutBytes( writer, &saved, sizeof( saved ) );
}

static void saveTarget( wfStateWriter* writer, const wfTarget* target )
{
	wfSavedTarget saved = { .point = wfInPlane( target->to.point ),
							.goal = target->to.goal,
							.layer = target->layer,
							.isPoint = !target->to.isGoal,
							.cell = target->cell,
							.solved = target->field != NULL || target->closed };
	wfPutBytes( writer, &saved, sizeof( saved ) );
}

static void saveMeshTarget( wfStateWriter* writer, const wfTarget* target )
{
	wfSavedMeshTarget saved = { .u = target->to.place.u,
								.v = target->to.place.v,
								.layer = target->layer,
								.goal = target->to.isGoal ? (int32_t)target->to.goal.index1 - 1 : -1,
								.triangle = target->to.place.triangle };
	wfPutBytes( writer, &saved, sizeof( saved ) );
}

void wfGround_SaveRoutes( const wfGround* ground, wfStateWriter* writer )
{
	const wfRoutes* routes = &ground->routes;
	bool onMesh = ground->mesh != NULL;
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
		saveTarget( writer, &routes->targets.data[k] );
	}
}

// ------------------------------------------------------------------------------------------------------------- restoring

static wfResult restoreLayer( wfGround* ground, wfStateReader* reader, int32_t k, wfError* error )
{
	wfSavedLayer saved = { 0 };
	wfGetBytes( reader, &saved, sizeof( saved ) );
	if ( reader->failed || !( saved.radius > 0.0 && saved.radius < 1e3 ) || saved.kind < 0 || saved.kind > 31 ||
		 !( saved.wallReach > 0.0 && saved.wallReach < 1e5 ) )
	{
		return wf_badFormat;
	}
	int32_t index;
	wfResult result = wfGround_FindLayer( ground, saved.radius, saved.kind, &index, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfRouteLayer* layer = &ground->routes.layers.data[index];
	result = saved.hasGrid ? wfCreateLayerGrid( ground, layer, error ) : wf_ok;
	result = result == wf_ok && layer->walls->reach != saved.wallReach ? wfReplaceWalls( ground, layer, saved.wallReach, error )
																	   : result;
	return result == wf_ok && ( index != k || layer->radius != saved.radius ) ? wf_badFormat : result;
}

static wfResult restoreTarget( wfGround* ground, wfStateReader* reader, int32_t k, wfError* error )
{
	wfSavedTarget saved = { 0 };
	wfGetBytes( reader, &saved, sizeof( saved ) );
	if ( reader->failed || saved.layer < 0 || saved.layer >= ground->routes.layers.count || ( saved.isPoint & ~1 ) != 0 )
	{
		return wf_badFormat;
	}
	const wfRouteLayer* layer = &ground->routes.layers.data[saved.layer];
	bool isGoal = saved.isPoint == 0;
	if ( !isGoal && ( layer->grid == NULL || saved.cell < 0 || saved.cell >= layer->cellCount ) )
	{
		return wf_badFormat;
	}
	wfTarget target = { .layer = saved.layer,
						.to = { isGoal, saved.goal, wfInSpace( saved.point ), { -1, 0.0, 0.0 } },
						.cell = isGoal ? -1 : saved.cell };
	wfResult result = wfArray_Push( &ground->routes.targets, target );
	// Goals that are gone stay unsolved: nobody may be on the way to them. What an edit covers is closed.
	bool gone = isGoal && !wfWorld_IsGoalValid( ground->world, saved.goal );
	result = result == wf_ok && saved.solved && !gone ? wfSolvePlaneTarget( ground, k, error ) : result;
	return result == wf_goalBlocked ? wfClosePlaneTarget( ground, k ) : result;
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
	if ( reader->failed || saved.layer < 0 || saved.layer >= ground->routes.layers.count || ( !isPoint && !isGoal ) )
	{
		return wf_badFormat;
	}
	int32_t index = -1;
	wfDestination to = {
		.isGoal = isGoal, .goal = { (uint32_t)( saved.goal + 1 ), 1 }, .place = { saved.triangle, saved.u, saved.v } };
	wfResult result = wfGround_FindTarget( ground, saved.layer, &to, &index, error );
	return result == wf_ok && index != k ? wf_badFormat : result;
}

// In the order they had: agents know them by number.
wfResult wfGround_RestoreRoutes( wfGround* ground, wfStateReader* reader, int32_t layers, int32_t targets, wfError* error )
{
	bool onMesh = ground->mesh != NULL;
	wfGetBytes( reader, &ground->routes.patchCell, onMesh ? sizeof( double ) : 0 );
	bool sound = !reader->failed && ground->routes.patchCell >= 0.0 && ground->routes.patchCell < 1e6;
	wfResult result = sound ? wf_ok : wf_badFormat;
	for ( int32_t k = 0; k < layers && result == wf_ok; ++k )
	{
		result = onMesh ? restoreMeshLayer( ground, reader, k, error ) : restoreLayer( ground, reader, k, error );
	}
	for ( int32_t k = 0; k < targets && result == wf_ok; ++k )
	{
		result = onMesh ? restoreMeshTarget( ground, reader, k, error ) : restoreTarget( ground, reader, k, error );
	}
	return result;
}
