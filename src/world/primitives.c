// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Pieces of boundaries: lines, outlines of thick lines and discs, arcs.
#include "world/geometry.h"

wfResult wfAppendPrimitive( wfGeometry* geometry, wfPrimitive primitive )
{
	if ( geometry->primitiveCount == INT32_MAX )
	{
		return wf_tooLarge;
	}
	size_t needed = (size_t)geometry->primitiveCount + 1;
	wfResult result = wfGrowArray( &geometry->primitives, &geometry->primitiveCapacity, needed, sizeof( wfPrimitive ) );
	if ( result == wf_ok )
	{
		geometry->primitives[geometry->primitiveCount++] = primitive;
	}
	return result;
}

wfBox2 wfPrimitiveBox( const wfPrimitive* primitive )
{
	// A short arc bulges over its chord by less than the distance of its ends.
	if ( primitive->kind == wf_arcPrimitive )
	{
		double x = primitive->a.x - primitive->b.x, y = primitive->a.y - primitive->b.y;
		return wfBoxAround( primitive->a, primitive->b, sqrt( x * x + y * y ) );
	}
	return wfBoxAround( primitive->a, primitive->b, primitive->kind == wf_capsulePrimitive ? primitive->radius : 0.0 );
}

static double arcDistanceSquared( const wfPrimitive* arc, wfVec2 point )
{
	double ax = arc->a.x - arc->center.x, ay = arc->a.y - arc->center.y;
	double bx = arc->b.x - arc->center.x, by = arc->b.y - arc->center.y;
	double px = point.x - arc->center.x, py = point.y - arc->center.y;
	if ( ax * py - ay * px >= 0.0 && px * by - py * bx >= 0.0 && px * ( ax + bx ) + py * ( ay + by ) >= 0.0 )
	{
		double across = sqrt( px * px + py * py ) - arc->radius;
		return across * across;
	}
	double a2 = ( px - ax ) * ( px - ax ) + ( py - ay ) * ( py - ay );
	double b2 = ( px - bx ) * ( px - bx ) + ( py - by ) * ( py - by );
	return wfMin( a2, b2 );
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

// Twice the area of a triangle, positive counter-clockwise.
static double turn( wfVec2 a, wfVec2 b, wfVec2 c )
{
	return ( b.x - a.x ) * ( c.y - a.y ) - ( b.y - a.y ) * ( c.x - a.x );
}

static bool segmentsMeet( wfVec2 a, wfVec2 b, wfVec2 c, wfVec2 d )
{
	if ( !wfBoxesMeet( wfBoxAround( a, b, 0.0 ), wfBoxAround( c, d, 0.0 ) ) )
	{
		return false;
	}
	double ab1 = turn( a, b, c ), ab2 = turn( a, b, d );
	double cd1 = turn( c, d, a ), cd2 = turn( c, d, b );
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
	double x = b.x - a.x, y = b.y - a.y;
	double px = a.x - arc->center.x, py = a.y - arc->center.y;
	double qa = x * x + y * y, qb = px * x + py * y, qc = px * px + py * py - arc->radius * arc->radius;
	double root = qb * qb - qa * qc;
	if ( root < 0.0 || qa == 0.0 )
	{
		return false;
	}
	root = sqrt( root );
	for ( int32_t k = 0; k < 2; ++k )
	{
		double t = ( -qb + ( k == 0 ? -root : root ) ) / qa;
		wfVec2 place = { a.x + t * x, a.y + t * y };
		if ( t >= 0.0 && t <= 1.0 && arcDistanceSquared( arc, place ) <= 1.0e-18 * arc->radius * arc->radius )
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

static wfResult appendLine( wfGeometry* geometry, wfVec2 a, wfVec2 b, double radius )
{
	wfPrimitive primitive = { .a = a, .b = b, .radius = radius };
	primitive.kind = radius > 0.0 ? wf_capsulePrimitive : wf_linePrimitive;
	return wfAppendPrimitive( geometry, primitive );
}

wfResult wfAppendObstacle( wfGeometry* geometry, const wfShape* shape )
{
	const wfShapeDef* def = &shape->def;
	wfResult result = wf_ok;
	if ( def->kind == wf_discShape )
	{
		result = appendLine( geometry, def->center, def->center, def->radius );
	}
	else if ( def->kind == wf_boxShape )
	{
		double x = def->halfSize.x, y = def->halfSize.y;
		wfVec2 corners[4] = { wfBoxToWorld( shape, -x, -y ), wfBoxToWorld( shape, x, -y ), wfBoxToWorld( shape, x, y ),
							  wfBoxToWorld( shape, -x, y ) };
		for ( int32_t k = 0; k < 4 && result == wf_ok; ++k )
		{
			result = appendLine( geometry, corners[k], corners[( k + 1 ) & 3], 0.0 );
		}
	}
	else if ( def->kind == wf_segmentShape )
	{
		for ( int32_t k = 0; k + 1 < def->pointCount && result == wf_ok; ++k )
		{
			result = appendLine( geometry, def->points[k], def->points[k + 1], def->radius );
		}
	}
	else if ( def->kind == wf_polygonShape )
	{
		const wfVec2* points = def->points;
		for ( int32_t ring = 0; ring < def->ringCount; ++ring )
		{
			int32_t size = def->ringSizes[ring];
			for ( int32_t k = 0; k < size && result == wf_ok; ++k )
			{
				result = appendLine( geometry, points[k], points[k + 1 < size ? k + 1 : 0], 0.0 );
			}
			points += size;
		}
	}
	return result;
}
