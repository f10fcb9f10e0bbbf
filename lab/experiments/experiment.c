// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield experiments`: finds the scenario files, runs them and reports which claims held.
//
// An experiment's files are called <ID>-<what>.json, for example F1-corridor.json. They are built into the program; the folder
// given by --scenarios, else by the environment variable WAYFIELD_SCENARIOS, takes their place.
#include "experiment.h"

#include "commands.h"
#include "embedded.h"
#include "json_out.h"
#include "options.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define PATH_CAPACITY 512
#define MAX_FILES 128

typedef struct Source
{
	char path[PATH_CAPACITY];	// of the file, or the name of a built-in one
	const wfEmbedded* embedded; // null: a file
} Source;

static const char* const s_formats[] = { "svg", "png", NULL };

static struct
{
	const char* id; // null: all
	const char* out;
	const char* scenarios;
	bool json, quick;
	int32_t format; // of pictures
	Source sources[MAX_FILES];
	int32_t sourceCount;
} s_request;

static wfOption s_options[] = {
	{ WF_FLAG( "json", s_request.json, "as JSON" ) },
	{ WF_FLAG( "quick", s_request.quick, "coarser, in a fraction of the time" ) },
	{ WF_TEXT( "out", "DIR", s_request.out, "write the pictures there" ) },
	{ WF_CHOICE( "format", "FORMAT", s_request.format, s_formats, "of the pictures: svg (the default) or png" ), .with = "out" },
	{ WF_TEXT( "scenarios", "DIR", s_request.scenarios,
			   "the files ID-*.json of a folder instead of the built-in ones, as does WAYFIELD_SCENARIOS" ) },
	{ .name = NULL } };

// ---------------------------------------------------------------------------------------------------------------- files

// Length of the id a file name starts with, 0 where it is no experiment's.
static size_t getIdLength( const char* name )
{
	size_t length = 1, all = strlen( name );
	while ( isdigit( (unsigned char)name[length] ) )
	{
		length += 1;
	}
	bool named = isupper( (unsigned char)name[0] ) && length > 1 && name[length] == '-';
	return named && all > 5 && strcmp( name + all - 5, ".json" ) == 0 ? length : 0;
}

static int compareSources( const void* a, const void* b )
{
	return strcmp( ( (const Source*)a )->path, ( (const Source*)b )->path );
}

// Take a file up when it is an experiment that was asked for.
static void addSource( const char* folder, const char* name, const wfEmbedded* embedded )
{
	size_t length = name[0] != 0 ? getIdLength( name ) : 0;
	bool wanted = s_request.id == NULL || ( strlen( s_request.id ) == length && strncasecmp( s_request.id, name, length ) == 0 );
	if ( length == 0 || !wanted || s_request.sourceCount == MAX_FILES )
	{
		return;
	}
	Source* source = s_request.sources + s_request.sourceCount;
	int needed = folder != NULL ? snprintf( source->path, sizeof( source->path ), "%s/%s", folder, name )
								: snprintf( source->path, sizeof( source->path ), "%s", name );
	source->embedded = embedded;
	s_request.sourceCount += needed > 0 && (size_t)needed < sizeof( source->path );
}

// The ids of the built-in experiments, in order, with commas between.
static void listIds( char* text, size_t capacity )
{
	size_t used = 0;
	text[0] = 0;
	for ( int k = 0; k < 26 * 100; ++k )
	{
		char id[8];
		int length = snprintf( id, sizeof( id ), "%c%d-", 'A' + k / 100, k % 100 );
		const wfEmbedded* file = wf_embeddedScenarios;
		while ( file->name != NULL && strncmp( file->name, id, (size_t)length ) != 0 )
		{
			file += 1;
		}
		if ( file->name != NULL && used + (size_t)length + 2 < capacity )
		{
			used += (size_t)snprintf( text + used, capacity - used, "%s%.*s", used > 0 ? ", " : "", length - 1, id );
		}
	}
}

static void findSources( void )
{
	const char* folder = s_request.scenarios != NULL ? s_request.scenarios : getenv( "WAYFIELD_SCENARIOS" );
	folder = folder != NULL && folder[0] != 0 ? folder : NULL;
	DIR* entries = folder != NULL ? opendir( folder ) : NULL;
	wfDieIf( folder != NULL && entries == NULL, errno == ENOENT ? wf_fileNotFound : wf_readFailed, folder,
			 "expected a folder of scenarios: %s", strerror( errno ) );
	for ( struct dirent* entry = entries != NULL ? readdir( entries ) : NULL; entry != NULL; entry = readdir( entries ) )
	{
		addSource( folder, entry->d_name, NULL );
	}
	if ( entries != NULL )
	{
		closedir( entries );
	}
	for ( const wfEmbedded* embedded = wf_embeddedScenarios; folder == NULL && embedded->name != NULL; ++embedded )
	{
		addSource( NULL, embedded->name, embedded );
	}
	qsort( s_request.sources, (size_t)s_request.sourceCount, sizeof( Source ), compareSources );
	const char* id = s_request.id != NULL ? s_request.id : "";
	wfDieOfUsageIf( s_request.sourceCount == 0 && folder != NULL,
					"there is no experiment%s%.40s in %.200s; expected files such as %.40s-corridor.json", id[0] != 0 ? " " : "",
					id, folder, id[0] != 0 ? id : "F1" );
	if ( s_request.sourceCount == 0 )
	{
		char ids[512];
		listIds( ids, sizeof( ids ) );
		wfDieOfUsage( "there is no experiment '%.40s'; expected all or one of %s", id, ids );
	}
}

// --------------------------------------------------------------------------------------------------------------- output

static void printBounds( wfText* text, const wfClaim* claim )
{
	if ( isinf( claim->least ) )
	{
		wfText_Add( text, "at most %.4g", claim->most );
	}
	else if ( isinf( claim->most ) )
	{
		wfText_Add( text, "at least %.4g", claim->least );
	}
	else if ( claim->least == claim->most )
	{
		wfText_Add( text, "exactly %.4g", claim->least );
	}
	else
	{
		wfText_Add( text, "%.4g to %.4g", claim->least, claim->most );
	}
}

static void printRun( wfText* text, const wfTrial* run )
{
	const wfTrialSource* source = &run->source;
	wfText_Add( text, "%s  %s  (%.2f s)\n", run->id, run->scenario.name, run->seconds );
	if ( source->paper != NULL )
	{
		wfText_Add( text, "        from %s, %s%s%s\n", source->paper, source->section, source->figure != NULL ? ", " : "",
					source->figure != NULL ? source->figure : "" );
	}
	if ( source->reason != NULL )
	{
		wfText_Add( text, "        ours, because %s\n", source->reason );
	}
	if ( run->skipped[0] != 0 )
	{
		wfText_Add( text, "  skipped: %s\n", run->skipped );
		return;
	}
	for ( int32_t i = 0; i < run->claimCount; ++i )
	{
		const wfClaim* claim = run->claims + i;
		wfText_Add( text, "  %-5s %s%s: %.4g%s%s (",
					!claim->held			 ? "FAILS"
					: claim->finding != NULL ? "found"
											 : "held",
					!claim->ours && source->ours != NULL ? "as printed: " : "", claim->says, claim->figure,
					claim->unit[0] != 0 ? " " : "", claim->unit );
		printBounds( text, claim );
		wfText_Add( text, ")\n" );
		if ( claim->finding != NULL )
		{
			wfText_Add( text, "        does not hold as printed: %s\n", claim->finding );
		}
	}
	for ( int32_t i = 0; i < run->figureCount; ++i )
	{
		const wfTrialFigure* figure = run->figures + i;
		wfText_Add( text, "        %s: %.6g%s%s\n", figure->name, figure->value, figure->unit[0] != 0 ? " " : "", figure->unit );
	}
	if ( run->picture[0] != 0 )
	{
		wfText_Add( text, "        picture: %s\n", run->picture );
	}
}

static void writeOptional( wfJsonOut* json, const char* key, const char* text )
{
	if ( text != NULL )
	{
		wfJsonOut_String( json, key, text );
	}
}

static void writeSource( wfJsonOut* json, const wfTrialSource* source )
{
	if ( source->paper != NULL )
	{
		wfJsonOut_BeginRow( json, "source" );
		wfJsonOut_String( json, "paper", source->paper );
		wfJsonOut_String( json, "section", source->section );
		writeOptional( json, "figure", source->figure );
		wfJsonOut_End( json );
		wfJsonOut_String( json, "printed", source->printed );
		writeOptional( json, "ours", source->ours );
		writeOptional( json, "reason", source->reason );
	}
}

static void writeRun( wfJsonOut* json, const wfTrial* run )
{
	wfJsonOut_BeginObject( json, NULL );
	wfJsonOut_String( json, "id", run->id );
	wfJsonOut_String( json, "name", run->scenario.name );
	wfJsonOut_String( json, "file", run->file );
	writeSource( json, &run->source );
	wfJsonOut_String( json, "verdict", wfTrial_GetVerdict( run ) );
	wfJsonOut_Bool( json, "held", wfTrial_IsHeld( run ) );
	wfJsonOut_Number( json, "seconds", run->seconds );
	if ( run->skipped[0] != 0 )
	{
		wfJsonOut_String( json, "skipped", run->skipped );
	}
	else if ( run->picture[0] != 0 )
	{
		wfJsonOut_String( json, "picture", run->picture );
	}
	wfJsonOut_BeginList( json, "claims" );
	for ( int32_t i = 0; i < run->claimCount; ++i )
	{
		const wfClaim* claim = run->claims + i;
		wfJsonOut_BeginRow( json, NULL );
		wfJsonOut_String( json, "claim", claim->name );
		wfJsonOut_String( json, "says", claim->says );
		wfJsonOut_Number( json, "figure", claim->figure );
		wfJsonOut_String( json, "unit", claim->unit );
		wfJsonOut_Number( json, "least", claim->least );
		wfJsonOut_Number( json, "most", claim->most );
		wfJsonOut_Bool( json, "held", claim->held );
		writeOptional( json, "setting", run->source.paper == NULL ? NULL : claim->ours ? "ours" : "printed" );
		writeOptional( json, "finding", claim->finding );
		wfJsonOut_End( json );
	}
	wfJsonOut_End( json );
	wfJsonOut_BeginList( json, "figures" );
	for ( int32_t i = 0; i < run->figureCount; ++i )
	{
		wfJsonOut_BeginRow( json, NULL );
		wfJsonOut_String( json, "figure", run->figures[i].name );
		wfJsonOut_Number( json, "value", run->figures[i].value );
		wfJsonOut_String( json, "unit", run->figures[i].unit );
		wfJsonOut_End( json );
	}
	wfJsonOut_End( json );
	wfJsonOut_End( json );
}

// -------------------------------------------------------------------------------------------------------------- running

typedef struct Output
{
	wfText text;  // as JSON where that was asked for
	wfText table; // verdicts
	wfJsonOut json;
	int32_t held, failed, skipped;
} Output;

// One file. Its text is gathered, so that standard output has only whole experiments.
static void runSource( const Source* source, Output* output )
{
	static wfTrial trial;
	trial = ( wfTrial ){ .quick = s_request.quick };
	if ( s_request.out != NULL )
	{
		const char* name = wfGetFileName( source->path );
		int length = snprintf( trial.picture, sizeof( trial.picture ), "%s/%.*s.%s", s_request.out, (int)strlen( name ) - 5, name,
							   s_formats[s_request.format] );
		wfDieOfUsageIf( length < 0 || (size_t)length >= sizeof( trial.picture ), "the path after --out is too long" );
	}
	wfTrial_Open( &trial, source->path, source->embedded != NULL ? source->embedded->data : NULL,
				  source->embedded != NULL ? source->embedded->size : 0 );
	wfTrial_Perform( &trial );
	if ( s_request.json )
	{
		writeRun( &output->json, &trial );
	}
	else
	{
		printRun( &output->text, &trial );
	}
	bool skipped = trial.skipped[0] != 0;
	output->skipped += skipped;
	output->held += !skipped && wfTrial_IsHeld( &trial );
	output->failed += !skipped && !wfTrial_IsHeld( &trial );
	wfAddVerdictRow( &output->table, &trial );
	wfTrial_Close( &trial );
}

static int runFiles( void )
{
	Output output = { 0 };
	wfJsonOut* json = &output.json;
	*json = wfMakeJsonOut( &output.text );
	wfAddVerdictRow( &output.table, NULL );
	if ( s_request.json )
	{
		wfJsonOut_BeginObject( json, NULL );
		wfJsonOut_BeginList( json, "experiments" );
	}
	wfProgress progress;
	wfProgress_Begin( &progress, "experiments" );
	for ( int32_t i = 0; i < s_request.sourceCount; ++i )
	{
		runSource( s_request.sources + i, &output );
		wfExpect( wfProgress_Step( ( i + 1.0 ) / s_request.sourceCount, &progress ) ? wf_ok : wf_cancelled );
	}
	wfProgress_End( &progress );
	if ( s_request.json )
	{
		wfJsonOut_End( json );
		wfJsonOut_Integer( json, "held", output.held );
		wfJsonOut_Integer( json, "failed", output.failed );
		wfJsonOut_Integer( json, "skipped", output.skipped );
		wfJsonOut_End( json );
	}
	else
	{
		wfExpect( wfText_GetResult( &output.table ) );
		wfText_Add( &output.text, "\n%s\n%d held, %d failed", output.table.data, output.held, output.failed );
		wfText_Add( &output.text, output.skipped > 0 ? ", %d skipped\n" : "\n", output.skipped );
	}
	wfText_Free( &output.table );
	int code = wfText_Print( &output.text );
	return code == wf_exitOk && output.failed > 0 ? wf_exitFailed : code;
}

static int runExperiments( void )
{
	s_request.id = s_request.id != NULL && strcasecmp( s_request.id, "all" ) != 0 ? s_request.id : NULL;
	findSources();
	if ( s_request.out != NULL )
	{
		wfMakeFolder( s_request.out );
		wfSetCancelled( "cancelled; pictures of experiments that were done stay" );
	}
	return runFiles();
}

const wfCommand wf_experimentsCommand = {
	.name = "experiments",
	.run = runExperiments,
	.help =
		"Examples:\n"
		"  wayfield-lab experiments\n"
		"  wayfield-lab experiments F2 --out pictures\n"
		"\n"
		"usage: wayfield-lab experiments [ID|all] [OPTIONS]\n"
		"\n"
		"Runs the experiments, of fields (F1 to F9), crowds (C1 to C16), groups (G1 to G17), surfaces (S1 to S8) and people on\n"
		"foot (W1 to W5), the tests of the RiMEA guideline (R1 to R15), or one of them, and prints each claim with its\n"
		"figure and whether it held. The exit code is 1 when one did not.\n"
		"\n",
	.options = s_options,
	.words = &s_request.id,
	.wordCapacity = 1 };
