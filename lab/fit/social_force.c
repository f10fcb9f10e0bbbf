// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The social force model of Helbing and Molnar (1995) with the elliptical repulsion of Johansson, Helbing and Shukla (2007):
// the equipotential lines are ellipses that reach as far ahead as the other one gets in one step, as seen by who walks.
#include "fit/march.h"

#include "base/vec2.h"

#define STRIDE_SECONDS 0.5 // of the other one's step: Johansson et al.
#define REACH 10.0		   // metres: others farther away are not felt
#define WALL_STRENGTH 5.0  // m/s^2 at the wall: Johansson et al.
#define WALL_RANGE 0.1	   // metres
#define MOST_SPEED 1.3	   // times the desired one: Helbing and Molnar

enum
{
	URGE,
	RELAX_TIME,
	STRENGTH,
	RANGE,
	BEHIND
};

static const wfFitParameter s_parameters[] = {
	WF_URGE_PARAMETER,
	{ "relaxTime", "s", 0.1, 10.0, 0.5, true, 0 },
	{ "strength", "m/s2", 0.01, 20.0, 0.5, true, 0 },
	{ "range", "m", 0.05, 4.0, 0.8, true, 0 },
	{ "behind", "", 0.0, 1.0, 0.1, false, 0 },
};

static wfVec2 getRepulsion( const wfMarcher* self, const wfMarcher* other, const double* parameters )
{
	wfVec2 none = { 0.0, 0.0 }, from = wfSub2( self->place, other->place );
	double distance = wfLength2( from );
	if ( distance > REACH || distance < 1e-6 )
	{
		return none;
	}
	// y: how far the other one gets, relative to oneself, in its next step.
	wfVec2 y = wfScale2( STRIDE_SECONDS, wfSub2( other->velocity, self->velocity ) );
	wfVec2 after = wfSub2( from, y );
	double length = wfLength2( after ), sum = distance + length;
	double b = 0.5 * sqrt( wfMax( sum * sum - wfDot2( y, y ), 1e-8 ) );
	double size = parameters[STRENGTH] * wfExp( -b / parameters[RANGE] ) * sum / ( 4.0 * b );
	wfVec2 both = wfAdd2( wfDivide2( from, distance ), wfNormalize2( after, none ) );
	// What happens behind one's back matters less.
	wfVec2 ahead = wfNormalize2( self->velocity, self->direction );
	double cosine = -wfDot2( ahead, from ) / distance;
	double share = parameters[BEHIND] + ( 1.0 - parameters[BEHIND] ) * 0.5 * ( 1.0 + cosine );
	return wfScale2( share * size, both );
}

wfVec2 wfMarchBySocialForce( const wfPeopleMarch* march, int32_t index )
{
	const wfMarcher* self = &march->marchers[index];
	wfVec2 force = { 0.0, 0.0 };
	for ( int32_t k = 0; k < march->count; ++k )
	{
		if ( k != index && march->marchers[k].isThere )
		{
			force = wfAdd2( force, getRepulsion( self, &march->marchers[k], march->parameters ) );
		}
	}
	if ( self->wall < WF_MARCH_WALL_REACH )
	{
		double size = WALL_STRENGTH * wfExp( -wfMax( self->wall, 0.0 ) / WALL_RANGE );
		force = wfAddScaled2( force, -size, self->toWall );
	}
	wfVec2 next = wfAddScaled2( wfRelaxMarcher( self, march->parameters[RELAX_TIME] ), WF_MARCH_STEP, force );
	double speed = wfLength2( next ), most = MOST_SPEED * wfMax( self->speed, wfLength2( self->velocity ) / MOST_SPEED );
	return speed > most ? wfScale2( most / speed, next ) : next;
}

static wfResult simulate( void* state, const wfFitWindow* window, const double* parameters, wfVec2* places, wfError* error )
{
	(void)state;
	(void)error;
	return wfMarchWindow( window, parameters, wfMarchBySocialForce, places );
}

const wfFitModel wf_socialForceModel = { .name = "social-force",
										 .title = "social force",
										 .parameters = s_parameters,
										 .parameterCount = sizeof( s_parameters ) / sizeof( s_parameters[0] ),
										 .simulate = simulate };
