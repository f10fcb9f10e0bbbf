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
	// On the wall's edge, and a limit vertex of the wall, which is an obstacle first.
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

void runSurfaceWalkTests( int argc, char** argv )
{
	RUN( WalkSlidesAlongARidge );
	RUN( WalkGoesStraightOnASlope );
	RUN( WalkRefusesBadStarts );
	RUN( WalkArrivesFromEverywhereOnStripsAndBottles );
}
