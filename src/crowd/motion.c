// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "crowd/motion.h"

#include "base/base.h"
#include "base/math.h"

// Sines below this count as no angle at all: rounding of directions kept as floats, not a side chosen.
#define OPPOSITE_SINE 1e-6
// Velocities below a nanometre a second have no direction worth turning to.
#define STANDING_SPEED 1e-9

static double dot( wfVec2 a, wfVec2 b )
{
	return a.x * b.x + a.y * b.y;
}

static double cross( wfVec2 a, wfVec2 b )
{
	return a.x * b.y - a.y * b.x;
}

static bool isZero( wfVec2 vector )
{
	return vector.x == 0.0 && vector.y == 0.0;
}

// unit( a x + b y ); `otherwise` when the sum is zero.
static wfVec2 mixDirections( double a, wfVec2 x, double b, wfVec2 y, wfVec2 otherwise )
{
	wfVec2 sum = { a * x.x + b * y.x, a * x.y + b * y.y };
	double length = wfHypot( sum.x, sum.y );
	return length > 0.0 ? ( wfVec2 ){ sum.x / length, sum.y / length } : otherwise;
}

// `wanted`, or the right angle to the right of `direction` where it is exactly opposite.
static wfVec2 avoidOpposite( wfVec2 direction, wfVec2 wanted )
{
	bool opposite = dot( direction, wanted ) < 0.0 && fabs( cross( direction, wanted ) ) <= OPPOSITE_SINE;
	return opposite ? ( wfVec2 ){ direction.y, -direction.x } : wanted;
}

double wfGetRelaxFactor( const wfStyleDef* style, double seconds )
{
	return style->relaxTime > 0.0 ? 1.0 - wfExp( -seconds / style->relaxTime ) : 1.0;
}

double wfGetTurnFactor( double cosine )
{
	return cosine < 0.01 ? 0.0 : cosine <= 0.30 ? 0.05 : cosine <= 0.60 ? 0.2 : cosine <= 0.71 ? 0.5 : cosine <= 0.92 ? 0.8 : 1.0;
}

// phi = eta phi_prev + (1 - eta) zeta: the part 1 - eta of the arc between them, which is at most half a turn.
static wfVec2 turnHeading( wfVec2 direction, wfVec2 wanted, double inertia )
{
	double cosine = dot( direction, wanted ), sine = cross( direction, wanted );
	double arc = cosine < 0.0 && fabs( sine ) <= OPPOSITE_SINE ? -WF_PI : wfAtan2( sine, cosine );
	wfCosSin turn = wfCosSinOf( ( 1.0 - inertia ) * arc );
	wfVec2 turned = { direction.x * turn.cosine - direction.y * turn.sine, direction.y * turn.cosine + direction.x * turn.sine };
	return mixDirections( 1.0, turned, 0.0, turned, direction );
}

// Exact for a wanted velocity that stays the same during the tick, so that movesPerTick add up to the tick.
static wfMotionOutput relaxVelocity( const wfStyleDef* style, const wfMotionInput* input )
{
	wfVec2 velocity = input->velocity;
	wfVec2 change = { ( input->wanted.x * input->wantedSpeed - velocity.x ) * input->relaxFactor,
					  ( input->wanted.y * input->wantedSpeed - velocity.y ) * input->relaxFactor };
	double size = wfHypot( change.x, change.y );
	double largest = style->maxAcceleration * input->seconds;
	double part = size > largest ? largest / size : 1.0;
	velocity.x += part * change.x;
	velocity.y += part * change.y;
	double speed = wfHypot( velocity.x, velocity.y );
	if ( speed > STANDING_SPEED )
	{
		return ( wfMotionOutput ){ { velocity.x / speed, velocity.y / speed }, speed };
	}
	return ( wfMotionOutput ){ isZero( input->direction ) ? input->wanted : input->direction, 0.0 };
}

wfMotionOutput wfApplyMotionRule( const wfStyleDef* style, const wfMotionInput* input )
{
	wfVec2 direction = input->direction, wanted = input->wanted;
	if ( style->rule == wf_smoothRule )
	{
		return relaxVelocity( style, input );
	}
	if ( isZero( wanted ) )
	{
		return ( wfMotionOutput ){ direction, 0.0 };
	}
	if ( isZero( direction ) )
	{
		return ( wfMotionOutput ){ wanted, input->wantedSpeed };
	}
	double cosine = dot( direction, wanted );
	wfVec2 side = avoidOpposite( direction, wanted );
	double factor = 1.0;
	switch ( style->rule )
	{
		case wf_meanRule:
			direction = mixDirections( 1.0, direction, 1.0, side, direction );
			factor = input->strength > 0.0 ? fmin( input->strength, 1.0 ) : 0.0;
			break;
		case wf_massRule:
			direction = mixDirections( style->mass, direction, 1.0, side, direction );
			factor = wfGetTurnFactor( cosine );
			break;
		case wf_inertiaRule:
			direction = mixDirections( style->inertia, direction, 1.0 - style->inertia, side, direction );
			factor = cosine > 0.0 ? fmin( cosine, 1.0 ) : 0.0;
			break;
		case wf_headingRule:
			direction = turnHeading( direction, wanted, style->inertia );
			factor = cosine > 0.0 ? fmin( cosine, 1.0 ) : 0.0;
			break;
		case wf_gradientRule:
		case wf_smoothRule:
			direction = wanted;
			break;
	}
	return ( wfMotionOutput ){ direction, input->wantedSpeed * ( style->slowsInTurns ? factor : 1.0 ) };
}
