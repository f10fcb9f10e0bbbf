// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Local maps: made for one agent, relaxed for many at once.
#pragma once

#include "crowd/kernels.h"

#define WF_MAP_CELLS ( WF_MAX_MAP_SIZE * WF_MAX_MAP_SIZE )
// Screening of cells nobody may enter, and of goal cells inside of the map.
#define WF_BLOCKED ( -1.0f )
#define WF_INNER_GOAL ( -2.0f )

// One agent's map before it is relaxed.
typedef struct wfLane
{
	int32_t rank;
	int32_t size;
	float axisX, axisY;	  // the map's x axis in the world
	float guideX, guideY; // unit, to the intermediate goal
	float pullX, pullY;	  // eps v in the map's frame
	int32_t goalCells[3];
	bool hasInnerGoal;
	bool nearWalls;		// walls may reach into the map
	float awayX, awayY; // from those who ask for room
	wfBehaviorVector behavior;
	float screen[WF_MAP_CELLS + WF_SCREEN_PADDING]; // kernels fill rows a vector at a time
} wfLane;

// Maps of one size and way of relaxing that wait until there are enough of them.
typedef struct wfPlanBatch
{
	int32_t size, iterations; // 0: the default
	wfLocalSolver solver;
	bool turns, nearWalls;
	int32_t count;
	wfLane lanes[WF_LOCAL_LANES];
} wfPlanBatch;

#define WF_OPEN_BATCHES 4

typedef struct wfPlanScratch
{
	_Alignas( 64 ) float q[WF_MAP_CELLS * WF_LOCAL_LANES];
	_Alignas( 64 ) float weight[WF_MAP_CELLS * WF_LOCAL_LANES];
	_Alignas( 64 ) float goals[WF_MAP_CELLS * WF_LOCAL_LANES];
	wfPlanBatch batches[WF_OPEN_BATCHES];
} wfPlanScratch;

// map.c
int32_t wfChooseMapSize( const wfCrowd* crowd, int32_t rank, bool* nearWalls );
// Make the map of the agent at a rank, whose size and nearness to walls are chosen: frame, goal, obstacles, others. guideX,
// guideY and the pull are given.
void wfFillLane( const wfCrowd* crowd, wfLane* lane );
// Put the lanes side by side and relax them; the values are in scratch->q.
void wfRelaxBatch( wfPlanScratch* scratch, wfPlanBatch* batch, bool whole );
// Unit direction of grad q at the centre in the world's frame, 0 where there is none; `strength` receives |grad q| in q per cell.
wfVec2 wfLaneDirection( const wfPlanScratch* scratch, const wfPlanBatch* batch, int32_t lane, float* strength );

// steer.c
// What an agent wants before its map is made: the guiding direction and the pull of its behaviour. False: it wants no map (it
// stands, yields or waits), and its wanted velocity is set.
bool wfPrepareLane( wfCrowd* crowd, int32_t rank, wfLane* lane );
// From the direction of the local field to the wanted velocity.
void wfSteer( wfCrowd* crowd, int32_t rank, const wfLane* lane, wfVec2 direction, float strength );
