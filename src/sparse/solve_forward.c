// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The forward solve: from the nodes of a right-hand side to the root.

#include "sparse/solve_work.h"

#include "base/arrays.h"

#include <float.h>
#include <string.h>

// x of pivot i with an exponent per number: what it has and what the pivots before it give.
static wfWide forwardWide( const wfSolveWork* w, int32_t i )
{
	wfWide sum = wfGetX( w, w->front->pivotFirst + i );
	for ( int32_t k = 0; k < i; ++k )
	{
		wfWide xk = wfGetX( w, w->front->pivotFirst + k );
		wfWide entry = wfGetTriangle( w, i, k );
		if ( xk.mantissa != 0.0 && entry.mantissa != 0.0 )
		{
			sum = wfWideAdd( sum, wfWideMultiply( entry, xk ) );
		}
	}
	return sum;
}

// The largest power of two among x at the pivots, WF_WIDE_ZERO_EXPONENT: all are 0.
static int32_t findPivotTop( const wfSolveWork* w )
{
	int32_t top = WF_WIDE_ZERO_EXPONENT;
	for ( int32_t k = 0; k < w->front->pivotCount; ++k )
	{
		wfWide value = wfGetX( w, w->front->pivotFirst + k );
		top = value.mantissa != 0.0 && value.exponent > top ? value.exponent : top;
	}
	return top;
}

// Whether none of the pivots before it gives pivot i anything: then a sum of 0 is exact.
static bool isRowCut( const wfSolveWork* w, int32_t i )
{
	for ( int32_t k = 0; k < i; ++k )
	{
		if ( w->solver->x[wfIndexOf( w, w->front->pivotFirst + k )] != 0.0 && wfGetTriangle( w, i, k ).mantissa != 0.0 )
		{
			return false;
		}
	}
	return true;
}

// Forward among the pivots themselves: x_i += L_ik x_k for k < i. Leaves x in units of 2^top in `values`, balanced.
static void forwardPivots( wfSolveWork* w, int32_t top )
{
	const wfFront* front = w->front;
	bool plain = w->block.exponents == NULL;
	bool any = false;
	for ( int32_t i = 0; i < front->pivotCount; ++i )
	{
		wfWide own = wfGetX( w, front->pivotFirst + i );
		double value = own.mantissa != 0.0 ? own.mantissa * wfTwoTo( own.exponent - top ) : 0.0;
		if ( any && plain )
		{
			value += w->block.kernels->dotRow( wfGetTriangleRow( w, i ), w->values, i );
		}
		bool cut = any && own.mantissa == 0.0 && value == 0.0 && ( w->factor->isCut[front->pivotFirst + i] || isRowCut( w, i ) );
		if ( any && !cut && !( plain && value >= WF_SAFE_SCALED ) )
		{
			wfWide sum = forwardWide( w, i );
			value = sum.mantissa != 0.0 ? sum.mantissa * wfTwoTo( sum.exponent - top ) : 0.0;
			wfSetX( w, front->pivotFirst + i, sum.mantissa, sum.exponent );
		}
		else if ( any )
		{
			wfSetX( w, front->pivotFirst + i, value, top );
		}
		any = any || own.mantissa != 0.0;
		w->values[i] = w->block.balance != NULL ? value * w->block.balance[i] : value;
	}
}

// What the boundary node i gets, with an exponent per number.
static wfWide forwardBoundaryWide( const wfSolveWork* w, int32_t i )
{
	if ( w->block.exponents != NULL )
	{
		return ( wfWide ){ w->mantissas[i], w->exponents[i] };
	}
	wfWide sum = { 0.0, WF_WIDE_ZERO_EXPONENT };
	for ( int32_t k = 0; k < w->front->pivotCount; ++k )
	{
		wfWide xk = wfGetX( w, w->front->pivotFirst + k );
		wfWide entry = wfGetLower( w, i, k );
		if ( xk.mantissa != 0.0 && entry.mantissa != 0.0 )
		{
			sum = wfWideAdd( sum, wfWideMultiply( entry, xk ) );
		}
	}
	return sum;
}

// What all boundary nodes of a front with exponents get.
static void addColumnsWide( const wfSolveWork* w )
{
	int32_t rows = w->front->boundaryStride;
	for ( int32_t i = 0; i < rows; ++i )
	{
		w->mantissas[i] = 0.0;
		w->exponents[i] = WF_WIDE_ZERO_EXPONENT;
	}
	for ( int32_t k = 0; k < w->front->pivotCount; ++k )
	{
		wfWide x = wfGetX( w, w->front->pivotFirst + k );
		const double* column = w->block.values + (int64_t)k * rows;
		for ( int32_t i = 0; i < rows; ++i )
		{
			w->scaled[i] = column[i] * x.mantissa;
		}
		if ( x.mantissa != 0.0 )
		{
			w->solver->kernels->addWide( w->mantissas, w->exponents, w->scaled, w->block.exponents + (int64_t)k * rows,
										 x.exponent, DBL_MIN, rows );
		}
	}
}

static void forwardFront( wfSolveWork* w )
{
	const wfFront* front = w->front;
	int32_t top = findPivotTop( w );
	if ( top == WF_WIDE_ZERO_EXPONENT )
	{
		return;
	}
	forwardPivots( w, top );
	memset( w->scaled, 0, (size_t)front->boundaryStride * sizeof( double ) );
	if ( w->block.exponents == NULL )
	{
		w->block.kernels->addColumns( w->scaled, w->block.lower, front->boundaryStride, w->values, front->boundaryStride,
									  front->pivotCount );
	}
	else
	{
		addColumnsWide( w );
		memset( w->scaled, 0, (size_t)front->boundaryStride * sizeof( double ) );
	}
	for ( int32_t i = 0; i < front->boundaryCount; ++i )
	{
		int64_t index = wfIndexOf( w, w->boundary[i] );
		double* x = &w->solver->x[index];
		int32_t* exponent = &w->solver->exponent[index];
		if ( w->factor->isCut[w->boundary[i]] )
		{
			continue;
		}
		bool safe = w->scaled[i] >= WF_SAFE_SCALED;
		if ( safe && ( *x == 0.0 || *exponent == top ) )
		{
			*x = *x == 0.0 ? w->scaled[i] : *x + w->scaled[i];
			*exponent = top;
			continue;
		}
		wfWide sum = safe ? wfMakeWide( w->scaled[i], top ) : forwardBoundaryWide( w, i );
		sum = wfWideAdd( wfMakeWide( *x, *exponent ), sum );
		*x = sum.mantissa;
		*exponent = sum.mantissa != 0.0 ? sum.exponent : top;
	}
}

// The fronts from the nodes of a side to the root, ascending, into the solver's list; x there becomes 0.
static wfResult listTrail( wfSolver* solver, const wfFactor* factor, const wfGoalSide* side )
{
	const wfSymbolic* symbolic = factor->symbolic;
	solver->list.count = 0;
	wfResult result = wf_ok;
	for ( int32_t i = 0; i < side->count && result == wf_ok; ++i )
	{
		for ( int32_t f = symbolic->frontOf[wfSymbolic_GetPosition( symbolic, side->nodes[i] )];
			  f >= 0 && solver->marks[f] == 0 && result == wf_ok; f = symbolic->fronts[f].parent )
		{
			solver->marks[f] = 1;
			result = wfArray_Push( &solver->list, f );
		}
	}
	wfSortNumbers( solver->list.data, solver->list.count );
	for ( int32_t i = 0; i < solver->list.count; ++i )
	{
		const wfFront* front = &symbolic->fronts[solver->list.data[i]];
		solver->marks[solver->list.data[i]] = 0;
		memset( solver->x + front->pivotFirst, 0, (size_t)front->pivotCount * sizeof( double ) );
		memset( solver->exponent + front->pivotFirst, 0, (size_t)front->pivotCount * sizeof( int32_t ) );
	}
	return result;
}

static wfResult leaveTrail( const wfSolveWork* w, wfTrail* trail )
{
	const wfFront* front = w->front;
	const double* pivots = wfGetPivots( w->factor, w->f );
	wfResult result = wfArray_Push( &trail->fronts, ( wfTrailFront ){ w->f, trail->values.count } );
	for ( int32_t k = 0; k < front->pivotCount && result == wf_ok; ++k )
	{
		int32_t position = front->pivotFirst + k;
		int64_t index = wfIndexOf( w, position );
		result = wfArray_Push( &trail->values, w->solver->x[index] / pivots[k] );
		result = result == wf_ok ? wfArray_Push( &trail->exponents, w->solver->exponent[index] ) : result;
	}
	return result;
}

wfResult wfSolver_Forward( wfSolver* solver, const wfFactor* factor, const wfGoalSide* side, wfTrail* trail )
{
	const wfSymbolic* symbolic = factor->symbolic;
	trail->fronts.count = trail->values.count = trail->exponents.count = 0;
	wfResult result = wfSolver_Reserve( solver, symbolic, 1, 1 );
	if ( result == wf_ok )
	{
		wfSolver_ClearMarks( solver, symbolic );
		result = listTrail( solver, factor, side );
	}
	for ( int32_t i = 0; i < side->count && result == wf_ok; ++i )
	{
		int32_t position = wfSymbolic_GetPosition( symbolic, side->nodes[i] );
		wfWide sum = wfWideAdd( wfMakeWide( solver->x[position], solver->exponent[position] ),
								wfMakeWide( side->mantissas[i], side->exponents[i] ) );
		solver->x[position] = sum.mantissa;
		solver->exponent[position] = sum.mantissa != 0.0 ? sum.exponent : 0;
	}
	for ( int32_t i = 0; i < solver->list.count && result == wf_ok; ++i )
	{
		result = wfFactor_Hold( factor, solver->list.data[i] );
		if ( result == wf_ok )
		{
			wfSolveWork w = wfBeginWork( solver, factor, solver->list.data[i], 0 );
			forwardFront( &w );
			result = leaveTrail( &w, trail );
		}
	}
	return result;
}
