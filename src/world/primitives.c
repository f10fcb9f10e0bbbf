// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Pieces of boundaries: lines, outlines of thick lines and discs, arcs.
#include "world/geometry.h"

wfBox2 wfPrimitiveBox( const wfPrimitive* primitive )
{
	// A short arc bulges over its chord by less than the distance of its ends.
	if ( primitive->kind == wf_arcPrimitive )
	{
		return wfBoxAround( primitive->a, primitive->b, wfDistance2( primitive->a, primitive->b ) );
	}
	return wfBoxAround( primitive->a, primitive->b, primitive->kind == wf_capsulePrimitive ? primitive->radius : 0.0 );
}

static double arcDistanceSquared( const wfPrimitive* arc, wfVec2 point )
{
	wfVec2 a = wfSub2( arc->a, arc->center ), b = wfSub2( arc->b, arc->center ), p = wfSub2( point, arc->center );
	if ( wfCross2( a, p ) >= 0.0 && wfCross2( p, b ) >= 0.0 && wfDot2( p, wfAdd2( a, b ) ) >= 0.0 )
	{
		double across = wfLength2( p ) - arc->radius;
		return across * across;
	}
	wfVec2 fromA = wfSub2( p, a ), fromB = wfSub2( p, b );
	return wfMin( wfDot2( fromA, fromA ), wfDot2( fromB, fromB ) );
}

double wfPrimitiveDistanceSquared( const wfPrimitive* primitive, wfVec2 point )
{
	if ( primitive->kind == wf_arcPrimitive )
	{
		return arcDistanceSquared( primitive, point );
	}
	double square = wfSegmentDistanceSquared( primitive->a, primitive->b, point );
	if ( primitive->kind == wf_linePrimitive )
	{
		return square;
	}
	double across = sqrt( square ) - primitive->radius;
	return across * across;
}

static bool segmentsMeet( wfVec2 a, wfVec2 b, wfVec2 c, wfVec2 d )
{
	if ( !wfBoxesMeet( wfBoxAround( a, b, 0.0 ), wfBoxAround( c, d, 0.0 ) ) )
	{
		return false;
	}
	double ab1 = wfSide2( a, b, c ), ab2 = wfSide2( a, b, d );
	double cd1 = wfSide2( c, d, a ), cd2 = wfSide2( c, d, b );
	return !( ( ab1 > 0.0 && ab2 > 0.0 ) || ( ab1 < 0.0 && ab2 < 0.0 ) || ( cd1 > 0.0 && cd2 > 0.0 ) ||
			  ( cd1 < 0.0 && cd2 < 0.0 ) );
}

// The distance between two segments that do not cross is taken at one of the four ends.
static double segmentsDistanceSquared( wfVec2 a, wfVec2 b, wfVec2 c, wfVec2 d )
{
	if ( segmentsMeet( a, b, c, d ) )
	{
		return 0.0;
	}
	double first = wfMin( wfSegmentDistanceSquared( c, d, a ), wfSegmentDistanceSquared( c, d, b ) );
	double second = wfMin( wfSegmentDistanceSquared( a, b, c ), wfSegmentDistanceSquared( a, b, d ) );
	return wfMin( first, second );
}

static bool arcMeetsSegment( const wfPrimitive* arc, wfVec2 a, wfVec2 b )
{
	// Where the segment crosses the circle, and whether the arc is there.
	wfVec2 d = wfSub2( b, a ), p = wfSub2( a, arc->center );
	double qa = wfDot2( d, d ), qb = wfDot2( p, d ), qc = wfDot2( p, p ) - arc->radius * arc->radius;
	double root = qb * qb - qa * qc;
	if ( root < 0.0 || qa == 0.0 )
	{
		return false;
	}
	root = sqrt( root );
	for ( int32_t k = 0; k < 2; ++k )
	{
		double t = ( -qb + ( k == 0 ? -root : root ) ) / qa;
		if ( t >= 0.0 && t <= 1.0 && arcDistanceSquared( arc, wfAddScaled2( a, t, d ) ) <= 1.0e-18 * arc->radius * arc->radius )
		{
			return true;
		}
	}
	return false;
}

bool wfPrimitiveMeetsSegment( const wfPrimitive* primitive, wfVec2 a, wfVec2 b )
{
	switch ( primitive->kind )
	{
		case wf_linePrimitive:
			return segmentsMeet( primitive->a, primitive->b, a, b );
		case wf_capsulePrimitive:
			return segmentsDistanceSquared( primitive->a, primitive->b, a, b ) < primitive->radius * primitive->radius;
		case wf_arcPrimitive:
			return arcMeetsSegment( primitive, a, b );
	}
	return false;
}

static bool isPixelSet( const wfShapeDef* def, int32_t x, int32_t y )
{
	return x >= 0 && y >= 0 && x < def->width && y < def->height && def->cells[(int64_t)y * def->width + x] != 0;
}

// The sides between occupied and empty pixels, joined to runs, along rows or else along columns.
static wfResult visitImageRuns( const wfShapeDef* def, bool rows, wfSideFcn* visit, void* context )
{
	int32_t lines = rows ? def->height : def->width, length = rows ? def->width : def->height;
	wfResult result = wf_ok;
	for ( int32_t line = 0; line <= lines; ++line )
	{
		int32_t start = -1;
		for ( int32_t k = 0; k <= length && result == wf_ok; ++k )
		{
			bool side = k < length && ( rows ? isPixelSet( def, k, line - 1 ) != isPixelSet( def, k, line )
											 : isPixelSet( def, line - 1, k ) != isPixelSet( def, line, k ) );
			if ( side && start < 0 )
			{
				start = k;
			}
			else if ( !side && start >= 0 )
			{
				double size = def->pixelSize, along0 = start * size, along1 = k * size, across = line * size;
				wfVec2 a = { def->center.x + ( rows ? along0 : across ), def->center.y + ( rows ? across : along0 ) };
				wfVec2 b = { def->center.x + ( rows ? along1 : across ), def->center.y + ( rows ? across : along1 ) };
				result = visit( a, b, context );
				start = -1;
			}
		}
	}
	return result;
}

static wfResult visitRing( const wfVec2* points, int32_t count, wfSideFcn* visit, void* context )
{
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		result = visit( points[k], points[k + 1 < count ? k + 1 : 0], context );
	}
	return result;
}

wfResult wfVisitSides( const wfShape* shape, wfSideFcn* visit, void* context )
{
	const wfShapeDef* def = &shape->def;
	wfResult result = wf_ok;
	if ( def->kind == wf_boxShape )
	{
		double x = def->halfSize.x, y = def->halfSize.y;
		const wfVec2 corners[4] = { wfBoxToWorld( shape, -x, -y ), wfBoxToWorld( shape, x, -y ), wfBoxToWorld( shape, x, y ),
									wfBoxToWorld( shape, -x, y ) };
		return visitRing( corners, 4, visit, context );
	}
	if ( def->kind == wf_imageShape )
	{
		result = visitImageRuns( def, true, visit, context );
		return result == wf_ok ? visitImageRuns( def, false, visit, context ) : result;
	}
	const wfVec2* points = def->points;
	for ( int32_t ring = 0; ring < def->ringCount && result == wf_ok; ++ring )
	{
		result = visitRing( points, def->ringSizes[ring], visit, context );
		points += def->ringSizes[ring];
	}
	return result;
}

static wfResult appendLine( wfGeometry* geometry, wfVec2 a, wfVec2 b, double radius )
{
	wfPrimitive primitive = { .a = a, .b = b, .radius = radius };
	primitive.kind = radius > 0.0 ? wf_capsulePrimitive : wf_linePrimitive;
	return wfArray_Push( &geometry->primitives, primitive );
}

static wfResult appendSide( wfVec2 a, wfVec2 b, void* context )
{
	return appendLine( context, a, b, 0.0 );
}

wfResult wfAppendObstacle( wfGeometry* geometry, const wfShape* shape )
{
	const wfShapeDef* def = &shape->def;
	if ( def->kind == wf_discShape )
	{
		return appendLine( geometry, def->center, def->center, def->radius );
	}
	wfResult result = wf_ok;
	for ( int32_t k = 0; def->kind == wf_segmentShape && k + 1 < def->pointCount && result == wf_ok; ++k )
	{
		result = appendLine( geometry, def->points[k], def->points[k + 1], def->radius );
	}
	return def->kind == wf_segmentShape ? result : wfVisitSides( shape, appendSide, geometry );
}
