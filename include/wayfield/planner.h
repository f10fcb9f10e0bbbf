// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// What planners on grids (field.h) and on meshes (surface.h) share: reports, values, how paths are traced.
///
/// What depends on data or memory returns a wfResult and, where there is more to say, fills a wfError (null: not wanted). Queries
/// do not fail: where there is no answer they give what their comment says (0, -infinity, a zero vector, -1, NaN or false).
/// wfCreateX makes opaque things and wfDestroyX frees them; structs that own memory are zeroed first and freed by wfX_Free.
/// Limits of memory are bytes as size_t, 0 for none.
#pragma once

#include "wayfield/base.h"

typedef enum wfWalls
{
	wf_dirichletWalls, // q = 0 on obstacles: paths keep away from them
	wf_neumannWalls	   // no flux through obstacles: paths may run along them; needs haste > 0
} wfWalls;

/// The report of a planner on a grid or on a mesh.
typedef struct wfPlannerReport
{
	int64_t unknowns;	   // cells that were free at the last analysis, or all vertices
	int64_t freeCount;	   // cells or vertices not blocked now
	int64_t factorEntries; // numbers in the factor
	int64_t fronts;		   // dense blocks it is made of
	int64_t wideFronts;	   // of these: with numbers below 1e-290, kept with exponents of their own
	double operations;	   // multiply-adds of the factorisation
	size_t bytes;		   // held by the planner
	size_t estimatedBytes; // before the factorisation
	double haste;		   // in force: the default filled in, at most 1 per cell and 1.5 per mean edge
	double secondsOrder, secondsAnalyse, secondsFactor;
	int64_t refactoredFronts; // by the last update
	double secondsUpdate;
	// Of meshes:
	int32_t flips;		 // edges turned for the intrinsic Delaunay triangulation
	int32_t notDelaunay; // edges left that are not Delaunay: 0
	double leastWeight;	 // of all edges, relative to their mean: >= 0 up to rounding, but for edges next to obtuse angles at a
						 // boundary that no flux passes; what is below 0 is cut off
	double secondsDelaunay;
} wfPlannerReport;

/// The a-posteriori check of a field: what was solved, measured on the result itself. Counts are of cells on grids, of vertices
/// on meshes.
typedef struct wfFieldReport
{
	int64_t freeCount;
	int64_t reachableCount;		// free (or goal) and in the component of the goal
	int64_t flatCount;			// reachable, not goal, without a strictly better neighbour
	int64_t arrivingCount;		// from which walking to the best neighbour ends at the goal
	double maxRelativeResidual; // max of |equation| / (diagonal times q)
	double minLogValue;			// natural logarithm of the smallest q
	double seconds;
	bool converged;
} wfFieldReport;

/// q of a cell or vertex as mantissa times 2^exponent, mantissa in [1, 2), or 0 where blocked or not connected to the goal.
typedef struct wfScaled
{
	double mantissa;
	int32_t exponent;
} wfScaled;

/// Tautness after the field's own haste k: without haste as the field leads; with it pulled straight but for a clearance of a
/// quarter of 1/k, the thickness of the layer along walls that such a field keeps out of. A field with a bias is not pulled.
#define WF_TAUTNESS_OF_FIELD ( -1.0 )

typedef struct wfTraceDef
{
	double step;	   // on grids: at most, in cells, 0.01 to 1; the tracer shortens it near walls and where the direction turns
	int32_t maxPoints; // a path of more is refused with wf_tooLarge; 0: enough for any path
	bool smooth;	   // round off the raw descent without leaving free space; else it turns at every edge as the field leads
	double tautness;   // 0: as the field leads; 1: pulled as straight as free space or the surface allows; between, on grids: a
					   // shortcut keeps at least (1 - tautness) of the clearance of what it replaces, place by place. Or
					   // WF_TAUTNESS_OF_FIELD
	bool noClearance;  // do not measure clearances: they are NaN
	int32_t internalCookie;
} wfTraceDef;

WF_API wfTraceDef wfDefaultTraceDef( void );

typedef struct wfRelaxReport
{
	int32_t iterations;
	double maxChange, sumChange; // of the last sweep
	bool converged;				 // all that was asked of the changes holds; false when nothing was asked
	int64_t flatCount;			 // reachable, not goal, no neighbour with smaller p: walks get stuck there
	int64_t arrivingCount;		 // from which walking to the best neighbour ends at the goal
	double seconds;
} wfRelaxReport;
