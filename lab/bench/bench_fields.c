// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Fields against the relaxation of the papers: Gauss-Seidel on p from 0.5 until no cell changes by more than 1e-6 in a sweep,
// the cheaper of the stopping rules in use. Both are the best of several runs where they are short; everything runs on one
// thread, and its processor time counts, unless --threads says more, which only ours makes use of. And how time and memory grow
// with the size of the map.
#include "bench.h"

#include "scenes/scenes.h"

#include <math.h>
#include <stdio.h>

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
	int64_t referenceArriving; // -1: not known
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
	double longest = test->bench->quick ? 3.0 : 60.0;
	Deadline deadline = { .bench = test->bench };
	wfRelaxDef def = wfDefaultRelaxDef();
	def.method = wf_gaussSeidel;
	def.startValue = 0.5;
	def.maxChange = 1e-6;
	def.maxIterations = INT32_MAX;
	def.progress = isInTime;
	def.progressContext = &deadline;
	test->referenceArriving = -1;
	wfTiming timing = wfBeginTiming( test->bench, REPEAT_MOST, REPEAT_SECONDS );
	while ( !test->referenceCut && wfTiming_Again( &timing ) )
	{
		deadline.at = timing.began + longest;
		// Without a report, so that nothing but the method is measured.
		wfResult result = wfRelax( test->grid, test->goals, 1, &def, p, NULL );
		wfTiming_Stop( &timing );
		test->referenceCut = result == wf_cancelled && !wfIsInterrupted();
		wfExpect( test->referenceCut ? wf_ok : result );
	}
	test->reference = timing.best;
	if ( !test->referenceCut )
	{
		wfRelaxReport report;
		def.progress = NULL;
		wfExpect( wfRelax( test->grid, test->goals, 1, &def, p, &report ) );
		test->referenceArriving = report.arrivingCount;
	}
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
	def.workers = test->bench->workers;
	double factor = INFINITY;
	wfFieldReport report = { 0 };
	wfTiming timing = wfBeginTiming( test->bench, REPEAT_MOST, REPEAT_SECONDS );
	while ( wfTiming_Again( &timing ) )
	{
		wfField* field = NULL;
		wfDestroyPlanner( *planner );
		timing.began = wfBench_GetSeconds( test->bench );
		wfExpect( wfCreatePlanner( test->grid, &def, planner, &wf_error ) );
		factor = fmin( factor, wfTiming_Get( &timing ) );
		wfExpect( wfPlanner_CreateFieldFromCells( *planner, test->goals, 1, &field, &wf_error ) );
		wfExpect( wfField_SolveAll( field ) );
		wfTiming_Stop( &timing );
		report = wfField_GetReport( field );
		wfDestroyField( field );
	}
	wfBenchRow* row = addRow( test, "first field", timing.best );
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

// Seconds of each of several fields that are solved together.
static double measureBatch( const wfBench* bench, wfPlanner* planner, const wfGrid* grid, const int32_t* cells, int32_t runs )
{
	wfVec2 points[GOALS];
	wfGoalDef goals[GOALS];
	wfBench_MakeGoals( grid, cells, GOALS, points, goals );
	wfTiming timing = wfBeginTiming( bench, runs, INFINITY );
	while ( wfTiming_Again( &timing ) )
	{
		wfField* fields[GOALS] = { NULL };
		wfExpect( wfPlanner_CreateFields( planner, goals, GOALS, fields, &wf_error ) );
		for ( int32_t k = 0; k < GOALS; ++k )
		{
			wfExpect( wfField_SolveAll( fields[k] ) );
		}
		wfTiming_Stop( &timing );
		for ( int32_t i = 0; i < GOALS; ++i )
		{
			wfDestroyField( fields[i] );
		}
	}
	return timing.best / GOALS;
}

static void measureGoals( Case* test, wfPlanner* planner )
{
	wfFieldReport worst = { 0 };
	double sum = 0.0;
	for ( int32_t i = 0; i < GOALS; ++i )
	{
		wfTiming timing = wfBeginTiming( test->bench, 5, INFINITY );
		while ( wfTiming_Again( &timing ) )
		{
			wfField* field = NULL;
			wfExpect( wfPlanner_CreateFieldFromCells( planner, test->goals + i, 1, &field, &wf_error ) );
			wfExpect( wfField_SolveAll( field ) );
			wfTiming_Stop( &timing );
			wfFieldReport report = wfField_GetReport( field );
			keepWorse( &worst, &report );
			wfDestroyField( field );
		}
		sum += timing.best;
	}
	wfBenchRow* row = addRow( test, "new goal, mean of 8", sum / GOALS );
	wfBenchRow_SetReport( row, &worst );
	row->leastRatio = test->bars ? 100.0 : 0.0;
	row->mostSeconds = test->corridors && !test->bench->quick ? 0.010 : 0.0;
	addRow( test, "new goal in a batch of 8, each", measureBatch( test->bench, planner, test->grid, test->goals, 5 ) );
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
	wfExpect( wfField_SolveAll( field ) );
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
	wfBench_ReportProgress( test->name, "reference" );
	measureReference( test );
	wfBench_ReportProgress( test->name, "fields" );
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
		Case test = { .bench = bench, .corridors = scenes[i].kind == wf_mazeScene };
		wfSceneDef def = { .kind = scenes[i].kind, .size = bench->quick ? 64 : 512, .seed = 1 };
		test.bars = scenes[i].barFirst > 0.0 && !bench->quick;
		test.barFirst = test.bars ? scenes[i].barFirst : 0.0;
		snprintf( test.name, sizeof( test.name ), "%s %d", wfDescribeScene( def.kind ), def.size );
		wfExpect( wfCreateScene( &def, &test.world, &wf_error ) );
		runCase( &test );
		wfDestroyWorld( test.world );
	}
	Case maze = { .bench = bench, .name = "maze512-1-0", .corridors = true };
	wfScenario scenario = { 0 };
	if ( wfBench_GetDataFolder() != NULL && wfBench_ReadMap( maze.name, &scenario ) )
	{
		maze.world = scenario.world;
		runCase( &maze );
		wfScenario_Free( &scenario );
	}
}

// --------------------------------------------------------------------------------------------------------------- growth

#define KINDS 3
#define SIZES 4

// What is measured of one map.
typedef struct Growth
{
	double cells;
	double first; // order, analyse, factorise and solve
	double solve;
	bool measured;
} Growth;

static void measureSolves( wfBench* bench, const char* name, wfPlanner* planner, const wfGrid* grid, Growth* growth )
{
	int32_t cells[GOALS];
	wfFieldReport report = { 0 };
	wfExpect( wfPickCells( grid, 5, cells, GOALS ) );
	wfTiming timing = wfBeginTiming( NULL, 3, INFINITY );
	while ( wfTiming_Again( &timing ) )
	{
		wfField* field = NULL;
		wfExpect( wfPlanner_CreateFieldFromCells( planner, cells + timing.run - 1, 1, &field, &wf_error ) );
		wfExpect( wfField_SolveAll( field ) );
		wfTiming_Stop( &timing );
		report = wfField_GetReport( field );
		wfDestroyField( field );
	}
	wfBenchRow* row = wfBench_AddRow( bench, name, "solve for one goal" );
	growth->cells = (double)report.reachableCount;
	row->seconds = growth->solve = timing.best;
	wfBenchRow_SetReport( row, &report );
	wfBench_AddRow( bench, name, "solve in a batch of 8, each" )->seconds = measureBatch( NULL, planner, grid, cells, 3 );
}

// The quickest of several planners; the last one stays. False where there is not enough memory.
static bool measurePlanner( const wfGrid* grid, const wfPlannerDef* def, wfPlanner** planner, wfPlannerReport* quickest )
{
	wfTiming timing = wfBeginTiming( NULL, 5, 1.0 );
	while ( wfTiming_Again( &timing ) )
	{
		wfDestroyPlanner( *planner );
		*planner = NULL;
		timing.began = wfGetSeconds();
		wfResult result = wfCreatePlanner( grid, def, planner, &wf_error );
		if ( result == wf_tooLarge || result == wf_outOfMemory )
		{
			return false;
		}
		wfExpect( result );
		*quickest = wfTiming_Get( &timing ) < timing.best ? wfPlanner_GetReport( *planner ) : *quickest;
		wfTiming_Stop( &timing );
	}
	return true;
}

static void measureMap( wfBench* bench, wfSceneKind kind, int32_t size, Growth* growth )
{
	char name[48];
	snprintf( name, sizeof( name ), "%s %d", wfDescribeScene( kind ), size );
	wfBench_ReportProgress( name, "growth" );
	wfSceneDef scene = { .kind = kind, .size = size, .seed = 1 };
	wfGridDef gridDef = wfDefaultGridDef();
	wfPlannerDef def = wfDefaultPlannerDef();
	wfWorld* world = NULL;
	wfGrid* grid = NULL;
	wfPlanner* planner = NULL;
	wfPlannerReport report = { 0 };
	gridDef.cellSize = 1.0;
	gridDef.workers = def.workers = bench->workers;
	def.memoryLimit = wfGetDefaultMemoryLimit();
	wfExpect( wfCreateScene( &scene, &world, &wf_error ) );
	double began = wfGetSeconds();
	wfExpect( wfCreateGrid( world, &gridDef, &grid, &wf_error ) );
	wfBench_AddRow( bench, name, "grid from the world" )->seconds = wfGetSeconds() - began;
	growth->measured = measurePlanner( grid, &def, &planner, &report );
	if ( growth->measured )
	{
		wfBench_AddRow( bench, name, "order" )->seconds = report.secondsOrder;
		wfBench_AddRow( bench, name, "analyse" )->seconds = report.secondsAnalyse;
		wfBenchRow* row = wfBench_AddRow( bench, name, "factorise" );
		row->seconds = report.secondsFactor;
		row->bytes = (double)report.bytes;
		measureSolves( bench, name, planner, grid, growth );
		growth->first = report.secondsOrder + report.secondsAnalyse + report.secondsFactor + growth->solve;
		// Attraction then falls off so fast that large fronts leave the range of double.
		def.haste = 1.0 / gridDef.cellSize;
		if ( measurePlanner( grid, &def, &planner, &report ) )
		{
			row = wfBench_AddRow( bench, name, "factorise at haste 1 per cell" );
			row->seconds = report.secondsFactor;
			row->bytes = (double)report.bytes;
		}
	}
	else
	{
		// A machine with less memory gets a shorter table.
		wfWarn( "%s needs more memory than there is, left out", name );
	}
	wfDestroyPlanner( planner );
	wfDestroyGrid( grid );
	wfDestroyWorld( world );
	wfExpectNoInterrupt();
}

static void drawGrowth( wfBench* bench, const wfSceneKind* kinds, Growth growth[KINDS][SIZES] )
{
	static double x[2 * KINDS][SIZES], y[2 * KINDS][SIZES];
	static char labels[2 * KINDS][48];
	wfPlotSeries series[2 * KINDS];
	for ( int32_t s = 0; s < 2 * KINDS; ++s )
	{
		int32_t kind = s % KINDS, count = 0;
		for ( int32_t i = 0; i < SIZES; ++i )
		{
			if ( growth[kind][i].measured )
			{
				x[s][count] = growth[kind][i].cells;
				y[s][count++] = s < KINDS ? growth[kind][i].first : growth[kind][i].solve;
			}
		}
		snprintf( labels[s], sizeof( labels[s] ), "%s, %s", wfDescribeScene( kinds[kind] ),
				  s < KINDS ? "first field" : "new goal" );
		series[s] = ( wfPlotSeries ){ labels[s], x[s], y[s], count };
	}
	wfBench_DrawPlot( bench, "Time for a field, 256 to 2048 cells squared", "free cells", "seconds", true, series, 2 * KINDS );
}

void wfBenchGrowth( wfBench* bench )
{
	static const wfSceneKind kinds[KINDS] = { wf_roomsScene, wf_openScene, wf_blocksScene };
	static Growth growth[KINDS][SIZES];
	int32_t sizes = bench->quick ? 2 : SIZES;
	for ( int32_t k = 0; k < KINDS; ++k )
	{
		for ( int32_t i = 0; i < sizes; ++i )
		{
			measureMap( bench, kinds[k], 256 << i, &growth[k][i] );
		}
	}
	drawGrowth( bench, kinds, growth );
}
