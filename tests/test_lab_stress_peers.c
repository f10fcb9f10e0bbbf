// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Those a crowd is compared with in the stress laboratory: they avoid each other and walls as they should, and results do not
// depend on the number of threads.

#include "base/vec2.h"
#include "stress/peer.h"
#include "tests/cli.h"
#include "tests/test_lab.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PEOPLE 32

typedef struct Room
{
	wfStressWorld world;
	wfStressPerson people[MOST_PEOPLE];
} Room;

// A floor of 12 by 6 m; with a door of this width in a wall across its middle, unless that is 0.
static bool makeRoom( double door, Room* room )
{
	*room = ( Room ){ 0 };
	wfStressWorld* world = &room->world;
	world->people = room->people;
	world->aloneSeconds = 12.0;
	world->cutWidth = door > 0.0 ? door : 6.0;
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds = ( wfBox2 ){ { -6.0, -3.0 }, { 6.0, 3.0 } };
	wfError error = { 0 };
	bool isMade = wfCreateWorld( &def, &world->world, &error ) == wf_ok;
	for ( int32_t side = -1; side <= 1 && door > 0.0; side += 2 )
	{
		wfShapeDef wall = wfDefaultShapeDef();
		double length = 3.0 - 0.5 * door;
		wall.halfSize = ( wfVec2 ){ 0.05, 0.5 * length };
		wall.center = ( wfVec2 ){ 0.0, side * ( 3.0 - 0.5 * length ) };
		isMade = isMade && wfWorld_AddShape( world->world, &wall, NULL, &error ) == wf_ok;
	}
	CHECK( isMade );
	return isMade;
}

static void addPerson( Room* room, wfVec2 from, wfVec2 to )
{
	wfStressPerson person = { .position = from, .radius = 0.25, .speed = 1.2, .stopCount = 1 };
	person.stops[0] = ( wfStressStop ){ .zone = -1, .point = to };
	room->people[room->world.personCount++] = person;
}

static wfStressOutcome run( Room* room )
{
	wfError error = { 0 };
	wfStressRunDef def = { .mode = wf_stressOrca };
	wfStressOutcome outcome = { .people = room->world.personCount };
	CHECK_EQUAL( wfRunStressPeer( &room->world, &def, &outcome, &error ), wf_ok );
	CHECK( isfinite( outcome.deepest ) && outcome.hash != 0 );
	return outcome;
}

TEST( TwoPeersPass )
{
	Room room;
	if ( makeRoom( 0.0, &room ) )
	{
		addPerson( &room, ( wfVec2 ){ -5.0, 0.02 }, ( wfVec2 ){ 5.0, 0.0 } );
		addPerson( &room, ( wfVec2 ){ 5.0, 0.0 }, ( wfVec2 ){ -5.0, 0.0 } );
		wfStressOutcome outcome = run( &room );
		CHECK( outcome.arrived == 2 && outcome.left == 0 && outcome.verdict == wf_stressPassed );
		CHECK( outcome.overlaps == 0 && outcome.wallHits == 0 );
		// Nearly as soon as alone, though they were exactly in each other's way.
		CHECK( outcome.most >= 9.7 / 1.2 - WF_PEER_STEP && outcome.most < 1.2 * 10.0 / 1.2 );
		CHECK( outcome.most == outcome.ended );
		wfDestroyWorld( room.world.world );
	}
}

// Both sides change places through a door: with more of them than it can take they press against the wall and each other.
TEST( PeersDoNotCrossWalls )
{
	Room room;
	if ( makeRoom( 1.0, &room ) )
	{
		for ( int32_t i = 0; i < MOST_PEOPLE; ++i )
		{
			double side = i % 2 == 0 ? -1.0 : 1.0, x = 1.0 + 0.7 * (double)( i / 2 % 4 ), y = -1.8 + 1.2 * (double)( i / 8 );
			addPerson( &room, ( wfVec2 ){ side * x, y }, ( wfVec2 ){ -side * 5.0, -y } );
		}
		wfStressOutcome outcome = run( &room );
		CHECK_EQUAL( outcome.wallHits, 0 );
		CHECK( outcome.arrived > MOST_PEOPLE / 4 );
		// It does not keep people apart in such a press: what is counted is really seen.
		CHECK( outcome.overlaps > 0 && outcome.deepest > WF_PEER_CONTACT && outcome.deepest < 0.5 );
		wfStressOutcome again = run( &room );
		CHECK( again.hash == outcome.hash && again.overlaps == outcome.overlaps && again.most == outcome.most );
		wfDestroyWorld( room.world.world );
	}
}

// Leaves out what depends on the machine.
static char* keepResults( const char* out )
{
	char* text = calloc( strlen( out ) + 1, 1 );
	memcpy( text, out, strlen( out ) );
	for ( char* at = strstr( text, "\"microseconds\"" ); at != NULL; at = strstr( text, "\"microseconds\"" ) )
	{
		char* end = strchr( at, '\n' );
		memmove( at, end, strlen( end ) + 1 );
	}
	return text;
}

TEST( PeersAreReportedBesideOurs )
{
	static const char* const keys[] = { "left", "arrived", "overlaps", "deepest", "wallHits", "arrived95" };
	char* reports[2];
	for ( int32_t i = 0; i < 2; ++i )
	{
		const char* threads = i == 0 ? "--threads=1" : "--threads=2";
		cliRun run = cliCall( "stress", "--quick", "--worlds=2", "--kinds=door,square,shelves", "--against=orca", "--json",
							  threads, NULL );
		CHECK( run.code == 0 || run.code == 1 );
		CHECK( cliIsJson( run.out ) );
		reports[i] = keepResults( run.out );
	}
	CHECK_STRING( reports[0], reports[1] );
	for ( size_t i = 0; i < sizeof( keys ) / sizeof( keys[0] ); ++i )
	{
		char path[64];
		double number;
		snprintf( path, sizeof( path ), "orca.kinds.1.%s", keys[i] );
		CHECK( cliJsonNumber( reports[0], path, &number ) );
		snprintf( path, sizeof( path ), "orca.total.%s", keys[i] );
		CHECK( cliJsonNumber( reports[0], path, &number ) );
	}
	CHECK_EQUAL( cliGetNumber( reports[0], "orca.total.agents" ), cliGetNumber( reports[0], "total.agents" ) );
	CHECK_EQUAL( cliGetNumber( reports[0], "orca.total.wallHits" ), 0 );
	CHECK( cliGetNumber( reports[0], "worlds.0.arrived95" ) > 0.0 );
	CHECK( cliGetNumber( reports[0], "orca.worlds.5.arrived95" ) > 0.0 );
	free( reports[0] );
	free( reports[1] );
	cliRun run = cliCall( "stress", "--quick", "--worlds=1", "--kinds=door", "--against", "orca", "--round", NULL );
	CHECK( cliContains( run.out, "ours    orca" ) && cliContains( run.out, "95 % s" ) );
	run = cliCall( "stress", "--quick", "--world=door:1", "--against", "orca", NULL );
	CHECK( cliContains( run.out, "orca:\n     0 s     0 arrived" ) && cliContains( run.out, "95 % arrived by" ) );
}

TEST( WrongUseOfPeersIsRefused )
{
	static const cliBadCase cases[] = {
		{ NULL, NULL, "stress --against orka", 2, "Did you mean 'orca'?" },
		{ NULL, NULL, "stress --against orca --mesh", 2, "exclude each other" },
		{ NULL, NULL, "stress --round --mesh", 2, "--round excludes" },
	};
	cliCheckCases( cases, sizeof( cases ) / sizeof( cases[0] ) );
}

void testStressPeers( int argc, char** argv )
{
	RUN( TwoPeersPass );
	RUN( PeersDoNotCrossWalls );
	RUN( PeersAreReportedBesideOurs );
	RUN( WrongUseOfPeersIsRefused );
	cliCleanUp();
}
