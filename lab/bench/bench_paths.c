// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Length and clearance of paths against those of A*, on maps with problems (MovingAI): what haste does. Without the maps
// (WAYFIELD_DATA) generated scenes take their place.
#include "bench.h"

#include "scenes/scenes.h"

#include <math.h>
#include <stdio.h>

// Clearances beyond this, in cells, are not told apart.
#define REACH 64.0

// Haste k in 1/m; a cell is 1 m, and more than 1 per cell is not told apart.
static const double s_hastes[] = { 0.0, 0.02, 0.05, 0.1, 0.3, 1.0 };
#define HASTE_COUNT ( (int32_t)( sizeof( s_hastes ) / sizeof( s_hastes[0] ) ) )
#define MAX_CASES 8

typedef struct Sums
{
	double seconds, ratio, clearance;
	int32_t count;
} Sums;

typedef struct PathCase
{
	wfBench* bench;
	const char* name;
	const wfGrid* grid;
	wfProblem* problems;
	int32_t count;
	double* optimal; // lengths of A*'s paths, 0: no path
} PathCase;

// The distance to the nearest blocked cell, averaged along a polyline: the same measure for all.
static double measureClearance( const wfGrid* grid, const wfVec2* points, int32_t count )
{
	double cell = wfGrid_GetCellSize( grid ), sum = 0.0, weight = 0.0;
	for ( int32_t i = 0; i + 1 < count; ++i )
	{
		double x = points[i + 1].x - points[i].x, y = points[i + 1].y - points[i].y, length = sqrt( x * x + y * y );
		int32_t samples = 1 + (int32_t)( length / ( 0.25 * cell ) );
		for ( int32_t k = 0; k < samples && length > 0.0; ++k )
		{
			double t = ( k + 0.5 ) / samples;
			wfVec2 place = { points[i].x + t * x, points[i].y + t * y };
			sum += length / samples * wfGrid_GetCellDistance( grid, place, REACH * cell );
			weight += length / samples;
		}
	}
	return weight > 0.0 ? sum / weight : 0.0;
}

static void addRow( const PathCase* test, const char* measure, const Sums* sums, double reference )
{
	wfBenchRow* row = wfBench_AddRow( test->bench, test->name, measure );
	row->referenceSeconds = reference;
	row->seconds = sums->seconds / sums->count;
	row->lengthRatio = sums->ratio / sums->count;
	row->clearance = sums->clearance / sums->count;
}

// Returns the seconds of a path.
static double runAstar( PathCase* test )
{
	int32_t capacity = wfGrid_GetWidth( test->grid ) * wfGrid_GetHeight( test->grid );
	wfVec2* points = wfNewArray( (size_t)capacity, sizeof( wfVec2 ) );
	wfAstar* astar = wfCreateAstar( test->grid );
	Sums sums = { 0 };
	for ( int32_t i = 0; i < test->count; ++i )
	{
		const wfProblem* problem = test->problems + i;
		int32_t start = wfGrid_GetCell( test->grid, problem->start ), goal = wfGrid_GetCell( test->grid, problem->goal );
		bool joined = start >= 0 && goal >= 0 && start != goal && wfGrid_IsFree( test->grid, start ) &&
					  wfGrid_GetComponent( test->grid, start ) == wfGrid_GetComponent( test->grid, goal );
		double began = wfGetSeconds();
		int32_t count = joined ? wfAstar_Find( astar, start, goal, points, capacity, test->optimal + i ) : 0;
		if ( count > 1 )
		{
			sums.seconds += wfGetSeconds() - began;
			sums.ratio += problem->optimalLength > 0.0 ? test->optimal[i] / problem->optimalLength : 1.0;
			sums.clearance += measureClearance( test->grid, points, count );
			sums.count += 1;
		}
	}
	if ( sums.count > 0 )
	{
		addRow( test, "A*", &sums, NAN );
	}
	return sums.seconds / sums.count;
}

static void runHaste( const PathCase* test, double haste, double reference )
{
	wfPlannerDef def = wfDefaultPlannerDef();
	wfTraceDef trace = wfDefaultTraceDef();
	wfPlanner* planner = NULL;
	wfPath path = { 0 };
	Sums sums = { 0 };
	def.haste = haste;
	def.workers = test->bench->workers;
	trace.tautness = WF_TAUTNESS_OF_FIELD;
	wfExpect( wfCreatePlanner( test->grid, &def, &planner, &wf_error ) );
	for ( int32_t i = 0; i < test->count; ++i )
	{
		if ( test->optimal[i] == 0.0 )
		{
			continue;
		}
		wfField* field = NULL;
		int32_t goal = wfGrid_GetCell( test->grid, test->problems[i].goal );
		double began = wfGetSeconds();
		wfExpect( wfPlanner_CreateFieldFromCells( planner, &goal, 1, &field, &wf_error ) );
		wfExpect( wfField_TracePath( field, test->problems[i].start, &trace, &path, NULL ) );
		sums.seconds += wfGetSeconds() - began;
		sums.ratio += path.length / test->optimal[i];
		sums.clearance += measureClearance( test->grid, path.points, path.count );
		sums.count += 1;
		wfDestroyField( field );
		wfExpectNoInterrupt();
	}
	wfPath_Free( &path );
	wfDestroyPlanner( planner );
	if ( sums.count > 0 )
	{
		char measure[64];
		snprintf( measure, sizeof( measure ), "haste %g", haste );
		addRow( test, measure, &sums, reference );
	}
}

static void runPathCase( PathCase* test )
{
	wfBench_ReportProgress( test->name, "paths" );
	test->optimal = wfNewArray( (size_t)test->count + 1, sizeof( double ) );
	double seconds = runAstar( test );
	for ( int32_t i = 0; i < HASTE_COUNT; ++i )
	{
		runHaste( test, s_hastes[i], seconds );
	}
}

static void runMapPaths( wfBench* bench, const char* name )
{
	char path[512];
	wfGridDef gridDef = wfDefaultGridDef();
	wfScenario scenario = { 0 };
	wfGrid* grid = NULL;
	wfProblem* problems = NULL;
	int32_t count = 0;
	if ( !wfBench_ReadMap( name, &scenario ) )
	{
		return;
	}
	gridDef.cellSize = scenario.cellSize;
	wfExpect( wfCreateGrid( scenario.world, &gridDef, &grid, &wf_error ) );
	snprintf( path, sizeof( path ), "%s/maps/%s.map.scen", wfBench_GetDataFolder(), name );
	wfExpect( wfReadProblems( path, wfGrid_GetWidth( grid ), wfGrid_GetHeight( grid ), &problems, &count, &wf_error ) );
	PathCase test = { .bench = bench, .name = name, .grid = grid, .problems = problems };
	// Some of them, spread over the whole file, which is sorted by length.
	int32_t limit = bench->quick ? 8 : bench->limit;
	test.count = count < limit ? count : limit;
	for ( int32_t i = 0; i < test.count; ++i )
	{
		problems[i] = problems[(int32_t)( ( i + 0.5 ) * count / test.count )];
	}
	runPathCase( &test );
	wfFreeProblems( problems, count );
	wfDestroyGrid( grid );
	wfScenario_Free( &scenario );
}

static void runScenePaths( wfBench* bench, wfSceneKind kind )
{
	wfSceneDef def = { .kind = kind, .size = bench->quick ? 96 : 256, .seed = 3 };
	wfGridDef gridDef = wfDefaultGridDef();
	wfWorld* world = NULL;
	wfGrid* grid = NULL;
	int32_t count = bench->quick ? 8 : bench->limit;
	int32_t* cells = wfNewArray( 2 * (size_t)count, sizeof( int32_t ) );
	wfProblem* problems = wfNewArray( (size_t)count, sizeof( wfProblem ) );
	gridDef.cellSize = 1.0;
	wfExpect( wfCreateScene( &def, &world, &wf_error ) );
	wfExpect( wfCreateGrid( world, &gridDef, &grid, &wf_error ) );
	wfExpect( wfPickCells( grid, 9, cells, 2 * count ) );
	for ( int32_t i = 0; i < count; ++i )
	{
		problems[i].start = wfGrid_GetCenter( grid, cells[2 * i] );
		problems[i].goal = wfGrid_GetCenter( grid, cells[2 * i + 1] );
	}
	char name[48];
	snprintf( name, sizeof( name ), "%s %d", wfDescribeScene( kind ), def.size );
	PathCase test = { .bench = bench, .name = name, .grid = grid, .problems = problems, .count = count };
	runPathCase( &test );
	wfDestroyGrid( grid );
	wfDestroyWorld( world );
}

// Length against clearance, both in parts of A*'s, one curve for each map. The rows are those of A* and then of each haste.
static void drawPaths( wfBench* bench )
{
	static double x[MAX_CASES][HASTE_COUNT], y[MAX_CASES][HASTE_COUNT];
	wfPlotSeries series[MAX_CASES];
	int32_t cases = bench->rowCount / ( HASTE_COUNT + 1 );
	cases = cases < MAX_CASES ? cases : MAX_CASES;
	for ( int32_t k = 0; k < cases; ++k )
	{
		const wfBenchRow* rows = bench->rows + k * ( HASTE_COUNT + 1 );
		for ( int32_t i = 0; i < HASTE_COUNT; ++i )
		{
			x[k][i] = rows[1 + i].lengthRatio;
			y[k][i] = rows[1 + i].clearance / rows[0].clearance;
		}
		series[k] = ( wfPlotSeries ){ rows[0].name, x[k], y[k], HASTE_COUNT };
	}
	wfBench_DrawPlot( bench, "Haste from 0 (right) to 1 per cell (left), against A* (1, 1)", "length / length of A*",
					  "clearance / clearance of A*", false, series, cases );
}

void wfBenchPaths( wfBench* bench )
{
	static const char* const maps[] = { "arena", "brc000d", "brc202d", "lak303d", "Aftershock", "Berlin_0_256", "Boston_0_512" };
	bool real = wfBench_GetDataFolder() != NULL;
	for ( size_t i = 0; i < sizeof( maps ) / sizeof( maps[0] ) && real; ++i )
	{
		runMapPaths( bench, maps[i] );
	}
	if ( !real )
	{
		runScenePaths( bench, wf_roomsScene );
		runScenePaths( bench, wf_blocksScene );
	}
	drawPaths( bench );
}
