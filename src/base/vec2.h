// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Vectors and boxes in the plane.
#pragma once

#include "base/math.h"

static inline wfVec2 wfAdd2( wfVec2 a, wfVec2 b )
{
	return ( wfVec2 ){ a.x + b.x, a.y + b.y };
}

static inline wfVec2 wfSub2( wfVec2 a, wfVec2 b )
{
	return ( wfVec2 ){ a.x - b.x, a.y - b.y };
}

static inline wfVec2 wfScale2( double s, wfVec2 a )
{
	return ( wfVec2 ){ s * a.x, s * a.y };
}

// Other bits than a product with 1 / s.
static inline wfVec2 wfDivide2( wfVec2 a, double s )
{
	return ( wfVec2 ){ a.x / s, a.y / s };
}

// a + s b
static inline wfVec2 wfAddScaled2( wfVec2 a, double s, wfVec2 b )
{
	return ( wfVec2 ){ a.x + s * b.x, a.y + s * b.y };
}

// a + t ( b - a )
static inline wfVec2 wfMix2( wfVec2 a, wfVec2 b, double t )
{
	return ( wfVec2 ){ a.x + t * ( b.x - a.x ), a.y + t * ( b.y - a.y ) };
}

static inline double wfDot2( wfVec2 a, wfVec2 b )
{
	return a.x * b.x + a.y * b.y;
}

// Above 0 where b points to the left of a.
static inline double wfCross2( wfVec2 a, wfVec2 b )
{
	return a.x * b.y - a.y * b.x;
}

// Twice the signed area of a triangle: above 0 where c lies to the left of the line from a to b.
static inline double wfSide2( wfVec2 a, wfVec2 b, wfVec2 c )
{
	return wfCross2( wfSub2( b, a ), wfSub2( c, a ) );
}

static inline double wfLength2( wfVec2 a )
{
	return sqrt( a.x * a.x + a.y * a.y );
}

static inline double wfDistance2( wfVec2 a, wfVec2 b )
{
	return wfLength2( wfSub2( b, a ) );
}

// A quarter turn counter-clockwise.
static inline wfVec2 wfPerpendicular2( wfVec2 a )
{
	return ( wfVec2 ){ -a.y, a.x };
}

// Of length 1; `otherwise` for a vector of length 0 (or none: NaN).
static inline wfVec2 wfNormalize2( wfVec2 a, wfVec2 otherwise )
{
	double length = wfLength2( a );
	return length > 0.0 ? wfDivide2( a, length ) : otherwise;
}

// `a`, given in the frame whose x axis is the unit vector `axis`, and the way back.
static inline wfVec2 wfFromFrame2( wfVec2 axis, wfVec2 a )
{
	return ( wfVec2 ){ axis.x * a.x - axis.y * a.y, axis.y * a.x + axis.x * a.y };
}

static inline wfVec2 wfIntoFrame2( wfVec2 axis, wfVec2 a )
{
	return ( wfVec2 ){ axis.x * a.x + axis.y * a.y, axis.x * a.y - axis.y * a.x };
}

static inline wfVec2 wfMin2( wfVec2 a, wfVec2 b )
{
	return ( wfVec2 ){ wfMin( a.x, b.x ), wfMin( a.y, b.y ) };
}

static inline wfVec2 wfMax2( wfVec2 a, wfVec2 b )
{
	return ( wfVec2 ){ wfMax( a.x, b.x ), wfMax( a.y, b.y ) };
}

static inline double wfSegmentDistanceSquared( wfVec2 a, wfVec2 b, wfVec2 point )
{
	wfVec2 d = wfSub2( b, a ), p = wfSub2( point, a );
	double length2 = wfDot2( d, d ), along = wfDot2( p, d );
	if ( along <= 0.0 || length2 == 0.0 )
	{
		return wfDot2( p, p );
	}
	if ( along >= length2 )
	{
		p = wfSub2( point, b );
		return wfDot2( p, p );
	}
	double across = wfCross2( p, d );
	return across * across / length2;
}

// --------------------------------------------------------------------------------------------------------------- boxes

// The union of it and any box is that box.
#define WF_EMPTY_BOX ( ( wfBox2 ){ { INFINITY, INFINITY }, { -INFINITY, -INFINITY } } )

static inline bool wfBoxHasPoint( wfBox2 box, wfVec2 point )
{
	return box.lower.x <= point.x && point.x <= box.upper.x && box.lower.y <= point.y && point.y <= box.upper.y;
}

static inline bool wfBoxesMeet( wfBox2 a, wfBox2 b )
{
	return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y && b.lower.y <= a.upper.y;
}

static inline wfBox2 wfBoxAround( wfVec2 a, wfVec2 b, double margin )
{
	return ( wfBox2 ){ { wfMin( a.x, b.x ) - margin, wfMin( a.y, b.y ) - margin },
					   { wfMax( a.x, b.x ) + margin, wfMax( a.y, b.y ) + margin } };
}

static inline wfBox2 wfBoxUnion( wfBox2 a, wfBox2 b )
{
	return ( wfBox2 ){ wfMin2( a.lower, b.lower ), wfMax2( a.upper, b.upper ) };
}

static inline wfBox2 wfBoxOfPoints( const wfVec2* points, int32_t count )
{
	wfBox2 box = WF_EMPTY_BOX;
	for ( int32_t k = 0; k < count; ++k )
	{
		box = wfBoxUnion( box, ( wfBox2 ){ points[k], points[k] } );
	}
	return box;
}

// Square of the distance from a point to a box, 0 inside.
static inline double wfBoxDistanceSquared( wfBox2 box, wfVec2 point )
{
	double x = wfMax( wfMax( box.lower.x - point.x, point.x - box.upper.x ), 0.0 );
	double y = wfMax( wfMax( box.lower.y - point.y, point.y - box.upper.y ), 0.0 );
	return x * x + y * y;
}
