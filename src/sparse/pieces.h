// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A tree of fronts in pieces: subtrees that are computed as one, and the fronts above them.
#pragma once

#include "sparse/front.h"
#include "sparse/tuning.h"

typedef struct wfPieces
{
	int32_t* tops; // roots of the subtrees, ascending
	int32_t count, capacity;
	int32_t perRound; // pieces between which no front above is computed
} wfPieces;

// Pieces small enough for the workers to share them evenly.
wfResult wfPieces_Init( wfPieces* pieces, const wfSymbolic* symbolic, int32_t workers );
// Pieces of up to so many numbers.
wfResult wfPieces_InitBySize( wfPieces* pieces, const wfSymbolic* symbolic, int64_t numbers, int32_t workers );
void wfPieces_Free( wfPieces* pieces );

// Numbers of the factor above the pieces, and in the largest of them.
typedef struct wfPieceNumbers
{
	int64_t above, largest;
} wfPieceNumbers;

wfPieceNumbers wfPieces_Count( const wfPieces* pieces, const wfSymbolic* symbolic );

// Whether the update of a front is too dear to be computed again for edits nearby.
static inline bool wfIsUpdateDear( const wfSymbolic* symbolic, const wfFront* front )
{
	return front->subtreeOperations >= WF_KEEP_OPERATIONS && front->subtreeOperations >= symbolic->operations / WF_KEEP_SHARE;
}

// Bytes of a factor without updates and special fronts.
size_t wfCountFactorBytes( const wfSymbolic* symbolic, bool single, const struct wfParts* parts );

// What a factorisation takes at its peak, and what is left of it, in bytes: the factor with its tables, updates on their way to
// their parents, scratch memory. Fronts with exponents of their own, which nobody can foresee, come on top.
typedef struct wfFactorBytes
{
	size_t peak, kept;
} wfFactorBytes;

wfFactorBytes wfEstimateFactorBytes( const wfSymbolic* symbolic, const wfPieces* pieces, const wfFactorOptions* options );
