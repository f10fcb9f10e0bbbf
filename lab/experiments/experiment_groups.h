// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the experiments with groups share: a stage, which is a scenario's crowd with the groups that its experiment names; what is
// measured and kept of every tick; pictures in which groups, slots, anchors, strokes and kinds are told apart.
//
// "groups" of an experiment is a list of objects with "agents": names of entries of "agents", whose agents are the members,
// "formation": the name of its shape, and where wanted "spacing", "ratio", "angle", "points" and "rigid". "kinds" of an
// experiment gives the kind of each entry of "agents", where not all are 0; "moments" the times that pictures show, in seconds.
#pragma once

#include "experiment_crowd.h"
#include "wayfield/picture.h"

#define WF_MAX_STAGE_GROUPS 16
// Rounding, metres: what overlaps by less touches.
#define WF_TOUCHING 1e-6

// Numbers measured again and again.
typedef struct wfSamples
{
	double* values;
	int64_t capacity;
	int32_t count;
} wfSamples;

void wfSamples_Add( wfSamples* samples, double value );
// The value that a share of the samples does not exceed; sorts them. Not a number without any.
double wfSamples_GetQuantile( wfSamples* samples, double share );
double wfSamples_GetMean( const wfSamples* samples );

// Where an agent was, at first and after each tick.
typedef struct wfMemberTrack
{
	wfAgentId id;
	int32_t entry, kind;
	double radius;
	wfVec2* places;
	int64_t capacity;
	int32_t count;
	int32_t group; // the last it was in, of the stage's; -1: none
} wfMemberTrack;

typedef struct wfAnchorTrack
{
	wfVec2* places;
	int64_t capacity;
	int32_t count;
} wfAnchorTrack;

typedef struct wfGroupStage
{
	wfTrial* run;
	wfSimulation simulation;
	wfCrowd* crowd;
	wfWorld* world;
	wfGroupId groups[WF_MAX_STAGE_GROUPS]; // those of the experiment, then those that came to be
	int32_t groupCount;
	double spacing; // of the first
	double until;	// seconds
	// of bodies, at every move so far
	double leastGap, leastRoom;
	int64_t overlaps; // with each other or with walls, in pairs and moves
	double processor; // seconds of ticks, of all threads
	double worstTick;
	int32_t ticks;
	wfMemberTrack* tracks; // by serial
	int64_t trackCapacity;
	int32_t trackCount;
	wfAnchorTrack anchors[WF_MAX_STAGE_GROUPS];
	wfGroupTrack* groupTrack; // with the moments that pictures show
	bool keeps;				  // tracks
	bool checks;
} wfGroupStage;

typedef struct wfGroupStageDef
{
	uint64_t seed;
	wfWorkers* workers;
	bool onFoot;
	bool unchecked;			 // bodies are not compared with each other, where time is measured
	const wfStyleDef* style; // of all agents; null: as the file says
	const char* formation;	 // of all groups; null: as the file says
	double spacing;			 // the same; 0: as the file says
	wfGroupPlanner planner;
	bool hardMembers;
	bool alone;			// entries that are in no group take no part
	bool withoutGroups; // the groups' entries take no part
} wfGroupStageDef;

wfGroupStage* wfTrial_OpenGroups( wfTrial* run, const wfGroupStageDef* def );
void wfGroupStage_Close( wfGroupStage* stage );
int32_t wfTrial_GetGroupSeeds( const wfTrial* run );

// Square pillars at random in a box, `apart` from each other at least.
typedef struct wfPillars
{
	wfBox2 box;
	int32_t count;
	double half, apart;
	uint64_t seed;
} wfPillars;

// "pillars" of the experiment: "bounds", "count", "half", "apart".
wfPillars wfTrial_ReadPillars( wfTrial* run, uint64_t seed );
void wfGroupStage_AddPillars( wfGroupStage* stage, const wfPillars* pillars );

// To a point, of the stage's k-th group.
void wfGroupStage_Order( wfGroupStage* stage, int32_t group, wfGroupOrderKind kind, wfVec2 to );
void wfGroupStage_Give( wfGroupStage* stage, int32_t group, const wfGroupOrder* order );
// A tick, measured. False where the time is over or everybody stands; no tick is made then.
bool wfGroupStage_Tick( wfGroupStage* stage );
// The same without an end where everybody stands.
bool wfGroupStage_TickOn( wfGroupStage* stage );
double wfGroupStage_GetTime( const wfGroupStage* stage );
wfGroupState wfGroupStage_GetState( const wfGroupStage* stage, int32_t group );
int32_t wfGroupStage_CountEvents( const wfGroupStage* stage, wfGroupEventKind kind );
wfVec2 wfGroupStage_GetPlace( const wfGroupStage* stage, wfAgentId id );
double wfGetDistance2( wfVec2 a, wfVec2 b );

// A stroke of "strokes" of the experiment: lists of points by name, each drawn in turn.
wfStrokes* wfTrial_CreateStrokes( wfTrial* run );
void wfTrial_DrawStroke( wfTrial* run, wfStrokes* strokes, const char* path );
// The points of a list of vectors; `capacity` at most.
int32_t wfTrial_GetPoints( wfTrial* run, const char* path, wfVec2* points, int32_t capacity );

// Trails, moments, anchors' ways and strokes, into the run's picture with `suffix`; `strokes`, may be null, of a stage without
// agents.
void wfGroupStage_Draw( const wfGroupStage* stage, const char* suffix, const char* title, const wfStrokes* strokes );

// experiment_groups_grounds.c: where everybody is, as rows of a recording.
void wfAddFrameRows( wfTrajectories* trails, const wfFrame* frame, int32_t number );
