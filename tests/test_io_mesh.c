// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Mesh files: what is read from each format, and what is written comes back.
#include "tests/test_io_mesh.h"

#include "io/mesh_reader.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------- helpers

bool testAcceptMesh( const char* name, const void* bytes, size_t size, wfMeshData* mesh, const char* file, int line )
{
	wfReadDef def = wfDefaultReadDef();
	wfError error = { 0 };
	*mesh = ( wfMeshData ){ 0 };
	// A copy of exactly the size, so that the sanitizer sees a reader that looks beyond the end.
	char* copy = malloc( size > 0 ? size : 1 );
	memcpy( copy, bytes, size );
	wfResult result = wfReadMeshFromMemory( name, copy, size, &def, mesh, &error );
	free( copy );
	if ( result == wf_ok )
	{
		return true;
	}
	char message[1400];
	wfError_Format( &error, message, sizeof( message ) );
	return testCheckString( message, "accepted", "message", "expected", file, line );
}

void testPutText( testBytes* bytes, const char* text )
{
	size_t length = strlen( text );
	memcpy( bytes->data + bytes->size, text, length );
	bytes->size += length;
}

void testPutInteger( testBytes* bytes, int64_t value, size_t size )
{
	for ( size_t i = 0; i < size; ++i )
	{
		size_t shift = bytes->bigEndian ? size - 1 - i : i;
		bytes->data[bytes->size++] = (unsigned char)( (uint64_t)value >> ( 8 * shift ) & 0xFF );
	}
}

void testPutFloat( testBytes* bytes, float value )
{
	uint32_t bits;
	memcpy( &bits, &value, sizeof( bits ) );
	testPutInteger( bytes, bits, 4 );
}

void testPutDouble( testBytes* bytes, double value )
{
	int64_t bits;
	memcpy( &bits, &value, sizeof( bits ) );
	testPutInteger( bytes, bits, 8 );
}

void testPutStl( testBytes* bytes, const char* start, int64_t count, const float* coordinates, int32_t triangles )
{
	memset( bytes->data, ' ', 80 );
	memcpy( bytes->data, start, strlen( start ) );
	bytes->size = 80;
	testPutInteger( bytes, count, 4 );
	for ( int32_t i = 0; i < triangles; ++i )
	{
		for ( int32_t k = 0; k < 12; ++k )
		{
			testPutFloat( bytes, k < 3 ? NAN : coordinates[9 * i + k - 3] );
		}
		testPutInteger( bytes, 0, 2 );
	}
}

void testCheckTriangles( const wfMeshData* mesh, int32_t count, const int32_t* triangles )
{
	if ( CHECK_EQUAL( mesh->triangleCount, count ) )
	{
		CHECK( memcmp( mesh->triangles, triangles, sizeof( int32_t ) * 3 * (size_t)count ) == 0 );
	}
}

// ----------------------------------------------------------------------------------------------------------------- OBJ

TEST( ObjFormsAreRead )
{
	static const char text[] = "\xEF\xBB\xBF# caf\xE9, in an old encoding\r\n"
							   "mtllib a b.mtl\r\n"
							   "o thing\r\n"
							   "v 0 0 0\r\n"
							   "  v\t1.5e0 -0 +.25 # a comment\r\n"
							   "v 1 1 \\\r\n 0.5\r\n"
							   "v 0 1 0 1.0\r\n"
							   "vt 0 0\r\nvn 0 0 1\r\ng a b\r\nusemtl red\r\ns off\r\n"
							   "f 1 2 3\r\n"
							   "f 1/1 3/1 \\\r\n4/1\r\n"
							   "f -4//1 -3//1 -2//1\r\n"
							   "f 1/-1/-1 2// 4/\r\n"
							   "l 1 2 3\r\np 1\r\nmystery 1 2\r\nf 3 2 1";
	wfMeshData mesh;
	if ( !ACCEPT_MESH( "folder/a thing.obj", text, &mesh ) )
	{
		return;
	}
	CHECK_STRING( mesh.name, "a thing" );
	CHECK_STRING( mesh.format, "OBJ" );
	CHECK( mesh.colors == NULL );
	CHECK_EQUAL( mesh.vertexCount, 4 );
	CHECK( mesh.vertices[1].x == 1.5 && mesh.vertices[1].y == 0.0 && mesh.vertices[1].z == 0.25 );
	CHECK( mesh.vertices[2].z == 0.5 && mesh.vertices[3].y == 1.0 );
	static const int32_t triangles[] = { 0, 1, 2, 0, 2, 3, 0, 1, 2, 0, 1, 3, 2, 1, 0 };
	testCheckTriangles( &mesh, 5, triangles );
	static const int32_t lines[] = { 14, 15, 17, 18, 22 };
	CHECK_EQUAL( mesh.faceCount, 5 );
	for ( int32_t i = 0; i < 5; ++i )
	{
		CHECK_EQUAL( mesh.faces[i], i );
		CHECK_EQUAL( mesh.faceLines[i], lines[i] );
	}
	wfMeshData_Free( &mesh );
	CHECK( mesh.vertices == NULL && mesh.faceCount == 0 );
	wfMeshData_Free( NULL );
}

TEST( ObjFacesMayComeBeforeTheirVertices )
{
	wfMeshData mesh;
	if ( ACCEPT_MESH( "a.obj", "f 4 1 2 3\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n", &mesh ) )
	{
		static const int32_t triangles[] = { 3, 0, 1, 3, 1, 2 };
		testCheckTriangles( &mesh, 2, triangles );
		CHECK( mesh.faces[0] == 0 && mesh.faces[1] == 0 && mesh.faceCount == 1 && mesh.faceLines[0] == 1 );
		wfMeshData_Free( &mesh );
	}
}

TEST( ColorsAreReadFromEveryFormat )
{
	static const struct
	{
		const char *name, *text;
		uint8_t colors[9];
	} cases[] = {
		{ "a.obj", "v 0 0 0\nv 1 0 0 0.5 1.0 0\nv 0 1 0\nf 1 2 3\n", { 255, 255, 255, 128, 255, 0, 255, 255, 255 } },
		{ "a.obj", "v 0 0 0 255 0 10\nv 1 0 0 1 2 3\nv 0 1 0 300 -5 0\nf 1 2 3\n", { 255, 0, 10, 1, 2, 3, 255, 0, 0 } },
		{ "a.obj", "v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 0 1 0 0 0 1 0.5\nf 1 2 3\n", { 255, 0, 0, 0, 255, 0, 0, 0, 255 } },
		{ "a.off", "COFF 3 1\n0 0 0 1 0 0 1\n1 0 0 0 1 0 1\n0 1 0 0 0 1 1\n3 0 1 2\n", { 255, 0, 0, 0, 255, 0, 0, 0, 255 } },
		{ "a.off", "COFF 3 1\n0 0 0\n1 0 0\n1 0 0\n0 1 0 1\n0 1 0 0\n0 1\n3 0 1 2\n", { 255, 0, 0, 0, 255, 0, 0, 0, 255 } },
		{ "a.off", "OFF 3 1\n0 0 0 9 8 7\n1 0 0 0 1 0 1\n0 1 0 0 0 255\n3 0 1 2\n", { 9, 8, 7, 0, 1, 0, 0, 0, 255 } },
		{ "a.off",
		  "STCNOFF 3 1\n0 0 0 7 7 7 1.0 0 0 1 7 7\n1 0 0 7 7 7 0 1. 0 0 7 7\n0 1 0 7 7 7 0 0.25 1 7 7\n3 0 1 2\n",
		  { 255, 0, 0, 0, 255, 0, 0, 64, 255 } },
		{ "a.ply",
		  "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nproperty uchar "
		  "red\nproperty ushort green\nproperty float blue\nelement face 1\nproperty list uchar int "
		  "vertex_index\nend_header\n0 0 0 1 0 0\n1 0 0 255 65535 1\n0 1 0 7 0 0.5\n3 0 1 2\n",
		  { 1, 0, 0, 255, 255, 255, 7, 0, 128 } },
	};
	for ( size_t i = 0; i < sizeof( cases ) / sizeof( cases[0] ); ++i )
	{
		wfMeshData mesh;
		if ( !ACCEPT_MESH( cases[i].name, cases[i].text, &mesh ) )
		{
			continue;
		}
		for ( int32_t k = 0; k < 9 && CHECK( mesh.colors != NULL ); ++k )
		{
			CHECK_EQUAL( mesh.colors[k], cases[i].colors[k] );
		}
		wfMeshData_Free( &mesh );
	}
}

// ----------------------------------------------------------------------------------------------------------------- STL

TEST( StlTextIsRead )
{
	static const char text[] =
		"\n  SOLID a facet \"name\" of any kind\r\n"
		"facet normal -nan nan inf\nOuter   Loop\n vertex 0 0 0\tvertex 1\n0 0 vertex 0 1e0 0\nEndLoop\nendFacet\n"
		"endsolid other name\n\n"
		"solid\nfacet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex 1 1 0 vertex 0 1 0 endloop "
		"endfacet endsolid";
	wfMeshData mesh;
	if ( ACCEPT_MESH( "a.stl", text, &mesh ) )
	{
		CHECK_STRING( mesh.format, "STL (ASCII)" );
		CHECK( mesh.vertexCount == 7 && mesh.triangleCount == 3 && mesh.faceCount == 2 );
		CHECK( mesh.vertices[1].x == 1.0 && mesh.vertices[2].y == 1.0 );
		CHECK( mesh.faceLines[0] == 3 && mesh.faceLines[1] == 12 );
		wfMeshData_Free( &mesh );
	}
}

TEST( StlBinaryIsToldByItsSize )
{
	static const float places[] = { 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0.5f };
	static const char* const starts[] = { "", "solid facet endsolid", "# v 1 2 3", "OFF", "ply" };
	for ( size_t i = 0; i < sizeof( starts ) / sizeof( starts[0] ); ++i )
	{
		testBytes bytes = { 0 };
		testPutStl( &bytes, starts[i], 2, places, 2 );
		wfMeshData mesh;
		if ( ACCEPT_MESH_BYTES( "a.bin", bytes.data, bytes.size, &mesh ) )
		{
			CHECK_STRING( mesh.format, "STL (binary)" );
			CHECK( mesh.vertexCount == 6 && mesh.triangleCount == 2 && mesh.faceLines == NULL );
			CHECK( mesh.vertices[5].z == 0.5 && mesh.faces[1] == 1 );
			wfMeshData_Free( &mesh );
		}
	}
	// Filled up at the end: then the ending of the name must decide.
	testBytes bytes = { 0 };
	testPutStl( &bytes, "", 2, places, 2 );
	testPutInteger( &bytes, 0, 7 );
	wfMeshData mesh;
	if ( ACCEPT_MESH_BYTES( "A.STL", bytes.data, bytes.size, &mesh ) )
	{
		CHECK_EQUAL( mesh.triangleCount, 2 );
		wfMeshData_Free( &mesh );
	}
}

// ----------------------------------------------------------------------------------------------------------------- OFF

#define OFF_BODY "0 0 0\n1 0 0\n\n # between\n1 1 0\n0 1 0\n4 0 1 2 3\n"

TEST( OffHeadersAreReadInAllForms )
{
	static const char* const texts[] = {
		"OFF\n4 1 0\n" OFF_BODY,
		"OFF 4 1 4\n" OFF_BODY,
		"OFF4 1 4 # glued\n" OFF_BODY,
		"# first\n\n OFF # second\n# third\n4 1\n" OFF_BODY,
		"OFF\n4\n1\n0\n" OFF_BODY,
		"OFF\n4 1\n" OFF_BODY,
		"OFF\r\n4 1 0\r\n0 0 0\r\n1 0 0\r\n1 1 0\r\n0 1 0\r\n4 0 1 2 3 255 0 0",
		"4 1 0\n" OFF_BODY,
		// Over several lines, as other programs write long faces; what follows on the last is a colour.
		"OFF 4 1 0\n0\n0 0\n1 0\n# three\n\n0\n1 1 0\n0\n1\n0\n4 0\n 1 # two\n2\n\n3 255 0 0\n",
		"OFF 4 1 0\r\n0 0\r\n0\r\n1 0 0\r\n1 1 0\r\n0 1 0\r\n4\r\n0 1 2\r\n3\r\n",
		"NOFF 4 1\n0 0 0\n0 0 1\n1 0 0 0 0\n1\n1 1 0 0 0 1\n0 1 0\n0\n0\n1\n4 0 1 2 3\n",
		"NOFF 4 1\n0 0 0 0 0 1\n1 0 0 0 0 1\n1 1 0 0 0 1\n0 1 0 0 0 1\n4 0 1 2 3 17\n",
		"STOFF 4 1 0\n0 0 0 0 0\n1 0 0 1 0\n1 1 0 1 1\n0 1 0 0 1\n4 0 1 2 3 0.1 0.2 0.3 1.0\n",
	};
	for ( size_t i = 0; i < sizeof( texts ) / sizeof( texts[0] ); ++i )
	{
		wfMeshData mesh;
		if ( ACCEPT_MESH( "a.off", texts[i], &mesh ) )
		{
			static const int32_t triangles[] = { 0, 1, 2, 0, 2, 3 };
			CHECK_STRING( mesh.format, "OFF" );
			CHECK_EQUAL( mesh.vertexCount, 4 );
			testCheckTriangles( &mesh, 2, triangles );
			CHECK( mesh.colors == NULL && mesh.vertices[2].y == 1.0 );
			wfMeshData_Free( &mesh );
		}
	}
}

// -------------------------------------------------------------------------------------------------------------- formats

TEST( MeshFormatsAreToldByContentThenEnding )
{
	static const struct
	{
		const char *name, *text;
		wfReadMeshFcn* read;
	} cases[] = {
		{ "a.stl", "v 0 0 0\n", wfReadObjMesh },
		{ "a.stl", "# comment\n\n\tmtllib x\n", wfReadObjMesh },
		{ "a.obj", "ply\nformat", wfReadPlyMesh },
		{ "a.obj", "  COFF\n", wfReadOffMesh },
		{ "a.obj", "# c\nOFF3 1", wfReadOffMesh },
		{ "a.obj", "solid thing\nfacet", wfReadTextStlMesh },
		{ "a", "Solid\n", wfReadTextStlMesh },
		{ "a.OBJ", "something", wfReadObjMesh },
		{ "a.off", "3 1 0\n", wfReadOffMesh },
		{ "a.ply", "", wfReadPlyMesh },
		{ "a.stl", "?", wfReadBinaryStlMesh },
		{ "a", "something", NULL },
		{ "a.txt", "value 1", NULL },
		{ "a.txt", "plywood", NULL },
	};
	for ( size_t i = 0; i < sizeof( cases ) / sizeof( cases[0] ); ++i )
	{
		CHECK( wfFindMeshFormat( cases[i].name, cases[i].text, strlen( cases[i].text ) ) == cases[i].read );
	}
}

// -------------------------------------------------------------------------------------------------------------- writing

static const wfVec3 s_places[] = {
	{ 0.1, -1.0 / 3.0, 1e-300 }, { 1e9 + 0.25, 2.0 / 7.0, 3 }, { 5, 1e22, -7.25e-5 }, { 1, 2, 3 } };

static wfMesh* makeTetrahedron( void )
{
	static const int32_t triangles[] = { 0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0 };
	wfMeshDef def = wfDefaultMeshDef();
	def.vertices = s_places;
	def.vertexCount = 4;
	def.triangles = triangles;
	def.triangleCount = 4;
	wfMesh* mesh = NULL;
	CHECK_EQUAL( wfCreateMesh( &def, &mesh, NULL ), wf_ok );
	return mesh;
}

static void checkSameMesh( const char* path, const wfMesh* mesh, const uint8_t* colors )
{
	wfReadDef def = wfDefaultReadDef();
	wfMeshData data = { 0 };
	wfError error = { 0 };
	CHECK_EQUAL( wfReadMesh( path, &def, &data, &error ), wf_ok );
	CHECK_STRING( error.message, "" );
	if ( CHECK_EQUAL( data.vertexCount, wfMesh_GetVertexCount( mesh ) ) )
	{
		CHECK( memcmp( data.vertices, wfMesh_GetVertices( mesh ), sizeof( wfVec3 ) * (size_t)data.vertexCount ) == 0 );
		CHECK( colors == NULL || memcmp( data.colors, colors, 3 * (size_t)data.vertexCount ) == 0 );
		testCheckTriangles( &data, wfMesh_GetTriangleCount( mesh ), wfMesh_GetTriangles( mesh ) );
	}
	wfMeshData_Free( &data );
}

TEST( WrittenMeshesReadBackTheSame )
{
	static const uint8_t colors[] = { 1, 2, 3, 0, 0, 0, 255, 254, 253, 1, 1, 1 };
	static const double values[] = { 0.0, -1.5, 1e300, 7.0 };
	wfMesh* mesh = makeTetrahedron();
	char ply[600], obj[600];
	snprintf( ply, sizeof( ply ), "%s", testTemporaryPath( "mesh.ply" ) );
	snprintf( obj, sizeof( obj ), "%s", testTemporaryPath( "mesh.obj" ) );
	// The comma of a locale must not come into a file.
	const char* locales[] = { "C", "de_DE.UTF-8", "fr_FR.UTF-8", "C" };
	for ( int32_t i = 0; i < 4; ++i )
	{
		setlocale( LC_NUMERIC, locales[i] );
		wfError error = { 0 };
		CHECK_EQUAL( wfWriteMeshPly( ply, mesh, i > 0 ? colors : NULL, i > 1 ? values : NULL, "quality", &error ), wf_ok );
		checkSameMesh( ply, mesh, i > 0 ? colors : NULL );
		CHECK_EQUAL( wfWriteMeshObj( obj, mesh, &error ), wf_ok );
		checkSameMesh( obj, mesh, NULL );
		CHECK_STRING( error.message, "" );
	}
	wfFile file;
	CHECK_EQUAL( wfFile_Load( ply, SIZE_MAX, false, &file, NULL ), wf_ok );
	static const char head[] =
		"ply\nformat binary_little_endian 1.0\ncomment Wayfield; metres\nelement vertex 4\nproperty double "
		"x\nproperty double y\nproperty double z\nproperty uchar red\nproperty uchar green\nproperty uchar "
		"blue\nproperty double quality\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n";
	CHECK_EQUAL( file.size, strlen( head ) + 4 * 35 + 4 * 13 );
	CHECK( file.size > strlen( head ) && memcmp( file.data, head, strlen( head ) ) == 0 );
	wfFile_Free( &file );

	TEST_EVERY_ALLOCATION( wfWriteMeshPly( ply, mesh, colors, values, NULL, NULL ), (void)0 );
	TEST_EVERY_ALLOCATION( wfWriteMeshObj( obj, mesh, NULL ), (void)0 );
	wfError error = { 0 };
	CHECK_EQUAL( wfWriteMeshPly( ply, mesh, NULL, values, "two words", &error ), wf_outOfRange );
	CHECK( strstr( error.message, "\"two words\"" ) != NULL );
	CHECK_EQUAL( wfWriteMeshPly( ply, mesh, NULL, values, "red", &error ), wf_outOfRange );
	CHECK_EQUAL( wfWriteMeshObj( "/nowhere/at/all.obj", mesh, &error ), wf_writeFailed );
	CHECK_STRING( error.file, "/nowhere/at/all.obj" );
	remove( ply );
	remove( obj );
	wfDestroyMesh( mesh );
}

TEST( WrittenPathsHoldEveryPiece )
{
	wfVec3 line[] = { { 0, 0, 0 }, { 0.1, 0, 0 }, { 0.1, 1, 0.7 } };
	wfVec3 point[] = { { 4, 5, 6 } };
	wfVec3 pair[] = { { 7, 8, 9 }, { -1, -2, -3 } };
	wfSurfacePath paths[] = {
		{ .points = line, .count = 3 }, { .count = 0 }, { .points = point, .count = 1 }, { .points = pair, .count = 2 } };
	char path[600];
	snprintf( path, sizeof( path ), "%s", testTemporaryPath( "paths.obj" ) );
	wfError error = { 0 };
	wfFile file;
	CHECK_EQUAL( wfWriteSurfacePaths( path, paths, 4, &error ), wf_ok );
	CHECK_EQUAL( wfFile_Load( path, SIZE_MAX, false, &file, NULL ), wf_ok );
	char text[512] = "";
	memcpy( text, file.data, file.size < sizeof( text ) ? file.size : sizeof( text ) - 1 );
	CHECK_STRING( text,
				  "# Wayfield; metres; paths: 4\no path0\nv 0 0 0\nv 0.1 0 0\nv 0.1 1 0.7\nl 1 2 3\no path2\nv 4 5 6\np 4\no "
				  "path3\nv 7 8 9\nv -1 -2 -3\nl 5 6\n" );
	wfFile_Free( &file );
	TEST_EVERY_ALLOCATION( wfWriteSurfacePaths( path, paths, 4, NULL ), (void)0 );
	remove( path );

	snprintf( path, sizeof( path ), "%s", testTemporaryPath( "paths.ply" ) );
	CHECK_EQUAL( wfWriteSurfacePaths( path, paths, 4, &error ), wf_ok );
	CHECK_EQUAL( wfFile_Load( path, SIZE_MAX, false, &file, NULL ), wf_ok );
	testBytes expected = { 0 };
	testPutText( &expected, "ply\nformat binary_little_endian 1.0\ncomment Wayfield; metres\nelement vertex 6\nproperty double "
							"x\nproperty double y\nproperty double z\nelement edge 3\nproperty int vertex1\nproperty int "
							"vertex2\nend_header\n" );
	for ( int32_t i = 0; i < 4; ++i )
	{
		for ( int32_t k = 0; k < paths[i].count; ++k )
		{
			testPutDouble( &expected, paths[i].points[k].x );
			testPutDouble( &expected, paths[i].points[k].y );
			testPutDouble( &expected, paths[i].points[k].z );
		}
	}
	static const int32_t edges[] = { 0, 1, 1, 2, 4, 5 };
	for ( int32_t i = 0; i < 6; ++i )
	{
		testPutInteger( &expected, edges[i], 4 );
	}
	CHECK( file.size == expected.size && memcmp( file.data, expected.data, file.size ) == 0 );
	wfFile_Free( &file );
	TEST_EVERY_ALLOCATION( wfWriteSurfacePaths( path, paths, 4, NULL ), (void)0 );
	remove( path );

	snprintf( path, sizeof( path ), "%s", testTemporaryPath( "paths.csv" ) );
	CHECK_EQUAL( wfWriteSurfacePaths( path, paths, 4, &error ), wf_ok );
	CHECK_EQUAL( wfFile_Load( path, SIZE_MAX, false, &file, NULL ), wf_ok );
	memset( text, 0, sizeof( text ) );
	memcpy( text, file.data, file.size < sizeof( text ) ? file.size : sizeof( text ) - 1 );
	CHECK_STRING( text, "path,x,y,z\n0,0,0,0\n0,0.1,0,0\n0,0.1,1,0.7\n2,4,5,6\n3,7,8,9\n3,-1,-2,-3\n" );
	wfFile_Free( &file );
	TEST_EVERY_ALLOCATION( wfWriteSurfacePaths( path, paths, 4, NULL ), (void)0 );
	remove( path );
	CHECK_EQUAL( wfWriteSurfacePaths( "paths.txt", paths, 4, &error ), wf_unsupported );
	CHECK( strstr( error.message, ".obj, .ply or .csv" ) != NULL );
	CHECK_STRING( error.file, "paths.txt" );
}

// ------------------------------------------------------------------------------------------------------------ real files

TEST( RealMeshesAreRead )
{
	static const struct
	{
		const char *name, *format;
		int32_t vertices, triangles, faces;				  // of the file
		int32_t welded, components, boundaryLoops, genus; // of the mesh
	} cases[] = {
		{ "2triangles.off", "OFF", 4, 2, 2, 0, 1, 1, 0 },
		{ "3holes.off", "OFF", 3596, 7200, 7200, 0, 1, 0, 3 },
		{ "bob_small.ply", "PLY (binary, little endian)", 250, 500, 500, 0, 1, 0, 1 },
		{ "bumpy.off", "OFF", 1250, 2496, 2496, 0, 1, 0, 0 },
		{ "bunny.off", "OFF", 3485, 6966, 6966, 0, 1, 0, 0 },
		{ "double-torus.obj", "OBJ", 1134, 2272, 1136, 0, 1, 0, 2 },
		{ "fertility.off", "OFF", 4494, 9000, 9000, 0, 1, 0, 4 },
		{ "klein-bottle.obj", "OBJ", 1225, 2312, 1156, 69, 1, 0, 2 },
		{ "nav_test.obj", "OBJ", 884, 1612, 792, 0, 42, 0, 3 },
		{ "spot.obj", "OBJ", 2930, 5856, 5856, 0, 1, 0, 0 },
		{ "stl_box_ascii.stl", "STL (ASCII)", 36, 12, 12, 28, 1, 0, 0 },
		{ "stl_box_binary.stl", "STL (binary)", 36, 12, 12, 28, 1, 0, 0 },
		{ "beetle.off", "OFF", 19887, 38656, 38656, 2, 1, 11, 0 },
	};
	for ( size_t i = 0; i < sizeof( cases ) / sizeof( cases[0] ); ++i )
	{
		char name[128];
		snprintf( name, sizeof( name ), "meshes/%s", cases[i].name );
		const char* path = testDataPath( name );
		if ( path == NULL )
		{
			testSkip( "no real data" );
			return;
		}
		wfReadDef def = wfDefaultReadDef();
		wfMeshData data = { 0 };
		wfError error = { 0 };
		CHECK_EQUAL( wfReadMesh( path, &def, &data, &error ), wf_ok );
		CHECK_STRING( error.message, "" );
		CHECK_STRING( data.format, cases[i].format );
		CHECK( data.vertexCount == cases[i].vertices && data.triangleCount == cases[i].triangles );
		CHECK_EQUAL( data.faceCount, cases[i].faces );
		wfMeshData_Free( &data );
		wfMesh* mesh = NULL;
		if ( CHECK_EQUAL( wfLoadMesh( path, &def, NULL, &mesh, &error ), wf_ok ) )
		{
			wfMeshReport report = wfMesh_GetReport( mesh );
			CHECK_EQUAL( report.weldedVertices, cases[i].welded );
			CHECK_EQUAL( report.components, cases[i].components );
			CHECK_EQUAL( report.boundaryLoops, cases[i].boundaryLoops );
			CHECK_EQUAL( report.genus, cases[i].genus );
			wfDestroyMesh( mesh );
		}
	}
}

void testIoMesh( int argc, char** argv )
{
	RUN( ObjFormsAreRead );
	RUN( ObjFacesMayComeBeforeTheirVertices );
	RUN( ColorsAreReadFromEveryFormat );
	RUN( StlTextIsRead );
	RUN( StlBinaryIsToldByItsSize );
	RUN( OffHeadersAreReadInAllForms );
	RUN( MeshFormatsAreToldByContentThenEnding );
	RUN( WrittenMeshesReadBackTheSame );
	RUN( WrittenPathsHoldEveryPiece );
	RUN( RealMeshesAreRead );
}
