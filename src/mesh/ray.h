// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Rays through the tree of boxes around triangles.
#pragma once

#include "mesh/build.h"

typedef struct wfRay
{
	wfVec3 origin, direction; // unit
	double from, reach;
	int32_t ignored;	 // triangle; -1: none
	double leastIncline; // triangles whose plane is closer to the ray, as the cosine of normal and ray, are passed by
} wfRay;

wfRayHit wfCastRay( const wfMesh* mesh, const wfRay* ray );
