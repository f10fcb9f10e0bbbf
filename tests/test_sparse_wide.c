// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Fronts with numbers of any size: grids on which attraction falls off so fast that most numbers are below the range of double.

#include "test_sparse.h"

#include "sparse/sparse.h"
#include "sparse/wide.h"
#include "test.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// The reference needs a range beyond double's.
#define HAS_REFERENCE ( LDBL_MANT_DIG > DBL_MANT_DIG && LDBL_MIN_EXP < -16000 )

typedef struct Grid
{
	int32_t size; // cells on each side
	wfMatrix matrix;
	int32_t* groupOf;
	wfOrder order;
	wfSymbolic symbolic;
	wfFactor factor;
	wfSolver solver;
} Grid;

// Halves first, then the line between them.
static void dissect( Grid* g, int32_t x0, int32_t y0, int32_t x1, int32_t y1 )
{
	int32_t width = x1 - x0, height = y1 - y0;
	if ( width <= 0 || height <= 0 )
	{
		return;
	}
	int32_t lineX0 = x0, lineY0 = y0, lineX1 = x1, lineY1 = y1;
	if ( width * height > 16 && width >= height )
	{
		lineX0 = x0 + width / 2;
		lineX1 = lineX0 + 1;
		dissect( g, x0, y0, lineX0, y1 );
		dissect( g, lineX1, y0, x1, y1 );
	}
	else if ( width * height > 16 )
	{
		lineY0 = y0 + height / 2;
		lineY1 = lineY0 + 1;
		dissect( g, x0, y0, x1, lineY0 );
		dissect( g, x0, lineY1, x1, y1 );
	}
	for ( int32_t y = lineY0; y < lineY1; ++y )
	{
		for ( int32_t x = lineX0; x < lineX1; ++x )
		{
			g->groupOf[x + y * g->size] = g->order.groupCount;
		}
	}
	g->order.groupCount += 1;
}

// Groups are eliminated in the order of their numbers.
static void analyse( Grid* g )
{
	g->order.pivotCount = g->order.groupCount;
	g->order.pivotOfGroup = wfAllocateArray( (size_t)g->order.groupCount, sizeof( int32_t ) );
	for ( int32_t i = 0; i < g->order.groupCount; ++i )
	{
		g->order.pivotOfGroup[i] = i;
	}
	CHECK_EQUAL( wfAnalyse( &g->matrix, &g->order, g->groupOf, &g->symbolic ), wf_ok );
}

// Whether cells are divided by a wall: one after every `corridor` rows, open at alternating ends; 0: open ground.
static bool isDivided( const Grid* g, int32_t a, int32_t b, int32_t corridor )
{
	int32_t upper = a > b ? a : b, lower = a > b ? b : a;
	int32_t row = upper / g->size;
	if ( corridor == 0 || upper - lower != g->size || row % corridor != 0 )
	{
		return false;
	}
	int32_t x = upper % g->size;
	return row / corridor % 2 == 0 ? x >= corridor : x < g->size - corridor;
}

static double getLink( int32_t a, int32_t b )
{
	return 0.5 + wfRandomUnit( 3, (uint64_t)( a < b ? a : b ), (uint64_t)( a < b ? b : a ) );
}

static void createGrid( Grid* g, int32_t size, double excess, int32_t corridor )
{
	*g = ( Grid ){ .size = size };
	int32_t count = size * size;
	CHECK_EQUAL( wfMatrix_Allocate( &g->matrix, count, (size_t)count * 4 ), wf_ok );
	int64_t used = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		const int32_t neighbors[4] = { i - size, i % size > 0 ? i - 1 : -1, ( i + 1 ) % size > 0 ? i + 1 : -1, i + size };
		g->matrix.start[i] = used;
		g->matrix.excess[i] = excess * ( 1.0 + 0.25 * wfRandomUnit( 4, 0, (uint64_t)i ) );
		for ( int32_t k = 0; k < 4; ++k )
		{
			if ( neighbors[k] >= 0 && neighbors[k] < count && !isDivided( g, i, neighbors[k], corridor ) )
			{
				g->matrix.neighbor[used] = neighbors[k];
				g->matrix.link[used++] = getLink( i, neighbors[k] );
			}
		}
	}
	g->matrix.start[count] = used;
	g->groupOf = malloc( (size_t)count * sizeof( int32_t ) );
	dissect( g, 0, 0, size, size );
	analyse( g );
}

static void factorise( Grid* g, wfWorkers* workers )
{
	wfFactorOptions options = { .workers = workers };
	CHECK_EQUAL( wfFactorise( &g->matrix, &g->symbolic, &options, &g->factor ), wf_ok );
	CHECK( g->factor.wideFronts > 0 );
}

static void solveFor( Grid* g, int32_t source )
{
	CHECK_EQUAL( solveWhole( &g->solver, &g->factor, source ), wf_ok );
}

static wfWide getSolution( const Grid* g, int32_t node )
{
	int32_t position = g->symbolic.positionOf[node];
	return wfMakeWide( g->solver.x[position], g->solver.exponent[position] );
}

static void destroyGrid( Grid* g )
{
	wfSolver_Free( &g->solver );
	wfFactor_Free( &g->factor );
	wfSymbolic_Free( &g->symbolic );
	wfOrder_Free( &g->order );
	wfMatrix_Free( &g->matrix );
	free( g->groupOf );
}

#define SOURCES 3

// Elimination row by row in long double, for several sources: x of source s at node i is at i * SOURCES + s.
static long double* solveInRows( const Grid* g, const int32_t* sources )
{
	int32_t count = g->matrix.count, band = g->size;
	long double* links = calloc( (size_t)count * (size_t)( band + 1 ), sizeof( long double ) );
	long double* excess = calloc( (size_t)count, sizeof( long double ) );
	long double* x = calloc( (size_t)count * SOURCES, sizeof( long double ) );
	for ( int32_t i = 0; i < count; ++i )
	{
		excess[i] = g->matrix.excess[i];
		for ( int64_t m = g->matrix.start[i]; m < g->matrix.start[i + 1]; ++m )
		{
			int32_t step = g->matrix.neighbor[m] - i;
			if ( step > 0 )
			{
				links[(int64_t)i * ( band + 1 ) + step] = g->matrix.link[m];
			}
		}
	}
	for ( int32_t s = 0; s < SOURCES; ++s )
	{
		x[(int64_t)sources[s] * SOURCES + s] = 1.0L;
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		long double* row = links + (int64_t)k * ( band + 1 );
		long double pivot = excess[k];
		int32_t last = count - 1 - k < band ? count - 1 - k : band;
		for ( int32_t i = 1; i <= last; ++i )
		{
			pivot += row[i];
		}
		for ( int32_t i = 1; i <= last; ++i )
		{
			long double factor = row[i] / pivot;
			if ( factor == 0.0L )
			{
				continue;
			}
			excess[k + i] += factor * excess[k];
			for ( int32_t s = 0; s < SOURCES; ++s )
			{
				x[(int64_t)( k + i ) * SOURCES + s] += factor * x[(int64_t)k * SOURCES + s];
			}
			for ( int32_t j = i + 1; j <= last; ++j )
			{
				links[(int64_t)( k + i ) * ( band + 1 ) + j - i] += factor * row[j];
			}
		}
		row[0] = pivot;
	}
	for ( int32_t k = count - 1; k >= 0; --k )
	{
		const long double* row = links + (int64_t)k * ( band + 1 );
		int32_t last = count - 1 - k < band ? count - 1 - k : band;
		for ( int32_t s = 0; s < SOURCES; ++s )
		{
			long double sum = x[(int64_t)k * SOURCES + s];
			for ( int32_t i = 1; i <= last; ++i )
			{
				sum += row[i] * x[(int64_t)( k + i ) * SOURCES + s];
			}
			x[(int64_t)k * SOURCES + s] = sum / row[0];
		}
	}
	free( links );
	free( excess );
	return x;
}

// The largest relative error of any number; infinity where one is 0 and should not be.
static double compareWithRows( Grid* g, const int32_t* sources )
{
	long double* exact = solveInRows( g, sources );
	double worst = 0.0;
	for ( int32_t s = 0; s < SOURCES; ++s )
	{
		solveFor( g, sources[s] );
		for ( int32_t i = 0; i < g->matrix.count; ++i )
		{
			wfWide value = getSolution( g, i );
			long double right = exact[(int64_t)i * SOURCES + s];
			long double ratio = ldexpl( (long double)value.mantissa, value.exponent ) / right;
			double error = right == 0.0L && value.mantissa == 0.0 ? 0.0 : fabs( (double)( ratio - 1.0L ) );
			worst = error >= 0.0 && error <= worst ? worst : error;
		}
	}
	free( exact );
	return worst;
}

// From six powers of two per cell to so many that no two cells are in the same units.
TEST( WideFrontsAreExactInEveryEntry )
{
	static const struct
	{
		int32_t size;
		double excess;
		int32_t corridor;
	} cases[] = { { 96, 2e3, 0 },  { 96, 1e6, 0 },	{ 64, 1e9, 0 },	 { 48, 1e30, 0 },  { 24, 1e80, 0 },
				  { 12, 1e30, 1 }, { 16, 1e30, 2 }, { 24, 1e18, 3 }, { 40, 1e12, 10 }, { 96, 1e4, 32 } };
	if ( HAS_REFERENCE == false )
	{
		testSkip( "long double has no larger range than double" );
		return;
	}
	for ( size_t k = 0; k < sizeof( cases ) / sizeof( cases[0] ); ++k )
	{
		Grid g;
		createGrid( &g, cases[k].size, cases[k].excess, cases[k].corridor );
		factorise( &g, NULL );
		const int32_t sources[SOURCES] = { 0, g.size * ( g.size / 2 ) + g.size / 3, g.matrix.count - 1 };
		CHECK( compareWithRows( &g, sources ) < 1e-13 );
		destroyGrid( &g );
	}
}

// Four pivots with no links between them: node 4 and node 5 are joined by weak links to pivot 1 alone, weak beside their links to
// pivots 0 and 2, so that in units of their rows the product is below what plain numbers are trusted with. Nodes 6 and 7 make
// the front wide. More nodes, each linked to the next, keep both groups in fronts of their own.
TEST( WeakLinksBesideStrongOnesAreExact )
{
	enum
	{
		Count = 108
	};
	static const double weak = 0x1p-410, weaker = 0x1p-700;
	static const struct
	{
		int32_t from, to;
		double link;
	} pairs[] = { { 0, 4, 1.0 }, { 1, 4, weak }, { 1, 5, weak }, { 2, 5, 1.0 }, { 3, 6, weaker }, { 3, 7, weaker } };
	if ( HAS_REFERENCE == false )
	{
		testSkip( "long double has no larger range than double" );
		return;
	}
	Grid g = { .size = Count, .order.groupCount = 2 };
	CHECK_EQUAL( wfMatrix_Allocate( &g.matrix, Count, 4 * Count ), wf_ok );
	g.groupOf = malloc( Count * sizeof( int32_t ) );
	int64_t used = 0;
	for ( int32_t i = 0; i < Count; ++i )
	{
		g.groupOf[i] = i < 4 ? 0 : 1;
		g.matrix.start[i] = used;
		g.matrix.excess[i] = 1.0;
		for ( size_t k = 0; k < sizeof( pairs ) / sizeof( pairs[0] ); ++k )
		{
			if ( pairs[k].from == i || pairs[k].to == i )
			{
				g.matrix.neighbor[used] = pairs[k].from + pairs[k].to - i;
				g.matrix.link[used++] = pairs[k].link;
			}
		}
		for ( int32_t other = i - 1; other <= i + 1; other += 2 )
		{
			if ( i >= 8 && other >= 8 && other < Count )
			{
				g.matrix.neighbor[used] = other;
				g.matrix.link[used++] = 1.0;
			}
		}
	}
	g.matrix.start[Count] = used;
	analyse( &g );
	CHECK_EQUAL( g.symbolic.frontCount, 2 );
	factorise( &g, NULL );
	const int32_t sources[SOURCES] = { 4, 5, 6 };
	CHECK( compareWithRows( &g, sources ) < 1e-13 );
	destroyGrid( &g );
}

// The largest relative residual of the equations.
static double findResidual( const Grid* g, int32_t source )
{
	double worst = 0.0;
	for ( int32_t i = 0; i < g->matrix.count; ++i )
	{
		wfWide sum = i == source ? wfMakeWide( 1.0, 0 ) : ( wfWide ){ 0.0, WF_WIDE_ZERO_EXPONENT };
		double diagonal = g->matrix.excess[i];
		for ( int64_t m = g->matrix.start[i]; m < g->matrix.start[i + 1]; ++m )
		{
			diagonal += g->matrix.link[m];
			sum = wfWideAdd( sum, wfWideMultiply( wfMakeWide( g->matrix.link[m], 0 ), getSolution( g, g->matrix.neighbor[m] ) ) );
		}
		wfWide ratio = wfWideMultiply( sum, wfWideInvert( wfWideMultiply( wfMakeWide( diagonal, 0 ), getSolution( g, i ) ) ) );
		worst = fmax( worst, fabs( wfWideValue( ratio ) - 1.0 ) );
	}
	return worst;
}

// Large enough that workers share single fronts and that it is told in advance which are wide.
TEST( WideFrontsAreTheSameForAnyWorkersAndInstructionSet )
{
	Grid g;
	createGrid( &g, 256, 60.0, 0 );
	size_t count = (size_t)g.matrix.count;
	double* mantissa = malloc( count * sizeof( double ) );
	int32_t* exponent = malloc( count * sizeof( int32_t ) );
	wfSimdLevel best = wfGetSimdLevel();
	bool first = true;
	for ( int level = TEST_HAS_SANITIZER ? (int)best : 0; level <= (int)best; ++level )
	{
		wfSetSimdLevel( (wfSimdLevel)level );
		for ( int32_t workers = 1; workers <= 4; workers += 3 )
		{
			wfWorkersDef def = wfDefaultWorkersDef();
			def.workerCount = workers;
			wfWorkers* pool = NULL;
			CHECK_EQUAL( wfCreateWorkers( &def, &pool ), wf_ok );
			factorise( &g, pool );
			solveFor( &g, 0 );
			if ( first )
			{
				CHECK( findResidual( &g, 0 ) < 1e-13 );
				memcpy( mantissa, g.solver.x, count * sizeof( double ) );
				memcpy( exponent, g.solver.exponent, count * sizeof( int32_t ) );
				first = false;
			}
			CHECK( memcmp( mantissa, g.solver.x, count * sizeof( double ) ) == 0 );
			CHECK( memcmp( exponent, g.solver.exponent, count * sizeof( int32_t ) ) == 0 );
			wfFactor_Free( &g.factor );
			wfDestroyWorkers( pool );
		}
	}
	wfSetSimdLevel( best );
	CHECK( exponent[g.symbolic.positionOf[g.matrix.count - 1]] < -2000 );
	free( mantissa );
	free( exponent );
	destroyGrid( &g );
}

static wfResult refactorise( Grid* g )
{
	wfFactorOptions options = { 0 };
	wfFactor_Free( &g->factor );
	return wfFactorise( &g->matrix, &g->symbolic, &options, &g->factor );
}

TEST( WideFrontsSurviveFailingAllocations )
{
	Grid g;
	createGrid( &g, 12, 1e80, 0 );
	TEST_EVERY_ALLOCATION( refactorise( &g ), wfFactor_Free( &g.factor ) );
	destroyGrid( &g );
}

void runWideTests( int argc, char** argv )
{
	RUN( WideFrontsAreExactInEveryEntry );
	RUN( WeakLinksBesideStrongOnesAreExact );
	RUN_THREADED( WideFrontsAreTheSameForAnyWorkersAndInstructionSet );
	RUN( WideFrontsSurviveFailingAllocations );
}
