// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The boundary of obstacles and the boundary as segments in a tree of boxes: how far away is the nearest, straight through space.
#pragma once

#include "base/array.h"
#include "surface/node_path.h"

typedef struct wfBoundarySegment
{
	wfVec3 a, b; // the same for a vertex alone
} wfBoundarySegment;

struct wfBoundary
{
	WF_ARRAY( wfBoundarySegment ) segments;
	wfBoxTree tree;
};

// `blocked` by vertex, may be null; the boundary of the mesh always counts, but `boundaryOnly` vertices (may be null) are no
// obstacles.
wfResult wfCreateBoundary( const wfMesh* mesh, const uint8_t* blocked, const uint8_t* boundaryOnly, wfBoundary** boundary );
// Infinity where there is nothing nearer than `reach`.
double wfBoundary_Measure( const wfBoundary* boundary, wfVec3 place, double reach );

// Mean and least clearance of a path from the boundary and from one vertex more (-1: none).
void wfMeasureClearance( const wfBoundary* boundary, const wfMesh* mesh, int32_t vertex, wfSurfacePath* path );
