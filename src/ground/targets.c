// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Routes on any ground: layers by radius and kind, targets by layer and destination. What differs between plane and mesh is in
// layers.c with plane_targets.c and in mesh_targets.c.
#include "ground/parts.h"
#include "world/world.h"

// --------------------------------------------------------------------------------------------------------------- layers

static void freeLayer( wfRouteLayer* layer )
{
	wfFreePlaneLayer( layer );
	wfDestroySurfacePlanner( layer->surfacePlanner );
}

wfResult wfGround_FindLayer( wfGround* ground, double radius, int32_t kind, int32_t* index, wfError* error )
{
	wfRouteLayer layer = { .radius = ceil( radius / WF_RADIUS_STEP - WF_OVERLAP_SLACK ) * WF_RADIUS_STEP,
						   .kind = ground->mesh == NULL ? kind : 0 };
	for ( int32_t k = 0; k < ground->routes.layers.count; ++k )
	{
		if ( ground->routes.layers.data[k].radius == layer.radius && ground->routes.layers.data[k].kind == layer.kind )
		{
			*index = k;
			return wf_ok;
		}
	}
	wfResult result = wfArray_Reserve( &ground->routes.layers, ground->routes.layers.count + 1 );
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for a planner" );
	}
	result = ground->mesh != NULL ? wfOpenMeshLayer( ground, &layer, error ) : wfOpenPlaneLayer( ground, &layer, error );
	if ( result != wf_ok )
	{
		freeLayer( &layer );
		return result;
	}
	*index = ground->routes.layers.count;
	ground->routes.layers.data[ground->routes.layers.count++] = layer;
	// Those who queue their fields want the planner before the first order.
	bool needsPlanner = wfIsQueued( ground ) && layer.grid != NULL && layer.grid->freeCount > 0;
	return needsPlanner ? wfQueuePlanner( ground, &ground->routes.layers.data[*index], error ) : wf_ok;
}

bool wfGround_IsOpen( const wfGround* ground, int32_t layer )
{
	return ground->routes.layers.data[layer].grid == NULL && ground->routes.marks.count == 0;
}

// -------------------------------------------------------------------------------------------------------------- targets

static void freeTarget( wfTarget* target )
{
	wfDestroyField( target->field );
	wfDestroySurfaceField( target->onMesh );
	wfDistanceMap_Free( &target->known );
	wfArray_Free( &target->cells );
	wfArray_Free( &target->components );
}

void wfGround_DropTarget( wfGround* ground, int32_t index )
{
	wfTarget* target = &ground->routes.targets.data[index];
	freeTarget( target );
	*target = ( wfTarget ){ .layer = -1 };
}

void wfGround_DropPlanner( wfGround* ground, int32_t index )
{
	wfRouteLayer* layer = &ground->routes.layers.data[index];
	wfForgetNext( layer );
	wfDestroyPlanner( layer->planner );
	layer->planner = NULL;
	wfPlanState_Free( &layer->planned, layer->cellCount );
	layer->isChanged = false;
}

void wfGround_FreeRoutes( wfGround* ground )
{
	for ( int32_t k = 0; k < ground->routes.targets.count; ++k )
	{
		freeTarget( &ground->routes.targets.data[k] );
	}
	for ( int32_t k = 0; k < ground->routes.layers.count; ++k )
	{
		freeLayer( &ground->routes.layers.data[k] );
	}
	wfFreeWalks( ground );
	wfArray_Free( &ground->routes.layers );
	wfArray_Free( &ground->routes.targets );
	wfArray_Free( &ground->routes.marks );
}

static wfResult findMeshTarget( wfGround* ground, int32_t layer, const wfDestination* to, int32_t* index, wfError* error )
{
	for ( int32_t k = 0; k < ground->routes.targets.count; ++k )
	{
		wfTarget* target = &ground->routes.targets.data[k];
		const wfSurfacePoint *a = &target->to.place, *b = &to->place;
		bool same =
			to->isGoal ? target->to.goal.index1 == to->goal.index1 : a->triangle == b->triangle && a->u == b->u && a->v == b->v;
		if ( target->layer == layer && target->to.isGoal == to->isGoal && same )
		{
			*index = k;
			return target->onMesh != NULL ? wf_ok : wfSolveMeshTarget( ground, target, error );
		}
	}
	*index = ground->routes.targets.count;
	wfResult result = wfArray_Push( &ground->routes.targets, ( wfTarget ){ .layer = layer, .to = *to } );
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for a goal" );
	}
	result = wfSolveMeshTarget( ground, &ground->routes.targets.data[*index], error );
	ground->routes.targets.count -= result == wf_ok ? 0 : 1;
	return result;
}

wfResult wfGround_FindTarget( wfGround* ground, int32_t layer, const wfDestination* to, int32_t* index, wfError* error )
{
	if ( ground->mesh != NULL )
	{
		return findMeshTarget( ground, layer, to, index, error );
	}
	wfResult result = wfFindPlaneTarget( ground, layer, to, index, error );
	return result == wf_ok ? wfSolvePlaneTarget( ground, *index, error ) : result;
}

wfResult wfGround_FindLater( wfGround* ground, int32_t layer, const wfDestination* to, int32_t* index, wfError* error )
{
	// What is queued has its turn whether it is needed soon or not.
	if ( ground->mesh != NULL || wfIsQueued( ground ) || wfGround_HasRoomAhead( ground ) )
	{
		return wfGround_FindTarget( ground, layer, to, index, error );
	}
	wfResult result = wfFindPlaneTarget( ground, layer, to, index, error );
	return result == wf_ok ? wfLeavePlaneTarget( ground, *index, error ) : result;
}

// -------------------------------------------------------------------------------------------------------------- queries

bool wfGround_IsConnected( const wfGround* ground, const wfTarget* target, wfPlace place )
{
	return ground->mesh != NULL ? wfGround_GetDistance( ground, target, place ) < INFINITY
								: wfIsPlaneConnected( ground, target, ( wfVec2 ){ place.x, place.y } );
}

wfVec2 wfGround_GetDirection( const wfGround* ground, const wfTarget* target, wfPlace place, double* distance )
{
	return ground->mesh != NULL ? wfGetMeshDirection( ground, target, place, distance )
								: wfGetPlaneDirection( ground, target, ( wfVec2 ){ place.x, place.y }, distance );
}

double wfGround_GetDistance( const wfGround* ground, const wfTarget* target, wfPlace place )
{
	double distance;
	if ( ground->mesh != NULL )
	{
		return wfGetMeshDistance( ground, target, place );
	}
	wfGetPlaneDirection( ground, target, ( wfVec2 ){ place.x, place.y }, &distance );
	return distance;
}

bool wfGround_IsAtGoal( const wfGround* ground, const wfTarget* target, wfPlace place, double radius, double reach )
{
	return ground->mesh != NULL ? wfIsAtMeshGoal( ground, target, place, radius, reach )
								: wfIsAtPlaneGoal( ground, target, ( wfVec2 ){ place.x, place.y } );
}

bool wfGround_LookToGoal( const wfGround* ground, const wfDestination* to, const wfTarget* target, wfPlace place, wfVec2* offset )
{
	*offset = ( wfVec2 ){ 0.0, 0.0 };
	if ( ground->mesh != NULL )
	{
		*offset = target != NULL ? wfGetVectorToMeshGoal( ground, target, place ) : *offset;
		return true;
	}
	wfVec2 point = wfInPlane( to->point );
	if ( to->isGoal )
	{
		// An area is where the field leads to.
		wfGoalDef goal = wfWorld_IsGoalValid( ground->world, to->goal ) ? wfWorld_GetGoal( ground->world, to->goal )
																		: ( wfGoalDef ){ .kind = wf_cellsGoal };
		if ( goal.kind != wf_pointGoal )
		{
			return false;
		}
		point = goal.points[0];
	}
	*offset = ( wfVec2 ){ point.x - place.x, point.y - place.y };
	return true;
}
