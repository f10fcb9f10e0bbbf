// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Options of the command line: `--name VALUE`, `--name=VALUE`, and files without dashes in any order; `--` ends the options. A
// command lists its options in a table, from which they are read and from which its help is printed. Values keep what they were
// set to before where an option is not given.
#pragma once

#include "command.h"
#include "wayfield/field.h"

typedef enum wfOptionKind
{
	wf_flagOption,
	wf_textOption,
	wf_textsOption,	  // may be given several times
	wf_pictureOption, // a text: the name of a picture
	wf_numberOption,
	wf_integerOption,
	wf_pointOption,
	wf_numbersOption,
	wf_choiceOption,
	wf_headingOption, // a line of the help
	wf_tableOption	  // more options, in another table
} wfOptionKind;

typedef struct wfOption
{
	const char* name; // without dashes; null ends a table
	wfOptionKind kind;
	const char* argument;		// as the help shows it; may be null
	const char* help;			// null: described with another option
	void* value;				// bool, const char*, double, int32_t, wfVec2, double[], int32_t (index of the choice)
	double lower, upper;		// of numbers, inclusive
	const char* const* choices; // ends with null
	int32_t capacity;			// of texts; of numbers: how many there must be
	int32_t* count;
	const char* endings;  // the name of a file must have one of these, as ".ply or .obj"
	const char* with;	  // another option, without which this one has no meaning
	const char* formerly; // its name in the version before, still read, with a warning
	bool given;
} wfOption;

// Rows of a table: `{ WF_NUMBER( "radius", "R", s_radius, 0.0, 10.0, "of the agent" ), .with = "cell" }`.
#define WF_FLAG( optionName, member, helpText ) .name = optionName, .kind = wf_flagOption, .value = &( member ), .help = helpText
#define WF_TEXT( optionName, argumentText, member, helpText )                                                                    \
	.name = optionName, .kind = wf_textOption, .argument = argumentText, .value = (void*)&( member ), .help = helpText
#define WF_TEXTS( optionName, argumentText, members, most, counter, helpText )                                                   \
	.name = optionName, .kind = wf_textsOption, .argument = argumentText, .value = (void*)( members ), .capacity = most,         \
	.count = &( counter ), .help = helpText
#define WF_PICTURE( optionName, argumentText, member, helpText )                                                                 \
	.name = optionName, .kind = wf_pictureOption, .argument = argumentText, .value = (void*)&( member ), .help = helpText
#define WF_NUMBER( optionName, argumentText, member, least, most, helpText )                                                     \
	.name = optionName, .kind = wf_numberOption, .argument = argumentText, .value = &( member ), .lower = least, .upper = most,  \
	.help = helpText
#define WF_INTEGER( optionName, argumentText, member, least, most, helpText )                                                    \
	.name = optionName, .kind = wf_integerOption, .argument = argumentText, .value = &( member ), .lower = least, .upper = most, \
	.help = helpText
#define WF_POINT( optionName, argumentText, member, helpText )                                                                   \
	.name = optionName, .kind = wf_pointOption, .argument = argumentText, .value = &( member ), .help = helpText
// So many numbers with commas between, all of them finite.
#define WF_NUMBERS( optionName, argumentText, members, number, helpText )                                                        \
	.name = optionName, .kind = wf_numbersOption, .argument = argumentText, .value = ( members ), .capacity = number,            \
	.help = helpText
#define WF_CHOICE( optionName, argumentText, member, list, helpText )                                                            \
	.name = optionName, .kind = wf_choiceOption, .argument = argumentText, .value = &( member ), .choices = list, .help = helpText
#define WF_HEADING( text ) .name = text, .kind = wf_headingOption
#define WF_TABLE( table ) .name = "", .kind = wf_tableOption, .value = table

// An option of the command that runs.
bool wfIsGiven( const char* name );

// Finite numbers with commas between and nothing else. Returns how many, -1 where the text is something else or has more.
int32_t wfParseNumbers( const char* text, double* numbers, int32_t capacity );
// Whether a name ends in one of the words of `endings` that begin with a dot.
bool wfHasOneEnding( const char* path, const char* endings );
// "X,Y" with finite numbers and nothing else.
bool wfParsePoint( const char* text, wfVec2* point );

// What several commands have in common. NaN and -1: as the file says.
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

extern wfSettings wf_settings;
extern const char* const wf_simdLevels[]; // as --simd takes them; ends with null
extern wfOption wf_fieldOptions[];		  // of the field, the grid and the machine
extern wfOption wf_machineOptions[];	  // --threads, --simd and --memory

size_t wfGetMemoryLimit( void );
// Sets the SIMD level and makes the workers, which stay until the program ends.
wfWorkers* wfCreateChosenWorkers( void );
