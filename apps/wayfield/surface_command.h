// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The parts of `wayfield surface`.
#pragma once

#include "surface.h"

#define WF_MAX_STARTS 256

typedef enum wfSurfaceMethod
{
	wf_femMethod,
	wf_influenceMethod
} wfSurfaceMethod;

typedef struct wfSurfaceOptions
{
	const char *file, *goal;
	const char* from[WF_MAX_STARTS];
	int32_t fromCount;
	bool all;
	int32_t random;
	double haste, epsilon; // NaN: as the scenario says
	double bias[3], toward[3];
	int32_t limits; // -1: as the scenario says
	int32_t method;
	double sumChange; // e_max of the influence method, 0: the default
	int32_t occupied; // vertex of the file, -1: none
	wfObstacleOptions obstacles;
	bool taut, raw;
	bool json, edges, yUp;
	const char *picture, *outMesh, *outPaths;
	double view[2]; // degrees
	double zoom;
	int32_t width;
} wfSurfaceOptions;

// Everything between the options and the report.
typedef struct wfSurfaceRun
{
	wfSurfaceScene scene;
	wfWorkers* workers;
	wfFoundPlace goal;
	wfFoundPlace* starts; // given one by one
	int32_t startCount;
	wfObstacleReport obstacles;
	wfSurfacePlannerDef plannerDef;
	wfSurfacePlanner* planner; // null with the influence method, as the field
	wfSurfaceField* field;
	wfFieldReport fieldReport;
	double* p;
	uint8_t* connected;
	wfRelaxReport relax;
	int32_t occupied; // vertex of the mesh, -1: none
	wfSurfaceWalk* walks;
	int32_t walkCount;
	wfSurfacePath* paths; // of every stride-th walk
	int32_t pathCount, stride;
	wfWalkTotals totals;
	int64_t cutOff;		   // vertices of the goal's piece of the mesh that have no way, though free
	int64_t shutTriangles; // free, but with a limit or an obstacle in every corner
	double secondsLoad, secondsFactor, secondsGoal, began;
	bool limitsRepel;
} wfSurfaceRun;

extern wfSurfaceOptions wf_surfaceOptions;

// Files and what is printed. Returns an exit code.
int wfSurfaceRun_Output( const wfSurfaceRun* run );
