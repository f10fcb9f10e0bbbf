// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Minimum-degree ordering on a quotient graph, with approximate external degrees
// (P. Amestoy, T. Davis, I. Duff, "An approximate minimum degree ordering algorithm", 1996).
//
// Objects are variables (groups not yet eliminated) and elements (eliminated pivots, which stand for the clique of their
// boundary). A variable's list holds its elements first, then the variables it is linked to directly; an element's list holds its
// boundary.

#include "base/arrays.h"
#include "sparse/sparse.h"

#include <string.h>

#define NONE ( -1 )

typedef struct Quotient
{
	int32_t count;
	int32_t* list; // all lists, one after the other with gaps
	int64_t listSize, listUsed;
	int64_t* at; // start of an object's list; -1: dead
	int32_t* length;
	int32_t* elementCount; // of a variable's list; NONE marks an element
	int32_t* weight;	   // nodes it stands for; 0: absorbed; negative while in the boundary being built
	int32_t* degree;
	int32_t* parent; // what absorbed it
	int32_t* mark;
	int32_t markNow;
	int32_t* degreeHead; // lists of variables by degree
	int32_t *next, *previous;
	int32_t* hashHead;
	int32_t smallest; // no list below it has variables
	int32_t totalWeight, eliminated;
} Quotient;

static wfArrays listQuotient( Quotient* q )
{
	size_t n = (size_t)q->count;
	return ( wfArrays ){ {
		WF_ONE_ARRAY( q->list, q->listSize ),
		WF_ONE_ARRAY( q->at, n ),
		WF_ONE_ARRAY( q->length, n ),
		WF_ONE_ARRAY( q->elementCount, n ),
		WF_ONE_ARRAY( q->weight, n ),
		WF_ONE_ARRAY( q->degree, n ),
		WF_ONE_ARRAY( q->parent, n ),
		WF_ONE_ARRAY( q->mark, n ),
		WF_ONE_ARRAY( q->degreeHead, q->totalWeight + 1 ),
		WF_ONE_ARRAY( q->next, n ),
		WF_ONE_ARRAY( q->previous, n ),
		WF_ONE_ARRAY( q->hashHead, n ),
	} };
}

static void listInsert( Quotient* q, int32_t i )
{
	int32_t degree = q->degree[i];
	int32_t head = q->degreeHead[degree];
	q->next[i] = head;
	q->previous[i] = NONE;
	if ( head != NONE )
	{
		q->previous[head] = i;
	}
	q->degreeHead[degree] = i;
	if ( degree < q->smallest )
	{
		q->smallest = degree;
	}
}

static void listRemove( Quotient* q, int32_t i )
{
	if ( q->next[i] != NONE )
	{
		q->previous[q->next[i]] = q->previous[i];
	}
	if ( q->previous[i] != NONE )
	{
		q->next[q->previous[i]] = q->next[i];
	}
	else
	{
		q->degreeHead[q->degree[i]] = q->next[i];
	}
}

static wfResult quotientInit( Quotient* q, int32_t n, const int64_t* start, const int32_t* neighbor, const int32_t* weight )
{
	memset( q, 0, sizeof( *q ) );
	q->count = n;
	for ( int32_t i = 0; i < n; ++i )
	{
		q->totalWeight += weight != NULL ? weight[i] : 1;
	}
	q->listSize = start[n] + start[n] / 4 + n + 16;
	wfArrays arrays = listQuotient( q );
	if ( wfArrays_Allocate( &arrays ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	memcpy( q->list, neighbor, (size_t)start[n] * sizeof( int32_t ) );
	q->listUsed = start[n];
	memset( q->degreeHead, 0xFF, ( (size_t)q->totalWeight + 1 ) * sizeof( int32_t ) );
	q->smallest = q->totalWeight;
	q->markNow = 1;
	for ( int32_t i = 0; i < n; ++i )
	{
		q->at[i] = start[i];
		q->length[i] = (int32_t)( start[i + 1] - start[i] );
		q->elementCount[i] = 0;
		q->weight[i] = weight != NULL ? weight[i] : 1;
		q->parent[i] = NONE;
		q->mark[i] = 0;
		q->hashHead[i] = NONE;
		int32_t degree = 0;
		for ( int64_t k = start[i]; k < start[i + 1]; ++k )
		{
			degree += weight != NULL ? weight[neighbor[k]] : 1;
		}
		q->degree[i] = degree;
	}
	// Inserted backwards: among equals the first group is taken first, whatever the machine.
	for ( int32_t i = n - 1; i >= 0; --i )
	{
		listInsert( q, i );
	}
	return wf_ok;
}

// Close the gaps between living lists, and enlarge the space if that does not make room for `needed` more.
static wfResult makeRoom( Quotient* q, int64_t needed )
{
	if ( q->listUsed + needed <= q->listSize )
	{
		return wf_ok;
	}
	// Each list's first entry is lent to the name of its owner while the lists are moved down.
	for ( int32_t i = 0; i < q->count; ++i )
	{
		if ( q->at[i] >= 0 && q->length[i] > 0 )
		{
			int64_t position = q->at[i];
			q->at[i] = q->list[position];
			q->list[position] = -i - 2;
		}
	}
	int64_t write = 0;
	for ( int64_t read = 0; read < q->listUsed; )
	{
		int32_t owner = -q->list[read] - 2;
		if ( owner < 0 )
		{
			++read;
			continue;
		}
		q->list[write] = (int32_t)q->at[owner];
		q->at[owner] = write;
		for ( int32_t k = 1; k < q->length[owner]; ++k )
		{
			q->list[write + k] = q->list[read + k];
		}
		write += q->length[owner];
		read += q->length[owner];
	}
	q->listUsed = write;
	if ( q->listUsed + needed <= q->listSize )
	{
		return wf_ok;
	}
	int64_t larger = q->listUsed + needed + q->listSize / 2;
	int32_t* list = wfAllocateArray( (size_t)larger, sizeof( int32_t ) );
	if ( list == NULL )
	{
		return wf_outOfMemory;
	}
	memcpy( list, q->list, (size_t)q->listUsed * sizeof( int32_t ) );
	wfReleaseArray( q->list, (size_t)q->listSize, sizeof( int32_t ) );
	q->list = list;
	q->listSize = larger;
	return wf_ok;
}

// Move variable i into the boundary being built.
static inline void takeIntoBoundary( Quotient* q, int32_t i, int64_t* write, int32_t* degree )
{
	int32_t weight = q->weight[i];
	if ( weight > 0 )
	{
		*degree += weight;
		q->weight[i] = -weight;
		q->list[( *write )++] = i;
		listRemove( q, i );
	}
}

// Turn variable `me` into an element whose list is the union of what it is linked to. Returns the boundary's weight.
static wfResult makeElement( Quotient* q, int32_t me, int32_t* boundaryWeight )
{
	int64_t needed = q->length[me];
	for ( int32_t k = 0; k < q->elementCount[me]; ++k )
	{
		needed += q->length[q->list[q->at[me] + k]];
	}
	bool inPlace = q->elementCount[me] == 0;
	if ( !inPlace )
	{
		wfResult result = makeRoom( q, needed );
		if ( result != wf_ok )
		{
			return result;
		}
	}

	int32_t degree = 0;
	int32_t ownWeight = q->weight[me];
	q->weight[me] = -ownWeight; // not into its own boundary, and out of its neighbours' lists
	int64_t begin = inPlace ? q->at[me] : q->listUsed;
	int64_t write = begin;
	for ( int32_t k = 0; k < q->elementCount[me]; ++k )
	{
		int32_t element = q->list[q->at[me] + k];
		for ( int32_t m = 0; m < q->length[element]; ++m )
		{
			takeIntoBoundary( q, q->list[q->at[element] + m], &write, &degree );
		}
		q->parent[element] = me;
		q->at[element] = NONE;
		q->length[element] = 0;
	}
	for ( int32_t k = q->elementCount[me]; k < q->length[me]; ++k )
	{
		takeIntoBoundary( q, q->list[q->at[me] + k], &write, &degree );
	}
	q->at[me] = begin;
	q->length[me] = (int32_t)( write - begin );
	q->elementCount[me] = NONE;
	q->degree[me] = degree;
	if ( !inPlace )
	{
		q->listUsed = write;
	}
	*boundaryWeight = degree;
	return wf_ok;
}

static void renewMarks( Quotient* q, int32_t step )
{
	if ( q->markNow > INT32_MAX - 2 * step - 2 )
	{
		memset( q->mark, 0, (size_t)q->count * sizeof( int32_t ) );
		q->markNow = 1;
	}
}

// For every element e next to the new boundary: mark[e] - markNow becomes the weight of e's boundary outside the new one.
static void measureOverlaps( Quotient* q, int32_t me )
{
	for ( int32_t k = 0; k < q->length[me]; ++k )
	{
		int32_t i = q->list[q->at[me] + k];
		int32_t weight = -q->weight[i];
		for ( int32_t m = 0; m < q->elementCount[i]; ++m )
		{
			int32_t element = q->list[q->at[i] + m];
			if ( q->mark[element] >= q->markNow )
			{
				q->mark[element] -= weight;
			}
			else if ( q->at[element] != NONE )
			{
				q->mark[element] = q->degree[element] - weight + q->markNow;
			}
		}
	}
}

// Rebuild the list of boundary variable i around the new element, drop what the element covers, bound its degree and hash it.
// Returns false where nothing else is left: i can be eliminated together with the pivot.
static bool updateVariable( Quotient* q, int32_t i, int32_t me, uint32_t* hash )
{
	int64_t at = q->at[i];
	int32_t elementCount = q->elementCount[i];
	int32_t length = q->length[i];
	int64_t write = at;
	int32_t degree = 0;
	uint32_t sum = 0;
	for ( int32_t k = 0; k < elementCount; ++k )
	{
		int32_t element = q->list[at + k];
		if ( q->at[element] == NONE )
		{
			continue;
		}
		int32_t outside = q->mark[element] - q->markNow;
		if ( outside > 0 )
		{
			degree += outside;
			q->list[write++] = element;
			sum += (uint32_t)element;
		}
		else
		{
			// Its boundary lies within the new one: absorbed although not linked to the pivot.
			q->parent[element] = me;
			q->at[element] = NONE;
			q->length[element] = 0;
		}
	}
	int32_t keptElements = (int32_t)( write - at ) + 1;
	int64_t variablesAt = write;
	for ( int32_t k = elementCount; k < length; ++k )
	{
		int32_t j = q->list[at + k];
		if ( q->weight[j] > 0 )
		{
			degree += q->weight[j];
			q->list[write++] = j;
			sum += (uint32_t)j;
		}
	}
	if ( degree == 0 )
	{
		return false;
	}
	if ( degree < q->degree[i] )
	{
		q->degree[i] = degree;
	}
	// The new element goes to the front; it takes the place of at least one thing that was dropped.
	q->list[write] = q->list[variablesAt];
	q->list[variablesAt] = q->list[at];
	q->list[at] = me;
	q->elementCount[i] = keptElements;
	q->length[i] = (int32_t)( write - at ) + 1;
	*hash = ( sum + (uint32_t)me ) % (uint32_t)q->count;
	return true;
}

static bool haveSameLists( const Quotient* q, int32_t i, int32_t j )
{
	if ( q->length[i] != q->length[j] || q->elementCount[i] != q->elementCount[j] )
	{
		return false;
	}
	for ( int32_t k = 1; k < q->length[j]; ++k )
	{
		if ( q->mark[q->list[q->at[j] + k]] != q->markNow )
		{
			return false;
		}
	}
	return true;
}

// Variables of the boundary with equal lists stay equal for good: merge them. Buckets are chained by `next`.
static void mergeEqualVariables( Quotient* q, int32_t me )
{
	for ( int32_t k = 0; k < q->length[me]; ++k )
	{
		int32_t first = q->list[q->at[me] + k];
		if ( q->weight[first] >= 0 )
		{
			continue;
		}
		int32_t bucket = q->previous[first];
		int32_t i = q->hashHead[bucket];
		q->hashHead[bucket] = NONE;
		for ( ; i != NONE && q->next[i] != NONE; i = q->next[i], ++q->markNow )
		{
			for ( int32_t m = 1; m < q->length[i]; ++m )
			{
				q->mark[q->list[q->at[i] + m]] = q->markNow;
			}
			int32_t last = i;
			for ( int32_t j = q->next[i]; j != NONE; j = q->next[j] )
			{
				if ( haveSameLists( q, i, j ) )
				{
					q->parent[j] = i;
					q->weight[i] += q->weight[j];
					q->weight[j] = 0;
					q->at[j] = NONE;
					q->length[j] = 0;
					q->next[last] = q->next[j];
				}
				else
				{
					last = j;
				}
			}
		}
	}
}

// Put the surviving boundary variables back into the degree lists and close the element's list.
static void settleBoundary( Quotient* q, int32_t me, int32_t boundaryWeight )
{
	int64_t write = q->at[me];
	int32_t left = q->totalWeight - q->eliminated;
	for ( int32_t k = 0; k < q->length[me]; ++k )
	{
		int32_t i = q->list[q->at[me] + k];
		int32_t weight = -q->weight[i];
		if ( weight <= 0 )
		{
			continue;
		}
		q->weight[i] = weight;
		int32_t degree = q->degree[i] + boundaryWeight - weight;
		q->degree[i] = degree < left - weight ? degree : left - weight;
		listInsert( q, i );
		q->list[write++] = i;
	}
	q->length[me] = (int32_t)( write - q->at[me] );
	if ( q->length[me] == 0 )
	{
		q->at[me] = NONE;
	}
}

static wfResult eliminate( Quotient* q, int32_t me )
{
	listRemove( q, me );
	int32_t boundaryWeight;
	wfResult result = makeElement( q, me, &boundaryWeight );
	if ( result != wf_ok )
	{
		return result;
	}
	q->eliminated -= q->weight[me];
	renewMarks( q, q->totalWeight + q->count );
	measureOverlaps( q, me );
	for ( int32_t k = 0; k < q->length[me]; ++k )
	{
		int32_t i = q->list[q->at[me] + k];
		uint32_t hash;
		if ( updateVariable( q, i, me, &hash ) )
		{
			q->next[i] = q->hashHead[hash];
			q->hashHead[hash] = i;
			q->previous[i] = (int32_t)hash;
		}
		else
		{
			int32_t weight = -q->weight[i];
			q->parent[i] = me;
			q->eliminated += weight;
			boundaryWeight -= weight;
			q->weight[i] = 0;
			q->at[i] = NONE;
			q->length[i] = 0;
		}
	}
	q->degree[me] = boundaryWeight;
	q->markNow += q->totalWeight + 1;
	mergeEqualVariables( q, me );
	settleBoundary( q, me, boundaryWeight );
	return wf_ok;
}

wfResult wfOrderMinimumDegree( int32_t groupCount, const int64_t* start, const int32_t* neighbor, const int32_t* weight,
							   wfOrder* order )
{
	memset( order, 0, sizeof( *order ) );
	order->groupCount = groupCount;
	order->pivotOfGroup = wfAllocateArray( (size_t)groupCount, sizeof( int32_t ) );
	if ( order->pivotOfGroup == NULL )
	{
		return wf_outOfMemory;
	}
	Quotient q;
	wfResult result = quotientInit( &q, groupCount, start, neighbor, weight );
	memset( order->pivotOfGroup, 0xFF, (size_t)groupCount * sizeof( int32_t ) );
	while ( result == wf_ok && q.eliminated < q.totalWeight )
	{
		while ( q.degreeHead[q.smallest] == NONE )
		{
			++q.smallest;
		}
		int32_t me = q.degreeHead[q.smallest];
		order->pivotOfGroup[me] = order->pivotCount++;
		result = eliminate( &q, me );
	}
	// A group that was absorbed goes with what absorbed it; chains are short and get shortened.
	for ( int32_t i = 0; result == wf_ok && i < groupCount; ++i )
	{
		int32_t top = i;
		while ( order->pivotOfGroup[top] == NONE )
		{
			top = q.parent[top];
		}
		int32_t pivot = order->pivotOfGroup[top];
		for ( int32_t k = i; order->pivotOfGroup[k] == NONE; k = q.parent[k] )
		{
			order->pivotOfGroup[k] = pivot;
		}
	}
	wfArrays arrays = listQuotient( &q );
	wfArrays_Free( &arrays );
	if ( result != wf_ok )
	{
		wfOrder_Free( order );
	}
	return result;
}

void wfOrder_Free( wfOrder* order )
{
	wfReleaseArray( order->pivotOfGroup, (size_t)order->groupCount, sizeof( int32_t ) );
	memset( order, 0, sizeof( *order ) );
}
