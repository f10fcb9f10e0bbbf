// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Mesh files that are refused, and where the message points.
#include "tests/test_io_mesh.h"

#include "io/mesh_reader.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void testRefuseMesh( const char* name, const void* bytes, size_t size, wfResult result, int32_t atLine, int32_t atColumn,
					 const char* field, const char* words, const char* file, int line )
{
	wfReadDef def = wfDefaultReadDef();
	wfMeshData mesh = { .faceCount = -7 };
	wfError error = { 0 };
	// A copy of exactly the size, so that the sanitizer sees a reader that looks beyond the end.
	char* copy = malloc( size > 0 ? size : 1 );
	memcpy( copy, bytes, size );
	size_t before = wfGetByteCount();
	wfResult found = wfReadMeshFromMemory( name, copy, size, &def, &mesh, &error );
	free( copy );
	if ( found == wf_ok )
	{
		wfMeshData_Free( &mesh );
		testCheckString( "accepted", words, "reader", "expected message", file, line );
		return;
	}
	testCheckEqual( mesh.faceCount, -7, "mesh", "as it was", file, line );
	testCheckEqual( (int64_t)wfGetByteCount(), (int64_t)before, "bytes", "before", file, line );
	testCheckError( &error, name, result, atLine, atColumn, field, words, file, line );
}

// ----------------------------------------------------------------------------------------------------------------- OBJ

#define V3 "v 0 0 0\nv 1 0 0\nv 0 1 0\n"

TEST( ObjErrorsHaveALine )
{
	REFUSE_MESH( "a.obj", "", wf_badFormat, 0, 0, "", "the file is empty; expected a mesh as OBJ, PLY, STL or OFF" );
	REFUSE_MESH( "a.obj", "# nothing\n", wf_badFormat, 0, 0, "", "0 vertices and 0 faces" );
	REFUSE_MESH( "a.obj", V3, wf_badFormat, 0, 0, "", "3 vertices and 0 faces" );
	REFUSE_MESH( "a.obj", "v 0 0 0\nv 1 0\n", wf_badFormat, 2, 6, "v.z", "the line ends here; expected a finite number" );
	REFUSE_MESH( "a.obj", "v 0 0 0\nv 1 0", wf_badFormat, 2, 6, "v.z", "the file ends here" );
	REFUSE_MESH( "a.obj", "v 0 nan 0\n", wf_badFormat, 1, 5, "v.y", "found \"nan\"; expected a finite number" );
	REFUSE_MESH( "a.obj", "v 0 0 -inf\n", wf_badFormat, 1, 7, "v.z", "found \"-inf\"" );
	REFUSE_MESH( "a.obj", "v 1e400 0 0\n", wf_outOfRange, 1, 3, "v.x", "\"1e400\" is more than a number can hold" );
	REFUSE_MESH( "a.obj", "v 1e31 0 0\n", wf_outOfRange, 1, 3, "v.x", "the coordinate is 1e+31; expected -1e+30 to 1e+30" );
	REFUSE_MESH( "a.obj", "v 0,5 0 0\n", wf_badFormat, 1, 3, "v.x", "found \"0,5\"" );
	REFUSE_MESH( "a.obj", "v 0 0 0 1 2\n", wf_badFormat, 1, 12, "v", "expected a vertex of 3, 4, 6 or 7 numbers" );
	REFUSE_MESH( "a.obj", "v 0 0 0 1 2 3 4 5\n", wf_badFormat, 1, 17, "v", "found \"5\"" );
	REFUSE_MESH( "a.obj", "v 0 0 0 red\n", wf_badFormat, 1, 9, "v", "found \"red\"" );
	REFUSE_MESH( "a.obj", V3 "f 1 2\n", wf_badFormat, 4, 1, "f", "the face has 2 corners; expected 3 or more" );
	REFUSE_MESH( "a.obj", V3 "f\n", wf_badFormat, 4, 1, "f", "the face has 0 corners" );
	REFUSE_MESH( "a.obj", V3 "f 1 2 4\n", wf_outOfRange, 4, 7, "f", "vertex 4 of a face is not there; expected 1 to 3" );
	REFUSE_MESH( "a.obj", V3 "f 1 2 3\nf 1 9 7\nf 1 2 99\n", wf_outOfRange, 5, 5, "f", "vertex 9" );
	REFUSE_MESH( "a.obj", V3 "f 1 2 99999999999999999999\n", wf_outOfRange, 4, 7, "f", "expected 1 to 3" );
	REFUSE_MESH( "a.obj", V3 "f 1 2 -99999999999999999999\n", wf_outOfRange, 4, 7, "f", "or -3 to -1 counted from here back" );
	REFUSE_MESH( "a.obj", V3 "f 1 0 2\n", wf_outOfRange, 4, 5, "f", "vertex 0 of a face is not there; expected 1 to 3" );
	REFUSE_MESH( "a.obj", "v 0 0 0\nf -1 -2 -1\n", wf_outOfRange, 2, 6, "f", "vertex -2 of a face is not there" );
	REFUSE_MESH( "a.obj", "f -1 1 1\n", wf_outOfRange, 1, 3, "f", "no vertex is yet" );
	REFUSE_MESH( "a.obj", "f 1 1 1\n", wf_outOfRange, 1, 3, "f", "no vertex is" );
	REFUSE_MESH( "a.obj", V3 "f 1 2 x\n", wf_badFormat, 4, 7, "f", "found \"x\"; expected the number of a vertex" );
	REFUSE_MESH( "a.obj", V3 "f 1 2/a 3\n", wf_badFormat, 4, 5, "f", "found \"2/a\"" );
	REFUSE_MESH( "a.obj", V3 "f 1 2/1/1/1 3\n", wf_badFormat, 4, 5, "f", "found \"2/1/1/1\"" );
	REFUSE_MESH( "a.obj", V3 "f 1 2.0 3\n", wf_badFormat, 4, 5, "f", "found \"2.0\"" );
	REFUSE_MESH( "a.obj", V3 "1 2 3\n", wf_badFormat, 4, 1, "", "found \"1\"; expected a record such as v, f" );
	REFUSE_MESH( "a.obj", V3 "f 1 \\\n 2 \\\n 7\n", wf_outOfRange, 6, 2, "f", "vertex 7" );
	REFUSE_MESH( "a.obj", "\xFF\xFEv\0", wf_badFormat, 1, 1, "", "UTF-16" );
	REFUSE_MESH( "a.dat", "GIF89a", wf_badFormat, 1, 1, "", "not a file of a known kind, it begins with \"GIF89a\"" );
}

// ----------------------------------------------------------------------------------------------------------------- OFF

TEST( OffErrorsHaveALine )
{
	REFUSE_MESH( "a.off", "OFF", wf_badFormat, 1, 4, "vertices", "the file ends here; expected a whole number" );
	REFUSE_MESH( "a.off", "OFF\n3 x 0\n", wf_badFormat, 2, 3, "faces", "found \"x\"; expected a whole number" );
	REFUSE_MESH( "a.off", "OFF\n-3 1 0\n", wf_badFormat, 2, 1, "vertices", "the count is -3" );
	REFUSE_MESH( "a.off", "OFF\n3 1 0 7\n", wf_badFormat, 2, 7, "", "after the counts" );
	REFUSE_MESH( "a.off", "OFF\n2000000000 1 0\n0 0 0\n", wf_badFormat, 2, 1, "vertices",
				 "the header states 2000000000 vertices; the rest of the file has room for at most 1" );
	REFUSE_MESH( "a.off", "OFF\n1 2000000000 0\n0 0 0\n3 0 0 0\n", wf_badFormat, 2, 3, "faces", "room for at most 1" );
	REFUSE_MESH( "a.off", "OFF 2 1 0\n0 0 0\n", wf_badFormat, 1, 5, "vertices", "2 vertices" );
	REFUSE_MESH( "a.off", "OFF 2 1\n0 0 0 # and so on\n", wf_badFormat, 3, 1, "vertices", "ends after 1 of the 2 vertices" );
	REFUSE_MESH( "a.off", "OFF 1 1\n0 0 nan\n3 0 0 0\n", wf_badFormat, 2, 5, "vertex[0].z", "found \"nan\"" );
	REFUSE_MESH( "a.off", "OFF 2 1\n0 0 0\n0 0\n3 0 0 0\n", wf_badFormat, 3, 1, "vertex[1]",
				 "the vertex has 6 numbers; expected 3" );
	REFUSE_MESH( "a.off", "OFF 2 1\n0 0 0 0\n 0\n0 1\n3 0 1 0\n", wf_badFormat, 2, 1, "vertex[0]", "the vertex has 4 numbers" );
	REFUSE_MESH( "a.off", "OFF 2 1\n0 0 0\n0\n\n x 3 0 1 0\n", wf_badFormat, 5, 2, "vertex[1].y", "found \"x\"" );
	REFUSE_MESH( "a.off", "OFF 2 1\n0 0 0\n0 0 # 0\n\n      \n", wf_badFormat, 6, 1, "vertex[1].z", "the file ends here" );
	REFUSE_MESH( "a.off", "OFF 4 1\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n3 2 1 0\n", wf_badFormat, 5, 1, "vertex[3]",
				 "the vertex has 4 numbers; expected 3 (the header states 4 vertices)" );
	REFUSE_MESH( "a.off", "NOFF 1 1\n0 0 0\n3 0 0 0\n", wf_badFormat, 2, 1, "vertex[0]", "expected 3, 3 of a normal" );
	REFUSE_MESH( "a.off", "OFF 3 1\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n", wf_outOfRange, 5, 7, "face[0]",
				 "vertex 3 of the face is not there; expected 0 to 2" );
	REFUSE_MESH( "a.off", "OFF 3 1\n0 0 0\n1 0 0\n0 1 0\n3 0 1 -1\n", wf_outOfRange, 5, 7, "face[0]", "vertex -1" );
	REFUSE_MESH( "a.off", "OFF 3 1\n0 0 0\n1 0 0\n0 1 0\n3 0 1\n", wf_badFormat, 6, 1, "face[0]",
				 "ends after 2 of the 3 corners" );
	REFUSE_MESH( "a.off", "OFF 3 1\n0 0 0\n1 0 0\n0 1 0\n3 0\n1\n\n7\n", wf_outOfRange, 8, 1, "face[0]",
				 "vertex 7 of the face is not there; expected 0 to 2; the face begins on line 5 and states 3 corners" );
	REFUSE_MESH( "a.off", "OFF 3 1\n0 0 0\n1 0 0\n0 1 0\n2 0 1 2\n", wf_badFormat, 5, 1, "face[0]", "the face has 2 corners" );
	REFUSE_MESH( "a.off", "OFF 3 2\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2 255 255 255\n", wf_badFormat, 6, 1, "faces",
				 "the file ends after 1 of the 2 faces" );
	REFUSE_MESH( "a.off", "OFF 3 1\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n3 2 1 0\n", wf_badFormat, 6, 1, "faces",
				 "more follows after the 3 vertices and 1 faces" );
	REFUSE_MESH( "a.off", "4OFF 3 1\n", wf_unsupported, 1, 1, "", "\"4OFF\"" );
	REFUSE_MESH( "a.off", "nOFF 3 1\n", wf_unsupported, 1, 1, "", "three dimensions" );
	REFUSE_MESH( "a.off", "OFF BINARY\n", wf_unsupported, 1, 5, "", "binary OFF is not read" );
	REFUSE_MESH( "a.off", "hello\n", wf_badFormat, 1, 1, "vertices", "found \"hello\"" );
}

// ----------------------------------------------------------------------------------------------------------------- STL

#define LOOP "solid\nfacet normal 0 0 1\nouter loop\n"

TEST( StlErrorsHaveALineOrAByte )
{
	REFUSE_MESH( "a.stl", "solid\nendsolid\n", wf_badFormat, 0, 0, "", "0 vertices and 0 faces" );
	REFUSE_MESH( "a.stl", "solid\n", wf_badFormat, 2, 1, "", "the file ends here; expected \"facet\" or \"endsolid\"" );
	REFUSE_MESH( "a.stl", "solid\nface normal 0 0 1\n", wf_badFormat, 2, 1, "", "found \"face\"" );
	REFUSE_MESH( "a.stl", "solid\nfacet normal 0 0 1\nvertex 0 0 0\n", wf_badFormat, 3, 1, "facet[0]", "\"outer loop\"" );
	REFUSE_MESH( "a.stl", "solid\nfacet normal 0 0 1\nouter vertex\n", wf_badFormat, 3, 7, "facet[0]", "\"loop\"" );
	REFUSE_MESH( "a.stl", LOOP "vertex 0 0 0\nvertex 1 0 nan\n", wf_badFormat, 5, 12, "facet[0].vertex[1].z", "found \"nan\"" );
	REFUSE_MESH( "a.stl", LOOP "vertex 0 0\nvertex 1 0 0\n", wf_badFormat, 5, 1, "facet[0].vertex[0].z", "found \"vertex\"" );
	REFUSE_MESH( "a.stl", LOOP "vertex 0 0 0\nvertex 1 0 0\nendloop\n", wf_badFormat, 6, 1, "facet[0]", "three in each loop" );
	REFUSE_MESH( "a.stl", LOOP "vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endfacet\n", wf_badFormat, 4, 40, "facet[0]",
				 "\"endloop\"" );
	REFUSE_MESH( "a.stl", LOOP "vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop\nfacet", wf_badFormat, 5, 1, "facet[0]",
				 "\"endfacet\"" );
	REFUSE_MESH( "a.stl", LOOP "vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet\nendsolid\nfacet", wf_badFormat, 6, 1, "",
				 "found \"facet\"; expected \"solid\"" );
	REFUSE_MESH( "a.stl", "hello", wf_badFormat, 0, 0, "", "the file has 5 bytes" );

	static const float places[] = { 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, NAN, 0, 0, 1, 0 };
	testBytes bytes = { 0 };
	testPutStl( &bytes, "", 2, places, 2 );
	REFUSE_MESH_BYTES( "a.stl", bytes.data, bytes.size, wf_outOfRange, "facet[1].vertex[1].y",
					   "the coordinate at byte 162 is nan" );
	testPutStl( &bytes, "solid ", 4000000000ll, places, 1 );
	bytes.data[70] = 0;
	REFUSE_MESH_BYTES( "a.stl", bytes.data, bytes.size, wf_badFormat, "triangles",
					   "states 4000000000 triangles at byte 80; the 50 bytes after it hold 1 of 50 bytes each" );
	testPutStl( &bytes, "", 1, places, 2 );
	REFUSE_MESH_BYTES( "a.stl", bytes.data, bytes.size, wf_badFormat, "triangles", "states 1 triangles" );
	testPutStl( &bytes, "", 2, places, 2 );
	REFUSE_MESH_BYTES( "a.stl", bytes.data, bytes.size - 1, wf_badFormat, "triangles", "hold 1 of 50 bytes" );
}

// ----------------------------------------------------------------------------------------------------------------- PLY

#define HEAD "ply\nformat ascii 1.0\n"
#define XYZ "property float x\nproperty float y\nproperty float z\n"
#define TOP HEAD "element vertex 3\n" XYZ
#define LIST "property list uchar int vertex_indices\nend_header\n"

TEST( PlyHeaderErrorsHaveALine )
{
	REFUSE_MESH( "a.ply", "plywood\n", wf_badFormat, 1, 1, "", "found \"plywood\"; expected \"ply\" on the first line" );
	REFUSE_MESH( "a.ply", "ply\n", wf_badFormat, 2, 1, "", "the file ends here; expected format, comment" );
	REFUSE_MESH( "a.ply", "ply\nend_header\n", wf_badFormat, 2, 1, "format", "\"format ascii 1.0\"" );
	REFUSE_MESH( "a.ply", "ply\nformat text 1.0\n", wf_badFormat, 2, 8, "format", "found \"text\"; expected ascii, binary" );
	REFUSE_MESH( "a.ply", "ply\nformat ascii 2.0\n", wf_badFormat, 2, 14, "format", "expected version 1.0" );
	REFUSE_MESH( "a.ply", HEAD "element vertex\n", wf_badFormat, 3, 15, "element", "expected a whole number" );
	REFUSE_MESH( "a.ply", HEAD "element vertex -1\n", wf_badFormat, 3, 16, "element", "the count is -1" );
	REFUSE_MESH( "a.ply", HEAD "element a 1\nelement a 2\n", wf_badFormat, 4, 9, "element", "element \"a\" is there twice" );
	REFUSE_MESH( "a.ply", HEAD "property float x\n", wf_badFormat, 3, 10, "property", "an element before" );
	REFUSE_MESH( "a.ply", HEAD "element vertex 1\nproperty real x\n", wf_badFormat, 4, 10, "property", "found \"real\"" );
	REFUSE_MESH( "a.ply", HEAD "element a 1\nproperty list float int x\n", wf_badFormat, 4, 15, "property", "whole numbers" );
	REFUSE_MESH( "a.ply", HEAD "element a 1\nproperty int\n", wf_badFormat, 4, 13, "property", "the name of the property" );
	REFUSE_MESH( "a.ply", HEAD "elements a 1\n", wf_badFormat, 3, 1, "", "found \"elements\"" );
	REFUSE_MESH( "a.ply", HEAD "end_header\n", wf_badFormat, 0, 0, "element", "no element \"vertex\"" );
	REFUSE_MESH( "a.ply", HEAD "element vertex 1\nproperty float x\nproperty float z\nend_header\n0 0\n", wf_badFormat, 3, 9,
				 "element", "has no property \"y\"" );
	REFUSE_MESH( "a.ply", TOP "end_header\n0 0 0\n1 0 0\n0 1 0\n", wf_badFormat, 0, 0, "element",
				 "these are points, not a mesh" );
	REFUSE_MESH( "a.ply", TOP "element face 1\nproperty int a\nend_header\n0 0 0\n1 0 0\n0 1 0\n3\n", wf_badFormat, 7, 9,
				 "element", "the element \"face\" has no list \"vertex_indices\" or \"vertex_index\"" );
	REFUSE_MESH( "a.ply", TOP "element face 2000000000\n" LIST "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", wf_badFormat, 7, 14, "element",
				 "states 2000000000 items of \"face\" with at least 2 bytes each; the 9 bytes left hold at most 4" );
	REFUSE_MESH( "a.ply", HEAD "element vertex 2000000000\n" XYZ "element face 1\n" LIST "0 0 0\n", wf_badFormat, 3, 16,
				 "element", "states 2000000000 items of \"vertex\" with at least 6 bytes each; the 7 bytes left hold at most 1" );
	REFUSE_MESH( "a.ply", HEAD "element vertex 99999999999999999999\n" XYZ "element face 1\n" LIST "0 0 0\n", wf_badFormat, 3, 16,
				 "element", "hold at most 1" );
}

TEST( PlyTextErrorsHaveALine )
{
	REFUSE_MESH( "a.ply", TOP "element face 1\n" LIST "0 0 0\n1 0 nan\n0 1 0\n3 0 1 2\n", wf_badFormat, 11, 5, "vertex[1].z",
				 "found \"nan\"; expected a finite number" );
	REFUSE_MESH( "a.ply", TOP "element face 1\n" LIST "0 0 0\n1 0\n0 1 0\n3 0 1 2\n", wf_badFormat, 11, 4, "vertex[1].z",
				 "the line ends here" );
	REFUSE_MESH( "a.ply", TOP "element face 1\n" LIST "0 0 0\n1 0 0 7\n0 1 0\n3 0 1 2\n", wf_badFormat, 11, 7, "vertex[1]",
				 "found \"7\" after the last property" );
	REFUSE_MESH( "a.ply", TOP "element face 1\n" LIST "0 0 0\n1 0 0\n1e99 1 0\n3 0 1 2\n", wf_outOfRange, 12, 1, "vertex[2].x",
				 "the coordinate is 1e+99" );
	REFUSE_MESH( "a.ply", TOP "element face 1\n" LIST "0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n", wf_outOfRange, 13, 7,
				 "face[0].vertex_indices", "vertex 3 of the face is not there; expected 0 to 2" );
	REFUSE_MESH( "a.ply", TOP "element face 1\n" LIST "0 0 0\n1 0 0\n0 1 0\n3 0 1 1.5\n", wf_outOfRange, 13, 7,
				 "face[0].vertex_indices", "vertex 1.5" );
	REFUSE_MESH( "a.ply", TOP "element face 1\n" LIST "0 0 0\n1 0 0\n0 1 0\n2 0 1\n", wf_badFormat, 13, 1,
				 "face[0].vertex_indices", "the face has 2 corners" );
	REFUSE_MESH( "a.ply", TOP "element face 1\n" LIST "0 0 0\n1 0 0\n0 1 0\n4 0 1 2\n", wf_badFormat, 13, 8,
				 "face[0].vertex_indices", "the line ends here" );
	REFUSE_MESH( "a.ply", TOP "element face 1\n" LIST "0 0 0\n1 0 0\n0 1 0\n99 0 1 2\n", wf_badFormat, 13, 1,
				 "face[0].vertex_indices", "the list states 99 items; expected a count from 0 to" );
	REFUSE_MESH( "a.ply", TOP "element face 1\n" LIST "0 0 0\n1 0 0\n0 1 0\n-3 0 1 2\n", wf_badFormat, 13, 1,
				 "face[0].vertex_indices", "the list states -3 items" );
	REFUSE_MESH( "a.ply", TOP "element face 2\n" LIST "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", wf_badFormat, 14, 1, "face[1]",
				 "the file ends after 1 of the 2 items" );
	REFUSE_MESH( "a.ply", TOP "element face 1\n" LIST "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n3 2 1 0\n", wf_badFormat, 14, 1, "",
				 "bytes follow after the last item" );
}

TEST( PlyBinaryErrorsHaveAByte )
{
	static const char head[] = "ply\nformat binary_big_endian 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
							   "property double z\nelement face 1\nproperty list char int vertex_index\nend_header\n";
	testBytes good = { .bigEndian = true };
	testPutText( &good, head );
	for ( int32_t i = 0; i < 3; ++i )
	{
		testPutFloat( &good, i == 1 ? 1.0f : 0.0f );
		testPutFloat( &good, i == 2 ? 1.0f : 0.0f );
		testPutDouble( &good, 0.0 );
	}
	size_t face = good.size;
	testPutInteger( &good, 3, 1 );
	for ( int32_t i = 0; i < 3; ++i )
	{
		testPutInteger( &good, i, 4 );
	}
	wfMeshData mesh;
	if ( ACCEPT_MESH_BYTES( "a.ply", good.data, good.size, &mesh ) )
	{
		wfMeshData_Free( &mesh );
	}
	char words[128];
	testBytes bytes = good;
	bytes.size = strlen( head ) + 16 + 8;
	testPutDouble( &bytes, INFINITY );
	bytes.size = good.size;
	snprintf( words, sizeof( words ), "the coordinate is inf; expected a finite number from -1e+30 to 1e+30 (byte %zu)",
			  strlen( head ) + 24 );
	REFUSE_MESH_BYTES( "a.ply", bytes.data, bytes.size, wf_outOfRange, "vertex[1].z", words );

	bytes = good;
	bytes.data[face + 8] = 9;
	snprintf( words, sizeof( words ), "vertex 9 of the face is not there; expected 0 to 2 (byte %zu)", face + 5 );
	REFUSE_MESH_BYTES( "a.ply", bytes.data, bytes.size, wf_outOfRange, "face[0].vertex_index", words );
	bytes.data[face + 5] = 0xFF;
	REFUSE_MESH_BYTES( "a.ply", bytes.data, bytes.size, wf_outOfRange, "face[0].vertex_index", "vertex -16777207" );

	bytes = good;
	bytes.data[face] = 4;
	snprintf( words, sizeof( words ), "the list states 4 items; expected a count from 0 to 3, for which there is room (byte %zu)",
			  face );
	REFUSE_MESH_BYTES( "a.ply", bytes.data, bytes.size, wf_badFormat, "face[0].vertex_index", words );
	bytes.data[face] = 0x80;
	REFUSE_MESH_BYTES( "a.ply", bytes.data, bytes.size, wf_badFormat, "face[0].vertex_index", "states -128 items" );
	bytes.data[face] = 2;
	REFUSE_MESH_BYTES( "a.ply", bytes.data, bytes.size, wf_badFormat, "face[0].vertex_index", "the face has 2 corners" );

	bytes = good;
	testPutText( &bytes, " x" );
	snprintf( words, sizeof( words ), "1 bytes follow after the last item the header states, from byte %zu on", good.size + 1 );
	REFUSE_MESH_BYTES( "a.ply", bytes.data, bytes.size, wf_badFormat, "", words );
	// Cut short anywhere: refused, and never read beyond.
	for ( size_t size = strlen( head ); size < good.size; ++size )
	{
		wfReadDef def = wfDefaultReadDef();
		wfError error = { 0 };
		char* copy = malloc( size );
		memcpy( copy, good.data, size );
		CHECK_EQUAL( wfReadMeshFromMemory( "a.ply", copy, size, &def, &mesh, &error ), wf_badFormat );
		CHECK( error.message[0] != 0 );
		free( copy );
	}
}

// -------------------------------------------------------------------------------------------------------------- limits

TEST( MeshesKeepTheMemoryLimit )
{
	enum
	{
		count = 4000
	};
	char* text = malloc( 32 * count );
	size_t size = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		size += (size_t)sprintf( text + size, "v %d 0 0\n", i );
	}
	size += (size_t)sprintf( text + size, "f 1 2 3\n" );
	wfReadDef def = wfDefaultReadDef();
	wfMeshData mesh = { 0 };
	wfError error = { 0 };
	def.memoryLimit = 24 * count / 2;
	CHECK_EQUAL( wfReadMeshFromMemory( "a.obj", text, size, &def, &mesh, &error ), wf_tooLarge );
	CHECK( error.line > 0 && strstr( error.message, "more than the limit of 48000 bytes" ) != NULL );
	def.memoryLimit = 0;
	CHECK_EQUAL( wfReadMeshFromMemory( "a.obj", text, size, &def, &mesh, &error ), wf_ok );
	wfMeshData_Free( &mesh );
	free( text );
}

// A polygon whose corners fold so much that cutting it takes too long is given up instead.
TEST( EndlessPolygonsAreGivenUp )
{
	enum
	{
		count = 60000
	};
	char* text = malloc( 64 * count );
	size_t size = 0;
	uint32_t seed = 3;
	for ( int32_t i = 0; i < count; ++i )
	{
		seed = seed * 1664525u + 1013904223u;
		size += (size_t)sprintf( text + size, "v %u %u 0\n", seed >> 16, ( seed * 2654435761u ) >> 16 );
	}
	size += (size_t)sprintf( text + size, "f" );
	for ( int32_t i = 0; i < count; ++i )
	{
		size += (size_t)sprintf( text + size, " %d", i + 1 );
	}
	wfReadDef def = wfDefaultReadDef();
	wfMeshData mesh = { 0 };
	wfError error = { 0 };
	wfResult result = wfReadMeshFromMemory( "a.obj", text, size, &def, &mesh, &error );
	CHECK_EQUAL( result, wf_tooLarge );
	CHECK_EQUAL( error.line, count + 1 );
	CHECK( strstr( error.message, "face 1 (from 1) has 60000 corners" ) != NULL );
	wfMeshData_Free( &mesh );
	free( text );
}

TEST( MeshCallsAreChecked )
{
	wfReadDef def = wfDefaultReadDef(), wrong = { 0 };
	wfMeshData mesh = { 0 };
	wfMesh* made = NULL;
	wfError error = { 0 };
	testBeginAsserts();
	CHECK_EQUAL( wfReadMesh( NULL, &def, &mesh, &error ), wf_invalidDef );
	CHECK_EQUAL( wfReadMesh( "a", &wrong, &mesh, &error ), wf_invalidDef );
	CHECK_EQUAL( wfReadMeshFromMemory( "a", NULL, 1, &def, &mesh, &error ), wf_invalidDef );
	CHECK_EQUAL( wfReadMeshFromMemory( "a", "v", 1, &wrong, &mesh, NULL ), wf_invalidDef );
	CHECK_EQUAL( wfLoadMesh( NULL, NULL, NULL, &made, &error ), wf_invalidDef );
	CHECK_EQUAL( wfWriteMeshPly( NULL, NULL, NULL, NULL, NULL, &error ), wf_invalidDef );
	CHECK_EQUAL( wfWriteMeshObj( "a.obj", NULL, &error ), wf_invalidDef );
	CHECK_EQUAL( wfWriteSurfacePaths( "a.obj", NULL, 1, &error ), wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 8 );
	CHECK_EQUAL( wfReadMesh( "/nowhere/at/all.obj", &def, &mesh, &error ), wf_fileNotFound );
	CHECK_STRING( error.file, "/nowhere/at/all.obj" );
	CHECK_EQUAL( wfLoadMesh( "/nowhere/at/all.obj", &def, NULL, &made, NULL ), wf_fileNotFound );
	// No def is the default one.
	CHECK_EQUAL( wfReadMesh( "/nowhere/at/all.obj", NULL, &mesh, &error ), wf_fileNotFound );
	CHECK_EQUAL( wfLoadMesh( "/nowhere/at/all.obj", NULL, NULL, &made, NULL ), wf_fileNotFound );
	static const char one[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
	CHECK_EQUAL( wfReadMeshFromMemory( "a.obj", one, strlen( one ), NULL, &mesh, &error ), wf_ok );
	CHECK_EQUAL( mesh.triangleCount, 1 );
	wfMeshData_Free( &mesh );
}

// -------------------------------------------------------------------------------------------------------------- loading

TEST( LoadedMeshesTellTheLineOfAFace )
{
	char path[600];
	snprintf( path, sizeof( path ), "%s", testTemporaryPath( "fins.obj" ) );
	static const char text[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 -1 0\nv 0 0 1\nf 1 2 3\n\n# fins\nf 2 1 4\nf 1 2 5\n";
	CHECK_EQUAL( wfWriteFileAtomically( path, text, strlen( text ), NULL ), wf_ok );
	wfReadDef def = wfDefaultReadDef();
	wfMeshDef meshDef = wfDefaultMeshDef();
	meshDef.splitNonManifold = false;
	wfMesh* mesh = NULL;
	wfError error = { 0 };
	CHECK_EQUAL( wfLoadMesh( path, &def, &meshDef, &mesh, &error ), wf_badFormat );
	CHECK( mesh == NULL );
	CHECK_STRING( error.file, path );
	CHECK_EQUAL( error.line, 6 );
	if ( strstr( error.message, "these faces are on lines 6, 9, 10" ) == NULL )
	{
		CHECK_STRING( error.message, "lines 6, 9, 10" );
	}
	meshDef.splitNonManifold = true;
	CHECK_EQUAL( wfLoadMesh( path, &def, &meshDef, &mesh, &error ), wf_ok );
	CHECK_EQUAL( wfMesh_GetReport( mesh ).splitEdges, 1 );
	wfDestroyMesh( mesh );
	mesh = NULL;
	CHECK_EQUAL( wfLoadMesh( path, NULL, &meshDef, &mesh, &error ), wf_ok );
	wfDestroyMesh( mesh );
	mesh = NULL;
	TEST_EVERY_ALLOCATION( wfLoadMesh( path, &def, &meshDef, &mesh, NULL ), wfDestroyMesh( mesh ) );
	remove( path );
}

// ------------------------------------------------------------------------------------------------------------ real files

TEST( RealBadMeshesAreRepairedOrRefused )
{
	static const struct
	{
		const char* name;
		wfResult result, whenSplit;
		int32_t line;
		const char* words;
		int32_t welded, collapsed, duplicate, splitEdges, splitVertices;
		int32_t triangles, components;
	} cases[] = {
		{ "beetle.obj", wf_badFormat, wf_ok, 2448, "lines 2448, 3917, 3918", 0, 0, 0, 47, 32, 2053, 7 },
		{ "capsule.obj", wf_ok, wf_ok, 0, "", 250, 200, 0, 0, 0, 10000, 1 },
		{ "degenerate face.obj", wf_badFormat, wf_ok, 7, "lines 7, 8, 11, 12", 0, 0, 0, 1, 0, 8, 1 },
		{ "duplicate face.obj", wf_ok, wf_ok, 0, "", 0, 0, 4, 0, 0, 12, 1 },
		{ "empty.obj", wf_badFormat, wf_badFormat, 0, "the file has 0 vertices and 0 faces", 0, 0, 0, 0, 0, 0, 0 },
		{ "invalid values.obj", wf_outOfRange, wf_outOfRange, 8, "vertex 5 of a face is not there; expected 1 to 4", 0, 0, 0, 0,
		  0, 0, 0 },
		{ "kite_degenerate.ply", wf_ok, wf_ok, 0, "", 0, 0, 0, 0, 2, 15, 2 },
		{ "negative_indices.obj", wf_ok, wf_ok, 0, "", 0, 0, 0, 0, 0, 12, 1 },
		{ "non-manifold.obj", wf_badFormat, wf_ok, 10, "lines 10, 11, 13", 0, 0, 0, 1, 2, 6, 2 },
		{ "nonmanifold.ply", wf_badFormat, wf_ok, 24, "lines 24, 25, 26", 0, 0, 0, 1, 2, 5, 4 },
		{ "notenoughindices.obj", wf_badFormat, wf_badFormat, 9, "the face has 2 corners; expected 3 or more", 0, 0, 0, 0, 0, 0,
		  0 },
		{ "polygonfaces.obj", wf_ok, wf_ok, 0, "", 0, 0, 0, 0, 0, 3, 1 },
		{ "soup.stl", wf_ok, wf_ok, 0, "", 0, 0, 0, 0, 0, 100, 100 },
		{ "whitespace.off", wf_ok, wf_ok, 0, "", 0, 0, 0, 0, 0, 12, 1 },
	};
	for ( size_t i = 0; i < sizeof( cases ) / sizeof( cases[0] ); ++i )
	{
		char name[128];
		snprintf( name, sizeof( name ), "meshes/bad/%s", cases[i].name );
		const char* path = testDataPath( name );
		if ( path == NULL )
		{
			testSkip( "no real data" );
			return;
		}
		wfReadDef def = wfDefaultReadDef();
		wfMeshDef meshDef = wfDefaultMeshDef();
		for ( int32_t split = 0; split < 2; ++split )
		{
			wfMesh* mesh = NULL;
			wfError error = { 0 };
			meshDef.splitNonManifold = split == 1;
			wfResult result = wfLoadMesh( path, &def, &meshDef, &mesh, &error );
			CHECK_EQUAL( result, split == 1 ? cases[i].whenSplit : cases[i].result );
			if ( result != wf_ok )
			{
				CHECK_EQUAL( error.line, cases[i].line );
				CHECK( strstr( error.file, cases[i].name ) != NULL );
				if ( strstr( error.message, cases[i].words ) == NULL )
				{
					CHECK_STRING( error.message, cases[i].words );
				}
				continue;
			}
			wfMeshReport report = wfMesh_GetReport( mesh );
			CHECK_EQUAL( report.weldedVertices, cases[i].welded );
			CHECK_EQUAL( report.collapsedTriangles, cases[i].collapsed );
			CHECK_EQUAL( report.duplicateTriangles, cases[i].duplicate );
			CHECK_EQUAL( report.splitEdges, cases[i].splitEdges );
			CHECK_EQUAL( report.splitVertices, cases[i].splitVertices );
			CHECK_EQUAL( report.triangles, cases[i].triangles );
			CHECK_EQUAL( report.components, cases[i].components );
			wfDestroyMesh( mesh );
		}
	}
}

// --------------------------------------------------------------------------------------------------------------- corpus

// One byte after the other left out and changed: read or refused, never more.
static void damageMesh( const char* path, const wfFile* file )
{
	wfReadDef def = wfDefaultReadDef();
	def.memoryLimit = 1u << 24;
	char* copy = malloc( file->size );
	for ( size_t i = 0; i < 2 * file->size; ++i )
	{
		static const char bytes[] = "\0\xFF-9 \n\\#/.e";
		size_t size = i < file->size ? i : file->size;
		memcpy( copy, file->data, size );
		if ( i >= file->size )
		{
			copy[i - file->size] = bytes[i % ( sizeof( bytes ) - 1 )];
		}
		wfMeshData mesh = { 0 };
		wfError error = { 0 };
		wfResult result = wfReadMeshFromMemory( path, copy, size, &def, &mesh, &error );
		CHECK( result == wf_ok || ( error.result == result && error.message[0] != 0 ) );
		wfMeshData_Free( &mesh );
	}
	free( copy );
}

TEST( CorpusOfTheMeshFuzzersIsReadOrRefused )
{
	static const char* const names[] = { "obj", "ply", "stl", "off" };
	for ( size_t k = 0; k < sizeof( names ) / sizeof( names[0] ); ++k )
	{
		char folder[600], path[900];
		snprintf( folder, sizeof( folder ), "%s/fuzz/corpus/%s", WAYFIELD_SOURCE_DIR, names[k] );
		DIR* open = opendir( folder );
		CHECK( open != NULL );
		int32_t accepted = 0, refused = 0;
		for ( struct dirent* entry = open != NULL ? readdir( open ) : NULL; entry != NULL; entry = readdir( open ) )
		{
			if ( entry->d_name[0] == '.' )
			{
				continue;
			}
			snprintf( path, sizeof( path ), "%s/%s", folder, entry->d_name );
			wfReadDef def = wfDefaultReadDef();
			def.memoryLimit = 1u << 24;
			wfMeshData mesh = { 0 };
			wfError error = { 0 };
			wfResult result = wfReadMesh( path, &def, &mesh, &error );
			CHECK( result == wf_ok || ( error.message[0] != 0 && error.result == result ) );
			CHECK( strncmp( entry->d_name, "valid", 5 ) != 0 || result == wf_ok );
			CHECK( strncmp( entry->d_name, "bad", 3 ) != 0 || result != wf_ok );
			accepted += result == wf_ok ? 1 : 0;
			refused += result != wf_ok ? 1 : 0;
			wfMeshData_Free( &mesh );
			if ( result == wf_ok )
			{
				TEST_EVERY_ALLOCATION( wfReadMesh( path, &def, &mesh, NULL ), wfMeshData_Free( &mesh ) );
			}
			wfFile file = { 0 };
			CHECK_EQUAL( wfFile_Load( path, SIZE_MAX, false, &file, NULL ), wf_ok );
			damageMesh( path, &file );
			wfFile_Free( &file );
		}
		if ( open != NULL )
		{
			closedir( open );
		}
		CHECK( accepted >= 3 && refused >= 3 );
	}
}

void testIoMeshRefusals( int argc, char** argv )
{
	RUN( ObjErrorsHaveALine );
	RUN( OffErrorsHaveALine );
	RUN( StlErrorsHaveALineOrAByte );
	RUN( PlyHeaderErrorsHaveALine );
	RUN( PlyTextErrorsHaveALine );
	RUN( PlyBinaryErrorsHaveAByte );
	RUN( MeshesKeepTheMemoryLimit );
	RUN( EndlessPolygonsAreGivenUp );
	RUN( MeshCallsAreChecked );
	RUN( LoadedMeshesTellTheLineOfAFace );
	RUN( RealBadMeshesAreRepairedOrRefused );
	RUN( CorpusOfTheMeshFuzzersIsReadOrRefused );
}
