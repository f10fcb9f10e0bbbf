// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield-lab bench explore`: ways of all strategies on random worlds, and what exploring the maps of others costs and misses.
#include "explore_walk.h"

#include "scenes/unknown.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Worlds that the strategy was tuned on have the seeds below this one.
#define FIRST_SEED 1000
#define STARTS 4
#define RANGE 12.0

static const char* const s_strategies[] = { "field", "nearest", "cost-gain", "source" };

typedef struct Sums
{
	double length, turning, reversals;
	int32_t runs, stuck;
	int64_t missed;
} Sums;

static void addRun( Sums* sums, const wfExploreWalk* walk )
{
	sums->length += walk->length;
	sums->turning += walk->length > 0.0 ? walk->turning / walk->length : 0.0;
	sums->reversals += walk->reversals;
	sums->runs += 1;
	sums->stuck += !walk->isDone;
	sums->missed += walk->missed;
}

static int32_t pickStart( const wfGrid* room, uint64_t seed, int32_t k )
{
	int32_t cells = wfGrid_GetWidth( room ) * wfGrid_GetHeight( room ), cell = 0;
	uint64_t counter = (uint64_t)k * 1000;
	do
	{
		cell = (int32_t)( wfRandomUnit( seed, 99, counter++ ) * cells );
	}
	while ( !wfGrid_IsFree( room, cell ) );
	return cell;
}

static wfExplorationDef makeDef( int32_t row )
{
	wfExplorationDef def = wfDefaultExplorationDef();
	def.strategy = row < 4 ? (wfExploreStrategy)row : wf_sourceStrategy;
	def.source.window = row == 4 ? 35 : row == 5 ? 0 : 15;
	def.source.sweeps = row == 4 ? 100 : 30;
	def.patience = 0.0;
	return def;
}

static void measureKind( wfUnknownKind kind, int32_t first, int32_t worlds, bool withSource )
{
	static const char* const names[] = { "field",
										 "nearest frontier",
										 "cost-gain (explore_lite)",
										 "source, 30 sweeps, window 15",
										 "source, 100 sweeps, window 35",
										 "source, 30 sweeps, whole map" };
	Sums sums[6] = { 0 };
	for ( int32_t w = 0; w < worlds; ++w )
	{
		uint64_t seed = (uint64_t)( first + w );
		wfWorld* world = NULL;
		wfExpect( wfCreateUnknown( kind, seed, &world, &wf_error ) );
		wfExploreGrids grids = wfMakeExploreGrids( world, 1.0, 0.4 );
		for ( int32_t k = 0; k < STARTS; ++k )
		{
			wfVec2 start = wfGrid_GetCenter( grids.room, pickStart( grids.room, seed, k ) );
			// The papers' method takes most of the time: two worlds show it.
			for ( int32_t row = 0; row < ( withSource && w < 2 ? 6 : 3 ); ++row )
			{
				wfExplorationDef def = makeDef( row );
				wfExploreWalk walk = wfWalkAndExplore( world, &grids, &def, start, RANGE, 4000 );
				addRun( &sums[row], &walk );
			}
		}
		wfFreeExploreGrids( &grids );
		wfDestroyWorld( world );
	}
	for ( int32_t row = 0; row < ( withSource ? 6 : 3 ); ++row )
	{
		const Sums* s = &sums[row];
		printf( "%-6s %-32s %9.1f %8.3f %10.1f %12.2f %7d %7lld\n", wfDescribeUnknown( kind ), names[row], s->length / s->runs,
				s->length / s->runs / ( sums[1].length / sums[1].runs ), s->turning / s->runs, s->reversals / s->length * 10.0,
				s->stuck, (long long)s->missed );
	}
	fflush( stdout );
}

static void measureMap( const char* name, double radius, double range, const wfBench* bench )
{
	wfScenario scenario = { 0 };
	if ( !wfBench_ReadMap( name, &scenario ) )
	{
		return;
	}
	wfExploreGrids grids = wfMakeExploreGrids( scenario.world, scenario.cellSize, radius * scenario.cellSize );
	wfVec2 start = wfGrid_GetCenter( grids.room, pickStart( grids.room, 7, 0 ) );
	double nearest = NAN, lite = NAN;
	for ( int32_t row = 2; row >= 0; --row )
	{
		wfExplorationDef def = makeDef( row );
		if ( row > 0 && bench->quick )
		{
			continue;
		}
		wfExploreWalk walk = wfWalkAndExplore( scenario.world, &grids, &def, start, range * scenario.cellSize, 200000 );
		nearest = row == 1 ? walk.length : nearest;
		lite = row == 2 ? walk.length : lite;
		printf( "%-22s %-10s %9.0f %8.3f %8.3f %8d %9.2f %7lld %7.1f %5lld %s\n", name, s_strategies[row], walk.length,
				walk.length / nearest, walk.length / lite, walk.ticks, 1e3 * walk.seconds / walk.ticks, (long long)walk.missed,
				walk.bytesPerCell, (long long)walk.seeable, walk.isDone ? "" : "NOT DONE" );
		fflush( stdout );
	}
	wfFreeExploreGrids( &grids );
	wfScenario_Free( &scenario );
}

int wfBenchExplore( const wfBench* bench )
{
	static const char* const maps[] = { "brc202d",		   "lak303d",		"arena",		  "brc000d",	  "Berlin_0_256",
										"random-64-64-20", "room-64-64-16", "maze-128-128-1", "maze512-32-0", "maze512-4-0",
										"Boston_0_512",	   "Aftershock",	"maze512-1-0" };
	int32_t worlds = bench->quick ? 2 : 10;
	int32_t first = bench->fileCount > 0 ? atoi( bench->files[0] ) : FIRST_SEED;
	printf( "%-6s %-32s %9s %8s %10s %12s %7s %7s\n", "world", "strategy", "length m", "nearest", "degrees/m", "turns/10 m",
			"stuck", "missed" );
	for ( int32_t kind = 0; kind < wf_unknownKindCount; ++kind )
	{
		measureKind( (wfUnknownKind)kind, first, worlds, !bench->quick );
	}
	printf( "\n%-22s %-10s %9s %8s %8s %8s %9s %7s %7s %s\n", "map", "strategy", "length m", "nearest", "lite", "ticks",
			"tick ms", "missed", "bytes", "cells to see" );
	for ( size_t k = 0; k < sizeof( maps ) / sizeof( maps[0] ) && wfBench_GetDataFolder() != NULL; ++k )
	{
		measureMap( maps[k], 0.4, 30.0, bench );
		wfExpectNoInterrupt();
	}
	return 0;
}
