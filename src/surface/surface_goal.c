// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// From the vertices of a goal to a right-hand side.
//
// Goals that are free stay in the matrix and get sources. A goal at a limit held at q = 0 is no unknown: it feeds its free
// neighbours through their links, whose weight is in their excess already.

#include "surface/system.h"

#include <stdlib.h>
#include <string.h>

static int compareVertices( const void* a, const void* b )
{
	int32_t x = *(const int32_t*)a;
	int32_t y = *(const int32_t*)b;
	return ( x > y ) - ( x < y );
}

wfResult wfSurfaceField_FindGoals( wfSurfaceField* field )
{
	const wfSurfacePlanner* planner = field->planner;
	memset( field->isGoal, 0, wfCountVertices( planner ) );
	field->goalCount = 0;
	for ( int32_t k = 0; k < field->requestedCount; ++k )
	{
		int32_t v = field->requested[k];
		bool open = planner->blocked[v] == 0 || planner->limitOnly[v] != 0;
		if ( open && field->isGoal[v] == 0 && v != field->occupied )
		{
			field->isGoal[v] = 1;
			field->goals[field->goalCount++] = v;
		}
	}
	qsort( field->goals, (size_t)field->goalCount, sizeof( int32_t ), compareVertices );
	return field->goalCount > 0 ? wf_ok : wf_goalBlocked;
}

void wfSurfaceSide_Free( wfSurfaceSide* side )
{
	wfGoalSide_Free( &side->side );
	wfGoalSide_Free( &side->fromLimits );
}

// A goal whose neighbours are all goal or blocked cannot be seen from outside.
static bool isOnRim( const wfSurfaceField* field, int32_t v )
{
	const wfSurfacePlanner* planner = field->planner;
	const wfMatrix* matrix = &planner->matrix;
	for ( int64_t m = matrix->start[v]; m < matrix->start[v + 1]; ++m )
	{
		int32_t other = matrix->neighbor[m];
		if ( !planner->blocked[other] && !field->isGoal[other] )
		{
			return true;
		}
	}
	return false;
}

// What goals at limits give their free neighbours. A call without room just counts.
static int32_t feedFromLimits( const wfSurfaceField* field, wfGoalSide* side )
{
	const wfSurfacePlanner* planner = field->planner;
	const wfMatrix* matrix = &planner->matrix;
	int32_t used = 0;
	for ( int32_t k = 0; k < field->goalCount; ++k )
	{
		int32_t goal = field->goals[k];
		int64_t end = planner->blocked[goal] ? matrix->start[goal + 1] : matrix->start[goal];
		for ( int64_t m = matrix->start[goal]; m < end; ++m )
		{
			int32_t other = matrix->neighbor[m];
			if ( planner->blocked[other] || field->isGoal[other] || other == field->occupied )
			{
				continue;
			}
			if ( used < side->capacity )
			{
				wfWide source = wfMakeWide( planner->baseLink[m], 0 );
				side->nodes[used] = other;
				side->mantissas[used] = source.mantissa;
				side->exponents[used] = source.exponent;
				side->count = used + 1;
			}
			used += 1;
		}
	}
	return used;
}

static bool isOccupiedFree( const wfSurfaceField* field )
{
	return field->occupied >= 0 && !field->planner->blocked[field->occupied];
}

// values[i] becomes `wanted` less what the limits alone give nodes[i].
static wfResult subtractLimits( wfSurfaceSide* side, wfSurfacePlanner* planner, const int32_t* nodes, int32_t count,
								double* values )
{
	if ( side->fromLimits.count == 0 )
	{
		return wf_ok;
	}
	size_t vertices = wfCountVertices( planner );
	size_t n = (size_t)count;
	wfWideVector x = { wfAllocateArray( vertices, sizeof( double ) ), wfAllocateArray( vertices, sizeof( int32_t ) ) };
	wfWideVector out = { wfAllocateArray( n, sizeof( double ) ), wfAllocateArray( n, sizeof( int32_t ) ) };
	wfResult result =
		x.mantissa != NULL && x.exponent != NULL && out.mantissa != NULL && out.exponent != NULL ? wf_ok : wf_outOfMemory;
	if ( result == wf_ok )
	{
		const wfGoalSide* from = &side->fromLimits;
		int32_t starts[2] = { 0, from->count };
		wfSides sides = { 1, starts, from->nodes, from->mantissas, from->exponents };
		result = wfSolveAt( &planner->factor, &sides, nodes, count, x, out, &planner->scratch );
	}
	for ( int32_t i = 0; result == wf_ok && i < count; ++i )
	{
		values[i] -= wfWideValue( ( wfWide ){ out.mantissa[i], out.exponent[i] } );
	}
	wfReleaseArray( x.mantissa, vertices, sizeof( double ) );
	wfReleaseArray( x.exponent, vertices, sizeof( int32_t ) );
	wfReleaseArray( out.mantissa, n, sizeof( double ) );
	wfReleaseArray( out.exponent, n, sizeof( int32_t ) );
	return result;
}

// Sources at the rim's vertices, and below 0 at the occupied one, that make q = 1 and q = 0 there. side->side holds the rim and
// has room for one more.
static wfResult weighRim( wfSurfaceSide* side, wfSurfaceField* field )
{
	wfSurfacePlanner* planner = field->planner;
	wfGoalSide* goals = &side->side;
	int32_t rim = goals->count;
	bool occupied = isOccupiedFree( field );
	double values[WF_GOAL_RIM_LIMIT + 1];
	for ( int32_t i = 0; i < rim; ++i )
	{
		values[i] = 1.0;
	}
	if ( occupied )
	{
		goals->nodes[rim] = field->occupied;
		values[rim] = 0.0;
	}
	int32_t count = rim + ( occupied ? 1 : 0 );
	wfResult result = subtractLimits( side, planner, goals->nodes, count, values );
	if ( result == wf_ok )
	{
		wfSourceProblem problem = { &planner->factor, goals->nodes, count, NULL, occupied, values };
		result = wfWeighSources( &problem, &planner->scratch );
	}
	for ( int32_t i = 0; result == wf_ok && i < rim; ++i )
	{
		wfWide source = wfMakeWide( values[i] > 0.0 ? values[i] : 0.0, 0 );
		goals->mantissas[i] = source.mantissa;
		goals->exponents[i] = source.mantissa == 0.0 ? 0 : source.exponent;
	}
	side->occupiedSource = result == wf_ok && occupied && values[rim] < 0.0 ? values[rim] : 0.0;
	return result;
}

// What the limits feed becomes part of the side.
static void appendLimits( wfSurfaceSide* side )
{
	wfGoalSide* goals = &side->side;
	const wfGoalSide* from = &side->fromLimits;
	for ( int32_t k = 0; k < from->count; ++k )
	{
		goals->nodes[goals->count] = from->nodes[k];
		goals->mantissas[goals->count] = from->mantissas[k];
		goals->exponents[goals->count++] = from->exponents[k];
	}
}

wfResult wfSurfaceSide_Init( wfSurfaceSide* side, wfSurfaceField* field )
{
	wfSurfacePlanner* planner = field->planner;
	memset( side, 0, sizeof( *side ) );
	int32_t rim = 0;
	for ( int32_t k = 0; k < field->goalCount; ++k )
	{
		rim += !planner->blocked[field->goals[k]] && isOnRim( field, field->goals[k] );
	}
	int32_t fed = feedFromLimits( field, &side->fromLimits );
	wfResult result = wfGoalSide_Allocate( &side->fromLimits, fed );
	if ( result == wf_ok )
	{
		feedFromLimits( field, &side->fromLimits );
		result = wfGoalSide_Allocate( &side->side, rim + fed + 1 );
	}
	if ( result != wf_ok || rim > WF_GOAL_RIM_LIMIT )
	{
		side->needsFactor = result == wf_ok;
		return result;
	}
	for ( int32_t k = 0; k < field->goalCount; ++k )
	{
		if ( !planner->blocked[field->goals[k]] && isOnRim( field, field->goals[k] ) )
		{
			side->side.nodes[side->side.count++] = field->goals[k];
		}
	}
	if ( rim == 1 && fed == 0 && !isOccupiedFree( field ) )
	{
		side->side.mantissas[0] = 1.0;
		side->side.exponents[0] = 0;
		side->side.normalise = true;
	}
	else if ( rim > 0 || ( fed > 0 && isOccupiedFree( field ) ) )
	{
		result = weighRim( side, field );
	}
	if ( result == wf_ok )
	{
		appendLimits( side );
	}
	return result;
}

// --------------------------------------------------------------------------------------------------------------- pockets

// Whether the vertex is held back by anything but goals.
static bool isRepelled( const wfSurfaceField* field, int32_t v )
{
	const wfSurfacePlanner* planner = field->planner;
	const wfMatrix* matrix = &planner->matrix;
	bool repelled = planner->hasteSquared[v] > 0.0;
	for ( int64_t m = matrix->start[v]; !repelled && m < matrix->start[v + 1]; ++m )
	{
		int32_t other = matrix->neighbor[m];
		repelled = other == field->occupied || ( planner->blocked[other] && !field->isGoal[other] );
	}
	return repelled;
}

// Follow what is neither goal nor blocked from `start` on. True where nothing repels any of it.
static bool followPocket( const wfSurfaceField* field, uint8_t* visited, int32_t* queue, int32_t start, int64_t* count )
{
	const wfSurfacePlanner* planner = field->planner;
	const wfMatrix* matrix = &planner->matrix;
	bool enclosed = true;
	int64_t head = 0;
	int64_t tail = 0;
	queue[tail++] = start;
	visited[start] = 1;
	while ( head < tail )
	{
		int32_t v = queue[head++];
		enclosed = enclosed && !isRepelled( field, v );
		for ( int64_t m = matrix->start[v]; m < matrix->start[v + 1]; ++m )
		{
			int32_t other = matrix->neighbor[m];
			if ( !planner->blocked[other] && !field->isGoal[other] && !visited[other] && other != field->occupied )
			{
				visited[other] = 1;
				queue[tail++] = other;
			}
		}
	}
	*count = tail;
	return enclosed;
}

int64_t wfSurfaceField_FillPockets( wfSurfaceField* field )
{
	size_t count = wfCountVertices( field->planner );
	uint8_t* visited = wfAllocateZeroed( count );
	int32_t* queue = wfAllocateArray( count, sizeof( int32_t ) );
	int64_t filled = visited != NULL && queue != NULL ? 0 : -1;
	for ( int32_t start = 0; filled >= 0 && start < (int32_t)count; ++start )
	{
		int64_t size = 0;
		if ( field->mantissa[start] > 0.0 && !field->isGoal[start] && !visited[start] &&
			 followPocket( field, visited, queue, start, &size ) )
		{
			for ( int64_t k = 0; k < size; ++k )
			{
				field->isGoal[queue[k]] = 2;
				field->mantissa[queue[k]] = 1.0;
				field->exponent[queue[k]] = 0;
				field->logValue[queue[k]] = 0.0;
			}
			filled += size;
		}
	}
	wfReleaseArray( visited, count, 1 );
	wfReleaseArray( queue, count, sizeof( int32_t ) );
	return filled;
}
