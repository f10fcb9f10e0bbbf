// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Grids that follow the edits of their world.
#include "test_world.h"

#include "base/base.h"
#include "world/grid_components.h"

#include <stdlib.h>
#include <string.h>

static void checkChanges( const wfGrid* before, const wfGrid* after, const int32_t* changed, int64_t count )
{
	int64_t place = 0;
	for ( int32_t cell = 0; cell < after->width * after->height; ++cell )
	{
		bool differs =
			before->blocked[cell] != after->blocked[cell] || wfGrid_GetCost( before, cell ) != wfGrid_GetCost( after, cell );
		if ( differs )
		{
			CHECK( place < count && changed[place] == cell );
			place += 1;
		}
	}
	CHECK_EQUAL( place, count );
}

static void checkRandomEdits( uint64_t seed, double cellSize, double radius, bool walkable )
{
	uint64_t state = seed;
	wfWorld* world = makeWorld( 18.0, 14.0 );
	wfShapeId ids[12] = { 0 };
	if ( walkable )
	{
		addShape( world, boxDef( 6, 7, 6, 6, 0.1 ), wf_walkableRole );
		addShape( world, boxDef( 12, 7, 5, 6, 0 ), wf_walkableRole );
	}
	wfGrid* grid = makeGrid( world, cellSize, radius );
	int32_t* changed = malloc( (size_t)( grid->width * grid->height ) * sizeof( int32_t ) );
	for ( int32_t step = 0; step < 40; ++step )
	{
		wfGrid* before = makeGrid( world, cellSize, radius );
		for ( int32_t edit = 0; edit < 1 + step % 3; ++edit )
		{
			int32_t k = (int32_t)randomIn( &state, 0, 12 );
			if ( wfWorld_IsShapeValid( world, ids[k] ) )
			{
				CHECK_EQUAL( wfWorld_RemoveShape( world, ids[k] ), wf_ok );
			}
			else if ( walkable && step % 7 == 3 )
			{
				wfVec2 center = randomPoint( &state, 2, 16, 2, 12 );
				ids[k] = addShape( world, discDef( center.x, center.y, 2.0 ), wf_walkableRole );
			}
			else
			{
				ids[k] = addRandomShape( world, &state );
			}
		}
		int64_t count = wfGrid_Update( grid, world, changed, (int64_t)grid->width * grid->height );
		wfGridDef def = wfDefaultGridDef();
		def.cellSize = cellSize;
		def.radius = radius;
		wfGrid* fresh = NULL;
		wfResult result = wfCreateGrid( world, &def, &fresh, NULL );
		if ( result == wf_noFreeCell )
		{
			CHECK_EQUAL( grid->freeCount, 0 );
		}
		else if ( CHECK_EQUAL( result, wf_ok ) )
		{
			gridsAreEqual( grid, fresh );
			checkChanges( before, fresh, changed, count );
			CHECK_EQUAL( wfGrid_Update( grid, world, changed, 0 ), 0 );
		}
		wfDestroyGrid( fresh );
		wfDestroyGrid( before );
		if ( result == wf_noFreeCell )
		{
			break;
		}
	}
	free( changed );
	wfDestroyGrid( grid );
	wfDestroyWorld( world );
}

TEST( UpdatesEqualNewGrids )
{
	checkRandomEdits( 1, 0.25, 0.0, false );
	checkRandomEdits( 1001, 0.25, 0.3, false );
	checkRandomEdits( 2001, 0.5, 0.0, false );
	checkRandomEdits( 3001, 0.5, 0.2, false );
	checkRandomEdits( 4001, 0.31, 0.1, true );
	checkRandomEdits( 5001, 0.25, 0.3, true );
}

TEST( SmallEditsInLargeRoomsEqualNewGrids )
{
	// Small boxes far apart: most of the grid is untouched, and the update must not make it anew.
	wfWorld* world = makeWorld( 60.0, 60.0 );
	uint64_t state = 9;
	for ( int32_t k = 0; k < 80; ++k )
	{
		wfVec2 center = randomPoint( &state, 0, 60, 0, 60 );
		addShape( world, boxDef( center.x, center.y, 0.4, 0.4, 0.2 ), wf_obstacleRole );
	}
	wfGrid* grid = makeGrid( world, 0.25, 0.2 );
	for ( int32_t step = 0; step < 30; ++step )
	{
		wfVec2 center = randomPoint( &state, 0, 60, 0, 60 );
		wfShapeId id = addShape( world, boxDef( center.x, center.y, 0.3, 0.5, 0 ), wf_obstacleRole );
		CHECK( wfGrid_Update( grid, world, NULL, 0 ) >= 0 );
		if ( step % 2 == 1 )
		{
			wfWorld_RemoveShape( world, id );
			CHECK( wfGrid_Update( grid, world, NULL, 0 ) >= 0 );
		}
		wfGrid* fresh = makeGrid( world, 0.25, 0.2 );
		gridsAreEqual( grid, fresh );
		wfDestroyGrid( fresh );
	}
	// So many edits that the log has forgotten the first ones.
	for ( int32_t step = 0; step < 1500; ++step )
	{
		wfWorld_RemoveShape( world, addShape( world, discDef( 30, 30, 1 ), wf_obstacleRole ) );
	}
	addShape( world, discDef( 10, 30, 1 ), wf_obstacleRole );
	CHECK( wfGrid_Update( grid, world, NULL, 0 ) > 0 );
	wfGrid* fresh = makeGrid( world, 0.25, 0.2 );
	gridsAreEqual( grid, fresh );
	wfDestroyGrid( fresh );
	wfDestroyGrid( grid );
	wfDestroyWorld( world );
}

// Rooms in rows, with doors that are opened and closed, things put into them and taken out again: components are split, joined,
// made and lost, change their first cells and with these their numbers.
typedef struct Door
{
	wfVec2 ends[2];
	wfShapeId id;
} Door;

// Rooms of 6 m with a door of 1.2 m to the next one on the right and above; 24 x 18 m are 4 x 3 rooms. Returns the number of
// doors.
static int32_t addRooms( wfWorld* world, Door* doors )
{
	int32_t count = 0;
	for ( int32_t k = 0; k < 12; ++k )
	{
		double x = 6.0 * ( k % 4 ), y = 6.0 * ( k / 4 );
		wfVec2 right[3] = { { x + 6.0, y }, { x + 6.0, y + 4.8 }, { x + 6.0, y + 6.0 } };
		wfVec2 above[3] = { { x, y + 6.0 }, { x + 4.8, y + 6.0 }, { x + 6.0, y + 6.0 } };
		if ( k % 4 < 3 )
		{
			addShape( world, lineDef( right, 2, 0.05 ), wf_obstacleRole );
			doors[count++] = ( Door ){ { right[1], right[2] }, { 0 } };
		}
		if ( k / 4 < 2 )
		{
			addShape( world, lineDef( above, 2, 0.05 ), wf_obstacleRole );
			doors[count++] = ( Door ){ { above[1], above[2] }, { 0 } };
		}
	}
	return count;
}

static void editRooms( wfWorld* world, uint64_t* state, Door* doors, int32_t doorCount, wfShapeId things[12] )
{
	int32_t k = (int32_t)randomIn( state, 0, doorCount + 12 ), room = k - doorCount;
	wfShapeId* id = room < 0 ? &doors[k].id : &things[room];
	if ( wfWorld_IsShapeValid( world, *id ) )
	{
		CHECK_EQUAL( wfWorld_RemoveShape( world, *id ), wf_ok );
	}
	else if ( room < 0 )
	{
		*id = addShape( world, lineDef( doors[k].ends, 2, 0.0 ), wf_obstacleRole );
	}
	else
	{
		wfShapeDef thing = discDef( 6.0 * ( room % 4 ) + 3.0, 6.0 * ( room / 4 ) + 3.0, randomIn( state, 0.1, 2.9 ) );
		thing.cost = room % 2 == 0 ? 2.5 : 1.0;
		thing.kinds = room % 5 == 0 ? 2u : WF_ALL_KINDS;
		*id = addShape( world, thing, room % 3 == 0 ? wf_obstacleRole : wf_terrainRole );
	}
}

static void checkRooms( uint64_t seed, double cellSize, double radius )
{
	uint64_t state = seed;
	wfWorld* world = makeWorld( 24.0, 18.0 );
	Door doors[24];
	int32_t doorCount = addRooms( world, doors ), local = 0, mostComponents = 0;
	wfShapeId things[12] = { 0 };
	wfGrid* grid = makeGrid( world, cellSize, radius );
	int32_t* changed = malloc( (size_t)( grid->width * grid->height ) * sizeof( int32_t ) );
	for ( int32_t step = 0; step < 100; ++step )
	{
		wfGrid* before = makeGrid( world, cellSize, radius );
		for ( int32_t edit = 0; edit < 1 + step % 3; ++edit )
		{
			editRooms( world, &state, doors, doorCount, things );
		}
		int64_t count = wfGrid_Update( grid, world, changed, (int64_t)grid->width * grid->height );
		wfGrid* fresh = makeGrid( world, cellSize, radius );
		gridsAreEqual( grid, fresh );
		checkChanges( before, fresh, changed, count );
		local += grid->records != NULL;
		mostComponents = grid->componentCount > mostComponents ? grid->componentCount : mostComponents;
		wfDestroyGrid( fresh );
		wfDestroyGrid( before );
	}
	CHECK( local > 50 );
	CHECK( mostComponents > 3 );
	free( changed );
	wfDestroyGrid( grid );
	wfDestroyWorld( world );
}

TEST( OpenedAndClosedDoorsEqualNewGrids )
{
	checkRooms( 1, 0.3, 0.0 );
	checkRooms( 2001, 0.37, 0.25 );
	checkRooms( 4001, 0.2, 0.35 );
}

// Blocks of random cells in a grid of random cells. Returns in how many cases nothing was made anew.
static int32_t checkComponents( uint64_t seed, int32_t width, int32_t height, double density )
{
	uint64_t state = seed;
	wfGrid grid = { .width = width, .height = height };
	CHECK_EQUAL( wfAllocateCells( &grid, false ), wf_ok );
	int32_t cells = width * height, kept = 0;
	int32_t* expected = malloc( (size_t)cells * sizeof( int32_t ) );
	for ( int32_t k = 0; k < cells; ++k )
	{
		grid.blocked[k] = randomIn( &state, 0, 1 ) < density;
	}
	wfCountCellsAndComponents( &grid );
	for ( int32_t step = 0; step < 300; ++step )
	{
		wfComponentUpdate update;
		wfComponentUpdate_Begin( &update, &grid );
		for ( int32_t k = 0; k < 1 + step % 3; ++k )
		{
			// One more cell on each side than is changed, where there is one.
			int32_t i0 = (int32_t)randomIn( &state, 0, width ), j0 = (int32_t)randomIn( &state, 0, height );
			int32_t i1 = i0 + 1 + (int32_t)randomIn( &state, 0, 5 ), j1 = j0 + 1 + (int32_t)randomIn( &state, 0, 5 );
			i1 = i1 > width ? width : i1;
			j1 = j1 > height ? height : j1;
			wfCellBlock block = { i0 > 0 ? i0 - 1 : 0, j0 > 0 ? j0 - 1 : 0, i1 < width ? i1 + 1 : width,
								  j1 < height ? j1 + 1 : height };
			uint8_t after[64];
			double share = randomIn( &state, 0, 1 );
			for ( int32_t place = 0; place < ( block.i1 - block.i0 ) * ( block.j1 - block.j0 ); ++place )
			{
				int32_t i = block.i0 + place % ( block.i1 - block.i0 ), j = block.j0 + place / ( block.i1 - block.i0 );
				bool inside = i >= i0 && i < i1 && j >= j0 && j < j1;
				after[place] = inside ? randomIn( &state, 0, 1 ) < share : grid.blocked[j * width + i];
			}
			wfComponentUpdate_Apply( &update, block, after, block.i1 - block.i0 );
		}
		kept += update.result == wf_ok;
		wfComponentUpdate_End( &update );
		int32_t count = wfLabelComponents( grid.blocked, width, height, expected );
		int64_t freeCount = 0;
		for ( int32_t k = 0; k < cells; ++k )
		{
			freeCount += grid.blocked[k] == 0;
		}
		CHECK_EQUAL( grid.freeCount, freeCount );
		CHECK_EQUAL( grid.componentCount, count );
		CHECK( memcmp( expected, grid.component, (size_t)cells * sizeof( int32_t ) ) == 0 );
	}
	free( expected );
	wfReleaseCells( &grid );
	return kept;
}

TEST( ComponentsFollowRandomCells )
{
	for ( uint64_t seed = 0; seed < 5; ++seed )
	{
		const double densities[5] = { 0.1, 0.3, 0.4, 0.5, 0.7 };
		CHECK( checkComponents( 100000 * seed, 40, 30, densities[seed] ) > 200 );
		checkComponents( 100000 * seed + 50000, 7, 5, densities[seed] );
	}
	CHECK( checkComponents( 1, 60, 1, 0.3 ) > 100 );
}

static wfResult tryGrid( const wfWorld* world, wfGrid** grid )
{
	wfGridDef def = wfDefaultGridDef();
	def.cellSize = 0.5;
	return wfCreateGrid( world, &def, grid, NULL );
}

static wfResult tryUpdate( wfGrid* grid, const wfWorld* world )
{
	int64_t count = wfGrid_Update( grid, world, NULL, 0 );
	return count < 0 ? (wfResult)-count : wf_ok;
}

TEST( GridsSurviveEveryFailedAllocation )
{
	wfWorld* world = makeWorld( 10.0, 10.0 );
	const uint8_t cells[4] = { 1, 0, 0, 1 };
	addShape( world, imageDef( cells, 2, 2, 3, 3, 0.5 ), wf_obstacleRole );
	addShape( world, imageDef( cells, 2, 2, 5, 3, 0.7 ), wf_obstacleRole );
	addShape( world, boxDef( 5, 5, 1, 1, 0.3 ), wf_obstacleRole );
	wfShapeDef terrain = boxDef( 7, 7, 1, 1, 0.3 );
	terrain.cost = 2.0;
	addShape( world, terrain, wf_terrainRole );
	wfWorld_GetDistance( world, ( wfVec2 ){ 0 }, 0 ); // the index stays with the world
	wfGrid* grid = NULL;
	TEST_EVERY_ALLOCATION( tryGrid( world, &grid ), wfDestroyGrid( grid ) );
	wfVec2 corner[3] = { { 8.6, 9.9 }, { 8.6, 8.6 }, { 9.9, 8.6 } };
	const wfShapeDef edits[3] = { boxDef( 9, 9, 0.5, 0.5, 0 ), lineDef( corner, 3, 0 ), boxDef( 4, 4, 2.5, 2.5, 0 ) };
	for ( int32_t run = 0; run < 3; ++run )
	{
		wfGrid *old = NULL, *fresh = NULL;
		bool failed = true;
		for ( int64_t n = 1; failed; ++n )
		{
			CHECK_EQUAL( tryGrid( world, &old ), wf_ok );
			CHECK_EQUAL( tryGrid( world, &grid ), wf_ok );
			wfShapeId id = addShape( world, edits[run], wf_obstacleRole );
			CHECK_EQUAL( tryGrid( world, &fresh ), wf_ok );
			testFailAllocationAt( n );
			wfResult result = tryUpdate( grid, world );
			failed = testHasAllocationFailed();
			testResetAllocator();
			// Components can be made anew without memory: that is no failure.
			CHECK( result == wf_ok || ( failed && result == wf_outOfMemory ) );
			gridsAreEqual( grid, result == wf_ok ? fresh : old );
			// And from there it follows the next edits.
			wfWorld_RemoveShape( world, id );
			CHECK_EQUAL( tryUpdate( grid, world ), wf_ok );
			gridsAreEqual( grid, old );
			wfDestroyGrid( fresh );
			wfDestroyGrid( old );
			wfDestroyGrid( grid );
		}
		addShape( world, edits[run], wf_obstacleRole );
		wfWorld_GetDistance( world, ( wfVec2 ){ 0 }, 0 );
	}
	wfDestroyWorld( world );
}

void runEditTests( int argc, char** argv )
{
	RUN( UpdatesEqualNewGrids );
	RUN( SmallEditsInLargeRoomsEqualNewGrids );
	RUN( OpenedAndClosedDoorsEqualNewGrids );
	RUN( ComponentsFollowRandomCells );
	RUN( GridsSurviveEveryFailedAllocation );
}
