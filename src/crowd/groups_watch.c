// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The end of a tick for groups: who has arrived, which orders are done. What others ask of groups between ticks.
#include "base/vec2.h"
#include "crowd/group_parts.h"
#include "crowd/tuning.h"

static bool doAllStand( const wfCrowd* crowd, const wfGroup* group )
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

// Who could not get to its slot has given up and stands, too.
static bool areAllInSlots( const wfCrowd* crowd, const wfGroup* group )
{
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		const wfAgent* agent = wfMemberAgent( crowd, group, k );
		wfVec2 offset = wfGround_GetOffset( &crowd->ground, wfPlaceOf( agent ), wfPlaceFrom( &group->places.data[k] ) );
		if ( wfLength2( offset ) >= WF_OUT_OF_PLACE * wfMax( group->formation.spacing, (double)agent->radius ) )
		{
			return false;
		}
	}
	return true;
}

// Orders that end where they lead, whenever the next one is given, those that end when everybody stands, and those that never do
// by themselves.
static void finish( wfCrowd* crowd, wfGroup* group, bool arrives, bool formed )
{
	const wfGroupTask* task = wfTaskOf( group );
	bool waits = group->tasks.count > 1;
	wfGroupId none = { 0, 0 };
	if ( task == NULL )
	{
		return;
	}
	if ( arrives )
	{
		wfTellGroup( crowd, group, wf_groupArrivedEvent, none );
	}
	if ( formed && !wfGroupHas( group, wf_groupHasFormed ) )
	{
		wfTellGroup( crowd, group, areAllInSlots( crowd, group ) ? wf_groupFormedEvent : wf_groupCrampedEvent, none );
		group->now.flags |= wf_groupHasFormed;
		group->now.since = crowd->time;
	}
	bool standsForLong = formed && crowd->time - group->now.since >= task->seconds;
	if ( task->kind == wf_patrolOrder && arrives && !waits )
	{
		group->now.flags ^= wf_groupGoesBack;
		group->now.flags &= ~(uint32_t)wf_groupIsThere;
		group->now.flags |= wf_groupLooks;
		return;
	}
	bool ends = task->kind == wf_holdOrder || task->kind == wf_formOrder ? standsForLong
				: task->kind == wf_followOrder							 ? wfGroupHas( group, wf_groupIsThere )
																		 : group->now.since >= 0.0;
	if ( waits && ends )
	{
		wfEndTask( crowd, group );
	}
}

static void watchGroup( wfCrowd* crowd, wfGroup* group )
{
	const wfGroupTask* task = wfTaskOf( group );
	wfMeasureErrors( crowd, group );
	if ( task != NULL && task->kind == wf_strokeOrder )
	{
		wfWatchStroke( crowd, group );
	}
	bool isFree = wfGroupHas( group, wf_groupIsFree ), stand = doAllStand( crowd, group );
	bool isThere = isFree ? stand && !wfGroupHas( group, wf_groupGoesOn ) : wfGroupHas( group, wf_groupIsThere );
	// Where a stroke divides it goes on.
	isThere = isThere && !wfGroupHas( group, wf_groupParts );
	bool formed = !isFree && isThere && stand;
	bool moves = task != NULL && task->kind != wf_holdOrder && task->kind != wf_followOrder;
	bool arrives = isThere && moves && group->now.since < 0.0;
	if ( arrives )
	{
		group->now.since = crowd->time;
	}
	if ( isFree && arrives )
	{
		group->now.flags |= wf_groupIsThere;
	}
	finish( crowd, group, arrives, formed );
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

// As they are planned: a field that nobody has gone by for long may just have been found again.
void wfUseGroupRoutes( wfCrowd* crowd )
{
	wfRoutes* routes = &crowd->ground.routes;
	for ( int32_t k = 0; k < crowd->groups.list.count; ++k )
	{
		const wfGroup* group = &crowd->groups.list.data[k];
		if ( group->isUsed && group->next.layer >= 0 && ( group->next.flags & wf_groupLeads ) )
		{
			routes->layers.data[group->next.layer].lastUsed = crowd->tickCount;
			if ( group->next.target >= 0 )
			{
				routes->targets.data[group->next.target].lastUsed = crowd->tickCount;
			}
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
			group->now.flags &= ~(uint32_t)( isOpen ? 0 : wf_groupIsThere );
		}
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
