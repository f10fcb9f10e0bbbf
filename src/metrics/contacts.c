// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Contacts of agents with each other and with walls, each counted once from touch to separation.

#include "metrics.h"

#include <math.h>
#include <string.h>

void wfContactGrid_Free( wfContactGrid* grid )
{
	wfCellSort_Free( &grid->sort );
	wfArray_Free( &grid->discs );
}

// --------------------------------------------------------------------------------------------------------------- pairs

void wfPairSet_Free( wfPairSet* pairs )
{
	wfMap_Free( &pairs->now );
	wfMap_Free( &pairs->before );
}

wfResult wfPairSet_Touch( wfPairSet* pairs, int32_t a, int32_t b, int64_t frame, bool* begins )
{
	if ( frame != pairs->frame )
	{
		wfMap old = pairs->before;
		pairs->before = pairs->now;
		pairs->now = old;
		wfMap_Clear( &pairs->now );
		if ( frame != pairs->frame + 1 )
		{
			wfMap_Clear( &pairs->before );
		}
		pairs->frame = frame;
	}
	uint32_t lower = (uint32_t)( a < b ? a : b ), upper = (uint32_t)( a < b ? b : a );
	uint64_t key = (uint64_t)lower << 32 | upper;
	*begins = wfMap_Find( &pairs->before, key ) < 0 && wfMap_Find( &pairs->now, key ) < 0;
	return wfMap_Set( &pairs->now, key, 0 );
}

// ---------------------------------------------------------------------------------------------------------------- grid

int32_t wfGetGridBits( int32_t count )
{
	int32_t bits = 2; // fewer than three cells a side would make neighbours of both sides the same
	while ( bits < 15 && ( 1 << ( 2 * bits ) ) < count )
	{
		bits += 1;
	}
	return bits;
}

wfResult wfCellSort_Begin( wfCellSort* sort, int32_t count, size_t cellCount )
{
	if ( wfArray_Reserve( &sort->cells, count ) != wf_ok || wfArray_Reserve( &sort->begins, cellCount + 2 ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	sort->cells.count = count;
	sort->begins.count = (int32_t)cellCount + 2;
	memset( sort->begins.data, 0, ( cellCount + 2 ) * sizeof( int32_t ) );
	return wf_ok;
}

void wfCellSort_Sum( wfCellSort* sort )
{
	for ( int32_t c = 2; c < sort->begins.count; ++c )
	{
		sort->begins.data[c] += sort->begins.data[c - 1];
	}
}

void wfCellSort_Free( wfCellSort* sort )
{
	wfArray_Free( &sort->cells );
	wfArray_Free( &sort->begins );
}

// Of a body whose heading is not known only the circle inside of it, which is there however it is turned.
static wfOval getOutline( const wfTrackedAgent* agent )
{
	bool isKnown = isfinite( agent->facing );
	return wfMakeOval( wfInPlane( agent->last ), isKnown ? agent->facing : 0.0, isKnown ? agent->radius : agent->depth,
					   agent->depth );
}

static void sortDiscs( wfMetrics* metrics, const wfFrame* frame, double cellSize, int32_t bits )
{
	wfContactGrid* grid = &metrics->grid;
	if ( !wfMetrics_Keep( metrics, wfCellSort_Begin( &grid->sort, frame->count, (size_t)1 << ( 2 * bits ) ) ) ||
		 !wfMetrics_Keep( metrics, wfArray_Reserve( &grid->discs, frame->count ) ) )
	{
		return;
	}
	int32_t *cells = grid->sort.cells.data, *begins = grid->sort.begins.data;
	double scale = 1.0 / cellSize;
	int64_t mask = ( (int64_t)1 << bits ) - 1;
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		int64_t x = wfRoundDown( frame->positions[i].x * scale ) & mask, y = wfRoundDown( frame->positions[i].y * scale ) & mask;
		cells[i] = (int32_t)( y << bits | x );
		begins[cells[i] + 2] += 1;
	}
	wfCellSort_Sum( &grid->sort );
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		int32_t slot = metrics->slots.data[i];
		// Agents above each other are in the same cell and apart by their heights.
		const wfTrackedAgent* agent = &metrics->agents.data[slot];
		grid->discs.data[begins[cells[i] + 1]++] =
			( struct wfSortedDisc ){ agent->last.x, agent->last.y, agent->last.z, agent->radius, slot };
	}
}

// The discs [begin, end) against one; none of them touches from farther than `reach`.
static void addPairsOf( wfMetrics* metrics, const struct wfSortedDisc* disc, int32_t begin, int32_t end, double squaredReach )
{
	const struct wfSortedDisc* discs = metrics->grid.discs.data;
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
		wfVec2 across;
		const wfTrackedAgent *one = &metrics->agents.data[disc->slot], *other = &metrics->agents.data[discs[k].slot];
		wfOval outline = getOutline( one ), otherOutline = getOutline( other );
		bool isRound = outline.depth == disc->radius && otherOutline.depth == discs[k].radius;
		double depth = isRound ? sum - sqrt( squared ) : -wfOval_GetGap( &outline, &otherOutline, &across );
		if ( depth <= metrics->def.contactTolerance )
		{
			continue;
		}
		metrics->deepestOverlap = depth > metrics->deepestOverlap ? depth : metrics->deepestOverlap;
		bool begins = false;
		wfMetrics_Keep( metrics, wfPairSet_Touch( &metrics->pairs, disc->slot, discs[k].slot, metrics->frameCount, &begins ) );
		metrics->overlaps += begins ? 1 : 0;
	}
}

// Everybody of a cell against those after him in it, in the cell to the right and in the three above: each pair of cells is
// looked at from one of them. Cells of a row follow each other, but for the grid's sides, where it begins again.
static void addPairsOfCell( wfMetrics* metrics, int32_t cell, int32_t bits, double squaredReach )
{
	const int32_t* begins = metrics->grid.sort.begins.data;
	int32_t mask = ( 1 << bits ) - 1, x = cell & mask, above = ( ( ( cell >> bits ) + 1 ) & mask ) << bits;
	bool inside = x > 0 && x < mask;
	int32_t right = ( cell & ~mask ) | ( ( x + 1 ) & mask ), end = begins[inside ? cell + 2 : cell + 1];
	for ( int32_t index = begins[cell]; index < begins[cell + 1]; ++index )
	{
		const struct wfSortedDisc* disc = &metrics->grid.discs.data[index];
		addPairsOf( metrics, disc, index + 1, end, squaredReach );
		if ( inside )
		{
			addPairsOf( metrics, disc, begins[above + x - 1], begins[above + x + 2], squaredReach );
			continue;
		}
		const int32_t others[4] = { right, above | ( ( x - 1 ) & mask ), above | x, above | ( ( x + 1 ) & mask ) };
		for ( int32_t k = 0; k < 4; ++k )
		{
			addPairsOf( metrics, disc, begins[others[k]], begins[others[k] + 1], squaredReach );
		}
	}
}

void wfMetrics_AddContacts( wfMetrics* metrics, const wfFrame* frame )
{
	double largest = 0.0;
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		double radius = metrics->agents.data[metrics->slots.data[i]].radius;
		largest = radius > largest ? radius : largest;
	}
	if ( largest == 0.0 )
	{
		return;
	}
	int32_t bits = wfGetGridBits( frame->count ), cellCount = 1 << ( 2 * bits );
	// A little larger than the farthest contact, so that rounding cannot put two that touch two cells apart. Tiny discs far
	// out must not overflow the cells' numbers.
	double size = 2.0 * largest * ( 1.0 + 1e-9 );
	sortDiscs( metrics, frame, size > 1e-6 ? size : 1e-6, bits );
	for ( int32_t cell = 0; cell < cellCount && metrics->failed == wf_ok; ++cell )
	{
		if ( metrics->grid.sort.begins.data[cell] < metrics->grid.sort.begins.data[cell + 1] )
		{
			addPairsOfCell( metrics, cell, bits, size * size );
		}
	}
}

// --------------------------------------------------------------------------------------------------------------- walls

void wfMetrics_AddWallContacts( wfMetrics* metrics, const wfFrame* frame )
{
	uint64_t revision = wfWorld_GetRevision( metrics->def.world );
	bool edited = revision != metrics->worldRevision || metrics->frameCount == 0;
	metrics->worldRevision = revision;
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		wfTrackedAgent* agent = &metrics->agents.data[metrics->slots.data[i]];
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
