// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Crowds on generated surfaces.
#pragma once

#include "scenes/surfaces.h"
#include "test_crowd_same.h"

// Takes the shape over.
wfMesh* makeMesh( wfSurfaceShape* shape );
wfMesh* makeTorus( void );
wfMesh* makeNamed( const char* name );
wfMesh* makeSquare( double side, double edge, double noise );
wfCrowd* makeSurfaceCrowd( const wfMesh* mesh, wfWorkers* workers );
// Takes the mask over.
wfCrowd* makeCrowdAround( const wfMesh* mesh, wfSurfaceMask* mask );
// A new goal, as a stop.
wfStop addVertexGoal( wfCrowd* crowd, int32_t vertex, double reach );
wfStop addPlaceGoal( wfCrowd* crowd, wfVec3 position, double reach );
// `count` agents at random places that go to the goal.
void addCrowd( wfCrowd* crowd, wfStop goal, int32_t count );
// A disc is refused there, and the message has these words.
bool hasNoRoom( wfCrowd* crowd, wfVec3 position, double radius, const char* words );
// With a null goal it stands.
wfAgentId addDisc( wfCrowd* crowd, wfVec3 position, wfStop goal );
static const wfStop noGoal = { .kind = wf_goalStop };
// Groups of agents to goals spread over the surface.
void addGroups( wfCrowd* crowd, int32_t groups, int32_t each );
void tickOn( wfCrowd* crowd );
// Run until all have arrived or the time is over; discs are checked after every tick.
void runAndCheck( wfCrowd* crowd, double seconds );
// A vector in the frame of a triangle as one in space.
wfVec3 intoSpace( const wfMesh* mesh, int32_t triangle, double x, double y );
// Everybody looks around and nobody moves.
bool lookOnly( wfCrowd* crowd );

void runFlatTests( int argc, char** argv );
void runChangeTests( int argc, char** argv );
void runPatchTests( int argc, char** argv );
void runWallTests( int argc, char** argv );
void runPassageTests( int argc, char** argv );
void runGoalTests( int argc, char** argv );
void runMemoryTests( int argc, char** argv );
void runGroupTests( int argc, char** argv );
void runStrokeTests( int argc, char** argv );
void runFacilityTests( int argc, char** argv );
