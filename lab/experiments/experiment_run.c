// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the experiments share: values from the file, claims, fields and paths.
#include "experiment.h"

#include "base/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// ----------------------------------------------------------------------------------------------------------------- file

static _Noreturn void failWith( const wfTrial* run, const char* path, const char* format, va_list arguments )
{
	const wfExperimentValue* value = wfExperiment_Find( &run->values, path );
	wf_error = ( wfError ){ .result = wf_badFormat, .line = value != NULL ? value->line : 0 };
	snprintf( wf_error.file, sizeof( wf_error.file ), "%s", run->file );
	snprintf( wf_error.field, sizeof( wf_error.field ), "experiment.%s", path );
	vsnprintf( wf_error.message, sizeof( wf_error.message ), format, arguments );
	wfEnd( wfReportError( wf_badFormat, &wf_error ) );
}

static _Noreturn void fail( const wfTrial* run, const char* path, const char* format, ... )
{
	va_list arguments;
	va_start( arguments, format );
	failWith( run, path, format, arguments );
}

void wfTrial_FailIf( const wfTrial* run, bool wrong, const char* path, const char* format, ... )
{
	va_list arguments;
	va_start( arguments, format );
	if ( wrong )
	{
		failWith( run, path, format, arguments );
	}
	va_end( arguments );
}

void wfTrial_Check( const wfTrial* run, wfResult result )
{
	if ( wf_error.result != result )
	{
		wf_error = ( wfError ){ .result = result };
		snprintf( wf_error.message, sizeof( wf_error.message ), "%s", wfDescribeResult( result ) );
	}
	if ( wf_error.file[0] == 0 )
	{
		snprintf( wf_error.file, sizeof( wf_error.file ), "%s", run->file );
	}
	wfExpect( result );
}

static void readText( wfTrial* run, const char* path, char* text, size_t capacity )
{
	const char* value = wfTrial_GetText( run, path );
	wfTrial_FailIf( run, strlen( value ) >= capacity, path, "expected a text of at most %zu bytes", capacity - 1 );
	snprintf( text, capacity, "%s", value );
}

static const char* getOptionalText( const wfTrial* run, const char* path )
{
	return wfTrial_Has( run, path ) ? wfTrial_GetText( run, path ) : NULL;
}

// An experiment of a paper says which and where, and its settings; ours with the reason.
static void readSource( wfTrial* run )
{
	static const char* const fields[] = { "paper", "section", "figure", NULL };
	static const char prefix[] = "source.";
	wfTrialSource* source = &run->source;
	for ( int32_t i = 0; i < run->values.count; ++i )
	{
		const char* path = run->values.values[i].path;
		if ( strncmp( path, prefix, sizeof( prefix ) - 1 ) == 0 )
		{
			const char* name = path + sizeof( prefix ) - 1;
			wfTrial_FailIf( run, !wfIsName( name, strlen( name ), fields ), path, "expected paper, section or figure" );
		}
	}
	if ( wfTrial_Has( run, "source" ) )
	{
		source->paper = wfTrial_GetText( run, "source.paper" );
		source->section = wfTrial_GetText( run, "source.section" );
		source->figure = getOptionalText( run, "source.figure" );
		source->printed = wfTrial_GetText( run, "printed" );
	}
	source->ours = getOptionalText( run, "ours" );
	source->reason = getOptionalText( run, "reason" );
	wfTrial_FailIf( run, source->paper == NULL && wfTrial_Has( run, "printed" ), "printed", "expected a source beside it" );
	wfTrial_FailIf( run, source->paper == NULL && source->ours != NULL, "ours", "expected a source beside it" );
	wfTrial_FailIf( run, ( source->ours != NULL ) != ( source->reason != NULL ), source->ours != NULL ? "ours" : "reason",
					"expected %s beside it", source->ours != NULL ? "the reason" : "ours" );
}

void wfTrial_Open( wfTrial* run, const char* file, const void* data, size_t size )
{
	wfReadDef def = wfDefaultReadDef();
	run->file = file;
	run->data = data;
	run->size = size;
	wfTrial_Check( run, data != NULL ? wfReadScenarioFromMemory( file, data, size, &def, &run->scenario, &wf_error )
									 : wfReadScenario( file, &def, &run->scenario, &wf_error ) );
	wfTrial_Check( run, data != NULL ? wfReadExperimentFromMemory( file, data, size, &def, &run->values, &wf_error )
									 : wfReadExperiment( file, &def, &run->values, &wf_error ) );
	readText( run, "id", run->id, sizeof( run->id ) );
	readText( run, "kind", run->kind, sizeof( run->kind ) );
	readSource( run );
}

void wfTrial_Close( wfTrial* run )
{
	wfScenario_Free( &run->scenario );
	wfExperiment_Free( &run->values );
}

// --------------------------------------------------------------------------------------------------------------- values

const char* wfKey( const char* format, ... )
{
	static char keys[8][160];
	static int next;
	char* key = keys[next++ % 8];
	va_list arguments;
	va_start( arguments, format );
	vsnprintf( key, sizeof( keys[0] ), format, arguments );
	va_end( arguments );
	return key;
}

bool wfTrial_Has( const wfTrial* run, const char* path )
{
	return wfExperiment_Find( &run->values, path ) != NULL;
}

const char* wfTrial_GetText( const wfTrial* run, const char* path )
{
	const wfExperimentValue* value = wfExperiment_Find( &run->values, path );
	if ( value == NULL || value->text == NULL || value->text[0] == 0 )
	{
		fail( run, path, "expected a text%s", value == NULL ? ", found nothing" : "" );
	}
	return value->text;
}

double wfTrial_GetNumber( const wfTrial* run, const char* path )
{
	const wfExperimentValue* value = wfExperiment_Find( &run->values, path );
	if ( value == NULL || !value->isNumber )
	{
		fail( run, path, "expected a number%s", value == NULL ? ", found nothing" : "" );
	}
	return value->number;
}

double wfTrial_GetOption( const wfTrial* run, const char* path, double absent )
{
	return wfTrial_Has( run, path ) ? wfTrial_GetNumber( run, path ) : absent;
}

double wfTrial_GetEffort( const wfTrial* run, const char* name, double least, double most )
{
	const char* path = run->quick ? wfKey( "quick%c%s", name[0] - 'a' + 'A', name + 1 ) : name;
	double number = wfTrial_GetNumber( run, path );
	wfTrial_FailIf( run, !( number >= least && number <= most ), path, "expected a number from %g to %g", least, most );
	return number;
}

int32_t wfTrial_CountSeeds( const wfTrial* run )
{
	return (int32_t)wfTrial_GetEffort( run, "seeds", run->quick ? 1.0 : 5.0, 1000.0 );
}

int32_t wfTrial_CountItems( const wfTrial* run, const char* path, int32_t least, int32_t most )
{
	const wfExperimentValue* list = wfExperiment_Find( &run->values, path );
	if ( list == NULL || list->isNumber || list->text != NULL || list->number < least || list->number > most )
	{
		fail( run, path, "expected a list of %d to %d items%s", least, most, list == NULL ? ", found nothing" : "" );
	}
	return (int32_t)list->number;
}

int32_t wfTrial_GetList( const wfTrial* run, const char* path, double* numbers )
{
	int32_t count = wfTrial_CountItems( run, path, 1, WF_MAX_LIST );
	for ( int32_t i = 0; i < count; ++i )
	{
		numbers[i] = wfTrial_GetNumber( run, wfKey( "%s[%d]", path, i ) );
	}
	return count;
}

void wfTrial_GetNumbers( const wfTrial* run, const char* path, const char* expected, double* numbers, int32_t count )
{
	double all[WF_MAX_LIST];
	wfTrial_FailIf( run, wfTrial_GetList( run, path, all ) != count, path, "expected %s", expected );
	memcpy( numbers, all, (size_t)count * sizeof( double ) );
}

wfVec2 wfTrial_GetVector( const wfTrial* run, const char* path )
{
	double numbers[2];
	wfTrial_GetNumbers( run, path, "a vector [x, y]", numbers, 2 );
	return ( wfVec2 ){ numbers[0], numbers[1] };
}

// --------------------------------------------------------------------------------------------------------------- claims

// With what setting the claim was measured, and whether it is what the paper says.
static void readSetting( wfTrial* run, wfClaim* claim )
{
	const char* path = wfKey( "claims.%s.setting", claim->name );
	const char* setting = getOptionalText( run, path );
	claim->ours = setting != NULL ? strcmp( setting, "ours" ) == 0 : run->source.ours != NULL;
	wfTrial_FailIf( run, setting != NULL && !claim->ours && strcmp( setting, "printed" ) != 0, path,
					"expected \"printed\" or \"ours\"" );
	wfTrial_FailIf( run, setting != NULL && ( claim->ours ? run->source.ours : run->source.printed ) == NULL, path,
					"the experiment does not say what the setting is" );
	path = wfKey( "claims.%s.finding", claim->name );
	claim->finding = getOptionalText( run, path );
	wfTrial_FailIf( run, claim->finding != NULL && ( claim->ours || run->source.printed == NULL ), path,
					"a finding is of the printed setting; what is ours has to hold" );
}

// Bounds are optional, one at least. A misspelt one is found by checkClaims.
void wfTrial_Claim( wfTrial* run, const char* name, double figure )
{
	if ( run->claimCount >= WF_MAX_CLAIMS )
	{
		return;
	}
	wfClaim* claim = run->claims + run->claimCount++;
	*claim = ( wfClaim ){ .figure = figure };
	snprintf( claim->name, sizeof( claim->name ), "%s", name );
	readText( run, wfKey( "claims.%s.says", name ), claim->says, sizeof( claim->says ) );
	if ( wfTrial_Has( run, wfKey( "claims.%s.unit", name ) ) )
	{
		readText( run, wfKey( "claims.%s.unit", name ), claim->unit, sizeof( claim->unit ) );
	}
	claim->least = wfTrial_GetOption( run, wfKey( "claims.%s.least", name ), -INFINITY );
	claim->most = wfTrial_GetOption( run, wfKey( "claims.%s.most", name ), INFINITY );
	wfTrial_FailIf( run, isinf( claim->least ) && isinf( claim->most ), wfKey( "claims.%s", name ),
					"expected a bound, least or most: a claim without one cannot fail" );
	readSetting( run, claim );
	// Written so that a figure that is not a number does not hold.
	claim->held = figure >= claim->least && figure <= claim->most;
}

bool wfTrial_ClaimIfAsked( wfTrial* run, const char* name, double figure )
{
	bool asked = wfTrial_Has( run, wfKey( "claims.%s", name ) );
	if ( asked )
	{
		wfTrial_Claim( run, name, figure );
	}
	return asked;
}

void wfTrial_Note( wfTrial* run, const char* unit, double value, const char* format, ... )
{
	if ( run->figureCount >= WF_MAX_FIGURES )
	{
		return;
	}
	wfTrialFigure* figure = run->figures + run->figureCount++;
	figure->value = value;
	snprintf( figure->unit, sizeof( figure->unit ), "%s", unit );
	va_list arguments;
	va_start( arguments, format );
	vsnprintf( figure->name, sizeof( figure->name ), format, arguments );
	va_end( arguments );
}

// Every claim of the file was measured, and has no fields but those that are read.
static void checkClaims( wfTrial* run )
{
	static const char prefix[] = "claims.";
	static const char* const fields[] = { "says", "unit", "least", "most", "setting", "finding", NULL };
	for ( int32_t i = 0; i < run->values.count; ++i )
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
		wfTrial_FailIf( run, !measured, path, "an experiment of the kind \"%s\" measures no such figure", run->kind );
		wfTrial_FailIf( run, !wfIsName( field, strlen( field ), fields ), path,
						"expected says, unit, least, most, setting or finding" );
	}
}

bool wfTrial_IsHeld( const wfTrial* run )
{
	bool held = run->claimCount > 0;
	for ( int32_t i = 0; i < run->claimCount; ++i )
	{
		held = held && run->claims[i].held;
	}
	return held;
}

const char* wfTrial_GetVerdict( const wfTrial* run )
{
	int32_t ours = 0, findings = 0;
	for ( int32_t i = 0; i < run->claimCount; ++i )
	{
		ours += run->claims[i].ours;
		findings += run->claims[i].finding != NULL;
	}
	bool asPrinted = findings == 0 && ours < run->claimCount;
	return run->skipped[0] != 0		? "skipped"
		   : !wfTrial_IsHeld( run ) ? "FAILS"
		   : asPrinted				? "holds"
		   : ours > 0				? "holds with ours"
									: "does not hold as printed";
}

// The kinds; those about a field in the scenario's world need a goal and a start of it.
#define LIST_EXPERIMENT( name, function, hasOwn ) { #name, wfPerform##function, hasOwn },
static const struct Kind
{
	const char* name;
	void ( *perform )( wfTrial* run );
	bool hasOwn; // goals and starts, or needs none
} s_kinds[] = { WF_EXPERIMENT_KINDS( LIST_EXPERIMENT ) };
#define KIND_COUNT ( sizeof( s_kinds ) / sizeof( s_kinds[0] ) )

static const struct Kind* findKind( wfTrial* run )
{
	char known[2048] = "";
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
	fail( run, "kind", "unknown kind \"%s\"; expected %s", run->kind, known );
}

void wfTrial_Perform( wfTrial* run )
{
	double began = wfGetSeconds();
	const struct Kind* kind = findKind( run );
	wfGoalId goal;
	wfTrial_FailIf( run,
					!kind->hasOwn && ( run->scenario.startCount < 1 || wfWorld_GetGoalIds( run->scenario.world, &goal, 1 ) < 1 ),
					"kind", "an experiment with fields needs a goal and at least one start" );
	kind->perform( run );
	if ( run->skipped[0] == 0 )
	{
		checkClaims( run );
	}
	run->seconds = wfGetSeconds() - began;
}

// -------------------------------------------------------------------------------------------------------------- fields

static wfGoalDef getGoal( const wfTrial* run )
{
	wfGoalId ids[WF_MAX_LIST] = { { 0 } };
	wfWorld_GetGoalIds( run->scenario.world, ids, WF_MAX_LIST );
	return wfWorld_GetGoal( run->scenario.world, ids[run->goal] );
}

wfGrid* wfTrial_CreateGrid( wfTrial* run, double cellSize )
{
	wfGrid* grid = NULL;
	wfGridDef def = wfDefaultGridDef();
	def.cellSize = cellSize > 0.0 ? cellSize : run->scenario.cellSize;
	def.radius = run->scenario.radius;
	def.kind = run->scenario.kind;
	wfTrial_Check( run, wfCreateGrid( run->scenario.world, &def, &grid, &wf_error ) );
	return grid;
}

wfSolved wfTrial_Solve( wfTrial* run, const wfGrid* grid, const wfPlannerDef* def )
{
	wfSolved solved = { 0 };
	wfGoalDef goal = getGoal( run );
	wfPlannerDef own = def != NULL ? *def : run->scenario.planner;
	wfTrial_Check( run, wfCreatePlanner( grid, &own, &solved.planner, &wf_error ) );
	wfTrial_Check( run, wfPlanner_CreateField( solved.planner, &goal, &solved.field, &wf_error ) );
	solved.report = wfField_GetReport( solved.field );
	return solved;
}

void wfSolved_Free( wfSolved* solved )
{
	wfDestroyField( solved->field );
	wfDestroyPlanner( solved->planner );
	*solved = ( wfSolved ){ 0 };
}

bool wfTrial_Trace( wfTrial* run, const wfField* field, wfVec2 start, wfPath* path )
{
	wfTraceDef def = wfDefaultTraceDef();
	def.tautness = 0.0;
	wfResult result = wfField_TracePath( field, start, &def, path, NULL );
	wfTrial_Check( run, result == wf_startBlocked || result == wf_outOfMemory ? result : wf_ok );
	return result == wf_ok;
}

wfTraced wfTrial_TraceCells( wfTrial* run, const wfGrid* grid, const wfField* field, int32_t stride )
{
	wfTraced all = { 0 };
	int32_t cells = wfGrid_GetWidth( grid ) * wfGrid_GetHeight( grid );
	wfPath path = { 0 };
	for ( int32_t cell = 0; cell < cells; cell += stride )
	{
		if ( !wfGrid_IsFree( grid, cell ) )
		{
			continue;
		}
		all.traced += 1;
		if ( wfTrial_Trace( run, field, wfGrid_GetCenter( grid, cell ), &path ) )
		{
			all.arrived += 1;
			all.clearance += path.clearanceMean;
			all.smallest += path.clearanceMin;
			all.length += path.length;
		}
	}
	wfPath_Free( &path );
	double count = all.arrived > 0 ? all.arrived : 1;
	all.clearance /= count;
	all.smallest /= count;
	all.length /= count;
	return all;
}

int32_t* wfTrial_GetGoalCells( wfTrial* run, const wfGrid* grid, int32_t* count )
{
	wfGoalDef goal = getGoal( run );
	*count = wfGrid_GetGoalCells( grid, &goal, NULL, 0 );
	int32_t* cells = wfNewArray( (size_t)*count, sizeof( int32_t ) );
	wfGrid_GetGoalCells( grid, &goal, cells, *count );
	return cells;
}

// ------------------------------------------------------------------------------------------------------------- pictures

const char* wfTrial_NamePicture( const wfTrial* run, const char* suffix )
{
	static char path[600];
	const char* dot = strrchr( run->picture, '.' );
	if ( run->picture[0] == 0 )
	{
		return NULL;
	}
	snprintf( path, sizeof( path ), "%.*s%s%s%s", (int)( dot - run->picture ), run->picture, suffix[0] != 0 ? "-" : "", suffix,
			  dot );
	return path;
}

double wfTrial_DrawField( wfTrial* run, const char* suffix, const char* title, const wfGrid* grid, const wfField* field,
						  const wfPath* paths, int32_t count )
{
	wfPath own[WF_MAX_LIST] = { { 0 } };
	int32_t starts = run->scenario.startCount < WF_MAX_LIST ? run->scenario.startCount : WF_MAX_LIST, arrived = 0;
	for ( int32_t i = 0; i < starts && paths == NULL; ++i )
	{
		arrived += wfTrial_Trace( run, field, run->scenario.starts[i], own + i );
	}
	const char* picture = wfTrial_NamePicture( run, suffix );
	if ( picture != NULL )
	{
		wfPictureDef def = wfDefaultPictureDef();
		def.title = title;
		def.paths = paths != NULL ? paths : own;
		def.pathCount = paths != NULL ? count : starts;
		def.starts = run->scenario.starts;
		def.startCount = run->scenario.startCount;
		wfTrial_Check( run, wfDrawField( picture, grid, run->scenario.world, field, &def, &wf_error ) );
	}
	for ( int32_t i = 0; i < starts; ++i )
	{
		wfPath_Free( own + i );
	}
	return (double)arrived / starts;
}

void wfTrial_DrawPlot( wfTrial* run, const char* xLabel, const char* yLabel, const wfPlotSeries* series, int32_t count )
{
	if ( run->picture[0] == 0 )
	{
		return;
	}
	wfPlotDef def = wfDefaultPlotDef();
	def.title = run->scenario.name;
	def.xLabel = xLabel;
	def.yLabel = yLabel;
	def.logX = def.logY = true;
	def.series = series;
	def.seriesCount = count;
	wfTrial_Check( run, wfDrawPlot( run->picture, &def, &wf_error ) );
}
