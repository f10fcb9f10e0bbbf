// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Frontiers as explore_lite finds them (m-explore, frontier_search.cpp): a search from a place over free cells and their four
// neighbours; at the first unknown cell beside a free one that it meets, a second one collects all such cells joined by eight
// neighbours. Kept as there: the first cell counts for the size, not for the mean or the distance, and the distance, in metres
// already, is multiplied by the resolution once more for the cost.

#include "explore/explore.h"

#include "base/arrays.h"
#include "base/math.h"

typedef struct Search
{
	const wfKnowledge* map;
	const wfLiteRule* rule;
	wfVec2 place;
	uint8_t *visited, *collected; // by cell
	wfCellList queue, cluster;
	wfLiteFrontier* frontiers;
	int32_t capacity, count;
} Search;

static bool isNew( const Search* search, int32_t i, int32_t j )
{
	const wfKnowledge* map = search->map;
	bool inside = i >= 0 && j >= 0 && i < map->width && j < map->height;
	int32_t cell = j * map->width + i;
	return inside && ( map->cells[cell] & WF_FRONTIER_CELL ) != 0 && search->collected[cell] == 0;
}

// By cost, and of those at the same cost in the order they were found.
static void insert( Search* search, const wfLiteFrontier* frontier )
{
	int32_t place = search->count < search->capacity ? search->count : search->capacity;
	++search->count;
	for ( ; place > 0 && search->frontiers[place - 1].cost > frontier->cost; --place )
	{
		if ( place < search->capacity )
		{
			search->frontiers[place] = search->frontiers[place - 1];
		}
	}
	if ( place < search->capacity )
	{
		search->frontiers[place] = *frontier;
	}
}

static wfResult collect( Search* search, int32_t first )
{
	const wfKnowledge* map = search->map;
	wfLiteFrontier frontier = { .size = 1, .minDistance = INFINITY, .initial = wfKnowledge_GetCenter( map, first ) };
	search->cluster.count = 0;
	search->collected[first] = 1;
	wfResult result = wfArray_Push( &search->cluster, first );
	for ( int32_t k = 0; k < search->cluster.count && result == wf_ok; ++k )
	{
		int32_t i = search->cluster.data[k] % map->width, j = search->cluster.data[k] / map->width;
		for ( int32_t n = 0; n < 9 && result == wf_ok; ++n )
		{
			int32_t x = i + n % 3 - 1, y = j + n / 3 - 1, cell = y * map->width + x;
			if ( n == 4 || !isNew( search, x, y ) )
			{
				continue;
			}
			search->collected[cell] = 1;
			wfVec2 center = wfKnowledge_GetCenter( map, cell );
			frontier.centroid.x += center.x;
			frontier.centroid.y += center.y;
			++frontier.size;
			double distance = wfHypot( search->place.x - center.x, search->place.y - center.y );
			frontier.middle = distance < frontier.minDistance ? center : frontier.middle;
			frontier.minDistance = wfMin( distance, frontier.minDistance );
			result = wfArray_Push( &search->cluster, cell );
		}
	}
	frontier.centroid.x /= frontier.size;
	frontier.centroid.y /= frontier.size;
	// A frontier of one cell is at no distance there: infinite, and so is its cost.
	frontier.cost = search->rule->potentialScale * frontier.minDistance * map->cellSize -
					search->rule->gainScale * frontier.size * map->cellSize;
	if ( result == wf_ok && frontier.size * map->cellSize >= search->rule->minFrontierSize )
	{
		insert( search, &frontier );
	}
	return result;
}

static wfResult searchFrom( Search* search, int32_t start )
{
	const wfKnowledge* map = search->map;
	static const int32_t steps[4][2] = { { -1, 0 }, { 1, 0 }, { 0, -1 }, { 0, 1 } };
	search->visited[start] = 1;
	wfResult result = wfArray_Push( &search->queue, start );
	for ( int32_t k = 0; k < search->queue.count && result == wf_ok; ++k )
	{
		int32_t i = search->queue.data[k] % map->width, j = search->queue.data[k] / map->width;
		for ( int32_t n = 0; n < 4 && result == wf_ok; ++n )
		{
			int32_t x = i + steps[n][0], y = j + steps[n][1], cell = y * map->width + x;
			if ( x < 0 || y < 0 || x >= map->width || y >= map->height )
			{
				continue;
			}
			if ( wfGetKnown( map, cell ) == wf_freeCell && search->visited[cell] == 0 )
			{
				search->visited[cell] = 1;
				result = wfArray_Push( &search->queue, cell );
			}
			else if ( isNew( search, x, y ) )
			{
				result = collect( search, cell );
			}
		}
	}
	return result;
}

int32_t wfExploration_FindLiteFrontiers( const wfExploration* exploration, int32_t number, wfVec2 place, const wfLiteRule* rule,
										 wfLiteFrontier* frontiers, int32_t capacity )
{
	if ( WF_FAILS( exploration != NULL && rule != NULL && ( frontiers != NULL || capacity <= 0 ) ) )
	{
		return -(int32_t)wf_invalidDef;
	}
	if ( number < 0 || number >= exploration->maps.count )
	{
		return -(int32_t)wf_notFound;
	}
	Search search = { .map = &exploration->maps.data[number], .rule = rule, .place = place, .frontiers = frontiers };
	search.capacity = capacity > 0 ? capacity : 0;
	int32_t start = wfKnowledge_GetCell( search.map, place );
	size_t count = wfKnowledge_Count( search.map );
	wfArrays arrays = { { WF_ZEROED_ARRAY( search.visited, count ), WF_ZEROED_ARRAY( search.collected, count ) } };
	wfResult result = wfArrays_Allocate( &arrays );
	result = result == wf_ok && start >= 0 ? searchFrom( &search, start ) : result;
	wfArrays_Free( &arrays );
	wfArray_Free( &search.queue );
	wfArray_Free( &search.cluster );
	return result == wf_ok ? search.count : -(int32_t)result;
}
