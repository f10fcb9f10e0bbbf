// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A long random walk: all kinds of steps, gaits of all sorts, every step settled when the next one is known, as planning does.
#include "test_footsteps.h"

#include <math.h>
#include <stdio.h>

#define WALK_STEPS 100000
#define SLACK 2e-9

static wfVec2 randomMove( randomStream* r )
{
	double length = nextRandom( r, 0.0, 0.5 );
	wfVec2 direction = unitAt( nextRandom( r, -TEST_PI, TEST_PI ) );
	return ( wfVec2 ){ length * direction.x, length * direction.y };
}

static wfFootstepAction randomAction( randomStream* r, const wfStance* stance )
{
	wfFootstepAction action = { .duration = nextRandom( r, 0.15, 0.9 ) };
	double kind = nextRandom( r, 0.0, 1.0 );
	action.twist = nextRandom( r, 0.0, 1.0 ) < 0.2 ? nextRandom( r, -1.5, 1.5 ) : 0.0;
	if ( stance->speed > 0.0 )
	{
		double turn = nextRandom( r, 0.0, 1.0 );
		action.kind = kind < 0.1 ? wf_stopFootstep : wf_walkFootstep;
		action.foot = otherOf( stance->foot );
		action.turn = kind < 0.6 ? 0.09 : 1.5 * turn * turn;
		action.speed = stance->speed + nextRandom( r, -0.5, 0.5 );
		return action;
	}
	action.foot = nextRandom( r, 0.0, 1.0 ) < 0.5 ? wf_leftFoot : wf_rightFoot;
	if ( kind < 0.5 )
	{
		action.kind = wf_startFootstep;
		action.turn = nextRandom( r, -1.5, 1.5 );
		action.speed = nextRandom( r, 0.05, 1.2 );
		action.sway = nextRandom( r, 0.0, 0.8 );
		return action;
	}
	action.kind = wf_shiftFootstep;
	action.turn = kind < 0.6 ? 0.0 : nextRandom( r, -1.8, 1.8 );
	action.move = kind < 0.8 ? randomMove( r ) : ( wfVec2 ){ 0.0, 0.0 };
	return action;
}

// Makes a step that fits from the stance, or reports that none was found: a leg may have turned itself into a corner.
static bool findStep( randomStream* r, const wfGaitDef* def, const wfStance* from, wfFootstepAction* action, wfFootstep* step,
					  wfStance* to, int64_t* refused )
{
	for ( int k = 0; k < 2000; ++k )
	{
		*action = randomAction( r, from );
		wfFootstepVerdict verdict = wfCreateFootstep( def, from, action, step, to );
		refused[verdict] += 1;
		if ( verdict == wf_footstepFits )
		{
			return true;
		}
	}
	return false;
}

// ----------------------------------------------------------------------------------------------------------------- limits

// All reckoned from the step itself and the speed before it.
static bool isWithinLimits( const wfGaitDef* def, const wfFootstep* step, double speedBefore )
{
	const wfLegDef* leg = &def->legs[step->foot];
	double aside = fabs( step->curve ) * step->duration, speed = sqrt( step->speed * step->speed + aside * aside );
	double half = 0.5 * step->duration, length = step->speed * step->duration;
	bool holds = CHECK( step->duration >= leg->minDuration - SLACK && step->duration <= leg->maxDuration + SLACK );
	if ( step->kind == wf_shiftFootstep )
	{
		holds &= CHECK( step->curve == 0.0 && length <= 0.5 * leg->maxStride + SLACK );
		return CHECK( 1.5 * step->speed <= leg->maxSpeed + SLACK ) && holds;
	}
	holds &= CHECK( speed <= leg->maxSpeed + SLACK && step->speed > 0.0 );
	holds &= CHECK( speed <= speedBefore + def->speedUp + SLACK );
	holds &= CHECK( step->kind == wf_startFootstep || speed >= speedBefore - def->slowDown - SLACK );
	holds &= CHECK( atan2( aside, step->speed ) <= leg->maxTurn + SLACK );
	holds &= CHECK( 2.0 * fabs( step->curve ) <= leg->maxSideForce + SLACK );
	holds &= CHECK( -sideOf( step->foot ) * step->curve >= 0.0 ); // away from the foot
	holds &= CHECK( step->kind == wf_walkFootstep ? length >= leg->minStride - SLACK : true );
	holds &= CHECK( ( step->kind == wf_walkFootstep ? length : step->speed * half ) <= leg->maxStride + SLACK );
	return CHECK( step->energy >= def->power * step->duration ) && holds;
}

// The centre keeps to its side of the foot, both motions.
static bool isBetweenTheFeet( const wfGaitDef* def, const wfFootstep* step )
{
	double side = sideOf( step->foot );
	bool holds = true;
	if ( step->kind == wf_shiftFootstep )
	{
		// Straight and between the feet at the end, if any foot was moved for it.
		bool moves = lengthOf( minus( step->swingTo, step->swingFrom ) ) > 0.0;
		wfVec2 end = wfFootstep_GetPosition( step, wfFootstep_GetEndTime( step ) );
		wfVec2 across = minus( step->swingTo, end ), standing = minus( step->footPosition, end );
		return !moves ||
			   ( CHECK_NEAR( lengthOf( across ), def->footDistance, 1e-9 ) && CHECK( dotOf( across, standing ) <= SLACK ) );
	}
	wfVec2 foot = inFrame( step, step->footPosition );
	holds &= CHECK( side * foot.y > 0.0 );
	if ( step->kind != wf_startFootstep )
	{
		holds &= CHECK_NEAR( foot.x, 0.0, 1e-9 );
		holds &= CHECK_NEAR( side * foot.y, def->footDistance, 1e-9 );
	}
	for ( int k = 0; k <= 8; ++k )
	{
		double time = step->startTime + step->duration * k / 8.0;
		wfVec2 parabola = inFrame( step, wfFootstep_GetPosition( step, time ) );
		wfVec2 exact = inFrame( step, wfFootstep_GetExactPosition( step, time ) );
		holds &= CHECK( -side * parabola.y >= -1e-9 );
		holds &= CHECK( side * ( foot.y - exact.y ) > 0.0 );
	}
	return holds;
}

// Of two settled feet: within reach of each other; of a step: between frame and motion.
static bool pointsRight( const wfGaitDef* def, const wfFootstep* before, const wfFootstep* step )
{
	bool holds = CHECK( fabs( step->footAngle ) <= TEST_PI + 1e-12 );
	double side = sideOf( step->foot );
	if ( step->kind == wf_shiftFootstep || step->kind == wf_startFootstep )
	{
		return holds; // on a foot that stood already
	}
	const wfLegDef* leg = &def->legs[step->foot];
	double outward = wrapped( side * ( step->footAngle - before->footAngle ) );
	holds &= CHECK( outward >= -leg->inward - SLACK && outward <= leg->outward + SLACK );
	wfVec2 v = wfFootstep_GetVelocity( step, step->startTime );
	double ofMotion = wrapped( side * ( step->footAngle - atan2( v.y, v.x ) ) );
	double turn = atan2( fabs( step->curve ) * step->duration, step->speed );
	holds &= CHECK( ofMotion >= -turn - SLACK && ofMotion <= 0.05 + SLACK );
	if ( step->kind == wf_stopFootstep )
	{
		const wfLegDef* other = &def->legs[otherOf( step->foot )];
		outward = wrapped( -side * ( step->swingToAngle - step->footAngle ) );
		holds &= CHECK( outward >= -other->inward - SLACK && outward <= other->outward + SLACK );
	}
	return holds;
}

// -------------------------------------------------------------------------------------------------------------- continuity

typedef struct walkReport
{
	double gap, exactGap, bend, exactBend; // largest
	int64_t kinds[4];
	int64_t verdicts[wf_footstepFeet + 1];
	int64_t steps, corners, moving;
} walkReport;

static void checkJoint( const wfFootstep* before, const wfFootstep* step, walkReport* report )
{
	double end = wfFootstep_GetEndTime( before );
	CHECK_NEAR( step->startTime, end, 0.0 );
	wfVec2 a = wfFootstep_GetPosition( before, end ), b = wfFootstep_GetPosition( step, end );
	report->gap = fmax( report->gap, lengthOf( minus( a, b ) ) );
	a = wfFootstep_GetExactPosition( before, end );
	b = wfFootstep_GetExactPosition( step, end );
	report->exactGap = fmax( report->exactGap, lengthOf( minus( a, b ) ) );
	wfVec2 facing = wfFootstep_GetFacing( before, end );
	CHECK_NEAR( angleBetween( facing, wfFootstep_GetFacing( step, end ) ), 0.0, 1e-9 );
	CHECK( lengthOf( minus( step->swingFrom, before->footPosition ) ) == 0.0 || before->kind == wf_shiftFootstep ||
		   before->kind == wf_stopFootstep );
	a = wfFootstep_GetVelocity( before, end );
	b = wfFootstep_GetVelocity( step, end );
	bool movesBefore = lengthOf( a ) > 1e-9, movesAfter = lengthOf( b ) > 1e-9;
	CHECK( movesBefore == movesAfter );
	if ( movesBefore && movesAfter )
	{
		report->moving += 1;
		report->bend = fmax( report->bend, fabs( angleBetween( a, b ) ) );
		a = wfFootstep_GetExactVelocity( before, end );
		b = wfFootstep_GetExactVelocity( step, end );
		report->exactBend = fmax( report->exactBend, fabs( angleBetween( a, b ) ) );
	}
}

static void walkOnce( randomStream* r, int walk, int steps, walkReport* report )
{
	wfGaitDef def =
		walk % 4 == 0 ? wfDefaultGaitDef() : randomGait( r, walk % 2 == 0, walk % 3 == 0 ? wf_leftFoot : wf_rightFoot );
	wfVec2 place = nextPlace( r, 100.0 );
	double time = nextRandom( r, 0.0, 1000.0 ), heading = nextRandom( r, -TEST_PI, TEST_PI );
	wfStance from = wfMakeStance( &def, time, place, heading ), stance;
	wfFootstep before = { 0 }, step;
	wfFootstepAction action;
	double speedBefore = 0.0;
	if ( !findStep( r, &def, &from, &action, &step, &stance, report->verdicts ) )
	{
		report->corners += 1;
		return;
	}
	for ( int k = 0; k < steps; ++k )
	{
		wfFootstep next;
		wfStance after;
		bool goesOn = findStep( r, &def, &stance, &action, &next, &after, report->verdicts );
		wfSettleFoot( &def, &step, &stance, goesOn ? &next : NULL );
		bool holds = isWithinLimits( &def, &step, speedBefore );
		holds &= isBetweenTheFeet( &def, &step );
		holds &= pointsRight( &def, k > 0 ? &before : &step, &step );
		holds &= CHECK( stance.speed > 0.0 || fabs( angleBetween( stance.direction, stance.facing ) ) < 1e-12 );
		report->kinds[step.kind] += 1;
		report->steps += 1;
		if ( k > 0 )
		{
			checkJoint( &before, &step, report );
		}
		if ( !holds || !goesOn )
		{
			report->corners += !goesOn;
			return;
		}
		speedBefore = stance.speed;
		before = step;
		wfFootstepVerdict verdict = wfCreateFootstep( &def, &stance, &action, &step, &after );
		if ( !CHECK_STRING( wfGetFootstepVerdictText( verdict ), "fits" ) )
		{
			return;
		}
		stance = after;
	}
}

TEST( HundredThousandStepsAreSound )
{
	randomStream r = { 41, 0 };
	walkReport report = { 0 };
	for ( int walk = 0; report.steps < WALK_STEPS && walk < 20000; ++walk )
	{
		walkOnce( &r, walk, 500, &report );
	}
	CHECK( report.steps >= WALK_STEPS );
	CHECK( report.corners < 100 ); // steep curves a slow leg cannot go on with
	CHECK( report.gap < 1e-9 );
	CHECK( report.exactGap < 1e-9 );
	CHECK( report.bend < 1e-6 );
	CHECK( report.exactBend < 1e-6 );
	for ( int k = 0; k < 4; ++k )
	{
		CHECK( report.kinds[k] > WALK_STEPS / 50 );
	}
	for ( int k = 0; k <= (int)wf_footstepFeet; ++k )
	{
		CHECK( k == (int)wf_footstepWrongFoot || report.verdicts[k] > 0 );
	}
	printf( "    %lld steps: gap %.1e m, exact %.1e m, bend %.1e, exact %.1e; %lld corners\n", (long long)report.steps,
			report.gap, report.exactGap, report.bend, report.exactBend, (long long)report.corners );
}

void runRandomWalkTests( int argc, char** argv )
{
	RUN( HundredThousandStepsAreSound );
}
