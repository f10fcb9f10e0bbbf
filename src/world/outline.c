// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "world/outline.h"

// Walls more than 101 degrees apart, seen from a place, are on opposite sides of it.
#define WF_OPPOSITE -0.2
// Distances that differ by less than this share are the same.
#define WF_GAP_TOLERANCE 1.0e-9

static wfResult addLine( wfVec2 a, wfVec2 b, void* context )
{
	wfOutline* outline = context;
	return wfArray_Push( &outline->pieces, ( wfPrimitive ){ .a = a, .b = b, .kind = wf_linePrimitive } );
}

wfResult wfOutline_Create( wfOutline* outline, const wfGeometry* geometry )
{
	*outline = ( wfOutline ){ .geometry = geometry };
	wfVec2 low = geometry->bounds.lower, high = geometry->bounds.upper;
	wfVec2 corners[5] = { low, { high.x, low.y }, high, { low.x, high.y }, low };
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < 4 && result == wf_ok; ++k )
	{
		result = addLine( corners[k], corners[k + 1], outline );
	}
	for ( int32_t k = 0; k < geometry->primitives.count && result == wf_ok; ++k )
	{
		result = wfArray_Push( &outline->pieces, geometry->primitives.data[k] );
	}
	for ( int32_t k = 0; k < geometry->images.count && result == wf_ok; ++k )
	{
		result = wfVisitSides( geometry->images.data[k], addLine, outline );
	}
	if ( result == wf_ok )
	{
		result = wfBoxTree_Create( &outline->tree, outline->pieces.count, wfBoxOfPrimitive, outline->pieces.data );
	}
	if ( result != wf_ok )
	{
		wfOutline_Free( outline );
	}
	return result;
}

void wfOutline_Free( wfOutline* outline )
{
	wfArray_Free( &outline->pieces );
	wfBoxTree_Free( &outline->tree );
}

// ------------------------------------------------------------------------------------------------------------------- pairs

static wfVec2 nearestOnSegment( wfVec2 a, wfVec2 b, wfVec2 point )
{
	wfVec2 line = wfSub2( b, a );
	double length2 = wfDot2( line, line );
	double along = length2 > 0.0 ? wfDot2( wfSub2( point, a ), line ) / length2 : 0.0;
	return along <= 0.0 ? a : along >= 1.0 ? b : wfAddScaled2( a, along, line );
}

// From one point towards another; the point itself where they are the same.
static wfVec2 stepTowards( wfVec2 from, wfVec2 to, double length )
{
	double distance = wfDistance2( from, to );
	return distance > 0.0 ? wfMix2( from, to, length / distance ) : from;
}

wfVec2 wfNearestOnPiece( const wfPrimitive* piece, wfVec2 point )
{
	if ( piece->kind == wf_arcPrimitive )
	{
		wfVec2 a = wfSub2( piece->a, piece->center ), b = wfSub2( piece->b, piece->center ), p = wfSub2( point, piece->center );
		if ( wfCross2( a, p ) >= 0.0 && wfCross2( p, b ) >= 0.0 && wfDot2( p, wfAdd2( a, b ) ) > 0.0 )
		{
			return stepTowards( piece->center, point, piece->radius );
		}
		return wfDistance2( piece->a, point ) <= wfDistance2( piece->b, point ) ? piece->a : piece->b;
	}
	wfVec2 nearest = nearestOnSegment( piece->a, piece->b, point );
	return piece->kind == wf_capsulePrimitive ? stepTowards( nearest, point, piece->radius ) : nearest;
}

// The nearest points of two segments that do not cross: an end of one and a point of the other.
static void findNearestEnds( const wfPrimitive* a, const wfPrimitive* b, wfVec2* onA, wfVec2* onB )
{
	double least = INFINITY;
	for ( int32_t k = 0; k < 4; ++k )
	{
		wfVec2 end = k == 0 ? a->a : k == 1 ? a->b : k == 2 ? b->a : b->b;
		const wfPrimitive* other = k < 2 ? b : a;
		wfVec2 nearest = nearestOnSegment( other->a, other->b, end );
		double distance = wfDistance2( end, nearest );
		if ( distance < least )
		{
			least = distance;
			*onA = k < 2 ? end : nearest;
			*onB = k < 2 ? nearest : end;
		}
	}
}

// To and fro between the two until nothing moves any more.
static void findNearestByTurns( const wfPrimitive* a, const wfPrimitive* b, wfVec2 start, wfVec2* onA, wfVec2* onB )
{
	*onA = wfNearestOnPiece( a, start );
	*onB = wfNearestOnPiece( b, *onA );
	for ( int32_t k = 0; k < 64; ++k )
	{
		wfVec2 next = wfNearestOnPiece( a, *onB );
		bool moved = wfDistance2( next, *onA ) > WF_GAP_TOLERANCE * wfDistance2( *onA, *onB );
		*onA = next;
		*onB = wfNearestOnPiece( b, *onA );
		if ( !moved )
		{
			return;
		}
	}
}

bool wfFindGapBetween( const wfPrimitive* a, const wfPrimitive* b, wfVec2 start, wfGap* gap )
{
	wfVec2 onA = start, onB = start;
	if ( a->kind == wf_arcPrimitive || b->kind == wf_arcPrimitive )
	{
		findNearestByTurns( a, b, start, &onA, &onB );
		*gap = ( wfGap ){ onA, onB, wfDistance2( onA, onB ) };
		return gap->width > 0.0;
	}
	double radii = ( a->kind == wf_capsulePrimitive ? a->radius : 0.0 ) + ( b->kind == wf_capsulePrimitive ? b->radius : 0.0 );
	findNearestEnds( a, b, &onA, &onB );
	if ( wfDistance2( onA, onB ) <= radii || wfPrimitiveMeetsSegment( &( wfPrimitive ){ .a = a->a, .b = a->b }, b->a, b->b ) )
	{
		return false;
	}
	*gap = ( wfGap ){ wfNearestOnPiece( a, onB ), wfNearestOnPiece( b, onA ), wfDistance2( onA, onB ) - radii };
	return true;
}

bool wfIsGapOpen( const wfOutline* outline, const wfGap* gap )
{
	wfVec2 middle = wfMiddleOfGap( gap );
	double half = 0.5 * gap->width;
	return !wfGeometryIsInside( outline->geometry, middle ) &&
		   wfGeometryBoundaryDistance( outline->geometry, middle, half ) >= half * ( 1.0 - WF_GAP_TOLERANCE );
}

// ------------------------------------------------------------------------------------------------------------- at a place

// The piece nearest to a place, or nearest of those opposite to `other` (may be null). -1 when there is none in reach.
static int32_t findNearestPiece( const wfOutline* outline, wfVec2 place, double reach, const wfVec2* other )
{
	int32_t nearest = -1;
	double least = reach * reach;
	wfBoxSearch search = wfFindInBox( &outline->tree, wfBoxInPlane( wfBoxAround( place, place, reach ) ) );
	while ( wfBoxSearch_Next( &search ) )
	{
		for ( int32_t k = search.first; k < search.end; ++k )
		{
			int32_t piece = outline->tree.order[k];
			double square = wfPrimitiveDistanceSquared( &outline->pieces.data[piece], place );
			if ( square > least || ( square == least && nearest >= 0 && piece > nearest ) )
			{
				continue;
			}
			wfVec2 to = wfSub2( wfNearestOnPiece( &outline->pieces.data[piece], place ), place );
			bool fits = other == NULL || wfDot2( to, *other ) < WF_OPPOSITE * wfLength2( to ) * wfLength2( *other );
			nearest = fits ? piece : nearest;
			least = fits ? square : least;
		}
	}
	return nearest;
}

bool wfFindGapAt( const wfOutline* outline, wfVec2 place, double reach, wfGap* gap )
{
	int32_t first = findNearestPiece( outline, place, reach, NULL );
	if ( first < 0 )
	{
		return false;
	}
	const wfPrimitive* a = &outline->pieces.data[first];
	wfVec2 toA = wfSub2( wfNearestOnPiece( a, place ), place );
	int32_t second = findNearestPiece( outline, place, reach, &toA );
	if ( second < 0 || !wfFindGapBetween( a, &outline->pieces.data[second], place, gap ) )
	{
		return false;
	}
	// Between parallel walls the gap is the same everywhere: stay at the place.
	wfVec2 onA = wfNearestOnPiece( a, place ), onB = wfNearestOnPiece( &outline->pieces.data[second], onA );
	double width = wfDistance2( onA, onB );
	*gap = width <= gap->width * ( 1.0 + WF_GAP_TOLERANCE ) ? ( wfGap ){ onA, onB, width } : *gap;
	return wfIsGapOpen( outline, gap );
}
