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
	double step = wfMax( 0.5 * group->formation.spacing, 0.5 ), walked = group->now.walked;
	double first = group->trail.count > 0 ? group->trail.data[0].along : walked;
	double last = group->ahead.count > 0 ? group->ahead.data[group->ahead.count - 1].along : walked;
	wfPlace from = wfPlaceOf( agent );
	for ( int32_t k = 0; k < WF_VIA_LOOKS && !has( group, wf_groupIsFree ); ++k )
	{
		for ( int32_t side = -1; side <= 1; side += 2 )
		{
			wfVec2 direction;
			double along = slot->along + side * k * step;
			// Beyond its ends nobody knows where the way will lead, or came from.
			if ( along < first - step || along > last + step )
			{
				continue;
			}
			wfWayPlace place = wfPlaceOnWay( crowd, group, along, &direction );
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

// Of a slot that the anchor sees, in the anchor's axes: it goes with the anchor, and around it while the shape wheels.
static wfVec2 velocityOfSlot( const wfCrowd* crowd, const wfGroupNow* now, wfPlace slot )
{
	wfVec2 offset = wfGround_GetOffset( &crowd->ground, anchorOf( now ), slot );
	wfVec2 velocity = wfScale2( now->wheel, wfPerpendicular2( offset ) );
	return wfAddScaled2( velocity, now->speed, ( wfVec2 ){ now->aheadX, now->aheadY } );
}

// The direction of the way at a member's slot, in the axes of the triangle where it is.
static wfVec2 wayAtSlot( const wfCrowd* crowd, const wfGroup* group, const wfWayPlace* slot, int32_t triangle )
{
	wfVec2 direction = { group->now.aheadX, group->now.aheadY };
	int32_t axes = group->now.triangle;
	if ( !slot->isSeen )
	{
		axes = wfPlaceOnWay( crowd, group, slot->along, &direction ).triangle;
	}
	if ( crowd->ground.mesh == NULL || axes == triangle )
	{
		return direction;
	}
	wfVec3 inSpace = wfGround_IntoSpace( &crowd->ground, axes, direction.x, direction.y );
	return wfNormalize2( wfGround_OutOfSpace( &crowd->ground, triangle, inSpace ), ( wfVec2 ){ 0.0, 0.0 } );
}

// Who is ahead of its slot does not walk back, but goes on slowly, `least` metres along the way: the slot is on its way there.
static wfVec2 waitForSlot( wfVec2 offset, wfVec2 way, double least )
{
	return wfAddScaled2( offset, wfMax( least - wfDot2( offset, way ), 0.0 ), way );
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
	wfPlace to = at;
	member->left = now->remaining + wfLength2( wfGround_GetOffset( &crowd->ground, from, at ) );
	if ( forward > 0.0 && !slot->isSeen )
	{
		double across = group->slots.data[member->place].y + now->shift;
		wfWayPlace before = wfPlaceBeside( crowd, group, slot->along, across );
		wfWayPlace after = wfPlaceBeside( crowd, group, slot->along + forward, across );
		wfVec2 moved = wfGround_GetOffset( &crowd->ground, placeOf( &before ), placeOf( &after ) );
		to = crowd->ground.mesh == NULL ? ( wfPlace ){ at.x + moved.x, at.y + moved.y, -1 } : placeOf( &after );
	}
	else if ( forward > 0.0 || now->wheel != 0.0 )
	{
		bool stopped;
		wfVec2 onward = wfScale2( seconds + later, velocityOfSlot( crowd, now, at ) );
		to = wfPlaceAround( crowd, group, member, onward, &stopped );
		to = stopped ? at : to;
	}
	wfVec2 offset = wfGround_GetOffset( &crowd->ground, from, to );
	offset = wfAddScaled2( offset, -later, ( wfVec2 ){ (double)agent->velocityX, (double)agent->velocityY } );
	if ( !has( group, wf_groupIsThere | wf_groupIsEngaged ) )
	{
		wfVec2 waits =
			waitForSlot( offset, wayAtSlot( crowd, group, slot, from.triangle ), WF_GROUP_SAUNTER * paceOf( group ) * seconds );
		to = waits.x != offset.x || waits.y != offset.y ? aheadOf( crowd, from, waits ) : to;
		offset = waits;
	}
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
	bool found = wfFindWayPast( crowd, agent->layer, from, at, wfWidestPillar( crowd, group ), &via ) ||
				 findVia( crowd, group, agent, slot, &via );
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

static double angleToAim( const wfGroupNow* now )
{
	wfVec2 front = { now->frontX, now->frontY }, aim = { now->aimX, now->aimY };
	return wfAtan2( wfCross2( front, aim ), wfDot2( front, aim ) );
}

// The direction of the way beside a place of it.
static wfVec2 lookBeside( const wfCrowd* crowd, const wfGroup* group, double along, double across )
{
	wfVec2 direction;
	wfWayPlace on = wfPlaceOnWay( crowd, group, along, &direction );
	return wfDirectionBeside( crowd, group, &on, direction, across );
}

// How much farther the outermost slots go in a bend of the way than the anchor does.
static double stretchOf( const wfCrowd* crowd, const wfGroup* group )
{
	double most = 1.0, step = 0.5 * group->formation.spacing;
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		wfVec2 slot = group->slots.data[group->members.data[k].place];
		double along = group->now.walked + slot.x;
		if ( fabs( slot.y ) > step )
		{
			wfVec2 before = lookBeside( crowd, group, along - step, slot.y );
			wfVec2 after = lookBeside( crowd, group, along + step, slot.y );
			double bend = wfAtan2( wfCross2( before, after ), wfDot2( before, after ) ) / ( 2.0 * step );
			most = wfMax( most, 1.0 - bend * slot.y );
		}
	}
	return most;
}

// No slot goes faster than the slowest member can: in bends and while the shape wheels the anchor goes slower.
static void planWheel( const wfCrowd* crowd, wfGroup* group )
{
	wfGroupNow* now = &group->now;
	double reach = 0.5 * group->formation.spacing, angle = angleToAim( now ) / crowd->def.tickSeconds;
	double fastest = WF_GROUP_OUTERMOST * paceOf( group );
	bool bends = wfBendsAlongWay( group, now );
	if ( bends && now->speed > 0.0 )
	{
		now->speed = wfMin( now->speed, fastest / stretchOf( crowd, group ) );
	}
	for ( int32_t k = 0; k < group->slots.count && !bends; ++k )
	{
		reach = wfMax( reach, wfLength2( group->slots.data[k] ) );
	}
	double most = wfMax( fastest - now->speed, 0.0 ) / reach;
	now->wheel = wfMin( wfMax( angle, -most ), most );
}

static void turnFront( const wfCrowd* crowd, wfGroup* group )
{
	wfGroupNow* now = &group->now;
	wfVec2 front = { now->frontX, now->frontY };
	wfCosSin turn = wfCosSinOf( now->wheel * crowd->def.tickSeconds );
	front = wfNormalize2( wfFromFrame2( ( wfVec2 ){ turn.cosine, turn.sine }, front ), front );
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
	double late = group->now.late, last = WF_GROUP_LAST * group->now.last, range = WF_GROUP_LATEST - WF_GROUP_LATE;
	// For a few who are far behind, of many, it does not nearly stop.
	double share =
		wfMin( 1.0 - ( late - WF_GROUP_LATE ) / range, wfMax( 1.0 - ( last - WF_GROUP_LATE ) / range, WF_GROUP_WAITS ) );
	// Who goes on while the shape wheels takes the outer slots out of reach.
	double turned = 1.0 - ( fabs( angleToAim( &group->now ) ) - WF_GROUP_VEER ) / WF_GROUP_WHEEL;
	return paceOf( group ) * wfMin( wfMax( wfMin( share, turned ), WF_GROUP_SLOWEST ), 1.0 );
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
	turnFront( crowd, group );
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

// As the error, but of those who are ahead of their slots only what they are beside them.
static void measureLateness( const wfCrowd* crowd, wfGroup* group )
{
	double sum = 0.0, most = 0.0;
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		const wfAgent* agent = &crowd->population.agents[group->members.data[k].slot];
		const wfWayPlace* slot = &group->places.data[k];
		wfVec2 offset = wfGround_GetOffset( &crowd->ground, wfPlaceOf( agent ), placeOf( slot ) );
		offset = waitForSlot( offset, wayAtSlot( crowd, group, slot, agent->triangle ), 0.0 );
		double square = wfDot2( offset, offset );
		sum += square;
		most = wfMax( most, square );
	}
	group->now.late = sqrt( sum / wfMax( group->members.count, 1.0 ) ) / group->formation.spacing;
	group->now.last = sqrt( most ) / group->formation.spacing;
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
	group->now.late = group->now.last = 0.0;
	if ( !isFree )
	{
		measureLateness( crowd, group );
	}
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
	planWheel( crowd, group );
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
	crowd->groups.events.count = 0;
	for ( int32_t k = 0; k < crowd->groups.list.count; ++k )
	{
		crowd->groups.list.data[k].hasNewRoute = false; // nothing fails any more
		if ( crowd->groups.list.data[k].isUsed )
		{
			moveGroup( crowd, &crowd->groups.list.data[k] );
		}
	}
	wfPartGroups( crowd );
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
	if ( crowd->groups.later.count > 0 )
	{
		wfGiveLaterOrders( crowd );
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
