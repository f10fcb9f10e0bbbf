// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Routes of anchors: where the order of a group leads to, and the field that leads there. All that may fail, before a tick
// changes anything.
#include "base/vec2.h"
#include "crowd/group_parts.h"
#include "crowd/tuning.h"
#include "ground/parts.h"

static wfDestination pointDestination( const wfCrowd* crowd, wfPlace place )
{
	return ( wfDestination ){ .point = wfGround_GetPosition( &crowd->ground, place ),
							  .place = wfGround_GetPoint( &crowd->ground, place ) };
}

// Whom it follows; false: gone.
static bool findLeader( const wfCrowd* crowd, const wfGroupTask* task, wfPlace* place )
{
	const wfAgent* agent = wfGetAgent( crowd, task->leader );
	const wfGroup* group = wfGetGroup( crowd, task->leadingGroup );
	bool isPlaced = group != NULL && ( group->now.flags & wf_groupIsPlaced ) != 0;
	if ( agent != NULL )
	{
		*place = wfPlaceOf( agent );
	}
	else if ( isPlaced )
	{
		*place = wfAnchorOf( &group->now );
	}
	else if ( group != NULL && group->members.count > 0 )
	{
		*place = wfPlaceOf( wfMemberAgent( crowd, group, 0 ) );
	}
	else
	{
		return false;
	}
	return true;
}

static wfDestination destinationOf( const wfCrowd* crowd, const wfGroup* group )
{
	const wfGroupNow* next = &group->next;
	const wfGroupTask* task = wfTaskOf( group );
	if ( task->kind == wf_followOrder || task->kind == wf_strokeOrder )
	{
		return pointDestination( crowd, ( wfPlace ){ next->toX, next->toY, next->toTriangle } );
	}
	if ( task->kind == wf_patrolOrder && ( next->flags & wf_groupGoesBack ) )
	{
		return pointDestination( crowd, ( wfPlace ){ next->homeX, next->homeY, next->homeTriangle } );
	}
	return ( wfDestination ){ .isGoal = task->stopKind == wf_goalStop,
							  .goal = task->goal,
							  .point = task->point,
							  .place = { task->triangle, task->u, task->v } };
}

static void setEnd( wfGroupNow* next, wfPlace place )
{
	next->toX = place.x;
	next->toY = place.y;
	next->toTriangle = place.triangle;
	next->flags |= wf_groupIsToPoint;
}

// In sight and on free ground, no field is needed.
static bool seesEnd( const wfCrowd* crowd, const wfGroupNow* next )
{
	wfPlace to = { next->toX, next->toY, next->toTriangle };
	return crowd->ground.mesh == NULL && crowd->def.directRoutes && ( next->flags & wf_groupIsToPoint ) &&
		   wfIsFreeWay( crowd, next->layer, wfAnchorOf( next ), to );
}

static wfResult tryRoute( wfCrowd* crowd, wfGroup* group, const wfDestination* to, wfStopState* state, wfError* error )
{
	wfGroupNow* next = &group->next;
	*state = wf_stopOpen;
	next->flags &= ~(uint32_t)( wf_groupIsToPoint | wf_groupIsStraight );
	next->target = -1;
	if ( !to->isGoal )
	{
		wfPlace place;
		wfGround_FindPlace( &crowd->ground, to->point, to->place, &place );
		setEnd( next, place );
		if ( seesEnd( crowd, next ) )
		{
			next->flags |= wf_groupIsStraight;
			return wf_ok;
		}
	}
	const wfRouteLayer* layer = &crowd->ground.routes.layers.data[next->layer];
	if ( crowd->ground.mesh == NULL && layer->grid == NULL && !to->isGoal )
	{
		*state = wf_stopBlocked; // beyond the border of a world without walls
		return wf_ok;
	}
	wfResult result = wfFindTarget( crowd, next->layer, to, &next->target, error );
	if ( result == wf_goalBlocked || result == wf_notFound )
	{
		next->target = -1;
		*state = wf_stopBlocked;
		return wf_ok;
	}
	if ( result != wf_ok )
	{
		return result;
	}
	const wfTarget* target = &crowd->ground.routes.targets.data[next->target];
	if ( target->closed || !wfGround_IsConnected( &crowd->ground, target, wfAnchorOf( next ) ) )
	{
		*state = target->closed ? wf_stopBlocked : wf_stopUnreachable;
		return wf_ok;
	}
	// A point at a wall: to where the disc can be, in its cell.
	double room =
		crowd->ground.mesh == NULL && !to->isGoal ? (double)wfLayerClearance( layer, wfInPlane( to->point ) ) : INFINITY;
	if ( room < layer->radius )
	{
		wfPlace place;
		*state = wf_stopBlocked;
		if ( wfGround_FindNearestReachable( &crowd->ground, next->layer, to, wfAnchorOf( next ), &place ) &&
			 wfHypot( place.x - next->toX, place.y - next->toY ) <= 2.0 * layer->grid->cellSize )
		{
			setEnd( next, place );
			*state = wf_stopOpen;
		}
	}
	return wf_ok;
}

static wfResult findRoute( wfCrowd* crowd, wfGroup* group, wfError* error )
{
	wfGroupNow* next = &group->next;
	wfDestination to = destinationOf( crowd, group );
	wfStopState state, there = wf_stopOpen;
	wfResult result = tryRoute( crowd, group, &to, &state, error );
	if ( result == wf_ok && state != wf_stopOpen )
	{
		wfPlace place;
		bool isFound = wfGround_FindNearestReachable( &crowd->ground, next->layer, &to, wfAnchorOf( next ), &place );
		wfDestination instead = pointDestination( crowd, isFound ? place : wfAnchorOf( next ) );
		result = tryRoute( crowd, group, &instead, &there, error );
		if ( there != wf_stopOpen )
		{
			setEnd( next, wfAnchorOf( next ) );
			next->flags |= wf_groupIsStraight;
			next->target = -1;
		}
	}
	bool tells = state != wf_stopOpen && ( next->stopState != (int32_t)state || ( next->flags & wf_groupBegins ) );
	next->stopState = (int32_t)state;
	next->flags |= tells ? (uint32_t)wf_groupTellsStop : 0u;
	next->flags &= ~(uint32_t)wf_groupLooks;
	return result;
}

// Who moves is looked for again now and then.
static void lookForLeader( const wfCrowd* crowd, wfGroup* group )
{
	wfGroupNow* next = &group->next;
	const wfGroupTask* task = wfTaskOf( group );
	wfPlace place;
	if ( !findLeader( crowd, task, &place ) )
	{
		next->flags |= wf_groupIsThere | ( next->flags & wf_groupBegins ? 0 : wf_groupTellsLost );
		next->flags &= ~(uint32_t)wf_groupLooks;
		return;
	}
	wfPlace to = { next->toX, next->toY, next->toTriangle };
	bool isFirst = ( next->flags & wf_groupBegins ) != 0;
	double moved = isFirst ? INFINITY : wfLength2( wfGround_GetOffset( &crowd->ground, to, place ) );
	// In sight it is no work.
	bool isStraight = ( next->flags & wf_groupIsStraight ) != 0;
	double away = wfLength2( wfGround_GetOffset( &crowd->ground, wfAnchorOf( next ), place ) );
	if ( isFirst || ( moved > WF_FOLLOW_MOVED && ( isStraight || crowd->time - next->followedAt >= WF_FOLLOW_SECONDS ) ) )
	{
		setEnd( next, place );
		next->followedAt = crowd->time;
		next->flags |= wf_groupLooks;
	}
	double depth = 0.5 * wfGetSlotsDepth( group->slots.data, group->slots.count );
	bool isNear = away <= task->range + depth;
	next->flags = isNear ? next->flags | wf_groupIsThere : next->flags & ~(uint32_t)wf_groupIsThere;
}

wfResult wfPlanRoute( wfCrowd* crowd, wfGroup* group, wfError* error )
{
	wfGroupNow* next = &group->next;
	const wfGroupTask* task = wfTaskOf( group );
	bool goes = task != NULL && task->kind != wf_holdOrder && task->kind != wf_stopOrder;
	if ( !goes )
	{
		next->flags |= wf_groupIsThere;
		next->flags &= ~(uint32_t)wf_groupLooks;
		next->target = -1;
		return wf_ok;
	}
	if ( task->kind == wf_followOrder )
	{
		lookForLeader( crowd, group );
	}
	else if ( task->kind == wf_strokeOrder )
	{
		wfResult result = wfFollowStroke( crowd, group, error );
		if ( result != wf_ok )
		{
			return result;
		}
	}
	if ( ( next->flags & wf_groupLooks ) == 0 && ( next->flags & wf_groupIsToPoint ) && crowd->ground.mesh == NULL )
	{
		bool sees = seesEnd( crowd, next );
		next->flags = sees ? next->flags | wf_groupIsStraight : next->flags & ~(uint32_t)wf_groupIsStraight;
		next->flags |= !sees && next->target < 0 && ( next->flags & wf_groupIsThere ) == 0 ? (uint32_t)wf_groupLooks : 0u;
	}
	return next->flags & wf_groupLooks ? findRoute( crowd, group, error ) : wf_ok;
}
