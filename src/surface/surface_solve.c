// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// From right-hand sides to attraction, checked.

#include "surface/system.h"

#include <string.h>

// What does not solve the equation this well must not pass for a field; never seen.
#define WRONG_RESIDUAL 1e-6

// With an obstacle of its own a field is a difference; where that costs more than this it is solved anew.
#define DIFFERENCE_RESIDUAL 1e-10

// Vertices that one worker takes at a time.
#define VERTICES_PER_TASK 2048

// Room for the solution of so many lanes.
static wfResult prepareSolution( wfSurfacePlanner* planner, int32_t lanes )
{
	size_t entries = wfCountVertices( planner ) * (size_t)lanes;
	wfResult result = wfGrowArray( &planner->solution.mantissa, &planner->mantissaCapacity, entries, sizeof( double ) );
	return result != wf_ok ? result
						   : wfGrowArray( &planner->solution.exponent, &planner->exponentCapacity, entries, sizeof( int32_t ) );
}

typedef struct Taking
{
	wfSurfaceField* field;
	const wfSurfacePlanner* planner;
	int32_t lanes, lane;
	double divisor;
	int32_t shift;
	bool empty; // no source at all
} Taking;

static void takeVertices( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	const Taking* taking = context;
	wfSurfaceField* field = taking->field;
	const wfWideVector* x = &taking->planner->solution;
	const int32_t* positionOf = taking->planner->symbolic.positionOf;
	for ( int32_t v = begin; v < end; ++v )
	{
		int64_t index = (int64_t)positionOf[v] * taking->lanes + taking->lane;
		wfWide value = { taking->empty ? 0.0 : x->mantissa[index], x->exponent[index] };
		if ( value.mantissa != 0.0 )
		{
			value = wfMakeWide( value.mantissa / taking->divisor, value.exponent - taking->shift );
		}
		field->mantissa[v] = value.mantissa;
		field->exponent[v] = value.mantissa == 0.0 ? 0 : value.exponent;
	}
}

// Write one lane of the solution into a field, divided by its value at the goal where asked.
static void takeSolution( wfSurfaceField* field, int32_t lanes, int32_t lane, const wfGoalSide* side )
{
	const wfSurfacePlanner* planner = field->planner;
	Taking taking = { field, planner, lanes, lane, 1.0, 0, side->count == 0 };
	if ( side->normalise )
	{
		int64_t index = (int64_t)planner->symbolic.positionOf[side->nodes[0]] * lanes + lane;
		taking.divisor = planner->solution.mantissa[index];
		taking.shift = planner->solution.exponent[index];
	}
	wfWorkers_ParallelFor( planner->def.workers, takeVertices, planner->mesh->vertexCount, VERTICES_PER_TASK, &taking );
}

static void logVertices( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfSurfaceField* field = context;
	for ( int32_t v = begin; v < end; ++v )
	{
		double mantissa = field->mantissa[v];
		field->reachable[v] = mantissa != 0.0;
		field->logValue[v] = mantissa != 0.0 ? wfLog( mantissa ) + field->exponent[v] * WF_LN_2 : -INFINITY;
	}
}

// Goals and what is occupied as they must be, then logarithms.
static void finishValues( wfSurfaceField* field )
{
	for ( int32_t k = 0; k < field->goalCount; ++k )
	{
		field->mantissa[field->goals[k]] = 1.0;
		field->exponent[field->goals[k]] = 0;
	}
	if ( field->occupied >= 0 )
	{
		field->mantissa[field->occupied] = 0.0;
		field->exponent[field->occupied] = 0;
	}
	const wfSurfacePlanner* planner = field->planner;
	wfWorkers_ParallelFor( planner->def.workers, logVertices, planner->mesh->vertexCount, VERTICES_PER_TASK, field );
}

// ---------------------------------------------------------------------------------------------------- with own factors

// A copy of the matrix' excess with the haste that is the field's own.
static wfResult addHaste( const wfSurfaceField* field, wfMatrix* matrix )
{
	const wfSurfacePlanner* planner = field->planner;
	double* excess = wfAllocateArray( wfCountVertices( planner ), sizeof( double ) );
	if ( excess == NULL )
	{
		return wf_outOfMemory;
	}
	for ( int32_t v = 0; v < matrix->count; ++v )
	{
		excess[v] = matrix->excess[v] + planner->mass[v] * field->addedHasteSquared;
	}
	matrix->excess = excess;
	return wf_ok;
}

// Goals, and the occupied vertex, leave the matrix.
static wfResult solveWithOwnFactor( wfSurfaceField* field, const wfSurfaceSide* side )
{
	wfSurfacePlanner* planner = field->planner;
	size_t capacity = (size_t)field->goalCount + 1;
	int32_t* nodes = wfAllocateArray( capacity, sizeof( int32_t ) );
	wfWide* values = wfAllocateArray( capacity, sizeof( wfWide ) );
	wfResult result = nodes != NULL && values != NULL ? prepareSolution( planner, 1 ) : wf_outOfMemory;
	int32_t count = 0;
	for ( int32_t k = 0; result == wf_ok && k < field->goalCount; ++k )
	{
		if ( !planner->blocked[field->goals[k]] )
		{
			values[count] = ( wfWide ){ 1.0, 0 };
			nodes[count++] = field->goals[k];
		}
	}
	if ( result == wf_ok && field->occupied >= 0 && !planner->blocked[field->occupied] )
	{
		values[count] = ( wfWide ){ 0.0, 0 };
		nodes[count++] = field->occupied;
	}
	wfMatrix matrix = planner->matrix;
	if ( result == wf_ok && field->addedHasteSquared > 0.0 )
	{
		result = addHaste( field, &matrix );
	}
	if ( result == wf_ok )
	{
		wfPinnedProblem problem = { &matrix, &planner->symbolic, nodes, values, count, &side->fromLimits, planner->def.workers };
		result = wfSolvePinned( &problem, planner->solution, &planner->scratch );
	}
	if ( result == wf_ok )
	{
		wfGoalSide all = { .nodes = nodes, .count = 1 };
		takeSolution( field, 1, 0, &all );
		finishValues( field );
	}
	if ( matrix.excess != planner->matrix.excess )
	{
		wfReleaseArray( matrix.excess, wfCountVertices( planner ), sizeof( double ) );
	}
	wfReleaseArray( nodes, capacity, sizeof( int32_t ) );
	wfReleaseArray( values, capacity, sizeof( wfWide ) );
	return result;
}

// What the field can be reached from with one vertex taken out of it: that may part a component in two.
static wfResult cutBehindOccupied( wfSurfaceField* field )
{
	const wfSurfacePlanner* planner = field->planner;
	const wfMatrix* matrix = &planner->matrix;
	size_t count = wfCountVertices( planner );
	int32_t* queue = wfAllocateArray( count, sizeof( int32_t ) );
	uint8_t* visited = wfAllocateZeroed( count );
	wfResult result = queue != NULL && visited != NULL ? wf_ok : wf_outOfMemory;
	int64_t tail = 0;
	for ( int32_t k = 0; result == wf_ok && k < field->goalCount; ++k )
	{
		visited[field->goals[k]] = 1;
		queue[tail++] = field->goals[k];
	}
	for ( int64_t head = 0; head < tail; ++head )
	{
		int32_t v = queue[head];
		for ( int64_t m = matrix->start[v]; m < matrix->start[v + 1]; ++m )
		{
			int32_t other = matrix->neighbor[m];
			if ( !planner->blocked[other] && !visited[other] && other != field->occupied )
			{
				visited[other] = 1;
				queue[tail++] = other;
			}
		}
	}
	for ( size_t v = 0; result == wf_ok && v < count; ++v )
	{
		if ( !visited[v] )
		{
			field->mantissa[v] = 0.0;
			field->exponent[v] = 0;
		}
	}
	wfReleaseArray( queue, count, sizeof( int32_t ) );
	wfReleaseArray( visited, count, 1 );
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
static wfResult subtractOccupied( wfSurfaceField* field, double source )
{
	wfSurfacePlanner* planner = field->planner;
	double one = 1.0;
	int32_t zero = 0;
	int32_t node = field->occupied;
	wfGoalSide side = { &node, &one, &zero, 1, 1, false };
	wfResult result = wfSolveGoalSides( &planner->factor, &side, 1, planner->solution, &planner->scratch, planner->def.workers );
	wfWide scale = wfMakeWide( -source, 0 );
	for ( int32_t v = 0; result == wf_ok && v < planner->mesh->vertexCount; ++v )
	{
		int32_t position = planner->symbolic.positionOf[v];
		wfWide from = { planner->solution.mantissa[position], planner->solution.exponent[position] };
		if ( from.mantissa != 0.0 && field->mantissa[v] != 0.0 )
		{
			wfWide left = subtractWide( ( wfWide ){ field->mantissa[v], field->exponent[v] }, wfWideMultiply( from, scale ) );
			field->mantissa[v] = left.mantissa;
			field->exponent[v] = left.exponent;
		}
	}
	return result;
}

static wfResult solveAlone( wfSurfaceField* field, const wfSurfaceSide* side )
{
	if ( side->needsFactor )
	{
		return solveWithOwnFactor( field, side );
	}
	wfSurfacePlanner* planner = field->planner;
	wfResult result = prepareSolution( planner, 1 );
	if ( result == wf_ok )
	{
		result = wfSolveGoalSides( &planner->factor, &side->side, 1, planner->solution, &planner->scratch, planner->def.workers );
	}
	if ( result == wf_ok )
	{
		takeSolution( field, 1, 0, &side->side );
		result = side->occupiedSource < 0.0 ? subtractOccupied( field, side->occupiedSource ) : wf_ok;
	}
	if ( result == wf_ok && field->occupied >= 0 )
	{
		result = cutBehindOccupied( field );
	}
	if ( result == wf_ok )
	{
		finishValues( field );
		result = field->occupied >= 0 ? wfSurfaceField_Check( field ) : wf_ok;
	}
	if ( result == wf_ok && field->occupied >= 0 &&
		 ( field->report.flatVertices > 0 || !( field->report.maxRelativeResidual <= DIFFERENCE_RESIDUAL ) ) )
	{
		result = solveWithOwnFactor( field, side );
	}
	return result;
}

// --------------------------------------------------------------------------------------------------------------- batches

typedef struct Batch
{
	wfSurfaceField* fields[WF_SOLVE_LANES];
	wfGoalSide sides[WF_SOLVE_LANES]; // owned by the batch
	int32_t count;
} Batch;

static wfResult solveBatch( wfSurfacePlanner* planner, Batch* batch )
{
	int32_t lanes = wfCountLanes( batch->count );
	wfResult result = batch->count > 0 ? prepareSolution( planner, lanes ) : wf_ok;
	if ( result == wf_ok && batch->count > 0 )
	{
		result = wfSolveGoalSides( &planner->factor, batch->sides, batch->count, planner->solution, &planner->scratch,
								   planner->def.workers );
	}
	for ( int32_t r = 0; r < batch->count; ++r )
	{
		if ( result == wf_ok )
		{
			takeSolution( batch->fields[r], lanes, r, &batch->sides[r] );
			finishValues( batch->fields[r] );
		}
		wfGoalSide_Free( &batch->sides[r] );
	}
	batch->count = 0;
	return result;
}

// Solve at once what needs a solve of its own, the rest in lanes.
static wfResult addField( wfSurfacePlanner* planner, Batch* batch, wfSurfaceField* field )
{
	wfSurfaceSide side;
	wfResult result = wfSurfaceSide_Init( &side, field );
	if ( result == wf_ok && ( side.needsFactor || field->occupied >= 0 ) )
	{
		result = solveAlone( field, &side );
	}
	else if ( result == wf_ok )
	{
		batch->fields[batch->count] = field;
		batch->sides[batch->count++] = side.side;
		memset( &side.side, 0, sizeof( side.side ) );
	}
	wfSurfaceSide_Free( &side );
	if ( result == wf_ok && batch->count == WF_SOLVE_LANES )
	{
		result = solveBatch( planner, batch );
	}
	return result;
}

// Without haste attraction levels out in dead ends that nothing repels from, down to less than a double can tell: a little haste
// then leads out of them.
static wfResult solveWithLeastHaste( wfSurfaceField* field )
{
	double haste = wfGetLeastHaste( field->planner );
	field->addedHasteSquared = haste * haste;
	for ( size_t v = 0; v < wfCountVertices( field->planner ); ++v )
	{
		field->isGoal[v] = field->isGoal[v] == 1;
	}
	wfSurfaceSide side;
	wfResult result = wfSurfaceSide_Init( &side, field );
	if ( result == wf_ok )
	{
		result = solveWithOwnFactor( field, &side );
	}
	wfSurfaceSide_Free( &side );
	return result == wf_ok ? wfSurfaceField_Check( field ) : result;
}

static wfResult checkField( wfSurfaceField* field )
{
	wfResult result = wfSurfaceField_Check( field );
	if ( result == wf_ok && field->report.flatVertices > 0 )
	{
		int64_t filled = wfSurfaceField_FillPockets( field );
		result = filled < 0 ? wf_outOfMemory : ( filled > 0 ? wfSurfaceField_Check( field ) : wf_ok );
	}
	if ( result == wf_ok && field->report.flatVertices > 0 )
	{
		result = solveWithLeastHaste( field );
	}
	bool solved = field->report.maxRelativeResidual <= WRONG_RESIDUAL;
	return result == wf_ok && !solved ? wf_numericalFailure : result;
}

static void freeBatch( Batch* batch )
{
	for ( int32_t r = 0; r < batch->count; ++r )
	{
		wfGoalSide_Free( &batch->sides[r] );
	}
}

wfResult wfSurfacePlanner_SolveFields( wfSurfacePlanner* planner, wfSurfaceField** fields, int32_t count )
{
	double began = wfGetSeconds();
	// An update that failed said so.
	wfResult result = planner->broken ? wf_numericalFailure : wf_ok;
	Batch batch = { 0 };
	for ( int32_t k = 0; result == wf_ok && k < count; ++k )
	{
		fields[k]->addedHasteSquared = 0.0;
		result = addField( planner, &batch, fields[k] );
	}
	if ( result == wf_ok )
	{
		result = solveBatch( planner, &batch );
	}
	freeBatch( &batch );
	for ( int32_t k = 0; result == wf_ok && k < count; ++k )
	{
		result = checkField( fields[k] );
	}
	double seconds = ( wfGetSeconds() - began ) / ( count > 0 ? count : 1 );
	for ( int32_t k = 0; k < count; ++k )
	{
		fields[k]->report.seconds = seconds;
	}
	return result;
}
