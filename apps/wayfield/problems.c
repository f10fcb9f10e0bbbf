// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "problems.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef enum Outcome
{
	wf_outcomeOpen,
	wf_outcomeReached,
	wf_outcomeUnreachable,
	wf_outcomeBlocked,
	wf_outcomeFailed
} Outcome;

typedef struct Entry
{
	int32_t goalCell;
	int32_t index; // of the problem
} Entry;

typedef struct Task
{
	const wfProblem* problems;
	const wfGrid* grid;
	Entry* order;	   // the problems to walk, those of one goal together
	int32_t* goalOf;   // by place in `order`: which field of the batch
	Outcome* outcomes; // these three by problem
	double* lengths;
	double* clearances;
	double* seconds;
	double* ratios;	  // to the stated lengths, of those that have one
	wfField** fields; // of the batch
	wfPath* paths;	  // by worker
	int32_t first;	  // place in `order` where the batch begins
	wfProgress* progress;
} Task;

// As many fields at once as make good use of a solve; fewer where memory is short.
#define BATCH_GOALS 32
// A field takes 13 bytes a cell, its share of the solve 12 more.
#define BYTES_PER_CELL 25

static int compareEntries( const void* a, const void* b )
{
	const Entry *x = a, *y = b;
	if ( x->goalCell != y->goalCell )
	{
		return x->goalCell < y->goalCell ? -1 : 1;
	}
	return ( x->index > y->index ) - ( x->index < y->index );
}

static int compareNumbers( const void* a, const void* b )
{
	double x = *(const double*)a, y = *(const double*)b;
	return ( x > y ) - ( x < y );
}

// What can be reported without a field. Returns how many problems are left to walk.
static int32_t sortProblems( Task* task, int32_t count )
{
	int32_t left = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		const wfProblem* problem = &task->problems[i];
		int32_t start = wfGrid_GetCell( task->grid, problem->start ), goal = wfGrid_GetCell( task->grid, problem->goal );
		if ( start < 0 || goal < 0 || !wfGrid_IsFree( task->grid, start ) || !wfGrid_IsFree( task->grid, goal ) )
		{
			task->outcomes[i] = wf_outcomeBlocked;
		}
		else if ( wfGrid_GetComponent( task->grid, start ) != wfGrid_GetComponent( task->grid, goal ) )
		{
			task->outcomes[i] = wf_outcomeUnreachable;
		}
		else
		{
			task->order[left++] = ( Entry ){ goal, i };
		}
	}
	if ( left > 0 )
	{
		qsort( task->order, (size_t)left, sizeof( Entry ), compareEntries );
	}
	return left;
}

static void traceProblems( int32_t begin, int32_t end, int32_t worker, void* context )
{
	Task* task = context;
	wfTraceDef def = wfDefaultTraceDef();
	for ( int32_t k = begin; k < end; ++k )
	{
		int32_t index = task->order[task->first + k].index;
		const wfField* field = task->fields[task->goalOf[task->first + k]];
		wfVec2 start = task->problems[index].start;
		wfPath* path = &task->paths[worker];
		double began = wfGetSeconds();
		wfResult result = wfField_TracePath( field, start, &def, path, NULL );
		task->seconds[index] = wfGetSeconds() - began;
		bool reached = result == wf_ok && wfIsPathTrue( field, start, path );
		task->outcomes[index] = reached ? wf_outcomeReached : wf_outcomeFailed;
		task->lengths[index] = reached ? path->length : 0.0;
		task->clearances[index] = reached ? path->clearanceMean : 0.0;
	}
}

// Solve the goals of order[first, last) and walk their problems.
static void runBatch( wfScene* scene, Task* task, int32_t last, int32_t goalCount, wfProblemTotals* totals )
{
	wfGoalDef goals[BATCH_GOALS];
	wfField* fields[BATCH_GOALS] = { 0 };
	wfVec2 points[BATCH_GOALS];
	for ( int32_t k = task->first; k < last; ++k )
	{
		int32_t g = task->goalOf[k];
		points[g] = task->problems[task->order[k].index].goal;
		goals[g] = wfMakePointGoal( &points[g] );
	}
	double began = wfGetSeconds();
	wfExpect( wfPlanner_CreateFields( scene->planner, goals, goalCount, fields, &wf_error ) );
	totals->secondsSolve += wfGetSeconds() - began;
	for ( int32_t g = 0; g < goalCount; ++g )
	{
		wfFieldReport report = wfField_GetReport( fields[g] );
		totals->goals += 1;
		totals->flatCount += report.flatCount;
		// Written so that NaN, once there, stays.
		if ( !( report.maxRelativeResidual <= totals->maxRelativeResidual ) )
		{
			totals->maxRelativeResidual = report.maxRelativeResidual;
		}
	}
	task->fields = fields;
	wfWorkers_ParallelFor( scene->workers, traceProblems, last - task->first, 1, task );
	for ( int32_t g = 0; g < goalCount; ++g )
	{
		wfDestroyField( fields[g] );
	}
}

static void runBatches( wfScene* scene, Task* task, int32_t left, wfProblemTotals* totals )
{
	size_t used = wfGetByteCount();
	size_t room = scene->memoryLimit > used ? scene->memoryLimit - used : 0;
	size_t cells = (size_t)wfGrid_GetWidth( scene->grid ) * (size_t)wfGrid_GetHeight( scene->grid );
	size_t fit = room / ( cells * BYTES_PER_CELL );
	int32_t capacity = fit < 1 ? 1 : ( fit < BATCH_GOALS ? (int32_t)fit : BATCH_GOALS );
	for ( int32_t first = 0, last = 0; first < left; first = last )
	{
		int32_t goalCount = 0;
		for ( last = first; last < left; ++last )
		{
			bool isNew = last == first || task->order[last].goalCell != task->order[last - 1].goalCell;
			if ( isNew && goalCount == capacity )
			{
				break;
			}
			goalCount += isNew;
			task->goalOf[last] = goalCount - 1;
		}
		task->first = first;
		wfExpect( wfProgress_Step( (double)first / left, task->progress ) ? wf_ok : wf_cancelled );
		runBatch( scene, task, last, goalCount, totals );
	}
	wfExpectNoInterrupt();
}

// In the order of the problems, so that the sums are the same however they were walked.
static void addUp( const Task* task, int32_t count, wfProblemTotals* totals )
{
	double* ratios = task->ratios;
	int32_t ratioCount = 0;
	double ratioSum = 0.0, clearanceSum = 0.0;
	totals->problems = count;
	for ( int32_t i = 0; i < count; ++i )
	{
		Outcome outcome = task->outcomes[i];
		totals->blocked += outcome == wf_outcomeBlocked;
		totals->unreachable += outcome == wf_outcomeUnreachable || outcome == wf_outcomeBlocked;
		totals->failed += outcome == wf_outcomeFailed || outcome == wf_outcomeOpen;
		totals->reached += outcome == wf_outcomeReached;
		totals->secondsTrace += task->seconds[i];
		if ( outcome == wf_outcomeReached )
		{
			clearanceSum += task->clearances[i];
			if ( task->problems[i].optimalLength > 0.0 )
			{
				ratios[ratioCount] = task->lengths[i] / task->problems[i].optimalLength;
				ratioSum += ratios[ratioCount++];
			}
		}
	}
	totals->clearanceMean = totals->reached > 0 ? clearanceSum / (double)totals->reached : NAN;
	totals->lengthRatioMean = totals->lengthRatioP95 = NAN;
	if ( ratioCount > 0 )
	{
		qsort( ratios, (size_t)ratioCount, sizeof( double ), compareNumbers );
		totals->lengthRatioMean = ratioSum / ratioCount;
		// Nearest rank: the smallest that at least 95 of 100 do not exceed.
		totals->lengthRatioP95 = ratios[( 95 * (int64_t)ratioCount + 99 ) / 100 - 1];
	}
}

// A stated length where there is no way, or the other way round, points to a wrong map or another idea of what is free.
static void warnOfContradictions( const Task* task, int32_t count )
{
	int32_t stated = 0, line = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		bool without = task->outcomes[i] == wf_outcomeUnreachable || task->outcomes[i] == wf_outcomeBlocked;
		if ( without && task->problems[i].optimalLength > 0.0 )
		{
			line = stated == 0 ? task->problems[i].line : line;
			stated += 1;
		}
	}
	if ( stated > 0 )
	{
		double radius = wfGrid_GetRadius( task->grid );
		char size[48];
		snprintf( size, sizeof( size ), " for an agent of radius %g m", radius );
		wfWarn( "%d problem%s, first in line %d, state%s a length but there is no way%s%s", stated, stated == 1 ? "" : "s", line,
				stated == 1 ? "s" : "", radius > 0.0 ? size : "", radius > 0.0 ? "" : ": is it the right map?" );
	}
}

wfProblemTotals wfRunProblems( wfScene* scene, const wfProblem* problems, int32_t count )
{
	static Task task;
	int32_t workers = wfWorkers_GetCount( scene->workers );
	size_t n = (size_t)count + 1;
	task = ( Task ){ .problems = problems,
					 .grid = scene->grid,
					 .order = wfNewArray( n, sizeof( Entry ) ),
					 .goalOf = wfNewArray( n, sizeof( int32_t ) ),
					 .outcomes = wfNewArray( n, sizeof( Outcome ) ),
					 .lengths = wfNewArray( n, sizeof( double ) ),
					 .clearances = wfNewArray( n, sizeof( double ) ),
					 .seconds = wfNewArray( n, sizeof( double ) ),
					 .ratios = wfNewArray( n, sizeof( double ) ),
					 .paths = wfNewArray( (size_t)workers, sizeof( wfPath ) ),
					 .progress = &scene->progress };
	wfProblemTotals totals = { 0 };
	int32_t left = sortProblems( &task, count );
	wfProgress_Begin( &scene->progress, "planning" );
	runBatches( scene, &task, left, &totals );
	wfProgress_End( &scene->progress );
	addUp( &task, count, &totals );
	warnOfContradictions( &task, count );
	return totals;
}
