// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// How the kinds of worlds are drawn up: floors, walls, zones, and groups of people who want to go somewhere.
#pragma once

#include "stress/stress.h"

#include "base/vec2.h"

// People of a part of the floor. They go to a place of their own in one of the errands, if there is any, then to one of the
// targets.
typedef struct wfStressGroup
{
	wfBox2 region;
	double share;			   // of the world's density
	uint64_t errands, targets; // a bit for each zone
} wfStressGroup;

typedef struct wfStressDraft
{
	wfStressWorld* world;
	uint64_t seed, stream, drawn; // random numbers so far
	double radii[2];			  // least and largest
	double leastDoor;			  // metres
	bool ownPlaces;				  // everybody has a point in the target of its own, instead of the zone
	wfStressGroup groups[WF_STRESS_MAX_ZONES];
	int32_t groupCount;
} wfStressDraft;

typedef void wfStressKindFcn( wfStressDraft* draft );

// Random numbers: 0 to 1, between two, one of `count`, a chance, a logarithm that is uniform.
double wfStress_Draw( wfStressDraft* draft );
double wfStress_DrawIn( wfStressDraft* draft, double lower, double upper );
int32_t wfStress_DrawOf( wfStressDraft* draft, int32_t count );
bool wfStress_DrawChance( wfStressDraft* draft, double chance );
double wfStress_DrawScale( wfStressDraft* draft, double lower, double upper );
// A width that the largest can pass.
double wfStress_DrawDoor( wfStressDraft* draft, double lower, double upper );

wfBox2 wfMakeBox( double x0, double y0, double x1, double y1 );
void wfStress_AddFloor( wfStressDraft* draft, wfBox2 box );
void wfStress_AddWall( wfStressDraft* draft, wfBox2 box );
void wfStress_AddPillar( wfStressDraft* draft, wfStressPillar pillar );
// Returns its bit.
uint64_t wfStress_AddZone( wfStressDraft* draft, wfBox2 box );
void wfStress_AddGroup( wfStressDraft* draft, wfStressGroup group );
// A cut everybody may have to go through; the narrowest counts.
void wfStress_AddCut( wfStressDraft* draft, double width );
// A wall across x from y0 to y1 with a door of this width anywhere in it.
void wfStress_AddWallWithDoor( wfStressDraft* draft, wfBox2 wall, double door );

// The routes of all people on cells of this size: how long the slowest needs, whether there are any, and the area of the floor.
wfResult wfMeasureStressRoutes( wfStressWorld* world, double cellSize, wfError* error );

// Routes over the free cells of a grid, for the largest, from one place to all others that are not farther than so many metres.
typedef struct wfStressWays wfStressWays;

wfResult wfCreateStressWays( wfStressWorld* world, double cellSize, double most, wfStressWays** ways, wfError* error );
void wfDestroyStressWays( wfStressWays* ways );
// False: nobody can stand there.
bool wfStressWays_Begin( wfStressWays* ways, wfVec2 from );
// To a place; infinity: there is no way.
double wfStressWays_GetMetres( const wfStressWays* ways, wfVec2 to );
// The place nearest to another one that there is a way to.
wfVec2 wfStressWays_FindNearest( const wfStressWays* ways, wfVec2 to );
// A random place within so many metres. False: there is none.
bool wfStressWays_Draw( const wfStressWays* ways, wfStressDraft* draft, double least, double most, wfVec2* place );

wfStressKindFcn wfDraftStressCorridor, wfDraftStressDoor, wfDraftStressCrossing, wfDraftStressJunctions, wfDraftStressRing,
	wfDraftStressSlalom, wfDraftStressWinding;
wfStressKindFcn wfDraftStressRooms, wfDraftStressShelves, wfDraftStressStadium, wfDraftStressNetwork, wfDraftStressSquare,
	wfDraftStressHotel;
// Of groups only.
wfStressKindFcn wfDraftStressArmies;
#define WF_STRESS_ISLAND 3.0 // metres: the side of a piece of floor that nobody gets to
void wfStress_AddIsland( wfStressDraft* draft );

// A map file instead of a drawing: the plan, and people near each other anywhere in it.
wfResult wfMakeStressMap( wfStressDraft* draft, wfError* error );
// In the folder that WAYFIELD_DATA names; 0: it is not there.
int32_t wfCountStressMaps( void );
const char* wfGetStressMapFile( int32_t index );
