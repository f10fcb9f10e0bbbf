// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Who waits for whom in lines. Each who waits has one it waits for, somebody ahead in its own line, so the order of the line
// keeps the relation free of cycles. Should there be one all the same, whoever has the lowest serial in it goes on; and nobody
// waits for ever, whatever the reason. Both are counted and expected never to happen.
#include "crowd/locomotion.h"

static void release( wfCrowd* crowd, int32_t rank )
{
	wfTick* tick = &crowd->tick;
	const wfAgent* agent = &crowd->population.agents[tick->slot[rank]];
	tick->waitsFor[rank] = -1;
	tick->waits[rank] = 0;
	tick->wantedX[rank] = tick->speed[rank] * agent->directionX;
	tick->wantedY[rank] = tick->speed[rank] * agent->directionY;
}

// Follows those who are waited for, from an agent on. Everybody is walked over once: those whom an earlier walk met lead to no
// cycle.
static void breakCycle( wfCrowd* crowd, int32_t first )
{
	wfTick* tick = &crowd->tick;
	int32_t rank = first;
	for ( ; rank >= 0 && tick->chain[rank] < 0; rank = tick->waitsFor[rank] )
	{
		tick->chain[rank] = first;
	}
	if ( rank < 0 || tick->chain[rank] != first )
	{
		return;
	}
	int32_t lowest = rank;
	for ( int32_t next = tick->waitsFor[rank]; next != rank; next = tick->waitsFor[next] )
	{
		lowest = tick->serial[next] < tick->serial[lowest] ? next : lowest;
	}
	release( crowd, lowest );
	crowd->waits.cyclesBroken += 1;
}

void wfSettleWaits( wfCrowd* crowd )
{
	wfTick* tick = &crowd->tick;
	for ( int32_t rank = 0; rank < tick->count; ++rank )
	{
		tick->chain[rank] = -1;
	}
	for ( int32_t rank = 0; rank < tick->count; ++rank )
	{
		breakCycle( crowd, rank );
		if ( tick->marks[rank] & wf_markStands )
		{
			continue;
		}
		double idle = (double)tick->idle[rank];
		// Members of groups have no stop to get nearer to: they wait for each other.
		bool isLed = ( crowd->population.agents[tick->slot[rank]].flags & wf_agentLed ) != 0;
		crowd->waits.longestSeconds = wfMax( crowd->waits.longestSeconds, isLed ? 0.0 : tick->waited[rank] );
		if ( tick->waitsFor[rank] >= 0 && idle > WF_WATCHED_SECONDS )
		{
			crowd->waits.released += idle - crowd->def.tickSeconds <= WF_WATCHED_SECONDS ? 1 : 0;
			release( crowd, rank );
		}
	}
}

int32_t wfCountWaitsInVain( const wfCrowd* crowd )
{
	const wfTick* tick = &crowd->tick;
	int32_t count = 0;
	for ( int32_t rank = 0; rank < tick->count; ++rank )
	{
		int32_t head = rank, length = 0;
		for ( ; tick->waitsFor[head] >= 0 && length <= tick->count; ++length )
		{
			head = tick->waitsFor[head];
		}
		bool moves = tick->wantedX[head] != 0.0f || tick->wantedY[head] != 0.0f;
		bool isHeld = tick->awaitsTurn[head] != 0 || tick->sides[head].before >= 0.0f;
		count += length > tick->count || ( length > 0 && !moves && !isHeld ) ? 1 : 0;
	}
	return count;
}

wfWaitStats wfCrowd_GetWaits( const wfCrowd* crowd )
{
	return WF_FAILS( crowd != NULL ) ? ( wfWaitStats ){ 0 } : crowd->waits;
}
