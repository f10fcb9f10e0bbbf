// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// Measures of trajectories, simulated and real alike, in the plane and on surfaces, fed frame by frame. Part of `wayfield-io`.
/// docs/metrics.md defines each.
#pragma once

#include "wayfield/record.h"

typedef struct wfMetrics wfMetrics;

#define WF_MAX_METRIC_LINES 16

typedef struct wfMetricsDef
{
	double fps;							  // of the frames that are added; wfMetrics_AddTrajectories knows better
	const wfWorld* world;				  // for wall hits and Voronoi cells; may be null
	int32_t kind;						  // of the agents, for the walls
	double radius;						  // of those whose frames tell none; 0: overlaps are not counted
	double contactTolerance;			  // a contact: centres nearer than the sum of radii minus this, 1 mm
	double standingSpeed;				  // slower than this is standing, 0.1 m/s
	double headingInterval;				  // seconds over which headings are taken, 0.1
	wfVec2 lines[WF_MAX_METRIC_LINES][2]; // flow is counted through these, positive to the left of a -> b seen from a
	int32_t lineCount;
	wfBox2 area;		  // measurement area of density and speed; empty: the middle half of the walkers' bounds is not guessed,
						  // there is none
	double densityCell;	  // of the density map, metres; 0: none
	wfVec2 laneDirection; // for the order parameter of lanes; {0, 0}: none
	double laneWidth;	  // 0.5 m
	double speedInterval; // seconds, central differences in the area, half of it to either side: 0.4 (5 and 5 frames at 25 fps)
	int32_t internalCookie;
} wfMetricsDef;

WF_API wfMetricsDef wfDefaultMetricsDef( void );
WF_API wfResult wfCreateMetrics( const wfMetricsDef* def, wfMetrics** metrics, wfError* error );
WF_API void wfDestroyMetrics( wfMetrics* metrics );
/// Frames in order. Frames with heights (on surfaces) are measured in space; lines, areas, density maps, lanes and walls of a
/// world are notions of the plane: wf_unsupported when the def asks for one of them. Agents that appear in a frame entered then;
/// those that no longer appear left. Refused with wf_outOfRange: times that do not grow, coordinates that are not finite or
/// beyond 1e9, an agent twice in a frame. Running out of memory, an agent twice and a density map of more than 2^26 cells end the
/// measurement: the report then tells what there was until then.
WF_API wfResult wfMetrics_AddFrame( wfMetrics* metrics, const wfFrame* frame );
/// Tell that an agent came to its last stop: for arrival times and path ratios. Its way ends there, so tell it before the next
/// frame; of one told twice the first counts.
WF_API wfResult wfMetrics_AddArrival( wfMetrics* metrics, uint32_t serial, double time );
/// The shortest path of an agent, where it is known better than by the straight line from its first to its last place.
WF_API wfResult wfMetrics_SetShortestPath( wfMetrics* metrics, uint32_t serial, double metres );

typedef struct wfLineReport
{
	int64_t crossings;			// persons, each at its first crossing, whatever the direction: N of the N-t diagram
	int64_t forward, backward;	// every crossing of everybody
	double firstTime, lastTime; // not a number while there is none
	double flow;				// persons a second between the first and the last crossing
	double specificFlow;		// the same per metre of the line
} wfLineReport;

typedef struct wfMetricsReport
{
	int64_t agents;	  // seen in all
	int64_t left;	  // of them no longer there in the last frame
	int64_t arrived;  // told by wfMetrics_AddArrival
	double arrived95; // seconds by which 95 % of all agents had arrived; not a number while fewer have
	int64_t frames;
	double seconds;		   // from the first to the last frame
	int64_t overlaps;	   // contacts: each counts once from touch to separation
	double deepestOverlap; // metres
	int64_t wallHits;	   // agents' contacts with walls, counted in the same way
	double deepestWallHit;
	double standingFraction; // of the time on the way
	double pathRatio;		 // mean over the agents that arrived (with no arrivals told: that left; with nobody gone: all) of way
							 // walked / shortest path
	double headingChange;	 // degrees a second while moving, mean over time
	double meanSpeed;		 // m/s, mean over the time of all agents
	double meanDensity;		 // persons per square metre in the area, mean over the frames; by count
	double voronoiDensity;	 // the same by Voronoi cells, cut off at 2 m; not a number without an area
	double areaSpeed;		 // mean speed in the area
	double laneOrder;		 // 0: mixed, 1: every lane of one direction; not a number when not asked
	wfLineReport lines[WF_MAX_METRIC_LINES];
	int32_t lineCount;
} wfMetricsReport;

WF_API wfMetricsReport wfMetrics_GetReport( wfMetrics* metrics );

/// Points of the fundamental diagram: one per frame in which somebody is in the area. Capacity query style.
typedef struct wfFundamentalPoint
{
	double time, density, speed, flow;
} wfFundamentalPoint;
WF_API int64_t wfMetrics_GetFundamental( const wfMetrics* metrics, wfFundamentalPoint* points, int64_t capacity );

/// The density map: mean persons per square metre in each cell, row 0 at the bottom. Returns width * height.
WF_API int64_t wfMetrics_GetDensityMap( const wfMetrics* metrics, double* values, int64_t capacity, int32_t* width,
										int32_t* height, wfVec2* origin );

/// Times of the persons' first crossings of a line, in order: the N-t diagram. Capacity query style.
WF_API int64_t wfMetrics_GetCrossings( const wfMetrics* metrics, int32_t line, double* times, int64_t capacity );

/// Everything of a recording at once, at its own rate: where the nearest frames are n apart, the n-th part of it.
WF_API wfResult wfMetrics_AddTrajectories( wfMetrics* metrics, const wfTrajectories* trajectories, wfProgressFcn* progress,
										   void* context );

/// Distances between a path and a reference, both sampled in time at the same rate; as far as both go.
typedef struct wfPathDistance
{
	double mean, final, max; // metres at equal times
	double frechet;			 // discrete Frechet distance: the shapes, whatever the times
} wfPathDistance;
WF_API wfPathDistance wfComparePaths( const wfVec2* path, int32_t count, const wfVec2* reference, int32_t referenceCount );

// --------------------------------------------------------------------------------------------------------------- circles

/// Whether characters on foot ever touched each other, a disc or a wall, told by their steps alone and independent of what
/// planned them: the five circles of everybody at many times within the steps. Fed with steps and frames while a crowd runs.
typedef struct wfCircleCheck wfCircleCheck;

typedef struct wfCircleCheckDef
{
	const wfWorld* world; // for wall hits; may be null
	int32_t kind;		  // of the agents, for the walls
	double interval;	  // most seconds between two looks, 0.02
	double tolerance;	  // a contact: deeper than this, 1 mm
	double delay; // seconds after which all steps of a time are reported, 1.5: those who stand are reported of a second at a time
	int32_t internalCookie;
} wfCircleCheckDef;

WF_API wfCircleCheckDef wfDefaultCircleCheckDef( void );
WF_API wfResult wfCreateCircleCheck( const wfCircleCheckDef* def, wfCircleCheck** check, wfError* error );
WF_API void wfDestroyCircleCheck( wfCircleCheck* check );
/// Steps of each agent in the order of their times, as the crowd tells them; before the frame that follows.
WF_API wfResult wfCircleCheck_AddFootsteps( wfCircleCheck* check, const wfFootstepRow* rows, int32_t count );
/// Who is there: looked at are those in two frames in a row, between the two. Agents of whom no steps were reported are discs
/// that move straight from frame to frame. Refused with wf_outOfRange: times that do not grow, frames with heights. Costs no more
/// than looking at those who are near each other or a wall; memory is that of the frames within the delay.
WF_API wfResult wfCircleCheck_AddFrame( wfCircleCheck* check, const wfFrame* frame );
/// Look at what is left, with the steps told so far: who has none at a time stands where its last one ended; before its first
/// one nothing is known of it. More may follow.
WF_API wfResult wfCircleCheck_Finish( wfCircleCheck* check );

typedef struct wfCircleReport
{
	int64_t agents;		   // of whom steps were reported
	double agentSeconds;   // looked at, over all of them
	int64_t looks;		   // times looked at
	int64_t overlaps;	   // contacts of two characters, or of one with a disc: each counts once from touch to separation
	double deepestOverlap; // metres; 0: never
	int64_t wallHits;	   // counted in the same way
	double deepestWallHit;
	double firstTime;		  // of the first contact or hit; not a number while there is none
	uint32_t firstSerials[2]; // whose; the second is 0 for a wall
	wfVec2 firstPlace;		  // between the circles
} wfCircleReport;

WF_API wfCircleReport wfCircleCheck_GetReport( const wfCircleCheck* check );
