// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Measures of the paths agents walked.
#include "experiment_crowd.h"

#include "base/vec2.h"

#include <math.h>

static double getDistance( wfVec2 a, wfVec2 b )
{
	return hypot( b.x - a.x, b.y - a.y );
}

double wfAgentWalk_GetLength( const wfAgentWalk* walk )
{
	double length = 0.0;
	for ( int32_t i = 1; i < walk->count; ++i )
	{
		length += getDistance( walk->places[i - 1], walk->places[i] );
	}
	return length;
}

double wfAgentWalk_GetCurvature( const wfAgentWalk* walk, double spacing )
{
	double squares = 0.0, left = spacing;
	int32_t corners = 0, points = 1;
	wfVec2 last = walk->count > 0 ? walk->places[0] : ( wfVec2 ){ 0.0, 0.0 }, before = { 0.0, 0.0 };
	for ( int32_t i = 1; i < walk->count; ++i )
	{
		wfVec2 from = walk->places[i - 1], to = walk->places[i];
		double length = getDistance( from, to ), done = 0.0;
		while ( length - done >= left )
		{
			done += left;
			left = spacing;
			wfVec2 at = wfMix2( from, to, done / length ), step = wfSub2( at, last );
			if ( points > 1 )
			{
				double turn = atan2( wfCross2( before, step ), wfDot2( before, step ) );
				squares += turn * turn;
				corners += 1;
			}
			points += 1;
			before = step;
			last = at;
		}
		left -= length - done;
	}
	return corners > 0 ? sqrt( squares / corners ) / spacing : NAN;
}

double wfAgentWalk_GetDetour( const wfAgentWalk* walk )
{
	double straight = walk->count > 1 ? getDistance( walk->places[0], walk->places[walk->count - 1] ) : 0.0;
	return straight > 0.0 ? wfAgentWalk_GetLength( walk ) / straight : NAN;
}

double wfAgentWalk_GetOffset( const wfAgentWalk* walk, wfVec2 a, wfVec2 b, double from, double to )
{
	wfVec2 along = wfSub2( b, a );
	double length = hypot( along.x, along.y ), sum = 0.0;
	int32_t count = 0;
	for ( int32_t i = 0; i < walk->count; ++i )
	{
		wfVec2 at = wfSub2( walk->places[i], a );
		double fraction = wfDot2( at, along ) / ( length * length );
		if ( fraction >= from && fraction <= to )
		{
			sum += wfCross2( along, at ) / length;
			count += 1;
		}
	}
	return count > 0 ? sum / count : NAN;
}

double wfAgentWalk_GetNearest( const wfAgentWalk* walk, wfVec2 point )
{
	double nearest = INFINITY;
	for ( int32_t i = 0; i < walk->count; ++i )
	{
		nearest = fmin( nearest, getDistance( walk->places[i], point ) );
	}
	return nearest;
}

double wfAgentWalk_GetNearestWalk( const wfAgentWalk* a, const wfAgentWalk* b )
{
	double nearest = INFINITY;
	for ( int32_t i = 0; i < a->count; ++i )
	{
		int32_t k = i + a->firstTick - b->firstTick;
		if ( k >= 0 && k < b->count )
		{
			nearest = fmin( nearest, getDistance( a->places[i], b->places[k] ) );
		}
	}
	return nearest;
}

double wfAgentWalk_GetSlowSeconds( const wfAgentWalk* walk, double tickSeconds, double part )
{
	int32_t slow = 0;
	for ( int32_t i = 1; i < walk->count; ++i )
	{
		slow += getDistance( walk->places[i - 1], walk->places[i] ) < part * walk->desiredSpeed * tickSeconds;
	}
	return slow * tickSeconds;
}

double wfTrial_GetDeepestWallHit( const wfTrial* run, const wfCrowdWalks* walks )
{
	double deepest = -INFINITY;
	for ( int32_t i = 0; i < walks->count; ++i )
	{
		const wfAgentWalk* walk = walks->walks + i;
		for ( int32_t k = 0; k < walk->count; ++k )
		{
			deepest = fmax( deepest, walk->radius - wfWorld_GetDistance( run->scenario.world, walk->places[k], 0 ) );
		}
	}
	return deepest;
}
