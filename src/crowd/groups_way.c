// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The way of an anchor, and where slots are: straight from it where it sees them, else on its way.
#include "base/vec2.h"
#include "crowd/group_parts.h"
#include "ground/on_mesh.h"

static wfPlace anchorOf( const wfGroupNow* now )
{
	return ( wfPlace ){ now->x, now->y, now->triangle };
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
		return ( wfVec2 ){ 0.0, 0.0 };
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

static wfWayPlace findAlong( const wfCrowd* crowd, const wfWayPlace* places, int32_t count, double along, wfVec2* direction )
{
	int32_t low = 0, high = count - 1;
	while ( high - low > 1 )
	{
		int32_t middle = low + ( high - low ) / 2;
		low = places[middle].along <= along ? middle : low;
		high = places[middle].along <= along ? high : middle;
	}
	if ( count == 1 )
	{
		*direction = ( wfVec2 ){ 0.0, 0.0 };
		return places[0];
	}
	return mixPlaces( crowd, &places[low], &places[high], wfMin( wfMax( along, places[low].along ), places[high].along ),
					  direction );
}

// Straight on beyond the end of what is known of the way, or before its beginning, as far as the ground is free.
static wfWayPlace goBeyond( const wfCrowd* crowd, int32_t layer, wfWayPlace place, double along, wfVec2 direction )
{
	double by = along - place.along;
	wfPlace from = { place.x, place.y, place.triangle };
	for ( int32_t k = 4; k > 0 && fabs( by ) > WF_TINY; --k )
	{
		bool stopped;
		wfPlace end = wfStrideFrom( crowd, from, wfScale2( by * k / 4.0, direction ), NULL, &stopped );
		if ( !stopped && wfIsFreeWay( crowd, layer, from, end ) )
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
		place = group->ahead.count > 0 ? findAlong( crowd, group->ahead.data, group->ahead.count, along, &found ) : anchor;
	}
	else if ( count > 0 && along > group->trail.data[count - 1].along )
	{
		place = mixPlaces( crowd, &group->trail.data[count - 1], &anchor, along, &found );
	}
	else
	{
		place = count > 0 ? findAlong( crowd, group->trail.data, count, along, &found ) : anchor;
	}
	if ( found.x != 0.0 || found.y != 0.0 )
	{
		*direction = found;
	}
	return goBeyond( crowd, now->layer, place, along, *direction );
}

// To the left of a place as far as the ground is free, at most by `across`.
static wfPlace stepAcross( const wfCrowd* crowd, int32_t layer, wfPlace place, wfVec2 direction, double across )
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

// Whether one gets from the anchor to a place that a pillar hides: along the heading first, or across it first.
static bool isAroundCorner( const wfCrowd* crowd, const wfGroupNow* now, wfPlace place, wfVec2 slot )
{
	wfVec2 front = { now->frontX, now->frontY };
	for ( int32_t k = 0; k < 2; ++k )
	{
		bool stopped;
		wfVec2 leg = k == 0 ? ( wfVec2 ){ slot.x, 0.0 } : ( wfVec2 ){ 0.0, slot.y };
		wfPlace corner = wfStrideFrom( crowd, anchorOf( now ), wfFromFrame2( front, leg ), NULL, &stopped );
		if ( !stopped && wfIsFreeWay( crowd, now->layer, anchorOf( now ), corner ) &&
			 wfIsFreeWay( crowd, now->layer, corner, place ) )
		{
			return true;
		}
	}
	return false;
}

// The place itself, or where it lies in an obstacle the free one nearest to it.
static wfPlace snap( const wfCrowd* crowd, const wfGroup* group, wfPlace place )
{
	const wfRouteLayer* layer = &crowd->ground.routes.layers.data[group->now.layer];
	wfVec2 at = { place.x, place.y }, found;
	if ( crowd->ground.mesh != NULL || (double)wfLayerClearance( layer, at ) >= layer->radius ||
		 wfIsFreeWay( crowd, group->now.layer, place, place ) ||
		 !wfGround_FindNearestFree( &crowd->ground, group->now.layer, at, isAnyPlace, NULL, &found ) ||
		 wfDistance2( found, at ) > group->formation.spacing )
	{
		return place;
	}
	return wfPlaceInPlane( found );
}

static wfWayPlace placeSlot( const wfCrowd* crowd, const wfGroup* group, wfVec2 slot, bool bends )
{
	const wfGroupNow* now = &group->now;
	wfVec2 front = { now->frontX, now->frontY };
	bool stopped;
	slot.y += now->shift;
	if ( !bends )
	{
		wfPlace place = wfStrideFrom( crowd, anchorOf( now ), wfFromFrame2( front, slot ), NULL, &stopped );
		place = snap( crowd, group, place );
		if ( !stopped &&
			 ( wfIsFreeWay( crowd, now->layer, anchorOf( now ), place ) || isAroundCorner( crowd, now, place, slot ) ) )
		{
			return ( wfWayPlace ){ place.x, place.y, now->walked + slot.x, place.triangle, 1 };
		}
	}
	wfVec2 direction;
	wfWayPlace on = wfPlaceOnWay( crowd, group, now->walked + slot.x, &direction );
	wfPlace place = stepAcross( crowd, now->layer, ( wfPlace ){ on.x, on.y, on.triangle }, direction, slot.y );
	return ( wfWayPlace ){ place.x, place.y, on.along, place.triangle, 0 };
}

void wfPlaceSlots( const wfCrowd* crowd, wfGroup* group )
{
	const wfGroupTask* task = wfTaskOf( group );
	bool bends = task != NULL && task->kind == wf_strokeOrder && task->advance == wf_advanceEach &&
				 ( group->now.flags & wf_groupIsFree ) == 0;
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		group->places.data[k] = placeSlot( crowd, group, group->slots.data[group->members.data[k].place], bends );
	}
	group->places.count = group->members.count;
}
