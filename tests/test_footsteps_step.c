// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Single steps: walking, starting, stopping, shifting, and what they cost.
#include "test_footsteps.h"

#include <math.h>

static const double s_turn = 0.6435011087932844; // sine 0.6, cosine 0.8

// ----------------------------------------------------------------------------------------------------------------- walking

TEST( TransitionIsAParabola )
{
	wfGaitDef def = wfDefaultGaitDef();
	for ( int foot = 0; foot < 2; ++foot )
	{
		double side = sideOf( (wfFoot)foot );
		for ( double heading = -3.0; heading < 3.2; heading += 0.7 )
		{
			wfStance before = movingStance( &def, ( wfVec2 ){ 5.0, -2.0 }, heading, 1.2, otherOf( (wfFoot)foot ) ),
					 after = before;
			wfFootstep step = makeStep( &def, &after, walkAction( (wfFoot)foot, s_turn, 1.0, 0.5 ) );
			// vx and vy of a velocity of 1 m/s, a = |vy| / T.
			CHECK_NEAR( step.speed, 0.8, 1e-14 );
			CHECK_NEAR( step.curve, -side * 0.6 / 0.5, 1e-14 );
			CHECK_NEAR( angleBetween( before.direction, step.along ), -side * s_turn, 1e-12 );
			wfVec2 start = inFrame( &step, before.position ), end = inFrame( &step, after.position );
			CHECK_NEAR( start.x, -0.2, 1e-13 );
			CHECK_NEAR( start.y, -side * 1.2 * 0.0625, 1e-13 );
			CHECK_NEAR( end.x, 0.2, 1e-13 ); // the mirror image in time
			CHECK_NEAR( end.y, start.y, 1e-13 );
			wfVec2 at = inFrame( &step, step.footPosition );
			CHECK_NEAR( at.x, 0.0, 1e-13 );
			CHECK_NEAR( at.y, side * def.footDistance, 1e-13 );
			for ( int k = 0; k <= 10; ++k )
			{
				double u = 0.5 * ( k / 10.0 - 0.5 ), time = step.startTime + 0.25 + u;
				wfVec2 place = inFrame( &step, wfFootstep_GetPosition( &step, time ) );
				CHECK_NEAR( place.x, 0.8 * u, 1e-13 );
				CHECK_NEAR( place.y, -side * 1.2 * u * u, 1e-13 );
				wfVec2 velocity = wfFootstep_GetVelocity( &step, time );
				CHECK_NEAR( dotOf( step.along, velocity ), 0.8, 1e-13 );
				CHECK_NEAR( crossOf( step.along, velocity ), -side * 2.4 * u, 1e-13 );
			}
			wfVec2 velocity = wfFootstep_GetVelocity( &step, step.startTime );
			CHECK_NEAR( angleBetween( velocity, before.direction ), 0.0, 1e-13 ); // keeps its direction
			CHECK_NEAR( lengthOf( velocity ), 1.0, 1e-13 );						  // at the speed asked for
			// Toward the foot first, away from it after.
			CHECK( side * crossOf( step.along, velocity ) > 0.0 );
			velocity = wfFootstep_GetVelocity( &step, wfFootstep_GetEndTime( &step ) );
			CHECK( side * crossOf( step.along, velocity ) < 0.0 );
			CHECK_NEAR( after.speed, 1.0, 0.0 );
			CHECK_NEAR( angleBetween( velocity, after.direction ), 0.0, 1e-13 );
		}
	}
}

TEST( StepsTurnByTwiceTheTurn )
{
	wfGaitDef def = wfDefaultGaitDef();
	for ( int foot = 0; foot < 2; ++foot )
	{
		for ( double turn = 0.0; turn <= 1.4; turn += 0.1 )
		{
			wfStance before = movingStance( &def, ( wfVec2 ){ 0.0, 0.0 }, 1.0, 0.6, otherOf( (wfFoot)foot ) ), after = before;
			makeStep( &def, &after, walkAction( (wfFoot)foot, turn, 0.6, 0.7 ) );
			CHECK_NEAR( angleBetween( before.direction, after.direction ), -sideOf( (wfFoot)foot ) * 2.0 * turn, 1e-12 );
		}
	}
}

TEST( FeetTakeTurns )
{
	wfGaitDef def = wfDefaultGaitDef();
	for ( int first = 0; first < 2; ++first )
	{
		wfStance stance = wfMakeStance( &def, 0.0, ( wfVec2 ){ 0.0, 0.0 }, 0.3 );
		makeStep( &def, &stance, startAction( (wfFoot)first, 0.0, 0.7, 0.5, 0.09 ) );
		CHECK_EQUAL( stance.foot, first );
		wfFoot foot = (wfFoot)first;
		for ( int k = 0; k < 10; ++k )
		{
			wfFootstepAction same = walkAction( foot, 0.09, 0.7, 0.5 );
			wfFootstep step;
			wfStance after;
			CHECK_EQUAL( wfCreateFootstep( &def, &stance, &same, &step, &after ), wf_footstepWrongFoot );
			foot = otherOf( foot );
			wfVec2 lifted = stance.feet[otherOf( foot )];
			step = makeStep( &def, &stance, walkAction( foot, 0.09, 0.7, 0.5 ) );
			CHECK_EQUAL( step.foot, foot );
			CHECK_EQUAL( stance.foot, foot );
			CHECK_NEAR( lengthOf( minus( step.swingFrom, lifted ) ), 0.0, 0.0 );
			CHECK_NEAR( lengthOf( minus( stance.feet[foot], step.footPosition ) ), 0.0, 0.0 );
		}
	}
}

TEST( StraightIsStraightOnAverage )
{
	wfGaitDef def = wfDefaultGaitDef();
	double heading = 0.7;
	wfVec2 ahead = unitAt( heading );
	wfStance stance = wfMakeStance( &def, 0.0, ( wfVec2 ){ 0.0, 0.0 }, heading );
	makeStep( &def, &stance, startAction( wf_leftFoot, 0.0, 0.8, 0.5, 0.09 ) );
	wfFoot foot = wf_rightFoot;
	wfVec2 from = stance.position;
	double seconds = 0.0, energy = 0.0;
	for ( int k = 0; k < 1000; ++k )
	{
		wfFootstep step = makeStep( &def, &stance, walkAction( foot, 0.09, 0.8, 0.5 ) );
		foot = otherOf( foot );
		seconds += step.duration;
		energy += step.energy;
		CHECK_NEAR( angleBetween( ahead, step.along ), 0.0, 1e-11 );
		// Half a sway and no more to either side.
		CHECK( fabs( crossOf( ahead, stance.position ) ) < 0.02 );
		CHECK_NEAR( lengthOf( stance.direction ), 1.0, 1e-14 );
	}
	wfVec2 moved = minus( stance.position, from );
	CHECK_NEAR( crossOf( ahead, moved ), 0.0, 1e-10 );
	CHECK_NEAR( dotOf( ahead, moved ), 0.8 * cos( 0.09 ) * seconds, 1e-9 );
	// The figure planning goes by is that of such steps at their usual duration.
	def.walkRatio = 0.8 * 0.5 * 0.5;
	CHECK_NEAR( wfGait_GetEnergyPerMetre( &def, 0.8 ), energy / dotOf( ahead, moved ), 1e-6 * energy / lengthOf( moved ) );
}

TEST( UTurnsTakeFewStepsAndComeBack )
{
	wfGaitDef def = wfDefaultGaitDef();
	wfStance stance = movingStance( &def, ( wfVec2 ){ 0.0, 0.0 }, 0.0, 0.6, wf_leftFoot );
	double turned = 0.0;
	int steps = 0;
	for ( ; turned < TEST_PI - 0.2 && steps < 20; ++steps )
	{
		wfVec2 before = stance.direction;
		wfFoot foot = otherOf( stance.foot );
		makeStep( &def, &stance, walkAction( foot, foot == wf_rightFoot ? 0.8 : 0.05, 0.6, 0.6 ) );
		turned += angleBetween( before, stance.direction );
	}
	CHECK( steps <= 3 );
	CHECK( stance.direction.x < -0.9 );
}

// ------------------------------------------------------------------------------------------------------- starting, stopping

TEST( StartsLeaveTheApexFromRest )
{
	wfGaitDef def = wfDefaultGaitDef();
	for ( int foot = 0; foot < 2; ++foot )
	{
		double side = sideOf( (wfFoot)foot );
		wfStance before = wfMakeStance( &def, 4.0, ( wfVec2 ){ 1.0, 1.0 }, 2.0 ), after = before;
		wfFootstep step = makeStep( &def, &after, startAction( (wfFoot)foot, 0.4, 0.5, 0.5, s_turn ) );
		CHECK_NEAR( step.speed, 0.4, 1e-14 );
		CHECK_NEAR( step.curve, -side * 0.3 / 0.5, 1e-14 );
		CHECK_NEAR( angleBetween( before.facing, step.along ), 0.4, 1e-13 );
		CHECK_NEAR( lengthOf( minus( step.apex, before.position ) ), 0.0, 0.0 );
		CHECK_NEAR( lengthOf( minus( step.footPosition, before.feet[foot] ) ), 0.0, 0.0 );
		CHECK_NEAR( step.footAngle, before.angles[foot], 0.0 );
		CHECK_NEAR( lengthOf( wfFootstep_GetVelocity( &step, 4.0 ) ), 0.0, 0.0 );
		wfVec2 velocity = wfFootstep_GetVelocity( &step, 4.5 );
		CHECK_NEAR( lengthOf( velocity ), 0.5, 1e-14 );
		CHECK_NEAR( angleBetween( step.along, velocity ), -side * s_turn, 1e-13 );
		CHECK_NEAR( angleBetween( after.direction, velocity ), 0.0, 1e-13 );
		wfVec2 end = inFrame( &step, after.position ); // of the whole parabola at T/2
		CHECK_NEAR( end.x, 0.4 * 0.25, 1e-14 );
		CHECK_NEAR( end.y, step.curve * 0.0625, 1e-14 );
		CHECK_NEAR( after.speed, 0.5, 0.0 );
		CHECK_EQUAL( after.foot, foot );
		// Speeding up evenly: the distance is half of what it would be at full speed.
		double last = 0.0;
		for ( int k = 1; k <= 10; ++k )
		{
			double speed = dotOf( step.along, wfFootstep_GetVelocity( &step, 4.0 + 0.05 * k ) );
			CHECK_NEAR( speed - last, 0.04, 1e-12 );
			last = speed;
		}
	}
}

TEST( StopsEndAtRestBesideTheFoot )
{
	wfGaitDef def = wfDefaultGaitDef();
	for ( int foot = 0; foot < 2; ++foot )
	{
		double side = sideOf( (wfFoot)foot );
		wfFoot other = otherOf( (wfFoot)foot );
		wfStance before = movingStance( &def, ( wfVec2 ){ -3.0, 2.0 }, 2.8, 1.1, other ), after = before;
		wfFootstepAction action = walkAction( (wfFoot)foot, s_turn, 1.0, 0.5 );
		action.kind = wf_stopFootstep;
		wfFootstep step = makeStep( &def, &after, action );
		CHECK_NEAR( lengthOf( minus( wfFootstep_GetPosition( &step, 0.0 ), before.position ) ), 0.0, 1e-13 );
		wfVec2 velocity = wfFootstep_GetVelocity( &step, 0.0 );
		CHECK_NEAR( lengthOf( velocity ), 1.0, 1e-13 );
		CHECK_NEAR( angleBetween( velocity, before.direction ), 0.0, 1e-13 );
		CHECK_NEAR( lengthOf( wfFootstep_GetVelocity( &step, 0.5 ) ), 0.0, 0.0 );
		CHECK_NEAR( lengthOf( minus( after.position, step.apex ) ), 0.0, 1e-13 );
		CHECK_NEAR( after.speed, 0.0, 0.0 );
		CHECK_NEAR( angleBetween( after.facing, step.along ), 0.0, 1e-13 );
		CHECK_NEAR( angleBetween( after.direction, step.along ), 0.0, 1e-13 );
		// Both feet side by side of where it faces.
		for ( int k = 0; k < 2; ++k )
		{
			wfVec2 at = inFrame( &step, after.feet[k] );
			CHECK_NEAR( at.x, 0.0, 1e-13 );
			CHECK_NEAR( at.y, sideOf( (wfFoot)k ) * def.footDistance, 1e-13 );
		}
		CHECK_NEAR( lengthOf( minus( step.swingTo, after.feet[other] ) ), 0.0, 0.0 );
		CHECK_NEAR( wfFootstep_GetFoot( &step, other, 0.5, NULL ).x, after.feet[other].x, 1e-14 );
		// Its foot has been chosen: from rest any step may follow.
		CHECK_NEAR( after.inner, after.outer, 0.0 );
		CHECK_NEAR( wrapped( side * after.inner - after.angles[foot] ), 0.0, 1e-14 );
		CHECK_NEAR( step.footAngle, after.angles[foot], 0.0 );
		wfStance again = after;
		wfFootstep next = makeStep( &def, &again, startAction( (wfFoot)foot, 0.0, 0.5, 0.5, 0.1 ) );
		CHECK_NEAR( next.footAngle, step.footAngle, 0.0 );
		again = after;
		makeStep( &def, &again, startAction( other, 0.0, 0.5, 0.5, 0.1 ) );
	}
}

TEST( StopsLeaveStiffLegsWithinTheirLimits )
{
	wfGaitDef def = wfDefaultGaitDef();
	def.legs[wf_leftFoot].outward = 0.2;
	wfStance stance = movingStance( &def, ( wfVec2 ){ 0.0, 0.0 }, 0.0, 0.8, wf_leftFoot );
	wfFootstepAction action = walkAction( wf_rightFoot, 1.2, 0.8, 0.7 );
	action.kind = wf_stopFootstep;
	wfFootstep step = makeStep( &def, &stance, action );
	CHECK_NEAR( wrapped( step.swingToAngle - step.footAngle ), 0.2, 1e-12 );
	CHECK_NEAR( stance.angles[wf_leftFoot], step.swingToAngle, 0.0 );
}

// ---------------------------------------------------------------------------------------------------------------- shifting

static void checkShift( wfVec2 move, double turn, wfFoot foot )
{
	wfGaitDef def = wfDefaultGaitDef();
	wfStance before = wfMakeStance( &def, 1.0, ( wfVec2 ){ 2.0, 3.0 }, 0.0 ), after = before;
	wfFootstep step = makeStep( &def, &after, shiftAction( foot, move, turn, 0.6 ) );
	wfFoot swing = otherOf( foot );
	CHECK_NEAR( lengthOf( minus( minus( after.position, before.position ), move ) ), 0.0, 1e-14 );
	CHECK_NEAR( angleBetween( before.facing, after.facing ), turn, 1e-13 );
	CHECK_NEAR( lengthOf( wfFootstep_GetVelocity( &step, 1.0 ) ), 0.0, 0.0 );
	CHECK_NEAR( lengthOf( wfFootstep_GetVelocity( &step, 1.6 ) ), 0.0, 1e-14 );
	CHECK_NEAR( lengthOf( minus( wfFootstep_GetPosition( &step, 1.6 ), after.position ) ), 0.0, 1e-14 );
	CHECK_NEAR( lengthOf( minus( wfFootstep_GetPosition( &step, 1.0 ), before.position ) ), 0.0, 1e-14 );
	wfVec2 middle = { before.position.x + 0.5 * move.x, before.position.y + 0.5 * move.y };
	CHECK_NEAR( lengthOf( minus( wfFootstep_GetPosition( &step, 1.3 ), middle ) ), 0.0, 1e-14 );
	CHECK_NEAR( lengthOf( minus( after.feet[foot], before.feet[foot] ) ), 0.0, 0.0 );
	CHECK_NEAR( after.angles[foot], before.angles[foot], 0.0 );
	wfVec2 at = minus( after.feet[swing], after.position );
	CHECK_NEAR( dotOf( after.facing, at ), 0.0, 1e-14 );
	CHECK_NEAR( crossOf( after.facing, at ), sideOf( swing ) * def.footDistance, 1e-14 );
	CHECK_NEAR( wrapped( after.angles[swing] - turn ), 0.0, 1e-13 );
	CHECK_NEAR( after.speed, 0.0, 0.0 );
	CHECK_EQUAL( after.foot, swing ); // the last to be put down; either may stand next
	CHECK_NEAR( after.inner, after.outer, 0.0 );
	CHECK_NEAR( wrapped( sideOf( swing ) * after.inner - after.angles[swing] ), 0.0, 1e-14 );
}

TEST( ShiftsGoFromRestToRest )
{
	checkShift( ( wfVec2 ){ 0.0, 0.3 }, 0.0, wf_rightFoot );   // to the left
	checkShift( ( wfVec2 ){ 0.0, -0.3 }, 0.0, wf_leftFoot );   // to the right
	checkShift( ( wfVec2 ){ -0.35, 0.0 }, 0.0, wf_leftFoot );  // back
	checkShift( ( wfVec2 ){ -0.35, 0.0 }, 0.0, wf_rightFoot ); // back
	checkShift( ( wfVec2 ){ 0.3, 0.0 }, 0.0, wf_rightFoot );   // a small step forward
	checkShift( ( wfVec2 ){ 0.0, 0.0 }, 1.2, wf_rightFoot );   // turning in place
	checkShift( ( wfVec2 ){ 0.0, 0.0 }, -1.2, wf_leftFoot );
	checkShift( ( wfVec2 ){ -0.1, 0.1 }, 0.5, wf_rightFoot );
	checkShift( ( wfVec2 ){ 0.0, 0.1 }, 0.0, wf_leftFoot ); // toward the foot that stands: as far as it
}

TEST( FeetCloseUpAfterAStepAside )
{
	wfGaitDef def = wfDefaultGaitDef();
	wfStance stance = wfMakeStance( &def, 0.0, ( wfVec2 ){ 0.0, 0.0 }, 0.0 );
	makeStep( &def, &stance, shiftAction( wf_rightFoot, ( wfVec2 ){ 0.0, 0.3 }, 0.0, 0.5 ) );
	CHECK_NEAR( stance.feet[wf_leftFoot].y - stance.feet[wf_rightFoot].y, 0.5, 1e-12 );
	// However small the turn, the foot comes beside.
	makeStep( &def, &stance, shiftAction( wf_leftFoot, ( wfVec2 ){ 0.0, 0.0 }, 1e-9, 0.5 ) );
	CHECK_NEAR( stance.feet[wf_leftFoot].y - stance.feet[wf_rightFoot].y, 0.2, 1e-9 );
	CHECK_NEAR( stance.position.y, 0.3, 1e-12 );
}

TEST( TurningInPlaceGoesAllTheWayAround )
{
	wfGaitDef def = wfDefaultGaitDef();
	wfStance stance = wfMakeStance( &def, 0.0, ( wfVec2 ){ 0.0, 0.0 }, 3.0 );
	double turned = 0.0;
	for ( int k = 0; k < 12; ++k )
	{
		wfVec2 before = stance.facing;
		makeStep( &def, &stance, shiftAction( wf_rightFoot, ( wfVec2 ){ 0.0, 0.0 }, 1.0, 0.4 ) ); // the left foot opens
		makeStep( &def, &stance, shiftAction( wf_leftFoot, ( wfVec2 ){ 0.0, 0.0 }, 0.1, 0.4 ) );  // the right one follows
		turned += angleBetween( before, stance.facing );
		CHECK_NEAR( lengthOf( stance.position ), 0.0, 1e-15 );
	}
	CHECK_NEAR( turned, 12.0 * 1.1, 1e-10 );
	CHECK_NEAR( wrapped( atan2( stance.facing.y, stance.facing.x ) - 3.0 - turned ), 0.0, 1e-10 );
}

TEST( StandingMovesNothing )
{
	wfGaitDef def = wfDefaultGaitDef();
	wfStance before = wfMakeStance( &def, 1.0, ( wfVec2 ){ 2.0, 3.0 }, 0.5 ), after = before;
	wfFootstep step = makeStep( &def, &after, shiftAction( wf_rightFoot, ( wfVec2 ){ 0.0, 0.0 }, 0.0, 20.0 ) ); // for long
	CHECK_NEAR( after.time, 21.0, 0.0 );
	CHECK_NEAR( step.energy, 20.0 * def.power, 1e-9 );
	for ( int k = 0; k <= 10; ++k )
	{
		double time = 1.0 + 2.0 * k;
		CHECK_NEAR( lengthOf( minus( wfFootstep_GetPosition( &step, time ), before.position ) ), 0.0, 0.0 );
		CHECK_NEAR( angleBetween( wfFootstep_GetFacing( &step, time ), before.facing ), 0.0, 1e-15 );
		for ( int foot = 0; foot < 2; ++foot )
		{
			double angle;
			wfVec2 at = wfFootstep_GetFoot( &step, (wfFoot)foot, time, &angle );
			CHECK_NEAR( lengthOf( minus( at, before.feet[foot] ) ), 0.0, 0.0 );
			CHECK_NEAR( angle, before.angles[foot], 0.0 );
		}
	}
}

// -------------------------------------------------------------------------------------------------------------- evaluating

TEST( TimesAreClamped )
{
	wfGaitDef def = wfDefaultGaitDef();
	wfStance stance = movingStance( &def, ( wfVec2 ){ 0.0, 0.0 }, 1.0, 1.0, wf_leftFoot ), before = stance;
	wfFootstep step = makeStep( &def, &stance, walkAction( wf_rightFoot, 0.2, 1.0, 0.5 ) );
	CHECK_NEAR( lengthOf( minus( wfFootstep_GetPosition( &step, -5.0 ), before.position ) ), 0.0, 1e-14 );
	CHECK_NEAR( lengthOf( minus( wfFootstep_GetPosition( &step, 5.0 ), stance.position ) ), 0.0, 1e-14 );
	CHECK_NEAR( lengthOf( minus( wfFootstep_GetPosition( &step, NAN ), before.position ) ), 0.0, 1e-14 );
	CHECK_NEAR( wfFootstep_GetSwing( &step, -5.0 ), 0.0, 0.0 );
	CHECK_NEAR( wfFootstep_GetSwing( &step, 5.0 ), 1.0, 0.0 );
	CHECK_NEAR( wfFootstep_GetSwing( &step, 0.25 ), 0.5, 1e-15 );
	CHECK_NEAR( wfFootstep_GetEndTime( &step ), 0.5, 0.0 );
}

TEST( SwingAndShouldersTakeTheShortWay )
{
	wfGaitDef def = wfDefaultGaitDef();
	wfStance stance = wfMakeStance( &def, 0.0, ( wfVec2 ){ 0.0, 0.0 }, 3.0 ); // across the cut at pi
	wfFootstep step = makeStep( &def, &stance, shiftAction( wf_rightFoot, ( wfVec2 ){ 0.0, 0.0 }, 1.0, 0.5 ) );
	double lastAngle = 3.0, lastFacing = 0.0;
	for ( int k = 0; k <= 20; ++k )
	{
		double angle, time = 0.5 * k / 20.0;
		wfFootstep_GetFoot( &step, wf_leftFoot, time, &angle );
		double grown = wrapped( angle - lastAngle );
		CHECK( grown >= -1e-12 && grown < 0.1 );
		CHECK( angle >= -TEST_PI && angle <= TEST_PI );
		lastAngle = angle;
		wfVec2 facing = wfFootstep_GetFacing( &step, time );
		double faced = angleBetween( unitAt( 3.0 ), facing );
		CHECK( faced >= lastFacing - 1e-12 && faced < lastFacing + 0.1 );
		CHECK_NEAR( lengthOf( facing ), 1.0, 1e-14 );
		lastFacing = faced;
	}
	CHECK_NEAR( wrapped( lastAngle - 4.0 ), 0.0, 1e-12 );
	CHECK_NEAR( lastFacing, 1.0, 1e-12 );
}

// ------------------------------------------------------------------------------------------------------------------ energy

// Of the default gait: 0.9 m, 0.1 m, 70 kg, 150 W, w = 0.35. All steps of 0.5 s with vx = 0.8 v and vy = 0.6 v, whose path
// is v T/2 (1 + 0.64/0.6 ln 2).
TEST( EnergyIsAsReckonedByHand )
{
	wfGaitDef def = wfDefaultGaitDef();
	wfStance stance = movingStance( &def, ( wfVec2 ){ 0.0, 0.0 }, 0.0, 1.0, wf_leftFoot ), after = stance;
	// The foot is 0.2 m ahead and 0.1 + 0.075 m aside: sin^2 = 0.070625 / 0.81, of 1 m/s remains 0.825617.
	// 150 * 0.5 + 35 (1 - 0.681644) + 0.35 * 70 * 1.2 * 0.434839
	wfFootstep step = makeStep( &def, &after, walkAction( wf_rightFoot, s_turn, 1.0, 0.5 ) );
	CHECK_NEAR( step.energy, 75.0 + 11.142464 + 12.784273, 1e-3 );
	// Braking: 35 * 0.681644, half of the path.
	wfFootstepAction action = walkAction( wf_rightFoot, s_turn, 1.0, 0.5 );
	action.kind = wf_stopFootstep;
	after = stance;
	step = makeStep( &def, &after, action );
	CHECK_NEAR( step.energy, 75.0 + 23.857537 + 6.392137, 1e-3 );
	// 35 * 0.25, 0.35 * 70 * 0.6 * 0.10871, 0.3 J per kg and radian.
	after = wfMakeStance( &def, 0.0, ( wfVec2 ){ 0.0, 0.0 }, 0.0 );
	step = makeStep( &def, &after, startAction( wf_leftFoot, 0.5, 0.5, 0.5, s_turn ) );
	CHECK_NEAR( step.energy, 75.0 + 8.75 + 1.598034 + 10.5, 1e-3 );
	// Half as much again as walking, sped up and braked: 2 * 70 * 0.4^2.
	after = wfMakeStance( &def, 0.0, ( wfVec2 ){ 0.0, 0.0 }, 0.0 );
	step = makeStep( &def, &after, shiftAction( wf_rightFoot, ( wfVec2 ){ 0.0, 0.2 }, 0.3, 0.5 ) );
	CHECK_NEAR( step.energy, 112.5 + 22.4 + 6.3, 1e-9 );
}

TEST( LongerStridesLoseMoreSpeed )
{
	wfGaitDef def = wfDefaultGaitDef();
	def.turnWeight = 0.0;
	double last = 0.0;
	for ( double seconds = 0.3; seconds < 0.8; seconds += 0.05 )
	{
		wfStance stance = movingStance( &def, ( wfVec2 ){ 0.0, 0.0 }, 0.0, 1.2, wf_leftFoot );
		wfFootstep step = makeStep( &def, &stance, walkAction( wf_rightFoot, 0.09, 1.2, seconds ) );
		double lost = step.energy - def.power * seconds;
		CHECK( lost > last );
		last = lost;
	}
	// Legs that would have to be at more than 45 degrees keep nothing.
	def.legLength = 0.4;
	wfStance stance = movingStance( &def, ( wfVec2 ){ 0.0, 0.0 }, 0.0, 1.2, wf_leftFoot );
	wfFootstep step = makeStep( &def, &stance, walkAction( wf_rightFoot, 0.09, 1.2, 0.8 ) );
	CHECK_NEAR( step.energy, 0.8 * def.power + 0.5 * def.mass * 1.44, 1e-9 );
}

TEST( LengthOfTheCurveIsThatOfTheParabola )
{
	wfGaitDef heavy = wfDefaultGaitDef(), light = heavy;
	light.turnWeight = 0.0;
	heavy.footDistance = light.footDistance = 0.3; // room for the sharpest turns
	for ( double turn = 0.05; turn < 1.4; turn += 0.05 )
	{
		wfStance start = movingStance( &heavy, ( wfVec2 ){ 0.0, 0.0 }, 0.0, 0.9, wf_leftFoot ), a = start, b = start;
		wfFootstep step = makeStep( &heavy, &a, walkAction( wf_rightFoot, turn, 0.9, 0.6 ) );
		wfFootstep same = makeStep( &light, &b, walkAction( wf_rightFoot, turn, 0.9, 0.6 ) );
		double length = ( step.energy - same.energy ) / ( heavy.turnWeight * heavy.mass * fabs( step.curve ) );
		double sum = 0.0;
		for ( int k = 0; k < 2000; ++k )
		{
			wfVec2 p = wfFootstep_GetPosition( &step, 0.6 * k / 2000.0 ),
				   q = wfFootstep_GetPosition( &step, 0.6 * ( k + 1 ) / 2000.0 );
			sum += lengthOf( minus( p, q ) );
		}
		CHECK_NEAR( length, sum, 1.5e-3 * sum );
	}
}

void runStepTests( int argc, char** argv )
{
	RUN( TransitionIsAParabola );
	RUN( StepsTurnByTwiceTheTurn );
	RUN( FeetTakeTurns );
	RUN( StraightIsStraightOnAverage );
	RUN( UTurnsTakeFewStepsAndComeBack );
	RUN( StartsLeaveTheApexFromRest );
	RUN( StopsEndAtRestBesideTheFoot );
	RUN( StopsLeaveStiffLegsWithinTheirLimits );
	RUN( ShiftsGoFromRestToRest );
	RUN( FeetCloseUpAfterAStepAside );
	RUN( TurningInPlaceGoesAllTheWayAround );
	RUN( StandingMovesNothing );
	RUN( TimesAreClamped );
	RUN( SwingAndShouldersTakeTheShortWay );
	RUN( EnergyIsAsReckonedByHand );
	RUN( LongerStridesLoseMoreSpeed );
	RUN( LengthOfTheCurveIsThatOfTheParabola );
}
