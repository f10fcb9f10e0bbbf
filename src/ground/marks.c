// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Costly discs in the grids of the plane. The costs of all grids, also of those made later, are a function of the list of marks
// alone.
#include "ground/parts.h"

#include <string.h>

// The cells whose centres a disc of the layer's radius could not stand on beside the mark.
static void stampMark( wfRouteLayer* layer, const wfCostMark* mark )
{
	const wfGrid* grid = layer->grid;
	// Half a cell more: what lies between two centres is covered too.
	double reach = (double)mark->radius + layer->radius + 0.5 * grid->cellSize;
	double x = mark->x - grid->origin.x, y = mark->y - grid->origin.y;
	int32_t i0 = (int32_t)floor( ( x - reach ) / grid->cellSize ), i1 = (int32_t)floor( ( x + reach ) / grid->cellSize );
	int32_t j0 = (int32_t)floor( ( y - reach ) / grid->cellSize ), j1 = (int32_t)floor( ( y + reach ) / grid->cellSize );
	for ( int32_t j = j0; j <= j1; ++j )
	{
		for ( int32_t i = i0; i <= i1; ++i )
		{
			double dx = ( i + 0.5 ) * grid->cellSize - x, dy = ( j + 0.5 ) * grid->cellSize - y;
			if ( dx * dx + dy * dy < reach * reach && wfIsCellFree( grid, i, j ) )
			{
				grid->cost[j * grid->width + i] = WF_MARK_COST;
			}
		}
	}
}

// The grid's own costs are kept aside; a grid without any gets an array of ones.
wfResult wfStampMarks( const wfGround* ground, wfRouteLayer* layer )
{
	if ( layer->grid == NULL || ground->routes.marks.count == 0 || layer->staticCost != NULL )
	{
		return wf_ok;
	}
	size_t cells = (size_t)layer->cellCount;
	float* own = wfAllocateArray( cells, sizeof( float ) );
	float* cost = layer->grid->cost != NULL ? layer->grid->cost : wfAllocateArray( cells, sizeof( float ) );
	if ( own == NULL || cost == NULL )
	{
		wfReleaseArray( own, cells, sizeof( float ) );
		wfReleaseArray( cost == layer->grid->cost ? NULL : cost, cells, sizeof( float ) );
		return wf_outOfMemory;
	}
	for ( size_t k = 0; k < cells; ++k )
	{
		own[k] = layer->grid->cost != NULL ? cost[k] : 1.0f;
		cost[k] = own[k];
	}
	layer->staticCost = own;
	layer->hadCost = layer->grid->cost != NULL;
	layer->grid->cost = cost;
	for ( int32_t k = 0; k < ground->routes.marks.count; ++k )
	{
		stampMark( layer, &ground->routes.marks.data[k] );
	}
	return wf_ok;
}

void wfUnstampMarks( wfRouteLayer* layer )
{
	if ( layer->staticCost == NULL )
	{
		return;
	}
	size_t cells = (size_t)layer->cellCount;
	wfReleaseArray( layer->grid->cost, cells, sizeof( float ) );
	layer->grid->cost = layer->hadCost ? layer->staticCost : NULL;
	wfReleaseArray( layer->hadCost ? NULL : layer->staticCost, cells, sizeof( float ) );
	layer->staticCost = NULL;
}

// Costs before and after, then the fields of the layer.
static wfResult applyToLayer( wfGround* ground, int32_t index )
{
	wfRouteLayer* layer = &ground->routes.layers.data[index];
	if ( layer->grid == NULL )
	{
		return wf_ok;
	}
	size_t cells = (size_t)layer->cellCount;
	float* before = layer->staticCost != NULL ? wfAllocateArray( cells, sizeof( float ) ) : NULL;
	int32_t* changed = wfAllocateArray( cells, sizeof( int32_t ) );
	wfResult result = changed == NULL || ( layer->staticCost != NULL && before == NULL ) ? wf_outOfMemory : wf_ok;
	if ( result == wf_ok )
	{
		if ( before != NULL )
		{
			memcpy( before, layer->grid->cost, cells * sizeof( float ) );
		}
		wfUnstampMarks( layer );
		result = wfStampMarks( ground, layer );
		int64_t count = 0;
		for ( size_t k = 0; k < cells; ++k )
		{
			float now = layer->grid->cost != NULL ? layer->grid->cost[k] : 1.0f;
			float then = before != NULL ? before[k] : layer->staticCost != NULL ? layer->staticCost[k] : now;
			if ( now != then )
			{
				changed[count++] = (int32_t)k;
			}
		}
		result = result == wf_ok ? wfRefreshFields( ground, index, changed, count ) : result;
	}
	wfReleaseArray( before, cells, sizeof( float ) );
	wfReleaseArray( changed, cells, sizeof( int32_t ) );
	layer->stale = layer->stale || result != wf_ok;
	return result;
}

static void swapMarks( wfRoutes* routes, wfCostMarks* marks )
{
	wfCostMarks old = routes->marks;
	routes->marks = *marks;
	*marks = old;
}

wfResult wfGround_ReplaceMarks( wfGround* ground, wfCostMarks* marks )
{
	wfRoutes* routes = &ground->routes;
	swapMarks( routes, marks );
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < routes->layers.count && result == wf_ok; ++k )
	{
		result = applyToLayer( ground, k );
	}
	if ( result != wf_ok )
	{
		swapMarks( routes, marks );
		for ( int32_t k = 0; k < routes->layers.count; ++k )
		{
			routes->layers.data[k].stale = true;
		}
	}
	return result;
}
