// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Grids: what is blocked, components, costs, goals.
#include "test_world.h"

#include "base/base.h"
#include "world/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

TEST( CellsFollowTheDistance )
{
	uint64_t state = 3;
	for ( int32_t run = 0; run < 8; ++run )
	{
		wfWorld* world = makeWorld( 16.0, 12.0 );
		for ( int32_t k = 0; k < 8; ++k )
		{
			addRandomShape( world, &state );
		}
		double radius = run % 2 == 0 ? 0.25 : 0.4;
		wfGrid* grid = makeGrid( world, 0.25, radius );
		CHECK_EQUAL( wfGrid_GetWidth( grid ), 64 );
		CHECK_EQUAL( wfGrid_GetHeight( grid ), 48 );
		int64_t count = 0;
		for ( int32_t cell = 0; cell < 64 * 48; ++cell )
		{
			double distance = wfWorld_GetDistance( world, wfGrid_GetCenter( grid, cell ), 0 );
			CHECK_NEAR( wfGrid_GetClearance( grid, cell ), distance, 1e-6 );
			if ( fabs( distance - radius ) > 1e-8 )
			{
				CHECK( wfGrid_IsFree( grid, cell ) == ( distance >= radius ) );
			}
			count += wfGrid_IsFree( grid, cell );
			CHECK( ( wfGrid_GetComponent( grid, cell ) >= 0 ) == wfGrid_IsFree( grid, cell ) );
		}
		CHECK_EQUAL( wfGrid_GetFreeCount( grid ), count );
		wfDestroyGrid( grid );
		wfDestroyWorld( world );
	}
}

TEST( ExactFitsStayOpen )
{
	// Corridors of just two radii whose middle is a row of centres.
	for ( int32_t k = 1; k <= 20; ++k )
	{
		double cell = 0.1 * k / 7.0, radius = 1.5 * cell;
		wfWorld* world = makeWorld( 30 * cell, 9 * cell );
		addShape( world, boxDef( 15 * cell, 1.5 * cell, 15 * cell, 1.5 * cell, 0 ), wf_obstacleRole );
		addShape( world, boxDef( 15 * cell, 7.5 * cell, 15 * cell, 1.5 * cell, 0 ), wf_obstacleRole );
		wfGrid* grid = makeGrid( world, cell, radius );
		CHECK_EQUAL( wfGrid_GetFreeCount( grid ), 28 );
		wfDestroyGrid( grid );
		wfDestroyWorld( world );
	}
}

// Thin walls, drawn in any direction, must part the cells on their two sides even when no centre lies in them.
TEST( ThinWallsAreNeverCrossed )
{
	uint64_t state = 11;
	for ( int32_t run = 0; run < 60; ++run )
	{
		wfWorld* world = makeWorld( 20.0, 20.0 );
		double angle = run == 0 ? 0.0 : randomIn( &state, 0, 3.14159 );
		double offset = run < 3 ? 0.0 : randomIn( &state, -2, 2 );
		wfVec2 direction = { cos( angle ), sin( angle ) };
		wfVec2 middle = { 10 - offset * direction.y, 10 + offset * direction.x };
		const wfVec2 wall[2] = { { middle.x - 40 * direction.x, middle.y - 40 * direction.y },
								 { middle.x + 40 * direction.x, middle.y + 40 * direction.y } };
		if ( run % 3 == 0 )
		{
			addShape( world, lineDef( wall, 2, 0.0 ), wf_obstacleRole );
		}
		else if ( run % 3 == 1 )
		{
			addShape( world, boxDef( middle.x, middle.y, 40, 0.01, angle ), wf_obstacleRole );
		}
		else
		{
			addShape( world, lineDef( wall, 2, 0.02 ), wf_obstacleRole );
		}
		wfGrid* grid = makeGrid( world, run % 2 == 0 ? 0.5 : 0.7, run % 5 == 0 ? 0.1 : 0.0 );
		for ( int32_t a = 0; a < grid->width * grid->height; ++a )
		{
			wfVec2 p = wfGrid_GetCenter( grid, a );
			double sideA = ( p.x - middle.x ) * direction.y - ( p.y - middle.y ) * direction.x;
			const int32_t others[2] = { a + 1, a + grid->width };
			for ( int32_t k = 0; k < 2; ++k )
			{
				int32_t b = others[k];
				bool neighbor = k == 0 ? a % grid->width + 1 < grid->width : b < grid->width * grid->height;
				if ( neighbor && wfGrid_IsFree( grid, a ) && wfGrid_IsFree( grid, b ) )
				{
					wfVec2 q = wfGrid_GetCenter( grid, b );
					double sideB = ( q.x - middle.x ) * direction.y - ( q.y - middle.y ) * direction.x;
					CHECK( sideA * sideB > 0.0 );
				}
			}
		}
		// No more than the cells along the wall are taken for it.
		CHECK( grid->width * grid->height - wfGrid_GetFreeCount( grid ) < 4 * grid->width );
		wfDestroyGrid( grid );
		wfDestroyWorld( world );
	}
}

// Both sides of a door in a thin wall keep their distance from its tips, however narrow it is: the disc must not pass all the
// same.
TEST( DoorsNarrowerThanTheDiscStayClosed )
{
	uint64_t state = 13;
	int32_t opened = 0;
	for ( int32_t run = 0; run < 300; ++run )
	{
		double cell = 0.5, radius = randomIn( &state, 0.05, 1.0 ), middle = randomIn( &state, 4.0, 6.0 );
		double width = 2.0 * radius + ( run % 2 == 0 ? -randomIn( &state, 0.05, 0.5 ) : randomIn( &state, 1.0, 1.5 ) ) * cell;
		width = width < 0.01 ? 0.01 : width;
		double y = randomIn( &state, 4.0, 6.0 );
		const wfVec2 left[2] = { { -1.0, y }, { middle - 0.5 * width, y } },
					 right[2] = { { middle + 0.5 * width, y }, { 11.0, y } };
		wfWorld* world = makeWorld( 10.0, 10.0 );
		addShape( world, lineDef( left, 2, 0.0 ), wf_obstacleRole );
		addShape( world, lineDef( right, 2, 0.0 ), wf_obstacleRole );
		wfGrid* grid = makeGrid( world, cell, radius );
		int32_t below = wfGrid_GetComponent( grid, wfGrid_GetCell( grid, ( wfVec2 ){ 5.0, 1.8 } ) );
		int32_t above = wfGrid_GetComponent( grid, wfGrid_GetCell( grid, ( wfVec2 ){ 5.0, 8.2 } ) );
		CHECK( below >= 0 && above >= 0 );
		CHECK( width >= 2.0 * radius || below != above );
		// One that is a cell wider than the disc has a row of centres in it.
		CHECK( width < 2.0 * radius || below == above );
		opened += below == above;
		wfDestroyGrid( grid );
		wfDestroyWorld( world );
	}
	CHECK_EQUAL( opened, 150 );
}

// The disc passes a single tip at its own distance: no more cells are taken there than the distance asks for.
TEST( SingleTipsTakeNoCells )
{
	uint64_t state = 14;
	for ( int32_t run = 0; run < 100; ++run )
	{
		double radius = randomIn( &state, 0.3, 1.0 );
		wfVec2 tip = randomPoint( &state, 4.0, 6.0, 4.0, 6.0 );
		const wfVec2 wall[2] = { { -1.0, tip.y + randomIn( &state, -2.0, 2.0 ) }, tip };
		wfWorld* world = makeWorld( 10.0, 10.0 );
		addShape( world, lineDef( wall, 2, 0.0 ), wf_obstacleRole );
		wfGrid* grid = makeGrid( world, 0.5, radius );
		for ( int32_t cell = 0; cell < grid->width * grid->height; ++cell )
		{
			double distance = wfWorld_GetDistance( world, wfGrid_GetCenter( grid, cell ), 0 );
			CHECK( wfGrid_IsFree( grid, cell ) == ( distance >= radius ) );
		}
		wfDestroyGrid( grid );
		wfDestroyWorld( world );
	}
}

TEST( ComponentsAreNumberedInOrder )
{
	wfWorld* world = makeWorld( 9.0, 6.0 );
	// rows from the bottom: two rooms, a ring within
	const char* rows[6] = { "...#.....", "...#.###.", "...#.#.#.", "####.###.", "....#....", "#########" };
	uint8_t cells[54];
	for ( int32_t k = 0; k < 54; ++k )
	{
		cells[k] = rows[k / 9][k % 9] == '#';
	}
	addShape( world, imageDef( cells, 9, 6, 0, 0, 1 ), wf_obstacleRole );
	wfGrid* grid = makeGrid( world, 1.0, 0.0 );
	CHECK_EQUAL( wfGrid_GetComponentCount( grid ), 4 );
	CHECK_EQUAL( wfGrid_GetComponent( grid, 0 ), 0 );
	CHECK_EQUAL( wfGrid_GetComponent( grid, 4 ), 1 );
	CHECK_EQUAL( wfGrid_GetComponent( grid, 2 * 9 + 6 ), 2 );
	CHECK_EQUAL( wfGrid_GetComponent( grid, 4 * 9 ), 3 );
	CHECK_EQUAL( wfGrid_GetComponent( grid, 4 * 9 + 8 ), 1 );
	CHECK_EQUAL( wfGrid_GetComponent( grid, 3 ), -1 );
	CHECK_NEAR( wfGrid_GetClearance( grid, 0 ), 0.5, 0.0 );
	CHECK_NEAR( wfGrid_GetClearance( grid, 9 + 1 ), 1.5, 0.0 );
	wfDestroyGrid( grid );
	wfDestroyWorld( world );
}

static void floodFill( const wfGrid* grid, int32_t* labels )
{
	int32_t cells = grid->width * grid->height, count = 0;
	int32_t* stack = malloc( (size_t)cells * sizeof( int32_t ) );
	memset( labels, 0xFF, (size_t)cells * sizeof( int32_t ) );
	for ( int32_t start = 0; start < cells; ++start )
	{
		if ( grid->blocked[start] != 0 || labels[start] >= 0 )
		{
			continue;
		}
		int32_t top = 0;
		stack[top++] = start;
		labels[start] = count;
		while ( top > 0 )
		{
			int32_t cell = stack[--top], i = cell % grid->width, j = cell / grid->width;
			for ( int32_t k = 0; k < 4; ++k )
			{
				int32_t ni = i + ( k == 0 ) - ( k == 1 ), nj = j + ( k == 2 ) - ( k == 3 );
				if ( wfIsCellFree( grid, ni, nj ) && labels[nj * grid->width + ni] < 0 )
				{
					labels[nj * grid->width + ni] = count;
					stack[top++] = nj * grid->width + ni;
				}
			}
		}
		count += 1;
	}
	CHECK_EQUAL( grid->componentCount, count );
	free( stack );
}

TEST( ComponentsAgreeWithFloodFill )
{
	uint64_t state = 21;
	for ( int32_t run = 0; run < 20; ++run )
	{
		uint8_t cells[70 * 50];
		double density = randomIn( &state, 0.2, 0.6 );
		for ( int32_t k = 0; k < 70 * 50; ++k )
		{
			cells[k] = randomIn( &state, 0, 1 ) < density;
		}
		wfWorld* world = makeWorld( 70.0, 50.0 );
		addShape( world, imageDef( cells, 70, 50, 0, 0, 1 ), wf_obstacleRole );
		wfGrid* grid = makeGrid( world, 1.0, 0.0 );
		int32_t labels[70 * 50];
		floodFill( grid, labels );
		CHECK( memcmp( labels, grid->component, sizeof( labels ) ) == 0 );
		wfDestroyGrid( grid );
		wfDestroyWorld( world );
	}
}

// A metre of slow terrain costs as much more as it takes longer, the mean of up and down, on top of its own cost.
TEST( SlowTerrainCostsItsTime )
{
	wfWorld* world = makeWorld( 10.0, 10.0 );
	wfShapeDef stairs = boxDef( 5, 5, 2, 2, 0 );
	stairs.role = wf_terrainRole;
	stairs.cost = 2.0;
	stairs.speedUp = 0.4;
	stairs.speedDown = 0.5;
	CHECK_EQUAL( wfWorld_AddShape( world, &stairs, NULL, NULL ), wf_outOfRange ); // without a direction
	stairs.uphill = ( wfVec2 ){ 0.0, 2.0 };
	stairs.speedDown = 1.1;
	CHECK_EQUAL( wfWorld_AddShape( world, &stairs, NULL, NULL ), wf_outOfRange );
	stairs.speedDown = 0.5;
	wfShapeId id;
	CHECK_EQUAL( wfWorld_AddShape( world, &stairs, &id, NULL ), wf_ok );
	wfGrid* grid = makeGrid( world, 0.5, 0.0 );
	int32_t cell = wfGrid_GetCell( grid, ( wfVec2 ){ 5.1, 5.1 } );
	CHECK_NEAR( wfGrid_GetCost( grid, cell ), 2.0 * 0.5 * ( 2.5 + 2.0 ), 1e-6 );
	CHECK_EQUAL( world->slowCount, 1 );
	CHECK_EQUAL( wfWorld_RemoveShape( world, id ), wf_ok );
	CHECK_EQUAL( world->slowCount, 0 );
	wfDestroyGrid( grid );
	wfDestroyWorld( world );
}

TEST( TerrainCostsAndCloses )
{
	wfWorld* world = makeWorld( 10.0, 10.0 );
	wfShapeDef swamp = boxDef( 5, 5, 2, 2, 0 ), mud = boxDef( 6, 5, 2, 2, 0 );
	swamp.cost = 3.0;
	mud.cost = 2.0;
	mud.kinds = 1u;
	addShape( world, swamp, wf_terrainRole );
	addShape( world, mud, wf_terrainRole );
	wfGrid* grid = makeGrid( world, 0.5, 0.0 );
	CHECK_NEAR( wfGrid_GetCost( grid, wfGrid_GetCell( grid, ( wfVec2 ){ 1.1, 1.1 } ) ), 1.0, 0.0 );
	CHECK_NEAR( wfGrid_GetCost( grid, wfGrid_GetCell( grid, ( wfVec2 ){ 5.1, 5.1 } ) ), 3.0, 0.0 );
	CHECK_NEAR( wfGrid_GetCost( grid, wfGrid_GetCell( grid, ( wfVec2 ){ 7.6, 5.1 } ) ), 2.0, 0.0 );
	CHECK_EQUAL( wfGrid_GetFreeCount( grid ), 400 );
	wfDestroyGrid( grid );
	wfGridDef def = wfDefaultGridDef();
	def.cellSize = 0.5;
	def.kind = 3;
	CHECK_EQUAL( wfCreateGrid( world, &def, &grid, NULL ), wf_ok );
	CHECK( !wfGrid_IsFree( grid, wfGrid_GetCell( grid, ( wfVec2 ){ 7.6, 5.1 } ) ) );
	CHECK( wfGrid_IsFree( grid, wfGrid_GetCell( grid, ( wfVec2 ){ 3.1, 5.1 } ) ) );
	CHECK_EQUAL( wfGrid_GetFreeCount( grid ), 400 - 64 );
	wfDestroyGrid( grid );
	wfDestroyWorld( world );
}

TEST( GridsThatCannotBeAreRefused )
{
	wfWorld* world = makeWorld( 1000.0, 1000.0 );
	wfGridDef def = wfDefaultGridDef();
	wfGrid* grid = NULL;
	wfError error = { 0 };
	const double bad[4] = { 0.0, -1.0, NAN, INFINITY };
	for ( int32_t k = 0; k < 4; ++k )
	{
		def.cellSize = bad[k];
		CHECK_EQUAL( wfCreateGrid( world, &def, &grid, &error ), wf_outOfRange );
		CHECK_STRING( error.field, "cellSize" );
	}
	def.cellSize = 1.0;
	def.radius = -0.1;
	CHECK_EQUAL( wfCreateGrid( world, &def, &grid, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "radius" );
	def.radius = 0.0;
	def.kind = 32;
	CHECK_EQUAL( wfCreateGrid( world, &def, &grid, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "kind" );
	def.kind = 0;
	def.cellSize = 1e-5;
	CHECK_EQUAL( wfCreateGrid( world, &def, &grid, &error ), wf_tooLarge );
	CHECK( strstr( error.message, "10000000000000000 cells" ) != NULL );
	def.cellSize = 1e-300;
	CHECK_EQUAL( wfCreateGrid( world, &def, &grid, &error ), wf_tooLarge );
	def.cellSize = 1.0;
	def.memoryLimit = 8000000;
	size_t before = wfGetByteCount();
	testFailAllocationAt( 0 );
	CHECK_EQUAL( wfCreateGrid( world, &def, &grid, &error ), wf_tooLarge );
	CHECK( strstr( error.message, "1000000 cells" ) != NULL && strstr( error.message, "8000000" ) != NULL );
	CHECK( strstr( error.message, "cells of 1 m" ) != NULL );
	CHECK( testAllocationCount() <= 2 );
	CHECK_EQUAL( wfGetByteCount(), before );
	def.memoryLimit = 20000000;
	CHECK_EQUAL( wfCreateGrid( world, &def, &grid, &error ), wf_ok );
	wfDestroyGrid( grid );
	def.radius = 600.0;
	CHECK_EQUAL( wfCreateGrid( world, &def, &grid, &error ), wf_noFreeCell );
	CHECK( strstr( error.message, "600" ) != NULL );
	CHECK( grid == NULL );
	wfDestroyWorld( world );
}

// The size that a refusal names.
static double readFittingSize( const wfError* error )
{
	const char* text = strstr( error->message, "that fit are of " );
	return CHECK( text != NULL ) ? strtod( text + strlen( "that fit are of " ), NULL ) : 1.0;
}

TEST( GridsTooLargeNameTheSizeThatFits )
{
	// Half of the world is free: what is built on the grid will need bytes for about a quarter of a million cells of 0.1 m.
	wfWorld* world = makeWorld( 100.0, 50.0 );
	addShape( world, boxDef( 25, 25, 25, 25, 0 ), wf_obstacleRole );
	wfGridDef def = wfDefaultGridDef();
	wfError error = { 0 };
	wfGrid* grid = NULL;
	def.memoryLimit = 20000000;
	def.cellSize = 0.1;
	def.bytesPerFreeCell = 40;
	CHECK_EQUAL( wfCreateGrid( world, &def, &grid, &error ), wf_ok );
	wfDestroyGrid( grid );
	for ( int32_t k = 0; k < 2; ++k )
	{
		// At once, however many cells there would be.
		def.cellSize = k == 0 ? 0.1 : 1e-4;
		def.bytesPerFreeCell = k == 0 ? 100 : 0;
		size_t before = wfGetByteCount();
		CHECK_EQUAL( wfCreateGrid( world, &def, &grid, &error ), wf_tooLarge );
		CHECK( strstr( error.message, k == 0 ? "cells of 0.1 m" : "cells of 0.0001 m" ) != NULL );
		CHECK( wfGetByteCount() < before + 100000 );
		double fitting = readFittingSize( &error );
		def.cellSize = 0.98 * fitting;
		CHECK_EQUAL( wfCreateGrid( world, &def, &grid, &error ), wf_tooLarge );
		def.cellSize = 1.02 * fitting; // rows of the raster in work need some more
		CHECK_EQUAL( wfCreateGrid( world, &def, &grid, &error ), wf_ok );
		wfDestroyGrid( grid );
	}
	wfDestroyWorld( world );
}

TEST( GridsAreTheSameForAnyNumberOfWorkers )
{
	uint64_t state = 400;
	wfWorld* world = makeWorld( 40.0, 30.0 );
	for ( int32_t k = 0; k < 20; ++k )
	{
		addRandomShape( world, &state );
	}
	for ( int32_t run = 0; run < 2; ++run )
	{
		wfGrid* alone = makeGrid( world, run == 0 ? 0.25 : 0.1, 0.05 );
		for ( int32_t count = 2; count <= 5; ++count )
		{
			wfWorkersDef workersDef = wfDefaultWorkersDef();
			workersDef.workerCount = count;
			wfWorkers* workers = NULL;
			CHECK_EQUAL( wfCreateWorkers( &workersDef, &workers ), wf_ok );
			wfGridDef def = wfDefaultGridDef();
			def.cellSize = alone->cellSize;
			def.radius = alone->radius;
			def.workers = workers;
			wfGrid* together = NULL;
			CHECK_EQUAL( wfCreateGrid( world, &def, &together, NULL ), wf_ok );
			gridsAreEqual( alone, together );
			wfDestroyGrid( together );
			wfDestroyWorkers( workers );
		}
		wfDestroyGrid( alone );
	}
	wfDestroyWorld( world );
}

// ------------------------------------------------------------------------------------------------------------------ goals

static int32_t goalCells( const wfGrid* grid, wfGoalKind kind, const wfVec2* points, int32_t count, int32_t* cells,
						  int32_t capacity )
{
	wfGoalDef def = wfDefaultGoalDef();
	def.kind = kind;
	def.points = points;
	def.pointCount = count;
	int32_t found = wfGrid_GetGoalCells( grid, &def, cells, capacity );
	for ( int32_t k = 0; k < found && k < capacity; ++k )
	{
		CHECK( wfGrid_IsFree( grid, cells[k] ) );
		CHECK( k == 0 || cells[k] > cells[k - 1] );
	}
	return found;
}

TEST( GoalsCoverCells )
{
	wfWorld* world = makeWorld( 10.0, 10.0 );
	addShape( world, boxDef( 5.0, 5.5, 1.0, 0.4, 0 ), wf_obstacleRole );
	wfGrid* grid = makeGrid( world, 1.0, 0.0 );
	int32_t cells[100];
	const wfVec2 point[1] = { { 2.2, 3.9 } }, inWall[1] = { { 4.5, 5.5 } }, outside[1] = { { 12.0, 3.0 } };
	CHECK_EQUAL( goalCells( grid, wf_pointGoal, point, 1, cells, 100 ), 1 );
	CHECK_EQUAL( cells[0], 32 );
	CHECK_EQUAL( goalCells( grid, wf_pointGoal, inWall, 1, cells, 100 ), 0 );
	CHECK_EQUAL( goalCells( grid, wf_pointGoal, outside, 1, cells, 100 ), 0 );
	const wfVec2 door[2] = { { 1.5, 5.5 }, { 8.5, 5.5 } };
	CHECK_EQUAL( goalCells( grid, wf_lineGoal, door, 2, cells, 100 ), 6 );
	CHECK_EQUAL( cells[0], 51 );
	CHECK_EQUAL( cells[5], 58 );
	CHECK_EQUAL( goalCells( grid, wf_lineGoal, door, 2, cells, 2 ), 6 );
	const wfVec2 edge[2] = { { 1.5, 2.0 }, { 2.5, 2.0 } };
	CHECK_EQUAL( goalCells( grid, wf_lineGoal, edge, 2, cells, 100 ), 4 );
	const wfVec2 upright[2] = { { 3.0, 1.5 }, { 3.0, 2.5 } };
	CHECK_EQUAL( goalCells( grid, wf_lineGoal, upright, 2, cells, 100 ), 4 );
	CHECK_EQUAL( cells[0], 12 );
	CHECK_EQUAL( cells[3], 23 );
	const wfVec2 square[4] = { { 0.2, 0.2 }, { 2.8, 0.2 }, { 2.8, 1.8 }, { 0.2, 1.8 } };
	CHECK_EQUAL( goalCells( grid, wf_polygonGoal, square, 4, cells, 100 ), 6 );
	const wfVec2 tiny[3] = { { 3.6, 3.6 }, { 3.8, 3.6 }, { 3.7, 3.8 } };
	CHECK_EQUAL( goalCells( grid, wf_polygonGoal, tiny, 3, cells, 100 ), 1 );
	CHECK_EQUAL( cells[0], 33 );
	wfVec2 many[60];
	for ( int32_t k = 0; k < 60; ++k )
	{
		many[k] = ( wfVec2 ){ 9.5 - ( k % 7 ), 0.5 + ( k % 3 ) };
	}
	CHECK_EQUAL( goalCells( grid, wf_cellsGoal, many, 60, cells, 100 ), 21 );
	testFailAllocationAt( 1 );
	int32_t again[100];
	CHECK_EQUAL( goalCells( grid, wf_cellsGoal, many, 60, again, 100 ), 21 );
	testResetAllocator();
	CHECK( memcmp( cells, again, 21 * sizeof( int32_t ) ) == 0 );
	wfDestroyGrid( grid );
	wfDestroyWorld( world );
}

TEST( LineGoalsTouchEveryCellTheyCross )
{
	uint64_t state = 71;
	wfWorld* world = makeWorld( 12.0, 9.0 );
	wfGrid* grid = makeGrid( world, 0.75, 0.0 );
	for ( int32_t run = 0; run < 200; ++run )
	{
		wfVec2 points[4];
		int32_t cells[400];
		for ( int32_t k = 0; k < 4; ++k )
		{
			points[k] = randomPoint( &state, -2, 14, -2, 11 );
		}
		int32_t count = goalCells( grid, wf_lineGoal, points, 4, cells, 400 );
		bool listed[400] = { 0 };
		for ( int32_t k = 0; k < count; ++k )
		{
			listed[cells[k]] = true;
		}
		bool seen[400] = { 0 };
		for ( int32_t k = 0; k < 3; ++k )
		{
			for ( int32_t m = 0; m <= 2000; ++m )
			{
				double t = m / 2000.0;
				wfVec2 p = { points[k].x + t * ( points[k + 1].x - points[k].x ),
							 points[k].y + t * ( points[k + 1].y - points[k].y ) };
				int32_t cell = wfGrid_GetCell( grid, p );
				if ( cell >= 0 )
				{
					CHECK( listed[cell] );
					seen[cell] = true;
				}
			}
		}
		int32_t unseen = 0;
		for ( int32_t k = 0; k < 400; ++k )
		{
			unseen += listed[k] && !seen[k];
		}
		CHECK( unseen <= 2 ); // corners cut by less than the sampling shows
	}
	wfDestroyGrid( grid );
	wfDestroyWorld( world );
}

TEST( CellDistancesAreExact )
{
	uint64_t state = 55;
	wfWorld* world = makeWorld( 15.0, 11.0 );
	for ( int32_t k = 0; k < 6; ++k )
	{
		wfVec2 center = randomPoint( &state, 0, 15, 0, 11 );
		addShape( world, discDef( center.x, center.y, 0.6 ), wf_obstacleRole );
	}
	wfGrid* grid = makeGrid( world, 0.5, 0.0 );
	for ( int32_t run = 0; run < 500; ++run )
	{
		wfVec2 p = randomPoint( &state, 0, 15, 0, 11 );
		double exact = fmin( fmin( p.x, 15.0 - p.x ), fmin( p.y, 11.0 - p.y ) );
		for ( int32_t cell = 0; cell < grid->width * grid->height; ++cell )
		{
			if ( grid->blocked[cell] != 0 )
			{
				wfVec2 c = wfGrid_GetCenter( grid, cell );
				double x = fmax( fabs( p.x - c.x ) - 0.25, 0.0 ), y = fmax( fabs( p.y - c.y ) - 0.25, 0.0 );
				exact = fmin( exact, sqrt( x * x + y * y ) );
			}
		}
		double reach = randomIn( &state, 0, 4 );
		CHECK_NEAR( wfGrid_GetCellDistance( grid, p, 100.0 ), exact, 1e-12 );
		CHECK_NEAR( wfGrid_GetCellDistance( grid, p, reach ), fmin( reach, exact ), 1e-12 );
	}
	CHECK_NEAR( wfGrid_GetCellDistance( grid, ( wfVec2 ){ -1, 4 }, 1.0 ), 0.0, 0.0 );
	wfDestroyGrid( grid );
	wfDestroyWorld( world );
}

// ----------------------------------------------------------------------------------------------------------------- memory

void runGridTests( int argc, char** argv )
{
	RUN( CellsFollowTheDistance );
	RUN( ExactFitsStayOpen );
	RUN( ThinWallsAreNeverCrossed );
	RUN( DoorsNarrowerThanTheDiscStayClosed );
	RUN( SingleTipsTakeNoCells );
	RUN( ComponentsAreNumberedInOrder );
	RUN( ComponentsAgreeWithFloodFill );
	RUN( SlowTerrainCostsItsTime );
	RUN( TerrainCostsAndCloses );
	RUN( GridsThatCannotBeAreRefused );
	RUN( GridsTooLargeNameTheSizeThatFits );
	RUN_THREADED( GridsAreTheSameForAnyNumberOfWorkers );
	RUN( GoalsCoverCells );
	RUN( LineGoalsTouchEveryCellTheyCross );
	RUN( CellDistancesAreExact );
}
