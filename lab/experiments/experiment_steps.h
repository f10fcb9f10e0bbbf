// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the experiments with people on foot share: measures of them by their footsteps alone, and pictures.
#pragma once

#include "experiment_crowd.h"

// That everybody arrives and that nobody touches anybody or a wall: the claims arrive, circles and walls.
void wfTrial_ClaimSteps( wfTrial* run, const wfCrowdWalks* records, int32_t count );

// ------------------------------------------------------------------------------------------------------------- measures

// Times are looked at this often, seconds.
#define WF_STEP_LOOK 0.01
// Slower than this is rest, m/s: what the measures of trajectories take for standing.
#define WF_REST_SPEED 0.1

// The step at a time; the first or the last one before or after all of them.
const wfFootstep* wfAgentWalk_GetStep( const wfAgentWalk* walk, double time );
wfVec2 wfAgentWalk_GetPosition( const wfAgentWalk* walk, double time );
bool wfAgentWalk_IsAtRest( const wfAgentWalk* walk, double time );
// Longest time at rest on the way, until a time; not a number gives all of the way.
double wfAgentWalk_GetLongestRest( const wfAgentWalk* walk, double until );
// When the centre goes from one side of the line through a and b to the other between the two for the last time; not a number
// where it never does.
double wfAgentWalk_GetPassage( const wfAgentWalk* walk, wfVec2 a, wfVec2 b );

// ------------------------------------------------------------------------------------------------------------- pictures

typedef struct wfStepPicture
{
	const char* title;
	const double* moments; // null: one picture of the whole way
	int32_t momentCount, columns;
	bool byWay; // colours
	bool bare;	// without trails and footprints: where everybody is, no more
	int32_t width;
} wfStepPicture;

// Of the part of the world that the experiment names "view", [x0, y0, x1, y1]; without it all. Does nothing when no picture was
// asked for.
void wfTrial_DrawSteps( wfTrial* run, const wfCrowdWalks* record, const wfStepPicture* picture );
