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
	return wfAddScaled2( wfScale2( 1.0 - share, a ), share, b );
}

// A place of the triangle that lies across the edge crossed last.
static wfFlat unfold( const Unfolding* at, int32_t triangle, wfFlat place )
{
	wfFlat right = wfCornerOf( at->mesh, triangle, wfCornerWith( at->mesh, triangle, at->rightVertex ) );
	wfFlat left = wfCornerOf( at->mesh, triangle, wfCornerWith( at->mesh, triangle, at->leftVertex ) );
	wfFlat edge = wfSub2( left, right ), to = wfSub2( place, right ), image = wfSub2( at->left, at->right );
	double length2 = wfDot2( edge, edge );
	double along = wfDot2( edge, to ) / length2, across = fabs( wfCross2( edge, to ) ) / length2;
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

static bool isSame( wfFlat a, wfFlat b )
{
	return a.x == b.x && a.y == b.y;
}

// Places on the portals (begin, end) where the straight line between two places passes.
static void fillShares( wfStrip* strip, int32_t begin, int32_t end, wfFlat from, wfFlat to )
{
	for ( int32_t i = begin; i < end; ++i )
	{
		wfStripEdge* edge = strip->edges.data + i;
		const wfPortal* portal = strip->portals.data + i;
		double left = wfSide2( from, to, portal->left ), right = wfSide2( from, to, portal->right );
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
	if ( wfArray_Reserve( &strip->portals, strip->edges.count ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	Unfolding at = { .mesh = strip->mesh };
	*start = wfFlatOfNode( strip->mesh, &strip->start, strip->start.triangle );
	for ( int32_t i = 0; i < strip->edges.count; ++i )
	{
		const wfStripEdge* edge = strip->edges.data + i;
		crossStripEdge( &at, edge->halfEdge, i == 0 );
		bool toIsLeft = wfToVertex( strip->mesh, edge->halfEdge ) == at.leftVertex;
		double left = toIsLeft ? 1.0 - edge->high : edge->low, right = toIsLeft ? edge->low : 1.0 - edge->high;
		strip->portals.data[i] = ( wfPortal ){ mix( at.left, at.right, left ), mix( at.right, at.left, right ), toIsLeft };
	}
	wfFlat place = wfFlatOfNode( strip->mesh, &strip->end, strip->end.triangle );
	*end = strip->edges.count > 0 ? unfold( &at, strip->end.triangle, place ) : place;
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
		wfStripEdge* edge = strip->edges.data + at;
		edge->share = strip->portals.data[at].toIsLeft == left ? edge->high : edge->low;
	}
	double length = wfDistance2( funnel->apex, to );
	*funnel = ( Funnel ){ to, to, to, at, at, at };
	return length;
}

// The shortest path from `start` before portal `first` to `end` behind portal `last` - 1. Returns its length.
static double tightenBetween( wfStrip* strip, int32_t first, int32_t last, wfFlat start, wfFlat end )
{
	Funnel funnel = { start, start, start, first - 1, first - 1, first - 1 };
	double length = 0.0;
	for ( int32_t i = first; i <= last; ++i )
	{
		wfFlat left = i < last ? strip->portals.data[i].left : end, right = i < last ? strip->portals.data[i].right : end;
		if ( wfSide2( funnel.apex, funnel.right, right ) >= 0.0 )
		{
			if ( isSame( funnel.right, funnel.apex ) || wfSide2( funnel.apex, funnel.left, right ) < 0.0 )
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
		if ( wfSide2( funnel.apex, funnel.left, left ) <= 0.0 )
		{
			if ( isSame( funnel.left, funnel.apex ) || wfSide2( funnel.apex, funnel.right, left ) > 0.0 )
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
	return length + wfDistance2( funnel.apex, end );
}

wfResult wfStrip_Tighten( wfStrip* strip, double* length )
{
	wfFlat start, end;
	wfResult result = layFlat( strip, &start, &end );
	*length = result == wf_ok ? tightenBetween( strip, 0, strip->edges.count, start, end ) : 0.0;
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
	const wfStripEdge* edge = strip->edges.data + i;
	double width = edge->high - edge->low;
	double share =
		width > 0.0 ? ( strip->portals.data[i].toIsLeft ? edge->high - edge->share : edge->share - edge->low ) / width : 0.5;
	return share < 0.0 ? 0.0 : ( share > 1.0 ? 1.0 : share );
}

static wfResult layPlaces( wfStrip* strip )
{
	wfFlat start, end;
	wfResult result = layFlat( strip, &start, &end );
	if ( result != wf_ok || wfArray_Reserve( &strip->places, strip->edges.count + 2 ) != wf_ok ||
		 wfArray_Reserve( &strip->along, strip->edges.count + 2 ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	strip->places.data[0] = start;
	strip->places.data[strip->edges.count + 1] = end;
	for ( int32_t i = 0; i < strip->edges.count; ++i )
	{
		strip->places.data[i + 1] =
			mix( strip->portals.data[i].left, strip->portals.data[i].right, getShareFromLeft( strip, i ) );
	}
	return wf_ok;
}

static void measureAlong( wfStrip* strip )
{
	strip->along.data[0] = 0.0;
	for ( int32_t i = 1; i <= strip->edges.count + 1; ++i )
	{
		strip->along.data[i] = strip->along.data[i - 1] + wfDistance2( strip->places.data[i - 1], strip->places.data[i] );
	}
}

static bool areOne( wfFlat a, wfFlat b, double tiny )
{
	wfFlat path = wfSub2( a, b );
	return wfDot2( path, path ) < tiny * tiny;
}

// Whether the path bends sharply at a place: against the places before and after it that are not the same.
static bool isSharp( const wfStrip* strip, int32_t place, double tiny )
{
	int32_t from = place - 1, to = place + 1;
	wfFlat at = strip->places.data[place];
	while ( from > 0 && areOne( strip->places.data[from], at, tiny ) )
	{
		from -= 1;
	}
	while ( to <= strip->edges.count && areOne( strip->places.data[to], at, tiny ) )
	{
		to += 1;
	}
	wfFlat in = wfSub2( at, strip->places.data[from] ), out = wfSub2( strip->places.data[to], at );
	double size = sqrt( wfDot2( in, in ) * wfDot2( out, out ) );
	return size > 0.0 && wfDot2( in, out ) < WF_SHARP_COSINE * size;
}

// The path goes straight, or as straight as the portals allow, past each sharp bend from `reach` before it to as much behind it:
// two bends of about half the angle come in its place.
static void cutBends( wfStrip* strip, double reach, double tiny )
{
	measureAlong( strip );
	int32_t last = strip->edges.count + 1;
	for ( int32_t place = 1; place < last; ++place )
	{
		if ( !isSharp( strip, place, tiny ) )
		{
			continue;
		}
		int32_t from = place - 1, to = place + 1;
		while ( from > 0 && strip->along.data[from] > strip->along.data[place] - reach )
		{
			from -= 1;
		}
		while ( to < last && strip->along.data[to] < strip->along.data[place] + reach )
		{
			to += 1;
		}
		(void)tightenBetween( strip, from, to - 1, strip->places.data[from], strip->places.data[to] );
		for ( int32_t i = from; i < to - 1; ++i )
		{
			strip->places.data[i + 1] =
				mix( strip->portals.data[i].left, strip->portals.data[i].right, getShareFromLeft( strip, i ) );
		}
		place = to - 1;
	}
}

static double getMeanEdge( const wfStrip* strip )
{
	double sum = 0.0;
	for ( int32_t i = 0; i < strip->edges.count; ++i )
	{
		sum += strip->mesh->length[strip->edges.data[i].halfEdge];
	}
	return strip->edges.count > 0 ? sum / strip->edges.count : 0.0;
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
