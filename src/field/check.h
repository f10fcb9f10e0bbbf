// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The inner loop of the a-posteriori check, compiled once per instruction set. What it computes are counts, minima and maxima,
// the same in any order. `smallest` is about log2 of the
// smallest q: exponent plus mantissa minus 1.
#pragma once

#include "field/planner.h"

// Check up to `count` cells from `first` on, all with neighbours on four sides, with Dirichlet walls on plain ground where every
// diagonal is the same. Returns how many it took; the rest of the row is left to the caller.
typedef int32_t wfCheckKernel( const wfField* field, const wfStencil* stencil, int64_t first, int32_t count, double diagonal,
							   wfCheckResult* result );

wfCheckKernel wfCheckKernelBaseline;
#if defined( __x86_64__ )
wfCheckKernel wfCheckKernelAvx2;
wfCheckKernel wfCheckKernelAvx512;
#endif
