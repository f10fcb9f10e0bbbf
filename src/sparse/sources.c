// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "sparse/sources.h"

#include "base/arrays.h"

#include <string.h>

static wfArrays listSide( wfGoalSide* side )
{
	return ( wfArrays ){ { WF_ONE_ARRAY( side->nodes, side->capacity ), WF_ONE_ARRAY( side->mantissas, side->capacity ),
						   WF_ONE_ARRAY( side->exponents, side->capacity ) } };
}

void wfGoalSide_Free( wfGoalSide* side )
{
	wfArrays arrays = listSide( side );
	wfArrays_Free( &arrays );
	memset( side, 0, sizeof( *side ) );
}

wfResult wfGoalSide_Allocate( wfGoalSide* side, int32_t capacity )
{
	*side = ( wfGoalSide ){ .capacity = capacity };
	wfArrays arrays = listSide( side );
	return wfArrays_Allocate( &arrays );
}

void wfGoalSide_Add( wfGoalSide* side, int32_t node, wfWide source )
{
	side->nodes[side->count] = node;
	side->mantissas[side->count] = source.mantissa;
	side->exponents[side->count++] = source.exponent;
}

void wfGoalSide_Append( wfGoalSide* side, const wfGoalSide* more )
{
	for ( int32_t k = 0; k < more->count; ++k )
	{
		wfGoalSide_Add( side, more->nodes[k], ( wfWide ){ more->mantissas[k], more->exponents[k] } );
	}
}

// Solve the dense system K w = b in place. K is the inverse of an M-matrix: its pivots are positive without exchanges.
static bool solveDense( double* k, double* w, int32_t n, bool mayBeNegative )
{
	for ( int32_t p = 0; p < n; ++p )
	{
		double pivot = k[(int64_t)p * n + p];
		if ( !( pivot > 0.0 ) )
		{
			return false;
		}
		for ( int32_t i = p + 1; i < n; ++i )
		{
			double factor = k[(int64_t)i * n + p] / pivot;
			if ( factor != 0.0 )
			{
				for ( int32_t j = p + 1; j < n; ++j )
				{
					k[(int64_t)i * n + j] -= factor * k[(int64_t)p * n + j];
				}
				w[i] -= factor * w[p];
			}
		}
	}
	for ( int32_t p = n - 1; p >= 0; --p )
	{
		double sum = w[p];
		for ( int32_t j = p + 1; j < n; ++j )
		{
			sum -= k[(int64_t)p * n + j] * w[j];
		}
		// Exactly 0 or more; rounding may leave a trace below 0 at nodes that others shield.
		w[p] = sum > 0.0 || mayBeNegative ? sum / k[(int64_t)p * n + p] : 0.0;
	}
	return true;
}

// K column by column: the solution at the nodes of a unit source at node j, scaled.
static wfResult fillInverse( const wfSourceProblem* problem, wfSolveScratch* scratch, double* k )
{
	int32_t n = problem->count;
	int32_t unknowns = problem->factor->symbolic->count;
	wfWideVector x, out;
	wfArrays arrays = { { WF_ONE_ARRAY( x.mantissa, unknowns ), WF_ONE_ARRAY( x.exponent, unknowns ),
						  WF_ONE_ARRAY( out.mantissa, n ), WF_ONE_ARRAY( out.exponent, n ) } };
	wfResult result = wfArrays_Allocate( &arrays );
	for ( int32_t j = 0; result == wf_ok && j < n; ++j )
	{
		int32_t starts[2] = { 0, 1 };
		double one = 1.0;
		wfRightSides sides = { 1, starts, &problem->nodes[j], &one, NULL };
		result = wfSolveAt( problem->factor, &sides, problem->nodes, n, x, out, scratch );
		for ( int32_t i = 0; result == wf_ok && i < n; ++i )
		{
			wfWide value = { out.mantissa[i], out.exponent[i] };
			if ( problem->scales != NULL )
			{
				value = wfWideMultiply( value, wfWideMultiply( problem->scales[i], wfWideInvert( problem->scales[j] ) ) );
			}
			k[(int64_t)i * n + j] = wfWideValue( value );
		}
	}
	wfArrays_Free( &arrays );
	return result;
}

wfResult wfWeighSources( const wfSourceProblem* problem, wfSolveScratch* scratch )
{
	size_t n = (size_t)problem->count;
	double* k = wfAllocateArray( n * n, sizeof( double ) );
	wfResult result = k == NULL ? wf_outOfMemory : fillInverse( problem, scratch, k );
	if ( result == wf_ok && !solveDense( k, problem->values, problem->count, problem->mayBeNegative ) )
	{
		result = wf_numericalFailure;
	}
	wfReleaseArray( k, n * n, sizeof( double ) );
	return result;
}

wfResult wfSolveGoalSides( const wfFactor* factor, const wfGoalSide* sides, int32_t count, wfWideVector x,
						   wfSolveScratch* scratch, wfWorkers* workers )
{
	int32_t lanes = wfCountLanes( count );
	int32_t starts[WF_SOLVE_LANES + 1] = { 0 };
	if ( count == 1 )
	{
		starts[1] = sides->count;
		wfRightSides one = { 1, starts, sides->nodes, sides->mantissas, sides->exponents };
		return wfSolve( factor, &one, x, scratch, workers );
	}
	for ( int32_t r = 0; r < WF_SOLVE_LANES; ++r )
	{
		starts[r + 1] = starts[r] + ( r < count ? sides[r].count : 0 );
	}
	wfGoalSide joined;
	wfResult result = wfGoalSide_Allocate( &joined, starts[WF_SOLVE_LANES] );
	for ( int32_t r = 0; result == wf_ok && r < count; ++r )
	{
		wfGoalSide_Append( &joined, &sides[r] );
	}
	if ( result == wf_ok )
	{
		wfRightSides all = { lanes, starts, joined.nodes, joined.mantissas, joined.exponents };
		result = wfSolve( factor, &all, x, scratch, workers );
		wfGoalSide_Free( &joined );
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------- values given

// A copy of the matrix that nodes can be taken out of.
typedef struct Pinned
{
	wfMatrix matrix;
	size_t links;
	uint8_t* isPinned;
	wfGoalSide side;
} Pinned;

static wfArrays listPinned( Pinned* p )
{
	return ( wfArrays ){ { WF_ONE_ARRAY( p->matrix.link, p->links ), WF_ONE_ARRAY( p->matrix.excess, p->matrix.count ),
						   WF_ZEROED_ARRAY( p->isPinned, p->matrix.count ) } };
}

static void freePinned( Pinned* p )
{
	wfArrays arrays = listPinned( p );
	wfArrays_Free( &arrays );
	wfGoalSide_Free( &p->side );
}

static wfResult copyMatrix( Pinned* p, const wfPinnedProblem* problem )
{
	memset( p, 0, sizeof( *p ) );
	p->matrix = *problem->matrix;
	p->links = (size_t)p->matrix.start[p->matrix.count];
	wfArrays arrays = listPinned( p );
	wfResult result = wfArrays_Allocate( &arrays );
	int64_t capacity = problem->more->count;
	for ( int32_t k = 0; k < problem->count; ++k )
	{
		capacity += p->matrix.start[problem->nodes[k] + 1] - p->matrix.start[problem->nodes[k]];
	}
	result = wfGoalSide_Allocate( &p->side, (int32_t)capacity ) == wf_ok ? result : wf_outOfMemory;
	if ( result != wf_ok )
	{
		freePinned( p );
		return wf_outOfMemory;
	}
	if ( p->links > 0 )
	{
		memcpy( p->matrix.link, problem->matrix->link, p->links * sizeof( double ) );
	}
	memcpy( p->matrix.excess, problem->matrix->excess, (size_t)p->matrix.count * sizeof( double ) );
	for ( int32_t k = 0; k < problem->count; ++k )
	{
		p->isPinned[problem->nodes[k]] = 1;
	}
	return wf_ok;
}

static void pinNode( Pinned* p, int32_t node, wfWide value )
{
	wfMatrix* matrix = &p->matrix;
	for ( int64_t m = matrix->start[node]; m < matrix->start[node + 1]; ++m )
	{
		int32_t other = matrix->neighbor[m];
		if ( matrix->link[m] != 0.0 && !p->isPinned[other] && value.mantissa != 0.0 )
		{
			wfGoalSide_Add( &p->side, other, wfWideMultiply( value, wfMakeWide( matrix->link[m], 0 ) ) );
		}
		// The neighbour keeps its diagonal: what was a link becomes excess.
		for ( int64_t back = matrix->start[other]; back < matrix->start[other + 1]; ++back )
		{
			if ( matrix->neighbor[back] == node )
			{
				matrix->excess[other] += matrix->link[back];
				matrix->link[back] = 0.0;
			}
		}
		matrix->link[m] = 0.0;
	}
	matrix->excess[node] = 1.0;
}

wfResult wfSolvePinned( const wfPinnedProblem* problem, wfWideVector x, wfSolveScratch* scratch )
{
	Pinned p;
	wfResult result = copyMatrix( &p, problem );
	if ( result != wf_ok )
	{
		return result;
	}
	for ( int32_t k = 0; k < problem->count; ++k )
	{
		pinNode( &p, problem->nodes[k], problem->values[k] );
	}
	wfGoalSide_Append( &p.side, problem->more );
	wfFactor factor = { 0 };
	wfFactorHooks hooks = { problem->workers, NULL, NULL };
	result = wfFactorise( &p.matrix, problem->symbolic, false, &hooks, &factor );
	if ( result == wf_ok )
	{
		result = wfSolveGoalSides( &factor, &p.side, 1, x, scratch, problem->workers );
	}
	wfFactor_Free( &factor );
	freePinned( &p );
	return result;
}
