// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// Metrics of trajectories, simulated and real, in the plane and on surfaces, computed frame by frame. Part of `wayfield-io`.
/// docs/metrics.md defines each of them.
#pragma once

#include "wayfield/record.h"

typedef struct wfMetrics wfMetrics;

#define WF_MAX_METRIC_LINES 16

typedef struct wfMetricsDef
{
	double fps;							  // of the frames that are added; wfMetrics_AddTrajectories uses the rate of the
										  // recording
	const wfWorld* world;				  // for wall hits and Voronoi cells; may be null
	int32_t kind;						  // of the agents, for the walls
	double radius;						  // for agents whose frames contain none; 0: overlaps are not counted
	double contactTolerance;			  // a contact: centres closer than the sum of radii minus this, 1 mm
	double standingSpeed;				  // slower than this is standing, 0.1 m/s
	double headingInterval;				  // seconds over which headings are computed, 0.1
	wfVec2 lines[WF_MAX_METRIC_LINES][2]; // flow is counted through these, positive to the left of a -> b seen from a
	int32_t lineCount;
	wfBox2 area;		  // measurement area of density and speed; empty: there is none (no area is guessed from the agents'
						  // bounds)
	double densityCell;	  // of the density map, metres; 0: none
	wfVec2 laneDirection; // for the order parameter of lanes; {0, 0}: none
	double laneWidth;	  // 0.5 m
	double speedInterval; // seconds, for central differences in the area, half of it on either side: 0.4 (5 and 5 frames at 25
						  // fps)
	double missedReach;	  // a person who arrives or leaves within this distance of a line without having crossed it is reported
						  // as missed, 1 m
	double seriesWindow;  // seconds of one point of the time series; 0: none
	int32_t internalCookie;
} wfMetricsDef;

WF_API wfMetricsDef wfDefaultMetricsDef( void );
WF_API wfResult wfCreateMetrics( const wfMetricsDef* def, wfMetrics** metrics, wfError* error );
WF_API void wfDestroyMetrics( wfMetrics* metrics );
/// Add frames in order. Frames with heights (on surfaces) are measured in 3D; lines, areas, density maps, lanes and walls of a
/// world exist only in the plane: wf_unsupported if the def requests one of them. An agent enters in the first frame it appears
/// in, and leaves when it no longer appears. Refused with wf_outOfRange: times that do not increase, coordinates that are not
/// finite or beyond 1e9, an agent twice in a frame. Running out of memory, an agent twice and a density map of more than 2^26
/// cells end the measurement: the report then covers what came before.
WF_API wfResult wfMetrics_AddFrame( wfMetrics* metrics, const wfFrame* frame );
/// Report that an agent reached its last stop: for arrival times and path ratios. Its path ends there, so call this before the
/// next frame; if called twice, the first call counts.
WF_API wfResult wfMetrics_AddArrival( wfMetrics* metrics, uint32_t serial, double time );
/// The shortest path of an agent, if a better value is known than the straight line from its first to its last position.
WF_API wfResult wfMetrics_SetShortestPath( wfMetrics* metrics, uint32_t serial, double metres );

/// The middle of the N-t diagram, from when the first fifth of all persons has crossed to when the last fifth has yet to cross:
/// without the first ones, who walk freely, and the last ones, who come singly. Only with ten persons or more, else NaN.
typedef struct wfStationaryFlow
{
	int64_t crossings; // persons after the first and up to the last instant
	double from, to;   // seconds
	double flow, specificFlow;
	double deviation;					   // persons, the largest between N(t) and a straight line: large where the flow changes
	double density, voronoiDensity, speed; // in the area, over the same time
} wfStationaryFlow;

typedef struct wfLineReport
{
	int64_t crossings;			// persons, each at its first crossing, in either direction: N of the N-t diagram
	int64_t forward, backward;	// all crossings of all persons
	double firstTime, lastTime; // NaN while there is none
	double flow;				// persons per second between the first and the last crossing
	double specificFlow;		// the same per metre of the line
	wfStationaryFlow stationary;
	int64_t missed; // persons who arrived or left within `missedReach` without having crossed: a goal is too near
} wfLineReport;

typedef struct wfMetricsReport
{
	int64_t agents;	  // seen in total
	int64_t left;	  // no longer present in the last frame
	int64_t arrived;  // reported by wfMetrics_AddArrival
	double arrived95; // seconds by which 95 % of all agents had arrived; NaN while fewer have
	int64_t frames;
	double seconds;		   // from the first to the last frame
	int64_t overlaps;	   // contacts: each counts once from touch to separation
	double deepestOverlap; // metres
	int64_t wallHits;	   // contacts of agents with walls, counted in the same way
	double deepestWallHit;
	double standingFraction; // of the time in mode wf_walking; of all time in recordings
	double pathRatio;		 // mean of path length / shortest path over the agents that arrived (if no arrivals were reported:
							 // that left; if none left: all)
	double headingChange;	 // degrees per second while moving, mean over time
	double meanSpeed;		 // m/s, mean over the time of all agents
	double meanDensity;		 // persons per square metre in the area, mean over the frames; by count
	double voronoiDensity;	 // the same by Voronoi cells, cut off at 2 m; NaN without an area
	double areaSpeed;		 // mean speed in the area
	double laneOrder;		 // 0: mixed, 1: every lane has one direction; NaN if not requested
	wfLineReport lines[WF_MAX_METRIC_LINES];
	int32_t lineCount;
} wfMetricsReport;

WF_API wfMetricsReport wfMetrics_GetReport( wfMetrics* metrics );

/// Points of the fundamental diagram: one per frame in which the area is not empty. Capacity query style.
typedef struct wfFundamentalPoint
{
	double time, density, speed, flow;
} wfFundamentalPoint;
WF_API int64_t wfMetrics_GetFundamental( const wfMetrics* metrics, wfFundamentalPoint* points, int64_t capacity );

/// One window of the time series, in the area or, without one, on the whole floor. Frames and crossings at the end of a window
/// belong to it, those at its beginning to the one before. The last window ends with the last frame; it is left out where it is
/// shorter than half a window, unless it is the only one.
typedef struct wfSeriesPoint
{
	double from, to; // seconds
	int64_t frames;
	double people;	// mean number
	double density; // by count, persons per square metre: of the area, or of the walkable area of the world; NaN without both
	double voronoiDensity; // NaN without an area
	double speed;		   // m/s, as areaSpeed or meanSpeed; NaN where it is not known of anybody
	double outflow;		   // persons per second who arrived or, where no arrivals are reported, left; everywhere, in any case
	double flows[WF_MAX_METRIC_LINES]; // persons per second through each line, each at its first crossing
} wfSeriesPoint;
/// Capacity query style; nothing unless the def has a `seriesWindow`. More than 2^20 windows end the measurement with
/// wf_tooLarge.
WF_API int64_t wfMetrics_GetSeries( const wfMetrics* metrics, wfSeriesPoint* points, int64_t capacity );

/// When somebody came and went.
typedef struct wfJourney
{
	uint32_t serial;
	double from, to; // seconds: first seen; arrived, else last seen
	double walked;	 // metres
	bool arrived, left;
} wfJourney;
/// All agents seen, in the order of `to`, then serial. Capacity query style. wf_outOfMemory is a count of 0.
WF_API int64_t wfMetrics_GetJourneys( const wfMetrics* metrics, wfJourney* journeys, int64_t capacity );

/// The density map: mean persons per square metre in each cell, row 0 at the bottom. Returns width * height.
WF_API int64_t wfMetrics_GetDensityMap( const wfMetrics* metrics, double* values, int64_t capacity, int32_t* width,
										int32_t* height, wfVec2* origin );

/// Times of the persons' first crossings of a line, in order: the N-t diagram. Capacity query style.
WF_API int64_t wfMetrics_GetCrossings( const wfMetrics* metrics, int32_t line, double* times, int64_t capacity );

/// Add a whole recording, at its own rate: if the closest frames are n apart, a rate n times lower.
WF_API wfResult wfMetrics_AddTrajectories( wfMetrics* metrics, const wfTrajectories* trajectories, wfProgressFcn* progress,
										   void* context );

/// Distances between a path and a reference, both sampled in time at the same rate; over their common duration.
typedef struct wfPathDistance
{
	double mean, final, max; // metres at equal times
	double frechet;			 // discrete Frechet distance: compares the shapes, independent of time
} wfPathDistance;
WF_API wfPathDistance wfComparePaths( const wfVec2* path, int32_t count, const wfVec2* reference, int32_t referenceCount );

// --------------------------------------------------------------------------------------------------------------- circles

/// Checks whether walkers ever touched each other, a disc or a wall, from their footsteps alone and independent of what planned
/// them: the five circles of each walker at many times within its footsteps. Fed with footsteps and frames while a crowd runs.
typedef struct wfCircleCheck wfCircleCheck;

typedef struct wfCircleCheckDef
{
	const wfWorld* world; // for wall hits; may be null
	int32_t kind;		  // of the agents, for the walls
	double interval;	  // maximum seconds between two checks, 0.02
	double tolerance;	  // a contact: deeper than this, 1 mm
	double delay; // seconds after which all footsteps of a time have been reported, 1.5: standing is reported one second at a
				  // time
	bool exact;	  // look at the exact motion instead of the parabola
	int32_t internalCookie;
} wfCircleCheckDef;

WF_API wfCircleCheckDef wfDefaultCircleCheckDef( void );
WF_API wfResult wfCreateCircleCheck( const wfCircleCheckDef* def, wfCircleCheck** check, wfError* error );
WF_API void wfDestroyCircleCheck( wfCircleCheck* check );
/// Footsteps of each agent in order of time, as reported by the crowd; to be added before the following frame.
WF_API wfResult wfCircleCheck_AddFootsteps( wfCircleCheck* check, const wfFootstepRow* rows, int32_t count );
/// The agents present: those in two consecutive frames are checked between the two. Agents without reported footsteps are discs
/// that move straight from frame to frame. Refused with wf_outOfRange: times that do not increase, frames with heights. The cost
/// is that of checking agents that are near each other or a wall; memory is that of the frames within the delay.
WF_API wfResult wfCircleCheck_AddFrame( wfCircleCheck* check, const wfFrame* frame );
/// Check what remains, with the footsteps added so far: an agent without a footstep at a time stands where its last one ended;
/// nothing is known about it before its first one. More may follow.
WF_API wfResult wfCircleCheck_Finish( wfCircleCheck* check );

typedef struct wfCircleReport
{
	int64_t agents;		   // with reported footsteps
	double agentSeconds;   // checked, over all of them
	int64_t looks;		   // times checked
	int64_t overlaps;	   // contacts of two walkers, or of a walker with a disc: each counts once from touch to separation
	double deepestOverlap; // metres; 0: never
	int64_t wallHits;	   // counted in the same way
	double deepestWallHit;
	double firstTime;		  // of the first contact or wall hit; NaN while there is none
	uint32_t firstSerials[2]; // of the agents involved; the second is 0 for a wall
	wfVec2 firstPlace;		  // between the circles
} wfCircleReport;

WF_API wfCircleReport wfCircleCheck_GetReport( const wfCircleCheck* check );
