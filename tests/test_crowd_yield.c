// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Making room: people who stand step aside, and those who wedge a first one back off.

#include "tests/test_crowd.h"

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
		stepTimes( crowd, 25 );
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

void runYieldTests( int argc, char** argv )
{
	RUN( WhoStandsStepsAside );
}
