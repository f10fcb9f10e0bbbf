// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Factors larger than memory. The fronts above some subtrees are kept; the numbers of the subtrees themselves are computed again
// from the matrix where a solve needs them, which gives the same bits, and stay in one of a few slots until another subtree takes
// it over: the one whose last use is longest ago.
#pragma once

#include "sparse/pieces.h"

typedef struct wfParts
{
	wfPieces pieces;		 // the subtrees
	void** blocks;			 // by front: where its numbers are, null: nowhere now
	int32_t* slotOf;		 // by piece, -1: none
	int32_t slotCount;		 // at least one for each worker
	char* slots;			 // of slotNumbers each
	int32_t* pieceIn;		 // by slot, -1: none
	int64_t* usedAt;		 // by slot
	int64_t clock;			 // counts uses
	int64_t aboveNumbers;	 // of the fronts above
	int64_t slotNumbers;	 // of the largest subtree, and padding
	const wfMatrix* matrix;	 // to compute them from
	wfFrontScratch* scratch; // one for each worker
	int32_t scratchCount;
} wfParts;

// The numbers of parts, without memory for them.
wfParts wfParts_Plan( const wfSymbolic* symbolic, const wfPieces* pieces, const wfFactorOptions* options );
// What they hold, with numbers of so many bytes, besides the fronts above.
size_t wfParts_CountBytes( const wfParts* parts, const wfSymbolic* symbolic, size_t valueSize );

// For a factor that has nothing yet: tables, slots, and room for the fronts above in factor->values.
wfResult wfParts_Create( wfFactor* factor, const wfMatrix* matrix, const wfFactorOptions* options );
void wfParts_Destroy( wfFactor* factor );

// The piece that a front belongs to, -1: it is above.
int32_t wfParts_Find( const wfFactor* factor, int32_t f );
// Give a slot to a piece, whose fronts are then computed.
void wfParts_Claim( wfFactor* factor, int32_t piece, int32_t slot );
// The same for the piece of a front where that has no slot.
void wfParts_Place( wfFactor* factor, int32_t f );

// What to keep of a factor to stay within `room` bytes at the peak of the factorisation. `bytes` is what it takes then.
// wf_tooLarge: not even the fronts above fit, and `bytes` is the least that would do.
wfResult wfChooseKeeping( const wfSymbolic* symbolic, wfFactorOptions* options, size_t room, size_t* bytes );
