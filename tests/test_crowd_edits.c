// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What happens seldom: many who join a queue at once, behaviours that change on the way, goals that edits cover, checkpoints
// between an edit and the next step.
#include "crowd/kernels.h"
#include "test_crowd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void* save( const wfCrowd* crowd, size_t* size )
{
	*size = wfCrowd_Save( crowd, NULL, 0 );
	void* bytes = malloc( *size );
	CHECK( bytes != NULL && wfCrowd_Save( crowd, bytes, *size ) == *size );
	return bytes;
}

// Goes back to a saved state of the same crowd.
static bool restore( wfCrowd* crowd, const void* bytes, size_t size )
{
	wfError error = { 0 };
	bool restored = CHECK( wfCrowd_Restore( crowd, bytes, size, &error ) == wf_ok );
	if ( !restored )
	{
		CHECK_STRING( error.message, "" );
	}
	return restored;
}

// Does the crowd go on in the same way after it was taken back to the present?
static void checkSameFuture( wfCrowd* crowd, int32_t steps )
{
	size_t size;
	void* bytes = save( crowd, &size );
	stepTimes( crowd, steps );
	uint64_t hash = wfCrowd_GetHash( crowd );
	if ( restore( crowd, bytes, size ) )
	{
		stepTimes( crowd, steps );
		CHECK( wfCrowd_GetHash( crowd ) == hash );
	}
	free( bytes );
}

// Who arrives at a point goes on to the queue in the same step and may have a place at once: forty do.
TEST( ManyJoinAQueueAtOnce )
{
	wfWorld* world = makeRoom( 60.0, 60.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	const wfVec2 line[2] = { { 30.0, 30.0 }, { 50.0, 30.0 } };
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
	stepTimes( crowd, 60 );
	CHECK_EQUAL( wfCrowd_GetAgentCount( crowd ), 40 );
	checkSameFuture( crowd, 5 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Memory that is gone for good while a crowd with queues and sources is restored.
TEST( RestoringQueuesWithoutMemory )
{
	wfWorld* world = makeRoom( 20.0, 10.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	const wfVec2 line[2] = { { 10.0, 5.0 }, { 15.0, 5.0 } };
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
	stepTimes( crowd, 3 );
	size_t size, bytesBefore = wfGetByteCount();
	void* bytes = save( crowd, &size );
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

// Some queue before a door when the wall beside it is taken away: there is no door any more to queue for.
TEST( GatesVanishWhileSomeQueue )
{
	wfWorld* world = makeRoom( 30.0, 20.0 );
	addBox( world, 14.8, 0.0, 15.2, 9.2 );
	wfShapeId upper = addBox( world, 14.8, 10.4, 15.2, 20.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	for ( int32_t k = 0; k < 48; ++k )
	{
		addAgentOfSize( crowd, 9.0 + 0.8 * ( k % 6 ), 6.5 + 0.8 * ( k / 6 ), 0.25, 1.3,
						pointStop( 26.0, 6.0 + 0.8 * ( k / 6 ) ) );
	}
	stepTimes( crowd, 40 );
	CHECK( wfCrowd_GetPassages( crowd, NULL, 0 ) > 0 );
	CHECK( wfWorld_RemoveShape( world, upper ) == wf_ok );
	stepTimes( crowd, 1 );
	CHECK_EQUAL( wfCrowd_GetPassages( crowd, NULL, 0 ), 0 );
	checkSameFuture( crowd, 10 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

static wfBehaviorVector pullNorth( const wfBehaviorView* view, void* context )
{
	(void)view;
	*(int32_t*)context += 1;
	return ( wfBehaviorVector ){ { 0.0, 1.0, 0.0 }, 1.0 };
}

// A function of the host that comes into force on the way: it is asked from then on, at every step, and what it says counts.
TEST( CustomStagesBeginOnTheWay )
{
	wfWorld* world = makeRoom( 60.0, 60.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	int32_t calls = 0;
	wfBehaviorDef custom = wfDefaultBehaviorDef();
	custom.kind = wf_customBehavior;
	custom.function = pullNorth;
	custom.context = &calls;
	wfAgentDef agent = wfDefaultAgentDef();
	wfBehaviorId customId, scheduleId;
	CHECK( wfCrowd_AddBehavior( crowd, &custom, &customId, NULL ) == wf_ok );
	wfBehaviorDef schedule = wfDefaultBehaviorDef();
	schedule.kind = wf_scheduledBehavior;
	schedule.stageCount = 1;
	schedule.stages[0] = ( wfStage ){ .kind = wf_fromFraction, .from = 0.3, .behavior = customId };
	CHECK( wfCrowd_AddBehavior( crowd, &schedule, &scheduleId, NULL ) == wf_ok );
	const wfStop stop = pointStop( 50.0, 30.0 );
	agent.position = ( wfVec3 ){ 10.0, 30.0, 0.0 };
	agent.stops = &stop;
	agent.stopCount = 1;
	agent.behavior = scheduleId;
	wfAgentId id;
	CHECK( wfCrowd_AddAgent( crowd, &agent, &id, NULL ) == wf_ok );
	static wfLocalMap map;
	stepTimes( crowd, 10 );
	CHECK_EQUAL( calls, 0 );
	CHECK( wfCrowd_GetLocalMap( crowd, id, &map ) == wf_ok );
	CHECK_NEAR( map.behavior.epsilon, 0.0, 0.0 );
	stepTimes( crowd, 60 );
	CHECK( wfCrowd_GetAgent( crowd, id ).position.x > 23.0 );
	int32_t before = calls;
	CHECK( before > 0 && before < 60 );
	stepTimes( crowd, 5 );
	CHECK_EQUAL( calls, before + 5 );
	CHECK( wfCrowd_GetLocalMap( crowd, id, &map ) == wf_ok );
	CHECK_NEAR( map.behavior.epsilon, 1.0, 0.0 );
	CHECK_NEAR( map.behavior.v.y, 1.0, 0.0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Who is followed leaves: those aimed at it go on without.
TEST( AimsAtAgentsThatLeave )
{
	wfWorld* world = makeRoom( 30.0, 30.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfAgentId leader = addAgentOfSize( crowd, 5.0, 25.0, 0.25, 1.3, pointStop( 28.0, 25.0 ) );
	wfBehaviorDef toward = wfDefaultBehaviorDef();
	toward.kind = wf_towardBehavior;
	toward.target = wf_agentTarget;
	toward.agent = leader;
	toward.epsilon = 1.0;
	wfBehaviorId behavior;
	CHECK( wfCrowd_AddBehavior( crowd, &toward, &behavior, NULL ) == wf_ok );
	wfAgentId id = addAgentOfSize( crowd, 5.0, 5.0, 0.25, 1.3, pointStop( 28.0, 5.0 ) );
	CHECK( wfCrowd_SetBehavior( crowd, id, behavior, ( wfBehaviorId ){ 0 } ) == wf_ok );
	static wfLocalMap map;
	stepTimes( crowd, 2 );
	CHECK( wfCrowd_GetLocalMap( crowd, id, &map ) == wf_ok );
	CHECK( map.behavior.v.y > 0.9 );
	CHECK( wfCrowd_RemoveAgent( crowd, leader ) == wf_ok );
	CHECK( wfCrowd_GetLocalMap( crowd, id, &map ) == wf_ok );
	CHECK_NEAR( map.behavior.epsilon, 0.0, 0.0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// A box falls onto the point one walks to, straight, and is taken away again.
TEST( CoveredPointsAreWaitedFor )
{
	wfWorld* world = makeRoom( 40.0, 20.0 );
	addBox( world, 4.0, 4.0, 6.0, 6.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfAgentId id = addAgentOfSize( crowd, 10.0, 10.0, 0.25, 1.3, pointStop( 30.0, 10.0 ) );
	addAgentOfSize( crowd, 10.0, 15.0, 0.25, 1.3, pointStop( 30.0, 15.0 ) );
	stepTimes( crowd, 5 );
	wfShapeId box = addBox( world, 28.0, 8.0, 32.0, 12.0 );
	stepTimes( crowd, 10 );
	checkSameFuture( crowd, 70 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 1 );
	CHECK( wfCrowd_GetAgent( crowd, id ).position.x < 20.0 );
	CHECK( wfWorld_RemoveShape( world, box ) == wf_ok );
	runSafely( crowd, 60.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 2 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// The same with a goal of the world: saved while it is covered, and opened again in both.
TEST( CoveredGoalsAreSaved )
{
	wfWorld* world = makeRoom( 40.0, 20.0 );
	addBox( world, 4.0, 4.0, 6.0, 6.0 );
	wfGoalId goal = addGoalBox( world, 29.0, 9.0, 31.0, 11.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfAgentId id = addAgentOfSize( crowd, 10.0, 10.0, 0.25, 1.3, goalStop( goal ) );
	stepTimes( crowd, 5 );
	wfShapeId box = addBox( world, 28.0, 8.0, 32.0, 12.0 );
	stepTimes( crowd, 5 );
	checkSameFuture( crowd, 30 );
	CHECK( wfCrowd_GetAgent( crowd, id ).position.x < 20.0 );
	CHECK( wfWorld_RemoveShape( world, box ) == wf_ok );
	// With the edit not followed yet.
	checkSameFuture( crowd, 30 );
	CHECK( wfCrowd_GetAgent( crowd, id ).position.x > 15.0 );
	runSafely( crowd, 60.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 1 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( EditsAreFollowedAfterRestoring )
{
	wfWorld* world = makeRoom( 40.0, 20.0 );
	addBox( world, 4.0, 4.0, 6.0, 6.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	for ( int32_t k = 0; k < 7; ++k )
	{
		addAgentOfSize( crowd, 10.0, 5.0 + 1.5 * k, 0.25, 1.3, pointStop( 30.0, 5.0 + 1.5 * k ) );
	}
	stepTimes( crowd, 10 );
	addBox( world, 19.8, 3.0, 20.2, 17.0 );
	addBox( world, 19.8, 0.0, 20.2, 2.0 );
	uint64_t hash = wfCrowd_GetHash( crowd );
	size_t size;
	void* bytes = save( crowd, &size );
	CHECK( restore( crowd, bytes, size ) );
	CHECK( wfCrowd_GetHash( crowd ) == hash );
	free( bytes );
	checkSameFuture( crowd, 40 );
	CHECK( wfCrowd_GetPassages( crowd, NULL, 0 ) > 0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// A goal that is gone and that nobody walks to any more is no reason to refuse a state.
TEST( RemovedGoalsNobodyUses )
{
	wfWorld* world = makeRoom( 40.0, 20.0 );
	addBox( world, 4.0, 4.0, 6.0, 6.0 );
	wfGoalId goal = addGoalBox( world, 29.0, 9.0, 31.0, 11.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfAgentId id = addAgentOfSize( crowd, 10.0, 10.0, 0.25, 1.3, goalStop( goal ) );
	stepTimes( crowd, 3 );
	const wfStop stop = pointStop( 20.0, 10.0 );
	CHECK( wfCrowd_SetStops( crowd, id, &stop, 1, NULL ) == wf_ok );
	CHECK( wfWorld_RemoveGoal( world, goal ) == wf_ok );
	stepTimes( crowd, 1 );
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
	stepTimes( crowd, 50 );
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

// A door closes between a source and where its people go: nobody comes in, and no step fails.
TEST( SourcesWaitForDoors )
{
	wfWorld* world = makeRoom( 20.0, 10.0 );
	addBox( world, 9.8, 0.0, 10.2, 4.0 );
	addBox( world, 9.8, 6.0, 10.2, 10.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	const wfVec2 region[4] = { { 1.0, 1.0 }, { 5.0, 1.0 }, { 5.0, 9.0 }, { 1.0, 9.0 } };
	const wfStop stop = pointStop( 18.0, 5.0 );
	wfSourceDef source = wfDefaultSourceDef();
	source.region = region;
	source.regionCount = 4;
	source.rate = 1.0;
	source.count = 6;
	source.agent.stops = &stop;
	source.agent.stopCount = 1;
	wfSourceId id;
	CHECK( wfCrowd_AddSource( crowd, &source, &id, NULL ) == wf_ok );
	stepTimes( crowd, 5 );
	int64_t before = wfCrowd_GetTotalCount( crowd );
	wfShapeId door = addBox( world, 9.8, 4.0, 10.2, 6.0 );
	stepTimes( crowd, 30 );
	CHECK_EQUAL( wfCrowd_GetTotalCount( crowd ), before );
	CHECK( wfWorld_RemoveShape( world, door ) == wf_ok );
	runSafely( crowd, 90.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 6 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// In a world without walls: at the border there is a place to arrive at, beyond it there is none.
TEST( StopsAtTheBorder )
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

// The first style that takes turns comes while all walk.
TEST( StylesAddedOnTheWay )
{
	wfWorld* world = makeRoom( 30.0, 20.0 );
	addBox( world, 14.8, 0.0, 15.2, 9.2 );
	addBox( world, 14.8, 10.4, 15.2, 20.0 );
	wfCrowdDef def = wfDefaultCrowdDef( wf_classicPreset );
	wfCrowd* crowd = makeCrowdFrom( world, &def );
	wfAgentId ids[2] = { addAgentOfSize( crowd, 5.0, 9.8, 0.25, 1.3, pointStop( 26.0, 10.0 ) ),
						 addAgentOfSize( crowd, 25.0, 9.8, 0.25, 1.3, pointStop( 4.0, 10.0 ) ) };
	stepTimes( crowd, 3 );
	CHECK_EQUAL( wfCrowd_GetPassages( crowd, NULL, 0 ), 0 );
	wfStyleDef style = wfDefaultStyleDef( wf_defaultPreset );
	wfStyleId id;
	CHECK( wfCrowd_AddStyle( crowd, &style, &id, NULL ) == wf_ok );
	CHECK( wfCrowd_SetStyle( crowd, ids[0], id ) == wf_ok && wfCrowd_SetStyle( crowd, ids[1], id ) == wf_ok );
	stepTimes( crowd, 1 );
	CHECK_EQUAL( wfCrowd_GetPassages( crowd, NULL, 0 ), 1 );
	checkSameFuture( crowd, 60 );
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
		stepTimes( crowd, 1 );
		hashes[k] = wfCrowd_GetHash( crowd );
		wfDestroyCrowd( crowd );
	}
	CHECK( hashes[0] != hashes[1] );
	wfDestroyWorld( world );
}

// Many threads plan at once while all are aimed at one who plans, too.
TEST( ManyAimAtOne )
{
	wfWorld* world = makeRoom( 60.0, 60.0 );
	uint64_t hashes[2];
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfWorkers* workers = NULL;
		wfWorkersDef def = wfDefaultWorkersDef();
		def.workerCount = 4;
		CHECK( k == 0 || wfCreateWorkers( &def, &workers ) == wf_ok );
		wfCrowd* crowd = makeCrowd( world, workers );
		wfBehaviorDef toward = wfDefaultBehaviorDef();
		toward.kind = wf_towardBehavior;
		toward.target = wf_agentTarget;
		toward.agent = addAgentOfSize( crowd, 30.0, 30.0, 0.25, 1.3, pointStop( 5.0, 5.0 ) );
		toward.epsilon = 0.8;
		wfBehaviorId behavior;
		CHECK( wfCrowd_AddBehavior( crowd, &toward, &behavior, NULL ) == wf_ok );
		for ( int32_t m = 0; m < 1200; ++m )
		{
			double x = 1.0 + 1.0 * ( m % 40 ), y = 2.0 + 0.9 * ( m / 40 );
			if ( ( x - 30.0 ) * ( x - 30.0 ) + ( y - 30.0 ) * ( y - 30.0 ) > 1.0 )
			{
				wfAgentId id = addAgentOfSize( crowd, x, y, 0.25, 1.3, pointStop( 58.0, y ) );
				CHECK( wfCrowd_SetBehavior( crowd, id, behavior, ( wfBehaviorId ){ 0 } ) == wf_ok );
			}
		}
		stepTimes( crowd, 4 );
		hashes[k] = wfCrowd_GetHash( crowd );
		wfDestroyCrowd( crowd );
		wfDestroyWorkers( workers );
	}
	CHECK( hashes[0] == hashes[1] );
	wfDestroyWorld( world );
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

// Those who have arrived have left the crowd: they are on no side.
static bool isWestOf( const wfCrowd* crowd, wfAgentId id, double x )
{
	return wfCrowd_IsAgentValid( crowd, id ) && wfCrowd_GetAgent( crowd, id ).position.x < x;
}

// The turn at a door goes to those who wait on the other side before a long stream has ended.
TEST( TurnsChangeDuringAStream )
{
	wfWorld* world = makeRoom( 30.0, 20.0 );
	addBox( world, 14.8, 0.0, 15.2, 9.55 );
	addBox( world, 14.8, 10.45, 15.2, 20.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfAgentId many[60], few[3];
	for ( int32_t k = 0; k < 60; ++k )
	{
		many[k] =
			addAgentOfSize( crowd, 13.0 - 0.8 * ( k / 6 ), 8.0 + 0.8 * ( k % 6 ), 0.25, 1.3, pointStop( 27.0, 2.0 + 0.27 * k ) );
	}
	for ( int32_t k = 0; k < 3; ++k )
	{
		few[k] = addAgentOfSize( crowd, 18.0, 9.0 + k, 0.25, 1.3, pointStop( 1.0, 2.0 + k ) );
	}
	int32_t through = 0, waiting = 0;
	for ( int32_t k = 0; k < 1200 && through < 3; ++k )
	{
		stepTimes( crowd, 1 );
		through = waiting = 0;
		for ( int32_t m = 0; m < 60; ++m )
		{
			through += m < 3 && isWestOf( crowd, few[m], 14.0 ) ? 1 : 0;
			waiting += isWestOf( crowd, many[m], 14.0 ) ? 1 : 0;
		}
	}
	CHECK_EQUAL( through, 3 );
	CHECK( waiting >= 10 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// A walker turns away early from a group that comes towards him; one without foresight does not see it yet.
TEST( ForesightTurnsAwayFromAGroupFarAhead )
{
	double aside[2];
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfWorld* world = makeRoom( 60.0, 40.0 );
		wfCrowd* crowd = makeCrowd( world, NULL );
		wfStyleDef style = wfDefaultStyleDef( wf_defaultPreset );
		style.foresight = k == 0;
		wfStyleId id;
		CHECK( wfCrowd_AddStyle( crowd, &style, &id, NULL ) == wf_ok );
		const wfStop stop = pointStop( 50.0, 20.0 );
		wfAgentDef def = wfDefaultAgentDef();
		def.position = ( wfVec3 ){ 10.0, 20.0, 0.0 };
		def.stops = &stop;
		def.stopCount = 1;
		def.style = id;
		wfAgentId walker;
		CHECK( wfCrowd_AddAgent( crowd, &def, &walker, NULL ) == wf_ok );
		for ( int32_t m = 0; m < 25; ++m )
		{
			double x = 22.0 + 0.8 * ( m % 5 ), y = 18.0 + 0.8 * ( m / 5 );
			addAgentOfSize( crowd, x, y, 0.25, 1.3, pointStop( x - 20.0, y ) );
		}
		stepTimes( crowd, 25 );
		aside[k] = fabs( wfCrowd_GetAgent( crowd, walker ).position.y - 20.0 );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
	CHECK( aside[0] > aside[1] + 0.1 );
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
		stepTimes( crowd, 3 );
		CHECK( wfCrowd_RemoveAgent( crowd, gone ) == wf_ok );
		stepTimes( crowd, 1 );
		hashes[k] = wfCrowd_GetHash( crowd );
		wfDestroyCrowd( crowd );
	}
	CHECK( hashes[0] != hashes[1] );
	CHECK( hashes[1] == hashes[2] );
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

// Before a narrow door people let those go first who are nearer to it: it does not clog, and nearly one a second gets through.
TEST( NarrowDoorsDoNotClog )
{
	wfWorld* world = makeRoom( 30.0, 20.0 );
	addBox( world, 14.8, 0.0, 15.2, 9.6 );
	addBox( world, 14.8, 10.4, 15.2, 20.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfAgentId ids[40];
	for ( int32_t k = 0; k < 40; ++k )
	{
		ids[k] =
			addAgentOfSize( crowd, 13.0 - 0.8 * ( k / 8 ), 7.2 + 0.8 * ( k % 8 ), 0.25, 1.3, pointStop( 27.0, 2.0 + 0.4 * k ) );
	}
	runSafely( crowd, 40.0 );
	int32_t through = 0;
	for ( int32_t m = 0; m < 40; ++m )
	{
		through += isWestOf( crowd, ids[m], 15.2 ) ? 0 : 1;
	}
	CHECK( through >= 32 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Others are put where one can meet them: at the first time both can be there, or after the horizon when that is never or later.
TEST( OthersAreMetWhereTheyWillBe )
{
	wfOthers others = { .count = 4, .x = { 2.0f, 2.0f, 2.0f, 10.0f }, .vx = { -1.0f, -0.5f, 2.0f, -1.0f } };
	const double expected[4] = { 1.0, 4.0 / 3.0, 5.0, 8.5 };
	wfGetCrowdKernels()->predict( &others, 1.0f, 1.5f );
	for ( int32_t k = 0; k < 4; ++k )
	{
		CHECK_NEAR( (double)others.x[k], expected[k], 1e-5 );
		CHECK_NEAR( (double)others.y[k], 0.0, 1e-5 );
	}
}

void runEditTests( int argc, char** argv )
{
	RUN( ManyAimAtOne );
	RUN( TurnsChangeDuringAStream );
	RUN( ForesightTurnsAwayFromAGroupFarAhead );
	RUN( HashesTellThePastApart );
	RUN( PointsTooCloseToAWallAreArrivedAt );
	RUN( NarrowDoorsDoNotClog );
	RUN( OthersAreMetWhereTheyWillBe );
	RUN( HugeWorldsAreAsSafe );
	RUN( CoveredPointsAreWaitedFor );
	RUN( CoveredGoalsAreSaved );
	RUN( EditsAreFollowedAfterRestoring );
	RUN( RemovedGoalsNobodyUses );
	RUN( LateSourcesBeginLate );
	RUN( SourcesWaitForDoors );
	RUN( StopsAtTheBorder );
	RUN( StylesAddedOnTheWay );
	RUN( HashesTellStopsApart );
	RUN( CustomStagesBeginOnTheWay );
	RUN( AimsAtAgentsThatLeave );
	RUN( ManyJoinAQueueAtOnce );
	RUN( RestoringQueuesWithoutMemory );
	RUN( GatesVanishWhileSomeQueue );
}
