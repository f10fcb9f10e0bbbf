// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Groups along sketched strokes: where everybody heads for, and how far everybody has come. Who has its own progress walks the
// whole of a stroke: it begins at its first place, and only comes on where it is within a lane of it.
#include "base/vec2.h"
#include "crowd/group_parts.h"

static bool hasOwnProgress( const wfGroup* group )
{
	const wfGroupTask* task = wfTaskOf( group );
	return task != NULL && task->kind == wf_strokeOrder && task->advance == wf_advanceEach;
}

bool wfWindsAlongStroke( const wfGroup* group, const wfGroupNow* now )
{
	return hasOwnProgress( group ) && ( now->flags & wf_groupIsFree ) == 0;
}

static double frontOf( const wfPlaceList* slots )
{
	double front = 0.0;
	for ( int32_t k = 0; k < slots->count; ++k )
	{
		front = wfMax( front, slots->data[k].x );
	}
	return front;
}

static double rearOf( const wfPlaceList* slots )
{
	double rear = 0.0;
	for ( int32_t k = 0; k < slots->count; ++k )
	{
		rear = wfMin( rear, slots->data[k].x );
	}
	return rear;
}

// Whether strokes go on from here: nobody goes beyond their end then.
static bool strokesGoOn( const wfGroup* group, int32_t node )
{
	bool isNext = group->tasks.count > 1 && group->tasks.data[1].kind == (int32_t)wf_strokeOrder;
	return wfStrokes_GetNode( wfSketchOf( group ), node ).childCount > 0 || isNext;
}

// Whether all of a formation goes to the end: a column does, where nothing else is to be done. Others stand around it.
static bool goesBeyond( const wfGroup* group, int32_t node )
{
	double width = wfGetSlotsWidth( group->shape.data, group->shape.count );
	double depth = wfGetSlotsDepth( group->shape.data, group->shape.count );
	bool isColumn = depth > WF_COLUMN_RATIO * wfMax( width, group->formation.spacing );
	return isColumn && group->tasks.count == 1 && wfStrokes_GetNode( wfSketchOf( group ), node ).childCount == 0;
}

// ------------------------------------------------------------------------------------------------------------------ ahead

// Those who go for one point stand in each other's way: it moves on when they are as near as they can be.
static double crowdOf( const wfGroup* group, const wfGroupNow* now )
{
	bool isFree = ( now->flags & wf_groupIsFree ) != 0;
	return isFree && !hasOwnProgress( group ) ? WF_CROWD_RADII * now->radius * sqrt( group->members.count ) : 0.0;
}

// Whether the anchor alone has progress, and everybody goes with it.
static bool leadsAnchor( const wfGroup* group, const wfGroupNow* now )
{
	const wfGroupTask* task = wfTaskOf( group );
	return ( now->flags & wf_groupIsFree ) == 0 && ( hasOwnProgress( group ) || task->advance == wf_advanceCentre );
}

// How near to a stroke one comes on along it, and how far ahead of what counts as passed one heads for: no farther, lest who is
// there has not passed what is between.
static double laneOf( const wfGroup* group, const wfGroupNow* now )
{
	int32_t advance = wfTaskOf( group )->advance;
	double lane = wfMax( WF_STROKE_LANE, 2.0 * now->radius ) + crowdOf( group, now );
	if ( now->flags & wf_groupIsFree )
	{
		return lane;
	}
	double far = 0.0;
	for ( int32_t k = 0; k < group->slots.count; ++k )
	{
		wfVec2 slot = { group->slots.data[k].x, group->slots.data[k].y + now->shift };
		far = wfMax( far, advance == wf_advanceLast ? wfLength2( slot ) : fabs( slot.y ) );
	}
	return lane + far;
}

static double leadOf( const wfCrowd* crowd, const wfGroup* group, const wfGroupNow* now )
{
	double tick = 1.5 * now->slowest * crowd->def.tickSeconds;
	return leadsAnchor( group, now ) ? wfMax( WF_ANCHOR_LANE, tick ) : wfMax( WF_STROKE_LEAD, tick );
}

bool wfIsAtStrokeEnd( const wfGroup* group, const wfMember* member )
{
	double progress = hasOwnProgress( group ) ? member->progress : group->now.progress;
	return progress >= wfRouteLength( group ) - WF_TINY;
}

// The place on its stroke, or beside it, that a member heads for; false: it sees none.
static bool findAim( const wfCrowd* crowd, const wfGroup* group, const wfMember* member, double across, wfPlace* aim )
{
	const wfAgent* agent = &crowd->population.agents[member->slot];
	wfPlace from = wfPlaceOf( agent );
	bool own = hasOwnProgress( group );
	double progress = own ? member->progress : group->now.progress, back = 0.0;
	double lead = progress < 0.0 ? 0.0 : leadOf( crowd, group, &group->now );
	for ( int32_t k = 0; k < WF_VIA_LOOKS; ++k )
	{
		wfVec2 direction;
		*aim = wfPlaceOnRoute( crowd, group, wfMax( progress, 0.0 ) + lead - back, &direction );
		*aim = across != 0.0 ? wfStepAcross( crowd, agent->layer, *aim, direction, across ) : *aim;
		bool isNew = k <= WF_NEARER_LOOKS || wfLength2( wfGround_GetOffset( &crowd->ground, from, *aim ) ) > agent->radius;
		if ( isNew && wfIsFreeWay( crowd, agent->layer, from, *aim ) )
		{
			return true;
		}
		// Ever nearer; who was pushed around a corner goes back to where it came from.
		if ( !own || progress < back )
		{
			break;
		}
		lead = k < WF_NEARER_LOOKS ? 0.6 * lead : 0.0;
		back += k < WF_NEARER_LOOKS ? 0.0 : WF_STROKE_LEAD;
	}
	return false;
}

bool wfFindStrokeAim( const wfCrowd* crowd, const wfGroup* group, const wfMember* member, wfPlace* aim )
{
	return findAim( crowd, group, member, 0.0, aim );
}

bool wfIsBehindOnStroke( const wfCrowd* crowd, const wfGroup* group, const wfMember* member, const wfWayPlace* slot,
						 wfPlace* aim )
{
	const wfGroupNow* now = &group->now;
	double place = wfRouteLength( group ) - now->remaining + slot->along - now->walked;
	bool isBehind = wfWindsAlongStroke( group, now ) && place >= 0.0 && member->progress < wfMin( place, wfRouteLength( group ) );
	double across = isBehind ? group->slots.data[member->place].y + now->shift : 0.0;
	return isBehind && findAim( crowd, group, member, across, aim );
}

static double leftFrom( const wfCrowd* crowd, const wfGroup* group, wfPlace place, double progress )
{
	wfVec2 unused;
	wfPlace to = wfPlaceOnRoute( crowd, group, wfMax( progress, 0.0 ), &unused );
	return wfRouteLength( group ) - wfMax( progress, 0.0 ) + wfLength2( wfGround_GetOffset( &crowd->ground, place, to ) );
}

double wfLeftOnStroke( const wfCrowd* crowd, const wfGroup* group, const wfMember* member )
{
	double progress = hasOwnProgress( group ) ? member->progress : group->now.progress;
	return leftFrom( crowd, group, wfPlaceOf( &crowd->population.agents[member->slot] ), progress );
}

// Whether somebody who walks freely sees where it goes: along the stroke, or at its end.
static bool seesWay( const wfCrowd* crowd, const wfGroup* group, int32_t k )
{
	const wfMember* member = &group->members.data[k];
	const wfAgent* agent = wfMemberAgent( crowd, group, k );
	wfPlace aim;
	if ( !wfIsAtStrokeEnd( group, member ) )
	{
		return wfFindStrokeAim( crowd, group, member, &aim );
	}
	// Who has its own progress is at the end itself.
	return hasOwnProgress( group ) || k >= group->places.count ||
		   wfIsFreeWay( crowd, agent->layer, wfPlaceOf( agent ), wfPlaceFrom( &group->places.data[k] ) );
}

// Of a free group, the progress of the last one who sees nothing of its stroke: the field leads there. -1: all see it.
static double findLost( const wfCrowd* crowd, const wfGroup* group )
{
	double lost = INFINITY;
	for ( int32_t k = 0; k < group->members.count && !group->isFirstRoute; ++k )
	{
		const wfMember* member = &group->members.data[k];
		const wfAgent* agent = wfMemberAgent( crowd, group, k );
		double progress = wfMax( hasOwnProgress( group ) ? member->progress : group->now.progress, 0.0 );
		bool walks = agent->layer >= 0 && ( agent->flags & wf_agentEnded ) == 0;
		if ( walks && progress < lost && !seesWay( crowd, group, k ) )
		{
			lost = progress;
		}
	}
	return lost < INFINITY ? lost : -1.0;
}

static void headFor( wfGroup* group, wfPlace to, double progress )
{
	wfGroupNow* next = &group->next;
	next->toX = to.x;
	next->toY = to.y;
	next->toTriangle = to.triangle;
	next->flags |= wf_groupIsToPoint;
	group->headed = progress;
}

// Where the way goes next: true if it is in sight.
static bool findNext( const wfCrowd* crowd, wfGroup* group )
{
	wfGroupNow* next = &group->next;
	double lead = next->progress < 0.0 ? 0.0 : leadOf( crowd, group, next ), from = wfMax( next->progress, 0.0 );
	double length = wfRouteLength( group ), along = wfMin( from + lead, length );
	bool isLost = next->lost >= 0.0, sees = false, isFree = ( next->flags & wf_groupIsFree ) != 0;
	bool goesOn = along < length;
	for ( int32_t k = 3; k >= 0 && !sees; --k )
	{
		wfVec2 unused;
		along = isLost ? next->lost : wfMin( from + lead * k / 3.0, length );
		wfPlace to = wfPlaceOnRoute( crowd, group, along, &unused );
		headFor( group, to, along );
		sees = !isLost && wfSeesPlace( crowd, next->layer, wfAnchorOf( next ), to );
	}
	goesOn = isFree ? goesOn : along < length;
	next->flags = goesOn ? next->flags | wf_groupGoesOn : next->flags & ~(uint32_t)wf_groupGoesOn;
	return sees;
}

// Straight on from the end of the stroke, in steps as far as the ground is free; at most `wanted`.
static double roomBeyond( const wfCrowd* crowd, const wfGroup* group, double wanted )
{
	wfVec2 direction, turn;
	wfPlace at = wfPlaceOnRoute( crowd, group, wfRouteLength( group ), &direction );
	double free = 0.0, step = 0.5 * group->formation.spacing;
	while ( free < wanted && ( direction.x != 0.0 || direction.y != 0.0 ) )
	{
		bool stopped;
		wfPlace to = wfStrideFrom( crowd, at, wfScale2( step, direction ), &turn, &stopped );
		if ( stopped || !wfIsFreeWay( crowd, group->next.layer, at, to ) )
		{
			break;
		}
		direction = wfFromFrame2( turn, direction );
		at = to;
		free += step;
	}
	return free;
}

// At its end a column goes straight on until its last slot is there. Where there is no room for that it breaks up: everybody
// walks on alone to the last place, and stands around it.
static void breakUp( const wfCrowd* crowd, wfGroup* group )
{
	wfGroupNow* next = &group->next;
	double front = frontOf( &group->slots ), left = leftFrom( crowd, group, wfAnchorOf( next ), next->progress );
	if ( !wfWindsAlongStroke( group, next ) || next->progress < 0.0 || next->lag < -WF_TINY || left + next->lag > front ||
		 group->slots.count == 0 || !goesBeyond( group, next->node ) )
	{
		return;
	}
	double depth = front - rearOf( &group->slots );
	if ( roomBeyond( crowd, group, depth ) < depth - 0.5 * group->formation.spacing )
	{
		next->flags |= wf_groupIsFree | wf_groupMakesSlots | wf_groupAssigns;
		next->lag = 0.0;
	}
}

// Once a second where it does not see its stroke, which is seldom.
wfResult wfFollowStroke( wfCrowd* crowd, wfGroup* group, wfError* error )
{
	wfGroupNow* next = &group->next;
	if ( wfSketchOf( group ) == NULL || ( next->flags & ( wf_groupIsThere | wf_groupParts ) ) )
	{
		next->flags &= ~(uint32_t)wf_groupLooks;
		return wf_ok;
	}
	if ( ( next->flags & wf_groupLooks ) || next->node < 0 )
	{
		wfResult result = wfLoadRoute( crowd, group, error );
		if ( result != wf_ok )
		{
			return result;
		}
		next->flags &= ~(uint32_t)wf_groupLooks;
	}
	breakUp( crowd, group );
	bool isFree = ( next->flags & wf_groupIsFree ) != 0;
	next->lost = isFree ? findLost( crowd, group ) : -1.0;
	if ( isFree )
	{
		wfVec2 direction;
		wfPlace at = wfPlaceOnRoute( crowd, group, wfMax( next->progress, 0.0 ), &direction );
		next->x = at.x;
		next->y = at.y;
		next->triangle = at.triangle;
		group->hasJumped = true;
		if ( direction.x != 0.0 || direction.y != 0.0 )
		{
			next->frontX = direction.x;
			next->frontY = direction.y;
		}
	}
	if ( findNext( crowd, group ) )
	{
		next->flags |= wf_groupIsStraight;
		next->target = -1;
		return wf_ok;
	}
	next->flags &= ~(uint32_t)wf_groupIsStraight;
	// Where it goes may have moved on since its field was made, and not only in this tick.
	wfVec3 to = wfGround_GetPosition( &crowd->ground, ( wfPlace ){ next->toX, next->toY, next->toTriangle } );
	bool moved = next->target >= 0 && wfDistance3( crowd->ground.routes.targets.data[next->target].to.point, to ) > WF_TINY;
	if ( next->target < 0 || ( moved && crowd->time - next->followedAt >= WF_FOLLOW_SECONDS ) )
	{
		next->followedAt = crowd->time;
		next->flags |= wf_groupLooks;
	}
	return wf_ok;
}

double wfLeftBeyond( const wfGroup* group )
{
	bool walks = wfSketchOf( group ) != NULL && ( group->next.flags & wf_groupIsThere ) == 0;
	return walks ? wfRouteLength( group ) - group->headed : 0.0;
}

void wfPlanLag( const wfCrowd* crowd, wfGroup* group )
{
	wfGroupNow* next = &group->next;
	if ( wfWindsAlongStroke( group, next ) && ( next->flags & wf_groupIsThere ) == 0 && strokesGoOn( group, next->node ) )
	{
		double front = frontOf( group->hasNewSlots ? &group->nextSlots : &group->slots );
		double left = next->progress < 0.0 ? next->remaining : leftFrom( crowd, group, wfAnchorOf( next ), next->progress );
		next->lag = wfMax( next->lag, front - left );
	}
}

double wfLagAtEnd( const wfGroup* group )
{
	double lag = group->now.lag;
	if ( !wfWindsAlongStroke( group, &group->now ) || wfSketchOf( group ) == NULL || strokesGoOn( group, group->now.node ) )
	{
		return lag;
	}
	return wfMin( goesBeyond( group, group->now.node ) ? rearOf( &group->slots ) : 0.0, lag );
}

// --------------------------------------------------------------------------------------------------------------- progress

// Where nobody has come on for long, what is in the way does not go away.
bool wfIsStrokeBlocked( const wfCrowd* crowd, const wfGroup* group, double seconds )
{
	return crowd->time - group->now.stirred > seconds;
}

static double advanceAgent( const wfCrowd* crowd, const wfGroup* group, const wfAgent* agent, double progress, double lane )
{
	return wfAdvanceOnRoute( crowd, group, wfPlaceOf( agent ), lane, progress );
}

// How far a member would bring the group on from where it is. False: it is not near, and does not come nearer. Nobody waits for
// who cannot come.
static bool bringsOn( const wfCrowd* crowd, const wfGroup* group, int32_t k, double lane, double* own )
{
	const wfAgent* agent = wfMemberAgent( crowd, group, k );
	*own = advanceAgent( crowd, group, agent, group->now.progress, lane );
	return *own > group->now.progress || crowd->time - agent->bestDistanceTime <= WF_GIVE_UP_SECONDS;
}

// Of the first or the last member to come on from where the group is.
static double advanceShared( const wfCrowd* crowd, const wfGroup* group, double lane )
{
	bool isFirst = wfTaskOf( group )->advance == wf_advanceFirst;
	double shared = isFirst ? -1.0 : INFINITY, own;
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		bool counts = bringsOn( crowd, group, k, lane, &own );
		shared = isFirst ? wfMax( shared, own ) : counts ? wfMin( shared, own ) : shared;
	}
	return shared < INFINITY ? shared : group->now.progress;
}

// Everybody's own; the most of it comes back.
static double advanceEach( const wfCrowd* crowd, wfGroup* group, double lane )
{
	double first = -1.0;
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		wfMember* member = &group->members.data[k];
		member->progress = advanceAgent( crowd, group, wfMemberAgent( crowd, group, k ), member->progress, lane );
		first = wfMax( first, member->progress );
	}
	return first;
}

// Of a free group, to the mean of its members' places.
static double advanceCentre( const wfCrowd* crowd, const wfGroup* group, double lane )
{
	wfVec2 sum = { 0.0, 0.0 }, direction;
	wfPlace from = wfPlaceOnRoute( crowd, group, wfMax( group->now.progress, 0.0 ), &direction );
	double count = 0.0, own;
	from = wfMiddleOfView( crowd, from );
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		bool counts = bringsOn( crowd, group, k, lane, &own );
		sum = counts ? wfAdd2( sum, wfGround_GetOffset( &crowd->ground, from, wfPlaceOf( wfMemberAgent( crowd, group, k ) ) ) )
					 : sum;
		count += counts ? 1.0 : 0.0;
	}
	bool stopped;
	wfPlace place = wfStrideFrom( crowd, from, wfScale2( 1.0 / wfMax( count, 1.0 ), sum ), NULL, &stopped );
	return count > 0.0 ? wfAdvanceOnRoute( crowd, group, place, lane, group->now.progress ) : group->now.progress;
}

void wfWatchStroke( wfCrowd* crowd, wfGroup* group )
{
	wfGroupNow* now = &group->now;
	const wfGroupTask* task = wfTaskOf( group );
	if ( group->route.count == 0 || wfSketchOf( group ) == NULL || group->members.count == 0 )
	{
		return;
	}
	bool isFree = ( now->flags & wf_groupIsFree ) != 0, isOwn = hasOwnProgress( group );
	double lane = laneOf( group, now ), length = wfRouteLength( group );
	double first = isOwn ? advanceEach( crowd, group, lane ) : 0.0;
	double progress = leadsAnchor( group, now )
						  ? wfAdvanceOnRoute( crowd, group, wfAnchorOf( now ), WF_ANCHOR_LANE, now->progress )
					  : isOwn							  ? first
					  : task->advance == wf_advanceCentre ? advanceCentre( crowd, group, lane )
														  : advanceShared( crowd, group, lane );
	// Where it goes is so far ahead as it may be off: who is there has come there.
	wfPlace to = { now->toX, now->toY, now->toTriangle };
	bool isThere =
		leadsAnchor( group, now ) && wfLength2( wfGround_GetOffset( &crowd->ground, wfAnchorOf( now ), to ) ) <= WF_TINY;
	now->progress = wfMax( now->progress, isThere ? wfMax( progress, group->headed ) : progress );
	now->remaining = leftFrom( crowd, group, wfAnchorOf( now ), now->progress ) + now->lag - wfLagAtEnd( group );
	// At a division those who walk freely need not all be there.
	bool divides = wfStrokes_GetNode( wfSketchOf( group ), now->node ).childCount > 1;
	bool isAtEnd = isFree ? now->progress >= length - WF_TINY : ( now->flags & wf_groupIsThere ) != 0;
	if ( divides && isAtEnd && ( now->flags & ( wf_groupParts | wf_groupHasFormed ) ) == 0 && now->since < 0.0 )
	{
		now->flags |= wf_groupParts;
	}
}
