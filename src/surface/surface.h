// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Fields on meshes as their own module, and crowds on surfaces, see them.
#pragma once

#include "mesh/mesh.h"
#include "sparse/sparse.h"
#include "wayfield/surface.h"

struct wfSurfaceMask
{
	const wfMesh* mesh;
	uint8_t* vertexBlocked;	  // also those of blocked triangles
	uint8_t* triangleBlocked; // as told; a triangle with three blocked corners is not walked on either
	int32_t blockedCount;	  // vertices
};

// The intrinsic Delaunay triangulation: the same vertices, the same surface, edges that are straight on it.
typedef struct wfIntrinsic
{
	int32_t triangleCount;
	int32_t* corners; // 3 each
	int32_t* twin;	  // as in meshes, but a triangle may be glued to itself and two vertices joined more than once
	double* length;
	// Direction of each half-edge at the vertex it leaves: angle from the vertex's first ring corner's half-edge on, in the
	// true angles of the surface, counted in the order of the ring. Tells how an edge runs over the mesh.
	double* angle;
	int32_t flips;
	int32_t notDelaunay;
} wfIntrinsic;

wfResult wfCreateIntrinsic( const wfMesh* mesh, wfIntrinsic* intrinsic );
void wfIntrinsic_Free( wfIntrinsic* intrinsic );

struct wfSurfacePlanner
{
	const wfMesh* mesh;
	wfSurfacePlannerDef def; // without the mask
	double haste;			 // in force
	double meanEdge;
	wfIntrinsic intrinsic;
	uint8_t* blocked;		// by vertex: mask and, with Dirichlet limits, limits
	uint8_t* limitOnly;		// by vertex: blocked for being a limit alone: may be a goal
	uint8_t* maskTriangle;	// by triangle: not walked on
	int32_t* freeComponent; // by vertex: component of free vertices linked by the triangulation; -1 where blocked
	wfMatrix matrix;		// of all vertices; what is blocked is linked to nothing
	double* weight;			// of each half-edge of the triangulation, >= 0, with the bias
	double* mass;			// k^2 times the area around each vertex, with the bias
	wfOrder order;
	wfSymbolic symbolic;
	wfFactor factor;
	wfSolveScratch scratch;
	uint32_t revision;
	bool broken; // an update failed
	wfSurfacePlannerReport report;
};

struct wfSurfaceField
{
	wfSurfacePlanner* planner;
	wfSurfaceGoalKind kind;
	wfSurfacePoint place; // of a place goal
	int32_t* goals;		  // vertices with q = 1
	int32_t goalCount;
	int32_t occupied; // -1: none
	double* mantissa; // q of each vertex
	int32_t* exponent;
	double* logValue; // natural logarithm, -infinity where q is 0
	int32_t*
		bestNeighbor;	// half-edge of the intrinsic triangulation to (or, reversed, from) the best neighbour; -1: goal or none
	uint8_t* isGoal;	// by vertex
	int32_t component;	// of free vertices it can be reached from
	uint8_t* reachable; // by vertex
	wfSurfaceFieldReport report;
};
