// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A building to walk in: floors of squares, with gaps for walls, pillars and the well of ramps and stairs.
#include "scenes/surfaces_draft.h"

#include <stdlib.h>

wfBuildingDef wfDefaultBuildingDef( void )
{
	return ( wfBuildingDef ){ .storeys = 3, .storeyHeight = 3.0, .cell = 0.5, .columns = 60, .rows = 30 };
}

typedef struct House
{
	const wfBuildingDef* def;
	wfSurfaceShape* shape;
	int32_t wellBegin, wellEnd, wellRows; // columns and rows without floor
	int32_t wall;						  // row of the wall between hall and rooms
	int32_t door;						  // half of its width
	int32_t* vertices;					  // of each corner of each floor, -1: none yet
} House;

// A hall along the well; behind a wall three rooms, each with a door in its middle.
static bool hasFloor( const House* house, int32_t i, int32_t j )
{
	int32_t columns = house->def->columns;
	if ( j < house->wellRows && i >= house->wellBegin && i < house->wellEnd )
	{
		return false;
	}
	if ( j == house->wall )
	{
		bool door = false;
		for ( int32_t room = 0; room < 3; ++room )
		{
			int32_t middle = ( 2 * room + 1 ) * columns / 6;
			door = door || ( i >= middle - house->door && i < middle + house->door );
		}
		return door;
	}
	if ( j > house->wall )
	{
		return i != columns / 3 && i != 2 * columns / 3;
	}
	// Two pillars in the hall.
	int32_t pillar = ( house->wellRows + house->wall ) / 2;
	return !( j == pillar && ( i == columns / 4 || i == 3 * columns / 4 ) );
}

static int32_t getCorner( House* house, int32_t storey, int32_t i, int32_t j )
{
	const wfBuildingDef* def = house->def;
	size_t width = (size_t)def->columns + 1, height = (size_t)def->rows + 1;
	int32_t* vertex = house->vertices + ( (size_t)storey * height + (size_t)j ) * width + (size_t)i;
	if ( *vertex < 0 )
	{
		*vertex =
			wfSurfaceShape_AddVertex( house->shape, ( wfVec3 ){ i * def->cell, j * def->cell, storey * def->storeyHeight } );
	}
	return *vertex;
}

static void addFloor( House* house, int32_t storey )
{
	for ( int32_t j = 0; j < house->def->rows; ++j )
	{
		for ( int32_t i = 0; i < house->def->columns; ++i )
		{
			if ( hasFloor( house, i, j ) )
			{
				// One after the other: corners are numbered as they are first asked for.
				int32_t a = getCorner( house, storey, i, j ), b = getCorner( house, storey, i + 1, j );
				int32_t c = getCorner( house, storey, i + 1, j + 1 ), d = getCorner( house, storey, i, j + 1 );
				wfSurfaceShape_AddQuad( house->shape, a, b, c, d );
			}
		}
	}
}

// From the near side of the well up to the far side, a storey higher. Stairs have a riser at each column and one at either end.
static void addFlight( House* house, int32_t storey, bool stairs )
{
	const wfBuildingDef* def = house->def;
	int32_t columns = house->wellEnd - house->wellBegin, lines = stairs ? 2 * columns + 2 : columns + 1;
	int32_t across = house->wellRows + 1, first = house->shape->vertexCount - across; // as if line 0 were new
	for ( int32_t line = 1; line + 1 < lines; ++line )
	{
		int32_t i = stairs ? line / 2 : line;
		double rise = stairs ? ( ( line + 1 ) / 2 ) / ( columns + 1.0 ) : (double)line / columns;
		for ( int32_t j = 0; j < across; ++j )
		{
			wfSurfaceShape_AddVertex( house->shape, ( wfVec3 ){ ( house->wellBegin + i ) * def->cell, j * def->cell,
																( storey + rise ) * def->storeyHeight } );
		}
	}
	for ( int32_t line = 0; line + 1 < lines; ++line )
	{
		int32_t corners[4]; // near, near left, far, far left
		for ( int32_t j = 0; j < house->wellRows; ++j )
		{
			for ( int32_t k = 0; k < 4; ++k )
			{
				int32_t row = j + k % 2, at = line + k / 2;
				corners[k] = at == 0		   ? getCorner( house, storey, house->wellBegin, row )
							 : at + 1 == lines ? getCorner( house, storey + 1, house->wellEnd, row )
											   : first + at * across + row;
			}
			wfSurfaceShape_AddQuad( house->shape, corners[0], corners[2], corners[3], corners[1] );
		}
	}
}

wfResult wfMakeBuilding( const wfBuildingDef* def, wfSurfaceShape* shape )
{
	*shape = ( wfSurfaceShape ){ 0 };
	if ( def->storeys < 1 || !wfIsPositive( def->storeyHeight ) || !wfIsPositive( def->cell ) || def->columns < 24 ||
		 def->rows < 12 )
	{
		return wf_outOfRange;
	}
	if ( def->storeys > 1000 || def->columns > 20000 || def->rows > 20000 )
	{
		return wf_tooLarge;
	}
	House house = { .def = def, .shape = shape };
	house.wellBegin = def->columns / 4;
	house.wellEnd = 3 * def->columns / 4;
	house.wellRows = def->rows / 6;
	house.wall = def->rows / 2;
	house.door = def->columns / 24;
	int64_t corners = ( (int64_t)def->columns + 1 ) * ( def->rows + 1 );
	int64_t flights = ( 2 * (int64_t)( house.wellEnd - house.wellBegin ) + 2 ) * ( house.wellRows + 1 );
	wfResult result =
		wfSurfaceShape_Begin( shape, ( corners + flights ) * def->storeys, 2 * ( corners + flights ) * def->storeys );
	size_t count = (size_t)corners * (size_t)def->storeys;
	house.vertices = result == wf_ok ? malloc( count * sizeof( int32_t ) ) : NULL;
	if ( house.vertices == NULL )
	{
		wfSurfaceShape_Free( shape );
		return result != wf_ok ? result : wf_outOfMemory;
	}
	for ( size_t k = 0; k < count; ++k )
	{
		house.vertices[k] = -1;
	}
	for ( int32_t storey = 0; storey < def->storeys; ++storey )
	{
		addFloor( &house, storey );
	}
	for ( int32_t storey = 0; storey + 1 < def->storeys; ++storey )
	{
		addFlight( &house, storey, storey % 2 == 1 );
	}
	free( house.vertices );
	return wf_ok;
}
