// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// Shared by the planners on grids (field.h) and on meshes (surface.h): reports, values, and how paths are traced.
///
/// Functions that depend on data or memory return a wfResult and, where there is more to report, fill a wfError (null: not
/// wanted). Queries do not fail: where there is no answer they return what their comment says (0, -infinity, a zero vector, -1,
/// NaN or false). wfCreateX creates opaque objects and wfDestroyX frees them; structs that own memory must be zero-initialised
/// before use and are freed by wfX_Free. Memory limits are in bytes as size_t, 0 for none.
#pragma once

#include "wayfield/base.h"

typedef enum wfWalls
{
	wf_dirichletWalls, // q = 0 on obstacles: paths keep away from them
	wf_neumannWalls	   // no flux through obstacles: paths may run along them; needs haste > 0
} wfWalls;

/// How the numbers of a factor are kept. Everything is computed in double precision.
typedef enum wfPrecision
{
	wf_doublePrecision,
	wf_singlePrecision // the factor takes half the memory; every value is accurate to about 1e-6, whatever its size. Ground that
					   // goals enclose so closely that q is within 1e-8 of 1 has no slope then
} wfPrecision;

/// The report of a planner on a grid or on a mesh.
typedef struct wfPlannerReport
{
	int64_t unknowns;	   // cells that were free at the last analysis, or all vertices
	int64_t freeCount;	   // cells or vertices not blocked now
	int64_t factorEntries; // numbers in the factor
	int64_t keptEntries;   // of these, in memory at a time: fewer where the memory limit is too low for all
	int64_t fronts;		   // dense blocks of the factor
	int64_t wideFronts;	   // fronts with numbers below 1e-290, stored with separate exponents
	double operations;	   // multiply-adds of the factorisation
	size_t bytes;		   // held by the planner
	size_t estimatedBytes; // at the peak of the factorisation, as known before it: without what fronts of tiny numbers add
	double haste;		   // in effect: with the default filled in, at most 1 per cell and 1.5 per mean edge
	double secondsOrder, secondsAnalyse, secondsFactor;
	int64_t refactoredFronts; // by the last update
	double secondsUpdate;
	// Of meshes:
	int32_t flips;		 // edges flipped for the intrinsic Delaunay triangulation
	int32_t notDelaunay; // remaining edges that are not Delaunay: 0
	double leastWeight;	 // of all edges, relative to their mean: >= 0 up to rounding, except for edges next to obtuse angles at
						 // a boundary without flux; values below 0 are cut off
	double secondsDelaunay;
} wfPlannerReport;

/// The a-posteriori check of a field, measured on the result itself. Counts are of cells on grids, of vertices on meshes.
typedef struct wfFieldReport
{
	int64_t freeCount;
	int64_t reachableCount;		// free (or goal) and in the component of the goal
	int64_t flatCount;			// reachable, not goal, without a strictly better neighbour
	int64_t arrivingCount;		// from which moving to the best neighbour ends at the goal
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

/// Tautness derived from the field's haste k: without haste, the path follows the field; with haste, it is pulled straight except
/// for a clearance of a quarter of 1/k, the thickness of the layer along walls that such a field avoids. The path of a field with
/// a bias is not pulled.
#define WF_TAUTNESS_OF_FIELD ( -1.0 )

typedef struct wfTraceDef
{
	double step;	   // on grids: maximum step length in cells, 0.01 to 1; the tracer shortens it near walls and where the
					   // direction turns
	int32_t maxPoints; // a path with more points is refused with wf_tooLarge; 0: enough for any path
	bool smooth;	   // smooth the raw descent without leaving free space; otherwise it turns at every edge as the field leads
	double tautness;   // 0: follow the field; 1: pulled as straight as free space or the surface allows; in between, on grids:
					   // a shortcut keeps at least (1 - tautness) of the clearance of what it replaces, point by point. Or
					   // WF_TAUTNESS_OF_FIELD
	bool noClearance;  // do not measure clearances: they are NaN
	int32_t internalCookie;
} wfTraceDef;

WF_API wfTraceDef wfDefaultTraceDef( void );

typedef struct wfRelaxReport
{
	int32_t iterations;
	double maxChange, sumChange; // of the last sweep
	bool converged;				 // all requested criteria on the changes hold; false if none was requested
	int64_t flatCount;			 // reachable, not goal, no neighbour with smaller p: a descent gets stuck there
	int64_t arrivingCount;		 // from which moving to the best neighbour ends at the goal
	double seconds;
} wfRelaxReport;
