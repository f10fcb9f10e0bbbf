// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Messages, exit codes, progress on a terminal and Ctrl-C, and what the machine has.

#include "base/text.h"
#include "command.h"
#include "embedded.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

// ------------------------------------------------------------------------------------------------------------- progress

static volatile sig_atomic_t s_interrupted;

static void onInterrupt( int signal )
{
	(void)signal;
	s_interrupted = 1;
}

void wfCatchInterrupts( void )
{
	struct sigaction action = { 0 };
	action.sa_handler = onInterrupt;
	// The second time the signal does what it does by default.
	action.sa_flags = (int)SA_RESETHAND;
	sigemptyset( &action.sa_mask );
	sigaction( SIGINT, &action, NULL );
	sigaction( SIGTERM, &action, NULL );
	// A reader that closed its end is reported as a failed write.
	signal( SIGPIPE, SIG_IGN );
}

bool wfIsInterrupted( void )
{
	return s_interrupted != 0;
}

// Colours only on a terminal, without NO_COLOR, not on a dumb one.
static bool hasColor( int descriptor )
{
	const char* noColor = getenv( "NO_COLOR" );
	const char* terminal = getenv( "TERM" );
	bool able = terminal != NULL && terminal[0] != 0 && strcmp( terminal, "dumb" ) != 0;
	return able && ( noColor == NULL || noColor[0] == 0 ) && isatty( descriptor ) == 1;
}

// A bar for work shorter than this would only flicker.
#define SHOW_AFTER 0.4
#define SHOW_EVERY 0.1
#define BAR_WIDTH 30

static wfProgress* s_shown;

void wfProgress_Begin( wfProgress* progress, const char* label )
{
	const char* terminal = getenv( "TERM" );
	*progress = ( wfProgress ){ .label = label, .began = wfGetSeconds() };
	progress->terminal = isatty( STDERR_FILENO ) == 1 && terminal != NULL && strcmp( terminal, "dumb" ) != 0;
}

static void formatTimeLeft( double seconds, char* buffer, size_t capacity )
{
	if ( seconds < 60.0 )
	{
		snprintf( buffer, capacity, "%.0f s left", seconds + 0.5 );
	}
	else if ( seconds < 3600.0 )
	{
		snprintf( buffer, capacity, "%d:%02d min left", (int)( seconds / 60.0 ), (int)seconds % 60 );
	}
	else
	{
		snprintf( buffer, capacity, "%.1f h left", seconds < 3.6e7 ? seconds / 3600.0 : 1e4 );
	}
}

bool wfProgress_Step( double fraction, void* context )
{
	wfProgress* progress = context;
	double now = wfGetSeconds(), elapsed = now - progress->began;
	if ( progress->terminal && elapsed > SHOW_AFTER && now - progress->shownAt > SHOW_EVERY )
	{
		fraction = fraction < 0.0 ? 0.0 : ( fraction > 1.0 ? 1.0 : fraction );
		char bar[BAR_WIDTH + 1];
		int full = (int)( fraction * BAR_WIDTH );
		memset( bar, '#', (size_t)full );
		memset( bar + full, '.', (size_t)( BAR_WIDTH - full ) );
		bar[BAR_WIDTH] = 0;
		char left[32] = "";
		if ( fraction > 0.02 )
		{
			formatTimeLeft( elapsed * ( 1.0 - fraction ) / fraction, left, sizeof( left ) );
		}
		fprintf( stderr, "\r%-12s [%s] %3.0f %%  %-16s", progress->label, bar, 100.0 * fraction, left );
		fflush( stderr );
		progress->shownAt = now;
		progress->shown = true;
		s_shown = progress;
	}
	return !wfIsInterrupted();
}

void wfProgress_End( wfProgress* progress )
{
	if ( progress->shown )
	{
		fprintf( stderr, "\r%-79s\r", "" );
		fflush( stderr );
	}
	progress->shown = false;
	s_shown = NULL;
}

// ------------------------------------------------------------------------------------------------------------- messages

static bool s_quiet;

static void printMessage( const char* color, const char* kind, const char* format, va_list arguments )
{
	if ( s_quiet )
	{
		return;
	}
	if ( s_shown != NULL )
	{
		wfProgress_End( s_shown );
	}
	bool colored = kind[0] != 0 && hasColor( STDERR_FILENO );
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

static void reportError( const char* format, ... )
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

int wfReportError( wfResult result, const wfError* error )
{
	int code = getExitCode( result );
	// A number out of range that stands in a file is the file's fault, not the command's.
	if ( code == wf_exitUsage && error != NULL && error->file[0] != 0 && ( error->inContent || error->line > 0 ) )
	{
		code = wf_exitBadFile;
	}
	char buffer[1280];
	if ( result == wf_cancelled )
	{
		reportError( "%s", s_cancelled );
	}
	else if ( error != NULL && error->result == result && error->message[0] != 0 )
	{
		wfError_Format( error, buffer, (int32_t)sizeof( buffer ) );
		reportError( "%s", buffer );
	}
	else
	{
		reportError( "%s", wfDescribeResult( result ) );
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
		wfEnd( wfReportError( wfIsInterrupted() ? wf_cancelled : result, &wf_error ) );
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
	wfEnd( wfReportError( result, &error ) );
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

// All arrays, so that what nobody frees is not lost: it belongs to the program.
static void** s_arrays;
static size_t s_arrayCount, s_arrayCapacity;

// Where it is listed; a new place for null.
static void** findPlace( const void* array )
{
	for ( size_t i = s_arrayCount; array != NULL && i > 0; --i )
	{
		if ( s_arrays[i - 1] == array )
		{
			return s_arrays + i - 1;
		}
	}
	if ( s_arrayCount == s_arrayCapacity )
	{
		s_arrayCapacity = 2 * s_arrayCapacity + 64;
		s_arrays = realloc( s_arrays, s_arrayCapacity * sizeof( void* ) );
		wfExpect( s_arrays != NULL ? wf_ok : wf_outOfMemory );
	}
	return s_arrays + s_arrayCount++;
}

void* wfNewArray( size_t count, size_t size )
{
	void** place = findPlace( NULL );
	*place = calloc( count > 0 ? count : 1, size );
	wfExpect( *place != NULL ? wf_ok : wf_outOfMemory );
	return *place;
}

int wfCompareNumbers( const void* a, const void* b )
{
	double x = *(const double*)a, y = *(const double*)b;
	return ( x > y ) - ( x < y );
}

void* wfGrow( void* array, int64_t count, int64_t* capacity, size_t size )
{
	if ( count > *capacity )
	{
		void** place = findPlace( array );
		*capacity = count + *capacity / 2 + 64;
		*place = array = realloc( array, (size_t)*capacity * size );
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

void wfPrintFile( const char* what, const char* path )
{
	if ( path != NULL )
	{
		printf( "%-9s %s\n", what, path );
	}
}

int wfFinishOutput( int code )
{
	if ( fflush( stdout ) == 0 && ferror( stdout ) == 0 )
	{
		return code;
	}
	reportError( "the standard output could not be written: %s", strerror( errno ) );
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
