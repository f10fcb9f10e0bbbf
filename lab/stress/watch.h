// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What is watched while a world runs: overlaps, walls, and how long everybody waits.
#pragma once

#include "stress/stress.h"

#include "wayfield/metrics.h"

// Of an agent, by serial number.
typedef struct wfStressWait
{
	int32_t stop; // it goes to; -1: not seen yet
	double best;  // least distance to that stop so far
	double since; // when it was
} wfStressWait;

typedef struct wfStressWatch
{
	const wfStressWorld* world;
	wfStressCrowd* crowd;
	wfStressWait* waits;
	wfCircleCheck* circles; // of those on foot
	wfStressOutcome* outcome;
} wfStressWatch;

wfResult wfStressWatch_Begin( wfStressWatch* watch, wfError* error );
// After a tick.
wfResult wfStressWatch_Look( wfStressWatch* watch );
wfResult wfStressWatch_End( wfStressWatch* watch );
void wfStressWatch_Free( wfStressWatch* watch );
