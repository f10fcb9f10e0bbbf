// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Small meshes, good and bad, for the tests of fields on surfaces.
#pragma once

#include "surface/surface.h"
#include "test.h"

// A mesh in the making: add vertices and triangles, then ask for the mesh, which frees the draft.
typedef struct Draft
{
	wfVec3* vertices;
	int32_t* triangles;
	int32_t vertexCount, triangleCount;
	double mollify;
} Draft;

Draft beginDraft( int32_t vertices, int32_t triangles );
int32_t addVertex( Draft* draft, double x, double y, double z );
void addTriangle( Draft* draft, int32_t a, int32_t b, int32_t c );
wfMesh* finishDraft( Draft* draft );

// columns x rows squares of side `cell` from (0, 0) on, each cut in two; vertices are moved by up to half of `noise` cells, but
// for those on the boundary. Vertex (i, j) is number j (columns + 1) + i.
wfMesh* meshOfSquares( int32_t columns, int32_t rows, double cell, double noise );
// The same with rows rolled up and twisted; `closed`: columns glued too.
wfMesh* meshTwisted( int32_t columns, int32_t rows, bool closed );
// A sphere of radius 1 as an octahedron with edges of n pieces: vertex 0 is the north pole.
wfMesh* meshSphere( int32_t n );
wfMesh* meshTorus( int32_t around, int32_t along );
// Points in a square at random, joined by a bad triangulation: needles and caps everywhere.
wfMesh* meshRandomFan( int32_t points, uint64_t seed, double mollify );
// A strip with flat triangles: every other vertex lies on the edge across.
wfMesh* meshFlatTriangles( int32_t columns );
// Triangles joined at random.
wfMesh* meshSoup( int32_t vertices, int32_t triangles, uint64_t seed );

wfSurfacePlanner* makePlanner( const wfMesh* mesh, const wfSurfacePlannerDef* def );
wfSurfaceField* makeField( wfSurfacePlanner* planner, const int32_t* vertices, int32_t count );
double valueAt( const wfSurfaceField* field, int32_t vertex );
// 0 flat vertices, a small residual, values in [0, 1] with nothing above its best neighbour but the goal.
void checkSurfacePromises( const wfSurfaceField* field );
uint64_t hashSurfaceField( const wfSurfaceField* field );
// The largest relative difference; infinity where one is 0 and the other not.
double compareSurfaceFields( const wfSurfaceField* a, const wfSurfaceField* b );

void runSurfaceIntrinsicTests( int argc, char** argv );
void runSurfaceFieldTests( int argc, char** argv );
void runSurfaceGoalTests( int argc, char** argv );
void runSurfaceRelaxTests( int argc, char** argv );
void runSurfaceLazyTests( int argc, char** argv );
