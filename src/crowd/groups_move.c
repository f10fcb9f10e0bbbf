// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Groups on the move: what was planned becomes so, enemies are looked for, anchor and slots move, members are told. Nothing here
// fails.
#include "base/vec2.h"
#include "crowd/group_parts.h"
#include "crowd/tuning.h"
#include "world/world.h"

// ------------------------------------------------------------------------------------------------------------------ enemies

static wfBox2 boxOf( const wfCrowd* crowd, const wfGroup* group )
{
	wfBox2 box = WF_EMPTY_BOX;
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		wfVec2 at = wfInPlane( wfPositionOf( crowd, wfMemberAgent( crowd, group, k ) ) );
		box = wfBoxUnion( box, ( wfBox2 ){ at, at } );
	}
	return box;
}

static bool isFoeNear( const wfCrowd* crowd, const wfGroup* group, wfBox2 box, const wfAgent* foe, double range )
{
	wfVec3 at = wfPositionOf( crowd, foe );
	if ( wfBoxDistanceSquared( box, wfInPlane( at ) ) > range * range )
	{
		return false;
	}
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		wfVec3 mine = wfPositionOf( crowd, wfMemberAgent( crowd, group, k ) );
		if ( wfDistance3( mine, at ) <= range )
		{
			return true;
		}
	}
	return false;
}

static bool seesFoe( const wfCrowd* crowd, const wfGroup* group )
{
	const wfGroupTask* task = wfTaskOf( group );
	double range = task->range * ( wfGroupHas( group, wf_groupIsEngaged ) ? WF_ENGAGED_SHARE : 1.0 );
	wfBox2 box = boxOf( crowd, group );
	for ( int32_t k = 0; k < task->foeCount; ++k )
	{
		const wfFoe* foe = &group->foes.data[task->foeFirst + k];
		const wfAgent* agent = wfGetAgent( crowd, foe->agent );
		const wfGroup* other = wfGetGroup( crowd, foe->group );
		// Who was one may have joined it since.
		bool isOther =
			agent != NULL && ( agent->orders.group == 0 || &crowd->groups.list.data[agent->orders.group - 1] != group );
		if ( isOther && isFoeNear( crowd, group, box, agent, range ) )
		{
			return true;
		}
		for ( int32_t m = 0; other != NULL && other != group && m < other->members.count; ++m )
		{
			if ( isFoeNear( crowd, group, box, &crowd->population.agents[other->members.data[m].slot], range ) )
			{
				return true;
			}
		}
	}
	return false;
}

static void lookForFoes( wfCrowd* crowd, wfGroup* group )
{
	const wfGroupTask* task = wfTaskOf( group );
	if ( task == NULL || task->kind != wf_attackOrder )
	{
		return;
	}
	bool was = wfGroupHas( group, wf_groupIsEngaged ), is = seesFoe( crowd, group );
	group->now.flags = is ? group->now.flags | wf_groupIsEngaged : group->now.flags & ~(uint32_t)wf_groupIsEngaged;
	if ( is && !was )
	{
		wfTellGroup( crowd, group, wf_groupEngagedEvent, ( wfGroupId ){ 0, 0 } );
	}
}

// -------------------------------------------------------------------------------------------------------------------- ticks

static void takeNext( const wfCrowd* crowd, wfGroup* group )
{
	group->now = group->next;
	if ( group->hasNewPoints )
	{
		wfSwapPlaces( &group->points, &group->nextPoints );
		group->formation.pointCount = group->points.count;
	}
	if ( group->hasNewShape )
	{
		wfSwapPlaces( &group->shape, &group->nextShape );
	}
	if ( group->hasNewSlots )
	{
		wfSwapPlaces( &group->slots, &group->nextSlots );
	}
	for ( int32_t k = 0; k < group->members.count && group->hasNewPlaces; ++k )
	{
		group->members.data[k].place = group->nextPlaces.data[k];
	}
	for ( int32_t k = 0; k < group->members.count && group->hasNewRoute; ++k )
	{
		group->members.data[k].progress = wfCarryProgress( crowd, group, group->members.data[k].progress );
	}
	group->trail.count = group->hasJumped ? 0 : group->trail.count;
}

static void halt( wfCrowd* crowd, wfGroup* group )
{
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		wfAgent* agent = wfMemberAgent( crowd, group, k );
		int32_t index1 = agent->orders.group;
		wfLeadMember( crowd, group, agent );
		wfReleaseMember( crowd, agent );
		agent->orders.group = index1;
	}
	group->tasks.count = group->foes.count = group->branches.count = group->route.count = group->places.count = 0;
	wfFreeSketches( group );
	group->now.flags = wf_groupMakesSlots;
	group->now.layer = group->now.target = -1;
	group->now.width = INFINITY;
	group->now.remaining = 0.0;
	group->now.speed = group->now.error = group->now.shapeError = 0.0;
}

// Why nobody of some kind can stand at a point of the plane; no obstacle: it is free for discs of that radius.
static wfGroupObstacle findObstacle( const wfCrowd* crowd, wfVec2 point, int32_t kind, double radius )
{
	const wfWorld* world = crowd->ground.world;
	wfBox2 bounds = wfWorld_GetBounds( world );
	if ( wfBoxDistanceSquared( bounds, point ) > 0.0 )
	{
		return wf_borderObstacle;
	}
	if ( wfWorld_GetDistance( world, point, kind ) >= radius )
	{
		return wf_noObstacle;
	}
	for ( int32_t other = 0; other < WF_KINDS; ++other )
	{
		if ( wfWorld_GetDistance( world, point, other ) >= radius )
		{
			return wf_forbiddenObstacle;
		}
	}
	return wf_wallObstacle;
}

static wfGroupObstacle whatKeeps( const wfCrowd* crowd, const wfGroup* group )
{
	const wfGroupTask* task = wfTaskOf( group );
	bool isBlocked = group->now.stopState == (int32_t)wf_stopBlocked;
	if ( crowd->ground.mesh != NULL || task->stopKind != (int32_t)wf_pointStop || task->kind == (int32_t)wf_strokeOrder )
	{
		return isBlocked ? wf_wallObstacle : wf_routeObstacle;
	}
	wfGroupObstacle found = wf_noObstacle;
	for ( int32_t k = 0; k < group->members.count && found == wf_noObstacle; ++k )
	{
		const wfAgent* agent = wfMemberAgent( crowd, group, k );
		found = findObstacle( crowd, wfInPlane( task->point ), agent->kind, (double)agent->radius );
	}
	bool isWide = group->formation.rigid && !wfGroupHas( group, wf_groupIsFree );
	return found != wf_noObstacle ? found
		   : isBlocked && isWide  ? wf_widthObstacle
		   : isBlocked			  ? wf_wallObstacle
								  : wf_routeObstacle;
}

static void tellNews( wfCrowd* crowd, wfGroup* group )
{
	wfGroupId none = { 0, 0 };
	if ( wfGroupHas( group, wf_groupTellsStop ) )
	{
		bool blocked = group->now.stopState == (int32_t)wf_stopBlocked;
		wfTellGroup( crowd, group, blocked ? wf_groupBlockedEvent : wf_groupUnreachableEvent, none );
		crowd->groups.events.data[crowd->groups.events.count - 1].obstacle = whatKeeps( crowd, group );
	}
	if ( wfGroupHas( group, wf_groupTellsLost ) )
	{
		wfTellGroup( crowd, group, wf_groupLostEvent, none );
		group->tasks.data[0].kind = (int32_t)wf_holdOrder;
	}
	group->now.flags &= ~(uint32_t)( wf_groupTellsStop | wf_groupTellsLost );
}

static void moveGroup( wfCrowd* crowd, wfGroup* group )
{
	if ( group->members.count == 0 )
	{
		if ( group->tasks.count > 0 )
		{
			wfTellGroup( crowd, group, wf_groupEmptyEvent, ( wfGroupId ){ 0, 0 } );
			halt( crowd, group );
		}
		return;
	}
	if ( group->tasks.count == 0 && !wfGroupHas( group, wf_groupLeads ) )
	{
		return;
	}
	takeNext( crowd, group );
	if ( group->tasks.count > 0 && group->tasks.data[0].kind == (int32_t)wf_stopOrder )
	{
		halt( crowd, group );
		return;
	}
	tellNews( crowd, group );
	lookForFoes( crowd, group );
	wfPlaceSlots( crowd, group );
	if ( group->hasNewPlaces )
	{
		wfMeasureErrors( crowd, group );
	}
	group->now.speed = wfAnchorSpeed( group );
	wfPlanWheel( crowd, group );
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		wfTellMember( crowd, group, k );
	}
	if ( !wfGroupHas( group, wf_groupIsFree ) )
	{
		wfMoveAnchor( crowd, group );
		wfPlaceSlots( crowd, group );
	}
}

void wfMoveGroups( wfCrowd* crowd )
{
	crowd->groups.events.count = 0;
	for ( int32_t k = 0; k < crowd->groups.list.count; ++k )
	{
		if ( crowd->groups.list.data[k].isUsed )
		{
			moveGroup( crowd, &crowd->groups.list.data[k] );
		}
		crowd->groups.list.data[k].hasNewRoute = false; // nothing fails any more
	}
	wfPartGroups( crowd );
}
