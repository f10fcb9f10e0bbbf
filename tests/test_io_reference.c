// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The schemas of scenarios and the tables of docs/scenario.md are made from the reader's tables of fields. With WAYFIELD_WRITE
// set the files are written, else compared.
#include "tests/test_io_reference.h"

#include "tests/test_io.h"
#include "wayfield/groups.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --------------------------------------------------------------------------------------------------------------- objects

const wfObject* const test_objects[] = { &wf_worldObject,	  &wf_mapObject,		 &wf_gridObject,		&wf_fieldObject,
										 &wf_terrainObject,	  &wf_meshObject,		 &wf_meshGoalObject,	&wf_startObject,
										 &wf_obstacleObject,  &wf_sphereObject,		 &wf_surfaceDiscObject, &wf_meshFieldObject,
										 &wf_crowdObject,	  &wf_runObject,		 &wf_runLineObject,		&wf_styleObject,
										 &wf_gaitObject,	  &wf_legObject,		 &wf_agentTargetObject, &wf_waveObject,
										 &wf_stageObject,	  &wf_exitObject,		 &wf_queueObject,		&wf_agentObject,
										 &wf_sourceObject,	  &wf_singleAgentObject, &wf_placedGroupObject, &wf_groupObject,
										 &wf_teamObject,	  &wf_orderObject,		 &wf_groupShapeObject,	&wf_exploreObject,
										 &wf_orderFileObject, &wf_stopObject,		 &wf_drawObject,		NULL };

const testObjectList test_objectLists[] = {
	{ "shape", wf_shapeObjects, true, false, NULL },
	{ "terrainShape", wf_shapeObjects, true, false, &wf_terrainObject },
	{ "goal", wf_goalObjects, true, false, NULL },
	{ "region", wf_areaObjects, true, false, NULL },
	{ "groupRegion", wf_regionObjects, true, false, NULL },
	{ "groupRegion", wf_spaceRegionObjects, false, true, NULL },
	{ "region", wf_spaceBoxObjects, false, true, NULL },
	{ "behavior", wf_behaviorObjects, true, true, NULL },
	{ NULL, NULL, false, false, NULL },
};

testHolding testGetHolding( const wfFieldRow* field )
{
	testHolding h = { "", 0, -1, -1 };
	const char* text = field->holds;
	h.bracket = text[0] == '[' || text[0] == '{' ? text[0] : 0;
	sscanf( text + ( h.bracket != 0 ? 1 : 0 ), "%63[A-Za-z] %d %d", h.name, &h.least, &h.most );
	return h;
}

bool testIsOn( wfGroundKind ground, bool mesh )
{
	return ground != ( mesh ? wf_planeOnly : wf_meshOnly );
}

const void* testGetDefaults( const wfObject* object, wfPreset preset )
{
	static wfStyleDef style;
	static wfCrowdDef crowd;
	static wfGaitDef gait;
	static wfQueueDef queue;
	static wfSourceDef source;
	static wfBehaviorDef behavior;
	static wfPlannerDef planner;
	static wfSurfacePlannerDef surface;
	static wfReadDef read;
	static wfScenario scenario;
	static wfSurfaceScene scene;
	static wfShapeDef shape;
	static wfTeamPlan team;
	static wfOrderPlan order;
	static wfExplorePlan explore;
	static wfMeshRepairs repairs;
	static wfSimulation run = { .seconds = 120.0, .fps = 10.0, .stopWhenDone = true, .laneDirection = { 1.0, 0.0 } };
	style = wfDefaultStyleDef( preset );
	crowd = wfDefaultCrowdDef( preset );
	gait = wfDefaultGaitDef();
	queue = wfDefaultQueueDef();
	source = wfDefaultSourceDef();
	behavior = wfDefaultBehaviorDef();
	planner = wfDefaultPlannerDef();
	surface = wfDefaultSurfacePlannerDef();
	read = wfDefaultReadDef();
	shape = wfDefaultShapeDef();
	team = ( wfTeamPlan ){ .shape.formation = wfDefaultFormationDef(), .color = -1 };
	explore = wfDefaultExplorePlan();
	order = ( wfOrderPlan ){ team.shape, wf_formationOrder, wfDefaultGroupOrder( wf_formationOrder ), 0.0 };
	const struct
	{
		const wfObject* object;
		const void* defaults;
	} all[] = { { &wf_styleObject, &style },		   { &wf_crowdObject, &crowd },		   { &wf_gaitObject, &gait },
				{ &wf_legObject, gait.legs },		   { &wf_queueObject, &queue },		   { &wf_sourceObject, &source },
				{ &wf_fieldObject, &planner },		   { &wf_meshFieldObject, &surface },  { &wf_mapObject, &read },
				{ &wf_gridObject, &scenario },		   { &wf_meshScenarioObject, &scene }, { &wf_runObject, &run },
				{ &wf_terrainObject, &shape },		   { &wf_meshObject, &repairs },	   { &wf_teamObject, &team },
				{ &wf_groupShapeObject, &team.shape }, { &wf_orderObject, &order },		   { &wf_exploreObject, &explore } };
	for ( size_t i = 0; i < sizeof( all ) / sizeof( all[0] ); ++i )
	{
		if ( all[i].object == object )
		{
			return all[i].defaults;
		}
	}
	const char* what = object->what;
	return strcmp( what, "a behavior" ) == 0 ? (const void*)&behavior
		   : strcmp( what, "a shape" ) == 0	 ? (const void*)&shape
											 : NULL;
}

void testFormatNumber( double value, char* text, size_t capacity )
{
	snprintf( text, capacity, "%.10g", value );
	// Thousands of zeros as 1e6, exponents without their zeros.
	double power = 1e5;
	for ( int exponent = 5; exponent < 16; ++exponent, power *= 10.0 )
	{
		if ( value == power || value == -power )
		{
			snprintf( text, capacity, "%s1e%d", value < 0.0 ? "-" : "", exponent );
		}
	}
	char* zero = strstr( text, "e-0" );
	if ( zero != NULL )
	{
		memmove( zero + 2, zero + 3, strlen( zero + 3 ) + 1 );
	}
}

void testFormatDefault( const wfFieldRow* field, const void* defaults, char* text, size_t capacity )
{
	text[0] = 0;
	if ( field->absent != NULL || field->required || defaults == NULL || field->offset == WF_BY_HAND )
	{
		snprintf( text, capacity, "%s", field->required ? "required" : field->absent != NULL ? field->absent : "" );
		return;
	}
	const char* place = (const char*)defaults + field->offset;
	double number[2] = { 0.0, 0.0 };
	int32_t integer = 0;
	memcpy( &integer, place, field->type == wf_integerField || field->type == wf_choiceField ? sizeof( integer ) : 0 );
	memcpy( number, place,
			field->type == wf_numberField								  ? sizeof( double )
			: field->type == wf_pairField || field->type == wf_pointField ? 2 * sizeof( double )
																		  : 0 );
	switch ( field->type )
	{
		case wf_numberField:
			testFormatNumber( number[0], text, capacity );
			break;
		case wf_integerField:
			snprintf( text, capacity, "%d", integer );
			break;
		case wf_boolField:
			snprintf( text, capacity, "%s", *(const bool*)place ? "true" : "false" );
			break;
		case wf_choiceField:
			snprintf( text, capacity, "`%s`", field->choices[integer] );
			break;
		case wf_pairField:
		case wf_pointField:
			snprintf( text, capacity, "[%g, %g]", number[0], number[1] );
			break;
		default:
			break;
	}
}

// ----------------------------------------------------------------------------------------------------------------- tables

// How people call what a field holds; others are objects.
static const struct
{
	const char *name, *words, *many;
} s_words[] = {
	{ "name", "name", "names" },
	{ "text", "text", "texts" },
	{ "version", "1", "" },
	{ "file", "file name", "file names" },
	{ "lineName", "1 to 63 bytes", "" },
	{ "mapFile", "file name, or object", "" },
	{ "rows", "texts of equal length", "" },
	{ "seed", "0 to 2^53", "" },
	{ "gridCell", "0, or 0.001 to 1e6 m", "" },
	{ "oddSize", "odd, 11 to 35", "" },
	{ "point", "`[x, y]`", "`[x, y]`" },
	{ "spot", "`[x, y]`", "" },
	{ "pull", "`[x, y]`", "" },
	{ "place", "`[x, y, z]`", "`[x, y, z]`" },
	{ "push", "`[x, y, z]`", "" },
	{ "anyPlace", "a vertex or `[x, y, z]`", "vertices or `[x, y, z]`" },
	{ "vertex", "a vertex", "vertices" },
	{ "triangle", "a triangle", "triangles" },
	{ "size", "`[width, height]`", "" },
	{ "bounds", "`[x0, y0, x1, y1]`", "" },
	{ "pair", "two numbers", "" },
	{ "anyNumber", "a number", "numbers" },
	{ "flatPoint", "point [x, y]", "points [x, y]" },
	{ "speedTable", "`weidmann-age`, `imo-passengers`, `imo-crew`", "" },
	{ "preset", "`default`, `classic`", "" },
	{ "locomotion", "`disc`, `footsteps`", "" },
	{ "agentKind", "0 to 31", "0 to 31" },
	{ "personalities", "`tired`, `hurried`, `drunk`, `shy`, `sociable`, `blind`, `aggressive`, `none`, or weights", "" },
	{ "target", "`goal`, `seen`, a point or `{ \"agent\": name }`", "" },
	{ "stops", "list, or one name", "" },
	{ "plainStops", "list of stops", "" },
	{ "exits", "list of names of goals, or of exits", "" },
	{ "metadata", "object of texts and numbers", "" },
	{ "start", "place", "places" },
	{ "shape", "shape", "shapes" },
	{ "terrainShape", "shape", "shapes" },
	{ "region", "region", "regions" },
	{ "groupRegion", "region", "regions" },
	{ "ring", "ring", "rings" },
	{ "goal", "goal", "goals" },
	{ "obstacle", "obstacle", "obstacles" },
	{ "queue", "queue", "queues" },
	{ "agentSource", "source", "sources" },
	{ "agentEntry", "agent or group", "agents and groups" },
	{ "runLine", "line", "lines" },
	{ "team", "group", "groups" },
	{ "order", "order", "orders" },
	{ "orderTo", "name or point", "" },
	{ "sought", "name or point", "" },
	{ "explorers", "object, or list of objects", "" },
	{ "agentName", "name or number", "names or numbers" },
	{ "kinds", "list of numbers", "lists of numbers" },
	{ "line", "list of points", "lists of points" },
	{ "wave", "wave", "waves" },
	{ "stage", "stage", "stages" },
	{ "style", "style", "styles" },
	{ "gait", "gait", "gaits" },
	{ "behavior", "behavior", "behaviors" },
};

static void addWords( wfText* text, const wfFieldRow* field )
{
	testHolding h = testGetHolding( field );
	const char *words = "object", *many = "objects";
	for ( size_t i = 0; i < sizeof( s_words ) / sizeof( s_words[0] ); ++i )
	{
		bool same = strcmp( s_words[i].name, h.name ) == 0;
		words = same ? s_words[i].words : words;
		many = same ? s_words[i].many : many;
	}
	if ( h.bracket == '{' )
	{
		wfText_Add( text, "object of %s by name", many );
	}
	else if ( h.bracket == '[' && h.most > 0 )
	{
		wfText_Add( text, h.least > 0 ? "%d to " : "up to ", h.least );
		wfText_Add( text, "%d %s", h.most, many );
	}
	else if ( h.bracket == '[' && h.least > 0 )
	{
		wfText_Add( text, "%d or more %s", h.least, many );
	}
	else
	{
		wfText_Add( text, "%s%s", h.bracket == '[' ? "list of " : "", h.bracket == '[' ? many : words );
	}
}

static void addTakes( wfText* text, const wfFieldRow* field )
{
	char lower[32], upper[32];
	testFormatNumber( field->range.lower, lower, sizeof( lower ) );
	testFormatNumber( field->range.upper, upper, sizeof( upper ) );
	if ( field->type == wf_boolField )
	{
		wfText_Add( text, "true, false" );
	}
	else if ( field->type == wf_choiceField )
	{
		for ( int32_t i = 0; field->choices[i] != NULL; ++i )
		{
			wfText_Add( text, "%s`%s`", i > 0 ? ", " : "", field->choices[i] );
		}
	}
	else if ( field->type == wf_pairField || field->type == wf_pointField )
	{
		wfText_Add( text, "`[x, y]`" );
	}
	else if ( field->type == wf_boxField )
	{
		wfText_Add( text, "`[x0, y0, x1, y1]`" );
	}
	else if ( field->type == wf_textField )
	{
		wfText_Add( text, "1 to %s bytes", upper );
	}
	else if ( field->holds != NULL )
	{
		addWords( text, field );
	}
	else
	{
		wfText_Add( text, "%s to %s%s%s%s", lower, upper, field->unit != NULL ? " " : "", field->unit != NULL ? field->unit : "",
					field->type == wf_drawField ? ", or drawn" : "" );
	}
}

// The rows of an object. Where presets differ there is a column for each.
static void addTable( wfText* text, const wfObject* object, bool mesh )
{
	bool presets = object == &wf_styleObject || object == &wf_crowdObject;
	wfText_Add( text, presets ? "| field | takes | default | classic | meaning |\n|---|---|---|---|---|\n"
							  : "| field | takes | default | meaning |\n|---|---|---|---|\n" );
	for ( const wfFieldRow* field = object->parts[0]; field->name != NULL; ++field )
	{
		if ( !testIsOn( field->ground, mesh ) || strcmp( field->name, "type" ) == 0 )
		{
			continue;
		}
		char own[128], classic[128];
		testFormatDefault( field, testGetDefaults( object, wf_classicPreset ), classic, sizeof( classic ) );
		testFormatDefault( field, testGetDefaults( object, wf_defaultPreset ), own, sizeof( own ) );
		wfText_Add( text, "| `%s` | ", field->name );
		addTakes( text, field );
		wfText_Add( text, " | %s%s%s | %s%s%s%s |\n", own, presets ? " | " : "", presets ? classic : "",
					field->meaning != NULL ? field->meaning : "", field->formerly != NULL ? " (formerly `" : "",
					field->formerly != NULL ? field->formerly : "", field->formerly != NULL ? "`)" : "" );
	}
}

static const wfObject* findNamed( const char* name, size_t length, bool mesh )
{
	const wfObject* const roots[] = { mesh ? &wf_meshScenarioObject : &wf_scenarioObject, NULL };
	const wfObject* const* lists[16] = { roots, test_objects };
	int32_t count = 2;
	for ( const testObjectList* list = test_objectLists; list->name != NULL; ++list )
	{
		lists[count++] = list->objects;
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		for ( const wfObject* const* object = lists[i]; *object != NULL; ++object )
		{
			if ( strlen( ( *object )->name ) == length && memcmp( ( *object )->name, name, length ) == 0 &&
				 testIsOn( ( *object )->ground, mesh ) &&
				 ( !mesh || ( *object )->ground == wf_meshOnly || object == roots || *object != &wf_fieldObject ) )
			{
				return *object;
			}
		}
	}
	return NULL;
}

// Between "<!-- fields of NAME -->", or "<!-- fields of NAME on meshes -->", and "<!-- end -->" stands the table.
static void makePage( const char* page, wfText* text )
{
	static const char begin[] = "<!-- fields of ", end[] = "<!-- end -->";
	for ( const char* at = page; at != NULL; )
	{
		const char* mark = strstr( at, begin );
		const char* close = mark != NULL ? strstr( mark, " -->\n" ) : NULL;
		const char* stop = close != NULL ? strstr( close, end ) : NULL;
		if ( stop == NULL )
		{
			wfText_AddString( text, at );
			return;
		}
		const char* name = mark + strlen( begin );
		bool mesh = close - name > 10 && memcmp( close - 10, " on meshes", 10 ) == 0;
		const wfObject* object = findNamed( name, (size_t)( close - name ) - ( mesh ? 10 : 0 ), mesh );
		wfText_AddBytes( text, at, (size_t)( close + 5 - at ) );
		if ( CHECK( object != NULL ) )
		{
			addTable( text, object, mesh );
		}
		at = stop;
		wfText_AddBytes( text, at, sizeof( end ) - 1 );
		at += sizeof( end ) - 1;
	}
}

// ------------------------------------------------------------------------------------------------------------------ tests

static char* loadText( const char* path )
{
	wfFile file = { 0 };
	if ( !CHECK( wfFile_Load( path, 1 << 22, false, &file, NULL ) == wf_ok ) )
	{
		return NULL;
	}
	char* text = malloc( file.size + 1 );
	memcpy( text, file.data, file.size );
	text[file.size] = 0;
	wfFile_Free( &file );
	return text;
}

// The file holds the text; the message names the first line that differs.
static void compareFile( const char* path, wfText* made )
{
	if ( getenv( "WAYFIELD_WRITE" ) != NULL )
	{
		CHECK_EQUAL( wfWriteFileAtomically( path, made->data, made->length, NULL ), wf_ok );
	}
	char* text = loadText( path );
	if ( text != NULL && strcmp( text, made->data ) != 0 )
	{
		size_t line = 0;
		for ( size_t i = 0; text[i] != 0 && text[i] == made->data[i]; ++i )
		{
			line = text[i] == '\n' ? i + 1 : line;
		}
		char found[200], expected[200];
		snprintf( found, sizeof( found ), "%.*s", (int)strcspn( text + line, "\n" ), text + line );
		snprintf( expected, sizeof( expected ), "%.*s", (int)strcspn( made->data + line, "\n" ), made->data + line );
		CHECK_STRING( path, "as ./dev docs writes it" );
		CHECK_STRING( found, expected );
	}
	free( text );
	wfText_Free( made );
}

TEST( SchemasAreThoseOfTheTables )
{
	wfText plane = { 0 }, mesh = { 0 };
	testMakeSchema( &plane, false );
	compareFile( WAYFIELD_SOURCE_DIR "/scenarios/schema.json", &plane );
	testMakeSchema( &mesh, true );
	compareFile( WAYFIELD_SOURCE_DIR "/scenarios/schema/surface.json", &mesh );
}

TEST( ReferenceIsThatOfTheTables )
{
	char* page = loadText( WAYFIELD_SOURCE_DIR "/docs/scenario.md" );
	if ( page == NULL )
	{
		return;
	}
	wfText made = { 0 };
	makePage( page, &made );
	compareFile( WAYFIELD_SOURCE_DIR "/docs/scenario.md", &made );
	free( page );
}

void testIoReference( int argc, char** argv )
{
	RUN( SchemasAreThoseOfTheTables );
	RUN( ReferenceIsThatOfTheTables );
}
