// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Inside of the search for footsteps: its nodes, whom a footstep would meet, what may be done next.
#pragma once

#include "footsteps/footsteps.h"

// What is sure once a path is begun: up to its first place to rest.
typedef struct wfSureSteps
{
	wfFootstep steps[2];
	wfStance stances[2];
	wfFootstepAction actions[2];
	int32_t count;
	bool goesOn; // the last one is a walking step of the path, up to its middle
} wfSureSteps;

// An entry of the open list: the action, not the step, which is made again when it is looked at.
typedef struct wfOpenStep
{
	double f, g, h;
	int32_t parent;
	int32_t looked; // found free, or what is in the way is paid for
	int32_t more;	// no step: all others from its parent
	wfFootstepAction action;
} wfOpenStep;

typedef struct wfClosedStep
{
	wfFootstep step;
	wfStance stance;
	wfFootstepAction action;
	double g, h;
	wfVec2 toward; // where the way leads from there
	double way;
	int32_t parent, depth;
	bool moves; // the path to it is not standing alone
} wfClosedStep;

#define WF_MAX_OPEN 2048
#define WF_VISITED 512
#define WF_SEEN_ROWS 128
#define WF_KEPT_SURE 24

// Room for one search; a worker has one, so that nothing is allocated while planning.
typedef struct wfFootstepSearch
{
	wfOpenStep open[WF_MAX_OPEN];
	int32_t heap[WF_MAX_OPEN];
	int32_t openCount, heapCount;
	wfClosedStep closed[WF_MAX_EXPANDED + 1];
	int32_t closedCount;
	uint64_t visited[WF_VISITED]; // places, times and motions looked at
	// Where those seen are at the times of poses from `firstRow` on, filled when asked for.
	_Alignas( 64 ) float rowX[WF_SEEN_ROWS][WF_MAX_INTENDING];
	float rowY[WF_SEEN_ROWS][WF_MAX_INTENDING];
	float near2[WF_MAX_INTENDING]; // squares of the distances at which they matter
	bool rowFilled[WF_SEEN_ROWS];
	int64_t firstRow;
	// What is sure of the first steps looked at, by node.
	wfSureSteps sure[WF_KEPT_SURE];
	int32_t sureNode[WF_KEPT_SURE];
	int32_t sureCount;
	int32_t killer; // of those whose sure steps matter the one that was in the way last
	wfTrack track;
} wfFootstepSearch;

// ---------------------------------------------------------------------------------------------------- meetings

typedef enum wfStepMeeting
{
	wf_meetsNobody,
	wf_meetsLater, // somebody, at a time until which much may change
	wf_meetsNow
} wfStepMeeting;

// Before the steps of a plan are looked at.
void wfBeginMeetings( wfFootstepSearch* search, const wfFootstepTask* task, const wfBodySize* size );
// Body against what others intend, and against walls, at the times of the poses within the step. `closeness` receives how near it
// comes to others and walls, and for how long.
wfStepMeeting wfMeetsAnything( wfFootstepSearch* search, const wfFootstepTask* task, const wfFootstep* step,
							   const wfBodySize* size, bool walls, double* closeness );

// ----------------------------------------------------------------------------------------------------- actions

// What may be done next from a stance, the guide's direction at its place given. Returns how many.
#define WF_MAX_ACTIONS 24
typedef struct wfFootstepAim
{
	wfVec2 toward; // unit
	double speed;  // wanted
	double way;	   // metres to go
	bool stays;	   // there
	bool shuffles; // may move its feet on the spot to pass the time
} wfFootstepAim;

int32_t wfListFirstActions( const wfGaitDef* gait, const wfStance* from, const wfFootstepAim* aim, wfFootstepAction* actions );
// Those that are looked at when the first ones were not good enough.
int32_t wfListOtherActions( const wfGaitDef* gait, const wfStance* from, const wfFootstepAim* aim, wfFootstepAction* actions );
// Energy of turning by a radian on the spot.
double wfTurnEnergy( const wfGaitDef* gait );
// How to come to rest from a stance in motion: the k-th way to try, false when there is no other.
bool wfMakeStopAction( const wfGaitDef* gait, const wfStance* from, int32_t k, wfFootstepAction* action );
