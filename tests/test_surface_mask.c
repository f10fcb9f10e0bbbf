// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "test_surface_walk.h"

#include <math.h>
#include <string.h>

static wfSurfaceMask* makeMask( const wfMesh* mesh )
{
	wfSurfaceMask* mask = NULL;
	CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
	return mask;
}

static bool isConsistent( const wfSurfaceMask* mask )
{
	int32_t blocked = 0;
	for ( int32_t v = 0; v < mask->mesh->vertexCount; ++v )
	{
		blocked += wfSurfaceMask_IsVertexBlocked( mask, v ) ? 1 : 0;
	}
	for ( int32_t h = 0; h < 3 * mask->mesh->triangleCount; ++h )
	{
		if ( mask->triangleBlocked[h / 3] != 0 && mask->vertexBlocked[mask->mesh->triangles[h]] == 0 )
		{
			return false;
		}
	}
	return blocked == wfSurfaceMask_GetBlockedCount( mask );
}

// The least distance of a triangle in the plane from a point: of many samples.
static double sampleDistance( const wfMesh* mesh, int32_t t, wfVec3 center )
{
	double least = INFINITY;
	for ( int32_t i = 0; i <= 40; ++i )
	{
		for ( int32_t j = 0; i + j <= 40; ++j )
		{
			wfVec3 p = wfMesh_GetPosition( mesh, ( wfSurfacePoint ){ t, i / 40.0, j / 40.0 } );
			least = fmin( least, wfLength3( wfSub3( p, center ) ) );
		}
	}
	return least;
}

TEST( MaskTakesVerticesAndTriangles )
{
	wfMesh* mesh = makeSquares( 4, 4 );
	wfSurfaceMask* mask = makeMask( mesh );
	wfError error = { 0 };
	int32_t vertices[] = { 3, 7, 3 }, triangles[] = { 0, 31 };
	CHECK_EQUAL( wfSurfaceMask_BlockVertices( mask, vertices, 3, &error ), wf_ok );
	CHECK_EQUAL( wfSurfaceMask_GetBlockedCount( mask ), 2 );
	CHECK_EQUAL( wfSurfaceMask_BlockTriangles( mask, triangles, 2, &error ), wf_ok );
	CHECK_EQUAL( wfSurfaceMask_GetBlockedCount( mask ), 8 );
	CHECK( wfSurfaceMask_IsTriangleBlocked( mask, 0 ) && !wfSurfaceMask_IsTriangleBlocked( mask, 12 ) );
	CHECK( isConsistent( mask ) );
	int32_t bad[] = { 1, 25 };
	CHECK_EQUAL( wfSurfaceMask_BlockVertices( mask, bad, 2, &error ), wf_outOfRange );
	CHECK( strstr( error.message, "vertex 25" ) != NULL && strstr( error.message, "0 to 24" ) != NULL );
	CHECK( !wfSurfaceMask_IsVertexBlocked( mask, 2 ) );
	bad[1] = -1;
	CHECK_EQUAL( wfSurfaceMask_BlockTriangles( mask, bad, 2, &error ), wf_outOfRange );
	CHECK( strstr( error.message, "triangle -1" ) != NULL );
	CHECK( !wfSurfaceMask_IsVertexBlocked( mask, 25 ) && !wfSurfaceMask_IsTriangleBlocked( mask, -3 ) );
	wfSurfaceMask_Clear( mask );
	CHECK_EQUAL( wfSurfaceMask_GetBlockedCount( mask ), 0 );
	CHECK( isConsistent( mask ) );
	double headroom[32];
	for ( int32_t t = 0; t < 32; ++t )
	{
		headroom[t] = t == 4 ? 1.5 : INFINITY;
	}
	int32_t low = -1;
	CHECK_EQUAL( wfSurfaceMask_BlockLow( mask, headroom, 1.8, &low ), wf_ok );
	CHECK_EQUAL( low, 1 );
	CHECK( wfSurfaceMask_IsTriangleBlocked( mask, 4 ) && wfSurfaceMask_GetBlockedCount( mask ) == 3 );
	CHECK_EQUAL( wfSurfaceMask_BlockLow( mask, headroom, NAN, NULL ), wf_outOfRange );
	wfDestroySurfaceMask( mask );
	TEST_EVERY_ALLOCATION( wfCreateSurfaceMask( mesh, &mask ), wfDestroySurfaceMask( mask ) );
	wfDestroyMesh( mesh );
}

TEST( MaskBlocksWhatReachesIntoASphereOrDisc )
{
	wfMesh* mesh = makeSquares( 12, 12 );
	for ( int32_t i = 0; i < 20; ++i )
	{
		wfVec3 center = { 2.0 + 8.0 * wfRandomUnit( 3, 1, (uint64_t)( 3 * i ) ),
						  2.0 + 8.0 * wfRandomUnit( 3, 1, (uint64_t)( 3 * i + 1 ) ), 0.0 };
		double radius = 0.1 + 2.5 * wfRandomUnit( 3, 1, (uint64_t)( 3 * i + 2 ) );
		wfSurfaceMask *sphere = makeMask( mesh ), *disc = makeMask( mesh );
		wfError error = { 0 };
		CHECK_EQUAL( wfSurfaceMask_BlockSphere( sphere, center, radius, &error ), wf_ok );
		CHECK_EQUAL( wfSurfaceMask_BlockDisc( disc, wfMesh_FindNearest( mesh, center, NULL ), radius, &error ), wf_ok );
		CHECK( isConsistent( sphere ) && isConsistent( disc ) );
		for ( int32_t t = 0; t < mesh->triangleCount; ++t )
		{
			double distance = sampleDistance( mesh, t, center );
			if ( distance < radius )
			{
				CHECK( sphere->triangleBlocked[t] != 0 );
				CHECK( disc->triangleBlocked[t] != 0 );
			}
			// Samples are up to 0.03 m off.
			if ( distance > radius + 0.03 )
			{
				CHECK( sphere->triangleBlocked[t] == 0 );
				CHECK( disc->triangleBlocked[t] == 0 );
			}
		}
		wfDestroySurfaceMask( sphere );
		wfDestroySurfaceMask( disc );
	}
	wfSurfaceMask* mask = makeMask( mesh );
	wfError error = { 0 };
	CHECK_EQUAL( wfSurfaceMask_BlockSphere( mask, ( wfVec3 ){ 6, 6, 5 }, 4.9, &error ), wf_notFound );
	CHECK( strstr( error.message, "5 m" ) != NULL );
	CHECK_EQUAL( wfSurfaceMask_BlockSphere( mask, ( wfVec3 ){ 6, 6, NAN }, 1.0, &error ), wf_outOfRange );
	CHECK_EQUAL( wfSurfaceMask_BlockDisc( mask, ( wfSurfacePoint ){ 288, 0, 0 }, 1.0, &error ), wf_outOfRange );
	CHECK( strstr( error.message, "triangle 288" ) != NULL );
	CHECK_EQUAL( wfSurfaceMask_BlockDisc( mask, ( wfSurfacePoint ){ 3, 0.2, 0.2 }, -1.0, &error ), wf_outOfRange );
	// Nothing but the triangle it lies in.
	CHECK_EQUAL( wfSurfaceMask_BlockDisc( mask, ( wfSurfacePoint ){ 3, 0.2, 0.2 }, 0.0, &error ), wf_ok );
	CHECK_EQUAL( wfSurfaceMask_GetBlockedCount( mask ), 3 );
	wfDestroySurfaceMask( mask );
	wfDestroyMesh( mesh );
}

TEST( MaskDiscsKeepToTheSurface )
{
	// A strip folded like a U: what lies close across the gap is far along the surface.
	wfMesh* flat = makeSquares( 20, 2 );
	wfVec3 vertices[63];
	for ( int32_t v = 0; v < 63; ++v )
	{
		double x = flat->vertices[v].x;
		double along = x < 9.5 ? x : 19.0 - x;
		vertices[v] = ( wfVec3 ){ along, flat->vertices[v].y, x < 9.5 ? 0.0 : 0.5 };
	}
	wfMesh* mesh = makeTestMesh( vertices, 63, flat->triangles, flat->triangleCount );
	wfSurfaceMask* mask = makeMask( mesh );
	CHECK_EQUAL( wfSurfaceMask_BlockDisc( mask, wfMesh_FindNearest( mesh, ( wfVec3 ){ 3, 1, 0 }, NULL ), 1.2, NULL ), wf_ok );
	for ( int32_t v = 0; v < 63; ++v )
	{
		if ( mesh->vertices[v].z > 0.25 )
		{
			CHECK( !wfSurfaceMask_IsVertexBlocked( mask, v ) );
		}
	}
	CHECK( wfSurfaceMask_GetBlockedCount( mask ) > 3 );
	wfDestroySurfaceMask( mask );
	wfDestroyMesh( mesh );
	wfDestroyMesh( flat );
}

TEST( MaskGrowsByJustTheRadius )
{
	wfMesh* mesh = makeSquares( 16, 10 );
	int32_t wall[] = { 5 * 17 + 7, 5 * 17 + 8, 5 * 17 + 9 }; // edges from (7, 5) to (9, 5), no triangle
	for ( int32_t i = 0; i < 12; ++i )
	{
		double radius = 0.31 * i + 0.01;
		bool boundary = i % 2 == 1;
		wfSurfaceMask* mask = makeMask( mesh );
		CHECK_EQUAL( wfSurfaceMask_BlockVertices( mask, wall, 3, NULL ), wf_ok );
		CHECK_EQUAL( wfSurfaceMask_Grow( mask, radius, boundary ), wf_ok );
		CHECK( isConsistent( mask ) );
		for ( int32_t v = 0; v < mesh->vertexCount; ++v )
		{
			wfVec3 p = mesh->vertices[v];
			double x = fmax( 0.0, fmax( 7.0 - p.x, p.x - 9.0 ) ), distance = hypot( x, p.y - 5.0 );
			if ( boundary )
			{
				distance = fmin( distance, fmin( fmin( p.x, 16.0 - p.x ), fmin( p.y, 10.0 - p.y ) ) );
			}
			if ( fabs( distance - radius ) > 1e-9 )
			{
				CHECK_EQUAL( wfSurfaceMask_IsVertexBlocked( mask, v ), distance < radius );
			}
		}
		wfDestroySurfaceMask( mask );
	}
	wfSurfaceMask* mask = makeMask( mesh );
	CHECK_EQUAL( wfSurfaceMask_Grow( mask, 1.0, false ), wf_ok );
	CHECK_EQUAL( wfSurfaceMask_GetBlockedCount( mask ), 0 );
	CHECK_EQUAL( wfSurfaceMask_Grow( mask, -1.0, false ), wf_outOfRange );
	TEST_EVERY_ALLOCATION( wfSurfaceMask_Grow( mask, 1.5, true ), wfSurfaceMask_Clear( mask ) );
	wfDestroySurfaceMask( mask );
	wfDestroyMesh( mesh );
}

TEST( MaskBlocksPolygons )
{
	wfMesh* mesh = makeSquares( 14, 14 );
	wfSurfaceMask* mask = makeMask( mesh );
	// Not convex, corners on vertices, on edges and inside.
	const wfVec3 outline[] = { { 2, 2, 0 }, { 11.3, 2.5, 0 }, { 12, 11.6, 0 }, { 7, 5.2, 0 }, { 3.5, 10, 0 } };
	wfSurfacePoint corners[5];
	for ( int32_t i = 0; i < 5; ++i )
	{
		corners[i] = wfMesh_FindNearest( mesh, outline[i], NULL );
	}
	wfError error = { 0 };
	CHECK_EQUAL( wfSurfaceMask_BlockPolygon( mask, corners, 5, &error ), wf_ok );
	CHECK( isConsistent( mask ) );
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		// Any place inside of the polygon makes its triangle blocked; blocked triangles have one no farther than rounding.
		bool inside = false;
		for ( int32_t k = 0; k < 400; ++k )
		{
			double u = ( 0.5 + k % 20 ) / 20.0, v = ( 0.5 + k / 20 ) / 20.0;
			if ( u + v > 1.0 )
			{
				continue;
			}
			wfVec3 p = wfMesh_GetPosition( mesh, ( wfSurfacePoint ){ t, u, v } );
			bool odd = false;
			for ( int32_t i = 0, j = 4; i < 5; j = i++ )
			{
				wfVec3 a = outline[i], b = outline[j];
				if ( ( a.y > p.y ) != ( b.y > p.y ) && p.x < ( b.x - a.x ) * ( p.y - a.y ) / ( b.y - a.y ) + a.x )
				{
					odd = !odd;
				}
			}
			inside |= odd;
		}
		if ( inside )
		{
			CHECK( mask->triangleBlocked[t] != 0 );
		}
		wfVec3 middle = wfMesh_GetPosition( mesh, ( wfSurfacePoint ){ t, 1.0 / 3, 1.0 / 3 } );
		if ( middle.y < 1.0 || middle.x < 1.0 || middle.x > 13.0 || middle.y > 13.0 ||
			 ( fabs( middle.x - 7.0 ) < 0.8 && middle.y > 8.0 ) )
		{
			CHECK( mask->triangleBlocked[t] == 0 );
		}
	}
	// Within one triangle.
	wfSurfaceMask_Clear( mask );
	const wfSurfacePoint small[] = { { 40, 0.2, 0.2 }, { 40, 0.5, 0.2 }, { 40, 0.3, 0.4 } };
	CHECK_EQUAL( wfSurfaceMask_BlockPolygon( mask, small, 3, &error ), wf_ok );
	CHECK_EQUAL( wfSurfaceMask_GetBlockedCount( mask ), 3 );
	CHECK_EQUAL( wfSurfaceMask_BlockPolygon( mask, small, 2, &error ), wf_outOfRange );
	CHECK( strstr( error.message, "at least 3" ) != NULL );
	const wfSurfacePoint off[] = { { 40, 0.2, 0.2 }, { 400, 0.5, 0.2 }, { 40, 0.3, 0.4 } };
	CHECK_EQUAL( wfSurfaceMask_BlockPolygon( mask, off, 3, &error ), wf_outOfRange );
	CHECK( strstr( error.message, "corner 1" ) != NULL && strstr( error.message, "triangle 400" ) != NULL );
	TEST_EVERY_ALLOCATION( wfSurfaceMask_BlockPolygon( mask, corners, 5, NULL ), wfSurfaceMask_Clear( mask ) );
	wfDestroySurfaceMask( mask );
	wfDestroyMesh( mesh );
}

TEST( MaskRefusesPolygonsAroundHandles )
{
	for ( int32_t kind = 0; kind < 3; ++kind )
	{
		// A torus, Klein's bottle and a Moebius strip: along the row once around nothing is closed off; a small one is.
		wfMesh* mesh = makeRolled( 24, 8, kind > 0, kind < 2 );
		wfSurfaceMask* mask = makeMask( mesh );
		int32_t height = kind < 2 ? 8 : 9, row = 4;
		wfSurfacePoint around[6];
		for ( int32_t i = 0; i < 6; ++i )
		{
			around[i] = wfMesh_GetVertexPoint( mesh, 4 * i * height + row );
		}
		wfError error = { 0 };
		CHECK_EQUAL( wfSurfaceMask_BlockPolygon( mask, around, 6, &error ), wf_outOfRange );
		CHECK( strstr( error.message, "does not close off" ) != NULL );
		CHECK_EQUAL( wfSurfaceMask_GetBlockedCount( mask ), 0 );
		const int32_t near[4] = { 2 * height + 2, 6 * height + 2, 6 * height + 5, 2 * height + 5 };
		for ( int32_t i = 0; i < 4; ++i )
		{
			around[i] = wfMesh_GetVertexPoint( mesh, near[i] );
		}
		CHECK_EQUAL( wfSurfaceMask_BlockPolygon( mask, around, 4, &error ), wf_ok );
		CHECK( wfSurfaceMask_IsVertexBlocked( mask, 4 * height + 3 ) );
		CHECK( wfSurfaceMask_GetBlockedCount( mask ) < mesh->vertexCount / 3 );
		wfDestroySurfaceMask( mask );
		wfDestroyMesh( mesh );
	}
}

TEST( MaskGrowsFromWallsBetweenFarVertices )
{
	// The middle of the wall from (0, 0) to (4, 0) is far from both of its vertices.
	const wfVec3 vertices[] = { { 0, 0, 0 }, { 4, 0, 0 }, { 2, 0.5, 0 }, { 2, -0.7, 0 }, { 0, 3, 0 }, { 4, 3, 0 }, { 2, -3, 0 } };
	const int32_t triangles[] = { 0, 1, 2, 1, 0, 3, 0, 2, 4, 2, 5, 4, 2, 1, 5, 0, 6, 3, 3, 6, 1 };
	wfMesh* mesh = makeTestMesh( vertices, 7, triangles, 7 );
	for ( int32_t k = 0; k < 3; ++k )
	{
		const double radii[3] = { 0.45, 0.6, 0.8 };
		const int32_t wall[2] = { 0, 1 };
		wfSurfaceMask* mask = NULL;
		CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
		CHECK_EQUAL( wfSurfaceMask_BlockVertices( mask, wall, 2, NULL ), wf_ok );
		CHECK_EQUAL( wfSurfaceMask_Grow( mask, radii[k], false ), wf_ok );
		CHECK_EQUAL( wfSurfaceMask_IsVertexBlocked( mask, 2 ), k > 0 );
		CHECK_EQUAL( wfSurfaceMask_IsVertexBlocked( mask, 3 ), k > 1 );
		CHECK( !wfSurfaceMask_IsVertexBlocked( mask, 4 ) && !wfSurfaceMask_IsVertexBlocked( mask, 6 ) );
		wfDestroySurfaceMask( mask );
	}
	wfDestroyMesh( mesh );
}

TEST( SpheresAboveTheSurfaceBlockWhatTheyReach )
{
	wfMesh* mesh = makeSquares( 4, 4 );
	for ( int32_t k = 0; k < 2; ++k )
	{
		// The middle of a triangle is 0.3 away, all else farther than what is near it.
		wfSurfacePoint middle = { 10, 1.0 / 3.0, 1.0 / 3.0 };
		wfVec3 center = wfMesh_GetPosition( mesh, middle );
		center.z = k == 0 ? 0.3 : -0.3;
		wfSurfaceMask* mask = NULL;
		CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
		CHECK_EQUAL( wfSurfaceMask_BlockSphere( mask, center, 0.29, NULL ), wf_notFound );
		CHECK_EQUAL( wfSurfaceMask_BlockSphere( mask, center, 0.31, NULL ), wf_ok );
		CHECK( wfSurfaceMask_IsTriangleBlocked( mask, 10 ) && wfSurfaceMask_GetBlockedCount( mask ) == 3 );
		wfDestroySurfaceMask( mask );
	}
	wfDestroyMesh( mesh );
}

TEST( PolygonsKeepToOneComponent )
{
	const wfVec3 vertices[] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 5, 0, 0 }, { 6, 0, 0 }, { 5, 1, 0 } };
	const int32_t triangles[] = { 0, 1, 2, 3, 4, 5 };
	wfMesh* mesh = makeTestMesh( vertices, 6, triangles, 2 );
	for ( int32_t k = 0; k < 2; ++k )
	{
		const wfSurfacePoint corners[3] = { { k, 0.2, 0.2 }, { 1 - k, 0.6, 0.2 }, { k, 0.2, 0.6 } };
		wfSurfaceMask* mask = NULL;
		wfError error = { 0 };
		CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
		CHECK_EQUAL( wfSurfaceMask_BlockPolygon( mask, corners, 3, &error ), wf_outOfRange );
		CHECK( strstr( error.message, "corner 1 of the polygon lies on component" ) != NULL );
		wfDestroySurfaceMask( mask );
	}
	wfDestroyMesh( mesh );
}

TEST( PolygonsBlockTheSmallerSideWhereverTheyBegin )
{
	wfMesh* mesh = makeSquares( 12, 12 );
	for ( int32_t k = 0; k < 8; ++k )
	{
		// Around (6, 6), from any corner and either way round.
		wfSurfacePoint corners[4];
		for ( int32_t i = 0; i < 4; ++i )
		{
			int32_t at = k < 4 ? ( i + k ) % 4 : ( k - i + 4 ) % 4;
			wfVec3 p = { at == 0 || at == 3 ? 4.2 : 7.9, at < 2 ? 4.6 : 7.4, 0.0 };
			corners[i] = wfMesh_FindNearest( mesh, p, NULL );
		}
		wfSurfaceMask* mask = NULL;
		CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
		CHECK_EQUAL( wfSurfaceMask_BlockPolygon( mask, corners, 4, NULL ), wf_ok );
		for ( int32_t v = 0; v < mesh->vertexCount; ++v )
		{
			wfVec3 p = mesh->vertices[v];
			bool inside = p.x > 4.2 && p.x < 7.9 && p.y > 4.6 && p.y < 7.4;
			bool outside = p.x < 3.0 || p.x > 9.0 || p.y < 3.0 || p.y > 9.0;
			CHECK( !inside || wfSurfaceMask_IsVertexBlocked( mask, v ) );
			CHECK( !outside || !wfSurfaceMask_IsVertexBlocked( mask, v ) );
		}
		wfDestroySurfaceMask( mask );
	}
	wfDestroyMesh( mesh );
}

void runSurfaceMaskTests( int argc, char** argv )
{
	RUN( MaskTakesVerticesAndTriangles );
	RUN( MaskBlocksWhatReachesIntoASphereOrDisc );
	RUN( MaskDiscsKeepToTheSurface );
	RUN( MaskGrowsByJustTheRadius );
	RUN( MaskBlocksPolygons );
	RUN( MaskRefusesPolygonsAroundHandles );
	RUN( MaskGrowsFromWallsBetweenFarVertices );
	RUN( SpheresAboveTheSurfaceBlockWhatTheyReach );
	RUN( PolygonsKeepToOneComponent );
	RUN( PolygonsBlockTheSmallerSideWhereverTheyBegin );
}
