// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The parts of the reader of crowds on meshes, on top of those of crowds in the plane.
#pragma once

#include "io/crowd_reader.h"
#include "io/surface_scenario.h"

extern const char* const wf_surfaceWalkerFields[];
extern const char* const wf_surfaceGroupFields[]; // on top of those of a walker
extern const char* const wf_surfaceDrawFields[];
extern const char* const wf_sphereRegionFields[];
extern const char* const wf_boxRegionFields[];
extern const char* const wf_surfaceCrowdFields[];
extern const char* const wf_surfaceRunFields[];

typedef enum wfSurfaceRegionKind
{
	wf_everywhere,
	wf_sphereRegion,
	wf_spaceBoxRegion
} wfSurfaceRegionKind;

// The part of a surface that lies in it.
typedef struct wfSurfaceRegion
{
	wfSurfaceRegionKind kind;
	wfVec3 lower, upper; // sphere: lower is the centre
	double radius;
} wfSurfaceRegion;

// What an entry of "agents" has beyond wfWalkerPlan.
typedef struct wfSurfaceWalker
{
	wfVec3 heading; // zero: toward the first goal
	bool scattered;
	wfSurfaceRegion region;
} wfSurfaceWalker;

typedef struct wfSurfaceReader
{
	wfCrowdReader base;
	const wfGroundDef* ground;
	const wfCrowdDef* crowdDef;
	wfSurfaceWalker* walkers;
	size_t walkerCount;
	double* headroom; // of every triangle where agents have a height
} wfSurfaceReader;

// surface_agents.c
// Places so far off that they can hardly be meant are refused.
wfResult wfCheckNearSurface( const wfCrowdReader* reader, const wfJsonNode* node, double distance );
wfResult wfReadSurfaceGoalNames( wfCrowdReader* reader, const wfJsonNode* root );
wfResult wfReadSurfaceWalkers( wfSurfaceReader* surface, const wfJsonNode* root );
wfResult wfAddSurfaceGoals( wfCrowdReader* reader, const wfJsonNode* root );
wfResult wfAddSurfaceAgents( wfSurfaceReader* surface );
wfResult wfPrepareSurfaceCrowd( wfCrowdReader* reader, const wfJsonNode* root );

// surface_place.c
wfResult wfPlaceSurfaceAgents( wfSurfaceReader* surface );
