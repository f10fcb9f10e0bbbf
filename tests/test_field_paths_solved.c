// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Paths on fields of the real solver: how short they get with haste, how clear they keep without.

#include "test.h"
#include "test_field.h"
#include "test_field_handmade.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
	size = 80,
	startCount = 60
};

// Open ground with rectangles on it; the goal in the middle.
static HandmadeField* makeBlocks( uint64_t seed )
{
	static char text[size][size + 1];
	const char* rows[size];
	for ( int32_t j = 0; j < size; ++j )
	{
		memset( text[j], '.', size );
		text[j][size] = 0;
		rows[j] = text[j];
	}
	uint64_t counter = 0;
	for ( int32_t b = 0; b < 28; ++b )
	{
		int32_t x = (int32_t)( wfRandomUnit( seed, 5, counter ) * size ),
				y = (int32_t)( wfRandomUnit( seed, 5, counter + 1 ) * size );
		int32_t w = 2 + (int32_t)( wfRandomUnit( seed, 5, counter + 2 ) * 16 ),
				h = 2 + (int32_t)( wfRandomUnit( seed, 5, counter + 3 ) * 16 );
		counter += 4;
		// Room around the goal, so that it is not walled in.
		if ( abs( x + w / 2 - size / 2 ) < 14 && abs( y + h / 2 - size / 2 ) < 14 )
		{
			continue;
		}
		for ( int32_t j = y; j < y + h && j < size; ++j )
		{
			for ( int32_t i = x; i < x + w && i < size; ++i )
			{
				text[j][i] = '#';
			}
		}
	}
	text[size / 2][size / 2] = 'G';
	return handmadeFromText( rows, size, 1.0 );
}

// Lengths of the shortest paths with steps to the eight neighbours that cut no corner: what grid planners give.
static void findOctileLengths( const HandmadeField* scene, double* lengths )
{
	const wfGrid* grid = &scene->grid;
	for ( int32_t cell = 0; cell < size * size; ++cell )
	{
		lengths[cell] = scene->field.core.isGoal[cell] ? 0.0 : INFINITY;
	}
	bool changed = true;
	for ( int32_t sweep = 0; changed || sweep < 4; ++sweep )
	{
		changed = false;
		for ( int32_t k = 0; k < size * size; ++k )
		{
			int32_t i = sweep & 1 ? size - 1 - k % size : k % size, j = sweep & 2 ? size - 1 - k / size : k / size;
			for ( int32_t n = 0; n < 9 && wfIsCellFree( grid, i, j ); ++n )
			{
				int32_t di = n % 3 - 1, dj = n / 3 - 1;
				if ( !wfIsCellFree( grid, i + di, j + dj ) || !wfIsCellFree( grid, i + di, j ) ||
					 !wfIsCellFree( grid, i, j + dj ) )
				{
					continue;
				}
				double length = lengths[( j + dj ) * size + i + di] + ( di != 0 && dj != 0 ? sqrt( 2.0 ) : 1.0 );
				if ( n != 4 && length < lengths[j * size + i] )
				{
					lengths[j * size + i] = length;
					changed = true;
				}
			}
		}
	}
}

typedef struct Summary
{
	double ratio, clearance;
	int32_t count;
} Summary;

// Trace from random cells far from the goal.
static Summary traceMany( const HandmadeField* scene, const wfField* field, const double* octile, uint64_t seed )
{
	Summary summary = { 0 };
	wfPath path = { 0 };
	wfTraceDef def = wfDefaultTraceDef();
	for ( uint64_t k = 0; k < startCount; ++k )
	{
		int32_t cell = (int32_t)( wfRandomUnit( seed, 6, k ) * size * size );
		if ( scene->grid.blocked[cell] || !isfinite( octile[cell] ) || octile[cell] < 10.0 )
		{
			continue;
		}
		CHECK_EQUAL( wfField_TracePath( field, ( wfVec2 ){ cell % size + 0.5, cell / size + 0.5 }, &def, &path, NULL ), wf_ok );
		for ( int32_t i = 1; i < path.count; ++i )
		{
			CHECK( wfGrid_IsSegmentFree( &scene->grid, path.points[i - 1], path.points[i] ) );
		}
		CHECK( path.count > 0 && wfField_IsGoal( field, path.points[path.count - 1] ) );
		summary.ratio += path.length / octile[cell];
		summary.clearance += path.clearanceMean;
		summary.count += 1;
	}
	wfPath_Free( &path );
	summary.ratio /= summary.count;
	summary.clearance /= summary.count;
	return summary;
}

static Summary planMany( HandmadeField* scene, double haste, wfWalls walls, const double* octile, uint64_t seed )
{
	Summary summary = { 0 };
	wfPlannerDef def = wfDefaultPlannerDef();
	def.haste = haste;
	def.walls = walls;
	wfPlanner* planner = NULL;
	wfField* field = NULL;
	wfError error = { 0 };
	CHECK_EQUAL( wfCreatePlanner( &scene->grid, &def, &planner, &error ), wf_ok );
	if ( planner == NULL )
	{
		return summary;
	}
	CHECK_EQUAL( wfPlanner_CreateFieldFromCells( planner, scene->field.core.goals, 1, &field, &error ), wf_ok );
	if ( field != NULL )
	{
		summary = traceMany( scene, field, octile, seed );
		wfDestroyField( field );
	}
	wfDestroyPlanner( planner );
	return summary;
}

TEST( HasteMakesPathsShort )
{
	static double octile[size * size];
	const double hastes[] = { 0.5, 3.0, 100.0, 1e6 };
	for ( uint64_t seed = 0; seed < 3; ++seed )
	{
		HandmadeField* scene = makeBlocks( seed );
		findOctileLengths( scene, octile );
		Summary calm = planMany( scene, 0.0, wf_dirichletWalls, octile, seed );
		CHECK( calm.count > 10 );
		for ( int32_t h = 0; h < 4; ++h )
		{
			Summary hasty = planMany( scene, hastes[h], wf_dirichletWalls, octile, seed );
			CHECK( hasty.ratio <= 1.0 );
			CHECK( hasty.ratio < calm.ratio );
			CHECK( hasty.clearance < calm.clearance );
		}
		Summary neumann = planMany( scene, 0.2, wf_neumannWalls, octile, seed );
		CHECK( neumann.ratio < calm.ratio && neumann.clearance < calm.clearance );
		handmadeDestroy( scene );
	}
}

void runSolvedPathTests( int argc, char** argv )
{
	RUN( HasteMakesPathsShort );
}
