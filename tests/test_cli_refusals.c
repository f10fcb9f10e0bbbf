// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Bad input and bad luck: a clear message, the documented exit code, nothing on stdout and nothing left behind.

#include "tests/test_cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WORLD( inside ) "{ \"version\": 1, \"world\": { \"size\": [8, 6]" inside " }"
#define GOOD_WORLD WORLD( "" ) " }"
#define GOOD_MAP "type octile\nheight 2\nwidth 4\nmap\n....\n....\n"

TEST( WrongUseIsRefused )
{
	static const cliBadCase cases[] = {
		{ NULL, NULL, "plna", 2, "Did you mean 'plan'?" },
		{ NULL, NULL, "--verison", 2, "no command" },
		{ NULL, NULL, "help nothing-like-it", 2, "no command" },
		{ NULL, NULL, "help plan field", 2, "one command" },
		{ NULL, NULL, "field", 2, "expected a world" },
		{ NULL, NULL, "plan --json", 2, "expected a world" },
		{ "w.json", GOOD_WORLD, "field w.json --gaol 1,1", 2, "Did you mean '--goal'?" },
		{ NULL, NULL, "field w.json --qqqqqqqqqq 1", 2, "has no option '--qqqqqqqqqq'" },
		{ NULL, NULL, "field w.json -g 1,1", 2, "two dashes" },
		{ NULL, NULL, "field w.json other.json --goal 1,1", 2, "one argument too many" },
		{ NULL, NULL, "field w.json --goal 1,1 --goal 2,2", 2, "given twice" },
		{ NULL, NULL, "field w.json --goal", 2, "wants a value" },
		{ NULL, NULL, "field w.json --goal --json", 2, "wants a value" },
		{ NULL, NULL, "field w.json --json=yes --goal 1,1", 2, "takes no value" },
		{ NULL, NULL, "field w.json", 2, "where to?" },
		{ NULL, NULL, "field w.json --goal 1", 2, "two numbers" },
		{ NULL, NULL, "field w.json --goal 1,nan", 2, "two numbers" },
		{ NULL, NULL, "field w.json --goal 1,1 --haste nan", 2, "--haste is 'nan'" },
		{ NULL, NULL, "field w.json --goal 1,1 --haste -1", 2, "from 0 to" },
		{ NULL, NULL, "field w.json --goal 1,1 --haste 1e999", 2, "--haste" },
		{ NULL, NULL, "field w.json --goal 1,1 --haste 0x10", 2, "--haste" },
		{ NULL, NULL, "field w.json --goal 1,1 --haste 3m", 2, "--haste" },
		{ NULL, NULL, "field w.json --goal 1,1 --cell 0", 2, "--cell" },
		{ NULL, NULL, "field w.json --goal 1,1 --threads 2.5", 2, "whole number" },
		{ NULL, NULL, "field w.json --goal 1,1 --threads 99999", 2, "--threads" },
		{ NULL, NULL, "field w.json --goal 1,1 --walls soft", 2, "dirichlet, neumann" },
		{ NULL, NULL, "field w.json --goal 1,1 --simd mmx", 2, "baseline, avx2, avx512" },
		{ NULL, NULL, "field w.json --goal 1,1 --eps 1", 2, "belong together" },
		{ NULL, NULL, "field w.json --goal 1,1 --v 1,0", 2, "belong together" },
		{ NULL, NULL, "field w.json --goal 1,1 --eps 2.5 --v 1,0", 2, "from -2 to 2" },
		{ NULL, NULL, "field w.json --goal 1,1 --picture x.gif", 2, ".svg or .png" },
		{ NULL, NULL, "plan w.json --to 1,1", 2, "where from?" },
		{ NULL, NULL, "plan w.json --from 1,1 --to 2,2 --limit 3", 2, "goes with --scen" },
		{ NULL, NULL, "plan w.json --from 1,1 --scen x.scen", 2, "--scen" },
		{ NULL, NULL, "plan w.json --scen x.scen --limit 0", 2, "--limit" },
		{ NULL, NULL, "demo --out", 2, "wants a value" },
		{ NULL, NULL, "demo nowhere", 2, "too many" },
		{ "n.json", WORLD( "" ) ", \"goals\": [{ \"type\": \"point\", \"name\": \"exit\", \"point\": [1, 1] }] }",
		  "field n.json --goal exti", 2, "Did you mean 'exit'?" },
	};
	cliCheckCases( cases, sizeof( cases ) / sizeof( cases[0] ) );
	cliRun run = cliCall( "bench", "fields", NULL );
	CHECK_EQUAL( run.code, 2 );
	CHECK_STRING( run.err, "wayfield: `wayfield bench` is now `wayfield-lab bench`\n" );
	run = cliCall( NULL );
	CHECK_EQUAL( run.code, 2 );
	CHECK( run.out[0] == 0 && cliContains( run.err, "usage: wayfield" ) && cliContains( run.err, "expected a command" ) );
}

TEST( BadFilesAreRefused )
{
	static const cliBadCase cases[] = {
		{ NULL, NULL, "field missing.map --goal 1,1", 3, "missing.map" },
		{ NULL, NULL, "field . --goal 1,1", 3, "." },
		{ NULL, NULL, "plan nothing --from 1,1 --to 2,2", 3, "nothing: could not be opened" },
		{ NULL, NULL, "plan ring --from 1,1 --to 2,2", 3, "a built-in scene: `wayfield run ring` simulates it" },
		{ NULL, NULL, "plan planet --from 1,1 --to 2,2", 3, "`wayfield run planet` simulates it" },
		{ NULL, NULL, "field torus --goal 1,1", 3, "`wayfield run torus` simulates it, `wayfield surface torus` finds ways" },
		{ NULL, NULL, "field sphere --goal 1,1", 3, "a built-in surface: `wayfield surface sphere` finds ways on it" },
		{ "good.map", GOOD_MAP, "plan good.map --scen missing.scen --json", 3, "missing.scen" },
		{ "e.map", "", "field e.map --goal 1,1", 4, "e.map: the file is empty" },
		{ "e.json", "", "field e.json --goal 1,1", 4, "empty" },
		{ "e.scen", "", "plan good.map --scen e.scen --json", 4, "e.scen" },
		{ "t.map", "type octile\nheight 3\nwidth 4\nmap\n....\n...", "field t.map --goal 1,1", 4, "t.map" },
		{ "t.json", "{ \"version\": 1, \"world\": { \"size\": [8", "field t.json --goal 1,1", 4, "t.json:1" },
		{ "t.scen", "version 1\n0\tgood.map\t4\t2\t0\t0\t3", "plan good.map --scen t.scen", 4, "t.scen:2" },
		{ "s.scen", "version 1\n0\tgood.map\t9\t2\t0\t0\t3\t1\t4\n", "plan good.map --scen s.scen", 4, "s.scen:2" },
		{ "o.scen", "version 1\n0\tgood.map\t4\t2\t0\t0\t7\t1\t4\n", "plan good.map --scen o.scen", 4, "o.scen:2" },
		{ "n.scen", "version 1\n0\tgood.map\t4\t2\t0\t0\t3\t1\tnan\n", "plan good.map --scen n.scen", 4, "n.scen:2" },
		{ "neg.map", "type octile\nheight -2\nwidth 4\nmap\n....\n....\n", "field neg.map --goal 1,1", 4, "height" },
		{ "chars.map", "type octile\nheight 1\nwidth 4\nmap\n..?.\n", "field chars.map --goal 1,1", 4, "chars.map:5" },
		{ "u.json", WORLD( "" ) ", \"wrold\": 3 }", "field u.json --goal 1,1", 4, "wrold" },
		{ "d.json", WORLD( "" ) ", \"version\": 1 }", "field d.json --goal 1,1", 4, "version" },
		{ "nan.json", "{ \"version\": 1, \"world\": { \"size\": [NaN, 6] } }", "field nan.json --goal 1,1", 4, "nan.json:1" },
		{ "negative.json", WORLD( ", \"obstacles\": [{ \"type\": \"disc\", \"center\": [1, 1], \"radius\": -1 }]" ) " }",
		  "field negative.json --goal 1,1", 4, "radius" },
		{ "eps.json", WORLD( "" ) ", \"field\": { \"epsilon\": 5, \"v\": [1, 0] } }", "field eps.json --goal 1,1", 4,
		  "from -2 to 2" },
		{ "deep.json", "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "field deep.json --goal 1,1", 4, "deep.json" },
	};
	cliCheckCases( cases, sizeof( cases ) / sizeof( cases[0] ) );
	unsigned char bytes[600];
	for ( size_t i = 0; i < sizeof( bytes ); ++i )
	{
		bytes[i] = (unsigned char)wfRandomBits( 1, 2, i );
	}
	static const char* const names[] = { "binary.map", "binary.json", "binary.png", "binary.yaml", "binary.wkt", "binary.pgm" };
	for ( int i = 0; i < 6; ++i )
	{
		cliWriteBytes( names[i], bytes, sizeof( bytes ) );
		cliCheckFails( cliCall( "field", names[i], "--goal", "1,1", NULL ), names[i], 4, names[i] );
	}
	cliWriteBytes( "binary.scen", bytes, sizeof( bytes ) );
	cliCheckFails( cliCall( "plan", "good.map", "--scen", "binary.scen", NULL ), "binary.scen", 4, "binary.scen" );
}

// Where there are no lines the file is at fault as well.
TEST( BadNumbersInBinaryFilesAreRefused )
{
	unsigned char stl[84 + 50] = { [80] = 1 };
	stl[84 + 12 + 2] = 0xC0; // not a number
	stl[84 + 12 + 3] = 0x7F;
	cliWriteBytes( "nan.stl", stl, sizeof( stl ) );
	cliCheckFails( cliCall( "mesh", "nan.stl", NULL ), "nan.stl", 4, "facet[0].vertex[0].x: the coordinate at byte 96 is nan" );
	cliCheckFails( cliCall( "surface", "nan.stl", "--goal", "0", "--from", "1", NULL ), "nan.stl", 4, "nan.stl: facet[0]" );

	static const char header[] = "ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
								 "property float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n";
	unsigned char ply[sizeof( header ) - 1 + 36 + 13] = { 0 };
	memcpy( ply, header, sizeof( header ) - 1 );
	unsigned char* face = ply + sizeof( header ) - 1 + 36;
	face[0] = 3;
	face[5] = 1;
	face[9] = 7;
	cliWriteBytes( "index.ply", ply, sizeof( ply ) );
	cliCheckFails( cliCall( "mesh", "index.ply", NULL ), "index.ply", 4,
				   "face[0].vertex_indices: vertex 7 of the face is not there" );
	face[9] = 2;
	face[-34] = 0x80; // infinity, the first x
	face[-33] = 0x7F;
	cliWriteBytes( "infinite.ply", ply, sizeof( ply ) );
	cliCheckFails( cliCall( "mesh", "infinite.ply", NULL ), "infinite.ply", 4, "vertex[0].x: the coordinate is inf" );

	static const char steps[] = WAYFIELD_SOURCE_DIR "/fuzz/corpus/footsteps/bad_range.sqlite";
	cliCheckFails( cliCall( "animate", steps, "--to", "walk.glb", NULL ), "steps", 4,
				   "wayfield_footsteps.speed: agent 1, step 0: expected metres a second" );
	// The command's own numbers stay its own fault.
	cliWrite( "one.txt", "# framerate: 10\n# id frame x/m y/m\n1 0 0 0\n" );
	cliCheckFails( cliCall( "metrics", "one.txt", "--fps", "0", NULL ), "--fps 0", 2, "fps" );
	cliCheckFails( cliCall( "run", "ring", "--seconds", "1", "--record", "walk.xyz", NULL ), "walk.xyz", 2, "walk.xyz" );
}

TEST( BlockedAndUnreachableGoalsAreReported )
{
	static const char walled[] = WORLD( ", \"obstacles\": [{ \"type\": \"box\", \"bounds\": [3.5, 0, 4.5, 6] }]" ) " }";
	static const cliBadCase cases[] = {
		{ "walled.json", walled, "field walled.json --goal 4,3", 5, "the goal 4,3 lies in an obstacle" },
		{ NULL, NULL, "field walled.json --goal 40,3", 5, "outside of the world" },
		{ NULL, NULL, "plan walled.json --from 3.7,2.6 --to 1,3 --cell 1", 5,
		  "the start 3.7,2.6 lies in an obstacle; the nearest free place is 2.5,2.5" },
		{ NULL, NULL, "plan walled.json --from 99,3 --to 1,3", 5, "the start 99,3 lies outside" },
		{ NULL, NULL, "plan walled.json --from 7,3 --to 1,3 --json --out p.csv --picture p.svg", 5, "no way from 7,3" },
		{ NULL, NULL, "field walled.json --goal 1,3 --radius 3", 5, "radius 3" },
		{ "full.map", "type octile\nheight 2\nwidth 4\nmap\n@@@@\n@@@@\n", "field full.map --goal 1,1", 5, "free" },
		{ "full.scen", "version 1\n0\tfull.map\t4\t2\t0\t0\t3\t1\t4\n", "plan full.map --scen full.scen --json", 5, "free" },
		{ "cut.json",
		  WORLD( ", \"obstacles\": [{ \"type\": \"box\", \"bounds\": [3, 0, 4, 6] }]" ) ", \"goals\": [{ \"type\": \"line\", "
																						"\"name\": \"door\", \"points\": [[1, "
																						"1], [1, 3]] }] }",
		  "plan cut.json --from 7,3 --to door", 5, "from 7,3" },
		{ "border.json", WORLD( "" ) ", \"goals\": [{ \"type\": \"line\", \"name\": \"exit\", \"points\": [[0, 1], [0, 3]] }] }",
		  "field border.json --radius 0.4 --cell 0.2", 5, "expected a part of it on free ground" },
		// A passage wide enough for the agent that only the cells close.
		{ "gap.json",
		  WORLD( ", \"obstacles\": [{ \"type\": \"box\", \"bounds\": [3.9, 0, 4.1, 1.73] }, { \"type\": \"box\", \"bounds\": "
				 "[3.9, 2.23, 4.1, 6] }]" ) " }",
		  "plan gap.json --from 1,1 --to 7,1 --cell 0.2 --radius 0.2", 5, "cells of 0.2 m close it" },
	};
	cliCheckCases( cases, sizeof( cases ) / sizeof( cases[0] ) );
}

TEST( TooLargeWorldsAreRefused )
{
	static const cliBadCase cases[] = {
		{ "giant.map", "type octile\nheight 2000000000\nwidth 2000000000\nmap\n....\n", "field giant.map --goal 1,1", 6,
		  "giant.map:2" },
		{ "giant.scen", "version 1\n", "plan giant.map --scen giant.scen --json", 6, "giant.map" },
		{ "w.json", GOOD_WORLD, "field w.json --goal 1,1 --cell 0.00001", 6, "cells" },
		{ NULL, NULL, "field w.json --goal 1,1 --cell 0.01 --memory 60", 6, "MB" },
		{ NULL, NULL, "field w.json --goal 1,1 --cell 0.01 --memory 8", 6, "the smallest cells that fit are of 0.0" },
		{ NULL, NULL, "field w.json --goal 1,1 --cell 0.001 --memory 50", 6, "bytes" },
		{ "wide.json", "{ \"version\": 1, \"world\": { \"size\": [1e6, 1e6] }, \"grid\": { \"cell\": 0.01 } }",
		  "field wide.json --goal 1,1", 6, "cells" },
	};
	cliCheckCases( cases, sizeof( cases ) / sizeof( cases[0] ) );
}

TEST( UnwritableOutputIsReported )
{
	cliWrite( "own.json",
			  "{\"version\": 1, \"world\": {\"size\": [9, 9]}, \"agents\": [{\"position\": [2, 2], \"stops\": [[7, 7]]}]}" );
	cliWrite( "file", "" );
	static const cliBadCase cases[] = {
		{ "w.json", GOOD_WORLD, "field w.json --goal 1,1 --picture nowhere/x.png", 7, "nowhere/x.png" },
		{ NULL, NULL, "field w.json --goal 1,1 --picture file/x.svg", 7, "file/x.svg" },
		{ NULL, NULL, "plan w.json --from 1,1 --to 3,3 --out nowhere/x.csv", 7, "nowhere/x.csv" },
		{ NULL, NULL, "plan w.json --from 1,1 --to 3,3 --json --out .", 7, "folder" },
		{ NULL, NULL, "demo --out file", 7, "file" },
		{ NULL, NULL, "demo --out file/below", 7, "file/below" },
		{ NULL, NULL, "run ring --seconds 1 --record r.txt --checkpoint r.txt", 2, "is the file of --record" },
		{ NULL, NULL, "run own.json --seconds 1 --checkpoint ./own.json", 2, "is the scenario itself" },
	};
	cliCheckCases( cases, sizeof( cases ) / sizeof( cases[0] ) );
	if ( access( "/dev/full", W_OK ) == 0 )
	{
		static const char* const arguments[] = { "field", "w.json", "--goal", "1,1", "--json", NULL };
		cliRun run = cliCallInto( "/dev/full", arguments );
		CHECK_EQUAL( run.code, 7 );
		CHECK( cliContains( run.err, "standard output" ) );
	}
}

TEST( InterruptLeavesNothing )
{
	// Large enough to be at work still when the signal comes.
	const int size = 1000;
	char* map = malloc( (size_t)size * ( (size_t)size + 1 ) + 100 );
	int at = snprintf( map, 100, "type octile\nheight %d\nwidth %d\nmap\n", size, size );
	for ( int row = 0; row < size; ++row )
	{
		memset( map + at, '.', (size_t)size );
		map[at + size] = '\n';
		at += size + 1;
	}
	cliWriteBytes( "large.map", map, (size_t)at );
	free( map );
	static const char* const arguments[] = { "field", "large.map", "--goal", "5,5", "--picture", "large.png", NULL };
	int before = cliCountFiles();
	cliRun run = cliCallInterrupted( 0.3, arguments );
	cliCheckFails( run, "field large.map", 8, "cancelled" );
	CHECK_EQUAL( cliCountFiles(), before );
}

void cliRunRefusalTests( int argc, char** argv )
{
	RUN( WrongUseIsRefused );
	RUN( BadFilesAreRefused );
	RUN( BadNumbersInBinaryFilesAreRefused );
	RUN( BlockedAndUnreachableGoalsAreReported );
	RUN( TooLargeWorldsAreRefused );
	RUN( UnwritableOutputIsReported );
	RUN( InterruptLeavesNothing );
}
