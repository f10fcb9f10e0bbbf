// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Walking distances by fast marching (Sethian 1996): the arrival times of a front that leaves the goal and crosses a cell in its
// cost times its side. First order: exact along the axes, up to some per cent too long elsewhere.
#include "base/arrays.h"
#include "base/heap.h"
#include "ground/parts.h"
#include "world/world.h"

#include <string.h>

typedef struct wfMarch
{
	const wfGrid* grid;
	const float* cost; // null: 1 everywhere
	float* metres;
	wfHeap front;
	WF_ARRAY( int32_t ) order; // cells as they are reached
} wfMarch;

// The smaller of two neighbours' distances.
static double readAcross( const wfMarch* march, int32_t a, int32_t b )
{
	double first = a >= 0 ? (double)march->metres[a] : INFINITY, second = b >= 0 ? (double)march->metres[b] : INFINITY;
	return wfMin( first, second );
}

// From its neighbours to a cell: |grad d| = cost, upwind.
static double crossCell( const wfMarch* march, int32_t cell )
{
	int32_t neighbors[4];
	wfGetNeighbors( march->grid, cell, neighbors );
	double a = readAcross( march, neighbors[0], neighbors[1] ), b = readAcross( march, neighbors[2], neighbors[3] );
	double side = march->grid->cellSize * ( march->cost != NULL ? (double)march->cost[cell] : 1.0 );
	double least = wfMin( a, b ), most = wfMax( a, b );
	if ( !( most - least < side ) )
	{
		return least + side;
	}
	return 0.5 * ( a + b + sqrt( 2.0 * side * side - ( a - b ) * ( a - b ) ) );
}

static wfResult advance( wfMarch* march )
{
	wfResult result = wf_ok;
	while ( march->front.count > 0 && result == wf_ok )
	{
		wfHeapItem item = wfHeap_Pop( &march->front );
		if ( item.key > (double)march->metres[item.value] )
		{
			continue; // it was reached sooner meanwhile
		}
		result = wfArray_Push( &march->order, item.value );
		int32_t neighbors[4];
		wfGetNeighbors( march->grid, item.value, neighbors );
		for ( int32_t k = 0; k < 4 && result == wf_ok; ++k )
		{
			int32_t cell = neighbors[k];
			float metres = cell >= 0 && !march->grid->blocked[cell] ? (float)crossCell( march, cell ) : INFINITY;
			if ( cell >= 0 && metres < march->metres[cell] )
			{
				march->metres[cell] = metres;
				result = wfHeap_Push( &march->front, (double)metres, cell );
			}
		}
	}
	return result;
}

// The ground beyond a distance from the goal, as the distance shrinks: pieces that join, each with the edges that lead out of it
// to what is nearer.
typedef struct wfBeyond
{
	const wfGrid* grid;
	int32_t* parent; // by cell, towards one cell that stands for the piece; -1: not beyond
	int32_t* edges;	 // of the pieces, by that cell
	bool* isFar;	 // the piece has ground of the farther half
	int64_t cut;	 // edges of all pieces that are far
} wfBeyond;

static int32_t pieceOf( wfBeyond* beyond, int32_t cell )
{
	while ( beyond->parent[cell] != cell )
	{
		cell = beyond->parent[cell] = beyond->parent[beyond->parent[cell]];
	}
	return cell;
}

static void joinPieces( wfBeyond* beyond, int32_t a, int32_t b )
{
	int32_t first = pieceOf( beyond, a ), second = pieceOf( beyond, b );
	int64_t before = ( beyond->isFar[first] ? beyond->edges[first] : 0 ) + ( beyond->isFar[second] ? beyond->edges[second] : 0 );
	int32_t edges = beyond->edges[first] + beyond->edges[second] - 2; // the one between them is seen from both sides
	if ( first == second )
	{
		before = beyond->isFar[first] ? beyond->edges[first] : 0;
		edges = beyond->edges[first] - 2;
	}
	beyond->parent[second] = first;
	beyond->edges[first] = edges;
	beyond->isFar[first] = beyond->isFar[first] || beyond->isFar[second];
	beyond->cut += ( beyond->isFar[first] ? edges : 0 ) - before;
}

static void addCell( wfBeyond* beyond, int32_t cell, bool isFar )
{
	int32_t neighbors[4];
	wfGetNeighbors( beyond->grid, cell, neighbors );
	beyond->parent[cell] = cell;
	beyond->isFar[cell] = isFar;
	beyond->edges[cell] = 0;
	for ( int32_t k = 0; k < 4; ++k )
	{
		beyond->edges[cell] += neighbors[k] >= 0 && !beyond->grid->blocked[neighbors[k]] ? 1 : 0;
	}
	beyond->cut += isFar ? beyond->edges[cell] : 0;
	for ( int32_t k = 0; k < 4; ++k )
	{
		if ( neighbors[k] >= 0 && beyond->parent[neighbors[k]] >= 0 )
		{
			joinPieces( beyond, cell, neighbors[k] );
		}
	}
}

// The narrowest cut, of those at a distance from the goal each, between it and the farther half of the ground: what most have to
// come through, be it the goal's own edge or a door before it. Dead ends do not count.
static wfResult measureWidth( const wfMarch* march, size_t cellCount, double* width )
{
	int32_t count = march->order.count, goal = 0;
	wfBeyond beyond = { .grid = march->grid };
	const wfArrays arrays = { { WF_ONE_ARRAY( beyond.parent, cellCount ), WF_ONE_ARRAY( beyond.edges, cellCount ),
								WF_ONE_ARRAY( beyond.isFar, cellCount ) } };
	wfResult result = wfArrays_Allocate( &arrays );
	if ( result != wf_ok )
	{
		return result;
	}
	memset( beyond.parent, 0xFF, cellCount * sizeof( int32_t ) );
	while ( goal < count && march->metres[march->order.data[goal]] <= 0.0f )
	{
		goal += 1;
	}
	int32_t half = goal + ( count - goal ) / 2;
	int64_t least = INT64_MAX;
	for ( int32_t k = count - 1; k >= goal; --k )
	{
		addCell( &beyond, march->order.data[k], k >= half );
		least = k <= half && beyond.cut < least ? beyond.cut : least;
	}
	*width = least < INT64_MAX ? (double)least * march->grid->cellSize : 0.0;
	wfArrays_Free( &arrays );
	return wf_ok;
}

static wfResult march( const wfRouteLayer* layer, wfWalks* walks, const int32_t* cells, int32_t count )
{
	const wfGrid* grid = layer->grid;
	wfMarch march = { .grid = grid, .cost = layer->staticCost != NULL ? layer->staticCost : grid->cost, .metres = walks->metres };
	wfResult result = wf_ok;
	for ( int64_t k = 0; k < walks->cellCount; ++k )
	{
		march.metres[k] = INFINITY;
	}
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		march.metres[cells[k]] = 0.0f;
		result = wfHeap_Push( &march.front, 0.0, cells[k] );
	}
	result = result == wf_ok ? advance( &march ) : result;
	result = result == wf_ok ? measureWidth( &march, (size_t)walks->cellCount, &walks->width ) : result;
	wfArray_Free( &march.front );
	wfArray_Free( &march.order );
	return result;
}

static void forgetMetres( wfWalks* walks )
{
	wfReleaseArray( walks->metres, (size_t)walks->cellCount, sizeof( float ) );
	walks->metres = NULL;
	walks->cellCount = 0;
	walks->width = 0.0;
	walks->middle = -1;
}

static wfResult measure( const wfGround* ground, wfWalks* walks )
{
	const wfRouteLayer* layer = &ground->routes.layers.data[walks->layer];
	const wfGrid* grid = layer->grid;
	forgetMetres( walks );
	wfGoalDef goal = { 0 };
	int32_t count = 0;
	if ( wfWorld_IsGoalValid( ground->world, walks->goal ) )
	{
		goal = wfWorld_GetGoal( ground->world, walks->goal );
		count = wfGrid_GetGoalCells( grid, &goal, NULL, 0 );
	}
	if ( count <= 0 )
	{
		return wf_ok;
	}
	size_t all = wfCountCells( grid );
	int32_t* cells = wfAllocateArray( (size_t)count, sizeof( int32_t ) );
	walks->metres = wfAllocateArray( all, sizeof( float ) );
	walks->cellCount = walks->metres != NULL ? (int64_t)all : 0;
	wfResult result = cells != NULL && walks->metres != NULL ? wf_ok : wf_outOfMemory;
	if ( result == wf_ok )
	{
		wfGrid_GetGoalCells( grid, &goal, cells, count );
		walks->middle = cells[count / 2];
		result = march( layer, walks, cells, count );
	}
	wfReleaseArray( cells, (size_t)count, sizeof( int32_t ) );
	if ( result != wf_ok )
	{
		forgetMetres( walks );
	}
	return result;
}

wfResult wfGround_FindWalks( wfGround* ground, int32_t layer, wfGoalId goal, int32_t* index, wfError* error )
{
	wfRoutes* routes = &ground->routes;
	wfResult result = wfCreateLayerGrid( ground, &routes->layers.data[layer], error );
	if ( result != wf_ok )
	{
		return result;
	}
	uint64_t revision = routes->worldRevision;
	for ( *index = 0; *index < routes->walks.count; *index += 1 )
	{
		const wfWalks* walks = &routes->walks.data[*index];
		if ( walks->layer == layer && walks->goal.index1 == goal.index1 && walks->goal.generation == goal.generation )
		{
			break;
		}
	}
	if ( *index == routes->walks.count )
	{
		result = wfArray_Push( &routes->walks, ( wfWalks ){ .layer = layer, .goal = goal } );
	}
	wfWalks* walks = result == wf_ok ? &routes->walks.data[*index] : NULL;
	// Goals come and go without an edit of the ground.
	bool isThere = wfWorld_IsGoalValid( ground->world, goal );
	if ( walks != NULL && ( !walks->isMeasured || ( walks->metres != NULL && !isThere ) || walks->revision != revision ) )
	{
		result = measure( ground, walks );
		walks->isMeasured = result == wf_ok;
		walks->revision = revision;
	}
	return result == wf_ok ? wf_ok : wfFail( error, result, "not enough memory for the walking distances to a goal" );
}

double wfGround_ReadWalk( const wfGround* ground, int32_t index, wfVec2 place )
{
	const wfWalks* walks = &ground->routes.walks.data[index];
	const wfRouteLayer* layer = &ground->routes.layers.data[walks->layer];
	int32_t cell = wfGrid_GetCell( layer->grid, place ), nearest = cell >= 0 ? layer->nearest[cell] : -1;
	return nearest >= 0 && walks->metres != NULL ? (double)walks->metres[nearest] : INFINITY;
}

double wfGround_ReadWalkBetween( const wfGround* ground, int32_t from, int32_t to )
{
	int32_t cell = ground->routes.walks.data[from].middle;
	const float* metres = ground->routes.walks.data[to].metres;
	return cell >= 0 && metres != NULL ? (double)metres[cell] : INFINITY;
}

void wfFreeWalks( wfGround* ground )
{
	for ( int32_t k = 0; k < ground->routes.walks.count; ++k )
	{
		forgetMetres( &ground->routes.walks.data[k] );
	}
	wfArray_Free( &ground->routes.walks );
}

size_t wfCountWalks( const wfGround* ground )
{
	size_t bytes = 0;
	for ( int32_t k = 0; k < ground->routes.walks.count; ++k )
	{
		bytes += (size_t)ground->routes.walks.data[k].cellCount * sizeof( float );
	}
	return bytes;
}
