// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The boundary of the union of walkable areas: the outlines of all of them, cut where they meet, without the pieces that have
// walkable ground on both sides. Areas that touch, or miss each other by less than a billionth of the size of the world, are
// joined.
#include "world/geometry.h"

#include <stdlib.h>

typedef struct wfUnion
{
	wfGeometry* geometry;
	WF_ARRAY( wfPrimitive ) pieces; // outlines before cutting: lines and arcs
	wfBoxTree tree;
	WF_ARRAY( double ) cuts; // of the piece at hand, as fractions of its length
	double tolerance;
} wfUnion;

// -------------------------------------------------------------------------------------------------------------- outlines

static wfResult addPiece( wfUnion* all, wfPrimitive piece )
{
	bool empty = piece.a.x == piece.b.x && piece.a.y == piece.b.y;
	return empty ? wf_ok : wfArray_Push( &all->pieces, piece );
}

static wfResult addOutlineLine( wfVec2 a, wfVec2 b, void* context )
{
	return addPiece( context, ( wfPrimitive ){ .a = a, .b = b, .kind = wf_linePrimitive } );
}

// Half a circle, as two quarters, from `center + radius * direction` counter-clockwise.
static wfResult addHalfCircle( wfUnion* all, wfVec2 center, double radius, wfVec2 direction )
{
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < 2 && result == wf_ok; ++k )
	{
		wfVec2 next = wfPerpendicular2( direction );
		wfVec2 a = wfAddScaled2( center, radius, direction ), b = wfAddScaled2( center, radius, next );
		result = addPiece( all, ( wfPrimitive ){ a, b, center, radius, wf_arcPrimitive } );
		direction = next;
	}
	return result;
}

static wfResult addThickLine( wfUnion* all, wfVec2 a, wfVec2 b, double radius )
{
	double x = b.x - a.x, y = b.y - a.y, length = sqrt( x * x + y * y );
	wfVec2 right = length > 0.0 ? ( wfVec2 ){ y / length, -x / length } : ( wfVec2 ){ 1.0, 0.0 };
	wfVec2 left = { -right.x, -right.y }, d = wfScale2( radius, right );
	wfResult result = addHalfCircle( all, b, radius, right );
	result = result == wf_ok ? addHalfCircle( all, a, radius, left ) : result;
	result = result == wf_ok ? addOutlineLine( wfAdd2( a, d ), wfAdd2( b, d ), all ) : result;
	return result == wf_ok ? addOutlineLine( wfSub2( a, d ), wfSub2( b, d ), all ) : result;
}

static wfResult addOutline( wfUnion* all, const wfArea* area )
{
	const wfShapeDef* def = &area->shape->def;
	switch ( def->kind )
	{
		case wf_discShape:
			return def->radius > 0.0 ? addThickLine( all, def->center, def->center, def->radius ) : wf_ok;
		case wf_segmentShape:
			return def->radius > 0.0 ? addThickLine( all, def->points[area->part], def->points[area->part + 1], def->radius )
									 : wf_ok;
		default:
			return wfVisitSides( area->shape, addOutlineLine, all );
	}
}

// ------------------------------------------------------------------------------------------------------------------- cuts

// Arcs are walked by the projection on their chord, which grows along an arc of at most a quarter.
static double fractionOf( const wfPrimitive* piece, wfVec2 point )
{
	wfVec2 d = wfSub2( piece->b, piece->a );
	return wfDot2( wfSub2( point, piece->a ), d ) / wfDot2( d, d );
}

typedef struct Place
{
	wfVec2 point, normal;
} Place;

static Place placeAt( const wfPrimitive* piece, double t )
{
	wfVec2 d = wfSub2( piece->b, piece->a );
	double length = wfLength2( d );
	wfVec2 u = wfDivide2( d, length );
	if ( piece->kind == wf_linePrimitive )
	{
		return ( Place ){ wfAddScaled2( piece->a, t, d ), { u.y, -u.x } };
	}
	// Counter-clockwise: the bulge is to the right of the chord.
	double along = ( t - 0.5 ) * length;
	double across = sqrt( wfMax( piece->radius * piece->radius - along * along, 0.0 ) );
	wfVec2 offset = { u.x * along + u.y * across, u.y * along - u.x * across };
	return ( Place ){ wfAdd2( piece->center, offset ), wfDivide2( offset, piece->radius ) };
}

static wfResult addCut( wfUnion* all, double t )
{
	return t > 0.0 && t < 1.0 ? wfArray_Push( &all->cuts, t ) : wf_ok;
}

// The two places where the line from `start` along `direction` meets a circle, as far as there are any, cut the piece.
static wfResult cutWhereLineMeetsCircle( wfUnion* all, const wfPrimitive* piece, wfVec2 start, wfVec2 direction,
										 const wfPrimitive* circle )
{
	wfVec2 from = wfSub2( start, circle->center );
	double qa = wfDot2( direction, direction ), qb = wfDot2( from, direction );
	double root = qb * qb - qa * ( wfDot2( from, from ) - circle->radius * circle->radius );
	if ( root < 0.0 )
	{
		return wf_ok;
	}
	root = sqrt( root );
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < 2 && result == wf_ok; ++k )
	{
		double t = ( -qb + ( k == 0 ? -root : root ) ) / qa;
		result = addCut( all, fractionOf( piece, wfAddScaled2( start, t, direction ) ) );
	}
	return result;
}

// Cuts that are too many do no harm, so circles stand for their arcs and lines for their segments.
static wfResult cutByCircle( wfUnion* all, const wfPrimitive* piece, const wfPrimitive* circle )
{
	if ( piece->kind == wf_linePrimitive )
	{
		return cutWhereLineMeetsCircle( all, piece, piece->a, wfSub2( piece->b, piece->a ), circle );
	}
	// Two circles meet on the line of equal power.
	wfVec2 to = wfSub2( circle->center, piece->center );
	double square = wfDot2( to, to );
	if ( square == 0.0 )
	{
		return wf_ok;
	}
	double s = 0.5 * ( 1.0 + ( piece->radius * piece->radius - circle->radius * circle->radius ) / square );
	return cutWhereLineMeetsCircle( all, piece, wfAddScaled2( piece->center, s, to ), wfPerpendicular2( to ), circle );
}

static wfResult cutByLine( wfUnion* all, const wfPrimitive* piece, const wfPrimitive* line )
{
	wfVec2 d = wfSub2( line->b, line->a );
	if ( piece->kind != wf_linePrimitive )
	{
		return cutWhereLineMeetsCircle( all, piece, line->a, d, piece );
	}
	double turn = wfCross2( wfSub2( piece->b, piece->a ), d );
	return turn == 0.0 ? wf_ok : addCut( all, wfCross2( wfSub2( line->a, piece->a ), d ) / turn );
}

static wfResult cutBy( wfUnion* all, const wfPrimitive* piece, const wfPrimitive* other )
{
	wfResult result = other->kind == wf_arcPrimitive ? cutByCircle( all, piece, other ) : cutByLine( all, piece, other );
	// Pieces that run along each other are cut where either ends.
	const wfVec2 ends[2] = { other->a, other->b };
	for ( int32_t k = 0; k < 2 && result == wf_ok; ++k )
	{
		if ( wfPrimitiveDistanceSquared( piece, ends[k] ) <= all->tolerance * all->tolerance )
		{
			result = addCut( all, fractionOf( piece, ends[k] ) );
		}
	}
	return result;
}

static wfResult collectCuts( wfUnion* all, int32_t index )
{
	const wfPrimitive* piece = &all->pieces.data[index];
	wfBox2 bounds = wfPrimitiveBox( piece );
	wfBox2 box = wfBoxAround( bounds.lower, bounds.upper, all->tolerance );
	wfBoxSearch search = wfFindInBox( &all->tree, wfBoxInPlane( box ) );
	all->cuts.count = 0;
	wfResult result = wf_ok;
	while ( result == wf_ok && wfBoxSearch_Next( &search ) )
	{
		for ( int32_t k = search.first; k < search.end && result == wf_ok; ++k )
		{
			int32_t other = all->tree.order[k];
			result = other == index ? wf_ok : cutBy( all, piece, &all->pieces.data[other] );
		}
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------ what remains

static int compareNumbers( const void* a, const void* b )
{
	double x = *(const double*)a, y = *(const double*)b;
	return x < y ? -1 : x > y;
}

// Is there walkable ground on one side only?
static bool isBoundary( const wfUnion* all, const wfPrimitive* piece, double from, double to )
{
	double length = ( to - from ) * wfDistance2( piece->a, piece->b );
	double offset = wfMin( all->tolerance, 0.25 * length );
	Place place = placeAt( piece, 0.5 * ( from + to ) );
	wfVec2 right = wfAddScaled2( place.point, offset, place.normal ), left = wfAddScaled2( place.point, -offset, place.normal );
	return wfAreaListContains( &all->geometry->walkable, right ) != wfAreaListContains( &all->geometry->walkable, left );
}

static wfResult appendPart( wfUnion* all, const wfPrimitive* piece, double from, double to )
{
	wfPrimitive part = *piece;
	part.a = from > 0.0 ? placeAt( piece, from ).point : piece->a;
	part.b = to < 1.0 ? placeAt( piece, to ).point : piece->b;
	return wfArray_Push( &all->geometry->primitives, part );
}

static wfResult appendBoundaryOf( wfUnion* all, int32_t index )
{
	wfResult result = collectCuts( all, index );
	if ( result != wf_ok )
	{
		return result;
	}
	if ( all->cuts.count > 1 )
	{
		qsort( all->cuts.data, (size_t)all->cuts.count, sizeof( double ), compareNumbers );
	}
	const wfPrimitive* piece = &all->pieces.data[index];
	double from = 0.0, kept = -1.0; // start of the stretch at hand, and of the boundary not yet written
	for ( int32_t k = 0; k <= all->cuts.count && result == wf_ok; ++k )
	{
		double to = k < all->cuts.count ? all->cuts.data[k] : 1.0;
		if ( to - from < 1.0e-14 && k < all->cuts.count )
		{
			continue; // nothing between two cuts: belongs to the next stretch
		}
		bool boundary = isBoundary( all, piece, from, to );
		if ( boundary && kept < 0.0 )
		{
			kept = from;
		}
		if ( !boundary && kept >= 0.0 )
		{
			result = appendPart( all, piece, kept, from );
			kept = -1.0;
		}
		from = to;
	}
	return result == wf_ok && kept >= 0.0 ? appendPart( all, piece, kept, 1.0 ) : result;
}

wfResult wfAppendWalkableBoundary( wfGeometry* geometry )
{
	const wfAreaList* list = &geometry->walkable;
	if ( list->areas.count == 1 && list->areas.data[0].shape->def.kind == wf_imageShape )
	{
		return wfArray_Push( &geometry->images, list->areas.data[0].shape );
	}
	wfUnion all = { 0 };
	all.geometry = geometry;
	double extent = wfMax( wfMax( fabs( geometry->bounds.lower.x ), fabs( geometry->bounds.lower.y ) ),
						   wfMax( fabs( geometry->bounds.upper.x ), fabs( geometry->bounds.upper.y ) ) );
	all.tolerance = 1.0e-9 * ( 1.0 + extent );
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < list->areas.count && result == wf_ok; ++k )
	{
		result = addOutline( &all, &list->areas.data[k] );
	}
	result = result == wf_ok ? wfBoxTree_Create( &all.tree, all.pieces.count, wfBoxOfPrimitive, all.pieces.data ) : result;
	for ( int32_t k = 0; k < all.pieces.count && result == wf_ok; ++k )
	{
		result = appendBoundaryOf( &all, k );
	}
	wfBoxTree_Free( &all.tree );
	wfArray_Free( &all.pieces );
	wfArray_Free( &all.cuts );
	return result;
}
