// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "sparse/parts.h"

#include "base/arrays.h"

#include <stdatomic.h>
#include <string.h>

static wfArrays listParts( wfParts* parts, int32_t frontCount, size_t valueSize )
{
	size_t slotBytes = (size_t)parts->slotCount * (size_t)parts->slotNumbers * valueSize;
	return ( wfArrays ){ { WF_ZEROED_ARRAY( parts->blocks, frontCount ), WF_ONE_ARRAY( parts->slotOf, parts->pieces.count ),
						   WF_ZEROED_ARRAY( parts->slots, slotBytes ), WF_ONE_ARRAY( parts->pieceIn, parts->slotCount ),
						   WF_ZEROED_ARRAY( parts->usedAt, parts->slotCount ),
						   WF_ZEROED_ARRAY( parts->scratch, parts->scratchCount ) } };
}

wfParts wfParts_Plan( const wfSymbolic* symbolic, const wfPieces* pieces, const wfFactorOptions* options )
{
	wfPieceNumbers numbers = wfPieces_Count( pieces, symbolic );
	return ( wfParts ){ .pieces = *pieces,
						.slotCount = options->slotCount,
						.aboveNumbers = numbers.above,
						.slotNumbers = numbers.largest + WF_VALUE_PADDING,
						.scratchCount = wfWorkers_GetCount( options->workers ) };
}

size_t wfParts_CountBytes( const wfParts* parts, const wfSymbolic* symbolic, size_t valueSize )
{
	size_t perSlot = (size_t)parts->slotNumbers * valueSize + sizeof( int32_t ) + sizeof( int64_t );
	size_t perWorker = sizeof( wfFrontScratch ) + wfFrontScratch_CountBytes( symbolic );
	return sizeof( wfParts ) + (size_t)symbolic->frontCount * sizeof( void* ) + (size_t)parts->slotCount * perSlot +
		   (size_t)( parts->pieces.count + parts->pieces.capacity ) * sizeof( int32_t ) + (size_t)parts->scratchCount * perWorker;
}

static void placeFrontsAbove( wfFactor* factor )
{
	wfParts* parts = factor->parts;
	const wfFront* fronts = factor->symbolic->fronts;
	int64_t used = 0;
	int32_t piece = parts->pieces.count - 1;
	for ( int32_t f = factor->symbolic->frontCount - 1; f >= 0; )
	{
		if ( piece >= 0 && f == parts->pieces.tops[piece] )
		{
			f = fronts[parts->pieces.tops[piece--]].firstDescendant - 1;
			continue;
		}
		parts->blocks[f] = (char*)factor->values + (size_t)used * wfSizeOfValue( factor );
		used += wfBlockCount( &fronts[f--] );
	}
}

wfResult wfParts_Create( wfFactor* factor, const wfMatrix* matrix, const wfFactorOptions* options )
{
	const wfSymbolic* symbolic = factor->symbolic;
	wfParts* parts = wfAllocateZeroed( sizeof( wfParts ) );
	factor->parts = parts;
	if ( parts == NULL )
	{
		return wf_outOfMemory;
	}
	wfPieces pieces;
	wfResult result = wfPieces_InitBySize( &pieces, symbolic, options->pieceNumbers, wfWorkers_GetCount( options->workers ) );
	*parts = wfParts_Plan( symbolic, &pieces, options );
	parts->matrix = matrix;
	wfArrays arrays = listParts( parts, symbolic->frontCount, wfSizeOfValue( factor ) );
	result = result == wf_ok ? wfArrays_Allocate( &arrays ) : result;
	size_t size = wfSizeOfValue( factor ), count = (size_t)parts->aboveNumbers + WF_VALUE_PADDING;
	factor->values = result == wf_ok ? wfAllocateArray( count, size ) : NULL;
	if ( factor->values == NULL )
	{
		return wf_outOfMemory;
	}
	memset( (char*)factor->values + (size_t)parts->aboveNumbers * size, 0, WF_VALUE_PADDING * size );
	memset( parts->slotOf, 0xFF, (size_t)parts->pieces.count * sizeof( int32_t ) );
	memset( parts->pieceIn, 0xFF, (size_t)parts->slotCount * sizeof( int32_t ) );
	for ( int32_t i = 0; i < parts->scratchCount && result == wf_ok; ++i )
	{
		result = wfFrontScratch_Init( &parts->scratch[i], symbolic );
	}
	placeFrontsAbove( factor );
	return result;
}

void wfParts_Destroy( wfFactor* factor )
{
	wfParts* parts = factor->parts;
	for ( int32_t i = 0; parts->scratch != NULL && i < parts->scratchCount; ++i )
	{
		wfFrontScratch_Free( &parts->scratch[i] );
	}
	wfArrays arrays = listParts( parts, factor->symbolic->frontCount, wfSizeOfValue( factor ) );
	wfArrays_Free( &arrays );
	wfReleaseArray( factor->values, (size_t)parts->aboveNumbers + WF_VALUE_PADDING, wfSizeOfValue( factor ) );
	wfPieces_Free( &parts->pieces );
	wfRelease( parts, sizeof( *parts ) );
	factor->values = NULL;
	factor->parts = NULL;
}

// ----------------------------------------------------------------------------------------------------------------- slots

int32_t wfParts_Find( const wfFactor* factor, int32_t f )
{
	const wfPieces* pieces = &factor->parts->pieces;
	int32_t low = 0, high = pieces->count;
	while ( low < high )
	{
		int32_t middle = ( low + high ) / 2;
		if ( pieces->tops[middle] < f )
		{
			low = middle + 1;
		}
		else
		{
			high = middle;
		}
	}
	return low < pieces->count && factor->symbolic->fronts[pieces->tops[low]].firstDescendant <= f ? low : -1;
}

static void dropPiece( wfFactor* factor, int32_t piece )
{
	wfParts* parts = factor->parts;
	int32_t top = parts->pieces.tops[piece];
	for ( int32_t f = factor->symbolic->fronts[top].firstDescendant; f <= top; ++f )
	{
		parts->blocks[f] = NULL;
		wfSpecialFront_Free( factor, f );
	}
	parts->pieceIn[parts->slotOf[piece]] = -1;
	parts->slotOf[piece] = -1;
}

void wfParts_Claim( wfFactor* factor, int32_t piece, int32_t slot )
{
	wfParts* parts = factor->parts;
	const wfFront* fronts = factor->symbolic->fronts;
	if ( parts->pieceIn[slot] >= 0 )
	{
		dropPiece( factor, parts->pieceIn[slot] );
	}
	int32_t top = parts->pieces.tops[piece];
	char* memory = parts->slots + (size_t)slot * (size_t)parts->slotNumbers * wfSizeOfValue( factor );
	for ( int32_t f = fronts[top].firstDescendant; f <= top; ++f )
	{
		parts->blocks[f] = memory + (size_t)( fronts[f].valueStart - fronts[top].valueStart ) * wfSizeOfValue( factor );
	}
	parts->pieceIn[slot] = piece;
	parts->slotOf[piece] = slot;
}

// The slot whose last use is longest ago.
static int32_t chooseSlot( const wfParts* parts )
{
	int32_t best = 0;
	for ( int32_t slot = 1; slot < parts->slotCount; ++slot )
	{
		best = parts->usedAt[slot] < parts->usedAt[best] ? slot : best;
	}
	return best;
}

void wfParts_Place( wfFactor* factor, int32_t f )
{
	wfParts* parts = factor->parts;
	int32_t piece = parts != NULL ? wfParts_Find( factor, f ) : -1;
	if ( piece >= 0 && parts->slotOf[piece] < 0 )
	{
		wfParts_Claim( factor, piece, chooseSlot( parts ) );
	}
	if ( piece >= 0 )
	{
		parts->usedAt[parts->slotOf[piece]] = ++parts->clock;
	}
}

// ---------------------------------------------------------------------------------------------------------------- refills

// Compute the fronts of a piece that has a slot.
static wfResult refill( wfFactor* factor, int32_t piece, wfFrontScratch* scratch )
{
	wfParts* parts = factor->parts;
	int32_t top = parts->pieces.tops[piece], first = factor->symbolic->fronts[top].firstDescendant;
	wfFrontJob job = { parts->matrix, factor, wfGetKernels(), NULL, true };
	wfResult result = wf_ok;
	for ( int32_t f = first; f <= top && result == wf_ok; ++f )
	{
		result = wfComputeFront( &job, scratch, f );
	}
	// The parent has taken in the top's update long ago. Where that is kept for edits, it must not stay half done.
	for ( int32_t f = result == wf_ok ? top : first; f <= top; ++f )
	{
		if ( result != wf_ok || !wfKeepsUpdate( factor, f ) )
		{
			wfUpdate_Free( &factor->updates[f], &factor->symbolic->fronts[f] );
		}
	}
	if ( result != wf_ok )
	{
		dropPiece( factor, piece );
	}
	return result;
}

wfResult wfFactor_HoldPart( const wfFactor* constant, int32_t f )
{
	wfFactor* factor = (wfFactor*)constant;
	bool missing = factor->parts->blocks[f] == NULL;
	wfParts_Place( factor, f );
	return missing ? refill( factor, wfParts_Find( factor, f ), &factor->parts->scratch[0] ) : wf_ok;
}

typedef struct Refills
{
	wfFactor* factor;
	const int32_t* tops;
	atomic_int result;
} Refills;

static void refillSome( int32_t begin, int32_t end, int32_t worker, void* context )
{
	Refills* refills = context;
	for ( int32_t i = begin; i < end; ++i )
	{
		int32_t piece = wfParts_Find( refills->factor, refills->tops[i] );
		wfResult result = refill( refills->factor, piece, &refills->factor->parts->scratch[worker] );
		if ( result != wf_ok )
		{
			atomic_store( &refills->result, (int)result );
		}
	}
}

wfResult wfFactor_HoldPieces( const wfFactor* constant, const int32_t* tops, int32_t count, wfWorkers* workers )
{
	wfFactor* factor = (wfFactor*)constant;
	for ( int32_t i = 0; i < count; ++i )
	{
		wfParts_Claim( factor, wfParts_Find( factor, tops[i] ), i );
		factor->parts->usedAt[i] = ++factor->parts->clock;
	}
	Refills refills = { factor, tops, wf_ok };
	wfWorkers_ParallelFor( workers, refillSome, count, 1, &refills );
	return (wfResult)atomic_load( &refills.result );
}

// ----------------------------------------------------------------------------------------------------------------- choice

// Slots for what room there is left.
static size_t addSlots( const wfSymbolic* symbolic, const wfPieces* pieces, wfFactorOptions* options, size_t room )
{
	wfParts parts = wfParts_Plan( symbolic, pieces, options );
	size_t size = options->single ? sizeof( float ) : sizeof( double );
	size_t before = wfParts_CountBytes( &parts, symbolic, size );
	parts.slotCount += 1;
	size_t each = wfParts_CountBytes( &parts, symbolic, size ) - before;
	size_t missing = (size_t)( pieces->count > options->slotCount ? pieces->count - options->slotCount : 0 );
	size_t more = room / each < missing ? room / each : missing;
	options->slotCount += (int32_t)more;
	return more * each;
}

wfResult wfChooseKeeping( const wfSymbolic* symbolic, wfFactorOptions* options, size_t room, size_t* bytes )
{
	*bytes = SIZE_MAX;
	// The smaller the pieces that are not kept, the less has to be computed again: try small ones first.
	for ( int64_t numbers = symbolic->valueTotal / WF_SMALLEST_PIECE + 1; numbers < symbolic->valueTotal; numbers *= 2 )
	{
		wfPieces pieces;
		options->pieceNumbers = numbers;
		options->slotCount = wfWorkers_GetCount( options->workers );
		if ( wfPieces_InitBySize( &pieces, symbolic, numbers, options->slotCount ) != wf_ok )
		{
			return wf_outOfMemory;
		}
		size_t taken = wfEstimateFactorBytes( symbolic, &pieces, options ).peak;
		bool fits = taken <= room;
		taken += fits ? addSlots( symbolic, &pieces, options, room - taken ) : 0;
		wfPieces_Free( &pieces );
		*bytes = fits || taken < *bytes ? taken : *bytes;
		if ( fits )
		{
			return wf_ok;
		}
	}
	options->pieceNumbers = 0;
	options->slotCount = 0;
	return wf_tooLarge;
}
