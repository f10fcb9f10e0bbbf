// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Local maps: built for one agent, relaxed for many at once.
#pragma once

#include "crowd/kernels.h"

#define WF_MAP_CELLS ( WF_MAX_MAP_SIZE * WF_MAX_MAP_SIZE )
// Screening of cells that may not be entered, and of goal cells inside the map.
#define WF_BLOCKED ( -1.0f )
#define WF_INNER_GOAL ( -2.0f )

// What an agent wants before its map is built.
typedef struct wfWish
{
	int32_t rank;
	float guideX, guideY; // unit, to the intermediate goal
	float pullX, pullY;	  // eps v in the map's frame
	float awayX, awayY;	  // away from agents that ask for room
	wfBehaviorVector behavior;
} wfWish;

// One agent's map before it is relaxed.
typedef struct wfMapLane
{
	wfWish wish;
	int32_t size;
	float axisX, axisY; // the map's x axis in the world
	int32_t goalCells[3];
	bool hasInnerGoal;
	bool nearWalls; // walls may reach into the map
	// Of a window of a group's map, whose axes it has: where it is in that, and where the member is in the window, in cells.
	const struct wfSharedMap* shared; // null: a map of its own
	int32_t column, row;
	float readX, readY;
	float tiltX, tiltY;								// by which its values grow from cell to cell beside those of the group's map
	float screen[WF_MAP_CELLS + WF_SCREEN_PADDING]; // kernels fill rows a vector at a time
} wfMapLane;

// Maps that are relaxed together.
typedef struct wfMapKind
{
	int32_t size, iterations; // 0: the default
	wfLocalSolver solver;
	bool turns, nearWalls;
	bool isWindow; // of the map of a group
} wfMapKind;

static inline wfMapKind wfKindOfMap( const wfStyleDef* style, int32_t size, bool nearWalls )
{
	return ( wfMapKind ){ size, style->iterations, style->solver, style->mapTurns, nearWalls, false };
}

static inline bool wfIsSameKind( const wfMapKind* a, const wfMapKind* b )
{
	return a->size == b->size && a->iterations == b->iterations && a->solver == b->solver && a->turns == b->turns &&
		   a->nearWalls == b->nearWalls && a->isWindow == b->isWindow;
}

// Those of one kind wait until a batch is full.
typedef struct wfMapBatch
{
	wfMapKind kind;
	int32_t count;
	wfMapLane lanes[WF_LOCAL_LANES];
} wfMapBatch;

#define WF_OPEN_BATCHES 4

typedef struct wfMapScratch
{
	_Alignas( 64 ) float q[WF_MAP_CELLS * WF_LOCAL_LANES];
	_Alignas( 64 ) float weight[WF_MAP_CELLS * WF_LOCAL_LANES];
	_Alignas( 64 ) float goals[WF_MAP_CELLS * WF_LOCAL_LANES];
	wfMapBatch batches[WF_OPEN_BATCHES];
} wfMapScratch;

// A direction rotated by an angle.
static inline wfVec2 wfTurned( float x, float y, double angle )
{
	wfCosSin turn = wfCosSinOf( angle );
	return ( wfVec2 ){ turn.cosine * (double)x - turn.sine * (double)y, turn.sine * (double)x + turn.cosine * (double)y };
}

// The agent at a rank wants to go along a vector at this speed; it stands where that is zero.
static inline bool wfWantAlong( wfTick* tick, int32_t rank, float speed, float x, float y )
{
	float size = sqrtf( x * x + y * y );
	tick->wantedX[rank] = size > 0.0f ? speed * x / size : 0.0f;
	tick->wantedY[rank] = size > 0.0f ? speed * y / size : 0.0f;
	return size > 0.0f;
}

// map.c
int32_t wfChooseMapSize( const wfCrowd* crowd, int32_t rank, bool* nearWalls );
// Build the map of an agent, whose size and proximity to walls have been determined: frame, goal, obstacles, others.
void wfFillLane( const wfCrowd* crowd, const wfWish* wish, int32_t size, bool nearWalls, wfMapLane* lane );
// The pull of a wish in a lane of maps to be relaxed.
void wfSetPull( wfLocalBatch* local, int32_t lane, const wfWish* wish );
// Interleave the lanes and relax them; the values are in scratch->q.
void wfRelaxBatch( wfMapScratch* scratch, wfMapBatch* batch, bool whole );
// Unit direction of grad q at the centre in the world's frame, 0 if there is none; `strength` receives |grad q| in q per cell.
wfVec2 wfLaneDirection( const wfMapScratch* scratch, const wfMapBatch* batch, int32_t lane, float* strength );

// plane_sight.c
// Block the cells of a part of a map that are nearer to a wall than `radius`. True: there are some.
bool wfBlockWalls( const wfRouteLayer* layer, const wfMapFrame* frame, float radius, const wfScreening* screen, wfMapPart part );

// wish.c
// The guiding direction and the pull of its behaviour. False: the agent needs no map (it stands, yields or waits), and its wanted
// velocity is set.
bool wfFindWish( wfCrowd* crowd, int32_t rank, wfWish* wish );

// sides.c
void wfGuideToSide( const wfTick* tick, int32_t rank, wfWish* wish );

// steer.c
// From the direction of the local field to the wanted velocity; `strength`, for the mean rule: |grad q| relative to that of the
// map without anything in it.
void wfSteer( wfCrowd* crowd, const wfWish* wish, wfVec2 direction, float strength );
