// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "crowd/between.h"

#include "base/math.h"
#include "base/vec2.h"
#include "crowd/tuning.h"

// Walls on opposite sides: the nearest one, and the nearest of those that lie more than 140 degrees away from it. Their nearest
// points are what counts, so that thin walls and corners of doors are seen wherever the cells lie.
wfBetween wfLookBetween( const wfWallMap* walls, wfVec2 place, double limit )
{
	wfBetween between = { .width = INFINITY };
	const int32_t* list;
	int32_t count = wfWallsAt( walls, place.x, place.y, &list );
	wfVec2 nearTo = { 0.0, 0.0 }, farTo = { 0.0, 0.0 };
	double near = INFINITY, far = INFINITY;
	for ( int32_t pass = 0; pass < 2; ++pass )
	{
		for ( int32_t k = 0; k < count; ++k )
		{
			const wfWallPiece* piece = &walls->pieces[list[k]];
			wfVec2 from = wfFromWall( piece, place.x, place.y );
			double length = wfHypot( from.x, from.y ), room = length - piece->thickness;
			if ( length <= 0.0 || room <= 0.0 )
			{
				return between;
			}
			wfVec2 to = { -from.x / length, -from.y / length };
			if ( pass == 0 && room < near )
			{
				near = room;
				nearTo = to;
			}
			else if ( pass == 1 && room < far && to.x * nearTo.x + to.y * nearTo.y < WF_OPPOSITE_COSINE )
			{
				far = room;
				farTo = to;
			}
		}
	}
	if ( near + far > limit )
	{
		return between;
	}
	wfVec2 a = { near * nearTo.x, near * nearTo.y }, b = { far * farTo.x, far * farTo.y };
	between.width = wfHypot( a.x - b.x, a.y - b.y );
	between.across = ( wfVec2 ){ ( a.x - b.x ) / between.width, ( a.y - b.y ) / between.width };
	between.middle = ( wfVec2 ){ place.x + 0.5 * ( a.x + b.x ), place.y + 0.5 * ( a.y + b.y ) };
	return between;
}

double wfFollowWalls( const wfWallMap* walls, const wfBetween* from, wfVec2 along, double limit, double longest )
{
	double length = 0.0;
	for ( wfBetween at = *from; length < longest; length += WF_FOLLOW_STEP )
	{
		wfVec2 next = wfAdd2( at.middle, wfScale2( WF_FOLLOW_STEP, along ) );
		at = wfLookBetween( walls, next, limit );
		if ( !( at.width < limit ) )
		{
			break;
		}
		wfVec2 turned = { -at.across.y, at.across.x };
		along = wfScale2( wfDot2( turned, along ) < 0.0 ? -1.0 : 1.0, turned );
	}
	return length;
}
