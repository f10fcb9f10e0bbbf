// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// One front as solves see it, forward and backward: its numbers, and x at its pivots and boundary.
#pragma once

#include "sparse/solve.h"

// A front's numbers, wherever they are kept.
typedef struct wfSolveBlock
{
	const wfSolveKernels* kernels;
	const void *lower, *triangle;
	const double* values; // with exponents only
	const int32_t* exponents;
	const double* balance; // by pivot, null: none
	int64_t triangleStart;
	size_t size; // of a number
} wfSolveBlock;

static inline int32_t wfExponentOf( double value )
{
	uint64_t bits;
	memcpy( &bits, &value, sizeof( bits ) );
	return (int32_t)( bits >> 52 ) - 1023;
}

// One lane of a solver at work on one front.
typedef struct wfSolveWork
{
	const wfSolver* solver;
	const wfFactor* factor;
	const wfFront* front;
	int32_t f;
	int32_t lane;
	wfSolveBlock block;
	const int32_t* boundary;
	double *scaled, *values; // scratch
	double* mantissas;		 // of x at the boundary (boundaryStride) and then the pivots, where they are needed with exponents
	int32_t* exponents;
} wfSolveWork;

static inline int64_t wfIndexOf( const wfSolveWork* w, int32_t position )
{
	return (int64_t)position * w->solver->lanes + w->lane;
}

static inline wfWide wfGetX( const wfSolveWork* w, int32_t position )
{
	int64_t index = wfIndexOf( w, position );
	return wfMakeWide( w->solver->x[index], w->solver->exponent[index] );
}

static inline void wfSetX( const wfSolveWork* w, int32_t position, double value, int32_t exponent )
{
	int64_t index = wfIndexOf( w, position );
	w->solver->x[index] = value;
	w->solver->exponent[index] = exponent;
}

// Entry `offset` of the front's block, in the column of pivot k.
static inline wfWide wfGetEntry( const wfSolveWork* w, int64_t offset, int32_t k )
{
	const wfSolveBlock* block = &w->block;
	if ( block->exponents != NULL )
	{
		return ( wfWide ){ block->values[offset], block->exponents[offset] };
	}
	double value =
		block->size == sizeof( float ) ? (double)( (const float*)block->lower )[offset] : ( (const double*)block->lower )[offset];
	return wfMakeWide( block->balance != NULL ? value * block->balance[k] : value, 0 );
}

static inline wfWide wfGetTriangle( const wfSolveWork* w, int32_t i, int32_t k )
{
	return wfGetEntry( w, w->block.triangleStart + (int64_t)i * ( i - 1 ) / 2 + k, k );
}

static inline wfWide wfGetLower( const wfSolveWork* w, int32_t i, int32_t k )
{
	return wfGetEntry( w, i + (int64_t)k * w->front->boundaryStride, k );
}

// Row k of the triangle.
static inline const void* wfGetTriangleRow( const wfSolveWork* w, int32_t k )
{
	return (const char*)w->block.triangle + (size_t)( (int64_t)k * ( k - 1 ) / 2 ) * w->block.size;
}

// value * 2^by, 0 only where that is too small: `by` alone may be beyond the range of doubles.
static inline double wfScaleTo( double value, int32_t by )
{
	if ( by == 0 )
	{
		return value;
	}
	wfWide wide = wfMakeWide( value, by );
	return wide.mantissa * wfTwoTo( wide.exponent > 1023 ? 1023 : wide.exponent );
}

// By one of the workers that room was made for.
wfSolveWork wfBeginWork( const wfSolver* solver, const wfFactor* factor, int32_t f, int32_t worker );
void wfSolver_ClearMarks( wfSolver* solver, const wfSymbolic* symbolic );
