// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// How agents move: as discs that slide past each other, or as walkers, one footstep after the other. All differences between the
// two are behind this table and the traits, but for the limits that walkers set to discs near them (wfLimitByWalkers).
#pragma once

#include "crowd/crowd.h"

// What the stages shared by all agents need to know about how an agent moves, by rank.
enum
{
	wf_decidesNow = 1,	   // in this tick; otherwise the agent continues with its previous decision
	wf_decidesSeldom = 2,  // not in every tick: reconsiders everything when it does
	wf_keepsToPlan = 4,	   // keeps its distance by what it decided: needs no line before a passage and shares no gaps
	wf_readsDistances = 8, // is guided by the gradient of the distances to its goal, like the search for its footsteps
	wf_shuffles = 32,	   // is on foot, but moves as a disc in this tick
	wf_leavesWall = 16,	   // is led out of a wall that covers it: no wall holds it
};

typedef struct wfLocomotion
{
	// Per tick, for all agents that move this way.
	void ( *findDue )( wfCrowd* crowd ); // sets the traits
	void ( *decide )( wfCrowd* crowd );	 // turns wishes into decisions
	void ( *move )( wfCrowd* crowd );	 // to the positions at the end of the tick
	void ( *commit )( wfCrowd* crowd, int32_t begin, int32_t end );
	void ( *noticeArrivals )( wfCrowd* crowd ); // between the ends of two ticks

	// Per agent.
	bool ( *isDisc )( const wfCrowd* crowd, const wfAgent* agent );						   // must its whole disc be clear now?
	bool ( *overlaps )( const wfCrowd* crowd, int32_t slot, wfVec2 place, double radius ); // a disc there, now or soon
	double ( *reach )( const wfCrowd* crowd, int32_t slot );							   // of what it is committed to
	const char* overlapped; // what else a disc overlaps, for messages
	bool keepsRadius;		// the decisions were made for this radius
} wfLocomotion;

extern const wfLocomotion wf_discLocomotion, wf_footLocomotion;

static inline const wfLocomotion* wfLocomotionOf( const wfAgent* agent )
{
	return agent->gait != 0 ? &wf_footLocomotion : &wf_discLocomotion;
}

// Discs always exist; walkers only if there is a gait.
static inline int32_t wfCountLocomotions( const wfCrowd* crowd )
{
	return crowd->walk != NULL ? 2 : 1;
}

// --------------------------------------------------------------------------- what walkers store beside their agents; walk*.c

void wfDestroyWalk( wfCrowd* crowd );
wfResult wfReserveWalk( wfCrowd* crowd );
size_t wfGetWalkBytes( const wfCrowd* crowd );
bool wfHasGait( const wfCrowd* crowd, int32_t gait ); // or 0: none
// The body must be at least as wide as the distance between its feet.
wfResult wfCheckFeet( const wfCrowd* crowd, wfGaitId gait, double radius, wfError* error );
// The largest distance from the centre at which any of the gaits places feet.
double wfReachOfGaits( const wfCrowd* crowd );
uint64_t wfHashGaits( uint64_t hash, const wfCrowd* crowd );

// Allocates the walker of a slot, before it is used; places it where its agent was added; undoes both for an agent that was not
// added.
wfResult wfReserveWalker( wfCrowd* crowd, int32_t slot, int32_t gait );
void wfPlaceWalker( wfCrowd* crowd, int32_t slot );
void wfUncountWalker( wfCrowd* crowd, int32_t slot );
// Before the agent of a slot leaves: the footstep it is in ends. There must be room for one row more, as there is in a tick.
wfResult wfReserveDeparture( wfCrowd* crowd );
void wfEndFootsteps( wfCrowd* crowd, int32_t slot );
// It stands at its agent's place in another stance, and its footsteps are counted on.
void wfMoveWalker( wfCrowd* crowd, int32_t slot );
// After an edit: whether it stands where a wall is now. Who walks on does not.
bool wfIsWalkerInWall( wfCrowd* crowd, int32_t slot );
uint64_t wfHashWalker( uint64_t hash, const wfCrowd* crowd, int32_t slot );
// No new agent may stand where a walker is committed to step: the walker could not stop in time.
wfResult wfCheckFootsteps( wfCrowd* crowd, wfAgentId* culprit, wfAgentId* other, wfError* error );
// After an edit of the world: walkers whose footsteps lead into a wall stop at once, as do those that would then meet them.
void wfHaltWalkers( wfCrowd* crowd );

void wfSaveWalkers( wfStateWriter* writer, const wfCrowd* crowd );
wfResult wfRestoreWalkers( wfStateReader* reader, wfCrowd* next );
// For a crowd to be restored: everything that walkers share, but no walkers. The reverse: the walkers, but not what is shared.
wfResult wfShareWalk( wfCrowd* next, const wfCrowd* crowd );
void wfUnshareWalk( wfCrowd* crowd );
