// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield plan FILE --from X,Y --to X,Y` and `wayfield plan MAP --scen FILE.scen`.

#include "commands.h"
#include "problems.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct PlanOptions
{
	const char* file;
	const char* to;
	const char* problems; // a .scen file
	const char* picture;
	int32_t width; // of the picture, pixels
	const char* out;
	wfVec2 from;
	bool hasFrom;
	int32_t limit;
	bool json;
	wfSettings settings;
} PlanOptions;

static int parseOptions( PlanOptions* options, int argc, char** argv )
{
	*options = ( PlanOptions ){ .settings = wfDefaultSettings(), .width = wfDefaultPictureDef().width, .limit = INT32_MAX };
	wfOptionSet set = { .command = "plan" };
	wfOptionSet_AddPoint( &set, "from", &options->from );
	wfOptionSet_AddText( &set, "to", &options->to );
	wfOptionSet_AddText( &set, "scen", &options->problems );
	wfOptionSet_AddInteger( &set, "limit", &options->limit, 1, INT32_MAX );
	wfOptionSet_AddText( &set, "picture", &options->picture );
	wfOptionSet_AddText( &set, "out", &options->out );
	wfOptionSet_AddInteger( &set, "width", &options->width, 64, 8192 );
	wfOptionSet_AddFlag( &set, "json", &options->json );
	wfSettings_AddOptions( &options->settings, &set );
	int32_t count;
	int code = wfOptionSet_Parse( &set, argc, argv, &options->file, 1, &count );
	options->hasFrom = wfOptionSet_IsGiven( &set, "from" );
	if ( code != wf_exitOk )
	{
		return code;
	}
	if ( count == 0 )
	{
		return wfTellUsage( "plan", "expected a world: a scenario, .map, ROS map, WKT or image file" );
	}
	if ( options->problems != NULL &&
		 ( options->hasFrom || options->to != NULL || options->picture != NULL || options->out != NULL ) )
	{
		return wfTellUsage( "plan",
							"--scen brings its own starts and goals: --from, --to, --picture and --out do not go with it" );
	}
	if ( options->problems == NULL && wfOptionSet_IsGiven( &set, "limit" ) )
	{
		return wfTellUsage( "plan", "--limit goes with --scen" );
	}
	if ( options->picture == NULL && wfOptionSet_IsGiven( &set, "width" ) )
	{
		return wfTellUsage( "plan", "--width goes with --picture" );
	}
	return options->picture != NULL && !wfIsPictureName( "plan", options->picture ) ? wf_exitUsage : wf_exitOk;
}

// --------------------------------------------------------------------------------------------------------------- paths

typedef struct Plan
{
	const wfVec2* starts;
	int32_t count;
	wfPath* paths;
	double seconds; // of tracing
} Plan;

// A door that only the cells close is the usual reason why there is no way.
static int tellUnreachable( const wfScene* scene, const wfError* error )
{
	int code = wfTellError( wf_unreachable, error );
	wfClosedPassage* passages = NULL;
	int32_t count = 0;
	wfScene_FindClosedPassages( scene, &passages, &count );
	free( passages );
	return code;
}

static int checkStarts( const wfScene* scene, const Plan* plan, const wfGoalDef* goal )
{
	for ( int32_t i = 0; i < plan->count; ++i )
	{
		wfVec2 start = plan->starts[i];
		int32_t cell = wfGrid_GetCell( scene->grid, start );
		if ( cell >= 0 && wfGrid_IsFree( scene->grid, cell ) )
		{
			continue;
		}
		wfError error = { .result = wf_startBlocked };
		wfScene_DescribeBlocked( scene, "start", start, error.message, sizeof( error.message ) );
		return wfTellError( wf_startBlocked, &error );
	}
	// A goal may lie in several components; the field will tell. A single cell tells now.
	int32_t goalCell;
	if ( wfGrid_GetGoalCells( scene->grid, goal, &goalCell, 1 ) != 1 )
	{
		return wf_exitOk;
	}
	int32_t component = wfGrid_GetComponent( scene->grid, goalCell );
	for ( int32_t i = 0; i < plan->count; ++i )
	{
		wfVec2 start = plan->starts[i];
		if ( wfGrid_GetComponent( scene->grid, wfGrid_GetCell( scene->grid, start ) ) != component )
		{
			wfError error = { .result = wf_unreachable };
			snprintf( error.message, sizeof( error.message ), "there is no way from %g,%g to the goal at %g,%g", start.x, start.y,
					  wfGrid_GetCenter( scene->grid, goalCell ).x, wfGrid_GetCenter( scene->grid, goalCell ).y );
			return tellUnreachable( scene, &error );
		}
	}
	return wf_exitOk;
}

static int traceAll( const wfScene* scene, const wfField* field, Plan* plan )
{
	wfTraceDef def = wfDefaultTraceDef();
	for ( int32_t i = 0; i < plan->count; ++i )
	{
		wfVec2 start = plan->starts[i];
		double began = wfGetSeconds();
		wfResult result = wfIsInterrupted() ? wf_cancelled : wfField_TracePath( field, start, &def, &plan->paths[i], NULL );
		plan->seconds += wfGetSeconds() - began;
		if ( result == wf_ok && !wfIsPathTrue( field, start, &plan->paths[i] ) )
		{
			result = wf_numericalFailure;
		}
		if ( result != wf_ok )
		{
			wfError error = { .result = result };
			snprintf( error.message, sizeof( error.message ), "from %g,%g: %s", start.x, start.y, wfDescribeResult( result ) );
			return result == wf_unreachable ? tellUnreachable( scene, &error ) : wfTellError( result, &error );
		}
	}
	return wf_exitOk;
}

static void printPlan( const wfScene* scene, const wfField* field, const Plan* plan )
{
	wfFieldReport report = wfField_GetReport( field );
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
}

static void addPlan( wfText* text, const wfScene* scene, const wfField* field, const Plan* plan )
{
	wfJsonOut json = wfMakeJsonOut( text );
	wfPlannerReport planner = wfPlanner_GetReport( scene->planner );
	wfFieldReport report = wfField_GetReport( field );
	wfJsonOut_BeginObject( &json, NULL );
	wfAddSceneAsJson( &json, scene );
	wfAddPlannerAsJson( &json, &planner );
	wfAddFieldAsJson( &json, &report, wfField_GetGoalCells( field, NULL, 0 ) );
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
		wfJsonOut_BeginList( &json, "points" );
		for ( int32_t k = 0; k < path->count; ++k )
		{
			wfJsonOut_Point( &json, NULL, path->points[k].x, path->points[k].y );
		}
		wfJsonOut_End( &json );
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
}

static int output( const PlanOptions* options, const wfScene* scene, const wfField* field, const Plan* plan )
{
	int code = wf_exitOk;
	wfText text = { 0 };
	if ( options->out != NULL )
	{
		wfAddPathsAsCsv( &text, plan->paths, plan->count );
		code = wfText_Write( &text, options->out );
		wfText_Free( &text );
	}
	if ( code == wf_exitOk && options->picture != NULL )
	{
		wfPictureDef def = wfDefaultPictureDef();
		def.width = options->width;
		def.paths = plan->paths;
		def.pathCount = plan->count;
		def.starts = plan->starts;
		def.startCount = plan->count;
		code = wfScene_Draw( scene, options->picture, field, &def );
	}
	if ( code != wf_exitOk )
	{
		return code;
	}
	if ( options->json )
	{
		addPlan( &text, scene, field, plan );
		code = wfText_Print( &text );
		wfText_Free( &text );
		return code;
	}
	printPlan( scene, field, plan );
	if ( options->picture != NULL )
	{
		printf( "picture   %s\n", options->picture );
	}
	if ( options->out != NULL )
	{
		printf( "points    %s\n", options->out );
	}
	return wfFinishOutput( wf_exitOk );
}

static int runPaths( const PlanOptions* options, wfScene* scene )
{
	Plan plan = { .starts = &options->from, .count = 1 };
	if ( !options->hasFrom )
	{
		plan.starts = scene->scenario.starts;
		plan.count = scene->scenario.startCount;
	}
	if ( plan.count == 0 )
	{
		return wfTellUsage( "plan", "where from? Give --from X,Y, or --scen FILE.scen for the problems of a map" );
	}
	wfVec2 point;
	wfGoalDef goal;
	wfField* field = NULL;
	int code = wfScene_FindGoal( scene, "plan", options->to, &point, &goal );
	code = code == wf_exitOk ? wfScene_MakeGrid( scene ) : code;
	code = code == wf_exitOk ? wfScene_CheckGoal( scene, &goal ) : code;
	code = code == wf_exitOk ? checkStarts( scene, &plan, &goal ) : code;
	if ( code == wf_exitOk )
	{
		plan.paths = calloc( (size_t)plan.count, sizeof( wfPath ) );
		code = plan.paths != NULL ? wfScene_MakePlanner( scene ) : wfTellOutOfMemory();
	}
	code = code == wf_exitOk ? wfScene_SolveField( scene, &goal, &field ) : code;
	code = code == wf_exitOk ? traceAll( scene, field, &plan ) : code;
	code = code == wf_exitOk ? output( options, scene, field, &plan ) : code;
	for ( int32_t i = 0; plan.paths != NULL && i < plan.count; ++i )
	{
		wfPath_Free( &plan.paths[i] );
	}
	free( plan.paths );
	wfDestroyField( field );
	return code;
}

// ------------------------------------------------------------------------------------------------------------ problems

static double getMean( double sum, int64_t count )
{
	return count > 0 ? sum / (double)count : 0.0;
}

static int printTotals( const PlanOptions* options, const wfScene* scene, const wfProblemTotals* totals, double seconds )
{
	int64_t walked = totals->reached + totals->failed;
	double solveMean = getMean( totals->secondsSolve, totals->goals ), traceMean = getMean( totals->secondsTrace, walked );
	if ( options->json )
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
		int code = wfText_Print( &text );
		wfText_Free( &text );
		return code;
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

static int runProblemFile( const PlanOptions* options, wfScene* scene, double began )
{
	int code = wfScene_MakeGrid( scene );
	if ( code != wf_exitOk )
	{
		return code;
	}
	// The file counts cells of the map as it is stored, whatever cells we plan on.
	wfBox2 bounds = wfWorld_GetBounds( scene->scenario.world );
	int32_t width = (int32_t)floor( bounds.upper.x - bounds.lower.x + 0.5 );
	int32_t height = (int32_t)floor( bounds.upper.y - bounds.lower.y + 0.5 );
	wfProblem* problems = NULL;
	int32_t count = 0;
	wfError error = { 0 };
	wfResult result = wfReadProblems( options->problems, width, height, &problems, &count, &error );
	if ( result != wf_ok )
	{
		return wfTellError( result, &error );
	}
	int32_t used = count < options->limit ? count : options->limit;
	wfProblemTotals totals = { 0 };
	code = wfScene_MakePlanner( scene );
	code = code == wf_exitOk ? wfRunProblems( scene, problems, used, &totals ) : code;
	code = code == wf_exitOk ? printTotals( options, scene, &totals, wfGetSeconds() - began ) : code;
	wfFreeProblems( problems, count );
	if ( code == wf_exitOk && ( totals.failed > 0 || totals.flatCount > 0 || !( totals.maxRelativeResidual <= 1e-9 ) ) )
	{
		wfSay( "%s failed, %s flat cells, largest relative residual %.2g", wfShowCount( totals.failed ),
			   wfShowCount( totals.flatCount ), totals.maxRelativeResidual );
		code = wf_exitFailed;
	}
	return code;
}

int wfRunPlan( int argc, char** argv )
{
	double began = wfGetSeconds();
	PlanOptions options;
	int code = parseOptions( &options, argc, argv );
	if ( code != wf_exitOk )
	{
		return code;
	}
	wfScene scene;
	code = wfScene_Open( &scene, options.file, NULL, &options.settings );
	if ( code == wf_exitOk )
	{
		code = options.problems != NULL ? runProblemFile( &options, &scene, began ) : runPaths( &options, &scene );
	}
	wfScene_Free( &scene );
	return code;
}
