// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What solving on meshes adds to the shell: logarithms, an occupied vertex, haste out of dead ends.

#include "base/arrays.h"
#include "surface/system.h"
#include "surface/tuning.h"

#include <string.h>

static void logVertices( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfSurfaceField* field = context;
	for ( int32_t v = begin; v < end; ++v )
	{
		field->logValue[v] = wfGetWideLog( ( wfWide ){ field->core.mantissa[v], field->core.exponent[v] } );
	}
}

static wfResult finishValues( wfFieldCore* core )
{
	wfSurfaceField* field = (wfSurfaceField*)core;
	size_t vertices = wfCountVertices( field->planner );
	wfArrays arrays = { { WF_ONE_ARRAY( field->logValue, vertices ), WF_ONE_ARRAY( field->bestNeighbor, vertices ) } };
	wfResult result = field->logValue == NULL ? wfArrays_Allocate( &arrays ) : wf_ok;
	atomic_store( &field->hasBest, false );
	if ( result == wf_ok )
	{
		wfWorkers_ParallelFor( core->planner->workers, logVertices, core->planner->placeCount, WF_VERTICES_PER_TASK, core );
	}
	return result;
}

// Whether the vertex is held back by anything but goals.
static bool isRepelled( const wfFieldCore* core, int32_t v )
{
	const wfSurfacePlanner* planner = ( (const wfSurfaceField*)core )->planner;
	const wfMatrix* matrix = &planner->core.matrix;
	bool repelled = planner->hasteSquared[v] > 0.0;
	for ( int64_t m = matrix->start[v]; !repelled && m < matrix->start[v + 1]; ++m )
	{
		int32_t other = matrix->neighbor[m];
		repelled = other == core->occupied || ( planner->blocked[other] && !wfFieldCore_IsGoal( core, other ) );
	}
	return repelled;
}

// ------------------------------------------------------------------------------------------------------ an occupied vertex

static bool isPassable( const void* context, int32_t vertex )
{
	const wfFieldCore* field = context;
	return !field->planner->blocked[vertex] && vertex != field->occupied;
}

// What the field can be reached from with one vertex taken out of it: that may part a component in two.
static wfResult cutBehindOccupied( wfFieldCore* field )
{
	size_t count = (size_t)field->planner->placeCount;
	int32_t* queue;
	uint8_t* visited;
	wfArrays arrays = { { WF_ONE_ARRAY( queue, count ), WF_ZEROED_ARRAY( visited, count ) } };
	wfResult result = wfArrays_Allocate( &arrays );
	if ( result == wf_ok )
	{
		memcpy( queue, field->goals, (size_t)field->goalCount * sizeof( int32_t ) );
		wfMatrix_Flood( &field->planner->matrix, queue, field->goalCount, visited, isPassable, field );
	}
	for ( size_t v = 0; result == wf_ok && v < count; ++v )
	{
		if ( !visited[v] )
		{
			field->mantissa[v] = 0.0;
			field->exponent[v] = 0;
		}
	}
	wfArrays_Free( &arrays );
	return result;
}

// a - b of numbers that may be large or small, 0 where that is not above 0.
static wfWide subtractWide( wfWide a, wfWide b )
{
	if ( a.mantissa == 0.0 || b.mantissa == 0.0 || b.exponent > a.exponent )
	{
		return b.mantissa == 0.0 ? a : ( wfWide ){ 0.0, 0 };
	}
	double difference = a.mantissa - b.mantissa * wfTwoTo( b.exponent - a.exponent );
	return difference > 0.0 ? wfMakeWide( difference, a.exponent ) : ( wfWide ){ 0.0, 0 };
}

// The field less that of the occupied vertex, so much of it that q = 0 there.
static wfResult subtractOccupied( wfFieldCore* field, double source )
{
	const wfPlannerCore* planner = field->planner;
	double one = 1.0;
	int32_t zero = 0;
	int32_t node = field->occupied;
	wfGoalSide side = { &node, &one, &zero, 1, 1 };
	wfResult result = wfFieldCore_SolveSide( field, &side );
	wfWide scale = wfMakeWide( -source, 0 );
	for ( int32_t v = 0; result == wf_ok && v < planner->placeCount; ++v )
	{
		int32_t position = wfSymbolic_GetPosition( &planner->symbolic, v );
		wfWide from = wfMakeWide( planner->solver.x[position], planner->solver.exponent[position] );
		if ( from.mantissa != 0.0 && field->mantissa[v] != 0.0 )
		{
			wfWide left = subtractWide( ( wfWide ){ field->mantissa[v], field->exponent[v] }, wfWideMultiply( from, scale ) );
			field->mantissa[v] = left.mantissa;
			field->exponent[v] = left.exponent;
		}
	}
	return result;
}

static wfResult solveOccupied( wfFieldCore* field, const wfFieldSide* side )
{
	wfResult result = wfFieldCore_SolveSide( field, &side->side );
	result = result == wf_ok ? wfFieldCore_TakeSolution( field, 0 ) : result;
	if ( result == wf_ok )
	{
		result = side->occupiedSource < 0.0 ? subtractOccupied( field, side->occupiedSource ) : wf_ok;
	}
	if ( result == wf_ok )
	{
		result = cutBehindOccupied( field );
	}
	result = result == wf_ok ? wfFieldCore_FinishValues( field ) : result;
	result = result == wf_ok ? wfFieldCore_Check( field ) : result;
	bool exact = field->report.flatCount == 0 && field->report.maxRelativeResidual <= WF_DIFFERENCE_RESIDUAL;
	return result == wf_ok && !exact ? wfFieldCore_SolvePinned( field, side, NULL ) : result;
}

// -------------------------------------------------------------------------------------------------------------- dead ends

static wfResult solveExactly( wfFieldCore* field, const wfMatrix* matrix )
{
	wfFieldSide side;
	wfResult result = wfFieldSide_Init( &side, field );
	if ( result == wf_ok )
	{
		result = wfFieldCore_SolvePinned( field, &side, matrix );
	}
	wfFieldSide_Free( &side );
	return result == wf_ok ? wfFieldCore_Check( field ) : result;
}

// Without haste attraction levels out in dead ends that nothing repels from, down to less than a double can tell: a little haste
// then leads out of them.
static wfResult solveWithLeastHaste( wfFieldCore* core )
{
	wfSurfaceField* field = (wfSurfaceField*)core;
	const wfSurfacePlanner* planner = field->planner;
	double haste = wfGetLeastHaste( planner );
	field->addedHasteSquared = haste * haste;
	core->pockets.count = 0;
	wfMatrix matrix = core->planner->matrix;
	matrix.excess = wfAllocateArray( wfCountVertices( planner ), sizeof( double ) );
	for ( int32_t v = 0; matrix.excess != NULL && v < matrix.count; ++v )
	{
		matrix.excess[v] = core->planner->matrix.excess[v] + planner->mass[v] * field->addedHasteSquared;
	}
	wfResult result = matrix.excess != NULL ? solveExactly( core, &matrix ) : wf_outOfMemory;
	wfReleaseArray( matrix.excess, wfCountVertices( planner ), sizeof( double ) );
	return result;
}

// A factor in single precision may be all that is wrong: one of the field's own is exact.
static wfResult solveFlat( wfFieldCore* core )
{
	wfResult result = core->planner->single ? solveExactly( core, NULL ) : wf_ok;
	return result == wf_ok && core->report.flatCount > 0 ? solveWithLeastHaste( core ) : result;
}

const wfPlannerKind wfSurfaceKind = {
	.unknowns = "vertices",
	.remedy = "take a coarser mesh",
	.isRepelled = isRepelled,
	.finishValues = finishValues,
	.checkPart = wfSurfaceField_CheckPart,
	.finishCheck = wfSurfaceField_FinishCheck,
	.getBest = wfSurfaceField_GetBest,
	.solveOccupied = solveOccupied,
	.solveFlat = solveFlat,
};
