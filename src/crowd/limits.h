// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The move closest to the wanted one that satisfies a number of limits, all of which are satisfied by standing still.
#pragma once

#include "crowd/tuning.h"
#include "wayfield/world.h"

#include <math.h>

// Constraints considered for one move. If there are more, no move is made, which is safe.
#define WF_MAX_LIMITS 96

// n . move <= most, with n a unit vector and most >= 0.
typedef struct wfLimit
{
	double x, y, most;
} wfLimit;

typedef struct wfLimits
{
	wfLimit items[WF_MAX_LIMITS];
	int32_t count;
	bool full;
	double length; // of the wanted move
} wfLimits;

static inline void wfBeginLimits( wfLimits* limits, wfVec2 wanted )
{
	limits->count = 0;
	limits->full = false;
	limits->length = sqrt( wanted.x * wanted.x + wanted.y * wanted.y ) + 1e-12;
}

static inline void wfAddLimit( wfLimits* limits, double x, double y, double most )
{
	// No move is longer than the wanted one: this limit never binds.
	if ( most >= limits->length )
	{
		return;
	}
	if ( limits->count == WF_MAX_LIMITS )
	{
		limits->full = true;
		return;
	}
	limits->items[limits->count++] = ( wfLimit ){ x, y, most > 0.0 ? most : 0.0 };
}

// The point on a limit's line closest to the wanted move that satisfies the preceding limits. False if rounding leaves none.
static inline bool wfMoveOnLine( const wfLimits* limits, int32_t index, wfVec2 wanted, wfVec2* move )
{
	const wfLimit* line = &limits->items[index];
	wfVec2 along = { -line->y, line->x };
	double least = -INFINITY, most = INFINITY;
	for ( int32_t k = 0; k < index; ++k )
	{
		const wfLimit* other = &limits->items[k];
		double slope = other->x * along.x + other->y * along.y;
		double room = other->most - line->most * ( other->x * line->x + other->y * line->y );
		if ( fabs( slope ) < 1e-12 )
		{
			if ( room < -1e-12 )
			{
				return false;
			}
			continue;
		}
		double bound = room / slope;
		if ( slope > 0.0 )
		{
			most = bound < most ? bound : most;
		}
		else
		{
			least = bound > least ? bound : least;
		}
	}
	if ( least > most )
	{
		return false;
	}
	double place = along.x * wanted.x + along.y * wanted.y;
	place = place < least ? least : place > most ? most : place;
	*move = ( wfVec2 ){ line->most * line->x + place * along.x, line->most * line->y + place * along.y };
	return true;
}

// Processes the limits one after the other: where the best move so far violates one, the new best lies on its line.
static inline wfVec2 wfLimitMove( const wfLimits* limits, wfVec2 wanted )
{
	wfVec2 move = wanted;
	if ( limits->full )
	{
		return ( wfVec2 ){ 0.0, 0.0 };
	}
	for ( int32_t k = 0; k < limits->count; ++k )
	{
		const wfLimit* limit = &limits->items[k];
		if ( limit->x * move.x + limit->y * move.y > limit->most && !wfMoveOnLine( limits, k, wanted, &move ) )
		{
			return ( wfVec2 ){ 0.0, 0.0 };
		}
	}
	// Any remaining violation by rounding is removed by scaling the move toward standing still.
	double share = 1.0;
	for ( int32_t k = 0; k < limits->count; ++k )
	{
		const wfLimit* limit = &limits->items[k];
		double over = limit->x * move.x + limit->y * move.y;
		if ( over > limit->most + 1e-9 )
		{
			double allowed = limit->most / over;
			share = allowed < share ? allowed : share;
		}
	}
	return ( wfVec2 ){ share * move.x, share * move.y };
}

// The share of a gap that this agent may use. Both agents compute the same two shares, which never add up to more than the gap.
static inline double wfShareOfGap( double gap, double mine, double theirs )
{
	mine = mine > 0.0 ? mine : 0.0;
	theirs = theirs > 0.0 ? theirs : 0.0;
	if ( gap <= 0.0 )
	{
		return 0.0;
	}
	double half = 0.5 * gap;
	if ( mine + theirs <= gap )
	{
		return mine + 0.5 * ( gap - mine - theirs );
	}
	return mine <= half ? mine : theirs <= half ? gap - theirs : half;
}

// What is left of a wanted move, no longer than what was not walked of it: lists of contacts reach as far as agents walk.
static inline wfVec2 wfRestOfMove( wfVec2 wanted, wfVec2 done )
{
	wfVec2 rest = { wanted.x - done.x, wanted.y - done.y };
	double length = sqrt( rest.x * rest.x + rest.y * rest.y );
	double left = sqrt( wanted.x * wanted.x + wanted.y * wanted.y ) - sqrt( done.x * done.x + done.y * done.y );
	double scale = !( left > WF_LEAST_REST ) ? 0.0 : left < length ? left / length : 1.0;
	return ( wfVec2 ){ scale * rest.x, scale * rest.y };
}
