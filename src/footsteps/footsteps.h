// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Footsteps as seen by their own module and by the crowd.
//
// Each walker publishes a plan: footsteps it is committed to, the last of which ends at rest, and footsteps it intends to make
// instead of coming to rest. Committed parts never collide, at any later time, as long as each walker keeps to its own: a new
// plan is accepted only if its committed part is clear of those of all others, so there is always a valid one, the old one. What
// others intend is taken into account by the search, but guaranteed by no one.
#pragma once

#include "base/base.h"
#include "base/math.h"
#include "wayfield/footsteps.h"
#include "world/walls.h"

#define WF_GRAVITY 9.81
#define WF_MAX_EXPANDED 1000

static inline wfFoot wfOtherFoot( wfFoot foot )
{
	return foot == wf_leftFoot ? wf_rightFoot : wf_leftFoot;
}

// +1: counter-clockwise is outward.
static inline double wfSideOf( wfFoot foot )
{
	return foot == wf_leftFoot ? 1.0 : -1.0;
}

// The hash extended by all members of a gait.
uint64_t wfHashGait( uint64_t hash, const wfGaitDef* def );

// The result and cost of a walking footstep, whether it fits or not: only time, position and motion of the stance.
void wfForeseeWalk( const wfGaitDef* def, const wfStance* from, const wfFootstepAction* action, wfStance* to, double* energy );

// The angle of a foot that is put down beside the standing one: ahead, or as close to that as both can be turned.
double wfLandingAngle( const wfGaitDef* def, const wfStance* from, wfFoot swing, double ahead );

// Of a step from rest to rest: so long, in this time, with this turn of the facing.
double wfGetShiftEnergy( const wfGaitDef* def, double seconds, double length, double turn );

// Changes the angle of the stance foot of a stop, and lets the other one close up accordingly.
void wfTurnFootOfStop( const wfGaitDef* def, wfFootstep* step, wfStance* after, double angle );

// Of a walking footstep that begins at the speed `before` and goes on at `speed`, turned by the given angle from its motion.
double wfWalkEnergy( const wfGaitDef* def, double before, double speed, wfCosSin turn, double seconds );

// ------------------------------------------------------------------------------------------------------------------ tracks

// The poses of a body at regular times, the same for all: multiples of this.
#define WF_TRACK_SECONDS 0.1
#define WF_TRACK_POSES 64

// Relative to an origin shared by all tracks. Between two poses everything moves uniformly, to within the slacks of the first
// one; and on straight lines, to within the bends, which count where nothing else moves.
typedef struct wfPose
{
	float x, y;
	float shoulderX, shoulderY; // from the centre to the left shoulder
	float feet[2][2];			// by wfFoot
	float bodySlack, footSlack;
	float bodyBend, footBend;
	float exactBend; // part of the body's bend: how far the path of the exact motion is off the parabola
} wfPose;

typedef struct wfTrack
{
	int64_t first; // time of the first pose, in multiples; after the last pose the body stays there
	int32_t count;
	float reach;		   // from the centre to the farthest edge of a circle
	float low[2], high[2]; // of all circles at all times
	wfPose poses[WF_TRACK_POSES];
} wfTrack;

static inline const wfPose* wfPoseAt( const wfTrack* track, int64_t time )
{
	int64_t k = time - track->first;
	return &track->poses[k < 0 ? 0 : k >= track->count ? track->count - 1 : k];
}

typedef struct wfBodySize
{
	float torso, shoulder, foot; // radii
	float wide;					 // half the shoulder width
} wfBodySize;

static inline wfBodySize wfSizeOfBody( const wfBody* body )
{
	return ( wfBodySize ){ (float)body->torsoRadius, (float)body->shoulderRadius, (float)body->footRadius,
						   (float)( body->shoulderRadius + body->shoulderDistance ) };
}

// Consecutive footsteps, the first of which has begun or begins at `from` or later; before it the body is as at its start, after
// the last as at its end.
void wfSampleTrack( const wfFootstep* steps, int32_t count, const wfBody* body, double from, wfVec2 origin, wfTrack* track );
// A standing body.
void wfSampleStance( const wfStance* stance, const wfBody* body, double from, wfVec2 origin, wfTrack* track );
// All five circles against all five, at all times from `from` on, not only at those of the poses.
bool wfAreTracksClear( const wfTrack* a, const wfBodySize* sizeOfA, const wfTrack* b, const wfBodySize* sizeOfB, int64_t from );
// Against a stationary disc.
bool wfIsTrackClearOfDisc( const wfTrack* track, const wfBodySize* size, float x, float y, float radius, int64_t from );
// Against walls; `origin` as of the track. `room` may be null; otherwise it gives a lower bound of the distance from a position
// to the walls.
typedef float wfRoomFcn( const void* context, double x, double y );
bool wfIsTrackClearOfWalls( const wfTrack* track, const wfBodySize* size, const wfWallMap* walls, wfVec2 origin, wfRoomFcn* room,
							const void* context );

// --------------------------------------------------------------------------------------------------------------- shuffling

// Whether it stands with both feet within the disc around its body.
bool wfMayShuffle( const wfStance* stance, const wfBody* body );
// The outline of a trunk: half of what it measures from front to back, and whether both feet are within it when it faces a
// direction.
double wfGetBodyDepth( const wfBody* body );
bool wfAreFeetInOutline( const wfStance* stance, const wfBody* body, wfVec2 facing );

typedef struct wfShuffleMove
{
	wfVec2 move;
	wfVec2 toward; // the direction it turns to, zero: it does not turn. In its outline it faces that at the end
	double seconds;
	bool inOutline; // trunk and feet stay within the outline of the trunk; otherwise within the disc around it
} wfShuffleMove;

// A step from rest to rest by which the body moves, or as much of it as the standing foot allows, and turns. Trunk and feet are
// within the outline, or the disc, at all times. False: too little to do anything.
bool wfShuffle( const wfGaitDef* gait, const wfBody* body, const wfStance* from, const wfShuffleMove* shuffled, wfFootstep* step,
				wfStance* to );

// ------------------------------------------------------------------------------------------------------------------ search

#define WF_MAX_OTHER_WALKERS 96
#define WF_MAX_INTENDING 16
#define WF_MAX_OTHER_DISCS 64
// Committed footsteps: one that has just ended, the current one, the next and one that ends at rest; and those in between if a
// crowd decides about more than one at a time.
#define WF_SURE_FOOTSTEPS 10
#define WF_INTENDED_FOOTSTEPS 12

typedef struct wfOtherWalker
{
	const wfTrack* track;
	wfBodySize size;
} wfOtherWalker;

typedef struct wfOtherDisc
{
	float x, y, radius;
	float velocityX, velocityY;
} wfOtherDisc;

// The direction of the route at a position.
typedef struct wfFootstepGuide
{
	double distance; // distance to the goal, metres; infinity: no route
	wfVec2 direction;
} wfFootstepGuide;

typedef void wfFootstepGuideFcn( const void* context, wfVec2 place, wfFootstepGuide* guide );

// The input of one plan.
typedef struct wfFootstepTask
{
	const wfGaitDef* gait;
	wfBody body;
	wfStance from;
	// The footsteps that lead to it; the swing of the last, which has not begun, ends where the next foot will stand. None: it
	// stands.
	const wfFootstep* committed;
	int32_t committedCount;
	double now;
	wfVec2 origin; // of tracks
	wfVec2 wanted; // velocity
	wfVec2 guided; // unit: direction of the guide at the position of `from`, for comparison with the wanted direction; or zero
	int32_t maxExpanded;
	double reach;	  // distance at which the goal is reached
	double strides;	  // share of the usual stride that walking steps have, at the same speed
	bool stepsOnSpot; // may move its feet on the spot while waiting
	bool arrives;	  // the route ends at a goal: search no farther than there
	wfFootstepGuideFcn* guide;
	wfRoomFcn* room;
	const void* context; // for both
	const wfWallMap* walls;
	// All walkers close enough to be met by committed footsteps: none is left out.
	wfOtherWalker sure[WF_MAX_OTHER_WALKERS];
	int32_t sureCount;
	// Walkers that are seen, with their intended footsteps.
	wfOtherWalker intending[WF_MAX_INTENDING];
	int32_t intendingCount;
	wfOtherDisc discs[WF_MAX_OTHER_DISCS];
	int32_t discCount;
	wfOtherDisc seenDiscs[WF_MAX_INTENDING]; // with their current motion
	int32_t seenDiscCount;
	float low[2], high[2]; // these are all agents that enter this box, relative to the origin: everything committed stays in it
	bool crowded;		   // there were more than fit: nothing new is safe
} wfFootstepTask;

typedef struct wfFootstepResult
{
	// Committed from `from` on: a footstep that ends at rest, or a start and such a footstep. A walking footstep is committed up
	// to its middle, where it may still become a stop: the foot stands where both would put it.
	wfFootstep sure[2];
	wfStance stances[2]; // after each
	int32_t sureCount;	 // 0: nothing found, the old plan is kept
	wfVec2 swingTo;		 // new end of the swing of the last committed footstep
	double swingToAngle;
	wfFootstepAction intents[WF_INTENDED_FOOTSTEPS]; // instead of the last committed footstep: it in full, and what follows
	int32_t intentCount;
	wfFootstepAction lastWalk; // the last committed footstep in full, if it is a stop
	bool rests;				   // coming to rest is the plan: there is nothing to continue with
	int32_t expanded, generated;
} wfFootstepResult;

struct wfFootstepSearch;

void wfSearchSteps( struct wfFootstepSearch* search, const wfFootstepTask* task, wfFootstepResult* result );
// Retry the footsteps intended before: false if they no longer fit or would meet someone.
bool wfFollowIntents( struct wfFootstepSearch* search, const wfFootstepTask* task, const wfFootstepAction* intents, int32_t count,
					  wfFootstepResult* result );
