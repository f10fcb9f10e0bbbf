// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Doors: whose turn it is, that nobody clogs them, and passages that come and go.
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

// Those who have arrived have left the crowd: they are on no side.
static bool isWestOf( const wfCrowd* crowd, wfAgentId id, double x )
{
	return wfCrowd_IsAgentValid( crowd, id ) && wfCrowd_GetAgent( crowd, id ).position.x < x;
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
	int32_t through = 0, waiting = 0;
	for ( int32_t k = 0; k < 1200 && through < 3; ++k )
	{
		tickTimes( crowd, 1 );
		through = waiting = 0;
		for ( int32_t m = 0; m < 60; ++m )
		{
			through += m < 3 && isWestOf( crowd, few[m], 14.0 ) ? 1 : 0;
			waiting += isWestOf( crowd, many[m], 14.0 ) ? 1 : 0;
		}
	}
	CHECK_EQUAL( through, 3 );
	CHECK( waiting >= 10 );
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
	RUN( TurnsChangeDuringAStream );
	RUN( NarrowDoorsDoNotClog );
	RUN( PassagesVanishWhileSomeWait );
	RUN( StylesAddedOnTheWayTakeTurns );
}
