// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Narrow passages, found from the geometry.
#include "base/vec2.h"
#include "crowd/locomotion.h"
#include "world/world.h"

#include <stdlib.h>

// ------------------------------------------------------------------------------------------------------------- geometry

// A place between two walls.
typedef struct wfBetween
{
	double width;  // infinite where it is wider than asked for
	wfVec2 across; // unit vector from the farther to the nearer wall
	wfVec2 middle;
} wfBetween;

// Walls on opposite sides: the nearest one, and the nearest of those that lie more than 140 degrees away from it. Their nearest
// points are what counts, so that thin walls and corners of doors are seen wherever the cells lie.
static wfBetween lookBetween( const wfWallMap* walls, wfVec2 place, double limit )
{
	wfBetween between = { .width = INFINITY };
	const int32_t* list;
	int32_t count = wfWallsAt( walls, place.x, place.y, &list );
	wfVec2 nearTo = { 0.0, 0.0 }, farTo = { 0.0, 0.0 };
	double near = INFINITY, far = INFINITY;
	for ( int32_t pass = 0; pass < 2; ++pass )
	{
		for ( int32_t k = 0; k < count; ++k )
		{
			const wfWallPiece* piece = &walls->pieces[list[k]];
			wfVec2 from = wfFromWall( piece, place.x, place.y );
			double length = wfHypot( from.x, from.y ), room = length - piece->thickness;
			if ( length <= 0.0 || room <= 0.0 )
			{
				return between;
			}
			wfVec2 to = { -from.x / length, -from.y / length };
			if ( pass == 0 && room < near )
			{
				near = room;
				nearTo = to;
			}
			else if ( pass == 1 && room < far && to.x * nearTo.x + to.y * nearTo.y < WF_OPPOSITE_COSINE )
			{
				far = room;
				farTo = to;
			}
		}
	}
	if ( near + far > limit )
	{
		return between;
	}
	wfVec2 a = { near * nearTo.x, near * nearTo.y }, b = { far * farTo.x, far * farTo.y };
	between.width = wfHypot( a.x - b.x, a.y - b.y );
	between.across = ( wfVec2 ){ ( a.x - b.x ) / between.width, ( a.y - b.y ) / between.width };
	between.middle = ( wfVec2 ){ place.x + 0.5 * ( a.x + b.x ), place.y + 0.5 * ( a.y + b.y ) };
	return between;
}

typedef struct wfNarrow
{
	int32_t cell;
	wfBetween at;
} wfNarrow;

typedef struct wfPassageSearch
{
	const wfRouteLayer* layer;
	double radius; // of the agents, on average
	WF_ARRAY( wfNarrow ) cells;
	int32_t* indexOf; // narrow cell of each cell of the grid, -1: none
	int32_t* stack;
	wfPassageList passages; // found so far
} wfPassageSearch;

static wfResult collectNarrow( wfPassageSearch* search )
{
	const wfGrid* grid = search->layer->grid;
	double limit = wfMin( WF_ORDER_WIDTH * search->radius, WF_BETWEEN_REACH * search->layer->walls->reach );
	for ( int64_t cell = 0; cell < search->layer->cellCount; ++cell )
	{
		search->indexOf[cell] = -1;
		if ( grid->blocked[cell] || (double)grid->clearance[cell] > 0.5 * limit )
		{
			continue;
		}
		wfBetween between = lookBetween( search->layer->walls, wfGrid_GetCenter( grid, (int32_t)cell ), limit );
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

// The narrow cells that hang together with one and are hardly wider; they are taken out of the map. Returns how many.
static int32_t takeCluster( wfPassageSearch* search, int32_t first )
{
	const wfGrid* grid = search->layer->grid;
	double widest = WF_WIDER * search->cells.data[first].at.width;
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
	double radius = search->radius;
	bool single = narrowest->width < ( WF_TWO_ABREAST + WF_SINGLE_FILE_MARGIN ) * radius;
	if ( most - least > ( single ? WF_MAX_SINGLE_FILE : WF_MAX_PASSAGE_LENGTH ) * radius )
	{
		return wf_ok;
	}
	center.x += along.x * 0.5 * ( least + most );
	center.y += along.y * 0.5 * ( least + most );
	return wfArray_Push( &search->passages,
						 ( wfPassageState ){ .shape = { center, along, narrowest->width },
											 .halfLength = 0.5 * ( most - least ),
											 .takesTurns = narrowest->width < ( WF_TWO_ABREAST + WF_TURNS_MARGIN ) * radius,
											 .singleFile = single } );
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
	search->indexOf = wfAllocateArray( (size_t)search->layer->cellCount, sizeof( int32_t ) );
	wfResult result = search->indexOf != NULL ? collectNarrow( search ) : wf_outOfMemory;
	search->stack = result == wf_ok ? wfAllocateArray( (size_t)search->cells.count + 1, sizeof( int32_t ) ) : NULL;
	if ( search->stack == NULL || search->cells.count == 0 )
	{
		return result == wf_ok && search->stack == NULL ? wf_outOfMemory : result;
	}
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
		int32_t before = search->passages.count;
		result = addPassage( search, takeCluster( search, k ) );
		if ( result == wf_ok && search->passages.count > before )
		{
			dropAround( search, &search->passages.data[before] );
		}
	}
	return result;
}

typedef struct wfPassagePlace
{
	double x, y;
	int32_t index;
} wfPassagePlace;

static int compareByX( const void* a, const void* b )
{
	const wfPassagePlace *first = a, *second = b;
	return first->x < second->x ? -1 : first->x > second->x ? 1 : first->index - second->index;
}

static bool isInSieve( const wfPassagePlace* places, int32_t count, int32_t k, double reach )
{
	int32_t near = 0;
	for ( int32_t side = -1; side <= 1; side += 2 )
	{
		for ( int32_t other = k + side; other >= 0 && other < count && near < WF_SIEVE_PASSAGES; other += side )
		{
			double x = places[other].x - places[k].x, y = places[other].y - places[k].y;
			if ( fabs( x ) > reach )
			{
				break;
			}
			near += x * x + y * y < reach * reach;
		}
	}
	return near >= WF_SIEVE_PASSAGES;
}

// Where there are gaps everywhere, as between the trees of a wood, nobody takes turns: who waits at one stands in the next.
static wfResult findSieves( wfPassageSearch* search )
{
	size_t count = (size_t)search->passages.count;
	wfPassagePlace* places = wfAllocateArray( count + 1, sizeof( wfPassagePlace ) );
	if ( places == NULL )
	{
		return wf_outOfMemory;
	}
	for ( int32_t k = 0; k < search->passages.count; ++k )
	{
		places[k] = ( wfPassagePlace ){ search->passages.data[k].shape.center.x, search->passages.data[k].shape.center.y, k };
	}
	qsort( places, count, sizeof( wfPassagePlace ), compareByX );
	for ( int32_t k = 0; k < search->passages.count; ++k )
	{
		wfPassageState* state = &search->passages.data[places[k].index];
		state->takesTurns = state->takesTurns && !isInSieve( places, search->passages.count, k, WF_SIEVE_REACH * search->radius );
	}
	wfReleaseArray( places, count + 1, sizeof( wfPassagePlace ) );
	return wf_ok;
}

static const wfRouteLayer* findFinestLayer( const wfCrowd* crowd )
{
	const wfRouteLayer* layer = NULL;
	for ( int32_t k = 0; k < crowd->ground.routes.layers.count; ++k )
	{
		if ( crowd->ground.routes.layers.data[k].grid != NULL &&
			 ( layer == NULL || crowd->ground.routes.layers.data[k].radius < layer->radius ) )
		{
			layer = &crowd->ground.routes.layers.data[k];
		}
	}
	return layer;
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
	if ( alike && crowd->passages.revision == crowd->ground.routes.worldRevision )
	{
		return wf_ok;
	}
	wfPassageSearch search = { .layer = layer, .radius = radius };
	wfResult result = searchPassages( &search );
	result = result == wf_ok ? findSieves( &search ) : result;
	wfReleaseArray( search.stack, (size_t)search.cells.count + 1, sizeof( int32_t ) );
	wfArray_Free( &search.cells );
	wfReleaseArray( search.indexOf, (size_t)layer->cellCount, sizeof( int32_t ) );
	if ( result != wf_ok )
	{
		wfArray_Free( &search.passages );
		return wfFail( error, result, "not enough memory to look for narrow passages" );
	}
	wfArray_Free( &crowd->passages.list );
	crowd->passages.list = search.passages;
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
	for ( int32_t k = 0; k < crowd->passages.list.count && k < capacity; ++k )
	{
		passages[k] = crowd->passages.list.data[k].shape;
	}
	return crowd->passages.list.count;
}
