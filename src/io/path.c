// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Paths of files.
#include "io/reader.h"

#include <string.h>

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
