// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Crowds on foot saved and restored: at any tick the rest of the run is the same to the bit; damage harms nothing.
#include "test_crowd_walkers.h"

#include <stdlib.h>
#include <string.h>

// Everything at once: feet and discs, a queue, a source of each, stops with waits, some who stay, a door.
static wfWorld* makeBusyRoom( void )
{
	wfWorld* world = makeRoom( 16.0, 9.0 );
	addBox( world, 9.0, 0.0, 9.2, 3.8 );
	addBox( world, 9.0, 5.2, 9.2, 9.0 );
	addBox( world, 4.0, 4.0, 5.0, 4.8 );
	addGoalBox( world, 14.5, 0.0, 16.0, 9.0 );
	return world;
}

static void addComers( wfCrowd* crowd, wfGaitId feet, const wfStop* stops, int32_t count, double y )
{
	const wfVec2 region[4] = { { 0.4, y }, { 2.6, y }, { 2.6, y + 1.6 }, { 0.4, y + 1.6 } };
	wfSourceDef source = wfDefaultSourceDef();
	source.region = region;
	source.regionCount = 4;
	source.rate = 0.8;
	source.random = true;
	source.count = 6;
	source.agent.stops = stops;
	source.agent.stopCount = count;
	source.agent.gait = feet;
	source.agent.userData = feet.index1 == 0 ? 1 : 0;
	source.radius = ( wfDistribution ){ .kind = wf_uniformNumber, .lower = 0.21, .upper = 0.28 };
	wfSourceId id;
	CHECK_EQUAL( wfCrowd_AddSource( crowd, &source, &id, NULL ), wf_ok );
}

// `slow`: long steps that are planned far ahead.
static wfCrowd* makeBusyFeet( wfWorld* world, bool slow, bool present )
{
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGoalId goal;
	CHECK_EQUAL( wfWorld_GetGoalIds( world, &goal, 1 ), 1 );
	wfGaitDef gait = wfDefaultGaitDef();
	if ( slow )
	{
		gait.horizonSeconds = 10.0;
		gait.maxExpanded = 200;
		for ( int32_t leg = 0; leg < 2; ++leg )
		{
			gait.legs[leg].minDuration = 0.7;
			gait.legs[leg].maxDuration = 1.4;
		}
	}
	wfGaitId feet = addGait( crowd, &gait ), none = { 0 };
	const wfVec3 line[2] = { { 8.0, 7.5, 0.0 }, { 5.0, 7.5, 0.0 } };
	wfQueueDef queue = wfDefaultQueueDef();
	queue.line = line;
	queue.lineCount = 2;
	queue.serviceSeconds = 1.5;
	wfQueueId queueId;
	CHECK_EQUAL( wfCrowd_AddQueue( crowd, &queue, &queueId, NULL ), wf_ok );
	wfStop stops[3] = { queueStop( queueId ), pointStop( 7.0, 2.0 ), goalStop( goal ) };
	stops[1].wait = 1.2;
	addComers( crowd, feet, stops, 3, 0.8 );
	addComers( crowd, none, stops + 2, 1, 6.0 );
	for ( int32_t k = 0; k < 6 && present; ++k )
	{
		wfStop own[2] = { pointStop( 10.5 + 0.4 * ( k % 2 ), 1.0 + 1.3 * k ), goalStop( goal ) };
		own[0].wait = 0.4 * k;
		wfAgentDef def = wfDefaultAgentDef();
		def.position = ( wfVec3 ){ 3.2, 0.8 + 1.3 * k, 0.0 };
		def.stops = own;
		def.stopCount = k % 3 == 0 ? 1 : 2;
		def.atEnd = k % 3 == 0 ? wf_stayAtEnd : wf_leaveAtEnd;
		def.gait = k == 4 ? none : feet;
		addFrom( crowd, &def );
		// And against them.
		def.position.x = 12.5;
		own[0] = pointStop( 1.0, 4.5 );
		def.stopCount = 1;
		def.heading = 3.0;
		def.gait = feet;
		addFrom( crowd, &def );
	}
	return crowd;
}

// At every `every`-th tick the crowd is put into a fresh one, which goes on beside the whole for a while.
static void splitRun( wfWorld* world, bool slow, bool present, int32_t ticks, int32_t every )
{
	wfCrowd* whole = makeBusyFeet( world, slow, present );
	uint64_t* hashes = calloc( (size_t)ticks + 1, sizeof( uint64_t ) );
	for ( int32_t k = 0; k <= ticks; ++k )
	{
		hashes[k] = wfCrowd_GetHash( whole );
		tickTimes( whole, 1 );
	}
	CHECK( wfCrowd_GetTotalCount( whole ) >= 10 );
	wfDestroyCrowd( whole );
	whole = makeBusyFeet( world, slow, present );
	for ( int32_t at = 0; at < ticks; at += every )
	{
		size_t size, sizeAgain;
		uint8_t* bytes = saveCrowd( whole, &size );
		wfCrowd* part = makeBusyFeet( world, slow, present );
		tickTimes( part, at % 3 == 0 ? 5 : 0 );
		wfError error = { 0 };
		CHECK_EQUAL( wfCrowd_Restore( part, bytes, size, &error ), wf_ok );
		CHECK_STRING( error.message, "" );
		uint8_t* again = saveCrowd( part, &sizeAgain );
		CHECK( sizeAgain == size && memcmp( again, bytes, size ) == 0 );
		bool same = wfCrowd_GetHash( part ) == hashes[at];
		for ( int32_t k = at + 1; k <= ticks && k <= at + 40 && same; ++k )
		{
			tickTimes( part, 1 );
			same = CHECK( wfCrowd_GetHash( part ) == hashes[k] );
			if ( !same )
			{
				CHECK_EQUAL( at, k );
			}
		}
		free( again );
		free( bytes );
		wfDestroyCrowd( part );
		tickTimes( whole, every );
	}
	wfDestroyCrowd( whole );
	free( hashes );
}

TEST( SplitRunsOfWalkersEqualTheWhole )
{
	wfWorld* world = makeBusyRoom();
	splitRun( world, false, true, 200, 7 );
	wfDestroyWorld( world );
}

TEST( SplitRunsOfFarPlansEqualTheWhole )
{
	wfWorld* world = makeBusyRoom();
	splitRun( world, true, true, 160, 11 );
	wfDestroyWorld( world );
}

// All come from sources: a fresh crowd has nobody on foot yet.
TEST( SplitRunsOfComersEqualTheWhole )
{
	wfWorld* world = makeBusyRoom();
	splitRun( world, false, false, 200, 23 );
	wfDestroyWorld( world );
}

TEST( DamagedWalkersAreRefused )
{
	wfWorld* world = makeBusyRoom();
	wfCrowd* crowd = makeBusyFeet( world, false, true );
	tickTimes( crowd, 60 );
	size_t size;
	uint8_t* bytes = saveCrowd( crowd, &size );
	uint64_t hash = wfCrowd_GetHash( crowd );
	for ( size_t place = 0; place < size; place += 1009 )
	{
		bytes[place] ^= 0x24;
		CHECK_EQUAL( wfCrowd_Restore( crowd, bytes, size, NULL ), wf_badFormat );
		bytes[place] ^= 0x24;
	}
	for ( size_t part = 1; part < 20; ++part )
	{
		CHECK_EQUAL( wfCrowd_Restore( crowd, bytes, size * part / 20, NULL ), wf_badFormat );
	}
	CHECK( wfCrowd_GetHash( crowd ) == hash );
	// Another gait is another crowd.
	wfCrowd* other = makeBusyFeet( world, true, true );
	wfError error = { 0 };
	CHECK_EQUAL( wfCrowd_Restore( other, bytes, size, &error ), wf_badFormat );
	CHECK( strstr( error.message, "another crowd" ) != NULL );
	wfDestroyCrowd( other );
	CHECK_EQUAL( wfCrowd_Restore( crowd, bytes, size, NULL ), wf_ok );
	CHECK( wfCrowd_GetHash( crowd ) == hash );
	free( bytes );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Any bytes at any place, with the hash put right: refused, or harmless.
TEST( ForgedWalkersHarmNothing )
{
	wfWorld* world = makeBusyRoom();
	wfCrowd* crowd = makeBusyFeet( world, false, true );
	tickTimes( crowd, 60 );
	size_t size;
	uint8_t *bytes = saveCrowd( crowd, &size ), *forged = malloc( size );
	int32_t refused = 0, taken = 0;
	const double extremes[] = { 1e300, -1e300, 1e-300, -1.0, 0.0, 9e8 };
	for ( int32_t k = 0; k < 480; ++k )
	{
		memcpy( forged, bytes, size );
		size_t place = STATE_BEGIN + (size_t)( wfRandomUnit( 9, 1, (uint64_t)k ) * (double)( size - STATE_BEGIN - 8 ) ) / 4 * 4;
		uint64_t noise = wfRandomBits( 9, 2, (uint64_t)k );
		if ( k % 4 == 0 )
		{
			memcpy( forged + place / 8 * 8, &extremes[k / 4 % 6], 8 );
		}
		else
		{
			memcpy( forged + place, &noise, k % 4 == 1 ? 8 : k % 4 == 2 ? 4 : 1 );
		}
		putHashRight( forged, size );
		bool isTaken = wfCrowd_Restore( crowd, forged, size, NULL ) == wf_ok;
		refused += isTaken ? 0 : 1;
		taken += isTaken ? 1 : 0;
		for ( int32_t tick = 0; tick < 3 && isTaken; ++tick )
		{
			(void)wfCrowd_Tick( crowd, NULL );
			wfAgentId ids[64];
			wfFootstep steps[32];
			int32_t count = wfCrowd_GetAgentIds( crowd, ids, 64 );
			for ( int32_t n = 0; n < count && n < 64; ++n )
			{
				CHECK( wfCrowd_GetFootstepPlan( crowd, ids[n], steps, 32, NULL ) >= 0 );
			}
		}
	}
	CHECK( refused > 20 && taken > 20 );
	CHECK_EQUAL( wfCrowd_Restore( crowd, bytes, size, NULL ), wf_ok );
	free( forged );
	free( bytes );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// ------------------------------------------------------------------------------------------------------------------ memory

static wfResult runShortly( wfWorld* world, wfCrowd** crowd )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	wfGroundDef ground = wfMakePlaneGround( world );
	wfResult result = wfCreateCrowd( &ground, &def, crowd, NULL );
	wfGaitDef gait = wfDefaultGaitDef();
	wfGaitId feet = { 0 };
	result = result == wf_ok ? wfCrowd_AddGait( *crowd, &gait, &feet, NULL ) : result;
	wfStop stop = pointStop( 5.0, 2.0 );
	for ( int32_t k = 0; k < 3 && result == wf_ok; ++k )
	{
		wfAgentDef agent = wfDefaultAgentDef();
		agent.position = ( wfVec3 ){ 1.0, 1.0 + k, 0.0 };
		agent.stops = &stop;
		agent.stopCount = 1;
		agent.gait = k < 2 ? feet : ( wfGaitId ){ 0 };
		result = wfCrowd_AddAgent( *crowd, &agent, NULL, NULL );
	}
	return tickOrDestroy( crowd, result, 8 );
}

TEST( WalkersSurviveWithoutMemory )
{
	wfWorld* world = makeRoom( 6.0, 4.0 );
	wfCrowd* crowd = NULL;
	// The world keeps what was reckoned for it.
	CHECK_EQUAL( runShortly( world, &crowd ), wf_ok );
	uint64_t hash = wfCrowd_GetHash( crowd );
	wfDestroyCrowd( crowd );
	TEST_EVERY_ALLOCATION( runShortly( world, &crowd ), CHECK( wfCrowd_GetHash( crowd ) == hash ); wfDestroyCrowd( crowd ) );
	wfDestroyWorld( world );
}

TEST( WalkersAreRestoredWithoutMemory )
{
	wfWorld* world = makeRoom( 9.0, 4.0 );
	addBox( world, 4.0, 1.5, 4.6, 2.4 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGaitDef gait = wfDefaultGaitDef();
	wfGaitId feet = addGait( crowd, &gait );
	for ( int32_t k = 0; k < 4; ++k )
	{
		addWalker( crowd, k < 3 ? feet : ( wfGaitId ){ 0 }, ( wfVec2 ){ 1.0, 0.5 + 0.9 * k }, 0.0, ( wfVec2 ){ 8.0, 2.0 } );
	}
	tickTimes( crowd, 15 );
	size_t size;
	uint8_t* bytes = saveCrowd( crowd, &size );
	checkRestoreWithoutMemory( crowd, bytes, size );
	free( bytes );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// After the first ticks nothing is asked for any more.
TEST( WalkingAllocatesNothing )
{
	wfWorld* world = makeRoom( 14.0, 6.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGaitDef gait = wfDefaultGaitDef();
	wfGaitId feet = addGait( crowd, &gait );
	for ( int32_t k = 0; k < 6; ++k )
	{
		double x = k % 2 == 0 ? 1.0 : 13.0;
		addWalker( crowd, feet, ( wfVec2 ){ x, 1.0 + 0.7 * k }, 0.0, ( wfVec2 ){ 14.0 - x, 1.0 + 0.7 * k } );
	}
	tickTimes( crowd, 3 );
	testResetAllocator();
	tickTimes( crowd, 40 );
	CHECK_EQUAL( testAllocationCount(), 0 );
	CHECK( wfCrowd_GetFootstepStats( crowd ).plans > 20 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

void runWalkerCheckpointTests( int argc, char** argv )
{
	RUN( SplitRunsOfWalkersEqualTheWhole );
	RUN( SplitRunsOfFarPlansEqualTheWhole );
	RUN( SplitRunsOfComersEqualTheWhole );
	RUN( DamagedWalkersAreRefused );
	RUN( ForgedWalkersHarmNothing );
	RUN( WalkersSurviveWithoutMemory );
	RUN( WalkersAreRestoredWithoutMemory );
	RUN( WalkingAllocatesNothing );
}
