// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The outline of a body as seen from above: all that is within `depth` of the line between its shoulders. Without a line it is a
// disc. Two radii and a heading: half of what it measures from front to back, and as much more to the sides as the line is long.
#pragma once

#include "base/math.h"
#include "base/vec2.h"

#include <math.h>

typedef struct wfOval
{
	wfVec2 center;
	wfVec2 shoulder; // from the centre to one end of the line
	double depth;
} wfOval;

// Of a body that faces a direction, with half of its width and of its depth.
static inline wfOval wfMakeOval( wfVec2 center, double heading, double width, double depth )
{
	wfOval outline = { center, { 0.0, 0.0 }, depth };
	if ( depth < width )
	{
		wfCosSin turn = wfCosSinOf( heading );
		outline.shoulder = ( wfVec2 ){ ( depth - width ) * turn.sine, ( width - depth ) * turn.cosine };
	}
	return outline;
}

// How far it reaches from its centre in a direction, which is a unit vector.
static inline double wfOval_GetReach( const wfOval* outline, wfVec2 direction )
{
	return outline->depth + fabs( wfDot2( outline->shoulder, direction ) );
}

// From the point of a segment that is nearest to another point, to that point.
static inline wfVec2 wfFromSegment( wfVec2 middle, wfVec2 half, wfVec2 point )
{
	wfVec2 from = wfSub2( point, middle );
	double square = wfDot2( half, half ), along = wfDot2( from, half );
	double share = square == 0.0 ? 0.0 : along >= square ? 1.0 : along <= -square ? -1.0 : along / square;
	return wfAddScaled2( from, -share, half );
}

// The shortest way from one segment to another; nothing where they cross.
static inline wfVec2 wfBetweenSegments( wfVec2 middle, wfVec2 half, wfVec2 otherMiddle, wfVec2 otherHalf )
{
	wfVec2 offset = wfSub2( otherMiddle, middle );
	if ( half.x == 0.0 && half.y == 0.0 )
	{
		return wfScale2( -1.0, wfFromSegment( otherMiddle, otherHalf, middle ) );
	}
	if ( otherHalf.x == 0.0 && otherHalf.y == 0.0 )
	{
		return wfFromSegment( middle, half, otherMiddle );
	}
	double turn = wfCross2( half, otherHalf );
	double mine = wfCross2( offset, otherHalf ), theirs = wfCross2( offset, half ), size = fabs( turn );
	if ( size > 0.0 && fabs( mine ) <= size && fabs( theirs ) <= size )
	{
		return ( wfVec2 ){ 0.0, 0.0 };
	}
	// Otherwise an end of one of them is nearest.
	wfVec2 ways[4] = { wfFromSegment( middle, half, wfAdd2( otherMiddle, otherHalf ) ),
					   wfFromSegment( middle, half, wfSub2( otherMiddle, otherHalf ) ),
					   wfScale2( -1.0, wfFromSegment( otherMiddle, otherHalf, wfAdd2( middle, half ) ) ),
					   wfScale2( -1.0, wfFromSegment( otherMiddle, otherHalf, wfSub2( middle, half ) ) ) };
	wfVec2 best = ways[0];
	for ( int k = 1; k < 4; ++k )
	{
		best = wfDot2( ways[k], ways[k] ) < wfDot2( best, best ) ? ways[k] : best;
	}
	return best;
}

// The gap between two outlines, negative where they overlap, and the unit vector across it.
static inline double wfOval_GetGap( const wfOval* a, const wfOval* b, wfVec2* across )
{
	wfVec2 way = wfBetweenSegments( a->center, a->shoulder, b->center, b->shoulder );
	double distance = wfLength2( way ), depths = a->depth + b->depth;
	if ( distance > 0.0 )
	{
		*across = wfScale2( 1.0 / distance, way );
		return distance - depths;
	}
	wfVec2 offset = wfSub2( b->center, a->center );
	double length = wfLength2( offset );
	*across = length > 0.0 ? wfScale2( 1.0 / length, offset ) : ( wfVec2 ){ 1.0, 0.0 };
	return -depths;
}
