// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Squads of a world of the stress laboratory, and their orders, in its scenario file.

#include "io/order_log.h"
#include "stress/scenario.h"
#include "stress/squads.h"

#include "base/vec2.h"
#include "json_out.h"

#include <stdio.h>
#include <string.h>

void wfNameStressPerson( int32_t person, char name[WF_STRESS_PERSON_NAME] )
{
	snprintf( name, WF_STRESS_PERSON_NAME, "p%d", person + 1 );
}

static void addSquadName( wfJsonOut* json, const char* key, int32_t squad )
{
	char name[16];
	snprintf( name, sizeof( name ), "s%d", squad + 1 );
	wfJsonOut_String( json, key, name );
}

static void addPlace( wfJsonOut* json, const char* key, const wfStressWorld* world, wfVec2 point )
{
	wfVec2 turned = wfStressWorld_Turn( world, point );
	wfJsonOut_Point( json, key, turned.x, turned.y );
}

static void addPeople( wfJsonOut* json, const int32_t* people, int32_t count )
{
	wfJsonOut_BeginList( json, "members" );
	for ( int32_t k = 0; k < count; ++k )
	{
		char name[WF_STRESS_PERSON_NAME];
		wfNameStressPerson( people[k], name );
		wfJsonOut_String( json, NULL, name );
	}
	wfJsonOut_End( json );
}

// `isWhole`: with what cannot change later.
static void addShape( wfJsonOut* json, const wfStressShape* shape, bool isWhole )
{
	const wfFormationDef* def = &shape->formation;
	wfJsonOut_String( json, "formation", wfGetFormationName( def->kind ) );
	wfJsonOut_Number( json, "spacing", def->spacing );
	if ( WF_SHAPES_WITH_RATIO >> def->kind & 1u )
	{
		wfJsonOut_Number( json, "ratio", def->ratio );
	}
	if ( WF_SHAPES_WITH_ANGLE >> def->kind & 1u )
	{
		wfJsonOut_Number( json, "angle", def->angle );
	}
	wfJsonOut_Bool( json, "rigid", def->rigid );
	if ( isWhole )
	{
		wfJsonOut_Bool( json, "bands", shape->bands );
		wfJsonOut_String( json, "planner", shape->planner == wf_groupPlanner ? "group" : "individual" );
	}
	if ( def->pointCount > 0 )
	{
		wfJsonOut_BeginList( json, "points" );
		for ( int32_t k = 0; k < def->pointCount; ++k )
		{
			wfJsonOut_Point( json, NULL, shape->points[k].x, shape->points[k].y );
		}
		wfJsonOut_End( json );
	}
}

static void addStrokes( wfJsonOut* json, const wfStressWorld* world, const wfStressOrder* order )
{
	wfJsonOut_BeginList( json, "strokes" );
	for ( int32_t s = 0; s < order->strokeCount; ++s )
	{
		wfJsonOut_BeginList( json, NULL );
		for ( int32_t k = 0; k < order->strokeCounts[s]; ++k )
		{
			addPlace( json, NULL, world, order->strokes[s][k] );
		}
		wfJsonOut_End( json );
	}
	wfJsonOut_End( json );
	wfJsonOut_String( json, "advance", order->advance );
	wfJsonOut_String( json, "divide", order->divide );
}

static void addOthers( wfJsonOut* json, const wfStressOrder* order )
{
	bool isMade = strcmp( order->order, "create" ) == 0;
	addSquadName( json, "group", isMade ? order->other : order->squad );
	if ( strcmp( order->order, "split" ) == 0 )
	{
		addSquadName( json, "as", order->other );
	}
	else if ( strcmp( order->order, "merge" ) == 0 )
	{
		addSquadName( json, "with", order->other );
	}
	else if ( strcmp( order->order, "follow" ) == 0 )
	{
		addSquadName( json, "leader", order->other );
	}
	else if ( strcmp( order->order, "attack" ) == 0 )
	{
		wfJsonOut_BeginList( json, "enemies" );
		addSquadName( json, NULL, order->other );
		wfJsonOut_End( json );
	}
	if ( order->personCount > 0 )
	{
		addPeople( json, order->people, order->personCount );
	}
}

static void addOrder( wfJsonOut* json, const wfStressWorld* world, const wfStressOrder* order )
{
	wfJsonOut_BeginRow( json, NULL );
	wfJsonOut_String( json, "order", order->order );
	addOthers( json, order );
	if ( order->hasPlace )
	{
		addPlace( json, "to", world, order->to );
	}
	if ( order->faces )
	{
		addPlace( json, "facing", world, order->facing );
	}
	if ( order->range > 0.0 )
	{
		wfJsonOut_Number( json, "range", order->range );
	}
	if ( order->seconds > 0.0 )
	{
		wfJsonOut_Number( json, "seconds", order->seconds );
	}
	if ( order->strokeCount > 0 )
	{
		addStrokes( json, world, order );
	}
	if ( order->shape != NULL )
	{
		addShape( json, order->shape, strcmp( order->order, "create" ) == 0 );
	}
	wfJsonOut_Number( json, "time", order->time );
	if ( order->queued )
	{
		wfJsonOut_Bool( json, "queued", true );
	}
	wfJsonOut_End( json );
}

static void addSinks( wfJsonOut* json, const wfStressWorld* world, const wfStressSquads* squads )
{
	wfJsonOut_BeginList( json, "sinks" );
	for ( int32_t k = 0; k < squads->sinkCount; ++k )
	{
		wfJsonOut_BeginRow( json, NULL );
		wfJsonOut_String( json, "type", "disc" );
		addPlace( json, "center", world, squads->sinks[k] );
		wfJsonOut_Number( json, "radius", squads->sinkRadius );
		wfJsonOut_End( json );
	}
	wfJsonOut_End( json );
}

void wfAddStressSquads( const wfStressWorld* world, const wfStressSquads* squads, wfJsonOut* json )
{
	addSinks( json, world, squads );
	wfJsonOut_BeginList( json, "groups" );
	for ( int32_t k = 0; k < squads->count; ++k )
	{
		const wfStressSquad* squad = &squads->list[k];
		if ( squad->count > 0 )
		{
			wfJsonOut_BeginRow( json, NULL );
			addSquadName( json, "name", k );
			addPeople( json, squad->people, squad->count );
			addShape( json, &squad->shape, true );
			wfJsonOut_End( json );
		}
	}
	wfJsonOut_End( json );
	wfJsonOut_BeginList( json, "orders" );
	for ( int32_t k = 0; k < squads->orderCount; ++k )
	{
		addOrder( json, world, &squads->orders[k] );
	}
	wfJsonOut_End( json );
}
