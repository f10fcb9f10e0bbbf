// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Messages, exit codes, and what the machine has.

#include "command.h"
#include "progress.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static void printMessage( const char* color, const char* kind, const char* format, va_list arguments )
{
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

static void tellError( const char* format, ... )
{
	va_list arguments;
	va_start( arguments, format );
	printMessage( "\033[31m", "error: ", format, arguments );
	va_end( arguments );
}

int wfGetExitCode( wfResult result )
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

int wfTellError( wfResult result, const wfError* error )
{
	int code = wfGetExitCode( result );
	// A number out of range that stands in a file is the file's fault, not the command's.
	if ( code == wf_exitUsage && error != NULL && error->file[0] != 0 && error->line > 0 )
	{
		code = wf_exitBadFile;
	}
	char buffer[1280];
	if ( result == wf_cancelled )
	{
		tellError( "cancelled; nothing was written" );
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

int wfTellUsage( const char* command, const char* format, ... )
{
	va_list arguments;
	va_start( arguments, format );
	printMessage( "\033[31m", "error: ", format, arguments );
	va_end( arguments );
	fprintf( stderr, "Try `%s %s%s`.\n", wfGetProgramName(), command != NULL ? "help " : "--help",
			 command != NULL ? command : "" );
	return wf_exitUsage;
}

int wfTellOutOfMemory( void )
{
	return wfTellError( wf_outOfMemory, NULL );
}

// ------------------------------------------------------------------------------------------------------- did you mean

#define MAX_WORD 64

// Insertions, deletions, replacements and swaps of neighbours it takes to make one word of the other.
static int countTypingErrors( const char* a, const char* b )
{
	size_t lengthA = strlen( a ), lengthB = strlen( b );
	if ( lengthA >= MAX_WORD || lengthB >= MAX_WORD )
	{
		return MAX_WORD;
	}
	int table[MAX_WORD + 1][MAX_WORD + 1];
	for ( size_t i = 0; i <= lengthA; ++i )
	{
		for ( size_t j = 0; j <= lengthB; ++j )
		{
			if ( i == 0 || j == 0 )
			{
				table[i][j] = (int)( i + j );
				continue;
			}
			int best = table[i - 1][j - 1] + ( a[i - 1] != b[j - 1] );
			best = table[i - 1][j] + 1 < best ? table[i - 1][j] + 1 : best;
			best = table[i][j - 1] + 1 < best ? table[i][j - 1] + 1 : best;
			if ( i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && table[i - 2][j - 2] + 1 < best )
			{
				best = table[i - 2][j - 2] + 1;
			}
			table[i][j] = best;
		}
	}
	return table[lengthA][lengthB];
}

const char* wfFindNearest( const char* word, const char* const* candidates, int count )
{
	const char* nearest = NULL;
	int fewest = (int)( strlen( word ) / 3 ) + 2;
	for ( int i = 0; i < count; ++i )
	{
		int errors = countTypingErrors( word, candidates[i] );
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

// -------------------------------------------------------------------------------------------------------------- memory

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

bool wfIsPictureName( const char* command, const char* path )
{
	const char* ending = strrchr( path, '.' );
	bool known = ending != NULL && ( strcmp( ending, ".svg" ) == 0 || strcmp( ending, ".png" ) == 0 );
	if ( !known )
	{
		wfTellUsage( command, "the picture '%.200s' cannot be told to be SVG or PNG; expected a name that ends in .svg or .png",
					 path );
	}
	return known;
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
