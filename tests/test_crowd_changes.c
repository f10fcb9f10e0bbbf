// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Ids, setters, what is refused and by which name, edits of the world, running out of memory.
#include "test_crowd.h"

#include <math.h>
#include <string.h>

TEST( IdsAreNeverUsedAgain )
{
	wfWorld* world = makeRoom( 20.0, 10.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfAgentId first = addAgent( crowd, 5.0, 5.0, NULL, 0 ), second = addAgent( crowd, 7.0, 5.0, NULL, 0 );
	CHECK( wfCrowd_RemoveAgent( crowd, first ) == wf_ok );
	CHECK( wfCrowd_RemoveAgent( crowd, first ) == wf_notFound );
	wfAgentId third = addAgent( crowd, 5.0, 5.0, NULL, 0 );
	CHECK_EQUAL( third.index1, first.index1 );
	CHECK( third.generation != first.generation );
	CHECK( !wfCrowd_IsAgentValid( crowd, first ) && wfCrowd_IsAgentValid( crowd, second ) );
	CHECK( !wfCrowd_IsAgentValid( crowd, ( wfAgentId ){ 0 } ) );
	CHECK_EQUAL( wfCrowd_GetAgent( crowd, third ).serial, 3 );
	wfAgentId ids[2];
	CHECK_EQUAL( wfCrowd_GetAgentIds( crowd, ids, 1 ), 2 );
	CHECK_EQUAL( wfCrowd_GetAgentIds( crowd, ids, 2 ), 2 );
	CHECK( ids[0].index1 == third.index1 && ids[1].index1 == second.index1 );
	CHECK_EQUAL( wfCrowd_GetAgentCount( crowd ), 2 );
	CHECK_EQUAL( wfCrowd_GetTotalCount( crowd ), 3 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( SettersActWhileRunning )
{
	wfWorld* world = makeRoom( 30.0, 10.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfAgentId id = addAgentOfSize( crowd, 3.0, 5.0, 0.25, 1.3, pointStop( 28.0, 5.0 ) );
	wfAgentId other = addAgent( crowd, 28.0, 9.0, NULL, 0 );
	tickTimes( crowd, 20 );
	double before = wfCrowd_GetAgent( crowd, id ).position.x;
	CHECK( before > 6.0 );
	CHECK( wfCrowd_SetDesiredSpeed( crowd, id, 0.5, NULL ) == wf_ok );
	CHECK( wfCrowd_SetDesiredSpeed( crowd, id, -1.0, NULL ) == wf_outOfRange );
	tickTimes( crowd, 20 );
	double walked = wfCrowd_GetAgent( crowd, id ).position.x - before;
	CHECK( walked > 1.5 && walked < 2.9 );
	const wfStop back = pointStop( 3.0, 5.0 );
	CHECK( wfCrowd_SetStops( crowd, id, &back, 1, NULL ) == wf_ok );
	tickTimes( crowd, 10 );
	CHECK( wfCrowd_GetAgent( crowd, id ).velocity.x < 0.0 );
	CHECK( wfCrowd_SetRadius( crowd, id, 0.4, NULL ) == wf_ok );
	CHECK( wfCrowd_SetRadius( crowd, other, 1.5, NULL ) == wf_startBlocked );
	CHECK_NEAR( wfCrowd_GetAgent( crowd, other ).radius, 0.25, 1e-6 );
	CHECK( wfCrowd_SetStyle( crowd, id, ( wfStyleId ){ 5 } ) == wf_notFound );
	CHECK( wfCrowd_SetBehavior( crowd, id, ( wfBehaviorId ){ 1 }, ( wfBehaviorId ){ 0 } ) == wf_notFound );
	CHECK( wfCrowd_SetStops( crowd, ( wfAgentId ){ 9, 1 }, &back, 1, NULL ) == wf_notFound );
	runSafely( crowd, 60.0 );
	CHECK( !wfCrowd_IsAgentValid( crowd, id ) );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// ---------------------------------------------------------------------------------------------------------------- refused

static void checkMessage( const wfError* error, const char* words )
{
	if ( !CHECK( strstr( error->message, words ) != NULL ) )
	{
		CHECK_STRING( error->message, words );
	}
}

static void checkNoRoom( wfCrowd* crowd, double x, double y, uint32_t other, const char* words )
{
	wfError error = { 0 };
	wfAgentDef def = wfDefaultAgentDef();
	def.position = ( wfVec3 ){ x, y, 0.0 };
	uint64_t hash = wfCrowd_GetHash( crowd );
	CHECK( wfCrowd_AddAgent( crowd, &def, NULL, &error ) == wf_startBlocked );
	CHECK_EQUAL( error.other, other );
	checkMessage( &error, words );
	CHECK( wfCrowd_GetHash( crowd ) == hash );
}

// Reported when one asks, and no reason for a tick to fail.
static void checkNoRoute( wfCrowd* crowd, wfAgentId expected, wfResult result, const char* words )
{
	wfAgentId culprit;
	wfError error = { 0 };
	int64_t ticks = wfCrowd_GetTickCount( crowd );
	CHECK( wfCrowd_Prepare( crowd, &culprit, NULL, &error ) == result );
	CHECK_EQUAL( culprit.index1, expected.index1 );
	checkMessage( &error, words );
	CHECK( wfCrowd_Tick( crowd, NULL ) == wf_ok );
	CHECK_EQUAL( wfCrowd_GetTickCount( crowd ), ticks + 1 );
	CHECK_EQUAL( countEvents( crowd, result == wf_goalBlocked ? wf_blockedEvent : wf_unreachableEvent ), 1 );
	CHECK( wfCrowd_RemoveAgent( crowd, expected ) == wf_ok );
	CHECK( wfCrowd_Prepare( crowd, &culprit, NULL, NULL ) == wf_ok );
}

// A wall from south to north with a door of this width in it, around y.
static void addDoor( wfWorld* world, double x, double y, double width, double from, double to )
{
	addBox( world, x - 0.1, from, x + 0.1, y - 0.5 * width );
	addBox( world, x - 0.1, y + 0.5 * width, x + 0.1, to );
}

// Whether somebody gets from west to east over cells of a size; what is said is kept.
static wfResult prepareWithCells( wfWorld* world, double cell, wfError* error )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.cellSize = cell;
	wfCrowd* crowd = makeCrowdFrom( world, &def );
	addAgentOfSize( crowd, 2.0, 1.0, 0.25, 1.3, pointStop( 12.0, 2.0 ) );
	*error = ( wfError ){ 0 };
	wfResult result = wfCrowd_Prepare( crowd, NULL, NULL, error );
	wfDestroyCrowd( crowd );
	return result;
}

// The cells that are said to open a way do, and larger ones that divide the present ones evenly do not.
TEST( DoorsThatTheCellsCloseAreNamed )
{
	wfError error;
	wfWorld* world = makeRoom( 14.0, 6.0 );
	addDoor( world, 7.0, 3.0, 0.54, 0.0, 6.0 );
	CHECK( prepareWithCells( world, 0.1, &error ) == wf_unreachable );
	checkMessage( &error,
				  "has no route to its stop 1 for a disc of radius 0.25 m: cells of 0.1 m close the passage of 0.54 m at (7" );
	checkMessage( &error, ", 3), cells of 0.03333 m would open it" );
	CHECK( prepareWithCells( world, 0.05, &error ) == wf_unreachable );
	CHECK( prepareWithCells( world, 0.03333, &error ) == wf_ok );
	// One after the other: the narrower one decides.
	addDoor( world, 10.0, 3.0, 0.52, 0.0, 6.0 );
	CHECK( prepareWithCells( world, 0.1, &error ) == wf_unreachable );
	checkMessage( &error, "close the passage of 0.52 m at (10" );
	checkMessage( &error, "cells of 0.02 m would open it" );
	CHECK( prepareWithCells( world, 0.02, &error ) == wf_ok );
	wfDestroyWorld( world );
	// Side by side: the wider one, wherever it is.
	world = makeRoom( 14.0, 6.0 );
	addDoor( world, 7.0, 1.5, 0.52, 0.0, 3.0 );
	addDoor( world, 7.0, 4.5, 0.58, 3.0, 6.0 );
	CHECK( prepareWithCells( world, 0.1, &error ) == wf_unreachable );
	checkMessage( &error, "close the passage of 0.58 m at (7" );
	checkMessage( &error, "cells of 0.05 m would open it" );
	CHECK( prepareWithCells( world, 0.05, &error ) == wf_ok );
	wfDestroyWorld( world );
	// No cells open what is too narrow.
	world = makeRoom( 14.0, 6.0 );
	addDoor( world, 7.0, 3.0, 0.48, 0.0, 6.0 );
	CHECK( prepareWithCells( world, 0.1, &error ) == wf_unreachable );
	CHECK( strstr( error.message, "no route to its stop 1" ) != NULL && strstr( error.message, "open" ) == NULL );
	wfDestroyWorld( world );
}

TEST( BadPlacesAreNamed )
{
	wfWorld* world = makeRoom( 20.0, 10.0 );
	addBox( world, 9.0, 0.0, 11.0, 10.0 );
	wfGoalId east = addGoalBox( world, 18.0, 0.0, 20.0, 10.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	addAgentOfSize( crowd, 15.0, 5.0, 0.25, 1.3, goalStop( east ) );
	checkNoRoom( crowd, 10.0, 5.0, 0, "inside of an obstacle" );
	checkNoRoom( crowd, 30.0, 5.0, 0, "outside of the world" );
	checkNoRoom( crowd, 8.9, 5.0, 0, "from a wall" );
	checkNoRoom( crowd, 15.2, 5.0, 1, "overlaps agent 1" );
	wfAgentId id = addAgentOfSize( crowd, 3.0, 5.0, 0.25, 1.3, goalStop( east ) );
	checkNoRoute( crowd, id, wf_unreachable, "no route to its stop 1" );
	id = addAgentOfSize( crowd, 3.0, 5.0, 0.25, 1.3, pointStop( 15.0, 2.0 ) );
	checkNoRoute( crowd, id, wf_unreachable, "no route to its stop 1" );
	id = addAgentOfSize( crowd, 3.0, 5.0, 0.25, 1.3, pointStop( 10.0, 5.0 ) );
	checkNoRoute( crowd, id, wf_goalBlocked, "lies in an obstacle" );
	runSafely( crowd, 20.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 1 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( BadDefsAreRefused )
{
	wfWorld* world = makeRoom( 20.0, 10.0 );
	addBox( world, 9.0, 0.0, 11.0, 10.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfError error;
	wfAgentDef agent = wfDefaultAgentDef();
	agent.position = ( wfVec3 ){ 5.0, 5.0, 0.0 };
	agent.style = ( wfStyleId ){ 7 };
	CHECK( wfCrowd_AddAgent( crowd, &agent, NULL, &error ) == wf_notFound );
	CHECK_STRING( error.field, "style" );
	agent = wfDefaultAgentDef();
	agent.radius = -1.0;
	CHECK( wfCrowd_AddAgent( crowd, &agent, NULL, &error ) == wf_outOfRange );
	wfStop stop = { .kind = wf_queueStop, .queue = { 1 } };
	agent = wfDefaultAgentDef();
	agent.stops = &stop;
	agent.stopCount = 1;
	CHECK( wfCrowd_AddAgent( crowd, &agent, NULL, &error ) == wf_notFound );
	wfQueueDef queue = wfDefaultQueueDef();
	wfQueueId queueId;
	CHECK( wfCrowd_AddQueue( crowd, &queue, &queueId, &error ) == wf_outOfRange );
	const wfVec3 line[2] = { { 10.0, 5.0, 0.0 }, { 15.0, 5.0, 0.0 } };
	queue.line = line;
	queue.lineCount = 2;
	CHECK( wfCrowd_AddQueue( crowd, &queue, &queueId, &error ) == wf_goalBlocked );
	CHECK( strstr( error.message, "head of queue 1" ) != NULL );
	wfDestroyCrowd( crowd );

	crowd = makeCrowd( world, NULL );
	const wfVec2 region[4] = { { 1.0, 1.0 }, { 3.0, 1.0 }, { 3.0, 3.0 }, { 1.0, 3.0 } };
	const wfVec2 inWall[4] = { { 9.2, 1.0 }, { 10.8, 1.0 }, { 10.8, 3.0 }, { 9.2, 3.0 } };
	wfSourceDef source = wfDefaultSourceDef();
	wfSourceId sourceId;
	CHECK( wfCrowd_AddSource( crowd, &source, &sourceId, &error ) == wf_outOfRange );
	source.region = region;
	source.regionCount = 4;
	stop = pointStop( 15.0, 5.0 );
	source.agent.stops = &stop;
	source.agent.stopCount = 1;
	CHECK( wfCrowd_AddSource( crowd, &source, &sourceId, &error ) == wf_ok );
	CHECK( wfCrowd_Prepare( crowd, NULL, NULL, &error ) == wf_unreachable );
	CHECK( strstr( error.message, "source 1" ) != NULL );
	tickTimes( crowd, 10 );
	CHECK_EQUAL( wfCrowd_GetTotalCount( crowd ), 0 );
	wfDestroyCrowd( crowd );

	crowd = makeCrowd( world, NULL );
	source.region = inWall;
	source.agent.stopCount = 0;
	CHECK( wfCrowd_AddSource( crowd, &source, &sourceId, &error ) == wf_ok );
	CHECK( wfCrowd_Prepare( crowd, NULL, NULL, &error ) == wf_startBlocked );
	tickTimes( crowd, 10 );
	CHECK_EQUAL( wfCrowd_GetTotalCount( crowd ), 0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// ------------------------------------------------------------------------------------------------------------ world edits

// Two doors: the near one closes while they walk, and opens again with the far one closed.
TEST( CrowdsFollowDoors )
{
	wfWorld* world = makeRoom( 20.0, 14.0 );
	addBox( world, 9.0, 0.0, 9.4, 2.0 );
	addBox( world, 9.0, 4.0, 9.4, 10.0 );
	addBox( world, 9.0, 12.0, 9.4, 14.0 );
	wfGoalId east = addGoalBox( world, 17.0, 0.0, 20.0, 14.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfAgentId agent = addAgentOfSize( crowd, 3.0, 3.0, 0.25, 1.3, goalStop( east ) );
	wfAgentId straight = addAgentOfSize( crowd, 2.0, 4.0, 0.25, 1.3, pointStop( 16.0, 3.0 ) );
	tickTimes( crowd, 5 );
	wfShapeId door = addBox( world, 9.0, 2.0, 9.4, 4.0 );
	double high = 0.0;
	for ( int32_t k = 0; k < 30; ++k )
	{
		tickTimes( crowd, 1 );
		Safety safety = measureSafety( crowd );
		CHECK( safety.leastGap >= -1e-6 && safety.leastRoom >= -1e-6 );
		high = fmax( high, wfCrowd_GetAgent( crowd, agent ).position.y );
	}
	CHECK( high > 6.0 );
	CHECK( wfCrowd_GetAgent( crowd, straight ).position.x < 9.0 );
	// Both closed: they stand, and nobody fails.
	wfShapeId other = addBox( world, 9.0, 10.0, 9.4, 12.0 );
	tickTimes( crowd, 20 );
	CHECK( wfCrowd_GetAgent( crowd, agent ).position.x < 9.0 );
	CHECK( wfWorld_RemoveShape( world, door ) == wf_ok );
	runSafely( crowd, 60.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 2 );
	(void)other;
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// ----------------------------------------------------------------------------------------------------------------- memory

typedef struct Small
{
	wfWorld* world;
	wfCrowd* crowd;
} Small;

static wfResult makeSmall( Small* small, wfWorld* world, int32_t ticks )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.standSeconds = 0.5;
	wfError error;
	wfGroundDef ground = wfMakePlaneGround( world );
	wfResult result = wfCreateCrowd( &ground, &def, &small->crowd, &error );
	if ( result != wf_ok )
	{
		return result;
	}
	const wfVec3 line[2] = { { 7.0, 2.0, 0.0 }, { 5.0, 2.0, 0.0 } };
	wfQueueDef queue = wfDefaultQueueDef();
	queue.line = line;
	queue.lineCount = 2;
	wfQueueId queueId = { 0 };
	result = wfCrowd_AddQueue( small->crowd, &queue, &queueId, &error );
	wfGoalId goal;
	wfWorld_GetGoalIds( world, &goal, 1 );
	const wfStop stops[2] = { queueStop( queueId ), goalStop( goal ) };
	const wfVec2 region[3] = { { 0.5, 0.5 }, { 2.0, 0.5 }, { 0.5, 2.5 } };
	wfSourceDef source = wfDefaultSourceDef();
	source.region = region;
	source.regionCount = 3;
	source.rate = 4.0;
	source.count = 3;
	source.agent.stops = &stops[1];
	source.agent.stopCount = 1;
	wfSinkDef sink = wfDefaultSinkDef();
	sink.region = region;
	sink.regionCount = 3;
	wfSourceId sourceId;
	result = result == wf_ok ? wfCrowd_AddSource( small->crowd, &source, &sourceId, &error ) : result;
	result = result == wf_ok ? wfCrowd_AddSink( small->crowd, &sink, &error ) : result;
	for ( int32_t k = 0; k < 3 && result == wf_ok; ++k )
	{
		wfAgentDef agent = wfDefaultAgentDef();
		agent.position = ( wfVec3 ){ 3.0 + k, 1.0, 0.0 };
		agent.stops = stops;
		agent.stopCount = k == 2 ? 0 : 2;
		result = wfCrowd_AddAgent( small->crowd, &agent, NULL, &error );
	}
	for ( int32_t k = 0; k < ticks && result == wf_ok; ++k )
	{
		result = wfCrowd_Tick( small->crowd, &error );
	}
	if ( result != wf_ok )
	{
		wfDestroyCrowd( small->crowd );
		small->crowd = NULL;
	}
	return result;
}

static wfWorld* makeSmallWorld( void )
{
	wfWorld* world = makeRoom( 8.0, 4.0 );
	addBox( world, 3.0, 1.8, 3.5, 2.2 );
	addGoalBox( world, 7.0, 3.0, 8.0, 4.0 );
	// The world's own index is built once, outside of what is tested.
	wfWorld_GetDistance( world, ( wfVec2 ){ 1.0, 1.0 }, 0 );
	return world;
}

TEST( RunningOutOfMemoryLeaksNothing )
{
	Small small = { 0 };
	small.world = makeSmallWorld();
	TEST_EVERY_ALLOCATION( makeSmall( &small, small.world, 8 ), wfDestroyCrowd( small.crowd ) );
	wfDestroyWorld( small.world );
}

// A tick that fails changes nothing, and done again it comes out as if it had not failed.
TEST( FailedTicksChangeNothing )
{
	wfWorld* world = makeSmallWorld();
	Small whole = { 0 }, broken = { 0 };
	CHECK( makeSmall( &whole, world, 0 ) == wf_ok && makeSmall( &broken, world, 0 ) == wf_ok );
	int32_t failures = 0;
	for ( int32_t tick = 0; tick < 25; ++tick )
	{
		if ( tick % 5 == 0 )
		{
			const wfStop stop = pointStop( 0.4 + 0.6 * ( tick / 5 ), 3.0 );
			addAgentOfSize( whole.crowd, 0.4 + 0.6 * ( tick / 5 ), 3.6, 0.2, 1.0, stop );
			addAgentOfSize( broken.crowd, 0.4 + 0.6 * ( tick / 5 ), 3.6, 0.2, 1.0, stop );
		}
		CHECK( wfCrowd_Tick( whole.crowd, NULL ) == wf_ok );
		uint64_t hash = wfCrowd_GetHash( broken.crowd );
		wfResult result = wf_outOfMemory;
		for ( int32_t n = 1; result == wf_outOfMemory; ++n )
		{
			testFailAllocationsFrom( n );
			result = wfCrowd_Tick( broken.crowd, NULL );
			testResetAllocator();
			if ( result != wf_ok )
			{
				failures += 1;
				CHECK( result == wf_outOfMemory );
				CHECK_EQUAL( wfCrowd_GetTickCount( broken.crowd ) + 1, wfCrowd_GetTickCount( whole.crowd ) );
				// Preparing gives agents their layers; all else is as it was.
				CHECK( tick % 5 == 0 || wfCrowd_GetHash( broken.crowd ) == hash );
			}
		}
		CHECK( wfCrowd_GetHash( broken.crowd ) == wfCrowd_GetHash( whole.crowd ) );
	}
	CHECK( failures > 20 );
	wfDestroyCrowd( whole.crowd );
	wfDestroyCrowd( broken.crowd );
	wfDestroyWorld( world );
}

void runChangeTests( int argc, char** argv )
{
	RUN( IdsAreNeverUsedAgain );
	RUN( SettersActWhileRunning );
	RUN( DoorsThatTheCellsCloseAreNamed );
	RUN( BadPlacesAreNamed );
	RUN( BadDefsAreRefused );
	RUN( CrowdsFollowDoors );
	RUN( RunningOutOfMemoryLeaksNothing );
	RUN( FailedTicksChangeNothing );
}
