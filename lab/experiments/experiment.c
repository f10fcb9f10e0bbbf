// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield experiments`: finds the scenario files, runs them and tells which claims held.
//
// An experiment's files are called <ID>-<what>.json, for example F1-corridor.json. They are built into the program; the folder
// given by --scenarios, else by the environment variable WAYFIELD_SCENARIOS, takes their place.
#include "experiment.h"

#include "commands.h"
#include "embedded.h"
#include "json_out.h"
#include "options.h"
#include "progress.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#define PATH_CAPACITY 512
#define MAX_FILES 64

typedef struct Source
{
	char path[PATH_CAPACITY];	// of the file, or the name of a built-in one
	const wfEmbedded* embedded; // null: a file
} Source;

typedef struct Request
{
	const char* id; // null: all
	const char* out;
	const char* scenarios;
	bool json, quick;
	int32_t format; // of pictures
	Source sources[MAX_FILES];
	int32_t sourceCount;
} Request;

static const char* const s_formats[] = { "svg", "png", NULL };

// ---------------------------------------------------------------------------------------------------------------- files

static bool isFolder( const char* path )
{
	struct stat status;
	return stat( path, &status ) == 0 && S_ISDIR( status.st_mode );
}

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
static void addSource( Request* request, const char* folder, const char* name, const wfEmbedded* embedded )
{
	size_t length = name[0] != 0 ? getIdLength( name ) : 0;
	bool wanted = request->id == NULL || ( strlen( request->id ) == length && strncasecmp( request->id, name, length ) == 0 );
	if ( length == 0 || !wanted || request->sourceCount == MAX_FILES )
	{
		return;
	}
	Source* source = request->sources + request->sourceCount;
	int needed = folder != NULL ? snprintf( source->path, sizeof( source->path ), "%s/%s", folder, name )
								: snprintf( source->path, sizeof( source->path ), "%s", name );
	source->embedded = embedded;
	request->sourceCount += needed > 0 && (size_t)needed < sizeof( source->path );
}

// The ids of the built-in experiments, in order, with commas between.
static void listIds( char* text, size_t capacity )
{
	size_t used = 0;
	text[0] = 0;
	for ( int k = 0; k < 26 * 100; ++k )
	{
		char id[8];
		int length = snprintf( id, sizeof( id ), "%c%d", 'A' + k / 100, k % 100 );
		bool there = false;
		for ( const wfEmbedded* file = wf_embeddedScenarios; file->name != NULL && !there; ++file )
		{
			there = getIdLength( file->name ) == (size_t)length && strncmp( file->name, id, (size_t)length ) == 0;
		}
		if ( there && used + (size_t)length + 3 < capacity )
		{
			used += (size_t)snprintf( text + used, capacity - used, "%s%s", used > 0 ? ", " : "", id );
		}
	}
}

static int findSources( Request* request )
{
	const char* folder = request->scenarios != NULL ? request->scenarios : getenv( "WAYFIELD_SCENARIOS" );
	folder = folder != NULL && folder[0] != 0 ? folder : NULL;
	if ( folder != NULL )
	{
		DIR* entries = opendir( folder );
		if ( entries == NULL )
		{
			wfError error = { .result = errno == ENOENT ? wf_fileNotFound : wf_readFailed };
			snprintf( error.file, sizeof( error.file ), "%s", folder );
			snprintf( error.message, sizeof( error.message ), "expected a folder of scenarios: %s", strerror( errno ) );
			return wfTellError( error.result, &error );
		}
		for ( struct dirent* entry = readdir( entries ); entry != NULL; entry = readdir( entries ) )
		{
			addSource( request, folder, entry->d_name, NULL );
		}
		closedir( entries );
	}
	for ( const wfEmbedded* embedded = wf_embeddedScenarios; folder == NULL && embedded->name != NULL; ++embedded )
	{
		addSource( request, NULL, embedded->name, embedded );
	}
	qsort( request->sources, (size_t)request->sourceCount, sizeof( Source ), compareSources );
	if ( request->sourceCount == 0 && folder != NULL )
	{
		return wfTellUsage( "experiments", "there is no experiment%s%.40s in %.200s; expected files such as %s-corridor.json",
							request->id != NULL ? " " : "", request->id != NULL ? request->id : "", folder,
							request->id != NULL ? request->id : "F1" );
	}
	if ( request->sourceCount == 0 )
	{
		char ids[512];
		listIds( ids, sizeof( ids ) );
		return wfTellUsage( "experiments", "there is no experiment '%.40s'; expected all or one of %s", request->id, ids );
	}
	return wf_exitOk;
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

static void printRun( wfText* text, const wfRun* run )
{
	wfText_Add( text, "%s  %s  (%.2f s)\n", run->id, run->scenario.name, run->seconds );
	if ( run->skipped[0] != 0 )
	{
		wfText_Add( text, "  skipped: %s\n", run->skipped );
		return;
	}
	for ( int32_t i = 0; i < run->claimCount; ++i )
	{
		const wfClaim* claim = run->claims + i;
		wfText_Add( text, "  %-5s %s: %.4g%s%s (", claim->held ? "held" : "FAILS", claim->says, claim->figure,
					claim->unit[0] != 0 ? " " : "", claim->unit );
		printBounds( text, claim );
		wfText_Add( text, ")\n" );
	}
	for ( int32_t i = 0; i < run->figureCount; ++i )
	{
		const wfFigure* figure = run->figures + i;
		wfText_Add( text, "        %s: %.6g%s%s\n", figure->name, figure->value, figure->unit[0] != 0 ? " " : "", figure->unit );
	}
	if ( run->picture[0] != 0 )
	{
		wfText_Add( text, "        picture: %s\n", run->picture );
	}
}

static void writeRun( wfJsonOut* json, const wfRun* run )
{
	wfJsonOut_BeginObject( json, NULL );
	wfJsonOut_String( json, "id", run->id );
	wfJsonOut_String( json, "name", run->scenario.name );
	wfJsonOut_String( json, "file", run->file );
	wfJsonOut_Bool( json, "held", wfRun_IsHeld( run ) );
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

static int makeFolder( const char* path )
{
	if ( mkdir( path, 0777 ) == 0 || isFolder( path ) )
	{
		return wf_exitOk;
	}
	wfError error = { .result = wf_writeFailed };
	snprintf( error.file, sizeof( error.file ), "%s", path );
	snprintf( error.message, sizeof( error.message ), "cannot make this folder for pictures: %s", strerror( errno ) );
	return wfTellError( error.result, &error );
}

typedef struct Counts
{
	int32_t held, failed, skipped;
} Counts;

// One file. Its text is gathered, so that standard output has only whole experiments.
static int runSource( const Request* request, const Source* source, wfText* text, wfJsonOut* json, Counts* counts )
{
	wfRun* run = calloc( 1, sizeof( wfRun ) );
	if ( run == NULL )
	{
		return wfTellOutOfMemory();
	}
	run->quick = request->quick;
	if ( request->out != NULL )
	{
		const char* slash = strrchr( source->path, '/' );
		const char* name = slash != NULL ? slash + 1 : source->path;
		int length = snprintf( run->picture, sizeof( run->picture ), "%s/%.*s.%s", request->out, (int)strlen( name ) - 5, name,
							   s_formats[request->format] );
		if ( length < 0 || (size_t)length >= sizeof( run->picture ) )
		{
			free( run );
			return wfTellUsage( "experiments", "the path after --out is too long" );
		}
	}
	wfRun_Open( run, source->path, source->embedded != NULL ? source->embedded->data : NULL,
				source->embedded != NULL ? source->embedded->size : 0 );
	wfRun_Perform( run );
	int code = wf_exitOk;
	if ( run->result != wf_ok )
	{
		code = run->result == wf_cancelled ? wf_exitCancelled : wfTellError( run->result, &run->error );
	}
	else if ( json != NULL )
	{
		writeRun( json, run );
	}
	else
	{
		printRun( text, run );
	}
	bool skipped = run->result == wf_ok && run->skipped[0] != 0;
	counts->skipped += skipped;
	counts->held += !skipped && wfRun_IsHeld( run );
	counts->failed += !skipped && !wfRun_IsHeld( run );
	wfRun_Close( run );
	free( run );
	return code;
}

static int runFiles( const Request* request )
{
	wfText text = { 0 };
	wfJsonOut json = wfMakeJsonOut( &text );
	Counts counts = { 0 };
	int code = wf_exitOk;
	if ( request->json )
	{
		wfJsonOut_BeginObject( &json, NULL );
		wfJsonOut_BeginList( &json, "experiments" );
	}
	wfProgress progress;
	wfProgress_Begin( &progress, "experiments" );
	for ( int32_t i = 0; i < request->sourceCount && code == wf_exitOk; ++i )
	{
		code = runSource( request, request->sources + i, &text, request->json ? &json : NULL, &counts );
		if ( !wfProgress_Step( ( i + 1.0 ) / request->sourceCount, &progress ) && code == wf_exitOk )
		{
			code = wf_exitCancelled;
		}
	}
	wfProgress_End( &progress );
	if ( code == wf_exitCancelled )
	{
		wfSay( "cancelled%s", request->out != NULL ? "; pictures of experiments that were done stay" : "; nothing was written" );
	}
	if ( code == wf_exitOk )
	{
		if ( request->json )
		{
			wfJsonOut_End( &json );
			wfJsonOut_Integer( &json, "held", counts.held );
			wfJsonOut_Integer( &json, "failed", counts.failed );
			wfJsonOut_Integer( &json, "skipped", counts.skipped );
			wfJsonOut_End( &json );
		}
		else
		{
			wfText_Add( &text, "%d held, %d failed", counts.held, counts.failed );
			wfText_Add( &text, counts.skipped > 0 ? ", %d skipped\n" : "\n", counts.skipped );
		}
		code = wfText_Print( &text );
		code = code == wf_exitOk && counts.failed > 0 ? wf_exitFailed : code;
	}
	wfText_Free( &text );
	return code;
}

int wfRunExperiments( int argc, char** argv )
{
	static Request request;
	wfOptionSet set = { .command = "experiments" };
	wfOptionSet_AddFlag( &set, "json", &request.json );
	wfOptionSet_AddFlag( &set, "quick", &request.quick );
	wfOptionSet_AddText( &set, "out", &request.out );
	wfOptionSet_AddText( &set, "scenarios", &request.scenarios );
	wfOptionSet_AddChoice( &set, "format", &request.format, s_formats );
	int32_t words = 0;
	int code = wfOptionSet_Parse( &set, argc, argv, &request.id, 1, &words );
	if ( code != wf_exitOk )
	{
		return code;
	}
	if ( request.out == NULL && wfOptionSet_IsGiven( &set, "format" ) )
	{
		return wfTellUsage( "experiments", "--format goes with --out" );
	}
	if ( words == 0 || strcasecmp( request.id, "all" ) == 0 )
	{
		request.id = NULL;
	}
	code = findSources( &request );
	code = code == wf_exitOk && request.out != NULL ? makeFolder( request.out ) : code;
	code = code == wf_exitOk ? runFiles( &request ) : code;
	return code;
}
