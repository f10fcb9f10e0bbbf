// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Who stands where between two ticks, to find room for an agent without looking at all others. Made when it is asked for first,
// kept up to date while agents are added and moved, and given up by the next tick.
#pragma once

#include "base/array.h"
#include "base/map.h"
#include "ground/ground.h"

typedef struct wfOccupant
{
	int32_t slot;
	int32_t next; // in the same cell; -1: none
} wfOccupant;

typedef struct wfOccupancy
{
	bool isKnown;
	double cellSize; // of cubes: no two agents that overlap are farther apart than one and the next
	double reach;	 // the largest radius, and how far somebody is about to step
	wfMap cells;	 // the latest entry of each
	// One who was moved or has left is still found in its old cell; whoever looks at it sees where it is.
	WF_ARRAY( wfOccupant ) entries;
} wfOccupancy;

// A disc that is to stand somewhere.
typedef struct wfRoomCheck
{
	wfPlace place;
	double radius, depth, heading; // of its body; on meshes all are round
	int32_t kind;
	const struct wfAgent* agent; // that it is; null: a new one
	bool isPut;					 // it is not there yet: then those on foot are discs as well
} wfRoomCheck;

struct wfCrowd;
// For an agent where it is.
wfRoomCheck wfCheckFor( const struct wfCrowd* crowd, const struct wfAgent* agent );
// wf_startBlocked: it would be in a wall or overlap somebody.
wfResult wfCheckRoom( struct wfCrowd* crowd, const wfRoomCheck* check, wfError* error );
// Agents have moved, or are gone.
void wfForgetPlaces( struct wfCrowd* crowd );
// An agent has come to a place that wfCheckRoom was asked about before.
void wfOccupy( struct wfCrowd* crowd, int32_t slot );
// Memory for so many agents.
wfResult wfReserveOccupancy( wfOccupancy* occupancy, int32_t count );
void wfFreeOccupancy( wfOccupancy* occupancy );
