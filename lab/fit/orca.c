// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Optimal reciprocal collision avoidance (van den Berg, Guy, Lin, Manocha 2011): of the velocities that lead to no collision
// within a horizon, each taking half of the trouble, the one nearest to what is wanted. A linear program in the plane.
//
// What is wanted comes nearer to the desired velocity within a relaxation time, as in the other models: without it recorded
// velocities would be forgotten at once.
#include "orca/orca.h"
#include "fit/march.h"

#include "base/vec2.h"

#define NEIGHBORS 16	 // the nearest ones count
#define REACH 10.0		 // metres
#define WALL_HORIZON 0.5 // seconds
#define MOST_SPEED 1.3	 // times the desired one

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
