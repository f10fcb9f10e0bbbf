// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the experiments with people on foot share: their steps, measures of them by the steps alone, and pictures.
#pragma once

#include "experiment_crowd.h"

// One who walked on foot.
typedef struct wfStepWalk
{
	uint32_t serial;
	int32_t entry; // number in "agents", from 1 on
	const wfFootstepRow* rows;
	int32_t rowCount;
	double from, to; // seconds: the first step that moves anything begins; arrived, or the end of the run
	bool arrived;
} wfStepWalk;

// Everything that was reported of a run.
typedef struct wfStepRecord
{
	wfFootstepTable table; // sorted
	wfStepWalk* walks;	   // by serial
	int32_t count, arrived, stuck;
	wfCircleReport circles;
	wfFootstepStats stats;
	double seconds;		 // simulated
	double agentSeconds; // on the way, over all
	double processor;	 // seconds of the crowd's steps, over all threads
} wfStepRecord;

// Step until all have arrived or the time is over, and keep every step.
wfStepRecord wfTrial_RecordSteps( wfTrial* run, wfSimulation* simulation );
// The scenario's variant, from beginning to end.
wfStepRecord wfTrial_StepVariant( wfTrial* run, const char* variant );
void wfStepRecord_Free( wfStepRecord* record );
// The k-th one, from 0 on, of an entry; one without steps when there is none.
const wfStepWalk* wfStepRecord_Find( const wfStepRecord* record, int32_t entry, int32_t k );
// That everybody arrives and that nobody touches anybody or a wall: the claims arrive, circles and walls.
void wfTrial_ClaimSteps( wfTrial* run, const wfStepRecord* records, int32_t count );

// ------------------------------------------------------------------------------------------------------------- measures

// Times are looked at this often, seconds.
#define WF_STEP_LOOK 0.01
// Slower than this is rest, m/s: what the measures of trajectories take for standing.
#define WF_REST_SPEED 0.1

// The step at a time; the first or the last one before or after all of them.
const wfFootstep* wfStepWalk_GetStep( const wfStepWalk* walk, double time );
wfVec2 wfStepWalk_GetPosition( const wfStepWalk* walk, double time );
bool wfStepWalk_IsAtRest( const wfStepWalk* walk, double time );
// Longest time at rest on the way, until a time; not a number gives all of the way.
double wfStepWalk_GetLongestRest( const wfStepWalk* walk, double until );
// When the centre goes from one side of the line through a and b to the other between the two for the last time; not a number
// where it never does.
double wfStepWalk_GetPassage( const wfStepWalk* walk, wfVec2 a, wfVec2 b );

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
void wfTrial_DrawSteps( wfTrial* run, const wfStepRecord* record, const wfStepPicture* picture );
