// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Nobody ever overlaps anybody or a wall, and everybody arrives.
#include "test_crowd.h"

#include <math.h>

static double draw( uint64_t stream, uint64_t* counter )
{
	return wfRandomUnit( 77, stream, ( *counter )++ );
}

// Put agents of given sizes at random free places of a box. Returns how many found one.
static int32_t scatter( wfCrowd* crowd, wfBox2 box, int32_t count, double least, double most, wfStop stop, uint64_t stream )
{
	const wfWorld* world = wfCrowd_GetGround( crowd ).world;
	uint64_t counter = 0;
	int32_t placed = 0;
	for ( int32_t k = 0; k < 60 * count && placed < count; ++k )
	{
		double radius = (double)(float)( least + ( most - least ) * draw( stream, &counter ) );
		wfVec2 place = { box.lower.x + ( box.upper.x - box.lower.x ) * draw( stream, &counter ),
						 box.lower.y + ( box.upper.y - box.lower.y ) * draw( stream, &counter ) };
		double speed = 0.8 + draw( stream, &counter );
		bool free = wfWorld_GetDistance( world, place, 0 ) > radius + 1e-3;
		wfFrame frame = wfCrowd_GetFrame( crowd );
		for ( int32_t i = 0; i < frame.count && free; ++i )
		{
			double gap = hypot( frame.positions[i].x - place.x, frame.positions[i].y - place.y );
			free = gap > radius + (double)frame.radii[i] + 1e-3;
		}
		if ( free )
		{
			addAgentOfSize( crowd, place.x, place.y, radius, speed, stop );
			placed += 1;
		}
	}
	return placed;
}

TEST( TwoHeadOnPass )
{
	wfWorld* world = makeRoom( 20.0, 10.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	addAgentOfSize( crowd, 3.0, 5.0, 0.25, 1.3, pointStop( 17.0, 5.0 ) );
	addAgentOfSize( crowd, 17.0, 5.0, 0.25, 1.3, pointStop( 3.0, 5.0 ) );
	double time = runSafely( crowd, 40.0 );
	CHECK( wfCrowd_IsDone( crowd ) );
	CHECK( time < 16.0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( CrossingPathsPass )
{
	wfWorld* world = makeRoom( 20.0, 20.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	for ( int32_t k = 0; k < 5; ++k )
	{
		addAgentOfSize( crowd, 2.0, 8.0 + k, 0.25, 1.3, pointStop( 18.0, 8.0 + k ) );
		addAgentOfSize( crowd, 8.0 + k, 2.0, 0.3, 1.3, pointStop( 8.0 + k, 18.0 ) );
	}
	double time = runSafely( crowd, 60.0 );
	CHECK( wfCrowd_IsDone( crowd ) );
	CHECK( time < 30.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 10 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( TwoGroupsPassInACorridor )
{
	wfWorld* world = makeRoom( 30.0, 4.0 );
	wfGoalId east = addGoalBox( world, 28.0, 0.0, 30.0, 4.0 ), west = addGoalBox( world, 0.0, 0.0, 2.0, 4.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	CHECK_EQUAL( scatter( crowd, ( wfBox2 ){ { 2.5, 0.3 }, { 10.0, 3.7 } }, 20, 0.25, 0.25, goalStop( east ), 1 ), 20 );
	CHECK_EQUAL( scatter( crowd, ( wfBox2 ){ { 20.0, 0.3 }, { 27.5, 3.7 } }, 20, 0.25, 0.25, goalStop( west ), 2 ), 20 );
	double time = runSafely( crowd, 120.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 40 );
	CHECK( time < 90.0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// A wall with a door of 1 m, and people of several sizes who all want through.
TEST( PeopleOfManySizesLeaveThroughADoor )
{
	wfWorld* world = makeRoom( 14.0, 8.0 );
	addBox( world, 9.0, 0.0, 9.2, 3.4 );
	addBox( world, 9.0, 4.6, 9.2, 8.0 );
	wfGoalId out = addGoalBox( world, 12.0, 0.0, 14.0, 8.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	CHECK_EQUAL( scatter( crowd, ( wfBox2 ){ { 0.5, 0.5 }, { 8.0, 7.5 } }, 30, 0.15, 0.4, goalStop( out ), 3 ), 30 );
	runSafely( crowd, 120.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 30 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Long ticks, fast agents and one move per tick: slow to be right, yet never wrong.
TEST( LongStepsAndHighSpeedsKeepApart )
{
	wfWorld* world = makeRoom( 40.0, 12.0 );
	addBox( world, 18.0, 0.0, 20.0, 4.0 );
	addBox( world, 24.0, 6.0, 26.0, 12.0 );
	wfGoalId east = addGoalBox( world, 37.0, 0.0, 40.0, 12.0 ), west = addGoalBox( world, 0.0, 0.0, 3.0, 12.0 );
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.tickSeconds = 0.5;
	def.movesPerTick = 1;
	wfCrowd* crowd = makeCrowdFrom( world, &def );
	for ( int32_t k = 0; k < 6; ++k )
	{
		addAgentOfSize( crowd, 4.0, 1.0 + 1.8 * k, 0.3, k % 2 == 0 ? 8.0 : 2.0, goalStop( east ) );
		addAgentOfSize( crowd, 35.0, 1.0 + 1.8 * k, 0.4, k % 2 == 0 ? 1.0 : 5.0, goalStop( west ) );
	}
	runSafely( crowd, 200.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 12 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Random walls, sizes from 0.1 to 1 m, speeds up to 6 m/s: whatever they do, they keep apart.
TEST( RandomCrowdsKeepApart )
{
	for ( uint64_t seed = 1; seed <= 4; ++seed )
	{
		uint64_t counter = 0;
		wfWorld* world = makeRoom( 24.0, 24.0 );
		for ( int32_t k = 0; k < 12; ++k )
		{
			double x = 24.0 * draw( 100 + seed, &counter ), y = 24.0 * draw( 100 + seed, &counter );
			wfShapeDef shape = wfDefaultShapeDef();
			shape.kind = k % 3 == 0 ? wf_discShape : wf_boxShape;
			shape.center = ( wfVec2 ){ x, y };
			shape.radius = 0.2 + draw( 100 + seed, &counter );
			shape.halfSize = ( wfVec2 ){ 0.1 + 2.0 * draw( 100 + seed, &counter ), 0.05 + draw( 100 + seed, &counter ) };
			shape.angle = 3.0 * draw( 100 + seed, &counter );
			wfShapeId id;
			CHECK( wfWorld_AddShape( world, &shape, &id, NULL ) == wf_ok );
		}
		wfCrowdDef def = wfDefaultCrowdDef( seed % 2 == 0 ? wf_classicPreset : wf_defaultPreset );
		def.directRoutes = seed > 2;
		def.stuckSeconds = 1e6;
		wfCrowd* crowd = makeCrowdFrom( world, &def );
		wfAgentDef agent = wfDefaultAgentDef();
		for ( int32_t tries = 0; tries < 400 && wfCrowd_GetAgentCount( crowd ) < 45; ++tries )
		{
			agent.radius = 0.1 + 0.9 * draw( 200 + seed, &counter ) * draw( 200 + seed, &counter );
			agent.desiredSpeed = 6.0 * draw( 200 + seed, &counter ) * draw( 200 + seed, &counter );
			agent.position = ( wfVec3 ){ 24.0 * draw( 200 + seed, &counter ), 24.0 * draw( 200 + seed, &counter ), 0.0 };
			agent.heading = 6.0 * draw( 200 + seed, &counter );
			agent.speed = agent.desiredSpeed;
			agent.atEnd = (wfAtEnd)( tries % 3 );
			const wfStop stops[2] = { pointStop( 24.0 * draw( 200 + seed, &counter ), 24.0 * draw( 200 + seed, &counter ) ),
									  pointStop( 24.0 * draw( 200 + seed, &counter ), 24.0 * draw( 200 + seed, &counter ) ) };
			agent.stops = stops;
			agent.stopCount = 2;
			wfAgentId id, culprit;
			wfResult result = wfCrowd_AddAgent( crowd, &agent, &id, NULL );
			CHECK( result == wf_ok || result == wf_startBlocked );
			// What cannot be reached is named, and it is the new one's.
			if ( result == wf_ok && wfCrowd_Prepare( crowd, &culprit, NULL, NULL ) != wf_ok )
			{
				CHECK( culprit.index1 == id.index1 && culprit.generation == id.generation );
				CHECK( wfCrowd_RemoveAgent( crowd, id ) == wf_ok );
			}
		}
		CHECK( wfCrowd_GetAgentCount( crowd ) > 25 );
		runSafely( crowd, seed % 2 == 0 ? 20.0 : 40.0 );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

// -------------------------------------------------------------------------------------------------------- same bits always

static uint64_t runForHash( int32_t workerCount, wfSimdLevel level )
{
	wfSimdLevel before = wfGetSimdLevel();
	wfSetSimdLevel( level );
	wfWorkers* workers = NULL;
	if ( workerCount > 0 )
	{
		wfWorkersDef def = wfDefaultWorkersDef();
		def.workerCount = workerCount;
		CHECK( wfCreateWorkers( &def, &workers ) == wf_ok );
	}
	wfWorld* world = makeRoom( 24.0, 12.0 );
	addBox( world, 11.0, 0.0, 12.0, 5.0 );
	addBox( world, 11.0, 7.0, 12.0, 12.0 );
	wfGoalId east = addGoalBox( world, 22.0, 0.0, 24.0, 12.0 );
	wfCrowd* crowd = makeCrowd( world, workers );
	wfBehaviorDef behavior = wfDefaultBehaviorDef();
	behavior.kind = wf_randomBehavior;
	behavior.epsilon = 0.5;
	behavior.holdSeconds[0] = 0.5;
	behavior.holdSeconds[1] = 2.0;
	wfBehaviorId random;
	CHECK( wfCrowd_AddBehavior( crowd, &behavior, &random, NULL ) == wf_ok );
	scatter( crowd, ( wfBox2 ){ { 0.5, 0.5 }, { 10.0, 11.5 } }, 60, 0.2, 0.3, goalStop( east ), 5 );
	scatter( crowd, ( wfBox2 ){ { 13.0, 0.5 }, { 21.0, 11.5 } }, 60, 0.2, 0.3, pointStop( 2.0, 6.0 ), 6 );
	wfAgentId ids[120];
	int32_t count = wfCrowd_GetAgentIds( crowd, ids, 120 );
	CHECK_EQUAL( count, 120 );
	for ( int32_t k = 0; k < count; k += 7 )
	{
		CHECK( wfCrowd_SetBehavior( crowd, ids[k], random, ( wfBehaviorId ){ 0 } ) == wf_ok );
	}
	tickTimes( crowd, 60 );
	uint64_t hash = wfCrowd_GetHash( crowd );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
	wfDestroyWorkers( workers );
	wfSetSimdLevel( before );
	return hash;
}

TEST( TheSameBitsWithAnyWorkersAndLevels )
{
	wfSimdLevel highest = wfGetSimdLevel();
	uint64_t hash = runForHash( 0, highest );
	const int32_t counts[4] = { 1, 2, 3, 8 };
	for ( int32_t k = 0; k < 4; ++k )
	{
		CHECK( runForHash( counts[k], highest ) == hash );
	}
	for ( int32_t level = 0; level < (int32_t)highest; ++level )
	{
		CHECK( runForHash( 0, (wfSimdLevel)level ) == hash );
	}
}

// Far from the origin, where single precision knows places to a metre only, nobody runs through anybody.
TEST( HugeWorldsAreAsSafe )
{
	wfWorld* world = makeRoom( 1e7, 1e4 );
	wfCrowdDef def = wfDefaultCrowdDef( wf_classicPreset );
	def.directRoutes = true;
	wfCrowd* crowd = makeCrowdFrom( world, &def );
	for ( int32_t k = 0; k < 40; ++k )
	{
		double x = 9.9e6 + 0.013 * k, y = 5000.0 + k;
		for ( int32_t side = -1; side <= 1; side += 2 )
		{
			const wfStop stop = pointStop( x - 30.0 * side, y );
			wfAgentDef agent = wfDefaultAgentDef();
			agent.position = ( wfVec3 ){ x + 3.0 * side, y, 0.0 };
			agent.heading = side > 0 ? 3.14159265 : 0.0;
			agent.speed = 5.0;
			agent.desiredSpeed = 0.5;
			agent.stops = &stop;
			agent.stopCount = 1;
			CHECK( wfCrowd_AddAgent( crowd, &agent, NULL, NULL ) == wf_ok );
		}
	}
	runSafely( crowd, 10.0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

void runInvariantTests( int argc, char** argv )
{
	RUN( TwoHeadOnPass );
	RUN( CrossingPathsPass );
	RUN( TwoGroupsPassInACorridor );
	RUN( PeopleOfManySizesLeaveThroughADoor );
	RUN( LongStepsAndHighSpeedsKeepApart );
	RUN( RandomCrowdsKeepApart );
	RUN_THREADED( TheSameBitsWithAnyWorkersAndLevels );
	RUN( HugeWorldsAreAsSafe );
}
