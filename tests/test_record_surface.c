// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Recordings and checkpoints of crowds on surfaces: heights come back, what was there before is as it was.
#include "wayfield/io.h"

#include "tests/test_record.h"

#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

static const char* const s_names[] = { "s.sqlite", "s.txt", "s.csv" };

static double heightOf( int32_t frame, uint32_t serial )
{
	return -2.5 + 0.125 * frame + (double)serial / 3.0;
}

// Frames [first, end) of five agents on a slope.
static wfResult addSlope( wfRecorder* recorder, int32_t first, int32_t end, wfError* error )
{
	wfResult result = wf_ok;
	for ( int32_t f = first; f < end && result == wf_ok; ++f )
	{
		wfFrame frame = testMakeFrame( f, 5 );
		wfVec3 places[5];
		for ( int32_t i = 0; i < frame.count; ++i )
		{
			places[i] = frame.positions[i];
			places[i].z = heightOf( f, frame.serials[i] );
		}
		frame.positions = places;
		frame.onMesh = true;
		result = wfRecorder_AddFrame( recorder, &frame, error );
	}
	return result;
}

static wfRecorderDef slopeDef( const char* path )
{
	wfRecorderDef def = testRecorderDef( path );
	def.surface = "hills.obj";
	def.commitFrames = 2;
	return def;
}

static bool recordSlope( const char* path, int32_t frames )
{
	wfRecorderDef def = slopeDef( path );
	wfRecorder* recorder = NULL;
	wfError error = { 0 };
	bool good = CHECK_EQUAL( wfCreateRecorder( &def, &recorder, &error ), wf_ok ) &&
				CHECK_EQUAL( addSlope( recorder, 0, frames, &error ), wf_ok );
	return CHECK_EQUAL( wfDestroyRecorder( recorder, &error ), wf_ok ) && good;
}

static wfResult readSlope( const char* path, wfTrajectories* trajectories, wfError* error )
{
	wfReadTrajectoriesDef def = wfDefaultReadTrajectoriesDef();
	return wfReadTrajectories( path, &def, trajectories, error );
}

static void checkHeights( const char* path, double tolerance )
{
	wfTrajectories trajectories = { 0 };
	wfError error = { 0 };
	CHECK_EQUAL( readSlope( path, &trajectories, &error ), wf_ok );
	CHECK_STRING( error.message, "" );
	CHECK( trajectories.hasHeights );
	CHECK_EQUAL( trajectories.rowCount, 6 * 5 );
	for ( int64_t i = 0; i < trajectories.rowCount; ++i )
	{
		const wfTrajectoryRow* row = trajectories.rows + i;
		CHECK_NEAR( row->z, heightOf( row->frame, (uint32_t)row->id ), tolerance );
	}
	wfTrajectories_Free( &trajectories );
}

TEST( HeightsComeBack )
{
	for ( int k = 0; k < 3; ++k )
	{
		const char* path = testPath( 0, s_names[k] );
		recordSlope( path, 6 );
		checkHeights( path, k == 0 ? 0.0 : 0.5e-6 );
		testRemoveFile( path );
	}
}

TEST( RecordingsNameTheSurface )
{
	for ( int k = 0; k < 2; ++k )
	{
		const char* path = testPath( 0, s_names[k] );
		recordSlope( path, 2 );
		wfTrajectories trajectories = { 0 };
		CHECK_EQUAL( readSlope( path, &trajectories, NULL ), wf_ok );
		CHECK_STRING( trajectories.surface, "hills.obj" );
		wfTrajectories_Free( &trajectories );
		testRemoveFile( path );
	}
}

TEST( CsvHasAColumnForHeights )
{
	const char* path = testPath( 0, "s.csv" );
	recordSlope( path, 1 );
	char* text = testLoadFile( path, NULL );
	const char* header = strchr( text, '\n' ) + 1;
	CHECK( strncmp( header, "frame,id,x,y,z,ori_x,ori_y\n", 27 ) == 0 );
	free( text );
	testRemoveFile( path );
}

// Heads are not ground: files of others have heights in the same column.
TEST( HeightsOfHeadsAreLeftAlone )
{
	static const char text[] = "# framerate: 10 fps\n# id frame x/cm y/cm z/cm\n1 0 100 200 176\n1 1 110 200 177\n";
	wfReadTrajectoriesDef def = wfDefaultReadTrajectoriesDef();
	wfTrajectories trajectories = { 0 };
	CHECK_EQUAL( wfReadTrajectoriesFromMemory( "heads.txt", text, strlen( text ), &def, &trajectories, NULL ), wf_ok );
	CHECK( !trajectories.hasHeights );
	CHECK_NEAR( trajectories.rows[1].x, 1.1, 0.0 );
	CHECK_NEAR( trajectories.rows[1].z, 0.0, 0.0 );
	wfTrajectories_Free( &trajectories );
	static const char ground[] = "# framerate: 10 fps\n# id frame x/cm y/cm z/cm\n# surface: hill\n1 0 100 200 176\n";
	CHECK_EQUAL( wfReadTrajectoriesFromMemory( "hill.txt", ground, strlen( ground ), &def, &trajectories, NULL ), wf_ok );
	CHECK( trajectories.hasHeights );
	CHECK_STRING( trajectories.surface, "hill" );
	CHECK_NEAR( trajectories.rows[0].z, 1.76, 0.0 );
	wfTrajectories_Free( &trajectories );
}

// The standard tables are those of the plane, so that others read the file as before.
TEST( StandardTablesStayAsTheyAre )
{
	const char* path = testPath( 0, "s.sqlite" );
	recordSlope( path, 6 );
	sqlite3* database = NULL;
	sqlite3_open_v2( path, &database, SQLITE_OPEN_READONLY, NULL );
	static const char sql[] = "SELECT group_concat(name) FROM pragma_table_info('trajectory_data')";
	sqlite3_stmt* statement = NULL;
	CHECK_EQUAL( sqlite3_prepare_v2( database, sql, -1, &statement, NULL ), SQLITE_OK );
	CHECK_EQUAL( sqlite3_step( statement ), SQLITE_ROW );
	CHECK_STRING( (const char*)sqlite3_column_text( statement, 0 ), "frame,id,pos_x,pos_y,ori_x,ori_y" );
	sqlite3_finalize( statement );
	sqlite3_close( database );
	testRemoveFile( path );
	// In the plane there is no table of heights.
	testRecord( path, 2 );
	sqlite3_open_v2( path, &database, SQLITE_OPEN_READONLY, NULL );
	CHECK_EQUAL( sqlite3_prepare_v2( database, "SELECT * FROM wayfield_heights", -1, &statement, NULL ), SQLITE_ERROR );
	sqlite3_close( database );
	wfTrajectories trajectories = { 0 };
	CHECK_EQUAL( readSlope( path, &trajectories, NULL ), wf_ok );
	CHECK( !trajectories.hasHeights );
	wfTrajectories_Free( &trajectories );
	testRemoveFile( path );
}

TEST( HeightsGoOnWhereTheyEnded )
{
	for ( int k = 0; k < 3; ++k )
	{
		const char* path = testPath( 0, s_names[k] );
		recordSlope( path, 5 );
		wfRecorderDef def = slopeDef( path );
		def.resume = true;
		def.resumeFrame = 3;
		wfRecorder* recorder = NULL;
		wfError error = { 0 };
		CHECK_EQUAL( wfCreateRecorder( &def, &recorder, &error ), wf_ok );
		CHECK_EQUAL( addSlope( recorder, 3, 6, &error ), wf_ok );
		CHECK_EQUAL( wfDestroyRecorder( recorder, &error ), wf_ok );
		checkHeights( path, k == 0 ? 0.0 : 0.5e-6 );
		// Neither kind goes on with the other.
		def.surface = NULL;
		CHECK_EQUAL( wfCreateRecorder( &def, &recorder, &error ), wf_badFormat );
		CHECK( strstr( error.message, k == 2 ? "expected" : "on a surface" ) != NULL );
		testRemoveFile( path );
		testRecord( path, 4 );
		def = slopeDef( path );
		def.fps = testRecorderDef( path ).fps;
		def.resume = true;
		def.resumeFrame = 3;
		CHECK_EQUAL( wfCreateRecorder( &def, &recorder, &error ), wf_badFormat );
		testRemoveFile( path );
	}
}

TEST( FramesMustFitTheRecorder )
{
	const char* path = testPath( 0, "s.csv" );
	wfRecorderDef def = slopeDef( path );
	wfRecorder* recorder = NULL;
	wfError error = { 0 };
	CHECK_EQUAL( wfCreateRecorder( &def, &recorder, &error ), wf_ok );
	wfFrame frame = testMakeFrame( 0, 2 );
	testBeginAsserts();
	CHECK_EQUAL( wfRecorder_AddFrame( recorder, &frame, &error ), wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 1 );
	wfVec3 places[2] = { { 1.0, 2.0, 1.0 }, { 3.0, 2.0, NAN } };
	frame.positions = places;
	frame.onMesh = true;
	CHECK_EQUAL( wfRecorder_AddFrame( recorder, &frame, &error ), wf_outOfRange );
	places[1].z = 2e9;
	CHECK_EQUAL( wfRecorder_AddFrame( recorder, &frame, &error ), wf_outOfRange );
	CHECK_EQUAL( wfDestroyRecorder( recorder, &error ), wf_ok );
	testRemoveFile( path );
	def.surface = NULL;
	places[1].z = 2.0;
	CHECK_EQUAL( wfCreateRecorder( &def, &recorder, &error ), wf_ok );
	testBeginAsserts();
	CHECK_EQUAL( wfRecorder_AddFrame( recorder, &frame, &error ), wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 1 );
	CHECK_EQUAL( wfDestroyRecorder( recorder, &error ), wf_ok );
	testRemoveFile( path );
}

TEST( MissingHeightsAreReported )
{
	const char* path = testPath( 0, "s.sqlite" );
	recordSlope( path, 3 );
	sqlite3* database = NULL;
	sqlite3_open_v2( path, &database, SQLITE_OPEN_READWRITE, NULL );
	CHECK_EQUAL( sqlite3_exec( database, "DELETE FROM wayfield_heights WHERE frame = 1 AND id = 2", NULL, NULL, NULL ),
				 SQLITE_OK );
	sqlite3_close( database );
	wfTrajectories trajectories = { 0 };
	wfError error = { 0 };
	CHECK_EQUAL( readSlope( path, &trajectories, &error ), wf_badFormat );
	CHECK_STRING( error.field, "wayfield_heights.z" );
	CHECK( strstr( error.message, "person 2 in frame 1" ) != NULL );
	sqlite3_open_v2( path, &database, SQLITE_OPEN_READWRITE, NULL );
	CHECK_EQUAL( sqlite3_exec( database, "INSERT INTO wayfield_heights VALUES(1, 2, 'high')", NULL, NULL, NULL ), SQLITE_OK );
	sqlite3_close( database );
	CHECK_EQUAL( readSlope( path, &trajectories, &error ), wf_badFormat );
	CHECK( trajectories.rows == NULL );
	testRemoveFile( path );
}

static wfResult recordOnce( const char* path )
{
	wfRecorderDef def = slopeDef( path );
	wfRecorder* recorder = NULL;
	wfResult result = wfCreateRecorder( &def, &recorder, NULL );
	if ( result != wf_ok )
	{
		return result;
	}
	result = addSlope( recorder, 0, 3, NULL );
	wfResult closed = wfDestroyRecorder( recorder, NULL );
	return result == wf_ok ? closed : result;
}

TEST( HeightsSurviveWithoutMemory )
{
	for ( int k = 0; k < 3; ++k )
	{
		const char* path = testPath( 0, s_names[k] );
		TEST_EVERY_ALLOCATION( recordOnce( path ), (void)0 );
		wfTrajectories trajectories = { 0 };
		TEST_EVERY_ALLOCATION( readSlope( path, &trajectories, NULL ), wfTrajectories_Free( &trajectories ) );
		testRemoveFile( path );
	}
}

// ---------------------------------------------------------------------------------------------------------- checkpoints

// A flat square of 12 m with a step across; its people swap sides.
static wfMesh* makeFloor( void )
{
	enum
	{
		side = 13
	};
	wfVec3 vertices[side * side];
	int32_t triangles[6 * ( side - 1 ) * ( side - 1 )], count = 0;
	for ( int32_t i = 0; i < side * side; ++i )
	{
		vertices[i] = ( wfVec3 ){ i % side, i / side, i % side > 6 ? 0.4 : 0.0 };
	}
	for ( int32_t i = 0; i < ( side - 1 ) * ( side - 1 ); ++i )
	{
		int32_t a = i / ( side - 1 ) * side + i % ( side - 1 );
		const int32_t quad[6] = { a, a + 1, a + side + 1, a, a + side + 1, a + side };
		memcpy( triangles + count, quad, sizeof( quad ) );
		count += 6;
	}
	wfMeshDef def = wfDefaultMeshDef();
	def.vertices = vertices;
	def.vertexCount = side * side;
	def.triangles = triangles;
	def.triangleCount = count / 3;
	wfMesh* mesh = NULL;
	CHECK_EQUAL( wfCreateMesh( &def, &mesh, NULL ), wf_ok );
	return mesh;
}

static wfCrowd* makeCrowd( const wfMesh* mesh, int32_t count )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	wfCrowd* crowd = NULL;
	wfGroundDef ground = wfMakeMeshGround( mesh );
	CHECK_EQUAL( wfCreateCrowd( &ground, &def, &crowd, NULL ), wf_ok );
	for ( int32_t i = 0; i < count; ++i )
	{
		double x = i % 2 == 0 ? 2.0 : 10.0, y = 2.0 + 8.0 * i / count;
		wfSurfaceGoalDef goal = wfDefaultSurfaceGoalDef();
		goal.kind = wf_placeGoal;
		goal.place = wfMesh_FindNearest( mesh, ( wfVec3 ){ 12.0 - x, 6.0, 0.0 }, NULL );
		wfStop stop = wfMakeGoalStop( ( wfGoalId ){ 0 } );
		CHECK_EQUAL( wfCrowd_AddGoal( crowd, &goal, 0.5, &stop.goal, NULL ), wf_ok );
		wfAgentDef agent = wfDefaultAgentDef();
		agent.place = wfMesh_FindNearest( mesh, ( wfVec3 ){ x, y, 0.0 }, NULL );
		agent.stops = &stop;
		agent.stopCount = 1;
		wfAgentId id;
		CHECK_EQUAL( wfCrowd_AddAgent( crowd, &agent, &id, NULL ), wf_ok );
	}
	return crowd;
}

static void stepOften( wfCrowd* crowd, int32_t steps )
{
	for ( int32_t i = 0; i < steps; ++i )
	{
		CHECK_EQUAL( wfCrowd_Tick( crowd, NULL ), wf_ok );
	}
}

TEST( CheckpointsOnSurfacesGoOnAsTheyWould )
{
	const char* path = testPath( 0, "s.cp" );
	wfMesh* mesh = makeFloor();
	wfCrowd *whole = makeCrowd( mesh, 8 ), *first = makeCrowd( mesh, 8 ), *second = makeCrowd( mesh, 8 );
	wfError error = { 0 };
	stepOften( whole, 40 );
	stepOften( first, 15 );
	CHECK_EQUAL( wfWriteCheckpoint( path, first, &( wfCheckpointNotes ){ 7, 77 }, &error ), wf_ok );
	wfCheckpointNotes notes = { 0 };
	CHECK_EQUAL( wfReadCheckpoint( path, second, &notes, &error ), wf_ok );
	CHECK_EQUAL( notes.recordedFrames, 7 );
	CHECK_EQUAL( notes.ordersHash, 77 );
	CHECK_EQUAL( wfCrowd_GetTickCount( second ), 15 );
	stepOften( second, 25 );
	CHECK( wfCrowd_GetHash( second ) == wfCrowd_GetHash( whole ) );
	wfDestroyCrowd( whole );
	wfDestroyCrowd( first );
	wfDestroyCrowd( second );
	testRemoveFile( path );
	wfDestroyMesh( mesh );
}

TEST( CheckpointsOnSurfacesAreChecked )
{
	const char* path = testPath( 0, "s.cp" );
	wfMesh* mesh = makeFloor();
	wfCrowd *crowd = makeCrowd( mesh, 4 ), *other = makeCrowd( mesh, 6 );
	wfError error = { 0 };
	wfCheckpointNotes notes = { 0 };
	CHECK_EQUAL( wfWriteCheckpoint( path, crowd, &notes, &error ), wf_ok );
	uint64_t before = wfCrowd_GetHash( other );
	CHECK_EQUAL( wfReadCheckpoint( path, other, &notes, &error ), wf_badFormat );
	CHECK( strstr( error.message, "4 agents by then (here 6)" ) != NULL );
	CHECK( wfCrowd_GetHash( other ) == before );
	// Of the other kind, altered, cut off.
	size_t size = 0;
	char* bytes = testLoadFile( path, &size );
	memcpy( bytes, "WFCHECK", 7 );
	CHECK_EQUAL( wfWriteFileAtomically( path, bytes, size, NULL ), wf_ok );
	CHECK_EQUAL( wfReadCheckpoint( path, crowd, &notes, &error ), wf_badFormat );
	CHECK( strstr( error.message, "in the plane" ) != NULL );
	memcpy( bytes, "WFSURFC", 7 );
	bytes[size - 1] ^= 1;
	CHECK_EQUAL( wfWriteFileAtomically( path, bytes, size, NULL ), wf_ok );
	CHECK_EQUAL( wfReadCheckpoint( path, crowd, &notes, &error ), wf_badFormat );
	CHECK( strstr( error.message, "altered" ) != NULL );
	CHECK_EQUAL( wfWriteFileAtomically( path, bytes, size - 5, NULL ), wf_ok );
	CHECK_EQUAL( wfReadCheckpoint( path, crowd, &notes, &error ), wf_badFormat );
	CHECK( strstr( error.message, "cut off" ) != NULL );
	free( bytes );
	TEST_EVERY_ALLOCATION( wfWriteCheckpoint( path, crowd, &notes, NULL ), (void)0 );
	// Whole or not at all; arrays may come out with less to spare.
	uint64_t hash = wfCrowd_GetHash( crowd );
	bool failed = true;
	for ( int64_t index = 1; failed; ++index )
	{
		testFailAllocationAt( index );
		wfResult result = wfReadCheckpoint( path, crowd, &notes, NULL );
		failed = testHasAllocationFailed();
		testResetAllocator();
		CHECK( result == wf_ok || ( failed && result == wf_outOfMemory ) );
		CHECK( wfCrowd_GetHash( crowd ) == hash );
	}
	wfDestroyCrowd( crowd );
	wfDestroyCrowd( other );
	testRemoveFile( path );
	wfDestroyMesh( mesh );
}

void testRecordSurface( int argc, char** argv )
{
	RUN( HeightsComeBack );
	RUN( RecordingsNameTheSurface );
	RUN( CsvHasAColumnForHeights );
	RUN( HeightsOfHeadsAreLeftAlone );
	RUN( StandardTablesStayAsTheyAre );
	RUN( HeightsGoOnWhereTheyEnded );
	RUN( FramesMustFitTheRecorder );
	RUN( MissingHeightsAreReported );
	RUN( HeightsSurviveWithoutMemory );
	RUN( CheckpointsOnSurfacesGoOnAsTheyWould );
	RUN( CheckpointsOnSurfacesAreChecked );
}
