// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Stops: going on from one to the next, waiting, staying, leaving.
#include "crowd/locomotion.h"

#include <string.h>

wfPlace wfAimOf( const wfCrowd* crowd, const wfAgent* agent )
{
	if ( agent->flags & wf_agentSteered )
	{
		return wfAheadOf( crowd, agent );
	}
	if ( agent->flags & ( wf_agentInstead | wf_agentLed ) )
	{
		return ( wfPlace ){ agent->orders.insteadX, agent->orders.insteadY, agent->orders.insteadTriangle };
	}
	const wfStop* stop = wfPresentStop( crowd, agent );
	wfPlace place = wfPlaceInPlane( wfInPlane( stop->point ) );
	if ( stop->kind == wf_queueStop )
	{
		return wfQueuePlace( crowd, agent );
	}
	if ( crowd->ground.mesh == NULL )
	{
		return place;
	}
	wfGround_FindPlace( &crowd->ground, stop->point, stop->place, &place );
	return place;
}

wfResult wfKeepForUndo( wfCrowd* crowd, int32_t slot, const wfAgent* before, bool entered )
{
	return wfArray_Push( &crowd->population.undo, ( wfUndo ){ slot, entered, *before } );
}

void wfUndoAll( wfCrowd* crowd )
{
	while ( crowd->population.undo.count > 0 )
	{
		const wfUndo* undo = &crowd->population.undo.data[--crowd->population.undo.count];
		if ( undo->entered )
		{
			wfUncountWalker( crowd, undo->slot );
		}
		crowd->population.agents[undo->slot] = undo->before;
		if ( undo->entered )
		{
			wfReturnSlot( crowd, undo->slot );
			crowd->population.agentCount -= 1;
			crowd->population.lastSerial -= 1;
		}
	}
	crowd->population.stops.count = crowd->population.stopUsedBefore;
	for ( int32_t k = 0; k < crowd->facilities.sources.count; ++k )
	{
		crowd->facilities.sources.data[k].now = crowd->facilities.sources.data[k].before;
	}
}

// The next stop, or the end of the list.
static void goToNextStop( wfCrowd* crowd, wfAgent* agent )
{
	wfForgetInstead( agent );
	agent->stop += 1;
	if ( agent->stop == agent->stopCount && agent->atEnd == wf_repeatAtEnd )
	{
		agent->stop = 0;
	}
	agent->flags &= ~(uint32_t)( wf_agentWaiting | wf_agentDirect | wf_agentReportedStuck | wf_agentQueued );
	agent->flags |= wf_agentRecheck;
	agent->orders.exit = agent->orders.exitSwitches = 0;
	agent->target = -1;
	agent->startDistance = 0.0f;
	wfForgetDistance( agent, crowd->time );
	agent->pressed = 0.0f;
	agent->asideCount = 0;
	agent->fanAngle = 0.0f;
	agent->guideAngle = 0.0f;
}

// Its reaction is over: it looks for its route as one who has just entered.
static void setOut( const wfCrowd* crowd, wfAgent* agent )
{
	agent->flags &= ~(uint32_t)( wf_agentWaiting | wf_agentReacts );
	agent->flags |= wf_agentRecheck;
	wfForgetDistance( agent, crowd->time );
}

static wfResult updateStop( wfCrowd* crowd, wfAgent* agent, wfError* error )
{
	if ( ( agent->flags & wf_agentWaiting ) && crowd->time >= agent->waitUntil && !( agent->flags & wf_agentQueued ) )
	{
		if ( agent->flags & wf_agentReacts )
		{
			setOut( crowd, agent );
		}
		else
		{
			goToNextStop( crowd, agent );
		}
	}
	// Who is covered by a wall looks for a route when it is out of it.
	if ( agent->stop >= agent->stopCount || ( agent->flags & ( wf_agentWaiting | wf_agentCovered ) ) )
	{
		return wf_ok;
	}
	bool looks = ( agent->flags & ( wf_agentRecheck | wf_agentInstead ) ) || wfPresentStop( crowd, agent )->kind != wf_goalStop;
	return looks ? wfChooseRoute( crowd, agent, error ) : wf_ok;
}

wfResult wfUpdateStops( wfCrowd* crowd, wfError* error )
{
	wfResult counted = wfCountAtExits( crowd, error );
	if ( counted != wf_ok )
	{
		return counted;
	}
	for ( wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		// Whether the route is straight is asked again now and then, in turns, where there are walls; and which exit to take.
		bool isTurn = ( crowd->tickCount + agent->serial ) % WF_RECHECK_TICKS == 0;
		bool isOpen = agent->layer >= 0 && wfGround_IsOpen( &crowd->ground, agent->layer );
		bool due = ( agent->flags & ( wf_agentWaiting | wf_agentRecheck ) ) ||
				   ( isTurn && ( !isOpen || wfChoosesExit( crowd, agent ) ) );
		if ( agent->stop >= agent->stopCount || !due || ( agent->flags & wf_agentSteered ) )
		{
			continue;
		}
		wfAgent changed = *agent;
		wfResult result = updateStop( crowd, &changed, error );
		// By bits, as they are saved. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
		if ( result == wf_ok && memcmp( &changed, agent, sizeof( changed ) ) != 0 )
		{
			result = wfKeepForUndo( crowd, wfSlotOf( crowd, agent ), agent, false );
		}
		if ( result != wf_ok )
		{
			return result;
		}
		*agent = changed;
	}
	return wf_ok;
}

void wfReportEvent( wfCrowd* crowd, wfEventKind kind, int32_t slot )
{
	WF_ASSERT( wfAppendEvent( crowd, kind, slot ) == wf_ok );
}

void wfArrive( wfCrowd* crowd, int32_t slot )
{
	wfAgent* agent = &crowd->population.agents[slot];
	const wfStop* stop = wfPresentStop( crowd, agent );
	bool last = agent->stop + 1 == agent->stopCount && agent->atEnd != wf_repeatAtEnd;
	// Nobody is served or leaves elsewhere than where it should.
	if ( agent->orders.stopState != wf_stopOpen && ( stop->kind == wf_queueStop || ( last && agent->atEnd == wf_leaveAtEnd ) ) )
	{
		wfStayNear( agent );
		return;
	}
	wfReportEvent( crowd, last ? wf_arrivedEvent : wf_reachedEvent, slot );
	wfPassExit( crowd, agent );
	wfLeaveQueue( crowd, slot );
	agent->homeX = agent->x;
	agent->homeY = agent->y;
	agent->homeTriangle = agent->triangle;
	crowd->population.arrivedCount += last ? 1 : 0;
	// Waiting in a queue is over when one was served.
	if ( stop->wait > 0.0 && !last && stop->kind != wf_queueStop )
	{
		agent->flags |= wf_agentWaiting;
		agent->waitUntil = crowd->time + stop->wait;
	}
	else if ( !last )
	{
		goToNextStop( crowd, agent );
	}
	else if ( agent->atEnd == wf_leaveAtEnd )
	{
		wfReportEvent( crowd, wf_leftEvent, slot );
		wfDropAgent( crowd, slot );
	}
	else
	{
		wfForgetInstead( agent );
		agent->orders.exit = agent->orders.exitSwitches = 0;
		agent->stop = agent->stopCount;
		agent->flags |= wf_agentEnded;
		agent->target = -1;
	}
}

void wfArriveAll( wfCrowd* crowd )
{
	for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
	{
		if ( ( crowd->tick.slotTodo[slot] & wf_todoArrive ) && ( crowd->population.agents[slot].flags & wf_agentUsed ) )
		{
			wfArrive( crowd, slot );
		}
	}
}

static void noticeRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfCrowd* crowd = context;
	for ( int32_t slot = begin; slot < end; ++slot )
	{
		const wfAgent* agent = &crowd->population.agents[slot];
		crowd->tick.slotTodo[slot] = 0;
		if ( !( agent->flags & wf_agentUsed ) || ( agent->flags & ( wf_agentIdle | wf_agentSteered ) ) )
		{
			continue;
		}
		wfStop made;
		const wfStop* stop = wfStopNow( crowd, agent, &made );
		bool arrives =
			stop != NULL && stop->kind != wf_queueStop && ( agent->flags & wf_agentLed ) == 0 && wfHasArrived( crowd, agent );
		bool stuck = crowd->def.stuckSeconds > 0.0 && !( agent->flags & wf_agentReportedStuck ) &&
					 crowd->time - agent->nearestTime > crowd->def.stuckSeconds;
		crowd->tick.slotTodo[slot] = (uint8_t)( ( arrives ? wf_todoArrive : 0 ) | ( stuck ? wf_todoStuck : 0 ) );
	}
}

void wfNoticeAll( wfCrowd* crowd )
{
	wfWorkers_ParallelFor( crowd->def.workers, noticeRange, crowd->population.slotCount, 1024, crowd );
}
