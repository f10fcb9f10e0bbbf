// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Where agents are served, enter and leave: queues, sources, sinks.
#pragma once

#include "base/array.h"
#include "base/base.h"
#include "crowd/population.h"

typedef struct wfQueue
{
	wfQueueDef def;				// owns its line
	WF_ARRAY( int32_t ) places; // slots of agents in order, head first
	int32_t heading;			// agents whose current or next stop it is, counted before each tick
	double servedUntil;
	bool serving;
	bool checked; // its head has been free once: edits may cover it temporarily
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
	wfSourceDef def; // owns region and stops
	wfBox2 box;
	wfSourceState now, before; // before this tick: restored if it fails
	bool checked;			   // has had room and routes once: edits may remove them temporarily
} wfSource;

typedef struct wfSink
{
	wfVec2* ring;
	int32_t count;
	wfBox2 box;
} wfSink;

typedef struct wfFacilities
{
	WF_ARRAY( wfQueue ) queues;
	WF_ARRAY( wfSource ) sources;
	WF_ARRAY( wfSink ) sinks;
	WF_ARRAY( int32_t ) nearby; // slots near a source's region
} wfFacilities;

// queues.c
wfVec2 wfQueuePlace( const wfCrowd* crowd, const wfAgent* agent );
wfResult wfReserveQueues( wfCrowd* crowd );
wfResult wfCheckQueues( wfCrowd* crowd, wfError* error );
void wfUpdateQueues( wfCrowd* crowd );
void wfLeaveQueue( wfCrowd* crowd, int32_t slot );

// sources.c
wfResult wfRunSources( wfCrowd* crowd, wfError* error );
wfResult wfCheckSources( wfCrowd* crowd, wfError* error );
bool wfIsSourceOver( const wfSource* source ); // nobody comes any more
void wfRunSinks( wfCrowd* crowd );
// What was copied from the defs of queues, sources and sinks.
void wfReleaseFacilities( wfCrowd* crowd );
