// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Running the program: in a folder of its own, with what it printed kept until the next run.
#pragma once

#include "tests/test.h"

typedef struct cliRun
{
	int code; // -1: it did not end by itself
	const char* out;
	const char* err;
} cliRun;

// Arguments up to a null. `wayfield` stands before them.
cliRun cliCall( const char* first, ... );
// The same, interrupted as by Ctrl-C after some time.
cliRun cliCallInterrupted( double seconds, const char* const* arguments );
// One that goes on until it is told to end: `line` is the first it prints.
typedef struct cliProgram
{
	int process;
	int output;
	char line[256];
} cliProgram;
// Arguments up to a null.
cliProgram cliBegin( const char* first, ... );
// Ends it as by Ctrl-C; returns its code.
int cliEnd( cliProgram* program );
// stdout goes to this file instead.
cliRun cliCallInto( const char* outFile, const char* const* arguments );

// Files in the folder of the runs.
void cliWrite( const char* name, const char* content );
// The first example of docs/scenario.md after this mark; false, and a failed check, where there is none.
bool cliWriteExample( const char* name, const char* mark );
void cliWriteBytes( const char* name, const void* data, size_t size );
// Null where it is not there; lives until the next call.
const char* cliRead( const char* name, size_t* size );
bool cliExists( const char* name );
// How many files there are, hidden ones too.
int cliCountFiles( void );
void cliCleanUp( void );

bool cliContains( const char* text, const char* part );

// JSON as strict as its definition: is the whole text one value?
bool cliIsJson( const char* text );
// "seconds.total", "paths.0.length": true where it is there and a number (or null, given as NaN).
bool cliJsonNumber( const char* text, const char* path, double* number );
// Checks that it is there.
double cliGetNumber( const char* text, const char* path );
// The text of the value itself, copied; false where it is not there or too long.
bool cliJsonValue( const char* text, const char* path, char* value, size_t capacity );

// A run that must be refused: with this code and this message, nothing on stdout, no files left behind.
typedef struct cliBadCase
{
	const char* file; // written to this name; null: none
	const char* content;
	const char* arguments; // parted by blanks
	int code;
	const char* message; // a part of what stderr must say
} cliBadCase;
void cliCheckCases( const cliBadCase* cases, size_t count );
// The same of one run; `what` was asked for.
void cliCheckFails( cliRun run, const char* what, int code, const char* message );

// Before the first call: what the fonts of PNG pictures keep until the end is not a leak of ours.
void cliExcuseFontconfig( void );
