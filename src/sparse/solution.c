// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "sparse/solution.h"

#include <string.h>

// Numbers of a front's block.
static int32_t countBlock( const wfFront* front, bool hasExponents )
{
	return 1 + front->pivotCount + ( hasExponents ? ( front->pivotCount + 1 ) / 2 : 0 );
}

// Each front takes at most one and a half numbers per pivot and two more, and chunks are at least half full, or hold one front.
static int32_t countChunks( const wfSymbolic* symbolic )
{
	int64_t numbers = 3 * (int64_t)symbolic->count / 2 + 2 * (int64_t)symbolic->frontCount;
	return (int32_t)( 4 * numbers / WF_CHUNK_NUMBERS ) + 3;
}

wfResult wfSolution_Init( wfSolution* solution, const wfSymbolic* symbolic )
{
	size_t fronts = (size_t)symbolic->frontCount;
	memset( solution, 0, sizeof( *solution ) );
	solution->symbolic = symbolic;
	solution->frontCount = symbolic->frontCount;
	solution->chunkCapacity = countChunks( symbolic );
	solution->chunks = wfAllocateArray( (size_t)solution->chunkCapacity, sizeof( wfChunk ) );
	solution->offsets = wfAllocateZeroed( fronts * sizeof( atomic_int ) );
	solution->bytes = fronts * sizeof( atomic_int ) + (size_t)solution->chunkCapacity * sizeof( wfChunk );
	if ( solution->offsets != NULL && solution->chunks != NULL )
	{
		return wf_ok;
	}
	wfSolution_Free( solution );
	return wf_outOfMemory;
}

void wfSolution_Clear( wfSolution* solution )
{
	// The first chunk is none: offsets in it have other meanings.
	for ( int32_t i = 1; solution->chunks != NULL && i < solution->chunkCount; ++i )
	{
		solution->bytes -= (size_t)solution->chunks[i].count * sizeof( double );
		wfReleaseArray( solution->chunks[i].numbers, (size_t)solution->chunks[i].count, sizeof( double ) );
	}
	solution->chunkCount = 0;
	if ( solution->offsets != NULL )
	{
		memset( solution->offsets, 0, (size_t)solution->frontCount * sizeof( atomic_int ) );
	}
}

void wfSolution_Free( wfSolution* solution )
{
	if ( solution->symbolic != NULL )
	{
		wfSolution_Clear( solution );
		wfReleaseArray( solution->chunks, (size_t)solution->chunkCapacity, sizeof( wfChunk ) );
		wfReleaseArray( solution->offsets, (size_t)solution->frontCount, sizeof( atomic_int ) );
		memset( solution, 0, sizeof( *solution ) );
	}
}

static wfResult addChunk( wfSolution* solution, int32_t numbers )
{
	solution->chunkCount = solution->chunkCount == 0 ? 1 : solution->chunkCount;
	if ( WF_FAILS( solution->chunkCount < solution->chunkCapacity ) )
	{
		return wf_outOfMemory;
	}
	wfChunk chunk = { wfAllocateArray( (size_t)numbers, sizeof( double ) ), numbers };
	if ( chunk.numbers == NULL )
	{
		return wf_outOfMemory;
	}
	solution->bytes += (size_t)numbers * sizeof( double );
	solution->chunks[solution->chunkCount++] = chunk;
	solution->used = 0;
	return wf_ok;
}

wfResult wfSolution_StoreZero( wfSolution* solution, int32_t front )
{
	atomic_store_explicit( &solution->offsets[front], WF_ALL_ZERO, memory_order_release );
	return wf_ok;
}

wfResult wfSolution_Store( wfSolution* solution, const wfSolver* solver, int32_t f, int32_t lane )
{
	const wfFront* front = &solution->symbolic->fronts[f];
	int64_t first = (int64_t)front->pivotFirst * solver->lanes + lane;
	wfBlockHead head = { .exponent = solver->exponent[first], .uniform = ( solver->marks[f] >> lane & 1 ) != 0 };
	for ( int64_t k = 1; k < front->pivotCount && !head.uniform; ++k )
	{
		head.hasExponents = head.hasExponents || solver->exponent[first + k * solver->lanes] != head.exponent;
	}
	int32_t numbers = countBlock( front, head.hasExponents );
	bool fits = solution->chunkCount > 0 && solution->used + numbers <= solution->chunks[solution->chunkCount - 1].count;
	wfResult result = fits ? wf_ok : addChunk( solution, numbers > WF_CHUNK_NUMBERS ? numbers : WF_CHUNK_NUMBERS );
	if ( result != wf_ok )
	{
		return result;
	}
	double* block = solution->chunks[solution->chunkCount - 1].numbers + solution->used;
	memcpy( block, &head, sizeof( head ) );
	for ( int64_t k = 0; k < front->pivotCount; ++k )
	{
		block[1 + k] = solver->x[first + k * solver->lanes];
		if ( head.hasExponents )
		{
			memcpy( (char*)( block + 1 + front->pivotCount ) + (size_t)k * sizeof( int32_t ),
					&solver->exponent[first + k * solver->lanes], sizeof( int32_t ) );
		}
	}
	int32_t offset = ( solution->chunkCount - 1 ) << WF_CHUNK_BITS | solution->used;
	// A chunk of one large front is full: offsets have no room for a place behind it.
	solution->used = numbers > WF_CHUNK_NUMBERS ? numbers : solution->used + numbers;
	atomic_store_explicit( &solution->offsets[f], offset, memory_order_release );
	return wf_ok;
}

void wfSolution_Load( const wfSolution* solution, wfSolver* solver, int32_t f, int32_t lane )
{
	const wfFront* front = &solution->symbolic->fronts[f];
	int32_t offset = atomic_load_explicit( &solution->offsets[f], memory_order_relaxed );
	int64_t first = (int64_t)front->pivotFirst * solver->lanes + lane;
	const double* block =
		offset == WF_ALL_ZERO ? NULL : solution->chunks[offset >> WF_CHUNK_BITS].numbers + ( offset & ( WF_CHUNK_NUMBERS - 1 ) );
	wfBlockHead head = { .uniform = 1 };
	if ( block != NULL )
	{
		memcpy( &head, block, sizeof( head ) );
	}
	for ( int64_t k = 0; k < front->pivotCount; ++k )
	{
		solver->x[first + k * solver->lanes] = block != NULL ? block[1 + k] : 0.0;
		int32_t exponent = head.exponent;
		if ( head.hasExponents )
		{
			memcpy( &exponent, (const char*)( block + 1 + front->pivotCount ) + (size_t)k * sizeof( int32_t ),
					sizeof( int32_t ) );
		}
		solver->exponent[first + k * solver->lanes] = exponent;
	}
	uint32_t bit = 1u << lane;
	solver->marks[f] = (uint8_t)( head.uniform ? solver->marks[f] | bit : solver->marks[f] & ~bit );
}
