// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What does not fit: every limit, by itself, for each leg; numbers that are none.
#include "test_footsteps.h"

#include <math.h>
#include <string.h>

// The verdict, after making sure that nothing was written unless it fits.
static wfFootstepVerdict verdictOf( const wfGaitDef* def, const wfStance* from, wfFootstepAction action )
{
	wfFootstep step, stepBefore;
	wfStance to, toBefore;
	memset( &step, 0xA5, sizeof( step ) );
	memset( &to, 0x5A, sizeof( to ) );
	memcpy( &stepBefore, &step, sizeof( step ) );
	memcpy( &toBefore, &to, sizeof( to ) );
	wfStance fromBefore;
	memcpy( &fromBefore, from, sizeof( fromBefore ) );
	wfFootstepVerdict verdict = wfCreateFootstep( def, from, &action, &step, &to );
	CHECK( memcmp( from, &fromBefore, sizeof( fromBefore ) ) == 0 );
	if ( verdict != wf_footstepFits )
	{
		CHECK( memcmp( &step, &stepBefore, sizeof( step ) ) == 0 );
		CHECK( memcmp( &to, &toBefore, sizeof( to ) ) == 0 );
	}
	else
	{
		CHECK( isfinite( to.position.x + to.position.y + to.time + to.facing.x + to.facing.y + to.speed + step.energy ) );
	}
	return verdict;
}

TEST( EveryVerdictHasItsText )
{
	for ( int k = 0; k <= (int)wf_footstepFeet; ++k )
	{
		const char* text = wfGetFootstepVerdictText( (wfFootstepVerdict)k );
		CHECK( text != NULL && strlen( text ) >= 4 );
		for ( int j = 0; j < k; ++j )
		{
			CHECK( strcmp( text, wfGetFootstepVerdictText( (wfFootstepVerdict)j ) ) != 0 );
		}
	}
	CHECK_STRING( wfGetFootstepVerdictText( (wfFootstepVerdict)99 ), "" );
}

// Just inside of a limit fits, just outside does not.
static void checkLimit( const wfGaitDef* def, const wfStance* from, wfFootstepAction* action, double* value, double limit,
						double outward, wfFootstepVerdict verdict )
{
	double before = *value;
	*value = limit - outward * 1e-6;
	CHECK_STRING( wfGetFootstepVerdictText( verdictOf( def, from, *action ) ), "fits" );
	*value = limit; // rounding does not count
	CHECK_STRING( wfGetFootstepVerdictText( verdictOf( def, from, *action ) ), "fits" );
	*value = limit + outward * 1e-6;
	CHECK_STRING( wfGetFootstepVerdictText( verdictOf( def, from, *action ) ), wfGetFootstepVerdictText( verdict ) );
	*value = before;
}

TEST( WalkingKeepsToEveryLimitOfItsLeg )
{
	for ( int foot = 0; foot < 2; ++foot )
	{
		wfGaitDef def = wfDefaultGaitDef();
		wfLegDef* leg = &def.legs[foot];
		wfFoot other = otherOf( (wfFoot)foot );
		// The other leg's limits would let nothing of this pass.
		def.legs[other] = ( wfLegDef ){ 0.1, 0.11, 0.9, 0.91, 5.0, 1.5, 0.2, TEST_PI, 0.0 };
		wfStance from = movingStance( &def, ( wfVec2 ){ 0.0, 0.0 }, 0.4, 1.0, other );
		wfFootstepAction action = walkAction( (wfFoot)foot, 0.1, 1.0, 0.5 );
		CHECK_EQUAL( verdictOf( &def, &from, action ), wf_footstepFits );
		checkLimit( &def, &from, &action, &action.duration, leg->minDuration, -1.0, wf_footstepDuration );
		checkLimit( &def, &from, &action, &action.duration, leg->maxDuration, 1.0, wf_footstepDuration );
		checkLimit( &def, &from, &action, &action.speed, 1.0 + def.speedUp, 1.0, wf_footstepSpeedChange );
		def.slowDown = 0.5;
		checkLimit( &def, &from, &action, &action.speed, 0.5, -1.0, wf_footstepSpeedChange );
		leg->maxSpeed = 1.2;
		checkLimit( &def, &from, &action, &action.speed, 1.2, 1.0, wf_footstepSpeed );
		leg->maxStride = 0.6;
		checkLimit( &def, &from, &action, &action.duration, 0.6 / cos( 0.1 ), 1.0, wf_footstepStride );
		leg->minStride = 0.4;
		checkLimit( &def, &from, &action, &action.duration, 0.4 / cos( 0.1 ), -1.0, wf_footstepStride );
		leg->minStride = 0.05;
		leg->maxTurn = 0.7;
		checkLimit( &def, &from, &action, &action.turn, 0.7, 1.0, wf_footstepTurn );
		checkLimit( &def, &from, &action, &action.turn, 1e-6, -2.0, wf_footstepTurn );
		leg->maxSideForce = 2.0; // 2 sin(turn) / 0.5
		checkLimit( &def, &from, &action, &action.turn, asin( 0.5 ), 1.0, wf_footstepSideForce );
		// The wrong foot, and walking from rest.
		CHECK_EQUAL( verdictOf( &def, &from, walkAction( other, 0.05, 0.6, 0.105 ) ), wf_footstepWrongFoot );
		wfStance rest = wfMakeStance( &def, 0.0, ( wfVec2 ){ 0.0, 0.0 }, 0.4 );
		CHECK_EQUAL( verdictOf( &def, &rest, action ), wf_footstepWrongFoot );
		action.kind = wf_stopFootstep;
		CHECK_EQUAL( verdictOf( &def, &rest, action ), wf_footstepWrongFoot );
		CHECK_EQUAL( verdictOf( &def, &from, action ), wf_footstepFits );
		action.kind = wf_shiftFootstep;
		CHECK_EQUAL( verdictOf( &def, &from, action ), wf_footstepWrongFoot );
		action.kind = wf_startFootstep;
		CHECK_EQUAL( verdictOf( &def, &from, action ), wf_footstepWrongFoot );
	}
}

TEST( FasterMeansWider )
{
	wfGaitDef def = wfDefaultGaitDef();
	double first = 0.0, last = 10.0;
	for ( double speed = 0.8; speed <= 2.0; speed += 0.2 )
	{
		wfStance from = movingStance( &def, ( wfVec2 ){ 0.0, 0.0 }, 0.0, speed, wf_leftFoot );
		double seconds = wfGait_GetDuration( &def, wf_rightFoot, speed ), widest = 0.0;
		for ( double turn = 0.01; turn < 1.4; turn += 0.01 )
		{
			widest =
				verdictOf( &def, &from, walkAction( wf_rightFoot, turn, speed, seconds ) ) == wf_footstepFits ? turn : widest;
		}
		CHECK( widest <= last && widest > 0.2 );
		first = fmax( first, widest );
		last = widest;
	}
	CHECK( last < 0.5 * first );
}

// After a step the next one must be possible, if only to stop.
TEST( NobodyWalksIntoACorner )
{
	wfGaitDef def = wfDefaultGaitDef();
	wfStance from = movingStance( &def, ( wfVec2 ){ 0.0, 0.0 }, 0.0, 1.2, wf_leftFoot );
	wfFootstepAction action = walkAction( wf_rightFoot, 0.09, 1.2, 0.5 );
	def.legs[wf_leftFoot].maxSpeed = 0.5;
	checkLimit( &def, &from, &action, &action.speed, 0.5 + def.slowDown, 1.0, wf_footstepSpeed );
	action.kind = wf_stopFootstep;
	action.speed = 1.5;
	CHECK_EQUAL( verdictOf( &def, &from, action ), wf_footstepFits );
	// The right foot points inward by 0.16 at most; the left one may then point outward by 0.3 of it and be 0.4 inward of the
	// motion: 2 turn - 0.16 <= 0.7.
	def = wfDefaultGaitDef();
	def.legs[wf_leftFoot].outward = 0.3;
	def.legs[wf_leftFoot].maxTurn = 0.4;
	action = walkAction( wf_rightFoot, 0.3, 0.8, 0.5 );
	checkLimit( &def, &from, &action, &action.turn, 0.43, 1.0, wf_footstepFootAngle );
}

TEST( TheExactCentreStaysBesideTheFoot )
{
	wfGaitDef def = wfDefaultGaitDef();
	def.legs[wf_rightFoot].maxSideForce = 50.0;
	def.legs[wf_rightFoot].maxStride = 2.5;
	wfStance from = movingStance( &def, ( wfVec2 ){ 0.0, 0.0 }, 0.0, 2.0, wf_leftFoot );
	// The exact motion comes nearer than the apex by a (T/2)^2 tanh(k T/4)^2.
	double k = sqrt( 9.81 / def.legLength ), square = pow( tanh( 0.2 * k ), 2.0 );
	double sine = def.footDistance * 4.0 / ( 2.0 * 0.8 * square );
	CHECK( sine < 0.9 );
	CHECK_EQUAL( verdictOf( &def, &from, walkAction( wf_rightFoot, asin( 1.001 * sine ), 2.0, 0.8 ) ), wf_footstepSideForce );
	wfStance to;
	wfFootstep step;
	wfFootstepAction action = walkAction( wf_rightFoot, asin( 0.99 * sine ), 2.0, 0.8 );
	CHECK_EQUAL( wfCreateFootstep( &def, &from, &action, &step, &to ), wf_footstepFits );
	CHECK( inFrame( &step, wfFootstep_GetExactPosition( &step, 0.4 ) ).y > -def.footDistance );
}

TEST( StartsKeepToTheirLimits )
{
	wfGaitDef def = wfDefaultGaitDef();
	wfStance from = wfMakeStance( &def, 0.0, ( wfVec2 ){ 0.0, 0.0 }, 0.4 );
	for ( int foot = 0; foot < 2; ++foot )
	{
		wfFootstepAction action = startAction( (wfFoot)foot, 0.2, 0.6, 0.5, 0.1 );
		checkLimit( &def, &from, &action, &action.duration, 0.24, -1.0, wf_footstepDuration );
		checkLimit( &def, &from, &action, &action.duration, 0.8, 1.0, wf_footstepDuration );
		checkLimit( &def, &from, &action, &action.speed, 0.8, 1.0, wf_footstepSpeedChange );
		// Away from the foot as far as the leg turns; to its outer side no farther than the other foot may point inward of it.
		double away = -sideOf( (wfFoot)foot ), room = def.legs[0].inward + 0.05 + 0.1;
		checkLimit( &def, &from, &action, &action.turn, away * 1.4, away, wf_footstepTurn );
		checkLimit( &def, &from, &action, &action.turn, -away * room, -away, wf_footstepFootAngle );
		action.turn = -away * 1.41;
		CHECK_EQUAL( verdictOf( &def, &from, action ), wf_footstepTurn );
		action.turn = away * 0.2;
		checkLimit( &def, &from, &action, &action.sway, 1e-6, -2.0, wf_footstepTurn );
		checkLimit( &def, &from, &action, &action.sway, 1.4, 1.0, wf_footstepTurn );
		wfGaitDef slow = def;
		slow.legs[foot].maxSpeed = 0.5;
		checkLimit( &slow, &from, &action, &action.speed, 0.5, 1.0, wf_footstepSpeed );
		slow = def;
		slow.legs[foot].maxSideForce = 1.2; // 2 * 0.6 sin(sway) / 0.5
		checkLimit( &slow, &from, &action, &action.sway, asin( 0.5 ), 1.0, wf_footstepSideForce );
		slow = def;
		slow.legs[foot].maxStride = 0.2;
		slow.speedUp = 5.0;
		checkLimit( &slow, &from, &action, &action.speed, 0.8 / cos( 0.1 ), 1.0, wf_footstepStride );
	}
}

TEST( NobodyStartsOverTheOwnFoot )
{
	wfGaitDef def = wfDefaultGaitDef();
	wfStance from = movingStance( &def, ( wfVec2 ){ 0.0, 0.0 }, 0.0, 0.8, wf_leftFoot );
	wfFootstepAction stop = walkAction( wf_rightFoot, 0.09, 0.8, 0.5 );
	stop.kind = wf_stopFootstep;
	stop.twist = -0.5 * TEST_PI; // looks to the right, the feet point ahead
	makeStep( &def, &from, stop );
	CHECK_EQUAL( verdictOf( &def, &from, startAction( wf_rightFoot, -0.3, 0.5, 0.5, 0.09 ) ), wf_footstepFeet );
	CHECK_EQUAL( verdictOf( &def, &from, startAction( wf_leftFoot, -0.3, 0.5, 0.5, 0.09 ) ), wf_footstepFeet );
	CHECK_EQUAL( verdictOf( &def, &from, startAction( wf_leftFoot, 0.3, 0.5, 0.5, 0.09 ) ), wf_footstepFits );
	CHECK_EQUAL( verdictOf( &def, &from, startAction( wf_rightFoot, 1.3, 0.5, 0.5, 0.09 ) ), wf_footstepFits );
}

TEST( ShiftsKeepToTheirLimits )
{
	wfGaitDef def = wfDefaultGaitDef();
	wfStance from = wfMakeStance( &def, 0.0, ( wfVec2 ){ 0.0, 0.0 }, 0.0 );
	// To the left on the right foot; feet 0.2 m apart.
	wfFootstepAction action = shiftAction( wf_rightFoot, ( wfVec2 ){ 0.0, 0.2 }, 0.0, 0.5 );
	checkLimit( &def, &from, &action, &action.duration, 0.24, -1.0, wf_footstepDuration );
	checkLimit( &def, &from, &action, &action.duration, 0.8, 1.0, wf_footstepDuration );
	// The leg that stands reaches 0.6 of its length.
	checkLimit( &def, &from, &action, &action.move.y, 0.54 - 0.1, 1.0, wf_footstepFeet );
	def.legLength = 1.2;
	checkLimit( &def, &from, &action, &action.move.y, 0.5, 1.0, wf_footstepStride );
	def.legs[wf_rightFoot].maxSpeed = 0.9; // 1.5 * length / 0.5
	checkLimit( &def, &from, &action, &action.move.y, 0.3, 1.0, wf_footstepSpeed );
	def = wfDefaultGaitDef();
	// Toward the standing foot as far as it, no farther; and legs are only so long.
	checkLimit( &def, &from, &action, &action.move.y, -0.1, -1.0, wf_footstepFeet );
	def.legs[wf_rightFoot].maxStride = 0.4;
	action.move.x = -0.15;
	checkLimit( &def, &from, &action, &action.move.y, sqrt( 0.04 - 0.0225 ), 1.0, wf_footstepStride );
	def.footDistance = 0.15;
	from = wfMakeStance( &def, 0.0, ( wfVec2 ){ 0.0, 0.0 }, 0.0 );
	action.move.x = 0.0;
	checkLimit( &def, &from, &action, &action.move.y, 0.1, 1.0, wf_footstepFeet );
}

TEST( TurnsInPlaceKeepToTheFootThatSwings )
{
	wfGaitDef def = wfDefaultGaitDef();
	def.legs[wf_leftFoot].outward = 0.7;
	def.legs[wf_leftFoot].inward = 0.3;
	def.legs[wf_rightFoot].outward = 1.1;
	def.legs[wf_rightFoot].inward = 0.2;
	wfStance from = wfMakeStance( &def, 0.0, ( wfVec2 ){ 0.0, 0.0 }, 3.1 );
	wfFootstepAction left = shiftAction( wf_rightFoot, ( wfVec2 ){ 0.0, 0.0 }, 0.5, 0.5 );
	checkLimit( &def, &from, &left, &left.turn, 0.7, 1.0, wf_footstepFootAngle );
	checkLimit( &def, &from, &left, &left.turn, -0.35, -1.0, wf_footstepFootAngle );
	wfFootstepAction right = shiftAction( wf_leftFoot, ( wfVec2 ){ 0.0, 0.0 }, -0.5, 0.5 );
	checkLimit( &def, &from, &right, &right.turn, -1.1, -1.0, wf_footstepFootAngle );
	checkLimit( &def, &from, &right, &right.turn, 0.25, 1.0, wf_footstepFootAngle );
	right.turn = 2.0 * TEST_PI - 0.5;
	CHECK_EQUAL( verdictOf( &def, &from, right ), wf_footstepTurn );
}

TEST( ShouldersTurnOnlySoFar )
{
	wfGaitDef def = wfDefaultGaitDef();
	wfStance from = movingStance( &def, ( wfVec2 ){ 0.0, 0.0 }, 0.0, 0.8, wf_leftFoot );
	wfFootstepAction action = walkAction( wf_rightFoot, 0.09, 0.8, 0.5 );
	checkLimit( &def, &from, &action, &action.twist, 0.5 * TEST_PI, 1.0, wf_footstepTurn );
	checkLimit( &def, &from, &action, &action.twist, -0.5 * TEST_PI, -1.0, wf_footstepTurn );
	action.twist = -0.5 * TEST_PI;
	makeStep( &def, &from, action );
	// From one side to the other there is no telling which way round.
	action = walkAction( wf_leftFoot, 0.09, 0.8, 0.5 );
	action.twist = 0.5 * TEST_PI;
	CHECK_EQUAL( verdictOf( &def, &from, action ), wf_footstepTurn );
	action.twist = 0.3 * TEST_PI;
	CHECK_EQUAL( verdictOf( &def, &from, action ), wf_footstepFits );
}

TEST( NumbersThatAreNoneAreRefused )
{
	wfGaitDef def = wfDefaultGaitDef();
	wfStance moving = movingStance( &def, ( wfVec2 ){ 0.0, 0.0 }, 0.0, 1.0, wf_leftFoot );
	wfStance rest = wfMakeStance( &def, 0.0, ( wfVec2 ){ 0.0, 0.0 }, 0.0 );
	wfFootstepAction actions[] = { walkAction( wf_rightFoot, 0.1, 1.0, 0.5 ), walkAction( wf_rightFoot, 0.1, 1.0, 0.5 ),
								   startAction( wf_rightFoot, 0.1, 0.7, 0.5, 0.1 ),
								   shiftAction( wf_rightFoot, ( wfVec2 ){ 0.1, 0.1 }, 0.2, 0.5 ),
								   shiftAction( wf_rightFoot, ( wfVec2 ){ 0.0, 0.0 }, 0.0, 0.5 ) };
	actions[1].kind = wf_stopFootstep;
	const double bad[] = { NAN, INFINITY, -INFINITY };
	for ( int k = 0; k < 5; ++k )
	{
		const wfStance* from = k < 2 ? &moving : &rest;
		CHECK_EQUAL( verdictOf( &def, from, actions[k] ), wf_footstepFits );
		for ( int b = 0; b < 3; ++b )
		{
			wfFootstepAction action = actions[k];
			action.duration = bad[b];
			CHECK_EQUAL( verdictOf( &def, from, action ), wf_footstepDuration );
			action = actions[k];
			action.turn = bad[b];
			CHECK_EQUAL( verdictOf( &def, from, action ), wf_footstepTurn );
			action = actions[k];
			action.twist = bad[b];
			CHECK_EQUAL( verdictOf( &def, from, action ), wf_footstepTurn );
			action = actions[k];
			action.speed = bad[b];
			CHECK_EQUAL( verdictOf( &def, from, action ), k < 3 ? wf_footstepSpeed : wf_footstepFits );
			action = actions[k];
			action.move.x = bad[b];
			CHECK_EQUAL( verdictOf( &def, from, action ), k < 3 ? wf_footstepFits : wf_footstepStride );
			action = actions[k];
			action.sway = bad[b];
			CHECK_EQUAL( verdictOf( &def, from, action ), k == 2 ? wf_footstepTurn : wf_footstepFits );
		}
		wfFootstepAction action = actions[k];
		action.duration = 0.0;
		CHECK_EQUAL( verdictOf( &def, from, action ), wf_footstepDuration );
		// Even where the leg has no limit.
		wfGaitDef quick = def;
		quick.legs[wf_rightFoot].minDuration = 0.0;
		CHECK_EQUAL( verdictOf( &quick, from, action ), wf_footstepDuration );
		action.duration = -0.5;
		CHECK_EQUAL( verdictOf( &quick, from, action ), wf_footstepDuration );
		action = actions[k];
		action.speed = 0.0;
		CHECK_EQUAL( verdictOf( &def, from, action ), k < 3 ? wf_footstepSpeed : wf_footstepFits );
	}
	moving.speed = NAN;
	CHECK_EQUAL( verdictOf( &def, &moving, actions[0] ), wf_footstepWrongFoot );
	CHECK_EQUAL( verdictOf( &def, &moving, actions[2] ), wf_footstepWrongFoot );
	CHECK_EQUAL( verdictOf( &def, &moving, actions[3] ), wf_footstepWrongFoot );
}

void runVerdictTests( int argc, char** argv )
{
	RUN( EveryVerdictHasItsText );
	RUN( WalkingKeepsToEveryLimitOfItsLeg );
	RUN( FasterMeansWider );
	RUN( NobodyWalksIntoACorner );
	RUN( TheExactCentreStaysBesideTheFoot );
	RUN( StartsKeepToTheirLimits );
	RUN( NobodyStartsOverTheOwnFoot );
	RUN( ShiftsKeepToTheirLimits );
	RUN( TurnsInPlaceKeepToTheFootThatSwings );
	RUN( ShouldersTurnOnlySoFar );
	RUN( NumbersThatAreNoneAreRefused );
}
