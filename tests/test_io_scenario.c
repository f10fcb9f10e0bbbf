// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Scenario files: what is read from them, what is refused and where, and that the schema says the same.
#include "tests/test_io.h"

#include "io/json.h"
#include "wayfield/field.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define NAME "dir/s.json"
// One line each, so that columns are easy to count.
#define HEAD "{\"version\":1,\n"
#define WORLD "\"world\":{\"size\":[10,8]}"

TEST( SmallestScenarioGetsTheDefaults )
{
	wfScenario scenario;
	if ( !ACCEPT( NAME, HEAD WORLD "}", &scenario ) )
	{
		return;
	}
	wfPlannerDef planner = wfDefaultPlannerDef();
	wfBox2 bounds = wfWorld_GetBounds( scenario.world );
	CHECK( bounds.lower.x == 0.0 && bounds.lower.y == 0.0 && bounds.upper.x == 10.0 && bounds.upper.y == 8.0 );
	CHECK_STRING( scenario.name, "s" );
	CHECK( scenario.cellSize == wfDefaultReadDef().wktCellSize );
	CHECK( scenario.radius == 0.0 && scenario.kind == 0 && scenario.startCount == 0 && scenario.starts == NULL );
	CHECK( scenario.planner.haste == planner.haste && scenario.planner.walls == planner.walls );
	CHECK_EQUAL( wfWorld_GetShapeCount( scenario.world ), 0 );
	wfScenario_Free( &scenario );
	CHECK( scenario.world == NULL );
}

static const char s_whole[] = //
	"\xEF\xBB\xBF{ \"$schema\": \"schema.json\", \"version\": 1, \"name\": \"A house\", \"description\": \"\",\r\n"
	"  \"world\": { \"bounds\": [-1, -2, 19, 18],\r\n"
	"    \"obstacles\": [\n"
	"      { \"type\": \"box\", \"name\": \"table\", \"center\": [2, 3], \"size\": [2, 1], \"angle\": 0.5 },\n"
	"      { \"type\": \"box\", \"bounds\": [4, 4, 6, 5] },\n"
	"      { \"type\": \"disc\", \"center\": [8, 8], \"radius\": 0.5 },\n"
	"      { \"type\": \"segment\", \"points\": [[1, 1], [2, 2], [3, 1]], \"thickness\": 0.2 },\n"
	"      { \"type\": \"polygon\", \"points\": [[10, 10], [14, 10], [14, 14], [10, 14]],\n"
	"        \"holes\": [[[11, 11], [12, 11], [12, 12]], [[13, 13], [13.5, 13], [13.5, 13.5]]] },\n"
	"      { \"type\": \"image\", \"rows\": [\"#.@\", \"..#\"], \"origin\": [5, 6], \"pixel\": 0.25 } ],\n"
	"    \"walkable\": [ { \"type\": \"box\", \"bounds\": [0, 0, 18, 17] } ],\n"
	"    \"terrain\": [ { \"type\": \"disc\", \"center\": [3, 9], \"radius\": 1, \"cost\": 2.5 },\n"
	"      { \"type\": \"disc\", \"name\": \"lake\", \"center\": [6, 9], \"radius\": 1, \"kinds\": [1, 31] } ] },\n"
	"  \"goals\": [ { \"type\": \"point\", \"name\": \"door\", \"point\": [1, 16] },\n"
	"    { \"type\": \"line\", \"points\": [[1, 1], [1, 2]] },\n"
	"    { \"type\": \"polygon\", \"name\": \"exit\", \"points\": [[1, 1], [2, 1], [1, 2]] },\n"
	"    { \"type\": \"cells\", \"points\": [[1, 1]] } ],\n"
	"  \"starts\": [[1, 2], [3, 4.5]],\n"
	"  \"grid\": { \"cell\": 0.25, \"radius\": 0.3, \"kind\": 2 },\n"
	"  \"field\": { \"walls\": \"neumann\", \"haste\": 1.5, \"epsilon\": -0.8, \"v\": [1, -2.5], \"terrainHaste\": 0.7 },\n"
	"  \"experiment\": { \"id\": \"F1\", \"claims\": [ { \"anything\": null } ] } }\n";

TEST( WholeScenarioIsRead )
{
	wfScenario scenario;
	if ( !ACCEPT( NAME, s_whole, &scenario ) )
	{
		return;
	}
	CHECK_STRING( scenario.name, "A house" );
	CHECK( scenario.cellSize == 0.25 && scenario.radius == 0.3 && scenario.kind == 2 );
	CHECK( scenario.planner.walls == wf_neumannWalls && scenario.planner.haste == 1.5 && scenario.planner.epsilon == -0.8 );
	CHECK( scenario.planner.bias.x == 1.0 && scenario.planner.bias.y == -2.5 && scenario.planner.terrainHaste == 0.7 );
	CHECK( scenario.startCount == 2 && scenario.starts[1].x == 3.0 && scenario.starts[1].y == 4.5 );
	CHECK_EQUAL( wfWorld_GetShapeCount( scenario.world ), 9 );

	wfShapeDef shape = testGetShape( &scenario, 0 );
	CHECK( shape.kind == wf_boxShape && shape.role == wf_obstacleRole && shape.angle == 0.5 );
	CHECK( shape.center.x == 2.0 && shape.center.y == 3.0 && shape.halfSize.x == 1.0 && shape.halfSize.y == 0.5 );
	CHECK_STRING( shape.name, "table" );
	shape = testGetShape( &scenario, 1 );
	CHECK( shape.center.x == 5.0 && shape.center.y == 4.5 && shape.halfSize.x == 1.0 && shape.halfSize.y == 0.5 );
	shape = testGetShape( &scenario, 2 );
	CHECK( shape.kind == wf_discShape && shape.radius == 0.5 );
	shape = testGetShape( &scenario, 3 );
	CHECK( shape.kind == wf_segmentShape && shape.pointCount == 3 && shape.points[2].x == 3.0 );
	CHECK_NEAR( shape.radius, 0.1, 1e-15 );
	shape = testGetShape( &scenario, 4 );
	CHECK( shape.kind == wf_polygonShape && shape.pointCount == 10 && shape.ringCount == 3 );
	CHECK( shape.ringSizes[0] == 4 && shape.ringSizes[2] == 3 && shape.points[9].y == 13.5 );
	shape = testGetShape( &scenario, 5 );
	CHECK( shape.kind == wf_imageShape && shape.pixelSize == 0.25 && shape.center.x == 5.0 && shape.center.y == 6.0 );
	CHECK_STRING( testDrawShape( &scenario, 5 ), "#.#\n..#\n" );
	CHECK( testGetShape( &scenario, 6 ).role == wf_walkableRole );
	shape = testGetShape( &scenario, 7 );
	CHECK( shape.role == wf_terrainRole && shape.cost == 2.5 && shape.kinds == WF_ALL_KINDS );
	shape = testGetShape( &scenario, 8 );
	CHECK( shape.cost == 1.0 && shape.kinds == ( 1u << 1 | 1u << 31 ) );

	wfGoalId goals[8];
	CHECK_EQUAL( wfWorld_GetGoalIds( scenario.world, goals, 8 ), 4 );
	CHECK( wfWorld_FindGoal( scenario.world, "door" ).index1 != 0 );
	wfGoalDef goal = wfWorld_GetGoal( scenario.world, wfWorld_FindGoal( scenario.world, "exit" ) );
	CHECK( goal.kind == wf_polygonGoal && goal.pointCount == 3 && goal.points[1].x == 2.0 );
	wfScenario_Free( &scenario );
}

TEST( EveryFailedAllocationIsReported )
{
	wfScenario scenario = { 0 };
	wfReadDef def = wfDefaultReadDef();
	TEST_EVERY_ALLOCATION( wfReadScenarioFromMemory( NAME, s_whole, strlen( s_whole ), &def, &scenario, NULL ),
						   wfScenario_Free( &scenario ) );
}

// Cut anywhere, the text is refused and nothing is left behind.
TEST( EveryTruncationIsRefused )
{
	wfReadDef def = wfDefaultReadDef();
	for ( size_t size = 0; size < strlen( s_whole ) - 1; ++size )
	{
		wfScenario scenario = { 0 };
		wfError error = { 0 };
		bool refused = wfReadScenarioFromMemory( NAME, s_whole, size, &def, &scenario, &error ) != wf_ok;
		if ( !CHECK( refused && error.message[0] != 0 ) )
		{
			wfScenario_Free( &scenario );
			break;
		}
	}
}

TEST( HeadErrorsHaveAPlace )
{
	REFUSE( NAME, "[]", wf_badFormat, 1, 1, "", "expected a scenario: an object with the fields" );
	REFUSE( NAME, "{}", wf_badFormat, 1, 1, "version", "missing; expected the version of the format, 1" );
	REFUSE( NAME, "{\"version\":2}", wf_outOfRange, 1, 12, "version", "expected the version of the format, 1, found 2" );
	REFUSE( NAME, "{\"version\":\"1\"}", wf_badFormat, 1, 12, "version", "found the string \"1\"" );
	REFUSE( NAME, HEAD "\"x\":1}", wf_badFormat, 2, 1, "x", "unknown field; known are $schema, version, name" );
	REFUSE( NAME, HEAD "\"wolrd\":{}}", wf_badFormat, 2, 1, "wolrd", "did you mean \"world\"?" );
	REFUSE( NAME, HEAD "\"goals\":[]}", wf_badFormat, 1, 1, "world", "missing; expected an object" );
	REFUSE( NAME, HEAD "\"name\":5," WORLD "}", wf_badFormat, 2, 8, "name", "expected a text of 1 to 127 bytes" );
	REFUSE( NAME, HEAD "\"name\":\"\"," WORLD "}", wf_badFormat, 2, 8, "name", "found the string \"\"" );
	REFUSE( NAME, HEAD "\"description\":[1]," WORLD "}", wf_badFormat, 2, 15, "description", "found a list of 1" );
	REFUSE( NAME, HEAD "\"experiment\":[]," WORLD "}", wf_badFormat, 2, 14, "experiment", "expected an object" );
	REFUSE( NAME, HEAD "\"experiment\":{\"a\":1,\"a\":1}," WORLD "}", wf_badFormat, 2, 21, "experiment.a", "given twice" );
	REFUSE( NAME, HEAD WORLD "," WORLD "}", wf_badFormat, 2, 25, "world", "given twice, first in line 2" );
}

TEST( WorldErrorsHaveAPlace )
{
#define IN_WORLD( text ) HEAD "\"world\":{" text "}}"
	REFUSE( NAME, HEAD "\"world\":null}", wf_badFormat, 2, 9, "world", "expected the world: an object" );
	REFUSE( NAME, IN_WORLD( "" ), wf_badFormat, 2, 9, "world", "expected one of bounds" );
	REFUSE( NAME, IN_WORLD( "\"size\":[1,1],\"bounds\":[0,0,1,1]" ), wf_badFormat, 2, 9, "world", "several of them" );
	REFUSE( NAME, IN_WORLD( "\"size\":[1]" ), wf_badFormat, 2, 17, "world.size", "expected [width, height] in metres" );
	REFUSE( NAME, IN_WORLD( "\"size\":[1,0]" ), wf_outOfRange, 2, 20, "world.size[1]", "expected metres above 0" );
	REFUSE( NAME, IN_WORLD( "\"size\":[1,-1e300]" ), wf_outOfRange, 2, 20, "world.size[1]", "found -1e+300" );
	REFUSE( NAME, IN_WORLD( "\"bounds\":[0,0,0,1]" ), wf_outOfRange, 2, 19, "world.bounds", "x0 < x1 and y0 < y1" );
	REFUSE( NAME, IN_WORLD( "\"bounds\":[0,0,\"a\",1]" ), wf_badFormat, 2, 24, "world.bounds[2]", "found the string \"a\"" );
	REFUSE( NAME, IN_WORLD( "\"bounds\":[0,0,1e10,1]" ), wf_outOfRange, 2, 24, "world.bounds[2]", "from -1e9 to 1e9" );
	REFUSE( NAME, IN_WORLD( "\"map\":\"no/such.map\"" ), wf_fileNotFound, 2, 16, "world.map",
			"the map \"dir/no/such.map\" could not be opened" );
	REFUSE( NAME, IN_WORLD( "\"map\":{\"pixel\":1}" ), wf_badFormat, 2, 16, "world.map.file", "missing" );
	REFUSE( NAME, IN_WORLD( "\"map\":{\"file\":\"a\",\"threshold\":256}" ), wf_outOfRange, 2, 40, "world.map.threshold",
			"0 to 255" );
	REFUSE( NAME, IN_WORLD( "\"map\":\"\"" ), wf_badFormat, 2, 16, "world.map", "expected a text" );
#undef IN_WORLD
}

TEST( ShapeErrorsHaveAPlace )
{
#define SHAPE( text ) HEAD "\"world\":{\"size\":[9,9],\"obstacles\":[\n" text "]}}"
#define TERRAIN( text ) HEAD "\"world\":{\"size\":[9,9],\"terrain\":[\n" text "]}}"
#define AT "world.obstacles[0]"
	REFUSE( NAME, HEAD "\"world\":{\"size\":[9,9],\"obstacles\":{}}}", wf_badFormat, 2, 35, "world.obstacles",
			"expected a list of shapes" );
	REFUSE( NAME, SHAPE( "5" ), wf_badFormat, 3, 1, AT, "expected a shape, found 5" );
	REFUSE( NAME, SHAPE( "{}" ), wf_badFormat, 3, 1, AT ".type", "missing; expected one of box, disc" );
	REFUSE( NAME, SHAPE( "{\"type\":\"circle\"}" ), wf_badFormat, 3, 9, AT ".type",
			"expected one of box, disc, segment, polygon, image, found \"circle\"" );
	REFUSE( NAME, SHAPE( "{\"type\":\"polygn\"}" ), wf_badFormat, 3, 9, AT ".type", "did you mean \"polygon\"?" );
	REFUSE( NAME, SHAPE( "{\"type\":\"disc\",\"center\":[1,1],\"raduis\":1}" ), wf_badFormat, 3, 31, AT ".raduis",
			"did you mean \"radius\"?" );
	REFUSE( NAME, SHAPE( "{\"type\":\"disc\",\"center\":[1,1],\"radius\":-1}" ), wf_outOfRange, 3, 40, AT ".radius", "found -1" );
	REFUSE( NAME, SHAPE( "{\"type\":\"disc\",\"center\":[1,1]}" ), wf_badFormat, 3, 1, AT ".radius", "missing" );
	REFUSE( NAME, SHAPE( "{\"type\":\"disc\",\"radius\":1}" ), wf_badFormat, 3, 1, AT ".center", "missing" );
	REFUSE( NAME, SHAPE( "{\"type\":\"disc\",\"radius\":1,\"center\":[1,2,3]}" ), wf_badFormat, 3, 36, AT ".center",
			"expected a point [x, y], found a list of 3" );
	REFUSE( NAME, SHAPE( "{\"type\":\"disc\",\"radius\":1,\"center\":[1,2],\"cost\":2}" ), wf_badFormat, 3, 42, AT ".cost",
			"unknown field" );
	REFUSE( NAME, SHAPE( "{\"type\":\"box\",\"size\":[1,1]}" ), wf_badFormat, 3, 1, AT ".center", "or bounds" );
	REFUSE( NAME, SHAPE( "{\"type\":\"box\",\"bounds\":[0,0,1,1],\"angle\":1}" ), wf_badFormat, 3, 42, AT ".angle",
			"bounds alone" );
	REFUSE( NAME, SHAPE( "{\"type\":\"box\",\"center\":[0,0],\"size\":[1,0]}" ), wf_outOfRange, 3, 40, AT ".size[1]", "above 0" );
	REFUSE( NAME, SHAPE( "{\"type\":\"segment\",\"points\":[[0,0]]}" ), wf_badFormat, 3, 28, AT ".points",
			"a list of 2 or more points [x, y], found a list of 1" );
	REFUSE( NAME, SHAPE( "{\"type\":\"segment\",\"points\":[[0,0],[1,null]]}" ), wf_badFormat, 3, 38, AT ".points[1][1]",
			"found null" );
	REFUSE( NAME, SHAPE( "{\"type\":\"polygon\",\"points\":[[0,0],[1,0]]}" ), wf_badFormat, 3, 28, AT ".points", "3 or more" );
	REFUSE( NAME, SHAPE( "{\"type\":\"polygon\",\"points\":[[0,0],[1,0],[1,1]],\"holes\":[[]]}" ), wf_badFormat, 3, 57,
			AT ".holes[0]", "3 or more points" );
	REFUSE( NAME, SHAPE( "{\"type\":\"image\"}" ), wf_badFormat, 3, 1, AT, "found neither" );
	REFUSE( NAME, SHAPE( "{\"type\":\"image\",\"file\":\"a.png\",\"rows\":[]}" ), wf_badFormat, 3, 1, AT, "found both" );
	REFUSE( NAME, SHAPE( "{\"type\":\"image\",\"rows\":[]}" ), wf_badFormat, 3, 24, AT ".rows", "1 or more rows" );
	REFUSE( NAME, SHAPE( "{\"type\":\"image\",\"rows\":[\"##\",\"#\"]}" ), wf_badFormat, 3, 30, AT ".rows[1]",
			"expected 2 characters as in the first row, found 1" );
	REFUSE( NAME, SHAPE( "{\"type\":\"image\",\"rows\":[\"#x\"]}" ), wf_badFormat, 3, 25, AT ".rows[0]", "found \"x\"" );
	REFUSE( NAME, SHAPE( "{\"type\":\"image\",\"rows\":[\"#.\",7]}" ), wf_badFormat, 3, 30, AT ".rows[1]", "found 7" );
	REFUSE( NAME, SHAPE( "{\"type\":\"image\",\"rows\":[\"#\"],\"invert\":true}" ), wf_badFormat, 3, 39, AT ".invert",
			"with rows" );
	REFUSE( NAME, SHAPE( "{\"type\":\"image\",\"file\":\"none.png\"}" ), wf_fileNotFound, 3, 24, AT ".file",
			"the image \"dir/none.png\" could not be opened" );
	REFUSE( NAME, TERRAIN( "{\"type\":\"disc\",\"center\":[1,1],\"radius\":1}" ), wf_badFormat, 3, 1, "world.terrain[0]",
			"terrain without effect" );
	REFUSE( NAME, TERRAIN( "{\"type\":\"disc\",\"center\":[1,1],\"radius\":1,\"speed\":0}" ), wf_outOfRange, 3, 50,
			"world.terrain[0].speed", "from 0.01 to 1" );
	REFUSE( NAME, TERRAIN( "{\"type\":\"disc\",\"center\":[1,1],\"radius\":1,\"speedUp\":0.5}" ), wf_badFormat, 3, 1,
			"world.terrain[0]", "speedUp, speedDown and uphill together" );
	REFUSE( NAME,
			TERRAIN( "{\"type\":\"disc\",\"center\":[1,1],\"radius\":1,\"speedUp\":0.5,\"speedDown\":0.6,\"uphill\":[0,0]}" ),
			wf_outOfRange, 3, 81, "world.terrain[0].uphill", "expected the direction" );
	REFUSE( NAME, TERRAIN( "{\"type\":\"disc\",\"center\":[1,1],\"radius\":1,\"cost\":0.5}" ), wf_outOfRange, 3, 49,
			"world.terrain[0].cost", "1 or more" );
	REFUSE( NAME, TERRAIN( "{\"type\":\"disc\",\"center\":[1,1],\"radius\":1,\"kinds\":[1,32]}" ), wf_outOfRange, 3, 53,
			"world.terrain[0].kinds[1]", "0 to 31" );
	REFUSE( NAME, TERRAIN( "{\"type\":\"disc\",\"center\":[1,1],\"radius\":1,\"kinds\":[1.5]}" ), wf_outOfRange, 3, 51,
			"world.terrain[0].kinds[0]", "whole number" );
	REFUSE( NAME, TERRAIN( "{\"type\":\"disc\",\"center\":[1,1],\"radius\":1,\"kinds\":[1,1]}" ), wf_badFormat, 3, 53,
			"world.terrain[0].kinds[1]", "twice" );
#undef SHAPE
#undef TERRAIN
#undef AT
}

TEST( GoalAndSettingErrorsHaveAPlace )
{
#define REST( text ) HEAD WORLD ",\n" text "}"
	REFUSE( NAME, REST( "\"goals\":{}" ), wf_badFormat, 3, 9, "goals", "expected a list of goals" );
	REFUSE( NAME, REST( "\"goals\":[{\"type\":\"pont\"}]" ), wf_badFormat, 3, 18, "goals[0].type", "did you mean \"point\"?" );
	REFUSE( NAME, REST( "\"goals\":[{\"type\":\"point\",\"point\":[11,1]}]" ), wf_outOfRange, 3, 34, "goals[0].point",
			"the goal 11, 1 lies outside of the world, which reaches from 0, 0 to 10, 8" );
	REFUSE( NAME, REST( "\"goals\":[{\"type\":\"line\",\"points\":[[1,1],[1,9]]}]" ), wf_outOfRange, 3, 41, "goals[0].points[1]",
			"outside of the world" );
	REFUSE( NAME, REST( "\"goals\":[{\"type\":\"point\",\"points\":[[1,1]]}]" ), wf_badFormat, 3, 26, "goals[0].points",
			"did you mean \"point\"?" );
	REFUSE( NAME, REST( "\"goals\":[{\"type\":\"cells\",\"points\":[]}]" ), wf_badFormat, 3, 35, "goals[0].points", "1 or more" );
	REFUSE( NAME,
			REST( "\"goals\":[{\"type\":\"point\",\"name\":\"a\",\"point\":[1,1]},\n{\"type\":\"point\",\"name\":\"a\",\"point\":"
				  "[1,1]}]" ),
			wf_badFormat, 4, 24, "goals[1].name", "there is a goal \"a\" already" );
	REFUSE( NAME, REST( "\"starts\":[[1,1],[1,-1]]" ), wf_outOfRange, 3, 17, "starts[1]", "the start 1, -1 lies outside" );
	REFUSE( NAME, REST( "\"starts\":[1]" ), wf_badFormat, 3, 11, "starts[0]", "expected a point [x, y], found 1" );
	REFUSE( NAME, REST( "\"grid\":{\"cell\":0}" ), wf_outOfRange, 3, 16, "grid.cell", "above 0" );
	REFUSE( NAME, REST( "\"grid\":{\"cel\":1}" ), wf_badFormat, 3, 9, "grid.cel", "did you mean \"cell\"?" );
	REFUSE( NAME, REST( "\"grid\":{\"radius\":-0.1}" ), wf_outOfRange, 3, 18, "grid.radius", "0 or more" );
	REFUSE( NAME, REST( "\"grid\":{\"kind\":32}" ), wf_outOfRange, 3, 16, "grid.kind", "0 to 31" );
	REFUSE( NAME, REST( "\"field\":{\"walls\":\"Neuman\"}" ), wf_badFormat, 3, 18, "field.walls", "did you mean \"neumann\"?" );
	REFUSE( NAME, REST( "\"field\":{\"haste\":-1}" ), wf_outOfRange, 3, 18, "field.haste", "0 or more" );
	REFUSE( NAME, REST( "\"field\":{\"epsilon\":1,\"v\":[0,2.5]}" ), wf_outOfRange, 3, 20, "field.epsilon",
			"epsilon times v is [0, 2.5]; expected each from -2 to 2" );
	REFUSE( NAME, REST( "\"field\":{\"v\":[0,\"up\"]}" ), wf_badFormat, 3, 17, "field.v[1]", "found the string \"up\"" );
#undef REST
}

TEST( MapsAndImagesAreFoundNextToTheScenario )
{
	static const char map[] = "type octile\nheight 2\nwidth 3\nmap\n.@.\n..S\n";
	static const char image[] = "P2 2 2 255\n0 255\n200 100\n";
	static const char json[] =
		"{\"version\":1,\"world\":{\"map\":\"sub.map\",\"obstacles\":[{\"type\":\"image\",\"file\":\"sub.pgm\","
		"\"threshold\":150,\"invert\":true,\"origin\":[1,0],\"pixel\":0.5}]},\"starts\":[[2.5,1.5]]}";
	static const char* const names[] = { "outer.json", "sub.map", "sub.pgm" };
	char folder[600], paths[3][700];
	testMakeFolder( folder, sizeof( folder ), "scenario" );
	for ( int i = 0; i < 3; ++i )
	{
		snprintf( paths[i], sizeof( paths[i] ), "%s/%s", folder, names[i] );
	}
	const char* const texts[] = { json, map, image };
	for ( int i = 0; i < 3; ++i )
	{
		CHECK_EQUAL( wfWriteFileAtomically( paths[i], texts[i], strlen( texts[i] ), NULL ), wf_ok );
	}
	wfReadDef def = wfDefaultReadDef();
	wfScenario scenario = { 0 };
	wfError error = { 0 };
	CHECK_EQUAL( wfReadScenario( paths[0], &def, &scenario, &error ), wf_ok );
	CHECK_STRING( error.message, "" );
	if ( scenario.world != NULL )
	{
		CHECK( scenario.cellSize == 1.0 && scenario.startCount == 1 );
		CHECK_STRING( scenario.name, "outer" );
		CHECK_EQUAL( wfWorld_GetShapeCount( scenario.world ), 3 );
		CHECK_STRING( testDrawShape( &scenario, 0 ), ".#.\n...\n" );
		CHECK_STRING( testDrawShape( &scenario, 2 ), ".#\n#.\n" );
		wfScenario_Free( &scenario );
	}
	TEST_EVERY_ALLOCATION( wfReadScenario( paths[0], &def, &scenario, &error ), wfScenario_Free( &scenario ) );

	// An error inside of the map is reported with the map's name and line, a scenario as map is refused.
	CHECK_EQUAL( wfWriteFileAtomically( paths[1], "type octile\nheight x\n", 21, NULL ), wf_ok );
	CHECK_EQUAL( wfReadScenario( paths[0], &def, &scenario, &error ), wf_badFormat );
	CHECK_STRING( error.file, paths[1] );
	CHECK_EQUAL( error.line, 2 );
	CHECK_EQUAL( wfWriteFileAtomically( paths[1], json, strlen( json ), NULL ), wf_ok );
	CHECK_EQUAL( wfReadScenario( paths[0], &def, &scenario, &error ), wf_badFormat );
	CHECK( strstr( error.message, "found another scenario" ) != NULL );
	for ( int i = 0; i < 3; ++i )
	{
		remove( paths[i] );
	}
	rmdir( folder );
}

// ---------------------------------------------------------------------------------------------------------------- docs

// The example in docs/scenario.md is the first block of JSON there.
TEST( ExampleOfTheDocsIsRead )
{
	wfFile file = { 0 };
	if ( !CHECK( wfFile_Load( WAYFIELD_SOURCE_DIR "/docs/scenario.md", 1 << 20, false, &file, NULL ) == wf_ok ) )
	{
		return;
	}
	static char text[32768];
	size_t size = file.size < sizeof( text ) ? file.size : sizeof( text ) - 1;
	memcpy( text, file.data, size );
	text[size] = 0;
	wfFile_Free( &file );
	int32_t count = 0;
	char* start = strstr( text, "```json\n" );
	while ( start != NULL )
	{
		start += 8;
		char* end = strstr( start, "```" );
		if ( !CHECK( end != NULL ) )
		{
			return;
		}
		*end = 0;
		wfScenario scenario;
		if ( ACCEPT( "docs/scenario.json", start, &scenario ) )
		{
			wfScenario_Free( &scenario );
		}
		count += 1;
		start = strstr( end + 1, "```json\n" );
	}
	CHECK( count >= 1 );
}

void testIoScenario( int argc, char** argv )
{
	RUN( SmallestScenarioGetsTheDefaults );
	RUN( WholeScenarioIsRead );
	RUN( EveryFailedAllocationIsReported );
	RUN( EveryTruncationIsRefused );
	RUN( HeadErrorsHaveAPlace );
	RUN( WorldErrorsHaveAPlace );
	RUN( ShapeErrorsHaveAPlace );
	RUN( GoalAndSettingErrorsHaveAPlace );
	RUN( MapsAndImagesAreFoundNextToTheScenario );
	RUN( ExampleOfTheDocsIsRead );
}
