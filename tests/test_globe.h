// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Crowds on generated surfaces.
#pragma once

#include "scenes/surfaces.h"
#include "test.h"
#include "wayfield/surfacecrowd.h"

// Takes the shape over.
wfMesh* makeMesh( wfSurfaceShape* shape );
wfMesh* makeTorus( void );
wfMesh* makeNamed( const char* name );
wfMesh* makeSquare( double side, double edge, double noise );
wfWorkers* makeWorkers( int32_t count );
wfSurfaceCrowd* makeSurfaceCrowd( const wfMesh* mesh, wfWorkers* workers );
int32_t addVertexGoal( wfSurfaceCrowd* crowd, int32_t vertex, double reach );
int32_t addPlaceGoal( wfSurfaceCrowd* crowd, wfVec3 position, double reach );
// `count` agents at random places that go to the goal.
void addCrowd( wfSurfaceCrowd* crowd, int32_t goal, int32_t count );
wfAgentId addWalker( wfSurfaceCrowd* crowd, wfVec3 position, int32_t goal );
// Groups of agents to goals spread over the surface.
void addGroups( wfSurfaceCrowd* crowd, int32_t groups, int32_t each );
void stepOn( wfSurfaceCrowd* crowd );
// Step until all have arrived or the time is over; discs are checked after every step.
void runAndCheck( wfSurfaceCrowd* crowd, double seconds );

void runPlaneTests( int argc, char** argv );
void runEdgeTests( int argc, char** argv );
void runMoreTests( int argc, char** argv );
void runRuleTests( int argc, char** argv );
