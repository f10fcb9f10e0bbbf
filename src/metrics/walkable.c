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
	wfArray_Free( &walkable->points );
	wfArray_Free( &walkable->rings );
}

static double getSignedArea( const wfVec2* points, int32_t count )
{
	double area = 0.0;
	for ( int32_t i = 0, k = count - 1; i < count; k = i++ )
	{
		area += wfSide2( points[0], points[k], points[i] );
	}
	return 0.5 * area;
}

// The last `count` points become a ring, cut to the box and turned as it should.
static wfResult endRing( wfWalkable* walkable, int32_t begin, bool isHole, const wfBox2* box )
{
	int32_t count = walkable->points.count - begin, kept = 0;
	// Twice the points at most for each of the four cuts.
	size_t most = 16 * (size_t)count + 16;
	wfVec2* spare = wfAllocateArray( most, sizeof( wfVec2 ) );
	wfVec2* ring = wfAllocateArray( most, sizeof( wfVec2 ) );
	wfResult result = spare != NULL && ring != NULL ? wf_ok : wf_outOfMemory;
	if ( result == wf_ok && count >= 3 )
	{
		const wfVec2* points = walkable->points.data + begin;
		bool turned = ( getSignedArea( points, count ) < 0.0 ) != isHole;
		for ( int32_t i = 0; i < count; ++i )
		{
			ring[i] = points[turned ? count - 1 - i : i];
		}
		kept = wfClipPolygonToBox( ring, count, box, spare );
	}
	walkable->points.count = begin;
	if ( result == wf_ok && kept >= 3 )
	{
		result = wfArray_Append( &walkable->points, ring, kept );
		result = result == wf_ok ? wfArray_Push( &walkable->rings, ( wfRing ){ begin, kept } ) : result;
	}
	wfReleaseArray( spare, most, sizeof( wfVec2 ) );
	wfReleaseArray( ring, most, sizeof( wfVec2 ) );
	return result;
}

// One ring: "x y, x y, ...". Returns where it ends, null when out of memory.
static const char* readRing( wfWalkable* walkable, const char* text, bool isHole, const wfBox2* box )
{
	int32_t begin = walkable->points.count;
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
		if ( wfArray_Push( &walkable->points, point ) != wf_ok )
		{
			return NULL;
		}
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
