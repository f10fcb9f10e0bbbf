// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// STL as text and binary: triangles that share no vertices. Normals are not looked at: they follow from the corners, and are
// "nan" in many files.
#include "io/mesh_reader.h"

#include <string.h>

static void addOwnVertex( wfMeshReader* in, size_t place, wfVec3 vertex )
{
	wfMeshReader_AddVertex( in, place, vertex );
	wfMeshReader_AddCorner( in, place, in->vertices.count - 1 );
}

// ----------------------------------------------------------------------------------------------------------------- text

static void expect( wfMeshReader* in, const char* expected, const char* message )
{
	wfWord word = wfMeshReader_NextAnywhere( in );
	if ( !wfWord_Is( word, expected ) )
	{
		wfMeshReader_Expected( in, word, NULL, message );
	}
}

// After "facet". Loops of more than three vertices are outside of the format, but clear.
static void readFacet( wfMeshReader* in, size_t place, int32_t line )
{
	wfWord word = wfMeshReader_NextAnywhere( in );
	while ( word.length > 0 && !wfWord_Is( word, "outer" ) && !wfWord_Is( word, "endfacet" ) && !wfWord_Is( word, "vertex" ) )
	{
		word = wfMeshReader_NextAnywhere( in );
	}
	if ( !wfWord_Is( word, "outer" ) )
	{
		wfMeshReader_Expected( in, word, NULL, "\"outer loop\"" );
	}
	expect( in, "loop", "\"loop\" after \"outer\"" );
	int32_t corners = 0;
	for ( word = wfMeshReader_NextAnywhere( in ); wfWord_Is( word, "vertex" ); word = wfMeshReader_NextAnywhere( in ) )
	{
		in->part = ( wfMeshItem ){ "vertex", corners++ };
		wfVec3 vertex = wfMeshReader_ReadPoint( in, true );
		in->part.name = NULL;
		addOwnVertex( in, word.position, vertex );
	}
	if ( corners < 3 || !wfWord_Is( word, "endloop" ) )
	{
		wfMeshReader_Expected( in, word, NULL, corners < 3 ? "\"vertex\", three in each loop" : "\"endloop\"" );
	}
	expect( in, "endfacet", "\"endfacet\"" );
	wfMeshReader_EndFace( in, place, line );
}

void wfReadTextStlMesh( wfMeshReader* in )
{
	in->format = "STL (ASCII)";
	wfMeshReader_StartText( in );
	bool open = false; // inside of a solid
	for ( wfWord word = wfMeshReader_NextAnywhere( in ); word.length > 0 || open; word = wfMeshReader_NextAnywhere( in ) )
	{
		if ( open && wfWord_Is( word, "facet" ) )
		{
			in->item = ( wfMeshItem ){ "facet", in->faceSizes.count };
			readFacet( in, word.position, in->line );
			in->item.name = NULL;
		}
		else if ( wfWord_Is( word, open ? "endsolid" : "solid" ) )
		{
			open = !open;
			wfMeshReader_SkipLine( in ); // its name
		}
		else
		{
			wfMeshReader_Expected( in, word, NULL, open ? "\"facet\" or \"endsolid\"" : "\"solid\"" );
		}
		if ( !wfMeshReader_IsOk( in ) )
		{
			return;
		}
	}
}

// --------------------------------------------------------------------------------------------------------------- binary

#define HEADER_SIZE 84
#define RECORD_SIZE 50

static double readFloat( const char* bytes )
{
	uint32_t word = wfReadWord32( bytes );
	float value;
	memcpy( &value, &word, sizeof( value ) );
	return (double)value;
}

static void readTriangle( wfMeshReader* in, size_t at )
{
	static const char* const names[] = { "x", "y", "z" };
	for ( size_t corner = 0; corner < 3; ++corner )
	{
		// Behind the normal.
		size_t place = at + 12 + 12 * corner;
		double values[3];
		in->part = ( wfMeshItem ){ "vertex", (int64_t)corner };
		for ( size_t i = 0; i < 3; ++i )
		{
			values[i] = readFloat( in->reader->text + place + 4 * i );
			if ( !( values[i] >= -WF_FARTHEST_VERTEX && values[i] <= WF_FARTHEST_VERTEX ) )
			{
				wfMeshReader_Fail( in, WF_NO_POSITION, names[i], wf_outOfRange,
								   "the coordinate at byte %zu is %g; expected a finite number from %g to %g", place + 4 * i,
								   values[i], -WF_FARTHEST_VERTEX, WF_FARTHEST_VERTEX );
			}
		}
		in->part.name = NULL;
		addOwnVertex( in, WF_NO_POSITION, ( wfVec3 ){ values[0], values[1], values[2] } );
	}
	wfMeshReader_EndFace( in, WF_NO_POSITION, WF_NO_LINE );
}

void wfReadBinaryStlMesh( wfMeshReader* in )
{
	const wfReader* reader = in->reader;
	in->format = "STL (binary)";
	if ( reader->size < HEADER_SIZE )
	{
		wfMeshReader_Fail( in, WF_NO_POSITION, NULL, wf_badFormat,
						   "the file has %zu bytes; expected \"solid\" and facets as text, or a binary header of %d bytes",
						   reader->size, HEADER_SIZE );
		return;
	}
	uint32_t count = wfReadWord32( reader->text + 80 );
	size_t room = ( reader->size - HEADER_SIZE ) / RECORD_SIZE;
	// Some writers fill up the file; what is left must be less than a triangle.
	if ( count != room )
	{
		wfMeshReader_Fail( in, WF_NO_POSITION, "triangles", wf_badFormat,
						   "the header states %u triangles at byte 80; the %zu bytes after it hold %zu of %d bytes each", count,
						   reader->size - HEADER_SIZE, room, RECORD_SIZE );
	}
	for ( uint32_t i = 0; i < count && wfMeshReader_IsOk( in ); ++i )
	{
		in->item = ( wfMeshItem ){ "facet", (int64_t)i };
		readTriangle( in, HEADER_SIZE + RECORD_SIZE * (size_t)i );
		in->item.name = NULL;
	}
}
