// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// MovingAI maps and problems, ROS maps.
#include "tests/test_io.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

// ------------------------------------------------------------------------------------------------------------ MovingAI

#define MAP_HEAD "type octile\nheight 3\nwidth 4\nmap\n"

TEST( MovingAiMapsAreReadUpsideDown )
{
	static const char* const texts[] = {
		MAP_HEAD ".G@O\nT.SW\n@...\n",
		"type octile\r\nheight 3\r\nwidth 4\r\nmap\r\n.G@O\r\nT.SW\r\n@...", // no end of line after the last row
		"type octile\nwidth 4\nheight 3\nmap\n.G@O\nT.SW\n@...\n\n \r\n\n",	 // the other order, blank lines behind
	};
	for ( int i = 0; i < 3; ++i )
	{
		wfScenario scenario;
		if ( !ACCEPT( "maps/a b.map", texts[i], &scenario ) )
		{
			continue;
		}
		wfBox2 bounds = wfWorld_GetBounds( scenario.world );
		CHECK( bounds.lower.x == 0.0 && bounds.lower.y == 0.0 && bounds.upper.x == 4.0 && bounds.upper.y == 3.0 );
		CHECK( scenario.cellSize == 1.0 );
		CHECK_STRING( scenario.name, "a b" );
		CHECK_EQUAL( wfWorld_GetShapeCount( scenario.world ), 2 );
		CHECK_STRING( testDrawShape( &scenario, 0 ), "..##\n#..#\n#...\n" );
		CHECK_STRING( testDrawShape( &scenario, 1 ), "....\n..#.\n....\n" );
		wfShapeDef swamp = testGetShape( &scenario, 1 );
		CHECK( swamp.role == wf_terrainRole && swamp.cost == 1.0 && swamp.kinds == WF_ALL_KINDS );
		CHECK_STRING( swamp.name, "swamp" );
		// The lower left cell is blocked, its neighbours are free.
		CHECK( wfWorld_GetDistance( scenario.world, ( wfVec2 ){ 0.5, 0.5 }, 0 ) < 0.0 );
		CHECK( wfWorld_GetDistance( scenario.world, ( wfVec2 ){ 1.5, 0.5 }, 0 ) > 0.0 );
		CHECK( wfWorld_GetDistance( scenario.world, ( wfVec2 ){ 0.5, 2.5 }, 0 ) > 0.0 );
		wfScenario_Free( &scenario );
	}
	wfScenario scenario = { 0 };
	wfReadDef def = wfDefaultReadDef();
	TEST_EVERY_ALLOCATION( wfReadScenarioFromMemory( "a.map", texts[0], strlen( texts[0] ), &def, &scenario, NULL ),
						   wfScenario_Free( &scenario ) );
}

TEST( MovingAiMapErrorsHaveALine )
{
	REFUSE( "a.map", "hello\n", wf_badFormat, 1, 1, "type", "expected the line \"type octile\"" );
	REFUSE( "a.map", "type quad\n", wf_badFormat, 1, 1, "type", "expected the line \"type octile\"" );
	REFUSE( "a.map", "type octile\n", wf_badFormat, 2, 1, "", "expected the lines type, height, width and map" );
	REFUSE( "a.map", "type octile\nheight 3\nmap\n", wf_badFormat, 3, 1, "", "expected \"width\" and a number, found \"map\"" );
	REFUSE( "a.map", "type octile\nheight 3\nheight 3\n", wf_badFormat, 3, 1, "height", "given twice" );
	REFUSE( "a.map", "type octile\nheight -3\n", wf_badFormat, 2, 8, "height", "expected one whole number above 0" );
	REFUSE( "a.map", "type octile\nheight 0\n", wf_badFormat, 2, 8, "height", "above 0" );
	REFUSE( "a.map", "type octile\nheight nan\n", wf_badFormat, 2, 8, "height", "whole number" );
	REFUSE( "a.map", "type octile\nheight 3.5\n", wf_badFormat, 2, 8, "height", "whole number" );
	REFUSE( "a.map", "type octile\nheight\n", wf_badFormat, 2, 1, "height", "whole number" );
	REFUSE( "a.map", "type octile\nheight 99999999999999999999\n", wf_tooLarge, 2, 8, "height", "\"99999999999999999999\"" );
	REFUSE( "a.map", "type octile\nheight 999999999\nwidth 512\nmap\n....\n", wf_tooLarge, 2, 8, "height",
			"512 x 999999999 cells" );
	REFUSE( "a.map", "type octile\nheight 999999999\nwidth 2\nmap\n..\n..\n", wf_badFormat, 7, 1, "map",
			"the map ends after row 2; expected 999999999 rows" );
	REFUSE( "a.map", "type octile\nheight 2\nwidth 999999999\nmap\n..\n..\n", wf_badFormat, 5, 1, "map",
			"row 1 of 2 has 2 characters; expected 999999999" );
	REFUSE( "a.map", MAP_HEAD "....\n....\n", wf_badFormat, 7, 1, "map", "the map ends after row 2; expected 3 rows" );
	REFUSE( "a.map", MAP_HEAD, wf_badFormat, 5, 1, "map", "the map ends after row 0" );
	REFUSE( "a.map", MAP_HEAD "....\n...\n....\n", wf_badFormat, 6, 1, "map", "row 2 of 3 has 3 characters; expected 4" );
	REFUSE( "a.map", MAP_HEAD "....\n.....\n....\n", wf_badFormat, 6, 1, "map", "has 5 characters" );
	REFUSE( "a.map", MAP_HEAD "....\n\n....\n", wf_badFormat, 6, 1, "map", "has 0 characters" );
	REFUSE( "a.map", MAP_HEAD "....\n..x.\n....\n", wf_badFormat, 6, 3, "map", "found \"x\"" );
	REFUSE( "a.map", MAP_HEAD "....\n.. .\n....\n", wf_badFormat, 6, 3, "map", "found \" \"" );
	REFUSE( "a.map", MAP_HEAD "....\n....\n....\n....\n", wf_badFormat, 8, 1, "map", "expected nothing after the 3 rows" );
	REFUSE_BYTES( "a.map", "type octile\nheight 1\nwidth 2\nmap\n.\0\n", 36, wf_badFormat, 5, 2, "map", "found \"\\x00\"" );
}

#define SCEN( line ) "version 1\n" line "\n"

static void refuseProblems( const char* text, wfResult result, int32_t line, int32_t column, const char* field,
							const char* words )
{
	wfError error = { 0 };
	wfProblem* problems = NULL;
	int32_t count = -1;
	wfResult found = wfReadProblemsFromMemory( "a.scen", text, strlen( text ), 10, 8, &problems, &count, &error );
	CHECK_EQUAL( found, result );
	CHECK( problems == NULL && count == -1 );
	CHECK_EQUAL( error.line, line );
	CHECK_EQUAL( error.column, column );
	CHECK_STRING( error.field, field );
	CHECK_STRING( error.file, "a.scen" );
	if ( strstr( error.message, words ) == NULL )
	{
		CHECK_STRING( error.message, words );
	}
}

TEST( ProblemsAreReadAndFlipped )
{
	static const char text[] = "version 1\r\n0\tmaps/a b.map\t10\t8\t1\t0\t9\t7\t3.41421356\r\n\r\n"
							   "12 a.map 10 8 2 3 2 3 0\n  \n";
	wfProblem* problems = NULL;
	int32_t count = 0;
	wfError error = { 0 };
	CHECK_EQUAL( wfReadProblemsFromMemory( "a.scen", text, strlen( text ), 10, 8, &problems, &count, &error ), wf_ok );
	if ( CHECK_EQUAL( count, 2 ) )
	{
		CHECK( problems[0].line == 2 && problems[0].bucket == 0 && problems[0].optimalLength == 3.41421356 );
		CHECK( problems[0].start.x == 1.5 && problems[0].start.y == 7.5 );
		CHECK( problems[0].goal.x == 9.5 && problems[0].goal.y == 0.5 );
		CHECK( problems[1].line == 4 && problems[1].bucket == 12 && problems[1].optimalLength == 0.0 );
	}
	wfFreeProblems( problems, count );
	CHECK_EQUAL( wfReadProblemsFromMemory( "a.scen", "version 1.0", 11, 10, 8, &problems, &count, &error ), wf_ok );
	CHECK_EQUAL( count, 0 );
	wfFreeProblems( problems, count );
	TEST_EVERY_ALLOCATION( wfReadProblemsFromMemory( "a.scen", text, strlen( text ), 10, 8, &problems, &count, &error ),
						   wfFreeProblems( problems, count ) );
}

TEST( ProblemErrorsHaveALine )
{
	refuseProblems( "", wf_badFormat, 0, 0, "", "the file is empty" );
	refuseProblems( "hello", wf_badFormat, 1, 1, "version", "expected the line \"version 1\", found \"hello\"" );
	refuseProblems( "version 2\n", wf_unsupported, 1, 9, "version", "expected version 1, found 2" );
	refuseProblems( SCEN( "1 a.map 10 8 1 1 2" ), wf_badFormat, 2, 1, "", "expected 9 columns" );
	refuseProblems( SCEN( "1 a.map 10 8 1 1 2 2 1.0 7" ), wf_badFormat, 2, 1, "", "found 10" );
	refuseProblems( SCEN( "x a.map 10 8 1 1 2 2 1" ), wf_badFormat, 2, 1, "bucket", "expected a whole number, found \"x\"" );
	refuseProblems( SCEN( "-1 a.map 10 8 1 1 2 2 1" ), wf_outOfRange, 2, 1, "bucket", "found -1" );
	refuseProblems( SCEN( "1 a.map 20 16 1 1 2 2 1" ), wf_badFormat, 2, 9, "width",
					"for a map of 20 x 16, the map is 10 x 8; scaled maps are not supported" );
	refuseProblems( SCEN( "1 a.map 10 8 10 1 2 2 1" ), wf_outOfRange, 2, 14, "start x", "expected 0 to 9, found 10" );
	refuseProblems( SCEN( "1 a.map 10 8 1 1 2 8 1" ), wf_outOfRange, 2, 20, "goal y", "expected 0 to 7, found 8" );
	refuseProblems( SCEN( "1 a.map 10 8 1 1 2 2 nan" ), wf_badFormat, 2, 22, "length", "found \"nan\"" );
	refuseProblems( SCEN( "1 a.map 10 8 1 1 2 2 -1" ), wf_badFormat, 2, 22, "length", "0 or more" );
	refuseProblems( SCEN( "1 a.map 10 8 1 1 2 2 1\n\n1 a.map 10 8 1 1 2 2 1e999" ), wf_badFormat, 4, 22, "length", "1e999" );
	wfError error = { 0 };
	wfProblem* problems = NULL;
	int32_t count = 0;
	CHECK_EQUAL( wfReadProblems( "/nowhere/a.scen", 10, 8, &problems, &count, &error ), wf_fileNotFound );
	CHECK_STRING( error.file, "/nowhere/a.scen" );
}

// ----------------------------------------------------------------------------------------------------------------- ROS

static char s_folder[600];

static void removeFile( const char* name )
{
	char path[700];
	snprintf( path, sizeof( path ), "%s/%s", s_folder, name );
	remove( path );
}

static void beginFolder( const char* image, size_t size )
{
	char path[700];
	testMakeFolder( s_folder, sizeof( s_folder ), "ros" );
	snprintf( path, sizeof( path ), "%s/m.pgm", s_folder );
	CHECK_EQUAL( wfWriteFileAtomically( path, image, size, NULL ), wf_ok );
}

static void endFolder( void )
{
	removeFile( "m.pgm" );
	rmdir( s_folder );
}

static wfResult readRos( const char* yaml, wfScenario* scenario, wfError* error )
{
	char path[700];
	snprintf( path, sizeof( path ), "%s/m.yaml", s_folder );
	return testReadText( path, yaml, scenario, error );
}

static void checkRos( const char* yaml, const char* drawing )
{
	wfScenario scenario = { 0 };
	wfError error = { 0 };
	CHECK_EQUAL( readRos( yaml, &scenario, &error ), wf_ok );
	CHECK_STRING( error.message, "" );
	if ( scenario.world != NULL )
	{
		CHECK_STRING( testDrawShape( &scenario, 0 ), drawing );
		wfScenario_Free( &scenario );
	}
}

#define ROS "image: m.pgm\nresolution: 0.5\norigin: [-1, 2.5, 0]\n"

TEST( RosMapsAreRead )
{
	// black, unknown (205), almost white, white; the second row the other way round
	static const char pgm[] = "P2\n# a comment\n4 2 # another\n255\n0 205 254 255\n255 254 205 0\n";
	beginFolder( pgm, strlen( pgm ) );
	checkRos( ROS, "##..\n..##\n" );
	checkRos( ROS "negate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.25\nmode: trinary", "#...\n...#\n" );
	checkRos( ROS "negate: 1\n", ".###\n###.\n" );
	checkRos( ROS "negate: true\n", ".###\n###.\n" );
	checkRos( ROS "mode: scale\nfree_thresh: 0\n", "###.\n.###\n" );
	checkRos( ROS "mode: 'raw'\n", ".###\n###.\n" );
	checkRos(
		"\xEF\xBB\xBF---\r\n# c\r\n\"image\" : \"m.pgm\" # c\r\n'resolution': 5e-1\r\norigin:\r\n  - -1.0 # x\r\n\r\n  - 2.5\r\n"
		"  - 0\r\n...\r\n",
		"##..\n..##\n" );
	checkRos( "origin: [ -1,\n  2.5, # y\n  0.0 ,]\nimage: 'm.pgm'\nresolution: .5", "##..\n..##\n" );

	wfScenario scenario = { 0 };
	wfError error = { 0 };
	CHECK_EQUAL( readRos( ROS, &scenario, &error ), wf_ok );
	if ( scenario.world != NULL )
	{
		wfBox2 bounds = wfWorld_GetBounds( scenario.world );
		CHECK( bounds.lower.x == -1.0 && bounds.lower.y == 2.5 && bounds.upper.x == 1.0 && bounds.upper.y == 3.5 );
		CHECK( scenario.cellSize == 0.5 );
		CHECK_STRING( scenario.name, "m" );
		wfShapeDef shape = testGetShape( &scenario, 0 );
		CHECK( shape.center.x == -1.0 && shape.center.y == 2.5 && shape.pixelSize == 0.5 && shape.role == wf_obstacleRole );
		wfScenario_Free( &scenario );
	}
	TEST_EVERY_ALLOCATION( readRos( ROS, &scenario, &error ), wfScenario_Free( &scenario ) );
	endFolder();
}

TEST( RosErrorsHaveAPlace )
{
#define NAME "m.yaml"
	REFUSE( NAME, "hello\n", wf_badFormat, 1, 1, "", "expected \"key: value\"" );
	REFUSE( NAME, "# only a comment\n", wf_badFormat, 0, 0, "image", "missing" );
	REFUSE( NAME, "image: m.pgm\norigin: [0, 0, 0]\n", wf_badFormat, 0, 0, "resolution", "missing" );
	REFUSE( NAME, "image: m.pgm\nresolution: 1\n", wf_badFormat, 0, 0, "origin", "missing" );
	REFUSE( NAME, ROS "free_tresh: 0.1\n", wf_badFormat, 4, 1, "", "did you mean \"free_thresh\"?" );
	REFUSE( NAME, ROS "height: 5\n", wf_badFormat, 4, 1, "", "unknown key \"height\"; known are image, resolution" );
	REFUSE( NAME, ROS "image: x\n", wf_badFormat, 4, 1, "", "the key \"image\" is given twice" );
	REFUSE( NAME, "image: m.pgm\nresolution: 0\n", wf_outOfRange, 2, 13, "resolution", "metres per pixel above 0" );
	REFUSE( NAME, "image: m.pgm\nresolution: -1\n", wf_outOfRange, 2, 13, "resolution", "found \"-1\"" );
	REFUSE( NAME, "image: m.pgm\nresolution: .nan\n", wf_badFormat, 2, 13, "resolution", "found \".nan\"" );
	REFUSE( NAME, "image: m.pgm\nresolution: \"1\"\n", wf_badFormat, 2, 13, "resolution", "expected metres" );
	REFUSE( NAME, "image: m.pgm\nresolution: [1]\n", wf_badFormat, 2, 1, "resolution", "found a list" );
	REFUSE( NAME, "image: m.pgm\nresolution: 1\norigin: 5\n", wf_badFormat, 3, 9, "origin", "expected [x, y, yaw]" );
	REFUSE( NAME, "image: m.pgm\nresolution: 1\norigin: [0, 0]\n", wf_badFormat, 3, 10, "origin", "expected [x, y, yaw]" );
	REFUSE( NAME, "image: m.pgm\nresolution: 1\norigin: []\n", wf_badFormat, 3, 1, "origin", "expected [x, y, yaw]" );
	REFUSE( NAME, "image: m.pgm\nresolution: 1\norigin: [0, x, 0]\n", wf_badFormat, 3, 13, "origin[1]", "found \"x\"" );
	REFUSE( NAME, "image: m.pgm\nresolution: 1\norigin: [0, 0, 1.57]\n", wf_unsupported, 3, 16, "origin[2]", "a yaw of 0" );
	REFUSE( NAME, "image: m.pgm\nresolution: 1\norigin: [0, 0, 0\n", wf_badFormat, 3, 9, "", "no closing bracket" );
	REFUSE( NAME, "image: m.pgm\nresolution: 1\norigin: [0, [0], 0]\n", wf_badFormat, 3, 13, "", "expected a number or a text" );
	REFUSE( NAME, "image: m.pgm\nresolution: 1\norigin: [0,, 0]\n", wf_badFormat, 3, 12, "", "expected a number or a text" );
	REFUSE( NAME, "image: m.pgm\nresolution: 1\norigin: [1,2,3,4,5,6,7,8,9]\n", wf_badFormat, 3, 26, "", "more than 8" );
	REFUSE( NAME, ROS "occupied_thresh: 1.1\n", wf_outOfRange, 4, 18, "occupied_thresh", "from 0 to 1" );
	REFUSE( NAME, ROS "free_thresh: 0.7\n", wf_outOfRange, 4, 14, "free_thresh", "not above occupied_thresh" );
	REFUSE( NAME, ROS "occupied_thresh: 0.1\n", wf_outOfRange, 4, 18, "occupied_thresh", "not above" );
	REFUSE( NAME, ROS "mode: best\n", wf_badFormat, 4, 7, "mode", "one of trinary, scale, raw, found \"best\"" );
	REFUSE( NAME, ROS "negate: 2\n", wf_badFormat, 4, 9, "negate", "one of 0, 1" );
	REFUSE( NAME, "image: 'm.pgm\n", wf_badFormat, 1, 8, "", "no closing quote" );
	REFUSE( NAME, "image: \"m\\qpgm\"\nresolution: 1\norigin: [0, 0, 0]\n", wf_badFormat, 1, 8, "", "after a backslash" );
	REFUSE( NAME, "image: ''\nresolution: 1\norigin: [0, 0, 0]\n", wf_badFormat, 1, 8, "image", "expected the name" );
	REFUSE( NAME, "image:\nresolution: 1\n", wf_badFormat, 1, 1, "", "a key without a value" );
	REFUSE( NAME, "image: a: b\n", wf_badFormat, 1, 9, "", "a colon inside of a value" );
	REFUSE( NAME, "image: &a m.pgm\n", wf_badFormat, 1, 8, "", "anchors, tags, blocks and maps are not read" );
	REFUSE( NAME, "image: {a: b}\n", wf_badFormat, 1, 8, "", "are not read" );
	REFUSE( NAME, "image: m.pgm\n  size: 3\n", wf_badFormat, 2, 3, "", "an indented line" );
	REFUSE( NAME, "image: \"m.pgm\" x\n", wf_badFormat, 1, 16, "", "expected nothing after the value" );
	REFUSE( NAME, "image: m.pgm\n...\nx: y\n", wf_badFormat, 3, 1, "", "after the end of the document" );
	REFUSE( NAME, ROS, wf_fileNotFound, 1, 8, "image", "the image \"m.pgm\" could not be opened" );
	REFUSE( NAME, "image: /\nresolution: 1\norigin: [0, 0, 0]\n", wf_readFailed, 1, 8, "image", "is a folder" );
	REFUSE_BYTES( NAME, "image: \0\n", 9, wf_badFormat, 1, 8, "", "zero byte" );
	REFUSE( NAME, "image: \xff\n", wf_badFormat, 1, 8, "", "not UTF-8" );
#undef NAME
	// What is wrong in the image is reported with the image's name.
	beginFolder( "P5 2 2 255\n123", 14 );
	wfScenario scenario = { 0 };
	wfError error = { 0 };
	char path[700];
	snprintf( path, sizeof( path ), "%s/m.pgm", s_folder );
	CHECK_EQUAL( readRos( ROS, &scenario, &error ), wf_badFormat );
	CHECK_STRING( error.file, path );
	endFolder();
}

void testIoMaps( int argc, char** argv )
{
	RUN( MovingAiMapsAreReadUpsideDown );
	RUN( MovingAiMapErrorsHaveALine );
	RUN( ProblemsAreReadAndFlipped );
	RUN( ProblemErrorsHaveALine );
	RUN( RosMapsAreRead );
	RUN( RosErrorsHaveAPlace );
}
