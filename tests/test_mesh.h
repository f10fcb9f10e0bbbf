// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Meshes for the tests of meshes.
#pragma once

#include "mesh/mesh.h"
#include "test.h"

#include <stdlib.h>

#define COUNT_OF( array ) ( (int32_t)( sizeof( array ) / sizeof( ( array )[0] ) ) )

// Vertices and triangles on the C library's heap, grown one by one.
typedef struct Soup
{
	wfVec3* vertices;
	int32_t* triangles;
	int32_t vertexCount, triangleCount, vertexCapacity, triangleCapacity;
} Soup;

int32_t addVertex( Soup* soup, double x, double y, double z );
void addTriangle( Soup* soup, int32_t a, int32_t b, int32_t c );
// Two triangles, a b c and a c d.
void addQuad( Soup* soup, int32_t a, int32_t b, int32_t c, int32_t d );
void freeSoup( Soup* soup );

wfMeshDef defOfSoup( const Soup* soup );
// Null after a failed check when it is refused.
wfMesh* makeMesh( const Soup* soup );

Soup makeTetrahedron( void );
Soup makeCube( void );
// An octahedron divided `level` times, radius 1.
Soup makeSphere( int32_t level );
// columns x rows squares of side 1, at height z.
Soup makeGrid( int32_t columns, int32_t rows, double z );
// Rows x columns; radii 3 and 1.
Soup makeTorus( int32_t columns, int32_t rows );
// A band with one half twist, its boundary is one loop.
Soup makeMoebius( int32_t columns, int32_t rows );
// In the figure-eight immersion; it meets itself, which no step minds.
Soup makeKlein( int32_t columns, int32_t rows );
// Surface of the solid of unit cubes where solid[x + nx ( y + ny z )] is set; cubes touch by faces only.
Soup makeVoxels( const char* solid, int32_t nx, int32_t ny, int32_t nz );
// An OFF file of the shared data; an empty soup when it is not there.
Soup readOff( const char* name );

void testMeshRepairs( int argc, char** argv );
void testMeshRefusals( int argc, char** argv );
void testMeshQueries( int argc, char** argv );
void testMeshRefine( int argc, char** argv );
void testMeshChoices( int argc, char** argv );

// All that must hold for every mesh: twins, rings, layout, axes, boundary, components.
void checkMesh( const wfMesh* mesh );
