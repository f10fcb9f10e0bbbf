// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The experiments with people on foot: claims hold, and would be reported if people walked otherwise.
#include "scenes/crowds.h"
#include "tests/test_lab.h"
#include "wayfield/metrics.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

TEST( ExperimentsAtDoorsHold )
{
	static const testExpectedRun doorway = { "W1-doorway.json", "arrive circles walls among flowing rest delay" };
	static const testExpectedRun onePerson = { "W2-one-person.json",
											   "arrive circles walls width named first yields second aside" };
	static const testExpectedRun glassDoor = { "W3-glass-door.json",
											   "arrive circles walls people stay overtaken last stuck arriveAsPrinted "
											   "contactsAsPrinted largestPlan planLength" };
	testExperimentHolds( "W1", &doorway, 1 );
	testExperimentHolds( "W2", &onePerson, 1 );
	testExperimentHolds( "W3", &glassDoor, 1 );
}

TEST( ExperimentsWithTurnsHold )
{
	static const testExpectedRun turns[] = { { "W4-ranges.json", "arrive circles walls more longer" },
											 { "W4-speeds.json", "arrive circles walls faster wider rest" } };
	testExperimentHolds( "W4", turns, 2 );
}

TEST( ExperimentsWithHundredsHold )
{
	static const testExpectedRun many[] = {
		{ "W5-obstacles.json", "people obstacles arrive circles walls last stuck realTime arriveAsPrinted contactsAsPrinted "
							   "largestPlan planLength" },
		{ "W5-two-way.json", "people arrive circles walls last stuck realTime arriveAsPrinted contactsAsPrinted "
							 "largestPlan planLength" } };
	testExperimentHolds( "W5", many, 2 );
}

// Two streams that meet in a corridor come as near to each other as anybody does: neither the parabolas by which they planned
// nor the exact motion that is shown may touch.
TEST( BothMotionsOfStepsKeepApart )
{
	wfCrowdSceneDef def = wfDefaultCrowdSceneDef();
	def.name = "corridor";
	def.agents = TEST_HAS_SANITIZER ? 80 : 200;
	def.seed = 1;
	def.footsteps = true;
	wfSimulation simulation;
	if ( !CHECK_EQUAL( wfCreateCrowdScene( &def, &simulation, NULL ), wf_ok ) )
	{
		return;
	}
	wfCircleCheck* checks[2] = { NULL, NULL };
	wfResult result = wf_ok;
	for ( int32_t exact = 0; exact < 2 && result == wf_ok; ++exact )
	{
		wfCircleCheckDef check = wfDefaultCircleCheckDef();
		check.world = simulation.world;
		check.tolerance = 1e-4;
		check.exact = exact == 1;
		result = wfCreateCircleCheck( &check, &checks[exact], NULL );
	}
	for ( int32_t tick = 0; tick < 250 && result == wf_ok && !wfCrowd_IsDone( simulation.crowd ); ++tick )
	{
		const wfFootstepRow* rows;
		result = wfCrowd_Tick( simulation.crowd, NULL );
		int32_t count = wfCrowd_GetFootsteps( simulation.crowd, &rows );
		for ( int32_t exact = 0; exact < 2 && result == wf_ok; ++exact )
		{
			wfFrame frame = wfCrowd_GetFrame( simulation.crowd );
			result = wfCircleCheck_AddFootsteps( checks[exact], rows, count );
			result = result == wf_ok ? wfCircleCheck_AddFrame( checks[exact], &frame ) : result;
		}
	}
	CHECK_EQUAL( result, wf_ok );
	for ( int32_t exact = 0; exact < 2 && checks[exact] != NULL; ++exact )
	{
		CHECK_EQUAL( wfCircleCheck_Finish( checks[exact] ), wf_ok );
		wfCircleReport report = wfCircleCheck_GetReport( checks[exact] );
		if ( !CHECK( report.agentSeconds > 500.0 && report.overlaps == 0 && report.wallHits == 0 ) )
		{
			fprintf( stderr, "    %s: %lld touch others by %g m, %lld walls by %g m, first at %g s\n",
					 exact == 1 ? "exact" : "parabola", (long long)report.overlaps, report.deepestOverlap,
					 (long long)report.wallHits, report.deepestWallHit, report.firstTime );
		}
		wfDestroyCircleCheck( checks[exact] );
	}
	wfDestroyCrowd( simulation.crowd );
	wfDestroyWorld( simulation.world );
}

// The crowd or what is looked at is changed, not the bound.
TEST( WalkersWhoDoOtherwiseAreNoticed )
{
	// Nobody comes the other way; nobody has the time.
	testChangeIsReported( "W1-doorway.json", "\"stops\": [\"west\"]", "\"stops\": [\"east\"]",
						  "FAILS as printed: share of ten seeds" );
	testChangeIsReported( "W1-doorway.json", "\"seconds\": 90", "\"seconds\": 6",
						  "FAILS as printed: share that passes and arrives" );
	// One who goes elsewhere does not yield.
	testChangeIsReported( "W2-one-person.json", "\"stops\": [[1, 3]]", "\"stops\": [[13, 5]]", "FAILS as printed: who yields" );
	testChangeIsReported( "W2-one-person.json", "6.9, 0, 7.1, 2.72]", "6.9, 0, 7.1, 2.2]", "FAILS as printed: width" );
	testChangeIsReported( "W2-one-person.json", "\"radius\": 0.25", "\"radius\": 0.27", "FAILS cells of 0.1 m close the door" );
	testChangeIsReported( "W3-glass-door.json", "\"seconds\": 240", "\"seconds\": 20", "FAILS share that gets out" );
	testChangeIsReported( "W3-glass-door.json", "\"count\": 50", "\"count\": 20", "FAILS people" );
	// Where the queue stands everybody stays for long.
	testChangeIsReported( "W3-glass-door.json", "\"reach\": 0.5", "\"reach\": 3", "FAILS longest anybody" );
	// Searches as small as ours.
	testChangeIsReported( "W3-glass-door.json", "\"maxExpanded\": 1000, \"horizonSeconds\": 6",
						  "\"maxExpanded\": 48, \"horizonSeconds\": 2.5",
						  "FAILS as printed: the paper's search: footsteps of a plan" );
	testChangeIsReported( "W4-speeds.json", "\"desiredSpeed\": 1.8", "\"desiredSpeed\": 1.2",
						  "FAILS as printed: each is faster" );
	testChangeIsReported( "W4-speeds.json", "[\"slow\", \"usual\", \"fast\"]", "[\"fast\", \"usual\", \"slow\"]",
						  "FAILS as printed: and turns wider" );
	testChangeIsReported( "W4-ranges.json", "\"outward\": 0.6", "\"outward\": 1.57", "FAILS as printed: each takes more steps" );
	testChangeIsReported( "W5-two-way.json", "\"seconds\": 400", "\"seconds\": 20", "FAILS share that arrives" );
}

TEST( BadExperimentsOnFootAreRefused )
{
	const char* const doorway[][2] = {
		{ "\"others\": \"the others\"", "\"others\": \"nobody\"" },
		{ "\"against\": \"the one\"", "\"against\": \"nobody\"" },
		{ "\"against\": \"the one\"", "\"against\": [\"the one\"]" },
		{ "\"near\": 3,", "" },
		{ "\"b\": [9, 4.6]", "\"b\": 9" },
		{ "\"moments\"", "\"motives\"" },
		{ "\"quickSeeds\": 2", "\"quickSeeds\": 0" },
	};
	testChangesAreRefused( "W1-doorway.json", doorway, sizeof( doorway ) / sizeof( doorway[0] ) );
	const char* const pairs[][2] = {
		{ "\"first\": \"from the west\"", "\"first\": \"from the moon\"" },
		{ "\"second\": \"from the east\"", "\"second\": \"from the west\"" },
	};
	testChangesAreRefused( "W2-one-person.json", pairs, sizeof( pairs ) / sizeof( pairs[0] ) );
	const char* const turns[][2] = {
		{ "[\"slow\", \"usual\", \"fast\"]", "[\"slow\"]" },
		{ "[\"slow\", \"usual\", \"fast\"]", "[\"slow\", \"unusual\"]" },
		{ "\"facing\": 0.6,", "" },
		{ "\"out\": [1, 0]", "\"out\": [1, 0, 0]" },
	};
	testChangesAreRefused( "W4-speeds.json", turns, sizeof( turns ) / sizeof( turns[0] ) );
	CHECK_EQUAL( testRunChanged( "W3-glass-door.json", "\"reach\": 0.5", "\"reach\": \"half\"" ), 4 );
	CHECK_EQUAL( testRunChanged( "W3-glass-door.json", "\"corners\": [10, ", "\"corners\": [" ), 4 );
	CHECK_EQUAL( testRunChanged( "W3-glass-door.json", "\"entries\": [\"people\"]", "\"entries\": [\"nobody\"]" ), 4 );
	CHECK_EQUAL( testRunChanged( "W5-two-way.json", "\"quickPeople\": 60", "\"quickPeople\": 0" ), 4 );
	CHECK_EQUAL( testRunChanged( "W5-two-way.json", "\"quickPeople\": 60", "\"fewPeople\": 60" ), 4 );
}

TEST( PicturesOfStepsAreDrawn )
{
	char folder[1024], arguments[2600];
	snprintf( folder, sizeof( folder ), "%s", testTemporaryPath( "steps" ) );
	snprintf( arguments, sizeof( arguments ), "experiments W2 --quick --out \"%s\" --format png", folder );
	int code = testRunProgram( arguments );
	CHECK( code == 0 || code == 1 );
	testTakePicture( folder, "W2-one-person.png" );
	CHECK_EQUAL( rmdir( folder ), 0 );
}

void testExperimentsOnFoot( int argc, char** argv )
{
	RUN( ExperimentsAtDoorsHold );
	RUN( ExperimentsWithTurnsHold );
	RUN( ExperimentsWithHundredsHold );
	RUN( BothMotionsOfStepsKeepApart );
	RUN( WalkersWhoDoOtherwiseAreNoticed );
	RUN( BadExperimentsOnFootAreRefused );
	RUN( PicturesOfStepsAreDrawn );
}
