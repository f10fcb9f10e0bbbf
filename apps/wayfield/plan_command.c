// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield field FILE --goal X,Y`: solve one field and report what came out; `wayfield plan FILE --from X,Y --to X,Y` and
// `wayfield plan MAP --scen FILE.scen`.

#include "commands.h"
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// --------------------------------------------------------------------------------------------------------------- field

static struct
{
	const char *file, *goal, *picture;
	int32_t width; // of the picture, pixels
	bool json;
} s_field;

static wfOption s_fieldOptions[] = {
	{ WF_TEXT( "goal", "X,Y|NAME", s_field.goal,
			   "a point in metres, or a goal of the file; may be left out where the file has one goal" ) },
	{ WF_PICTURE( "picture", "FILE", s_field.picture, ".svg or .png: the field in colours with contour lines and arrows" ) },
	{ WF_INTEGER( "width", "PIXELS", s_field.width, 64, 8192, "of the picture, 64 to 8192" ), .with = "picture" },
	{ WF_FLAG( "json", s_field.json, "the report as JSON" ) },
	{ WF_TABLE( wf_fieldOptions ) },
	{ .name = NULL } };

static int printField( const wfScene* scene )
{
	const wfField* field = scene->field;
	wfFieldReport report = wfField_GetReport( field );
	wfPrintScene( scene );
	printf( "field     %d goal cell%s, %s of %s free cells reach it, %.4f s\n", wfField_GetGoalCells( field, NULL, 0 ),
			wfField_GetGoalCells( field, NULL, 0 ) == 1 ? "" : "s", wfShowCount( report.reachableCount ),
			wfShowCount( report.freeCount ), report.seconds );
	printf( "check     largest relative residual %.2g, %s flat cells, %s cells arrive\n", report.maxRelativeResidual,
			wfShowCount( report.flatCount ), report.arrivingCount == report.reachableCount ? "all reachable" : "NOT ALL" );
	printf( "range     log q from %.6g at the farthest to 0 at the goal\n", report.minLogValue );
	wfPrintFile( "picture", s_field.picture );
	return wfFinishOutput( wf_exitOk );
}

static int printFieldAsJson( const wfScene* scene )
{
	const wfClosedPassage* passages = scene->passages;
	wfText text = { 0 };
	wfJsonOut json = wfMakeJsonOut( &text );
	wfPlannerReport planner = wfPlanner_GetReport( scene->planner );
	wfFieldReport report = wfField_GetReport( scene->field );
	wfJsonOut_BeginObject( &json, NULL );
	wfAddSceneAsJson( &json, scene );
	wfJsonOut_BeginList( &json, "closed_passages" );
	for ( int32_t i = 0; i < scene->passageCount; ++i )
	{
		wfJsonOut_BeginRow( &json, NULL );
		wfJsonOut_Point( &json, "place", passages[i].place.x, passages[i].place.y );
		wfJsonOut_Number( &json, "width", passages[i].width );
		wfJsonOut_Number( &json, "open_cell", passages[i].openCellSize );
		wfJsonOut_Bool( &json, "joins_components", passages[i].componentA != passages[i].componentB );
		wfJsonOut_End( &json );
	}
	wfJsonOut_End( &json );
	wfAddSolutionAsJson( &json, scene );
	wfJsonOut_BeginObject( &json, "seconds" );
	wfJsonOut_Number( &json, "read", scene->secondsRead );
	wfJsonOut_Number( &json, "grid", scene->secondsGrid );
	wfJsonOut_Number( &json, "order", planner.secondsOrder );
	wfJsonOut_Number( &json, "analyse", planner.secondsAnalyse );
	wfJsonOut_Number( &json, "factor", planner.secondsFactor );
	wfJsonOut_Number( &json, "solve", report.seconds );
	wfJsonOut_End( &json );
	wfJsonOut_End( &json );
	return wfText_Print( &text );
}

static int runField( void )
{
	static wfScene scene;
	wfScene_Open( &scene, s_field.file, NULL );
	wfGoalDef goal = wfScene_FindGoal( &scene, "goal", s_field.goal );
	wfScene_MakeGrid( &scene );
	wfScene_CheckGoal( &scene, &goal );
	wfScene_MakePlanner( &scene );
	wfScene_SolveField( &scene, &goal );
	wfScene_FindClosedPassages( &scene );
	if ( s_field.picture != NULL )
	{
		wfPictureDef def = wfDefaultPictureDef();
		wfScene_Draw( &scene, s_field.picture, s_field.width, &def );
	}
	int code = s_field.json ? printFieldAsJson( &scene ) : printField( &scene );
	wfExpect( code != wf_exitOk || wfField_GetReport( scene.field ).converged ? wf_ok : wf_numericalFailure );
	return code;
}

const wfCommand wf_fieldCommand = {
	.name = "field",
	.run = runField,
	.help = "Examples:\n"
			"  wayfield field building.json --goal south\n"
			"  wayfield field arena.map --goal 20.5,12.5 --haste 2 --picture field.png\n"
			"  wayfield field hall.wkt --goal 3,4 --cell 0.1 --radius 0.3 --json\n"
			"\n"
			"usage: wayfield field FILE --goal X,Y|NAME [OPTIONS]\n"
			"\n"
			"Solves the field of a goal and reports cells, components, passages the grid closes, the factor's size and memory, "
			"times, "
			"the largest\n"
			"relative residual, flat cells (none), how many cells arrive (all that are connected) and the range of log q.\n"
			"\n",
	.options = s_fieldOptions,
	.words = &s_field.file,
	.wordCapacity = 1,
	.expects = "expected a world: a scenario, .map, ROS map, WKT or image file" };

// ---------------------------------------------------------------------------------------------------------------- plan

static struct
{
	const char *file, *to, *problems, *picture, *out; // problems: a .scen file
	int32_t width;									  // of the picture, pixels
	wfVec2 from;
	int32_t limit;
	bool json;
} s_plan = { .limit = INT32_MAX };

static wfOption s_options[] = {
	{ WF_POINT( "from", "X,Y", s_plan.from, "metres, x right and y up; left out: the starts of the file" ) },
	{ WF_TEXT( "to", "X,Y|NAME", s_plan.to, "a point, or a goal of the file; may be left out where the file has one goal" ) },
	{ WF_PICTURE( "picture", "FILE", s_plan.picture, ".svg or .png: field and paths" ) },
	{ WF_INTEGER( "width", "PIXELS", s_plan.width, 64, 8192, "of the picture, 64 to 8192" ), .with = "picture" },
	{ WF_TEXT( "out", "FILE.csv", s_plan.out, "the points of the paths: path,x,y" ) },
	{ WF_TEXT( "scen", "FILE.scen", s_plan.problems, "problems of a MovingAI file; goals are solved in batches, each once" ) },
	{ WF_INTEGER( "limit", "N", s_plan.limit, 1, INT32_MAX, "the first N problems" ), .with = "scen" },
	{ WF_FLAG( "json", s_plan.json, "as JSON" ) },
	{ WF_TABLE( wf_fieldOptions ) },
	{ .name = NULL } };

// --------------------------------------------------------------------------------------------------------------- paths

typedef struct Plan
{
	const wfVec2* starts;
	int32_t count;
	wfPath* paths;
	double seconds; // of tracing
} Plan;

// A door that only the cells close is the usual reason why there is no path.
static _Noreturn void reportUnreachable( wfScene* scene, const wfError* error )
{
	int code = wfReportError( wf_unreachable, error );
	wfScene_FindClosedPassages( scene );
	wfEnd( code );
}

static void checkStarts( wfScene* scene, const Plan* plan, const wfGoalDef* goal )
{
	for ( int32_t i = 0; i < plan->count; ++i )
	{
		int32_t cell = wfGrid_GetCell( scene->grid, plan->starts[i] );
		if ( cell < 0 || !wfGrid_IsFree( scene->grid, cell ) )
		{
			wfScene_ReportBlocked( scene, wf_startBlocked, "start", plan->starts[i] );
		}
	}
	// A goal may lie in several components; the field will show. A single cell shows it now.
	int32_t goalCell;
	if ( wfGrid_GetGoalCells( scene->grid, goal, &goalCell, 1 ) != 1 )
	{
		return;
	}
	wfVec2 center = wfGrid_GetCenter( scene->grid, goalCell );
	for ( int32_t i = 0; i < plan->count; ++i )
	{
		wfVec2 start = plan->starts[i];
		int32_t cell = wfGrid_GetCell( scene->grid, start );
		if ( wfGrid_GetComponent( scene->grid, cell ) != wfGrid_GetComponent( scene->grid, goalCell ) )
		{
			wfError error = { .result = wf_unreachable };
			snprintf( error.message, sizeof( error.message ), "there is no way from %g,%g to the goal at %g,%g", start.x, start.y,
					  center.x, center.y );
			reportUnreachable( scene, &error );
		}
	}
}

static void traceAll( wfScene* scene, Plan* plan )
{
	wfTraceDef def = wfDefaultTraceDef();
	for ( int32_t i = 0; i < plan->count; ++i )
	{
		wfVec2 start = plan->starts[i];
		wfExpectNoInterrupt();
		double began = wfGetSeconds();
		wfResult result = wfField_TracePath( scene->field, start, &def, &plan->paths[i], NULL );
		plan->seconds += wfGetSeconds() - began;
		bool untrue = result == wf_ok && !wfIsPathTrue( scene->field, start, &plan->paths[i] );
		result = untrue ? wf_numericalFailure : result;
		wfError error = { .result = result };
		snprintf( error.message, sizeof( error.message ), "from %g,%g: %s", start.x, start.y, wfDescribeResult( result ) );
		if ( result == wf_unreachable )
		{
			reportUnreachable( scene, &error );
		}
		wf_error = error;
		wfExpect( result );
	}
}

static int printPlan( const wfScene* scene, const Plan* plan )
{
	wfFieldReport report = wfField_GetReport( scene->field );
	wfPrintScene( scene );
	printf( "field     %s of %s free cells reach the goal, residual %.2g, %s flat cells, %.4f s\n",
			wfShowCount( report.reachableCount ), wfShowCount( report.freeCount ), report.maxRelativeResidual,
			wfShowCount( report.flatCount ), report.seconds );
	for ( int32_t i = 0; i < plan->count; ++i )
	{
		const wfPath* path = &plan->paths[i];
		printf( "path      %.4g,%.4g to %.4g,%.4g: %.2f m, %d points, clearance %.2f m on average and %.2f m at least\n",
				plan->starts[i].x, plan->starts[i].y, path->points[path->count - 1].x, path->points[path->count - 1].y,
				path->length, path->count, path->clearanceMean, path->clearanceMin );
	}
	wfPrintFile( "picture", s_plan.picture );
	wfPrintFile( "points", s_plan.out );
	return wfFinishOutput( wf_exitOk );
}

static int printPlanAsJson( const wfScene* scene, const Plan* plan )
{
	wfText text = { 0 };
	wfJsonOut json = wfMakeJsonOut( &text );
	wfFieldReport report = wfField_GetReport( scene->field );
	wfJsonOut_BeginObject( &json, NULL );
	wfAddSceneAsJson( &json, scene );
	wfAddSolutionAsJson( &json, scene );
	wfJsonOut_BeginList( &json, "paths" );
	for ( int32_t i = 0; i < plan->count; ++i )
	{
		const wfPath* path = &plan->paths[i];
		wfJsonOut_BeginObject( &json, NULL );
		wfJsonOut_Point( &json, "from", plan->starts[i].x, plan->starts[i].y );
		wfJsonOut_Point( &json, "to", path->points[path->count - 1].x, path->points[path->count - 1].y );
		wfJsonOut_Number( &json, "length", path->length );
		wfJsonOut_Number( &json, "clearance_mean", path->clearanceMean );
		wfJsonOut_Number( &json, "clearance_min", path->clearanceMin );
		wfAddPointsAsJson( &json, path );
		wfJsonOut_End( &json );
	}
	wfJsonOut_End( &json );
	wfJsonOut_BeginObject( &json, "seconds" );
	wfJsonOut_Number( &json, "read", scene->secondsRead );
	wfJsonOut_Number( &json, "grid", scene->secondsGrid );
	wfJsonOut_Number( &json, "factor", scene->secondsPlanner );
	wfJsonOut_Number( &json, "solve", report.seconds );
	wfJsonOut_Number( &json, "trace", plan->seconds );
	wfJsonOut_End( &json );
	wfJsonOut_End( &json );
	return wfText_Print( &text );
}

static int runPaths( wfScene* scene )
{
	static Plan plan;
	bool given = wfIsGiven( "from" );
	plan.starts = given ? &s_plan.from : scene->scenario.starts;
	plan.count = given ? 1 : scene->scenario.startCount;
	wfDieOfUsageIf( plan.count == 0, "where from? Give --from X,Y, or --scen FILE.scen for the problems of a map" );
	wfGoalDef goal = wfScene_FindGoal( scene, "to", s_plan.to );
	wfScene_MakeGrid( scene );
	wfScene_CheckGoal( scene, &goal );
	checkStarts( scene, &plan, &goal );
	plan.paths = wfNewArray( (size_t)plan.count, sizeof( wfPath ) );
	wfScene_MakePlanner( scene );
	wfScene_SolveField( scene, &goal );
	traceAll( scene, &plan );
	if ( s_plan.out != NULL )
	{
		wfText text = { 0 };
		wfAddPathsAsCsv( &text, plan.paths, plan.count );
		wfText_Write( &text, s_plan.out );
		wfText_Free( &text );
	}
	if ( s_plan.picture != NULL )
	{
		wfPictureDef def = wfDefaultPictureDef();
		def.paths = plan.paths;
		def.starts = plan.starts;
		def.pathCount = def.startCount = plan.count;
		wfScene_Draw( scene, s_plan.picture, s_plan.width, &def );
	}
	return s_plan.json ? printPlanAsJson( scene, &plan ) : printPlan( scene, &plan );
}

// ------------------------------------------------------------------------------------------------------------ problems

// Of the problems of a .scen file, solved and walked one and all.
typedef struct Totals
{
	int64_t problems, reached, unreachable, failed;
	int64_t blocked; // of the unreachable ones: start or goal in an obstacle
	int64_t goals;	 // solved
	int64_t flatCount;
	double maxRelativeResidual;
	double lengthRatioMean, lengthRatioP95; // NaN where no reached problem states a length
	double clearanceMean;					// NaN where none was reached
	double secondsSolve, secondsTrace;		// of all together
} Totals;

typedef enum Outcome
{
	outcomeOpen,
	outcomeReached,
	outcomeUnreachable,
	outcomeBlocked,
	outcomeFailed
} Outcome;

// What came of a problem.
typedef struct Walk
{
	Outcome outcome;
	double length, clearance, seconds;
} Walk;

typedef struct Entry
{
	int32_t goalCell;
	int32_t index; // of the problem
	int32_t field; // of the batch
} Entry;

typedef struct Task
{
	const wfProblem* problems;
	const wfGrid* grid;
	Entry* order; // the problems to walk, those of one goal together
	Walk* walks;
	wfField** fields; // of the batch
	wfPath* paths;	  // by worker
	int32_t first;	  // place in `order` where the batch begins
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
			task->walks[i].outcome = outcomeBlocked;
		}
		else if ( wfGrid_GetComponent( task->grid, start ) != wfGrid_GetComponent( task->grid, goal ) )
		{
			task->walks[i].outcome = outcomeUnreachable;
		}
		else
		{
			task->order[left++] = ( Entry ){ goal, i, 0 };
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
		const Entry* entry = task->order + task->first + k;
		const wfField* field = task->fields[entry->field];
		wfVec2 start = task->problems[entry->index].start;
		wfPath* path = &task->paths[worker];
		double began = wfGetSeconds();
		wfResult result = wfField_TracePath( field, start, &def, path, NULL );
		double seconds = wfGetSeconds() - began;
		bool reached = result == wf_ok && wfIsPathTrue( field, start, path );
		task->walks[entry->index] = reached ? ( Walk ){ outcomeReached, path->length, path->clearanceMean, seconds }
											: ( Walk ){ outcomeFailed, 0.0, 0.0, seconds };
	}
}

// Solve the goals of order[first, last) and walk their problems.
static void runBatch( wfScene* scene, Task* task, int32_t last, int32_t goalCount, Totals* totals )
{
	wfGoalDef goals[BATCH_GOALS];
	wfField* fields[BATCH_GOALS] = { 0 };
	wfVec2 points[BATCH_GOALS];
	for ( int32_t k = task->first; k < last; ++k )
	{
		int32_t g = task->order[k].field;
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

static void runBatches( wfScene* scene, Task* task, int32_t left, Totals* totals )
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
			task->order[last].field = goalCount - 1;
		}
		task->first = first;
		wfExpect( wfProgress_Step( (double)first / left, &scene->progress ) ? wf_ok : wf_cancelled );
		runBatch( scene, task, last, goalCount, totals );
	}
	wfExpectNoInterrupt();
}

// In the order of the problems, so that the sums are the same however they were walked.
static void addUp( const Task* task, int32_t count, Totals* totals )
{
	double* ratios = wfNewArray( (size_t)count, sizeof( double ) ); // to the stated lengths, of those that have one
	int32_t ratioCount = 0;
	double ratioSum = 0.0, clearanceSum = 0.0;
	totals->problems = count;
	for ( int32_t i = 0; i < count; ++i )
	{
		const Walk* walk = task->walks + i;
		Outcome outcome = walk->outcome;
		totals->blocked += outcome == outcomeBlocked;
		totals->unreachable += outcome == outcomeUnreachable || outcome == outcomeBlocked;
		totals->failed += outcome == outcomeFailed || outcome == outcomeOpen;
		totals->reached += outcome == outcomeReached;
		totals->secondsTrace += walk->seconds;
		if ( outcome == outcomeReached )
		{
			clearanceSum += walk->clearance;
			if ( task->problems[i].optimalLength > 0.0 )
			{
				ratios[ratioCount] = walk->length / task->problems[i].optimalLength;
				ratioSum += ratios[ratioCount++];
			}
		}
	}
	totals->clearanceMean = totals->reached > 0 ? clearanceSum / (double)totals->reached : NAN;
	totals->lengthRatioMean = totals->lengthRatioP95 = NAN;
	if ( ratioCount > 0 )
	{
		qsort( ratios, (size_t)ratioCount, sizeof( double ), wfCompareNumbers );
		totals->lengthRatioMean = ratioSum / ratioCount;
		// Nearest rank: the smallest that at least 95 of 100 do not exceed.
		totals->lengthRatioP95 = ratios[( 95 * (int64_t)ratioCount + 99 ) / 100 - 1];
	}
}

// A stated length where there is no path, or the other way round, points to a wrong map or another idea of what is free.
static void warnOfContradictions( const Task* task, int32_t count )
{
	int32_t stated = 0, line = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		bool without = task->walks[i].outcome == outcomeUnreachable || task->walks[i].outcome == outcomeBlocked;
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

// The scene has its planner. What is reached was looked at once more: it ends in the goal's cell and every piece of it is free.
static Totals solveProblems( wfScene* scene, const wfProblem* problems, int32_t count )
{
	static Task task;
	task = ( Task ){ .problems = problems,
					 .grid = scene->grid,
					 .order = wfNewArray( (size_t)count, sizeof( Entry ) ),
					 .walks = wfNewArray( (size_t)count, sizeof( Walk ) ),
					 .paths = wfNewArray( (size_t)wfWorkers_GetCount( scene->workers ), sizeof( wfPath ) ) };
	Totals totals = { 0 };
	int32_t left = sortProblems( &task, count );
	wfProgress_Begin( &scene->progress, "planning" );
	runBatches( scene, &task, left, &totals );
	wfProgress_End( &scene->progress );
	addUp( &task, count, &totals );
	warnOfContradictions( &task, count );
	return totals;
}

static double getMean( double sum, int64_t count )
{
	return count > 0 ? sum / (double)count : 0.0;
}

static int printTotals( const wfScene* scene, const Totals* totals, double seconds )
{
	int64_t walked = totals->reached + totals->failed;
	double solveMean = getMean( totals->secondsSolve, totals->goals ), traceMean = getMean( totals->secondsTrace, walked );
	if ( s_plan.json )
	{
		wfText text = { 0 };
		wfJsonOut json = wfMakeJsonOut( &text );
		wfJsonOut_BeginObject( &json, NULL );
		wfJsonOut_Integer( &json, "problems", totals->problems );
		wfJsonOut_Integer( &json, "reached", totals->reached );
		wfJsonOut_Integer( &json, "unreachable", totals->unreachable );
		wfJsonOut_Integer( &json, "failed", totals->failed );
		wfJsonOut_Integer( &json, "blocked", totals->blocked );
		wfJsonOut_Integer( &json, "goals", totals->goals );
		wfJsonOut_Integer( &json, "flat_cells", totals->flatCount );
		wfJsonOut_Number( &json, "max_relative_residual", totals->maxRelativeResidual );
		wfJsonOut_Number( &json, "length_ratio_mean", totals->lengthRatioMean );
		wfJsonOut_Number( &json, "length_ratio_p95", totals->lengthRatioP95 );
		wfJsonOut_Number( &json, "clearance_mean", totals->clearanceMean );
		wfJsonOut_BeginObject( &json, "seconds" );
		wfJsonOut_Number( &json, "factor", scene->secondsPlanner );
		wfJsonOut_Number( &json, "solve_mean", solveMean );
		wfJsonOut_Number( &json, "trace_mean", traceMean );
		wfJsonOut_Number( &json, "total", seconds );
		wfJsonOut_End( &json );
		wfJsonOut_End( &json );
		return wfText_Print( &text );
	}
	wfPrintScene( scene );
	printf( "problems  %s: %s reached, %s unreachable, %s failed\n", wfShowCount( totals->problems ),
			wfShowCount( totals->reached ), wfShowCount( totals->unreachable ), wfShowCount( totals->failed ) );
	printf( "fields    %s goals, largest relative residual %.2g, %s flat cells\n", wfShowCount( totals->goals ),
			totals->maxRelativeResidual, wfShowCount( totals->flatCount ) );
	if ( isfinite( totals->lengthRatioMean ) )
	{
		printf( "length    %.4f times the stated optimum on average, 95 of 100 below %.4f\n", totals->lengthRatioMean,
				totals->lengthRatioP95 );
	}
	if ( isfinite( totals->clearanceMean ) )
	{
		printf( "clearance %.3f m on average\n", totals->clearanceMean );
	}
	printf( "time      factor %.3f s, a goal %.4f s, a path %.5f s, all %.2f s\n", scene->secondsPlanner, solveMean, traceMean,
			seconds );
	return wfFinishOutput( wf_exitOk );
}

static int runProblemFile( wfScene* scene, double began )
{
	wfScene_MakeGrid( scene );
	// The file counts cells of the map as it is stored, whatever cells we plan on.
	wfBox2 bounds = wfWorld_GetBounds( scene->scenario.world );
	int32_t width = (int32_t)floor( bounds.upper.x - bounds.lower.x + 0.5 );
	int32_t height = (int32_t)floor( bounds.upper.y - bounds.lower.y + 0.5 );
	wfProblem* problems = NULL;
	int32_t count = 0;
	wfExpect( wfReadProblems( s_plan.problems, width, height, &problems, &count, &wf_error ) );
	wfScene_MakePlanner( scene );
	Totals totals = solveProblems( scene, problems, count < s_plan.limit ? count : s_plan.limit );
	int code = printTotals( scene, &totals, wfGetSeconds() - began );
	wfFreeProblems( problems, count );
	if ( code == wf_exitOk && ( totals.failed > 0 || totals.flatCount > 0 || !( totals.maxRelativeResidual <= 1e-9 ) ) )
	{
		wfSay( "%s failed, %s flat cells, largest relative residual %.2g", wfShowCount( totals.failed ),
			   wfShowCount( totals.flatCount ), totals.maxRelativeResidual );
		code = wf_exitFailed;
	}
	return code;
}

static int runPlan( void )
{
	static wfScene scene;
	double began = wfGetSeconds();
	wfDieOfUsageIf( s_plan.problems != NULL &&
						( wfIsGiven( "from" ) || s_plan.to != NULL || s_plan.picture != NULL || s_plan.out != NULL ),
					"--scen brings its own starts and goals: --from, --to, --picture and --out do not go with it" );
	wfScene_Open( &scene, s_plan.file, NULL );
	return s_plan.problems != NULL ? runProblemFile( &scene, began ) : runPaths( &scene );
}

const wfCommand wf_planCommand = {
	.name = "plan",
	.run = runPlan,
	.help = "Examples:\n"
			"  wayfield plan building.json --from 1.6,2 --to east --picture plan.svg\n"
			"  wayfield plan building.json --to east --out paths.csv      from all starts of the file\n"
			"  wayfield plan arena.map --scen arena.map.scen --json       every problem of a MovingAI file\n"
			"\n"
			"usage: wayfield plan FILE --from X,Y --to X,Y|NAME [OPTIONS]\n"
			"       wayfield plan MAP --scen FILE.scen [--limit N] [OPTIONS]\n"
			"\n",
	.options = s_options,
	.words = &s_plan.file,
	.wordCapacity = 1,
	.expects = "expected a world: a scenario, .map, ROS map, WKT or image file" };
