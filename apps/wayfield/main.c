// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "command.h"
#include "progress.h"

#include <stdio.h>
#include <string.h>
#if defined( __GLIBC__ )
#include <malloc.h>
#endif

typedef struct Command
{
	const char* name;
	int ( *run )( int argc, char** argv );
} Command;

static const Command s_commands[] = { { "field", wfRunField },
									  { "plan", wfRunPlan },
									  { "surface", wfRunSurface },
									  { "mesh", wfRunMesh },
									  { "demo", wfRunDemo },
									  { "run", wfRunRun },
									  { "metrics", wfRunMetrics },
									  { "animate", wfRunAnimate },
									  { "steerbench", wfRunSteerBench },
									  { "bench", wfRunBench },
									  { "experiments", wfRunExperiments } };

#define COMMAND_COUNT ( (int)( sizeof( s_commands ) / sizeof( s_commands[0] ) ) )

static bool isHelp( const char* word )
{
	return strcmp( word, "--help" ) == 0 || strcmp( word, "-h" ) == 0;
}

static int refuseCommand( const char* word )
{
	const char* names[COMMAND_COUNT + 1];
	for ( int i = 0; i < COMMAND_COUNT; ++i )
	{
		names[i] = s_commands[i].name;
	}
	names[COMMAND_COUNT] = "help";
	const char* nearest = wfFindNearest( word + strspn( word, "-" ), names, COMMAND_COUNT + 1 );
	if ( nearest != NULL )
	{
		return wfTellUsage( NULL, "there is no command '%.80s'. Did you mean '%s'?", word, nearest );
	}
	return wfTellUsage( NULL, "there is no command '%.80s'", word );
}

static int printHelp( const char* topic )
{
	return wfPrintHelp( stdout, topic ) ? wfFinishOutput( wf_exitOk ) : refuseCommand( topic );
}

// Planners and fields take and give back large blocks again and again. Left to itself the C library returns each to the system,
// and getting fresh pages for the next costs nearly as much as solving.
static void keepFreedMemory( void )
{
#if defined( __GLIBC__ )
	// Older versions of the library take no more than 32 MB.
	if ( mallopt( M_MMAP_THRESHOLD, 1 << 30 ) == 0 )
	{
		mallopt( M_MMAP_THRESHOLD, 32 << 20 );
	}
	mallopt( M_TRIM_THRESHOLD, 1 << 30 );
#endif
}

int main( int argc, char** argv )
{
	keepFreedMemory();
	if ( argc < 2 )
	{
		wfPrintHelp( stderr, NULL ); // stdout stays empty where nothing was done
		return wfTellUsage( NULL, "expected a command" );
	}
	const char* word = argv[1];
	if ( isHelp( word ) || strcmp( word, "help" ) == 0 )
	{
		return argc > 3 ? wfTellUsage( NULL, "`wayfield help` takes one command" ) : printHelp( argc > 2 ? argv[2] : NULL );
	}
	if ( strcmp( word, "--version" ) == 0 )
	{
		wfVersion version = wfGetVersion();
		printf( "wayfield %d.%d.%d\n", version.major, version.minor, version.patch );
		return wfFinishOutput( wf_exitOk );
	}
	for ( int i = 0; i < COMMAND_COUNT; ++i )
	{
		if ( strcmp( word, s_commands[i].name ) != 0 )
		{
			continue;
		}
		for ( int k = 2; k < argc && strcmp( argv[k], "--" ) != 0; ++k )
		{
			if ( isHelp( argv[k] ) )
			{
				return printHelp( word );
			}
		}
		wfCatchInterrupts();
		return s_commands[i].run( argc - 2, argv + 2 );
	}
	return refuseCommand( word );
}
