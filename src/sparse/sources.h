// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// From a goal to a right-hand side, without touching the factor: the algebra that planners on grids and on surfaces share.
//
// With G the inverse of the matrix, G(:, g) / G(g, g) is exactly the field of the single goal g. For a goal of several nodes,
// sources w >= 0 at them make x = 1 there: K w = 1 with K the inverse restricted to the nodes, which a walk from them to the root
// of the tree gives.
#pragma once

#include "sparse/sparse.h"
#include "sparse/tuning.h"
#include "sparse/wide.h"

// One goal's right-hand side.
typedef struct wfGoalSide
{
	int32_t* nodes;
	double* mantissas;
	int32_t* exponents;
	int32_t count;
	int32_t capacity;
	bool normalise; // divide by the solution at nodes[0] afterwards
} wfGoalSide;

wfResult wfGoalSide_Allocate( wfGoalSide* side, int32_t capacity );
void wfGoalSide_Free( wfGoalSide* side );
// There is room.
void wfGoalSide_Add( wfGoalSide* side, int32_t node, wfWide source );
void wfGoalSide_Append( wfGoalSide* side, const wfGoalSide* more );

// Sources at `nodes` that make the solution there what `values` says; they replace it. The solution is meant after scaling by
// `scales` (by node listed; null: none). Sources are >= 0 but for rounding, which is cut off, unless `mayBeNegative`.
typedef struct wfSourceProblem
{
	const wfFactor* factor;
	const int32_t* nodes;
	int32_t count;
	const wfWide* scales;
	bool mayBeNegative;
	double* values;
} wfSourceProblem;

wfResult wfWeighSources( const wfSourceProblem* problem, wfSolveScratch* scratch );

// Solve for up to WF_SOLVE_LANES right-hand sides at once. `x` has room for one lane where count is 1, else for WF_SOLVE_LANES.
wfResult wfSolveGoalSides( const wfFactor* factor, const wfGoalSide* sides, int32_t count, wfWideVector x,
						   wfSolveScratch* scratch, wfWorkers* workers );

// Lanes that a solve of so many sides takes.
static inline int32_t wfCountLanes( int32_t sides )
{
	return sides == 1 ? 1 : WF_SOLVE_LANES;
}

// Nodes whose values are given: they leave the matrix and feed their neighbours instead, with a factor of its own.
typedef struct wfPinnedProblem
{
	const wfMatrix* matrix;
	const wfSymbolic* symbolic;
	const int32_t* nodes;
	const wfWide* values;	// by node listed; 0: taken out
	int32_t count;			// each node once
	const wfGoalSide* more; // of the right-hand side, at nodes that are not listed
	wfWorkers* workers;
} wfPinnedProblem;

// What x holds at the nodes themselves means nothing.
wfResult wfSolvePinned( const wfPinnedProblem* problem, wfWideVector x, wfSolveScratch* scratch );
