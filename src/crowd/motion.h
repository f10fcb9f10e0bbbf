// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// How the direction of the local map becomes a velocity. Pure functions of their arguments.
#pragma once

#include "wayfield/crowd.h"

typedef struct wfMotionInput
{
	wfVec2 direction;	// of the tick before, unit vector; zero: none yet
	wfVec2 velocity;	// of the tick before
	wfVec2 wanted;		// g, unit vector; zero: the local map has no direction
	double wantedSpeed; // m/s
	double strength;	// |grad q| against that of the empty map, 0 to 1: what wf_meanRule slows by
	double seconds;		// of the tick
	double relaxFactor; // wfGetRelaxFactor of the style for `seconds`
} wfMotionInput;

typedef struct wfMotionOutput
{
	wfVec2 direction; // unit vector, also while standing; zero only when there never was one
	double speed;
} wfMotionOutput;

// The part of the way to the wanted velocity that wf_smoothRule makes in a tick: 1 - exp( -seconds / relaxTime ). Depends on the
// style alone: compute it once.
double wfGetRelaxFactor( const wfStyleDef* style, double seconds );

// The table of wf_massRule for the cosine between the old direction and the wanted one.
double wfGetTurnFactor( double cosine );

// - A wanted vector of zero keeps the old direction and stands; wf_smoothRule brakes instead, within its acceleration.
// - Without an old direction the wanted one is taken at once, at full speed.
// - A wanted vector exactly opposite to the old direction is a right angle to the right instead: the sums of the rules would be
//   zero, or point ahead for ever.
// - Where the factor of the speed is 0 the agent turns in place: the direction changes by the rule all the same.
// - slowsInTurns has no meaning for wf_gradientRule, which never slows, and wf_smoothRule, whose velocity itself turns.
wfMotionOutput wfApplyMotionRule( const wfStyleDef* style, const wfMotionInput* input );
