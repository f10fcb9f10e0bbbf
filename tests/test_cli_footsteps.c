// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield run` with people on foot, from outside.

#include "tests/test_cli.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void copyHash( const char* json, char* hash )
{
	hash[0] = 0;
	CHECK( cliJsonValue( json, "state_hash", hash, 32 ) );
}

TEST( WalkersKeepTheContract )
{
	static const char* const numbers[] = { "footstep_agents",
										   "footsteps",
										   "decisions",
										   "plans",
										   "failed_plans",
										   "ms_per_plan_mean",
										   "ms_per_plan_p95",
										   "nodes_expanded_mean",
										   "nodes_generated_mean",
										   "us_per_agent_frame_20hz",
										   "circle_overlaps",
										   "circle_wall_hits",
										   "circle_penetration_max_m" };
	cliRun run =
		cliCall( "run", "corridor", "--agents", "16", "--footsteps", "--seconds", "10", "--threads", "2", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliIsJson( run.out ) );
	for ( size_t i = 0; i < sizeof( numbers ) / sizeof( numbers[0] ); ++i )
	{
		CHECK( !isnan( cliGetNumber( run.out, numbers[i] ) ) );
	}
	CHECK_NEAR( cliGetNumber( run.out, "footstep_agents" ), 16.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "circle_overlaps" ), 0.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "circle_wall_hits" ), 0.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "circle_penetration_max_m" ), 0.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "overlaps" ), 0.0, 0.0 );
	// Somebody walks: some ten steps each in the time.
	CHECK( cliGetNumber( run.out, "footsteps" ) > 16.0 && cliGetNumber( run.out, "footsteps" ) < 16.0 * 10.0 / 0.2 );
	CHECK( cliGetNumber( run.out, "plans" ) > 0.0 && cliGetNumber( run.out, "decisions" ) > 0.0 );
	CHECK( cliGetNumber( run.out, "ms_per_plan_mean" ) > 0.0 );
	CHECK( cliGetNumber( run.out, "nodes_generated_mean" ) >= cliGetNumber( run.out, "nodes_expanded_mean" ) );
	// Work of both threads over walkers, seconds and frames.
	double frames = 16.0 * 20.0 * cliGetNumber( run.out, "simulated_seconds" );
	CHECK_NEAR( cliGetNumber( run.out, "us_per_agent_frame_20hz" ) * frames / ( 2e6 * cliGetNumber( run.out, "wall_seconds" ) ),
				1.0, 1e-6 );
	// Crowds of discs have none of it.
	run = cliCall( "run", "corridor", "--agents", "16", "--seconds", "2", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( !cliContains( run.out, "footstep_agents" ) && !cliContains( run.out, "circle" ) );
}

TEST( WalkersAreInTheReport )
{
	cliRun run = cliCall( "run", "ring", "--agents", "6", "--footsteps", "--seconds", "4", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliContains( run.out, "\non foot          6, " ) && cliContains( run.out, "circles touch 0 times (deepest 0.0 mm)" ) );
	CHECK( cliContains( run.out, "\nplans            " ) && cliContains( run.out, "us per walker and frame of 20 a second" ) );
	CHECK( !cliContains( run.out, "first contact" ) );
}

TEST( WalkersDoNotDependOnThreads )
{
	static const char* const threads[] = { "2", "3", "7" };
	char first[32], hash[32];
	cliRun run =
		cliCall( "run", "crossing", "--agents", "24", "--footsteps", "--seconds", "5", "--threads", "1", "--json", NULL );
	copyHash( run.out, first );
	for ( int i = 0; i < 3; ++i )
	{
		run = cliCall( "run", "crossing", "--agents", "24", "--footsteps", "--seconds", "5", "--threads", threads[i], "--json",
					   NULL );
		copyHash( run.out, hash );
		CHECK_STRING( hash, first );
	}
	run = cliCall( "run", "crossing", "--agents", "24", "--seconds", "5", "--json", NULL );
	copyHash( run.out, hash );
	CHECK( strcmp( hash, first ) != 0 );
}

// The whole, and the same in two parts.
TEST( RunsOnFootCanBeSplit )
{
	char first[32], hash[32];
	cliRun run = cliCall( "run", "doorway", "--agents", "8", "--footsteps", "--seconds", "9", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	copyHash( run.out, first );
	run = cliCall( "run", "doorway", "--agents", "8", "--footsteps", "--seconds", "4.2", "--record", "part.sqlite",
				   "--checkpoint", "feet.bin", "--quiet", NULL );
	CHECK_EQUAL( run.code, 0 );
	run = cliCall( "run", "doorway", "--agents", "8", "--footsteps", "--seconds", "9", "--record", "part.sqlite", "--resume",
				   "feet.bin", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	copyHash( run.out, hash );
	CHECK_STRING( hash, first );
	CHECK_NEAR( cliGetNumber( run.out, "circle_overlaps" ), 0.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "circle_wall_hits" ), 0.0, 0.0 );
	// On foot it is another crowd.
	run = cliCall( "run", "doorway", "--agents", "8", "--seconds", "9", "--resume", "feet.bin", NULL );
	cliCheckFails( run, "a checkpoint of people on foot", 4, "feet.bin" );
}

static int countParts( const char* text, const char* part )
{
	int count = 0;
	for ( const char* at = text != NULL ? strstr( text, part ) : NULL; at != NULL; at = strstr( at + 1, part ) )
	{
		count += 1;
	}
	return count;
}

TEST( StepsAreWritten )
{
	cliRun run = cliCall( "run", "ring", "--agents", "5", "--footsteps", "--seconds", "6", "--footsteps-to", "feet.json",
						  "--record", "feet.sqlite", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliContains( run.out, "footsteps        feet.json" ) );
	// The recording has them, too: what is measured in it is what the run reported.
	run = cliCall( "metrics", "feet.sqlite", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_NEAR( cliGetNumber( run.out, "footstep_agents" ), 5.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "circle_overlaps" ), 0.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "overlaps" ), 0.0, 0.0 );
	run = cliCall( "metrics", "feet.sqlite", NULL );
	CHECK( cliContains( run.out, "people on foot " ) && cliContains( run.out, "contacts of their circles " ) );
	size_t size = 0;
	const char* text = cliRead( "feet.json", &size );
	CHECK( text != NULL && cliIsJson( text ) && countParts( text, "\"left\"" ) > 5 && countParts( text, "\"right\"" ) > 5 );
	run =
		cliCall( "run", "ring", "--agents", "5", "--footsteps", "--seconds", "6", "--footsteps-to", "feet.csv", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	double steps = cliGetNumber( run.out, "footsteps" );
	text = cliRead( "feet.csv", &size );
	// Standing has rows of its own.
	CHECK( text != NULL && countParts( text, "\n" ) >= (int)steps );
	// Steps of discs there are none, which is reported and no failure.
	run = cliCall( "run", "ring", "--agents", "5", "--seconds", "2", "--footsteps-to", "none.csv", "--quiet", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliContains( run.err, "nobody walked on foot" ) && cliExists( "none.csv" ) );
}

static const char s_mixed[] = "{\"version\": 1, \"world\": {\"bounds\": [0, 0, 16, 6]}, \"run\": {\"seconds\": 40},\n"
							  "\"gaits\": {\"short legs\": {\"legLength\": 0.6, \"maxStride\": 0.5}},\n"
							  "\"agents\": [{\"position\": [1, 2], \"stops\": [[14, 2]], \"gait\": \"short legs\"},\n"
							  "{\"position\": [1, 4], \"stops\": [[14, 4]], \"locomotion\": \"footsteps\"},\n"
							  "{\"position\": [14, 3], \"stops\": [[1, 3]]}]}";

TEST( WalkersAndDiscsWalkTogether )
{
	cliWrite( "mixed.json", s_mixed );
	cliRun run = cliCall( "run", "mixed.json", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_NEAR( cliGetNumber( run.out, "arrived" ), 3.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "footstep_agents" ), 2.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "circle_overlaps" ), 0.0, 0.0 );
	run = cliCall( "run", "mixed.json", "--footsteps", "--seconds", "3", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_NEAR( cliGetNumber( run.out, "footstep_agents" ), 3.0, 0.0 );
}

TEST( BadWalkersAreRefused )
{
	static const cliBadCase cases[] = {
		{ NULL, NULL, "run ring --footsteps-to x.txt", 2, "expected a name ending in .json or .csv" },
		{ NULL, NULL, "run ring --footsteps-to", 2, "--footsteps-to" },
		{ NULL, NULL, "run ring --agents 4 --footsteps --footsteps-to no/such/folder/x.json", 7,
		  "there is no folder 'no/such/folder'" },
		{ NULL, NULL, "run ring --agents 4 --footsteps --record x.csv --footsteps-to x.csv", 2, "is the file of --record" },
		{ NULL, NULL, "run torus --footsteps", 2, "--footsteps is for crowds in the plane" },
		{ NULL, NULL, "run torus --footsteps-to x.json", 2, "--footsteps-to belongs to crowds in the plane" },
		{ "limp.json",
		  "{\"version\": 1, \"world\": {\"size\": [9, 9]},\n\"gaits\": {\"limp\": {\"left\": {\"maxStride\": 7}}},\n"
		  "\"agents\": [{\"position\": [1, 1], \"gait\": \"limp\"}]}",
		  "run limp.json", 4, "limp.json:2:42: gaits.limp.left.maxStride: is 7, expected 0.2 to 2.5" },
		{ "limp.json",
		  "{\"version\": 1, \"world\": {\"size\": [9, 9]},\n\"agents\": [{\"position\": [1, 1], \"gait\": \"limp\"}]}",
		  "run limp.json", 4, "limp.json:2:41: agents[0].gait: there is no gait \"limp\"" },
	};
	cliCheckCases( cases, sizeof( cases ) / sizeof( cases[0] ) );
}

TEST( HelpNamesFootsteps )
{
	cliRun run = cliCall( "help", "run", NULL );
	CHECK( cliContains( run.out, "\n  square " ) && cliContains( run.out, "\n  obstacles " ) );
	CHECK( cliContains( run.out, "\n  --footsteps " ) && cliContains( run.out, "\n  --footsteps-to FILE" ) );
}

void cliRunFootstepTests( int argc, char** argv )
{
	RUN( HelpNamesFootsteps );
	RUN( WalkersKeepTheContract );
	RUN( WalkersAreInTheReport );
	RUN( WalkersDoNotDependOnThreads );
	RUN( RunsOnFootCanBeSplit );
	RUN( StepsAreWritten );
	RUN( WalkersAndDiscsWalkTogether );
	RUN( BadWalkersAreRefused );
}
