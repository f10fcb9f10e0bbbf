// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What a crowd stands on: the plane of a world, or a mesh. Both have places, vectors at places, walls, and routes to goals and
// points for each size of those who walk there. A ground knows nothing of agents. Vectors at a place are in the axes of its
// triangle; those of the plane are the same everywhere.
#pragma once

#include "base/array.h"
#include "base/bytes.h"
#include "base/math.h"
#include "ground/distances.h"
#include "ground/patches.h"
#include "ground/tuning.h"
#include "ground/walks.h"
#include "wayfield/ground.h"
#include "world/grid.h"
#include "world/walls.h"

typedef struct wfPlace
{
	double x, y;
	int32_t triangle; // of a mesh, in whose axes x, y are; -1: in the plane
} wfPlace;

static inline wfPlace wfPlaceInPlane( wfVec2 point )
{
	return ( wfPlace ){ point.x, point.y, -1 };
}

// A goal, or a point.
typedef struct wfDestination
{
	bool isGoal;
	wfGoalId goal;		  // of the world, or of wfGround.goals
	wfVec3 point;		  // otherwise
	wfSurfacePoint place; // the same on a mesh
} wfDestination;

// A grid as a planner knew it.
typedef struct wfPlanState
{
	uint8_t* blocked; // by cell; null: none
	float* cost;	  // null: 1 everywhere
	int64_t freeCount;
} wfPlanState;

// Grid or mesh for one radius and kind, with its planner.
typedef struct wfRouteLayer
{
	double radius;
	int32_t kind;
	double cellSize; // of its grid, 0: not chosen yet
	wfGrid* grid;
	wfPlanner* planner; // created when the first field is needed
	// Where work is queued:
	wfPlanner* next;	   // to replace the planner when it is done
	wfPlanState planned;   // what the planner's fields are solved for
	wfPlanState begun;	   // what is being worked on
	bool isInWork, isDone; // the update of the planner, or the next one
	bool isChanged;		   // the grid has changed since
	int64_t lastUsed;	   // by whoever counts
	int32_t* nearest;	   // for blocked cells near free ones: the nearest free cell, otherwise -1; free cells: themselves
	int64_t cellCount;
	wfWallMap* walls;
	float* staticCost; // the grid's costs without marks; null while there are none
	bool open;		   // no obstacles except the border: every straight path is free
	bool hadCost;	   // the grid has costs of its own
	bool stale;		   // an update of the fields failed halfway: all must be solved again

	wfSurfacePlanner* surfacePlanner; // on a mesh, instead of these
} wfRouteLayer;

#define WF_ASKED_BEFORE ( -1 )

// A destination for one layer, with its field.
typedef struct wfTarget
{
	int32_t layer;
	wfDestination to;
	int32_t cell;					// of a point, in the layer's grid
	WF_ARRAY( int32_t ) cells;		// of the goal, ascending
	WF_ARRAY( int32_t ) components; // of the grid, that its cells belong to, each once
	bool isForOne;					// no part of it has room for two at a time
	bool isWaiting;					// for its field, or for a new one after an edit
	bool isStarted;					// it is there, and counts from the next period on
	int64_t asked;					// in which period; WF_ASKED_BEFORE: before its planner changed
	int32_t from;					// a cell that it was last asked from; -1: none
	int64_t lastUsed;				// by whoever counts
	wfField* field;					// null until needed
	wfSurfaceField* onMesh;			// instead, on a mesh
	wfDistanceMap known;			// metres to the goal from cells that were asked for
	bool closed;					// covered by an edit: no route leads there until it is free again. The field may be missing
	bool isGivenUp;					// its field, or it was not made yet, for the sake of memory: who finds it makes it
	bool isAwaited;					// it was found for somebody who has not taken it yet
} wfTarget;

// A disc of costly ground in the plane.
typedef struct wfCostMark
{
	double x, y;
	float radius;
	int32_t slot; // of whom it stands for, of no meaning here
	uint32_t generation;
	uint32_t padding;
} wfCostMark;

_Static_assert( sizeof( wfCostMark ) == 32, "marks must have no gaps: their bytes are hashed and saved" );
typedef WF_ARRAY( wfCostMark ) wfCostMarks;

// Everything found so far. All of it follows from the ground and from what was asked for, in that order.
typedef struct wfRoutes
{
	uint64_t worldRevision;
	wfCostMarks marks; // applied in every grid
	WF_ARRAY( wfRouteLayer ) layers;
	WF_ARRAY( wfTarget ) targets;
	WF_ARRAY( wfWalks ) walks; // of goals that are chosen among
	double patchCell;		   // required cell size of the mesh's patches
	int64_t period;			   // of queued work: from tick to tick
	double spent;			   // operations of this period, a whole number
	bool hasEnded;			   // and the tick has not: should it fail it is tried again without more work
	size_t fieldBytes;		   // of targets when they were last counted, and of all fields made since
} wfRoutes;

typedef struct wfMeshGoal
{
	wfSurfaceGoalKind kind;
	int32_t* vertices; // owned
	int32_t vertexCount;
	wfSurfacePoint place;
	double reach; // 0: by radius
} wfMeshGoal;

typedef struct wfGroundSettings
{
	double cellSize; // of grids, 0: by radius
	double haste;
	wfPrecision precision;
	double budget;		// operations on fields per period; 0: everything at once
	size_t memoryLimit; // bytes for all routes together: grids, planners and fields; 0: none
	wfWorkers* workers;
} wfGroundSettings;

typedef struct wfGround
{
	wfGroundDef def; // without the mask
	wfGroundSettings settings;
	const wfWorld* world; // null on a mesh
	const wfMesh* mesh;	  // null in the plane
	wfSurfaceMask* mask;  // everything that may not be entered: the def's mask and what is too low
	uint8_t* walkable;	  // by triangle
	wfPatchMap patches;
	WF_ARRAY( wfMeshGoal ) goals;
	wfRoutes routes;
	bool hasNewGrid; // set when a layer gets one; reset by whoever looks for it
} wfGround;

// ground.c: life
wfResult wfCheckGroundDef( const wfGroundDef* def, wfError* error );
// The def has been checked. On failure it must be freed as well.
wfResult wfGround_Create( wfGround* ground, const wfGroundDef* def, const wfGroundSettings* settings, wfError* error );
void wfGround_Free( wfGround* ground );
void wfGround_FreeRoutes( wfGround* ground );
// Number of edits; 0 if there are none.
uint64_t wfGround_GetRevision( const wfGround* ground );
// What it was created from and the goals added to it, for the fingerprint of saved states; origin.c.
uint64_t wfGround_HashOrigin( const wfGround* ground, uint64_t hash );

// ground.c: places, and vectors at them
// From a point of a mesh, or the place nearest to a position. False if the point is not on the mesh.
bool wfGround_FindPlace( const wfGround* ground, wfVec3 position, wfSurfacePoint point, wfPlace* place );
bool wfGround_IsPlace( const wfGround* ground, wfPlace place ); // up to rounding
static inline wfVec3 wfGround_GetPosition( const wfGround* ground, wfPlace place )
{
	return ground->mesh == NULL ? ( wfVec3 ){ place.x, place.y, 0.0 }
								: wfPositionOfFlat( ground->mesh, place.triangle, ( wfFlat ){ place.x, place.y } );
}
wfSurfacePoint wfGround_GetPoint( const wfGround* ground, wfPlace place ); // triangle -1: not on a mesh
static inline wfVec3 wfGround_IntoSpace( const wfGround* ground, int32_t triangle, double x, double y )
{
	const wfMesh* mesh = ground->mesh;
	return mesh == NULL ? ( wfVec3 ){ x, y, 0.0 }
						: wfAdd3( wfScale3( x, mesh->axisX[triangle] ), wfScale3( y, mesh->axisY[triangle] ) );
}
wfVec2 wfGround_OutOfSpace( const wfGround* ground, int32_t triangle, wfVec3 v );
// From one place to another, straight, or as if the surface in between were unrolled.
wfVec2 wfGround_GetOffset( const wfGround* ground, wfPlace from, wfPlace to );
void wfGround_PrintPlace( const wfGround* ground, wfPlace place, char* text, size_t size );
bool wfGround_HasDestination( const wfGround* ground, const wfDestination* to );
// Completes a point: its place on a mesh, z = 0 in the plane.
void wfGround_Settle( const wfGround* ground, wfDestination* to );
// Whether a disc is clear of walls, exactly. Fails where there is no memory to find out.
wfResult wfGround_HasRoom( const wfGround* ground, wfPlace place, int32_t kind, double radius, bool* fits );
// To the nearest wall, at most `most`; in the plane interpolated in the layer's grid.
double wfGround_GetClearance( const wfGround* ground, int32_t layer, wfPlace place, double most );

// targets.c: routes
wfResult wfGround_FindLayer( wfGround* ground, double radius, int32_t kind, int32_t* index, wfError* error );
// Also solves its field, or queues it. wf_goalBlocked: no place of it can be reached.
wfResult wfGround_FindTarget( wfGround* ground, int32_t layer, const wfDestination* to, int32_t* index, wfError* error );
// The same for one that is not walked to yet: whether it is connected is known, but while fields take more than a small part of
// the memory limit its own is left until somebody wants it. On a mesh only the field knows.
wfResult wfGround_FindLater( wfGround* ground, int32_t layer, const wfDestination* to, int32_t* index, wfError* error );
// Free a target that nobody refers to; another one takes its place.
void wfGround_DropTarget( wfGround* ground, int32_t target );
// Free the planner of a layer that no target refers to; the next target makes it again.
void wfGround_DropPlanner( wfGround* ground, int32_t layer );
// Whether there are directions and distances; otherwise their field is queued.
static inline bool wfTarget_IsReady( const wfTarget* target )
{
	return !target->isWaiting;
}
// Solve for places that will be asked about, in one pass. Nothing to do on a mesh.
wfResult wfGround_SolveFor( wfGround* ground, int32_t target, const int32_t* cells, int32_t count );
// The direction of the route at a place, a unit vector or 0 if there is no route, and the distance to the goal in metres.
wfVec2 wfGround_GetDirection( const wfGround* ground, const wfTarget* target, wfPlace place, double* distance );
// In the plane, where there is no route: of the passages that cells of another size would open, the narrowest that a route needs,
// by the way whose narrowest is the widest. False: there is none, or no memory to look for it.
bool wfGround_FindClosedPassage( const wfGround* ground, const wfTarget* target, wfPlace place, wfClosedPassage* passage );
// Straight to the middle of the goal, while its field is queued; zero where that is not known.
wfVec2 wfGround_LookToTarget( const wfGround* ground, const wfTarget* target, wfPlace place );
// Whether there is a route from a place.
bool wfGround_IsConnected( const wfGround* ground, const wfTarget* target, wfPlace place );
// Infinity if there is no route.
double wfGround_GetDistance( const wfGround* ground, const wfTarget* target, wfPlace place );
// Whether a place belongs to the goal: in the plane to its cells, on a mesh it is within reach of it. `reach` is that of a point.
bool wfGround_IsAtGoal( const wfGround* ground, const wfTarget* target, wfPlace place, double radius, double reach );
// Straight to the destination if it is a single place. On a mesh the target knows where that is; null: not yet.
bool wfGround_LookToGoal( const wfGround* ground, const wfDestination* to, const wfTarget* target, wfPlace place,
						  wfVec2* offset );
// All paths are straight or never change: a route found once stays.
bool wfGround_IsOpen( const wfGround* ground, int32_t layer );
// The distance at which a point counts as reached; `given` 0: by radius. Who touches a wall that it lies on is there as well.
static inline double wfReachWithin( double given, double radius )
{
	return given > 0.0 ? given : wfMax( radius, WF_LEAST_STOP_REACH ) + 2.0 * WF_SKIN;
}

// layers.c: in the plane
// Of cells that keep the passages open for a radius, as far as cells of a usual size do.
wfResult wfGround_ChooseCellSize( const wfGround* ground, double radius, int32_t kind, double* size );
// Walls are found from this far away. Nothing to do on a mesh.
wfResult wfGround_ReachWalls( wfGround* ground, int32_t layer, double reach, wfError* error );
// After edits of the world. `edited`: there were any.
wfResult wfGround_Follow( wfGround* ground, bool* edited, wfError* error );
float wfLayerClearance( const wfRouteLayer* layer, wfVec2 place );	// to the nearest wall, of the cell there
float wfLayerRoom( const wfRouteLayer* layer, double x, double y ); // the same, interpolated
// Metres of the straight path from its beginning that are free.
double wfMeasureFreePath( const wfRouteLayer* layer, wfVec2 from, wfVec2 to );
bool wfIsStraightPathFree( const wfRouteLayer* layer, wfVec2 from, wfVec2 to );
// In a world without walls every path is straight, but discs stay within the border.
bool wfIsPointInReach( const wfRouteLayer* layer, wfVec2 point, double reach, double radius );

// plane_targets.c: in the plane
// Whether a layer has a route to a point from a place, which no field is needed for.
bool wfGround_HasRoute( const wfGround* ground, int32_t layer, wfVec2 point, wfPlace place );
// The target if it is there already, otherwise null.
const wfTarget* wfGround_FindSolved( const wfGround* ground, int32_t layer, const wfDestination* to );
// By the gradient of the distances: nearly as good as the field itself, and much cheaper. False near walls and goals.
bool wfReadDirection( const wfGround* ground, const wfTarget* target, wfVec2 place, wfVec2* direction, double* distance );
// Metres to the goal from a cell, measured by the field; infinity if there is no route.
float wfGetCellDistance( const wfGround* ground, const wfTarget* target, int32_t cell );
// The distance of the nearest free cell.
float wfReadDistance( const wfGround* ground, const wfTarget* target, wfVec2 place );

// shared.c: points near each other share a field
// Where to find a target that leads to a point: the point itself, or one of a target that is there whose end sees it, and is near
// it as seen from a place.
wfDestination wfGround_Share( const wfGround* ground, int32_t layer, const wfDestination* to, wfPlace from );
// A target whose field is there and ends where a point is in sight, however far away; null: there is none.
const wfTarget* wfGround_FindSolvedInSight( const wfGround* ground, int32_t layer, const wfDestination* to, wfVec2 from );
// Metres from where the field of a target ends to a point that shares it; 0 if it is the point's own, or the destination a goal.
double wfGround_GetRest( const wfGround* ground, const wfTarget* target, const wfDestination* to );
// Whether it still ends where the point is in sight, and leads there from a place.
bool wfGround_MayShare( const wfGround* ground, const wfTarget* target, const wfDestination* to, wfPlace from );

// walks.c: in the plane
// The walking distances of a layer to a goal, measured when they are first asked for and after edits. wf_ok also where the goal
// is closed or gone: then they are infinite. Costs a march over all free cells, once.
wfResult wfGround_FindWalks( wfGround* ground, int32_t layer, wfGoalId goal, int32_t* index, wfError* error );
// Metres from a place; 0: it belongs to the goal; infinity: there is no route.
double wfGround_ReadWalk( const wfGround* ground, int32_t index, wfVec2 place );
// The same from the middle of a goal to another one; both of one layer.
double wfGround_ReadWalkBetween( const wfGround* ground, int32_t from, int32_t to );

// nearest.c
// Where those of a layer can stand nearest to a destination, of all the places they can get to from a place. False if that place
// is in a wall, or the destination is gone.
bool wfGround_FindNearestReachable( const wfGround* ground, int32_t layer, const wfDestination* to, wfPlace from,
									wfPlace* place );
// In the plane: where they can stand nearest to a place at all, of the places that are accepted. False if there is none.
typedef bool wfPlaceFcn( wfVec2 place, const void* context );
bool wfGround_FindNearestFree( const wfGround* ground, int32_t layer, wfVec2 from, wfPlaceFcn* accepts, const void* context,
							   wfVec2* place );

// memory.c: the limit
// wf_tooLarge: all routes take more than the limit, for which there is a message.
wfResult wfGround_CheckMemory( wfGround* ground, wfError* error );
// Whether there is so much room that fields may be made before they are needed.
bool wfGround_HasRoomAhead( const wfGround* ground );
// Give up the fields of all targets but those that are held, by index. They are found again as before, and solved again to the
// same bits. False: there was none.
bool wfGround_GiveUpFields( wfGround* ground, const uint8_t* held );

// work.c: fields that are queued. The work of a period is done before its end, whenever there is time, and counts from then on.
wfResult wfGround_Work( wfGround* ground, double share, wfError* error );
wfResult wfGround_EndPeriod( wfGround* ground, wfError* error );
// After wfGround_Follow: what has changed becomes work of the next periods.
wfResult wfGround_BeginUpdates( wfGround* ground, wfError* error );
// All that is queued, at once.
wfResult wfGround_Finish( wfGround* ground, wfError* error );

// marks.c
// Replaces the marks and returns those before. On failure these stay, and the layers are put right by the next wfGround_Follow.
wfResult wfGround_ReplaceMarks( wfGround* ground, wfCostMarks* marks );

// leg.c
typedef struct wfLeg
{
	wfVec2 from;   // where it begins, then where it ends: at the goal, or where a point is reached
	double length; // not a number: not known
} wfLeg;

// The shortest path to a destination in the plane by what is known already: nothing is solved.
wfResult wfGround_MeasureLeg( const wfGround* ground, int32_t layer, const wfDestination* to, double reach, wfLeg* leg,
							  wfPath* path );

// state.c
void wfGround_SaveRoutes( const wfGround* ground, wfStateWriter* writer );
wfResult wfGround_RestoreRoutes( wfGround* ground, wfStateReader* reader, int32_t layers, int32_t targets, wfError* error );
