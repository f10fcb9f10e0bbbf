// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What each agent perceives, and who asks others for room because of it.
#include "crowd/kernels.h"

#include <float.h>

// Those an agent touches.
typedef struct wfTouching
{
	int32_t others[WF_MAX_CONTACTS];
	float sameDirection[WF_MAX_CONTACTS]; // cosine between both global directions
	int32_t count;
} wfTouching;

static void findTouching( const wfTick* tick, int32_t rank, wfTouching* touching )
{
	bool surface = tick->seen != NULL;
	int32_t count = surface ? tick->neighborCount[rank] : tick->contactCount[rank];
	count = count > WF_MAX_CONTACTS ? WF_MAX_CONTACTS : count;
	touching->count = 0;
	for ( int32_t k = 0; k < count; ++k )
	{
		int32_t other = surface ? tick->neighbors[rank * WF_MAX_NEIGHBORS + k] : tick->contacts[rank * WF_MAX_CONTACTS + k];
		wfSeenOther seen = surface ? wfGetSeenOther( tick, rank, k ) : wfGetSeenInPlane( tick, rank, other );
		if ( wfGapToward( tick, rank, other, seen.x, seen.y ) < WF_TOUCH_GAP )
		{
			touching->others[touching->count] = other;
			touching->sameDirection[touching->count++] = tick->goalX[rank] * seen.goalX + tick->goalY[rank] * seen.goalY;
		}
	}
}

// Pressed, and nobody it touches is nearer to where it wants to be: the others are to make room.
static bool isPressing( const wfTick* tick, int32_t rank, const wfTouching* touching )
{
	if ( tick->pressed[rank] < WF_PRESS_SECONDS || ( tick->marks[rank] & wf_markStands ) )
	{
		return false;
	}
	for ( int32_t k = 0; k < touching->count; ++k )
	{
		int32_t other = touching->others[k];
		// Who waits for others asks for nothing.
		if ( ( tick->marks[other] & wf_markStands ) || tick->pressed[other] < WF_PRESS_SECONDS )
		{
			continue;
		}
		float ahead;
		bool inLine = tick->passage[rank] != 0 && tick->passage[rank] == tick->passage[other];
		bool first = inLine ? !wfComesBefore( tick, other, rank, &ahead )
							: tick->distance[rank] < tick->distance[other] ||
								  ( tick->distance[rank] == tick->distance[other] && rank < other );
		if ( !first )
		{
			return false;
		}
	}
	return true;
}

// Does it touch somebody who goes the other way?
static bool isAgainstOthers( const wfTick* tick, int32_t rank, const wfTouching* touching )
{
	for ( int32_t k = 0; k < touching->count; ++k )
	{
		// Those whose turn it is not at a passage make room by themselves, as far as they can.
		float patience = tick->awaitsTurn[touching->others[k]] ? 2.0f * WF_IDLE_SECONDS : WF_IDLE_SECONDS;
		if ( touching->sameDirection[k] < WF_AGAINST && tick->idle[rank] > patience )
		{
			return true;
		}
	}
	return false;
}

static void perceiveRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfCrowd* crowd = context;
	crowd->stages->perceive( crowd, begin, end );
}

static void markRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfCrowd* crowd = context;
	wfTick* tick = &crowd->tick;
	for ( int32_t rank = begin; rank < end; ++rank )
	{
		tick->pressing[rank] = tick->roomLevel[rank];
		if ( tick->pressed[rank] < WF_PRESS_SECONDS )
		{
			continue;
		}
		wfTouching touching;
		findTouching( tick, rank, &touching );
		bool against = tick->idle[rank] > WF_IDLE_SECONDS && isAgainstOthers( tick, rank, &touching );
		int32_t inLine = wfMayWedge( crowd, rank ) ? WF_PRESSING : WF_PRESSING_IN_LINE;
		int32_t urgency = against ? WF_PRESSING : ( tick->marks[rank] & wf_markInLine ) ? inLine : WF_PRESSING_OPEN;
		if ( isPressing( tick, rank, &touching ) )
		{
			tick->pressing[rank] = (uint8_t)urgency;
			tick->askSerial[rank] = tick->serial[rank];
			tick->askDistance[rank] = tick->distance[rank];
		}
	}
}

void wfPerceiveAll( wfCrowd* crowd )
{
	wfWorkers_ParallelFor( crowd->def.workers, perceiveRange, crowd->tick.count, 256, crowd );
	wfWorkers_ParallelFor( crowd->def.workers, markRange, crowd->tick.count, 1024, crowd );
}
