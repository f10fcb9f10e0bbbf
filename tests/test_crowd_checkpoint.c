// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Saved and restored crowds go on as the others did, to the bit.
#include "test_crowd.h"

#include <stdlib.h>
#include <string.h>

// Everything at once: a queue, sources, sinks, behaviours, several sizes, a route closed by people who stand, a narrow passage.
static wfWorld* makeBusyWorld( void )
{
	wfWorld* world = makeRoom( 24.0, 14.0 );
	addBox( world, 6.0, 3.0, 16.0, 10.0 );
	addBox( world, 18.0, 0.0, 18.3, 4.9 );
	addBox( world, 18.0, 5.95, 18.3, 14.0 );
	addGoalBox( world, 22.0, 0.0, 24.0, 14.0 );
	return world;
}

static wfCrowd* makeBusyCrowd( wfWorld* world, uint64_t seed )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.seed = seed;
	def.standSeconds = 2.0;
	wfCrowd* crowd = makeCrowdFrom( world, &def );
	wfGoalId goal;
	CHECK_EQUAL( wfWorld_GetGoalIds( world, &goal, 1 ), 1 );
	const wfVec3 line[3] = { { 5.0, 12.0, 0.0 }, { 3.0, 12.0, 0.0 }, { 3.0, 9.0, 0.0 } };
	wfQueueDef queue = wfDefaultQueueDef();
	queue.line = line;
	queue.lineCount = 3;
	queue.serviceSeconds = 2.5;
	wfQueueId queueId;
	CHECK( wfCrowd_AddQueue( crowd, &queue, &queueId, NULL ) == wf_ok );
	wfBehaviorDef behavior = wfDefaultBehaviorDef();
	behavior.kind = wf_randomBehavior;
	behavior.epsilon = 0.6;
	behavior.holdSeconds[0] = 0.5;
	behavior.holdSeconds[1] = 3.0;
	wfBehaviorId behaviorId;
	CHECK( wfCrowd_AddBehavior( crowd, &behavior, &behaviorId, NULL ) == wf_ok );
	wfStyleDef style = wfDefaultStyleDef( wf_defaultPreset );
	style.yielding = false;
	wfStyleId guardStyle;
	CHECK( wfCrowd_AddStyle( crowd, &style, &guardStyle, NULL ) == wf_ok );

	const wfStop stops[2] = { queueStop( queueId ), goalStop( goal ) };
	const wfVec2 region[4] = { { 0.5, 0.5 }, { 5.0, 0.5 }, { 5.0, 6.0 }, { 0.5, 6.0 } };
	wfSourceDef source = wfDefaultSourceDef();
	source.region = region;
	source.regionCount = 4;
	source.rate = 1.0;
	source.random = true;
	source.count = 14;
	source.agent.stops = stops;
	source.agent.stopCount = 2;
	source.agent.behavior = behaviorId;
	source.radius = ( wfDistribution ){ .kind = wf_uniformNumber, .lower = 0.21, .upper = 0.29 };
	wfSourceId sourceId;
	CHECK( wfCrowd_AddSource( crowd, &source, &sourceId, NULL ) == wf_ok );
	source.agent.stops = &stops[1];
	source.agent.stopCount = 1;
	source.rate = 0.7;
	CHECK( wfCrowd_AddSource( crowd, &source, &sourceId, NULL ) == wf_ok );
	const wfVec2 ring[3] = { { 20.0, 12.0 }, { 21.0, 12.0 }, { 21.0, 13.0 } };
	wfSinkDef sink = wfDefaultSinkDef();
	sink.region = ring;
	sink.regionCount = 3;
	CHECK( wfCrowd_AddSink( crowd, &sink, NULL ) == wf_ok );

	wfAgentDef guard = wfDefaultAgentDef();
	guard.style = guardStyle;
	for ( int32_t k = 0; k < 5; ++k )
	{
		guard.position = ( wfVec3 ){ 11.0, 0.3 + 0.6 * k, 0.0 };
		CHECK( wfCrowd_AddAgent( crowd, &guard, NULL, NULL ) == wf_ok );
	}
	for ( int32_t k = 0; k < 6; ++k )
	{
		addAgentOfSize( crowd, 20.0, 2.0 + 1.5 * k, 0.25, 1.2, pointStop( 2.0, 2.0 + k ) );
	}
	return crowd;
}

TEST( ASplitRunEqualsTheWhole )
{
	wfWorld* world = makeBusyWorld();
	wfCrowd* whole = makeBusyCrowd( world, 3 );
	// Before the first tick, early, with marks in force, late.
	const int32_t splits[4] = { 0, 7, 43, 90 };
	int32_t at = 0;
	for ( int32_t k = 0; k < 4; ++k )
	{
		tickTimes( whole, splits[k] - at );
		at = splits[k];
		size_t size;
		void* bytes = saveCrowd( whole, &size );
		uint64_t hash = wfCrowd_GetHash( whole );
		wfCrowd* part = makeBusyCrowd( world, 3 );
		tickTimes( part, k == 2 ? 20 : 0 );
		wfError error = { 0 };
		if ( !CHECK( wfCrowd_Restore( part, bytes, size, &error ) == wf_ok ) )
		{
			CHECK_STRING( error.message, "" );
		}
		CHECK( wfCrowd_GetHash( part ) == hash );
		CHECK_NEAR( wfCrowd_GetTime( part ), wfCrowd_GetTime( whole ), 0.0 );
		CHECK_EQUAL( wfCrowd_GetArrivedCount( part ), wfCrowd_GetArrivedCount( whole ) );
		// Saved again it is the same.
		size_t sizeAgain;
		void* again = saveCrowd( part, &sizeAgain );
		CHECK( sizeAgain == size && memcmp( again, bytes, size ) == 0 );
		free( again );
		// The whole goes on from here as well: compare at the end of both.
		wfCrowd* other = makeBusyCrowd( world, 3 );
		tickTimes( other, at + 60 );
		tickTimes( part, 60 );
		CHECK( wfCrowd_GetHash( part ) == wfCrowd_GetHash( other ) );
		CHECK_EQUAL( wfCrowd_GetAgentCount( part ), wfCrowd_GetAgentCount( other ) );
		wfDestroyCrowd( other );
		wfDestroyCrowd( part );
		free( bytes );
	}
	CHECK( wfCrowd_GetTotalCount( whole ) > 20 );
	wfDestroyCrowd( whole );
	wfDestroyWorld( world );
}

// A wall with a door is built, somebody's order turns out bad, and the state is saved before the passages were looked for again.
TEST( PassagesAreFoundAgainAfterAPreparationThatFailed )
{
	wfWorld* world = makeRoom( 20.0, 8.0 );
	addBox( world, 5.0, 3.0, 6.0, 5.0 ); // nobody walks straight to the stop, so there is a grid
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.badStop = wf_standRemedy;
	wfCrowd* crowd = makeCrowdFrom( world, &def );
	addAgentOfSize( crowd, 3.0, 4.0, 0.25, 1.3, pointStop( 17.0, 4.0 ) );
	addAgentOfSize( crowd, 17.0, 4.5, 0.25, 1.3, pointStop( 3.0, 4.5 ) );
	tickTimes( crowd, 2 );
	CHECK_EQUAL( wfCrowd_GetPassages( crowd, NULL, 0 ), 0 );
	addBox( world, 9.0, 0.0, 11.0, 3.6 );
	addBox( world, 9.0, 4.6, 11.0, 8.0 );
	addAgentOfSize( crowd, 3.0, 2.0, 0.25, 1.3, pointStop( 10.0, 1.0 ) );
	CHECK( wfCrowd_Prepare( crowd, NULL, NULL, NULL ) != wf_ok );
	checkSameFuture( crowd, 30 );
	CHECK_EQUAL( wfCrowd_GetPassages( crowd, NULL, 0 ), 1 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( StatesOfOthersAndDamagedOnesAreRefused )
{
	wfWorld* world = makeBusyWorld();
	wfCrowd* crowd = makeBusyCrowd( world, 3 );
	wfCrowd* other = makeBusyCrowd( world, 4 );
	tickTimes( crowd, 30 );
	size_t size;
	uint8_t* bytes = saveCrowd( crowd, &size );
	wfError error = { 0 };
	CHECK( wfCrowd_Restore( other, bytes, size, &error ) == wf_badFormat );
	CHECK( strstr( error.message, "another crowd" ) != NULL );
	uint64_t hash = wfCrowd_GetHash( crowd );
	for ( size_t place = 0; place < size; place += place < 200 ? 1 : 997 )
	{
		bytes[place] ^= 0x5A;
		CHECK( wfCrowd_Restore( crowd, bytes, size, &error ) == wf_badFormat );
		bytes[place] ^= 0x5A;
	}
	const size_t sizes[5] = { 0, 8, 39, 100, size - 1 };
	for ( int32_t k = 0; k < 5; ++k )
	{
		CHECK( wfCrowd_Restore( crowd, bytes, sizes[k], &error ) == wf_badFormat );
	}
	CHECK( wfCrowd_Restore( crowd, NULL, 0, &error ) == wf_badFormat );
	CHECK( wfCrowd_GetHash( crowd ) == hash );
	CHECK( wfCrowd_Restore( crowd, bytes, size, &error ) == wf_ok );
	CHECK( wfCrowd_GetHash( crowd ) == hash );
	free( bytes );
	wfDestroyCrowd( crowd );
	wfDestroyCrowd( other );
	wfDestroyWorld( world );
}

static wfCrowd* makeCircle( wfWorld* world, int32_t count, double speed )
{
	wfCrowd* crowd = makeCrowd( world, NULL );
	for ( int32_t k = 0; k < count; ++k )
	{
		addAgentOfSize( crowd, 1.0, 1.0 + k, 0.25, speed, pointStop( 11.0, 1.0 + k ) );
	}
	return crowd;
}

// A state knows the agents that were there at the start: in a crowd of others it has no place. Who came later is part of it.
TEST( StatesOfCrowdsWithOtherAgentsAreRefused )
{
	wfWorld* world = makeRoom( 12.0, 12.0 );
	wfCrowd* five = makeCircle( world, 5, 1.3 );
	wfCrowd* again = makeCircle( world, 5, 1.3 );
	wfCrowd* others[4] = { makeCircle( world, 4, 1.3 ), makeCircle( world, 6, 1.3 ), makeCircle( world, 5, 1.2 ),
						   makeCircle( world, 6, 1.3 ) };
	wfAgentId ids[6];
	CHECK_EQUAL( wfCrowd_GetAgentIds( others[3], ids, 6 ), 6 );
	CHECK( wfCrowd_RemoveAgent( others[3], ids[0] ) == wf_ok );
	tickTimes( five, 5 );
	addAgentOfSize( five, 1.0, 9.0, 0.25, 1.3, pointStop( 11.0, 9.0 ) );
	tickTimes( five, 5 );
	size_t size;
	uint8_t* bytes = saveCrowd( five, &size );
	for ( int32_t k = 0; k < 4; ++k )
	{
		wfError error = { 0 };
		uint64_t hash = wfCrowd_GetHash( others[k] );
		CHECK( wfCrowd_Restore( others[k], bytes, size, &error ) == wf_badFormat );
		CHECK( strstr( error.message, "another crowd" ) != NULL );
		CHECK( wfCrowd_GetHash( others[k] ) == hash );
		wfDestroyCrowd( others[k] );
	}
	CHECK( wfCrowd_Restore( again, bytes, size, NULL ) == wf_ok );
	CHECK_EQUAL( wfCrowd_GetAgentCount( again ), 6 );
	// And once more from the state of the restored one.
	addAgentOfSize( again, 1.0, 10.0, 0.25, 1.3, pointStop( 11.0, 10.0 ) );
	tickTimes( again, 3 );
	free( bytes );
	bytes = saveCrowd( again, &size );
	CHECK( wfCrowd_Restore( five, bytes, size, NULL ) == wf_ok );
	CHECK( wfCrowd_GetHash( five ) == wfCrowd_GetHash( again ) );
	free( bytes );
	wfDestroyCrowd( again );
	wfDestroyCrowd( five );
	wfDestroyWorld( world );
}

// Damage that a hash does not show, as a forger would make it: any byte of the content, with the hash put right.
TEST( ForgedStatesHarmNothing )
{
	wfWorld* world = makeBusyWorld();
	wfCrowd* crowd = makeBusyCrowd( world, 3 );
	tickTimes( crowd, 40 );
	size_t size;
	uint8_t* bytes = saveCrowd( crowd, &size );
	uint8_t* forged = malloc( size );
	int32_t refused = 0, taken = 0;
	for ( int32_t k = 0; k < 120; ++k )
	{
		memcpy( forged, bytes, size );
		size_t place =
			STATE_BEGIN + (size_t)( wfRandomUnit( 5, 1, (uint64_t)k ) * (double)( k % 2 == 0 ? 700 : size - STATE_BEGIN - 8 ) );
		uint64_t noise = wfRandomBits( 5, 2, (uint64_t)k );
		memcpy( forged + place, &noise, k % 3 == 0 ? 8 : 1 );
		putHashRight( forged, size );
		wfResult result = wfCrowd_Restore( crowd, forged, size, NULL );
		refused += result != wf_ok ? 1 : 0;
		taken += result == wf_ok ? 1 : 0;
		if ( result == wf_ok && k % 8 == 0 )
		{
			wfCrowd_Tick( crowd, NULL );
			wfCrowd_Tick( crowd, NULL );
		}
	}
	CHECK( refused > 10 && taken > 10 );
	CHECK( wfCrowd_Restore( crowd, bytes, size, NULL ) == wf_ok );
	free( forged );
	free( bytes );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Memory that runs out leaves the crowd as it was. What a failed try took is given back at the end, or the harness complains.
TEST( RestoringWithoutMemoryChangesNothing )
{
	wfWorld* world = makeRoom( 8.0, 6.0 );
	addBox( world, 3.0, 2.0, 4.0, 4.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	addAgentOfSize( crowd, 1.0, 3.0, 0.25, 1.3, pointStop( 7.0, 3.0 ) );
	tickTimes( crowd, 5 );
	size_t size;
	void* bytes = saveCrowd( crowd, &size );
	checkRestoreWithoutMemory( crowd, bytes, size );
	runSafely( crowd, 30.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 1 );
	free( bytes );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Memory that is gone for good while a crowd with queues and sources is restored.
TEST( RestoringQueuesWithoutMemoryChangesNothing )
{
	wfWorld* world = makeRoom( 20.0, 10.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	const wfVec3 line[2] = { { 10.0, 5.0, 0.0 }, { 15.0, 5.0, 0.0 } };
	wfQueueDef def = wfDefaultQueueDef();
	def.line = line;
	def.lineCount = 2;
	wfQueueId queue;
	CHECK( wfCrowd_AddQueue( crowd, &def, &queue, NULL ) == wf_ok );
	const wfVec2 region[3] = { { 1.0, 1.0 }, { 3.0, 1.0 }, { 1.0, 3.0 } };
	wfSourceDef source = wfDefaultSourceDef();
	source.region = region;
	source.regionCount = 3;
	wfSourceId sourceId;
	CHECK( wfCrowd_AddSource( crowd, &source, &sourceId, NULL ) == wf_ok );
	addAgentOfSize( crowd, 12.0, 6.0, 0.25, 1.3, queueStop( queue ) );
	tickTimes( crowd, 3 );
	size_t size, bytesBefore = wfGetByteCount();
	void* bytes = saveCrowd( crowd, &size );
	uint64_t hash = wfCrowd_GetHash( crowd );
	wfResult result = wf_outOfMemory;
	int32_t failures = 0;
	for ( int64_t n = 1; result == wf_outOfMemory; ++n )
	{
		testFailAllocationsFrom( n );
		result = wfCrowd_Restore( crowd, bytes, size, NULL );
		testResetAllocator();
		failures += result != wf_ok ? 1 : 0;
		CHECK( wfCrowd_GetHash( crowd ) == hash );
		CHECK( result == wf_ok || wfGetByteCount() == bytesBefore );
	}
	CHECK( result == wf_ok && failures > 4 );
	free( bytes );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( HashesTellStopsApart )
{
	wfWorld* world = makeRoom( 40.0, 20.0 );
	uint64_t hashes[2];
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfCrowd* crowd = makeCrowd( world, NULL );
		const wfStop stops[2] = { pointStop( 20.0, 10.0 ), pointStop( 30.0, k == 0 ? 10.0 : 15.0 ) };
		addAgent( crowd, 10.0, 10.0, stops, 2 );
		tickTimes( crowd, 1 );
		hashes[k] = wfCrowd_GetHash( crowd );
		wfDestroyCrowd( crowd );
	}
	CHECK( hashes[0] != hashes[1] );
	wfDestroyWorld( world );
}

// Two crowds that are alike now have different hashes when somebody who has left was elsewhere.
TEST( HashesTellThePastApart )
{
	wfWorld* world = makeRoom( 40.0, 20.0 );
	uint64_t hashes[3];
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfCrowd* crowd = makeCrowd( world, NULL );
		addAgentOfSize( crowd, 5.0, 10.0, 0.25, 1.3, pointStop( 8.0, 10.0 ) );
		wfAgentId gone = addAgent( crowd, k == 0 ? 35.0 : 36.0, 10.0, NULL, 0 );
		tickTimes( crowd, 3 );
		CHECK( wfCrowd_RemoveAgent( crowd, gone ) == wf_ok );
		tickTimes( crowd, 1 );
		hashes[k] = wfCrowd_GetHash( crowd );
		wfDestroyCrowd( crowd );
	}
	CHECK( hashes[0] != hashes[1] );
	CHECK( hashes[1] == hashes[2] );
	wfDestroyWorld( world );
}

void runCheckpointTests( int argc, char** argv )
{
	RUN( ASplitRunEqualsTheWhole );
	RUN( PassagesAreFoundAgainAfterAPreparationThatFailed );
	RUN( StatesOfOthersAndDamagedOnesAreRefused );
	RUN( StatesOfCrowdsWithOtherAgentsAreRefused );
	RUN( ForgedStatesHarmNothing );
	RUN( RestoringWithoutMemoryChangesNothing );
	RUN( HashesTellThePastApart );
	RUN( HashesTellStopsApart );
	RUN( RestoringQueuesWithoutMemoryChangesNothing );
}
