// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Parts of a ground: what lies within a polygon as seen from above, on a mesh also between two heights.
#include "ground/zone.h"
#include "ground/parts.h"
#include "world/world.h"

#include <string.h>

int32_t wfDrawBySums( const double* sums, int32_t count, double unit )
{
	double at = unit * sums[count - 1];
	int32_t first = 0, last = count - 1;
	while ( first < last )
	{
		int32_t middle = first + ( last - first ) / 2;
		if ( sums[middle] > at )
		{
			last = middle;
		}
		else
		{
			first = middle + 1;
		}
	}
	return first;
}

wfSurfacePoint wfDrawInTriangle( int32_t triangle, double u, double v )
{
	return u + v > 1.0 ? ( wfSurfacePoint ){ triangle, 1.0 - u, 1.0 - v } : ( wfSurfacePoint ){ triangle, u, v };
}

static bool mayMeet( const wfGround* ground, const wfZone* zone, int32_t triangle )
{
	const wfMesh* mesh = ground->mesh;
	const int32_t* corners = mesh->triangles + 3 * triangle;
	wfVec3 lower = mesh->vertices[corners[0]], upper = lower;
	for ( int32_t k = 1; k < 3; ++k )
	{
		lower = wfMin3( lower, mesh->vertices[corners[k]] );
		upper = wfMax3( upper, mesh->vertices[corners[k]] );
	}
	return ground->walkable[triangle] && lower.x <= zone->box.upper.x && upper.x >= zone->box.lower.x &&
		   lower.y <= zone->box.upper.y && upper.y >= zone->box.lower.y && lower.z <= zone->upper && upper.z >= zone->lower;
}

wfResult wfGround_PrepareDraws( const wfGround* ground, wfZone* zone )
{
	double sum = 0.0;
	wfResult result = wf_ok;
	int32_t triangles = ground->mesh != NULL ? ground->mesh->triangleCount : 0;
	for ( int32_t t = 0; t < triangles && result == wf_ok; ++t )
	{
		if ( mayMeet( ground, zone, t ) )
		{
			sum += 0.5 * ground->mesh->corner1X[t] * ground->mesh->corner2Y[t];
			result = wfArray_Push( &zone->triangles, t );
			result = result == wf_ok ? wfArray_Push( &zone->sums, sum ) : result;
		}
	}
	return result;
}

bool wfZone_Create( const wfVec2* ring, int32_t count, wfZone* zone )
{
	zone->ring = NULL;
	zone->count = count;
	zone->box = wfBoxOfPoints( ring, count );
	return wfCopyArray( (const void**)&zone->ring, ring, (size_t)count, sizeof( wfVec2 ) );
}

void wfZone_Free( wfZone* zone )
{
	wfReleaseArray( zone->ring, (size_t)zone->count, sizeof( wfVec2 ) );
	wfArray_Free( &zone->triangles );
	wfArray_Free( &zone->sums );
	zone->ring = NULL;
}

bool wfZone_Contains( const wfZone* zone, wfVec3 position )
{
	bool inside = false;
	wfVec2 point = { position.x, position.y };
	if ( !wfBoxHasPoint( zone->box, point ) || position.z < zone->lower || position.z > zone->upper )
	{
		return false;
	}
	for ( int32_t k = 0, last = zone->count - 1; k < zone->count; last = k++ )
	{
		wfVec2 a = zone->ring[last], b = zone->ring[k];
		if ( ( a.y > point.y ) != ( b.y > point.y ) && point.x < a.x + ( point.y - a.y ) / ( b.y - a.y ) * ( b.x - a.x ) )
		{
			inside = !inside;
		}
	}
	return inside;
}

bool wfGround_DrawInZone( const wfGround* ground, const wfZone* zone, uint64_t seed, uint64_t stream, uint64_t counter,
						  wfPlace* place )
{
	if ( ground->mesh == NULL )
	{
		double x = wfRandomUnit( seed, stream, 2 * counter ), y = wfRandomUnit( seed, stream, 2 * counter + 1 );
		wfVec2 low = zone->box.lower, high = zone->box.upper;
		*place = wfPlaceInPlane( ( wfVec2 ){ low.x + x * ( high.x - low.x ), low.y + y * ( high.y - low.y ) } );
	}
	else if ( zone->triangles.count > 0 )
	{
		int32_t index = wfDrawBySums( zone->sums.data, zone->sums.count, wfRandomUnit( seed, stream, 3 * counter ) );
		wfSurfacePoint point = wfDrawInTriangle( zone->triangles.data[index], wfRandomUnit( seed, stream, 3 * counter + 1 ),
												 wfRandomUnit( seed, stream, 3 * counter + 2 ) );
		wfFlat flat = wfFlatOfPoint( ground->mesh, point );
		*place = ( wfPlace ){ flat.x, flat.y, point.triangle };
	}
	else
	{
		return false;
	}
	return wfZone_Contains( zone, wfGround_GetPosition( ground, *place ) );
}
