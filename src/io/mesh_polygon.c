// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Polygons cut into triangles: a fan where they are convex, else ears in the plane of best fit. Ears are clipped with area first,
// so that corners on a straight side do not become flat triangles where another cut is possible. Where some diagonals must not be
// used, all cuts are compared.
#include "io/mesh_reader.h"

#include "mesh/mesh.h"

#include <math.h>

// Areas below this part of the polygon's squared extent count as none.
#define WF_FLAT_PART 1e-14

typedef struct wfPolygonCorner
{
	wfVec2 place;
	int32_t next, previous;
	bool bent; // inwards or straight: may lie in the way of an ear
} wfPolygonCorner;

// The part of a polygon between two of its corners, cut as well as can be.
typedef struct wfPolygonPart
{
	double least; // twice the area of the smallest triangle; -infinity: it cannot be cut
	int32_t apex; // of the triangle at the line between the two
} wfPolygonPart;

void wfPolygonCutter_Free( wfPolygonCutter* cutter )
{
	wfReleaseArray( cutter->corners, cutter->capacity, sizeof( wfPolygonCorner ) );
	wfReleaseArray( cutter->parts, cutter->partCapacity, sizeof( wfPolygonPart ) );
	*cutter = ( wfPolygonCutter ){ .budget = cutter->budget };
}

// Lay the corners into the plane whose normal is the sum of the cross products around the first corner (twice the area vector),
// to turn left around it. False when there is no such plane. `*flat` is the area below which a triangle counts as having none.
static bool flattenPolygon( wfPolygonCutter* cutter, const wfVec3* vertices, const int32_t* corners, int32_t count, double* flat )
{
	wfVec3 origin = vertices[corners[0]];
	wfVec3 normal = { 0.0, 0.0, 0.0 };
	wfVec3 longest = { 0.0, 0.0, 0.0 };
	double extent = 0.0;
	wfVec3 before = { 0.0, 0.0, 0.0 };
	for ( int32_t i = 1; i < count; ++i )
	{
		wfVec3 arm = wfSub3( vertices[corners[i]], origin );
		normal = wfAdd3( normal, wfCross3( before, arm ) );
		double square = wfDot3( arm, arm );
		longest = square > extent ? arm : longest;
		extent = square > extent ? square : extent;
		before = arm;
	}
	double length = wfLength3( normal );
	*flat = WF_FLAT_PART * extent;
	if ( !( length > 2.0 * *flat ) )
	{
		return false;
	}
	wfVec3 up = wfScale3( 1.0 / length, normal );
	// The longest arm, made level: no longer than before, and zero only for a polygon that stands upright on its own plane.
	wfVec3 axisX = wfSub3( longest, wfScale3( wfDot3( longest, up ), up ) );
	double reach = wfLength3( axisX );
	if ( !( reach > 0.0 ) )
	{
		return false;
	}
	axisX = wfScale3( 1.0 / reach, axisX );
	wfVec3 axisY = wfCross3( up, axisX );
	for ( int32_t i = 0; i < count; ++i )
	{
		wfVec3 arm = wfSub3( vertices[corners[i]], origin );
		cutter->corners[i].place = ( wfVec2 ){ wfDot3( arm, axisX ), wfDot3( arm, axisY ) };
	}
	return true;
}

// Twice the area, above zero for a turn to the left.
static double turnOf( const wfPolygonCutter* cutter, int32_t a, int32_t b, int32_t c )
{
	wfVec2 p = cutter->corners[a].place, q = cutter->corners[b].place, r = cutter->corners[c].place;
	return ( q.x - p.x ) * ( r.y - p.y ) - ( q.y - p.y ) * ( r.x - p.x );
}

// Whether the fan around corner 0 is made of triangles with area and the polygon nowhere turns right.
static bool isConvex( const wfPolygonCutter* cutter, int32_t count, double flat )
{
	for ( int32_t i = 1; i + 1 < count; ++i )
	{
		if ( !( turnOf( cutter, 0, i, i + 1 ) > flat ) )
		{
			return false;
		}
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		if ( turnOf( cutter, i, ( i + 1 ) % count, ( i + 2 ) % count ) < 0.0 )
		{
			return false;
		}
	}
	return true;
}

static void cutFan( int32_t count, int32_t* triangles )
{
	for ( int32_t i = 0; i + 2 < count; ++i )
	{
		triangles[3 * i] = 0;
		triangles[3 * i + 1] = i + 1;
		triangles[3 * i + 2] = i + 2;
	}
}

static bool samePlace( wfVec2 a, wfVec2 b )
{
	return a.x == b.x && a.y == b.y;
}

// Whether no other corner lies in the triangle of `ear` and its neighbours or on its sides. Corners in the very place of one of
// its own do not count: they are the two sides of a cut to a hole.
static bool isFreeEar( wfPolygonCutter* cutter, int32_t ear )
{
	int32_t a = cutter->corners[ear].previous, c = cutter->corners[ear].next;
	wfVec2 tip = cutter->corners[ear].place, from = cutter->corners[a].place, to = cutter->corners[c].place;
	double lowX = fmin( from.x, fmin( tip.x, to.x ) ), highX = fmax( from.x, fmax( tip.x, to.x ) );
	double lowY = fmin( from.y, fmin( tip.y, to.y ) ), highY = fmax( from.y, fmax( tip.y, to.y ) );
	for ( int32_t i = cutter->corners[c].next; i != a; i = cutter->corners[i].next )
	{
		cutter->budget -= 1;
		wfVec2 p = cutter->corners[i].place;
		if ( !cutter->corners[i].bent || p.x < lowX || p.x > highX || p.y < lowY || p.y > highY )
		{
			continue;
		}
		if ( samePlace( p, from ) || samePlace( p, tip ) || samePlace( p, to ) )
		{
			continue;
		}
		if ( turnOf( cutter, a, ear, i ) >= 0.0 && turnOf( cutter, ear, c, i ) >= 0.0 && turnOf( cutter, c, a, i ) >= 0.0 )
		{
			return false;
		}
	}
	return true;
}

static void updateBend( wfPolygonCutter* cutter, int32_t corner, double flat )
{
	double turn = turnOf( cutter, cutter->corners[corner].previous, corner, cutter->corners[corner].next );
	cutter->corners[corner].bent = turn <= flat;
}

static void clipEar( wfPolygonCutter* cutter, int32_t ear, double flat, int32_t* triangle )
{
	int32_t a = cutter->corners[ear].previous, c = cutter->corners[ear].next;
	triangle[0] = a;
	triangle[1] = ear;
	triangle[2] = c;
	cutter->corners[a].next = c;
	cutter->corners[c].previous = a;
	updateBend( cutter, a, flat );
	updateBend( cutter, c, flat );
}

// The next ear at or after `at` of `left` corners: one with area, else a flat one, else (the polygon crosses itself) any corner.
static int32_t findEar( wfPolygonCutter* cutter, int32_t at, int32_t left )
{
	int32_t ear = at;
	for ( int32_t tries = 0; tries < left && cutter->budget >= 0; ++tries, ear = cutter->corners[ear].next )
	{
		if ( !cutter->corners[ear].bent && isFreeEar( cutter, ear ) )
		{
			return ear;
		}
	}
	ear = at;
	for ( int32_t tries = 0; tries < left; ++tries, ear = cutter->corners[ear].next )
	{
		if ( turnOf( cutter, cutter->corners[ear].previous, ear, cutter->corners[ear].next ) >= 0.0 )
		{
			return ear;
		}
	}
	return at;
}

wfResult wfPolygonCutter_Cut( wfPolygonCutter* cutter, const wfVec3* vertices, const int32_t* corners, int32_t count,
							  int32_t* triangles )
{
	if ( count == 3 )
	{
		cutFan( count, triangles );
		return wf_ok;
	}
	wfResult result = wfGrowArray( &cutter->corners, &cutter->capacity, (size_t)count, sizeof( wfPolygonCorner ) );
	double flat;
	if ( result != wf_ok )
	{
		return result;
	}
	if ( !flattenPolygon( cutter, vertices, corners, count, &flat ) || isConvex( cutter, count, flat ) )
	{
		cutFan( count, triangles );
		return wf_ok;
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		cutter->corners[i].next = i + 1 < count ? i + 1 : 0;
		cutter->corners[i].previous = i > 0 ? i - 1 : count - 1;
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		updateBend( cutter, i, flat );
	}
	int32_t at = 0;
	for ( int32_t left = count; left >= 3; --left )
	{
		int32_t ear = left > 3 ? findEar( cutter, at, left ) : at;
		if ( cutter->budget < 0 )
		{
			return wf_tooLarge;
		}
		clipEar( cutter, ear, flat, triangles );
		triangles += 3;
		// Every other corner first: rounder triangles than a fan.
		at = cutter->corners[cutter->corners[ear].next].next;
	}
	return wf_ok;
}

// ---------------------------------------------------------------------------------------------- not along some diagonals

// A cut all of whose triangles turn left covers a polygon that does not cross itself once: by the signs of areas alone. Hence the
// best cut of a part is that of its triangle at the line and the best ones of the two parts beside it.
static wfPolygonPart findBestApex( const wfPolygonCutter* cutter, int32_t count, int32_t from, int32_t to )
{
	const wfPolygonPart* parts = cutter->parts;
	wfPolygonPart best = { -INFINITY, -1 };
	for ( int32_t apex = from + 1; apex < to; ++apex )
	{
		double left = parts[(size_t)from * (size_t)count + (size_t)apex].least;
		double right = parts[(size_t)apex * (size_t)count + (size_t)to].least;
		double least = fmin( turnOf( cutter, from, apex, to ), fmin( left, right ) );
		best = least > best.least ? ( wfPolygonPart ){ least, apex } : best;
	}
	return best;
}

// The triangles of the part between two corners, and how many.
static int32_t listTriangles( const wfPolygonCutter* cutter, int32_t count, int32_t from, int32_t to, int32_t* triangles )
{
	if ( to - from < 2 )
	{
		return 0;
	}
	int32_t apex = cutter->parts[(size_t)from * (size_t)count + (size_t)to].apex;
	triangles[0] = from;
	triangles[1] = apex;
	triangles[2] = to;
	int32_t made = 1 + listTriangles( cutter, count, from, apex, triangles + 3 );
	return made + listTriangles( cutter, count, apex, to, triangles + 3 * made );
}

wfResult wfPolygonCutter_CutAround( wfPolygonCutter* cutter, const wfVec3* vertices, const wfPolygon* polygon, int32_t* triangles,
									bool* cut )
{
	int32_t count = polygon->count;
	int64_t cost = (int64_t)count * count * count / 6;
	double flat;
	*cut = false;
	if ( count < 4 || count > WF_MOST_CUT_AROUND || cutter->budget < cost )
	{
		return wf_ok;
	}
	wfResult result = wfGrowArray( &cutter->corners, &cutter->capacity, (size_t)count, sizeof( wfPolygonCorner ) );
	if ( result == wf_ok )
	{
		result = wfGrowArray( &cutter->parts, &cutter->partCapacity, (size_t)count * (size_t)count, sizeof( wfPolygonPart ) );
	}
	if ( result != wf_ok || !flattenPolygon( cutter, vertices, polygon->corners, count, &flat ) )
	{
		return result;
	}
	cutter->budget -= cost;
	for ( int32_t length = 1; length < count; ++length )
	{
		for ( int32_t from = 0; from + length < count; ++from )
		{
			int32_t to = from + length;
			bool side = length == 1 || length == count - 1;
			wfPolygonPart part = { length == 1 ? INFINITY : -INFINITY, -1 };
			if ( length > 1 && ( side || polygon->isAllowed( polygon->context, from, to ) ) )
			{
				part = findBestApex( cutter, count, from, to );
			}
			cutter->parts[(size_t)from * (size_t)count + (size_t)to] = part;
		}
	}
	*cut = cutter->parts[count - 1].least >= -flat;
	if ( *cut )
	{
		listTriangles( cutter, count, 0, count - 1, triangles );
	}
	return wf_ok;
}
