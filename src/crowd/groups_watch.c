// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The end of a tick for groups: who has arrived, which orders are done. What others ask of groups between ticks.
#include "crowd/group_parts.h"
#include "crowd/tuning.h"

static bool areAllInPlace( const wfCrowd* crowd, const wfGroup* group )
{
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		const wfAgent* agent = wfMemberAgent( crowd, group, k );
		if ( ( agent->flags & ( wf_agentEnded | wf_agentSteered | wf_agentCovered ) ) == 0 )
		{
			return false;
		}
	}
	return true;
}

// Of all who walk, when somebody came on last.
static double findStirred( const wfCrowd* crowd, const wfGroup* group )
{
	double stirred = group->now.stirred;
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		const wfAgent* agent = wfMemberAgent( crowd, group, k );
		bool walks = ( agent->flags & ( wf_agentEnded | wf_agentSteered | wf_agentCovered ) ) == 0;
		stirred = walks ? wfMax( stirred, agent->bestDistanceTime ) : stirred;
	}
	return stirred;
}

typedef struct wfOutcome
{
	bool arrives; // now
	bool formed;  // everybody stands in formation
	bool stands;  // the same, or of a free group where it holds
	bool isOver;  // where the order led, since now or before
} wfOutcome;

// Everybody stands: in the slots, or some beside them where there was no room.
static void tellFormed( wfCrowd* crowd, wfGroup* group )
{
	bool isCramped = false;
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		const wfAgent* agent = wfMemberAgent( crowd, group, k );
		wfPlace slot = wfPlaceFrom( &group->places.data[k] );
		double off = wfLength2( wfGround_GetOffset( &crowd->ground, wfPlaceOf( agent ), slot ) );
		isCramped = isCramped || off > WF_OUT_OF_PLACE * wfMax( group->formation.spacing, (double)agent->radius );
	}
	wfTellGroup( crowd, group, isCramped ? wf_groupCrampedEvent : wf_groupFormedEvent, ( wfGroupId ){ 0, 0 } );
}

// Orders that end where they lead, those that end when everybody stands, and those that never do by themselves.
static void finish( wfCrowd* crowd, wfGroup* group, const wfOutcome* outcome )
{
	const wfGroupTask* task = wfTaskOf( group );
	bool waits = group->tasks.count > 1;
	if ( task == NULL )
	{
		return;
	}
	if ( outcome->arrives )
	{
		wfTellGroup( crowd, group, wf_groupArrivedEvent, ( wfGroupId ){ 0, 0 } );
	}
	if ( outcome->stands && !wfGroupHas( group, wf_groupHasFormed ) )
	{
		if ( outcome->formed )
		{
			tellFormed( crowd, group );
		}
		group->now.flags |= wf_groupHasFormed;
		group->now.since = crowd->time;
	}
	bool standsForLong = outcome->stands && crowd->time - group->now.since >= task->seconds;
	if ( task->kind == wf_patrolOrder && outcome->arrives && !waits )
	{
		group->now.flags ^= wf_groupGoesBack;
		group->now.flags &= ~(uint32_t)wf_groupIsThere;
		group->now.flags |= wf_groupLooks;
		return;
	}
	bool ends = task->kind == wf_holdOrder || task->kind == wf_formOrder ? standsForLong
				: task->kind == wf_followOrder							 ? wfGroupHas( group, wf_groupIsThere )
																		 : outcome->isOver;
	if ( waits && ends )
	{
		wfEndTask( crowd, group );
	}
}

static void watchGroup( wfCrowd* crowd, wfGroup* group )
{
	const wfGroupTask* task = wfTaskOf( group );
	wfMeasureErrors( crowd, group );
	group->now.stirred = findStirred( crowd, group );
	if ( task != NULL && task->kind == wf_strokeOrder )
	{
		wfWatchStroke( crowd, group );
	}
	bool isFree = wfGroupHas( group, wf_groupIsFree ), inPlace = areAllInPlace( crowd, group );
	bool isThere = isFree ? inPlace && !wfGroupHas( group, wf_groupGoesOn ) : wfGroupHas( group, wf_groupIsThere );
	bool moves = task != NULL && task->kind != wf_holdOrder && task->kind != wf_followOrder;
	// Where its stroke divides its order is not over.
	bool leads = moves && !wfGroupHas( group, wf_groupParts );
	wfOutcome outcome = { .arrives = isThere && leads && group->now.since < 0.0 };
	outcome.formed = !isFree && isThere && inPlace;
	outcome.stands =
		outcome.formed || ( isThere && inPlace && task != NULL && ( task->kind == wf_holdOrder || task->kind == wf_formOrder ) );
	if ( isThere && moves && group->now.since < 0.0 )
	{
		group->now.since = crowd->time;
	}
	outcome.isOver = leads && group->now.since >= 0.0;
	if ( isFree && outcome.arrives )
	{
		group->now.flags |= wf_groupIsThere;
	}
	finish( crowd, group, &outcome );
	if ( task != NULL && task->kind == wf_patrolOrder && ( group->now.flags & wf_groupIsThere ) == 0 )
	{
		group->now.since = -1.0;
	}
}

void wfWatchGroups( wfCrowd* crowd )
{
	for ( int32_t k = 0; k < crowd->groups.list.count; ++k )
	{
		wfGroup* group = &crowd->groups.list.data[k];
		bool isLed = group->isUsed && ( group->now.flags & wf_groupLeads ) != 0;
		if ( isLed && group->places.count == group->members.count && group->members.count > 0 )
		{
			watchGroup( crowd, group );
		}
	}
	if ( crowd->groups.later.count > 0 )
	{
		wfGiveLaterOrders( crowd );
	}
}

static void useRoutes( wfRoutes* routes, const wfGroupNow* now, int64_t tick )
{
	if ( now->layer < 0 || ( now->flags & wf_groupLeads ) == 0 )
	{
		return;
	}
	routes->layers.data[now->layer].lastUsed = tick;
	routes->layers.data[now->slotLayer].lastUsed = tick;
	if ( now->target >= 0 )
	{
		routes->targets.data[now->target].lastUsed = tick;
	}
}

void wfUseGroupRoutes( wfCrowd* crowd )
{
	for ( int32_t k = 0; k < crowd->groups.list.count; ++k )
	{
		const wfGroup* group = &crowd->groups.list.data[k];
		if ( group->isUsed )
		{
			// Also those that were just found: they may have been there for others, long ago. What parts from it has the old
			// ones.
			useRoutes( &crowd->ground.routes, &group->now, crowd->tickCount );
			useRoutes( &crowd->ground.routes, &group->next, crowd->tickCount );
		}
	}
}

void wfLookForRoutesAgain( wfCrowd* crowd )
{
	for ( int32_t k = 0; k < crowd->groups.list.count; ++k )
	{
		wfGroup* group = &crowd->groups.list.data[k];
		// Who is there already stays, but for those who could not get to where they should.
		bool isOpen = group->now.stopState == (int32_t)wf_stopOpen;
		if ( group->isUsed && ( group->now.flags & wf_groupLeads ) && ( !isOpen || !wfGroupHas( group, wf_groupIsThere ) ) )
		{
			group->now.flags |= wf_groupLooks;
			group->now.flags &= ~(uint32_t)( isOpen ? 0 : wf_groupIsThere | wf_groupHasFormed );
			group->now.since = isOpen ? group->now.since : -1.0;
		}
		group->now.flags &= ~(uint32_t)wf_groupIsSettled;
	}
}

bool wfHasGroupNews( const wfCrowd* crowd )
{
	for ( int32_t k = 0; k < crowd->groups.later.count; ++k )
	{
		const wfGroup* group = wfGetGroup( crowd, crowd->groups.later.data[k].group );
		if ( group != NULL && group->members.count > 0 )
		{
			return true;
		}
	}
	for ( int32_t k = 0; k < crowd->groups.list.count; ++k )
	{
		const wfGroup* group = &crowd->groups.list.data[k];
		bool isLed = group->tasks.count > 0 && wfGroupHas( group, wf_groupLeads );
		if ( group->isUsed && group->members.count > 0 &&
			 ( wfGroupHas( group, wf_groupBegins ) || group->tasks.count > 1 ||
			   ( isLed && wfGroupHas( group, wf_groupAssigns | wf_groupLooks | wf_groupParts ) ) ) )
		{
			return true;
		}
	}
	return false;
}

bool wfStaysAtSlot( const wfCrowd* crowd, const wfAgent* agent )
{
	const wfGroup* group = &crowd->groups.list.data[agent->orders.group - 1];
	return wfGroupHas( group, wf_groupIsThere | wf_groupIsFree ) && !wfGroupHas( group, wf_groupGoesOn );
}
