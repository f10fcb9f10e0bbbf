// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Relaxation of local maps: against plain loops and exact solutions, and bit by bit between instruction sets, lanes and short
// cuts.

#include "crowd/kernels.h"
#include "lab/programs/local_maps.h"
#include "test_crowd.h"
#include "wayfield/crowd.h"

#include <stdlib.h>
#include <string.h>

#define MAX_CELLS ( LOCAL_MAPS_MAX_SIZE * LOCAL_MAPS_MAX_SIZE )

// Too large for a stack, one for each role a test needs.
static localMapsBatch s_maps, s_other, s_third;
static _Alignas( 64 ) float s_goals[MAX_CELLS * WF_LOCAL_LANES];

static size_t byteCount( int32_t size )
{
	return (size_t)( size * size ) * WF_LOCAL_LANES * sizeof( float );
}

static void copyMaps( localMapsBatch* copy, const localMapsBatch* maps )
{
	copy->batch = maps->batch;
	copy->batch.q = copy->q;
	copy->batch.weight = copy->weight;
	memcpy( copy->q, maps->q, byteCount( maps->batch.size ) );
	memcpy( copy->weight, maps->weight, byteCount( maps->batch.size ) );
}

static void relax( localMapsBatch* maps, bool sor, int32_t iterations )
{
	if ( sor )
	{
		wfLocalRelaxSor( &maps->batch, iterations );
	}
	else
	{
		wfLocalRelaxGaussSeidel( &maps->batch, iterations );
	}
}

// Two of the cells of every lane become goals.
static void addGoalsInside( localMapsBatch* maps, uint64_t* state )
{
	int32_t size = maps->batch.size;
	memset( s_goals, 0, sizeof( s_goals ) );
	for ( int32_t k = 0; k < 2 * WF_LOCAL_LANES; ++k )
	{
		int32_t i = (int32_t)localMapsRandom( state, 1.0, size - 1.0 );
		int32_t j = (int32_t)localMapsRandom( state, 1.0, size - 1.0 );
		int32_t at = ( j * size + i ) * WF_LOCAL_LANES + k / 2;
		s_goals[at] = 1.0f;
		maps->q[at] = 1.0f;
		maps->weight[at] = 0.0f;
	}
	maps->batch.goals = s_goals;
}

// One Gauss-Seidel sweep over a lane as anyone would write it, with the sums in the documented order.
static void sweepPlainly( localMapsBatch* maps, int32_t lane )
{
	int32_t size = maps->batch.size, row = size * WF_LOCAL_LANES;
	const wfLocalBatch* b = &maps->batch;
	for ( int32_t j = 1; j < size - 1; ++j )
	{
		for ( int32_t i = 1; i < size - 1; ++i )
		{
			int32_t at = ( j * size + i ) * WF_LOCAL_LANES + lane;
			float* q = maps->q + at;
			float rest = b->east[lane] * q[WF_LOCAL_LANES] + ( b->north[lane] * q[row] + b->south[lane] * q[-row] );
			float value = b->weight[at] * ( rest + b->west[lane] * q[-WF_LOCAL_LANES] );
			*q = b->goals != NULL ? value + b->goals[at] : value;
		}
	}
}

TEST( GaussSeidelIsThePlainLoop )
{
	uint64_t state = 4711;
	for ( int32_t size = 5; size <= LOCAL_MAPS_MAX_SIZE; size += 6 )
	{
		localMapsFill( &s_maps, size, localMapsWalled, &state );
		if ( size % 4 == 1 )
		{
			addGoalsInside( &s_maps, &state );
		}
		s_maps.batch.whole = true;
		copyMaps( &s_other, &s_maps );
		wfLocalRelaxGaussSeidel( &s_maps.batch, 7 );
		for ( int32_t k = 0; k < 7 * WF_LOCAL_LANES; ++k )
		{
			sweepPlainly( &s_other, k / 7 );
		}
		CHECK( memcmp( s_maps.q, s_other.q, byteCount( size ) ) == 0 );
	}
}

// Largest relative distance of the batch's q from the exact solution.
static double distanceFromExact( const localMapsBatch* maps )
{
	static double exact[MAX_CELLS];
	double largest = 0.0;
	for ( int32_t lane = 0; lane < WF_LOCAL_LANES; ++lane )
	{
		wfLocalSolveExactly( &maps->batch, lane, exact );
		for ( int32_t cell = 0; cell < maps->batch.size * maps->batch.size; ++cell )
		{
			double difference = fabs( (double)maps->q[cell * WF_LOCAL_LANES + lane] - exact[cell] );
			if ( difference > largest * exact[cell] )
			{
				largest = exact[cell] > 0.0 ? difference / exact[cell] : 1.0;
			}
		}
	}
	return largest;
}

static bool directionsAgree( const localMapsBatch* maps )
{
	double largest = 0.0;
	for ( int32_t lane = 0; lane < WF_LOCAL_LANES; ++lane )
	{
		double error = localMapsError( maps, lane, localMapsExactGradient( maps, lane ) );
		largest = error > largest ? error : largest;
	}
	return CHECK_NEAR( largest, 0.0, 0.02 );
}

TEST( BothRelaxationsConverge )
{
	uint64_t state = 99;
	for ( int k = 0; k < 6; ++k )
	{
		int32_t size = 11 + 4 * ( k / 2 );
		localMapsFill( &s_maps, size, k % 2 == 0 ? localMapsOpen : localMapsWalled, &state );
		if ( k % 3 == 2 )
		{
			addGoalsInside( &s_maps, &state );
		}
		s_maps.batch.whole = true;
		copyMaps( &s_other, &s_maps );
		wfLocalRelaxSor( &s_maps.batch, 20 * size );
		wfLocalRelaxGaussSeidel( &s_other.batch, 60 * size );
		// Over-relaxation keeps noise where q is small beside its neighbours.
		CHECK( directionsAgree( &s_maps ) );
		CHECK( distanceFromExact( &s_other ) < 1e-5 );
	}
}

TEST( ExactSolutionFulfilsTheEquation )
{
	static double q[MAX_CELLS];
	uint64_t state = 5;
	for ( int32_t size = 11; size <= LOCAL_MAPS_MAX_SIZE; size += 8 )
	{
		localMapsFill( &s_maps, size, localMapsWalled, &state );
		for ( int32_t lane = 0; lane < WF_LOCAL_LANES; lane += 5 )
		{
			const wfLocalBatch* b = &s_maps.batch;
			wfLocalSolveExactly( b, lane, q );
			double worst = 0.0;
			for ( int32_t cell = size + 1; cell < size * ( size - 1 ) - 1; ++cell )
			{
				double weight = (double)b->weight[cell * WF_LOCAL_LANES + lane];
				double sum = (double)b->east[lane] * q[cell + 1] + (double)b->west[lane] * q[cell - 1] +
							 (double)b->north[lane] * q[cell + size] + (double)b->south[lane] * q[cell - size];
				bool isInside = cell % size > 0 && cell % size < size - 1;
				double residual = isInside && q[cell] > 0.0 ? fabs( weight * sum / q[cell] - 1.0 ) : 0.0;
				worst = residual > worst ? residual : worst;
			}
			CHECK( worst < 1e-9 );
			CHECK_NEAR( q[size / 2 * size + size - 1], 1.0, 0.0 );
			CHECK( q[size / 2 * size + size - 2] > 0.2 );
		}
	}
}

// Everything the relaxations can be asked for, on the given level, against the best one.
static void compareWithLevel( wfSimdLevel level )
{
	uint64_t state = 2024;
	wfSimdLevel best = wfGetSimdLevel();
	for ( int k = 0; k < 48; ++k )
	{
		int32_t size = 5 + 2 * ( k % 16 );
		localMapsFill( &s_maps, size, (localMapsKind)( k % localMapsKindCount ), &state );
		if ( k % 3 == 0 )
		{
			addGoalsInside( &s_maps, &state );
		}
		s_maps.batch.whole = k % 2 == 0;
		s_maps.batch.fromEast = k % 5 != 0;
		copyMaps( &s_other, &s_maps );
		relax( &s_maps, k % 7 < 4, k % 9 );
		wfSetSimdLevel( level );
		relax( &s_other, k % 7 < 4, k % 9 );
		wfSetSimdLevel( best );
		CHECK( memcmp( s_maps.q, s_other.q, byteCount( size ) ) == 0 );
	}
}

TEST( LevelsAgreeBitByBit )
{
	wfSimdLevel best = wfGetSimdLevel();
	for ( int32_t level = 0; level < (int32_t)best; ++level )
	{
		compareWithLevel( (wfSimdLevel)level );
	}
	if ( best == wf_simdBaseline )
	{
		testSkip( "only the baseline on this machine" );
	}
}

static void copyLane( localMapsBatch* to, int32_t toLane, const localMapsBatch* from, int32_t fromLane )
{
	for ( int32_t cell = 0; cell < from->batch.size * from->batch.size; ++cell )
	{
		to->q[cell * WF_LOCAL_LANES + toLane] = from->q[cell * WF_LOCAL_LANES + fromLane];
		to->weight[cell * WF_LOCAL_LANES + toLane] = from->weight[cell * WF_LOCAL_LANES + fromLane];
	}
	to->batch.east[toLane] = from->batch.east[fromLane];
	to->batch.west[toLane] = from->batch.west[fromLane];
	to->batch.north[toLane] = from->batch.north[fromLane];
	to->batch.south[toLane] = from->batch.south[fromLane];
}

// An agent gets the same bits in any lane and with any company.
TEST( LanesAreIndependent )
{
	uint64_t state = 7;
	for ( int sor = 0; sor < 2; ++sor )
	{
		localMapsFill( &s_maps, 15, localMapsOpen, &state );
		copyMaps( &s_other, &s_maps );
		relax( &s_other, sor == 1, 0 ); // lane 3 of it is what all others are compared with
		for ( int32_t lane = 0; lane < WF_LOCAL_LANES; ++lane )
		{
			localMapsFill( &s_third, 15, localMapsWalled, &state );
			copyLane( &s_third, lane, &s_maps, 3 );
			relax( &s_third, sor == 1, 0 );
			bool same = true;
			for ( int32_t cell = 0; cell < 15 * 15; ++cell )
			{
				const float* here = s_third.q + cell * WF_LOCAL_LANES + lane;
				same = same && memcmp( here, s_other.q + cell * WF_LOCAL_LANES + 3, sizeof( float ) ) == 0;
			}
			CHECK( same );
		}
	}
}

static bool fiveCellsAgree( const localMapsBatch* a, const localMapsBatch* b )
{
	int32_t size = a->batch.size, centre = size / 2 * size + size / 2;
	int32_t cells[5] = { centre, centre - 1, centre + 1, centre - size, centre + size };
	bool same = true;
	for ( int k = 0; k < 5; ++k )
	{
		size_t at = (size_t)cells[k] * WF_LOCAL_LANES;
		same = same && memcmp( a->q + at, b->q + at, WF_LOCAL_LANES * sizeof( float ) ) == 0;
	}
	return same;
}

// Cells left out cannot matter: with and without, the five in the middle have the same bits.
TEST( CellsLeftOutDoNotReachTheCentre )
{
	uint64_t state = 31;
	for ( int k = 0; k < 128; ++k )
	{
		int32_t size = 5 + 2 * ( k / 2 % 16 );
		int32_t iterations = k % 8 < 2 ? 0 : 1 + k / 6;
		localMapsFill( &s_maps, size, (localMapsKind)( k / 2 % localMapsKindCount ), &state );
		if ( k % 10 >= 8 )
		{
			addGoalsInside( &s_maps, &state );
		}
		copyMaps( &s_other, &s_maps );
		copyMaps( &s_third, &s_maps );
		s_maps.batch.whole = true;
		s_maps.batch.fromEast = false;
		s_other.batch.fromEast = false;
		relax( &s_maps, k % 2 == 1, iterations );
		relax( &s_other, k % 2 == 1, iterations );
		relax( &s_third, k % 2 == 1, iterations );
		CHECK( fiveCellsAgree( &s_maps, &s_other ) );
		CHECK( fiveCellsAgree( &s_maps, &s_third ) );
	}
}

TEST( FrontFromTheEastChangesNothing )
{
	uint64_t state = 32;
	for ( int32_t iterations = 1; iterations < 24; ++iterations )
	{
		int32_t size = 5 + 2 * ( iterations % 16 );
		localMapsFill( &s_maps, size, localMapsOpen, &state );
		copyMaps( &s_other, &s_maps );
		s_maps.batch.whole = s_other.batch.whole = true;
		s_other.batch.fromEast = false;
		relax( &s_maps, true, iterations );
		relax( &s_other, true, iterations );
		CHECK( memcmp( s_maps.q, s_other.q, byteCount( size ) ) == 0 );
	}
}

static int compareDoubles( const void* a, const void* b )
{
	double x = *(const double*)a, y = *(const double*)b;
	return ( x > y ) - ( x < y );
}

TEST( DefaultIterationsKeepWithinADegree )
{
	double errors[16 * WF_LOCAL_LANES];
	uint64_t state = 1234567;
	int32_t sizes[3] = { 11, 15, 21 };
	for ( int k = 0; k < 9; ++k )
	{
		for ( int b = 0; b < 16; ++b )
		{
			localMapsFill( &s_maps, sizes[k / 3], (localMapsKind)( k % 3 ), &state );
			wfLocalRelaxSor( &s_maps.batch, 0 );
			for ( int32_t lane = 0; lane < WF_LOCAL_LANES; ++lane )
			{
				errors[b * WF_LOCAL_LANES + lane] = localMapsError( &s_maps, lane, localMapsExactGradient( &s_maps, lane ) );
			}
		}
		qsort( errors, 16 * WF_LOCAL_LANES, sizeof( double ), compareDoubles );
		CHECK( errors[16 * WF_LOCAL_LANES * 95 / 100] < 1.0 );
	}
}

TEST( DefaultIterationsGrowWithTheSize )
{
	for ( int32_t size = 5; size < WF_MAX_MAP_SIZE; size += 2 )
	{
		CHECK( wfLocalDefaultIterations( size ) >= 1 );
		CHECK( wfLocalDefaultIterations( size ) <= wfLocalDefaultIterations( size + 2 ) );
	}
}

// Mirror images walk mirrored paths: no side is preferred where there is no bias.
TEST( EmptyMapIsSymmetric )
{
	uint64_t state = 3;
	localMapsFill( &s_maps, 17, localMapsOpen, &state );
	for ( int32_t k = 0; k < 17 * 17 * WF_LOCAL_LANES; ++k )
	{
		s_maps.weight[k] = s_maps.weight[k] != 0.0f ? 0.25f : 0.0f;
	}
	for ( int32_t lane = 0; lane < WF_LOCAL_LANES; ++lane )
	{
		s_maps.batch.north[lane] = s_maps.batch.south[lane] = 1.0f;
	}
	wfLocalRelaxSor( &s_maps.batch, 0 );
	int32_t centre = 8 * 17 + 8;
	CHECK_NEAR( s_maps.q[( centre + 17 ) * WF_LOCAL_LANES], s_maps.q[( centre - 17 ) * WF_LOCAL_LANES], 0.0 );
	CHECK( s_maps.q[( centre + 1 ) * WF_LOCAL_LANES] > s_maps.q[( centre - 1 ) * WF_LOCAL_LANES] );
}

TEST( StartIsTheEmptyMapsSolution )
{
	float start[MAX_CELLS];
	for ( int32_t size = 11; size <= WF_MAX_MAP_SIZE; size += 12 )
	{
		wfLocalMakeStart( size, start );
		double worst = 0.0;
		for ( int32_t cell = 0; cell < size * size; ++cell )
		{
			int32_t i = cell % size, j = cell / size;
			if ( i == 0 || j == 0 || i == size - 1 || j == size - 1 )
			{
				CHECK( start[cell] == ( i == size - 1 && abs( j - size / 2 ) <= 1 ? 1.0f : 0.0f ) );
				continue;
			}
			double sum =
				(double)start[cell + 1] + (double)start[cell - 1] + (double)start[cell + size] + (double)start[cell - size];
			double residual = fabs( 0.25 * sum / (double)start[cell] - 1.0 );
			worst = residual > worst ? residual : worst;
		}
		CHECK( worst < 1e-6 );
	}
}

TEST( BadArgumentsAreRefused )
{
	uint64_t state = 3;
	localMapsFill( &s_maps, 15, localMapsOpen, &state );
	copyMaps( &s_other, &s_maps );
	testBeginAsserts();
	wfLocalRelaxSor( &s_maps.batch, -1 );
	wfLocalRelaxGaussSeidel( &s_maps.batch, -1 );
	s_maps.batch.size = 14;
	wfLocalRelaxSor( &s_maps.batch, 3 );
	wfLocalRelaxGaussSeidel( &s_maps.batch, 3 );
	CHECK_EQUAL( testEndAsserts(), 4 );
	CHECK( memcmp( s_maps.q, s_other.q, byteCount( 15 ) ) == 0 );
}

// Others are put where one can meet them: at the first time both can be there, or after the horizon when that is never or later.
TEST( OthersAreMetWhereTheyWillBe )
{
	wfOthers others = { .count = 4, .x = { 2.0f, 2.0f, 2.0f, 10.0f }, .vx = { -1.0f, -0.5f, 2.0f, -1.0f } };
	const double expected[4] = { 1.0, 4.0 / 3.0, 5.0, 8.5 };
	wfGetCrowdKernels()->predict( &others, 1.0f, 1.5f );
	for ( int32_t k = 0; k < 4; ++k )
	{
		CHECK_NEAR( (double)others.x[k], expected[k], 1e-5 );
		CHECK_NEAR( (double)others.y[k], 0.0, 1e-5 );
	}
}

void runLocalMapTests( int argc, char** argv )
{
	RUN( GaussSeidelIsThePlainLoop );
	RUN( BothRelaxationsConverge );
	RUN( ExactSolutionFulfilsTheEquation );
	RUN( LevelsAgreeBitByBit );
	RUN( LanesAreIndependent );
	RUN( CellsLeftOutDoNotReachTheCentre );
	RUN( FrontFromTheEastChangesNothing );
	RUN( DefaultIterationsKeepWithinADegree );
	RUN( DefaultIterationsGrowWithTheSize );
	RUN( EmptyMapIsSymmetric );
	RUN( StartIsTheEmptyMapsSolution );
	RUN( BadArgumentsAreRefused );
	RUN( OthersAreMetWhereTheyWillBe );
}
