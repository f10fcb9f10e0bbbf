// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "scenes/scenes.h"

#include <stdlib.h>
#include <string.h>

#define ROOM_MIN 20 // cells, walls not counted: 4 m where a cell is 20 cm
#define DOOR_WIDTH 3
#define CORRIDOR_WIDTH 8 // of the labyrinth
#define LOOP_SHARE 0.15	 // of the labyrinth's closed walls that are opened

typedef struct Canvas
{
	uint8_t* cells;
	int32_t size;
	uint64_t seed;
	uint64_t drawn; // random numbers so far
} Canvas;

const char* wfDescribeScene( wfSceneKind kind )
{
	static const char* const names[] = { "open", "rooms", "blocks", "labyrinth", "maze" };
	return kind >= 0 && kind < wf_sceneKindCount ? names[kind] : "unknown";
}

// A whole number in [0, below).
static int32_t draw( Canvas* canvas, int32_t below )
{
	return (int32_t)( wfRandomUnit( canvas->seed, 0, canvas->drawn++ ) * below );
}

static void fill( Canvas* canvas, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t value )
{
	for ( int32_t j = y < 0 ? 0 : y; j < y + height && j < canvas->size; ++j )
	{
		for ( int32_t i = x < 0 ? 0 : x; i < x + width && i < canvas->size; ++i )
		{
			canvas->cells[(int64_t)j * canvas->size + i] = value;
		}
	}
}

// ---------------------------------------------------------------------------------------------------------------- rooms

typedef struct Hall
{
	int32_t x, y, width, height;
} Hall;

// Whether a wall of one cell may end at this place of the surrounding walls: a door there would be closed by it.
static bool isWallEndGood( const Canvas* canvas, int32_t i, int32_t j )
{
	if ( i < 0 || j < 0 || i >= canvas->size || j >= canvas->size )
	{
		return true;
	}
	return canvas->cells[(int64_t)j * canvas->size + i] != 0;
}

static bool splitHall( Canvas* canvas, Hall hall, Hall* first, Hall* second )
{
	bool vertical = hall.width > hall.height || ( hall.width == hall.height && draw( canvas, 2 ) == 0 );
	int32_t length = vertical ? hall.width : hall.height, across = vertical ? hall.height : hall.width;
	if ( length < 2 * ROOM_MIN + 1 )
	{
		return false;
	}
	for ( int32_t attempt = 0; attempt < 16; ++attempt )
	{
		int32_t at = ROOM_MIN + draw( canvas, length - 2 * ROOM_MIN );
		bool good =
			vertical
				? isWallEndGood( canvas, hall.x + at, hall.y - 1 ) && isWallEndGood( canvas, hall.x + at, hall.y + hall.height )
				: isWallEndGood( canvas, hall.x - 1, hall.y + at ) && isWallEndGood( canvas, hall.x + hall.width, hall.y + at );
		if ( !good )
		{
			continue;
		}
		int32_t door = 1 + draw( canvas, across - DOOR_WIDTH - 1 );
		if ( vertical )
		{
			fill( canvas, hall.x + at, hall.y, 1, hall.height, 1 );
			fill( canvas, hall.x + at, hall.y + door, 1, DOOR_WIDTH, 0 );
			*first = ( Hall ){ hall.x, hall.y, at, hall.height };
			*second = ( Hall ){ hall.x + at + 1, hall.y, hall.width - at - 1, hall.height };
		}
		else
		{
			fill( canvas, hall.x, hall.y + at, hall.width, 1, 1 );
			fill( canvas, hall.x + door, hall.y + at, DOOR_WIDTH, 1, 0 );
			*first = ( Hall ){ hall.x, hall.y, hall.width, at };
			*second = ( Hall ){ hall.x, hall.y + at + 1, hall.width, hall.height - at - 1 };
		}
		return true;
	}
	return false;
}

static bool drawRooms( Canvas* canvas )
{
	// Each split removes one hall and adds two, all of at least ROOM_MIN squared.
	size_t capacity = (size_t)canvas->size * (size_t)canvas->size / ( ROOM_MIN * ROOM_MIN ) + 2;
	Hall* halls = malloc( capacity * sizeof( Hall ) );
	if ( halls == NULL )
	{
		return false;
	}
	size_t count = 1;
	halls[0] = ( Hall ){ 0, 0, canvas->size, canvas->size };
	while ( count > 0 )
	{
		Hall first, second;
		count -= 1;
		if ( splitHall( canvas, halls[count], &first, &second ) )
		{
			halls[count++] = first;
			halls[count++] = second;
		}
	}
	free( halls );
	return true;
}

// --------------------------------------------------------------------------------------------------------------- blocks

static void drawBlocks( Canvas* canvas )
{
	int64_t area = (int64_t)canvas->size * canvas->size, count = area / 1024;
	for ( int64_t k = 0; k < count; ++k )
	{
		int32_t width = 3 + draw( canvas, 18 ), height = 3 + draw( canvas, 18 );
		// One after the other: the order in which arguments are computed is the compiler's.
		int32_t bottom = draw( canvas, canvas->size );
		int32_t left = draw( canvas, canvas->size );
		fill( canvas, left, bottom, width, height, 1 );
	}
}

// ---------------------------------------------------------------------------------------------------------------- mazes

// Rooms of a square lattice joined to a tree by a walk that turns back when it is stuck; the walls between them are one cell.
typedef struct Lattice
{
	int32_t side;	// rooms
	int32_t room;	// cells of a room's side
	int32_t* stack; // of the walk
	uint8_t* seen;
} Lattice;

static void openPassage( Canvas* canvas, const Lattice* lattice, int32_t i, int32_t j, int32_t di, int32_t dj )
{
	int32_t pitch = lattice->room + 1, x = 1 + i * pitch, y = 1 + j * pitch;
	if ( di != 0 )
	{
		fill( canvas, di > 0 ? x + lattice->room : x - 1, y, 1, lattice->room, 0 );
	}
	else
	{
		fill( canvas, x, dj > 0 ? y + lattice->room : y - 1, lattice->room, 1, 0 );
	}
}

static void carveTree( Canvas* canvas, Lattice* lattice )
{
	static const int32_t di[4] = { 1, -1, 0, 0 }, dj[4] = { 0, 0, 1, -1 };
	int32_t side = lattice->side, depth = 1;
	lattice->stack[0] = 0;
	lattice->seen[0] = 1;
	while ( depth > 0 )
	{
		int32_t room = lattice->stack[depth - 1], i = room % side, j = room / side, open[4], count = 0;
		for ( int32_t n = 0; n < 4; ++n )
		{
			int32_t ni = i + di[n], nj = j + dj[n];
			if ( ni >= 0 && nj >= 0 && ni < side && nj < side && lattice->seen[(int64_t)nj * side + ni] == 0 )
			{
				open[count++] = n;
			}
		}
		if ( count == 0 )
		{
			depth -= 1;
			continue;
		}
		int32_t n = open[draw( canvas, count )];
		openPassage( canvas, lattice, i, j, di[n], dj[n] );
		int32_t next = ( j + dj[n] ) * side + i + di[n];
		lattice->seen[next] = 1;
		lattice->stack[depth++] = next;
	}
}

static bool drawMaze( Canvas* canvas, int32_t room, double loops )
{
	Lattice lattice = { .side = ( canvas->size - 1 ) / ( room + 1 ), .room = room };
	lattice.side = lattice.side > 0 ? lattice.side : 1;
	size_t rooms = (size_t)lattice.side * (size_t)lattice.side;
	lattice.stack = malloc( rooms * sizeof( int32_t ) );
	lattice.seen = calloc( rooms, 1 );
	bool good = lattice.stack != NULL && lattice.seen != NULL;
	if ( good )
	{
		fill( canvas, 0, 0, canvas->size, canvas->size, 1 );
		for ( int32_t j = 0; j < lattice.side; ++j )
		{
			for ( int32_t i = 0; i < lattice.side; ++i )
			{
				fill( canvas, 1 + i * ( room + 1 ), 1 + j * ( room + 1 ), room, room, 0 );
			}
		}
		carveTree( canvas, &lattice );
		for ( int32_t j = 0; loops > 0.0 && j + 1 < lattice.side; ++j )
		{
			for ( int32_t i = 0; i + 1 < lattice.side; ++i )
			{
				bool across = draw( canvas, 2 ) == 0;
				if ( draw( canvas, 1000 ) < (int32_t)( 1000.0 * loops ) )
				{
					openPassage( canvas, &lattice, i, j, across ? 1 : 0, across ? 0 : 1 );
				}
			}
		}
	}
	free( lattice.stack );
	free( lattice.seen );
	return good;
}

// --------------------------------------------------------------------------------------------------------------- scenes

uint8_t* wfGenerateScene( const wfSceneDef* def )
{
	if ( def->size < 8 || def->size > 16384 )
	{
		return NULL;
	}
	Canvas canvas = { .size = def->size, .seed = def->seed };
	canvas.cells = calloc( (size_t)def->size * (size_t)def->size, 1 );
	bool good = canvas.cells != NULL;
	switch ( good ? def->kind : wf_openScene )
	{
		case wf_roomsScene:
			good = drawRooms( &canvas );
			break;
		case wf_blocksScene:
			drawBlocks( &canvas );
			break;
		case wf_labyrinthScene:
			good = drawMaze( &canvas, CORRIDOR_WIDTH, LOOP_SHARE );
			break;
		case wf_mazeScene:
			good = drawMaze( &canvas, 1, 0.0 );
			break;
		case wf_openScene:
		case wf_sceneKindCount:
			break;
	}
	if ( !good )
	{
		free( canvas.cells );
		return NULL;
	}
	return canvas.cells;
}

wfResult wfCreateScene( const wfSceneDef* def, wfWorld** world, wfError* error )
{
	uint8_t* cells = wfGenerateScene( def );
	if ( cells == NULL )
	{
		return wf_outOfMemory;
	}
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds = ( wfBox2 ){ { 0.0, 0.0 }, { def->size, def->size } };
	wfWorld* made = NULL;
	wfResult result = wfCreateWorld( &worldDef, &made, error );
	bool empty = memchr( cells, 1, (size_t)def->size * (size_t)def->size ) == NULL;
	if ( result == wf_ok && !empty )
	{
		wfShapeDef shape = wfDefaultShapeDef();
		wfShapeId id;
		shape.kind = wf_imageShape;
		shape.cells = cells;
		shape.width = shape.height = def->size;
		shape.pixelSize = 1.0;
		shape.name = wfDescribeScene( def->kind );
		result = wfWorld_AddShape( made, &shape, &id, error );
	}
	free( cells );
	if ( result != wf_ok && made != NULL )
	{
		wfDestroyWorld( made );
		made = NULL;
	}
	*world = made;
	return result;
}

wfResult wfPickCells( const wfGrid* grid, uint64_t seed, int32_t* cells, int32_t count )
{
	int32_t components = wfGrid_GetComponentCount( grid ), largest = 0;
	int64_t total = (int64_t)wfGrid_GetWidth( grid ) * wfGrid_GetHeight( grid );
	if ( components == 0 )
	{
		return wf_noFreeCell;
	}
	int64_t* sizes = calloc( (size_t)components, sizeof( int64_t ) );
	if ( sizes == NULL )
	{
		return wf_outOfMemory;
	}
	for ( int32_t cell = 0; cell < total; ++cell )
	{
		int32_t component = wfGrid_GetComponent( grid, cell );
		if ( component >= 0 )
		{
			sizes[component] += 1;
			largest = sizes[component] > sizes[largest] ? component : largest;
		}
	}
	free( sizes );
	uint64_t counter = 0;
	for ( int32_t i = 0; i < count; ++counter )
	{
		int32_t cell = (int32_t)( wfRandomUnit( seed, 1, counter ) * (double)total );
		if ( wfGrid_GetComponent( grid, cell ) == largest )
		{
			cells[i++] = cell;
		}
	}
	return wf_ok;
}
