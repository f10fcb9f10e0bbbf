// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// Footsteps: how one character walks. Each footstep is an inverted pendulum on the stance foot, seen from above: the centre of
/// mass approaches the foot, passes it and leaves to the other side, along a parabola (for planning) or a hyperbola (the exact
/// pendulum, for output). Crowds plan such footsteps for every agent that has a gait (`wayfield/crowd.h`); the functions here
/// create, check and evaluate single footsteps. Units: metres, seconds, kilograms, joules, radians counter-clockwise from +x.
#pragma once

#include "wayfield/world.h"

typedef enum wfFoot
{
	wf_leftFoot,
	wf_rightFoot
} wfFoot;

typedef enum wfFootstepKind
{
	wf_walkFootstep,  // the whole parabola, from u = -T/2 to T/2
	wf_startFootstep, // from rest at the apex to the end: the second half of the parabola
	wf_stopFootstep,  // the first half, coming to rest at the apex; the other foot closes up
	wf_shiftFootstep  // from rest to rest, straight: sideways, backward, turning in place, or standing still
} wfFootstepKind;

/// One footstep. Self-contained: it gives the positions of the centre of mass, both feet and the shoulders at any time during the
/// footstep.
typedef struct wfFootstep
{
	wfFootstepKind kind;
	wfFoot foot; // the stance foot
	double startTime, duration;
	wfVec2 apex;  // origin of the motion's frame: where the centre of mass passes the foot
	wfVec2 along; // unit, x axis of that frame: the direction of the footstep
	double speed; // vx: of the centre of mass along the frame at the start (walk, stop) or the end (start); shift: length /
				  // duration
	double curve; // a: the centre of mass is at (speed u, curve u^2) in the frame; positive on the right foot, negative on the
				  // left
	wfVec2 footPosition; // the stance foot
	double footAngle;
	wfVec2 swingFrom, swingTo; // the swing foot; equal if it does not move
	double swingFromAngle, swingToAngle;
	wfVec2 facingStart, facingEnd; // unit, direction of the shoulders
	double pendulum;			   // sqrt(g / leg length), 1/s, for the exact motion
	double energy;				   // cost of the footstep
} wfFootstep;

/// Limits of the footsteps taken on one leg.
typedef struct wfLegDef
{
	double minDuration, maxDuration;
	double minStride, maxStride; // distance covered by the centre of mass in a walking footstep
	double maxSpeed;
	double maxTurn;		 // between the motion at the start and the frame of a footstep: half the change of direction
	double maxSideForce; // acceleration toward the new direction, m/s^2: the faster, the wider the turn
	double outward;		 // largest angle by which the foot may point outward relative to the other foot
	double inward;		 // and inward
} wfLegDef;

/// How a character walks. Many characters can share a gait.
typedef struct wfGaitDef
{
	double legLength;	 // height of the centre of mass
	double footDistance; // d: distance between a foot and the centre of mass as it passes
	double mass;
	double power;			  // spent while walking or standing, independent of the motion, W
	double turnWeight;		  // w: share of the force in curves that counts as the character's own effort
	double walkRatio;		  // stride divided by footsteps per second, m s: how a change of speed is split between the two
	double speedUp, slowDown; // largest change of speed from one footstep to the next, m/s
	wfLegDef legs[2];		  // by wfFoot
	double footRadius;		  // of the circle around a foot
	double torsoShare;		  // radius of the torso's circle, and of each shoulder's, as a fraction of the agent's radius,
	double shoulderShare;	  // which is half the shoulder width
	// planner
	int32_t maxExpanded;   // nodes
	double horizonSeconds; // planning horizon
	double comfort;		   // distance to others below which proximity costs, m
	int32_t internalCookie;
} wfGaitDef;

WF_API wfGaitDef wfDefaultGaitDef( void );
/// Reports which field is out of range, and what was expected.
WF_API wfResult wfCheckGaitDef( const wfGaitDef* def, wfError* error );
/// The speed with the lowest cost of walking, at Froude number 0.25: sqrt(0.25 g l).
WF_API double wfGait_GetPreferredSpeed( const wfGaitDef* def );
/// Duration of a footstep at a given speed, from the walk ratio and the limits of the leg.
WF_API double wfGait_GetDuration( const wfGaitDef* def, wfFoot foot, double speed );
/// Energy per metre of walking straight at a given speed.
WF_API double wfGait_GetEnergyPerMetre( const wfGaitDef* def, double speed );

// ------------------------------------------------------------------------------------------------------- making footsteps

/// The state of a character between two footsteps.
typedef struct wfStance
{
	double time;
	wfVec2 position;  // of the centre of mass
	wfVec2 direction; // unit: direction of motion, or the facing direction when standing
	double speed;	  // 0: standing on both feet
	wfVec2 facing;	  // unit
	wfFoot foot;	  // the stance foot of the last footstep
	wfVec2 feet[2];	  // by wfFoot; for the other foot: where it was lifted, or where it stands
	double angles[2]; // of the feet
	/// The range of angles in which the last foot may point, growing outward (counter-clockwise for the left foot): the exact
	/// angle is chosen when the next footstep is known. Both are equal from then on.
	double inner, outer;
} wfStance;

/// Standing, both feet side by side.
WF_API wfStance wfMakeStance( const wfGaitDef* def, double time, wfVec2 position, double heading );

typedef struct wfFootstepAction
{
	wfFootstepKind kind;
	wfFoot foot;  // the next stance foot: the swing foot of the last footstep, or either foot from rest
	double turn;  // walk, stop: from the motion to the frame, toward the side away from the foot, in [0, maxTurn]. start: of
				  // the frame relative to the facing, counter-clockwise. shift: of the facing, counter-clockwise
	double speed; // at the start; for a start footstep, at its end
	double duration;
	double sway;  // start: angle between the motion at its end and the frame
	wfVec2 move;  // shift: displacement of the centre of mass
	double twist; // rotation of the shoulders relative to the frame at the end, counter-clockwise
} wfFootstepAction;

typedef enum wfFootstepVerdict
{
	wf_footstepFits,
	wf_footstepWrongFoot, // the same foot twice, or walking on from rest
	wf_footstepDuration,  // outside the leg's limits, as are the following
	wf_footstepStride,
	wf_footstepSpeed,
	wf_footstepSpeedChange,
	wf_footstepTurn,
	wf_footstepSideForce,
	wf_footstepFootAngle, // there is no valid foot angle
	wf_footstepFeet		  // the feet would cross or be too far apart
} wfFootstepVerdict;

WF_API const char* wfGetFootstepVerdictText( wfFootstepVerdict verdict );

/// The footstep an action produces from a stance, and the stance after it. `swingTo` is not known yet except for stops and
/// shifts: it is where the foot of the next footstep will stand. Nothing is written unless the footstep fits.
WF_API wfFootstepVerdict wfCreateFootstep( const wfGaitDef* def, const wfStance* from, const wfFootstepAction* action,
										   wfFootstep* step, wfStance* to );
/// Choose the angle of the stance foot of `step`, within the interval of `stance` (the stance after it), as close as possible to
/// the direction of `next` (may be null) and such that the foot of `next` fits. The interval collapses to that angle.
WF_API void wfSettleFoot( const wfGaitDef* def, wfFootstep* step, wfStance* stance, const wfFootstep* next );

// --------------------------------------------------------------------------------------------------- evaluating footsteps

/// The centre of mass at a time, clamped to the duration of the footstep.
WF_API wfVec2 wfFootstep_GetPosition( const wfFootstep* step, double time );
WF_API wfVec2 wfFootstep_GetVelocity( const wfFootstep* step, double time );
/// The exact pendulum: positions and directions of motion at start and end are those of the parabola; in between it lingers near
/// the foot. Starts, stops and shifts are not passive motions: they are evaluated as above.
WF_API wfVec2 wfFootstep_GetExactPosition( const wfFootstep* step, double time );
WF_API wfVec2 wfFootstep_GetExactVelocity( const wfFootstep* step, double time );
/// Largest distance between the two motions over a whole footstep.
WF_API double wfFootstep_GetExactDeviation( const wfFootstep* step );
/// Unit vector of the direction the shoulders face.
WF_API wfVec2 wfFootstep_GetFacing( const wfFootstep* step, double time );
/// Position of a foot on the ground plane, and its angle.
WF_API wfVec2 wfFootstep_GetFoot( const wfFootstep* step, wfFoot foot, double time, double* angle );
/// Completed fraction of the swing: 0 at the start, 1 at the end, easing in and out.
WF_API double wfFootstep_GetSwing( const wfFootstep* step, double time );
WF_API double wfFootstep_GetEndTime( const wfFootstep* step );
/// Agents may leave in the middle of a footstep. It ends where the next one begins, and the next one says no more than that: a
/// shift of WF_DEPARTURE_SECONDS in which nothing moves.
#define WF_DEPARTURE_SECONDS 1e-6
WF_API bool wfFootstep_IsDeparture( const wfFootstep* step );

/// The body seen from above: circles around torso, left and right shoulder, left and right foot, in this order.
typedef struct wfBody
{
	double torsoRadius, shoulderRadius, shoulderDistance, footRadius;
} wfBody;

typedef struct wfCircle
{
	wfVec2 center;
	double radius;
} wfCircle;

#define WF_BODY_CIRCLES 5

WF_API wfBody wfMakeBody( const wfGaitDef* def, double radius );
WF_API void wfFootstep_GetCircles( const wfFootstep* step, const wfBody* body, double time, wfCircle circles[WF_BODY_CIRCLES] );
/// The same around the centre of the exact motion.
WF_API void wfFootstep_GetExactCircles( const wfFootstep* step, const wfBody* body, double time,
										wfCircle circles[WF_BODY_CIRCLES] );
