// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Fields on meshes as seen by their own module and by crowds on surfaces.
#pragma once

#include "base/array.h"
#include "mesh/mesh.h"
#include "sparse/planner_core.h"
#include "wayfield/surface.h"

struct wfSurfaceMask
{
	const wfMesh* mesh;
	uint8_t* vertexBlocked;	  // also those of blocked triangles
	uint8_t* triangleBlocked; // as set; a triangle with three blocked corners is not walked on either
	int32_t blockedCount;	  // vertices
};

// The intrinsic Delaunay triangulation: the same vertices, the same surface, edges that are straight on it. Half-edge 3 t + k
// runs in triangle t from its corner k to corner k + 1, as in meshes.
//
// Directions at a vertex v are angles in [0, vertexAngle[v]), the sum of the mesh's angles there (at the boundary the sum itself
// occurs too), counted around v in the order of the mesh's ring. 0 is the edge of the first ring corner 3 t + k that is not
// shared by the second: its outgoing half-edge 3 t + k if the second corner lies across the edge that enters v, half-edge 3 t +
// (k + 2) % 3; otherwise that one, reversed. With a single corner in the ring it is the outgoing half-edge. So the corners of the
// ring follow each other at the angles 0, a_0, a_0 + a_1, ... with a_i the angle of the i-th corner, regardless of the
// orientation of the triangles.
typedef struct wfIntrinsic
{
	int32_t vertexCount, triangleCount;
	int32_t* corners; // 3 each
	int32_t* twin;	  // as in meshes, but a triangle may be glued to itself and two vertices joined more than once
	uint8_t* seam;	  // by half-edge: it and its twin run in the same direction
	double* length;
	double* area;  // by triangle
	double* angle; // by half-edge: its direction at the vertex it leaves
	int8_t* side;  // by half-edge: 1 if angles at the vertex it leaves grow from it into its triangle, otherwise -1
	int32_t*
		meshEdge; // by half-edge: a half-edge of the mesh on the same edge, in either direction; -1 where it crosses triangles
	double* vertexAngle; // by vertex
	int32_t flips;
	int32_t notDelaunay; // except for held edges
} wfIntrinsic;

// Edges of the mesh between two vertices of `held` (one byte by vertex; may be null) are kept: walls that no edge may cross.
wfResult wfCreateIntrinsic( const wfMesh* mesh, const uint8_t* held, wfIntrinsic* intrinsic );
void wfIntrinsic_Free( wfIntrinsic* intrinsic );

// Direction of a half-edge at the vertex it leaves or, if `backwards`, of its reverse at the vertex it enters.
double wfIntrinsic_GetDirection( const wfIntrinsic* intrinsic, int32_t halfEdge, bool backwards );

// Obstacles and the boundary as used for paths (boundary.h).
typedef struct wfBoundary wfBoundary;

// Half-edge of a triangle that is walked on, with an end that is blocked.
typedef struct wfMarginEdge
{
	int32_t halfEdge;
	int32_t index[2]; // of the two ends among the vertices of the margin; -1: free
} wfMarginEdge;

// What is blocked, but may be stood on: the margin along walls.
typedef struct wfMargin
{
	WF_ARRAY( int32_t ) vertices;	// ascending
	WF_ARRAY( wfMarginEdge ) edges; // ascending
} wfMargin;

struct wfSurfacePlanner
{
	wfPlannerCore core; // places and nodes are vertices, all of them; blocked ones have no links
	const wfMesh* mesh;
	wfSurfacePlannerDef def; // without the mask
	double haste;			 // in effect
	double meanEdge;
	wfIntrinsic intrinsic;
	bool constrained;		// the triangulation holds the edges of walls, over which it would otherwise leap
	uint8_t* blocked;		// by vertex: mask and, with a Dirichlet boundary, that
	uint8_t* boundaryOnly;	// by vertex: blocked only because it is at the boundary: may be a goal
	uint8_t* maskTriangle;	// by triangle: not walked on
	int32_t* freeComponent; // by vertex: component of free vertices linked by the triangulation; -1 where blocked
	double* baseLink;		// the matrix' links as if nothing were blocked
	int32_t* linkEdge;		// by link: the half-edge of the triangulation it represents, the shortest of several; -2 - h: the
							// mesh's half-edge h, a bridge
	WF_ARRAY( int32_t ) bridges; // half-edges of the mesh that join what would otherwise be disconnected
	double* mass;				 // area around each vertex, with the bias
	double* hasteSquared;		 // by vertex: k^2 in effect
	uint32_t revision;			 // counts updates
	wfBoundary* boundary;		 // of what is blocked now; null: not built, each path builds its own
	// By component: what q rises from any of its vertices to the best neighbour, at least, relative to q there: the equation says
	// so where there is haste.
	WF_ARRAY( double ) leastRise;
	wfMargin margin; // empty until asked for
};

// The way from a vertex to the goal, from best neighbour to best neighbour.
typedef struct wfWay
{
	float length; // metres; infinity: there is none
	int32_t goal; // the vertex where it ends, -1: none
} wfWay;

typedef struct wfWays
{
	atomic_uchar* state; // by vertex (way.c)
	wfWay* kept;
	int32_t* out; // by vertex of the margin: half-edge of the mesh by which it is left, -1: none
	int32_t outCount;
} wfWays;

struct wfSurfaceField
{
	wfFieldCore core; // of vertices
	wfSurfacePlanner* planner;
	const wfMesh* mesh;
	wfSurfaceGoalKind kind;
	wfSurfacePoint place; // of a place goal
	int32_t* requested;	  // requested vertices; those that are not blocked become goals
	int32_t requestedCount;
	double addedHasteSquared;	  // k^2 in addition to the planner's, where dead ends would be flat without haste
	double* logValue;			  // by vertex, of whole fields
	int32_t* bestNeighbor;		  // by vertex: what wfSurfaceField_FindBest finds; set by the check of a whole field
	atomic_int passes;			  // of queries that had to solve something
	atomic_bool hasBest;		  // it is set
	wfFlat* directions;			  // of motion at each corner of each triangle, in its axes; null: not kept
	atomic_uchar* directionState; // by vertex, whose corners they are (direction.c)
	wfWays ways;				  // null until asked for
};

// What it holds now, as wfFieldCore_CountBytes.
size_t wfSurfaceField_CountBytes( const wfSurfaceField* field );
// q of a vertex, 0 where blocked or not connected; solves what it needs.
wfWide wfSurfaceField_Fetch( const wfSurfaceField* field, int32_t vertex );
static inline wfWide wfSurfaceField_Get( const wfSurfaceField* field, int32_t vertex )
{
	bool isWhole = atomic_load_explicit( &field->core.isWhole, memory_order_acquire );
	return isWhole ? ( wfWide ){ field->core.mantissa[vertex], field->core.exponent[vertex] }
				   : wfSurfaceField_Fetch( field, vertex );
}

// Free (or goal) and linked to the goal.
static inline bool wfSurfaceField_IsLinked( const wfSurfaceField* field, int32_t vertex )
{
	return wfSurfaceField_Get( field, vertex ).mantissa > 0.0;
}

static inline bool wfSurfaceField_IsGoalVertex( const wfSurfaceField* field, int32_t vertex )
{
	return wfFieldCore_IsGoal( &field->core, vertex ) != 0;
}

static inline double wfGetWideLog( wfWide q )
{
	return q.mantissa != 0.0 ? wfLog( q.mantissa ) + q.exponent * WF_LN_2 : -INFINITY;
}

// Natural logarithm of q, -infinity where it is 0.
static inline double wfSurfaceField_GetLog( const wfSurfaceField* field, int32_t vertex )
{
	bool isWhole = atomic_load_explicit( &field->core.isWhole, memory_order_acquire );
	return isWhole ? field->logValue[vertex] : wfGetWideLog( wfSurfaceField_Get( field, vertex ) );
}

// Half-edge of the intrinsic triangulation that leaves the vertex for, or otherwise enters it from, its best neighbour; -1: goal
// or none; -2 - h: the mesh's half-edge h, a bridge.
int32_t wfSurfaceField_FindBest( const wfSurfaceField* field, int32_t vertex );
// The vertex at the other end of that half-edge.
int32_t wfSurfaceField_GetOtherEnd( const wfSurfaceField* field, int32_t vertex, int32_t halfEdge );

// From now on keep directions once they were asked for: the next query there takes only a few multiplications. For crowds, which
// query often, from any number of threads. Solving again discards them.
wfResult wfSurfaceField_KeepDirections( wfSurfaceField* field );
void wfSurfaceField_DropDirections( wfSurfaceField* field );

// Before ways are asked for: what of the blocked vertices belongs to triangles that are walked on.
wfResult wfSurfacePlanner_FindMargin( wfSurfacePlanner* planner, const uint8_t* walkable );
// Measure ways where they are asked for, and keep them. They lead out of the margin, too, from up to `deepest` metres within it.
wfResult wfSurfaceField_KeepWays( wfSurfaceField* field, double deepest );
void wfSurfaceField_DropWays( wfSurfaceField* field );
// By any number of threads.
wfWay wfSurfaceField_GetWay( const wfSurfaceField* field, int32_t vertex );

// Rebuild it from what is blocked; the planner's own functions call this.
wfResult wfSurfacePlanner_UpdateBoundary( wfSurfacePlanner* planner );
void wfDestroyBoundary( wfBoundary* boundary );
