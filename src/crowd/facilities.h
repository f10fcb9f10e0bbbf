// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Where agents are served, come in and go out: queues, sources, sinks.
#pragma once

#include "base/array.h"
#include "base/base.h"
#include "crowd/population.h"

typedef struct wfQueue
{
	wfQueueDef def;	 // owns its line
	int32_t* places; // slots of agents in order, head first
	size_t placeCapacity;
	int32_t count;
	int32_t heading; // agents whose present or next stop it is, counted before each tick
	double servedUntil;
	bool serving;
	bool checked; // its head was free once: edits may cover it for a time
} wfQueue;

typedef struct wfSource
{
	wfSourceDef def; // owns region and stops
	wfStop* stops;
	wfBox2 box;
	double nextTime; // when the next one comes
	int64_t sent;	 // let in
	int64_t drawn;	 // came; those not let in wait outside
	bool checked;	 // had its room and its ways once: edits may take them away for a time
	double nextTimeBefore;
	int64_t sentBefore, drawnBefore; // this tick, should it fail
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
void wfDestroyQueues( wfCrowd* crowd );

// sources.c
wfResult wfRunSources( wfCrowd* crowd, wfError* error );
wfResult wfCheckSources( wfCrowd* crowd, wfError* error );
void wfRunSinks( wfCrowd* crowd );
// Queues, sources, sinks and what stands in the fields.
void wfDestroyPopulation( wfCrowd* crowd );
