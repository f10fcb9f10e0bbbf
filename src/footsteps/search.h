// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Internals of the footstep search: its nodes, collisions of a footstep, possible next actions.
#pragma once

#include "base/heap.h"
#include "footsteps/footsteps.h"

// What is committed once a path is begun: up to its first opportunity to rest.
typedef struct wfSureFootsteps
{
	wfFootstep steps[2];
	wfStance stances[2];
	wfFootstepAction actions[2];
	int32_t count;
	bool goesOn; // the last one is a walking footstep of the path, up to its middle
} wfSureFootsteps;

// An entry of the open list: the action, not the footstep, which is created again when the entry is examined.
typedef struct wfOpenStep
{
	double f, g, h;
	int32_t parent;
	int32_t looked; // found free, or the cost of what is in the way has been added
	int32_t more;	// not a footstep: all other actions from its parent
	wfFootstepAction action;
} wfOpenStep;

typedef struct wfClosedStep
{
	wfFootstep step;
	wfStance stance;
	wfFootstepAction action;
	double g, h;
	wfVec2 toward; // direction of the route from there
	double distance;
	int32_t parent, depth;
	bool moves; // the path to it is not only standing
} wfClosedStep;

#define WF_MAX_OPEN 2048
#define WF_VISITED 512
#define WF_SEEN_ROWS 128
#define WF_KEPT_SURE 24

// Memory for one search; each worker has one, so that nothing is allocated while planning.
typedef struct wfFootstepSearch
{
	wfOpenStep open[WF_MAX_OPEN];
	int32_t openCount;
	wfHeap heap; // of open entries, by f
	wfHeapItem heapItems[WF_MAX_OPEN];
	wfClosedStep closed[WF_MAX_EXPANDED + 1];
	int32_t closedCount;
	uint64_t visited[WF_VISITED]; // positions, times and motions visited
	// Positions of the agents seen at the times of the poses from `firstRow` on, filled on demand.
	_Alignas( 64 ) float rowX[WF_SEEN_ROWS][WF_MAX_INTENDING];
	float rowY[WF_SEEN_ROWS][WF_MAX_INTENDING];
	float near2[WF_MAX_INTENDING]; // squared distances at which they matter
	bool rowFilled[WF_SEEN_ROWS];
	int64_t firstRow;
	// The committed parts of the first footsteps examined, by node.
	wfSureFootsteps sure[WF_KEPT_SURE];
	int32_t sureNode[WF_KEPT_SURE];
	int32_t sureCount;
	wfBodySize size;
	int32_t killer; // of the walkers whose committed footsteps matter, the one that was in the way last
	wfTrack track;
} wfFootstepSearch;

// ---------------------------------------------------------------------------------------------------- meetings

typedef enum wfStepMeeting
{
	wf_meetsNobody,
	wf_meetsLater, // someone, at a time until which much may change
	wf_meetsNow
} wfStepMeeting;

// Call before the footsteps of a plan are examined.
void wfBeginMeetings( wfFootstepSearch* search, const wfFootstepTask* task );
// Body against what others intend, and against walls, at the times of the poses within the footstep. `closeness` receives how
// close it comes to others and walls, and for how long.
wfStepMeeting wfMeetsAnything( wfFootstepSearch* search, const wfFootstepTask* task, const wfFootstep* step, bool walls,
							   double* closeness );

// Whether a walking footstep that follows another one may end at its middle, as far as can be foreseen. It will be decided when
// the one before it begins, and by then others will have promised to rest not far from where they are at that time, although
// they will go on: who plans to be close behind them when they have gone on will find no sure footstep.
bool wfMayRest( const wfFootstepSearch* search, const wfFootstepTask* task, const wfFootstep* before, const wfFootstep* step,
				wfVec2 from );

// Whether footsteps from where the task begins, the last of which ends at rest, meet neither walls nor what others are committed
// to.
bool wfIsSure( wfFootstepSearch* search, const wfFootstepTask* task, const wfFootstep* steps, const wfStance* rest,
			   int32_t count );

// ----------------------------------------------------------------------------------------------------- actions

// Possible next actions from a stance, given the guide's direction at its position. Returns their number.
#define WF_MAX_ACTIONS 24
typedef struct wfFootstepAim
{
	wfVec2 toward;	  // unit
	double speed;	  // wanted
	double distance;  // distance to the goal, metres
	bool stays;		  // at the goal
	bool stepsOnSpot; // may move its feet on the spot to pass the time
	double strides;	  // share of the usual stride, at the same speed
} wfFootstepAim;

// The first ones lead straight on; the others are considered when these were not good enough.
int32_t wfListActions( const wfGaitDef* gait, const wfStance* from, const wfFootstepAim* aim, bool first,
					   wfFootstepAction* actions );
// The foot that was left behind closes up.
wfFootstepAction wfMakeClosingAction( const wfGaitDef* gait, const wfStance* from );
// Energy of turning on the spot, per radian.
double wfTurnEnergy( const wfGaitDef* gait );
// How to come to rest from a stance in motion: the k-th option to try, false if there are no more.
bool wfMakeStopAction( const wfGaitDef* gait, const wfStance* from, int32_t k, wfFootstepAction* action );
