// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// How agents walk: styles and behaviours.
#pragma once

#include "crowd/behavior.h"
#include "wayfield/crowd.h"

typedef struct wfStyle
{
	wfStyleDef def;
	float relaxFactor;	 // of the smooth rule, for one move
	float emptyGradient; // |grad q| at the centre of the empty map, for the mean rule
} wfStyle;

// The agent a behaviour is aimed at, as it is while everyone plans.
typedef struct wfAim
{
	wfVec2 place;
	bool known;
} wfAim;

typedef struct wfManners
{
	wfStyle* styles;
	size_t styleCapacity;
	int32_t styleCount;
	wfBehaviorDef* behaviors;
	size_t behaviorCapacity;
	int32_t behaviorCount;
	wfAim* aims; // by behaviour
	size_t aimCapacity;
	wfBehaviorVector* custom; // results of custom functions, by slot
	size_t customCapacity;
	int32_t* rankOfSlot; // while custom functions are called
	size_t rankCapacity;
	bool hasCustom;
} wfManners;

// steer.c
// Look up the agents that behaviours are aimed at, before everyone plans at once.
void wfFindAims( wfCrowd* crowd );
void wfCallCustom( wfCrowd* crowd, wfBehaviorTable table, int32_t slot, int32_t rank );
