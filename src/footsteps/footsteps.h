// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Footsteps as their own module and the crowd see them.
//
// Everybody publishes a plan: steps it is sure to make, the last of which ends at rest, and steps it intends to make instead of
// that rest. Sure parts never meet, for all time to come, whoever keeps to its own: a new plan is taken only when its sure part
// is clear of those of all others, so there is always one, the old. What others intend is reckoned with while searching, and
// promised by nobody.
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

// Where a walking step leads and what it costs, whether it fits or not: time, place and motion of the stance alone.
void wfForeseeWalk( const wfGaitDef* def, const wfStance* from, const wfFootstepAction* action, wfStance* to, double* energy );

// Where a foot points that is put down beside the other one, which stands: ahead, or as near to that as both can be turned.
double wfLandingAngle( const wfGaitDef* def, const wfStance* from, wfFoot swing, double ahead );

// The foot that stands in a stop points elsewhere, and the other one closes up accordingly.
void wfTurnFootOfStop( const wfGaitDef* def, wfFootstep* step, wfStance* after, double angle );

typedef struct wfFootstepEffort
{
	double before, wanted; // speed before the step, and the one to get to
	double ahead, aside;   // of the parabola at its ends: along the frame and across
	double seconds;
	double reach2; // distance of the foot from the centre at the start, squared
	double share;  // of the parabola that is walked
} wfFootstepEffort;

// What living costs, the speed lost at heel strike and regained, the effort of the curve.
double wfFootstepEnergy( const wfGaitDef* def, const wfFootstepEffort* effort );

// ------------------------------------------------------------------------------------------------------------------ tracks

// Where a body is at regular times, the same for all: multiples of this.
#define WF_TRACK_SECONDS 0.1
#define WF_TRACK_POSES 64

// Relative to an origin all tracks share. Between two poses everything moves evenly, to within the slacks of the first one; and
// on straight lines, to within the bends: those count where nothing else moves.
typedef struct wfPose
{
	float x, y;
	float shoulderX, shoulderY; // from the centre to the left shoulder
	float feet[2][2];			// by wfFoot
	float bodySlack, footSlack;
	float bodyBend, footBend;
} wfPose;

typedef struct wfTrack
{
	int64_t first; // time of the first pose, in multiples; it stays where the last one is
	int32_t count;
	float reach;		   // from the centre to the farthest rim of a circle
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
	float wide;					 // half of the width over the shoulders
} wfBodySize;

static inline wfBodySize wfSizeOfBody( const wfBody* body )
{
	return ( wfBodySize ){ (float)body->torsoRadius, (float)body->shoulderRadius, (float)body->footRadius,
						   (float)( body->shoulderRadius + body->shoulderDistance ) };
}

// Steps that follow each other, the first of which has begun or begins at `from` or later; before it the body is as at its start,
// after the last as at its end.
void wfSampleTrack( const wfFootstep* steps, int32_t count, const wfBody* body, double from, wfVec2 origin, wfTrack* track );
// Somebody who stands.
void wfSampleStance( const wfStance* stance, const wfBody* body, double from, wfVec2 origin, wfTrack* track );
// All five circles against all five, at all times from `from` on, not only at those of the poses.
bool wfAreTracksClear( const wfTrack* a, const wfBodySize* sizeOfA, const wfTrack* b, const wfBodySize* sizeOfB, int64_t from );
// Against a disc that stays where it is.
bool wfIsTrackClearOfDisc( const wfTrack* track, const wfBodySize* size, float x, float y, float radius, int64_t from );
// Against walls; `origin` as of the track. `room` may be null, else tells how far walls are at least from a place.
typedef float wfRoomFcn( const void* context, double x, double y );
bool wfIsTrackClearOfWalls( const wfTrack* track, const wfBodySize* size, const wfWallMap* walls, wfVec2 origin, wfRoomFcn* room,
							const void* context );

// ------------------------------------------------------------------------------------------------------------------ search

#define WF_MAX_OTHER_WALKERS 96
#define WF_MAX_INTENDING 16
#define WF_MAX_OTHER_DISCS 64
// Sure steps: one that ended a moment ago, the present one, the next and one that ends at rest; and those between when a crowd
// decides about more than one at a time.
#define WF_SURE_STEPS 10
#define WF_INTENDED_STEPS 12

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

// Where the long way leads from a place.
typedef struct wfFootstepGuide
{
	double way; // metres to go; infinity: none
	wfVec2 direction;
} wfFootstepGuide;

typedef void wfFootstepGuideFcn( const void* context, wfVec2 place, wfFootstepGuide* guide );

// What one plan is made from.
typedef struct wfFootstepTask
{
	const wfGaitDef* gait;
	wfBody body;
	wfStance from;
	// The steps that lead to it; the swing of the last, which has not begun, ends where the next foot will stand. None: it
	// stands.
	const wfFootstep* committed;
	int32_t committedCount;
	double now;
	wfVec2 origin; // of tracks
	wfVec2 wanted; // velocity
	wfVec2 guided; // unit: where the guide leads at the place of `from`, for comparison with where it wants to go; or zero
	int32_t maxExpanded;
	double reach;  // so near to the goal it is there
	bool shuffles; // may move its feet on the spot while it waits
	bool arrives;  // the way ends at a goal: search no farther than there
	wfFootstepGuideFcn* guide;
	wfRoomFcn* room;
	const void* context; // of both
	const wfWallMap* walls;
	// Who is near enough to be met by sure steps: nobody is left out.
	wfOtherWalker sure[WF_MAX_OTHER_WALKERS];
	int32_t sureCount;
	// Who is seen, by what they intend.
	wfOtherWalker intending[WF_MAX_INTENDING];
	int32_t intendingCount;
	wfOtherDisc discs[WF_MAX_OTHER_DISCS];
	int32_t discCount;
	wfOtherDisc seenDiscs[WF_MAX_INTENDING]; // by how they walk now
	int32_t seenDiscCount;
	float low[2], high[2]; // those are all who come into this box, relative to the origin: what is sure stays in it
	bool crowded;		   // there were more than fit: nothing new is safe
} wfFootstepTask;

typedef struct wfFootstepResult
{
	// Sure from `from` on: a step that ends at rest, or a start and such a step. A walking step is sure up to its middle, where
	// it may still become a stop: the foot stands where both would put it.
	wfFootstep sure[2];
	wfStance stances[2]; // after each
	int32_t sureCount;	 // 0: nothing found, the old plan stays
	wfVec2 swingTo;		 // where the swing of the last committed step ends now
	double swingToAngle;
	wfFootstepAction intents[WF_INTENDED_STEPS]; // instead of the last sure step: it in full, and what follows
	int32_t intentCount;
	wfFootstepAction lastWalk; // the last sure step in full, when it is a stop
	bool rests;				   // to come to rest is the plan: nothing to go on with
	int32_t expanded, generated;
} wfFootstepResult;

struct wfFootstepSearch;

void wfSearchSteps( struct wfFootstepSearch* search, const wfFootstepTask* task, wfFootstepResult* result );
// The steps intended before, once more: false where they do not fit any more or would meet somebody.
bool wfFollowIntents( struct wfFootstepSearch* search, const wfFootstepTask* task, const wfFootstepAction* intents, int32_t count,
					  wfFootstepResult* result );
