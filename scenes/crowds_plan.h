// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// How the crowd scenes are drawn up: in metres around an origin of their own, turned as a whole when they are written down.
#pragma once

#include "scenes/crowds.h"

typedef struct wfDraft
{
	wfCrowdPlan* plan;
	wfError* error;
	uint64_t seed, drawn; // random numbers so far
	double cosine, sine;  // of the angle
	int32_t agents;		  // asked for
	int32_t capacity;	  // of the plan's walkers
	double density;		  // of the group being placed, persons per square metre
} wfDraft;

// Where a group starts: a box, less the disc of radius `inner` and what lies outside of `outer` around the origin.
typedef struct wfStartRegion
{
	wfBox2 box;
	double inner, outer; // outer 0: no ring
} wfStartRegion;

typedef wfResult wfDraftFcn( wfDraft* draft );

// Cosine and sine from additions and multiplications alone: the same bits everywhere.
wfVec2 wfMakeDirection( double angle );
// Of a vector, -pi to pi, in the same way.
double wfMeasureAngle( wfVec2 v );
double wfDraft_Draw( wfDraft* draft );
wfVec2 wfDraft_Turn( const wfDraft* draft, wfVec2 v );

// The world: everything outside of the rings is wall. Or a square of that half side without walls inside.
wfResult wfDraft_CreateWorld( wfDraft* draft, const wfVec2* points, const int32_t* ringSizes, int32_t ringCount );
wfResult wfDraft_CreateSquare( wfDraft* draft, double halfSide );
wfResult wfDraft_AddZone( wfDraft* draft, wfBox2 box, const char* name, wfStop* stop );

// Agents at random places of a region, apart from each other; each gets `stop`, or with null the point opposite of its own.
wfResult wfDraft_AddGroup( wfDraft* draft, int32_t count, const wfStartRegion* region, const wfStop* stop, wfVec2 heading );
wfResult wfDraft_AddWalker( wfDraft* draft, wfCrowdWalker walker );
wfStop wfDraft_MakePointStop( const wfDraft* draft, wfVec2 point );

wfResult wfDraftAnnulus( wfDraft* draft );
wfResult wfDraftRing( wfDraft* draft );
wfResult wfDraftCorridor( wfDraft* draft );
wfResult wfDraftDoorway( wfDraft* draft );
wfResult wfDraftDoorwayOneWay( wfDraft* draft );
wfResult wfDraftEgress( wfDraft* draft );
wfResult wfDraftCrossing( wfDraft* draft );
wfResult wfDraftAmbush( wfDraft* draft );
wfResult wfDraftSquare( wfDraft* draft );
wfResult wfDraftObstacles( wfDraft* draft );
