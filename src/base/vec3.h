// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Vectors in space.
#pragma once

#include "base/math.h"

// The plane of a world is that of z = 0.
static inline wfVec2 wfInPlane( wfVec3 a )
{
	return ( wfVec2 ){ a.x, a.y };
}

static inline wfVec3 wfInSpace( wfVec2 a )
{
	return ( wfVec3 ){ a.x, a.y, 0.0 };
}

static inline wfVec3 wfAdd3( wfVec3 a, wfVec3 b )
{
	return ( wfVec3 ){ a.x + b.x, a.y + b.y, a.z + b.z };
}

static inline wfVec3 wfSub3( wfVec3 a, wfVec3 b )
{
	return ( wfVec3 ){ a.x - b.x, a.y - b.y, a.z - b.z };
}

static inline wfVec3 wfScale3( double s, wfVec3 a )
{
	return ( wfVec3 ){ s * a.x, s * a.y, s * a.z };
}

static inline double wfDot3( wfVec3 a, wfVec3 b )
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline wfVec3 wfCross3( wfVec3 a, wfVec3 b )
{
	return ( wfVec3 ){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static inline double wfLength3( wfVec3 a )
{
	return sqrt( wfDot3( a, a ) );
}

static inline double wfDistance3( wfVec3 a, wfVec3 b )
{
	return wfLength3( wfSub3( a, b ) );
}

// a + t ( b - a )
static inline wfVec3 wfMix3( wfVec3 a, wfVec3 b, double t )
{
	return ( wfVec3 ){ a.x + t * ( b.x - a.x ), a.y + t * ( b.y - a.y ), a.z + t * ( b.z - a.z ) };
}

static inline wfVec3 wfMin3( wfVec3 a, wfVec3 b )
{
	return ( wfVec3 ){ wfMin( a.x, b.x ), wfMin( a.y, b.y ), wfMin( a.z, b.z ) };
}

static inline wfVec3 wfMax3( wfVec3 a, wfVec3 b )
{
	return ( wfVec3 ){ wfMax( a.x, b.x ), wfMax( a.y, b.y ), wfMax( a.z, b.z ) };
}

// --------------------------------------------------------------------------------------------------------------- boxes

typedef struct wfBox3
{
	wfVec3 lower, upper;
} wfBox3;

static inline wfBox3 wfBoxUnion3( wfBox3 a, wfBox3 b )
{
	return ( wfBox3 ){ wfMin3( a.lower, b.lower ), wfMax3( a.upper, b.upper ) };
}

static inline bool wfBoxesMeet3( const wfBox3* a, const wfBox3* b )
{
	return a->lower.x <= b->upper.x && a->upper.x >= b->lower.x && a->lower.y <= b->upper.y && a->upper.y >= b->lower.y &&
		   a->lower.z <= b->upper.z && a->upper.z >= b->lower.z;
}

// Square of the distance from a point to a box, 0 inside.
static inline double wfBoxDistanceSquared3( const wfBox3* box, wfVec3 point )
{
	double x = wfMax( wfMax( box->lower.x - point.x, point.x - box->upper.x ), 0.0 );
	double y = wfMax( wfMax( box->lower.y - point.y, point.y - box->upper.y ), 0.0 );
	double z = wfMax( wfMax( box->lower.z - point.z, point.z - box->upper.z ), 0.0 );
	return x * x + y * y + z * z;
}
