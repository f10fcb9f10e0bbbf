// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Recordings of people on foot: what `wayfield metrics` tells of their circles.
#pragma once

#include "wayfield/metrics.h"

typedef struct wfFeetReport
{
	wfCircleReport circles; // agents 0: the recording has no footsteps
	float* discRadii; // of the rows, those on foot have none: they are no discs. Freed by the caller; null: nobody is on foot
} wfFeetReport;

// Looks at the circles of all of a recording that has footsteps.
wfFeetReport wfMeasureFootsteps( const char* file, const wfTrajectories* trajectories, const wfWorld* world, int32_t kind );
