// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// From the command line to a command or its help.

#include "options.h"
#include "progress.h"

#include <string.h>
#if defined( __GLIBC__ )
#include <malloc.h>
#endif

#define MAX_COMMANDS 32

static const wfProgram* s_program;
static const wfCommand* s_command;

const char* wfGetProgramName( void )
{
	return s_program != NULL ? s_program->name : "wayfield";
}

const wfCommand* wfGetCommand( void )
{
	return s_command;
}

static bool isHelp( const char* word )
{
	return strcmp( word, "--help" ) == 0 || strcmp( word, "-h" ) == 0;
}

static const wfCommand* findCommand( const char* word )
{
	const wfCommand* const* command = s_program->commands;
	while ( *command != NULL && strcmp( ( *command )->name, word ) != 0 )
	{
		command += 1;
	}
	return *command;
}

static _Noreturn void refuseCommand( const char* word )
{
	for ( const char* const* moved = s_program->moved; moved != NULL && *moved != NULL; ++moved )
	{
		if ( strcmp( *moved, word ) == 0 )
		{
			wfSay( "`%s %s` is now `%s %s`", s_program->name, word, s_program->movedTo, word );
			wfEnd( wf_exitUsage );
		}
	}
	const char* names[MAX_COMMANDS];
	int32_t count = 0;
	for ( const wfCommand* const* command = s_program->commands; *command != NULL && count < MAX_COMMANDS - 1; ++command )
	{
		if ( ( *command )->run != NULL )
		{
			names[count++] = ( *command )->name;
		}
	}
	names[count++] = "help";
	wfDieOfUsage( "there is no command '%.80s'%s", word, wfSuggest( word + strspn( word, "-" ), names, count, "" ) );
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
		refuseCommand( topic );
	}
	else if ( command->printHelp != NULL )
	{
		command->printHelp();
	}
	else
	{
		fputs( command->help, stdout );
		wfPrintOptions( command->options );
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
		wfDieOfUsage( "expected a command" );
	}
	const char* word = argv[1];
	wfDieOfUsageIf( ( isHelp( word ) || strcmp( word, "help" ) == 0 ) && argc > 3, "`%s help` takes one command", program->name );
	if ( isHelp( word ) || strcmp( word, "help" ) == 0 )
	{
		return printHelp( argc > 2 ? argv[2] : "help" );
	}
	if ( strcmp( word, "--version" ) == 0 )
	{
		return printVersion();
	}
	const wfCommand* command = findCommand( word );
	if ( command == NULL || command->run == NULL )
	{
		refuseCommand( word );
	}
	for ( int i = 2; i < argc && strcmp( argv[i], "--" ) != 0; ++i )
	{
		if ( isHelp( argv[i] ) )
		{
			return printHelp( word );
		}
	}
	wfCatchInterrupts();
	s_command = command;
	wfReadOptions( argc - 2, argv + 2 );
	return command->run();
}
