// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Meshes and paths on them as files for other programs. The file is made in memory and written at once; numbers read back the
// same.
#include "io/reader.h"

#include <ctype.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------- the text

// Appending does nothing after the first failure, which is asked for once, at the end.
typedef struct wfOutput
{
	char* data;
	size_t size, capacity;
	wfResult result;
} wfOutput;

static void appendBytes( wfOutput* output, const void* bytes, size_t size )
{
	if ( output->result == wf_ok )
	{
		output->result = wfGrowArray( &output->data, &output->capacity, output->size + size, 1 );
	}
	if ( output->result == wf_ok )
	{
		memcpy( output->data + output->size, bytes, size );
		output->size += size;
	}
}

static void appendText( wfOutput* output, const char* text )
{
	appendBytes( output, text, strlen( text ) );
}

static void appendInteger( wfOutput* output, const char* before, int64_t value )
{
	char text[64];
	appendBytes( output, text, (size_t)snprintf( text, sizeof( text ), "%s%lld", before, (long long)value ) );
}

// What parts it from the last one and the shortest of the texts with 15, 16 or 17 digits that gives the number back. With a point
// in every locale.
static void appendNumber( wfOutput* output, char before, double value )
{
	char text[64] = { before };
	double back = 0.0;
	for ( int digits = 15; digits <= 17; ++digits )
	{
		snprintf( text + 1, sizeof( text ) - 1, "%.*g", digits, value );
		const char* point = localeconv()->decimal_point;
		char* found = strcmp( point, "." ) != 0 ? strstr( text + 1, point ) : NULL;
		if ( found != NULL )
		{
			*found = '.';
			memmove( found + 1, found + strlen( point ), strlen( found + strlen( point ) ) + 1 );
		}
		if ( wfParseNumber( text + 1, strlen( text + 1 ), &back ) == wf_finiteNumber && back == value )
		{
			break;
		}
	}
	appendText( output, text );
}

static void appendWord( wfOutput* output, uint32_t value )
{
	unsigned char bytes[4];
	for ( int i = 0; i < 4; ++i )
	{
		bytes[i] = (unsigned char)( value >> ( 8 * i ) );
	}
	appendBytes( output, bytes, sizeof( bytes ) );
}

static void appendDouble( wfOutput* output, double value )
{
	uint64_t bits;
	memcpy( &bits, &value, sizeof( bits ) );
	appendWord( output, (uint32_t)bits );
	appendWord( output, (uint32_t)( bits >> 32 ) );
}

static void appendPlace( wfOutput* output, wfVec3 place )
{
	appendDouble( output, place.x );
	appendDouble( output, place.y );
	appendDouble( output, place.z );
}

static void appendVertexLine( wfOutput* output, wfVec3 place )
{
	appendText( output, "v" );
	appendNumber( output, ' ', place.x );
	appendNumber( output, ' ', place.y );
	appendNumber( output, ' ', place.z );
	appendText( output, "\n" );
}

static wfResult finishOutput( wfOutput* output, const char* path, wfError* error )
{
	wfResult result = output->result;
	if ( result == wf_ok )
	{
		result = wfWriteFileAtomically( path, output->data, output->size, error );
	}
	else
	{
		wfFail( error, result, "out of memory" );
		if ( error != NULL )
		{
			snprintf( error->file, sizeof( error->file ), "%s", path );
		}
	}
	wfReleaseArray( output->data, output->capacity, 1 );
	return result;
}

static const char s_plyTop[] = "ply\nformat binary_little_endian 1.0\ncomment Wayfield; metres\n";
static const char s_plyPlace[] = "property double x\nproperty double y\nproperty double z\n";

// --------------------------------------------------------------------------------------------------------------- meshes

// A word that can be the name of a property and is not one of ours.
static bool isPropertyName( const char* name )
{
	static const char* const taken[] = { "x", "y", "z", "red", "green", "blue", NULL };
	for ( const char* p = name; *p != 0; ++p )
	{
		if ( !isalnum( (unsigned char)*p ) && *p != '_' )
		{
			return false;
		}
	}
	return name[0] != 0 && strlen( name ) < 64 && !wfIsName( name, strlen( name ), taken );
}

wfResult wfWriteMeshPly( const char* path, const wfMesh* mesh, const uint8_t* colors, const double* values, const char* valueName,
						 wfError* error )
{
	const char* name = valueName != NULL ? valueName : "value";
	if ( WF_FAILS( path != NULL && mesh != NULL ) )
	{
		return wfFail( error, wf_invalidDef, "no path or no mesh" );
	}
	if ( values != NULL && !isPropertyName( name ) )
	{
		wfQuoted quoted = wfQuote( name, strlen( name ) );
		return wfFail(
			error, wf_outOfRange,
			"the values are named %s; expected a word of up to 63 letters, digits and _, other than x, y, z, red, green, blue",
			quoted.text );
	}
	wfOutput output = { 0 };
	int32_t vertexCount = wfMesh_GetVertexCount( mesh ), triangleCount = wfMesh_GetTriangleCount( mesh );
	const wfVec3* vertices = wfMesh_GetVertices( mesh );
	const int32_t* triangles = wfMesh_GetTriangles( mesh );
	appendText( &output, s_plyTop );
	appendInteger( &output, "element vertex ", vertexCount );
	appendText( &output, "\n" );
	appendText( &output, s_plyPlace );
	appendText( &output, colors != NULL ? "property uchar red\nproperty uchar green\nproperty uchar blue\n" : "" );
	if ( values != NULL )
	{
		appendText( &output, "property double " );
		appendText( &output, name );
		appendText( &output, "\n" );
	}
	appendInteger( &output, "element face ", triangleCount );
	appendText( &output, "\nproperty list uchar int vertex_indices\nend_header\n" );
	for ( int32_t i = 0; i < vertexCount; ++i )
	{
		appendPlace( &output, vertices[i] );
		if ( colors != NULL )
		{
			appendBytes( &output, colors + 3 * (size_t)i, 3 );
		}
		if ( values != NULL )
		{
			appendDouble( &output, values[i] );
		}
	}
	for ( size_t i = 0; i < (size_t)triangleCount; ++i )
	{
		appendBytes( &output, "\3", 1 );
		appendWord( &output, (uint32_t)triangles[3 * i] );
		appendWord( &output, (uint32_t)triangles[3 * i + 1] );
		appendWord( &output, (uint32_t)triangles[3 * i + 2] );
	}
	return finishOutput( &output, path, error );
}

wfResult wfWriteMeshObj( const char* path, const wfMesh* mesh, wfError* error )
{
	if ( WF_FAILS( path != NULL && mesh != NULL ) )
	{
		return wfFail( error, wf_invalidDef, "no path or no mesh" );
	}
	wfOutput output = { 0 };
	int32_t vertexCount = wfMesh_GetVertexCount( mesh ), triangleCount = wfMesh_GetTriangleCount( mesh );
	const wfVec3* vertices = wfMesh_GetVertices( mesh );
	const int32_t* triangles = wfMesh_GetTriangles( mesh );
	appendInteger( &output, "# Wayfield; metres; vertices: ", vertexCount );
	appendInteger( &output, ", triangles: ", triangleCount );
	appendText( &output, "\n" );
	for ( int32_t i = 0; i < vertexCount; ++i )
	{
		appendVertexLine( &output, vertices[i] );
	}
	for ( size_t i = 0; i < (size_t)triangleCount; ++i )
	{
		appendText( &output, "f" );
		for ( size_t k = 0; k < 3; ++k )
		{
			appendInteger( &output, " ", 1ll + triangles[3 * i + k] );
		}
		appendText( &output, "\n" );
	}
	return finishOutput( &output, path, error );
}

// ---------------------------------------------------------------------------------------------------------------- paths

static void appendPathsObj( wfOutput* output, const wfSurfacePath* paths, int32_t count )
{
	appendInteger( output, "# Wayfield; metres; paths: ", count );
	appendText( output, "\n" );
	int64_t first = 1;
	for ( int32_t i = 0; i < count; ++i )
	{
		if ( paths[i].count == 0 )
		{
			continue;
		}
		appendInteger( output, "o path", i );
		appendText( output, "\n" );
		for ( int32_t k = 0; k < paths[i].count; ++k )
		{
			appendVertexLine( output, paths[i].points[k] );
		}
		// A path that ends where it starts is a point.
		appendText( output, paths[i].count > 1 ? "l" : "p" );
		for ( int32_t k = 0; k < paths[i].count; ++k )
		{
			appendInteger( output, " ", first + k );
		}
		appendText( output, "\n" );
		first += paths[i].count;
	}
}

static void appendPathsPly( wfOutput* output, const wfSurfacePath* paths, int32_t count )
{
	int64_t vertexCount = 0, edgeCount = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		vertexCount += paths[i].count;
		edgeCount += paths[i].count > 1 ? paths[i].count - 1 : 0;
	}
	appendText( output, s_plyTop );
	appendInteger( output, "element vertex ", vertexCount );
	appendText( output, "\n" );
	appendText( output, s_plyPlace );
	appendInteger( output, "element edge ", edgeCount );
	appendText( output, "\nproperty int vertex1\nproperty int vertex2\nend_header\n" );
	for ( int32_t i = 0; i < count; ++i )
	{
		for ( int32_t k = 0; k < paths[i].count; ++k )
		{
			appendPlace( output, paths[i].points[k] );
		}
	}
	uint32_t first = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		for ( int32_t k = 0; k + 1 < paths[i].count; ++k )
		{
			appendWord( output, first + (uint32_t)k );
			appendWord( output, first + (uint32_t)k + 1u );
		}
		first += (uint32_t)paths[i].count;
	}
}

// Rows as planar paths have them, with heights.
static void appendPathsCsv( wfOutput* output, const wfSurfacePath* paths, int32_t count )
{
	appendText( output, "path,x,y,z\n" );
	for ( int32_t i = 0; i < count; ++i )
	{
		for ( int32_t k = 0; k < paths[i].count; ++k )
		{
			appendInteger( output, "", i );
			appendNumber( output, ',', paths[i].points[k].x );
			appendNumber( output, ',', paths[i].points[k].y );
			appendNumber( output, ',', paths[i].points[k].z );
			appendText( output, "\n" );
		}
	}
}

wfResult wfWriteSurfacePaths( const char* path, const wfSurfacePath* paths, int32_t count, wfError* error )
{
	if ( WF_FAILS( path != NULL && count >= 0 && ( paths != NULL || count == 0 ) ) )
	{
		return wfFail( error, wf_invalidDef, "no path to write to or no paths" );
	}
	wfOutput output = { 0 };
	if ( wfHasExtension( path, ".obj" ) )
	{
		appendPathsObj( &output, paths, count );
	}
	else if ( wfHasExtension( path, ".ply" ) )
	{
		appendPathsPly( &output, paths, count );
	}
	else if ( wfHasExtension( path, ".csv" ) )
	{
		appendPathsCsv( &output, paths, count );
	}
	else
	{
		wfFail( error, wf_unsupported, "paths are written as .obj, .ply or .csv, by the ending of the name" );
		if ( error != NULL )
		{
			snprintf( error->file, sizeof( error->file ), "%s", path );
		}
		return wf_unsupported;
	}
	return finishOutput( &output, path, error );
}
