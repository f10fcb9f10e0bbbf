// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield demo`: safest and hasty paths in a building, from every start to every exit.

#include "commands.h"
#include "embedded.h"
#include "scene.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BUILDING "building.json"
#define MAX_GOALS 8
#define MODES 2

typedef struct Mode
{
	const char* name;
	double haste;
} Mode;

// One row of the table: a goal in one mode.
typedef struct Row
{
	const Mode* mode;
	wfGoalDef goal;
	wfPath* paths; // one from each start
	wfFieldReport report;
	double secondsSolve, secondsTrace;
} Row;

typedef struct Demo
{
	const char* folder;
	char staging[1024];
	bool madeFolder;
	wfProgress progress;
	int32_t steps;
	wfScene scene;
	Mode modes[MODES];
	wfGoalDef goals[MAX_GOALS];
	int32_t goalCount;
	Row rows[MODES * MAX_GOALS];
	int32_t rowCount;
	int32_t startCount;
	double secondsFactor[MODES];
} Demo;

// Everything is written beside its place first and moved there when all of it is there: no half of a demonstration is left.
static const char* const s_files[] = { "safe.svg", "safe.png", "haste.svg", "haste.png", "paths.csv", "paths.json", BUILDING };

#define FILE_COUNT ( (int)( sizeof( s_files ) / sizeof( s_files[0] ) ) )
#define MAX_PATH 1024

static void joinPath( const char* folder, const char* name, char* path )
{
	snprintf( path, MAX_PATH, "%.960s/%.60s", folder, name );
}

static int tellWriteFailed( const char* path, const char* what )
{
	int number = errno;
	wfError error = { .result = wf_writeFailed };
	snprintf( error.file, sizeof( error.file ), "%.500s", path );
	snprintf( error.message, sizeof( error.message ), "%s: %s", what, strerror( number ) );
	return wfTellError( wf_writeFailed, &error );
}

// Makes the folder, those above it, and the one inside where files wait.
static int makeFolders( Demo* demo )
{
	if ( strlen( demo->folder ) > 900 )
	{
		return wfTellUsage( "demo", "the name of the folder is too long" );
	}
	char path[MAX_PATH];
	snprintf( path, sizeof( path ), "%s", demo->folder );
	for ( char* c = path + 1; *c != 0; ++c )
	{
		if ( *c == '/' )
		{
			*c = 0;
			mkdir( path, 0777 );
			*c = '/';
		}
	}
	demo->madeFolder = mkdir( path, 0777 ) == 0;
	struct stat status;
	if ( !demo->madeFolder && !( stat( path, &status ) == 0 && S_ISDIR( status.st_mode ) ) )
	{
		return tellWriteFailed( demo->folder, "the folder could not be made" );
	}
	char name[60];
	snprintf( name, sizeof( name ), ".wayfield-%ld", (long)getpid() );
	joinPath( demo->folder, name, demo->staging );
	if ( mkdir( demo->staging, 0777 ) != 0 && errno != EEXIST )
	{
		int code = tellWriteFailed( demo->folder, "nothing can be written here" );
		demo->staging[0] = 0;
		return code;
	}
	return wf_exitOk;
}

static int moveFiles( const Demo* demo )
{
	for ( int i = 0; i < FILE_COUNT; ++i )
	{
		char from[MAX_PATH], to[MAX_PATH];
		joinPath( demo->staging, s_files[i], from );
		joinPath( demo->folder, s_files[i], to );
		if ( rename( from, to ) != 0 )
		{
			return tellWriteFailed( to, "could not be written" );
		}
	}
	return wf_exitOk;
}

static void removeStaging( const Demo* demo, bool failed )
{
	if ( demo->staging[0] != 0 )
	{
		for ( int i = 0; i < FILE_COUNT; ++i )
		{
			char path[MAX_PATH];
			joinPath( demo->staging, s_files[i], path );
			unlink( path );
		}
		rmdir( demo->staging );
	}
	if ( failed && demo->madeFolder )
	{
		rmdir( demo->folder );
	}
}

// ------------------------------------------------------------------------------------------------------------- planning

// Two factorisations with their paths and pictures, then the files.
#define STEPS ( 3 * MODES + 1 )

static int step( Demo* demo )
{
	demo->steps += 1;
	return wfProgress_Step( (double)demo->steps / STEPS, &demo->progress ) ? wf_exitOk : wfTellError( wf_cancelled, NULL );
}

static int traceRow( const Demo* demo, const wfField* field, Row* row )
{
	row->paths = calloc( (size_t)demo->startCount, sizeof( wfPath ) );
	if ( row->paths == NULL )
	{
		return wfTellOutOfMemory();
	}
	wfTraceDef def = wfDefaultTraceDef();
	double began = wfGetSeconds();
	for ( int32_t i = 0; i < demo->startCount; ++i )
	{
		wfVec2 start = demo->scene.scenario.starts[i];
		wfResult result = wfField_TracePath( field, start, &def, &row->paths[i], NULL );
		if ( result == wf_ok && !wfIsPathTrue( field, start, &row->paths[i] ) )
		{
			result = wf_numericalFailure;
		}
		if ( result != wf_ok )
		{
			return wfTellError( result, NULL );
		}
	}
	row->secondsTrace = wfGetSeconds() - began;
	return wf_exitOk;
}

static int draw( const Demo* demo, const wfField* field, const Row* row )
{
	char title[128], name[64], path[MAX_PATH];
	snprintf( title, sizeof( title ), "to the %s exit, haste %g", row->goal.name, row->mode->haste );
	wfPictureDef def = wfDefaultPictureDef();
	def.paths = row->paths;
	def.pathCount = demo->startCount;
	def.starts = demo->scene.scenario.starts;
	def.startCount = demo->startCount;
	def.title = title;
	int code = wf_exitOk;
	static const char* const endings[] = { "svg", "png" };
	for ( int i = 0; i < 2 && code == wf_exitOk; ++i )
	{
		snprintf( name, sizeof( name ), "%s.%s", row->mode->name, endings[i] );
		joinPath( demo->staging, name, path );
		code = wfScene_Draw( &demo->scene, path, field, &def );
	}
	return code;
}

static int runMode( Demo* demo, int32_t index )
{
	wfScene* scene = &demo->scene;
	const Mode* mode = &demo->modes[index];
	wfDestroyPlanner( scene->planner );
	scene->planner = NULL;
	scene->plannerDef.haste = mode->haste;
	int code = wfScene_MakePlanner( scene );
	if ( code != wf_exitOk )
	{
		return code;
	}
	demo->secondsFactor[index] = scene->secondsPlanner;
	code = step( demo );
	if ( code != wf_exitOk )
	{
		return code;
	}
	wfField* fields[MAX_GOALS] = { 0 };
	wfError error = { 0 };
	double began = wfGetSeconds();
	wfResult result = wfPlanner_CreateFields( scene->planner, demo->goals, demo->goalCount, fields, &error );
	double seconds = wfGetSeconds() - began;
	if ( result != wf_ok )
	{
		return wfTellError( result, &error );
	}
	for ( int32_t g = 0; g < demo->goalCount && code == wf_exitOk; ++g )
	{
		Row* row = &demo->rows[demo->rowCount++];
		*row = ( Row ){ .mode = mode, .goal = demo->goals[g], .report = wfField_GetReport( fields[g] ) };
		row->secondsSolve = seconds / demo->goalCount;
		code = traceRow( demo, fields[g], row );
	}
	code = code == wf_exitOk ? step( demo ) : code;
	// The first exit is the one to look at.
	code = code == wf_exitOk ? draw( demo, fields[0], &demo->rows[demo->rowCount - demo->goalCount] ) : code;
	code = code == wf_exitOk ? step( demo ) : code;
	for ( int32_t g = 0; g < demo->goalCount; ++g )
	{
		wfDestroyField( fields[g] );
	}
	return code;
}

// --------------------------------------------------------------------------------------------------------------- output

static void measure( const Demo* demo, const Row* row, double* length, double* clearance, double* least )
{
	*length = *clearance = 0.0;
	*least = row->paths[0].clearanceMin;
	for ( int32_t i = 0; i < demo->startCount; ++i )
	{
		*length += row->paths[i].length / demo->startCount;
		*clearance += row->paths[i].clearanceMean / demo->startCount;
		*least = row->paths[i].clearanceMin < *least ? row->paths[i].clearanceMin : *least;
	}
}

static void addPathsAsJson( const Demo* demo, wfText* text )
{
	wfJsonOut json = wfMakeJsonOut( text );
	wfJsonOut_BeginObject( &json, NULL );
	wfAddSceneAsJson( &json, &demo->scene );
	wfJsonOut_BeginList( &json, "plans" );
	for ( int32_t r = 0; r < demo->rowCount; ++r )
	{
		const Row* row = &demo->rows[r];
		wfJsonOut_BeginObject( &json, NULL );
		wfJsonOut_String( &json, "goal", row->goal.name );
		wfJsonOut_Number( &json, "haste", row->mode->haste );
		wfJsonOut_Integer( &json, "flat_cells", row->report.flatCount );
		wfJsonOut_Number( &json, "max_relative_residual", row->report.maxRelativeResidual );
		wfJsonOut_BeginList( &json, "paths" );
		for ( int32_t i = 0; i < demo->startCount; ++i )
		{
			const wfPath* path = &row->paths[i];
			wfJsonOut_BeginRow( &json, NULL );
			wfJsonOut_Number( &json, "length", path->length );
			wfJsonOut_Number( &json, "clearance_mean", path->clearanceMean );
			wfJsonOut_BeginList( &json, "points" );
			for ( int32_t k = 0; k < path->count; ++k )
			{
				wfJsonOut_Point( &json, NULL, path->points[k].x, path->points[k].y );
			}
			wfJsonOut_End( &json );
			wfJsonOut_End( &json );
		}
		wfJsonOut_End( &json );
		wfJsonOut_End( &json );
	}
	wfJsonOut_End( &json );
	wfJsonOut_End( &json );
}

static void addPathsAsCsv( const Demo* demo, wfText* text )
{
	wfText_Add( text, "goal,haste,path,x,y\n" );
	for ( int32_t r = 0; r < demo->rowCount; ++r )
	{
		const Row* row = &demo->rows[r];
		for ( int32_t i = 0; i < demo->startCount; ++i )
		{
			for ( int32_t k = 0; k < row->paths[i].count; ++k )
			{
				wfText_Add( text, "%s,%g,%d,%.10g,%.10g\n", row->goal.name, row->mode->haste, i + 1, row->paths[i].points[k].x,
							row->paths[i].points[k].y );
			}
		}
	}
}

static int writeFiles( Demo* demo )
{
	static const char* const names[] = { "paths.csv", "paths.json", BUILDING };
	int code = wf_exitOk;
	for ( int i = 0; i < 3 && code == wf_exitOk; ++i )
	{
		wfText text = { 0 };
		if ( i == 0 )
		{
			addPathsAsCsv( demo, &text );
		}
		else if ( i == 1 )
		{
			addPathsAsJson( demo, &text );
		}
		for ( const wfEmbedded* file = wf_embeddedScenarios; i == 2 && file->name != NULL; ++file )
		{
			if ( strcmp( file->name, BUILDING ) == 0 )
			{
				wfText_AddBytes( &text, (const char*)file->data, file->size );
			}
		}
		char path[MAX_PATH];
		joinPath( demo->staging, names[i], path );
		code = wfText_Write( &text, path );
		wfText_Free( &text );
	}
	return code;
}

static void printTable( const Demo* demo )
{
	const wfGrid* grid = demo->scene.grid;
	printf( "A floor of %g x %g m with agents of radius %g m: %s free cells of %g m, %d starts, %d exits.\n\n",
			wfGrid_GetWidth( grid ) * wfGrid_GetCellSize( grid ), wfGrid_GetHeight( grid ) * wfGrid_GetCellSize( grid ),
			wfGrid_GetRadius( grid ), wfShowCount( wfGrid_GetFreeCount( grid ) ), wfGrid_GetCellSize( grid ), demo->startCount,
			demo->goalCount );
	printf( "exit    haste   length   clearance mean/min   residual   flat   factor    field     a path\n" );
	for ( int32_t r = 0; r < demo->rowCount; ++r )
	{
		const Row* row = &demo->rows[r];
		double length, clearance, least;
		measure( demo, row, &length, &clearance, &least );
		printf( "%-6s %6g  %5.1f m      %4.2f m / %4.2f m    %.1e  %5lld  %5.1f ms  %5.2f ms  %5.2f ms\n", row->goal.name,
				row->mode->haste, length, clearance, least, row->report.maxRelativeResidual, (long long)row->report.flatCount,
				1e3 * demo->secondsFactor[row->mode - demo->modes], 1e3 * row->secondsSolve,
				1e3 * row->secondsTrace / demo->startCount );
	}
	int64_t reachable = 0, arriving = 0, flat = 0;
	for ( int32_t r = 0; r < demo->rowCount; ++r )
	{
		reachable += demo->rows[r].report.reachableCount;
		arriving += demo->rows[r].report.arrivingCount;
		flat += demo->rows[r].report.flatCount;
	}
	printf( "\nOf %s walks from cell to best neighbour, one from every connected cell in each field, %s arrive; %s flat cells.\n",
			wfShowCount( reachable ), wfShowCount( arriving ), wfShowCount( flat ) );
	printf( "Haste 0 keeps clear of walls, haste %g takes the short way. Clearance is what is left beyond the radius.\n",
			demo->modes[1].haste );
	printf( "\nWritten to %s: safe.svg, safe.png, haste.svg, haste.png, paths.csv, paths.json, " BUILDING "\n", demo->folder );
	// As it can be typed here: `./dev run` leaves a link in the folder it was called in.
	const char* program = access( "./wayfield", X_OK ) == 0 ? "./wayfield" : "wayfield";
	printf( "\nTry next:\n" );
	printf( "  %s plan %s/" BUILDING " --from 1.6,2 --to east --picture plan.svg\n", program, demo->folder );
	printf( "  %s field %s/" BUILDING " --goal 24,12 --haste 2 --picture field.png\n", program, demo->folder );
	printf( "  %s surface torus --goal 0 --from 900 --picture torus.png\n", program );
	printf( "  %s help plan\n", program );
}

static int run( Demo* demo, const wfSettings* settings )
{
	int code = wfScene_Open( &demo->scene, BUILDING, BUILDING, settings );
	code = code == wf_exitOk ? wfScene_MakeGrid( &demo->scene ) : code;
	code = code == wf_exitOk ? makeFolders( demo ) : code;
	if ( code != wf_exitOk )
	{
		return code;
	}
	const wfWorld* world = demo->scene.scenario.world;
	wfGoalId ids[MAX_GOALS];
	int32_t total = wfWorld_GetGoalIds( world, ids, MAX_GOALS );
	demo->goalCount = total < MAX_GOALS ? total : MAX_GOALS;
	demo->startCount = demo->scene.scenario.startCount;
	for ( int32_t g = 0; g < demo->goalCount; ++g )
	{
		demo->goals[g] = wfWorld_GetGoal( world, ids[g] );
	}
	for ( int32_t i = 0; i < MODES && code == wf_exitOk; ++i )
	{
		code = runMode( demo, i );
	}
	code = code == wf_exitOk ? writeFiles( demo ) : code;
	code = code == wf_exitOk ? step( demo ) : code;
	return code == wf_exitOk ? moveFiles( demo ) : code;
}

int wfRunDemo( int argc, char** argv )
{
	Demo demo = { .folder = "wayfield-demo", .modes = { { "safe", 0.0 }, { "haste", 5.0 } } };
	wfSettings settings = wfDefaultSettings();
	wfOptionSet set = { .command = "demo" };
	wfOptionSet_AddText( &set, "out", &demo.folder );
	wfOptionSet_AddNumber( &set, "haste", &demo.modes[1].haste, 0.0, 1e6 );
	wfSettings_AddMachineOptions( &settings, &set );
	const char* word;
	int32_t count;
	int code = wfOptionSet_Parse( &set, argc, argv, &word, 0, &count );
	if ( code != wf_exitOk )
	{
		return code;
	}
	wfProgress_Begin( &demo.progress, "planning" );
	code = run( &demo, &settings );
	wfProgress_End( &demo.progress );
	removeStaging( &demo, code != wf_exitOk );
	if ( code == wf_exitOk )
	{
		printTable( &demo );
		code = wfFinishOutput( wf_exitOk );
	}
	for ( int32_t r = 0; r < demo.rowCount; ++r )
	{
		for ( int32_t i = 0; demo.rows[r].paths != NULL && i < demo.startCount; ++i )
		{
			wfPath_Free( &demo.rows[r].paths[i] );
		}
		free( demo.rows[r].paths );
	}
	wfScene_Free( &demo.scene );
	return code;
}
