// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "scenes/unknown.h"

#include <stdlib.h>
#include <string.h>

#define WIDTH WF_UNKNOWN_WIDTH
#define HEIGHT WF_UNKNOWN_HEIGHT

typedef struct Draft
{
	uint8_t* cells;
	uint64_t seed, stream, counter;
} Draft;

typedef struct Part
{
	int32_t left, low, right, high; // with both ends
} Part;

static void fill( Draft* draft, Part part, uint8_t value )
{
	for ( int32_t j = part.low; j <= part.high; ++j )
	{
		for ( int32_t i = part.left; i <= part.right; ++i )
		{
			if ( i >= 0 && j >= 0 && i < WIDTH && j < HEIGHT )
			{
				draft->cells[j * WIDTH + i] = value;
			}
		}
	}
}

// From least to most.
static int32_t draw( Draft* draft, int32_t least, int32_t most )
{
	double unit = wfRandomUnit( draft->seed, draft->stream, draft->counter++ );
	return least + (int32_t)( unit * ( most - least + 1 ) );
}

static void addBorder( Draft* draft )
{
	fill( draft, ( Part ){ 0, 0, WIDTH - 1, 0 }, 1 );
	fill( draft, ( Part ){ 0, HEIGHT - 1, WIDTH - 1, HEIGHT - 1 }, 1 );
	fill( draft, ( Part ){ 0, 0, 0, HEIGHT - 1 }, 1 );
	fill( draft, ( Part ){ WIDTH - 1, 0, WIDTH - 1, HEIGHT - 1 }, 1 );
}

static void addRoom( Draft* draft, Part room, int32_t doorRow )
{
	int32_t door = draw( draft, room.left + 3, room.right - 6 );
	fill( draft, ( Part ){ door, doorRow, door + 3, doorRow }, 0 );
	for ( int32_t left = draw( draft, 0, 3 ); left > 0; --left )
	{
		int32_t i = draw( draft, room.left + 4, room.right - 8 ), j = draw( draft, room.low + 4, room.high - 7 );
		fill( draft, ( Part ){ i, j, i + draw( draft, 1, 4 ), j + draw( draft, 1, 3 ) }, 1 );
	}
}

static void addHouse( Draft* draft )
{
	int32_t low = draw( draft, 26, 32 ), high = low + draw( draft, 5, 8 );
	fill( draft, ( Part ){ 0, low, WIDTH - 1, low }, 1 );
	fill( draft, ( Part ){ 0, high, WIDTH - 1, high }, 1 );
	for ( int32_t side = 0; side < 2; ++side )
	{
		int32_t left = 0, bottom = side == 0 ? 0 : high, top = side == 0 ? low : HEIGHT - 1;
		for ( int32_t k = 1; k <= 4; ++k )
		{
			int32_t right = k == 4 ? WIDTH - 1 : 24 * k + draw( draft, -5, 5 );
			fill( draft, ( Part ){ right, bottom, right, top }, 1 );
			addRoom( draft, ( Part ){ left, bottom, right, top }, side == 0 ? low : high );
			// Some rooms are joined to the next one.
			if ( k < 4 && draw( draft, 0, 9 ) < 3 )
			{
				int32_t j = draw( draft, bottom + 4, top - 8 );
				fill( draft, ( Part ){ right, j, right, j + 3 }, 0 );
			}
			left = right;
		}
	}
}

static void addHall( Draft* draft )
{
	for ( int32_t k = 0; k < 14; ++k )
	{
		int32_t i = draw( draft, 5, WIDTH - 9 ), j = draw( draft, 5, HEIGHT - 9 );
		fill( draft, ( Part ){ i, j, i + draw( draft, 1, 3 ), j + draw( draft, 1, 3 ) }, 1 );
	}
}

static void addParty( Draft* draft )
{
	int32_t column = draw( draft, 40, 56 ), row = draw( draft, 26, 38 );
	fill( draft, ( Part ){ column, 0, column, HEIGHT - 1 }, 1 );
	fill( draft, ( Part ){ 0, row, WIDTH - 1, row }, 1 );
	int32_t below = draw( draft, 6, row - 8 ), above = draw( draft, row + 4, HEIGHT - 8 );
	int32_t left = draw( draft, 6, column - 8 ), right = draw( draft, column + 4, WIDTH - 8 );
	fill( draft, ( Part ){ column, below, column, below + 3 }, 0 );
	fill( draft, ( Part ){ column, above, column, above + 3 }, 0 );
	fill( draft, ( Part ){ left, row, left + 3, row }, 0 );
	if ( draw( draft, 0, 9 ) < 6 )
	{
		fill( draft, ( Part ){ right, row, right + 3, row }, 0 );
	}
	// Nobody stands in a door.
	for ( int32_t k = 0; k < 30; )
	{
		int32_t i = draw( draft, 3, WIDTH - 5 ), j = draw( draft, 3, HEIGHT - 5 );
		if ( abs( i - column ) >= 3 && abs( j - row ) >= 3 )
		{
			fill( draft, ( Part ){ i, j, i + 1, j + 1 }, 1 );
			++k;
		}
	}
}

const char* wfDescribeUnknown( wfUnknownKind kind )
{
	static const char* const names[] = { "house", "hall", "party" };
	return (uint32_t)kind < wf_unknownKindCount ? names[kind] : "unknown";
}

void wfGenerateUnknown( wfUnknownKind kind, uint64_t seed, uint8_t* cells )
{
	static void ( *const add[] )( Draft* ) = { addHouse, addHall, addParty };
	Draft draft = { cells, seed, (uint64_t)kind + 1, 0 };
	memset( cells, 0, WIDTH * HEIGHT );
	addBorder( &draft );
	add[kind]( &draft );
}

wfResult wfCreateUnknown( wfUnknownKind kind, uint64_t seed, wfWorld** world, wfError* error )
{
	uint8_t cells[WIDTH * HEIGHT];
	wfGenerateUnknown( kind, seed, cells );
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds.upper = ( wfVec2 ){ WIDTH, HEIGHT };
	wfResult result = wfCreateWorld( &def, world, error );
	if ( result == wf_ok )
	{
		wfShapeDef shape = wfDefaultShapeDef();
		shape.kind = wf_imageShape;
		shape.cells = cells;
		shape.width = WIDTH;
		shape.height = HEIGHT;
		shape.pixelSize = 1.0;
		result = wfWorld_AddShape( *world, &shape, NULL, error );
		if ( result != wf_ok )
		{
			wfDestroyWorld( *world );
			*world = NULL;
		}
	}
	return result;
}
