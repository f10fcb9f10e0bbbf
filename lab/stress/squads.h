// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Squads: the people of a world as groups, and what they are told. All of it is a pure function of the world's def, as the world
// itself. People who are in no squad walk to their stops, or are not there.
#pragma once

#include "stress/stress.h"

#include "wayfield/groups.h"

#define WF_STRESS_MAX_SQUADS 24
#define WF_STRESS_MAX_ORDERS 160
#define WF_STRESS_DRAWN 12 // points of a drawing
#define WF_STRESS_STROKES 3
#define WF_STRESS_SINKS 3

typedef struct wfStressShape
{
	wfFormationDef formation; // its points are those below
	wfVec2 points[WF_STRESS_DRAWN];
	wfGroupPlanner planner;
	bool bands;
} wfStressShape;

typedef struct wfStressSquad
{
	int32_t* people; // indices of the world's
	int32_t count;	 // none: a part of another one, or made later
	wfStressShape shape;
} wfStressSquad;

// Places are in the frame of the world.
typedef struct wfStressOrder
{
	const char* order;	  // as files call it
	int32_t squad, other; // whom it is for; whom it follows, attacks, or joins, or what becomes of the part; -1: nobody
	bool hasPlace, faces, queued;
	wfVec2 to, facing;
	double range, seconds, time; // 0: none is given
	int32_t* people;			 // who joins, leaves, or is split off
	int32_t personCount;
	wfVec2 strokes[WF_STRESS_STROKES][WF_STRESS_DRAWN];
	int32_t strokeCounts[WF_STRESS_STROKES], strokeCount;
	const char *advance, *divide;
	wfStressShape* shape; // null: none
} wfStressOrder;

typedef struct wfStressSquads
{
	wfStressSquad list[WF_STRESS_MAX_SQUADS];
	int32_t count;
	wfStressOrder orders[WF_STRESS_MAX_ORDERS];
	int32_t orderCount;
	wfVec2 sinks[WF_STRESS_SINKS]; // who comes there dies
	double sinkRadius;
	int32_t sinkCount;
	double alone, seconds; // what the slowest squad walks, and stands because it was told so
	double lastTime;	   // of an order
} wfStressSquads;

// Also leaves out of the world who is not wanted in it.
wfResult wfDrawStressSquads( wfStressWorld* world, wfStressSquads* squads, wfError* error );
void wfStressSquads_Free( wfStressSquads* squads );
