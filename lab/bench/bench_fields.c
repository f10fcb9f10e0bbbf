// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Fields against the relaxation of the literature: Gauss-Seidel on p from 0.5 until no cell changes by more than 1e-6 in a sweep,
// the cheaper of the stopping rules in use. Both are the best of several runs where they are short; everything runs on one
// thread, and its processor time counts, unless --threads says more, which only ours makes use of.
#include "bench.h"

#include "scenes/scenes.h"
#include "wayfield/io.h"

#include "progress.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GOALS 8
#define EDITS 6

// Short measurements are repeated until so many seconds are spent on them, and taken at their best.
#define REPEAT_SECONDS 0.3
#define REPEAT_MOST 12

typedef struct Case
{
	wfBench* bench;
	char name[48];
	bool corridors;	 // a maze: bars of its own, every cell is walked from
	double barFirst; // least ratio of the first field
	bool bars;		 // on new goals and edits
	wfWorld* world;
	wfGrid* grid;
	int32_t goals[GOALS];
	double reference; // seconds
	bool referenceCut;
	int64_t referenceArriving; // -1: not told
} Case;

// ------------------------------------------------------------------------------------------------------------ reference

typedef struct Deadline
{
	const wfBench* bench;
	double at;
} Deadline;

static bool isInTime( double fraction, void* context )
{
	const Deadline* deadline = context;
	(void)fraction;
	return wfBench_GetSeconds( deadline->bench ) < deadline->at && !wfIsInterrupted();
}

// At least twice, unless once takes seconds.
static bool mayRepeat( int32_t run, double spent )
{
	return run == 0 || ( run == 1 && spent < 4.0 ) || ( run < REPEAT_MOST && spent < REPEAT_SECONDS );
}

static wfResult measureReference( Case* test )
{
	size_t cells = (size_t)wfGrid_GetWidth( test->grid ) * (size_t)wfGrid_GetHeight( test->grid );
	double* p = malloc( cells * sizeof( double ) );
	if ( p == NULL )
	{
		return wf_outOfMemory;
	}
	double longest = test->bench->quick ? 3.0 : 60.0, spent = 0.0;
	Deadline deadline = { .bench = test->bench };
	wfRelaxDef def = wfDefaultRelaxDef();
	def.method = wf_gaussSeidel;
	def.startValue = 0.5;
	def.maxChange = 1e-6;
	def.maxIterations = INT32_MAX;
	def.progress = isInTime;
	def.progressContext = &deadline;
	wfResult result = wf_ok;
	test->reference = INFINITY;
	test->referenceArriving = -1;
	for ( int32_t run = 0; mayRepeat( run, spent ) && result == wf_ok && !test->referenceCut; ++run )
	{
		double began = wfBench_GetSeconds( test->bench );
		deadline.at = began + longest;
		// Without a report, so that nothing but the method is measured.
		result = wfRelax( test->grid, test->goals, 1, &def, p, NULL );
		double seconds = wfBench_GetSeconds( test->bench ) - began;
		test->referenceCut = result == wf_cancelled && !wfIsInterrupted();
		result = test->referenceCut ? wf_ok : result;
		test->reference = fmin( test->reference, seconds );
		spent += seconds;
	}
	if ( result == wf_ok && !test->referenceCut )
	{
		wfRelaxReport report;
		def.progress = NULL;
		result = wfRelax( test->grid, test->goals, 1, &def, p, &report );
		test->referenceArriving = report.arrivingCount;
	}
	free( p );
	return result;
}

static wfBenchRow* addRow( const Case* test, const char* measure, double seconds )
{
	wfBenchRow* row = wfBench_AddRow( test->bench, test->name, measure );
	row->referenceSeconds = test->reference;
	row->referenceCut = test->referenceCut;
	row->seconds = seconds;
	return row;
}

// ----------------------------------------------------------------------------------------------------------------- ours

// Keep the worse of two reports, so that a row speaks for all of its fields.
static void keepWorse( wfFieldReport* worst, const wfFieldReport* report )
{
	worst->reachableCount += report->reachableCount;
	worst->arrivingCount += report->arrivingCount;
	worst->flatCount += report->flatCount;
	worst->maxRelativeResidual = fmax( worst->maxRelativeResidual, report->maxRelativeResidual );
}

static wfResult measureFirst( Case* test, wfPlanner** planner )
{
	wfPlannerDef def = wfDefaultPlannerDef();
	wfResult result = wf_ok;
	double best = INFINITY, factor = INFINITY, spent = 0.0;
	wfFieldReport report = { 0 };
	for ( int32_t run = 0; mayRepeat( run, spent ) && result == wf_ok; ++run )
	{
		wfField* field = NULL;
		if ( *planner != NULL )
		{
			wfDestroyPlanner( *planner );
			*planner = NULL;
		}
		def.workers = test->bench->workers;
		double began = wfBench_GetSeconds( test->bench );
		result = wfCreatePlanner( test->grid, &def, planner, &test->bench->error );
		factor = fmin( factor, wfBench_GetSeconds( test->bench ) - began );
		if ( result == wf_ok )
		{
			result = wfPlanner_CreateFieldFromCells( *planner, test->goals, 1, &field, &test->bench->error );
		}
		best = fmin( best, wfBench_GetSeconds( test->bench ) - began );
		spent += wfBench_GetSeconds( test->bench ) - began;
		if ( result == wf_ok )
		{
			report = wfField_GetReport( field );
			wfDestroyField( field );
		}
	}
	if ( result == wf_ok )
	{
		wfBenchRow* row = addRow( test, "first field", best );
		wfBenchRow_SetReport( row, &report );
		row->leastRatio = test->barFirst;
		row->referenceArriving = test->referenceArriving;
		row->bytes = (double)wfPlanner_GetReport( *planner ).bytes;
		if ( test->corridors )
		{
			row = addRow( test, "order, analyse and factorise", factor );
			row->mostSeconds = test->bench->quick ? 0.0 : 0.1;
		}
	}
	return result;
}

static wfResult measureGoals( Case* test, wfPlanner* planner )
{
	wfResult result = wf_ok;
	wfFieldReport worst = { 0 };
	double sum = 0.0, batch = INFINITY;
	for ( int32_t i = 0; i < GOALS && result == wf_ok; ++i )
	{
		double best = INFINITY;
		for ( int32_t run = 0; run < 5 && result == wf_ok; ++run )
		{
			wfField* field = NULL;
			double began = wfBench_GetSeconds( test->bench );
			result = wfPlanner_CreateFieldFromCells( planner, test->goals + i, 1, &field, &test->bench->error );
			best = fmin( best, wfBench_GetSeconds( test->bench ) - began );
			if ( result == wf_ok )
			{
				wfFieldReport report = wfField_GetReport( field );
				keepWorse( &worst, &report );
				wfDestroyField( field );
			}
		}
		sum += best;
	}
	wfVec2 points[GOALS];
	wfGoalDef goals[GOALS];
	for ( int32_t i = 0; i < GOALS; ++i )
	{
		points[i] = wfGrid_GetCenter( test->grid, test->goals[i] );
		goals[i] = wfDefaultGoalDef();
		goals[i].kind = wf_pointGoal;
		goals[i].points = points + i;
		goals[i].pointCount = 1;
	}
	for ( int32_t run = 0; run < 5 && result == wf_ok; ++run )
	{
		wfField* fields[GOALS] = { NULL };
		double began = wfBench_GetSeconds( test->bench );
		result = wfPlanner_CreateFields( planner, goals, GOALS, fields, &test->bench->error );
		batch = fmin( batch, wfBench_GetSeconds( test->bench ) - began );
		for ( int32_t i = 0; i < GOALS && result == wf_ok; ++i )
		{
			wfDestroyField( fields[i] );
		}
	}
	if ( result == wf_ok )
	{
		wfBenchRow* row = addRow( test, "new goal, mean of 8", sum / GOALS );
		wfBenchRow_SetReport( row, &worst );
		row->leastRatio = test->bars ? 100.0 : 0.0;
		row->mostSeconds = test->corridors && !test->bench->quick ? 0.010 : 0.0;
		addRow( test, "new goal in a batch of 8, each", batch / GOALS );
	}
	return result;
}

// ---------------------------------------------------------------------------------------------------------------- edits

// A free square of 5 x 5 cells without the goal, so that the obstacle of 3 x 3 in it closes no passage.
static bool findPlace( const Case* test, uint64_t attempt, wfVec2* place )
{
	int32_t width = wfGrid_GetWidth( test->grid ), height = wfGrid_GetHeight( test->grid );
	int32_t i = 2 + (int32_t)( wfRandomUnit( 11, 0, attempt ) * ( width - 4 ) );
	int32_t j = 2 + (int32_t)( wfRandomUnit( 11, 1, attempt ) * ( height - 4 ) );
	for ( int32_t dj = -2; dj <= 2; ++dj )
	{
		for ( int32_t di = -2; di <= 2; ++di )
		{
			int32_t cell = ( j + dj ) * width + i + di;
			if ( !wfGrid_IsFree( test->grid, cell ) || cell == test->goals[0] )
			{
				return false;
			}
		}
	}
	*place = wfGrid_GetCenter( test->grid, j * width + i );
	return true;
}

typedef struct EditTimes
{
	double put, taken; // sums of seconds
	int32_t count;
	wfFieldReport worst;
} EditTimes;

// The grid, the planner and the field follow an edit of the world.
static wfResult follow( Case* test, wfPlanner* planner, wfField* field, EditTimes* times, double* seconds )
{
	int32_t changed[64];
	double began = wfBench_GetSeconds( test->bench );
	int64_t count = wfGrid_Update( test->grid, test->world, changed, 64 );
	wfResult result = count < 0 ? (wfResult)-count : ( count > 64 ? wf_tooLarge : wf_ok );
	result = result == wf_ok ? wfPlanner_Update( planner, changed, count ) : result;
	result = result == wf_ok ? wfField_Solve( field ) : result;
	*seconds += wfBench_GetSeconds( test->bench ) - began;
	if ( result == wf_ok )
	{
		wfFieldReport report = wfField_GetReport( field );
		keepWorse( &times->worst, &report );
	}
	return result;
}

static wfResult editAt( Case* test, wfPlanner* planner, wfField* field, wfVec2 place, EditTimes* times )
{
	wfShapeDef shape = wfDefaultShapeDef();
	double cellSize = wfGrid_GetCellSize( test->grid );
	wfShapeId id = { 0 };
	shape.kind = wf_boxShape;
	shape.center = place;
	shape.halfSize = ( wfVec2 ){ 1.5 * cellSize, 1.5 * cellSize };
	wfResult result = wfWorld_AddShape( test->world, &shape, &id, &test->bench->error );
	result = result == wf_ok ? follow( test, planner, field, times, &times->put ) : result;
	result = result == wf_ok ? wfWorld_RemoveShape( test->world, id ) : result;
	result = result == wf_ok ? follow( test, planner, field, times, &times->taken ) : result;
	times->count += 1;
	return result;
}

static wfResult measureEdits( Case* test )
{
	wfPlannerDef def = wfDefaultPlannerDef();
	wfPlanner* planner = NULL;
	wfField* field = NULL;
	EditTimes times = { 0 };
	def.editable = true;
	def.workers = test->bench->workers;
	wfResult result = wfCreatePlanner( test->grid, &def, &planner, &test->bench->error );
	result = result == wf_ok ? wfPlanner_CreateFieldFromCells( planner, test->goals, 1, &field, &test->bench->error ) : result;
	for ( uint64_t attempt = 0; attempt < 20000 && times.count < EDITS && result == wf_ok; ++attempt )
	{
		wfVec2 place;
		if ( findPlace( test, attempt, &place ) )
		{
			result = editAt( test, planner, field, place, &times );
		}
	}
	if ( result == wf_ok && times.count > 0 )
	{
		wfBenchRow* row = addRow( test, "3x3 obstacle put, new field", times.put / times.count );
		wfBenchRow_SetReport( row, &times.worst );
		row->leastRatio = test->bars ? 50.0 : 0.0;
		addRow( test, "3x3 obstacle taken away, new field", times.taken / times.count );
	}
	if ( field != NULL )
	{
		wfDestroyField( field );
	}
	if ( planner != NULL )
	{
		wfDestroyPlanner( planner );
	}
	return result;
}

// ---------------------------------------------------------------------------------------------------------------- walks

// Walk from every free cell by best neighbours until the goal, and not by the field's own report. What is known of a cell is used
// by all walks that come through it.
static wfResult walkFromAll( Case* test, wfPlanner* planner )
{
	int32_t cells = wfGrid_GetWidth( test->grid ) * wfGrid_GetHeight( test->grid );
	uint8_t* arrives = calloc( (size_t)cells, 1 );
	int32_t* walk = malloc( (size_t)cells * sizeof( int32_t ) );
	wfField* field = NULL;
	wfResult result = arrives != NULL && walk != NULL ? wf_ok : wf_outOfMemory;
	if ( result == wf_ok )
	{
		result = wfPlanner_CreateFieldFromCells( planner, test->goals, 1, &field, &test->bench->error );
	}
	if ( result == wf_ok )
	{
		double began = wfBench_GetSeconds( test->bench );
		int64_t arrived = 0, reachable = 0, longest = 0;
		arrives[test->goals[0]] = 1;
		for ( int32_t start = 0; start < cells; ++start )
		{
			if ( wfGrid_GetComponent( test->grid, start ) != wfGrid_GetComponent( test->grid, test->goals[0] ) )
			{
				continue;
			}
			int32_t cell = start, count = 0;
			while ( cell >= 0 && arrives[cell] == 0 && count < cells )
			{
				walk[count++] = cell;
				cell = wfField_GetBestNeighbor( field, cell );
			}
			uint8_t outcome = cell >= 0 ? arrives[cell] : 0;
			for ( int32_t k = 0; k < count && outcome != 0; ++k )
			{
				arrives[walk[k]] = outcome;
			}
			longest = count > longest ? count : longest;
			arrived += outcome;
			reachable += 1;
		}
		wfBenchRow* row = wfBench_AddRow( test->bench, test->name, "walks from every free cell" );
		row->seconds = wfBench_GetSeconds( test->bench ) - began;
		row->cells = reachable;
		row->arriving = arrived;
		row->flat = wfField_GetReport( field ).flatCount;
		wfDestroyField( field );
	}
	free( arrives );
	free( walk );
	return result;
}

// ---------------------------------------------------------------------------------------------------------------- cases

static wfResult runCase( Case* test )
{
	wfGridDef def = wfDefaultGridDef();
	wfPlanner* planner = NULL;
	def.cellSize = 1.0;
	def.workers = test->bench->workers;
	wfResult result = wfCreateGrid( test->world, &def, &test->grid, &test->bench->error );
	result = result == wf_ok ? wfPickCells( test->grid, 5, test->goals, GOALS ) : result;
	if ( result == wf_ok )
	{
		wfBench_Tell( test->name, "reference" );
		result = measureReference( test );
	}
	wfBench_Tell( test->name, "fields" );
	result = result == wf_ok ? measureFirst( test, &planner ) : result;
	result = result == wf_ok ? measureGoals( test, planner ) : result;
	result = result == wf_ok && test->corridors ? walkFromAll( test, planner ) : result;
	if ( planner != NULL )
	{
		wfDestroyPlanner( planner );
	}
	result = result == wf_ok ? measureEdits( test ) : result;
	if ( test->grid != NULL )
	{
		wfDestroyGrid( test->grid );
	}
	return result == wf_ok && wfIsInterrupted() ? wf_cancelled : result;
}

static wfResult runScene( wfBench* bench, wfSceneKind kind, double barFirst )
{
	Case test = { .bench = bench, .corridors = kind == wf_mazeScene };
	wfSceneDef def = { .kind = kind, .size = bench->quick ? 64 : 512, .seed = 1 };
	test.bars = barFirst > 0.0 && !bench->quick;
	test.barFirst = test.bars ? barFirst : 0.0;
	snprintf( test.name, sizeof( test.name ), "%s %d", wfDescribeScene( kind ), def.size );
	wfResult result = wfCreateScene( &def, &test.world, &bench->error );
	if ( result == wf_ok )
	{
		result = runCase( &test );
		wfDestroyWorld( test.world );
	}
	return result;
}

static wfResult runMap( wfBench* bench, const char* folder, const char* name )
{
	char path[512];
	Case test = { .bench = bench, .corridors = true };
	wfReadDef def = wfDefaultReadDef();
	wfScenario scenario = { 0 };
	snprintf( path, sizeof( path ), "%s/maps/%s.map", folder, name );
	snprintf( test.name, sizeof( test.name ), "%s", name );
	wfResult result = wfReadScenario( path, &def, &scenario, &bench->error );
	if ( result == wf_fileNotFound )
	{
		return wf_ok;
	}
	if ( result == wf_ok )
	{
		test.world = scenario.world;
		result = runCase( &test );
		wfScenario_Free( &scenario );
	}
	return result;
}

wfResult wfBenchFields( wfBench* bench )
{
	static const struct
	{
		wfSceneKind kind;
		double barFirst;
	} scenes[] = { { wf_roomsScene, 5.0 },
				   { wf_openScene, 15.0 },
				   { wf_blocksScene, 0.0 },
				   { wf_labyrinthScene, 0.0 },
				   { wf_mazeScene, 0.0 } };
	wfResult result = wf_ok;
	for ( size_t i = 0; i < sizeof( scenes ) / sizeof( scenes[0] ) && result == wf_ok; ++i )
	{
		result = runScene( bench, scenes[i].kind, scenes[i].barFirst );
	}
	const char* folder = wfBench_GetDataFolder();
	return result == wf_ok && folder != NULL ? runMap( bench, folder, "maze512-1-0" ) : result;
}
