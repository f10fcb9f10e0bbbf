// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "surface/strip.h"
#include "surface/tuning.h"

#include <string.h>

void wfStrip_Free( wfStrip* strip )
{
	wfArray_Free( &strip->edges );
	wfArray_Free( &strip->spare );
	wfArray_Free( &strip->portals );
	wfArray_Free( &strip->places );
	wfArray_Free( &strip->along );
}

// --------------------------------------------------------------------------------------------------------------- corners

// The edges around a vertex from one of its triangles to another, one way round; each at the vertex.
typedef struct Fan
{
	const wfMesh* mesh;
	int32_t vertex;
	int32_t from, to; // places in the ring
	bool forward;
} Fan;

static int32_t findInRing( const wfMesh* mesh, int32_t vertex, int32_t triangle )
{
	int32_t begin = mesh->ringFirst[vertex], count = mesh->ringFirst[vertex + 1] - begin;
	for ( int32_t i = 0; i < count; ++i )
	{
		if ( mesh->ring[begin + i] / 3 == triangle )
		{
			return i;
		}
	}
	return -1;
}

// The half-edge at which the corner at place i of the ring ends, going round one way or the other.
static int32_t findRingEdge( const wfMesh* mesh, int32_t vertex, int32_t i, bool forward )
{
	int32_t begin = mesh->ringFirst[vertex], count = mesh->ringFirst[vertex + 1] - begin;
	int32_t corner = mesh->ring[begin + i], other = mesh->ring[begin + ( i + ( forward ? 1 : count - 1 ) ) % count];
	int32_t leaving = corner, entering = wfPreviousHalfEdge( corner );
	bool byLeaving = mesh->twin[leaving] >= 0 && mesh->twin[leaving] / 3 == other / 3;
	bool byEntering = mesh->twin[entering] >= 0 && mesh->twin[entering] / 3 == other / 3;
	if ( byLeaving && byEntering )
	{
		// Two triangles around a vertex share both edges: the ring's own count decides.
		wfRingCorner at = { 0 };
		for ( int32_t k = 0; k <= i; ++k )
		{
			at = wfGetRingCorner( mesh, vertex, k, k == 0 ? NULL : &at );
		}
		return forward ? at.last : at.first;
	}
	return byLeaving ? leaving : ( byEntering ? entering : -1 );
}

static wfResult addFan( const Fan* fan, wfStripEdges* edges )
{
	const wfMesh* mesh = fan->mesh;
	int32_t size = mesh->ringFirst[fan->vertex + 1] - mesh->ringFirst[fan->vertex];
	wfResult result = wf_ok;
	for ( int32_t i = fan->from; result == wf_ok && i != fan->to; i = ( i + ( fan->forward ? 1 : size - 1 ) ) % size )
	{
		int32_t h = findRingEdge( mesh, fan->vertex, i, fan->forward );
		if ( h < 0 || mesh->twin[h] < 0 )
		{
			return wf_numericalFailure;
		}
		double share = wfFromVertex( mesh, h ) == fan->vertex ? 0.0 : 1.0;
		result = wfArray_Push( edges, ( wfStripEdge ){ h, share, 0.0, 1.0 } );
	}
	return result;
}

// Angle around the vertex from one direction to another, one way round.
static double angleBetween( double from, double to, double sum, bool forward )
{
	double angle = forward ? to - from : from - to;
	return angle < 0.0 ? angle + sum : angle;
}

// -------------------------------------------------------------------------------------------------------------- make

// From triangle `from` into triangle `to` at a vertex of both, on the side where the path turns less.
static wfResult passVertex( wfStrip* strip, const wfNodePath* path, int32_t i, int32_t from, int32_t to )
{
	const wfMesh* mesh = strip->mesh;
	int32_t vertex = path->data[i].vertex;
	Fan fan = { mesh, vertex, findInRing( mesh, vertex, from ), findInRing( mesh, vertex, to ), true };
	if ( fan.from < 0 || fan.to < 0 )
	{
		return wf_numericalFailure;
	}
	if ( mesh->atBoundary[vertex] != 0 )
	{
		fan.forward = fan.from < fan.to;
	}
	else
	{
		wfFlat at = wfCornerOf( mesh, from, wfCornerWith( mesh, from, vertex ) );
		wfFlat then = wfCornerOf( mesh, to, wfCornerWith( mesh, to, vertex ) );
		wfFlat back = wfSub2( wfFlatOfNode( mesh, path->data + i - 1, from ), at );
		wfFlat ahead = wfSub2( wfFlatOfNode( mesh, path->data + i + 1, to ), then );
		double sum;
		double in = wfGetRingAngle( mesh, vertex, from, back, &sum ), out = wfGetRingAngle( mesh, vertex, to, ahead, &sum );
		fan.forward = angleBetween( in, out, sum, true ) <= 0.5 * sum;
	}
	return addFan( &fan, &strip->edges );
}

static bool liesOn( const wfMesh* mesh, const wfPathNode* node, int32_t h )
{
	return node->vertex >= 0 ? wfFromVertex( mesh, h ) == node->vertex || wfToVertex( mesh, h ) == node->vertex
							 : node->halfEdge >= 0 && ( node->halfEdge == h || node->halfEdge == mesh->twin[h] );
}

// Places where the path goes nowhere are dropped from both ends, and pairs of crossings that undo each other everywhere.
static void trim( wfStrip* strip )
{
	const wfMesh* mesh = strip->mesh;
	int32_t kept = 0;
	for ( int32_t i = 0; i < strip->edges.count; ++i )
	{
		if ( kept > 0 && mesh->twin[strip->edges.data[kept - 1].halfEdge] == strip->edges.data[i].halfEdge )
		{
			kept -= 1;
			continue;
		}
		strip->edges.data[kept++] = strip->edges.data[i];
	}
	strip->edges.count = kept;
	int32_t first = 0;
	for ( ; first < strip->edges.count && liesOn( mesh, &strip->start, strip->edges.data[first].halfEdge ); ++first )
	{
		strip->start.triangle = mesh->twin[strip->edges.data[first].halfEdge] / 3;
	}
	for ( ; strip->edges.count > first && liesOn( mesh, &strip->end, strip->edges.data[strip->edges.count - 1].halfEdge );
		  --strip->edges.count )
	{
		strip->end.triangle = strip->edges.data[strip->edges.count - 1].halfEdge / 3;
	}
	if ( first > 0 )
	{
		memmove( strip->edges.data, strip->edges.data + first, (size_t)( strip->edges.count - first ) * sizeof( wfStripEdge ) );
		strip->edges.count -= first;
	}
}

wfResult wfStrip_Make( wfStrip* strip, const wfMesh* mesh, const wfHeights* heights, const wfNodePath* path )
{
	strip->mesh = mesh;
	strip->heights = heights;
	strip->edges.count = 0;
	strip->start = path->data[0];
	strip->end = path->data[path->count - 1];
	int32_t triangle = path->data[0].triangle;
	for ( int32_t i = 1; i + 1 < path->count; ++i )
	{
		const wfPathNode* node = path->data + i;
		if ( node->triangle == triangle )
		{
			continue;
		}
		wfResult result = wf_numericalFailure;
		if ( node->vertex >= 0 )
		{
			result = passVertex( strip, path, i, triangle, node->triangle );
		}
		else if ( node->halfEdge >= 0 )
		{
			bool same = node->halfEdge / 3 == triangle;
			int32_t h = same ? node->halfEdge : mesh->twin[node->halfEdge];
			double share = same || wfFromVertex( mesh, h ) == wfFromVertex( mesh, node->halfEdge ) ? node->u : 1.0 - node->u;
			result = wfArray_Push( &strip->edges, ( wfStripEdge ){ h, share, 0.0, 1.0 } );
		}
		if ( result != wf_ok )
		{
			return result;
		}
		triangle = node->triangle;
	}
	strip->end.triangle = triangle;
	trim( strip );
	return wf_ok;
}

wfResult wfStrip_GetPath( const wfStrip* strip, wfNodePath* path )
{
	const wfMesh* mesh = strip->mesh;
	path->count = 0;
	wfResult result = wfArray_Push( path, strip->start );
	for ( int32_t i = 0; result == wf_ok && i < strip->edges.count; ++i )
	{
		const wfStripEdge* edge = strip->edges.data + i;
		int32_t h = edge->halfEdge, triangle = mesh->twin[h] / 3;
		int32_t vertex = wfGetPinned( mesh, edge );
		if ( vertex >= 0 && path->data[path->count - 1].vertex == vertex )
		{
			path->data[path->count - 1].triangle = triangle;
			continue;
		}
		result = wfArray_Push( path, vertex >= 0 ? wfVertexNode( vertex, triangle ) : wfEdgeNode( h, edge->share, triangle ) );
	}
	if ( result != wf_ok )
	{
		return result;
	}
	wfPathNode* last = path->data + path->count - 1;
	if ( path->count > 1 && strip->end.vertex >= 0 && last->vertex == strip->end.vertex )
	{
		last->triangle = strip->end.triangle;
		return wf_ok;
	}
	bool alone = path->count == 1 && strip->end.vertex >= 0 && strip->start.vertex == strip->end.vertex;
	return alone ? wf_ok : wfArray_Push( path, strip->end );
}

void wfStrip_SetBounds( wfStrip* strip, double kept )
{
	const wfMesh* mesh = strip->mesh;
	for ( int32_t i = 0; i < strip->edges.count; ++i )
	{
		wfStripEdge* edge = strip->edges.data + i;
		edge->low = kept * edge->share;
		edge->high = 1.0 - kept * ( 1.0 - edge->share );
		if ( strip->heights == NULL )
		{
			continue;
		}
		if ( !wfIsFreeVertex( strip->heights, wfFromVertex( mesh, edge->halfEdge ) ) )
		{
			edge->low = edge->low > WF_OBSTACLE_SHARE ? edge->low : WF_OBSTACLE_SHARE;
		}
		if ( !wfIsFreeVertex( strip->heights, wfToVertex( mesh, edge->halfEdge ) ) )
		{
			edge->high = edge->high < 1.0 - WF_OBSTACLE_SHARE ? edge->high : 1.0 - WF_OBSTACLE_SHARE;
		}
		edge->low = edge->low < edge->high ? edge->low : edge->high;
	}
}

// ----------------------------------------------------------------------------------------------------------------- flips

static bool hasVertex( const wfStrip* strip, int32_t i, int32_t vertex )
{
	int32_t h = strip->edges.data[i].halfEdge;
	return wfFromVertex( strip->mesh, h ) == vertex || wfToVertex( strip->mesh, h ) == vertex;
}

static wfFlat placeOf( const wfStrip* strip, int32_t i, int32_t triangle )
{
	wfPathNode node =
		i < 0 ? strip->start
			  : ( i >= strip->edges.count ? strip->end
										  : wfEdgeNode( strip->edges.data[i].halfEdge, strip->edges.data[i].share, triangle ) );
	node.triangle = triangle;
	return wfFlatOfNode( strip->mesh, &node, triangle );
}

// The fan around the other side of the vertex that edges [first, last] lie around; false where the path is shortest as it is.
static bool findFlip( const wfStrip* strip, int32_t vertex, int32_t first, int32_t last, Fan* fan )
{
	const wfMesh* mesh = strip->mesh;
	if ( mesh->atBoundary[vertex] != 0 || ( strip->heights != NULL && !wfIsFreeVertex( strip->heights, vertex ) ) )
	{
		return false;
	}
	int32_t from = strip->edges.data[first].halfEdge / 3, to = mesh->twin[strip->edges.data[last].halfEdge] / 3;
	*fan = ( Fan ){ mesh, vertex, findInRing( mesh, vertex, from ), findInRing( mesh, vertex, to ), true };
	if ( fan->from < 0 || fan->to < 0 )
	{
		return false;
	}
	bool stripForward = findRingEdge( mesh, vertex, fan->from, true ) == strip->edges.data[first].halfEdge;
	fan->forward = !stripForward;
	wfFlat back = wfSub2( placeOf( strip, first - 1, from ), wfCornerOf( mesh, from, wfCornerWith( mesh, from, vertex ) ) );
	wfFlat ahead = wfSub2( placeOf( strip, last + 1, to ), wfCornerOf( mesh, to, wfCornerWith( mesh, to, vertex ) ) );
	if ( wfDot2( back, back ) == 0.0 || wfDot2( ahead, ahead ) == 0.0 )
	{
		return false;
	}
	double sum;
	double in = wfGetRingAngle( mesh, vertex, from, back, &sum ), out = wfGetRingAngle( mesh, vertex, to, ahead, &sum );
	return angleBetween( in, out, sum, fan->forward ) < WF_PI - WF_FLIP_ANGLE;
}

wfResult wfStrip_Flip( wfStrip* strip, int32_t* flips )
{
	*flips = 0;
	wfStripEdges* spare = &strip->spare;
	spare->count = 0;
	int32_t i = 0;
	wfResult result = wf_ok;
	while ( result == wf_ok && i < strip->edges.count )
	{
		int32_t vertex = wfGetPinned( strip->mesh, &strip->edges.data[i] ), last = i;
		Fan fan;
		if ( vertex >= 0 )
		{
			while ( last + 1 < strip->edges.count && hasVertex( strip, last + 1, vertex ) )
			{
				last += 1;
			}
			// Edges at the vertex before this one, crossed elsewhere, would be part of the fan: they were written already.
			int32_t first = i;
			while ( first > 0 && spare->count > 0 && hasVertex( strip, first - 1, vertex ) &&
					spare->data[spare->count - 1].halfEdge == strip->edges.data[first - 1].halfEdge )
			{
				first -= 1;
				spare->count -= 1;
			}
			bool whole = first == 0 || !hasVertex( strip, first - 1, vertex );
			if ( whole && findFlip( strip, vertex, first, last, &fan ) )
			{
				result = addFan( &fan, spare );
				*flips += 1;
				i = last + 1;
				continue;
			}
			while ( result == wf_ok && first < i )
			{
				result = wfArray_Push( spare, strip->edges.data[first++] );
			}
		}
		for ( ; result == wf_ok && i <= last; ++i )
		{
			result = wfArray_Push( spare, strip->edges.data[i] );
		}
	}
	if ( result == wf_ok && *flips > 0 )
	{
		wfStripEdges swapped = strip->edges;
		strip->edges = *spare;
		*spare = swapped;
		trim( strip );
	}
	return result;
}
