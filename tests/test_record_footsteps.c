// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Footsteps in recordings: the table in the database, killed and resumed runs, and what the recorder refuses.
#include "tests/test_record.h"

#include <math.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

// ------------------------------------------------------------------------------------------------------------- helpers

static wfFootstepAction chooseAction( const wfGaitDef* gait, const wfStance* stance, int32_t number, uint32_t serial )
{
	static const wfFootstepKind kinds[] = { wf_startFootstep, wf_walkFootstep,	wf_walkFootstep, wf_walkFootstep,
											wf_walkFootstep,  wf_walkFootstep,	wf_stopFootstep, wf_shiftFootstep,
											wf_shiftFootstep, wf_shiftFootstep, wf_shiftFootstep };
	int32_t place = number % (int32_t)( sizeof( kinds ) / sizeof( kinds[0] ) );
	wfFootstepAction action = { .kind = kinds[place], .foot = stance->foot == wf_leftFoot ? wf_rightFoot : wf_leftFoot };
	action.speed = action.kind == wf_startFootstep ? 0.7 : action.kind == wf_stopFootstep ? stance->speed : 1.0 + 0.01 * place;
	action.duration = wfGait_GetDuration( gait, action.foot, action.speed );
	action.turn = action.kind == wf_walkFootstep || action.kind == wf_stopFootstep ? 0.09 + 0.02 * ( serial % 3 ) : 0.0;
	action.sway = 0.09;
	if ( action.kind == wf_shiftFootstep )
	{
		// Stands, turns a little with the right foot, and closes up.
		action.foot = place == 8 ? wf_leftFoot : place == 9 ? wf_rightFoot : stance->foot;
		action.turn = place == 8 || place == 9 ? -0.05 : 0.0;
		action.duration = 0.5;
	}
	return action;
}

void testMakeSteps( uint32_t serial, double time, wfFootstepRow* rows, int32_t count )
{
	wfGaitDef gait = wfDefaultGaitDef();
	wfStance stance = wfMakeStance( &gait, time, ( wfVec2 ){ 0.3 * serial, -1.0 / ( 1.0 + serial ) }, 0.1 * serial );
	for ( int32_t i = 0; i < count; ++i )
	{
		wfFootstepRow* row = &rows[i];
		*row = ( wfFootstepRow ){ .serial = serial, .index = i, .body = wfMakeBody( &gait, 0.25 ) };
		wfFootstepAction action = chooseAction( &gait, &stance, i, serial );
		wfStance after;
		wfFootstepVerdict verdict = wfCreateFootstep( &gait, &stance, &action, &row->step, &after );
		testCheckString( wfGetFootstepVerdictText( verdict ), wfGetFootstepVerdictText( wf_footstepFits ), "verdict", "fits",
						 __FILE__, __LINE__ );
		wfFootstep* before = i > 0 ? &rows[i - 1].step : NULL;
		if ( before != NULL && ( before->kind == wf_walkFootstep || before->kind == wf_startFootstep ) )
		{
			before->swingTo = row->step.footPosition;
		}
		wfSettleFoot( &gait, &row->step, &after, NULL );
		if ( before != NULL && ( before->kind == wf_walkFootstep || before->kind == wf_startFootstep ) )
		{
			before->swingToAngle = row->step.footAngle;
		}
		stance = after;
	}
}

wfFootstepTable testMakeFootsteps( int32_t agents, int32_t steps )
{
	wfFootstepTable table = { .name = "Two \"ways\", äöü" };
	wfFootstepRow* rows = malloc( (size_t)steps * sizeof( wfFootstepRow ) );
	for ( int32_t i = agents; i > 0; --i )
	{
		testMakeSteps( (uint32_t)i, 0.1 * i, rows, steps );
		CHECK_EQUAL( wfFootstepTable_Add( &table, rows, steps ), wf_ok );
	}
	free( rows );
	wfFootstepTable_Sort( &table );
	return table;
}

static bool sameNumber( double a, double b, bool zeros )
{
	return memcmp( &a, &b, sizeof( a ) ) == 0 || ( zeros && a == 0.0 && b == 0.0 );
}

static bool sameVector( wfVec2 a, wfVec2 b, bool zeros )
{
	return sameNumber( a.x, b.x, zeros ) && sameNumber( a.y, b.y, zeros );
}

static bool sameStep( const wfFootstep* a, const wfFootstep* b, bool zeros )
{
	return a->kind == b->kind && a->foot == b->foot && sameNumber( a->startTime, b->startTime, zeros ) &&
		   sameNumber( a->duration, b->duration, zeros ) && sameVector( a->apex, b->apex, zeros ) &&
		   sameVector( a->along, b->along, zeros ) && sameNumber( a->speed, b->speed, zeros ) &&
		   sameNumber( a->curve, b->curve, zeros ) && sameVector( a->footPosition, b->footPosition, zeros ) &&
		   sameNumber( a->footAngle, b->footAngle, zeros ) && sameVector( a->swingFrom, b->swingFrom, zeros ) &&
		   sameVector( a->swingTo, b->swingTo, zeros ) && sameNumber( a->swingFromAngle, b->swingFromAngle, zeros ) &&
		   sameNumber( a->swingToAngle, b->swingToAngle, zeros ) && sameVector( a->facingStart, b->facingStart, zeros ) &&
		   sameVector( a->facingEnd, b->facingEnd, zeros ) && sameNumber( a->pendulum, b->pendulum, zeros ) &&
		   sameNumber( a->energy, b->energy, zeros );
}

bool testSameFootsteps( const wfFootstepTable* a, const wfFootstepTable* b, bool zeros )
{
	bool same = a->rowCount == b->rowCount && strcmp( a->name, b->name ) == 0;
	for ( int64_t i = 0; i < a->rowCount && same; ++i )
	{
		const wfFootstepRow *x = &a->rows[i], *y = &b->rows[i];
		same = x->serial == y->serial && x->index == y->index && sameStep( &x->step, &y->step, zeros ) &&
			   sameNumber( x->body.torsoRadius, y->body.torsoRadius, zeros ) &&
			   sameNumber( x->body.shoulderRadius, y->body.shoulderRadius, zeros ) &&
			   sameNumber( x->body.shoulderDistance, y->body.shoulderDistance, zeros ) &&
			   sameNumber( x->body.footRadius, y->body.footRadius, zeros );
	}
	return same;
}

// The steps begun in a frame's tenth of a second, as a crowd reports them.
static bool addSteps( wfRecorder* recorder, const wfFootstepTable* table, int32_t frame )
{
	bool good = true;
	for ( int64_t i = 0; i < table->rowCount; ++i )
	{
		double start = table->rows[i].step.startTime;
		if ( start > 0.1 * ( frame - 1 ) && start <= 0.1 * frame )
		{
			good = good && wfRecorder_AddFootsteps( recorder, &table->rows[i], 1, NULL ) == wf_ok;
		}
	}
	return good;
}

// Frames [first, end), the steps of each reported before it and those of a checkpoint's time after it.
static bool addWalking( wfRecorder* recorder, const wfFootstepTable* table, int32_t first, int32_t end )
{
	bool good = true;
	for ( int32_t number = first; number < end && good; ++number )
	{
		wfFrame frame = testMakeFrame( number, 10 );
		good = wfRecorder_AddFrame( recorder, &frame, NULL ) == wf_ok && addSteps( recorder, table, number );
	}
	return good;
}

static wfRecorder* openRecorder( const char* path, int64_t resumeFrame )
{
	wfRecorderDef def = testRecorderDef( path );
	def.name = "Two \"ways\", äöü";
	def.resume = resumeFrame >= 0;
	def.resumeFrame = resumeFrame;
	wfRecorder* recorder = NULL;
	wfError error = { 0 };
	CHECK_EQUAL( wfCreateRecorder( &def, &recorder, &error ), wf_ok );
	CHECK_STRING( error.message, "" );
	return recorder;
}

static bool recordWalking( const char* path, const wfFootstepTable* table, int32_t frames )
{
	wfRecorder* recorder = openRecorder( path, -1 );
	bool good = recorder != NULL && addWalking( recorder, table, 0, frames );
	return wfDestroyRecorder( recorder, NULL ) == wf_ok && good;
}

static wfFootstepTable readFootsteps( const char* path )
{
	wfFootstepTable table = { 0 };
	wfError error = { 0 };
	CHECK_EQUAL( wfReadFootsteps( path, &table, &error ), wf_ok );
	CHECK_STRING( error.message, "" );
	return table;
}

// What a query gives, as text; free it.
wfFootstepRow testMakeDeparture( const wfFootstepRow* cut, double share )
{
	const wfFootstep* step = &cut->step;
	double leaves = step->startTime + share * step->duration, angles[2];
	wfVec2 left = wfFootstep_GetFoot( step, wf_leftFoot, leaves, &angles[0] ),
		   right = wfFootstep_GetFoot( step, wf_rightFoot, leaves, &angles[1] );
	wfFootstepRow row = *cut;
	row.index += 1;
	row.step = ( wfFootstep ){ .kind = wf_shiftFootstep,
							   .foot = wf_leftFoot,
							   .startTime = leaves,
							   .duration = WF_DEPARTURE_SECONDS,
							   .apex = wfFootstep_GetPosition( step, leaves ),
							   .along = step->along,
							   .footPosition = left,
							   .footAngle = angles[0],
							   .swingFrom = right,
							   .swingTo = right,
							   .swingFromAngle = angles[1],
							   .swingToAngle = angles[1],
							   .facingStart = step->facingEnd,
							   .facingEnd = step->facingEnd,
							   .pendulum = step->pendulum };
	return row;
}

static char* ask( const char* path, const char* sql )
{
	size_t capacity = 1 << 20, used = 0;
	char* text = calloc( capacity, 1 );
	sqlite3* database = NULL;
	sqlite3_stmt* statement = NULL;
	sqlite3_open_v2( path, &database, SQLITE_OPEN_READONLY, NULL );
	CHECK_EQUAL( sqlite3_prepare_v2( database, sql, -1, &statement, NULL ), SQLITE_OK );
	while ( sqlite3_step( statement ) == SQLITE_ROW && used + 4096 < capacity )
	{
		for ( int k = 0; k < sqlite3_column_count( statement ); ++k )
		{
			bool real = sqlite3_column_type( statement, k ) == SQLITE_FLOAT;
			used += (size_t)( real ? snprintf( text + used, capacity - used, "%.17g ", sqlite3_column_double( statement, k ) )
								   : snprintf( text + used, capacity - used, "%s ", sqlite3_column_text( statement, k ) ) );
		}
		used += (size_t)snprintf( text + used, capacity - used, "\n" );
	}
	sqlite3_finalize( statement );
	sqlite3_close( database );
	return text;
}

// --------------------------------------------------------------------------------------------------------------- tables

TEST( FootstepTablesSortAndGrow )
{
	wfFootstepTable table = testMakeFootsteps( 7, 23 );
	CHECK_EQUAL( table.rowCount, 161 );
	for ( int64_t i = 1; i < table.rowCount; ++i )
	{
		const wfFootstepRow *a = &table.rows[i - 1], *b = &table.rows[i];
		CHECK( a->serial < b->serial || ( a->serial == b->serial && a->index + 1 == b->index ) );
		CHECK( a->serial < b->serial || fabs( wfFootstep_GetEndTime( &a->step ) - b->step.startTime ) < 1e-12 );
	}
	// Turned round, sorting gives the same again.
	wfFootstepTable turned = { .name = "Two \"ways\", äöü" };
	for ( int64_t i = table.rowCount - 1; i >= 0; --i )
	{
		CHECK_EQUAL( wfFootstepTable_Add( &turned, &table.rows[i], 1 ), wf_ok );
	}
	CHECK( !testSameFootsteps( &table, &turned, false ) );
	wfFootstepTable_Sort( &turned );
	CHECK( testSameFootsteps( &table, &turned, false ) );
	CHECK_EQUAL( wfFootstepTable_Add( &turned, NULL, 0 ), wf_ok );
	CHECK_EQUAL( turned.rowCount, table.rowCount );
	wfFootstepTable_Free( &turned );
	CHECK( turned.rows == NULL && turned.rowCount == 0 );
	wfFootstepTable_Free( &table );
	wfFootstepTable_Free( NULL );
	wfFootstepTable_Sort( &turned );

	wfFootstepRow rows[100];
	testMakeSteps( 1, 0.0, rows, 100 );
	wfFootstepTable grown = { 0 };
	TEST_EVERY_ALLOCATION( wfFootstepTable_Add( &grown, rows, 100 ), wfFootstepTable_Free( &grown ) );
	testBeginAsserts();
	CHECK_EQUAL( wfFootstepTable_Add( NULL, rows, 1 ), wf_invalidDef );
	CHECK_EQUAL( wfFootstepTable_Add( &grown, NULL, 1 ), wf_invalidDef );
	wfFootstepTable_Sort( NULL );
	CHECK_EQUAL( testEndAsserts(), 3 );
}

// -------------------------------------------------------------------------------------------------------------- database

TEST( DatabasesGiveFootstepsBack )
{
	const char* path = testPath( 0, "f.sqlite" );
	wfFootstepTable table = testMakeFootsteps( 5, 12 );
	CHECK( recordWalking( path, &table, 90 ) );
	wfFootstepTable back = readFootsteps( path );
	CHECK( testSameFootsteps( &table, &back, true ) );
	wfFootstepTable_Free( &back );

	size_t size;
	char* bytes = testLoadFile( path, &size );
	CHECK_EQUAL( wfReadFootstepsFromMemory( "m", bytes, size, &back, NULL ), wf_ok );
	CHECK( testSameFootsteps( &table, &back, true ) );
	free( bytes );
	wfFootstepTable_Free( &back );
	wfFootstepTable_Free( &table );

	// Others read the recording as before.
	wfReadTrajectoriesDef def = wfDefaultReadTrajectoriesDef();
	wfTrajectories trajectories = { 0 };
	CHECK_EQUAL( wfReadTrajectories( path, &def, &trajectories, NULL ), wf_ok );
	testCheckRows( &trajectories, 90, 0.0 );
	wfTrajectories_Free( &trajectories );
	testRemoveFile( path );
}

TEST( RecordingsWithoutFeetHaveNoTable )
{
	const char* path = testPath( 0, "n.sqlite" );
	CHECK( testRecord( path, 5 ) );
	char* names = ask( path, "SELECT count(*) FROM sqlite_master WHERE name LIKE 'wayfield_foot%'" );
	CHECK_STRING( names, "0 \n" );
	free( names );
	wfFootstepTable table = { 0 };
	wfError error = { 0 };
	CHECK_EQUAL( wfReadFootsteps( path, &table, &error ), wf_notFound );
	CHECK_STRING( error.file, path );
	CHECK_STRING( error.field, "wayfield_footsteps" );
	CHECK( strstr( error.message, "no footsteps" ) != NULL );
	CHECK( table.rows == NULL );
	testRemoveFile( path );
}

TEST( TextRecordingsLeaveFootstepsOut )
{
	static const char* const names[] = { "t.txt", "t.csv" };
	wfFootstepTable table = testMakeFootsteps( 3, 8 );
	for ( int k = 0; k < 2; ++k )
	{
		const char *plain = testPath( 0, names[k] ), *walked = testPath( 1, k == 0 ? "w.txt" : "w.csv" );
		wfFootstepTable none = { 0 };
		CHECK( recordWalking( plain, &none, 30 ) );
		CHECK( recordWalking( walked, &table, 30 ) );
		char *a = testLoadFile( plain, NULL ), *b = testLoadFile( walked, NULL );
		CHECK_STRING( a, b );
		free( a );
		free( b );
		testRemoveFile( plain );
		testRemoveFile( walked );
	}
	wfFootstepTable_Free( &table );
}

// Each print found step by step: from when the foot is there to when it is lifted.
static void checkPrints( const char* path, const wfFootstepRow* rows, int32_t count )
{
	char* text = ask( path, "SELECT foot, time_from, time_to, x, y FROM wayfield_footprints WHERE id = 1"
							" ORDER BY foot, time_from" );
	const char* at = text;
	for ( int foot = wf_leftFoot; foot <= wf_rightFoot; ++foot )
	{
		double from = rows[0].step.startTime;
		for ( int32_t i = 0; i <= count; ++i )
		{
			const wfFootstep* step = i < count ? &rows[i].step : NULL;
			bool lifted = step != NULL && (int)step->foot != foot &&
						  ( step->swingFrom.x != step->swingTo.x || step->swingFrom.y != step->swingTo.y ||
							step->swingFromAngle != step->swingToAngle );
			if ( !lifted && step != NULL )
			{
				continue;
			}
			double to = step != NULL ? step->startTime : wfFootstep_GetEndTime( &rows[count - 1].step );
			wfVec2 place = wfFootstep_GetFoot( step != NULL ? step : &rows[count - 1].step, (wfFoot)foot, to, NULL );
			char name[8];
			double found[4];
			int length = 0;
			if ( !CHECK_EQUAL( sscanf( at, "%7s %lf %lf %lf %lf%n", name, &found[0], &found[1], &found[2], &found[3], &length ),
							   5 ) )
			{
				break;
			}
			at += length;
			CHECK_STRING( name, foot == wf_leftFoot ? "left" : "right" );
			CHECK_NEAR( found[0], from, 1e-12 );
			CHECK_NEAR( found[1], to, 1e-12 );
			CHECK_NEAR( found[2], place.x, 1e-12 );
			CHECK_NEAR( found[3], place.y, 1e-12 );
			from = step != NULL ? wfFootstep_GetEndTime( step ) : 0.0;
		}
	}
	CHECK_EQUAL( strspn( at, " \n" ), strlen( at ) );
	free( text );
}

TEST( DatabasesTellHowLongFeetStand )
{
	const char* path = testPath( 0, "p.sqlite" );
	wfFootstepTable table = testMakeFootsteps( 2, 24 );
	CHECK( recordWalking( path, &table, 140 ) );
	checkPrints( path, table.rows, 24 );
	testRemoveFile( path );

	// Who leaves in the middle of a step leaves no print of it: one foot stands up to then, the other was lifted before.
	table.rows[23] = testMakeDeparture( &table.rows[22], 0.5 );
	double leaves = table.rows[23].step.startTime;
	CHECK( recordWalking( path, &table, 140 ) );
	char* text = ask( path, "SELECT max(time_to), max(time_from), count(*)"
							" FROM wayfield_footprints WHERE id = 1" );
	double latest = 0.0, lands = 0.0, prints = 0.0;
	CHECK_EQUAL( sscanf( text, "%lf %lf %lf", &latest, &lands, &prints ), 3 );
	CHECK_NEAR( latest, leaves, 1e-9 );
	CHECK( lands < leaves - 0.05 && prints > 15.0 );
	free( text );
	wfFootstepTable_Free( &table );
	testRemoveFile( path );
}

// -------------------------------------------------------------------------------------------------- killed and resumed

static const char s_all[] = "SELECT * FROM wayfield_footsteps ORDER BY id, step";

TEST( GoingOnEqualsTheWholeWalk )
{
	const char* path = testPath( 0, "g.sqlite" );
	wfFootstepTable table = testMakeFootsteps( 4, 20 );
	CHECK( recordWalking( path, &table, 100 ) );
	char* whole = ask( path, s_all );
	CHECK( strlen( whole ) > 1000 );
	for ( int32_t from = 0; from <= 60; from += 15 )
	{
		CHECK( recordWalking( path, &table, 61 ) );
		wfRecorder* recorder = openRecorder( path, from );
		CHECK( addWalking( recorder, &table, from, 100 ) );
		CHECK_EQUAL( wfDestroyRecorder( recorder, NULL ), wf_ok );
		char* parts = ask( path, s_all );
		CHECK( strcmp( whole, parts ) == 0 );
		free( parts );
	}
	// What is reported after the frame is dropped with it at once, before anything new is reported.
	wfRecorder* recorder = openRecorder( path, 30 );
	CHECK_EQUAL( wfDestroyRecorder( recorder, NULL ), wf_ok );
	char* latest = ask( path, "SELECT max(frame), max(start) <= 2.9 FROM wayfield_footsteps" );
	CHECK_STRING( latest, "29 1 \n" );
	free( latest );
	free( whole );
	wfFootstepTable_Free( &table );
	testRemoveFile( path );
}

// A run goes on from a checkpoint between two frames: steps reported before it stay, those reported again are not doubled.
TEST( StepsToldAgainAreThereOnce )
{
	const char* path = testPath( 0, "a.sqlite" );
	wfFootstepTable table = testMakeFootsteps( 1, 6 );
	wfRecorder* recorder = openRecorder( path, -1 );
	wfFrame frame = testMakeFrame( 0, 10 );
	CHECK_EQUAL( wfRecorder_AddFrame( recorder, &frame, NULL ), wf_ok );
	CHECK_EQUAL( wfRecorder_AddFootsteps( recorder, table.rows, 4, NULL ), wf_ok );
	CHECK_EQUAL( wfDestroyRecorder( recorder, NULL ), wf_ok );
	recorder = openRecorder( path, 1 );
	CHECK_EQUAL( wfRecorder_AddFootsteps( recorder, table.rows + 2, 4, NULL ), wf_ok );
	CHECK_EQUAL( wfDestroyRecorder( recorder, NULL ), wf_ok );
	wfFootstepTable back = readFootsteps( path );
	CHECK( testSameFootsteps( &table, &back, true ) );
	wfFootstepTable_Free( &back );
	wfFootstepTable_Free( &table );
	testRemoveFile( path );
}

TEST( KilledWalksKeepWhatIsCommitted )
{
	char path[4096];
	snprintf( path, sizeof( path ), "%s", testPath( 0, "k.sqlite" ) );
	wfFootstepTable table = testMakeFootsteps( 3, 20 );
	fflush( NULL );
	pid_t child = fork();
	if ( child == 0 )
	{
		wfRecorderDef def = testRecorderDef( path );
		def.name = "Two \"ways\", äöü";
		wfRecorder* recorder = NULL;
		wfCreateRecorder( &def, &recorder, NULL );
		addWalking( recorder, &table, 0, 40 );
		wfRecorder_Commit( recorder, NULL );
		addWalking( recorder, &table, 40, 43 );
		kill( getpid(), SIGKILL );
	}
	int status = 0;
	CHECK( waitpid( child, &status, 0 ) == child && WIFSIGNALED( status ) );
	wfFootstepTable back = readFootsteps( path );
	int64_t expected = 0;
	for ( int64_t i = 0; i < table.rowCount; ++i )
	{
		expected += table.rows[i].step.startTime <= 0.1 * 39 ? 1 : 0;
	}
	CHECK_EQUAL( back.rowCount, expected );
	wfFootstepTable_Free( &back );
	wfFootstepTable_Free( &table );
	testRemoveFile( path );
}

TEST( FullDiskLeavesCommittedFootsteps )
{
	const char* path = testPath( 0, "d.sqlite" );
	wfFootstepTable table = testMakeFootsteps( 4, 20 );
	struct rlimit before;
	getrlimit( RLIMIT_FSIZE, &before );
	struct rlimit small = { 500000, before.rlim_max };
	void ( *handler )( int ) = signal( SIGXFSZ, SIG_IGN );
	setrlimit( RLIMIT_FSIZE, &small );
	wfRecorder* recorder = openRecorder( path, -1 );
	wfResult result = wf_ok;
	wfError error = { 0 };
	int32_t frames = 0;
	for ( ; frames < 3000 && result == wf_ok; ++frames )
	{
		for ( int64_t i = 0; i < table.rowCount; ++i )
		{
			table.rows[i].index += 20;
			table.rows[i].step.startTime += 20.0;
		}
		result = wfRecorder_AddFootsteps( recorder, table.rows, (int32_t)table.rowCount, &error );
		wfFrame frame = testMakeFrame( frames, 10 );
		result = result == wf_ok ? wfRecorder_AddFrame( recorder, &frame, &error ) : result;
	}
	CHECK_EQUAL( result, wf_writeFailed );
	CHECK( strstr( error.message, "could not be written" ) != NULL );
	CHECK_EQUAL( wfRecorder_AddFootsteps( recorder, table.rows, 1, NULL ), wf_writeFailed );
	CHECK_EQUAL( wfDestroyRecorder( recorder, NULL ), wf_writeFailed );
	setrlimit( RLIMIT_FSIZE, &before );
	signal( SIGXFSZ, handler );
	wfFootstepTable back = readFootsteps( path );
	CHECK( back.rowCount > 0 && back.rowCount % 80 == 0 && back.rowCount < 80 * frames );
	wfFootstepTable_Free( &back );
	wfFootstepTable_Free( &table );
	testRemoveFile( path );
}

// ------------------------------------------------------------------------------------------------------------- refusals

TEST( RecorderRefusesStepsThatAreNone )
{
	const char* path = testPath( 0, "x.sqlite" );
	wfRecorder* recorder = openRecorder( path, -1 );
	wfFootstepRow good, bad[9];
	testMakeSteps( 3, 0.0, bad, 2 );
	good = bad[1];
	for ( int k = 0; k < 9; ++k )
	{
		bad[k] = good;
	}
	bad[0].step.apex.x = (double)NAN;
	bad[1].step.duration = 0.0;
	bad[2].step.duration = -0.5;
	bad[3].step.along.x *= 1.001;
	bad[4].serial = 3000000000u;
	bad[5].index = -1;
	bad[6].step.footAngle = 1e300;
	bad[7].body.footRadius = (double)INFINITY;
	bad[8].step.kind = (wfFootstepKind)7;
	static const char* const fields[] = { "apex_x", "duration", "duration",	   "along_x", "agent",
										  "step",	"angle",	"foot_radius", "kind" };
	for ( int k = 0; k < 9; ++k )
	{
		wfError error = { 0 };
		CHECK_EQUAL( wfRecorder_AddFootsteps( recorder, &bad[k], 1, &error ), wf_outOfRange );
		CHECK_STRING( error.field, fields[k] );
		CHECK_STRING( error.file, path );
		CHECK( strstr( error.message, "expected" ) != NULL );
		CHECK_EQUAL( wfRecorder_AddFootsteps( recorder, &bad[k], 1, NULL ), wf_outOfRange );
	}
	// It goes on with what is right.
	CHECK_EQUAL( wfRecorder_AddFootsteps( recorder, &good, 1, NULL ), wf_ok );
	testBeginAsserts();
	CHECK_EQUAL( wfRecorder_AddFootsteps( NULL, &good, 1, NULL ), wf_invalidDef );
	CHECK_EQUAL( wfRecorder_AddFootsteps( recorder, NULL, 1, NULL ), wf_invalidDef );
	CHECK_EQUAL( wfRecorder_AddFootsteps( recorder, &good, -1, NULL ), wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 3 );
	CHECK_EQUAL( wfDestroyRecorder( recorder, NULL ), wf_ok );
	wfFootstepTable back = readFootsteps( path );
	CHECK_EQUAL( back.rowCount, 1 );
	wfFootstepTable_Free( &back );
	testRemoveFile( path );
}

static void spoil( const char* path, const char* sql, wfResult result, const char* field, const char* words )
{
	wfFootstepTable table = testMakeFootsteps( 2, 5 );
	CHECK( recordWalking( path, &table, 40 ) );
	wfFootstepTable_Free( &table );
	sqlite3* database = NULL;
	sqlite3_open_v2( path, &database, SQLITE_OPEN_READWRITE, NULL );
	CHECK_EQUAL( sqlite3_exec( database, sql, NULL, NULL, NULL ), SQLITE_OK );
	sqlite3_close( database );
	wfError error = { 0 };
	CHECK_EQUAL( wfReadFootsteps( path, &table, &error ), result );
	CHECK_STRING( error.field, field );
	CHECK( strstr( error.message, words ) != NULL );
	if ( strstr( error.message, words ) == NULL )
	{
		CHECK_STRING( error.message, words );
	}
	CHECK( table.rows == NULL );
	wfFootstepTable_Free( &table );
}

TEST( SpoiledDatabasesAreRefused )
{
	const char* path = testPath( 0, "s.sqlite" );
	spoil( path, "DELETE FROM wayfield_footsteps", wf_notFound, "", "no footsteps" );
	spoil( path, "DROP VIEW wayfield_footprints; ALTER TABLE wayfield_footsteps RENAME COLUMN curve TO bend", wf_badFormat,
		   "wayfield_footsteps.curve", "no such column" );
	spoil( path, "UPDATE wayfield_footsteps SET foot = 'both' WHERE id = 2 AND step = 3", wf_badFormat, "wayfield_footsteps.foot",
		   "agent 2, step 3: expected left or right, found \"both\"" );
	spoil( path, "UPDATE wayfield_footsteps SET kind = 5", wf_badFormat, "wayfield_footsteps.kind", "expected walk, start" );
	spoil( path, "UPDATE wayfield_footsteps SET speed = 'fast'", wf_badFormat, "wayfield_footsteps.speed",
		   "expected a number, found a text" );
	spoil( path, "UPDATE wayfield_footsteps SET duration = -1 WHERE step = 2", wf_outOfRange, "wayfield_footsteps.duration",
		   "agent 1, step 2: expected seconds above 0" );
	spoil( path, "UPDATE wayfield_footsteps SET facing_end_x = 0.5, facing_end_y = 0.5", wf_outOfRange,
		   "wayfield_footsteps.facing_end_x", "expected a unit vector" );
	spoil( path, "UPDATE wayfield_footsteps SET apex_x = 9e999", wf_outOfRange, "wayfield_footsteps.apex_x", "found inf" );
	spoil( path, "UPDATE wayfield_footsteps SET id = -id", wf_badFormat, "wayfield_footsteps.id", "expected a whole number" );
	spoil( path,
		   "UPDATE wayfield_footsteps SET start = (SELECT start FROM wayfield_footsteps AS f WHERE f.id = wayfield_footsteps.id"
		   " AND f.step = 2) WHERE step = 3",
		   wf_badFormat, "start", "begin together" );
	spoil( path, "UPDATE wayfield_footsteps SET step = 9 - step", wf_badFormat, "step", "grow with time" );
	testRemoveFile( path );
}

static wfResult recordSome( const char* path, const wfFootstepTable* table )
{
	wfRecorderDef def = testRecorderDef( path );
	wfRecorder* recorder = NULL;
	wfResult result = wfCreateRecorder( &def, &recorder, NULL );
	if ( result == wf_ok )
	{
		result = wfRecorder_AddFootsteps( recorder, table->rows, (int32_t)table->rowCount, NULL );
		wfResult last = wfDestroyRecorder( recorder, NULL );
		result = result == wf_ok ? last : result;
	}
	return result;
}

TEST( RecordedFootstepsMayRunOutOfMemory )
{
	const char* path = testPath( 0, "m.sqlite" );
	wfFootstepTable table = testMakeFootsteps( 10, 30 ), back = { 0 };
	TEST_EVERY_ALLOCATION( recordSome( path, &table ), (void)0 );
	TEST_EVERY_ALLOCATION( wfReadFootsteps( path, &back, NULL ), wfFootstepTable_Free( &back ) );
	wfFootstepTable_Free( &table );
	testRemoveFile( path );
}

void testRecordFootsteps( int argc, char** argv )
{
	RUN( FootstepTablesSortAndGrow );
	RUN( DatabasesGiveFootstepsBack );
	RUN( RecordingsWithoutFeetHaveNoTable );
	RUN( TextRecordingsLeaveFootstepsOut );
	RUN( DatabasesTellHowLongFeetStand );
	RUN( GoingOnEqualsTheWholeWalk );
	RUN( StepsToldAgainAreThereOnce );
	RUN( KilledWalksKeepWhatIsCommitted );
	RUN( FullDiskLeavesCommittedFootsteps );
	RUN( RecorderRefusesStepsThatAreNone );
	RUN( SpoiledDatabasesAreRefused );
	RUN( RecordedFootstepsMayRunOutOfMemory );
}
