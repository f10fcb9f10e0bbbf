// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the program prints and writes when all is well.

#include "tests/test_cli.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Two rooms, a door of one metre between them.
static const char s_rooms[] = "{ \"version\": 1, \"name\": \"rooms\", \"world\": { \"size\": [10, 6], \"obstacles\": [\n"
							  "  { \"type\": \"box\", \"bounds\": [4.8, 0, 5.2, 4] },\n"
							  "  { \"type\": \"box\", \"bounds\": [4.8, 5, 5.2, 6] } ] },\n"
							  "  \"goals\": [ { \"type\": \"line\", \"name\": \"exit\", \"points\": [[9.6, 1], [9.6, 2]] },\n"
							  "               { \"type\": \"point\", \"name\": \"desk\", \"point\": [1, 1] } ],\n"
							  "  \"starts\": [[1, 1], [2, 5]],\n"
							  "  \"grid\": { \"cell\": 0.1, \"radius\": 0.2 } }\n";

// Row 0 on top. The two rows at the bottom are a part of their own.
static const char s_map[] = "type octile\nheight 8\nwidth 12\nmap\n"
							"............\n"
							"..@@@@@@....\n"
							".......@....\n"
							".......@....\n"
							"............\n"
							"@@@@@@@@@@@@\n"
							"............\n"
							"............\n";

// Reached, not connected, start in a wall, the same goal again, start on the goal.
static const char s_problems[] = "version 1\n"
								 "0\tsmall.map\t12\t8\t0\t0\t11\t4\t12.65685425\n"
								 "0\tsmall.map\t12\t8\t0\t0\t5\t7\t0\n"
								 "1\tsmall.map\t12\t8\t3\t1\t5\t0\t0\n"
								 "1\tsmall.map\t12\t8\t4\t2\t11\t4\t8.65685425\n"
								 "2\tsmall.map\t12\t8\t2\t6\t2\t6\t0\n";

static void writeWorlds( void )
{
	cliWrite( "rooms.json", s_rooms );
	cliWrite( "small.map", s_map );
	cliWrite( "small.scen", s_problems );
}

TEST( HelpLeadsWithExamples )
{
	static const char* const topics[] = { "field", "plan", "surface", "mesh", "demo" };
	cliRun run = cliCall( "--help", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( strncmp( run.out, "Examples:", 9 ) == 0 );
	CHECK_STRING( run.err, "" );
	for ( size_t i = 0; i < sizeof( topics ) / sizeof( topics[0] ); ++i )
	{
		run = cliCall( "help", topics[i], NULL );
		CHECK_EQUAL( run.code, 0 );
		CHECK( strncmp( run.out, "Examples:", 9 ) == 0 && cliContains( run.out, topics[i] ) );
		run = cliCall( topics[i], "--nonsense", "--help", NULL );
		CHECK_EQUAL( run.code, 0 );
		CHECK( strncmp( run.out, "Examples:", 9 ) == 0 );
	}
	run = cliCall( "help", "surfaces", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliContains( run.out, "torus" ) && cliContains( run.out, "not orientable" ) );
	run = cliCall( "help", "exit-codes", NULL );
	CHECK_EQUAL( run.code, 0 );
	for ( char digit[] = "\n  0  "; digit[3] <= '8'; ++digit[3] )
	{
		CHECK( cliContains( run.out, digit ) );
	}
}

TEST( VersionIsTheLibrarys )
{
	wfVersion version = wfGetVersion();
	char expected[64];
	snprintf( expected, sizeof( expected ), "wayfield %d.%d.%d\n", version.major, version.minor, version.patch );
	cliRun run = cliCall( "--version", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_STRING( run.out, expected );
}

TEST( FieldReports )
{
	writeWorlds();
	cliRun run = cliCall( "field", "rooms.json", "--goal", "exit", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliContains( run.out, "0 flat cells" ) && cliContains( run.out, "1 component," ) );
	CHECK_STRING( run.err, "" );
	run = cliCall( "field", "rooms.json", "--goal=9.6,1.5", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliIsJson( run.out ) );
	CHECK_NEAR( cliGetNumber( run.out, "grid.width" ), 100.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "grid.components" ), 1.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "field.flat_cells" ), 0.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "field.goal_cells" ), 1.0, 0.0 );
	CHECK( cliGetNumber( run.out, "field.reachable_cells" ) == cliGetNumber( run.out, "grid.free" ) );
	CHECK( cliGetNumber( run.out, "field.arriving_cells" ) == cliGetNumber( run.out, "grid.free" ) );
	CHECK( cliGetNumber( run.out, "field.max_relative_residual" ) <= 1e-9 );
	CHECK( cliGetNumber( run.out, "field.min_log_q" ) < 0.0 );
	CHECK( cliGetNumber( run.out, "planner.bytes" ) > 0.0 && cliGetNumber( run.out, "planner.estimated_bytes" ) > 0.0 );
	CHECK( cliGetNumber( run.out, "seconds.factor" ) >= 0.0 && cliGetNumber( run.out, "seconds.solve" ) >= 0.0 );
	char list[64];
	CHECK( cliJsonValue( run.out, "closed_passages", list, sizeof( list ) ) );
	CHECK_STRING( list, "[]" );
}

TEST( ClosedPassageIsReported )
{
	// A door of 0.7 m for an agent of 0.6 m: cells of 0.5 m close it, with either place of their centres.
	cliWrite( "slit.json", "{ \"version\": 1, \"world\": { \"size\": [8, 6], \"obstacles\": [\n"
						   "  { \"type\": \"box\", \"bounds\": [3.8, 0, 4.2, 2.65] },\n"
						   "  { \"type\": \"box\", \"bounds\": [3.8, 3.35, 4.2, 6] } ] },\n"
						   "  \"grid\": { \"cell\": 0.5, \"radius\": 0.3 } }\n" );
	cliRun run = cliCall( "field", "slit.json", "--goal", "1.1,3.1", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_NEAR( cliGetNumber( run.out, "grid.components" ), 2.0, 0.0 );
	CHECK( cliContains( run.err, "warning: the passage at" ) && cliContains( run.err, "--cell" ) );
	double cell = cliGetNumber( run.out, "closed_passages.0.open_cell" );
	CHECK( cell > 0.0 && cell < 0.5 );
	CHECK_NEAR( cliGetNumber( run.out, "closed_passages.0.place.1" ), 3.0, 0.5 );
	char text[32];
	snprintf( text, sizeof( text ), "%.17g", cell );
	run = cliCall( "field", "slit.json", "--goal", "1.1,3.1", "--cell", text, "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_NEAR( cliGetNumber( run.out, "grid.components" ), 1.0, 0.0 );
}

TEST( PlanGivesPathCsvAndPictures )
{
	writeWorlds();
	cliRun run = cliCall( "plan", "rooms.json", "--from", "1,1", "--to", "9.05,1.05", "--json", "--out", "path.csv", "--picture",
						  "path.svg", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliIsJson( run.out ) );
	CHECK_NEAR( cliGetNumber( run.out, "paths.0.points.0.0" ), 1.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "paths.0.to.0" ), 9.05, 0.06 );
	CHECK_NEAR( cliGetNumber( run.out, "paths.0.to.1" ), 1.05, 0.06 );
	// Through the door: at least 3.2 m up and down again.
	CHECK( cliGetNumber( run.out, "paths.0.length" ) > 8.05 && cliGetNumber( run.out, "paths.0.length" ) < 16.0 );
	CHECK( cliGetNumber( run.out, "paths.0.clearance_min" ) >= 0.0 );
	size_t size = 0;
	const char* csv = cliRead( "path.csv", &size );
	CHECK( csv != NULL && strncmp( csv, "path,x,y\n1,1,1\n", 15 ) == 0 );
	const char* svg = cliRead( "path.svg", &size );
	CHECK( svg != NULL && cliContains( svg, "<svg" ) && cliContains( svg, "</svg>" ) );

	run = cliCall( "plan", "rooms.json", "--to", "exit", "--picture", "path.png", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliContains( run.out, "path      1,1 to" ) && cliContains( run.out, "path      2,5 to" ) );
	const char* png = cliRead( "path.png", &size );
	CHECK( png != NULL && size > 1000 && memcmp( png, "\x89PNG\r\n\x1a\n", 8 ) == 0 );
}

// As `run` says of those without agents; a file of that name comes first.
TEST( BuiltInWorldsArePlannedIn )
{
	cliRun run = cliCall( "plan", "building", "--from", "1.6,2", "--to", "east", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliContains( run.out, "path      1.6,2 to" ) );
	run = cliCall( "field", "park", "--goal", "5,5", NULL );
	CHECK_EQUAL( run.code, 0 );
	cliWrite( "building", "no world" );
	cliCheckFails( cliCall( "plan", "building", "--from", "1.6,2", "--to", "east", NULL ), "building", 4,
				   "not a file of a known kind" );
	cliWrite( "building", "" );
}

TEST( ProblemsKeepTheContract )
{
	static const char* const keys[] = { "problems",			  "reached",
										"unreachable",		  "failed",
										"flat_cells",		  "max_relative_residual",
										"length_ratio_mean",  "length_ratio_p95",
										"clearance_mean",	  "seconds.factor",
										"seconds.solve_mean", "seconds.trace_mean",
										"seconds.total" };
	writeWorlds();
	cliRun run = cliCall( "plan", "small.map", "--scen", "small.scen", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliIsJson( run.out ) );
	CHECK_STRING( run.err, "" );
	for ( size_t i = 0; i < sizeof( keys ) / sizeof( keys[0] ); ++i )
	{
		CHECK( isfinite( cliGetNumber( run.out, keys[i] ) ) );
	}
	CHECK_NEAR( cliGetNumber( run.out, "problems" ), 5.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "reached" ), 3.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "unreachable" ), 2.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "blocked" ), 1.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "failed" ), 0.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "goals" ), 2.0, 0.0 ); // solved once each, and none that nobody reaches
	CHECK_NEAR( cliGetNumber( run.out, "flat_cells" ), 0.0, 0.0 );
	CHECK( cliGetNumber( run.out, "max_relative_residual" ) <= 1e-9 );
	double safe = cliGetNumber( run.out, "length_ratio_mean" );
	CHECK( safe > 0.9 && safe < 1.6 );

	run = cliCall( "plan", "small.map", "--scen", "small.scen", "--haste", "10", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	double hasty = cliGetNumber( run.out, "length_ratio_mean" );
	CHECK( hasty < safe && hasty <= 1.02 && hasty > 0.85 );

	run = cliCall( "plan", "small.map", "--scen", "small.scen", "--limit", "2", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_NEAR( cliGetNumber( run.out, "problems" ), 2.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "unreachable" ), 1.0, 0.0 );
	// Told: what the file states and what is found contradict each other.
	cliWrite( "wrong.scen", "version 1\n0\tsmall.map\t12\t8\t0\t0\t5\t7\t9.5\n" );
	run = cliCall( "plan", "small.map", "--scen", "wrong.scen", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliContains( run.err, "line 2" ) );
	double ratio = 0.0;
	CHECK( cliJsonNumber( run.out, "length_ratio_mean", &ratio ) && isnan( ratio ) );
}

// Everything but the times, and the memory that is expected: each thread has some of its own.
static void copyWithoutSeconds( const char* json, char* copy, size_t capacity )
{
	const char* seconds = strstr( json, "\"seconds\"" );
	const char* bytes = strstr( json, "\"estimated_bytes\"" );
	const char* rest = bytes != NULL ? strchr( bytes, ',' ) : NULL;
	int first = rest != NULL ? (int)( bytes - json ) : 0;
	rest = rest != NULL ? rest : json;
	snprintf( copy, capacity, "%.*s%.*s", first, json, seconds != NULL ? (int)( seconds - rest ) : 0, rest );
}

TEST( ResultsDoNotDependOnThreadsAndSimd )
{
	static char first[1 << 20], other[1 << 20];
	writeWorlds();
	cliRun run =
		cliCall( "plan", "rooms.json", "--to", "exit", "--haste", "1", "--json", "--threads", "1", "--simd", "baseline", NULL );
	CHECK_EQUAL( run.code, 0 );
	copyWithoutSeconds( run.out, first, sizeof( first ) );
	CHECK( strlen( first ) > 1000 );
	run = cliCall( "plan", "rooms.json", "--to", "exit", "--haste", "1", "--json", "--threads", "4", NULL );
	copyWithoutSeconds( run.out, other, sizeof( other ) );
	CHECK( strcmp( first, other ) == 0 );
	run = cliCall( "plan", "small.map", "--scen", "small.scen", "--json", "--threads", "1", NULL );
	copyWithoutSeconds( run.out, first, sizeof( first ) );
	CHECK( strlen( first ) > 100 );
	run = cliCall( "plan", "small.map", "--scen", "small.scen", "--json", "--threads", "3", NULL );
	copyWithoutSeconds( run.out, other, sizeof( other ) );
	CHECK_STRING( first, other );
}

static double getMeanHeight( const char* epsilon )
{
	cliRun run =
		cliCall( "plan", "hall.map", "--from", "2.5,6", "--to", "37.5,6", "--eps", epsilon, "--v", "0,1", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	double sum = 0.0, y;
	int count = 0;
	for ( char path[64];
		  snprintf( path, sizeof( path ), "paths.0.points.%d.1", count ) > 0 && cliJsonNumber( run.out, path, &y ); )
	{
		sum += y;
		count += 1;
	}
	CHECK( count > 2 );
	return sum / count;
}

TEST( BiasPullsTowardV )
{
	char map[1024] = "type octile\nheight 12\nwidth 40\nmap\n";
	for ( int row = 0; row < 12; ++row )
	{
		strcat( map, "........................................\n" );
	}
	cliWrite( "hall.map", map );
	double up = getMeanHeight( "1" ), down = getMeanHeight( "-1" );
	CHECK( up > 6.5 && down < 5.5 );
}

TEST( DemoWritesEverything )
{
	static const char* const files[] = { "demo/safe.svg",  "demo/safe.png",	  "demo/haste.svg",	   "demo/haste.png",
										 "demo/paths.csv", "demo/paths.json", "demo/building.json" };
	int before = cliCountFiles();
	cliRun run = cliCall( "demo", "--out", "demo", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_STRING( run.err, "" );
	CHECK( cliContains( run.out, "south" ) && cliContains( run.out, "Try next" ) && cliContains( run.out, " 0 flat cells" ) );
	for ( size_t i = 0; i < sizeof( files ) / sizeof( files[0] ); ++i )
	{
		CHECK( cliExists( files[i] ) );
	}
	CHECK_EQUAL( cliCountFiles(), before + 1 );
	size_t size;
	CHECK( cliIsJson( cliRead( "demo/paths.json", &size ) ) );
	run = cliCall( "field", "demo/building.json", "--goal", "west", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_NEAR( cliGetNumber( run.out, "grid.components" ), 1.0, 0.0 );
}

TEST( EveryGoalOfTheDocumentedScenarioIsReached )
{
	if ( !cliWriteExample( "documented.json", "```json\n" ) )
	{
		return;
	}
	static const char* const goals[] = { "desk", "door", "corner", "marks" };
	for ( int i = 0; i < 4; ++i )
	{
		cliRun run = cliCall( "plan", "documented.json", "--to", goals[i], "--json", NULL );
		CHECK_EQUAL( run.code, 0 );
		CHECK_STRING( run.err, "" );
		CHECK( cliGetNumber( run.out, "paths.1.length" ) > 5.0 );
	}
}

// What the file says of the agent and the field counts where no option does.
TEST( SettingsOfTheFileAreUsed )
{
	cliWrite( "settings.json", "{ \"version\": 1, \"world\": { \"size\": [12, 6], \"terrain\": ["
							   "{ \"type\": \"box\", \"bounds\": [5, 0, 7, 6], \"kinds\": [2] }, "
							   "{ \"type\": \"box\", \"bounds\": [2, 0, 4, 5], \"cost\": 5 }] }, "
							   "\"goals\": [{ \"type\": \"point\", \"point\": [11, 3] }], \"starts\": [[1, 1]], "
							   "\"grid\": { \"cell\": 0.25, \"kind\": 2 }, \"field\": { \"terrainHaste\": 3 } }" );
	cliRun run = cliCall( "plan", "settings.json", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	double asInFile = cliGetNumber( run.out, "field.min_log_q" );
	run = cliCall( "plan", "settings.json", "--json", "--terrain-haste", "3", "--kind", "2", NULL );
	CHECK_NEAR( cliGetNumber( run.out, "field.min_log_q" ), asInFile, 0.0 );
	run = cliCall( "plan", "settings.json", "--json", "--terrain-haste", "0", NULL );
	CHECK( cliGetNumber( run.out, "field.min_log_q" ) > asInFile + 1.0 );
	run = cliCall( "plan", "settings.json", "--kind", "0", NULL );
	CHECK_EQUAL( run.code, 5 );
}

TEST( DisconnectedPairsOfARealMap )
{
	char map[4096], problems[4096];
	const char* path = testDataPath( "maps/brc000d.map" );
	if ( path == NULL )
	{
		testSkip( "no data" );
		return;
	}
	snprintf( map, sizeof( map ), "%s", path );
	snprintf( problems, sizeof( problems ), "%.4000s.scen", map );
	cliRun run = cliCall( "plan", map, "--scen", problems, "--limit", "16", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_NEAR( cliGetNumber( run.out, "unreachable" ), 10.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "reached" ), 6.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "flat_cells" ), 0.0, 0.0 );
}

void cliRunPlanTests( int argc, char** argv )
{
	RUN( HelpLeadsWithExamples );
	RUN( VersionIsTheLibrarys );
	RUN( FieldReports );
	RUN( ClosedPassageIsReported );
	RUN( PlanGivesPathCsvAndPictures );
	RUN( BuiltInWorldsArePlannedIn );
	RUN( ProblemsKeepTheContract );
	RUN( ResultsDoNotDependOnThreadsAndSimd );
	RUN( BiasPullsTowardV );
	RUN( DemoWritesEverything );
	RUN( EveryGoalOfTheDocumentedScenarioIsReached );
	RUN( SettingsOfTheFileAreUsed );
	RUN( DisconnectedPairsOfARealMap );
}
