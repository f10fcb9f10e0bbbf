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

// K, which is symmetric before it is scaled, entry by entry in numbers of any size.
static void fillScaled( const wfSourceProblem* problem, const wfTrail* trails, double* k )
{
	int32_t n = problem->count;
	for ( int32_t i = 0; i < n; ++i )
	{
		for ( int32_t j = 0; j <= i; ++j )
		{
			wfWide value = wfTrail_Dot( problem->factor, &trails[i], &trails[j] );
			wfWide scale = wfWideMultiply( problem->scales[i], wfWideInvert( problem->scales[j] ) );
			k[(int64_t)i * n + j] = value.mantissa != 0.0 ? wfWideValue( wfWideMultiply( value, scale ) ) : 0.0;
			k[(int64_t)j * n + i] = value.mantissa != 0.0 ? wfWideValue( wfWideMultiply( value, wfWideInvert( scale ) ) ) : 0.0;
		}
	}
}

// The trails that pass a front, side by side.
typedef struct Crossing
{
	int32_t* cursors; // by trail: the first of its fronts that was not visited
	int32_t* passing; // trails
	double *values, *weighted, *products;
	int32_t count;
} Crossing;

// The next front that any trail passes, and what they left there; -1: all are visited.
static int32_t visitNext( const wfSourceProblem* problem, const wfTrail* trails, Crossing* crossing )
{
	int32_t f = INT32_MAX;
	for ( int32_t j = 0; j < problem->count; ++j )
	{
		const wfTrail* trail = &trails[j];
		int32_t front = crossing->cursors[j] < trail->fronts.count ? trail->fronts.data[crossing->cursors[j]].front : INT32_MAX;
		f = front < f ? front : f;
	}
	crossing->count = 0;
	for ( int32_t j = 0; j < problem->count && f != INT32_MAX; ++j )
	{
		const wfTrail* trail = &trails[j];
		if ( crossing->cursors[j] < trail->fronts.count && trail->fronts.data[crossing->cursors[j]].front == f )
		{
			crossing->passing[crossing->count++] = j;
		}
	}
	return f != INT32_MAX ? f : -1;
}

// What a front adds to the products of all trails that pass it. Values below the range of double add nothing that counts beside
// those of the goal's own nodes.
static void addFront( const wfSourceProblem* problem, const wfTrail* trails, Crossing* crossing, int32_t f, double* k )
{
	const wfFront* front = &problem->factor->symbolic->fronts[f];
	const double* pivots = wfGetPivots( problem->factor, f );
	int32_t m = crossing->count, stride = ( m + 3 ) & ~3;
	memset( crossing->values, 0, (size_t)stride * (size_t)front->pivotCount * sizeof( double ) );
	memset( crossing->weighted, 0, (size_t)stride * (size_t)front->pivotCount * sizeof( double ) );
	memset( crossing->products, 0, (size_t)stride * (size_t)stride * sizeof( double ) );
	for ( int32_t a = 0; a < m; ++a )
	{
		const wfTrail* trail = &trails[crossing->passing[a]];
		int32_t start = trail->fronts.data[crossing->cursors[crossing->passing[a]]++].start;
		for ( int64_t p = 0; p < front->pivotCount; ++p )
		{
			double value = wfWideValue( wfMakeWide( trail->values.data[start + p], trail->exponents.data[start + p] ) );
			crossing->values[a + p * stride] = value;
			crossing->weighted[a + p * stride] = value * pivots[p];
		}
	}
	wfGetKernels()->multiplyAdd( crossing->products, stride, crossing->values, stride, crossing->weighted, stride, stride, m,
								 front->pivotCount, 0 );
	for ( int32_t b = 0; b < m; ++b )
	{
		for ( int32_t a = b; a < m; ++a )
		{
			int32_t i = crossing->passing[a], j = crossing->passing[b];
			double product = crossing->products[a + (int64_t)b * stride];
			k[(int64_t)i * problem->count + j] += product;
			k[(int64_t)j * problem->count + i] += i != j ? product : 0.0;
		}
	}
}

static wfResult fillPlain( const wfSourceProblem* problem, const wfTrail* trails, double* k )
{
	size_t n = (size_t)problem->count, stride = ( n + 3 ) & ~(size_t)3;
	size_t most = stride * (size_t)problem->factor->symbolic->largestPivotCount;
	Crossing crossing;
	wfArrays arrays = { { WF_ZEROED_ARRAY( crossing.cursors, n ), WF_ONE_ARRAY( crossing.passing, n ),
						  WF_ONE_ARRAY( crossing.values, most ), WF_ONE_ARRAY( crossing.weighted, most ),
						  WF_ONE_ARRAY( crossing.products, stride * stride ) } };
	wfResult result = wfArrays_Allocate( &arrays );
	if ( result == wf_ok )
	{
		memset( k, 0, n * n * sizeof( double ) );
		for ( int32_t f = visitNext( problem, trails, &crossing ); f >= 0; f = visitNext( problem, trails, &crossing ) )
		{
			addFront( problem, trails, &crossing, f, k );
		}
	}
	wfArrays_Free( &arrays );
	return result;
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
	if ( result == wf_ok && problem->scales != NULL )
	{
		fillScaled( problem, trails, k );
	}
	else if ( result == wf_ok )
	{
		result = fillPlain( problem, trails, k );
	}
	if ( result == wf_ok )
	{
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

// What pinned nodes give their neighbours, and what is given besides.
static wfResult feedNeighbors( const wfPinnedProblem* problem, const wfMatrix* matrix, wfGoalSide* side )
{
	int64_t capacity = problem->more->count;
	wfRow row;
	for ( int32_t k = 0; k < problem->count; ++k )
	{
		wfMatrix_GetRow( matrix, problem->nodes[k], &row );
		capacity += row.count;
	}
	if ( wfGoalSide_Allocate( side, (int32_t)capacity ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	for ( int32_t k = 0; k < problem->count; ++k )
	{
		wfWide value = problem->values[k];
		wfMatrix_GetRow( matrix, problem->nodes[k], &row );
		for ( int32_t m = 0; m < row.count; ++m )
		{
			if ( row.links[m] != 0.0 && !matrix->isPinned[row.neighbors[m]] && value.mantissa != 0.0 )
			{
				wfGoalSide_Add( side, row.neighbors[m], wfWideMultiply( value, wfMakeWide( row.links[m], 0 ) ) );
			}
		}
	}
	wfGoalSide_Append( side, problem->more );
	return wf_ok;
}

wfResult wfSolvePinned( const wfPinnedProblem* problem, wfSolver* solver )
{
	wfMatrix matrix = *problem->matrix;
	size_t nodes = (size_t)matrix.count;
	uint8_t* isPinned = wfAllocateZeroed( nodes );
	if ( isPinned == NULL )
	{
		return wf_outOfMemory;
	}
	for ( int32_t k = 0; k < problem->count; ++k )
	{
		isPinned[problem->nodes[k]] = 1;
	}
	matrix.isPinned = isPinned;
	wfGoalSide side = { 0 };
	wfFactor factor = { 0 };
	wfFactorOptions options = {
		.workers = problem->workers, .pieceNumbers = problem->pieceNumbers, .slotCount = problem->slotCount };
	wfTrail trail = { 0 };
	const wfTrail* trails = &trail;
	wfResult result = feedNeighbors( problem, &matrix, &side );
	result = result == wf_ok ? wfFactorise( &matrix, problem->symbolic, &options, &factor ) : result;
	result = result == wf_ok ? wfSolver_Forward( solver, &factor, &side, &trail ) : result;
	result = result == wf_ok ? wfSolver_Begin( solver, &factor, &trails, 1 ) : result;
	result = result == wf_ok ? wfSolver_SolveAll( solver, &factor, problem->workers ) : result;
	wfTrail_Free( &trail );
	wfFactor_Free( &factor );
	wfGoalSide_Free( &side );
	wfRelease( isPinned, nodes );
	return result;
}
