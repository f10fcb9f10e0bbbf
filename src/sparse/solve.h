// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Triangular solves in parts. The forward solve of a right-hand side touches only the fronts from its nodes to the root: what it
// leaves there is its trail. The backward solve goes from the root to wherever values are wanted, front by front; each front
// depends only on those above it, so that the bits are the same whatever was asked for first.
#pragma once

#include "base/array.h"
#include "sparse/kernel.h"
#include "sparse/sparse.h"
#include "sparse/wide.h"

// A right-hand side: values >= 0 at nodes; those of a node named twice add up.
typedef struct wfGoalSide
{
	int32_t* nodes;
	double* mantissas;
	int32_t* exponents;
	int32_t count;
	int32_t capacity;
} wfGoalSide;

wfResult wfGoalSide_Allocate( wfGoalSide* side, int32_t capacity );
void wfGoalSide_Free( wfGoalSide* side );
// There is room.
void wfGoalSide_Add( wfGoalSide* side, int32_t node, wfWide source );
void wfGoalSide_Append( wfGoalSide* side, const wfGoalSide* more );

typedef struct wfTrailFront
{
	int32_t front;
	int32_t start; // in the trail's values
} wfTrailFront;

// What a right-hand side leaves at the pivots of the fronts it passes, divided by the pivots: value * 2^exponent.
typedef struct wfTrail
{
	WF_ARRAY( wfTrailFront ) fronts; // ascending: roots come last
	WF_ARRAY( double ) values;
	WF_ARRAY( int32_t ) exponents;
} wfTrail;

void wfTrail_Free( wfTrail* trail );
void wfTrail_Scale( wfTrail* trail, wfWide factor );
// With two right-hand sides a, b and the inverse G of the matrix: a' G b, a sum of products that are not negative.
wfWide wfTrail_Dot( const wfFactor* factor, const wfTrail* a, const wfTrail* b );
// Whether the root of a front was passed; otherwise everything below it is 0.
bool wfTrail_HasRoot( const wfTrail* trail, int32_t root );

// The pivots of a front, as solves see them.
const double* wfGetPivots( const wfFactor* factor, int32_t f );

// Working memory for solves with factors of one analysis, one at a time.
typedef struct wfSolver
{
	const wfSymbolic* symbolic;
	const wfKernels* kernels;
	int32_t lanes;		// 1 or WF_SOLVE_LANES interleaved right-hand sides
	double* x;			// by position, times 2^exponent
	int32_t* exponent;	// an entry of 0 has the exponent of its front
	uint8_t* marks;		// by front: the lanes in which x of its pivots and of its boundary has one exponent, as bits
	int32_t clearMarks; // so many of the first marks, and of `passed`, are 0
	uint8_t* passed;	// by front: whether any of the trails passes it
	const wfTrail* trails[WF_SOLVE_LANES]; // null: none
	size_t xCapacity, exponentCapacity, markCapacity, passedCapacity;
	WF_ARRAY( double ) memory; // a part for each worker
	WF_ARRAY( int32_t ) list;
} wfSolver;

void wfSolver_Free( wfSolver* solver );

// The forward solve. `trail` is replaced.
wfResult wfSolver_Forward( wfSolver* solver, const wfFactor* factor, const wfGoalSide* side, wfTrail* trail );

// Begin backward solves for the trails of up to `lanes` right-hand sides, null: none. They must stay.
wfResult wfSolver_Begin( wfSolver* solver, const wfFactor* factor, const wfTrail* const* trails, int32_t lanes );
// x at the pivots of a front, and its mark, from what is above it.
void wfSolver_SolveFront( wfSolver* solver, const wfFactor* factor, int32_t front );
// The same by one of the workers that room was made for.
void wfSolver_SolveFrontBy( const wfSolver* solver, const wfFactor* factor, int32_t front, int32_t worker );
wfResult wfSolver_Reserve( wfSolver* solver, const wfSymbolic* symbolic, int32_t lanes, int32_t workers );
// Sort the list of fronts that are marked, ascending, and clear their marks.
void wfSolver_SortList( wfSolver* solver );
// Begin to read what solving a front will need first.
void wfSolver_Fetch( const wfSolver* solver, const wfFactor* factor, int32_t front );
// After solving no more than the fronts of the solver's list: the next one begins without looking at all marks.
void wfSolver_End( wfSolver* solver );
// All fronts whose roots were passed by any of the trails; elsewhere x becomes 0. `workers` may be null; the bits are the same
// with any.
wfResult wfSolver_SolveAll( wfSolver* solver, const wfFactor* factor, wfWorkers* workers );
