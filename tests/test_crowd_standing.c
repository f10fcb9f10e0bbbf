// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// People who stand: the ambush, where they close the shortest path, and how they step aside for those who pass.
#include "test_crowd.h"

#include <math.h>

typedef struct Ambush
{
	wfWorld* world;
	wfCrowd* crowd;
	wfAgentId guards[5];
	wfAgentId walking[4];
} Ambush;

// A corridor 3 m wide along the south, closed by five who stand and do not yield; the route around the block is 26 m longer.
static Ambush makeAmbush( double standSeconds, int32_t walking )
{
	Ambush ambush = { 0 };
	ambush.world = makeRoom( 30.0, 16.0 );
	addBox( ambush.world, 8.0, 3.0, 22.0, 13.0 );
	wfGoalId east = addGoalBox( ambush.world, 27.0, 0.0, 30.0, 3.0 );
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.standSeconds = standSeconds;
	ambush.crowd = makeCrowdFrom( ambush.world, &def );
	wfStyleDef style = wfDefaultStyleDef( wf_defaultPreset );
	style.yielding = false;
	wfAgentDef guard = wfDefaultAgentDef();
	CHECK( wfCrowd_AddStyle( ambush.crowd, &style, &guard.style, NULL ) == wf_ok );
	for ( int32_t k = 0; k < 5; ++k )
	{
		guard.position = ( wfVec3 ){ 15.0, 0.3 + 0.6 * k, 0.0 };
		CHECK( wfCrowd_AddAgent( ambush.crowd, &guard, &ambush.guards[k], NULL ) == wf_ok );
	}
	const wfStop stop = goalStop( east );
	for ( int32_t k = 0; k < walking; ++k )
	{
		ambush.walking[k] = addAgent( ambush.crowd, 2.0 + 0.7 * k, 1.5, &stop, 1 );
	}
	return ambush;
}

static void freeAmbush( Ambush* ambush )
{
	wfDestroyCrowd( ambush->crowd );
	wfDestroyWorld( ambush->world );
}

TEST( TheLongPathLeadsAroundThoseWhoStand )
{
	Ambush ambush = makeAmbush( 4.0, 4 );
	runSafely( ambush.crowd, 90.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( ambush.crowd ), 4 );
	freeAmbush( &ambush );
	// Without it they are caught.
	ambush = makeAmbush( 0.0, 4 );
	runSafely( ambush.crowd, 60.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( ambush.crowd ), 0 );
	freeAmbush( &ambush );
}

// Once they move away the short route is taken again.
TEST( FieldsForgetThoseWhoLeft )
{
	Ambush ambush = makeAmbush( 2.0, 0 );
	tickTimes( ambush.crowd, 30 );
	for ( int32_t k = 0; k < 5; ++k )
	{
		CHECK( wfCrowd_RemoveAgent( ambush.crowd, ambush.guards[k] ) == wf_ok );
	}
	tickTimes( ambush.crowd, 10 );
	wfGoalId goal;
	CHECK_EQUAL( wfWorld_GetGoalIds( ambush.world, &goal, 1 ), 1 );
	const wfStop stop = goalStop( goal );
	wfAgentId id = addAgent( ambush.crowd, 2.0, 1.5, &stop, 1 );
	double highest = 0.0;
	for ( int32_t k = 0; k < 200 && wfCrowd_IsAgentValid( ambush.crowd, id ); ++k )
	{
		highest = fmax( highest, wfCrowd_GetAgent( ambush.crowd, id ).position.y );
		tickTimes( ambush.crowd, 1 );
	}
	CHECK( !wfCrowd_IsAgentValid( ambush.crowd, id ) );
	CHECK( highest < 3.0 );
	freeAmbush( &ambush );
}

// A closed corridor with no other route stays a route: nobody reports that the goal is unreachable.
TEST( StandingNeverClosesTheOnlyWay )
{
	Ambush ambush = makeAmbush( 1.0, 1 );
	addBox( ambush.world, 14.0, 13.0, 16.0, 16.0 );
	tickTimes( ambush.crowd, 60 );
	wfError error = { 0 };
	CHECK( wfCrowd_Prepare( ambush.crowd, NULL, NULL, &error ) == wf_ok );
	wfAgentState state = wfCrowd_GetAgent( ambush.crowd, ambush.walking[0] );
	CHECK( state.position.x > 12.0 && state.position.y < 3.0 );
	freeAmbush( &ambush );
}

// A row of people in the open across a straight route, too long for a local map to see its ends.
TEST( StraightPathsLeadAroundARow )
{
	wfWorld* world = makeRoom( 40.0, 40.0 );
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.standSeconds = 2.0;
	wfCrowd* crowd = makeCrowdFrom( world, &def );
	wfStyleDef style = wfDefaultStyleDef( wf_defaultPreset );
	style.yielding = false;
	wfAgentDef guard = wfDefaultAgentDef();
	CHECK( wfCrowd_AddStyle( crowd, &style, &guard.style, NULL ) == wf_ok );
	for ( int32_t k = 0; k < 40; ++k )
	{
		guard.position = ( wfVec3 ){ 20.0, 9.0 + 0.55 * k, 0.0 };
		CHECK( wfCrowd_AddAgent( crowd, &guard, NULL, NULL ) == wf_ok );
	}
	addAgentOfSize( crowd, 5.0, 20.0, 0.25, 1.3, pointStop( 35.0, 20.0 ) );
	runSafely( crowd, 100.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 1 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// A corridor of 20 m in which somebody stands in the middle, too narrow to pass without their stepping to one side.
static double passStander( bool yields )
{
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds = ( wfBox2 ){ { 0.0, 0.0 }, { 20.0, 1.2 } };
	wfWorld* world = NULL;
	CHECK_EQUAL( wfCreateWorld( &worldDef, &world, NULL ), wf_ok );
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	wfCrowd* crowd = NULL;
	wfGroundDef ground = wfMakePlaneGround( world );
	CHECK_EQUAL( wfCreateCrowd( &ground, &def, &crowd, NULL ), wf_ok );
	wfStyleDef style = wfDefaultStyleDef( wf_defaultPreset );
	style.yielding = yields;
	wfStyleId id;
	CHECK_EQUAL( wfCrowd_AddStyle( crowd, &style, &id, NULL ), wf_ok );
	wfAgentDef stander = wfDefaultAgentDef();
	stander.position = ( wfVec3 ){ 10.0, 0.6, 0.0 };
	stander.style = id;
	wfAgentId stands;
	CHECK_EQUAL( wfCrowd_AddAgent( crowd, &stander, &stands, NULL ), wf_ok );
	wfStop stop = pointStop( 18.0, 0.6 );
	addAgent( crowd, 2.0, 0.6, &stop, 1 );
	double seconds = runSafely( crowd, 60.0 );
	bool arrived = wfCrowd_GetArrivedCount( crowd ) > 0;
	if ( arrived )
	{
		// Back where it stood, as far as it minds.
		tickTimes( crowd, 25 );
		wfVec3 place = wfCrowd_GetAgent( crowd, stands ).position;
		CHECK_NEAR( place.x, 10.0, 0.35 );
		CHECK_NEAR( place.y, 0.6, 0.35 );
	}
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
	return arrived ? seconds : 1e9;
}

TEST( WhoStandsStepsAside )
{
	CHECK( passStander( true ) < 30.0 );
	CHECK( passStander( false ) > 1e8 );
}

void runStandingTests( int argc, char** argv )
{
	RUN( TheLongPathLeadsAroundThoseWhoStand );
	RUN( FieldsForgetThoseWhoLeft );
	RUN( StandingNeverClosesTheOnlyWay );
	RUN( StraightPathsLeadAroundARow );
	RUN( WhoStandsStepsAside );
}
