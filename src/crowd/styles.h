// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// How agents walk: styles and behaviours.
#pragma once

#include "base/array.h"
#include "crowd/population.h"

typedef struct wfStyle
{
	wfStyleDef def;
	float relaxFactor; // of the smooth rule, for one move
} wfStyle;

// The target agent of a behaviour, as it is while all agents decide.
typedef struct wfAim
{
	wfPlace place;
	bool known;
} wfAim;

typedef struct wfStyles
{
	wfStyle* list;
	size_t capacity;
	int32_t count;
	WF_ARRAY( wfBehaviorDef ) behaviors;
	WF_ARRAY( wfAim ) aims;				 // by behaviour
	WF_ARRAY( wfBehaviorVector ) custom; // results of custom functions, by slot
	WF_ARRAY( int32_t ) rankOfSlot;		 // while custom functions are called
	bool hasCustom;
} wfStyles;

// styles.c
// The pull of the active behaviour, in the axes of the agent at a rank.
wfBehaviorVector wfEvaluatePull( wfCrowd* crowd, int32_t rank, wfAgent* agent, const wfStyleDef* style );
// The same of a behaviour that is no schedule.
wfBehaviorVector wfEvaluateFor( const wfCrowd* crowd, wfAgent* agent, wfBehaviorId behavior, const wfBehaviorInput* given );
// Look up the target agents of behaviours, before all agents decide in parallel.
void wfFindAims( wfCrowd* crowd );
// Functions of the host, on this thread, before anything moves.
void wfCallAllCustom( wfCrowd* crowd );
