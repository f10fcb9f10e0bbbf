// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Checkpoints of crowds. Bytes at random are refused at the door, so the input says how a sound state is changed: four bytes for
// each change, two for the place, one for the value and one for what to do with it. The hash is put right afterwards. Inputs of
// odd length have fields that are queued, and are saved while they are worked on; the last byte says how far that has come.
#include "fuzz/fuzz.h"

#include "wayfield/crowd.h"

// Of the header, and of the hash in it.
#define CONTENT_BEGIN 64
#define HASH_PLACE 56

static wfWorld* makeWorld( void )
{
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds = ( wfBox2 ){ { 0.0, 0.0 }, { 10.0, 6.0 } };
	wfWorld* world = NULL;
	FUZZ_CHECK( wfCreateWorld( &def, &world, NULL ) == wf_ok );
	wfShapeDef wall = wfDefaultShapeDef();
	wall.kind = wf_boxShape;
	wall.center = ( wfVec2 ){ 5.0, 2.0 };
	wall.halfSize = ( wfVec2 ){ 0.3, 2.0 };
	wfShapeId shape;
	FUZZ_CHECK( wfWorld_AddShape( world, &wall, &shape, NULL ) == wf_ok );
	return world;
}

// A box beside everybody's way, or the wall that was there from the start is gone.
static void edit( wfWorld* world, int32_t tick, bool removes )
{
	wfShapeDef box = wfDefaultShapeDef();
	box.kind = wf_boxShape;
	box.center = ( wfVec2 ){ tick == 8 ? 5.0 : 4.0, 5.0 };
	box.halfSize = ( wfVec2 ){ 0.4, 0.4 };
	wfShapeId shape;
	if ( !removes )
	{
		FUZZ_CHECK( wfWorld_AddShape( world, &box, &shape, NULL ) == wf_ok );
	}
	else if ( tick == 8 )
	{
		FUZZ_CHECK( wfWorld_GetShapeIds( world, &shape, 1 ) == 1 && wfWorld_RemoveShape( world, shape ) == wf_ok );
	}
}

// One at each end of the room, of which some choose one.
static wfStop addExits( wfWorld* world, wfCrowd* crowd )
{
	wfExit list[2] = { { { 0 }, 0.0 }, { { 0 }, 1.0 } };
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfVec2 point = { k == 0 ? 0.6 : 9.4, 4.0 };
		wfGoalDef goal = wfDefaultGoalDef();
		goal.kind = wf_pointGoal;
		goal.points = &point;
		goal.pointCount = 1;
		// The world may have them already.
		wfGoalId ids[2];
		int32_t count = wfWorld_GetGoalIds( world, ids, 2 );
		list[k].goal = count > k ? ids[k] : list[k].goal;
		FUZZ_CHECK( count > k || wfWorld_AddGoal( world, &goal, &list[k].goal, NULL ) == wf_ok );
	}
	wfExitsDef def = wfDefaultExitsDef();
	def.exits = list;
	def.exitCount = 2;
	wfExitsId id;
	FUZZ_CHECK( wfCrowd_AddExits( crowd, &def, &id, NULL ) == wf_ok );
	return wfMakeExitsStop( id, wf_quickestExit );
}

// A few agents, a queue, exits, a source and people who stand.
static wfCrowd* makeCrowd( wfWorld* world, double budget )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.standSeconds = 0.5;
	def.solveBudget = budget;
	wfCrowd* crowd = NULL;
	wfGroundDef ground = wfMakePlaneGround( world );
	FUZZ_CHECK( wfCreateCrowd( &ground, &def, &crowd, NULL ) == wf_ok );
	const wfVec3 line[2] = { { 8.0, 1.0, 0.0 }, { 6.0, 1.0, 0.0 } };
	wfQueueDef queue = wfDefaultQueueDef();
	queue.line = line;
	queue.lineCount = 2;
	wfQueueId queueId;
	FUZZ_CHECK( wfCrowd_AddQueue( crowd, &queue, &queueId, NULL ) == wf_ok );
	const wfStop stops[2] = { { .kind = wf_queueStop, .queue = queueId }, { .kind = wf_pointStop, .point = { 9.0, 5.0, 0.0 } } };
	const wfVec2 region[3] = { { 0.5, 0.5 }, { 3.0, 0.5 }, { 0.5, 3.0 } };
	wfSourceDef source = wfDefaultSourceDef();
	source.region = region;
	source.regionCount = 3;
	source.rate = 2.0;
	source.count = 6;
	source.agent.stops = stops;
	source.agent.stopCount = 2;
	wfSourceId sourceId;
	FUZZ_CHECK( wfCrowd_AddSource( crowd, &source, &sourceId, NULL ) == wf_ok );
	wfAgentDef agent = wfDefaultAgentDef();
	for ( int32_t k = 0; k < 4; ++k )
	{
		agent.position = ( wfVec3 ){ 6.0 + k, 3.0, 0.0 };
		agent.stops = stops;
		agent.stopCount = k == 3 ? 0 : 2;
		FUZZ_CHECK( wfCrowd_AddAgent( crowd, &agent, NULL, NULL ) == wf_ok );
	}
	wfStop exits = addExits( world, crowd );
	agent.stops = &exits;
	agent.stopCount = 1;
	for ( int32_t k = 0; k < 2; ++k )
	{
		agent.position = ( wfVec3 ){ 4.0 + 3.0 * k, 2.0, 0.0 };
		FUZZ_CHECK( wfCrowd_AddAgent( crowd, &agent, NULL, NULL ) == wf_ok );
	}
	return crowd;
}

static void change( uint8_t* bytes, size_t size, const uint8_t* data, size_t count )
{
	for ( size_t k = 0; k + 4 <= count; k += 4 )
	{
		size_t place = CONTENT_BEGIN + ( (size_t)data[k] | (size_t)data[k + 1] << 8 ) % ( size - CONTENT_BEGIN );
		uint8_t value = data[k + 2];
		bytes[place] = data[k + 3] % 3 == 0	  ? value
					   : data[k + 3] % 3 == 1 ? bytes[place] ^ value
											  : (uint8_t)( bytes[place] + value );
	}
	uint64_t hash = wfHash( WF_HASH_START, bytes + CONTENT_BEGIN, size - CONTENT_BEGIN );
	memcpy( bytes + HASH_PLACE, &hash, sizeof( hash ) );
}

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	wfWorld* world = makeWorld();
	bool isQueued = size % 2 == 1;
	uint8_t how = isQueued ? data[size - 1] : 0;
	wfCrowd* crowd = makeCrowd( world, isQueued ? 0.05 * ( 1 + how % 16 ) : 0.0 );
	for ( int32_t k = 0; k < 12; ++k )
	{
		// The second one is not followed when the state is saved.
		if ( isQueued && ( k == 8 || k == 11 ) )
		{
			edit( world, k, how / 16 % 2 == 1 );
		}
		FUZZ_CHECK( ( isQueued && k == 11 ) || wfCrowd_Tick( crowd, NULL ) == wf_ok );
	}
	size_t needed = wfCrowd_Save( crowd, NULL, 0 );
	uint8_t* bytes = malloc( needed );
	FUZZ_CHECK( bytes != NULL && wfCrowd_Save( crowd, bytes, needed ) == needed );
	change( bytes, needed, data, size );
	uint64_t hash = wfCrowd_GetHash( crowd );
	wfError error = { 0 };
	wfResult result = wfCrowd_Restore( crowd, bytes, needed, &error );
	if ( result != wf_ok )
	{
		fuzzCheckError( &error, result );
		FUZZ_CHECK( wfCrowd_GetHash( crowd ) == hash );
	}
	// Whatever was restored can be stepped, or says why not.
	for ( int32_t k = 0; k < 3; ++k )
	{
		result = wfCrowd_Tick( crowd, &error );
		if ( result != wf_ok )
		{
			fuzzCheckError( &error, result );
		}
	}
	free( bytes );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
	return 0;
}
