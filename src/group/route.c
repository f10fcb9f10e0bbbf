// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Progress along a polyline. Repeated points have no length and no direction, and are passed over.
#include "base/base.h"
#include "base/vec2.h"
#include "wayfield/strokes.h"

double wfGetRouteLength( const wfVec2* points, int32_t count )
{
	if ( WF_FAILS( points != NULL && count >= 1 ) )
	{
		return 0.0;
	}
	double length = 0.0;
	for ( int32_t k = 1; k < count; ++k )
	{
		length += wfDistance2( points[k - 1], points[k] );
	}
	return length;
}

wfRoutePlace wfGetRoutePlace( const wfVec2* points, int32_t count, double progress )
{
	if ( WF_FAILS( points != NULL && count >= 1 ) )
	{
		return ( wfRoutePlace ){ 0 };
	}
	progress = progress > 0.0 ? progress : 0.0;
	wfRoutePlace found = { .place = points[0] };
	double passed = 0.0;
	for ( int32_t k = 1; k < count; ++k )
	{
		wfVec2 segment = wfSub2( points[k], points[k - 1] );
		double length = wfLength2( segment );
		if ( length > 0.0 )
		{
			double end = passed + length;
			found.direction = wfDivide2( segment, length );
			if ( progress < end )
			{
				found.progress = progress;
				found.place = wfMix2( points[k - 1], points[k], wfMin( ( progress - passed ) / length, 1.0 ) );
				return found;
			}
			passed = end;
			found.place = points[k];
		}
	}
	found.progress = passed;
	return found;
}

// The nearest place of those with a progress in [begin, end]; of equal ones the first.
static wfRoutePlace findBetween( const wfVec2* points, int32_t count, wfVec2 place, double begin, double end )
{
	wfRoutePlace found = { .place = points[0], .distance = INFINITY };
	double passed = 0.0;
	for ( int32_t k = 1; k < count && passed <= end; ++k )
	{
		wfVec2 a = points[k - 1], segment = wfSub2( points[k], a );
		double length = wfLength2( segment ), next = passed + length;
		if ( length > 0.0 && next >= begin )
		{
			wfVec2 direction = wfDivide2( segment, length );
			double first = wfMax( begin - passed, 0.0 ), last = wfMin( end - passed, length );
			double along = wfMax( wfMin( wfDot2( wfSub2( place, a ), direction ), last ), first );
			wfVec2 there = along >= length ? points[k] : wfAddScaled2( a, along, direction );
			double distance = wfDistance2( place, there );
			if ( distance < found.distance )
			{
				double progress = along >= length ? next : passed + along;
				found = ( wfRoutePlace ){ wfMin( wfMax( progress, begin ), end ), there, direction, distance };
			}
		}
		passed = next;
	}
	if ( found.distance == INFINITY )
	{
		// A route without length, or a place that is none.
		found.distance = wfDistance2( place, points[0] );
		found.progress = wfMin( begin, passed );
	}
	return found;
}

wfRoutePlace wfFindOnRoute( const wfVec2* points, int32_t count, wfVec2 place )
{
	if ( WF_FAILS( points != NULL && count >= 1 ) )
	{
		return ( wfRoutePlace ){ 0 };
	}
	return findBetween( points, count, place, 0.0, INFINITY );
}

double wfAdvanceAlong( const wfVec2* points, int32_t count, double progress, wfVec2 place, double reach )
{
	if ( WF_FAILS( points != NULL && count >= 1 ) )
	{
		return 0.0;
	}
	double begin = progress > 0.0 ? progress : 0.0;
	return findBetween( points, count, place, begin, begin + ( reach > 0.0 ? reach : 0.0 ) ).progress;
}
