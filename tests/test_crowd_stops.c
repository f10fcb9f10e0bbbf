// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Stops, events, queues, sources and sinks.
#include "test_crowd.h"

#include <math.h>
#include <string.h>

TEST( EventsTellTheStopsInOrder )
{
	wfWorld* world = makeRoom( 20.0, 10.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfStop stops[3] = { pointStop( 6.0, 5.0 ), pointStop( 10.0, 5.0 ), pointStop( 15.0, 5.0 ) };
	stops[1].wait = 2.0;
	wfAgentId id = addAgent( crowd, 2.0, 5.0, stops, 3 );
	CHECK_EQUAL( countEvents( crowd, wf_enteredEvent ), 1 );
	int32_t reached = 0, arrived = 0, left = 0;
	double reachedTime = 0.0, waited = 0.0;
	while ( wfCrowd_IsAgentValid( crowd, id ) && wfCrowd_GetTime( crowd ) < 40.0 )
	{
		tickTimes( crowd, 1 );
		const wfEvent* events;
		int32_t count = wfCrowd_GetEvents( crowd, &events );
		for ( int32_t k = 0; k < count; ++k )
		{
			CHECK( events[k].agent.index1 == id.index1 && events[k].serial == 1 );
			CHECK_NEAR( events[k].time, wfCrowd_GetTime( crowd ), 1e-12 );
			if ( events[k].kind == wf_reachedEvent )
			{
				CHECK_EQUAL( events[k].stop, reached );
				reached += 1;
				reachedTime = events[k].time;
			}
			arrived += events[k].kind == wf_arrivedEvent ? 1 : 0;
			left += events[k].kind == wf_leftEvent ? 1 : 0;
			// Left comes after arrived.
			CHECK( left <= arrived );
		}
		if ( wfCrowd_IsAgentValid( crowd, id ) && wfCrowd_GetAgent( crowd, id ).waiting )
		{
			waited = wfCrowd_GetTime( crowd ) - reachedTime;
			CHECK( wfCrowd_GetFrame( crowd ).states[0] == wf_waiting );
		}
	}
	CHECK_EQUAL( reached, 2 );
	CHECK_EQUAL( arrived, 1 );
	CHECK_EQUAL( left, 1 );
	CHECK_NEAR( waited, 2.0, 0.41 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 1 );
	CHECK( wfCrowd_IsDone( crowd ) );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( AtTheEndOfTheListAgentsDoAsAsked )
{
	wfWorld* world = makeRoom( 20.0, 10.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	const wfStop stops[2] = { pointStop( 6.0, 5.0 ), pointStop( 3.0, 5.0 ) };
	wfAgentDef def = wfDefaultAgentDef();
	def.position = ( wfVec3 ){ 4.0, 5.0, 0.0 };
	def.stops = stops;
	def.stopCount = 2;
	def.atEnd = wf_repeatAtEnd;
	wfAgentId repeats, stays;
	CHECK( wfCrowd_AddAgent( crowd, &def, &repeats, NULL ) == wf_ok );
	def.position = ( wfVec3 ){ 4.0, 8.0, 0.0 };
	def.stopCount = 1;
	def.atEnd = wf_stayAtEnd;
	const wfStop there = pointStop( 10.0, 8.0 );
	def.stops = &there;
	CHECK( wfCrowd_AddAgent( crowd, &def, &stays, NULL ) == wf_ok );
	int32_t reached = 0;
	for ( int32_t k = 0; k < 150; ++k )
	{
		tickTimes( crowd, 1 );
		reached += countEvents( crowd, wf_reachedEvent );
	}
	CHECK( reached >= 6 );
	CHECK( !wfCrowd_IsDone( crowd ) );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 1 );
	wfAgentState state = wfCrowd_GetAgent( crowd, stays );
	CHECK_EQUAL( state.stop, 1 );
	CHECK_NEAR( state.position.x, 10.0, 0.6 );
	CHECK( wfCrowd_GetFrame( crowd ).states[1] == wf_atEnd );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// ---------------------------------------------------------------------------------------------------------------- queues

static wfQueueId addQueue( wfCrowd* crowd, const wfVec3* line, int32_t count, double service )
{
	wfQueueDef def = wfDefaultQueueDef();
	def.line = line;
	def.lineCount = count;
	def.serviceSeconds = service;
	wfQueueId id = { 0 };
	CHECK( wfCrowd_AddQueue( crowd, &def, &id, NULL ) == wf_ok );
	return id;
}

TEST( QueuesServeInOrderOfArrival )
{
	wfWorld* world = makeRoom( 30.0, 12.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	const wfVec3 line[3] = { { 25.0, 6.0, 0.0 }, { 22.0, 6.0, 0.0 }, { 22.0, 9.0, 0.0 } };
	wfQueueId queue = addQueue( crowd, line, 3, 3.0 );
	const wfStop stops[2] = { queueStop( queue ), pointStop( 28.0, 2.0 ) };
	enum
	{
		many = 8
	};
	wfAgentId ids[many];
	// The farther away, the later it comes.
	for ( int32_t k = 0; k < many; ++k )
	{
		ids[k] = addAgent( crowd, 16.0 - 2.0 * k, 6.0 + ( k % 2 ), stops, 2 );
	}
	int32_t served = 0;
	double lastTime = 0.0;
	int32_t mostWaiting = 0;
	while ( !wfCrowd_IsDone( crowd ) && wfCrowd_GetTime( crowd ) < 120.0 )
	{
		tickTimes( crowd, 1 );
		Safety safety = measureSafety( crowd );
		CHECK( safety.leastGap >= -1e-6 && safety.leastRoom >= -1e-6 );
		const wfEvent* events;
		int32_t count = wfCrowd_GetEvents( crowd, &events );
		for ( int32_t k = 0; k < count; ++k )
		{
			if ( events[k].kind == wf_reachedEvent )
			{
				CHECK( served < many && events[k].agent.index1 == ids[served].index1 );
				CHECK_NEAR( events[k].position.x, 25.0, 1.1 );
				// One at a time.
				CHECK( events[k].time >= lastTime + 3.0 - 1e-6 );
				lastTime = events[k].time;
				served += 1;
			}
		}
		wfFrame frame = wfCrowd_GetFrame( crowd );
		int32_t waiting = 0;
		for ( int32_t k = 0; k < frame.count; ++k )
		{
			waiting += frame.states[k] == wf_waiting ? 1 : 0;
		}
		mostWaiting = waiting > mostWaiting ? waiting : mostWaiting;
	}
	CHECK_EQUAL( served, many );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), many );
	CHECK( mostWaiting >= 3 );
	CHECK( lastTime < 60.0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Six places for fifteen, a wall behind the last: who finds none waits near.
TEST( MoreThanAQueueHasPlaces )
{
	wfWorld* world = makeRoom( 20.0, 10.0 );
	addBox( world, 8.0, 4.0, 9.0, 6.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	const wfVec3 line[2] = { { 14.0, 5.0, 0.0 }, { 10.5, 5.0, 0.0 } };
	wfQueueId queue = addQueue( crowd, line, 2, 1.0 );
	const wfStop stop = queueStop( queue );
	for ( int32_t k = 0; k < 15; ++k )
	{
		addAgent( crowd, 1.0 + k % 5, 2.0 + 2.0 * ( k / 5 ), &stop, 1 );
	}
	runSafely( crowd, 150.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 15 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( LeavingAQueueClosesTheGap )
{
	wfWorld* world = makeRoom( 20.0, 10.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	const wfVec3 line[2] = { { 15.0, 5.0, 0.0 }, { 5.0, 5.0, 0.0 } };
	wfQueueId queue = addQueue( crowd, line, 2, 1000.0 );
	const wfStop stop = queueStop( queue );
	wfAgentId ids[5];
	for ( int32_t k = 0; k < 5; ++k )
	{
		ids[k] = addAgent( crowd, 12.0 - 1.5 * k, 5.0, &stop, 1 );
	}
	tickTimes( crowd, 100 );
	for ( int32_t k = 0; k < 5; ++k )
	{
		CHECK_NEAR( wfCrowd_GetAgent( crowd, ids[k] ).position.x, 15.0 - 0.7 * k, 0.5 );
	}
	CHECK( wfCrowd_RemoveAgent( crowd, ids[1] ) == wf_ok );
	const wfStop away = pointStop( 2.0, 2.0 );
	CHECK( wfCrowd_SetStops( crowd, ids[2], &away, 1, NULL ) == wf_ok );
	CHECK( wfCrowd_RemoveAgent( crowd, ids[0] ) == wf_ok );
	tickTimes( crowd, 100 );
	CHECK_NEAR( wfCrowd_GetAgent( crowd, ids[3] ).position.x, 15.0, 0.5 );
	CHECK_NEAR( wfCrowd_GetAgent( crowd, ids[4] ).position.x, 14.3, 0.5 );
	CHECK( !wfCrowd_IsAgentValid( crowd, ids[2] ) );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// --------------------------------------------------------------------------------------------------------- sources, sinks

static const wfVec2 leftRegion[4] = { { 1.0, 1.0 }, { 4.0, 1.0 }, { 4.0, 9.0 }, { 1.0, 9.0 } };

TEST( SourcesSendTheirCountAtTheirRate )
{
	wfWorld* world = makeRoom( 30.0, 10.0 );
	wfGoalId east = addGoalBox( world, 28.0, 0.0, 30.0, 10.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	const wfStop stop = goalStop( east );
	wfSourceDef def = wfDefaultSourceDef();
	def.region = leftRegion;
	def.regionCount = 4;
	def.rate = 2.0;
	def.count = 25;
	def.from = 3.0;
	def.agent.stops = &stop;
	def.agent.stopCount = 1;
	def.radius = ( wfDistribution ){ .kind = wf_uniformNumber, .lower = 0.2, .upper = 0.3 };
	def.desiredSpeed = ( wfDistribution ){ .kind = wf_normalNumber, .lower = 0.9, .upper = 1.7, .mean = 1.3, .deviation = 0.2 };
	wfSourceId id;
	CHECK( wfCrowd_AddSource( crowd, &def, &id, NULL ) == wf_ok );
	CHECK( !wfCrowd_IsDone( crowd ) );
	int32_t entered = 0;
	double leastRadius = 1.0, mostRadius = 0.0;
	while ( !wfCrowd_IsDone( crowd ) && wfCrowd_GetTime( crowd ) < 80.0 )
	{
		tickTimes( crowd, 1 );
		Safety safety = measureSafety( crowd );
		CHECK( safety.leastGap >= -1e-6 && safety.leastRoom >= -1e-6 );
		const wfEvent* events;
		int32_t count = wfCrowd_GetEvents( crowd, &events );
		for ( int32_t k = 0; k < count; ++k )
		{
			if ( events[k].kind != wf_enteredEvent )
			{
				continue;
			}
			CHECK( events[k].position.x >= 1.0 && events[k].position.x <= 4.0 );
			// One each half a second, from 3 s on.
			CHECK_NEAR( events[k].time, 3.0 + 0.5 * entered, 0.2 + 1e-9 );
			entered += 1;
			wfAgentState state = wfCrowd_GetAgent( crowd, events[k].agent );
			leastRadius = fmin( leastRadius, state.radius );
			mostRadius = fmax( mostRadius, state.radius );
		}
	}
	CHECK_EQUAL( entered, 25 );
	CHECK_EQUAL( wfCrowd_GetTotalCount( crowd ), 25 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 25 );
	CHECK( leastRadius >= 0.2 - 1e-6 && mostRadius <= 0.3 + 1e-6 && mostRadius > leastRadius + 0.03 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// A small region and nowhere to go: only as many as fit come in, the others wait outside.
TEST( SourcesWaitForRoom )
{
	wfWorld* world = makeRoom( 30.0, 10.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	const wfVec2 region[4] = { { 1.0, 1.0 }, { 2.0, 1.0 }, { 2.0, 2.0 }, { 1.0, 2.0 } };
	wfSourceDef def = wfDefaultSourceDef();
	def.region = region;
	def.regionCount = 4;
	def.rate = 10.0;
	def.random = true;
	def.until = 5.0;
	wfSourceId id;
	CHECK( wfCrowd_AddSource( crowd, &def, &id, NULL ) == wf_ok );
	tickTimes( crowd, 50 );
	CHECK( wfCrowd_GetAgentCount( crowd ) >= 3 && wfCrowd_GetAgentCount( crowd ) <= 9 );
	CHECK( !wfCrowd_IsDone( crowd ) );
	CHECK( measureSafety( crowd ).leastGap >= 0.0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( RandomSourcesKeepTheirRate )
{
	wfWorld* world = makeRoom( 60.0, 60.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	const wfVec2 region[3] = { { 5.0, 5.0 }, { 55.0, 5.0 }, { 30.0, 55.0 } };
	wfSourceDef def = wfDefaultSourceDef();
	def.region = region;
	def.regionCount = 3;
	def.rate = 5.0;
	def.random = true;
	def.until = 60.0;
	wfSourceId id;
	CHECK( wfCrowd_AddSource( crowd, &def, &id, NULL ) == wf_ok );
	tickTimes( crowd, 310 );
	// 300 on average, with a deviation of 17.
	CHECK( fabs( (double)wfCrowd_GetTotalCount( crowd ) - 300.0 ) < 60.0 );
	CHECK( wfCrowd_IsDone( crowd ) );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( SinksTakeAgentsOut )
{
	wfWorld* world = makeRoom( 20.0, 10.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	const wfVec2 ring[3] = { { 9.0, 3.0 }, { 12.0, 5.0 }, { 9.0, 7.0 } };
	wfSinkDef sink = wfDefaultSinkDef();
	sink.region = ring;
	sink.regionCount = 3;
	CHECK( wfCrowd_AddSink( crowd, &sink, NULL ) == wf_ok );
	sink.regionCount = 2;
	CHECK( wfCrowd_AddSink( crowd, &sink, NULL ) == wf_outOfRange );
	wfAgentId through = addAgentOfSize( crowd, 2.0, 5.0, 0.25, 1.3, pointStop( 18.0, 5.0 ) );
	wfAgentId past = addAgentOfSize( crowd, 2.0, 9.0, 0.25, 1.3, pointStop( 18.0, 9.0 ) );
	int32_t left = 0, arrived = 0;
	for ( int32_t k = 0; k < 100; ++k )
	{
		tickTimes( crowd, 1 );
		const wfEvent* events;
		int32_t count = wfCrowd_GetEvents( crowd, &events );
		for ( int32_t m = 0; m < count; ++m )
		{
			left += events[m].kind == wf_leftEvent ? 1 : 0;
			arrived += events[m].kind == wf_arrivedEvent ? 1 : 0;
			if ( events[m].agent.index1 == through.index1 && events[m].kind == wf_leftEvent )
			{
				CHECK_NEAR( events[m].position.x, 9.2, 0.5 );
			}
		}
	}
	CHECK_EQUAL( left, 2 );
	CHECK_EQUAL( arrived, 1 );
	CHECK( !wfCrowd_IsAgentValid( crowd, through ) && !wfCrowd_IsAgentValid( crowd, past ) );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Who arrives at a point goes on to the queue in the same tick and may have a place at once: forty do.
TEST( ManyJoinAQueueAtOnce )
{
	wfWorld* world = makeRoom( 60.0, 60.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	const wfVec3 line[2] = { { 30.0, 30.0, 0.0 }, { 50.0, 30.0, 0.0 } };
	wfQueueDef def = wfDefaultQueueDef();
	def.line = line;
	def.lineCount = 2;
	def.serviceSeconds = 1000.0;
	def.spacing = 0.7;
	wfQueueId queue;
	CHECK( wfCrowd_AddQueue( crowd, &def, &queue, NULL ) == wf_ok );
	for ( int32_t k = 0; k < 40; ++k )
	{
		double x = 30.0 + 0.7 * ( k % 20 ), y = k < 20 ? 31.0 : 29.0;
		wfStop stops[2] = { pointStop( x, y ), queueStop( queue ) };
		stops[0].reach = 1.0;
		addAgent( crowd, x, y + ( k < 20 ? 0.3 : -0.3 ), stops, 2 );
	}
	tickTimes( crowd, 60 );
	CHECK_EQUAL( wfCrowd_GetAgentCount( crowd ), 40 );
	checkSameFuture( crowd, 5 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// A source added on the way begins then: nobody is due from before.
TEST( LateSourcesBeginLate )
{
	wfWorld* world = makeRoom( 40.0, 20.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	addAgent( crowd, 30.0, 10.0, NULL, 0 );
	tickTimes( crowd, 50 );
	const wfVec2 region[4] = { { 1.0, 1.0 }, { 9.0, 1.0 }, { 9.0, 9.0 }, { 1.0, 9.0 } };
	const wfStop stop = pointStop( 30.0, 5.0 );
	wfSourceDef source = wfDefaultSourceDef();
	source.region = region;
	source.regionCount = 4;
	source.rate = 2.0;
	source.agent.stops = &stop;
	source.agent.stopCount = 1;
	wfSourceId id;
	CHECK( wfCrowd_AddSource( crowd, &source, &id, NULL ) == wf_ok );
	checkSameFuture( crowd, 1 );
	CHECK_EQUAL( wfCrowd_GetAgentCount( crowd ), 2 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// In a world without walls: at the border there is a place to arrive at, beyond it there is none.
TEST( StopsAtTheBorderAreReachedAndBeyondItRefused )
{
	wfWorld* world = makeRoom( 20.0, 20.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	addAgentOfSize( crowd, 15.0, 10.0, 0.3, 1.3, pointStop( 20.0, 10.0 ) );
	wfAgentId beyond = addAgentOfSize( crowd, 15.0, 14.0, 0.3, 1.3, pointStop( 25.0, 14.0 ) );
	wfAgentId culprit;
	wfError error = { 0 };
	CHECK( wfCrowd_Prepare( crowd, &culprit, NULL, &error ) == wf_goalBlocked );
	CHECK_EQUAL( culprit.index1, beyond.index1 );
	CHECK( strstr( error.message, "stop 1" ) != NULL );
	CHECK( wfCrowd_RemoveAgent( crowd, beyond ) == wf_ok );
	wfStop tight = pointStop( 20.0, 14.0 );
	tight.reach = 0.1;
	beyond = addAgentOfSize( crowd, 15.0, 14.0, 0.3, 1.3, tight );
	CHECK( wfCrowd_Prepare( crowd, &culprit, NULL, &error ) == wf_goalBlocked );
	CHECK( wfCrowd_RemoveAgent( crowd, beyond ) == wf_ok );
	runSafely( crowd, 20.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 1 );
	const wfVec2 region[3] = { { 1.0, 1.0 }, { 5.0, 1.0 }, { 1.0, 5.0 } };
	const wfStop outside = pointStop( 25.0, 14.0 );
	wfSourceDef source = wfDefaultSourceDef();
	source.region = region;
	source.regionCount = 3;
	source.agent.stops = &outside;
	source.agent.stopCount = 1;
	wfSourceId id;
	CHECK( wfCrowd_AddSource( crowd, &source, &id, NULL ) == wf_ok );
	CHECK( wfCrowd_Prepare( crowd, NULL, NULL, &error ) == wf_unreachable );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// A point nearer to a wall than the disc can come: who stays as near as he gets has arrived.
TEST( PointsTooCloseToAWallAreArrivedAt )
{
	wfWorld* world = makeRoom( 20.0, 20.0 );
	addBox( world, 12.0, 5.0, 13.0, 15.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfStop stop = pointStop( 11.95, 10.0 );
	stop.reach = 0.05;
	addAgentOfSize( crowd, 8.0, 10.0, 0.3, 1.3, stop );
	runSafely( crowd, 6.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 0 );
	runSafely( crowd, 20.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 1 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

void runStopTests( int argc, char** argv )
{
	RUN( EventsTellTheStopsInOrder );
	RUN( AtTheEndOfTheListAgentsDoAsAsked );
	RUN( QueuesServeInOrderOfArrival );
	RUN( MoreThanAQueueHasPlaces );
	RUN( LeavingAQueueClosesTheGap );
	RUN( SourcesSendTheirCountAtTheirRate );
	RUN( SourcesWaitForRoom );
	RUN( RandomSourcesKeepTheirRate );
	RUN( SinksTakeAgentsOut );
	RUN( PointsTooCloseToAWallAreArrivedAt );
	RUN( StopsAtTheBorderAreReachedAndBeyondItRefused );
	RUN( LateSourcesBeginLate );
	RUN( ManyJoinAQueueAtOnce );
}
