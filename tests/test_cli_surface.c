// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield mesh` and `wayfield surface` from outside, on meshes written here.

#include "tests/test_cli.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MAX_TEXT 65536

// A floor of squares of one metre, each of two triangles; row 0 of the picture on top, '#' is a hole. Vertices are numbered row
// by row from the lower left, those of holes too.
static void writeFloor( const char* name, const char* const* rows )
{
	static char text[MAX_TEXT];
	int width = (int)strlen( rows[0] ), height = 0, length = 0, triangles = 0;
	while ( rows[height] != NULL )
	{
		height += 1;
	}
	for ( int j = 0; j < height; ++j )
	{
		for ( int i = 0; i < width; ++i )
		{
			triangles += rows[j][i] == '.' ? 2 : 0;
		}
	}
	length += snprintf( text, MAX_TEXT, "OFF\n%d %d 0\n", ( width + 1 ) * ( height + 1 ), triangles );
	for ( int k = 0; k < ( width + 1 ) * ( height + 1 ); ++k )
	{
		length += snprintf( text + length, MAX_TEXT - (size_t)length, "%d %d 0\n", k % ( width + 1 ), k / ( width + 1 ) );
	}
	for ( int j = 0; j < height; ++j )
	{
		for ( int i = 0; i < width; ++i )
		{
			int a = ( height - 1 - j ) * ( width + 1 ) + i, b = a + width + 1;
			if ( rows[j][i] == '.' )
			{
				length += snprintf( text + length, MAX_TEXT - (size_t)length, "3 %d %d %d\n3 %d %d %d\n", a, a + 1, b + 1, a,
									b + 1, b );
			}
		}
	}
	CHECK( length < MAX_TEXT );
	cliWrite( name, text );
}

static const char* const s_plain[] = { "......", "......", "......", "......", "......", "......", NULL };
// Two rooms and a corridor in which every vertex lies on the boundary.
static const char* const s_rooms[] = { "....#####....", "....#####....", ".............",
									   "....#####....", "....#####....", NULL };
static const char* const s_apart[] = { "....#....", "....#....", "....#....", "....#....", NULL };

static const char s_octahedron[] = "OFF\n6 8 0\n1 0 0\n-1 0 0\n0 1 0\n0 -1 0\n0 0 1\n0 0 -1\n"
								   "3 0 2 4\n3 2 1 4\n3 1 3 4\n3 3 0 4\n3 2 0 5\n3 1 2 5\n3 3 1 5\n3 0 3 5\n";

// A square with a vertex twice, one of no triangle, a face twice and one with a corner twice.
static const char s_broken[] = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 0\nv 5 5 5\n"
							   "f 1 2 3\nf 5 3 4\nf 2 3 1\nf 1 1 2\n";

// Three triangles at one edge.
static const char s_fan[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 -1 0\nv 0 0 1\nf 1 2 3\nf 2 1 4\nf 1 2 5\n";

static void checkBool( const char* text, const char* path, bool expected )
{
	char value[16] = "";
	CHECK( cliJsonValue( text, path, value, sizeof( value ) ) );
	CHECK_STRING( value, expected ? "true" : "false" );
}

// ----------------------------------------------------------------------------------------------------------------- mesh

TEST( MeshIsDescribed )
{
	writeFloor( "plain.off", s_plain );
	cliRun run = cliCall( "mesh", "plain.off", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_STRING( run.err, "" );
	CHECK( cliIsJson( run.out ) );
	static const struct
	{
		const char* key;
		double value;
	} numbers[] = { { "vertices", 49 },
					{ "triangles", 72 },
					{ "edges", 120 },
					{ "components", 1 },
					{ "genus", 0 },
					{ "boundary_loops", 1 },
					{ "euler_characteristic", 1 },
					{ "area", 36 },
					{ "repairs.welded", 0 },
					{ "repairs.unused", 0 },
					{ "repairs.collapsed", 0 },
					{ "repairs.duplicate", 0 },
					{ "repairs.flat", 0 },
					{ "repairs.turned", 0 },
					{ "repairs.non_manifold_edges", 0 },
					{ "repairs.split_edges", 0 },
					{ "repairs.split_vertices", 0 },
					{ "edge_length.min", 1 },
					{ "edge_length.max", 1.4142135623730951 },
					{ "angle_deg.min", 45 },
					{ "angle_deg.max", 90 },
					{ "quality.mean", 0.82842712474619 },
					{ "quality.worst", 0.82842712474619 },
					{ "bounds.lower.0", 0 },
					{ "bounds.upper.1", 6 } };
	for ( size_t i = 0; i < sizeof( numbers ) / sizeof( numbers[0] ); ++i )
	{
		if ( !CHECK_NEAR( cliGetNumber( run.out, numbers[i].key ), numbers[i].value, 1e-9 ) )
		{
			printf( "%s\n", numbers[i].key );
		}
	}
	checkBool( run.out, "orientable", true );
	checkBool( run.out, "closed", false );
	char value[64];
	CHECK( cliJsonValue( run.out, "file", value, sizeof( value ) ) && strcmp( value, "\"plain.off\"" ) == 0 );
	CHECK( cliJsonValue( run.out, "format", value, sizeof( value ) ) && strstr( value, "OFF" ) != NULL );

	run = cliCall( "mesh", "plain.off", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliContains( run.out, "none needed" ) && cliContains( run.out, "area 36 m2" ) && cliContains( run.out, "worst" ) );

	cliWrite( "octahedron.off", s_octahedron );
	run = cliCall( "mesh", "octahedron.off", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	checkBool( run.out, "closed", true );
	CHECK_EQUAL( cliGetNumber( run.out, "euler_characteristic" ), 2 );
	run = cliCall( "mesh", "octahedron.off", "--refine", "0.4", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliGetNumber( run.out, "edge_length.max" ) <= 0.4 && cliGetNumber( run.out, "vertices" ) > 60 );
	CHECK_NEAR( cliGetNumber( run.out, "area" ), 4.0 * sqrt( 3.0 ), 1e-9 );
}

TEST( MeshIsRepairedAndWritten )
{
	cliWrite( "broken.obj", s_broken );
	cliRun run = cliCall( "mesh", "broken.obj", "--out", "whole.ply", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_EQUAL( cliGetNumber( run.out, "vertices" ), 4 );
	CHECK_EQUAL( cliGetNumber( run.out, "triangles" ), 2 );
	CHECK_EQUAL( cliGetNumber( run.out, "repairs.welded" ), 1 );
	CHECK_EQUAL( cliGetNumber( run.out, "repairs.unused" ), 1 );
	CHECK_EQUAL( cliGetNumber( run.out, "repairs.duplicate" ), 1 );
	CHECK_EQUAL( cliGetNumber( run.out, "repairs.collapsed" ), 1 );
	run = cliCall( "mesh", "broken.obj", NULL );
	CHECK(
		cliContains( run.out, "1 vertex welded, 1 unused vertex dropped, 1 triangle with a corner twice dropped, 1 duplicate" ) );
	static const char* const written[] = { "whole.ply", "whole.obj" };
	for ( int i = 0; i < 2; ++i )
	{
		CHECK_EQUAL( cliCall( "mesh", "broken.obj", "--out", written[i], NULL ).code, 0 );
		run = cliCall( "mesh", written[i], "--json", NULL );
		CHECK_EQUAL( run.code, 0 );
		CHECK_EQUAL( cliGetNumber( run.out, "vertices" ), 4 );
		CHECK_EQUAL( cliGetNumber( run.out, "repairs.welded" ), 0 );
		CHECK_NEAR( cliGetNumber( run.out, "area" ), 1.0, 1e-12 );
	}
	run = cliCall( "mesh", "broken.obj", "--no-weld", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_EQUAL( cliGetNumber( run.out, "repairs.welded" ), 0 );
	// The two triangles then only touch: their common corner becomes two.
	CHECK_EQUAL( cliGetNumber( run.out, "repairs.split_vertices" ), 1 );
	CHECK_EQUAL( cliGetNumber( run.out, "vertices" ), 6 );

	cliWrite( "fan.obj", s_fan );
	cliCheckFails( cliCall( "mesh", "fan.obj", NULL ), "mesh fan.obj", 4, "fan.obj" );
	run = cliCall( "mesh", "fan.obj", "--split", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_EQUAL( cliGetNumber( run.out, "repairs.non_manifold_edges" ), 1 );
	CHECK_EQUAL( cliGetNumber( run.out, "repairs.split_edges" ), 1 );
	CHECK_EQUAL( cliGetNumber( run.out, "triangles" ), 3 );
}

// ------------------------------------------------------------------------------------------------------------- contract

static const char* const s_contract[] = { "vertices",
										  "triangles",
										  "genus",
										  "boundary_loops",
										  "components",
										  "flat_vertices",
										  "reached",
										  "failed",
										  "unreachable",
										  "seconds.load",
										  "seconds.factor",
										  "seconds.goal",
										  "seconds.trace_mean",
										  "path_length_mean",
										  "max_relative_residual" };

static void checkContract( cliRun run )
{
	if ( !CHECK_EQUAL( run.code, 0 ) || !CHECK( cliIsJson( run.out ) ) )
	{
		printf( "%.600s\n", run.err );
		return;
	}
	for ( size_t i = 0; i < sizeof( s_contract ) / sizeof( s_contract[0] ); ++i )
	{
		cliGetNumber( run.out, s_contract[i] );
	}
	CHECK_EQUAL( cliGetNumber( run.out, "flat_vertices" ), 0 );
	CHECK_EQUAL( cliGetNumber( run.out, "failed" ), 0 );
	CHECK( cliGetNumber( run.out, "max_relative_residual" ) <= 1e-9 );
}

TEST( EveryVertexArrives )
{
	writeFloor( "plain.off", s_plain );
	cliRun run = cliCall( "surface", "plain.off", "--goal", "24", "--all", "--json", NULL );
	checkContract( run );
	CHECK_EQUAL( cliGetNumber( run.out, "unreachable" ), 0 );
	CHECK_EQUAL( cliGetNumber( run.out, "reached" ) + cliGetNumber( run.out, "starts_on_limits" ), 49 );
	CHECK( cliGetNumber( run.out, "reached" ) >= 25 );
	CHECK_EQUAL( cliGetNumber( run.out, "limit_touches" ), 0 );

	run = cliCall( "surface", "plain.off", "--goal", "24", "--all", "--limits", "neumann", "--json", NULL );
	checkContract( run );
	CHECK_EQUAL( cliGetNumber( run.out, "reached" ), 49 );

	cliWrite( "octahedron.off", s_octahedron );
	run = cliCall( "surface", "octahedron.off", "--goal", "4", "--all", "--refine", "0.4", "--json", NULL );
	checkContract( run );
	CHECK_EQUAL( cliGetNumber( run.out, "reached" ), cliGetNumber( run.out, "vertices" ) );

	run = cliCall( "surface", "torus", "--goal", "0", "--random", "20", "--discs", "3", "--json", NULL );
	checkContract( run );
	CHECK_EQUAL( cliGetNumber( run.out, "genus" ), 1 );
	CHECK_EQUAL( cliGetNumber( run.out, "walks" ), 20 );
	CHECK_EQUAL( cliGetNumber( run.out, "touches" ), 0 );
	CHECK( cliGetNumber( run.out, "blocked_vertices" ) > 0 );
}

TEST( GoalsOfManyVerticesAreArrivedAtBetweenThem )
{
	// A square of vertices with another one in its middle, which they enclose.
	writeFloor( "plain.off", s_plain );
	cliWrite( "many.json", "{\"version\": 1, \"mesh\": {\"file\": \"plain.off\"}, \"field\": {\"boundary\": \"neumann\"}, "
						   "\"goals\": [{\"vertices\": [16, 17, 18, 23, 25, 30, 31, 32]}]}" );
	cliRun run = cliCall( "surface", "many.json", "--all", "--json", NULL );
	checkContract( run );
	CHECK_EQUAL( cliGetNumber( run.out, "reached" ), 49 );
}

TEST( ResultsDoNotDependOnThreads )
{
	char first[64], second[64];
	cliRun run = cliCall( "surface", "torus", "--goal", "7", "--all", "--detail", "2000", "--threads", "1", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliJsonValue( run.out, "path_length_mean", first, sizeof( first ) ) );
	run = cliCall( "surface", "torus", "--goal", "7", "--all", "--detail", "2000", "--threads", "3", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliJsonValue( run.out, "path_length_mean", second, sizeof( second ) ) );
	CHECK_STRING( first, second );
}

TEST( PiecesAreReported )
{
	writeFloor( "apart.off", s_apart );
	cliRun run = cliCall( "surface", "apart.off", "--goal", "12", "--all", "--limits", "neumann", "--json", NULL );
	checkContract( run );
	CHECK_EQUAL( cliGetNumber( run.out, "components" ), 2 );
	CHECK_EQUAL( cliGetNumber( run.out, "reached" ), 25 );
	CHECK_EQUAL( cliGetNumber( run.out, "unreachable" ), 25 );
	cliCheckFails( cliCall( "surface", "apart.off", "--goal", "12", "--from", "17", NULL ), "surface apart.off", 5,
				   "different pieces of the mesh, 2 and 1 of 2" );
}

TEST( NarrowPassagesAreOpened )
{
	writeFloor( "rooms.off", s_rooms );
	cliRun run = cliCall( "surface", "rooms.off", "--goal", "30", "--all", "--json", NULL );
	checkContract( run );
	CHECK( cliGetNumber( run.out, "unreachable" ) > 0 );
	CHECK( cliContains( run.err, "--open-passages" ) );
	cliCheckFails( cliCall( "surface", "rooms.off", "--goal", "30", "--from", "39", NULL ), "surface rooms.off", 5,
				   "obstacles or mesh limits part them" );
	run = cliCall( "surface", "rooms.off", "--goal", "30", "--all", "--open-passages", "--json", NULL );
	checkContract( run );
	CHECK_EQUAL( cliGetNumber( run.out, "unreachable" ), 0 );
	CHECK( !cliContains( run.err, "--open-passages" ) );
	run = cliCall( "surface", "rooms.off", "--goal", "30", "--from", "39", "--refine", "0.5", "--json", NULL );
	checkContract( run );
	CHECK( cliGetNumber( run.out, "path_length_mean" ) > 9.0 );
}

// --------------------------------------------------------------------------------------------------------------- places

TEST( PlacesAreFound )
{
	writeFloor( "plain.off", s_plain );
	cliRun run = cliCall( "surface", "plain.off", "--goal", "4.3,3.2,1", "--from", "8", "--from", "1.5,4.25,-2", "--json", NULL );
	checkContract( run );
	CHECK_NEAR( cliGetNumber( run.out, "goal.distance" ), 1.0, 1e-12 );
	CHECK_NEAR( cliGetNumber( run.out, "goal.position.0" ), 4.3, 1e-12 );
	CHECK_EQUAL( cliGetNumber( run.out, "reached" ), 2 );
	CHECK_EQUAL( cliGetNumber( run.out, "paths.0.from.vertex" ), 8 );
	CHECK_NEAR( cliGetNumber( run.out, "paths.0.points.0.0" ), 1.0, 1e-12 );
	CHECK_NEAR( cliGetNumber( run.out, "paths.1.from.distance" ), 2.0, 1e-12 );
	CHECK_NEAR( cliGetNumber( run.out, "paths.1.points.0.1" ), 4.25, 1e-12 );
	CHECK( cliGetNumber( run.out, "paths.1.length" ) >= sqrt( 2.8 * 2.8 + 1.05 * 1.05 ) - 1e-9 );
	run = cliCall( "surface", "plain.off", "--goal", "4.3,3.2,1", "--from", "8", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliContains( run.out, "1 m away from the surface" ) && cliContains( run.out, "from vertex 8" ) );
}

static const char s_scenario[] =
	"{ \"version\": 1, \"name\": \"A floor\", \"mesh\": { \"file\": \"plain.off\" },\n"
	"  \"goals\": [ { \"name\": \"middle\", \"vertex\": 24 }, { \"name\": \"side\", \"vertices\": [37, 38] },\n"
	"             { \"name\": \"spot\", \"point\": [4.5, 1.5, 0.25] } ],\n"
	"  \"starts\": [ { \"name\": \"door\", \"vertex\": 8 }, { \"point\": [1.2, 4.8, 0] } ],\n"
	"  \"obstacles\": [ { \"sphere\": { \"center\": [2.5, 2.5, 0], \"radius\": 0.2 } } ],\n"
	"  \"field\": { \"haste\": 0.5, \"boundary\": \"neumann\", \"bias\": [0, 1, 0], \"epsilon\": 0.2 },\n"
	"  \"agents\": [], \"experiment\": { \"anything\": true } }\n";

TEST( ScenariosHaveNames )
{
	writeFloor( "plain.off", s_plain );
	cliWrite( "floor.json", s_scenario );
	cliRun run = cliCall( "surface", "floor.json", "--goal", "side", "--json", NULL );
	checkContract( run );
	CHECK_EQUAL( cliGetNumber( run.out, "reached" ), 2 );
	CHECK_NEAR( cliGetNumber( run.out, "haste" ), 0.5, 0.0 );
	CHECK_EQUAL( cliGetNumber( run.out, "goal.vertices" ), 2 );
	CHECK( cliGetNumber( run.out, "blocked_vertices" ) >= 3 );
	run = cliCall( "surface", "floor.json", "--goal", "spot", "--from", "door", "--haste", "0.75", "--json", NULL );
	checkContract( run );
	CHECK_NEAR( cliGetNumber( run.out, "haste" ), 0.75, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "goal.distance" ), 0.25, 1e-12 );
	CHECK_EQUAL( cliGetNumber( run.out, "reached" ), 1 );
	run = cliCall( "mesh", "floor.json", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_EQUAL( cliGetNumber( run.out, "vertices" ), 49 );
}

// The example of the page, its only one of this kind.
TEST( ScenarioOnMeshOfTheDocsIsWalked )
{
	if ( !cliWriteExample( "planet.json", "```jsonc\n" ) )
	{
		return;
	}
	static const char* const goals[] = { "pole", "coast", "hut" };
	for ( int i = 0; i < 3; ++i )
	{
		cliRun run = cliCall( "surface", "planet.json", "--goal", goals[i], "--json", NULL );
		CHECK_EQUAL( run.code, 0 );
		CHECK_EQUAL( cliGetNumber( run.out, "reached" ), 2 );
		CHECK_EQUAL( cliGetNumber( run.out, "touches" ), 0 );
	}
}

// ------------------------------------------------------------------------------------------------------------ obstacles

TEST( ObstaclesAreWalkedAround )
{
	writeFloor( "plain.off", s_plain );
	cliWrite( "wall.txt", "# a wall\n17 24, 31\n38\n" );
	cliRun run =
		cliCall( "surface", "plain.off", "--goal", "26", "--from", "22", "--obstacle", "vertices:wall.txt", "--json", NULL );
	checkContract( run );
	CHECK_EQUAL( cliGetNumber( run.out, "blocked_vertices" ), 4 );
	CHECK( cliGetNumber( run.out, "path_length_mean" ) > 4.5 );
	CHECK_EQUAL( cliGetNumber( run.out, "touches" ), 0 );
	run = cliCall( "surface", "plain.off", "--goal", "36", "--all", "--obstacle", "sphere:2,2,0,0.5", "--obstacle", "disc:32,0.5",
				   "--obstacle", "disc:4.5,1.5,0,0.1", "--json", NULL );
	checkContract( run );
	CHECK( cliGetNumber( run.out, "blocked_vertices" ) >= 14 );
	CHECK_EQUAL( cliGetNumber( run.out, "touches" ), 0 );
	// Room for a disc: what is left is narrower.
	double before = cliGetNumber( run.out, "blocked_vertices" );
	run = cliCall( "surface", "plain.off", "--goal", "24", "--all", "--radius", "0.5", "--json", NULL );
	checkContract( run );
	CHECK( cliGetNumber( run.out, "blocked_vertices" ) > before );
}

// Ground with a roof 1 m above a part of it.
static const char s_roof[] = "OFF\n18 16 0\n0 0 0\n2 0 0\n4 0 0\n0 2 0\n2 2 0\n4 2 0\n0 4 0\n2 4 0\n4 4 0\n"
							 "0 0 1\n2 0 1\n4 0 1\n0 2 1\n2 2 1\n4 2 1\n0 4 1\n2 4 1\n4 4 1\n"
							 "3 0 1 4\n3 0 4 3\n3 1 2 5\n3 1 5 4\n3 3 4 7\n3 3 7 6\n3 4 5 8\n3 4 8 7\n"
							 "3 9 10 13\n3 9 13 12\n3 10 11 14\n3 10 14 13\n3 12 13 16\n3 12 16 15\n3 13 14 17\n3 13 17 16\n";

TEST( HeightIsAsked )
{
	cliWrite( "roof.off", s_roof );
	cliRun run = cliCall( "mesh", "roof.off", "--height", "0.9", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_EQUAL( cliGetNumber( run.out, "headroom.low_triangles" ), 0 );
	CHECK_NEAR( cliGetNumber( run.out, "headroom.lowest_free" ), 1.0, 1e-9 );
	run = cliCall( "mesh", "roof.off", "--height", "1.5", "--json", NULL );
	CHECK_EQUAL( cliGetNumber( run.out, "headroom.low_triangles" ), 8 );
	// On the roof there is room, below it is not.
	run = cliCall( "surface", "roof.off", "--goal", "13", "--from", "2.5,2.5,1", "--height", "1.5", "--json", NULL );
	checkContract( run );
	CHECK_EQUAL( cliGetNumber( run.out, "low_triangles" ), 8 );
	cliCheckFails( cliCall( "surface", "roof.off", "--goal", "4", "--from", "3,3,0", "--height", "1.5", NULL ), "under a roof", 5,
				   "lies in an obstacle, or where there is no room" );
}

// A floor of 6 x 6 m with a wall of its own across it, as builders' files have it: only beyond its end, at y = 4, there is a
// path.
static void writeWall( const char* name )
{
	static const char wall[] = "v 3.1 -0.5 -0.2\nv 3.1 4 -0.2\nv 3.1 4 2.5\nv 3.1 -0.5 2.5\nf 50 51 52 53\n";
	static char text[MAX_TEXT];
	int length = 0;
	for ( int k = 0; k < 49; ++k )
	{
		length += snprintf( text + length, MAX_TEXT - (size_t)length, "v %d %d 0\n", k % 7, k / 7 );
	}
	for ( int k = 0; k < 36; ++k )
	{
		int a = 1 + k / 6 * 7 + k % 6;
		length += snprintf( text + length, MAX_TEXT - (size_t)length, "f %d %d %d %d\n", a, a + 1, a + 8, a + 7 );
	}
	snprintf( text + length, MAX_TEXT - (size_t)length, "%s", wall );
	cliWrite( name, text );
}

TEST( SteepAndPiercedAreAsked )
{
	writeWall( "wall.obj" );
	cliRun run = cliCall( "mesh", "wall.obj", "--refine", "0.3", "--max-slope", "45", "--pierced", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliGetNumber( run.out, "blocked_steep" ) >= 2 && cliGetNumber( run.out, "blocked_pierced" ) > 20 );
	CHECK_NEAR( cliGetNumber( run.out, "step" ), 0.3, 0.0 );
	double steep = cliGetNumber( run.out, "blocked_steep" );
	run = cliCall( "mesh", "wall.obj", "--refine", "0.3", "--max-slope", "45", "--step", "2.8", "--json", NULL );
	CHECK_EQUAL( cliGetNumber( run.out, "blocked_steep" ), 0 );
	CHECK( !cliContains( run.out, "blocked_pierced" ) );
	// With y as up the floor is a wall and the wall too.
	run = cliCall( "mesh", "wall.obj", "--refine", "0.3", "--max-slope", "45", "--up", "0,1,0", "--json", NULL );
	CHECK( cliGetNumber( run.out, "blocked_steep" ) > steep );
	const char* from[] = { "1,1,0", "5,1,0" };
	run = cliCall( "surface", "wall.obj", "--refine", "0.3", "--goal", from[1], "--from", from[0], "--taut", "--json", NULL );
	checkContract( run );
	CHECK( cliGetNumber( run.out, "path_length_mean" ) < 4.1 );
	run = cliCall( "surface", "wall.obj", "--refine", "0.3", "--goal", from[1], "--from", from[0], "--taut", "--max-slope", "45",
				   "--pierced", "--json", NULL );
	checkContract( run );
	CHECK( cliGetNumber( run.out, "blocked_pierced" ) > 20 );
	CHECK( cliGetNumber( run.out, "path_length_mean" ) > 7.0 );
	run = cliCall( "surface", "wall.obj", "--refine", "0.3", "--goal", from[1], "--from", from[0], "--max-slope", "45",
				   "--pierced", NULL );
	CHECK( cliContains( run.out, "triangles steeper than 45 degrees" ) && cliContains( run.out, "pierced" ) );
	// A scenario says the same, and crowds go by it.
	cliWrite( "wall.json",
			  "{ \"version\": 1, \"mesh\": { \"file\": \"wall.obj\", \"refine\": 0.3 }, \"maxSlope\": 45,\n"
			  "  \"pierced\": true, \"goals\": [ { \"name\": \"out\", \"point\": [5, 1, 0] } ],\n"
			  "  \"starts\": [ { \"point\": [1, 1, 0] } ], \"agents\": [ { \"position\": [1, 1, 0], \"goals\": \"out\" } ] }" );
	run = cliCall( "surface", "wall.json", "--taut", "--json", NULL );
	checkContract( run );
	CHECK_EQUAL( cliGetNumber( run.out, "blocked_steep" ), steep );
	CHECK( cliGetNumber( run.out, "path_length_mean" ) > 7.0 );
	run = cliCall( "run", "wall.json", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_EQUAL( cliGetNumber( run.out, "arrived" ), 1 );
	CHECK( cliGetNumber( run.out, "simulated_seconds" ) > 4.5 );
	cliCheckFails( cliCall( "mesh", "wall.obj", "--step", "0.2", NULL ), "a step alone", 2, "--step goes with --max-slope" );
	cliCheckFails( cliCall( "mesh", "wall.obj", "--pierced", "--up", "0,0,0", NULL ), "no up", 2, "needs a direction" );
	cliCheckFails( cliCall( "mesh", "wall.obj", "--max-slope", "91", NULL ), "too steep", 2, "--max-slope" );
}

TEST( ThePapersMethodIsThere )
{
	writeFloor( "plain.off", s_plain );
	cliRun run = cliCall( "surface", "plain.off", "--goal", "24", "--from", "8", "--method", "influence", "--emax", "1e-6",
						  "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliIsJson( run.out ) && cliContains( run.out, "\"influence\"" ) );
	CHECK( cliGetNumber( run.out, "iterations" ) > 3 && cliGetNumber( run.out, "sum_change" ) <= 1e-6 );
	CHECK( isnan( cliGetNumber( run.out, "max_relative_residual" ) ) );
	cliWrite( "octahedron.off", s_octahedron );
	run = cliCall( "surface", "octahedron.off", "--goal", "4", "--from", "5", "--refine", "0.4", "--method", "influence",
				   "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_EQUAL( cliGetNumber( run.out, "reached" ), 1 );
}

// --------------------------------------------------------------------------------------------------------------- output

TEST( SurfacesAreDrawnAndWritten )
{
	writeFloor( "plain.off", s_plain );
	cliRun run = cliCall( "surface", "plain.off", "--goal", "24", "--from", "8", "--picture", "surface.svg", "--view", "30,50",
						  "--zoom", "1.2", "--edges", "--out-mesh", "field.ply", "--out-paths", "paths.obj", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliContains( run.out, "surface.svg" ) && cliContains( run.out, "field.ply" ) && cliContains( run.out, "paths.obj" ) );
	size_t size;
	CHECK( cliContains( cliRead( "surface.svg", &size ), "<svg" ) );
	CHECK( cliContains( cliRead( "field.ply", &size ), "log_q" ) );
	CHECK( cliContains( cliRead( "field.ply", &size ), "property uchar red" ) );
	CHECK( cliContains( cliRead( "paths.obj", &size ), "\nl " ) );
	run = cliCall( "mesh", "field.ply", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_EQUAL( cliGetNumber( run.out, "vertices" ), 49 );
	run = cliCall( "mesh", "plain.off", "--picture", "mesh.png", "--width", "128", NULL );
	CHECK_EQUAL( run.code, 0 );
	const char* png = cliRead( "mesh.png", &size );
	CHECK( png != NULL && size > 100 && memcmp( png, "\x89PNG", 4 ) == 0 );
}

// ------------------------------------------------------------------------------------------------------------ bad input

TEST( ReportsSayWhatCounts )
{
	// Nothing to touch on a closed surface without obstacles; a haste beyond what the triangles can resolve is cut and reported.
	cliRun run =
		cliCall( "surface", "sphere", "--goal", "0", "--random", "3", "--haste", "50", "--out-paths", "paths.csv", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( !cliContains( run.out, "touches" ) );
	CHECK( cliContains( run.out, "50/m asked, 1.5 per mean edge is the most" ) );
	size_t size = 0;
	const char* rows = cliRead( "paths.csv", &size );
	CHECK( rows != NULL && strncmp( rows, "path,x,y,z\n0,", 13 ) == 0 && cliContains( rows, "\n2," ) );
	run = cliCall( "surface", "sphere", "--goal", "0", "--random", "3", "--discs", "2", "--haste", "0.5", NULL );
	CHECK( cliContains( run.out, "touches   0 of 3" ) && !cliContains( run.out, "asked" ) );
}

TEST( SurfacesRefuse )
{
	writeFloor( "plain.off", s_plain );
	cliWrite( "wall.txt", "24\n" );
	static const cliBadCase cases[] = {
		{ NULL, NULL, "mesh", 2, "expected a mesh file" },
		{ NULL, NULL, "surface --goal 1", 2, "expected a mesh file" },
		{ NULL, NULL, "mesh nowhere.off", 3, "nowhere.off" },
		{ NULL, NULL, "mesh tors", 2, "Did you mean 'torus'?" },
		{ NULL, NULL, "mesh zzzzzzzz", 2, "Surfaces: " },
		{ NULL, NULL, "mesh plain.off --detail 100", 2, "built in" },
		{ NULL, NULL, "mesh plain.off --weld 1 --no-weld", 2, "do not go together" },
		{ NULL, NULL, "mesh plain.off --out x.stl", 2, ".ply or .obj" },
		{ NULL, NULL, "mesh plain.off --view 1,2", 2, "goes with --picture" },
		{ NULL, NULL, "mesh plain.off --up 0,0,1", 2, "goes with --height" },
		{ NULL, NULL, "mesh plain.off --picture x.gif", 2, ".svg or .png" },
		{ "bad.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 7\n", "mesh bad.off", 4, "bad.off:6" },
		{ NULL, NULL, "surface bad.off --goal 0 --all", 4, "bad.off:6" },
		{ "empty.obj", "# nothing\n", "mesh empty.obj", 4, "empty.obj" },
		{ NULL, NULL, "surface plain.off --from 1", 2, "where to?" },
		{ NULL, NULL, "surface plain.off --goal 24", 2, "where from?" },
		{ NULL, NULL, "surface plain.off --goal 49 --all", 2, "0 to 48" },
		{ NULL, NULL, "surface plain.off --goal -1 --all", 2, "0 to 48" },
		{ NULL, NULL, "surface plain.off --goal 1,2 --all", 2, "X,Y,Z" },
		{ NULL, NULL, "surface plain.off --goal door --all", 2, "no names" },
		{ NULL, NULL, "surface plain.off --goal 24 --from 1.5", 2, "--from is '1.5'" },
		{ NULL, NULL, "surface plain.off --goal 24 --from 8 --all", 2, "expected one of --from, --all and --random" },
		{ NULL, NULL, "surface plain.off --goal 24 --all --bias 1,0,0 --toward 0,0,0", 2, "one of --bias and --toward" },
		{ NULL, NULL, "surface plain.off --goal 24 --all --epsilon 1", 2, "strength of --bias" },
		{ NULL, NULL, "surface plain.off --goal 24 --all --bias 1,0", 2, "three numbers" },
		{ NULL, NULL, "surface plain.off --goal 24 --all --haste -1", 2, "--haste" },
		{ NULL, NULL, "surface plain.off --goal 24 --all --limits soft", 2, "dirichlet, neumann" },
		{ NULL, NULL, "surface plain.off --goal 24 --all --method magic", 2, "fem, influence" },
		{ NULL, NULL, "surface plain.off --goal 24 --all --emax 1", 2, "--method influence" },
		{ NULL, NULL, "surface plain.off --goal 24 --all --method influence --haste 1", 2, "does not go with" },
		{ NULL, NULL, "surface plain.off --goal 24 --all --taut --raw", 2, "--taut and --raw" },
		{ NULL, NULL, "surface plain.off --goal 24 --all --disc-radius 1", 2, "goes with --discs" },
		{ NULL, NULL, "surface plain.off --goal 24 --all --obstacle ball:1", 2, "sphere:X,Y,Z,RADIUS" },
		{ NULL, NULL, "surface plain.off --goal 24 --all --obstacle sphere:1,2,3", 2, "sphere:X,Y,Z,RADIUS" },
		{ NULL, NULL, "surface plain.off --goal 24 --all --obstacle disc:99,1", 2, "no vertex 99" },
		{ NULL, NULL, "surface plain.off --goal 24 --all --obstacle sphere:1,2,30,1", 2, "meets no part" },
		{ NULL, NULL, "surface plain.off --goal 24 --all --obstacle vertices:nowhere.txt", 3, "nowhere.txt" },
		{ "list.txt", "1 2\n3 x\n", "surface plain.off --goal 24 --all --obstacle vertices:list.txt", 4, "list.txt:2" },
		{ NULL, NULL, "surface plain.off --goal 24 --all --obstacle vertices:wall.txt", 5, "the goal, vertex 24" },
		{ NULL, NULL, "surface plain.off --goal 8 --from 24 --obstacle vertices:wall.txt", 5, "the start, vertex 24" },
		{ NULL, NULL, "surface plain.off --goal 24 --all --discs 3 --disc-radius 50", 5, "smaller --disc-radius" },
		{ NULL, NULL, "surface plain.off --goal 24 --all --picture x.gif", 2, ".svg or .png" },
		{ NULL, NULL, "surface plain.off --goal 24 --all --zoom 2", 2, "goes with --picture" },
		{ NULL, NULL, "surface plain.off --goal 24 --all --out-mesh x.obj", 2, ".ply" },
		{ NULL, NULL, "surface plain.off --goal 24 --all --out-paths x.txt", 2, ".obj, .ply or .csv" },
		{ NULL, NULL, "surface plain.off --goal 24 --all --out-mesh a.ply --out-paths a.ply", 2, "overwritten" },
		{ NULL, NULL, "surface plain.off --goal 24 --all --out-mesh no/folder/a.ply", 7, "no/folder/a.ply" },
		{ NULL, NULL, "surface plain.off --goal 24 --all --occupied 77", 2, "no vertex 77" } };
	cliCheckCases( cases, sizeof( cases ) / sizeof( cases[0] ) );
}

#define HEAD "{ \"version\": 1, \"mesh\": { \"file\": \"plain.off\" }"

TEST( ScenariosOnMeshesRefuse )
{
	writeFloor( "plain.off", s_plain );
	static const cliBadCase cases[] = {
		{ "a.json", "{ \"mesh\": {} }", "surface a.json --all", 4, "a.json:1:1: version: missing" },
		{ "a.json", "{ \"version\": 1 }", "surface a.json --all", 4, "mesh: missing" },
		{ "a.json", "{ \"version\": 1, \"mesh\": {} }", "surface a.json --all", 4, "mesh: expected one of file and surface" },
		{ "a.json", "{ \"version\": 1,\n \"mesh\": { \"file\": \"no.off\" } }", "surface a.json --all", 3,
		  "a.json:2:20: mesh.file" },
		{ "a.json", "{ \"version\": 1, \"mesh\": { \"surface\": \"tors\" } }", "surface a.json --all", 4, "mesh.surface" },
		{ "a.json", "{ \"version\": 1, \"mesh\": { \"file\": \"plain.off\", \"detail\": 9 } }", "surface a.json --all", 4,
		  "mesh.detail" },
		{ "a.json", HEAD ", \"gaols\": [] }", "surface a.json --all", 4, "did you mean \"goals\"" },
		{ "a.json", HEAD ",\n\"goals\": [ { \"vertex\": 49 } ] }", "surface a.json --all", 4, "a.json:2:24: goals[0].vertex" },
		{ "a.json", HEAD ", \"goals\": [ { \"vertex\": 1.5 } ] }", "surface a.json --all", 4, "goals[0].vertex" },
		{ "a.json", HEAD ", \"goals\": [ { \"name\": \"a\" } ] }", "surface a.json --all", 4,
		  "goals[0]: expected one of vertex" },
		{ "a.json", HEAD ", \"goals\": [ { \"name\": \"a\", \"vertex\": 9 }, { \"name\": \"a\", \"vertex\": 8 } ] }",
		  "surface a.json --all", 4, "the same name" },
		{ "a.json", HEAD ", \"goals\": [ { \"name\": \"door\", \"vertex\": 9 }, { \"vertex\": 8 } ] }",
		  "surface a.json --goal dor --all", 2, "Did you mean 'door'?" },
		{ "a.json", HEAD ", \"obstacles\": [ { \"sphere\": { \"center\": [0, 0, 99], \"radius\": 1 } } ] }",
		  "surface a.json --goal 8 --all", 4, "obstacles[0].sphere" },
		{ "a.json", HEAD ", \"obstacles\": [ { \"disc\": { \"at\": 3 } } ] }", "surface a.json --goal 8 --all", 4,
		  "obstacles[0].disc.radius" },
		{ "a.json", HEAD ", \"obstacles\": [ {} ] }", "surface a.json --goal 8 --all", 4, "found none" },
		{ "a.json", HEAD ", \"obstacles\": [ { \"vertices\": [1], \"triangles\": [1] } ] }", "surface a.json --goal 8 --all", 4,
		  "several" },
		{ "a.json", HEAD ", \"obstacles\": [ { \"triangles\": [72] } ] }", "surface a.json --goal 8 --all", 4, "from 0 to 71" },
		{ "a.json", HEAD ", \"field\": { \"epsilon\": 1 } }", "surface a.json --goal 8 --all", 4, "field.epsilon" },
		{ "a.json", HEAD ", \"field\": { \"boundary\": \"soft\" } }", "surface a.json --goal 8 --all", 4, "field.boundary" },
		{ "a.json", HEAD ", \"height\": -1 }", "surface a.json --goal 8 --all", 4, "height" },
		{ "a.json", HEAD ", \"agents\": 3 }", "surface a.json --goal 8 --all", 4, "agents" },
		{ "a.json", HEAD, "surface a.json --goal 8 --all", 4, "a.json" } };
	cliCheckCases( cases, sizeof( cases ) / sizeof( cases[0] ) );
}

void cliRunSurfaceTests( int argc, char** argv )
{
	RUN( MeshIsDescribed );
	RUN( MeshIsRepairedAndWritten );
	RUN( EveryVertexArrives );
	RUN( GoalsOfManyVerticesAreArrivedAtBetweenThem );
	RUN( ResultsDoNotDependOnThreads );
	RUN( PiecesAreReported );
	RUN( NarrowPassagesAreOpened );
	RUN( PlacesAreFound );
	RUN( ScenariosHaveNames );
	RUN( ScenarioOnMeshOfTheDocsIsWalked );
	RUN( ObstaclesAreWalkedAround );
	RUN( HeightIsAsked );
	RUN( SteepAndPiercedAreAsked );
	RUN( ThePapersMethodIsThere );
	RUN( SurfacesAreDrawnAndWritten );
	RUN( ReportsSayWhatCounts );
	RUN( SurfacesRefuse );
	RUN( ScenariosOnMeshesRefuse );
}
