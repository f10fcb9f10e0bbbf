// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Stops: going on from one to the next, waiting, staying, leaving.
#include "crowd/crowd.h"

// Whether the way is straight is looked at again every so many steps, by turns.
#define WF_RECHECK_STEPS 5

wfVec2 wfAimOf( const wfCrowd* crowd, const wfAgent* agent )
{
	const wfStop* stop = wfPresentStop( crowd, agent );
	return stop->kind == wf_queueStop ? wfQueuePlace( crowd, agent ) : stop->point;
}

// Straight to a point where nothing is in between, else by a field.
static wfResult findWay( wfCrowd* crowd, wfAgent* agent, wfError* error )
{
	const wfStop* stop = wfPresentStop( crowd, agent );
	agent->flags &= ~(uint32_t)( wf_agentDirect | wf_agentRecheck );
	wfStop place = *stop;
	if ( stop->kind != wf_goalStop )
	{
		place.kind = wf_pointStop;
		place.point = wfAimOf( crowd, agent );
		if ( crowd->def.directWays &&
			 wfIsStraightWayFree( &crowd->layers[agent->layer], ( wfVec2 ){ agent->x, agent->y }, place.point ) )
		{
			agent->flags |= wf_agentDirect;
			return wf_ok;
		}
		// Fields lead to the head of a queue, not to each of its places.
		place.point = stop->kind == wf_queueStop ? crowd->queues[stop->queue.index1 - 1].def.line[0] : place.point;
	}
	if ( agent->target >= 0 )
	{
		return wf_ok;
	}
	wfResult result = wfFindTarget( crowd, agent->layer, &place, &agent->target, error );
	result = result == wf_ok ? wfSolveTarget( crowd, agent->target, error ) : result;
	if ( result != wf_ok )
	{
		agent->target = -1;
	}
	return result;
}

wfResult wfUpdateStops( wfCrowd* crowd, wfError* error )
{
	wfUpdateQueues( crowd );
	for ( int32_t slot = 0; slot < crowd->slotCount; ++slot )
	{
		wfAgent* agent = &crowd->agents[slot];
		if ( !( agent->flags & wf_agentUsed ) || agent->stop >= agent->stopCount )
		{
			continue;
		}
		if ( ( agent->flags & wf_agentWaiting ) && crowd->time >= agent->waitUntil && !( agent->flags & wf_agentQueued ) )
		{
			wfGoOn( crowd, agent );
			if ( agent->stop >= agent->stopCount )
			{
				continue;
			}
		}
		if ( agent->flags & wf_agentWaiting )
		{
			continue;
		}
		bool open = crowd->layers[agent->layer].grid == NULL;
		bool due = !open && ( crowd->stepCount + agent->serial ) % WF_RECHECK_STEPS == 0;
		if ( ( agent->flags & wf_agentRecheck ) || ( due && wfPresentStop( crowd, agent )->kind != wf_goalStop ) )
		{
			wfResult result = findWay( crowd, agent, error );
			if ( result != wf_ok )
			{
				return result;
			}
		}
	}
	return wf_ok;
}

// The next stop, or the end of the list.
void wfGoOn( wfCrowd* crowd, wfAgent* agent )
{
	agent->stop += 1;
	if ( agent->stop == agent->stopCount && agent->atEnd == wf_repeatAtEnd )
	{
		agent->stop = 0;
	}
	agent->flags &= ~(uint32_t)( wf_agentWaiting | wf_agentDirect | wf_agentStuckTold | wf_agentQueued );
	agent->flags |= wf_agentRecheck;
	agent->target = -1;
	agent->startWay = 0.0f;
	agent->bestWay = INFINITY;
	agent->bestWayTime = crowd->time;
	agent->pressed = 0.0f;
	agent->asideCount = 0;
	agent->fanAngle = 0.0f;
	agent->guideAngle = 0.0f;
}

static wfResult arrive( wfCrowd* crowd, int32_t slot )
{
	wfAgent* agent = &crowd->agents[slot];
	const wfStop* stop = wfPresentStop( crowd, agent );
	bool last = agent->stop + 1 == agent->stopCount && agent->atEnd != wf_repeatAtEnd;
	wfResult result = wfAddEvent( crowd, last ? wf_arrivedEvent : wf_reachedEvent, slot );
	if ( result != wf_ok )
	{
		return result;
	}
	agent->homeX = agent->x;
	agent->homeY = agent->y;
	crowd->arrivedCount += last ? 1 : 0;
	if ( stop->kind == wf_queueStop )
	{
		return wf_ok;
	}
	if ( stop->wait > 0.0 && !last )
	{
		agent->flags |= wf_agentWaiting;
		agent->waitUntil = crowd->time + stop->wait;
		return wf_ok;
	}
	if ( !last )
	{
		wfGoOn( crowd, agent );
		return wf_ok;
	}
	if ( agent->atEnd == wf_leaveAtEnd )
	{
		result = wfAddEvent( crowd, wf_leftEvent, slot );
		if ( result == wf_ok )
		{
			wfDropAgent( crowd, slot );
		}
		return result;
	}
	agent->stop = agent->stopCount;
	agent->flags |= wf_agentEnded;
	return wf_ok;
}

wfResult wfArriveAll( wfCrowd* crowd )
{
	for ( int32_t slot = 0; slot < crowd->slotCount; ++slot )
	{
		wfAgent* agent = &crowd->agents[slot];
		if ( !( agent->flags & wf_agentUsed ) || ( agent->flags & ( wf_agentWaiting | wf_agentEnded ) ) )
		{
			continue;
		}
		const wfStop* stop = wfPresentStop( crowd, agent );
		if ( stop != NULL && stop->kind != wf_queueStop && wfHasArrived( crowd, agent ) )
		{
			wfResult result = arrive( crowd, slot );
			if ( result != wf_ok )
			{
				return result;
			}
		}
	}
	return wf_ok;
}
