// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Explorers. A tick lets every exploration sense, decide and solve last of all that may fail; then members are led as those of
// groups are (wf_agentLed), but without a group: each to a place ahead on the way that its exploration shows it.
#pragma once

#include "base/array.h"
#include "base/bytes.h"
#include "crowd/population.h"
#include "ground/ground.h"
#include "wayfield/explorers.h"

// No padding, as all here that is hashed and saved.
typedef struct wfMemberExplorer
{
	double gaze;  // radians
	int32_t slot; // of the agent; -1: it has left
	uint32_t generation;
	int32_t decisions, mode; // when it was last led
} wfMemberExplorer;

typedef struct wfSearch
{
	double x, y; // of a thing
	wfAgentId agent;
	int32_t kind; // wfSearchKind
	int32_t unused;
} wfSearch;

typedef enum wfSearchKind
{
	wf_noSearch,
	wf_thingSearch,
	wf_agentSearch
} wfSearchKind;

typedef struct wfExplorers
{
	uint32_t generation;
	bool isUsed;
	wfExplorersDef def; // as it came out; without members
	wfExploration* exploration;
	wfGrid *walls, *room; // what there is to see; follow from the world
	wfSearch search;
	int64_t ticked;					   // the number of the crowd's tick that it was last ticked for, from 1
	WF_ARRAY( wfMemberExplorer ) list; // by number
	WF_ARRAY( wfExplorerInput ) inputs;
} wfExplorers;

typedef struct wfExplorerPlace
{
	int32_t explorers, number; // index in the list; -1: it does not explore
} wfExplorerPlace;

typedef struct wfExplorations
{
	WF_ARRAY( wfExplorers ) list;
	WF_ARRAY( wfThing ) things;
	WF_ARRAY( wfExplorerPlace ) ofSlot; // of a tick
	int32_t used;
} wfExplorations;

// Who is led, but by no group.
static inline bool wfIsExplorer( const wfAgent* agent )
{
	return ( agent->flags & wf_agentLed ) != 0 && agent->orders.group == 0;
}

// explorers.c
wfExplorers* wfGetExplorers( const wfCrowd* crowd, wfExplorersId id );
void wfFreeExplorers( wfExplorers* explorers );
void wfFreeExplorations( wfExplorations* explorations );
// An agent leaves its explorers, if it has any, and stands.
void wfForgetExplorer( wfCrowd* crowd, int32_t slot );
// What there is to see, from the world as it is.
wfResult wfMakeSurroundings( const wfCrowd* crowd, wfExplorers* explorers, wfError* error );
// The id of the thing that somebody is.
static inline uint64_t wfThingOfAgent( wfAgentId id )
{
	return (uint64_t)id.generation << 32 | id.index1;
}
#define WF_SOUGHT_THING ( 1ull << 63 )
// Whether an agent is larger than explorers may be.
wfResult wfCheckExplorerRadius( const wfCrowd* crowd, const wfAgent* agent, double radius, wfError* error );

// explorers_tick.c
// All that may fail in a tick. What was ticked is not ticked again, should the crowd's tick fail for others.
wfResult wfTickExplorations( wfCrowd* crowd, wfError* error );
// Who is done stands. Nothing here fails.
void wfMoveExplorers( wfCrowd* crowd );
// Who is where in which list, for this tick.
void wfFindExplorers( wfCrowd* crowd );
void wfGuideExplorer( wfCrowd* crowd, int32_t rank );

// explorers_state.c
uint64_t wfHashExplorers( const wfCrowd* crowd, uint64_t hash );
void wfSaveExplorers( const wfCrowd* crowd, wfStateWriter* writer );
wfResult wfRestoreExplorers( wfCrowd* next, wfStateReader* reader );
bool wfAreExplorersSound( const wfCrowd* crowd );
