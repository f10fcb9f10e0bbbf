// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// SteerBench test cases, in three stages: what the file says (wfBench), where everybody and everything stands (wfBenchPlan), the
// crowd. The ground plane of the files is x-z; their z is our y.
#pragma once

#include "io/xml.h"

// Numbers of things a file may ask for with a few words.
#define WF_MAX_BENCH_AGENTS 1000000
#define WF_MAX_BENCH_OBSTACLES 1000000

typedef enum wfBenchGoalKind
{
	wf_benchSeek,	   // target
	wf_benchFlee,	   // away from the target
	wf_benchSeekAgent, // an agent by name, or any
	wf_benchFleeAgent,
	wf_benchFlow,	   // target is a direction
	wf_benchFlowCrowd, // where the others go
	wf_benchIdle,
	wf_benchRegion // anywhere in the box
} wfBenchGoalKind;

typedef struct wfBenchGoal
{
	wfBenchGoalKind kind;
	int32_t node;
	bool random; // target or agent
	wfVec2 target;
	wfBox2 region;
	int32_t name; // the node of the name of the agent, -1: none
	double desiredSpeed, duration;
} wfBenchGoal;

// An agent, a region full of them, or an emitter.
typedef struct wfBenchAgents
{
	int32_t node;
	int32_t count;
	int32_t name; // a node, -1: none
	bool emitter;
	bool randomPosition, randomDirection;
	wfBox2 region; // of random positions
	wfVec2 position, direction;
	double radius, speed;
	int32_t firstGoal, goalCount;
} wfBenchAgents;

// `count` boxes of `shape`'s size at random places of the region, or one shape where it says.
typedef struct wfBenchObstacle
{
	int32_t node;
	bool random;
	int32_t count;
	wfBox2 region;
	wfShapeDef shape;
	size_t firstPoint; // polygon: of `points`, for these move while they are gathered
} wfBenchObstacle;

typedef struct wfBench
{
	wfXml xml;
	char name[128];
	wfBox2 bounds;
	int32_t boundsNode;
	wfBenchObstacle* obstacles;
	size_t obstacleCount, obstacleCapacity;
	wfBenchAgents* agents;
	size_t agentsCount, agentsCapacity;
	wfBenchGoal* goals;
	size_t goalCount, goalCapacity;
	wfVec2* points;
	size_t pointCount, pointCapacity;
	int64_t agentTotal;
	// For the notes: how many were left out.
	int32_t behaviours, unknown, overhead, speedless;
	char firstUnknown[64];
} wfBench;

wfResult wfBench_Read( const wfReader* reader, wfBench* bench );
void wfBench_Free( wfBench* bench );

// ------------------------------------------------------------------------------------------------------------- placing

typedef struct wfBenchStop
{
	int32_t region; // of the plan's boxes; -1: `point`
	wfVec2 point;
	double reach, wait;
} wfBenchStop;

typedef struct wfBenchWalker
{
	int32_t spec; // of wfBench.agents
	wfVec2 position;
	double heading;
	double desiredSpeed;
	int32_t firstStop; // as many as the spec has goals
	bool stays;		   // at its last stop
} wfBenchWalker;

// The radii that have a grid of their own; larger ones share the last.
#define WF_MAX_BENCH_RADII 16

typedef struct wfBenchPlan
{
	const wfBench* bench;
	const wfReader* reader;
	const wfSimulationDef* def;
	uint64_t seed;
	wfWorld* world;
	wfBox2 bounds; // of the world
	double cellSize;
	double radii[WF_MAX_BENCH_RADII];
	wfGrid* grids[WF_MAX_BENCH_RADII];
	int32_t radiusCount;
	wfBenchWalker* walkers; // emitters are walkers too; in the order of the file
	size_t walkerCount;
	wfBenchStop* stops;
	size_t stopCount;
	wfBox2* regions;
	size_t regionCount, regionCapacity;
	// Walkers by where they are, to find overlaps.
	int32_t* heads;
	int32_t* links;
	size_t headCount;
	int32_t columns, rows;
	double bucket;
	// For the notes.
	int32_t movedStarts, movedGoals, droppedObstacles, mixedSpeeds;
	double farthestStart, farthestGoal; // metres
	bool enlarged, cropped;
} wfBenchPlan;

// Makes the world, finds a place for everybody and for every goal. The seed decides all that is random. Frees itself on failure.
wfResult wfBenchPlan_Make( const wfReader* reader, const wfBench* bench, const wfSimulationDef* def, uint64_t seed,
						   wfBenchPlan* plan );
void wfBenchPlan_Free( wfBenchPlan* plan );

// Parts of it: the world with its obstacles and grids; the stops of all walkers, who have their places.
wfResult wfBenchPlan_MakeWorld( wfBenchPlan* plan );
wfResult wfBenchPlan_MakeStops( wfBenchPlan* plan );

const wfGrid* wfBenchPlan_GetGrid( const wfBenchPlan* plan, double radius );
// The component a disc at this place belongs to, -1: none.
int32_t wfBench_GetComponent( const wfGrid* grid, wfVec2 point );
// Draw `counter` of the stream of a walker (its index), or of an obstacle (below 0).
double wfBenchPlan_Draw( const wfBenchPlan* plan, int64_t stream, uint64_t counter );
wfVec2 wfBenchPlan_DrawPoint( const wfBenchPlan* plan, wfBox2 box, int64_t stream, uint64_t counter );
