// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Messages, exit codes, and what the machine has.

#include "base/text.h"
#include "command.h"
#include "embedded.h"
#include "progress.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static bool s_quiet;

static void printMessage( const char* color, const char* kind, const char* format, va_list arguments )
{
	if ( s_quiet )
	{
		return;
	}
	wfClearProgress();
	bool colored = kind[0] != 0 && wfHasColor( STDERR_FILENO );
	fprintf( stderr, "%s: %s%s%s", wfGetProgramName(), colored ? color : "", kind, colored ? "\033[0m" : "" );
	vfprintf( stderr, format, arguments );
	fputc( '\n', stderr );
}

void wfSay( const char* format, ... )
{
	va_list arguments;
	va_start( arguments, format );
	printMessage( "", "", format, arguments );
	va_end( arguments );
}

void wfWarn( const char* format, ... )
{
	va_list arguments;
	va_start( arguments, format );
	printMessage( "\033[33m", "warning: ", format, arguments );
	va_end( arguments );
}

void wfWarnLines( const char* lines )
{
	while ( lines != NULL && *lines != 0 )
	{
		int length = (int)strcspn( lines, "\n" );
		wfWarn( "%.*s", length, lines );
		lines += lines[length] != 0 ? length + 1 : length;
	}
}

static void tellError( const char* format, ... )
{
	va_list arguments;
	va_start( arguments, format );
	printMessage( "\033[31m", "error: ", format, arguments );
	va_end( arguments );
}

static int getExitCode( wfResult result )
{
	switch ( result )
	{
		case wf_ok:
			return wf_exitOk;
		case wf_fileNotFound:
		case wf_readFailed:
			return wf_exitFileMissing;
		case wf_badFormat:
			return wf_exitBadFile;
		case wf_invalidDef:
		case wf_outOfRange:
		case wf_unsupported:
		case wf_notFound:
			return wf_exitUsage;
		case wf_noFreeCell:
		case wf_goalBlocked:
		case wf_startBlocked:
		case wf_unreachable:
			return wf_exitBlocked;
		case wf_outOfMemory:
		case wf_tooLarge:
			return wf_exitTooLarge;
		case wf_writeFailed:
			return wf_exitWriteFailed;
		case wf_cancelled:
			return wf_exitCancelled;
		default:
			return wf_exitFailed;
	}
}

static const char* s_cancelled = "cancelled; nothing was written";

void wfSetCancelled( const char* message )
{
	s_cancelled = message;
}

int wfTellError( wfResult result, const wfError* error )
{
	int code = getExitCode( result );
	// A number out of range that stands in a file is the file's fault, not the command's.
	if ( code == wf_exitUsage && error != NULL && error->file[0] != 0 && error->line > 0 )
	{
		code = wf_exitBadFile;
	}
	char buffer[1280];
	if ( result == wf_cancelled )
	{
		tellError( "%s", s_cancelled );
	}
	else if ( error != NULL && error->result == result && error->message[0] != 0 )
	{
		wfError_Format( error, buffer, (int32_t)sizeof( buffer ) );
		tellError( "%s", buffer );
	}
	else
	{
		tellError( "%s", wfDescribeResult( result ) );
	}
	return code;
}

wfError wf_error;
static const char* s_hint;
static jmp_buf* s_trap;
static void ( *s_cleanup )( void );

void wfSetHint( const char* hint )
{
	s_hint = hint;
}

void wfSetCleanup( void ( *cleanup )( void ) )
{
	s_cleanup = cleanup;
}

static void callCleanup( void* context )
{
	( *(void ( ** )( void ))context )();
}

void wfEnd( int code )
{
	if ( s_hint != NULL )
	{
		wfSay( "%s", s_hint );
	}
	jmp_buf* outer = s_trap;
	void ( *cleanup )( void ) = s_cleanup;
	s_cleanup = NULL;
	s_quiet = true; // one failure is reported, not what comes of it
	if ( cleanup != NULL )
	{
		wfTry( callCleanup, &cleanup );
	}
	s_quiet = false;
	if ( outer != NULL )
	{
		longjmp( *outer, code );
	}
	// At once: what the command had open is nobody's any more.
	fflush( NULL );
	_exit( code );
}

int wfTry( void ( *function )( void* context ), void* context )
{
	jmp_buf trap;
	s_trap = &trap;
	int code = setjmp( trap );
	if ( code == wf_exitOk )
	{
		function( context );
	}
	s_trap = NULL;
	return code;
}

void wfExpect( wfResult result )
{
	if ( result != wf_ok )
	{
		wfEnd( wfTellError( wfIsInterrupted() ? wf_cancelled : result, &wf_error ) );
	}
}

void wfExpectNoInterrupt( void )
{
	wfExpect( wfIsInterrupted() ? wf_cancelled : wf_ok );
}

static _Noreturn void die( wfResult result, const char* file, const char* format, va_list arguments )
{
	wfError error = { .result = result };
	snprintf( error.file, sizeof( error.file ), "%.500s", file != NULL ? file : "" );
	vsnprintf( error.message, sizeof( error.message ), format, arguments );
	wfEnd( wfTellError( result, &error ) );
}

void wfDie( wfResult result, const char* file, const char* format, ... )
{
	va_list arguments;
	va_start( arguments, format );
	die( result, file, format, arguments );
}

void wfDieIf( bool wrong, wfResult result, const char* file, const char* format, ... )
{
	va_list arguments;
	va_start( arguments, format );
	if ( wrong )
	{
		die( result, file, format, arguments );
	}
	va_end( arguments );
}

static _Noreturn void dieOfUsage( const char* format, va_list arguments )
{
	printMessage( "\033[31m", "error: ", format, arguments );
	const wfCommand* command = wfGetCommand();
	fprintf( stderr, "Try `%s %s%s`.\n", wfGetProgramName(), command != NULL ? "help " : "--help",
			 command != NULL ? command->name : "" );
	wfEnd( wf_exitUsage );
}

void wfDieOfUsage( const char* format, ... )
{
	va_list arguments;
	va_start( arguments, format );
	dieOfUsage( format, arguments );
}

void wfDieOfUsageIf( bool wrong, const char* format, ... )
{
	va_list arguments;
	va_start( arguments, format );
	if ( wrong )
	{
		dieOfUsage( format, arguments );
	}
	va_end( arguments );
}

// ------------------------------------------------------------------------------------------------------- did you mean

static const char* findNearest( const char* word, const char* const* candidates, int32_t count )
{
	const char* nearest = NULL;
	int fewest = (int)( strlen( word ) / 3 ) + 2;
	for ( int32_t i = 0; i < count; ++i )
	{
		int errors = wfCountSlips( word, strlen( word ), candidates[i], strlen( candidates[i] ), false );
		// A word cut short is meant too.
		if ( strlen( word ) >= 3 && strncmp( word, candidates[i], strlen( word ) ) == 0 )
		{
			errors = 1;
		}
		if ( errors < fewest && errors < (int)strlen( candidates[i] ) )
		{
			fewest = errors;
			nearest = candidates[i];
		}
	}
	return nearest;
}

const char* wfSuggest( const char* word, const char* const* names, int32_t count, const char* prefix )
{
	static char text[160];
	const char* nearest = findNearest( word, names, count );
	if ( nearest == NULL )
	{
		return "";
	}
	snprintf( text, sizeof( text ), ". Did you mean '%s%.100s'?", prefix, nearest );
	return text;
}

const char* wfJoinNames( const char* const* names, int32_t count )
{
	static char list[512];
	list[0] = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		size_t used = strlen( list );
		snprintf( list + used, sizeof( list ) - used, "%s%.60s", i > 0 ? ", " : "", names[i] );
	}
	return list;
}

void wfRefuseName( const char* what, const char* name, const char* const* names, int32_t count )
{
	const char* suggestion = wfSuggest( name, names, count, "" );
	wfDieOfUsageIf( suggestion[0] != 0, "there is no %s '%.60s'%s", what, name, suggestion );
	wfDieOfUsage( "there is no %s '%.60s', nor a file of that name. %c%ss: %s", what, name, what[0] - 'a' + 'A', what + 1,
				  wfJoinNames( names, count ) );
}

// --------------------------------------------------------------------------------------------------------------- files

const wfEmbedded* wfFindEmbedded( const char* name )
{
	size_t length = strlen( name );
	const wfEmbedded* file = wf_embeddedScenarios;
	while ( file->name != NULL && !( strncmp( file->name, name, length ) == 0 && strcmp( file->name + length, ".json" ) == 0 ) )
	{
		file += 1;
	}
	return file->name != NULL ? file : NULL;
}

bool wfHasEnding( const char* path, const char* ending )
{
	size_t length = strlen( path ), tail = strlen( ending );
	return length > tail && strcmp( path + length - tail, ending ) == 0;
}

const char* wfGetFileName( const char* path )
{
	const char* slash = strrchr( path, '/' );
	return slash != NULL ? slash + 1 : path;
}

void wfMakeFolder( const char* folder )
{
	char path[1024];
	snprintf( path, sizeof( path ), "%s", folder );
	for ( char* c = path + 1; *c != 0; ++c )
	{
		if ( *c == '/' )
		{
			*c = 0;
			mkdir( path, 0777 );
			*c = '/';
		}
	}
	struct stat status;
	bool made = mkdir( path, 0777 ) == 0;
	int number = errno;
	bool there = stat( path, &status ) == 0;
	wfDieIf( there && !S_ISDIR( status.st_mode ), wf_writeFailed, folder,
			 "is a file; expected the name of a folder, new or there already" );
	wfDieIf( !made && !there, wf_writeFailed, folder, "the folder could not be made: %s", strerror( number ) );
}

// -------------------------------------------------------------------------------------------------------------- memory

void* wfNewArray( size_t count, size_t size )
{
	void* memory = calloc( count > 0 ? count : 1, size );
	wfExpect( memory != NULL ? wf_ok : wf_outOfMemory );
	return memory;
}

void* wfGrow( void* array, int64_t count, int64_t* capacity, size_t size )
{
	if ( count > *capacity )
	{
		*capacity = count + *capacity / 2 + 64;
		array = realloc( array, (size_t)*capacity * size );
		wfExpect( array != NULL ? wf_ok : wf_outOfMemory );
	}
	return array;
}

// What a container allows, SIZE_MAX where there is none or it does not say.
static size_t getContainerLimit( void )
{
	static const char* const paths[] = { "/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes" };
	size_t limit = SIZE_MAX;
	for ( int i = 0; i < 2; ++i )
	{
		FILE* file = fopen( paths[i], "r" );
		if ( file == NULL )
		{
			continue;
		}
		char line[64] = "";
		if ( fgets( line, sizeof( line ), file ) != NULL && line[0] >= '0' && line[0] <= '9' )
		{
			unsigned long long bytes = strtoull( line, NULL, 10 );
			limit = bytes > 0 && bytes < limit ? (size_t)bytes : limit;
		}
		fclose( file );
	}
	return limit;
}

size_t wfGetDefaultMemoryLimit( void )
{
	size_t limit = getContainerLimit();
#ifdef _SC_PHYS_PAGES
	long pages = sysconf( _SC_PHYS_PAGES ), pageSize = sysconf( _SC_PAGESIZE );
	if ( pages > 0 && pageSize > 0 )
	{
		size_t physical = (size_t)pages * (size_t)pageSize;
		limit = physical < limit ? physical : limit;
	}
#endif
	struct rlimit space;
	if ( getrlimit( RLIMIT_AS, &space ) == 0 && space.rlim_cur != RLIM_INFINITY && space.rlim_cur < limit )
	{
		limit = (size_t)space.rlim_cur;
	}
	return limit == SIZE_MAX ? (size_t)4 << 30 : limit / 5 * 4;
}

int wfFinishOutput( int code )
{
	if ( fflush( stdout ) == 0 && ferror( stdout ) == 0 )
	{
		return code;
	}
	tellError( "the standard output could not be written: %s", strerror( errno ) );
	return wf_exitWriteFailed;
}

const char* wfShowCount( int64_t count )
{
	static char buffers[4][32];
	static int next;
	char* buffer = buffers[next++ % 4];
	char digits[24];
	int length = snprintf( digits, sizeof( digits ), "%lld", (long long)count ), used = 0;
	for ( int i = 0; i < length; ++i )
	{
		if ( i > 0 && ( length - i ) % 3 == 0 && digits[i - 1] != '-' )
		{
			buffer[used++] = ',';
		}
		buffer[used++] = digits[i];
	}
	buffer[used] = 0;
	return buffer;
}
