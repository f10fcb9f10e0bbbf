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
	wfPrimitive* pieces; // outlines before cutting: lines and arcs
	size_t pieceCapacity;
	int32_t pieceCount;
	wfTree tree;
	double* cuts; // of the piece at hand, as fractions of its way
	size_t cutCapacity;
	int32_t cutCount;
	double tolerance;
} wfUnion;

// -------------------------------------------------------------------------------------------------------------- outlines

static wfResult addPiece( wfUnion* all, wfPrimitive piece )
{
	if ( all->pieceCount == INT32_MAX )
	{
		return wf_tooLarge;
	}
	if ( piece.a.x == piece.b.x && piece.a.y == piece.b.y )
	{
		return wf_ok;
	}
	wfResult result = wfGrowArray( &all->pieces, &all->pieceCapacity, (size_t)all->pieceCount + 1, sizeof( wfPrimitive ) );
	if ( result == wf_ok )
	{
		all->pieces[all->pieceCount++] = piece;
	}
	return result;
}

static wfResult addOutlineLine( wfUnion* all, wfVec2 a, wfVec2 b )
{
	return addPiece( all, ( wfPrimitive ){ .a = a, .b = b, .kind = wf_linePrimitive } );
}

// Half a circle, as two quarters, from `center + radius * direction` counter-clockwise.
static wfResult addHalfCircle( wfUnion* all, wfVec2 center, double radius, wfVec2 direction )
{
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < 2 && result == wf_ok; ++k )
	{
		wfVec2 next = { -direction.y, direction.x };
		wfVec2 a = { center.x + radius * direction.x, center.y + radius * direction.y };
		wfVec2 b = { center.x + radius * next.x, center.y + radius * next.y };
		result = addPiece( all, ( wfPrimitive ){ a, b, center, radius, wf_arcPrimitive } );
		direction = next;
	}
	return result;
}

static wfResult addThickLine( wfUnion* all, wfVec2 a, wfVec2 b, double radius )
{
	double x = b.x - a.x, y = b.y - a.y;
	double length = sqrt( x * x + y * y );
	wfVec2 right = length > 0.0 ? ( wfVec2 ){ y / length, -x / length } : ( wfVec2 ){ 1.0, 0.0 };
	wfVec2 left = { -right.x, -right.y };
	double dx = radius * right.x, dy = radius * right.y;
	wfResult result = addHalfCircle( all, b, radius, right );
	result = result == wf_ok ? addHalfCircle( all, a, radius, left ) : result;
	result = result == wf_ok ? addOutlineLine( all, ( wfVec2 ){ a.x + dx, a.y + dy }, ( wfVec2 ){ b.x + dx, b.y + dy } ) : result;
	return result == wf_ok ? addOutlineLine( all, ( wfVec2 ){ a.x - dx, a.y - dy }, ( wfVec2 ){ b.x - dx, b.y - dy } ) : result;
}

static bool pixelAt( const wfShapeDef* def, int32_t x, int32_t y )
{
	return x >= 0 && y >= 0 && x < def->width && y < def->height && def->cells[(size_t)y * (size_t)def->width + (size_t)x] != 0;
}

// The sides between occupied and empty pixels, joined to runs, along rows or else along columns.
static wfResult addImageRuns( wfUnion* all, const wfShapeDef* def, bool rows )
{
	int32_t lines = rows ? def->height : def->width, length = rows ? def->width : def->height;
	wfResult result = wf_ok;
	for ( int32_t line = 0; line <= lines; ++line )
	{
		int32_t start = -1;
		for ( int32_t k = 0; k <= length && result == wf_ok; ++k )
		{
			bool side = k < length && ( rows ? pixelAt( def, k, line - 1 ) != pixelAt( def, k, line )
											 : pixelAt( def, line - 1, k ) != pixelAt( def, line, k ) );
			if ( side && start < 0 )
			{
				start = k;
			}
			else if ( !side && start >= 0 )
			{
				double size = def->pixelSize, along0 = start * size, along1 = k * size, across = line * size;
				wfVec2 a = { def->center.x + ( rows ? along0 : across ), def->center.y + ( rows ? across : along0 ) };
				wfVec2 b = { def->center.x + ( rows ? along1 : across ), def->center.y + ( rows ? across : along1 ) };
				result = addOutlineLine( all, a, b );
				start = -1;
			}
		}
	}
	return result;
}

static wfResult addOutline( wfUnion* all, const wfArea* area )
{
	const wfShapeDef* def = &area->shape->def;
	wfResult result = wf_ok;
	switch ( def->kind )
	{
		case wf_boxShape:
		{
			double x = def->halfSize.x, y = def->halfSize.y;
			wfVec2 corners[4] = { wfBoxToWorld( area->shape, -x, -y ), wfBoxToWorld( area->shape, x, -y ),
								  wfBoxToWorld( area->shape, x, y ), wfBoxToWorld( area->shape, -x, y ) };
			for ( int32_t k = 0; k < 4 && result == wf_ok; ++k )
			{
				result = addOutlineLine( all, corners[k], corners[( k + 1 ) & 3] );
			}
			return result;
		}
		case wf_discShape:
			return def->radius > 0.0 ? addThickLine( all, def->center, def->center, def->radius ) : wf_ok;
		case wf_segmentShape:
			return def->radius > 0.0 ? addThickLine( all, def->points[area->part], def->points[area->part + 1], def->radius )
									 : wf_ok;
		case wf_polygonShape:
		{
			const wfVec2* points = def->points;
			for ( int32_t ring = 0; ring < def->ringCount; ++ring )
			{
				int32_t size = def->ringSizes[ring];
				for ( int32_t k = 0; k < size && result == wf_ok; ++k )
				{
					result = addOutlineLine( all, points[k], points[k + 1 < size ? k + 1 : 0] );
				}
				points += size;
			}
			return result;
		}
		case wf_imageShape:
			result = addImageRuns( all, def, true );
			return result == wf_ok ? addImageRuns( all, def, false ) : result;
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------------- cuts

// Arcs are walked by the projection on their chord, which grows along an arc of at most a quarter.
static double fractionOf( const wfPrimitive* piece, wfVec2 point )
{
	double x = piece->b.x - piece->a.x, y = piece->b.y - piece->a.y;
	return ( ( point.x - piece->a.x ) * x + ( point.y - piece->a.y ) * y ) / ( x * x + y * y );
}

typedef struct wfPlace
{
	wfVec2 point, normal;
} wfPlace;

static wfPlace placeAt( const wfPrimitive* piece, double t )
{
	double x = piece->b.x - piece->a.x, y = piece->b.y - piece->a.y;
	double length = sqrt( x * x + y * y );
	wfVec2 u = { x / length, y / length };
	if ( piece->kind == wf_linePrimitive )
	{
		return ( wfPlace ){ { piece->a.x + t * x, piece->a.y + t * y }, { u.y, -u.x } };
	}
	// Counter-clockwise: the bulge is to the right of the chord.
	double along = ( t - 0.5 ) * length;
	double across = sqrt( wfMax( piece->radius * piece->radius - along * along, 0.0 ) );
	wfVec2 offset = { u.x * along + u.y * across, u.y * along - u.x * across };
	return ( wfPlace ){ { piece->center.x + offset.x, piece->center.y + offset.y },
						{ offset.x / piece->radius, offset.y / piece->radius } };
}

static wfResult addCut( wfUnion* all, double t )
{
	if ( !( t > 0.0 && t < 1.0 ) )
	{
		return wf_ok;
	}
	if ( all->cutCount == INT32_MAX )
	{
		return wf_tooLarge;
	}
	wfResult result = wfGrowArray( &all->cuts, &all->cutCapacity, (size_t)all->cutCount + 1, sizeof( double ) );
	if ( result == wf_ok )
	{
		all->cuts[all->cutCount++] = t;
	}
	return result;
}

// Cuts that are too many do no harm, so circles stand for their arcs and lines for their segments.
static wfResult cutByCircle( wfUnion* all, const wfPrimitive* piece, const wfPrimitive* circle )
{
	wfVec2 start, direction;
	if ( piece->kind == wf_linePrimitive )
	{
		start = piece->a;
		direction = ( wfVec2 ){ piece->b.x - piece->a.x, piece->b.y - piece->a.y };
	}
	else
	{
		// Two circles meet on the line of equal power.
		double x = circle->center.x - piece->center.x, y = circle->center.y - piece->center.y;
		double square = x * x + y * y;
		if ( square == 0.0 )
		{
			return wf_ok;
		}
		double s = 0.5 * ( 1.0 + ( piece->radius * piece->radius - circle->radius * circle->radius ) / square );
		start = ( wfVec2 ){ piece->center.x + s * x, piece->center.y + s * y };
		direction = ( wfVec2 ){ -y, x };
	}
	double px = start.x - circle->center.x, py = start.y - circle->center.y;
	double qa = direction.x * direction.x + direction.y * direction.y;
	double qb = px * direction.x + py * direction.y;
	double root = qb * qb - qa * ( px * px + py * py - circle->radius * circle->radius );
	if ( root < 0.0 )
	{
		return wf_ok;
	}
	root = sqrt( root );
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < 2 && result == wf_ok; ++k )
	{
		double t = ( -qb + ( k == 0 ? -root : root ) ) / qa;
		wfVec2 point = { start.x + t * direction.x, start.y + t * direction.y };
		result = addCut( all, fractionOf( piece, point ) );
	}
	return result;
}

static wfResult cutByLine( wfUnion* all, const wfPrimitive* piece, const wfPrimitive* line )
{
	double x = line->b.x - line->a.x, y = line->b.y - line->a.y;
	if ( piece->kind == wf_linePrimitive )
	{
		double px = piece->b.x - piece->a.x, py = piece->b.y - piece->a.y;
		double turn = px * y - py * x;
		return turn == 0.0 ? wf_ok : addCut( all, ( ( line->a.x - piece->a.x ) * y - ( line->a.y - piece->a.y ) * x ) / turn );
	}
	double ax = line->a.x - piece->center.x, ay = line->a.y - piece->center.y;
	double qa = x * x + y * y, qb = ax * x + ay * y;
	double root = qb * qb - qa * ( ax * ax + ay * ay - piece->radius * piece->radius );
	if ( root < 0.0 )
	{
		return wf_ok;
	}
	root = sqrt( root );
	double t0 = ( -qb - root ) / qa, t1 = ( -qb + root ) / qa;
	wfResult result = addCut( all, fractionOf( piece, ( wfVec2 ){ line->a.x + t0 * x, line->a.y + t0 * y } ) );
	return result == wf_ok ? addCut( all, fractionOf( piece, ( wfVec2 ){ line->a.x + t1 * x, line->a.y + t1 * y } ) ) : result;
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
	const wfPrimitive* piece = &all->pieces[index];
	wfBox2 bounds = wfPrimitiveBox( piece );
	wfBox2 box = wfBoxAround( bounds.lower, bounds.upper, all->tolerance );
	int32_t stack[WF_TREE_STACK];
	int32_t top = 0;
	stack[top++] = 0;
	all->cutCount = 0;
	wfResult result = wf_ok;
	while ( top > 0 && result == wf_ok )
	{
		const wfTreeNode* node = &all->tree.nodes[stack[--top]];
		if ( !wfBoxesMeet( node->box, box ) )
		{
			continue;
		}
		for ( int32_t k = node->first; k < node->first + node->count && result == wf_ok; ++k )
		{
			int32_t other = all->tree.order[k];
			result = other == index ? wf_ok : cutBy( all, piece, &all->pieces[other] );
		}
		if ( node->count == 0 )
		{
			stack[top++] = node->first;
			stack[top++] = node->first + 1;
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
	double x = piece->b.x - piece->a.x, y = piece->b.y - piece->a.y;
	double length = ( to - from ) * sqrt( x * x + y * y );
	double offset = wfMin( all->tolerance, 0.25 * length );
	wfPlace place = placeAt( piece, 0.5 * ( from + to ) );
	wfVec2 right = { place.point.x + offset * place.normal.x, place.point.y + offset * place.normal.y };
	wfVec2 left = { place.point.x - offset * place.normal.x, place.point.y - offset * place.normal.y };
	return wfAreaListContains( &all->geometry->walkable, right ) != wfAreaListContains( &all->geometry->walkable, left );
}

static wfResult appendPart( wfUnion* all, const wfPrimitive* piece, double from, double to )
{
	wfPrimitive part = *piece;
	part.a = from > 0.0 ? placeAt( piece, from ).point : piece->a;
	part.b = to < 1.0 ? placeAt( piece, to ).point : piece->b;
	return wfAppendPrimitive( all->geometry, part );
}

static wfResult appendBoundaryOf( wfUnion* all, int32_t index )
{
	wfResult result = collectCuts( all, index );
	if ( result != wf_ok )
	{
		return result;
	}
	if ( all->cutCount > 1 )
	{
		qsort( all->cuts, (size_t)all->cutCount, sizeof( double ), compareNumbers );
	}
	const wfPrimitive* piece = &all->pieces[index];
	double from = 0.0, kept = -1.0; // start of the stretch at hand, and of the boundary not yet written
	for ( int32_t k = 0; k <= all->cutCount && result == wf_ok; ++k )
	{
		double to = k < all->cutCount ? all->cuts[k] : 1.0;
		if ( to - from < 1.0e-14 && k < all->cutCount )
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

static wfResult indexPieces( wfUnion* all )
{
	size_t count = (size_t)all->pieceCount;
	wfBox2* boxes = wfAllocateArray( count, sizeof( wfBox2 ) );
	if ( boxes == NULL )
	{
		return wf_outOfMemory;
	}
	for ( size_t k = 0; k < count; ++k )
	{
		boxes[k] = wfPrimitiveBox( &all->pieces[k] );
	}
	wfResult result = wfTreeCreate( &all->tree, boxes, all->pieceCount );
	wfReleaseArray( boxes, count, sizeof( wfBox2 ) );
	return result;
}

wfResult wfAppendWalkableBoundary( wfGeometry* geometry )
{
	const wfAreaList* list = &geometry->walkable;
	if ( list->count == 1 && list->areas[0].shape->def.kind == wf_imageShape )
	{
		geometry->images[geometry->imageCount++] = list->areas[0].shape;
		return wf_ok;
	}
	wfUnion all = { 0 };
	all.geometry = geometry;
	double extent = wfMax( wfMax( fabs( geometry->bounds.lower.x ), fabs( geometry->bounds.lower.y ) ),
						   wfMax( fabs( geometry->bounds.upper.x ), fabs( geometry->bounds.upper.y ) ) );
	all.tolerance = 1.0e-9 * ( 1.0 + extent );
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < list->count && result == wf_ok; ++k )
	{
		result = addOutline( &all, &list->areas[k] );
	}
	if ( result == wf_ok && all.pieceCount > 0 )
	{
		result = indexPieces( &all );
	}
	for ( int32_t k = 0; k < all.pieceCount && result == wf_ok; ++k )
	{
		result = appendBoundaryOf( &all, k );
	}
	wfTreeDestroy( &all.tree );
	wfReleaseArray( all.pieces, all.pieceCapacity, sizeof( wfPrimitive ) );
	wfReleaseArray( all.cuts, all.cutCapacity, sizeof( double ) );
	return result;
}
