// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Straight walks over a mesh, from triangle to triangle.
#include "ground/on_mesh.h"

// Crossings of a single walk: far more than a move can make on any but the finest meshes; the walk then ends early.
#define WF_MAX_CROSSINGS 4096

// The edge of a triangle that a straight walk leaves it by, -1: it ends inside. `most` receives the distance to it.
static int32_t findExit( const wfMesh* mesh, int32_t triangle, wfFlat place, wfFlat direction, int32_t entered, double* most )
{
	int32_t exit = -1;
	for ( int32_t k = 0; k < 3; ++k )
	{
		if ( 3 * triangle + k == entered )
		{
			continue;
		}
		wfFlat a = wfCornerOf( mesh, triangle, k ), b = wfCornerOf( mesh, triangle, k == 2 ? 0 : k + 1 );
		// Outward from the edge: the triangle lies to its left.
		double outX = b.y - a.y, outY = a.x - b.x;
		double speed = direction.x * outX + direction.y * outY;
		if ( !( speed > 0.0 ) )
		{
			continue;
		}
		double room = ( a.x - place.x ) * outX + ( a.y - place.y ) * outY;
		double distance = room > 0.0 ? room / speed : 0.0;
		if ( distance < *most )
		{
			*most = distance;
			exit = 3 * triangle + k;
		}
	}
	return exit;
}

// A place that rounding put outside of its triangle is brought back to the border.
static wfFlat keepInside( const wfMesh* mesh, int32_t triangle, wfFlat place )
{
	wfSurfacePoint point = wfPointOfFlat( mesh, triangle, place );
	if ( point.u >= 0.0 && point.v >= 0.0 && point.u + point.v <= 1.0 )
	{
		return place;
	}
	point.u = point.u > 0.0 ? point.u : 0.0;
	point.v = point.v > 0.0 ? point.v : 0.0;
	double sum = point.u + point.v;
	if ( sum > 1.0 )
	{
		point.u /= sum;
		point.v /= sum;
	}
	return wfFlatOfPoint( mesh, point );
}

wfStride wfGround_Stride( const wfGround* ground, wfPlace from, wfFlat direction, double length )
{
	const wfMesh* mesh = ground->mesh;
	wfStride walk = { .triangle = from.triangle, .place = { from.x, from.y }, .direction = direction, .xx = 1.0, .yy = 1.0 };
	int32_t entered = -1;
	for ( int32_t k = 0; k < WF_MAX_CROSSINGS && walk.walked < length; ++k )
	{
		double distance = length - walk.walked;
		int32_t exit = findExit( mesh, walk.triangle, walk.place, walk.direction, entered, &distance );
		walk.place.x += distance * walk.direction.x;
		walk.place.y += distance * walk.direction.y;
		walk.walked += distance;
		int32_t twin = exit >= 0 ? mesh->twin[exit] : -1;
		if ( twin < 0 || !ground->walkable[twin / 3] )
		{
			walk.stopped = exit >= 0;
			break;
		}
		wfCrossing cross = wfCrossEdge( mesh, exit );
		walk.place = wfCrossPlace( &cross, walk.place );
		walk.direction = wfCrossDirection( &cross, walk.direction );
		wfFlat x = wfCrossDirection( &cross, ( wfFlat ){ walk.xx, walk.xy } );
		wfFlat y = wfCrossDirection( &cross, ( wfFlat ){ walk.yx, walk.yy } );
		walk.xx = x.x;
		walk.xy = x.y;
		walk.yx = y.x;
		walk.yy = y.y;
		walk.triangle = twin / 3;
		entered = twin;
	}
	walk.place = keepInside( mesh, walk.triangle, walk.place );
	return walk;
}
