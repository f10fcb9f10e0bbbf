// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Inside of the check of circles: circles.c keeps footsteps and frames until all of a time is known, circles_look.c looks at
// them.
#pragma once

#include "metrics.h"

// Somebody there ever was.
typedef struct wfCheckedAgent
{
	uint32_t serial;
	bool touchesWall;
	int32_t frame;					// the last one looked at in which it was, modulo 2^31; -1: none
	int32_t place;					// in that frame
	WF_ARRAY( wfFootstepRow ) rows; // those that still matter, in order of time
	bool walks;						// footsteps of it were reported
} wfCheckedAgent;

typedef struct wfCheckedDisc
{
	int32_t slot; // of the agent
	wfVec2 position;
	double radius, depth, heading; // of a body that is not round
} wfCheckedDisc;

// A frame that waits.
typedef struct wfCheckedFrame
{
	double time;
	WF_ARRAY( wfCheckedDisc ) discs;
} wfCheckedFrame;

// An agent between two frames.
typedef struct wfCheckedBody
{
	int32_t slot;
	bool walks, near; // near another one or a wall
	bool nearWall;
	wfVec2 from, to; // of a disc
	double radius, depth;
	double heading, turn; // in the first frame, and to the second
	wfBox2 box;			  // of all its circles in between
	wfCircle circles[WF_BODY_CIRCLES];
	int32_t circleCount;
	double reach; // of the circles from the first one's centre
	int32_t row;  // the footstep of the present look
} wfCheckedBody;

typedef struct wfBodyPair
{
	int32_t a, b;
} wfBodyPair;

struct wfCircleCheck
{
	wfCircleCheckDef def;
	wfResult failed; // the first failure: nothing is done after it
	WF_ARRAY( wfCheckedAgent ) agents;
	wfMap indexOf; // by serial

	WF_ARRAY( wfCheckedFrame ) frames; // [0]: looked at until there; those beyond the last keep their memory
	int32_t frameNumber;			   // of frames[0]

	WF_ARRAY( wfCheckedBody ) bodies;
	wfCellSort sort; // of the bodies
	WF_ARRAY( int32_t ) sorted;
	WF_ARRAY( wfBodyPair ) pairs;

	wfPairSet touching;
	int64_t look; // of the next one
	wfCircleReport report;
};

// Keeps the first failure. True while there is none.
static inline bool wfCircleCheck_Keep( wfCircleCheck* check, wfResult result )
{
	check->failed = check->failed == wf_ok ? result : check->failed;
	return check->failed == wf_ok;
}

// Everything between frames[0] and frames[1].
void wfCircleCheck_Look( wfCircleCheck* check );
// The footstep of an agent at a time: that which has begun last, else its first. -1 without any.
int32_t wfCheckedAgent_FindRow( const wfCheckedAgent* agent, double time );
