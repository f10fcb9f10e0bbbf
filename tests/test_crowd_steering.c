// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Agents that the host moves, steers and makes room for.
#include "test_crowd.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

TEST( AgentsAreMovedWhereThereIsRoom )
{
	wfWorld* world = makeRoom( 30.0, 10.0 );
	addBox( world, 14.0, 4.0, 16.0, 6.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfAgentId id = addAgentOfSize( crowd, 3.0, 5.0, 0.25, 1.3, pointStop( 28.0, 5.0 ) );
	addAgent( crowd, 25.0, 2.0, NULL, 0 );
	tickTimes( crowd, 10 );
	wfError error = { 0 };
	uint64_t hash = wfCrowd_GetHash( crowd );
	CHECK( wfCrowd_SetPosition( crowd, id, ( wfVec3 ){ 15.0, 5.0, 0.0 }, &error ) == wf_startBlocked );
	CHECK( strstr( error.message, "agent 1" ) != NULL && strstr( error.message, "obstacle" ) != NULL );
	CHECK( wfCrowd_SetPosition( crowd, id, ( wfVec3 ){ 25.3, 2.0, 0.0 }, &error ) == wf_startBlocked && error.other == 2 );
	CHECK( wfCrowd_SetPosition( crowd, id, ( wfVec3 ){ NAN, 2.0, 0.0 }, &error ) == wf_outOfRange );
	CHECK( wfCrowd_SetPosition( crowd, ( wfAgentId ){ 9, 1 }, ( wfVec3 ){ 2.0, 2.0, 0.0 }, &error ) == wf_notFound );
	CHECK( wfCrowd_GetHash( crowd ) == hash );
	CHECK( wfCrowd_SetPosition( crowd, id, ( wfVec3 ){ 24.0, 8.0, 0.0 }, &error ) == wf_ok );
	wfAgentState state = wfCrowd_GetAgent( crowd, id );
	CHECK( state.position.x == 24.0 && state.velocity.x == 0.0 && state.stop == 0 && state.stopCount == 1 );
	// Where it was is free, where it is is not.
	addAgent( crowd, 5.5, 5.0, NULL, 0 );
	wfAgentDef def = wfDefaultAgentDef();
	def.position = ( wfVec3 ){ 24.1, 8.0, 0.0 };
	CHECK( wfCrowd_AddAgent( crowd, &def, NULL, NULL ) == wf_startBlocked );
	checkSameFuture( crowd, 10 );
	runSafely( crowd, 10.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 1 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( WalkersAreMovedWithBothFeet )
{
	wfWorld* world = makeRoom( 30.0, 10.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGaitDef gait = wfDefaultGaitDef();
	wfAgentDef def = wfDefaultAgentDef();
	CHECK( wfCrowd_AddGait( crowd, &gait, &def.gait, NULL ) == wf_ok );
	const wfStop stop = pointStop( 20.0, 5.0 );
	def.position = ( wfVec3 ){ 3.0, 5.0, 0.0 };
	def.stops = &stop;
	def.stopCount = 1;
	wfAgentId id;
	CHECK( wfCrowd_AddAgent( crowd, &def, &id, NULL ) == wf_ok );
	tickTimes( crowd, 13 );
	CHECK( wfCrowd_GetFootstepPlan( crowd, id, NULL, 0, NULL ) > 0 );
	CHECK( wfCrowd_SetPosition( crowd, id, ( wfVec3 ){ 15.0, 2.0, 0.0 }, NULL ) == wf_ok );
	CHECK_EQUAL( wfCrowd_GetFootstepPlan( crowd, id, NULL, 0, NULL ), 0 );
	checkSameFuture( crowd, 10 );
	wfVec3 place = wfCrowd_GetAgent( crowd, id ).position;
	CHECK( hypot( place.x - 15.0, place.y - 2.0 ) < 3.0 );
	runSafely( crowd, 20.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 1 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Past people who stand and along a wall, as the host wants; then back to its stop.
TEST( TheHostSteers )
{
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfWorld* world = makeRoom( 30.0, 10.0 );
		addBox( world, 20.0, 0.0, 21.0, 10.0 );
		wfCrowd* crowd = makeCrowd( world, NULL );
		wfGaitDef gait = wfDefaultGaitDef();
		wfAgentDef def = wfDefaultAgentDef();
		CHECK( k == 0 || wfCrowd_AddGait( crowd, &gait, &def.gait, NULL ) == wf_ok );
		const wfStop stop = pointStop( 2.0, 8.0 );
		def.position = ( wfVec3 ){ 5.0, 5.0, 0.0 };
		def.stops = &stop;
		def.stopCount = 1;
		wfAgentId id;
		CHECK( wfCrowd_AddAgent( crowd, &def, &id, NULL ) == wf_ok );
		addAgent( crowd, 9.0, 5.0, NULL, 0 );
		const wfVec3 east = { 1.0, 0.0, 0.0 }, still = { 0.0, 0.0, 0.0 }, wrong = { INFINITY, 0.0, 0.0 };
		CHECK( wfCrowd_SetPreferredVelocity( crowd, id, &wrong, NULL ) == wf_outOfRange );
		CHECK( wfCrowd_SetPreferredVelocity( crowd, ( wfAgentId ){ 7, 1 }, &east, NULL ) == wf_notFound );
		CHECK( wfCrowd_SetPreferredVelocity( crowd, id, &east, NULL ) == wf_ok );
		runSafely( crowd, 5.0 );
		checkSameFuture( crowd, 10 );
		runSafely( crowd, 9.0 );
		wfAgentState state = wfCrowd_GetAgent( crowd, id );
		CHECK( state.position.x > 10.0 && fabs( state.position.y - 5.0 ) < 2.0 );
		if ( k == 0 )
		{
			CHECK_NEAR( hypot( state.velocity.x, state.velocity.y ), 1.0, 0.05 );
		}
		runSafely( crowd, 20.0 ); // before the wall it stands, or steps aside
		CHECK( wfCrowd_GetAgent( crowd, id ).position.x < 19.76 );
		CHECK( wfCrowd_SetPreferredVelocity( crowd, id, &still, NULL ) == wf_ok );
		runSafely( crowd, 22.0 );
		double x = wfCrowd_GetAgent( crowd, id ).position.x;
		runSafely( crowd, 24.0 );
		CHECK_NEAR( wfCrowd_GetAgent( crowd, id ).position.x, x, 0.01 );
		CHECK( wfCrowd_SetPreferredVelocity( crowd, id, NULL, NULL ) == wf_ok );
		runSafely( crowd, 60.0 );
		CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 1 );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

TEST( ReservedMemoryIsEnough )
{
	wfWorld* world = makeRoom( 30.0, 10.0 );
	wfWorld_GetDistance( world, ( wfVec2 ){ 1.0, 1.0 }, 0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	CHECK( wfCrowd_Reserve( crowd, -1, 0, NULL ) == wf_outOfRange );
	CHECK( wfCrowd_Reserve( crowd, 100, 100, NULL ) == wf_ok );
	testFailAllocationsFrom( 1 );
	for ( int32_t k = 0; k < 100; ++k )
	{
		addAgentOfSize( crowd, 1.0 + 0.6 * ( k % 20 ), 1.0 + 0.6 * ( k / 20 ), 0.25, 1.3, pointStop( 28.0, 5.0 ) );
	}
	CHECK_EQUAL( wfCrowd_GetFrame( crowd ).count, 100 );
	CHECK( !testHasAllocationFailed() );
	testResetAllocator();
	tickTimes( crowd, 3 );
	wfFrame frame = wfCrowd_GetFrame( crowd );
	wfAgentId ids[100];
	CHECK_EQUAL( wfCrowd_GetAgentIds( crowd, ids, 100 ), 100 );
	CHECK( frame.count == 100 && memcmp( ids, frame.ids, sizeof( ids ) ) == 0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Metres in ten seconds at 1 m/s by the mean rule, with this pull and somebody who stands ahead or not.
static double walkByMean( int32_t mapSize, wfVec3 v, double standingAt )
{
	wfWorld* world = makeRoom( 60.0, 30.0 );
	wfCrowdDef crowdDef = wfDefaultCrowdDef( wf_classicPreset );
	wfCrowd* crowd = makeCrowdFrom( world, &crowdDef );
	wfStyleDef style = wfDefaultStyleDef( wf_classicPreset );
	style.rule = wf_meanRule;
	style.mapSize = mapSize;
	wfBehaviorDef behavior = wfDefaultBehaviorDef();
	behavior.kind = wf_constantBehavior;
	behavior.epsilon = 0.7;
	behavior.v = v;
	wfStyleId styleId = { 0 };
	wfBehaviorId behaviorId = { 0 };
	CHECK( wfCrowd_AddStyle( crowd, &style, &styleId, NULL ) == wf_ok );
	CHECK( wfCrowd_AddBehavior( crowd, &behavior, &behaviorId, NULL ) == wf_ok );
	wfAgentId id = addAgentOfSize( crowd, 15.0, 15.0, 0.25, 1.0, pointStop( 50.0, 15.0 ) );
	CHECK( wfCrowd_SetStyle( crowd, id, styleId ) == wf_ok );
	CHECK( wfCrowd_SetBehavior( crowd, id, behaviorId, ( wfBehaviorId ){ 0 } ) == wf_ok );
	if ( standingAt > 0.0 )
	{
		addAgent( crowd, standingAt, 15.0, NULL, 0 );
	}
	tickTimes( crowd, 100 );
	double metres = wfCrowd_GetAgent( crowd, id ).distanceWalked;
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
	return metres;
}

// However strongly the pull bends or weakens the gradient of a map with nothing in it.
TEST( TheMeanRuleSlowsDownBeforeOthersOnly )
{
	const wfVec3 pulls[] = { { 1.0, 0.0, 0.0 }, { -1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.7, 0.7, 0.0 }, { -0.7, 0.7, 0.0 } };
	for ( int32_t k = 0; k < 10; ++k )
	{
		double alone = walkByMean( k < 5 ? 11 : 15, pulls[k % 5], 0.0 ),
			   behind = walkByMean( k < 5 ? 11 : 15, pulls[k % 5], 19.0 );
		if ( !CHECK( alone > 9.9 ) || !CHECK( behind < 0.99 * alone ) )
		{
			printf( "    pull %d: %g m alone, %g m behind somebody\n", k % 5, alone, behind );
		}
	}
}

void runSteeringTests( int argc, char** argv )
{
	RUN( TheMeanRuleSlowsDownBeforeOthersOnly );
	RUN( AgentsAreMovedWhereThereIsRoom );
	RUN( WalkersAreMovedWithBothFeet );
	RUN( TheHostSteers );
	RUN( ReservedMemoryIsEnough );
}
