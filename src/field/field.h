// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The solved field, as queries and tracing read it.
#pragma once

#include "sparse/planner_core.h"
#include "wayfield/field.h"
#include "world/grid.h"

struct wfField
{
	wfFieldCore core; // of cells
	wfPlanner* planner;
	const wfGrid* grid;
	uint8_t neumann; // walls of the planner it was solved with: 1 Neumann, 0 Dirichlet
	uint8_t biased;	 // 1 where it was solved with epsilon and bias other than 0
};

// 2^exponent as a double, 0 below the normal range; exponents above 1023 do not occur between neighbours' ratios that matter.
static inline double wfPowerOfTwo( int32_t exponent )
{
	return wfTwoTo( exponent > 1023 ? 1023 : exponent );
}

static inline wfWide wfField_Get( const wfField* field, int32_t cell )
{
	return wfFieldCore_Get( &field->core, cell );
}

static inline bool wfField_IsGoalCell( const wfField* field, int32_t cell )
{
	return wfFieldCore_IsGoal( &field->core, cell ) != 0;
}

// a / b, b not 0. Exact but for one rounding, whatever the sizes.
static inline double wfWideRatio( wfWide a, wfWide b )
{
	return a.mantissa / b.mantissa * wfPowerOfTwo( a.exponent - b.exponent );
}
