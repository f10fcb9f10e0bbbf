// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The program from outside, for groups of tests that call one of its commands: what it prints, and its exit code.
#pragma once

#include "tests/test.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef WAYFIELD_PROGRAM
#define WAYFIELD_PROGRAM ""
#endif

// What the last call printed.
static char s_out[65536], s_err[4096];

static const char* getProgram( void )
{
	const char* program = getenv( "WAYFIELD_PROGRAM" );
	return program != NULL && program[0] != 0 ? program : WAYFIELD_PROGRAM;
}

static bool hasProgram( void )
{
	bool there = access( getProgram(), X_OK ) == 0;
	if ( !there )
	{
		testSkip( "the program is not there" );
	}
	return there;
}

// Reads a file that is not needed any more.
static void takeText( const char* path, char* text, size_t capacity )
{
	FILE* file = fopen( path, "rb" );
	size_t length = file != NULL ? fread( text, 1, capacity - 1, file ) : 0;
	text[length] = 0;
	if ( file != NULL )
	{
		fclose( file );
	}
	remove( path );
}

// `wayfield COMMAND` with these arguments; s_out and s_err receive what it printed. Returns the exit code.
static int callProgram( const char* command, const char* format, va_list list )
{
	char arguments[2048], line[4096], out[512], err[512];
	vsnprintf( arguments, sizeof( arguments ), format, list );
	snprintf( out, sizeof( out ), "%s", testTemporaryPath( "program-out" ) );
	snprintf( err, sizeof( err ), "%s", testTemporaryPath( "program-err" ) );
	snprintf( line, sizeof( line ), "'%s' %s %s >'%s' 2>'%s'", getProgram(), command, arguments, out, err );
	int status = system( line );
	takeText( out, s_out, sizeof( s_out ) );
	takeText( err, s_err, sizeof( s_err ) );
	return WIFEXITED( status ) ? WEXITSTATUS( status ) : -1;
}

// The number a key of printed JSON has: not a number where that is null, -1e300 where there is none.
static double getNumber( const char* text, const char* key )
{
	char quoted[128];
	snprintf( quoted, sizeof( quoted ), "\"%s\": ", key );
	const char* place = strstr( text, quoted );
	if ( place == NULL )
	{
		return -1e300;
	}
	place += strlen( quoted );
	return strncmp( place, "null", 4 ) == 0 ? NAN : strtod( place, NULL );
}
