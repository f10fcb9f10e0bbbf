// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the experiments share: values from the file, claims, fields and paths.
#include "experiment.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ----------------------------------------------------------------------------------------------------------------- file

void wfRun_Fail( wfRun* run, const char* path, const char* format, ... )
{
	if ( run->result != wf_ok )
	{
		return;
	}
	const wfExperimentValue* value = wfExperiment_Find( &run->values, path );
	wfError* error = &run->error;
	*error = ( wfError ){ .result = wf_badFormat, .line = value != NULL ? value->line : 0 };
	snprintf( error->file, sizeof( error->file ), "%s", run->file );
	snprintf( error->field, sizeof( error->field ), "experiment.%s", path );
	va_list arguments;
	va_start( arguments, format );
	vsnprintf( error->message, sizeof( error->message ), format, arguments );
	va_end( arguments );
	run->result = wf_badFormat;
}

bool wfRun_Check( wfRun* run, wfResult result )
{
	if ( run->result == wf_ok && result != wf_ok )
	{
		run->result = result;
		if ( run->error.result != result )
		{
			run->error = ( wfError ){ .result = result };
			snprintf( run->error.message, sizeof( run->error.message ), "%s", wfDescribeResult( result ) );
		}
		if ( run->error.file[0] == 0 )
		{
			snprintf( run->error.file, sizeof( run->error.file ), "%s", run->file );
		}
	}
	return run->result == wf_ok;
}

static void readText( wfRun* run, const char* path, char* text, size_t capacity )
{
	const char* value = wfRun_GetText( run, path );
	if ( strlen( value ) >= capacity )
	{
		wfRun_Fail( run, path, "expected a text of at most %zu bytes", capacity - 1 );
	}
	else if ( value[0] != 0 )
	{
		snprintf( text, capacity, "%s", value );
	}
}

void wfRun_Open( wfRun* run, const char* file, const void* data, size_t size )
{
	wfReadDef def = wfDefaultReadDef();
	wfError* error = &run->error;
	run->file = file;
	run->data = data;
	run->size = size;
	if ( wfRun_Check( run, data != NULL ? wfReadScenarioFromMemory( file, data, size, &def, &run->scenario, error )
										: wfReadScenario( file, &def, &run->scenario, error ) ) &&
		 wfRun_Check( run, data != NULL ? wfReadExperimentFromMemory( file, data, size, &def, &run->values, error )
										: wfReadExperiment( file, &def, &run->values, error ) ) )
	{
		readText( run, "id", run->id, sizeof( run->id ) );
		readText( run, "kind", run->kind, sizeof( run->kind ) );
	}
}

void wfRun_Close( wfRun* run )
{
	wfScenario_Free( &run->scenario );
	wfExperiment_Free( &run->values );
}

bool wfRun_Has( const wfRun* run, const char* path )
{
	return wfExperiment_Find( &run->values, path ) != NULL;
}

const char* wfRun_GetText( wfRun* run, const char* path )
{
	const wfExperimentValue* value = wfExperiment_Find( &run->values, path );
	if ( value == NULL || value->text == NULL || value->text[0] == 0 )
	{
		wfRun_Fail( run, path, "expected a text%s", value == NULL ? ", found nothing" : "" );
		return "";
	}
	return value->text;
}

double wfRun_GetNumber( wfRun* run, const char* path )
{
	const wfExperimentValue* value = wfExperiment_Find( &run->values, path );
	if ( value == NULL || !value->isNumber )
	{
		wfRun_Fail( run, path, "expected a number%s", value == NULL ? ", found nothing" : "" );
		return 0.0;
	}
	return value->number;
}

int32_t wfRun_GetList( wfRun* run, const char* path, double* numbers )
{
	const wfExperimentValue* list = wfExperiment_Find( &run->values, path );
	if ( list == NULL || list->isNumber || list->text != NULL || list->number < 1.0 || list->number > WF_MAX_LIST )
	{
		wfRun_Fail( run, path, "expected a list of 1 to %d numbers%s", WF_MAX_LIST, list == NULL ? ", found nothing" : "" );
		return 0;
	}
	int32_t count = (int32_t)list->number;
	for ( int32_t i = 0; i < count; ++i )
	{
		char item[96];
		snprintf( item, sizeof( item ), "%s[%d]", path, i );
		numbers[i] = wfRun_GetNumber( run, item );
	}
	return run->result == wf_ok ? count : 0;
}

wfVec2 wfRun_GetVector( wfRun* run, const char* path )
{
	double numbers[WF_MAX_LIST] = { 0.0 };
	if ( wfRun_GetList( run, path, numbers ) != 2 )
	{
		wfRun_Fail( run, path, "expected a vector [x, y]" );
	}
	return ( wfVec2 ){ numbers[0], numbers[1] };
}

// --------------------------------------------------------------------------------------------------------------- claims

// An optional bound. A misspelt one is found by checkClaims.
static double readBound( wfRun* run, const char* name, const char* bound, double absent )
{
	char path[96];
	snprintf( path, sizeof( path ), "claims.%s.%s", name, bound );
	return wfExperiment_Find( &run->values, path ) != NULL ? wfRun_GetNumber( run, path ) : absent;
}

void wfRun_Claim( wfRun* run, const char* name, double figure )
{
	if ( run->result != wf_ok || run->claimCount >= WF_MAX_CLAIMS )
	{
		return;
	}
	char path[96];
	wfClaim* claim = run->claims + run->claimCount;
	*claim = ( wfClaim ){ .figure = figure };
	snprintf( claim->name, sizeof( claim->name ), "%s", name );
	snprintf( path, sizeof( path ), "claims.%s.says", name );
	readText( run, path, claim->says, sizeof( claim->says ) );
	snprintf( path, sizeof( path ), "claims.%s.unit", name );
	if ( wfExperiment_Find( &run->values, path ) != NULL )
	{
		readText( run, path, claim->unit, sizeof( claim->unit ) );
	}
	claim->least = readBound( run, name, "least", -INFINITY );
	claim->most = readBound( run, name, "most", INFINITY );
	if ( isinf( claim->least ) && isinf( claim->most ) )
	{
		snprintf( path, sizeof( path ), "claims.%s", name );
		wfRun_Fail( run, path, "expected a bound, least or most: a claim without one cannot fail" );
	}
	// Written so that a figure that is not a number does not hold.
	claim->held = figure >= claim->least && figure <= claim->most;
	run->claimCount += run->result == wf_ok;
}

void wfRun_Note( wfRun* run, const char* unit, double value, const char* format, ... )
{
	if ( run->result != wf_ok || run->figureCount >= WF_MAX_FIGURES )
	{
		return;
	}
	wfFigure* figure = run->figures + run->figureCount++;
	figure->value = value;
	snprintf( figure->unit, sizeof( figure->unit ), "%s", unit );
	va_list arguments;
	va_start( arguments, format );
	vsnprintf( figure->name, sizeof( figure->name ), format, arguments );
	va_end( arguments );
}

// Every claim of the file was measured, and has no fields but those that are read.
static void checkClaims( wfRun* run )
{
	static const char prefix[] = "claims.";
	for ( int32_t i = 0; i < run->values.count && run->result == wf_ok; ++i )
	{
		const char* path = run->values.values[i].path;
		if ( strncmp( path, prefix, sizeof( prefix ) - 1 ) != 0 )
		{
			continue;
		}
		const char* name = path + sizeof( prefix ) - 1;
		size_t length = strcspn( name, "." );
		bool measured = false;
		for ( int32_t k = 0; k < run->claimCount; ++k )
		{
			measured =
				measured || ( strlen( run->claims[k].name ) == length && strncmp( run->claims[k].name, name, length ) == 0 );
		}
		const char* field = name[length] == '.' ? name + length + 1 : "says";
		bool known = strcmp( field, "says" ) == 0 || strcmp( field, "unit" ) == 0 || strcmp( field, "least" ) == 0 ||
					 strcmp( field, "most" ) == 0;
		if ( !measured )
		{
			wfRun_Fail( run, path, "an experiment of the kind \"%s\" measures no such figure", run->kind );
		}
		else if ( !known )
		{
			wfRun_Fail( run, path, "expected says, unit, least or most" );
		}
	}
}

bool wfRun_IsHeld( const wfRun* run )
{
	bool held = run->result == wf_ok && run->claimCount > 0;
	for ( int32_t i = 0; i < run->claimCount; ++i )
	{
		held = held && run->claims[i].held;
	}
	return held;
}

// The kinds; those about a field in the scenario's world need a goal and a start of it.
static const struct Kind
{
	const char* name;
	void ( *perform )( wfRun* run );
	bool hasOwn; // goals and starts, or needs none
} s_kinds[] = {
	{ "sides", wfPerformSides, false },
	{ "oscillation", wfPerformOscillation, false },
	{ "strength", wfPerformStrength, false },
	{ "flatness", wfPerformFlatness, false },
	{ "trap", wfPerformTrap, false },
	{ "walls", wfPerformWalls, false },
	{ "vectors", wfPerformVectors, true },
	{ "smoothness", wfPerformSmoothness, true },
	{ "headOn", wfPerformHeadOn, true },
	{ "group", wfPerformGroup, true },
	{ "meeting", wfPerformMeeting, true },
	{ "aims", wfPerformAims, true },
	{ "race", wfPerformRace, true },
	{ "ambush", wfPerformAmbush, true },
	{ "turns", wfPerformTurns, true },
	{ "visitors", wfPerformVisitors, true },
	{ "rate", wfPerformRate, true },
	{ "fit", wfPerformFit, true },
	{ "plane", wfPerformPlane, false },
	{ "planeTrap", wfPerformPlaneTrap, false },
	{ "surfaceWalks", wfPerformSurfaceWalks, true },
	{ "spread", wfPerformSpread, true },
	{ "needles", wfPerformNeedles, true },
	{ "surfaceTime", wfPerformSurfaceTime, true },
	{ "oncoming", wfPerformOncoming, true },
	{ "oneDoor", wfPerformOneDoor, true },
	{ "glassDoor", wfPerformGlassDoor, true },
	{ "turnSpeeds", wfPerformTurnSpeeds, true },
	{ "turnRanges", wfPerformTurnRanges, true },
	{ "manySteps", wfPerformManySteps, true },
};
#define KIND_COUNT ( sizeof( s_kinds ) / sizeof( s_kinds[0] ) )

static const struct Kind* findKind( wfRun* run )
{
	char known[512] = "";
	for ( size_t i = 0; i < KIND_COUNT; ++i )
	{
		if ( strcmp( s_kinds[i].name, run->kind ) == 0 )
		{
			return s_kinds + i;
		}
		size_t used = strlen( known );
		snprintf( known + used, sizeof( known ) - used, "%s%s",
				  i == 0			   ? ""
				  : i + 1 < KIND_COUNT ? ", "
									   : " or ",
				  s_kinds[i].name );
	}
	wfRun_Fail( run, "kind", "unknown kind \"%s\"; expected %s", run->kind, known );
	return NULL;
}

void wfRun_Perform( wfRun* run )
{
	if ( run->result != wf_ok )
	{
		return;
	}
	double began = wfGetSeconds();
	const struct Kind* kind = findKind( run );
	wfGoalId goal;
	if ( kind != NULL && !kind->hasOwn &&
		 ( run->scenario.startCount < 1 || wfWorld_GetGoalIds( run->scenario.world, &goal, 1 ) < 1 ) )
	{
		wfRun_Fail( run, "kind", "an experiment with fields needs a goal and at least one start" );
	}
	if ( run->result != wf_ok || kind == NULL )
	{
		return;
	}
	kind->perform( run );
	if ( run->skipped[0] == 0 )
	{
		checkClaims( run );
	}
	run->seconds = wfGetSeconds() - began;
}

// -------------------------------------------------------------------------------------------------------------- fields

static wfGoalDef getGoal( const wfRun* run )
{
	wfGoalId id = { 0 };
	wfWorld_GetGoalIds( run->scenario.world, &id, 1 );
	return wfWorld_GetGoal( run->scenario.world, id );
}

wfGrid* wfRun_CreateGrid( wfRun* run, double cellSize )
{
	wfGrid* grid = NULL;
	wfGridDef def = wfDefaultGridDef();
	def.cellSize = cellSize > 0.0 ? cellSize : run->scenario.cellSize;
	def.radius = run->scenario.radius;
	def.kind = run->scenario.kind;
	if ( run->result == wf_ok )
	{
		wfRun_Check( run, wfCreateGrid( run->scenario.world, &def, &grid, &run->error ) );
	}
	return grid;
}

wfPlannerDef wfRun_GetPlannerDef( const wfRun* run )
{
	wfPlannerDef def = wfDefaultPlannerDef();
	def.walls = (wfWalls)run->scenario.field.walls;
	def.haste = run->scenario.field.haste;
	def.epsilon = run->scenario.field.epsilon;
	def.bias = run->scenario.field.bias;
	def.terrainHaste = run->scenario.field.terrainHaste;
	return def;
}

wfSolved wfRun_Solve( wfRun* run, const wfGrid* grid, const wfPlannerDef* def )
{
	wfSolved solved = { 0 };
	wfGoalDef goal = getGoal( run );
	if ( run->result == wf_ok && wfRun_Check( run, wfCreatePlanner( grid, def, &solved.planner, &run->error ) ) &&
		 wfRun_Check( run, wfPlanner_CreateField( solved.planner, &goal, &solved.field, &run->error ) ) )
	{
		solved.report = wfField_GetReport( solved.field );
	}
	else
	{
		wfSolved_Free( &solved );
	}
	return solved;
}

void wfSolved_Free( wfSolved* solved )
{
	if ( solved->field != NULL )
	{
		wfDestroyField( solved->field );
	}
	if ( solved->planner != NULL )
	{
		wfDestroyPlanner( solved->planner );
	}
	*solved = ( wfSolved ){ 0 };
}

bool wfRun_Trace( wfRun* run, const wfField* field, wfVec2 start, wfPath* path )
{
	wfTraceDef def = wfDefaultTraceDef();
	def.tautness = 0.0;
	if ( run->result != wf_ok )
	{
		return false;
	}
	wfResult result = wfField_TracePath( field, start, &def, path, NULL );
	if ( result == wf_startBlocked || result == wf_outOfMemory )
	{
		wfRun_Check( run, result );
	}
	return result == wf_ok;
}

int32_t* wfRun_GetGoalCells( wfRun* run, const wfGrid* grid, int32_t* count )
{
	wfGoalDef goal = getGoal( run );
	*count = run->result == wf_ok ? wfGrid_GetGoalCells( grid, &goal, NULL, 0 ) : 0;
	int32_t* cells = malloc( ( (size_t)*count + 1 ) * sizeof( int32_t ) );
	if ( cells == NULL )
	{
		wfRun_Check( run, wf_outOfMemory );
		*count = 0;
		return NULL;
	}
	wfGrid_GetGoalCells( grid, &goal, cells, *count );
	return cells;
}
