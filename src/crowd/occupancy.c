// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Room for one more agent, or for one elsewhere.
#include "crowd/occupancy.h"
#include "crowd/locomotion.h"

#include <stdio.h>

void wfForgetPlaces( wfCrowd* crowd )
{
	crowd->occupancy.isKnown = false;
}

void wfFreeOccupancy( wfOccupancy* occupancy )
{
	wfMap_Free( &occupancy->cells );
	wfArray_Free( &occupancy->entries );
}

// Two cells with the same key do no harm: who stands there is too far away.
static uint64_t keyOf( const wfOccupancy* occupancy, wfVec3 position, int32_t di, int32_t dj, int32_t dk )
{
	int64_t i = (int64_t)floor( position.x / occupancy->cellSize ) + di;
	int64_t j = (int64_t)floor( position.y / occupancy->cellSize ) + dj;
	int64_t k = (int64_t)floor( position.z / occupancy->cellSize ) + dk;
	return wfMixBits( wfMixBits( wfMixBits( (uint64_t)i ) + (uint64_t)j ) + (uint64_t)k );
}

// There is room for it.
static void enter( wfCrowd* crowd, int32_t slot )
{
	wfOccupancy* occupancy = &crowd->occupancy;
	uint64_t key = keyOf( occupancy, wfPositionOf( crowd, &crowd->population.agents[slot] ), 0, 0, 0 );
	wfOccupant entry = { slot, wfMap_Find( &occupancy->cells, key ) };
	int32_t index = occupancy->entries.count;
	WF_ASSERT( wfArray_Push( &occupancy->entries, entry ) == wf_ok );
	WF_ASSERT( wfMap_Set( &occupancy->cells, key, index ) == wf_ok );
}

wfResult wfReserveOccupancy( wfOccupancy* occupancy, int32_t count )
{
	wfResult result = wfArray_Reserve( &occupancy->entries, (size_t)count );
	return result == wf_ok ? wfMap_Reserve( &occupancy->cells, count ) : result;
}

// All agents, with room for as many again before it is made anew.
static wfResult make( wfCrowd* crowd, double radius )
{
	wfOccupancy* occupancy = &crowd->occupancy;
	int32_t count = crowd->population.agentCount;
	occupancy->isKnown = false;
	wfResult result = wfReserveOccupancy( occupancy, count + 1 );
	if ( result != wf_ok )
	{
		return result;
	}
	occupancy->reach = radius;
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		double steps = wfLocomotionOf( agent )->reach( crowd, wfSlotOf( crowd, agent ) );
		occupancy->reach = wfMax( occupancy->reach, (double)agent->radius + steps );
	}
	occupancy->cellSize = 4.0 * occupancy->reach;
	occupancy->entries.count = 0;
	wfMap_Clear( &occupancy->cells );
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		enter( crowd, wfSlotOf( crowd, agent ) );
	}
	occupancy->isKnown = true;
	return wf_ok;
}

// Large enough for a disc of this radius, and with room for one more.
static wfResult find( wfCrowd* crowd, double radius )
{
	wfOccupancy* occupancy = &crowd->occupancy;
	occupancy->reach = wfMax( occupancy->reach, radius );
	bool isWorn = occupancy->entries.count > 2 * crowd->population.agentCount + WF_WORN_PLACES;
	if ( !occupancy->isKnown || isWorn || occupancy->cellSize < 2.0 * occupancy->reach )
	{
		return make( crowd, radius );
	}
	return wfReserveOccupancy( occupancy, occupancy->entries.count + 1 );
}

void wfOccupy( wfCrowd* crowd, int32_t slot )
{
	if ( crowd->occupancy.isKnown )
	{
		enter( crowd, slot );
	}
}

// The agent that the disc overlaps most, of several the one added first; null: none.
static const wfAgent* findOverlapped( const wfCrowd* crowd, const wfRoomCheck* check, double* depth )
{
	const wfOccupancy* occupancy = &crowd->occupancy;
	wfVec3 position = wfGround_GetPosition( &crowd->ground, check->place );
	const wfAgent* found = NULL;
	*depth = 0.0;
	int32_t storeys = crowd->ground.mesh != NULL ? 1 : 0;
	for ( int32_t cell = 0; cell < 9 * ( 2 * storeys + 1 ); ++cell )
	{
		uint64_t key = keyOf( occupancy, position, cell % 3 - 1, cell / 3 % 3 - 1, cell / 9 - storeys );
		for ( int32_t k = wfMap_Find( &occupancy->cells, key ); k >= 0; k = occupancy->entries.data[k].next )
		{
			const wfAgent* other = &crowd->population.agents[occupancy->entries.data[k].slot];
			if ( !( other->flags & wf_agentUsed ) || other == check->agent )
			{
				continue;
			}
			double here = crowd->stages->overlaps( crowd, check, other );
			bool more = here > *depth || ( here > 0.0 && here == *depth && other->serial < found->serial );
			found = more ? other : found;
			*depth = more ? here : *depth;
		}
	}
	return found;
}

static wfResult refuse( const wfCrowd* crowd, const wfRoomCheck* check, const char* text, wfError* error )
{
	char place[96];
	wfGround_PrintPlace( &crowd->ground, check->place, place, sizeof( place ) );
	if ( check->agent != NULL )
	{
		return wfFail( error, wf_startBlocked, "agent %u at (%s) %s", check->agent->serial, place, text );
	}
	return wfFail( error, wf_startBlocked, "the agent at (%s) %s", place, text );
}

wfRoomCheck wfCheckFor( const wfCrowd* crowd, const wfAgent* agent )
{
	return ( wfRoomCheck ){ .place = wfPlaceOf( agent ),
							.radius = (double)agent->radius,
							.depth = agent->gait != 0 ? (double)agent->radius : (double)wfDepthOf( crowd, agent, -1 ),
							.heading = (double)agent->heading,
							.kind = agent->kind,
							.agent = agent };
}

wfResult wfCheckRoom( wfCrowd* crowd, const wfRoomCheck* check, wfError* error )
{
	char text[160] = "";
	wfResult result = crowd->stages->describeWall( crowd, check->place, check->kind, check->radius, text, sizeof( text ) );
	if ( result == wf_ok && text[0] != 0 )
	{
		return refuse( crowd, check, text, error );
	}
	result = result == wf_ok ? find( crowd, check->radius ) : result;
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory to look for room for an agent" );
	}
	double depth;
	const wfAgent* other = findOverlapped( crowd, check, &depth );
	if ( other == NULL )
	{
		return wf_ok;
	}
	if ( depth < INFINITY )
	{
		snprintf( text, sizeof( text ), "overlaps agent %u by %.4g m", other->serial, depth );
	}
	else
	{
		snprintf( text, sizeof( text ), "stands where agent %u is about to step", other->serial );
	}
	result = refuse( crowd, check, text, error );
	if ( error != NULL )
	{
		error->other = other->serial;
	}
	return result;
}
