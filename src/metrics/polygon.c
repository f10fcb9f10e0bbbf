// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Polygons cut by lines and by discs, exactly.

#include "metrics.h"

#include <math.h>
#include <string.h>

int32_t wfClipPolygon( const wfVec2* polygon, int32_t count, wfVec2 a, wfVec2 d, wfVec2* out )
{
	int32_t written = 0;
	if ( count == 0 )
	{
		return 0;
	}
	wfVec2 previous = polygon[count - 1];
	double before = d.x * ( previous.y - a.y ) - d.y * ( previous.x - a.x );
	for ( int32_t i = 0; i < count; ++i )
	{
		wfVec2 point = polygon[i];
		double side = d.x * ( point.y - a.y ) - d.y * ( point.x - a.x );
		if ( ( side >= 0.0 ) != ( before >= 0.0 ) )
		{
			double part = before / ( before - side );
			out[written++] = wfMix2( previous, point, part );
		}
		if ( side >= 0.0 )
		{
			out[written++] = point;
		}
		previous = point;
		before = side;
	}
	return written;
}

int32_t wfClipPolygonToBox( wfVec2* polygon, int32_t count, const wfBox2* box, wfVec2* spare )
{
	count = wfClipPolygon( polygon, count, box->lower, ( wfVec2 ){ 1.0, 0.0 }, spare );
	count = wfClipPolygon( spare, count, box->upper, ( wfVec2 ){ 0.0, 1.0 }, polygon );
	count = wfClipPolygon( polygon, count, box->upper, ( wfVec2 ){ -1.0, 0.0 }, spare );
	return wfClipPolygon( spare, count, box->lower, ( wfVec2 ){ 0.0, -1.0 }, polygon );
}

static double getSector( wfVec2 a, wfVec2 b, double squaredRadius )
{
	return 0.5 * squaredRadius * atan2( wfCross2( a, b ), wfDot2( a, b ) );
}

// Signed area of the triangle of the disc's centre, here the origin, and an edge, as far as it lies in the disc: a triangle where
// the edge runs inside, sectors where it runs outside.
static double getEdgeArea( wfVec2 a, wfVec2 b, double radius )
{
	double squaredRadius = radius * radius;
	double dx = b.x - a.x, dy = b.y - a.y, lengthSquared = dx * dx + dy * dy;
	double insideA = a.x * a.x + a.y * a.y, insideB = b.x * b.x + b.y * b.y;
	if ( insideA <= squaredRadius && insideB <= squaredRadius )
	{
		return 0.5 * ( a.x * b.y - a.y * b.x );
	}
	double half = a.x * dx + a.y * dy, root = half * half - lengthSquared * ( insideA - squaredRadius );
	if ( lengthSquared == 0.0 || root <= 0.0 )
	{
		return getSector( a, b, squaredRadius );
	}
	root = sqrt( root );
	double enter = ( -half - root ) / lengthSquared, leave = ( -half + root ) / lengthSquared;
	if ( leave <= 0.0 || enter >= 1.0 )
	{
		return getSector( a, b, squaredRadius );
	}
	wfVec2 p = a, q = b;
	double area = 0.0;
	if ( enter > 0.0 )
	{
		p = ( wfVec2 ){ a.x + enter * dx, a.y + enter * dy };
		area += getSector( a, p, squaredRadius );
	}
	if ( leave < 1.0 )
	{
		q = ( wfVec2 ){ a.x + leave * dx, a.y + leave * dy };
		area += getSector( q, b, squaredRadius );
	}
	return area + 0.5 * ( p.x * q.y - p.y * q.x );
}

double wfGetDiscArea( const wfVec2* polygon, int32_t count, wfVec2 center, double radius )
{
	double area = 0.0;
	for ( int32_t i = 0, k = count - 1; i < count; k = i++ )
	{
		wfVec2 a = { polygon[k].x - center.x, polygon[k].y - center.y }, b = { polygon[i].x - center.x, polygon[i].y - center.y };
		area += getEdgeArea( a, b, radius );
	}
	return area;
}
