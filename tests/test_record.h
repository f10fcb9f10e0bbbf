// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the tests of recordings share.
#pragma once

#include "wayfield/record.h"

#include "tests/test.h"

// Each runs the tests of one file.
void testRecordFiles( int argc, char** argv );
void testRecordRead( int argc, char** argv );
void testRecordArea( int argc, char** argv );
void testRecordSurface( int argc, char** argv );
void testRecordFootsteps( int argc, char** argv );
void testRecordFootstepFiles( int argc, char** argv );
void testRecordFootstepCrowds( int argc, char** argv );

// A frame of agents that walk, leave and enter: the same for the same number. Valid until the next call.
wfFrame testMakeFrame( int32_t number, int32_t agents );
wfRecorderDef testRecorderDef( const char* path );
// Frames [first, end) of ten agents, with an event each; false when one was refused.
bool testAddFrames( wfRecorder* recorder, int32_t first, int32_t end );
// Record frames [0, count) at the path.
bool testRecord( const char* path, int32_t count );
// The whole file; free it. `size` may be null.
char* testLoadFile( const char* path, size_t* size );
bool testFileExists( const char* path );
void testRemoveFile( const char* path );
// Checks that the rows are those of frames [0, count) of ten agents, places within the tolerance.
void testCheckRows( const wfTrajectories* trajectories, int32_t count, double tolerance );
// Copies of temporary paths: several at a time.
const char* testPath( int32_t slot, const char* name );
// The first `count` steps of somebody who starts, walks, stops, stands, steps aside and starts again, from a time on; without
// gaps, and each swing lands where the next foot stands.
void testMakeSteps( uint32_t serial, double time, wfFootstepRow* rows, int32_t count );
// Several such, sorted; free it.
wfFootstepTable testMakeFootsteps( int32_t agents, int32_t steps );
// With which somebody leaves who has made this share of a step.
wfFootstepRow testMakeDeparture( const wfFootstepRow* cut, double share );
// Every bit of every number, but for the sign of zero where `zeros`.
bool testSameFootsteps( const wfFootstepTable* a, const wfFootstepTable* b, bool zeros );
