// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Agents who choose among several exits, and goals of several small parts.
#include "crowd/crowd.h"
#include "test_crowd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------------ helpers

static wfExitsId addExits( wfCrowd* crowd, const wfGoalId* goals, int32_t count )
{
	wfExit exits[8] = { 0 };
	for ( int32_t k = 0; k < count; ++k )
	{
		exits[k].goal = goals[k];
	}
	wfExitsDef def = wfDefaultExitsDef();
	def.exits = exits;
	def.exitCount = count;
	wfExitsId id = { 0 };
	CHECK_EQUAL( wfCrowd_AddExits( crowd, &def, &id, NULL ), wf_ok );
	return id;
}

// Two doors in the walls at the ends of a room, with a goal behind each: a narrow one in the west, a wide one in the east.
#define NARROW 0
#define WIDE 1
static wfWorld* makeTwoDoors( wfGoalId goals[2] )
{
	wfWorld* world = makeRoom( 20.0, 10.0 );
	addBox( world, 1.9, 0.0, 2.1, 4.5 );
	addBox( world, 1.9, 5.5, 2.1, 10.0 );
	addBox( world, 17.9, 0.0, 18.1, 3.8 );
	addBox( world, 17.9, 6.2, 18.1, 10.0 );
	goals[NARROW] = addGoalBox( world, 0.3, 1.0, 1.0, 9.0 );
	goals[WIDE] = addGoalBox( world, 19.0, 1.0, 19.7, 9.0 );
	return world;
}

static void addPeople( wfCrowd* crowd, int32_t columns, int32_t rows, wfStop stop )
{
	for ( int32_t k = 0; k < columns * rows; ++k )
	{
		addAgentOfSize( crowd, 4.0 + 0.75 * ( k % columns ), 1.5 + 0.75 * (double)( k / columns ), 0.2, 1.3, stop );
	}
}

typedef struct Outcome
{
	double seconds;
	int64_t passed[2];
	int32_t mostSwitches; // of one
	int64_t turned;
} Outcome;

static Outcome leaveBy( wfExitChoice choice, uint64_t seed )
{
	wfGoalId goals[2];
	wfWorld* world = makeTwoDoors( goals );
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.seed = seed;
	wfCrowd* crowd = makeCrowdFrom( world, &def );
	wfExitsId exits = addExits( crowd, goals, 2 );
	addPeople( crowd, 10, 10, wfMakeExitsStop( exits, choice ) );
	Outcome outcome = { 0 };
	for ( int32_t k = 0; k < 1000 && !wfCrowd_IsDone( crowd ); ++k )
	{
		tickTimes( crowd, 1 );
		wfAgentId ids[100];
		int32_t count = wfCrowd_GetAgentIds( crowd, ids, 100 );
		for ( int32_t i = 0; i < count; ++i )
		{
			int32_t switches = wfCrowd_GetAgent( crowd, ids[i] ).exitSwitches;
			outcome.mostSwitches = switches > outcome.mostSwitches ? switches : outcome.mostSwitches;
		}
	}
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 100 );
	outcome.seconds = wfCrowd_GetTime( crowd );
	tickTimes( crowd, 1 );
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfExitState state;
		CHECK_EQUAL( wfCrowd_GetExit( crowd, exits, k, &state ), wf_ok );
		outcome.passed[k] = state.passed;
		outcome.turned += state.turned;
		CHECK( state.flow > 0.0 && state.heading == 0 );
	}
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
	return outcome;
}

// ------------------------------------------------------------------------------------------------------------------- choices

// People who look at the queues are out much sooner than those who take the nearest door, and hardly change their minds.
TEST( TheQuickestExitIsQuicker )
{
	for ( uint64_t seed = 1; seed <= 3; ++seed )
	{
		Outcome nearest = leaveBy( wf_nearestExit, seed ), quickest = leaveBy( wf_quickestExit, seed );
		CHECK( quickest.seconds < 0.75 * nearest.seconds );
		CHECK( nearest.passed[NARROW] > 50 && quickest.passed[NARROW] < 50 );
		CHECK_EQUAL( quickest.passed[NARROW] + quickest.passed[WIDE], 100 );
		CHECK( quickest.mostSwitches <= 2 && quickest.turned <= 40 );
	}
}

// What is seen to get through corrects what the width promises: each door lets through more than the guess for the other.
TEST( ExitsAreJudgedByWhatGetsThrough )
{
	wfGoalId goals[2];
	wfWorld* world = makeTwoDoors( goals );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfExitsId exits = addExits( crowd, goals, 2 );
	addPeople( crowd, 10, 10, goalStop( goals[NARROW] ) );
	wfExitState state;
	CHECK_EQUAL( wfCrowd_GetExit( crowd, exits, NARROW, &state ), wf_ok );
	CHECK( state.flow == 0.0 && state.heading == 0 && state.passed == 0 );
	tickTimes( crowd, 1 );
	CHECK_EQUAL( wfCrowd_GetExit( crowd, exits, NARROW, &state ), wf_ok );
	double guess = state.flow;
	// Those who were simply given the goal count as well; 1 m wide.
	CHECK( state.heading == 100 && guess > 0.9 && guess < 1.9 );
	tickTimes( crowd, 100 );
	CHECK_EQUAL( wfCrowd_GetExit( crowd, exits, NARROW, &state ), wf_ok );
	CHECK( state.waiting > 2 && state.flow != guess );
	CHECK_EQUAL( state.passed, wfCrowd_GetArrivedCount( crowd ) );
	double seen = (double)state.passed / 20.0;
	CHECK( fabs( state.flow - seen ) < 0.35 * seen );
	CHECK_EQUAL( wfCrowd_GetExit( crowd, exits, 2, &state ), wf_notFound );
	CHECK_EQUAL( wfCrowd_GetExit( crowd, ( wfExitsId ){ 2 }, 0, &state ), wf_notFound );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// An exit of which it is known that hardly anybody gets through is left to those before it.
TEST( CapacitiesAreBelieved )
{
	wfGoalId goals[2];
	wfWorld* world = makeTwoDoors( goals );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfExit list[2] = { { goals[NARROW], 0.02 }, { goals[WIDE], 0.0 } };
	wfExitsDef def = wfDefaultExitsDef();
	def.exits = list;
	def.exitCount = 2;
	wfExitsId exits;
	CHECK_EQUAL( wfCrowd_AddExits( crowd, &def, &exits, NULL ), wf_ok );
	addPeople( crowd, 10, 10, wfMakeExitsStop( exits, wf_quickestExit ) );
	runSafely( crowd, 100.0 );
	wfExitState state;
	CHECK_EQUAL( wfCrowd_GetExit( crowd, exits, NARROW, &state ), wf_ok );
	CHECK( state.passed < 5 && state.flow == 0.02 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 100 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Near as the crow flies is not near on foot. Without haste, too, where fields know no metres.
TEST( TheNearestExitIsTheOneWithTheShortestWalk )
{
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfWorld* world = makeRoom( 20.0, 10.0 );
		addBox( world, 9.9, 0.0, 10.1, 8.5 );
		wfGoalId goals[2] = { addGoalBox( world, 10.5, 0.5, 11.5, 1.5 ), addGoalBox( world, 0.5, 0.5, 1.5, 1.5 ) };
		wfCrowd* crowd = makeCrowd( world, NULL );
		if ( k == 1 )
		{
			wfDestroyCrowd( crowd );
			wfCrowdDef def = wfDefaultCrowdDef( wf_classicPreset );
			crowd = makeCrowdFrom( world, &def );
		}
		wfStop stop = wfMakeExitsStop( addExits( crowd, goals, 2 ), wf_nearestExit );
		wfAgentId id = addAgentOfSize( crowd, 9.0, 1.0, 0.25, 1.3, stop );
		wfAgentId beyond = addAgentOfSize( crowd, 13.0, 1.0, 0.25, 1.3, stop );
		CHECK_EQUAL( wfCrowd_GetAgent( crowd, id ).exit, -1 );
		tickTimes( crowd, 1 );
		CHECK_EQUAL( wfCrowd_GetAgent( crowd, id ).exit, 1 );
		CHECK_EQUAL( wfCrowd_GetAgent( crowd, beyond ).exit, 0 );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

// Everybody goes where it was told, far or near; but where that is closed, to the next one, and back when it is open again.
TEST( AssignedExitsAreTakenWhileTheyAreOpen )
{
	wfGoalId goals[2];
	wfWorld* world = makeTwoDoors( goals );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfStop stop = wfMakeExitsStop( addExits( crowd, goals, 2 ), wf_assignedExit );
	wfAgentId ids[2];
	for ( int32_t k = 0; k < 2; ++k )
	{
		stop.exit = k;
		ids[k] = addAgentOfSize( crowd, k == 0 ? 16.0 : 4.0, 5.0 + k, 0.25, 1.3, stop );
	}
	tickTimes( crowd, 5 );
	CHECK_EQUAL( wfCrowd_GetAgent( crowd, ids[0] ).exit, 0 );
	CHECK_EQUAL( wfCrowd_GetAgent( crowd, ids[1] ).exit, 1 );
	wfShapeId box = addBox( world, 17.8, 3.0, 18.2, 7.0 );
	tickTimes( crowd, 5 );
	CHECK_EQUAL( wfCrowd_GetAgent( crowd, ids[1] ).exit, 0 );
	CHECK_EQUAL( wfCrowd_GetAgent( crowd, ids[1] ).stopState, wf_stopOpen );
	CHECK( wfWorld_RemoveShape( world, box ) == wf_ok );
	tickTimes( crowd, 5 );
	wfAgentState state = wfCrowd_GetAgent( crowd, ids[1] );
	CHECK( state.exit == 1 && state.exitSwitches == 0 );
	runSafely( crowd, 30.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 2 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Two exits side by side: who is pushed through the other one is out.
TEST( AnyOfTheExitsWillDo )
{
	wfWorld* world = makeRoom( 12.0, 8.0 );
	wfGoalId goals[2] = { addGoalBox( world, 11.0, 0.3, 11.7, 4.0 ), addGoalBox( world, 2.0, 0.3, 3.0, 7.7 ) };
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfStop stop = wfMakeExitsStop( addExits( crowd, goals, 2 ), wf_assignedExit );
	wfAgentId assigned = addAgentOfSize( crowd, 1.0, 2.0, 0.25, 1.3, stop );
	stop.choice = wf_nearestExit;
	wfAgentId free = addAgentOfSize( crowd, 6.0, 2.0, 0.25, 1.3, stop );
	tickTimes( crowd, 5 );
	CHECK_EQUAL( wfCrowd_SetPosition( crowd, free, ( wfVec3 ){ 2.5, 6.0, 0.0 }, NULL ), wf_ok );
	tickTimes( crowd, 5 );
	CHECK( !wfCrowd_IsAgentValid( crowd, free ) );
	// Who was told to goes through it.
	runSafely( crowd, 3.0 );
	CHECK( wfCrowd_GetAgent( crowd, assigned ).position.x > 3.0 && wfCrowd_GetArrivedCount( crowd ) == 1 );
	runSafely( crowd, 20.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 2 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// After some exits comes a stop, and then exits again.
TEST( ExitsMayBeAnyStop )
{
	wfGoalId goals[2];
	wfWorld* world = makeTwoDoors( goals );
	wfGoalId inner[2] = { addGoalBox( world, 4.0, 0.5, 5.0, 1.5 ), addGoalBox( world, 15.0, 8.5, 16.0, 9.5 ) };
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfStop stops[3] = { wfMakeExitsStop( addExits( crowd, inner, 2 ), wf_nearestExit ), pointStop( 10.0, 5.0 ),
						wfMakeExitsStop( addExits( crowd, goals, 2 ), wf_quickestExit ) };
	stops[0].wait = 1.0;
	wfAgentId id = addAgent( crowd, 6.0, 2.0, stops, 3 );
	addAgent( crowd, 14.0, 8.0, stops, 3 );
	CHECK_EQUAL( wfCrowd_Prepare( crowd, NULL, NULL, NULL ), wf_ok );
	double metres;
	CHECK_EQUAL( wfCrowd_GetRouteLengths( crowd, &id, 1, &metres ), wf_ok );
	// To the nearer of each.
	CHECK( metres > 16.0 && metres < 18.5 );
	tickTimes( crowd, 1 );
	CHECK_EQUAL( wfCrowd_GetAgent( crowd, id ).exit, 0 );
	tickTimes( crowd, 15 );
	CHECK_EQUAL( wfCrowd_GetAgent( crowd, id ).stop, 1 );
	CHECK_EQUAL( wfCrowd_GetAgent( crowd, id ).exit, -1 );
	runSafely( crowd, 60.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 2 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Two gates to the same place: the way beyond counts, too. By the nearest gate it would be longer.
TEST( WhatComesAfterAnExitCounts )
{
	wfWorld* world = makeRoom( 20.0, 10.0 );
	addBox( world, 9.9, 0.0, 10.1, 1.0 );
	addBox( world, 9.9, 2.5, 10.1, 7.5 );
	addBox( world, 9.9, 9.0, 10.1, 10.0 );
	addBox( world, 11.0, 2.9, 19.0, 3.1 ); // behind the southern gate, until far in the east
	wfGoalId gates[2] = { addGoalBox( world, 10.2, 1.0, 10.6, 2.5 ), addGoalBox( world, 10.2, 7.5, 10.6, 9.0 ) };
	wfGoalId end = addGoalBox( world, 11.5, 3.5, 12.5, 4.5 );
	addBox( world, 10.1, 2.7, 11.0, 3.1 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfExitsId exits = addExits( crowd, gates, 2 );
	for ( int32_t k = 0; k < 2; ++k )
	{
		const wfStop stops[2] = { wfMakeExitsStop( exits, k == 0 ? wf_nearestExit : wf_quickestExit ), goalStop( end ) };
		wfAgentId id = addAgent( crowd, 8.0, 3.0 + k, stops, 2 ), only = addAgent( crowd, 6.0, 3.0 + k, stops, 1 );
		tickTimes( crowd, 1 );
		CHECK_EQUAL( wfCrowd_GetAgent( crowd, id ).exit, 1 );
		CHECK_EQUAL( wfCrowd_GetAgent( crowd, only ).exit, 0 );
	}
	runSafely( crowd, 60.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 4 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// -------------------------------------------------------------------------------------------------------------------- edits

// The wide door closes while most of them head for it: all choose again, nobody is told of a bad stop, and all get out.
TEST( AClosedExitIsLeftForAnother )
{
	for ( int32_t choice = wf_nearestExit; choice <= wf_quickestExit; ++choice )
	{
		wfGoalId goals[2];
		wfWorld* world = makeTwoDoors( goals );
		wfCrowd* crowd = makeCrowd( world, NULL );
		wfExitsId exits = addExits( crowd, goals, 2 );
		addPeople( crowd, 10, 4, wfMakeExitsStop( exits, (wfExitChoice)choice ) );
		tickTimes( crowd, 10 );
		wfExitState state;
		CHECK_EQUAL( wfCrowd_GetExit( crowd, exits, WIDE, &state ), wf_ok );
		CHECK( state.heading > 0 );
		wfShapeId box = addBox( world, 17.8, 3.0, 18.2, 7.0 );
		tickTimes( crowd, 1 );
		CHECK_EQUAL( countEvents( crowd, wf_blockedEvent ) + countEvents( crowd, wf_unreachableEvent ), 0 );
		CHECK_EQUAL( wfCrowd_GetExit( crowd, exits, WIDE, &state ), wf_ok );
		CHECK( state.heading == 0 && state.turned == 0 );
		// Both closed: then they are told.
		wfShapeId other = addBox( world, 1.8, 4.0, 2.2, 6.0 );
		tickTimes( crowd, 1 );
		CHECK_EQUAL( countEvents( crowd, wf_unreachableEvent ) + countEvents( crowd, wf_coveredEvent ),
					 wfCrowd_GetAgentCount( crowd ) );
		checkSameFuture( crowd, 5 );
		CHECK( wfWorld_RemoveShape( world, other ) == wf_ok );
		runSafely( crowd, 120.0 );
		CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 40 );
		CHECK( wfWorld_RemoveShape( world, box ) == wf_ok );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

// A goal of the exits is taken out of the world.
TEST( AnExitThatIsGoneIsLeftOut )
{
	wfGoalId goals[2];
	wfWorld* world = makeTwoDoors( goals );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfStop stop = wfMakeExitsStop( addExits( crowd, goals, 2 ), wf_nearestExit );
	wfAgentId id = addAgentOfSize( crowd, 5.0, 5.0, 0.25, 1.3, stop );
	tickTimes( crowd, 5 );
	CHECK_EQUAL( wfCrowd_GetAgent( crowd, id ).exit, NARROW );
	CHECK_EQUAL( wfWorld_RemoveGoal( world, goals[NARROW] ), wf_ok );
	tickTimes( crowd, 5 );
	CHECK_EQUAL( wfCrowd_GetAgent( crowd, id ).exit, WIDE );
	runSafely( crowd, 30.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 1 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// -------------------------------------------------------------------------------------------------------------- same results

// Sources, people on foot and discs.
static wfCrowd* makeMixed( wfWorld* world, const wfGoalId* goals, wfWorkers* workers, double budget )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.workers = workers;
	def.solveBudget = budget;
	wfCrowd* crowd = makeCrowdFrom( world, &def );
	wfExitsId exits = addExits( crowd, goals, 2 );
	addPeople( crowd, 8, 8, wfMakeExitsStop( exits, wf_quickestExit ) );
	wfGaitDef gait = wfDefaultGaitDef();
	wfGaitId gaitId;
	CHECK_EQUAL( wfCrowd_AddGait( crowd, &gait, &gaitId, NULL ), wf_ok );
	wfStop stop = wfMakeExitsStop( exits, wf_nearestExit );
	wfAgentDef agent = wfDefaultAgentDef();
	agent.stops = &stop;
	agent.stopCount = 1;
	agent.gait = gaitId;
	for ( int32_t k = 0; k < 4; ++k )
	{
		agent.position = ( wfVec3 ){ 11.0, 1.5 + 2.0 * k, 0.0 };
		CHECK_EQUAL( wfCrowd_AddAgent( crowd, &agent, NULL, NULL ), wf_ok );
	}
	const wfVec2 region[4] = { { 12.0, 2.0 }, { 16.0, 2.0 }, { 16.0, 8.0 }, { 12.0, 8.0 } };
	wfSourceDef source = wfDefaultSourceDef();
	source.region = region;
	source.regionCount = 4;
	source.rate = 2.0;
	source.count = 12;
	source.agent.stops = &stop;
	source.agent.stopCount = 1;
	stop.choice = wf_quickestExit;
	CHECK_EQUAL( wfCrowd_AddSource( crowd, &source, NULL, NULL ), wf_ok );
	return crowd;
}

// To the bit with threads and from checkpoints; also while fields are queued.
TEST( ChoicesAreTheSameForAnyNumberOfThreads )
{
	wfWorkers* workers = makeWorkers( 3 );
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfGoalId goals[2];
		wfWorld* world = makeTwoDoors( goals );
		wfCrowd* crowds[3];
		for ( int32_t i = 0; i < 3; ++i )
		{
			crowds[i] = makeMixed( world, goals, i == 1 ? workers : NULL, k == 0 ? 0.0 : 2.0 );
		}
		checkSameRuns( crowds, 33, 120 );
		runSafely( crowds[2], 100.0 );
		CHECK( wfCrowd_IsDone( crowds[2] ) && wfCrowd_GetArrivedCount( crowds[2] ) == 80 );
		for ( int32_t i = 0; i < 3; ++i )
		{
			wfDestroyCrowd( crowds[i] );
		}
		wfDestroyWorld( world );
	}
	wfDestroyWorkers( workers );
}

// States of other exits are refused, and forged ones.
TEST( StatesOfOtherExitsAreRefused )
{
	wfGoalId goals[2];
	wfWorld* world = makeTwoDoors( goals );
	wfCrowd* crowd = makeMixed( world, goals, NULL, 0.0 );
	tickTimes( crowd, 20 );
	size_t size;
	uint8_t* bytes = saveCrowd( crowd, &size );
	wfCrowd* other = makeMixed( world, goals, NULL, 0.0 );
	CHECK_EQUAL( wfCrowd_Restore( other, bytes, size, NULL ), wf_ok );
	addExits( other, goals, 1 );
	wfError error = { 0 };
	CHECK_EQUAL( wfCrowd_Restore( other, bytes, size, &error ), wf_badFormat );
	CHECK( strstr( error.message, "exits" ) != NULL );
	free( bytes );
	// Numbers that no crowd writes.
	wfAgent* agent = &crowd->population.agents[0];
	wfExitHistory* seen = &crowd->exits.records.data[0].seen;
	wfOrders orders = agent->orders;
	wfExitHistory history = *seen;
	CHECK( orders.exit > 0 );
	for ( int32_t k = 0; k < 6; ++k )
	{
		agent->orders.exit = k == 0 ? 3 : k == 1 ? -1 : orders.exit;
		agent->orders.exitSwitches = k == 2 ? -1 : orders.exitSwitches;
		seen->busySeconds = k == 3 ? NAN : history.busySeconds;
		seen->busyPassed = k == 4 ? -1.0 : history.busyPassed;
		seen->passed = k == 5 ? -1 : history.passed;
		bytes = saveCrowd( crowd, &size );
		agent->orders = orders;
		*seen = history;
		CHECK_EQUAL( wfCrowd_Restore( crowd, bytes, size, &error ), wf_badFormat );
		free( bytes );
	}
	bytes = saveCrowd( crowd, &size );
	CHECK_EQUAL( wfCrowd_Restore( crowd, bytes, size, &error ), wf_ok );
	free( bytes );
	wfDestroyCrowd( other );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

static wfResult runWithoutMemory( wfWorld* world, const wfGoalId* goals, wfCrowd** crowd )
{
	wfGroundDef ground = wfMakePlaneGround( world );
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	wfResult result = wfCreateCrowd( &ground, &def, crowd, NULL );
	wfExit list[2] = { { goals[0], 0.0 }, { goals[1], 0.0 } };
	wfExitsDef exits = wfDefaultExitsDef();
	exits.exits = list;
	exits.exitCount = 2;
	wfExitsId id;
	result = result == wf_ok ? wfCrowd_AddExits( *crowd, &exits, &id, NULL ) : result;
	wfAgentDef agent = wfDefaultAgentDef();
	wfStop stop = wfMakeExitsStop( ( wfExitsId ){ 1 }, wf_quickestExit );
	agent.position = ( wfVec3 ){ 3.0, 2.0, 0.0 };
	agent.stops = &stop;
	agent.stopCount = 1;
	result = result == wf_ok ? wfCrowd_AddAgent( *crowd, &agent, NULL, NULL ) : result;
	return tickOrDestroy( crowd, result, 2 );
}

TEST( ChoosingSurvivesLackOfMemory )
{
	wfWorld* world = makeRoom( 5.0, 4.0 );
	wfGoalId goals[2] = { addGoalBox( world, 0.5, 0.5, 1.0, 1.0 ), addGoalBox( world, 4.0, 3.0, 4.5, 3.5 ) };
	wfCrowd* crowd = NULL;
	// What a world keeps once it was asked.
	CHECK_EQUAL( runWithoutMemory( world, goals, &crowd ), wf_ok );
	wfDestroyCrowd( crowd );
	TEST_EVERY_ALLOCATION( runWithoutMemory( world, goals, &crowd ), wfDestroyCrowd( crowd ) );
	wfDestroyWorld( world );
}

// ------------------------------------------------------------------------------------------------------------------ refusals

TEST( BadExitsAreRefused )
{
	wfGoalId goals[2];
	wfWorld* world = makeTwoDoors( goals );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfExit list[WF_MAX_EXITS + 1] = { { goals[0], 0.0 }, { goals[1], 0.0 } };
	wfExitsDef def = wfDefaultExitsDef();
	wfError error = { 0 };
	wfExitsId id = { 0 };
	CHECK_EQUAL( wfCrowd_AddExits( crowd, &def, &id, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "exitCount" );
	def.exitCount = WF_MAX_EXITS + 1;
	CHECK_EQUAL( wfCrowd_AddExits( crowd, &def, &id, &error ), wf_outOfRange );
	def.exitCount = 2;
	CHECK_EQUAL( wfCrowd_AddExits( crowd, &def, &id, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "exits" );
	def.exits = list;
	list[1].capacity = -1.0;
	CHECK_EQUAL( wfCrowd_AddExits( crowd, &def, &id, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "exits[1].capacity" );
	list[1].capacity = 0.0;
	list[1].goal = ( wfGoalId ){ 0 };
	CHECK_EQUAL( wfCrowd_AddExits( crowd, &def, &id, &error ), wf_notFound );
	list[1].goal = goals[1];
	CHECK( id.index1 == 0 );
	CHECK_EQUAL( wfCrowd_AddExits( crowd, &def, &id, &error ), wf_ok );
	wfAgentDef agent = wfDefaultAgentDef();
	wfStop stop = wfMakeExitsStop( id, wf_assignedExit );
	agent.position = ( wfVec3 ){ 6.0, 5.0, 0.0 };
	agent.stops = &stop;
	agent.stopCount = 1;
	stop.exit = 2;
	CHECK_EQUAL( wfCrowd_AddAgent( crowd, &agent, NULL, &error ), wf_notFound );
	stop.exit = -1;
	CHECK_EQUAL( wfCrowd_AddAgent( crowd, &agent, NULL, &error ), wf_outOfRange );
	stop = wfMakeExitsStop( ( wfExitsId ){ 2 }, wf_nearestExit );
	CHECK_EQUAL( wfCrowd_AddAgent( crowd, &agent, NULL, &error ), wf_notFound );
	stop = wfMakeExitsStop( id, (wfExitChoice)3 );
	CHECK_EQUAL( wfCrowd_AddAgent( crowd, &agent, NULL, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "stops[0].choice" );
	// Without any route to any of them that is said; with a route to one it is not.
	stop = wfMakeExitsStop( id, wf_quickestExit );
	CHECK_EQUAL( wfCrowd_AddAgent( crowd, &agent, NULL, NULL ), wf_ok );
	addBox( world, 17.8, 3.0, 18.2, 7.0 );
	CHECK_EQUAL( wfCrowd_Prepare( crowd, NULL, NULL, &error ), wf_ok );
	addBox( world, 1.8, 4.0, 2.2, 6.0 );
	agent.position.y = 2.0;
	CHECK_EQUAL( wfCrowd_AddAgent( crowd, &agent, NULL, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_Prepare( crowd, NULL, NULL, &error ), wf_unreachable );
	CHECK( strstr( error.message, "any of the exits of its stop 1" ) != NULL );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// --------------------------------------------------------------------------------------------------------------- small goals

// Fifty people to a goal of two small parts, however they are described: they line up before each, and all are there in time.
TEST( GoalsOfTwoCellsLeaveNobodyBehind )
{
	const wfVec2 apart[2] = { { 15.4, 4.1 }, { 15.4, 6.1 } }, adjoining[2] = { { 15.4, 5.0 }, { 15.4, 5.3 } };
	const wfVec2 ends[2] = { { 0.6, 5.1 }, { 15.4, 5.1 } };
	const wfVec2* const parts[3] = { apart, adjoining, ends };
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfWorld* world = makeRoom( 16.0, 10.0 );
		wfGoalDef def = wfDefaultGoalDef();
		def.kind = wf_cellsGoal;
		def.points = parts[k];
		def.pointCount = 2;
		wfGoalId goal;
		CHECK_EQUAL( wfWorld_AddGoal( world, &def, &goal, NULL ), wf_ok );
		wfCrowd* crowd = makeCrowd( world, NULL );
		addPeople( crowd, 10, 5, goalStop( goal ) );
		double seconds = runSafely( crowd, 120.0 );
		CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 50 );
		CHECK( seconds < 45.0 );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

void runExitTests( int argc, char** argv )
{
	RUN( TheQuickestExitIsQuicker );
	RUN( ExitsAreJudgedByWhatGetsThrough );
	RUN( CapacitiesAreBelieved );
	RUN( TheNearestExitIsTheOneWithTheShortestWalk );
	RUN( AssignedExitsAreTakenWhileTheyAreOpen );
	RUN( AnyOfTheExitsWillDo );
	RUN( ExitsMayBeAnyStop );
	RUN( WhatComesAfterAnExitCounts );
	RUN( AClosedExitIsLeftForAnother );
	RUN( AnExitThatIsGoneIsLeftOut );
	RUN_THREADED( ChoicesAreTheSameForAnyNumberOfThreads );
	RUN( StatesOfOtherExitsAreRefused );
	RUN( ChoosingSurvivesLackOfMemory );
	RUN( BadExitsAreRefused );
	RUN( GoalsOfTwoCellsLeaveNobodyBehind );
}
