// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Paths that follow no field: straight on over the mesh, and along edges.

#include "base/arrays.h"
#include "base/heap.h"
#include "surface/node_path.h"
#include "surface/tuning.h"

typedef struct Ray
{
	const wfMesh* mesh;
	int32_t triangle;
	int32_t entered; // half-edge of the triangle it came in by; at the first: corner it starts at
	wfFlat at, direction;
	double left; // metres
} Ray;

// The triangle of the ring and the direction in its plane.
static bool aimFromVertex( Ray* ray, int32_t vertex, double angle )
{
	const wfMesh* mesh = ray->mesh;
	int32_t count = mesh->ringFirst[vertex + 1] - mesh->ringFirst[vertex];
	wfRingCorner at = { 0 };
	for ( int32_t i = 0; i < count; ++i )
	{
		at = wfGetRingCorner( mesh, vertex, i, i == 0 ? NULL : &at );
		double corner = wfGetCornerAngle( mesh, at.corner );
		if ( angle > corner && i + 1 < count )
		{
			angle -= corner;
			continue;
		}
		angle = angle > corner ? corner : angle;
		int32_t t = at.corner / 3, k = at.corner % 3;
		bool forward = at.first == at.corner;
		wfFlat edge = wfSub2( wfCornerOf( mesh, t, forward ? ( k + 1 ) % 3 : ( k + 2 ) % 3 ), wfCornerOf( mesh, t, k ) );
		double length = wfLength2( edge );
		wfCosSin turn = wfCosSinOf( forward ? angle : -angle );
		if ( !( length > 0.0 ) )
		{
			return false;
		}
		ray->triangle = t;
		ray->at = wfCornerOf( mesh, t, k );
		ray->direction = wfDivide2( wfFromFrame2( ( wfVec2 ){ turn.cosine, turn.sine }, edge ), length );
		return true;
	}
	return false;
}

// Where the ray meets the line of a half-edge of its triangle: the share of the edge, and how far along the ray.
static double meetEdge( const Ray* ray, int32_t h, double* reach )
{
	wfFlat a = wfCornerOf( ray->mesh, ray->triangle, h % 3 );
	wfFlat edge = wfSub2( wfCornerOf( ray->mesh, ray->triangle, wfNextHalfEdge( h ) % 3 ), a );
	wfFlat to = wfSub2( a, ray->at );
	double cross = wfCross2( ray->direction, edge );
	*reach = cross != 0.0 ? wfCross2( to, edge ) / cross : 0.0;
	return cross != 0.0 ? wfCross2( to, ray->direction ) / cross : 0.5;
}

// On to half-edge h and into the triangle behind it.
static wfResult passEdge( Ray* ray, int32_t h, wfNodePath* path )
{
	const wfMesh* mesh = ray->mesh;
	double reach;
	double share = meetEdge( ray, h, &reach );
	share = share < WF_LEAST_SHARE ? WF_LEAST_SHARE : ( share > 1.0 - WF_LEAST_SHARE ? 1.0 - WF_LEAST_SHARE : share );
	int32_t g = mesh->twin[h];
	if ( g < 0 || !( reach < ray->left ) )
	{
		return wf_notFound;
	}
	ray->left -= reach > 0.0 ? reach : 0.0;
	wfFlat place = wfFlatOfNode( mesh, &( wfPathNode ){ ray->triangle, -1, h, share, 0.0 }, ray->triangle );
	wfCrossing crossing = wfCrossEdge( mesh, h );
	ray->at = wfCrossPlace( &crossing, place );
	ray->direction = wfCrossDirection( &crossing, ray->direction );
	ray->triangle = g / 3;
	ray->entered = g;
	return wfArray_Push(
		path, wfEdgeNode( g, wfFromVertex( mesh, g ) == wfFromVertex( mesh, h ) ? share : 1.0 - share, ray->triangle ) );
}

wfResult wfWalkStraight( const wfMesh* mesh, int32_t from, double angle, double length, int32_t to, wfNodePath* path )
{
	Ray ray = { .mesh = mesh, .left = length };
	if ( !aimFromVertex( &ray, from, angle ) )
	{
		return wf_notFound;
	}
	path->data[path->count - 1].triangle = ray.triangle;
	int32_t k = wfCornerWith( mesh, ray.triangle, to );
	if ( k >= 0 )
	{
		return wfArray_Push( path, wfVertexNode( to, ray.triangle ) );
	}
	int32_t first = wfCornerWith( mesh, ray.triangle, from );
	wfResult result = passEdge( &ray, 3 * ray.triangle + ( first + 1 ) % 3, path );
	for ( int64_t i = 0; result == wf_ok && i <= mesh->triangleCount; ++i )
	{
		int32_t opposite = wfPreviousHalfEdge( ray.entered );
		wfFlat corner = wfCornerOf( mesh, ray.triangle, opposite % 3 );
		wfFlat miss = wfSub2( corner, wfAddScaled2( ray.at, ray.left, ray.direction ) );
		if ( mesh->triangles[opposite] == to && wfDot2( miss, miss ) <= WF_ARRIVAL_SHARE * WF_ARRIVAL_SHARE * length * length )
		{
			return wfArray_Push( path, wfVertexNode( to, ray.triangle ) );
		}
		// With the corner opposite to the edge to the right of the ray, it leaves between that corner and the edge's left end.
		double side = wfCross2( ray.direction, wfSub2( corner, ray.at ) );
		wfFlat next = wfSub2( wfCornerOf( mesh, ray.triangle, wfNextHalfEdge( ray.entered ) % 3 ), ray.at );
		bool nextIsLeft = wfCross2( ray.direction, next ) > 0.0;
		bool byNext = nextIsLeft ? side < 0.0 : side > 0.0;
		int32_t h = byNext ? wfNextHalfEdge( ray.entered ) : opposite;
		result = passEdge( &ray, h, path );
	}
	return result == wf_ok ? wf_notFound : result;
}

// ----------------------------------------------------------------------------------------------------------------- edges

typedef struct Search
{
	const wfMesh* mesh;
	double* distance;
	int32_t* comesBy; // half-edge of the mesh, -1: not reached or the begin
	wfHeap heap;
} Search;

static wfResult tryNeighbor( Search* search, wfHeapItem from, int32_t h, int32_t to )
{
	double distance = from.key + search->mesh->length[h];
	if ( distance >= search->distance[to] )
	{
		return wf_ok;
	}
	search->distance[to] = distance;
	search->comesBy[to] = h;
	return wfHeap_Push( &search->heap, distance, to );
}

// Stops at the vertex `to` or, where that is -1, at the first one that is `wanted`; returns which.
static wfResult searchEdges( Search* search, int32_t from, int32_t* to, const wfEdgePathDef* def )
{
	const wfMesh* mesh = search->mesh;
	for ( int32_t v = 0; v < mesh->vertexCount; ++v )
	{
		search->distance[v] = INFINITY;
		search->comesBy[v] = -1;
	}
	search->distance[from] = 0.0;
	wfResult result = wfHeap_Push( &search->heap, 0.0, from );
	while ( result == wf_ok && search->heap.count > 0 )
	{
		wfHeapItem item = wfHeap_Pop( &search->heap );
		if ( item.value == *to || ( *to < 0 && item.value != from && def->wanted( item.value, def->context ) ) )
		{
			*to = item.value;
			return wf_ok;
		}
		if ( item.key > search->distance[item.value] )
		{
			continue;
		}
		for ( int32_t i = mesh->ringFirst[item.value]; result == wf_ok && i < mesh->ringFirst[item.value + 1]; ++i )
		{
			int32_t leaving = mesh->ring[i], entering = wfPreviousHalfEdge( leaving );
			int32_t a = wfToVertex( mesh, leaving ), b = wfFromVertex( mesh, entering );
			result = def->allowed == NULL || def->allowed( a, def->context ) ? tryNeighbor( search, item, leaving, a ) : wf_ok;
			if ( result == wf_ok && ( def->allowed == NULL || def->allowed( b, def->context ) ) )
			{
				result = tryNeighbor( search, item, entering, b );
			}
		}
	}
	return result == wf_ok ? wf_unreachable : result;
}

// The vertices from the end back, turned round in place.
static wfResult addEdges( const Search* search, int32_t from, int32_t to, wfNodePath* path )
{
	const wfMesh* mesh = search->mesh;
	int32_t first = path->count;
	for ( int32_t v = to; v != from; )
	{
		int32_t h = search->comesBy[v];
		wfResult result = wfArray_Push( path, wfVertexNode( v, h / 3 ) );
		if ( result != wf_ok )
		{
			return result;
		}
		v = wfFromVertex( mesh, h ) == v ? wfToVertex( mesh, h ) : wfFromVertex( mesh, h );
	}
	// Each vertex came with the triangle of the edge that leads to it: it belongs to the vertex before.
	for ( int32_t a = first, b = path->count - 1; a < b; ++a, --b )
	{
		wfPathNode node = path->data[a];
		path->data[a] = path->data[b];
		path->data[b] = node;
	}
	for ( int32_t i = first > 0 ? first - 1 : 0; i + 1 < path->count; ++i )
	{
		path->data[i].triangle = path->data[i + 1].triangle;
	}
	return wf_ok;
}

wfResult wfWalkEdges( const wfMesh* mesh, int32_t from, const wfEdgePathDef* def, wfNodePath* path )
{
	int32_t to = def->to;
	Search search = { .mesh = mesh };
	wfArrays arrays = {
		{ WF_ONE_ARRAY( search.distance, mesh->vertexCount ), WF_ONE_ARRAY( search.comesBy, mesh->vertexCount ) } };
	wfResult result = wfArrays_Allocate( &arrays );
	if ( result == wf_ok )
	{
		result = searchEdges( &search, from, &to, def );
	}
	if ( result == wf_ok )
	{
		result = addEdges( &search, from, to, path );
	}
	wfArrays_Free( &arrays );
	wfArray_Free( &search.heap );
	return result;
}
