// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What cannot be animated is reported, and nothing is left behind.

#include "test_animate.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void refuse( wfResult result, wfResult expected, const wfError* error, const char* words )
{
	CHECK_EQUAL( result, expected );
	CHECK_EQUAL( error->result, expected );
	if ( strstr( error->message, words ) == NULL )
	{
		CHECK_STRING( error->message, words );
	}
}

typedef struct testFiles
{
	char glb[512], gltf[512], bvh[512];
} testFiles;

static testFiles makePaths( void )
{
	testFiles files;
	snprintf( files.glb, sizeof( files.glb ), "%s.glb", testTemporaryPath( "refused" ) );
	snprintf( files.gltf, sizeof( files.gltf ), "%s.gltf", testTemporaryPath( "refused" ) );
	snprintf( files.bvh, sizeof( files.bvh ), "%s.bvh", testTemporaryPath( "refused" ) );
	return files;
}

TEST( EmptyTablesAreRefused )
{
	testFiles files = makePaths();
	wfFootstepTable table = { 0 };
	wfAnimationDef def = wfDefaultAnimationDef();
	wfAnimationReport report;
	wfError error = { 0 };
	refuse( wfWriteGltf( files.glb, &table, &def, &report, &error ), wf_notFound, &error, "no footsteps" );
	refuse( wfWriteBvh( files.bvh, &table, &def, &report, &error ), wf_notFound, &error, "no footsteps" );
	CHECK( access( files.glb, F_OK ) != 0 && access( files.bvh, F_OK ) != 0 );
	CHECK_EQUAL( report.agents, 0 );
}

TEST( WrongWishesAreRefused )
{
	testFiles files = makePaths();
	wfFootstepTable table = { 0 };
	testAddStroll( &table, 3, 0.0, ( wfVec2 ){ 0.0, 0.0 }, 0.0, 1.4 );
	wfAnimationDef def = wfDefaultAnimationDef();
	wfError error = { 0 };
	const uint32_t nobody = 4;
	wfAnimationDef wrong = def;
	wrong.agents = &nobody;
	wrong.agentCount = 1;
	refuse( wfWriteGltf( files.glb, &table, &wrong, NULL, &error ), wf_notFound, &error, "agent 4 has no footsteps" );
	wrong = def;
	wrong.from = 1000.0;
	refuse( wfWriteBvh( files.bvh, &table, &wrong, NULL, &error ), wf_outOfRange, &error, "nobody to show" );
	wrong = def;
	wrong.fps = 0.0;
	refuse( wfWriteGltf( files.glb, &table, &wrong, NULL, &error ), wf_outOfRange, &error, "animation.fps is 0, expected 1 to" );
	wrong.fps = NAN;
	refuse( wfWriteGltf( files.glb, &table, &wrong, NULL, &error ), wf_outOfRange, &error, "animation.fps" );
	wrong = def;
	wrong.from = 3.0;
	wrong.until = 2.0;
	refuse( wfWriteGltf( files.glb, &table, &wrong, NULL, &error ), wf_outOfRange, &error, "animation.until is 2" );
	wrong = def;
	wrong.legLength = 0.9;
	wrong.stature = 1.0;
	refuse( wfWriteGltf( files.glb, &table, &wrong, NULL, &error ), wf_outOfRange, &error, "animation.stature is 1" );
	refuse( wfWriteGltf( "walk.fbx", &table, &def, NULL, &error ), wf_unsupported, &error, ".glb or .gltf" );
	testBeginAsserts();
	wrong = ( wfAnimationDef ){ 0 };
	CHECK_EQUAL( wfWriteGltf( files.glb, &table, &wrong, NULL, &error ), wf_invalidDef );
	CHECK_EQUAL( wfWriteBvh( files.bvh, &table, &wrong, NULL, &error ), wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 2 );
	double duration = table.rows[table.rowCount - 1].step.duration;
	table.rows[table.rowCount - 1].step.duration = 2e6;
	refuse( wfWriteGltf( files.glb, &table, &def, NULL, &error ), wf_tooLarge, &error, "show fewer agents" );
	refuse( wfWriteBvh( files.bvh, &table, &def, NULL, &error ), wf_tooLarge, &error, "show fewer agents" );
	table.rows[table.rowCount - 1].step.duration = duration;
	table.rows[3].step.apex.x = NAN;
	refuse( wfWriteGltf( files.glb, &table, &def, NULL, &error ), wf_badFormat, &error, "step 3 of agent 3" );
	table.rows[3].step.apex.x = 0.0;
	table.rows[3].step.startTime = 0.0;
	refuse( wfWriteGltf( files.glb, &table, &def, NULL, &error ), wf_badFormat, &error, "sorted by agent" );
	CHECK( access( files.glb, F_OK ) != 0 );
	wfFootstepTable_Free( &table );
}

TEST( UnwritablePathsAreReported )
{
	wfFootstepTable table = { 0 };
	testAddStroll( &table, 1, 0.0, ( wfVec2 ){ 0.0, 0.0 }, 0.0, 1.4 );
	wfAnimationDef def = wfDefaultAnimationDef();
	def.until = 1.0;
	wfError error = { 0 };
	const char* folder = "no-such-folder/walk";
	char path[512];
	const char* const endings[] = { ".glb", ".gltf", ".bvh" };
	for ( int k = 0; k < 3; ++k )
	{
		snprintf( path, sizeof( path ), "%s%s", folder, endings[k] );
		error = ( wfError ){ 0 };
		refuse( k < 2 ? wfWriteGltf( path, &table, &def, NULL, &error ) : wfWriteBvh( path, &table, &def, NULL, &error ),
				wf_writeFailed, &error, "could not be written" );
		CHECK_STRING( error.file, path );
	}
	wfFootstepTable_Free( &table );
}

TEST( RunningOutOfMemoryLeavesNothing )
{
	testFiles files = makePaths();
	wfFootstepTable table = { 0 };
	testAddStroll( &table, 1, 0.0, ( wfVec2 ){ 0.0, 0.0 }, 0.0, 1.4 );
	testAddStroll( &table, 2, 0.5, ( wfVec2 ){ 3.0, 0.0 }, 0.0, 1.0 );
	wfAnimationDef def = wfDefaultAnimationDef();
	def.from = 1.4;
	def.until = 2.0;
	def.fps = 10.0;
	wfError error;
	TEST_EVERY_ALLOCATION( wfWriteGltf( files.glb, &table, &def, NULL, &error ), remove( files.glb ) );
	TEST_EVERY_ALLOCATION( wfWriteGltf( files.gltf, &table, &def, NULL, &error ), remove( files.gltf ) );
	TEST_EVERY_ALLOCATION( wfWriteBvh( files.bvh, &table, &def, NULL, &error ), remove( files.bvh ) );
	CHECK( access( files.glb, F_OK ) != 0 && access( files.gltf, F_OK ) != 0 && access( files.bvh, F_OK ) != 0 );
	wfFootstepTable_Free( &table );
}

static bool stopAtOnce( double fraction, void* context )
{
	CHECK( fraction >= 0.0 && fraction <= 1.0 );
	*(int32_t*)context += 1;
	return false;
}

TEST( WorkCanBeCancelled )
{
	testFiles files = makePaths();
	wfFootstepTable table = { 0 };
	testAddStroll( &table, 1, 0.0, ( wfVec2 ){ 0.0, 0.0 }, 0.0, 1.4 );
	testAddStroll( &table, 2, 0.0, ( wfVec2 ){ 5.0, 0.0 }, 0.0, 1.4 );
	wfAnimationDef def = wfDefaultAnimationDef();
	int32_t calls = 0;
	def.progress = stopAtOnce;
	def.progressContext = &calls;
	wfError error = { 0 };
	CHECK_EQUAL( wfWriteGltf( files.glb, &table, &def, NULL, &error ), wf_cancelled );
	CHECK_EQUAL( calls, 1 );
	CHECK_EQUAL( wfWriteBvh( files.bvh, &table, &def, NULL, &error ), wf_cancelled );
	CHECK( access( files.glb, F_OK ) != 0 && access( files.bvh, F_OK ) != 0 );
	wfFootstepTable_Free( &table );
}

void testAnimateRefusals( int argc, char** argv )
{
	RUN( EmptyTablesAreRefused );
	RUN( WrongWishesAreRefused );
	RUN( UnwritablePathsAreReported );
	RUN( RunningOutOfMemoryLeavesNothing );
	RUN( WorkCanBeCancelled );
}
