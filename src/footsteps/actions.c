// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What a character may do next: few steps, chosen so that one of them is nearly always right.
#include "footsteps/footsteps.h"

#include <math.h>

// Slowing down that is felt as stopping, m/s^2.
#define WF_STOP_FORCE 3.2
// A start is half a step, and takes this share of the time of a whole one.
#define WF_START_SHARE 1.0
#define WF_LONGEST_SHIFT 0.3
// Turning less than this is walking straight on.
#define WF_LEAST_TURN 0.012
// A standing foot is where it belongs to within so many metres, and to within about a degree: the cosine.
#define WF_LEFT_BEHIND 0.01
#define WF_POINTS_AHEAD 0.9998

static double clamp( double value, double lower, double upper )
{
	return value < lower ? lower : value > upper ? upper : value;
}

// A walking step as fast as wanted, as far as the curve and the change of speed allow.
static bool makeWalk( const wfGaitDef* gait, const wfStance* from, double turn, double speed, wfStepAction* action )
{
	wfFoot foot = wfOtherFoot( from->foot );
	const wfLegDef* leg = &gait->legs[foot];
	double slowest = from->speed - gait->slowDown, fastest = from->speed + gait->speedUp;
	fastest = fastest < leg->maxSpeed ? fastest : leg->maxSpeed;
	turn = clamp( turn, WF_LEAST_TURN, leg->maxTurn );
	speed = clamp( speed, slowest > 0.15 ? slowest : 0.15, fastest );
	double seconds = wfGait_GetDuration( gait, foot, speed ), sine = wfSin( turn );
	if ( 2.0 * speed * sine > 0.99 * leg->maxSideForce * seconds )
	{
		seconds = leg->maxDuration < 1.15 * seconds ? leg->maxDuration : 1.15 * seconds;
		speed = 0.495 * leg->maxSideForce * seconds / sine;
		if ( speed < slowest )
		{
			return false;
		}
		speed = speed < fastest ? speed : fastest;
	}
	// The longest stride.
	double stride = speed * seconds * wfCos( turn );
	if ( stride > leg->maxStride )
	{
		seconds *= 0.999 * leg->maxStride / stride;
	}
	*action = ( wfStepAction ){ .kind = wf_walkStep, .foot = foot, .turn = turn, .speed = speed, .duration = seconds };
	return seconds >= leg->minDuration;
}

bool wfMakeStopAction( const wfGaitDef* gait, const wfStance* from, int32_t k, wfStepAction* action )
{
	static const double turns[] = { 0.04, 0.3, 0.7, 1.1 };
	if ( k >= (int32_t)( sizeof( turns ) / sizeof( turns[0] ) ) || from->speed <= 0.0 )
	{
		return false;
	}
	wfFoot foot = wfOtherFoot( from->foot );
	const wfLegDef* leg = &gait->legs[foot];
	double turn = clamp( turns[k], 0.0, leg->maxTurn );
	// Tight curves take their time as well.
	double seconds = from->speed / WF_STOP_FORCE, curve = 2.02 * from->speed * wfSin( turn ) / leg->maxSideForce;
	seconds = seconds > curve ? seconds : curve;
	*action = ( wfStepAction ){ .kind = wf_stopStep,
								.foot = foot,
								.turn = turn,
								.speed = from->speed < leg->maxSpeed ? from->speed : leg->maxSpeed,
								.duration = clamp( seconds, leg->minDuration, leg->maxDuration ) };
	return true;
}

static int32_t listMoving( const wfGaitDef* gait, const wfStance* from, wfVec2 toward, double speed, double way, bool first,
						   wfStepAction* actions )
{
	static const double fan[] = { 0.02, 0.14, 0.32, 0.62, 1.05 };
	int32_t count = 0;
	double side = wfSideOf( wfOtherFoot( from->foot ) );
	wfVec2 d = from->direction;
	// Toward the side away from the foot; the motion swings to the other side of the way by the sway.
	double angle = -side * wfAtan2( d.x * toward.y - d.y * toward.x, d.x * toward.x + d.y * toward.y );
	// Close to the goal, and not straight toward it: slower, for tighter turns.
	if ( way < 2.5 && fabs( angle ) > 0.35 )
	{
		double slow = 0.4 + 0.25 * way;
		speed = speed < slow ? speed : slow;
	}
	double ahead = clamp( 0.5 * ( angle + WF_SWAY ), WF_LEAST_TURN, gait->legs[wfOtherFoot( from->foot )].maxTurn );
	double speeds[] = { speed, 0.65 * speed, 0.35 * speed };
	for ( int32_t k = first ? 0 : 1; k < ( first ? 1 : 3 ); ++k )
	{
		count += makeWalk( gait, from, ahead, speeds[k], &actions[count] );
	}
	for ( int32_t k = 0; k < 5 && !first; ++k )
	{
		if ( fabs( fan[k] - ahead ) > 0.05 )
		{
			count += makeWalk( gait, from, fan[k], speed * ( 1.0 - 0.35 * fan[k] ), &actions[count] );
		}
	}
	count += !first && wfMakeStopAction( gait, from, 0, &actions[count] );
	return count;
}

static int32_t listStarts( const wfGaitDef* gait, double angle, double speed, bool first, wfStepAction* actions )
{
	int32_t count = 0;
	static const double offsets[] = { 0.0, 0.45, -0.45, 0.9, -0.9, 1.35, -1.35 };
	for ( int32_t k = first ? 0 : 1; k < ( first ? 1 : 7 ); ++k )
	{
		for ( int32_t foot = 0; foot < 2; ++foot )
		{
			// To a side with the foot on that side.
			if ( k > 0 && ( offsets[k] > 0.0 ) != ( foot == wf_rightFoot ) )
			{
				continue;
			}
			const wfLegDef* leg = &gait->legs[foot];
			double most = leg->maxTurn;
			double start = speed < 0.999 * gait->speedUp ? speed : 0.999 * gait->speedUp;
			start = start < leg->maxSpeed ? start : leg->maxSpeed;
			double turn = k == 0 ? clamp( angle, -most, most ) : angle + offsets[k];
			if ( fabs( turn ) > most )
			{
				continue;
			}
			actions[count++] =
				( wfStepAction ){ .kind = wf_startStep,
								  .foot = (wfFoot)foot,
								  .turn = clamp( turn, -most, most ),
								  .speed = start,
								  .sway = WF_SWAY,
								  .duration = clamp( WF_START_SHARE * wfGait_GetDuration( gait, (wfFoot)foot, start ),
													 leg->minDuration, leg->maxDuration ) };
		}
	}
	return count;
}

// To the side and back, the foot on that side first.
static int32_t listShifts( const wfGaitDef* gait, const wfStance* from, double speed, wfStepAction* actions )
{
	static const double moves[][2] = { { 0.0, 0.28 }, { 0.0, -0.28 }, { -WF_LONGEST_SHIFT, 0.0 } };
	int32_t count = 0;
	wfVec2 f = from->facing;
	for ( int32_t k = 0; k < 3; ++k )
	{
		double ahead = moves[k][0], left = moves[k][1];
		wfFoot swing = left > 0.0 ? wf_leftFoot : left < 0.0 ? wf_rightFoot : wfOtherFoot( from->foot );
		const wfLegDef* leg = &gait->legs[wfOtherFoot( swing )];
		double seconds = clamp( speed > 0.5 ? 0.5 : 0.6, leg->minDuration, leg->maxDuration );
		// Shorter where the leg is too weak for that much.
		double most = 0.49 * leg->maxStride, apart = 0.98 * leg->maxStride - 2.0 * gait->footDistance;
		double fast = 0.66 * leg->maxSpeed * seconds;
		most = most < apart ? most : apart;
		most = most < fast ? most : fast;
		double share = most < WF_LONGEST_SHIFT ? most / WF_LONGEST_SHIFT : 1.0;
		if ( share < 0.1 )
		{
			continue;
		}
		ahead *= share;
		left *= share;
		actions[count++] = ( wfStepAction ){ .kind = wf_shiftStep,
											 .foot = wfOtherFoot( swing ),
											 .move = { ahead * f.x - left * f.y, ahead * f.y + left * f.x },
											 .duration = seconds };
	}
	return count;
}

// As far as the foot may be turned out in one step on the spot.
static double mostTurn( const wfGaitDef* gait, wfFoot swing )
{
	return gait->legs[swing].outward < 1.2 ? 0.98 * gait->legs[swing].outward : 1.2;
}

static double turnSeconds( double turn )
{
	return 0.3 + 0.2 * fabs( turn );
}

double wfTurnEnergy( const wfGaitDef* gait )
{
	double left = mostTurn( gait, wf_leftFoot ), right = mostTurn( gait, wf_rightFoot ), turn = left < right ? left : right;
	return ( gait->power * turnSeconds( turn ) + WF_TURN_EFFORT * gait->mass * turn ) / turn;
}

// Not where closing up would put it: beside the centre, and pointing ahead as far as it can.
static bool isLeftBehind( const wfGaitDef* gait, const wfStance* from, wfFoot foot )
{
	double side = wfSideOf( foot ) * gait->footDistance;
	double x = from->feet[foot].x - from->position.x + side * from->facing.y;
	double y = from->feet[foot].y - from->position.y - side * from->facing.x;
	double angle = wfLandingAngle( gait, from, foot, wfAtan2( from->facing.y, from->facing.x ) );
	return x * x + y * y > WF_LEFT_BEHIND * WF_LEFT_BEHIND || wfCos( angle - from->angles[foot] ) < WF_POINTS_AHEAD;
}

static int32_t listStanding( const wfGaitDef* gait, const wfStance* from, const wfStepAim* aim, double speed, bool first,
							 wfStepAction* actions )
{
	wfVec2 f = from->facing;
	double angle = wfAtan2( f.x * aim->toward.y - f.y * aim->toward.x, f.x * aim->toward.x + f.y * aim->toward.y );
	int32_t count = listStarts( gait, angle, speed, first, actions );
	if ( first )
	{
		return count;
	}
	if ( fabs( angle ) > 0.5 )
	{
		// On the spot, the outer foot first, as far as it may be turned out.
		wfFoot swing = angle > 0.0 ? wf_leftFoot : wf_rightFoot;
		double most = mostTurn( gait, swing );
		double turn = clamp( angle, -most, most );
		actions[count++] = ( wfStepAction ){ .kind = wf_shiftStep,
											 .foot = wfOtherFoot( swing ),
											 .turn = turn,
											 .duration = clamp( turnSeconds( turn ), gait->legs[wfOtherFoot( swing )].minDuration,
																gait->legs[wfOtherFoot( swing )].maxDuration ) };
	}
	count += listShifts( gait, from, speed, actions + count );
	// The foot that was left behind closes up. One that has is moved now and then by who waits for a chance: what it intends to
	// do then is seen by others. Not for ever.
	if ( aim->shuffles || isLeftBehind( gait, from, wfOtherFoot( from->foot ) ) )
	{
		actions[count++] =
			( wfStepAction ){ .kind = wf_shiftStep,
							  .foot = from->foot,
							  .turn = 1e-6,
							  .duration = clamp( 0.35, gait->legs[from->foot].minDuration, gait->legs[from->foot].maxDuration ) };
	}
	actions[count++] = ( wfStepAction ){
		.kind = wf_shiftStep, .foot = from->foot, .duration = clamp( 0.4, gait->legs[from->foot].minDuration, 1.0 ) };
	return count;
}

// Near the end of a way that is to be stood at no faster than it can be walked in two steps.
static double speedFor( double speed, double way, bool stays )
{
	double most = stays ? 0.35 + way : INFINITY;
	speed = speed < most ? speed : most;
	return speed > 0.2 ? speed : 0.2;
}

int32_t wfListFirstActions( const wfGaitDef* gait, const wfStance* from, const wfStepAim* aim, wfStepAction* actions )
{
	double speed = speedFor( aim->speed, aim->way, aim->stays );
	return from->speed > 0.0 ? listMoving( gait, from, aim->toward, speed, aim->way, true, actions )
							 : listStanding( gait, from, aim, speed, true, actions );
}

int32_t wfListOtherActions( const wfGaitDef* gait, const wfStance* from, const wfStepAim* aim, wfStepAction* actions )
{
	double speed = speedFor( aim->speed, aim->way, aim->stays );
	return from->speed > 0.0 ? listMoving( gait, from, aim->toward, speed, aim->way, false, actions )
							 : listStanding( gait, from, aim, speed, false, actions );
}
