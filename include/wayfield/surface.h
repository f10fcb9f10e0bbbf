// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// Potential fields and paths on triangle meshes.
///
///     laplace(q) - b . grad(q) - k^2 q = 0,   q = 1 on the goal,   q = 0 on obstacles and, by default, the boundary
///
/// Solved by finite elements on the intrinsic Delaunay triangulation of the mesh, whose matrix is an M-matrix regardless of the
/// shape of the triangles: every vertex connected to the goal has a better neighbour. A planner factorises once for a mesh, its
/// obstacles and a bias; a field is the attraction for one goal.
///
/// A planner may be updated by one thread at a time, while no other uses it or its fields; it may use workers of its own. Any
/// number of threads may query fields at the same time.
#pragma once

#include "wayfield/mesh.h"
#include "wayfield/planner.h"

// ------------------------------------------------------------------------------------------------------------- obstacles

/// Where agents may not go: a mask of vertices and triangles. A vertex of a blocked triangle is blocked; a triangle whose corners
/// are all blocked is not walked on.
typedef struct wfSurfaceMask wfSurfaceMask;

WF_API wfResult wfCreateSurfaceMask( const wfMesh* mesh, wfSurfaceMask** mask );
WF_API void wfDestroySurfaceMask( wfSurfaceMask* mask );
WF_API void wfSurfaceMask_Clear( wfSurfaceMask* mask );
WF_API wfResult wfSurfaceMask_BlockVertices( wfSurfaceMask* mask, const int32_t* vertices, int32_t count, wfError* error );
/// A painted region: triangles.
WF_API wfResult wfSurfaceMask_BlockTriangles( wfSurfaceMask* mask, const int32_t* triangles, int32_t count, wfError* error );
/// Every triangle that reaches into the ball. wf_notFound if it meets none.
WF_API wfResult wfSurfaceMask_BlockSphere( wfSurfaceMask* mask, wfVec3 center, double radius, wfError* error );
/// A disc on the surface: every triangle within `radius` of the place, measured along the surface.
WF_API wfResult wfSurfaceMask_BlockDisc( wfSurfaceMask* mask, wfSurfacePoint center, double radius, wfError* error );
/// A polygon drawn on the surface: its corners are joined by the straightest paths; all triangles that it touches or that lie on
/// its smaller side are blocked. wf_outOfRange if it does not enclose a region.
WF_API wfResult wfSurfaceMask_BlockPolygon( wfSurfaceMask* mask, const wfSurfacePoint* corners, int32_t count, wfError* error );
/// Triangles with less headroom than an agent of this height needs. `blocked` (may be null) receives their number.
WF_API wfResult wfSurfaceMask_BlockLow( wfSurfaceMask* mask, const double* headroom, double height, int32_t* blocked );
/// Triangles steeper than `maxSlope` radians (0 to pi / 2) relative to `up`, whichever side faces up, except for stairs and
/// kerbs: groups of steep triangles joined by edges that together rise no more than `stepHeight` metres. Steep faces that meet at
/// an upright corner, such as a riser and the side of its stairs, are not joined by it. `blocked` (may be null) receives their
/// number. wf_outOfRange for an `up` of zero length.
WF_API wfResult wfSurfaceMask_BlockSteep( wfSurfaceMask* mask, wfVec3 up, double maxSlope, double stepHeight, int32_t* blocked );
/// Triangles that another triangle, sharing no vertex with them, passes through or stands on: a wall or a pillar that is a
/// separate piece. Large triangles are blocked as a whole: refine the mesh first. Upright triangles are not affected. `blocked`
/// and `up` as above.
WF_API wfResult wfSurfaceMask_BlockPierced( wfSurfaceMask* mask, wfVec3 up, int32_t* blocked );
/// Everything within `radius` of what is blocked, and of the boundary if requested: the clearance a disc needs.
WF_API wfResult wfSurfaceMask_Grow( wfSurfaceMask* mask, double radius, bool boundary );
WF_API bool wfSurfaceMask_IsVertexBlocked( const wfSurfaceMask* mask, int32_t vertex );
WF_API bool wfSurfaceMask_IsTriangleBlocked( const wfSurfaceMask* mask, int32_t triangle );
WF_API int32_t wfSurfaceMask_GetBlockedCount( const wfSurfaceMask* mask ); // vertices

// --------------------------------------------------------------------------------------------------------------- planner

typedef struct wfSurfacePlanner wfSurfacePlanner;
typedef struct wfSurfaceField wfSurfaceField;

typedef enum wfSurfaceBias
{
	wf_noSurfaceBias,
	wf_directionBias, // `bias` projected onto the surface
	wf_pointBias	  // toward the point `bias` (away from it for negative epsilon), projected
} wfSurfaceBias;

typedef struct wfSurfacePlannerDef
{
	const wfSurfaceMask* mask; // obstacles; copied; null: none
	wfWalls boundary;		   // condition at the boundary of the mesh: q = 0, or no flux
	double haste;			   // k in 1/m; 0 becomes a small default where nothing repels (closed, no obstacle; or no flux)
	wfSurfaceBias biasKind;
	wfVec3 bias;
	double epsilon; // strength of the bias per mean edge; positive pulls toward it
	wfPrecision precision;
	bool editable;		// keep the data that makes wfSurfacePlanner_Update fast
	size_t memoryLimit; // as that of wfPlannerDef
	wfWorkers* workers; // may be null; results do not depend on it
	wfProgressFcn* progress;
	void* progressContext;
	int32_t internalCookie;
} wfSurfacePlannerDef;

WF_API wfSurfacePlannerDef wfDefaultSurfacePlannerDef( void );

/// The mesh must outlive the planner.
WF_API wfResult wfCreateSurfacePlanner( const wfMesh* mesh, const wfSurfacePlannerDef* def, wfSurfacePlanner** planner,
										wfError* error );
WF_API void wfDestroySurfacePlanner( wfSurfacePlanner* planner );
WF_API wfPlannerReport wfSurfacePlanner_GetReport( const wfSurfacePlanner* planner );
WF_API const wfMesh* wfSurfacePlanner_GetMesh( const wfSurfacePlanner* planner );
/// Use another mask (null: none). Refactors only what changed where that is cheaper. Until it is solved again a field only knows
/// what had been asked for before, and after an update that took a new analysis nothing, unless it was solved as a whole.
WF_API wfResult wfSurfacePlanner_Update( wfSurfacePlanner* planner, const wfSurfaceMask* mask );
WF_API bool wfSurfacePlanner_IsVertexFree( const wfSurfacePlanner* planner, int32_t vertex );

typedef enum wfSurfaceGoalKind
{
	wf_verticesGoal, // all of them
	wf_placeGoal	 // one place: paths end there
} wfSurfaceGoalKind;

typedef struct wfSurfaceGoalDef
{
	wfSurfaceGoalKind kind;
	const int32_t* vertices;
	int32_t vertexCount;
	wfSurfacePoint place;
	int32_t occupied; // a vertex treated as an obstacle for this field only, -1: none; the papers start this way on closed meshes
	int32_t internalCookie;
} wfSurfaceGoalDef;

WF_API wfSurfaceGoalDef wfDefaultSurfaceGoalDef( void );

/// The field of one goal. wf_goalBlocked if it has no free vertex (a goal on the boundary counts as free). The planner must
/// outlive the field.
///
/// This does the part of the solution that only depends on the goal. Queries solve what they touch and keep it. Values are the
/// same, bit by bit, whatever was asked for first and by how many threads. Solved as a whole at once are fields without haste, or
/// with so little that rounding might level them out, those with an occupied vertex, and those of goals with very many vertices.
WF_API wfResult wfSurfacePlanner_CreateField( wfSurfacePlanner* planner, const wfSurfaceGoalDef* goal, wfSurfaceField** field,
											  wfError* error );
/// Many goals at once: cheaper per goal, with bit-identical results. All or nothing.
WF_API wfResult wfSurfacePlanner_CreateFields( wfSurfacePlanner* planner, const wfSurfaceGoalDef* goals, int32_t count,
											   wfSurfaceField** fields, wfError* error );
/// Begin again with the same goal after wfSurfacePlanner_Update.
WF_API wfResult wfSurfaceField_Solve( wfSurfaceField* field );
/// Solve for these vertices in one pass: cheaper than one by one. Vertices that the mesh does not have are skipped.
WF_API wfResult wfSurfaceField_SolveVertices( wfSurfaceField* field, const int32_t* vertices, int32_t count );
/// Solve and check the whole field, as wfSurfaceField_GetReport does too. wf_numericalFailure: the check failed, or the planner
/// was updated since.
WF_API wfResult wfSurfaceField_SolveAll( wfSurfaceField* field );
WF_API void wfDestroySurfaceField( wfSurfaceField* field );
WF_API wfFieldReport wfSurfaceField_GetReport( const wfSurfaceField* field );
WF_API const wfMesh* wfSurfaceField_GetMesh( const wfSurfaceField* field );

/// q of a vertex as mantissa times 2^exponent, or 0 where blocked or not connected.
WF_API wfScaled wfSurfaceField_GetValue( const wfSurfaceField* field, int32_t vertex );
/// Natural logarithm of that value; -infinity where it is 0.
WF_API double wfSurfaceField_GetLogValue( const wfSurfaceField* field, int32_t vertex );
WF_API bool wfSurfaceField_IsGoal( const wfSurfaceField* field, int32_t vertex );
WF_API bool wfSurfaceField_IsReachable( const wfSurfaceField* field, wfSurfacePoint point );
/// Unit direction of motion in the plane of the point's triangle, smooth across triangles; {0} where there is none.
WF_API wfVec3 wfSurfaceField_GetDirection( const wfSurfaceField* field, wfSurfacePoint point );

// ----------------------------------------------------------------------------------------------------------------- paths

/// A path on a mesh: points on edges and vertices, and the two ends. Zero-initialise before the first use.
typedef struct wfSurfacePath
{
	wfVec3* points;
	int32_t* triangles; // triangles[i]: crossed from points[i] to points[i + 1]; the last: where the path ends
	int32_t count;
	int32_t capacity;
	double length;		  // metres along the surface
	double clearanceMean; // metres from the path to the nearest obstacle or the boundary, in a straight line; infinity if there
						  // is none
	double clearanceMin;
	double largestTurn; // radians, between one segment of the path and the next, unfolded into the plane
	int32_t steps;		// triangles crossed
	int32_t rescues;	// times the path continued along an edge of the solved triangulation instead of one of the mesh
} wfSurfacePath;

/// wf_ok: arrived. wf_startBlocked, wf_unreachable: detected immediately, no points.
WF_API wfResult wfSurfaceField_TracePath( const wfSurfaceField* field, wfSurfacePoint start, const wfTraceDef* def,
										  wfSurfacePath* path, wfError* error );
WF_API void wfSurfacePath_Free( wfSurfacePath* path );
/// True if the path touches a blocked vertex, edge or triangle (or the boundary, if requested).
WF_API bool wfSurfacePath_Touches( const wfSurfacePath* path, const wfMesh* mesh, const wfSurfaceMask* mask, bool boundary );

// ------------------------------------------------------------------------------------------------------------- distances

/// Exact distance along the surface between two places, up to `reach` metres; infinity beyond. NaN when out of memory.
WF_API double wfMeasureGeodesic( const wfMesh* mesh, wfSurfacePoint a, wfSurfacePoint b, double reach );
/// Exact distances of all vertices from a place, one double each; infinity beyond the reach.
WF_API wfResult wfMeasureGeodesics( const wfMesh* mesh, wfSurfacePoint source, double reach, double* distances );

// ------------------------------------------------------------------------------------------------------------- reference

/// The papers' relaxation on meshes: I_ij = Dmin_i + Dmax_i - d_ij, p_i = sum_j p_j I_ij / sum_j I_ij, Gauss-Seidel in the order
/// of the vertices until the changes of a sweep add up to no more than e_max.
typedef struct wfSurfaceRelaxDef
{
	const wfSurfaceMask* mask;
	double startValue; // of p in free vertices
	double sumChange;  // e_max
	int32_t maxIterations;
	int32_t internalCookie;
} wfSurfaceRelaxDef;

WF_API wfSurfaceRelaxDef wfDefaultSurfaceRelaxDef( void );
/// `p`: one double per vertex, initialised here: 0 on goals, 1 on obstacles, the boundary and the goal's `occupied`. `report` may
/// be null.
WF_API wfResult wfRelaxSurface( const wfMesh* mesh, const wfSurfaceGoalDef* goal, const wfSurfaceRelaxDef* def, double* p,
								wfRelaxReport* report );
/// Descend p from triangle to triangle as the papers do, without smoothing; wf_unreachable if it gets stuck: `path` then holds
/// the path up to that point.
WF_API wfResult wfTraceSurfacePotential( const wfMesh* mesh, const double* p, wfSurfacePoint start, wfSurfacePath* path );
