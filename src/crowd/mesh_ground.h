// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A mesh as the ground of a crowd.
//
// Every agent has the axes of the triangle it stands on. What it perceives is transformed into them: others and walls nearby, as
// if the surface around it were unrolled into the plane. Where it may go is decided in 3D: the straight distance of two centres
// is never more than that along the surface, so discs that are apart in 3D are apart on the surface.
#pragma once

#include "crowd/crowd.h"
#include "crowd/maps.h"
#include "surface/surface.h"
#include "world/world.h"

// ---------------------------------------------------------------------------------------------------------------- patches

// A patch is a connected piece of the surface within one cell of a 3D grid: sheets that lie close together without being joined
// nearby are different patches, and agents on them do not see each other.
typedef struct wfPatch
{
	int32_t i, j, k;	// cell
	int32_t reachFirst; // in wfPatchMap.reach; -1: not computed yet
	int32_t reachCount;
	int32_t linkFirst; // patches of other cells it shares triangles with
	int32_t wallFirst; // in wfPatchMap.wallList
	int32_t padding;
} wfPatch;

// A patch within reach of another, itself included, nearest first.
typedef struct wfReach
{
	int32_t patch;
	float distance; // lower bound of the distance between the two cells
} wfReach;

// Something to keep away from: an edge of the walkable surface, or a single vertex.
typedef struct wfEdgeWall
{
	wfVec3 a, b;
	int32_t triangle; // walkable, adjacent to it
	int32_t padding;
} wfEdgeWall;

// From the nearest point of a wall to a position, straight.
static inline wfVec3 wfFromEdgeWall( const wfEdgeWall* wall, wfVec3 place )
{
	wfVec3 line = wfSub3( wall->b, wall->a ), from = wfSub3( place, wall->a );
	double length2 = wfDot3( line, line ), along = wfDot3( from, line );
	double share = along <= 0.0 || length2 == 0.0 ? 0.0 : along >= length2 ? 1.0 : along / length2;
	return wfSub3( from, wfScale3( share, line ) );
}

typedef struct wfPatchMap
{
	double cellSize;
	wfVec3 origin;
	wfPatch* patches; // and one past the last
	int32_t patchCount;
	// The patches of each triangle.
	int32_t* triangleFirst; // triangleCount + 1
	int32_t* trianglePatch;
	int32_t* links;
	wfEdgeWall* walls;
	int32_t wallCount;
	int32_t* wallList; // walls of each patch
	wfReach* reach;	   // grows while the crowd moves
	size_t reachCapacity;
	int32_t reachUsed;
	size_t patchCapacity, triangleFirstCount, trianglePatchCount, linkCount, wallCapacity, wallListCount;
} wfPatchMap;

// `cellSize` is at least half the distance at which others matter.
wfResult wfCreatePatchMap( const wfMesh* mesh, const uint8_t* walkable, const wfSurfaceMask* mask, double cellSize,
						   wfPatchMap* map );
void wfPatchMap_Free( wfPatchMap* map );
// The patch of a position on a triangle.
int32_t wfFindPatch( const wfPatchMap* map, int32_t triangle, wfVec3 position );
// Build the list of patches within reach, once. Modifies the map: single-threaded.
wfResult wfReachPatch( wfPatchMap* map, int32_t patch );

// ----------------------------------------------------------------------------------------------------------------- fields

typedef struct wfSurfaceGoal
{
	wfSurfaceGoalKind kind;
	int32_t* vertices; // owned
	int32_t vertexCount;
	wfSurfacePoint place;
	double reach; // 0: by radius
} wfSurfaceGoal;

// --------------------------------------------------------------------------------------------------------------- stepping

// What a tick computes in addition to wfTick, by rank.
typedef struct wfMeshTick
{
	size_t capacity;
	int32_t* triangle;
	wfVec3 *position, *axisX, *axisY, *normal;
	wfVec3* wish; // the displacement wanted in this move, 3D
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

// What a crowd on a mesh has in addition to one in the plane.
typedef struct wfMeshGround
{
	const wfMesh* mesh;
	wfSurfaceMask* mask; // everything that may not be entered: the def's mask and what is too low
	uint8_t* walkable;	 // by triangle
	wfPatchMap patches;
	wfSurfaceGoal* goals;
	size_t goalCapacity;
	int32_t goalCount;
	wfMeshTick tick;
	wfMeshFlow flow;
} wfMeshGround;

// A 3D vector in the axes of the agent at a rank.
static inline wfVec2 wfIntoAxes( const wfMeshTick* tick, int32_t rank, wfVec3 v )
{
	return ( wfVec2 ){ wfDot3( v, tick->axisX[rank] ), wfDot3( v, tick->axisY[rank] ) };
}

static inline wfVec3 wfOutOfAxes( const wfMeshTick* tick, int32_t rank, double x, double y )
{
	return wfAdd3( wfScale3( x, tick->axisX[rank] ), wfScale3( y, tick->axisY[rank] ) );
}

// From the rank's position to a 3D position with a given surface normal: direction and length of the path along a surface of
// constant curvature in between. Exact in the plane and on spheres.
wfVec2 wfRollOut( const wfMeshTick* tick, int32_t rank, wfVec3 to, wfVec3 normal );

// mesh_targets.c
wfResult wfFindMeshLayer( wfCrowd* crowd, double radius, int32_t* layer, wfError* error );
// For a goal, or for a place if `goal` is -1.
wfResult wfFindMeshTarget( wfCrowd* crowd, int32_t layer, int32_t goal, wfSurfacePoint place, int32_t* target, wfError* error );
wfResult wfFindTargetOfStop( wfCrowd* crowd, int32_t layer, const wfStop* stop, int32_t* target, wfError* error );
// Distance to the goal in metres; infinity if there is no route.
double wfSurfaceWay( const wfCrowd* crowd, const wfMeshTarget* target, int32_t triangle, wfSurfacePoint point );
// The global direction for the agent at a rank, in its axes, and the remaining distance.
wfVec2 wfSurfaceDirection( const wfCrowd* crowd, const wfMeshTarget* target, int32_t rank, double* way );
// The position and normal of the goal to which the agent's route leads.
void wfGoalPlace( const wfCrowd* crowd, const wfMeshTarget* target, int32_t rank, wfVec3* position, wfVec3* normal );
bool wfHasArrivedOnMesh( const wfCrowd* crowd, const wfAgent* agent );

// A direction of another agent, carried to the rank's position along the surface: it keeps its length.
wfVec2 wfCarryOver( const wfMeshTick* tick, int32_t rank, int32_t other, double x, double y );

// mesh_foresight.c
wfResult wfFindRegions( wfCrowd* crowd );
void wfForeseeOnMesh( wfCrowd* crowd );
void wfDestroyMeshFlow( wfCrowd* crowd );

// mesh_sight.c
wfResult wfReserveMeshTick( wfCrowd* crowd );
void wfDestroyMeshTick( wfCrowd* crowd );
void wfBuildIndexOnMesh( wfCrowd* crowd );
void wfPerceiveOnMesh( wfCrowd* crowd, int32_t begin, int32_t end );
float wfClearanceOnMesh( const wfCrowd* crowd, int32_t rank );
float wfRoomOnMesh( const wfCrowd* crowd, int32_t rank, float x, float y );
void wfAddWallsOnMesh( const wfCrowd* crowd, const wfStyleDef* style, wfMapLane* lane );

// mesh_moves.c
// A straight walk over the mesh.
typedef struct wfStride
{
	int32_t triangle;
	wfFlat place;
	wfFlat direction;	   // of the walk where it ends, as long as it was
	double xx, xy, yx, yy; // images of the axes at its start
	double walked;
	bool stopped; // at a limit or before what may not be entered
} wfStride;

// Walk straight from a place for `length` metres along a unit direction, in the triangle's axes.
wfStride wfStrideOver( const wfMesh* mesh, const uint8_t* walkable, int32_t triangle, wfFlat place, wfFlat direction,
					   double length );
void wfMoveOnMesh( wfCrowd* crowd, int32_t move );
void wfCommitOnMesh( wfCrowd* crowd, int32_t begin, int32_t end );

// mesh_places.c
wfResult wfFindCellsOnMesh( wfCrowd* crowd, wfError* error );
wfResult wfCheckPlacesOnMesh( wfCrowd* crowd, wfAgentId* culprit, wfAgentId* other, wfError* error );
wfResult wfCheckStopsOnMesh( wfCrowd* crowd, const wfAgent* agent, wfAgentId* culprit, wfError* error );
wfResult wfCheckRoomOnMesh( wfCrowd* crowd, const wfAgent* agent, double radius, wfError* error );

// mesh_state.c
wfResult wfHashMesh( const wfCrowd* crowd, uint64_t* hash );
void wfSaveRoutesOnMesh( struct wfStateWriter* writer, const wfCrowd* crowd );
wfResult wfRestoreRoutesOnMesh( struct wfStateReader* reader, wfCrowd* next, int32_t layers, int32_t targets, wfError* error );
bool wfIsSoundOnMesh( const wfCrowd* crowd, const wfAgent* agent );
