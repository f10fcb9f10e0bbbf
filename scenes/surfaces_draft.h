// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the makers of surfaces share.
#pragma once

#include "scenes/crowds_plan.h"
#include "scenes/surfaces.h"

#include <math.h>

#define PI 3.14159265358979323846

// Room for so many; wf_tooLarge beyond the limit. What is there stays.
wfResult wfSurfaceShape_Reserve( wfSurfaceShape* shape, int64_t vertices, int64_t triangles );
// Begin anew, with room for so many.
wfResult wfSurfaceShape_Begin( wfSurfaceShape* shape, int64_t vertices, int64_t triangles );
// The room was reserved.
int32_t wfSurfaceShape_AddVertex( wfSurfaceShape* shape, wfVec3 vertex );
void wfSurfaceShape_AddTriangle( wfSurfaceShape* shape, int32_t a, int32_t b, int32_t c );
// Corners in turn; cut along the diagonal whose triangles are less acute, a to c where both are as good.
void wfSurfaceShape_AddQuad( wfSurfaceShape* shape, int32_t a, int32_t b, int32_t c, int32_t d );

// Natural logarithm of a number above 0, from additions and multiplications: the same bits everywhere.
double wfDraftLog( double x );
// Smooth hills between -1 and 1: waves in space, so that they fit any surface.
#define WF_HILL_WAVES 12
typedef struct wfHills
{
	wfVec3 waves[WF_HILL_WAVES]; // turns per metre
	double phases[WF_HILL_WAVES], weights[WF_HILL_WAVES];
} wfHills;

// About as long as `length`.
wfHills wfMakeHills( double length, uint64_t seed );
double wfHills_Evaluate( const wfHills* hills, wfVec3 place );

// wfMakeChain and wfMakeBridge with rounds of smoothing to choose.
wfResult wfDraftChain( int32_t holes, double cell, int32_t smoothing, wfSurfaceShape* shape );
wfResult wfDraftBridge( double size, double cell, uint64_t seed, int32_t smoothing, wfSurfaceShape* shape );

static inline wfVec3 wfDraftSum( wfVec3 a, wfVec3 b )
{
	return ( wfVec3 ){ a.x + b.x, a.y + b.y, a.z + b.z };
}

static inline wfVec3 wfDraftDifference( wfVec3 a, wfVec3 b )
{
	return ( wfVec3 ){ a.x - b.x, a.y - b.y, a.z - b.z };
}

static inline wfVec3 wfDraftScale( double s, wfVec3 a )
{
	return ( wfVec3 ){ s * a.x, s * a.y, s * a.z };
}

static inline double wfDraftDot( wfVec3 a, wfVec3 b )
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline double wfDraftLength( wfVec3 a )
{
	return sqrt( wfDraftDot( a, a ) );
}

static inline bool wfIsPositive( double x )
{
	return x > 0.0 && x < 1e12;
}
