// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield run` and `wayfield metrics` with crowds on surfaces, from outside.

#include "tests/test_cli.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void copyHash( const char* json, char* hash )
{
	hash[0] = 0;
	CHECK( cliJsonValue( json, "state_hash", hash, 32 ) );
}

// The same keys as in the plane, and those of a mesh.
TEST( SurfaceRunKeepsTheContract )
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
										   "least_gap_m",
										   "standing_fraction",
										   "heading_change_deg_per_s",
										   "mean_speed_m_per_s",
										   "threads",
										   "setup_seconds",
										   "total_seconds",
										   "stuck",
										   "vertices",
										   "triangles",
										   "seed" };
	static const char* const ofPlane[] = { "mean_density_per_m2", "voronoi_density_per_m2", "lane_order" };
	cliRun run = cliCall( "run", "moebius", "--agents", "30", "--threads", "2", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_STRING( run.err, "" );
	CHECK( cliIsJson( run.out ) );
	for ( size_t i = 0; i < sizeof( numbers ) / sizeof( numbers[0] ); ++i )
	{
		CHECK( !isnan( cliGetNumber( run.out, numbers[i] ) ) );
	}
	for ( size_t i = 0; i < sizeof( ofPlane ) / sizeof( ofPlane[0] ); ++i )
	{
		CHECK( isnan( cliGetNumber( run.out, ofPlane[i] ) ) );
	}
	CHECK_NEAR( cliGetNumber( run.out, "agents" ), 30.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "arrived" ), 30.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "overlaps" ), 0.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "wall_hits" ), 0.0, 0.0 );
	CHECK( cliGetNumber( run.out, "least_gap_m" ) >= 0.0 );
}

// Every scene on a mesh that is built in: nobody touches anybody, and who walks arrives.
TEST( BuiltInSurfacesRun )
{
	static const struct
	{
		const char *name, *agents;
	} scenes[] = { { "planet", "60" }, { "torus", "60" }, { "moebius", "40" }, { "storeys", "30" }, { "bridge", "40" } };
	for ( size_t i = 0; i < sizeof( scenes ) / sizeof( scenes[0] ); ++i )
	{
		cliRun run = cliCall( "run", scenes[i].name, "--agents", scenes[i].agents, "--json", NULL );
		CHECK_EQUAL( run.code, 0 );
		CHECK_NEAR( cliGetNumber( run.out, "arrived" ), atof( scenes[i].agents ), 0.0 );
		CHECK_NEAR( cliGetNumber( run.out, "overlaps" ), 0.0, 0.0 );
		CHECK_NEAR( cliGetNumber( run.out, "wall_hits" ), 0.0, 0.0 );
	}
}

TEST( SurfaceRunsAreTheSameForAnyThreads )
{
	char one[32], two[32], other[32];
	copyHash( cliCall( "run", "torus", "--agents", "80", "--seconds", "6", "--threads", "1", "--json", NULL ).out, one );
	copyHash( cliCall( "run", "torus", "--agents", "80", "--seconds", "6", "--threads", "4", "--json", NULL ).out, two );
	copyHash( cliCall( "run", "torus", "--agents", "80", "--seconds", "6", "--seed", "2", "--json", NULL ).out, other );
	CHECK_STRING( one, two );
	CHECK( strcmp( one, other ) != 0 );
}

// A run in two parts is the run in one, and so is its recording.
TEST( SurfaceRunsGoOn )
{
	char whole[32], parts[32];
	copyHash( cliCall( "run", "moebius", "--seconds", "6", "--json", "--record", "whole.csv", NULL ).out, whole );
	cliRun run =
		cliCall( "run", "moebius", "--seconds", "2.4", "--checkpoint", "half.cp", "--record", "parts.csv", "--quiet", NULL );
	CHECK_EQUAL( run.code, 0 );
	run = cliCall( "run", "moebius", "--seconds", "6", "--resume", "half.cp", "--record", "parts.csv", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_NEAR( cliGetNumber( run.out, "measured_from_seconds" ), 2.4, 1e-9 );
	copyHash( run.out, parts );
	CHECK_STRING( parts, whole );
	size_t wholeSize = 0, partsSize = 0;
	const char* text = cliRead( "whole.csv", &wholeSize );
	char* kept = malloc( wholeSize + 1 );
	memcpy( kept, text, wholeSize );
	text = cliRead( "parts.csv", &partsSize );
	CHECK( wholeSize == partsSize && memcmp( kept, text, wholeSize ) == 0 );
	CHECK( strstr( kept, "frame,id,x,y,z,ori_x,ori_y\n" ) != NULL );
	free( kept );
	cliCheckFails( cliCall( "run", "torus", "--resume", "half.cp", NULL ), "run torus --resume half.cp", 4, "another mesh" );
	cliCheckFails( cliCall( "run", "ring", "--resume", "half.cp", NULL ), "run ring --resume half.cp", 4, "on a surface" );
}

// From a file to a recording, its figures and its picture.
TEST( SurfaceRecordingsAreMeasuredAndDrawn )
{
	static const char scenario[] =
		"{ \"version\": 1, \"name\": \"Ball\", \"mesh\": { \"surface\": \"sphere\", \"size\": 10, \"detail\": 600 },\n"
		"  \"goals\": [ { \"name\": \"pole\", \"point\": [0, 0, 5], \"reach\": 0.5 } ],\n"
		"  \"agents\": [ { \"position\": [0, 0, -5], \"desiredSpeed\": 1.2, \"goals\": [\"pole\"], \"atEnd\": \"stay\" } ],\n"
		"  \"run\": { \"seconds\": 60 } }";
	cliWrite( "ball.json", scenario );
	cliRun run =
		cliCall( "run", "ball.json", "--record", "ball.sqlite", "--picture", "ball.svg", "--view", "20,10", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_NEAR( cliGetNumber( run.out, "arrived" ), 1.0, 0.0 );
	// From pole to pole of a ball of 5 m.
	double metres = cliGetNumber( run.out, "mean_speed_m_per_s" ) * cliGetNumber( run.out, "simulated_seconds" );
	CHECK_NEAR( metres, 3.14159 * 5.0 - 0.5, 0.4 );
	CHECK( cliExists( "ball.svg" ) );
	run = cliCall( "metrics", "ball.sqlite", "--picture", "again.png", "--view", "20,10", "--y-up", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_NEAR( cliGetNumber( run.out, "mean_speed_m_per_s" ) * cliGetNumber( run.out, "simulated_seconds" ), metres, 0.3 );
	CHECK_NEAR( cliGetNumber( run.out, "overlaps" ), 0.0, 0.0 );
	CHECK( isnan( cliGetNumber( run.out, "wall_hits" ) ) );
	CHECK( cliExists( "again.png" ) );
	// The mesh can be named; text recordings say where they were made as well.
	CHECK_EQUAL( cliCall( "metrics", "ball.sqlite", "--world", "ball.json", "--picture", "third.svg", NULL ).code, 0 );
	CHECK_EQUAL( cliCall( "run", "ball.json", "--seconds", "2", "--record", "ball.txt", "--quiet", NULL ).code, 0 );
	CHECK_EQUAL( cliCall( "metrics", "ball.txt", "--picture", "fourth.svg", NULL ).code, 0 );
}

TEST( SurfaceOutFolderHasNoDensity )
{
	cliRun run = cliCall( "run", "moebius", "--agents", "10", "--seconds", "2", "--out", "folder", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliExists( "folder/trajectories.sqlite" ) && cliExists( "folder/trajectories.png" ) &&
		   cliExists( "folder/report.json" ) && !cliExists( "folder/density.png" ) );
	CHECK( cliContains( run.out, "along the surface" ) && !cliContains( run.out, "density" ) );
}

TEST( SurfaceRunsAreRefused )
{
	static const char mesh[] = "{ \"version\": 1, \"mesh\": { \"surface\": \"sphere\", \"size\": 10, \"detail\": 300 }";
	char empty[400], wrong[400], unknown[400];
	snprintf( empty, sizeof( empty ), "%s }", mesh );
	snprintf( wrong, sizeof( wrong ), "%s,\n \"agents\": [ { \"position\": [5, 0, 0], \"goals\": [\"pole\"] } ] }", mesh );
	snprintf( unknown, sizeof( unknown ), "{ \"version\": 1, \"mesh\": { \"surface\": \"spere\" } }" );
	cliWrite( "tall.txt", "# framerate: 5 fps\n# id frame x/m y/m z/m\n# surface: nowhere.obj\n1 0 0 0 0\n1 1 1 0 1\n" );
	const cliBadCase cases[] = {
		{ "empty.json", empty, "run empty.json", 2, "has neither agents nor sources" },
		{ "wrong.json", wrong, "run wrong.json", 4, "wrong.json:2:49: agents[0].goals[0]: there is no goal \"pole\"" },
		{ "unknown.json", unknown, "run unknown.json", 4, "unknown.json:1:38: mesh.surface" },
		{ NULL, NULL, "run ring --agents 4 --view 10,20 --picture a.svg", 2, "--view belongs to scenarios on meshes" },
		{ NULL, NULL, "run moebius --view 10,20", 2, "--view goes with" },
		{ NULL, NULL, "run moebius --view 10 --picture a.svg", 2, "--view" },
		{ NULL, NULL, "run moebius --y-up", 2, "--y-up goes with --picture" },
		{ NULL, NULL, "run annulus --y-up --picture a.svg", 2, "--y-up belongs to scenarios on meshes" },
		{ NULL, NULL, "run moebius --agents 4000", 4, "do not fit" },
		{ NULL, NULL, "run planett", 2, "Did you mean 'planet'?" },
		{ NULL, NULL, "run sphere", 2, "`wayfield surface sphere` finds ways on it" },
		{ NULL, NULL, "run shape.off", 2, "is a mesh without agents" },
		{ NULL, NULL, "metrics tall.txt --line 0,0,1,1", 2, "--line belongs to the plane" },
		{ NULL, NULL, "metrics tall.txt --area 0,0,1,1", 2, "--area belongs to the plane" },
		{ NULL, NULL, "metrics tall.txt --lanes 1,0", 2, "--lanes belongs to the plane" },
		{ NULL, NULL, "metrics tall.txt --density a.png", 2, "--density belongs to the plane" },
		{ NULL, NULL, "metrics tall.txt --view 1,2", 2, "--view goes with --picture" },
		{ NULL, NULL, "metrics tall.txt --picture a.svg", 3, "nowhere.obj" },
	};
	cliCheckCases( cases, sizeof( cases ) / sizeof( cases[0] ) );
}

void cliRunSurfaceCrowdTests( int argc, char** argv )
{
	RUN( SurfaceRunKeepsTheContract );
	RUN( BuiltInSurfacesRun );
	RUN( SurfaceRunsAreTheSameForAnyThreads );
	RUN( SurfaceRunsGoOn );
	RUN( SurfaceRecordingsAreMeasuredAndDrawn );
	RUN( SurfaceOutFolderHasNoDensity );
	RUN( SurfaceRunsAreRefused );
}
