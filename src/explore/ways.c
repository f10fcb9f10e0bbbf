// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Dijkstra's algorithm with a bucket for each distance (Dial 1969). No edge is longer than the number of buckets, which are used
// in turn.

#include "explore/ways.h"

#include "base/arrays.h"

static const int32_t s_steps[8][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 }, { 1, 1 }, { -1, 1 }, { 1, -1 }, { -1, -1 } };

static wfArrays listArrays( wfKnownWays* ways )
{
	return ( wfArrays ){ { WF_ONE_ARRAY( ways->distances, ways->count ), WF_ONE_ARRAY( ways->next, ways->count ),
						   WF_ONE_ARRAY( ways->previous, ways->count ) } };
}

wfResult wfKnownWays_Create( wfKnownWays* ways, size_t count )
{
	*ways = ( wfKnownWays ){ .count = count };
	ways->right = ways->high = -1;
	wfArrays arrays = listArrays( ways );
	wfResult result = wfArrays_Allocate( &arrays );
	for ( size_t k = 0; k < count && result == wf_ok; ++k )
	{
		ways->distances[k] = WF_NO_WAY;
	}
	return result;
}

void wfKnownWays_Free( wfKnownWays* ways )
{
	wfArrays arrays = listArrays( ways );
	wfArrays_Free( &arrays );
	ways->count = 0;
}

static void put( wfKnownWays* ways, int32_t cell, int32_t distance )
{
	int32_t* bucket = &ways->buckets[distance % WF_WAY_BUCKETS];
	ways->next[cell] = *bucket;
	ways->previous[cell] = -1;
	if ( *bucket >= 0 )
	{
		ways->previous[*bucket] = cell;
	}
	*bucket = cell;
	ways->distances[cell] = distance;
}

// Out of the bucket of its distance.
static void takeOut( wfKnownWays* ways, int32_t cell )
{
	int32_t next = ways->next[cell], previous = ways->previous[cell];
	if ( next >= 0 )
	{
		ways->previous[next] = previous;
	}
	if ( previous >= 0 )
	{
		ways->next[previous] = next;
	}
	else
	{
		ways->buckets[ways->distances[cell] % WF_WAY_BUCKETS] = next;
	}
}

static inline int32_t edge( const wfKnowledge* map, int32_t to, int32_t k )
{
	int32_t plain = k < 4 ? WF_STRAIGHT : WF_DIAGONAL;
	return map->costs == NULL ? plain : plain * ( 4 + map->costs[to] ) / 4;
}

static inline bool isOpen( const wfKnowledge* map, int32_t i, int32_t j )
{
	return i >= 0 && j >= 0 && i < map->width && j < map->height && wfCanStand( map, j * map->width + i );
}

// Whether step k may be taken from the cell (i, j).
static inline bool isStepOpen( const wfKnowledge* map, int32_t i, int32_t j, int32_t k )
{
	int32_t x = s_steps[k][0], y = s_steps[k][1];
	return isOpen( map, i + x, j + y ) && ( k < 4 || ( isOpen( map, i + x, j ) && isOpen( map, i, j + y ) ) );
}

static void settle( wfKnownWays* ways, const wfKnowledge* map, int32_t cell )
{
	int32_t i = cell % map->width, j = cell / map->width, distance = ways->distances[cell];
	for ( int32_t k = 0; k < 8; ++k )
	{
		if ( !isStepOpen( map, i, j, k ) )
		{
			continue;
		}
		int32_t to = cell + s_steps[k][1] * map->width + s_steps[k][0], reached = distance + edge( map, to, k );
		if ( reached < ways->distances[to] )
		{
			if ( ways->distances[to] != WF_NO_WAY )
			{
				takeOut( ways, to );
			}
			put( ways, to, reached );
		}
	}
}

// Only what was reached last time.
static void forget( wfKnownWays* ways, const wfKnowledge* map )
{
	for ( int32_t j = ways->low; j <= ways->high; ++j )
	{
		for ( int32_t i = ways->left; i <= ways->right; ++i )
		{
			ways->distances[j * map->width + i] = WF_NO_WAY;
		}
	}
	for ( int32_t k = 0; k < WF_WAY_BUCKETS; ++k )
	{
		ways->buckets[k] = -1;
	}
}

static void extendBox( wfKnownWays* ways, int32_t i, int32_t j )
{
	ways->left = i < ways->left ? i : ways->left;
	ways->right = i > ways->right ? i : ways->right;
	ways->low = j < ways->low ? j : ways->low;
	ways->high = j > ways->high ? j : ways->high;
}

// From the first wanted cell that is not settled at this distance on.
static int32_t skipSettled( const wfKnownWays* ways, const wfWanted* wanted, int32_t first, int32_t distance )
{
	while ( first < wanted->count && ways->distances[wanted->cells[first]] <= distance )
	{
		++first;
	}
	return first;
}

void wfKnownWays_Measure( wfKnownWays* ways, const wfKnowledge* map, int32_t from, const wfWanted* wanted )
{
	forget( ways, map );
	if ( from < 0 )
	{
		ways->left = ways->low = 0;
		ways->right = ways->high = -1;
		return;
	}
	ways->left = ways->right = from % map->width;
	ways->low = ways->high = from / map->width;
	put( ways, from, 0 );
	int32_t settled = 0;
	for ( int32_t distance = 0, empty = 0; empty < WF_WAY_BUCKETS; ++distance )
	{
		int32_t* bucket = &ways->buckets[distance % WF_WAY_BUCKETS];
		empty = *bucket >= 0 ? 0 : empty + 1;
		while ( *bucket >= 0 )
		{
			int32_t cell = *bucket;
			takeOut( ways, cell );
			// Its neighbours are reached now.
			extendBox( ways, cell % map->width, cell / map->width );
			settle( ways, map, cell );
		}
		settled = wanted != NULL ? skipSettled( ways, wanted, settled, distance ) : 0;
		if ( wanted != NULL && settled == wanted->count )
		{
			break;
		}
	}
	// Those that were reached and not settled are neighbours of the others.
	extendBox( ways, ways->left > 0 ? ways->left - 1 : 0, ways->low > 0 ? ways->low - 1 : 0 );
	extendBox( ways, ways->right + 1 < map->width ? ways->right + 1 : ways->right,
			   ways->high + 1 < map->height ? ways->high + 1 : ways->high );
}

int32_t wfKnownWays_GetNext( const wfKnownWays* ways, const wfKnowledge* map, int32_t cell )
{
	int32_t i = cell % map->width, j = cell / map->width, distance = ways->distances[cell];
	for ( int32_t k = 0; distance != WF_NO_WAY && distance > 0 && k < 8; ++k )
	{
		// Backwards: the step leads into this cell.
		int32_t from = cell + s_steps[k][1] * map->width + s_steps[k][0];
		int32_t x = i + s_steps[k][0], y = j + s_steps[k][1];
		bool inside = x >= 0 && y >= 0 && x < map->width && y < map->height;
		bool isFrom = inside && ways->distances[from] != WF_NO_WAY && ways->distances[from] + edge( map, cell, k ) == distance;
		if ( isFrom && ( k < 4 || ( isOpen( map, x, j ) && isOpen( map, i, y ) ) ) )
		{
			return from;
		}
	}
	return -1;
}
