// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Simulations: a crowd stepped to its end while it is measured, recorded, filmed and saved, and the report of it.
#pragma once

#include "json_out.h"
#include "options.h"
#include "wayfield/io.h"
#include "wayfield/picture.h"

typedef struct wfRunDef
{
	wfSimulation* simulation;
	const char* surfaceName; // what recordings call the surface; null: as the scenario is called
	wfView view;			 // of pictures and videos of a mesh
	const char* label;		 // of the progress bar; null: none is shown
	double seconds;			 // to simulate at most, counted from the crowd's start
	bool secondsGiven;		 // by the user: it is fine then when some are still on the way
	double fps;				 // of the recording; 0: as the scenario says, as far as the moves allow
	const char* record;
	const char* footstepsTo; // a file of steps, JSON or CSV
	const char* video;
	const char* checkpoint;
	double checkpointSeconds; // between checkpoints; 0: only the last
	const char* resume;
	bool keepTrails;	// for wfRun_DrawTrails and wfRun_WritePage
	double densityCell; // of the density map; 0: none
	// Sees every frame, before the first tick and after each; may be null.
	void ( *watch )( const wfFrame* frame, void* context );
	void* watchContext;
} wfRunDef;

struct wfRunGroups;

typedef struct wfRunReport
{
	char name[128];
	int64_t agents, arrived, stuck, ticks;
	int64_t leftBySinks; // without having arrived
	int64_t standing;	 // have no stops, and were in no group
	int64_t inGroups;	 // have no stops, and are or were members
	const struct wfRunGroups* groups;
	const wfExploreTrack* explorers; // null: nobody explores
	int64_t exploring;				 // agents that have no stops because they explore
	int64_t onTheWay;				 // at the end of the run
	wfWaitStats waits;
	int64_t stuckNow;					   // of them those who were reported as stuck
	int64_t blocked, unreachable, covered; // events of these kinds
	double simulatedSeconds;
	double measuredFrom;   // where a resumed run began to measure, seconds
	double arrived95;	   // not a number when fewer arrived
	double setupSeconds;   // set by whoever made the crowd
	double wallSeconds;	   // inside of the ticks
	double totalSeconds;   // of the run with everything around the ticks
	double agentTicks;	   // plans made, over all agents
	double agentSeconds;   // simulated, over all agents
	double memoryPerAgent; // bytes, of the most agents there were at once
	double tickSeconds;
	uint64_t seed, hash;
	wfPreset preset;
	int32_t threads;
	wfSimdLevel simd;
	wfCrowdProfile profile;
	wfMetricsReport metrics; // on a mesh contacts are measured along the surface
	bool onSurface;
	int32_t meshVertices, meshTriangles;
	double leastGap, leastWallGap; // on a mesh: of all ticks, metres
	wfFootstepStats footsteps;	   // of those on foot; agents 0: there are none
	wfCircleReport circles;		   // of them
	double walkerSeconds;		   // simulated, over all of them
	char lineNames[WF_MAX_METRIC_LINES][64];
	wfExitState exits[WF_MAX_EXITS]; // that agents chose among
	char exitNames[WF_MAX_EXITS][128];
	int32_t exitCount;
	bool done;		 // nobody is on the way any more
	bool mustArrive; // the run was to go on until everybody had arrived
	bool mustFollow; // the run was to last for all orders
} wfRunReport;

typedef struct wfRun wfRun;

// Begins, resumes, records: everything that can be refused is refused before the first tick.
wfRun* wfCreateRun( const wfRunDef* def, wfWorkers* workers );
// Runs to the end. After Ctrl-C recording, video and checkpoint are finished, and the code is wf_exitCancelled.
int wfRun_Simulate( wfRun* run );
wfRunReport wfRun_GetReport( const wfRun* run );
// Where everybody went, after wfRun_Simulate.
void wfRun_DrawTrails( wfRun* run, const char* path );
// Of runs with explorers.
void wfRun_DrawExploration( const wfRun* run, const char* path, wfExplorePictureKind kind );
void wfRun_DrawDensity( const wfRun* run, const char* path );
// The run to watch and its figures, as one HTML file that needs nothing else. `command`: how it is made again; `picture`: a PNG
// for those whose program shows no replay.
void wfRun_WritePage( const wfRun* run, const wfRunReport* report, const char* command, const char* picture, const char* path );
void wfDestroyRun( wfRun* run );

// The ids of all agents.
wfAgentId* wfGetAgentIds( const wfCrowd* crowd, int32_t* count );
// By frame, and in a frame by id: for qsort.
int wfCompareTrajectoryRows( const void* a, const void* b );
// The pairs of the object that is open.
void wfAddRunAsJson( wfJsonOut* json, const wfRunReport* report );
void wfAddRunAsText( wfText* text, const wfRunReport* report );
// What there is of groups.
void wfAddGroupsAsJson( wfJsonOut* json, const wfRunReport* report );
void wfAddGroupsAsText( wfText* text, const wfRunReport* report );
// What there is of explorers.
void wfAddExplorersAsJson( wfJsonOut* json, const wfExploreTrack* track );
void wfAddExplorersAsText( wfText* text, const wfExploreTrack* track );
// Teams that neither found what they looked for nor explored everything.
int32_t wfCountUndone( const wfExploreTrack* track );
bool wfRunReport_HasGroups( const wfRunReport* report );
// Orders that were not followed as given.
int32_t wfRunReport_CountTroubles( const wfRunReport* report );
// Orders that had not begun, though the run should have lasted for them.
int32_t wfRunReport_CountUnbegun( const wfRunReport* report );
// 0, or 1 where discs overlapped, went into walls, or did not arrive though they should, or orders were not
// followed as given.
int wfRunReport_GetExitCode( const wfRunReport* report );
