// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield demo`: safest and hasty paths in a building, from every start to every exit.

#include "commands.h"
#include "scene.h"

#include <errno.h>
#include <stdio.h>
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

// Of the whole command.
static struct
{
	const char* folder;
	char staging[1024];
	bool madeFolder, done;
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
} s_demo = { .folder = "wayfield-demo", .modes = { { "safe", 0.0 }, { "haste", 5.0 } } };

// Everything is written beside its place first and moved there when all of it is there: no half of a demonstration is left.
static const char* const s_files[] = { "safe.svg", "safe.png", "haste.svg", "haste.png", "paths.csv", "paths.json", BUILDING };

#define FILE_COUNT ( (int)( sizeof( s_files ) / sizeof( s_files[0] ) ) )
#define MAX_PATH 1024

static void joinPath( const char* folder, const char* name, char* path )
{
	snprintf( path, MAX_PATH, "%.960s/%.60s", folder, name );
}

static void removeStaging( void )
{
	for ( int i = 0; i < FILE_COUNT; ++i )
	{
		char path[MAX_PATH];
		joinPath( s_demo.staging, s_files[i], path );
		unlink( path );
	}
	rmdir( s_demo.staging );
	if ( !s_demo.done && s_demo.madeFolder )
	{
		rmdir( s_demo.folder );
	}
}

// Makes the folder, those above it, and the one inside where files wait. It goes however the program ends.
static void makeFolders( void )
{
	wfDieOfUsageIf( strlen( s_demo.folder ) > 900, "the name of the folder is too long" );
	struct stat status;
	s_demo.madeFolder = stat( s_demo.folder, &status ) != 0;
	wfMakeFolder( s_demo.folder );
	char name[60];
	snprintf( name, sizeof( name ), ".wayfield-%ld", (long)getpid() );
	joinPath( s_demo.folder, name, s_demo.staging );
	bool staged = mkdir( s_demo.staging, 0777 ) == 0 || errno == EEXIST;
	wfDieIf( !staged, wf_writeFailed, s_demo.folder, "nothing can be written here: %s", strerror( errno ) );
	wfSetCleanup( removeStaging );
}

static void moveFiles( void )
{
	for ( int i = 0; i < FILE_COUNT; ++i )
	{
		char from[MAX_PATH], to[MAX_PATH];
		joinPath( s_demo.staging, s_files[i], from );
		joinPath( s_demo.folder, s_files[i], to );
		bool moved = rename( from, to ) == 0;
		wfDieIf( !moved, wf_writeFailed, to, "could not be written: %s", strerror( errno ) );
	}
}

// ------------------------------------------------------------------------------------------------------------- planning

// Two factorisations with their paths and pictures, then the files.
#define STEPS ( 3 * MODES + 1 )

static void step( void )
{
	s_demo.steps += 1;
	wfExpect( wfProgress_Step( (double)s_demo.steps / STEPS, &s_demo.progress ) ? wf_ok : wf_cancelled );
}

static void traceRow( const wfField* field, Row* row )
{
	row->paths = wfNewArray( (size_t)s_demo.startCount, sizeof( wfPath ) );
	wfTraceDef def = wfDefaultTraceDef();
	double began = wfGetSeconds();
	for ( int32_t i = 0; i < s_demo.startCount; ++i )
	{
		wfVec2 start = s_demo.scene.scenario.starts[i];
		wfExpect( wfField_TracePath( field, start, &def, &row->paths[i], NULL ) );
		wfExpect( wfIsPathTrue( field, start, &row->paths[i] ) ? wf_ok : wf_numericalFailure );
	}
	row->secondsTrace = wfGetSeconds() - began;
}

static void draw( wfField* field, const Row* row )
{
	char title[128], name[64], path[MAX_PATH];
	snprintf( title, sizeof( title ), "to the %s exit, haste %g", row->goal.name, row->mode->haste );
	wfPictureDef def = wfDefaultPictureDef();
	def.paths = row->paths;
	def.starts = s_demo.scene.scenario.starts;
	def.pathCount = def.startCount = s_demo.startCount;
	def.title = title;
	s_demo.scene.field = field;
	static const char* const endings[] = { "svg", "png" };
	for ( int i = 0; i < 2; ++i )
	{
		snprintf( name, sizeof( name ), "%s.%s", row->mode->name, endings[i] );
		joinPath( s_demo.staging, name, path );
		wfScene_Draw( &s_demo.scene, path, 0, &def );
	}
}

static void runMode( int32_t index )
{
	wfScene* scene = &s_demo.scene;
	const Mode* mode = &s_demo.modes[index];
	wfDestroyPlanner( scene->planner );
	scene->plannerDef.haste = mode->haste;
	wfScene_MakePlanner( scene );
	s_demo.secondsFactor[index] = scene->secondsPlanner;
	step();
	wfField* fields[MAX_GOALS] = { 0 };
	double began = wfGetSeconds();
	wfExpect( wfPlanner_CreateFields( scene->planner, s_demo.goals, s_demo.goalCount, fields, &wf_error ) );
	double seconds = wfGetSeconds() - began;
	for ( int32_t g = 0; g < s_demo.goalCount; ++g )
	{
		Row* row = &s_demo.rows[s_demo.rowCount++];
		*row = ( Row ){ .mode = mode, .goal = s_demo.goals[g], .report = wfField_GetReport( fields[g] ) };
		row->secondsSolve = seconds / s_demo.goalCount;
		traceRow( fields[g], row );
	}
	step();
	// The first exit is the one to look at.
	draw( fields[0], &s_demo.rows[s_demo.rowCount - s_demo.goalCount] );
	step();
	for ( int32_t g = 0; g < s_demo.goalCount; ++g )
	{
		wfDestroyField( fields[g] );
	}
}

// --------------------------------------------------------------------------------------------------------------- output

static void measure( const Row* row, double* length, double* clearance, double* least )
{
	*length = *clearance = 0.0;
	*least = row->paths[0].clearanceMin;
	for ( int32_t i = 0; i < s_demo.startCount; ++i )
	{
		*length += row->paths[i].length / s_demo.startCount;
		*clearance += row->paths[i].clearanceMean / s_demo.startCount;
		*least = row->paths[i].clearanceMin < *least ? row->paths[i].clearanceMin : *least;
	}
}

static void addPathsAsJson( wfText* text )
{
	wfJsonOut json = wfMakeJsonOut( text );
	wfJsonOut_BeginObject( &json, NULL );
	wfAddSceneAsJson( &json, &s_demo.scene );
	wfJsonOut_BeginList( &json, "plans" );
	for ( int32_t r = 0; r < s_demo.rowCount; ++r )
	{
		const Row* row = &s_demo.rows[r];
		wfJsonOut_BeginObject( &json, NULL );
		wfJsonOut_String( &json, "goal", row->goal.name );
		wfJsonOut_Number( &json, "haste", row->mode->haste );
		wfJsonOut_Integer( &json, "flat_cells", row->report.flatCount );
		wfJsonOut_Number( &json, "max_relative_residual", row->report.maxRelativeResidual );
		wfJsonOut_BeginList( &json, "paths" );
		for ( int32_t i = 0; i < s_demo.startCount; ++i )
		{
			const wfPath* path = &row->paths[i];
			wfJsonOut_BeginRow( &json, NULL );
			wfJsonOut_Number( &json, "length", path->length );
			wfJsonOut_Number( &json, "clearance_mean", path->clearanceMean );
			wfAddPointsAsJson( &json, path );
			wfJsonOut_End( &json );
		}
		wfJsonOut_End( &json );
		wfJsonOut_End( &json );
	}
	wfJsonOut_End( &json );
	wfJsonOut_End( &json );
}

static void addPathsAsCsv( wfText* text )
{
	wfText_Add( text, "goal,haste,path,x,y\n" );
	for ( int32_t r = 0; r < s_demo.rowCount; ++r )
	{
		const Row* row = &s_demo.rows[r];
		for ( int32_t i = 0; i < s_demo.startCount; ++i )
		{
			for ( int32_t k = 0; k < row->paths[i].count; ++k )
			{
				wfText_Add( text, "%s,%g,%d,%.10g,%.10g\n", row->goal.name, row->mode->haste, i + 1, row->paths[i].points[k].x,
							row->paths[i].points[k].y );
			}
		}
	}
}

static void writeFile( const char* name, wfText* text )
{
	char path[MAX_PATH];
	joinPath( s_demo.staging, name, path );
	wfText_Write( text, path );
	wfText_Free( text );
}

static void writeFiles( const wfEmbedded* building )
{
	wfText text = { 0 };
	addPathsAsCsv( &text );
	writeFile( "paths.csv", &text );
	addPathsAsJson( &text );
	writeFile( "paths.json", &text );
	wfText_AddBytes( &text, (const char*)building->data, building->size );
	writeFile( BUILDING, &text );
}

static void printTable( void )
{
	const wfGrid* grid = s_demo.scene.grid;
	printf( "A floor of %g x %g m with agents of radius %g m: %s free cells of %g m, %d starts, %d exits.\n\n",
			wfGrid_GetWidth( grid ) * wfGrid_GetCellSize( grid ), wfGrid_GetHeight( grid ) * wfGrid_GetCellSize( grid ),
			wfGrid_GetRadius( grid ), wfShowCount( wfGrid_GetFreeCount( grid ) ), wfGrid_GetCellSize( grid ), s_demo.startCount,
			s_demo.goalCount );
	printf( "exit    haste   length   clearance mean/min   residual   flat   factor    field     a path\n" );
	for ( int32_t r = 0; r < s_demo.rowCount; ++r )
	{
		const Row* row = &s_demo.rows[r];
		double length, clearance, least;
		measure( row, &length, &clearance, &least );
		printf( "%-6s %6g  %5.1f m      %4.2f m / %4.2f m    %.1e  %5lld  %5.1f ms  %5.2f ms  %5.2f ms\n", row->goal.name,
				row->mode->haste, length, clearance, least, row->report.maxRelativeResidual, (long long)row->report.flatCount,
				1e3 * s_demo.secondsFactor[row->mode - s_demo.modes], 1e3 * row->secondsSolve,
				1e3 * row->secondsTrace / s_demo.startCount );
	}
	int64_t reachable = 0, arriving = 0, flat = 0;
	for ( int32_t r = 0; r < s_demo.rowCount; ++r )
	{
		reachable += s_demo.rows[r].report.reachableCount;
		arriving += s_demo.rows[r].report.arrivingCount;
		flat += s_demo.rows[r].report.flatCount;
	}
	printf( "\nOf %s walks from cell to best neighbour, one from every connected cell in each field, %s arrive; %s flat cells.\n",
			wfShowCount( reachable ), wfShowCount( arriving ), wfShowCount( flat ) );
	printf( "Haste 0 keeps clear of walls, haste %g takes the short way. Clearance is what is left beyond the radius.\n",
			s_demo.modes[1].haste );
	printf( "\nWritten to %s: safe.svg, safe.png, haste.svg, haste.png, paths.csv, paths.json, " BUILDING "\n", s_demo.folder );
	// As it can be typed here: `./dev run` leaves a link in the folder it was called in.
	const char* program = access( "./wayfield", X_OK ) == 0 ? "./wayfield" : "wayfield";
	printf( "\nTry next:\n" );
	printf( "  %s plan %s/" BUILDING " --from 1.6,2 --to east --picture plan.svg\n", program, s_demo.folder );
	printf( "  %s field %s/" BUILDING " --goal 24,12 --haste 2 --picture field.png\n", program, s_demo.folder );
	printf( "  %s surface torus --goal 0 --from 900 --picture torus.png\n", program );
	printf( "  %s help plan\n", program );
}

static int runDemo( void )
{
	const wfEmbedded* building = wfFindEmbedded( "building" );
	wfProgress_Begin( &s_demo.progress, "planning" );
	wfScene_Open( &s_demo.scene, BUILDING, building );
	wfScene_MakeGrid( &s_demo.scene );
	makeFolders();
	const wfWorld* world = s_demo.scene.scenario.world;
	wfGoalId ids[MAX_GOALS];
	int32_t total = wfWorld_GetGoalIds( world, ids, MAX_GOALS );
	s_demo.goalCount = total < MAX_GOALS ? total : MAX_GOALS;
	s_demo.startCount = s_demo.scene.scenario.startCount;
	for ( int32_t g = 0; g < s_demo.goalCount; ++g )
	{
		s_demo.goals[g] = wfWorld_GetGoal( world, ids[g] );
	}
	for ( int32_t i = 0; i < MODES; ++i )
	{
		runMode( i );
	}
	writeFiles( building );
	step();
	moveFiles();
	s_demo.done = true;
	removeStaging();
	wfProgress_End( &s_demo.progress );
	printTable();
	return wfFinishOutput( wf_exitOk );
}

static wfOption s_options[] = { { WF_TEXT( "out", "DIR", s_demo.folder, NULL ) },
								{ WF_NUMBER( "haste", "K", s_demo.modes[1].haste, 0.0, 1e6, NULL ) },
								{ WF_TABLE( wf_machineOptions ) },
								{ .name = NULL } };

const wfCommand wf_demoCommand = {
	.name = "demo",
	.run = runDemo,
	.help = "Examples:\n"
			"  wayfield demo\n"
			"  wayfield demo --out out --haste 5\n"
			"\n"
			"usage: wayfield demo [--out DIR] [--haste K] [--threads N] [--simd LEVEL] [--memory MB]\n"
			"\n"
			"Plans in a built-in building, safest and in haste, from every start to the exits. Writes paths.csv, paths.json, "
			"safe.svg, "
			"safe.png,\n"
			"haste.svg, haste.png and building.json to DIR (default: the folder wayfield-demo) and prints a table.\n",
	.options = s_options };
