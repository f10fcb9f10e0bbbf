// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Recordings on disks that are full, of processes that are killed, replaced and gone on with.
#include "tests/test_record.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char* const s_names[] = { "r.sqlite", "r.txt", "r.csv" };

static wfResult readBack( const char* path, wfTrajectories* trajectories )
{
	wfReadTrajectoriesDef def = wfDefaultReadTrajectoriesDef();
	def.fps = 12.5;
	wfError error = { 0 };
	wfResult result = wfReadTrajectories( path, &def, trajectories, &error );
	if ( result != wf_ok )
	{
		testCheckString( error.message, "", "message", "none", __FILE__, __LINE__ );
	}
	return result;
}

// Everything in a database that is not the order of its pages.
static char* dumpDatabase( const char* path )
{
	static const char* const queries[] = { "SELECT * FROM trajectory_data ORDER BY rowid",
										   "SELECT * FROM metadata ORDER BY key",
										   "SELECT * FROM geometry ORDER BY hash",
										   "SELECT * FROM frame_data ORDER BY rowid",
										   "SELECT * FROM wayfield_agents",
										   "SELECT * FROM wayfield_events ORDER BY rowid",
										   "SELECT * FROM wayfield_metadata ORDER BY key" };
	size_t capacity = 1 << 20, used = 0;
	char* text = calloc( capacity, 1 );
	sqlite3* database = NULL;
	sqlite3_open_v2( path, &database, SQLITE_OPEN_READONLY, NULL );
	for ( size_t i = 0; i < sizeof( queries ) / sizeof( queries[0] ); ++i )
	{
		sqlite3_stmt* statement = NULL;
		sqlite3_prepare_v2( database, queries[i], -1, &statement, NULL );
		while ( sqlite3_step( statement ) == SQLITE_ROW )
		{
			for ( int k = 0; k < sqlite3_column_count( statement ); ++k )
			{
				if ( sqlite3_column_type( statement, k ) == SQLITE_FLOAT )
				{
					used += (size_t)snprintf( text + used, capacity - used, "%a ", sqlite3_column_double( statement, k ) );
				}
				else
				{
					used += (size_t)snprintf( text + used, capacity - used, "%s ", sqlite3_column_text( statement, k ) );
				}
			}
			used += (size_t)snprintf( text + used, capacity - used, "\n" );
		}
		sqlite3_finalize( statement );
	}
	sqlite3_close( database );
	return text;
}

static char* loadContent( const char* path )
{
	return strstr( path, ".sqlite" ) != NULL ? dumpDatabase( path ) : testLoadFile( path, NULL );
}

// ------------------------------------------------------------------------------------------------------------- killed

// The child reports through the pipe how many frames it has added, and is killed in the midst of them.
static void killAndRead( const char* path, bool hold )
{
	int ends[2];
	if ( !CHECK( pipe( ends ) == 0 ) )
	{
		return;
	}
	pid_t child = fork();
	if ( child == 0 )
	{
		close( ends[0] );
		wfRecorderDef def = testRecorderDef( path );
		def.commitFrames = 5;
		wfRecorder* recorder = NULL;
		if ( wfCreateRecorder( &def, &recorder, NULL ) != wf_ok )
		{
			_exit( 1 );
		}
		for ( int32_t k = 0; k < 1000000; ++k )
		{
			if ( hold && k == 23 )
			{
				pause(); // between two commits
			}
			if ( !testAddFrames( recorder, k, k + 1 ) || write( ends[1], "+", 1 ) != 1 )
			{
				_exit( 1 );
			}
		}
		_exit( 0 );
	}
	close( ends[1] );
	int32_t added = 0;
	char signs[64];
	while ( added < 23 )
	{
		ssize_t got = read( ends[0], signs, hold ? (size_t)( 23 - added ) : sizeof( signs ) );
		if ( !CHECK( got > 0 ) )
		{
			break;
		}
		added += (int32_t)got;
	}
	kill( child, SIGKILL );
	waitpid( child, NULL, 0 );
	close( ends[0] );

	wfTrajectories trajectories = { 0 };
	if ( readBack( path, &trajectories ) == wf_ok )
	{
		int32_t frames = (int32_t)( trajectories.rowCount / 10 );
		CHECK( frames >= added / 5 * 5 );
		CHECK( hold ? frames == 20 : frames % 5 == 0 || strstr( path, ".sqlite" ) == NULL );
		if ( trajectories.rowCount % 10 == 0 )
		{
			testCheckRows( &trajectories, frames, 1e-6 );
		}
	}
	wfTrajectories_Free( &trajectories );
	testRemoveFile( path );
}

TEST( KilledBetweenCommits )
{
	for ( int k = 0; k < 3; ++k )
	{
		killAndRead( testPath( 0, s_names[k] ), true );
	}
}

TEST( KilledAtAnyMoment )
{
	for ( int k = 0; k < 3; ++k )
	{
		for ( int again = 0; again < 4; ++again )
		{
			killAndRead( testPath( 0, s_names[k] ), false );
		}
	}
}

TEST( TornLastLineIsLeftOut )
{
	static const char* const texts[] = { "# framerate: 10 fps\n# id frame x/m y/m z/m\n1 0 1.5 2.5 0\n1 1 1.6 2.",
										 "frame,id,x,y,ori_x,ori_y\n0,1,1.5,2.5,1,0\n1,1,1.6" };
	for ( int k = 0; k < 2; ++k )
	{
		wfReadTrajectoriesDef def = wfDefaultReadTrajectoriesDef();
		def.fps = 10.0;
		wfTrajectories trajectories = { 0 };
		CHECK_EQUAL( wfReadTrajectoriesFromMemory( "t", texts[k], strlen( texts[k] ), &def, &trajectories, NULL ), wf_ok );
		CHECK_EQUAL( trajectories.rowCount, 1 );
		wfTrajectories_Free( &trajectories );
	}
}

// --------------------------------------------------------------------------------------------------------- going on

TEST( GoingOnEqualsTheWhole )
{
	for ( int k = 0; k < 3; ++k )
	{
		char path[4096];
		snprintf( path, sizeof( path ), "%s", testPath( 0, s_names[k] ) );
		for ( int32_t from = 0; from <= 14; from += 7 )
		{
			CHECK( testRecord( path, 21 ) );
			char* whole = loadContent( path );
			testRemoveFile( path );
			CHECK( testRecord( path, 17 ) );
			wfRecorderDef def = testRecorderDef( path );
			def.resume = true;
			def.resumeFrame = from;
			wfRecorder* recorder = NULL;
			wfError error = { 0 };
			if ( CHECK_EQUAL( wfCreateRecorder( &def, &recorder, &error ), wf_ok ) )
			{
				CHECK( testAddFrames( recorder, from, 21 ) );
				CHECK_EQUAL( wfDestroyRecorder( recorder, &error ), wf_ok );
				char* parts = loadContent( path );
				CHECK( whole[0] != 0 && strcmp( whole, parts ) == 0 );
				free( parts );
			}
			free( whole );
			testRemoveFile( path );
		}
	}
}

static void tearAndResume( const char* path, const char* tail )
{
	CHECK( testRecord( path, 9 ) );
	char* whole = loadContent( path );
	FILE* file = fopen( path, "ab" );
	fputs( tail, file );
	fclose( file );
	wfRecorderDef def = testRecorderDef( path );
	def.resume = true;
	def.resumeFrame = 9;
	wfRecorder* recorder = NULL;
	CHECK_EQUAL( wfCreateRecorder( &def, &recorder, NULL ), wf_ok );
	CHECK_EQUAL( wfDestroyRecorder( recorder, NULL ), wf_ok );
	char* again = loadContent( path );
	CHECK_STRING( again, whole );
	free( whole );
	free( again );
	testRemoveFile( path );
}

TEST( GoingOnCutsATornTail )
{
	tearAndResume( testPath( 0, "t.txt" ), "5 8 1.2" );
	tearAndResume( testPath( 0, "t.csv" ), "8,5" );
	tearAndResume( testPath( 0, "t.txt" ), "5 10 1.200000 1.300000 0\n7 10" );
}

static void refuseResume( const char* path, double fps, int64_t from, wfResult result, const char* words )
{
	wfRecorderDef def = testRecorderDef( path );
	def.fps = fps;
	def.resume = true;
	def.resumeFrame = from;
	wfRecorder* recorder = NULL;
	wfError error = { 0 };
	CHECK_EQUAL( wfCreateRecorder( &def, &recorder, &error ), result );
	if ( strstr( error.message, words ) == NULL )
	{
		CHECK_STRING( error.message, words );
	}
	CHECK_STRING( error.file, path );
	CHECK( error.inContent || result == wf_badFormat );
}

static void putText( const char* path, const char* text )
{
	FILE* file = fopen( path, "wb" );
	fputs( text, file );
	fclose( file );
}

TEST( OtherFilesAreNotGoneOnWith )
{
	const char* path = testPath( 0, "o.sqlite" );
	CHECK( testRecord( path, 8 ) );
	refuseResume( path, 25.0, 4, wf_badFormat, "12.5 frames a second; expected 25" );
	refuseResume( path, 12.5, 9, wf_outOfRange, "has 8 frames: it cannot go on from frame 9" );
	putText( path, "this is no database at all, and long enough to be looked at" );
	refuseResume( path, 12.5, 0, wf_badFormat, "not a database" );
	char* kept = testLoadFile( path, NULL );
	CHECK_STRING( kept, "this is no database at all, and long enough to be looked at" );
	free( kept );
	putText( path, "" );
	refuseResume( path, 12.5, 0, wf_badFormat, "no such table: metadata" );
	testRemoveFile( path );

	path = testPath( 0, "o.txt" );
	CHECK( testRecord( path, 8 ) );
	refuseResume( path, 25.0, 4, wf_badFormat, "expected \"# framerate: 25 fps\", found \"# framerate: 12.5 fps\"" );
	putText( path, "# framerate: 12.5 fps\n# id frame x/m y/m z/m\nsomething\n" );
	refuseResume( path, 12.5, 0, wf_badFormat, "expected id, frame, x, y and z" );
	putText( path, "# framerate: 12.5 fps\n" );
	refuseResume( path, 12.5, 0, wf_badFormat, "the header ends here" );
	testRemoveFile( path );
	path = testPath( 0, "o.csv" );
	putText( path, "a,b\n" );
	refuseResume( path, 12.5, 0, wf_badFormat, "expected \"# framerate: 12.5 fps\"" );
	testRemoveFile( path );
}

TEST( RestAfterACheckpointIsKept )
{
	// A commit before its turn brings everything to the disk.
	for ( int k = 0; k < 3; ++k )
	{
		const char* path = testPath( 0, s_names[k] );
		wfRecorderDef def = testRecorderDef( path );
		def.commitFrames = 1000;
		wfRecorder* recorder = NULL;
		CHECK_EQUAL( wfCreateRecorder( &def, &recorder, NULL ), wf_ok );
		CHECK( testAddFrames( recorder, 0, 3 ) );
		CHECK( !testFileExists( path ) );
		CHECK_EQUAL( wfRecorder_Commit( recorder, NULL ), wf_ok );
		wfTrajectories trajectories = { 0 };
		CHECK_EQUAL( readBack( path, &trajectories ), wf_ok );
		testCheckRows( &trajectories, 3, 1e-6 );
		wfTrajectories_Free( &trajectories );
		CHECK_EQUAL( wfDestroyRecorder( recorder, NULL ), wf_ok );
		testRemoveFile( path );
	}
}

// ---------------------------------------------------------------------------------------------------------- replacing

TEST( AnOldFileStaysUntilTheFirstCommit )
{
	for ( int k = 0; k < 3; ++k )
	{
		const char* path = testPath( 0, s_names[k] );
		putText( path, "old" );
		CHECK( chmod( path, 0640 ) == 0 );
		wfRecorderDef def = testRecorderDef( path );
		wfRecorder* recorder = NULL;
		CHECK_EQUAL( wfCreateRecorder( &def, &recorder, NULL ), wf_ok );
		CHECK( testAddFrames( recorder, 0, 3 ) );
		char* text = testLoadFile( path, NULL );
		CHECK_STRING( text, "old" );
		free( text );
		CHECK( testAddFrames( recorder, 3, 4 ) );
		wfTrajectories trajectories = { 0 };
		CHECK_EQUAL( readBack( path, &trajectories ), wf_ok );
		testCheckRows( &trajectories, 4, 1e-6 );
		wfTrajectories_Free( &trajectories );
		CHECK_EQUAL( wfDestroyRecorder( recorder, NULL ), wf_ok );
		struct stat status;
		CHECK( stat( path, &status ) == 0 && ( status.st_mode & 0777 ) == 0640 );
		testRemoveFile( path );
	}
}

// --------------------------------------------------------------------------------------------------------- full disks

// Files may not grow beyond the limit: the disk is full for this process.
static void fillDisk( const char* path, rlim_t limit, bool expectSome )
{
	struct rlimit before;
	getrlimit( RLIMIT_FSIZE, &before );
	struct rlimit small = { limit, before.rlim_max };
	void ( *handler )( int ) = signal( SIGXFSZ, SIG_IGN );
	wfRecorderDef def = testRecorderDef( path );
	wfRecorder* recorder = NULL;
	wfError error = { 0 };
	setrlimit( RLIMIT_FSIZE, &small );
	wfResult result = wfCreateRecorder( &def, &recorder, &error );
	CHECK_EQUAL( result, wf_ok );
	int32_t added = 0;
	for ( ; added < 3000 && result == wf_ok; ++added )
	{
		wfFrame frame = testMakeFrame( added, 10 );
		result = wfRecorder_AddFrame( recorder, &frame, &error );
	}
	CHECK_EQUAL( result, wf_writeFailed );
	CHECK( strstr( error.message, "could not be written" ) != NULL );
	CHECK_STRING( error.file, path );
	wfFrame frame = testMakeFrame( added, 10 );
	CHECK_EQUAL( wfRecorder_AddFrame( recorder, &frame, NULL ), wf_writeFailed );
	CHECK_EQUAL( wfRecorder_SetText( recorder, "key", "value", NULL ), wf_writeFailed );
	CHECK_EQUAL( wfDestroyRecorder( recorder, &error ), wf_writeFailed );
	setrlimit( RLIMIT_FSIZE, &before );
	signal( SIGXFSZ, handler );

	if ( !expectSome )
	{
		CHECK( !testFileExists( path ) );
		return;
	}
	wfTrajectories trajectories = { 0 };
	if ( readBack( path, &trajectories ) == wf_ok )
	{
		int32_t frames = (int32_t)( trajectories.rowCount / 10 );
		CHECK( frames == added / 4 * 4 || frames == added / 4 * 4 - 4 );
		CHECK( frames >= 4 );
		testCheckRows( &trajectories, frames, 1e-6 );
	}
	wfTrajectories_Free( &trajectories );
	testRemoveFile( path );
}

TEST( FullDiskLeavesWhatIsCommitted )
{
	for ( int k = 0; k < 3; ++k )
	{
		fillDisk( testPath( 0, s_names[k] ), 200000, true );
		fillDisk( testPath( 0, s_names[k] ), 600, false );
	}
	if ( testFileExists( "/dev/full" ) )
	{
		const char* path = testPath( 0, "full.txt" );
		CHECK( symlink( "/dev/full", path ) == 0 );
		wfRecorderDef def = testRecorderDef( path );
		wfRecorder* recorder = NULL;
		wfError error = { 0 };
		CHECK_EQUAL( wfCreateRecorder( &def, &recorder, &error ), wf_ok );
		CHECK( testAddFrames( recorder, 0, 3 ) );
		CHECK_EQUAL( wfDestroyRecorder( recorder, &error ), wf_writeFailed );
		CHECK( strstr( error.message, "No space left" ) != NULL );
		unlink( path );
		path = testPath( 0, "full.sqlite" );
		CHECK( symlink( "/dev/full", path ) == 0 );
		def = testRecorderDef( path );
		CHECK_EQUAL( wfCreateRecorder( &def, &recorder, &error ), wf_writeFailed );
		CHECK( strstr( error.message, "not a regular file" ) != NULL );
		unlink( path );
	}
}

// All in it are round; those who come later need not be.
TEST( OldRecordingsGoOnWithDepths )
{
	static const char sql[] =
		"ALTER TABLE wayfield_agents RENAME TO olds; CREATE TABLE wayfield_agents(id INTEGER NOT NULL, frame INTEGER NOT NULL,"
		"radius REAL NOT NULL, desired_speed REAL NOT NULL, PRIMARY KEY(id, frame)) WITHOUT ROWID; INSERT INTO wayfield_agents "
		"SELECT id, frame, radius, desired_speed FROM olds; DROP TABLE olds";
	const char* path = testPath( 0, "old.sqlite" );
	CHECK( testRecord( path, 9 ) );
	sqlite3* database = NULL;
	CHECK_EQUAL( sqlite3_open( path, &database ), SQLITE_OK );
	CHECK_EQUAL( sqlite3_exec( database, sql, NULL, NULL, NULL ), SQLITE_OK );
	sqlite3_close( database );
	wfTrajectories trajectories = { 0 };
	CHECK_EQUAL( readBack( path, &trajectories ), wf_ok );
	CHECK( trajectories.rowCount == 90 && trajectories.radii != NULL && trajectories.radii[0] == 0.25f );
	CHECK( trajectories.depths == NULL && trajectories.headings == NULL );
	wfTrajectories_Free( &trajectories );

	wfRecorderDef def = testRecorderDef( path );
	def.resume = true;
	def.resumeFrame = 9;
	wfRecorder* recorder = NULL;
	CHECK_EQUAL( wfCreateRecorder( &def, &recorder, NULL ), wf_ok );
	CHECK( testAddFrames( recorder, 9, 14 ) );
	CHECK_EQUAL( wfDestroyRecorder( recorder, NULL ), wf_ok );
	CHECK_EQUAL( readBack( path, &trajectories ), wf_ok );
	int32_t wrong = 0;
	for ( int64_t i = 0; i < trajectories.rowCount && CHECK( trajectories.depths != NULL ); ++i )
	{
		int32_t id = trajectories.rows[i].id, frame = trajectories.rows[i].frame;
		bool isRound = frame < 9 || ( frame < 11 && id % 3 == 0 );
		wrong += trajectories.depths[i] != ( isRound ? trajectories.radii[i] : 0.15f );
	}
	CHECK( trajectories.rowCount == 140 && wrong == 0 );
	wfTrajectories_Free( &trajectories );
	testRemoveFile( path );
}

void testRecordFiles( int argc, char** argv )
{
	RUN( KilledBetweenCommits );
	RUN( KilledAtAnyMoment );
	RUN( TornLastLineIsLeftOut );
	RUN( GoingOnEqualsTheWhole );
	RUN( GoingOnCutsATornTail );
	RUN( OtherFilesAreNotGoneOnWith );
	RUN( RestAfterACheckpointIsKept );
	RUN( AnOldFileStaysUntilTheFirstCommit );
	RUN( FullDiskLeavesWhatIsCommitted );
	RUN( OldRecordingsGoOnWithDepths );
}
