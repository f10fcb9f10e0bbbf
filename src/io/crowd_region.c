// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Regions: where agents are placed, let in or taken out.
#include "io/scenario.h"

#include "base/vec2.h"

void wfRegion_Free( wfRegion* region )
{
	wfReleaseArray( region->points, region->pointCount, sizeof( wfVec2 ) );
	*region = ( wfRegion ){ 0 };
}

void wfRegion_Finish( wfRegion* region, double angle )
{
	wfCosSin turn = wfCosSinOf( angle );
	region->axis = ( wfVec2 ){ turn.cosine, turn.sine };
	wfVec2 reach = { region->radius, region->radius };
	if ( region->kind == wf_boxRegion )
	{
		reach.x = fabs( turn.cosine ) * region->halfSize.x + fabs( turn.sine ) * region->halfSize.y;
		reach.y = fabs( turn.sine ) * region->halfSize.x + fabs( turn.cosine ) * region->halfSize.y;
	}
	region->bounds = region->pointCount > 0 ? wfBoxOfPoints( region->points, (int32_t)region->pointCount )
											: ( wfBox2 ){ wfSub2( region->center, reach ), wfAdd2( region->center, reach ) };
}

// Even-odd.
static bool isInRing( const wfVec2* points, size_t count, wfVec2 p )
{
	bool inside = false;
	for ( size_t i = 0, j = count - 1; i < count; j = i++ )
	{
		wfVec2 a = points[i], b = points[j];
		if ( ( a.y > p.y ) != ( b.y > p.y ) && p.x < a.x + ( p.y - a.y ) / ( b.y - a.y ) * ( b.x - a.x ) )
		{
			inside = !inside;
		}
	}
	return inside;
}

bool wfRegion_Contains( const wfRegion* region, wfVec2 point )
{
	double x = point.x - region->center.x, y = point.y - region->center.y;
	switch ( region->kind )
	{
		case wf_boxRegion:
			return fabs( region->axis.x * x + region->axis.y * y ) <= region->halfSize.x &&
				   fabs( region->axis.x * y - region->axis.y * x ) <= region->halfSize.y;
		case wf_discRegion:
			return x * x + y * y <= region->radius * region->radius;
		case wf_polygonRegion:
			return isInRing( region->points, region->pointCount, point );
		case wf_circleRegion:
			break;
	}
	return false;
}

const wfVec2* wfRegion_GetRing( const wfRegion* region, wfVec2* buffer, int32_t* count )
{
	if ( region->kind == wf_polygonRegion )
	{
		*count = (int32_t)region->pointCount;
		return region->points;
	}
	*count = region->kind == wf_boxRegion ? 4 : WF_DISC_SIDES;
	for ( int32_t i = 0; i < *count; ++i )
	{
		if ( region->kind == wf_boxRegion )
		{
			double x = i == 0 || i == 3 ? -region->halfSize.x : region->halfSize.x;
			double y = i < 2 ? -region->halfSize.y : region->halfSize.y;
			buffer[i].x = region->center.x + region->axis.x * x - region->axis.y * y;
			buffer[i].y = region->center.y + region->axis.y * x + region->axis.x * y;
			continue;
		}
		wfCosSin turn = wfCosSinOf( WF_TWO_PI * i / *count );
		buffer[i].x = region->center.x + region->radius * turn.cosine;
		buffer[i].y = region->center.y + region->radius * turn.sine;
	}
	return buffer;
}
