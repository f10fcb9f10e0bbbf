// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Walkers: agents that walk by footsteps. They perceive and are guided and steered like all agents; what they want is then turned
// into footsteps.
#pragma once

#include "crowd/limits.h"
#include "crowd/locomotion.h"
#include "footsteps/search.h"

// Traits of who walks and has nothing to decide.
#define WF_WALKER_TRAITS ( wf_decidesSeldom | wf_keepsToPlan | wf_readsDistances )

typedef struct wfWalker
{
	// Committed footsteps, starting with one that has just ended; the last ends at rest. None: the walker stands in the stance
	// `rest`.
	wfFootstep steps[WF_SURE_FOOTSTEPS + 1];
	wfStance stances[WF_SURE_FOOTSTEPS + 1]; // after each
	wfStance rest;
	wfStance restBefore;							 // the stance before the first of these footsteps
	wfFootstepAction intents[WF_INTENDED_FOOTSTEPS]; // instead of the last committed footstep
	wfFootstepAction lastWalk;						 // the last committed footstep in full, if it is a stop
	wfVec2 wish;									 // wanted velocity when they were found
	double standsFrom;								 // reported up to this time while it stands
	double nextTry;
	double heldUntil; // in a press: it has got on well since then
	int32_t count, intentCount;
	int32_t reported;	   // of the footsteps
	int32_t reportedInAll; // total number of reported footsteps
	int32_t gait;		   // index1
	int32_t waitingSteps;  // consecutive footsteps on the spot
	bool rests;			   // the last footstep is a deliberate stop
	bool inPress;		   // moves on as a disc, its feet follow
	wfBody body;
	wfBodySize size;
	wfTrack sure, intended;
	bool halts; // was stopped by the current edit of the world
} wfWalker;

// Of all searches: seconds, in bins of a tenth of an octave and a half, for percentiles.
#define WF_TIME_BINS 128
#define WF_FIRST_BIN 1e-7 // seconds
#define WF_BINS_PER_UNIT 10.0

typedef struct wfWalkStats
{
	wfFootstepStats sum; // without agents and percentiles
	int64_t bins[WF_TIME_BINS];
} wfWalkStats;

// What a worker needs for decisions.
typedef struct wfWalkScratch
{
	wfFootstepSearch search;
	wfFootstepTask task;
	wfFootstepResult result;
	wfWalkStats stats;
} wfWalkScratch;

struct wfWalkers
{
	wfWalker** walkers; // by slot; null: moves as a disc. They are kept when the agent leaves, for the next one
	size_t walkerCapacity;
	WF_ARRAY( wfGaitDef ) gaits;
	int64_t total; // agents with a gait, so far
	wfWalkScratch* scratch[WF_MAX_WORKERS];
	// Per tick.
	WF_ARRAY( wfFootstepRow ) rows;
	WF_ARRAY( int32_t ) cellFirst; // of `due`, by cell in the order of colours
	size_t capacity;			   // by rank:
	int32_t dueCount;
	int32_t* due; // ranks that decide, by colour and cell
	int32_t* dueCell;
	int32_t* sorted;
	float* boxes; // four each: bounds of what is committed
	int32_t columns, rowsOfCells;
	double cellSize;
	double reach; // largest distance of any walker's committed footsteps from its position, also after planning
	wfWalkStats stats;
};

static inline const wfGaitDef* wfGaitOf( const wfCrowd* crowd, int32_t index1 )
{
	return &crowd->walk->gaits.data[index1 - 1];
}

// The end of the current tick: bit-identical to the start of the next one.
static inline double wfGetNextTime( const wfCrowd* crowd )
{
	return (double)( crowd->tickCount + 1 ) * crowd->def.tickSeconds;
}

// Footsteps that begin before this time are decided now.
static inline double wfGetDecisionEnd( const wfCrowd* crowd )
{
	double next = wfGetNextTime( crowd ), far = crowd->time + WF_DECIDED_SECONDS;
	return next < far ? next : far;
}

static inline wfWalker* wfWalkerOfSlot( const wfCrowd* crowd, int32_t slot )
{
	return crowd->population.agents[slot].gait != 0 ? crowd->walk->walkers[slot] : NULL;
}

static inline wfWalker* wfWalkerOfRank( const wfCrowd* crowd, int32_t rank )
{
	return wfWalkerOfSlot( crowd, crowd->tick.slot[rank] );
}

// The walker of a rank, unless it moves as a disc at this time: what it decided before is all it does.
static inline const wfWalker* wfCommittedOfRank( const wfCrowd* crowd, int32_t rank )
{
	return ( crowd->tick.traits[rank] & wf_keepsToPlan ) ? wfWalkerOfRank( crowd, rank ) : NULL;
}

// The walker of a slot, if its agent walks.
static inline wfWalker* wfWalkerInUse( const wfCrowd* crowd, int32_t slot )
{
	return ( crowd->population.agents[slot].flags & wf_agentUsed ) ? wfWalkerOfSlot( crowd, slot ) : NULL;
}

// Whether it has no step before it, or in progress.
static inline bool wfIsAtRest( const wfWalker* walker, double time )
{
	return walker->count == 0 || wfFootstep_GetEndTime( &walker->steps[walker->count - 1] ) <= time + WF_TINY;
}

// walkers.c
// Tracks of its current footsteps.
void wfPublishFootsteps( const wfCrowd* crowd, wfWalker* walker, double now );
bool wfOverlapsWalker( const wfCrowd* crowd, int32_t slot, wfVec2 place, double radius );

// walk_press.c
// Whether a walker moves as a disc in this tick. Those of lower rank have been asked before.
bool wfChooseToShuffle( wfCrowd* crowd, int32_t rank, wfWalker* walker );
// A move of those becomes a footstep.
void wfSettleShuffles( wfCrowd* crowd, int32_t move );

// walk_decide.c
void wfFindDueWalkers( wfCrowd* crowd );
void wfDecideWalkers( wfCrowd* crowd );

// walk_move.c
// Whether the disc of an agent is clear of the steps that others are about to make.
bool wfIsClearOfSteps( const wfCrowd* crowd, int32_t rank );
// As it is at a time, in the midst of a footstep: what a footstep leaves open is as at its end.
wfStance wfStanceAt( const wfWalker* walker, double time );
// The footstep it is in at a time, the last one also afterwards; -1 while it stands.
int32_t wfFindStep( const wfWalker* walker, double time );
// Limits on a disc's move imposed by walkers near it.
void wfLimitByWalkers( const wfCrowd* crowd, int32_t rank, wfLimits* limits );
