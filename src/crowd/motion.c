// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "crowd/motion.h"

#include "base/base.h"
#include "base/math.h"
#include "base/vec2.h"

// Sines below this count as no angle at all: rounding of directions kept as floats, not a side chosen.
#define OPPOSITE_SINE 1e-6

static bool isZero( wfVec2 vector )
{
	return vector.x == 0.0 && vector.y == 0.0;
}

// unit( a x + b y ); `otherwise` when the sum is zero.
static wfVec2 mixDirections( double a, wfVec2 x, double b, wfVec2 y, wfVec2 otherwise )
{
	return wfNormalize2( wfAddScaled2( wfScale2( a, x ), b, y ), otherwise );
}

// `wanted`, or the right angle to the right of `direction` where it is exactly opposite.
static wfVec2 avoidOpposite( wfVec2 direction, wfVec2 wanted )
{
	bool opposite = wfDot2( direction, wanted ) < 0.0 && fabs( wfCross2( direction, wanted ) ) <= OPPOSITE_SINE;
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
	double cosine = wfDot2( direction, wanted ), sine = wfCross2( direction, wanted );
	double arc = cosine < 0.0 && fabs( sine ) <= OPPOSITE_SINE ? -WF_PI : wfAtan2( sine, cosine );
	wfCosSin turn = wfCosSinOf( ( 1.0 - inertia ) * arc );
	return wfNormalize2( wfFromFrame2( direction, ( wfVec2 ){ turn.cosine, turn.sine } ), direction );
}

wfMotionOutput wfApplyMotionRule( const wfStyleDef* style, const wfMotionInput* input )
{
	wfVec2 direction = input->direction, wanted = input->wanted;
	if ( isZero( wanted ) )
	{
		return ( wfMotionOutput ){ direction, 0.0 };
	}
	if ( isZero( direction ) )
	{
		return ( wfMotionOutput ){ wanted, input->wantedSpeed };
	}
	double cosine = wfDot2( direction, wanted );
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
