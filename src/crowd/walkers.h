// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Walkers: agents on foot. They perceive, are guided and steered as all agents are; what they want then is made into footsteps.
#pragma once

#include "crowd/limits.h"
#include "crowd/locomotion.h"
#include "footsteps/search.h"

typedef struct wfWalker
{
	// Sure steps, from one that ended a moment ago on; the last ends at rest. None: it stands as `rest` says.
	wfFootstep steps[WF_SURE_STEPS + 1];
	wfStance stances[WF_SURE_STEPS + 1]; // after each
	wfStance rest;
	wfStance restBefore;						 // the one its first step was begun from, or ended at before
	wfFootstepAction intents[WF_INTENDED_STEPS]; // instead of the last sure step
	wfFootstepAction lastWalk;					 // the last sure step in full, when it is a stop
	wfVec2 wish;								 // velocity wanted when they were found
	double standsFrom;							 // reported until here, when it stands
	double nextTry;
	int32_t count, intentCount;
	int32_t reported;	   // of the steps
	int32_t reportedInAll; // counts them
	int32_t gait;		   // index1
	int32_t shuffles;	   // steps on the spot, one after the other
	bool rests;			   // the last step is a stop that was chosen
	wfBody body;
	wfBodySize size;
	wfTrack sure, intended;
	bool halts; // was made to, by the present edit of the world
} wfWalker;

// Of all searches: seconds, in bins of a tenth of an octave and a half, for percentiles.
#define WF_TIME_BINS 128
#define WF_FIRST_BIN 1e-7 // seconds
#define WF_BINS_PER_UNIT 10.0

typedef struct wfWalkStats
{
	int64_t steps, decisions, plans, failed, expanded, generated;
	double planSeconds, seconds;
	int64_t bins[WF_TIME_BINS];
} wfWalkStats;

// What a worker needs to decide.
typedef struct wfWalkScratch
{
	wfFootstepSearch search;
	wfFootstepTask task;
	wfFootstepResult result;
	wfWalkStats stats;
} wfWalkScratch;

struct wfWalkers
{
	wfWalker** walkers; // by slot; null: moves as a disc. They stay when the agent leaves, for the next one
	size_t walkerCapacity;
	WF_ARRAY( wfGaitDef ) gaits;
	int64_t total; // agents with a gait, so far
	wfWalkScratch* scratch[WF_MAX_WORKERS];
	// For one tick.
	WF_ARRAY( wfFootstepRow ) rows;
	WF_ARRAY( int32_t ) cellFirst; // of `due`, by cell in the order of colours
	size_t capacity;			   // by rank:
	int32_t dueCount;
	int32_t* due; // ranks that decide, by colour and cell
	int32_t* dueCell;
	int32_t* sorted;
	float* boxes; // four each: of what is sure
	int32_t columns, rowsOfCells;
	double cellSize;
	double reach; // farthest anybody's sure steps come from where it is, after planning too
	wfWalkStats stats;
};

static inline const wfGaitDef* wfGaitOf( const wfCrowd* crowd, int32_t index1 )
{
	return &crowd->walk->gaits.data[index1 - 1];
}

// When the present tick ends: to the bit when the next one begins.
static inline double wfGetNextTime( const wfCrowd* crowd )
{
	return (double)( crowd->tickCount + 1 ) * crowd->def.tickSeconds;
}

// Steps that begin until then are decided now.
static inline double wfGetDecisionEnd( const wfCrowd* crowd )
{
	double next = wfGetNextTime( crowd ), far = crowd->time + WF_DECIDED_SECONDS;
	return next < far ? next : far;
}

// Is there room for two more steps?
static inline bool wfHasRoomForSteps( const wfWalker* walker )
{
	return walker->count + 2 <= WF_SURE_STEPS;
}

static inline wfWalker* wfWalkerOfSlot( const wfCrowd* crowd, int32_t slot )
{
	return crowd->population.agents[slot].gait != 0 ? crowd->walk->walkers[slot] : NULL;
}

static inline wfWalker* wfWalkerOfRank( const wfCrowd* crowd, int32_t rank )
{
	return wfWalkerOfSlot( crowd, crowd->tick.slot[rank] );
}

// Its walker where the agent of a slot walks.
static inline wfWalker* wfWalkerInUse( const wfCrowd* crowd, int32_t slot )
{
	return ( crowd->population.agents[slot].flags & wf_agentUsed ) ? wfWalkerOfSlot( crowd, slot ) : NULL;
}

// walkers.c
// Tracks of the steps it has now.
void wfPublishSteps( const wfCrowd* crowd, wfWalker* walker, double now );
bool wfOverlapsWalker( const wfCrowd* crowd, int32_t slot, wfVec2 place, double radius );

// walk_decide.c
void wfFindDueWalkers( wfCrowd* crowd );
void wfDecideWalkers( wfCrowd* crowd );

// walk_move.c
// The step it is in at a time, the last one also afterwards; -1 while it stands.
int32_t wfFindStep( const wfWalker* walker, double time );
// Limits of a disc's move by walkers near it.
void wfLimitByWalkers( const wfCrowd* crowd, int32_t rank, wfLimits* limits );
