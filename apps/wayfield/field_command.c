// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield field FILE --goal X,Y`: solve one field and report what came out.

#include "commands.h"
#include "scene.h"

static struct
{
	const char *file, *goal, *picture;
	int32_t width; // of the picture, pixels
	bool json;
} s_field;

static wfOption s_options[] = {
	{ WF_TEXT( "goal", "X,Y|NAME", s_field.goal,
			   "a point in metres, or a goal of the file; may be left out where the file has one goal" ) },
	{ WF_PICTURE( "picture", "FILE", s_field.picture, ".svg or .png: the field in colours with contour lines and arrows" ) },
	{ WF_INTEGER( "width", "PIXELS", s_field.width, 64, 8192, "of the picture, 64 to 8192" ), .with = "picture" },
	{ WF_FLAG( "json", s_field.json, "the report as JSON" ) },
	{ WF_TABLE( wf_fieldOptions ) },
	{ .name = NULL } };

static int printReport( const wfScene* scene )
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
	if ( s_field.picture != NULL )
	{
		printf( "picture   %s\n", s_field.picture );
	}
	return wfFinishOutput( wf_exitOk );
}

static int printJson( const wfScene* scene )
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
	wfAddPlannerAsJson( &json, &planner );
	wfAddFieldAsJson( &json, scene->field );
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
	int code = s_field.json ? printJson( &scene ) : printReport( &scene );
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
	.options = s_options,
	.words = &s_field.file,
	.wordCapacity = 1,
	.expects = "expected a world: a scenario, .map, ROS map, WKT or image file" };
