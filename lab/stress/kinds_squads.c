// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Worlds for groups: a field for two armies, an island beside any floor, and maps from files.

#include "stress/draft.h"

#include "base/vec2.h"
#include "command.h"
#include "wayfield/io.h"

#include <stdio.h>
#include <stdlib.h>

#define ISLAND_GAP 2.0 // metres between the floor and the island
#define MAP_PEOPLE 60
#define MAP_START 12.0 // metres: half of the side of the square where people start
#define MAP_CELL 0.25
#define MAP_DRAWS 2000

void wfDraftStressArmies( wfStressDraft* draft )
{
	double length = wfStress_DrawIn( draft, 40.0, 90.0 ), width = wfStress_DrawIn( draft, 20.0, 50.0 );
	int32_t pillars = wfStress_DrawOf( draft, 21 );
	wfStress_AddFloor( draft, wfMakeBox( 0.0, 0.0, length, width ) );
	for ( int32_t i = 0; i < pillars; ++i )
	{
		wfVec2 center = { wfStress_DrawIn( draft, 0.3, 0.7 ) * length, wfStress_DrawIn( draft, 0.05, 0.95 ) * width };
		wfStress_AddPillar( draft, ( wfStressPillar ){ .center = center, .radius = wfStress_DrawIn( draft, 0.2, 1.5 ) } );
	}
	wfBox2 sides[2] = { wfMakeBox( 0.0, 0.0, 0.25 * length, width ), wfMakeBox( 0.75 * length, 0.0, length, width ) };
	uint64_t zones[2] = { wfStress_AddZone( draft, sides[0] ), wfStress_AddZone( draft, sides[1] ) };
	wfStress_AddGroup( draft, ( wfStressGroup ){ .region = sides[0], .share = 1.0, .targets = zones[1] } );
	wfStress_AddGroup( draft, ( wfStressGroup ){ .region = sides[1], .share = 1.0, .targets = zones[0] } );
	wfStress_AddCut( draft, width );
}

void wfStress_AddIsland( wfStressDraft* draft )
{
	const wfStressWorld* world = draft->world;
	wfBox2 all = WF_EMPTY_BOX;
	for ( int64_t i = 0; i < world->floorCount; ++i )
	{
		all = wfBoxUnion( all, world->floors[i] );
	}
	for ( int64_t i = 0; i < world->pillarCount; ++i )
	{
		wfVec2 center = world->pillars[i].center;
		all = wfBoxUnion( all, wfBoxAround( center, center, world->pillars[i].radius ) );
	}
	double x = all.upper.x + ISLAND_GAP, y = all.lower.y;
	wfStress_AddFloor( draft, wfMakeBox( x, y, x + WF_STRESS_ISLAND, y + WF_STRESS_ISLAND ) );
}

// ------------------------------------------------------------------------------------------------------------------- maps

// Those of 1 m cells are as wide as their narrowest ways: only who is less than half as wide can turn in them.
static const char* const s_maps[] = { "maps/arena.map",			  "maps/lak303d.map",		 "maps/room-64-64-16.map",
									  "maps/random-64-64-20.map", "maps/maze-128-128-1.map", "maps/brc000d.map",
									  "maps/Berlin_0_256.map",	  "maps/empty-32-32.map",	 "maps/maze512-4-0.map",
									  "maps/Boston_0_512.map",	  "ros_maps/depot.yaml",	 "ros_maps/TenByTen.yaml",
									  "ros_maps/map.yaml" };

#define MAP_COUNT ( (int32_t)( sizeof( s_maps ) / sizeof( s_maps[0] ) ) )

int32_t wfCountStressMaps( void )
{
	return getenv( "WAYFIELD_DATA" ) != NULL ? MAP_COUNT : 0;
}

const char* wfGetStressMapFile( int32_t index )
{
	return s_maps[index % MAP_COUNT];
}

// Somewhere people can stand, and enough of them near by: the middle of the square where they start.
static bool findStart( wfStressDraft* draft, wfStressWays* ways, wfVec2* start )
{
	wfBox2 bounds = wfWorld_GetBounds( draft->world->world );
	for ( int32_t i = 0; i < MAP_DRAWS; ++i )
	{
		start->x = wfStress_DrawIn( draft, bounds.lower.x, bounds.upper.x );
		start->y = wfStress_DrawIn( draft, bounds.lower.y, bounds.upper.y );
		wfVec2 far;
		if ( wfStressWays_Begin( ways, *start ) && wfStressWays_Draw( ways, draft, MAP_START, 4.0 * MAP_START, &far ) )
		{
			return true;
		}
	}
	return false;
}

static bool isTaken( const wfStressWorld* world, wfVec2 place, double radius )
{
	for ( int32_t i = 0; i < world->personCount; ++i )
	{
		if ( wfDistance2( world->people[i].position, place ) < world->people[i].radius + radius + 0.02 )
		{
			return true;
		}
	}
	return wfWorld_GetDistance( world->world, place, 0 ) < world->largestRadius + 0.01;
}

// Only where one gets to from the start.
static void placePeople( wfStressDraft* draft, const wfStressWays* ways )
{
	wfStressWorld* world = draft->world;
	int32_t most = world->def.small ? MAP_PEOPLE / 4 : MAP_PEOPLE;
	world->people = wfNewArray( (size_t)most, sizeof( wfStressPerson ) );
	for ( int32_t i = 0; i < 8 * most && world->personCount < most; ++i )
	{
		wfStressPerson person = { .radius = wfStress_DrawIn( draft, draft->radii[0], draft->radii[1] ),
								  .speed = wfStress_DrawIn( draft, 1.0, 1.6 ) };
		if ( wfStressWays_Draw( ways, draft, 0.0, MAP_START, &person.position ) &&
			 !isTaken( world, person.position, person.radius ) )
		{
			world->bodyArea += WF_PI * person.radius * person.radius;
			world->people[world->personCount++] = person;
		}
	}
}

wfResult wfMakeStressMap( wfStressDraft* draft, wfError* error )
{
	wfStressWorld* world = draft->world;
	const char* folder = getenv( "WAYFIELD_DATA" );
	if ( folder == NULL )
	{
		snprintf( error->message, sizeof( error->message ), "WAYFIELD_DATA names no folder of maps" );
		return wf_notFound;
	}
	snprintf( world->map, sizeof( world->map ), "%s/%s", folder, wfGetStressMapFile( world->def.number ) );
	wfReadDef read = wfDefaultReadDef();
	wfScenario scenario;
	wfStressWays* ways = NULL;
	wfResult result = wfReadScenario( world->map, &read, &scenario, error );
	if ( result != wf_ok )
	{
		return result;
	}
	world->world = scenario.world;
	scenario.world = NULL;
	wfScenario_Free( &scenario );
	world->angle = 0.0;
	world->cell = MAP_CELL;
	world->cutWidth = draft->leastDoor;
	result = wfCreateStressWays( world, MAP_CELL, 4.0 * MAP_START, &ways, error );
	wfVec2 start;
	if ( result == wf_ok && findStart( draft, ways, &start ) )
	{
		placePeople( draft, ways );
	}
	wfDestroyStressWays( ways );
	world->connected = world->personCount > 0;
	return result;
}
