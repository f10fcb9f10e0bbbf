// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Saved states come from files: whatever they hold, no tick may read beyond an array because of it.
#include "crowd/checkpoint.h"
#include "crowd/defs.h"
#include "crowd/locomotion.h"

static bool isBetween( double value, double lower, double upper )
{
	return value >= lower && value <= upper;
}

bool wfAreNumbersSound( const wfAgent* agent )
{
	const double most = 1e9;
	const double doubles[] = {
		agent->x,		   agent->y,		  agent->enteredTime, agent->waitUntil,	 agent->walked,	   agent->bestDistanceTime,
		agent->asideUntil, agent->homeX,	  agent->homeY,		  agent->leadsSince, agent->leadsFree, agent->heldSince,
		agent->heldAt,	   agent->nearestTime };
	const float floats[] = { agent->heading, agent->directionX, agent->directionY,	  agent->fanAngle,	 agent->guideAngle,
							 agent->pressed, agent->standing,	agent->startDistance, agent->asideAngle, agent->oncoming };
	const double fastest = 10.0 * WF_MAX_AGENT_SPEED;
	for ( size_t k = 0; k < sizeof( doubles ) / sizeof( doubles[0] ); ++k )
	{
		if ( !isBetween( doubles[k], -most, most ) )
		{
			return false;
		}
	}
	for ( size_t k = 0; k < sizeof( floats ) / sizeof( floats[0] ); ++k )
	{
		if ( !isBetween( (double)floats[k], -most, most ) )
		{
			return false;
		}
	}
	return agent->bestDistance >= 0.0 && agent->nearest >= 0.0 && isBetween( (double)agent->velocityX, -fastest, fastest ) &&
		   isBetween( (double)agent->velocityY, -fastest, fastest ) &&
		   isBetween( (double)agent->radius, 0.5 * WF_MIN_AGENT_RADIUS, 2.0 * WF_MAX_AGENT_RADIUS ) &&
		   isBetween( (double)agent->desiredSpeed, 0.0, 2.0 * WF_MAX_AGENT_SPEED );
}

// In the plane a goal may be gone: who is on the way there is told so.
static bool areStopsSound( const wfCrowd* crowd, const wfStop* stops, int32_t count )
{
	bool sound = true;
	for ( int32_t k = 0; k < count && sound; ++k )
	{
		bool mayBeGone = stops[k].kind == wf_goalStop && crowd->ground.mesh == NULL;
		sound = mayBeGone || wfCheckStopIds( crowd, &stops[k], 1, NULL ) == wf_ok;
	}
	return sound;
}

static bool isAgentSound( wfCrowd* crowd, const wfAgent* agent )
{
	bool ids = agent->style >= 1 && agent->style <= crowd->styles.count && agent->behavior >= 0 &&
			   agent->behavior <= crowd->styles.behaviors.count && agent->onSight >= 0 &&
			   agent->onSight <= crowd->styles.behaviors.count;
	bool rest = agent->kind >= 0 && agent->kind < 32 && agent->atEnd >= 0 && agent->atEnd <= wf_repeatAtEnd &&
				agent->asideCount >= 0 && agent->asideCount < 1000000000 && agent->passage >= -crowd->passages.list.count &&
				agent->passage <= crowd->passages.list.count && agent->stopCount <= agent->stopCapacity &&
				agent->stopCount >= 0 && agent->stop >= 0 && agent->stop <= agent->stopCount && agent->generation > 0;
	ids = ids && wfHasGait( crowd, agent->gait );
	if ( !ids || !rest || !wfAreNumbersSound( agent ) )
	{
		return false;
	}
	// Stops done may name anything.
	const wfStop* stops = crowd->population.stops.data + agent->stopFirst + agent->stop;
	int32_t count = agent->stopCount - agent->stop;
	return wfCheckStops( stops, count, "", NULL ) == wf_ok && areStopsSound( crowd, stops, count ) &&
		   wfIsRouteSound( crowd, agent );
}

static bool areQueuesSound( const wfCrowd* crowd )
{
	int32_t queued = 0, placed = 0;
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		queued += ( agent->flags & wf_agentQueued ) ? 1 : 0;
	}
	for ( int32_t k = 0; k < crowd->facilities.queues.count; ++k )
	{
		const wfQueue* queue = &crowd->facilities.queues.data[k];
		placed += queue->places.count;
		for ( int32_t m = 0; m < queue->places.count; ++m )
		{
			int32_t slot = queue->places.data[m];
			if ( slot < 0 || slot >= crowd->population.slotCount )
			{
				return false;
			}
			const wfAgent* agent = &crowd->population.agents[slot];
			const wfStop* stop = wfPresentStop( crowd, agent );
			const uint32_t flags = wf_agentUsed | wf_agentQueued;
			if ( ( agent->flags & flags ) != flags || agent->queuePlace != m || stop == NULL || stop->kind != wf_queueStop ||
				 stop->queue.index1 != k + 1 )
			{
				return false;
			}
		}
	}
	return queued == placed;
}

static bool areSlotsSound( const wfCrowd* crowd )
{
	int32_t used = 0;
	for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
	{
		const wfAgent* agent = &crowd->population.agents[slot];
		used += ( agent->flags & wf_agentUsed ) ? 1 : 0;
		if ( agent->stopFirst < 0 || agent->stopCapacity < 0 ||
			 agent->stopFirst > crowd->population.stops.count - agent->stopCapacity )
		{
			return false;
		}
	}
	// Every slot that is not used is free exactly once.
	bool sound = used == crowd->population.agentCount && used + crowd->population.freeSlots.count == crowd->population.slotCount;
	for ( int32_t k = 0; k < crowd->population.freeSlots.count && sound; ++k )
	{
		int32_t slot = crowd->population.freeSlots.data[k];
		sound = slot >= 0 && slot < crowd->population.slotCount && !( crowd->population.agents[slot].flags & wf_agentUsed );
	}
	return sound;
}

// Marks the slots seen with a bit no flag has, and takes it away again.
static bool areFreeSlotsDifferent( const wfCrowd* crowd )
{
	const uint32_t seen = 0x80000000u;
	bool different = true;
	for ( int32_t k = 0; k < crowd->population.freeSlots.count; ++k )
	{
		wfAgent* agent = &crowd->population.agents[crowd->population.freeSlots.data[k]];
		different = different && !( agent->flags & seen );
		agent->flags |= seen;
	}
	for ( int32_t k = 0; k < crowd->population.freeSlots.count; ++k )
	{
		crowd->population.agents[crowd->population.freeSlots.data[k]].flags &= ~seen;
	}
	return different;
}

bool wfIsStateSound( wfCrowd* crowd, const char** what )
{
	*what = "slots";
	if ( !areSlotsSound( crowd ) || !areFreeSlotsDifferent( crowd ) )
	{
		return false;
	}
	*what = "agents";
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		if ( !isAgentSound( crowd, agent ) )
		{
			return false;
		}
	}
	*what = "groups";
	if ( !wfAreGroupsSound( crowd ) )
	{
		return false;
	}
	*what = "explorers";
	if ( !wfAreExplorersSound( crowd ) )
	{
		return false;
	}
	*what = "queues";
	return areQueuesSound( crowd );
}
