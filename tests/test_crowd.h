// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#pragma once

#include "test_crowd_same.h"

void runBehaviorTests( int argc, char** argv );
void runMotionTests( int argc, char** argv );
void runMoveTests( int argc, char** argv );
void runDefTests( int argc, char** argv );
void runDefCheckTests( int argc, char** argv );
void runLocalMapTests( int argc, char** argv );
void runInvariantTests( int argc, char** argv );
void runStopTests( int argc, char** argv );
void runPassageTests( int argc, char** argv );
void runPrecedenceTests( int argc, char** argv );
void runSideTests( int argc, char** argv );
void runStandingTests( int argc, char** argv );
void runReactionTests( int argc, char** argv );
void runChangeTests( int argc, char** argv );
void runCheckpointTests( int argc, char** argv );
void runInspectTests( int argc, char** argv );
void runMemoryTests( int argc, char** argv );
void runSharingTests( int argc, char** argv );
void runEditTests( int argc, char** argv );
void runExitTests( int argc, char** argv );
void runOrderTests( int argc, char** argv );
void runSteeringTests( int argc, char** argv );
void runRandomCallTests( int argc, char** argv );
void runQueueTests( int argc, char** argv );
void runQueueRoomTests( int argc, char** argv );
void runGroupTests( int argc, char** argv );
void runGroupWalkTests( int argc, char** argv );
void runGroupStrokeTests( int argc, char** argv );
void runGroupQueueTests( int argc, char** argv );
void runGroupRandomTests( int argc, char** argv );
void runGroupOrderTests( int argc, char** argv );
void runGroupQueryTests( int argc, char** argv );
void runGroupMapTests( int argc, char** argv );
void runWalkerTests( int argc, char** argv );
void runWalkerCheckpointTests( int argc, char** argv );
void runWalkerChangeTests( int argc, char** argv );
void runWalkerPressTests( int argc, char** argv );

static inline wfVec2 inPlane( wfVec3 place )
{
	return ( wfVec2 ){ place.x, place.y };
}

// A rectangle from (0, 0) to (width, height).
wfWorld* makeRoom( double width, double height );
wfShapeId addBox( wfWorld* world, double x0, double y0, double x1, double y1 );
wfGoalId addGoalBox( wfWorld* world, double x0, double y0, double x1, double y1 );
wfCrowd* makeCrowd( wfWorld* world, wfWorkers* workers );
wfCrowd* makeCrowdFrom( wfWorld* world, const wfCrowdDef* def );

wfStop goalStop( wfGoalId goal );
wfStop pointStop( double x, double y );
wfStop queueStop( wfQueueId queue );

wfAgentId addAgent( wfCrowd* crowd, double x, double y, const wfStop* stops, int32_t count );
wfAgentId addAgentOfSize( wfCrowd* crowd, double x, double y, double radius, double speed, wfStop stop );

typedef struct Safety
{
	double leastGap;  // between two discs
	double leastRoom; // between a disc and a wall
} Safety;

// The least gaps of the present state, exactly, everyone with everyone.
Safety measureSafety( wfCrowd* crowd );
// Run until it is done or the time is over, and check after every tick that nobody overlaps anybody or a wall. Returns the time.
double runSafely( wfCrowd* crowd, double seconds );
void tickTimes( wfCrowd* crowd, int32_t count );
int32_t countEvents( const wfCrowd* crowd, wfEventKind kind );

// The state as bytes, to be released with free.
void* saveCrowd( const wfCrowd* crowd, size_t* size );
// With each allocation failing in turn a crowd is restored or stays as it is.
void checkRestoreWithoutMemory( wfCrowd* crowd, const void* bytes, size_t size );
// So many ticks after a result of wf_ok. Where something fails, the crowd is gone.
wfResult tickOrDestroy( wfCrowd** crowd, wfResult result, int32_t ticks );
// To the byte.
bool areStatesEqual( const wfCrowd* a, const wfCrowd* b );
// Goes back to a saved state of the same crowd.
bool restoreCrowd( wfCrowd* crowd, const void* bytes, size_t size );
// Where the content of a saved state begins, and the hash of it in the header before it: for forgers.
#define STATE_BEGIN 64
void putHashRight( uint8_t* state, size_t size );
// Does the crowd go on in the same way after it was taken back to the present?
void checkSameFuture( wfCrowd* crowd, int32_t ticks );
