// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Contacts of agents with each other and with walls, each counted once from touch to separation.

#include "metrics.h"

#include <math.h>
#include <string.h>

// What a look at a pair needs, side by side for those of one cell.
struct wfSortedDisc
{
	double x, y, z, radius;
	int32_t slot;
};

void wfContactGrid_Free( wfContactGrid* grid )
{
	wfReleaseArray( grid->cells, grid->cellCapacity, sizeof( int32_t ) );
	wfReleaseArray( grid->begins, grid->beginCapacity, sizeof( int32_t ) );
	wfReleaseArray( grid->discs, grid->discCapacity, sizeof( struct wfSortedDisc ) );
}

void wfPairSet_Free( wfPairSet* pairs )
{
	wfReleaseArray( pairs->keys, pairs->capacity, sizeof( uint64_t ) );
	wfReleaseArray( pairs->frames, pairs->capacity, sizeof( int64_t ) );
}

// --------------------------------------------------------------------------------------------------------------- pairs

static size_t findPair( const uint64_t* keys, size_t capacity, uint64_t key )
{
	size_t place = (size_t)( ( key * 0x9E3779B97F4A7C15ull ) >> 20 ) & ( capacity - 1 );
	while ( keys[place] != 0 && keys[place] != key )
	{
		place = ( place + 1 ) & ( capacity - 1 );
	}
	return place;
}

// A new table with the pairs that still touch, at most a quarter full.
static wfResult renewPairs( wfPairSet* pairs, int64_t frame )
{
	size_t kept = 0, capacity = 64;
	for ( size_t i = 0; i < pairs->capacity; ++i )
	{
		kept += pairs->keys[i] != 0 && pairs->frames[i] >= frame - 1;
	}
	while ( capacity < 4 * ( kept + 1 ) )
	{
		capacity *= 2;
	}
	uint64_t* keys = wfAllocateArray( capacity, sizeof( uint64_t ) );
	int64_t* frames = wfAllocateArray( capacity, sizeof( int64_t ) );
	if ( keys == NULL || frames == NULL )
	{
		wfReleaseArray( keys, capacity, sizeof( uint64_t ) );
		wfReleaseArray( frames, capacity, sizeof( int64_t ) );
		return wf_outOfMemory;
	}
	memset( keys, 0, capacity * sizeof( uint64_t ) );
	for ( size_t i = 0; i < pairs->capacity; ++i )
	{
		if ( pairs->keys[i] != 0 && pairs->frames[i] >= frame - 1 )
		{
			size_t place = findPair( keys, capacity, pairs->keys[i] );
			keys[place] = pairs->keys[i];
			frames[place] = pairs->frames[i];
		}
	}
	wfPairSet_Free( pairs );
	*pairs = ( wfPairSet ){ keys, frames, capacity, kept };
	return wf_ok;
}

wfResult wfPairSet_Touch( wfPairSet* pairs, int32_t a, int32_t b, int64_t frame, bool* begins )
{
	if ( ( pairs->used + 1 ) * 2 > pairs->capacity && renewPairs( pairs, frame ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	uint32_t lower = (uint32_t)( a < b ? a : b ), upper = (uint32_t)( a < b ? b : a );
	uint64_t key = (uint64_t)lower << 32 | upper; // never 0: upper is above lower
	size_t place = findPair( pairs->keys, pairs->capacity, key );
	*begins = pairs->keys[place] == 0 || pairs->frames[place] < frame - 1;
	if ( pairs->keys[place] == 0 )
	{
		pairs->keys[place] = key;
		pairs->used += 1;
	}
	pairs->frames[place] = frame;
	return wf_ok;
}

static wfResult addPair( wfMetrics* metrics, int32_t slotA, int32_t slotB )
{
	bool begins = false;
	wfResult result = wfPairSet_Touch( &metrics->pairs, slotA, slotB, metrics->frameCount, &begins );
	metrics->overlaps += begins ? 1 : 0;
	return result;
}

// ---------------------------------------------------------------------------------------------------------------- grid

static int32_t getGridBits( int32_t count )
{
	int32_t bits = 2; // fewer than three cells a side would make neighbours of both sides the same
	while ( bits < 15 && ( 1 << ( 2 * bits ) ) < count )
	{
		bits += 1;
	}
	return bits;
}

// floor, without a call: cells are far from what an integer cannot hold.
static int64_t roundDown( double value )
{
	int64_t whole = (int64_t)value;
	return whole - ( value < (double)whole );
}

static wfResult sortDiscs( wfMetrics* metrics, const wfFrame* frame, double cellSize, int32_t bits )
{
	wfContactGrid* grid = &metrics->grid;
	size_t count = (size_t)frame->count, cellCount = (size_t)1 << ( 2 * bits );
	if ( wfReserve( &grid->cells, &grid->cellCapacity, count, sizeof( int32_t ) ) != wf_ok ||
		 wfReserve( &grid->begins, &grid->beginCapacity, cellCount + 2, sizeof( int32_t ) ) != wf_ok ||
		 wfReserve( &grid->discs, &grid->discCapacity, count, sizeof( struct wfSortedDisc ) ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	memset( grid->begins, 0, ( cellCount + 2 ) * sizeof( int32_t ) );
	double scale = 1.0 / cellSize;
	int64_t mask = ( (int64_t)1 << bits ) - 1;
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		int64_t x = roundDown( frame->positions[i].x * scale ) & mask, y = roundDown( frame->positions[i].y * scale ) & mask;
		grid->cells[i] = (int32_t)( y << bits | x );
		grid->begins[grid->cells[i] + 2] += 1;
	}
	for ( size_t c = 2; c < cellCount + 2; ++c )
	{
		grid->begins[c] += grid->begins[c - 1];
	}
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		int32_t slot = metrics->slots[i];
		// Agents above each other are in the same cell and apart by their heights.
		const wfTrackedAgent* agent = &metrics->agents[slot];
		grid->discs[grid->begins[grid->cells[i] + 1]++] =
			( struct wfSortedDisc ){ agent->last.x, agent->last.y, agent->last.z, agent->radius, slot };
	}
	return wf_ok;
}

// The discs [begin, end) against one; none of them touches from farther than `reach`.
static wfResult addPairsOf( wfMetrics* metrics, const struct wfSortedDisc* disc, int32_t begin, int32_t end, double squaredReach )
{
	const struct wfSortedDisc* discs = metrics->grid.discs;
	for ( int32_t k = begin; k < end; ++k )
	{
		double dx = discs[k].x - disc->x, dy = discs[k].y - disc->y, dz = discs[k].z - disc->z;
		double squared = dx * dx + dy * dy + dz * dz;
		if ( squared >= squaredReach )
		{
			continue;
		}
		double sum = disc->radius + discs[k].radius, touch = sum - metrics->def.contactTolerance;
		if ( squared >= touch * touch || touch <= 0.0 || disc->radius == 0.0 || discs[k].radius == 0.0 )
		{
			continue;
		}
		double depth = sum - sqrt( squared );
		metrics->deepestOverlap = depth > metrics->deepestOverlap ? depth : metrics->deepestOverlap;
		if ( addPair( metrics, disc->slot, discs[k].slot ) != wf_ok )
		{
			return wf_outOfMemory;
		}
	}
	return wf_ok;
}

// Everybody of a cell against those after him in it, in the cell to the right and in the three above: each pair of cells is
// looked at from one of them. Cells of a row follow each other, but for the grid's sides, where it begins again.
static wfResult addPairsOfCell( wfMetrics* metrics, int32_t cell, int32_t bits, double squaredReach )
{
	const int32_t* begins = metrics->grid.begins;
	int32_t mask = ( 1 << bits ) - 1, x = cell & mask, above = ( ( ( cell >> bits ) + 1 ) & mask ) << bits;
	bool inside = x > 0 && x < mask;
	int32_t right = ( cell & ~mask ) | ( ( x + 1 ) & mask ), end = begins[inside ? cell + 2 : cell + 1];
	wfResult result = wf_ok;
	for ( int32_t index = begins[cell]; index < begins[cell + 1] && result == wf_ok; ++index )
	{
		const struct wfSortedDisc* disc = &metrics->grid.discs[index];
		result = addPairsOf( metrics, disc, index + 1, end, squaredReach );
		if ( inside )
		{
			result = result == wf_ok ? addPairsOf( metrics, disc, begins[above + x - 1], begins[above + x + 2], squaredReach )
									 : result;
			continue;
		}
		const int32_t others[4] = { right, above | ( ( x - 1 ) & mask ), above | x, above | ( ( x + 1 ) & mask ) };
		for ( int32_t k = 0; k < 4 && result == wf_ok; ++k )
		{
			result = addPairsOf( metrics, disc, begins[others[k]], begins[others[k] + 1], squaredReach );
		}
	}
	return result;
}

wfResult wfMetrics_AddContacts( wfMetrics* metrics, const wfFrame* frame )
{
	double largest = 0.0;
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		double radius = metrics->agents[metrics->slots[i]].radius;
		largest = radius > largest ? radius : largest;
	}
	if ( largest == 0.0 )
	{
		return wf_ok;
	}
	int32_t bits = getGridBits( frame->count ), cellCount = 1 << ( 2 * bits );
	// A little larger than the farthest contact, so that rounding cannot put two that touch two cells apart. Tiny discs far
	// out must not overflow the cells' numbers.
	double size = 2.0 * largest * ( 1.0 + 1e-9 );
	wfResult result = sortDiscs( metrics, frame, size > 1e-6 ? size : 1e-6, bits );
	for ( int32_t cell = 0; cell < cellCount && result == wf_ok; ++cell )
	{
		if ( metrics->grid.begins[cell] < metrics->grid.begins[cell + 1] )
		{
			result = addPairsOfCell( metrics, cell, bits, size * size );
		}
	}
	return result;
}

// --------------------------------------------------------------------------------------------------------------- walls

void wfMetrics_AddWallContacts( wfMetrics* metrics, const wfFrame* frame )
{
	uint64_t revision = wfWorld_GetRevision( metrics->def.world );
	bool edited = revision != metrics->worldRevision || metrics->frameCount == 0;
	metrics->worldRevision = revision;
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		wfTrackedAgent* agent = &metrics->agents[metrics->slots[i]];
		// One that had room left after all it has moved since the last look touches nothing.
		if ( agent->wallSlack > 0.0 && !edited )
		{
			agent->touchesWall = false;
			continue;
		}
		double distance = wfWorld_GetDistance( metrics->def.world, wfInPlane( frame->positions[i] ), metrics->def.kind );
		double depth = agent->radius - distance;
		bool touches = depth > metrics->def.contactTolerance;
		agent->wallSlack = distance - agent->radius;
		if ( touches )
		{
			metrics->wallHits += !agent->touchesWall;
			metrics->deepestWallHit = depth > metrics->deepestWallHit ? depth : metrics->deepestWallHit;
		}
		agent->touchesWall = touches;
	}
}
