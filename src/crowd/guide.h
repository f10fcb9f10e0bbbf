// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Routes: from any position to an agent's current stop.
#pragma once

#include "crowd/crowd.h"

typedef struct wfRoute
{
	const wfCrowd* crowd;
	const wfTarget* target; // null: straight to `aim`
	wfVec2 aim;				// of a point
	bool point;				// the stop is a point
} wfRoute;

// False if there is none.
bool wfFindRoute( const wfCrowd* crowd, const wfAgent* agent, wfRoute* route );
// The direction of the route at a position, a unit vector or zero, and the distance to the goal in metres. On request and if
// available, the gradient of the distances is used: much cheaper than the field, and nearly as good.
wfVec2 wfFollowRoute( const wfRoute* route, wfVec2 place, bool readsDistances, double* way );
