// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the writers and readers of footsteps share: one list of the numbers of a step, from which columns of databases and CSV,
// fields of JSON and the checks are made.
#pragma once

#include "io/atomic_file.h"
#include "record/record.h"

// Seconds two steps of an agent may overlap or be apart and still follow each other: far below a frame, far above rounding.
#define WF_STEP_GAP 1e-6

typedef struct wfFootstepField
{
	const char* name;
	size_t offset; // in wfFootstepRow
	double lower, upper;
	const char* expected;
} wfFootstepField;

#define WF_FOOTSTEP_NUMBERS 27
// The place of the foot, the times, and then the motion.
extern const wfFootstepField wf_footstepFields[WF_FOOTSTEP_NUMBERS];
// Behind these come, in files that people read, from when to when the foot stands.
#define WF_FOOTSTEP_PLACE_NUMBERS 3

// By wfFoot and wfFootstepKind; they end with null.
extern const char* const wf_footNames[];
extern const char* const wf_stepKindNames[];
#define WF_EXPECTED_FOOT "left or right"
#define WF_EXPECTED_KIND "walk, start, stop or shift"

static inline double wfGetFootstepNumber( const wfFootstepRow* row, int32_t field )
{
	return *(const double*)(const void*)( (const char*)row + wf_footstepFields[field].offset );
}

static inline void wfSetFootstepNumber( wfFootstepRow* row, int32_t field, double value )
{
	*(double*)(void*)( (char*)row + wf_footstepFields[field].offset ) = value;
}

// What is wrong with a row. The names are those of the columns.
typedef struct wfFootstepFault
{
	const char* field;
	char message[256];
} wfFootstepFault;

// Whether a row can be evaluated at any time and kept in every format.
bool wfCheckFootstepRow( const wfFootstepRow* row, wfFootstepFault* fault );

// Whether the step of `next`, of the same agent, begins as that of `row` ends.
bool wfFollows( const wfFootstepRow* row, const wfFootstepRow* next );
// When the step of a row of a sorted table ends: earlier than planned where the next one begins before, since a wall came in the
// way or the agent left.
double wfGetTrueEnd( const wfFootstepTable* table, int64_t row );
// Whether the foot that does not carry is lifted in a step.
bool wfIsSwinging( const wfFootstep* step );
// For each row of a sorted table when its foot touched down there and when it is lifted: by the steps around it, or the ends of
// what is known.
void wfFindStandingTimes( const wfFootstepTable* table, double* from, double* to );
bool wfFootstepTable_IsSorted( const wfFootstepTable* table );
// By agent, then time, then number.
int wfCompareFootsteps( uint32_t serialA, double timeA, int32_t indexA, uint32_t serialB, double timeB, int32_t indexB );

// ------------------------------------------------------------------------------------------------------------- reading

// Where a row stands in the file, sorted as the rows are.
typedef struct wfFootstepMark
{
	uint32_t serial;
	int32_t index;
	double startTime;
	size_t position;
} wfFootstepMark;

typedef struct wfFootstepReader
{
	const wfReader* reader;
	sqlite3* database;	  // null: a text
	wfFootstepTable* out; // freed by the caller on failure
	wfFootstepMark* marks;
	size_t markCapacity;
} wfFootstepReader;

void wfFootstepReader_AddRow( wfFootstepReader* in, const wfFootstepRow* row, size_t position );
void wfReadSqliteFootsteps( wfFootstepReader* in );
void wfReadCsvFootsteps( wfFootstepReader* in );
void wfReadJsonFootsteps( wfFootstepReader* in );
// Which of the names a text is, -1: none.
int32_t wfFindChoice( const char* text, size_t length, const char* const* names );

// Begin the files.
#define WF_FOOTSTEP_COMMENT "# wayfield footsteps, version 1"
#define WF_FOOTSTEP_NAME_COMMENT "# name: "
#define WF_FOOTSTEP_FORMAT "wayfield footsteps"
#define WF_FOOTSTEP_VERSION 1

// ------------------------------------------------------------------------------------------------------------- writing

// A text that grows on the disk beside the file whose place it takes when it is whole. Devices and pipes are written to directly.
typedef struct wfTextFile
{
	wfAtomicFile file;
	wfText text; // what is to be written next: add to it
} wfTextFile;

wfResult wfTextFile_Open( wfTextFile* file, const char* path, wfError* error );
// Nine decimals: nanometres. Up to 9e9.
void wfTextFile_PutFixed( wfTextFile* file, double value );
// Writes what has gathered, where it is much. False after a failure.
bool wfTextFile_Flush( wfTextFile* file );
// Brings it to the disk and into its place, or removes it when anything failed.
wfResult wfTextFile_Close( wfTextFile* file, wfError* error );
