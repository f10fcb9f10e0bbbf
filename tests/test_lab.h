// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#pragma once

#include "tests/test.h"

// Runs a group of tests, each listed in its own file.
void testExperimentFiles( int argc, char** argv );
void testExperimentsWithCrowds( int argc, char** argv );
void testExperimentsWithPeople( int argc, char** argv );
void testExperimentsWithGroups( int argc, char** argv );
void testExperimentsOnSurfaces( int argc, char** argv );
void testExperimentsOnFoot( int argc, char** argv );
void testExperimentsOfRimea( int argc, char** argv );
void testLabCommands( int argc, char** argv );
void testFlowReferences( int argc, char** argv );
void testSteerBench( int argc, char** argv );
void testStress( int argc, char** argv );
void testFit( int argc, char** argv );
void testMeasures( int argc, char** argv );
void testScenes( int argc, char** argv );

// Run the program; its standard output is kept until the next run. Returns the exit code, -1 when it did not end by itself.
int testRunProgram( const char* arguments );
const char* testGetOutput( void );
// Checks that the folder has this picture, SVG or PNG by its ending, and removes it.
void testTakePicture( const char* folder, const char* name );

// What a file must claim: a claim that is left out would not be missed otherwise.
typedef struct testExpectedRun
{
	const char* file;
	const char* claims; // names, separated by blanks
} testExpectedRun;

// The experiment has these files, in this order, with these claims and no others, and all of them hold.
void testExperimentHolds( const char* id, const testExpectedRun* expected, int count );

// Run the scenario file `name` with the first `find` in it replaced, in a folder of its own. Returns the exit code.
int testRunChanged( const char* name, const char* find, const char* replacement );
// The same, with the crowd changed and not the bound, so that a claim is false: it must be reported. With a sanitizer the first
// of several changes to one file is enough.
void testChangeIsReported( const char* name, const char* find, const char* replacement, const char* expected );
// Each of the changes, pairs of what is found and what replaces it, makes a file that is refused.
void testChangesAreRefused( const char* name, const char* const ( *changes )[2], size_t count );
