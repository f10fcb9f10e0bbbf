// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The fronts of a solution that have been solved so far. One thread at a time adds fronts; any number may read meanwhile.
#pragma once

#include "sparse/solve.h"

#include <stdatomic.h>

// A chunk of memory has 2^this numbers, except for those that hold a single larger front.
#define WF_CHUNK_BITS 8
#define WF_CHUNK_NUMBERS ( 1 << WF_CHUNK_BITS )
// Offset of a front of zeros.
#define WF_ALL_ZERO 1

typedef struct wfChunk
{
	double* numbers;
	int32_t count;
} wfChunk;

typedef struct wfSolution
{
	const wfSymbolic* symbolic;
	int32_t frontCount;	 // as it was at the beginning
	atomic_int* offsets; // by front: 0: not solved; WF_ALL_ZERO; otherwise the chunk, from 1 on, and the place within it
	wfChunk* chunks;	 // as many as all fronts could ever need: the table must not move while others read
	int32_t chunkCount, chunkCapacity;
	int32_t used; // numbers of the last chunk
	size_t bytes;
} wfSolution;

wfResult wfSolution_Init( wfSolution* solution, const wfSymbolic* symbolic );
void wfSolution_Free( wfSolution* solution );
// Forget all that was solved.
void wfSolution_Clear( wfSolution* solution );

static inline bool wfSolution_IsSolved( const wfSolution* solution, int32_t front )
{
	return atomic_load_explicit( &solution->offsets[front], memory_order_acquire ) != 0;
}

// The block of a front: its head, the values of its pivots, then their exponents if they have their own.
typedef struct wfBlockHead
{
	int32_t exponent;
	uint8_t hasExponents, uniform; // uniform: the boundary's numbers have the same exponent
} wfBlockHead;

_Static_assert( sizeof( wfBlockHead ) == sizeof( double ), "a head takes the place of a number" );

// x at a position of a solved front.
static inline wfWide wfSolution_Get( const wfSolution* solution, int32_t front, int32_t position )
{
	int32_t offset = atomic_load_explicit( &solution->offsets[front], memory_order_acquire );
	if ( offset == WF_ALL_ZERO )
	{
		return ( wfWide ){ 0.0, WF_WIDE_ZERO_EXPONENT };
	}
	const double* block = solution->chunks[offset >> WF_CHUNK_BITS].numbers + ( offset & ( WF_CHUNK_NUMBERS - 1 ) );
	const wfFront* of = &solution->symbolic->fronts[front];
	int32_t k = position - of->pivotFirst;
	wfBlockHead head;
	memcpy( &head, block, sizeof( head ) );
	if ( head.hasExponents )
	{
		memcpy( &head.exponent, (const char*)( block + 1 + of->pivotCount ) + (size_t)k * sizeof( int32_t ), sizeof( int32_t ) );
	}
	return wfMakeWide( block[1 + k], head.exponent );
}

wfResult wfSolution_StoreZero( wfSolution* solution, int32_t front );
// Store what one lane of a solver has for a front; load it back with its mark.
wfResult wfSolution_Store( wfSolution* solution, const wfSolver* solver, int32_t front, int32_t lane );
void wfSolution_Load( const wfSolution* solution, wfSolver* solver, int32_t front, int32_t lane );
