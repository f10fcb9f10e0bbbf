// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Fields: goals in, solved and checked attraction out.

#include "field/planner.h"

#include <math.h>

void wfDestroyField( wfField* field )
{
	if ( field != NULL )
	{
		wfFieldCore_Free( &field->core );
		wfRelease( field, sizeof( *field ) );
	}
}

wfFieldReport wfField_GetReport( const wfField* field )
{
	if ( WF_FAILS( field != NULL ) )
	{
		return ( wfFieldReport ){ 0 };
	}
	// Nothing but memory can be missing here, and then the report says that nothing converged.
	wfFieldCore_SolveAndCheck( (wfFieldCore*)&field->core );
	return field->core.report;
}

static bool isOpen( const wfFieldCore* field, int32_t cell )
{
	return ( (const wfField*)field )->grid->blocked[cell] == 0;
}

// A field with its goal set and nothing solved.
static wfField* createField( wfPlanner* planner, const int32_t* goalCells, int32_t goalCount )
{
	wfField* field = wfAllocateZeroed( sizeof( wfField ) );
	if ( field == NULL )
	{
		return NULL;
	}
	field->planner = planner;
	field->grid = planner->grid;
	field->neumann = planner->stencil.neumann ? 1 : 0;
	field->biased = planner->core.scaled ? 1 : 0;
	if ( wfFieldCore_Allocate( &field->core, &planner->core, goalCount ) != wf_ok )
	{
		wfDestroyField( field );
		return NULL;
	}
	wfFieldCore_SetGoals( &field->core, goalCells, goalCount, isOpen );
	return field;
}

static void destroyFields( wfField** fields, int32_t count )
{
	for ( int32_t k = 0; k < count; ++k )
	{
		wfDestroyField( fields[k] );
		fields[k] = NULL;
	}
}

static wfResult startFields( wfPlanner* planner, wfField** fields, int32_t count )
{
	// An edit of the grid may have moved it.
	wfLock_Acquire( &planner->core.lock );
	planner->core.blocked = planner->grid->blocked;
	wfLock_Release( &planner->core.lock );
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		result = wfFieldCore_Start( &fields[k]->core );
	}
	return result;
}

static wfResult createStarted( wfPlanner* planner, wfField** fields, int32_t count, wfError* error )
{
	wfResult result = startFields( planner, fields, count );
	if ( result != wf_ok )
	{
		destroyFields( fields, count );
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
	int32_t cellCount = planner->core.placeCount;
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
	return createStarted( planner, field, 1, error );
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
		destroyFields( fields, count );
		return result;
	}
	return createStarted( planner, fields, count, error );
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
	wfFieldCore* core = &field->core;
	for ( int32_t k = 0; k < core->goalCount; ++k )
	{
		if ( field->grid->blocked[core->goals[k]] != 0 )
		{
			return wf_goalBlocked;
		}
	}
	// Cells that were taken for goal because others enclosed them are asked anew.
	wfFieldCore_SetGoals( core, core->goals, core->goalCount, isOpen );
	return startFields( field->planner, &field, 1 );
}

wfResult wfField_SolveAll( wfField* field )
{
	return WF_FAILS( field != NULL ) ? wf_invalidDef : wfFieldCore_SolveAndCheck( &field->core );
}

// What the list of a pass has room for.
#define CELLS_PER_PASS ( 1 << 24 )

// The cells and the eight around each, as far as they are in the grid. There is room.
static int32_t listAround( const wfGrid* grid, const int32_t* cells, int32_t count, int32_t* around )
{
	int32_t width = grid->width, height = grid->height, used = 0;
	for ( int32_t n = 0; n < count; ++n )
	{
		bool inside = cells[n] >= 0 && cells[n] < width * height;
		int32_t i = cells[n] % width, j = cells[n] / width;
		for ( int32_t row = j > 0 ? j - 1 : 0; inside && row <= j + 1 && row < height; ++row )
		{
			for ( int32_t column = i > 0 ? i - 1 : 0; column <= i + 1 && column < width; ++column )
			{
				around[used++] = row * width + column;
			}
		}
	}
	return used;
}

static wfResult solveAround( wfFieldCore** fields, int32_t count, const wfGrid* grid, const int32_t* cells, int32_t cellCount )
{
	size_t capacity = 9 * (size_t)( cellCount < CELLS_PER_PASS ? cellCount : CELLS_PER_PASS );
	int32_t* around = wfAllocateArray( capacity, sizeof( int32_t ) );
	wfResult result = around != NULL ? wf_ok : wf_outOfMemory;
	for ( int32_t first = 0; first < cellCount && result == wf_ok; first += CELLS_PER_PASS )
	{
		int32_t left = cellCount - first,
				used = listAround( grid, cells + first, left < CELLS_PER_PASS ? left : CELLS_PER_PASS, around );
		result = wfSolveFields( fields, count, around, used );
	}
	wfReleaseArray( around, capacity, sizeof( int32_t ) );
	return result;
}

wfResult wfSolveFieldCells( wfField* const* fields, int32_t count, const int32_t* cells, int32_t cellCount )
{
	if ( WF_FAILS( ( fields != NULL || count <= 0 ) && ( cells != NULL || cellCount <= 0 ) ) )
	{
		return wf_invalidDef;
	}
	wfResult result = wf_ok;
	for ( int32_t first = 0; first < count && cellCount > 0 && result == wf_ok; )
	{
		wfFieldCore* together[WF_SOLVE_LANES];
		int32_t used = 0;
		while ( first < count && used < WF_SOLVE_LANES && fields[first]->planner == fields[first - used]->planner )
		{
			together[used++] = &fields[first++]->core;
		}
		result = solveAround( together, used, fields[first - 1]->grid, cells, cellCount );
	}
	return result;
}

wfResult wfField_SolveCells( wfField* field, const int32_t* cells, int32_t count )
{
	return wfSolveFieldCells( &field, 1, cells, count );
}

double wfField_CountOperations( const wfField* field )
{
	const wfTrail* trail = &field->core.trail;
	double count = 0.0;
	for ( int32_t k = 0; k < trail->fronts.count; ++k )
	{
		count += (double)wfBlockCount( &field->core.planner->symbolic.fronts[trail->fronts.data[k].front] );
	}
	return count;
}
