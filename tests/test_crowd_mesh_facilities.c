// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What serves, lets in and takes out agents in the plane does so on surfaces, too; and there they look ahead as well.
#include "crowd/crowd.h"
#include "test_crowd_mesh.h"

#include <math.h>
#include <string.h>

// Up to the edges of the surface, where a disc has no room.
static const wfVec2 s_corner[4] = { { 0.0, 0.0 }, { 1.0, 0.0 }, { 1.0, 3.0 }, { 0.0, 3.0 } };

static wfSourceDef makeSource( const wfStop* stops, int32_t count )
{
	wfSourceDef def = wfDefaultSourceDef();
	def.region = s_corner;
	def.regionCount = 4;
	def.rate = 1.0;
	def.count = 12;
	def.agent.stops = stops;
	def.agent.stopCount = count;
	def.radius = ( wfDistribution ){ .kind = wf_uniformNumber, .lower = 0.2, .upper = 0.3 };
	return def;
}

static wfQueueId addQueue( wfCrowd* crowd, double service )
{
	const wfVec3 line[3] = { { 7.0, 9.0, 0.0 }, { 7.0, 6.0, 0.0 }, { 5.0, 6.0, 0.0 } };
	wfQueueDef def = wfDefaultQueueDef();
	def.line = line;
	def.lineCount = 3;
	def.spacing = 0.6;
	def.serviceSeconds = service;
	wfQueueId id = { 0 };
	CHECK_EQUAL( wfCrowd_AddQueue( crowd, &def, &id, NULL ), wf_ok );
	return id;
}

static void addSink( wfCrowd* crowd, double lowest )
{
	const wfVec2 ring[4] = { { 8.5, 0.0 }, { 10.0, 0.0 }, { 10.0, 2.0 }, { 8.5, 2.0 } };
	wfSinkDef def = wfDefaultSinkDef();
	def.region = ring;
	def.regionCount = 4;
	def.lowest = lowest;
	CHECK_EQUAL( wfCrowd_AddSink( crowd, &def, NULL ), wf_ok );
}

static int32_t countEvents( const wfCrowd* crowd, wfEventKind kind )
{
	const wfEvent* events;
	int32_t count = wfCrowd_GetEvents( crowd, &events ), found = 0;
	for ( int32_t k = 0; k < count; ++k )
	{
		found += events[k].kind == kind ? 1 : 0;
	}
	return found;
}

// Everybody enters by a source, is served in a queue and goes on into a sink.
static wfCrowd* makeKiosk( const wfMesh* mesh, wfWorkers* workers )
{
	wfCrowd* crowd = makeSurfaceCrowd( mesh, workers );
	wfStop stops[2] = { wfMakeQueueStop( addQueue( crowd, 1.5 ) ), addPlaceGoal( crowd, ( wfVec3 ){ 9.3, 0.7, 0.0 }, 0.3 ) };
	wfSourceDef source = makeSource( stops, 2 );
	CHECK_EQUAL( wfCrowd_AddSource( crowd, &source, NULL, NULL ), wf_ok );
	addSink( crowd, -1.0 );
	return crowd;
}

TEST( OnMeshesAgentsComeInAreServedInTurnAndLeave )
{
	wfMesh* mesh = makeSquare( 10.0, 0.5, 0.1 );
	wfCrowd* crowd = makeKiosk( mesh, NULL );
	int32_t entered = 0, left = 0;
	double lastServed = -INFINITY;
	for ( int32_t k = 0; k < 600 && !wfCrowd_IsDone( crowd ); ++k )
	{
		tickOn( crowd );
		entered += countEvents( crowd, wf_enteredEvent );
		left += countEvents( crowd, wf_leftEvent );
		int32_t served = countEvents( crowd, wf_reachedEvent );
		CHECK( served <= 1 );
		// One after the other, each for as long as it takes.
		CHECK( served == 0 || wfCrowd_GetTime( crowd ) - lastServed > 1.5 - 1e-6 );
		lastServed = served > 0 ? wfCrowd_GetTime( crowd ) : lastServed;
		wfContactReport report;
		CHECK_EQUAL( wfCrowd_CheckContacts( crowd, &report ), wf_ok );
		CHECK( report.overlaps == 0 && report.wallHits == 0 );
	}
	CHECK( wfCrowd_IsDone( crowd ) );
	CHECK_EQUAL( entered, 12 );
	CHECK_EQUAL( left, 12 );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

TEST( KiosksOnMeshesAreTheSameOnAnyNumberOfThreadsAndFromCheckpoints )
{
	wfMesh* mesh = makeSquare( 10.0, 0.5, 0.1 );
	wfWorkers* workers = makeWorkers( 3 );
	wfCrowd* crowds[3] = { makeKiosk( mesh, NULL ), makeKiosk( mesh, workers ), makeKiosk( mesh, NULL ) };
	checkSameRuns( crowds, 91, 200 );
	CHECK( wfCrowd_GetTotalCount( crowds[0] ) == 12 );
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfDestroyCrowd( crowds[k] );
	}
	wfDestroyWorkers( workers );
	wfDestroyMesh( mesh );
}

// Thirty people beside one place of two: by the nearest all go there, by the quickest some go to the other.
static wfCrowd* makeExits( const wfMesh* mesh, wfWorkers* workers, wfExitChoice choice )
{
	wfCrowd* crowd = makeSurfaceCrowd( mesh, workers );
	wfExit list[2] = { { addPlaceGoal( crowd, ( wfVec3 ){ 1.0, 5.0, 0.0 }, 0.0 ).goal, 0.0 },
					   { addPlaceGoal( crowd, ( wfVec3 ){ 9.0, 5.0, 0.0 }, 0.0 ).goal, 0.0 } };
	wfExitsDef def = wfDefaultExitsDef();
	def.exits = list;
	def.exitCount = 2;
	wfExitsId id;
	CHECK_EQUAL( wfCrowd_AddExits( crowd, &def, &id, NULL ), wf_ok );
	wfStop stop = wfMakeExitsStop( id, choice );
	for ( int32_t k = 0; k < 30; ++k )
	{
		wfAgentDef agent = wfDefaultAgentDef();
		agent.position = ( wfVec3 ){ 1.8 + 0.6 * ( k % 5 ), 3.2 + 0.6 * (double)( k / 5 ), 0.0 };
		agent.radius = 0.2;
		agent.stops = &stop;
		agent.stopCount = 1;
		CHECK_EQUAL( wfCrowd_AddAgent( crowd, &agent, NULL, NULL ), wf_ok );
	}
	return crowd;
}

TEST( ExitsOnMeshesAreChosen )
{
	wfMesh* mesh = makeSquare( 10.0, 0.4, 0.1 );
	for ( int32_t choice = wf_nearestExit; choice <= wf_quickestExit; ++choice )
	{
		wfCrowd* crowds[3];
		wfWorkers* workers = makeWorkers( 3 );
		for ( int32_t k = 0; k < 3; ++k )
		{
			crowds[k] = makeExits( mesh, k == 1 ? workers : NULL, (wfExitChoice)choice );
		}
		checkSameRuns( crowds, 20, 60 );
		runAndCheck( crowds[0], 100.0 );
		CHECK_EQUAL( wfCrowd_GetArrivedCount( crowds[0] ), 30 );
		wfExitState state;
		CHECK_EQUAL( wfCrowd_GetExit( crowds[0], ( wfExitsId ){ 1 }, 1, &state ), wf_ok );
		CHECK( choice == wf_nearestExit ? state.passed == 0 : state.passed >= 5 && state.passed <= 20 );
		for ( int32_t k = 0; k < 3; ++k )
		{
			wfDestroyCrowd( crowds[k] );
		}
		wfDestroyWorkers( workers );
	}
	wfDestroyMesh( mesh );
}

// More people than places along the line: the queue goes on behind its end, but not through the wall there.
TEST( QueuesOnMeshesGoOnBehindTheirLineAsFarAsTheWall )
{
	wfMesh* mesh = makeSquare( 10.0, 0.5, 0.0 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	const wfVec3 line[2] = { { 5.0, 5.0, 0.0 }, { 5.0, 4.0, 0.0 } };
	wfQueueDef def = wfDefaultQueueDef();
	def.line = line;
	def.lineCount = 2;
	def.spacing = 0.8;
	def.serviceSeconds = 1000.0;
	wfQueueId id = { 0 };
	CHECK_EQUAL( wfCrowd_AddQueue( crowd, &def, &id, NULL ), wf_ok );
	wfStop stop = wfMakeQueueStop( id );
	for ( int32_t k = 0; k < 8; ++k )
	{
		wfAgentDef agent = wfDefaultAgentDef();
		agent.position = ( wfVec3 ){ 1.0 + 0.9 * k, 8.5, 0.0 };
		agent.stops = &stop;
		agent.stopCount = 1;
		CHECK_EQUAL( wfCrowd_AddAgent( crowd, &agent, NULL, NULL ), wf_ok );
	}
	for ( int32_t k = 0; k < 200; ++k )
	{
		tickOn( crowd );
	}
	// One on each place that there is room for, the others near the last: 0.8 m apart from 5 m down to 0.25 m above the edge.
	bool taken[6] = { 0 };
	wfFrame frame = wfCrowd_GetFrame( crowd );
	for ( int32_t k = 0; k < frame.count; ++k )
	{
		int32_t place = (int32_t)round( ( 5.0 - frame.positions[k].y ) / 0.8 );
		bool inLine = fabs( frame.positions[k].x - 5.0 ) < 0.4 && fabs( 5.0 - 0.8 * place - frame.positions[k].y ) < 0.4;
		if ( inLine && place >= 0 && place < 6 )
		{
			taken[place] = true;
		}
	}
	for ( int32_t place = 0; place < 5; ++place )
	{
		CHECK( taken[place] );
	}
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

// A building with floors above each other: what is on another floor is not meant.
TEST( HeightsTellTheFloorsOfABuildingApart )
{
	wfMesh* mesh = makeNamed( "building" );
	wfMeshReport report = wfMesh_GetReport( mesh );
	double middle = report.lower.z + 1.0; // above the lowest floor
	for ( int32_t upper = 0; upper < 2; ++upper )
	{
		wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
		const wfVec2 all[4] = { { report.lower.x, report.lower.y },
								{ report.upper.x, report.lower.y },
								{ report.upper.x, report.upper.y },
								{ report.lower.x, report.upper.y } };
		wfSourceDef source = makeSource( NULL, 0 );
		source.region = all;
		source.rate = 20.0;
		source.count = 20;
		*( upper ? &source.lowest : &source.highest ) = middle;
		CHECK_EQUAL( wfCrowd_AddSource( crowd, &source, NULL, NULL ), wf_ok );
		// A sink on the other floor takes nobody.
		wfSinkDef sink = wfDefaultSinkDef();
		sink.region = all;
		sink.regionCount = 4;
		*( upper ? &sink.highest : &sink.lowest ) = middle;
		CHECK_EQUAL( wfCrowd_AddSink( crowd, &sink, NULL ), wf_ok );
		// Places drawn on stairs and beside walls have no room: it takes some time.
		for ( int32_t k = 0; k < 100 && wfCrowd_GetTotalCount( crowd ) < 20; ++k )
		{
			tickOn( crowd );
		}
		wfFrame frame = wfCrowd_GetFrame( crowd );
		CHECK_EQUAL( frame.count, 20 );
		for ( int32_t k = 0; k < frame.count; ++k )
		{
			CHECK( ( frame.positions[k].z > middle ) == ( upper == 1 ) );
		}
		wfDestroyCrowd( crowd );
	}
	wfDestroyMesh( mesh );
}

TEST( FacilitiesOnMeshesThatCannotWorkAreRefused )
{
	wfMesh* mesh = makeSquare( 10.0, 0.5, 0.0 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfStop goal = addPlaceGoal( crowd, ( wfVec3 ){ 9.0, 9.0, 0.0 }, 0.3 );
	wfSourceDef source = makeSource( &goal, 1 );
	source.lowest = 5.0; // the surface is at 0
	wfError error = { 0 };
	CHECK_EQUAL( wfCrowd_AddSource( crowd, &source, NULL, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_Prepare( crowd, NULL, NULL, &error ), wf_startBlocked );
	CHECK( strstr( error.message, "the region of source 1 has no room" ) != NULL );
	source.highest = 1.0;
	CHECK_EQUAL( wfCrowd_AddSource( crowd, &source, NULL, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "highest" );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

// Four groups that cross: looking ahead they part in time.
static double crossSeconds( const wfMesh* mesh, bool foresight )
{
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfStyleDef style = wfDefaultStyleDef( wf_defaultPreset );
	style.foresight = foresight;
	wfStyleId id = { 0 };
	CHECK_EQUAL( wfCrowd_AddStyle( crowd, &style, &id, NULL ), wf_ok );
	const wfVec3 goals[4] = { { 19.0, 10.0, 0.0 }, { 1.0, 10.0, 0.0 }, { 10.0, 19.0, 0.0 }, { 10.0, 1.0, 0.0 } };
	for ( int32_t group = 0; group < 4; ++group )
	{
		wfStop stop = addPlaceGoal( crowd, goals[group], 1.0 );
		for ( int32_t k = 0; k < 20; ++k )
		{
			double across = 6.4 + 0.8 * ( k % 10 ), along = group % 2 == 0 ? 1.5 + 0.8 * ( k / 10 ) : 18.5 - 0.8 * ( k / 10 );
			wfAgentDef def = wfDefaultAgentDef();
			def.position = group < 2 ? ( wfVec3 ){ along, across, 0.0 } : ( wfVec3 ){ across, along, 0.0 };
			def.style = id;
			def.stops = &stop;
			def.stopCount = 1;
			CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, NULL, NULL ), wf_ok );
		}
	}
	runAndCheck( crowd, 120.0 );
	double seconds = wfCrowd_GetTime( crowd );
	wfDestroyCrowd( crowd );
	return seconds;
}

TEST( ForesightOnMeshesMakesCrossingFlowsFaster )
{
	wfMesh* mesh = makeSquare( 20.0, 0.5, 0.0 );
	double with = crossSeconds( mesh, true ), without = crossSeconds( mesh, false );
	CHECK( with < 0.8 * without );
	CHECK( with < 40.0 );
	wfDestroyMesh( mesh );
}

// Once around a Moebius strip left and right change places: a turn to the left is one to the right in the axes there.
TEST( TurnsKeepTheirSideWhereAxesAreMirrored )
{
	wfMesh* mesh = makeNamed( "moebius" );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfStyleDef style = wfDefaultStyleDef( wf_defaultPreset );
	style.foresight = false;
	wfAgentDef def = wfDefaultAgentDef();
	wfStop stop = addPlaceGoal( crowd, mesh->vertices[mesh->vertexCount / 2], 0.5 );
	CHECK_EQUAL( wfCrowd_AddStyle( crowd, &style, &def.style, NULL ), wf_ok );
	def.stops = &stop;
	def.stopCount = 1;
	CHECK_EQUAL( wfCrowd_AddRandomAgents( crowd, &def, 20, 0.2, NULL, NULL ), wf_ok );
	int32_t mirrored = 0;
	for ( int32_t k = 0; k < 200 && !wfCrowd_IsDone( crowd ); ++k )
	{
		for ( wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
		{
			agent->fanAngle = agent->guideAngle = 0.25f;
		}
		tickOn( crowd );
		const float* turn = crowd->meshTick.turn;
		for ( int32_t rank = 0; rank < crowd->tick.count; ++rank, turn += 4 )
		{
			const wfAgent* agent = &crowd->population.agents[crowd->tick.slot[rank]];
			bool flips = turn[0] * turn[3] < turn[1] * turn[2];
			if ( agent->flags & wf_agentUsed )
			{
				mirrored += flips ? 1 : 0;
				CHECK( agent->fanAngle == ( flips ? -0.25f : 0.25f ) && agent->guideAngle == agent->fanAngle );
			}
		}
	}
	CHECK( mirrored > 0 );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

static wfResult runKiosk( const wfMesh* mesh )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	wfGroundDef ground = wfMakeMeshGround( mesh );
	wfCrowd* crowd = NULL;
	wfResult result = wfCreateCrowd( &ground, &def, &crowd, NULL );
	const wfVec3 line[2] = { { 4.0, 3.0, 0.0 }, { 4.0, 1.5, 0.0 } };
	wfQueueDef queue = wfDefaultQueueDef();
	queue.line = line;
	queue.lineCount = 2;
	wfQueueId id = { 0 };
	result = result == wf_ok ? wfCrowd_AddQueue( crowd, &queue, &id, NULL ) : result;
	wfStop stop = wfMakeQueueStop( id );
	wfSourceDef source = makeSource( &stop, 1 );
	source.rate = 10.0;
	source.count = 3;
	result = result == wf_ok ? wfCrowd_AddSource( crowd, &source, NULL, NULL ) : result;
	wfSinkDef sink = wfDefaultSinkDef();
	sink.region = s_corner;
	sink.regionCount = 3;
	sink.lowest = 1.0;
	result = result == wf_ok ? wfCrowd_AddSink( crowd, &sink, NULL ) : result;
	for ( int32_t k = 0; k < 4 && result == wf_ok; ++k )
	{
		result = wfCrowd_Tick( crowd, NULL );
	}
	wfDestroyCrowd( crowd );
	return result;
}

TEST( FacilitiesOnMeshesSurviveEveryFailedAllocation )
{
	wfMesh* mesh = makeSquare( 5.0, 1.0, 0.0 );
	TEST_EVERY_ALLOCATION( runKiosk( mesh ), (void)0 );
	wfDestroyMesh( mesh );
}

void runFacilityTests( int argc, char** argv )
{
	RUN( OnMeshesAgentsComeInAreServedInTurnAndLeave );
	RUN( KiosksOnMeshesAreTheSameOnAnyNumberOfThreadsAndFromCheckpoints );
	RUN( ExitsOnMeshesAreChosen );
	RUN( QueuesOnMeshesGoOnBehindTheirLineAsFarAsTheWall );
	RUN( HeightsTellTheFloorsOfABuildingApart );
	RUN( FacilitiesOnMeshesThatCannotWorkAreRefused );
	RUN( ForesightOnMeshesMakesCrossingFlowsFaster );
	RUN( TurnsKeepTheirSideWhereAxesAreMirrored );
	RUN( FacilitiesOnMeshesSurviveEveryFailedAllocation );
}
