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
	size_t at = size >= 3 && memcmp( text, "\xEF\xBB\xBF", 3 ) == 0 ? 3 : 0;
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

wfReadMeshFcn* wfTellMeshFormat( const char* name, const char* text, size_t size )
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
	// Nothing to go by in the content: its reader will tell best what is missing.
	return stl								? wfReadBinaryStlMesh
		   : wfHasExtension( name, ".obj" ) ? wfReadObjMesh
		   : wfHasExtension( name, ".ply" ) ? wfReadPlyMesh
		   : wfHasExtension( name, ".off" ) ? wfReadOffMesh
											: NULL;
}

static wfResult readAnyMesh( const wfReader* reader, void* context )
{
	static const char expected[] = "expected a mesh as OBJ, PLY, STL or OFF";
	if ( reader->size == 0 )
	{
		return wfReader_Fail( reader, WF_NO_POSITION, NULL, wf_badFormat, "the file is empty; %s", expected );
	}
	wfReadMeshFcn* read = wfTellMeshFormat( reader->name, reader->text, reader->size );
	if ( read != NULL )
	{
		return wfReadMeshBy( read, reader, context );
	}
	wfQuoted start = wfQuote( reader->text, reader->size < 24 ? reader->size : 24 );
	return wfReader_Fail( reader, 0, NULL, wf_badFormat, "not a file of a known kind, it begins with %s; %s", start.text,
						  expected );
}

wfResult wfReadMeshFromMemory( const char* name, const void* bytes, size_t size, const wfReadDef* def, wfMeshData* data,
							   wfError* error )
{
	if ( WF_FAILS( name != NULL && ( bytes != NULL || size == 0 ) && data != NULL ) )
	{
		return wfFail( error, wf_invalidDef, "no name, no bytes or no place for the mesh" );
	}
	wfReadDef full = def != NULL ? *def : wfDefaultReadDef();
	wfResult result = wfCheckReadDef( &full, error );
	return result == wf_ok ? wfReadBytes( readAnyMesh, data, name, bytes, size, 0, &full, error ) : result;
}

wfResult wfReadMesh( const char* path, const wfReadDef* def, wfMeshData* data, wfError* error )
{
	if ( WF_FAILS( path != NULL && data != NULL ) )
	{
		return wfFail( error, wf_invalidDef, "no path or no place for the mesh" );
	}
	wfReadDef full = def != NULL ? *def : wfDefaultReadDef();
	wfResult result = wfCheckReadDef( &full, error );
	return result == wf_ok ? wfReadFile( readAnyMesh, data, path, &full, error ) : result;
}
