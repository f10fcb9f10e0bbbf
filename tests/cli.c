// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A command line program from outside: how it is run and how its output is read.

#include "tests/cli.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAX_ARGUMENTS 32
#define MAX_OUTPUT ( 4u << 20 )

static char s_folder[512];
static char s_out[MAX_OUTPUT], s_err[MAX_OUTPUT];

static const char* getFolder( void )
{
	if ( s_folder[0] == 0 )
	{
		const char* parent = getenv( "TMPDIR" );
		snprintf( s_folder, sizeof( s_folder ), "%.400s/wayfield-cli-XXXXXX",
				  parent != NULL && parent[0] != 0 ? parent : "/tmp" );
		if ( mkdtemp( s_folder ) == NULL )
		{
			perror( s_folder );
			exit( 1 );
		}
	}
	return s_folder;
}

static const char* getProgram( void )
{
	const char* program = getenv( "WAYFIELD_PROGRAM" );
#ifdef WAYFIELD_PROGRAM
	program = program != NULL && program[0] != 0 ? program : WAYFIELD_PROGRAM;
#endif
	if ( program == NULL )
	{
		fprintf( stderr, "WAYFIELD_PROGRAM does not name the program\n" );
		exit( 1 );
	}
	return program;
}

// ------------------------------------------------------------------------------------------------------------- running

// Beside the folder, so that they do not count as files of the program's.
static void nameOutput( const char* kind, char* path, size_t capacity )
{
	snprintf( path, capacity, "%.500s.%s", getFolder(), kind );
}

static void slurp( const char* path, char* buffer )
{
	FILE* file = fopen( path, "rb" );
	size_t size = file != NULL ? fread( buffer, 1, MAX_OUTPUT - 1, file ) : 0;
	buffer[size] = 0;
	if ( file != NULL )
	{
		fclose( file );
	}
	remove( path );
}

static void runChild( const char* const* arguments, const char* outPath, const char* errPath )
{
	char* argv[MAX_ARGUMENTS + 2] = { (char*)(uintptr_t)getProgram() };
	for ( int i = 0; i < MAX_ARGUMENTS && arguments[i] != NULL; ++i )
	{
		argv[i + 1] = (char*)(uintptr_t)arguments[i];
	}
	int out = open( outPath, O_WRONLY | O_CREAT | O_TRUNC, 0600 ), err = open( errPath, O_WRONLY | O_CREAT | O_TRUNC, 0600 );
	if ( chdir( getFolder() ) != 0 || out < 0 || err < 0 || dup2( out, 1 ) < 0 || dup2( err, 2 ) < 0 )
	{
		_exit( 127 );
	}
	execv( argv[0], argv );
	_exit( 127 );
}

static cliRun call( const char* const* arguments, const char* outFile, double interruptAfter )
{
	char outPath[600], errPath[600];
	nameOutput( "out", outPath, sizeof( outPath ) );
	nameOutput( "err", errPath, sizeof( errPath ) );
	fflush( NULL );
	pid_t child = fork();
	if ( child == 0 )
	{
		runChild( arguments, outFile != NULL ? outFile : outPath, errPath );
	}
	if ( child > 0 && interruptAfter > 0.0 )
	{
		struct timespec time = { (time_t)interruptAfter, (long)( 1e9 * ( interruptAfter - floor( interruptAfter ) ) ) };
		nanosleep( &time, NULL );
		kill( child, SIGINT );
	}
	int status = 0;
	cliRun run = { .code = -1, .out = s_out, .err = s_err };
	if ( child > 0 && waitpid( child, &status, 0 ) == child && WIFEXITED( status ) )
	{
		run.code = WEXITSTATUS( status );
	}
	slurp( outPath, s_out );
	slurp( errPath, s_err );
	return run;
}

cliRun cliCall( const char* first, ... )
{
	const char* arguments[MAX_ARGUMENTS + 1] = { first };
	va_list list;
	va_start( list, first );
	for ( int i = 1; i < MAX_ARGUMENTS && arguments[i - 1] != NULL; ++i )
	{
		arguments[i] = va_arg( list, const char* );
	}
	va_end( list );
	return call( arguments, NULL, 0.0 );
}

cliProgram cliBegin( const char* first, ... )
{
	const char* arguments[MAX_ARGUMENTS + 1] = { first };
	va_list list;
	va_start( list, first );
	for ( int i = 1; i < MAX_ARGUMENTS && arguments[i - 1] != NULL; ++i )
	{
		arguments[i] = va_arg( list, const char* );
	}
	va_end( list );
	cliProgram program = { .process = -1, .output = -1 };
	int ends[2];
	fflush( NULL );
	if ( pipe( ends ) != 0 )
	{
		return program;
	}
	pid_t child = fork();
	if ( child == 0 )
	{
		char outPath[32];
		snprintf( outPath, sizeof( outPath ), "/dev/fd/%d", ends[1] );
		runChild( arguments, outPath, "/dev/null" );
	}
	close( ends[1] );
	program.process = (int)child;
	program.output = ends[0];
	for ( size_t i = 0; i < sizeof( program.line ) - 1; ++i )
	{
		if ( read( program.output, program.line + i, 1 ) != 1 || program.line[i] == '\n' )
		{
			program.line[i] = 0;
			break;
		}
	}
	return program;
}

int cliEnd( cliProgram* program )
{
	int status = 0;
	bool ended = program->process > 0 && kill( program->process, SIGINT ) == 0 &&
				 waitpid( program->process, &status, 0 ) == program->process;
	close( program->output );
	return ended && WIFEXITED( status ) ? WEXITSTATUS( status ) : -1;
}

cliRun cliCallInterrupted( double seconds, const char* const* arguments )
{
	return call( arguments, NULL, seconds );
}

cliRun cliCallInto( const char* outFile, const char* const* arguments )
{
	return call( arguments, outFile, 0.0 );
}

// --------------------------------------------------------------------------------------------------------------- files

static const char* nameFile( const char* name )
{
	static char path[1024];
	snprintf( path, sizeof( path ), "%s/%.400s", getFolder(), name );
	return path;
}

bool cliWriteExample( const char* name, const char* mark )
{
	static char text[1 << 16];
	FILE* file = fopen( WAYFIELD_SOURCE_DIR "/docs/scenario.md", "rb" );
	size_t size = file != NULL ? fread( text, 1, sizeof( text ) - 1, file ) : 0;
	if ( file != NULL )
	{
		fclose( file );
	}
	text[size] = 0;
	char* begin = strstr( text, mark );
	char* end = begin != NULL ? strstr( begin + strlen( mark ), "\n```" ) : NULL;
	if ( CHECK( end != NULL ) )
	{
		*end = 0;
		cliWrite( name, begin + strlen( mark ) );
	}
	return end != NULL;
}

void cliWriteBytes( const char* name, const void* data, size_t size )
{
	FILE* file = fopen( nameFile( name ), "wb" );
	if ( CHECK( file != NULL ) )
	{
		CHECK_EQUAL( fwrite( data, 1, size, file ), size );
		fclose( file );
	}
}

void cliWrite( const char* name, const char* content )
{
	cliWriteBytes( name, content, strlen( content ) );
}

const char* cliRead( const char* name, size_t* size )
{
	static char buffer[MAX_OUTPUT];
	FILE* file = fopen( nameFile( name ), "rb" );
	if ( file == NULL )
	{
		return NULL;
	}
	*size = fread( buffer, 1, sizeof( buffer ) - 1, file );
	buffer[*size] = 0;
	fclose( file );
	return buffer;
}

bool cliExists( const char* name )
{
	struct stat status;
	return stat( nameFile( name ), &status ) == 0;
}

int cliCountFiles( void )
{
	DIR* folder = opendir( getFolder() );
	int count = 0;
	while ( folder != NULL && readdir( folder ) != NULL )
	{
		count += 1;
	}
	if ( folder != NULL )
	{
		closedir( folder );
	}
	return count - 2;
}

// One level of folders is all the tests make.
static void removeContent( const char* path )
{
	DIR* folder = opendir( path );
	for ( struct dirent* entry; folder != NULL && ( entry = readdir( folder ) ) != NULL; )
	{
		if ( strcmp( entry->d_name, "." ) != 0 && strcmp( entry->d_name, ".." ) != 0 )
		{
			char inner[1600];
			snprintf( inner, sizeof( inner ), "%.1000s/%.255s", path, entry->d_name );
			struct stat status;
			if ( lstat( inner, &status ) == 0 && S_ISDIR( status.st_mode ) )
			{
				removeContent( inner );
			}
			remove( inner );
		}
	}
	if ( folder != NULL )
	{
		closedir( folder );
	}
}

void cliCleanUp( void )
{
	if ( s_folder[0] != 0 )
	{
		removeContent( s_folder );
		rmdir( s_folder );
		s_folder[0] = 0;
	}
}

bool cliContains( const char* text, const char* part )
{
	return text != NULL && strstr( text, part ) != NULL;
}

// ---------------------------------------------------------------------------------------------------------------- JSON

static const char* skipBlanks( const char* c )
{
	while ( c != NULL && ( *c == ' ' || *c == '\n' || *c == '\t' || *c == '\r' ) )
	{
		c += 1;
	}
	return c;
}

static const char* skipString( const char* c )
{
	for ( c += 1; *c != '"'; ++c )
	{
		if ( (unsigned char)*c < 0x20 )
		{
			return NULL;
		}
		c += *c == '\\' ? 1 : 0;
	}
	return c + 1;
}

static const char* skipDigits( const char* c )
{
	if ( c == NULL || !isdigit( (unsigned char)*c ) )
	{
		return NULL;
	}
	while ( isdigit( (unsigned char)*c ) )
	{
		c += 1;
	}
	return c;
}

static const char* skipNumber( const char* c )
{
	c += *c == '-';
	c = *c == '0' ? c + 1 : skipDigits( c );
	if ( c != NULL && *c == '.' )
	{
		c = skipDigits( c + 1 );
	}
	if ( c != NULL && ( *c == 'e' || *c == 'E' ) )
	{
		c += 1;
		c = skipDigits( c + ( *c == '+' || *c == '-' ) );
	}
	return c;
}

// The place after a value, null where it is none. With `key` the value below an object's or list's key is put into `found`.
static const char* skipValue( const char* c, const char* key, size_t keyLength, const char** found )
{
	c = skipBlanks( c );
	if ( *c != '{' && *c != '[' )
	{
		static const char* const words[] = { "true", "false", "null" };
		for ( int i = 0; i < 3; ++i )
		{
			if ( strncmp( c, words[i], strlen( words[i] ) ) == 0 )
			{
				return c + strlen( words[i] );
			}
		}
		return *c == '"' ? skipString( c ) : skipNumber( c );
	}
	bool object = *c == '{';
	char close = object ? '}' : ']';
	c = skipBlanks( c + 1 );
	if ( *c == close )
	{
		return c + 1;
	}
	for ( int index = 0;; ++index )
	{
		char name[128];
		snprintf( name, sizeof( name ), "%d", index );
		if ( object )
		{
			const char* end = *c == '"' ? skipString( c ) : NULL;
			if ( end == NULL )
			{
				return NULL;
			}
			snprintf( name, sizeof( name ), "%.*s", (int)( end - c - 2 ), c + 1 );
			c = skipBlanks( end );
			if ( *c != ':' )
			{
				return NULL;
			}
			c = skipBlanks( c + 1 );
		}
		if ( key != NULL && strlen( name ) == keyLength && strncmp( name, key, keyLength ) == 0 )
		{
			*found = c;
		}
		c = skipBlanks( skipValue( c, NULL, 0, NULL ) );
		if ( c == NULL || *c == close )
		{
			return c == NULL ? NULL : c + 1;
		}
		if ( *c != ',' )
		{
			return NULL;
		}
		c = skipBlanks( c + 1 );
	}
}

bool cliIsJson( const char* text )
{
	const char* end = skipBlanks( skipValue( text, NULL, 0, NULL ) );
	return end != NULL && *end == 0;
}

static const char* findValue( const char* text, const char* path )
{
	while ( text != NULL && *path != 0 )
	{
		size_t length = strcspn( path, "." );
		const char* found = NULL;
		skipValue( text, path, length, &found );
		text = found;
		path += length + ( path[length] == '.' );
	}
	return text;
}

bool cliJsonValue( const char* text, const char* path, char* value, size_t capacity )
{
	const char* found = findValue( text, path );
	const char* end = found != NULL ? skipValue( found, NULL, 0, NULL ) : NULL;
	if ( end == NULL || (size_t)( end - found ) >= capacity )
	{
		return false;
	}
	memcpy( value, found, (size_t)( end - found ) );
	value[end - found] = 0;
	return true;
}

bool cliJsonNumber( const char* text, const char* path, double* number )
{
	char value[64];
	*number = NAN;
	if ( !cliJsonValue( text, path, value, sizeof( value ) ) )
	{
		return false;
	}
	if ( strcmp( value, "null" ) == 0 )
	{
		return true;
	}
	char* end;
	*number = strtod( value, &end );
	return end != value && *end == 0;
}

double cliGetNumber( const char* text, const char* path )
{
	double number = NAN;
	if ( !cliJsonNumber( text, path, &number ) )
	{
		printf( "no number %s in %.2000s\n", path, text );
		CHECK( false );
	}
	return number;
}

// ----------------------------------------------------------------------------------------------------------- bad input

static void splitWords( const char* text, char* buffer, size_t capacity, const char** words, int wordCapacity )
{
	snprintf( buffer, capacity, "%s", text );
	int count = 0;
	for ( char* word = strtok( buffer, " " ); word != NULL && count + 1 < wordCapacity; word = strtok( NULL, " " ) )
	{
		words[count++] = word;
	}
	words[count] = NULL;
}

void cliCheckFails( cliRun run, const char* what, int code, const char* message )
{
	const char* slash = strrchr( getProgram(), '/' );
	char prefix[64];
	snprintf( prefix, sizeof( prefix ), "%.60s: ", slash != NULL ? slash + 1 : getProgram() );
	bool good = run.code == code && cliContains( run.err, message ) && run.out[0] == 0 &&
				strncmp( run.err, prefix, strlen( prefix ) ) == 0 && !cliContains( run.err, "\033" ) &&
				!cliContains( run.err, "Sanitizer" );
	if ( !good )
	{
		printf( "`%s`: expected code %d and '%s', got %d and '%.600s', out '%.200s'\n", what, code, message, run.code, run.err,
				run.out );
	}
	CHECK( good );
}

void cliCheckCases( const cliBadCase* cases, size_t count )
{
	for ( size_t i = 0; i < count; ++i )
	{
		const cliBadCase* bad = &cases[i];
		char buffer[1024];
		const char* words[24];
		if ( bad->file != NULL )
		{
			cliWrite( bad->file, bad->content );
		}
		int before = cliCountFiles();
		splitWords( bad->arguments, buffer, sizeof( buffer ), words, 24 );
		cliCheckFails( cliCallInterrupted( 0.0, words ), bad->arguments, bad->code, bad->message );
		CHECK_EQUAL( cliCountFiles(), before );
	}
}

// Fontconfig, which finds the fonts of PNG pictures, keeps what it read until the end: not a leak of ours.
void cliExcuseFontconfig( void )
{
	setenv( "LSAN_OPTIONS", "print_suppressions=0:suppressions=" WAYFIELD_SOURCE_DIR "/tests/leaks.txt", 1 );
}
