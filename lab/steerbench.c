// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield steerbench`: runs SteerBench test cases and scores them.
//
// The scores are SteerBench's: a collision lasts from overlap to separation and counts for everyone who takes part; time is that
// on the way; energy is half v squared summed over frames at 20 a second. All averaged over the agents.
#include "commands.h"
#include "progress.h"
#include "run.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_PATH 1024
#define COLLISION_COST 50.0
#define FRAMES_A_SECOND 20.0

typedef struct Command
{
	const char* path;
	const char* picture; // folder, null: none
	wfSettings settings;
	wfWorkers* workers;
	int32_t seed;
	bool seedGiven, json, folder;
	double seconds; // 0: as the test case needs
} Command;

// What is summed while a test case runs.
typedef struct Score
{
	double stepSeconds;
	double seconds, energy; // over all agents
} Score;

typedef struct Outcome
{
	char file[MAX_PATH];
	int code;
	wfError error; // why it was not run
	wfRunReport report;
	int64_t collisions;
	double seconds, energy, composite; // means over the agents
} Outcome;

// ------------------------------------------------------------------------------------------------------------- options

static int parse( Command* command, int argc, char** argv )
{
	wfOptionSet set = { .command = "steerbench" };
	*command = ( Command ){ .settings = wfDefaultSettings() };
	wfOptionSet_AddFlag( &set, "json", &command->json );
	wfOptionSet_AddInteger( &set, "seed", &command->seed, 0, INT32_MAX );
	wfOptionSet_AddNumber( &set, "seconds", &command->seconds, 0.01, 1e7 );
	wfOptionSet_AddText( &set, "picture", &command->picture );
	wfSettings_AddMachineOptions( &command->settings, &set );
	int32_t words = 0;
	int code = wfOptionSet_Parse( &set, argc, argv, &command->path, 1, &words );
	if ( code != wf_exitOk )
	{
		return code;
	}
	if ( words == 0 )
	{
		return wfTellUsage( "steerbench", "expected a SteerBench test case (.xml) or a folder of them" );
	}
	if ( command->picture != NULL && ( command->picture[0] == 0 || strlen( command->picture ) > MAX_PATH / 2 ) )
	{
		return wfTellUsage( "steerbench", "--picture: expected the name of a folder of at most %d characters", MAX_PATH / 2 );
	}
	command->seedGiven = wfOptionSet_IsGiven( &set, "seed" );
	struct stat status;
	command->folder = stat( command->path, &status ) == 0 && S_ISDIR( status.st_mode );
	return wf_exitOk;
}

// Notes of the reader: what it had to change is always told, what it left out when there is one file to look at.
static void tellNote( wfLogLevel level, const char* message, void* context )
{
	const Command* command = context;
	if ( level != wf_logInfo )
	{
		wfWarn( "%s", message );
	}
	else if ( !command->folder )
	{
		wfSay( "%s", message );
	}
}

// --------------------------------------------------------------------------------------------------------------- files

static int compareOutcomes( const void* a, const void* b )
{
	return strcmp( ( (const Outcome*)a )->file, ( (const Outcome*)b )->file );
}

static int tellFolderError( const char* path )
{
	wfError error = { .result = errno == ENOENT ? wf_fileNotFound : wf_readFailed };
	snprintf( error.file, sizeof( error.file ), "%s", path );
	snprintf( error.message, sizeof( error.message ), "expected a folder of test cases: %s", strerror( errno ) );
	return wfTellError( error.result, &error );
}

// The .xml files of the folder, sorted; or the one file. Freed with free.
static int listFiles( const Command* command, Outcome** outcomes, int32_t* count )
{
	*count = 0;
	int32_t capacity = 1;
	*outcomes = calloc( 1, sizeof( Outcome ) );
	if ( *outcomes == NULL )
	{
		return wfTellOutOfMemory();
	}
	if ( !command->folder )
	{
		snprintf( ( *outcomes )[0].file, MAX_PATH, "%s", command->path );
		*count = 1;
		return wf_exitOk;
	}
	DIR* entries = opendir( command->path );
	if ( entries == NULL )
	{
		return tellFolderError( command->path );
	}
	for ( struct dirent* entry = readdir( entries ); entry != NULL; entry = readdir( entries ) )
	{
		size_t length = strlen( entry->d_name );
		if ( length < 5 || strcmp( entry->d_name + length - 4, ".xml" ) != 0 )
		{
			continue;
		}
		if ( *count == capacity )
		{
			Outcome* grown = realloc( *outcomes, 2 * (size_t)capacity * sizeof( Outcome ) );
			if ( grown == NULL )
			{
				closedir( entries );
				return wfTellOutOfMemory();
			}
			memset( grown + capacity, 0, (size_t)capacity * sizeof( Outcome ) );
			*outcomes = grown;
			capacity *= 2;
		}
		int needed = snprintf( ( *outcomes )[*count].file, MAX_PATH, "%s/%s", command->path, entry->d_name );
		*count += needed > 0 && needed < MAX_PATH ? 1 : 0;
	}
	closedir( entries );
	qsort( *outcomes, (size_t)*count, sizeof( Outcome ), compareOutcomes );
	return *count > 0 ? wf_exitOk : wfTellUsage( "steerbench", "there is no .xml file in %.200s", command->path );
}

static const char* getName( const Outcome* outcome )
{
	const char* slash = strrchr( outcome->file, '/' );
	return slash != NULL ? slash + 1 : outcome->file;
}

// ----------------------------------------------------------------------------------------------------------------- run

// Each frame stands for the step that follows it; the last one for none, as everybody is done or out of time by then.
static void addFrame( const wfFrame* frame, void* context )
{
	Score* score = context;
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		if ( frame->states[i] == wf_atEnd )
		{
			continue;
		}
		wfVec2 v = frame->velocities[i];
		score->seconds += score->stepSeconds;
		score->energy += 0.5 * ( v.x * v.x + v.y * v.y ) * FRAMES_A_SECOND * score->stepSeconds;
	}
}

static int draw( const Command* command, const Outcome* outcome, const wfRun* run )
{
	char path[MAX_PATH];
	const char* name = getName( outcome );
	const char* dot = strrchr( name, '.' );
	int length = dot != NULL && dot > name ? (int)( dot - name ) : (int)strlen( name );
	int needed = snprintf( path, sizeof( path ), "%s/%.*s.png", command->picture, length, name );
	if ( needed < 0 || needed >= MAX_PATH )
	{
		return wfTellUsage( "steerbench", "the name of the picture of %.200s is too long", outcome->file );
	}
	return wfRun_DrawTrails( run, path );
}

static void setScores( Outcome* outcome, const Score* score )
{
	const wfMetricsReport* metrics = &outcome->report.metrics;
	double agents = outcome->report.agents > 0 ? (double)outcome->report.agents : 1.0;
	outcome->collisions = metrics->overlaps + metrics->wallHits;
	outcome->seconds = score->seconds / agents;
	outcome->energy = score->energy / agents;
	// Both who bump into each other have had a collision.
	double each = ( 2.0 * (double)metrics->overlaps + (double)metrics->wallHits ) / agents;
	outcome->composite = COLLISION_COST * each + outcome->seconds + outcome->energy;
	bool passed = outcome->collisions == 0 && outcome->report.arrived == outcome->report.agents;
	outcome->code = passed ? wf_exitOk : wf_exitFailed;
}

static void runCase( const Command* command, Outcome* outcome )
{
	wfSimulationDef def = wfDefaultSimulationDef();
	size_t limit = wfSettings_GetMemoryLimit( &command->settings );
	def.read.memoryLimit = limit;
	def.memoryLimit = (double)limit;
	def.workers = command->workers;
	def.seedGiven = command->seedGiven;
	def.seed = (uint64_t)command->seed;
	wfSimulation simulation = { 0 };
	double began = wfGetSeconds();
	wfResult result = wfReadSteerBench( outcome->file, &def, &simulation, &outcome->error );
	if ( result != wf_ok )
	{
		outcome->code = wfTellError( result, &outcome->error );
		return;
	}
	double setup = wfGetSeconds() - began;
	Score score = { .stepSeconds = wfCrowd_GetDef( simulation.crowd ).stepSeconds };
	wfRunDef runDef = { .simulation = &simulation,
						.label = getName( outcome ),
						.seconds = command->seconds > 0.0 ? command->seconds : simulation.seconds,
						.keepTrails = command->picture != NULL,
						.watch = addFrame,
						.watchContext = &score };
	wfRun* run = NULL;
	outcome->code = wfCreateRun( &runDef, command->workers, &run );
	if ( outcome->code == wf_exitOk )
	{
		outcome->code = wfRun_Simulate( run );
	}
	if ( outcome->code == wf_exitOk )
	{
		outcome->code = wfRun_GetReport( run, &outcome->report );
	}
	if ( outcome->code == wf_exitOk )
	{
		outcome->report.setupSeconds = setup;
		setScores( outcome, &score );
		int drawn = command->picture != NULL ? draw( command, outcome, run ) : wf_exitOk;
		outcome->code = drawn != wf_exitOk ? drawn : outcome->code;
	}
	wfDestroyRun( run );
	wfSimulation_Free( &simulation );
}

// -------------------------------------------------------------------------------------------------------------- output

static bool wasRun( const Outcome* outcome )
{
	return outcome->report.steps > 0 || outcome->report.agents > 0;
}

static void addJson( wfJsonOut* json, const Outcome* outcome )
{
	wfJsonOut_BeginObject( json, NULL );
	wfJsonOut_String( json, "file", outcome->file );
	if ( wasRun( outcome ) )
	{
		wfJsonOut_Integer( json, "collisions", outcome->collisions );
		wfJsonOut_Number( json, "seconds", outcome->seconds );
		wfJsonOut_Number( json, "energy", outcome->energy );
		wfJsonOut_Number( json, "composite", outcome->composite );
		wfJsonOut_Bool( json, "passed", outcome->code == wf_exitOk );
		wfAddRunAsJson( json, &outcome->report );
	}
	else
	{
		char message[1400];
		wfError_Format( &outcome->error, message, (int32_t)sizeof( message ) );
		wfJsonOut_Bool( json, "passed", false );
		wfJsonOut_String( json, "error", message );
	}
	wfJsonOut_End( json );
}

static void addRow( wfText* text, const Outcome* outcome )
{
	const wfRunReport* report = &outcome->report;
	if ( !wasRun( outcome ) )
	{
		wfText_Add( text, "%-28.28s not run\n", getName( outcome ) );
		return;
	}
	wfText_Add( text, "%-28.28s %6lld %8lld %10lld %9lld", getName( outcome ), (long long)report->agents,
				(long long)report->arrived, (long long)report->metrics.overlaps, (long long)report->metrics.wallHits );
	if ( isnan( report->arrived95 ) )
	{
		wfText_Add( text, " %8s", "-" );
	}
	else
	{
		wfText_Add( text, " %8.1f", report->arrived95 );
	}
	wfText_Add( text, " %8.1f %8.1f %9.1f  %s\n", outcome->seconds, outcome->energy, outcome->composite,
				outcome->code == wf_exitOk ? "passed" : "FAILED" );
}

static int print( const Command* command, const Outcome* outcomes, int32_t count )
{
	wfText text = { 0 };
	if ( command->json )
	{
		wfJsonOut json = wfMakeJsonOut( &text );
		if ( command->folder )
		{
			wfJsonOut_BeginList( &json, NULL );
		}
		for ( int32_t i = 0; i < count; ++i )
		{
			addJson( &json, &outcomes[i] );
		}
		if ( command->folder )
		{
			wfJsonOut_End( &json );
		}
	}
	else
	{
		wfText_Add( &text, "%-28s %6s %8s %10s %9s %8s %8s %8s %9s\n", "test case", "agents", "arrived", "collisions",
					"wall hits", "95 % s", "mean s", "energy", "composite" );
		int32_t passed = 0, ran = 0;
		int64_t agents = 0, arrived = 0, collisions = 0;
		double composite = 0.0;
		for ( int32_t i = 0; i < count; ++i )
		{
			addRow( &text, &outcomes[i] );
			passed += outcomes[i].code == wf_exitOk ? 1 : 0;
			ran += wasRun( &outcomes[i] ) ? 1 : 0;
			agents += outcomes[i].report.agents;
			arrived += outcomes[i].report.arrived;
			collisions += outcomes[i].collisions;
			composite += outcomes[i].composite;
		}
		wfText_Add( &text, "\n%d of %d passed; %s of %s agents arrived, %s collisions, composite %.1f on average\n", passed,
					count, wfShowCount( arrived ), wfShowCount( agents ), wfShowCount( collisions ),
					ran > 0 ? composite / ran : 0.0 );
	}
	int code = wfText_Print( &text );
	wfText_Free( &text );
	return code;
}

int wfRunSteerBench( int argc, char** argv )
{
	Command command;
	int code = parse( &command, argc, argv );
	Outcome* outcomes = NULL;
	int32_t count = 0, done = 0;
	if ( code == wf_exitOk )
	{
		code = listFiles( &command, &outcomes, &count );
	}
	if ( code == wf_exitOk && command.picture != NULL && mkdir( command.picture, 0777 ) != 0 && errno != EEXIST )
	{
		wfError error = { .result = wf_writeFailed };
		snprintf( error.file, sizeof( error.file ), "%s", command.picture );
		snprintf( error.message, sizeof( error.message ), "the folder could not be made: %s", strerror( errno ) );
		code = wfTellError( wf_writeFailed, &error );
	}
	if ( code == wf_exitOk )
	{
		code = wfSettings_CreateWorkers( &command.settings, &command.workers );
	}
	if ( code == wf_exitOk )
	{
		wfSetLog( tellNote, &command );
		for ( ; done < count && code != wf_exitCancelled; ++done )
		{
			runCase( &command, &outcomes[done] );
			// The gravest counts: a file that could not be run before one that did not pass.
			code = outcomes[done].code == wf_exitCancelled || outcomes[done].code > code ? outcomes[done].code : code;
		}
		wfSetLog( NULL, NULL );
		// A single file that was not run has been told about already.
		bool something = code != wf_exitCancelled && ( command.folder || wasRun( &outcomes[0] ) );
		int printed = something ? print( &command, outcomes, done ) : wf_exitOk;
		code = printed != wf_exitOk ? printed : code;
	}
	if ( command.workers != NULL )
	{
		wfDestroyWorkers( command.workers );
	}
	free( outcomes );
	return code;
}
