// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The inner loops of perception, foresight, map filling and relaxation, one version per instruction set, all bit-identical.
#pragma once

#include "crowd/crowd.h"
#include "crowd/local_solve.h"

// Padding after a map's screening values: rows are filled one vector at a time.
#define WF_SCREEN_PADDING 16

// Screening by cell, row 0 first.
typedef struct wfScreening
{
	float* cells;
	int32_t columns, rows;
} wfScreening;

// Columns and rows of a map, up to the last ones.
typedef struct wfMapPart
{
	int32_t firstColumn, lastColumn, firstRow, lastRow;
} wfMapPart;

// Where a map lies: the centre of its cell (column, row) on a place of the world, with its x axis along a unit vector.
typedef struct wfMapFrame
{
	wfVec2 place;
	int32_t column, row;
	float cell; // metres
	float axisX, axisY;
} wfMapFrame;

// The other agents that an agent perceives; padded to whole vectors.
#define WF_OTHERS 16
_Static_assert( WF_MAX_NEIGHBORS <= WF_OTHERS && WF_OTHERS % 8 == 0, "vectors of eight" );
typedef struct wfOthers
{
	int32_t count;
	float x[WF_OTHERS], y[WF_OTHERS]; // relative to the agent, metres; output: predicted positions
	float vx[WF_OTHERS], vy[WF_OTHERS];
	float radii[WF_OTHERS]; // sum of the other's and the agent's
} wfOthers;

// Others who may be before an agent, relative to it, and their bodies; padded to whole vectors.
typedef struct wfFollowed
{
	int32_t count;
	float x[WF_OTHERS], y[WF_OTHERS];
	float depth[WF_OTHERS], shoulderX[WF_OTHERS], shoulderY[WF_OTHERS]; // as in wfTick
	float most[WF_OTHERS];												// output, infinite for those who are not in the way
} wfFollowed;

typedef struct wfFollowView
{
	float dx, dy;		 // unit vector
	float width, depth;	 // how far its own body reaches to a side and ahead
	float wide, timeGap; // the share of both widths that has to be free, and seconds
} wfFollowView;

// Rays of a fan, and the number padded to whole vectors.
#define WF_FAN_RAYS 11
#define WF_FAN_LANES 16

typedef struct wfFanRays
{
	float x, y;			// position on the flow map, in its cells
	float scale;		// from metres to its cells
	float inverseSpeed; // of the agent
	float length;		// of the rays, metres
	float dx[WF_FAN_LANES], dy[WF_FAN_LANES];
	float cost[WF_FAN_LANES]; // output
} wfFanRays;

typedef struct wfCrowdKernels
{
	// Squared distances of `count` positions from one. Writes up to seven more than requested.
	void ( *measure )( const float* x, const float* y, int32_t count, float fromX, float fromY, float* square );
	// Where each of the others will be when the agent, walking at `speed`, gets there: |p + v t| = speed t, at most `horizon`.
	void ( *predict )( wfOthers* others, float speed, float horizon );
	// From metres in the world's axes to cells of a map whose x axis is (axisX, axisY), measured from the centre of cell 0.
	void ( *turn )( wfOthers* others, float axisX, float axisY, float scale, float middle );
	// For each of the others add strength * min(1, 4/3 (1 - (d / reach)^2)) to the cells around its position that are not
	// blocked; all in cells, reach in sums of radii.
	void ( *stamp )( const wfOthers* others, const wfScreening* screen, float reach, float strength );
	// For each of the others block the cells whose centres are closer than the sum of radii, with `scale` cells per metre.
	void ( *block )( const wfOthers* others, const wfScreening* screen, float scale );
	// Screening of 16 maps, each `stride` floats after the previous one, to interleaved weights.
	void ( *interleave )( const float* const* screens, int32_t size, float* weight );
	// The most speed in a direction that each of the others leaves to whoever keeps a time gap to it.
	void ( *follow )( wfFollowed* followed, const wfFollowView* view );
	// Length of the rays, and the cost of walking along them through the crowd.
	void ( *lookAlongRays )( const wfFlowMap* flow, const float* times, float crowdCost, wfFanRays* rays );
	void ( *relaxSor )( wfLocalBatch* batch, const wfLocalSor* sor );
	void ( *relaxGaussSeidel )( wfLocalBatch* batch, int32_t iterations );
	void ( *relaxSheetSor )( const wfLocalSheet* sheet, const wfLocalSor* sor );
	void ( *relaxSheetGaussSeidel )( const wfLocalSheet* sheet, int32_t iterations );
} wfCrowdKernels;

extern const wfCrowdKernels wfCrowdKernelsBaseline;
#if defined( __x86_64__ )
extern const wfCrowdKernels wfCrowdKernelsAvx2;
extern const wfCrowdKernels wfCrowdKernelsAvx512;
#endif

const wfCrowdKernels* wfGetCrowdKernels( void );
