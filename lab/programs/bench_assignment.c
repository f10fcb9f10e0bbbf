// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Who takes which slot (G14): processor time of the assignment, and how far it is from the best one.
//
//     bench_assignment              200 exact, then 201 to 5,000 members, each kind of starts and slots, 3 seeds
//     bench_assignment COUNT SEEDS  one count

#include "wayfield/formation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST 10000

static wfVec2 s_starts[MOST], s_slots[MOST];
static int32_t s_slotOf[MOST];

typedef enum Kind
{
	kindUniform,
	kindClustered,	// a few dense clusters to a few others
	kindTwoSided,	// two halves far from each other, slots between them
	kindGather,		// a wide crowd into a dense block
	kindLine,		// a block to a line of the same number, far away
	kindTurned,		// a box to the same box, turned by a right angle and far away
	kindGrid,		// a grid to itself, shifted by half a cell: ties everywhere
	kindNearlyHome, // a grid with small errors, some of its members swapped across it
	kindHoles,		// a grid to itself, with a few slots missing on one side and added on the other
	kindStretched,	// slots along a line, starts in a cloud
	kindCount
} Kind;

static const char* s_names[kindCount] = { "uniform", "clustered",  "two-sided",	  "gather", "block to line",
										  "turned",	 "grid, ties", "nearly home", "holes",	"cloud to line" };

static double now( void )
{
	struct timespec time;
	clock_gettime( CLOCK_PROCESS_CPUTIME_ID, &time );
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double draw( uint64_t seed, uint64_t stream, int32_t k )
{
	return wfRandomUnit( seed, stream, (uint64_t)k );
}

static wfVec2 place( uint64_t seed, uint64_t stream, int32_t k, double side )
{
	return ( wfVec2 ){ side * draw( seed, stream, 2 * k ), side * draw( seed, stream, 2 * k + 1 ) };
}

static wfVec2 cluster( uint64_t seed, uint64_t stream, int32_t k, double side )
{
	int32_t which = (int32_t)( 6.0 * draw( seed, stream + 1, k ) * draw( seed, stream + 2, k ) );
	wfVec2 center = place( seed, stream + 3, which, 4.0 * side ), offset = place( seed, stream + 4, k, 0.5 * side );
	return ( wfVec2 ){ center.x + offset.x, center.y + offset.y };
}

static void make( Kind kind, int32_t count, uint64_t seed )
{
	double side = 1.2 * sqrt( count );
	int32_t files = (int32_t)ceil( sqrt( count ) );
	for ( int32_t k = 0; k < count; ++k )
	{
		wfVec2 cell = { 1.2 * ( k % files ), 1.2 * ( k / files ) }, any = place( seed, 1, k, side );
		wfVec2 other = place( seed, 2, k, side );
		s_starts[k] = kind == kindClustered ? cluster( seed, 10, k, side ) : any;
		s_slots[k] = kind == kindUniform ? other : kind == kindClustered ? cluster( seed, 20, k, side ) : cell;
		switch ( kind )
		{
			case kindTwoSided:
				s_starts[k].x += k % 2 == 0 ? -2.0 * side : 2.0 * side;
				break;
			case kindGather:
				s_starts[k] = ( wfVec2 ){ 10.0 * any.x, 10.0 * any.y };
				break;
			case kindLine:
				s_starts[k] = cell, s_slots[k] = ( wfVec2 ){ 500.0, 1.2 * k };
				break;
			case kindTurned:
				s_starts[k] = cell, s_slots[k] = ( wfVec2 ){ 300.0 - cell.y, 200.0 + cell.x };
				break;
			case kindGrid:
				s_starts[k] = ( wfVec2 ){ cell.x + 0.6, cell.y };
				break;
			case kindNearlyHome:
				s_starts[k] = ( wfVec2 ){ cell.x + 0.1 * draw( seed, 3, k ), cell.y + 0.1 * draw( seed, 4, k ) };
				break;
			case kindHoles:
				s_starts[k] = k < 5 ? ( wfVec2 ){ cell.x, 1.2 * ( files + 1 ) } : cell;
				break;
			case kindStretched:
				s_slots[k] = ( wfVec2 ){ 0.0, 1.2 * k };
				break;
			default:
				break;
		}
	}
}

static double assign( int32_t count, bool exact, double* seconds )
{
	wfAssignDef def = wfDefaultAssignDef();
	def.starts = s_starts;
	def.slots = s_slots;
	def.count = count;
	def.exact = exact;
	double cost = NAN, began = now();
	if ( wfAssignSlots( &def, s_slotOf, &cost, NULL ) != wf_ok )
	{
		exit( 1 );
	}
	*seconds = now() - began;
	return cost;
}

static void measure( int32_t count, int32_t seeds )
{
	printf( "%d members\n  %-16s %12s %12s %12s %12s\n", count, "starts and slots", "worst gap %", "mean gap %", "most ms",
			"exact ms" );
	double worst = 0.0, longest = 0.0;
	for ( int32_t kind = 0; kind < kindCount; ++kind )
	{
		double most = 0.0, mean = 0.0, slowest = 0.0, exactly = 0.0;
		for ( int32_t seed = 0; seed < seeds; ++seed )
		{
			double seconds, exactSeconds;
			make( (Kind)kind, count, (uint64_t)seed );
			double cost = assign( count, false, &seconds ), least = assign( count, true, &exactSeconds );
			double gap = least > 0.0 ? 100.0 * ( cost / least - 1.0 ) : cost > 0.0 ? INFINITY : 0.0;
			most = fmax( most, gap );
			mean += gap / seeds;
			slowest = fmax( slowest, 1e3 * seconds );
			exactly = fmax( exactly, 1e3 * exactSeconds );
		}
		printf( "  %-16s %12.4f %12.4f %12.2f %12.2f\n", s_names[kind], most, mean, slowest, exactly );
		fflush( stdout );
		worst = fmax( worst, most );
		longest = fmax( longest, slowest );
	}
	printf( "  %-16s %12.4f %12s %12.2f\n", "all", worst, "", longest );
}

int main( int argc, char** argv )
{
	if ( argc == 3 && atoi( argv[1] ) > 0 && atoi( argv[1] ) <= MOST )
	{
		measure( atoi( argv[1] ), atoi( argv[2] ) );
		return 0;
	}
	if ( argc > 1 )
	{
		fprintf( stderr, "usage: bench_assignment [COUNT SEEDS]\n" );
		return 2;
	}
	static const int32_t counts[] = { 200, 201, 500, 1000, 2000, 5000 };
	for ( size_t k = 0; k < sizeof( counts ) / sizeof( counts[0] ); ++k )
	{
		measure( counts[k], counts[k] > 2000 ? 1 : 3 );
	}
	return 0;
}
