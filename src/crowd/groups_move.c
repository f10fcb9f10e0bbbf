// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Groups on the move: the anchor walks, its slots with it, and each member is told where to go. Nothing here fails.
#include "base/vec2.h"
#include "crowd/group_parts.h"
#include "crowd/orders.h"
#include "crowd/tuning.h"

#include <string.h>

static wfPlace anchorOf( const wfGroupNow* now )
{
	return ( wfPlace ){ now->x, now->y, now->triangle };
}

static wfPlace placeOf( const wfWayPlace* place )
{
	return ( wfPlace ){ place->x, place->y, place->triangle };
}

static bool has( const wfGroup* group, uint32_t flag )
{
	return ( group->now.flags & flag ) != 0;
}

static double paceOf( const wfGroup* group )
{
	return WF_GROUP_PACE * group->now.slowest;
}

// ------------------------------------------------------------------------------------------------------------------ members

static void leadMember( wfCrowd* crowd, const wfGroup* group, wfAgent* agent )
{
	if ( agent->flags & wf_agentLed )
	{
		return;
	}
	wfLeaveQueue( crowd, wfSlotOf( crowd, agent ) );
	wfForgetInstead( agent );
	agent->flags &= ~(uint32_t)( wf_agentWaiting | wf_agentReacts | wf_agentEnded | wf_agentReportedStuck | wf_agentQueued |
								 wf_agentRecheck | wf_agentStaysNear | wf_agentFaces );
	agent->flags |= wf_agentLed | wf_agentDirect;
	agent->stop = agent->stopCount = 0;
	agent->orders.exit = agent->orders.exitSwitches = 0;
	agent->target = -1;
	agent->startDistance = agent->fanAngle = agent->guideAngle = 0.0f;
	wfGroupId id = wfIdOfGroup( crowd, group );
	agent->goalKey = (uint32_t)wfHash( WF_HASH_START, &id, sizeof( id ) );
	wfForgetDistance( agent, crowd->time );
}

static void setAim( wfAgent* agent, wfPlace aim )
{
	agent->orders.insteadX = aim.x;
	agent->orders.insteadY = aim.y;
	agent->orders.insteadTriangle = aim.triangle;
}

static void setHome( wfAgent* agent, wfPlace home )
{
	agent->homeX = home.x;
	agent->homeY = home.y;
	agent->homeTriangle = home.triangle;
}

static wfPlace aheadOf( const wfCrowd* crowd, wfPlace from, wfVec2 offset )
{
	bool stopped;
	return wfStrideFrom( crowd, from, offset, NULL, &stopped );
}

// The place on the anchor's way that is nearest to the slot and in sight.
static bool findVia( const wfCrowd* crowd, const wfGroup* group, const wfAgent* agent, const wfWayPlace* slot, wfPlace* via )
{
	double step = wfMax( 0.5 * group->formation.spacing, 0.5 );
	wfPlace from = wfPlaceOf( agent );
	for ( int32_t k = 0; k < WF_VIA_LOOKS && !has( group, wf_groupIsFree ); ++k )
	{
		for ( int32_t side = -1; side <= 1; side += 2 )
		{
			wfVec2 direction;
			wfWayPlace place = wfPlaceOnWay( crowd, group, slot->along + side * k * step, &direction );
			wfVec2 offset = wfGround_GetOffset( &crowd->ground, from, placeOf( &place ) );
			if ( wfLength2( offset ) > agent->radius && wfIsFreeWay( crowd, agent->layer, from, placeOf( &place ) ) )
			{
				*via = placeOf( &place );
				return true;
			}
			if ( k == 0 )
			{
				break;
			}
		}
	}
	return false;
}

// By the field of the group, which leads everybody who is not in sight of its slot.
static wfPlace findByField( const wfCrowd* crowd, const wfGroup* group, const wfAgent* agent )
{
	double left;
	wfGroupNow now = group->now;
	now.flags &= ~(uint32_t)( wf_groupIsThere | ( now.target >= 0 ? wf_groupIsStraight : 0 ) );
	wfVec2 direction = wfGroupDirection( crowd, group, &now, wfPlaceOf( agent ), &left );
	return aheadOf( crowd, wfPlaceOf( agent ), direction );
}

static bool isAtGoal( const wfCrowd* crowd, const wfGroup* group, const wfAgent* agent )
{
	const wfGroupNow* now = &group->now;
	return now->target >= 0 && !( now->flags & wf_groupIsToPoint ) && !crowd->ground.routes.targets.data[now->target].closed &&
		   wfGround_IsAtGoal( &crowd->ground, &crowd->ground.routes.targets.data[now->target], wfPlaceOf( agent ),
							  (double)agent->radius, 0.0 );
}

// Who is where it should be stands there until it is pushed away.
static bool staysInPlace( const wfCrowd* crowd, const wfGroup* group, const wfMember* member, wfAgent* agent, double off )
{
	const wfGroupTask* task = wfTaskOf( group );
	bool isOnStroke =
		task != NULL && task->kind == wf_strokeOrder && has( group, wf_groupIsFree ) && !wfIsAtStrokeEnd( group, member );
	bool rests = has( group, wf_groupIsThere | wf_groupIsEngaged | wf_groupIsFree );
	double unit = wfMax( group->formation.spacing, (double)agent->radius );
	bool stands = ( agent->flags & wf_agentEnded ) != 0;
	bool givesUp = crowd->time - agent->bestDistanceTime > WF_GIVE_UP_SECONDS;
	if ( !rests || isOnStroke || has( group, wf_groupGoesOn ) )
	{
		return false;
	}
	if ( has( group, wf_groupIsFree ) && !has( group, wf_groupIsToPoint ) )
	{
		return givesUp || isAtGoal( crowd, group, agent );
	}
	return off < ( stands ? WF_OUT_OF_PLACE : WF_IN_PLACE ) * unit ||
		   ( givesUp && has( group, wf_groupIsThere | wf_groupIsFree ) );
}

static void aimFree( const wfCrowd* crowd, const wfGroup* group, wfMember* member, wfAgent* agent, const wfWayPlace* slot )
{
	const wfGroupTask* task = wfTaskOf( group );
	wfPlace to = placeOf( slot ), from = wfPlaceOf( agent );
	bool isToGoal = !has( group, wf_groupIsToPoint );
	bool isOnStroke = task != NULL && task->kind == wf_strokeOrder && !wfIsAtStrokeEnd( group, member );
	if ( isOnStroke )
	{
		to = wfPlaceInPlane( wfAimOnStroke( group, member ) );
	}
	bool sees = !isToGoal && wfIsFreeWay( crowd, agent->layer, from, to );
	setAim( agent, sees ? to : findByField( crowd, group, agent ) );
	double off = wfLength2( wfGround_GetOffset( &crowd->ground, from, placeOf( slot ) ) );
	member->speed = (double)agent->desiredSpeed;
	member->speed = sees && !isOnStroke ? wfMin( member->speed, off / WF_GROUP_FORCE_SECONDS + WF_FREE_LAST ) : member->speed;
	member->isInOpen = 0;
	double left = off;
	if ( !sees && !isOnStroke )
	{
		wfGroupNow now = group->now;
		now.flags &= ~(uint32_t)( wf_groupIsThere | ( now.target >= 0 ? wf_groupIsStraight : 0 ) );
		wfGroupDirection( crowd, group, &now, from, &left );
	}
	member->left = isOnStroke ? wfGetRouteLength( group->route.data, group->route.count ) - member->progress + off
							  : wfMin( left, WF_FARTHEST_LEFT );
}

// The anchor's direction, at the place of a slot.
static wfVec2 aheadAt( const wfCrowd* crowd, const wfGroupNow* now, wfPlace place )
{
	if ( crowd->ground.mesh == NULL )
	{
		return ( wfVec2 ){ now->aheadX, now->aheadY };
	}
	wfVec3 ahead = wfGround_IntoSpace( &crowd->ground, now->triangle, now->aheadX, now->aheadY );
	return wfNormalize2( wfGround_OutOfSpace( &crowd->ground, place.triangle, ahead ), ( wfVec2 ){ 1.0, 0.0 } );
}

static void aimInFormation( const wfCrowd* crowd, const wfGroup* group, wfMember* member, wfAgent* agent, const wfWayPlace* slot )
{
	const wfGroupNow* now = &group->now;
	wfPlace from = wfPlaceOf( agent ), at = placeOf( slot );
	// Footsteps are chosen some time before they are made: the force is that of then.
	bool walks = agent->gait != 0;
	double seconds = walks ? WF_GROUP_WALK_SECONDS : WF_GROUP_FORCE_SECONDS, later = walks ? WF_GROUP_STEP_SECONDS : 0.0;
	double forward = now->speed * ( seconds + later );
	double most = wfMin( (double)agent->desiredSpeed, WF_GROUP_CATCH_UP * paceOf( group ) );
	wfVec2 onward = aheadAt( crowd, now, at );
	wfPlace to = at;
	member->left = now->remaining + wfLength2( wfGround_GetOffset( &crowd->ground, from, at ) );
	if ( forward > 0.0 && !slot->isSeen )
	{
		wfVec2 direction;
		wfWayPlace before = wfPlaceOnWay( crowd, group, slot->along, &direction );
		wfWayPlace after = wfPlaceOnWay( crowd, group, slot->along + forward, &direction );
		wfVec2 moved = wfGround_GetOffset( &crowd->ground, placeOf( &before ), placeOf( &after ) );
		to = crowd->ground.mesh == NULL ? ( wfPlace ){ at.x + moved.x, at.y + moved.y, -1 } : placeOf( &after );
	}
	else if ( forward > 0.0 )
	{
		bool stopped;
		to = wfStrideFrom( crowd, at, wfScale2( forward, onward ), NULL, &stopped );
		to = stopped ? at : to;
	}
	wfVec2 offset = wfGround_GetOffset( &crowd->ground, from, to );
	offset = wfAddScaled2( offset, -later, ( wfVec2 ){ (double)agent->velocityX, (double)agent->velocityY } );
	to = walks ? ( wfPlace ){ from.x + offset.x, from.y + offset.y, -1 } : to;
	double length = wfLength2( offset );
	bool sees = wfIsFreeWay( crowd, agent->layer, from, to );
	member->isInOpen = sees || wfIsFreeWay( crowd, agent->layer, from, at );
	if ( member->isInOpen )
	{
		setAim( agent, sees || length < WF_TINY ? to : at );
		member->speed = wfMin( length / seconds, most );
		return;
	}
	wfPlace via;
	bool found = findVia( crowd, group, agent, slot, &via );
	setAim( agent, found ? via : findByField( crowd, group, agent ) );
	member->speed = most;
}

static void tellMember( wfCrowd* crowd, wfGroup* group, int32_t k )
{
	wfMember* member = &group->members.data[k];
	wfAgent* agent = &crowd->population.agents[member->slot];
	const wfWayPlace* slot = &group->places.data[k];
	leadMember( crowd, group, agent );
	if ( group->hasNewPlaces || group->hasNewShape )
	{
		wfForgetDistance( agent, crowd->time );
		agent->flags &= ~(uint32_t)wf_agentEnded;
	}
	if ( agent->layer < 0 || ( agent->flags & ( wf_agentSteered | wf_agentCovered ) ) )
	{
		return;
	}
	double off = wfLength2( wfGround_GetOffset( &crowd->ground, wfPlaceOf( agent ), placeOf( slot ) ) );
	if ( staysInPlace( crowd, group, member, agent, off ) )
	{
		bool isNear = has( group, wf_groupIsToPoint | wf_groupIsThere ) &&
					  off < WF_OUT_OF_PLACE * wfMax( group->formation.spacing, (double)agent->radius );
		if ( isNear || ( agent->flags & wf_agentEnded ) == 0 )
		{
			setHome( agent, isNear ? placeOf( slot ) : wfPlaceOf( agent ) );
		}
		agent->flags |= wf_agentEnded;
		setAim( agent, placeOf( slot ) );
		member->speed = 0.0;
		member->isInOpen = 1;
		return;
	}
	if ( agent->flags & wf_agentEnded )
	{
		agent->flags &= ~(uint32_t)wf_agentEnded;
		wfForgetDistance( agent, crowd->time );
	}
	setHome( agent, placeOf( slot ) );
	if ( has( group, wf_groupIsFree ) )
	{
		aimFree( crowd, group, member, agent, slot );
	}
	else
	{
		aimInFormation( crowd, group, member, agent, slot );
	}
	// On foot one needs to know some way ahead.
	if ( agent->gait != 0 && !has( group, wf_groupIsThere ) )
	{
		wfPlace aim = { agent->orders.insteadX, agent->orders.insteadY, -1 };
		wfVec2 offset = wfGround_GetOffset( &crowd->ground, wfPlaceOf( agent ), aim );
		double length = wfLength2( offset );
		aim.x += length > WF_TINY ? offset.x / length * (double)WF_UNKNOWN_DISTANCE : 0.0;
		aim.y += length > WF_TINY ? offset.y / length * (double)WF_UNKNOWN_DISTANCE : 0.0;
		setAim( agent, aim );
	}
}

// ------------------------------------------------------------------------------------------------------------------- anchor

// The next place of the anchor: along its way, or as near to that as the ground is free.
static wfPlace stepAnchor( const wfCrowd* crowd, const wfGroup* group, double by, wfVec2* turn )
{
	static const double turns[7] = { 0.0, 0.5, -0.5, 1.0, -1.0, 1.5, -1.5 };
	const wfGroupNow* now = &group->now;
	for ( int32_t k = 0; k < 7; ++k )
	{
		bool stopped;
		wfCosSin angle = wfCosSinOf( turns[k] );
		wfVec2 offset = wfFromFrame2( ( wfVec2 ){ by * angle.cosine, by * angle.sine }, ( wfVec2 ){ now->aheadX, now->aheadY } );
		wfPlace place = wfStrideFrom( crowd, anchorOf( now ), offset, turn, &stopped );
		if ( !stopped && ( crowd->ground.mesh != NULL || wfIsFreeWay( crowd, now->layer, anchorOf( now ), place ) ) )
		{
			return place;
		}
	}
	*turn = ( wfVec2 ){ 1.0, 0.0 };
	if ( crowd->ground.mesh == NULL )
	{
		// From a place that was free for a smaller radius.
		wfPlace found;
		wfDestination here = { .point = { now->x, now->y, 0.0 } };
		if ( wfGround_FindNearestReachable( &crowd->ground, now->layer, &here, anchorOf( now ), &found ) &&
			 wfHypot( found.x - now->x, found.y - now->y ) < 2.0 * wfMax( by, now->radius ) )
		{
			return found;
		}
	}
	return anchorOf( now );
}

static void turnFront( const wfCrowd* crowd, wfGroup* group, double speed )
{
	wfGroupNow* now = &group->now;
	double half = wfMax( 0.5 * wfGetSlotsWidth( group->slots.data, group->slots.count ), 0.5 * group->formation.spacing );
	wfVec2 front = { now->frontX, now->frontY }, ahead = { now->aheadX, now->aheadY };
	double angle = wfAtan2( wfCross2( front, ahead ), wfDot2( front, ahead ) );
	double most = speed / half * crowd->def.tickSeconds;
	wfCosSin turn = wfCosSinOf( wfMin( wfMax( angle, -most ), most ) );
	front = wfNormalize2( wfFromFrame2( ( wfVec2 ){ turn.cosine, turn.sine }, front ), ahead );
	now->frontX = front.x;
	now->frontY = front.y;
}

static void leaveTrail( wfGroup* group )
{
	const wfGroupNow* now = &group->now;
	int32_t count = group->trail.count;
	if ( count > 0 && now->walked - group->trail.data[count - 1].along < WF_TRAIL_STEP )
	{
		return;
	}
	group->trail.data[group->trail.count++] = ( wfWayPlace ){ now->x, now->y, now->walked, now->triangle, 0 };
	double keeps = ( 0.5 * group->members.count + 5.0 ) * group->formation.spacing + 5.0;
	int32_t old = 0;
	while ( old < group->trail.count - 2 && group->trail.data[old + 1].along < now->walked - keeps )
	{
		++old;
	}
	// Now and then, and many at a time.
	if ( 2 * old > group->trail.count )
	{
		group->trail.count -= old;
		memmove( group->trail.data, group->trail.data + old, (size_t)group->trail.count * sizeof( wfWayPlace ) );
	}
}

static double speedOf( const wfGroup* group )
{
	if ( has( group, wf_groupIsThere | wf_groupIsEngaged ) )
	{
		return 0.0;
	}
	double share = 1.0 - ( group->now.error - WF_GROUP_LATE ) / ( WF_GROUP_LATEST - WF_GROUP_LATE );
	return paceOf( group ) * wfMin( wfMax( share, WF_GROUP_SLOWEST ), 1.0 );
}

static bool isAnchorAtGoal( const wfCrowd* crowd, const wfGroup* group )
{
	const wfGroupNow* now = &group->now;
	const wfTarget* target = now->target >= 0 ? &crowd->ground.routes.targets.data[now->target] : NULL;
	bool isArea = target != NULL && ( now->flags & wf_groupIsToPoint ) == 0;
	bool isNear = crowd->ground.mesh != NULL && now->remaining < now->radius;
	return isArea && !target->closed && wfTarget_IsReady( target ) &&
		   ( isNear || wfGround_IsAtGoal( &crowd->ground, target, anchorOf( now ), now->radius, 0.0 ) );
}

static void moveAnchor( const wfCrowd* crowd, wfGroup* group )
{
	wfGroupNow* now = &group->now;
	bool rests = has( group, wf_groupIsThere | wf_groupIsEngaged );
	double seconds = crowd->def.tickSeconds, by = now->speed * seconds;
	turnFront( crowd, group, rests ? paceOf( group ) : now->speed );
	double most = 0.5 * ( rests ? paceOf( group ) : now->speed ) * seconds;
	now->shift += wfMin( wfMax( now->aimShift - now->shift, -most ), most );
	if ( rests )
	{
		return;
	}
	wfPlace to = { now->toX, now->toY, now->toTriangle };
	double left =
		has( group, wf_groupIsToPoint ) ? wfLength2( wfGround_GetOffset( &crowd->ground, anchorOf( now ), to ) ) : INFINITY;
	bool isNear = left <= by && ( has( group, wf_groupIsStraight ) || now->remaining <= 2.0 * by + now->radius );
	if ( isNear && !has( group, wf_groupGoesOn ) )
	{
		now->x = to.x;
		now->y = to.y;
		wfVec3 front = wfGround_IntoSpace( &crowd->ground, now->triangle, now->frontX, now->frontY );
		wfVec3 ahead = wfGround_IntoSpace( &crowd->ground, now->triangle, now->aheadX, now->aheadY );
		now->triangle = to.triangle;
		wfVec2 flat = wfNormalize2( wfGround_OutOfSpace( &crowd->ground, to.triangle, front ), ( wfVec2 ){ 1.0, 0.0 } );
		now->frontX = flat.x;
		now->frontY = flat.y;
		flat = wfNormalize2( wfGround_OutOfSpace( &crowd->ground, to.triangle, ahead ), flat );
		now->aheadX = flat.x;
		now->aheadY = flat.y;
		now->walked += left;
		now->flags |= wf_groupIsThere;
	}
	else if ( by > 0.0 && ( now->remaining > 0.0 || left > 0.0 ) )
	{
		wfVec2 turn;
		wfPlace place = stepAnchor( crowd, group, wfMin( by, left ), &turn );
		now->walked += wfMin( by, left );
		now->x = place.x;
		now->y = place.y;
		now->triangle = place.triangle;
		wfVec2 front = wfFromFrame2( turn, ( wfVec2 ){ now->frontX, now->frontY } );
		wfVec2 ahead = wfFromFrame2( turn, ( wfVec2 ){ now->aheadX, now->aheadY } );
		now->frontX = front.x;
		now->frontY = front.y;
		now->aheadX = ahead.x;
		now->aheadY = ahead.y;
		if ( isAnchorAtGoal( crowd, group ) )
		{
			now->flags |= wf_groupIsThere;
		}
	}
	leaveTrail( group );
}

// ------------------------------------------------------------------------------------------------------------------ enemies

static wfBox2 boxOf( const wfCrowd* crowd, const wfGroup* group )
{
	wfBox2 box = WF_EMPTY_BOX;
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		wfVec2 at = wfInPlane( wfPositionOf( crowd, &crowd->population.agents[group->members.data[k].slot] ) );
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
		wfVec3 mine = wfPositionOf( crowd, &crowd->population.agents[group->members.data[k].slot] );
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
	double range = task->range * ( has( group, wf_groupIsEngaged ) ? WF_ENGAGED_SHARE : 1.0 );
	wfBox2 box = boxOf( crowd, group );
	for ( int32_t k = 0; k < task->foeCount; ++k )
	{
		const wfFoe* foe = &group->foes.data[task->foeFirst + k];
		const wfAgent* agent = wfGetAgent( crowd, foe->agent );
		const wfGroup* other = wfGetGroup( crowd, foe->group );
		if ( agent != NULL && isFoeNear( crowd, group, box, agent, range ) )
		{
			return true;
		}
		for ( int32_t m = 0; other != NULL && m < other->members.count; ++m )
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
	bool was = has( group, wf_groupIsEngaged ), is = seesFoe( crowd, group );
	group->now.flags = is ? group->now.flags | wf_groupIsEngaged : group->now.flags & ~(uint32_t)wf_groupIsEngaged;
	if ( is && !was )
	{
		wfTellGroup( crowd, group, wf_groupEngagedEvent, ( wfGroupId ){ 0, 0 } );
	}
}

static void measureErrors( wfCrowd* crowd, wfGroup* group )
{
	wfPlaceList *places = &crowd->groups.scratch, *slots = &crowd->groups.scratchSlots;
	bool isFree = has( group, wf_groupIsFree );
	wfPlace anchor = anchorOf( &group->now );
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		const wfAgent* agent = &crowd->population.agents[group->members.data[k].slot];
		places->data[k] = wfGround_GetOffset( &crowd->ground, anchor, wfPlaceOf( agent ) );
		slots->data[k] = wfGround_GetOffset( &crowd->ground, anchor, placeOf( &group->places.data[k] ) );
	}
	wfGroupErrorDef def = { places->data, slots->data, group->members.count, group->formation.spacing };
	group->now.error = isFree ? 0.0 : wfGetGroupError( &def );
	group->now.shapeError = isFree ? 0.0 : wfGetShapeError( &def );
}

// -------------------------------------------------------------------------------------------------------------------- ticks

static void takeNext( wfGroup* group )
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
	group->trail.count = group->hasJumped ? 0 : group->trail.count;
}

static void halt( wfCrowd* crowd, wfGroup* group )
{
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		wfAgent* agent = &crowd->population.agents[group->members.data[k].slot];
		int32_t index1 = agent->orders.group;
		leadMember( crowd, group, agent );
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

static void tellNews( wfCrowd* crowd, wfGroup* group )
{
	wfGroupId none = { 0, 0 };
	if ( has( group, wf_groupTellsStop ) )
	{
		bool blocked = group->now.stopState == (int32_t)wf_stopBlocked;
		wfTellGroup( crowd, group, blocked ? wf_groupBlockedEvent : wf_groupUnreachableEvent, none );
	}
	if ( has( group, wf_groupTellsLost ) )
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
	if ( group->tasks.count == 0 && !has( group, wf_groupLeads ) )
	{
		return;
	}
	takeNext( group );
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
		measureErrors( crowd, group );
	}
	group->now.speed = speedOf( group );
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		tellMember( crowd, group, k );
	}
	if ( !has( group, wf_groupIsFree ) )
	{
		moveAnchor( crowd, group );
		wfPlaceSlots( crowd, group );
	}
}

void wfMoveGroups( wfCrowd* crowd )
{
	for ( int32_t k = 0; k < crowd->groups.list.count; ++k )
	{
		if ( crowd->groups.list.data[k].isUsed )
		{
			moveGroup( crowd, &crowd->groups.list.data[k] );
		}
	}
}

// ------------------------------------------------------------------------------------------------------------------ the end

static bool areAllInPlace( const wfCrowd* crowd, const wfGroup* group )
{
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		const wfAgent* agent = &crowd->population.agents[group->members.data[k].slot];
		if ( ( agent->flags & ( wf_agentEnded | wf_agentSteered | wf_agentCovered ) ) == 0 )
		{
			return false;
		}
	}
	return true;
}

// Orders that end where they lead, those that end when everybody stands, and those that never do by themselves.
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
	if ( formed && !has( group, wf_groupHasFormed ) )
	{
		wfTellGroup( crowd, group, wf_groupFormedEvent, none );
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
				: task->kind == wf_followOrder							 ? has( group, wf_groupIsThere )
																		 : arrives;
	if ( waits && ends )
	{
		wfEndTask( crowd, group );
	}
}

static void watchGroup( wfCrowd* crowd, wfGroup* group )
{
	const wfGroupTask* task = wfTaskOf( group );
	measureErrors( crowd, group );
	if ( task != NULL && task->kind == wf_strokeOrder )
	{
		wfWatchStroke( crowd, group );
	}
	bool isFree = has( group, wf_groupIsFree ), inPlace = areAllInPlace( crowd, group );
	bool isThere = isFree ? inPlace && !has( group, wf_groupGoesOn ) : has( group, wf_groupIsThere );
	bool formed = !isFree && isThere && inPlace;
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
}

void wfUseGroupRoutes( wfCrowd* crowd )
{
	wfRoutes* routes = &crowd->ground.routes;
	for ( int32_t k = 0; k < crowd->groups.list.count; ++k )
	{
		const wfGroup* group = &crowd->groups.list.data[k];
		if ( group->isUsed && group->now.layer >= 0 && ( group->now.flags & wf_groupLeads ) )
		{
			routes->layers.data[group->now.layer].lastUsed = crowd->tickCount;
			if ( group->now.target >= 0 )
			{
				routes->targets.data[group->now.target].lastUsed = crowd->tickCount;
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
		if ( group->isUsed && ( group->now.flags & wf_groupLeads ) && ( !isOpen || !has( group, wf_groupIsThere ) ) )
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
		bool isLed = group->tasks.count > 0 && has( group, wf_groupLeads );
		if ( group->isUsed && group->members.count > 0 &&
			 ( has( group, wf_groupBegins ) || group->tasks.count > 1 ||
			   ( isLed && has( group, wf_groupAssigns | wf_groupLooks | wf_groupParts ) ) ) )
		{
			return true;
		}
	}
	return false;
}

bool wfStaysAtSlot( const wfCrowd* crowd, const wfAgent* agent )
{
	const wfGroup* group = &crowd->groups.list.data[agent->orders.group - 1];
	return has( group, wf_groupIsThere | wf_groupIsFree ) && !has( group, wf_groupGoesOn );
}
