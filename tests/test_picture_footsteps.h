// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the tests of pictures of footsteps share: people who walk as they are reported.
#pragma once

#include "test_picture_crowd.h"

#include "wayfield/picture.h"

// How somebody walks: stands up, goes along an even curve, stops.
typedef struct WalkPlan
{
	uint32_t serial;
	double time;
	wfVec2 from;
	double heading;
	double speed;
	int32_t steps; // of walking, between the start and the stop
	double bend;   // radians a step, to the left
	double pause;  // seconds of standing before, as a step in which nothing moves
	bool goesOn;   // without a stop at the end
	bool sideStep; // after the stop
} WalkPlan;

// Adds the rows; memory comes from the C library, so that it does not show up in allocation tests.
void addWalk( wfFootstepTable* table, const WalkPlan* plan );
void freeWalks( wfFootstepTable* table );
// Somebody's rows, by time.
const wfFootstepRow* findWalk( const wfFootstepTable* table, uint32_t serial, int32_t* count );

void runFootstepPictureTests( int argc, char** argv );
void runFootstepVideoTests( int argc, char** argv );
void runFootstepCrowdTests( int argc, char** argv );
