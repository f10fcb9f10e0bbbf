// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Looking at a crowd from outside.
#include "crowd/locomotion.h"

#include <string.h>

double wfCrowd_GetTime( const wfCrowd* crowd )
{
	return WF_FAILS( crowd != NULL ) ? 0.0 : crowd->time;
}

int64_t wfCrowd_GetTickCount( const wfCrowd* crowd )
{
	return WF_FAILS( crowd != NULL ) ? 0 : crowd->tickCount;
}

wfCrowdDef wfCrowd_GetDef( const wfCrowd* crowd )
{
	return WF_FAILS( crowd != NULL ) ? ( wfCrowdDef ){ 0 } : crowd->def;
}

wfGroundDef wfCrowd_GetGround( const wfCrowd* crowd )
{
	return WF_FAILS( crowd != NULL ) ? ( wfGroundDef ){ 0 } : crowd->ground.def;
}

int32_t wfCrowd_GetAgentCount( const wfCrowd* crowd )
{
	return WF_FAILS( crowd != NULL ) ? 0 : crowd->population.agentCount;
}

int64_t wfCrowd_GetTotalCount( const wfCrowd* crowd )
{
	return WF_FAILS( crowd != NULL ) ? 0 : (int64_t)crowd->population.lastSerial;
}

int64_t wfCrowd_GetArrivedCount( const wfCrowd* crowd )
{
	return WF_FAILS( crowd != NULL ) ? 0 : crowd->population.arrivedCount;
}

bool wfCrowd_IsDone( const wfCrowd* crowd )
{
	if ( WF_FAILS( crowd != NULL ) )
	{
		return true;
	}
	for ( int32_t k = 0; k < crowd->facilities.sources.count; ++k )
	{
		const wfSource* source = &crowd->facilities.sources.data[k];
		if ( !wfIsSourceOver( source ) || source->now.sent < source->now.drawn )
		{
			return false;
		}
	}
	if ( wfHasGroupNews( crowd ) )
	{
		return false;
	}
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		if ( !( agent->flags & wf_agentEnded ) )
		{
			return false;
		}
	}
	return true;
}

uint64_t wfCrowd_GetHash( const wfCrowd* crowd )
{
	if ( WF_FAILS( crowd != NULL ) )
	{
		return 0;
	}
	uint64_t hash = wfHash( WF_HASH_START, &crowd->tickCount, sizeof( crowd->tickCount ) );
	hash = wfHash( hash, &crowd->trail, sizeof( crowd->trail ) );
	hash = wfHash( hash, &crowd->population.lastSerial, sizeof( crowd->population.lastSerial ) );
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		hash = wfHash( hash, agent, offsetof( wfAgent, orders ) );
		// Most have none. By bits, as they are saved. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
		bool hasOrders = memcmp( &agent->orders, &( wfOrders ){ 0 }, sizeof( wfOrders ) ) != 0;
		hash = hasOrders ? wfHash( hash, &agent->orders, sizeof( wfOrders ) ) : hash;
		if ( agent->stopCount > 0 )
		{
			hash = wfHash( hash, crowd->population.stops.data + agent->stopFirst, (size_t)agent->stopCount * sizeof( wfStop ) );
		}
		hash = wfHashWalker( hash, crowd, wfSlotOf( crowd, agent ) );
	}
	hash = wfHash( hash, crowd->population.freeSlots.data, (size_t)crowd->population.freeSlots.count * sizeof( int32_t ) );
	for ( int32_t k = 0; k < crowd->passages.list.count; ++k )
	{
		hash = wfHash( hash, &crowd->passages.list.data[k], sizeof( wfPassageState ) );
	}
	for ( int32_t k = 0; k < crowd->facilities.queues.count; ++k )
	{
		const wfQueue* queue = &crowd->facilities.queues.data[k];
		const double state[3] = { queue->places.count, queue->serving ? 1.0 : 0.0, queue->serving ? queue->servedUntil : 0.0 };
		hash = wfHash( hash, queue->places.data, (size_t)queue->places.count * sizeof( int32_t ) );
		hash = wfHash( hash, state, sizeof( state ) );
	}
	for ( int32_t k = 0; k < crowd->facilities.sources.count; ++k )
	{
		hash = wfHash( hash, &crowd->facilities.sources.data[k].now, sizeof( wfSourceState ) );
	}
	for ( int32_t k = 0; k < crowd->exits.records.count; ++k )
	{
		hash = wfHash( hash, &crowd->exits.records.data[k].seen, sizeof( wfExitHistory ) );
	}
	hash = wfHashGroups( crowd, hash );
	hash = wfHashExplorers( crowd, hash );
	hash = wfHash( hash, crowd->ground.routes.marks.data, (size_t)crowd->ground.routes.marks.count * sizeof( wfCostMark ) );
	return wfHash( hash, &crowd->nextMarkTick, sizeof( int64_t ) );
}

size_t wfCrowd_GetAgentBytes( const wfCrowd* crowd )
{
	if ( WF_FAILS( crowd != NULL ) )
	{
		return 0;
	}
	wfCrowd* inside = (wfCrowd*)crowd;
	size_t bytes = crowd->population.agentCapacity * sizeof( wfAgent ) + crowd->population.freeSlots.capacity * sizeof( int32_t );
	bytes += crowd->population.stops.capacity * sizeof( wfStop ) + wfGetTickBytes( inside );
	bytes += crowd->styles.custom.capacity * sizeof( wfBehaviorVector ) + crowd->styles.rankOfSlot.capacity * sizeof( int32_t );
	bytes += wfGetWalkBytes( crowd );
	bytes += wfGetFrameBytes( &inside->frame ) + wfGetMoveBytes( &inside->moves );
	return bytes;
}

int32_t wfCrowd_GetEvents( const wfCrowd* crowd, const wfEvent** events )
{
	if ( WF_FAILS( crowd != NULL && events != NULL ) )
	{
		return 0;
	}
	*events = crowd->population.events.data;
	return crowd->population.events.count;
}

wfCrowdProfile wfCrowd_GetProfile( const wfCrowd* crowd )
{
	return WF_FAILS( crowd != NULL ) ? ( wfCrowdProfile ){ 0 } : crowd->profile;
}
