// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A world of the stress laboratory as a scenario file, for `wayfield run`.

#include "stress/scenario.h"

#include "stress/floor.h"
#include "stress/squads.h"

#include "base/vec2.h"
#include "command.h"
#include "json_out.h"
#include "wayfield/io.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Writer
{
	const wfStressWorld* world;
	const wfStressCrowd* crowd;
	const wfStressSquads* squads; // null: no groups
	wfJsonOut json;
} Writer;

static void addPlace( Writer* writer, const char* key, wfVec2 point )
{
	wfVec3 place = wfStressCrowd_GetPlace( writer->crowd, writer->world, point );
	const double numbers[3] = { place.x, place.y, place.z };
	wfJsonOut_Numbers( &writer->json, key, numbers, writer->crowd->mesh != NULL ? 3 : 2 );
}

static void addShapes( Writer* writer, const char* key, wfShapeRole role )
{
	const wfStressWorld* world = writer->world;
	bool areFloors = role == wf_walkableRole;
	const wfBox2* boxes = areFloors ? world->floors : world->walls;
	int64_t count = areFloors ? world->floorCount : world->wallCount;
	wfJsonOut_BeginList( &writer->json, key );
	for ( int64_t i = 0; i < count; ++i )
	{
		wfVec2 size = wfSub2( boxes[i].upper, boxes[i].lower );
		if ( size.x > 0.0 && size.y > 0.0 )
		{
			wfJsonOut_BeginRow( &writer->json, NULL );
			wfJsonOut_String( &writer->json, "type", "box" );
			addPlace( writer, "center", wfMix2( boxes[i].lower, boxes[i].upper, 0.5 ) );
			wfJsonOut_Point( &writer->json, "size", size.x, size.y );
			wfJsonOut_Number( &writer->json, "angle", world->angle );
			wfJsonOut_End( &writer->json );
		}
	}
	for ( int64_t i = 0; i < world->pillarCount; ++i )
	{
		if ( world->pillars[i].isFloor == areFloors )
		{
			wfJsonOut_BeginRow( &writer->json, NULL );
			wfJsonOut_String( &writer->json, "type", "disc" );
			addPlace( writer, "center", world->pillars[i].center );
			wfJsonOut_Number( &writer->json, "radius", world->pillars[i].radius );
			wfJsonOut_End( &writer->json );
		}
	}
	wfJsonOut_End( &writer->json );
}

static void addPlan( Writer* writer )
{
	wfBox2 bounds = wfWorld_GetBounds( writer->world->world );
	const double numbers[4] = { bounds.lower.x, bounds.lower.y, bounds.upper.x, bounds.upper.y };
	wfJsonOut_BeginObject( &writer->json, "world" );
	if ( writer->world->map[0] != 0 )
	{
		wfJsonOut_String( &writer->json, "map", writer->world->map );
		wfJsonOut_End( &writer->json );
		return;
	}
	wfJsonOut_Numbers( &writer->json, "bounds", numbers, 4 );
	addShapes( writer, "walkable", wf_walkableRole );
	addShapes( writer, "obstacles", wf_obstacleRole );
	wfJsonOut_End( &writer->json );
}

static void addZones( Writer* writer )
{
	wfJsonOut_BeginList( &writer->json, "goals" );
	for ( int32_t i = 0; i < writer->world->zoneCount; ++i )
	{
		char name[WF_STRESS_ZONE_NAME];
		wfNameStressZone( i, name );
		wfJsonOut_BeginRow( &writer->json, NULL );
		wfJsonOut_String( &writer->json, "name", name );
		if ( writer->crowd->mesh != NULL )
		{
			int32_t count = 0, *vertices = wfFindStressVertices( writer->world, writer->crowd, i, &count );
			wfJsonOut_BeginList( &writer->json, "vertices" );
			for ( int32_t k = 0; k < count; ++k )
			{
				wfJsonOut_Integer( &writer->json, NULL, vertices[k] );
			}
			wfJsonOut_End( &writer->json );
			free( vertices );
		}
		else
		{
			wfVec2 corners[4];
			wfStressWorld_GetZone( writer->world, i, corners );
			wfJsonOut_String( &writer->json, "type", "polygon" );
			wfJsonOut_BeginList( &writer->json, "points" );
			for ( int32_t k = 0; k < 4; ++k )
			{
				wfJsonOut_Point( &writer->json, NULL, corners[k].x, corners[k].y );
			}
			wfJsonOut_End( &writer->json );
		}
		wfJsonOut_End( &writer->json );
	}
	wfJsonOut_End( &writer->json );
}

static void addPeople( Writer* writer )
{
	wfJsonOut_BeginList( &writer->json, "agents" );
	for ( int32_t i = 0; i < writer->world->personCount; ++i )
	{
		const wfStressPerson* person = &writer->world->people[i];
		char named[WF_STRESS_PERSON_NAME];
		wfNameStressPerson( i, named );
		wfJsonOut_BeginRow( &writer->json, NULL );
		if ( writer->squads != NULL )
		{
			wfJsonOut_String( &writer->json, "name", named );
		}
		addPlace( writer, "position", person->position );
		wfJsonOut_Number( &writer->json, "radius", person->radius );
		wfJsonOut_Number( &writer->json, "desiredSpeed", person->speed );
		if ( writer->crowd->mesh == NULL )
		{
			double heading = person->stopCount > 0 ? wfStressWorld_GetHeading( writer->world, person ) : 0.0;
			wfJsonOut_Number( &writer->json, "heading", heading );
		}
		if ( writer->crowd->mode == wf_stressOnFoot )
		{
			wfJsonOut_String( &writer->json, "locomotion", "footsteps" );
		}
		wfJsonOut_BeginList( &writer->json, "stops" );
		for ( int32_t k = 0; k < person->stopCount; ++k )
		{
			char name[WF_STRESS_ZONE_NAME];
			wfStressStop stop = person->stops[k];
			if ( stop.zone < 0 )
			{
				addPlace( writer, NULL, stop.point );
			}
			else
			{
				wfNameStressZone( stop.zone, name );
				wfJsonOut_String( &writer->json, NULL, name );
			}
		}
		wfJsonOut_End( &writer->json );
		wfJsonOut_End( &writer->json );
	}
	wfJsonOut_End( &writer->json );
}

// The mesh goes beside the scenario: FILE.json has FILE.obj.
static wfResult addMesh( Writer* writer, const char* path, wfError* error )
{
	char mesh[1024];
	const char* dot = strrchr( wfGetFileName( path ), '.' );
	int length = dot != NULL ? (int)( dot - path ) : (int)strlen( path );
	int needed = snprintf( mesh, sizeof( mesh ), "%.*s.obj", length, path );
	wfDieOfUsageIf( needed >= (int)sizeof( mesh ), "--save: the name of the file is too long" );
	wfJsonOut_BeginRow( &writer->json, "mesh" );
	wfJsonOut_String( &writer->json, "file", wfGetFileName( mesh ) );
	wfJsonOut_End( &writer->json );
	return wfWriteMeshObj( mesh, writer->crowd->mesh, error );
}

wfResult wfAddStressScenario( const wfStressScenario* scenario, wfText* text, wfError* error )
{
	const wfStressWorld* world = scenario->world;
	const wfStressCrowd* crowd = scenario->crowd;
	char name[64];
	Writer writer = { .world = world, .crowd = crowd, .squads = scenario->squads, .json = wfMakeJsonOut( text ) };
	wfResult result = wf_ok;
	snprintf( name, sizeof( name ), "%s %d", wfGetStressKindName( world->def.kind ), world->def.number );
	wfJsonOut_BeginObject( &writer.json, NULL );
	wfJsonOut_Integer( &writer.json, "version", 1 );
	wfJsonOut_String( &writer.json, "name", name );
	if ( crowd->mesh != NULL )
	{
		result = addMesh( &writer, scenario->path, error );
	}
	else
	{
		addPlan( &writer );
	}
	addZones( &writer );
	wfJsonOut_BeginRow( &writer.json, "crowd" );
	wfJsonOut_Integer( &writer.json, "seed", (int64_t)wfDefaultCrowdDef( wf_defaultPreset ).seed );
	if ( crowd->cellSize > 0.0 )
	{
		wfJsonOut_Number( &writer.json, "cell", crowd->cellSize );
	}
	wfJsonOut_End( &writer.json );
	wfJsonOut_BeginRow( &writer.json, "run" );
	wfJsonOut_Number( &writer.json, "seconds", scenario->seconds );
	wfJsonOut_End( &writer.json );
	addPeople( &writer );
	if ( scenario->squads != NULL )
	{
		wfAddStressSquads( world, scenario->squads, &writer.json );
	}
	wfJsonOut_End( &writer.json );
	return result;
}

wfResult wfWriteStressScenario( const wfStressScenario* scenario, wfError* error )
{
	wfText text = { 0 };
	wfResult result = wfAddStressScenario( scenario, &text, error );
	if ( result == wf_ok )
	{
		wfText_Write( &text, scenario->path );
	}
	wfText_Free( &text );
	return result;
}
