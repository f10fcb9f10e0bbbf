// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The stress laboratory: its worlds are what they say they are, its runs are the same however they are shared out, and nobody
// overlaps in them. Whether everybody arrives is what it measures, not what is asserted here.

#include "base/vec2.h"
#include "stress/stress.h"
#include "tests/cli.h"
#include "tests/test_lab.h"
#include "wayfield/io.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WORLDS ( TEST_HAS_SANITIZER ? 2 : 8 )

static bool make( int32_t kind, int32_t number, bool boxesOnly, wfStressWorld* world )
{
	wfError error = { 0 };
	wfStressWorldDef def = { .kind = kind, .number = number, .boxesOnly = boxesOnly };
	bool isMade = wfMakeStressWorld( &def, world, &error ) == wf_ok;
	CHECK( isMade );
	return isMade;
}

static uint64_t hashWorld( const wfStressWorld* world )
{
	uint64_t hash = wfHash( WF_HASH_START, world->floors, (size_t)world->floorCount * sizeof( wfBox2 ) );
	hash = wfHash( hash, world->walls, (size_t)world->wallCount * sizeof( wfBox2 ) );
	hash = wfHash( hash, &world->angle, sizeof( world->angle ) );
	for ( int32_t i = 0; i < world->personCount; ++i )
	{
		const wfStressPerson* person = &world->people[i];
		const double numbers[6] = { person->position.x, person->position.y,		  person->radius,
									person->speed,		person->stops[0].point.x, (double)person->stops[0].zone };
		hash = wfHash( hash, numbers, sizeof( numbers ) );
	}
	return hash;
}

TEST( StressWorldsAreReproducible )
{
	for ( int32_t kind = 0; kind < wfGetStressKindCount( false ); ++kind )
	{
		uint64_t hashes[3];
		for ( int32_t i = 0; i < 3; ++i )
		{
			wfStressWorld world;
			hashes[i] = (uint64_t)i;
			if ( make( kind, i == 2 ? 6 : 5, false, &world ) )
			{
				hashes[i] = hashWorld( &world );
				wfStressWorld_Free( &world );
			}
		}
		CHECK( hashes[0] == hashes[1] && hashes[1] != hashes[2] );
		CHECK_EQUAL( wfFindStressKind( wfGetStressKindName( kind ) ), kind );
	}
	CHECK_EQUAL( wfFindStressKind( "" ), -1 );
}

static void checkPeople( const wfStressWorld* world )
{
	double least = INFINITY, leastWall = INFINITY, leastStop = INFINITY, body = 0.0;
	for ( int32_t i = 0; i < world->personCount; ++i )
	{
		const wfStressPerson* person = &world->people[i];
		CHECK( person->radius >= 0.18 && person->radius <= 0.35 && person->speed >= 1.0 && person->speed <= 1.6 );
		body += WF_PI * person->radius * person->radius;
		wfVec2 place = wfStressWorld_Turn( world, person->position );
		leastWall = fmin( leastWall, wfWorld_GetDistance( world->world, place, 0 ) - person->radius );
		for ( int32_t k = i + 1; k < world->personCount; ++k )
		{
			double apart = wfDistance2( person->position, world->people[k].position );
			least = fmin( least, apart - person->radius - world->people[k].radius );
		}
		for ( int32_t k = 0; k < person->stopCount; ++k )
		{
			wfStressStop stop = person->stops[k];
			double room = wfWorld_GetDistance( world->world, wfStressWorld_Turn( world, stop.point ), 0 );
			CHECK( stop.zone < world->zoneCount );
			leastStop = stop.zone < 0 ? fmin( leastStop, room - person->radius ) : leastStop;
		}
	}
	CHECK( least > 0.0 && leastWall > 0.0 && leastStop > 0.0 );
	CHECK( fabs( body - world->bodyArea ) < 1e-9 );
}

// Whole worlds, of as many people as there are: nobody in a wall or in another, a route for each.
TEST( StressWorldsCanBeSolved )
{
	int32_t counted = 0, all = 0;
	for ( int32_t kind = 0; kind < wfGetStressKindCount( false ); ++kind )
	{
		for ( int32_t number = 100; number < 100 + WORLDS; ++number, ++all )
		{
			wfStressWorld world;
			if ( !make( kind, number, false, &world ) )
			{
				continue;
			}
			checkPeople( &world );
			CHECK( world.personCount > 0 && world.personCount <= 300 + WF_STRESS_MAX_ZONES );
			CHECK( world.cutWidth >= WF_STRESS_LEAST_DOOR * world.largestRadius - 1e-9 );
			CHECK( world.floorArea > 10.0 && world.connected );
			CHECK( world.aloneSeconds > 0.0 && world.aloneSeconds < 300.0 );
			CHECK( wfStressWorld_GetCutSeconds( &world ) <= world.personCount / WF_STRESS_FILE_FLOW );
			counted += wfStressWorld_IsOverFull( &world ) ? 0 : 1;
			wfStressWorld_Free( &world );
		}
	}
	// Most of them have room enough.
	CHECK( 4 * counted > 3 * all );
}

// What a mesh is cut from: the same world without anything round.
TEST( StressMeshesHaveTheFloorOfThePlan )
{
	for ( int32_t kind = 0; kind < wfGetStressKindCount( false ); ++kind )
	{
		wfStressWorld world;
		wfStressCrowd crowd;
		wfError error = { 0 };
		if ( !make( kind, 2, true, &world ) )
		{
			continue;
		}
		CHECK_EQUAL( world.pillarCount, 0 );
		if ( !wfStressWorld_IsOverFull( &world ) && wfCreateStressCrowd( &world, wf_stressOnMesh, &crowd, &error ) == wf_ok )
		{
			wfMeshReport report = wfMesh_GetReport( crowd.mesh );
			CHECK( fabs( report.area - world.floorArea ) < 0.02 * world.floorArea );
			CHECK( report.longestEdge < 0.3 && report.components == 1 );
			CHECK_EQUAL( wfCrowd_GetAgentCount( crowd.crowd ), world.personCount );
			wfStressCrowd_Free( &crowd );
		}
		wfStressWorld_Free( &world );
	}
}

// A world that was saved runs as it does here, to the last bit.
TEST( SavedStressWorldRunsTheSame )
{
	char path[64];
	snprintf( path, sizeof( path ), "/tmp/wayfield-stress-%d.json", (int)getpid() );
	wfStressRunDef def = { .world = { .kind = wfFindStressKind( "ring" ), .number = 1, .small = true }, .save = path };
	wfStressOutcome outcome = wfRunStressWorld( &def ), again = wfRunStressWorld( &def );
	CHECK( outcome.hash == again.hash && outcome.people > 10 );
	CHECK_EQUAL( outcome.overlaps + outcome.wallHits, 0 );
	wfSimulation simulation;
	wfSimulationDef read = wfDefaultSimulationDef();
	wfError error = { 0 };
	bool isRead = wfReadSimulation( path, &read, &simulation, &error ) == wf_ok;
	CHECK( isRead );
	if ( isRead )
	{
		CHECK_EQUAL( wfCrowd_GetAgentCount( simulation.crowd ), outcome.people );
		while ( wfCrowd_GetTime( simulation.crowd ) < outcome.ended - 0.1 )
		{
			CHECK_EQUAL( wfCrowd_Tick( simulation.crowd, &error ), wf_ok );
		}
		CHECK( wfCrowd_GetHash( simulation.crowd ) == outcome.hash );
		wfSimulation_Free( &simulation );
	}
	remove( path );
}

// ---------------------------------------------------------------------------------------------------------------- command

// Leaves out what depends on the machine.
static void dropTimes( char* text )
{
	for ( char* at = strstr( text, "\"microseconds\"" ); at != NULL; at = strstr( text, "\"microseconds\"" ) )
	{
		char* end = strchr( at, '\n' );
		memmove( at, end, strlen( end ) + 1 );
	}
}

static char* runQuickly( const char* threads, const char* mode )
{
	const char* kinds = TEST_HAS_SANITIZER ? "--kinds=door,shelves" : "--first=0";
	const char* worlds = TEST_HAS_SANITIZER ? "--worlds=1" : "--worlds=2";
	cliRun run = cliCall( "stress", "--quick", worlds, kinds, "--json", threads, mode, NULL );
	// 1: somebody was left.
	CHECK( run.code == 0 || run.code == 1 );
	CHECK( cliIsJson( run.out ) );
	CHECK_EQUAL( cliGetNumber( run.out, "total.overlaps" ), 0 );
	CHECK_EQUAL( cliGetNumber( run.out, "total.wallHits" ), 0 );
	CHECK_EQUAL( cliGetNumber( run.out, "total.notRun" ), 0 );
	CHECK_EQUAL( cliGetNumber( run.out, "total.deepest" ), 0 );
	char* copy = malloc( strlen( run.out ) + 1 );
	memcpy( copy, run.out, strlen( run.out ) + 1 );
	dropTimes( copy );
	return copy;
}

TEST( StressRunsKeepApart )
{
	static const char* const keys[] = { "worlds",  "agents",	  "arrived", "left",	 "frozen",	 "slow",		"overFull",
										"refused", "longestWait", "stuck",	 "overlaps", "wallHits", "microseconds" };
	cliRun run = cliCall( "stress", "--quick", "--worlds=1", "--kinds=ring", "--json", NULL );
	CHECK( cliContains( run.out, "\"kind\": \"ring\"" ) && cliContains( run.out, "\"failures\": [" ) );
	for ( size_t i = 0; i < sizeof( keys ) / sizeof( keys[0] ); ++i )
	{
		char path[64];
		double number;
		snprintf( path, sizeof( path ), "kinds.0.%s", keys[i] );
		CHECK( cliJsonNumber( run.out, path, &number ) );
		snprintf( path, sizeof( path ), "total.%s", keys[i] );
		CHECK( cliJsonNumber( run.out, path, &number ) );
	}
	char* alone = runQuickly( "--threads=1", NULL );
	char* together = runQuickly( "--threads=2", NULL );
	CHECK_STRING( together, alone );
	free( alone );
	free( together );
	free( runQuickly( "--threads=2", "--on-foot" ) );
	free( runQuickly( "--threads=2", "--mesh" ) );
}

TEST( OneStressWorldIsShown )
{
	cliRun run = cliCall( "stress", "--quick", "--world", "door:1", "--pictures", "locks", NULL );
	CHECK( run.code == 0 || run.code == 1 );
	CHECK( cliContains( run.out, "     0 s     0 arrived" ) && cliContains( run.out, "door:1  " ) );
	CHECK( cliExists( "locks/door-1.png" ) );
	run = cliCall( "stress", "--quick", "--worlds", "1", "--kinds", "door", NULL );
	CHECK( cliContains( run.out, "kind " ) && cliContains( run.out, "\ntotal " ) &&
		   cliContains( run.out, "somebody was left in" ) );
}

TEST( WrongUseOfStressIsRefused )
{
	static const cliBadCase cases[] = {
		{ NULL, NULL, "stress --kinds dor", 2, "Did you mean 'door'?" },
		{ NULL, NULL, "stress --world door", 2, "expected KIND:NUMBER" },
		{ NULL, NULL, "stress --world door:x", 2, "expected KIND:NUMBER" },
		{ NULL, NULL, "stress --save door.json", 2, "--world" },
		{ NULL, NULL, "stress --on-foot --mesh", 2, "exclude each other" },
	};
	cliCheckCases( cases, sizeof( cases ) / sizeof( cases[0] ) );
}

void testStress( int argc, char** argv )
{
	RUN( StressWorldsAreReproducible );
	RUN( StressWorldsCanBeSolved );
	RUN( StressMeshesHaveTheFloorOfThePlan );
	RUN( SavedStressWorldRunsTheSame );
	RUN( StressRunsKeepApart );
	RUN( OneStressWorldIsShown );
	RUN( WrongUseOfStressIsRefused );
	cliCleanUp();
}
