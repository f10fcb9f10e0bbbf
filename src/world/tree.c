// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "world/tree.h"

#define WF_LEAF_SIZE 4

static double middleOf( const wfBox2* box, bool vertical )
{
	return vertical ? box->lower.y + box->upper.y : box->lower.x + box->upper.x;
}

// Put the items with the smaller middles into the first half. Hoare's selection with the middle element as pivot.
static void splitAtMedian( int32_t* order, int32_t count, const wfBox2* boxes, bool vertical )
{
	int32_t half = count / 2, low = 0, high = count - 1;
	while ( low < high )
	{
		double pivot = middleOf( &boxes[order[low + ( high - low ) / 2]], vertical );
		int32_t i = low, j = high;
		while ( i <= j )
		{
			while ( middleOf( &boxes[order[i]], vertical ) < pivot )
			{
				i += 1;
			}
			while ( middleOf( &boxes[order[j]], vertical ) > pivot )
			{
				j -= 1;
			}
			if ( i <= j )
			{
				int32_t swapped = order[i];
				order[i++] = order[j];
				order[j--] = swapped;
			}
		}
		if ( half <= j )
		{
			high = j;
		}
		else if ( half >= i )
		{
			low = i;
		}
		else
		{
			return;
		}
	}
}

// Split along the longer side of the box around the middles.
static bool isTall( const int32_t* order, int32_t count, const wfBox2* boxes )
{
	wfBox2 middles = { { INFINITY, INFINITY }, { -INFINITY, -INFINITY } };
	for ( int32_t k = 0; k < count; ++k )
	{
		wfVec2 middle = { middleOf( &boxes[order[k]], false ), middleOf( &boxes[order[k]], true ) };
		middles = wfBoxUnion( middles, ( wfBox2 ){ middle, middle } );
	}
	return middles.upper.y - middles.lower.y > middles.upper.x - middles.lower.x;
}

wfResult wfTreeCreate( wfTree* tree, const wfBox2* boxes, int32_t count )
{
	*tree = ( wfTree ){ 0 };
	if ( count == 0 )
	{
		return wf_ok;
	}
	tree->itemCount = count;
	// Halving leaves of at least WF_LEAF_SIZE / 2 items gives no more nodes than items, but for the root.
	tree->nodeCapacity = count + 1;
	tree->nodes = wfAllocateArray( (size_t)tree->nodeCapacity, sizeof( wfTreeNode ) );
	tree->order = wfAllocateArray( (size_t)count, sizeof( int32_t ) );
	if ( tree->nodes == NULL || tree->order == NULL )
	{
		wfTreeDestroy( tree );
		return wf_outOfMemory;
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		tree->order[k] = k;
	}
	tree->nodes[0] = ( wfTreeNode ){ .first = 0, .count = count };
	tree->nodeCount = 1;
	// Children come after their parents, so the nodes themselves are the list of work.
	for ( int32_t k = 0; k < tree->nodeCount; ++k )
	{
		wfTreeNode* node = &tree->nodes[k];
		int32_t* order = tree->order + node->first;
		node->box = boxes[order[0]];
		for ( int32_t m = 1; m < node->count; ++m )
		{
			node->box = wfBoxUnion( node->box, boxes[order[m]] );
		}
		if ( node->count > WF_LEAF_SIZE )
		{
			splitAtMedian( order, node->count, boxes, isTall( order, node->count, boxes ) );
			int32_t half = node->count / 2;
			tree->nodes[tree->nodeCount] = ( wfTreeNode ){ .first = node->first, .count = half };
			tree->nodes[tree->nodeCount + 1] = ( wfTreeNode ){ .first = node->first + half, .count = node->count - half };
			node->first = tree->nodeCount;
			node->count = 0;
			tree->nodeCount += 2;
		}
	}
	return wf_ok;
}

void wfTreeDestroy( wfTree* tree )
{
	wfReleaseArray( tree->nodes, (size_t)tree->nodeCapacity, sizeof( wfTreeNode ) );
	wfReleaseArray( tree->order, (size_t)tree->itemCount, sizeof( int32_t ) );
	*tree = ( wfTree ){ 0 };
}
