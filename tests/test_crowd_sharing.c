// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Points near each other share a field: two hundred units that are sent to two hundred places take a few, nobody goes much
// farther for it, and everybody arrives.
#include "crowd/crowd.h"
#include "test_crowd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define UNITS 200

// Walls with gaps in turn: whoever is sent across sees its place late.
static wfWorld* makeFields( void )
{
	wfWorld* world = makeRoom( 90.0, 60.0 );
	addBox( world, 34.0, 0.0, 36.0, 48.0 );
	addBox( world, 48.0, 12.0, 50.0, 60.0 );
	addBox( world, 70.0, 36.0, 72.0, 39.0 );
	return world;
}

// Of three sizes, 14 in a row.
static void addUnits( wfCrowd* crowd, wfAgentId* ids )
{
	static const double radii[3] = { 0.3, 0.5, 0.8 };
	for ( int32_t k = 0; k < UNITS; ++k )
	{
		wfAgentDef def = wfDefaultAgentDef();
		def.position = ( wfVec3 ){ 2.0 + 2.0 * ( k % 14 ), 2.0 + 2.0 * ( k / 14 ), 0.0 };
		def.radius = radii[k % 3];
		def.desiredSpeed = 3.0;
		def.atEnd = wf_stayAtEnd;
		CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, &ids[k], NULL ), wf_ok );
	}
}

static wfStop placeOf( int32_t k )
{
	return pointStop( 56.0 + 2.0 * ( k % 14 ), 22.0 + 2.0 * ( k / 14 ) );
}

static void sendAll( wfCrowd* crowd, const wfAgentId* ids )
{
	for ( int32_t k = 0; k < UNITS; ++k )
	{
		wfStop stop = placeOf( k );
		CHECK_EQUAL( wfCrowd_SetStops( crowd, ids[k], &stop, 1, NULL ), wf_ok );
	}
}

static int32_t countTargets( const wfCrowd* crowd )
{
	int32_t count = 0;
	for ( int32_t k = 0; k < crowd->ground.routes.targets.count; ++k )
	{
		count += crowd->ground.routes.targets.data[k].layer >= 0 ? 1 : 0;
	}
	return count;
}

TEST( TwoHundredPlacesShareAFewFields )
{
	wfWorld* world = makeFields();
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfAgentId ids[UNITS];
	addUnits( crowd, ids );
	sendAll( crowd, ids );
	tickTimes( crowd, 1 );
	int32_t first = countTargets( crowd );
	CHECK( first >= 3 && first <= UNITS / 4 );
	addBox( world, 20.0, 50.0, 24.0, 54.0 );
	tickTimes( crowd, 1 );
	CHECK_EQUAL( countTargets( crowd ), first ); // an edit elsewhere asks for no others
	int32_t most = 0;
	for ( int32_t k = 0; k < 1000 && !wfCrowd_IsDone( crowd ); ++k )
	{
		tickTimes( crowd, 1 );
		most = countTargets( crowd ) > most ? countTargets( crowd ) : most;
	}
	CHECK( most < UNITS / 2 ); // some who stand in others' way have to be gone around
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), UNITS );
	int32_t away = 0;
	for ( int32_t k = 0; k < UNITS; ++k )
	{
		wfVec3 at = wfCrowd_GetAgent( crowd, ids[k] ).position;
		away += hypot( at.x - placeOf( k ).point.x, at.y - placeOf( k ).point.y ) > 1.0 ? 1 : 0;
	}
	CHECK( away < UNITS / 20 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Where fields are queued everybody moves in the first tick, long before there is any.
TEST( EverybodyMovesBeforeThereIsAField )
{
	wfWorld* world = makeFields();
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.solveBudget = 0.05;
	wfCrowd* crowd = makeCrowdFrom( world, &def );
	wfAgentId ids[UNITS];
	addUnits( crowd, ids );
	CHECK_EQUAL( wfCrowd_Prepare( crowd, NULL, NULL, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_SolveQueued( crowd, NULL ), wf_ok );
	sendAll( crowd, ids );
	tickTimes( crowd, 1 );
	int32_t moved = 0, ready = 0;
	for ( int32_t k = 0; k < UNITS; ++k )
	{
		wfAgentState state = wfCrowd_GetAgent( crowd, ids[k] );
		moved += state.distanceWalked > 0.01 ? 1 : 0;
	}
	for ( int32_t k = 0; k < crowd->ground.routes.targets.count; ++k )
	{
		ready += wfTarget_IsReady( &crowd->ground.routes.targets.data[k] ) ? 1 : 0;
	}
	CHECK_EQUAL( ready, 0 );
	CHECK( moved > UNITS * 9 / 10 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// --------------------------------------------------------------------------------------------------------------------- ways

typedef struct Way
{
	double walked, length; // metres; as walked, and as the crowd says at the start
	bool shared;
} Way;

// One agent among boxes at random; before it another one may have asked for a field to a place beside its own.
static Way walkAmongBoxes( uint64_t seed, bool hasOther )
{
	wfWorld* world = makeRoom( 60.0, 40.0 );
	uint64_t counter = 0;
	for ( int32_t k = 0; k < 30; ++k )
	{
		double x = 8.0 + 44.0 * wfRandomUnit( seed, 1, counter++ ), y = 36.0 * wfRandomUnit( seed, 1, counter++ );
		double w = 0.5 + 3.0 * wfRandomUnit( seed, 1, counter++ ), h = 0.5 + 5.0 * wfRandomUnit( seed, 1, counter++ );
		addBox( world, x, y, x + w, y + h );
	}
	wfVec2 to = { 54.0, 4.0 + 32.0 * wfRandomUnit( seed, 2, 0 ) },
		   beside = { to.x + 10.0 * wfRandomUnit( seed, 2, 1 ) - 6.0, to.y + 20.0 * wfRandomUnit( seed, 2, 2 ) - 10.0 };
	double from = 2.0 + 36.0 * wfRandomUnit( seed, 2, 3 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	Way way = { 0.0, 0.0, false };
	wfAgentId id = { 0 }, other = { 0 };
	if ( hasOther )
	{
		other = addAgentOfSize( crowd, 2.0, from + 1.5, 0.25, 0.0, pointStop( beside.x, beside.y ) );
	}
	id = addAgentOfSize( crowd, 2.0, from, 0.25, 1.3, pointStop( to.x, to.y ) );
	wfResult result = wfCrowd_Prepare( crowd, NULL, NULL, NULL );
	CHECK_EQUAL( wfCrowd_GetRouteLengths( crowd, &id, 1, &way.length ), wf_ok );
	tickTimes( crowd, 1 );
	way.shared = result == wf_ok && countTargets( crowd ) == 1 && hasOther;
	for ( int32_t k = 0; k < 1000 && wfCrowd_IsAgentValid( crowd, id ); ++k )
	{
		way.walked = wfCrowd_GetAgent( crowd, id ).distanceWalked;
		tickTimes( crowd, 1 );
	}
	way.walked = wfCrowd_IsAgentValid( crowd, id ) || result != wf_ok ? NAN : way.walked;
	(void)other;
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
	return way;
}

// The way by a shared field is a third longer at most, on the average hardly.
TEST( ASharedFieldLeadsHardlyFarther )
{
	int32_t shared = 0;
	double more = 0.0, lengths = 0.0;
	for ( uint64_t seed = 1; seed <= ( TEST_HAS_SANITIZER ? 8 : 24 ); ++seed )
	{
		Way alone = walkAmongBoxes( seed, false ), along = walkAmongBoxes( seed, true );
		if ( isnan( alone.walked ) || !along.shared )
		{
			continue;
		}
		shared += 1;
		more += along.walked / alone.walked - 1.0;
		lengths += along.length / alone.length - 1.0;
		CHECK( along.walked < 1.35 * alone.walked );
		CHECK( along.length > 0.98 * alone.length && along.length < 1.35 * alone.length );
	}
	CHECK( shared >= ( TEST_HAS_SANITIZER ? 2 : 8 ) );
	if ( !TEST_HAS_SANITIZER ) // the mean of a few worlds says little
	{
		CHECK( more / shared < 0.03 );
		CHECK( lengths / shared < 0.03 );
	}
}

// A wall is put between the place whose field it goes by and its own: it finds another way, and arrives.
TEST( AWallPartsPlacesThatShareAField )
{
	for ( int32_t queued = 0; queued < 2; ++queued )
	{
		wfWorld* world = makeRoom( 60.0, 30.0 );
		addBox( world, 30.0, 0.0, 31.0, 26.0 );
		wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
		def.solveBudget = queued ? 5.0 : 0.0;
		wfCrowd* crowd = makeCrowdFrom( world, &def );
		addAgentOfSize( crowd, 4.0, 4.0, 0.25, 1.3, pointStop( 50.0, 7.0 ) );
		wfAgentId id = addAgentOfSize( crowd, 4.0, 6.0, 0.25, 1.3, pointStop( 50.0, 4.0 ) );
		tickTimes( crowd, 20 );
		CHECK_EQUAL( countTargets( crowd ), 1 );
		addBox( world, 40.0, 5.0, 59.0, 6.0 ); // the place beyond it is reached from the west
		CHECK_EQUAL( wfCrowd_GetAgent( crowd, id ).stopState, wf_stopOpen );
		checkSameFuture( crowd, 20 );
		CHECK_EQUAL( countTargets( crowd ), 2 );
		runSafely( crowd, 200.0 );
		CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 2 );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

// Who is where the field ends, and does not see its place, needs another one.
TEST( ASharedFieldIsLeftAtItsEnd )
{
	wfWorld* world = makeRoom( 60.0, 30.0 );
	addBox( world, 30.0, 0.0, 31.0, 26.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	addAgentOfSize( crowd, 4.0, 4.0, 0.25, 1.3, pointStop( 50.0, 7.0 ) );
	wfAgentId id = addAgentOfSize( crowd, 4.0, 6.0, 0.25, 1.3, pointStop( 50.0, 4.0 ) );
	tickTimes( crowd, 1 );
	CHECK_EQUAL( countTargets( crowd ), 1 );
	const wfGround* ground = &crowd->ground;
	const wfTarget* target = &ground->routes.targets.data[0];
	wfDestination own = { .point = { 50.0, 7.0, 0.0 } }, to = { .point = { 50.0, 4.0, 0.0 } };
	CHECK_NEAR( wfGround_GetRest( ground, target, &own ), 0.0, 0.0 );
	CHECK_NEAR( wfGround_GetRest( ground, target, &to ), 3.0, 0.3 );
	CHECK( wfGround_MayShare( ground, target, &to, wfPlaceInPlane( ( wfVec2 ){ 47.0, 7.0 } ) ) );
	CHECK( !wfGround_MayShare( ground, target, &to, wfPlaceInPlane( ( wfVec2 ){ 49.9, 7.3 } ) ) );
	// It is told how far it has to go to its own place.
	double length;
	CHECK_EQUAL( wfCrowd_GetRouteLengths( crowd, &id, 1, &length ), wf_ok );
	double distance = wfCrowd_GetAgent( crowd, id ).distanceToGoal;
	CHECK( distance > length && distance < 1.1 * length );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// ------------------------------------------------------------------------------------------------------------------- the same

static wfCrowd* makeSent( wfWorld* world, wfWorkers* workers, double budget )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.workers = workers;
	def.solveBudget = budget;
	wfCrowd* crowd = makeCrowdFrom( world, &def );
	wfAgentId ids[UNITS];
	addUnits( crowd, ids );
	sendAll( crowd, ids );
	return crowd;
}

TEST( SharedFieldsAreTheSameForThreadsAndFromCheckpoints )
{
	for ( int32_t queued = 0; queued < 2; ++queued )
	{
		wfWorld* world = makeFields();
		wfWorkers* workers = makeWorkers( 3 );
		double budget = queued ? 3.0 : 0.0;
		wfCrowd* crowds[3] = { makeSent( world, NULL, budget ), makeSent( world, workers, budget ),
							   makeSent( world, NULL, budget ) };
		checkSameRuns( crowds, 25, TEST_HAS_SANITIZER ? 40 : 120 );
		for ( int32_t k = 0; k < 3; ++k )
		{
			wfDestroyCrowd( crowds[k] );
		}
		wfDestroyWorkers( workers );
		wfDestroyWorld( world );
	}
}

// Where a memory limit has fields given up nobody walks otherwise: whoever shared them does so all the same.
TEST( SharedFieldsAreTheSameWithinAMemoryLimit )
{
	wfWorld* world = makeFields();
	wfCrowd* crowds[2] = { makeSent( world, NULL, 0.0 ), makeSent( world, NULL, 0.0 ) };
	wfAgentId extra[2];
	for ( int32_t k = 0; k < 2; ++k )
	{
		extra[k] = addAgentOfSize( crowds[k], 31.0, 40.0, 0.3, 1.3, pointStop( 80.0, 6.0 ) );
		tickTimes( crowds[k], 2 );
		const wfStop back = pointStop( 80.0, 56.0 ), again = pointStop( 80.5, 6.4 );
		CHECK_EQUAL( wfCrowd_SetStops( crowds[k], extra[k], &back, 1, NULL ), wf_ok );
		tickTimes( crowds[k], 2 );
		if ( k == 1 )
		{
			CHECK( wfMakesRoom( crowds[k], wf_tooLarge ) ); // the field to the first place of all
		}
		CHECK_EQUAL( wfCrowd_SetStops( crowds[k], extra[k], &again, 1, NULL ), wf_ok );
		tickTimes( crowds[k], 20 );
	}
	CHECK( wfCrowd_GetHash( crowds[0] ) == wfCrowd_GetHash( crowds[1] ) );
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfDestroyCrowd( crowds[k] );
	}
	wfDestroyWorld( world );
}

void runSharingTests( int argc, char** argv )
{
	RUN( TwoHundredPlacesShareAFewFields );
	RUN( EverybodyMovesBeforeThereIsAField );
	RUN( ASharedFieldLeadsHardlyFarther );
	RUN( AWallPartsPlacesThatShareAField );
	RUN( ASharedFieldIsLeftAtItsEnd );
	RUN_THREADED( SharedFieldsAreTheSameForThreadsAndFromCheckpoints );
	RUN( SharedFieldsAreTheSameWithinAMemoryLimit );
}
