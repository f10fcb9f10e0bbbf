// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Fields on meshes as their own module, and crowds on surfaces, see them.
#pragma once

#include "mesh/mesh.h"
#include "sparse/planner_core.h"
#include "wayfield/surface.h"

struct wfSurfaceMask
{
	const wfMesh* mesh;
	uint8_t* vertexBlocked;	  // also those of blocked triangles
	uint8_t* triangleBlocked; // as told; a triangle with three blocked corners is not walked on either
	int32_t blockedCount;	  // vertices
};

// The intrinsic Delaunay triangulation: the same vertices, the same surface, edges that are straight on it. Half-edge 3 t + k
// runs in triangle t from its corner k to corner k + 1, as in meshes.
//
// Directions at a vertex v are angles in [0, vertexAngle[v]), the sum of the mesh's angles there (at the boundary the sum itself
// occurs too), counted around v in the order of the mesh's ring. 0 is the edge of the first ring corner 3 t + k that the second
// does not share: its leaving half-edge 3 t + k where the second corner lies across the edge that enters v, half-edge 3 t + (k +
// 2) % 3; else that one, taken backwards. With a single corner in the ring it is the leaving half-edge. So the corners of the
// ring follow each other at the angles 0, a_0, a_0 + a_1, ... with a_i the angle of the i-th corner, whichever way triangles are
// turned.
typedef struct wfIntrinsic
{
	int32_t vertexCount, triangleCount;
	int32_t* corners; // 3 each
	int32_t* twin;	  // as in meshes, but a triangle may be glued to itself and two vertices joined more than once
	uint8_t* seam;	  // by half-edge: it and its twin run the same way
	double* length;
	double* area;  // by triangle
	double* angle; // by half-edge: its direction at the vertex it leaves
	int8_t* side;  // by half-edge: 1 where angles at the vertex it leaves grow from it into its triangle, else -1
	int32_t*
		meshEdge; // by half-edge: a half-edge of the mesh on the same edge, whichever way it runs; -1 where it crosses triangles
	double* vertexAngle; // by vertex
	int32_t flips;
	int32_t notDelaunay; // but for edges held
} wfIntrinsic;

// Edges of the mesh between two vertices of `held` (one byte by vertex; may be null) stay: walls that no edge may cross.
wfResult wfCreateIntrinsic( const wfMesh* mesh, const uint8_t* held, wfIntrinsic* intrinsic );
void wfIntrinsic_Free( wfIntrinsic* intrinsic );

// Direction of a half-edge at the vertex it leaves or, backwards, of the way back at the vertex it enters.
double wfIntrinsic_GetDirection( const wfIntrinsic* intrinsic, int32_t halfEdge, bool backwards );

// Obstacles and the boundary as paths see them (boundary.h).
typedef struct wfBoundary wfBoundary;

struct wfSurfacePlanner
{
	wfPlannerCore core; // places and nodes are vertices, all of them; what is blocked is linked to nothing
	const wfMesh* mesh;
	wfSurfacePlannerDef def; // without the mask
	double haste;			 // in force
	double meanEdge;
	wfIntrinsic intrinsic;
	bool constrained;		// the triangulation holds the edges of walls, which it would leap over else
	uint8_t* blocked;		// by vertex: mask and, with a Dirichlet boundary, that
	uint8_t* boundaryOnly;	// by vertex: blocked for being at the boundary alone: may be a goal
	uint8_t* maskTriangle;	// by triangle: not walked on
	int32_t* freeComponent; // by vertex: component of free vertices linked by the triangulation; -1 where blocked
	double* baseLink;		// the matrix' links as if nothing were blocked
	int32_t* linkEdge;		// by link: the half-edge of the triangulation it stands for, the shortest of several; -2 - h: the
							// mesh's half-edge h, a bridge
	int32_t* bridges;		// half-edges of the mesh that join what would be apart
	size_t bridgeCapacity;
	int32_t bridgeCount;
	double* mass;		  // area around each vertex, with the bias
	double* hasteSquared; // by vertex: k^2 in force
	uint32_t revision;	  // counts updates
	wfBoundary* boundary; // of what is blocked now; null: not made, paths make one each
};

struct wfSurfaceField
{
	wfFieldCore core; // of vertices
	wfSurfacePlanner* planner;
	const wfMesh* mesh;
	wfSurfaceGoalKind kind;
	wfSurfacePoint place; // of a place goal
	int32_t* requested;	  // vertices asked for; those that are not blocked become goals
	int32_t requestedCount;
	double* logValue; // natural logarithm, -infinity where q is 0
	// Half-edge of the intrinsic triangulation that leaves the vertex for, or else enters it from, its best neighbour; -1: goal
	// or none; -2 - h: the mesh's half-edge h, a bridge.
	int32_t* bestNeighbor;
	double addedHasteSquared; // k^2 beyond the planner's, where dead ends of no haste would be flat
	int32_t component;		  // of free vertices it can be reached from
	uint8_t* reachable;		  // by vertex: free (or goal) and linked to the goal
	// Direction of motion at each corner of each triangle, in the triangle's axes; null until prepared.
	wfFlat* directions;
};

// Fill `directions`, so that asking for one takes a few multiplications: for crowds, which ask often. Call it before others read
// the field. Solving again drops them.
wfResult wfSurfaceField_PrepareDirections( wfSurfaceField* field, wfWorkers* workers );
void wfSurfaceField_DropDirections( wfSurfaceField* field );

// Look at what is blocked again; a planner's own calls do.
wfResult wfSurfacePlanner_UpdateBoundary( wfSurfacePlanner* planner );
void wfDestroyBoundary( wfBoundary* boundary );
