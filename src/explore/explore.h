// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The exploration inside, and the stages of a tick.
#pragma once

#include "base/bytes.h"
#include "explore/frontiers.h"
#include "explore/knowledge.h"
#include "explore/ways.h"
#include "wayfield/explore.h"

#define WF_NOWHERE -1 // no cell

// The field that leads an explorer, in a window of its map.
typedef struct wfExploreLead
{
	wfGrid* grid;
	wfPlanner* planner;
	wfField* field;
	int32_t left, low; // the window's first column and row in the map
	wfCellList goals;  // cells of the window
	wfCellList found;  // the same, as they should be
	wfCellList changed;
} wfExploreLead;

// What an explorer has heard of another one's plans.
typedef struct wfExploreClaim
{
	int32_t explorer;
	wfVec2 place; // where that one is going
	double time;
} wfExploreClaim;

// A frontier it came no nearer to.
typedef struct wfAvoided
{
	wfVec2 place;
	double until; // s
	int32_t tries;
} wfAvoided;

typedef struct wfExplorer
{
	wfExplorerDef def;
	bool isThere; // not removed
	bool isAway;
	bool hasStarted;
	wfVec2 place, facing, start;
	int32_t map;
	int32_t at;					  // the cell it stands in, as far as ways are concerned
	wfExplorerMode mode, outcome; // outcome: when it is home
	bool seesObject;
	bool hasNothing;					 // to do, nor will it have unless others find something
	int32_t lastGoal;					 // the one before, or the same
	int32_t goal;						 // the frontier's cell that it goes to see, unknown still
	int32_t stand;						 // where it goes to see it
	int32_t distance;					 // to there when last measured, WF_NO_WAY
	double chosenDistance, chosenWalked; // m: to there, and walked, when it was chosen
	int32_t reviewedAt;					 // where frontiers were last compared
	double chosenTime;					 // s
	double highest;						 // of the logarithm of its field since it was chosen, and
	double highestTime;					 // when it rose to that
	double walked;						 // m
	double metTime;						 // s: when it last met somebody; before the first tick: never
	int32_t decisions, turnedBack;
	WF_ARRAY( wfVec2 ) left; // frontiers it left before they were seen
	WF_ARRAY( wfAvoided ) avoided;
	WF_ARRAY( wfExploreClaim ) claims;
	int32_t leadTo; // cell of the map that the field leads to
	wfExploreLead lead;
} wfExplorer;

typedef struct wfSought
{
	bool isThere;
	wfSoughtDef def;	// without prior
	float* probability; // by map, one after the other
	int32_t mapCount;	// that it has
	float* next;		// while it spreads
	double owed;		// cells that it may have walked since the last spread
	bool hasPrior;
	bool isInSight, wasInSight, wasSeen;
	wfVec2 place, velocity; // when it was last seen
	double seenTime;
} wfSought;

struct wfExploration
{
	wfExplorationDef def;
	WF_ARRAY( wfExplorer ) explorers;
	WF_ARRAY( wfKnowledge ) maps;
	WF_ARRAY( wfFrontierList ) frontiers; // by map
	wfSought sought;
	double time, firstTime; // of the last tick, and the first
	bool hasTicked, isOver; // what is done at the end has been

	WF_ARRAY( wfExploreEvent ) events;
	wfExplorationReport report;
	// Working memory.
	wfKnownWays ways, more;
	wfSightRoom room;
	uint8_t* inTheWay; // by cell: somebody stops sight there
	double* potential; // of the papers' method, by map; null with the others
	int32_t potentialMaps;
};

static inline wfKnowledge* wfMapOf( const wfExploration* exploration, const wfExplorer* explorer )
{
	return &exploration->maps.data[explorer->map];
}

static inline bool wfIsAtWork( const wfExplorer* explorer )
{
	return explorer->isThere && explorer->hasStarted && explorer->mode < wf_foundMode;
}

// Room for a few more events than there are must have been made by the stage.
wfResult wfAddExploreEvent( wfExploration* exploration, wfExploreEvent event );

// sense.c: what each of them sees, and who tells whom.
wfResult wfSense( wfExploration* exploration, const wfExploreInput* input );
// share.c: who tells whom; after sensing, and before what is known is gone through.
wfResult wfShare( wfExploration* exploration );
// choose.c: who goes where.
wfResult wfChoose( wfExploration* exploration );
// modes.c: whether it is found, over, or time to go home. Before and after it is decided who goes where.
wfResult wfBeginModes( wfExploration* exploration );
wfResult wfEndModes( wfExploration* exploration );
// lead.c: the fields of all.
wfResult wfLeadExplorers( wfExploration* exploration );
void wfExploreLead_Free( wfExploreLead* lead );
void wfExploreLead_Save( const wfExploreLead* lead, wfStateWriter* writer );
wfResult wfExploreLead_Restore( wfExploration* exploration, wfExplorer* explorer, wfStateReader* reader );
// source.c: the papers' method.
wfResult wfRelaxSource( wfExploration* exploration );
wfVec3 wfGetSourceDirection( const wfExploration* exploration, const wfExplorer* explorer, wfVec2 place );
void wfFreeSource( wfExploration* exploration );
// seek.c
wfResult wfUpdateSought( wfExploration* exploration, double seconds );
void wfForgetSought( wfExploration* exploration );
// explore.c: one more map of knowledge.
wfResult wfAddMap( wfExploration* exploration );
// query.c
wfExplorer* wfFindExplorer( const wfExploration* exploration, int32_t number );
