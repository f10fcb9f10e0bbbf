// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The sparse solver against dense elimination in long double and against closed forms.

#include "test_sparse.h"

#include "sparse/solution.h"
#include "sparse/wide.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NODES 160

typedef struct Graph
{
	wfMatrix matrix;
	int64_t start[MAX_NODES + 1];
	int32_t neighbor[MAX_NODES * MAX_NODES];
	double link[MAX_NODES * MAX_NODES];
	double excess[MAX_NODES];
	int32_t weight[MAX_NODES];
} Graph;

// A random sparse M-matrix: links of very different sizes, excess at few nodes.
static void makeGraph( Graph* g, int32_t count, double density, double decades, uint64_t seed )
{
	static double links[MAX_NODES][MAX_NODES];
	memset( links, 0, sizeof( links ) );
	uint64_t counter = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		for ( int32_t j = i + 1; j < count; ++j )
		{
			if ( j == i + 1 || wfRandomUnit( seed, 1, counter++ ) < density )
			{
				links[i][j] = links[j][i] = pow( 10.0, -decades * wfRandomUnit( seed, 2, counter++ ) );
			}
		}
	}
	int64_t used = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		g->start[i] = used;
		g->weight[i] = 1;
		g->excess[i] = wfRandomUnit( seed, 3, (uint64_t)i ) < 0.2 || i == 0 ? wfRandomUnit( seed, 4, (uint64_t)i ) : 0.0;
		for ( int32_t j = 0; j < count; ++j )
		{
			if ( links[i][j] > 0.0 )
			{
				g->neighbor[used] = j;
				g->link[used++] = links[i][j];
			}
		}
	}
	g->start[count] = used;
	g->matrix = ( wfMatrix ){ .count = count, .start = g->start, .neighbor = g->neighbor, .link = g->link, .excess = g->excess };
}

typedef struct Solver
{
	wfOrder order;
	wfSymbolic symbolic;
	wfFactor factor;
	wfSolver solver;
} Solver;

static wfResult createSolver( Solver* s, const Graph* g, bool keep, wfWorkers* workers )
{
	memset( s, 0, sizeof( *s ) );
	wfResult result = wfOrderMinimumDegree( g->matrix.count, g->start, g->neighbor, g->weight, &s->order );
	if ( result == wf_ok )
	{
		result = wfAnalyse( &g->matrix, &s->order, NULL, &s->symbolic );
	}
	if ( result == wf_ok )
	{
		wfFactorOptions options = { .keepUpdates = keep, .workers = workers };
		result = wfFactorise( &g->matrix, &s->symbolic, &options, &s->factor );
	}
	if ( result != wf_ok )
	{
		wfSymbolic_Free( &s->symbolic );
		wfOrder_Free( &s->order );
	}
	return result;
}

static void destroySolver( Solver* s )
{
	wfSolver_Free( &s->solver );
	wfFactor_Free( &s->factor );
	wfSymbolic_Free( &s->symbolic );
	wfOrder_Free( &s->order );
}

wfResult solveWhole( wfSolver* solver, const wfFactor* factor, int32_t source )
{
	double one = 1.0;
	int32_t zero = 0;
	wfGoalSide side = { &source, &one, &zero, 1, 1 };
	wfTrail trail = { 0 };
	const wfTrail* trails = &trail;
	wfResult result = wfSolver_Forward( solver, factor, &side, &trail );
	result = result == wf_ok ? wfSolver_Begin( solver, factor, &trails, 1 ) : result;
	result = result == wf_ok ? wfSolver_SolveAll( solver, factor, NULL ) : result;
	wfTrail_Free( &trail );
	return result;
}

// x by node for a unit source.
static wfResult solveFor( Solver* s, int32_t source, wfWide* x )
{
	wfResult result = solveWhole( &s->solver, &s->factor, source );
	for ( int32_t i = 0; i < s->symbolic.count; ++i )
	{
		int32_t position = s->symbolic.positionOf[i];
		x[i] = wfMakeWide( s->solver.x[position], s->solver.exponent[position] );
	}
	return result;
}

// Dense subtraction-free elimination in long double: the reference every entry is compared with.
static void solveDense( const Graph* g, int32_t source, long double* x )
{
	static long double n[MAX_NODES][MAX_NODES];
	static long double e[MAX_NODES], b[MAX_NODES], d[MAX_NODES];
	int32_t count = g->matrix.count;
	memset( n, 0, sizeof( n ) );
	for ( int32_t i = 0; i < count; ++i )
	{
		e[i] = g->excess[i];
		b[i] = i == source ? 1.0L : 0.0L;
		for ( int64_t m = g->start[i]; m < g->start[i + 1]; ++m )
		{
			n[i][g->neighbor[m]] = g->link[m];
		}
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		d[k] = e[k];
		for ( int32_t j = k + 1; j < count; ++j )
		{
			d[k] += n[k][j];
		}
		for ( int32_t i = k + 1; i < count; ++i )
		{
			long double factor = n[i][k] / d[k];
			e[i] += factor * e[k];
			b[i] += factor * b[k];
			for ( int32_t j = k + 1; j < count; ++j )
			{
				n[i][j] += i != j ? factor * n[k][j] : 0.0L;
			}
		}
	}
	for ( int32_t k = count - 1; k >= 0; --k )
	{
		long double sum = b[k];
		for ( int32_t j = k + 1; j < count; ++j )
		{
			sum += n[k][j] * x[j];
		}
		x[k] = sum / d[k];
	}
}

TEST( EveryEntryIsAccurate )
{
	static Graph g;
	static long double exact[MAX_NODES];
	wfWide x[MAX_NODES];
	for ( uint64_t seed = 1; seed <= 12; ++seed )
	{
		int32_t count = 20 + (int32_t)( wfRandomBits( seed, 9, 0 ) % ( MAX_NODES - 20 ) );
		makeGraph( &g, count, 0.02 * (double)( seed % 4 ), 2.0 * (double)seed, seed );
		Solver s;
		CHECK_EQUAL( createSolver( &s, &g, false, NULL ), wf_ok );
		for ( int32_t source = 0; source < count; source += 7 )
		{
			CHECK_EQUAL( solveFor( &s, source, x ), wf_ok );
			solveDense( &g, source, exact );
			double worst = 0.0;
			for ( int32_t i = 0; i < count; ++i )
			{
				worst = fmax( worst, fabs( (double)( wfWideValue( x[i] ) / exact[i] - 1.0L ) ) );
			}
			CHECK( worst < 1e-13 );
		}
		destroySolver( &s );
	}
}

// A chain with equal links and excess 1 at each node decays by the golden ratio squared per node: after 100,000 nodes q is about
// 1e-41,798.
TEST( NumbersBelowTheRangeOfDoubleStayExact )
{
	enum
	{
		Count = 100000
	};
	wfMatrix a = { .count = Count };
	a.start = malloc( ( Count + 1 ) * sizeof( int64_t ) );
	a.neighbor = malloc( 2 * Count * sizeof( int32_t ) );
	a.link = malloc( 2 * Count * sizeof( double ) );
	a.excess = malloc( Count * sizeof( double ) );
	// Dissected by halves, so that links span up to half of the chain and must be carried with exponents.
	int32_t* pivot = wfAllocateArray( Count, sizeof( int32_t ) );
	int64_t used = 0;
	for ( int32_t i = 0; i < Count; ++i )
	{
		a.start[i] = used;
		a.excess[i] = 1.0;
		if ( i > 0 )
		{
			a.neighbor[used] = i - 1;
			a.link[used++] = 1.0;
		}
		if ( i + 1 < Count )
		{
			a.neighbor[used] = i + 1;
			a.link[used++] = 1.0;
		}
	}
	a.start[Count] = used;
	// Nodes with an odd index first, then odd multiples of 2, of 4, ...: levels of a binary tree.
	int32_t next = 0;
	for ( int32_t step = 1; step < 2 * Count; step *= 2 )
	{
		for ( int32_t i = step; i <= Count; i += 2 * step )
		{
			pivot[i - 1] = next++;
		}
	}
	CHECK_EQUAL( next, Count );
	wfOrder order = { Count, Count, pivot };
	wfSymbolic symbolic;
	wfFactor factor;
	wfFactorOptions options = { 0 };
	CHECK_EQUAL( wfAnalyse( &a, &order, NULL, &symbolic ), wf_ok );
	CHECK_EQUAL( wfFactorise( &a, &symbolic, &options, &factor ), wf_ok );
	CHECK( factor.wideFronts > 0 );
	wfSolver solver = { 0 };
	CHECK_EQUAL( solveWhole( &solver, &factor, 0 ), wf_ok );
	// x_(i+1) / x_i = (3 - sqrt 5) / 2 away from the far end.
	double ratio = ( 3.0 - sqrt( 5.0 ) ) / 2.0;
	double worst = 0.0;
	for ( int32_t i = 0; i + 60 < Count; ++i )
	{
		int32_t here = symbolic.positionOf[i];
		int32_t there = symbolic.positionOf[i + 1];
		wfWide x = wfMakeWide( solver.x[here], solver.exponent[here] );
		wfWide after = wfMakeWide( solver.x[there], solver.exponent[there] );
		double value = after.mantissa / x.mantissa * wfTwoTo( after.exponent - x.exponent );
		worst = fmax( worst, fabs( value / ratio - 1.0 ) );
	}
	CHECK( worst < 1e-14 );
	int32_t last = symbolic.positionOf[Count - 1];
	wfWide end = wfMakeWide( solver.x[last], solver.exponent[last] );
	CHECK( end.exponent < -138000 && end.exponent > -139500 );
	wfSolver_Free( &solver );
	wfFactor_Free( &factor );
	wfSymbolic_Free( &symbolic );
	wfOrder_Free( &order );
	free( a.start );
	free( a.neighbor );
	free( a.link );
	free( a.excess );
}

TEST( RefactoringEqualsFactoring )
{
	static Graph g;
	static Graph before;
	wfWide updated[MAX_NODES], fresh[MAX_NODES];
	for ( int keep = 0; keep < 2; ++keep )
	{
		makeGraph( &g, 150, 0.015, 4.0, 77 );
		before = g;
		Solver s, other;
		CHECK_EQUAL( createSolver( &s, &g, keep == 1, NULL ), wf_ok );
		for ( uint64_t round = 0; round < 10; ++round )
		{
			int32_t node = (int32_t)( wfRandomBits( 5, 1, round ) % 150 );
			g.excess[node] += 0.5;
			CHECK_EQUAL( wfRefactorise( &g.matrix, &s.factor, &node, 1 ), wf_ok );
			CHECK( s.factor.lastFactored > 0 );
			wfFactorOptions options = { 0 };
			other = s;
			CHECK_EQUAL( wfFactorise( &g.matrix, &s.symbolic, &options, &other.factor ), wf_ok );
			CHECK_EQUAL( solveFor( &s, 3, updated ), wf_ok );
			other.solver = ( wfSolver ){ 0 };
			CHECK_EQUAL( solveFor( &other, 3, fresh ), wf_ok );
			// Structs have padding: compare the numbers.
			int32_t differences = 0;
			for ( int32_t i = 0; i < 150; ++i )
			{
				differences += updated[i].mantissa != fresh[i].mantissa || updated[i].exponent != fresh[i].exponent;
			}
			CHECK_EQUAL( differences, 0 );
			wfFactor_Free( &other.factor );
			wfSolver_Free( &other.solver );
		}
		destroySolver( &s );
	}
	CHECK( before.matrix.count == g.matrix.count );
}

static void makeTrail( Solver* s, int32_t source, wfTrail* trail )
{
	double one = 1.0;
	int32_t zero = 0;
	wfGoalSide side = { &source, &one, &zero, 1, 1 };
	CHECK_EQUAL( wfSolver_Forward( &s->solver, &s->factor, &side, trail ), wf_ok );
}

// Solve the fronts from a node to the root as a field does that is asked for it: load what is known, solve and keep the rest.
static wfWide askFor( Solver* s, const wfTrail* trail, wfSolution* solution, int32_t node )
{
	int32_t path[MAX_NODES], count = 0, position = s->symbolic.positionOf[node];
	CHECK_EQUAL( wfSolver_Begin( &s->solver, &s->factor, &trail, 1 ), wf_ok );
	for ( int32_t f = s->symbolic.frontOf[position]; f >= 0; f = s->symbolic.fronts[f].parent )
	{
		path[count++] = f;
	}
	for ( int32_t k = count - 1; k >= 0; --k )
	{
		if ( wfSolution_IsSolved( solution, path[k] ) )
		{
			wfSolution_Load( solution, &s->solver, path[k], 0 );
			continue;
		}
		wfSolver_SolveFront( &s->solver, &s->factor, path[k] );
		CHECK_EQUAL( wfSolution_Store( solution, &s->solver, path[k], 0 ), wf_ok );
	}
	return wfSolution_Get( solution, s->symbolic.frontOf[position], position );
}

// Whatever is asked for first, and in how many lanes it is solved.
TEST( PartialSolutionsEqualWholeOnes )
{
	static Graph g;
	wfWide x[MAX_NODES];
	for ( uint64_t seed = 1; seed <= 6; ++seed )
	{
		// From the fifth on, links so weak that the numbers of a solution leave the range of double.
		makeGraph( &g, 140, 0.01, seed > 4 ? 60.0 : 6.0, 30 + seed );
		Solver s;
		CHECK_EQUAL( createSolver( &s, &g, false, NULL ), wf_ok );
		wfTrail trails[WF_SOLVE_LANES] = { 0 };
		const wfTrail* list[WF_SOLVE_LANES];
		for ( int32_t r = 0; r < WF_SOLVE_LANES; ++r )
		{
			list[r] = &trails[r];
			makeTrail( &s, 17 * r, &trails[r] );
		}
		wfSolver lanes = { 0 };
		CHECK_EQUAL( wfSolver_Begin( &lanes, &s.factor, list, WF_SOLVE_LANES ), wf_ok );
		CHECK_EQUAL( wfSolver_SolveAll( &lanes, &s.factor, NULL ), wf_ok );
		for ( int32_t r = 0; r < WF_SOLVE_LANES; ++r )
		{
			CHECK_EQUAL( solveFor( &s, 17 * r, x ), wf_ok );
			wfSolution solution;
			CHECK_EQUAL( wfSolution_Init( &solution, &s.symbolic ), wf_ok );
			for ( int32_t k = 0; k < 140; ++k )
			{
				int32_t node = (int32_t)( ( (uint64_t)k * 37 + seed ) % 140 );
				int32_t position = s.symbolic.positionOf[node];
				wfWide part = askFor( &s, &trails[r], &solution, node );
				wfWide lane = wfMakeWide( lanes.x[position * WF_SOLVE_LANES + r], lanes.exponent[position * WF_SOLVE_LANES + r] );
				CHECK( part.mantissa == x[node].mantissa && part.exponent == x[node].exponent );
				CHECK( lane.mantissa == x[node].mantissa && lane.exponent == x[node].exponent );
			}
			// The solution at a source is also the product of two trails.
			int32_t other = ( r + 3 ) % WF_SOLVE_LANES;
			wfWide product = wfTrail_Dot( &s.factor, &trails[r], &trails[other] );
			CHECK_EQUAL( product.exponent, x[17 * other].exponent );
			CHECK_NEAR( product.mantissa, x[17 * other].mantissa, 1e-13 );
			wfSolution_Free( &solution );
		}
		for ( int32_t r = 0; r < WF_SOLVE_LANES; ++r )
		{
			wfTrail_Free( &trails[r] );
		}
		wfSolver_Free( &lanes );
		destroySolver( &s );
	}
}

TEST( OrdersEveryNodeOnce )
{
	static Graph g;
	for ( uint64_t seed = 1; seed < 30; ++seed )
	{
		makeGraph( &g, 5 + (int32_t)( seed * 5 ), 0.3 / (double)seed, 1.0, seed );
		Solver s;
		CHECK_EQUAL( createSolver( &s, &g, false, NULL ), wf_ok );
		uint8_t seen[MAX_NODES] = { 0 };
		for ( int32_t i = 0; i < g.matrix.count; ++i )
		{
			seen[s.symbolic.nodeAt[i]] += 1;
			CHECK_EQUAL( s.symbolic.positionOf[s.symbolic.nodeAt[i]], i );
		}
		for ( int32_t i = 0; i < g.matrix.count; ++i )
		{
			CHECK_EQUAL( seen[i], 1 );
		}
		for ( int32_t f = 0; f < s.symbolic.frontCount; ++f )
		{
			const wfFront* front = &s.symbolic.fronts[f];
			CHECK( front->parent == -1 || front->parent > f );
			const int32_t* boundary = s.symbolic.boundary + front->boundaryStart;
			for ( int32_t i = 0; i < front->boundaryCount; ++i )
			{
				CHECK( boundary[i] >= front->pivotFirst + front->pivotCount && ( i == 0 || boundary[i] > boundary[i - 1] ) );
			}
		}
		destroySolver( &s );
	}
}

TEST( SurvivesFailingAllocations )
{
	static Graph g;
	makeGraph( &g, 60, 0.03, 3.0, 8 );
	Solver s;
	TEST_EVERY_ALLOCATION( createSolver( &s, &g, true, NULL ), destroySolver( &s ) );
	CHECK_EQUAL( createSolver( &s, &g, true, NULL ), wf_ok );
	int32_t node = 4;
	TEST_EVERY_ALLOCATION( wfRefactorise( &g.matrix, &s.factor, &node, 1 ), (void)0 );
	destroySolver( &s );
}

TEST( AMatrixWithoutExcessIsRefused )
{
	static Graph g;
	makeGraph( &g, 30, 0.1, 1.0, 3 );
	memset( g.excess, 0, sizeof( g.excess ) );
	Solver s;
	CHECK_EQUAL( createSolver( &s, &g, false, NULL ), wf_numericalFailure );
}

int main( int argc, char** argv )
{
	RUN( EveryEntryIsAccurate );
	RUN( NumbersBelowTheRangeOfDoubleStayExact );
	RUN( RefactoringEqualsFactoring );
	RUN( PartialSolutionsEqualWholeOnes );
	RUN( OrdersEveryNodeOnce );
	RUN( SurvivesFailingAllocations );
	RUN( AMatrixWithoutExcessIsRefused );
	runWideTests( argc, argv );
	return testReport();
}
