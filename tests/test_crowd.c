// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "test_crowd.h"

#include "crowd/tick.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

wfWorld* makeRoom( double width, double height )
{
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds = ( wfBox2 ){ { 0.0, 0.0 }, { width, height } };
	wfWorld* world = NULL;
	CHECK( wfCreateWorld( &def, &world, NULL ) == wf_ok );
	return world;
}

wfShapeId addBox( wfWorld* world, double x0, double y0, double x1, double y1 )
{
	wfShapeDef def = wfDefaultShapeDef();
	def.kind = wf_boxShape;
	def.center = ( wfVec2 ){ 0.5 * ( x0 + x1 ), 0.5 * ( y0 + y1 ) };
	def.halfSize = ( wfVec2 ){ 0.5 * ( x1 - x0 ), 0.5 * ( y1 - y0 ) };
	wfShapeId id = { 0 };
	CHECK( wfWorld_AddShape( world, &def, &id, NULL ) == wf_ok );
	return id;
}

wfGoalId addGoalBox( wfWorld* world, double x0, double y0, double x1, double y1 )
{
	const wfVec2 ring[4] = { { x0, y0 }, { x1, y0 }, { x1, y1 }, { x0, y1 } };
	wfGoalDef def = wfDefaultGoalDef();
	def.kind = wf_polygonGoal;
	def.points = ring;
	def.pointCount = 4;
	wfGoalId id = { 0 };
	CHECK( wfWorld_AddGoal( world, &def, &id, NULL ) == wf_ok );
	return id;
}

wfCrowd* makeCrowdFrom( wfWorld* world, const wfCrowdDef* def )
{
	wfCrowd* crowd = NULL;
	wfError error = { 0 };
	wfGroundDef ground = wfMakePlaneGround( world );
	if ( !CHECK( wfCreateCrowd( &ground, def, &crowd, &error ) == wf_ok ) )
	{
		CHECK_STRING( error.message, "" );
	}
	return crowd;
}

wfCrowd* makeCrowd( wfWorld* world, wfWorkers* workers )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.workers = workers;
	return makeCrowdFrom( world, &def );
}

wfStop goalStop( wfGoalId goal )
{
	return wfMakeGoalStop( goal );
}

wfStop pointStop( double x, double y )
{
	return wfMakePointStop( ( wfVec3 ){ x, y, 0.0 } );
}

wfStop queueStop( wfQueueId queue )
{
	return wfMakeQueueStop( queue );
}

static wfAgentId add( wfCrowd* crowd, const wfAgentDef* def )
{
	wfAgentId id = { 0 };
	wfError error = { 0 };
	if ( !CHECK( wfCrowd_AddAgent( crowd, def, &id, &error ) == wf_ok ) )
	{
		CHECK_STRING( error.message, "" );
	}
	return id;
}

wfAgentId addAgent( wfCrowd* crowd, double x, double y, const wfStop* stops, int32_t count )
{
	wfAgentDef def = wfDefaultAgentDef();
	def.position = ( wfVec3 ){ x, y, 0.0 };
	def.stops = stops;
	def.stopCount = count;
	return add( crowd, &def );
}

wfAgentId addAgentOfSize( wfCrowd* crowd, double x, double y, double radius, double speed, wfStop stop )
{
	wfAgentDef def = wfDefaultAgentDef();
	def.position = ( wfVec3 ){ x, y, 0.0 };
	def.radius = radius;
	def.desiredSpeed = speed;
	def.stops = &stop;
	def.stopCount = 1;
	return add( crowd, &def );
}

Safety measureSafety( wfCrowd* crowd )
{
	Safety safety = { INFINITY, INFINITY };
	wfFrame frame = wfCrowd_GetFrame( crowd );
	const wfWorld* world = wfCrowd_GetGround( crowd ).world;
	for ( int32_t a = 0; a < frame.count; ++a )
	{
		wfVec2 place = { frame.positions[a].x, frame.positions[a].y };
		safety.leastRoom = fmin( safety.leastRoom, wfWorld_GetDistance( world, place, 0 ) - (double)frame.radii[a] );
		for ( int32_t b = 0; b < a; ++b )
		{
			safety.leastGap = fmin( safety.leastGap, wfFrame_GetGap( &frame, a, b ) );
		}
	}
	return safety;
}

double runSafely( wfCrowd* crowd, double seconds )
{
	double leastGap = INFINITY, leastRoom = INFINITY;
	wfError error = { 0 };
	wfResult result = wf_ok;
	int32_t inVain = 0;
	while ( result == wf_ok && wfCrowd_GetTime( crowd ) < seconds && !wfCrowd_IsDone( crowd ) )
	{
		result = wfCrowd_Tick( crowd, &error );
		Safety safety = measureSafety( crowd );
		leastGap = fmin( leastGap, safety.leastGap );
		leastRoom = fmin( leastRoom, safety.leastRoom );
		inVain += wfCountWaitsInVain( crowd );
	}
	// In no tick did anybody wait for itself, or for somebody who did nothing.
	CHECK_EQUAL( inVain, 0 );
	CHECK_EQUAL( wfCrowd_GetWaits( crowd ).cyclesBroken, 0 );
	if ( !CHECK( result == wf_ok ) )
	{
		CHECK_STRING( error.message, "" );
	}
	CHECK( leastGap >= -1e-6 );
	CHECK( leastRoom >= -1e-6 );
	return wfCrowd_GetTime( crowd );
}

void tickTimes( wfCrowd* crowd, int32_t count )
{
	wfError error = { 0 };
	for ( int32_t k = 0; k < count; ++k )
	{
		if ( !CHECK( wfCrowd_Tick( crowd, &error ) == wf_ok ) )
		{
			CHECK_STRING( error.message, "" );
			return;
		}
	}
}

int32_t countEvents( const wfCrowd* crowd, wfEventKind kind )
{
	const wfEvent* events;
	int32_t count = wfCrowd_GetEvents( crowd, &events ), found = 0;
	for ( int32_t k = 0; k < count; ++k )
	{
		found += events[k].kind == kind ? 1 : 0;
	}
	return found;
}

void* saveCrowd( const wfCrowd* crowd, size_t* size )
{
	*size = wfCrowd_Save( crowd, NULL, 0 );
	CHECK( *size > 100 );
	void* bytes = malloc( *size );
	CHECK( bytes != NULL && wfCrowd_Save( crowd, bytes, *size ) == *size );
	return bytes;
}

void checkRestoreWithoutMemory( wfCrowd* crowd, const void* bytes, size_t size )
{
	CHECK_EQUAL( wfCrowd_Restore( crowd, bytes, size, NULL ), wf_ok );
	uint64_t hash = wfCrowd_GetHash( crowd );
	bool failed = true;
	for ( int64_t n = 1; failed; ++n )
	{
		size_t before = wfGetByteCount();
		testFailAllocationAt( n );
		wfResult result = wfCrowd_Restore( crowd, bytes, size, NULL );
		failed = testHasAllocationFailed();
		testResetAllocator();
		CHECK( result == wf_ok || ( failed && result == wf_outOfMemory && wfGetByteCount() == before ) );
		CHECK( wfCrowd_GetHash( crowd ) == hash );
	}
}

wfResult tickOrDestroy( wfCrowd** crowd, wfResult result, int32_t ticks )
{
	for ( int32_t k = 0; k < ticks && result == wf_ok; ++k )
	{
		result = wfCrowd_Tick( *crowd, NULL );
	}
	if ( result != wf_ok )
	{
		wfDestroyCrowd( *crowd );
		*crowd = NULL;
	}
	return result;
}

bool areStatesEqual( const wfCrowd* a, const wfCrowd* b )
{
	size_t sizes[2];
	void* bytes[2] = { saveCrowd( a, &sizes[0] ), saveCrowd( b, &sizes[1] ) };
	bool equal = sizes[0] == sizes[1] && memcmp( bytes[0], bytes[1], sizes[0] ) == 0;
	free( bytes[0] );
	free( bytes[1] );
	return equal;
}

// Goes back to a saved state of the same crowd.
bool restoreCrowd( wfCrowd* crowd, const void* bytes, size_t size )
{
	wfError error = { 0 };
	bool restored = CHECK( wfCrowd_Restore( crowd, bytes, size, &error ) == wf_ok );
	if ( !restored )
	{
		CHECK_STRING( error.message, "" );
	}
	return restored;
}

// Does the crowd go on in the same way after it was taken back to the present?
void putHashRight( uint8_t* state, size_t size )
{
	uint64_t hash = wfHash( WF_HASH_START, state + STATE_BEGIN, size - STATE_BEGIN );
	memcpy( state + STATE_BEGIN - sizeof( hash ), &hash, sizeof( hash ) );
}

void checkSameFuture( wfCrowd* crowd, int32_t ticks )
{
	size_t size;
	void* bytes = saveCrowd( crowd, &size );
	tickTimes( crowd, ticks );
	uint64_t hash = wfCrowd_GetHash( crowd );
	if ( restoreCrowd( crowd, bytes, size ) )
	{
		tickTimes( crowd, ticks );
		CHECK( wfCrowd_GetHash( crowd ) == hash );
	}
	free( bytes );
}

int main( int argc, char** argv )
{
	runBehaviorTests( argc, argv );
	runMotionTests( argc, argv );
	runMoveTests( argc, argv );
	runDefTests( argc, argv );
	runDefCheckTests( argc, argv );
	runLocalMapTests( argc, argv );
	runInvariantTests( argc, argv );
	runStopTests( argc, argv );
	runPassageTests( argc, argv );
	runPrecedenceTests( argc, argv );
	runSideTests( argc, argv );
	runStandingTests( argc, argv );
	runReactionTests( argc, argv );
	runChangeTests( argc, argv );
	runCheckpointTests( argc, argv );
	runInspectTests( argc, argv );
	runMemoryTests( argc, argv );
	runSharingTests( argc, argv );
	runEditTests( argc, argv );
	runExitTests( argc, argv );
	runOrderTests( argc, argv );
	runSteeringTests( argc, argv );
	runRandomCallTests( argc, argv );
	runQueueTests( argc, argv );
	runQueueRoomTests( argc, argv );
	runGroupTests( argc, argv );
	runGroupWalkTests( argc, argv );
	runGroupStrokeTests( argc, argv );
	runGroupQueueTests( argc, argv );
	runGroupRandomTests( argc, argv );
	runGroupOrderTests( argc, argv );
	runGroupQueryTests( argc, argv );
	runGroupMapTests( argc, argv );
	runWalkerTests( argc, argv );
	runWalkerCheckpointTests( argc, argv );
	runWalkerChangeTests( argc, argv );
	runWalkerPressTests( argc, argv );
	return testReport();
}
