// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Narrow passages and the turns at them.
#pragma once

#include "base/base.h"
#include "wayfield/crowd.h"

typedef struct wfPassageState
{
	wfPassage shape;
	double halfLength; // of the zone along the passage
	int32_t holder;	   // +1, -1: the direction that may pass; 0: free
	double since;	   // when the holder took it
	double lastInside; // when one of the holder's was last in it
	bool takesTurns;   // too narrow for two who meet: one direction at a time
	bool singleFile;   // too narrow for two abreast: single file
	bool closing;	   // nobody of the holder's enters any more: others have waited long enough
} wfPassageState;

typedef struct wfPassages
{
	wfPassageState* list;
	size_t capacity;
	int32_t count;
	double radius; // that the passages were looked for with
	uint64_t revision;
	bool kept; // as it was saved: looked for again when the other crowd would have
} wfPassages;

// passages.c
wfResult wfFindPassages( wfCrowd* crowd, wfError* error );
void wfUpdatePassages( wfCrowd* crowd );
void wfRememberLine( wfCrowd* crowd, int32_t rank );
// From a place to the middle of a passage, negative beyond it in the direction of its sign.
float wfPassageWay( const wfCrowd* crowd, int32_t passage, wfVec2 place );
