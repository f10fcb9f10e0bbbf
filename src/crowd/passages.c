// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Narrow passages, found from the geometry.
#include "base/vec2.h"
#include "crowd/between.h"
#include "crowd/locomotion.h"
#include "world/world.h"

#include <stdlib.h>
#include <string.h>

typedef struct wfNarrow
{
	int32_t cell;
	wfBetween at;
} wfNarrow;

typedef struct wfPassageSearch
{
	const wfRouteLayer* layer;
	double radius; // of the agents, on average
	double largest;
	WF_ARRAY( wfNarrow ) cells;
	int32_t* indexOf; // narrow cell of each cell of the grid, -1: none
	int32_t* stack;
	int32_t* walked;  // cells, in the order of a walk
	int32_t* visited; // of each cell: the last walk that came there
	int32_t walks;
	wfPassageList passages; // found so far
} wfPassageSearch;

static wfResult collectNarrow( wfPassageSearch* search )
{
	const wfGrid* grid = search->layer->grid;
	double limit = wfMin( WF_DOOR_WIDTH * search->radius, WF_BETWEEN_REACH * search->layer->walls->reach );
	for ( int64_t cell = 0; cell < search->layer->cellCount; ++cell )
	{
		search->indexOf[cell] = -1;
		if ( grid->blocked[cell] || (double)grid->clearance[cell] > 0.5 * limit )
		{
			continue;
		}
		wfBetween between = wfLookBetween( search->layer->walls, wfGrid_GetCenter( grid, (int32_t)cell ), limit );
		if ( between.width < limit )
		{
			search->indexOf[cell] = search->cells.count;
			if ( wfArray_Push( &search->cells, ( wfNarrow ){ (int32_t)cell, between } ) != wf_ok )
			{
				return wf_outOfMemory;
			}
		}
	}
	return wf_ok;
}

// Whether two people who meet fit side by side, whoever they are.
static bool twoPass( const wfPassageSearch* search, double width )
{
	return width >= WF_TWO_ABREAST * search->largest + WF_PASS_MARGIN * search->radius;
}

// The narrow cells that hang together with one and are hardly wider; they are taken out of the map. Returns how many. Where two
// cannot pass, what is before and behind belongs to it, too, as long as those who wait there would be in the way.
static int32_t takeCluster( wfPassageSearch* search, int32_t first )
{
	const wfGrid* grid = search->layer->grid;
	double width = search->cells.data[first].at.width, widest = WF_WIDER * width;
	widest = twoPass( search, width ) ? widest : wfMax( widest, WF_NO_ROOM_TO_WAIT * search->radius );
	int32_t count = 0;
	search->stack[count++] = first;
	search->indexOf[search->cells.data[first].cell] = -1;
	for ( int32_t k = 0; k < count; ++k )
	{
		int32_t cell = search->cells.data[search->stack[k]].cell;
		int32_t i = cell % grid->width, j = cell / grid->width;
		for ( int32_t dj = -1; dj <= 1; ++dj )
		{
			for ( int32_t di = -1; di <= 1; ++di )
			{
				if ( i + di < 0 || j + dj < 0 || i + di >= grid->width || j + dj >= grid->height )
				{
					continue;
				}
				int32_t* index = &search->indexOf[( j + dj ) * grid->width + i + di];
				if ( *index >= 0 && search->cells.data[*index].at.width <= widest )
				{
					search->stack[count++] = *index;
					*index = -1;
				}
			}
		}
	}
	return count;
}

bool wfMakePassage( wfPassageState* state, double radius )
{
	double width = state->shape.width;
	bool single = width < ( WF_TWO_ABREAST + WF_SINGLE_FILE_MARGIN ) * radius;
	state->singleFile = single;
	return 2.0 * state->halfLength <= ( single ? WF_MAX_SINGLE_FILE : WF_MAX_PASSAGE_LENGTH ) * radius;
}

// ----------------------------------------------------------------------------------------- whether a place divides two rooms

// Whether a cell lies on the line across a narrow place, from wall to wall.
static bool isOnLine( const wfPassageSearch* search, const wfBetween* line, int32_t cell )
{
	double size = search->layer->grid->cellSize;
	wfVec2 from = wfSub2( wfGrid_GetCenter( search->layer->grid, cell ), line->middle );
	double along = from.y * line->across.x - from.x * line->across.y;
	return fabs( along ) <= WF_LINE_THICKNESS * size && fabs( wfDot2( from, line->across ) ) < 0.5 * line->width + size;
}

// A free cell beside the line, -1: there is none.
static int32_t findBeside( const wfPassageSearch* search, const wfBetween* line, double side )
{
	const wfGrid* grid = search->layer->grid;
	for ( double away = 1.0; away < WF_LINE_BESIDE; away += 0.5 )
	{
		double offset = side * away * grid->cellSize;
		int32_t cell = wfGrid_GetCell(
			grid, ( wfVec2 ){ line->middle.x - offset * line->across.y, line->middle.y + offset * line->across.x } );
		if ( cell >= 0 && !grid->blocked[cell] && !isOnLine( search, line, cell ) )
		{
			return cell;
		}
	}
	return -1;
}

// Whether a walk from one side of the line leads to a room of its own: not soon to its other side, and not only into a corner.
static bool leadsIntoRoom( wfPassageSearch* search, const wfBetween* line, int32_t from, int32_t to )
{
	const wfGrid* grid = search->layer->grid;
	const int32_t steps[4][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
	double reach = WF_ROOM_REACH * search->radius, corner = WF_CORNER_REACH * search->radius;
	int32_t first = 0, count = 0, length = 0;
	search->walks += 1;
	search->visited[from] = search->walks;
	search->walked[count++] = from;
	for ( ; length * grid->cellSize < reach && first < count; ++length )
	{
		for ( int32_t end = count; first < end; ++first )
		{
			int32_t cell = search->walked[first], i = cell % grid->width, j = cell / grid->width;
			if ( cell == to )
			{
				return false;
			}
			for ( int32_t k = 0; k < 4; ++k )
			{
				int32_t x = i + steps[k][0], y = j + steps[k][1], next = y * grid->width + x;
				if ( x >= 0 && y >= 0 && x < grid->width && y < grid->height && !grid->blocked[next] &&
					 search->visited[next] != search->walks && !isOnLine( search, line, next ) )
				{
					search->visited[next] = search->walks;
					search->walked[count++] = next;
				}
			}
		}
	}
	return first < count || length * grid->cellSize > corner;
}

// A gap between a corner and the wall beside it, or between two pillars, divides nothing.
static bool dividesRooms( wfPassageSearch* search, const wfBetween* line )
{
	int32_t one = findBeside( search, line, 1.0 ), other = findBeside( search, line, -1.0 );
	return one >= 0 && other >= 0 && leadsIntoRoom( search, line, one, other ) && leadsIntoRoom( search, line, other, one );
}

// Where two pass each other for a while they keep to their sides, and need no turns.
static bool hasSides( const wfPassageSearch* search, const wfBetween* narrowest, wfVec2 along )
{
	double limit = WF_SIDES_WIDTH * search->radius;
	const wfWallMap* walls = search->layer->walls;
	double length = wfFollowWalls( walls, narrowest, along, limit, WF_SIDES_LENGTH ) +
					wfFollowWalls( walls, narrowest, wfScale2( -1.0, along ), limit, WF_SIDES_LENGTH );
	return twoPass( search, narrowest->width ) && length >= WF_SIDES_LENGTH;
}

static wfResult addPassage( wfPassageSearch* search, int32_t count )
{
	// The cluster began with its narrowest cell.
	const wfBetween* narrowest = &search->cells.data[search->stack[0]].at;
	wfVec2 along = { -narrowest->across.y, narrowest->across.x };
	wfVec2 center = narrowest->middle;
	double least = 0.0, most = 0.0;
	for ( int32_t k = 0; k < count; ++k )
	{
		wfVec2 place = wfGrid_GetCenter( search->layer->grid, search->cells.data[search->stack[k]].cell );
		double s = ( place.x - center.x ) * along.x + ( place.y - center.y ) * along.y;
		least = s < least ? s : least;
		most = s > most ? s : most;
	}
	center.x += along.x * 0.5 * ( least + most );
	center.y += along.y * 0.5 * ( least + most );
	wfPassageState state = { .shape = { center, along, narrowest->width }, .halfLength = 0.5 * ( most - least ) };
	bool isPassage = wfMakePassage( &state, search->radius ), sides = hasSides( search, narrowest, along );
	// Doors are passed in turns, and before them lines are formed, even where a corridor would be wide enough.
	isPassage = isPassage && ( !sides || narrowest->width < WF_ORDER_WIDTH * search->radius );
	state.takesTurns = !sides;
	state.twoFit = twoPass( search, narrowest->width );
	return isPassage ? wfArray_Push( &search->passages, state ) : wf_ok;
}

static double meanRadius( const wfCrowd* crowd, double otherwise )
{
	double sum = 0.0;
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		sum += (double)agent->radius;
	}
	return crowd->population.agentCount > 0 ? sum / crowd->population.agentCount : otherwise;
}

// The narrowest first; a total order, so that any sort gives the same.
static int compareNarrow( const void* a, const void* b )
{
	const wfNarrow *x = a, *y = b;
	bool before = x->at.width != y->at.width ? x->at.width < y->at.width : x->cell < y->cell;
	return before ? -1 : 1;
}

// Cells near a passage are none of another.
static void dropAround( wfPassageSearch* search, const wfPassageState* state )
{
	const wfGrid* grid = search->layer->grid;
	double reach = state->halfLength + WF_PASSAGES_APART * search->radius;
	wfVec2 center = wfSub2( state->shape.center, grid->origin );
	int32_t left = (int32_t)wfMax( ( center.x - reach ) / grid->cellSize - 1.0, 0.0 );
	int32_t bottom = (int32_t)wfMax( ( center.y - reach ) / grid->cellSize - 1.0, 0.0 );
	int32_t right = (int32_t)wfMin( ( center.x + reach ) / grid->cellSize + 1.0, grid->width - 1.0 );
	int32_t top = (int32_t)wfMin( ( center.y + reach ) / grid->cellSize + 1.0, grid->height - 1.0 );
	for ( int32_t j = bottom; j <= top; ++j )
	{
		for ( int32_t i = left; i <= right; ++i )
		{
			wfVec2 from = wfSub2( wfGrid_GetCenter( grid, j * grid->width + i ), state->shape.center );
			if ( wfDot2( from, from ) < reach * reach )
			{
				search->indexOf[j * grid->width + i] = -1;
			}
		}
	}
}

static wfResult searchPassages( wfPassageSearch* search )
{
	size_t cells = (size_t)search->layer->cellCount;
	search->indexOf = wfAllocateArray( cells, sizeof( int32_t ) );
	search->walked = wfAllocateArray( cells, sizeof( int32_t ) );
	search->visited = wfAllocateArray( cells, sizeof( int32_t ) );
	bool enough = search->indexOf != NULL && search->walked != NULL && search->visited != NULL;
	wfResult result = enough ? collectNarrow( search ) : wf_outOfMemory;
	search->stack = result == wf_ok ? wfAllocateArray( (size_t)search->cells.count + 1, sizeof( int32_t ) ) : NULL;
	if ( search->stack == NULL || search->cells.count == 0 )
	{
		return result == wf_ok && search->stack == NULL ? wf_outOfMemory : result;
	}
	memset( search->visited, 0, cells * sizeof( int32_t ) );
	qsort( search->cells.data, (size_t)search->cells.count, sizeof( wfNarrow ), compareNarrow );
	for ( int32_t k = 0; k < search->cells.count; ++k )
	{
		search->indexOf[search->cells.data[k].cell] = k;
	}
	for ( int32_t k = 0; k < search->cells.count && result == wf_ok; ++k )
	{
		if ( search->indexOf[search->cells.data[k].cell] < 0 )
		{
			continue;
		}
		if ( !dividesRooms( search, &search->cells.data[k].at ) )
		{
			search->indexOf[search->cells.data[k].cell] = -1;
			continue;
		}
		int32_t before = search->passages.count;
		result = addPassage( search, takeCluster( search, k ) );
		if ( result == wf_ok && search->passages.count > before )
		{
			dropAround( search, &search->passages.data[before] );
		}
	}
	return result;
}

static const wfRouteLayer* findFinestLayer( const wfCrowd* crowd )
{
	const wfRouteLayer* layer = NULL;
	for ( int32_t k = 0; k < crowd->ground.routes.layers.count; ++k )
	{
		const wfRouteLayer* other = &crowd->ground.routes.layers.data[k];
		if ( ( other->grid != NULL || other->surfacePlanner != NULL ) && ( layer == NULL || other->radius < layer->radius ) )
		{
			layer = other;
		}
	}
	return layer;
}

wfResult wfSearchPassagesInPlane( wfCrowd* crowd, double radius, wfPassageList* found )
{
	wfPassageSearch search = { .layer = findFinestLayer( crowd ), .radius = radius };
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		search.largest = wfMax( search.largest, (double)agent->radius );
	}
	wfResult result = searchPassages( &search );
	wfReleaseArray( search.stack, (size_t)search.cells.count + 1, sizeof( int32_t ) );
	wfArray_Free( &search.cells );
	wfReleaseArray( search.indexOf, (size_t)search.layer->cellCount, sizeof( int32_t ) );
	wfReleaseArray( search.walked, (size_t)search.layer->cellCount, sizeof( int32_t ) );
	wfReleaseArray( search.visited, (size_t)search.layer->cellCount, sizeof( int32_t ) );
	*found = search.passages;
	return result;
}

wfResult wfFindPassages( wfCrowd* crowd, wfError* error )
{
	const wfRouteLayer* layer = findFinestLayer( crowd );
	bool wanted = false;
	for ( int32_t k = 0; k < crowd->styles.count; ++k )
	{
		wanted = wanted || crowd->styles.list[k].def.takesTurns;
	}
	if ( layer == NULL || !wanted )
	{
		return wf_ok;
	}
	double radius = meanRadius( crowd, layer->radius );
	bool alike = fabs( radius - crowd->passages.radius ) <= WF_RADIUS_CHANGE * crowd->passages.radius;
	alike = alike || crowd->passages.kept;
	crowd->passages.kept = false;
	alike = alike && crowd->passages.revision == crowd->ground.routes.worldRevision;
	wfResult result = alike ? crowd->stages->recallPassages( crowd, &alike ) : wf_ok;
	if ( result == wf_ok && alike )
	{
		return wf_ok;
	}
	wfPassageList found = { 0 };
	result = result == wf_ok ? crowd->stages->searchPassages( crowd, radius, &found ) : result;
	if ( result != wf_ok )
	{
		wfArray_Free( &found );
		return wfFail( error, result, "not enough memory to look for narrow passages" );
	}
	wfArray_Free( &crowd->passages.list );
	crowd->passages.list = found;
	crowd->passages.radius = radius;
	crowd->passages.revision = crowd->ground.routes.worldRevision;
	// The list is new: what agents are in line for by its number is something else now.
	for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
	{
		crowd->population.agents[slot].passage = 0;
	}
	return wf_ok;
}

int32_t wfCrowd_GetPassages( const wfCrowd* crowd, wfPassage* passages, int32_t capacity )
{
	if ( WF_FAILS( crowd != NULL && ( passages != NULL || capacity <= 0 ) ) )
	{
		return 0;
	}
	// Those of a mesh are given in planes of their own.
	if ( crowd->ground.mesh != NULL )
	{
		return 0;
	}
	for ( int32_t k = 0; k < crowd->passages.list.count && k < capacity; ++k )
	{
		passages[k] = crowd->passages.list.data[k].shape;
	}
	return crowd->passages.list.count;
}
