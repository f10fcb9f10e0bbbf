// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "explore/frontiers.h"

#include "base/arrays.h"
#include "base/math.h"
#include "explore/tuning.h"

#include <string.h>

void wfFrontierList_Free( wfFrontierList* list )
{
	wfArray_Free( &list->items );
	wfArray_Free( &list->pieces );
	wfArray_Free( &list->cells );
	wfArray_Free( &list->sorted );
	list->stamp = 0;
}

// ------------------------------------------------------------------------------------------------------------ from where

typedef struct Looking
{
	wfKnowledge* map;
	wfSightCells sight;
	wfSightRoom* room;
	double range;
} Looking;

static inline int64_t squareBetween( const wfKnowledge* map, int32_t a, int32_t b )
{
	int64_t x = a % map->width - b % map->width, y = a / map->width - b / map->width;
	return x * x + y * y;
}

// It may have been lost again, or a wall may have come between.
static bool isStillSeen( const Looking* looking, int32_t cell, int32_t stand )
{
	return stand >= 0 && ( looking->map->cells[stand] & WF_REACHED_CELL ) != 0 && wfIsInSight( &looking->sight, stand, cell );
}

// The nearest cell in sight of it where the disc can stand and get to; of those at equal distance the first.
static wfResult findStand( Looking* looking, int32_t cell, int32_t* stand )
{
	wfKnowledge* map = looking->map;
	wfResult result = wf_ok;
	// Nearly always there is one beside it: casts of growing ranges, each a small part of the next.
	*stand = -1;
	for ( double range = wfMin( WF_FIRST_LOOK, looking->range ); *stand < 0 && result == wf_ok; range *= WF_NEXT_LOOK )
	{
		int64_t least = INT64_MAX;
		result = wfCastSight( &looking->sight, cell, wfMin( range, looking->range ), looking->room );
		for ( int32_t k = 0; k < looking->room->seen.count && result == wf_ok; ++k )
		{
			int32_t seen = looking->room->seen.data[k];
			int64_t square = squareBetween( map, cell, seen );
			if ( ( map->cells[seen] & WF_REACHED_CELL ) != 0 && ( square < least || ( square == least && seen < *stand ) ) )
			{
				*stand = seen;
				least = square;
			}
		}
		if ( range >= looking->range )
		{
			break;
		}
	}
	return result;
}

// A segment may pass a corner and meet an unknown cell that has no free neighbour itself, only one that is in a frontier and out
// of sight. From where that is seen, more comes to light.
static wfResult findStandBeside( Looking* looking, int32_t cell, int32_t* stand )
{
	const wfKnowledge* map = looking->map;
	static const int32_t steps[4][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < 4 && *stand < 0 && result == wf_ok; ++k )
	{
		int32_t i = cell % map->width + steps[k][0], j = cell / map->width + steps[k][1], beside = j * map->width + i;
		bool inside = i >= 0 && j >= 0 && i < map->width && j < map->height;
		if ( inside && wfGetKnown( map, beside ) == wf_unknownCell && ( map->cells[beside] & WF_FRONTIER_CELL ) == 0 )
		{
			result = findStand( looking, beside, stand );
		}
	}
	return result;
}

static wfResult updateStand( Looking* looking, int32_t cell )
{
	wfKnowledge* map = looking->map;
	if ( map->checked[cell] > 0 && !wfKnowledge_HasChanged( map, cell, (int32_t)looking->range + 1, map->checked[cell] ) )
	{
		return wf_ok;
	}
	int32_t stand = map->stand[cell];
	bool isSeen = isStillSeen( looking, cell, stand );
	wfResult result = isSeen ? wf_ok : findStand( looking, cell, &stand );
	result = result == wf_ok && stand < 0 ? findStandBeside( looking, cell, &stand ) : result;
	if ( result == wf_ok )
	{
		map->stand[cell] = stand;
		map->checked[cell] = map->stamp + 1;
	}
	return result;
}

// -------------------------------------------------------------------------------------------------------------- clusters

// Appends the frontier cells of a component, the first one known, in the order they are found.
static wfResult gather( wfKnowledge* map, int32_t first, wfCellList* cells )
{
	int32_t begin = cells->count;
	wfResult result = wfArray_Push( cells, first );
	map->cells[first] |= result == wf_ok ? WF_VISITED_CELL : 0;
	for ( int32_t k = begin; k < cells->count && result == wf_ok; ++k )
	{
		int32_t i = cells->data[k] % map->width, j = cells->data[k] / map->width;
		for ( int32_t n = 0; n < 9 && result == wf_ok; ++n )
		{
			int32_t x = i + n % 3 - 1, y = j + n / 3 - 1, cell = y * map->width + x;
			if ( x >= 0 && y >= 0 && x < map->width && y < map->height &&
				 ( map->cells[cell] & ( WF_FRONTIER_CELL | WF_VISITED_CELL ) ) == WF_FRONTIER_CELL )
			{
				result = wfArray_Push( cells, cell );
				map->cells[cell] |= result == wf_ok ? WF_VISITED_CELL : 0;
			}
		}
	}
	return result;
}

// The cell of a list nearest to the mean of all; of equals the first in the list.
static int32_t findMiddle( const wfKnowledge* map, const int32_t* cells, int32_t count )
{
	int64_t x = 0, y = 0, least = INT64_MAX;
	int32_t middle = cells[0];
	for ( int32_t k = 0; k < count; ++k )
	{
		x += cells[k] % map->width;
		y += cells[k] / map->width;
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		int64_t dx = (int64_t)( cells[k] % map->width ) * count - x, dy = (int64_t)( cells[k] / map->width ) * count - y;
		int64_t square = dx * dx + dy * dy;
		middle = square < least ? cells[k] : middle;
		least = square < least ? square : least;
	}
	return middle;
}

// A cell of the piece that is seen from somewhere: that nearest to its middle.
static int32_t findSeen( const wfKnowledge* map, const int32_t* cells, int32_t count, int32_t middle )
{
	int64_t least = INT64_MAX;
	int32_t best = -1;
	for ( int32_t k = 0; k < count; ++k )
	{
		int64_t square = squareBetween( map, cells[k], middle );
		if ( map->stand[cells[k]] >= 0 && ( square < least || ( square == least && cells[k] < best ) ) )
		{
			best = cells[k];
			least = square;
		}
	}
	return best;
}

// From a seed the cells of a frontier up to `extent` away that are still there: they move to the front of the rest.
static int32_t takePiece( const wfKnowledge* map, int32_t* cells, int32_t count, double extent )
{
	int32_t seed = cells[0], taken = 0;
	for ( int32_t k = 0; k < count; ++k )
	{
		if ( (double)squareBetween( map, seed, cells[k] ) <= extent * extent )
		{
			int32_t cell = cells[k];
			cells[k] = cells[taken];
			cells[taken++] = cell;
		}
	}
	return taken;
}

static wfResult addPieces( wfFrontierList* list, const wfKnowledge* map, const wfFrontierRule* rule, int32_t first )
{
	wfResult result = wf_ok;
	int32_t frontier = list->items.count;
	for ( int32_t k = first; k < list->cells.count && result == wf_ok; )
	{
		int32_t* cells = list->cells.data + k;
		int32_t count = takePiece( map, cells, list->cells.count - k, rule->extent );
		wfFrontierPiece piece = { .frontier = frontier, .first = k, .count = count };
		piece.middle = findMiddle( map, cells, count );
		int32_t seen = findSeen( map, cells, count, piece.middle );
		piece.middle = seen >= 0 ? seen : piece.middle;
		piece.stand = seen >= 0 ? map->stand[seen] : -1;
		result = wfArray_Push( &list->pieces, piece );
		k += count;
	}
	return result;
}

static wfVec3 placeOf( const wfKnowledge* map, int32_t cell )
{
	wfVec2 center = wfKnowledge_GetCenter( map, cell );
	return ( wfVec3 ){ center.x, center.y, 0.0 };
}

static wfResult addFrontier( wfFrontierList* list, Looking* looking, const wfFrontierRule* rule, int32_t firstCell )
{
	wfKnowledge* map = looking->map;
	int32_t first = list->cells.count, firstPiece = list->pieces.count;
	wfResult result = gather( map, firstCell, &list->cells );
	int32_t count = list->cells.count - first;
	// In ascending order, so that it depends on nothing but which cells they are.
	wfSortNumbers( list->cells.data + first, result == wf_ok ? count : 0 );
	for ( int32_t k = first; k < list->cells.count && result == wf_ok; ++k )
	{
		result = updateStand( looking, list->cells.data[k] );
	}
	result = result == wf_ok ? wfArray_Append( &list->sorted, list->cells.data + first, count ) : result;
	int32_t middle = result == wf_ok ? findMiddle( map, list->cells.data + first, count ) : 0;
	result = result == wf_ok ? addPieces( list, map, rule, first ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	wfFrontier item = { .kind = wf_closedFrontier, .first = first, .count = count, .explorer = -1 };
	item.place = item.stand = placeOf( map, middle );
	item.length = count * map->cellSize;
	for ( int32_t k = firstPiece; k < list->pieces.count && item.kind == wf_closedFrontier; ++k )
	{
		const wfFrontierPiece* piece = &list->pieces.data[k];
		if ( piece->stand >= 0 )
		{
			item.kind = item.length < rule->leftover ? wf_leftoverFrontier : wf_openFrontier;
			item.stand = placeOf( map, piece->stand );
		}
	}
	return wfArray_Push( &list->items, item );
}

// The next frontier cell that no list has yet, -1: none.
static int32_t findNext( const wfKnowledge* map, int32_t from )
{
	int32_t count = (int32_t)wfKnowledge_Count( map );
	for ( int32_t cell = from; cell < count; )
	{
		uint64_t eight = 0;
		if ( count - cell >= 8 &&
			 ( memcpy( &eight, map->cells + cell, 8 ), ( eight & ( 0x0101010101010101ull * WF_FRONTIER_CELL ) ) == 0 ) )
		{
			cell += 8;
			continue;
		}
		if ( ( map->cells[cell] & ( WF_FRONTIER_CELL | WF_VISITED_CELL ) ) == WF_FRONTIER_CELL )
		{
			return cell;
		}
		++cell;
	}
	return -1;
}

wfResult wfFindFrontiers( wfFrontierList* list, wfKnowledge* map, const wfFrontierRule* rule, wfSightRoom* room )
{
	Looking looking = { .map = map, .sight = wfKnowledge_GetSight( map ), .room = room, .range = rule->range };
	list->items.count = list->pieces.count = list->cells.count = list->sorted.count = 0;
	list->stamp = 0;
	wfResult result = wf_ok;
	for ( int32_t cell = findNext( map, 0 ); cell >= 0 && result == wf_ok; cell = findNext( map, cell ) )
	{
		result = addFrontier( list, &looking, rule, cell );
	}
	for ( int32_t k = 0; k < list->cells.count; ++k )
	{
		map->cells[list->cells.data[k]] &= (uint8_t)~WF_VISITED_CELL;
	}
	list->stamp = result == wf_ok ? map->stamp : 0;
	return result;
}
