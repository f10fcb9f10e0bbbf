// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Wavefront OBJ: of all its records those of vertices (v) and faces (f) are read, the others are for looks.
#include "io/mesh_reader.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

typedef struct wfObj
{
	wfMeshReader* in;
	int64_t largestCorner; // number of a vertex, from 1 on, that a face named before it was known
	int64_t vertexLimit;   // of numbers in faces
	int32_t ignored;	   // records of unknown words
	int32_t ignoredLine;   // the first of them
	wfQuoted ignoredWord;
} wfObj;

// "v x y z", with a weight (w) that only curves use, a colour, or a colour and its opacity.
static void readVertex( wfMeshReader* in, size_t place )
{
	in->item = ( wfMeshItem ){ "v", -1 };
	wfVec3 vertex = wfMeshReader_ReadPoint( in, false );
	double extra[4];
	int32_t count = 0;
	wfWord word = wfMeshReader_Next( in );
	for ( ; word.length > 0 && count < 4; word = wfMeshReader_Next( in ) )
	{
		extra[count++] = wfMeshReader_ParseNumber( in, word, NULL );
	}
	if ( word.length > 0 || count == 2 )
	{
		wfMeshReader_Expected( in, word, NULL, "a vertex of 3, 4, 6 or 7 numbers" );
	}
	in->item.name = NULL;
	wfMeshReader_AddVertex( in, place, vertex );
	if ( count >= 3 )
	{
		wfMeshReader_AddColor( in, place, extra );
	}
}

// Numbers of texture coordinates and normals are of no use here, but must be numbers: "7/3/2", "7//2", "7//".
static bool isTail( const char* text, size_t length )
{
	int32_t slashes = 0;
	for ( size_t i = 0; i < length; ++i )
	{
		slashes += text[i] == '/' ? 1 : 0;
		bool sign = text[i] == '-' && i > 0 && text[i - 1] == '/';
		if ( text[i] != '/' && !isdigit( (unsigned char)text[i] ) && !sign )
		{
			return false;
		}
	}
	return slashes <= 2;
}

static void failCorner( const wfObj* obj, wfWord word, int64_t number )
{
	long long count = obj->in->vertices.count, known = number > 0 ? (long long)obj->vertexLimit : count;
	char expected[96];
	if ( known == 0 )
	{
		snprintf( expected, sizeof( expected ), "no vertex is%s", number > 0 ? "" : " yet" );
	}
	else if ( number > 0 )
	{
		snprintf( expected, sizeof( expected ), "expected 1 to %lld", known );
	}
	else
	{
		snprintf( expected, sizeof( expected ), "expected 1 to %lld, or -%lld to -1 counted from here back", count, count );
	}
	wfMeshReader_Fail( obj->in, word.position, "f", wf_outOfRange, "vertex %lld of a face is not there; %s", (long long)number,
					   expected );
}

static void readCorner( wfObj* obj, wfWord word )
{
	const char* slash = memchr( word.text, '/', word.length );
	size_t length = slash != NULL ? (size_t)( slash - word.text ) : word.length;
	int64_t number = 0, count = obj->in->vertices.count;
	if ( !wfParseInteger( word.text, length, &number ) || !isTail( word.text + length, word.length - length ) )
	{
		wfMeshReader_Expected( obj->in, word, "f", "the number of a vertex as in 7, 7/1, 7//1, 7/1/1 or -1" );
	}
	// Beyond the vertices so far there may be more to come; not before the first.
	else if ( number == 0 || -number > count || number > obj->vertexLimit )
	{
		failCorner( obj, word, number );
	}
	int64_t vertex = number > 0 ? number - 1 : count + number;
	obj->largestCorner = vertex >= obj->largestCorner ? vertex + 1 : obj->largestCorner;
	// Numbers no mesh can have are found with the others that are too large.
	wfMeshReader_AddCorner( obj->in, word.position, (int32_t)( vertex < INT32_MAX ? vertex : INT32_MAX ) );
}

static void readFace( wfObj* obj, size_t place, int32_t line )
{
	for ( wfWord word = wfMeshReader_Next( obj->in ); word.length > 0; word = wfMeshReader_Next( obj->in ) )
	{
		readCorner( obj, word );
	}
	int32_t count = wfMeshReader_CountCorners( obj->in );
	if ( count < 3 )
	{
		wfMeshReader_Fail( obj->in, place, "f", wf_badFormat, "the face has %d corner%s; expected 3 or more", count,
						   count == 1 ? "" : "s" );
	}
	wfMeshReader_EndFace( obj->in, place, line );
}

static bool isKnownWord( wfWord word )
{
	static const char* const words[] = {
		"vt",		  "vn",		"vp",	 "g",	  "o",		  "s",	  "l",	  "p",		"mtllib",	 "usemtl", "usemap",
		"mg",		  "maplib", "lod",	 "bevel", "c_interp", "call", "csh",  "cstype", "deg",		 "bmat",   "step",
		"curv",		  "curv2",	"surf",	 "parm",  "trim",	  "hole", "scrv", "sp",		"end",		 "con",	   "d_interp",
		"shadow_obj", "ctech",	"stech", "res",	  "cdc",	  "cdp",  "bsp",  "bzp",	"trace_obj", NULL };
	return wfIsName( word.text, word.length, words );
}

static bool isPlainWord( wfWord word )
{
	for ( size_t i = 0; i < word.length; ++i )
	{
		if ( !isalnum( (unsigned char)word.text[i] ) && word.text[i] != '_' )
		{
			return false;
		}
	}
	return isalpha( (unsigned char)word.text[0] );
}

static void readLine( wfObj* obj )
{
	static const char* const faces[] = { "f", "fo", NULL };
	wfWord word = wfMeshReader_Next( obj->in );
	int32_t line = obj->in->line;
	if ( word.length == 1 && word.text[0] == 'v' )
	{
		readVertex( obj->in, word.position );
	}
	else if ( wfIsName( word.text, word.length, faces ) )
	{
		readFace( obj, word.position, line );
	}
	else if ( word.length > 0 && !isKnownWord( word ) )
	{
		if ( !isPlainWord( word ) )
		{
			wfMeshReader_Expected( obj->in, word, NULL, "a record such as v, f, vn, vt, g, o, s, usemtl or mtllib" );
		}
		if ( obj->ignored++ == 0 )
		{
			obj->ignoredWord = wfQuote( word.text, word.length );
			obj->ignoredLine = line;
		}
	}
}

static void readLines( wfObj* obj )
{
	wfMeshReader_StartText( obj->in );
	do
	{
		readLine( obj );
	}
	while ( wfMeshReader_SkipLine( obj->in ) );
}

void wfReadObjMesh( wfMeshReader* in )
{
	wfObj obj = { .in = in, .vertexLimit = INT64_MAX };
	in->format = "OBJ";
	in->continuesLines = true;
	in->hasComments = true;
	readLines( &obj );
	if ( wfMeshReader_IsOk( in ) && obj.largestCorner > in->vertices.count )
	{
		// A face names a vertex that never came: read again, to find which, now that the number of vertices is known.
		obj.vertexLimit = in->vertices.count;
		wfMeshReader_Clear( in );
		readLines( &obj );
		WF_ASSERT( !wfMeshReader_IsOk( in ) );
	}
	else if ( wfMeshReader_IsOk( in ) && obj.ignored > 0 )
	{
		wfLogMessage( wf_logWarning, "%s:%d: %d records of unknown words ignored, the first is %s", in->reader->name,
					  obj.ignoredLine, obj.ignored, obj.ignoredWord.text );
	}
}
