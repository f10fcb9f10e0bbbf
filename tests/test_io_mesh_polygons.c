// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Faces of many corners are cut into triangles inside of them.
#include "io/mesh_reader.h"
#include "test_io_mesh.h"

#include <math.h>
#include <stdlib.h>

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

typedef struct Cut
{
	double area;	 // of all triangles together
	double smallest; // area of a triangle, with its sign as the polygon turns
} Cut;

// Cut a polygon that is turned out of the plane, moved and stretched, and measure the triangles in the plane.
static Cut cutPolygon( const wfVec2* points, int32_t count )
{
	wfVec3* vertices = malloc( sizeof( wfVec3 ) * (size_t)count );
	int32_t* corners = malloc( sizeof( int32_t ) * (size_t)count );
	int32_t* triangles = malloc( sizeof( int32_t ) * 3 * (size_t)count );
	for ( int32_t i = 0; i < count; ++i )
	{
		double x = points[i].x, y = points[i].y;
		vertices[count - 1 - i] = ( wfVec3 ){ 7.0 + 0.6 * x, 0.8 * x - 3.0, y };
		corners[i] = count - 1 - i;
	}
	wfPolygonCutter cutter = { .budget = 1000000000 };
	CHECK_EQUAL( wfPolygonCutter_Cut( &cutter, vertices, corners, count, triangles ), wf_ok );
	wfPolygonCutter_Free( &cutter );
	Cut cut = { 0.0, INFINITY };
	for ( int32_t i = 0; i < count - 2; ++i )
	{
		const int32_t* t = triangles + 3 * i;
		wfVec2 a = points[t[0]], b = points[t[1]], c = points[t[2]];
		double area = 0.5 * ( ( b.x - a.x ) * ( c.y - a.y ) - ( b.y - a.y ) * ( c.x - a.x ) );
		cut.area += area;
		cut.smallest = area < cut.smallest ? area : cut.smallest;
	}
	free( vertices );
	free( corners );
	free( triangles );
	return cut;
}

TEST( ConcavePolygonsAreCutInside )
{
	static const struct
	{
		wfVec2 points[16];
		int32_t count;
		double area;
	} cases[] = {
		{ { { 0, 0 }, { 4, 0 }, { 4, 4 }, { 2, 1 }, { 0, 4 } }, 5, 10.0 },			// a notch
		{ { { 2, 1 }, { 0, 4 }, { 0, 0 }, { 4, 0 }, { 4, 4 } }, 5, 10.0 },			// beginning with it
		{ { { 0, 0 }, { 2, 0 }, { 2, 1 }, { 1, 1 }, { 1, 2 }, { 0, 2 } }, 6, 3.0 }, // an L
		{ { { 0, 0 }, { 1, 0 }, { 2, 0 }, { 2, 2 }, { 1, 2 }, { 0, 2 } }, 6, 4.0 }, // corners on sides
		{ { { 0, 0 }, { 1, 0 }, { 2, 0 }, { 3, 0 }, { 3, 1 } }, 5, 1.5 },			// several on one
		{ { { 0, 0 }, { 1, 1 }, { 2, 0 }, { 1, 3 } }, 4, 2.0 },						// a dart
		{ { { 0, 0 },
			{ 6, 0 },
			{ 6, 5 },
			{ 5, 5 },
			{ 5, 1 },
			{ 4, 1 },
			{ 4, 5 },
			{ 3, 5 },
			{ 3, 1 },
			{ 2, 1 },
			{ 2, 5 },
			{ 0, 5 } },
		  12,
		  22.0 }, // a comb
		// A square hole, reached by a cut.
		{ { { 0, 0 }, { 4, 0 }, { 4, 4 }, { 0, 4 }, { 0, 0 }, { 1, 1 }, { 1, 3 }, { 3, 3 }, { 3, 1 }, { 1, 1 } }, 10, 12.0 },
	};
	for ( size_t i = 0; i < sizeof( cases ) / sizeof( cases[0] ); ++i )
	{
		Cut cut = cutPolygon( cases[i].points, cases[i].count );
		CHECK_NEAR( cut.area, cases[i].area, 1e-12 );
		CHECK( cut.smallest > 0.1 );
	}
}

TEST( LargeConcavePolygonsAreCutInside )
{
	enum
	{
		count = 1500
	};
	static wfVec2 points[count];
	uint32_t seed = 7;
	for ( int32_t round = 0; round < 3; ++round )
	{
		// Star-shaped with random reaches; a comb; a spiral of two arms.
		double area = 0.0;
		for ( int32_t i = 0; i < count; ++i )
		{
			seed = seed * 1664525u + 1013904223u;
			double turn = 6.283185307179586 * i / count;
			double reach = 1.0 + 4.0 * ( seed >> 8 ) / 16777216.0;
			points[i] = ( wfVec2 ){ reach * cos( turn ), reach * sin( turn ) };
			if ( round == 1 )
			{
				double x = i < count - 2 ? 0.01 * ( count - i ) : i == count - 2 ? 0.0 : 0.01 * count;
				points[i] = ( wfVec2 ){ x, i >= count - 2 ? -1.0 : i % 2 == 0 ? 0.0 : 50.0 };
			}
			if ( round == 2 )
			{
				bool out = i < count / 2;
				double along = 40.0 * ( out ? i : count - 1 - i ) / ( count / 2 );
				double away = 1.0 + along + ( out ? 0.0 : -0.5 );
				points[i] = ( wfVec2 ){ away * cos( along ), away * sin( along ) };
			}
		}
		for ( int32_t i = 0; i < count; ++i )
		{
			wfVec2 a = points[i], b = points[( i + 1 ) % count];
			area += 0.5 * ( a.x * b.y - a.y * b.x );
		}
		CHECK( area > 0.0 );
		Cut cut = cutPolygon( points, count );
		CHECK_NEAR( cut.area, area, 1e-9 * area );
		CHECK( cut.smallest > -1e-9 * area );
	}
}

TEST( PolygonsWithoutAnInsideStillGiveTriangles )
{
	static const char* const texts[] = {
		"v 0 0 0\nv 1 1 0\nv 1 0 0\nv 0 1 0\nf 1 2 3 4\n",					// crosses itself
		"v 0 0 0\nv 1 0 0\nv 2 0 0\nv 3 0 0\nf 1 2 3 4\n",					// straight
		"v 5 5 5\nf 1 1 1 1\n",												// a point
		"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 1 2\n",					// there and back
		"v 0 0 0\nv 9 0 0\nv 9 9 0\nv 0 9 0\nf 1 3 4 2 1 3 2 4\n",			// twice around, tangled
		"v 0 0 0\nv 1e30 0 0\nv 1e30 1e30 0\nv -1e30 1e-30 0\nf 1 2 3 4\n", // farthest
	};
	for ( size_t i = 0; i < sizeof( texts ) / sizeof( texts[0] ); ++i )
	{
		wfMeshData mesh;
		if ( ACCEPT_MESH( "a.obj", texts[i], &mesh ) )
		{
			CHECK_EQUAL( mesh.triangleCount, i == 4 ? 6 : 2 );
			// Every corner of the face is used.
			for ( int32_t k = 0; k < mesh.triangleCount; ++k )
			{
				CHECK( mesh.faces[k] == 0 );
			}
			wfMeshData_Free( &mesh );
		}
	}
}

void testIoMeshPolygons( int argc, char** argv )
{
	RUN( PolygonsThatTouchThemselvesAreCutInside );
	RUN( ConcavePolygonsAreCutInside );
	RUN( LargeConcavePolygonsAreCutInside );
	RUN( PolygonsWithoutAnInsideStillGiveTriangles );
}
