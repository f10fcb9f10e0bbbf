// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Good meshes: shapes whose topology is known, and what must hold for every mesh.

#include "test_mesh.h"

#include <math.h>

typedef struct Expected
{
	int32_t components, loops, genus;
	bool orientable;
} Expected;

static void checkShape( Soup soup, Expected expected )
{
	wfMesh* mesh = makeMesh( &soup );
	if ( mesh != NULL )
	{
		checkMesh( mesh );
		wfMeshReport report = wfMesh_GetReport( mesh );
		CHECK_EQUAL( report.components, expected.components );
		CHECK_EQUAL( report.boundaryLoops, expected.loops );
		CHECK_EQUAL( report.genus, expected.genus );
		CHECK_EQUAL( report.orientable, expected.orientable );
		CHECK_EQUAL( report.closed, expected.loops == 0 );
		CHECK_EQUAL( report.eulerCharacteristic, report.vertices - report.edges + report.triangles );
	}
	wfDestroyMesh( mesh );
	freeSoup( &soup );
}

TEST( SimpleShapesHaveTheirTopology )
{
	checkShape( makeTetrahedron(), ( Expected ){ 1, 0, 0, true } );
	checkShape( makeCube(), ( Expected ){ 1, 0, 0, true } );
	checkShape( makeSphere( 3 ), ( Expected ){ 1, 0, 0, true } );
	checkShape( makeGrid( 5, 3, 0.0 ), ( Expected ){ 1, 1, 0, true } );
	checkShape( makeTorus( 24, 12 ), ( Expected ){ 1, 0, 1, true } );
	checkShape( makeMoebius( 24, 3 ), ( Expected ){ 1, 1, 1, false } );
	checkShape( makeKlein( 24, 16 ), ( Expected ){ 1, 0, 2, false } );
	// A block of 5 x 3 x 1 with two holes, and one with three and a block inside of nothing.
	checkShape( makeVoxels( "\1\1\1\1\1\1\0\1\0\1\1\1\1\1\1", 5, 3, 1 ), ( Expected ){ 1, 0, 2, true } );
	checkShape( makeVoxels( "\1\1\1\1\1\1\1\1\0\1\0\1\0\1\1\1\1\1\1\1\1", 7, 3, 1 ), ( Expected ){ 1, 0, 3, true } );
	checkShape( makeVoxels( "\1\0\1", 3, 1, 1 ), ( Expected ){ 2, 0, 0, true } );
}

static void checkFile( const char* name, int32_t vertices, Expected expected )
{
	Soup soup = readOff( name );
	if ( soup.triangleCount == 0 )
	{
		testSkip( "no real meshes" );
		return;
	}
	CHECK_EQUAL( soup.vertexCount, vertices );
	checkShape( soup, expected );
}

TEST( RealMeshesHaveTheirTopology )
{
	checkFile( "meshes/bunny.off", 3485, ( Expected ){ 1, 0, 0, true } );
	checkFile( "meshes/fertility.off", 4494, ( Expected ){ 1, 0, 4, true } );
	checkFile( "meshes/3holes.off", 3596, ( Expected ){ 1, 0, 3, true } );
	checkFile( "meshes/bumpy.off", 1250, ( Expected ){ 1, 0, 0, true } );
}

int main( int argc, char** argv )
{
	RUN( SimpleShapesHaveTheirTopology );
	RUN( RealMeshesHaveTheirTopology );
	testMeshRepairs( argc, argv );
	testMeshRefusals( argc, argv );
	testMeshQueries( argc, argv );
	testMeshRefine( argc, argv );
	testMeshChoices( argc, argv );
	return testReport();
}
