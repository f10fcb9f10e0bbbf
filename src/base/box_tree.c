// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "base/box_tree.h"

#include "base/arrays.h"

#define LEAF_SIZE 4

// An item with the middle of its box (twice that: nobody needs the half), side by side for those of one node.
typedef struct Entry
{
	double middle[3];
	int32_t item;
} Entry;

// Put the entries with the smaller middles into the first half. Hoare's selection with the middle element as pivot.
static void splitAtMedian( Entry* entries, int32_t count, int32_t axis )
{
	int32_t half = count / 2, low = 0, high = count - 1;
	while ( low < high )
	{
		double pivot = entries[low + ( high - low ) / 2].middle[axis];
		int32_t i = low, j = high;
		while ( i <= j )
		{
			while ( entries[i].middle[axis] < pivot )
			{
				i += 1;
			}
			while ( entries[j].middle[axis] > pivot )
			{
				j -= 1;
			}
			if ( i <= j )
			{
				Entry swapped = entries[i];
				entries[i++] = entries[j];
				entries[j--] = swapped;
			}
		}
		if ( half > j && half < i )
		{
			return;
		}
		low = half >= i ? i : low;
		high = half <= j ? j : high;
	}
}

// Along which the middles are spread most.
static int32_t widestAxis( const Entry* entries, int32_t count )
{
	int32_t widest = 0;
	double most = -1.0;
	for ( int32_t axis = 0; axis < 3; ++axis )
	{
		double low = INFINITY, high = -INFINITY;
		for ( int32_t k = 0; k < count; ++k )
		{
			low = wfMin( low, entries[k].middle[axis] );
			high = wfMax( high, entries[k].middle[axis] );
		}
		widest = high - low > most ? axis : widest;
		most = wfMax( most, high - low );
	}
	return widest;
}

// Children come after their parents, and what lies below one child before what lies below the other: neighbours in space are
// neighbours in memory.
static void splitNodes( wfBoxTree* tree, Entry* entries )
{
	int32_t stack[WF_BOX_TREE_DEPTH], top = 0, used = 1;
	tree->nodes[0] = ( wfBoxNode ){ .first = 0, .count = tree->itemCount };
	stack[top++] = 0;
	while ( top > 0 )
	{
		wfBoxNode* node = &tree->nodes[stack[--top]];
		if ( node->count > LEAF_SIZE )
		{
			Entry* own = entries + node->first;
			splitAtMedian( own, node->count, widestAxis( own, node->count ) );
			int32_t half = node->count / 2, child = used;
			tree->nodes[child] = ( wfBoxNode ){ .first = node->first, .count = half };
			tree->nodes[child + 1] = ( wfBoxNode ){ .first = node->first + half, .count = node->count - half };
			used += 2;
			node->first = child;
			node->count = 0;
			stack[top++] = child + 1;
			stack[top++] = child;
		}
	}
}

void wfBoxTree_Bound( wfBoxTree* tree, wfItemBoxFcn* boxOf, const void* context )
{
	for ( int32_t i = tree->nodeCount - 1; i >= 0; --i )
	{
		wfBoxNode* node = &tree->nodes[i];
		if ( node->count == 0 )
		{
			node->box = wfBoxUnion3( tree->nodes[node->first].box, tree->nodes[node->first + 1].box );
			continue;
		}
		node->box = boxOf( context, tree->order[node->first] );
		for ( int32_t k = 1; k < node->count; ++k )
		{
			node->box = wfBoxUnion3( node->box, boxOf( context, tree->order[node->first + k] ) );
		}
	}
}

// A node of so many items has this many nodes in all, itself included: both halves are split in turn.
static int32_t countNodes( int32_t items )
{
	return items <= LEAF_SIZE ? 1 : 1 + countNodes( items / 2 ) + countNodes( items - items / 2 );
}

wfResult wfBoxTree_Create( wfBoxTree* tree, int32_t count, wfItemBoxFcn* boxOf, const void* context )
{
	*tree = ( wfBoxTree ){ .itemCount = count };
	if ( count == 0 )
	{
		return wf_ok;
	}
	tree->nodeCount = countNodes( count );
	Entry* entries;
	wfArrays arrays = { { WF_ONE_ARRAY( tree->nodes, tree->nodeCount ), WF_ONE_ARRAY( tree->order, count ) } };
	wfArrays scratch = { { WF_ONE_ARRAY( entries, count ) } };
	if ( wfArrays_Allocate( &arrays ) != wf_ok || wfArrays_Allocate( &scratch ) != wf_ok )
	{
		wfBoxTree_Free( tree );
		return wf_outOfMemory;
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		wfBox3 box = boxOf( context, k );
		wfVec3 middle = wfAdd3( box.lower, box.upper );
		entries[k] = ( Entry ){ { middle.x, middle.y, middle.z }, k };
	}
	splitNodes( tree, entries );
	for ( int32_t k = 0; k < count; ++k )
	{
		tree->order[k] = entries[k].item;
	}
	wfBoxTree_Bound( tree, boxOf, context );
	wfArrays_Free( &scratch );
	return wf_ok;
}

void wfBoxTree_Free( wfBoxTree* tree )
{
	wfReleaseArray( tree->nodes, (size_t)tree->nodeCount, sizeof( wfBoxNode ) );
	wfReleaseArray( tree->order, (size_t)tree->itemCount, sizeof( int32_t ) );
	*tree = ( wfBoxTree ){ 0 };
}
