// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The crowd scenes themselves, before they are turned.

#include "scenes/crowds_plan.h"

#include <math.h>

#define PI 3.14159265358979323846
#define WALL_CLEARANCE 0.4 // of the starts

static wfBox2 makeBox( double x0, double y0, double x1, double y1 )
{
	return ( wfBox2 ){ { x0, y0 }, { x1, y1 } };
}

// How much longer than with the scene's own number of agents everything is, at the same density.
static double getScale( const wfDraft* draft, double ownAgents, double least )
{
	return fmax( least, sqrt( draft->agents / ownAgents ) );
}

static void setTimes( wfDraft* draft, double farthest, double extraSeconds )
{
	draft->plan->freeTime = farthest / WF_CROWD_SPEED;
	draft->plan->seconds = ceil( 60.0 + 4.0 * draft->plan->freeTime + extraSeconds );
}

static void setLine( wfDraft* draft, wfVec2 a, wfVec2 b, const char* name )
{
	draft->plan->line[0] = wfDraft_Turn( draft, a );
	draft->plan->line[1] = wfDraft_Turn( draft, b );
	draft->plan->lineName = name;
}

// The largest axis-aligned square that fits into a turned square around `center`, whatever the angle.
static void setArea( wfDraft* draft, wfVec2 center, double side )
{
	wfVec2 c = wfDraft_Turn( draft, center );
	double half = 0.5 * side / 1.4142135623730952;
	draft->plan->area = makeBox( c.x - half, c.y - half, c.x + half, c.y + half );
}

// ------------------------------------------------------------------------------------------------------------ open ground

wfResult wfDraftAnnulus( wfDraft* draft )
{
	double outer = sqrt( draft->agents / ( 0.5 * PI * ( 1.0 - 0.36 ) ) );
	outer = fmax( outer, 2.0 );
	wfStartRegion region = { makeBox( -outer, -outer, outer, outer ), 0.6 * outer, outer };
	wfResult result = wfDraft_CreateSquare( draft, 1.3 * outer + 5.0 );
	if ( result == wf_ok )
	{
		result = wfDraft_AddGroup( draft, draft->agents, &region, NULL, ( wfVec2 ){ 1.0, 0.0 } );
	}
	setTimes( draft, 2.0 * outer, 0.0 );
	setArea( draft, ( wfVec2 ){ 0.0, 0.0 }, 0.5 * outer );
	return result;
}

// A place every metre, each moved a little so that the first meeting in the middle is no tie.
wfResult wfDraftRing( wfDraft* draft )
{
	double radius = fmax( 5.0, draft->agents / ( 2.0 * PI ) );
	wfResult result = wfDraft_CreateSquare( draft, 1.3 * radius + 5.0 );
	for ( int32_t i = 0; i < draft->agents && result == wf_ok; ++i )
	{
		double shift = 0.3 * ( wfDraft_Draw( draft ) - 0.5 );
		wfVec2 place = wfMakeDirection( 2.0 * PI * ( i + shift ) / draft->agents );
		place = ( wfVec2 ){ radius * place.x, radius * place.y };
		wfCrowdWalker walker = { .position = wfDraft_Turn( draft, place ) };
		walker.heading = wfMeasureAngle( ( wfVec2 ){ -walker.position.x, -walker.position.y } );
		walker.stop = wfDraft_MakePointStop( draft, ( wfVec2 ){ -place.x, -place.y } );
		result = wfDraft_AddWalker( draft, walker );
	}
	setTimes( draft, 2.0 * radius, 0.0 );
	setArea( draft, ( wfVec2 ){ 0.0, 0.0 }, 0.5 * radius );
	return result;
}

// ------------------------------------------------------------------------------------------------------------- corridors

// 56 m long: 40 s from the farthest start where nobody is in the way.
wfResult wfDraftCorridor( wfDraft* draft )
{
	const double half = 28.0, goalDepth = 2.0, startDepth = 20.0; // 0.5 agents per square metre
	double side = 0.5 * fmax( 2.0, 10.0 * draft->agents / 200.0 ), inside = side - WALL_CLEARANCE;
	const wfVec2 points[4] = { { -half, -side }, { half, -side }, { half, side }, { -half, side } };
	const int32_t sizes[1] = { 4 };
	wfStop east, west;
	wfResult result = wfDraft_CreateWorld( draft, points, sizes, 1 );
	if ( result == wf_ok )
	{
		result = wfDraft_AddZone( draft, makeBox( half - goalDepth, -side, half, side ), "east", &east );
	}
	if ( result == wf_ok )
	{
		result = wfDraft_AddZone( draft, makeBox( -half, -side, goalDepth - half, side ), "west", &west );
	}
	double from = half - goalDepth, to = from - startDepth;
	wfStartRegion left = { .box = makeBox( -from, -inside, -to, inside ) },
				  right = { .box = makeBox( to, -inside, from, inside ) };
	int32_t second = draft->agents / 2;
	if ( result == wf_ok )
	{
		result = wfDraft_AddGroup( draft, draft->agents - second, &left, &east, ( wfVec2 ){ 1.0, 0.0 } );
	}
	if ( result == wf_ok )
	{
		result = wfDraft_AddGroup( draft, second, &right, &west, ( wfVec2 ){ -1.0, 0.0 } );
	}
	setTimes( draft, 2.0 * from, 0.0 );
	setLine( draft, ( wfVec2 ){ 0.0, side }, ( wfVec2 ){ 0.0, -side }, "middle" );
	setArea( draft, ( wfVec2 ){ 0.0, 0.0 }, 2.0 * side );
	draft->plan->laneDirection = wfDraft_Turn( draft, ( wfVec2 ){ 1.0, 0.0 } );
	return result;
}

wfResult wfDraftCrossing( wfDraft* draft )
{
	double scale = getScale( draft, 100.0, 0.5 );
	double side = 5.0 * scale, half = 11.0 * scale, goalDepth = 1.5 * scale, from = half - 0.5, to = from - 4.0 * scale;
	double inside = side - WALL_CLEARANCE;
	const wfVec2 points[12] = { { -half, -side }, { -side, -side }, { -side, -half }, { side, -half },
								{ side, -side },  { half, -side },	{ half, side },	  { side, side },
								{ side, half },	  { -side, half },	{ -side, side },  { -half, side } };
	const int32_t sizes[1] = { 12 };
	const wfBox2 zones[4] = { makeBox( half - goalDepth, -side, half, side ), makeBox( -side, half - goalDepth, side, half ),
							  makeBox( -half, -side, goalDepth - half, side ), makeBox( -side, -half, side, goalDepth - half ) };
	const wfBox2 starts[4] = { makeBox( -from, -inside, -to, inside ), makeBox( -inside, -from, inside, -to ),
							   makeBox( to, -inside, from, inside ), makeBox( -inside, to, inside, from ) };
	const wfVec2 headings[4] = { { 1.0, 0.0 }, { 0.0, 1.0 }, { -1.0, 0.0 }, { 0.0, -1.0 } };
	static const char* const names[4] = { "east", "north", "west", "south" };
	wfResult result = wfDraft_CreateWorld( draft, points, sizes, 1 );
	for ( int32_t g = 0; g < 4 && result == wf_ok; ++g )
	{
		wfStop stop;
		result = wfDraft_AddZone( draft, zones[g], names[g], &stop );
		if ( result == wf_ok )
		{
			wfStartRegion region = { .box = starts[g] };
			result = wfDraft_AddGroup( draft, ( draft->agents + 3 - g ) / 4, &region, &stop, headings[g] );
		}
	}
	setTimes( draft, from + half - goalDepth, 0.0 );
	setArea( draft, ( wfVec2 ){ 0.0, 0.0 }, 2.0 * side );
	return result;
}

// ----------------------------------------------------------------------------------------------------------------- doors

typedef struct Rooms
{
	double leftDepth, leftWidth, rightDepth, rightWidth, door;
} Rooms;

// Two rooms with a wall of 0.2 m between them; the door is around the origin.
static wfResult createRooms( wfDraft* draft, const Rooms* r )
{
	double wall = 0.1, left = -wall - r->leftDepth, right = wall + r->rightDepth, door = 0.5 * r->door;
	double l = 0.5 * r->leftWidth, w = 0.5 * r->rightWidth;
	const wfVec2 points[12] = { { left, -l }, { -wall, -l }, { -wall, -door }, { wall, -door }, { wall, -w }, { right, -w },
								{ right, w }, { wall, w },	 { wall, door },   { -wall, door }, { -wall, l }, { left, l } };
	const int32_t sizes[1] = { 12 };
	setLine( draft, ( wfVec2 ){ 0.0, door }, ( wfVec2 ){ 0.0, -door }, "door" );
	return wfDraft_CreateWorld( draft, points, sizes, 1 );
}

static wfResult draftDoorway( wfDraft* draft, bool oneWay )
{
	double scale = getScale( draft, 50.0, 0.7 ), depth = 8.0 * scale, width = 9.0 * scale, goal = 5.0;
	const Rooms rooms = { depth, width, depth, width, 1.0 };
	double side = 0.5 * width - WALL_CLEARANCE, from = 1.5, to = depth - WALL_CLEARANCE;
	wfStop right, left;
	wfResult result = createRooms( draft, &rooms );
	if ( result == wf_ok )
	{
		result = wfDraft_AddZone( draft, makeBox( goal, -0.5 * width, depth, 0.5 * width ), "right", &right );
	}
	if ( result == wf_ok )
	{
		result = wfDraft_AddZone( draft, makeBox( -depth, -0.5 * width, -goal, 0.5 * width ), "left", &left );
	}
	wfStartRegion leftStart = { .box = makeBox( -to, -side, -from, side ) },
				  rightStart = { .box = makeBox( from, -side, to, side ) };
	int32_t second = oneWay ? 0 : draft->agents / 2;
	if ( result == wf_ok )
	{
		result = wfDraft_AddGroup( draft, draft->agents - second, &leftStart, &right, ( wfVec2 ){ 1.0, 0.0 } );
	}
	if ( result == wf_ok && second > 0 )
	{
		result = wfDraft_AddGroup( draft, second, &rightStart, &left, ( wfVec2 ){ -1.0, 0.0 } );
	}
	setTimes( draft, sqrt( to * to + side * side ) + goal, 3.0 * draft->agents );
	setArea( draft, ( wfVec2 ){ -1.2, 0.0 }, 2.0 );
	return result;
}

wfResult wfDraftDoorway( wfDraft* draft )
{
	return draftDoorway( draft, false );
}

wfResult wfDraftDoorwayOneWay( wfDraft* draft )
{
	return draftDoorway( draft, true );
}

wfResult wfDraftEgress( wfDraft* draft )
{
	double scale = getScale( draft, 100.0, 0.5 ), side = 12.0 * scale, inset = fmin( 2.0, 2.0 * scale );
	const Rooms rooms = { side, side, 5.0, fmax( 6.0, 0.5 * side ), 1.2 };
	wfStop out;
	wfResult result = createRooms( draft, &rooms );
	if ( result == wf_ok )
	{
		result = wfDraft_AddZone( draft, makeBox( 3.0, -0.5 * rooms.rightWidth, 5.1, 0.5 * rooms.rightWidth ), "outside", &out );
	}
	double half = 0.5 * side - inset;
	wfStartRegion region = { .box = makeBox( inset - side, -half, -inset, half ) };
	if ( result == wf_ok )
	{
		result = wfDraft_AddGroup( draft, draft->agents, &region, &out, ( wfVec2 ){ 1.0, 0.0 } );
	}
	setTimes( draft, sqrt( ( side - inset ) * ( side - inset ) + half * half ) + 3.0, 3.0 * draft->agents );
	setArea( draft, ( wfVec2 ){ -1.2, 0.0 }, 2.0 );
	return result;
}

// ---------------------------------------------------------------------------------------------------------------- ambush

// A block with a short way below it, closed by people who stand, and a long way around it.
wfResult wfDraftAmbush( wfDraft* draft )
{
	double half = 15.0, hall = 3.0, start = fmax( 6.0, 0.3 * draft->agents );
	const wfVec2 points[8] = { { -half - start, -8.0 }, { half, -8.0 }, { half, 8.0 }, { -half - start, 8.0 },
							   { -9.0, hall - 8.0 },	{ -9.0, 5.0 },	{ 9.0, 5.0 },  { 9.0, hall - 8.0 } };
	const int32_t sizes[2] = { 4, 4 };
	wfStop goal;
	wfResult result = wfDraft_CreateWorld( draft, points, sizes, 2 );
	if ( result == wf_ok )
	{
		result = wfDraft_AddZone( draft, makeBox( half - 2.0, -8.0, half, hall - 8.0 ), "east", &goal );
	}
	wfStartRegion region = { .box = makeBox( -half - start + WALL_CLEARANCE, WALL_CLEARANCE - 8.0, -half, hall - 8.0 ) };
	if ( result == wf_ok )
	{
		result = wfDraft_AddGroup( draft, draft->agents, &region, &goal, ( wfVec2 ){ 1.0, 0.0 } );
	}
	// Five of them leave gaps of a tenth of a metre.
	for ( int32_t i = 0; i < 5 && result == wf_ok; ++i )
	{
		wfVec2 place = { 0.0, -8.0 + 0.3 + 0.6 * i }, heading = wfDraft_Turn( draft, ( wfVec2 ){ -1.0, 0.0 } );
		wfCrowdWalker guard = { .position = wfDraft_Turn( draft, place ), .heading = wfMeasureAngle( heading ), .stands = true };
		guard.stop = wfDraft_MakePointStop( draft, place );
		result = wfDraft_AddWalker( draft, guard );
	}
	setTimes( draft, 80.0 + start, 120.0 );
	setLine( draft, ( wfVec2 ){ 0.0, 8.0 }, ( wfVec2 ){ 0.0, 5.0 }, "detour" );
	return result;
}
