// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Meshes and paths on them as files for other programs. The file is made in memory and written at once; numbers read back the
// same.
#include "io/reader.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static void appendWord( wfText* output, uint32_t value )
{
	char bytes[4];
	for ( int i = 0; i < 4; ++i )
	{
		bytes[i] = (char)( value >> ( 8 * i ) );
	}
	wfText_AddBytes( output, bytes, sizeof( bytes ) );
}

static void appendDouble( wfText* output, double value )
{
	uint64_t bits;
	memcpy( &bits, &value, sizeof( bits ) );
	appendWord( output, (uint32_t)bits );
	appendWord( output, (uint32_t)( bits >> 32 ) );
}

static void appendPlace( wfText* output, wfVec3 place )
{
	appendDouble( output, place.x );
	appendDouble( output, place.y );
	appendDouble( output, place.z );
}

// The coordinates, each with `before` before it, and the end of the line.
static void appendNumbers( wfText* output, const char* before, wfVec3 place )
{
	const double numbers[3] = { place.x, place.y, place.z };
	for ( int i = 0; i < 3; ++i )
	{
		wfText_AddString( output, before );
		wfText_AddNumber( output, numbers[i] );
	}
	wfText_AddString( output, "\n" );
}

static wfResult finishOutput( wfText* output, const char* path, wfError* error )
{
	wfResult result = output->failed ? wfFailFile( path, wf_outOfMemory, "out of memory", 0, error )
									 : wfWriteFileAtomically( path, output->data, output->length, error );
	wfText_Free( output );
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
	wfText output = { 0 };
	int32_t vertexCount = wfMesh_GetVertexCount( mesh ), triangleCount = wfMesh_GetTriangleCount( mesh );
	const wfVec3* vertices = wfMesh_GetVertices( mesh );
	const int32_t* triangles = wfMesh_GetTriangles( mesh );
	wfText_AddString( &output, s_plyTop );
	wfText_Add( &output, "element vertex %d\n%s", vertexCount, s_plyPlace );
	wfText_AddString( &output, colors != NULL ? "property uchar red\nproperty uchar green\nproperty uchar blue\n" : "" );
	if ( values != NULL )
	{
		wfText_Add( &output, "property double %s\n", name );
	}
	wfText_Add( &output, "element face %d\nproperty list uchar int vertex_indices\nend_header\n", triangleCount );
	for ( int32_t i = 0; i < vertexCount; ++i )
	{
		appendPlace( &output, vertices[i] );
		if ( colors != NULL )
		{
			wfText_AddBytes( &output, (const char*)colors + 3 * (size_t)i, 3 );
		}
		if ( values != NULL )
		{
			appendDouble( &output, values[i] );
		}
	}
	for ( size_t i = 0; i < (size_t)triangleCount; ++i )
	{
		wfText_AddBytes( &output, "\3", 1 );
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
	wfText output = { 0 };
	int32_t vertexCount = wfMesh_GetVertexCount( mesh ), triangleCount = wfMesh_GetTriangleCount( mesh );
	const wfVec3* vertices = wfMesh_GetVertices( mesh );
	const int32_t* triangles = wfMesh_GetTriangles( mesh );
	wfText_Add( &output, "# Wayfield; metres; vertices: %d, triangles: %d\n", vertexCount, triangleCount );
	for ( int32_t i = 0; i < vertexCount; ++i )
	{
		wfText_AddString( &output, "v" );
		appendNumbers( &output, " ", vertices[i] );
	}
	for ( size_t i = 0; i < (size_t)triangleCount; ++i )
	{
		const int32_t* t = triangles + 3 * i;
		wfText_Add( &output, "f %lld %lld %lld\n", 1ll + t[0], 1ll + t[1], 1ll + t[2] );
	}
	return finishOutput( &output, path, error );
}

// ---------------------------------------------------------------------------------------------------------------- paths

static void appendPathsObj( wfText* output, const wfSurfacePath* paths, int32_t count )
{
	wfText_Add( output, "# Wayfield; metres; paths: %d\n", count );
	int64_t first = 1;
	for ( int32_t i = 0; i < count; ++i )
	{
		if ( paths[i].count == 0 )
		{
			continue;
		}
		wfText_Add( output, "o path%d\n", i );
		for ( int32_t k = 0; k < paths[i].count; ++k )
		{
			wfText_AddString( output, "v" );
			appendNumbers( output, " ", paths[i].points[k] );
		}
		// A path that ends where it starts is a point.
		wfText_AddString( output, paths[i].count > 1 ? "l" : "p" );
		for ( int32_t k = 0; k < paths[i].count; ++k )
		{
			wfText_Add( output, " %lld", (long long)first + k );
		}
		wfText_AddString( output, "\n" );
		first += paths[i].count;
	}
}

static void appendPathsPly( wfText* output, const wfSurfacePath* paths, int32_t count )
{
	int64_t vertexCount = 0, edgeCount = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		vertexCount += paths[i].count;
		edgeCount += paths[i].count > 1 ? paths[i].count - 1 : 0;
	}
	wfText_AddString( output, s_plyTop );
	wfText_Add( output, "element vertex %lld\n%selement edge %lld\nproperty int vertex1\nproperty int vertex2\nend_header\n",
				(long long)vertexCount, s_plyPlace, (long long)edgeCount );
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
static void appendPathsCsv( wfText* output, const wfSurfacePath* paths, int32_t count )
{
	wfText_AddString( output, "path,x,y,z\n" );
	for ( int32_t i = 0; i < count; ++i )
	{
		for ( int32_t k = 0; k < paths[i].count; ++k )
		{
			wfText_Add( output, "%d", i );
			appendNumbers( output, ",", paths[i].points[k] );
		}
	}
}

wfResult wfWriteSurfacePaths( const char* path, const wfSurfacePath* paths, int32_t count, wfError* error )
{
	if ( WF_FAILS( path != NULL && count >= 0 && ( paths != NULL || count == 0 ) ) )
	{
		return wfFail( error, wf_invalidDef, "no path to write to or no paths" );
	}
	wfText output = { 0 };
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
		return wfFailFile( path, wf_unsupported, "paths are written as .obj, .ply or .csv, by the ending of the name", 0, error );
	}
	return finishOutput( &output, path, error );
}
