// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Routes to goals: grids and planners for each size class of agents, fields, and the standing agents in them.
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
	wfPlanner* planner; // created when the first field is needed
	int32_t* nearest;	// for blocked cells near free ones: the nearest free cell, otherwise -1; free cells: themselves
	int64_t cellCount;
	wfWallMap* walls;
	float* staticCost; // the grid's costs without standing agents; null while no agent stands
	bool open;		   // no obstacles except the border: every straight path is free
	bool hadCost;	   // the grid has costs of its own
	bool stale;		   // an update of the fields failed halfway: all must be solved again
} wfRouteLayer;

// A field that is in use, or a point reached by a straight path.
typedef struct wfTarget
{
	int32_t layer;
	wfStopKind kind;
	wfGoalId goal;
	wfVec2 point;
	int32_t cell;	  // of a point, in the layer's grid
	wfField* field;	  // null until needed
	float* way;		  // metres to the goal from each cell, measured by the field; infinity if there is no route
	uint32_t goalKey; // the same for all layers
	bool closed;	  // covered by an edit: no agent has a route there until it is free again. The field may be missing
} wfTarget;

// Costly ground in the global fields: where an agent has been standing.
typedef struct wfStandingMark
{
	double x, y;
	float radius;
	int32_t slot;
	uint32_t generation;
	uint32_t padding;
} wfStandingMark;

_Static_assert( sizeof( wfStandingMark ) == 32, "marks must have no gaps: their bytes are hashed and saved" );
typedef WF_ARRAY( wfStandingMark ) wfStandingMarks;

// A planner for one size class of agents on a mesh.
typedef struct wfMeshLayer
{
	double radius;
	wfSurfacePlanner* planner;
} wfMeshLayer;

// A goal on a mesh for one size class of agents.
typedef struct wfMeshTarget
{
	int32_t layer, goal;  // goal -1: a place that is a stop
	wfSurfacePoint place; // of such a place
	wfSurfaceField* field;
	float* way;		 // metres to the goal from each vertex; infinity if there is no route
	int32_t* goalOf; // the goal vertex to which that route leads
} wfMeshTarget;

typedef struct wfRoutes
{
	uint64_t worldRevision;
	wfStandingMarks marks; // applied in every grid, in the order of slots
	int64_t nextMarkTick;  // not checked again before
	WF_ARRAY( wfRouteLayer ) layers;
	WF_ARRAY( wfTarget ) targets;
	WF_ARRAY( wfMeshLayer ) meshLayers; // instead of these, on a mesh
	WF_ARRAY( wfMeshTarget ) meshTargets;
	double patchCell; // required cell size of the mesh's patches
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
// The global direction at a position, a unit vector or 0 if there is no route; `way` receives the distance to the goal in metres.
wfVec2 wfTargetDirection( const wfCrowd* crowd, const wfTarget* target, wfVec2 place, double* way );
bool wfGuideByWays( const wfRouteLayer* layer, const wfTarget* target, wfVec2 place, wfVec2* direction, double* way );
uint32_t wfKeyOfStop( const wfStop* stop );
bool wfIsStraightWayFree( const wfRouteLayer* layer, wfVec2 from, wfVec2 to );
bool wfHasArrived( const wfCrowd* crowd, const wfAgent* agent );
// The distance at which a point counts as reached.
double wfReachOf( const wfStop* stop, double radius );
// In a world without walls every path is straight, but discs stay within the border.
bool wfIsPointInReach( const wfRouteLayer* layer, const wfStop* stop, double radius );
// There is currently no route to the target.
wfResult wfCloseTarget( wfCrowd* crowd, int32_t target );
// Whether agents of a layer can reach a stop from a position. Solves the field of a goal, but not that of a point.
wfResult wfCheckWay( wfCrowd* crowd, int32_t layer, const wfStop* stop, wfVec2 place, bool* exists, wfError* error );
float wfLayerClearance( const wfRouteLayer* layer, wfVec2 place );
float wfLayerRoom( const wfRouteLayer* layer, double x, double y );

// guide.c
void wfGuideAll( wfCrowd* crowd );
// Set the guiding direction of an agent, a unit vector in its axes or zero if there is no route, and the distance to the goal in
// metres.
void wfSetGuide( wfCrowd* crowd, int32_t rank, wfVec2 direction, double way );
// The agent wants nothing until it is guided.
void wfClearGuide( wfCrowd* crowd, int32_t rank );

// standing.c
wfResult wfUpdateStanding( wfCrowd* crowd, wfError* error );
// Apply the marks to the costs of a layer's grid, and remove them again.
wfResult wfStampMarks( const wfCrowd* crowd, wfRouteLayer* layer );
void wfUnstampMarks( wfRouteLayer* layer );
// Whether a standing agent blocks a straight path.
bool wfIsWayStoodIn( const wfCrowd* crowd, const wfAgent* agent, wfVec2 to );
