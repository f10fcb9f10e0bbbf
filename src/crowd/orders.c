// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Orders that cannot be followed as they are, and walls that edits put onto agents: nobody else is held up by them.
#include "crowd/orders.h"
#include "base/vec2.h"
#include "crowd/locomotion.h"

// ----------------------------------------------------------------------------------------------------- velocities of the host

wfVec2 wfSteeredDirection( const wfCrowd* crowd, const wfAgent* agent, double* speed )
{
	const wfOrders* orders = &agent->orders;
	wfVec3 wanted = { (double)orders->steerX, (double)orders->steerY, (double)orders->steerZ };
	wfVec2 flat = wfOutOfSpace( crowd, agent, wanted );
	*speed = wfHypot( flat.x, flat.y );
	return *speed > WF_TINY ? wfDivide2( flat, *speed ) : ( wfVec2 ){ 0.0, 0.0 };
}

// On a mesh nobody asks for it: who is steered is led by the direction alone.
wfPlace wfAheadOf( const wfCrowd* crowd, const wfAgent* agent )
{
	double speed;
	wfVec2 direction = wfSteeredDirection( crowd, agent, &speed );
	wfPlace place = wfPlaceOf( agent );
	if ( crowd->ground.mesh == NULL )
	{
		place.x += (double)WF_UNKNOWN_DISTANCE * direction.x;
		place.y += (double)WF_UNKNOWN_DISTANCE * direction.y;
	}
	return place;
}

// ------------------------------------------------------------------------------------------------------------------- covered

static wfResult isCovered( wfCrowd* crowd, const wfAgent* agent, bool* covered )
{
	const wfRouteLayer* layer = agent->layer >= 0 ? &crowd->ground.routes.layers.data[agent->layer] : NULL;
	double radius = (double)agent->radius;
	*covered = false;
	if ( agent->gait != 0 && layer != NULL )
	{
		*covered = wfIsWalkerInWall( crowd, wfSlotOf( crowd, agent ) );
		return wf_ok;
	}
	// Most are far from all walls, and their cell knows.
	double slack = layer != NULL && layer->grid != NULL ? WF_HALF_DIAGONAL * layer->grid->cellSize + WF_SKIN : WF_SKIN;
	if ( layer != NULL && (double)wfLayerClearance( layer, ( wfVec2 ){ agent->x, agent->y } ) > radius + slack )
	{
		return wf_ok;
	}
	bool fits;
	wfResult result = wfGround_HasRoom( &crowd->ground, wfPlaceOf( agent ), agent->kind, radius - WF_OVERLAP_SLACK, &fits );
	*covered = !fits;
	return result;
}

int32_t wfCountCovered( const wfCrowd* crowd )
{
	int32_t count = 0;
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		count += ( agent->flags & wf_agentCovered ) ? 1 : 0;
	}
	return count;
}

// Without an edit nobody comes to be in a wall: only those are looked at who are in one.
wfResult wfNoticeCovered( wfCrowd* crowd, wfError* error )
{
	bool edited = crowd->coveredRevision != crowd->ground.routes.worldRevision;
	if ( crowd->ground.mesh != NULL || ( !edited && crowd->coveredCount == 0 ) )
	{
		return wf_ok;
	}
	for ( wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		bool was = ( agent->flags & wf_agentCovered ) != 0, covered;
		if ( !edited && !was )
		{
			continue;
		}
		if ( isCovered( crowd, agent, &covered ) != wf_ok )
		{
			return wfFail( error, wf_outOfMemory, "not enough memory to index the world" );
		}
		if ( covered && !was )
		{
			agent->flags |= wf_agentCovered | wf_agentTellsCovered;
		}
		else if ( was && !covered )
		{
			agent->flags &= ~(uint32_t)( wf_agentCovered | wf_agentTellsCovered );
			agent->flags |= agent->flags & wf_agentSteered ? 0u : (uint32_t)wf_agentRecheck;
			agent->bestDistanceTime = agent->nearestTime = crowd->time;
		}
	}
	crowd->coveredCount = wfCountCovered( crowd );
	crowd->coveredRevision = crowd->ground.routes.worldRevision;
	return wf_ok;
}

// As it is guided, whatever the local map says, which knows no way through walls. Limits by others turn the move aside, but never
// back.
void wfLeadOut( wfCrowd* crowd )
{
	wfTick* tick = &crowd->tick;
	for ( int32_t rank = 0; rank < tick->count && crowd->coveredCount > 0; ++rank )
	{
		bool covered = ( crowd->population.agents[tick->slot[rank]].flags & wf_agentCovered ) != 0;
		if ( !covered || ( tick->traits[rank] & wf_keepsToPlan ) )
		{
			continue;
		}
		float speed = tick->speed[rank] > WF_LEAST_REACH_SPEED ? tick->speed[rank] : WF_LEAST_REACH_SPEED;
		float most = tick->distance[rank] / (float)crowd->def.tickSeconds;
		speed = speed < most ? speed : most;
		tick->wantedX[rank] = speed * tick->goalX[rank];
		tick->wantedY[rank] = speed * tick->goalY[rank];
		tick->waits[rank] = 0;
		tick->traits[rank] |= speed > 0.0f ? wf_leavesWall : 0;
	}
}

typedef struct wfPutting
{
	const wfCrowd* crowd;
	const wfAgent* agent;
} wfPutting;

static bool isFreeOfOthers( wfVec2 place, const void* context )
{
	const wfPutting* putting = context;
	const wfCrowd* crowd = putting->crowd;
	for ( const wfAgent* other = NULL; ( other = wfNextAgent( crowd, other ) ) != NULL; )
	{
		wfRoomCheck check = wfCheckFor( crowd, putting->agent );
		check.place = wfPlaceInPlane( place );
		check.isPut = true;
		if ( other != putting->agent && crowd->stages->overlaps( crowd, &check, other ) > 0.0 )
		{
			return false;
		}
	}
	return true;
}

// Feet cannot be put where a wall is: who walks on them is put outside, when there is room.
static void putOut( wfCrowd* crowd, wfAgent* agent )
{
	wfVec2 from = { agent->x, agent->y }, place;
	wfPutting putting = { crowd, agent };
	if ( agent->gait != 0 && agent->layer >= 0 && crowd->def.covered == wf_nearestRemedy &&
		 wfGround_FindNearestFree( &crowd->ground, agent->layer, from, isFreeOfOthers, &putting, &place ) )
	{
		wfPutAgent( crowd, agent, wfPlaceInPlane( place ) );
	}
}

// -------------------------------------------------------------------------------------------------------------------- events

static void tell( wfCrowd* crowd, int32_t slot )
{
	wfAgent* agent = &crowd->population.agents[slot];
	bool stop = ( agent->flags & wf_agentTellsStop ) != 0, covered = ( agent->flags & wf_agentTellsCovered ) != 0;
	agent->flags &= ~(uint32_t)( wf_agentTellsStop | wf_agentTellsCovered );
	if ( stop )
	{
		wfReportEvent( crowd, agent->orders.stopState == wf_stopBlocked ? wf_blockedEvent : wf_unreachableEvent, slot );
		wfLeaveQueue( crowd, slot ); // those behind it go on
	}
	if ( covered )
	{
		wfReportEvent( crowd, wf_coveredEvent, slot );
	}
	if ( ( stop && crowd->def.badStop == wf_removeRemedy ) || ( covered && crowd->def.covered == wf_removeRemedy ) )
	{
		wfReportEvent( crowd, wf_leftEvent, slot );
		wfDropAgent( crowd, slot );
	}
}

void wfTellOrders( wfCrowd* crowd )
{
	for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
	{
		wfAgent* agent = &crowd->population.agents[slot];
		if ( ( agent->flags & wf_agentUsed ) && ( agent->flags & ( wf_agentTellsStop | wf_agentTellsCovered ) ) )
		{
			tell( crowd, slot );
		}
		if ( ( agent->flags & wf_agentUsed ) && ( agent->flags & wf_agentCovered ) )
		{
			putOut( crowd, agent );
		}
	}
}
