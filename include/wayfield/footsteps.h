// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// Footsteps: how one character walks. Each step is an inverted pendulum on the foot that stands, seen from above: the centre of
/// mass comes toward the foot, passes it and leaves to the other side, along a parabola (for planning) or a hyperbola (the exact
/// pendulum, for output). Crowds plan such steps for every agent that has a gait (`wayfield/crowd.h`); the functions here make,
/// check and evaluate single steps. Metres, seconds, kilograms, joules, radians counter-clockwise from +x.
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
	wf_startFootstep, // from rest at the apex to the end: its second half
	wf_stopFootstep,  // its first half, coming to rest at the apex; the other foot closes up
	wf_shiftFootstep  // from rest to rest, straight: to the side, back, turning in place, or standing where nothing moves
} wfFootstepKind;

/// One step. Complete by itself: where the centre, both feet and the shoulders are at any time of it.
typedef struct wfFootstep
{
	wfFootstepKind kind;
	wfFoot foot; // the one that stands
	double startTime, duration;
	wfVec2 apex;  // origin of the motion's frame: where the centre passes the foot
	wfVec2 along; // unit, x axis of that frame: where the step leads
	double speed; // vx: of the centre along the frame at the start (walk, stop) or the end (start); shift: length / duration
	double curve; // a: the centre is at (speed u, curve u^2) in the frame; positive on the right foot, negative on the left
	wfVec2 footPosition; // the foot that stands
	double footAngle;
	wfVec2 swingFrom, swingTo; // the other foot; the same place when it does not move
	double swingFromAngle, swingToAngle;
	wfVec2 facingStart, facingEnd; // unit, where the shoulders face
	double pendulum;			   // sqrt(g / leg length), 1/s, for the exact motion
	double energy;				   // cost of the step
} wfFootstep;

/// Limits of the steps taken on one leg.
typedef struct wfLegDef
{
	double minDuration, maxDuration;
	double minStride, maxStride; // way of the centre in a walking step
	double maxSpeed;
	double maxTurn;		 // between the motion at the start and the frame of a step: half of the change of direction
	double maxSideForce; // acceleration toward the new direction, m/s^2: who is faster turns wider
	double outward;		 // the foot may point outward of where the other one points by this much at most
	double inward;		 // and inward of it
} wfLegDef;

/// The way a character walks. Many characters share a gait.
typedef struct wfGaitDef
{
	double legLength;	 // height of the centre of mass
	double footDistance; // d: of a foot from the centre as it passes
	double mass;
	double power;			  // spent while walking or standing, whatever the motion, W
	double turnWeight;		  // w: share of the force in curves that is the character's own effort
	double walkRatio;		  // stride divided by steps a second, m s: how a change of speed is shared by both
	double speedUp, slowDown; // largest change of speed from one step to the next, m/s
	wfLegDef legs[2];		  // by wfFoot
	double footRadius;		  // of the circle around a foot
	double torsoShare;		  // radius of the torso's circle, and of each shoulder's, in radii of the agent, whose
	double shoulderShare;	  // radius is half of the width over the shoulders
	// planner
	int32_t maxExpanded;   // nodes
	double horizonSeconds; // how far ahead
	double comfort;		   // distance to others below which nearness costs, m
	int32_t internalCookie;
} wfGaitDef;

WF_API wfGaitDef wfDefaultGaitDef( void );
/// Which field is out of its range, and what was expected.
WF_API wfResult wfCheckGaitDef( const wfGaitDef* def, wfError* error );
/// The speed at which walking costs least by the Froude number 0.25: sqrt(0.25 g l).
WF_API double wfGait_GetPreferredSpeed( const wfGaitDef* def );
/// Duration of a step at a speed, by the walk ratio and the limits of the leg.
WF_API double wfGait_GetDuration( const wfGaitDef* def, wfFoot foot, double speed );
/// Energy of one metre of walking straight at a speed.
WF_API double wfGait_GetEnergyPerMetre( const wfGaitDef* def, double speed );

// ------------------------------------------------------------------------------------------------------------ making steps

/// Where a character is between two steps.
typedef struct wfStance
{
	double time;
	wfVec2 position;  // of the centre
	wfVec2 direction; // unit: of its motion; where it faces when it stands
	double speed;	  // 0: it stands, on both feet
	wfVec2 facing;	  // unit
	wfFoot foot;	  // that stood in the last step
	wfVec2 feet[2];	  // by wfFoot; the other one's: where it was lifted from, or where it stands
	double angles[2]; // of the feet
	/// Where the last foot may point, as angles that grow outward (counter-clockwise for the left foot): the exact one is chosen
	/// when the next step is known. Both are the same once it is.
	double inner, outer;
} wfStance;

/// Both feet side by side, standing.
WF_API wfStance wfMakeStance( const wfGaitDef* def, double time, wfVec2 position, double heading );

typedef struct wfFootstepAction
{
	wfFootstepKind kind;
	wfFoot foot;  // that will stand: the other one of the last step, or either from rest
	double turn;  // walk, stop: from the motion to the frame, toward the side away from the foot, in [0, maxTurn]. start: of the
				  // frame from the facing, counter-clockwise. shift: of the facing, counter-clockwise
	double speed; // at the start, or the end of a start
	double duration;
	double sway;  // start: angle of the motion at its end to the frame
	wfVec2 move;  // shift: of the centre
	double twist; // shoulders turned out of the frame at the end, counter-clockwise
} wfFootstepAction;

typedef enum wfFootstepVerdict
{
	wf_footstepFits,
	wf_footstepWrongFoot, // twice the same, or walking on from rest
	wf_footstepDuration,  // out of the leg's limits, as the following
	wf_footstepStride,
	wf_footstepSpeed,
	wf_footstepSpeedChange,
	wf_footstepTurn,
	wf_footstepSideForce,
	wf_footstepFootAngle, // no way to put the foot
	wf_footstepFeet		  // the feet would cross or be too far apart
} wfFootstepVerdict;

WF_API const char* wfGetFootstepVerdictText( wfFootstepVerdict verdict );

/// The step an action makes from a stance, and the stance after it. `swingTo` is not known yet but for stops and shifts: it is
/// where the foot of the next step will stand. Nothing is written unless it fits.
WF_API wfFootstepVerdict wfCreateFootstep( const wfGaitDef* def, const wfStance* from, const wfFootstepAction* action,
										   wfFootstep* step, wfStance* to );
/// Choose the angle of the foot that stands in `step`, within the interval of `stance`, the stance after it, as near as may be
/// to where `next` (may be null) leads and so that the foot of `next` fits. The interval becomes that angle.
WF_API void wfSettleFoot( const wfGaitDef* def, wfFootstep* step, wfStance* stance, const wfFootstep* next );

// --------------------------------------------------------------------------------------------------------- evaluating steps

/// The centre of mass at a time, clamped to the step's.
WF_API wfVec2 wfFootstep_GetPosition( const wfFootstep* step, double time );
WF_API wfVec2 wfFootstep_GetVelocity( const wfFootstep* step, double time );
/// The exact pendulum: places and directions of motion at start and end are those of the parabola, in between it lingers by the
/// foot. Starts, stops and shifts are no passive motions: as above.
WF_API wfVec2 wfFootstep_GetExactPosition( const wfFootstep* step, double time );
WF_API wfVec2 wfFootstep_GetExactVelocity( const wfFootstep* step, double time );
/// Largest distance of the two over a whole step.
WF_API double wfFootstep_GetExactDeviation( const wfFootstep* step );
/// Unit vector the shoulders face to.
WF_API wfVec2 wfFootstep_GetFacing( const wfFootstep* step, double time );
/// Where a foot is on the ground plane, and its angle.
WF_API wfVec2 wfFootstep_GetFoot( const wfFootstep* step, wfFoot foot, double time, double* angle );
/// Share of the swing that is done: 0 at the start, 1 at the end, with gentle start and end.
WF_API double wfFootstep_GetSwing( const wfFootstep* step, double time );
WF_API double wfFootstep_GetEndTime( const wfFootstep* step );

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
