// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The factorisation: fronts from the leaves of the tree to its roots. Subtrees are independent of each other, and what
// a front computes depends on its children alone, so the bits are the same for any number of workers.

#include "sparse/parts.h"

#include <stdatomic.h>
#include <string.h>

typedef struct Run
{
	wfFrontJob job;
	wfFrontScratch* scratch; // one per worker
	int32_t scratchCount;
	const int32_t* pieces; // roots of the subtrees
	int32_t pieceOffset;
	atomic_int result;
} Run;

bool wfKeepsUpdate( const wfFactor* factor, int32_t f )
{
	if ( !factor->keepUpdates || !wfIsUpdateDear( factor->symbolic, &factor->symbolic->fronts[f] ) )
	{
		return false;
	}
	// A part that is not kept is computed as a whole.
	int32_t piece = factor->parts != NULL ? wfParts_Find( factor, f ) : -1;
	return piece < 0 || factor->parts->pieces.tops[piece] == f;
}

wfResult wfComputeFront( const wfFrontJob* job, wfFrontScratch* scratch, int32_t f )
{
	wfResult result = wfFactorFront( job, scratch, f );
	const wfFront* fronts = job->factor->symbolic->fronts;
	for ( int32_t c = fronts[f].firstChild; result == wf_ok && c >= 0; c = fronts[c].nextSibling )
	{
		if ( !wfKeepsUpdate( job->factor, c ) )
		{
			wfUpdate_Free( &job->factor->updates[c], &fronts[c] );
		}
	}
	return result;
}

static void runPieces( int32_t begin, int32_t end, int32_t worker, void* context )
{
	Run* run = context;
	const wfFront* fronts = run->job.factor->symbolic->fronts;
	for ( int32_t i = begin; i < end; ++i )
	{
		int32_t top = run->pieces[run->pieceOffset + i];
		if ( run->job.factor->parts != NULL )
		{
			wfParts_Claim( run->job.factor, run->pieceOffset + i, worker );
		}
		for ( int32_t f = fronts[top].firstDescendant; f <= top; ++f )
		{
			if ( atomic_load_explicit( &run->result, memory_order_relaxed ) != wf_ok )
			{
				return;
			}
			wfResult result = wfComputeFront( &run->job, &run->scratch[worker], f );
			if ( result != wf_ok )
			{
				atomic_store( &run->result, (int)result );
			}
		}
	}
}

static bool reportProgress( const wfFactorOptions* options, double fraction )
{
	return options->progress == NULL || options->progress( fraction, options->progressContext );
}

// The subtrees below the limit in rounds, each followed by the fronts above that have all they need: few updates wait for their
// parents at any time.
static wfResult runTree( Run* run, const wfFactorOptions* options, const wfPieces* pieces )
{
	const wfSymbolic* symbolic = run->job.factor->symbolic;
	const wfFront* fronts = symbolic->fronts;
	run->pieces = pieces->tops;
	wfFrontJob above = run->job;
	above.inner = wfWorkers_GetCount( options->workers ) > 1 ? options->workers : NULL;
	double done = 0.0;
	int32_t next = 0;
	for ( int32_t offset = 0; next < symbolic->frontCount; offset += pieces->perRound )
	{
		int32_t left = pieces->count - offset;
		int32_t count = left < pieces->perRound ? left : pieces->perRound;
		if ( !reportProgress( options, done / symbolic->operations ) )
		{
			return wf_cancelled;
		}
		run->pieceOffset = offset;
		wfWorkers_ParallelFor( options->workers, runPieces, count, 1, run );
		if ( atomic_load( &run->result ) != wf_ok )
		{
			return (wfResult)atomic_load( &run->result );
		}
		int32_t end = left > count ? fronts[pieces->tops[offset + count]].firstDescendant : symbolic->frontCount;
		for ( int32_t k = offset; next < end; )
		{
			if ( k < offset + count && next == fronts[pieces->tops[k]].firstDescendant )
			{
				done += fronts[pieces->tops[k]].subtreeOperations;
				next = pieces->tops[k++] + 1;
				continue;
			}
			wfResult result = reportProgress( options, done / symbolic->operations )
								  ? wfComputeFront( &above, &run->scratch[0], next )
								  : wf_cancelled;
			if ( result != wf_ok )
			{
				return result;
			}
			done += fronts[next].subtreeOperations;
			for ( int32_t c = fronts[next].firstChild; c >= 0; c = fronts[c].nextSibling )
			{
				done -= fronts[c].subtreeOperations;
			}
			next += 1;
		}
	}
	return wf_ok;
}

size_t wfSizeOfValue( const wfFactor* factor )
{
	return factor->single ? sizeof( float ) : sizeof( double );
}

void* wfGetBlock( const wfFactor* factor, int32_t f )
{
	return factor->parts != NULL
			   ? factor->parts->blocks[f]
			   : (char*)factor->values + (size_t)factor->symbolic->fronts[f].valueStart * wfSizeOfValue( factor );
}

void wfFactor_Measure( wfFactor* factor )
{
	const wfSymbolic* symbolic = factor->symbolic;
	size_t bytes = wfCountFactorBytes( symbolic, factor->single, factor->parts );
	factor->wideFronts = 0;
	for ( int32_t f = 0; f < symbolic->frontCount; ++f )
	{
		const wfFront* front = &symbolic->fronts[f];
		if ( factor->special[f] != NULL )
		{
			bool wide = factor->special[f]->exponents != NULL;
			factor->wideFronts += wide;
			bytes += (size_t)wfBlockCount( front ) * ( sizeof( double ) + ( wide ? sizeof( int32_t ) : 0 ) ) +
					 sizeof( wfSpecialFront ) + WF_VALUE_PADDING * sizeof( double );
		}
		if ( factor->updates[f].values != NULL )
		{
			bool wide = factor->updates[f].exponents != NULL;
			bytes += wfUpdateCount( front ) * ( sizeof( double ) + ( wide ? sizeof( int32_t ) : 0 ) );
		}
	}
	factor->bytes = bytes;
}

static void freeScratch( wfFrontScratch* scratch, int32_t count )
{
	for ( int32_t i = 0; scratch != NULL && i < count; ++i )
	{
		wfFrontScratch_Free( &scratch[i] );
	}
	wfReleaseArray( scratch, (size_t)count, sizeof( wfFrontScratch ) );
}

static wfFrontScratch* createScratch( const wfSymbolic* symbolic, int32_t count )
{
	wfFrontScratch* scratch = wfAllocateZeroed( (size_t)count * sizeof( wfFrontScratch ) );
	for ( int32_t i = 0; scratch != NULL && i < count; ++i )
	{
		if ( wfFrontScratch_Init( &scratch[i], symbolic ) != wf_ok )
		{
			freeScratch( scratch, count );
			return NULL;
		}
	}
	return scratch;
}

void wfNoteCut( wfFactor* factor, const wfMatrix* matrix, int32_t node )
{
	wfRow row;
	wfGetFreeRow( matrix, node, &row );
	bool linked = false;
	for ( int32_t m = 0; m < row.count && !linked; ++m )
	{
		linked = row.links[m] != 0.0 && ( matrix->isPinned == NULL || !matrix->isPinned[row.neighbors[m]] );
	}
	factor->isCut[wfSymbolic_GetPosition( factor->symbolic, node )] = !linked;
}

wfResult wfFactor_Allocate( const wfMatrix* matrix, const wfSymbolic* symbolic, const wfFactorOptions* options, wfFactor* factor )
{
	size_t fronts = (size_t)symbolic->frontCount;
	memset( factor, 0, sizeof( *factor ) );
	factor->symbolic = symbolic;
	factor->single = options->single;
	factor->keepUpdates = options->keepUpdates;
	size_t size = wfSizeOfValue( factor );
	wfResult result = wf_ok;
	if ( options->pieceNumbers > 0 )
	{
		result = wfParts_Create( factor, matrix, options );
	}
	else
	{
		factor->values = wfAllocateArray( (size_t)symbolic->valueTotal + WF_VALUE_PADDING, size );
	}
	factor->pivots = wfAllocateArray( (size_t)symbolic->count, sizeof( double ) );
	factor->balance = factor->single ? wfAllocateArray( (size_t)symbolic->count, sizeof( double ) ) : NULL;
	factor->isCut = wfAllocateArray( (size_t)symbolic->count, 1 );
	factor->special = wfAllocateZeroed( fronts * sizeof( wfSpecialFront* ) );
	factor->updates = wfAllocateZeroed( fronts * sizeof( wfFrontUpdate ) );
	if ( result != wf_ok || factor->values == NULL || factor->pivots == NULL || ( factor->single && factor->balance == NULL ) ||
		 factor->isCut == NULL || factor->special == NULL || factor->updates == NULL )
	{
		wfFactor_Free( factor );
		return wf_outOfMemory;
	}
	if ( factor->parts == NULL )
	{
		memset( (char*)factor->values + (size_t)symbolic->valueTotal * size, 0, WF_VALUE_PADDING * size );
	}
	return wf_ok;
}

wfResult wfFactorise( const wfMatrix* matrix, const wfSymbolic* symbolic, const wfFactorOptions* options, wfFactor* factor )
{
	wfResult result = wfFactor_Allocate( matrix, symbolic, options, factor );
	if ( result != wf_ok )
	{
		return result;
	}
	wfPieces own = { 0 };
	bool divided = factor->parts != NULL || wfPieces_Init( &own, symbolic, wfWorkers_GetCount( options->workers ) ) == wf_ok;
	const wfPieces* pieces = factor->parts != NULL ? &factor->parts->pieces : &own;
	Run run = { .job = { matrix, factor, wfGetKernels(), NULL, false }, .scratchCount = wfWorkers_GetCount( options->workers ) };
	run.scratch = createScratch( symbolic, run.scratchCount );
	result = divided && run.scratch != NULL ? runTree( &run, options, pieces ) : wf_outOfMemory;
	freeScratch( run.scratch, run.scratchCount );
	wfPieces_Free( &own );
	if ( result == wf_ok )
	{
		factor->lastFactored = symbolic->frontCount;
		wfFactor_Measure( factor );
	}
	else
	{
		wfFactor_Free( factor );
	}
	return result;
}

void wfFactor_Free( wfFactor* factor )
{
	const wfSymbolic* symbolic = factor->symbolic;
	if ( symbolic == NULL )
	{
		return;
	}
	wfFactor_DropOld( factor );
	for ( int32_t f = 0; f < symbolic->frontCount; ++f )
	{
		const wfFront* front = &symbolic->fronts[f];
		if ( factor->updates != NULL )
		{
			wfUpdate_Free( &factor->updates[f], front );
		}
		if ( factor->special != NULL )
		{
			wfSpecialFront_Free( factor, f );
		}
	}
	if ( factor->parts != NULL )
	{
		wfParts_Destroy( factor );
	}
	wfReleaseArray( factor->values, (size_t)symbolic->valueTotal + WF_VALUE_PADDING, wfSizeOfValue( factor ) );
	wfReleaseArray( factor->pivots, (size_t)symbolic->count, sizeof( double ) );
	wfReleaseArray( factor->balance, (size_t)symbolic->count, sizeof( double ) );
	wfReleaseArray( factor->isCut, (size_t)symbolic->count, 1 );
	wfReleaseArray( factor->special, (size_t)symbolic->frontCount, sizeof( wfSpecialFront* ) );
	wfReleaseArray( factor->updates, (size_t)symbolic->frontCount, sizeof( wfFrontUpdate ) );
	memset( factor, 0, sizeof( *factor ) );
}
