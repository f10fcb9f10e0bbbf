// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What a character may do next: few steps, chosen so that one of them is nearly always right.
#include "base/vec2.h"
#include "footsteps/search.h"
#include "footsteps/tuning.h"

#include <math.h>

static double clamp( double value, double lower, double upper )
{
	return value < lower ? lower : value > upper ? upper : value;
}

// A walking step as fast as wanted, as far as the curve and the change of speed allow.
static bool makeWalk( const wfGaitDef* gait, const wfStance* from, double turn, double speed, double strides,
					  wfFootstepAction* action )
{
	wfFoot foot = wfOtherFoot( from->foot );
	const wfLegDef* leg = &gait->legs[foot];
	double slowest = from->speed - gait->slowDown, fastest = from->speed + gait->speedUp;
	fastest = fastest < leg->maxSpeed ? fastest : leg->maxSpeed;
	turn = clamp( turn, WF_LEAST_TURN, leg->maxTurn );
	speed = clamp( speed, slowest > WF_SLOWEST_WALK ? slowest : WF_SLOWEST_WALK, fastest );
	double seconds = wfMax( strides * wfGait_GetDuration( gait, foot, speed ), leg->minDuration ), sine = wfSin( turn );
	if ( 2.0 * speed * sine > WF_CURVE_SHARE * leg->maxSideForce * seconds )
	{
		seconds = leg->maxDuration < WF_CURVE_STRETCH * seconds ? leg->maxDuration : WF_CURVE_STRETCH * seconds;
		speed = 0.5 * WF_CURVE_SHARE * leg->maxSideForce * seconds / sine;
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
		seconds *= WF_LIMIT_SHARE * leg->maxStride / stride;
	}
	*action = ( wfFootstepAction ){ .kind = wf_walkFootstep, .foot = foot, .turn = turn, .speed = speed, .duration = seconds };
	return seconds >= leg->minDuration;
}

bool wfMakeStopAction( const wfGaitDef* gait, const wfStance* from, int32_t k, wfFootstepAction* action )
{
	static const double turns[] = { WF_STOP_TURNS };
	if ( k >= (int32_t)( sizeof( turns ) / sizeof( turns[0] ) ) || from->speed <= 0.0 )
	{
		return false;
	}
	wfFoot foot = wfOtherFoot( from->foot );
	const wfLegDef* leg = &gait->legs[foot];
	double turn = clamp( turns[k], 0.0, leg->maxTurn );
	// Tight curves take their time as well.
	double seconds = from->speed / WF_STOP_FORCE, curve = WF_STOP_CURVE * from->speed * wfSin( turn ) / leg->maxSideForce;
	seconds = seconds > curve ? seconds : curve;
	*action = ( wfFootstepAction ){ .kind = wf_stopFootstep,
									.foot = foot,
									.turn = turn,
									.speed = from->speed < leg->maxSpeed ? from->speed : leg->maxSpeed,
									.duration = clamp( seconds, leg->minDuration, leg->maxDuration ) };
	return true;
}

// Short and quick, as slow as the change of speed allows. Such a step ends half a foot's length after the one before it, and the
// next one may be as fast as any.
static bool makeQuickWalk( const wfGaitDef* gait, const wfStance* from, double turn, wfFootstepAction* action )
{
	if ( !makeWalk( gait, from, turn, WF_SLOWEST_WALK, 1.0, action ) )
	{
		return false;
	}
	const wfLegDef* leg = &gait->legs[action->foot];
	double seconds = wfMax( WF_QUICK_SECONDS, leg->minDuration ), sine = wfSin( action->turn );
	if ( seconds >= action->duration || action->speed * seconds * wfCos( action->turn ) < leg->minStride ||
		 2.0 * action->speed * sine > WF_CURVE_SHARE * leg->maxSideForce * seconds )
	{
		return false;
	}
	action->duration = seconds;
	return true;
}

static int32_t listMoving( const wfGaitDef* gait, const wfStance* from, const wfFootstepAim* aim, double speed, bool first,
						   wfFootstepAction* actions )
{
	static const double fan[] = { WF_WALK_TURNS };
	int32_t count = 0;
	double side = wfSideOf( wfOtherFoot( from->foot ) );
	// Toward the side away from the foot; the motion swings to the other side of the path by the sway.
	double angle = -side * wfAtan2( wfCross2( from->direction, aim->toward ), wfDot2( from->direction, aim->toward ) );
	// Would it miss the goal in the tightest curve it walks at this speed?
	double aside = fabs( angle ) < 0.5 * WF_PI ? wfSin( fabs( angle ) ) : 1.0;
	if ( fabs( angle ) > WF_TIGHT_ANGLE && aim->distance < WF_TIGHT_CURVE * speed * aside )
	{
		speed = wfMin( speed, WF_TIGHT_SPEED + WF_TIGHT_SPEED_GROWTH * aim->distance );
	}
	double ahead = clamp( 0.5 * ( angle + WF_SWAY ), WF_LEAST_TURN, gait->legs[wfOtherFoot( from->foot )].maxTurn );
	double speeds[] = { speed, WF_SLOW_SHARE * speed, WF_SLOWER_SHARE * speed };
	for ( int32_t k = first ? 0 : 1; k < ( first ? 1 : 3 ); ++k )
	{
		count += makeWalk( gait, from, ahead, speeds[k], aim->strides, &actions[count] );
	}
	for ( int32_t k = 0; k < (int32_t)( sizeof( fan ) / sizeof( fan[0] ) ) && !first; ++k )
	{
		if ( fabs( fan[k] - ahead ) > WF_SAME_TURN )
		{
			count += makeWalk( gait, from, fan[k], speed * ( 1.0 - WF_FAN_SLOWDOWN * fan[k] ), aim->strides, &actions[count] );
		}
	}
	count += !first && makeQuickWalk( gait, from, ahead, &actions[count] );
	count += !first && wfMakeStopAction( gait, from, 0, &actions[count] );
	return count;
}

static int32_t listStarts( const wfGaitDef* gait, double angle, double speed, double strides, bool first,
						   wfFootstepAction* actions )
{
	int32_t count = 0;
	static const double offsets[] = { WF_START_TURNS };
	for ( int32_t k = first ? 0 : 1; k < ( first ? 1 : (int32_t)( sizeof( offsets ) / sizeof( offsets[0] ) ) ); ++k )
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
			double start = speed < WF_LIMIT_SHARE * gait->speedUp ? speed : WF_LIMIT_SHARE * gait->speedUp;
			start = start < leg->maxSpeed ? start : leg->maxSpeed;
			double turn = k == 0 ? clamp( angle, -most, most ) : angle + offsets[k];
			if ( fabs( turn ) > most )
			{
				continue;
			}
			actions[count++] = ( wfFootstepAction ){
				.kind = wf_startFootstep,
				.foot = (wfFoot)foot,
				.turn = clamp( turn, -most, most ),
				.speed = start,
				.sway = WF_SWAY,
				.duration = clamp( strides * WF_START_SHARE * wfGait_GetDuration( gait, (wfFoot)foot, start ), leg->minDuration,
								   leg->maxDuration ) };
		}
	}
	return count;
}

// A footstep from rest to rest on a foot; its time is kept within what the leg can do.
static wfFootstepAction makeShift( const wfGaitDef* gait, wfFoot foot, double turn, wfVec2 move, double seconds )
{
	const wfLegDef* leg = &gait->legs[foot];
	return ( wfFootstepAction ){ .kind = wf_shiftFootstep,
								 .foot = foot,
								 .turn = turn,
								 .move = move,
								 .duration = clamp( seconds, leg->minDuration, leg->maxDuration ) };
}

// To the side and back, the foot on that side first.
static int32_t listShifts( const wfGaitDef* gait, const wfStance* from, double speed, wfFootstepAction* actions )
{
	static const double moves[][2] = { { 0.0, WF_SIDE_SHIFT }, { 0.0, -WF_SIDE_SHIFT }, { -WF_LONGEST_SHIFT, 0.0 } };
	int32_t count = 0;
	wfVec2 f = from->facing;
	for ( int32_t k = 0; k < 3; ++k )
	{
		double ahead = moves[k][0], left = moves[k][1];
		wfFoot swing = left > 0.0 ? wf_leftFoot : left < 0.0 ? wf_rightFoot : wfOtherFoot( from->foot );
		const wfLegDef* leg = &gait->legs[wfOtherFoot( swing )];
		wfFootstepAction* action = &actions[count];
		*action = makeShift( gait, wfOtherFoot( swing ), 0.0, ( wfVec2 ){ 0.0, 0.0 },
							 speed > WF_FAST_SHIFT_SPEED ? WF_FAST_SHIFT_SECONDS : WF_SHIFT_SECONDS );
		// Shorter where the leg is too weak for that much.
		double most = WF_SHIFT_STRIDE * leg->maxStride, apart = WF_SHIFT_APART * leg->maxStride - 2.0 * gait->footDistance;
		most = wfMin( wfMin( most, apart ), WF_SHIFT_SPEED * leg->maxSpeed * action->duration );
		double share = most < WF_LONGEST_SHIFT ? most / WF_LONGEST_SHIFT : 1.0;
		action->move = wfFromFrame2( f, ( wfVec2 ){ ahead * share, left * share } );
		count += share >= WF_LEAST_SHIFT;
	}
	return count;
}

// As far as the foot may be turned out in one step on the spot.
static double mostTurn( const wfGaitDef* gait, wfFoot swing )
{
	return gait->legs[swing].outward < WF_MOST_SPOT_TURN ? WF_SPOT_TURN_SHARE * gait->legs[swing].outward : WF_MOST_SPOT_TURN;
}

static double turnSeconds( double turn )
{
	return WF_SPOT_SECONDS + WF_SPOT_SECONDS_GROWTH * fabs( turn );
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
	wfVec2 off = wfAddScaled2( wfSub2( from->feet[foot], from->position ), -side, wfPerpendicular2( from->facing ) );
	double angle = wfLandingAngle( gait, from, foot, wfAtan2( from->facing.y, from->facing.x ) );
	return wfDot2( off, off ) > WF_LEFT_BEHIND * WF_LEFT_BEHIND || wfCos( angle - from->angles[foot] ) < WF_POINTS_AHEAD;
}

wfFootstepAction wfMakeClosingAction( const wfGaitDef* gait, const wfStance* from )
{
	return makeShift( gait, from->foot, WF_ON_SPOT_TURN, ( wfVec2 ){ 0.0, 0.0 }, WF_ON_SPOT_SECONDS );
}

static int32_t listStanding( const wfGaitDef* gait, const wfStance* from, const wfFootstepAim* aim, double speed, bool first,
							 wfFootstepAction* actions )
{
	const wfVec2 none = { 0.0, 0.0 };
	double angle = wfAtan2( wfCross2( from->facing, aim->toward ), wfDot2( from->facing, aim->toward ) );
	int32_t count = listStarts( gait, angle, speed, aim->strides, first, actions );
	if ( first )
	{
		return count;
	}
	if ( fabs( angle ) > WF_LEAST_SPOT_TURN )
	{
		// On the spot, the outer foot first, as far as it may be turned out.
		wfFoot swing = angle > 0.0 ? wf_leftFoot : wf_rightFoot;
		double most = mostTurn( gait, swing ), turn = clamp( angle, -most, most );
		actions[count++] = makeShift( gait, wfOtherFoot( swing ), turn, none, turnSeconds( turn ) );
	}
	count += listShifts( gait, from, speed, actions + count );
	// The foot that was left behind closes up. One that has is moved now and then by who waits for a chance: what it intends to
	// do then is seen by others. Not for ever.
	if ( aim->stepsOnSpot || isLeftBehind( gait, from, wfOtherFoot( from->foot ) ) )
	{
		actions[count++] = wfMakeClosingAction( gait, from );
	}
	actions[count++] =
		( wfFootstepAction ){ .kind = wf_shiftFootstep,
							  .foot = from->foot,
							  .duration = clamp( WF_PAUSE_SECONDS, gait->legs[from->foot].minDuration, WF_LONGEST_PAUSE ) };
	return count;
}

int32_t wfListActions( const wfGaitDef* gait, const wfStance* from, const wfFootstepAim* aim, bool first,
					   wfFootstepAction* actions )
{
	double most = aim->stays ? WF_END_SPEED + aim->distance : INFINITY,
		   speed = wfMax( wfMin( aim->speed, most ), WF_LEAST_SPEED );
	return from->speed > 0.0 ? listMoving( gait, from, aim, speed, first, actions )
							 : listStanding( gait, from, aim, speed, first, actions );
}
