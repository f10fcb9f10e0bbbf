// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// How agents move: as discs that slide past each other, or on foot, one footstep after the other. All that differs between the
// two is behind this table and the traits; nothing else asks which of them an agent has.
#pragma once

#include "crowd/crowd.h"

// What the stages that all agents share have to know of how one moves, by rank.
enum
{
	wf_decidesNow = 1,	   // in this tick; who does not goes on with what it decided before
	wf_decidesSeldom = 2,  // not in every tick: looks at everything anew when it does
	wf_keepsToPlan = 4,	   // keeps its distance by what it decided: it needs no line before a passage and shares no gaps
	wf_readsDistances = 8, // is led by the slope of the distances to its goal, as the search for its footsteps is
};

typedef struct wfLocomotion
{
	// Of a tick, for all who move this way.
	void ( *findDue )( wfCrowd* crowd ); // gives traits
	void ( *decide )( wfCrowd* crowd );	 // what is wanted becomes what will be done
	void ( *move )( wfCrowd* crowd );	 // to where they are at the end of the tick
	void ( *commit )( wfCrowd* crowd, int32_t begin, int32_t end );
	void ( *noticeArrivals )( wfCrowd* crowd ); // between the ends of two ticks

	// Of one agent.
	bool ( *isDisc )( const wfCrowd* crowd, const wfAgent* agent ); // must the whole of its disc be clear now?
	bool ( *overlaps )( const wfCrowd* crowd, int32_t slot, wfVec2 place, double radius ); // a disc there, now or soon
	double ( *reach )( const wfCrowd* crowd, int32_t slot );							   // of what it is sure to do
	const char* overlapped; // what else a disc overlaps, for messages
	bool keepsRadius;		// what was decided was decided for it
} wfLocomotion;

extern const wfLocomotion wf_discLocomotion, wf_footLocomotion;

static inline const wfLocomotion* wfLocomotionOf( const wfAgent* agent )
{
	return agent->gait != 0 ? &wf_footLocomotion : &wf_discLocomotion;
}

// Discs are always among them; feet are while there is a gait.
static inline int32_t wfCountLocomotions( const wfCrowd* crowd )
{
	return crowd->walk != NULL ? 2 : 1;
}

// ------------------------------------------------------------------------------ what walkers keep beside their agents; walk*.c

struct wfStateWriter;
struct wfStateReader;

void wfDestroyWalk( wfCrowd* crowd );
wfResult wfReserveWalk( wfCrowd* crowd );
size_t wfGetWalkBytes( const wfCrowd* crowd );
bool wfHasGait( const wfCrowd* crowd, int32_t gait ); // or 0: none
// The body must be as wide as its feet are apart.
wfResult wfCheckFeet( const wfCrowd* crowd, wfGaitId gait, double radius, wfError* error );
// How far from the centre any of the gaits puts feet.
double wfReachOfGaits( const wfCrowd* crowd );
uint64_t wfHashGaits( uint64_t hash, const wfCrowd* crowd );

// Room for the agent of a slot, which is there before it is used; it stands where the agent was put; it never came.
wfResult wfGiveWalker( wfCrowd* crowd, int32_t slot, int32_t gait );
void wfPlaceWalker( wfCrowd* crowd, int32_t slot );
void wfTakeWalkerBack( wfCrowd* crowd, int32_t slot );
uint64_t wfHashWalker( uint64_t hash, const wfCrowd* crowd, int32_t slot );
// Nobody new may stand where a walker is sure to step: that one could not stop in time.
wfResult wfCheckFootsteps( wfCrowd* crowd, wfAgentId* culprit, wfAgentId* other, wfError* error );
// After an edit of the world: those whose steps lead into a wall stop at once, and who would meet them then.
void wfHaltWalkers( wfCrowd* crowd );

void wfSaveWalkers( struct wfStateWriter* writer, const wfCrowd* crowd );
wfResult wfRestoreWalkers( struct wfStateReader* reader, wfCrowd* next );
// For a crowd to be restored: all that walkers share, none of them. The other way: them, and not what is shared.
wfResult wfShareWalk( wfCrowd* next, const wfCrowd* crowd );
void wfUnshareWalk( wfCrowd* crowd );
