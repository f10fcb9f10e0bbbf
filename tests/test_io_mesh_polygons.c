// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Faces of many corners are cut into triangles inside of them.
#include "io/mesh_reader.h"
#include "test_io_mesh.h"

#include <math.h>
#include <stdio.h>
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

// ------------------------------------------------------------------------------------- diagonals that are edges already

// Reads text and makes the mesh of it.
static wfResult makeMesh( const char* text, wfMesh** mesh, wfError* error )
{
	wfMeshData data = { 0 };
	wfMeshDef def = wfDefaultMeshDef();
	CHECK_EQUAL( wfReadMeshFromMemory( "a.obj", text, strlen( text ), NULL, &data, error ), wf_ok );
	wfResult result = wfMakeMesh( &data, "a.obj", &def, mesh, error );
	wfMeshData_Free( &data );
	return result;
}

static void checkReport( const char* text, int32_t triangles, int32_t duplicates )
{
	wfMesh* mesh = NULL;
	wfError error = { 0 };
	CHECK_EQUAL( makeMesh( text, &mesh, &error ), wf_ok );
	CHECK_STRING( error.message, "" );
	if ( mesh != NULL )
	{
		wfMeshReport report = wfMesh_GetReport( mesh );
		CHECK_EQUAL( report.triangles, triangles );
		CHECK_EQUAL( report.duplicateTriangles, duplicates );
		CHECK_EQUAL( report.nonManifoldEdges, 0 );
		wfDestroyMesh( mesh );
	}
}

#define SQUARE "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"

TEST( NoDiagonalIsAnEdgeTwice )
{
	// Two faces at a corner that has no others: both would be cut between 2 and 4.
	checkReport( SQUARE "v 0 0 -1\nf 2 3 4 1\nf 2 5 4 3\n", 4, 0 );
	// The same with vertices of its own for each face.
	checkReport( SQUARE "v 0 0 -1\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 2 3 4 1\nf 6 5 8 7\n", 4, 0 );
	// The diagonal is the side of a triangle.
	checkReport( SQUARE "v 0 0 1\nf 1 2 3 4\nf 1 3 5\n", 3, 0 );
	// The first face has to give way: the other diagonal of the second is the side of a triangle.
	checkReport( SQUARE "v 0 0 -1\nv 2 2 -1\nf 2 3 4 1\nf 2 5 4 3\nf 3 5 6\n", 5, 0 );
	// Two of five corners, with four in common.
	checkReport( "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 2 0\nv 0 1 0\nv 0 0 -1\nf 1 2 3 4 5\nf 5 4 3 2 6\n", 6, 0 );
}

TEST( FacesGivenSeveralTimesAreCutAlike )
{
	checkReport( SQUARE "f 1 2 3 4\nf 1 2 3 4\nf 1 4 3 2\nf 3 4 1 2\n", 2, 6 );
	// Also where the diagonal of the first is the side of a triangle.
	checkReport( SQUARE "v 0 0 1\nf 1 2 3 4\nf 3 2 1 4\nf 1 2 3 4\nf 1 3 5\n", 3, 4 );
}

TEST( DiagonalsThatMustBeEdgesAreReported )
{
	// Both diagonals are sides of triangles; a dart has one diagonal only.
	static const char* const texts[] = { SQUARE "v 0 0 1\nf 1 2 3 4\nf 1 3 5\nf 2 5 4\n",
										 "v 0 0 0\nv 1 1 0\nv 2 0 0\nv 1 3 0\nv 1 1 1\nf 1 2 3 4\nf 2 4 5\n" };
	for ( int i = 0; i < 2; ++i )
	{
		wfMesh* mesh = NULL;
		wfError error = { 0 };
		CHECK_EQUAL( makeMesh( texts[i], &mesh, &error ), wf_badFormat );
		CHECK_EQUAL( error.line, 6 );
		CHECK( strstr( error.message, "these faces are on lines 6, 6, 7" ) != NULL );
	}
}

// Two sheets of n x n faces with their rims in common, the faces written from any of their corners on: at the four corners of the
// cushion two faces share three corners.
static char* writeCushion( int32_t n, uint32_t seed )
{
	size_t capacity = 200 * (size_t)( n + 1 ) * (size_t)( n + 1 ), used = 0;
	char* text = malloc( capacity );
	int32_t* number = calloc( 2 * (size_t)( n + 1 ) * (size_t)( n + 1 ), sizeof( int32_t ) );
	int32_t count = 0;
	for ( int32_t i = 0; i < 2 * ( n + 1 ) * ( n + 1 ); ++i )
	{
		int32_t side = i / ( ( n + 1 ) * ( n + 1 ) ), x = i % ( n + 1 ), y = i / ( n + 1 ) % ( n + 1 );
		bool rim = x == 0 || y == 0 || x == n || y == n;
		number[i] = rim && side == 1 ? number[i - ( n + 1 ) * ( n + 1 )] : ++count;
		if ( number[i] == count && !( rim && side == 1 ) )
		{
			used += (size_t)snprintf( text + used, capacity - used, "v %d %d %d\n", x, y, rim ? 0 : 1 - 2 * side );
		}
	}
	for ( int32_t i = 0; i < 2 * n * n; ++i )
	{
		int32_t side = i / ( n * n ), x = i % n, y = i / n % n;
		const int32_t* at = number + side * ( n + 1 ) * ( n + 1 ) + y * ( n + 1 ) + x;
		const int32_t corners[4] = { at[0], at[side == 0 ? 1 : n + 1], at[n + 2], at[side == 0 ? n + 1 : 1] };
		seed = seed * 1664525u + 1013904223u;
		uint32_t first = seed >> 30;
		used += (size_t)snprintf( text + used, capacity - used, "f %d %d %d %d\n", corners[first], corners[( first + 1 ) % 4],
								  corners[( first + 2 ) % 4], corners[( first + 3 ) % 4] );
	}
	free( number );
	return text;
}

TEST( CushionsOfQuadsAreClosed )
{
	for ( int32_t n = 2; n <= 20; n += 3 )
	{
		for ( uint32_t seed = 0; seed < 20; ++seed )
		{
			char* text = writeCushion( n, seed );
			wfMesh* mesh = NULL;
			wfError error = { 0 };
			CHECK_EQUAL( makeMesh( text, &mesh, &error ), wf_ok );
			CHECK_STRING( error.message, "" );
			if ( seed == 0 && n == 2 )
			{
				wfMeshData data;
				TEST_EVERY_ALLOCATION( wfReadMeshFromMemory( "a.obj", text, strlen( text ), NULL, &data, NULL ),
									   wfMeshData_Free( &data ) );
			}
			if ( mesh != NULL )
			{
				wfMeshReport report = wfMesh_GetReport( mesh );
				CHECK( report.closed && report.genus == 0 && report.components == 1 );
				CHECK_EQUAL( report.triangles, 4 * n * n );
				wfDestroyMesh( mesh );
			}
			free( text );
		}
	}
}

// ------------------------------------------------------------------------------------------------- against all choices

enum
{
	RING = 9,
	MOST_QUADS = 9
};

typedef struct Quads
{
	int32_t corners[MOST_QUADS][4];
	int32_t count;
} Quads;

// Whether each of the quads can be cut so that no diagonal is a side or the diagonal of another.
static bool canBeCut( const Quads* quads )
{
	bool side[RING][RING] = { { false } };
	for ( int32_t i = 0; i < quads->count; ++i )
	{
		for ( int32_t k = 0; k < 4; ++k )
		{
			int32_t a = quads->corners[i][k], b = quads->corners[i][( k + 1 ) % 4];
			side[a][b] = side[b][a] = true;
		}
	}
	for ( uint32_t choice = 0; choice < 1u << quads->count; ++choice )
	{
		bool used[RING][RING] = { { false } }, fits = true;
		for ( int32_t i = 0; i < quads->count && fits; ++i )
		{
			int32_t first = choice >> i & 1;
			int32_t a = quads->corners[i][first], b = quads->corners[i][first + 2];
			int32_t low = a < b ? a : b, high = a < b ? b : a;
			fits = !side[a][b] && !used[low][high];
			used[low][high] = true;
		}
		if ( fits )
		{
			return true;
		}
	}
	return false;
}

static bool isCutApart( const wfMeshData* data, const Quads* quads )
{
	int32_t edges[RING][RING] = { { 0 } };
	for ( int32_t i = 0; i < data->triangleCount; ++i )
	{
		for ( int32_t k = 0; k < 3; ++k )
		{
			int32_t a = data->triangles[3 * i + k], b = data->triangles[3 * i + ( k + 1 ) % 3];
			edges[a < b ? a : b][a < b ? b : a] += 1;
		}
	}
	for ( int32_t i = 0; i < quads->count; ++i )
	{
		for ( int32_t k = 0; k < 4; ++k )
		{
			int32_t a = quads->corners[i][k], b = quads->corners[i][( k + 1 ) % 4];
			edges[a < b ? a : b][a < b ? b : a] -= 1;
		}
	}
	// What is left are diagonals, with a triangle on each side; where one is a side, too, the sum does not tell, so that is
	// asked.
	int32_t diagonals = 0;
	for ( int32_t a = 0; a < RING; ++a )
	{
		for ( int32_t b = a + 1; b < RING; ++b )
		{
			diagonals += edges[a][b] == 2 ? 1 : 0;
		}
	}
	for ( int32_t i = 0; i < quads->count; ++i )
	{
		for ( int32_t k = 0; k < 4; ++k )
		{
			int32_t a = quads->corners[i][k], b = quads->corners[i][( k + 1 ) % 4];
			if ( edges[a < b ? a : b][a < b ? b : a] > 0 )
			{
				return false;
			}
		}
	}
	return diagonals == quads->count;
}

// Quads between points of a circle, any of them with any other: whenever there is a choice of diagonals, one is found.
TEST( QuadsAreCutApartWheneverThatIsPossible )
{
	uint32_t seed = 1;
	int32_t possible = 0, impossible = 0;
	for ( int32_t round = 0; round < 4000; ++round )
	{
		Quads quads = { .count = 2 + round % ( MOST_QUADS - 1 ) };
		char text[2048];
		size_t used = 0;
		for ( int32_t i = 0; i < RING; ++i )
		{
			double turn = 6.283185307179586 * i / RING;
			used += (size_t)snprintf( text + used, sizeof( text ) - used, "v %.17g %.17g 0\n", cos( turn ), sin( turn ) );
		}
		for ( int32_t i = 0; i < quads.count; ++i )
		{
			// Four different points, in turn; no two quads are the same.
			bool same = true;
			while ( same )
			{
				uint32_t bits = 0;
				for ( int32_t chosen = 0; chosen < 4; )
				{
					seed = seed * 1664525u + 1013904223u;
					uint32_t bit = 1u << ( seed >> 8 ) % RING;
					chosen += ( bits & bit ) == 0 ? 1 : 0;
					bits |= bit;
				}
				int32_t corner = (int32_t)( seed >> 30 );
				for ( int32_t k = 0; k < RING; ++k )
				{
					if ( bits >> k & 1 )
					{
						quads.corners[i][corner++ % 4] = k;
					}
				}
				same = false;
				for ( int32_t k = 0; k < i && !same; ++k )
				{
					uint32_t others = 0;
					for ( int32_t c = 0; c < 4; ++c )
					{
						others |= 1u << quads.corners[k][c];
					}
					same = others == bits;
				}
			}
			const int32_t* c = quads.corners[i];
			used +=
				(size_t)snprintf( text + used, sizeof( text ) - used, "f %d %d %d %d\n", c[0] + 1, c[1] + 1, c[2] + 1, c[3] + 1 );
		}
		wfMeshData data;
		if ( ACCEPT_MESH( "a.obj", text, &data ) )
		{
			bool expected = canBeCut( &quads );
			CHECK( isCutApart( &data, &quads ) == expected );
			possible += expected ? 1 : 0;
			impossible += expected ? 0 : 1;
			wfMeshData_Free( &data );
		}
	}
	CHECK( possible > 500 && impossible > 500 );
}

void testIoMeshPolygons( int argc, char** argv )
{
	RUN( PolygonsThatTouchThemselvesAreCutInside );
	RUN( ConcavePolygonsAreCutInside );
	RUN( LargeConcavePolygonsAreCutInside );
	RUN( PolygonsWithoutAnInsideStillGiveTriangles );
	RUN( NoDiagonalIsAnEdgeTwice );
	RUN( FacesGivenSeveralTimesAreCutAlike );
	RUN( DiagonalsThatMustBeEdgesAreReported );
	RUN( CushionsOfQuadsAreClosed );
	RUN( QuadsAreCutApartWheneverThatIsPossible );
}
