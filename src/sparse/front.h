// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Assembly and elimination of a single front.
#pragma once

#include "sparse/kernel.h"
#include "sparse/sparse.h"
#include "sparse/tuning.h"

// Solves read up to three numbers behind a triangle.
#define WF_VALUE_PADDING 4

// What one worker needs besides the front itself.
typedef struct wfFrontScratch
{
	int32_t* target;	 // child's boundary -> row in the parent
	int32_t* stretchEnd; // child's boundary -> end of the rows from here on that are consecutive in the parent
	double* excess;		 // of the pivots
	size_t rowCount;
	WF_ARRAY( double ) unscaled;   // pivot rows of a block of pivots, then boundary rows of all pivots, before scaling
	WF_ARRAY( double ) columns;	   // the front while it is eliminated: pivot rows, then boundary rows, of each column
	WF_ARRAY( int32_t ) exponents; // of these where the front is wide, and of its panels
	WF_ARRAY( uint32_t ) linked;   // by block of pivots and row: the pivots of the block that the row is linked to
} wfFrontScratch;

typedef struct wfFrontJob
{
	const wfMatrix* matrix;
	wfFactor* factor;
	const wfKernels* kernels;
	wfWorkers* inner; // not null: spread the work within the front over these
	bool keepCuts;	  // factor->isCut is still that of the old matrix
} wfFrontJob;

wfResult wfFrontScratch_Init( wfFrontScratch* scratch, const wfSymbolic* symbolic );
void wfFrontScratch_Free( wfFrontScratch* scratch );
// Bytes of scratch memory from the beginning, and for a front.
size_t wfFrontScratch_CountBytes( const wfSymbolic* symbolic );
size_t wfFrontScratch_CountFrontBytes( const wfFront* front );

// Compute front f from the matrix and the updates of its children, which stay. Its own update is allocated.
wfResult wfFactorFront( const wfFrontJob* job, wfFrontScratch* scratch, int32_t f );

// The same in numbers of any size, for fronts that plain ones cannot hold (front_wide.c).
wfResult wfFactorFrontWide( const wfFrontJob* job, wfFrontScratch* scratch, int32_t f );

// What the pivots of a finished block add to the columns of the pivots after it.
void wfUpdatePivots( const wfKernels* kernels, const wfPivotColumns* columns, int32_t begin, int32_t end );

// Shared by both: where the columns are while the front is eliminated, and where they are kept.
static inline double* wfPivotBlock( const wfFrontScratch* scratch )
{
	return scratch->columns.data;
}

static inline double* wfLowerBlock( const wfFrontScratch* scratch, const wfFront* front )
{
	return scratch->columns.data + (int64_t)front->pivotStride * front->pivotCount;
}

static inline int64_t wfColumnCount( const wfFront* front )
{
	return (int64_t)( front->pivotStride + front->boundaryStride ) * front->pivotCount;
}

// Updates have no use for what is above the diagonal. Strips of columns begin with the row of their first column: the numbers of
// column j from row wfUpdateFirst on start at wfUpdateColumn plus that row, those of the next one wfUpdateStride later.
static inline int32_t wfUpdateFirst( int32_t j )
{
	return j & ~( WF_STRIP - 1 );
}

static inline int64_t wfUpdateStride( const wfFront* front, int32_t j )
{
	return front->boundaryStride - wfUpdateFirst( j );
}

static inline int64_t wfUpdateColumn( const wfFront* front, int32_t j )
{
	int64_t first = wfUpdateFirst( j );
	return j * wfUpdateStride( front, j ) + first * ( first + WF_STRIP - 2 ) / 2;
}

// Where the excess starts.
static inline int64_t wfUpdateLinkCount( const wfFront* front )
{
	int32_t last = front->boundaryCount - 1;
	return wfUpdateColumn( front, last ) + front->boundaryStride;
}

static inline size_t wfUpdateCount( const wfFront* front )
{
	return front->boundaryCount > 0 ? (size_t)( wfUpdateLinkCount( front ) + front->boundaryStride ) : 0;
}

// Numbers of the pivots' columns before scaling.
static inline size_t wfUnscaledCount( const wfFront* front )
{
	return (size_t)front->pivotStride * WF_PIVOT_BLOCK + (size_t)front->boundaryStride * (size_t)front->pivotCount;
}

// Keep the finished columns of a front where solves will read them (front_keep.c). `exponents` go with the columns, null: none.
wfResult wfKeepColumns( wfFactor* factor, int32_t f, const wfFrontScratch* scratch, const int32_t* exponents );
void wfSpecialFront_Free( wfFactor* factor, int32_t f );

void wfUpdate_Free( wfFrontUpdate* update, const wfFront* front );

// A node's row and its excess with the links to pinned neighbours, which the row still has. A pinned node has none.
double wfGetFreeRow( const wfMatrix* matrix, int32_t node, wfRow* row );

// The row of a boundary node, by its position.
int32_t wfFindRow( const wfSymbolic* symbolic, const wfFront* front, int32_t position );

// Fill scratch->target for a child: rows in the parent's pivot block for the first ones (their number is returned), in its
// boundary for the rest.
int32_t wfMapChild( const wfSymbolic* symbolic, const wfFront* parent, const wfFront* child, wfFrontScratch* scratch );

// factor.c
size_t wfSizeOfValue( const wfFactor* factor );
// Where a front's ordinary numbers are.
void* wfGetBlock( const wfFactor* factor, int32_t f );
// Whether the update of a front stays for edits.
bool wfKeepsUpdate( const wfFactor* factor, int32_t f );
// A front, after which the updates of its children go that are not kept.
wfResult wfComputeFront( const wfFrontJob* job, wfFrontScratch* scratch, int32_t f );
// A node whose links are all 0, as those of cells that are blocked now.
void wfNoteCut( wfFactor* factor, const wfMatrix* matrix, int32_t node );
void wfFactor_Measure( wfFactor* factor );

// refactor.c
void wfFactor_DropOld( wfFactor* factor );
