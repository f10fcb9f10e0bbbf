// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The nearest other agents that fit into an agent's list.
#pragma once

#include "crowd/crowd.h"

typedef struct wfNearOther
{
	int32_t rank;
	float distance2;
} wfNearOther;

typedef struct wfNearest
{
	float reach2; // agents farther away are ignored
	wfNearOther seen[WF_MAX_NEIGHBORS];
	int32_t count;
	int32_t farthest; // index in seen, once the list is full
} wfNearest;

static inline void wfNearest_FindFarthest( wfNearest* nearest )
{
	int32_t farthest = 0;
	for ( int32_t k = 1; k < WF_MAX_NEIGHBORS; ++k )
	{
		farthest = nearest->seen[k].distance2 > nearest->seen[farthest].distance2 ? k : farthest;
	}
	nearest->farthest = farthest;
	nearest->reach2 = nearest->seen[farthest].distance2;
}

// `distance2` is below reach2.
static inline void wfNearest_Add( wfNearest* nearest, int32_t other, float distance2 )
{
	if ( nearest->count < WF_MAX_NEIGHBORS )
	{
		nearest->seen[nearest->count++] = ( wfNearOther ){ other, distance2 };
		if ( nearest->count == WF_MAX_NEIGHBORS )
		{
			wfNearest_FindFarthest( nearest );
		}
		return;
	}
	nearest->seen[nearest->farthest] = ( wfNearOther ){ other, distance2 };
	wfNearest_FindFarthest( nearest );
}
