// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The dense inner loops, compiled once per instruction set and chosen at run time. Each entry is accumulated in a fixed order
// with separate multiplications and additions, so that all versions give the same bits.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Pivots eliminated before the rest of the front is brought up to date.
#define WF_PIVOT_BLOCK 32

// The columns of a front's pivots, and what eliminating them changes besides.
typedef struct wfPivotColumns
{
	double* pivotBlock; // rows of the pivots: pivotStride * pivotCount
	double* lower;		// rows of the boundary: boundaryStride * pivotCount
	int32_t pivotCount;
	int32_t pivotStride, boundaryStride; // multiples of 4
	double* pivotExcess;
	double* boundaryExcess;	  // null without a boundary
	double* pivots;			  // d_k
	double* unscaledPivot;	  // the block's columns before scaling, for the update of the rest: pivotStride * WF_PIVOT_BLOCK
	double* unscaledLower;	  // boundaryStride * pivotCount; unused with units
	const double* pivotUnits; // null: plain numbers; otherwise those of row i are in units of pivotUnits[i]
	const double* lowerUnits;
} wfPivotColumns;

// Right-hand sides that are solved together, interleaved.
#define WF_SOLVE_LANES 8

// A front as the backward solve sees it: all x of its boundary in the same units.
typedef struct wfBackwardFront
{
	double* x;		// by position
	int64_t stride; // between positions, of `own` too; all lanes go together without it
	const int32_t* boundary;
	const void* lower;	  // boundaryStride * pivotCount, in double or float
	const void* triangle; // of the pivots, row by row; up to three numbers behind it are read
	int32_t boundaryCount, boundaryStride;
	int32_t pivotFirst, pivotCount;
	const double* balance; // by pivot: of its column, null: none
	const uint8_t* isCut;  // by pivot: linked to nothing
	const double* own;	   // what the right-hand side left at the pivots, 0 only where it left nothing; null: nothing at all
	double* scaled;		   // scratch for the boundary
	double* values;		   // scratch for twice the pivots
} wfBackwardFront;

// Triangular solves with a factor kept in one type of numbers. Numbers of rows are multiples of 4.
typedef struct wfSolveKernels
{
	// y[i] += sum over k of A[i, k] x[k], one k after the other.
	void ( *addColumns )( double* y, const void* a, int64_t stride, const double* x, int32_t rows, int32_t columns );
	// y[j] += factor row[j]; up to three more y change.
	void ( *addRow )( double* y, const void* row, double factor, int32_t count );
	double ( *dotRow )( const void* row, const double* x, int32_t count );
	// out[k] = sum over i of A[i, k] x[i] in four interleaved partial sums; up to three more are written.
	void ( *dotColumns )( double* out, const void* a, int64_t stride, const double* x, int32_t rows, int32_t columns );
	// The sum of a[i] x[i] in numbers with exponents (wide.h), in units of 2^top; `exponents` go with a, null: they are 0. The
	// count is a multiple of 4.
	double ( *dotWide )( const void* a, const int32_t* exponents, const double* xMantissa, const int32_t* xExponent,
						 int32_t count, int32_t* top );
	// x at the pivots from x at the boundary. False where a result is so small that plain numbers may have lost a part of it:
	// then x there is of no use.
	bool ( *backward )( const wfBackwardFront* front );
	// The same for WF_SOLVE_LANES interleaved right-hand sides. Returns the lanes where that may be so, as bits; the results are
	// in `values`, with the bits that `backward` gives.
	uint32_t ( *backwardLanes )( const wfBackwardFront* front );
} wfSolveKernels;

typedef struct wfKernels
{
	// C[i, j] += sum over k < depth of A[i, k] B[j, k], all column-major, for `columns` columns and `rows` rows (a multiple of
	// 4). With `firstRow` >= 0 only rows from column j's own, firstRow + j, on are needed: those above may be left or changed.
	void ( *multiplyAdd )( double* c, int64_t cStride, const double* a, int64_t aStride, const double* b, int64_t bStride,
						   int32_t rows, int32_t columns, int32_t depth, int32_t firstRow );

	// Eliminate a block of pivots within its columns; false where a pivot is not positive.
	bool ( *eliminate )( const wfPivotColumns* columns, int32_t begin, int32_t end );

	// The smallest of the positive entries of x, 1 when there is none below 1; count is a multiple of 4.
	double ( *smallestPositive )( const double* x, int64_t count );

	// y[i] += x[i] 2^(xUnits[i] + unit), y in numbers with exponents (wide.h), x >= 0 plain; xUnits null: all 0. An x below
	// `floor` (at least 2^-1022) is left out; true where there was one in units of more than 2^WF_WIDE_ZERO_EXPONENT.
	bool ( *addWide )( double* yMantissa, int32_t* yExponent, const double* x, const int32_t* xUnits, int32_t unit, double floor,
					   int32_t count );

	// Numbers with exponents in units of 2^units[i], at least as large as they are; 0 below 2^WF_LEAST_SCALED of these. False
	// where there was such a number.
	bool ( *scaleWide )( double* out, const double* mantissa, const int32_t* exponent, const int32_t* units, int32_t count );

	wfSolveKernels solve[2]; // [0] double, [1] float
} wfKernels;

const wfKernels* wfGetKernels( void );

extern const wfKernels wfKernelsBaseline;
#if defined( __x86_64__ )
extern const wfKernels wfKernelsAvx2;
extern const wfKernels wfKernelsAvx512;
#endif
