// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Object file format (OFF): a word, three counts, vertices, faces. Each vertex and each face begins on a line of its own and may
// go on over several; what follows on the last one belongs to it.
#include "io/mesh_reader.h"

#include <stdio.h>
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
	wfMeshReader* in;
	wfOffKind kind;
	int64_t vertexCount, faceCount; // as stated
} wfOff;

// Refuse counts the rest of the file has no room for: a line takes so many bytes at least, the last without its end.
static void checkRoom( wfOff* off, size_t place, const char* what, int64_t count, int64_t lineBytes, int64_t taken )
{
	int64_t room = ( (int64_t)( off->in->reader->size - off->in->at ) + 1 - taken ) / lineBytes;
	if ( count > room )
	{
		wfMeshReader_Fail( off->in, place, what, wf_badFormat,
						   "the header states %lld %s; the rest of the file has room for at most %lld", (long long)count, what,
						   (long long)room );
	}
}

// The number of edges may be missing, and nobody reads it. It belongs to the line of the others or stands alone on the next.
static void skipEdges( wfMeshReader* in )
{
	wfWord word = wfMeshReader_Next( in );
	if ( word.length > 0 )
	{
		wfMeshReader_ParseInteger( in, word, "edges" );
		wfWord more = wfMeshReader_Next( in );
		if ( more.length > 0 )
		{
			wfMeshReader_Expected( in, more, NULL, "the end of the line after the counts of vertices, faces and edges" );
		}
		return;
	}
	size_t at = in->at;
	int32_t line = in->line;
	int64_t edges;
	word = wfMeshReader_NextAnywhere( in );
	if ( word.length == 0 || !wfParseInteger( word.text, word.length, &edges ) || wfMeshReader_Next( in ).length > 0 )
	{
		in->at = at;
		in->line = line;
	}
}

// The word may be missing, and the counts may follow it without a blank.
static void readHeader( wfOff* off )
{
	wfMeshReader* in = off->in;
	wfWord word = wfMeshReader_NextAnywhere( in );
	size_t length = wfMatchOffWord( word.text, word.length, &off->kind );
	if ( length > 0 && ( off->kind.fourDimensions || off->kind.anyDimensions ) )
	{
		wfQuoted found = wfQuote( word.text, word.length < 16 ? word.length : 16 );
		wfMeshReader_Fail( in, word.position, NULL, wf_unsupported,
						   "%s has vertices of other than three dimensions; expected OFF", found.text );
	}
	word = length == word.length ? wfMeshReader_NextAnywhere( in )
								 : ( wfWord ){ word.text + length, word.length - length, word.position + length };
	if ( wfWord_Is( word, "binary" ) )
	{
		wfMeshReader_Fail( in, word.position, NULL, wf_unsupported, "binary OFF is not read; expected OFF as text" );
	}
	off->vertexCount = wfMeshReader_ParseCount( in, word, "vertices" );
	wfWord faces = wfMeshReader_NextAnywhere( in );
	off->faceCount = wfMeshReader_ParseCount( in, faces, "faces" );
	skipEdges( in );
	// "0 0 0" and "3 0 0 0" are the shortest lines.
	checkRoom( off, word.position, "vertices", off->vertexCount, 6, 0 );
	checkRoom( off, faces.position, "faces", off->faceCount, 8, 6 * off->vertexCount );
}

// Behind the place: a normal, a colour of three or four numbers, two texture coordinates, as the word on top says. Files with
// colours and a plain word are common; there all must be on the first line of the vertex.
static void readExtras( wfOff* off, size_t place, int32_t line )
{
	wfMeshReader* in = off->in;
	int32_t normal = off->kind.normal ? 3 : 0, texture = off->kind.texture ? 2 : 0;
	int32_t needed = normal + ( off->kind.color ? 3 : 0 ) + texture;
	double values[9];
	int32_t count = 0;
	for ( ; count < needed && wfMeshReader_IsOk( in ); ++count )
	{
		values[count] = wfMeshReader_ParseNumber( in, wfMeshReader_NextAnywhere( in ), NULL );
	}
	wfWord word = wfMeshReader_Next( in );
	for ( ; word.length > 0 && count < 9; word = wfMeshReader_Next( in ) )
	{
		values[count++] = wfMeshReader_ParseNumber( in, word, NULL );
	}
	int32_t color = count - normal - texture;
	bool plain = normal == 0 && texture == 0 && in->line == line;
	bool fits = color == 3 || color == 4 ? off->kind.color || plain : color == 0 && !off->kind.color;
	if ( word.length > 0 || !fits )
	{
		wfMeshReader_Fail( in, place, NULL, wf_badFormat,
						   "the vertex has %d numbers%s; expected 3%s%s%s (the header states %lld vertices)", 3 + count,
						   word.length > 0 ? " and more" : "", normal > 0 ? ", 3 of a normal" : "",
						   off->kind.color ? " and 3 or 4 of a colour" : "", texture > 0 ? ", 2 of a texture" : "",
						   (long long)off->vertexCount );
	}
	else if ( color > 0 )
	{
		wfMeshReader_AddColor( in, place, values + normal );
	}
}

static void readVertex( wfOff* off )
{
	size_t place = off->in->at;
	int32_t line = off->in->line;
	wfMeshReader_AddVertex( off->in, place, wfMeshReader_ReadPoint( off->in, true ) );
	readExtras( off, place, line );
}

static void readCorner( wfOff* off, int64_t i, int64_t corners, int32_t line )
{
	wfMeshReader* in = off->in;
	wfWord word = wfMeshReader_NextAnywhere( in );
	if ( word.length == 0 )
	{
		wfMeshReader_Fail( in, word.position, NULL, wf_badFormat, "the file ends after %lld of the %lld corners of the face",
						   (long long)i, (long long)corners );
	}
	int64_t vertex = wfMeshReader_ParseInteger( in, word, NULL );
	if ( vertex < 0 || vertex >= off->vertexCount )
	{
		char begin[96] = "";
		if ( in->line != line )
		{
			snprintf( begin, sizeof( begin ), "; the face begins on line %d and states %lld corners", line, (long long)corners );
		}
		wfMeshReader_Fail( in, word.position, NULL, wf_outOfRange, "vertex %lld of the face is not there; expected 0 to %lld%s",
						   (long long)vertex, (long long)off->vertexCount - 1, begin );
	}
	wfMeshReader_AddCorner( in, word.position, (int32_t)vertex );
}

static void readFace( wfOff* off )
{
	wfMeshReader* in = off->in;
	size_t place = in->at;
	int32_t line = in->line;
	int64_t corners = wfMeshReader_ParseInteger( in, wfMeshReader_Next( in ), NULL );
	if ( corners < 3 )
	{
		wfMeshReader_Fail( in, place, NULL, wf_badFormat, "the face has %lld corners; expected 3 or more", (long long)corners );
	}
	for ( int64_t i = 0; i < corners && wfMeshReader_IsOk( in ); ++i )
	{
		readCorner( off, i, corners, line );
	}
	wfMeshReader_EndFace( in, place, line );
	// Colours of the face, in any of their forms.
	wfMeshReader_SkipLine( in );
}

static void readItems( wfOff* off, int64_t count, const char* one, const char* many, void ( *read )( wfOff* off ) )
{
	wfMeshReader* in = off->in;
	for ( int64_t i = 0; i < count && wfMeshReader_IsOk( in ); ++i )
	{
		if ( !wfMeshReader_FindWord( in ) )
		{
			wfMeshReader_Fail( in, in->reader->size, many, wf_badFormat,
							   "the file ends after %lld of the %lld %s its header states", (long long)i, (long long)count,
							   many );
		}
		in->item = ( wfMeshItem ){ one, i };
		read( off );
		in->item.name = NULL;
	}
}

void wfReadOffMesh( wfMeshReader* in )
{
	wfOff off = { .in = in };
	in->format = "OFF";
	in->hasComments = true;
	wfMeshReader_StartText( in );
	readHeader( &off );
	readItems( &off, off.vertexCount, "vertex", "vertices", readVertex );
	readItems( &off, off.faceCount, "face", "faces", readFace );
	if ( wfMeshReader_FindWord( in ) )
	{
		wfMeshReader_Fail( in, in->at, "faces", wf_badFormat,
						   "more follows after the %lld vertices and %lld faces the header states", (long long)off.vertexCount,
						   (long long)off.faceCount );
	}
}
