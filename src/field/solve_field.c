// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Fields: goals in, solved and checked attraction out.

#include "field/planner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t countCells( const wfGrid* grid )
{
	return (size_t)grid->width * (size_t)grid->height;
}

void wfDestroyField( wfField* field )
{
	if ( field == NULL )
	{
		return;
	}
	size_t cells = countCells( field->grid );
	wfReleaseArray( field->mantissa, cells, sizeof( double ) );
	wfReleaseArray( field->exponent, cells, sizeof( int32_t ) );
	wfReleaseArray( field->isGoal, cells, 1 );
	wfReleaseArray( field->goalCells, (size_t)field->goalCapacity, sizeof( int32_t ) );
	wfRelease( field, sizeof( *field ) );
}

wfFieldReport wfField_GetReport( const wfField* field )
{
	if ( WF_FAILS( field != NULL ) )
	{
		return ( wfFieldReport ){ 0 };
	}
	return field->report;
}

static int compareCells( const void* a, const void* b )
{
	int32_t x = *(const int32_t*)a;
	int32_t y = *(const int32_t*)b;
	return ( x > y ) - ( x < y );
}

// A field with its goal set and nothing solved.
static wfField* createField( wfPlanner* planner, const int32_t* goalCells, int32_t goalCount )
{
	wfField* field = wfAllocateZeroed( sizeof( wfField ) );
	if ( field == NULL )
	{
		return NULL;
	}
	size_t cells = countCells( planner->grid );
	field->planner = planner;
	field->grid = planner->grid;
	field->neumann = planner->stencil.neumann ? 1 : 0;
	field->biased = planner->stencil.slopeX != 0.0 || planner->stencil.slopeY != 0.0 ? 1 : 0;
	field->mantissa = wfAllocateArray( cells, sizeof( double ) );
	field->exponent = wfAllocateArray( cells, sizeof( int32_t ) );
	field->isGoal = wfAllocateZeroed( cells );
	field->goalCells = wfAllocateArray( (size_t)goalCount, sizeof( int32_t ) );
	field->goalCount = goalCount;
	field->goalCapacity = goalCount;
	if ( field->mantissa == NULL || field->exponent == NULL || field->isGoal == NULL || field->goalCells == NULL )
	{
		wfDestroyField( field );
		return NULL;
	}
	memcpy( field->goalCells, goalCells, (size_t)goalCount * sizeof( int32_t ) );
	qsort( field->goalCells, (size_t)goalCount, sizeof( int32_t ), compareCells );
	// Once each.
	int32_t used = 0;
	for ( int32_t k = 0; k < goalCount; ++k )
	{
		if ( field->isGoal[field->goalCells[k]] == 0 )
		{
			field->isGoal[field->goalCells[k]] = 1;
			field->goalCells[used++] = field->goalCells[k];
		}
	}
	field->goalCount = used;
	return field;
}

// Write one lane of the solution into a field: divided by its value at the goal where asked, the bias scaled back in.
static void takeSolution( wfField* field, const wfPlanner* planner, int32_t lanes, int32_t lane, const wfGoalSide* side )
{
	const wfWideVector* x = &planner->solution;
	size_t cells = countCells( field->grid );
	memset( field->mantissa, 0, cells * sizeof( double ) );
	memset( field->exponent, 0, cells * sizeof( int32_t ) );
	double divisor = 1.0;
	int32_t shift = 0;
	if ( side->normalise )
	{
		int64_t index = (int64_t)planner->symbolic.positionOf[side->nodes[0]] * lanes + lane;
		wfWide scale = wfPlanner_GetScale( planner, planner->system.cellOfNode[side->nodes[0]] );
		wfWide value = wfWideMultiply( ( wfWide ){ x->mantissa[index], x->exponent[index] }, scale );
		divisor = value.mantissa;
		shift = value.exponent;
	}
	int32_t count = side->count > 0 ? planner->symbolic.count : 0;
	for ( int32_t position = 0; position < count; ++position )
	{
		int64_t index = (int64_t)position * lanes + lane;
		wfWide value = { x->mantissa[index], x->exponent[index] };
		if ( value.mantissa == 0.0 )
		{
			continue;
		}
		int32_t cell = planner->cellAt[position];
		if ( planner->columnScale != NULL )
		{
			value = wfWideMultiply( value, wfPlanner_GetScale( planner, cell ) );
		}
		value = wfMakeWide( value.mantissa / divisor, value.exponent - shift );
		field->mantissa[cell] = value.mantissa;
		field->exponent[cell] = value.exponent;
	}
	for ( int32_t k = 0; k < field->goalCount; ++k )
	{
		field->mantissa[field->goalCells[k]] = 1.0;
		field->exponent[field->goalCells[k]] = 0;
	}
}

// Room for the solution of so many lanes.
static wfResult prepareSolution( wfPlanner* planner, int32_t lanes )
{
	size_t entries = (size_t)planner->symbolic.count * (size_t)lanes;
	wfResult result = wfGrowArray( &planner->solution.mantissa, &planner->mantissaCapacity, entries, sizeof( double ) );
	return result != wf_ok ? result
						   : wfGrowArray( &planner->solution.exponent, &planner->exponentCapacity, entries, sizeof( int32_t ) );
}

// Up to WF_SOLVE_LANES fields in one go.
static wfResult solveBatch( wfPlanner* planner, wfField** fields, int32_t count )
{
	wfGoalSide sides[WF_SOLVE_LANES] = { 0 };
	int32_t lanes = wfCountLanes( count );
	wfResult result = wf_ok;
	for ( int32_t r = 0; result == wf_ok && r < count; ++r )
	{
		result = wfGoalSide_Init( &sides[r], planner, fields[r] );
	}
	if ( result == wf_ok )
	{
		result = prepareSolution( planner, lanes );
	}
	if ( result == wf_ok )
	{
		result = wfSolveGoalSides( &planner->factor, sides, count, planner->solution, &planner->scratch, planner->def.workers );
	}
	for ( int32_t r = 0; r < count; ++r )
	{
		if ( result == wf_ok )
		{
			takeSolution( fields[r], planner, lanes, r, &sides[r] );
		}
		wfGoalSide_Free( &sides[r] );
	}
	return result;
}

// A goal with a long rim: its cells leave the matrix and feed their neighbours instead, with a factor of its own.
static wfResult solveLargeGoal( wfPlanner* planner, wfField* field )
{
	size_t count = (size_t)field->goalCount;
	int32_t* nodes = wfAllocateArray( count, sizeof( int32_t ) );
	wfWide* values = wfAllocateArray( count, sizeof( wfWide ) );
	wfResult result = nodes != NULL && values != NULL ? prepareSolution( planner, 1 ) : wf_outOfMemory;
	for ( size_t k = 0; result == wf_ok && k < count; ++k )
	{
		nodes[k] = planner->system.nodeOfCell[field->goalCells[k]];
		wfWide scale = wfPlanner_GetScale( planner, field->goalCells[k] );
		values[k] = wfMakeWide( 1.0 / scale.mantissa, -scale.exponent );
	}
	if ( result == wf_ok )
	{
		wfPinnedProblem problem = { &planner->system.matrix, &planner->symbolic, nodes, values, field->goalCount, NULL,
									planner->def.workers };
		result = wfSolvePinned( &problem, planner->solution, &planner->scratch );
	}
	if ( result == wf_ok )
	{
		wfGoalSide side = { .nodes = nodes, .count = field->goalCount };
		takeSolution( field, planner, 1, 0, &side );
	}
	wfReleaseArray( nodes, count, sizeof( int32_t ) );
	wfReleaseArray( values, count, sizeof( wfWide ) );
	return result;
}

#define WRONG_RESIDUAL 1e-6

// The check, and what it may ask for.
static wfResult checkField( wfField* field )
{
	wfResult result = wfField_Check( field );
	if ( result == wf_ok && field->report.flatCells > 0 && field->planner->def.haste == 0.0 )
	{
		int64_t filled = wfField_FillPockets( field );
		result = filled < 0 ? wf_outOfMemory : ( filled > 0 ? wfField_Check( field ) : wf_ok );
	}
	// Never seen; but what does not solve the equation must not pass for a field.
	bool solved = field->report.maxRelativeResidual <= WRONG_RESIDUAL;
	return result == wf_ok && !solved ? wf_numericalFailure : result;
}

// Cells that were taken for goal because others enclosed them are asked anew.
static void emptyPockets( wfField* field )
{
	size_t cells = countCells( field->grid );
	for ( size_t cell = 0; cell < cells; ++cell )
	{
		field->isGoal[cell] = field->isGoal[cell] == 2 ? 0 : field->isGoal[cell];
	}
}

wfResult wfPlanner_SolveFields( wfPlanner* planner, wfField** fields, int32_t count )
{
	double began = wfGetSeconds();
	// Without a factor an update of the planner failed; its result said so.
	wfResult result = planner->factor.values != NULL ? wf_ok : wf_numericalFailure;
	wfField* lanes[WF_SOLVE_LANES];
	int32_t used = 0;
	for ( int32_t k = 0; result == wf_ok && k < count; ++k )
	{
		if ( fields[k]->goalCount > WF_GOAL_RIM_LIMIT )
		{
			result = solveLargeGoal( planner, fields[k] );
		}
		else
		{
			lanes[used++] = fields[k];
		}
		if ( result == wf_ok && used > 0 && ( used == WF_SOLVE_LANES || k + 1 == count ) )
		{
			result = solveBatch( planner, lanes, used );
			used = 0;
		}
	}
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

static wfResult createSolved( wfPlanner* planner, wfField** fields, int32_t count, wfError* error )
{
	wfResult result = wfPlanner_SolveFields( planner, fields, count );
	if ( result != wf_ok )
	{
		for ( int32_t k = 0; k < count; ++k )
		{
			wfDestroyField( fields[k] );
			fields[k] = NULL;
		}
		return wfFail( error, result, "%s", wfDescribeResult( result ) );
	}
	return wf_ok;
}

wfResult wfPlanner_CreateFieldFromCells( wfPlanner* planner, const int32_t* cells, int32_t count, wfField** field,
										 wfError* error )
{
	if ( WF_FAILS( planner != NULL && field != NULL && ( cells != NULL || count == 0 ) ) )
	{
		return wf_invalidDef;
	}
	*field = NULL;
	int32_t cellCount = (int32_t)countCells( planner->grid );
	for ( int32_t k = 0; k < count; ++k )
	{
		if ( cells[k] < 0 || cells[k] >= cellCount || planner->grid->blocked[cells[k]] != 0 )
		{
			return wfFail( error, wf_goalBlocked, "goal cell %d is outside of the grid or blocked; expected a free cell",
						   cells[k] );
		}
	}
	if ( count <= 0 )
	{
		return wfFail( error, wf_goalBlocked, "the goal covers no free cell" );
	}
	*field = createField( planner, cells, count );
	if ( *field == NULL )
	{
		return wfFail( error, wf_outOfMemory, "no memory for a field" );
	}
	return createSolved( planner, field, 1, error );
}

static wfResult createFromGoal( wfPlanner* planner, const wfGoalDef* goal, wfField** field, wfError* error )
{
	if ( WF_FAILS( goal->internalCookie == WF_COOKIE && goal->points != NULL && goal->pointCount > 0 ) )
	{
		return wf_invalidDef;
	}
	for ( int32_t k = 0; k < goal->pointCount; ++k )
	{
		if ( !isfinite( goal->points[k].x ) || !isfinite( goal->points[k].y ) )
		{
			return wfFail( error, wf_outOfRange, "point %d of goal %s is (%g, %g); expected finite numbers", k,
						   goal->name != NULL ? goal->name : "", goal->points[k].x, goal->points[k].y );
		}
	}
	int32_t count = wfGrid_GetGoalCells( planner->grid, goal, NULL, 0 );
	if ( count <= 0 )
	{
		wfVec2 place = goal->points[0];
		return wfFail( error, wf_goalBlocked,
					   "goal %s at (%g, %g) covers no free cell: it lies in an obstacle or outside of the world",
					   goal->name != NULL ? goal->name : "", place.x, place.y );
	}
	int32_t* cells = wfAllocateArray( (size_t)count, sizeof( int32_t ) );
	if ( cells == NULL )
	{
		return wfFail( error, wf_outOfMemory, "no memory for a goal of %d cells", count );
	}
	wfGrid_GetGoalCells( planner->grid, goal, cells, count );
	*field = createField( planner, cells, count );
	wfReleaseArray( cells, (size_t)count, sizeof( int32_t ) );
	return *field != NULL ? wf_ok : wfFail( error, wf_outOfMemory, "no memory for a field" );
}

wfResult wfPlanner_CreateFields( wfPlanner* planner, const wfGoalDef* goals, int32_t count, wfField** fields, wfError* error )
{
	if ( WF_FAILS( planner != NULL && fields != NULL && ( goals != NULL || count == 0 ) ) )
	{
		return wf_invalidDef;
	}
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < count; ++k )
	{
		fields[k] = NULL;
	}
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		result = createFromGoal( planner, &goals[k], &fields[k], error );
	}
	if ( result != wf_ok )
	{
		for ( int32_t k = 0; k < count; ++k )
		{
			wfDestroyField( fields[k] );
			fields[k] = NULL;
		}
		return result;
	}
	return createSolved( planner, fields, count, error );
}

wfResult wfPlanner_CreateField( wfPlanner* planner, const wfGoalDef* goal, wfField** field, wfError* error )
{
	return wfPlanner_CreateFields( planner, goal, 1, field, error );
}

wfResult wfField_Solve( wfField* field )
{
	if ( WF_FAILS( field != NULL ) )
	{
		return wf_invalidDef;
	}
	// An edit may have covered goal cells.
	int32_t left = 0;
	for ( int32_t k = 0; k < field->goalCount; ++k )
	{
		left += field->grid->blocked[field->goalCells[k]] == 0;
	}
	if ( left < field->goalCount )
	{
		return wf_goalBlocked;
	}
	emptyPockets( field );
	return wfPlanner_SolveFields( field->planner, &field, 1 );
}
