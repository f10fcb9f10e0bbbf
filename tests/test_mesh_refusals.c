// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What cannot be a mesh is refused with a message that says where.

#include "test_mesh.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void checkRefused( const wfMeshDef* def, wfResult expected, const char* part )
{
	wfMesh* mesh = (wfMesh*)1;
	wfError error = { 0 };
	CHECK_EQUAL( wfCreateMesh( def, &mesh, &error ), expected );
	CHECK( mesh == NULL );
	CHECK_EQUAL( error.result, expected );
	if ( !CHECK( strstr( error.message, part ) != NULL ) )
	{
		fprintf( stderr, "\"%s\" lacks \"%s\"\n", error.message, part );
	}
	CHECK_EQUAL( wfCreateMesh( def, &mesh, NULL ), expected );
}

TEST( BadIndicesAreNamed )
{
	Soup soup = makeTetrahedron();
	wfMeshDef def = defOfSoup( &soup );
	int32_t faces[4] = { 10, 10, 11, 11 };
	int32_t bad[4] = { 4, -1, INT32_MAX, INT32_MIN };
	const char* named[4] = { "vertex 5 ", "vertex 0 ", "vertex 2147483648 ", "vertex -2147483647 " };
	for ( int32_t k = 0; k < 4; ++k )
	{
		soup.triangles[7] = bad[k];
		def.faces = NULL;
		checkRefused( &def, wf_badFormat, "face 3 (from 1)" );
		checkRefused( &def, wf_badFormat, named[k] );
		checkRefused( &def, wf_badFormat, "4 vertices" );
		def.faces = faces;
		checkRefused( &def, wf_badFormat, "face 12 (from 1)" );
	}
	freeSoup( &soup );
}

TEST( BadCoordinatesAreNamed )
{
	double bad[5] = { NAN, INFINITY, -INFINITY, 1e300, -1e31 };
	for ( int32_t k = 0; k < 5; ++k )
	{
		Soup soup = makeTetrahedron();
		soup.vertices[3].y = bad[k];
		wfMeshDef def = defOfSoup( &soup );
		checkRefused( &def, wf_badFormat, "vertex 4 (from 1) of face 2 (from 1)" );
		freeSoup( &soup );
	}
}

TEST( NothingToWalkOnIsSaid )
{
	wfMeshDef def = wfDefaultMeshDef();
	checkRefused( &def, wf_noFreeCell, "no triangles" );
	Soup soup = makeTetrahedron();
	def = defOfSoup( &soup );
	def.triangleCount = 0;
	checkRefused( &def, wf_noFreeCell, "no triangles" );
	def = defOfSoup( &soup );
	def.weldDistance = 10.0;
	checkRefused( &def, wf_noFreeCell, "all 4 triangles" );
	// All in one place, and so small that squares of lengths vanish.
	for ( int32_t v = 0; v < 4; ++v )
	{
		soup.vertices[v] = wfScale3( 1e-200, soup.vertices[v] );
	}
	def = defOfSoup( &soup );
	checkRefused( &def, wf_noFreeCell, "mean edge" );
	for ( int32_t v = 0; v < 4; ++v )
	{
		soup.vertices[v] = ( wfVec3 ){ 1.0, 2.0, 3.0 };
	}
	checkRefused( &def, wf_noFreeCell, "all 4 triangles" );
	def.weldDistance = -1.0;
	checkRefused( &def, wf_noFreeCell, "mean edge" );
	freeSoup( &soup );
}

TEST( NumbersOutOfRangeAreSaid )
{
	Soup soup = makeTetrahedron();
	wfMeshDef def = defOfSoup( &soup );
	def.vertexCount = -1;
	checkRefused( &def, wf_outOfRange, "-1 vertices" );
	def = defOfSoup( &soup );
	def.triangleCount = -5;
	checkRefused( &def, wf_outOfRange, "-5 triangles" );
	def = defOfSoup( &soup );
	def.triangleCount = INT32_MAX;
	checkRefused( &def, wf_tooLarge, "2147483647 triangles" );
	double bad[3] = { NAN, INFINITY, 1e-300 };
	for ( int32_t k = 0; k < 3; ++k )
	{
		def = defOfSoup( &soup );
		def.weldDistance = bad[k];
		checkRefused( &def, wf_outOfRange, "weldDistance" );
	}
	double mollify[3] = { NAN, -1e-9, 0.5 };
	for ( int32_t k = 0; k < 3; ++k )
	{
		def = defOfSoup( &soup );
		def.mollify = mollify[k];
		checkRefused( &def, wf_outOfRange, "mollify" );
	}
	freeSoup( &soup );
}

TEST( EdgesOfManyTrianglesAreNamed )
{
	Soup soup = makeGrid( 2, 2, 0.0 );
	addTriangle( &soup, 4, 5, addVertex( &soup, 1.5, 1.0, 1.0 ) );
	wfMeshDef def = defOfSoup( &soup );
	int32_t faces[9] = { 0, 0, 1, 1, 2, 2, 3, 3, 4 };
	def.faces = faces;
	checkRefused( &def, wf_badFormat, "vertex 5 (1, 1, 0) to vertex 6 (2, 1, 0) has 3 triangles, of faces 2, 4, 5 (all from 1)" );
	checkRefused( &def, wf_badFormat, "1 such edge in all" );
	def.faces = NULL;
	checkRefused( &def, wf_badFormat, "of faces 4, 7, 9 (all" );
	// More than are listed.
	for ( int32_t k = 0; k < 20; ++k )
	{
		addTriangle( &soup, 4, 5, addVertex( &soup, 1.5, 1.0, 2.0 + k ) );
	}
	def = defOfSoup( &soup );
	checkRefused( &def, wf_badFormat, "has 23 triangles, of faces 4, 7, 9, 10, 11, 12, ... (all" );
	freeSoup( &soup );

	// Vertices are numbered as in the input, whatever was dropped before them.
	Soup book = { 0 };
	addVertex( &book, 9, 9, 9 );
	addVertex( &book, 9, 9, 9 );
	addVertex( &book, 0, 0, 0 );
	addVertex( &book, 0, 0, 1 );
	for ( int32_t k = 0; k < 3; ++k )
	{
		addTriangle( &book, 2, 3, addVertex( &book, 1, k, 0 ) );
	}
	def = defOfSoup( &book );
	checkRefused( &def, wf_badFormat, "vertex 3 (0, 0, 0) to vertex 4 (0, 0, 1)" );
	freeSoup( &book );
}

TEST( ProgrammerErrorsAreCaught )
{
	Soup soup = makeTetrahedron();
	wfMesh* good = makeMesh( &soup );
	wfMesh* mesh;
	wfMeshDef def = defOfSoup( &soup ), bad = def;
	testBeginAsserts();
	bad.internalCookie = 0;
	CHECK_EQUAL( wfCreateMesh( &bad, &mesh, NULL ), wf_invalidDef );
	CHECK_EQUAL( wfCreateMesh( NULL, &mesh, NULL ), wf_invalidDef );
	CHECK_EQUAL( wfCreateMesh( &def, NULL, NULL ), wf_invalidDef );
	bad = def;
	bad.vertices = NULL;
	CHECK_EQUAL( wfCreateMesh( &bad, &mesh, NULL ), wf_invalidDef );
	bad = def;
	bad.triangles = NULL;
	CHECK_EQUAL( wfCreateMesh( &bad, &mesh, NULL ), wf_invalidDef );
	CHECK_EQUAL( wfMesh_GetVertexCount( NULL ), 0 );
	CHECK_EQUAL( wfMesh_GetTriangleCount( NULL ), 0 );
	CHECK( wfMesh_GetVertices( NULL ) == NULL && wfMesh_GetTriangles( NULL ) == NULL );
	CHECK_EQUAL( wfMesh_GetReport( NULL ).vertices, 0 );
	CHECK_EQUAL( wfMesh_FindVertex( NULL, 0 ), -1 );
	CHECK_EQUAL( wfMesh_GetComponent( NULL, 0 ), -1 );
	CHECK( !wfMesh_IsBoundaryVertex( NULL, 0 ) );
	CHECK_EQUAL( wfMesh_GetVertexPoint( NULL, 0 ).triangle, -1 );
	CHECK_EQUAL( wfMesh_FindNearest( NULL, ( wfVec3 ){ 0 }, NULL ).triangle, -1 );
	CHECK_EQUAL( wfMesh_CastRay( NULL, ( wfVec3 ){ 0 }, ( wfVec3 ){ 1, 0, 0 }, 0, 1 ).point.triangle, -1 );
	CHECK_EQUAL( wfMesh_MeasureHeadroom( good, ( wfVec3 ){ 0 }, NULL, NULL ), wf_invalidDef );
	CHECK_EQUAL( wfMesh_GetPosition( good, ( wfSurfacePoint ){ -1, 0, 0 } ).x, 0 );
	CHECK_EQUAL( wfMesh_GetNormal( good, 4 ).x, 0 );
	wfRefineDef refine = { 0 };
	CHECK_EQUAL( wfMesh_Refine( good, &refine, &mesh, NULL ), wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 20 );
	// Vertices that are not there are no programmer error.
	CHECK_EQUAL( wfMesh_GetVertexPoint( good, 4 ).triangle, -1 );
	CHECK_EQUAL( wfMesh_GetComponent( good, -1 ), -1 );
	CHECK( !wfMesh_IsBoundaryVertex( good, 99 ) );
	wfDestroyMesh( good );
	wfDestroyMesh( NULL );
	freeSoup( &soup );
}

void testMeshRefusals( int argc, char** argv )
{
	RUN( BadIndicesAreNamed );
	RUN( BadCoordinatesAreNamed );
	RUN( NothingToWalkOnIsSaid );
	RUN( NumbersOutOfRangeAreSaid );
	RUN( EdgesOfManyTrianglesAreNamed );
	RUN( ProgrammerErrorsAreCaught );
}
