// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Optimal reciprocal collision avoidance (van den Berg, Guy, Lin, Manocha 2011): of the velocities that lead to no collision
// within a horizon, each taking half of the trouble, the one nearest to what is wanted. A linear program in the plane.
//
// What is wanted comes nearer to the desired velocity within a relaxation time, as in the other models: without it recorded
// velocities would be forgotten at once.
#include "fit/march.h"

#include "base/vec2.h"

#define NEIGHBORS 16	 // the nearest ones count
#define REACH 10.0		 // metres
#define WALL_HORIZON 0.5 // seconds
#define MOST_SPEED 1.3	 // times the desired one
#define PARALLEL 1e-9

enum
{
	URGE,
	RELAX_TIME,
	RADIUS,
	HORIZON
};

static const wfFitParameter s_parameters[] = {
	WF_URGE_PARAMETER,
	{ "relaxTime", "s", 0.1, 10.0, 0.5, true, 0 },
	{ "radius", "m", WF_FIT_LEAST_RADIUS, 0.6, 0.2, true, 0 },
	{ "horizon", "s", 0.1, 8.0, 2.0, true, 0 },
};

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
		wfOrcaLine alike[NEIGHBORS + 2];
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
	wfVec2 velocity;
	int32_t kept = solveLines( lines, count, most, wanted, false, &velocity );
	if ( kept < count )
	{
		relent( lines, count, hard, kept > hard ? kept : hard, most, &velocity );
	}
	return velocity;
}

// The nearest ones, sorted by distance.
static int32_t findNeighbors( const wfPeopleMarch* march, int32_t index, int32_t* neighbors )
{
	double distances[NEIGHBORS];
	int32_t count = 0;
	for ( int32_t k = 0; k < march->count; ++k )
	{
		wfVec2 to = wfSub2( march->marchers[k].place, march->marchers[index].place );
		double distance = wfDot2( to, to );
		bool fits = count < NEIGHBORS || distance < distances[count - 1];
		if ( k == index || !march->marchers[k].isThere || distance > REACH * REACH || !fits )
		{
			continue;
		}
		int32_t at = count < NEIGHBORS ? count++ : count - 1;
		for ( ; at > 0 && distances[at - 1] > distance; --at )
		{
			distances[at] = distances[at - 1];
			neighbors[at] = neighbors[at - 1];
		}
		distances[at] = distance;
		neighbors[at] = k;
	}
	return count;
}

wfVec2 wfMarchByOrca( const wfPeopleMarch* march, int32_t index )
{
	const wfMarcher* self = &march->marchers[index];
	const double* parameters = march->parameters;
	wfOrcaLine lines[NEIGHBORS + 1];
	int32_t neighbors[NEIGHBORS], count = 0, hard = 0;
	if ( self->wall < WF_MARCH_WALL_REACH )
	{
		double most = ( self->wall - parameters[RADIUS] ) / WALL_HORIZON;
		lines[count++] = ( wfOrcaLine ){ wfScale2( most, self->toWall ), wfPerpendicular2( self->toWall ) };
		hard = 1;
	}
	int32_t neighborCount = findNeighbors( march, index, neighbors );
	for ( int32_t k = 0; k < neighborCount; ++k )
	{
		const wfMarcher* other = &march->marchers[neighbors[k]];
		wfOrcaPair pair = {
			.toOther = wfSub2( other->place, self->place ), .velocity = self->velocity, .others = other->velocity };
		pair.radii = 2.0 * parameters[RADIUS];
		pair.horizon = parameters[HORIZON];
		pair.step = WF_MARCH_STEP;
		lines[count++] = wfMakeOrcaLine( &pair );
	}
	double most = wfMax( MOST_SPEED * self->speed, wfLength2( self->velocity ) );
	return wfSolveOrca( lines, count, hard, most, wfRelaxMarcher( self, parameters[RELAX_TIME] ) );
}

static wfResult simulate( void* state, const wfFitWindow* window, const double* parameters, wfVec2* places, wfError* error )
{
	(void)state;
	(void)error;
	return wfMarchWindow( window, parameters, wfMarchByOrca, places );
}

const wfFitModel wf_orcaModel = { .name = "orca",
								  .title = "ORCA",
								  .parameters = s_parameters,
								  .parameterCount = sizeof( s_parameters ) / sizeof( s_parameters[0] ),
								  .simulate = simulate };
