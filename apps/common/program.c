// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// From the command line to a command or its help.

#include "command.h"
#include "progress.h"

#include <string.h>
#if defined( __GLIBC__ )
#include <malloc.h>
#endif

#define MAX_COMMANDS 32

static const wfProgram* s_program;

const char* wfGetProgramName( void )
{
	return s_program != NULL ? s_program->name : "wayfield";
}

static bool isHelp( const char* word )
{
	return strcmp( word, "--help" ) == 0 || strcmp( word, "-h" ) == 0;
}

static const wfCommand* findCommand( const char* word )
{
	const wfCommand* command = s_program->commands;
	while ( command->name != NULL && strcmp( command->name, word ) != 0 )
	{
		command += 1;
	}
	return command->name != NULL ? command : NULL;
}

static int refuseCommand( const char* word )
{
	for ( const char* const* moved = s_program->moved; moved != NULL && *moved != NULL; ++moved )
	{
		if ( strcmp( *moved, word ) == 0 )
		{
			wfSay( "`%s %s` is now `%s %s`", s_program->name, word, s_program->movedTo, word );
			return wf_exitUsage;
		}
	}
	const char* names[MAX_COMMANDS];
	int count = 0;
	for ( const wfCommand* command = s_program->commands; command->name != NULL && count < MAX_COMMANDS - 1; ++command )
	{
		if ( command->run != NULL )
		{
			names[count++] = command->name;
		}
	}
	names[count++] = "help";
	const char* nearest = wfFindNearest( word + strspn( word, "-" ), names, count );
	if ( nearest != NULL )
	{
		return wfTellUsage( NULL, "there is no command '%.80s'. Did you mean '%s'?", word, nearest );
	}
	return wfTellUsage( NULL, "there is no command '%.80s'", word );
}

static int printHelp( const char* topic )
{
	const wfCommand* command = findCommand( topic );
	if ( strcmp( topic, "help" ) == 0 )
	{
		fputs( s_program->help, stdout );
	}
	else if ( command == NULL )
	{
		return refuseCommand( topic );
	}
	else if ( command->help != NULL )
	{
		fputs( command->help, stdout );
	}
	else
	{
		command->printHelp( stdout );
	}
	return wfFinishOutput( wf_exitOk );
}

static int printVersion( void )
{
	wfVersion version = wfGetVersion();
	printf( "%s %d.%d.%d\n", s_program->name, version.major, version.minor, version.patch );
	return wfFinishOutput( wf_exitOk );
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

int wfRunProgram( const wfProgram* program, int argc, char** argv )
{
	s_program = program;
	keepFreedMemory();
	if ( argc < 2 )
	{
		fputs( program->help, stderr ); // stdout stays empty where nothing was done
		return wfTellUsage( NULL, "expected a command" );
	}
	const char* word = argv[1];
	if ( isHelp( word ) || strcmp( word, "help" ) == 0 )
	{
		return argc > 3 ? wfTellUsage( NULL, "`%s help` takes one command", program->name )
						: printHelp( argc > 2 ? argv[2] : "help" );
	}
	if ( strcmp( word, "--version" ) == 0 )
	{
		return printVersion();
	}
	const wfCommand* command = findCommand( word );
	if ( command == NULL || command->run == NULL )
	{
		return refuseCommand( word );
	}
	for ( int i = 2; i < argc && strcmp( argv[i], "--" ) != 0; ++i )
	{
		if ( isHelp( argv[i] ) )
		{
			return printHelp( word );
		}
	}
	wfCatchInterrupts();
	return command->run( argc - 2, argv + 2 );
}
