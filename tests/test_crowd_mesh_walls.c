// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Walls and tight places on a surface: blocked vertices, long walls, bends, touching many at once.
#include "crowd/locomotion.h"
#include "test_crowd_mesh.h"

#include <math.h>

TEST( ABlockedVertexByItselfIsAWall )
{
	wfMesh* mesh = makeSquare( 12.0, 0.8, 0.0 );
	int32_t vertex = -1;
	for ( int32_t v = 0; v < mesh->vertexCount; ++v )
	{
		wfVec3 d = wfSub3( mesh->vertices[v], ( wfVec3 ){ 6.0, 6.0, 0.0 } );
		vertex = wfLength3( d ) < 0.6 ? v : vertex;
	}
	wfSurfaceMask* mask = NULL;
	CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
	CHECK_EQUAL( wfSurfaceMask_BlockVertices( mask, &vertex, 1, NULL ), wf_ok );
	wfCrowd* crowd = makeCrowdAround( mesh, mask );
	wfVec3 post = mesh->vertices[vertex];
	CHECK( hasNoRoom( crowd, ( wfVec3 ){ post.x + 0.1, post.y + 0.05, 0.0 }, 0.25, "nearer to an obstacle" ) );
	// From all sides past it.
	for ( int32_t k = 0; k < 8; ++k )
	{
		double x = 3.0 * cos( 0.785 * k ), y = 3.0 * sin( 0.785 * k );
		wfStop goal = addPlaceGoal( crowd, ( wfVec3 ){ post.x - x, post.y - y, 0.0 }, 0.6 );
		addDisc( crowd, ( wfVec3 ){ post.x + x, post.y + y, 0.0 }, goal );
	}
	double nearest = INFINITY;
	for ( int32_t tick = 0; tick < 300 && !wfCrowd_IsDone( crowd ); ++tick )
	{
		tickOn( crowd );
		wfFrame frame = wfCrowd_GetFrame( crowd );
		for ( int32_t k = 0; k < frame.count; ++k )
		{
			nearest = fmin( nearest, hypot( frame.positions[k].x - post.x, frame.positions[k].y - post.y ) );
		}
	}
	CHECK( wfCrowd_IsDone( crowd ) );
	CHECK( nearest > 0.25 && nearest < 0.8 );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

// Two walls and the floor between them.
static wfMesh* makeTrench( double width )
{
	wfVec3 vertices[12];
	int32_t triangles[36];
	const double x[4] = { 0.0, 0.0, width, width }, z[4] = { 2.0, 0.0, 0.0, 2.0 };
	for ( int32_t k = 0; k < 12; ++k )
	{
		vertices[k] = ( wfVec3 ){ x[k % 4], 2.0 * ( k / 4 ), z[k % 4] };
	}
	for ( int32_t k = 0; k < 6; ++k )
	{
		int32_t at = 4 * ( k / 3 ) + k % 3;
		const int32_t corners[6] = { at, at + 1, at + 5, at, at + 5, at + 4 };
		memcpy( triangles + 6 * k, corners, sizeof( corners ) );
	}
	wfMeshDef def = wfDefaultMeshDef();
	def.vertices = vertices;
	def.vertexCount = 12;
	def.triangles = triangles;
	def.triangleCount = 12;
	wfMesh* mesh = NULL;
	CHECK_EQUAL( wfCreateMesh( &def, &mesh, NULL ), wf_ok );
	return mesh;
}

// Both go down as fast as they can: nothing holds them until they are around the corner. Returns how far apart they end.
static double meetInTrench( const wfMesh* mesh, double width, double height, double* sunk )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.movesPerTick = 1;
	wfCrowd* crowd = NULL;
	wfGroundDef ground = wfMakeMeshGround( mesh );
	CHECK_EQUAL( wfCreateCrowd( &ground, &def, &crowd, NULL ), wf_ok );
	addDisc( crowd, ( wfVec3 ){ 0.0, 1.9, height }, noGoal );
	addDisc( crowd, ( wfVec3 ){ width, 1.9, height }, noGoal );
	lookOnly( crowd );
	wfTick* shared = &crowd->tick;
	for ( int32_t rank = 0; rank < 2; ++rank )
	{
		wfVec2 down = wfIntoAxes( &crowd->meshTick.tangent[rank], ( wfVec3 ){ 0.0, 0.0, -1.0 } );
		shared->wantedX[rank] = shared->velocityX[rank] = (float)down.x;
		shared->wantedY[rank] = shared->velocityY[rank] = (float)down.y;
	}
	wf_discLocomotion.move( crowd );
	double apart = wfLength3( wfSub3( crowd->meshTick.tangent[1].position, crowd->meshTick.tangent[0].position ) );
	*sunk = height - crowd->meshTick.tangent[0].position.z;
	wfDestroyCrowd( crowd );
	return apart;
}

TEST( TheSkinBearsWhatBendsAdd )
{
	double width = 0.5 + WF_SKIN, sunk, least = INFINITY;
	wfMesh* mesh = makeTrench( width );
	CHECK_NEAR( meetInTrench( mesh, width, 1.0, &sunk ), width, 1e-12 );
	double length = sunk;
	CHECK( length > 0.05 );
	for ( int32_t k = 0; k <= 40; ++k )
	{
		least = fmin( least, meetInTrench( mesh, width, length - 0.05 * k * WF_SKIN, &sunk ) );
	}
	CHECK( least < width - 0.3 * WF_SKIN );
	CHECK( least > 0.5 + 0.1 * WF_SKIN );
	wfDestroyMesh( mesh );
}

TEST( WhoTouchesManyTouchesAll )
{
	wfMesh* mesh = makeSquare( 12.0, 0.9, 0.3 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfStop goal = addPlaceGoal( crowd, ( wfVec3 ){ 10.0, 6.0, 0.0 }, 1.5 );
	wfAgentDef def = wfDefaultAgentDef();
	def.place = wfMesh_FindNearest( mesh, ( wfVec3 ){ 4.0, 6.0, 0.0 }, NULL );
	def.radius = 1.2;
	def.stops = &goal;
	def.stopCount = 1;
	wfAgentId id;
	CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, &id, NULL ), wf_ok );
	def.radius = 0.1;
	def.stopCount = 0;
	for ( int32_t k = 0; k < 36; ++k )
	{
		double angle = WF_TWO_PI * k / 36.0;
		def.place = wfMesh_FindNearest( mesh, ( wfVec3 ){ 4.0 + 1.33 * cos( angle ), 6.0 + 1.33 * sin( angle ), 0.0 }, NULL );
		CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, &id, NULL ), wf_ok );
	}
	int64_t overlaps = 0;
	int32_t most = 0;
	for ( int32_t k = 0; k < 60; ++k )
	{
		tickOn( crowd );
		wfContactReport report;
		CHECK_EQUAL( wfCrowd_CheckContacts( crowd, &report ), wf_ok );
		overlaps += report.overlaps;
		for ( int32_t rank = 0; rank < crowd->tick.count; ++rank )
		{
			most = crowd->tick.contactCount[rank] > most ? crowd->tick.contactCount[rank] : most;
		}
	}
	CHECK( most > WF_MAX_CONTACTS );
	CHECK_EQUAL( overlaps, 0 );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

// Straight against the boundary at y = 0. Returns the height above it that is left, and how many pieces of wall were near.
static double runAtWall( double edge, int32_t* pieces )
{
	wfMesh* mesh = makeSquare( 3.0, edge, 0.0 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	addDisc( crowd, ( wfVec3 ){ 1.52, 0.31, 0.0 }, noGoal );
	double left = NAN;
	*pieces = 0;
	if ( lookOnly( crowd ) )
	{
		wfTick* shared = &crowd->tick;
		wfVec2 ahead = wfIntoAxes( &crowd->meshTick.tangent[0], ( wfVec3 ){ 0.1, -1.0, 0.0 } );
		shared->wantedX[0] = shared->velocityX[0] = (float)ahead.x;
		shared->wantedY[0] = shared->velocityY[0] = (float)ahead.y;
		*pieces = shared->wallCount[0];
		wf_discLocomotion.move( crowd );
		left = crowd->meshTick.tangent[0].position.y;
	}
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
	return left;
}

TEST( WallsOfFewAndOfManyPiecesHold )
{
	int32_t pieces;
	double left = runAtWall( 0.7, &pieces );
	CHECK( pieces > 0 && pieces <= WF_MAX_WALL_CONTACTS );
	CHECK( left > 0.25 && left < 0.27 );
	left = runAtWall( 0.05, &pieces );
	CHECK( pieces > WF_MAX_WALL_CONTACTS );
	CHECK( left > 0.25 && left < 0.27 );
}

TEST( WhoStandsInTheMarginOfAWallFindsOut )
{
	// Fields are made for discs a little larger: around this one all vertices count as too near to the wall.
	wfMesh* mesh = makeSquare( 2.4, 0.04, 0.0 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfStop goal = addPlaceGoal( crowd, ( wfVec3 ){ 1.2, 2.0, 0.0 }, 0.3 );
	wfAgentDef def = wfDefaultAgentDef();
	def.place = wfMesh_FindNearest( mesh, ( wfVec3 ){ 1.2, 0.262, 0.0 }, NULL );
	def.radius = 0.26;
	def.stops = &goal;
	def.stopCount = 1;
	wfAgentId id;
	CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, &id, NULL ), wf_ok );
	if ( !lookOnly( crowd ) )
	{
		wfDestroyCrowd( crowd );
		wfDestroyMesh( mesh );
		return;
	}
	const wfTarget* target = &crowd->ground.routes.targets.data[crowd->population.agents[0].target];
	for ( int32_t k = 0; k < 3; ++k )
	{
		CHECK( !wfSurfaceField_IsLinked( target->onMesh, mesh->triangles[3 * def.place.triangle + k] ) );
	}
	double distance;
	wfPlace place = wfPlaceOf( &crowd->population.agents[0] );
	wfVec2 direction = wfGround_GetDirection( &crowd->ground, target, place, &distance );
	CHECK( wfOutOfAxes( &crowd->meshTick.tangent[0], direction.x, direction.y ).y > 0.7 );
	CHECK( distance > 1.5 && distance < 2.2 );
	for ( int32_t k = 0; k < 60 && !wfCrowd_IsDone( crowd ); ++k )
	{
		tickOn( crowd );
	}
	CHECK( wfCrowd_IsDone( crowd ) );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

TEST( LongWallsAreFoundAllAlong )
{
	// Boundaries of edges much longer than the patches.
	wfMesh* mesh = makeSquare( 24.0, 8.0, 0.0 );
	for ( int32_t k = 0; k < 4; ++k )
	{
		const wfVec3 places[4] = { { 11.3, 0.2, 0.0 }, { 23.8, 12.4, 0.0 }, { 12.6, 23.8, 0.0 }, { 0.2, 13.1, 0.0 } };
		wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
		CHECK( hasNoRoom( crowd, places[k], 0.25, "limit of the mesh" ) );
		wfDestroyCrowd( crowd );
	}
	wfDestroyMesh( mesh );
}

TEST( GoalsAtWallsAreCameNearTo )
{
	wfMesh* mesh = makeSquare( 6.0, 0.12, 0.0 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfStop goal = addPlaceGoal( crowd, ( wfVec3 ){ 3.0, 0.13, 0.0 }, 0.4 );
	addDisc( crowd, ( wfVec3 ){ 3.0, 4.0, 0.0 }, goal );
	if ( CHECK_EQUAL( wfCrowd_Prepare( crowd, NULL, NULL, NULL ), wf_ok ) )
	{
		runAndCheck( crowd, 20.0 );
	}
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

TEST( LocalMapsShowWallsWhereTheyAre )
{
	wfMesh* mesh = makeSquare( 10.0, 0.5, 0.3 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	// The path leads aslant away from the boundary.
	wfAgentId id = addDisc( crowd, ( wfVec3 ){ 3.0, 0.5, 0.0 }, addPlaceGoal( crowd, ( wfVec3 ){ 8.0, 5.5, 0.0 }, 0.5 ) );
	wfLocalMap map;
	CHECK_EQUAL( wfCrowd_Prepare( crowd, NULL, NULL, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_GetLocalMap( crowd, id, &map ), wf_ok );
	int32_t triangle = wfCrowd_GetAgent( crowd, id ).place.triangle, walls = 0, astray = 0;
	for ( int32_t k = 0; k < map.size * map.size; ++k )
	{
		double x = ( k % map.size - map.size / 2 ) * map.cell, y = ( k / map.size - map.size / 2 ) * map.cell;
		double c = cos( map.angle ), s = sin( map.angle );
		double away = 0.5 + intoSpace( mesh, triangle, c * x - s * y, s * x + c * y ).y;
		bool wall = map.cells[k] == wf_localObstacle;
		walls += wall ? 1 : 0;
		astray += wall && away > 0.25 ? 1 : 0;
	}
	CHECK( walls > 4 );
	CHECK_EQUAL( astray, 0 );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

void runWallTests( int argc, char** argv )
{
	RUN( ABlockedVertexByItselfIsAWall );
	RUN( TheSkinBearsWhatBendsAdd );
	RUN( WhoTouchesManyTouchesAll );
	RUN( WallsOfFewAndOfManyPiecesHold );
	RUN( WhoStandsInTheMarginOfAWallFindsOut );
	RUN( LongWallsAreFoundAllAlong );
	RUN( GoalsAtWallsAreCameNearTo );
	RUN( LocalMapsShowWallsWhereTheyAre );
}
