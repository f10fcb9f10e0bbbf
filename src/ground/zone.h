// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Parts of a ground: what lies within a polygon as seen from above, on a mesh also between two heights.
#pragma once

#include "ground/ground.h"

typedef struct wfZone
{
	double lower, upper; // heights; given before it is created
	wfVec2* ring;
	int32_t count;
	wfBox2 box;
	WF_ARRAY( int32_t ) triangles; // of a mesh, that may meet it, and the sums of their areas
	WF_ARRAY( double ) sums;
} wfZone;

// Copies the ring. False if there is no memory for it.
bool wfZone_Create( const wfVec2* ring, int32_t count, wfZone* zone );
void wfZone_Free( wfZone* zone );
bool wfZone_Contains( const wfZone* zone, wfVec3 position );
// Lists the triangles of a mesh that places are drawn from, by area. On failure the zone must be freed as well.
wfResult wfGround_PrepareDraws( const wfGround* ground, wfZone* zone );
// A random place by area. False: it lies outside, try the next counter.
bool wfGround_DrawInZone( const wfGround* ground, const wfZone* zone, uint64_t seed, uint64_t stream, uint64_t counter,
						  wfPlace* place );

// The index whose share of the sum a number from 0 to 1 falls into.
int32_t wfDrawBySums( const double* sums, int32_t count, double unit );
// Uniform over a triangle for u and v from 0 to 1.
wfSurfacePoint wfDrawInTriangle( int32_t triangle, double u, double v );
