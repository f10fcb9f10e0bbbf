// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The course of a run: who has arrived when, whether it is over, and the verdict. The same for our crowd and for its peers.
#pragma once

#include "stress/stress.h"

typedef struct wfStressCourse
{
	const wfStressRunDef* def;
	wfStressOutcome* outcome;
	int32_t arrived;
	double lastArrival, slowAfter, nextDetail; // seconds
	bool boundPassed, frozen;
} wfStressCourse;

wfStressCourse wfBeginStressCourse( const wfStressWorld* world, const wfStressRunDef* def, wfStressOutcome* outcome );
// Somebody has arrived at its last stop.
void wfStressCourse_Arrive( wfStressCourse* course, double time );
// Whether the run is over: everybody has arrived, or it is known that they will not.
bool wfStressCourse_IsOver( wfStressCourse* course, double time );
// The line of the report now and then, where one is wanted.
void wfStressCourse_AddDetail( wfStressCourse* course, double time );
void wfStressCourse_Judge( wfStressCourse* course );
