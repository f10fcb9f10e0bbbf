// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Obstacles, heights, behaviours in space, what is refused, and what happens without memory.
#include "test_crowd_mesh.h"

#include <math.h>
#include <string.h>

// -------------------------------------------------------------------------------------------------------------- obstacles

TEST( DiscsKeepOffObstaclesAndBoundaries )
{
	wfMesh* mesh = makeSquare( 14.0, 0.5, 0.3 );
	wfSurfaceMask* mask = NULL;
	CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
	const wfVec3 centers[3] = { { 7.0, 7.0, 0.0 }, { 4.0, 9.5, 0.0 }, { 10.0, 4.5, 0.0 } };
	for ( int32_t k = 0; k < 3; ++k )
	{
		CHECK_EQUAL( wfSurfaceMask_BlockSphere( mask, centers[k], 1.2, NULL ), wf_ok );
	}
	wfCrowd* crowd = makeCrowdAround( mesh, mask );
	addCrowd( crowd, addPlaceGoal( crowd, ( wfVec3 ){ 12.0, 12.0, 0.0 }, 0.7 ), 12 );
	addCrowd( crowd, addPlaceGoal( crowd, ( wfVec3 ){ 2.0, 2.0, 0.0 }, 0.7 ), 12 );
	double nearest = INFINITY;
	for ( int32_t tick = 0; tick < 600 && !wfCrowd_IsDone( crowd ); ++tick )
	{
		tickOn( crowd );
		wfFrame frame = wfCrowd_GetFrame( crowd );
		for ( int32_t k = 0; k < 3 * frame.count; ++k )
		{
			wfVec3 at = frame.positions[k / 3];
			nearest =
				fmin( nearest, hypot( at.x - centers[k % 3].x, at.y - centers[k % 3].y ) - 1.2 - (double)frame.radii[k / 3] );
			nearest = fmin( nearest, fmin( fmin( at.x, 14.0 - at.x ), fmin( at.y, 14.0 - at.y ) ) - (double)frame.radii[k / 3] );
			CHECK( at.z == 0.0 );
		}
	}
	CHECK( nearest > 0.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 24 );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

// A floor below a table: the tall go around, the small go through.
static double lengthBelow( const wfMesh* mesh, double height )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.haste = 4.0;
	wfCrowd* crowd = NULL;
	wfGroundDef ground = wfMakeMeshGround( mesh );
	ground.height = height;
	ground.up = ( wfVec3 ){ 0.0, 0.0, 1.0 };
	CHECK_EQUAL( wfCreateCrowd( &ground, &def, &crowd, NULL ), wf_ok );
	wfAgentId id = addDisc( crowd, ( wfVec3 ){ 2.0, 5.0, 0.0 }, addPlaceGoal( crowd, ( wfVec3 ){ 8.0, 5.0, 0.0 }, 0.0 ) );
	double length = 0.0;
	for ( int32_t k = 0; k < 200 && !wfCrowd_IsDone( crowd ); ++k )
	{
		tickOn( crowd );
		length = wfCrowd_IsAgentValid( crowd, id ) ? wfCrowd_GetAgent( crowd, id ).distanceWalked : length;
	}
	CHECK( wfCrowd_IsDone( crowd ) );
	wfDestroyCrowd( crowd );
	return length;
}

TEST( TheTallGoAroundWhatTheSmallPassBelow )
{
	wfPlaneDef def = { .width = 10.0, .height = 10.0, .edge = 0.5 };
	wfSurfaceShape shape = { 0 };
	CHECK_EQUAL( wfMakePlane( &def, &shape ), wf_ok );
	// The table is a part of its own.
	wfVec3 vertices[4096];
	int32_t triangles[3 * 4096];
	memcpy( vertices, shape.vertices, (size_t)shape.vertexCount * sizeof( wfVec3 ) );
	memcpy( triangles, shape.triangles, 3 * (size_t)shape.triangleCount * sizeof( int32_t ) );
	int32_t n = shape.vertexCount, t = 3 * shape.triangleCount;
	const wfVec3 table[4] = { { 4.0, 3.5, 1.0 }, { 6.0, 3.5, 1.0 }, { 6.0, 6.5, 1.0 }, { 4.0, 6.5, 1.0 } };
	memcpy( vertices + n, table, sizeof( table ) );
	const int32_t corners[6] = { n, n + 1, n + 2, n, n + 2, n + 3 };
	memcpy( triangles + t, corners, sizeof( corners ) );
	wfMeshDef meshDef = wfDefaultMeshDef();
	meshDef.vertices = vertices;
	meshDef.vertexCount = n + 4;
	meshDef.triangles = triangles;
	meshDef.triangleCount = t / 3 + 2;
	wfMesh* mesh = NULL;
	CHECK_EQUAL( wfCreateMesh( &meshDef, &mesh, NULL ), wf_ok );
	double small = lengthBelow( mesh, 0.8 ), tall = lengthBelow( mesh, 1.8 );
	CHECK_NEAR( small, 6.0 - 0.25, 0.3 );
	CHECK( tall > small + 0.4 );
	wfSurfaceShape_Free( &shape );
	wfDestroyMesh( mesh );
}

// ------------------------------------------------------------------------------------------------------------- behaviours

// Along the equator of a sphere, pulled up: the walk bends to the pole and returns.
static double highestWith( const wfBehaviorDef* behavior )
{
	wfSurfaceShape shape = { 0 };
	CHECK_EQUAL( wfMakeSphere( 10.0, 16, &shape ), wf_ok );
	wfMesh* mesh = makeMesh( &shape );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfAgentDef def = wfDefaultAgentDef();
	wfStop goal = addPlaceGoal( crowd, ( wfVec3 ){ 0.0, 10.0, 0.0 }, 0.5 );
	def.place = wfMesh_FindNearest( mesh, ( wfVec3 ){ 10.0, 0.0, 0.0 }, NULL );
	def.stops = &goal;
	def.stopCount = 1;
	if ( behavior != NULL )
	{
		CHECK_EQUAL( wfCrowd_AddBehavior( crowd, behavior, &def.behavior, NULL ), wf_ok );
	}
	wfAgentId id = { 0 };
	CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, &id, NULL ), wf_ok );
	double highest = -INFINITY;
	for ( int32_t k = 0; k < 300 && !wfCrowd_IsDone( crowd ); ++k )
	{
		tickOn( crowd );
		highest = wfCrowd_IsAgentValid( crowd, id ) ? fmax( highest, wfCrowd_GetAgent( crowd, id ).position.z ) : highest;
	}
	CHECK( wfCrowd_IsDone( crowd ) );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
	return highest;
}

TEST( VectorsInSpacePullAlongTheSurface )
{
	wfBehaviorDef up = wfDefaultBehaviorDef();
	up.kind = wf_constantBehavior;
	up.epsilon = 0.6;
	up.v = ( wfVec3 ){ 0.0, 0.0, 1.0 };
	wfBehaviorDef down = up, pole = up, left = up;
	down.v.z = -1.0;
	pole.kind = wf_towardBehavior;
	pole.target = wf_pointTarget;
	pole.point = ( wfVec3 ){ 0.0, 0.0, 10.0 };
	left.relative = true;
	left.v = ( wfVec3 ){ 0.0, 1.0, 0.0 };
	double plain = highestWith( NULL );
	CHECK( highestWith( &up ) > plain + 0.5 );
	CHECK( highestWith( &down ) < plain + 0.1 );
	CHECK( highestWith( &pole ) > plain + 0.5 );
	// Seen from outside, left of the path east along the equator is north.
	CHECK( highestWith( &left ) > plain + 0.5 );
}

static wfBehaviorVector lookOn( const wfBehaviorView* view, void* context )
{
	int32_t* calls = context;
	*calls += 1;
	wfVec3 to = view->goalDirection;
	CHECK_NEAR( sqrt( to.x * to.x + to.y * to.y + to.z * to.z ), 1.0, 1e-5 );
	return ( wfBehaviorVector ){ { 0.0, 0.0, 0.0 }, 0.0 };
}

TEST( FunctionsOfTheHostAreCalled )
{
	int32_t calls = 0;
	wfBehaviorDef def = wfDefaultBehaviorDef();
	def.kind = wf_customBehavior;
	def.function = lookOn;
	def.context = &calls;
	highestWith( &def );
	CHECK( calls > 20 );
}

TEST( LocalMapsShowOthersAndTheGoal )
{
	wfMesh* mesh = makeTorus();
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfStop goal = addPlaceGoal( crowd, ( wfVec3 ){ -11.0, 0.0, 0.0 }, 0.5 );
	wfAgentId id = addDisc( crowd, ( wfVec3 ){ 11.0, 0.0, 0.0 }, goal );
	wfAgentId still = addDisc( crowd, ( wfVec3 ){ 11.0, 0.9, 0.0 }, noGoal );
	wfLocalMap map;
	CHECK_EQUAL( wfCrowd_Prepare( crowd, NULL, NULL, NULL ), wf_ok );
	uint64_t before = wfCrowd_GetHash( crowd );
	CHECK_EQUAL( wfCrowd_GetLocalMap( crowd, id, &map ), wf_ok );
	int32_t agents = 0, goals = 0;
	for ( int32_t k = 0; k < map.size * map.size; ++k )
	{
		agents += map.cells[k] == wf_localAgent ? 1 : 0;
		goals += map.cells[k] == wf_localGoal ? 1 : 0;
	}
	CHECK( agents > 4 );
	CHECK_EQUAL( goals, 3 );
	CHECK( wfCrowd_GetHash( crowd ) == before );
	CHECK_EQUAL( wfCrowd_RemoveAgent( crowd, still ), wf_ok );
	CHECK_EQUAL( wfCrowd_GetLocalMap( crowd, still, &map ), wf_notFound );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

TEST( WhoStandsStepsAsideAndReturns )
{
	// A strip too narrow to pass a disc in its middle without its help.
	wfPlaneDef def = { .width = 12.0, .height = 1.3, .edge = 0.22 };
	wfSurfaceShape shape = { 0 };
	CHECK_EQUAL( wfMakePlane( &def, &shape ), wf_ok );
	wfMesh* mesh = makeMesh( &shape );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfAgentId still = addDisc( crowd, ( wfVec3 ){ 6.0, 0.65, 0.0 }, noGoal );
	addDisc( crowd, ( wfVec3 ){ 1.0, 0.65, 0.0 }, addPlaceGoal( crowd, ( wfVec3 ){ 11.0, 0.65, 0.0 }, 0.4 ) );
	double away = 0.0;
	for ( int32_t k = 0; k < 300; ++k )
	{
		tickOn( crowd );
		wfVec3 at = wfCrowd_GetAgent( crowd, still ).position;
		away = fmax( away, hypot( at.x - 6.0, at.y - 0.65 ) );
	}
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 1 );
	CHECK( away > 0.05 );
	wfVec3 at = wfCrowd_GetAgent( crowd, still ).position;
	CHECK( hypot( at.x - 6.0, at.y - 0.65 ) < 0.35 );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

// --------------------------------------------------------------------------------------------------------------- refusals

static bool saysWhenPrepared( wfCrowd* crowd, wfResult expected, const char* text )
{
	wfError error = { 0 };
	wfAgentId culprit = { 0 }, other = { 0 };
	wfResult result = wfCrowd_Prepare( crowd, &culprit, &other, &error );
	return result == expected && strstr( error.message, text ) != NULL && culprit.index1 != 0;
}

TEST( SpeedsStylesAndBehavioursChangeOnTheWay )
{
	wfMesh* mesh = makeSquare( 20.0, 0.8, 0.0 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfStop goal = addPlaceGoal( crowd, ( wfVec3 ){ 18.0, 10.0, 0.0 }, 0.5 );
	wfAgentId id = addDisc( crowd, ( wfVec3 ){ 2.0, 10.0, 0.0 }, goal ), none = { 99, 1 };
	for ( int32_t k = 0; k < 15; ++k )
	{
		tickOn( crowd );
	}
	double before = wfCrowd_GetAgent( crowd, id ).velocity.x;
	CHECK_EQUAL( wfCrowd_SetDesiredSpeed( crowd, id, 0.5, NULL ), wf_ok );
	wfStyleDef far = wfDefaultStyleDef( wf_defaultPreset );
	far.mapSize = 35;
	far.neighborReach = 12.0;
	wfStyleId style = { 0 };
	CHECK_EQUAL( wfCrowd_AddStyle( crowd, &far, &style, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_SetStyle( crowd, id, style ), wf_ok );
	wfBehaviorDef left = wfDefaultBehaviorDef();
	left.kind = wf_constantBehavior;
	left.relative = true;
	left.v = ( wfVec3 ){ 0.0, 1.0, 0.0 };
	wfBehaviorId behavior = { 0 };
	CHECK_EQUAL( wfCrowd_AddBehavior( crowd, &left, &behavior, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_SetBehavior( crowd, id, behavior, ( wfBehaviorId ){ 0 } ), wf_ok );
	for ( int32_t k = 0; k < 15; ++k )
	{
		tickOn( crowd );
	}
	wfAgentState state = wfCrowd_GetAgent( crowd, id );
	CHECK( before > 1.2 );
	CHECK_NEAR( hypot( state.velocity.x, state.velocity.y ), 0.5, 0.05 );
	CHECK( state.position.y > 10.1 );
	wfLocalMap map;
	CHECK_EQUAL( wfCrowd_GetLocalMap( crowd, id, &map ), wf_ok );
	CHECK_EQUAL( map.size, 35 );
	CHECK_EQUAL( wfCrowd_SetDesiredSpeed( crowd, none, 1.0, NULL ), wf_notFound );
	CHECK_EQUAL( wfCrowd_SetDesiredSpeed( crowd, id, -1.0, NULL ), wf_outOfRange );
	CHECK_EQUAL( wfCrowd_SetStyle( crowd, id, ( wfStyleId ){ 9 } ), wf_notFound );
	CHECK_EQUAL( wfCrowd_SetBehavior( crowd, id, ( wfBehaviorId ){ 9 }, behavior ), wf_notFound );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

TEST( WhoStandsWhereNobodyCanIsReported )
{
	wfMesh* mesh = makeSquare( 10.0, 0.5, 0.0 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfStop goal = addPlaceGoal( crowd, ( wfVec3 ){ 8.0, 8.0, 0.0 }, 0.0 );
	addDisc( crowd, ( wfVec3 ){ 3.0, 3.0, 0.0 }, goal );
	wfAgentId near = addDisc( crowd, ( wfVec3 ){ 3.6, 3.0, 0.0 }, goal );
	CHECK_EQUAL( wfCrowd_RemoveAgent( crowd, near ), wf_ok );
	CHECK( hasNoRoom( crowd, ( wfVec3 ){ 3.2, 3.0, 0.0 }, 0.25, "overlaps agent 1 by 0.3" ) );
	CHECK( hasNoRoom( crowd, ( wfVec3 ){ 0.1, 5.0, 0.0 }, 0.25, "limit of the mesh" ) );
	CHECK_EQUAL( wfCrowd_Prepare( crowd, NULL, NULL, NULL ), wf_ok );

	wfError error = { 0 };
	wfAgentDef def = wfDefaultAgentDef();
	wfAgentId id;
	def.place = ( wfSurfacePoint ){ 1 << 24, 0.2, 0.2 };
	CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, &id, &error ), wf_outOfRange );
	def.place = ( wfSurfacePoint ){ 0, 0.2, 0.2 };
	def.radius = -1.0;
	CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, &id, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "radius" );
	def.radius = 0.25;
	wfStop unknown = wfMakeGoalStop( ( wfGoalId ){ 8, 1 } );
	def.stops = &unknown;
	def.stopCount = 1;
	CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, &id, &error ), wf_notFound );
	CHECK_EQUAL( wfCrowd_SetStops( crowd, near, &goal, 1, &error ), wf_notFound );
	def.stops = &goal;
	CHECK_EQUAL( wfCrowd_AddRandomAgents( crowd, &def, 2000, 0.1, NULL, &error ), wf_startBlocked );
	CHECK( strstr( error.message, "of 2000 agents" ) != NULL );
	CHECK_EQUAL( wfCrowd_GetAgentCount( crowd ), 1 );
	def.radius = NAN;
	CHECK_EQUAL( wfCrowd_AddRandomAgents( crowd, &def, 1, 0.1, NULL, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "radius" );
	def.radius = 0.25;
	CHECK_EQUAL( wfCrowd_AddRandomAgents( crowd, &def, 1, INFINITY, NULL, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "gap" );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

TEST( WhatFoundNoRoomLeavesNoTrace )
{
	wfMesh* mesh = makeSquare( 8.0, 0.5, 0.0 );
	wfCrowd* tried = makeSurfaceCrowd( mesh, NULL );
	wfCrowd* fresh = makeSurfaceCrowd( mesh, NULL );
	wfAgentDef def = wfDefaultAgentDef();
	CHECK_EQUAL( wfCrowd_AddRandomAgents( tried, &def, 500, 0.1, NULL, NULL ), wf_startBlocked );
	CHECK_EQUAL( wfCrowd_GetTotalCount( tried ), 0 );
	const wfEvent* events;
	CHECK_EQUAL( wfCrowd_GetEvents( tried, &events ), 0 );
	wfAgentId a[6], b[6];
	CHECK_EQUAL( wfCrowd_AddRandomAgents( tried, &def, 6, 0.1, a, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_AddRandomAgents( fresh, &def, 6, 0.1, b, NULL ), wf_ok );
	for ( int32_t k = 0; k < 6; ++k )
	{
		wfAgentState first = wfCrowd_GetAgent( tried, a[k] ), second = wfCrowd_GetAgent( fresh, b[k] );
		CHECK( first.position.x == second.position.x && first.position.y == second.position.y );
		CHECK_EQUAL( first.serial, second.serial );
	}
	wfDestroyCrowd( tried );
	wfDestroyCrowd( fresh );
	wfDestroyMesh( mesh );
}

TEST( CrowdsOfNobodyAreSavedAndChecked )
{
	wfMesh* mesh = makeSquare( 4.0, 0.5, 0.0 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	uint8_t bytes[512];
	size_t size = wfCrowd_Save( crowd, bytes, sizeof( bytes ) );
	CHECK( size > 0 && size <= sizeof( bytes ) );
	wfCrowd* other = makeSurfaceCrowd( mesh, NULL );
	CHECK_EQUAL( wfCrowd_Restore( other, bytes, size, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_Tick( other, NULL ), wf_ok );
	CHECK( wfCrowd_IsDone( other ) );
	wfContactReport report;
	CHECK_EQUAL( wfCrowd_CheckContacts( other, &report ), wf_ok );
	CHECK_EQUAL( report.pairs, 0 );
	CHECK_EQUAL( wfCrowd_GetFrame( other ).count, 0 );
	wfDestroyCrowd( crowd );
	wfDestroyCrowd( other );
	wfDestroyMesh( mesh );
}

// A cube of twelve triangles, each much wider than what agents look at.
static wfMesh* makeCube( double side )
{
	static const int32_t faces[6][4] = { { 0, 2, 3, 1 }, { 4, 5, 7, 6 }, { 0, 1, 5, 4 },
										 { 2, 6, 7, 3 }, { 0, 4, 6, 2 }, { 1, 3, 7, 5 } };
	wfVec3 vertices[8];
	int32_t triangles[36];
	for ( int32_t k = 0; k < 8; ++k )
	{
		vertices[k] = ( wfVec3 ){ ( k & 1 ) * side, ( k >> 1 & 1 ) * side, ( k >> 2 ) * side };
	}
	for ( int32_t k = 0; k < 36; ++k )
	{
		static const int32_t corners[6] = { 0, 1, 2, 0, 2, 3 };
		triangles[k] = faces[k / 6][corners[k % 6]];
	}
	wfMeshDef def = wfDefaultMeshDef();
	def.vertices = vertices;
	def.vertexCount = 8;
	def.triangles = triangles;
	def.triangleCount = 12;
	wfMesh* mesh = NULL;
	CHECK_EQUAL( wfCreateMesh( &def, &mesh, NULL ), wf_ok );
	return mesh;
}

TEST( LargeTrianglesHideNobody )
{
	wfMesh* mesh = makeCube( 20.0 );
	for ( int32_t k = 0; k < 40; ++k )
	{
		wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
		addDisc( crowd, ( wfVec3 ){ 5.0 + 0.27 * k, 7.0, 20.0 }, noGoal );
		CHECK( hasNoRoom( crowd, ( wfVec3 ){ 5.2 + 0.27 * k, 7.0, 20.0 }, 0.25, "overlaps agent 1" ) );
		wfDestroyCrowd( crowd );
	}
	wfDestroyMesh( mesh );
}

TEST( GoalsOnOtherPartsAreReported )
{
	wfSurfaceShape shape = { 0 };
	CHECK_EQUAL( wfMakeSphere( 3.0, 4, &shape ), wf_ok );
	wfVec3 vertices[1024];
	int32_t triangles[3 * 1024], n = shape.vertexCount, t = 3 * shape.triangleCount;
	for ( int32_t k = 0; k < n; ++k )
	{
		vertices[k] = vertices[n + k] = shape.vertices[k];
		vertices[n + k].x += 10.0;
	}
	for ( int32_t k = 0; k < t; ++k )
	{
		triangles[k] = shape.triangles[k];
		triangles[t + k] = shape.triangles[k] + n;
	}
	wfMeshDef def = wfDefaultMeshDef();
	def.vertices = vertices;
	def.vertexCount = 2 * n;
	def.triangles = triangles;
	def.triangleCount = 2 * t / 3;
	wfMesh* mesh = NULL;
	CHECK_EQUAL( wfCreateMesh( &def, &mesh, NULL ), wf_ok );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	addDisc( crowd, ( wfVec3 ){ -3.0, 0.0, 0.0 }, addPlaceGoal( crowd, ( wfVec3 ){ 13.0, 0.0, 0.0 }, 0.0 ) );
	CHECK( saysWhenPrepared( crowd, wf_unreachable, "has no route to its goal 1" ) );
	wfSurfaceShape_Free( &shape );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

TEST( DefsAreChecked )
{
	wfMesh* mesh = makeTorus();
	wfCrowd* crowd = NULL;
	wfError error = { 0 };
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.tickSeconds = 0.0;
	wfGroundDef ground = wfMakeMeshGround( mesh );
	CHECK_EQUAL( wfCreateCrowd( &ground, &def, &crowd, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "tickSeconds" );
	def = wfDefaultCrowdDef( wf_defaultPreset );
	ground.up = ( wfVec3 ){ 0.0, 0.0, 2.0 };
	CHECK_EQUAL( wfCreateCrowd( &ground, &def, &crowd, &error ), wf_outOfRange );
	CHECK( crowd == NULL );
	crowd = makeSurfaceCrowd( mesh, NULL );
	wfSurfaceGoalDef goal = wfDefaultSurfaceGoalDef();
	int32_t vertex = -1;
	goal.kind = wf_verticesGoal;
	goal.vertices = &vertex;
	goal.vertexCount = 1;
	CHECK_EQUAL( wfCrowd_AddGoal( crowd, &goal, 0.0, NULL, &error ), wf_outOfRange );
	vertex = 3;
	CHECK_EQUAL( wfCrowd_AddGoal( crowd, &goal, NAN, NULL, &error ), wf_outOfRange );
	goal.kind = wf_placeGoal;
	goal.place = ( wfSurfacePoint ){ 0, 0.9, 0.9 };
	CHECK_EQUAL( wfCrowd_AddGoal( crowd, &goal, 0.0, NULL, &error ), wf_outOfRange );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

// ----------------------------------------------------------------------------------------------------------------- memory

static wfResult makeAndTick( const wfMesh* mesh )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	wfCrowd* crowd = NULL;
	wfGroundDef ground = wfMakeMeshGround( mesh );
	wfResult result = wfCreateCrowd( &ground, &def, &crowd, NULL );
	wfStop stop = noGoal;
	int32_t vertex = wfMesh_GetVertexCount( mesh ) / 2;
	wfSurfaceGoalDef to = wfDefaultSurfaceGoalDef();
	to.kind = wf_verticesGoal;
	to.vertices = &vertex;
	to.vertexCount = 1;
	wfAgentDef agent = wfDefaultAgentDef();
	agent.stops = &stop;
	agent.stopCount = 1;
	result = result == wf_ok ? wfCrowd_AddGoal( crowd, &to, 0.5, &stop.goal, NULL ) : result;
	result = result == wf_ok ? wfCrowd_AddRandomAgents( crowd, &agent, 5, 0.0, NULL, NULL ) : result;
	for ( int32_t k = 0; k < 3 && result == wf_ok; ++k )
	{
		result = wfCrowd_Tick( crowd, NULL );
	}
	wfDestroyCrowd( crowd );
	return result;
}

TEST( WithoutMemoryNothingIsLost )
{
	wfMesh* mesh = makeSquare( 6.0, 0.6, 0.0 );
	TEST_EVERY_ALLOCATION( makeAndTick( mesh ), (void)0 );
	wfDestroyMesh( mesh );
}

void runChangeTests( int argc, char** argv )
{
	RUN( DiscsKeepOffObstaclesAndBoundaries );
	RUN( TheTallGoAroundWhatTheSmallPassBelow );
	RUN( VectorsInSpacePullAlongTheSurface );
	RUN( FunctionsOfTheHostAreCalled );
	RUN( LocalMapsShowOthersAndTheGoal );
	RUN( WhoStandsStepsAsideAndReturns );
	RUN( SpeedsStylesAndBehavioursChangeOnTheWay );
	RUN( WhoStandsWhereNobodyCanIsReported );
	RUN( WhatFoundNoRoomLeavesNoTrace );
	RUN( CrowdsOfNobodyAreSavedAndChecked );
	RUN( LargeTrianglesHideNobody );
	RUN( GoalsOnOtherPartsAreReported );
	RUN( DefsAreChecked );
	RUN( WithoutMemoryNothingIsLost );
}
