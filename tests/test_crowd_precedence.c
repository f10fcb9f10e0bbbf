// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Crowds that block each other part again.
#include "crowd/crowd.h"
#include "crowd/maps.h"
#include "test_crowd.h"

#include <math.h>

// People in rows, 0.5 m deep, over a part of a corridor, all to one goal.
static void fill( wfCrowd* crowd, double x0, double x1, double y0, double y1, double perSquareMetre, wfGoalId goal )
{
	wfStop stop = goalStop( goal );
	int32_t count = (int32_t)( ( x1 - x0 ) * ( y1 - y0 ) * perSquareMetre );
	int32_t across = (int32_t)( ( y1 - y0 - 0.1 ) / 0.55 );
	for ( int32_t k = 0; k < count; ++k )
	{
		double x = x0 + ( x1 - x0 ) * ( k / across * across + 0.5 * across ) / count;
		double y = y0 + ( y1 - y0 ) * ( k % across + 0.5 ) / across;
		addAgent( crowd, x, y, &stop, 1 );
	}
}

// Both ways in a corridor of 30 m between two rooms, from end to end full of people.
static wfCrowd* makeCorridor( wfWorld** world, double width, double perSquareMetre, wfWorkers* workers )
{
	*world = makeRoom( 46.0, 8.0 );
	addBox( *world, 8.0, 0.0, 38.0, 4.0 - 0.5 * width );
	addBox( *world, 8.0, 4.0 + 0.5 * width, 38.0, 8.0 );
	wfGoalId left = addGoalBox( *world, 0.0, 0.0, 4.0, 8.0 ), right = addGoalBox( *world, 42.0, 0.0, 46.0, 8.0 );
	wfCrowd* crowd = makeCrowd( *world, workers );
	fill( crowd, 8.2, 22.8, 4.0 - 0.5 * width, 4.0 + 0.5 * width, perSquareMetre, right );
	fill( crowd, 23.2, 37.8, 4.0 - 0.5 * width, 4.0 + 0.5 * width, perSquareMetre, left );
	return crowd;
}

TEST( TwoCrowdsPassEachOtherInACorridor )
{
	const double widths[] = { 1.7, 2.0, 2.2, 2.4 };
	for ( int32_t k = 0; k < 4; ++k )
	{
		wfWorld* world;
		wfCrowd* crowd = makeCorridor( &world, widths[k], 1.0, NULL );
		double seconds = runSafely( crowd, 400.0 );
		CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), wfCrowd_GetTotalCount( crowd ) );
		CHECK( seconds < 400.0 );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

TEST( SixtyEachWayPassThreeRooms )
{
	wfWorld* world = makeRoom( 30.0, 10.0 );
	for ( int32_t k = 1; k < 3; ++k )
	{
		addBox( world, 10.0 * k - 0.1, 0.0, 10.0 * k + 0.1, 4.55 );
		addBox( world, 10.0 * k - 0.1, 5.45, 10.0 * k + 0.1, 10.0 );
	}
	wfGoalId left = addGoalBox( world, 0.0, 0.0, 1.0, 10.0 ), right = addGoalBox( world, 29.0, 0.0, 30.0, 10.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	fill( crowd, 1.5, 9.0, 1.0, 9.0, 1.0, right );
	fill( crowd, 21.0, 28.5, 1.0, 9.0, 1.0, left );
	CHECK_EQUAL( wfCrowd_GetTotalCount( crowd ), 120 );
	runSafely( crowd, 900.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 120 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// One against twelve at a door: whoever holds it, nobody waits for ever.
TEST( OneAgainstManyGetsThroughADoor )
{
	wfWorld* world = makeRoom( 16.0, 10.0 );
	addBox( world, 7.9, 0.0, 8.1, 4.05 );
	addBox( world, 7.9, 5.95, 8.1, 10.0 );
	wfGoalId left = addGoalBox( world, 0.0, 0.0, 1.0, 10.0 ), right = addGoalBox( world, 15.0, 0.0, 16.0, 10.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	fill( crowd, 3.0, 7.0, 3.0, 6.0, 1.0, right );
	wfStop stop = goalStop( left );
	addAgent( crowd, 9.0, 5.0, &stop, 1 );
	runSafely( crowd, 120.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 13 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// A jam is the same for any number of threads, and where it was cut by a saved state.
TEST( JamsAreTheSameHoweverTheyAreRun )
{
	wfWorkers* workers = makeWorkers( 3 );
	wfWorld* worlds[3];
	wfCrowd* crowds[3];
	for ( int32_t k = 0; k < 3; ++k )
	{
		crowds[k] = makeCorridor( &worlds[k], 1.7, 1.2, k == 1 ? workers : NULL );
	}
	checkSameRuns( crowds, 150, 250 );
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfDestroyCrowd( crowds[k] );
		wfDestroyWorld( worlds[k] );
	}
	wfDestroyWorkers( workers );
}

// ----------------------------------------------------------------------------------------------------- rules by themselves

static int32_t rankOf( const wfCrowd* crowd, wfAgentId id )
{
	uint32_t serial = wfCrowd_GetAgent( crowd, id ).serial;
	int32_t rank = 0;
	while ( rank + 1 < crowd->tick.count && crowd->tick.serial[rank] != serial )
	{
		rank += 1;
	}
	CHECK( crowd->tick.serial[rank] == serial );
	return rank;
}

static bool wantsToMove( const wfCrowd* crowd, int32_t rank )
{
	return crowd->tick.wantedX[rank] != 0.0f || crowd->tick.wantedY[rank] != 0.0f;
}

// Some in a row to the east, so far apart, looked at after a tick. With a speed of nearly nothing all are where they were.
static wfCrowd* makeRow( wfWorld** world, wfAgentId* ids, int32_t count, double apart )
{
	*world = makeRoom( 20.0, 8.0 );
	wfCrowd* crowd = makeCrowd( *world, NULL );
	for ( int32_t k = 0; k < count; ++k )
	{
		ids[k] = addAgentOfSize( crowd, 8.0 - apart * k, 4.0, 0.25, 0.001, pointStop( 18.0, 4.0 ) );
	}
	tickTimes( crowd, 1 );
	return crowd;
}

// The order of lines allows no circle. Were there one, only the one with the lowest serial would go on, and who waits for the
// others goes on waiting.
TEST( ACircleOfPeopleWhoWaitIsBroken )
{
	wfWorld* world;
	wfAgentId ids[5];
	wfCrowd* crowd = makeRow( &world, ids, 5, 1.0 );
	wfTick* tick = &crowd->tick;
	const int32_t waitsFor[5] = { -1, 3, 1, 2, 3 };
	for ( int32_t k = 0; k < 5; ++k )
	{
		int32_t rank = rankOf( crowd, ids[k] );
		tick->waitsFor[rank] = waitsFor[k] >= 0 ? rankOf( crowd, ids[waitsFor[k]] ) : -1;
		tick->waits[rank] = waitsFor[k] >= 0;
		tick->wantedX[rank] = waitsFor[k] >= 0 ? 0.0f : 1.0f;
		tick->wantedY[rank] = 0.0f;
	}
	CHECK_EQUAL( wfCountWaitsInVain( crowd ), 4 );
	wfSettleWaits( crowd );
	CHECK_EQUAL( wfCountWaitsInVain( crowd ), 0 );
	CHECK_EQUAL( wfCrowd_GetWaits( crowd ).cyclesBroken, 1 );
	for ( int32_t k = 0; k < 5; ++k )
	{
		int32_t rank = rankOf( crowd, ids[k] );
		CHECK( wantsToMove( crowd, rank ) == ( k < 2 ) );
		CHECK( ( tick->waitsFor[rank] >= 0 ) == ( k > 1 ) );
		CHECK( ( tick->waits[rank] != 0 ) == ( k > 1 ) );
	}
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// A minute in a line without progress, whatever the reason; it is counted once.
TEST( NobodyWaitsInALineForMoreThanAMinute )
{
	wfWorld* world;
	wfAgentId ids[2];
	wfCrowd* crowd = makeRow( &world, ids, 2, 1.0 );
	wfTick* tick = &crowd->tick;
	int32_t first = rankOf( crowd, ids[0] ), rank = rankOf( crowd, ids[1] );
	const double idle[] = { WF_WATCHED_SECONDS - 0.1, WF_WATCHED_SECONDS + 0.1, WF_WATCHED_SECONDS + 9.0 };
	for ( int32_t k = 0; k < 3; ++k )
	{
		tick->idle[rank] = (float)idle[k];
		tick->waited[rank] = idle[k];
		tick->waitsFor[rank] = first;
		tick->wantedX[rank] = tick->wantedY[rank] = 0.0f;
		wfSettleWaits( crowd );
		CHECK( wantsToMove( crowd, rank ) == ( k > 0 ) );
		CHECK( ( tick->waitsFor[rank] < 0 ) == ( k > 0 ) );
		CHECK_EQUAL( wfCrowd_GetWaits( crowd ).released, k > 0 );
	}
	CHECK_NEAR( wfCrowd_GetWaits( crowd ).longestSeconds, idle[2], 1e-4 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Who is behind asks for room. The one before it in the line has nowhere to go but on; one who goes elsewhere steps out of its
// way.
TEST( WhoIsFirstInALineMakesNoRoomForThoseBehind )
{
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfWorld* world;
		wfAgentId ids[2];
		wfCrowd* crowd = makeRow( &world, ids, 2, 0.32 );
		wfTick* tick = &crowd->tick;
		int32_t first = rankOf( crowd, ids[0] ), behind = rankOf( crowd, ids[1] );
		tick->goalKey[first] += k == 0 ? 0 : 1;
		tick->pressing[behind] = WF_PRESSING;
		tick->askSerial[behind] = tick->serial[behind];
		tick->askDistance[behind] = tick->distance[behind];
		wfWish wish;
		CHECK( wfFindWish( crowd, first, &wish ) );
		CHECK_EQUAL( wfGetAgent( crowd, ids[0] )->roomLevel, k == 0 ? 0 : WF_PRESSING - 1 );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

// Nobody is ahead, and yet it cannot move: after a while those at its sides have to give way.
TEST( TwoBesideSomebodyAreInItsWayAtLast )
{
	wfWorld* world = makeRoom( 20.0, 8.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfAgentId held = addAgentOfSize( crowd, 8.0, 4.0, 0.25, 0.001, pointStop( 18.0, 4.0 ) );
	wfAgentId sides[2] = { addAgent( crowd, 8.0, 4.55, NULL, 0 ), addAgent( crowd, 8.0, 3.45, NULL, 0 ) };
	tickTimes( crowd, 1 );
	wfTick* tick = &crowd->tick;
	int32_t rank = rankOf( crowd, held );
	for ( int32_t k = 0; k < 2; ++k )
	{
		tick->idle[rank] = WF_LEAD_SAME_SECONDS + ( k == 0 ? -1.0f : 1.0f );
		wfSettlePrecedence( crowd );
		CHECK( ( wfGetAgent( crowd, held )->leadsSince != 0.0 ) == ( k == 1 ) );
		for ( int32_t m = 0; m < 2; ++m )
		{
			int32_t other = rankOf( crowd, sides[m] );
			CHECK_EQUAL( tick->pushedBy[other], k == 0 ? -1 : rank );
			CHECK( wantsToMove( crowd, other ) == ( k == 1 ) );
		}
	}
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Somebody is still in its way, but it was its turn for long enough. Its waiting begins anew.
TEST( NobodyLeadsForLong )
{
	wfWorld* world;
	wfAgentId ids[2];
	wfCrowd* crowd = makeRow( &world, ids, 2, 0.52 );
	wfAgent* agent = wfGetAgent( crowd, ids[1] );
	crowd->time = 100.0;
	crowd->tick.idle[rankOf( crowd, ids[1] )] = WF_LEAD_SAME_SECONDS + 9.0f;
	double since = crowd->time - WF_LEAD_MOST_SECONDS + 0.1;
	agent->leadsSince = since;
	wfSettlePrecedence( crowd );
	CHECK( agent->leadsSince == since );
	CHECK_EQUAL( crowd->tick.pushedBy[rankOf( crowd, ids[0] )], rankOf( crowd, ids[1] ) );
	agent->leadsSince = since - 0.2;
	wfSettlePrecedence( crowd );
	CHECK( agent->leadsSince == 0.0 && agent->bestDistanceTime == crowd->time );
	CHECK_EQUAL( crowd->tick.pushedBy[rankOf( crowd, ids[0] )], -1 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// As if the tick had found it leading since then.
static void letLead( wfCrowd* crowd, wfAgentId id, double since )
{
	int32_t rank = rankOf( crowd, id );
	wfGetAgent( crowd, id )->leadsSince = since;
	crowd->tick.pushedBy[rank] = rank;
}

// Face to face, and both lead: the one that began earlier, of two that began at the same time the one with the lower serial.
TEST( WhoBeganToLeadEarlierGoesFirst )
{
	const double later[] = { 1.0, 0.0, -1.0 }; // of the first
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfWorld* world = makeRoom( 20.0, 8.0 );
		wfCrowd* crowd = makeCrowd( world, NULL );
		wfAgentId ids[2] = { addAgentOfSize( crowd, 8.0, 4.0, 0.25, 0.001, pointStop( 18.0, 4.0 ) ),
							 addAgentOfSize( crowd, 8.52, 4.0, 0.25, 0.001, pointStop( 1.0, 4.0 ) ) };
		tickTimes( crowd, 1 );
		crowd->time = 100.0;
		letLead( crowd, ids[0], 95.0 + later[k] );
		letLead( crowd, ids[1], 95.0 );
		wfSettlePrecedence( crowd );
		int32_t first = rankOf( crowd, ids[k == 0 ? 1 : 0] );
		CHECK_EQUAL( crowd->tick.pushedBy[0], first );
		CHECK_EQUAL( crowd->tick.pushedBy[1], first );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

void runPrecedenceTests( int argc, char** argv )
{
	RUN( TwoCrowdsPassEachOtherInACorridor );
	RUN( SixtyEachWayPassThreeRooms );
	RUN( OneAgainstManyGetsThroughADoor );
	RUN( ACircleOfPeopleWhoWaitIsBroken );
	RUN( NobodyWaitsInALineForMoreThanAMinute );
	RUN( WhoIsFirstInALineMakesNoRoomForThoseBehind );
	RUN( TwoBesideSomebodyAreInItsWayAtLast );
	RUN( NobodyLeadsForLong );
	RUN( WhoBeganToLeadEarlierGoesFirst );
	RUN_THREADED( JamsAreTheSameHoweverTheyAreRun );
}
