// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// From a behaviour and what an agent knows to the vector v and the strength eps of its local map. Pure functions of their
// arguments: everything that persists from tick to tick is in wfBehaviorMemory.
#pragma once

#include "wayfield/crowd.h"

// |eps v.x| and |eps v.y| stay this far below 2, so that no weight of the local map is 0.
#define WF_MAX_PULL ( 2.0 - 2e-7 )

// What an agent remembers of its behaviours. Plain bytes without padding: may be hashed, saved and copied as they are. All zero
// is the memory of an agent that has just entered. An agent has up to two schedules (free walking, on sight), hence the pairs.
typedef struct wfBehaviorMemory
{
	wfVec2 held[2];			 // unit vectors of random behaviours
	double heldUntil[2];	 // crowd time
	int32_t heldBy[2];		 // the behaviour that drew it, 0: none
	int32_t placesOf[2];	 // the schedule the bits below belong to, 0: none
	uint32_t placesBegun[2]; // bit k: stage k has begun by its place
	uint32_t drawCount;		 // random numbers taken from the agent's stream
	uint32_t latest;		 // which of each pair was used last: bit 0 for held, bit 1 for places
} wfBehaviorMemory;

// What an agent knows when its behaviour is evaluated. Vectors to something unknown are zero.
typedef struct wfBehaviorInput
{
	double time;		  // of the crowd
	double inside;		  // seconds since the agent entered
	double fraction;	  // of the distance to the current goal, 0 to 1
	wfVec3 position;	  // 3D
	wfVec2 goalDirection; // unit vector along the global field; zero: no goal
	wfVec2 toGoal;		  // straight to the current goal
	bool seesAgent;		  // an agent is ahead within the sight distance
	wfVec2 toSeen;		  // its position relative to the agent's
	wfVec2 seenVelocity;
	bool knowsAgent; // the target agent of the active behaviour is in the crowd
	wfVec2 toAgent;
	uint64_t seed;			 // of the crowd
	uint32_t serial;		 // of the agent
	wfBehaviorVector custom; // result of the active custom function
} wfBehaviorInput;

// The behaviours of a crowd: index1 - 1 is the index. A null id, or one that is not in the table, is the harmonic behaviour.
typedef struct wfBehaviorTable
{
	const wfBehaviorDef* defs;
	int32_t count;
} wfBehaviorTable;

// Whether a function of the host is to be called for a behaviour or any of its stages.
bool wfBehaviorNeedsCustom( wfBehaviorTable table, wfBehaviorId id );

// The behaviour on sight if there is one and an agent is seen, otherwise that of free walking.
static inline wfBehaviorId wfChooseBehavior( wfBehaviorId freeWalk, wfBehaviorId onSight, bool sees )
{
	return sees && onSight.index1 != 0 ? onSight : freeWalk;
}

// Record the stage places the agent has reached, for the schedules of both behaviours. This includes the inactive one: a stage
// begins when its place is reached, whichever behaviour is active then.
void wfNoticePlaces( wfBehaviorTable table, wfBehaviorId freeWalk, wfBehaviorId onSight, wfVec3 position,
					 wfBehaviorMemory* memory );

// The active behaviour: for a schedule the last stage that has begun (null before the first), otherwise `id` itself. Its def says
// which function to call and which agent to look up before wfEvaluateBehavior. Reads time, fraction and position of the input.
wfBehaviorId wfResolveBehavior( wfBehaviorTable table, wfBehaviorId id, const wfBehaviorInput* input, wfBehaviorMemory* memory );

// v and eps, clamped so that |eps v.x| and |eps v.y| are at most WF_MAX_PULL. A behaviour with an unknown target, and a custom
// result that is not finite, is harmonic: v = (0, 0), eps = 0.
wfBehaviorVector wfEvaluateBehavior( wfBehaviorTable table, wfBehaviorId id, const wfBehaviorInput* input,
									 wfBehaviorMemory* memory );

// The same for one behaviour that is not a schedule, with number index1 in its table.
wfBehaviorVector wfEvaluateDef( const wfBehaviorDef* def, int32_t index1, const wfBehaviorInput* input,
								wfBehaviorMemory* memory );
// v of a periodic behaviour after the given time.
wfVec2 wfGetWavyVector( const wfBehaviorDef* def, double seconds );
