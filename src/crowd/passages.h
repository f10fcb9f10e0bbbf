// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Narrow passages and taking turns at them.
#pragma once

#include "base/array.h"
#include "wayfield/crowd.h"

// No padding: the bytes are hashed and saved.
typedef struct wfPassageState
{
	wfPassage shape;
	double halfLength;	// of the zone along the passage
	double since;		// when the holder took it, or since when it is closing
	double lastInside;	// when an agent of the holding direction was last inside
	int32_t holder;		// +1, -1: the direction that may pass; 0: none
	uint8_t takesTurns; // too narrow for those who meet: one direction at a time
	uint8_t singleFile; // too narrow for two abreast: single file
	uint8_t closing;	// no more agents of the holding direction may enter: others have waited long enough
	uint8_t twoFit;		// side by side, whoever they are: turns are taken only where many meet
} wfPassageState;

_Static_assert( sizeof( wfPassageState ) == 72, "passages must have no gaps: their bytes are hashed and saved" );

typedef WF_ARRAY( wfPassageState ) wfPassageList;

typedef struct wfPassages
{
	wfPassageList list;
	double radius; // the list was computed with
	uint64_t revision;
	bool kept; // restored from a saved state: recomputed when the saved crowd would have
} wfPassages;

// Called for an agent near a passage.
typedef void wfVisitFcn( wfCrowd* crowd, int32_t rank, void* context );

// passages.c
wfResult wfFindPassages( wfCrowd* crowd, wfError* error );
wfResult wfSearchPassagesInPlane( wfCrowd* crowd, double radius, wfPassageList* found );
// What a narrow place of this width and length is for agents of this radius. False: a corridor, and no passage.
bool wfMakePassage( wfPassageState* state, double radius );

// turns.c
void wfUpdatePassages( wfCrowd* crowd );
void wfRememberLine( wfCrowd* crowd, int32_t rank );
// Distance of an agent to the middle of a passage, negative beyond it in the direction of its sign.
float wfGetPassageDistance( const wfCrowd* crowd, int32_t passage, int32_t rank );
