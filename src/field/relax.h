// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Inside of the reference relaxations.
#pragma once

#include "wayfield/field.h"

#include "world/grid.h"

// A run of cells of one row that are relaxed: free, connected to a goal, not goal.
typedef struct wfRelaxSpan
{
	int64_t begin; // index in the padded array
	int64_t count;
} wfRelaxSpan;

// p with a ring of one cell around the grid, so that the sweeps need not look where they are:
//
//     p = (right p_r + left p_l + top p_t + bottom p_b + haste) * inverse
typedef struct wfRelaxKernel
{
	int64_t stride; // width of the padded rows
	const wfRelaxSpan* spans;
	int64_t spanCount;
	double right, left, top, bottom;
	double haste;			// (k times the cell size) squared
	double inverse;			// one over the sum of the weights and haste
	const double* inverses; // the same per cell where walls take weights away (Neumann), else null
	double omega;			// SOR
} wfRelaxKernel;

// How much a sweep changed p.
typedef struct wfRelaxChange
{
	double max, sum;
} wfRelaxChange;

wfRelaxChange wfSweepGaussSeidel( const wfRelaxKernel* kernel, double* p );
wfRelaxChange wfSweepGaussSeidelBackward( const wfRelaxKernel* kernel, double* p );
wfRelaxChange wfSweepSor( const wfRelaxKernel* kernel, double* p );
wfRelaxChange wfSweepJacobi( const wfRelaxKernel* kernel, const double* p, double* next );

// Refuse numbers that are not finite or out of their range.
wfResult wfCheckRelaxDef( const wfGrid* grid, const wfRelaxDef* def );
// Goals inside the grid and on free cells.
wfResult wfCheckRelaxGoals( const wfGrid* grid, const int32_t* goalCells, int32_t goalCount );
// The neighbour with the smallest p below the cell's own, -1 where there is none.
int32_t wfLowestNeighbor( const wfGrid* grid, const double* p, int32_t cell );
