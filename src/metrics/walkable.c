// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The outline of a world's walkable area near the measurement area, as rings whose signed areas add up: those of polygons turn
// counter-clockwise, their holes clockwise.

#include "metrics.h"
#include "record/record.h"

#include <stdlib.h>
#include <string.h>

void wfWalkable_Free( wfWalkable* walkable )
{
	wfReleaseArray( walkable->points, walkable->pointCapacity, sizeof( wfVec2 ) );
	wfReleaseArray( walkable->rings, walkable->ringCapacity, sizeof( wfRing ) );
}

static double getSignedArea( const wfVec2* points, int32_t count )
{
	double area = 0.0;
	for ( int32_t i = 0, k = count - 1; i < count; k = i++ )
	{
		area += ( points[k].x - points[0].x ) * ( points[i].y - points[0].y ) -
				( points[k].y - points[0].y ) * ( points[i].x - points[0].x );
	}
	return 0.5 * area;
}

// The last `count` points become a ring, cut to the box and turned as it should.
static wfResult endRing( wfWalkable* walkable, size_t begin, bool isHole, const wfBox2* box )
{
	size_t count = walkable->pointCount - begin;
	// Twice the points at most for each of the four cuts.
	wfVec2* spare = wfAllocateArray( 16 * count + 16, sizeof( wfVec2 ) );
	wfVec2* ring = wfAllocateArray( 16 * count + 16, sizeof( wfVec2 ) );
	wfResult result = spare != NULL && ring != NULL ? wf_ok : wf_outOfMemory;
	int32_t kept = 0;
	if ( result == wf_ok && count >= 3 )
	{
		memcpy( ring, walkable->points + begin, count * sizeof( wfVec2 ) );
		if ( ( getSignedArea( ring, (int32_t)count ) < 0.0 ) != isHole )
		{
			for ( size_t i = 0; i < count / 2; ++i )
			{
				wfVec2 point = ring[i];
				ring[i] = ring[count - 1 - i];
				ring[count - 1 - i] = point;
			}
		}
		kept = wfClipPolygonToBox( ring, (int32_t)count, box, spare );
	}
	walkable->pointCount = begin;
	if ( result == wf_ok && kept >= 3 )
	{
		result = wfReserve( &walkable->points, &walkable->pointCapacity, begin + (size_t)kept, sizeof( wfVec2 ) );
		result = result == wf_ok
					 ? wfReserve( &walkable->rings, &walkable->ringCapacity, walkable->ringCount + 1, sizeof( wfRing ) )
					 : result;
		if ( result == wf_ok )
		{
			memcpy( walkable->points + begin, ring, (size_t)kept * sizeof( wfVec2 ) );
			walkable->pointCount += (size_t)kept;
			walkable->rings[walkable->ringCount++] = ( wfRing ){ (int32_t)begin, kept };
		}
	}
	wfReleaseArray( spare, 16 * count + 16, sizeof( wfVec2 ) );
	wfReleaseArray( ring, 16 * count + 16, sizeof( wfVec2 ) );
	return result;
}

// One ring: "x y, x y, ...". Returns where it ends, null when out of memory.
static const char* readRing( wfWalkable* walkable, const char* text, bool isHole, const wfBox2* box )
{
	size_t begin = walkable->pointCount;
	while ( *text != ')' && *text != 0 )
	{
		char* end;
		wfVec2 point;
		point.x = strtod( text, &end );
		point.y = strtod( end, &end );
		if ( end == text )
		{
			break; // no number: not text of ours
		}
		if ( wfReserve( &walkable->points, &walkable->pointCapacity, walkable->pointCount + 1, sizeof( wfVec2 ) ) != wf_ok )
		{
			return NULL;
		}
		walkable->points[walkable->pointCount++] = point;
		text = end;
		while ( *text == ',' || *text == ' ' )
		{
			text += 1;
		}
	}
	return endRing( walkable, begin, isHole, box ) == wf_ok ? text : NULL;
}

// The rings of GEOMETRYCOLLECTION(POLYGON((...), (...)), ...): wherever numbers follow a bracket a ring begins, and the first
// after "POLYGON" is the outer one.
static wfResult readRings( wfWalkable* walkable, const char* text, const wfBox2* box )
{
	bool isHole = false;
	while ( *text != 0 )
	{
		if ( *text == 'P' )
		{
			isHole = false;
		}
		bool begins = *text == '(' && ( ( text[1] >= '0' && text[1] <= '9' ) || text[1] == '-' || text[1] == '.' );
		text += 1;
		if ( begins )
		{
			text = readRing( walkable, text, isHole, box );
			if ( text == NULL )
			{
				return wf_outOfMemory;
			}
			isHole = true;
		}
	}
	return wf_ok;
}

wfResult wfWalkable_Make( wfWalkable* walkable, const wfWorld* world, const wfBox2* area )
{
	wfText text = { 0 };
	wfResult result = wfMakeWorldWkt( world, &text );
	if ( result == wf_ok )
	{
		double reach = 2.0 * WF_VORONOI_CUT_OFF;
		wfBox2 box = { { area->lower.x - reach, area->lower.y - reach }, { area->upper.x + reach, area->upper.y + reach } };
		result = readRings( walkable, text.data, &box );
		walkable->used = result == wf_ok;
	}
	wfText_Free( &text );
	// Where there is no area, cells end at the cut-off alone.
	return result == wf_outOfMemory ? wf_outOfMemory : wf_ok;
}
