// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What an agent sees and might touch: the nearest others that fit into its list, and its contacts until the next decision.
#pragma once

#include "crowd/crowd.h"

typedef struct wfNearOther
{
	int32_t rank;
	float distance2;
} wfNearOther;

typedef struct wfSight
{
	const wfCrowd* crowd;
	int32_t rank;
	float reach2; // agents farther away are not seen
	wfNearOther seen[WF_MAX_NEIGHBORS];
	int32_t count;
	int32_t farthest; // index in seen, once the list is full
	float touch;	  // farther away nobody can be touched
	float contact;	  // gap up to which the other may be touched, less the other's share
	float seconds;	  // of a tick
	bool cone;		  // only what is ahead
	float cosine;	  // of half the aperture
	float headingX, headingY;
	int32_t* contacts;
	int32_t contactCount;
} wfSight;

// `rounding`: of positions, which in a huge world is more than the skin.
static inline void wfSight_Begin( wfSight* sight, const wfCrowd* crowd, int32_t rank, float reach, float rounding )
{
	const wfTick* tick = &crowd->tick;
	const wfStyleDef* style = &crowd->styles.list[tick->style[rank] - 1].def;
	sight->crowd = crowd;
	sight->rank = rank;
	sight->reach2 = reach * reach;
	sight->count = 0;
	sight->seconds = (float)crowd->def.tickSeconds;
	sight->contact = tick->reachSpeed[rank] * sight->seconds + 2.0f * (float)WF_SKIN + rounding;
	sight->touch = tick->radius[rank] + tick->maxRadius + sight->contact + tick->maxSpeed * sight->seconds;
	sight->contacts = tick->contacts + (size_t)rank * WF_MAX_CONTACTS;
	sight->contactCount = 0;
	sight->cosine = sight->headingX = sight->headingY = 0.0f;
	sight->cone = style->viewAngle < WF_FULL_CIRCLE;
	if ( sight->cone )
	{
		wfCosSin heading = wfCosSinOf( crowd->population.agents[tick->slot[rank]].heading );
		sight->cosine = (float)wfCos( 0.5 * style->viewAngle );
		sight->headingX = (float)heading.cosine;
		sight->headingY = (float)heading.sine;
	}
}

static inline void wfSight_FindFarthest( wfSight* sight )
{
	int32_t farthest = 0;
	for ( int32_t k = 1; k < WF_MAX_NEIGHBORS; ++k )
	{
		farthest = sight->seen[k].distance2 > sight->seen[farthest].distance2 ? k : farthest;
	}
	sight->farthest = farthest;
	sight->reach2 = sight->seen[farthest].distance2;
}

// `distance2` is below reach2.
static inline void wfSight_See( wfSight* sight, int32_t other, float distance2 )
{
	int32_t place = sight->count < WF_MAX_NEIGHBORS ? sight->count++ : sight->farthest;
	sight->seen[place] = ( wfNearOther ){ other, distance2 };
	if ( sight->count == WF_MAX_NEIGHBORS )
	{
		wfSight_FindFarthest( sight );
	}
}

static inline void wfSight_Touch( wfSight* sight, int32_t other, float distance2 )
{
	const wfTick* tick = &sight->crowd->tick;
	if ( distance2 >= sight->touch * sight->touch )
	{
		return;
	}
	float touch = tick->radius[sight->rank] + tick->radius[other] + sight->contact + tick->reachSpeed[other] * sight->seconds;
	if ( distance2 < touch * touch )
	{
		if ( sight->contactCount < WF_MAX_CONTACTS )
		{
			sight->contacts[sight->contactCount] = other;
		}
		sight->contactCount += 1;
	}
}

static inline void wfSight_End( const wfSight* sight, wfTick* tick )
{
	int32_t contacts = sight->contactCount, rank = sight->rank;
	for ( int32_t k = 0; k < sight->count; ++k )
	{
		tick->neighbors[rank * WF_MAX_NEIGHBORS + k] = sight->seen[k].rank;
	}
	tick->neighborCount[rank] = (uint8_t)sight->count;
	tick->contactCount[rank] = (uint8_t)( contacts <= WF_MAX_CONTACTS ? contacts : WF_MAX_CONTACTS + 1 );
}
