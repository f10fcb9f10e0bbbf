// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// PLY: text and binary in either order of bytes, strips, numbers of every type.

#include "tests/test_io_mesh.h"

#include "io/mesh_reader.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

TEST( PlyNumbersOfEveryTypeKeepTheirSign )
{
	static const struct
	{
		const char* name;
		size_t size;
		int64_t least, most;
	} types[] = { { "char", 1, -128, 127 },
				  { "int8", 1, -5, 100 },
				  { "uchar", 1, 0, 255 },
				  { "short", 2, -32768, 32767 },
				  { "int16", 2, -300, 300 },
				  { "ushort", 2, 0, 65535 },
				  { "int", 4, -2147483647ll - 1, 2147483647 },
				  { "uint", 4, 0, 4294967295ll } };
	for ( size_t i = 0; i < 2 * sizeof( types ) / sizeof( types[0] ); ++i )
	{
		const char* name = types[i / 2].name;
		int64_t least = types[i / 2].least, most = types[i / 2].most;
		testBytes bytes = { .bigEndian = i % 2 == 1 };
		char header[512];
		snprintf( header, sizeof( header ),
				  "ply\nformat binary_%s_endian 1.0\nelement vertex 3\nproperty %s x\nproperty %s y\nproperty %s z\n"
				  "element face 1\nproperty list uchar int vertex_indices\nend_header\n",
				  i % 2 == 1 ? "big" : "little", name, name, name );
		testPutText( &bytes, header );
		const int64_t places[3][3] = { { least, 0, 1 }, { most, least, 0 }, { 0, most, 3 } };
		for ( int32_t k = 0; k < 9; ++k )
		{
			testPutInteger( &bytes, places[k / 3][k % 3], types[i / 2].size );
		}
		testPutInteger( &bytes, 3, 1 );
		for ( int32_t k = 0; k < 3; ++k )
		{
			testPutInteger( &bytes, k, 4 );
		}
		wfMeshData mesh;
		if ( ACCEPT_MESH_BYTES( "a.ply", bytes.data, bytes.size, &mesh ) )
		{
			for ( int32_t k = 0; k < 3; ++k )
			{
				CHECK( mesh.vertices[k].x == (double)places[k][0] );
				CHECK( mesh.vertices[k].y == (double)places[k][1] );
				CHECK( mesh.vertices[k].z == (double)places[k][2] );
			}
			wfMeshData_Free( &mesh );
		}
	}
}

#define PLY_HEAD( count )                                                                                                        \
	"ply\nformat ascii 1.0\nelement vertex " count "\nproperty float x\nproperty float y\nproperty float z\n"
#define PLY_FACES( count ) "element face " count "\nproperty list uchar int vertex_indices\nend_header\n"
#define PLY_CORNERS "0 0 0\n1 0 0\n1 1 0\n0 1 0\n"

// A file of every type in which faces come first and much is to be read over; the same in each encoding.
static void putPly( testBytes* bytes, const char* format )
{
	static const double places[4][3] = { { 0.0, 0.1, 1.0 }, { 1.0, 0.0, -2.0 }, { 1.0, 1.0, 3.0 }, { 0.0, 1.0, 4.0 } };
	bool text = strcmp( format, "ascii" ) == 0;
	char line[256];
	bytes->bigEndian = strstr( format, "big" ) != NULL;
	snprintf( line, sizeof( line ), "ply\nformat %s 1.0\ncomment element vertex 9\nobj_info something\n", format );
	testPutText( bytes, line );
	testPutText( bytes,
				 "element face 2\nproperty uchar flags\nproperty list uchar ushort vertex_indices\nproperty list int double "
				 "texcoord\nelement nothing 1000000000\nelement edge 1\nproperty int vertex1\nproperty uint vertex2\n" );
	testPutText( bytes, "element vertex 4\nproperty int8 z\nproperty short quality\nproperty double y\nproperty list uint8 int16 "
						"more\nproperty float32 x\nend_header\n" );
	if ( text )
	{
		testPutText( bytes, "1 3 0 1 2 2 0.5 0.5\n\n  1 4 0 2 3 1 0\n-7 4000000000\n" );
	}
	for ( int32_t i = 0; i < 2 && !text; ++i )
	{
		static const int32_t corners[2][4] = { { 0, 1, 2, 0 }, { 0, 2, 3, 1 } };
		testPutInteger( bytes, 1, 1 );
		testPutInteger( bytes, 3 + i, 1 );
		for ( int32_t k = 0; k < 3 + i; ++k )
		{
			testPutInteger( bytes, corners[i][k], 2 );
		}
		testPutInteger( bytes, i == 0 ? 2 : 0, 4 );
		testPutDouble( bytes, 0.5 );
		bytes->size -= i == 0 ? 0 : 8;
		if ( i == 0 )
		{
			testPutDouble( bytes, 0.5 );
		}
	}
	if ( !text )
	{
		testPutInteger( bytes, -7, 4 );
		testPutInteger( bytes, 4000000000ll, 4 );
	}
	for ( int32_t i = 0; i < 4; ++i )
	{
		const double* p = places[i];
		if ( text )
		{
			snprintf( line, sizeof( line ), "%d %d %.1f %d -1 %.1f\n", (int)p[2], -300 * i, p[1], 1, p[0] );
			testPutText( bytes, line );
			continue;
		}
		testPutInteger( bytes, (int64_t)p[2], 1 );
		testPutInteger( bytes, -300 * i, 2 );
		testPutDouble( bytes, p[1] );
		testPutInteger( bytes, 1, 1 );
		testPutInteger( bytes, -1, 2 );
		testPutFloat( bytes, (float)p[0] );
	}
}

TEST( PlyIsReadInEveryEncoding )
{
	static const char* const formats[][2] = { { "ascii", "PLY (ASCII)" },
											  { "binary_little_endian", "PLY (binary, little endian)" },
											  { "binary_big_endian", "PLY (binary, big endian)" } };
	for ( size_t i = 0; i < 3; ++i )
	{
		testBytes bytes = { 0 };
		putPly( &bytes, formats[i][0] );
		// Some writers end a binary file with a line end.
		testPutText( &bytes, "\n" );
		wfMeshData mesh;
		if ( !ACCEPT_MESH_BYTES( "a.dat", bytes.data, bytes.size, &mesh ) )
		{
			continue;
		}
		static const int32_t triangles[] = { 0, 1, 2, 0, 2, 3, 0, 3, 1 };
		CHECK_STRING( mesh.format, formats[i][1] );
		CHECK_EQUAL( mesh.vertexCount, 4 );
		CHECK_EQUAL( mesh.faceCount, 2 );
		CHECK_EQUAL( mesh.triangleCount, 3 );
		CHECK( memcmp( mesh.triangles, triangles, 3 * sizeof( int32_t ) ) == 0 && mesh.faces[2] == 1 );
		CHECK( mesh.vertices[0].y == 0.1 && mesh.vertices[1].z == -2.0 && mesh.vertices[2].x == 1.0 );
		CHECK( ( mesh.faceLines != NULL ) == ( i == 0 ) && mesh.colors == NULL );
		CHECK( i > 0 || ( mesh.faceLines[0] == 20 && mesh.faceLines[1] == 22 ) );
		wfMeshData_Free( &mesh );
	}
}

TEST( PlyStripsAreCut )
{
	wfMeshData mesh;
	if ( ACCEPT_MESH( "a.ply",
					  PLY_HEAD( "4" ) "element tristrips 1\nproperty list int int vertex_indices\nend_header\n" PLY_CORNERS
									  "13 0 1 2 3 -1 3 2 2 1 0 -1 1 2\n",
					  &mesh ) )
	{
		// The strip after the first -1 turns at its doubled corner.
		static const int32_t triangles[] = { 0, 1, 2, 2, 1, 3, 1, 2, 0 };
		CHECK_EQUAL( mesh.triangleCount, 3 );
		CHECK( memcmp( mesh.triangles, triangles, 6 * sizeof( int32_t ) ) == 0 );
		CHECK_EQUAL( mesh.triangles[6] + mesh.triangles[7] + mesh.triangles[8], 3 );
		CHECK_EQUAL( mesh.faceLines[2], 14 );
		wfMeshData_Free( &mesh );
	}
}

TEST( PlyLinesMayEndWithReturns )
{
	static const char* const ends[] = { "\n", "\r\n", "\r" };
	for ( int32_t k = 0; k < 3; ++k )
	{
		testBytes bytes = { 0 };
		static const char* const lines[] = { "ply",
											 "format binary_little_endian 1.0",
											 "element vertex 3",
											 "property char x",
											 "property char y",
											 "property char z",
											 "element face 1",
											 "property list uchar uchar vertex_indices",
											 "end_header" };
		for ( size_t i = 0; i < sizeof( lines ) / sizeof( lines[0] ); ++i )
		{
			testPutText( &bytes, lines[i] );
			testPutText( &bytes, ends[k] );
		}
		// The first byte of the data is a line feed.
		static const int32_t values[] = { 10, 13, 10, 1, 0, 0, 0, 1, 0, 3, 0, 1, 2 };
		for ( size_t i = 0; i < sizeof( values ) / sizeof( values[0] ); ++i )
		{
			testPutInteger( &bytes, values[i], 1 );
		}
		wfMeshData mesh;
		if ( ACCEPT_MESH_BYTES( "a.ply", bytes.data, bytes.size, &mesh ) )
		{
			CHECK( mesh.vertices[0].x == 10.0 && mesh.vertices[0].y == 13.0 && mesh.triangles[2] == 2 );
			wfMeshData_Free( &mesh );
		}
	}
}

void testIoMeshPly( int argc, char** argv )
{
	RUN( PlyNumbersOfEveryTypeKeepTheirSign );
	RUN( PlyIsReadInEveryEncoding );
	RUN( PlyStripsAreCut );
	RUN( PlyLinesMayEndWithReturns );
}
