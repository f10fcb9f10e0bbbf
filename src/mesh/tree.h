// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Boxes around triangles, in boxes.
#pragma once

#include "mesh/build.h"

typedef struct wfBox3
{
	wfVec3 lower, upper;
} wfBox3;

// Children lie side by side at `first` and after their parent; a leaf has `count` triangles from `first` on.
typedef struct wfMeshTreeNode
{
	wfBox3 box;
	int32_t first, count; // count 0: not a leaf
} wfMeshTreeNode;

struct wfMeshTree
{
	wfMeshTreeNode* nodes;
	int32_t* triangles; // in the order of the leaves
	int32_t nodeCount, triangleCount;
};

// Every split takes a bit of the Morton code or halves a set of equal codes.
#define WF_TREE_DEPTH 96

typedef struct wfRay
{
	wfVec3 origin, direction; // unit
	double from, reach;
	int32_t ignored;	 // triangle; -1: none
	double leastIncline; // triangles whose plane is closer to the ray, as the cosine of normal and ray, are passed by
} wfRay;

wfRayHit wfCastRay( const wfMesh* mesh, const wfRay* ray );
