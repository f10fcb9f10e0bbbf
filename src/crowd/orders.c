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
			agent->bestDistanceTime = crowd->time;
		}
	}
	crowd->coveredCount = wfCountCovered( crowd );
	crowd->coveredRevision = crowd->ground.routes.worldRevision;
	return wf_ok;
}

// Straight to the nearest place that is free: up to there everything is wall, so no step leads deeper into it. Limits by others
// turn the move aside, but never back.
static void leadOut( wfCrowd* crowd, int32_t rank )
{
	wfTick* tick = &crowd->tick;
	wfVec2 from = { tick->placeX[rank], tick->placeY[rank] }, place;
	tick->wantedX[rank] = tick->wantedY[rank] = 0.0f;
	tick->waits[rank] = 1;
	if ( crowd->def.covered != wf_nearestRemedy || !wfGround_FindNearestFree( &crowd->ground, tick->layer[rank], from, &place ) )
	{
		return;
	}
	wfVec2 offset = wfSub2( place, from );
	double length = wfLength2( offset );
	double speed = wfMax( (double)tick->speed[rank], (double)WF_LEAST_REACH_SPEED );
	double share = length > WF_TINY ? wfMin( speed / length, 1.0 / crowd->def.tickSeconds ) : 0.0;
	tick->wantedX[rank] = (float)( share * offset.x );
	tick->wantedY[rank] = (float)( share * offset.y );
	tick->traits[rank] |= wf_leavesWall;
}

void wfLeadOut( wfCrowd* crowd )
{
	const wfTick* tick = &crowd->tick;
	for ( int32_t rank = 0; rank < tick->count && crowd->coveredCount > 0; ++rank )
	{
		bool covered = ( crowd->population.agents[tick->slot[rank]].flags & wf_agentCovered ) != 0;
		if ( covered && ( tick->traits[rank] & wf_keepsToPlan ) == 0 )
		{
			leadOut( crowd, rank );
		}
	}
}

static bool isFreeOfOthers( const wfCrowd* crowd, const wfAgent* agent, wfPlace place )
{
	for ( const wfAgent* other = NULL; ( other = wfNextAgent( crowd, other ) ) != NULL; )
	{
		if ( other != agent && crowd->stages->overlaps( crowd, place, (double)agent->radius, other, true ) > 0.0 )
		{
			return false;
		}
	}
	return true;
}

// Feet cannot be put where a wall is: who walks on them is put outside, when nobody is there.
static void putOut( wfCrowd* crowd, wfAgent* agent )
{
	wfVec2 place;
	if ( agent->gait != 0 && agent->layer >= 0 && crowd->def.covered == wf_nearestRemedy &&
		 wfGround_FindNearestFree( &crowd->ground, agent->layer, ( wfVec2 ){ agent->x, agent->y }, &place ) &&
		 isFreeOfOthers( crowd, agent, wfPlaceInPlane( place ) ) )
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
