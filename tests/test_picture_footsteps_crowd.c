// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Crowds on foot as pictures: steps, plans and discs as a crowd has them.

#include "test_picture_footsteps.h"

#include <math.h>
#include <stdio.h>

typedef struct FeetCrowd
{
	wfWorld* world;
	wfCrowd* crowd;
	wfAgentId ids[3]; // two on foot, one as a disc
	wfFootstepTable table;
} FeetCrowd;

static FeetCrowd makeFeetCrowd( void )
{
	FeetCrowd all = { .world = crowdWorld() };
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	wfGroundDef ground = wfMakePlaneGround( all.world );
	CHECK_EQUAL( wfCreateCrowd( &ground, &def, &all.crowd, NULL ), wf_ok );
	wfGaitDef gait = wfDefaultGaitDef();
	wfGaitId gaitId;
	CHECK_EQUAL( wfCrowd_AddGait( all.crowd, &gait, &gaitId, NULL ), wf_ok );
	for ( int32_t i = 0; i < 3; ++i )
	{
		double side = i % 2 == 0 ? -1.0 : 1.0;
		wfStop stop = { .kind = wf_pointStop, .point = { -6.0 * side, 1.0 - 2.0 * i, 0.0 } };
		wfAgentDef agent = wfDefaultAgentDef();
		agent.position = ( wfVec3 ){ 6.0 * side, 1.0 - 2.0 * i, 0.0 };
		agent.heading = side < 0.0 ? 0.0 : 3.14159265;
		agent.radius = 0.25;
		agent.stops = &stop;
		agent.stopCount = 1;
		agent.gait = i < 2 ? gaitId : ( wfGaitId ){ 0 };
		CHECK_EQUAL( wfCrowd_AddAgent( all.crowd, &agent, all.ids + i, NULL ), wf_ok );
	}
	return all;
}

static void stepFeetCrowd( FeetCrowd* all, double seconds )
{
	double end = wfCrowd_GetTime( all->crowd ) + seconds - 1e-9;
	while ( wfCrowd_GetTime( all->crowd ) < end )
	{
		const wfFootstepRow* rows = NULL;
		if ( !CHECK_EQUAL( wfCrowd_Tick( all->crowd, NULL ), wf_ok ) )
		{
			return;
		}
		int32_t count = wfCrowd_GetFootsteps( all->crowd, &rows );
		CHECK_EQUAL( wfFootstepTable_Add( &all->table, rows, count ), wf_ok );
	}
	wfFootstepTable_Sort( &all->table );
}

static void freeFeetCrowd( FeetCrowd* all )
{
	wfFootstepTable_Free( &all->table );
	wfDestroyCrowd( all->crowd );
	wfDestroyWorld( all->world );
}

TEST( CrowdsOnFootAreDrawn )
{
	FeetCrowd all = makeFeetCrowd();
	stepFeetCrowd( &all, 4.0 );
	CHECK( all.table.rowCount > 8 );
	CrowdPath svg = crowdPath( "crowd.svg" );
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	// As they stand now: all as discs when nothing is reported about feet.
	CHECK_EQUAL( wfDrawCrowd( svg.text, all.crowd, &def, NULL ), wf_ok );
	CHECK_EQUAL( countText( svg.text, ">on foot<" ) + countText( svg.text, "footprints" ), 0 );
	wfFootstep steps[2][16];
	wfFootstepPlan plans[2];
	for ( int32_t i = 0; i < 2; ++i )
	{
		int32_t sure = 0, count = wfCrowd_GetFootstepPlan( all.crowd, all.ids[i], steps[i], 16, &sure );
		CHECK( count > 0 && count <= 16 && sure > 0 && sure <= count );
		plans[i] = ( wfFootstepPlan ){ wfCrowd_GetAgent( all.crowd, all.ids[i] ).serial, steps[i], count, sure };
	}
	def.footsteps = &all.table;
	def.plans = plans;
	def.planCount = 2;
	CHECK_EQUAL( wfDrawCrowd( svg.text, all.crowd, &def, NULL ), wf_ok );
	CHECK( isGoodSvg( svg.text ) );
	CHECK_EQUAL( countText( svg.text, ">on foot<" ) + countText( svg.text, ">person and heading<" ), 2 );
	CHECK_EQUAL( countText( svg.text, ">footprints, lighter with age<" ), 1 );
	CHECK_EQUAL( countText( svg.text, ">sure steps ahead<" ), 1 );
	remove( svg.text );
	freeFeetCrowd( &all );
}

TEST( BodiesAreWhereTheCrowdHasThem )
{
	FeetCrowd all = makeFeetCrowd();
	for ( int32_t k = 0; k < 10; ++k )
	{
		stepFeetCrowd( &all, 0.7 );
		double time = wfCrowd_GetTime( all.crowd );
		for ( int32_t i = 0; i < 2; ++i )
		{
			wfAgentState state = wfCrowd_GetAgent( all.crowd, all.ids[i] );
			int32_t count;
			const wfFootstepRow* rows = findWalk( &all.table, state.serial, &count );
			while ( count > 1 && rows[1].step.startTime <= time )
			{
				rows += 1;
				count -= 1;
			}
			if ( CHECK( rows != NULL ) )
			{
				wfVec2 at = wfFootstep_GetPosition( &rows->step, time );
				CHECK_NEAR( at.x, state.position.x, 1e-9 );
				CHECK_NEAR( at.y, state.position.y, 1e-9 );
			}
		}
	}
	freeFeetCrowd( &all );
}

static wfResult drawCrowdAndForget( const char* path, FeetCrowd* all )
{
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	def.width = 400;
	def.footsteps = &all->table;
	wfResult result = wfDrawCrowd( path, all->crowd, &def, NULL );
	CHECK_EQUAL( fileExists( path ), result == wf_ok );
	remove( path );
	return result;
}

TEST( EveryAllocationOfCrowdsOnFootMayFail )
{
	FeetCrowd all = makeFeetCrowd();
	stepFeetCrowd( &all, 2.0 );
	CrowdPath svg = crowdPath( "feet-crowd.svg" );
	wfCrowd_GetFrame( all.crowd );
	TEST_EVERY_ALLOCATION( drawCrowdAndForget( svg.text, &all ), (void)0 );
	freeFeetCrowd( &all );
}

void runFootstepCrowdTests( int argc, char** argv )
{
	RUN( CrowdsOnFootAreDrawn );
	RUN( BodiesAreWhereTheCrowdHasThem );
	RUN( EveryAllocationOfCrowdsOnFootMayFail );
}
