// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Crowds on foot watched closely: every footstep they report is kept, and where everybody is between the crowd's ticks is looked
// at.
#pragma once

#include "test_crowd.h"

#define FEET_MAX_SERIAL 128
// Instants looked at within one tick.
#define FEET_INSTANTS 10

typedef struct feetWalk
{
	wfFootstepRow* rows;
	int32_t count, capacity;
	double entered;
	wfVec2 place; // where it stood when it was first seen
	double heading, radius;
	double halted; // when its last step was broken off
	bool isSeen, isHere;
} feetWalk;

typedef struct feetWatch
{
	wfCrowd* crowd;
	wfGaitDef gait; // of all on foot
	feetWalk walks[FEET_MAX_SERIAL];
	bool isBroken; // steps may be broken off: the world was edited
	int32_t steps; // that were no standing
	int32_t broken;
	// Of all instants: between circles of two, circles and walls, circles and discs.
	double leastGap, leastRoom, leastDiscGap;
} feetWatch;

feetWatch* beginWatch( wfCrowd* crowd, const wfGaitDef* gait );
// One tick of the crowd, with all that is checked about it.
void watchTick( feetWatch* watch );
// Until it is done or the time is over; returns the time. Nobody may have met anything.
double watchRun( feetWatch* watch, double seconds );
// Checks the gaps of all so far.
void checkWatch( const feetWatch* watch );
void endWatch( feetWatch* watch );
// The circles of somebody on foot at a time.
void circlesOf( const feetWatch* watch, uint32_t serial, double time, wfCircle circles[WF_BODY_CIRCLES] );

wfGaitId addGait( wfCrowd* crowd, const wfGaitDef* gait );
wfAgentId addWalker( wfCrowd* crowd, wfGaitId gait, wfVec2 place, double heading, wfVec2 goal );
wfAgentId addFrom( wfCrowd* crowd, const wfAgentDef* def );
