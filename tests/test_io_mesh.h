// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the tests of mesh files share.
#pragma once

#include "tests/test_io.h"

#include <string.h>

// Checks that the bytes are read; free the mesh afterwards.
bool testAcceptMesh( const char* name, const void* bytes, size_t size, wfMeshData* mesh, const char* file, int line );
// Checks that they are refused at that place, with a message that contains the words.
void testRefuseMesh( const char* name, const void* bytes, size_t size, wfResult result, int32_t atLine, int32_t atColumn,
					 const char* field, const char* words, const char* file, int line );
void testCheckTriangles( const wfMeshData* mesh, int32_t count, const int32_t* triangles );

#define ACCEPT_MESH( name, text, mesh ) testAcceptMesh( name, text, strlen( text ), mesh, __FILE__, __LINE__ )
#define ACCEPT_MESH_BYTES( name, bytes, size, mesh ) testAcceptMesh( name, bytes, size, mesh, __FILE__, __LINE__ )
#define REFUSE_MESH( name, text, result, line, column, field, words )                                                            \
	testRefuseMesh( name, text, strlen( text ), result, line, column, field, words, __FILE__, __LINE__ )
#define REFUSE_MESH_BYTES( name, bytes, size, result, field, words )                                                             \
	testRefuseMesh( name, bytes, size, result, 0, 0, field, words, __FILE__, __LINE__ )

// Bytes of a binary file, put together piece by piece.
typedef struct testBytes
{
	unsigned char data[4096];
	size_t size;
	bool bigEndian;
} testBytes;

void testPutText( testBytes* bytes, const char* text );
// The low `size` bytes of a whole number.
void testPutInteger( testBytes* bytes, int64_t value, size_t size );
void testPutFloat( testBytes* bytes, float value );
void testPutDouble( testBytes* bytes, double value );
// A header of 80 bytes that begins with `start`, a count and, for each triangle, nine coordinates.
void testPutStl( testBytes* bytes, const char* start, int64_t count, const float* coordinates, int32_t triangles );
