// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Lines and words of texts, and the paths of files.
#include "io/reader.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

size_t wfMeasureMark( const char* text, size_t size )
{
	return size >= 3 && memcmp( text, "\xEF\xBB\xBF", 3 ) == 0 ? 3 : 0;
}

size_t wfFindContent( const char* text, size_t size )
{
	size_t at = wfMeasureMark( text, size );
	while ( at < size && isspace( (unsigned char)text[at] ) )
	{
		at += 1;
	}
	return at;
}

bool wfNextLine( const wfReader* reader, size_t* at, wfWord* line )
{
	if ( *at >= reader->size || !wfReader_IsOk( reader ) )
	{
		return false;
	}
	const char* start = reader->text + *at;
	const char* end = memchr( start, '\n', reader->size - *at );
	size_t whole = end != NULL ? (size_t)( end - start ) : reader->size - *at;
	*line = ( wfWord ){ start, whole, *at };
	*at += whole + ( end != NULL ? 1 : 0 );
	line->length -= whole > 0 && start[whole - 1] == '\r' ? 1 : 0;
	return true;
}

static bool isBlank( char c )
{
	return c == ' ' || c == '\t';
}

wfWord wfTrimWord( wfWord word )
{
	while ( word.length > 0 && isBlank( word.text[word.length - 1] ) )
	{
		word.length -= 1;
	}
	while ( word.length > 0 && isBlank( word.text[0] ) )
	{
		word = ( wfWord ){ word.text + 1, word.length - 1, word.position + 1 };
	}
	return word;
}

size_t wfSplitWords( const wfWord* line, const char* separators, bool keepEmpty, wfWord* words, size_t capacity )
{
	size_t count = 0;
	for ( size_t start = 0, end; start <= line->length && line->length > 0; start = end + 1 )
	{
		end = start;
		while ( end < line->length && memchr( separators, line->text[end], strlen( separators ) ) == NULL )
		{
			end += 1;
		}
		wfWord word = wfTrimWord( ( wfWord ){ line->text + start, end - start, line->position + start } );
		if ( ( keepEmpty || word.length > 0 ) && count++ < capacity )
		{
			words[count - 1] = word;
		}
	}
	return count;
}

bool wfWord_Equals( const wfWord* word, const char* expected )
{
	return word->length == strlen( expected ) && memcmp( word->text, expected, word->length ) == 0;
}

bool wfWord_Is( wfWord word, const char* expected )
{
	size_t i = 0;
	while ( i < word.length && expected[i] != 0 && tolower( (unsigned char)word.text[i] ) == expected[i] )
	{
		i += 1;
	}
	return i == word.length && expected[i] == 0;
}

wfQuoted wfWord_Quote( wfWord word )
{
	return wfQuote( word.text, word.length < 40 ? word.length : 40 );
}

wfQuoted wfMakeHint( const char* word, size_t length, const char* const* names )
{
	wfQuoted text = { { 0 } };
	const char* near = wfSuggestName( word, length, names );
	if ( near != NULL )
	{
		snprintf( text.text, sizeof( text.text ), ", did you mean %.120s?", wfQuote( near, strlen( near ) ).text );
	}
	return text;
}

// --------------------------------------------------------------------------------------------------------------- paths

char* wfJoinPath( const char* base, const char* path, size_t length, size_t* capacity )
{
	const char* slash = strrchr( base, '/' );
	size_t folder = slash != NULL && ( length == 0 || path[0] != '/' ) ? (size_t)( slash - base ) + 1 : 0;
	*capacity = folder + length + 1;
	char* joined = wfAllocate( *capacity );
	if ( joined != NULL )
	{
		memcpy( joined, base, folder );
		memcpy( joined + folder, path, length );
		joined[folder + length] = 0;
	}
	return joined;
}

void wfCopyStem( char* buffer, size_t capacity, const char* path )
{
	const char* slash = strrchr( path, '/' );
	const char* start = slash != NULL ? slash + 1 : path;
	const char* dot = strrchr( start, '.' );
	size_t length = dot != NULL && dot > start ? (size_t)( dot - start ) : strlen( start );
	length = length < capacity ? length : capacity - 1;
	size_t bad;
	// Cut between characters, not inside one.
	while ( length > 0 && !wfCheckUtf8( start, length, &bad ) && length - bad < 4 )
	{
		length = bad;
	}
	memcpy( buffer, start, length );
	buffer[length] = 0;
}

bool wfNamedFile_Open( wfNamedFile* named, const wfReader* from, size_t position, const char* field, const char* what,
					   const wfWord* name )
{
	*named = ( wfNamedFile ){ .reader = *from };
	named->path = wfJoinPath( from->name, name->text, name->length, &named->pathSize );
	if ( !wfReader_CheckMemory( from, named->path ) )
	{
		return false;
	}
	wfError load = { 0 };
	size_t limit = wfReader_GetLimit( from->def );
	size_t left = *from->used < limit ? limit - *from->used : 0;
	wfResult result = wfFile_Load( named->path, left, false, &named->file, &load );
	if ( result != wf_ok )
	{
		wfReader_Fail( from, position, field, result, "the %s %s %s", what, wfQuote( named->path, strlen( named->path ) ).text,
					   load.message );
		return false;
	}
	*from->used += named->file.capacity;
	named->reader.name = named->path;
	named->reader.text = named->file.data;
	named->reader.size = named->file.size;
	return true;
}

void wfNamedFile_Close( wfNamedFile* named )
{
	wfFile_Free( &named->file );
	wfRelease( named->path, named->path != NULL ? named->pathSize : 0 );
}
