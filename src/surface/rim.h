// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The rim of obstacles and limits as segments in a tree of boxes: how far away is the nearest, straight through space.
#pragma once

#include "base/array.h"
#include "surface/way.h"

typedef struct wfRimSegment
{
	wfVec3 a, b; // the same for a vertex alone
} wfRimSegment;

struct wfRim
{
	WF_ARRAY( wfRimSegment ) segments;
	wfBoxTree tree;
};

// `blocked` by vertex, may be null; limits of the mesh always count, but `limitOnly` vertices (may be null) are no obstacles.
wfResult wfCreateRim( const wfMesh* mesh, const uint8_t* blocked, const uint8_t* limitOnly, wfRim** rim );
// Infinity where there is nothing nearer than `reach`.
double wfRim_Measure( const wfRim* rim, wfVec3 place, double reach );

// Mean and least clearance of a path from the rim and from one vertex more (-1: none).
void wfMeasureClearance( const wfRim* rim, const wfMesh* mesh, int32_t vertex, wfSurfacePath* path );
