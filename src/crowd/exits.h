// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Exits that agents choose among.
#pragma once

#include "crowd/population.h"

// Of people by when they would be at an exit, each of a second: those of a minute and more are all at the end.
#define WF_EXIT_SECONDS 256

// What has been seen of an exit. No padding: the bytes are hashed and saved.
typedef struct wfExitHistory
{
	double busySeconds; // for which people waited there, fading
	double busyPassed;	// who got through meanwhile, fading as well
	int64_t passed;		// in all
	int64_t turned;		// from it to another
} wfExitHistory;

// A goal that is an exit of one set or of several.
typedef struct wfExitRecord
{
	wfGoalId goal;
	wfExitHistory seen;
	// Of the present tick:
	int32_t heading, waiting;
	int32_t passing;				 // who have arrived
	int32_t turning;				 // to another one
	double width;					 // metres, as those know it who measured it last; 0: nobody did, or it has none
	int32_t coming[WF_EXIT_SECONDS]; // of those who head for it, by the second in which they would be there, alone
} wfExitRecord;

typedef struct wfExitSet
{
	wfExitsDef def;	  // owns its exits
	int32_t* records; // of each exit
} wfExitSet;

typedef struct wfExits
{
	WF_ARRAY( wfExitSet ) sets;
	WF_ARRAY( wfExitRecord ) records;
} wfExits;

// exits.c
void wfFreeExits( wfExits* exits );
// The present stop, exits as the goal that was chosen of them (`made`), or as the first while none was. Null: there is none.
const wfStop* wfResolveStop( const wfCrowd* crowd, const wfAgent* agent, wfStop* made );
bool wfChoosesExit( const wfCrowd* crowd, const wfAgent* agent );
// Before anybody chooses: who heads where.
wfResult wfCountAtExits( wfCrowd* crowd, wfError* error );
// Decide for an exit, or think again about it. Who turns to another looks for a route.
wfResult wfChooseExit( wfCrowd* crowd, wfAgent* agent, wfError* error );
// Whether any of the exits can be reached from a place; their fields are made meanwhile, unless they are for later.
wfResult wfHasExit( wfCrowd* crowd, int32_t layer, const wfStop* stop, bool isFirst, wfPlace place, bool* exists,
					wfError* error );
// It is there, or has been taken by a sink on its way there.
void wfPassExit( wfCrowd* crowd, const wfAgent* agent );
// At the end of a tick: what got through while people waited.
void wfWatchExits( wfCrowd* crowd );
// Whether the choice of an agent, from a saved state, fits its stop.
bool wfIsExitSound( const wfCrowd* crowd, const wfAgent* agent );
bool wfIsHistorySound( const wfExitHistory* seen );
