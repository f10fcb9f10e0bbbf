// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Relaxation of many local maps at once: lane k of every vector belongs to agent k of the batch. The arithmetic is the same in
// every lane and on every SIMD level (no fused operations), so an agent's result depends neither on its batch nor on the machine.
#pragma once

#include "base/base.h"

// Agents in a batch, regardless of the vector width: two AVX2 vectors side by side hide the latency of the Gauss-Seidel chain.
#define WF_LOCAL_LANES 16

// Maps of one size, odd and at least 5. All arrays have size * size cells of WF_LOCAL_LANES floats, 64-byte aligned, row 0 first
// (south). A relaxed cell becomes  weight * ( east * q_e + west * q_w + north * q_n + south * q_s ) + goals; the border stays
// fixed.
typedef struct wfLocalBatch
{
	int32_t size;				// n
	float* q;					// input: start values, output: solution; border and obstacles 0, goal cells 1
	const float* weight;		// 1 / (4 + screening), 0 in obstacle and goal cells
	const float* goals;			// 1 in goal cells inside the border, otherwise 0; null if no lane has any
	float east[WF_LOCAL_LANES]; // 1 - eps v.x / 2
	float west[WF_LOCAL_LANES];
	float north[WF_LOCAL_LANES]; // 1 - eps v.y / 2
	float south[WF_LOCAL_LANES];
	// Relax all cells in every sweep. Otherwise cells that can no longer influence the centre and its four neighbours are
	// skipped: these five get the same values, the others are unfinished.
	bool whole;
	// In every lane q starts as 0 except for the middle of the east border and its two neighbours: over-relaxation skips cells
	// that these cannot have influenced yet. Changes no result. Of no use with goals inside.
	bool fromEast;
} wfLocalBatch;

// Over-relaxation, red cells (those of the centre's colour) then black ones, with a factor that increases from sweep to sweep.
// The weights are those above; the factor is applied internally. 0 iterations: the default.
void wfLocalRelaxSor( wfLocalBatch* batch, int32_t iterations );
// Row by row from the south-west, as in the papers. 0 iterations: 2 n.
void wfLocalRelaxGaussSeidel( wfLocalBatch* batch, int32_t iterations );
// Until no cell changes by more than 1e-12 of its value: the reference for accuracy, in double, one lane. Goal cells are taken
// from the batch's q and goals; everything else starts at 0.
void wfLocalSolveExactly( const wfLocalBatch* batch, int32_t lane, double* q );

// The same of one map alone without behaviours, its arrays by cell, row 0 first. q is 1 in goal cells and 0 elsewhere at first.
void wfLocalSolveSheetExactly( int32_t columns, int32_t rows, const float* weight, double* q );

// Iterations of wfLocalRelaxSor from 0 that keep the direction at the centre within one degree of the converged one (95th
// percentile, docs/local-fields.md).
int32_t wfLocalDefaultIterations( int32_t size );

// The harmonic solution of the empty map whose goal is the middle of the east border and its two neighbours: size * size floats.
// As start values it saves nothing when other agents are near (docs/local-fields.md): 0 is the better start.
void wfLocalMakeStart( int32_t size, float* start );

// One map alone, of any number of columns and rows of at least 5: the cells of a diagonal do not depend on each other, and are
// relaxed a vector at a time. The same values as those of a square map in a batch with `whole`. Cell (i, j), from the south-west,
// is at wfSheetAt() of arrays of wfSheetSize() floats, which are 0 on the border and between the diagonals, but for goals in the
// east and south. Those in the north and west are marked in `goals`, too, as those inside.
#define WF_SHEET_DIAGONALS 192
typedef struct wfLocalSheet
{
	int32_t columns, rows; // together no more than there are diagonals
	float* q; // as in a batch
	const float* weight;
	const float* goals; // or null
	float east, west, north, south;
	// As in a batch: q starts as 0 but for these rows of the east border.
	bool fromEast;
	int32_t firstGoal, lastGoal;
} wfLocalSheet;

static inline int32_t wfSheetStride( int32_t rows )
{
	return rows + 8; // a vector begins at the last cell
}

static inline int32_t wfSheetAt( const wfLocalSheet* sheet, int32_t i, int32_t j )
{
	return ( i + j ) * wfSheetStride( sheet->rows ) + j;
}

static inline int32_t wfSheetSize( int32_t columns, int32_t rows )
{
	return ( columns + rows - 1 ) * wfSheetStride( rows );
}

// By the method of the two above, 0 iterations: the default.
void wfLocalRelaxSheetSor( const wfLocalSheet* sheet, int32_t iterations );
void wfLocalRelaxSheetGaussSeidel( const wfLocalSheet* sheet, int32_t iterations );
// Iterations of over-relaxation that bring the direction to within a degree in all cells (95th percentile, docs/groups.md).
int32_t wfLocalSheetIterations( int32_t columns, int32_t rows );

// Over-relaxation as the kernels do it: the factor of half-sweep h is firstOmega + h * omegaStep.
typedef struct wfLocalSor
{
	int32_t iterations;
	float firstOmega;
	float omegaStep;
} wfLocalSor;
