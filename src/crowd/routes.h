// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Where goals lead: grids and planners for each size of agent, fields, and those who stand in them.
#pragma once

#include "base/array.h"
#include "crowd/population.h"
#include "world/grid.h"
#include "world/walls.h"

// A grid and a planner for one radius and kind of agent.
typedef struct wfRouteLayer
{
	double radius;
	int32_t kind;
	wfGrid* grid;
	wfPlanner* planner; // made when the first field is needed
	int32_t* nearest;	// for blocked cells near free ones: the nearest free cell, else -1; free cells: themselves
	int64_t cellCount;
	wfWallMap* walls;
	float* staticCost; // the grid's costs without standing agents; null while nobody stands
	bool open;		   // nothing but the border: every straight way is free
	bool hadCost;	   // the grid has costs of its own
	bool stale;		   // an update of the fields failed half way: all are to be solved again
} wfRouteLayer;

// A field that somebody walks by, or a point reached straight.
typedef struct wfTarget
{
	int32_t layer;
	wfStopKind kind;
	wfGoalId goal;
	wfVec2 point;
	int32_t cell;	  // of a point, in the layer's grid
	wfField* field;	  // null until needed
	float* way;		  // metres to go from each cell, by the field's own measure; infinity where there is no way
	uint32_t goalKey; // the same for all layers
	bool closed;	  // an edit covers it: nobody has a way there until it is free again. The field may be missing
} wfTarget;

// Dear ground in the global fields: where somebody has been standing.
typedef struct wfStandingMark
{
	double x, y;
	float radius;
	int32_t slot;
	uint32_t generation;
	uint32_t padding;
} wfStandingMark;

_Static_assert( sizeof( wfStandingMark ) == 32, "marks must have no gaps: their bytes are hashed and saved" );

// A planner for one size of agents on a mesh.
typedef struct wfMeshLayer
{
	double radius;
	wfSurfacePlanner* planner;
} wfMeshLayer;

// A goal on a mesh for one size of agents.
typedef struct wfMeshTarget
{
	int32_t layer, goal;  // goal -1: a place that is a stop
	wfSurfacePoint place; // of that
	wfSurfaceField* field;
	float* way;		 // metres to go from each vertex; infinity where there is no way
	int32_t* goalOf; // the goal vertex that way leads to
} wfMeshTarget;

typedef struct wfRoutes
{
	uint64_t worldRevision;
	WF_ARRAY( wfStandingMark ) marks; // in force in every grid, in the order of slots
	int64_t nextMarkTick;			  // not looked at again before
	WF_ARRAY( wfRouteLayer ) layers;
	WF_ARRAY( wfTarget ) targets;
	WF_ARRAY( wfMeshLayer ) meshLayers; // instead of these, on a mesh
	WF_ARRAY( wfMeshTarget ) meshTargets;
	double patchCell; // how large the cells of the mesh's patches have to be
} wfRoutes;

// layers.c
wfResult wfFindLayer( wfCrowd* crowd, double radius, int32_t kind, int32_t* index, wfError* error );
// Open layers have no grid until a field is needed.
wfResult wfGiveGrid( wfCrowd* crowd, wfRouteLayer* layer, wfError* error );
wfResult wfReachWalls( wfCrowd* crowd, int32_t layer, double speed, wfError* error );
wfResult wfFindTarget( wfCrowd* crowd, int32_t layer, const wfStop* stop, int32_t* index, wfError* error );
wfResult wfSolveTarget( wfCrowd* crowd, int32_t target, wfError* error );
wfResult wfFollowWorld( wfCrowd* crowd, wfError* error );
wfResult wfRefreshFields( wfCrowd* crowd, int32_t layer, const int32_t* changed, int64_t count );
void wfDestroyLayers( wfCrowd* crowd );
void wfDestroyMeshRoutes( wfCrowd* crowd ); // mesh_targets.c
// The global direction at a place, a unit vector or 0 where there is no way; `way` receives the metres to go.
wfVec2 wfTargetDirection( const wfCrowd* crowd, const wfTarget* target, wfVec2 place, double* way );
bool wfGuideByWays( const wfRouteLayer* layer, const wfTarget* target, wfVec2 place, wfVec2* direction, double* way );
uint32_t wfKeyOfStop( const wfStop* stop );
bool wfIsStraightWayFree( const wfRouteLayer* layer, wfVec2 from, wfVec2 to );
bool wfHasArrived( const wfCrowd* crowd, const wfAgent* agent );
// Of a point: so near to it is there.
double wfReachOf( const wfStop* stop, double radius );
// In a world without walls every way is straight, but discs stay within the border.
bool wfIsPointInReach( const wfRouteLayer* layer, const wfStop* stop, double radius );
// No way to a target for now.
wfResult wfCloseTarget( wfCrowd* crowd, int32_t target );
// Whether a stop can be reached from a place by agents of a layer. Solves the field of a goal, not that of a point.
wfResult wfCheckWay( wfCrowd* crowd, int32_t layer, const wfStop* stop, wfVec2 place, bool* exists, wfError* error );
float wfLayerClearance( const wfRouteLayer* layer, wfVec2 place );
float wfLayerRoom( const wfRouteLayer* layer, double x, double y );

// guide.c
void wfGuideAll( wfCrowd* crowd );
// Where an agent is led to, a unit vector in its axes or zero where there is no way, and the metres to go.
void wfSetGuide( wfCrowd* crowd, int32_t rank, wfVec2 direction, double way );
// Nobody wants anything until it is guided.
void wfClearGuide( wfCrowd* crowd, int32_t rank );

// standing.c
wfResult wfUpdateStanding( wfCrowd* crowd, wfError* error );
// Put the marks into the costs of a layer's grid, and take them out again.
wfResult wfStampMarks( const wfCrowd* crowd, wfRouteLayer* layer );
void wfUnstampMarks( wfRouteLayer* layer );
// Whether somebody who stands is in the way of a straight walk.
bool wfIsWayStoodIn( const wfCrowd* crowd, const wfAgent* agent, wfVec2 to );
