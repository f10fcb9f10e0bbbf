// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What a run consists of: for run_loop.c and run_trails.c.
#pragma once

#include "progress.h"
#include "run.h"

// Places of everybody for the picture at the end. When there are too many of them every second frame is dropped.
typedef struct wfRunTrailRow
{
	wfTrajectoryRow row; // its frame is the step
	float radius;
} wfRunTrailRow;

typedef struct wfRunTrails
{
	wfRunTrailRow* rows;
	int64_t count, capacity;
	int64_t stride; // steps between the frames kept
} wfRunTrails;

wfResult wfRunTrails_Add( wfRunTrails* trails, const wfFrame* frame, int64_t step );
// The last frame is shown whether its turn has come or not.
wfResult wfRunTrails_AddLast( wfRunTrails* trails, const wfFrame* frame, int64_t step );
void wfRunTrails_Free( wfRunTrails* trails );

// A video, with the places between two steps put in.
typedef struct wfRunFilm
{
	wfVideo* video;
	double fps;
	int64_t frames;		// shown so far
	double start, last; // times of the first step and of the last one seen
	wfVec2* places;		// of each serial number at the last step
	double* times;		// of those places
	int64_t serialCapacity;
	wfVec2* between; // places between two steps
	int32_t betweenCapacity;
} wfRunFilm;

struct wfRun
{
	wfRunDef def;
	wfCrowd* crowd;
	wfMetrics* metrics;
	wfRecorder* recorder;
	int64_t recordStride; // steps between recorded frames
	int64_t recordedFrames, framesBefore;
	int32_t commitFrames;
	int64_t checkpointSteps; // between checkpoints, 0: only the last
	wfRunFilm film;
	wfRunTrails trails;
	wfProgress progress;
	double* arrivalTimes;
	int64_t arrivalCount, arrivalCapacity;
	int64_t arrivedBefore, stepsBefore; // the checkpoint that was resumed
	int64_t stuck;
	uint32_t* stuckSerials; // of those who were told as stuck, some more than once
	int64_t stuckCapacity;
	int32_t mostAgents, threads;
	double stepSeconds, began, wallSeconds, totalSeconds, measuredFrom;
	double agentSteps;
	bool resumed, interrupted;
};

wfResult wfRunFilm_Begin( wfRunFilm* film, const wfRun* run, wfError* error );
wfResult wfRunFilm_Add( wfRunFilm* film, const wfFrame* frame, wfError* error );
// Nothing where there is no video.
wfResult wfRunFilm_End( wfRunFilm* film, wfError* error );
