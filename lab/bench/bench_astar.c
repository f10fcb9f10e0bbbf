// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A* over the cells of a grid: steps to the eight neighbours, diagonal ones only where both cells beside are free.
#include "bench.h"

#include <math.h>
#include <stdlib.h>

typedef struct Entry
{
	double bound; // length so far and what is left at least
	int32_t cell;
} Entry;

struct wfAstar
{
	const wfGrid* grid;
	int32_t width, height;
	double* length; // from the start
	int32_t* from;
	uint32_t* stamp; // of the search that wrote the two above
	uint8_t* blocked;
	uint32_t search;
	Entry* heap;
	int64_t heapCount, heapCapacity;
};

wfAstar* wfCreateAstar( const wfGrid* grid )
{
	wfAstar* astar = wfNewArray( 1, sizeof( wfAstar ) );
	astar->grid = grid;
	astar->width = wfGrid_GetWidth( grid );
	astar->height = wfGrid_GetHeight( grid );
	size_t cells = (size_t)astar->width * (size_t)astar->height;
	astar->length = wfNewArray( cells, sizeof( double ) );
	astar->from = wfNewArray( cells, sizeof( int32_t ) );
	astar->stamp = wfNewArray( cells, sizeof( uint32_t ) );
	astar->blocked = wfNewArray( cells, 1 );
	for ( size_t cell = 0; cell < cells; ++cell )
	{
		astar->blocked[cell] = !wfGrid_IsFree( grid, (int32_t)cell );
	}
	return astar;
}

static void push( wfAstar* astar, Entry entry )
{
	astar->heap = wfGrow( astar->heap, astar->heapCount + 1, &astar->heapCapacity, sizeof( Entry ) );
	int64_t at = astar->heapCount++;
	while ( at > 0 && astar->heap[( at - 1 ) / 2].bound > entry.bound )
	{
		astar->heap[at] = astar->heap[( at - 1 ) / 2];
		at = ( at - 1 ) / 2;
	}
	astar->heap[at] = entry;
}

static Entry pop( wfAstar* astar )
{
	Entry top = astar->heap[0], last = astar->heap[--astar->heapCount];
	int64_t at = 0;
	for ( int64_t child = 1; child < astar->heapCount; child = 2 * at + 1 )
	{
		if ( child + 1 < astar->heapCount && astar->heap[child + 1].bound < astar->heap[child].bound )
		{
			child += 1;
		}
		if ( astar->heap[child].bound >= last.bound )
		{
			break;
		}
		astar->heap[at] = astar->heap[child];
		at = child;
	}
	astar->heap[at] = last;
	return top;
}

// The length over open ground, in cells.
static double getLeast( const wfAstar* astar, int32_t a, int32_t b )
{
	double x = abs( a % astar->width - b % astar->width ), y = abs( a / astar->width - b / astar->width );
	return x > y ? x + ( sqrt( 2.0 ) - 1.0 ) * y : y + ( sqrt( 2.0 ) - 1.0 ) * x;
}

static bool isOpen( const wfAstar* astar, int32_t i, int32_t j )
{
	return i >= 0 && j >= 0 && i < astar->width && j < astar->height && astar->blocked[(int64_t)j * astar->width + i] == 0;
}

static void reach( wfAstar* astar, int32_t cell, int32_t from, double length, int32_t goal )
{
	if ( astar->stamp[cell] == astar->search && astar->length[cell] <= length )
	{
		return;
	}
	astar->stamp[cell] = astar->search;
	astar->length[cell] = length;
	astar->from[cell] = from;
	push( astar, ( Entry ){ length + getLeast( astar, cell, goal ), cell } );
}

static void expand( wfAstar* astar, int32_t cell, int32_t goal )
{
	int32_t i = cell % astar->width, j = cell / astar->width;
	for ( int32_t dj = -1; dj <= 1; ++dj )
	{
		for ( int32_t di = -1; di <= 1; ++di )
		{
			bool diagonal = di != 0 && dj != 0;
			if ( ( di == 0 && dj == 0 ) || !isOpen( astar, i + di, j + dj ) ||
				 ( diagonal && !( isOpen( astar, i + di, j ) && isOpen( astar, i, j + dj ) ) ) )
			{
				continue;
			}
			double step = diagonal ? sqrt( 2.0 ) : 1.0;
			reach( astar, cell + dj * astar->width + di, cell, astar->length[cell] + step, goal );
		}
	}
}

int32_t wfAstar_Find( wfAstar* astar, int32_t start, int32_t goal, wfVec2* points, int32_t capacity, double* length )
{
	astar->search += 1;
	astar->heapCount = 0;
	reach( astar, start, -1, 0.0, goal );
	bool found = false;
	while ( !found && astar->heapCount > 0 )
	{
		Entry entry = pop( astar );
		found = entry.cell == goal;
		// A cell reached again by a shorter path leaves its old entry behind.
		bool stale = entry.bound > astar->length[entry.cell] + getLeast( astar, entry.cell, goal ) + 1e-9;
		if ( !found && !stale )
		{
			expand( astar, entry.cell, goal );
		}
	}
	int32_t count = 0;
	for ( int32_t cell = found ? goal : -1; cell >= 0; cell = astar->from[cell] )
	{
		count += 1;
	}
	int32_t at = count;
	for ( int32_t cell = found ? goal : -1; cell >= 0; cell = astar->from[cell] )
	{
		at -= 1;
		if ( at < capacity )
		{
			points[at] = wfGrid_GetCenter( astar->grid, cell );
		}
	}
	*length = found ? astar->length[goal] * wfGrid_GetCellSize( astar->grid ) : 0.0;
	return count;
}
