// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield-lab steerbench`: runs SteerBench test cases and scores them.
//
// The scores are SteerBench's: a collision lasts from overlap to separation and counts for everyone who takes part; time is that
// on the way; energy is half v squared summed over frames at 20 a second. All averaged over the agents.
#include "steerbench/steerbench.h"
#include "commands.h"
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

static struct
{
	const char* path;
	const char* picture; // folder, null: none
	wfWorkers* workers;
	int32_t seed;
	bool json, folder;
	double seconds; // 0: as the test case needs
} s_command;

static wfOption s_options[] = {
	{ WF_HEADING( "Options:" ) },
	{ WF_FLAG( "json", s_command.json, "the figures of `wayfield run --json` and the scores; a list for a folder" ) },
	{ WF_INTEGER( "seed", "N", s_command.seed, 0, INT32_MAX, "decides all that is random" ) },
	{ WF_NUMBER( "seconds", "S", s_command.seconds, 0.01, 1e7, "to simulate at most" ) },
	{ WF_TEXT( "picture", "FOLDER", s_command.picture, "draw where everybody went, a PNG for each test case" ) },
	{ WF_TABLE( wf_machineOptions ) },
	{ .name = NULL } };

// What is summed while a test case runs.
typedef struct Score
{
	double tickSeconds;
	double seconds, energy; // over all agents
} Score;

typedef struct Outcome
{
	char file[MAX_PATH];
	int code;
	bool wasRun;
	wfError error; // why not
	wfRunReport report;
	int64_t collisions;
	double seconds, energy, composite; // means over the agents
} Outcome;

// Notes of the reader: what it had to change is always reported, what it left out when there is one file to look at.
static void reportNote( wfLogLevel level, const char* message, void* context )
{
	(void)context;
	if ( level != wf_logInfo )
	{
		wfWarn( "%s", message );
	}
	else if ( !s_command.folder )
	{
		wfSay( "%s", message );
	}
}

// --------------------------------------------------------------------------------------------------------------- files

static int compareOutcomes( const void* a, const void* b )
{
	return strcmp( ( (const Outcome*)a )->file, ( (const Outcome*)b )->file );
}

// The .xml files of the folder, sorted; or the one file.
static Outcome* listFiles( int32_t* count )
{
	int64_t capacity = 0;
	Outcome* outcomes = wfGrow( NULL, 1, &capacity, sizeof( Outcome ) );
	*count = 1;
	outcomes[0] = ( Outcome ){ 0 };
	snprintf( outcomes[0].file, MAX_PATH, "%s", s_command.path );
	if ( !s_command.folder )
	{
		return outcomes;
	}
	DIR* entries = opendir( s_command.path );
	if ( entries == NULL )
	{
		wfDie( errno == ENOENT ? wf_fileNotFound : wf_readFailed, s_command.path, "expected a folder of test cases: %s",
			   strerror( errno ) );
	}
	*count = 0;
	for ( struct dirent* entry = readdir( entries ); entry != NULL; entry = readdir( entries ) )
	{
		if ( wfHasEnding( entry->d_name, ".xml" ) )
		{
			outcomes = wfGrow( outcomes, *count + 1, &capacity, sizeof( Outcome ) );
			outcomes[*count] = ( Outcome ){ 0 };
			int needed = snprintf( outcomes[*count].file, MAX_PATH, "%s/%s", s_command.path, entry->d_name );
			*count += needed > 0 && needed < MAX_PATH ? 1 : 0;
		}
	}
	closedir( entries );
	qsort( outcomes, (size_t)*count, sizeof( Outcome ), compareOutcomes );
	wfDieOfUsageIf( *count == 0, "there is no .xml file in %.200s", s_command.path );
	return outcomes;
}

// ----------------------------------------------------------------------------------------------------------------- run

// Each frame stands for the tick that follows it; the last one for none, as everybody is done or out of time by then.
static void addFrame( const wfFrame* frame, void* context )
{
	Score* score = context;
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		if ( frame->states[i] == wf_atEnd )
		{
			continue;
		}
		wfVec3 v = frame->velocities[i];
		score->seconds += score->tickSeconds;
		score->energy += 0.5 * ( v.x * v.x + v.y * v.y ) * FRAMES_A_SECOND * score->tickSeconds;
	}
}

static void draw( const Outcome* outcome, wfRun* run )
{
	char path[MAX_PATH];
	const char* name = wfGetFileName( outcome->file );
	const char* dot = strrchr( name, '.' );
	int length = dot != NULL && dot > name ? (int)( dot - name ) : (int)strlen( name );
	int needed = snprintf( path, sizeof( path ), "%s/%.*s.png", s_command.picture, length, name );
	wfDieOfUsageIf( needed < 0 || needed >= MAX_PATH, "the name of the picture of %.200s is too long", outcome->file );
	wfRun_DrawTrails( run, path );
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

static void runCase( void* context )
{
	Outcome* outcome = context;
	wfSimulationDef def = wfDefaultSimulationDef();
	size_t limit = wfGetMemoryLimit();
	def.read.memoryLimit = limit;
	def.memoryLimit = limit;
	def.workers = s_command.workers;
	def.seedGiven = wfIsGiven( "seed" );
	def.seed = (uint64_t)s_command.seed;
	wfSimulation simulation = { 0 };
	double began = wfGetSeconds();
	wfResult result = wfReadSteerBench( outcome->file, &def, &simulation, &outcome->error );
	if ( result != wf_ok )
	{
		outcome->code = wfReportError( result, &outcome->error );
		return;
	}
	double setup = wfGetSeconds() - began;
	Score score = { .tickSeconds = wfCrowd_GetDef( simulation.crowd ).tickSeconds };
	wfRunDef runDef = { .simulation = &simulation,
						.label = wfGetFileName( outcome->file ),
						.seconds = s_command.seconds > 0.0 ? s_command.seconds : simulation.seconds,
						.keepTrails = s_command.picture != NULL,
						.watch = addFrame,
						.watchContext = &score };
	wfRun* run = wfCreateRun( &runDef, s_command.workers );
	outcome->code = wfRun_Simulate( run );
	if ( outcome->code == wf_exitOk )
	{
		outcome->wasRun = true;
		outcome->report = wfRun_GetReport( run );
		outcome->report.setupSeconds = setup;
		setScores( outcome, &score );
		if ( s_command.picture != NULL )
		{
			draw( outcome, run );
		}
	}
	wfDestroyRun( run );
	wfSimulation_Free( &simulation );
}

// -------------------------------------------------------------------------------------------------------------- output

static void addJson( wfJsonOut* json, const Outcome* outcome )
{
	wfJsonOut_BeginObject( json, NULL );
	wfJsonOut_String( json, "file", outcome->file );
	if ( outcome->wasRun )
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
	if ( !outcome->wasRun )
	{
		wfText_Add( text, "%-28.28s not run\n", wfGetFileName( outcome->file ) );
		return;
	}
	wfText_Add( text, "%-28.28s %6lld %8lld %10lld %9lld", wfGetFileName( outcome->file ), (long long)report->agents,
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

static int print( const Outcome* outcomes, int32_t count )
{
	wfText text = { 0 };
	if ( s_command.json )
	{
		wfJsonOut json = wfMakeJsonOut( &text );
		if ( s_command.folder )
		{
			wfJsonOut_BeginList( &json, NULL );
		}
		for ( int32_t i = 0; i < count; ++i )
		{
			addJson( &json, &outcomes[i] );
		}
		if ( s_command.folder )
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
			ran += outcomes[i].wasRun ? 1 : 0;
			agents += outcomes[i].report.agents;
			arrived += outcomes[i].report.arrived;
			collisions += outcomes[i].collisions;
			composite += outcomes[i].composite;
		}
		wfText_Add( &text, "\n%d of %d passed; %s of %s agents arrived, %s collisions, composite %.1f on average\n", passed,
					count, wfShowCount( arrived ), wfShowCount( agents ), wfShowCount( collisions ),
					ran > 0 ? composite / ran : 0.0 );
	}
	return wfText_Print( &text );
}

static int runSteerBench( void )
{
	wfDieOfUsageIf( s_command.picture != NULL && strlen( s_command.picture ) > MAX_PATH / 2,
					"--picture: expected the name of a folder of at most %d characters", MAX_PATH / 2 );
	struct stat status;
	s_command.folder = stat( s_command.path, &status ) == 0 && S_ISDIR( status.st_mode );
	int32_t count = 0, done = 0;
	int code = wf_exitOk;
	Outcome* outcomes = listFiles( &count );
	if ( s_command.picture != NULL )
	{
		wfMakeFolder( s_command.picture );
	}
	s_command.workers = wfCreateChosenWorkers();
	wfSetLog( reportNote, NULL );
	for ( ; done < count && code != wf_exitCancelled; ++done )
	{
		int ended = wfTry( runCase, &outcomes[done] );
		outcomes[done].error = ended != wf_exitOk ? wf_error : outcomes[done].error;
		outcomes[done].code = ended != wf_exitOk ? ended : outcomes[done].code;
		// The gravest counts: a file that could not be run before one that did not pass.
		code = outcomes[done].code == wf_exitCancelled || outcomes[done].code > code ? outcomes[done].code : code;
	}
	wfSetLog( NULL, NULL );
	// A single file that was not run has been reported about already.
	bool something = code != wf_exitCancelled && ( s_command.folder || outcomes[0].wasRun );
	int printed = something ? print( outcomes, done ) : wf_exitOk;
	return printed != wf_exitOk ? printed : code;
}

const wfCommand wf_steerBenchCommand = {
	.name = "steerbench",
	.run = runSteerBench,
	.help = "Examples:\n"
			"  wayfield-lab steerbench squeeze.xml --picture out\n"
			"  wayfield-lab steerbench testcases --json\n"
			"\n"
			"usage: wayfield-lab steerbench FILE|DIR [OPTIONS]\n"
			"\n"
			"Runs a SteerBench test case, or all .xml files of a folder, and scores it: 50 for each collision of an agent, the "
			"seconds\n"
			"and the energy (half v squared, summed over frames at 20 a second) of its way, averaged over the agents; less is "
			"better.\n"
			"Exit code 1 when an agent did not arrive or there was a collision. docs/steerbench.md tells how files are read.\n"
			"\n",
	.options = s_options,
	.words = &s_command.path,
	.wordCapacity = 1,
	.expects = "expected a SteerBench test case (.xml) or a folder of them" };
