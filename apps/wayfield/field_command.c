// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield field FILE --goal X,Y`: solve one field and report what came out.

#include "commands.h"
#include "scene.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct FieldOptions
{
	const char* file;
	const char* goal;
	const char* picture;
	int32_t width; // of the picture, pixels
	bool json;
	wfSettings settings;
} FieldOptions;

static int parseOptions( FieldOptions* options, int argc, char** argv )
{
	*options = ( FieldOptions ){ .settings = wfDefaultSettings(), .width = wfDefaultPictureDef().width };
	wfOptionSet set = { .command = "field" };
	wfOptionSet_AddText( &set, "goal", &options->goal );
	wfOptionSet_AddText( &set, "picture", &options->picture );
	wfOptionSet_AddInteger( &set, "width", &options->width, 64, 8192 );
	wfOptionSet_AddFlag( &set, "json", &options->json );
	wfSettings_AddOptions( &options->settings, &set );
	int32_t count;
	int code = wfOptionSet_Parse( &set, argc, argv, &options->file, 1, &count );
	if ( code == wf_exitOk && count == 0 )
	{
		code = wfTellUsage( "field", "expected a world: a scenario, .map, ROS map, WKT or image file" );
	}
	if ( code == wf_exitOk && options->picture == NULL && wfOptionSet_IsGiven( &set, "width" ) )
	{
		code = wfTellUsage( "field", "--width goes with --picture" );
	}
	if ( code == wf_exitOk && options->picture != NULL && !wfIsPictureName( "field", options->picture ) )
	{
		code = wf_exitUsage;
	}
	return code;
}

static void printReport( const wfScene* scene, const wfField* field )
{
	wfFieldReport report = wfField_GetReport( field );
	wfPrintScene( scene );
	printf( "field     %d goal cell%s, %s of %s free cells reach it, %.4f s\n", wfField_GetGoalCells( field, NULL, 0 ),
			wfField_GetGoalCells( field, NULL, 0 ) == 1 ? "" : "s", wfShowCount( report.reachableCount ),
			wfShowCount( report.freeCount ), report.seconds );
	printf( "check     largest relative residual %.2g, %s flat cells, %s cells arrive\n", report.maxRelativeResidual,
			wfShowCount( report.flatCount ), report.arrivingCount == report.reachableCount ? "all reachable" : "NOT ALL" );
	printf( "range     log q from %.6g at the farthest to 0 at the goal\n", report.minLogValue );
}

static void addReport( wfText* text, const wfScene* scene, const wfField* field, const wfClosedPassage* passages, int32_t count )
{
	wfJsonOut json = wfMakeJsonOut( text );
	wfPlannerReport planner = wfPlanner_GetReport( scene->planner );
	wfFieldReport report = wfField_GetReport( field );
	wfJsonOut_BeginObject( &json, NULL );
	wfAddSceneAsJson( &json, scene );
	wfJsonOut_BeginList( &json, "closed_passages" );
	for ( int32_t i = 0; i < count; ++i )
	{
		wfJsonOut_BeginRow( &json, NULL );
		wfJsonOut_Point( &json, "place", passages[i].place.x, passages[i].place.y );
		wfJsonOut_Number( &json, "width", passages[i].width );
		wfJsonOut_Number( &json, "open_cell", passages[i].openCellSize );
		wfJsonOut_Bool( &json, "joins_components", passages[i].componentA != passages[i].componentB );
		wfJsonOut_End( &json );
	}
	wfJsonOut_End( &json );
	wfAddPlannerAsJson( &json, &planner );
	wfAddFieldAsJson( &json, &report, wfField_GetGoalCells( field, NULL, 0 ) );
	wfJsonOut_BeginObject( &json, "seconds" );
	wfJsonOut_Number( &json, "read", scene->secondsRead );
	wfJsonOut_Number( &json, "grid", scene->secondsGrid );
	wfJsonOut_Number( &json, "order", planner.secondsOrder );
	wfJsonOut_Number( &json, "analyse", planner.secondsAnalyse );
	wfJsonOut_Number( &json, "factor", planner.secondsFactor );
	wfJsonOut_Number( &json, "solve", report.seconds );
	wfJsonOut_End( &json );
	wfJsonOut_End( &json );
}

static int reportField( const FieldOptions* options, const wfScene* scene, const wfField* field )
{
	wfClosedPassage* passages = NULL;
	int32_t passageCount = 0;
	int code = wfScene_FindClosedPassages( scene, &passages, &passageCount );
	if ( code == wf_exitOk && options->picture != NULL )
	{
		wfPictureDef def = wfDefaultPictureDef();
		def.width = options->width;
		code = wfScene_Draw( scene, options->picture, field, &def );
	}
	if ( code == wf_exitOk && options->json )
	{
		wfText text = { 0 };
		addReport( &text, scene, field, passages, passageCount );
		code = wfText_Print( &text );
		wfText_Free( &text );
	}
	else if ( code == wf_exitOk )
	{
		printReport( scene, field );
		if ( options->picture != NULL )
		{
			printf( "picture   %s\n", options->picture );
		}
		code = wfFinishOutput( wf_exitOk );
	}
	free( passages );
	if ( code == wf_exitOk && !wfField_GetReport( field ).converged )
	{
		code = wfTellError( wf_numericalFailure, NULL );
	}
	return code;
}

int wfRunField( int argc, char** argv )
{
	FieldOptions options;
	int code = parseOptions( &options, argc, argv );
	if ( code != wf_exitOk )
	{
		return code;
	}
	wfScene scene;
	wfField* field = NULL;
	wfVec2 point;
	wfGoalDef goal;
	code = wfScene_Open( &scene, options.file, NULL, &options.settings );
	code = code == wf_exitOk ? wfScene_FindGoal( &scene, "field", options.goal, &point, &goal ) : code;
	code = code == wf_exitOk ? wfScene_MakeGrid( &scene ) : code;
	code = code == wf_exitOk ? wfScene_CheckGoal( &scene, &goal ) : code;
	code = code == wf_exitOk ? wfScene_MakePlanner( &scene ) : code;
	code = code == wf_exitOk ? wfScene_SolveField( &scene, &goal, &field ) : code;
	code = code == wf_exitOk ? reportField( &options, &scene, field ) : code;
	wfDestroyField( field );
	wfScene_Free( &scene );
	return code;
}
