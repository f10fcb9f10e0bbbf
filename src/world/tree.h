// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A tree of boxes over a fixed set of items.
#pragma once

#include "world/world.h"

// Enough for the stack of any traversal: the tree halves its items at every level.
#define WF_TREE_STACK 96

typedef struct wfTreeNode
{
	wfBox2 box;
	int32_t first; // leaf: of its places in `order`; else: of its two children
	int32_t count; // 0: not a leaf
} wfTreeNode;

typedef struct wfTree
{
	wfTreeNode* nodes;
	int32_t* order; // items, leaf after leaf
	int32_t nodeCount, nodeCapacity, itemCount;
} wfTree;

wfResult wfTreeCreate( wfTree* tree, const wfBox2* boxes, int32_t count );
void wfTreeDestroy( wfTree* tree );
