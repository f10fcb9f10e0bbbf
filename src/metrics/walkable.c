// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The outline of a world's walkable area near the measurement area, as rings whose signed areas add up: those of polygons turn
// counter-clockwise, their holes clockwise.

#include "metrics.h"
#include "record/record.h"

#include <math.h>

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

// A ring cut to the box and turned as it should.
static wfResult addRing( wfWalkable* walkable, const wfVec2* points, int32_t count, bool isHole, const wfBox2* box )
{
	// Twice the points at most for each of the four cuts.
	size_t most = 16 * (size_t)count + 16;
	wfVec2* spare = wfAllocateArray( most, sizeof( wfVec2 ) );
	wfVec2* ring = wfAllocateArray( most, sizeof( wfVec2 ) );
	wfResult result = spare != NULL && ring != NULL ? wf_ok : wf_outOfMemory;
	int32_t kept = 0, begin = walkable->points.count;
	if ( result == wf_ok && count >= 3 )
	{
		bool turned = ( getSignedArea( points, count ) < 0.0 ) != isHole;
		for ( int32_t i = 0; i < count; ++i )
		{
			ring[i] = points[turned ? count - 1 - i : i];
		}
		kept = wfClipPolygonToBox( ring, count, box, spare );
	}
	if ( result == wf_ok && kept >= 3 )
	{
		result = wfArray_Append( &walkable->points, ring, kept );
		result = result == wf_ok ? wfArray_Push( &walkable->rings, ( wfRing ){ begin, kept } ) : result;
	}
	wfReleaseArray( spare, most, sizeof( wfVec2 ) );
	wfReleaseArray( ring, most, sizeof( wfVec2 ) );
	return result;
}

wfResult wfWalkable_Make( wfWalkable* walkable, const wfWorld* world, const wfBox2* area )
{
	wfWorldArea ground;
	wfResult result = wfMakeWorldArea( world, &ground );
	walkable->used = result == wf_ok;
	wfBox2 box = wfBoxAround( area->lower, area->upper, 2.0 * WF_VORONOI_CUT_OFF );
	for ( int32_t r = 0; r < ground.rings.count && result == wf_ok; ++r )
	{
		const wfAreaRing* ring = ground.rings.data + r;
		result = addRing( walkable, ground.points.data + ring->begin, ring->count, ring->isHole, &box );
	}
	wfWorldArea_Free( &ground );
	// Where there is no area, cells end at the cut-off alone.
	return result == wf_outOfMemory ? wf_outOfMemory : wf_ok;
}

wfResult wfMeasureFloor( const wfWorld* world, double* size )
{
	wfWorldArea ground;
	wfResult result = wfMakeWorldArea( world, &ground );
	*size = result == wf_ok ? 0.0 : NAN;
	for ( int32_t r = 0; r < ground.rings.count && result == wf_ok; ++r )
	{
		const wfAreaRing* ring = ground.rings.data + r;
		double area = fabs( getSignedArea( ground.points.data + ring->begin, ring->count ) );
		*size += ring->isHole ? -area : area;
	}
	wfWorldArea_Free( &ground );
	return result == wf_outOfMemory ? wf_outOfMemory : wf_ok;
}
