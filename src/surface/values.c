// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Values and best neighbours where they are asked for, and what is known of a field before anything is solved.

#include "surface/system.h"
#include "surface/tuning.h"

// A vertex and those linked to it, in one pass: directions and ways need them next. Who asks here and there again and again had
// better have the whole, which costs about as much as what was spent by then.
static void solveAround( wfSurfaceField* field, int32_t vertex )
{
	const wfMatrix* matrix = &field->planner->core.matrix;
	wfFieldCore* core = &field->core;
	int32_t places[1 + WF_MOST_AROUND], count = 0;
	int32_t passes = atomic_fetch_add_explicit( &field->passes, 1, memory_order_relaxed );
	if ( passes > WF_LEAST_PASSES && passes > core->solution.frontCount / WF_WHOLE_SHARE )
	{
		wfSolveFields( &core, 1, NULL, 0 );
		return;
	}
	places[count++] = vertex;
	for ( int64_t m = matrix->start[vertex]; m < matrix->start[vertex + 1] && count <= WF_MOST_AROUND; ++m )
	{
		int32_t other = matrix->neighbor[m];
		places[count] = other;
		count += field->planner->blocked[other] == 0;
	}
	wfSolveFields( &core, 1, places, count );
}

wfWide wfSurfaceField_Fetch( const wfSurfaceField* field, int32_t vertex )
{
	const wfPlannerCore* planner = field->core.planner;
	const wfSolution* solution = &field->core.solution;
	bool isGoal = wfFieldCore_IsGoal( &field->core, vertex ) != 0;
	if ( isGoal || field->core.version != planner->version || !planner->ready )
	{
		return isGoal ? ( wfWide ){ 1.0, 0 } : wfFieldCore_Fetch( &field->core, vertex );
	}
	if ( planner->blocked[vertex] )
	{
		return ( wfWide ){ 0.0, 0 };
	}
	int32_t position = wfSymbolic_GetPosition( &planner->symbolic, vertex ), front = planner->symbolic.frontOf[position];
	if ( !wfSolution_IsSolved( solution, front ) )
	{
		solveAround( (wfSurfaceField*)field, vertex );
		// Where there was no memory to keep it, this finds it all the same.
		return wfFieldCore_Get( &field->core, vertex );
	}
	wfWide q = wfSolution_Get( solution, front, position );
	return q.mantissa != 0.0 ? q : ( wfWide ){ 0.0, 0 };
}

int32_t wfSurfaceField_FindBest( const wfSurfaceField* field, int32_t vertex )
{
	if ( atomic_load_explicit( &field->hasBest, memory_order_acquire ) )
	{
		return field->bestNeighbor[vertex];
	}
	const wfSurfacePlanner* planner = field->planner;
	const wfMatrix* matrix = &planner->core.matrix;
	wfWide best = wfSurfaceField_Get( field, vertex );
	if ( best.mantissa == 0.0 || wfSurfaceField_IsGoalVertex( field, vertex ) )
	{
		return -1;
	}
	int32_t edge = -1;
	for ( int64_t m = matrix->start[vertex]; m < matrix->start[vertex + 1]; ++m )
	{
		wfWide other = wfSurfaceField_Get( field, matrix->neighbor[m] );
		if ( wfIsWideGreater( other, best ) )
		{
			best = other;
			edge = planner->linkEdge[m];
		}
	}
	return edge;
}

int32_t wfSurfaceField_GetOtherEnd( const wfSurfaceField* field, int32_t vertex, int32_t halfEdge )
{
	const wfIntrinsic* t = &field->planner->intrinsic;
	bool bridge = halfEdge < 0;
	int32_t from = bridge ? wfFromVertex( field->mesh, -2 - halfEdge ) : t->corners[halfEdge];
	int32_t to = bridge ? wfToVertex( field->mesh, -2 - halfEdge ) : t->corners[wfNextHalfEdge( halfEdge )];
	return from == vertex ? to : from;
}

// ----------------------------------------------------------------------------------------------------------- beforehand

bool wfSurfaceField_VisitComponents( const wfSurfaceField* field, wfComponentFcn* visit, void* context )
{
	const wfSurfacePlanner* planner = field->planner;
	const wfMatrix* matrix = &planner->core.matrix;
	bool more = true;
	for ( int32_t k = 0; k < field->core.goalCount && more; ++k )
	{
		int32_t goal = field->core.goals[k], component = planner->freeComponent[goal];
		more = component < 0 || visit( field, component, context );
		int64_t end = component < 0 ? matrix->start[goal + 1] : matrix->start[goal];
		for ( int64_t m = matrix->start[goal]; m < end && more; ++m )
		{
			component = planner->freeComponent[matrix->neighbor[m]];
			more = component < 0 || visit( field, component, context );
		}
	}
	return more;
}

static bool risesEnough( const wfSurfaceField* field, int32_t component, void* context )
{
	(void)context;
	const wfSurfacePlanner* planner = field->planner;
	return planner->leastRise.data[component] >= ( planner->core.single ? WF_SURE_RISE_SINGLE : WF_SURE_RISE );
}

bool wfSurfaceField_RisesEverywhere( const wfSurfaceField* field )
{
	return wfSurfaceField_VisitComponents( field, risesEnough, NULL );
}
