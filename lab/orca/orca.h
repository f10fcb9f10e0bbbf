// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Optimal reciprocal collision avoidance (van den Berg, Guy, Lin, Manocha 2011), as far as it is the same wherever we compare
// with it: the line of a pair, and the linear program in the plane.
#pragma once

#include "base/math.h"

#define WF_MOST_ORCA_LINES 64 // of a program

// Velocities to the left of a line are allowed.
typedef struct wfOrcaLine
{
	wfVec2 point, along; // unit vector
} wfOrcaLine;

typedef struct wfOrcaPair
{
	wfVec2 toOther;			 // from one to the other
	wfVec2 velocity, others; // of both
	double radii;			 // the sum
	double horizon, step;	 // seconds: free of collisions for so long, or one step where they overlap already
} wfOrcaPair;

// Half of what both have to do, so that their velocities lead to no collision within the horizon.
wfOrcaLine wfMakeOrcaLine( const wfOrcaPair* pair );
// The velocity nearest to `wanted` that is no faster than `most` and allowed by the lines; where there is none, the one that
// is the least bit too far beyond any of those from `hard` on. The first `hard` lines always hold.
wfVec2 wfSolveOrca( const wfOrcaLine* lines, int32_t count, int32_t hard, double most, wfVec2 wanted );
