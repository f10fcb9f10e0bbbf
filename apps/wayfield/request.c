// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "request.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef struct Words
{
	const char* at;
	size_t length;
} Words;

static bool isEqual( Words words, const char* text )
{
	return words.length == strlen( text ) && memcmp( words.at, text, words.length ) == 0;
}

// Up to a letter, which is passed; to the end where there is none.
static Words cut( Words* rest, char letter )
{
	const char* end = memchr( rest->at, letter, rest->length );
	Words found = { rest->at, end != NULL ? (size_t)( end - rest->at ) : rest->length };
	size_t used = found.length + ( end != NULL ? 1 : 0 );
	rest->at += used;
	rest->length -= used;
	return found;
}

static Words trim( Words words )
{
	while ( words.length > 0 && strchr( " \t\r", words.at[words.length - 1] ) != NULL )
	{
		words.length -= 1;
	}
	while ( words.length > 0 && ( *words.at == ' ' || *words.at == '\t' ) )
	{
		words.at += 1;
		words.length -= 1;
	}
	return words;
}

// The server's own address, and nothing that only leads to it. There must be one such line, and no other.
static bool isOurs( Words lines, int port )
{
	char addresses[2][32];
	snprintf( addresses[0], sizeof( addresses[0] ), "127.0.0.1:%d", port );
	snprintf( addresses[1], sizeof( addresses[1] ), "localhost:%d", port );
	int found = 0, ours = 0;
	while ( lines.length > 0 )
	{
		Words value = cut( &lines, '\n' ), name = cut( &value, ':' );
		if ( name.length == 4 && strncasecmp( name.at, "host", 4 ) == 0 )
		{
			value = trim( value );
			found += 1;
			ours += isEqual( value, addresses[0] ) || isEqual( value, addresses[1] ) ? 1 : 0;
		}
	}
	return found == 1 && ours == 1;
}

// Behind the empty line that ends a request; 0: it has not come.
static size_t findEnd( const char* bytes, size_t size )
{
	for ( size_t i = 0; i + 4 <= size; ++i )
	{
		if ( memcmp( bytes + i, "\r\n\r\n", 4 ) == 0 )
		{
			return i + 4;
		}
	}
	return 0;
}

wfAnswer wfReadRequest( const char* bytes, size_t size, int port, bool* headOnly )
{
	size_t end = findEnd( bytes, size < WF_MAX_REQUEST ? size : WF_MAX_REQUEST );
	*headOnly = false;
	if ( end == 0 )
	{
		return size >= WF_MAX_REQUEST ? wf_isTooLong : wf_wantsMore;
	}
	Words rest = { bytes, end }, line = cut( &rest, '\n' );
	Words method = cut( &line, ' ' ), target = cut( &line, ' ' ), version = trim( line );
	if ( !isEqual( version, "HTTP/1.1" ) && !isEqual( version, "HTTP/1.0" ) )
	{
		return wf_isMalformed;
	}
	if ( !isOurs( rest, port ) )
	{
		return wf_isElsewhere;
	}
	*headOnly = isEqual( method, "HEAD" );
	if ( !isEqual( method, "GET" ) && !*headOnly )
	{
		return wf_isNoReading;
	}
	Words path = cut( &target, '?' );
	return isEqual( path, "/" ) || isEqual( path, "/studio.html" ) ? wf_givesPage : wf_isUnknown;
}
