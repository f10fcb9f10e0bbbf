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
// Powers of two that neighbours may be apart, so that no square leaves the range of doubles.
#define WF_CENTER_RANGE 400

// A row of a whole field.
typedef struct wfCellRow
{
	const double* mantissa;
	const int32_t* exponent;
	const uint8_t* blocked;
	int32_t width;
} wfCellRow;

typedef struct wfRowRange
{
	int32_t low, high; // exponents
	bool edited;	   // blocked where the field has a value: the grid changed since
} wfRowRange;

// q of a row of cells and of those below and above it, 0 where blocked, outside or not connected; [-1] and WF_CENTER_PADDING
// numbers behind the last cell are there too.
typedef struct wfCenterRows
{
	const double* value[3];
	const int32_t* exponent[3]; // of the values; null: all have the same, and differ by less than 2^WF_CENTER_RANGE
	bool neumann;
} wfCenterRows;

typedef struct wfCenterKernels
{
	wfRowRange ( *measure )( const wfCellRow* row );
	// q in units of 2^exponent, which it is within WF_CENTER_RANGE of.
	void ( *scale )( const wfCellRow* row, int32_t exponent, double* values );
	// Directions of the first `count` cells of the row, {0, 0} where q is 0. Those that `isLeft` is set for are left to the
	// caller; returns whether there are any. `isLeft` has room for WF_CENTER_PADDING more.
	bool ( *direct )( const wfCenterRows* rows, int32_t count, wfVec2* directions, uint8_t* isLeft );
} wfCenterKernels;

extern const wfCenterKernels wfCenterKernelsBaseline;
#if defined( __x86_64__ )
extern const wfCenterKernels wfCenterKernelsAvx2;
extern const wfCenterKernels wfCenterKernelsAvx512;
#endif
