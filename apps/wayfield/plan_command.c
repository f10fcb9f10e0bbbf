// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield plan FILE --from X,Y --to X,Y` and `wayfield plan MAP --scen FILE.scen`.

#include "commands.h"
#include "problems.h"

#include <math.h>
#include <stdio.h>

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

// A door that only the cells close is the usual reason why there is no way.
static _Noreturn void tellUnreachable( wfScene* scene, const wfError* error )
{
	int code = wfTellError( wf_unreachable, error );
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
			wfScene_TellBlocked( scene, wf_startBlocked, "start", plan->starts[i] );
		}
	}
	// A goal may lie in several components; the field will tell. A single cell tells now.
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
			tellUnreachable( scene, &error );
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
			tellUnreachable( scene, &error );
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
	if ( s_plan.picture != NULL )
	{
		printf( "picture   %s\n", s_plan.picture );
	}
	if ( s_plan.out != NULL )
	{
		printf( "points    %s\n", s_plan.out );
	}
	return wfFinishOutput( wf_exitOk );
}

static int printPlanAsJson( const wfScene* scene, const Plan* plan )
{
	wfText text = { 0 };
	wfJsonOut json = wfMakeJsonOut( &text );
	wfPlannerReport planner = wfPlanner_GetReport( scene->planner );
	wfFieldReport report = wfField_GetReport( scene->field );
	wfJsonOut_BeginObject( &json, NULL );
	wfAddSceneAsJson( &json, scene );
	wfAddPlannerAsJson( &json, &planner );
	wfAddFieldAsJson( &json, scene->field );
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

static double getMean( double sum, int64_t count )
{
	return count > 0 ? sum / (double)count : 0.0;
}

static int printTotals( const wfScene* scene, const wfProblemTotals* totals, double seconds )
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
	wfProblemTotals totals = wfRunProblems( scene, problems, count < s_plan.limit ? count : s_plan.limit );
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
