// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "sparse/sources.h"

#include "base/arrays.h"

#include <string.h>

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

// The trail of a unit source at each node.
static wfResult makeTrails( const wfSourceProblem* problem, wfSolver* solver, wfTrail* trails )
{
	wfResult result = wf_ok;
	for ( int32_t j = 0; j < problem->count && result == wf_ok; ++j )
	{
		double one = 1.0;
		int32_t zero = 0, node = problem->nodes[j];
		wfGoalSide side = { &node, &one, &zero, 1, 1 };
		result = wfSolver_Forward( solver, problem->factor, &side, &trails[j] );
	}
	return result;
}

// K, which is symmetric before it is scaled.
static void fillInverse( const wfSourceProblem* problem, const wfTrail* trails, double* k )
{
	int32_t n = problem->count;
	const wfWide one = { 1.0, 0 };
	for ( int32_t i = 0; i < n; ++i )
	{
		for ( int32_t j = 0; j <= i; ++j )
		{
			wfWide value = wfTrail_Dot( problem->factor, &trails[i], &trails[j] );
			wfWide scale = one;
			if ( problem->scales != NULL )
			{
				scale = wfWideMultiply( problem->scales[i], wfWideInvert( problem->scales[j] ) );
			}
			k[(int64_t)i * n + j] = value.mantissa != 0.0 ? wfWideValue( wfWideMultiply( value, scale ) ) : 0.0;
			k[(int64_t)j * n + i] = value.mantissa != 0.0 ? wfWideValue( wfWideMultiply( value, wfWideInvert( scale ) ) ) : 0.0;
		}
	}
}

// The values become what they are less what is fed gives the nodes.
static wfResult subtractFed( const wfSourceProblem* problem, wfSolver* solver, const wfTrail* trails )
{
	wfTrail fed = { 0 };
	wfResult result = problem->fed->count > 0 ? wfSolver_Forward( solver, problem->factor, problem->fed, &fed ) : wf_ok;
	for ( int32_t i = 0; i < problem->count && result == wf_ok && problem->fed->count > 0; ++i )
	{
		problem->values[i] -= wfWideValue( wfTrail_Dot( problem->factor, &trails[i], &fed ) );
	}
	wfTrail_Free( &fed );
	return result;
}

wfResult wfWeighSources( const wfSourceProblem* problem, wfSolver* solver )
{
	size_t n = (size_t)problem->count;
	wfTrail* trails;
	double* k;
	wfArrays arrays = { { WF_ZEROED_ARRAY( trails, n ), WF_ONE_ARRAY( k, n * n ) } };
	wfResult result = wfArrays_Allocate( &arrays );
	if ( result != wf_ok )
	{
		return result;
	}
	result = makeTrails( problem, solver, trails );
	result = result == wf_ok ? subtractFed( problem, solver, trails ) : result;
	if ( result == wf_ok )
	{
		fillInverse( problem, trails, k );
		result = solveDense( k, problem->values, problem->count, problem->mayBeNegative ) ? wf_ok : wf_numericalFailure;
	}
	for ( size_t j = 0; j < n; ++j )
	{
		wfTrail_Free( &trails[j] );
	}
	wfArrays_Free( &arrays );
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

wfResult wfSolvePinned( const wfPinnedProblem* problem, wfSolver* solver )
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
	wfFactorOptions options = { .single = problem->single, .workers = problem->workers };
	wfTrail trail = { 0 };
	const wfTrail* trails = &trail;
	result = wfFactorise( &p.matrix, problem->symbolic, &options, &factor );
	result = result == wf_ok ? wfSolver_Forward( solver, &factor, &p.side, &trail ) : result;
	result = result == wf_ok ? wfSolver_Begin( solver, &factor, &trails, 1 ) : result;
	result = result == wf_ok ? wfSolver_SolveAll( solver, &factor, problem->workers ) : result;
	wfTrail_Free( &trail );
	wfFactor_Free( &factor );
	freePinned( &p );
	return result;
}
