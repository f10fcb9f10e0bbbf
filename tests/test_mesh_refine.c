// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Finer meshes are of the same surface.

#include "test_mesh.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static wfMesh* refineMesh( const wfMesh* mesh, double longest, bool passages )
{
	wfRefineDef def = wfDefaultRefineDef();
	def.longestEdge = longest;
	def.openPassages = passages;
	wfMesh* fine = NULL;
	wfError error = { 0 };
	if ( !CHECK_EQUAL( wfMesh_Refine( mesh, &def, &fine, &error ), wf_ok ) )
	{
		fprintf( stderr, "%s\n", error.message );
	}
	return fine;
}

static void checkSameSurface( const wfMesh* coarse, const wfMesh* fine )
{
	wfMeshReport a = wfMesh_GetReport( coarse ), b = wfMesh_GetReport( fine );
	CHECK_NEAR( b.area, a.area, 1e-12 * a.area );
	CHECK_EQUAL( b.components, a.components );
	CHECK_EQUAL( b.boundaryLoops, a.boundaryLoops );
	CHECK_EQUAL( b.genus, a.genus );
	CHECK_EQUAL( b.eulerCharacteristic, a.eulerCharacteristic );
	CHECK_EQUAL( b.orientable, a.orientable );
	CHECK_EQUAL( b.splitVertices, a.splitVertices );
	CHECK( memcmp( coarse->vertices, fine->vertices, (size_t)coarse->vertexCount * sizeof( wfVec3 ) ) == 0 );
	double farthest = 0.0;
	for ( int32_t v = 0; v < fine->vertexCount; ++v )
	{
		double distance;
		wfMesh_FindNearest( coarse, fine->vertices[v], &distance );
		farthest = fmax( farthest, distance );
	}
	CHECK( farthest < 1e-12 * a.longestEdge );
	for ( int32_t v = 0; v < coarse->inputVertexCount; ++v )
	{
		CHECK_EQUAL( wfMesh_FindVertex( fine, v ), wfMesh_FindVertex( coarse, v ) );
	}
	checkMesh( fine );
}

static void checkRefined( Soup soup, double longest, bool split )
{
	wfMeshDef def = defOfSoup( &soup );
	def.splitNonManifold = split;
	wfMesh* mesh;
	CHECK_EQUAL( wfCreateMesh( &def, &mesh, NULL ), wf_ok );
	wfMesh* fine = refineMesh( mesh, longest, false );
	wfMeshReport a = wfMesh_GetReport( mesh ), b = wfMesh_GetReport( fine );
	CHECK( b.longestEdge <= longest );
	CHECK( b.triangles > a.triangles );
	// Edges are halved: no shorter than needed. Angles stay as good as bisection keeps them.
	CHECK( b.smallestAngle >= 0.5 * a.smallestAngle - 1e-12 );
	checkSameSurface( mesh, fine );
	wfDestroyMesh( fine );
	wfDestroyMesh( mesh );
	freeSoup( &soup );
}

TEST( LongEdgesAreHalved )
{
	checkRefined( makeTetrahedron(), 0.1, false );
	checkRefined( makeGrid( 3, 2, 0.0 ), 0.2, false );
	checkRefined( makeTorus( 12, 7 ), 0.25, false );
	checkRefined( makeMoebius( 9, 2 ), 0.2, false );
	checkRefined( makeKlein( 12, 8 ), 0.3, false );
	checkRefined( makeVoxels( "\1\0\0\1", 2, 2, 1 ), 0.3, true );
	Soup needle = { 0 };
	addTriangle( &needle, addVertex( &needle, 0, 0, 0 ), addVertex( &needle, 100, 0, 0 ), addVertex( &needle, 30, 0.5, 0 ) );
	checkRefined( needle, 1.0, false );
}

TEST( CutEdgesStayCut )
{
	// Two triangles of four at one edge stay joined in a way that vertices alone do not show; refining must not join others.
	for ( uint64_t seed = 0; seed < 20; ++seed )
	{
		Soup soup = { 0 };
		for ( int32_t i = 0; i < 8; ++i )
		{
			addVertex( &soup, i & 1, i >> 1 & 1, i >> 2 );
		}
		for ( uint64_t i = 0; i < 24; ++i )
		{
			addTriangle( &soup, (int32_t)( 8.0 * wfRandomUnit( seed, 1, 3 * i ) ),
						 (int32_t)( 8.0 * wfRandomUnit( seed, 1, 3 * i + 1 ) ),
						 (int32_t)( 8.0 * wfRandomUnit( seed, 1, 3 * i + 2 ) ) );
		}
		checkRefined( soup, 0.6, true );
	}
}

TEST( NothingAskedChangesNothing )
{
	Soup soup = makeTorus( 9, 6 );
	wfMesh* mesh = makeMesh( &soup );
	wfMesh* same = refineMesh( mesh, 0.0, true );
	CHECK_EQUAL( same->triangleCount, mesh->triangleCount );
	CHECK( memcmp( same->triangles, mesh->triangles, 3 * (size_t)mesh->triangleCount * sizeof( int32_t ) ) == 0 );
	CHECK( memcmp( same->twin, mesh->twin, 3 * (size_t)mesh->triangleCount * sizeof( int32_t ) ) == 0 );
	CHECK( memcmp( same->length, mesh->length, 3 * (size_t)mesh->triangleCount * sizeof( double ) ) == 0 );
	wfDestroyMesh( same );
	wfDestroyMesh( mesh );
	freeSoup( &soup );
}

TEST( PassagesOneTriangleWideAreOpened )
{
	Soup soup = makeGrid( 8, 1, 0.0 );
	wfMesh* mesh = makeMesh( &soup );
	wfMesh* open = refineMesh( mesh, 0.0, true );
	// Seven edges across and eight diagonals got a vertex each.
	CHECK_EQUAL( open->vertexCount, mesh->vertexCount + 15 );
	checkSameSurface( mesh, open );
	for ( int32_t h = 0; h < 3 * open->triangleCount; ++h )
	{
		bool both = open->atBoundary[wfFromVertex( open, h )] && open->atBoundary[wfToVertex( open, h )];
		CHECK( !both || open->twin[h] < 0 );
	}
	wfDestroyMesh( open );
	// Both at once: short edges, and passages open.
	open = refineMesh( mesh, 0.9, true );
	CHECK( wfMesh_GetReport( open ).longestEdge <= 0.9 );
	for ( int32_t h = 0; h < 3 * open->triangleCount; ++h )
	{
		bool both = open->atBoundary[wfFromVertex( open, h )] && open->atBoundary[wfToVertex( open, h )];
		CHECK( !both || open->twin[h] < 0 );
	}
	checkSameSurface( mesh, open );
	wfDestroyMesh( open );
	wfDestroyMesh( mesh );
	freeSoup( &soup );
}

TEST( RefiningHasLimits )
{
	Soup soup = makeGrid( 4, 4, 0.0 );
	wfMesh *mesh = makeMesh( &soup ), *fine;
	wfError error;
	wfRefineDef def = wfDefaultRefineDef();
	def.longestEdge = 0.1;
	def.maxTriangles = 3000; // 16 / ( 0.433 0.01 ) = 3695 are needed at least
	CHECK_EQUAL( wfMesh_Refine( mesh, &def, &fine, &error ), wf_tooLarge );
	CHECK( fine == NULL && strstr( error.message, "3000" ) != NULL );
	def.maxTriangles = 3800; // more than the estimate, fewer than it takes
	CHECK_EQUAL( wfMesh_Refine( mesh, &def, &fine, &error ), wf_tooLarge );
	CHECK( strstr( error.message, "3800" ) != NULL );
	def.maxTriangles = 0;
	def.longestEdge = 1e-9;
	CHECK_EQUAL( wfMesh_Refine( mesh, &def, &fine, &error ), wf_tooLarge );
	double bad[3] = { NAN, -1.0, INFINITY };
	for ( int32_t k = 0; k < 3; ++k )
	{
		def.longestEdge = bad[k];
		CHECK_EQUAL( wfMesh_Refine( mesh, &def, &fine, &error ), wf_outOfRange );
		CHECK( strstr( error.message, "longestEdge" ) != NULL );
	}
	def.longestEdge = 1.0;
	def.maxTriangles = -1;
	CHECK_EQUAL( wfMesh_Refine( mesh, &def, &fine, &error ), wf_outOfRange );
	wfDestroyMesh( mesh );
	freeSoup( &soup );
}

TEST( RefiningSurvivesFailedAllocations )
{
	Soup soup = makeGrid( 3, 1, 0.0 );
	wfMesh *mesh = makeMesh( &soup ), *fine = NULL;
	wfRefineDef def = wfDefaultRefineDef();
	def.longestEdge = 0.5;
	def.openPassages = true;
	TEST_EVERY_ALLOCATION( wfMesh_Refine( mesh, &def, &fine, NULL ), wfDestroyMesh( fine ) );
	wfDestroyMesh( mesh );
	freeSoup( &soup );
}

void testMeshRefine( int argc, char** argv )
{
	RUN( LongEdgesAreHalved );
	RUN( CutEdgesStayCut );
	RUN( NothingAskedChangesNothing );
	RUN( PassagesOneTriangleWideAreOpened );
	RUN( RefiningHasLimits );
	RUN( RefiningSurvivesFailedAllocations );
}
