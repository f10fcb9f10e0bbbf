// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield run`: the command, its files and what it prints.

#include "commands.h"
#include "embedded.h"
#include "lines.h"
#include "run.h"
#include "scenes/crowds.h"
#include "scenes/surfaces.h"
#include "surface.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_PATH 1024
#define MAX_NAMES 128
#define DENSITY_CELL 0.5 // metres, of the density map

static struct
{
	const char* name; // a file, or a scene that is built in
	int32_t agents;	  // 0: the scene's own number
	bool footsteps;	  // everybody walks on foot
	wfWorkers* workers;
	wfRunDef def;
	const char *out, *picture; // out: a folder
	const char *orders, *ordersTo;
	bool explore;
	int32_t strategy;
	double range; // of explorers' sight
	int32_t seed, preset;
	double seconds;
	bool json, quiet;
	double view[2]; // degrees
	bool yUp;
	char recordPath[MAX_PATH], picturePath[MAX_PATH], densityPath[MAX_PATH], reportPath[MAX_PATH], pagePath[MAX_PATH];
} s_run;

static const char* const s_presets[] = { "default", "classic", NULL };
static const char* const s_strategies[] = { "field", "nearest", "cost-gain", "source", NULL };

static wfOption s_options[] = {
	{ WF_INTEGER( "agents", "N", s_run.agents, 1, 1000000, "how many; the scene grows with them, a mesh keeps its size" ) },
	{ WF_NUMBER( "seconds", "S", s_run.seconds, 0.01, 1e7, "simulated at most, counted from the start" ) },
	{ WF_INTEGER( "seed", "K", s_run.seed, 0, INT32_MAX, "of everything random" ) },
	{ WF_CHOICE( "preset", "NAME", s_run.preset, s_presets, "default, or classic: the crowd of the literature" ) },
	{ WF_TEXT( "orders", "FILE.json", s_run.orders, "what groups are told, instead of the orders in the scenario: a log" ),
	  .endings = ".json" },
	{ WF_TEXT( "orders-to", "FILE.json", s_run.ordersTo, "all that groups were told, as such a log" ), .endings = ".json" },
	{ WF_FLAG( "explore", s_run.explore, "nobody with stops knows the world: they look for the place of the first stop" ) },
	{ WF_CHOICE( "strategy", "NAME", s_run.strategy, s_strategies,
				 "of explorers: field, nearest, cost-gain (explore_lite's) or source (the papers')" ) },
	{ WF_NUMBER( "range", "R", s_run.range, 0.01, 1e6, "metres that explorers see" ) },
	{ WF_TEXT( "out", "FOLDER", s_run.out,
			   "index.html to watch it and its figures, trajectories.sqlite, trajectories.png, density.png, report.json" ) },
	{ WF_FLAG( "footsteps", s_run.footsteps, "everybody walks on foot by planned steps; not on meshes" ) },
	{ WF_TEXT( "footsteps-to", "FILE", s_run.def.footstepsTo,
			   ".json or .csv: the steps of those on foot, with the times they were made" ),
	  .endings = ".json or .csv" },
	{ WF_TEXT( "record", "FILE", s_run.def.record,
			   "trajectories: .sqlite (JuPedSim; with the steps of those on foot), .txt or .csv" ),
	  .endings = ".sqlite, .txt or .csv" },
	{ WF_NUMBER( "fps", "F", s_run.def.fps, 1e-3, 1e3, "of the recording; the moves a second, or a whole fraction of them" ) },
	{ WF_PICTURE( "picture", "FILE", s_run.picture, ".svg or .png: where everybody went" ) },
	{ WF_NUMBERS( "view", "AZ,EL", s_run.view, 2, "of pictures and videos of a mesh, degrees around z and above the plane" ) },
	{ WF_FLAG( "y-up", s_run.yUp, "they take y as up" ) },
	{ WF_TEXT( "video", "FILE.mp4", s_run.def.video, "needs ffmpeg" ), .endings = ".mp4" },
	{ WF_TEXT( "checkpoint", "FILE", s_run.def.checkpoint, "the state at the end, or after Ctrl-C, to go on from" ) },
	{ WF_NUMBER( "checkpoint-every", "S", s_run.def.checkpointSeconds, 0.01, 1e7, "also each S simulated seconds" ) },
	{ WF_TEXT( "resume", "FILE", s_run.def.resume,
			   "go on from a checkpoint of the same scene, seed and agents; --record goes on with its file" ) },
	{ WF_FLAG( "json", s_run.json, "the report as JSON" ) },
	{ WF_FLAG( "quiet", s_run.quiet, "no report and no progress" ) },
	{ WF_TABLE( wf_machineOptions ) },
	{ .name = NULL } };

// --------------------------------------------------------------------------------------------------------------- crowd

static _Noreturn void refuseName( const char* name )
{
	const char* names[MAX_NAMES] = { NULL };
	int count = 0;
	for ( int32_t i = 0; i < wfGetCrowdSceneCount(); ++i )
	{
		names[count++] = wfGetCrowdScene( i ).name;
	}
	names[count++] = "park";
	names[count++] = "wedge";
	names[count++] = "armies";
	names[count++] = "house";
	char surfaces[MAX_NAMES / 2][64];
	int surfaceCount = 0;
	for ( const wfEmbedded* file = wf_embeddedScenarios; file->name != NULL && surfaceCount < MAX_NAMES / 2; ++file )
	{
		if ( file->onMesh )
		{
			snprintf( surfaces[surfaceCount], sizeof( surfaces[0] ), "%.*s", (int)strcspn( file->name, "." ), file->name );
			names[count++] = surfaces[surfaceCount++];
		}
	}
	wfDieOfUsageIf( wfFindSurface( name ) != NULL,
					"'%.60s' is a surface without agents. `wayfield surface %.60s` finds ways on it; a scenario with "
					"\"mesh\": { \"surface\": \"%.60s\" } and agents makes a crowd there",
					name, name, name );
	wfRefuseName( "scene", name, names, count );
}

static void warnOfGoals( const wfSurfaceScene* scene )
{
	double near = wfMesh_GetReport( scene->mesh ).meanEdge;
	for ( int32_t i = 0; i < scene->goalCount; ++i )
	{
		if ( scene->goals[i].distance > near )
		{
			wfSay( "warning: the goal '%.60s' lies %.3g m from the surface: the nearest place of it is taken",
				   scene->goals[i].name, scene->goals[i].distance );
		}
	}
}

static void openFile( const wfEmbedded* embedded, wfSimulation* simulation )
{
	wfSimulationDef def = wfDefaultSimulationDef();
	def.workers = s_run.workers;
	def.seedGiven = wfIsGiven( "seed" );
	def.seed = (uint64_t)s_run.seed;
	def.agents = s_run.agents;
	def.presetGiven = wfIsGiven( "preset" );
	def.preset = s_run.preset;
	def.footsteps = s_run.footsteps;
	def.orders = s_run.orders;
	def.explore = s_run.explore;
	def.strategyGiven = wfIsGiven( "strategy" );
	def.strategy = (wfExploreStrategy)s_run.strategy;
	def.sightRange = s_run.range;
	def.read.makeSurface = wfMakeRequestedSurface;
	size_t limit = wfGetMemoryLimit();
	def.memoryLimit = limit;
	def.read.memoryLimit = limit < def.read.memoryLimit ? limit : def.read.memoryLimit;
	wfResult result = embedded != NULL ? wfReadSimulationFromMemory( embedded->name, embedded->data, embedded->size, &def,
																	 simulation, &wf_error )
									   : wfReadSimulation( s_run.name, &def, simulation, &wf_error );
	wfDieOfUsageIf( result == wf_unsupported && s_run.footsteps,
					"--footsteps is for crowds in the plane; in '%.200s' people walk on a mesh, as discs", s_run.name );
	wfExpect( result );
	wfWarnLines( simulation->warnings.text );
	bool explores = wfCrowd_GetExplorersIds( simulation->crowd, NULL, 0 ) > 0;
	wfDieOfUsageIf( !explores && ( def.strategyGiven || def.sightRange > 0.0 ),
					"--%s is for explorers, and '%.200s' has none; --explore makes some",
					def.strategyGiven ? "strategy" : "range", s_run.name );
	bool onMesh = simulation->scene.mesh != NULL;
	wfDieOfUsageIf( wfCrowd_GetTotalCount( simulation->crowd ) == 0 && wfCrowd_IsDone( simulation->crowd ),
					"'%.200s' has neither agents nor sources: there is nobody to simulate. `wayfield %s", s_run.name,
					onMesh ? "surface` finds ways on it" : "plan` finds ways in it" );
	// Of the scenes that are built in the nearest place is meant.
	if ( onMesh && embedded == NULL )
	{
		warnOfGoals( &simulation->scene );
	}
}

// From a name to a crowd: a scene or a scenario that is built in, or a file.
static void openSource( wfSimulation* simulation )
{
	if ( wfFindCrowdScene( s_run.name ) != NULL )
	{
		wfDieOfUsageIf( s_run.explore || wfIsGiven( "strategy" ) || s_run.range > 0.0,
						"--explore, --strategy and --range belong to scenarios, such as `house`; '%.60s' is a scene",
						s_run.name );
		wfDieOfUsageIf( s_run.orders != NULL || s_run.ordersTo != NULL,
						"--orders and --orders-to belong to scenarios with groups; the scene '%.60s' has none", s_run.name );
		wfCrowdSceneDef def = wfDefaultCrowdSceneDef();
		def.name = s_run.name;
		def.agents = s_run.agents;
		def.seed = wfIsGiven( "seed" ) ? (uint64_t)s_run.seed : def.seed;
		def.preset = wfIsGiven( "preset" ) ? (wfPreset)s_run.preset : def.preset;
		def.workers = s_run.workers;
		def.memoryLimit = wfGetMemoryLimit();
		def.footsteps = s_run.footsteps;
		wfExpect( wfCreateCrowdScene( &def, simulation, &wf_error ) );
		return;
	}
	const wfEmbedded* embedded = wfFindEmbedded( s_run.name );
	if ( embedded == NULL && strpbrk( s_run.name, "./\\" ) == NULL )
	{
		refuseName( s_run.name );
	}
	wfDieOfUsageIf( embedded == NULL && wfHasOneEnding( s_run.name, ".obj .ply .stl .off" ),
					"'%.200s' is a mesh without agents. `wayfield surface` finds ways on it; a scenario with "
					"\"mesh\": { \"file\": \"%.200s\" } and agents makes a crowd there",
					s_run.name, s_run.name );
	openFile( embedded, simulation );
}

// --------------------------------------------------------------------------------------------------------------- files

// Whether a file can be put there: reported before the simulation, not after an hour of it.
static void checkPlace( const char* path )
{
	char folder[MAX_PATH] = ".";
	const char* slash = strrchr( path, '/' );
	if ( slash != NULL && (size_t)( slash - path ) < sizeof( folder ) )
	{
		snprintf( folder, sizeof( folder ), "%.*s", slash > path ? (int)( slash - path ) : 1, path );
	}
	struct stat status;
	wfDieIf( stat( path, &status ) == 0 && S_ISDIR( status.st_mode ), wf_writeFailed, path,
			 "is a folder; expected the name of a file" );
	wfDieIf( stat( folder, &status ) != 0 || !S_ISDIR( status.st_mode ), wf_writeFailed, path,
			 "could not be written: there is no folder '%.300s'", folder );
	bool open = access( folder, W_OK ) == 0;
	wfDieIf( !open, wf_writeFailed, path, "could not be written: the folder '%.300s' is closed to you (%s)", folder,
			 strerror( errno ) );
}

// Devices take what several write; a file would keep the last alone.
static bool isSameFile( const char* a, const char* b )
{
	struct stat first, second;
	bool there = stat( a, &first ) == 0;
	if ( there && !S_ISREG( first.st_mode ) )
	{
		return false;
	}
	return strcmp( a, b ) == 0 ||
		   ( there && stat( b, &second ) == 0 && first.st_dev == second.st_dev && first.st_ino == second.st_ino );
}

// The scenario is not written over, and each output has a file of its own. A checkpoint may replace the one it went on from.
static void checkPlaces( void )
{
	const wfRunDef* def = &s_run.def;
	const char* const paths[] = { s_run.picture, def->record, def->footstepsTo, def->video, def->checkpoint, s_run.ordersTo };
	static const char* const options[] = { "--picture", "--record", "--footsteps-to", "--video", "--checkpoint", "--orders-to" };
	for ( int i = 0; i < 6; ++i )
	{
		if ( paths[i] == NULL )
		{
			continue;
		}
		checkPlace( paths[i] );
		struct stat status;
		wfDieOfUsageIf( stat( s_run.name, &status ) == 0 && isSameFile( paths[i], s_run.name ),
						"%s %.200s: is the scenario itself; expected another file", options[i], paths[i] );
		wfDieOfUsageIf( def->resume != NULL && paths[i] != def->checkpoint && isSameFile( paths[i], def->resume ),
						"%s %.200s: is the checkpoint to go on from; expected another file", options[i], paths[i] );
		wfDieOfUsageIf( s_run.orders != NULL && isSameFile( paths[i], s_run.orders ),
						"%s %.200s: is the file of orders; expected another one", options[i], paths[i] );
		for ( int k = 0; k < i; ++k )
		{
			wfDieOfUsageIf( paths[k] != NULL && isSameFile( paths[i], paths[k] ),
							"%s %.200s: is the file of %s; expected another one", options[i], paths[i], options[k] );
		}
	}
}

static void nameFile( const char* name, char* path )
{
	snprintf( path, MAX_PATH, "%.*s/%s", MAX_PATH - 64, s_run.out, name );
}

// What --out writes, where the other options do not say another place.
static void nameFiles( void )
{
	if ( s_run.out == NULL )
	{
		return;
	}
	nameFile( "trajectories.sqlite", s_run.recordPath );
	nameFile( "trajectories.png", s_run.picturePath );
	nameFile( "report.json", s_run.reportPath );
	nameFile( "index.html", s_run.pagePath );
	s_run.def.record = s_run.def.record != NULL ? s_run.def.record : s_run.recordPath;
	// Persons per square metre of floor plan: on a mesh one would be added to those above.
	if ( s_run.def.simulation->scene.mesh == NULL )
	{
		nameFile( "density.png", s_run.densityPath );
		s_run.def.densityCell = DENSITY_CELL;
	}
	wfMakeFolder( s_run.out );
}

// --------------------------------------------------------------------------------------------------------------- print

static void addWritten( wfText* text )
{
	const struct
	{
		const char* what;
		const char* path;
	} files[] = { { "replay", s_run.pagePath },		{ "trajectories", s_run.def.record }, { "footsteps", s_run.def.footstepsTo },
				  { "picture", s_run.picturePath }, { "picture", s_run.picture },		  { "density", s_run.densityPath },
				  { "report", s_run.reportPath },	{ "video", s_run.def.video },		  { "checkpoint", s_run.def.checkpoint },
				  { "orders", s_run.ordersTo } };
	bool any = false;
	for ( size_t i = 0; i < sizeof( files ) / sizeof( files[0] ); ++i )
	{
		if ( files[i].path != NULL && files[i].path[0] != 0 )
		{
			wfText_Add( text, "%s%-16s %s\n", any ? "" : "\nWritten:\n", files[i].what, files[i].path );
			any = true;
		}
	}
}

static void addNext( wfText* text )
{
	if ( s_run.out == NULL )
	{
		return;
	}
	// As it can be typed here: `./dev run` leaves a link in the folder it was called in.
	const char* program = access( "./wayfield", X_OK ) == 0 ? "./wayfield" : "wayfield";
	wfText_Add( text, "\nTry next:\n" );
	wfText_Add( text, "  %s run corridor --picture corridor.svg         two streams and their lanes\n", program );
	wfText_Add( text, "  %s run annulus --agents 10000 --seconds 60     a large crowd\n", program );
	wfText_Add( text, "  %s run egress --video egress.mp4               a room is left through one door\n", program );
	wfText_Add( text, "  %s run doorway --footsteps --picture feet.svg  people on foot change rooms through a door\n", program );
	wfText_Add( text, "  %s run wedge --picture wedge.svg               a group in formation, by a door and along a sketch\n",
				program );
	wfText_Add( text, "  %s run armies --video armies.mp4               two armies: orders, sketches, a thousand people\n",
				program );
	wfText_Add( text, "  %s run planet --picture planet.png             a thousand people on a small planet\n", program );
	wfText_Add( text, "  %s metrics %s\n", program, s_run.def.record );
	wfText_Add( text, "  %s help run\n", program );
}

// As it is typed to make the page again.
static void writePage( const wfRun* run, const wfRunReport* report )
{
	wfText command = { 0 };
	wfText_Add( &command, "wayfield run %s --seed %llu", s_run.name, (unsigned long long)report->seed );
	if ( s_run.agents > 0 )
	{
		wfText_Add( &command, " --agents %d", s_run.agents );
	}
	if ( s_run.seconds > 0.0 )
	{
		wfText_Add( &command, " --seconds %g", s_run.seconds );
	}
	wfText_AddString( &command, wfIsGiven( "preset" ) ? " --preset " : "" );
	wfText_AddString( &command, wfIsGiven( "preset" ) ? s_presets[s_run.preset] : "" );
	wfText_AddString( &command, s_run.footsteps ? " --footsteps" : "" );
	wfExpect( wfText_GetResult( &command ) );
	wfRun_WritePage( run, report, command.data, s_run.picturePath, s_run.pagePath );
	wfText_Free( &command );
}

static int print( const wfRunReport* report )
{
	wfText json = { 0 }, text = { 0 };
	wfJsonOut object = wfMakeJsonOut( &json );
	wfJsonOut_BeginObject( &object, NULL );
	wfAddRunAsJson( &object, report );
	wfJsonOut_End( &object );
	if ( s_run.out != NULL )
	{
		wfText_Write( &json, s_run.reportPath );
	}
	int code = wf_exitOk;
	if ( s_run.json )
	{
		code = wfText_Print( &json );
	}
	else if ( !s_run.quiet )
	{
		wfAddRunAsText( &text, report );
		addWritten( &text );
		addNext( &text );
		code = wfText_Print( &text );
	}
	wfText_Free( &json );
	bool isSilent = code == wf_exitOk && ( s_run.json || s_run.quiet ), isOver = report->mustArrive && !report->done;
	if ( isSilent && isOver && report->onTheWay > 0 )
	{
		wfSay( "not everybody arrived: %lld are on the way after %.0f s, %lld of them stuck", (long long)report->onTheWay,
			   report->simulatedSeconds, (long long)report->stuckNow );
	}
	else if ( isSilent && isOver )
	{
		wfSay( "the time was over after %.0f s before groups had done their orders", report->simulatedSeconds );
	}
	int32_t troubles = wfRunReport_CountTroubles( report );
	if ( isSilent && troubles > 0 )
	{
		wfSay( "%d order%s of groups could not be followed as given", troubles, troubles == 1 ? "" : "s" );
	}
	int32_t unbegun = wfRunReport_CountUnbegun( report );
	if ( isSilent && unbegun > 0 )
	{
		wfSay( "%d order%s of groups still waited when the run ended", unbegun, unbegun == 1 ? "" : "s" );
	}
	return code == wf_exitOk ? wfRunReport_GetExitCode( report ) : code;
}

// ----------------------------------------------------------------------------------------------------------------- run

static void setView( void )
{
	bool onMesh = s_run.def.simulation->scene.mesh != NULL, looks = wfIsGiven( "view" ) || s_run.yUp;
	const char* option = wfIsGiven( "view" ) ? "view" : "y-up";
	wfDieOfUsageIf( onMesh && s_run.def.footstepsTo != NULL,
					"--footsteps-to belongs to crowds in the plane; '%.200s' is on a mesh", s_run.name );
	wfDieOfUsageIf( looks && !onMesh, "--%s belongs to scenarios on meshes; '%.200s' is in the plane", option, s_run.name );
	wfDieOfUsageIf( looks && s_run.picture == NULL && s_run.def.video == NULL && s_run.out == NULL,
					"--%s goes with --picture, --video or --out", option );
	s_run.def.view = wfMakeView( s_run.view, s_run.yUp );
}

static void warnOfLines( const wfSimulation* simulation, const wfRunReport* report )
{
	for ( int32_t i = 0; i < report->metrics.lineCount && i < simulation->lineCount; ++i )
	{
		char name[80];
		snprintf( name, sizeof( name ), "'%s'", simulation->lines[i].name );
		wfWatchedLine line = {
			.name = name, .a = simulation->lines[i].a, .b = simulation->lines[i].b, .reach = wfDefaultMetricsDef().missedReach };
		wfWarnOfMissed( &line, simulation->world, &report->metrics.lines[i] );
	}
}

static int runRun( void )
{
	static wfSimulation simulation;
	static wfRun* run;
	wfDieOfUsageIf( s_run.out != NULL && strlen( s_run.out ) > MAX_PATH - 64,
					"--out: expected the name of a folder of at most %d characters", MAX_PATH - 64 );
	wfDieOfUsageIf( s_run.def.checkpointSeconds > 0.0 && s_run.def.checkpoint == NULL,
					"--checkpoint-every belongs to --checkpoint FILE" );
	s_run.workers = wfCreateChosenWorkers();
	double began = wfGetSeconds();
	openSource( &simulation );
	double setupSeconds = wfGetSeconds() - began;
	wfRunDef* def = &s_run.def;
	def->surfaceName = s_run.name;
	def->simulation = &simulation;
	def->seconds = s_run.seconds > 0.0 ? s_run.seconds : def->simulation->seconds;
	def->secondsGiven = s_run.seconds > 0.0;
	def->label = s_run.quiet ? NULL : "simulating";
	def->keepTrails = s_run.picture != NULL || s_run.out != NULL;
	setView();
	nameFiles();
	checkPlaces();
	run = wfCreateRun( def, s_run.workers );
	int code = wfRun_Simulate( run );
	if ( s_run.ordersTo != NULL )
	{
		wfExpect( wfWriteOrderLog( s_run.ordersTo, simulation.orders, simulation.name, &wf_error ) );
	}
	if ( code != wf_exitOk )
	{
		return code;
	}
	if ( s_run.picture != NULL )
	{
		wfRun_DrawTrails( run, s_run.picture );
	}
	if ( s_run.out != NULL )
	{
		wfRun_DrawTrails( run, s_run.picturePath );
	}
	if ( s_run.densityPath[0] != 0 )
	{
		wfRun_DrawDensity( run, s_run.densityPath );
	}
	wfRunReport report = wfRun_GetReport( run );
	report.setupSeconds = setupSeconds;
	report.totalSeconds += setupSeconds;
	warnOfLines( &simulation, &report );
	if ( s_run.out != NULL )
	{
		writePage( run, &report );
	}
	return print( &report );
}

const wfCommand wf_runCommand = {
	.name = "run",
	.run = runRun,
	.help =
		"Examples:\n"
		"  wayfield run park --out out                                everything about a built-in scene in a folder\n"
		"  wayfield run annulus --agents 10000 --seconds 60 --json\n"
		"  wayfield run egress --video egress.mp4\n"
		"  wayfield run doorway --footsteps --picture feet.svg        people on foot, with their steps\n"
		"  wayfield run planet --picture planet.png --view 30,20      a thousand people on a small planet\n"
		"  wayfield run house --explore --video house.mp4             somebody who does not know the house looks for the host\n"
		"  wayfield run armies --video armies.mp4                     two armies: groups, orders, sketches\n"
		"  wayfield run station.json --record station.sqlite --checkpoint station.bin --checkpoint-every 60\n"
		"  wayfield run station.json --record station.sqlite --resume station.bin\n"
		"\n"
		"usage: wayfield run FILE|NAME [OPTIONS]\n"
		"\n"
		"Simulates a crowd until everybody has arrived or the time is over, and reports on it. The exit code is 1 where not\n"
		"everybody arrived (unless --seconds said when to stop), where discs or those on foot overlapped or went into a wall,\n"
		"and where groups could not follow their orders as they were given, or orders still waited when it ended (unless\n"
		"--seconds said when to stop). A patrol goes on until the end.\n"
		"\n"
		"Scenes that are built in, each turned by an angle that the seed draws:\n"
		"  annulus              agents on a wide ring, each to the place opposite of its own (1000)\n"
		"  ring                 agents on a circle, each to the place opposite of its own (50)\n"
		"  corridor             two groups walk through a corridor in opposite directions (200)\n"
		"  doorway              two groups change rooms through a door of 1 m (50)\n"
		"  doorway-one-way      one group leaves a room through a door of 1 m (50)\n"
		"  egress               a crowded room is left through an exit of 1.2 m (100)\n"
		"  crossing             four groups meet where two corridors cross (100)\n"
		"  ambush               the short way is closed by people who stand; there is a longer one (20)\n"
		"  square               agents on an open square, each to the place of another (1000)\n"
		"  obstacles            between seven obstacles for five agents, to one of 16 places (500)\n"
		"  park                 people of many kinds in a park\n"
		"  wedge                a group in formation passes pillars and a door, and follows a sketch back (12)\n"
		"  house                a party in eight rooms; with --explore the guest who comes in has to look for the host (21)\n"
		"  armies               two armies of soldiers and tanks march along sketches, part at a swamp, and meet (1000)\n"
		"On meshes:\n"
		"  planet               to six huts on a small planet with hills and a lake (1000)\n"
		"  torus                to eight places on a ring (1000)\n"
		"  moebius              on a strip with one side only (150)\n"
		"  storeys              a building of three storeys is left over stairs and a ramp (120)\n"
		"  bridge               over a natural arch and below it (200)\n"
		"\n",
	.options = s_options,
	.words = &s_run.name,
	.wordCapacity = 1,
	.expects = "expected a scenario file or the name of a scene, for example `wayfield run annulus`" };
