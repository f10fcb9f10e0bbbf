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
	wfRow row;
	wfMatrix_GetRow( &planner->matrix, wfNodeOfPlace( planner, goal ), &row );
	for ( int32_t m = 0; m < row.count; ++m )
	{
		int32_t other = wfPlaceOfNode( planner, row.neighbors[m] );
		if ( !planner->blocked[other] && !wfFieldCore_IsGoal( field, other ) )
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
			if ( planner->blocked[other] || wfFieldCore_IsGoal( field, other ) || other == field->occupied )
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
	wfSourceProblem problem = { &planner->factor, goals->nodes, count, &side->fed, planner->scaled ? scales : NULL,
								occupied,		  values };
	wfResult result = wfWeighSources( &problem, &planner->solver );
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
	if ( result != wf_ok || boundary > WF_MOST_SOURCES )
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
		side->normalise = true;
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

#define PART_OF_OPEN 1 // of something that is no pocket
#define PART_OF_THIS 2

typedef struct PocketSearch
{
	wfFieldCore* field;
	uint8_t* seen; // by node
	int32_t* queue;
	bool isOpen; // what was found has a way out
} PocketSearch;

// Collect what can be reached from a node without passing a goal, until something in it is repelled: then it is no pocket.
static int32_t collectPocket( PocketSearch* search, int32_t start )
{
	const wfFieldCore* field = search->field;
	const wfPlannerCore* planner = field->planner;
	int32_t count = 1;
	search->queue[0] = start;
	search->seen[start] = PART_OF_THIS;
	search->isOpen = false;
	for ( int32_t k = 0; k < count && !search->isOpen; ++k )
	{
		int32_t node = search->queue[k];
		search->isOpen = planner->kind->isRepelled( field, wfPlaceOfNode( planner, node ) );
		wfRow row;
		wfMatrix_GetRow( &planner->matrix, node, &row );
		for ( int32_t m = 0; m < row.count && !search->isOpen; ++m )
		{
			int32_t next = row.neighbors[m], place = wfPlaceOfNode( planner, next );
			search->isOpen = search->seen[next] == PART_OF_OPEN;
			if ( search->seen[next] == 0 && !planner->blocked[place] && !wfFieldCore_IsGoal( field, place ) &&
				 place != field->occupied )
			{
				search->seen[next] = PART_OF_THIS;
				search->queue[count++] = next;
			}
		}
	}
	for ( int32_t k = 0; k < count && search->isOpen; ++k )
	{
		search->seen[search->queue[k]] = PART_OF_OPEN;
	}
	return count;
}

static wfResult searchPockets( PocketSearch* search )
{
	wfFieldCore* field = search->field;
	const wfPlannerCore* planner = field->planner;
	wfResult result = wf_ok;
	for ( int32_t g = 0; g < field->goalCount && result == wf_ok; ++g )
	{
		int32_t goal = wfNodeOfPlace( planner, field->goals[g] );
		wfRow row = { 0 };
		if ( goal >= 0 )
		{
			wfMatrix_GetRow( &planner->matrix, goal, &row );
		}
		for ( int32_t m = 0; m < row.count && result == wf_ok; ++m )
		{
			int32_t start = row.neighbors[m], place = wfPlaceOfNode( planner, start );
			if ( search->seen[start] != 0 || planner->blocked[place] || wfFieldCore_IsGoal( field, place ) ||
				 place == field->occupied )
			{
				continue;
			}
			int32_t count = collectPocket( search, start );
			for ( int32_t k = 0; k < count && !search->isOpen && result == wf_ok; ++k )
			{
				result = wfArray_Push( &field->pockets, wfPlaceOfNode( planner, search->queue[k] ) );
			}
		}
	}
	return result;
}

wfResult wfFieldCore_FindPockets( wfFieldCore* field )
{
	field->pockets.count = 0;
	if ( field->goalCount < WF_LEAST_ENCLOSING )
	{
		return wf_ok;
	}
	PocketSearch search = { .field = field };
	size_t nodes = (size_t)field->planner->matrix.count;
	wfArrays arrays = { { WF_ZEROED_ARRAY( search.seen, nodes ), WF_ONE_ARRAY( search.queue, nodes ) } };
	wfResult result = wfArrays_Allocate( &arrays );
	result = result == wf_ok ? searchPockets( &search ) : result;
	wfArrays_Free( &arrays );
	wfSortNumbers( field->pockets.data, field->pockets.count );
	return result;
}
