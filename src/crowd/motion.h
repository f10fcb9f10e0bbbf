// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// How the direction of the local map becomes a velocity. Pure functions of their arguments.
#pragma once

#include "base/vec2.h"
#include "wayfield/crowd.h"

typedef struct wfMotionInput
{
	wfVec2 direction;	// of the previous tick, unit vector; zero: none yet
	wfVec2 wanted;		// g, unit vector; zero: the local map has no direction
	double wantedSpeed; // m/s
	double strength;	// |grad q| relative to that of the same map without anything in it: the speed factor of wf_meanRule
} wfMotionInput;

typedef struct wfMotionOutput
{
	wfVec2 direction; // unit vector, also while standing; zero only if there has never been one
	double speed;
} wfMotionOutput;

// The fraction of the difference to the wanted velocity that wf_smoothRule makes up in a move: 1 - exp( -seconds / relaxTime ).
// Depends only on the style: compute it once.
double wfGetRelaxFactor( const wfStyleDef* style, double seconds );

// wf_smoothRule: the velocity after a move that makes up this fraction of the difference, and changes it by at most `most`. Exact
// for a wanted velocity that stays the same during the tick, so that its moves add up to the tick.
static inline wfVec2 wfRelaxVelocity( wfVec2 velocity, wfVec2 wanted, double factor, double most )
{
	wfVec2 change = wfSub2( wanted, velocity );
	double size = factor * wfLength2( change );
	return wfAddScaled2( velocity, size > most ? factor * most / size : factor, change );
}

// The table of wf_massRule for the cosine between the old direction and the wanted one.
double wfGetTurnFactor( double cosine );

// All rules but the smooth one.
// - A zero wanted vector keeps the old direction and stands.
// - Without an old direction the wanted one is taken immediately, at full speed.
// - A wanted vector exactly opposite to the old direction is replaced by a right angle to the right: the sums of the rules
//   would be zero, or point ahead forever.
// - Where the speed factor is 0 the agent turns in place: the direction still changes by the rule.
// - slowsInTurns has no effect on wf_gradientRule, which never slows.
wfMotionOutput wfApplyMotionRule( const wfStyleDef* style, const wfMotionInput* input );
