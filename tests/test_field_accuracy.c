// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// How accurate fields are: rounding with the distance from the goal, and the cells against walls that run between them.

#include "test_field.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

// Of a corridor one cell wide, with a leak at each cell: the share of q that the next cell has, from the far end back.
static void findShares( long double leak, int32_t count, long double* share )
{
	share[count - 1] = 1.0L / ( 1.0L + leak );
	for ( int32_t i = count - 2; i > 0; --i )
	{
		share[i] = 1.0L / ( 2.0L + leak - share[i + 1] );
	}
}

static int32_t findNextCell( const wfGrid* grid, int32_t before, int32_t cell )
{
	int32_t width = wfGrid_GetWidth( grid ), cells = width * wfGrid_GetHeight( grid );
	const int32_t steps[] = { 1, -1, width, -width };
	for ( int k = 0; k < 4; ++k )
	{
		int32_t next = cell + steps[k];
		bool inside = next >= 0 && next < cells && ( k >= 2 || next / width == cell / width );
		if ( inside && next != before && wfGrid_IsFree( grid, next ) )
		{
			return next;
		}
	}
	return -1;
}

// The figures of docs/solver.md: in proportion to q itself, whatever its size, and no faster than the distance.
TEST( RelativeErrorsGrowWithTheDistance )
{
	if ( LDBL_MANT_DIG <= DBL_MANT_DIG )
	{
		testSkip( "long double is no wider than double" );
		return;
	}
	Scene scene = sceneSerpentine( 1, 62, 60 );
	int32_t count = (int32_t)wfGrid_GetFreeCount( scene.grid );
	long double* share = malloc( (size_t)count * sizeof( long double ) );
	for ( int ordering = 1; ordering <= 2; ++ordering )
	{
		// A number whose square is one, too.
		wfPlannerDef def = wfDefaultPlannerDef();
		def.walls = wf_neumannWalls;
		def.haste = 0.0625;
		def.ordering = (wfOrdering)ordering;
		wfPlanner* planner = NULL;
		wfField* field = NULL;
		int32_t cell = 0, before = -1;
		CHECK_EQUAL( wfCreatePlanner( scene.grid, &def, &planner, NULL ), wf_ok );
		CHECK_EQUAL( wfPlanner_CreateFieldFromCells( planner, &cell, 1, &field, NULL ), wf_ok );
		findShares( (long double)( def.haste * def.haste ), count, share );
		long double exact = 1.0L;
		int32_t passed = 0, wrong = 0;
		for ( ; cell >= 0; ++passed )
		{
			exact *= passed > 0 ? share[passed] : 1.0L;
			wfScaled value = wfField_GetCellValue( field, cell );
			double error = fabs( (double)( ldexpl( (long double)value.mantissa, (int)value.exponent ) / exact - 1.0L ) );
			wrong += error > 1e-15 + 4e-17 * passed ? 1 : 0;
			int32_t next = findNextCell( scene.grid, before, cell );
			before = cell;
			cell = next;
		}
		CHECK_EQUAL( passed, count );
		CHECK_EQUAL( wrong, 0 );
		CHECK( exact < 1e-100L );
		wfDestroyField( field );
		wfDestroyPlanner( planner );
	}
	free( share );
	sceneFree( &scene );
}

#define INNER 0.6
#define OUTER 1.9

// Between a goal within INNER of a centre and a wall at OUTER q is a logarithm. The largest error at places of a spiral between
// them.
static double measureAnnulus( int32_t cells )
{
	const wfVec2 center = { 2.013, 1.987 }; // of no cell, whatever their size
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds = ( wfBox2 ){ { 0.0, 0.0 }, { 4.0, 4.0 } };
	wfWorld* world = NULL;
	CHECK_EQUAL( wfCreateWorld( &worldDef, &world, NULL ), wf_ok );
	wfShapeDef shape = wfDefaultShapeDef();
	shape.kind = wf_discShape;
	shape.role = wf_walkableRole;
	shape.center = center;
	shape.radius = OUTER;
	wfShapeId id;
	CHECK_EQUAL( wfWorld_AddShape( world, &shape, &id, NULL ), wf_ok );
	wfGridDef gridDef = wfDefaultGridDef();
	gridDef.cellSize = 4.0 / cells;
	gridDef.radius = 0.0;
	wfGrid* grid = NULL;
	CHECK_EQUAL( wfCreateGrid( world, &gridDef, &grid, NULL ), wf_ok );
	int32_t* goal = malloc( (size_t)cells * (size_t)cells * sizeof( int32_t ) );
	int32_t goalCount = 0;
	for ( int32_t cell = 0; cell < cells * cells; ++cell )
	{
		wfVec2 place = wfGrid_GetCenter( grid, cell );
		bool in = hypot( place.x - center.x, place.y - center.y ) <= INNER;
		goal[goalCount] = cell;
		goalCount += in ? 1 : 0;
	}
	wfPlannerDef def = wfDefaultPlannerDef();
	wfPlanner* planner = NULL;
	wfField* field = NULL;
	CHECK_EQUAL( wfCreatePlanner( grid, &def, &planner, NULL ), wf_ok );
	CHECK_EQUAL( wfPlanner_CreateFieldFromCells( planner, goal, goalCount, &field, NULL ), wf_ok );
	double worst = 0.0;
	for ( int32_t i = 0; i < 400; ++i )
	{
		double away = INNER + 0.2 + ( OUTER - INNER - 0.4 ) * fmod( 0.6180339887 * i, 1.0 ), turn = 6.283185307179586 * i / 400;
		wfVec2 place = { center.x + away * cos( turn ), center.y + away * sin( turn ) };
		worst = fmax( worst, fabs( wfField_GetValue( field, place ) - log( OUTER / away ) / log( OUTER / INNER ) ) );
	}
	free( goal );
	wfDestroyField( field );
	wfDestroyPlanner( planner );
	wfDestroyGrid( grid );
	wfDestroyWorld( world );
	return worst;
}

// Cells are free or not by their centres: a wall that runs between them is up to a cell off, and so is q.
TEST( CurvedWallsConvergeWithOrderOne )
{
	double order = log2( measureAnnulus( 40 ) / measureAnnulus( 320 ) ) / 3.0;
	CHECK( order > 0.8 && order < 1.2 );
}

void runAccuracyTests( int argc, char** argv )
{
	RUN( RelativeErrorsGrowWithTheDistance );
	RUN( CurvedWallsConvergeWithOrderOne );
}
