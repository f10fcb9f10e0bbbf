// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Members of a group: where each is told to go, and how far it is from there. Nothing here fails.
#include "base/vec2.h"
#include "crowd/group_parts.h"
#include "crowd/orders.h"
#include "crowd/tuning.h"

void wfLeadAgent( wfCrowd* crowd, wfAgent* agent, uint32_t goalKey )
{
	wfLeaveQueue( crowd, wfSlotOf( crowd, agent ) );
	wfForgetInstead( agent );
	agent->flags &= ~(uint32_t)( wf_agentWaiting | wf_agentReacts | wf_agentEnded | wf_agentReportedStuck | wf_agentQueued |
								 wf_agentRecheck | wf_agentStaysNear | wf_agentFaces );
	agent->flags |= wf_agentLed | wf_agentDirect;
	agent->stop = agent->stopCount = 0;
	agent->orders.exit = agent->orders.exitSwitches = 0;
	agent->target = -1;
	agent->startDistance = agent->fanAngle = agent->guideAngle = 0.0f;
	agent->goalKey = goalKey;
	wfForgetDistance( agent, crowd->time );
}

void wfLeadMember( wfCrowd* crowd, const wfGroup* group, wfAgent* agent )
{
	if ( ( agent->flags & wf_agentLed ) == 0 )
	{
		wfGroupId id = wfIdOfGroup( crowd, group );
		wfLeadAgent( crowd, agent, (uint32_t)wfHash( WF_HASH_START, &id, sizeof( id ) ) );
	}
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
	for ( int32_t k = 0; k < WF_VIA_LOOKS && !wfGroupHas( group, wf_groupIsFree ); ++k )
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
			wfVec2 offset = wfGround_GetOffset( &crowd->ground, from, wfPlaceFrom( &place ) );
			if ( wfLength2( offset ) > agent->radius && wfIsFreeWay( crowd, agent->layer, from, wfPlaceFrom( &place ) ) )
			{
				*via = wfPlaceFrom( &place );
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

// Nobody comes nearer for long. Who is far away waits for all others: at a door they have to get through first.
static bool givesUp( const wfCrowd* crowd, const wfGroup* group, const wfAgent* agent, bool isNear )
{
	double last = isNear ? agent->bestDistanceTime : wfMax( agent->bestDistanceTime, group->now.stirred );
	return crowd->time - last > WF_GIVE_UP_SECONDS;
}

// Who is where it should be stands there until it is pushed away.
static bool staysInPlace( const wfCrowd* crowd, const wfGroup* group, wfMember* member, const wfAgent* agent, double off )
{
	const wfGroupTask* task = wfTaskOf( group );
	bool isFreeStroke = task != NULL && task->kind == wf_strokeOrder && wfGroupHas( group, wf_groupIsFree );
	bool rests = wfGroupHas( group, wf_groupIsThere | wf_groupIsEngaged | wf_groupIsFree );
	if ( isFreeStroke && !wfIsAtStrokeEnd( group, member ) )
	{
		return wfIsStrokeBlocked( crowd, group, 2.0 * WF_GIVE_UP_SECONDS );
	}
	double unit = wfMax( group->formation.spacing, (double)agent->radius );
	bool stands = ( agent->flags & wf_agentEnded ) != 0;
	// Who only passes its slot on the run does not stand there. Those on foot halt by steps that they choose for that.
	bool runs = agent->gait == 0 && wfHypot( (double)agent->velocityX, (double)agent->velocityY ) > WF_IN_PLACE_SPEED;
	if ( !rests || ( wfGroupHas( group, wf_groupGoesOn ) && !isFreeStroke ) )
	{
		member->gaveUp = 0;
		return false;
	}
	bool isToGoal = wfGroupHas( group, wf_groupIsFree ) && !wfGroupHas( group, wf_groupIsToPoint );
	bool isNear = !isToGoal && off < WF_NEAR_SLOT * unit;
	bool gives = wfGroupHas( group, wf_groupIsThere | wf_groupIsFree ) && givesUp( crowd, group, agent, isNear );
	member->gaveUp = member->gaveUp || gives ? 1 : 0;
	if ( isToGoal )
	{
		return member->gaveUp || isAtGoal( crowd, group, agent );
	}
	return member->gaveUp || ( stands ? off < WF_OUT_OF_PLACE * unit : off < WF_IN_PLACE * unit && !runs );
}

static void aimFree( const wfCrowd* crowd, const wfGroup* group, wfMember* member, wfAgent* agent, const wfWayPlace* slot )
{
	const wfGroupTask* task = wfTaskOf( group );
	wfPlace to = wfPlaceFrom( slot ), from = wfPlaceOf( agent );
	bool isToGoal = !wfGroupHas( group, wf_groupIsToPoint );
	bool isOnStroke = task != NULL && task->kind == wf_strokeOrder && !wfIsAtStrokeEnd( group, member );
	bool sees =
		isOnStroke ? wfFindStrokeAim( crowd, group, member, &to ) : !isToGoal && wfIsFreeWay( crowd, agent->layer, from, to );
	setAim( agent, sees ? to : findByField( crowd, group, agent ) );
	double off = wfLength2( wfGround_GetOffset( &crowd->ground, from, wfPlaceFrom( slot ) ) );
	member->speed = (double)agent->desiredSpeed;
	member->speed = sees && !isOnStroke ? wfMin( member->speed, off / WF_GROUP_FORCE_SECONDS + WF_FREE_LAST ) : member->speed;
	member->isInOpen = 0;
	double left = off;
	if ( !sees )
	{
		wfGroupNow now = group->now;
		now.flags &= ~(uint32_t)( wf_groupIsThere | ( now.target >= 0 ? wf_groupIsStraight : 0 ) );
		wfGroupDirection( crowd, group, &now, from, &left );
		// To the stroke first, by the field; how far it is straight does not say whether it comes nearer.
		double stroke = now.target >= 0 ? wfRouteLength( group ) - wfMax( now.lost, 0.0 ) : INFINITY;
		left += isOnStroke ? stroke : 0.0;
	}
	member->left = isOnStroke && sees ? wfLeftOnStroke( crowd, group, member ) : wfMin( left, WF_FARTHEST_LEFT );
}

// Of a slot that the anchor sees, in the anchor's axes: it goes with the anchor, and around it while the shape wheels.
static wfVec2 velocityOfSlot( const wfCrowd* crowd, const wfGroupNow* now, wfPlace slot )
{
	wfVec2 offset = wfGround_GetOffset( &crowd->ground, wfAnchorOf( now ), slot );
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
	wfPlace from = wfPlaceOf( agent ), at = wfPlaceFrom( slot );
	// Footsteps are chosen some time before they are made: the force is that of then.
	bool walks = agent->gait != 0;
	double seconds = walks ? WF_GROUP_WALK_SECONDS : WF_GROUP_FORCE_SECONDS, later = walks ? WF_GROUP_STEP_SECONDS : 0.0;
	double forward = now->speed * ( seconds + later );
	double most = wfMin( (double)agent->desiredSpeed, WF_GROUP_CATCH_UP * wfPaceOf( group ) );
	wfPlace to = at;
	member->left = now->remaining + wfLength2( wfGround_GetOffset( &crowd->ground, from, at ) );
	if ( wfIsBehindOnStroke( crowd, group, member, slot, &to ) )
	{
		setAim( agent, to );
		member->speed = most;
		member->isInOpen = 0;
		return;
	}
	if ( forward > 0.0 && !slot->isSeen )
	{
		double across = group->slots.data[member->place].y + now->shift;
		wfWayPlace before = wfPlaceBeside( crowd, group, slot->along, across );
		wfWayPlace after = wfPlaceBeside( crowd, group, slot->along + forward, across );
		wfVec2 moved = wfGround_GetOffset( &crowd->ground, wfPlaceFrom( &before ), wfPlaceFrom( &after ) );
		to = crowd->ground.mesh == NULL ? ( wfPlace ){ at.x + moved.x, at.y + moved.y, -1 } : wfPlaceFrom( &after );
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
	if ( !wfGroupHas( group, wf_groupIsThere | wf_groupIsEngaged ) )
	{
		wfVec2 waits =
			waitForSlot( offset, wayAtSlot( crowd, group, slot, from.triangle ), WF_GROUP_SAUNTER * wfPaceOf( group ) * seconds );
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

void wfTellMember( wfCrowd* crowd, wfGroup* group, int32_t k )
{
	wfMember* member = &group->members.data[k];
	wfAgent* agent = &crowd->population.agents[member->slot];
	const wfWayPlace* slot = &group->places.data[k];
	wfLeadMember( crowd, group, agent );
	if ( group->hasNewPlaces || group->hasNewShape || group->settles )
	{
		wfForgetDistance( agent, crowd->time );
		agent->flags &= ~(uint32_t)wf_agentEnded;
		member->gaveUp = 0;
	}
	if ( agent->layer < 0 || ( agent->flags & ( wf_agentSteered | wf_agentCovered ) ) )
	{
		return;
	}
	double off = wfLength2( wfGround_GetOffset( &crowd->ground, wfPlaceOf( agent ), wfPlaceFrom( slot ) ) );
	if ( staysInPlace( crowd, group, member, agent, off ) )
	{
		bool isNear = wfGroupHas( group, wf_groupIsToPoint | wf_groupIsThere ) &&
					  off < WF_OUT_OF_PLACE * wfMax( group->formation.spacing, (double)agent->radius );
		if ( isNear || ( agent->flags & wf_agentEnded ) == 0 )
		{
			setHome( agent, isNear ? wfPlaceFrom( slot ) : wfPlaceOf( agent ) );
		}
		agent->flags |= wf_agentEnded;
		setAim( agent, wfPlaceFrom( slot ) );
		member->speed = 0.0;
		member->isInOpen = 1;
		return;
	}
	if ( agent->flags & wf_agentEnded )
	{
		agent->flags &= ~(uint32_t)wf_agentEnded;
		wfForgetDistance( agent, crowd->time );
	}
	setHome( agent, wfPlaceFrom( slot ) );
	if ( wfGroupHas( group, wf_groupIsFree ) )
	{
		aimFree( crowd, group, member, agent, slot );
	}
	else
	{
		aimInFormation( crowd, group, member, agent, slot );
	}
	// On foot one needs to know some way ahead.
	if ( agent->gait != 0 && !wfGroupHas( group, wf_groupIsThere ) )
	{
		wfPlace aim = { agent->orders.insteadX, agent->orders.insteadY, -1 };
		wfVec2 offset = wfGround_GetOffset( &crowd->ground, wfPlaceOf( agent ), aim );
		double length = wfLength2( offset );
		aim.x += length > WF_TINY ? offset.x / length * (double)WF_UNKNOWN_DISTANCE : 0.0;
		aim.y += length > WF_TINY ? offset.y / length * (double)WF_UNKNOWN_DISTANCE : 0.0;
		setAim( agent, aim );
	}
}

// ------------------------------------------------------------------------------------------------------------------ errors

// As the error, but of those who are ahead of their slots only what they are beside them.
static void measureLateness( const wfCrowd* crowd, wfGroup* group )
{
	double sum = 0.0, most = 0.0;
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		const wfAgent* agent = wfMemberAgent( crowd, group, k );
		const wfWayPlace* slot = &group->places.data[k];
		wfVec2 offset = wfGround_GetOffset( &crowd->ground, wfPlaceOf( agent ), wfPlaceFrom( slot ) );
		offset = waitForSlot( offset, wayAtSlot( crowd, group, slot, agent->triangle ), 0.0 );
		double square = wfDot2( offset, offset );
		sum += square;
		most = wfMax( most, square );
	}
	group->now.late = sqrt( sum / wfMax( group->members.count, 1.0 ) ) / group->formation.spacing;
	group->now.last = sqrt( most ) / group->formation.spacing;
}

void wfMeasureErrors( wfCrowd* crowd, wfGroup* group )
{
	wfPlaceList *places = &crowd->groups.scratch, *slots = &crowd->groups.scratchSlots;
	bool isFree = wfGroupHas( group, wf_groupIsFree );
	wfPlace anchor = wfAnchorOf( &group->now );
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		const wfAgent* agent = wfMemberAgent( crowd, group, k );
		places->data[k] = wfGround_GetOffset( &crowd->ground, anchor, wfPlaceOf( agent ) );
		slots->data[k] = wfGround_GetOffset( &crowd->ground, anchor, wfPlaceFrom( &group->places.data[k] ) );
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
