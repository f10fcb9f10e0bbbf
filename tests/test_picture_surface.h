// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the tests of pictures of surfaces share: small meshes and fields made by hand.
#pragma once

#include "surface/surface.h"
#include "test_picture_crowd.h"

// The unit cube from the origin on: two triangles a face, in the order x = 0, x = 1, y = 0, y = 1, z = 0, z = 1.
wfMesh* cubeMesh( void );
// `n` by `m` squares of two triangles each, of a side, in the plane z = 0 from the origin on.
wfMesh* gridMesh( int32_t n, int32_t m, double side );
// Radius 1, around the origin.
wfMesh* sphereMesh( int32_t rings );

// The values belong to the caller; vertex 0 .. goals - 1 are the goal. Only what pictures look at is there.
wfSurfaceField handMadeField( const wfMesh* mesh, double* logValues, uint8_t* isGoal );

void runSurfacePictureTests( int argc, char** argv );
void runSurfaceRenderingTests( int argc, char** argv );
