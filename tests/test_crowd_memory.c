// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Routes within a memory limit: what nobody goes by is given up, what does not fit is refused, and nobody walks otherwise.
#include "crowd/crowd.h"
#include "test_crowd.h"

#include <stdlib.h>
#include <string.h>

#define STOPS 40

// Walls from both sides in turn: from one aisle no place in another one is in sight.
static wfWorld* makeAisles( void )
{
	wfWorld* world = makeRoom( 30.0, 20.0 );
	for ( int32_t k = 1; k < 10; ++k )
	{
		addBox( world, 3.0 * k - 0.1, k % 2 == 0 ? 0.0 : 2.0, 3.0 * k + 0.1, k % 2 == 0 ? 18.0 : 20.0 );
	}
	return world;
}

static wfVec2 placeOf( int32_t k )
{
	return ( wfVec2 ){ 1.5 + 3.0 * ( ( 7 * k + 4 ) % 10 ), 4.0 + 3.0 * ( ( 3 * k ) % 5 ) };
}

static wfCrowd* makeCrowdWithin( wfWorld* world, size_t limit, double budget )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.memoryLimit = limit;
	def.solveBudget = budget;
	return makeCrowdFrom( world, &def );
}

// One agent that goes to one place after the other, each of them with a field.
static wfCrowd* makeTour( wfWorld* world, size_t limit, double budget )
{
	wfStop stops[STOPS];
	for ( int32_t k = 0; k < STOPS; ++k )
	{
		// In an aisle so far apart that they share no field.
		stops[k] = pointStop( placeOf( k ).x, 2.5 + 4.0 * ( k / 10 ) + 0.25 * ( ( 3 * k ) % 5 ) );
	}
	wfCrowd* crowd = makeCrowdWithin( world, limit, budget );
	addAgent( crowd, 1.5, 1.0, stops, STOPS );
	return crowd;
}

static int32_t countFields( const wfCrowd* crowd )
{
	int32_t count = 0;
	for ( int32_t k = 0; k < crowd->ground.routes.targets.count; ++k )
	{
		count += crowd->ground.routes.targets.data[k].field != NULL ? 1 : 0;
	}
	return count;
}

static void tickBoth( wfCrowd* a, wfCrowd* b, int32_t times )
{
	for ( int32_t k = 0; k < times; ++k )
	{
		CHECK_EQUAL( wfCrowd_Tick( a, NULL ), wf_ok );
		CHECK_EQUAL( wfCrowd_Tick( b, NULL ), wf_ok );
	}
	CHECK( wfCrowd_GetHash( a ) == wfCrowd_GetHash( b ) );
}

// So little that one more byte would be too much.
static void limitToPresent( wfCrowd* crowd )
{
	size_t least = 0, most = (size_t)1 << 31;
	while ( most - least > 1 )
	{
		size_t middle = least + ( most - least ) / 2;
		crowd->ground.settings.memoryLimit = middle;
		bool fits = wfGround_CheckMemory( &crowd->ground, NULL ) == wf_ok;
		least = fits ? least : middle;
		most = fits ? middle : most;
	}
	crowd->ground.settings.memoryLimit = most;
}

TEST( FieldsOfLaterStopsWaitWhereMemoryIsShort )
{
	wfWorld* world = makeAisles();
	wfCrowd *free = makeTour( world, 0, 0.0 ), *limited = makeTour( world, 4u << 20, 0.0 );
	CHECK_EQUAL( wfCrowd_Prepare( free, NULL, NULL, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_Prepare( limited, NULL, NULL, NULL ), wf_ok );
	CHECK( countFields( free ) > STOPS - 5 ); // a few of the places are in sight of the one before
	CHECK( countFields( limited ) > 0 && countFields( limited ) < countFields( free ) );
	CHECK_EQUAL( limited->ground.routes.targets.count, countFields( free ) );
	tickBoth( free, limited, 1000 );
	CHECK( wfCrowd_GetAgent( free, ( wfAgentId ){ 1, 1 } ).stop > 1 );
	wfDestroyCrowd( free );
	wfDestroyCrowd( limited );
	wfDestroyWorld( world );
}

TEST( UnusedFieldsAreGivenUpFirst )
{
	for ( int32_t queued = 0; queued < 2; ++queued )
	{
		wfWorld* world = makeAisles();
		wfCrowd* crowds[3];
		for ( int32_t k = 0; k < 3; ++k )
		{
			crowds[k] = makeTour( world, 0, queued ? 100.0 : 0.0 );
		}
		tickBoth( crowds[0], crowds[1], 10 );
		limitToPresent( crowds[1] );
		crowds[1]->ground.settings.memoryLimit -= 1;
		tickBoth( crowds[0], crowds[1], 5 );
		CHECK( countFields( crowds[0] ) > STOPS - 5 );
		CHECK_EQUAL( countFields( crowds[1] ), 1 );
		size_t size;
		void* bytes = saveCrowd( crowds[1], &size );
		CHECK_EQUAL( wfCrowd_Restore( crowds[2], bytes, size, NULL ), wf_ok );
		CHECK_EQUAL( countFields( crowds[2] ), 1 );
		tickBoth( crowds[1], crowds[2], 400 );
		free( bytes );
		for ( int32_t k = 0; k < 3; ++k )
		{
			wfDestroyCrowd( crowds[k] );
		}
		wfDestroyWorld( world );
	}
}

// Twelve agents, each to a place of its own.
static wfCrowd* makeScattered( wfWorld* world, size_t limit, double budget )
{
	wfCrowd* crowd = makeCrowdWithin( world, limit, budget );
	for ( int32_t k = 0; k < 12; ++k )
	{
		wfVec2 place = placeOf( k );
		wfStop stop = pointStop( place.x, place.y );
		addAgent( crowd, 1.5 + 0.7 * ( k % 2 ), 1.0 + 1.2 * ( k / 2 ), &stop, 1 );
	}
	return crowd;
}

TEST( WhatDoesNotFitIsRefused )
{
	wfWorld* world = makeAisles();
	wfCrowd *crowd = makeScattered( world, 0, 0.0 ), *other = makeScattered( world, 0, 0.0 );
	tickBoth( crowd, other, 3 );
	limitToPresent( crowd );
	size_t enough = crowd->ground.settings.memoryLimit;
	crowd->ground.settings.memoryLimit = enough - 50000;
	uint64_t hash = wfCrowd_GetHash( crowd );
	wfError error = { 0 };
	CHECK_EQUAL( wfCrowd_Tick( crowd, &error ), wf_tooLarge );
	CHECK( strstr( error.message, "the fields of all goals (" ) != NULL && strstr( error.message, "the limit is " ) != NULL );
	CHECK( wfCrowd_GetHash( crowd ) == hash );
	// With more it goes on as if nothing had been.
	crowd->ground.settings.memoryLimit = 2 * enough;
	tickBoth( crowd, other, 50 );
	wfDestroyCrowd( crowd );
	wfDestroyCrowd( other );

	crowd = makeScattered( world, 0, 0.0 );
	CHECK_EQUAL( wfCrowd_Prepare( crowd, NULL, NULL, NULL ), wf_ok );
	limitToPresent( crowd );
	enough = crowd->ground.settings.memoryLimit;
	wfDestroyCrowd( crowd );
	// Before the first tick as well, and where fields are queued in one.
	for ( int32_t queued = 0; queued < 2; ++queued )
	{
		crowd = makeScattered( world, enough / 2, queued ? 100.0 : 0.0 );
		error = ( wfError ){ 0 };
		wfResult result = wfCrowd_Prepare( crowd, NULL, NULL, &error );
		CHECK_EQUAL( result, queued ? wf_ok : wf_tooLarge );
		for ( int32_t k = 0; k < 200 && result == wf_ok; ++k )
		{
			result = wfCrowd_Tick( crowd, &error );
		}
		CHECK_EQUAL( result, wf_tooLarge );
		CHECK( strstr( error.message, "raise the limit" ) != NULL );
		wfDestroyCrowd( crowd );
	}
	wfDestroyWorld( world );
}

void runMemoryTests( int argc, char** argv )
{
	RUN( FieldsOfLaterStopsWaitWhereMemoryIsShort );
	RUN( UnusedFieldsAreGivenUpFirst );
	RUN( WhatDoesNotFitIsRefused );
}
