// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// One local map for all members of a group: around the anchor, turned so that its x axis is along the way, with the members in it
// as costly ground. It is relaxed once in a tick. What a member reads from it is relaxed again in a small window around it,
// without its own screening. See docs/groups.md.
#pragma once

#include "crowd/maps.h"

typedef struct wfSharedMap
{
	bool isSolved; // in this tick
	bool isHard;   // members are obstacles
	bool hasInnerGoal;
	wfMapFrame frame; // its place is the anchor
	wfScreening screen;
	float radius;						   // of the largest member
	float strength, reach;				   // of the screening by a member: in a cell, and in cells per metre of radius
	int32_t window;						   // cells per side of what is relaxed again for a member
	int32_t goalCell, goalStep, goalCount; // the cells of the intermediate goal, in a row
	int32_t most;						   // columns and rows that there is memory for
	WF_ARRAY( float ) cells;			   // of the screen
	WF_ARRAY( float ) values;			   // q
	WF_ARRAY( int32_t ) ranks;			   // of members, -1: none
	WF_ARRAY( float ) x, y;				   // of members, relative to the anchor in the world's axes; padded to whole vectors
	// As it is shown, when that is asked for.
	WF_ARRAY( uint8_t ) kinds;
	WF_ARRAY( float ) costs;
	WF_ARRAY( wfVec2 ) places, directions;
} wfSharedMap;

// group_map.c
// Memory for the maps of this tick, once the shapes of groups are known; `plans`: those they will have.
wfResult wfReserveSharedMaps( wfCrowd* crowd, bool plans );
void wfFreeSharedMap( struct wfSharedMap* map );
// Who of the members is at which rank, and then the maps that members will read.
void wfFindSharedRanks( wfCrowd* crowd );
void wfSolveSharedMaps( wfCrowd* crowd );
// One of them, whether anybody will read it or not. False: the group does not go anywhere together, and members have their own.
bool wfSolveSharedMap( const wfCrowd* crowd, wfGroup* group, wfMapScratch* scratch );

// group_map_read.c
// The map from which the agent at a rank reads its direction; null: it makes its own.
const wfSharedMap* wfFindSharedMap( const wfCrowd* crowd, int32_t rank );
// The direction where an agent is, with everybody in the map, 0 if there is none.
wfVec2 wfReadSharedMap( const wfCrowd* crowd, const wfSharedMap* map, int32_t rank );
wfMapKind wfKindOfWindow( const wfSharedMap* map );
// The window around a member, without its own screening and with the pull of its behaviour.
void wfFillWindow( const wfCrowd* crowd, const wfWish* wish, const wfSharedMap* map, wfMapLane* lane );
// The values that a window starts with, into every WF_LOCAL_LANES-th place.
void wfStartWindow( const wfMapLane* lane, float* q );
// The direction at the member when its window is relaxed.
wfVec2 wfWindowDirection( const wfMapScratch* scratch, const wfMapBatch* batch, int32_t lane );
