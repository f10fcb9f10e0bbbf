// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Footsteps of crowds: what a crowd reports is recorded, read back, and says where everybody was.
#include "tests/test_record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define TEST_STEPS 90
#define TEST_WALKERS 9
#define TEST_PLACES 20000

typedef struct testPlace
{
	uint32_t serial;
	double time;
	wfVec2 position;
} testPlace;

// A crowd as it is recorded, and beside it what it reported.
typedef struct testWalk
{
	wfWorld* world;
	wfCrowd* crowd;
	wfRecorder* recorder;
	wfFootstepTable reported;
	testPlace* places;
	int32_t placeCount;
} testWalk;

static wfWorld* makeHall( void )
{
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds = ( wfBox2 ){ { 0.0, 0.0 }, { 14.0, 5.0 } };
	wfWorld* world = NULL;
	CHECK_EQUAL( wfCreateWorld( &def, &world, NULL ), wf_ok );
	return world;
}

// Two groups on foot that meet, somebody on foot who stays where it is, and a disc among them.
static wfCrowd* makePeople( wfWorld* world )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.seed = 5;
	wfCrowd* crowd = NULL;
	wfGroundDef ground = wfMakePlaneGround( world );
	CHECK_EQUAL( wfCreateCrowd( &ground, &def, &crowd, NULL ), wf_ok );
	wfGaitDef gait = wfDefaultGaitDef();
	wfGaitId gaitId;
	CHECK_EQUAL( wfCrowd_AddGait( crowd, &gait, &gaitId, NULL ), wf_ok );
	for ( int32_t i = 0; i < TEST_WALKERS + 1; ++i )
	{
		bool east = i % 2 == 0;
		double y = 0.7 + 0.45 * i;
		wfStop stop = wfMakePointStop( ( wfVec3 ){ east ? 13.0 : 1.0, 5.0 - y, 0.0 } );
		wfAgentDef agent = wfDefaultAgentDef();
		agent.position = ( wfVec3 ){ i == TEST_WALKERS - 1 ? 7.0 : east ? 1.0 : 13.0, i == TEST_WALKERS ? 0.4 : y, 0.0 };
		agent.heading = east ? 0.0 : 3.0;
		agent.radius = 0.22;
		agent.stops = &stop;
		agent.stopCount = i == TEST_WALKERS - 1 ? 0 : 1;
		agent.atEnd = i % 3 == 0 ? wf_leaveAtEnd : wf_stayAtEnd;
		agent.gait = i < TEST_WALKERS ? gaitId : ( wfGaitId ){ 0 };
		CHECK_EQUAL( wfCrowd_AddAgent( crowd, &agent, NULL, NULL ), wf_ok );
	}
	return crowd;
}

static testWalk startRun( const char* path )
{
	testWalk run = { .world = makeHall() };
	run.crowd = makePeople( run.world );
	run.places = calloc( TEST_PLACES, sizeof( testPlace ) );
	wfRecorderDef def = wfDefaultRecorderDef();
	def.path = path;
	def.fps = 5.0;
	def.world = run.world;
	def.name = "hall";
	CHECK_EQUAL( wfCreateRecorder( &def, &run.recorder, NULL ), wf_ok );
	snprintf( run.reported.name, sizeof( run.reported.name ), "hall" );
	return run;
}

static void stepRun( testWalk* run )
{
	wfError error = { 0 };
	CHECK_EQUAL( wfCrowd_Tick( run->crowd, &error ), wf_ok );
	CHECK_STRING( error.message, "" );
	const wfFootstepRow* rows;
	int32_t count = wfCrowd_GetFootsteps( run->crowd, &rows );
	CHECK_EQUAL( wfRecorder_AddFootsteps( run->recorder, rows, count, &error ), wf_ok );
	CHECK_STRING( error.message, "" );
	CHECK_EQUAL( wfFootstepTable_Add( &run->reported, rows, count ), wf_ok );
	wfFrame frame = wfCrowd_GetFrame( run->crowd );
	CHECK_EQUAL( wfRecorder_AddFrame( run->recorder, &frame, &error ), wf_ok );
	for ( int32_t i = 0; i < frame.count && run->placeCount < TEST_PLACES; ++i )
	{
		run->places[run->placeCount++] =
			( testPlace ){ frame.serials[i], frame.time, { frame.positions[i].x, frame.positions[i].y } };
	}
}

static void freeRun( testWalk* run )
{
	CHECK_EQUAL( wfDestroyRecorder( run->recorder, NULL ), wf_ok );
	wfDestroyCrowd( run->crowd );
	wfDestroyWorld( run->world );
	wfFootstepTable_Free( &run->reported );
	free( run->places );
}

static double distance( wfVec2 a, wfVec2 b )
{
	return sqrt( ( a.x - b.x ) * ( a.x - b.x ) + ( a.y - b.y ) * ( a.y - b.y ) );
}

// The last step of somebody that began by a time; null when there is none.
static const wfFootstep* findStep( const wfFootstepTable* table, uint32_t serial, double time )
{
	const wfFootstep* found = NULL;
	for ( int64_t i = 0; i < table->rowCount; ++i )
	{
		const wfFootstepRow* row = &table->rows[i];
		found = row->serial == serial && row->step.startTime <= time + 1e-9 ? &row->step : found;
	}
	return found;
}

// Places of frames are those of the steps. Returns how many were compared.
static int32_t comparePlaces( const testWalk* run, const wfFootstepTable* table )
{
	int32_t compared = 0;
	for ( int32_t i = 0; i < run->placeCount; ++i )
	{
		const testPlace* place = &run->places[i];
		const wfFootstep* step = findStep( table, place->serial, place->time );
		if ( step != NULL && place->time <= wfFootstep_GetEndTime( step ) + 1e-9 )
		{
			CHECK( distance( wfFootstep_GetPosition( step, place->time ), place->position ) < 1e-6 );
			compared += 1;
		}
	}
	return compared;
}

TEST( CrowdsOnFootAreReadBack )
{
	const char* path = testPath( 0, "crowd.sqlite" );
	testWalk run = startRun( path );
	for ( int32_t i = 0; i < TEST_STEPS; ++i )
	{
		stepRun( &run );
	}
	CHECK_EQUAL( wfRecorder_Commit( run.recorder, NULL ), wf_ok );
	wfFootstepTable_Sort( &run.reported );
	CHECK( run.reported.rowCount > 15 * TEST_WALKERS );
	wfFootstepTable back = { 0 };
	wfError error = { 0 };
	CHECK_EQUAL( wfReadFootsteps( path, &back, &error ), wf_ok );
	CHECK_STRING( error.message, "" );
	CHECK( testSameFootsteps( &run.reported, &back, true ) );

	int32_t agents = back.rowCount > 0 ? 1 : 0, departures = 0;
	for ( int64_t i = 1; i < back.rowCount; ++i )
	{
		const wfFootstepRow *a = &back.rows[i - 1], *b = &back.rows[i];
		if ( a->serial != b->serial )
		{
			CHECK_EQUAL( b->index, 0 );
			agents += 1;
			continue;
		}
		bool leaves = wfFootstep_IsDeparture( &b->step );
		double start = b->step.startTime, end = leaves ? start : wfFootstep_GetEndTime( &a->step );
		departures += leaves ? 1 : 0;
		CHECK_EQUAL( b->index, a->index + 1 );
		CHECK_NEAR( start, end, 1e-9 );
		CHECK( distance( wfFootstep_GetPosition( &a->step, end ), wfFootstep_GetPosition( &b->step, start ) ) < 1e-9 );
		for ( int foot = wf_leftFoot; foot <= wf_rightFoot; ++foot )
		{
			CHECK( distance( wfFootstep_GetFoot( &a->step, (wfFoot)foot, end, NULL ),
							 wfFootstep_GetFoot( &b->step, (wfFoot)foot, start, NULL ) ) < 1e-9 );
		}
	}
	CHECK_EQUAL( agents, TEST_WALKERS );
	CHECK( comparePlaces( &run, &back ) > run.placeCount * 7 / 10 );
	// Who left in the middle of a step is recorded no longer than that.
	CHECK( departures > 0 );
	wfFootstepTable_Free( &back );
	freeRun( &run );
	testRemoveFile( path );
}

// Files and the database hold the same.
TEST( CrowdsOnFootGoThroughEveryFormat )
{
	const char* path = testPath( 0, "formats.sqlite" );
	testWalk run = startRun( path );
	for ( int32_t i = 0; i < TEST_STEPS / 3; ++i )
	{
		stepRun( &run );
	}
	wfFootstepTable_Sort( &run.reported );
	static const char* const names[] = { "formats.json", "formats.csv" };
	for ( int k = 0; k < 2; ++k )
	{
		const char* file = testPath( 1, names[k] );
		CHECK_EQUAL( wfWriteFootsteps( file, &run.reported, NULL ), wf_ok );
		wfFootstepTable back = { 0 };
		CHECK_EQUAL( wfReadFootsteps( file, &back, NULL ), wf_ok );
		CHECK( testSameFootsteps( &run.reported, &back, false ) );
		wfFootstepTable_Free( &back );
		testRemoveFile( file );
	}
	freeRun( &run );
	testRemoveFile( path );
}

// A post close in front of the fastest walker, where its step leads. False: nobody walks.
static bool putPostBeforeWalker( testWalk* run )
{
	wfFrame frame = wfCrowd_GetFrame( run->crowd );
	wfVec2 place = { 0.0, 0.0 }, velocity = { 0.0, 0.0 };
	for ( int32_t i = 0; i < frame.count; ++i )
	{
		const wfFootstep* step = findStep( &run->reported, frame.serials[i], frame.time );
		wfVec2 own = step != NULL ? wfFootstep_GetVelocity( step, frame.time ) : ( wfVec2 ){ 0.0, 0.0 };
		if ( hypot( own.x, own.y ) > hypot( velocity.x, velocity.y ) )
		{
			velocity = own;
			place = ( wfVec2 ){ frame.positions[i].x, frame.positions[i].y };
		}
	}
	double speed = hypot( velocity.x, velocity.y );
	if ( speed <= 0.3 )
	{
		return false;
	}
	wfShapeDef post = wfDefaultShapeDef();
	post.kind = wf_discShape;
	post.center = ( wfVec2 ){ place.x + 0.45 * velocity.x / speed, place.y + 0.45 * velocity.y / speed };
	post.radius = 0.08;
	CHECK_EQUAL( wfWorld_AddShape( run->world, &post, NULL, NULL ), wf_ok );
	return true;
}

// Posts put up before people who are in the middle of a step: steps are broken off, and recordings stay good.
TEST( WallsInTheWayLeaveRecordingsGood )
{
	const char* path = testPath( 0, "walls.sqlite" );
	testWalk run = startRun( path );
	int32_t posts = 0, next = 6;
	for ( int32_t i = 0; i < TEST_STEPS; ++i )
	{
		if ( i >= next && putPostBeforeWalker( &run ) )
		{
			posts += 1;
			next = i + 12;
		}
		stepRun( &run );
	}
	CHECK( posts >= 3 );
	CHECK_EQUAL( wfRecorder_Commit( run.recorder, NULL ), wf_ok );
	wfFootstepTable_Sort( &run.reported );
	wfFootstepTable back = { 0 };
	wfError error = { 0 };
	CHECK_EQUAL( wfReadFootsteps( path, &back, &error ), wf_ok );
	CHECK_STRING( error.message, "" );
	CHECK( testSameFootsteps( &run.reported, &back, true ) );
	int32_t broken = 0;
	for ( int64_t i = 1; i < back.rowCount; ++i )
	{
		const wfFootstepRow *before = &back.rows[i - 1], *row = &back.rows[i];
		bool same = before->serial == row->serial;
		broken += same && row->step.startTime < wfFootstep_GetEndTime( &before->step ) - 1e-6 ? 1 : 0;
	}
	CHECK( broken > 0 );
	CHECK( comparePlaces( &run, &back ) > run.placeCount / 2 );
	wfFootstepTable_Free( &back );
	freeRun( &run );
	testRemoveFile( path );
}

// Recorded up to some step, checkpointed, recorded a little farther and broken off: what goes on from the checkpoint makes the
// same recording as the whole.
static void resumeRun( const char* path, const char* checkpoint, int32_t split, const wfFootstepTable* whole )
{
	testWalk part = startRun( path );
	for ( int32_t i = 0; i < split; ++i )
	{
		stepRun( &part );
	}
	wfError error = { 0 };
	CHECK_EQUAL( wfRecorder_Commit( part.recorder, &error ), wf_ok );
	CHECK_EQUAL( wfWriteCheckpoint( checkpoint, part.crowd, &( wfCheckpointNotes ){ split, 0 }, &error ), wf_ok );
	for ( int32_t i = 0; i < 7; ++i )
	{
		stepRun( &part );
	}
	freeRun( &part );

	testWalk rest = { .world = makeHall() };
	rest.crowd = makePeople( rest.world );
	rest.places = calloc( TEST_PLACES, sizeof( testPlace ) );
	wfCheckpointNotes notes = { -1, 1 };
	CHECK_EQUAL( wfReadCheckpoint( checkpoint, rest.crowd, &notes, &error ), wf_ok );
	CHECK_EQUAL( notes.recordedFrames, split );
	CHECK_EQUAL( notes.ordersHash, 0 );
	wfRecorderDef def = wfDefaultRecorderDef();
	def.path = path;
	def.fps = 5.0;
	def.world = rest.world;
	def.name = "hall";
	def.resume = true;
	def.resumeFrame = notes.recordedFrames;
	CHECK_EQUAL( wfCreateRecorder( &def, &rest.recorder, &error ), wf_ok );
	CHECK_STRING( error.message, "" );
	for ( int32_t i = split; i < TEST_STEPS && rest.recorder != NULL; ++i )
	{
		stepRun( &rest );
	}
	CHECK_EQUAL( wfRecorder_Commit( rest.recorder, &error ), wf_ok );
	wfFootstepTable back = { 0 };
	CHECK_EQUAL( wfReadFootsteps( path, &back, &error ), wf_ok );
	CHECK_STRING( error.message, "" );
	if ( !CHECK( testSameFootsteps( whole, &back, true ) ) )
	{
		fprintf( stderr, "    split at %d: %d steps instead of %d\n", split, (int)back.rowCount, (int)whole->rowCount );
	}
	wfFootstepTable_Free( &back );
	freeRun( &rest );
}

TEST( ResumedCrowdsOnFootEqualTheWhole )
{
	const char* path = testPath( 0, "whole.sqlite" );
	testWalk run = startRun( path );
	for ( int32_t i = 0; i < TEST_STEPS; ++i )
	{
		stepRun( &run );
	}
	wfFootstepTable_Sort( &run.reported );
	const char *partPath = testPath( 1, "resumed.sqlite" ), *checkpoint = testPath( 2, "resumed.bin" );
	const int32_t splits[] = { 1, 22, 47, 80 };
	for ( int32_t k = 0; k < 4; ++k )
	{
		resumeRun( partPath, checkpoint, splits[k], &run.reported );
	}
	freeRun( &run );
	testRemoveFile( path );
	testRemoveFile( partPath );
	testRemoveFile( checkpoint );
}

void testRecordFootstepCrowds( int argc, char** argv )
{
	RUN( CrowdsOnFootAreReadBack );
	RUN( CrowdsOnFootGoThroughEveryFormat );
	RUN( WallsInTheWayLeaveRecordingsGood );
	RUN( ResumedCrowdsOnFootEqualTheWhole );
}
