// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Stands in for libFuzzer: gives every file named on the command line, or found in a folder named there, to the fuzzer's entry
// point. A finding is a crash or a sanitizer's report. Keeps the corpus a regression test with any compiler.

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size );

static int replayCount;
static int failureCount;

static void replayFile( const char* path, size_t size )
{
	FILE* file = fopen( path, "rb" );
	// Exactly the size, so that a read past the end is seen by the sanitizer.
	uint8_t* data = malloc( size > 0 ? size : 1 );
	if ( file == NULL || data == NULL || fread( data, 1, size, file ) != size )
	{
		fprintf( stderr, "%s: cannot be read\n", path );
		failureCount += 1;
	}
	else
	{
		LLVMFuzzerTestOneInput( data, size );
		replayCount += 1;
	}
	free( data );
	if ( file != NULL )
	{
		fclose( file );
	}
}

static void replay( const char* path )
{
	struct stat status;
	if ( stat( path, &status ) != 0 )
	{
		fprintf( stderr, "%s: not found\n", path );
		failureCount += 1;
		return;
	}
	if ( !S_ISDIR( status.st_mode ) )
	{
		replayFile( path, (size_t)status.st_size );
		return;
	}
	DIR* folder = opendir( path );
	if ( folder == NULL )
	{
		fprintf( stderr, "%s: cannot be listed\n", path );
		failureCount += 1;
		return;
	}
	for ( struct dirent* entry = readdir( folder ); entry != NULL; entry = readdir( folder ) )
	{
		if ( entry->d_name[0] == '.' )
		{
			continue;
		}
		char inside[4096];
		if ( snprintf( inside, sizeof( inside ), "%s/%s", path, entry->d_name ) < (int)sizeof( inside ) )
		{
			replay( inside );
		}
	}
	closedir( folder );
}

int main( int argc, char** argv )
{
	for ( int i = 1; i < argc; ++i )
	{
		replay( argv[i] );
	}
	if ( argc < 2 )
	{
		fprintf( stderr, "usage: %s FILE-OR-FOLDER...\n", argv[0] );
		return 2;
	}
	printf( "%d passed, %d failed\n", replayCount, failureCount );
	return failureCount == 0 && replayCount > 0 ? 0 : 1;
}
