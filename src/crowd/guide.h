// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Routes: from anywhere to an agent's present stop.
#pragma once

#include "crowd/crowd.h"

typedef struct wfRoute
{
	const wfCrowd* crowd;
	const wfTarget* target; // null: straight to `aim`
	wfVec2 aim;				// of a point
	bool point;				// the stop is one
} wfRoute;

// False where there is none.
bool wfFindRoute( const wfCrowd* crowd, const wfAgent* agent, wfRoute* route );
// Where it leads from a place, a unit vector or zero, and the metres to go. The slope of the distances is read where that is
// asked for and there is one: much cheaper than the field, and nearly as good.
wfVec2 wfFollowRoute( const wfRoute* route, wfVec2 place, bool readsDistances, double* way );
