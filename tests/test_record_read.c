// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Readers of trajectories: formats, refusals, real data.
#include "tests/test_record.h"

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static wfResult readText( const char* text, double fps, double unit, wfTrajectories* trajectories, wfError* error )
{
	wfReadTrajectoriesDef def = wfDefaultReadTrajectoriesDef();
	def.fps = fps;
	def.unit = unit;
	size_t size = strlen( text );
	// A copy of exactly the size, so that the sanitizer sees a reader that looks beyond the end.
	char* copy = malloc( size > 0 ? size : 1 );
	memcpy( copy, text, size );
	wfResult result = wfReadTrajectoriesFromMemory( "t.txt", copy, size, &def, trajectories, error );
	free( copy );
	return result;
}

static void accept( const char* text, double fps, double unit, double expectedFps, const char* expectedRows )
{
	wfTrajectories trajectories = { 0 };
	wfError error = { 0 };
	char rows[512] = "";
	if ( readText( text, fps, unit, &trajectories, &error ) != wf_ok )
	{
		CHECK_STRING( error.message, "accepted" );
		return;
	}
	for ( int64_t i = 0; i < trajectories.rowCount; ++i )
	{
		const wfTrajectoryRow* row = &trajectories.rows[i];
		size_t used = strlen( rows );
		snprintf( rows + used, sizeof( rows ) - used, "%d %d %.17g %.17g;", row->frame, row->id, row->x, row->y );
	}
	CHECK( trajectories.fps == expectedFps );
	CHECK_STRING( rows, expectedRows );
	wfTrajectories_Free( &trajectories );
}

static void refuse( const char* text, wfResult result, int32_t line, const char* field, const char* words )
{
	wfTrajectories trajectories = { .fps = -1.0 };
	wfError error = { 0 };
	wfResult found = readText( text, 0.0, 0.0, &trajectories, &error );
	if ( !CHECK_EQUAL( found, result ) )
	{
		fprintf( stderr, "  %s\n", found == wf_ok ? text : error.message );
	}
	CHECK_EQUAL( error.line, line );
	CHECK_STRING( error.field, field );
	CHECK_STRING( error.file, "t.txt" );
	if ( strstr( error.message, words ) == NULL )
	{
		CHECK_STRING( error.message, words );
	}
	CHECK( trajectories.fps == -1.0 && trajectories.rows == NULL );
}

TEST( TextFormatsAreToldByContent )
{
	// Sorted by frame, then id, whatever the order of the file.
	accept( "# framerate: 25 fps\n# id frame x/m y/m z/m\n2 1 3 4 0\n1 1 1.5 2.5 0\n1 0 1 2 0\n", 0, 0, 25.0,
			"0 1 1 2;1 1 1.5 2.5;1 2 3 4;" );
	accept( "#FrameRate: 16.00\r\n#ID\tFR\tX\tY\tZ\tA\r\n1\t0\t1\t2\t3\t4\r\n", 0, 0, 16.0, "0 1 1 2;" );
	accept( "# framerate: 25.00\n\n# PersID\tFrame\tX\tY\tZ\n7\t3\t4.6012\t1.8909\t1.76", 0, 0, 25.0,
			"3 7 4.6012000000000004 1.8909;" );
	accept( "# framerate:8fps\n# id frame x/cm y/cm z/cm\n1 0 150 -25 0\n", 0, 0, 8.0, "0 1 1.5 -0.25;" );
	accept( "# framerate: 25 fps\n# id frame x[mm] y[mm]\n1 0 1500 -25\n", 0, 0, 25.0, "0 1 1.5 -0.025000000000000001;" );
	// The unit given comes before the header's, the frame rate of the header before the one given.
	accept( "# framerate: 25 fps\n# id frame x/cm y/cm\n1 0 2 4\n", 10.0, 0.5, 25.0, "0 1 1 2;" );
	accept( "1 84 154.087 679.016 175.434\r\n", 25.0, 0.01, 25.0, "84 1 1.54087 6.7901599999999993;" );
	accept( "1 0 1 2\n", 5.0, 0, 5.0, "0 1 1 2;" );
	accept( "   7.8e+02   1.0e+00   8.5   0.0   3.5   1.6   0.0   1.7e-01\r\n", 15.0, 0, 15.0, "780 1 8.5 3.5;" );
	accept( "frame,id,x,y,ori_x,ori_y\n0,1,1,2,1,0\n", 10.0, 0, 10.0, "0 1 1 2;" );
	accept( "\xEF\xBB\xBFy , x , id , frame\n2, 1, 1 ,0\n", 10.0, 0, 10.0, "0 1 1 2;" );
	accept( "# framerate: 10 fps\nframe,id,x,y\n", 0, 0, 10.0, "" );
	accept( "# framerate: 10 fps\n# id frame x/m y/m z/m\n", 0, 0, 10.0, "" );
}

TEST( RefusalsNameThePlace )
{
	refuse( "", wf_badFormat, 0, "", "the file is empty" );
	refuse( "\n \n", wf_badFormat, 0, "", "the file is empty" );
	refuse( "# id frame x/m y/m\n1 0 1 2\n", wf_badFormat, 0, "fps", "does not say how many frames a second" );
	refuse( "# framerate: fast\n", wf_badFormat, 1, "framerate", "found \"fast\"" );
	refuse( "# framerate: 1e308 fps\n", wf_badFormat, 1, "framerate", "found \"1e308 fps\"" );
	refuse( "# framerate: 12,5 fps\n", wf_badFormat, 1, "framerate", "found \"12,5 fps\"" );
	refuse( "# framerate: 0 fps\n", wf_badFormat, 1, "framerate", "found \"0 fps\"" );
	refuse( "# framerate: 10 fps\n1 0 1 2 3\n1 1 1 2\n1 2 1 2 3\n", wf_badFormat, 3, "",
			"expected 5 columns (id, frame, x, y and z), found 4" );
	refuse( "# framerate: 10 fps\n# id frame x/m y/m\n1 0 1\n", wf_badFormat, 3, "", "expected 4 to 64 columns" );
	refuse( "# framerate: 10 fps\n1 0 1 2 3\n1.5 1 1 2 3\n", wf_badFormat, 3, "id",
			"expected a whole number from 0 to 2147483647" );
	refuse( "# framerate: 10 fps\n1 -1 1 2 3\n", wf_badFormat, 2, "frame", "found \"-1\"" );
	refuse( "# framerate: 10 fps\n1 3000000000 1 2 3\n", wf_badFormat, 2, "frame", "found \"3000000000\"" );
	refuse( "# framerate: 10 fps\n1 0 nan 2 3\n", wf_badFormat, 2, "x", "expected a number, found \"nan\"" );
	refuse( "# framerate: 10 fps\n1 0 1 1e400 3\n", wf_outOfRange, 2, "y", "metres, found inf" );
	refuse( "# framerate: 10 fps\n1 0 1 -2e9 3\n", wf_outOfRange, 2, "y", "metres, found -2e+09" );
	refuse( "# framerate: 10 fps\n1 0 1 2 3\n2 0 1 2 3\n1 1 1 2 3\n\n1 0 3 4 5\n", wf_badFormat, 6, "id",
			"person 1 is there twice in frame 0" );
	refuse( "# framerate: 10 fps\n# id frame x y z\n1 0 1 2\n# surface: a.obj\n1 1 1 2\n", wf_badFormat, 4, "surface",
			"expected the name of the surface before the first row" );
	refuse( "# framerate: 10 fps\n1 0 1\n", wf_badFormat, 2, "", "found 3 columns in \"1 0 1\"" );
	refuse( "frame,id,x\n0,1,2\n", wf_badFormat, 1, "y", "each of frame, id, x and y once" );
	refuse( "frame,id,x,y,x\n0,1,2,3,4\n", wf_badFormat, 1, "x", "each of frame, id, x and y once" );
	refuse( "0,1,2,3\n", wf_badFormat, 1, "", "expected a line with the names of the columns" );
	refuse( "frame,id,x,y\n0,1,,3\n", wf_badFormat, 2, "x", "found \"\"" );
	refuse( "frame,id,x,y\n0,1,2,3,\n", wf_badFormat, 2, "", "expected 4 columns" );
	refuse( "Lorem ipsum dolor\n", wf_badFormat, 1, "frame", "names of the columns" );
	refuse( "# framerate: 10 fps\n1 0 1 2 \xFF\n", wf_badFormat, 2, "", "not UTF-8" );

	wfReadTrajectoriesDef def = wfDefaultReadTrajectoriesDef();
	wfTrajectories trajectories = { 0 };
	wfError error = { 0 };
	def.fps = -1.0;
	CHECK_EQUAL( wfReadTrajectoriesFromMemory( "t", "", 0, &def, &trajectories, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "fps" );
	def = wfDefaultReadTrajectoriesDef();
	def.unit = INFINITY;
	CHECK_EQUAL( wfReadTrajectoriesFromMemory( "t", "", 0, &def, &trajectories, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "unit" );
	def = wfDefaultReadTrajectoriesDef();
	def.fps = 10.0;
	def.memoryLimit = 100;
	static const char text[] = "1 0 1 2\n1 1 1 2\n1 2 1 2\n1 3 1 2\n1 4 1 2\n1 5 1 2\n";
	CHECK_EQUAL( wfReadTrajectoriesFromMemory( "t", text, strlen( text ), &def, &trajectories, &error ), wf_tooLarge );
	CHECK( strstr( error.message, "limit of 100 bytes" ) != NULL );
	CHECK_EQUAL( wfReadTrajectories( "/nowhere/x.txt", &def, &trajectories, &error ), wf_fileNotFound );
}

// ---------------------------------------------------------------------------------------------------------- databases

static void makeDatabase( const char* path, const char* sql )
{
	testRemoveFile( path );
	sqlite3* database = NULL;
	char* message = NULL;
	sqlite3_open( path, &database );
	sqlite3_exec( database, sql, NULL, NULL, &message );
	CHECK_STRING( message != NULL ? message : "", "" );
	sqlite3_free( message );
	sqlite3_close( database );
}

static void refuseDatabase( const char* sql, wfResult result, const char* field, const char* words )
{
	const char* path = testPath( 0, "bad.sqlite" );
	makeDatabase( path, sql );
	wfReadTrajectoriesDef def = wfDefaultReadTrajectoriesDef();
	wfTrajectories trajectories = { 0 };
	wfError error = { 0 };
	if ( !CHECK_EQUAL( wfReadTrajectories( path, &def, &trajectories, &error ), result ) )
	{
		fprintf( stderr, "  %s: %s\n", sql, error.message );
	}
	wfTrajectories_Free( &trajectories );
	CHECK_STRING( error.field, field );
	CHECK_STRING( error.file, path );
	CHECK( error.inContent );
	if ( strstr( error.message, words ) == NULL )
	{
		CHECK_STRING( error.message, words );
	}
	testRemoveFile( path );
}

#define META "CREATE TABLE metadata(key TEXT, value TEXT);"
#define FULL_META META "INSERT INTO metadata VALUES('version', '2'), ('fps', '10');"
#define DATA "CREATE TABLE trajectory_data(frame, id, pos_x, pos_y, ori_x, ori_y);"

TEST( DatabasesAreChecked )
{
	refuseDatabase( "CREATE TABLE other(a);", wf_badFormat, "metadata", "no such table" );
	refuseDatabase( META, wf_badFormat, "trajectory_data", "no such table" );
	refuseDatabase( META "CREATE TABLE trajectory_data(frame, id, pos_x);", wf_badFormat, "trajectory_data.pos_y",
					"no such column" );
	refuseDatabase( META DATA, wf_badFormat, "metadata.version", "is missing" );
	refuseDatabase( META DATA "INSERT INTO metadata VALUES('version', '3')", wf_unsupported, "metadata.version",
					"expected version 1 or 2, found \"3\"" );
	refuseDatabase( META DATA "INSERT INTO metadata VALUES('version', 'new')", wf_badFormat, "metadata.version",
					"found \"new\"" );
	refuseDatabase( META DATA "INSERT INTO metadata VALUES('version', '2')", wf_badFormat, "metadata.fps", "is missing" );
	refuseDatabase( META DATA "INSERT INTO metadata VALUES('version', '2'), ('fps', '-4')", wf_badFormat, "metadata.fps",
					"found \"-4\"" );
	refuseDatabase( FULL_META DATA "INSERT INTO trajectory_data VALUES(0, 1, 1, 2, 0, 0), (0, 2, 'here', 2, 0, 0)", wf_badFormat,
					"trajectory_data.pos_x", "row 2: expected a number, found a text" );
	refuseDatabase( FULL_META DATA "INSERT INTO trajectory_data VALUES(0, 1, 9e999, 2, 0, 0)", wf_outOfRange,
					"trajectory_data.pos_x", "metres, found inf" );
	refuseDatabase( FULL_META DATA "INSERT INTO trajectory_data VALUES(0, 1.5, 1, 2, 0, 0)", wf_badFormat, "trajectory_data.id",
					"row 1: expected a whole number, found a number" );
	refuseDatabase( FULL_META DATA "INSERT INTO trajectory_data VALUES(NULL, 1, 1, 2, 0, 0)", wf_badFormat,
					"trajectory_data.frame", "found null" );
	refuseDatabase( FULL_META DATA "INSERT INTO trajectory_data VALUES(-1, 1, 1, 2, 0, 0)", wf_outOfRange,
					"trajectory_data.frame", "found -1" );
	refuseDatabase( FULL_META DATA "INSERT INTO trajectory_data VALUES(0, 1, 1, 2e9, 0, 0)", wf_outOfRange,
					"trajectory_data.pos_y", "found 2e+09" );
	refuseDatabase( FULL_META DATA "INSERT INTO trajectory_data VALUES(3, 1, 1, 2, 0, 0), (3, 1, 1, 2, 0, 0)", wf_badFormat,
					"trajectory_data.id", "person 1 is there twice in frame 3" );
	refuseDatabase( FULL_META DATA "CREATE TABLE geometry(wkt); INSERT INTO geometry VALUES(7)", wf_badFormat, "geometry.wkt",
					"expected a text" );
}

#define ONE_ROW FULL_META DATA "INSERT INTO trajectory_data VALUES(0, 1, 1, 2, 0, 0);"
#define AGENTS ONE_ROW "CREATE TABLE wayfield_agents(id, frame, radius, desired_speed); INSERT INTO wayfield_agents VALUES"
#define BODIES ONE_ROW "CREATE TABLE wayfield_agents(id, frame, radius, desired_speed, depth); INSERT INTO wayfield_agents VALUES"
#define EVENTS ONE_ROW "CREATE TABLE wayfield_events(time, kind, id); INSERT INTO wayfield_events VALUES"

TEST( OwnTablesAreChecked )
{
	refuseDatabase( AGENTS "(1, 0, 'wide', 1.5)", wf_badFormat, "wayfield_agents.radius",
					"agent 1, frame 0: expected a number from 0 to 1000000000, found a text" );
	refuseDatabase( AGENTS "(1, 0, NULL, 1.5)", wf_badFormat, "wayfield_agents.radius", "found null" );
	refuseDatabase( AGENTS "(1, 7, 0.2, -1.5)", wf_outOfRange, "wayfield_agents.desired_speed", "agent 1, frame 7: expected" );
	refuseDatabase( AGENTS "(1, 0, 9e999, 1.5)", wf_outOfRange, "wayfield_agents.radius", "found Inf" );
	refuseDatabase( AGENTS "(4294967297, 0, 0.2, 1.5)", wf_outOfRange, "wayfield_agents.id", "found 4294967297" );
	refuseDatabase( AGENTS "(1, 0.5, 0.2, 1.5)", wf_badFormat, "wayfield_agents.frame", "a whole number from 0 to 2147483647" );
	refuseDatabase( BODIES "(1, 0, 0.25, 1.5, 0.3)", wf_outOfRange, "wayfield_agents.depth",
					"expected a number from 0 to 0.25, found 0.3" );
	refuseDatabase( BODIES "(1, 0, 0.25, 1.5, 'thin')", wf_badFormat, "wayfield_agents.depth", "found a text" );
	refuseDatabase( EVENTS "('soon', 'arrived', 1)", wf_outOfRange, "wayfield_events", "expected an id" );
	refuseDatabase( EVENTS "(1.5, 'arrived', -1)", wf_outOfRange, "wayfield_events", "found -1 and 1.5" );
}

// One faces up, of one it is not said, and one is round.
TEST( BodiesFaceWhereTheirRowsSay )
{
	const char* path = testPath( 0, "bodies.sqlite" );
	makeDatabase( path, FULL_META DATA "INSERT INTO trajectory_data VALUES(0, 3, 5, 2, 1, 0), (0, 1, 1, 2, 0, 0.5), "
									   "(0, 2, 3, 2, 0, 0), (1, 1, 1, 2, -1, 0);"
									   "CREATE TABLE wayfield_agents(id, frame, radius, desired_speed, depth);"
									   "INSERT INTO wayfield_agents VALUES(1, 0, 0.25, 1, 0.125), (2, 0, 0.25, 1, 0.125), "
									   "(3, 0, 0.25, 1, NULL)" );
	wfReadTrajectoriesDef def = wfDefaultReadTrajectoriesDef();
	wfTrajectories all = { 0 };
	CHECK_EQUAL( wfReadTrajectories( path, &def, &all, NULL ), wf_ok );
	if ( CHECK( all.rowCount == 4 && all.depths != NULL && all.headings != NULL ) )
	{
		CHECK( all.depths[0] == 0.125f && all.depths[1] == 0.125f && all.depths[2] == 0.25f && all.depths[3] == 0.125f );
		CHECK( all.headings[0] == (float)atan2( 1.0, 0.0 ) && isnan( all.headings[1] ) && all.headings[2] == 0.0f );
		CHECK( all.headings[3] == (float)atan2( 0.0, -1.0 ) );
	}
	wfTrajectories_Free( &all );
	testRemoveFile( path );
}

TEST( OldAndBrokenDatabases )
{
	const char* path = testPath( 0, "v1.sqlite" );
	makeDatabase( path, META DATA "INSERT INTO metadata VALUES('version', '1'), ('fps', '20.0');"
								  "CREATE TABLE geometry(wkt TEXT); INSERT INTO geometry VALUES('POLYGON((0 0,1 0,1 1,0 0))');"
								  "INSERT INTO trajectory_data VALUES(1, 1, 1, 2.5, 0, 0), (0, 1, 1, 2, 0, 0)" );
	wfReadTrajectoriesDef def = wfDefaultReadTrajectoriesDef();
	wfTrajectories trajectories = { 0 };
	wfError error = { 0 };
	CHECK_EQUAL( wfReadTrajectories( path, &def, &trajectories, &error ), wf_ok );
	CHECK( trajectories.rowCount == 2 && trajectories.rows[1].y == 2.5 && trajectories.fps == 20.0 );
	CHECK_STRING( trajectories.wkt, "POLYGON((0 0,1 0,1 1,0 0))" );
	CHECK( trajectories.radii == NULL );
	wfTrajectories_Free( &trajectories );

	// Cut short, and from memory.
	size_t size = 0;
	char* bytes = testLoadFile( path, &size );
	CHECK_EQUAL( wfReadTrajectoriesFromMemory( path, bytes, size, &def, &trajectories, &error ), wf_ok );
	CHECK_EQUAL( trajectories.rowCount, 2 );
	wfTrajectories_Free( &trajectories );
	CHECK_EQUAL( wfReadTrajectoriesFromMemory( path, bytes, 4096 + 100, &def, &trajectories, &error ), wf_badFormat );
	CHECK( strstr( error.message, "the database could not be read" ) != NULL );
	memset( bytes + 100, 0x55, 60 );
	CHECK_EQUAL( wfReadTrajectoriesFromMemory( path, bytes, size, &def, &trajectories, &error ), wf_badFormat );
	free( bytes );
	testRemoveFile( path );
}

// ---------------------------------------------------------------------------------------------------------- real data

static bool readReal( const char* name, double fps, double unit, wfTrajectories* trajectories )
{
	const char* path = testDataPath( name );
	if ( path == NULL )
	{
		testSkip( "real data is not there" );
		return false;
	}
	wfReadTrajectoriesDef def = wfDefaultReadTrajectoriesDef();
	def.fps = fps;
	def.unit = unit;
	wfError error = { 0 };
	if ( wfReadTrajectories( path, &def, trajectories, &error ) != wf_ok )
	{
		CHECK_STRING( error.message, "read" );
		return false;
	}
	return true;
}

static int32_t countPeople( const wfTrajectories* trajectories )
{
	int32_t most = 0;
	for ( int64_t i = 0; i < trajectories->rowCount; ++i )
	{
		most = trajectories->rows[i].id > most ? trajectories->rows[i].id : most;
	}
	return most;
}

// Serials 2, 7 and 12 arrive (event k is of kind k % 5); the texts hold none.
TEST( ArrivalsAreReadBack )
{
	static const char* const names[3] = { "arrivals.sqlite", "arrivals.txt", "arrivals.csv" };
	for ( int k = 0; k < 3; ++k )
	{
		const char* path = testPath( 0, names[k] );
		wfTrajectories made = { 0 };
		wfReadTrajectoriesDef def = wfDefaultReadTrajectoriesDef();
		def.fps = 12.5;
		if ( !testRecord( path, 13 ) || !CHECK_EQUAL( wfReadTrajectories( path, &def, &made, NULL ), wf_ok ) )
		{
			continue;
		}
		CHECK_EQUAL( made.arrivalCount, k == 0 ? 3 : 0 );
		CHECK( ( made.arrivals != NULL ) == ( k == 0 ) );
		for ( int32_t i = 0; i < made.arrivalCount; ++i )
		{
			CHECK_EQUAL( made.arrivals[i].id, 2 + 5 * i );
			CHECK_NEAR( made.arrivals[i].time, testMakeFrame( 2 + 5 * i, 10 ).time, 0.0 );
		}
		wfTrajectories_Free( &made );
		TEST_EVERY_ALLOCATION( wfReadTrajectories( path, &def, &made, NULL ), wfTrajectories_Free( &made ) );
	}
	// That nobody has arrived is known as well.
	const char* path = testPath( 0, "nobody.sqlite" );
	wfTrajectories made = { 0 };
	wfReadTrajectoriesDef def = wfDefaultReadTrajectoriesDef();
	if ( testRecord( path, 2 ) && CHECK_EQUAL( wfReadTrajectories( path, &def, &made, NULL ), wf_ok ) )
	{
		CHECK( made.arrivals != NULL && made.arrivalCount == 0 );
		wfTrajectories_Free( &made );
	}
}

TEST( RealBottleneck )
{
	wfTrajectories t = { 0 };
	if ( readReal( "trajectories/bottleneck/040_c_56_h-.txt", 0.0, 0.0, &t ) )
	{
		CHECK( t.fps == 25.0 && countPeople( &t ) == 75 );
		CHECK( t.bounds.lower.x > -10.0 && t.bounds.upper.y < 10.0 );
	}
	wfTrajectories_Free( &t );
}

TEST( RealCorridors )
{
	wfTrajectories t = { 0 };
	if ( readReal( "trajectories/corridor/bo-360-050-050.txt", 25.0, 0.01, &t ) )
	{
		CHECK( t.fps == 25.0 && t.bounds.upper.y < 12.0 && t.bounds.lower.y > -12.0 );
		wfTrajectories_Free( &t );
	}
	if ( readReal( "trajectories/corridor/traj_UNI_CORR_500_01.txt", 0.0, 0.0, &t ) )
	{
		CHECK( t.fps == 25.0 && t.bounds.upper.x < 20.0 );
		wfTrajectories_Free( &t );
	}
}

TEST( RealStreets )
{
	wfTrajectories t = { 0 };
	if ( readReal( "trajectories/eth/obsmat.txt", 15.0, 0.0, &t ) )
	{
		// A person walks at about 1.7 m/s along x in the first rows.
		CHECK( t.rows[0].frame == 780 && t.rows[0].id == 1 && t.rows[1].frame == 786 );
		double speed = ( t.rows[1].x - t.rows[0].x ) * t.fps / ( t.rows[1].frame - t.rows[0].frame );
		CHECK_NEAR( speed, 1.67, 0.05 );
		wfTrajectories_Free( &t );
	}
	if ( readReal( "trajectories/zara01/obsmat.txt", 25.0, 0.0, &t ) )
	{
		CHECK( t.rows[0].frame == 1 );
		CHECK_NEAR( t.rows[0].y, 18.95935, 1e-9 );
		wfTrajectories_Free( &t );
	}
}

TEST( RealDatabase )
{
	wfTrajectories t = { 0 };
	if ( readReal( "trajectories/jupedsim-example.sqlite", 0.0, 0.0, &t ) )
	{
		CHECK( t.fps == 25.0 && t.wkt != NULL && strncmp( t.wkt, "POLYGON", 7 ) == 0 );
		CHECK( t.rows[0].frame == 0 && t.rows[0].id == 1 );
		CHECK_NEAR( t.rows[0].x, -2.33534919793164, 1e-12 );
	}
	wfTrajectories_Free( &t );
}

void testRecordRead( int argc, char** argv )
{
	RUN( TextFormatsAreToldByContent );
	RUN( RefusalsNameThePlace );
	RUN( DatabasesAreChecked );
	RUN( OwnTablesAreChecked );
	RUN( BodiesFaceWhereTheirRowsSay );
	RUN( OldAndBrokenDatabases );
	RUN( ArrivalsAreReadBack );
	RUN( RealBottleneck );
	RUN( RealCorridors );
	RUN( RealStreets );
	RUN( RealDatabase );
}
