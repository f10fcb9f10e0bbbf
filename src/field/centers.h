// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Directions at the centres of a row of cells, compiled once per instruction set. At a centre only the cell's own gradient
// counts, and walls are too far away to turn it; nearly everywhere it climbs and all is said. The rest is left to
// wfCenterDirection.
#pragma once

#include "base/vec2.h"

#include <stdbool.h>
#include <stdint.h>

// Numbers behind the last cell of a row that kernels read.
#define WF_CENTER_PADDING 9

// q of a row of cells and of those below and above it, 0 where blocked, outside or not connected; [-1] and WF_CENTER_PADDING
// numbers behind the last cell are there too.
typedef struct wfCenterRows
{
	const double* mantissa[3];
	const int32_t* exponent[3];
	bool neumann;
} wfCenterRows;

// Directions of the first `count` cells of the row, {0, 0} where q is 0. Those that `isLeft` is set for are left to the caller.
// Both arrays have room for WF_CENTER_PADDING more.
typedef void wfCenterKernel( const wfCenterRows* rows, int32_t count, wfVec2* directions, uint8_t* isLeft );

wfCenterKernel wfCenterKernelBaseline;
#if defined( __x86_64__ )
wfCenterKernel wfCenterKernelAvx2;
wfCenterKernel wfCenterKernelAvx512;
#endif
