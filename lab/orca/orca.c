// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "orca/orca.h"

#include "base/vec2.h"

#include <assert.h>

#define PARALLEL 1e-9

wfOrcaLine wfMakeOrcaLine( const wfOrcaPair* pair )
{
	wfVec2 p = pair->toOther, relative = wfSub2( pair->velocity, pair->others );
	double distance2 = wfDot2( p, p ), radii2 = pair->radii * pair->radii;
	bool overlap = distance2 <= radii2;
	double seconds = overlap ? pair->step : pair->horizon;
	// From the centre of the disc that cuts off the cone of colliding velocities.
	wfVec2 w = wfSub2( relative, wfDivide2( p, seconds ) );
	double along = wfDot2( w, p ), length = wfLength2( w );
	wfVec2 normal, change;
	if ( overlap || ( along < 0.0 && along * along > radii2 * wfDot2( w, w ) ) )
	{
		normal = wfNormalize2( w, wfNormalize2( wfScale2( -1.0, p ), ( wfVec2 ){ 1.0, 0.0 } ) );
		change = wfScale2( pair->radii / seconds - length, normal );
	}
	else
	{
		// The leg of the cone on whose side the velocity is.
		double leg = sqrt( distance2 - radii2 ), side = wfCross2( p, w ) > 0.0 ? 1.0 : -1.0;
		wfVec2 edge = { ( p.x * leg - side * p.y * pair->radii ) / distance2,
						( side * p.x * pair->radii + p.y * leg ) / distance2 };
		normal = wfScale2( side, wfPerpendicular2( edge ) );
		change = wfSub2( wfScale2( wfDot2( relative, edge ), edge ), relative );
	}
	// To the left of the line is where the normal points.
	return ( wfOrcaLine ){ wfAddScaled2( pair->velocity, 0.5, change ), { normal.y, -normal.x } };
}

// How far a velocity is on the wrong side of a line.
static double getViolation( const wfOrcaLine* line, wfVec2 velocity )
{
	return wfCross2( line->along, wfSub2( line->point, velocity ) );
}

// The best velocity on line `at` that the lines before it allow; false: there is none.
static bool solveOnLine( const wfOrcaLine* lines, int32_t at, double most, wfVec2 wanted, bool isDirection, wfVec2* velocity )
{
	wfOrcaLine line = lines[at];
	double offset = wfDot2( line.point, line.along );
	double room = offset * offset + most * most - wfDot2( line.point, line.point );
	if ( room < 0.0 )
	{
		return false;
	}
	double low = -offset - sqrt( room ), high = -offset + sqrt( room );
	for ( int32_t k = 0; k < at; ++k )
	{
		double turn = wfCross2( line.along, lines[k].along ),
			   gap = wfCross2( lines[k].along, wfSub2( line.point, lines[k].point ) );
		if ( fabs( turn ) < PARALLEL )
		{
			if ( gap < 0.0 )
			{
				return false;
			}
			continue;
		}
		double t = gap / turn;
		high = turn > 0.0 ? wfMin( high, t ) : high;
		low = turn > 0.0 ? low : wfMax( low, t );
		if ( low > high )
		{
			return false;
		}
	}
	double t =
		isDirection ? ( wfDot2( wanted, line.along ) > 0.0 ? high : low ) : wfDot2( line.along, wfSub2( wanted, line.point ) );
	*velocity = wfAddScaled2( line.point, wfMax( low, wfMin( high, t ) ), line.along );
	return true;
}

// Line after line; returns the first that cannot be kept, `count` where all can.
static int32_t solveLines( const wfOrcaLine* lines, int32_t count, double most, wfVec2 wanted, bool isDirection,
						   wfVec2* velocity )
{
	double size = wfLength2( wanted );
	*velocity = isDirection ? wfScale2( most, wanted ) : size > most ? wfScale2( most / size, wanted ) : wanted;
	for ( int32_t i = 0; i < count; ++i )
	{
		wfVec2 before = *velocity;
		if ( getViolation( &lines[i], *velocity ) > 0.0 && !solveOnLine( lines, i, most, wanted, isDirection, velocity ) )
		{
			*velocity = before;
			return i;
		}
	}
	return count;
}

// All lines cannot be kept: step beyond all but the hard ones by the same least distance.
static void relent( const wfOrcaLine* lines, int32_t count, int32_t hard, int32_t from, double most, wfVec2* velocity )
{
	double distance = 0.0;
	for ( int32_t i = from; i < count; ++i )
	{
		if ( getViolation( &lines[i], *velocity ) <= distance )
		{
			continue;
		}
		// Where both lines are violated alike, for each of those before.
		wfOrcaLine alike[WF_MOST_ORCA_LINES];
		int32_t alikeCount = 0;
		for ( ; alikeCount < hard; ++alikeCount )
		{
			alike[alikeCount] = lines[alikeCount];
		}
		for ( int32_t k = hard; k < i; ++k )
		{
			double turn = wfCross2( lines[i].along, lines[k].along );
			wfOrcaLine line;
			if ( fabs( turn ) < PARALLEL && wfDot2( lines[i].along, lines[k].along ) > 0.0 )
			{
				continue;
			}
			double t = wfCross2( lines[k].along, wfSub2( lines[i].point, lines[k].point ) ) / turn;
			line.point = fabs( turn ) < PARALLEL ? wfMix2( lines[i].point, lines[k].point, 0.5 )
												 : wfAddScaled2( lines[i].point, t, lines[i].along );
			line.along = wfNormalize2( wfSub2( lines[k].along, lines[i].along ), lines[i].along );
			alike[alikeCount++] = line;
		}
		wfVec2 before = *velocity;
		if ( solveLines( alike, alikeCount, most, wfPerpendicular2( lines[i].along ), true, velocity ) < alikeCount )
		{
			*velocity = before; // by rounding only: it is there already
		}
		distance = getViolation( &lines[i], *velocity );
	}
}

wfVec2 wfSolveOrca( const wfOrcaLine* lines, int32_t count, int32_t hard, double most, wfVec2 wanted )
{
	assert( count <= WF_MOST_ORCA_LINES );
	wfVec2 velocity;
	int32_t kept = solveLines( lines, count, most, wanted, false, &velocity );
	if ( kept < count )
	{
		relent( lines, count, hard, kept > hard ? kept : hard, most, &velocity );
	}
	return velocity;
}
