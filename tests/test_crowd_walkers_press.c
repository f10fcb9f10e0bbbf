// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Crowds on foot that press against each other.
#include "crowd/walkers.h"
#include "test_crowd_walkers.h"

#include <math.h>

// Rows of people on both sides of a door, all to the other side.
static wfCrowd* makeDoor( wfWorld** world, const wfGaitDef* gait, double width, int32_t rows, wfWorkers* workers )
{
	*world = makeRoom( 16.0, 6.0 );
	addBox( *world, 7.9, 0.0, 8.1, 3.0 - 0.5 * width );
	addBox( *world, 7.9, 3.0 + 0.5 * width, 8.1, 6.0 );
	wfGoalId left = addGoalBox( *world, 0.0, 0.0, 1.5, 6.0 ), right = addGoalBox( *world, 14.5, 0.0, 16.0, 6.0 );
	wfCrowd* crowd = makeCrowd( *world, workers );
	wfGaitId feet = addGait( crowd, gait );
	for ( int32_t k = 0; k < 2 * 6 * rows; ++k )
	{
		int32_t side = k % 2, row = k / 12, place = k / 2 % 6;
		wfStop stop = goalStop( side == 0 ? right : left );
		wfAgentDef def = wfDefaultAgentDef();
		double x = 7.0 - 0.75 * row;
		def.position = ( wfVec3 ){ side == 0 ? x : 16.0 - x, 0.6 + 0.9 * place + 0.03 * row, 0.0 };
		def.heading = side == 0 ? 0.0 : 3.14;
		def.stops = &stop;
		def.stopCount = 1;
		def.gait = feet;
		addFrom( crowd, &def );
	}
	return crowd;
}

// Too wide for turns and too narrow for lanes. Who waited for a way to walk, and did not shuffle, needed 92 and 104 s.
TEST( CrowdsOnFootPassEachOtherAtADoor )
{
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfWorld* world;
		wfGaitDef gait = wfDefaultGaitDef();
		wfCrowd* crowd = makeDoor( &world, &gait, k == 0 ? 2.0 : 2.4, 4, NULL );
		feetWatch* watch = beginWatch( crowd, &gait );
		CHECK( watchRun( watch, 300.0 ) < 80.0 );
		CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 48 );
		endWatch( watch );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

// Everybody to the opposite side of a square that is full of people.
static wfCrowd* makeThrong( wfWorld** world, const wfGaitDef* gait, double side, int32_t across, const wfCrowdDef* def )
{
	*world = makeRoom( side, side );
	wfCrowd* crowd = makeCrowdFrom( *world, def );
	wfGaitId feet = addGait( crowd, gait );
	for ( int32_t k = 0; k < across * across; ++k )
	{
		double x = side * ( k % across + 0.5 ) / across, y = side * ( k / across + 0.5 ) / across;
		addWalker( crowd, feet, ( wfVec2 ){ x, y }, 0.7 * k, ( wfVec2 ){ side - x, side - y } );
	}
	return crowd;
}

TEST( AThrongOnFootDissolves )
{
	wfWorld* world;
	wfGaitDef gait = wfDefaultGaitDef();
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	wfCrowd* crowd = makeThrong( &world, &gait, 8.0, 10, &def );
	feetWatch* watch = beginWatch( crowd, &gait );
	watchRun( watch, 60.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 100 );
	endWatch( watch );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Ticks and moves of all lengths; every third is a disc, which moves on while others shuffle.
TEST( ThrongsOfBothMeetNobodyInTicksOfAnyLength )
{
	static const double seconds[] = { 0.05, 0.2, 0.5, 2.5 };
	static const int32_t moves[] = { 1, 3, 2, 1 };
	for ( int32_t n = 0; n < 4; ++n )
	{
		wfGaitDef gait = wfDefaultGaitDef();
		wfWorld* world = makeRoom( 6.0, 6.0 );
		wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
		def.tickSeconds = seconds[n];
		def.movesPerTick = moves[n];
		wfCrowd* crowd = makeCrowdFrom( world, &def );
		wfGaitId feet = addGait( crowd, &gait );
		for ( int32_t k = 0; k < 49; ++k )
		{
			wfVec2 place = { 0.5 + 0.83 * ( k % 7 ), 0.5 + 0.83 * ( k / 7 ) };
			addWalker( crowd, k % 3 == 0 ? ( wfGaitId ){ 0 } : feet, place, 0.7 * k, ( wfVec2 ){ 6.0 - place.x, 6.0 - place.y } );
		}
		feetWatch* watch = beginWatch( crowd, &gait );
		watchRun( watch, 25.0 );
		// In ticks of seconds people plan too seldom to get through each other.
		CHECK( wfCrowd_GetArrivedCount( crowd ) >= ( seconds[n] < 1.0 ? 45 : 0 ) );
		endWatch( watch );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

// The same for any number of threads, and where it was cut by a saved state.
TEST( ThrongsOnFootAreTheSameHoweverTheyAreRun )
{
	wfWorkers* workers = makeWorkers( 3 );
	wfGaitDef gait = wfDefaultGaitDef();
	wfWorld* worlds[3];
	wfCrowd* crowds[3];
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
		def.workers = k == 1 ? workers : NULL;
		crowds[k] = makeThrong( &worlds[k], &gait, 8.0, 10, &def );
	}
	checkSameRuns( crowds, 50, 100 );
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfDestroyCrowd( crowds[k] );
		wfDestroyWorld( worlds[k] );
	}
	wfDestroyWorkers( workers );
}

// ---------------------------------------------------------------------------------------------------------- who shuffles

// A walker that has been held up, and another one or a disc beside it, 0.1 m away; both stand.
typedef struct Pair
{
	wfWorld* world;
	wfCrowd* crowd;
	int32_t rank, other;
	wfAgent* agent;
	wfWalker* walker;
} Pair;

static Pair makePair( double y, bool otherWalks )
{
	Pair pair = { .world = makeRoom( 10.0, 10.0 ) };
	pair.crowd = makeCrowd( pair.world, NULL );
	wfGaitDef gait = wfDefaultGaitDef();
	wfGaitId feet = addGait( pair.crowd, &gait );
	wfAgentId id = { 0 };
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfAgentDef def = wfDefaultAgentDef();
		wfStop stop = pointStop( 9.0, y );
		def.position = ( wfVec3 ){ 5.0 + 0.6 * k, y, 0.0 };
		def.desiredSpeed = 0.001; // too slow for a step
		def.stops = &stop;
		def.stopCount = 1;
		def.gait = k == 0 || otherWalks ? feet : ( wfGaitId ){ 0 };
		wfAgentId added = addFrom( pair.crowd, &def );
		id = k == 0 ? added : id;
	}
	tickTimes( pair.crowd, 1 );
	pair.agent = wfGetAgent( pair.crowd, id );
	pair.rank = pair.crowd->tick.serial[0] == pair.agent->serial ? 0 : 1;
	pair.other = 1 - pair.rank;
	pair.walker = wfWalkerOfRank( pair.crowd, pair.rank );
	pair.crowd->tick.idle[pair.rank] = WF_PRESS_ON_FOOT_SECONDS + 0.1f;
	return pair;
}

static bool shuffles( const Pair* pair )
{
	return wfChooseToShuffle( pair->crowd, pair->rank, pair->walker );
}

static void freePair( Pair* pair )
{
	wfDestroyCrowd( pair->crowd );
	wfDestroyWorld( pair->world );
}

TEST( WhoIsHeldUpBesideSomebodyShuffles )
{
	for ( int32_t k = 0; k < 2; ++k )
	{
		Pair pair = makePair( 5.0, k == 0 );
		CHECK( shuffles( &pair ) && pair.walker->inPress );
		pair.crowd->tick.idle[pair.rank] = 0.0f;
		CHECK( shuffles( &pair ) ); // until it gets on
		pair.walker->inPress = false;
		CHECK( !shuffles( &pair ) );
		freePair( &pair );
	}
}

// Who has just looked for a step in vain is held up, before it is known that it gets on no more.
TEST( WhoFoundNoStepShuffles )
{
	Pair pair = makePair( 5.0, true );
	pair.crowd->tick.idle[pair.rank] = 0.0f;
	pair.walker->nextTry = pair.crowd->time;
	CHECK( !shuffles( &pair ) );
	pair.walker->nextTry = pair.crowd->time + WF_LOOK_AGAIN;
	CHECK( shuffles( &pair ) && pair.walker->inPress );
	freePair( &pair );
}

// In a press it goes on from its last move: were it the mean of a tick, whoever speeds up would be held back.
TEST( WhoShufflesKeepsTheSpeedOfItsLastMove )
{
	Pair pair = makePair( 5.0, true );
	wfCrowd* crowd = pair.crowd;
	double seconds = crowd->def.tickSeconds / crowd->def.movesPerTick;
	wfVec2 place = pair.walker->rest.position;
	const double moves[] = { 0.02, 0.06 };
	CHECK_EQUAL( crowd->def.movesPerTick, 2 );
	crowd->tick.traits[pair.rank] = wf_shuffles;
	for ( int32_t k = 0; k < 2; ++k )
	{
		place.x += moves[k];
		crowd->tick.placeX[pair.rank] = place.x;
		crowd->tick.placeY[pair.rank] = place.y;
		wfSettleShuffles( crowd, k );
		CHECK_NEAR( crowd->tick.velocityX[pair.rank], moves[k] / seconds, 1e-5 );
	}
	wf_footLocomotion.move( crowd );
	CHECK_NEAR( crowd->tick.velocityX[pair.rank], 0.06 / seconds, 1e-5 );
	CHECK_NEAR( crowd->tick.velocityY[pair.rank], 0.0, 1e-5 );
	freePair( &pair );
}

// Who leaves has stood for some time, or is in the middle of a footstep, or neither but for less than a row may last.
TEST( WhoLeavesIsReportedUpToThen )
{
	const double ends[] = { -0.4, -5e-7, 0.0, 5e-7, 0.4 };
	for ( int32_t k = 0; k < 5; ++k )
	{
		Pair pair = makePair( 5.0, true );
		double now = pair.crowd->time;
		pair.walker->standsFrom = now + ends[k];
		CHECK_EQUAL( wfReserveDeparture( pair.crowd ), wf_ok );
		const wfFootstepRow* rows;
		int32_t before = wfCrowd_GetFootsteps( pair.crowd, &rows );
		wfEndFootsteps( pair.crowd, pair.crowd->tick.slot[pair.rank] );
		int32_t count = wfCrowd_GetFootsteps( pair.crowd, &rows );
		CHECK_EQUAL( count - before, k == 0 || k == 4 ? 1 : 0 );
		if ( count > before )
		{
			const wfFootstep* last = &rows[count - 1].step;
			CHECK( wfFootstep_IsDeparture( last ) == ( k == 4 ) );
			CHECK_NEAR( last->startTime, k == 4 ? now : now - 0.4, 1e-12 );
			CHECK_NEAR( last->duration, k == 4 ? WF_DEPARTURE_SECONDS : 0.4, 1e-12 );
		}
		freePair( &pair );
	}
}

// Shoulders turn, feet stand apart: whoever walks may be where no disc fits. It waits until its disc is free.
TEST( NobodyShufflesWhereItsDiscIsNotFree )
{
	for ( int32_t k = 0; k < 2; ++k )
	{
		Pair pair = makePair( 5.0, k == 0 );
		wfTick* tick = &pair.crowd->tick;
		if ( k == 0 )
		{
			// Steps that are sure lead closer than the place of who makes them.
			wfWalker* walker = wfWalkerOfRank( pair.crowd, pair.other );
			walker->rest = wfMakeStance( wfGaitOf( pair.crowd, walker->gait ), 0.0,
										 ( wfVec2 ){ 5.23 + (double)wfReachToward( tick, pair.rank, 1.0f, 0.0f ), 5.0 }, 1.57 );
			wfPublishFootsteps( pair.crowd, walker, pair.crowd->time );
			tick->depth[pair.other] = tick->radius[pair.other];
		}
		else
		{
			tick->placeX[pair.other] =
				5.0 + (double)( wfReachToward( tick, pair.rank, 1.0f, 0.0f ) + wfReachToward( tick, pair.other, 1.0f, 0.0f ) );
		}
		CHECK( !shuffles( &pair ) );
		CHECK( pair.walker->inPress );
		freePair( &pair );
	}
	Pair pair = makePair( 0.26, true );
	CHECK( shuffles( &pair ) );
	pair.agent->y = 0.25;
	CHECK( !shuffles( &pair ) );
	freePair( &pair );
	pair = makePair( 5.0, true );
	pair.walker->rest.feet[wf_leftFoot].x -= 0.2;
	CHECK( !shuffles( &pair ) );
	freePair( &pair );
}

// Nobody is near any more, or it has got on well for a while.
TEST( WhoGetsOnWalksAgain )
{
	Pair pair = makePair( 5.0, false );
	CHECK( shuffles( &pair ) );
	pair.crowd->tick.placeX[pair.other] = 5.0 + 0.5 + WF_PRESS_GAP + 0.01;
	CHECK( !shuffles( &pair ) && !pair.walker->inPress );
	freePair( &pair );
	const double well[] = { WF_PRESS_FREE_SECONDS - 0.1, WF_PRESS_FREE_SECONDS + 0.1 };
	for ( int32_t k = 0; k < 4; ++k )
	{
		pair = makePair( 5.0, false );
		pair.walker->inPress = true;
		pair.walker->heldUntil = pair.crowd->time - well[k % 2];
		pair.agent->velocityX = k < 2 ? pair.crowd->tick.reachSpeed[pair.rank] : 0.0f;
		bool free = k == 1;
		CHECK( shuffles( &pair ) == !free && pair.walker->inPress == !free );
		freePair( &pair );
	}
}

// A walker is not as thick as it is wide, and stands sideways to whoever comes. Were the disc to come as near as its body allows,
// neither could shuffle.
TEST( DiscsLeaveRoomForTheWholeDiscOfWhoRests )
{
	wfWorld* world = makeRoom( 10.0, 10.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGaitDef gait = wfDefaultGaitDef();
	wfAgentDef def = wfDefaultAgentDef();
	def.position = ( wfVec3 ){ 5.0, 5.0, 0.0 };
	def.gait = addGait( crowd, &gait );
	wfAgentId walker = addFrom( crowd, &def ), disc = addAgent( crowd, 4.2, 5.0, NULL, 0 );
	CHECK_EQUAL( wfCrowd_SetPreferredVelocity( crowd, disc, &( wfVec3 ){ 1.0, 0.0, 0.0 }, NULL ), wf_ok );
	double least = INFINITY;
	for ( int32_t k = 0; k < 5; ++k )
	{
		tickTimes( crowd, 1 );
		wfFrame frame = wfCrowd_GetFrame( crowd );
		CHECK( frame.ids[0].index1 == walker.index1 );
		least = fmin( least, wfFrame_GetGap( &frame, 0, 1 ) );
	}
	CHECK( least >= 0.0 && least < 0.05 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

void runWalkerPressTests( int argc, char** argv )
{
	RUN( CrowdsOnFootPassEachOtherAtADoor );
	RUN( AThrongOnFootDissolves );
	RUN( ThrongsOfBothMeetNobodyInTicksOfAnyLength );
	RUN( WhoIsHeldUpBesideSomebodyShuffles );
	RUN( WhoFoundNoStepShuffles );
	RUN( WhoLeavesIsReportedUpToThen );
	RUN( WhoShufflesKeepsTheSpeedOfItsLastMove );
	RUN( NobodyShufflesWhereItsDiscIsNotFree );
	RUN( WhoGetsOnWalksAgain );
	RUN( DiscsLeaveRoomForTheWholeDiscOfWhoRests );
	RUN_THREADED( ThrongsOnFootAreTheSameHoweverTheyAreRun );
}
