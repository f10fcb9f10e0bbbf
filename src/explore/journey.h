// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// In which order to see several places: the shortest way from a start through all of them, which ends at any.
#pragma once

#include "base/base.h"

#define WF_MOST_STOPS 12

typedef struct wfJourney
{
	int32_t count;
	int32_t from[WF_MOST_STOPS];				   // from the start
	int32_t between[WF_MOST_STOPS][WF_MOST_STOPS]; // symmetric
	// Result: the stops in order and the length with this one first.
	int32_t order[WF_MOST_STOPS];
	int64_t lengthIfFirst[WF_MOST_STOPS];
	int64_t length;
} wfJourney;

// Exact. Costs count^2 2^count additions. Distances must be below 2^30.
void wfJourney_Solve( wfJourney* journey );
