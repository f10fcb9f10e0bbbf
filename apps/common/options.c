// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "options.h"

#include "command.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static wfOption* addOption( wfOptionSet* set, const char* name, wfOptionKind kind, void* value )
{
	if ( set->count >= WF_MAX_OPTIONS )
	{
		fprintf( stderr, "%s: more than %d options\n", wfGetProgramName(), WF_MAX_OPTIONS );
		abort();
	}
	wfOption* option = &set->options[set->count++];
	*option = ( wfOption ){ .name = name, .kind = kind, .value = value };
	return option;
}

void wfOptionSet_AddFlag( wfOptionSet* set, const char* name, bool* value )
{
	addOption( set, name, wf_flagOption, value );
}

void wfOptionSet_AddText( wfOptionSet* set, const char* name, const char** value )
{
	addOption( set, name, wf_textOption, (void*)value );
}

void wfOptionSet_AddTexts( wfOptionSet* set, const char* name, const char** values, int32_t capacity, int32_t* count )
{
	wfOption* option = addOption( set, name, wf_textsOption, (void*)values );
	option->capacity = capacity;
	option->count = count;
}

void wfOptionSet_AddNumber( wfOptionSet* set, const char* name, double* value, double lower, double upper )
{
	wfOption* option = addOption( set, name, wf_numberOption, value );
	option->lower = lower;
	option->upper = upper;
}

void wfOptionSet_AddInteger( wfOptionSet* set, const char* name, int32_t* value, int32_t lower, int32_t upper )
{
	wfOption* option = addOption( set, name, wf_integerOption, value );
	option->lower = lower;
	option->upper = upper;
}

void wfOptionSet_AddPoint( wfOptionSet* set, const char* name, wfVec2* value )
{
	addOption( set, name, wf_pointOption, value );
}

void wfOptionSet_AddNumbers( wfOptionSet* set, const char* name, double* values, int32_t count )
{
	addOption( set, name, wf_numbersOption, values )->capacity = count;
}

void wfOptionSet_AddChoice( wfOptionSet* set, const char* name, int32_t* value, const char* const* choices )
{
	addOption( set, name, wf_choiceOption, value )->choices = choices;
}

bool wfOptionSet_IsGiven( const wfOptionSet* set, const char* name )
{
	for ( int32_t i = 0; i < set->count; ++i )
	{
		if ( strcmp( set->options[i].name, name ) == 0 )
		{
			return set->options[i].given;
		}
	}
	return false;
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
	wfVec2 parsed;
	const char* end = readNumber( text, &parsed.x );
	if ( end == NULL || *end != ',' )
	{
		return false;
	}
	end = readNumber( end + 1, &parsed.y );
	if ( end == NULL || *end != 0 )
	{
		return false;
	}
	*point = parsed;
	return true;
}

static int refuseValue( const wfOptionSet* set, const wfOption* option, const char* text, const char* expected )
{
	return wfTellUsage( set->command, "--%s is '%.80s'; expected %s", option->name, text, expected );
}

static int readChoice( const wfOptionSet* set, const wfOption* option, const char* text )
{
	char expected[256] = "one of";
	for ( int32_t i = 0; option->choices[i] != NULL; ++i )
	{
		if ( strcmp( option->choices[i], text ) == 0 )
		{
			*(int32_t*)option->value = i;
			return wf_exitOk;
		}
		size_t used = strlen( expected );
		snprintf( expected + used, sizeof( expected ) - used, "%s %s", i > 0 ? "," : "", option->choices[i] );
	}
	return refuseValue( set, option, text, expected );
}

static int readValue( const wfOptionSet* set, const wfOption* option, const char* text )
{
	char expected[128];
	if ( option->kind == wf_textOption || option->kind == wf_textsOption )
	{
		if ( *text == 0 )
		{
			return refuseValue( set, option, text, "something" );
		}
		( (const char**)option->value )[option->kind == wf_textsOption ? ( *option->count )++ : 0] = text;
		return wf_exitOk;
	}
	if ( option->kind == wf_choiceOption )
	{
		return readChoice( set, option, text );
	}
	if ( option->kind == wf_pointOption )
	{
		bool parsed = wfParsePoint( text, option->value );
		return parsed ? wf_exitOk : refuseValue( set, option, text, "two numbers with a comma between, as in 2.5,4" );
	}
	if ( option->kind == wf_numbersOption )
	{
		bool parsed = wfParseNumbers( text, option->value, option->capacity ) == option->capacity;
		snprintf( expected, sizeof( expected ), "%s numbers with commas between, as in %s",
				  option->capacity == 2 ? "two" : "three", option->capacity == 2 ? "30,20" : "0,0,1" );
		return parsed ? wf_exitOk : refuseValue( set, option, text, expected );
	}
	bool whole = option->kind == wf_integerOption;
	double number = 0.0;
	const char* end = readNumber( text, &number );
	bool valid = end != NULL && *end == 0 && number >= option->lower && number <= option->upper;
	if ( !valid || ( whole && number != floor( number ) ) )
	{
		snprintf( expected, sizeof( expected ), "a %snumber from %.10g to %.10g", whole ? "whole " : "", option->lower,
				  option->upper );
		return refuseValue( set, option, text, expected );
	}
	if ( whole )
	{
		*(int32_t*)option->value = (int32_t)number;
	}
	else
	{
		*(double*)option->value = number;
	}
	return wf_exitOk;
}

static int refuseUnknown( const wfOptionSet* set, const char* name )
{
	const char* names[WF_MAX_OPTIONS + 1];
	for ( int32_t i = 0; i < set->count; ++i )
	{
		names[i] = set->options[i].name;
	}
	names[set->count] = "help";
	const char* nearest = wfFindNearest( name, names, set->count + 1 );
	if ( nearest != NULL )
	{
		return wfTellUsage( set->command, "`%s %s` has no option '--%.80s'. Did you mean '--%s'?", wfGetProgramName(),
							set->command, name, nearest );
	}
	return wfTellUsage( set->command, "`%s %s` has no option '--%.80s'", wfGetProgramName(), set->command, name );
}

// One argument that starts with two dashes; the value may stand in it, or in the next one.
static int readOption( wfOptionSet* set, const char* argument, const char* next, bool* usedNext )
{
	const char* equals = strchr( argument, '=' );
	size_t length = equals != NULL ? (size_t)( equals - argument ) : strlen( argument );
	wfOption* option = NULL;
	for ( int32_t i = 0; i < set->count && option == NULL; ++i )
	{
		const char* name = set->options[i].name;
		option = strlen( name ) == length && strncmp( name, argument, length ) == 0 ? &set->options[i] : NULL;
	}
	if ( option == NULL )
	{
		char name[128];
		snprintf( name, sizeof( name ), "%.*s", (int)( length < 100 ? length : 100 ), argument );
		return refuseUnknown( set, name );
	}
	bool several = option->kind == wf_textsOption;
	if ( option->given && !several )
	{
		return wfTellUsage( set->command, "--%s is given twice", option->name );
	}
	if ( several && *option->count == option->capacity )
	{
		return wfTellUsage( set->command, "--%s is given more than %d times", option->name, option->capacity );
	}
	option->given = true;
	if ( option->kind == wf_flagOption )
	{
		*(bool*)option->value = true;
		return equals == NULL ? wf_exitOk : wfTellUsage( set->command, "--%s takes no value", option->name );
	}
	// A value may begin with a minus sign, but not look like an option.
	bool missing = equals == NULL && ( next == NULL || strncmp( next, "--", 2 ) == 0 );
	if ( missing )
	{
		return wfTellUsage( set->command, "--%s wants a value", option->name );
	}
	*usedNext = equals == NULL;
	return readValue( set, option, equals != NULL ? equals + 1 : next );
}

int wfOptionSet_Parse( wfOptionSet* set, int argc, char** argv, const char** words, int32_t wordCapacity, int32_t* wordCount )
{
	bool ended = false;
	*wordCount = 0;
	for ( int i = 0; i < argc; ++i )
	{
		const char* argument = argv[i];
		if ( !ended && strcmp( argument, "--" ) == 0 )
		{
			ended = true;
		}
		else if ( !ended && argument[0] == '-' && argument[1] == '-' )
		{
			bool usedNext = false;
			int code = readOption( set, argument + 2, i + 1 < argc ? argv[i + 1] : NULL, &usedNext );
			if ( code != wf_exitOk )
			{
				return code;
			}
			i += usedNext;
		}
		else if ( !ended && argument[0] == '-' && argument[1] != 0 )
		{
			return wfTellUsage( set->command, "'%.80s' is no option; options begin with two dashes", argument );
		}
		else if ( *wordCount == wordCapacity )
		{
			return wfTellUsage( set->command, "'%.80s' is one argument too many", argument );
		}
		else
		{
			words[( *wordCount )++] = argument;
		}
	}
	return wf_exitOk;
}

// ------------------------------------------------------------------------------------------------------------ settings

static const char* const s_walls[] = { "dirichlet", "neumann", NULL };
static const char* const s_simdLevels[] = { "baseline", "avx2", "avx512", NULL };

wfSettings wfDefaultSettings( void )
{
	wfSettings settings = { .haste = NAN,
							.epsilon = NAN,
							.terrainHaste = NAN,
							.bias = { NAN, NAN },
							.walls = -1,
							.cellSize = NAN,
							.radius = NAN,
							.kind = -1,
							.simd = -1 };
	return settings;
}

void wfSettings_AddMachineOptions( wfSettings* settings, wfOptionSet* set )
{
	wfOptionSet_AddInteger( set, "threads", &settings->threads, 0, WF_MAX_WORKERS );
	wfOptionSet_AddChoice( set, "simd", &settings->simd, s_simdLevels );
	wfOptionSet_AddNumber( set, "memory", &settings->memoryMegabytes, 1.0, 1e9 );
}

void wfSettings_AddOptions( wfSettings* settings, wfOptionSet* set )
{
	wfOptionSet_AddNumber( set, "haste", &settings->haste, 0.0, 1e6 );
	wfOptionSet_AddNumber( set, "eps", &settings->epsilon, -1e6, 1e6 );
	wfOptionSet_AddPoint( set, "v", &settings->bias );
	wfOptionSet_AddNumber( set, "terrain-haste", &settings->terrainHaste, 0.0, 1e6 );
	wfOptionSet_AddChoice( set, "walls", &settings->walls, s_walls );
	wfOptionSet_AddNumber( set, "cell", &settings->cellSize, 1e-6, 1e6 );
	wfOptionSet_AddNumber( set, "radius", &settings->radius, 0.0, 1e6 );
	wfOptionSet_AddInteger( set, "kind", &settings->kind, 0, 31 );
	wfSettings_AddMachineOptions( settings, set );
}

size_t wfSettings_GetMemoryLimit( const wfSettings* settings )
{
	double bytes = settings->memoryMegabytes * 1e6;
	return bytes > 0.0 ? (size_t)bytes : wfGetDefaultMemoryLimit();
}

int wfSettings_CreateWorkers( const wfSettings* settings, wfWorkers** workers )
{
	if ( settings->simd >= 0 && wfSetSimdLevel( (wfSimdLevel)settings->simd ) != (wfSimdLevel)settings->simd )
	{
		wfWarn( "this machine has no %s; %s is used", s_simdLevels[settings->simd], wfDescribeSimdLevel( wfGetSimdLevel() ) );
	}
	wfWorkersDef def = wfDefaultWorkersDef();
	def.workerCount = settings->threads;
	wfResult result = wfCreateWorkers( &def, workers );
	return result == wf_ok ? wf_exitOk : wfTellError( result, NULL );
}
