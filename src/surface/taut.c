// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Pulling ways taut. A strip of triangles laid flat has a shortest way through it, found by a funnel that narrows from edge to
// edge (Lee and Preparata 1984). It bends at vertices only; where the other side of such a vertex has less than half a turn, the
// strip is moved there, and the way gets shorter (Sharp and Crane 2020 flip edges to the same end). What is left bends around
// saddles, limits and obstacles: no way near it is shorter.

#include "surface/strip.h"

// A way that got shorter by no more than this part of its length in a round is taut.
#define LEAST_GAIN 1e-12
#define MOST_ROUNDS 1000
// How far the bends of a walk are rounded off: sweeps before each look at vertices, and rounds of both.
#define SMOOTHING_SWEEPS 4
#define SMOOTHING_ROUNDS 5

// The strip is laid flat from the first triangle on, in its axes.
typedef struct Unfolding
{
	const wfMesh* mesh;
	int32_t leftVertex, rightVertex;
	wfFlat left, right; // ends of the edge crossed last
} Unfolding;

static wfFlat mix( wfFlat a, wfFlat b, double share )
{
	return ( wfFlat ){ ( 1.0 - share ) * a.x + share * b.x, ( 1.0 - share ) * a.y + share * b.y };
}

// A place of the triangle that lies across the edge crossed last.
static wfFlat unfold( const Unfolding* at, int32_t triangle, wfFlat place )
{
	wfFlat right = wfCornerOf( at->mesh, triangle, wfCornerWith( at->mesh, triangle, at->rightVertex ) );
	wfFlat left = wfCornerOf( at->mesh, triangle, wfCornerWith( at->mesh, triangle, at->leftVertex ) );
	wfFlat edge = wfSubFlat( left, right ), to = wfSubFlat( place, right ), image = wfSubFlat( at->left, at->right );
	double length2 = wfDotFlat( edge, edge );
	double along = wfDotFlat( edge, to ) / length2, across = fabs( wfCrossFlat( edge, to ) ) / length2;
	// Ahead is to the right of the direction from the right end to the left.
	return ( wfFlat ){ at->right.x + along * image.x + across * image.y, at->right.y + along * image.y - across * image.x };
}

static void crossStripEdge( Unfolding* at, int32_t h, bool first )
{
	const wfMesh* mesh = at->mesh;
	int32_t from = wfFromVertex( mesh, h ), to = wfToVertex( mesh, h ), t = h / 3;
	if ( first )
	{
		// Who leaves a triangle whose corners go round to the left has the end of the half-edge to the left.
		at->leftVertex = to;
		at->rightVertex = from;
		at->left = wfCornerOf( mesh, t, wfNextHalfEdge( h ) % 3 );
		at->right = wfCornerOf( mesh, t, h % 3 );
		return;
	}
	bool keepsLeft = from == at->leftVertex || to == at->leftVertex;
	int32_t fresh = keepsLeft ? ( from == at->leftVertex ? to : from ) : ( from == at->rightVertex ? to : from );
	wfFlat place = unfold( at, t, wfCornerOf( mesh, t, wfCornerWith( mesh, t, fresh ) ) );
	if ( keepsLeft )
	{
		at->rightVertex = fresh;
		at->right = place;
	}
	else
	{
		at->leftVertex = fresh;
		at->left = place;
	}
}

static double turnOf( wfFlat apex, wfFlat a, wfFlat b )
{
	return wfCrossFlat( wfSubFlat( a, apex ), wfSubFlat( b, apex ) );
}

// Places on the portals (begin, end) where the straight line between two places passes.
static void fillShares( wfStrip* strip, int32_t begin, int32_t end, wfFlat from, wfFlat to )
{
	for ( int32_t i = begin; i < end; ++i )
	{
		wfStripEdge* edge = strip->edges + i;
		const wfPortal* portal = strip->portals + i;
		double left = turnOf( from, to, portal->left ), right = turnOf( from, to, portal->right );
		double share = left - right > 0.0 ? left / ( left - right ) : 0.5; // from the left end
		share = share < 0.0 ? 0.0 : ( share > 1.0 ? 1.0 : share );
		// On the edge itself: `low` and `high` are the portal's ends, which one is left was kept in the sign of share.
		bool toIsLeft = edge->share < 0.0;
		edge->share = toIsLeft ? edge->high + share * ( edge->low - edge->high ) : edge->low + share * ( edge->high - edge->low );
	}
}

static wfResult layFlat( wfStrip* strip, wfFlat* start, wfFlat* end )
{
	if ( (size_t)strip->count > strip->portalCapacity )
	{
		wfResult result = wfGrowArray( &strip->portals, &strip->portalCapacity, (size_t)strip->count, sizeof( wfPortal ) );
		if ( result != wf_ok )
		{
			return result;
		}
	}
	Unfolding at = { .mesh = strip->mesh };
	*start = wfFlatOfNode( strip->mesh, &strip->start, strip->start.triangle );
	for ( int32_t i = 0; i < strip->count; ++i )
	{
		wfStripEdge* edge = strip->edges + i;
		crossStripEdge( &at, edge->halfEdge, i == 0 );
		bool toIsLeft = wfToVertex( strip->mesh, edge->halfEdge ) == at.leftVertex;
		double left = toIsLeft ? 1.0 - edge->high : edge->low, right = toIsLeft ? edge->low : 1.0 - edge->high;
		strip->portals[i] = ( wfPortal ){ mix( at.left, at.right, left ), mix( at.right, at.left, right ) };
		edge->share = toIsLeft ? -1.0 : 1.0;
	}
	wfFlat place = wfFlatOfNode( strip->mesh, &strip->end, strip->end.triangle );
	*end = strip->count > 0 ? unfold( &at, strip->end.triangle, place ) : place;
	return wf_ok;
}

// The funnel: an apex, and the leftmost and rightmost lines that still pass all edges so far.
typedef struct Funnel
{
	wfFlat apex, left, right;
	int32_t apexAt, leftAt, rightAt; // edges they lie on
} Funnel;

// The funnel closed: the way bends at its left (or right) end, and the search goes on from there.
static double bend( wfStrip* strip, Funnel* funnel, bool left )
{
	wfFlat to = left ? funnel->left : funnel->right;
	int32_t at = left ? funnel->leftAt : funnel->rightAt;
	fillShares( strip, funnel->apexAt + 1, at, funnel->apex, to );
	if ( at < strip->count )
	{
		wfStripEdge* edge = strip->edges + at;
		bool toIsLeft = edge->share < 0.0;
		edge->share = toIsLeft == left ? edge->high : edge->low;
	}
	wfFlat way = wfSubFlat( to, funnel->apex );
	*funnel = ( Funnel ){ to, to, to, at, at, at };
	return sqrt( wfDotFlat( way, way ) );
}

wfResult wfStrip_Tighten( wfStrip* strip, double* length )
{
	wfFlat start, end;
	wfResult result = layFlat( strip, &start, &end );
	if ( result != wf_ok )
	{
		return result;
	}
	Funnel funnel = { start, start, start, -1, -1, -1 };
	*length = 0.0;
	for ( int32_t i = 0; i <= strip->count; ++i )
	{
		wfFlat left = i < strip->count ? strip->portals[i].left : end, right = i < strip->count ? strip->portals[i].right : end;
		if ( turnOf( funnel.apex, funnel.right, right ) >= 0.0 )
		{
			if ( funnel.rightAt == funnel.apexAt || turnOf( funnel.apex, funnel.left, right ) < 0.0 )
			{
				funnel.right = right;
				funnel.rightAt = i;
			}
			else
			{
				*length += bend( strip, &funnel, true );
				i = funnel.apexAt;
				continue;
			}
		}
		if ( turnOf( funnel.apex, funnel.left, left ) <= 0.0 )
		{
			if ( funnel.leftAt == funnel.apexAt || turnOf( funnel.apex, funnel.right, left ) > 0.0 )
			{
				funnel.left = left;
				funnel.leftAt = i;
			}
			else
			{
				*length += bend( strip, &funnel, false );
				i = funnel.apexAt;
			}
		}
	}
	fillShares( strip, funnel.apexAt + 1, strip->count, funnel.apex, end );
	wfFlat way = wfSubFlat( end, funnel.apex );
	*length += sqrt( wfDotFlat( way, way ) );
	return wf_ok;
}

wfResult wfStrip_PullTaut( wfStrip* strip )
{
	double best = 0.0;
	for ( int32_t round = 0; round < MOST_ROUNDS; ++round )
	{
		double length;
		int32_t flips;
		wfStrip_SetBounds( strip, 0.0 );
		wfResult result = wfStrip_Tighten( strip, &length );
		if ( result != wf_ok || ( round > 0 && !( length < best - LEAST_GAIN * best ) ) )
		{
			return result;
		}
		best = length;
		result = wfStrip_Flip( strip, &flips );
		if ( result != wf_ok || flips == 0 )
		{
			return result;
		}
	}
	// Flips were left over: tight in the strip reached.
	double length;
	wfStrip_SetBounds( strip, 0.0 );
	return wfStrip_Tighten( strip, &length );
}

// ---------------------------------------------------------------------------------------------------------------- smooth

// Place of the node before or after an edge of the strip, in the axes of the edge: along it, and how far from it.
static wfFlat relativeTo( const wfStrip* strip, int32_t edge, int32_t node )
{
	const wfMesh* mesh = strip->mesh;
	int32_t h = strip->edges[edge].halfEdge;
	int32_t g = node < edge ? h : mesh->twin[h];
	int32_t t = g / 3;
	wfWayNode place =
		node < 0 ? strip->start
				 : ( node >= strip->count ? strip->end : wfEdgeNode( strip->edges[node].halfEdge, strip->edges[node].share, t ) );
	place.triangle = t;
	wfFlat at = wfFlatOfNode( mesh, &place, t );
	wfFlat a = wfCornerOf( mesh, t, g % 3 ), b = wfCornerOf( mesh, t, wfNextHalfEdge( g ) % 3 );
	bool same = wfFromVertex( mesh, g ) == wfFromVertex( mesh, h );
	wfFlat from = same ? a : b, along = wfSubFlat( same ? b : a, from ), to = wfSubFlat( at, from );
	double length2 = wfDotFlat( along, along );
	return ( wfFlat ){ wfDotFlat( along, to ) / length2, fabs( wfCrossFlat( along, to ) ) / length2 };
}

void wfStrip_Relax( wfStrip* strip, int32_t sweeps )
{
	for ( int32_t sweep = 0; sweep < sweeps; ++sweep )
	{
		for ( int32_t k = 0; k < strip->count; ++k )
		{
			int32_t i = sweep % 2 == 0 ? k : strip->count - 1 - k;
			wfFlat before = relativeTo( strip, i, i - 1 ), after = relativeTo( strip, i, i + 1 );
			wfStripEdge* edge = strip->edges + i;
			double across = before.y + after.y;
			if ( across > 0.0 )
			{
				double share = ( before.x * after.y + after.x * before.y ) / across;
				edge->share = share < edge->low ? edge->low : ( share > edge->high ? edge->high : share );
			}
		}
	}
}

wfResult wfStrip_Smooth( wfStrip* strip )
{
	for ( int32_t round = 0; round < SMOOTHING_ROUNDS; ++round )
	{
		wfStrip_SetBounds( strip, 0.0 );
		wfStrip_Relax( strip, SMOOTHING_SWEEPS );
		int32_t flips;
		wfResult result = wfStrip_Flip( strip, &flips );
		if ( result != wf_ok )
		{
			return result;
		}
	}
	wfStrip_SetBounds( strip, 0.0 );
	wfStrip_Relax( strip, SMOOTHING_SWEEPS );
	return wf_ok;
}
