// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Failures and words of mesh files. Letters of comments and names may be of any encoding; only what a message quotes is made
// readable.
#include "io/mesh_reader.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// -------------------------------------------------------------------------------------------------------------- failures

static void addItem( char* buffer, size_t capacity, wfMeshItem item )
{
	size_t used = strlen( buffer );
	const char* dot = used > 0 ? "." : "";
	if ( item.name != NULL && item.index >= 0 )
	{
		snprintf( buffer + used, capacity - used, "%s%s[%lld]", dot, item.name, (long long)item.index );
	}
	else if ( item.name != NULL && item.name[0] != 0 )
	{
		snprintf( buffer + used, capacity - used, "%s%s", dot, item.name );
	}
}

wfMeshField wfMeshReader_NameField( const wfMeshReader* in, const char* field )
{
	wfMeshField name = { "" };
	addItem( name.text, sizeof( name.text ), in->item );
	addItem( name.text, sizeof( name.text ), in->part );
	addItem( name.text, sizeof( name.text ), ( wfMeshItem ){ field, -1 } );
	return name;
}

void wfMeshReader_Fail( wfMeshReader* in, size_t position, const char* field, wfResult result, const char* format, ... )
{
	va_list arguments;
	va_start( arguments, format );
	wfReader_FailWith( in->reader, position, wfMeshReader_NameField( in, field ).text, result, format, arguments );
	va_end( arguments );
}

void wfMeshReader_Expected( wfMeshReader* in, wfWord word, const char* field, const char* expected )
{
	if ( word.length == 0 )
	{
		const char* what = word.position == in->reader->size ? "the file" : "the line";
		wfMeshReader_Fail( in, word.position, field, wf_badFormat, "%s ends here; expected %s", what, expected );
		return;
	}
	wfMeshReader_Fail( in, word.position, field, wf_badFormat, "found %s; expected %s", wfWord_Quote( word ).text, expected );
}

// ----------------------------------------------------------------------------------------------------------------- words

void wfMeshReader_StartText( wfMeshReader* in )
{
	const wfReader* reader = in->reader;
	if ( reader->size >= 2 && ( memcmp( reader->text, "\xFF\xFE", 2 ) == 0 || memcmp( reader->text, "\xFE\xFF", 2 ) == 0 ) )
	{
		wfMeshReader_Fail( in, 0, NULL, wf_badFormat, "the text is UTF-16; expected UTF-8 or ASCII" );
		return;
	}
	in->at = wfMeasureMark( reader->text, reader->size );
	in->line = 1;
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
static size_t continuationAt( const wfMeshReader* in, size_t at )
{
	const char* bytes = in->reader->text;
	size_t size = in->reader->size;
	if ( !in->continuesLines || bytes[at] != '\\' )
	{
		return 0;
	}
	size_t end = at + 1;
	end += end < size && bytes[end] == '\r' ? 1 : 0;
	end += end < size && bytes[end] == '\n' ? 1 : 0;
	return end > at + 1 ? end - at : 0;
}

wfWord wfMeshReader_Next( wfMeshReader* in )
{
	const char* bytes = in->reader->text;
	size_t size = in->reader->size, joined = 0;
	in->at = wfMeshReader_IsOk( in ) ? in->at : size;
	while ( in->at < size && ( ( joined = continuationAt( in, in->at ) ) > 0 || isBlank( bytes[in->at] ) ) )
	{
		in->line += joined > 0 ? 1 : 0;
		in->at += joined > 0 ? joined : 1;
	}
	wfWord word = { .text = bytes + in->at, .position = in->at };
	size_t end = in->at;
	while ( end < size && !isBlank( bytes[end] ) && !isLineEnd( bytes[end] ) && continuationAt( in, end ) == 0 &&
			!( in->hasComments && bytes[end] == '#' ) )
	{
		end += 1;
	}
	word.length = end - in->at;
	in->at = end;
	return word;
}

bool wfMeshReader_SkipLine( wfMeshReader* in )
{
	const char* bytes = in->reader->text;
	size_t size = in->reader->size;
	while ( in->at < size && !isLineEnd( bytes[in->at] ) )
	{
		size_t joined = continuationAt( in, in->at );
		in->line += joined > 0 ? 1 : 0;
		in->at += joined > 0 ? joined : 1;
	}
	in->at += in->at < size && bytes[in->at] == '\r' ? 1 : 0;
	if ( in->at < size && bytes[in->at] == '\n' )
	{
		in->at += 1;
		in->line += 1;
	}
	return in->at < size;
}

wfWord wfMeshReader_NextAnywhere( wfMeshReader* in )
{
	wfWord word = wfMeshReader_Next( in );
	while ( word.length == 0 && wfMeshReader_SkipLine( in ) )
	{
		word = wfMeshReader_Next( in );
	}
	// Behind the end of the last line.
	word.position = word.length > 0 ? word.position : in->at;
	return word;
}

bool wfMeshReader_FindWord( wfMeshReader* in )
{
	wfWord word = wfMeshReader_NextAnywhere( in );
	in->at = word.position;
	return word.length > 0;
}

// --------------------------------------------------------------------------------------------------------------- numbers

double wfMeshReader_ParseNumber( wfMeshReader* in, wfWord word, const char* field )
{
	double value = 0.0;
	wfNumberKind kind = wfParseNumber( word.text, word.length, &value );
	if ( kind == wf_hugeNumber )
	{
		wfMeshReader_Fail( in, word.position, field, wf_outOfRange, "%s is more than a number can hold",
						   wfWord_Quote( word ).text );
	}
	else if ( kind == wf_notNumber )
	{
		wfMeshReader_Expected( in, word, field, "a finite number" );
	}
	return kind == wf_finiteNumber ? value : 0.0;
}

double wfMeshReader_ParseCoordinate( wfMeshReader* in, wfWord word, const char* field )
{
	double value = wfMeshReader_ParseNumber( in, word, field );
	if ( !( value >= -WF_FARTHEST_VERTEX && value <= WF_FARTHEST_VERTEX ) )
	{
		wfMeshReader_Fail( in, word.position, field, wf_outOfRange, "the coordinate is %g; expected %g to %g", value,
						   -WF_FARTHEST_VERTEX, WF_FARTHEST_VERTEX );
	}
	return value;
}

int64_t wfMeshReader_ParseInteger( wfMeshReader* in, wfWord word, const char* field )
{
	int64_t value = 0;
	if ( !wfParseInteger( word.text, word.length, &value ) )
	{
		wfMeshReader_Expected( in, word, field, "a whole number" );
		return 0;
	}
	return value;
}

int64_t wfMeshReader_ParseCount( wfMeshReader* in, wfWord word, const char* field )
{
	int64_t count = wfMeshReader_ParseInteger( in, word, field );
	if ( count < 0 )
	{
		wfMeshReader_Fail( in, word.position, field, wf_badFormat, "the count is %lld; expected 0 or more", (long long)count );
	}
	return count > 0 ? count : 0;
}

wfVec3 wfMeshReader_ReadPoint( wfMeshReader* in, bool anywhere )
{
	static const char* const names[] = { "x", "y", "z" };
	double values[3];
	for ( int i = 0; i < 3; ++i )
	{
		wfWord word = anywhere ? wfMeshReader_NextAnywhere( in ) : wfMeshReader_Next( in );
		values[i] = wfMeshReader_ParseCoordinate( in, word, names[i] );
	}
	return ( wfVec3 ){ values[0], values[1], values[2] };
}

uint32_t wfReadWord32( const char* bytes )
{
	const unsigned char* b = (const unsigned char*)bytes;
	return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}
