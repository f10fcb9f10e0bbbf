// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Crowds to simulate, written once for tests, benchmarks and the command line. They stand on the public headers alone, and the
// same name, number of agents and seed give the same scene on every machine. Radius 0.25 m, 1.3 m/s. Everything is turned about
// the middle of the world by an angle drawn from the seed, so that nothing lies along the axes of a grid.
#pragma once

#include "wayfield/io.h"

#define WF_CROWD_RADIUS 0.25
#define WF_CROWD_SPEED 1.3

typedef struct wfCrowdSceneDef
{
	const char* name;
	int32_t agents; // 0: the scene's own number; at most 1,000,000
	uint64_t seed;
	bool angleGiven; // else drawn from the seed
	double angle;	 // radians
	wfPreset preset;
	const wfStyleDef* style; // of everybody; null: the preset's
	bool footsteps;			 // everybody walks on foot
	const wfGaitDef* gait;	 // then; null: the usual one
	wfWorkers* workers;		 // may be null
	size_t memoryLimit;		 // bytes for global fields, 0: none
} wfCrowdSceneDef;

wfCrowdSceneDef wfDefaultCrowdSceneDef( void );

typedef struct wfCrowdSceneInfo
{
	const char* name;
	const char* description; // one line
	int32_t agents;			 // without a number given
} wfCrowdSceneInfo;

int32_t wfGetCrowdSceneCount( void );
wfCrowdSceneInfo wfGetCrowdScene( int32_t index );
// Null where there is no scene of that name.
const wfCrowdSceneInfo* wfFindCrowdScene( const char* name );

// One agent of a scene.
typedef struct wfCrowdWalker
{
	wfVec2 position;
	double heading;
	wfStop stop;
	bool stands; // stays where it is and makes no room
} wfCrowdWalker;

// What a scene consists of, before there is a crowd.
typedef struct wfCrowdPlan
{
	wfWorld* world;
	wfCrowdWalker* walkers;
	int32_t count;
	double angle;	 // the scene is turned by it
	double freeTime; // seconds from the farthest start to its goal where nobody is in the way
	double seconds;	 // to simulate at most
	wfVec2 laneDirection;
	wfVec2 line[2]; // whose flow is measured
	const char* lineName;
	wfBox2 area; // of density and speed; empty: none
	bool sieve;	 // gaps everywhere: nobody takes turns at them
} wfCrowdPlan;

// wf_notFound for an unknown name; wf_outOfRange for a number of agents that cannot be. `error` may be null.
wfResult wfPlanCrowdScene( const wfCrowdSceneDef* def, wfCrowdPlan* plan, wfError* error );
void wfCrowdPlan_Free( wfCrowdPlan* plan );

// The whole scene, ready to step. Free with wfSimulation_Free. `error` may be null.
wfResult wfCreateCrowdScene( const wfCrowdSceneDef* def, wfSimulation* simulation, wfError* error );
