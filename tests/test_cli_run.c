// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield run` from outside.

#include "tests/test_cli.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void copyHash( const char* json, char* hash )
{
	hash[0] = 0;
	CHECK( cliJsonValue( json, "state_hash", hash, 32 ) );
}

static void checkFails( cliRun run, int code, const char* message )
{
	bool good =
		run.code == code && run.out[0] == 0 && cliContains( run.err, message ) && strncmp( run.err, "wayfield: ", 10 ) == 0;
	if ( !good )
	{
		printf( "expected code %d and '%s', got %d and '%.600s', out '%.200s'\n", code, message, run.code, run.err, run.out );
	}
	CHECK( good );
}

TEST( RunKeepsTheContract )
{
	static const char* const numbers[] = { "agents",
										   "arrived",
										   "steps",
										   "simulated_seconds",
										   "arrived_95_seconds",
										   "wall_seconds",
										   "us_per_agent_step",
										   "us_per_agent_second",
										   "overlaps",
										   "deepest_overlap_m",
										   "wall_hits",
										   "standing_fraction",
										   "path_ratio_mean",
										   "heading_change_deg_per_s",
										   "threads",
										   "setup_seconds",
										   "total_seconds",
										   "memory_per_agent_bytes",
										   "stuck",
										   "seed" };
	cliRun run = cliCall( "run", "ring", "--agents", "12", "--threads", "2", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_STRING( run.err, "" );
	CHECK( cliIsJson( run.out ) );
	for ( size_t i = 0; i < sizeof( numbers ) / sizeof( numbers[0] ); ++i )
	{
		CHECK( !isnan( cliGetNumber( run.out, numbers[i] ) ) );
	}
	CHECK_NEAR( cliGetNumber( run.out, "agents" ), 12.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "arrived" ), 12.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "overlaps" ), 0.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "wall_hits" ), 0.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "threads" ), 2.0, 0.0 );
	// 10 m at 1.3 m/s: nobody flies, nobody is lost.
	CHECK( cliGetNumber( run.out, "arrived_95_seconds" ) > 7.0 && cliGetNumber( run.out, "arrived_95_seconds" ) < 25.0 );
	CHECK( cliGetNumber( run.out, "simulated_seconds" ) >= cliGetNumber( run.out, "arrived_95_seconds" ) );
	double steps = cliGetNumber( run.out, "steps" ), seconds = cliGetNumber( run.out, "simulated_seconds" );
	CHECK_NEAR( cliGetNumber( run.out, "us_per_agent_second" ) * seconds /
					( cliGetNumber( run.out, "us_per_agent_step" ) * steps ),
				1.0, 1e-9 );
	char hash[32];
	copyHash( run.out, hash );
	CHECK_EQUAL( strlen( hash ), 18 ); // in quotes
}

TEST( HelpNamesEveryScene )
{
	static const char* const names[] = { "annulus", "ring",	  "corridor",  "doorway", "doorway-one-way", "egress", "crossing",
										 "ambush",	"square", "obstacles", "park" };
	cliRun run = cliCall( "help", "run", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( strncmp( run.out, "Examples:", 9 ) == 0 );
	for ( int i = 0; i < 11; ++i )
	{
		char line[64];
		snprintf( line, sizeof( line ), "\n  %s ", names[i] );
		CHECK( cliContains( run.out, line ) );
	}
	run = cliCall( "--help", NULL );
	CHECK( cliContains( run.out, "\n  run " ) );
}

TEST( TimeLimitsAreKept )
{
	cliRun run = cliCall( "run", "corridor", "--agents", "10", "--seconds", "3", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_NEAR( cliGetNumber( run.out, "simulated_seconds" ), 3.0, 1e-9 );
	CHECK_NEAR( cliGetNumber( run.out, "arrived" ), 0.0, 0.0 );
	CHECK( isnan( cliGetNumber( run.out, "arrived_95_seconds" ) ) );
	run = cliCall( "run", "corridor", "--agents", "10", "--seconds", "3", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliContains( run.out, "arrived" ) && cliContains( run.out, "0 of 10" ) && cliContains( run.out, "time was over" ) );
	run = cliCall( "run", "corridor", "--agents", "10", "--seconds", "1", "--quiet", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_STRING( run.out, "" );
}

// Who only stands does not arrive, who goes through a sink is counted there, and who is on the way when a run ends by itself
// makes it fail.
TEST( EverybodyIsAccountedFor )
{
	cliRun run = cliCall( "run", "ambush", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_NEAR( cliGetNumber( run.out, "agents" ), 20.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "arrived" ), 20.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "standing" ), 5.0, 0.0 );
	CHECK( !isnan( cliGetNumber( run.out, "arrived_95_seconds" ) ) );
	cliWrite( "sink.json",
			  "{\"version\": 1, \"world\": {\"bounds\": [0, 0, 20, 4]}, \"run\": {\"seconds\": 30},\n"
			  "\"agents\": [{\"position\": [1, 2], \"stops\": [[19, 2]]}, {\"position\": [12, 3], \"stops\": [[19, 3]]}],\n"
			  "\"sinks\": [{\"type\": \"box\", \"bounds\": [5, 0, 10, 4]}]}" );
	run = cliCall( "run", "sink.json", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_NEAR( cliGetNumber( run.out, "arrived" ), 1.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "left_by_sinks" ), 1.0, 0.0 );
	run = cliCall( "run", "sink.json", NULL );
	CHECK( cliContains( run.out, "1 through sinks" ) );
	cliWrite( "short.json", "{\"version\": 1, \"world\": {\"bounds\": [0, 0, 20, 4]}, \"run\": {\"seconds\": 3},\n"
							"\"agents\": [{\"position\": [1, 2], \"stops\": [[19, 2]]}]}" );
	run = cliCall( "run", "short.json", "--json", NULL );
	CHECK_EQUAL( run.code, 1 );
	CHECK_NEAR( cliGetNumber( run.out, "on_the_way" ), 1.0, 0.0 );
	CHECK( cliContains( run.err, "not everybody arrived: 1" ) );
	run = cliCall( "run", "short.json", NULL );
	CHECK_EQUAL( run.code, 1 );
	CHECK( cliContains( run.out, "Not everybody arrived" ) && cliContains( run.out, "--seconds gives them more" ) );
	CHECK_EQUAL( cliCall( "run", "short.json", "--seconds", "2", NULL ).code, 0 );
}

TEST( CrowdsDoNotDependOnThreadsAndSimd )
{
	static const char* const threads[] = { "1", "2", "3", "8" };
	static const char* const levels[] = { "baseline", "avx2", "avx512" };
	char first[32], hash[32];
	cliRun run = cliCall( "run", "crossing", "--agents", "40", "--seconds", "6", "--seed", "4", "--json", NULL );
	copyHash( run.out, first );
	for ( int i = 0; i < 4; ++i )
	{
		run = cliCall( "run", "crossing", "--agents", "40", "--seconds", "6", "--seed", "4", "--threads", threads[i], "--json",
					   NULL );
		copyHash( run.out, hash );
		CHECK_STRING( hash, first );
	}
	for ( int i = 0; i < 3; ++i )
	{
		run =
			cliCall( "run", "crossing", "--agents", "40", "--seconds", "6", "--seed", "4", "--simd", levels[i], "--json", NULL );
		copyHash( run.out, hash );
		CHECK_STRING( hash, first );
	}
	run = cliCall( "run", "crossing", "--agents", "40", "--seconds", "6", "--seed", "5", "--json", NULL );
	copyHash( run.out, hash );
	CHECK( strcmp( hash, first ) != 0 );
}

// The whole, and the same in two parts: state, arrivals and recording are the same.
TEST( RunsCanBeSplit )
{
	static char whole[1 << 20];
	static const char* const files[] = { "part.csv", "part.txt" };
	for ( int i = 0; i < 2; ++i )
	{
		const char* wholeFile = i == 0 ? "whole.csv" : "whole.txt";
		char first[32], hash[32];
		cliRun run = cliCall( "run", "egress", "--agents", "12", "--record", wholeFile, "--json", NULL );
		CHECK_EQUAL( run.code, 0 );
		copyHash( run.out, first );
		double arrived95 = cliGetNumber( run.out, "arrived_95_seconds" ), steps = cliGetNumber( run.out, "steps" );
		size_t size = 0;
		const char* text = cliRead( wholeFile, &size );
		CHECK( text != NULL && size > 1000 && size < sizeof( whole ) );
		memcpy( whole, text != NULL ? text : "", text != NULL ? size + 1 : 1 );
		run = cliCall( "run", "egress", "--agents", "12", "--record", files[i], "--seconds", "3", "--checkpoint", "state.bin",
					   NULL );
		CHECK_EQUAL( run.code, 0 );
		CHECK( cliContains( run.out, "state.bin" ) );
		run = cliCall( "run", "egress", "--agents", "12", "--record", files[i], "--resume", "state.bin", "--json", NULL );
		CHECK_EQUAL( run.code, 0 );
		copyHash( run.out, hash );
		CHECK_STRING( hash, first );
		CHECK_NEAR( cliGetNumber( run.out, "arrived_95_seconds" ), arrived95, 0.0 );
		CHECK_NEAR( cliGetNumber( run.out, "steps" ), steps, 0.0 );
		CHECK_NEAR( cliGetNumber( run.out, "measured_from_seconds" ), 3.0, 1e-9 );
		text = cliRead( files[i], &size );
		CHECK( text != NULL && strcmp( text, whole ) == 0 );
	}
}

// A recording says who arrived and when. Its paths are compared to straight lines, those of the run to the routes around walls.
TEST( RecordingsTellArrivals )
{
	cliRun run = cliCall( "run", "doorway", "--agents", "10", "--record", "arrivals.sqlite", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	double arrived = cliGetNumber( run.out, "arrived" ), arrived95 = cliGetNumber( run.out, "arrived_95_seconds" );
	double ratio = cliGetNumber( run.out, "path_ratio_mean" );
	CHECK( arrived == 10.0 && arrived95 > 1.0 && ratio > 0.95 );
	run = cliCall( "metrics", "arrivals.sqlite", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_NEAR( cliGetNumber( run.out, "arrived" ), arrived, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "arrived_95_seconds" ), arrived95, 1e-9 );
	CHECK( cliGetNumber( run.out, "path_ratio_mean" ) > ratio );
	run = cliCall( "metrics", "arrivals.sqlite", NULL );
	CHECK( cliContains( run.out, "arrived                                  10" ) &&
		   cliContains( run.out, "95 % arrived within" ) );
}

TEST( CheckpointsAreWrittenOnTheWay )
{
	char first[32], hash[32];
	cliRun run = cliCall( "run", "ring", "--agents", "10", "--seconds", "5", "--record", "way.sqlite", "--checkpoint", "way.bin",
						  "--checkpoint-every", "1", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	copyHash( run.out, first );
	CHECK( cliExists( "way.bin" ) && cliExists( "way.sqlite" ) );
	// The last checkpoint is the end.
	run = cliCall( "run", "ring", "--agents", "10", "--seconds", "5", "--record", "way.sqlite", "--resume", "way.bin", "--json",
				   NULL );
	CHECK_EQUAL( run.code, 0 );
	copyHash( run.out, hash );
	CHECK_STRING( hash, first );
}

TEST( OutHasEverything )
{
	static const char* const files[] = { "crowd/trajectories.sqlite", "crowd/trajectories.png", "crowd/density.png",
										 "crowd/report.json", "crowd/index.html" };
	cliRun run =
		cliCall( "run", "crossing", "--agents", "12", "--seconds", "5", "--out", "crowd", "--picture", "crowd/trails.svg", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliContains( run.out, "Try next" ) && cliContains( run.out, "crowd/report.json" ) );
	for ( int i = 0; i < 5; ++i )
	{
		CHECK( cliExists( files[i] ) ); // --picture is one more
	}
	size_t size = 0;
	const char* json = cliRead( "crowd/report.json", &size );
	CHECK( json != NULL && cliIsJson( json ) && cliGetNumber( json, "agents" ) == 12.0 );
	const char* svg = cliRead( "crowd/trails.svg", &size );
	CHECK( svg != NULL && cliContains( svg, "<svg" ) && cliContains( svg, "</svg>" ) );
}

static int countLines( const char* name )
{
	size_t size = 0;
	const char* text = cliRead( name, &size );
	int lines = 0;
	for ( size_t i = 0; text != NULL && i < size; ++i )
	{
		lines += text[i] == '\n' ? 1 : 0;
	}
	return text != NULL ? lines : -1;
}

TEST( FramesAreMoves )
{
	cliRun run = cliCall( "run", "ring", "--agents", "6", "--seconds", "2", "--record", "all.csv", "--quiet", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_EQUAL( countLines( "all.csv" ), 2 + 6 * 21 );
	run = cliCall( "run", "ring", "--agents", "6", "--seconds", "2", "--record", "few.csv", "--fps", "1", "--quiet", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_EQUAL( countLines( "few.csv" ), 2 + 6 * 3 );
	// The frame rate is in the file: nobody has to say it again.
	run = cliCall( "metrics", "few.csv", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	checkFails( cliCall( "run", "ring", "--seconds", "2", "--record", "x.csv", "--fps", "7", NULL ), 2,
				"--fps 7 is not possible with 10 moves a second. Possible are 10, 5, 3.33333, ..." );
	CHECK( !cliExists( "x.csv" ) );
}

// Frames within ticks go on after a checkpoint as if it had not been there, also where a tick has a frame now and then.
TEST( FramesWithinTicksAreTheSameAfterACheckpoint )
{
	static const char* const rates[] = { "10", "3.33333333333" };
	for ( int i = 0; i < 2; ++i )
	{
		cliRun run =
			cliCall( "run", "ring", "--agents", "6", "--seconds", "4", "--fps", rates[i], "--record", "whole.csv", NULL );
		CHECK_EQUAL( run.code, 0 );
		CHECK_EQUAL( countLines( "whole.csv" ), 2 + 6 * ( i == 0 ? 41 : 14 ) );
		run = cliCall( "run", "ring", "--agents", "6", "--seconds", "2.6", "--fps", rates[i], "--record", "part.csv",
					   "--checkpoint", "state.bin", "--checkpoint-every", "0.6", NULL );
		CHECK_EQUAL( run.code, 0 );
		run = cliCall( "run", "ring", "--agents", "6", "--seconds", "4", "--fps", rates[i], "--record", "part.csv", "--resume",
					   "state.bin", NULL );
		CHECK_EQUAL( run.code, 0 );
		static char whole[1 << 16];
		size_t size = 0;
		const char* text = cliRead( "whole.csv", &size );
		CHECK( text != NULL && size > 1000 && size < sizeof( whole ) );
		memcpy( whole, text != NULL ? text : "", text != NULL ? size + 1 : 1 );
		text = cliRead( "part.csv", &size );
		CHECK( text != NULL && strcmp( text, whole ) == 0 );
	}
}

TEST( RatesOfFilesThatCannotBeMetAreSaid )
{
	static const char* const words =
		"run.fps 4 is not possible with 10 moves a second: the recording has 3.33333 frames a second";
	cliWrite( "rate.json", "{ \"version\": 1, \"world\": { \"bounds\": [0, 0, 9, 9] }, \"agents\": [{ \"position\": [1, 1], "
						   "\"stops\": [[8, 8]] }],\n"
						   "  \"run\": { \"seconds\": 3, \"fps\": 4, \"stopWhenDone\": false } }" );
	cliRun run = cliCall( "run", "rate.json", "--record", "rate.csv", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliContains( run.err, words ) );
	CHECK_EQUAL( countLines( "rate.csv" ), 2 + 11 );
	run = cliCall( "run", "rate.json", NULL );
	CHECK( !cliContains( run.err, "fps" ) );
}

TEST( InterruptedRunsAreWhole )
{
	static const char* const arguments[] = { "run", "annulus",	"--agents", "3000",			"--seconds", "100000", "--seed",
											 "2",	"--record", "cut.csv",	"--checkpoint", "cut.bin",	 NULL };
	cliRun run = cliCallInterrupted( 1.5, arguments );
	checkFails( run, 8, "simulated seconds" );
	size_t size = 0;
	const char* text = cliRead( "cut.csv", &size );
	CHECK( text != NULL && size > 1000 );
	CHECK( cliExists( "cut.bin" ) );
	run =
		cliCall( "run", "annulus", "--agents", "3000", "--seed", "2", "--seconds", "0.2", "--resume", "cut.bin", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliGetNumber( run.out, "measured_from_seconds" ) > 0.0 );
}

TEST( BadRunsAreRefused )
{
	checkFails( cliCall( "run", NULL ), 2, "expected a scenario file" );
	checkFails( cliCall( "run", "anulus", NULL ), 2, "Did you mean 'annulus'?" );
	checkFails( cliCall( "run", "zzzzzz", NULL ), 2, "corridor" );
	checkFails( cliCall( "run", "nowhere.json", NULL ), 3, "nowhere.json" );
	checkFails( cliCall( "run", "annulus", "--agents", "0", NULL ), 2, "--agents" );
	checkFails( cliCall( "run", "annulus", "--agents", "2000000", NULL ), 2, "--agents" );
	checkFails( cliCall( "run", "annulus", "--seconds", "-1", NULL ), 2, "--seconds" );
	checkFails( cliCall( "run", "annulus", "--preset", "clasic", NULL ), 2, "classic" );
	checkFails( cliCall( "run", "annulus", "--record", "x.dat", NULL ), 2, ".sqlite, .txt or .csv" );
	checkFails( cliCall( "run", "annulus", "--video", "x.avi", NULL ), 2, ".mp4" );
	checkFails( cliCall( "run", "annulus", "--picture", "x.jpg", NULL ), 2, "x.jpg" );
	checkFails( cliCall( "run", "annulus", "--checkpoint-every", "3", NULL ), 2, "--checkpoint FILE" );
	checkFails( cliCall( "run", "ring", "--agents", "4", "--resume", "nowhere.bin", NULL ), 3, "nowhere.bin" );
	cliWrite( "garbage.bin", "this is no checkpoint, and never was one" );
	checkFails( cliCall( "run", "ring", "--agents", "4", "--resume", "garbage.bin", NULL ), 4, "garbage.bin" );
	cliRun run = cliCall( "run", "ring", "--agents", "5", "--seconds", "1", "--checkpoint", "five.bin", "--quiet", NULL );
	CHECK_EQUAL( run.code, 0 );
	checkFails( cliCall( "run", "crossing", "--agents", "5", "--resume", "five.bin", NULL ), 4, "it has another world" );
	checkFails( cliCall( "run", "ring", "--agents", "5", "--seed", "2", "--resume", "five.bin", NULL ), 4, "seed 1 (here 2)" );
	checkFails( cliCall( "run", "ring", "--agents", "6", "--resume", "five.bin", NULL ), 4, "5 agents by then (here 6)" );
	checkFails( cliCall( "run", "ring", "--agents", "5", "--preset", "classic", "--resume", "five.bin", NULL ), 4,
				"the default preset" );
	static const char* const places[][2] = { { "--record", "no/such/folder/x.csv" },
											 { "--picture", "no/such/folder/x.svg" },
											 { "--video", "no/such/folder/x.mp4" },
											 { "--checkpoint", "no/such/folder/x.bin" } };
	for ( int i = 0; i < 4; ++i )
	{
		checkFails( cliCall( "run", "ring", "--agents", "4", "--seconds", "1", places[i][0], places[i][1], NULL ), 7,
					"there is no folder 'no/such/folder'" );
	}
	checkFails( cliCall( "run", "ring", "--agents", "4", "--seconds", "1", "--out", "garbage.bin", NULL ), 7, "is a file" );
	checkFails( cliCall( "run", "ring", "--agents", "4", "--seconds", "1", "--picture", "./", NULL ), 2, "./" );
}

TEST( VideosAreFilms )
{
	cliRun run = cliCall( "run", "ring", "--agents", "6", "--seconds", "2", "--video", "ring.mp4", "--quiet", NULL );
	if ( run.code == 2 && cliContains( run.err, "ffmpeg" ) )
	{
		testSkip( "no ffmpeg" );
		return;
	}
	CHECK_EQUAL( run.code, 0 );
	size_t size = 0;
	const char* film = cliRead( "ring.mp4", &size );
	CHECK( film != NULL && size > 1000 && memcmp( film + 4, "ftyp", 4 ) == 0 );
}

// How long somebody waited is told, and a short run has nothing to tell.
TEST( LongWaitsAreReported )
{
	cliRun run = cliCall( "run", "doorway", "--seconds", "30", "--json", NULL );
	double longest = cliGetNumber( run.out, "longest_wait_seconds" );
	CHECK( longest > 15.0 && longest <= 30.0 );
	char line[64];
	snprintf( line, sizeof( line ), "waiting          up to %.0f s without", longest );
	run = cliCall( "run", "doorway", "--seconds", "30", NULL );
	CHECK( cliContains( run.out, line ) );
	run = cliCall( "run", "doorway", "--seconds", "5", NULL );
	CHECK( !cliContains( run.out, "waiting  " ) );
}

void cliRunCrowdTests( int argc, char** argv )
{
	RUN( RunKeepsTheContract );
	RUN( LongWaitsAreReported );
	RUN( HelpNamesEveryScene );
	RUN( TimeLimitsAreKept );
	RUN( EverybodyIsAccountedFor );
	RUN( CrowdsDoNotDependOnThreadsAndSimd );
	RUN( RunsCanBeSplit );
	RUN( RecordingsTellArrivals );
	RUN( CheckpointsAreWrittenOnTheWay );
	RUN( OutHasEverything );
	RUN( FramesAreMoves );
	RUN( FramesWithinTicksAreTheSameAfterACheckpoint );
	RUN( RatesOfFilesThatCannotBeMetAreSaid );
	RUN( InterruptedRunsAreWhole );
	RUN( BadRunsAreRefused );
	RUN( VideosAreFilms );
}
