// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Orders that cannot be followed, and walls put onto people: events say so, and nobody else is held up.
#include "test_crowd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static wfCrowd* makeCrowdWith( wfWorld* world, wfRemedy badStop, wfRemedy covered )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.badStop = badStop;
	def.covered = covered;
	return makeCrowdFrom( world, &def );
}

static wfAgentId addStaying( wfCrowd* crowd, double x, double y, wfStop stop )
{
	wfAgentDef def = wfDefaultAgentDef();
	def.position = ( wfVec3 ){ x, y, 0.0 };
	def.stops = &stop;
	def.stopCount = 1;
	def.atEnd = wf_stayAtEnd;
	wfAgentId id = { 0 };
	CHECK( wfCrowd_AddAgent( crowd, &def, &id, NULL ) == wf_ok );
	return id;
}

// Ticks, and how many events of each kind there were.
static void tickAndCount( wfCrowd* crowd, int32_t ticks, int32_t counts[wf_eventKindCount] )
{
	for ( int32_t tick = 0; tick < ticks; ++tick )
	{
		CHECK( wfCrowd_Tick( crowd, NULL ) == wf_ok );
		for ( int32_t kind = 0; kind < wf_eventKindCount; ++kind )
		{
			counts[kind] += countEvents( crowd, (wfEventKind)kind );
		}
		Safety safety = measureSafety( crowd );
		CHECK( safety.leastGap >= -1e-6 );
	}
}

// A hall with a block in the middle and a closed room in the east.
static wfWorld* makeHall( void )
{
	wfWorld* world = makeRoom( 24.0, 12.0 );
	addBox( world, 8.0, 4.0, 12.0, 8.0 );
	addBox( world, 18.0, 0.0, 18.4, 12.0 );
	return world;
}

// --------------------------------------------------------------------------------------------------------------------- stops

// To the middle of the block, and to behind the wall: both end at the nearest place on this side, and say so once.
TEST( BadStopsAreCameNearTo )
{
	wfWorld* world = makeHall();
	wfCrowd* crowd = makeCrowdWith( world, wf_nearestRemedy, wf_nearestRemedy );
	wfAgentId inside = addStaying( crowd, 2.0, 6.0, pointStop( 9.0, 6.0 ) );
	wfAgentId behind = addStaying( crowd, 2.0, 2.0, pointStop( 19.0, 2.0 ) );
	wfAgentId good = addStaying( crowd, 2.0, 10.0, pointStop( 16.0, 10.0 ) );
	int32_t counts[wf_eventKindCount] = { 0 };
	tickAndCount( crowd, 1, counts );
	CHECK( counts[wf_blockedEvent] == 1 && counts[wf_unreachableEvent] == 1 );
	wfAgentState state = wfCrowd_GetAgent( crowd, inside );
	CHECK( state.stopState == wf_stopBlocked && state.hasInstead );
	CHECK( state.instead.x < 7.76 && state.instead.x > 7.0 && fabs( state.instead.y - 6.0 ) < 0.3 );
	state = wfCrowd_GetAgent( crowd, behind );
	CHECK( state.stopState == wf_stopUnreachable && state.hasInstead && state.instead.x < 17.76 && state.instead.x > 17.0 );
	CHECK( wfCrowd_GetAgent( crowd, good ).stopState == wf_stopOpen );
	checkSameFuture( crowd, 15 );
	tickAndCount( crowd, 85, counts );
	CHECK( counts[wf_blockedEvent] == 1 && counts[wf_unreachableEvent] == 1 && counts[wf_stuckEvent] == 0 );
	CHECK( wfCrowd_IsDone( crowd ) );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 3 );
	CHECK( hypot( wfCrowd_GetAgent( crowd, inside ).position.x - 7.6, wfCrowd_GetAgent( crowd, inside ).position.y - 6.0 ) <
		   0.6 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Who would leave at its stop waits before it, does not count as arrived, and goes on when the way is open.
TEST( NobodyLeavesElsewhere )
{
	wfWorld* world = makeHall();
	wfShapeId door = addBox( world, 0.0, 8.0, 8.0, 8.4 );
	wfShapeId lid = addBox( world, 12.0, 7.6, 18.0, 8.0 );
	wfGoalId exit = addGoalBox( world, 2.0, 10.0, 4.0, 11.0 );
	wfCrowd* crowd = makeCrowdWith( world, wf_nearestRemedy, wf_nearestRemedy );
	for ( int32_t k = 0; k < 6; ++k )
	{
		addAgentOfSize( crowd, 2.0 + k, 2.0, 0.25, 1.3, goalStop( exit ) );
	}
	int32_t counts[wf_eventKindCount] = { 0 };
	tickAndCount( crowd, 150, counts );
	CHECK_EQUAL( counts[wf_unreachableEvent], 6 );
	CHECK( counts[wf_arrivedEvent] == 0 && counts[wf_leftEvent] == 0 && wfCrowd_GetArrivedCount( crowd ) == 0 );
	wfFrame frame = wfCrowd_GetFrame( crowd );
	int32_t waiting = 0;
	for ( int32_t k = 0; k < frame.count; ++k )
	{
		waiting += frame.states[k] == wf_waiting ? 1 : 0;
	}
	CHECK( waiting >= 5 );
	checkSameFuture( crowd, 10 );
	CHECK( wfWorld_RemoveShape( world, lid ) == wf_ok && wfWorld_RemoveShape( world, door ) == wf_ok );
	checkSameFuture( crowd, 10 );
	tickAndCount( crowd, 150, counts );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 6 );
	CHECK_EQUAL( counts[wf_unreachableEvent], 6 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Closed while it walks there, and opened again: first as near as it can get, then on to the stop.
TEST( OpenedStopsAreGoneToAgain )
{
	wfWorld* world = makeHall();
	wfCrowd* crowd = makeCrowdWith( world, wf_nearestRemedy, wf_nearestRemedy );
	wfAgentId id = addStaying( crowd, 2.0, 2.0, pointStop( 15.0, 2.0 ) );
	int32_t counts[wf_eventKindCount] = { 0 };
	tickAndCount( crowd, 5, counts );
	wfShapeId box = addBox( world, 13.0, 0.5, 17.0, 3.5 );
	tickAndCount( crowd, 5, counts );
	CHECK( counts[wf_blockedEvent] == 1 && wfCrowd_GetAgent( crowd, id ).stopState == wf_stopBlocked );
	addBox( world, 1.0, 10.0, 2.0, 11.0 ); // somewhere else: nothing new to tell
	tickAndCount( crowd, 5, counts );
	CHECK_EQUAL( counts[wf_blockedEvent], 1 );
	CHECK( wfWorld_RemoveShape( world, box ) == wf_ok );
	tickAndCount( crowd, 70, counts );
	wfAgentState state = wfCrowd_GetAgent( crowd, id );
	CHECK( state.stopState == wf_stopOpen && fabs( state.position.x - 15.0 ) < 0.3 && counts[wf_arrivedEvent] == 1 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( BadStopsAreStoodBeforeOrEndThere )
{
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfWorld* world = makeHall();
		wfCrowd* crowd = makeCrowdWith( world, k == 0 ? wf_standRemedy : wf_removeRemedy, wf_nearestRemedy );
		wfAgentId bad = addStaying( crowd, 2.0, 6.0, pointStop( 10.0, 6.0 ) );
		wfAgentId good = addStaying( crowd, 2.0, 2.0, pointStop( 16.0, 2.0 ) );
		int32_t counts[wf_eventKindCount] = { 0 };
		tickAndCount( crowd, 200, counts );
		CHECK( counts[wf_blockedEvent] == 1 && counts[wf_leftEvent] == k && counts[wf_stuckEvent] == 0 );
		CHECK( wfCrowd_IsAgentValid( crowd, bad ) == ( k == 0 ) );
		CHECK( k == 1 || fabs( wfCrowd_GetAgent( crowd, bad ).position.x - 2.0 ) < 1e-6 );
		CHECK( wfCrowd_GetAgent( crowd, good ).stop == 1 );
		checkSameFuture( crowd, 5 );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

// A goal that is removed while somebody walks there; the state can be saved all the same.
TEST( RemovedGoalsAreBlocked )
{
	wfWorld* world = makeHall();
	wfGoalId goal = addGoalBox( world, 14.0, 1.0, 16.0, 3.0 );
	wfCrowd* crowd = makeCrowdWith( world, wf_nearestRemedy, wf_nearestRemedy );
	wfAgentId id = addAgentOfSize( crowd, 2.0, 2.0, 0.25, 1.3, goalStop( goal ) );
	wfAgentId late = addAgentOfSize( crowd, 2.0, 10.0, 0.25, 1.3, pointStop( 4.0, 10.0 ) );
	int32_t counts[wf_eventKindCount] = { 0 };
	tickAndCount( crowd, 5, counts );
	const wfStop stop = goalStop( goal );
	CHECK( wfCrowd_SetStops( crowd, late, &stop, 1, NULL ) == wf_ok );
	CHECK( wfWorld_RemoveGoal( world, goal ) == wf_ok );
	checkSameFuture( crowd, 5 );
	tickAndCount( crowd, 5, counts );
	CHECK_EQUAL( wfCrowd_GetAgent( crowd, id ).stopState, wf_stopBlocked );
	CHECK_EQUAL( wfCrowd_GetAgent( crowd, late ).stopState, wf_stopBlocked );
	CHECK( wfCrowd_SetStops( crowd, late, &stop, 1, NULL ) == wf_notFound );
	checkSameFuture( crowd, 5 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// A wall that cuts off the second in a queue does not keep those behind it from being served.
TEST( QueuesGoOnWithoutThoseCutOff )
{
	wfWorld* world = makeRoom( 24.0, 12.0 );
	addBox( world, 20.0, 5.0, 21.0, 6.0 );
	wfCrowd* crowd = makeCrowdWith( world, wf_nearestRemedy, wf_nearestRemedy );
	const wfVec3 line[2] = { { 12.0, 6.0, 0.0 }, { 2.0, 6.0, 0.0 } };
	wfQueueDef queue = wfDefaultQueueDef();
	queue.line = line;
	queue.lineCount = 2;
	queue.spacing = 2.0;
	queue.serviceSeconds = 4.0;
	wfQueueId id;
	CHECK( wfCrowd_AddQueue( crowd, &queue, &id, NULL ) == wf_ok );
	for ( int32_t k = 0; k < 3; ++k )
	{
		addAgentOfSize( crowd, 11.5 - 2.0 * k, 5.0, 0.25, 1.3, queueStop( id ) );
	}
	tickTimes( crowd, 12 );
	const double cell[4][4] = {
		{ 8.9, 4.9, 9.1, 7.1 }, { 10.9, 4.9, 11.1, 7.1 }, { 8.9, 4.9, 11.1, 5.1 }, { 8.9, 6.9, 11.1, 7.1 } };
	for ( int32_t k = 0; k < 4; ++k )
	{
		addBox( world, cell[k][0], cell[k][1], cell[k][2], cell[k][3] );
	}
	int32_t counts[wf_eventKindCount] = { 0 };
	tickAndCount( crowd, 150, counts );
	CHECK( counts[wf_unreachableEvent] == 1 && counts[wf_arrivedEvent] == 2 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// ------------------------------------------------------------------------------------------------------------------- covered

// Twenty people stand close together when a building is put onto them, and others pass by.
TEST( CoveredPeopleMoveOut )
{
	wfWorld* world = makeRoom( 24.0, 12.0 );
	addBox( world, 22.0, 10.0, 23.0, 11.0 );
	wfCrowd* crowd = makeCrowdWith( world, wf_nearestRemedy, wf_nearestRemedy );
	wfAgentId ids[20];
	for ( int32_t k = 0; k < 20; ++k )
	{
		ids[k] = addAgent( crowd, 10.0 + 0.55 * ( k % 5 ), 5.0 + 0.55 * ( k / 5 ), NULL, 0 );
	}
	wfAgentId walks = addAgentOfSize( crowd, 2.0, 2.0, 0.25, 1.3, pointStop( 20.0, 2.0 ) );
	tickTimes( crowd, 3 );
	wfShapeId house = addBox( world, 9.0, 4.0, 13.4, 7.6 );
	int32_t counts[wf_eventKindCount] = { 0 };
	tickAndCount( crowd, 2, counts );
	CHECK_EQUAL( counts[wf_coveredEvent], 20 );
	CHECK( wfCrowd_GetAgent( crowd, ids[7] ).covered );
	checkSameFuture( crowd, 5 );
	tickAndCount( crowd, 60, counts );
	Safety safety = measureSafety( crowd );
	CHECK( safety.leastRoom >= -1e-5 );
	CHECK( !wfCrowd_GetAgent( crowd, ids[7] ).covered && counts[wf_coveredEvent] == 20 );
	tickAndCount( crowd, 30, counts );
	CHECK( !wfCrowd_IsAgentValid( crowd, walks ) );
	CHECK( wfWorld_RemoveShape( world, house ) == wf_ok );
	tickAndCount( crowd, 1, counts );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( CoveredPeopleStandOrLeave )
{
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfWorld* world = makeRoom( 24.0, 12.0 );
		addBox( world, 22.0, 10.0, 23.0, 11.0 );
		wfCrowd* crowd = makeCrowdWith( world, wf_nearestRemedy, k == 0 ? wf_standRemedy : wf_removeRemedy );
		wfAgentId id = addAgentOfSize( crowd, 10.0, 6.0, 0.25, 1.3, pointStop( 20.0, 6.0 ) );
		tickTimes( crowd, 1 );
		wfVec3 place = wfCrowd_GetAgent( crowd, id ).position;
		wfShapeId house = addBox( world, 9.0, 5.0, 13.0, 7.0 );
		int32_t counts[wf_eventKindCount] = { 0 };
		tickAndCount( crowd, 10, counts );
		CHECK( counts[wf_coveredEvent] == 1 && counts[wf_leftEvent] == k );
		CHECK( wfCrowd_IsAgentValid( crowd, id ) == ( k == 0 ) );
		if ( k == 0 )
		{
			CHECK( fabs( wfCrowd_GetAgent( crowd, id ).position.x - place.x ) < 0.2 );
			CHECK( wfWorld_RemoveShape( world, house ) == wf_ok );
			tickAndCount( crowd, 70, counts );
			CHECK( counts[wf_arrivedEvent] == 1 && counts[wf_blockedEvent] + counts[wf_unreachableEvent] == 0 );
		}
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

TEST( CoveredWalkersArePutOutside )
{
	wfWorld* world = makeRoom( 24.0, 12.0 );
	addBox( world, 22.0, 10.0, 23.0, 11.0 );
	wfCrowd* crowd = makeCrowdWith( world, wf_nearestRemedy, wf_nearestRemedy );
	wfGaitDef gait = wfDefaultGaitDef();
	wfAgentDef def = wfDefaultAgentDef();
	CHECK( wfCrowd_AddGait( crowd, &gait, &def.gait, NULL ) == wf_ok );
	const wfStop stop = pointStop( 20.0, 6.0 );
	def.position = ( wfVec3 ){ 6.0, 6.0, 0.0 };
	def.stops = &stop;
	def.stopCount = 1;
	wfAgentId id;
	CHECK( wfCrowd_AddAgent( crowd, &def, &id, NULL ) == wf_ok );
	tickTimes( crowd, 12 );
	addBox( world, wfCrowd_GetAgent( crowd, id ).position.x - 1.0, 5.0, 11.0, 7.0 );
	int32_t counts[wf_eventKindCount] = { 0 };
	tickAndCount( crowd, 3, counts );
	CHECK_EQUAL( counts[wf_coveredEvent], 1 );
	checkSameFuture( crowd, 10 );
	tickAndCount( crowd, 120, counts );
	CHECK_EQUAL( counts[wf_arrivedEvent], 1 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// All of the world becomes a wall and is free again.
TEST( NothingIsLeftToWalkOn )
{
	wfWorld* world = makeHall();
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
		def.solveBudget = k == 0 ? 0.0 : 0.05;
		wfCrowd* crowd = makeCrowdFrom( world, &def );
		addAgentOfSize( crowd, 2.0, 6.0, 0.25, 1.3, pointStop( 16.0, 6.0 ) );
		addAgentOfSize( crowd, 2.0, 2.0, 0.25, 1.3, pointStop( 16.0, 2.0 ) );
		tickTimes( crowd, 10 );
		wfShapeId all = addBox( world, -1.0, -1.0, 25.0, 13.0 );
		tickTimes( crowd, 3 );
		checkSameFuture( crowd, 3 );
		CHECK( wfWorld_RemoveShape( world, all ) == wf_ok );
		runSafely( crowd, 60.0 );
		CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 2 );
		wfDestroyCrowd( crowd );
	}
	wfDestroyWorld( world );
}

// The same bits by any number of threads: a building onto half of them, stops in walls, and some that the host steers.
TEST( BadOrdersGiveTheSameBitsWithWorkers )
{
	uint64_t hashes[2] = { 0, 1 };
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfWorld* world = makeHall();
		wfWorkersDef workersDef = wfDefaultWorkersDef();
		workersDef.workerCount = 3;
		wfWorkers* workers = NULL;
		CHECK( k == 0 || wfCreateWorkers( &workersDef, &workers ) == wf_ok );
		wfCrowd* crowd = makeCrowd( world, workers );
		for ( int32_t n = 0; n < 60; ++n )
		{
			wfStop stop = n % 3 == 0 ? pointStop( 10.0, 6.0 ) : n % 3 == 1 ? pointStop( 20.0, 0.2 * n ) : pointStop( 16.0, 6.0 );
			wfAgentId id = addStaying( crowd, 1.0 + 0.6 * ( n % 10 ), 1.0 + 0.6 * ( n / 10 ), stop );
			const wfVec3 velocity = { 0.5, -0.8, 0.0 };
			CHECK( n % 7 != 0 || wfCrowd_SetPreferredVelocity( crowd, id, &velocity, NULL ) == wf_ok );
		}
		tickTimes( crowd, 5 );
		addBox( world, 1.0, 2.0, 5.0, 3.5 );
		tickTimes( crowd, 30 );
		hashes[k] = wfCrowd_GetHash( crowd );
		wfDestroyCrowd( crowd );
		wfDestroyWorkers( workers );
		wfDestroyWorld( world );
	}
	CHECK( hashes[0] == hashes[1] );
}

// ------------------------------------------------------------------------------------------------------------------- restored

// A saved game needs its world and what was added to the crowd, but no agents.
TEST( StatesComeBackWithoutAgents )
{
	wfWorld* world = makeHall();
	wfCrowd* crowd = makeCrowdWith( world, wf_nearestRemedy, wf_nearestRemedy );
	for ( int32_t k = 0; k < 8; ++k )
	{
		addAgentOfSize( crowd, 2.0, 1.0 + k, 0.25, 1.3, pointStop( k == 3 ? 10.0 : 16.0, k == 3 ? 6.0 : 1.0 + k ) );
	}
	tickTimes( crowd, 20 );
	size_t size;
	void* bytes = saveCrowd( crowd, &size );
	wfCrowd* loaded = makeCrowdWith( world, wf_nearestRemedy, wf_nearestRemedy );
	CHECK( restoreCrowd( loaded, bytes, size ) );
	CHECK( areStatesEqual( crowd, loaded ) );
	wfFrame before = wfCrowd_GetFrame( crowd ), after = wfCrowd_GetFrame( loaded );
	CHECK( before.count == after.count && memcmp( before.ids, after.ids, (size_t)before.count * sizeof( wfAgentId ) ) == 0 );
	tickTimes( crowd, 20 );
	tickTimes( loaded, 20 );
	CHECK( wfCrowd_GetHash( crowd ) == wfCrowd_GetHash( loaded ) );
	// What differs is named.
	wfCrowd* others[3] = { makeCrowdWith( world, wf_standRemedy, wf_nearestRemedy ),
						   makeCrowdWith( world, wf_nearestRemedy, wf_nearestRemedy ),
						   makeCrowdWith( world, wf_nearestRemedy, wf_nearestRemedy ) };
	wfStyleDef style = wfDefaultStyleDef( wf_classicPreset );
	CHECK( wfCrowd_AddStyle( others[1], &style, NULL, NULL ) == wf_ok );
	addAgent( others[2], 5.0, 1.0, NULL, 0 );
	const char* words[4] = { "settings", "styles", "agents", "shapes" };
	wfError error = { 0 };
	for ( int32_t k = 0; k < 3; ++k )
	{
		CHECK( wfCrowd_Restore( others[k], bytes, size, &error ) == wf_badFormat && strstr( error.message, words[k] ) != NULL );
		wfDestroyCrowd( others[k] );
	}
	addBox( world, 1.0, 10.0, 2.0, 11.0 );
	CHECK( wfCrowd_Restore( loaded, bytes, size, &error ) == wf_badFormat && strstr( error.message, words[3] ) != NULL );
	free( bytes );
	wfDestroyCrowd( crowd );
	wfDestroyCrowd( loaded );
	wfDestroyWorld( world );
}

// --------------------------------------------------------------------------------------------------------------------- memory

static wfResult runBadOrders( wfWorld* world, wfCrowd** crowd )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	wfGroundDef ground = wfMakePlaneGround( world );
	wfResult result = wfCreateCrowd( &ground, &def, crowd, NULL );
	wfAgentId ids[3] = { 0 };
	for ( int32_t k = 0; k < 3 && result == wf_ok; ++k )
	{
		const wfStop stop = k == 0 ? pointStop( 3.2, 2.0 ) : k == 1 ? pointStop( 7.0, 1.0 ) : pointStop( 1.0, 1.0 );
		wfAgentDef agent = wfDefaultAgentDef();
		agent.position = ( wfVec3 ){ 1.0, 1.0 + k, 0.0 };
		agent.stops = &stop;
		agent.stopCount = 1;
		result = wfCrowd_AddAgent( *crowd, &agent, &ids[k], NULL );
	}
	result = result == wf_ok ? wfCrowd_Reserve( *crowd, 10, 10, NULL ) : result;
	result = result == wf_ok ? wfCrowd_Tick( *crowd, NULL ) : result;
	result = result == wf_ok ? wfCrowd_SetPosition( *crowd, ids[1], ( wfVec3 ){ 1.0, 3.6, 0.0 }, NULL ) : result;
	return tickOrDestroy( crowd, result, 3 );
}

TEST( BadOrdersWithoutMemoryLeakNothing )
{
	wfWorld* world = makeRoom( 8.0, 4.0 );
	addBox( world, 2.6, 1.0, 4.0, 3.0 );
	addBox( world, 6.0, 0.0, 6.3, 4.0 );
	wfWorld_GetDistance( world, ( wfVec2 ){ 1.0, 1.0 }, 0 );
	wfCrowd* crowd = NULL;
	TEST_EVERY_ALLOCATION( runBadOrders( world, &crowd ), wfDestroyCrowd( crowd ) );
	wfDestroyWorld( world );
}

void runOrderTests( int argc, char** argv )
{
	RUN( BadStopsAreCameNearTo );
	RUN( NobodyLeavesElsewhere );
	RUN( OpenedStopsAreGoneToAgain );
	RUN( BadStopsAreStoodBeforeOrEndThere );
	RUN( RemovedGoalsAreBlocked );
	RUN( QueuesGoOnWithoutThoseCutOff );
	RUN( CoveredPeopleMoveOut );
	RUN( CoveredPeopleStandOrLeave );
	RUN( CoveredWalkersArePutOutside );
	RUN( NothingIsLeftToWalkOn );
	RUN_THREADED( BadOrdersGiveTheSameBitsWithWorkers );
	RUN( StatesComeBackWithoutAgents );
	RUN( BadOrdersWithoutMemoryLeakNothing );
}
