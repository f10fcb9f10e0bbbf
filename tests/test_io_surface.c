// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Scenarios on meshes: what is read from them, what is refused and where, and memory that runs out.

#include "tests/test_io.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// A floor of 4 x 4 squares; vertex 0 belongs to no triangle, 1 to 25 are the corners row by row.
static const char s_floor[] =
	"OFF\n26 32 0\n9 9 9\n"
	"0 0 0\n1 0 0\n2 0 0\n3 0 0\n4 0 0\n0 1 0\n1 1 0\n2 1 0\n3 1 0\n4 1 0\n0 2 0\n1 2 0\n2 2 0\n3 2 0\n4 2 0\n"
	"0 3 0\n1 3 0\n2 3 0\n3 3 0\n4 3 0\n0 4 0\n1 4 0\n2 4 0\n3 4 0\n4 4 0\n"
	"3 1 2 7\n3 1 7 6\n3 2 3 8\n3 2 8 7\n3 3 4 9\n3 3 9 8\n3 4 5 10\n3 4 10 9\n"
	"3 6 7 12\n3 6 12 11\n3 7 8 13\n3 7 13 12\n3 8 9 14\n3 8 14 13\n3 9 10 15\n3 9 15 14\n"
	"3 11 12 17\n3 11 17 16\n3 12 13 18\n3 12 18 17\n3 13 14 19\n3 13 19 18\n3 14 15 20\n3 14 20 19\n"
	"3 16 17 22\n3 16 22 21\n3 17 18 23\n3 17 23 22\n3 18 19 24\n3 18 24 23\n3 19 20 25\n3 19 25 24\n";

static char s_folder[600], s_mesh[700], s_name[700];

// The mesh beside which scenarios are read, as if they lay there.
static bool begin( void )
{
	testMakeFolder( s_folder, sizeof( s_folder ), "surface" );
	snprintf( s_mesh, sizeof( s_mesh ), "%s/floor.off", s_folder );
	snprintf( s_name, sizeof( s_name ), "%s/scene.json", s_folder );
	return CHECK_EQUAL( wfWriteFileAtomically( s_mesh, s_floor, strlen( s_floor ), NULL ), wf_ok );
}

static void end( void )
{
	remove( s_mesh );
	rmdir( s_folder );
}

// "square", with one corner moved by the seed.
static wfResult makeSquare( const wfSurfaceRequest* request, const wfMeshDef* meshDef, wfMesh** mesh, wfError* error,
							void* context )
{
	int* calls = context;
	*calls += 1;
	if ( strcmp( request->name, "square" ) != 0 )
	{
		if ( error != NULL )
		{
			*error = ( wfError ){ .result = wf_notFound, .message = "there is only the square" };
		}
		return wf_notFound;
	}
	double size = request->size > 0.0 ? request->size : 1.0;
	wfVec3 vertices[] = { { 0, 0, 0 }, { size, 0, 0 }, { size, size, 0.1 * request->seed }, { 0, size, 0 } };
	static const int32_t triangles[] = { 0, 1, 2, 0, 2, 3 };
	wfMeshDef def = *meshDef;
	def.vertices = vertices;
	def.vertexCount = 4;
	def.triangles = triangles;
	def.triangleCount = 2;
	return wfCreateMesh( &def, mesh, error );
}

static wfResult readText( const char* text, wfSurfaceScene* scene, wfError* error )
{
	wfSurfaceSceneDef def = wfDefaultSurfaceSceneDef();
	int calls = 0;
	def.read.makeSurface = makeSquare;
	def.read.makeContext = &calls;
	return wfReadSurfaceSceneFromMemory( s_name, text, strlen( text ), &def, scene, error );
}

static const char s_full[] =
	"{ \"version\": 1, \"name\": \"Floor\", \"description\": \"\", \"mesh\": { \"file\": \"floor.off\" },\n"
	"  \"goals\": [ { \"name\": \"far\", \"vertex\": 19 }, { \"name\": \"two\", \"vertices\": [7, 8] },\n"
	"             { \"point\": [2.25, 1.5, 3] } ],\n"
	"  \"starts\": [ { \"point\": [0.5, 0.25, 0] }, { \"name\": \"door\", \"vertex\": 1 } ],\n"
	"  \"obstacles\": [ { \"name\": \"ball\", \"sphere\": { \"center\": [3.6, 0.4, 0], \"radius\": 0.1 } },\n"
	"                 { \"disc\": { \"at\": 17, \"radius\": 0.1 } }, { \"vertices\": [25] }, { \"triangles\": [0] } ],\n"
	"  \"field\": { \"haste\": 0.5, \"boundary\": \"neumann\", \"toward\": [1, 2, 3], \"epsilon\": -0.5 },\n"
	"  \"height\": 1.8, \"up\": [0, 0, 0], \"radius\": 0.2,\n"
	"  \"agents\": [], \"crowd\": {}, \"metadata\": { \"a\": 1 } }\n";

TEST( SurfaceScenesAreRead )
{
	wfSurfaceScene scene = { 0 };
	wfError error = { 0 };
	if ( !begin() || !CHECK_EQUAL( readText( s_full, &scene, &error ), wf_ok ) )
	{
		printf( "%s\n", error.message );
		return;
	}
	CHECK_STRING( scene.name, "Floor" );
	CHECK( strstr( scene.format, "OFF" ) != NULL );
	CHECK_EQUAL( wfMesh_GetVertexCount( scene.mesh ), 25 );
	CHECK_EQUAL( scene.inputVertexCount, 26 );
	CHECK_EQUAL( wfSurfaceScene_FindVertex( &scene, 0 ), -1 );
	CHECK_EQUAL( wfSurfaceScene_FindVertex( &scene, 26 ), -1 );
	CHECK_EQUAL( wfSurfaceScene_FindVertex( &scene, -1 ), -1 );
	CHECK_EQUAL( scene.goalCount, 3 );
	CHECK_STRING( scene.goals[0].name, "far" );
	CHECK_EQUAL( scene.goals[0].vertexCount, 1 );
	wfVec3 place = wfMesh_GetVertices( scene.mesh )[scene.goals[0].vertices[0]];
	CHECK( place.x == 3.0 && place.y == 3.0 );
	CHECK_EQUAL( scene.goals[1].vertexCount, 2 );
	CHECK( scene.goals[2].vertices == NULL && scene.goals[2].name[0] == 0 );
	CHECK_NEAR( scene.goals[2].distance, 3.0, 1e-12 );
	place = wfMesh_GetPosition( scene.mesh, scene.goals[2].place );
	CHECK( fabs( place.x - 2.25 ) < 1e-12 && fabs( place.y - 1.5 ) < 1e-12 && place.z == 0.0 );
	CHECK_EQUAL( scene.startCount, 2 );
	CHECK_STRING( scene.starts[1].name, "door" );
	// The ball lies in one triangle, the disc at a corner of six, then one vertex, and one triangle at the lower left.
	CHECK( wfSurfaceMask_IsVertexBlocked( scene.mask, wfSurfaceScene_FindVertex( &scene, 5 ) ) );
	CHECK( wfSurfaceMask_IsVertexBlocked( scene.mask, wfSurfaceScene_FindVertex( &scene, 17 ) ) );
	CHECK( wfSurfaceMask_IsVertexBlocked( scene.mask, wfSurfaceScene_FindVertex( &scene, 25 ) ) );
	CHECK( wfSurfaceMask_IsTriangleBlocked( scene.mask, 0 ) );
	CHECK( !wfSurfaceMask_IsVertexBlocked( scene.mask, wfSurfaceScene_FindVertex( &scene, 20 ) ) );
	CHECK_EQUAL( scene.planner.boundary, wf_neumannWalls );
	CHECK_EQUAL( scene.planner.biasKind, wf_pointBias );
	CHECK( scene.planner.haste == 0.5 && scene.planner.epsilon == -0.5 && scene.planner.bias.z == 3.0 );
	CHECK( scene.height == 1.8 && scene.radius == 0.2 && scene.up.z == 0.0 );
	wfSurfaceScene_Free( &scene );
	CHECK( scene.mesh == NULL );
	wfSurfaceScene_Free( &scene );
	end();
}

TEST( MeshFilesAreScenesAlone )
{
	wfSurfaceScene scene = { 0 };
	wfError error = { 0 };
	wfSurfaceSceneDef def = wfDefaultSurfaceSceneDef();
	def.refine.longestEdge = 0.6;
	if ( begin() && CHECK_EQUAL( wfReadSurfaceScene( s_mesh, &def, &scene, &error ), wf_ok ) )
	{
		CHECK_STRING( scene.name, "floor" );
		CHECK( scene.mask == NULL && scene.goalCount == 0 && scene.up.z == 1.0 );
		CHECK( wfMesh_GetReport( scene.mesh ).longestEdge <= 0.6 );
		// Refined, and yet found by the number in the file.
		wfVec3 place = wfMesh_GetVertices( scene.mesh )[wfSurfaceScene_FindVertex( &scene, 13 )];
		CHECK( place.x == 2.0 && place.y == 2.0 );
		wfSurfaceScene_Free( &scene );
	}
	end();
	CHECK_EQUAL( wfReadSurfaceScene( s_mesh, &def, &scene, &error ), wf_fileNotFound );
	CHECK( strstr( error.file, "floor.off" ) != NULL );
}

TEST( SurfacesByNameAreMade )
{
	wfSurfaceScene scene = { 0 };
	wfError error = { 0 };
	begin();
	if ( CHECK_EQUAL( readText( "{\"version\":1,\"mesh\":{\"surface\":\"square\",\"size\":3,\"seed\":5,\"openPassages\":true}}",
								&scene, &error ),
					  wf_ok ) )
	{
		CHECK_EQUAL( wfMesh_GetVertexCount( scene.mesh ), 5 );
		CHECK( wfMesh_GetReport( scene.mesh ).upper.x == 3.0 && wfMesh_GetReport( scene.mesh ).upper.z == 0.5 );
		CHECK_STRING( scene.format, "built in" );
		wfSurfaceScene_Free( &scene );
	}
	CHECK_EQUAL( readText( "{\"version\":1,\"mesh\":{\"surface\":\"cube\"}}", &scene, &error ), wf_badFormat );
	CHECK( strstr( error.message, "only the square" ) != NULL );
	static const char text[] = "{\"version\":1,\"mesh\":{\"surface\":\"square\"}}";
	wfSurfaceSceneDef def = wfDefaultSurfaceSceneDef();
	CHECK_EQUAL( wfReadSurfaceSceneFromMemory( "x.json", text, strlen( text ), &def, &scene, &error ), wf_unsupported );
	end();
}

#define HEAD "{ \"version\": 1, \"mesh\": { \"file\": \"floor.off\" },\n"

TEST( SurfaceScenesAreRefused )
{
	static const struct
	{
		const char* text;
		wfResult result;
		int32_t line, column;
		const char* field;
		const char* words;
	} cases[] = {
		{ "[]", wf_badFormat, 1, 1, "", "a scenario on a mesh" },
		{ "{ \"version\": 2 }", wf_outOfRange, 1, 14, "version", "1" },
		{ "{ \"version\": 1, \"world\": {} }", wf_badFormat, 1, 26, "world", "in the plane" },
		{ "{ \"version\": 1,\n\"mesh\": 5 }", wf_badFormat, 2, 9, "mesh", "the mesh: an object" },
		{ "{ \"version\": 1, \"mesh\": { \"file\": \"a\", \"surface\": \"b\" } }", wf_badFormat, 1, 25, "mesh", "found both" },
		{ "{ \"version\": 1, \"mesh\": { \"file\": \"none.off\" } }", wf_fileNotFound, 1, 35, "mesh.file", "none.off" },
		{ "{ \"version\": 1, \"mesh\": { \"file\": \"floor.off\", \"seed\": 1 } }", wf_badFormat, 1, 56, "mesh.seed", "by name" },
		{ "{ \"version\": 1, \"mesh\": { \"surface\": \"square\", \"detail\": 1 } }", wf_outOfRange, 1, 58, "mesh.detail",
		  "vertices" },
		{ "{ \"version\": 1, \"mesh\": { \"file\": \"floor.off\", \"split\": 1 } }", wf_badFormat, 1, 57, "mesh.split",
		  "true or false" },
		{ HEAD "\"goals\": [ { \"vertex\": 0 } ] }", wf_outOfRange, 2, 24, "goals[0].vertex", "no triangle" },
		{ HEAD "\"goals\": [ { \"vertex\": 26 } ] }", wf_outOfRange, 2, 24, "goals[0].vertex", "from 0 to 25" },
		{ HEAD "\"goals\": [ { \"vertex\": [1] } ] }", wf_badFormat, 2, 24, "goals[0].vertex", "a vertex" },
		{ HEAD "\"goals\": [ { \"vertices\": [] } ] }", wf_badFormat, 2, 26, "goals[0].vertices", "1 or more" },
		{ HEAD "\"goals\": [ { \"point\": [1, 2] } ] }", wf_badFormat, 2, 23, "goals[0].point", "[x, y, z]" },
		{ HEAD "\"goals\": [ { \"point\": 3 } ] }", wf_badFormat, 2, 23, "goals[0].point", "[x, y, z]" },
		{ HEAD "\"starts\": [ { \"vertices\": [3] } ] }", wf_badFormat, 2, 15, "starts[0].vertices",
		  "known are name, vertex, point" },
		{ HEAD "\"obstacles\": [ { \"disc\": { \"at\": [9, 9, 9], \"radius\": 0 } } ] }", wf_outOfRange, 2, 55,
		  "obstacles[0].disc.radius", "above 0" },
		{ HEAD "\"obstacles\": [ { \"vertices\": [1, 26] } ] }", wf_outOfRange, 2, 34, "obstacles[0].vertices[1]",
		  "from 0 to 25" },
		{ HEAD "\"obstacles\": [ { \"polygon\": [1, 2] } ] }", wf_badFormat, 2, 29, "obstacles[0].polygon", "3 or more" },
		{ HEAD "\"field\": { \"bias\": [1, 0, 0], \"toward\": [1, 0, 0] } }", wf_badFormat, 2, 41, "field.toward", "either" },
		{ HEAD "\"field\": { \"haste\": -1 } }", wf_outOfRange, 2, 21, "field.haste", "0 or more" },
		{ HEAD "\"up\": 1 }", wf_badFormat, 2, 7, "up", "a direction" },
		{ HEAD "\"maxSlope\": 91 }", wf_outOfRange, 2, 13, "maxSlope", "from 0.001 to 90" },
		{ HEAD "\"stepHeight\": 0.2 }", wf_badFormat, 2, 15, "stepHeight", "there is no maxSlope" },
		{ HEAD "\"pierced\": 1 }", wf_badFormat, 2, 12, "pierced", "true or false" },
		{ HEAD "\"pierced\": true, \"up\": [0, 0, 0] }", wf_badFormat, 2, 12, "pierced", "a direction up" },
		{ HEAD "\"agents\": {} }", wf_badFormat, 2, 11, "agents", "a list" } };
	begin();
	for ( size_t i = 0; i < sizeof( cases ) / sizeof( cases[0] ); ++i )
	{
		wfSurfaceScene scene = { 0 };
		wfError error = { 0 };
		wfResult result = readText( cases[i].text, &scene, &error );
		CHECK( scene.mesh == NULL );
		testCheckError( &error, s_name, result, cases[i].line, cases[i].column, cases[i].field, cases[i].words, __FILE__,
						__LINE__ );
		if ( !CHECK_EQUAL( result, cases[i].result ) )
		{
			printf( "%s\n", cases[i].text );
		}
	}
	wfScenario scenario = { 0 };
	wfError error = { 0 };
	CHECK_EQUAL( testReadText( s_name, HEAD "\"goals\": [] }", &scenario, &error ), wf_badFormat );
	CHECK( strstr( error.message, "about a mesh" ) != NULL );
	end();
}

TEST( SurfaceScenesSurviveWithoutMemory )
{
	wfSurfaceScene scene = { 0 };
	begin();
	TEST_EVERY_ALLOCATION( readText( s_full, &scene, NULL ), wfSurfaceScene_Free( &scene ) );
	wfSurfaceSceneDef def = wfDefaultSurfaceSceneDef();
	def.refine.openPassages = true;
	TEST_EVERY_ALLOCATION( wfReadSurfaceScene( s_mesh, &def, &scene, NULL ), wfSurfaceScene_Free( &scene ) );
	end();
}

void testIoSurface( int argc, char** argv )
{
	RUN( SurfaceScenesAreRead );
	RUN( MeshFilesAreScenesAlone );
	RUN( SurfacesByNameAreMade );
	RUN( SurfaceScenesAreRefused );
	RUN( SurfaceScenesSurviveWithoutMemory );
}
