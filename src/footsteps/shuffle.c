// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Shuffling: in a press of people the trunk goes where there is room, and the feet follow under it. Both feet stay within the
// disc around the body at all times, so whoever keeps out of that disc touches neither trunk nor feet.
#include "base/oval.h"
#include "footsteps/footsteps.h"
#include "footsteps/tuning.h"

#include <math.h>

// How far from the centre a foot may stand.
static double reachOfFeet( const wfBody* body )
{
	return body->shoulderRadius + body->shoulderDistance - body->footRadius;
}

bool wfMayShuffle( const wfStance* stance, const wfBody* body )
{
	double reach = reachOfFeet( body ) + WF_FEET_SLACK;
	return stance->speed <= 0.0 && wfDistance2( stance->feet[0], stance->position ) <= reach &&
		   wfDistance2( stance->feet[1], stance->position ) <= reach;
}

double wfGetBodyDepth( const wfBody* body )
{
	return body->torsoRadius > body->shoulderRadius ? body->torsoRadius : body->shoulderRadius;
}

// How far a foot reaches out of the outline of a body that faces a direction; the offset is from its centre.
static double getOutOfOutline( const wfBody* body, wfVec2 facing, wfVec2 offset )
{
	double depth = wfGetBodyDepth( body ), width = body->shoulderRadius + body->shoulderDistance;
	wfVec2 shoulder = wfScale2( width - depth, wfPerpendicular2( facing ) );
	return wfLength2( wfFromSegment( ( wfVec2 ){ 0.0, 0.0 }, shoulder, offset ) ) - ( depth - body->footRadius );
}

bool wfAreFeetInOutline( const wfStance* stance, const wfBody* body, wfVec2 facing )
{
	return getOutOfOutline( body, facing, wfSub2( stance->feet[0], stance->position ) ) <= WF_FEET_SLACK &&
		   getOutOfOutline( body, facing, wfSub2( stance->feet[1], stance->position ) ) <= WF_FEET_SLACK;
}

// The share of a move after which a standing foot is still within the outline, which is convex.
static double shareInOutline( const wfBody* body, wfVec2 facing, wfVec2 offset, wfVec2 move )
{
	double least = 0.0, most = 1.0;
	if ( getOutOfOutline( body, facing, wfSub2( offset, move ) ) <= WF_FEET_SLACK )
	{
		return 1.0;
	}
	for ( int32_t k = 0; k < WF_SHARE_HALVINGS; ++k )
	{
		double middle = 0.5 * ( least + most );
		bool inside = getOutOfOutline( body, facing, wfAddScaled2( offset, -middle, move ) ) <= WF_FEET_SLACK;
		least = inside ? middle : least;
		most = inside ? most : middle;
	}
	return least;
}

// The share of a move after which a standing foot is still under the body: the larger root of |offset + share move| = reach.
static double shareOfMove( wfVec2 offset, wfVec2 move, double reach )
{
	double a = wfDot2( move, move ), b = wfDot2( offset, move ), c = wfDot2( offset, offset ) - reach * reach;
	double root = b * b - a * c;
	// By rounding it may be outside at once.
	double share = !( a > 0.0 ) ? 1.0 : root > 0.0 ? ( sqrt( root ) - b ) / a : 0.0;
	return share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share;
}

// Toward a direction, by so much at most.
static wfVec2 turnToward( wfVec2 facing, wfVec2 toward, double most )
{
	// Of nowhere the angle is 0.
	double angle = wfAtan2( wfCross2( facing, toward ), wfDot2( facing, toward ) );
	wfCosSin turn = wfCosSinOf( angle > most ? most : angle < -most ? -most : angle );
	return ( wfVec2 ){ turn.cosine * facing.x - turn.sine * facing.y, turn.sine * facing.x + turn.cosine * facing.y };
}

// Where a foot would be at ease: beside the centre, a little ahead of a move.
static wfVec2 easyPlace( const wfGaitDef* gait, double reach, wfVec2 center, wfVec2 facing, wfVec2 move, wfFoot foot )
{
	double beside = wfMin( gait->footDistance, 0.5 * reach ), length = wfLength2( move );
	double ahead = wfMin( WF_SHUFFLE_AHEAD * length, sqrt( reach * reach - beside * beside ) );
	wfVec2 offset = wfScale2( wfSideOf( foot ) * beside, wfPerpendicular2( facing ) );
	offset = length > 0.0 ? wfAddScaled2( offset, ahead / length, move ) : offset;
	double size = wfLength2( offset );
	return wfAdd2( center, size > reach ? wfScale2( reach / size, offset ) : offset );
}

bool wfShuffle( const wfGaitDef* gait, const wfBody* body, const wfStance* from, const wfShuffleMove* shuffled, wfFootstep* step,
				wfStance* to )
{
	// In its outline a body may face any direction; feet are put where they are within it whichever that is.
	bool inOutline = shuffled->inOutline;
	double reach = inOutline ? wfGetBodyDepth( body ) - body->footRadius : reachOfFeet( body ), seconds = shuffled->seconds;
	wfVec2 move = shuffled->move;
	wfVec2 facing = inOutline ? shuffled->toward : turnToward( from->facing, shuffled->toward, WF_SHUFFLE_TURN_RATE * seconds );
	wfVec2 end = wfAdd2( from->position, move );
	// The foot swings that is farther from where it would be at ease, unless the other one would be left outside the body.
	double off[2], share[2];
	for ( int32_t foot = 0; foot < 2; ++foot )
	{
		wfVec2 place = easyPlace( gait, reach, end, facing, ( wfVec2 ){ 0.0, 0.0 }, (wfFoot)foot );
		wfVec2 offset = wfSub2( from->feet[foot], from->position );
		off[foot] = wfDistance2( from->feet[foot], place );
		share[foot] =
			inOutline ? shareInOutline( body, facing, offset, move ) : shareOfMove( wfScale2( -1.0, offset ), move, reach );
	}
	wfFoot swing = share[0] != share[1] ? ( share[0] < share[1] ? wf_leftFoot : wf_rightFoot )
				   : off[0] > off[1]	? wf_leftFoot
										: wf_rightFoot;
	wfFoot foot = wfOtherFoot( swing );
	move = wfScale2( share[foot], move );
	bool turns = inOutline && ( facing.x != from->facing.x || facing.y != from->facing.y );
	bool swings = share[swing] < 1.0 || off[swing] > WF_FOOT_AT_EASE || turns;
	facing = swings ? facing : from->facing;
	double length = wfLength2( move );
	if ( length < WF_LEAST_SHUFFLE && !swings )
	{
		return false;
	}
	end = wfAdd2( from->position, move );
	double angle = swings ? wfLandingAngle( gait, from, swing, wfAtan2( facing.y, facing.x ) ) : from->angles[swing];
	*step = ( wfFootstep ){ .kind = wf_shiftFootstep,
							.foot = foot,
							.startTime = from->time,
							.duration = seconds,
							.apex = from->position,
							.along = length > 0.0 ? wfScale2( 1.0 / length, move ) : from->facing,
							.speed = length / seconds,
							.footPosition = from->feet[foot],
							.footAngle = from->angles[foot],
							.swingFrom = from->feet[swing],
							.swingTo = swings ? easyPlace( gait, reach, end, facing, move, swing ) : from->feet[swing],
							.swingFromAngle = from->angles[swing],
							.swingToAngle = angle,
							.facingStart = from->facing,
							.facingEnd = facing,
							.pendulum = sqrt( WF_GRAVITY / gait->legLength ) };
	step->energy =
		wfGetShiftEnergy( gait, seconds, length, wfAtan2( wfCross2( from->facing, facing ), wfDot2( from->facing, facing ) ) );
	*to = *from;
	to->time = from->time + seconds;
	to->position = end;
	to->direction = to->facing = facing;
	to->speed = 0.0;
	to->foot = swings ? swing : from->foot;
	to->feet[swing] = step->swingTo;
	to->angles[swing] = step->swingToAngle;
	to->inner = to->outer = wfSideOf( to->foot ) * to->angles[to->foot];
	return true;
}
