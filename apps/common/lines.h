// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Lines that flow is measured through, and the goals near them.
#pragma once

#include "wayfield/metrics.h"

typedef struct wfWatchedLine
{
	const char* file; // of the recording, for the message; null: none
	const char* name; // as the message has it: "'entrance'", "0,1 to 0,2"
	wfVec2 a, b;
	double reach; // missedReach of the metrics
} wfWatchedLine;

// Warns where people arrived or left just in front of the line, or where a goal of the world (may be null) is so near that nobody
// has crossed it: they vanish before they are counted.
void wfWarnOfMissed( const wfWatchedLine* line, const wfWorld* world, const wfLineReport* report );
