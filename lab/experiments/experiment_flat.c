// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments where potential fields of the literature get stuck: long corridors, concave obstacles; and what kind of walls does.
#include "experiment.h"

#include "progress.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// ------------------------------------------------------------------------------------------------------------- flatness

// The worst over all resolutions.
typedef struct Flatness
{
	double plainFlat;	 // smallest share of flat cells
	double plainArrive;	 // largest share of cells that arrive
	double stackArrive;	 // smallest share of starts
	double flat, arrive; // ours: most flat cells, smallest share that arrives
	double residual;
} Flatness;

// The literature's methods take their time.
static bool isNotInterrupted( double fraction, void* context )
{
	(void)fraction;
	(void)context;
	return !wfIsInterrupted();
}

static double walkStacks( wfTrial* run, const wfGrid* grid, const int32_t* goals, int32_t goalCount, double cellSize )
{
	wfSubgoalDef def = wfDefaultSubgoalDef();
	def.relax.maxIterations = (int32_t)wfTrial_GetNumber( run, "stackIterations" );
	def.relax.progress = isNotInterrupted;
	int32_t arrived = 0, subgoals = 0;
	double seconds = 0.0;
	for ( int32_t i = 0; i < run->scenario.startCount; ++i )
	{
		wfSubgoalReport report = { 0 };
		int32_t start = wfGrid_GetCell( grid, run->scenario.starts[i] );
		wfTrial_Check( run, wfWalkSubgoals( grid, goals, goalCount, start, &def, NULL, 0, &report ) );
		arrived += report.arrived;
		subgoals += report.subgoals;
		seconds += report.seconds;
	}
	wfTrial_Note( run, "", subgoals, "sub-goals needed from %d starts, cell %g m", run->scenario.startCount, cellSize );
	wfTrial_Note( run, "s", seconds, "walks with sub-goals, cell %g m", cellSize );
	return (double)arrived / run->scenario.startCount;
}

static void drawFlatness( wfTrial* run, const wfGrid* grid, const double* p, const wfSolved* solved, const int32_t* goals,
						  int32_t goalCount )
{
	wfPictureDef def = wfDefaultPictureDef();
	def.title = run->scenario.name;
	def.leftTitle = "potential p in doubles";
	def.rightTitle = "attraction q in full precision";
	def.goalCells = goals;
	def.goalCount = goalCount;
	def.starts = run->scenario.starts;
	def.startCount = run->scenario.startCount;
	wfTrial_Check( run, wfDrawComparison( run->picture, grid, run->scenario.world, p, solved->field, &def, &wf_error ) );
}

static void measureFlatness( wfTrial* run, double cellSize, bool draw, Flatness* worst )
{
	wfGrid* grid = wfTrial_CreateGrid( run, cellSize );
	int32_t goalCount;
	int32_t* goals = wfTrial_GetGoalCells( run, grid, &goalCount );
	double* p = wfNewArray( (size_t)wfGrid_GetWidth( grid ) * (size_t)wfGrid_GetHeight( grid ), sizeof( double ) );
	wfSolved solved = wfTrial_Solve( run, grid, NULL );
	wfRelaxDef relax = wfDefaultRelaxDef();
	relax.maxChange = wfTrial_GetNumber( run, "relaxChange" );
	relax.maxIterations = INT32_MAX;
	relax.progress = isNotInterrupted;
	wfRelaxReport report = { 0 };
	wfTrial_Check( run, wfRelax( grid, goals, goalCount, &relax, p, &report ) );
	double reachable = (double)solved.report.reachableCount;
	worst->plainFlat = fmin( worst->plainFlat, (double)report.flatCount / reachable );
	worst->plainArrive = fmax( worst->plainArrive, (double)report.arrivingCount / reachable );
	worst->flat = fmax( worst->flat, (double)solved.report.flatCount );
	worst->arrive = fmin( worst->arrive, (double)solved.report.arrivingCount / reachable );
	worst->residual = fmax( worst->residual, solved.report.maxRelativeResidual );
	wfTrial_Note( run, "", (double)report.flatCount, "flat cells of plain p among %lld, cell %g m",
				  (long long)solved.report.reachableCount, cellSize );
	wfTrial_Note( run, "s", report.seconds, "plain p, %d sweeps, cell %g m", report.iterations, cellSize );
	wfTrial_Note( run, "s", solved.report.seconds, "q for one goal, cell %g m", cellSize );
	wfTrial_Note( run, "", solved.report.minLogValue, "natural logarithm of the smallest q, cell %g m", cellSize );
	worst->stackArrive = fmin( worst->stackArrive, walkStacks( run, grid, goals, goalCount, cellSize ) );
	if ( draw && run->picture[0] != 0 )
	{
		drawFlatness( run, grid, p, &solved, goals, goalCount );
	}
	wfSolved_Free( &solved );
	free( p );
	free( goals );
	wfDestroyGrid( grid );
}

void wfPerformFlatness( wfTrial* run )
{
	double cells[WF_MAX_LIST];
	int32_t count = wfTrial_GetList( run, "cells", cells ), quickCount = (int32_t)wfTrial_GetNumber( run, "quickCells" );
	Flatness worst = { .plainFlat = DBL_MAX, .stackArrive = DBL_MAX, .arrive = DBL_MAX };
	count = run->quick && quickCount >= 1 && quickCount < count ? quickCount : count;
	for ( int32_t i = 0; i < count; ++i )
	{
		measureFlatness( run, cells[i], i == ( count > 1 ? 1 : 0 ), &worst );
	}
	wfTrial_Claim( run, "plainFlat", worst.plainFlat );
	wfTrial_Claim( run, "plainArrive", worst.plainArrive );
	wfTrial_Claim( run, "stackArrive", worst.stackArrive );
	wfTrial_Claim( run, "flat", worst.flat );
	wfTrial_Claim( run, "arrive", worst.arrive );
	wfTrial_Claim( run, "residual", worst.residual );
}

// ----------------------------------------------------------------------------------------------------------------- trap

// Cells from which walking straight toward the goal, as far as walls allow, ends before it: what makes the obstacle a trap.
static int64_t countStuckWalks( const wfGrid* grid, wfVec2 goal, const uint8_t* isGoal )
{
	int32_t width = wfGrid_GetWidth( grid ), height = wfGrid_GetHeight( grid );
	int64_t stuck = 0;
	for ( int32_t start = 0; start < width * height; ++start )
	{
		int32_t cell = wfGrid_IsFree( grid, start ) ? start : -1;
		while ( cell >= 0 && isGoal[cell] == 0 )
		{
			const int32_t i = cell % width, j = cell / width;
			const int32_t around[4] = { i + 1 < width ? cell + 1 : -1, i > 0 ? cell - 1 : -1, j + 1 < height ? cell + width : -1,
										j > 0 ? cell - width : -1 };
			wfVec2 here = wfGrid_GetCenter( grid, cell );
			double nearest = ( here.x - goal.x ) * ( here.x - goal.x ) + ( here.y - goal.y ) * ( here.y - goal.y );
			int32_t next = -1;
			for ( int32_t n = 0; n < 4; ++n )
			{
				if ( around[n] >= 0 && wfGrid_IsFree( grid, around[n] ) )
				{
					wfVec2 there = wfGrid_GetCenter( grid, around[n] );
					double distance = ( there.x - goal.x ) * ( there.x - goal.x ) + ( there.y - goal.y ) * ( there.y - goal.y );
					next = distance < nearest ? around[n] : next;
					nearest = fmin( nearest, distance );
				}
			}
			stuck += next < 0;
			cell = next;
		}
	}
	return stuck;
}

void wfPerformTrap( wfTrial* run )
{
	wfGrid* grid = wfTrial_CreateGrid( run, 0.0 );
	wfSolved solved = wfTrial_Solve( run, grid, NULL );
	double every = wfTrial_GetEffort( run, "traceEvery", 1.0, 1e6 );
	int32_t goalCount;
	int32_t* goals = wfTrial_GetGoalCells( run, grid, &goalCount );
	uint8_t* isGoal = wfNewArray( (size_t)wfGrid_GetWidth( grid ) * (size_t)wfGrid_GetHeight( grid ), 1 );
	for ( int32_t i = 0; i < goalCount; ++i )
	{
		isGoal[goals[i]] = 1;
	}
	double stuck = (double)countStuckWalks( grid, wfGrid_GetCenter( grid, goals[goalCount / 2] ), isGoal );
	wfTrial_Claim( run, "isTrap", stuck / (double)solved.report.reachableCount );
	free( isGoal );
	free( goals );
	wfTrial_Claim( run, "flat", (double)solved.report.flatCount );
	wfTrial_Claim( run, "arrive", (double)solved.report.arrivingCount / (double)solved.report.freeCount );
	wfTraced traced = wfTrial_TraceCells( run, grid, solved.field, (int32_t)every );
	wfTrial_Note( run, "", traced.traced, "paths traced" );
	wfTrial_Claim( run, "traced", traced.traced > 0 ? (double)traced.arrived / traced.traced : 0.0 );
	double arrived = wfTrial_DrawField( run, "", run->scenario.name, grid, solved.field, NULL, 0 );
	wfTrial_Claim( run, "startsArrive", arrived );
	wfSolved_Free( &solved );
	wfDestroyGrid( grid );
}

// ---------------------------------------------------------------------------------------------------------------- walls

void wfPerformWalls( wfTrial* run )
{
	static const char* const kinds[] = { "Dirichlet", "Neumann" };
	double every = wfTrial_GetEffort( run, "startEvery", 1.0, 1e6 ), haste = 0.0;
	wfGrid* grid = wfTrial_CreateGrid( run, 0.0 );
	wfTraced walls[2];
	int64_t flat = 0;
	for ( int32_t w = 0; w < 2; ++w )
	{
		wfPlannerDef def = run->scenario.planner;
		def.walls = w == 0 ? wf_dirichletWalls : wf_neumannWalls;
		wfSolved solved = wfTrial_Solve( run, grid, &def );
		walls[w] = wfTrial_TraceCells( run, grid, solved.field, (int32_t)every );
		flat += solved.report.flatCount;
		haste = wfPlanner_GetReport( solved.planner ).haste;
		// One picture for each kind of walls.
		char title[32];
		snprintf( title, sizeof( title ), "%s walls", kinds[w] );
		wfTrial_DrawField( run, w == 1 ? "neumann" : "", title, grid, solved.field, NULL, 0 );
		wfSolved_Free( &solved );
	}
	wfTrial_Claim( run, "closer", walls[1].clearance / walls[0].clearance );
	wfTrial_Claim( run, "closest", walls[1].smallest / walls[0].smallest );
	wfTrial_Claim( run, "arrive", (double)( walls[0].arrived + walls[1].arrived ) / ( walls[0].traced + walls[1].traced ) );
	wfTrial_Claim( run, "flat", (double)flat );
	for ( int32_t w = 0; w < 2; ++w )
	{
		wfTrial_Note( run, "m", walls[w].clearance, "%s walls: mean clearance", kinds[w] );
		wfTrial_Note( run, "m", walls[w].smallest, "%s walls: mean of the smallest clearances", kinds[w] );
		wfTrial_Note( run, "m", walls[w].length, "%s walls: mean length of %d paths", kinds[w], walls[w].traced );
	}
	wfTrial_Note( run, "1/m", haste, "haste in force with Neumann walls" );
	wfDestroyGrid( grid );
}
