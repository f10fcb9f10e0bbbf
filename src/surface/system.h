// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Internals of the surface planner: the equation on the triangulation as a sparse matrix, its order, and fields.
#pragma once

#include "surface/surface.h"
#include "surface/tuning.h"

// Cotangent of the angle opposite a half-edge.
double wfIntrinsic_GetCotangent( const wfIntrinsic* intrinsic, int32_t halfEdge );

// Whether an edge of the triangulation leaps over a wall: crosses an edge of the mesh between two vertices of `masked` (by
// vertex) without ending at one (leaps.c).
wfResult wfFindLeaps( const wfSurfacePlanner* planner, const uint8_t* masked, bool* leaps );

// The smallest and the largest potential of the bias on the mesh.
void wfGetBiasRange( const wfSurfacePlanner* planner, double* lowest, double* highest );
// The largest change of that potential along an edge of the mesh.
double wfGetSteepestBias( const wfSurfacePlanner* planner );

// Weights, masses and the pattern of the matrix, from the triangulation and the bias.
wfResult wfBuildSurfaceSystem( wfSurfacePlanner* planner );
void wfFreeSurfaceSystem( wfSurfacePlanner* planner );

// Determine what is blocked: by the mask (may be null) and, with a Dirichlet boundary, by that. `blocked`, `boundaryOnly`: by
// vertex.
void wfBlockVertices( const wfSurfacePlanner* planner, const wfSurfaceMask* mask, uint8_t* blocked, uint8_t* boundaryOnly );
// Components of the free vertices, and the haste in effect in each; sets freeComponent, hasteSquared, haste and the report's
// count.
wfResult wfFindFreeComponents( wfSurfacePlanner* planner );
// The mesh's edges between free vertices that no links join: gaps between blocked vertices, which edges of the triangulation
// cross from one side to the other. Collects them as bridges; returns their number, -1 when out of memory. Needs the free
// components.
int32_t wfFindBridges( wfSurfacePlanner* planner );
// A haste that distinguishes near from far on the whole mesh and has little other effect.
double wfGetLeastHaste( const wfSurfacePlanner* planner );
// Recompute links and excess of a vertex.
void wfSetSurfaceNode( wfSurfacePlanner* planner, int32_t vertex );

// Nested dissection by 3D positions, about `spacing` apart, down to parts of `leafSize` that are ordered by minimum degree
// (dissection.c).
wfResult wfOrderDissected( const wfMatrix* matrix, const wfVec3* places, double spacing, int32_t leafSize, wfOrder* order );

// Refuse goals that are not places of the mesh (field.c).
wfResult wfCheckSurfaceGoal( const wfMesh* mesh, const wfSurfaceGoalDef* goal, wfError* error );

// The functions for meshes that the planner framework needs (solve.c).
extern const wfPlannerKind wfSurfaceKind;
// The components that goals belong to or, at the boundary, lead into; some more than once. Stops where the function says false.
typedef bool wfComponentFcn( const wfSurfaceField* field, int32_t component, void* context );
bool wfSurfaceField_VisitComponents( const wfSurfaceField* field, wfComponentFcn* visit, void* context );
// Whether every vertex has a better neighbour in the field, whatever rounding does (values.c).
bool wfSurfaceField_RisesEverywhere( const wfSurfaceField* field );
// Residual, flat vertices and best neighbours of some vertices (check.c).
void wfSurfaceField_CheckPart( wfFieldCore* field, int32_t part, wfCheckResult* result );
void wfSurfaceField_FinishCheck( wfFieldCore* field, const wfCheckResult* total );
int32_t wfCountSurfaceCheckParts( const wfMesh* mesh );
// The vertex to which the best neighbour's edge leads; -1: none.
int32_t wfSurfaceField_GetBest( const wfFieldCore* field, int32_t vertex );

static inline size_t wfCountVertices( const wfSurfacePlanner* planner )
{
	return (size_t)planner->mesh->vertexCount;
}
