// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// From the command line to a command with its options, or its help.

#include "options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined( __GLIBC__ )
#include <malloc.h>
#endif

#define MAX_NAMES 64
#define MAX_COMMANDS 32

static const wfProgram* s_program;
static const wfCommand* s_command;

const char* wfGetProgramName( void )
{
	return s_program != NULL ? s_program->name : "wayfield";
}

const wfCommand* wfGetCommand( void )
{
	return s_command;
}

// -------------------------------------------------------------------------------------------------------------- options

// Finds it by name, or by its former name; null: there is none. Names are collected where `names` is not null.
static wfOption* findOption( wfOption* options, const char* name, size_t length, const char** names, int32_t* count )
{
	wfOption* found = NULL;
	for ( wfOption* option = options; option != NULL && option->name != NULL && found == NULL; ++option )
	{
		if ( option->kind == wf_tableOption )
		{
			found = findOption( option->value, name, length, names, count );
			continue;
		}
		const char* const known[] = { option->name, option->formerly };
		for ( int i = 0; i < 2 && option->kind != wf_headingOption; ++i )
		{
			bool same = known[i] != NULL && strlen( known[i] ) == length && strncmp( known[i], name, length ) == 0;
			found = same ? option : found;
		}
		if ( names != NULL && option->kind != wf_headingOption && *count < MAX_NAMES - 1 )
		{
			names[( *count )++] = option->name;
		}
	}
	return found;
}

bool wfIsGiven( const char* name )
{
	const wfOption* option = findOption( wfGetCommand()->options, name, strlen( name ), NULL, NULL );
	return option != NULL && option->given;
}

static void printOptions( const wfOption* options )
{
	for ( const wfOption* option = options; option != NULL && option->name != NULL; ++option )
	{
		if ( option->kind == wf_tableOption )
		{
			printOptions( option->value );
		}
		else if ( option->kind == wf_headingOption )
		{
			printf( "%s\n", option->name );
		}
		else if ( option->help != NULL )
		{
			char text[128];
			const char* argument = option->argument != NULL ? option->argument : "";
			bool apart = argument[0] != 0 && argument[0] != ',';
			snprintf( text, sizeof( text ), "--%s%s%s", option->name, apart ? " " : "", argument );
			printf( option->help[0] != 0 ? "  %-20s %s\n" : "  %s%s\n", text, option->help );
		}
	}
}

// ------------------------------------------------------------------------------------------------------------- reading

// A decimal number at the start of the text. Null where there is none; hexadecimal, infinity and NaN are none.
static const char* readNumber( const char* text, double* number )
{
	const char* digits = text + ( *text == '-' || *text == '+' );
	if ( !( ( *digits >= '0' && *digits <= '9' ) || *digits == '.' ) || strpbrk( text, "xXpP" ) != NULL )
	{
		return NULL;
	}
	char* end;
	*number = strtod( text, &end );
	return end != text && isfinite( *number ) ? end : NULL;
}

int32_t wfParseNumbers( const char* text, double* numbers, int32_t capacity )
{
	for ( int32_t count = 0; count < capacity; )
	{
		text = readNumber( text, &numbers[count++] );
		if ( text == NULL || ( *text != ',' && *text != 0 ) )
		{
			return -1;
		}
		if ( *text++ == 0 )
		{
			return count;
		}
	}
	return -1;
}

bool wfParsePoint( const char* text, wfVec2* point )
{
	double numbers[2];
	bool parsed = wfParseNumbers( text, numbers, 2 ) == 2;
	*point = parsed ? ( wfVec2 ){ numbers[0], numbers[1] } : *point;
	return parsed;
}

static _Noreturn void refuseValue( const wfOption* option, const char* text, const char* expected )
{
	wfDieOfUsage( "--%s is '%.80s'; expected %s", option->name, text, expected );
}

static void readChoice( const wfOption* option, const char* text )
{
	char expected[256];
	int32_t count = 0;
	for ( ; option->choices[count] != NULL; ++count )
	{
		if ( strcmp( option->choices[count], text ) == 0 )
		{
			*(int32_t*)option->value = count;
			return;
		}
	}
	snprintf( expected, sizeof( expected ), "one of %s", wfJoinNames( option->choices, count ) );
	refuseValue( option, text, expected );
}

static void readNumberOption( const wfOption* option, const char* text )
{
	bool whole = option->kind == wf_integerOption;
	double number = 0.0;
	const char* end = readNumber( text, &number );
	bool valid = end != NULL && *end == 0 && number >= option->lower && number <= option->upper;
	if ( !valid || ( whole && number != floor( number ) ) )
	{
		char expected[128];
		snprintf( expected, sizeof( expected ), "a %snumber from %.10g to %.10g", whole ? "whole " : "", option->lower,
				  option->upper );
		refuseValue( option, text, expected );
	}
	if ( whole )
	{
		*(int32_t*)option->value = (int32_t)number;
	}
	else
	{
		*(double*)option->value = number;
	}
}

static void readValue( const wfOption* option, const char* text )
{
	switch ( option->kind )
	{
		case wf_textOption:
		case wf_textsOption:
		case wf_pictureOption:
			if ( *text == 0 )
			{
				refuseValue( option, text, "something" );
			}
			( (const char**)option->value )[option->kind == wf_textsOption ? ( *option->count )++ : 0] = text;
			break;
		case wf_choiceOption:
			readChoice( option, text );
			break;
		case wf_pointOption:
			if ( !wfParsePoint( text, option->value ) )
			{
				refuseValue( option, text, "two numbers with a comma between, as in 2.5,4" );
			}
			break;
		case wf_numbersOption:
			if ( wfParseNumbers( text, option->value, option->capacity ) != option->capacity )
			{
				refuseValue( option, text,
							 option->capacity == 2 ? "two numbers with commas between, as in 30,20"
												   : "three numbers with commas between, as in 0,0,1" );
			}
			break;
		default:
			readNumberOption( option, text );
	}
}

static _Noreturn void refuseUnknown( const char* name )
{
	const wfCommand* command = wfGetCommand();
	const char* names[MAX_NAMES] = { NULL };
	int32_t count = 0;
	findOption( command->options, "", SIZE_MAX, names, &count );
	names[count++] = "help";
	wfDieOfUsage( "`%s %s` has no option '--%.80s'%s", wfGetProgramName(), command->name, name,
				  wfSuggest( name, names, count, "--" ) );
}

// One argument that starts with two dashes; the value may stand in it, or in the next one. True where the next one was used.
static bool readOption( const char* argument, const char* next )
{
	const char* equals = strchr( argument, '=' );
	size_t length = equals != NULL ? (size_t)( equals - argument ) : strlen( argument );
	wfOption* option = findOption( wfGetCommand()->options, argument, length, NULL, NULL );
	char name[128];
	snprintf( name, sizeof( name ), "%.*s", (int)( length < 100 ? length : 100 ), argument );
	if ( option == NULL )
	{
		refuseUnknown( name );
	}
	if ( strcmp( option->name, name ) != 0 )
	{
		wfWarn( "--%s is called --%s now", name, option->name );
	}
	bool several = option->kind == wf_textsOption;
	wfDieOfUsageIf( option->given && !several, "--%s is given twice", option->name );
	wfDieOfUsageIf( several && *option->count == option->capacity, "--%s is given more than %d times", option->name,
					option->capacity );
	option->given = true;
	if ( option->kind == wf_flagOption )
	{
		*(bool*)option->value = true;
		wfDieOfUsageIf( equals != NULL, "--%s takes no value", option->name );
		return false;
	}
	// A value may begin with a minus sign, but not look like an option.
	const char* value = equals != NULL ? equals + 1 : next;
	if ( value == NULL || ( equals == NULL && strncmp( next, "--", 2 ) == 0 ) )
	{
		wfDieOfUsage( "--%s wants a value", option->name );
	}
	readValue( option, value );
	return equals == NULL;
}

// ------------------------------------------------------------------------------------------------------------- checking

bool wfHasOneEnding( const char* path, const char* endings )
{
	bool found = false;
	for ( const char* at = strchr( endings, '.' ); at != NULL && !found; at = strchr( at + 1, '.' ) )
	{
		char ending[16];
		snprintf( ending, sizeof( ending ), "%.*s", (int)strcspn( at, " ," ), at );
		found = wfHasEnding( path, ending );
	}
	return found;
}

static void checkOptions( const wfOption* options )
{
	for ( const wfOption* option = options; option != NULL && option->name != NULL; ++option )
	{
		if ( option->kind == wf_tableOption )
		{
			checkOptions( option->value );
		}
		if ( !option->given )
		{
			continue;
		}
		wfDieOfUsageIf( option->with != NULL && !wfIsGiven( option->with ), "--%s goes with --%s", option->name, option->with );
		const char* text = option->kind == wf_textOption || option->kind == wf_pictureOption ? *(const char**)option->value : "";
		wfDieOfUsageIf( option->kind == wf_pictureOption && !wfHasOneEnding( text, ".svg or .png" ),
						"the picture '%.200s' cannot be told to be SVG or PNG; expected a name that ends in .svg or .png", text );
		wfDieOfUsageIf( option->endings != NULL && !wfHasOneEnding( text, option->endings ),
						"--%s %.200s: expected a name ending in %s", option->name, text, option->endings );
	}
}

// Reads the arguments of the command that runs. What is wrong ends the program: an option given twice, an unknown one, a value
// that is missing or out of range, one without that it goes with, a file whose name has another ending.
static void readOptions( int argc, char** argv )
{
	const wfCommand* command = wfGetCommand();
	bool ended = false;
	int32_t count = 0;
	for ( int i = 0; i < argc; ++i )
	{
		const char* argument = argv[i];
		if ( !ended && strcmp( argument, "--" ) == 0 )
		{
			ended = true;
		}
		else if ( !ended && argument[0] == '-' && argument[1] == '-' )
		{
			i += readOption( argument + 2, i + 1 < argc ? argv[i + 1] : NULL );
		}
		else if ( !ended && argument[0] == '-' && argument[1] != 0 )
		{
			wfDieOfUsage( "'%.80s' is no option; options begin with two dashes", argument );
		}
		else if ( count == command->wordCapacity )
		{
			wfDieOfUsage( "'%.80s' is one argument too many", argument );
		}
		else
		{
			command->words[count++] = argument;
		}
	}
	wfDieOfUsageIf( count == 0 && command->expects != NULL, "%s", command->expects );
	if ( command->wordCount != NULL )
	{
		*command->wordCount = count;
	}
	checkOptions( command->options );
}

// ------------------------------------------------------------------------------------------------------------ settings

static const char* const s_walls[] = { "dirichlet", "neumann", NULL };
const char* const wf_simdLevels[] = { "baseline", "avx2", "avx512", NULL };

wfSettings wf_settings = { .haste = NAN,
						   .epsilon = NAN,
						   .terrainHaste = NAN,
						   .bias = { NAN, NAN },
						   .walls = -1,
						   .cellSize = NAN,
						   .radius = NAN,
						   .kind = -1,
						   .simd = -1 };

wfOption wf_machineOptions[] = { { WF_HEADING( "Machine (results do not depend on it):" ) },
								 { WF_INTEGER( "threads", "N", wf_settings.threads, 0, WF_MAX_WORKERS, "0: one per processor" ) },
								 { WF_CHOICE( "simd", "LEVEL", wf_settings.simd, wf_simdLevels, "baseline, avx2 or avx512" ) },
								 { WF_NUMBER( "memory", "MB", wf_settings.memoryMegabytes, 1.0, 1e9,
											  "refuse what would take more; default: four fifths of the machine's" ) },
								 { .name = NULL } };

wfOption wf_fieldOptions[] = {
	{ WF_HEADING( "Field:" ) },
	{ WF_NUMBER( "haste", "K", wf_settings.haste, 0.0, 1e6, "1/m; 0: safest paths, large: shortest paths" ) },
	{ WF_NUMBER( "eps", "E --v X,Y", wf_settings.epsilon, -1e6, 1e6,
				 "pull every path toward v with strength E; E times X and Y from -2 to 2" ) },
	{ WF_POINT( "v", "X,Y", wf_settings.bias, NULL ) },
	{ WF_CHOICE( "walls", "KIND", wf_settings.walls, s_walls, "dirichlet: keep away from walls; neumann: run along them" ) },
	{ WF_NUMBER( "terrain-haste", "K", wf_settings.terrainHaste, 0.0, 1e6, "1/m; how strongly costly terrain repels" ) },
	{ WF_HEADING( "Grid and agent (the file says what is not given):" ) },
	{ WF_NUMBER( "cell", "S", wf_settings.cellSize, 1e-6, 1e6, "metres" ) },
	{ WF_NUMBER( "radius", "R", wf_settings.radius, 0.0, 1e6, "of the agent, metres" ) },
	{ WF_INTEGER( "kind", "N", wf_settings.kind, 0, 31, "of the agent, 0 to 31: which terrain is open to it" ) },
	{ WF_TABLE( wf_machineOptions ) },
	{ .name = NULL } };

size_t wfGetMemoryLimit( void )
{
	double bytes = wf_settings.memoryMegabytes * 1e6;
	return bytes > 0.0 ? (size_t)bytes : wfGetDefaultMemoryLimit();
}

wfWorkers* wfCreateChosenWorkers( void )
{
	static wfWorkers* workers;
	if ( wf_settings.simd >= 0 && wfSetSimdLevel( (wfSimdLevel)wf_settings.simd ) != (wfSimdLevel)wf_settings.simd )
	{
		wfWarn( "this machine has no %s; %s is used", wf_simdLevels[wf_settings.simd], wfDescribeSimdLevel( wfGetSimdLevel() ) );
	}
	wfWorkersDef def = wfDefaultWorkersDef();
	def.workerCount = wf_settings.threads;
	wfExpect( wfCreateWorkers( &def, &workers ) );
	return workers;
}

// -------------------------------------------------------------------------------------------------------------- program

static bool isHelp( const char* word )
{
	return strcmp( word, "--help" ) == 0 || strcmp( word, "-h" ) == 0;
}

static const wfCommand* findCommand( const char* word )
{
	const wfCommand* const* command = s_program->commands;
	while ( *command != NULL && strcmp( ( *command )->name, word ) != 0 )
	{
		command += 1;
	}
	return *command;
}

static _Noreturn void refuseCommand( const char* word )
{
	for ( const char* const* moved = s_program->moved; moved != NULL && *moved != NULL; ++moved )
	{
		if ( strcmp( *moved, word ) == 0 )
		{
			wfSay( "`%s %s` is now `%s %s`", s_program->name, word, s_program->movedTo, word );
			wfEnd( wf_exitUsage );
		}
	}
	const char* names[MAX_COMMANDS];
	int32_t count = 0;
	for ( const wfCommand* const* command = s_program->commands; *command != NULL && count < MAX_COMMANDS - 1; ++command )
	{
		if ( ( *command )->run != NULL )
		{
			names[count++] = ( *command )->name;
		}
	}
	names[count++] = "help";
	wfDieOfUsage( "there is no command '%.80s'%s", word, wfSuggest( word + strspn( word, "-" ), names, count, "" ) );
}

static int printHelp( const char* topic )
{
	const wfCommand* command = findCommand( topic );
	if ( strcmp( topic, "help" ) == 0 )
	{
		fputs( s_program->help, stdout );
	}
	else if ( command == NULL )
	{
		refuseCommand( topic );
	}
	else if ( command->printHelp != NULL )
	{
		command->printHelp();
	}
	else
	{
		fputs( command->help, stdout );
		printOptions( command->options );
	}
	return wfFinishOutput( wf_exitOk );
}

// Planners and fields take and give back large blocks again and again. Left to itself the C library returns each to the system,
// and getting fresh pages for the next costs nearly as much as solving.
static void keepFreedMemory( void )
{
#if defined( __GLIBC__ )
	// Older versions of the library take no more than 32 MB.
	if ( mallopt( M_MMAP_THRESHOLD, 1 << 30 ) == 0 )
	{
		mallopt( M_MMAP_THRESHOLD, 32 << 20 );
	}
	mallopt( M_TRIM_THRESHOLD, 1 << 30 );
#endif
}

int wfRunProgram( const wfProgram* program, int argc, char** argv )
{
	s_program = program;
	keepFreedMemory();
	if ( argc < 2 )
	{
		fputs( program->help, stderr ); // stdout stays empty where nothing was done
		wfDieOfUsage( "expected a command" );
	}
	const char* word = argv[1];
	wfDieOfUsageIf( ( isHelp( word ) || strcmp( word, "help" ) == 0 ) && argc > 3, "`%s help` takes one command", program->name );
	if ( isHelp( word ) || strcmp( word, "help" ) == 0 )
	{
		return printHelp( argc > 2 ? argv[2] : "help" );
	}
	if ( strcmp( word, "--version" ) == 0 )
	{
		wfVersion version = wfGetVersion();
		printf( "%s %d.%d.%d\n", program->name, version.major, version.minor, version.patch );
		return wfFinishOutput( wf_exitOk );
	}
	const wfCommand* command = findCommand( word );
	if ( command == NULL || command->run == NULL )
	{
		refuseCommand( word );
	}
	for ( int i = 2; i < argc && strcmp( argv[i], "--" ) != 0; ++i )
	{
		if ( isHelp( argv[i] ) )
		{
			return printHelp( word );
		}
	}
	wfCatchInterrupts();
	s_command = command;
	readOptions( argc - 2, argv + 2 );
	return command->run();
}
