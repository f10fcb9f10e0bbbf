// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What a run consists of: for run_loop.c and run_trails.c.
#pragma once

#include "run.h"

// As it was seen last.
typedef struct wfTrailBody
{
	float radius, depth, heading;
	uint8_t kind; // the entry of the scenario it came from; 1 where there is none
} wfTrailBody;

// Places of everybody for the picture at the end, as a recording would have them. When there are too many of them every second
// frame is dropped.
typedef struct wfRunTrails
{
	wfTrajectories all; // rows and headings in order; the rest is added at the end
	int64_t headingCapacity;
	wfTrailBody* bodies; // of each serial number
	int64_t bodyCapacity;
	int64_t stride; // ticks between the frames kept
	wfFootstepTable footsteps;
	bool tooManyFootsteps; // they are not kept any more
} wfRunTrails;

void wfRunTrails_Add( wfRunTrails* trails, const wfFrame* frame, int64_t tick );
// The last frame is shown whether its turn has come or not.
void wfRunTrails_AddLast( wfRunTrails* trails, const wfFrame* frame, int64_t tick );
// The sizes of bodies, one for each row, in memory of their own.
void wfRunTrails_AddSizes( const wfRunTrails* trails, wfTrajectories* all );
void wfRunTrails_AddFootsteps( wfRunTrails* trails, const wfFootstepRow* rows, int32_t count );

// What the page of a run shows besides people: what stands in the plane, or the mesh.
void wfAddPlaneToPage( wfJsonOut* json, const wfSimulation* simulation );
void wfAddMeshToPage( wfJsonOut* json, const wfSurfaceScene* scene );
// Bytes as base64.
void wfJsonOut_Bytes( wfJsonOut* json, const char* key, const void* bytes, size_t size );

// A video, with the places between two ticks put in. In the plane frames wait for a while: that somebody on foot stood is
// reported later.
typedef struct wfRunFilm
{
	wfVideo* video;
	double fps;
	int64_t frames;		// shown so far
	double start, last; // times of the first tick and of the last one seen
	wfVec3* places;		// of each serial number at the last tick
	float* headings;	// the same
	double* times;		// of those places
	wfVec3* between;	// places between two ticks
	float* turned;		// headings between two ticks
	wfFrame* waiting;	// copies, the oldest first; each in one piece of memory that begins with its positions
	int32_t waitingCount;
	int64_t placeCapacity, headingCapacity, timeCapacity, betweenCapacity, turnedCapacity, waitingCapacity;
} wfRunFilm;

// Those on foot: their footsteps, and whether their circles touch.
typedef struct wfRunFeet
{
	bool used;				   // there are any
	wfFootstepTable footsteps; // all of them so far, where a file is to have them
	wfCircleCheck* check;
	uint8_t* walks; // whether the agent of a serial number was reported of
	int64_t walksCapacity;
	float* radii; // of the discs; 0: of who is on foot
	int64_t radiusCapacity;
} wfRunFeet;

typedef struct wfRunSamples
{
	double* values;
	int64_t count, capacity;
} wfRunSamples;

typedef struct wfRunGroup
{
	char name[128];
	wfGroupId id;
	bool isThere;
	wfGroupMode mode; // as it was last
	int32_t members, mostMembers;
	int32_t number;		// of its present or last order
	int32_t firstOrder; // the number before its first one: parts go on with those of whom they left
	int32_t orders, done, counted;
	wfGroupOrderKind kind;			  // of that order
	wfRunSamples errors, shapeErrors; // in spacings
	wfRunSamples errorMetres, shapeErrorMetres;
	wfRunSamples arrived, formed, cramped, engaged; // seconds
	double longestWait;
} wfRunGroup;

// An order that was not followed as it was given.
typedef struct wfRunTrouble
{
	char group[128];
	const char* why;
	wfGroupObstacle obstacle;
	char aim[96]; // where it led to; of what a log could not give, what it was
	char reason[200];
	int32_t order; // its number; 0: it was not given
	int32_t line;
	double time;
	wfVec3 position, instead; // of the anchor; where it goes, not numbers: nowhere else
} wfRunTrouble;

// An order that had not begun when the run ended.
typedef struct wfRunWaiting
{
	char group[128];
	char what[16];
	char aim[96];  // where it leads to; may be empty
	int32_t order; // its number; 0: its time had not come
	double time;   // for when it is, then
} wfRunWaiting;

typedef struct wfRunMember
{
	bool known;
	double since; // when it was farther than a little from its place last
	wfVec3 place;
} wfRunMember;

typedef struct wfRunGroups
{
	wfRunGroup* list;
	wfRunMember* members; // by serial
	wfRunTrouble* troubles;
	wfRunWaiting* waiting;
	wfAgentId* ids;
	wfGroupId* groupIds;
	wfVec3* slots;
	int32_t count, troubleCount, refusedCount, waitingCount;
	int64_t capacity, memberCapacity, troubleCapacity, idCapacity, groupIdCapacity, waitingCapacity, slotCapacity;
} wfRunGroups;

struct wfRun
{
	wfRunDef def;
	wfCrowd* crowd;
	wfGroupTrack* track;	   // of groups; null where nothing is drawn
	wfExploreTrack* explorers; // null: nobody explores
	wfRunGroups groups;
	wfContactReport contacts; // on a mesh, of all ticks: sums and least gaps
	wfMetrics* metrics;
	wfRecorder* recorder;
	int32_t movesPerTick;
	int64_t recordStride; // moves between recorded frames
	bool recordsMoves;	  // some of them within ticks
	int64_t recordedFrames;
	int64_t checkpointTicks; // between checkpoints, 0: only the last
	wfRunFilm film;
	wfRunTrails trails;
	wfRunFeet feet;
	wfProgress progress;
	double* arrivalTimes;
	int64_t arrivalCount, arrivalCapacity;
	int64_t arrivedBefore, ticksBefore; // the checkpoint that was resumed
	uint32_t* stuckSerials;				// of those who were reported as stuck, some more than once
	int64_t stuckCapacity;
	int32_t mostAgents;
	double began;
	bool resumed;
	wfRunReport report; // what is known so far
};

// With the names and colours of the scenario.
wfGroupTrack* wfRunGroups_CreateTrack( const wfSimulation* simulation );
// Before the first tick and after each.
void wfRunGroups_Add( wfRun* run );
void wfRunGroups_Finish( wfRun* run );
bool wfRunGroups_HasMember( const wfRunGroups* groups, uint32_t serial );
void wfRunGroups_Free( wfRunGroups* groups );

void wfRunFilm_Begin( wfRunFilm* film, const wfRun* run );
void wfRunFilm_Add( wfRunFilm* film, const wfFrame* frame );
// Nothing where there is no video.
void wfRunFilm_End( wfRunFilm* film );
