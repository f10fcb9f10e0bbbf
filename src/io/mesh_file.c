// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Mesh files of any format: telling them apart, and the entry points.
#include "io/mesh_reader.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static bool startsWithAnyCase( const char* text, size_t size, const char* word )
{
	size_t length = strlen( word );
	return size >= length && wfWord_Is( ( wfWord ){ .text = text, .length = length }, word );
}

// The first byte that is neither white space nor part of a comment.
static size_t skipToContent( const char* text, size_t size )
{
	size_t at = wfMeasureMark( text, size );
	while ( at < size && ( isspace( (unsigned char)text[at] ) || text[at] == '#' ) )
	{
		if ( text[at] != '#' )
		{
			at += 1;
			continue;
		}
		while ( at < size && text[at] != '\n' && text[at] != '\r' )
		{
			at += 1;
		}
	}
	return at;
}

// 80 bytes of anything, a count and 50 bytes for each triangle.
static bool hasSizeOfBinaryStl( const char* text, size_t size )
{
	return size >= 84 && ( size - 84 ) % 50 == 0 && wfReadWord32( text + 80 ) == ( size - 84 ) / 50;
}

// "solid" may begin either kind; only text says "facet" or "endsolid" soon, and only the other has zero bytes.
static bool looksLikeTextStl( const char* text, size_t size )
{
	size_t look = size < 2048 ? size : 2048;
	for ( size_t i = 5; i < look; ++i )
	{
		if ( startsWithAnyCase( text + i, size - i, "facet" ) || startsWithAnyCase( text + i, size - i, "endsolid" ) )
		{
			return true;
		}
	}
	return memchr( text, 0, look ) == NULL;
}

static bool looksLikeObj( const char* text, size_t size )
{
	static const char* const words[] = { "v", "vt", "vn", "vp", "f", "o", "g", "s", "mtllib", "usemtl", NULL };
	size_t length = 0;
	while ( length < size && length < 8 && isalpha( (unsigned char)text[length] ) )
	{
		length += 1;
	}
	return length < size && ( text[length] == ' ' || text[length] == '\t' ) && wfIsName( text, length, words );
}

wfReadMeshFcn* wfFindMeshFormat( const char* name, const char* text, size_t size )
{
	if ( hasSizeOfBinaryStl( text, size ) )
	{
		return wfReadBinaryStlMesh;
	}
	size_t start = skipToContent( text, size );
	const char* first = text + start;
	size_t rest = size - start;
	wfOffKind kind;
	if ( rest >= 4 && memcmp( first, "ply", 3 ) == 0 && isspace( (unsigned char)first[3] ) )
	{
		return wfReadPlyMesh;
	}
	if ( wfMatchOffWord( first, rest, &kind ) > 0 )
	{
		return wfReadOffMesh;
	}
	bool stl = wfHasExtension( name, ".stl" );
	if ( startsWithAnyCase( first, rest, "solid" ) )
	{
		return looksLikeTextStl( first, rest ) ? wfReadTextStlMesh : wfReadBinaryStlMesh;
	}
	if ( looksLikeObj( first, rest ) )
	{
		return wfReadObjMesh;
	}
	// Nothing to go by in the content: its reader will report best what is missing.
	return stl								? wfReadBinaryStlMesh
		   : wfHasExtension( name, ".obj" ) ? wfReadObjMesh
		   : wfHasExtension( name, ".ply" ) ? wfReadPlyMesh
		   : wfHasExtension( name, ".off" ) ? wfReadOffMesh
											: NULL;
}

static void readAnyMesh( const wfReader* reader, const void* context, void* made )
{
	static const char expected[] = "expected a mesh as OBJ, PLY, STL or OFF";
	(void)context;
	wfReadMeshFcn* read = wfFindMeshFormat( reader->name, reader->text, reader->size );
	if ( reader->size == 0 )
	{
		wfReader_Fail( reader, WF_NO_POSITION, NULL, wf_badFormat, "the file is empty; %s", expected );
	}
	else if ( read == NULL )
	{
		wfQuoted start = wfQuote( reader->text, reader->size < 24 ? reader->size : 24 );
		wfReader_Fail( reader, 0, NULL, wf_badFormat, "not a file of a known kind, it begins with %s; %s", start.text, expected );
	}
	else
	{
		wfReadMeshBy( read, reader, made );
	}
}

static void freeMesh( void* made )
{
	wfMeshData_Free( made );
}

static wfResult readInto( const char* name, const void* bytes, size_t size, const wfReadDef* def, wfMeshData* data,
						  const char* missing, wfError* error )
{
	wfMeshData made = { 0 };
	wfReadDef full = def != NULL ? *def : wfDefaultReadDef();
	wfReadJob job = { name, bytes, size, &full, readAnyMesh, NULL, &made, data, sizeof( made ), freeMesh, NULL, NULL };
	return wfReadInto( &job, missing, error );
}

wfResult wfReadMeshFromMemory( const char* name, const void* bytes, size_t size, const wfReadDef* def, wfMeshData* data,
							   wfError* error )
{
	return readInto( name, bytes, size, def, data, "no name, no bytes or no place for the mesh", error );
}

wfResult wfReadMesh( const char* path, const wfReadDef* def, wfMeshData* data, wfError* error )
{
	return readInto( path, NULL, WF_FROM_FILE, def, data, "no path or no place for the mesh", error );
}

wfResult wfMakeMesh( const wfMeshData* data, const char* path, const wfMeshDef* repairs, wfMesh** mesh, wfError* error )
{
	wfMeshDef def = *repairs;
	def.vertices = data->vertices;
	def.vertexCount = data->vertexCount;
	def.triangles = data->triangles;
	def.triangleCount = data->triangleCount;
	def.faces = data->faces;
	def.faceLines = data->faceLines;
	wfResult result = wfCreateMesh( &def, mesh, error );
	if ( result != wf_ok && error != NULL )
	{
		snprintf( error->file, sizeof( error->file ), "%s", path );
	}
	return result;
}

wfResult wfLoadMesh( const char* path, const wfReadDef* def, const wfMeshDef* meshDef, wfMesh** mesh, wfError* error )
{
	if ( WF_FAILS( path != NULL && mesh != NULL ) )
	{
		return wfFail( error, wf_invalidDef, "no path or no place for the mesh" );
	}
	wfMeshData data = { 0 };
	wfMeshDef repairs = meshDef != NULL ? *meshDef : wfDefaultMeshDef();
	wfResult result = wfReadMesh( path, def, &data, error );
	result = result == wf_ok ? wfMakeMesh( &data, path, &repairs, mesh, error ) : result;
	wfMeshData_Free( &data );
	return result;
}
