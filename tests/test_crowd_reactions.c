// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What people are given before they walk: reaction times, speeds by tables of demography; and ground that slows them.
#include "test_crowd.h"

#include <math.h>

// ------------------------------------------------------------------------------------------------------------- reaction

// Three in a room, by footsteps or as discs, who set out after 0, 3.1 and 7 s.
static wfCrowd* makeDelayed( wfWorld* world, bool onFoot, wfWorkers* workers, wfAgentId ids[3] )
{
	static const double delays[3] = { 0.0, 3.1, 7.0 };
	wfCrowd* crowd = makeCrowd( world, workers );
	wfAgentDef def = wfDefaultAgentDef();
	wfGaitDef gait = wfDefaultGaitDef();
	if ( onFoot )
	{
		CHECK( wfCrowd_AddGait( crowd, &gait, &def.gait, NULL ) == wf_ok );
	}
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfStop stop = pointStop( 18.0, 2.0 + 2.0 * k );
		def.position = ( wfVec3 ){ 2.0, 2.0 + 2.0 * k, 0.0 };
		def.stops = &stop;
		def.stopCount = 1;
		def.speed = 1.3;
		def.delay = delays[k];
		CHECK( wfCrowd_AddAgent( crowd, &def, &ids[k], NULL ) == wf_ok );
	}
	return crowd;
}

// When an agent was first seen somewhere else than where it began, at the ends of ticks.
static void checkDelays( bool onFoot )
{
	wfWorld* world = makeRoom( 20.0, 8.0 );
	wfAgentId ids[3];
	wfCrowd* crowd = makeDelayed( world, onFoot, NULL, ids );
	double moved[3] = { 0.0, 0.0, 0.0 };
	CHECK( wfCrowd_GetAgent( crowd, ids[1] ).waiting && !wfCrowd_GetAgent( crowd, ids[0] ).waiting );
	while ( !wfCrowd_IsDone( crowd ) && wfCrowd_GetTime( crowd ) < 60.0 )
	{
		CHECK_EQUAL( wfCrowd_Tick( crowd, NULL ), wf_ok );
		for ( int32_t k = 0; k < 3; ++k )
		{
			bool gone = !wfCrowd_IsAgentValid( crowd, ids[k] ) || wfCrowd_GetAgent( crowd, ids[k] ).distanceWalked > 0.001;
			moved[k] = gone && moved[k] == 0.0 ? wfCrowd_GetTime( crowd ) : moved[k];
		}
	}
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 3 );
	// At the end of the tick that begins at the delay or after it; those on foot shift their weight first.
	double late = onFoot ? 1.0 : 0.2;
	CHECK( moved[0] <= late + 1e-9 );
	CHECK( moved[1] > 3.1 && moved[1] <= 3.3 + late );
	CHECK( moved[2] > 7.0 && moved[2] <= 7.2 + late );
	// Nobody was stuck or waited in vain meanwhile.
	CHECK( wfCrowd_GetWaits( crowd ).longestSeconds < 2.0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( DelayedAgentsStandUntilTheirTime )
{
	checkDelays( false );
	checkDelays( true );
}

TEST( DelaysAreTheSameForAllThreadsAndSaved )
{
	wfWorld* world = makeRoom( 20.0, 8.0 );
	wfWorkers* workers = makeWorkers( 3 );
	wfAgentId ids[3];
	wfCrowd* crowds[3] = { makeDelayed( world, false, NULL, ids ), makeDelayed( world, false, workers, ids ),
						   makeDelayed( world, false, NULL, ids ) };
	checkSameRuns( crowds, 10, 60 ); // saved while two of them stand
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfDestroyCrowd( crowds[k] );
	}
	wfDestroyWorkers( workers );
	wfDestroyWorld( world );
}

TEST( NewStopsEndAReaction )
{
	wfWorld* world = makeRoom( 20.0, 8.0 );
	wfAgentId ids[3];
	wfCrowd* crowd = makeDelayed( world, false, NULL, ids );
	tickTimes( crowd, 5 );
	wfStop stop = pointStop( 18.0, 7.0 );
	CHECK_EQUAL( wfCrowd_SetStops( crowd, ids[2], &stop, 1, NULL ), wf_ok );
	tickTimes( crowd, 10 );
	CHECK( wfCrowd_GetAgent( crowd, ids[2] ).distanceWalked > 0.3 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Those of a source draw their delays; whether they have any changes nothing else about them.
TEST( SourcesDrawDelays )
{
	wfWorld* world = makeRoom( 20.0, 8.0 );
	const wfVec2 ring[4] = { { 1.0, 1.0 }, { 7.0, 1.0 }, { 7.0, 7.0 }, { 1.0, 7.0 } };
	wfStop stop = pointStop( 18.0, 4.0 );
	double first[2][2];
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfCrowd* crowd = makeCrowd( world, NULL );
		wfSourceDef def = wfDefaultSourceDef();
		def.region = ring;
		def.regionCount = 4;
		def.rate = 50.0;
		def.count = 12;
		def.agent.stops = &stop;
		def.agent.stopCount = 1;
		def.desiredSpeed = ( wfDistribution ){ .kind = wf_ageSpeed, .lower = 20.0, .upper = 60.0, .mean = 1.0 };
		def.delay = ( wfDistribution ){ .kind = k == 0 ? wf_constantNumber : wf_uniformNumber, .upper = 20.0 };
		CHECK_EQUAL( wfCrowd_AddSource( crowd, &def, NULL, NULL ), wf_ok );
		tickTimes( crowd, 25 );
		wfFrame frame = wfCrowd_GetFrame( crowd );
		int32_t waiting = 0;
		bool isAdult = true;
		for ( int32_t i = 0; i < frame.count; ++i )
		{
			waiting += frame.states[i] == (uint8_t)wf_waiting;
			isAdult = isAdult && frame.desiredSpeeds[i] > 1.28f && frame.desiredSpeeds[i] < 1.62f;
		}
		CHECK_EQUAL( frame.count, 12 );
		CHECK( isAdult );
		CHECK( k == 0 ? waiting == 0 : waiting >= 5 && waiting <= 11 ); // five of twenty seconds have passed
		first[k][0] = (double)frame.desiredSpeeds[0];
		first[k][1] = (double)frame.desiredSpeeds[11];
		runSafely( crowd, 120.0 );
		CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 12 );
		wfDestroyCrowd( crowd );
	}
	CHECK( first[0][0] == first[1][0] && first[0][1] == first[1][1] );
	wfDestroyWorld( world );
}

// --------------------------------------------------------------------------------------------------------- distributions

#define DRAWS 4000

static double meanOf( const wfDistribution* distribution, double* least, double* largest )
{
	double sum = 0.0;
	*least = INFINITY;
	*largest = -INFINITY;
	for ( uint64_t i = 0; i < DRAWS; ++i )
	{
		double number = wfDistribution_Draw( distribution, 5, 7, i );
		sum += number;
		*least = fmin( *least, number );
		*largest = fmax( *largest, number );
	}
	return sum / DRAWS;
}

TEST( LogNormalNumbersHaveTheirMedian )
{
	wfDistribution reaction = { .kind = wf_logNormalNumber, .lower = 0.0, .upper = 1e9, .mean = 3.44, .deviation = 0.84 };
	double least, largest, mean = meanOf( &reaction, &least, &largest );
	int32_t below = 0;
	for ( uint64_t i = 0; i < DRAWS; ++i )
	{
		below += wfDistribution_Draw( &reaction, 5, 7, i ) < exp( 3.44 );
	}
	CHECK_NEAR( (double)below / DRAWS, 0.5, 5.0 * 0.5 / sqrt( (double)DRAWS ) );
	CHECK_NEAR( mean, exp( 3.44 + 0.5 * 0.84 * 0.84 ), 4.0 ); // 44.4, with a deviation of 45 / sqrt( 4000 )
	CHECK( least > 0.0 );
	wfDistribution_Scale( &reaction, 2.0 );
	CHECK_NEAR( meanOf( &reaction, &least, &largest ), 2.0 * mean, 1e-9 * mean );
	reaction.upper = 60.0;
	meanOf( &reaction, &least, &largest );
	CHECK( largest <= 60.0 && largest > 59.0 );
}

// The figures of RiMEA's table 1, which are those of Weidmann's curve.
TEST( SpeedsFollowTheAge )
{
	static const double ages[][2] = { { 20.0, 1.61 }, { 30.0, 1.54 }, { 50.0, 1.41 }, { 5.0, 0.58 }, { 80.0, 0.68 } };
	for ( int32_t k = 0; k < 5; ++k )
	{
		CHECK_NEAR( wfGetSpeedAtAge( ages[k][0] ), ages[k][1], 1e-12 );
	}
	CHECK( wfGetSpeedAtAge( -3.0 ) == 0.58 && wfGetSpeedAtAge( 120.0 ) == 0.68 &&
		   wfGetSpeedAtAge( 25.0 ) == 0.5 * ( 1.61 + 1.54 ) );
	wfDistribution adults = { .kind = wf_ageSpeed, .lower = 30.0, .upper = 50.0, .mean = 1.0 };
	double least, largest;
	CHECK_NEAR( meanOf( &adults, &least, &largest ), 1.4775, 0.003 );
	CHECK( least >= 1.41 && least < 1.412 && largest <= 1.54 && largest > 1.538 );
	adults.deviation = 0.2;
	CHECK_NEAR( meanOf( &adults, &least, &largest ), 1.4775, 0.016 );
	CHECK( least >= 1.01 && least < 1.1 && largest <= 1.94 && largest > 1.85 );
	wfDistribution_Scale( &adults, 0.5 );
	CHECK_NEAR( meanOf( &adults, &least, &largest ), 0.73875, 0.008 );
}

TEST( SpeedsOfShipsFollowTheirShares )
{
	double least, largest;
	wfDistribution people = { .kind = wf_crewSpeed, .mean = 1.0 };
	CHECK_NEAR( meanOf( &people, &least, &largest ), 0.5 * ( 1.24 + 1.48 ), 0.02 );
	CHECK( least >= 0.93 && largest <= 1.85 );
	// The mean over the shares of table 3.1 with the middles of table 3.4.
	people.kind = wf_passengerSpeed;
	double mean = 0.07 * ( 1.24 + 0.95 + 1.48 + 1.295 ) + 0.16 * ( 0.75 + 1.12 ) + 0.1 * ( 0.57 + 0.49 + 0.85 + 0.73 );
	CHECK_NEAR( meanOf( &people, &least, &largest ), mean, 0.03 );
	CHECK( least >= 0.37 && least < 0.38 && largest <= 1.85 && largest > 1.75 );
}

// ---------------------------------------------------------------------------------------------------------- slow ground

static wfShapeDef makeStairs( double x0, double y0, double x1, double y1, double up, double down )
{
	wfShapeDef def = wfDefaultShapeDef();
	def.role = wf_terrainRole;
	def.center = ( wfVec2 ){ 0.5 * ( x0 + x1 ), 0.5 * ( y0 + y1 ) };
	def.halfSize = ( wfVec2 ){ 0.5 * ( x1 - x0 ), 0.5 * ( y1 - y0 ) };
	def.speedUp = up;
	def.speedDown = down;
	def.uphill = ( wfVec2 ){ 3.0, 0.0 };
	return def;
}

// Seconds from x = 5 to x = 15 along a corridor, or back, over stairs that rise to the east.
static double measureStairs( bool up, bool onFoot, wfWorkers* workers )
{
	wfWorld* world = makeRoom( 20.0, 3.0 );
	wfShapeDef stairs = makeStairs( 5.0, 0.0, 15.0, 3.0, 0.45, 0.6 );
	CHECK_EQUAL( wfWorld_AddShape( world, &stairs, NULL, NULL ), wf_ok );
	wfGoalId goal = up ? addGoalBox( world, 18.0, 0.0, 20.0, 3.0 ) : addGoalBox( world, 0.0, 0.0, 2.0, 3.0 );
	wfCrowd* crowd = makeCrowd( world, workers );
	wfAgentDef def = wfDefaultAgentDef();
	wfGaitDef gait = wfDefaultGaitDef();
	if ( onFoot )
	{
		CHECK( wfCrowd_AddGait( crowd, &gait, &def.gait, NULL ) == wf_ok );
	}
	wfStop stop = goalStop( goal );
	wfAgentId id;
	def.position = ( wfVec3 ){ up ? 1.0 : 19.0, 1.5, 0.0 };
	def.heading = up ? 0.0 : 3.14159;
	def.desiredSpeed = 1.34;
	def.stops = &stop;
	def.stopCount = 1;
	CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, &id, NULL ), wf_ok );
	double from = NAN, to = NAN, x = def.position.x;
	while ( !wfCrowd_IsDone( crowd ) && wfCrowd_GetTime( crowd ) < 60.0 )
	{
		CHECK_EQUAL( wfCrowd_Tick( crowd, NULL ), wf_ok );
		double next = wfCrowd_IsAgentValid( crowd, id ) ? wfCrowd_GetAgent( crowd, id ).position.x : up ? 18.0 : 2.0;
		for ( int32_t k = 0; k < 2; ++k )
		{
			double line = k == 0 ? 5.0 : 15.0;
			if ( ( x < line ) != ( next < line ) )
			{
				*( ( k == 0 ) == up ? &from : &to ) = wfCrowd_GetTime( crowd ) - 0.2 + 0.2 * ( line - x ) / ( next - x );
			}
		}
		x = next;
	}
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
	return to - from;
}

TEST( StairsSlowUpAndDown )
{
	CHECK_NEAR( measureStairs( true, false, NULL ), 10.0 / ( 0.45 * 1.34 ), 0.5 );
	CHECK_NEAR( measureStairs( false, false, NULL ), 10.0 / ( 0.6 * 1.34 ), 0.5 );
	// On foot to within a step, and at this pace a tenth slower than wanted, as on plain ground.
	CHECK_NEAR( measureStairs( true, true, NULL ), 10.0 / ( 0.45 * 1.34 ), 2.0 );
	CHECK_NEAR( measureStairs( false, true, NULL ), 10.0 / ( 0.6 * 1.34 ), 1.2 );
}

// A block with a passage of 8 m on either side; the southern one is nearer by 2 m.
static double walkAround( double slowness, double* took )
{
	wfWorld* world = makeRoom( 16.0, 12.0 );
	addBox( world, 4.0, 3.0, 12.0, 7.0 );
	if ( slowness < 1.0 )
	{
		wfShapeDef stairs = makeStairs( 4.0, 0.0, 12.0, 3.0, slowness, slowness );
		CHECK_EQUAL( wfWorld_AddShape( world, &stairs, NULL, NULL ), wf_ok );
	}
	wfStop stop = goalStop( addGoalBox( world, 14.0, 3.5, 16.0, 5.5 ) );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfAgentId id = addAgent( crowd, 1.5, 4.5, &stop, 1 );
	double north = 0.0;
	while ( !wfCrowd_IsDone( crowd ) && wfCrowd_GetTime( crowd ) < 60.0 )
	{
		CHECK_EQUAL( wfCrowd_Tick( crowd, NULL ), wf_ok );
		north = wfCrowd_IsAgentValid( crowd, id ) ? fmax( north, wfCrowd_GetAgent( crowd, id ).position.y ) : north;
	}
	*took = wfCrowd_GetTime( crowd );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
	return north;
}

// Routes count the time that stairs take: the way around is taken where it is faster.
TEST( RoutesCountTheTimeOnStairs )
{
	double plain, around, over;
	CHECK( walkAround( 1.0, &plain ) < 6.0 );
	CHECK( walkAround( 0.5, &around ) > 7.0 );
	CHECK( walkAround( 0.95, &over ) < 6.0 );
	CHECK( around > plain && around < plain + 5.0 ); // over stairs it were 6 s more
}

TEST( SlowGroundIsTheSameForAllThreadsAndSaved )
{
	wfWorld* world = makeRoom( 24.0, 6.0 );
	wfShapeDef stairs = makeStairs( 8.0, 0.0, 16.0, 6.0, 0.45, 0.6 );
	wfShapeId id;
	CHECK_EQUAL( wfWorld_AddShape( world, &stairs, &id, NULL ), wf_ok );
	wfStop stops[2] = { goalStop( addGoalBox( world, 22.0, 0.0, 24.0, 6.0 ) ),
						goalStop( addGoalBox( world, 0.0, 0.0, 2.0, 6.0 ) ) };
	wfWorkers* workers = makeWorkers( 3 );
	wfCrowd* crowds[3];
	for ( int32_t k = 0; k < 3; ++k )
	{
		crowds[k] = makeCrowd( world, k == 1 ? workers : NULL );
		for ( int32_t i = 0; i < 24; ++i )
		{
			addAgent( crowds[k], ( i % 2 == 0 ? 3.0 : 20.0 ) + 0.7 * ( i / 12 ), 0.5 + 0.9 * ( i % 12 / 2 ), &stops[i % 2], 1 );
		}
	}
	checkSameRuns( crowds, 40, 120 );
	// Gone with the terrain.
	CHECK_EQUAL( wfWorld_RemoveShape( world, id ), wf_ok );
	tickTimes( crowds[0], 5 );
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfDestroyCrowd( crowds[k] );
	}
	wfDestroyWorkers( workers );
	wfDestroyWorld( world );
}

void runReactionTests( int argc, char** argv )
{
	RUN( DelayedAgentsStandUntilTheirTime );
	RUN_THREADED( DelaysAreTheSameForAllThreadsAndSaved );
	RUN( NewStopsEndAReaction );
	RUN( SourcesDrawDelays );
	RUN( LogNormalNumbersHaveTheirMedian );
	RUN( SpeedsFollowTheAge );
	RUN( SpeedsOfShipsFollowTheirShares );
	RUN( StairsSlowUpAndDown );
	RUN( RoutesCountTheTimeOnStairs );
	RUN_THREADED( SlowGroundIsTheSameForAllThreadsAndSaved );
}
