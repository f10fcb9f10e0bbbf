// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield-lab` from outside: its help, its benchmarks, and what it refuses.

#include "tests/cli.h"
#include "tests/test_lab.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TEST( HelpLeadsWithExamples )
{
	static const char* const topics[] = { "bench", "experiments", "steerbench", "stress", "fit" };
	cliRun run = cliCall( "--help", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( strncmp( run.out, "Examples:", 9 ) == 0 );
	for ( size_t i = 0; i < sizeof( topics ) / sizeof( topics[0] ); ++i )
	{
		run = cliCall( "help", topics[i], NULL );
		CHECK_EQUAL( run.code, 0 );
		CHECK( strncmp( run.out, "Examples:", 9 ) == 0 && cliContains( run.out, topics[i] ) );
		run = cliCall( topics[i], "--nonsense", "--help", NULL );
		CHECK_EQUAL( run.code, 0 );
		CHECK( strncmp( run.out, "Examples:", 9 ) == 0 );
	}
}

TEST( WrongUseIsRefused )
{
	static const cliBadCase cases[] = {
		{ NULL, NULL, "experimnets", 2, "Did you mean 'experiments'?" },
		{ NULL, NULL, "bench --qick", 2, "`wayfield-lab bench` has no option '--qick'. Did you mean '--quick'?" },
		{ NULL, NULL, "bench fields --limit 3", 2, "belongs to `wayfield-lab bench paths`" },
		{ NULL, NULL, "bench paths --growth", 2, "belongs to `wayfield-lab bench fields`" },
		{ NULL, NULL, "bench fields --agents 3", 2, "belong to `wayfield-lab bench flow`" },
		{ NULL, NULL, "bench paths --size 64", 2, "belong to `wayfield-lab bench flow`" },
		{ NULL, NULL, "bench fields --precision double", 2, "belong to `wayfield-lab bench flow`" },
		{ NULL, NULL, "bench flow --precision half", 2, "single" },
		{ NULL, NULL, "bench flow --growth --plot growth.svg", 2, "--plot" },
		{ NULL, NULL, "bench fields --plot growth.svg", 2, "--growth" },
		{ NULL, NULL, "bench fields --growth --plot growth.jpg", 2, ".svg or .png" },
		{ NULL, NULL, "experiments F99", 2, "expected all or one of C1, C2" },
		{ NULL, NULL, "experiments F4 --format png", 2, "goes with --out" },
		{ NULL, NULL, "experiments F4 --scenarios .", 2, "expected files such as F4-" },
		{ NULL, NULL, "bench footsteps --threads 2", 2, "`wayfield-lab bench footsteps` chooses the threads itself" },
		{ NULL, NULL, "bench footsteps --growth", 2, "--growth" },
		{ NULL, NULL, "bench surfaces --growth plain.off", 2, "no files" },
		{ NULL, NULL, "bench fields --geodesics", 2, "belongs to `wayfield-lab bench surfaces`" },
		{ NULL, NULL, "bench fields plain.off", 2, "one argument too many" },
		{ NULL, NULL, "bench surfaces nowhere.off", 3, "nowhere.off" },
		{ NULL, NULL, "bench crowd --growth", 2, "--growth" },
	};
	cliWrite( "plain.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n" );
	cliCheckCases( cases, sizeof( cases ) / sizeof( cases[0] ) );
}

TEST( FlowTableShowsThePlanner )
{
	cliRun run = cliCall( "bench", "flow", "--quick", "--size", "32", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliContains( run.out, "rooms 32: " ) && cliContains( run.out, "the planner, made once for all goals" ) );
	CHECK( cliContains( run.out, "\n  new goal, 200 agents together " ) && cliContains( run.out, "fast marching" ) );
}

TEST( CrowdBenchmarkMeasures )
{
	cliRun run = cliCall( "bench", "crowd", "--quick", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliIsJson( run.out ) );
	CHECK( cliContains( run.out, "two threads against one" ) );
	CHECK( cliContains( run.out, "95th percentile" ) );
	CHECK( cliGetNumber( run.out, "0.value" ) > 0.0 );
}

TEST( FootstepBenchmarkMeasures )
{
	cliRun run = cliCall( "bench", "footsteps", "--quick", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliIsJson( run.out ) );
	static const char* const parts[] = { "corridor, two-way 30",
										 "egress 12",
										 "obstacles 30",
										 "open square 200",
										 "a plan, 95th percentile",
										 "nodes expanded, mean",
										 "states that differ",
										 "a simulated second on two threads" };
	for ( size_t i = 0; i < sizeof( parts ) / sizeof( parts[0] ); ++i )
	{
		CHECK( cliContains( run.out, parts[i] ) );
	}
	CHECK( cliGetNumber( run.out, "0.value" ) > 0.0 );
	CHECK( !cliContains( run.out, "\"held\": false" ) );
	run = cliCall( "help", "bench", NULL );
	CHECK( cliContains( run.out, "\n  footsteps " ) );
}

TEST( GroupBenchmarkMeasures )
{
	cliRun run = cliCall( "bench", "groups", "--quick", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliIsJson( run.out ) );
	static const char* const parts[] = { "40 in formation, 1 m",	  "40 freely, queued", "40 to points",
										 "60 against 60, 33 x 33",	  "two threads: mean", "1 group of 300",
										 "500 orders in a tick, each" };
	for ( size_t i = 0; i < sizeof( parts ) / sizeof( parts[0] ); ++i )
	{
		CHECK( cliContains( run.out, parts[i] ) );
	}
	CHECK( cliGetNumber( run.out, "0.value" ) > 0.0 );
	CHECK_EQUAL( cliGetNumber( run.out, "1.value" ), 1 ); // fields made for an order to a group
	CHECK( !cliContains( run.out, "\"held\": false" ) );
	run = cliCall( "bench", "groups", "--threads", "2", NULL );
	CHECK_EQUAL( run.code, 2 );
	CHECK( cliContains( run.err, "`wayfield-lab bench groups` chooses the threads itself" ) );
}

TEST( SurfacesAreMeasured )
{
	cliRun run = cliCall( "bench", "surfaces", "--quick", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliIsJson( run.out ) );
	CHECK( cliContains( run.out, "torus 5k" ) && cliContains( run.out, "40 obstacles, new goal" ) );
	CHECK_EQUAL( cliGetNumber( run.out, "2.flat_cells" ), 0 );
}

#define CASE_HEAD                                                                                                                \
	"<SteerBenchTestCase><header><version>1.0</version><name>t</name><worldBounds><xmin>-50</xmin><xmax>50</xmax><ymin>0</ymin>" \
	"<ymax>0</ymax><zmin>-50</zmin><zmax>50</zmax></worldBounds></header>"

TEST( ATestCaseWithoutAgentsIsReported )
{
	cliWrite( "empty.xml", CASE_HEAD "</SteerBenchTestCase>" );
	cliRun run = cliCall( "steerbench", "empty.xml", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliIsJson( run.out ) && cliContains( run.err, "there are no agents" ) );
	CHECK_EQUAL( cliGetNumber( run.out, "agents" ), 0 );
	CHECK_EQUAL( cliGetNumber( run.out, "collisions" ), 0 );
	run = cliCall( "steerbench", "empty.xml", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliContains( run.out, "1 of 1 passed; 0 of 0 agents arrived" ) );
}

// A pillar in the middle of each of 10 x 10 squares, and an agent in each that goes to places behind other pillars. Nobody is on
// the way to later ones yet: they take no memory where there is little.
static void writeCase( const char* name, int32_t goals )
{
	size_t capacity = 65536 + (size_t)goals * 40000, used = 0;
	char* text = malloc( capacity );
	used += (size_t)snprintf( text, capacity, "%s", CASE_HEAD );
	for ( int32_t k = 0; k < 100; ++k )
	{
		int x = k % 10 * 10 - 45, z = k / 10 * 10 - 45;
		used +=
			(size_t)snprintf( text + used, capacity - used,
							  "<obstacle><xmin>%d</xmin><xmax>%d</xmax><ymin>0</ymin><ymax>1</ymax><zmin>%d</zmin><zmax>%d</zmax>"
							  "</obstacle><agent><initialConditions><position><x>%d</x><y>0</y><z>%d</z></position><direction>"
							  "<x>0</x><y>0</y><z>1</z></direction><radius>0.5</radius></initialConditions><goalSequence>",
							  x - 3, x + 3, z - 3, z + 3, x - 4, z - 4 );
		for ( int32_t m = 1; m <= goals; ++m )
		{
			int32_t to = ( k * 7 + m * 31 + 55 ) % 100;
			used +=
				(size_t)snprintf( text + used, capacity - used,
								  "<seekStaticTarget><targetLocation><x>%d</x><y>0</y><z>%d</z></targetLocation><desiredSpeed>1"
								  "</desiredSpeed><timeDuration>100</timeDuration></seekStaticTarget>",
								  to % 10 * 10 - 41 + m % 9, to / 10 * 10 - 41 );
		}
		used += (size_t)snprintf( text + used, capacity - used, "</goalSequence></agent>" );
	}
	used += (size_t)snprintf( text + used, capacity - used, "</SteerBenchTestCase>" );
	cliWriteBytes( name, text, used );
	free( text );
}

TEST( FieldsOfManyGoalsKeepTheMemoryLimit )
{
	writeCase( "one.xml", 1 );
	writeCase( "many.xml", 20 );
	cliRun run = cliCall( "steerbench", "many.xml", "--seconds", "2", "--memory", "12", "--json", NULL );
	CHECK_EQUAL( run.code, 1 ); // nobody has arrived
	char limited[32], free[32];
	CHECK( cliJsonValue( run.out, "state_hash", limited, sizeof( limited ) ) );
	run = cliCall( "steerbench", "many.xml", "--seconds", "2", "--json", NULL );
	CHECK( cliJsonValue( run.out, "state_hash", free, sizeof( free ) ) );
	CHECK_STRING( limited, free );
	run = cliCall( "steerbench", "one.xml", "--seconds", "2", "--memory", "5", "--json", NULL );
	CHECK_EQUAL( run.code, 6 );
	CHECK( run.out[0] == 0 && cliContains( run.err, "the limit is 5.0 MB" ) && cliContains( run.err, "raise the limit" ) );
}

void testLabCommands( int argc, char** argv )
{
	RUN( HelpLeadsWithExamples );
	RUN( WrongUseIsRefused );
	RUN( FlowTableShowsThePlanner );
	RUN( CrowdBenchmarkMeasures );
	RUN( FootstepBenchmarkMeasures );
	RUN( GroupBenchmarkMeasures );
	RUN( SurfacesAreMeasured );
	RUN( ATestCaseWithoutAgentsIsReported );
	RUN( FieldsOfManyGoalsKeepTheMemoryLimit );
	cliCleanUp();
}
