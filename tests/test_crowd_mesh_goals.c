// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What a crowd on a surface promises about goals, starts, random places and saved states.
#include "crowd/crowd.h"
#include "ground/parts.h"
#include "test_crowd_mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double lastDistance( const wfMesh* mesh, double reach )
{
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfAgentId id = addDisc( crowd, ( wfVec3 ){ 2.0, 5.0, 0.0 }, addPlaceGoal( crowd, ( wfVec3 ){ 8.0, 5.0, 0.0 }, reach ) );
	double distance = INFINITY;
	for ( int32_t k = 0; k < 200 && !wfCrowd_IsDone( crowd ); ++k )
	{
		wfVec3 at = wfCrowd_GetAgent( crowd, id ).position;
		distance = hypot( at.x - 8.0, at.y - 5.0 );
		tickOn( crowd );
	}
	CHECK( wfCrowd_IsDone( crowd ) );
	wfDestroyCrowd( crowd );
	return distance;
}

TEST( GoalsReachAsFarAsAsked )
{
	wfMesh* mesh = makeSquare( 10.0, 0.5, 0.0 );
	double wide = lastDistance( mesh, 2.5 ), usual = lastDistance( mesh, 0.0 ), narrow = lastDistance( mesh, 0.05 );
	CHECK( wide > 2.5 && wide < 2.8 );
	CHECK( usual > 0.25 && usual < 0.55 );
	CHECK( narrow < 0.25 );
	wfDestroyMesh( mesh );
}

// Two rooms without a route between them.
static wfCrowd* makeRooms( const wfMesh* mesh )
{
	wfSurfaceMask* mask = NULL;
	CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
	for ( int32_t v = 0; v < mesh->vertexCount; ++v )
	{
		if ( fabs( mesh->vertices[v].x - 4.0 ) < 0.16 )
		{
			CHECK_EQUAL( wfSurfaceMask_BlockVertices( mask, &v, 1, NULL ), wf_ok );
		}
	}
	return makeCrowdAround( mesh, mask );
}

TEST( EveryGoalNeedsAPath )
{
	wfMesh* mesh = makeSquare( 8.0, 0.3, 0.0 );
	wfCrowd* crowd = makeRooms( mesh );
	wfStop goals[2] = { addPlaceGoal( crowd, ( wfVec3 ){ 2.0, 2.0, 0.0 }, 0.0 ),
						addPlaceGoal( crowd, ( wfVec3 ){ 6.0, 2.0, 0.0 }, 0.0 ) };
	wfAgentDef def = wfDefaultAgentDef();
	wfAgentId id;
	def.place = wfMesh_FindNearest( mesh, ( wfVec3 ){ 2.0, 5.0, 0.0 }, NULL );
	def.stops = goals;
	def.stopCount = 2;
	CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, &id, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_Prepare( crowd, NULL, NULL, NULL ), wf_unreachable );
	CHECK_EQUAL( wfCrowd_RemoveAgent( crowd, id ), wf_ok );
	// Right behind the wall, but on free ground.
	id = addDisc( crowd, ( wfVec3 ){ 4.6, 4.0, 0.0 }, goals[0] );
	CHECK_EQUAL( wfCrowd_Prepare( crowd, NULL, NULL, NULL ), wf_unreachable );
	CHECK_EQUAL( wfCrowd_RemoveAgent( crowd, id ), wf_ok );
	addDisc( crowd, ( wfVec3 ){ 4.6, 4.0, 0.0 }, goals[1] );
	CHECK_EQUAL( wfCrowd_Prepare( crowd, NULL, NULL, NULL ), wf_ok );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

static int32_t countOn( wfCrowd* crowd, wfEventKind kind )
{
	const wfEvent* events;
	int32_t count = wfCrowd_GetEvents( crowd, &events ), found = 0;
	for ( int32_t k = 0; k < count; ++k )
	{
		found += events[k].kind == kind ? 1 : 0;
	}
	return found;
}

// To the other room there is no way: it comes as near as it can get, and nobody is held up.
TEST( GoalsWithoutAPathAreCameNearTo )
{
	wfMesh* mesh = makeSquare( 8.0, 0.3, 0.0 );
	wfCrowd *crowd = makeRooms( mesh ), *loaded = makeRooms( mesh );
	wfStop west = addPlaceGoal( crowd, ( wfVec3 ){ 2.0, 2.0, 0.0 }, 0.0 ),
		   east = addPlaceGoal( crowd, ( wfVec3 ){ 6.0, 2.0, 0.0 }, 0.0 );
	addPlaceGoal( loaded, ( wfVec3 ){ 2.0, 2.0, 0.0 }, 0.0 );
	addPlaceGoal( loaded, ( wfVec3 ){ 6.0, 2.0, 0.0 }, 0.0 );
	wfAgentId lost = addDisc( crowd, ( wfVec3 ){ 2.0, 6.0, 0.0 }, east );
	addDisc( crowd, ( wfVec3 ){ 1.0, 6.0, 0.0 }, west );
	CHECK_EQUAL( wfCrowd_Tick( crowd, NULL ), wf_ok );
	CHECK_EQUAL( countOn( crowd, wf_unreachableEvent ), 1 );
	CHECK( wfCrowd_GetAgent( crowd, lost ).stopState == wf_stopUnreachable && wfCrowd_GetAgent( crowd, lost ).hasInstead );
	// Agents and all, into a crowd without any.
	copyCrowd( crowd, loaded );
	for ( int32_t k = 0; k < 60; ++k )
	{
		tickOn( crowd );
		tickOn( loaded );
	}
	CHECK( wfCrowd_GetHash( crowd ) == wfCrowd_GetHash( loaded ) );
	wfAgentState state = wfCrowd_GetAgent( crowd, lost );
	CHECK( state.waiting && state.position.x > 3.0 && fabs( state.position.y - 2.0 ) < 0.8 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 1 );
	wfDestroyCrowd( loaded );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

TEST( DiscsAreMovedAndSteered )
{
	wfMesh* mesh = makeSquare( 12.0, 0.7, 0.0 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfAgentId id = addDisc( crowd, ( wfVec3 ){ 2.0, 2.0, 0.0 }, addPlaceGoal( crowd, ( wfVec3 ){ 10.0, 2.0, 0.0 }, 0.5 ) );
	addDisc( crowd, ( wfVec3 ){ 6.0, 6.3, 0.0 }, noGoal );
	tickOn( crowd );
	wfError error = { 0 };
	CHECK_EQUAL( wfCrowd_SetPosition( crowd, id, ( wfVec3 ){ 6.1, 6.2, 0.0 }, &error ), wf_startBlocked );
	CHECK( error.other == 2 && strstr( error.message, "agent 1" ) != NULL );
	CHECK_EQUAL( wfCrowd_SetPosition( crowd, id, ( wfVec3 ){ 6.0, 0.1, 0.0 }, &error ), wf_startBlocked );
	CHECK_EQUAL( wfCrowd_SetPosition( crowd, id, ( wfVec3 ){ 3.0, 6.0, 0.4 }, &error ), wf_ok );
	CHECK_NEAR( wfCrowd_GetAgent( crowd, id ).position.x, 3.0, 1e-9 );
	const wfVec3 east = { 1.0, 0.0, 0.5 };
	CHECK_EQUAL( wfCrowd_SetPreferredVelocity( crowd, id, &east, NULL ), wf_ok );
	for ( int32_t k = 0; k < 35; ++k )
	{
		tickOn( crowd );
		wfContactReport report;
		CHECK_EQUAL( wfCrowd_CheckContacts( crowd, &report ), wf_ok );
		CHECK( report.overlaps == 0 && report.wallHits == 0 );
	}
	CHECK( wfCrowd_GetAgent( crowd, id ).position.x > 6.5 );
	CHECK_EQUAL( wfCrowd_SetPreferredVelocity( crowd, id, NULL, NULL ), wf_ok );
	for ( int32_t k = 0; k < 100 && !wfCrowd_IsDone( crowd ); ++k )
	{
		tickOn( crowd );
	}
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 1 );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

TEST( WhoIsInTheWayIsReported )
{
	wfMesh* mesh = makeSquare( 8.0, 0.7, 0.0 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	addDisc( crowd, ( wfVec3 ){ 2.0, 2.0, 0.0 }, noGoal );
	wfAgentId there = addDisc( crowd, ( wfVec3 ){ 5.0, 5.0, 0.0 }, noGoal );
	wfAgentDef def = wfDefaultAgentDef();
	def.position = ( wfVec3 ){ 5.2, 5.1, 0.0 };
	wfError error = { 0 };
	CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, NULL, &error ), wf_startBlocked );
	CHECK_EQUAL( error.other, wfCrowd_GetAgent( crowd, there ).serial );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

TEST( HeadingsAreThoseOfTheDef )
{
	wfMesh* mesh = makeSquare( 8.0, 0.7, 0.3 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	for ( int32_t k = 0; k < 6; ++k )
	{
		wfAgentDef def = wfDefaultAgentDef();
		def.place = wfMesh_FindNearest( mesh, ( wfVec3 ){ 1.0 + k, 3.0, 0.0 }, NULL );
		def.facing = ( wfVec3 ){ cos( 1.1 * k ), sin( 1.1 * k ), 0.0 };
		def.speed = 0.8;
		wfAgentId id = { 0 };
		CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, &id, NULL ), wf_ok );
		wfAgentState state = wfCrowd_GetAgent( crowd, id );
		CHECK_NEAR( wfLength3( wfSub3( state.facing, def.facing ) ), 0.0, 1e-5 );
		CHECK_NEAR( wfLength3( wfSub3( state.velocity, wfScale3( 0.8, def.facing ) ) ), 0.0, 1e-5 );
	}
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

TEST( RandomPlacesKeepTheGap )
{
	wfMesh* mesh = makeSquare( 12.0, 0.7, 0.0 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfAgentDef def = wfDefaultAgentDef();
	wfAgentId ids[20];
	CHECK_EQUAL( wfCrowd_AddRandomAgents( crowd, &def, 20, 0.7, ids, NULL ), wf_ok );
	double least = INFINITY, toBoundary = INFINITY;
	for ( int32_t i = 0; i < 20; ++i )
	{
		wfVec3 a = wfCrowd_GetAgent( crowd, ids[i] ).position;
		toBoundary = fmin( toBoundary, fmin( fmin( a.x, 12.0 - a.x ), fmin( a.y, 12.0 - a.y ) ) );
		for ( int32_t j = 0; j < i; ++j )
		{
			least = fmin( least, wfLength3( wfSub3( wfCrowd_GetAgent( crowd, ids[j] ).position, a ) ) );
		}
	}
	CHECK( least > 2.0 * def.radius + 0.7 );
	CHECK( toBoundary > def.radius + 0.7 );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

TEST( WithoutGoalsOneStaysWhereOneIs )
{
	wfMesh* mesh = makeTorus();
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfAgentId id = addDisc( crowd, ( wfVec3 ){ 11.0, 0.0, 0.0 }, addPlaceGoal( crowd, ( wfVec3 ){ -11.0, 0.0, 0.0 }, 0.5 ) );
	for ( int32_t k = 0; k < 20; ++k )
	{
		tickOn( crowd );
	}
	CHECK_EQUAL( wfCrowd_SetStops( crowd, id, NULL, 0, NULL ), wf_ok );
	const wfAgent* agent = &crowd->population.agents[0];
	wfVec3 home = wfPositionOfFlat( mesh, crowd->population.agents[0].homeTriangle, ( wfFlat ){ agent->homeX, agent->homeY } );
	CHECK( wfLength3( wfSub3( home, wfCrowd_GetAgent( crowd, id ).position ) ) < 1e-6 );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

TEST( WhoAimsAtSomebodyLooksThere )
{
	wfMesh* mesh = makeSquare( 8.0, 0.7, 0.3 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	addDisc( crowd, ( wfVec3 ){ 3.0, 3.0, 0.0 }, noGoal );
	wfBehaviorDef def = wfDefaultBehaviorDef();
	def.kind = wf_towardBehavior;
	def.target = wf_agentTarget;
	def.agent = addDisc( crowd, ( wfVec3 ){ 3.9, 4.2, 0.0 }, noGoal );
	def.epsilon = 0.5;
	wfBehaviorId aim;
	CHECK_EQUAL( wfCrowd_AddBehavior( crowd, &def, &aim, NULL ), wf_ok );
	tickOn( crowd );
	int32_t rank = crowd->tick.slot[0] == 0 ? 0 : 1;
	wfBehaviorInput input = { .time = 1.0, .inside = 1.0, .goalDirection = { 1.0, 0.0 } };
	wfAgent agent = crowd->population.agents[0];
	wfBehaviorVector vector = wfEvaluateFor( crowd, &agent, aim, &input );
	wfVec3 there = wfOutOfAxes( &crowd->meshTick.tangent[rank], vector.v.x, vector.v.y );
	CHECK_NEAR( there.x / wfLength3( there ), 0.6, 0.01 );
	CHECK_NEAR( there.y / wfLength3( there ), 0.8, 0.01 );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

TEST( TrianglesBetweenBlockedVerticesAreNotEntered )
{
	wfMesh* mesh = makeSquare( 8.0, 0.7, 0.0 );
	wfSurfaceMask* mask = NULL;
	CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
	int32_t triangle = wfMesh_FindNearest( mesh, ( wfVec3 ){ 4.1, 4.2, 0.0 }, NULL ).triangle;
	CHECK_EQUAL( wfSurfaceMask_BlockVertices( mask, mesh->triangles + 3 * triangle, 3, NULL ), wf_ok );
	wfCrowd* crowd = makeCrowdAround( mesh, mask );
	int32_t closed = 0;
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		closed += crowd->ground.walkable[t] == 0 ? 1 : 0;
	}
	CHECK( closed == 1 && crowd->ground.walkable[triangle] == 0 );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

TEST( WaysAndGoalsBelongToTheNearestVertex )
{
	wfMesh* mesh = makeSquare( 12.0, 0.8, 0.2 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	const int32_t vertices[2] = { wfMesh_FindNearest( mesh, ( wfVec3 ){ 3.0, 6.0, 0.0 }, NULL ).triangle,
								  wfMesh_FindNearest( mesh, ( wfVec3 ){ 9.0, 6.0, 0.0 }, NULL ).triangle };
	const int32_t ends[2] = { mesh->triangles[3 * vertices[0]], mesh->triangles[3 * vertices[1]] };
	wfSurfaceGoalDef def = wfDefaultSurfaceGoalDef();
	def.vertices = ends;
	def.vertexCount = 2;
	wfStop goal = noGoal;
	int32_t differing = 0;
	CHECK_EQUAL( wfCrowd_AddGoal( crowd, &def, 0.5, &goal.goal, NULL ), wf_ok );
	addDisc( crowd, ( wfVec3 ){ 6.0, 3.0, 0.0 }, goal );
	tickOn( crowd );
	const wfTarget* target = &crowd->ground.routes.targets.data[crowd->population.agents[0].target];
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		const int32_t* c = mesh->triangles + 3 * t;
		int32_t best = wfSurfaceField_GetWay( target->onMesh, c[1] ).length < wfSurfaceField_GetWay( target->onMesh, c[0] ).length
						   ? c[1]
						   : c[0];
		best = wfSurfaceField_GetWay( target->onMesh, c[2] ).length < wfSurfaceField_GetWay( target->onMesh, best ).length ? c[2]
																														   : best;
		if ( !( wfSurfaceField_GetWay( target->onMesh, best ).length < INFINITY ) )
		{
			continue;
		}
		CHECK_EQUAL( wfFindGoalVertex( &crowd->ground, target, t ), wfSurfaceField_GetWay( target->onMesh, best ).goal );
		differing +=
			wfSurfaceField_GetWay( target->onMesh, c[2] ).goal != wfSurfaceField_GetWay( target->onMesh, best ).goal ? 1 : 0;
		for ( int32_t k = 0; k < 3; ++k )
		{
			wfFlat corner = wfCornerOf( mesh, t, k );
			if ( wfSurfaceField_GetWay( target->onMesh, c[k] ).length < INFINITY )
			{
				CHECK_NEAR( wfGround_GetDistance( &crowd->ground, target, ( wfPlace ){ corner.x, corner.y, t } ),
							(double)wfSurfaceField_GetWay( target->onMesh, c[k] ).length, 1e-6 );
			}
		}
	}
	CHECK( differing > 0 );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

TEST( SavedStatesBelongToTheirObstaclesAndGoals )
{
	wfMesh* mesh = makeSquare( 8.0, 0.7, 0.0 );
	wfSurfaceMask* mask = NULL;
	CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
	int32_t post = mesh->triangles[3 * wfMesh_FindNearest( mesh, ( wfVec3 ){ 6.0, 2.0, 0.0 }, NULL ).triangle];
	CHECK_EQUAL( wfSurfaceMask_BlockVertices( mask, &post, 1, NULL ), wf_ok );
	wfCrowd* crowds[4] = { NULL };
	for ( int32_t k = 0; k < 4; ++k )
	{
		wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
		wfGroundDef ground = wfMakeMeshGround( mesh );
		ground.mask = k == 2 ? mask : NULL;
		CHECK_EQUAL( wfCreateCrowd( &ground, &def, &crowds[k], NULL ), wf_ok );
		addDisc( crowds[k], ( wfVec3 ){ 2.0, 2.0, 0.0 },
				 addPlaceGoal( crowds[k], ( wfVec3 ){ 6.0, 6.0, 0.0 }, k == 3 ? 0.7 : 0.5 ) );
		tickOn( crowds[k] );
	}
	size_t size = wfCrowd_Save( crowds[0], NULL, 0 );
	uint8_t* bytes = malloc( size );
	CHECK( wfCrowd_Save( crowds[0], bytes, size ) == size );
	CHECK_EQUAL( wfCrowd_Restore( crowds[1], bytes, size, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_Restore( crowds[2], bytes, size, NULL ), wf_badFormat );
	CHECK_EQUAL( wfCrowd_Restore( crowds[3], bytes, size, NULL ), wf_badFormat );
	free( bytes );
	for ( int32_t k = 0; k < 4; ++k )
	{
		wfDestroyCrowd( crowds[k] );
	}
	wfDestroySurfaceMask( mask );
	wfDestroyMesh( mesh );
}

// ------------------------------------------------------------------------------------------------------ as in the plane

TEST( PointsAreStopsAndWaitsAreWaited )
{
	wfMesh* mesh = makeSquare( 10.0, 0.7, 0.0 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfStop stops[2] = { wfMakePointStop( ( wfVec3 ){ 5.0, 5.0, 0.0 } ), wfMakePointStop( ( wfVec3 ){ 8.0, 5.0, 0.0 } ) };
	stops[0].wait = 4.0;
	stops[0].reach = 0.5;
	wfAgentDef def = wfDefaultAgentDef();
	def.position = ( wfVec3 ){ 2.0, 5.0, 0.0 };
	def.stops = stops;
	def.stopCount = 2;
	wfAgentId id;
	CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, &id, NULL ), wf_ok );
	double reached = NAN, waited = 0.0, moved = 0.0;
	while ( !wfCrowd_IsDone( crowd ) && wfCrowd_GetTime( crowd ) < 60.0 )
	{
		tickOn( crowd );
		const wfEvent* events;
		int32_t count = wfCrowd_GetEvents( crowd, &events );
		for ( int32_t k = 0; k < count; ++k )
		{
			if ( events[k].kind == wf_reachedEvent )
			{
				reached = events[k].time;
				CHECK_NEAR( events[k].position.x, 5.0, 0.51 );
				CHECK( events[k].triangle >= 0 );
			}
		}
		bool there = wfCrowd_IsAgentValid( crowd, id );
		wfAgentState state = there ? wfCrowd_GetAgent( crowd, id ) : ( wfAgentState ){ 0 };
		waited += there && state.waiting ? wfCrowd_GetDef( crowd ).tickSeconds : 0.0;
		moved = there && state.waiting ? fmax( moved, fabs( state.position.x - 5.0 ) ) : moved;
	}
	CHECK( reached > 1.0 && reached < 6.0 );
	CHECK_NEAR( waited, 4.0, 0.3 );
	CHECK( moved < 0.8 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 1 );
	// The same place, given exactly; a place that is none is refused.
	stops[0].place = wfMesh_FindNearest( mesh, ( wfVec3 ){ 3.0, 3.0, 0.0 }, NULL );
	CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, &id, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_Prepare( crowd, NULL, NULL, NULL ), wf_ok );
	stops[0].place = ( wfSurfacePoint ){ 1 << 24, 0.2, 0.2 };
	CHECK_EQUAL( wfCrowd_SetStops( crowd, id, stops, 2, NULL ), wf_notFound );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

TEST( RadiiChangeWhereThereIsRoom )
{
	wfMesh* mesh = makeSquare( 10.0, 0.7, 0.0 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfAgentId id = addDisc( crowd, ( wfVec3 ){ 5.0, 5.0, 0.0 }, addPlaceGoal( crowd, ( wfVec3 ){ 5.0, 8.0, 0.0 }, 0.5 ) );
	wfAgentId near = addDisc( crowd, ( wfVec3 ){ 5.8, 5.0, 0.0 }, noGoal );
	wfAgentId edge = addDisc( crowd, ( wfVec3 ){ 0.4, 5.0, 0.0 }, noGoal );
	wfError error = { 0 };
	tickOn( crowd );
	CHECK_EQUAL( wfCrowd_SetRadius( crowd, near, 0.7, &error ), wf_startBlocked );
	CHECK( strstr( error.message, "overlaps agent 1" ) != NULL );
	CHECK_EQUAL( wfCrowd_SetRadius( crowd, edge, 0.5, &error ), wf_startBlocked );
	CHECK( strstr( error.message, "limit of the mesh" ) != NULL );
	CHECK_EQUAL( wfCrowd_SetRadius( crowd, id, 0.4, &error ), wf_ok );
	for ( int32_t k = 0; k < 30 && wfCrowd_IsAgentValid( crowd, id ); ++k )
	{
		CHECK_NEAR( wfCrowd_GetAgent( crowd, id ).radius, 0.4, 1e-6 );
		tickOn( crowd );
		wfContactReport report;
		CHECK_EQUAL( wfCrowd_CheckContacts( crowd, &report ), wf_ok );
		CHECK( report.overlaps == 0 && report.wallHits == 0 );
	}
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 1 );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

// By name, whatever the ground.
TEST( WhatAGroundCannotDoIsRefused )
{
	wfMesh* mesh = makeSquare( 10.0, 0.7, 0.0 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfError error = { 0 };
	wfGaitDef gait = wfDefaultGaitDef();
	CHECK_EQUAL( wfCrowd_AddGait( crowd, &gait, NULL, &error ), wf_unsupported );
	CHECK( strstr( error.message, "gaits" ) != NULL );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds = ( wfBox2 ){ { 0.0, 0.0 }, { 10.0, 10.0 } };
	wfWorld* world = NULL;
	CHECK_EQUAL( wfCreateWorld( &worldDef, &world, NULL ), wf_ok );
	wfGroundDef ground = wfMakePlaneGround( world );
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	CHECK_EQUAL( wfCreateCrowd( &ground, &def, &crowd, NULL ), wf_ok );
	wfSurfaceGoalDef goal = wfDefaultSurfaceGoalDef();
	CHECK_EQUAL( wfCrowd_AddGoal( crowd, &goal, 0.0, NULL, &error ), wf_unsupported );
	CHECK( strstr( error.message, "goals of their own" ) != NULL );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

void runGoalTests( int argc, char** argv )
{
	RUN( PointsAreStopsAndWaitsAreWaited );
	RUN( RadiiChangeWhereThereIsRoom );
	RUN( WhatAGroundCannotDoIsRefused );
	RUN( GoalsReachAsFarAsAsked );
	RUN( EveryGoalNeedsAPath );
	RUN( GoalsWithoutAPathAreCameNearTo );
	RUN( DiscsAreMovedAndSteered );
	RUN( WhoIsInTheWayIsReported );
	RUN( HeadingsAreThoseOfTheDef );
	RUN( RandomPlacesKeepTheGap );
	RUN( WithoutGoalsOneStaysWhereOneIs );
	RUN( WhoAimsAtSomebodyLooksThere );
	RUN( TrianglesBetweenBlockedVerticesAreNotEntered );
	RUN( WaysAndGoalsBelongToTheNearestVertex );
	RUN( SavedStatesBelongToTheirObstaclesAndGoals );
}
