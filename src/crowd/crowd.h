// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The crowd as seen by its own module: its parts.
#pragma once

#include "crowd/exits.h"
#include "crowd/explorers.h"
#include "crowd/facilities.h"
#include "crowd/groups.h"
#include "crowd/mesh_tick.h"
#include "crowd/occupancy.h"
#include "crowd/passages.h"
#include "crowd/population.h"
#include "crowd/routes.h"
#include "crowd/stages.h"
#include "crowd/styles.h"
#include "crowd/tick.h"

struct wfWalkers;

// The arrays of wfFrame.
typedef struct wfFrameArrays
{
	size_t capacity;
	uint32_t* serials;
	wfAgentId* ids;
	uint64_t* userData;
	wfVec3 *positions, *velocities;
	float *headings, *radii, *depths, *speeds;
	uint8_t* states;
} wfFrameArrays;

// The last tick's moves but its last one; moves.c.
typedef struct wfMoves
{
	bool isWanted;
	int32_t kept, agents; // moves, and agents of each
	double began;		  // time at the beginning of that tick
	wfFrameArrays arrays; // one move after the other
	WF_ARRAY( int32_t ) rankOfSlot;
} wfMoves;

struct wfCrowd
{
	wfGround ground;
	const wfStages* stages; // of the plane or of a mesh
	wfCrowdDef def;
	double time;
	int64_t tickCount;
	uint64_t trail;			  // hash of all positions in all ticks: the history, including agents that have left
	struct wfWalkers* walk;	  // null while no agent has a gait
	bool prepared;			  // every agent has been checked since the last change
	int64_t nextMarkTick;	  // standing agents are not looked for again before
	int32_t coveredCount;	  // agents that a wall covers
	uint64_t coveredRevision; // of the world when that was found out
	wfCrowdProfile profile;
	wfWaitStats waits;

	wfPopulation population;
	wfStyles styles;
	wfFacilities facilities;
	wfExits exits;
	wfPassages passages;
	wfTick tick;
	wfMeshTick meshTick;
	wfMeshFlow meshFlow;
	wfMeshPassages meshPassages;
	wfFrameArrays frame;
	wfMoves moves;
	wfOccupancy occupancy;
	wfGroups groups;
	wfExplorations explorations;
};

// frame.c
wfResult wfReserveFrame( wfCrowd* crowd );
void wfDestroyFrame( wfFrameArrays* frame );
size_t wfGetFrameBytes( wfFrameArrays* frame );
wfResult wfReserveFrameArrays( wfFrameArrays* frame, size_t needed );
void wfFillFrame( const wfCrowd* crowd, const wfAgent* agent, int32_t slot, wfFrameArrays* frame, int32_t k );
wfFrame wfViewFrame( const wfCrowd* crowd, const wfFrameArrays* frame, int32_t first, int32_t count, double time );

// moves.c
wfResult wfReserveMoves( wfCrowd* crowd );
// After a move of all, where that is asked for.
void wfKeepMove( wfCrowd* crowd, int32_t move );
void wfDestroyMoves( wfMoves* moves );
size_t wfGetMoveBytes( wfMoves* moves );

// As many agents as there is to be memory for.
static inline size_t wfRoomForAgents( const wfCrowd* crowd )
{
	const wfPopulation* population = &crowd->population;
	return (size_t)( population->agentCount > population->reserved ? population->agentCount : population->reserved );
}

static inline size_t wfRoomForSlots( const wfCrowd* crowd )
{
	const wfPopulation* population = &crowd->population;
	return (size_t)( population->slotCount > population->reserved ? population->slotCount : population->reserved );
}

// Everything is checked again before the next tick.
static inline void wfUnprepare( wfCrowd* crowd )
{
	crowd->prepared = crowd->passages.kept = false;
}

// Passages are looked for in grids.
static inline void wfNoticeNewGrids( wfCrowd* crowd )
{
	if ( crowd->ground.hasNewGrid )
	{
		crowd->ground.hasNewGrid = false;
		wfUnprepare( crowd );
	}
}

// Agents are stored in the order they were added, not by position: prefetch the next ones while working.
#define WF_FETCH_AHEAD 6
static inline void wfFetchAgent( const wfCrowd* crowd, int32_t rank )
{
	if ( rank < crowd->tick.count )
	{
		const char* agent = (const char*)&crowd->population.agents[crowd->tick.slot[rank]];
		__builtin_prefetch( agent );
		__builtin_prefetch( agent + 64 );
		__builtin_prefetch( agent + 128 );
		__builtin_prefetch( agent + 192 );
	}
}

static inline void wfFetchStop( const wfCrowd* crowd, int32_t rank )
{
	if ( rank < crowd->tick.count && crowd->population.stops.data != NULL )
	{
		__builtin_prefetch( &crowd->population.stops.data[crowd->population.agents[crowd->tick.slot[rank]].stopFirst] );
	}
}

// The next agent present, in the order of slots; after null the first, after the last null.
static inline wfAgent* wfNextAgent( const wfCrowd* crowd, const wfAgent* agent )
{
	wfAgent* agents = crowd->population.agents;
	for ( int32_t slot = agent != NULL ? (int32_t)( agent - agents ) + 1 : 0; slot < crowd->population.slotCount; ++slot )
	{
		if ( agents[slot].flags & wf_agentUsed )
		{
			return &agents[slot];
		}
	}
	return NULL;
}

static inline int32_t wfSlotOf( const wfCrowd* crowd, const wfAgent* agent )
{
	return (int32_t)( agent - crowd->population.agents );
}

static inline wfPlace wfPlaceOf( const wfAgent* agent )
{
	return ( wfPlace ){ agent->x, agent->y, agent->triangle };
}

static inline const wfStyle* wfStyleOf( const wfCrowd* crowd, const wfAgent* agent )
{
	return &crowd->styles.list[agent->style - 1];
}

static inline wfStop* wfPresentStop( const wfCrowd* crowd, const wfAgent* agent )
{
	return agent->stop < agent->stopCount ? &crowd->population.stops.data[agent->stopFirst + agent->stop] : NULL;
}

// Added at the current time, as opposed to given new stops later.
static inline bool wfIsPutNow( const wfCrowd* crowd, const wfAgent* agent )
{
	return ( agent->flags & wf_agentNew ) != 0 && agent->enteredTime >= crowd->time;
}
