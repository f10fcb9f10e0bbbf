// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The commands of the program and what they have in common: exit codes, messages, memory.
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

// Each gets the arguments after its name and returns an exit code.
int wfRunField( int argc, char** argv );
int wfRunPlan( int argc, char** argv );
int wfRunDemo( int argc, char** argv );
int wfRunRun( int argc, char** argv );
int wfRunMetrics( int argc, char** argv );
int wfRunAnimate( int argc, char** argv );
int wfRunMesh( int argc, char** argv );
int wfRunSurface( int argc, char** argv );
int wfRunSteerBench( int argc, char** argv );
int wfRunBench( int argc, char** argv );
int wfRunExperiments( int argc, char** argv );

// Help of a command; null: of the program. False where there is no such topic.
bool wfPrintHelp( FILE* stream, const char* topic );

int wfGetExitCode( wfResult result );

// Messages go to stderr, one line each, `wayfield: ` in front.
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

// Write stdout out; a full disk or a closed pipe is told. Returns `code`, or wf_exitWriteFailed.
int wfFinishOutput( int code );
