// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Our own scenario files: docs/scenario.md describes them, scenarios/schema.json says the same for editors.
#include "io/crowd_reader.h"

#include "wayfield/field.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char* const s_rootFields[] = { "$schema", "version", "name",  "description", "world",	  "goals",		"starts",
											"grid",	   "field",	  "crowd", "run",		  "styles",	  "gaits",		"behaviors",
											"queues",  "sources", "sinks", "agents",	  "metadata", "experiment", NULL };
static const char* const s_worldFields[] = { "bounds", "size", "map", "obstacles", "walkable", "terrain", NULL };
static const char* const s_mapFields[] = { "file", "pixel", "threshold", NULL };
static const char* const s_gridFields[] = { "cell", "radius", "kind", NULL };
static const char* const s_fieldFields[] = { "walls", "haste", "epsilon", "v", "terrainHaste", NULL };

const wfObjectSpec* wfGetObjectSpecs( void )
{
	static const wfObjectSpec specs[] = { { "scenario", s_rootFields },
										  { "world", s_worldFields },
										  { "map", s_mapFields },
										  { "grid", s_gridFields },
										  { "field", s_fieldFields },
										  { "box", wf_boxFields },
										  { "disc", wf_discFields },
										  { "segment", wf_segmentFields },
										  { "polygon", wf_polygonFields },
										  { "image", wf_imageFields },
										  { "terrain", wf_terrainFields },
										  { "pointGoal", wf_pointGoalFields },
										  { "lineGoal", wf_pointsGoalFields },
										  { "polygonGoal", wf_pointsGoalFields },
										  { "cellsGoal", wf_pointsGoalFields },
										  { "ringRegion", wf_ringFields },
										  { "circleRegion", wf_discFields },
										  { "crowd", wf_crowdFields },
										  { "run", wf_runFields },
										  { "runLine", wf_runLineFields },
										  { "style", wf_styleFields },
										  { "gait", wf_gaitFields },
										  { "leg", wf_legFields },
										  { "harmonicBehavior", wf_harmonicFields },
										  { "constantBehavior", wf_constantFields },
										  { "periodicBehavior", wf_periodicFields },
										  { "towardBehavior", wf_towardFields },
										  { "randomBehavior", wf_randomFields },
										  { "scheduledBehavior", wf_scheduledFields },
										  { "passBehavior", wf_passFields },
										  { "agentTarget", wf_agentTargetFields },
										  { "wave", wf_waveFields },
										  { "stage", wf_stageFields },
										  { "queue", wf_queueFields },
										  { "source", wf_sourceFields },
										  { "walker", wf_walkerFields },
										  { "singleAgent", wf_singleAgentFields },
										  { "placedGroup", wf_placedGroupFields },
										  { "group", wf_groupFields },
										  { "stop", wf_stopFields },
										  { "draw", wf_drawFields },
										  { NULL, NULL } };
	return specs;
}

static const wfNumberRange s_thresholdRange = { 0.0, 255.0, "a whole number from 0 to 255" };

// --------------------------------------------------------------------------------------------------------------- world

// The scenario with a map: another file gives the world, and this one adds to it.
static wfResult readReferencedMap( const wfJson* json, const wfJsonNode* node, wfScenario* scenario )
{
	const wfReader* reader = json->reader;
	wfReadDef def = *reader->def;
	const wfJsonNode* fileNode = node;
	wfResult result = wf_ok;
	if ( node->type != wf_jsonString )
	{
		result = wfJson_CheckObject( json, node, "a file name in double quotes, or", s_mapFields );
		if ( result == wf_ok )
		{
			result = wfJson_Require( json, node, "file", "the name of a map file", &fileNode );
		}
		if ( result == wf_ok )
		{
			result = wfJson_ReadOptionalNumber( json, node, "pixel", &wf_sizeRange, &def.imagePixelSize );
		}
		const wfJsonNode* threshold = wfJson_Find( json, node, "threshold" );
		if ( result == wf_ok && threshold != NULL )
		{
			result = wfJson_ReadInteger( json, threshold, &s_thresholdRange, &def.imageThreshold );
		}
	}
	const char* name = NULL;
	if ( result == wf_ok )
	{
		result = wfJson_ReadText( json, fileNode, 4096, &name );
	}
	if ( result != wf_ok )
	{
		return result;
	}
	if ( reader->depth > 0 )
	{
		return wfJson_Fail( json, fileNode, NULL, wf_badFormat, "expected a map file, not a file that names further ones" );
	}

	size_t capacity;
	char* path = wfJoinPath( reader->name, name, fileNode->stringLength, &capacity );
	if ( path == NULL )
	{
		return wfReader_OutOfMemory( reader );
	}
	wfFile file = { 0 };
	size_t limit = wfReader_GetLimit( &def );
	size_t left = *reader->used < limit ? limit - *reader->used : 0;
	result = wfFile_Load( path, left, false, &file, reader->error );
	if ( result != wf_ok )
	{
		wfError load = *reader->error;
		wfQuoted quoted = wfQuote( path, strlen( path ) );
		result = wfJson_Fail( json, fileNode, NULL, result, "the map %s %s", quoted.text, load.message );
	}
	else
	{
		*reader->used += file.capacity;
		wfReader inner = *reader;
		inner.name = path;
		inner.text = file.data;
		inner.size = file.size;
		inner.def = &def;
		inner.depth = reader->depth + 1;
		if ( wfTellFileKind( path, file.data, file.size ) == wf_scenarioFile )
		{
			result = wfJson_Fail( json, fileNode, NULL, wf_badFormat,
								  "expected a MovingAI .map, a ROS map YAML, WKT, PNG or PGM, found another scenario" );
		}
		else
		{
			result = wfReadAny( &inner, scenario );
		}
		wfFile_Free( &file );
	}
	wfRelease( path, capacity );
	return result;
}

static wfResult readBounds( const wfJson* json, const wfJsonNode* world, wfScenario* scenario )
{
	const wfJsonNode* bounds = wfJson_Find( json, world, "bounds" );
	const wfJsonNode* size = wfJson_Find( json, world, "size" );
	const wfJsonNode* map = wfJson_Find( json, world, "map" );
	int given = ( bounds != NULL ) + ( size != NULL ) + ( map != NULL );
	if ( given != 1 )
	{
		return wfJson_Fail( json, world, NULL, wf_badFormat,
							"expected one of bounds [x0, y0, x1, y1], size [width, height] and map, found %s",
							given == 0 ? "none" : "several of them" );
	}
	if ( map != NULL )
	{
		return readReferencedMap( json, map, scenario );
	}
	wfBox2 box = { { 0.0, 0.0 }, { 0.0, 0.0 } };
	wfResult result = bounds != NULL ? wfJson_ReadBox( json, bounds, &box )
									 : wfJson_ReadVector( json, size, &wf_sizeRange, "[width, height] in metres", &box.upper );
	if ( result != wf_ok )
	{
		return result;
	}
	const wfJsonNode* node = bounds != NULL ? bounds : size;
	return wfStartScenario( json->reader, node->position, box, json->reader->def->wktCellSize, scenario );
}

static wfResult readWorld( const wfJson* json, const wfJsonNode* root, wfScenario* scenario )
{
	static const struct
	{
		const char* key;
		wfShapeRole role;
	} lists[] = { { "obstacles", wf_obstacleRole }, { "walkable", wf_walkableRole }, { "terrain", wf_terrainRole } };

	const wfJsonNode* world;
	wfResult result = wfJson_Require( json, root, "world", "an object", &world );
	if ( result == wf_ok )
	{
		result = wfJson_CheckObject( json, world, "the world", s_worldFields );
	}
	if ( result == wf_ok )
	{
		result = readBounds( json, world, scenario );
	}
	for ( int i = 0; i < 3 && result == wf_ok; ++i )
	{
		const wfJsonNode* list = wfJson_Find( json, world, lists[i].key );
		result = list != NULL ? wfReadShapes( json, list, lists[i].role, scenario ) : wf_ok;
	}
	return result;
}

wfResult wfCheckInside( const wfJson* json, const wfJsonNode* node, const wfScenario* scenario, wfVec2 point, const char* what )
{
	wfBox2 bounds = wfWorld_GetBounds( scenario->world );
	if ( point.x >= bounds.lower.x && point.x <= bounds.upper.x && point.y >= bounds.lower.y && point.y <= bounds.upper.y )
	{
		return wf_ok;
	}
	return wfJson_Fail( json, node, NULL, wf_outOfRange,
						"%s %.12g, %.12g lies outside of the world, which reaches from %.12g, %.12g to %.12g, %.12g", what,
						point.x, point.y, bounds.lower.x, bounds.lower.y, bounds.upper.x, bounds.upper.y );
}

// ------------------------------------------------------------------------------------------------------------ settings

static wfResult readStarts( const wfJson* json, const wfJsonNode* root, wfScenario* scenario )
{
	const wfJsonNode* list = wfJson_Find( json, root, "starts" );
	if ( list == NULL )
	{
		return wf_ok;
	}
	wfResult result = wfJson_CheckList( json, list, 0, "points [x, y]" );
	if ( result != wf_ok || list->count == 0 )
	{
		return result;
	}
	result = wfReader_Reserve( json->reader, list->position, "starts", (size_t)list->count * sizeof( wfVec2 ) );
	if ( result != wf_ok )
	{
		return result;
	}
	scenario->starts = wfAllocateArray( (size_t)list->count, sizeof( wfVec2 ) );
	if ( scenario->starts == NULL )
	{
		return wfReader_OutOfMemory( json->reader );
	}
	scenario->startCount = list->count;
	result = wfJson_ReadPoints( json, list, 0, scenario->starts );
	int32_t i = 0;
	for ( const wfJsonNode* point = wfJson_First( json, list ); point != NULL && result == wf_ok; ++i )
	{
		result = wfCheckInside( json, point, scenario, scenario->starts[i], "the start" );
		point = wfJson_Next( json, point );
	}
	return result;
}

static wfResult readGrid( const wfJson* json, const wfJsonNode* root, wfScenario* scenario )
{
	static const wfNumberRange cellRange = { WF_MIN_LENGTH, 1e6, "metres above 0 (from 1e-6 to 1e6)" };
	static const wfNumberRange kindRange = { 0.0, 31.0, "a whole number from 0 to 31" };
	const wfJsonNode* grid = wfJson_Find( json, root, "grid" );
	if ( grid == NULL )
	{
		return wf_ok;
	}
	wfResult result = wfJson_CheckObject( json, grid, "the grid", s_gridFields );
	if ( result == wf_ok )
	{
		result = wfJson_ReadOptionalNumber( json, grid, "cell", &cellRange, &scenario->cellSize );
	}
	if ( result == wf_ok )
	{
		result = wfJson_ReadOptionalNumber( json, grid, "radius", &wf_distanceRange, &scenario->radius );
	}
	const wfJsonNode* kind = wfJson_Find( json, grid, "kind" );
	return result == wf_ok && kind != NULL ? wfJson_ReadInteger( json, kind, &kindRange, &scenario->kind ) : result;
}

static wfResult readField( const wfJson* json, const wfJsonNode* root, wfScenario* scenario )
{
	static const char* const walls[] = { "dirichlet", "neumann", NULL };
	static const wfNumberRange hasteRange = { 0.0, 1e6, "1/metres, 0 or more (up to 1e6)" };
	static const wfNumberRange biasRange = { -1e6, 1e6, "a number" };
	const wfJsonNode* field = wfJson_Find( json, root, "field" );
	if ( field == NULL )
	{
		return wf_ok;
	}
	struct wfScenarioField* settings = &scenario->field;
	wfResult result = wfJson_CheckObject( json, field, "the field", s_fieldFields );
	const wfJsonNode* wallsNode = wfJson_Find( json, field, "walls" );
	if ( result == wf_ok && wallsNode != NULL )
	{
		result = wfJson_ReadChoice( json, wallsNode, walls, &settings->walls );
	}
	if ( result == wf_ok )
	{
		result = wfJson_ReadOptionalNumber( json, field, "haste", &hasteRange, &settings->haste );
	}
	if ( result == wf_ok )
	{
		result = wfJson_ReadOptionalNumber( json, field, "terrainHaste", &hasteRange, &settings->terrainHaste );
	}
	if ( result == wf_ok )
	{
		result = wfJson_ReadOptionalNumber( json, field, "epsilon", &biasRange, &settings->epsilon );
	}
	const wfJsonNode* v = wfJson_Find( json, field, "v" );
	if ( result == wf_ok && v != NULL )
	{
		result = wfJson_ReadVector( json, v, &biasRange, "a vector [x, y]", &settings->bias );
	}
	if ( result != wf_ok )
	{
		return result;
	}
	double x = settings->epsilon * settings->bias.x, y = settings->epsilon * settings->bias.y;
	if ( fabs( x ) > 2.0 || fabs( y ) > 2.0 )
	{
		const wfJsonNode* epsilon = wfJson_Find( json, field, "epsilon" );
		return wfJson_Fail(
			json, epsilon != NULL ? epsilon : v, NULL, wf_outOfRange,
			"epsilon times v is [%.12g, %.12g]; expected each from -2 to 2, beyond that there may be local minima", x, y );
	}
	return wf_ok;
}

// ---------------------------------------------------------------------------------------------------------------- root

static wfResult readHead( const wfJson* json, const wfJsonNode* root )
{
	static const wfNumberRange versionRange = { 1.0, 1.0, "the version of the format, 1" };
	const wfJsonNode* mesh = root->type == wf_jsonObject ? wfJson_Find( json, root, "mesh" ) : NULL;
	if ( mesh != NULL )
	{
		return wfJson_Fail( json, mesh, NULL, wf_badFormat,
							"this scenario is about a mesh; expected one about a world in the plane" );
	}
	wfResult result = wfJson_CheckObject( json, root, "a scenario", s_rootFields );
	const wfJsonNode* version = NULL;
	if ( result == wf_ok )
	{
		result = wfJson_Require( json, root, "version", versionRange.expected, &version );
	}
	double number;
	if ( result == wf_ok )
	{
		result = wfJson_ReadNumber( json, version, &versionRange, &number );
	}
	const char* const texts[] = { "$schema", "description" };
	for ( int i = 0; i < 2 && result == wf_ok; ++i )
	{
		const wfJsonNode* text = wfJson_Find( json, root, texts[i] );
		if ( text != NULL && text->type != wf_jsonString )
		{
			result = wfJson_Expected( json, text, wf_jsonString, "a text in double quotes" );
		}
	}
	// What belongs to crowds is read where a crowd is made; the content of an experiment is free.
	static const struct
	{
		const char* key;
		wfJsonType type;
		const char* expected;
	} others[] = { { "crowd", wf_jsonObject, "an object with settings of the crowd" },
				   { "run", wf_jsonObject, "an object with settings of the run" },
				   { "styles", wf_jsonObject, "an object of styles by name" },
				   { "gaits", wf_jsonObject, "an object of gaits by name" },
				   { "behaviors", wf_jsonObject, "an object of behaviors by name" },
				   { "queues", wf_jsonList, "a list of queues" },
				   { "sources", wf_jsonList, "a list of sources" },
				   { "sinks", wf_jsonList, "a list of regions" },
				   { "agents", wf_jsonList, "a list of agents and groups" },
				   { "metadata", wf_jsonObject, "an object of texts and numbers by name" },
				   { "experiment", wf_jsonObject, "an object (its content is free)" } };
	for ( size_t i = 0; i < sizeof( others ) / sizeof( others[0] ) && result == wf_ok; ++i )
	{
		const wfJsonNode* node = wfJson_Find( json, root, others[i].key );
		if ( node != NULL && node->type != others[i].type )
		{
			result = wfJson_Expected( json, node, others[i].type, others[i].expected );
		}
	}
	return result;
}

wfResult wfReadScenarioTree( const wfJson* json, wfScenario* scenario )
{
	const wfJsonNode* root = json->nodes;
	wfResult result = readHead( json, root );
	if ( result == wf_ok )
	{
		result = readWorld( json, root, scenario );
	}
	if ( result == wf_ok )
	{
		wfCopyStem( scenario->name, sizeof( scenario->name ), json->reader->name );
		const wfJsonNode* node = wfJson_Find( json, root, "name" );
		const char* name = NULL;
		if ( node != NULL )
		{
			result = wfJson_ReadText( json, node, sizeof( scenario->name ) - 1, &name );
		}
		if ( name != NULL )
		{
			snprintf( scenario->name, sizeof( scenario->name ), "%s", name );
		}
	}
	const wfJsonNode* goals = wfJson_Find( json, root, "goals" );
	if ( result == wf_ok && goals != NULL )
	{
		result = wfReadGoals( json, goals, scenario );
	}
	if ( result == wf_ok )
	{
		result = readStarts( json, root, scenario );
	}
	if ( result == wf_ok )
	{
		result = readGrid( json, root, scenario );
	}
	return result == wf_ok ? readField( json, root, scenario ) : result;
}

wfResult wfReadJsonScenario( const wfReader* reader, wfScenario* scenario )
{
	wfJson json;
	wfResult result = wfJson_Parse( reader, &json );
	if ( result != wf_ok )
	{
		return result;
	}
	result = wfReadScenarioTree( &json, scenario );
	wfJson_Free( &json );
	return result;
}
