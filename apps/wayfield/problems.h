// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The problems of a .scen file, solved and walked one and all.
#pragma once

#include "scene.h"

typedef struct wfProblemTotals
{
	int64_t problems, reached, unreachable, failed;
	int64_t blocked; // of the unreachable ones: start or goal in an obstacle
	int64_t goals;	 // solved
	int64_t flatCount;
	double maxRelativeResidual;
	double lengthRatioMean, lengthRatioP95; // NaN where no reached problem states a length
	double clearanceMean;					// NaN where none was reached
	double secondsSolve, secondsTrace;		// of all together
} wfProblemTotals;

// The scene has its planner. What is reached was looked at once more: it ends in the goal's cell and every piece of it is free.
wfProblemTotals wfRunProblems( wfScene* scene, const wfProblem* problems, int32_t count );
