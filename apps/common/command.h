// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the programs have in common: commands, exit codes, messages, progress and Ctrl-C, memory.
//
// A command goes on as if nothing could fail: wfExpect, wfDie, wfDieOfUsage and wfNewArray say what is wrong and end the program
// with the exit code of it. Memory needs no freeing then, the system takes it back; files appear whole or not at all anyway.
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

struct wfOption;

// A command of a program, or a topic its help knows besides.
typedef struct wfCommand
{
	const char* name;
	int ( *run )( void );		 // once its options are read; returns an exit code. Null: a topic only
	const char* help;			 // up to the options
	struct wfOption* options;	 // ends with a null name; may be null
	const char** words;			 // receives the arguments that are no options
	int32_t wordCapacity;		 //
	int32_t* wordCount;			 // may be null
	const char* expects;		 // shown where there is no word; null: none is needed
	void ( *printHelp )( void ); // instead of `help`, where the text is made
} wfCommand;

typedef struct wfProgram
{
	const char* name;
	const char* help;
	const wfCommand* const* commands; // ends with null
	const char* movedTo;			  // another program, and the commands that are found there now; may be null
	const char* const* moved;		  // ends with null
} wfProgram;

// The whole of main.
int wfRunProgram( const wfProgram* program, int argc, char** argv );
// Of the program that runs, and its command; null: none yet.
const char* wfGetProgramName( void );
const wfCommand* wfGetCommand( void );

// Functions of the library say here what went wrong.
extern wfError wf_error;
// Ends the program where the result is not wf_ok: wf_error, or the result's own sentence, is reported. After Ctrl-C that is
// reported.
void wfExpect( wfResult result );
// The same with a message of the program's own; `file` may be null.
_Noreturn void wfDie( wfResult result, const char* file, const char* format, ... ) __attribute__( ( format( printf, 3, 4 ) ) );
// Wrong use of the command that runs: the message and where to find help.
_Noreturn void wfDieOfUsage( const char* format, ... ) __attribute__( ( format( printf, 1, 2 ) ) );
// Both where something is wrong. Arguments are evaluated in any case.
void wfDieIf( bool wrong, wfResult result, const char* file, const char* format, ... )
	__attribute__( ( format( printf, 4, 5 ) ) );
void wfDieOfUsageIf( bool wrong, const char* format, ... ) __attribute__( ( format( printf, 2, 3 ) ) );
// Ends the program after something was reported.
_Noreturn void wfEnd( int code );
// Calls the function and comes back with the exit code where one of these would have ended the program. What it had open is lost.
int wfTry( void ( *function )( void* context ), void* context );
// Called where the program ends by one of these; null: nothing is.
void wfSetCleanup( void ( *cleanup )( void ) );
// One more line where the program ends by one of these; null: none.
void wfSetHint( const char* hint );
// What is reported after Ctrl-C, where it is not that nothing was written.
void wfSetCancelled( const char* message );
// Ends the program after Ctrl-C.
void wfExpectNoInterrupt( void );

// From now on Ctrl-C and a request to terminate only set a flag, so that nothing is left half-written; a second one ends at once.
void wfCatchInterrupts( void );
bool wfIsInterrupted( void );

// A bar on stderr with the time left, shown on a terminal and once work takes longer than a moment.
typedef struct wfProgress
{
	const char* label;
	double began, shownAt;
	bool terminal, shown;
} wfProgress;

void wfProgress_Begin( wfProgress* progress, const char* label );
// A wfProgressFcn; the context is the wfProgress. False: the user wants to stop.
bool wfProgress_Step( double fraction, void* progress );
// Take the bar away.
void wfProgress_End( wfProgress* progress );

// Zeroed, never null: without memory the program ends. Arrays need no freeing, but those of what is done over and over.
void* wfNewArray( size_t count, size_t size );
// Numbers, for qsort.
int wfCompareNumbers( const void* a, const void* b );
// An array with room for `count` items; what is new is not zeroed.
void* wfGrow( void* array, int64_t count, int64_t* capacity, size_t size );

// Messages go to stderr, one line each, the program's name in front.
void wfSay( const char* format, ... ) __attribute__( ( format( printf, 1, 2 ) ) );
void wfWarn( const char* format, ... ) __attribute__( ( format( printf, 1, 2 ) ) );
// Each line of a text as a warning; null: none.
void wfWarnLines( const char* lines );
// Report an error of the library, or the result's own sentence where it has no message. Returns the exit code, for who goes on.
int wfReportError( wfResult result, const wfError* error );

// ". Did you mean 'PREFIXNAME'?" with the name nearest to `word` by typing errors, "" where none is near.
const char* wfSuggest( const char* word, const char* const* names, int32_t count, const char* prefix );
// Ends the program: there is no such thing, as in "scene", but one of a name like it, or these.
_Noreturn void wfRefuseName( const char* what, const char* name, const char* const* names, int32_t count );
// The names with commas between. Stays until the next list.
const char* wfJoinNames( const char* const* names, int32_t count );
// 1234567 as 1,234,567. Of the last four results each has its own memory.
const char* wfShowCount( int64_t count );
bool wfHasEnding( const char* path, const char* ending );
// What comes after the last slash.
const char* wfGetFileName( const char* path );
// Makes the folder and those above it.
void wfMakeFolder( const char* folder );

// Bytes the program may use where --memory does not say: four fifths of what the machine, or its container, has.
size_t wfGetDefaultMemoryLimit( void );

// A line of a report: a file that was written; null: none was.
void wfPrintFile( const char* what, const char* path );
// Write stdout out; a full disk or a closed pipe is reported. Returns `code`, or wf_exitWriteFailed.
int wfFinishOutput( int code );
