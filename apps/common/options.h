// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Options of the command line: `--name VALUE`, `--name=VALUE`, and files without dashes in any order; `--` ends the options.
#pragma once

#include "wayfield/field.h"

typedef enum wfOptionKind
{
	wf_flagOption,
	wf_textOption,
	wf_textsOption, // may be given several times
	wf_numberOption,
	wf_integerOption,
	wf_pointOption,
	wf_numbersOption,
	wf_choiceOption
} wfOptionKind;

typedef struct wfOption
{
	const char* name; // without dashes
	wfOptionKind kind;
	void* value;				// bool, const char*, double, int32_t, wfVec2, double[], int32_t (index of the choice)
	double lower, upper;		// of numbers, inclusive
	const char* const* choices; // ends with null
	int32_t capacity;			// of texts; of numbers: how many there must be
	int32_t* count;
	bool given;
} wfOption;

#define WF_MAX_OPTIONS 64

// What a command understands. Values keep what they were set to before where an option is not given.
typedef struct wfOptionSet
{
	const char* command;
	wfOption options[WF_MAX_OPTIONS];
	int32_t count;
} wfOptionSet;

void wfOptionSet_AddFlag( wfOptionSet* set, const char* name, bool* value );
void wfOptionSet_AddText( wfOptionSet* set, const char* name, const char** value );
// Each time the option is given its value is added to `values`; one more than the capacity is refused.
void wfOptionSet_AddTexts( wfOptionSet* set, const char* name, const char** values, int32_t capacity, int32_t* count );
void wfOptionSet_AddNumber( wfOptionSet* set, const char* name, double* value, double lower, double upper );
void wfOptionSet_AddInteger( wfOptionSet* set, const char* name, int32_t* value, int32_t lower, int32_t upper );
void wfOptionSet_AddPoint( wfOptionSet* set, const char* name, wfVec2* value );
// So many numbers with commas between, all of them finite.
void wfOptionSet_AddNumbers( wfOptionSet* set, const char* name, double* values, int32_t count );
void wfOptionSet_AddChoice( wfOptionSet* set, const char* name, int32_t* value, const char* const* choices );

// Reads the arguments; `words` receives those that are no options. An option given twice, an unknown one, a value that is missing
// or out of range is told on stderr. Returns an exit code.
int wfOptionSet_Parse( wfOptionSet* set, int argc, char** argv, const char** words, int32_t wordCapacity, int32_t* wordCount );
bool wfOptionSet_IsGiven( const wfOptionSet* set, const char* name );

// Finite numbers with commas between and nothing else. Returns how many, -1 where the text is something else or has more.
int32_t wfParseNumbers( const char* text, double* numbers, int32_t capacity );
// "X,Y" with finite numbers and nothing else.
bool wfParsePoint( const char* text, wfVec2* point );

// What `field` and `plan` have in common. NaN and -1: as the file says.
typedef struct wfSettings
{
	double haste, epsilon, terrainHaste;
	wfVec2 bias;
	int32_t walls;
	double cellSize, radius;
	int32_t kind;
	int32_t threads;		// 0: one per processor
	int32_t simd;			// -1: the best there is
	double memoryMegabytes; // 0: from the machine
} wfSettings;

wfSettings wfDefaultSettings( void );
void wfSettings_AddOptions( wfSettings* settings, wfOptionSet* set );
// Only --threads, --simd and --memory.
void wfSettings_AddMachineOptions( wfSettings* settings, wfOptionSet* set );
size_t wfSettings_GetMemoryLimit( const wfSettings* settings );
// Sets the SIMD level and makes the workers. Returns an exit code.
int wfSettings_CreateWorkers( const wfSettings* settings, wfWorkers** workers );
