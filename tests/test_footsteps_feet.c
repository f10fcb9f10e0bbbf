// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Where feet may point, and where they do.
#include "test_footsteps.h"

#include <math.h>

#define FOOT_SLACK 0.05

// The interval by its definition: within reach of the foot before (any angle of its interval), between the frame and the motion.
// In angles relative to the motion that grow outward of `foot`. False when empty.
static bool intervalOf( const wfGaitDef* def, const wfStance* from, wfFoot foot, double motion, double turn, double* inner,
						double* outer )
{
	double side = sideOf( foot ), low = INFINITY, high = -INFINITY;
	for ( int k = 0; k <= 64; ++k )
	{
		double own = from->inner + ( from->outer - from->inner ) * k / 64.0; // in the sense of the foot before
		double world = sideOf( otherOf( foot ) ) * own;
		double before = wrapped( side * ( world - motion ) );
		low = fmin( low, before - def->legs[foot].inward );
		high = fmax( high, before + def->legs[foot].outward );
	}
	*inner = fmax( low, -turn );
	*outer = fmin( high, FOOT_SLACK );
	return *inner <= *outer;
}

TEST( IntervalsAreWhatTheFormulaSays )
{
	wfGaitDef def = wfDefaultGaitDef();
	randomStream r = { 21, 0 };
	int empty = 0, cut = 0;
	for ( int k = 0; k < 20000; ++k )
	{
		wfFoot foot = k % 2 == 0 ? wf_leftFoot : wf_rightFoot;
		double heading = nextRandom( &r, -4.0, 4.0 ), turn = nextRandom( &r, 0.0, 0.8 );
		def.legs[otherOf( foot )] = wfDefaultGaitDef().legs[0];
		def.legs[foot].outward = nextRandom( &r, 0.05, 1.6 );
		def.legs[foot].inward = nextRandom( &r, 0.0, 0.5 );
		wfStance from = movingStance( &def, ( wfVec2 ){ 0.0, 0.0 }, heading, 0.8, otherOf( foot ) ), after = from;
		from.inner += nextRandom( &r, -1.2, 1.2 );
		from.inner += 2.0 * TEST_PI * floor( nextRandom( &r, -1.0, 2.0 ) );
		from.outer = from.inner + nextRandom( &r, 0.0, 0.8 );
		double inner, outer;
		bool fits = intervalOf( &def, &from, foot, heading, turn, &inner, &outer );
		if ( fabs( inner - outer ) < 1e-6 )
		{
			continue;
		}
		wfFootstepAction action = walkAction( foot, turn, 0.8, 0.6 );
		wfFootstep step;
		wfFootstepVerdict verdict = wfCreateFootstep( &def, &from, &action, &step, &after );
		CHECK_STRING( wfGetFootstepVerdictText( verdict ),
					  wfGetFootstepVerdictText( fits ? wf_footstepFits : wf_footstepFootAngle ) );
		if ( verdict != wf_footstepFits )
		{
			empty += 1;
			continue;
		}
		cut += inner > -turn || outer < FOOT_SLACK;
		double motion = sideOf( foot ) * heading;
		CHECK_NEAR( wrapped( after.inner - motion - inner ), 0.0, 1e-9 );
		CHECK_NEAR( wrapped( after.outer - motion - outer ), 0.0, 1e-9 );
		CHECK_NEAR( after.outer - after.inner, outer - inner, 1e-9 ); // no turn in between
		// Until it is settled it points as near to the frame as it may.
		CHECK_NEAR( wrapped( sideOf( foot ) * step.footAngle - after.inner ), 0.0, 1e-9 );
	}
	CHECK( empty > 1000 && cut > 1000 );
}

// The same walk in every direction, also across the cut of angles at pi, must have the same intervals.
TEST( IntervalsTurnWithTheWay )
{
	wfGaitDef def = wfDefaultGaitDef();
	const double turns[] = { 0.09, 0.5, 0.05, 0.6, 0.3, 0.02, 0.4 };
	for ( double heading = -3.3; heading <= 3.3; heading += 0.05 )
	{
		wfStance straight = movingStance( &def, ( wfVec2 ){ 0.0, 0.0 }, 0.0, 0.7, wf_leftFoot );
		wfStance turned = movingStance( &def, ( wfVec2 ){ 0.0, 0.0 }, heading, 0.7, wf_leftFoot );
		for ( int k = 0; k < 7; ++k )
		{
			wfFoot foot = otherOf( straight.foot );
			wfFootstep a = makeStep( &def, &straight, walkAction( foot, turns[k], 0.7, 0.5 ) );
			wfFootstep b = makeStep( &def, &turned, walkAction( foot, turns[k], 0.7, 0.5 ) );
			double by = sideOf( foot ) * heading;
			CHECK_NEAR( wrapped( turned.inner - straight.inner - by ), 0.0, 1e-9 );
			CHECK_NEAR( turned.outer - turned.inner, straight.outer - straight.inner, 1e-9 );
			CHECK_NEAR( wrapped( b.footAngle - a.footAngle - heading ), 0.0, 1e-9 );
			CHECK( fabs( b.footAngle ) <= TEST_PI );
		}
	}
}

TEST( FeetSettleTowardTheNextStep )
{
	wfGaitDef def = wfDefaultGaitDef();
	wfStance stance = movingStance( &def, ( wfVec2 ){ 0.0, 0.0 }, 3.1, 0.7, wf_leftFoot );
	wfFootstep step = makeStep( &def, &stance, walkAction( wf_rightFoot, 0.1, 0.7, 0.5 ) );
	wfStance after = stance;
	wfFootstep next = makeStep( &def, &after, walkAction( wf_leftFoot, 0.2, 0.7, 0.5 ) );
	double inner = stance.inner, outer = stance.outer;
	wfSettleFoot( &def, &step, &stance, &next );
	CHECK_NEAR( stance.inner, stance.outer, 0.0 );
	CHECK_NEAR( stance.angles[wf_rightFoot], step.footAngle, 0.0 );
	double settled = inner + wrapped( -step.footAngle - inner );
	CHECK( settled >= inner - 1e-12 && settled <= outer + 1e-12 );
	// The motion has turned left by 0.2 and goes right by 0.2: the next frame is the old motion.
	double wanted = inner + wrapped( -atan2( next.along.y, next.along.x ) - inner );
	double nearest = fmin( fmax( wanted, inner ), outer );
	CHECK_NEAR( settled, nearest, 1e-12 );
	// Again changes nothing, nor does another next one.
	wfFootstep same = step;
	wfSettleFoot( &def, &same, &stance, NULL );
	CHECK_NEAR( wrapped( same.footAngle - step.footAngle ), 0.0, 1e-14 );
	// Feet that stand already stay as they are.
	wfStance rest = wfMakeStance( &def, 0.0, ( wfVec2 ){ 0.0, 0.0 }, 1.0 );
	wfFootstep start = makeStep( &def, &rest, startAction( wf_leftFoot, -0.4, 0.7, 0.5, 0.1 ) );
	wfSettleFoot( &def, &start, &rest, &next );
	CHECK_NEAR( start.footAngle, 1.0, 0.0 );
}

// After the foot of a step was settled for the next one, that one can still be made, and its foot is within reach.
TEST( SettledFeetKeepTheNextStepValid )
{
	randomStream r = { 22, 0 };
	int pairs = 0, narrowed = 0, kept = 0;
	for ( int k = 0; k < 60000; ++k )
	{
		wfFoot foot = k % 2 == 0 ? wf_leftFoot : wf_rightFoot;
		wfGaitDef def = randomGait( &r, k % 3 == 0, foot );
		double heading = nextRandom( &r, -4.0, 4.0 );
		wfStance before = movingStance( &def, ( wfVec2 ){ 0.0, 0.0 }, heading, 0.5, otherOf( foot ) ), stance, after;
		before.inner += nextRandom( &r, -0.6, 0.6 );
		before.outer = before.inner + nextRandom( &r, 0.0, 0.5 );
		double turn = nextRandom( &r, 0.0, 1.2 ), seconds = nextRandom( &r, 0.2, 0.6 );
		wfFootstepAction first = walkAction( foot, turn, 0.5, seconds );
		turn = nextRandom( &r, 0.0, 1.2 );
		seconds = nextRandom( &r, 0.2, 0.6 );
		wfFootstepAction second = walkAction( otherOf( foot ), turn, 0.5, seconds );
		second.kind = k % 5 == 0 ? wf_stopFootstep : wf_walkFootstep;
		wfFootstep step, next, again;
		if ( wfCreateFootstep( &def, &before, &first, &step, &stance ) != wf_footstepFits ||
			 wfCreateFootstep( &def, &stance, &second, &next, &after ) != wf_footstepFits )
		{
			continue;
		}
		pairs += 1;
		double inner = stance.inner, outer = stance.outer, width = after.outer - after.inner;
		wfSettleFoot( &def, &step, &stance, &next );
		double settled = inner + wrapped( sideOf( foot ) * step.footAngle - inner );
		CHECK( settled >= inner - 2e-9 && settled <= outer + 2e-9 );
		double wanted = inner + wrapped( sideOf( foot ) * atan2( next.along.y, next.along.x ) - inner );
		kept += fabs( settled - fmin( fmax( wanted, inner ), outer ) ) < 1e-9;
		wfFootstepVerdict verdict = wfCreateFootstep( &def, &stance, &second, &again, &after );
		CHECK_STRING( wfGetFootstepVerdictText( verdict ), "fits" );
		narrowed += second.kind == wf_walkFootstep && after.outer - after.inner < width - 1e-6;
		const wfLegDef* leg = &def.legs[next.foot];
		double outward = wrapped( sideOf( next.foot ) * ( again.footAngle - step.footAngle ) );
		CHECK( outward >= -leg->inward - 2e-9 && outward <= leg->outward + 2e-9 );
	}
	CHECK( pairs > 5000 && narrowed > 100 );
	CHECK_EQUAL( kept, pairs ); // the next foot can always point where its step leads, so the wish comes first
}

void runFootAngleTests( int argc, char** argv )
{
	RUN( IntervalsAreWhatTheFormulaSays );
	RUN( IntervalsTurnWithTheWay );
	RUN( FeetSettleTowardTheNextStep );
	RUN( SettledFeetKeepTheNextStepValid );
}
