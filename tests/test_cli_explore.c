// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield explore`, and `wayfield run` with explorers, from outside.

#include "tests/test_cli.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TWO_ROOMS                                                                                                                \
	"{\"version\":1,\"name\":\"rooms\",\"world\":{\"size\":[12,6],\"obstacles\":[{\"type\":\"box\",\"bounds\":[5.9,0,6.1,2]},"   \
	"{\"type\":\"box\",\"bounds\":[5.9,3.2,6.1,6]}]},\"starts\":[[1,3]],\n"

static void getText( const char* json, const char* path, char* text, size_t capacity )
{
	text[0] = 0;
	CHECK( cliJsonValue( json, path, text, capacity ) );
}

TEST( ExploringReportsWhatWasSeenWhen )
{
	cliWrite( "rooms.json", TWO_ROOMS "\"grid\":{\"cell\":0.2}}" );
	cliRun run = cliCall( "explore", "rooms.json", "--from", "1,1", "--range", "5", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_STRING( run.err, "" );
	CHECK( cliIsJson( run.out ) );
	char text[64];
	getText( run.out, "explorers.0.outcome", text, sizeof( text ) );
	CHECK_STRING( text, "\"explored\"" );
	double half = cliGetNumber( run.out, "explorers.0.shares.0.seconds" ),
		   most = cliGetNumber( run.out, "explorers.0.shares.1.seconds" );
	double all = cliGetNumber( run.out, "explorers.0.shares.3.seconds" ),
		   end = cliGetNumber( run.out, "explorers.0.explored_seconds" );
	CHECK( half <= most && most <= all && all <= end + 0.5 && end > 2.0 );
	CHECK_NEAR( cliGetNumber( run.out, "explorers.0.shares.3.path_length" ), cliGetNumber( run.out, "explorers.0.path_length" ),
				1.0 );
	CHECK( cliGetNumber( run.out, "explorers.0.path_length" ) > 3.0 );
	CHECK( cliGetNumber( run.out, "explorers.0.decisions" ) >= 1.0 );
	CHECK_NEAR( cliGetNumber( run.out, "overlaps" ), 0.0, 0.0 );
	// The same to the bit for any number of threads, and on foot everything is seen as well.
	char hash[64], other[64];
	getText( run.out, "state", hash, sizeof( hash ) );
	run = cliCall( "explore", "rooms.json", "--from", "1,1", "--range", "5", "--json", "--threads", "3", NULL );
	getText( run.out, "state", other, sizeof( other ) );
	CHECK_STRING( hash, other );
	run = cliCall( "explore", "rooms.json", "--footsteps", "--quiet", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_STRING( run.out, "" );
	run = cliCall( "explore", "rooms.json", "--agents", "3", "--strategy", "nearest", "--share", "met", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliContains( run.out, "explorers        3: explored after" ) );
	CHECK( cliContains( run.out, "together" ) && cliContains( run.out, "90 % after" ) );
}

TEST( MapsGoOutAndComeBack )
{
	cliWrite( "rooms.json", TWO_ROOMS "\"grid\":{\"cell\":0.2}}" );
	cliRun run = cliCall( "explore", "rooms.json", "--out", "known.yaml", "--out-every", "2", "--picture", "way.svg", "--seen",
						  "seen.png", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliExists( "known.yaml" ) && cliExists( "known.pgm" ) && cliExists( "way.svg" ) && cliExists( "seen.png" ) );
	CHECK( cliContains( run.out, "map              known.yaml" ) );
	// Who has the map has nothing to do, and it is a world like any other.
	run = cliCall( "explore", "rooms.json", "--map", "known.yaml", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliGetNumber( run.out, "explorers.0.explored_seconds" ) < 1.0 );
	CHECK_NEAR( cliGetNumber( run.out, "explorers.0.path_length" ), 0.0, 0.5 );
	run = cliCall( "explore", "known.yaml", "--from", "1,3", "--quiet", NULL );
	CHECK_EQUAL( run.code, 0 );
	run = cliCall( "explore", "rooms.json", "--agents", "2", "--share", "none", "--out", "own.yaml", "--quiet", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliExists( "own.yaml" ) && cliExists( "own-2.yaml" ) && cliExists( "own-2.pgm" ) );
}

TEST( ThingsAreFoundAndTimeRunsOut )
{
	cliWrite( "rooms.json", TWO_ROOMS "\"grid\":{\"cell\":0.2}}" );
	cliRun run = cliCall( "explore", "rooms.json", "--object", "11,5", "--find-distance", "1", "--range", "4", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliContains( run.out, "found after" ) && cliContains( run.out, "at 11,5" ) );
	run = cliCall( "explore", "rooms.json", "--range", "3", "--seconds", "2", NULL );
	CHECK_EQUAL( run.code, 1 );
	CHECK( cliContains( run.out, "not done after 2.0 s" ) && cliContains( run.out, "--seconds gives more" ) );
}

TEST( RunsTellOfExplorers )
{
	cliRun run = cliCall( "run", "house", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( !cliContains( run.out, "\"explorers\"" ) );
	double known = cliGetNumber( run.out, "simulated_seconds" );
	run = cliCall( "run", "house", "--explore", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliIsJson( run.out ) );
	char text[64];
	getText( run.out, "explorers.0.outcome", text, sizeof( text ) );
	CHECK_STRING( text, "\"found\"" );
	CHECK( cliGetNumber( run.out, "explorers.0.found_seconds" ) > 0.5 * known );
	CHECK_NEAR( cliGetNumber( run.out, "agents" ), 0.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "standing" ), 20.0, 0.0 );
	// A checkpoint in the middle changes nothing.
	char hash[64], other[64];
	getText( run.out, "state_hash", hash, sizeof( hash ) );
	run = cliCall( "run", "house", "--explore", "--seconds", "8", "--checkpoint", "house.bin", "--quiet", NULL );
	CHECK_EQUAL( run.code, 0 );
	run = cliCall( "run", "house", "--explore", "--resume", "house.bin", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	getText( run.out, "state_hash", other, sizeof( other ) );
	CHECK_STRING( hash, other );
	cliWrite( "short.json",
			  TWO_ROOMS "\"agents\":[{\"name\":\"a\",\"position\":[1,3]}],\"explore\":{\"members\":[\"a\"],\"range\":3},"
						"\"run\":{\"seconds\":3}}" );
	run = cliCall( "run", "short.json", NULL );
	CHECK_EQUAL( run.code, 1 );
	CHECK( cliContains( run.out, "before all was explored" ) );
}

TEST( BadExplorationsAreRefused )
{
	static const cliBadCase cases[] = {
		{ NULL, NULL, "explore", 2, "expected a world" },
		{ NULL, NULL, "explore nowhere.map --from 1,1", 3, "nowhere.map" },
		{ "rooms.json", TWO_ROOMS "\"grid\":{\"cell\":0.2}}", "explore rooms.json --from 6,1", 5, "start" },
		{ "rooms.json", TWO_ROOMS "\"grid\":{\"cell\":0.2}}", "explore rooms.json --from 60,1", 5, "start" },
		{ "open.json", "{\"version\":1,\"world\":{\"size\":[3,3]}}", "explore open.json", 2, "where from" },
		{ "open.json", "{\"version\":1,\"world\":{\"size\":[3,3]}}", "explore open.json --from 1,1 --agents 1000", 5,
		  "room for" },
		{ "rooms.json", TWO_ROOMS "\"grid\":{\"cell\":0.2}}", "explore rooms.json --strategy best", 2, "nearest" },
		{ "rooms.json", TWO_ROOMS "\"grid\":{\"cell\":0.2}}", "explore rooms.json --range 0", 2, "range" },
		{ "rooms.json", TWO_ROOMS "\"grid\":{\"cell\":0.2}}", "explore rooms.json --aperture 400", 2, "aperture" },
		{ "rooms.json", TWO_ROOMS "\"grid\":{\"cell\":0.2}}", "explore rooms.json --map gone.yaml", 3, "gone.yaml" },
		{ "rooms.json", TWO_ROOMS "\"grid\":{\"cell\":0.2}}", "explore rooms.json --out known.png", 2, "yaml" },
		{ "rooms.json", TWO_ROOMS "\"grid\":{\"cell\":0.2}}", "explore rooms.json --find-distance 2", 2, "object" },
		{ NULL, NULL, "run ring --explore", 2, "belong to scenarios" },
		{ NULL, NULL, "run house --strategy nearest", 2, "--explore makes some" },
		{ "open.json", "{\"version\":1,\"world\":{\"size\":[3,3]},\"agents\":[{\"position\":[1,1]}]}", "run open.json --explore",
		  4, "nobody has stops" },
	};
	cliCheckCases( cases, sizeof( cases ) / sizeof( cases[0] ) );
}

void cliRunExploreTests( int argc, char** argv )
{
	RUN( ExploringReportsWhatWasSeenWhen );
	RUN( MapsGoOutAndComeBack );
	RUN( ThingsAreFoundAndTimeRunsOut );
	RUN( RunsTellOfExplorers );
	RUN( BadExplorationsAreRefused );
}
