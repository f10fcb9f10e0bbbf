// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// From the places of a goal to a right-hand side.
//
// Goals that are free stay in the matrix and get sources. A goal at a boundary held at q = 0 is no unknown: it feeds its free
// neighbours through their links, whose weight is in their excess already.

#include "base/arrays.h"
#include "sparse/planner_core.h"
#include "sparse/tuning.h"

#include <string.h>

void wfFieldSide_Free( wfFieldSide* side )
{
	wfGoalSide_Free( &side->side );
	wfGoalSide_Free( &side->fed );
}

// A goal whose neighbours are all goal or blocked cannot be seen from outside.
static bool isOnBoundary( const wfFieldCore* field, int32_t goal )
{
	const wfPlannerCore* planner = field->planner;
	if ( planner->blocked[goal] )
	{
		return false;
	}
	int32_t node = wfNodeOfPlace( planner, goal );
	for ( int64_t m = planner->matrix.start[node]; m < planner->matrix.start[node + 1]; ++m )
	{
		int32_t other = wfPlaceOfNode( planner, planner->matrix.neighbor[m] );
		if ( !planner->blocked[other] && !field->isGoal[other] )
		{
			return true;
		}
	}
	return false;
}

// What goals that are no unknowns give their free neighbours. A call without room just counts.
static int32_t feedFromBlocked( const wfFieldCore* field, wfGoalSide* side )
{
	const wfPlannerCore* planner = field->planner;
	const wfMatrix* matrix = &planner->matrix;
	int32_t used = 0;
	for ( int32_t k = 0; planner->baseLink != NULL && k < field->goalCount; ++k )
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
				wfGoalSide_Add( side, other, wfMakeWide( planner->baseLink[m], 0 ) );
			}
			used += 1;
		}
	}
	return used;
}

static bool isOccupiedFree( const wfFieldCore* field )
{
	return field->occupied >= 0 && !field->planner->blocked[field->occupied];
}

// values[i] becomes what it is less what is fed alone gives nodes[i].
static wfResult subtractFed( const wfGoalSide* fed, wfPlannerCore* planner, const int32_t* nodes, int32_t count, double* values )
{
	if ( fed->count == 0 )
	{
		return wf_ok;
	}
	wfWideVector x, out;
	int32_t unknowns = planner->symbolic.count;
	wfArrays arrays = { { WF_ONE_ARRAY( x.mantissa, unknowns ), WF_ONE_ARRAY( x.exponent, unknowns ),
						  WF_ONE_ARRAY( out.mantissa, count ), WF_ONE_ARRAY( out.exponent, count ) } };
	wfResult result = wfArrays_Allocate( &arrays );
	if ( result == wf_ok )
	{
		int32_t starts[2] = { 0, fed->count };
		wfRightSides sides = { 1, starts, fed->nodes, fed->mantissas, fed->exponents };
		result = wfSolveAt( &planner->factor, &sides, nodes, count, x, out, &planner->scratch );
	}
	for ( int32_t i = 0; result == wf_ok && i < count; ++i )
	{
		values[i] -= wfWideValue( ( wfWide ){ out.mantissa[i], out.exponent[i] } );
	}
	wfArrays_Free( &arrays );
	return result;
}

// Sources at the boundary's places, and below 0 at the occupied one, that make q = 1 and q = 0 there. side->side holds the
// boundary and has room for one more.
static wfResult weighBoundary( wfFieldSide* side, const wfFieldCore* field )
{
	wfPlannerCore* planner = field->planner;
	wfGoalSide* goals = &side->side;
	int32_t boundary = goals->count;
	bool occupied = isOccupiedFree( field );
	double values[WF_MOST_SOURCES + 1];
	wfWide scales[WF_MOST_SOURCES + 1];
	for ( int32_t i = 0; i < boundary; ++i )
	{
		scales[i] = ( wfWide ){ 1.0, 0 };
		if ( planner->scaled )
		{
			scales[i] = planner->kind->getScale( planner, wfPlaceOfNode( planner, goals->nodes[i] ) );
		}
		values[i] = 1.0;
	}
	if ( occupied )
	{
		goals->nodes[boundary] = wfNodeOfPlace( planner, field->occupied );
		values[boundary] = 0.0;
	}
	int32_t count = boundary + ( occupied ? 1 : 0 );
	wfResult result = subtractFed( &side->fed, planner, goals->nodes, count, values );
	if ( result == wf_ok )
	{
		wfSourceProblem problem = { &planner->factor, goals->nodes, count, planner->scaled ? scales : NULL, occupied, values };
		result = wfWeighSources( &problem, &planner->scratch );
	}
	for ( int32_t i = 0; result == wf_ok && i < boundary; ++i )
	{
		wfWide source = wfWideMultiply( wfMakeWide( values[i] > 0.0 ? values[i] : 0.0, 0 ), wfWideInvert( scales[i] ) );
		goals->mantissas[i] = source.mantissa;
		goals->exponents[i] = source.mantissa == 0.0 ? 0 : source.exponent;
	}
	side->occupiedSource = result == wf_ok && occupied && values[boundary] < 0.0 ? values[boundary] : 0.0;
	return result;
}

wfResult wfFieldSide_Init( wfFieldSide* side, const wfFieldCore* field )
{
	const wfPlannerCore* planner = field->planner;
	memset( side, 0, sizeof( *side ) );
	int32_t boundary = 0;
	for ( int32_t k = 0; k < field->goalCount; ++k )
	{
		boundary += isOnBoundary( field, field->goals[k] );
	}
	int32_t fed = feedFromBlocked( field, &side->fed );
	wfResult result = wfGoalSide_Allocate( &side->fed, fed );
	if ( result == wf_ok )
	{
		feedFromBlocked( field, &side->fed );
		result = wfGoalSide_Allocate( &side->side, boundary + fed + 1 );
	}
	if ( result != wf_ok || ( planner->kind->sizeByBoundary ? boundary : field->goalCount ) > WF_MOST_SOURCES )
	{
		side->needsFactor = result == wf_ok;
		return result;
	}
	for ( int32_t k = 0; k < field->goalCount; ++k )
	{
		if ( isOnBoundary( field, field->goals[k] ) )
		{
			side->side.nodes[side->side.count++] = wfNodeOfPlace( planner, field->goals[k] );
		}
	}
	if ( boundary == 1 && fed == 0 && !isOccupiedFree( field ) )
	{
		side->side.mantissas[0] = 1.0;
		side->side.exponents[0] = 0;
		side->side.normalise = true;
	}
	else if ( boundary > 0 || ( fed > 0 && isOccupiedFree( field ) ) )
	{
		result = weighBoundary( side, field );
	}
	if ( result == wf_ok )
	{
		wfGoalSide_Append( &side->side, &side->fed );
	}
	return result;
}

// --------------------------------------------------------------------------------------------------------------- pockets

static bool entersPocket( const void* context, int32_t node )
{
	const wfFieldCore* field = context;
	int32_t place = wfPlaceOfNode( field->planner, node );
	return !field->planner->blocked[place] && !field->isGoal[place] && place != field->occupied;
}

// Fill what can be reached from the first node of the queue, unless anything repels any of it. Returns how many were filled.
static int64_t fillPocket( wfFieldCore* field, int32_t* queue, uint8_t* visited )
{
	const wfPlannerCore* planner = field->planner;
	int32_t count = wfMatrix_Flood( &planner->matrix, queue, 1, visited, entersPocket, field );
	for ( int32_t k = 0; k < count; ++k )
	{
		if ( planner->kind->isRepelled( field, wfPlaceOfNode( planner, queue[k] ) ) )
		{
			return 0;
		}
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		int32_t place = wfPlaceOfNode( planner, queue[k] );
		field->isGoal[place] = 2;
		field->mantissa[place] = 1.0;
		field->exponent[place] = 0;
	}
	return count;
}

int64_t wfFieldCore_FillPockets( wfFieldCore* field )
{
	const wfPlannerCore* planner = field->planner;
	uint8_t* visited;
	int32_t* queue;
	wfArrays arrays = { { WF_ZEROED_ARRAY( visited, planner->matrix.count ), WF_ONE_ARRAY( queue, planner->matrix.count ) } };
	int64_t filled = wfArrays_Allocate( &arrays ) == wf_ok ? 0 : -1;
	for ( int32_t start = 0; filled >= 0 && start < planner->matrix.count; ++start )
	{
		int32_t place = wfPlaceOfNode( planner, start );
		if ( field->mantissa[place] > 0.0 && !field->isGoal[place] && !visited[start] )
		{
			queue[0] = start;
			filled += fillPocket( field, queue, visited );
		}
	}
	wfArrays_Free( &arrays );
	if ( filled > 0 && planner->kind->finishValues != NULL )
	{
		planner->kind->finishValues( field );
	}
	return filled;
}
