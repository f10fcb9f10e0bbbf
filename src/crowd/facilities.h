// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Where agents are served, enter and leave: queues, sources, sinks.
#pragma once

#include "base/array.h"
#include "base/base.h"
#include "crowd/population.h"
#include "ground/zone.h"

typedef struct wfQueue
{
	wfQueueDef def;				// owns its line
	wfSurfacePoint head;		// on a mesh
	WF_ARRAY( int32_t ) places; // slots of agents in order, head first
	int32_t heading;			// agents whose current or next stop it is, counted before each tick
	double servedUntil;
	bool serving;
} wfQueue;

// No padding: the bytes are hashed and saved.
typedef struct wfSourceState
{
	double nextTime; // when the next agent comes
	int64_t sent;	 // entered
	int64_t drawn;	 // came; those that have not entered wait outside
} wfSourceState;

typedef struct wfSource
{
	wfSourceDef def; // owns its stops; the region is the zone's
	wfZone zone;
	wfSourceState now, before; // before this tick: restored if it fails
	bool checked;			   // has had room and routes once: edits may remove them temporarily
} wfSource;

typedef struct wfFacilities
{
	WF_ARRAY( wfQueue ) queues;
	WF_ARRAY( wfSource ) sources;
	WF_ARRAY( wfZone ) sinks;
	WF_ARRAY( int32_t ) nearby; // slots near a source's region
} wfFacilities;

// queues.c
wfPlace wfQueuePlace( const wfCrowd* crowd, const wfAgent* agent );
wfResult wfReserveQueues( wfCrowd* crowd );
void wfUpdateQueues( wfCrowd* crowd );
void wfLeaveQueue( wfCrowd* crowd, int32_t slot );

// sources.c
wfResult wfRunSources( wfCrowd* crowd, wfError* error );
// Whether there is room in its region and a route from there, and the fields of those who will come.
wfResult wfCheckSource( wfCrowd* crowd, int32_t index, wfError* error );
bool wfIsSourceOver( const wfSource* source ); // nobody comes any more
void wfRunSinks( wfCrowd* crowd );
// What was copied from the defs of queues, sources and sinks.
void wfReleaseFacilities( wfCrowd* crowd );
