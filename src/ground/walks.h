// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// How far it is to walk to a goal, in metres, from everywhere: for those who choose among goals. Fields tell the way, but their
// own measure of distance is not in metres where there is no haste, and too long in narrow corridors.
#pragma once

#include "base/base.h"
#include "wayfield/world.h"

// To one goal in the plane, for one layer.
typedef struct wfWalks
{
	int32_t layer;
	wfGoalId goal;
	uint64_t revision; // of the world they were measured in
	bool isMeasured;
	float* metres; // by cell of the layer's grid: the shortest walk over free cells, costly ones as long as they cost;
				   // infinity: none. Null: the goal covers no free cell, or is gone
	int64_t cellCount;
	int32_t middle; // one of the goal's cells, in the middle of their list; -1: it has none
	double width; // metres of the narrowest cut between the goal and most of the ground, for the middles of those who walk there
} wfWalks;
