// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the fuzzers of mesh files share. Beyond what the sanitizers see, a finding is: memory out of proportion to the file,
// corners that are no vertices, faces without a number, a mesh that cannot be made, neither whole nor cut apart.
#pragma once

#include "fuzz/fuzz.h"
#include "io/mesh_reader.h"

#include <math.h>

// Bytes that a byte of a file may take: its densest are strips of triangles by indices of one byte.
#define FUZZ_MESH_GROWTH 96

static inline void fuzzCheckMeshData( const wfMeshData* mesh, bool isText )
{
	FUZZ_CHECK( mesh->vertexCount > 0 && mesh->triangleCount > 0 && mesh->faceCount > 0 );
	FUZZ_CHECK( mesh->vertices != NULL && mesh->triangles != NULL && mesh->faces != NULL && mesh->format[0] != 0 );
	FUZZ_CHECK( ( mesh->faceLines != NULL ) == isText );
	for ( int32_t i = 0; i < mesh->vertexCount; ++i )
	{
		wfVec3 v = mesh->vertices[i];
		FUZZ_CHECK( isfinite( v.x ) && isfinite( v.y ) && isfinite( v.z ) );
	}
	int32_t face = 0;
	for ( int32_t i = 0; i < mesh->triangleCount; ++i )
	{
		for ( int32_t k = 0; k < 3; ++k )
		{
			int32_t vertex = mesh->triangles[3 * i + k];
			FUZZ_CHECK( vertex >= 0 && vertex < mesh->vertexCount );
		}
		FUZZ_CHECK( mesh->faces[i] == face || mesh->faces[i] == face + 1 );
		face = mesh->faces[i];
		FUZZ_CHECK( !isText || mesh->faceLines[face] > 0 );
	}
	FUZZ_CHECK( face == mesh->faceCount - 1 );
}

static inline void fuzzMakeMesh( const wfMeshData* data, bool split )
{
	wfMeshDef def = wfDefaultMeshDef();
	def.vertices = data->vertices;
	def.vertexCount = data->vertexCount;
	def.triangles = data->triangles;
	def.triangleCount = data->triangleCount;
	def.faces = data->faces;
	def.splitNonManifold = split;
	wfError error = { 0 };
	wfMesh* mesh = NULL;
	wfResult result = wfCreateMesh( &def, &mesh, &error );
	if ( result == wf_ok )
	{
		wfMeshReport report = wfMesh_GetReport( mesh );
		FUZZ_CHECK( report.triangles > 0 && report.triangles <= data->triangleCount );
		wfDestroyMesh( mesh );
	}
	else
	{
		FUZZ_CHECK( error.result == result && error.message[0] != 0 );
	}
}

// One reader on one input, named as a file of its kind.
static inline void fuzzReadMesh( wfReadMeshFcn* read, const char* name, const uint8_t* data, size_t size )
{
	wfReadDef def = wfDefaultReadDef();
	def.memoryLimit = FUZZ_MEMORY_LIMIT;
	size_t used = 0;
	wfError error = { 0 };
	wfMeshData mesh = { 0 };
	wfReader reader = { .name = name, .text = (const char*)data, .size = size, .def = &def, .used = &used, .error = &error };
	wfFindMeshFormat( name, (const char*)data, size );
	wfResult result = wfReadMeshBy( read, &reader, &mesh );
	FUZZ_CHECK( used <= 4096 + FUZZ_MESH_GROWTH * size );
	if ( result == wf_ok )
	{
		fuzzCheckMeshData( &mesh, strstr( mesh.format, "binary" ) == NULL );
		fuzzMakeMesh( &mesh, false );
		fuzzMakeMesh( &mesh, true );
	}
	else
	{
		fuzzCheckError( &error, result );
		FUZZ_CHECK( mesh.vertices == NULL && mesh.triangles == NULL );
	}
	wfMeshData_Free( &mesh );
	FUZZ_CHECK( wfGetByteCount() == 0 );
}
