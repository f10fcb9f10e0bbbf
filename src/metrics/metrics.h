// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Inside of the metrics: one struct fed frame by frame, its parts in files of their own. docs/metrics.md defines what is
// measured.
#pragma once

#include "base/array.h"
#include "base/map.h"
#include "base/oval.h"
#include "base/vec2.h"
#include "base/vec3.h"
#include "metrics/series.h"
#include "wayfield/metrics.h"

// Beyond this distance nobody's Voronoi cell reaches.
#define WF_VORONOI_CUT_OFF 2.0

// Coordinates beyond this are refused, as the world refuses them.
#define WF_MAX_COORDINATE 1e9

// What a look at a pair needs, side by side for those of one cell.
struct wfSortedDisc
{
	double x, y, z, radius;
	int32_t slot;
};

typedef struct wfTrackedAgent
{
	uint32_t serial;
	int32_t row;							 // of the history, -1: none
	int64_t lastFrame;						 // -1: never in a frame
	int64_t rowFrame;						 // the last one written to its row
	wfVec3 first, last;						 // z is 0 in the plane
	wfVec3 end;								 // as `last`, but not beyond the arrival
	double walked;							 // from first to end along the path taken
	double shortest;						 // length of the shortest path, where given; not a number: the straight line
	double arrivalTime, firstTime, lastTime; // the others: of its first and last frame
	double wallSlack;						 // how far it may move before it could touch a wall
	double radius, depth, facing;			 // facing: the heading of the body, where it is not round; not a number: not known
	wfVec3 headingFrom;						 // where and when the running heading interval began
	double headingTime;
	wfVec3 headingMove; // of the interval before it, {0}: none, or too slow
	int32_t headingFrames;
	uint16_t crossedLines;
	int8_t laneSign; // last known direction along the lanes, 0: not known
	bool walking, touchesWall, arrived;
} wfTrackedAgent;

// Pairs that touch in the last frame in which any did, and in the one before it.
typedef struct wfPairSet
{
	wfMap now, before;
	int64_t frame;
} wfPairSet;

// Items of one frame sorted into the cells of a grid: those of cell c are from begins[c] to begins[c + 1].
typedef struct wfCellSort
{
	WF_ARRAY( int32_t ) cells;	// of each item
	WF_ARRAY( int32_t ) begins; // of each cell, and two more
} wfCellSort;

// Agents in a grid that repeats in both directions: neighbours are always found, and what lies a whole grid apart is met
// needlessly but costs no more than a distance.
typedef struct wfContactGrid
{
	wfCellSort sort;
	WF_ARRAY( struct wfSortedDisc ) discs;
} wfContactGrid;

// What the measurement area waits for until the frames that its speeds need have come.
typedef struct wfPendingFrame
{
	int64_t frame;
	double time, density;	  // by Voronoi cells
	WF_ARRAY( int32_t ) rows; // of those in the area
} wfPendingFrame;

// The uninterrupted presence a row stands for.
typedef struct wfPresence
{
	int64_t firstFrame, lastFrame; // the last: -1: free
} wfPresence;

typedef struct wfAreaMeter
{
	bool used;
	wfBox2 box;
	double size;   // square metres
	int32_t reach; // frames before and after a frame that its speeds look at
	int32_t span;  // 2 reach + 1

	// Positions of the last `span` frames, one plane per frame (frame % span), one column per row.
	wfVec2* positions;
	size_t positionCount;
	double* times;
	WF_ARRAY( wfPresence ) rows;
	WF_ARRAY( int32_t ) freeRows;
	wfPendingFrame* pending; // frame % span

	double countSum, densitySum; // over frames
	double speedSum;			 // over persons and frames
	int64_t speedCount;
	WF_ARRAY( wfAreaFrame ) frames;
} wfAreaMeter;

typedef WF_ARRAY( wfVec2 ) wfPoints;

typedef struct wfRing
{
	int32_t begin, count;
} wfRing;

// Outline of where one can walk, near the area: rings whose signed areas add up.
typedef struct wfWalkable
{
	bool used;
	wfPoints points;
	WF_ARRAY( wfRing ) rings;
} wfWalkable;

typedef struct wfVoronoi
{
	wfPoints points; // of the frame, near the area, sorted by grid cell
	wfCellSort sort;
	wfPoints polygon, spare, part; // of one cell
	wfPoints ring, ringSpare;	   // of the walkable area, cut to one cell
	wfWalkable walkable;
	bool failed; // out of memory: what follows is without meaning
} wfVoronoi;

typedef struct wfDensityMap
{
	double cell; // 0: none
	wfVec2 origin;
	int32_t width, height;
	uint32_t* counts;
	size_t capacity;
} wfDensityMap;

typedef struct wfLaneItem
{
	double across;
	int32_t sign;
} wfLaneItem;

typedef struct wfLineMeter
{
	int64_t forward, backward;
	WF_ARRAY( double ) times; // of each person's first crossing
} wfLineMeter;

typedef WF_ARRAY( int32_t ) wfSlots;

struct wfMetrics
{
	wfMetricsDef def;
	wfResult failed; // the first failure: nothing is done after it, and no more frames are taken
	int32_t headingFrames;

	WF_ARRAY( wfTrackedAgent ) agents;
	wfMap indexOf; // by serial

	// Agents of the present frame, and of the one before: most stay at their place in it.
	wfSlots slots, previousSlots;

	int64_t frameCount;
	double firstTime, lastTime;
	double agentTime, agentMetres; // sums over all
	double walkingTime, standingTime;
	double headingSum, headingTime; // radians, seconds
	int64_t arrivedCount;

	int64_t overlaps, wallHits;
	double deepestOverlap, deepestWallHit;
	uint64_t worldRevision;
	wfContactGrid grid;
	wfPairSet pairs;

	wfLineMeter lines[WF_MAX_METRIC_LINES];
	wfAreaMeter area;
	wfSeriesMeter series;
	wfVoronoi voronoi;
	wfDensityMap map;
	WF_ARRAY( wfLaneItem ) laneItems;
	double laneSum;
	int64_t laneCount;
};

// Keeps the first failure. True while there is none.
static inline bool wfMetrics_Keep( wfMetrics* metrics, wfResult result )
{
	metrics->failed = metrics->failed == wf_ok ? result : metrics->failed;
	return metrics->failed == wf_ok;
}

// Each takes the frame that is being added; metrics->slots names its agents, whose state is up to date.
void wfMetrics_AddContacts( wfMetrics* metrics, const wfFrame* frame );
void wfMetrics_AddWallContacts( wfMetrics* metrics, const wfFrame* frame );
void wfContactGrid_Free( wfContactGrid* grid );
// Two touch in a frame; `begins`: they did not in the one before. Frames in order.
wfResult wfPairSet_Touch( wfPairSet* pairs, int32_t a, int32_t b, int64_t frame, bool* begins );
void wfPairSet_Free( wfPairSet* pairs );
void wfMetrics_AddToMap( wfMetrics* metrics, const wfFrame* frame );
void wfMetrics_AddLanes( wfMetrics* metrics, const wfFrame* frame );

// After the first frames' rate is known, before the first frame.
void wfMetrics_PrepareArea( wfMetrics* metrics );
void wfMetrics_AddToArea( wfMetrics* metrics, const wfFrame* frame );
// The i-th frame with the speeds that are known by now; false where it waits for none, or there is none.
bool wfMetrics_GetAreaFrame( const wfMetrics* metrics, int64_t i, wfAreaFrame* frame );
void wfAreaMeter_Free( wfAreaMeter* area );

// Persons in the area divided by its size, everybody spread evenly over the own cell. Without meaning once it has failed.
double wfVoronoi_GetDensity( wfVoronoi* voronoi, const wfFrame* frame, const wfBox2* area );
void wfVoronoi_Free( wfVoronoi* voronoi );

// The part of the walkable area that cells of people near the box can reach. Unused where the world cannot be written as rings.
wfResult wfWalkable_Make( wfWalkable* walkable, const wfWorld* world, const wfBox2* area );
void wfWalkable_Free( wfWalkable* walkable );
// Square metres where one can walk; not a number where the world cannot be written as rings.
wfResult wfMeasureFloor( const wfWorld* world, double* size );

// Convex or not: the part of a polygon left of the line through `a` in direction `d`. Returns the number of points written,
// at most twice those read.
int32_t wfClipPolygon( const wfVec2* polygon, int32_t count, wfVec2 a, wfVec2 d, wfVec2* out );
int32_t wfClipPolygonToBox( wfVec2* polygon, int32_t count, const wfBox2* box, wfVec2* spare );
// Signed area of what a polygon and a disc have in common.
double wfGetDiscArea( const wfVec2* polygon, int32_t count, wfVec2 center, double radius );

// Room for the items, and no item in any of the cells: the caller then sets each item's cell and adds 1 to begins[cell + 2].
wfResult wfCellSort_Begin( wfCellSort* sort, int32_t count, size_t cellCount );
// From those numbers to the beginnings; the place of an item is then begins[cell + 1]++.
void wfCellSort_Sum( wfCellSort* sort );
void wfCellSort_Free( wfCellSort* sort );
// floor, without a call: cells are far from what an integer cannot hold.
static inline int64_t wfRoundDown( double value )
{
	int64_t whole = (int64_t)value;
	return whole - ( value < (double)whole );
}
// Of each side of a grid that repeats: a power of two, about as many cells as items.
int32_t wfGetGridBits( int32_t count );
