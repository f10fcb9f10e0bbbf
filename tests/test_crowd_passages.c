// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Doors: whose turn it is, that nobody clogs them, and passages that come and go.
#include "crowd/crowd.h"
#include "test_crowd.h"

// Some queue before a door when the wall beside it is taken away: there is no door any more to queue for.
TEST( PassagesVanishWhileSomeWait )
{
	wfWorld* world = makeRoom( 30.0, 20.0 );
	addBox( world, 14.8, 0.0, 15.2, 9.2 );
	wfShapeId upper = addBox( world, 14.8, 10.4, 15.2, 20.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	for ( int32_t k = 0; k < 48; ++k )
	{
		addAgentOfSize( crowd, 9.0 + 0.8 * ( k % 6 ), 6.5 + 0.8 * ( k / 6 ), 0.25, 1.3,
						pointStop( 26.0, 6.0 + 0.8 * ( k / 6 ) ) );
	}
	tickTimes( crowd, 40 );
	CHECK( wfCrowd_GetPassages( crowd, NULL, 0 ) > 0 );
	CHECK( wfWorld_RemoveShape( world, upper ) == wf_ok );
	tickTimes( crowd, 1 );
	CHECK_EQUAL( wfCrowd_GetPassages( crowd, NULL, 0 ), 0 );
	checkSameFuture( crowd, 10 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// The first style that takes turns comes while all walk.
TEST( StylesAddedOnTheWayTakeTurns )
{
	wfWorld* world = makeRoom( 30.0, 20.0 );
	addBox( world, 14.8, 0.0, 15.2, 9.2 );
	addBox( world, 14.8, 10.4, 15.2, 20.0 );
	wfCrowdDef def = wfDefaultCrowdDef( wf_classicPreset );
	wfCrowd* crowd = makeCrowdFrom( world, &def );
	wfAgentId ids[2] = { addAgentOfSize( crowd, 5.0, 9.8, 0.25, 1.3, pointStop( 26.0, 10.0 ) ),
						 addAgentOfSize( crowd, 25.0, 9.8, 0.25, 1.3, pointStop( 4.0, 10.0 ) ) };
	tickTimes( crowd, 3 );
	CHECK_EQUAL( wfCrowd_GetPassages( crowd, NULL, 0 ), 0 );
	wfStyleDef style = wfDefaultStyleDef( wf_defaultPreset );
	wfStyleId id;
	CHECK( wfCrowd_AddStyle( crowd, &style, &id, NULL ) == wf_ok );
	CHECK( wfCrowd_SetStyle( crowd, ids[0], id ) == wf_ok && wfCrowd_SetStyle( crowd, ids[1], id ) == wf_ok );
	tickTimes( crowd, 1 );
	CHECK_EQUAL( wfCrowd_GetPassages( crowd, NULL, 0 ), 1 );
	checkSameFuture( crowd, 60 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// What is found between two rooms: a corridor of a length, and a door in its middle where that is narrower.
static wfPassageState findPassage( double length, double width, double door )
{
	wfWorld* world = makeRoom( 40.0, 10.0 );
	addBox( world, 20.0 - 0.5 * length, 0.0, 20.0 + 0.5 * length, 5.0 - 0.5 * width );
	addBox( world, 20.0 - 0.5 * length, 5.0 + 0.5 * width, 20.0 + 0.5 * length, 10.0 );
	if ( door < width )
	{
		addBox( world, 19.9, 0.0, 20.1, 5.0 - 0.5 * door );
		addBox( world, 19.9, 5.0 + 0.5 * door, 20.1, 10.0 );
	}
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfStop stop = pointStop( 38.0, 5.0 );
	addAgent( crowd, 2.0, 5.0, &stop, 1 );
	tickTimes( crowd, 1 );
	wfPassageState state = { 0 };
	if ( CHECK_EQUAL( crowd->passages.list.count, 1 ) )
	{
		state = crowd->passages.list.data[0];
		CHECK_NEAR( state.shape.width, door < width ? door : width, 0.01 );
		CHECK_NEAR( state.shape.center.x, 20.0, 0.2 );
	}
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
	return state;
}

// Turns where two meet in a door, and where they cannot pass each other; between long walls they keep to their sides.
TEST( TurnsAreTakenAtDoorsAndSingleTracks )
{
	CHECK( findPassage( 0.4, 0.8, 0.8 ).takesTurns );
	CHECK( findPassage( 0.4, 2.0, 2.0 ).takesTurns );
	CHECK( findPassage( 0.4, 2.8, 2.8 ).takesTurns );
	CHECK( findPassage( 6.0, 1.0, 1.0 ).takesTurns );
	CHECK( !findPassage( 6.0, 1.4, 1.4 ).takesTurns );
	CHECK( !findPassage( 6.0, 2.0, 2.0 ).takesTurns );
}

// Whoever waits at a door in a narrow corridor would stand in the way of those who come out: the corridor belongs to the door,
// however long it is.
TEST( ASingleTrackIsOnePassageFromEndToEnd )
{
	CHECK_NEAR( findPassage( 6.0, 1.3, 0.9 ).halfLength, 3.0, 0.2 );
	CHECK_NEAR( findPassage( 6.0, 1.6, 1.0 ).halfLength, 3.0, 0.2 );
	CHECK_NEAR( findPassage( 20.0, 1.0, 1.0 ).halfLength, 10.0, 0.2 );
}

// Those who have arrived have left the crowd: they are on no side.
static bool isWestOf( const wfCrowd* crowd, wfAgentId id, double x )
{
	return wfCrowd_IsAgentValid( crowd, id ) && wfCrowd_GetAgent( crowd, id ).position.x < x;
}

// Two rooms of 8 m with a door of 2 m between them, wide enough to pass somebody who stands in it.
static wfCrowd* makeWideDoor( wfWorld** world )
{
	*world = makeRoom( 16.0, 10.0 );
	addBox( *world, 7.9, 0.0, 8.1, 4.0 );
	addBox( *world, 7.9, 6.0, 8.1, 10.0 );
	return makeCrowd( *world, NULL );
}

// Turns are taken there as if many met.
static void takeTurnsAlways( wfCrowd* crowd )
{
	tickTimes( crowd, 1 );
	for ( int32_t k = 0; k < crowd->passages.list.count; ++k )
	{
		crowd->passages.list.data[k].twoFit = 0;
	}
}

// When somebody who goes west has come through the door, at most after a time.
static double timeThroughDoor( wfCrowd* crowd, wfAgentId id, double most )
{
	while ( wfCrowd_GetTime( crowd ) < most && wfCrowd_IsAgentValid( crowd, id ) && !isWestOf( crowd, id, 7.5 ) )
	{
		tickTimes( crowd, 1 );
	}
	return wfCrowd_GetTime( crowd );
}

// Somebody hardly gets on in the door: its direction holds it, but when its time is over only for a moment longer.
TEST( WhoCannotGetOutKeepsADoorForAMomentOnly )
{
	wfWorld* world;
	wfCrowd* crowd = makeWideDoor( &world );
	addAgentOfSize( crowd, 8.0, 4.4, 0.25, 0.001, pointStop( 15.0, 4.4 ) );
	wfAgentId waits = addAgentOfSize( crowd, 10.0, 5.5, 0.25, 1.3, pointStop( 1.0, 5.5 ) );
	takeTurnsAlways( crowd );
	double time = timeThroughDoor( crowd, waits, 60.0 );
	CHECK( time > WF_HOLD_SECONDS + WF_CLOSING_SECONDS && time < WF_HELD_MOST );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

static bool awaitsTurn( const wfCrowd* crowd, wfAgentId id )
{
	bool awaits = false;
	for ( int32_t rank = 0; rank < crowd->tick.count; ++rank )
	{
		awaits = awaits || ( crowd->tick.slot[rank] == (int32_t)id.index1 - 1 && crowd->tick.awaitsTurn[rank] );
	}
	return awaits;
}

// However turns are taken, somebody who was held for long goes on.
TEST( NobodyIsHeldAtADoorForEver )
{
	wfWorld* world;
	wfCrowd* crowd = makeWideDoor( &world );
	addAgentOfSize( crowd, 8.0, 4.4, 0.25, 0.001, pointStop( 15.0, 4.4 ) );
	wfAgentId waits = addAgentOfSize( crowd, 10.0, 5.5, 0.25, 1.3, pointStop( 1.0, 5.5 ) );
	takeTurnsAlways( crowd );
	tickTimes( crowd, 24 );
	CHECK( awaitsTurn( crowd, waits ) );
	wfAgent* agent = wfGetAgent( crowd, waits );
	agent->heldSince = crowd->time - WF_HELD_MOST - WF_HELD_PER_METRE * 2.0 * crowd->passages.list.data[0].halfLength - 0.1;
	tickTimes( crowd, 1 );
	CHECK( !awaitsTurn( crowd, waits ) );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Two who hardly get on before the door hold it, but nobody comes through: the turn goes to the other side after a moment.
TEST( ATurnThatNobodyUsesIsOver )
{
	wfWorld* world;
	wfCrowd* crowd = makeWideDoor( &world );
	addAgentOfSize( crowd, 7.0, 4.4, 0.25, 0.001, pointStop( 15.0, 4.4 ) );
	addAgentOfSize( crowd, 6.0, 4.4, 0.25, 0.001, pointStop( 15.0, 4.4 ) );
	wfAgentId waits = addAgentOfSize( crowd, 9.0, 5.5, 0.25, 1.3, pointStop( 1.0, 5.5 ) );
	takeTurnsAlways( crowd );
	double time = timeThroughDoor( crowd, waits, 60.0 );
	CHECK( time > WF_QUIET_SECONDS && time < WF_QUIET_SECONDS + 5.0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// In a door of 2 m two fit side by side. A few go through as they come; where many meet they take turns.
TEST( FewPassEachOtherInADoorForTwo )
{
	const int32_t counts[] = { 1, WF_FEW_MEET, 3 * WF_FEW_MEET };
	for ( int32_t n = 0; n < 3; ++n )
	{
		wfWorld* world;
		wfCrowd* crowd = makeWideDoor( &world );
		for ( int32_t k = 0; k < counts[n]; ++k )
		{
			double x = 6.4 - 0.6 * ( k / 3 ), y = 4.4 + 0.6 * ( k % 3 );
			addAgentOfSize( crowd, x, y, 0.25, 1.3, pointStop( 15.0, 1.0 + 0.8 * k ) );
			addAgentOfSize( crowd, 16.0 - x, y, 0.25, 1.3, pointStop( 1.0, 1.0 + 0.8 * k ) );
		}
		bool taken = false;
		while ( wfCrowd_GetAgentCount( crowd ) > 0 && wfCrowd_GetTime( crowd ) < 60.0 )
		{
			tickTimes( crowd, 1 );
			for ( int32_t rank = 0; rank < crowd->tick.count; ++rank )
			{
				taken = taken || crowd->tick.awaitsTurn[rank];
			}
		}
		CHECK_EQUAL( taken, n == 2 );
		CHECK_EQUAL( wfCrowd_GetAgentCount( crowd ), 0 );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

// The turn at a door goes to those who wait on the other side before a long stream has ended.
TEST( TurnsChangeDuringAStream )
{
	wfWorld* world = makeRoom( 30.0, 20.0 );
	addBox( world, 14.8, 0.0, 15.2, 9.55 );
	addBox( world, 14.8, 10.45, 15.2, 20.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfAgentId many[60], few[3];
	for ( int32_t k = 0; k < 60; ++k )
	{
		many[k] =
			addAgentOfSize( crowd, 13.0 - 0.8 * ( k / 6 ), 8.0 + 0.8 * ( k % 6 ), 0.25, 1.3, pointStop( 27.0, 2.0 + 0.27 * k ) );
	}
	for ( int32_t k = 0; k < 3; ++k )
	{
		few[k] = addAgentOfSize( crowd, 18.0, 9.0 + k, 0.25, 1.3, pointStop( 1.0, 2.0 + k ) );
	}
	int32_t through = 0, waiting = 0, holder = 0;
	bool isThrough[3] = { false, false, false }; // they may have left before the last is through
	double changed = 0.0;
	for ( int32_t k = 0; k < 1200 && through < 3; ++k )
	{
		tickTimes( crowd, 1 );
		// The first time that it is taken from somebody.
		const wfPassageState* door = &crowd->passages.list.data[0];
		changed = changed == 0.0 && holder != 0 && door->holder != holder ? wfCrowd_GetTime( crowd ) : changed;
		holder = door->holder;
		through = waiting = 0;
		for ( int32_t m = 0; m < 60; ++m )
		{
			if ( m < 3 )
			{
				isThrough[m] = isThrough[m] || isWestOf( crowd, few[m], 14.0 );
				through += isThrough[m] ? 1 : 0;
			}
			waiting += isWestOf( crowd, many[m], 14.0 ) ? 1 : 0;
		}
	}
	CHECK_EQUAL( through, 3 );
	CHECK( waiting >= 10 );
	// Before those who wait lose their patience, which lets them go on whoever comes.
	CHECK( changed > WF_HOLD_SECONDS && changed < WF_HELD_MOST );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Before a narrow door people let those go first who are nearer to it: it does not clog, and nearly one a second gets through.
TEST( NarrowDoorsDoNotClog )
{
	wfWorld* world = makeRoom( 30.0, 20.0 );
	addBox( world, 14.8, 0.0, 15.2, 9.6 );
	addBox( world, 14.8, 10.4, 15.2, 20.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfAgentId ids[40];
	for ( int32_t k = 0; k < 40; ++k )
	{
		ids[k] =
			addAgentOfSize( crowd, 13.0 - 0.8 * ( k / 8 ), 7.2 + 0.8 * ( k % 8 ), 0.25, 1.3, pointStop( 27.0, 2.0 + 0.4 * k ) );
	}
	runSafely( crowd, 40.0 );
	int32_t through = 0;
	for ( int32_t m = 0; m < 40; ++m )
	{
		through += isWestOf( crowd, ids[m], 15.2 ) ? 0 : 1;
	}
	CHECK( through >= 32 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

void runPassageTests( int argc, char** argv )
{
	RUN( TurnsAreTakenAtDoorsAndSingleTracks );
	RUN( ASingleTrackIsOnePassageFromEndToEnd );
	RUN( WhoCannotGetOutKeepsADoorForAMomentOnly );
	RUN( NobodyIsHeldAtADoorForEver );
	RUN( ATurnThatNobodyUsesIsOver );
	RUN( FewPassEachOtherInADoorForTwo );
	RUN( TurnsChangeDuringAStream );
	RUN( NarrowDoorsDoNotClog );
	RUN( PassagesVanishWhileSomeWait );
	RUN( StylesAddedOnTheWayTakeTurns );
}
