// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "test_animate.h"

#include "animate/animate.h"

#include <math.h>

// ---------------------------------------------------------------------------------------------------------------- walks

testWalk testBeginWalk( wfFootstepTable* table, uint32_t serial, double time, wfVec2 place, double heading )
{
	testWalk walk = { .gait = wfDefaultGaitDef(), .serial = serial, .table = table, .first = table->rowCount };
	walk.stance = wfMakeStance( &walk.gait, time, place, heading );
	return walk;
}

bool testStep( testWalk* walk, wfFootstepAction action )
{
	wfFootstepRow row = { .serial = walk->serial,
						  .index = (int32_t)( walk->table->rowCount - walk->first ),
						  .body = wfMakeBody( &walk->gait, 0.25 ) };
	wfStance after;
	wfFootstepVerdict verdict = wfCreateFootstep( &walk->gait, &walk->stance, &action, &row.step, &after );
	if ( verdict != wf_footstepFits )
	{
		CHECK_STRING( wfGetFootstepVerdictText( verdict ), "fits" );
		return false;
	}
	if ( row.index > 0 )
	{
		// The foot before is put down for good now that this step is known, and this step's is where its swing led.
		wfFootstep* before = &walk->table->rows[walk->table->rowCount - 1].step;
		wfSettleFoot( &walk->gait, before, &walk->stance, &row.step );
		wfCreateFootstep( &walk->gait, &walk->stance, &action, &row.step, &after );
		if ( row.index > 1 && before[0].kind != wf_shiftFootstep && before[0].kind != wf_startFootstep )
		{
			wfFootstep* swung = &walk->table->rows[walk->table->rowCount - 2].step;
			swung->swingToAngle = swung->foot != before->foot ? before->footAngle : swung->swingToAngle;
		}
		if ( before->kind == wf_walkFootstep || before->kind == wf_startFootstep )
		{
			before->swingTo = row.step.footPosition;
		}
	}
	CHECK_EQUAL( wfFootstepTable_Add( walk->table, &row, 1 ), wf_ok );
	walk->stance = after;
	return true;
}

void testEndWalk( testWalk* walk )
{
	int64_t count = walk->table->rowCount - walk->first;
	wfFootstep* last = &walk->table->rows[walk->table->rowCount - 1].step;
	wfSettleFoot( &walk->gait, last, &walk->stance, NULL );
	if ( count > 1 && last->kind == wf_stopFootstep )
	{
		walk->table->rows[walk->table->rowCount - 2].step.swingToAngle = last->footAngle;
	}
}

static wfFootstepAction walkAction( wfFoot foot, double turn, double speed )
{
	wfGaitDef gait = wfDefaultGaitDef();
	return ( wfFootstepAction ){ .kind = wf_walkFootstep,
								 .foot = foot,
								 .turn = turn,
								 .speed = speed,
								 .duration = wfGait_GetDuration( &gait, foot, speed ) };
}

void testAddStroll( wfFootstepTable* table, uint32_t serial, double time, wfVec2 place, double heading, double speed )
{
	testWalk walk = testBeginWalk( table, serial, time, place, heading );
	const double sway = 0.09;
	double first = fmin( speed, 0.75 );
	testStep( &walk, ( wfFootstepAction ){ .kind = wf_shiftFootstep, .foot = wf_rightFoot, .duration = 1.0 } );
	testStep( &walk, ( wfFootstepAction ){ .kind = wf_shiftFootstep, .foot = wf_rightFoot, .duration = 0.6 } );
	testStep( &walk, ( wfFootstepAction ){
						 .kind = wf_startFootstep, .foot = wf_rightFoot, .speed = first, .duration = 0.5, .sway = sway } );
	testStep( &walk, walkAction( wf_leftFoot, sway, fmin( speed, first + 0.7 ) ) );
	for ( int k = 0; k < 9; ++k )
	{
		wfFoot foot = k % 2 == 0 ? wf_rightFoot : wf_leftFoot;
		double turn = k == 2 || k == 4 ? 0.3 : k == 7 ? 0.4 : sway;
		// A sharp turn is slower.
		testStep( &walk, walkAction( foot, turn, k >= 7 ? fmin( speed, 1.3 ) : speed ) );
	}
	testStep( &walk, walkAction( wf_leftFoot, sway, 0.7 ) );
	testStep( &walk, ( wfFootstepAction ){
						 .kind = wf_stopFootstep, .foot = wf_rightFoot, .turn = sway, .speed = 0.6, .duration = 0.5 } );
	testEndWalk( &walk );
	wfVec2 facing = walk.stance.facing;
	wfVec2 left = { -0.2 * facing.y, 0.2 * facing.x };
	testStep( &walk, ( wfFootstepAction ){ .kind = wf_shiftFootstep, .foot = wf_rightFoot, .duration = 0.5, .move = left } );
	testStep( &walk, ( wfFootstepAction ){ .kind = wf_shiftFootstep, .foot = wf_leftFoot, .duration = 0.5 } );
	testStep( &walk, ( wfFootstepAction ){ .kind = wf_shiftFootstep, .foot = wf_rightFoot, .duration = 0.6, .turn = 0.6 } );
	for ( int k = 0; k < 3; ++k )
	{
		testStep( &walk, ( wfFootstepAction ){ .kind = wf_shiftFootstep, .foot = wf_rightFoot, .duration = 1.0 } );
	}
}

// ---------------------------------------------------------------------------------------------------- inverse kinematics

static double distance( wfVec3 a, wfVec3 b )
{
	return sqrt( ( a.x - b.x ) * ( a.x - b.x ) + ( a.y - b.y ) * ( a.y - b.y ) + ( a.z - b.z ) * ( a.z - b.z ) );
}

TEST( LegsReachWhatIsWithinReach )
{
	wfSkeleton skeleton = wfMakeSkeleton( 0.9, 0.0 );
	double reach = skeleton.thigh + skeleton.shank;
	const wfVec3 down = { 0.0, -1.0, 0.0 }, ahead = { 0.0, 0.0, 1.0 };
	for ( uint64_t k = 0; k < 2000; ++k )
	{
		wfVec3 hip = { wfRandomUnit( 1, 0, k ), 1.0 + wfRandomUnit( 1, 1, k ), wfRandomUnit( 1, 2, k ) };
		wfVec3 direction = { wfRandomUnit( 2, 0, k ) - 0.5, -0.2 - wfRandomUnit( 2, 1, k ), wfRandomUnit( 2, 2, k ) - 0.5 };
		double far = ( 0.05 + 0.94999 * wfRandomUnit( 3, 0, k ) ) * reach;
		wfVec3 ankle = wfAdd3( hip, wfScale3( far / wfLength3( direction ), direction ) );
		double angle = 2.0 * PI * wfRandomUnit( 4, 0, k );
		wfVec3 forward = { sin( angle ), 0.0, cos( angle ) };
		wfQuat thigh, shank;
		CHECK( wfSolveLeg( &skeleton, hip, ankle, forward, &thigh, &shank ) );
		wfVec3 knee = wfAdd3( hip, wfScale3( skeleton.thigh, wfTurn( thigh, down ) ) );
		CHECK_NEAR( distance( wfAdd3( knee, wfScale3( skeleton.shank, wfTurn( shank, down ) ) ), ankle ), 0.0, 1e-12 );
		// The knee is in front of the line from hip to ankle, and the hinge is at right angles to both bones.
		wfVec3 middle = wfScale3( 0.5, wfAdd3( hip, ankle ) );
		CHECK( wfDot3( wfSub3( knee, middle ), forward ) > 0.0 );
		wfVec3 hinge = wfTurn( thigh, ( wfVec3 ){ 1.0, 0.0, 0.0 } );
		CHECK_NEAR( distance( hinge, wfTurn( shank, ( wfVec3 ){ 1.0, 0.0, 0.0 } ) ), 0.0, 1e-12 );
		// Shanks bend back, never forward: forward of the thigh points away from where the shank goes.
		CHECK( wfDot3( wfTurn( thigh, ahead ), wfTurn( shank, down ) ) < 1e-9 );
		CHECK_NEAR( wfLength3( wfTurn( thigh, ahead ) ), 1.0, 1e-12 );
	}
}

TEST( LegsPointAtWhatIsOutOfReach )
{
	wfSkeleton skeleton = wfMakeSkeleton( 0.9, 0.0 );
	const wfVec3 down = { 0.0, -1.0, 0.0 };
	const wfVec3 hip = { 0.0, 1.0, 0.0 };
	const wfVec3 far[] = { { 0.0, -4.0, 0.0 }, { 3.0, 0.0, 1.0 }, { 0.0, 1.0, 5.0 } };
	for ( int k = 0; k < 3; ++k )
	{
		wfQuat thigh, shank;
		CHECK( !wfSolveLeg( &skeleton, hip, far[k], ( wfVec3 ){ 0.0, 0.0, 1.0 }, &thigh, &shank ) );
		wfVec3 knee = wfAdd3( hip, wfScale3( skeleton.thigh, wfTurn( thigh, down ) ) );
		wfVec3 ankle = wfAdd3( knee, wfScale3( skeleton.shank, wfTurn( shank, down ) ) );
		CHECK_NEAR( distance( hip, ankle ), skeleton.thigh + skeleton.shank, 1e-6 );
		wfVec3 direction = wfSub3( far[k], hip );
		CHECK_NEAR( wfDot3( wfSub3( ankle, hip ), direction ) / wfLength3( direction ), distance( hip, ankle ), 1e-3 );
	}
	// In the same place, and where the knee should point along the leg: something sound comes out.
	wfQuat thigh, shank;
	CHECK( !wfSolveLeg( &skeleton, hip, hip, ( wfVec3 ){ 0.0, 0.0, 1.0 }, &thigh, &shank ) );
	CHECK( wfSolveLeg( &skeleton, hip, ( wfVec3 ){ 0.0, 0.4, 0.0 }, ( wfVec3 ){ 0.0, -1.0, 0.0 }, &thigh, &shank ) );
	CHECK_NEAR( thigh.x * thigh.x + thigh.y * thigh.y + thigh.z * thigh.z + thigh.w * thigh.w, 1.0, 1e-12 );
}

TEST( TurnsGoBothWays )
{
	for ( uint64_t k = 0; k < 500; ++k )
	{
		wfQuat q = wfNormalizeQuat( ( wfQuat ){ wfRandomUnit( 1, 0, k ) - 0.5, wfRandomUnit( 1, 1, k ) - 0.5,
												wfRandomUnit( 1, 2, k ) - 0.5, wfRandomUnit( 1, 3, k ) - 0.5 } );
		wfVec3 x = wfTurn( q, ( wfVec3 ){ 1.0, 0.0, 0.0 } ), y = wfTurn( q, ( wfVec3 ){ 0.0, 1.0, 0.0 } ),
			   z = wfTurn( q, ( wfVec3 ){ 0.0, 0.0, 1.0 } );
		wfQuat back = wfQuatFromAxes( x, y, z );
		CHECK_NEAR( fabs( q.x * back.x + q.y * back.y + q.z * back.z + q.w * back.w ), 1.0, 1e-12 );
		wfQuat none = wfMultiplyQuats( q, wfInvertQuat( q ) );
		CHECK_NEAR( none.w, 1.0, 1e-12 );
		// Half of the way twice is the whole of it.
		wfQuat half = wfSlerp( ( wfQuat ){ 0.0, 0.0, 0.0, 1.0 }, q, 0.5 ), whole = wfMultiplyQuats( half, half );
		CHECK_NEAR( fabs( q.x * whole.x + q.y * whole.y + q.z * whole.z + q.w * whole.w ), 1.0, 1e-12 );
	}
	// Angles of the plane, counter-clockwise from +x, where y is up and the plane's y is -z.
	wfVec3 east = wfTurn( wfTurnToHeading( 0.0 ), ( wfVec3 ){ 0.0, 0.0, 1.0 } );
	wfVec3 north = wfTurn( wfTurnToHeading( 0.5 * PI ), ( wfVec3 ){ 0.0, 0.0, 1.0 } );
	wfVec3 left = wfTurn( wfTurnToHeading( 0.0 ), ( wfVec3 ){ 1.0, 0.0, 0.0 } );
	CHECK_NEAR( distance( east, ( wfVec3 ){ 1.0, 0.0, 0.0 } ), 0.0, 1e-12 );
	CHECK_NEAR( distance( north, ( wfVec3 ){ 0.0, 0.0, -1.0 } ), 0.0, 1e-12 );
	CHECK_NEAR( distance( left, ( wfVec3 ){ 0.0, 0.0, -1.0 } ), 0.0, 1e-12 );
}

TEST( SkeletonsAreInProportion )
{
	for ( double leg = 0.4; leg < 1.5; leg += 0.13 )
	{
		wfSkeleton skeleton = wfMakeSkeleton( leg, 0.0 );
		wfVec3 rest[wf_jointCount];
		wfSkeleton_GetRest( &skeleton, rest );
		CHECK_NEAR( skeleton.stature, leg / 0.53, 1e-12 );
		CHECK_NEAR( rest[wf_headJoint].y + 1.5 * skeleton.headRadius, skeleton.stature, 0.02 * skeleton.stature );
		CHECK( rest[wf_leftHandJoint].x > 0.0 && rest[wf_rightHandJoint].x == -rest[wf_leftHandJoint].x );
		CHECK_NEAR( rest[wf_leftFootJoint].y, skeleton.ankleHeight, 1e-12 );
		for ( int32_t j = 1; j < wf_jointCount; ++j )
		{
			CHECK( wfGetJointParent( (wfJoint)j ) < j );
		}
	}
	wfSkeleton tall = wfMakeSkeleton( 0.9, 2.0 );
	wfVec3 rest[wf_jointCount];
	wfSkeleton_GetRest( &tall, rest );
	CHECK_NEAR( rest[wf_headJoint].y + 1.5 * tall.headRadius, 2.0, 0.04 );
}

// Steps longer than legs are: they grow, and the feet stay where they are.
TEST( LegsAreLongEnoughForTheirSteps )
{
	wfFootstepTable table = { 0 };
	testAddStroll( &table, 1, 0.0, ( wfVec2 ){ 0.0, 0.0 }, 0.0, 1.4 );
	CHECK_NEAR( wfChooseLegLength( table.rows, table.rowCount ), 0.9, 1e-12 );
	for ( int64_t k = 0; k < table.rowCount; ++k )
	{
		table.rows[k].step.pendulum = 5.0; // of a leg of 0.39 m
	}
	double leg = wfChooseLegLength( table.rows, table.rowCount );
	CHECK( leg > 0.45 && leg < 0.9 );
	wfFootstepTable_Free( &table );
}

int main( int argc, char** argv )
{
	RUN( LegsReachWhatIsWithinReach );
	RUN( LegsPointAtWhatIsOutOfReach );
	RUN( TurnsGoBothWays );
	RUN( SkeletonsAreInProportion );
	RUN( LegsAreLongEnoughForTheirSteps );
	testAnimateFiles( argc, argv );
	testAnimateRefusals( argc, argv );
	testAnimateCommand( argc, argv );
	return testReport();
}
