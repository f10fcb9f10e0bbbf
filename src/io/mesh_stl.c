// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// STL as text and binary: triangles that share no vertices. Normals are not looked at: they follow from the corners, and are
// "nan" in many files.
#include "io/mesh_reader.h"

#include <math.h>
#include <string.h>

// ----------------------------------------------------------------------------------------------------------------- text

typedef struct wfStl
{
	wfMeshText text;
	wfMeshBuilder* builder;
	bool open; // inside of a solid
} wfStl;

static wfResult expectStl( wfStl* stl, const char* expected, const char* message )
{
	wfWord word = wfMeshText_NextAnywhere( &stl->text );
	return wfWord_Is( word, expected ) ? wf_ok : wfMeshText_Expected( &stl->text, word, NULL, message );
}

// Three numbers on one line or several.
static wfResult readStlPoint( wfStl* stl, wfVec3* point )
{
	static const char* const names[] = { "x", "y", "z" };
	double* values[] = { &point->x, &point->y, &point->z };
	for ( int i = 0; i < 3; ++i )
	{
		wfResult result = wfMeshText_ParseCoordinate( &stl->text, wfMeshText_NextAnywhere( &stl->text ), names[i], values[i] );
		if ( result != wf_ok )
		{
			return result;
		}
	}
	return wf_ok;
}

// After "facet". Loops of more than three vertices are outside of the format, but clear.
static wfResult readStlFacet( wfStl* stl, size_t place, int32_t line )
{
	wfMeshText* text = &stl->text;
	wfWord word = wfMeshText_NextAnywhere( text );
	while ( word.length > 0 && !wfWord_Is( word, "outer" ) && !wfWord_Is( word, "endfacet" ) && !wfWord_Is( word, "vertex" ) )
	{
		word = wfMeshText_NextAnywhere( text );
	}
	if ( !wfWord_Is( word, "outer" ) )
	{
		return wfMeshText_Expected( text, word, NULL, "\"outer loop\"" );
	}
	wfResult result = expectStl( stl, "loop", "\"loop\" after \"outer\"" );
	word = result == wf_ok ? wfMeshText_NextAnywhere( text ) : word;
	int32_t corners = 0;
	for ( ; result == wf_ok && wfWord_Is( word, "vertex" ); word = wfMeshText_NextAnywhere( text ) )
	{
		wfVec3 vertex;
		result = readStlPoint( stl, &vertex );
		if ( result != wf_ok )
		{
			return wfPrefixField( text->reader, result, "vertex[%d].", corners );
		}
		result = wfMeshBuilder_AddVertex( stl->builder, word.position, vertex );
		if ( result == wf_ok )
		{
			result = wfMeshBuilder_AddCorner( stl->builder, word.position, (int32_t)stl->builder->vertexCount - 1 );
		}
		corners += 1;
	}
	if ( result == wf_ok && ( corners < 3 || !wfWord_Is( word, "endloop" ) ) )
	{
		return wfMeshText_Expected( text, word, NULL, corners < 3 ? "\"vertex\", three in each loop" : "\"endloop\"" );
	}
	result = result == wf_ok ? expectStl( stl, "endfacet", "\"endfacet\"" ) : result;
	return result == wf_ok ? wfMeshBuilder_EndFace( stl->builder, place, line ) : result;
}

// One record of the file; `*more` is false at its end.
static wfResult readStlRecord( wfStl* stl, bool* more )
{
	wfMeshText* text = &stl->text;
	wfWord word = wfMeshText_NextAnywhere( text );
	*more = word.length > 0;
	if ( !*more )
	{
		return stl->open ? wfMeshText_Expected( text, word, NULL, "\"facet\" or \"endsolid\"" ) : wf_ok;
	}
	if ( !stl->open && wfWord_Is( word, "solid" ) )
	{
		stl->open = true;
		wfMeshText_SkipLine( text ); // its name
		return wf_ok;
	}
	if ( stl->open && wfWord_Is( word, "endsolid" ) )
	{
		stl->open = false;
		wfMeshText_SkipLine( text );
		return wf_ok;
	}
	if ( stl->open && wfWord_Is( word, "facet" ) )
	{
		size_t face = stl->builder->faceCount;
		wfResult result = readStlFacet( stl, word.position, text->line );
		const char* dot = text->reader->error->field[0] != 0 ? "." : "";
		return result == wf_ok ? wf_ok : wfPrefixField( text->reader, result, "facet[%zu]%s", face, dot );
	}
	return wfMeshText_Expected( text, word, NULL, stl->open ? "\"facet\" or \"endsolid\"" : "\"solid\"" );
}

wfResult wfReadTextStlMesh( const wfReader* reader, wfMeshData* data )
{
	wfMeshBuilder builder;
	wfMeshBuilder_Start( &builder, reader );
	wfStl stl = { .builder = &builder };
	wfResult result = wfMeshText_Start( &stl.text, reader );
	bool more = true;
	while ( more && result == wf_ok )
	{
		result = readStlRecord( &stl, &more );
	}
	result = result == wf_ok ? wfMeshBuilder_Finish( &builder, "STL (ASCII)", data ) : result;
	wfMeshBuilder_Free( &builder );
	return result;
}

// --------------------------------------------------------------------------------------------------------------- binary

#define WF_STL_HEADER 84
#define WF_STL_RECORD 50

static uint32_t readWord( const char* bytes )
{
	const unsigned char* b = (const unsigned char*)bytes;
	return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static double readFloat( const char* bytes )
{
	uint32_t word = readWord( bytes );
	float value;
	memcpy( &value, &word, sizeof( value ) );
	return (double)value;
}

static wfResult readStlTriangle( wfMeshBuilder* builder, size_t at, uint32_t triangle )
{
	const wfReader* reader = builder->reader;
	wfResult result = wf_ok;
	for ( size_t corner = 0; corner < 3 && result == wf_ok; ++corner )
	{
		// Behind the normal.
		size_t place = at + 12 + 12 * corner;
		double values[3];
		for ( size_t i = 0; i < 3; ++i )
		{
			values[i] = readFloat( reader->text + place + 4 * i );
			if ( !( values[i] >= -WF_FARTHEST_VERTEX && values[i] <= WF_FARTHEST_VERTEX ) )
			{
				wfReader_Fail( reader, WF_NO_POSITION, NULL, wf_outOfRange,
							   "the coordinate at byte %zu is %g; expected a finite number from %g to %g", place + 4 * i,
							   values[i], -WF_FARTHEST_VERTEX, WF_FARTHEST_VERTEX );
				return wfPrefixField( reader, wf_outOfRange, "facet[%u].vertex[%zu].%c", triangle, corner, "xyz"[i] );
			}
		}
		result = wfMeshBuilder_AddVertex( builder, WF_NO_POSITION, ( wfVec3 ){ values[0], values[1], values[2] } );
		if ( result == wf_ok )
		{
			result = wfMeshBuilder_AddCorner( builder, WF_NO_POSITION, (int32_t)builder->vertexCount - 1 );
		}
	}
	return result == wf_ok ? wfMeshBuilder_EndFace( builder, WF_NO_POSITION, WF_NO_LINE ) : result;
}

wfResult wfReadBinaryStlMesh( const wfReader* reader, wfMeshData* data )
{
	if ( reader->size < WF_STL_HEADER )
	{
		return wfReader_Fail( reader, WF_NO_POSITION, NULL, wf_badFormat,
							  "the file has %zu bytes; expected \"solid\" and facets as text, or a binary header of %d bytes",
							  reader->size, WF_STL_HEADER );
	}
	uint32_t count = readWord( reader->text + 80 );
	size_t room = ( reader->size - WF_STL_HEADER ) / WF_STL_RECORD;
	// Some writers fill up the file; what is left must be less than a triangle.
	if ( count != room )
	{
		return wfReader_Fail( reader, WF_NO_POSITION, "triangles", wf_badFormat,
							  "the header states %u triangles at byte 80; the %zu bytes after it hold %zu of %d bytes each",
							  count, reader->size - WF_STL_HEADER, room, WF_STL_RECORD );
	}
	wfMeshBuilder builder;
	wfMeshBuilder_Start( &builder, reader );
	wfResult result = wf_ok;
	for ( uint32_t i = 0; i < count && result == wf_ok; ++i )
	{
		result = readStlTriangle( &builder, WF_STL_HEADER + WF_STL_RECORD * (size_t)i, i );
	}
	result = result == wf_ok ? wfMeshBuilder_Finish( &builder, "STL (binary)", data ) : result;
	wfMeshBuilder_Free( &builder );
	return result;
}
