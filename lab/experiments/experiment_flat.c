// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments where potential fields of the literature get stuck: long corridors, concave obstacles; and what kind of walls does.
#include "experiment.h"

#include "progress.h"

#include "wayfield/picture.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static double walkStacks( wfRun* run, const wfGrid* grid, const int32_t* goals, int32_t goalCount, double cellSize )
{
	wfSubgoalDef def = wfDefaultSubgoalDef();
	def.relax.maxIterations = (int32_t)wfRun_GetNumber( run, "stackIterations" );
	def.relax.progress = isNotInterrupted;
	int32_t arrived = 0, subgoals = 0;
	double seconds = 0.0;
	for ( int32_t i = 0; i < run->scenario.startCount && run->result == wf_ok; ++i )
	{
		wfSubgoalReport report = { 0 };
		int32_t start = wfGrid_GetCell( grid, run->scenario.starts[i] );
		wfRun_Check( run, wfWalkSubgoals( grid, goals, goalCount, start, &def, NULL, 0, &report ) );
		arrived += report.arrived;
		subgoals += report.subgoals;
		seconds += report.seconds;
	}
	wfRun_Note( run, "", subgoals, "sub-goals needed from %d starts, cell %g m", run->scenario.startCount, cellSize );
	wfRun_Note( run, "s", seconds, "walks with sub-goals, cell %g m", cellSize );
	return (double)arrived / run->scenario.startCount;
}

static void drawFlatness( wfRun* run, const wfGrid* grid, const double* p, const wfSolved* solved, const int32_t* goals,
						  int32_t goalCount )
{
	if ( run->result != wf_ok || run->picture[0] == 0 )
	{
		return;
	}
	wfPictureDef def = wfDefaultPictureDef();
	def.title = run->scenario.name;
	def.leftTitle = "potential p in doubles";
	def.rightTitle = "attraction q in full precision";
	def.goalCells = goals;
	def.goalCount = goalCount;
	def.starts = run->scenario.starts;
	def.startCount = run->scenario.startCount;
	wfRun_Check( run, wfDrawComparison( run->picture, grid, run->scenario.world, p, solved->field, &def, &run->error ) );
}

static void measureFlatness( wfRun* run, double cellSize, bool draw, Flatness* worst )
{
	wfGrid* grid = wfRun_CreateGrid( run, cellSize );
	if ( grid == NULL )
	{
		return;
	}
	int32_t goalCount;
	int32_t* goals = wfRun_GetGoalCells( run, grid, &goalCount );
	double* p = malloc( (size_t)wfGrid_GetWidth( grid ) * (size_t)wfGrid_GetHeight( grid ) * sizeof( double ) );
	wfRun_Check( run, p != NULL ? wf_ok : wf_outOfMemory );
	wfPlannerDef def = wfRun_GetPlannerDef( run );
	wfSolved solved = wfRun_Solve( run, grid, &def );
	wfRelaxDef relax = wfDefaultRelaxDef();
	relax.maxChange = wfRun_GetNumber( run, "relaxChange" );
	relax.maxIterations = INT32_MAX;
	relax.progress = isNotInterrupted;
	wfRelaxReport report = { 0 };
	if ( run->result == wf_ok && wfRun_Check( run, wfRelax( grid, goals, goalCount, &relax, p, &report ) ) )
	{
		double reachable = (double)solved.report.reachableCount;
		worst->plainFlat = fmin( worst->plainFlat, (double)report.flatCount / reachable );
		worst->plainArrive = fmax( worst->plainArrive, (double)report.arrivingCount / reachable );
		worst->flat = fmax( worst->flat, (double)solved.report.flatCount );
		worst->arrive = fmin( worst->arrive, (double)solved.report.arrivingCount / reachable );
		worst->residual = fmax( worst->residual, solved.report.maxRelativeResidual );
		wfRun_Note( run, "", (double)report.flatCount, "flat cells of plain p among %lld, cell %g m",
					(long long)solved.report.reachableCount, cellSize );
		wfRun_Note( run, "s", report.seconds, "plain p, %d sweeps, cell %g m", report.iterations, cellSize );
		wfRun_Note( run, "s", solved.report.seconds, "q for one goal, cell %g m", cellSize );
		wfRun_Note( run, "", solved.report.minLogValue, "natural logarithm of the smallest q, cell %g m", cellSize );
		worst->stackArrive = fmin( worst->stackArrive, walkStacks( run, grid, goals, goalCount, cellSize ) );
		if ( draw )
		{
			drawFlatness( run, grid, p, &solved, goals, goalCount );
		}
	}
	wfSolved_Free( &solved );
	free( p );
	free( goals );
	wfDestroyGrid( grid );
}

void wfPerformFlatness( wfRun* run )
{
	double cells[WF_MAX_LIST];
	int32_t count = wfRun_GetList( run, "cells", cells ), quickCount = (int32_t)wfRun_GetNumber( run, "quickCells" );
	Flatness worst = { .plainFlat = DBL_MAX, .stackArrive = DBL_MAX, .arrive = DBL_MAX };
	count = run->quick && quickCount >= 1 && quickCount < count ? quickCount : count;
	for ( int32_t i = 0; i < count && run->result == wf_ok; ++i )
	{
		measureFlatness( run, cells[i], i == ( count > 1 ? 1 : 0 ), &worst );
	}
	wfRun_Claim( run, "plainFlat", worst.plainFlat );
	wfRun_Claim( run, "plainArrive", worst.plainArrive );
	wfRun_Claim( run, "stackArrive", worst.stackArrive );
	wfRun_Claim( run, "flat", worst.flat );
	wfRun_Claim( run, "arrive", worst.arrive );
	wfRun_Claim( run, "residual", worst.residual );
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

// The share of cells from whose centres a traced path arrives.
static double traceCells( wfRun* run, const wfGrid* grid, const wfField* field, int32_t stride )
{
	int32_t cells = wfGrid_GetWidth( grid ) * wfGrid_GetHeight( grid );
	int64_t traced = 0, arrived = 0;
	wfPath path = { 0 };
	for ( int32_t cell = 0; cell < cells && run->result == wf_ok; cell += stride )
	{
		if ( wfGrid_IsFree( grid, cell ) )
		{
			traced += 1;
			arrived += wfRun_Trace( run, field, wfGrid_GetCenter( grid, cell ), &path );
		}
	}
	wfPath_Free( &path );
	wfRun_Note( run, "", (double)traced, "paths traced" );
	return traced > 0 ? (double)arrived / (double)traced : 0.0;
}

static void drawTrap( wfRun* run, const wfGrid* grid, const wfSolved* solved )
{
	wfPath paths[WF_MAX_LIST] = { { 0 } };
	int32_t count = run->scenario.startCount < WF_MAX_LIST ? run->scenario.startCount : WF_MAX_LIST, arrived = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		arrived += wfRun_Trace( run, solved->field, run->scenario.starts[i], paths + i );
	}
	wfRun_Claim( run, "startsArrive", (double)arrived / count );
	if ( run->result == wf_ok && run->picture[0] != 0 )
	{
		wfPictureDef def = wfDefaultPictureDef();
		def.title = run->scenario.name;
		def.paths = paths;
		def.pathCount = count;
		def.starts = run->scenario.starts;
		def.startCount = run->scenario.startCount;
		wfRun_Check( run, wfDrawField( run->picture, grid, run->scenario.world, solved->field, &def, &run->error ) );
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		wfPath_Free( paths + i );
	}
}

void wfPerformTrap( wfRun* run )
{
	wfGrid* grid = wfRun_CreateGrid( run, 0.0 );
	wfPlannerDef def = wfRun_GetPlannerDef( run );
	wfSolved solved = wfRun_Solve( run, grid, &def );
	double every = wfRun_GetNumber( run, run->quick ? "quickTraceEvery" : "traceEvery" );
	if ( run->result == wf_ok && every < 1.0 )
	{
		wfRun_Fail( run, "traceEvery", "expected 1 or more" );
	}
	if ( run->result == wf_ok )
	{
		int32_t goalCount;
		int32_t* goals = wfRun_GetGoalCells( run, grid, &goalCount );
		uint8_t* isGoal = calloc( (size_t)wfGrid_GetWidth( grid ) * (size_t)wfGrid_GetHeight( grid ), 1 );
		if ( wfRun_Check( run, isGoal != NULL ? wf_ok : wf_outOfMemory ) )
		{
			for ( int32_t i = 0; i < goalCount; ++i )
			{
				isGoal[goals[i]] = 1;
			}
			double stuck = (double)countStuckWalks( grid, wfGrid_GetCenter( grid, goals[goalCount / 2] ), isGoal );
			wfRun_Claim( run, "isTrap", stuck / (double)solved.report.reachableCount );
		}
		free( isGoal );
		free( goals );
		wfRun_Claim( run, "flat", (double)solved.report.flatCount );
		wfRun_Claim( run, "arrive", (double)solved.report.arrivingCount / (double)solved.report.freeCount );
		wfRun_Claim( run, "traced", traceCells( run, grid, solved.field, (int32_t)every ) );
		drawTrap( run, grid, &solved );
	}
	wfSolved_Free( &solved );
	if ( grid != NULL )
	{
		wfDestroyGrid( grid );
	}
}

// ---------------------------------------------------------------------------------------------------------------- walls

// Over paths from starts spread over all of the world.
typedef struct WallFigures
{
	double clearance, smallest, length;
	int32_t traced, arrived;
	int64_t flat;
	double haste;
} WallFigures;

static WallFigures measureWalls( wfRun* run, const wfGrid* grid, const wfField* field, int32_t stride )
{
	WallFigures figures = { 0 };
	int32_t cells = wfGrid_GetWidth( grid ) * wfGrid_GetHeight( grid );
	wfPath path = { 0 };
	for ( int32_t cell = 0; cell < cells && run->result == wf_ok; cell += stride )
	{
		if ( !wfGrid_IsFree( grid, cell ) )
		{
			continue;
		}
		figures.traced += 1;
		if ( wfRun_Trace( run, field, wfGrid_GetCenter( grid, cell ), &path ) )
		{
			figures.arrived += 1;
			figures.clearance += path.clearanceMean;
			figures.smallest += path.clearanceMin;
			figures.length += path.length;
		}
	}
	wfPath_Free( &path );
	double count = figures.arrived > 0 ? figures.arrived : 1;
	figures.clearance /= count;
	figures.smallest /= count;
	figures.length /= count;
	return figures;
}

// The second picture has its own name: one kind of walls each.
static void drawWalls( wfRun* run, const wfGrid* grid, const wfField* field, bool neumann )
{
	if ( run->result != wf_ok || run->picture[0] == 0 )
	{
		return;
	}
	char picture[600], title[160];
	const char* dot = strrchr( run->picture, '.' );
	snprintf( picture, sizeof( picture ), "%.*s%s%s", (int)( dot - run->picture ), run->picture, neumann ? "-neumann" : "", dot );
	snprintf( title, sizeof( title ), "%s walls", neumann ? "Neumann" : "Dirichlet" );
	wfPath paths[WF_MAX_LIST] = { { 0 } };
	int32_t count = run->scenario.startCount < WF_MAX_LIST ? run->scenario.startCount : WF_MAX_LIST;
	for ( int32_t i = 0; i < count; ++i )
	{
		wfRun_Trace( run, field, run->scenario.starts[i], paths + i );
	}
	wfPictureDef def = wfDefaultPictureDef();
	def.title = title;
	def.paths = paths;
	def.pathCount = count;
	def.starts = run->scenario.starts;
	def.startCount = run->scenario.startCount;
	wfRun_Check( run, wfDrawField( picture, grid, run->scenario.world, field, &def, &run->error ) );
	for ( int32_t i = 0; i < count; ++i )
	{
		wfPath_Free( paths + i );
	}
}

void wfPerformWalls( wfRun* run )
{
	double every = wfRun_GetNumber( run, run->quick ? "quickStartEvery" : "startEvery" );
	if ( run->result == wf_ok && !( every >= 1.0 && every <= 1e6 ) )
	{
		wfRun_Fail( run, run->quick ? "quickStartEvery" : "startEvery", "expected 1 or more" );
	}
	wfGrid* grid = wfRun_CreateGrid( run, 0.0 );
	WallFigures walls[2] = { { 0 } };
	for ( int32_t w = 0; w < 2 && run->result == wf_ok; ++w )
	{
		wfPlannerDef def = wfRun_GetPlannerDef( run );
		def.walls = w == 0 ? wf_dirichletWalls : wf_neumannWalls;
		wfSolved solved = wfRun_Solve( run, grid, &def );
		if ( solved.field != NULL )
		{
			walls[w] = measureWalls( run, grid, solved.field, (int32_t)every );
			walls[w].flat = solved.report.flatCount;
			walls[w].haste = wfPlanner_GetReport( solved.planner ).haste;
			drawWalls( run, grid, solved.field, w == 1 );
		}
		wfSolved_Free( &solved );
	}
	wfRun_Claim( run, "closer", walls[1].clearance / walls[0].clearance );
	wfRun_Claim( run, "closest", walls[1].smallest / walls[0].smallest );
	wfRun_Claim( run, "arrive", (double)( walls[0].arrived + walls[1].arrived ) / ( walls[0].traced + walls[1].traced ) );
	wfRun_Claim( run, "flat", (double)( walls[0].flat + walls[1].flat ) );
	for ( int32_t w = 0; w < 2; ++w )
	{
		const char* kind = w == 0 ? "Dirichlet" : "Neumann";
		wfRun_Note( run, "m", walls[w].clearance, "%s walls: mean clearance", kind );
		wfRun_Note( run, "m", walls[w].smallest, "%s walls: mean of the smallest clearances", kind );
		wfRun_Note( run, "m", walls[w].length, "%s walls: mean length of %d paths", kind, walls[w].traced );
	}
	wfRun_Note( run, "1/m", walls[1].haste, "haste in force with Neumann walls" );
	if ( grid != NULL )
	{
		wfDestroyGrid( grid );
	}
}
