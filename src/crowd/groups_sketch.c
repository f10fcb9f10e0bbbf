// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The route of a sketch on the ground: what of it lies in walls or beside a mesh is left out, and where two of its points do not
// see each other the field leads from one to the next.
#include "base/vec2.h"
#include "base/vec3.h"
#include "crowd/group_parts.h"
#include "crowd/routes.h"
#include "world/world.h"

#define WF_DETOUR_STEPS 4000 // of half a metre or a radius

wfResult wfCheckSketch( const wfGroupOrder* order, wfError* error )
{
	if ( WF_FAILS( order->strokes != NULL && order->branchCount >= 0 && ( order->branches != NULL || order->branchCount == 0 ) ) )
	{
		return wf_invalidDef;
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

// ----------------------------------------------------------------------------------------------------------- along a route

double wfRouteLength( const wfGroup* group )
{
	return group->route.count > 0 ? group->route.data[group->route.count - 1].along : 0.0;
}

wfPlace wfPlaceOnRoute( const wfCrowd* crowd, const wfGroup* group, double progress, wfVec2* direction )
{
	wfWayPlace place = wfFindAlong( crowd, group->route.data, group->route.count, progress, direction );
	return wfPlaceFrom( &place );
}

double wfFindOnRouteBefore( const wfCrowd* crowd, const wfGroup* group, wfPlace place, double last )
{
	const wfWayPlace* places = group->route.data;
	double nearest = INFINITY, found = 0.0;
	wfVec2 a = wfGround_GetOffset( &crowd->ground, place, wfPlaceFrom( &places[0] ) ), b;
	for ( int32_t k = 0; k + 1 < group->route.count && places[k].along < last; ++k, a = b )
	{
		double length = places[k + 1].along - places[k].along;
		b = wfGround_GetOffset( &crowd->ground, place, wfPlaceFrom( &places[k + 1] ) );
		wfVec2 segment = wfSub2( b, a );
		double most = wfMin( ( last - places[k].along ) / length, 1.0 );
		double share = wfMax( wfMin( -wfDot2( a, segment ) / wfMax( wfDot2( segment, segment ), WF_TINY ), most ), 0.0 );
		double distance = wfLength2( wfMix2( a, b, share ) );
		found = distance < nearest ? places[k].along + share * length : found;
		nearest = wfMin( distance, nearest );
	}
	return found;
}

// The share of a segment at which it leaves the disc around the origin; 1: it does not.
static double findExit( wfVec2 a, wfVec2 b, double radius )
{
	wfVec2 way = wfSub2( b, a );
	double square = wfDot2( way, way ), along = wfDot2( a, way );
	double inside = along * along - square * ( wfDot2( a, a ) - radius * radius );
	return wfDot2( b, b ) <= radius * radius || !( square > 0.0 )
			   ? 1.0
			   : wfMax( wfMin( ( sqrt( wfMax( inside, 0.0 ) ) - along ) / square, 1.0 ), 0.0 );
}

// Whether a place near another one is also near along the surface, and not on another storey. What stands in between does not
// matter.
static bool isOnSameFloor( const wfCrowd* crowd, wfPlace from, wfPlace to )
{
	const wfGround* ground = &crowd->ground;
	wfVec2 offset = wfGround_GetOffset( ground, from, to );
	double length = wfLength2( offset );
	if ( ground->mesh == NULL || !( length > WF_SAME_FLOOR ) )
	{
		return true;
	}
	bool stopped;
	wfPlace end = wfStrideFrom( crowd, from, offset, NULL, &stopped );
	wfVec3 between = wfSub3( wfGround_GetPosition( ground, to ), wfGround_GetPosition( ground, from ) );
	wfVec3 up = wfCross3( ground->mesh->axisX[from.triangle], ground->mesh->axisY[from.triangle] );
	double off = stopped ? fabs( wfDot3( between, up ) )
						 : wfDistance3( wfGround_GetPosition( ground, end ), wfGround_GetPosition( ground, to ) );
	return off <= WF_SAME_FLOOR_SHARE * length;
}

double wfAdvanceOnRoute( const wfCrowd* crowd, const wfGroup* group, wfPlace place, double lane, double progress )
{
	const wfWayPlace* places = group->route.data;
	int32_t count = group->route.count, k = progress < 0.0 || count == 0 ? 0 : wfFindSegment( places, count, progress );
	wfVec2 direction;
	wfPlace from = count > 0 ? wfPlaceOnRoute( crowd, group, wfMax( progress, 0.0 ), &direction ) : place;
	wfVec2 a = wfGround_GetOffset( &crowd->ground, place, from );
	if ( count == 0 || wfLength2( a ) > lane || !isOnSameFloor( crowd, place, from ) )
	{
		return progress;
	}
	double before = progress;
	progress = wfMax( progress, 0.0 );
	for ( ; k + 1 < count; ++k )
	{
		wfVec2 b = wfGround_GetOffset( &crowd->ground, place, wfPlaceFrom( &places[k + 1] ) );
		double exit = findExit( a, b, lane ), left = places[k + 1].along - progress;
		progress = exit < 1.0 ? progress + exit * left : places[k + 1].along;
		if ( exit < 1.0 )
		{
			break;
		}
		a = b;
	}
	wfPlace to = wfPlaceOnRoute( crowd, group, progress, &direction );
	return isOnSameFloor( crowd, place, to ) ? progress : wfMax( before, 0.0 );
}

// ------------------------------------------------------------------------------------------------------------------ loading

int32_t wfFindStrokeEnd( const wfStrokes* strokes, int32_t node )
{
	while ( wfStrokes_GetNode( strokes, node ).childCount == 1 )
	{
		wfStrokes_GetChildren( strokes, node, &node, 1 );
	}
	return node;
}

static wfResult push( const wfCrowd* crowd, wfGroup* group, wfPlace place )
{
	int32_t count = group->route.count;
	double along = 0.0;
	if ( count > 0 )
	{
		const wfWayPlace* last = &group->route.data[count - 1];
		double by = wfLength2( wfGround_GetOffset( &crowd->ground, wfPlaceFrom( last ), place ) );
		if ( !( by > 0.0 ) )
		{
			return wf_ok;
		}
		along = last->along + by;
	}
	return wfArray_Push( &group->route, ( ( wfWayPlace ){ place.x, place.y, along, place.triangle, 0 } ) );
}

static wfDestination toPlace( const wfCrowd* crowd, wfPlace place )
{
	return ( wfDestination ){ .point = wfGround_GetPosition( &crowd->ground, place ),
							  .place = wfGround_GetPoint( &crowd->ground, place ) };
}

// wf_goalBlocked: no way leads there.
static wfResult findWay( wfCrowd* crowd, int32_t layer, wfPlace from, wfPlace to, int32_t* target, wfError* error )
{
	wfDestination end = toPlace( crowd, to );
	wfResult result = wfFindTarget( crowd, layer, &end, target, error );
	if ( result == wf_goalBlocked || result == wf_notFound )
	{
		return wf_goalBlocked;
	}
	bool isOpen = result == wf_ok && wfGround_IsConnected( &crowd->ground, &crowd->ground.routes.targets.data[*target], from );
	return result == wf_ok && !isOpen ? wf_goalBlocked : result;
}

bool wfFindDrawn( const wfCrowd* crowd, int32_t layer, wfVec3 point, wfPlace* place )
{
	const wfGround* ground = &crowd->ground;
	bool isFound = wfGround_FindPlace( ground, point, ( wfSurfacePoint ){ -1, 0.0, 0.0 }, place );
	// Between points far apart a stroke leaves the surface of a mesh.
	bool isOff = isFound && ground->mesh != NULL && wfDistance3( wfGround_GetPosition( ground, *place ), point ) > WF_SKETCH_OFF;
	return isFound && !isOff && wfIsFreePlace( crowd, layer, *place );
}

// Whether a disc gets straight from one place of the route to another.
static bool isJoined( const wfCrowd* crowd, int32_t layer, wfPlace from, wfPlace to )
{
	bool isFree = wfSeesPlace( crowd, layer, from, to );
	wfVec2 offset = wfGround_GetOffset( &crowd->ground, from, to );
	// On meshes a free walk does not say how near it passes by walls.
	double radius = crowd->ground.routes.layers.data[layer].radius;
	double pieces = crowd->ground.mesh == NULL ? 1.0 : ceil( wfLength2( offset ) / wfMax( radius, WF_LEAST_RASTER ) );
	for ( double k = 1.0; k < pieces && isFree; k += 1.0 )
	{
		bool stopped;
		isFree = wfIsFreePlace( crowd, layer, wfStrideFrom( crowd, from, wfScale2( k / pieces, offset ), NULL, &stopped ) );
	}
	return isFree;
}

// By the field from the last place of the route to one that it does not see.
static wfResult addDetour( wfCrowd* crowd, wfGroup* group, wfPlace to, wfError* error )
{
	int32_t layer = group->next.layer, index;
	wfPlace at = wfPlaceFrom( &group->route.data[group->route.count - 1] );
	wfResult result = findWay( crowd, layer, at, to, &index, error );
	for ( int32_t k = 0; k < WF_DETOUR_STEPS && result == wf_ok && !isJoined( crowd, layer, at, to ); ++k )
	{
		const wfTarget* target = &crowd->ground.routes.targets.data[index];
		double left;
		bool stopped;
		wfVec2 direction =
			wfTarget_IsReady( target ) ? wfGround_GetDirection( &crowd->ground, target, at, &left ) : ( wfVec2 ){ 0.0, 0.0 };
		if ( direction.x == 0.0 && direction.y == 0.0 )
		{
			break;
		}
		at = wfStrideFrom( crowd, at, wfScale2( wfMin( group->next.radius, 0.5 ), direction ), NULL, &stopped );
		result = push( crowd, group, at );
	}
	return result;
}

// The first one must be within reach of the anchor, each of the others of the one before it.
static wfResult addPoint( wfCrowd* crowd, wfGroup* group, wfVec3 point, bool* left, wfError* error )
{
	int32_t layer = group->next.layer, count = group->route.count, index;
	wfPlace place, anchor = wfAnchorOf( &group->next );
	wfResult result = wfFindDrawn( crowd, layer, point, &place ) ? wf_ok : wf_goalBlocked;
	if ( result == wf_ok && count == 0 && !wfSeesPlace( crowd, layer, anchor, place ) )
	{
		result = findWay( crowd, layer, anchor, place, &index, error );
	}
	else if ( result == wf_ok && count > 0 && !isJoined( crowd, layer, wfPlaceFrom( &group->route.data[count - 1] ), place ) )
	{
		result = addDetour( crowd, group, place, error );
	}
	*left = result == wf_goalBlocked;
	return result == wf_ok ? push( crowd, group, place ) : result == wf_goalBlocked ? wf_ok : result;
}

// From the root of the order to the next node at which somebody must choose; `from` is the one before. `whole`: its last point
// can be got to.
static wfResult loadRoute( wfCrowd* crowd, wfGroup* group, int32_t from, int32_t to, bool* whole, wfError* error )
{
	const wfStrokes* strokes = wfSketchOf( group );
	int32_t root = wfTaskOf( group )->root, count = wfStrokes_GetRouteInSpace( strokes, to, NULL, 0 );
	int32_t first = wfStrokes_GetRouteInSpace( strokes, root, NULL, 0 ) - 1;
	int32_t trunk = wfStrokes_GetRouteInSpace( strokes, from, NULL, 0 ) - 1;
	wfVec3* points = wfAllocateArray( (size_t)count, sizeof( wfVec3 ) );
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
		wfStrokes_GetRouteInSpace( strokes, to, points, count );
	}
	for ( int32_t k = first; k < count && result == wf_ok; ++k )
	{
		result = addPoint( crowd, group, points[k], &left, error );
		group->trunk = k <= trunk ? wfRouteLength( group ) : group->trunk;
	}
	wfReleaseArray( points, (size_t)count, sizeof( wfVec3 ) );
	*whole = !left;
	return result == wf_ok && group->route.count == 0 ? push( crowd, group, wfAnchorOf( &group->next ) ) : result;
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

wfResult wfLoadRoute( wfCrowd* crowd, wfGroup* group, wfError* error )
{
	wfGroupNow* next = &group->next;
	const wfStrokes* strokes = wfSketchOf( group );
	int32_t root = wfTaskOf( group )->root, wanted = next->node < 0 ? wfFindStrokeEnd( strokes, root ) : next->node;
	int32_t from = findChoice( strokes, wanted, root );
	bool whole = true, isFirst = next->node < 0;
	next->node = wanted;
	wfResult result = loadRoute( crowd, group, from, wanted, &whole, error );
	if ( result == wf_ok && !whole && from != wanted && wfStrokes_GetNode( strokes, from ).childCount > 1 )
	{
		result = loadOtherBranch( crowd, group, from, wanted, &whole, error );
	}
	next->flags |= !whole ? (uint32_t)wf_groupTellsStop : 0u;
	next->stopState = whole ? wf_stopOpen : wf_stopBlocked;
	group->hasNewBranch = next->node != wanted;
	group->isFirstRoute = isFirst;
	next->progress = result == wf_ok ? wfCarryProgress( crowd, group, next->progress ) : next->progress;
	return result;
}

double wfCarryProgress( const wfCrowd* crowd, const wfGroup* group, double progress )
{
	double length = wfRouteLength( group );
	int32_t before = group->nextRoute.count;
	if ( group->isFirstRoute || progress < 0.0 || before == 0 )
	{
		return -1.0;
	}
	if ( group->hasNewBranch )
	{
		return wfMin( progress, group->trunk );
	}
	// What has changed is ahead, or behind, or both.
	wfVec2 unused;
	wfWayPlace was = wfFindAlong( crowd, group->nextRoute.data, before, progress, &unused );
	double found[2] = { wfMin( progress, length ),
						wfMax( length - ( group->nextRoute.data[before - 1].along - progress ), 0.0 ) };
	double away[2];
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfPlace place = wfPlaceOnRoute( crowd, group, wfMin( found[k], length ), &unused );
		away[k] = wfLength2( wfGround_GetOffset( &crowd->ground, wfPlaceFrom( &was ), place ) );
	}
	bool isLost = wfMin( away[0], away[1] ) > WF_STROKE_LANE;
	return isLost ? wfFindOnRouteBefore( crowd, group, wfPlaceFrom( &was ), length ) : found[away[1] < away[0] ? 1 : 0];
}
