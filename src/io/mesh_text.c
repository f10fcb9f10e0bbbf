// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Words of mesh files that are text. Letters of comments and names may be of any encoding; only what a message quotes is made
// readable.
#include "io/mesh_reader.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

wfResult wfMeshText_Start( wfMeshText* text, const wfReader* reader )
{
	*text = ( wfMeshText ){ .reader = reader, .line = 1 };
	if ( reader->size >= 2 && ( memcmp( reader->text, "\xFF\xFE", 2 ) == 0 || memcmp( reader->text, "\xFE\xFF", 2 ) == 0 ) )
	{
		return wfReader_Fail( reader, 0, NULL, wf_badFormat, "the text is UTF-16; expected UTF-8 or ASCII" );
	}
	text->at = reader->size >= 3 && memcmp( reader->text, "\xEF\xBB\xBF", 3 ) == 0 ? 3 : 0;
	return wf_ok;
}

static bool isBlank( char c )
{
	return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static bool isLineEnd( char c )
{
	return c == '\n' || c == '\r';
}

// The length of a backslash with the end of the line after it, 0 when there is none.
static size_t continuationAt( const wfMeshText* text, size_t at )
{
	const char* bytes = text->reader->text;
	size_t size = text->reader->size;
	if ( !text->continuesLines || bytes[at] != '\\' )
	{
		return 0;
	}
	size_t end = at + 1;
	end += end < size && bytes[end] == '\r' ? 1 : 0;
	end += end < size && bytes[end] == '\n' ? 1 : 0;
	return end > at + 1 ? end - at : 0;
}

wfWord wfMeshText_Next( wfMeshText* text )
{
	const char* bytes = text->reader->text;
	size_t size = text->reader->size;
	while ( text->at < size )
	{
		size_t joined = continuationAt( text, text->at );
		if ( joined > 0 )
		{
			text->line += 1;
			text->at += joined;
		}
		else if ( isBlank( bytes[text->at] ) )
		{
			text->at += 1;
		}
		else
		{
			break;
		}
	}
	wfWord word = { .text = bytes + text->at, .position = text->at };
	if ( text->at == size || isLineEnd( bytes[text->at] ) || ( text->hasComments && bytes[text->at] == '#' ) )
	{
		return word;
	}
	size_t end = text->at + 1;
	while ( end < size && !isBlank( bytes[end] ) && !isLineEnd( bytes[end] ) && continuationAt( text, end ) == 0 &&
			!( text->hasComments && bytes[end] == '#' ) )
	{
		end += 1;
	}
	word.length = end - text->at;
	text->at = end;
	return word;
}

bool wfMeshText_SkipLine( wfMeshText* text )
{
	const char* bytes = text->reader->text;
	size_t size = text->reader->size;
	while ( text->at < size && !isLineEnd( bytes[text->at] ) )
	{
		size_t joined = continuationAt( text, text->at );
		text->line += joined > 0 ? 1 : 0;
		text->at += joined > 0 ? joined : 1;
	}
	text->at += text->at < size && bytes[text->at] == '\r' ? 1 : 0;
	if ( text->at < size && bytes[text->at] == '\n' )
	{
		text->at += 1;
		text->line += 1;
	}
	return text->at < size;
}

wfWord wfMeshText_NextAnywhere( wfMeshText* text )
{
	while ( true )
	{
		wfWord word = wfMeshText_Next( text );
		if ( word.length > 0 || !wfMeshText_SkipLine( text ) )
		{
			return word;
		}
	}
}

bool wfWord_Is( wfWord word, const char* expected )
{
	size_t length = strlen( expected );
	if ( word.length != length )
	{
		return false;
	}
	for ( size_t i = 0; i < length; ++i )
	{
		if ( tolower( (unsigned char)word.text[i] ) != expected[i] )
		{
			return false;
		}
	}
	return true;
}

wfResult wfMeshText_Expected( const wfMeshText* text, wfWord word, const char* field, const char* expected )
{
	if ( word.length == 0 )
	{
		const char* what = word.position == text->reader->size ? "the file" : "the line";
		return wfReader_Fail( text->reader, word.position, field, wf_badFormat, "%s ends here; expected %s", what, expected );
	}
	wfQuoted found = wfQuote( word.text, word.length < 40 ? word.length : 40 );
	return wfReader_Fail( text->reader, word.position, field, wf_badFormat, "found %s; expected %s", found.text, expected );
}

wfResult wfMeshText_ParseNumber( const wfMeshText* text, wfWord word, const char* field, double* value )
{
	wfNumberKind kind = wfParseNumber( word.text, word.length, value );
	if ( kind == wf_finiteNumber )
	{
		return wf_ok;
	}
	if ( kind == wf_hugeNumber )
	{
		wfQuoted found = wfQuote( word.text, word.length < 40 ? word.length : 40 );
		return wfReader_Fail( text->reader, word.position, field, wf_outOfRange, "%s is more than a number can hold",
							  found.text );
	}
	return wfMeshText_Expected( text, word, field, "a finite number" );
}

wfResult wfMeshText_ParseCoordinate( const wfMeshText* text, wfWord word, const char* field, double* value )
{
	wfResult result = wfMeshText_ParseNumber( text, word, field, value );
	if ( result == wf_ok && !( *value >= -WF_FARTHEST_VERTEX && *value <= WF_FARTHEST_VERTEX ) )
	{
		result = wfReader_Fail( text->reader, word.position, field, wf_outOfRange, "the coordinate is %g; expected %g to %g",
								*value, -WF_FARTHEST_VERTEX, WF_FARTHEST_VERTEX );
	}
	return result;
}

wfResult wfMeshText_ParseInteger( const wfMeshText* text, wfWord word, const char* field, int64_t* value )
{
	return wfParseInteger( word.text, word.length, value ) ? wf_ok : wfMeshText_Expected( text, word, field, "a whole number" );
}

wfResult wfMeshText_ReadPoint( wfMeshText* text, wfVec3* point )
{
	wfResult result = wfMeshText_ParseCoordinate( text, wfMeshText_Next( text ), "x", &point->x );
	result = result == wf_ok ? wfMeshText_ParseCoordinate( text, wfMeshText_Next( text ), "y", &point->y ) : result;
	return result == wf_ok ? wfMeshText_ParseCoordinate( text, wfMeshText_Next( text ), "z", &point->z ) : result;
}

wfResult wfPrefixField( const wfReader* reader, wfResult result, const char* format, ... )
{
	char prefix[128], field[sizeof( reader->error->field )];
	va_list arguments;
	va_start( arguments, format );
	vsnprintf( prefix, sizeof( prefix ), format, arguments );
	va_end( arguments );
	memcpy( field, reader->error->field, sizeof( field ) );
	size_t length = strlen( prefix ), rest = strlen( field );
	if ( length + rest < sizeof( field ) )
	{
		memcpy( reader->error->field, prefix, length );
		memcpy( reader->error->field + length, field, rest + 1 );
	}
	return result;
}
