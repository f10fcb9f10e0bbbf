// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "test_mesh.h"

#include <math.h>

// Each of these checks once for the whole mesh: meshes have many triangles.
static bool twinsHold( const wfMesh* mesh )
{
	bool hold = true;
	for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
	{
		int32_t g = mesh->twin[h];
		if ( g < 0 )
		{
			hold = hold && g == -1 && mesh->atBoundary[wfFromVertex( mesh, h )] && mesh->atBoundary[wfToVertex( mesh, h )];
			continue;
		}
		int32_t a = wfFromVertex( mesh, h ), b = wfToVertex( mesh, h ), c = wfFromVertex( mesh, g ), d = wfToVertex( mesh, g );
		hold = hold && g < 3 * mesh->triangleCount && mesh->twin[g] == h && g / 3 != h / 3 &&
			   mesh->length[g] == mesh->length[h] && a != b && ( ( a == d && b == c ) || ( a == c && b == d ) );
	}
	return hold;
}

// Whether two corners of one vertex share an edge there.
static bool cornersAdjoin( const wfMesh* mesh, int32_t c, int32_t d )
{
	int32_t e[2] = { mesh->twin[c], mesh->twin[wfPreviousHalfEdge( c )] };
	for ( int32_t k = 0; k < 2; ++k )
	{
		if ( e[k] >= 0 && ( e[k] == d || e[k] == wfPreviousHalfEdge( d ) ) )
		{
			return true;
		}
	}
	return false;
}

static bool ringsHold( const wfMesh* mesh )
{
	bool hold = mesh->ringFirst[0] == 0 && mesh->ringFirst[mesh->vertexCount] == 3 * mesh->triangleCount;
	uint8_t* seen = calloc( 3 * (size_t)mesh->triangleCount, 1 );
	bool anySeam = false;
	for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
	{
		anySeam = anySeam || ( mesh->twin[h] >= 0 && wfFromVertex( mesh, h ) == wfFromVertex( mesh, mesh->twin[h] ) );
	}
	for ( int32_t v = 0; v < mesh->vertexCount && hold; ++v )
	{
		int32_t first = mesh->ringFirst[v], end = mesh->ringFirst[v + 1];
		hold = hold && end > first;
		for ( int32_t i = first; i < end; ++i )
		{
			int32_t c = mesh->ring[i];
			hold =
				hold && mesh->triangles[c] == v && seen[c] == 0 && ( i == first || cornersAdjoin( mesh, mesh->ring[i - 1], c ) );
			seen[c] = 1;
		}
		int32_t a = mesh->ring[first], z = mesh->ring[end - 1];
		if ( mesh->atBoundary[v] )
		{
			bool atA = mesh->twin[a] < 0 || mesh->twin[wfPreviousHalfEdge( a )] < 0;
			hold = hold && atA && ( mesh->twin[z] < 0 || mesh->twin[wfPreviousHalfEdge( z )] < 0 );
			// Where sides agree the ring begins with a half-edge that leaves along the boundary.
			hold = hold && ( anySeam || mesh->twin[a] < 0 );
		}
		else
		{
			hold = hold && cornersAdjoin( mesh, z, a );
		}
	}
	free( seen );
	return hold;
}

static bool layoutHolds( const wfMesh* mesh )
{
	bool hold = true;
	double slack = 1.1e-6 * mesh->report.meanEdge;
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		wfVec3 x = mesh->axisX[t], y = mesh->axisY[t];
		hold = hold && fabs( wfDot3( x, x ) - 1.0 ) < 1e-12 && fabs( wfDot3( y, y ) - 1.0 ) < 1e-12 &&
			   fabs( wfDot3( x, y ) ) < 1e-12;
		for ( int32_t k = 0; k < 3; ++k )
		{
			int32_t h = 3 * t + k;
			wfFlat a = wfCornerOf( mesh, t, k ), b = wfCornerOf( mesh, t, ( k + 1 ) % 3 );
			wfVec3 straight = wfSub3( mesh->vertices[wfToVertex( mesh, h )], mesh->vertices[wfFromVertex( mesh, h )] );
			double length = mesh->length[h], flat = wfHypot( b.x - a.x, b.y - a.y );
			hold = hold && length >= wfLength3( straight ) && length <= wfLength3( straight ) + slack;
			hold = hold && fabs( flat - length ) <= 1e-9 * mesh->report.longestEdge;
			wfVec3 corner = wfPositionOfFlat( mesh, t, a );
			hold = hold && wfLength3( wfSub3( corner, mesh->vertices[mesh->triangles[h]] ) ) <= 1e-9 * mesh->report.longestEdge;
		}
		hold = hold && mesh->corner2Y[t] > 0.0;
	}
	return hold;
}

// Across every edge and back is the identity; the edge's ends go where they belong; lengths are kept; both lie on either side.
static bool crossingsHold( const wfMesh* mesh )
{
	bool hold = true;
	double close = 1e-8 * mesh->report.longestEdge;
	for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
	{
		int32_t g = mesh->twin[h];
		if ( g < 0 )
		{
			continue;
		}
		wfCrossing there = wfCrossEdge( mesh, h ), back = wfCrossEdge( mesh, g );
		wfFlat p = { 0.3 * mesh->corner1X[h / 3], 0.7 * mesh->corner2Y[h / 3] };
		wfFlat q = wfCrossPlace( &back, wfCrossPlace( &there, p ) );
		hold = hold && wfHypot( q.x - p.x, q.y - p.y ) <= close;
		wfFlat d = wfCrossDirection( &there, ( wfFlat ){ 0.6, 0.8 } );
		hold = hold && fabs( wfHypot( d.x, d.y ) - 1.0 ) < 1e-12;

		bool same = wfFromVertex( mesh, h ) == wfFromVertex( mesh, g );
		wfFlat image = wfCrossPlace( &there, wfCornerOf( mesh, h / 3, h % 3 ) );
		wfFlat from = wfCornerOf( mesh, g / 3, ( same ? g : wfNextHalfEdge( g ) ) % 3 );
		hold = hold && wfHypot( image.x - from.x, image.y - from.y ) <= close;
		wfFlat to = wfCornerOf( mesh, g / 3, ( same ? wfNextHalfEdge( g ) : g ) % 3 );
		wfFlat apex = wfCrossPlace( &there, wfCornerOf( mesh, h / 3, wfPreviousHalfEdge( h ) % 3 ) );
		wfFlat own = wfCornerOf( mesh, g / 3, wfPreviousHalfEdge( g ) % 3 );
		double left = ( to.x - from.x ) * ( apex.y - from.y ) - ( to.y - from.y ) * ( apex.x - from.x );
		double right = ( to.x - from.x ) * ( own.y - from.y ) - ( to.y - from.y ) * ( own.x - from.x );
		hold = hold && left * right <= 0.0;
		double determinant = there.xx * there.yy - there.xy * there.yx;
		hold = hold && fabs( determinant - ( same ? -1.0 : 1.0 ) ) < 1e-12;
	}
	return hold;
}

static bool partsHold( const wfMesh* mesh )
{
	bool hold = true;
	int32_t next = 0;
	for ( int32_t v = 0; v < mesh->vertexCount; ++v )
	{
		int32_t component = wfMesh_GetComponent( mesh, v );
		hold = hold && component >= 0 && component <= next;
		next += component == next ? 1 : 0;
		wfSurfacePoint point = wfMesh_GetVertexPoint( mesh, v );
		wfVec3 p = wfMesh_GetPosition( mesh, point ), q = mesh->vertices[v];
		hold = hold && p.x == q.x && p.y == q.y && p.z == q.z;
	}
	for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
	{
		hold = hold && mesh->component[wfFromVertex( mesh, h )] == mesh->component[wfToVertex( mesh, h )];
	}
	return hold && next == mesh->report.components;
}

void checkMesh( const wfMesh* mesh )
{
	CHECK_EQUAL( mesh->report.vertices, mesh->vertexCount );
	CHECK_EQUAL( mesh->report.triangles, mesh->triangleCount );
	CHECK( twinsHold( mesh ) );
	CHECK( ringsHold( mesh ) );
	CHECK( layoutHolds( mesh ) );
	CHECK( crossingsHold( mesh ) );
	CHECK( partsHold( mesh ) );
}
