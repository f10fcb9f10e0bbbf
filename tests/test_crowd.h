// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#pragma once

#include "test.h"
#include "wayfield/crowd.h"

void runLocalTests( int argc, char** argv );
void runInvariantTests( int argc, char** argv );
void runPeopleTests( int argc, char** argv );
void runStandingTests( int argc, char** argv );
void runChangeTests( int argc, char** argv );
void runCheckpointTests( int argc, char** argv );
void runInspectTests( int argc, char** argv );
void runEdgeTests( int argc, char** argv );
void runYieldTests( int argc, char** argv );
void runFeetTests( int argc, char** argv );
void runFeetCheckpointTests( int argc, char** argv );
void runFeetChangeTests( int argc, char** argv );

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
// Step until it is done or the time is over, and check at every step that nobody overlaps anybody or a wall. Returns the time.
double runSafely( wfCrowd* crowd, double seconds );
void stepTimes( wfCrowd* crowd, int32_t count );
int32_t countEvents( const wfCrowd* crowd, wfEventKind kind );
