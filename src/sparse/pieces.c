// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "sparse/pieces.h"

#include "sparse/parts.h"

#include <math.h>

// Numbers of the factor in a subtree.
static int64_t countSubtree( const wfSymbolic* symbolic, int32_t top )
{
	const wfFront* first = &symbolic->fronts[symbolic->fronts[top].firstDescendant];
	return first->valueStart + wfBlockCount( first ) - symbolic->fronts[top].valueStart;
}

// The largest subtrees of no more than so many operations or numbers.
static wfResult divide( wfPieces* pieces, const wfSymbolic* symbolic, double operations, int64_t numbers, int32_t workers )
{
	*pieces = ( wfPieces ){ .capacity = symbolic->frontCount };
	pieces->tops = wfAllocateArray( (size_t)pieces->capacity, sizeof( int32_t ) );
	if ( pieces->tops == NULL )
	{
		return wf_outOfMemory;
	}
	for ( int32_t f = symbolic->frontCount - 1; f >= 0; )
	{
		bool small = symbolic->fronts[f].subtreeOperations <= operations && countSubtree( symbolic, f ) <= numbers;
		if ( small )
		{
			pieces->tops[pieces->count++] = f;
		}
		f = small ? symbolic->fronts[f].firstDescendant - 1 : f - 1;
	}
	for ( int32_t i = 0, k = pieces->count - 1; i < k; ++i, --k )
	{
		int32_t top = pieces->tops[i];
		pieces->tops[i] = pieces->tops[k];
		pieces->tops[k] = top;
	}
	// One worker goes strictly from children to parents; several would wait for the last of them after every piece.
	pieces->perRound = workers > 1 ? pieces->count / 16 + workers : 1;
	return wf_ok;
}

wfResult wfPieces_Init( wfPieces* pieces, const wfSymbolic* symbolic, int32_t workers )
{
	return divide( pieces, symbolic, symbolic->operations / ( (double)workers * WF_PIECES_PER_WORKER ), INT64_MAX, workers );
}

wfResult wfPieces_InitBySize( wfPieces* pieces, const wfSymbolic* symbolic, int64_t numbers, int32_t workers )
{
	return divide( pieces, symbolic, INFINITY, numbers, workers );
}

wfPieceNumbers wfPieces_Count( const wfPieces* pieces, const wfSymbolic* symbolic )
{
	wfPieceNumbers numbers = { symbolic->valueTotal, 0 };
	for ( int32_t k = 0; k < pieces->count; ++k )
	{
		int64_t count = countSubtree( symbolic, pieces->tops[k] );
		numbers.above -= count;
		numbers.largest = count > numbers.largest ? count : numbers.largest;
	}
	return numbers;
}

void wfPieces_Free( wfPieces* pieces )
{
	wfReleaseArray( pieces->tops, (size_t)pieces->capacity, sizeof( int32_t ) );
	*pieces = ( wfPieces ){ 0 };
}

// -------------------------------------------------------------------------------------------------------------- estimate

size_t wfCountFactorBytes( const wfSymbolic* symbolic, bool single, const wfParts* parts )
{
	size_t size = single ? sizeof( float ) : sizeof( double );
	size_t perFront = sizeof( wfSpecialFront* ) + sizeof( wfFrontUpdate );
	size_t perNode = ( single ? 2 : 1 ) * sizeof( double ) + 1;
	size_t bytes = (size_t)symbolic->count * perNode + (size_t)symbolic->frontCount * perFront;
	int64_t numbers = parts != NULL ? parts->aboveNumbers : symbolic->valueTotal;
	bytes += ( (size_t)numbers + WF_VALUE_PADDING ) * size;
	return parts != NULL ? bytes + wfParts_CountBytes( parts, symbolic, size ) : bytes;
}

static size_t updateBytes( const wfFront* front )
{
	return front->boundaryCount > 0 ? wfUpdateCount( front ) * sizeof( double ) : 0;
}

// Updates alive while fronts are computed one after the other.
typedef struct Tide
{
	const wfSymbolic* symbolic;
	bool keepUpdates;
	bool inParts;			   // pieces are not kept, nor are the updates within
	size_t now, peak, scratch; // bytes
} Tide;

static void passFront( Tide* tide, int32_t f )
{
	const wfFront* front = &tide->symbolic->fronts[f];
	tide->now += updateBytes( front );
	tide->peak = tide->now > tide->peak ? tide->now : tide->peak;
	size_t scratch = wfFrontScratch_CountFrontBytes( front );
	tide->scratch = scratch > tide->scratch ? scratch : tide->scratch;
	for ( int32_t c = front->firstChild; c >= 0; c = tide->symbolic->fronts[c].nextSibling )
	{
		const wfFront* child = &tide->symbolic->fronts[c];
		tide->now -= tide->keepUpdates && wfIsUpdateDear( tide->symbolic, child ) ? 0 : updateBytes( child );
	}
}

// The pieces of one round, in the worst case with the most hungry ones at the same time. `scratch` is that of one worker.
static void passRound( Tide* tide, const wfPieces* pieces, int32_t begin, int32_t end, int32_t workers, size_t* scratch )
{
	size_t most[WF_MAX_WORKERS] = { 0 }; // what pieces take besides what they leave, descending
	size_t left = 0;
	for ( int32_t k = begin; k < end; ++k )
	{
		Tide own = { tide->symbolic, tide->keepUpdates && !tide->inParts, tide->inParts, 0, 0, 0 };
		for ( int32_t f = tide->symbolic->fronts[pieces->tops[k]].firstDescendant; f <= pieces->tops[k]; ++f )
		{
			passFront( &own, f );
		}
		left += own.now;
		*scratch = own.scratch > *scratch ? own.scratch : *scratch;
		size_t besides = own.peak - own.now;
		for ( int32_t i = 0; i < workers; ++i )
		{
			size_t swap = most[i];
			most[i] = besides > swap ? besides : swap;
			besides = besides > swap ? swap : besides;
		}
	}
	tide->now += left;
	size_t peak = tide->now;
	for ( int32_t i = 0; i < workers; ++i )
	{
		peak += most[i];
	}
	tide->peak = peak > tide->peak ? peak : tide->peak;
}

wfFactorBytes wfEstimateFactorBytes( const wfSymbolic* symbolic, const wfPieces* pieces, const wfFactorOptions* options )
{
	int32_t workers = wfWorkers_GetCount( options->workers );
	Tide tide = { symbolic, options->keepUpdates, options->pieceNumbers > 0, 0, 0, 0 };
	size_t scratch = 0;
	int32_t next = 0;
	for ( int32_t offset = 0; next < symbolic->frontCount; offset += pieces->perRound )
	{
		int32_t end = offset + pieces->perRound < pieces->count ? offset + pieces->perRound : pieces->count;
		passRound( &tide, pieces, offset, end, workers, &scratch );
		int32_t last = end < pieces->count ? symbolic->fronts[pieces->tops[end]].firstDescendant : symbolic->frontCount;
		for ( int32_t k = offset; next < last; )
		{
			if ( k < end && next == symbolic->fronts[pieces->tops[k]].firstDescendant )
			{
				next = pieces->tops[k++] + 1;
				continue;
			}
			passFront( &tide, next++ );
		}
	}
	wfParts parts = wfParts_Plan( symbolic, pieces, options );
	size_t kept = wfCountFactorBytes( symbolic, options->single, options->pieceNumbers > 0 ? &parts : NULL );
	size_t first = tide.scratch > scratch ? tide.scratch : scratch;
	size_t perWorker = wfFrontScratch_CountBytes( symbolic );
	return ( wfFactorBytes ){ kept + tide.peak + first + (size_t)( workers - 1 ) * scratch + (size_t)workers * perWorker +
								  (size_t)pieces->capacity * sizeof( int32_t ),
							  kept + tide.now };
}
