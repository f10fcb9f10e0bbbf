// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Our own scenario files: docs/scenario.md describes them, scenarios/schema.json says the same for editors.
#include "io/scenario.h"

#include "wayfield/field.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// --------------------------------------------------------------------------------------------------------------- world

// Another file gives the world, and the scenario adds to it.
static void readMap( const wfJson* json, const wfJsonNode* node, wfScenario* scenario )
{
	wfReadDef def = *json->reader->def;
	if ( node->type != wf_jsonString )
	{
		wfReadFields( json, node, &wf_mapObject, &def );
		node = wfJson_Find( json, node, "file" );
	}
	wfWord name = { NULL, 0, 0 };
	wfJson_ReadText( json, node, 4096, &name.text );
	if ( name.text != NULL && json->reader->depth > 0 )
	{
		wfJson_Fail( json, node, NULL, wf_badFormat, "expected a map file, not a file that names further ones" );
	}
	if ( !wfJson_IsOk( json ) )
	{
		return;
	}
	char field[128];
	wfJson_Path( json, node, field, sizeof( field ) );
	name.length = node->stringLength;
	wfNamedFile map;
	if ( wfNamedFile_Open( &map, json->reader, node->position, field, "map", &name ) )
	{
		map.reader.def = &def;
		map.reader.depth += 1;
		if ( wfFindFileKind( map.path, map.file.data, map.file.size ) == wf_scenarioFile )
		{
			wfJson_Fail( json, node, NULL, wf_badFormat,
						 "expected a MovingAI .map, a ROS map YAML, WKT, PNG or PGM, found another scenario" );
		}
		else
		{
			wfReadAny( &map.reader, scenario );
		}
	}
	wfNamedFile_Close( &map );
}

static void readBounds( const wfJson* json, const wfJsonNode* world, wfScenario* scenario )
{
	const wfJsonNode* bounds = wfJson_Find( json, world, "bounds" );
	const wfJsonNode* size = wfJson_Find( json, world, "size" );
	const wfJsonNode* map = wfJson_Find( json, world, "map" );
	int given = ( bounds != NULL ) + ( size != NULL ) + ( map != NULL );
	if ( given != 1 )
	{
		wfJson_Fail( json, world, NULL, wf_badFormat,
					 "expected one of bounds [x0, y0, x1, y1], size [width, height] and map, found %s",
					 given == 0 ? "none" : "several of them" );
		return;
	}
	if ( map != NULL )
	{
		readMap( json, map, scenario );
		return;
	}
	wfBox2 box = { { 0.0, 0.0 }, { 0.0, 0.0 } };
	wfJson_ReadBox( json, bounds, &box );
	wfJson_ReadVector( json, size, &wf_sizeRange, "[width, height] in metres", &box.upper );
	if ( wfJson_IsOk( json ) )
	{
		const wfJsonNode* node = bounds != NULL ? bounds : size;
		wfStartScenario( json->reader, node->position, box, json->reader->def->wktCellSize, scenario );
	}
}

static void readWorld( const wfJson* json, const wfJsonNode* root, wfScenario* scenario )
{
	const wfJsonNode* world = wfJson_Find( json, root, "world" );
	wfCheckFields( json, world, &wf_worldObject );
	if ( wfJson_IsOk( json ) )
	{
		readBounds( json, world, scenario );
	}
	wfReadShapes( json, wfJson_Find( json, world, "obstacles" ), wf_obstacleRole, scenario );
	wfReadShapes( json, wfJson_Find( json, world, "walkable" ), wf_walkableRole, scenario );
	wfReadShapes( json, wfJson_Find( json, world, "terrain" ), wf_terrainRole, scenario );
}

// ------------------------------------------------------------------------------------------------------------ settings

static void readStarts( const wfJson* json, const wfJsonNode* list, wfScenario* scenario )
{
	if ( !wfJson_CheckList( json, list, 0, "points [x, y]" ) || list->count == 0 ||
		 !wfJson_Reserve( json, list, "starts", (size_t)list->count * sizeof( wfVec2 ) ) )
	{
		return;
	}
	scenario->starts = wfAllocateArray( (size_t)list->count, sizeof( wfVec2 ) );
	scenario->startCount = list->count;
	wfReader_CheckMemory( json->reader, scenario->starts );
	wfJson_ReadPoints( json, list, 0, scenario->starts );
	for ( const wfJsonNode* point = wfJson_First( json, list ); point != NULL; point = wfJson_Next( json, point ) )
	{
		wfCheckInside( json, point, scenario->world, scenario->starts[point->index], "the start" );
	}
}

static void readField( const wfJson* json, const wfJsonNode* field, wfPlannerDef* planner )
{
	wfReadFields( json, field, &wf_fieldObject, planner );
	double x = planner->epsilon * planner->bias.x, y = planner->epsilon * planner->bias.y;
	if ( fabs( x ) > 2.0 || fabs( y ) > 2.0 )
	{
		const wfJsonNode* epsilon = wfJson_Find( json, field, "epsilon" );
		wfJson_Fail( json, epsilon != NULL ? epsilon : wfJson_Find( json, field, "v" ), NULL, wf_outOfRange,
					 "epsilon times v is [%.12g, %.12g]; expected each from -2 to 2, beyond that there may be local minima", x,
					 y );
	}
}

// ---------------------------------------------------------------------------------------------------------------- root

void wfReadHead( const wfJson* json, const wfObject* object, void* target, char* name, size_t capacity )
{
	static const wfNumberRange versionRange = { 1.0, 1.0, "the version of the format, 1" };
	const wfJsonNode* root = json->nodes;
	double version;
	const char* text = NULL;
	wfCheckFields( json, root, object );
	wfJson_ReadNumber( json, wfJson_Require( json, root, "version", versionRange.expected ), &versionRange, &version );
	wfReadPart( json, root, object->parts[0], target );
	wfJson_ReadText( json, wfJson_Find( json, root, "name" ), capacity - 1, &text );
	wfCopyStem( name, capacity, json->reader->name );
	if ( text != NULL )
	{
		snprintf( name, capacity, "%s", text );
	}
}

void wfReadScenarioTree( const wfJson* json, wfScenario* scenario )
{
	const wfJsonNode* root = json->nodes;
	char name[sizeof( scenario->name )];
	const wfJsonNode* mesh = wfJson_Find( json, root, "mesh" );
	if ( mesh != NULL )
	{
		wfJson_Fail( json, mesh, NULL, wf_badFormat, "this scenario is about a mesh; expected one about a world in the plane" );
	}
	wfReadHead( json, &wf_scenarioObject, NULL, name, sizeof( name ) );
	readWorld( json, root, scenario );
	memcpy( scenario->name, name, sizeof( name ) );
	wfReadGoals( json, wfJson_Find( json, root, "goals" ), scenario );
	readStarts( json, wfJson_Find( json, root, "starts" ), scenario );
	wfReadFields( json, wfJson_Find( json, root, "grid" ), &wf_gridObject, scenario );
	readField( json, wfJson_Find( json, root, "field" ), &scenario->planner );
}

void wfReadJsonScenario( const wfReader* reader, wfScenario* scenario )
{
	wfJson json;
	if ( wfJson_Parse( reader, &json ) == wf_ok )
	{
		wfReadScenarioTree( &json, scenario );
		wfJson_Free( &json );
	}
}
