// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The way of an anchor, and where slots are: straight from it where it sees them, else on its way.
#include "base/vec2.h"
#include "crowd/group_parts.h"
#include "crowd/tuning.h"
#include "ground/on_mesh.h"

bool wfIsFreePlace( const wfCrowd* crowd, int32_t layer, wfPlace place )
{
	const wfRouteLayer* of = &crowd->ground.routes.layers.data[layer];
	if ( crowd->ground.mesh == NULL )
	{
		return (double)wfLayerClearance( of, ( wfVec2 ){ place.x, place.y } ) >= of->radius;
	}
	// Deep in an obstacle no wall is near.
	return crowd->ground.walkable[place.triangle] &&
		   wfGround_GetClearance( &crowd->ground, layer, place, of->radius ) >= of->radius - WF_SKIN;
}

bool wfIsFreeWay( const wfCrowd* crowd, int32_t layer, wfPlace from, wfPlace to )
{
	if ( crowd->ground.mesh == NULL )
	{
		const wfRouteLayer* of = &crowd->ground.routes.layers.data[layer];
		// A world without obstacles still has a border.
		bool isInside = of->grid != NULL || (double)wfLayerClearance( of, ( wfVec2 ){ to.x, to.y } ) >= of->radius;
		return isInside && wfIsStraightPathFree( of, ( wfVec2 ){ from.x, from.y }, ( wfVec2 ){ to.x, to.y } );
	}
	wfVec2 offset = wfGround_GetOffset( &crowd->ground, from, to );
	double length = wfLength2( offset );
	bool stopped;
	wfPlace end = wfStrideFrom( crowd, from, offset, NULL, &stopped );
	double off = wfDistance3( wfGround_GetPosition( &crowd->ground, end ), wfGround_GetPosition( &crowd->ground, to ) );
	double radius = crowd->ground.routes.layers.data[layer].radius;
	return !stopped && off <= radius + WF_ROLL_ERROR * length &&
		   wfGround_GetClearance( &crowd->ground, layer, to, radius ) >= radius - WF_SKIN;
}

bool wfSeesPlace( const wfCrowd* crowd, int32_t layer, wfPlace from, wfPlace to )
{
	bool isNear = crowd->ground.mesh == NULL || wfLength2( wfGround_GetOffset( &crowd->ground, from, to ) ) <= WF_SHORT_WALK;
	return isNear && wfIsFreeWay( crowd, layer, from, to );
}

// Beside a stretch of a straight way that is blocked: the two corners of the shortest way around it.
static bool findSide( const wfCrowd* crowd, int32_t layer, wfPlace before, wfPlace after, double most, wfPlace corners[2] )
{
	wfVec2 way = wfNormalize2( ( wfVec2 ){ after.x - before.x, after.y - before.y }, ( wfVec2 ){ 1.0, 0.0 } );
	wfVec2 left = wfPerpendicular2( way );
	for ( int32_t k = 2; k < 2 * ( WF_SIDE_LOOKS + 1 ); ++k )
	{
		double across = ( k % 2 == 0 ? most : -most ) * ( k / 2 ) / WF_SIDE_LOOKS;
		// Wider than the stretch: its ends may touch what is between them.
		wfVec2 out = wfAddScaled2( wfScale2( across, left ), 0.5 * fabs( across ), way );
		wfVec2 back = wfAddScaled2( wfScale2( across, left ), -0.5 * fabs( across ), way );
		corners[0] = wfPlaceInPlane( wfAdd2( ( wfVec2 ){ before.x, before.y }, back ) );
		corners[1] = wfPlaceInPlane( wfAdd2( ( wfVec2 ){ after.x, after.y }, out ) );
		if ( wfIsFreeWay( crowd, layer, corners[0], corners[1] ) && wfIsFreeWay( crowd, layer, before, corners[0] ) &&
			 wfIsFreeWay( crowd, layer, corners[1], after ) )
		{
			return true;
		}
	}
	return false;
}

bool wfFindWayPast( const wfCrowd* crowd, int32_t layer, wfPlace from, wfPlace to, double most, wfPlace* via )
{
	*via = to;
	if ( wfIsFreeWay( crowd, layer, from, to ) || crowd->ground.mesh != NULL )
	{
		return wfIsFreeWay( crowd, layer, from, to );
	}
	const wfRouteLayer* of = &crowd->ground.routes.layers.data[layer];
	wfVec2 start = { from.x, from.y }, way = { to.x - from.x, to.y - from.y };
	double length = wfLength2( way ), step = 0.5 * of->radius, free = 0.0;
	bool blocked = false, isFirst = true;
	way = wfNormalize2( way, ( wfVec2 ){ 1.0, 0.0 } );
	for ( double along = 0.0; along < length + step; along = wfMin( along, length ) + step )
	{
		double at = wfMin( along, length );
		bool isFree = (double)wfLayerClearance( of, wfAddScaled2( start, at, way ) ) >= of->radius;
		if ( isFree && blocked )
		{
			wfPlace corners[2], before = wfPlaceInPlane( wfAddScaled2( start, wfMax( free - step, 0.0 ), way ) );
			wfPlace after = wfPlaceInPlane( wfAddScaled2( start, wfMin( at + step, length ), way ) );
			if ( at - free > most || !findSide( crowd, layer, before, after, most, corners ) )
			{
				return false;
			}
			if ( isFirst )
			{
				*via = wfIsFreeWay( crowd, layer, from, corners[1] )   ? corners[1]
					   : wfIsFreeWay( crowd, layer, from, corners[0] ) ? corners[0]
																	   : before;
			}
			isFirst = false;
		}
		blocked = !isFree;
		free = isFree ? at : free;
		if ( at >= length )
		{
			break;
		}
	}
	return !blocked;
}

wfPlace wfStrideFrom( const wfCrowd* crowd, wfPlace from, wfVec2 offset, wfVec2* turn, bool* stopped )
{
	double length = wfLength2( offset );
	*stopped = false;
	if ( turn != NULL )
	{
		*turn = ( wfVec2 ){ 1.0, 0.0 };
	}
	if ( crowd->ground.mesh == NULL || !( length > WF_TINY ) )
	{
		return ( wfPlace ){ from.x + offset.x, from.y + offset.y, from.triangle };
	}
	wfStride stride = wfGround_Stride( &crowd->ground, from, ( wfFlat ){ offset.x / length, offset.y / length }, length );
	*stopped = stride.stopped;
	if ( turn != NULL )
	{
		*turn = ( wfVec2 ){ stride.xx, stride.xy };
	}
	return ( wfPlace ){ stride.place.x, stride.place.y, stride.triangle };
}

// Straight to a point where no field leads any more, or none is there yet.
static wfVec2 goStraight( const wfCrowd* crowd, const wfGroupNow* now, wfPlace place, double* left )
{
	wfPlace to = { now->toX, now->toY, now->toTriangle };
	wfVec2 offset = wfGround_GetOffset( &crowd->ground, place, to );
	*left = wfLength2( offset );
	return *left > WF_TINY ? wfDivide2( offset, *left ) : ( wfVec2 ){ 0.0, 0.0 };
}

wfVec2 wfGroupDirection( const wfCrowd* crowd, const wfGroup* group, const wfGroupNow* now, wfPlace place, double* left )
{
	(void)group;
	bool isToPoint = ( now->flags & wf_groupIsToPoint ) != 0;
	*left = 0.0;
	if ( now->flags & wf_groupIsThere )
	{
		return ( wfVec2 ){ 0.0, 0.0 };
	}
	const wfTarget* target = now->target >= 0 ? &crowd->ground.routes.targets.data[now->target] : NULL;
	bool isReady = target != NULL && !target->closed && wfTarget_IsReady( target );
	if ( ( now->flags & wf_groupIsStraight ) || ( !isReady && isToPoint ) )
	{
		return goStraight( crowd, now, place, left );
	}
	if ( !isReady )
	{
		// Into a goal whose field is queued, too.
		wfVec2 offset = target != NULL ? wfGround_LookToTarget( &crowd->ground, target, place ) : ( wfVec2 ){ 0.0, 0.0 };
		*left = wfLength2( offset );
		return wfNormalize2( offset, ( wfVec2 ){ 0.0, 0.0 } );
	}
	wfVec2 direction = wfGround_GetDirection( &crowd->ground, target, place, left );
	bool isInCell = direction.x == 0.0 && direction.y == 0.0 && *left < INFINITY && isToPoint;
	return isInCell ? goStraight( crowd, now, place, left ) : direction;
}

// ------------------------------------------------------------------------------------------------------------------ places

// Between two places of a way that follow each other.
static wfWayPlace mixPlaces( const wfCrowd* crowd, const wfWayPlace* a, const wfWayPlace* b, double along, wfVec2* direction )
{
	wfPlace from = { a->x, a->y, a->triangle }, to = { b->x, b->y, b->triangle };
	wfVec2 offset = wfGround_GetOffset( &crowd->ground, from, to );
	double length = wfLength2( offset ), share = b->along > a->along ? ( along - a->along ) / ( b->along - a->along ) : 0.0;
	wfVec2 turn;
	bool stopped;
	wfPlace place = wfStrideFrom( crowd, from, wfScale2( wfMin( wfMax( share, 0.0 ), 1.0 ), offset ), &turn, &stopped );
	*direction = length > WF_TINY ? wfFromFrame2( turn, wfDivide2( offset, length ) ) : ( wfVec2 ){ 0.0, 0.0 };
	return ( wfWayPlace ){ place.x, place.y, along, place.triangle, 0 };
}

int32_t wfFindSegment( const wfWayPlace* places, int32_t count, double along )
{
	int32_t low = 0, high = count - 1;
	while ( high - low > 1 )
	{
		int32_t middle = low + ( high - low ) / 2;
		low = places[middle].along <= along ? middle : low;
		high = places[middle].along <= along ? high : middle;
	}
	return low;
}

wfWayPlace wfFindAlong( const wfCrowd* crowd, const wfWayPlace* places, int32_t count, double along, wfVec2* direction )
{
	if ( count == 1 )
	{
		*direction = ( wfVec2 ){ 0.0, 0.0 };
		return places[0];
	}
	const wfWayPlace* place = &places[wfFindSegment( places, count, along )];
	return mixPlaces( crowd, place, place + 1, wfMin( wfMax( along, place->along ), place[1].along ), direction );
}

wfResult wfForgetFreeRuns( wfCrowd* crowd )
{
	wfGroups* groups = &crowd->groups;
	wfResult result = wfArray_Reserve( &groups->runs, 2 );
	groups->runs.count = result == wf_ok ? 2 : 0;
	for ( int32_t k = 0; k < groups->runs.count; ++k )
	{
		groups->runs.data[k] = ( wfFreeRun ){ .layer = -1 };
	}
	return result;
}

// Metres that are free from a place in a direction, of so many. In the plane those of many slots are measured from the same
// place: it is remembered what was found last, for each end of the way, until the next group or tick.
static double measureFree( const wfCrowd* crowd, int32_t layer, wfPlace from, wfVec2 direction, double by )
{
	wfFreeRun* run = &crowd->groups.runs.data[by > 0.0 ? 1 : 0];
	const wfRouteLayer* of = &crowd->ground.routes.layers.data[layer];
	wfVec2 at = { from.x, from.y };
	bool isKnown = run->layer == layer && run->from.x == at.x && run->from.y == at.y && run->direction.x == direction.x &&
				   run->direction.y == direction.y && ( fabs( by ) <= run->asked || run->free < run->asked );
	if ( !isKnown )
	{
		*run = ( wfFreeRun ){ at, direction, fabs( by ), 0.0, layer };
		run->free = wfMeasureFreePath( of, at, wfAddScaled2( at, by, direction ) );
	}
	return run->free;
}

// Straight on beyond the end of what is known of the way, or before its beginning, as far as the ground is free.
static wfWayPlace goBeyond( const wfCrowd* crowd, int32_t layer, wfWayPlace place, double along, wfVec2 direction )
{
	double by = along - place.along, free = INFINITY;
	wfPlace from = { place.x, place.y, place.triangle };
	bool isMeasured =
		fabs( by ) > WF_TINY && crowd->groups.runs.count == 2 && crowd->ground.routes.layers.data[layer].grid != NULL;
	if ( isMeasured )
	{
		free = measureFree( crowd, layer, from, direction, by );
	}
	for ( int32_t k = 4; k > 0 && fabs( by ) > WF_TINY; --k )
	{
		bool stopped;
		wfPlace end = wfStrideFrom( crowd, from, wfScale2( by * k / 4.0, direction ), NULL, &stopped );
		if ( isMeasured ? fabs( by ) * k / 4.0 <= free : !stopped && wfIsFreeWay( crowd, layer, from, end ) )
		{
			return ( wfWayPlace ){ end.x, end.y, along, end.triangle, 0 };
		}
	}
	place.along = along;
	return place;
}

wfWayPlace wfPlaceOnWay( const wfCrowd* crowd, const wfGroup* group, double along, wfVec2* direction )
{
	const wfGroupNow* now = &group->now;
	wfWayPlace anchor = { now->x, now->y, now->walked, now->triangle, 0 }, place;
	*direction = ( wfVec2 ){ now->frontX, now->frontY };
	wfVec2 found = { 0.0, 0.0 };
	int32_t count = group->trail.count;
	if ( along >= now->walked )
	{
		place = group->ahead.count > 0 ? wfFindAlong( crowd, group->ahead.data, group->ahead.count, along, &found ) : anchor;
	}
	else if ( count > 0 && along > group->trail.data[count - 1].along )
	{
		place = mixPlaces( crowd, &group->trail.data[count - 1], &anchor, along, &found );
	}
	else
	{
		place = count > 0 ? wfFindAlong( crowd, group->trail.data, count, along, &found ) : anchor;
	}
	if ( found.x != 0.0 || found.y != 0.0 )
	{
		*direction = found;
	}
	return goBeyond( crowd, now->slotLayer, place, along, *direction );
}

// The direction at a place of the way, for who walks `across` beside it: the mean over as many metres, so that one on the
// outside of a corner goes around it instead of jumping, and those on its inside do not meet.
wfVec2 wfDirectionBeside( const wfCrowd* crowd, const wfGroup* group, const wfWayPlace* on, wfVec2 direction, double across )
{
	double half = fabs( across );
	wfVec2 unused;
	if ( !( half > WF_TINY ) )
	{
		return direction;
	}
	wfWayPlace before = wfPlaceOnWay( crowd, group, on->along - half, &unused );
	wfWayPlace after = wfPlaceOnWay( crowd, group, on->along + half, &unused );
	wfPlace here = { on->x, on->y, on->triangle };
	wfVec2 back = wfGround_GetOffset( &crowd->ground, here, ( wfPlace ){ before.x, before.y, before.triangle } );
	wfVec2 forth = wfGround_GetOffset( &crowd->ground, here, ( wfPlace ){ after.x, after.y, after.triangle } );
	return wfNormalize2( wfSub2( forth, back ), direction );
}

wfPlace wfStepAcross( const wfCrowd* crowd, int32_t layer, wfPlace place, wfVec2 direction, double across )
{
	wfVec2 left = wfPerpendicular2( direction );
	for ( int32_t k = 4; k > 0; --k )
	{
		bool stopped;
		wfPlace end = wfStrideFrom( crowd, place, wfScale2( across * k / 4.0, left ), NULL, &stopped );
		if ( !stopped && wfIsFreeWay( crowd, layer, place, end ) )
		{
			return end;
		}
	}
	return place;
}

static bool isAnyPlace( wfVec2 place, const void* context )
{
	(void)place;
	(void)context;
	return true;
}

double wfWidestPillar( const wfCrowd* crowd, const wfGroup* group )
{
	return WF_PILLAR_SPACINGS * group->formation.spacing + 2.0 * crowd->ground.routes.layers.data[group->now.slotLayer].radius;
}

// Whether one gets from the anchor to a place that a corner hides: along the heading first, or across it first.
static bool isAroundCorner( const wfCrowd* crowd, const wfGroupNow* now, wfPlace place, wfVec2 slot )
{
	wfVec2 front = { now->frontX, now->frontY };
	for ( int32_t k = 0; k < 2; ++k )
	{
		bool stopped;
		wfVec2 leg = k == 0 ? ( wfVec2 ){ slot.x, 0.0 } : ( wfVec2 ){ 0.0, slot.y };
		wfPlace corner = wfStrideFrom( crowd, wfAnchorOf( now ), wfFromFrame2( front, leg ), NULL, &stopped );
		if ( !stopped && wfIsFreeWay( crowd, now->slotLayer, wfAnchorOf( now ), corner ) &&
			 wfIsFreeWay( crowd, now->slotLayer, corner, place ) )
		{
			return true;
		}
	}
	return false;
}

// Metres to the left, or right if below 0, to the nearest free place; infinite: none within a spacing. The side where its member
// is counts as nearer.
static double findAcross( const wfCrowd* crowd, const wfGroup* group, wfVec2 at, wfVec2 left, double member )
{
	const wfRouteLayer* layer = &crowd->ground.routes.layers.data[group->now.slotLayer];
	double out[2] = { 0.0, 0.0 }, most = group->formation.spacing, nearer = member > 0.0 ? 0.5 * most : -0.5 * most;
	while ( wfMin( out[0], out[1] ) <= most )
	{
		bool isLeft = out[1] > most || ( out[0] <= most && out[0] - out[1] <= nearer );
		int32_t side = isLeft ? 0 : 1;
		double across = side == 0 ? out[0] : -out[1];
		double lacks = layer->radius + WF_PILLAR_GAP - (double)wfLayerClearance( layer, wfAddScaled2( at, across, left ) );
		if ( !( lacks > 0.0 ) )
		{
			return across;
		}
		out[side] += wfMax( lacks, WF_LEAST_RASTER );
	}
	return INFINITY;
}

// A slot passes a pillar to one side, from some way before it on: who follows it does not come to stand at the pillar.
static wfPlace passPillars( const wfCrowd* crowd, const wfGroup* group, wfPlace place, wfPlace member )
{
	if ( crowd->ground.mesh != NULL )
	{
		return place;
	}
	const wfRouteLayer* layer = &crowd->ground.routes.layers.data[group->now.slotLayer];
	wfVec2 at = { place.x, place.y }, ahead = { group->now.aheadX, group->now.aheadY }, left = wfPerpendicular2( ahead );
	double room = (double)wfLayerClearance( layer, at ) - layer->radius, shift = 0.0;
	double beside = wfDot2( ( wfVec2 ){ member.x - at.x, member.y - at.y }, left );
	if ( room > WF_PILLAR_SIGHT || room < -group->formation.spacing )
	{
		return place;
	}
	for ( int32_t k = -WF_PILLAR_LOOKS; k <= WF_PILLAR_LOOKS; ++k )
	{
		double along = WF_PILLAR_SIGHT * k / ( WF_PILLAR_LOOKS + 1 );
		double across = findAcross( crowd, group, wfAddScaled2( at, along, ahead ), left, beside );
		across *= 1.0 - fabs( along ) / WF_PILLAR_SIGHT;
		shift = fabs( across ) > fabs( shift ) && across < INFINITY ? across : shift;
	}
	wfPlace passed = wfPlaceInPlane( wfAddScaled2( at, shift, left ) );
	return wfIsFreeWay( crowd, group->now.slotLayer, passed, passed ) ? passed : place;
}

// The place itself, or where it lies in an obstacle a free one near it.
static wfPlace snap( const wfCrowd* crowd, const wfGroup* group, wfPlace place )
{
	const wfRouteLayer* layer = &crowd->ground.routes.layers.data[group->now.slotLayer];
	wfVec2 at = { place.x, place.y }, found;
	if ( crowd->ground.mesh != NULL || (double)wfLayerClearance( layer, at ) >= layer->radius ||
		 wfIsFreeWay( crowd, group->now.slotLayer, place, place ) )
	{
		return place;
	}
	if ( !wfGround_FindNearestFree( &crowd->ground, group->now.slotLayer, at, isAnyPlace, NULL, &found ) ||
		 wfDistance2( found, at ) > group->formation.spacing )
	{
		return place;
	}
	return wfPlaceInPlane( found );
}

wfWayPlace wfPlaceBeside( const wfCrowd* crowd, const wfGroup* group, double along, double across )
{
	wfVec2 direction;
	wfWayPlace on = wfPlaceOnWay( crowd, group, along, &direction );
	direction = wfDirectionBeside( crowd, group, &on, direction, across );
	wfPlace place = wfStepAcross( crowd, group->now.slotLayer, ( wfPlace ){ on.x, on.y, on.triangle }, direction, across );
	return ( wfWayPlace ){ place.x, place.y, on.along, place.triangle, 0 };
}

// Of its place around the anchor, `moved` on from there.
wfPlace wfPlaceAround( const wfCrowd* crowd, const wfGroup* group, const wfMember* member, wfVec2 moved, bool* stopped )
{
	const wfGroupNow* now = &group->now;
	wfVec2 slot = group->slots.data[member->place], front = { now->frontX, now->frontY };
	slot.y += now->shift;
	wfVec2 offset = wfAdd2( wfFromFrame2( front, slot ), moved );
	wfPlace place = wfStrideFrom( crowd, wfAnchorOf( now ), offset, NULL, stopped );
	return passPillars( crowd, group, place, wfPlaceOf( &crowd->population.agents[member->slot] ) );
}

// Whether the anchor sees a slot; it remains so as long as its member does.
static bool isWithGroup( const wfCrowd* crowd, const wfGroup* group, const wfMember* member, wfPlace place, wfVec2 slot,
						 bool wasSeen )
{
	const wfGroupNow* now = &group->now;
	const wfAgent* agent = &crowd->population.agents[member->slot];
	double pillar = wfWidestPillar( crowd, group );
	wfPlace via;
	return wfFindWayPast( crowd, now->slotLayer, wfAnchorOf( now ), place, pillar, &via ) ||
		   isAroundCorner( crowd, now, place, slot ) ||
		   ( wasSeen && crowd->ground.mesh == NULL &&
			 wfFindWayPast( crowd, agent->layer, wfPlaceOf( agent ), place, pillar, &via ) );
}

static wfWayPlace placeSlot( const wfCrowd* crowd, const wfGroup* group, const wfMember* member, bool bends, bool wasSeen )
{
	const wfGroupNow* now = &group->now;
	wfVec2 slot = group->slots.data[member->place];
	slot.y += now->shift;
	if ( !bends )
	{
		bool stopped;
		wfPlace place = wfPlaceAround( crowd, group, member, ( wfVec2 ){ 0.0, 0.0 }, &stopped );
		place = snap( crowd, group, place );
		if ( !stopped && isWithGroup( crowd, group, member, place, slot, wasSeen ) )
		{
			return ( wfWayPlace ){ place.x, place.y, wfMiddleOnWay( now ) + slot.x, place.triangle, 1 };
		}
	}
	return wfPlaceBeside( crowd, group, wfMiddleOnWay( now ) + slot.x, slot.y );
}

bool wfBendsAlongWay( const wfGroup* group, const wfGroupNow* now )
{
	if ( now->flags & wf_groupIsFree )
	{
		return false;
	}
	if ( wfWindsAlongStroke( group, now ) )
	{
		return true;
	}
	double width = wfGetSlotsWidth( group->slots.data, group->slots.count );
	return ( now->flags & wf_groupIsThere ) == 0 &&
		   wfGetSlotsDepth( group->slots.data, group->slots.count ) > WF_COLUMN_RATIO * wfMax( width, group->formation.spacing );
}

void wfPlaceSlots( const wfCrowd* crowd, wfGroup* group )
{
	bool bends = wfBendsAlongWay( group, &group->now );
	if ( wfGroupHas( group, wf_groupIsSettled ) && group->places.count == group->members.count )
	{
		return;
	}
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		bool wasSeen = k < group->places.count && group->places.data[k].isSeen != 0;
		group->places.data[k] = placeSlot( crowd, group, &group->members.data[k], bends, wasSeen );
	}
	group->places.count = group->members.count;
}
