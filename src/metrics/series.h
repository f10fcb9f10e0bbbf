// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What is kept over time: of each frame in the area, and of each window of the time series.
#pragma once

#include "base/array.h"
#include "wayfield/metrics.h"

// More of them are refused: a point for each second of twelve days.
#define WF_MAX_WINDOWS ( 1 << 20 )

// A frame of the measurement area that is done with.
typedef struct wfAreaFrame
{
	double time, density; // by Voronoi cells
	double speedSum;	  // over those in the area who have a speed
	int32_t people, speedCount;
} wfAreaFrame;

typedef struct wfSeriesWindow
{
	int64_t frames;
	double people;			// sum over the frames
	double metres, seconds; // sums over everybody
} wfSeriesWindow;

typedef struct wfSeriesMeter
{
	double window;	  // seconds, 0: there is no series
	double floorSize; // square metres; not a number: not known
	double metresBefore, secondsBefore;
	WF_ARRAY( wfSeriesWindow ) windows;
} wfSeriesMeter;

// After the agents have been added.
void wfMetrics_AddToSeries( wfMetrics* metrics, const wfFrame* frame );
// So many frames in which nobody is, from this time on.
void wfMetrics_AddEmptyToSeries( wfMetrics* metrics, double time, double step, int64_t count );

// Whether an agent is not there any more in the last frame. Of an index.
bool wfMetrics_HasLeft( const wfMetrics* metrics, int32_t index );
wfLineReport wfMetrics_ReportLine( const wfMetrics* metrics, int32_t index );
