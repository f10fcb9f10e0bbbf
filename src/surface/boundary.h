// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The outlines of obstacles and the boundary of the mesh as segments in a tree of boxes: the straight 3D distance to the nearest.
#pragma once

#include "base/array.h"
#include "surface/node_path.h"

typedef struct wfBoundarySegment
{
	wfVec3 a, b; // equal for a single vertex
} wfBoundarySegment;

struct wfBoundary
{
	WF_ARRAY( wfBoundarySegment ) segments;
	wfBoxTree tree;
};

// `blocked` by vertex, may be null; the boundary of the mesh always counts, but `boundaryOnly` vertices (may be null) are not
// obstacles.
wfResult wfCreateBoundary( const wfMesh* mesh, const uint8_t* blocked, const uint8_t* boundaryOnly, wfBoundary** boundary );
// Infinity if there is nothing closer than `reach`.
double wfBoundary_Measure( const wfBoundary* boundary, wfVec3 place, double reach );

// Mean and minimum clearance of a path from the boundary and from one additional vertex (-1: none).
void wfMeasureClearance( const wfBoundary* boundary, const wfMesh* mesh, int32_t vertex, wfSurfacePath* path );
