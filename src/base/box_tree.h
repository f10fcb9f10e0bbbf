// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A tree of boxes over a fixed set of items, in space, or in the plane with z 0. Which items lie near a box or a place is asked
// by walking through its leaves:
//
//     wfBoxSearch search = wfFindInBox( &tree, box );
//     while ( wfBoxSearch_Next( &search ) )
//     {
//         for ( int32_t k = search.first; k < search.end; ++k ) { ... tree.order[k] ... }
//     }
#pragma once

#include "base/vec2.h"
#include "base/vec3.h"

// Enough for a walk through any tree: those made here halve their items at every level, others may split them by 48 bits before.
#define WF_BOX_TREE_DEPTH 96
// Computed distances to boxes and to what lies in them are rounded differently. With this much slack nothing that could be the
// nearest is left out, and the answer is the same whatever the order of the search.
#define WF_BOX_TREE_SLACK ( 1.0 - 1.0e-10 )

typedef struct wfBoxNode
{
	wfBox3 box;
	int32_t first; // leaf: of its places in `order`; else: of its two children, which come after it
	int32_t count; // 0: not a leaf
} wfBoxNode;

// A zeroed struct is a tree without items.
typedef struct wfBoxTree
{
	wfBoxNode* nodes;
	int32_t* order; // items, leaf after leaf
	int32_t nodeCount, itemCount;
} wfBoxTree;

// The box around an item, asked for more than once.
typedef wfBox3 wfItemBoxFcn( const void* context, int32_t item );
WF_EDGE_API wfResult wfBoxTree_Create( wfBoxTree* tree, int32_t count, wfItemBoxFcn* boxOf, const void* context );
// The boxes of nodes whose items are known, for trees split in another way.
void wfBoxTree_Bound( wfBoxTree* tree, wfItemBoxFcn* boxOf, const void* context );
WF_EDGE_API void wfBoxTree_Free( wfBoxTree* tree );

static inline wfBox3 wfBoxInPlane( wfBox2 box )
{
	return ( wfBox3 ){ { box.lower.x, box.lower.y, 0.0 }, { box.upper.x, box.upper.y, 0.0 } };
}

// A walk through the leaves whose boxes meet a box.
typedef struct wfBoxSearch
{
	const wfBoxNode* nodes;
	wfBox3 box;
	int32_t first, end; // places in `order` of the leaf found
	int32_t top;
	int32_t stack[WF_BOX_TREE_DEPTH];
} wfBoxSearch;

static inline wfBoxSearch wfFindInBox( const wfBoxTree* tree, wfBox3 box )
{
	wfBoxSearch search;
	search.nodes = tree->nodes;
	search.box = box;
	search.top = tree->nodeCount > 0 && wfBoxesMeet3( &tree->nodes[0].box, &box ) ? 1 : 0;
	search.stack[0] = 0;
	return search;
}

static inline bool wfBoxSearch_Next( wfBoxSearch* search )
{
	while ( search->top > 0 )
	{
		const wfBoxNode* node = &search->nodes[search->stack[--search->top]];
		if ( node->count > 0 )
		{
			search->first = node->first;
			search->end = node->first + node->count;
			return true;
		}
		for ( int32_t child = node->first + 1; child >= node->first; --child )
		{
			search->stack[search->top] = child;
			search->top += wfBoxesMeet3( &search->nodes[child].box, &search->box ) ? 1 : 0;
		}
	}
	return false;
}

// A walk through the leaves near a place, the nearer child of a node first.
typedef struct wfNearSearch
{
	const wfBoxNode* nodes;
	wfVec3 place;
	int32_t first, end; // places in `order` of the leaf found
	int32_t top;
	int32_t stack[WF_BOX_TREE_DEPTH];
	double bound[WF_BOX_TREE_DEPTH]; // square of the distance to the box
} wfNearSearch;

static inline wfNearSearch wfFindNear( const wfBoxTree* tree, wfVec3 place )
{
	wfNearSearch search;
	search.nodes = tree->nodes;
	search.place = place;
	search.top = tree->nodeCount > 0 ? 1 : 0;
	search.stack[0] = 0;
	search.bound[0] = 0.0;
	return search;
}

static inline double wfSquareToNode( const wfBoxNode* node, wfVec3 place, bool inPlane )
{
	wfBox2 flat = { { node->box.lower.x, node->box.lower.y }, { node->box.upper.x, node->box.upper.y } };
	return inPlane ? wfBoxDistanceSquared( flat, ( wfVec2 ){ place.x, place.y } ) : wfBoxDistanceSquared3( &node->box, place );
}

// The next leaf that may hold something no farther than `limit`, the square of a distance; sooner where the tree is `inPlane`.
static inline bool wfNearSearch_Next( wfNearSearch* search, double limit, bool inPlane )
{
	while ( search->top > 0 )
	{
		int32_t index = search->stack[--search->top];
		double bound = search->bound[search->top];
		while ( bound * WF_BOX_TREE_SLACK <= limit )
		{
			const wfBoxNode* node = &search->nodes[index];
			if ( node->count > 0 )
			{
				search->first = node->first;
				search->end = node->first + node->count;
				return true;
			}
			// Down to the nearer child; the other one waits.
			double left = wfSquareToNode( &search->nodes[node->first], search->place, inPlane );
			double right = wfSquareToNode( &search->nodes[node->first + 1], search->place, inPlane );
			int32_t nearer = left <= right ? 0 : 1;
			bound = wfMin( left, right );
			search->stack[search->top] = node->first + 1 - nearer;
			search->bound[search->top++] = wfMax( left, right );
			index = node->first + nearer;
		}
	}
	return false;
}
