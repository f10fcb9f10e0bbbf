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

// q of cell a divided by q of cell b, b connected to the goal. Exact but for one rounding, whatever the sizes.
static inline double wfFieldRatio( const wfField* field, int32_t a, int32_t b )
{
	return field->core.mantissa[a] / field->core.mantissa[b] * wfPowerOfTwo( field->core.exponent[a] - field->core.exponent[b] );
}
