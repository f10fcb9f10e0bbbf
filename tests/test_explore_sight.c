// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Sight against brute force on random worlds, and against the geometry of segments and squares.
#include "test_explore.h"

#include "base/math.h"
#include "wayfield/field.h"

#include <stdlib.h>
#include <string.h>

#define MOST_SIDE 64

typedef struct Cells
{
	uint8_t cells[MOST_SIDE * MOST_SIDE];
	wfSightCells sight;
} Cells;

static void makeCells( Cells* made, uint64_t seed )
{
	int32_t width = 10 + (int32_t)( 50 * wfRandomUnit( seed, 1, 0 ) ), height = 10 + (int32_t)( 50 * wfRandomUnit( seed, 1, 1 ) );
	double density = 0.5 * wfRandomUnit( seed, 1, 2 );
	for ( int32_t k = 0; k < width * height; ++k )
	{
		made->cells[k] = wfRandomUnit( seed, 2, (uint64_t)k ) < density;
	}
	made->sight = ( wfSightCells ){ .cells = made->cells, .width = width, .height = height };
	made->sight.stops[1] = true;
}

TEST( CastsSeeWhatSegmentsSee )
{
	static Cells cells;
	static uint8_t seen[MOST_SIDE * MOST_SIDE];
	wfSightRoom room = { 0 };
	for ( uint64_t seed = 0; seed < 1000; ++seed )
	{
		makeCells( &cells, seed );
		int32_t count = cells.sight.width * cells.sight.height, wrong = 0;
		int32_t from = (int32_t)( wfRandomUnit( seed, 3, 0 ) * count );
		double range = 1.0 + 30.0 * wfRandomUnit( seed, 3, 1 );
		CHECK( wfCastSight( &cells.sight, from, range, &room ) == wf_ok );
		memset( seen, 0, sizeof( seen ) );
		for ( int32_t k = 0; k < room.seen.count; ++k )
		{
			wrong += seen[room.seen.data[k]]++ != 0;
		}
		for ( int32_t k = 0; k < count; ++k )
		{
			double x = k % cells.sight.width - from % cells.sight.width, y = k / cells.sight.width - from / cells.sight.width;
			bool isSeen = x * x + y * y <= range * range && wfIsInSight( &cells.sight, from, k );
			wrong += isSeen != ( seen[k] != 0 );
			wrong += wfIsInSight( &cells.sight, from, k ) != wfIsInSight( &cells.sight, k, from );
		}
		CHECK_EQUAL( wrong, 0 );
	}
	wfSightRoom_Free( &room );
}

// Between free cells sight is what the library calls a free segment between their centres.
TEST( SegmentsAreThoseOfGrids )
{
	static Cells cells;
	for ( uint64_t seed = 0; seed < 40; ++seed )
	{
		makeCells( &cells, seed );
		wfGrid grid = { .width = cells.sight.width, .height = cells.sight.height, .cellSize = 1.0, .blocked = cells.cells };
		int32_t count = grid.width * grid.height, wrong = 0, from = (int32_t)( wfRandomUnit( seed, 4, 0 ) * count );
		for ( int32_t k = 0; k < count && cells.cells[from] == 0; ++k )
		{
			if ( cells.cells[k] == 0 )
			{
				bool isFree = wfGrid_IsSegmentFree( &grid, wfGrid_GetCenter( &grid, from ), wfGrid_GetCenter( &grid, k ) );
				wrong += isFree != wfIsInSight( &cells.sight, from, k );
			}
		}
		CHECK_EQUAL( wrong, 0 );
	}
}

TEST( CornersThatMeetAreShut )
{
	uint8_t cells[9] = { 0, 1, 0, 1, 0, 0, 0, 0, 0 };
	wfSightCells sight = { .cells = cells, .width = 3, .height = 3 };
	sight.stops[1] = true;
	CHECK( !wfIsInSight( &sight, 0, 4 ) );
	CHECK( wfIsInSight( &sight, 0, 1 ) && wfIsInSight( &sight, 0, 3 ) );
	cells[1] = 0;
	CHECK( wfIsInSight( &sight, 0, 4 ) && wfIsInSight( &sight, 0, 8 ) );
}

static wfResult castOnce( void )
{
	uint8_t cells[900] = { 0 };
	cells[400] = cells[410] = 1;
	wfSightCells sight = { .cells = cells, .width = 30, .height = 30 };
	sight.stops[1] = true;
	wfSightRoom room = { 0 };
	wfResult result = wfCastSight( &sight, 465, 14.0, &room );
	wfSightRoom_Free( &room );
	return result;
}

TEST( CastsSurviveWithoutMemory )
{
	TEST_EVERY_ALLOCATION( castOnce(), (void)0 );
}

void testSight( int argc, char** argv )
{
	RUN( CastsSeeWhatSegmentsSee );
	RUN( SegmentsAreThoseOfGrids );
	RUN( CornersThatMeetAreShut );
	RUN( CastsSurviveWithoutMemory );
}
