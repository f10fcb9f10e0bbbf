// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Wavefront OBJ: of all its records those of vertices (v) and faces (f) are read, the others are for looks.
#include "io/mesh_reader.h"

#include <ctype.h>
#include <string.h>

typedef struct wfObj
{
	wfMeshText text;
	wfMeshBuilder* builder;
	int64_t largestCorner; // number of a vertex, from 1 on, that a face named before it was known
	int64_t vertexLimit;   // of numbers in faces
	int32_t ignored;	   // records of unknown words
	int32_t ignoredLine;   // the first of them
	wfQuoted ignoredWord;
} wfObj;

// "v x y z", with a weight (w) that only curves use, a colour, or a colour and its opacity.
static wfResult readObjVertex( wfObj* obj, size_t place )
{
	wfMeshText* text = &obj->text;
	wfVec3 vertex;
	wfResult result = wfMeshText_ReadPoint( text, &vertex );
	if ( result != wf_ok )
	{
		return wfPrefixField( text->reader, result, "v." );
	}
	double extra[4];
	int32_t count = 0;
	wfWord word = wfMeshText_Next( text );
	for ( ; word.length > 0 && count < 4; word = wfMeshText_Next( text ) )
	{
		result = wfMeshText_ParseNumber( text, word, "v", &extra[count] );
		if ( result != wf_ok )
		{
			return result;
		}
		count += 1;
	}
	if ( word.length > 0 || count == 2 )
	{
		return wfMeshText_Expected( text, word, "v", "a vertex of 3, 4, 6 or 7 numbers" );
	}
	result = wfMeshBuilder_AddVertex( obj->builder, place, vertex );
	return result == wf_ok && count >= 3 ? wfMeshBuilder_AddColor( obj->builder, place, extra ) : result;
}

// Numbers of texture coordinates and normals are of no use here, but must be numbers: "7/3/2", "7//2", "7//".
static bool isObjTail( const char* text, size_t length )
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

static wfResult readObjCorner( wfObj* obj, wfWord word )
{
	const wfReader* reader = obj->text.reader;
	const char* slash = memchr( word.text, '/', word.length );
	size_t length = slash != NULL ? (size_t)( slash - word.text ) : word.length;
	int64_t number;
	if ( !wfParseInteger( word.text, length, &number ) || !isObjTail( word.text + length, word.length - length ) )
	{
		return wfMeshText_Expected( &obj->text, word, "f", "the number of a vertex as in 7, 7/1, 7//1, 7/1/1 or -1" );
	}
	int64_t count = (int64_t)obj->builder->vertexCount;
	// Beyond the vertices so far there may be more to come; not before the first.
	if ( number == 0 || -number > count || number > obj->vertexLimit )
	{
		int64_t known = number > 0 ? obj->vertexLimit : count;
		if ( known == 0 )
		{
			return wfReader_Fail( reader, word.position, "f", wf_outOfRange, "vertex %lld of a face is not there; no vertex is%s",
								  (long long)number, number > 0 ? "" : " yet" );
		}
		if ( number > 0 )
		{
			return wfReader_Fail( reader, word.position, "f", wf_outOfRange,
								  "vertex %lld of a face is not there; expected 1 to %lld", (long long)number,
								  (long long)obj->vertexLimit );
		}
		return wfReader_Fail( reader, word.position, "f", wf_outOfRange,
							  "vertex %lld of a face is not there; expected 1 to %lld, or -%lld to -1 counted from here back",
							  (long long)number, (long long)count, (long long)count );
	}
	int64_t vertex = number > 0 ? number - 1 : count + number;
	obj->largestCorner = vertex >= obj->largestCorner ? vertex + 1 : obj->largestCorner;
	// Numbers no mesh can have are found with the others that are too large.
	vertex = vertex < INT32_MAX ? vertex : INT32_MAX;
	return wfMeshBuilder_AddCorner( obj->builder, word.position, (int32_t)vertex );
}

static wfResult readObjFace( wfObj* obj, size_t place, int32_t line )
{
	wfWord word = wfMeshText_Next( &obj->text );
	wfResult result = wf_ok;
	for ( ; word.length > 0 && result == wf_ok; word = wfMeshText_Next( &obj->text ) )
	{
		result = readObjCorner( obj, word );
	}
	if ( result != wf_ok )
	{
		return result;
	}
	size_t count = wfMeshBuilder_CountCorners( obj->builder );
	if ( count < 3 )
	{
		return wfReader_Fail( obj->text.reader, place, "f", wf_badFormat, "the face has %zu corner%s; expected 3 or more", count,
							  count == 1 ? "" : "s" );
	}
	return wfMeshBuilder_EndFace( obj->builder, place, line );
}

static bool isKnownObjWord( wfWord word )
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

static wfResult readObjLine( wfObj* obj )
{
	wfWord word = wfMeshText_Next( &obj->text );
	if ( word.length == 0 )
	{
		return wf_ok;
	}
	int32_t line = obj->text.line;
	if ( word.length == 1 && word.text[0] == 'v' )
	{
		return readObjVertex( obj, word.position );
	}
	if ( ( word.length == 1 && word.text[0] == 'f' ) || ( word.length == 2 && memcmp( word.text, "fo", 2 ) == 0 ) )
	{
		return readObjFace( obj, word.position, line );
	}
	if ( isKnownObjWord( word ) )
	{
		return wf_ok;
	}
	if ( !isPlainWord( word ) )
	{
		return wfMeshText_Expected( &obj->text, word, NULL, "a record such as v, f, vn, vt, g, o, s, usemtl or mtllib" );
	}
	if ( obj->ignored == 0 )
	{
		obj->ignoredWord = wfQuote( word.text, word.length );
		obj->ignoredLine = line;
	}
	obj->ignored += 1;
	return wf_ok;
}

static wfResult readObjLines( wfObj* obj )
{
	wfResult result = wfMeshText_Start( &obj->text, obj->builder->reader );
	obj->text.continuesLines = true;
	obj->text.hasComments = true;
	bool more = true;
	while ( more && result == wf_ok )
	{
		result = readObjLine( obj );
		more = result == wf_ok && wfMeshText_SkipLine( &obj->text );
	}
	return result;
}

wfResult wfReadObjMesh( const wfReader* reader, wfMeshData* data )
{
	wfMeshBuilder builder;
	wfMeshBuilder_Start( &builder, reader );
	wfObj obj = { .builder = &builder, .vertexLimit = INT64_MAX };
	wfResult result = readObjLines( &obj );
	if ( result == wf_ok && obj.largestCorner > (int64_t)builder.vertexCount )
	{
		// A face names a vertex that never came: read again, to find which, now that the number of vertices is known.
		obj.vertexLimit = (int64_t)builder.vertexCount;
		wfMeshBuilder_Clear( &builder );
		result = readObjLines( &obj );
		WF_ASSERT( result != wf_ok );
	}
	else if ( result == wf_ok && obj.ignored > 0 )
	{
		wfLogMessage( wf_logWarning, "%s:%d: %d records of unknown words ignored, the first is %s", reader->name, obj.ignoredLine,
					  obj.ignored, obj.ignoredWord.text );
	}
	result = result == wf_ok ? wfMeshBuilder_Finish( &builder, "OBJ", data ) : result;
	wfMeshBuilder_Free( &builder );
	return result;
}
