// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Fields against the relaxation of the literature: Gauss-Seidel on p from 0.5 until no cell changes by more than 1e-6 in a sweep,
// the cheaper of the stopping rules in use. Both are the best of several runs where they are short; everything runs on one
// thread, and its processor time counts, unless --threads says more, which only ours makes use of.
#include "bench.h"

#include "scenes/scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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

static void measureReference( Case* test )
{
	size_t cells = (size_t)wfGrid_GetWidth( test->grid ) * (size_t)wfGrid_GetHeight( test->grid );
	double* p = wfNewArray( cells, sizeof( double ) );
	double longest = test->bench->quick ? 3.0 : 60.0, spent = 0.0;
	Deadline deadline = { .bench = test->bench };
	wfRelaxDef def = wfDefaultRelaxDef();
	def.method = wf_gaussSeidel;
	def.startValue = 0.5;
	def.maxChange = 1e-6;
	def.maxIterations = INT32_MAX;
	def.progress = isInTime;
	def.progressContext = &deadline;
	test->reference = INFINITY;
	test->referenceArriving = -1;
	for ( int32_t run = 0; wfMayRepeat( run, spent, REPEAT_MOST, REPEAT_SECONDS ) && !test->referenceCut; ++run )
	{
		double began = wfBench_GetSeconds( test->bench );
		deadline.at = began + longest;
		// Without a report, so that nothing but the method is measured.
		wfResult result = wfRelax( test->grid, test->goals, 1, &def, p, NULL );
		double seconds = wfBench_GetSeconds( test->bench ) - began;
		test->referenceCut = result == wf_cancelled && !wfIsInterrupted();
		wfExpect( test->referenceCut ? wf_ok : result );
		test->reference = fmin( test->reference, seconds );
		spent += seconds;
	}
	if ( !test->referenceCut )
	{
		wfRelaxReport report;
		def.progress = NULL;
		wfExpect( wfRelax( test->grid, test->goals, 1, &def, p, &report ) );
		test->referenceArriving = report.arrivingCount;
	}
	free( p );
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

static void measureFirst( Case* test, wfPlanner** planner )
{
	wfPlannerDef def = wfDefaultPlannerDef();
	double best = INFINITY, factor = INFINITY, spent = 0.0;
	wfFieldReport report = { 0 };
	for ( int32_t run = 0; wfMayRepeat( run, spent, REPEAT_MOST, REPEAT_SECONDS ); ++run )
	{
		wfField* field = NULL;
		wfDestroyPlanner( *planner );
		*planner = NULL;
		def.workers = test->bench->workers;
		double began = wfBench_GetSeconds( test->bench );
		wfExpect( wfCreatePlanner( test->grid, &def, planner, &wf_error ) );
		factor = fmin( factor, wfBench_GetSeconds( test->bench ) - began );
		wfExpect( wfPlanner_CreateFieldFromCells( *planner, test->goals, 1, &field, &wf_error ) );
		best = fmin( best, wfBench_GetSeconds( test->bench ) - began );
		spent += wfBench_GetSeconds( test->bench ) - began;
		report = wfField_GetReport( field );
		wfDestroyField( field );
	}
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

static void measureGoals( Case* test, wfPlanner* planner )
{
	wfFieldReport worst = { 0 };
	double sum = 0.0, batch = INFINITY;
	for ( int32_t i = 0; i < GOALS; ++i )
	{
		double best = INFINITY;
		for ( int32_t run = 0; run < 5; ++run )
		{
			wfField* field = NULL;
			double began = wfBench_GetSeconds( test->bench );
			wfExpect( wfPlanner_CreateFieldFromCells( planner, test->goals + i, 1, &field, &wf_error ) );
			best = fmin( best, wfBench_GetSeconds( test->bench ) - began );
			wfFieldReport report = wfField_GetReport( field );
			keepWorse( &worst, &report );
			wfDestroyField( field );
		}
		sum += best;
	}
	wfVec2 points[GOALS];
	wfGoalDef goals[GOALS];
	wfBench_MakeGoals( test->grid, test->goals, GOALS, points, goals );
	for ( int32_t run = 0; run < 5; ++run )
	{
		wfField* fields[GOALS] = { NULL };
		double began = wfBench_GetSeconds( test->bench );
		wfExpect( wfPlanner_CreateFields( planner, goals, GOALS, fields, &wf_error ) );
		batch = fmin( batch, wfBench_GetSeconds( test->bench ) - began );
		for ( int32_t i = 0; i < GOALS; ++i )
		{
			wfDestroyField( fields[i] );
		}
	}
	wfBenchRow* row = addRow( test, "new goal, mean of 8", sum / GOALS );
	wfBenchRow_SetReport( row, &worst );
	row->leastRatio = test->bars ? 100.0 : 0.0;
	row->mostSeconds = test->corridors && !test->bench->quick ? 0.010 : 0.0;
	addRow( test, "new goal in a batch of 8, each", batch / GOALS );
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
static void follow( Case* test, wfPlanner* planner, wfField* field, EditTimes* times, double* seconds )
{
	int32_t changed[64];
	double began = wfBench_GetSeconds( test->bench );
	int64_t count = wfGrid_Update( test->grid, test->world, changed, 64 );
	wfExpect( count < 0 ? (wfResult)-count : ( count > 64 ? wf_tooLarge : wf_ok ) );
	wfExpect( wfPlanner_Update( planner, changed, count ) );
	wfExpect( wfField_Solve( field ) );
	*seconds += wfBench_GetSeconds( test->bench ) - began;
	wfFieldReport report = wfField_GetReport( field );
	keepWorse( &times->worst, &report );
}

static void editAt( Case* test, wfPlanner* planner, wfField* field, wfVec2 place, EditTimes* times )
{
	wfShapeDef shape = wfDefaultShapeDef();
	double cellSize = wfGrid_GetCellSize( test->grid );
	wfShapeId id = { 0 };
	shape.kind = wf_boxShape;
	shape.center = place;
	shape.halfSize = ( wfVec2 ){ 1.5 * cellSize, 1.5 * cellSize };
	wfExpect( wfWorld_AddShape( test->world, &shape, &id, &wf_error ) );
	follow( test, planner, field, times, &times->put );
	wfExpect( wfWorld_RemoveShape( test->world, id ) );
	follow( test, planner, field, times, &times->taken );
	times->count += 1;
}

static void measureEdits( Case* test )
{
	wfPlannerDef def = wfDefaultPlannerDef();
	wfPlanner* planner = NULL;
	wfField* field = NULL;
	EditTimes times = { 0 };
	def.editable = true;
	def.workers = test->bench->workers;
	wfExpect( wfCreatePlanner( test->grid, &def, &planner, &wf_error ) );
	wfExpect( wfPlanner_CreateFieldFromCells( planner, test->goals, 1, &field, &wf_error ) );
	for ( uint64_t attempt = 0; attempt < 20000 && times.count < EDITS; ++attempt )
	{
		wfVec2 place;
		if ( findPlace( test, attempt, &place ) )
		{
			editAt( test, planner, field, place, &times );
		}
	}
	if ( times.count > 0 )
	{
		wfBenchRow* row = addRow( test, "3x3 obstacle put, new field", times.put / times.count );
		wfBenchRow_SetReport( row, &times.worst );
		row->leastRatio = test->bars ? 50.0 : 0.0;
		addRow( test, "3x3 obstacle taken away, new field", times.taken / times.count );
	}
	wfDestroyField( field );
	wfDestroyPlanner( planner );
}

// ---------------------------------------------------------------------------------------------------------------- walks

// Walk from every free cell by best neighbours until the goal, and not by the field's own report. What is known of a cell is used
// by all walks that come through it.
static void walkFromAll( Case* test, wfPlanner* planner )
{
	int32_t cells = wfGrid_GetWidth( test->grid ) * wfGrid_GetHeight( test->grid );
	uint8_t* arrives = wfNewArray( (size_t)cells, 1 );
	int32_t* walk = wfNewArray( (size_t)cells, sizeof( int32_t ) );
	wfField* field = NULL;
	wfExpect( wfPlanner_CreateFieldFromCells( planner, test->goals, 1, &field, &wf_error ) );
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
	free( arrives );
	free( walk );
}

// ---------------------------------------------------------------------------------------------------------------- cases

static void runCase( Case* test )
{
	wfGridDef def = wfDefaultGridDef();
	wfPlanner* planner = NULL;
	def.cellSize = 1.0;
	def.workers = test->bench->workers;
	wfExpect( wfCreateGrid( test->world, &def, &test->grid, &wf_error ) );
	wfExpect( wfPickCells( test->grid, 5, test->goals, GOALS ) );
	wfBench_Tell( test->name, "reference" );
	measureReference( test );
	wfBench_Tell( test->name, "fields" );
	measureFirst( test, &planner );
	measureGoals( test, planner );
	if ( test->corridors )
	{
		walkFromAll( test, planner );
	}
	wfDestroyPlanner( planner );
	measureEdits( test );
	wfDestroyGrid( test->grid );
	wfExpectNoInterrupt();
}

static void runScene( wfBench* bench, wfSceneKind kind, double barFirst )
{
	Case test = { .bench = bench, .corridors = kind == wf_mazeScene };
	wfSceneDef def = { .kind = kind, .size = bench->quick ? 64 : 512, .seed = 1 };
	test.bars = barFirst > 0.0 && !bench->quick;
	test.barFirst = test.bars ? barFirst : 0.0;
	snprintf( test.name, sizeof( test.name ), "%s %d", wfDescribeScene( kind ), def.size );
	wfExpect( wfCreateScene( &def, &test.world, &wf_error ) );
	runCase( &test );
	wfDestroyWorld( test.world );
}

static void runMap( wfBench* bench, const char* name )
{
	Case test = { .bench = bench, .corridors = true };
	wfScenario scenario = { 0 };
	snprintf( test.name, sizeof( test.name ), "%s", name );
	if ( wfBench_ReadMap( name, &scenario ) )
	{
		test.world = scenario.world;
		runCase( &test );
		wfScenario_Free( &scenario );
	}
}

void wfBenchFields( wfBench* bench )
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
	for ( size_t i = 0; i < sizeof( scenes ) / sizeof( scenes[0] ); ++i )
	{
		runScene( bench, scenes[i].kind, scenes[i].barFirst );
	}
	if ( wfBench_GetDataFolder() != NULL )
	{
		runMap( bench, "maze512-1-0" );
	}
}
