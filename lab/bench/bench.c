// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield-lab bench`: the command, and the table or JSON of what was measured.
#include "bench.h"

#include "commands.h"
#include "json_out.h"
#include "options.h"

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
	*row = ( wfBenchRow ){ .referenceSeconds = NAN,
						   .seconds = NAN,
						   .cells = -1,
						   .arriving = -1,
						   .flat = -1,
						   .referenceArriving = -1,
						   .referenceFlat = -1,
						   .touches = -1 };
	row->residual = row->bytes = row->lengthRatio = row->clearance = row->plannerSeconds = NAN;
	snprintf( row->name, sizeof( row->name ), "%s", name );
	snprintf( row->measure, sizeof( row->measure ), "%s", measure );
	return row;
}

void wfBenchRow_SetReport( wfBenchRow* row, const wfFieldReport* report )
{
	row->cells = report->reachableCount;
	row->arriving = report->arrivingCount;
	row->flat = report->flatCount;
	row->residual = report->maxRelativeResidual;
}

void wfBench_ReportProgress( const char* name, const char* what )
{
	if ( isatty( STDERR_FILENO ) )
	{
		fprintf( stderr, "%s: %s: %s ...\n", wfGetProgramName(), name, what );
	}
}

double wfBench_GetSeconds( const wfBench* bench )
{
	struct timespec time;
	if ( bench == NULL || bench->workers != NULL || clock_gettime( CLOCK_PROCESS_CPUTIME_ID, &time ) != 0 )
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

wfTiming wfBeginTiming( const wfBench* bench, int32_t most, double seconds )
{
	return ( wfTiming ){ .bench = bench, .most = most, .limit = seconds, .best = INFINITY };
}

bool wfTiming_Again( wfTiming* timing )
{
	int32_t run = timing->run++;
	wfExpectNoInterrupt();
	timing->began = wfBench_GetSeconds( timing->bench );
	return run == 0 || ( run == 1 && timing->spent < 4.0 ) || ( run < timing->most && timing->spent < timing->limit );
}

double wfTiming_Get( const wfTiming* timing )
{
	return wfBench_GetSeconds( timing->bench ) - timing->began;
}

void wfTiming_Stop( wfTiming* timing )
{
	double seconds = wfTiming_Get( timing );
	timing->best = fmin( timing->best, seconds );
	timing->spent += seconds;
}

bool wfBench_ReadMap( const char* name, wfScenario* scenario )
{
	char path[512];
	wfReadDef def = wfDefaultReadDef();
	snprintf( path, sizeof( path ), "%s/maps/%s.map", wfBench_GetDataFolder(), name );
	wfResult result = wfReadScenario( path, &def, scenario, &wf_error );
	wfExpect( result == wf_fileNotFound ? wf_ok : result );
	return result == wf_ok;
}

void wfBench_MakeGoals( const wfGrid* grid, const int32_t* cells, int32_t count, wfVec2* points, wfGoalDef* goals )
{
	for ( int32_t i = 0; i < count; ++i )
	{
		points[i] = wfGrid_GetCenter( grid, cells[i] );
		goals[i] = wfDefaultGoalDef();
		goals[i].kind = wf_pointGoal;
		goals[i].points = points + i;
		goals[i].pointCount = 1;
	}
}

void wfBench_DrawPlot( const wfBench* bench, const char* title, const char* xLabel, const char* yLabel, bool logarithmic,
					   const wfPlotSeries* series, int32_t count )
{
	if ( bench->plot == NULL )
	{
		return;
	}
	wfPlotDef def = wfDefaultPlotDef();
	def.title = title;
	def.xLabel = xLabel;
	def.yLabel = yLabel;
	def.logX = def.logY = logarithmic;
	def.series = series;
	def.seriesCount = count;
	wfExpect( wfDrawPlot( bench->plot, &def, &wf_error ) );
}

// --------------------------------------------------------------------------------------------------------------- output

// Whether the row keeps its bar; rows without one do.
static bool isHeld( const wfBenchRow* row )
{
	double ratio = row->referenceSeconds / row->seconds;
	bool held = row->leastRatio == 0.0 || ratio >= row->leastRatio;
	held = held && ( row->mostSeconds == 0.0 || row->seconds <= row->mostSeconds );
	held = held && ( row->mostLengthRatio == 0.0 || row->lengthRatio <= row->mostLengthRatio ) && row->touches <= 0;
	return held && row->flat <= 0 && ( row->arriving < 0 || row->arriving == row->cells );
}

// Not a number where it is not known.
static double getCount( int64_t count )
{
	return count >= 0 ? (double)count : NAN;
}

static void addIfKnown( wfJsonOut* json, const char* key, double value )
{
	if ( !isnan( value ) )
	{
		wfJsonOut_Number( json, key, value );
	}
}

static void writeRow( wfJsonOut* json, const wfBenchRow* row )
{
	wfJsonOut_BeginRow( json, NULL );
	wfJsonOut_String( json, "case", row->name );
	wfJsonOut_String( json, "measure", row->measure );
	if ( row->reference != NULL )
	{
		wfJsonOut_String( json, "reference", row->reference );
	}
	wfJsonOut_Number( json, "reference_seconds", row->referenceSeconds );
	wfJsonOut_Number( json, "seconds", row->seconds );
	wfJsonOut_Number( json, "ratio", row->referenceSeconds / row->seconds );
	wfJsonOut_Bool( json, "reference_complete", !row->referenceCut );
	addIfKnown( json, "least_ratio", row->leastRatio > 0.0 ? row->leastRatio : NAN );
	addIfKnown( json, "most_seconds", row->mostSeconds > 0.0 ? row->mostSeconds : NAN );
	addIfKnown( json, "most_length_ratio", row->mostLengthRatio > 0.0 ? row->mostLengthRatio : NAN );
	wfJsonOut_Bool( json, "held", isHeld( row ) );
	addIfKnown( json, "reachable_cells", getCount( row->cells ) );
	addIfKnown( json, "arriving_cells", getCount( row->arriving ) );
	addIfKnown( json, "flat_cells", getCount( row->flat ) );
	addIfKnown( json, "reference_arriving_cells", getCount( row->referenceArriving ) );
	addIfKnown( json, "reference_flat_cells", getCount( row->referenceFlat ) );
	addIfKnown( json, "touches", getCount( row->touches ) );
	addIfKnown( json, "walks", row->touches >= 0 ? (double)row->walks : NAN );
	addIfKnown( json, "max_relative_residual", row->residual );
	addIfKnown( json, "planner_seconds", row->plannerSeconds );
	addIfKnown( json, "bytes", row->bytes );
	addIfKnown( json, "length_ratio", row->lengthRatio );
	addIfKnown( json, "clearance", row->clearance );
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
		wfText_Add( text, "  %lld of %lld %s arrive, %lld flat", (long long)row->arriving, (long long)row->cells,
					row->things != NULL ? row->things : "cells", (long long)row->flat );
	}
	if ( row->referenceArriving >= 0 )
	{
		wfText_Add( text, "  (reference: %lld)", (long long)row->referenceArriving );
	}
	if ( row->referenceFlat >= 0 )
	{
		wfText_Add( text, "  %lld flat (reference: %lld)", (long long)row->flat, (long long)row->referenceFlat );
	}
	if ( !isnan( row->bytes ) )
	{
		wfText_Add( text, "  %.1f MB", 1e-6 * row->bytes );
	}
	if ( !isnan( row->lengthRatio ) )
	{
		wfText_Add( text, "  length %.4f", row->lengthRatio );
		if ( !isnan( row->clearance ) )
		{
			wfText_Add( text, ", clearance %.3f m", row->clearance );
		}
	}
	if ( row->mostLengthRatio > 0.0 )
	{
		wfText_Add( text, "  %s %g", isHeld( row ) ? "keeps" : "MISSES", row->mostLengthRatio );
	}
	if ( row->touches >= 0 )
	{
		wfText_Add( text, "  %lld of %lld paths touch an obstacle%s", (long long)row->touches, (long long)row->walks,
					row->touches > 0 ? "  MISSES 0" : "  keeps 0" );
	}
	wfText_Add( text, "\n" );
}

static int printRows( const wfBench* bench, bool flow )
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
	else if ( flow )
	{
		wfBenchFlow_AddTable( bench, &text );
	}
	else
	{
		wfText_Add( &text, "%-16s %-38s %11s %11s %10s\n", "case", "measure", "reference", "wayfield", "ratio" );
		for ( int32_t i = 0; i < bench->rowCount; ++i )
		{
			printRow( &text, bench->rows + i );
		}
	}
	return wfText_Print( &text );
}

// -------------------------------------------------------------------------------------------------------------- command

static wfBench s_bench = { .threads = 1, .limit = 40, .agents = 200, .size = 512 }; // the reference has no more threads
static const char* s_words[WF_MAX_BENCH_FILES + 1] = { "fields" };
static int32_t s_wordCount;
static const char* const s_names[] = { "fields", "flow", "paths", "crowd", "surfaces", "footsteps", "groups", "explore", NULL };

static bool isBench( const char* name )
{
	return strcmp( s_words[0], name ) == 0;
}

// What does not go together. Measuring takes minutes: a name that cannot be drawn to is reported before.
static void checkOptions( const wfBench* bench )
{
	bool plots = ( bench->growth && !isBench( "flow" ) ) || isBench( "paths" );
	wfDieOfUsageIf( bench->plot != NULL && !plots,
					"--plot draws the growth of `fields --growth` or `surfaces --growth`, or `paths`" );
	wfDieOfUsageIf( bench->growth && !isBench( "fields" ) && !isBench( "flow" ) && !isBench( "surfaces" ),
					"--growth belongs to `wayfield-lab bench fields`, `flow` and `surfaces`" );
	wfDieOfUsageIf( !isBench( "flow" ) && ( wfIsGiven( "agents" ) || wfIsGiven( "size" ) || wfIsGiven( "precision" ) ),
					"--agents, --size and --precision belong to `wayfield-lab bench flow`" );
	wfDieOfUsageIf( !isBench( "paths" ) && wfIsGiven( "limit" ), "--limit belongs to `wayfield-lab bench paths`" );
	wfDieOfUsageIf( ( isBench( "crowd" ) || isBench( "footsteps" ) || isBench( "groups" ) || isBench( "explore" ) ) &&
						wfIsGiven( "threads" ),
					"`wayfield-lab bench %s` chooses the threads itself: one, and two to compare", s_words[0] );
	wfDieOfUsageIf( bench->geodesics && !isBench( "surfaces" ), "--geodesics belongs to `wayfield-lab bench surfaces`" );
	wfDieOfUsageIf( bench->growth && ( bench->geodesics || bench->fileCount > 0 ),
					"--growth takes generated surfaces alone: no files, no --geodesics" );
	wfDieOfUsageIf( bench->fileCount > 0 && !isBench( "surfaces" ) && !isBench( "explore" ), "'%.80s' is one argument too many",
					bench->files[0] );
}

static const char* const s_precisions[] = { "single", "double", NULL };

static wfOption s_options[] = {
	{ WF_FLAG( "json", s_bench.json, "a list of objects with case, measure, reference_seconds, seconds, ratio" ) },
	{ WF_FLAG( "quick", s_bench.quick, "smaller cases" ) },
	{ WF_FLAG( "growth", s_bench.growth,
			   "of `fields`, `flow` and `surfaces`: how time and memory grow with the map or the mesh" ) },
	{ WF_FLAG( "geodesics", s_bench.geodesics,
			   "of `surfaces`: lengths against exact geodesics, and how often obstacles are touched" ) },
	{ WF_PICTURE( "plot", "FILE", s_bench.plot, ".svg or .png: draw the growth, or length over clearance of `paths`" ) },
	{ WF_INTEGER( "threads", "N", s_bench.threads, 0, WF_MAX_WORKERS,
				  "0: one per processor; default: 1, as the reference has no more" ) },
	{ WF_INTEGER( "limit", "N", s_bench.limit, 1, 1000000, "problems per map of `paths`, default: 40" ) },
	{ WF_INTEGER( "agents", "N", s_bench.agents, 1, 100000, "who ask for directions in `flow`, default: 200" ) },
	{ WF_INTEGER( "size", "N", s_bench.size, 32, 4096, "cells of a side of the generated maps of `flow`, default: 512" ) },
	{ WF_CHOICE( "precision", "P", s_bench.precise, s_precisions,
				 "of the planner's factor in `flow`: single (the default) or double" ) },
	{ .name = NULL } };

static int runBench( void )
{
	if ( !wfIsName( s_words[0], strlen( s_words[0] ), s_names ) )
	{
		const char* suggestion = wfSuggest( s_words[0], s_names, 8, "" );
		wfDieOfUsage( "there is no benchmark '%.40s'%s", s_words[0], suggestion[0] != 0 ? suggestion : ". Try 'fields'?" );
	}
	s_bench.fileCount = s_wordCount > 1 ? s_wordCount - 1 : 0;
	memcpy( s_bench.files, s_words + 1, sizeof( s_bench.files ) );
	checkOptions( &s_bench );
	if ( isBench( "crowd" ) || isBench( "footsteps" ) || isBench( "groups" ) )
	{
		return ( isBench( "crowd" ) ? wfBenchCrowd : isBench( "groups" ) ? wfBenchGroups : wfBenchFootsteps )( &s_bench );
	}
	if ( isBench( "explore" ) )
	{
		return wfBenchExplore( &s_bench );
	}
	wfWorkersDef def = wfDefaultWorkersDef();
	def.workerCount = s_bench.threads;
	wfExpect( s_bench.threads == 1 ? wf_ok : wfCreateWorkers( &def, &s_bench.workers ) );
	if ( isBench( "surfaces" ) )
	{
		( s_bench.growth ? wfBenchSurfaceGrowth : s_bench.geodesics ? wfBenchGeodesics : wfBenchSurfaces )( &s_bench );
	}
	else
	{
		void ( *fields )( wfBench* ) = s_bench.growth ? wfBenchGrowth : wfBenchFields;
		( isBench( "flow" ) ? wfBenchFlow : isBench( "paths" ) ? wfBenchPaths : fields )( &s_bench );
	}
	wfExpectNoInterrupt();
	return printRows( &s_bench, isBench( "flow" ) );
}

const wfCommand wf_benchCommand = {
	.name = "bench",
	.run = runBench,
	.help =
		"Examples:\n"
		"  wayfield-lab bench fields --json\n"
		"  wayfield-lab bench fields --growth --plot growth.svg\n"
		"  WAYFIELD_DATA=data wayfield-lab bench paths                    length and clearance against A*, on the maps of "
		"data/maps\n"
		"\n"
		"usage: wayfield-lab bench [fields|flow|paths|crowd|footsteps|groups] [OPTIONS]\n"
		"       wayfield-lab bench explore [SEED] [OPTIONS]\n"
		"       wayfield-lab bench surfaces [FILES] [OPTIONS]\n"
		"\n"
		"Measures against the relaxation methods of the literature, or A*, in the same run on the same machine.\n"
		"\n"
		"  fields               fields against Gauss-Seidel on generated maps (the default)\n"
		"  flow                 what a new goal costs beside flow fields of games: breadth first, Dijkstra, fast marching; on\n"
		"                       generated maps and those of the folder WAYFIELD_DATA, with --quick the small ones\n"
		"  paths                paths against A*, on the maps of the folder WAYFIELD_DATA where it is set, else on generated "
		"ones\n"
		"  crowd                what agents cost, how that grows, what threads and SIMD bring, how exact the local maps are\n"
		"  groups               what orders for many units cost, how many fields they take, a frame of two armies\n"
		"  explore              ways of all strategies of exploration on random worlds from a seed on, and, where the folder\n"
		"                       WAYFIELD_DATA is set, its maps: ways, time for each tick, what was missed\n"
		"  footsteps            what plans of steps cost, beside the figures of the literature, and 10,000 on foot in real time\n"
		"\n"
		"  surfaces             fields on meshes against the literature's relaxation: files, or built-in surfaces up to 200,000 "
		"vertices\n"
		"\n",
	.options = s_options,
	.words = s_words,
	.wordCapacity = WF_MAX_BENCH_FILES + 1,
	.wordCount = &s_wordCount };
