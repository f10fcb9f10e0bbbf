// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Fields that are queued, in two rooms with a door: what people do meanwhile, who has its turn, and what is given up.
#include "crowd/crowd.h"
#include "test_crowd.h"

#include <stdlib.h>

static wfCrowdDef getDef( double budget )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.cellSize = 0.4;
	def.solveBudget = budget;
	return def;
}

static wfAgentId addStaying( wfCrowd* crowd, double x, double y )
{
	wfAgentDef agent = wfDefaultAgentDef();
	wfAgentId id = { 0 };
	agent.position = ( wfVec3 ){ x, y, 0.0 };
	agent.atEnd = wf_stayAtEnd;
	CHECK( wfCrowd_AddAgent( crowd, &agent, &id, NULL ) == wf_ok );
	return id;
}

// Two rooms and a door beside the straight line: fields are needed.
static wfWorld* makeRooms( void )
{
	wfWorld* world = makeRoom( 20.0, 12.0 );
	addBox( world, 9.8, 0.0, 10.2, 8.0 );
	return world;
}

// Who has been led goes on while the field is brought up to date, and who has not goes straight ahead.
TEST( NobodyFreezesWhileFieldsAreMade )
{
	wfWorld* world = makeRooms();
	wfCrowdDef def = getDef( 0.05 );
	wfCrowd* crowd = makeCrowdFrom( world, &def );
	wfAgentId id = addAgentOfSize( crowd, 1.0, 2.0, 0.25, 1.3, pointStop( 18.0, 2.0 ) );
	tickTimes( crowd, 10 );
	CHECK( crowd->ground.routes.targets.data[0].isWaiting );
	CHECK( wfCrowd_GetAgent( crowd, id ).position.x > 2.5 );
	CHECK( wfCrowd_SolveQueued( crowd, NULL ) == wf_ok );
	tickTimes( crowd, 10 );
	CHECK( !crowd->ground.routes.targets.data[0].isWaiting );
	double before = wfCrowd_GetAgent( crowd, id ).distanceWalked;
	// The field that leads there is in use until the new one is ready.
	addBox( world, 15.0, 4.0, 16.0, 5.0 );
	int32_t waited = 0, updated = 0;
	for ( int32_t k = 0; k < 20; ++k )
	{
		tickTimes( crowd, 1 );
		updated += crowd->ground.routes.layers.data[0].isInWork ? 1 : 0;
		waited += crowd->ground.routes.targets.data[0].isWaiting ? 1 : 0;
	}
	CHECK( updated > 5 && waited < 10 );
	CHECK( wfCrowd_GetAgent( crowd, id ).distanceWalked > before + 0.8 * 1.3 * 20.0 * def.tickSeconds );
	runSafely( crowd, 60.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 1 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// With more to spend the crowd walks as one that does everything at once: two ticks after an order both have the same field.
TEST( LargeBudgetsComeCloseToNone )
{
	double seconds[3];
	static const double budgets[3] = { 0.0, 1e4, 0.2 };
	for ( int32_t b = 0; b < 3; ++b )
	{
		wfWorld* world = makeRooms();
		wfCrowdDef def = getDef( budgets[b] );
		wfCrowd* crowd = makeCrowdFrom( world, &def );
		for ( int32_t k = 0; k < 8; ++k )
		{
			addAgentOfSize( crowd, 2.0, 1.0 + k, 0.25, 1.3, pointStop( 18.0, 1.0 + k ) );
		}
		seconds[b] = runSafely( crowd, 120.0 );
		CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 8 );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
	CHECK( seconds[1] <= seconds[0] + 1.5 );
	CHECK( seconds[2] <= seconds[0] + 15.0 );
}

// ------------------------------------------------------------------------------------------------------------------ work

// A box that comes and goes in every tick: fields still have their turn, and edits, too.
TEST( EditsWithoutEndKeepNobodyWaiting )
{
	wfWorld* world = makeRooms();
	wfCrowdDef def = getDef( 0.3 );
	wfCrowd* crowd = makeCrowdFrom( world, &def );
	for ( int32_t k = 0; k < 6; ++k )
	{
		addAgentOfSize( crowd, 2.0, 1.0 + k, 0.25, 1.3, pointStop( 18.0, 1.0 + k ) );
	}
	wfShapeId box = { 0 };
	int32_t updates = 0;
	bool wasInWork = false;
	for ( int32_t tick = 0; tick < 400; ++tick )
	{
		if ( tick % 2 == 0 )
		{
			box = addBox( world, 1.0, 9.0, 2.0, 11.0 );
		}
		else
		{
			CHECK( wfWorld_RemoveShape( world, box ) == wf_ok );
		}
		tickTimes( crowd, 1 );
		bool isInWork = crowd->ground.routes.layers.data[0].isInWork;
		updates += isInWork && !wasInWork ? 1 : 0;
		wasInWork = isInWork;
	}
	CHECK( updates > 20 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 6 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Orders in every tick keep no edit waiting: the door that opens is found.
TEST( OrdersWithoutEndKeepNoEditWaiting )
{
	wfWorld* world = makeRoom( 20.0, 12.0 );
	addBox( world, 9.8, 0.0, 10.2, 8.0 );
	wfShapeId door = addBox( world, 9.8, 10.0, 10.2, 12.0 );
	wfCrowdDef def = getDef( 0.2 );
	def.directRoutes = false;
	wfCrowd* crowd = makeCrowdFrom( world, &def );
	wfAgentId clicked = addStaying( crowd, 2.0, 2.0 );
	addAgentOfSize( crowd, 2.0, 6.0, 0.25, 1.3, pointStop( 18.0, 6.0 ) );
	tickTimes( crowd, 5 );
	CHECK( wfWorld_RemoveShape( world, door ) == wf_ok );
	int32_t followed = -1;
	for ( int32_t tick = 0; tick < 200; ++tick )
	{
		wfStop stop =
			pointStop( 12.0 + 7.0 * wfRandomUnit( 3, 1, (uint64_t)tick ), 7.0 * wfRandomUnit( 3, 2, (uint64_t)tick ) + 0.5 );
		CHECK( wfCrowd_SetStops( crowd, clicked, &stop, 1, NULL ) == wf_ok );
		tickTimes( crowd, 1 );
		const wfRouteLayer* layer = &crowd->ground.routes.layers.data[0];
		bool isThere = layer->planned.freeCount == layer->grid->freeCount;
		followed = followed < 0 && isThere ? tick : followed;
	}
	// The planner takes some seven ticks to make, twice.
	CHECK( followed > 0 && followed < 16 );
	CHECK( wfCrowd_GetArrivedCount( crowd ) >= 1 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// ---------------------------------------------------------------------------------------------------------------- memory

// Nobody goes there for five seconds: the field is given up, its place is taken by another, and it comes back.
TEST( UnusedFieldsAreGivenUpAndComeBack )
{
	wfWorld* world = makeRooms();
	wfCrowdDef def = getDef( 1.0 );
	wfCrowd* crowd = makeCrowdFrom( world, &def );
	wfAgentId id = addStaying( crowd, 2.0, 2.0 );
	const wfStop far = pointStop( 18.0, 2.0 ), other = pointStop( 18.0, 5.0 );
	const wfRoutes* routes = &crowd->ground.routes;
	CHECK( wfCrowd_SetStops( crowd, id, &far, 1, NULL ) == wf_ok );
	tickTimes( crowd, 20 );
	CHECK( routes->targets.count == 1 && routes->targets.data[0].field != NULL );
	CHECK( wfCrowd_SetStops( crowd, id, NULL, 0, NULL ) == wf_ok );
	tickTimes( crowd, 20 );
	CHECK( routes->targets.data[0].field != NULL );
	tickTimes( crowd, 10 );
	CHECK( routes->targets.data[0].layer == -1 && routes->targets.data[0].field == NULL );
	CHECK( wfCrowd_SetStops( crowd, id, &other, 1, NULL ) == wf_ok );
	tickTimes( crowd, 5 );
	CHECK( routes->targets.count == 1 && routes->targets.data[0].field != NULL );
	CHECK( wfCrowd_SetStops( crowd, id, &far, 1, NULL ) == wf_ok );
	runSafely( crowd, 60.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 1 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( ThousandsOfOrdersTakeNoMoreMemory )
{
	wfWorld* world = makeRooms();
	wfCrowdDef def = getDef( 2.0 );
	def.directRoutes = false;
	wfCrowd* crowd = makeCrowdFrom( world, &def );
	wfAgentId ids[4];
	for ( int32_t k = 0; k < 4; ++k )
	{
		ids[k] = addStaying( crowd, 3.0, 2.0 + k );
	}
	size_t most[2] = { 0, 0 };
	for ( int32_t tick = 0; tick < 800; ++tick )
	{
		for ( int32_t k = 0; k < 4; ++k )
		{
			uint64_t draw = (uint64_t)( 4 * tick + k );
			wfStop stop = pointStop( 0.5 + 8.0 * wfRandomUnit( 9, 1, draw ), 0.5 + 11.0 * wfRandomUnit( 9, 2, draw ) );
			CHECK( wfCrowd_SetStops( crowd, ids[k], &stop, 1, NULL ) == wf_ok );
		}
		tickTimes( crowd, 1 );
		size_t bytes = wfGetByteCount();
		most[tick / 400] = bytes > most[tick / 400] ? bytes : most[tick / 400];
	}
	CHECK( most[1] < most[0] + most[0] / 20 );
	CHECK( crowd->ground.routes.targets.count < 4 * 40 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Every allocation of a tick fails once. What was being made then begins again; all else is as if nothing had happened.
static int32_t tickWithoutMemory( wfCrowd* crowd, bool edited )
{
	uint64_t hash = wfCrowd_GetHash( crowd );
	int64_t ticks = wfCrowd_GetTickCount( crowd );
	wfResult result = wf_outOfMemory;
	int32_t failures = 0;
	for ( int32_t n = 1; result == wf_outOfMemory && n < 2000; ++n )
	{
		testFailAllocationsFrom( n );
		result = wfCrowd_Tick( crowd, NULL );
		testResetAllocator();
		failures += result != wf_ok ? 1 : 0;
		// Agents are told of an edit before the tick begins.
		bool same = wfCrowd_GetTickCount( crowd ) == ticks && ( edited || wfCrowd_GetHash( crowd ) == hash );
		CHECK( result == wf_ok || same );
	}
	CHECK( result == wf_ok );
	return failures;
}

TEST( FailedTicksWithAQueueChangeNothing )
{
	wfWorld* world = makeRooms();
	wfCrowdDef def = getDef( 0.3 );
	def.standSeconds = 0.0;
	wfCrowd* crowds[2];
	for ( int32_t c = 0; c < 2; ++c )
	{
		crowds[c] = makeCrowdFrom( world, &def );
		for ( int32_t k = 0; k < 4; ++k )
		{
			addAgentOfSize( crowds[c], 1.0 + k, 2.0, 0.2 + 0.1 * ( k % 2 ), 1.0, pointStop( 18.0, 2.0 + k ) );
		}
		CHECK( wfCrowd_Prepare( crowds[c], NULL, NULL, NULL ) == wf_ok );
	}
	int32_t failures[2] = { 0, 0 };
	// While planners are made.
	for ( int32_t tick = 0; tick < 20; ++tick )
	{
		failures[0] += tickWithoutMemory( crowds[1], false );
	}
	tickTimes( crowds[0], 20 );
	CHECK( wfCrowd_SolveQueued( crowds[0], NULL ) == wf_ok && wfCrowd_SolveQueued( crowds[1], NULL ) == wf_ok );
	size_t size;
	void* bytes = saveCrowd( crowds[0], &size );
	CHECK( restoreCrowd( crowds[1], bytes, size ) );
	free( bytes );
	// While edits are followed and fields are begun again.
	addBox( world, 15.0, 6.0, 16.0, 9.0 );
	for ( int32_t tick = 0; tick < 40; ++tick )
	{
		if ( tick == 20 )
		{
			// Followed before, so that the tick begins with the update.
			addBox( world, 4.0, 6.0, 5.0, 9.0 );
			CHECK( wfCrowd_Prepare( crowds[0], NULL, NULL, NULL ) == wf_ok );
			CHECK( wfCrowd_Prepare( crowds[1], NULL, NULL, NULL ) == wf_ok );
		}
		tickTimes( crowds[0], 1 );
		failures[1] += tickWithoutMemory( crowds[1], tick == 0 );
		CHECK( wfCrowd_GetHash( crowds[0] ) == wfCrowd_GetHash( crowds[1] ) );
		CHECK( tick % 5 != 0 || areStatesEqual( crowds[0], crowds[1] ) );
	}
	CHECK( failures[0] > 20 && failures[1] > 20 );
	runSafely( crowds[1], 90.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowds[1] ), 4 );
	wfDestroyCrowd( crowds[0] );
	wfDestroyCrowd( crowds[1] );
	wfDestroyWorld( world );
}

void runQueueRoomTests( int argc, char** argv )
{
	RUN( NobodyFreezesWhileFieldsAreMade );
	RUN( LargeBudgetsComeCloseToNone );
	RUN( EditsWithoutEndKeepNobodyWaiting );
	RUN( OrdersWithoutEndKeepNoEditWaiting );
	RUN( UnusedFieldsAreGivenUpAndComeBack );
	RUN( ThousandsOfOrdersTakeNoMoreMemory );
	RUN( FailedTicksWithAQueueChangeNothing );
}
