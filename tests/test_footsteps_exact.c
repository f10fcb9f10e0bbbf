// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The exact pendulum beside the parabola.
#include "test_footsteps.h"

#include <math.h>
#include <stdio.h>

static wfFootstep randomWalkStep( randomStream* r, wfGaitDef* def, bool isUsual )
{
	for ( ;; )
	{
		*def = isUsual ? wfDefaultGaitDef() : randomGait( r, false, wf_leftFoot );
		wfFoot foot = nextRandom( r, 0.0, 1.0 ) < 0.5 ? wf_leftFoot : wf_rightFoot;
		double speed = nextRandom( r, 0.1, 2.2 );
		wfVec2 place = nextPlace( r, 50.0 );
		double heading = nextRandom( r, -3.2, 3.2 ), turn = nextRandom( r, 0.0, 1.0 );
		wfStance stance = movingStance( def, place, heading, speed, otherOf( foot ) ), after;
		wfFootstepAction action = walkAction( foot, 1.4 * turn * turn, speed, nextRandom( r, 0.15, 0.95 ) );
		wfFootstep step;
		if ( wfCreateFootstep( def, &stance, &action, &step, &after ) == wf_footstepFits )
		{
			return step;
		}
	}
}

TEST( ExactMotionHasTheParabolasEnds )
{
	randomStream r = { 31, 0 };
	for ( int k = 0; k < 20000; ++k )
	{
		wfGaitDef def;
		wfFootstep step = randomWalkStep( &r, &def, k % 2 == 0 );
		const double times[] = { step.startTime, wfFootstep_GetEndTime( &step ) };
		for ( int end = 0; end < 2; ++end )
		{
			wfVec2 parabola = wfFootstep_GetPosition( &step, times[end] ),
				   exact = wfFootstep_GetExactPosition( &step, times[end] );
			CHECK_NEAR( lengthOf( minus( parabola, exact ) ), 0.0, 1e-12 );
			wfVec2 v = wfFootstep_GetVelocity( &step, times[end] ), w = wfFootstep_GetExactVelocity( &step, times[end] );
			CHECK_NEAR( angleBetween( v, w ), 0.0, 1e-9 );
			CHECK( lengthOf( w ) > lengthOf( v ) ); // it lingers in between
		}
	}
}

TEST( ExactMotionIsAPendulum )
{
	randomStream r = { 32, 0 };
	for ( int k = 0; k < 5000; ++k )
	{
		wfGaitDef def;
		wfFootstep step = randomWalkStep( &r, &def, k % 2 == 0 );
		double half = 0.5 * step.duration, g = sqrt( 9.81 / def.legLength ), q = g * half;
		CHECK_NEAR( step.pendulum, g, 1e-14 );
		// Its pivot: beside the apex on the side of the foot.
		double coth = 1.0 / tanh( q );
		wfVec2 pivot = { 0.0, step.curve * half * half * ( 1.0 - 2.0 * coth * coth ) };
		CHECK( pivot.y * sideOf( step.foot ) >= 0.0 );
		double firstX = 0.0, firstY = 0.0;
		for ( int j = 0; j <= 16; ++j )
		{
			double time = step.startTime + step.duration * j / 16.0, small = 1e-3 * step.duration;
			wfVec2 p = inFrame( &step, wfFootstep_GetExactPosition( &step, time ) );
			wfVec2 w = wfFootstep_GetExactVelocity( &step, time );
			double x = p.x - pivot.x, y = p.y - pivot.y, vx = dotOf( step.along, w ), vy = crossOf( step.along, w );
			// v^2 - k^2 x^2 stays the same in both axes.
			double energyX = vx * vx - g * g * x * x, energyY = vy * vy - g * g * y * y;
			firstX = j == 0 ? energyX : firstX;
			firstY = j == 0 ? energyY : firstY;
			double sizeY = 1.0 + g * g * pivot.y * pivot.y;
			CHECK_NEAR( energyX, firstX, 1e-10 );
			CHECK_NEAR( energyY, firstY, 1e-10 * sizeY );
			if ( j == 0 || j == 16 )
			{
				continue;
			}
			// x'' = k^2 x by differences, and the velocity is the position's.
			wfVec2 a = inFrame( &step, wfFootstep_GetExactPosition( &step, time - small ) );
			wfVec2 b = inFrame( &step, wfFootstep_GetExactPosition( &step, time + small ) );
			CHECK_NEAR( ( a.x - 2.0 * p.x + b.x ) / ( small * small ), g * g * x,
						1e-5 * ( 1.0 + g * g * fabs( x ) ) / def.legLength );
			CHECK_NEAR( ( a.y - 2.0 * p.y + b.y ) / ( small * small ), g * g * y,
						1e-5 * ( 1.0 + g * g * fabs( y ) ) / def.legLength );
			CHECK_NEAR( ( b.x - a.x ) / ( 2.0 * small ), vx, 1e-4 );
			CHECK_NEAR( ( b.y - a.y ) / ( 2.0 * small ), vy, 1e-4 );
		}
	}
}

// With q = k T/2 and s = u / (T/2) the distance along the frame, w(s) = s - sinh(q s) / sinh(q) halves of the stride, solves
// w'' - q^2 w = -q^2 s, so 0 <= w <= q^2 (s - s^3) / 6. Across it is largest at the apex: a (T/2)^2 tanh(q/2)^2.
static double boundOf( const wfFootstep* step )
{
	double half = 0.5 * step->duration, q = step->pendulum * half;
	double stride = step->speed * step->duration, tangent = fabs( step->curve ) * step->duration / step->speed;
	return stride * q * q * sqrt( 0.0321 * 0.0321 + tangent * tangent / 256.0 );
}

TEST( ParabolaAndPendulumStayTogether )
{
	randomStream r = { 33, 0 };
	double tightest = 0.0, usual = 0.0, straight = 0.0;
	for ( int k = 0; k < 50000; ++k )
	{
		wfGaitDef def;
		wfFootstep step = randomWalkStep( &r, &def, k % 2 == 0 );
		double deviation = wfFootstep_GetExactDeviation( &step ), stride = step.speed * step.duration;
		CHECK( deviation > 0.0 );
		if ( !CHECK( deviation <= boundOf( &step ) ) )
		{
			break;
		}
		tightest = fmax( tightest, deviation / boundOf( &step ) );
		if ( k % 2 == 0 )
		{
			usual = fmax( usual, deviation );
			double turn = atan2( fabs( step.curve ) * step.duration, step.speed );
			straight = turn < 0.15 ? fmax( straight, deviation / stride ) : straight;
		}
		// Nothing is lost between the samples of the largest distance.
		double found = 0.0;
		for ( int j = 0; j <= 512; ++j )
		{
			double time = step.startTime + step.duration * j / 512.0;
			found = fmax(
				found, lengthOf( minus( wfFootstep_GetPosition( &step, time ), wfFootstep_GetExactPosition( &step, time ) ) ) );
			j += k % 50 == 0 ? 0 : 512;
		}
		CHECK( k % 50 != 0 || ( found >= deviation - 1e-15 && found <= 1.005 * deviation ) );
	}
	CHECK( tightest > 0.7 ); // the bound is no idle one
	// The default gait: per metre of a straight stride, and in metres of any step.
	CHECK( straight < 0.05 );
	CHECK( usual < 0.11 );
	printf( "    largest deviation: %.4f of a straight stride, %.4f m in any step, %.2f of the bound\n", straight, usual,
			tightest );
}

TEST( NormalWalkingDeviatesByCentimetres )
{
	wfGaitDef def = wfDefaultGaitDef();
	double speed = wfGait_GetPreferredSpeed( &def ), seconds = wfGait_GetDuration( &def, wf_rightFoot, speed );
	wfStance stance = movingStance( &def, ( wfVec2 ){ 0.0, 0.0 }, 0.0, speed, wf_leftFoot );
	wfFootstep step = makeStep( &def, &stance, walkAction( wf_rightFoot, 0.09, speed, seconds ) );
	double deviation = wfFootstep_GetExactDeviation( &step );
	CHECK( deviation > 0.01 && deviation < 0.02 );
	// The parabola hurries on: behind the foot it is ahead of the pendulum, never the other way round.
	for ( int k = 1; k < 16; ++k )
	{
		double time = seconds * k / 16.0;
		double ahead = inFrame( &step, wfFootstep_GetPosition( &step, time ) ).x -
					   inFrame( &step, wfFootstep_GetExactPosition( &step, time ) ).x;
		CHECK( k < 8 ? ahead < 0.0 : k > 8 ? ahead > 0.0 : fabs( ahead ) < 1e-12 );
	}
}

TEST( OtherStepsAreExactAsTheyAre )
{
	wfGaitDef def = wfDefaultGaitDef();
	wfStance rest = wfMakeStance( &def, 0.0, ( wfVec2 ){ 1.0, 1.0 }, 0.3 ), moving = rest;
	wfFootstep steps[3];
	steps[0] = makeStep( &def, &moving, startAction( wf_leftFoot, 0.1, 0.7, 0.5, 0.1 ) );
	wfFootstepAction stop = walkAction( wf_rightFoot, 0.2, 0.7, 0.5 );
	stop.kind = wf_stopFootstep;
	steps[1] = makeStep( &def, &moving, stop );
	steps[2] = makeStep( &def, &rest, shiftAction( wf_rightFoot, ( wfVec2 ){ 0.0, 0.2 }, 0.1, 0.5 ) );
	for ( int k = 0; k < 3; ++k )
	{
		CHECK_NEAR( wfFootstep_GetExactDeviation( &steps[k] ), 0.0, 0.0 );
		for ( int j = 0; j <= 10; ++j )
		{
			double time = steps[k].startTime + steps[k].duration * j / 10.0;
			wfVec2 p = wfFootstep_GetPosition( &steps[k], time ), q = wfFootstep_GetExactPosition( &steps[k], time );
			CHECK_NEAR( lengthOf( minus( p, q ) ), 0.0, 0.0 );
			p = wfFootstep_GetVelocity( &steps[k], time );
			q = wfFootstep_GetExactVelocity( &steps[k], time );
			CHECK_NEAR( lengthOf( minus( p, q ) ), 0.0, 0.0 );
		}
	}
}

void runExactTests( int argc, char** argv )
{
	RUN( ExactMotionHasTheParabolasEnds );
	RUN( ExactMotionIsAPendulum );
	RUN( ParabolaAndPendulumStayTogether );
	RUN( NormalWalkingDeviatesByCentimetres );
	RUN( OtherStepsAreExactAsTheyAre );
}
