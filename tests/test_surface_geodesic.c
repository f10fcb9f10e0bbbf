// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "surface/geodesic.h"
#include "test_surface_field.h"
#include "test_surface_walk.h"

#include <math.h>
#include <stdlib.h>

static wfSurfacePoint randomPlace( const wfMesh* mesh, uint64_t stream, uint64_t* counter )
{
	int32_t t = (int32_t)( wfRandomUnit( 11, stream, ( *counter )++ ) * mesh->triangleCount );
	double u = wfRandomUnit( 11, stream, ( *counter )++ ), v = wfRandomUnit( 11, stream, ( *counter )++ );
	switch ( (int32_t)( 4.0 * wfRandomUnit( 11, stream, ( *counter )++ ) ) )
	{
		case 0:
			return ( wfSurfacePoint ){ t, u < 0.5 ? 0.0 : 1.0, 0.0 };
		case 1:
			return ( wfSurfacePoint ){ t, u, 1.0 - u };
		default:
			return u + v <= 1.0 ? ( wfSurfacePoint ){ t, u, v } : ( wfSurfacePoint ){ t, 1.0 - u, 1.0 - v };
	}
}

TEST( GeodesicsOnAPlaneAreStraight )
{
	wfMesh* mesh = makeSquares( 12, 9 );
	uint64_t counter = 0;
	for ( int32_t i = 0; i < 300; ++i )
	{
		wfSurfacePoint a = randomPlace( mesh, 1, &counter ), b = randomPlace( mesh, 1, &counter );
		double straight = wfLength3( wfSub3( wfMesh_GetPosition( mesh, a ), wfMesh_GetPosition( mesh, b ) ) );
		CHECK_NEAR( wfMeasureGeodesic( mesh, a, b, INFINITY ), straight, 1e-9 );
		CHECK_NEAR( wfMeasureGeodesic( mesh, a, b, straight + 1e-9 ), straight, 1e-9 );
		if ( straight > 0.0 )
		{
			CHECK( isinf( wfMeasureGeodesic( mesh, a, b, 0.999 * straight ) ) );
		}
	}
	double distances[130];
	CHECK_EQUAL( wfMeasureGeodesics( mesh, wfMesh_GetVertexPoint( mesh, 31 ), INFINITY, distances ), wf_ok );
	for ( int32_t v = 0; v < mesh->vertexCount; ++v )
	{
		CHECK_NEAR( distances[v], wfLength3( wfSub3( mesh->vertices[v], mesh->vertices[31] ) ), 1e-9 );
	}
	wfDestroyMesh( mesh );
}

// A cube of side 2 around the origin, each face of 2 n^2 triangles.
static wfMesh* makeCube( int32_t n )
{
	int32_t perFace = ( n + 1 ) * ( n + 1 );
	wfVec3* vertices = calloc( (size_t)( 6 * perFace ), sizeof( wfVec3 ) );
	int32_t* triangles = calloc( (size_t)( 36 * n * n ), sizeof( int32_t ) );
	int32_t used = 0;
	for ( int32_t face = 0; face < 6; ++face )
	{
		for ( int32_t i = 0; i <= n; ++i )
		{
			for ( int32_t j = 0; j <= n; ++j )
			{
				double a = 2.0 * i / n - 1.0, b = 2.0 * j / n - 1.0, c = face % 2 == 0 ? 1.0 : -1.0;
				int32_t v = face * perFace + i * ( n + 1 ) + j;
				vertices[v] =
					face / 2 == 0 ? ( wfVec3 ){ c, a, b } : ( face / 2 == 1 ? ( wfVec3 ){ a, c, b } : ( wfVec3 ){ a, b, c } );
				if ( i < n && j < n )
				{
					int32_t square[6] = { v, v + 1, v + n + 2, v, v + n + 2, v + n + 1 };
					for ( int32_t k = 0; k < 6; ++k )
					{
						triangles[used++] = square[k];
					}
				}
			}
		}
	}
	wfMesh* mesh = makeTestMesh( vertices, 6 * perFace, triangles, used / 3 );
	free( vertices );
	free( triangles );
	return mesh;
}

static double measureBetween( const wfMesh* mesh, wfVec3 a, wfVec3 b )
{
	return wfMeasureGeodesic( mesh, wfMesh_FindNearest( mesh, a, NULL ), wfMesh_FindNearest( mesh, b, NULL ), INFINITY );
}

TEST( GeodesicsOnACubeGoAroundItsEdges )
{
	for ( int32_t n = 1; n <= 4; n += 3 )
	{
		wfMesh* mesh = makeCube( n );
		// Between opposite corners, over the middle of an edge; between the middles of opposite faces; and of neighbours.
		CHECK_NEAR( measureBetween( mesh, ( wfVec3 ){ -1, -1, -1 }, ( wfVec3 ){ 1, 1, 1 } ), sqrt( 20.0 ), 1e-9 );
		CHECK_NEAR( measureBetween( mesh, ( wfVec3 ){ 0, 0, -1 }, ( wfVec3 ){ 0, 0, 1 } ), 4.0, 1e-9 );
		CHECK_NEAR( measureBetween( mesh, ( wfVec3 ){ 0, 0, -1 }, ( wfVec3 ){ 0, 1, 0 } ), 2.0, 1e-9 );
		// Near opposite corners of one edge: straight over it when laid flat.
		CHECK_NEAR( measureBetween( mesh, ( wfVec3 ){ -0.9, -0.5, 1 }, ( wfVec3 ){ 0.7, -1, 0.6 } ),
					sqrt( 1.6 * 1.6 + 0.9 * 0.9 ), 1e-9 );
		// Known from the spider and the fly, in a box of this shape the path over one side is best.
		CHECK_NEAR( measureBetween( mesh, ( wfVec3 ){ 0.5, 0.5, 1 }, ( wfVec3 ){ 0.5, 0.5, -1 } ), 3.0, 1e-9 );
		wfDestroyMesh( mesh );
	}
}

TEST( GeodesicsBendAtBoundaries )
{
	// An L of squares: from one end of it to the other around the inner corner (2, 2).
	wfVec3 vertices[25];
	int32_t triangles[96];
	int32_t used = 0;
	for ( int32_t v = 0; v < 25; ++v )
	{
		vertices[v] = ( wfVec3 ){ v % 5, v / 5, 0.0 };
		int32_t i = v % 5, j = v / 5;
		if ( i < 4 && j < 4 && ( i < 2 || j < 2 ) )
		{
			int32_t square[6] = { v, v + 1, v + 6, v, v + 6, v + 5 };
			for ( int32_t k = 0; k < 6; ++k )
			{
				triangles[used++] = square[k];
			}
		}
	}
	wfMesh* mesh = makeTestMesh( vertices, 25, triangles, used / 3 );
	CHECK_NEAR( measureBetween( mesh, ( wfVec3 ){ 1.5, 4, 0 }, ( wfVec3 ){ 4, 1, 0 } ), sqrt( 4.25 ) + sqrt( 5.0 ), 1e-9 );
	CHECK_NEAR( measureBetween( mesh, ( wfVec3 ){ 2, 4, 0 }, ( wfVec3 ){ 4, 2, 0 } ), 4.0, 1e-9 );
	CHECK_NEAR( measureBetween( mesh, ( wfVec3 ){ 0, 3, 0 }, ( wfVec3 ){ 3, 0, 0 } ), sqrt( 18.0 ), 1e-9 );
	CHECK_NEAR( measureBetween( mesh, ( wfVec3 ){ 1, 3.7, 0 }, ( wfVec3 ){ 3.9, 1.2, 0 } ), hypot( 1.0, 1.7 ) + hypot( 1.9, 0.8 ),
				1e-9 );
	wfDestroyMesh( mesh );
}

// Brute force: shortest paths along edges of a mesh with many points on each edge, all points of a triangle joined.
static double searchAlongPoints( const wfMesh* mesh, int32_t from, int32_t to, int32_t parts )
{
	int32_t perEdge = parts + 1, count = 3 * mesh->triangleCount * perEdge;
	double* distance = malloc( (size_t)count * sizeof( double ) );
	bool* done = calloc( (size_t)count, sizeof( bool ) );
	for ( int32_t i = 0; i < count; ++i )
	{
		int32_t h = i / perEdge, k = i % perEdge;
		int32_t vertex = k == 0 ? wfFromVertex( mesh, h ) : ( k == parts ? wfToVertex( mesh, h ) : -1 );
		distance[i] = vertex == from ? 0.0 : INFINITY;
	}
	double found = INFINITY;
	for ( ;; )
	{
		int32_t best = -1;
		for ( int32_t i = 0; i < count; ++i )
		{
			best = !done[i] && distance[i] < INFINITY && ( best < 0 || distance[i] < distance[best] ) ? i : best;
		}
		if ( best < 0 )
		{
			break;
		}
		done[best] = true;
		int32_t h = best / perEdge, k = best % perEdge;
		int32_t vertex = k == 0 ? wfFromVertex( mesh, h ) : ( k == parts ? wfToVertex( mesh, h ) : -1 );
		if ( vertex == to )
		{
			found = distance[best];
			break;
		}
		wfPathNode node = wfEdgeNode( h, (double)k / parts, h / 3 );
		wfVec3 here = wfPositionOfNode( mesh, &node );
		for ( int32_t i = 3 * ( h / 3 ) * perEdge; i < 3 * ( h / 3 + 1 ) * perEdge; ++i )
		{
			wfPathNode other = wfEdgeNode( i / perEdge, (double)( i % perEdge ) / parts, h / 3 );
			double length = distance[best] + wfLength3( wfSub3( wfPositionOfNode( mesh, &other ), here ) );
			distance[i] = length < distance[i] ? length : distance[i];
		}
		for ( int32_t i = 0; i < count; ++i )
		{
			// The same point of other triangles.
			int32_t g = i / perEdge, m = i % perEdge;
			if ( g == mesh->twin[h] && m == ( wfFromVertex( mesh, g ) == wfFromVertex( mesh, h ) ? k : parts - k ) )
			{
				distance[i] = distance[best] < distance[i] ? distance[best] : distance[i];
			}
			int32_t at = m == 0 ? wfFromVertex( mesh, g ) : ( m == parts ? wfToVertex( mesh, g ) : -1 );
			if ( vertex >= 0 && at == vertex )
			{
				distance[i] = distance[best] < distance[i] ? distance[best] : distance[i];
			}
		}
	}
	free( distance );
	free( done );
	return found;
}

TEST( GeodesicsAgreeWithBruteForceOnRoughGround )
{
	// Ground so rough that paths bend around hills and over saddles, and a strip that is not orientable.
	for ( int32_t kind = 0; kind < 3; ++kind )
	{
		wfMesh* smooth = kind < 2 ? makeSquares( 5, 5 ) : makeRolled( 9, 3, true, false );
		wfVec3 vertices[64];
		for ( int32_t v = 0; v < smooth->vertexCount; ++v )
		{
			vertices[v] = smooth->vertices[v];
			vertices[v].z += ( kind == 1 ? 2.5 : 0.8 ) * wfRandomUnit( 7, (uint64_t)kind, (uint64_t)v );
		}
		wfMesh* mesh = makeTestMesh( vertices, smooth->vertexCount, smooth->triangles, smooth->triangleCount );
		double distances[64];
		CHECK_EQUAL( wfMeasureGeodesics( mesh, wfMesh_GetVertexPoint( mesh, 3 ), INFINITY, distances ), wf_ok );
		for ( int32_t v = 5; v < mesh->vertexCount; v += 7 )
		{
			double brute = searchAlongPoints( mesh, 3, v, 24 );
			// Brute force is never shorter, and near.
			CHECK( distances[v] <= brute + 1e-9 );
			CHECK( distances[v] >= 0.99 * brute );
			double back = wfMeasureGeodesic( mesh, wfMesh_GetVertexPoint( mesh, v ), wfMesh_GetVertexPoint( mesh, 3 ), INFINITY );
			CHECK_NEAR( back, distances[v], 1e-9 );
		}
		wfDestroyMesh( mesh );
		wfDestroyMesh( smooth );
	}
}

// Distances are the same both ways and no path around a third place is shorter; on a sphere they are those of great circles.
TEST( GeodesicsAreAMetric )
{
	wfMesh* meshes[3] = { meshSphere( 10 ), meshTwisted( 24, 8, true ), meshOfSquares( 16, 12, 0.5, 0.9 ) };
	for ( int32_t k = 0; k < 3; ++k )
	{
		const wfMesh* mesh = meshes[k];
		int32_t n = mesh->vertexCount, places[2] = { 0, n / 2 };
		double* from[2];
		for ( int32_t i = 0; i < 2; ++i )
		{
			from[i] = malloc( (size_t)n * sizeof( double ) );
			CHECK_EQUAL( wfMeasureGeodesics( mesh, wfMesh_GetVertexPoint( mesh, places[i] ), INFINITY, from[i] ), wf_ok );
		}
		for ( int32_t v = 0; v < n; ++v )
		{
			CHECK( fabs( from[0][v] - from[1][v] ) <= from[0][places[1]] * ( 1.0 + 1e-9 ) );
			CHECK( from[0][v] >= wfLength3( wfSub3( mesh->vertices[v], mesh->vertices[places[0]] ) ) - 1e-9 );
			if ( v % 13 == 0 )
			{
				wfSurfacePoint a = wfMesh_GetVertexPoint( mesh, v ), b = wfMesh_GetVertexPoint( mesh, places[0] );
				CHECK_NEAR( wfMeasureGeodesic( mesh, a, b, INFINITY ), from[0][v], 1e-9 );
			}
			if ( k == 0 )
			{
				double cosine = wfDot3( mesh->vertices[v], mesh->vertices[places[0]] );
				double angle = acos( fmax( -1.0, fmin( 1.0, cosine ) ) );
				CHECK( from[0][v] <= angle + 1e-9 && from[0][v] >= 0.98 * angle );
			}
		}
		free( from[0] );
		free( from[1] );
		wfDestroyMesh( meshes[k] );
	}
}

TEST( GeodesicsFailAllocationsCleanly )
{
	wfMesh* mesh = makeSquares( 6, 6 );
	double distances[49];
	TEST_EVERY_ALLOCATION( wfMeasureGeodesics( mesh, wfMesh_GetVertexPoint( mesh, 0 ), INFINITY, distances ), (void)0 );
	wfDestroyMesh( mesh );
}

void runSurfaceGeodesicTests( int argc, char** argv )
{
	RUN( GeodesicsOnAPlaneAreStraight );
	RUN( GeodesicsOnACubeGoAroundItsEdges );
	RUN( GeodesicsBendAtBoundaries );
	RUN( GeodesicsAgreeWithBruteForceOnRoughGround );
	RUN( GeodesicsAreAMetric );
	RUN( GeodesicsFailAllocationsCleanly );
}
