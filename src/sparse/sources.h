// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// From a goal to a right-hand side, without touching the factor: the algebra that planners on grids and on surfaces share.
//
// With G the inverse of the matrix, G(:, g) / G(g, g) is exactly the field of the single goal g. For a goal of several nodes,
// sources w >= 0 at them make x = 1 there: K w = 1 with K the inverse restricted to the nodes, which their trails give.
#pragma once

#include "sparse/solve.h"
#include "sparse/tuning.h"

// Sources at `nodes` that, with what is fed, make the solution there what `values` says; they replace it. The solution is meant
// after scaling by `scales` (by node listed; null: none). Sources are >= 0 but for rounding, which is cut off, unless
// `mayBeNegative`.
typedef struct wfSourceProblem
{
	const wfFactor* factor;
	const int32_t* nodes;
	int32_t count;
	const wfGoalSide* fed; // what else feeds the solution
	const wfWide* scales;
	bool mayBeNegative;
	double* values;
} wfSourceProblem;

wfResult wfWeighSources( const wfSourceProblem* problem, wfSolver* solver );

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
	int64_t pieceNumbers; // what is kept of the factor, see wfFactorOptions
	int32_t slotCount;
} wfPinnedProblem;

// The solver receives the whole solution; what it holds at the nodes themselves means nothing.
wfResult wfSolvePinned( const wfPinnedProblem* problem, wfSolver* solver );
