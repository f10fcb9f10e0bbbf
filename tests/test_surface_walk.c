// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "test_surface_walk.h"

#include <math.h>

static const wfTraceDef* rawDef( void )
{
	static wfTraceDef def;
	def = wfDefaultTraceDef();
	def.smooth = false;
	def.tautness = 0.0;
	return &def;
}

static bool isNear( wfVec3 a, double x, double y, double z )
{
	return wfLength3( wfSub3( a, ( wfVec3 ){ x, y, z } ) ) < 1e-9;
}

// Two triangles over the edge (0, 0) - (1, 0), corners (0.5, 1) and (0.5, -1).
static wfMesh* makeKite( void )
{
	wfVec3 vertices[] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0.5, 1, 0 }, { 0.5, -1, 0 } };
	int32_t triangles[] = { 0, 1, 2, 1, 0, 3 };
	return makeTestMesh( vertices, 4, triangles, 2 );
}

TEST( WalkSlidesAlongARidge )
{
	wfMesh* mesh = makeKite();
	double q[4] = { 0.5, 1.0, 0.25, 0.25 };
	HandField hand;
	CHECK( makeHandField( &hand, mesh, q, 0.0 ) );
	wfSurfacePath path = { 0 };
	// From inside: to the edge, where the other side leads back, then to its better end.
	CHECK_EQUAL( wfSurfaceField_TracePath( &hand.field, ( wfSurfacePoint ){ 0, 0.3, 0.3 }, rawDef(), &path, NULL ), wf_ok );
	CHECK( isPathSound( mesh, &path ) );
	CHECK( isNear( path.points[path.count - 1], 1, 0, 0 ) );
	// On the ridge itself.
	CHECK_EQUAL( wfSurfaceField_TracePath( &hand.field, ( wfSurfacePoint ){ 0, 0.25, 0.0 }, rawDef(), &path, NULL ), wf_ok );
	CHECK( isPathSound( mesh, &path ) );
	CHECK_NEAR( path.length, 0.75, 1e-12 );
	// At its worse end.
	CHECK_EQUAL( wfSurfaceField_TracePath( &hand.field, ( wfSurfacePoint ){ 0, 0.0, 0.0 }, rawDef(), &path, NULL ), wf_ok );
	CHECK_NEAR( path.length, 1.0, 1e-12 );
	wfSurfacePath_Free( &path );
	freeHandField( &hand );
	wfDestroyMesh( mesh );
}

TEST( WalkGoesStraightOnASlope )
{
	// q linear in x: one straight line over all edges, through vertices that lie on it exactly.
	wfMesh* mesh = makeSquares( 8, 4 );
	double q[45];
	for ( int32_t v = 0; v < mesh->vertexCount; ++v )
	{
		q[v] = ( 1.0 + mesh->vertices[v].x ) / 9.0;
	}
	HandField hand;
	CHECK( makeHandField( &hand, mesh, q, 0.0 ) );
	wfSurfacePath path = { 0 };
	double heights[3] = { 0.37, 2.0, 3.5 };
	for ( int32_t i = 0; i < 3; ++i )
	{
		wfSurfacePoint start = wfMesh_FindNearest( mesh, ( wfVec3 ){ 0.0, heights[i], 0.0 }, NULL );
		CHECK_EQUAL( wfSurfaceField_TracePath( &hand.field, start, rawDef(), &path, NULL ), wf_ok );
		CHECK( isPathSound( mesh, &path ) );
		CHECK_NEAR( path.length, 8.0, 1e-9 );
		CHECK( isNear( path.points[path.count - 1], 8.0, heights[i], 0.0 ) );
		CHECK( path.largestTurn < 1e-6 );
	}
	wfSurfacePath_Free( &path );
	freeHandField( &hand );
	wfDestroyMesh( mesh );
}

TEST( WalkRefusesBadStarts )
{
	wfMesh* mesh = makeSquares( 4, 4 );
	uint8_t blocked[25] = { 0 };
	for ( int32_t v = 0; v < 25; ++v )
	{
		// A wall over the whole width.
		blocked[v] = v / 5 == 2 ? 1 : 0;
	}
	HandField hand;
	CHECK( makeRelaxedField( &hand, mesh, blocked, 22, 1.0 ) );
	for ( int32_t v = 0; v < 25; ++v )
	{
		hand.planner.blocked[v] = blocked[v];
	}
	wfSurfacePath path = { 0 };
	CHECK_EQUAL( wfSurfaceField_TracePath( &hand.field, wfMesh_GetVertexPoint( mesh, 12 ), rawDef(), &path, NULL ),
				 wf_startBlocked );
	CHECK_EQUAL( path.count, 0 );
	CHECK_EQUAL( wfSurfaceField_TracePath( &hand.field, wfMesh_GetVertexPoint( mesh, 2 ), rawDef(), &path, NULL ),
				 wf_unreachable );
	CHECK_EQUAL( wfSurfaceField_TracePath( &hand.field, wfMesh_GetVertexPoint( mesh, 20 ), rawDef(), &path, NULL ), wf_ok );
	// On the wall's edge, and a boundary vertex of the wall, which is an obstacle first.
	wfSurfacePoint onWall = wfMesh_FindNearest( mesh, ( wfVec3 ){ 1.5, 2.0, 0.0 }, NULL );
	CHECK_EQUAL( wfSurfaceField_TracePath( &hand.field, onWall, rawDef(), &path, NULL ), wf_startBlocked );
	CHECK_EQUAL( wfSurfaceField_TracePath( &hand.field, ( wfSurfacePoint ){ -1, 0, 0 }, rawDef(), &path, NULL ), wf_outOfRange );
	CHECK_EQUAL( wfSurfaceField_TracePath( &hand.field, ( wfSurfacePoint ){ 0, 0.9, 0.9 }, rawDef(), &path, NULL ),
				 wf_outOfRange );
	CHECK_EQUAL( wfSurfaceField_TracePath( &hand.field, ( wfSurfacePoint ){ 0, NAN, 0.0 }, rawDef(), &path, NULL ),
				 wf_outOfRange );
	wfSurfacePath_Free( &path );
	freeHandField( &hand );
	wfDestroyMesh( mesh );
}

// From every vertex, the middle of every edge and of every triangle.
static void walkFromEverywhere( const wfMesh* mesh, HandField* hand )
{
	wfSurfacePath path = { 0 };
	int32_t failed = 0, unsound = 0, wrongEnd = 0;
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		const double starts[7][2] = { { 0, 0 }, { 1, 0 }, { 0, 1 }, { 0.5, 0 }, { 0, 0.5 }, { 0.5, 0.5 }, { 1.0 / 3, 1.0 / 3 } };
		for ( int32_t k = 0; k < 7; ++k )
		{
			wfSurfacePoint start = { t, starts[k][0], starts[k][1] };
			wfResult result = wfSurfaceField_TracePath( &hand->field, start, rawDef(), &path, NULL );
			if ( result == wf_startBlocked )
			{
				continue;
			}
			failed += result != wf_ok ? 1 : 0;
			if ( result == wf_ok )
			{
				unsound += isPathSound( mesh, &path ) ? 0 : 1;
				int32_t corner = -1;
				for ( int32_t c = 0; c < 3; ++c )
				{
					int32_t v = mesh->triangles[3 * path.triangles[path.count - 1] + c];
					corner = hand->field.core.isGoal[v] != 0 ? v : corner;
				}
				wfVec3 end = path.points[path.count - 1];
				wrongEnd += corner < 0 || wfLength3( wfSub3( end, mesh->vertices[corner] ) ) > 1e-9 ? 1 : 0;
			}
		}
	}
	CHECK_EQUAL( failed, 0 );
	CHECK_EQUAL( unsound, 0 );
	CHECK_EQUAL( wrongEnd, 0 );
	wfSurfacePath_Free( &path );
}

TEST( WalkArrivesFromEverywhereOnStripsAndBottles )
{
	for ( int32_t kind = 0; kind < 4; ++kind )
	{
		wfMesh* mesh = makeRolled( 16, 8, ( kind & 1 ) != 0, ( kind & 2 ) != 0 );
		for ( int32_t damped = 0; damped < 2; ++damped )
		{
			HandField hand;
			CHECK( makeRelaxedField( &hand, mesh, NULL, 5 * mesh->vertexCount / 11, damped != 0 ? 0.6 : 0.999 ) );
			hand.planner.haste = damped;
			walkFromEverywhere( mesh, &hand );
			freeHandField( &hand );
		}
		wfDestroyMesh( mesh );
	}
}

// q at a place of a triangle, between its corners.
static double heightAt( const HandField* hand, const double* q, int32_t t, wfVec3 p )
{
	const wfMesh* mesh = hand->mesh;
	wfVec3 from = wfSub3( p, mesh->vertices[mesh->triangles[3 * t]] );
	wfFlat flat = { wfDot3( from, mesh->axisX[t] ), wfDot3( from, mesh->axisY[t] ) };
	wfSurfacePoint at = wfPointOfFlat( mesh, t, flat );
	const int32_t* c = mesh->triangles + 3 * t;
	return ( 1.0 - at.u - at.v ) * q[c[0]] + at.u * q[c[1]] + at.v * q[c[2]];
}

TEST( WalksOnlyGoUp )
{
	for ( int32_t kind = 0; kind < 4; ++kind )
	{
		wfMesh* mesh = makeRolled( 12, 6, ( kind & 1 ) != 0, ( kind & 2 ) != 0 );
		HandField hand;
		CHECK( makeRelaxedField( &hand, mesh, NULL, mesh->vertexCount / 3, 0.97 ) );
		double q[200];
		for ( int32_t v = 0; v < mesh->vertexCount; ++v )
		{
			q[v] = ldexp( hand.field.core.mantissa[v], hand.field.core.exponent[v] );
		}
		wfTraceDef def = rawTrace();
		wfSurfacePath path = { 0 };
		int32_t lost = 0, pieces = 0;
		for ( int32_t t = 0; t < mesh->triangleCount; ++t )
		{
			// On its edges, off their middles, and inside.
			const double starts[6][2] = { { 0.2, 0.0 },	  { 0.9, 0.0 },	  { 0.0, 0.3 },
										  { 0.85, 0.15 }, { 0.25, 0.75 }, { 0.2, 0.5 } };
			for ( int32_t k = 0; k < 6; ++k )
			{
				wfSurfacePoint start = { t, starts[k][0], starts[k][1] };
				CHECK_EQUAL( wfSurfaceField_TracePath( &hand.field, start, &def, &path, NULL ), wf_ok );
				for ( int32_t i = 0; i + 1 < path.count; ++i )
				{
					double before = heightAt( &hand, q, path.triangles[i], path.points[i] );
					double after = heightAt( &hand, q, path.triangles[i], path.points[i + 1] );
					lost += after < before - 1e-9 ? 1 : 0;
					pieces += 1;
				}
			}
		}
		CHECK_EQUAL( lost, 0 );
		CHECK( pieces > 2000 );
		wfSurfacePath_Free( &path );
		freeHandField( &hand );
		wfDestroyMesh( mesh );
	}
}

TEST( WalksLeaveVerticesThroughTriangles )
{
	// A slope that leads along no edge: the path from a vertex is as straight as from anywhere.
	wfMesh* mesh = makeSquares( 8, 8 );
	double q[81];
	for ( int32_t v = 0; v < mesh->vertexCount; ++v )
	{
		q[v] = ( 1.0 + mesh->vertices[v].x + 0.4 * mesh->vertices[v].y ) / 12.2;
	}
	HandField hand;
	CHECK( makeHandField( &hand, mesh, q, 0.0 ) );
	wfTraceDef def = rawTrace();
	wfSurfacePath path = { 0 };
	for ( int32_t v = 9; v < 60; v += 9 )
	{
		CHECK_EQUAL( wfSurfaceField_TracePath( &hand.field, wfMesh_GetVertexPoint( mesh, v ), &def, &path, NULL ), wf_ok );
		// Until it meets the boundary.
		wfVec3 start = path.points[0];
		for ( int32_t i = 1; i < path.count && path.points[i].x < 7.9 && path.points[i].y < 7.9; ++i )
		{
			CHECK_NEAR( path.points[i].y - start.y, 0.4 * ( path.points[i].x - start.x ), 1e-9 );
		}
		CHECK( path.count > 4 );
	}
	wfSurfacePath_Free( &path );
	freeHandField( &hand );
	wfDestroyMesh( mesh );
}

TEST( DirectionsAtBoundariesKnowAllTheirTriangles )
{
	wfMesh* mesh = makeSquares( 10, 8 );
	double q[99];
	for ( int32_t v = 0; v < mesh->vertexCount; ++v )
	{
		wfVec3 d = wfSub3( mesh->vertices[v], ( wfVec3 ){ 5.0, 4.0, 0.0 } );
		q[v] = 1.0 / ( 1.0 + 0.1 * wfDot3( d, d ) );
	}
	HandField hand;
	CHECK( makeHandField( &hand, mesh, q, 0.0 ) );
	int32_t compared = 0;
	for ( int32_t v = 0; v < mesh->vertexCount; ++v )
	{
		if ( mesh->atBoundary[v] == 0 )
		{
			continue;
		}
		// The mean of the gradients around it.
		wfVec3 mean = { 0.0, 0.0, 0.0 };
		for ( int32_t i = mesh->ringFirst[v]; i < mesh->ringFirst[v + 1]; ++i )
		{
			int32_t t = mesh->ring[i] / 3;
			const int32_t* c = mesh->triangles + 3 * t;
			double a = ( q[c[1]] - q[c[0]] ) / mesh->corner1X[t];
			double b = ( q[c[2]] - q[c[0]] - a * mesh->corner2X[t] ) / mesh->corner2Y[t];
			double area = 0.5 * mesh->corner1X[t] * mesh->corner2Y[t];
			mean = wfAdd3( mean, wfAdd3( wfScale3( area * a, mesh->axisX[t] ), wfScale3( area * b, mesh->axisY[t] ) ) );
		}
		mean = wfScale3( 1.0 / wfLength3( mean ), mean );
		wfVec3 found = wfSurfaceField_GetDirection( &hand.field, wfMesh_GetVertexPoint( mesh, v ) );
		CHECK_NEAR( wfLength3( wfSub3( found, mean ) ), 0.0, 1e-6 );
		compared += 1;
	}
	CHECK_EQUAL( compared, 36 );
	freeHandField( &hand );
	wfDestroyMesh( mesh );
}

void runSurfaceWalkTests( int argc, char** argv )
{
	RUN( WalkSlidesAlongARidge );
	RUN( WalkGoesStraightOnASlope );
	RUN( WalkRefusesBadStarts );
	RUN( WalkArrivesFromEverywhereOnStripsAndBottles );
	RUN( WalksOnlyGoUp );
	RUN( WalksLeaveVerticesThroughTriangles );
	RUN( DirectionsAtBoundariesKnowAllTheirTriangles );
}
