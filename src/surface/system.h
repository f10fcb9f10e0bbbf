// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The surface planner inside: the equation on the triangulation as a sparse matrix, its order, and fields.
#pragma once

#include "sparse/sources.h"
#include "surface/surface.h"

// exp(phi) beyond this leaves the range of double with the weights it multiplies.
#define WF_LARGEST_BIAS_POTENTIAL 650.0
// Along one edge it changes by so much at most: beyond it the values at both ends are too much alike for any number to tell.
#define WF_STEEPEST_BIAS 60.0

// Cotangent of the angle across a half-edge.
double wfIntrinsic_GetCotangent( const wfIntrinsic* intrinsic, int32_t halfEdge );

// Whether an edge of the triangulation leaps over a wall: crosses an edge of the mesh between two vertices of `masked` (by
// vertex) without ending at one (leaps.c).
wfResult wfFindLeaps( const wfSurfacePlanner* planner, const uint8_t* masked, bool* leaps );

// The least and the largest potential of the bias on the mesh.
void wfGetBiasRange( const wfSurfacePlanner* planner, double* lowest, double* highest );
// The largest change of the same along an edge of the mesh.
double wfGetSteepestBias( const wfSurfacePlanner* planner );

// Weights, masses and the pattern of the matrix, from the triangulation and the bias.
wfResult wfBuildSurfaceSystem( wfSurfacePlanner* planner );
void wfFreeSurfaceSystem( wfSurfacePlanner* planner );

// What is blocked: by the mask (may be null) and, with Dirichlet limits, by limits. `blocked`, `limitOnly`: by vertex.
void wfBlockVertices( const wfSurfacePlanner* planner, const wfSurfaceMask* mask, uint8_t* blocked, uint8_t* limitOnly );
// Components of what is free, and the haste in force in each; sets freeComponent, hasteSquared, haste and the report's count.
wfResult wfFindFreeComponents( wfSurfacePlanner* planner );
// The mesh's edges between free vertices that no links join: gaps between blocked vertices, which edges of the triangulation
// cross from one side to the other. Collects them as bridges; returns how many there are, -1 when out of memory. Needs the free
// components.
int32_t wfFindBridges( wfSurfacePlanner* planner );
// A haste that tells near from far on the whole mesh and does little else.
double wfGetLeastHaste( const wfSurfacePlanner* planner );
// Set links and excess of a vertex anew.
void wfSetSurfaceNode( wfSurfacePlanner* planner, int32_t vertex );

// An order of elimination (order.c).
wfResult wfOrderSurface( const wfSurfacePlanner* planner, wfOrder* order );

// Nested dissection by places in space, about `spacing` apart, down to parts of `leafSize` that minimum degree orders
// (dissection.c).
wfResult wfOrderDissected( const wfMatrix* matrix, const wfVec3* places, double spacing, int32_t leafSize, wfOrder* order );

// Solve for fields whose requested vertices are set (surface_solve.c).
wfResult wfSurfacePlanner_SolveFields( wfSurfacePlanner* planner, wfSurfaceField** fields, int32_t count );
// Goals of a field from what was requested and what is blocked now. wf_goalBlocked when there are none (surface_goal.c).
wfResult wfSurfaceField_FindGoals( wfSurfaceField* field );
// The right-hand side of a field's goals. `needsFactor`: too many for that, take them out of the matrix (surface_goal.c).
typedef struct wfSurfaceSide
{
	wfGoalSide side;
	wfGoalSide fromLimits; // what goals that are limits feed their free neighbours with
	double occupiedSource; // <= 0, at the occupied vertex; its side is not part of `side`
	bool needsFactor;
} wfSurfaceSide;

wfResult wfSurfaceSide_Init( wfSurfaceSide* side, wfSurfaceField* field );
void wfSurfaceSide_Free( wfSurfaceSide* side );
// Vertices that goals enclose with nothing repelling in sight have q = 1 like them and count as goal. Returns how many there
// are, -1 when out of memory (surface_goal.c).
int64_t wfSurfaceField_FillPockets( wfSurfaceField* field );
// Residual, flat vertices, best neighbours and reach into field and report (surface_check.c).
wfResult wfSurfaceField_Check( wfSurfaceField* field );

static inline size_t wfCountVertices( const wfSurfacePlanner* planner )
{
	return (size_t)planner->mesh->vertexCount;
}
