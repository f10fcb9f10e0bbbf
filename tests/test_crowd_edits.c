// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Edits of the world while people walk: goals that are covered and gone, doors that close, checkpoints between an edit and the
// next tick.
#include "test_crowd.h"

#include <math.h>
#include <stdlib.h>

// A box falls onto the point one walks to, straight, and is taken away again.
TEST( CoveredPointsAreWaitedFor )
{
	wfWorld* world = makeRoom( 40.0, 20.0 );
	addBox( world, 4.0, 4.0, 6.0, 6.0 );
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.badStop = wf_standRemedy;
	wfCrowd* crowd = makeCrowdFrom( world, &def );
	wfAgentId id = addAgentOfSize( crowd, 10.0, 10.0, 0.25, 1.3, pointStop( 30.0, 10.0 ) );
	addAgentOfSize( crowd, 10.0, 15.0, 0.25, 1.3, pointStop( 30.0, 15.0 ) );
	tickTimes( crowd, 5 );
	wfShapeId box = addBox( world, 28.0, 8.0, 32.0, 12.0 );
	tickTimes( crowd, 10 );
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
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.badStop = wf_standRemedy;
	wfCrowd* crowd = makeCrowdFrom( world, &def );
	wfAgentId id = addAgentOfSize( crowd, 10.0, 10.0, 0.25, 1.3, goalStop( goal ) );
	tickTimes( crowd, 5 );
	wfShapeId box = addBox( world, 28.0, 8.0, 32.0, 12.0 );
	tickTimes( crowd, 5 );
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
	tickTimes( crowd, 10 );
	addBox( world, 19.8, 3.0, 20.2, 17.0 );
	addBox( world, 19.8, 0.0, 20.2, 2.0 );
	uint64_t hash = wfCrowd_GetHash( crowd );
	size_t size;
	void* bytes = saveCrowd( crowd, &size );
	CHECK( restoreCrowd( crowd, bytes, size ) );
	CHECK( wfCrowd_GetHash( crowd ) == hash );
	free( bytes );
	checkSameFuture( crowd, 40 );
	CHECK( wfCrowd_GetPassages( crowd, NULL, 0 ) > 0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// A goal that is gone and that nobody walks to any more is no reason to refuse a state.
TEST( RemovedGoalsNobodyUsesDoNoHarm )
{
	wfWorld* world = makeRoom( 40.0, 20.0 );
	addBox( world, 4.0, 4.0, 6.0, 6.0 );
	wfGoalId goal = addGoalBox( world, 29.0, 9.0, 31.0, 11.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfAgentId id = addAgentOfSize( crowd, 10.0, 10.0, 0.25, 1.3, goalStop( goal ) );
	tickTimes( crowd, 3 );
	const wfStop stop = pointStop( 20.0, 10.0 );
	CHECK( wfCrowd_SetStops( crowd, id, &stop, 1, NULL ) == wf_ok );
	CHECK( wfWorld_RemoveGoal( world, goal ) == wf_ok );
	tickTimes( crowd, 1 );
	checkSameFuture( crowd, 5 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// A door closes between a source and where its people go: nobody comes in, and no tick fails.
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
	tickTimes( crowd, 5 );
	int64_t before = wfCrowd_GetTotalCount( crowd );
	wfShapeId door = addBox( world, 9.8, 4.0, 10.2, 6.0 );
	tickTimes( crowd, 30 );
	CHECK_EQUAL( wfCrowd_GetTotalCount( crowd ), before );
	CHECK( wfWorld_RemoveShape( world, door ) == wf_ok );
	runSafely( crowd, 90.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 6 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

void runEditTests( int argc, char** argv )
{
	RUN( CoveredPointsAreWaitedFor );
	RUN( CoveredGoalsAreSaved );
	RUN( EditsAreFollowedAfterRestoring );
	RUN( RemovedGoalsNobodyUsesDoNoHarm );
	RUN( SourcesWaitForDoors );
}
