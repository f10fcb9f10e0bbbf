// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The strategy game among the examples, from outside: what it reports holds together, and nobody is run over.
#include "tests/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TEST( GameReportsWhatItMeasured )
{
	cliRun run = cliCall( "--units", "40", "--seconds", "6", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_STRING( run.err, "" );
	CHECK( cliIsJson( run.out ) );
	CHECK_EQUAL( cliGetNumber( run.out, "frames" ), 360 );
	CHECK_EQUAL( cliGetNumber( run.out, "units" ), 40 );
	CHECK_EQUAL( cliGetNumber( run.out, "orders" ), 3 );
	CHECK_EQUAL( cliGetNumber( run.out, "buildings" ), 1 );
	CHECK_EQUAL( cliGetNumber( run.out, "overlaps" ), 0 );
	CHECK( cliGetNumber( run.out, "sent" ) > 40.0 ); // all of them first, then squads
	CHECK( cliGetNumber( run.out, "memory_mb" ) > 1.0 );
	double worst = cliGetNumber( run.out, "frame_ms_worst" ), p99 = cliGetNumber( run.out, "frame_ms_p99" );
	CHECK( p99 > 0.0 && p99 <= worst );
	double ofOrders = cliGetNumber( run.out, "order_ms_worst" ), ofBuildings = cliGetNumber( run.out, "building_ms_worst" );
	CHECK( ofOrders > 0.0 && ofOrders <= worst );
	CHECK( ofBuildings > 0.0 && ofBuildings <= worst );
}

TEST( GameReportsInPlainWords )
{
	cliRun run = cliCall( "--units", "3", "--seconds", "1", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliContains( run.out, "frame_ms_p99 " ) && cliContains( run.out, "memory_mb " ) && !cliContains( run.out, "{" ) );
}

// Many are sent on before they are there, but not all.
TEST( UnitsArriveWhereTheyAreSent )
{
	cliRun run = cliCall( "--units", "40", "--seconds", "60", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	double sent = cliGetNumber( run.out, "sent" ), arrived = cliGetNumber( run.out, "arrived" );
	CHECK( arrived <= sent && arrived >= 10.0 );
	CHECK_EQUAL( cliGetNumber( run.out, "overlaps" ), 0 );
}

// An order to everybody is followed in the next tick, in no more memory than the bar of the game.
TEST( EverybodyMovesAtOnceOnEachMap )
{
	const char* seeds[3] = { "11", "12", "13" };
	for ( int32_t k = 0; k < 3; ++k )
	{
		cliRun run = cliCall( "--seconds", "12", "--seed", seeds[k], "--json", NULL );
		CHECK_EQUAL( run.code, 0 );
		CHECK_EQUAL( cliGetNumber( run.out, "first_move_ticks" ), 1 );
		CHECK_EQUAL( cliGetNumber( run.out, "orders" ), 6 );
		CHECK( cliGetNumber( run.out, "groups" ) >= 2.0 );
		CHECK( cliGetNumber( run.out, "memory_mb" ) < 60.0 );
		CHECK_EQUAL( cliGetNumber( run.out, "overlaps" ), 0 );
	}
}

// On a map of somebody else's: rooms with doors of three tiles.
TEST( GamesArePlayedOnMapsFromFiles )
{
	char map[41 * 40 + 64], *at = map + sprintf( map, "type octile\nheight 40\nwidth 40\nmap\n" );
	for ( int32_t row = 0; row < 40; ++row )
	{
		for ( int32_t column = 0; column < 40; ++column )
		{
			bool isWall = ( row % 20 == 10 && column % 10 > 2 ) || ( column == 20 && row % 12 > 2 );
			*at++ = isWall ? '@' : '.';
		}
		*at++ = '\n';
	}
	*at = 0;
	cliWrite( "rooms.map", map );
	cliRun run = cliCall( "--units", "30", "--seconds", "20", "--map", "rooms.map", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_STRING( run.err, "" );
	CHECK_EQUAL( cliGetNumber( run.out, "overlaps" ), 0 );
	CHECK_EQUAL( cliGetNumber( run.out, "first_move_ticks" ), 1 );
	CHECK_EQUAL( cliGetNumber( run.out, "orders" ), 10 );
	run = cliCall( "--units", "400", "--seconds", "1", "--map", "rooms.map", NULL );
	CHECK_EQUAL( run.code, 1 );
	CHECK( cliContains( run.err, "no room for 400 units" ) );
	run = cliCall( "--seconds", "1", "--map", "nowhere.map", NULL );
	CHECK_EQUAL( run.code, 1 );
	CHECK( cliContains( run.err, "nowhere.map" ) );
}

// The picture shows every place, wall and heading at the end.
TEST( GameIsTheSameForTheSameSeed )
{
	char* pictures[3] = { 0 };
	const char* seeds[3] = { "5", "5", "6" };
	for ( int k = 0; k < 3; ++k )
	{
		cliRun run = cliCall( "--units", "20", "--seconds", "6", "--seed", seeds[k], "--picture", "end.svg", NULL );
		CHECK_EQUAL( run.code, 0 );
		size_t size = 0;
		const char* picture = cliRead( "end.svg", &size );
		pictures[k] = calloc( 1, size + 1 );
		if ( CHECK( picture != NULL && pictures[k] != NULL ) )
		{
			memcpy( pictures[k], picture, size );
		}
	}
	CHECK( strstr( pictures[0], "<svg" ) != NULL );
	CHECK_STRING( pictures[0], pictures[1] );
	CHECK( strcmp( pictures[0], pictures[2] ) != 0 );
	for ( int k = 0; k < 3; ++k )
	{
		free( pictures[k] );
	}
}

// Played again from its log, the game ends in the same state, and its log is the same to the byte.
TEST( GameIsPlayedAgainFromItsLog )
{
	cliRun run = cliCall( "--units", "60", "--seconds", "24", "--seed", "3", "--log", "game.json", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_EQUAL( cliGetNumber( run.out, "orders" ), 12 );
	char first[32] = "", second[32] = "";
	CHECK( cliJsonValue( run.out, "hash", first, sizeof( first ) ) );
	run = cliCall( "--units", "60", "--seconds", "24", "--seed", "3", "--replay", "game.json", "--log", "again.json", "--json",
				   NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_STRING( run.err, "" );
	CHECK_EQUAL( cliGetNumber( run.out, "orders" ), 0 ); // of a player
	CHECK_EQUAL( cliGetNumber( run.out, "refused" ), 0 );
	CHECK( cliJsonValue( run.out, "hash", second, sizeof( second ) ) );
	CHECK( strlen( first ) == 18 );
	CHECK_STRING( first, second );
	size_t size = 0, sizeAgain = 0;
	const char* text = cliRead( "game.json", &size );
	char* log = calloc( 1, size + 1 );
	if ( CHECK( text != NULL && log != NULL ) )
	{
		memcpy( log, text, size );
		text = cliRead( "again.json", &sizeAgain );
		CHECK_STRING( text, log );
	}
	free( log );
	run = cliCall( "--units", "3", "--seconds", "1", "--replay", "nothing.json", NULL );
	CHECK_EQUAL( run.code, 1 );
	CHECK( cliContains( run.err, "nothing.json" ) );
	cliWrite( "bad.json", "{\"version\":1,\n\"orders\":[{\"group\":\"group 1\",\"order\":\"hold\"}]}" );
	run = cliCall( "--units", "3", "--seconds", "1", "--replay", "bad.json", NULL );
	CHECK_EQUAL( run.code, 1 );
	CHECK( cliContains( run.err, "bad.json:2:" ) && cliContains( run.err, "there is no group \"group 1\"" ) );
}

TEST( GameRefusesWhatItDoesNotKnow )
{
	static const cliBadCase cases[] = {
		{ NULL, NULL, "--fast", 2, "--fast" },
		{ NULL, NULL, "--seconds", 2, "--seconds 1 to 86400" },
		{ NULL, NULL, "--seconds 0", 2, "--seconds 0" },
		{ NULL, NULL, "--units 401", 2, "--units 1 to 400" },
		{ NULL, NULL, "--seed x", 2, "--seed x" },
		{ NULL, NULL, "--picture", 2, "--picture" },
		{ NULL, NULL, "--map", 2, "--map FILE" },
		{ NULL, NULL, "--replay", 2, "--replay FILE" },
		{ NULL, NULL, "--units 7000000000", 2, "--units 7000000000" },
	};
	cliCheckCases( cases, sizeof( cases ) / sizeof( cases[0] ) );
	cliRun run = cliCall( "--units", "1", "--seconds", "1", "--picture", "end.doc", NULL );
	CHECK_EQUAL( run.code, 1 );
	CHECK( cliContains( run.err, "end.doc" ) );
}

int main( int argc, char** argv )
{
	cliExcuseFontconfig();
	RUN( GameReportsWhatItMeasured );
	RUN( GameReportsInPlainWords );
	RUN( UnitsArriveWhereTheyAreSent );
	RUN( EverybodyMovesAtOnceOnEachMap );
	RUN( GamesArePlayedOnMapsFromFiles );
	RUN( GameIsTheSameForTheSameSeed );
	RUN( GameIsPlayedAgainFromItsLog );
	RUN( GameRefusesWhatItDoesNotKnow );
	cliCleanUp();
	return testReport();
}
