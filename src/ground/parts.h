// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The parts of a ground that its own files share: layers and targets of the plane, and those of a mesh.
#pragma once

#include "ground/ground.h"

// layers.c
wfResult wfOpenPlaneLayer( wfGround* ground, wfRouteLayer* layer, wfError* error );
// The cells that its grid shall have, of a saved layer; another grid goes.
void wfSetCellSize( wfRouteLayer* layer, double size );
// Whether a ground could have chosen it; 0: it has not yet.
bool wfIsCellSizeSound( const wfGround* ground, double radius, double size );
// Open layers have no grid until a field is needed.
wfResult wfCreateLayerGrid( wfGround* ground, wfRouteLayer* layer, wfError* error );
wfResult wfCreateLayerPlanner( wfGround* ground, wfRouteLayer* layer, wfError* error );
wfPlannerDef wfGetPlannerDef( const wfGround* ground, const wfRouteLayer* layer );
wfResult wfReplaceWalls( const wfGround* ground, wfRouteLayer* layer, double reach, wfError* error );
// After a change of the cells given.
wfResult wfRefreshFields( wfGround* ground, int32_t layer, const int32_t* changed, int64_t count );
void wfFreePlaneLayer( wfRouteLayer* layer );

// plane_targets.c
wfResult wfFindPlaneTarget( wfGround* ground, int32_t layer, const wfDestination* to, int32_t* index, wfError* error );
wfResult wfSolvePlaneTarget( wfGround* ground, int32_t target, wfError* error );
// Its cells, without the field.
wfResult wfLeavePlaneTarget( wfGround* ground, int32_t target, wfError* error );
// There is currently no route to the target.
wfResult wfClosePlaneTarget( wfGround* ground, int32_t target );
// After a change of its layer's grid.
wfResult wfRefreshPlaneTarget( wfGround* ground, wfTarget* target );
// Find its cells, whether it is closed, and from where it can be reached.
wfResult wfResolvePlaneTarget( wfGround* ground, wfTarget* target, wfError* error );
// The field of these cells; its layer has a planner.
wfResult wfStartPlaneTarget( wfGround* ground, wfTarget* target, const int32_t* cells, int32_t count, wfError* error );
// The free cell nearest to a place, -1: none is near.
int32_t wfNearestFreeCell( const wfRouteLayer* layer, wfVec2 place );
bool wfIsPlaneConnected( const wfGround* ground, const wfTarget* target, wfVec2 place );
wfVec2 wfGetPlaneDirection( const wfGround* ground, const wfTarget* target, wfVec2 place, double* distance );
bool wfIsAtPlaneGoal( const wfGround* ground, const wfTarget* target, wfVec2 place );

// walks.c
void wfFreeWalks( wfGround* ground );
size_t wfCountWalks( const wfGround* ground ); // bytes

// memory.c
// After its field was made, which is gone where it is too much.
wfResult wfCountNewField( wfGround* ground, wfTarget* target, wfError* error );
// What is left for a planner of a layer, which replaces the present one; 0: there is no limit.
size_t wfGetRoomForPlanner( const wfGround* ground, const wfRouteLayer* layer );

// work.c
static inline bool wfIsQueued( const wfGround* ground )
{
	return ground->settings.budget > 0.0;
}
// A planner for a layer that has none.
wfResult wfQueuePlanner( wfGround* ground, wfRouteLayer* layer, wfError* error );
// The grid shows its planner what that was made for, where this is something else; the next call ends it.
void wfShowPlanned( wfRouteLayer* layer );
void wfShowState( wfRouteLayer* layer, wfPlanState* state );
// Whether the grid differs from what is planned for it, or will be when the present work is done.
bool wfIsBehind( const wfRouteLayer* layer );
// Give up a planner that is being made.
void wfForgetNext( wfRouteLayer* layer );
// The same whether it has one or not, for the grid as it is.
wfResult wfQueueNext( wfGround* ground, wfRouteLayer* layer, wfError* error );
// Work for all cells in which the grid differs from what is planned. wf_tooLarge: a new planner must be made.
wfResult wfQueueUpdate( wfRouteLayer* layer );
wfResult wfPlanState_Copy( wfPlanState* state, const wfRouteLayer* layer );
void wfPlanState_Free( wfPlanState* state, int64_t cells );

// marks.c: applied to the costs of a layer's grid, and removed again
wfResult wfStampMarks( const wfGround* ground, wfRouteLayer* layer );
void wfUnstampMarks( wfRouteLayer* layer );

// mesh.c
wfResult wfCreateMeshParts( wfGround* ground, const wfSurfaceMask* given );
bool wfIsSurfacePoint( const wfMesh* mesh, wfSurfacePoint point );
// A copy, or an empty one.
wfResult wfCopyMask( const wfMesh* mesh, const wfSurfaceMask* given, wfSurfaceMask** mask );

// mesh_targets.c
wfResult wfOpenMeshLayer( wfGround* ground, wfRouteLayer* layer, wfError* error );
wfResult wfSolveMeshTarget( wfGround* ground, wfTarget* target, wfError* error );
wfVec2 wfGetMeshDirection( const wfGround* ground, const wfTarget* target, wfPlace place, double* distance );
double wfGetMeshDistance( const wfGround* ground, const wfTarget* target, wfPlace place );
bool wfIsAtMeshGoal( const wfGround* ground, const wfTarget* target, wfPlace place, double radius, double reach );
// The vertex a triangle's nearest goal is at, -1: none is known.
int32_t wfFindGoalVertex( const wfGround* ground, const wfTarget* target, int32_t triangle );
// Straight to the goal that the route leads to; zero if there is none.
wfVec2 wfGetVectorToMeshGoal( const wfGround* ground, const wfTarget* target, wfPlace place );
