// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the fuzzers of the readers share. Beyond what the sanitizers see, a finding is: a refusal without a message, an error that
// does not match its result, memory left behind, a world that cannot be asked anything.
#pragma once

#include "io/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Small, so that a size that is believed shows.
#define FUZZ_MEMORY_LIMIT ( (size_t)1 << 24 )

#define FUZZ_CHECK( condition )                                                                                                  \
	do                                                                                                                           \
	{                                                                                                                            \
		if ( !( condition ) )                                                                                                    \
		{                                                                                                                        \
			fprintf( stderr, "%s:%d: %s is false\n", __FILE__, __LINE__, #condition );                                           \
			abort();                                                                                                             \
		}                                                                                                                        \
	}                                                                                                                            \
	while ( 0 )

static inline void fuzzCheckError( const wfError* error, wfResult result )
{
	size_t bad;
	FUZZ_CHECK( error->result == result && error->message[0] != 0 && error->line >= 0 && error->column >= 0 );
	FUZZ_CHECK( memchr( error->message, 0, sizeof( error->message ) ) != NULL );
	FUZZ_CHECK( wfCheckUtf8( error->message, strlen( error->message ), &bad ) );
	FUZZ_CHECK( wfCheckUtf8( error->field, strlen( error->field ), &bad ) );
}

// One reader on one input, named as a file of its kind.
static inline void fuzzRead( wfReadWorldFcn* read, const char* name, const uint8_t* data, size_t size )
{
	wfReadDef def = wfDefaultReadDef();
	def.memoryLimit = FUZZ_MEMORY_LIMIT;
	size_t used = 0;
	wfError error = { 0 };
	wfScenario scenario = { 0 };
	wfReader reader = { .name = name, .text = (const char*)data, .size = size, .def = &def, .used = &used, .error = &error };
	wfFindFileKind( name, (const char*)data, size );
	read( &reader, &scenario );
	if ( wfReader_IsOk( &reader ) )
	{
		FUZZ_CHECK( scenario.world != NULL && scenario.cellSize > 0.0 && used <= FUZZ_MEMORY_LIMIT );
		wfBox2 bounds = wfWorld_GetBounds( scenario.world );
		FUZZ_CHECK( bounds.lower.x < bounds.upper.x && bounds.lower.y < bounds.upper.y );
	}
	else
	{
		fuzzCheckError( &error, error.result );
	}
	wfScenario_Free( &scenario );
	FUZZ_CHECK( wfGetByteCount() == 0 );
}

// A folder with the files an input may name: m.pgm and m.map. Removed at the end.
static char s_fuzzFolder[64];

static inline void fuzzRemoveFolder( void )
{
	static const char* const names[] = { "m.pgm", "m.map" };
	char path[128];
	for ( int i = 0; i < 2; ++i )
	{
		snprintf( path, sizeof( path ), "%s/%s", s_fuzzFolder, names[i] );
		remove( path );
	}
	rmdir( s_fuzzFolder );
}

static inline const char* fuzzGetName( const char* name )
{
	static char path[128];
	if ( s_fuzzFolder[0] == 0 )
	{
		static const char image[] = "P2 3 2 255\n0 205 255\n255 254 0\n";
		static const char map[] = "type octile\nheight 2\nwidth 3\nmap\n.@.\n..S\n";
		snprintf( s_fuzzFolder, sizeof( s_fuzzFolder ), "/tmp/wayfield-fuzz-XXXXXX" );
		FUZZ_CHECK( mkdtemp( s_fuzzFolder ) != NULL );
		atexit( fuzzRemoveFolder );
		snprintf( path, sizeof( path ), "%s/m.pgm", s_fuzzFolder );
		FUZZ_CHECK( wfWriteFileAtomically( path, image, strlen( image ), NULL ) == wf_ok );
		snprintf( path, sizeof( path ), "%s/m.map", s_fuzzFolder );
		FUZZ_CHECK( wfWriteFileAtomically( path, map, strlen( map ), NULL ) == wf_ok );
	}
	snprintf( path, sizeof( path ), "%s/%s", s_fuzzFolder, name );
	return path;
}
