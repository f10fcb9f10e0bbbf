// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield bench`: the command, and the table or JSON of what was measured.
#include "bench.h"

#include "command.h"
#include "json_out.h"
#include "options.h"
#include "progress.h"
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

wfBenchRow* wfBench_AddRow( wfBench* bench, const char* name, const char* measure )
{
	int32_t at = bench->rowCount < WF_MAX_BENCH_ROWS ? bench->rowCount++ : WF_MAX_BENCH_ROWS - 1;
	wfBenchRow* row = bench->rows + at;
	*row = ( wfBenchRow ){
		.referenceSeconds = NAN, .seconds = NAN, .cells = -1, .arriving = -1, .flat = -1, .referenceArriving = -1 };
	row->residual = row->bytes = row->lengthRatio = row->clearance = NAN;
	snprintf( row->name, sizeof( row->name ), "%s", name );
	snprintf( row->measure, sizeof( row->measure ), "%s", measure );
	return row;
}

void wfBenchRow_SetReport( wfBenchRow* row, const wfFieldReport* report )
{
	row->cells = report->reachableCells;
	row->arriving = report->arrivingCells;
	row->flat = report->flatCells;
	row->residual = report->maxRelativeResidual;
}

void wfBench_Tell( const char* name, const char* what )
{
	if ( isatty( STDERR_FILENO ) )
	{
		fprintf( stderr, "wayfield: %s: %s ...\n", name, what );
	}
}

double wfBench_GetSeconds( const wfBench* bench )
{
	struct timespec time;
	if ( bench->workers != NULL || clock_gettime( CLOCK_PROCESS_CPUTIME_ID, &time ) != 0 )
	{
		return wfGetSeconds();
	}
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

const char* wfBench_GetDataFolder( void )
{
	const char* folder = getenv( "WAYFIELD_DATA" );
	return folder != NULL && folder[0] != 0 ? folder : NULL;
}

// --------------------------------------------------------------------------------------------------------------- output

// Whether the row keeps its bar; rows without one do.
static bool isHeld( const wfBenchRow* row )
{
	double ratio = row->referenceSeconds / row->seconds;
	bool held = row->leastRatio == 0.0 || ratio >= row->leastRatio;
	held = held && ( row->mostSeconds == 0.0 || row->seconds <= row->mostSeconds );
	return held && row->flat <= 0 && ( row->arriving < 0 || row->arriving == row->cells );
}

static void writeRow( wfJsonOut* json, const wfBenchRow* row )
{
	wfJsonOut_BeginRow( json, NULL );
	wfJsonOut_String( json, "case", row->name );
	wfJsonOut_String( json, "measure", row->measure );
	wfJsonOut_Number( json, "reference_seconds", row->referenceSeconds );
	wfJsonOut_Number( json, "seconds", row->seconds );
	wfJsonOut_Number( json, "ratio", row->referenceSeconds / row->seconds );
	wfJsonOut_Bool( json, "reference_complete", !row->referenceCut );
	if ( row->leastRatio > 0.0 )
	{
		wfJsonOut_Number( json, "least_ratio", row->leastRatio );
	}
	if ( row->mostSeconds > 0.0 )
	{
		wfJsonOut_Number( json, "most_seconds", row->mostSeconds );
	}
	wfJsonOut_Bool( json, "held", isHeld( row ) );
	const struct
	{
		const char* key;
		int64_t value;
	} counts[] = { { "reachable_cells", row->cells },
				   { "arriving_cells", row->arriving },
				   { "flat_cells", row->flat },
				   { "reference_arriving_cells", row->referenceArriving } };
	for ( int32_t i = 0; i < 4; ++i )
	{
		if ( counts[i].value >= 0 )
		{
			wfJsonOut_Integer( json, counts[i].key, counts[i].value );
		}
	}
	const struct
	{
		const char* key;
		double value;
	} numbers[] = { { "max_relative_residual", row->residual },
					{ "bytes", row->bytes },
					{ "length_ratio", row->lengthRatio },
					{ "clearance", row->clearance } };
	for ( int32_t i = 0; i < 4; ++i )
	{
		if ( !isnan( numbers[i].value ) )
		{
			wfJsonOut_Number( json, numbers[i].key, numbers[i].value );
		}
	}
	wfJsonOut_End( json );
}

static void addSeconds( wfText* text, double seconds )
{
	if ( isnan( seconds ) )
	{
		wfText_Add( text, " %11s", "-" );
	}
	else if ( seconds < 0.1 )
	{
		wfText_Add( text, " %8.3f ms", 1e3 * seconds );
	}
	else
	{
		wfText_Add( text, " %9.3f s", seconds );
	}
}

static void printRow( wfText* text, const wfBenchRow* row )
{
	wfText_Add( text, "%-16s %-38s", row->name, row->measure );
	addSeconds( text, row->referenceSeconds );
	addSeconds( text, row->seconds );
	double ratio = row->referenceSeconds / row->seconds;
	if ( isnan( ratio ) )
	{
		wfText_Add( text, " %10s", "-" );
	}
	else
	{
		wfText_Add( text, " %2s%8.*f", row->referenceCut ? ">=" : "", ratio < 10.0 ? 2 : 1, ratio );
	}
	if ( row->leastRatio > 0.0 )
	{
		wfText_Add( text, "  %s %g times", isHeld( row ) ? "keeps" : "MISSES", row->leastRatio );
	}
	if ( row->mostSeconds > 0.0 )
	{
		wfText_Add( text, "  %s %g ms", isHeld( row ) ? "keeps" : "MISSES", 1e3 * row->mostSeconds );
	}
	if ( row->arriving >= 0 )
	{
		wfText_Add( text, "  %lld of %lld cells arrive, %lld flat", (long long)row->arriving, (long long)row->cells,
					(long long)row->flat );
	}
	if ( row->referenceArriving >= 0 )
	{
		wfText_Add( text, "  (reference: %lld)", (long long)row->referenceArriving );
	}
	if ( !isnan( row->bytes ) )
	{
		wfText_Add( text, "  %.1f MB", 1e-6 * row->bytes );
	}
	if ( !isnan( row->lengthRatio ) )
	{
		wfText_Add( text, "  length %.4f, clearance %.3f m", row->lengthRatio, row->clearance );
	}
	wfText_Add( text, "\n" );
}

static int printRows( const wfBench* bench )
{
	wfText text = { 0 };
	if ( bench->json )
	{
		wfJsonOut json = wfMakeJsonOut( &text );
		wfJsonOut_BeginList( &json, NULL );
		for ( int32_t i = 0; i < bench->rowCount; ++i )
		{
			writeRow( &json, bench->rows + i );
		}
		wfJsonOut_End( &json );
	}
	else
	{
		wfText_Add( &text, "%-16s %-38s %11s %11s %10s\n", "case", "measure", "reference", "wayfield", "ratio" );
		for ( int32_t i = 0; i < bench->rowCount; ++i )
		{
			printRow( &text, bench->rows + i );
		}
	}
	int code = wfText_Print( &text );
	wfText_Free( &text );
	return code;
}

// -------------------------------------------------------------------------------------------------------------- command

int wfRunBench( int argc, char** argv )
{
	static const char* const names[] = { "fields", "paths", "crowd" };
	static wfBench bench;
	bench.threads = 1; // the reference has no more
	bench.limit = 40;
	wfOptionSet set = { .command = "bench" };
	wfOptionSet_AddFlag( &set, "json", &bench.json );
	wfOptionSet_AddFlag( &set, "quick", &bench.quick );
	wfOptionSet_AddFlag( &set, "growth", &bench.growth );
	wfOptionSet_AddText( &set, "plot", &bench.plot );
	wfOptionSet_AddInteger( &set, "threads", &bench.threads, 0, WF_MAX_WORKERS );
	wfOptionSet_AddInteger( &set, "limit", &bench.limit, 1, 1000000 );
	const char* name = "fields";
	int32_t words = 0;
	int code = wfOptionSet_Parse( &set, argc, argv, &name, 1, &words );
	if ( code != wf_exitOk )
	{
		return code;
	}
	bool paths = strcmp( name, "paths" ) == 0, crowd = strcmp( name, "crowd" ) == 0;
	if ( !paths && !crowd && strcmp( name, "fields" ) != 0 )
	{
		const char* nearest = wfFindNearest( name, names, 3 );
		return wfTellUsage( "bench", "there is no benchmark '%.40s'. %s '%s'?", name, nearest != NULL ? "Did you mean" : "Try",
							nearest != NULL ? nearest : "fields" );
	}
	if ( bench.plot != NULL && !bench.growth && !paths )
	{
		return wfTellUsage( "bench", "--plot draws the growth of `fields --growth`, or `paths`" );
	}
	if ( bench.growth && ( paths || crowd ) )
	{
		return wfTellUsage( "bench", "--growth belongs to `wayfield bench fields`" );
	}
	if ( !paths && wfOptionSet_IsGiven( &set, "limit" ) )
	{
		return wfTellUsage( "bench", "--limit belongs to `wayfield bench paths`" );
	}
	if ( crowd && wfOptionSet_IsGiven( &set, "threads" ) )
	{
		return wfTellUsage( "bench", "`wayfield bench crowd` chooses the threads itself: one, and two to compare" );
	}
	if ( crowd )
	{
		return wfBenchCrowd( &bench );
	}
	// Measuring takes minutes: a name that cannot be drawn to is told before.
	if ( bench.plot != NULL && !wfIsPictureName( "bench", bench.plot ) )
	{
		return wf_exitUsage;
	}
	wfWorkersDef def = wfDefaultWorkersDef();
	def.workerCount = bench.threads;
	wfResult result = bench.threads == 1 ? wf_ok : wfCreateWorkers( &def, &bench.workers );
	if ( result == wf_ok )
	{
		result = paths ? wfBenchPaths( &bench ) : ( bench.growth ? wfBenchGrowth( &bench ) : wfBenchFields( &bench ) );
	}
	code = result == wf_ok ? printRows( &bench ) : wfTellError( wfIsInterrupted() ? wf_cancelled : result, &bench.error );
	if ( bench.workers != NULL )
	{
		wfDestroyWorkers( bench.workers );
	}
	return code;
}
