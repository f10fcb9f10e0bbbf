// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// How time and memory grow with the size of the map.
#include "bench.h"

#include "scenes/scenes.h"

#include <math.h>
#include <stdio.h>

#define GOALS 8
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
	wfVec2 points[GOALS];
	wfGoalDef goals[GOALS];
	wfField* fields[GOALS] = { NULL };
	double best = INFINITY;
	wfExpect( wfPickCells( grid, 5, cells, GOALS ) );
	for ( int32_t i = 0; i < 3; ++i )
	{
		double began = wfGetSeconds();
		wfExpect( wfPlanner_CreateFieldFromCells( planner, cells + i, 1, fields, &wf_error ) );
		best = fmin( best, wfGetSeconds() - began );
		wfFieldReport report = wfField_GetReport( fields[0] );
		growth->cells = (double)report.reachableCount;
		if ( i == 2 )
		{
			wfBenchRow* row = wfBench_AddRow( bench, name, "solve for one goal" );
			row->seconds = growth->solve = best;
			wfBenchRow_SetReport( row, &report );
		}
		wfDestroyField( fields[0] );
	}
	wfBench_MakeGoals( grid, cells, GOALS, points, goals );
	best = INFINITY;
	for ( int32_t run = 0; run < 3; ++run )
	{
		double began = wfGetSeconds();
		wfExpect( wfPlanner_CreateFields( planner, goals, GOALS, fields, &wf_error ) );
		best = fmin( best, ( wfGetSeconds() - began ) / GOALS );
		for ( int32_t i = 0; i < GOALS; ++i )
		{
			wfDestroyField( fields[i] );
		}
	}
	wfBench_AddRow( bench, name, "solve in a batch of 8, each" )->seconds = best;
}

// The quickest of several planners; the last one stays. False where there is not enough memory.
static bool measurePlanner( const wfGrid* grid, const wfPlannerDef* def, wfPlanner** planner, wfPlannerReport* best )
{
	double quickest = INFINITY, spent = 0.0;
	for ( int32_t run = 0; run < 5 && ( run == 0 || spent < 1.0 ); ++run )
	{
		wfDestroyPlanner( *planner );
		*planner = NULL;
		double began = wfGetSeconds();
		wfResult result = wfCreatePlanner( grid, def, planner, &wf_error );
		if ( result == wf_tooLarge || result == wf_outOfMemory )
		{
			return false;
		}
		wfExpect( result );
		double seconds = wfGetSeconds() - began;
		spent += seconds;
		if ( seconds < quickest )
		{
			quickest = seconds;
			*best = wfPlanner_GetReport( *planner );
		}
	}
	return true;
}

static void measureMap( wfBench* bench, wfSceneKind kind, int32_t size, Growth* growth )
{
	char name[48];
	snprintf( name, sizeof( name ), "%s %d", wfDescribeScene( kind ), size );
	wfBench_Tell( name, "growth" );
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
