// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield run`: the command, its files and what it prints.

#include "commands.h"
#include "embedded.h"
#include "run_source.h"
#include "scene.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_PATH 1024
#define DENSITY_CELL 0.5 // metres, of the density map
#define RADIANS ( 3.14159265358979323846 / 180.0 )

typedef struct Command
{
	wfRunSource source;
	wfRunDef def;
	wfSettings settings;
	const char* out; // folder, null: none
	const char* picture;
	int32_t agents, seed, preset;
	double seconds;
	bool json, quiet, footsteps;
	double view[2]; // degrees
	bool viewGiven, yUp;
	char recordPath[MAX_PATH], picturePath[MAX_PATH], densityPath[MAX_PATH], reportPath[MAX_PATH];
} Command;

// ------------------------------------------------------------------------------------------------------------- options

static bool hasEnding( const char* path, const char* ending )
{
	size_t length = strlen( path ), tail = strlen( ending );
	return length > tail && strcmp( path + length - tail, ending ) == 0;
}

// What can be seen to be wrong without reading anything.
static int checkNames( const Command* command )
{
	const wfRunDef* def = &command->def;
	if ( command->picture != NULL && !wfIsPictureName( "run", command->picture ) )
	{
		return wf_exitUsage;
	}
	if ( def->record != NULL && !hasEnding( def->record, ".sqlite" ) && !hasEnding( def->record, ".txt" ) &&
		 !hasEnding( def->record, ".csv" ) )
	{
		return wfTellUsage( "run", "--record %.200s: expected a name ending in .sqlite, .txt or .csv", def->record );
	}
	if ( def->footstepsTo != NULL && !hasEnding( def->footstepsTo, ".json" ) && !hasEnding( def->footstepsTo, ".csv" ) )
	{
		return wfTellUsage( "run", "--footsteps-to %.200s: expected a name ending in .json or .csv", def->footstepsTo );
	}
	if ( def->video != NULL && !hasEnding( def->video, ".mp4" ) )
	{
		return wfTellUsage( "run", "--video %.200s: expected a name ending in .mp4", def->video );
	}
	if ( command->out != NULL && ( command->out[0] == 0 || strlen( command->out ) > MAX_PATH - 64 ) )
	{
		return wfTellUsage( "run", "--out: expected the name of a folder of at most %d characters", MAX_PATH - 64 );
	}
	if ( def->checkpointSeconds > 0.0 && def->checkpoint == NULL )
	{
		return wfTellUsage( "run", "--checkpoint-every belongs to --checkpoint FILE" );
	}
	return wf_exitOk;
}

static int parse( Command* command, int argc, char** argv )
{
	static const char* const presets[] = { "default", "classic", NULL };
	wfOptionSet set = { .command = "run" };
	wfRunDef* def = &command->def;
	command->settings = wfDefaultSettings();
	wfOptionSet_AddInteger( &set, "agents", &command->agents, 1, 1000000 );
	wfOptionSet_AddNumber( &set, "seconds", &command->seconds, 0.01, 1e7 );
	wfOptionSet_AddInteger( &set, "seed", &command->seed, 0, INT32_MAX );
	wfOptionSet_AddChoice( &set, "preset", &command->preset, presets );
	wfOptionSet_AddText( &set, "out", &command->out );
	wfOptionSet_AddText( &set, "picture", &command->picture );
	wfOptionSet_AddNumbers( &set, "view", command->view, 2 );
	wfOptionSet_AddFlag( &set, "y-up", &command->yUp );
	wfOptionSet_AddText( &set, "video", &def->video );
	wfOptionSet_AddText( &set, "record", &def->record );
	wfOptionSet_AddFlag( &set, "footsteps", &command->footsteps );
	wfOptionSet_AddText( &set, "footsteps-to", &def->footstepsTo );
	wfOptionSet_AddNumber( &set, "fps", &def->fps, 1e-3, 1e3 );
	wfOptionSet_AddText( &set, "checkpoint", &def->checkpoint );
	wfOptionSet_AddNumber( &set, "checkpoint-every", &def->checkpointSeconds, 0.01, 1e7 );
	wfOptionSet_AddText( &set, "resume", &def->resume );
	wfOptionSet_AddFlag( &set, "json", &command->json );
	wfOptionSet_AddFlag( &set, "quiet", &command->quiet );
	wfSettings_AddMachineOptions( &command->settings, &set );
	const char* word = NULL;
	int32_t words = 0;
	int code = wfOptionSet_Parse( &set, argc, argv, &word, 1, &words );
	if ( code != wf_exitOk )
	{
		return code;
	}
	if ( words == 0 )
	{
		return wfTellUsage( "run", "expected a scenario file or the name of a scene, for example `wayfield run annulus`" );
	}
	command->source = ( wfRunSource ){ .name = word, .agents = command->agents };
	command->source.seedGiven = wfOptionSet_IsGiven( &set, "seed" );
	command->source.seed = (uint64_t)command->seed;
	command->viewGiven = wfOptionSet_IsGiven( &set, "view" );
	command->source.presetGiven = wfOptionSet_IsGiven( &set, "preset" );
	command->source.footsteps = command->footsteps;
	command->source.preset = command->preset == 1 ? wf_classicPreset : wf_defaultPreset;
	return checkNames( command );
}

// --------------------------------------------------------------------------------------------------------------- files

// The folder and those above it.
static int makeFolder( const char* folder )
{
	char path[MAX_PATH];
	snprintf( path, sizeof( path ), "%s", folder );
	for ( char* c = path + 1; *c != 0; ++c )
	{
		if ( *c == '/' )
		{
			*c = 0;
			mkdir( path, 0777 );
			*c = '/';
		}
	}
	struct stat status;
	bool made = mkdir( path, 0777 ) == 0;
	int number = errno;
	if ( made || ( stat( path, &status ) == 0 && S_ISDIR( status.st_mode ) ) )
	{
		return wf_exitOk;
	}
	wfError error = { .result = wf_writeFailed };
	snprintf( error.file, sizeof( error.file ), "%.500s", folder );
	if ( stat( path, &status ) == 0 )
	{
		snprintf( error.message, sizeof( error.message ), "is a file; expected the name of a folder, new or there already" );
	}
	else
	{
		snprintf( error.message, sizeof( error.message ), "the folder could not be made: %s", strerror( number ) );
	}
	return wfTellError( wf_writeFailed, &error );
}

// Whether a file can be put there: told before the simulation, not after an hour of it.
static int checkPlace( const char* path )
{
	if ( path == NULL )
	{
		return wf_exitOk;
	}
	char folder[MAX_PATH] = ".";
	const char* slash = strrchr( path, '/' );
	if ( slash != NULL && (size_t)( slash - path ) < sizeof( folder ) )
	{
		snprintf( folder, sizeof( folder ), "%.*s", slash > path ? (int)( slash - path ) : 1, path );
	}
	struct stat status;
	wfError error = { .result = wf_writeFailed };
	if ( stat( path, &status ) == 0 && S_ISDIR( status.st_mode ) )
	{
		snprintf( error.message, sizeof( error.message ), "is a folder; expected the name of a file" );
	}
	else if ( stat( folder, &status ) != 0 || !S_ISDIR( status.st_mode ) )
	{
		snprintf( error.message, sizeof( error.message ), "could not be written: there is no folder '%.300s'", folder );
	}
	else if ( access( folder, W_OK ) != 0 )
	{
		snprintf( error.message, sizeof( error.message ), "could not be written: the folder '%.300s' is closed to you (%s)",
				  folder, strerror( errno ) );
	}
	if ( error.message[0] == 0 )
	{
		return wf_exitOk;
	}
	snprintf( error.file, sizeof( error.file ), "%.500s", path );
	return wfTellError( wf_writeFailed, &error );
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
static int checkPlaces( const Command* command )
{
	const wfRunDef* def = &command->def;
	const char* const paths[] = { command->picture, def->record, def->footstepsTo, def->video, def->checkpoint };
	static const char* const options[] = { "--picture", "--record", "--footsteps-to", "--video", "--checkpoint" };
	int code = wf_exitOk;
	for ( int i = 0; i < 5 && code == wf_exitOk; ++i )
	{
		code = checkPlace( paths[i] );
		if ( code != wf_exitOk || paths[i] == NULL )
		{
			continue;
		}
		struct stat status;
		if ( stat( command->source.name, &status ) == 0 && isSameFile( paths[i], command->source.name ) )
		{
			return wfTellUsage( "run", "%s %.200s: is the scenario itself; expected another file", options[i], paths[i] );
		}
		if ( def->resume != NULL && paths[i] != def->checkpoint && isSameFile( paths[i], def->resume ) )
		{
			return wfTellUsage( "run", "%s %.200s: is the checkpoint to go on from; expected another file", options[i],
								paths[i] );
		}
		for ( int k = 0; k < i; ++k )
		{
			if ( paths[k] != NULL && isSameFile( paths[i], paths[k] ) )
			{
				return wfTellUsage( "run", "%s %.200s: is the file of %s; expected another one", options[i], paths[i],
									options[k] );
			}
		}
	}
	return code;
}

static void nameFile( const Command* command, const char* name, char* path )
{
	snprintf( path, MAX_PATH, "%.*s/%s", MAX_PATH - 64, command->out, name );
}

// What --out writes, where the other options do not say another place.
static int nameFiles( Command* command )
{
	if ( command->out == NULL )
	{
		return wf_exitOk;
	}
	nameFile( command, "trajectories.sqlite", command->recordPath );
	nameFile( command, "trajectories.png", command->picturePath );
	nameFile( command, "report.json", command->reportPath );
	command->def.record = command->def.record != NULL ? command->def.record : command->recordPath;
	// Persons per square metre of floor plan: on a mesh one would be added to those above.
	if ( command->def.surface == NULL )
	{
		nameFile( command, "density.png", command->densityPath );
		command->def.densityCell = DENSITY_CELL;
	}
	return makeFolder( command->out );
}

static int draw( const Command* command, const wfRun* run )
{
	int code = command->picture != NULL ? wfRun_DrawTrails( run, command->picture ) : wf_exitOk;
	if ( code == wf_exitOk && command->out != NULL )
	{
		code = wfRun_DrawTrails( run, command->picturePath );
	}
	if ( code == wf_exitOk && command->out != NULL && command->def.surface == NULL )
	{
		code = wfRun_DrawDensity( run, command->densityPath );
	}
	return code;
}

// --------------------------------------------------------------------------------------------------------------- print

static void addReportAsJson( wfText* text, const wfRunReport* report )
{
	wfJsonOut json = wfMakeJsonOut( text );
	wfJsonOut_BeginObject( &json, NULL );
	wfAddRunAsJson( &json, report );
	wfJsonOut_End( &json );
}

static void addWritten( wfText* text, const Command* command )
{
	const struct
	{
		const char* what;
		const char* path;
	} files[] = { { "trajectories", command->def.record },
				  { "footsteps", command->def.footstepsTo },
				  { "picture", command->out != NULL ? command->picturePath : NULL },
				  { "picture", command->picture },
				  { "density", command->out != NULL && command->def.surface == NULL ? command->densityPath : NULL },
				  { "report", command->out != NULL ? command->reportPath : NULL },
				  { "video", command->def.video },
				  { "checkpoint", command->def.checkpoint } };
	bool any = false;
	for ( size_t i = 0; i < sizeof( files ) / sizeof( files[0] ); ++i )
	{
		if ( files[i].path != NULL )
		{
			wfText_Add( text, "%s%-16s %s\n", any ? "" : "\nWritten:\n", files[i].what, files[i].path );
			any = true;
		}
	}
}

static void addNext( wfText* text, const Command* command )
{
	if ( command->out == NULL )
	{
		return;
	}
	// As it can be typed here: `./dev run` leaves a link in the folder it was called in.
	const char* program = access( "./wayfield", X_OK ) == 0 ? "./wayfield" : "wayfield";
	wfText_Add( text, "\nTry next:\n" );
	wfText_Add( text, "  %s run corridor --picture corridor.svg         two streams and their lanes\n", program );
	wfText_Add( text, "  %s run annulus --agents 10000 --seconds 60     a large crowd\n", program );
	wfText_Add( text, "  %s run egress --video egress.mp4               a room is left through one door\n", program );
	wfText_Add( text, "  %s run doorway --footsteps --picture feet.svg  people on feet change rooms through a door\n", program );
	wfText_Add( text, "  %s run planet --picture planet.png             a thousand people on a small planet\n", program );
	wfText_Add( text, "  %s metrics %s\n", program, command->def.record );
	wfText_Add( text, "  %s help run\n", program );
}

static int print( const Command* command, const wfRunReport* report )
{
	wfText json = { 0 }, text = { 0 };
	addReportAsJson( &json, report );
	int code = command->out != NULL ? wfText_Write( &json, command->reportPath ) : wf_exitOk;
	if ( code == wf_exitOk && command->json )
	{
		code = wfText_Print( &json );
	}
	else if ( code == wf_exitOk && !command->quiet )
	{
		wfAddRunAsText( &text, report );
		addWritten( &text, command );
		addNext( &text, command );
		code = wfText_Print( &text );
	}
	wfText_Free( &json );
	wfText_Free( &text );
	if ( code == wf_exitOk && ( command->json || command->quiet ) && report->mustArrive && !report->done )
	{
		wfSay( "not everybody arrived: %lld are on the way after %.0f s, %lld of them stuck", (long long)report->onTheWay,
			   report->simulatedSeconds, (long long)report->stuckNow );
	}
	return code == wf_exitOk ? wfRunReport_GetExitCode( report ) : code;
}

// ----------------------------------------------------------------------------------------------------------------- run

static int setView( Command* command )
{
	if ( command->def.surface != NULL && command->def.footstepsTo != NULL )
	{
		return wfTellUsage( "run", "--footsteps-to belongs to crowds in the plane; '%.200s' is on a mesh", command->source.name );
	}
	if ( command->def.surface == NULL )
	{
		return command->viewGiven || command->yUp
				   ? wfTellUsage( "run", "--%s belongs to scenarios on meshes; '%.200s' is in the plane",
								  command->viewGiven ? "view" : "y-up", command->source.name )
				   : wf_exitOk;
	}
	bool looks = command->viewGiven || command->yUp;
	if ( looks && command->picture == NULL && command->def.video == NULL && command->out == NULL )
	{
		return wfTellUsage( "run", "--%s goes with --picture, --video or --out", command->viewGiven ? "view" : "y-up" );
	}
	command->def.view = wfDefaultSurfacePictureDef().view;
	command->def.view.yUp = command->yUp;
	if ( command->viewGiven )
	{
		command->def.view.azimuth = command->view[0] * RADIANS;
		command->def.view.elevation = command->view[1] * RADIANS;
	}
	return wf_exitOk;
}

static int simulate( Command* command, wfSimulation* simulation, double setupSeconds )
{
	command->def.simulation = simulation;
	command->def.seconds = command->seconds > 0.0 ? command->seconds : simulation->seconds;
	command->def.label = command->quiet ? NULL : "simulating";
	command->def.keepTrails = command->picture != NULL || command->out != NULL;
	command->def.secondsGiven = command->seconds > 0.0;
	wfRun* run = NULL;
	int code = wfCreateRun( &command->def, command->source.workers, &run );
	code = code == wf_exitOk ? wfRun_Simulate( run ) : code;
	code = code == wf_exitOk ? draw( command, run ) : code;
	if ( code == wf_exitOk )
	{
		wfRunReport report;
		code = wfRun_GetReport( run, &report );
		if ( code != wf_exitOk )
		{
			wfDestroyRun( run );
			return code;
		}
		report.setupSeconds = setupSeconds;
		report.totalSeconds += setupSeconds;
		code = print( command, &report );
	}
	wfDestroyRun( run );
	return code;
}

int wfRunRun( int argc, char** argv )
{
	Command command = { 0 };
	int code = parse( &command, argc, argv );
	if ( code != wf_exitOk )
	{
		return code;
	}
	command.source.memoryLimit = wfSettings_GetMemoryLimit( &command.settings );
	code = wfSettings_CreateWorkers( &command.settings, &command.source.workers );
	if ( code != wf_exitOk )
	{
		return code;
	}
	wfSimulation simulation = { 0 };
	wfSurfaceSimulation surface = { 0 };
	double began = wfGetSeconds();
	code = wfOpenRunSource( &command.source, &simulation, &surface );
	double setupSeconds = wfGetSeconds() - began;
	if ( code == wf_exitOk )
	{
		command.def.surface = surface.crowd != NULL ? &surface : NULL;
		command.def.surfaceName = command.source.name;
		code = setView( &command );
		code = code == wf_exitOk ? nameFiles( &command ) : code;
		code = code == wf_exitOk ? checkPlaces( &command ) : code;
		wfSimulation* run = surface.crowd != NULL ? &surface.run : &simulation;
		code = code == wf_exitOk ? simulate( &command, run, setupSeconds ) : code;
		wfSimulation_Free( &simulation );
		wfSurfaceSimulation_Free( &surface );
	}
	if ( command.source.workers != NULL )
	{
		wfDestroyWorkers( command.source.workers );
	}
	return code == wf_exitOk ? wfFinishOutput( code ) : code;
}
