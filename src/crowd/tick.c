// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A tick: everyone perceives, decides and moves from the same frozen state.
#include "crowd/group_map.h"
#include "crowd/locomotion.h"
#include "crowd/orders.h"

void wfNoticeProgress( wfCrowd* crowd, int32_t rank, float moved )
{
	wfTick* tick = &crowd->tick;
	wfAgent* agent = &crowd->population.agents[tick->slot[rank]];
	float seconds = (float)crowd->def.tickSeconds, free = tick->speed[rank] * seconds;
	bool walks = ( tick->marks[rank] & wf_markStands ) == 0;
	agent->walked += (double)tick->walked[rank];
	agent->standing = moved < WF_STANDING_SPEED * seconds ? agent->standing + seconds : 0.0f;
	if ( walks && !tick->waits[rank] && moved < WF_PRESSED_SHARE * free )
	{
		agent->pressed += seconds;
	}
	else
	{
		agent->pressed = 0.0f;
		agent->asideCount = moved > WF_FREE_SHARE * free && crowd->time > agent->asideUntil ? 0 : agent->asideCount;
	}
}

wfVec2 wfCommitPlace( wfCrowd* crowd, int32_t rank, float* moved )
{
	const wfTick* tick = &crowd->tick;
	wfAgent* agent = &crowd->population.agents[tick->slot[rank]];
	wfVec2 move = { tick->placeX[rank] - agent->x, tick->placeY[rank] - agent->y };
	*moved = (float)sqrt( move.x * move.x + move.y * move.y );
	wfNoticeProgress( crowd, rank, *moved );
	agent->x = tick->placeX[rank];
	agent->y = tick->placeY[rank];
	agent->velocityX = tick->velocityX[rank];
	agent->velocityY = tick->velocityY[rank];
	return move;
}

static const wfLocomotion* const s_locomotions[] = { &wf_discLocomotion, &wf_footLocomotion };

static void commitRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	for ( int32_t k = 0; k < wfCountLocomotions( context ); ++k )
	{
		s_locomotions[k]->commit( context, begin, end );
	}
}

static void addTime( double* part, double* last )
{
	double now = wfGetSeconds();
	*part += now - *last;
	*last = now;
}

static void reportStuck( wfCrowd* crowd )
{
	for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
	{
		wfAgent* agent = &crowd->population.agents[slot];
		if ( ( crowd->tick.slotTodo[slot] & wf_todoStuck ) && !( crowd->tick.slotTodo[slot] & wf_todoArrive ) &&
			 ( agent->flags & wf_agentUsed ) )
		{
			agent->flags |= wf_agentReportedStuck;
			wfReportEvent( crowd, wf_stuckEvent, slot );
		}
	}
}

// Of each agent: entered, reached or arrived, left, stuck, blocked or unreachable, covered.
#define WF_EVENTS_PER_AGENT 6

wfResult wfReserveAll( wfCrowd* crowd )
{
	size_t slots = wfRoomForSlots( crowd ), events = wfRoomForAgents( crowd ) * WF_EVENTS_PER_AGENT;
	wfResult result = wfReserveTick( crowd );
	result = result == wf_ok ? wfReserveWalk( crowd ) : result;
	result = result == wf_ok ? wfReserveQueues( crowd ) : result;
	result = result == wf_ok ? wfReserveMoves( crowd ) : result;
	result = result == wf_ok ? wfArray_Reserve( &crowd->population.events, events ) : result;
	if ( crowd->groups.used > 0 )
	{
		result = result == wf_ok ? wfArray_Reserve( &crowd->groups.memberOfSlot, slots ) : result;
		result = result == wf_ok ? wfArray_Reserve( &crowd->groups.teamOfRank, wfRoomForAgents( crowd ) ) : result;
		result = result == wf_ok ? wfArray_Reserve( &crowd->groups.weights, wfRoomForAgents( crowd ) ) : result;
	}
	if ( crowd->explorations.used > 0 )
	{
		result = result == wf_ok ? wfArray_Reserve( &crowd->explorations.ofSlot, slots ) : result;
	}
	if ( crowd->styles.hasCustom )
	{
		result = result == wf_ok ? wfArray_Reserve( &crowd->styles.custom, slots ) : result;
		result = result == wf_ok ? wfArray_Reserve( &crowd->styles.rankOfSlot, slots ) : result;
	}
	return result;
}

// All of a tick that may fail. Afterwards there is nothing left to ask for; on failure everything is as it was.
static wfResult beginTick( wfCrowd* crowd, wfError* error )
{
	double last = wfGetSeconds();
	crowd->population.undo.count = 0;
	crowd->population.stopUsedBefore = crowd->population.stops.count;
	for ( int32_t k = 0; k < crowd->facilities.sources.count; ++k )
	{
		crowd->facilities.sources.data[k].before = crowd->facilities.sources.data[k].now;
	}
	wfResult result = wfUpdateStops( crowd, error );
	result = result == wf_ok ? wfRunSources( crowd, error ) : result;
	result = result == wf_ok ? wfReserveAll( crowd ) : result;
	result = result == wf_ok ? crowd->stages->findCells( crowd, error ) : result;
	result = result == wf_ok ? wfUpdateStanding( crowd, error ) : result;
	result = result == wf_ok ? wfSolveForAgents( crowd ) : result;
	result = result == wf_ok ? wfPlanGroups( crowd, error ) : result;
	result = result == wf_ok ? wfReserveSharedMaps( crowd, true ) : result;
	result = result == wf_ok ? wfFitRoutes( crowd, error ) : result;
	result = result == wf_ok ? wfTickExplorations( crowd, error ) : result;
	if ( result != wf_ok )
	{
		wfUndoGroups( crowd );
		wfUndoAll( crowd );
		return result == wf_outOfMemory ? wfFail( error, result, "not enough memory for a step" ) : result;
	}
	crowd->nextMarkTick = crowd->tick.nextMarkTick;
	wfKeepUsedRoutes( crowd );
	crowd->population.events.count = 0;
	for ( int32_t k = 0; k < crowd->population.undo.count; ++k )
	{
		if ( crowd->population.undo.data[k].entered )
		{
			wfReportEvent( crowd, wf_enteredEvent, crowd->population.undo.data[k].slot );
		}
	}
	crowd->population.undo.count = 0;
	wfMoveGroups( crowd );
	wfMoveExplorers( crowd );
	addTime( &crowd->profile.events, &last );
	return wf_ok;
}

void wfLookAround( wfCrowd* crowd )
{
	double last = wfGetSeconds();
	wfCrowdProfile* profile = &crowd->profile;
	crowd->stages->buildIndex( crowd );
	for ( int32_t k = 0; k < wfCountLocomotions( crowd ); ++k )
	{
		s_locomotions[k]->findDue( crowd );
	}
	wfFindTeams( crowd );
	wfFindExplorers( crowd );
	addTime( &profile->index, &last );
	wfGuideAll( crowd );
	wfUpdatePassages( crowd );
	wfChooseSides( crowd );
	addTime( &profile->guide, &last );
	wfPerceiveAll( crowd );
	if ( wfHasForesight( crowd ) )
	{
		crowd->stages->buildFlow( crowd );
	}
	wfFindAims( crowd );
	wfCallAllCustom( crowd );
	addTime( &profile->perceive, &last );
}

// The wish of each, and what those make of it who move otherwise than by what they want.
static void decide( wfCrowd* crowd )
{
	double last = wfGetSeconds();
	wfDecideAll( crowd );
	wfSettleWaits( crowd );
	wfSettlePrecedence( crowd );
	wfKeepToSides( crowd );
	addTime( &crowd->profile.solve, &last );
	for ( int32_t k = 0; k < wfCountLocomotions( crowd ); ++k )
	{
		s_locomotions[k]->decide( crowd );
	}
	wfLeadOut( crowd );
	addTime( &crowd->profile.steps, &last );
}

static void move( wfCrowd* crowd )
{
	double last = wfGetSeconds();
	for ( int32_t k = 0; k < wfCountLocomotions( crowd ); ++k )
	{
		s_locomotions[k]->move( crowd );
	}
	addTime( &crowd->profile.move, &last );
}

// Everybody is where it came to; then what happened is noticed, and reported in the order of slots.
static void commit( wfCrowd* crowd )
{
	double last = wfGetSeconds();
	wfWorkers_ParallelFor( crowd->def.workers, commitRange, crowd->tick.count, 1024, crowd );
	size_t bytes = (size_t)crowd->tick.count * sizeof( double );
	wfForgetPlaces( crowd );
	crowd->trail = wfHash( wfHash( crowd->trail, crowd->tick.placeX, bytes ), crowd->tick.placeY, bytes );
	crowd->trail = crowd->stages->hashPlaces( crowd, crowd->trail );
	crowd->tickCount += 1;
	crowd->time = (double)crowd->tickCount * crowd->def.tickSeconds;
	wfNoticeAll( crowd );
	for ( int32_t k = 0; k < wfCountLocomotions( crowd ); ++k )
	{
		s_locomotions[k]->noticeArrivals( crowd );
	}
	wfRunSinks( crowd );
	wfArriveAll( crowd );
	wfWatchExits( crowd );
	wfUpdateQueues( crowd );
	wfTellOrders( crowd );
	wfWatchGroups( crowd );
	reportStuck( crowd );
	addTime( &crowd->profile.events, &last );
}

wfResult wfCrowd_Tick( wfCrowd* crowd, wfError* error )
{
	if ( WF_FAILS( crowd != NULL ) )
	{
		return wf_invalidDef;
	}
	wfResult result = wfGround_EndPeriod( &crowd->ground, error );
	result = wfMakesRoom( crowd, result ) ? wfGround_EndPeriod( &crowd->ground, error ) : result;
	result = result == wf_ok ? wfPrepareTick( crowd, error ) : result;
	result = result == wf_ok ? wfGround_BeginUpdates( &crowd->ground, error ) : result;
	result = result == wf_ok ? beginTick( crowd, error ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	wfLookAround( crowd ); // index, guide, perceive
	decide( crowd );
	move( crowd );
	commit( crowd );
	crowd->ground.routes.hasEnded = false;
	return wf_ok;
}

wfResult wfCrowd_SolveAhead( wfCrowd* crowd, double share, wfError* error )
{
	if ( WF_FAILS( crowd != NULL ) )
	{
		return wf_invalidDef;
	}
	// Also where a game has fallen behind.
	share = share >= 0.0 ? wfMin( share, 1.0 ) : 0.0;
	wfResult result = wfGround_Work( &crowd->ground, share, error );
	return wfMakesRoom( crowd, result ) ? wfGround_Work( &crowd->ground, share, error ) : result;
}

wfResult wfCrowd_SolveQueued( wfCrowd* crowd, wfError* error )
{
	if ( WF_FAILS( crowd != NULL ) )
	{
		return wf_invalidDef;
	}
	wfResult result = wfGround_Finish( &crowd->ground, error );
	return wfMakesRoom( crowd, result ) ? wfGround_Finish( &crowd->ground, error ) : result;
}
