// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "stress/draft.h"

#include "command.h"

double wfStress_Draw( wfStressDraft* draft )
{
	return wfRandomUnit( draft->seed, draft->stream, draft->drawn++ );
}

double wfStress_DrawIn( wfStressDraft* draft, double lower, double upper )
{
	return lower + ( upper - lower ) * wfStress_Draw( draft );
}

int32_t wfStress_DrawOf( wfStressDraft* draft, int32_t count )
{
	int32_t drawn = (int32_t)( wfStress_Draw( draft ) * count );
	return drawn < count ? drawn : count - 1;
}

bool wfStress_DrawChance( wfStressDraft* draft, double chance )
{
	return wfStress_Draw( draft ) < chance;
}

double wfStress_DrawScale( wfStressDraft* draft, double lower, double upper )
{
	return lower * wfExp( wfStress_Draw( draft ) * wfLog( upper / lower ) );
}

double wfStress_DrawDoor( wfStressDraft* draft, double lower, double upper )
{
	double least = wfMax( lower, draft->leastDoor );
	return wfStress_DrawIn( draft, least, wfMax( least, upper ) );
}

// ---------------------------------------------------------------------------------------------------------------- shapes

wfBox2 wfMakeBox( double x0, double y0, double x1, double y1 )
{
	return wfBoxAround( ( wfVec2 ){ x0, y0 }, ( wfVec2 ){ x1, y1 }, 0.0 );
}

// One more item at the end of a list of the world.
#define APPEND( list, count, capacity, item )                                                                                    \
	( ( list ) = wfGrow( ( list ), ( count ) + 1, &( capacity ), sizeof( *( list ) ) ), ( list )[( count )++] = ( item ) )

void wfStress_AddFloor( wfStressDraft* draft, wfBox2 box )
{
	wfStressWorld* world = draft->world;
	APPEND( world->floors, world->floorCount, world->floorCapacity, box );
}

void wfStress_AddWall( wfStressDraft* draft, wfBox2 box )
{
	wfStressWorld* world = draft->world;
	APPEND( world->walls, world->wallCount, world->wallCapacity, box );
}

void wfStress_AddPillar( wfStressDraft* draft, wfStressPillar pillar )
{
	wfStressWorld* world = draft->world;
	APPEND( world->pillars, world->pillarCount, world->pillarCapacity, pillar );
}

uint64_t wfStress_AddZone( wfStressDraft* draft, wfBox2 box )
{
	wfStressWorld* world = draft->world;
	if ( world->zoneCount == WF_STRESS_MAX_ZONES )
	{
		wfDie( wf_tooLarge, NULL, "a world of kind %s has too many zones", wfGetStressKindName( world->def.kind ) );
	}
	world->zones[world->zoneCount] = box;
	return 1ull << world->zoneCount++;
}

void wfStress_AddGroup( wfStressDraft* draft, wfStressGroup group )
{
	if ( draft->groupCount == WF_STRESS_MAX_ZONES )
	{
		wfDie( wf_tooLarge, NULL, "a world of kind %s has too many groups", wfGetStressKindName( draft->world->def.kind ) );
	}
	draft->groups[draft->groupCount++] = group;
}

void wfStress_AddCut( wfStressDraft* draft, double width )
{
	double narrowest = draft->world->cutWidth;
	draft->world->cutWidth = narrowest > 0.0 ? wfMin( narrowest, width ) : width;
}

void wfStress_AddWallWithDoor( wfStressDraft* draft, wfBox2 wall, double door )
{
	double length = wall.upper.y - wall.lower.y;
	door = wfMin( door, length );
	double from = wall.lower.y + wfStress_DrawIn( draft, 0.0, length - door );
	wfStress_AddWall( draft, wfMakeBox( wall.lower.x, wall.lower.y, wall.upper.x, from ) );
	wfStress_AddWall( draft, wfMakeBox( wall.lower.x, from + door, wall.upper.x, wall.upper.y ) );
	wfStress_AddCut( draft, door );
}
