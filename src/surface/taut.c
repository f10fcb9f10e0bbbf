// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Pulling paths taut. A strip of triangles laid flat has a shortest path through it, found by a funnel that narrows from edge to
// edge (Lee and Preparata 1984). It bends at vertices only; where the other side of such a vertex has less than half a turn, the
// strip is moved there, and the path gets shorter (Sharp and Crane 2020 flip edges to the same end). What is left bends around
// saddles, the boundary and obstacles: no path near it is shorter.

#include "surface/strip.h"
#include "surface/tuning.h"

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

static bool isSame( wfFlat a, wfFlat b )
{
	return a.x == b.x && a.y == b.y;
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
		// A line that begins or ends at a vertex passes all edges around it there, wherever they point.
		share = isSame( portal->left, from ) || isSame( portal->left, to ) ? 0.0 : share;
		share = isSame( portal->right, from ) || isSame( portal->right, to ) ? 1.0 : share;
		share = share < 0.0 ? 0.0 : ( share > 1.0 ? 1.0 : share );
		edge->share =
			portal->toIsLeft ? edge->high + share * ( edge->low - edge->high ) : edge->low + share * ( edge->high - edge->low );
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
		const wfStripEdge* edge = strip->edges + i;
		crossStripEdge( &at, edge->halfEdge, i == 0 );
		bool toIsLeft = wfToVertex( strip->mesh, edge->halfEdge ) == at.leftVertex;
		double left = toIsLeft ? 1.0 - edge->high : edge->low, right = toIsLeft ? edge->low : 1.0 - edge->high;
		strip->portals[i] = ( wfPortal ){ mix( at.left, at.right, left ), mix( at.right, at.left, right ), toIsLeft };
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

// The funnel closed: the path bends at its left (or right) end, and the search goes on from there; `last` is the path's own end.
static double bend( wfStrip* strip, Funnel* funnel, bool left, int32_t last )
{
	wfFlat to = left ? funnel->left : funnel->right;
	int32_t at = left ? funnel->leftAt : funnel->rightAt;
	fillShares( strip, funnel->apexAt + 1, at, funnel->apex, to );
	if ( at < last )
	{
		wfStripEdge* edge = strip->edges + at;
		edge->share = strip->portals[at].toIsLeft == left ? edge->high : edge->low;
	}
	wfFlat path = wfSubFlat( to, funnel->apex );
	*funnel = ( Funnel ){ to, to, to, at, at, at };
	return sqrt( wfDotFlat( path, path ) );
}

// The shortest path from `start` before portal `first` to `end` behind portal `last` - 1. Returns its length.
static double tightenBetween( wfStrip* strip, int32_t first, int32_t last, wfFlat start, wfFlat end )
{
	Funnel funnel = { start, start, start, first - 1, first - 1, first - 1 };
	double length = 0.0;
	for ( int32_t i = first; i <= last; ++i )
	{
		wfFlat left = i < last ? strip->portals[i].left : end, right = i < last ? strip->portals[i].right : end;
		if ( turnOf( funnel.apex, funnel.right, right ) >= 0.0 )
		{
			if ( isSame( funnel.right, funnel.apex ) || turnOf( funnel.apex, funnel.left, right ) < 0.0 )
			{
				funnel.right = right;
				funnel.rightAt = i;
			}
			else
			{
				length += bend( strip, &funnel, true, last );
				i = funnel.apexAt;
				continue;
			}
		}
		if ( turnOf( funnel.apex, funnel.left, left ) <= 0.0 )
		{
			if ( isSame( funnel.left, funnel.apex ) || turnOf( funnel.apex, funnel.right, left ) > 0.0 )
			{
				funnel.left = left;
				funnel.leftAt = i;
			}
			else
			{
				length += bend( strip, &funnel, false, last );
				i = funnel.apexAt;
			}
		}
	}
	fillShares( strip, funnel.apexAt + 1, last, funnel.apex, end );
	wfFlat path = wfSubFlat( end, funnel.apex );
	return length + sqrt( wfDotFlat( path, path ) );
}

wfResult wfStrip_Tighten( wfStrip* strip, double* length )
{
	wfFlat start, end;
	wfResult result = layFlat( strip, &start, &end );
	*length = result == wf_ok ? tightenBetween( strip, 0, strip->count, start, end ) : 0.0;
	return result;
}

wfResult wfStrip_PullTaut( wfStrip* strip )
{
	double best = 0.0;
	for ( int32_t round = 0; round < WF_MOST_ROUNDS; ++round )
	{
		double length;
		int32_t flips;
		wfStrip_SetBounds( strip, 0.0 );
		wfResult result = wfStrip_Tighten( strip, &length );
		if ( result != wf_ok || ( round > 0 && !( length < best - WF_LEAST_GAIN * best ) ) )
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

// Where the path crosses each portal, from its left end on.
static double getShareFromLeft( const wfStrip* strip, int32_t i )
{
	const wfStripEdge* edge = strip->edges + i;
	double width = edge->high - edge->low;
	double share =
		width > 0.0 ? ( strip->portals[i].toIsLeft ? edge->high - edge->share : edge->share - edge->low ) / width : 0.5;
	return share < 0.0 ? 0.0 : ( share > 1.0 ? 1.0 : share );
}

static wfResult layPlaces( wfStrip* strip )
{
	wfFlat start, end;
	wfResult result = layFlat( strip, &start, &end );
	size_t needed = (size_t)strip->count + 2;
	if ( result == wf_ok && needed > strip->placeCapacity )
	{
		result = wfGrowArray( &strip->places, &strip->placeCapacity, needed, sizeof( wfFlat ) );
	}
	if ( result == wf_ok && needed > strip->alongCapacity )
	{
		result = wfGrowArray( &strip->along, &strip->alongCapacity, needed, sizeof( double ) );
	}
	if ( result != wf_ok )
	{
		return result;
	}
	strip->places[0] = start;
	strip->places[strip->count + 1] = end;
	for ( int32_t i = 0; i < strip->count; ++i )
	{
		strip->places[i + 1] = mix( strip->portals[i].left, strip->portals[i].right, getShareFromLeft( strip, i ) );
	}
	return wf_ok;
}

static void measureAlong( wfStrip* strip )
{
	strip->along[0] = 0.0;
	for ( int32_t i = 1; i <= strip->count + 1; ++i )
	{
		wfFlat piece = wfSubFlat( strip->places[i], strip->places[i - 1] );
		strip->along[i] = strip->along[i - 1] + sqrt( wfDotFlat( piece, piece ) );
	}
}

static bool areOne( wfFlat a, wfFlat b, double tiny )
{
	wfFlat path = wfSubFlat( a, b );
	return wfDotFlat( path, path ) < tiny * tiny;
}

// Whether the path bends sharply at a place: against the places before and after it that are not the same.
static bool isSharp( const wfStrip* strip, int32_t place, double tiny )
{
	int32_t from = place - 1, to = place + 1;
	wfFlat at = strip->places[place];
	while ( from > 0 && areOne( strip->places[from], at, tiny ) )
	{
		from -= 1;
	}
	while ( to <= strip->count && areOne( strip->places[to], at, tiny ) )
	{
		to += 1;
	}
	wfFlat in = wfSubFlat( at, strip->places[from] ), out = wfSubFlat( strip->places[to], at );
	double size = sqrt( wfDotFlat( in, in ) * wfDotFlat( out, out ) );
	return size > 0.0 && wfDotFlat( in, out ) < WF_SHARP_COSINE * size;
}

// The path goes straight, or as straight as the portals allow, past each sharp bend from `reach` before it to as much behind it:
// two bends of about half the angle come in its place.
static void cutBends( wfStrip* strip, double reach, double tiny )
{
	measureAlong( strip );
	int32_t last = strip->count + 1;
	for ( int32_t place = 1; place < last; ++place )
	{
		if ( !isSharp( strip, place, tiny ) )
		{
			continue;
		}
		int32_t from = place - 1, to = place + 1;
		while ( from > 0 && strip->along[from] > strip->along[place] - reach )
		{
			from -= 1;
		}
		while ( to < last && strip->along[to] < strip->along[place] + reach )
		{
			to += 1;
		}
		(void)tightenBetween( strip, from, to - 1, strip->places[from], strip->places[to] );
		for ( int32_t i = from; i < to - 1; ++i )
		{
			strip->places[i + 1] = mix( strip->portals[i].left, strip->portals[i].right, getShareFromLeft( strip, i ) );
		}
		place = to - 1;
	}
}

static double getMeanEdge( const wfStrip* strip )
{
	double sum = 0.0;
	for ( int32_t i = 0; i < strip->count; ++i )
	{
		sum += strip->mesh->length[strip->edges[i].halfEdge];
	}
	return strip->count > 0 ? sum / strip->count : 0.0;
}

wfResult wfStrip_Smooth( wfStrip* strip )
{
	double meanEdge = getMeanEdge( strip ), reach = WF_CUT_EDGES * meanEdge;
	int32_t flips = 1;
	for ( int32_t round = 0; round < WF_CUT_ROUNDS || ( flips > 0 && round < WF_MOST_CUT_ROUNDS ); ++round )
	{
		wfStrip_SetBounds( strip, 0.0 );
		wfResult result = layPlaces( strip );
		if ( result == wf_ok )
		{
			cutBends( strip, reach, WF_ONE_PLACE * meanEdge );
			reach *= round < WF_CUT_ROUNDS ? WF_CUT_SHRINK : 1.0;
			result = round + 1 < WF_MOST_CUT_ROUNDS ? wfStrip_Flip( strip, &flips ) : wf_ok;
		}
		if ( result != wf_ok )
		{
			return result;
		}
	}
	return wf_ok;
}
