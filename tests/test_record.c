// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Recordings: what is written is read back.
#include "tests/test_record.h"

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ------------------------------------------------------------------------------------------------------------- helpers

// Agents turn round and come in an order that is not that of their serials.
wfFrame testMakeFrame( int32_t number, int32_t agents )
{
	static uint32_t serials[20000];
	static wfVec3 positions[20000], velocities[20000];
	static float headings[20000], radii[20000], depths[20000], speeds[20000];
	static uint8_t states[20000];
	for ( int32_t i = 0; i < agents; ++i )
	{
		// One leaves every third frame and a new one takes its place.
		int32_t serial = 1 + ( i + agents - number / 3 % agents ) % agents + ( number / 3 );
		serials[i] = (uint32_t)serial;
		positions[i] = ( wfVec3 ){ 0.1 * serial + sin( 0.1 * number ), -3.0 + 0.3 * cos( 0.2 * number + serial ), 0.0 };
		velocities[i] = ( wfVec3 ){ 1.0, 0.0, 0.0 };
		headings[i] = 0.05f * (float)number + (float)serial;
		radii[i] = number < 7 ? 0.25f : 0.3f; // all grow at frame 7
		// Every third is round, until frame 11.
		depths[i] = serial % 3 == 0 && number < 11 ? radii[i] : 0.15f;
		speeds[i] = 1.0f + 0.01f * (float)serial;
		states[i] = 0;
	}
	return ( wfFrame ){ .time = 0.1 * number,
						.count = agents,
						.serials = serials,
						.positions = positions,
						.velocities = velocities,
						.headings = headings,
						.radii = radii,
						.depths = depths,
						.desiredSpeeds = speeds,
						.states = states };
}

const char* testPath( int32_t slot, const char* name )
{
	static char paths[4][4096];
	snprintf( paths[slot], sizeof( paths[slot] ), "%s", testTemporaryPath( name ) );
	return paths[slot];
}

void testRemoveFile( const char* path )
{
	char side[4200];
	snprintf( side, sizeof( side ), "%s-journal", path );
	unlink( path );
	unlink( side );
}

bool testFileExists( const char* path )
{
	struct stat status;
	return stat( path, &status ) == 0;
}

char* testLoadFile( const char* path, size_t* size )
{
	FILE* file = fopen( path, "rb" );
	if ( file == NULL )
	{
		return NULL;
	}
	fseek( file, 0, SEEK_END );
	long length = ftell( file );
	rewind( file );
	char* text = malloc( (size_t)length + 1 );
	size_t got = fread( text, 1, (size_t)length, file );
	fclose( file );
	text[got] = 0;
	if ( size != NULL )
	{
		*size = got;
	}
	return text;
}

wfRecorderDef testRecorderDef( const char* path )
{
	wfRecorderDef def = wfDefaultRecorderDef();
	def.path = path;
	def.fps = 12.5;
	def.name = "walkers";
	def.seed = 77;
	def.commitFrames = 4;
	return def;
}

bool testAddFrames( wfRecorder* recorder, int32_t first, int32_t end )
{
	for ( int32_t k = first; k < end; ++k )
	{
		wfFrame frame = testMakeFrame( k, 10 );
		wfEvent event = { .kind = (wfEventKind)( k % 5 ), .serial = (uint32_t)k, .stop = k % 3, .time = frame.time };
		if ( wfRecorder_AddFrame( recorder, &frame, NULL ) != wf_ok ||
			 wfRecorder_AddEvents( recorder, &event, 1, NULL ) != wf_ok )
		{
			return false;
		}
	}
	return true;
}

bool testRecord( const char* path, int32_t count )
{
	wfRecorderDef def = testRecorderDef( path );
	wfRecorder* recorder = NULL;
	wfError error = { 0 };
	if ( !CHECK( wfCreateRecorder( &def, &recorder, &error ) == wf_ok ) )
	{
		return testCheckString( error.message, "", "message", "none", __FILE__, __LINE__ );
	}
	bool added = CHECK( testAddFrames( recorder, 0, count ) );
	return CHECK_EQUAL( wfDestroyRecorder( recorder, &error ), wf_ok ) && added;
}

void testCheckRows( const wfTrajectories* trajectories, int32_t count, double tolerance )
{
	if ( !CHECK_EQUAL( trajectories->rowCount, 10 * count ) )
	{
		return;
	}
	int32_t wrong = 0;
	for ( int32_t k = 0; k < count; ++k )
	{
		wfFrame frame = testMakeFrame( k, 10 );
		for ( int32_t i = 0; i < 10; ++i )
		{
			const wfTrajectoryRow* row = NULL;
			for ( int32_t j = 0; j < 10; ++j )
			{
				const wfTrajectoryRow* other = &trajectories->rows[10 * k + j];
				row = other->id == (int32_t)frame.serials[i] ? other : row;
			}
			bool right = row != NULL && row->frame == k && fabs( row->x - frame.positions[i].x ) <= tolerance &&
						 fabs( row->y - frame.positions[i].y ) <= tolerance;
			wrong += right ? 0 : 1;
			if ( right && trajectories->radii != NULL )
			{
				int64_t at = row - trajectories->rows;
				bool same = trajectories->depths != NULL && trajectories->headings != NULL;
				same = same && trajectories->radii[at] == frame.radii[i] && trajectories->depths[at] == frame.depths[i] &&
					   trajectories->desiredSpeeds[at] == frame.desiredSpeeds[i] &&
					   cos( (double)trajectories->headings[at] - (double)frame.headings[i] ) > 1.0 - 1e-12;
				wrong += same ? 0 : 1;
			}
		}
	}
	CHECK_EQUAL( wrong, 0 );
	for ( int64_t i = 1; i < trajectories->rowCount; ++i )
	{
		const wfTrajectoryRow *a = &trajectories->rows[i - 1], *b = &trajectories->rows[i];
		wrong += a->frame < b->frame || ( a->frame == b->frame && a->id < b->id ) ? 0 : 1;
	}
	CHECK_EQUAL( wrong, 0 );
}

// The first column of the first row as text; "" when there is none.
static const char* ask( const char* path, const char* sql )
{
	static char answer[512];
	sqlite3* database = NULL;
	sqlite3_stmt* statement = NULL;
	answer[0] = 0;
	if ( sqlite3_open_v2( path, &database, SQLITE_OPEN_READONLY, NULL ) == SQLITE_OK &&
		 sqlite3_prepare_v2( database, sql, -1, &statement, NULL ) == SQLITE_OK && sqlite3_step( statement ) == SQLITE_ROW )
	{
		const char* text = (const char*)sqlite3_column_text( statement, 0 );
		snprintf( answer, sizeof( answer ), "%s", text != NULL ? text : "null" );
	}
	sqlite3_finalize( statement );
	sqlite3_close( database );
	return answer;
}

// ----------------------------------------------------------------------------------------------------------- round trips

static void roundTrip( const char* name, double tolerance )
{
	const char* path = testPath( 0, name );
	if ( testRecord( path, 23 ) )
	{
		wfReadTrajectoriesDef def = wfDefaultReadTrajectoriesDef();
		def.fps = 12.5; // CSV does not say
		wfTrajectories trajectories = { 0 };
		wfError error = { 0 };
		if ( CHECK_EQUAL( wfReadTrajectories( path, &def, &trajectories, &error ), wf_ok ) )
		{
			CHECK( trajectories.fps == 12.5 );
			testCheckRows( &trajectories, 23, tolerance );
			CHECK( trajectories.bounds.lower.x < trajectories.bounds.upper.x );
		}
		wfTrajectories_Free( &trajectories );
	}
	testRemoveFile( path );
}

TEST( SqliteGivesEveryBitBack )
{
	roundTrip( "a.sqlite", 0.0 );
}

TEST( TextGivesMicrometresBack )
{
	roundTrip( "a.txt", 0.5000001e-6 );
}

TEST( CsvGivesMicrometresBack )
{
	roundTrip( "a.csv", 0.5000001e-6 );
}

TEST( TextHasTheArchivesHeader )
{
	const char* path = testPath( 0, "h.txt" );
	wfRecorderDef def = testRecorderDef( path );
	def.fps = 25.0;
	wfRecorder* recorder = NULL;
	CHECK_EQUAL( wfCreateRecorder( &def, &recorder, NULL ), wf_ok );
	CHECK_EQUAL( wfRecorder_SetText( recorder, "note", "two\nlines", NULL ), wf_ok );
	uint32_t serials[3] = { 9, 2, 5 };
	wfVec3 places[3] = { { -0.0000001, 1.5, 0.0 }, { 123456.7891239, -2.25, 0.0 }, { -1.0, 999999999.0, 0.0 } };
	wfFrame frame = { .count = 3, .serials = serials, .positions = places };
	CHECK_EQUAL( wfRecorder_AddFrame( recorder, &frame, NULL ), wf_ok );
	CHECK_EQUAL( wfDestroyRecorder( recorder, NULL ), wf_ok );
	char* text = testLoadFile( path, NULL );
	char expected[512];
	wfVersion version = wfGetVersion();
	snprintf( expected, sizeof( expected ),
			  "# framerate: 25 fps\n# id frame x/m y/m z/m\n# wayfield: %d.%d.%d\n# name: walkers\n# seed: 77\n"
			  "# note: two lines\n2 0 123456.789124 -2.250000 0\n5 0 -1.000000 999999999.000000 0\n9 0 0.000000 1.500000 0\n",
			  version.major, version.minor, version.patch );
	CHECK_STRING( text, expected );
	free( text );
	testRemoveFile( path );
}

TEST( CsvHasNamedColumnsAndUnitVectors )
{
	const char* path = testPath( 0, "h.csv" );
	wfRecorderDef def = testRecorderDef( path );
	wfRecorder* recorder = NULL;
	CHECK_EQUAL( wfCreateRecorder( &def, &recorder, NULL ), wf_ok );
	uint32_t serials[2] = { 1, 2 };
	wfVec3 places[2] = { { 1.0, 2.0, 0.0 }, { 3.0, -4.0, 0.0 } };
	float headings[2] = { 0.0f, 1.57079637f };
	wfFrame frame = { .count = 2, .serials = serials, .positions = places, .headings = headings };
	wfFrame empty = { 0 };
	CHECK_EQUAL( wfRecorder_AddFrame( recorder, &empty, NULL ), wf_ok );
	CHECK_EQUAL( wfRecorder_AddFrame( recorder, &frame, NULL ), wf_ok );
	CHECK_EQUAL( wfDestroyRecorder( recorder, NULL ), wf_ok );
	char* text = testLoadFile( path, NULL );
	CHECK_STRING( text, "# framerate: 12.5 fps\nframe,id,x,y,ori_x,ori_y\n1,1,1.000000,2.000000,1.000000,0.000000\n"
						"1,2,3.000000,-4.000000,0.000000,1.000000\n" );
	free( text );
	testRemoveFile( path );
}

// The statements of the schema without the spaces, which do not matter.
static void squeeze( const char* from, char* to )
{
	for ( ; *from != 0; ++from )
	{
		if ( *from != ' ' && *from != '\n' )
		{
			*to++ = *from;
		}
	}
	*to = 0;
}

TEST( SqliteHasTheSchemaOthersRead )
{
	const char* path = testPath( 0, "s.sqlite" );
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds = ( wfBox2 ){ { -1.0, -5.0 }, { 8.0, 4.0 } };
	wfWorld* world = NULL;
	CHECK_EQUAL( wfCreateWorld( &worldDef, &world, NULL ), wf_ok );
	wfRecorderDef def = testRecorderDef( path );
	def.world = world;
	wfRecorder* recorder = NULL;
	CHECK_EQUAL( wfCreateRecorder( &def, &recorder, NULL ), wf_ok );
	CHECK( testAddFrames( recorder, 0, 6 ) );
	wfShapeDef wall = wfDefaultShapeDef();
	wall.center = ( wfVec2 ){ 2.0, 2.0 };
	wall.halfSize = ( wfVec2 ){ 0.5, 0.5 };
	CHECK_EQUAL( wfWorld_AddShape( world, &wall, NULL, NULL ), wf_ok );
	CHECK( testAddFrames( recorder, 6, 9 ) );
	CHECK_EQUAL( wfRecorder_SetText( recorder, "note", "a 'quoted' one", NULL ), wf_ok );
	CHECK_EQUAL( wfDestroyRecorder( recorder, NULL ), wf_ok );
	wfDestroyWorld( world );

	static const char* const objects[][2] = {
		{ "trajectory_data", "CREATE TABLE trajectory_data(frame INTEGER NOT NULL, id INTEGER NOT NULL, pos_x REAL NOT NULL, "
							 "pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL)" },
		{ "metadata", "CREATE TABLE metadata(key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL)" },
		{ "geometry", "CREATE TABLE geometry(hash INTEGER NOT NULL, wkt TEXT NOT NULL)" },
		{ "geometry_hash", "CREATE UNIQUE INDEX geometry_hash ON geometry(hash)" },
		{ "frame_data", "CREATE TABLE frame_data(frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL)" },
		{ "frame_id_idx", "CREATE INDEX frame_id_idx ON trajectory_data(frame, id)" },
	};
	for ( size_t i = 0; i < sizeof( objects ) / sizeof( objects[0] ); ++i )
	{
		char sql[128], found[512], expected[512];
		snprintf( sql, sizeof( sql ), "SELECT sql FROM sqlite_master WHERE name = '%s'", objects[i][0] );
		squeeze( ask( path, sql ), found );
		squeeze( objects[i][1], expected );
		CHECK_STRING( found, expected );
	}
	CHECK_STRING( ask( path, "SELECT group_concat(key || '=' || value, ' ') FROM (SELECT * FROM metadata ORDER BY key)" ),
				  "fps=12.5 version=2 xmax=8.0 xmin=-1.0 ymax=4.0 ymin=-5.0" );
	CHECK_STRING( ask( path, "SELECT group_concat(DISTINCT typeof(frame) || typeof(id) || typeof(pos_x) || typeof(ori_y)) FROM "
							 "trajectory_data" ),
				  "integerintegerrealreal" );
	CHECK_STRING( ask( path, "SELECT max(abs(ori_x * ori_x + ori_y * ori_y - 1.0)) < 1e-12 FROM trajectory_data" ), "1" );
	CHECK_STRING( ask( path, "SELECT count(*) FROM geometry" ), "2" );
	CHECK_STRING( ask( path, "SELECT group_concat(frame) FROM frame_data JOIN geometry ON hash = geometry_hash WHERE wkt LIKE "
							 "'%2.5%'" ),
				  "6,7,8" );
	CHECK_STRING( ask( path, "SELECT value FROM wayfield_metadata WHERE key = 'note'" ), "a 'quoted' one" );
	CHECK_STRING( ask( path, "SELECT value FROM wayfield_metadata WHERE key = 'seed'" ), "77" );
	CHECK_STRING( ask( path, "SELECT group_concat(kind) FROM wayfield_events" ),
				  "entered,reached,arrived,stuck,left,entered,reached,arrived,stuck" );
	CHECK_STRING( ask( path, "PRAGMA integrity_check" ), "ok" );
	CHECK_STRING( ask( path, "PRAGMA journal_mode" ), "delete" );

	wfReadTrajectoriesDef readDef = wfDefaultReadTrajectoriesDef();
	wfTrajectories trajectories = { 0 };
	CHECK_EQUAL( wfReadTrajectories( path, &readDef, &trajectories, NULL ), wf_ok );
	CHECK_STRING( trajectories.name, "walkers" );
	CHECK_STRING( trajectories.wkt, "GEOMETRYCOLLECTION(POLYGON((-1 -5, 8 -5, 8 4, -1 4, -1 -5)))" );
	wfTrajectories_Free( &trajectories );
	testRemoveFile( path );
}

TEST( FramesAreChecked )
{
	static const char* const names[] = { "f.sqlite", "f.txt" };
	for ( int k = 0; k < 2; ++k )
	{
		const char* path = testPath( 0, names[k] );
		wfRecorderDef def = testRecorderDef( path );
		wfRecorder* recorder = NULL;
		wfError error = { 0 };
		CHECK_EQUAL( wfCreateRecorder( &def, &recorder, NULL ), wf_ok );
		uint32_t serials[2] = { 4, 4 };
		wfVec3 places[2] = { { 1.0, 2.0, 0.0 }, { 3.0, 4.0, 0.0 } };
		wfFrame frame = { .count = 2, .serials = serials, .positions = places };
		CHECK_EQUAL( wfRecorder_AddFrame( recorder, &frame, &error ), wf_outOfRange );
		CHECK( strstr( error.message, "agent 4 is there twice" ) != NULL );
		serials[1] = 5;
		places[1].x = NAN;
		CHECK_EQUAL( wfRecorder_AddFrame( recorder, &frame, &error ), wf_outOfRange );
		CHECK( strstr( error.message, "agent 5" ) != NULL );
		serials[1] = 0x80000000u;
		places[1].x = 0.0;
		CHECK_EQUAL( wfRecorder_AddFrame( recorder, &frame, &error ), wf_outOfRange );
		wfEvent event = { .time = INFINITY };
		CHECK_EQUAL( wfRecorder_AddEvents( recorder, &event, 1, &error ), k == 0 ? wf_outOfRange : wf_ok );
		CHECK_EQUAL( wfRecorder_SetText( recorder, "key", "\xFF", &error ), wf_outOfRange );
		// Nothing of that has been written, and the recording goes on.
		CHECK( testAddFrames( recorder, 0, 3 ) );
		CHECK_EQUAL( wfDestroyRecorder( recorder, NULL ), wf_ok );
		wfReadTrajectoriesDef readDef = wfDefaultReadTrajectoriesDef();
		wfTrajectories trajectories = { 0 };
		CHECK_EQUAL( wfReadTrajectories( path, &readDef, &trajectories, NULL ), wf_ok );
		testCheckRows( &trajectories, 3, 1e-6 );
		wfTrajectories_Free( &trajectories );
		testRemoveFile( path );
	}
}

static void refuseDef( const wfRecorderDef* def, wfResult result, const char* field, const char* words )
{
	wfRecorder* recorder = NULL;
	wfError error = { 0 };
	CHECK_EQUAL( wfCreateRecorder( def, &recorder, &error ), result );
	CHECK_STRING( error.field, field );
	if ( strstr( error.message, words ) == NULL )
	{
		CHECK_STRING( error.message, words );
	}
	CHECK( recorder == NULL );
}

TEST( DefsAreChecked )
{
	wfRecorderDef def = testRecorderDef( "x.mp4" );
	refuseDef( &def, wf_unsupported, "path", ".sqlite, .txt or .csv" );
	def = testRecorderDef( "x.txt" );
	def.fps = 0.0;
	refuseDef( &def, wf_outOfRange, "fps", "found 0" );
	def = testRecorderDef( "x.txt" );
	def.commitFrames = 0;
	refuseDef( &def, wf_outOfRange, "commitFrames", "1 or more" );
	def = testRecorderDef( "x.txt" );
	def.resume = true;
	def.resumeFrame = -1;
	refuseDef( &def, wf_outOfRange, "resumeFrame", "found -1" );
	def = testRecorderDef( "/nowhere/at/all/x.txt" );
	refuseDef( &def, wf_writeFailed, "", "could not be opened for writing" );
	def = testRecorderDef( "/nowhere/at/all/x.sqlite" );
	refuseDef( &def, wf_writeFailed, "", "could not be opened for writing" );
	def = testRecorderDef( testTemporaryPath( "missing.sqlite" ) );
	def.resume = true;
	refuseDef( &def, wf_fileNotFound, "", "no recording to go on with" );
	testBeginAsserts();
	wfRecorder* recorder = NULL;
	CHECK_EQUAL( wfCreateRecorder( &( wfRecorderDef ){ .path = "x.txt" }, &recorder, NULL ), wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 1 );
	CHECK_EQUAL( wfDestroyRecorder( NULL, NULL ), wf_ok );
}

static wfResult recordSome( const char* path, const wfWorld* world )
{
	wfRecorderDef def = testRecorderDef( path );
	def.world = world;
	wfRecorder* recorder = NULL;
	wfResult result = wfCreateRecorder( &def, &recorder, NULL );
	for ( int32_t k = 0; k < 6 && result == wf_ok; ++k )
	{
		wfFrame frame = testMakeFrame( k, 10 );
		result = wfRecorder_AddFrame( recorder, &frame, NULL );
	}
	if ( recorder != NULL )
	{
		wfResult last = wfDestroyRecorder( recorder, NULL );
		result = result == wf_ok ? last : result;
	}
	return result;
}

static wfResult readSome( const char* path, wfTrajectories* trajectories )
{
	wfReadTrajectoriesDef def = wfDefaultReadTrajectoriesDef();
	def.fps = 10.0;
	return wfReadTrajectories( path, &def, trajectories, NULL );
}

TEST( EveryAllocationMayFail )
{
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds = ( wfBox2 ){ { 0.0, 0.0 }, { 8.0, 4.0 } };
	wfWorld* world = NULL;
	CHECK_EQUAL( wfCreateWorld( &worldDef, &world, NULL ), wf_ok );
	wfShapeDef disc = wfDefaultShapeDef();
	disc.kind = wf_discShape;
	disc.center = ( wfVec2 ){ 3.0, 2.0 };
	disc.radius = 0.5;
	CHECK_EQUAL( wfWorld_AddShape( world, &disc, NULL, NULL ), wf_ok );
	static const wfVec2 corners[] = { { 5.0, 1.0 }, { 7.0, 1.0 }, { 6.0, 3.0 } };
	wfShapeDef polygon = wfDefaultShapeDef();
	polygon.kind = wf_polygonShape;
	polygon.points = corners;
	polygon.pointCount = 3;
	CHECK_EQUAL( wfWorld_AddShape( world, &polygon, NULL, NULL ), wf_ok );
	static const char* const names[] = { "m.sqlite", "m.txt", "m.csv" };
	for ( int k = 0; k < 3; ++k )
	{
		const char* path = testPath( 0, names[k] );
		TEST_EVERY_ALLOCATION( recordSome( path, world ), (void)0 );
		wfTrajectories trajectories = { 0 };
		TEST_EVERY_ALLOCATION( readSome( path, &trajectories ), wfTrajectories_Free( &trajectories ) );
		testRemoveFile( path );
	}
	wfDestroyWorld( world );
}

int main( int argc, char** argv )
{
	RUN( SqliteGivesEveryBitBack );
	RUN( TextGivesMicrometresBack );
	RUN( CsvGivesMicrometresBack );
	RUN( TextHasTheArchivesHeader );
	RUN( CsvHasNamedColumnsAndUnitVectors );
	RUN( SqliteHasTheSchemaOthersRead );
	RUN( FramesAreChecked );
	RUN( DefsAreChecked );
	RUN( EveryAllocationMayFail );
	testRecordFiles( argc, argv );
	testRecordRead( argc, argv );
	testRecordArea( argc, argv );
	testRecordSurface( argc, argv );
	testRecordFootsteps( argc, argv );
	testRecordFootstepFiles( argc, argv );
	testRecordFootstepCrowds( argc, argv );
	return testReport();
}
