// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the models of points have in common: they enter, take small steps by velocities that a model gives them, arrive, leave.
#pragma once

#include "fit/fit.h"

#define WF_MARCH_STEP 0.05		// seconds
#define WF_MARCH_TICK_STEPS 4	// steps of a tick
#define WF_MARCH_WALL_REACH 3.0 // metres: walls farther away are none
#define WF_ARRIVAL_REACH 0.3	// metres: who is so near to its goal is there, for every model that knows goals

typedef struct wfMarcher
{
	wfVec2 place, velocity;
	wfVec2 direction; // unit vector of the way to the goal
	double speed;	  // desired
	double distance;  // to the goal, straight
	double wall;	  // metres to the nearest wall, WF_MARCH_WALL_REACH: none
	wfVec2 toWall;	  // unit vector
	bool isThere;
} wfMarcher;

typedef struct wfPeopleMarch
{
	const wfFitWindow* window;
	const double* parameters;
	wfMarcher* marchers; // as they were before the step; one for each person
	int32_t count;
} wfPeopleMarch;

// The velocity of a marcher in the next step.
typedef wfVec2 wfMarchFcn( const wfPeopleMarch* march, int32_t index );

wfResult wfMarchWindow( const wfFitWindow* window, const double* parameters, wfMarchFcn* fcn, wfVec2* places );

// A velocity that comes nearer to the desired one within `relaxTime`, after a step.
wfVec2 wfRelaxMarcher( const wfMarcher* marcher, double relaxTime );
// Who turns too slowly would circle around its goal: the time to turn in is no longer than half of that to get there.
double wfLimitTurn( double relaxTime, double distance, double speed );
// That of the social force with A, B, lambda, relaxation, of ORCA with radius, horizon, relaxation.
wfMarchFcn wfMarchBySocialForce, wfMarchByOrca;
