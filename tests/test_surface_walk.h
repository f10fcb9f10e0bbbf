// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Fields made by hand, to walk on what no equation would give.
#pragma once

#include "surface/surface.h"
#include "test.h"

typedef struct HandField
{
	wfSurfacePlanner planner;
	wfSurfaceField field;
	const wfMesh* mesh;
} HandField;

// q by vertex, 0 where blocked; 1 is goal. Heights are q itself, or with `haste` its logarithm. The triangulation is the mesh's.
bool makeHandField( HandField* hand, const wfMesh* mesh, const double* q, double haste );
// A field without local maxima: each vertex the mean of its neighbours, by relaxation, times `damping`. `blocked` may be null.
bool makeRelaxedField( HandField* hand, const wfMesh* mesh, const uint8_t* blocked, int32_t goal, double damping );
void freeHandField( HandField* hand );

wfMesh* makeTestMesh( const wfVec3* vertices, int32_t vertexCount, const int32_t* triangles, int32_t triangleCount );
// Squares of side 1, each of two triangles, from (0, 0) on.
wfMesh* makeSquares( int32_t columns, int32_t rows );
// The same rolled up: `twisted` glues the ends of rows the other way round (a Moebius strip); `closed` glues columns too (a
// torus, or Klein's bottle).
wfMesh* makeRolled( int32_t columns, int32_t rows, bool twisted, bool closed );

// Whether each piece of the path lies on its triangle, the next begins where it ends, and the length is that of the pieces.
bool isPathSound( const wfMesh* mesh, const wfSurfacePath* path );
wfTraceDef rawTrace( void );

void runSurfaceWalkTests( int argc, char** argv );
void runSurfaceWalkMeshTests( int argc, char** argv );
void runSurfacePathTests( int argc, char** argv );
void runSurfaceMaskTests( int argc, char** argv );
void runSurfaceTerrainTests( int argc, char** argv );
void runSurfaceGeodesicTests( int argc, char** argv );
void runSurfaceObstacleTests( int argc, char** argv );
void runSurfaceDegenerateTests( int argc, char** argv );
