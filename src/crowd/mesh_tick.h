// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Agents on a mesh.
//
// Every agent has the axes of the triangle it stands on. What it perceives is transformed into them: others and walls nearby, as
// if the surface around it were unrolled into the plane. Where it may go is decided in 3D: the straight distance of two centres
// is never more than that along the surface, so discs that are apart in 3D are apart on the surface.
#pragma once

#include "crowd/passages.h"
#include "crowd/tick.h"
#include "ground/on_mesh.h"

// What a tick computes in addition to wfTick, by rank.
typedef struct wfMeshTick
{
	size_t capacity;
	int32_t* triangle;
	wfTangent* tangent; // at the agent's place
	wfVec3* wish;		// the displacement wanted in this move, 3D
	wfVec2* rest;		// what is left of it for the next pass, in the axes where it has come to
	wfSeenOther* seen;
	float* z;		 // relative to the patches' origin, like wfTick.x and y here
	float* wallRoom; // to the nearest wall; INFINITY: none near
	float* turn;	 // four each: rotation from the axes at planning time to those of the current triangle
	int32_t* nextTriangle;
	double *nextFlatX, *nextFlatY; // 2D position after the move
} wfMeshTick;

// For the foresight the surface is divided into regions. All agents of a region look at one map of the density and the flow
// around them, unrolled from where the first of them stands.
typedef struct wfMeshFlow
{
	wfPatchMap regions;
	int32_t *slotRegion, *regionFirst, *ranks; // by slot; first rank of each region and one past the last; ranks by region
	size_t slotCapacity, regionCapacity, rankCapacity;
	float* values[WF_MAX_WORKERS]; // of the map each worker is using
} wfMeshFlow;

// A narrow passage, in addition to wfPassageState.
typedef struct wfMeshPassage
{
	wfPlace middle;
	wfTangent tangent;				// there
	wfPlace front, back;			// just beyond its ends
	int32_t patchFirst, patchCount; // in wfMeshPassages.patches
} wfMeshPassage;

typedef WF_ARRAY( wfMeshPassage ) wfMeshPassageList;

typedef struct wfMeshPassages
{
	wfMeshPassageList list;
	wfPatchList patches; // near each of them
	double radius;		 // they were looked for with
	double patchCell;	 // of the patches that were listed; 0: none yet
} wfMeshPassages;

struct wfMapLane;

// mesh_sight.c
wfResult wfReserveMeshTick( wfCrowd* crowd );
void wfDestroyMeshTick( wfCrowd* crowd );
void wfBuildIndexOnMesh( wfCrowd* crowd );
void wfPerceiveOnMesh( wfCrowd* crowd, int32_t begin, int32_t end );
float wfClearanceOnMesh( const wfCrowd* crowd, int32_t rank );
float wfRoomOnMesh( const wfCrowd* crowd, int32_t rank, float x, float y );
void wfAddWallsOnMesh( const wfCrowd* crowd, const wfStyleDef* style, struct wfMapLane* lane );

// A direction of another agent, carried to the rank's position along the surface: it keeps its length.
wfVec2 wfCarryOver( const wfMeshTick* tick, int32_t rank, int32_t other, double x, double y );

// mesh_foresight.c
wfResult wfFindRegions( wfCrowd* crowd );
void wfForeseeOnMesh( wfCrowd* crowd );
void wfDestroyMeshFlow( wfCrowd* crowd );

// mesh_moves.c
void wfMoveOnMesh( wfCrowd* crowd, int32_t move );
void wfCommitOnMesh( wfCrowd* crowd, int32_t begin, int32_t end );

// mesh_passages.c
wfResult wfReachPassages( wfCrowd* crowd );
void wfDestroyMeshPassages( wfCrowd* crowd );
wfResult wfSearchPassagesOnMesh( wfCrowd* crowd, double radius, wfPassageList* found );
wfResult wfRecallPassagesOnMesh( wfCrowd* crowd, bool* known );
void wfVisitPassageOnMesh( wfCrowd* crowd, int32_t passage, wfVisitFcn* visit, void* context );
wfVec2 wfPlaceAtPassageOnMesh( const wfCrowd* crowd, int32_t passage, int32_t rank );
wfVec2 wfTurnFromPassageOnMesh( const wfCrowd* crowd, int32_t passage, int32_t rank, wfVec2 v );
double wfDistanceFromEndOnMesh( const wfCrowd* crowd, int32_t passage, const wfAgent* agent, wfVec2 place, bool front );
