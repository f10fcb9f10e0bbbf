// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Crowds that block each other part again.
#include "test_crowd.h"

#include <stdlib.h>

// People in rows, 0.5 m deep, over a part of a corridor, all to one goal.
static void fill( wfCrowd* crowd, double x0, double x1, double y0, double y1, double perSquareMetre, wfGoalId goal )
{
	wfStop stop = goalStop( goal );
	int32_t count = (int32_t)( ( x1 - x0 ) * ( y1 - y0 ) * perSquareMetre );
	int32_t across = (int32_t)( ( y1 - y0 - 0.1 ) / 0.55 );
	for ( int32_t k = 0; k < count; ++k )
	{
		double x = x0 + ( x1 - x0 ) * ( k / across * across + 0.5 * across ) / count;
		double y = y0 + ( y1 - y0 ) * ( k % across + 0.5 ) / across;
		addAgent( crowd, x, y, &stop, 1 );
	}
}

// Both ways in a corridor of 30 m between two rooms, from end to end full of people.
static wfCrowd* makeCorridor( wfWorld** world, double width, double perSquareMetre, wfWorkers* workers )
{
	*world = makeRoom( 46.0, 8.0 );
	addBox( *world, 8.0, 0.0, 38.0, 4.0 - 0.5 * width );
	addBox( *world, 8.0, 4.0 + 0.5 * width, 38.0, 8.0 );
	wfGoalId left = addGoalBox( *world, 0.0, 0.0, 4.0, 8.0 ), right = addGoalBox( *world, 42.0, 0.0, 46.0, 8.0 );
	wfCrowd* crowd = makeCrowd( *world, workers );
	fill( crowd, 8.2, 22.8, 4.0 - 0.5 * width, 4.0 + 0.5 * width, perSquareMetre, right );
	fill( crowd, 23.2, 37.8, 4.0 - 0.5 * width, 4.0 + 0.5 * width, perSquareMetre, left );
	return crowd;
}

TEST( TwoCrowdsPassEachOtherInACorridor )
{
	const double widths[] = { 1.7, 2.0, 2.2, 2.4 };
	for ( int32_t k = 0; k < 4; ++k )
	{
		wfWorld* world;
		wfCrowd* crowd = makeCorridor( &world, widths[k], 1.0, NULL );
		double seconds = runSafely( crowd, 400.0 );
		CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), wfCrowd_GetTotalCount( crowd ) );
		CHECK( seconds < 400.0 );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

TEST( SixtyEachWayPassThreeRooms )
{
	wfWorld* world = makeRoom( 30.0, 10.0 );
	for ( int32_t k = 1; k < 3; ++k )
	{
		addBox( world, 10.0 * k - 0.1, 0.0, 10.0 * k + 0.1, 4.55 );
		addBox( world, 10.0 * k - 0.1, 5.45, 10.0 * k + 0.1, 10.0 );
	}
	wfGoalId left = addGoalBox( world, 0.0, 0.0, 1.0, 10.0 ), right = addGoalBox( world, 29.0, 0.0, 30.0, 10.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	fill( crowd, 1.5, 9.0, 1.0, 9.0, 1.0, right );
	fill( crowd, 21.0, 28.5, 1.0, 9.0, 1.0, left );
	CHECK_EQUAL( wfCrowd_GetTotalCount( crowd ), 120 );
	runSafely( crowd, 900.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 120 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// One against twelve at a door: whoever holds it, nobody waits for ever.
TEST( OneAgainstManyGetsThroughADoor )
{
	wfWorld* world = makeRoom( 16.0, 10.0 );
	addBox( world, 7.9, 0.0, 8.1, 4.05 );
	addBox( world, 7.9, 5.95, 8.1, 10.0 );
	wfGoalId left = addGoalBox( world, 0.0, 0.0, 1.0, 10.0 ), right = addGoalBox( world, 15.0, 0.0, 16.0, 10.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	fill( crowd, 3.0, 7.0, 3.0, 6.0, 1.0, right );
	wfStop stop = goalStop( left );
	addAgent( crowd, 9.0, 5.0, &stop, 1 );
	runSafely( crowd, 120.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 13 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// A jam is the same for any number of threads, and where it was cut by a saved state.
TEST( JamsAreTheSameHoweverTheyAreRun )
{
	wfWorkersDef workersDef = wfDefaultWorkersDef();
	workersDef.workerCount = 3;
	wfWorkers* workers = NULL;
	CHECK_EQUAL( wfCreateWorkers( &workersDef, &workers ), wf_ok );
	wfWorld* worlds[3];
	wfCrowd* crowds[3];
	for ( int32_t k = 0; k < 3; ++k )
	{
		crowds[k] = makeCorridor( &worlds[k], 1.7, 1.2, k == 1 ? workers : NULL );
		tickTimes( crowds[k], k < 2 ? 150 : 0 );
	}
	CHECK( wfCrowd_GetHash( crowds[0] ) == wfCrowd_GetHash( crowds[1] ) );
	size_t size = wfCrowd_Save( crowds[0], NULL, 0 );
	uint8_t* bytes = malloc( size );
	CHECK( wfCrowd_Save( crowds[0], bytes, size ) == size );
	CHECK_EQUAL( wfCrowd_Restore( crowds[2], bytes, size, NULL ), wf_ok );
	for ( int32_t k = 0; k < 3; ++k )
	{
		tickTimes( crowds[k], 100 );
		CHECK( wfCrowd_GetHash( crowds[k] ) == wfCrowd_GetHash( crowds[0] ) );
	}
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfDestroyCrowd( crowds[k] );
		wfDestroyWorld( worlds[k] );
	}
	free( bytes );
	wfDestroyWorkers( workers );
}

void runPrecedenceTests( int argc, char** argv )
{
	RUN( TwoCrowdsPassEachOtherInACorridor );
	RUN( SixtyEachWayPassThreeRooms );
	RUN( OneAgainstManyGetsThroughADoor );
	RUN_THREADED( JamsAreTheSameHoweverTheyAreRun );
}
