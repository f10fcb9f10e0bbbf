// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the programs have in common: commands, exit codes, messages, memory.
#pragma once

#include "wayfield/base.h"

#include <stdbool.h>
#include <stdio.h>

// Documented in docs/cli.md and `wayfield help exit-codes`.
typedef enum wfExitCode
{
	wf_exitOk = 0,
	wf_exitFailed = 1,		// a problem was not solved, or a claim did not hold
	wf_exitUsage = 2,		// unknown command or option, or a value that is not one
	wf_exitFileMissing = 3, // not found or not readable
	wf_exitBadFile = 4,		// its content is not what its format asks for
	wf_exitBlocked = 5,		// start or goal blocked, unreachable, or no free cell at all
	wf_exitTooLarge = 6,	// out of memory, or more than the limit
	wf_exitWriteFailed = 7,
	wf_exitCancelled = 8 // Ctrl-C
} wfExitCode;

// A command of a program, or a topic its help knows besides.
typedef struct wfCommand
{
	const char* name;
	int ( *run )( int argc, char** argv ); // gets the arguments after the name, returns an exit code; null: a topic only
	const char* help;
	void ( *printHelp )( FILE* stream ); // instead of `help`, where the text is made
} wfCommand;

typedef struct wfProgram
{
	const char* name;
	const char* help;
	const wfCommand* commands; // ends with a null name
	const char* movedTo;	   // another program, and the commands that are found there now; may be null
	const char* const* moved;  // ends with null
} wfProgram;

// The whole of main.
int wfRunProgram( const wfProgram* program, int argc, char** argv );
// Of the program that runs.
const char* wfGetProgramName( void );

int wfGetExitCode( wfResult result );

// Messages go to stderr, one line each, the program's name in front.
void wfSay( const char* format, ... ) __attribute__( ( format( printf, 1, 2 ) ) );
void wfWarn( const char* format, ... ) __attribute__( ( format( printf, 1, 2 ) ) );
// Tell an error of the library, or the result's own sentence where it has no message. Returns the exit code.
int wfTellError( wfResult result, const wfError* error );
// Wrong use: the message and where to find help. Returns wf_exitUsage.
int wfTellUsage( const char* command, const char* format, ... ) __attribute__( ( format( printf, 2, 3 ) ) );
int wfTellOutOfMemory( void );

// The text nearest to `word` by typing errors, null where none is near.
const char* wfFindNearest( const char* word, const char* const* candidates, int count );

// Bytes the program may use where --memory does not say: four fifths of what the machine, or its container, has.
size_t wfGetDefaultMemoryLimit( void );

// 1234567 as 1,234,567. Of the last four results each has its own memory.
const char* wfShowCount( int64_t count );
// False, and told, where the ending of a picture's name is none we can write.
bool wfIsPictureName( const char* command, const char* path );

// Write stdout out; a full disk or a closed pipe is told. Returns `code`, or wf_exitWriteFailed.
int wfFinishOutput( int code );
