// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Numbers of every type in binary PLY, polygons that touch themselves.

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

// From each of its corners on: the triangles add up to its area, and none is turned over or without area.
static void checkCuts( const wfVec2* points, int32_t count )
{
	double area = 0.0;
	for ( int32_t i = 0; i < count; ++i )
	{
		wfVec2 a = points[i], b = points[( i + 1 ) % count];
		area += 0.5 * ( a.x * b.y - a.y * b.x );
	}
	for ( int32_t first = 0; first < count; ++first )
	{
		wfVec3 vertices[32];
		int32_t corners[32], triangles[90];
		for ( int32_t i = 0; i < count; ++i )
		{
			vertices[i] = ( wfVec3 ){ points[i].x, points[i].y, 2.0 };
			corners[i] = ( first + i ) % count;
		}
		wfPolygonCutter cutter = { .budget = 100000 };
		CHECK_EQUAL( wfPolygonCutter_Cut( &cutter, vertices, corners, count, triangles ), wf_ok );
		wfPolygonCutter_Free( &cutter );
		double sum = 0.0, least = INFINITY;
		for ( int32_t i = 0; i < count - 2; ++i )
		{
			wfVec2 a = points[corners[triangles[3 * i]]], b = points[corners[triangles[3 * i + 1]]];
			wfVec2 c = points[corners[triangles[3 * i + 2]]];
			double part = 0.5 * ( ( b.x - a.x ) * ( c.y - a.y ) - ( b.y - a.y ) * ( c.x - a.x ) );
			sum += fabs( part );
			least = fmin( least, part );
		}
		CHECK_NEAR( sum, area, 1e-9 );
		CHECK( least > 1e-6 );
	}
}

TEST( PolygonsThatTouchThemselvesAreCutInside )
{
	// A corner on the line between two others.
	static const wfVec2 touching[] = { { 0, 0 }, { 4, 0 }, { 4, 4 }, { 3, 5 }, { 2, 2 }, { 1, 5 } };
	checkCuts( touching, 6 );
	static const wfVec2 both[] = { { 0, 0 }, { 2, 1 }, { 4, 0 }, { 4, 4 }, { 3, 5 }, { 2, 2 }, { 1, 5 }, { 0, 4 } };
	checkCuts( both, 8 );
	// One hole, and two one after the other, reached by cuts.
	static const wfVec2 hole[] = { { 0, 0 }, { 4, 0 }, { 4, 4 }, { 0, 4 }, { 0, 0 },
								   { 1, 1 }, { 1, 3 }, { 3, 3 }, { 3, 1 }, { 1, 1 } };
	checkCuts( hole, 10 );
	static const wfVec2 holes[] = { { 0, 0 }, { 8, 0 }, { 8, 4 }, { 0, 4 }, { 0, 0 }, { 1, 1 }, { 1, 3 }, { 3, 3 }, { 3, 2 },
									{ 5, 2 }, { 5, 3 }, { 7, 3 }, { 7, 1 }, { 5, 1 }, { 5, 2 }, { 3, 2 }, { 3, 1 }, { 1, 1 } };
	checkCuts( holes, 18 );
	static const wfVec2 thin[] = { { 0, 0 }, { 6, 0 }, { 0, 6 }, { 0, 0 }, { 1, 1 }, { 1, 4 }, { 4, 1 }, { 1, 1 } };
	checkCuts( thin, 8 );
}

void testIoMeshPly( int argc, char** argv )
{
	RUN( PlyNumbersOfEveryTypeKeepTheirSign );
	RUN( PolygonsThatTouchThemselvesAreCutInside );
}
