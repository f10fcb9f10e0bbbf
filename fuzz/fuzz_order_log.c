// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Logs of orders, read for a crowd that was made in code, given, and written again: what was read once is read again.
#include "fuzz/fuzz.h"

#include "wayfield/orders.h"

#include <math.h>

#define AGENTS 6

static wfWorld* makeWorld( void )
{
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds.upper = ( wfVec2 ){ 30.0, 20.0 };
	wfWorld* world = NULL;
	FUZZ_CHECK( wfCreateWorld( &def, &world, NULL ) == wf_ok );
	wfShapeDef wall = wfDefaultShapeDef();
	wall.center = ( wfVec2 ){ 15.0, 6.0 };
	wall.halfSize = ( wfVec2 ){ 0.5, 6.0 };
	FUZZ_CHECK( wfWorld_AddShape( world, &wall, NULL, NULL ) == wf_ok );
	wfGoalDef goal = wfDefaultGoalDef();
	const wfVec2 place = { 27.0, 10.0 };
	goal.name = "far";
	goal.points = &place;
	goal.pointCount = 1;
	FUZZ_CHECK( wfWorld_AddGoal( world, &goal, NULL, NULL ) == wf_ok );
	return world;
}

// Group A has all but the last.
static wfCrowd* makeCrowd( wfWorld* world, wfOrderLog* log )
{
	wfGroundDef ground = wfMakePlaneGround( world );
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.memoryLimit = FUZZ_MEMORY_LIMIT;
	wfCrowd* crowd = NULL;
	FUZZ_CHECK( wfCreateCrowd( &ground, &def, &crowd, NULL ) == wf_ok );
	wfAgentId agents[AGENTS];
	for ( int32_t k = 0; k < AGENTS; ++k )
	{
		wfAgentDef agent = wfDefaultAgentDef();
		agent.position = ( wfVec3 ){ 3.0 + k, 10.0, 0.0 };
		FUZZ_CHECK( wfCrowd_AddAgent( crowd, &agent, &agents[k], NULL ) == wf_ok );
	}
	wfGroupDef group = wfDefaultGroupDef();
	wfGroupId id;
	group.members = agents;
	group.memberCount = AGENTS - 1;
	FUZZ_CHECK( wfCrowd_CreateGroup( crowd, &group, &id, NULL ) == wf_ok );
	FUZZ_CHECK( wfOrderLog_NameGroup( log, crowd, id, "A", NULL ) == wf_ok );
	return crowd;
}

static void readAgain( wfWorld* world, const wfOrderLog* log, const char* path )
{
	wfError error = { 0 };
	wfOrderLog* again = NULL;
	FUZZ_CHECK( wfWriteOrderLog( path, log, NULL, &error ) == wf_ok && wfCreateOrderLog( &again, NULL ) == wf_ok );
	wfCrowd* crowd = makeCrowd( world, again );
	FUZZ_CHECK( wfReadOrderLog( path, again, crowd, &error ) == wf_ok );
	wfDestroyCrowd( crowd );
	wfDestroyOrderLog( again );
	remove( path );
}

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	char path[64];
	snprintf( path, sizeof( path ), "/tmp/fuzz-order-log-%ld.json", (long)getpid() );
	wfWorld* world = makeWorld();
	wfOrderLog* log = NULL;
	FUZZ_CHECK( wfCreateOrderLog( &log, NULL ) == wf_ok );
	wfCrowd* crowd = makeCrowd( world, log );
	wfError error = { 0 };
	wfResult result = wfReadOrderLogFromMemory( "log.json", data, size, log, crowd, &error );
	if ( result == wf_ok )
	{
		readAgain( world, log, path );
		result = wfOrderLog_Give( log, crowd, &error );
		FUZZ_CHECK( result == wf_ok || error.message[0] != 0 );
		for ( int32_t k = 0; k < 3 && result == wf_ok; ++k )
		{
			result = wfCrowd_Tick( crowd, &error );
			result = result == wf_ok ? wfOrderLog_Give( log, crowd, &error ) : result;
			FUZZ_CHECK( result == wf_ok || error.message[0] != 0 );
		}
	}
	else
	{
		fuzzCheckError( &error, result );
		FUZZ_CHECK( wfOrderLog_IsOver( log ) );
	}
	wfDestroyCrowd( crowd );
	wfDestroyOrderLog( log );
	wfDestroyWorld( world );
	FUZZ_CHECK( wfGetByteCount() == 0 );
	return 0;
}
