// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Relaxation of local maps: time per agent and accuracy of the direction at the centre.
//
//     bench_local             the table of times and the table of errors at the default iterations
//     bench_local SIZE        errors of one size around its default iterations
//     bench_local SIZE COUNT  only relax COUNT batches of a size at the default iterations: for profilers

#include "lab/programs/local_maps.h"
#include "wayfield/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BATCHES 40 // samples of each kind: 640 maps

static localMapsBatch s_maps;
static localMapsBatch s_samples[localMapsKindCount][BATCHES];
static wfVec2 s_exact[localMapsKindCount][BATCHES][WF_LOCAL_LANES];
static localMapsBatch s_work;
static float s_start[LOCAL_MAPS_MAX_SIZE * LOCAL_MAPS_MAX_SIZE];

typedef enum Method
{
	methodSor,
	methodSorUnknownGoal, // without fromEast
	methodSorWhole,
	methodSorEmptyStart,
	methodGaussSeidel
} Method;

static const char* s_kindNames[localMapsKindCount] = { "open", "walled", "sparse", "behind a wall" };

// Of this process alone: other programs may take turns.
static double now( void )
{
	struct timespec time;
	clock_gettime( CLOCK_PROCESS_CPUTIME_ID, &time );
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void relax( localMapsBatch* maps, Method method, int32_t iterations )
{
	maps->batch.whole = method == methodSorWhole;
	maps->batch.fromEast = method == methodSor;
	if ( method == methodSorEmptyStart )
	{
		// Start values of the empty map in place of 0.
		for ( int32_t k = 0; k < maps->batch.size * maps->batch.size * WF_LOCAL_LANES; ++k )
		{
			maps->q[k] = maps->weight[k] != 0.0f ? s_start[k / WF_LOCAL_LANES] : maps->q[k];
		}
	}
	if ( method == methodGaussSeidel )
	{
		wfLocalRelaxGaussSeidel( &maps->batch, iterations );
	}
	else
	{
		wfLocalRelaxSor( &maps->batch, iterations );
	}
}

static void copyMaps( const localMapsBatch* maps )
{
	size_t bytes = (size_t)( maps->batch.size * maps->batch.size ) * WF_LOCAL_LANES * sizeof( float );
	s_work.batch = maps->batch;
	s_work.batch.q = s_work.q;
	s_work.batch.weight = s_work.weight;
	memcpy( s_work.q, maps->q, bytes );
	memcpy( s_work.weight, maps->weight, bytes );
}

// Microseconds per agent: the best of several runs, without what setting q up takes.
static double timeMethod( int32_t size, Method method, int32_t iterations )
{
	uint64_t state = 88172645463325252u;
	localMapsFill( &s_maps, size, localMapsWalled, &state );
	copyMaps( &s_maps );
	double best[2] = { 1e9, 1e9 }; // of setting up alone, and with relaxing
	const int repeats = 40;
	for ( int run = 0; run < 15; ++run )
	{
		for ( int solve = 0; solve < 2; ++solve )
		{
			double begin = now();
			for ( int k = 0; k < repeats; ++k )
			{
				memcpy( s_work.q, s_maps.q, (size_t)( size * size ) * WF_LOCAL_LANES * sizeof( float ) );
				if ( solve == 1 )
				{
					relax( &s_work, method, iterations );
				}
			}
			double elapsed = now() - begin;
			best[solve] = elapsed < best[solve] ? elapsed : best[solve];
		}
	}
	return 1e6 * ( best[1] - best[0] ) / ( repeats * WF_LOCAL_LANES );
}

static int compareDoubles( const void* a, const void* b )
{
	double x = *(const double*)a, y = *(const double*)b;
	return ( x > y ) - ( x < y );
}

static void makeSamples( int32_t size )
{
	uint64_t state = 88172645463325252u;
	for ( int k = 0; k < localMapsKindCount * BATCHES; ++k )
	{
		localMapsBatch* maps = &s_samples[k % localMapsKindCount][k / localMapsKindCount];
		localMapsFill( maps, size, (localMapsKind)( k % localMapsKindCount ), &state );
		for ( int32_t lane = 0; lane < WF_LOCAL_LANES; ++lane )
		{
			s_exact[k % localMapsKindCount][k / localMapsKindCount][lane] = localMapsExactGradient( maps, lane );
		}
	}
	wfLocalMakeStart( size, s_start );
}

// The 95th percentile, in degrees.
static double measureError( localMapsKind kind, Method method, int32_t iterations )
{
	static double errors[BATCHES * WF_LOCAL_LANES];
	for ( int b = 0; b < BATCHES; ++b )
	{
		copyMaps( &s_samples[kind][b] );
		relax( &s_work, method, iterations );
		for ( int32_t lane = 0; lane < WF_LOCAL_LANES; ++lane )
		{
			errors[b * WF_LOCAL_LANES + lane] = localMapsError( &s_work, lane, s_exact[kind][b][lane] );
		}
	}
	qsort( errors, BATCHES * WF_LOCAL_LANES, sizeof( double ), compareDoubles );
	return errors[BATCHES * WF_LOCAL_LANES * 95 / 100];
}

static void printTimes( void )
{
	wfSimdLevel best = wfGetSimdLevel();
	printf( "microseconds per agent, one core\n" );
	printf( "%-10s %4s %10s %8s %12s %8s %16s\n", "level", "size", "iterations", "SOR", "goal unknown", "whole",
			"Gauss-Seidel 60" );
	for ( int32_t level = 0; level <= (int32_t)best; ++level )
	{
		wfSetSimdLevel( (wfSimdLevel)level );
		for ( int32_t size = 11; size <= LOCAL_MAPS_MAX_SIZE; size += size < 19 ? 2 : 8 )
		{
			double sor = timeMethod( size, methodSor, 0 );
			double unknown = timeMethod( size, methodSorUnknownGoal, 0 );
			double whole = timeMethod( size, methodSorWhole, 0 );
			double gaussSeidel = timeMethod( size, methodGaussSeidel, 60 );
			printf( "%-10s %4d %10d %8.3f %12.3f %8.3f %16.3f\n", wfDescribeSimdLevel( (wfSimdLevel)level ), size,
					wfLocalDefaultIterations( size ), sor, unknown, whole, gaussSeidel );
		}
	}
	wfSetSimdLevel( best );
}

static void printErrors( int32_t size, int32_t iterations )
{
	printf( "%4d %10d", size, iterations );
	for ( int kind = 0; kind < localMapsKindCount; ++kind )
	{
		printf( " %14.3f", measureError( (localMapsKind)kind, methodSor, iterations ) );
	}
	printf( " %14.3f %14.3f\n", measureError( localMapsOpen, methodSorEmptyStart, iterations ),
			measureError( localMapsOpen, methodGaussSeidel, 60 ) );
}

int main( int argc, char** argv )
{
	int32_t size = argc > 1 ? atoi( argv[1] ) : 0;
	if ( argc > 1 && ( size < 5 || size > LOCAL_MAPS_MAX_SIZE || size % 2 == 0 ) )
	{
		fprintf( stderr, "bench_local: size %s, expected an odd number from 5 to %d\n", argv[1], LOCAL_MAPS_MAX_SIZE );
		return 1;
	}
	if ( argc > 2 )
	{
		uint64_t state = 88172645463325252u;
		localMapsFill( &s_maps, size, localMapsWalled, &state );
		for ( int k = atoi( argv[2] ); k > 0; --k )
		{
			relax( &s_maps, methodSor, 0 );
		}
		return 0;
	}
	if ( size == 0 )
	{
		printTimes();
	}
	printf( "\ndegrees from the exact direction, 95th percentile of %d maps\n%4s %10s", BATCHES * WF_LOCAL_LANES, "size",
			"iterations" );
	for ( int kind = 0; kind < localMapsKindCount; ++kind )
	{
		printf( " %14s", s_kindNames[kind] );
	}
	printf( " %14s %14s\n", "empty start", "G.-Seidel 60" );
	if ( size == 0 )
	{
		for ( size = 11; size <= LOCAL_MAPS_MAX_SIZE; size += 2 )
		{
			makeSamples( size );
			printErrors( size, wfLocalDefaultIterations( size ) );
		}
		return 0;
	}
	makeSamples( size );
	int32_t usual = wfLocalDefaultIterations( size );
	for ( int32_t iterations = usual - 3; iterations <= usual + 3; ++iterations )
	{
		printErrors( size, iterations );
	}
	return 0;
}
