// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// From the cells of a goal to a right-hand side.

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

static wfResult weighRim( wfPlanner* planner, wfGoalSide* side )
{
	wfWide scales[WF_GOAL_RIM_LIMIT];
	for ( int32_t i = 0; i < side->count; ++i )
	{
		scales[i] = wfPlanner_GetScale( planner, planner->system.cellOfNode[side->nodes[i]] );
		side->mantissas[i] = 1.0;
	}
	wfSourceProblem problem = { &planner->factor, side->nodes, side->count, scales, false, side->mantissas };
	wfResult result = wfWeighSources( &problem, &planner->scratch );
	for ( int32_t i = 0; result == wf_ok && i < side->count; ++i )
	{
		wfWide source = wfWideMultiply( wfMakeWide( side->mantissas[i], 0 ), invert( scales[i] ) );
		side->mantissas[i] = source.mantissa;
		side->exponents[i] = source.mantissa == 0.0 ? 0 : source.exponent;
	}
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
	wfResult result = wfGoalSide_Allocate( side, count );
	if ( result != wf_ok )
	{
		return result;
	}
	for ( int32_t k = 0; k < field->goalCount; ++k )
	{
		if ( isOnRim( field, field->goalCells[k] ) )
		{
			side->nodes[side->count++] = planner->system.nodeOfCell[field->goalCells[k]];
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
