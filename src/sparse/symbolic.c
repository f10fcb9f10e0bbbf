// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// From an elimination order to the tree of fronts: which nodes each front eliminates, which later nodes it touches, and where
// its numbers go.

#include "base/arrays.h"
#include "sparse/sparse.h"

#include <string.h>

#define NONE ( -1 )

// Fronts as the order gives them, before small ones are merged. Nodes by number, fronts by pivot number.
typedef struct Draft
{
	const wfMatrix* matrix;
	int32_t frontCount;
	int32_t* frontOfNode;
	int64_t* nodeStart; // nodes of front f: nodes[nodeStart[f] .. nodeStart[f + 1])
	int32_t* nodes;
	int64_t* boundaryStart;
	int32_t* boundary;
	size_t boundaryCapacity, smallerCapacity; // now, and before it grew
	int32_t *parent, *firstChild, *nextSibling;
	int32_t* mergedInto;			  // NONE: stands for itself
	int32_t* pivotCount;			  // after merging
	int64_t* zeros;					  // entries of its columns that are stored but always 0
	int32_t *memberNext, *memberLast; // chain of the draft fronts merged into one, in elimination order
	int32_t* memberFirst;
} Draft;

// What the boundaries are sorted from.
static wfArrays listBoundaries( Draft* d )
{
	size_t f = (size_t)d->frontCount;
	return ( wfArrays ){ { WF_ONE_ARRAY( d->boundaryStart, f + 1 ), WF_ONE_ARRAY( d->boundary, d->boundaryCapacity ),
						   WF_ONE_ARRAY( d->mergedInto, f ) } };
}

// What is not needed any more by then.
static wfArrays listDraft( Draft* d )
{
	size_t n = (size_t)d->matrix->count, f = (size_t)d->frontCount;
	return ( wfArrays ){ {
		WF_ONE_ARRAY( d->frontOfNode, n ),
		WF_ZEROED_ARRAY( d->nodeStart, f + 1 ),
		WF_ONE_ARRAY( d->nodes, n ),
		WF_ONE_ARRAY( d->parent, f ),
		WF_ONE_ARRAY( d->firstChild, f ),
		WF_ONE_ARRAY( d->nextSibling, f ),
		WF_ONE_ARRAY( d->pivotCount, f ),
		WF_ONE_ARRAY( d->zeros, f ),
		WF_ONE_ARRAY( d->memberNext, f ),
		WF_ONE_ARRAY( d->memberLast, f ),
		WF_ONE_ARRAY( d->memberFirst, f ),
	} };
}

static size_t countBytes( wfArrays arrays )
{
	size_t bytes = 0;
	for ( int32_t i = 0; i < WF_MOST_ARRAYS && arrays.items[i].pointer != NULL; ++i )
	{
		bytes += arrays.items[i].count * arrays.items[i].size;
	}
	return bytes;
}

static wfResult draftInit( Draft* d, const wfMatrix* matrix, const wfOrder* order, const int32_t* groupOf )
{
	memset( d, 0, sizeof( *d ) );
	d->matrix = matrix;
	d->frontCount = order->pivotCount;
	d->boundaryCapacity = (size_t)matrix->count * 4 + 16;
	wfArrays arrays = listDraft( d ), boundaries = listBoundaries( d );
	if ( wfArrays_Allocate( &arrays ) != wf_ok || wfArrays_Allocate( &boundaries ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	memset( d->firstChild, 0xFF, (size_t)d->frontCount * sizeof( int32_t ) );
	for ( int32_t i = 0; i < matrix->count; ++i )
	{
		int32_t front = order->pivotOfGroup[groupOf != NULL ? groupOf[i] : i];
		d->frontOfNode[i] = front;
		d->nodeStart[front + 1] += 1;
	}
	for ( int32_t k = 0; k < d->frontCount; ++k )
	{
		d->pivotCount[k] = (int32_t)d->nodeStart[k + 1];
		d->nodeStart[k + 1] += d->nodeStart[k];
		d->boundaryStart[k] = d->nodeStart[k]; // borrowed as the place to write next
	}
	for ( int32_t i = 0; i < matrix->count; ++i )
	{
		d->nodes[d->boundaryStart[d->frontOfNode[i]]++] = i;
	}
	return wf_ok;
}

// Those of `nodes` that later fronts eliminate and that are not marked join the boundary of front f. Returns its new end.
static inline int64_t addLater( Draft* d, int32_t f, const int32_t* nodes, int64_t count, int32_t* mark, int64_t used,
								int32_t* parent )
{
	for ( int64_t m = 0; m < count; ++m )
	{
		int32_t front = d->frontOfNode[nodes[m]];
		if ( front > f && mark[nodes[m]] != f )
		{
			mark[nodes[m]] = f;
			d->boundary[used++] = nodes[m];
			*parent = front < *parent ? front : *parent;
		}
	}
	return used;
}

static inline wfResult reserveBoundary( Draft* d, int64_t count )
{
	if ( (size_t)count <= d->boundaryCapacity )
	{
		return wf_ok;
	}
	d->smallerCapacity = d->boundaryCapacity;
	return wfGrowArray( &d->boundary, &d->boundaryCapacity, (size_t)count, sizeof( int32_t ) );
}

// A front's boundary is what its nodes and its children's boundaries touch of the later fronts; its parent is the earliest of
// these.
static wfResult findBoundaries( Draft* d )
{
	int32_t* mark = wfAllocateArray( (size_t)d->matrix->count, sizeof( int32_t ) );
	if ( mark == NULL )
	{
		return wf_outOfMemory;
	}
	memset( mark, 0xFF, (size_t)d->matrix->count * sizeof( int32_t ) );
	const wfMatrix* a = d->matrix;
	wfResult result = wf_ok;
	wfRow row;
	int64_t used = 0;
	for ( int32_t f = 0; f < d->frontCount && result == wf_ok; ++f )
	{
		d->boundaryStart[f] = used;
		int32_t parent = INT32_MAX;
		for ( int64_t k = d->nodeStart[f]; k < d->nodeStart[f + 1] && result == wf_ok; ++k )
		{
			wfMatrix_GetRow( a, d->nodes[k], &row );
			result = reserveBoundary( d, used + row.count );
			used = result == wf_ok ? addLater( d, f, row.neighbors, row.count, mark, used, &parent ) : used;
		}
		for ( int32_t c = d->firstChild[f]; c != NONE && result == wf_ok; c = d->nextSibling[c] )
		{
			int64_t count = d->boundaryStart[c + 1] - d->boundaryStart[c];
			result = reserveBoundary( d, used + count );
			used = result == wf_ok ? addLater( d, f, d->boundary + d->boundaryStart[c], count, mark, used, &parent ) : used;
		}
		d->boundaryStart[f + 1] = used;
		d->parent[f] = parent == INT32_MAX ? NONE : parent;
		if ( parent != INT32_MAX )
		{
			d->nextSibling[f] = d->firstChild[parent];
			d->firstChild[parent] = f;
		}
	}
	wfReleaseArray( mark, (size_t)d->matrix->count, sizeof( int32_t ) );
	return result;
}

// Whether storing child and parent as one dense block is worth the zeros it adds: small blocks cost more to visit than to
// compute.
static bool isMergeWorth( int32_t childPivots, int32_t parentPivots, int32_t parentBoundary, int64_t zeros )
{
	int64_t columns = (int64_t)childPivots + parentPivots;
	double total = (double)columns * (double)( columns + 1 ) / 2.0 + (double)columns * (double)parentBoundary;
	double share = (double)zeros / total;
	return ( columns <= 8 && share < 0.4 ) || ( columns <= 24 && share < 0.15 ) || ( columns <= 64 && share < 0.06 ) ||
		   share < 0.02;
}

static void mergeFronts( Draft* d )
{
	for ( int32_t f = 0; f < d->frontCount; ++f )
	{
		d->mergedInto[f] = NONE;
		d->zeros[f] = 0;
		d->memberFirst[f] = d->memberLast[f] = f;
		d->memberNext[f] = NONE;
		int32_t boundary = (int32_t)( d->boundaryStart[f + 1] - d->boundaryStart[f] );
		for ( int32_t c = d->firstChild[f]; c != NONE; c = d->nextSibling[c] )
		{
			int64_t childBoundary = d->boundaryStart[c + 1] - d->boundaryStart[c];
			int64_t added = d->pivotCount[c] * ( d->pivotCount[f] + boundary - childBoundary );
			if ( isMergeWorth( d->pivotCount[c], d->pivotCount[f], boundary, d->zeros[c] + d->zeros[f] + added ) )
			{
				d->mergedInto[c] = f;
				d->pivotCount[f] += d->pivotCount[c];
				d->zeros[f] += d->zeros[c] + added;
				d->memberNext[d->memberLast[c]] = d->memberFirst[f];
				d->memberFirst[f] = d->memberFirst[c];
			}
		}
	}
}

static int32_t roundUpToFour( int32_t count )
{
	return ( count + 3 ) & ~3;
}

// Multiply-adds to eliminate a front's pivots.
static double countOperations( double pivots, double boundary )
{
	return pivots * pivots * pivots / 6.0 + pivots * pivots * boundary / 2.0 + pivots * boundary * boundary / 2.0;
}

// Number the surviving fronts in postorder; `finalOf` receives the number of each.
static wfResult numberFronts( Draft* d, wfSymbolic* s, int32_t* finalOf )
{
	int32_t* stack = wfAllocateArray( (size_t)d->frontCount, sizeof( int32_t ) );
	if ( stack == NULL )
	{
		return wf_outOfMemory;
	}
	// The surviving parent, and child lists among survivors.
	memset( d->firstChild, 0xFF, (size_t)d->frontCount * sizeof( int32_t ) );
	for ( int32_t f = d->frontCount - 1; f >= 0; --f )
	{
		// A parent comes later in the order, so it is resolved already.
		int32_t parent = d->parent[f];
		int32_t survivor = parent == NONE ? NONE : ( d->mergedInto[parent] == NONE ? parent : d->mergedInto[parent] );
		if ( d->mergedInto[f] != NONE )
		{
			d->mergedInto[f] = survivor;
		}
		else
		{
			d->parent[f] = survivor;
			if ( survivor != NONE )
			{
				d->nextSibling[f] = d->firstChild[survivor];
				d->firstChild[survivor] = f;
			}
		}
	}
	int32_t numbered = 0;
	for ( int32_t root = 0; root < d->frontCount; ++root )
	{
		if ( d->mergedInto[root] != NONE || d->parent[root] != NONE )
		{
			continue;
		}
		int32_t depth = 0;
		stack[depth++] = root;
		while ( depth > 0 )
		{
			int32_t f = stack[depth - 1];
			int32_t child = d->firstChild[f];
			if ( child != NONE )
			{
				d->firstChild[f] = d->nextSibling[child];
				stack[depth++] = child;
			}
			else
			{
				finalOf[f] = numbered++;
				--depth;
			}
		}
	}
	s->frontCount = numbered;
	wfReleaseArray( stack, (size_t)d->frontCount, sizeof( int32_t ) );
	return wf_ok;
}

static void layOutFront( wfSymbolic* s, int32_t f, int32_t pivots, int32_t boundary )
{
	wfFront* front = &s->fronts[f];
	front->pivotCount = pivots;
	front->boundaryCount = boundary;
	front->pivotStride = roundUpToFour( pivots );
	front->boundaryStride = roundUpToFour( boundary );
	front->firstChild = NONE;
	front->nextSibling = NONE;
	front->subtreeOperations = countOperations( pivots, boundary );
}

static void layOutTree( wfSymbolic* s )
{
	int32_t position = 0;
	for ( int32_t f = 0; f < s->frontCount; ++f )
	{
		wfFront* front = &s->fronts[f];
		front->pivotFirst = position;
		position += front->pivotCount;
		front->boundaryStart = s->boundaryTotal;
		s->boundaryTotal += front->boundaryCount;
		s->operations += countOperations( front->pivotCount, front->boundaryCount );
		int32_t size = front->pivotStride + front->boundaryStride;
		s->largestFront = size > s->largestFront ? size : s->largestFront;
		s->largestPivotCount = front->pivotCount > s->largestPivotCount ? front->pivotCount : s->largestPivotCount;
		front->firstDescendant = f;
	}
	for ( int32_t f = 0; f < s->frontCount; ++f )
	{
		wfFront* front = &s->fronts[f];
		if ( front->parent != NONE )
		{
			wfFront* parent = &s->fronts[front->parent];
			parent->subtreeOperations += front->subtreeOperations;
			parent->firstDescendant =
				front->firstDescendant < parent->firstDescendant ? front->firstDescendant : parent->firstDescendant;
		}
	}
	// Backwards, so that children are chained in ascending order, and so that a solve, which goes from the roots down, reads the
	// factor from its first number to its last.
	for ( int32_t f = s->frontCount - 1; f >= 0; --f )
	{
		wfFront* front = &s->fronts[f];
		front->valueStart = s->valueTotal;
		s->valueTotal += wfBlockCount( front );
		front->root = front->parent == NONE ? f : s->fronts[front->parent].root;
		if ( front->parent != NONE )
		{
			front->nextSibling = s->fronts[front->parent].firstChild;
			s->fronts[front->parent].firstChild = f;
		}
	}
}

static void numberNodes( const Draft* d, wfSymbolic* s, const int32_t* finalOf )
{
	for ( int32_t f = 0; f < d->frontCount; ++f )
	{
		if ( d->mergedInto[f] != NONE )
		{
			continue;
		}
		int32_t final = finalOf[f];
		int32_t position = s->fronts[final].pivotFirst;
		for ( int32_t member = d->memberFirst[f]; member != NONE; member = d->memberNext[member] )
		{
			for ( int64_t k = d->nodeStart[member]; k < d->nodeStart[member + 1]; ++k, ++position )
			{
				s->nodeAt[position] = d->nodes[k];
				s->positionOf[d->nodes[k]] = position;
				s->frontOf[position] = final;
			}
		}
	}
}

static wfArrays listSymbolic( wfSymbolic* s )
{
	return ( wfArrays ){ { WF_ZEROED_ARRAY( s->fronts, s->frontCount ), WF_ONE_ARRAY( s->nodeAt, s->count ),
						   WF_ONE_ARRAY( s->positionOf, s->count ), WF_ONE_ARRAY( s->frontOf, s->count ) } };
}

static void notePeak( wfSymbolic* s, size_t bytes )
{
	s->peakBytes = bytes > s->peakBytes ? bytes : s->peakBytes;
}

// Boundaries by position, ascending: a counting sort over all fronts at once.
static wfResult sortBoundaries( Draft* d, wfSymbolic* s, const int32_t* finalOf )
{
	size_t n = (size_t)s->count;
	int64_t *bucket, *write;
	int32_t* owner;
	wfArrays arrays = {
		{ WF_ZEROED_ARRAY( bucket, n + 1 ), WF_ONE_ARRAY( owner, s->boundaryTotal ), WF_ONE_ARRAY( write, s->frontCount ) } };
	wfResult result = wfArrays_Allocate( &arrays );
	notePeak( s, countBytes( listBoundaries( d ) ) + (size_t)d->frontCount * sizeof( int32_t ) + countBytes( listSymbolic( s ) ) +
					 ( (size_t)s->boundaryTotal + 1 ) * sizeof( int32_t ) + countBytes( arrays ) );
	if ( result == wf_ok )
	{
		for ( int pass = 0; pass < 2; ++pass )
		{
			for ( int32_t f = 0; f < d->frontCount; ++f )
			{
				if ( d->mergedInto[f] != NONE )
				{
					continue;
				}
				for ( int64_t k = d->boundaryStart[f]; k < d->boundaryStart[f + 1]; ++k )
				{
					int32_t position = s->positionOf[d->boundary[k]];
					if ( pass == 0 )
					{
						bucket[position + 1] += 1;
					}
					else
					{
						owner[bucket[position]++] = finalOf[f];
					}
				}
			}
			for ( size_t i = 0; pass == 0 && i < n; ++i )
			{
				bucket[i + 1] += bucket[i];
			}
		}
		for ( int32_t f = 0; f < s->frontCount; ++f )
		{
			write[f] = s->fronts[f].boundaryStart;
		}
		int64_t k = 0;
		for ( int32_t position = 0; position < s->count; ++position )
		{
			// After the second pass bucket[i] is the end of i's entries.
			for ( ; k < bucket[position]; ++k )
			{
				s->boundary[write[owner[k]]++] = position;
			}
		}
	}
	wfArrays_Free( &arrays );
	return result;
}

static wfResult finish( Draft* d, wfSymbolic* s )
{
	int32_t* finalOf = wfAllocateArray( (size_t)d->frontCount, sizeof( int32_t ) );
	if ( finalOf == NULL )
	{
		return wf_outOfMemory;
	}
	wfResult result = numberFronts( d, s, finalOf );
	if ( result == wf_ok )
	{
		wfArrays arrays = listSymbolic( s );
		result = wfArrays_Allocate( &arrays );
		notePeak( s, countBytes( listDraft( d ) ) + countBytes( listBoundaries( d ) ) + countBytes( arrays ) +
						 (size_t)d->frontCount * sizeof( int32_t ) );
	}
	if ( result == wf_ok )
	{
		for ( int32_t f = 0; f < d->frontCount; ++f )
		{
			if ( d->mergedInto[f] == NONE )
			{
				layOutFront( s, finalOf[f], d->pivotCount[f], (int32_t)( d->boundaryStart[f + 1] - d->boundaryStart[f] ) );
				s->fronts[finalOf[f]].parent = d->parent[f] == NONE ? NONE : finalOf[d->parent[f]];
			}
		}
		layOutTree( s );
		numberNodes( d, s, finalOf );
		wfArrays arrays = listDraft( d );
		wfArrays_Free( &arrays );
		s->boundary = wfAllocateArray( (size_t)s->boundaryTotal + 1, sizeof( int32_t ) );
		result = s->boundary == NULL ? wf_outOfMemory : sortBoundaries( d, s, finalOf );
	}
	wfReleaseArray( finalOf, (size_t)d->frontCount, sizeof( int32_t ) );
	return result;
}

wfResult wfAnalyse( const wfMatrix* matrix, const wfOrder* order, const int32_t* groupOf, wfSymbolic* symbolic )
{
	memset( symbolic, 0, sizeof( *symbolic ) );
	symbolic->count = matrix->count;
	Draft draft;
	wfResult result = draftInit( &draft, matrix, order, groupOf );
	if ( result == wf_ok )
	{
		result = findBoundaries( &draft );
	}
	notePeak( symbolic, countBytes( listDraft( &draft ) ) + countBytes( listBoundaries( &draft ) ) +
							( draft.smallerCapacity + (size_t)matrix->count ) * sizeof( int32_t ) );
	if ( result == wf_ok )
	{
		mergeFronts( &draft );
		result = finish( &draft, symbolic );
	}
	wfArrays arrays = listDraft( &draft ), boundaries = listBoundaries( &draft );
	wfArrays_Free( &arrays );
	wfArrays_Free( &boundaries );
	if ( result != wf_ok )
	{
		wfSymbolic_Free( symbolic );
	}
	return result;
}

void wfSymbolic_Free( wfSymbolic* s )
{
	wfArrays arrays = listSymbolic( s );
	wfArrays_Free( &arrays );
	wfReleaseArray( s->boundary, (size_t)s->boundaryTotal + 1, sizeof( int32_t ) );
	memset( s, 0, sizeof( *s ) );
}
