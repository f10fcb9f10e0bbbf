// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// From a goal to a right-hand side, without touching the factor.
//
// With G the inverse of the matrix, G(:, g) / G(g, g) is exactly the field of the single goal cell g. For a goal of several
// cells, sources w >= 0 at its rim make q = 1 there: K w = 1 with K the inverse restricted to the rim, which a walk from the rim
// to the root of the tree gives.

#include "base/math.h"
#include "field/planner.h"

#include <string.h>

wfWide wfWideExp( double x )
{
	double whole = (double)(int64_t)( x * WF_LOG2_E );
	return wfMakeWide( wfExp( x - whole * WF_LN_2 ), (int32_t)whole );
}

wfWide wfPlanner_GetScale( const wfPlanner* planner, int32_t cell )
{
	if ( planner->columnScale == NULL )
	{
		return ( wfWide ){ 1.0, 0 };
	}
	int32_t width = planner->grid->width;
	return wfWideMultiply( planner->columnScale[cell % width], planner->rowScale[cell / width] );
}

static wfWide invert( wfWide value )
{
	return wfMakeWide( 1.0 / value.mantissa, -value.exponent );
}

void wfGoalSide_Free( wfGoalSide* side )
{
	size_t count = (size_t)side->count;
	wfReleaseArray( side->nodes, count, sizeof( int32_t ) );
	wfReleaseArray( side->mantissas, count, sizeof( double ) );
	wfReleaseArray( side->exponents, count, sizeof( int32_t ) );
	memset( side, 0, sizeof( *side ) );
}

static wfResult allocateSide( wfGoalSide* side, int32_t count )
{
	memset( side, 0, sizeof( *side ) );
	side->count = count;
	side->nodes = wfAllocateArray( (size_t)count, sizeof( int32_t ) );
	side->mantissas = wfAllocateArray( (size_t)count, sizeof( double ) );
	side->exponents = wfAllocateArray( (size_t)count, sizeof( int32_t ) );
	if ( side->nodes == NULL || side->mantissas == NULL || side->exponents == NULL )
	{
		wfGoalSide_Free( side );
		return wf_outOfMemory;
	}
	return wf_ok;
}

// A goal cell whose neighbours are all goal or blocked cannot be seen from outside.
static bool isOnRim( const wfField* field, int32_t cell )
{
	const wfGrid* grid = field->grid;
	int32_t i = cell % grid->width;
	int32_t j = cell / grid->width;
	return ( wfIsCellFree( grid, i + 1, j ) && !field->isGoal[cell + 1] ) ||
		   ( wfIsCellFree( grid, i - 1, j ) && !field->isGoal[cell - 1] ) ||
		   ( wfIsCellFree( grid, i, j + 1 ) && !field->isGoal[cell + grid->width] ) ||
		   ( wfIsCellFree( grid, i, j - 1 ) && !field->isGoal[cell - grid->width] );
}

// Solve the dense system K w = 1 in place. K is the inverse of an M-matrix: its pivots are positive without exchanges.
static bool solveDense( double* k, double* w, int32_t n )
{
	for ( int32_t i = 0; i < n; ++i )
	{
		w[i] = 1.0;
	}
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
		// Exactly 0 or more; rounding may leave a trace below 0 at cells that others shield.
		w[p] = sum > 0.0 ? sum / k[(int64_t)p * n + p] : 0.0;
	}
	return true;
}

// K row by row: the field at the rim of a unit source at rim cell j, with the bias scaled out of it.
static wfResult fillInverse( wfPlanner* planner, const wfGoalSide* side, double* k )
{
	int32_t n = side->count;
	size_t count = (size_t)planner->system.matrix.count;
	wfWideVector x = { wfAllocateArray( count, sizeof( double ) ), wfAllocateArray( count, sizeof( int32_t ) ) };
	wfWideVector out = { wfAllocateArray( (size_t)n, sizeof( double ) ), wfAllocateArray( (size_t)n, sizeof( int32_t ) ) };
	wfResult result =
		x.mantissa != NULL && x.exponent != NULL && out.mantissa != NULL && out.exponent != NULL ? wf_ok : wf_outOfMemory;
	for ( int32_t j = 0; result == wf_ok && j < n; ++j )
	{
		int32_t starts[2] = { 0, 1 };
		double one = 1.0;
		wfSides sides = { 1, starts, &side->nodes[j], &one, NULL };
		result = wfSolveAt( &planner->factor, &sides, side->nodes, n, x, out, &planner->scratch );
		wfWide scaleJ = invert( wfPlanner_GetScale( planner, planner->system.cellOfNode[side->nodes[j]] ) );
		for ( int32_t i = 0; result == wf_ok && i < n; ++i )
		{
			wfWide scaleI = wfPlanner_GetScale( planner, planner->system.cellOfNode[side->nodes[i]] );
			wfWide value = wfWideMultiply( ( wfWide ){ out.mantissa[i], out.exponent[i] }, wfWideMultiply( scaleI, scaleJ ) );
			k[(int64_t)i * n + j] = wfWideValue( value );
		}
	}
	wfReleaseArray( x.mantissa, count, sizeof( double ) );
	wfReleaseArray( x.exponent, count, sizeof( int32_t ) );
	wfReleaseArray( out.mantissa, (size_t)n, sizeof( double ) );
	wfReleaseArray( out.exponent, (size_t)n, sizeof( int32_t ) );
	return result;
}

static wfResult weighRim( wfPlanner* planner, wfGoalSide* side )
{
	size_t n = (size_t)side->count;
	double* k = wfAllocateArray( n * n, sizeof( double ) );
	wfResult result = k == NULL ? wf_outOfMemory : fillInverse( planner, side, k );
	if ( result == wf_ok && !solveDense( k, side->mantissas, side->count ) )
	{
		result = wf_numericalFailure;
	}
	for ( int32_t i = 0; result == wf_ok && i < side->count; ++i )
	{
		wfWide scale = invert( wfPlanner_GetScale( planner, planner->system.cellOfNode[side->nodes[i]] ) );
		wfWide source = wfWideMultiply( wfMakeWide( side->mantissas[i], 0 ), scale );
		side->mantissas[i] = source.mantissa;
		side->exponents[i] = source.mantissa == 0.0 ? 0 : source.exponent;
	}
	wfReleaseArray( k, n * n, sizeof( double ) );
	return result;
}

wfResult wfGoalSide_Init( wfGoalSide* side, wfPlanner* planner, const wfField* field )
{
	int32_t count = 0;
	for ( int32_t k = 0; k < field->goalCount; ++k )
	{
		count += isOnRim( field, field->goalCells[k] );
	}
	if ( count == 0 )
	{
		// Nothing to reach the goal from; the goal cells alone make up the field.
		memset( side, 0, sizeof( *side ) );
		return wf_ok;
	}
	wfResult result = allocateSide( side, count );
	if ( result != wf_ok )
	{
		return result;
	}
	int32_t used = 0;
	for ( int32_t k = 0; k < field->goalCount; ++k )
	{
		if ( isOnRim( field, field->goalCells[k] ) )
		{
			side->nodes[used++] = planner->system.nodeOfCell[field->goalCells[k]];
		}
	}
	if ( count == 1 )
	{
		side->mantissas[0] = 1.0;
		side->exponents[0] = 0;
		side->normalise = true;
		return wf_ok;
	}
	if ( count <= WF_GOAL_RIM_LIMIT )
	{
		result = weighRim( planner, side );
	}
	if ( result != wf_ok )
	{
		wfGoalSide_Free( side );
	}
	return result;
}

// Follow the free cells that are not goal from `start` on and mark them with `visited`. True where none of them touches a wall.
static bool followPocket( const wfField* field, uint8_t* visited, int32_t* queue, int32_t start, int64_t* count )
{
	const wfGrid* grid = field->grid;
	const int32_t columnStep[4] = { 1, -1, 0, 0 };
	const int32_t rowStep[4] = { 0, 0, 1, -1 };
	bool enclosed = true;
	int64_t head = 0;
	int64_t tail = 0;
	queue[tail++] = start;
	visited[start] = 1;
	while ( head < tail )
	{
		int32_t cell = queue[head++];
		int32_t i = cell % grid->width;
		int32_t j = cell / grid->width;
		for ( int d = 0; d < 4; ++d )
		{
			if ( !wfIsCellFree( grid, i + columnStep[d], j + rowStep[d] ) )
			{
				enclosed = false;
				continue;
			}
			int32_t other = cell + columnStep[d] + rowStep[d] * grid->width;
			if ( !field->isGoal[other] && !visited[other] )
			{
				visited[other] = 1;
				queue[tail++] = other;
			}
		}
	}
	*count = tail;
	return enclosed;
}

int64_t wfField_FillPockets( wfField* field )
{
	const wfGrid* grid = field->grid;
	size_t cells = (size_t)grid->width * (size_t)grid->height;
	uint8_t* visited = wfAllocateZeroed( cells );
	int32_t* queue = wfAllocateArray( cells, sizeof( int32_t ) );
	int64_t filled = visited != NULL && queue != NULL ? 0 : -1;
	for ( int32_t start = 0; filled >= 0 && start < (int32_t)cells; ++start )
	{
		int64_t count = 0;
		if ( field->mantissa[start] > 0.0 && !field->isGoal[start] && !visited[start] &&
			 followPocket( field, visited, queue, start, &count ) )
		{
			for ( int64_t k = 0; k < count; ++k )
			{
				field->isGoal[queue[k]] = 2;
				field->mantissa[queue[k]] = 1.0;
				field->exponent[queue[k]] = 0;
			}
			filled += count;
		}
	}
	wfReleaseArray( visited, cells, 1 );
	wfReleaseArray( queue, cells, sizeof( int32_t ) );
	return filled;
}
