// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Single figures with the bars they are to keep, as the benchmarks of crowds print them.
#pragma once

#include "bench.h"
#include "scenes/crowds.h"

#define WF_MAX_MEASURES 64

typedef struct wfMeasure
{
	char name[40], measure[56];
	double value;
	const char* unit;
	double document, implementation; // what others need for it; not a number: not told
	double most, least;				 // the bar, the same
} wfMeasure;

typedef struct wfMeasures
{
	const wfBench* base;
	wfWorkers* pair; // two threads
	wfMeasure items[WF_MAX_MEASURES];
	int32_t count;
	bool references; // the figures of others are shown
} wfMeasures;

// Two threads besides the one that asks.
void wfMeasures_Begin( wfMeasures* measures, const wfBench* base, bool references );
// A figure without a bar: set it afterwards. The last one is used again once there are too many.
wfMeasure* wfMeasures_Add( wfMeasures* measures, const char* name, const char* measure, double value, const char* unit );
// Prints all and gives the threads back. Returns the exit code.
int wfMeasures_End( wfMeasures* measures );

// A scene stepped for a while, and what that took.
typedef struct wfCrowdCase
{
	const char* scene;
	int32_t agents;
	uint64_t seed; // 0: the scene's own
	wfPreset preset;
	const wfStyleDef* style;
	bool footsteps;		  // everybody is on foot
	bool pair;			  // on two threads
	bool wall;			  // time as it passes, to compare with two threads
	int32_t warmSteps;	  // not measured
	int32_t steps;		  // 0: until everybody has arrived
	double warm, seconds; // the same, simulated
	int32_t samples;	  // of the accuracy, 0: it is not measured
} wfCrowdCase;

typedef struct wfCrowdCost
{
	double seconds; // of the steps: processor time on one thread, time as it passes on two
	double agentSteps, agentSeconds, simulatedSeconds;
	double bytesPerAgent;
	int64_t agents, arrived;
	uint64_t hash;
	wfAccuracyReport accuracy;
	wfFootstepStats stats;	// of those on foot
	wfCircleReport circles; // of them
} wfCrowdCost;

wfCrowdCost wfMeasures_Step( wfMeasures* measures, const wfCrowdCase* c );
