// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What groups do next: all of it that may fail. Nothing of a group changes but `next` and the lists beside it, so that a tick
// that fails leaves every group as it was.
#include "base/vec2.h"
#include "crowd/group_parts.h"
#include "crowd/tuning.h"
#include "ground/parts.h"

#include <string.h>

// ------------------------------------------------------------------------------------------------------------------- facts

// The kind that may enter least.
static wfResult findKind( wfCrowd* crowd, const wfGroup* group, double radius, int32_t* layer, wfError* error )
{
	uint32_t kinds = 0;
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		kinds |= 1u << wfMemberAgent( crowd, group, k )->kind;
	}
	kinds = crowd->ground.mesh != NULL ? 1u : kinds;
	int64_t least = INT64_MAX;
	wfResult result = wf_ok;
	*layer = -1;
	for ( int32_t kind = 0; kind < WF_KINDS && result == wf_ok; ++kind )
	{
		int32_t found = -1;
		if ( ( kinds >> kind & 1u ) == 0 )
		{
			continue;
		}
		result = wfGround_FindLayer( &crowd->ground, radius, kind, &found, error );
		if ( result != wf_ok )
		{
			break;
		}
		const wfGrid* grid = crowd->ground.routes.layers.data[found].grid;
		int64_t free = grid != NULL ? grid->freeCount : INT64_MAX - 1;
		*layer = free < least ? found : *layer;
		least = free < least ? free : least;
	}
	return result;
}

static wfResult findFacts( wfCrowd* crowd, wfGroup* group, wfError* error )
{
	wfGroupNow* next = &group->next;
	next->radius = 0.0;
	next->slowest = INFINITY;
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		const wfAgent* agent = wfMemberAgent( crowd, group, k );
		next->radius = wfMax( next->radius, (double)agent->radius );
		next->slowest = wfMin( next->slowest, (double)agent->desiredSpeed );
	}
	if ( next->layer >= 0 && ( next->flags & ( wf_groupLooks | wf_groupMakesSlots ) ) == 0 )
	{
		return wf_ok;
	}
	// What is as wide as the shape passes where a disc of that width does.
	bool isRigid = group->formation.rigid && ( next->flags & wf_groupIsFree ) == 0;
	double half = isRigid ? 0.5 * wfGetSlotsWidth( group->nextShape.data, group->nextShape.count ) : 0.0;
	int32_t before = next->layer;
	wfResult result = findKind( crowd, group, next->radius + half, &next->layer, error );
	result = result == wf_ok ? wfReachWalls( crowd, next->layer, next->slowest, error ) : result;
	next->flags |= next->layer != before ? (uint32_t)wf_groupLooks : 0u;
	next->target = next->layer != before ? -1 : next->target;
	return result;
}

// ------------------------------------------------------------------------------------------------------------------- shape

// Places of the members in the frame of the formation, whose front may be turned.
static wfResult takePlaces( const wfCrowd* crowd, const wfGroup* group, wfPlaceList* places )
{
	const wfGroupNow* next = &group->next;
	wfResult result = wfArray_Reserve( places, group->members.count );
	places->count = result == wf_ok ? group->members.count : 0;
	for ( int32_t k = 0; k < places->count; ++k )
	{
		wfVec2 offset = wfGround_GetOffset( &crowd->ground, wfAnchorOf( next ), wfPlaceOf( wfMemberAgent( crowd, group, k ) ) );
		places->data[k] = wfIntoFrame2( ( wfVec2 ){ next->frontX, next->frontY }, offset );
	}
	return result;
}

static bool isFree( const wfGroupNow* now )
{
	return ( now->flags & wf_groupIsFree ) != 0;
}

// All have their own progress along it, and keep their order.
static bool walksStroke( const wfGroup* group )
{
	const wfGroupTask* task = wfTaskOf( group );
	return task != NULL && task->kind == wf_strokeOrder && ( task->advance == wf_advanceEach || isFree( &group->next ) );
}

// Slots as the formation has them.
static wfResult makeShape( wfCrowd* crowd, wfGroup* group, wfError* error )
{
	wfFormationDef def = group->formation;
	wfResult result = wf_ok;
	def.points = group->points.data;
	if ( isFree( &group->next ) )
	{
		def = wfDefaultFormationDef();
		def.kind = wf_staggeredFormation;
		def.spacing = WF_FREE_SPACING * group->next.radius;
	}
	else if ( def.kind == wf_asTheyStandFormation && def.pointCount == 0 )
	{
		result = takePlaces( crowd, group, &group->nextPoints );
		group->hasNewPoints = result == wf_ok;
		def.points = group->nextPoints.data;
		def.pointCount = group->nextPoints.count;
	}
	result = result == wf_ok ? wfArray_Reserve( &group->nextShape, group->members.count ) : result;
	// What was drawn may not do for slots, as a line without extent: they stand in a box then.
	result = result == wf_ok ? wfFormation_MakeSlots( &def, group->members.count, group->nextShape.data, error ) : result;
	if ( result != wf_ok && result != wf_outOfMemory )
	{
		wfFormationDef box = wfDefaultFormationDef();
		box.spacing = group->formation.spacing;
		result = wfFormation_MakeSlots( &box, group->members.count, group->nextShape.data, error );
	}
	group->nextShape.count = result == wf_ok ? group->members.count : 0;
	group->hasNewShape = result == wf_ok;
	return result;
}

static wfResult fold( wfGroup* group, double width, wfError* error )
{
	int32_t count = group->nextShape.count;
	wfFoldDef def = wfDefaultFoldDef();
	def.slots = group->nextShape.data;
	def.count = count;
	def.spacing = group->formation.spacing;
	def.width = width;
	wfResult result = wfArray_Reserve( &group->nextSlots, count );
	result = result == wf_ok && width < INFINITY ? wfFoldSlots( &def, group->nextSlots.data, error ) : result;
	if ( result == wf_ok && !( width < INFINITY ) && count > 0 )
	{
		memcpy( group->nextSlots.data, group->nextShape.data, (size_t)count * sizeof( wfVec2 ) );
	}
	group->nextSlots.count = count;
	group->hasNewSlots = result == wf_ok;
	return result;
}

// By whole files, lest slots move to and fro.
static double inFiles( double width, double spacing )
{
	return spacing * wfMax( floor( width / spacing + WF_TINY ), 0.0 );
}

// Folds at once where there is less room than the shape needs, and unfolds where there is clearly more.
static wfResult fit( wfCrowd* crowd, wfGroup* group, wfError* error )
{
	wfGroupNow* next = &group->next;
	double spacing = group->formation.spacing, width = wfGetSlotsWidth( group->nextShape.data, group->nextShape.count );
	wfRoomAhead room;
	// Who fights stays as it is.
	if ( ( next->flags & wf_groupIsEngaged ) && !group->hasNewShape )
	{
		group->ahead.count = 0; // what is left of an earlier tick is in no saved state
		return wf_ok;
	}
	wfResult result = wfFindRoomAhead( crowd, group, width, &room );
	if ( result != wf_ok )
	{
		return result;
	}
	double both = room.left + room.right, before = next->width;
	if ( isFree( next ) || group->formation.rigid || ( next->width == INFINITY && both >= width ) )
	{
		next->width = INFINITY;
	}
	else if ( both < wfMin( next->width, width ) )
	{
		next->width = inFiles( both, spacing );
	}
	else if ( both > WF_UNFOLD * width )
	{
		next->width = INFINITY;
	}
	else
	{
		next->width = wfMax( next->width, inFiles( both / WF_UNFOLD, spacing ) );
	}
	double half = 0.5 * wfMin( next->width, width );
	double lacksLeft = wfMax( half - room.left, 0.0 ), lacksRight = wfMax( half - room.right, 0.0 );
	next->aimShift = lacksLeft > 0.0 && lacksRight > 0.0 ? 0.5 * ( room.left - room.right ) : lacksRight - lacksLeft;
	next->aimShift = group->formation.rigid || isFree( next ) ? 0.0 : next->aimShift;
	bool changes = group->hasNewShape || next->width != before;
	return changes ? fold( group, next->width, error ) : wf_ok;
}

static wfResult rankSlots( wfCrowd* crowd, const wfGroup* group, const wfVec2* slots, wfAssignDef* def )
{
	int32_t count = group->members.count;
	const int8_t* rankOfKind = group->formation.rankOfKind;
	wfResult result = wfArray_Reserve( &crowd->groups.ranks, 2 * (size_t)count );
	int8_t* ranks = crowd->groups.ranks.data;
	bool differ = false;
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		ranks[k] = rankOfKind[wfMemberAgent( crowd, group, k )->kind];
		differ = differ || ranks[k] != ranks[0];
	}
	if ( result != wf_ok || !differ || isFree( &group->next ) )
	{
		return result;
	}
	def->startRanks = ranks;
	def->slotRanks = ranks + count;
	return wfRankSlots( slots, ranks, count, ranks + count );
}

static wfResult assign( wfCrowd* crowd, wfGroup* group, wfError* error )
{
	int32_t count = group->members.count;
	const wfPlaceList* slots = group->hasNewSlots ? &group->nextSlots : &group->slots;
	wfAssignDef def = wfDefaultAssignDef();
	wfResult result = takePlaces( crowd, group, &crowd->groups.scratch );
	result = result == wf_ok ? wfArray_Reserve( &group->nextPlaces, count ) : result;
	def.starts = crowd->groups.scratch.data;
	def.slots = slots->data;
	def.count = count;
	result = result == wf_ok ? rankSlots( crowd, group, slots->data, &def ) : result;
	result = result == wf_ok ? wfAssignSlots( &def, group->nextPlaces.data, NULL, error ) : result;
	group->nextPlaces.count = count;
	group->hasNewPlaces = result == wf_ok;
	return result;
}

// ------------------------------------------------------------------------------------------------------------------- anchor

// Half of its extent: from so near it goes to a point as it shall stand there.
static double reachOf( const wfGroup* group )
{
	const wfPlaceList* slots = &group->nextShape;
	return 0.5 * wfMax( wfGetSlotsWidth( slots->data, slots->count ), wfGetSlotsDepth( slots->data, slots->count ) );
}

static wfVec3 meanOfMembers( const wfCrowd* crowd, const wfGroup* group )
{
	wfVec3 sum = { 0.0, 0.0, 0.0 };
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		sum = wfAdd3( sum, wfPositionOf( crowd, wfMemberAgent( crowd, group, k ) ) );
	}
	return wfScale3( 1.0 / group->members.count, sum );
}

// On its way, when members came or left: those who are there have the shortest ways to their new slots if it goes on from their
// middle.
static void recenter( const wfCrowd* crowd, wfGroup* group )
{
	wfGroupNow* next = &group->next;
	const wfGroupTask* task = wfTaskOf( group );
	uint32_t flags =
		next->flags & ( wf_groupIsPlaced | wf_groupIsFree | wf_groupIsThere | wf_groupIsEngaged | wf_groupMakesSlots );
	bool travels = flags == ( wf_groupIsPlaced | wf_groupMakesSlots ) && task != NULL && task->kind != wf_strokeOrder;
	if ( !travels || next->width < INFINITY || crowd->ground.mesh != NULL || wfBendsAlongWay( group, &group->now ) )
	{
		return;
	}
	wfPlace middle = wfPlaceInPlane( wfInPlane( meanOfMembers( crowd, group ) ) );
	double away = wfHypot( middle.x - next->x, middle.y - next->y );
	if ( away <= reachOf( group ) && wfIsFreeWay( crowd, next->layer, wfAnchorOf( next ), middle ) )
	{
		next->x = middle.x;
		next->y = middle.y;
		group->hasJumped = true;
	}
}

// The free place nearest to the middle of the members that they can get to.
static void placeAnchor( wfCrowd* crowd, wfGroup* group )
{
	wfGroupNow* next = &group->next;
	const wfAgent* first = wfMemberAgent( crowd, group, 0 );
	wfPlace from = wfPlaceOf( first ), place;
	wfDestination middle = { .point = meanOfMembers( crowd, group ), .place = { -1, 0.0, 0.0 } };
	wfGround_Settle( &crowd->ground, &middle );
	wfGround_FindPlace( &crowd->ground, middle.point, middle.place, &place );
	double radius = crowd->ground.routes.layers.data[next->layer].radius;
	bool isFreePlace = crowd->ground.mesh == NULL && wfIsFreeWay( crowd, next->layer, from, place );
	if ( !isFreePlace &&
		 ( crowd->ground.mesh == NULL || wfGround_GetClearance( &crowd->ground, next->layer, place, radius ) < radius ) )
	{
		wfPlace found;
		place = wfGround_FindNearestReachable( &crowd->ground, next->layer, &middle, from, &found ) ? found : from;
	}
	next->x = place.x;
	next->y = place.y;
	next->triangle = place.triangle;
	next->speed = next->shift = next->aimShift = 0.0;
	next->width = INFINITY;
	next->flags |= wf_groupIsPlaced;
	group->hasJumped = true;
}

// An edit may have put a wall onto it.
static bool isAnchorCovered( const wfCrowd* crowd, const wfGroupNow* next )
{
	const wfRouteLayer* layer = &crowd->ground.routes.layers.data[next->layer];
	return crowd->ground.mesh == NULL && layer->grid != NULL &&
		   (double)wfLayerClearance( layer, ( wfVec2 ){ next->x, next->y } ) < layer->radius - layer->grid->cellSize;
}

// Whether the group had none before.
static bool settleAnchor( wfCrowd* crowd, wfGroup* group )
{
	wfGroupNow* next = &group->next;
	bool isNew = ( next->flags & wf_groupIsPlaced ) == 0, isCovered = !isNew && isAnchorCovered( crowd, next );
	if ( isNew || isCovered )
	{
		placeAnchor( crowd, group );
	}
	else
	{
		recenter( crowd, group );
	}
	if ( isNew || isCovered || ( next->flags & wf_groupBegins ) )
	{
		next->homeX = next->x;
		next->homeY = next->y;
		next->homeTriangle = next->triangle;
	}
	return isNew;
}

// -------------------------------------------------------------------------------------------------------------------- order

// Whether the next stroke begins where the anchor is.
static bool goesOnFrom( const wfGroup* group )
{
	const wfStrokes* strokes = wfSketchOf( group );
	const wfGroupTask* task = wfTaskOf( group );
	if ( strokes == NULL || task->kind != wf_strokeOrder || task->advance != wf_advanceEach )
	{
		return false;
	}
	wfVec2 start = wfStrokes_GetNode( strokes, task->root ).place;
	return wfDistance2( start, ( wfVec2 ){ group->next.x, group->next.y } ) <= WF_STROKE_LANE;
}

static void begin( const wfCrowd* crowd, wfGroup* group )
{
	wfGroupNow* next = &group->next;
	const wfGroupTask* task = wfTaskOf( group );
	bool wasFree = isFree( next ), wasLed = ( next->flags & wf_groupLeads ) != 0;
	bool free = task->kind == wf_moveOrder || group->formation.kind == wf_noFormation;
	next->flags &= ~(uint32_t)( wf_groupIsThere | wf_groupGoesBack | wf_groupIsEngaged | wf_groupHasFormed | wf_groupIsStraight |
								wf_groupIsFree | wf_groupIsToPoint | wf_groupTellsLost | wf_groupParts | wf_groupGoesOn );
	next->flags |= wf_groupLooks | wf_groupLeads | ( free ? wf_groupIsFree : 0 );
	bool isOff = next->lag != 0.0 && !goesOnFrom( group );
	next->lag = isOff ? 0.0 : next->lag;
	if ( wasFree || free || !wasLed || isOff )
	{
		next->flags &= ~(uint32_t)wf_groupIsPlaced;
		next->flags |= wf_groupMakesSlots;
	}
	next->flags |= wf_groupAssigns;
	next->stopState = wf_stopOpen;
	next->followedAt = crowd->time;
	next->progress = next->lost = -1.0;
	next->stirred = crowd->time;
	next->node = -1;
	next->since = -1.0;
}

// Freely: everybody's place is around the end of the way, and the anchor stands there.
static void settleFree( const wfCrowd* crowd, wfGroup* group )
{
	wfGroupNow* next = &group->next;
	double left;
	if ( wfTaskOf( group ) != NULL && wfTaskOf( group )->kind == wf_strokeOrder )
	{
		return; // which knows better
	}
	wfVec2 direction = wfGroupDirection( crowd, group, next, wfAnchorOf( next ), &left );
	if ( direction.x != 0.0 || direction.y != 0.0 )
	{
		next->frontX = direction.x;
		next->frontY = direction.y;
	}
	if ( next->flags & wf_groupIsToPoint )
	{
		next->x = next->toX;
		next->y = next->toY;
		next->triangle = next->toTriangle;
		group->hasJumped = true;
	}
}

// ---------------------------------------------------------------------------------------------------------------- the group

// The direction that it shall face where it is, or nearly is; zero: none is given.
static wfVec2 findFacing( const wfCrowd* crowd, const wfGroup* group )
{
	const wfGroupNow* next = &group->next;
	const wfGroupTask* task = wfTaskOf( group );
	bool isNear = task != NULL && task->kind != wf_strokeOrder && ( next->flags & wf_groupIsToPoint ) &&
				  next->remaining <= reachOf( group );
	if ( task == NULL || !( isNear || ( next->flags & wf_groupIsThere ) ) )
	{
		return ( wfVec2 ){ 0.0, 0.0 };
	}
	return wfNormalize2( wfGround_OutOfSpace( &crowd->ground, next->triangle, task->facing ), ( wfVec2 ){ 0.0, 0.0 } );
}

// Who forms up near the end of its way forms up there.
static void beginAtEnd( const wfCrowd* crowd, wfGroup* group )
{
	wfGroupNow* next = &group->next;
	const wfGroupTask* task = wfTaskOf( group );
	wfPlace to = { next->toX, next->toY, next->toTriangle };
	uint32_t wanted = wf_groupIsToPoint | wf_groupIsStraight;
	// Who attacks may have to stop before.
	bool isNear = ( next->flags & wanted ) == wanted && task->kind != wf_strokeOrder && task->kind != wf_followOrder &&
				  task->kind != wf_attackOrder &&
				  wfLength2( wfGround_GetOffset( &crowd->ground, wfAnchorOf( next ), to ) ) <= reachOf( group );
	if ( isNear && !isFree( next ) )
	{
		next->x = to.x;
		next->y = to.y;
		next->triangle = to.triangle;
	}
}

static void findHeading( wfCrowd* crowd, wfGroup* group, bool isNew )
{
	wfGroupNow* next = &group->next;
	wfVec2 ahead = wfGroupDirection( crowd, group, next, wfAnchorOf( next ), &next->remaining );
	next->remaining += wfLeftBeyond( group );
	wfVec2 facing = findFacing( crowd, group ), front = { next->frontX, next->frontY };
	bool rests = ( next->flags & wf_groupIsThere ) != 0, faces = facing.x != 0.0 || facing.y != 0.0;
	if ( rests )
	{
		ahead = facing;
		next->remaining = 0.0;
	}
	if ( isNew && front.x == 0.0 && front.y == 0.0 )
	{
		wfCosSin heading = wfCosSinOf( (double)wfMemberAgent( crowd, group, 0 )->heading );
		front = ( wfVec2 ){ heading.cosine, heading.sine };
	}
	ahead = ahead.x != 0.0 || ahead.y != 0.0 ? ahead : front;
	wfVec2 aim = faces ? facing : ahead;
	bool turnsAbout = wfDot2( aim, front ) < ( faces || rests ? WF_GROUP_TURNED : WF_GROUP_ABOUT ) && !walksStroke( group );
	next->aheadX = ahead.x;
	next->aheadY = ahead.y;
	next->aimX = aim.x;
	next->aimY = aim.y;
	if ( isNew || turnsAbout )
	{
		next->flags |= wf_groupAssigns;
		group->hasJumped = group->hasJumped || turnsAbout; // its trail is no longer behind it
		front = aim;
	}
	next->frontX = front.x;
	next->frontY = front.y;
}

// Where its way leads to over the extent of the shape: it neither follows every bend nor begins to turn in the corner.
static void lookForward( const wfCrowd* crowd, wfGroup* group )
{
	wfGroupNow* next = &group->next;
	double along = wfMiddleOnWay( next ) + reachOf( group );
	wfVec2 facing = findFacing( crowd, group );
	int32_t k = 0;
	while ( k < group->ahead.count - 1 && group->ahead.data[k].along < along )
	{
		++k;
	}
	if ( k == 0 || facing.x != 0.0 || facing.y != 0.0 || ( next->flags & wf_groupIsThere ) )
	{
		return;
	}
	wfPlace place = { group->ahead.data[k].x, group->ahead.data[k].y, group->ahead.data[k].triangle };
	wfVec2 offset = wfGround_GetOffset( &crowd->ground, wfAnchorOf( next ), place );
	if ( wfLength2( offset ) > next->radius )
	{
		wfVec2 aim = wfNormalize2( offset, ( wfVec2 ){ next->aimX, next->aimY } );
		next->aimX = aim.x;
		next->aimY = aim.y;
	}
}

static wfResult planGroup( wfCrowd* crowd, wfGroup* group, wfError* error )
{
	wfGroupNow* next = &group->next;
	*next = group->now;
	group->hasNewPoints = group->hasNewShape = group->hasNewSlots = group->hasNewPlaces = group->hasJumped = false;
	group->hasNewRoute = group->isFirstRoute = group->hasNewBranch = false;
	group->headed = wfMax( next->progress, 0.0 );
	if ( group->members.count == 0 || ( group->tasks.count == 0 && ( next->flags & wf_groupLeads ) == 0 ) )
	{
		return wf_ok;
	}
	if ( next->flags & wf_groupBegins )
	{
		begin( crowd, group );
	}
	if ( wfTaskOf( group ) != NULL && wfTaskOf( group )->kind == wf_stopOrder )
	{
		next->flags = wf_groupBegins;
		return wf_ok;
	}
	group->nextShape.count = 0; // what an earlier tick left is in no saved state
	if ( ( next->flags & wf_groupMakesSlots ) == 0 )
	{
		wfResult copied = wfArray_Append( &group->nextShape, group->shape.data, group->shape.count );
		if ( copied != wf_ok )
		{
			return copied;
		}
	}
	// A rigid shape says how much room it needs before it is known where.
	bool stand = group->formation.kind == wf_asTheyStandFormation && group->formation.pointCount == 0;
	wfResult result =
		( next->flags & wf_groupMakesSlots ) && !stand && !isFree( next ) ? makeShape( crowd, group, error ) : wf_ok;
	result = result == wf_ok ? findFacts( crowd, group, error ) : result;
	bool isNew = result == wf_ok && settleAnchor( crowd, group );
	result = result == wf_ok ? wfPlanRoute( crowd, group, error ) : result;
	if ( result == wf_ok )
	{
		if ( isNew )
		{
			beginAtEnd( crowd, group );
		}
		findHeading( crowd, group, isNew );
		if ( isFree( next ) )
		{
			settleFree( crowd, group );
		}
	}
	result = result == wf_ok && ( next->flags & wf_groupMakesSlots ) && !group->hasNewShape ? makeShape( crowd, group, error )
																							: result;
	result = result == wf_ok ? fit( crowd, group, error ) : result;
	if ( result == wf_ok )
	{
		wfPlanLag( crowd, group );
		lookForward( crowd, group );
	}
	result = result == wf_ok && ( next->flags & wf_groupAssigns ) ? assign( crowd, group, error ) : result;
	result = result == wf_ok ? wfArray_Reserve( &group->trail, (size_t)group->trail.count + 1 ) : result;
	result = result == wf_ok ? wfArray_Reserve( &group->places, group->members.count ) : result;
	if ( result == wf_ok )
	{
		next->flags &= ~(uint32_t)( wf_groupMakesSlots | wf_groupAssigns | wf_groupBegins );
	}
	return result;
}

#define WF_EVENTS_PER_GROUP 8

wfResult wfPlanGroups( wfCrowd* crowd, wfError* error )
{
	wfGroups* groups = &crowd->groups;
	if ( groups->used == 0 )
	{
		return wf_ok;
	}
	wfResult result = groups->later.count > 0 ? wfReserveLaterOrders( crowd ) : wf_ok;
	result = result == wf_ok ? wfForgetFreeRuns( crowd ) : result;
	result = result == wf_ok ? wfPlanPartings( crowd, error ) : result;
	for ( int32_t k = 0; k < groups->list.count && result == wf_ok; ++k )
	{
		result = groups->list.data[k].isUsed ? planGroup( crowd, &groups->list.data[k], error ) : wf_ok;
	}
	// Scratch of the errors at the end of the tick.
	int32_t most = 0;
	for ( int32_t k = 0; k < groups->list.count; ++k )
	{
		most = groups->list.data[k].members.count > most ? groups->list.data[k].members.count : most;
	}
	result = result == wf_ok ? wfArray_Reserve( &groups->scratch, most ) : result;
	result = result == wf_ok ? wfArray_Reserve( &groups->scratchSlots, most ) : result;
	size_t events = (size_t)groups->list.count * WF_EVENTS_PER_GROUP + (size_t)groups->partings.count;
	return result == wf_ok ? wfArray_Reserve( &groups->events, events ) : result;
}

void wfUndoGroups( wfCrowd* crowd )
{
	for ( int32_t k = 0; k < crowd->groups.list.count; ++k )
	{
		wfGroup* group = &crowd->groups.list.data[k];
		if ( group->hasNewRoute )
		{
			wfSwapRoutes( group );
			group->hasNewRoute = false;
		}
	}
}
