// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Looking inside: what inspect.c and group_map_inspect.c call of each other.
#pragma once

#include "crowd/group_map.h"

// What deciding changes beside the working arrays of a tick.
typedef struct wfKept
{
	WF_ARRAY( wfAgent ) agents;
	wfPassageList passages;
} wfKept;

// inspect.c
// Everything a tick does before the maps are made. On success the state is to be given back.
wfResult wfPlanAgain( wfCrowd* crowd, wfKept* kept );
void wfGiveBack( wfCrowd* crowd, wfKept* kept );

// group_map_inspect.c
// Memory for exact maps of groups, by cell.
typedef struct wfExactMaps
{
	WF_ARRAY( float ) weights, values;
	WF_ARRAY( double ) exact;
} wfExactMaps;

// The maps that members would read in a tick, and memory for exact ones.
wfResult wfBeginSharedAccuracy( wfCrowd* crowd, wfExactMaps* maps );
void wfEndSharedAccuracy( wfExactMaps* maps );
// What a member reads from the map of its group, and what it would read from one that is solved exactly without its own
// screening. False: it reads none.
bool wfCompareSharedMap( wfCrowd* crowd, wfExactMaps* maps, int32_t rank, wfVec2* used, wfVec2* exact );
// In double precision: in place of the values of lane 0, whose largest is 1 then.
void wfSolveLaneExactly( wfMapScratch* scratch, const wfMapBatch* batch );
