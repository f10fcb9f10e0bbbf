// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Places between two walls of the plane.
#pragma once

#include "world/walls.h"

typedef struct wfBetween
{
	double width;  // infinite where it is wider than asked for
	wfVec2 across; // unit vector from the farther to the nearer wall
	wfVec2 middle;
} wfBetween;

wfBetween wfLookBetween( const wfWallMap* walls, wfVec2 place, double limit );
// For how many metres it stays narrower than the limit, in a direction along the walls and around their bends; no more than
// `longest`.
double wfFollowWalls( const wfWallMap* walls, const wfBetween* from, wfVec2 along, double limit, double longest );
