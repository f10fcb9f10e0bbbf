// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The anchor of a group walks: how fast, which way it faces, the trail it leaves. Nothing here fails.
#include "base/vec2.h"
#include "crowd/group_parts.h"
#include "crowd/tuning.h"

#include <string.h>

// The next place of the anchor: along its way, or as near to that as the ground is free.
static wfPlace stepAnchor( const wfCrowd* crowd, const wfGroup* group, double by, wfVec2* turn )
{
	static const double turns[7] = { 0.0, 0.5, -0.5, 1.0, -1.0, 1.5, -1.5 };
	const wfGroupNow* now = &group->now;
	// Out of a place that is too narrow for a rigid shape it goes as its members do.
	bool isNarrow = now->slotLayer != now->layer && !wfIsFreePlace( crowd, now->layer, wfAnchorOf( now ) );
	int32_t layer = isNarrow ? now->slotLayer : now->layer;
	for ( int32_t k = 0; k < 7; ++k )
	{
		bool stopped;
		wfCosSin angle = wfCosSinOf( turns[k] );
		wfVec2 offset = wfFromFrame2( ( wfVec2 ){ by * angle.cosine, by * angle.sine }, ( wfVec2 ){ now->aheadX, now->aheadY } );
		wfPlace place = wfStrideFrom( crowd, wfAnchorOf( now ), offset, turn, &stopped );
		if ( !stopped && ( crowd->ground.mesh != NULL || wfIsFreeWay( crowd, layer, wfAnchorOf( now ), place ) ) )
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
		if ( wfGround_FindNearestReachable( &crowd->ground, now->layer, &here, wfAnchorOf( now ), &found ) &&
			 wfHypot( found.x - now->x, found.y - now->y ) < 2.0 * wfMax( by, now->radius ) )
		{
			return found;
		}
	}
	return wfAnchorOf( now );
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
		double along = wfMiddleOnWay( &group->now ) + slot.x;
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
void wfPlanWheel( const wfCrowd* crowd, wfGroup* group )
{
	wfGroupNow* now = &group->now;
	double reach = 0.5 * group->formation.spacing, angle = angleToAim( now ) / crowd->def.tickSeconds;
	double fastest = WF_GROUP_OUTERMOST * wfPaceOf( group );
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
	double keeps = ( 0.5 * group->members.count + 5.0 ) * group->formation.spacing + 5.0 + wfMax( now->lag, 0.0 );
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

double wfAnchorSpeed( const wfGroup* group )
{
	if ( wfGroupHas( group, wf_groupIsThere | wf_groupIsEngaged ) )
	{
		return 0.0;
	}
	double late = group->now.late, last = WF_GROUP_LAST * group->now.last, range = WF_GROUP_LATEST - WF_GROUP_LATE;
	// For a few who are far behind, of many, it does not nearly stop.
	double share =
		wfMin( 1.0 - ( late - WF_GROUP_LATE ) / range, wfMax( 1.0 - ( last - WF_GROUP_LATE ) / range, WF_GROUP_WAITS ) );
	// Who goes on while the shape wheels takes the outer slots out of reach.
	double turned = 1.0 - ( fabs( angleToAim( &group->now ) ) - WF_GROUP_VEER ) / WF_GROUP_WHEEL;
	return wfPaceOf( group ) * wfMin( wfMax( wfMin( share, turned ), WF_GROUP_SLOWEST ), 1.0 );
}

static bool isAnchorAtGoal( const wfCrowd* crowd, const wfGroup* group )
{
	const wfGroupNow* now = &group->now;
	const wfTarget* target = now->target >= 0 ? &crowd->ground.routes.targets.data[now->target] : NULL;
	bool isArea = target != NULL && ( now->flags & wf_groupIsToPoint ) == 0;
	bool isNear = crowd->ground.mesh != NULL && now->remaining < now->radius;
	return isArea && !target->closed && wfTarget_IsReady( target ) &&
		   ( isNear || wfGround_IsAtGoal( &crowd->ground, target, wfAnchorOf( now ), now->radius, 0.0 ) );
}

void wfMoveAnchor( const wfCrowd* crowd, wfGroup* group )
{
	wfGroupNow* now = &group->now;
	bool rests = wfGroupHas( group, wf_groupIsThere | wf_groupIsEngaged );
	double seconds = crowd->def.tickSeconds, by = now->speed * seconds;
	turnFront( crowd, group );
	double most = 0.5 * ( rests ? wfPaceOf( group ) : now->speed ) * seconds;
	now->shift += wfMin( wfMax( now->aimShift - now->shift, -most ), most );
	if ( rests )
	{
		return;
	}
	wfPlace to = { now->toX, now->toY, now->toTriangle };
	double left = wfGroupHas( group, wf_groupIsToPoint )
					  ? wfLength2( wfGround_GetOffset( &crowd->ground, wfAnchorOf( now ), to ) )
					  : INFINITY;
	bool isNear = left <= by && ( wfGroupHas( group, wf_groupIsStraight ) || now->remaining <= 2.0 * by + now->radius );
	if ( isNear && !wfGroupHas( group, wf_groupGoesOn ) )
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
		// Its slots go on.
		double end = wfLagAtEnd( group );
		now->lag = wfMax( now->lag - ( by - left ), end );
		now->flags |= now->lag > end ? 0u : (uint32_t)wf_groupIsThere;
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
