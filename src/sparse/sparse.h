// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Sparse direct solution of symmetric M-matrices, accurate in every entry.
//
// The matrix is given by its links N_ij = -a_ij >= 0 and its excess e_i = a_ii - sum_j N_ij, and never by its diagonal:
// elimination then only adds, multiplies and divides non-negative numbers, so that every entry of the factor and of the solution
// keeps its full relative precision however small it is (Grassmann, Taksar and Heyman's elimination, in multifrontal form). See
// docs/solver.md.
#pragma once

#include "base/array.h"

// The links of one node.
typedef struct wfRow
{
	int32_t count;
	const int32_t* neighbors; // no node is its own neighbour
	const double* links;	  // N_ij >= 0
	double excess;			  // e_i, >= 0 for the guarantee above; slightly negative values are allowed and cost accuracy
	int32_t ownNeighbors[4];  // what a wfRowFcn may point at
	double ownLinks[4];
} wfRow;

typedef void wfRowFcn( const void* context, int32_t node, wfRow* row );

typedef struct wfMatrix
{
	int32_t count;
	int64_t* start;	   // count + 1 positions in neighbor and link
	int32_t* neighbor; // both directions of a link are stored
	double* link;
	double* excess;
	size_t linkCapacity;
	wfRowFcn* getRow; // not null: rows are computed, and the arrays are null
	const void* rowContext;
	const uint8_t* isPinned; // by node: linked to nothing, its links count as its neighbours' excess; null: none is
} wfMatrix;

// Pinned nodes are not seen here.
static inline void wfMatrix_GetRow( const wfMatrix* matrix, int32_t node, wfRow* row )
{
	if ( matrix->getRow != NULL )
	{
		matrix->getRow( matrix->rowContext, node, row );
		return;
	}
	int64_t start = matrix->start[node];
	row->count = (int32_t)( matrix->start[node + 1] - start );
	row->neighbors = matrix->neighbor + start;
	row->links = matrix->link + start;
	row->excess = matrix->excess[node];
}

// Everything except the counts is left to fill in. After a failure wfMatrix_Free frees what was allocated.
wfResult wfMatrix_Allocate( wfMatrix* matrix, int32_t count, size_t links );
void wfMatrix_Free( wfMatrix* matrix );

// Breadth-first search from the first `count` nodes of the queue along links to all nodes accepted by `enters`. The queue has
// room for all nodes and receives them in the order they are visited; `visited` is set for each. Returns their number.
typedef bool wfEnterFcn( const void* context, int32_t node );
int32_t wfMatrix_Flood( const wfMatrix* matrix, int32_t* queue, int32_t count, uint8_t* visited, wfEnterFcn* enters,
						const void* context );

// Where the best neighbours lead from every place. `next` gives the best neighbour, the place itself if it is a goal, WF_STUCK if
// it has no better neighbour, WF_NO_PLACE if it is not a place to start from.
#define WF_STUCK ( -1 )
#define WF_NO_PLACE ( -2 )
typedef int32_t wfNextPlaceFcn( const void* context, int32_t place );
typedef struct wfArrivals
{
	int64_t arriving; // places from which the descent ends at a goal, including goals
	int64_t flat;	  // places without a better neighbour
} wfArrivals;

wfResult wfCountArrivals( int32_t count, wfNextPlaceFcn* next, const void* context, wfArrivals* arrivals );

// The elimination order of groups of nodes: group g is eliminated with the pivot representative[g]; pivots are numbered
// in elimination order.
typedef struct wfOrder
{
	int32_t groupCount;
	int32_t pivotCount;
	int32_t* pivotOfGroup;
} wfOrder;

// One dense block of the factor: its pivots, eliminated together, and the later nodes they are linked to.
typedef struct wfFront
{
	int32_t pivotFirst, pivotCount; // positions in the elimination order
	int32_t boundaryCount;
	int32_t pivotStride;					 // pivotCount rounded up to a multiple of 4
	int32_t boundaryStride;					 // boundaryCount likewise
	int32_t parent, firstChild, nextSibling; // -1: none
	int32_t firstDescendant;				 // fronts [firstDescendant, this] are the subtree
	int32_t root;
	int64_t boundaryStart; // in wfSymbolic.boundary
	int64_t valueStart;	   // in wfFactor.values: boundaryStride * pivotCount numbers, then the triangle of the pivots row by row
	double subtreeOperations;
} wfFront;

// Numbers of the triangle below the diagonal of a front's pivots, row by row: row i starts at i (i - 1) / 2.
static inline int64_t wfTriangleCount( int32_t pivotCount )
{
	return ( (int64_t)pivotCount * ( pivotCount - 1 ) / 2 + 3 ) & ~(int64_t)3;
}

// Numbers of a front in the factor.
static inline int64_t wfBlockCount( const wfFront* front )
{
	return (int64_t)front->boundaryStride * front->pivotCount + wfTriangleCount( front->pivotCount );
}

typedef struct wfSymbolic
{
	int32_t count;
	int32_t frontCount;
	wfFront* fronts;	 // in postorder: children before parents
	int32_t* nodeAt;	 // node at a position of the elimination order; null: nodes are numbered in that order
	int32_t* positionOf; // and back; null likewise
	int32_t* frontOf;	 // front of the pivot at a position
	int32_t* boundary;	 // positions, ascending within each front
	int64_t boundaryTotal;
	int64_t valueTotal;
	int32_t largestFront, largestPivotCount;
	double operations;
	size_t peakBytes; // what the analysis took
} wfSymbolic;

static inline int32_t wfSymbolic_GetNode( const wfSymbolic* symbolic, int32_t position )
{
	return symbolic->nodeAt != NULL ? symbolic->nodeAt[position] : position;
}

static inline int32_t wfSymbolic_GetPosition( const wfSymbolic* symbolic, int32_t node )
{
	return symbolic->positionOf != NULL ? symbolic->positionOf[node] : node;
}

// What a front passes to its parent: links between boundary nodes (lower triangle, column-major) and their excess.
typedef struct wfFrontUpdate
{
	double* values;		// strips of columns (front.h), then boundaryStride excesses; null: not stored
	int32_t* exponents; // null: the values are plain numbers; otherwise value * 2^exponent for the links
} wfFrontUpdate;

// The numbers of a front that the factor's ordinary ones cannot hold.
typedef struct wfSpecialFront
{
	double* values;		// wfBlockCount of them
	int32_t* exponents; // null: the values are plain numbers; otherwise value * 2^exponent
} wfSpecialFront;

// A front as it was before a refactoring that is not finished yet.
typedef struct wfOldFront
{
	void* values; // null: special
	wfSpecialFront* special;
	double *pivots, *balance;
} wfOldFront;

typedef struct wfFactor
{
	const wfSymbolic* symbolic;
	bool single; // the values are float; everything is computed in double before it is rounded
	void* values;
	double* pivots;			  // d_k by position
	double* balance;		  // by position, with `single` only: times this, a column of floats has the sum it had as doubles
	uint8_t* isCut;			  // by position: linked to nothing
	wfSpecialFront** special; // by front: null where the ordinary values hold everything
	wfFrontUpdate* updates;	  // by front, kept where the subtree is expensive and edits are expected
	bool keepUpdates;
	struct wfParts* parts; // null: all numbers are kept
	wfOldFront** old;	   // by front, what solves still read; null: no refactoring is under way
	int64_t wideFronts;	   // with exponents
	int64_t lastFactored;  // fronts computed by the last call
	size_t bytes;
} wfFactor;

// Linked groups; weight is the number of nodes in a group, null: one in each.
wfResult wfOrderMinimumDegree( int32_t groupCount, const int64_t* start, const int32_t* neighbor, const int32_t* weight,
							   wfOrder* order );
void wfOrder_Free( wfOrder* order );

// `groupOf` assigns each node to a group that is eliminated as one, null: each is its own.
wfResult wfAnalyse( const wfMatrix* matrix, const wfOrder* order, const int32_t* groupOf, wfSymbolic* symbolic );
void wfSymbolic_Free( wfSymbolic* symbolic );

typedef struct wfFactorOptions
{
	bool single, keepUpdates;
	wfWorkers* workers;
	wfProgressFcn* progress;
	void* progressContext;
	int64_t pieceNumbers; // subtrees of up to so many numbers are computed again where they are needed; 0: all is kept
	int32_t slotCount;	  // of them in memory at a time
} wfFactorOptions;

// The matrix has the analysed pattern; links may be 0.
wfResult wfFactorise( const wfMatrix* matrix, const wfSymbolic* symbolic, const wfFactorOptions* options, wfFactor* factor );
void wfFactor_Free( wfFactor* factor );

// Before solves read the numbers of a front: see to it that they are there. They stay until the next call. One thread at a time.
wfResult wfFactor_HoldPart( const wfFactor* factor, int32_t f );
static inline wfResult wfFactor_Hold( const wfFactor* factor, int32_t f )
{
	return factor->parts == NULL ? wf_ok : wfFactor_HoldPart( factor, f );
}
// The same for several subtrees that are not there, no more than there are slots.
wfResult wfFactor_HoldPieces( const wfFactor* factor, const int32_t* tops, int32_t count, wfWorkers* workers );

// Room for a factor, with nothing computed.
wfResult wfFactor_Allocate( const wfMatrix* matrix, const wfSymbolic* symbolic, const wfFactorOptions* options,
							wfFactor* factor );
// Recompute what depends on the nodes whose links or excess changed.
wfResult wfRefactorise( const wfMatrix* matrix, wfFactor* factor, const int32_t* nodes, int64_t count );

// Bringing a factor up to date with its matrix, front by front. Until it is finished solves read the old numbers.
typedef struct wfRefactoring
{
	const wfMatrix* matrix;
	wfFactor* factor;
	WF_ARRAY( int32_t ) fronts; // to compute, ascending
	int32_t next;
	WF_ARRAY( int32_t ) nodes; // whose links may have changed
	uint8_t* needed;		   // by front
	struct wfFrontScratch* scratch;
} wfRefactoring;

// Recompute what depends on nodes whose links or excess changed. More of them may be added while it is under way.
wfResult wfRefactoring_Add( wfRefactoring* refactoring, const wfMatrix* matrix, wfFactor* factor, const int32_t* nodes,
							int64_t count );
// Compute all fronts, of a factor that only has its memory.
wfResult wfRefactoring_AddAll( wfRefactoring* refactoring, const wfMatrix* matrix, wfFactor* factor );
static inline bool wfRefactoring_IsDone( const wfRefactoring* refactoring )
{
	return refactoring->next >= refactoring->fronts.count;
}
// Compute fronts until `operations` multiply-adds are used up, which it is reduced by; the last front may take more. `keepOld`:
// the old numbers stay for solves. After a failure the factor is of no use.
wfResult wfRefactoring_Work( wfRefactoring* refactoring, bool keepOld, double* operations );
// Solves read the new numbers from now on. Also ends a refactoring that failed or was never begun.
void wfRefactoring_Finish( wfRefactoring* refactoring );
// Free it with what it put aside, without a look at the matrix.
void wfRefactoring_Drop( wfRefactoring* refactoring );
