// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Groups along sketched strokes. A stroke guides: what of it lies in walls is left out, and where two of its points do not see
// each other the field leads from one to the next.
#include "base/vec2.h"
#include "crowd/group_parts.h"
#include "crowd/tuning.h"
#include "world/world.h"

#define WF_DETOUR_STEPS 4000 // of half a metre or a cell

wfResult wfCheckSketch( const wfCrowd* crowd, const wfGroupOrder* order, wfError* error )
{
	if ( WF_FAILS( order->strokes != NULL && order->branchCount >= 0 && ( order->branches != NULL || order->branchCount == 0 ) ) )
	{
		return wf_invalidDef;
	}
	wfResult result = wfRefuseOnMesh( crowd, "strokes", error );
	if ( result != wf_ok )
	{
		return result;
	}
	if ( order->root < 0 || order->root >= wfStrokes_GetNodeCount( order->strokes ) )
	{
		return wfFail( error, wf_notFound, "the sketch has no node %d", order->root );
	}
	if ( order->advance < 0 || order->advance >= wf_advanceCount || order->rule < 0 || order->rule >= wf_divisionRuleCount )
	{
		return wfRefuse( error, order->advance < 0 || order->advance >= wf_advanceCount ? "advance" : "rule",
						 "is none of the kinds" );
	}
	for ( int32_t k = 0; k < order->branchCount; ++k )
	{
		const wfBranchRule* branch = &order->branches[k];
		bool isShare = branch->share == 0.0 || ( branch->share >= 1e-6 && branch->share <= 1e6 );
		if ( !isShare || branch->number < -1 )
		{
			return wfRefuse( error, isShare ? "branches.number" : "branches.share", "of branch %d is out of its range", k );
		}
	}
	return wf_ok;
}

wfResult wfCopySketch( const wfStrokes* strokes, wfStrokes** copy )
{
	wfStrokesDef def = wfDefaultStrokesDef();
	size_t size = wfStrokes_Save( strokes, NULL, 0 );
	void* bytes = wfAllocate( size );
	*copy = NULL;
	wfResult result = bytes != NULL ? wfCreateStrokes( &def, copy, NULL ) : wf_outOfMemory;
	if ( result == wf_ok )
	{
		wfStrokes_Save( strokes, bytes, size );
		result = wfStrokes_Restore( *copy, bytes, size, NULL );
	}
	wfRelease( bytes, size );
	if ( result != wf_ok )
	{
		wfDestroyStrokes( *copy );
		*copy = NULL;
	}
	return result;
}

void wfFreeSketches( wfGroup* group )
{
	for ( int32_t k = 0; k < group->sketches.count; ++k )
	{
		wfDestroyStrokes( group->sketches.data[k] );
	}
	group->sketches.count = 0;
}

const wfStrokes* wfSketchOf( const wfGroup* group )
{
	const wfGroupTask* task = wfTaskOf( group );
	return task != NULL && task->sketch > 0 && task->sketch <= group->sketches.count ? group->sketches.data[task->sketch - 1]
																					 : NULL;
}

// ------------------------------------------------------------------------------------------------------------------- routes

int32_t wfFindStrokeEnd( const wfStrokes* strokes, int32_t node )
{
	while ( wfStrokes_GetNode( strokes, node ).childCount == 1 )
	{
		wfStrokes_GetChildren( strokes, node, &node, 1 );
	}
	return node;
}

static bool isFreePoint( const wfCrowd* crowd, int32_t layer, wfVec2 point )
{
	const wfRouteLayer* of = &crowd->ground.routes.layers.data[layer];
	return (double)wfLayerClearance( of, point ) >= of->radius;
}

// By the field from the last point of the route to one that it does not see.
static wfResult addDetour( wfCrowd* crowd, wfGroup* group, wfVec2 to, wfError* error )
{
	wfGroupNow* next = &group->next;
	wfVec2 at = group->route.data[group->route.count - 1];
	wfDestination end = { .point = { to.x, to.y, 0.0 }, .place = { -1, 0.0, 0.0 } };
	int32_t index;
	wfResult result = wfFindTarget( crowd, next->layer, &end, &index, error );
	if ( result == wf_goalBlocked || result == wf_notFound )
	{
		return wf_goalBlocked;
	}
	if ( result != wf_ok )
	{
		return result;
	}
	const wfTarget* target = &crowd->ground.routes.targets.data[index];
	if ( !wfGround_IsConnected( &crowd->ground, target, wfPlaceInPlane( at ) ) )
	{
		return wf_goalBlocked;
	}
	for ( int32_t k = 0; k < WF_DETOUR_STEPS && result == wf_ok && wfTarget_IsReady( target ) &&
						 !wfIsFreeWay( crowd, next->layer, wfPlaceInPlane( at ), wfPlaceInPlane( to ) );
		  ++k )
	{
		double left;
		wfVec2 direction = wfGround_GetDirection( &crowd->ground, target, wfPlaceInPlane( at ), &left );
		at = wfAddScaled2( at, wfMin( next->radius, 0.5 ), direction );
		result = direction.x != 0.0 || direction.y != 0.0 ? wfArray_Push( &group->route, at ) : wf_notFound;
	}
	return result == wf_notFound ? wf_ok : result;
}

static wfResult addPoint( wfCrowd* crowd, wfGroup* group, wfVec2 point, bool* left, wfError* error )
{
	int32_t layer = group->next.layer, count = group->route.count;
	if ( !isFreePoint( crowd, layer, point ) )
	{
		*left = true;
		return wf_ok;
	}
	wfResult result = wf_ok;
	if ( count > 0 && !wfIsFreeWay( crowd, layer, wfPlaceInPlane( group->route.data[count - 1] ), wfPlaceInPlane( point ) ) )
	{
		result = addDetour( crowd, group, point, error );
	}
	*left = result == wf_goalBlocked;
	return result == wf_ok ? wfArray_Push( &group->route, point ) : result == wf_goalBlocked ? wf_ok : result;
}

// From the place of the anchor, or the division, to the next node at which somebody must choose. `whole`: its last point can be
// got to.
static wfResult loadRoute( wfCrowd* crowd, wfGroup* group, int32_t from, int32_t to, bool* whole, wfError* error )
{
	const wfStrokes* strokes = wfSketchOf( group );
	int32_t count = wfStrokes_GetRoute( strokes, to, NULL, 0 ), before = wfStrokes_GetRoute( strokes, from, NULL, 0 );
	wfVec2* points = wfAllocateArray( (size_t)count, sizeof( wfVec2 ) );
	wfResult result = points != NULL ? wf_ok : wf_outOfMemory;
	bool left = false;
	if ( !group->hasNewRoute )
	{
		wfSwapRoutes( group );
		group->hasNewRoute = true;
	}
	group->route.count = 0;
	if ( result == wf_ok )
	{
		wfStrokes_GetRoute( strokes, to, points, count );
		if ( from != to && wfStrokes_GetNode( strokes, from ).parent >= 0 )
		{
			result = wfArray_Push( &group->route, ( wfVec2 ){ group->next.x, group->next.y } );
		}
		int32_t first = wfStrokes_GetNode( strokes, from ).parent >= 0 && from != to ? before - 1 : from == to ? count - 1 : 0;
		for ( int32_t k = first; k < count && result == wf_ok; ++k )
		{
			result = addPoint( crowd, group, points[k], &left, error );
		}
	}
	wfReleaseArray( points, (size_t)count, sizeof( wfVec2 ) );
	if ( result == wf_ok && group->route.count == 0 )
	{
		result = wfArray_Push( &group->route, ( wfVec2 ){ group->next.x, group->next.y } );
	}
	*whole = !left;
	return result;
}

// After an edit a branch may be closed: another one of the same division then.
static wfResult loadOtherBranch( wfCrowd* crowd, wfGroup* group, int32_t from, int32_t closed, bool* whole, wfError* error )
{
	const wfStrokes* strokes = wfSketchOf( group );
	int32_t children[WF_MAX_BRANCHES], count = wfStrokes_GetChildren( strokes, from, children, WF_MAX_BRANCHES );
	count = count < WF_MAX_BRANCHES ? count : WF_MAX_BRANCHES;
	for ( int32_t k = 0; k < count; ++k )
	{
		int32_t end = wfFindStrokeEnd( strokes, children[k] );
		if ( end == closed )
		{
			continue;
		}
		wfResult result = loadRoute( crowd, group, from, end, whole, error );
		if ( result != wf_ok || *whole )
		{
			group->next.node = end;
			return result;
		}
	}
	group->next.node = closed;
	return loadRoute( crowd, group, from, closed, whole, error );
}

// The node where the link to a node began to be chosen.
static int32_t findChoice( const wfStrokes* strokes, int32_t node, int32_t root )
{
	while ( node != root )
	{
		node = wfStrokes_GetNode( strokes, node ).parent;
		if ( wfStrokes_GetNode( strokes, node ).childCount > 1 )
		{
			break;
		}
	}
	return node;
}

static wfResult load( wfCrowd* crowd, wfGroup* group, wfError* error )
{
	wfGroupNow* next = &group->next;
	const wfStrokes* strokes = wfSketchOf( group );
	const wfGroupTask* task = wfTaskOf( group );
	bool isFirst = next->node < 0, whole = true;
	int32_t root = task->root;
	next->node = isFirst ? wfFindStrokeEnd( strokes, root ) : next->node;
	int32_t from = findChoice( strokes, next->node, root );
	wfResult result = loadRoute( crowd, group, from, next->node, &whole, error );
	if ( result == wf_ok && !whole && from != next->node && wfStrokes_GetNode( strokes, from ).childCount > 1 )
	{
		result = loadOtherBranch( crowd, group, from, next->node, &whole, error );
	}
	next->flags |= !whole ? (uint32_t)wf_groupTellsStop : 0u;
	next->stopState = whole ? wf_stopOpen : wf_stopBlocked;
	next->progress = isFirst || result != wf_ok
						 ? 0.0
						 : wfFindOnRoute( group->route.data, group->route.count, ( wfVec2 ){ next->x, next->y } ).progress;
	return result;
}

// Those who go for one point stand in each other's way: it moves on when they are as near as they can be.
static double leadOf( const wfGroup* group )
{
	const wfGroupTask* task = wfTaskOf( group );
	const wfGroupNow* now = &group->next;
	bool isFree = ( now->flags & wf_groupIsFree ) != 0, isLast = task->advance == wf_advanceLast;
	double crowded =
		isFree && task->advance != wf_advanceEach ? WF_CROWD_RADII * now->radius * sqrt( group->members.count ) : 0.0;
	double depth = !isFree && isLast ? 0.5 * wfGetSlotsDepth( group->slots.data, group->slots.count ) : 0.0;
	return WF_ROUTE_AHEAD + crowded + depth;
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
	bool wasLooking = ( next->flags & wf_groupLooks ) != 0;
	if ( wasLooking || next->node < 0 )
	{
		wfResult result = load( crowd, group, error );
		if ( result != wf_ok )
		{
			return result;
		}
		next->flags &= ~(uint32_t)wf_groupLooks;
	}
	int32_t count = group->route.count;
	double length = wfGetRouteLength( group->route.data, count );
	wfVec2 at = { next->x, next->y };
	if ( next->flags & wf_groupIsFree )
	{
		at = wfGetRoutePlace( group->route.data, count, next->progress ).place;
		next->x = at.x;
		next->y = at.y;
		group->hasJumped = true;
	}
	double lead = leadOf( group );
	for ( int32_t k = 0; k < 4; ++k )
	{
		double along = wfMin( next->progress + lead * ( 3 - k ) / 3.0, length );
		wfVec2 to = wfGetRoutePlace( group->route.data, count, along ).place;
		next->toX = to.x;
		next->toY = to.y;
		next->toTriangle = -1;
		next->flags |= wf_groupIsToPoint;
		next->flags = along < length ? next->flags | wf_groupGoesOn : next->flags & ~(uint32_t)wf_groupGoesOn;
		if ( wfIsFreeWay( crowd, next->layer, wfPlaceInPlane( at ), wfPlaceInPlane( to ) ) )
		{
			next->flags |= wf_groupIsStraight;
			next->target = -1;
			return wf_ok;
		}
	}
	next->flags &= ~(uint32_t)wf_groupIsStraight;
	if ( next->target < 0 || crowd->time - next->followedAt >= WF_FOLLOW_SECONDS )
	{
		next->followedAt = crowd->time;
		next->flags |= wf_groupLooks;
	}
	return wf_ok;
}

bool wfIsAtStrokeEnd( const wfGroup* group, const wfMember* member )
{
	double length = wfGetRouteLength( group->route.data, group->route.count );
	return ( group->now.flags & wf_groupGoesOn ) == 0 && member->progress > length - WF_ROUTE_REACH;
}

wfVec2 wfAimOnStroke( const wfGroup* group, const wfMember* member )
{
	const wfGroupTask* task = wfTaskOf( group );
	double progress = task->advance == wf_advanceEach ? member->progress : group->now.progress;
	double lead = task->advance == wf_advanceEach ? WF_ROUTE_AHEAD : leadOf( group );
	return wfGetRoutePlace( group->route.data, group->route.count, progress + lead ).place;
}

void wfWatchStroke( wfCrowd* crowd, wfGroup* group )
{
	wfGroupNow* now = &group->now;
	const wfGroupTask* task = wfTaskOf( group );
	const wfVec2* points = group->route.data;
	int32_t count = group->route.count;
	if ( count == 0 || wfSketchOf( group ) == NULL )
	{
		return;
	}
	double first = 0.0, last = INFINITY, length = wfGetRouteLength( points, count );
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		wfMember* member = &group->members.data[k];
		const wfAgent* agent = &crowd->population.agents[member->slot];
		member->progress =
			wfAdvanceAlong( points, count, wfMin( member->progress, length ), ( wfVec2 ){ agent->x, agent->y }, WF_ROUTE_REACH );
		first = wfMax( first, member->progress );
		last = wfMin( last, member->progress );
	}
	bool isFree = ( now->flags & wf_groupIsFree ) != 0;
	double own = wfAdvanceAlong( points, count, wfMin( now->progress, length ), ( wfVec2 ){ now->x, now->y }, WF_ROUTE_REACH );
	double before = now->progress;
	now->progress = task->advance == wf_advanceLast														? wfMax( last, before )
					: task->advance == wf_advanceFirst || ( isFree && task->advance == wf_advanceEach ) ? wfMax( first, before )
					: isFree ? wfMax( 0.5 * ( first + last ), before )
							 : wfMax( own, before );
	now->remaining = length - now->progress;
	// At a division those who walk freely need not all be there.
	bool divides = wfStrokes_GetNode( wfSketchOf( group ), now->node ).childCount > 1;
	bool isAtEnd = isFree ? length - now->progress < WF_ROUTE_AHEAD : ( now->flags & wf_groupIsThere ) != 0;
	if ( divides && isAtEnd && ( now->flags & ( wf_groupParts | wf_groupHasFormed ) ) == 0 && group->members.count > 0 &&
		 now->since < 0.0 )
	{
		now->flags |= wf_groupParts;
		now->since = -1.0;
	}
}
