// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Object file format (OFF): a word, three counts, one vertex per line, one face per line.
#include "io/mesh_reader.h"

#include <string.h>

size_t wfMatchOffWord( const char* text, size_t size, wfOffKind* kind )
{
	*kind = ( wfOffKind ){ 0 };
	size_t at = 0;
	if ( size >= 2 && memcmp( text, "ST", 2 ) == 0 )
	{
		kind->texture = true;
		at = 2;
	}
	const struct
	{
		char letter;
		bool* flag;
	} letters[] = {
		{ 'C', &kind->color }, { 'N', &kind->normal }, { '4', &kind->fourDimensions }, { 'n', &kind->anyDimensions } };
	for ( int i = 0; i < 4; ++i )
	{
		*letters[i].flag = at < size && text[at] == letters[i].letter;
		at += *letters[i].flag ? 1 : 0;
	}
	return size - at >= 3 && memcmp( text + at, "OFF", 3 ) == 0 ? at + 3 : 0;
}

typedef struct wfOff
{
	wfMeshText text;
	wfMeshBuilder* builder;
	wfOffKind kind;
	int64_t vertexCount, faceCount; // as stated
} wfOff;

static wfResult readOffCount( wfOff* off, wfWord word, const char* field, int64_t* count )
{
	wfResult result = wfMeshText_ParseInteger( &off->text, word, field, count );
	if ( result == wf_ok && *count < 0 )
	{
		result = wfReader_Fail( off->text.reader, word.position, field, wf_badFormat, "the count is %lld; expected 0 or more",
								(long long)*count );
	}
	return result;
}

// Refuse counts the rest of the file has no room for: a line takes so many bytes at least, the last without its end.
static wfResult checkOffRoom( wfOff* off, size_t place, const char* what, int64_t count, int64_t lineBytes, int64_t taken )
{
	int64_t room = ( (int64_t)( off->text.reader->size - off->text.at ) + 1 - taken ) / lineBytes;
	if ( count <= room )
	{
		return wf_ok;
	}
	return wfReader_Fail( off->text.reader, place, what, wf_badFormat,
						  "the header states %lld %s; the rest of the file has room for at most %lld", (long long)count, what,
						  (long long)room );
}

// The number of edges may be missing, and nobody reads it. It belongs to the line of the others or stands alone on the next.
static wfResult skipOffEdges( wfOff* off )
{
	wfWord word = wfMeshText_Next( &off->text );
	int64_t edges;
	if ( word.length > 0 )
	{
		wfResult result = wfMeshText_ParseInteger( &off->text, word, "edges", &edges );
		wfWord more = wfMeshText_Next( &off->text );
		if ( result == wf_ok && more.length > 0 )
		{
			result = wfMeshText_Expected( &off->text, more, NULL,
										  "the end of the line after the counts of vertices, faces and edges" );
		}
		return result;
	}
	wfMeshText ahead = off->text;
	word = wfMeshText_NextAnywhere( &ahead );
	if ( word.length > 0 && wfParseInteger( word.text, word.length, &edges ) && wfMeshText_Next( &ahead ).length == 0 )
	{
		off->text = ahead;
	}
	return wf_ok;
}

// The word may be missing, and the counts may follow it without a blank.
static wfResult readOffHeader( wfOff* off )
{
	wfMeshText* text = &off->text;
	const wfReader* reader = text->reader;
	wfWord word = wfMeshText_NextAnywhere( text );
	size_t length = wfMatchOffWord( word.text, word.length, &off->kind );
	size_t place = word.position;
	if ( length > 0 && ( off->kind.fourDimensions || off->kind.anyDimensions ) )
	{
		wfQuoted found = wfQuote( word.text, word.length < 16 ? word.length : 16 );
		return wfReader_Fail( reader, place, NULL, wf_unsupported, "%s has vertices of other than three dimensions; expected OFF",
							  found.text );
	}
	if ( length == word.length )
	{
		word = wfMeshText_NextAnywhere( text );
	}
	else
	{
		word = ( wfWord ){ word.text + length, word.length - length, place + length };
	}
	if ( wfWord_Is( word, "binary" ) )
	{
		return wfReader_Fail( reader, word.position, NULL, wf_unsupported, "binary OFF is not read; expected OFF as text" );
	}
	wfResult result = readOffCount( off, word, "vertices", &off->vertexCount );
	wfWord faces = result == wf_ok ? wfMeshText_NextAnywhere( text ) : word;
	result = result == wf_ok ? readOffCount( off, faces, "faces", &off->faceCount ) : result;
	result = result == wf_ok ? skipOffEdges( off ) : result;
	// "0 0 0" and "3 0 0 0" are the shortest lines.
	result = result == wf_ok ? checkOffRoom( off, word.position, "vertices", off->vertexCount, 6, 0 ) : result;
	return result == wf_ok ? checkOffRoom( off, faces.position, "faces", off->faceCount, 8, 6 * off->vertexCount ) : result;
}

// Behind the place: a normal, a colour of three or four numbers, two texture coordinates, as the word on top says. Files with
// colours and a plain word are common.
static wfResult readOffExtras( wfOff* off, size_t place )
{
	double values[9];
	int32_t count = 0;
	wfWord word = wfMeshText_Next( &off->text );
	for ( ; word.length > 0 && count < 9; word = wfMeshText_Next( &off->text ) )
	{
		wfResult result = wfMeshText_ParseNumber( &off->text, word, NULL, &values[count] );
		if ( result != wf_ok )
		{
			return result;
		}
		count += 1;
	}
	int32_t normal = off->kind.normal ? 3 : 0, texture = off->kind.texture ? 2 : 0;
	int32_t color = count - normal - texture;
	bool plain = normal == 0 && texture == 0;
	bool fits = color == 3 || color == 4 ? off->kind.color || plain : color == 0 && !off->kind.color;
	if ( word.length > 0 || !fits )
	{
		const char* colors = off->kind.color ? " and 3 or 4 of a colour" : "";
		return wfReader_Fail( off->text.reader, place, NULL, wf_badFormat,
							  "the line of the vertex has %d numbers%s; expected 3%s%s%s (the header states %lld vertices)",
							  3 + count, word.length > 0 ? " and more" : "", normal > 0 ? ", 3 of a normal" : "", colors,
							  texture > 0 ? ", 2 of a texture" : "", (long long)off->vertexCount );
	}
	return color > 0 ? wfMeshBuilder_AddColor( off->builder, place, values + normal ) : wf_ok;
}

// To the first word of the next line that has one. False at the end of the file.
static bool nextOffLine( wfOff* off )
{
	wfMeshText ahead = off->text;
	wfWord word = wfMeshText_NextAnywhere( &ahead );
	off->text = ahead;
	off->text.at = word.position;
	return word.length > 0;
}

static wfResult endsTooEarly( const wfOff* off, const char* what, int64_t index, int64_t count )
{
	const wfReader* reader = off->text.reader;
	wfReader_Fail( reader, reader->size, NULL, wf_badFormat, "the file ends after %lld of the %lld %s its header states",
				   (long long)index, (long long)count, what );
	return wfPrefixField( reader, wf_badFormat, "%s", what );
}

static wfResult readOffVertices( wfOff* off )
{
	for ( int64_t i = 0; i < off->vertexCount; ++i )
	{
		if ( !nextOffLine( off ) )
		{
			return endsTooEarly( off, "vertices", i, off->vertexCount );
		}
		size_t place = off->text.at;
		wfVec3 vertex;
		wfResult result = wfMeshText_ReadPoint( &off->text, &vertex );
		if ( result != wf_ok )
		{
			return wfPrefixField( off->text.reader, result, "vertex[%lld].", (long long)i );
		}
		result = wfMeshBuilder_AddVertex( off->builder, place, vertex );
		result = result == wf_ok ? readOffExtras( off, place ) : result;
		if ( result != wf_ok )
		{
			return wfPrefixField( off->text.reader, result, "vertex[%lld]", (long long)i );
		}
	}
	return wf_ok;
}

static wfResult readOffFace( wfOff* off )
{
	wfMeshText* text = &off->text;
	size_t place = text->at;
	int32_t line = text->line;
	int64_t corners;
	wfResult result = wfMeshText_ParseInteger( text, wfMeshText_Next( text ), NULL, &corners );
	if ( result == wf_ok && corners < 3 )
	{
		return wfReader_Fail( text->reader, place, NULL, wf_badFormat, "the face has %lld corners; expected 3 or more",
							  (long long)corners );
	}
	for ( int64_t i = 0; i < corners && result == wf_ok; ++i )
	{
		wfWord word = wfMeshText_Next( text );
		int64_t vertex;
		if ( word.length == 0 )
		{
			return wfReader_Fail( text->reader, word.position, NULL, wf_badFormat,
								  "the line ends after %lld of the %lld corners it states", (long long)i, (long long)corners );
		}
		result = wfMeshText_ParseInteger( text, word, NULL, &vertex );
		if ( result == wf_ok && ( vertex < 0 || vertex >= off->vertexCount ) )
		{
			return wfReader_Fail( text->reader, word.position, NULL, wf_outOfRange,
								  "vertex %lld of the face is not there; expected 0 to %lld", (long long)vertex,
								  (long long)off->vertexCount - 1 );
		}
		result = result == wf_ok ? wfMeshBuilder_AddCorner( off->builder, word.position, (int32_t)vertex ) : result;
	}
	return result == wf_ok ? wfMeshBuilder_EndFace( off->builder, place, line ) : result;
}

static wfResult readOffFaces( wfOff* off )
{
	for ( int64_t i = 0; i < off->faceCount; ++i )
	{
		if ( !nextOffLine( off ) )
		{
			return endsTooEarly( off, "faces", i, off->faceCount );
		}
		wfResult result = readOffFace( off );
		if ( result != wf_ok )
		{
			return wfPrefixField( off->text.reader, result, "face[%lld]", (long long)i );
		}
		// Colours of the face, in any of their forms.
		wfMeshText_SkipLine( &off->text );
	}
	if ( nextOffLine( off ) )
	{
		return wfReader_Fail( off->text.reader, off->text.at, "faces", wf_badFormat,
							  "more follows after the %lld vertices and %lld faces the header states",
							  (long long)off->vertexCount, (long long)off->faceCount );
	}
	return wf_ok;
}

wfResult wfReadOffMesh( const wfReader* reader, wfMeshData* data )
{
	wfMeshBuilder builder;
	wfMeshBuilder_Start( &builder, reader );
	wfOff off = { .builder = &builder };
	wfResult result = wfMeshText_Start( &off.text, reader );
	off.text.hasComments = true;
	result = result == wf_ok ? readOffHeader( &off ) : result;
	result = result == wf_ok ? readOffVertices( &off ) : result;
	result = result == wf_ok ? readOffFaces( &off ) : result;
	result = result == wf_ok ? wfMeshBuilder_Finish( &builder, "OFF", data ) : result;
	wfMeshBuilder_Free( &builder );
	return result;
}
