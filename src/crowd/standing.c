// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Agents that stand for long become costly ground in the global fields, until they move. Only those who do not want to move
// count: who waits in a jam will go on, and ways around a jam are the foresight's affair. Costly ground is never closed, so no
// goal becomes unreachable, but it is as costly as the solver allows: crossing a disc costs as much as a way of some thirty
// metres.
//
// The marks in force are a list of their own rather than the agents' present places, so that the costs of all grids, also of
// those made later, are a function of this list alone.
#include "crowd/crowd.h"
#include "world/world.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------------------- stamps

// The cells whose centres a disc of the layer's radius could not stand on beside the mark.
static void stampMark( wfRouteLayer* layer, const wfStandingMark* mark )
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
wfResult wfStampMarks( const wfCrowd* crowd, wfRouteLayer* layer )
{
	if ( layer->grid == NULL || crowd->routes.marks.count == 0 || layer->staticCost != NULL )
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
	for ( int32_t k = 0; k < crowd->routes.marks.count; ++k )
	{
		stampMark( layer, &crowd->routes.marks.data[k] );
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

// ----------------------------------------------------------------------------------------------------------------- marks

static const wfStandingMark* findMark( const wfCrowd* crowd, int32_t slot, int32_t* from )
{
	while ( *from < crowd->routes.marks.count && crowd->routes.marks.data[*from].slot < slot )
	{
		*from += 1;
	}
	const wfStandingMark* mark = *from < crowd->routes.marks.count ? &crowd->routes.marks.data[*from] : NULL;
	return mark != NULL && mark->slot == slot && mark->generation == crowd->population.agents[slot].generation ? mark : NULL;
}

// The marks there should be now, in the order of slots. Those in force stay as they are while their agents stay about there.
static wfResult collectMarks( const wfCrowd* crowd, wfStandingMarks* marks )
{
	int32_t from = 0;
	for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
	{
		const wfAgent* agent = &crowd->population.agents[slot];
		const wfStandingMark* old = findMark( crowd, slot, &from );
		if ( !( agent->flags & wf_agentUsed ) || !( agent->flags & ( wf_agentWaiting | wf_agentEnded ) ) )
		{
			continue;
		}
		bool kept =
			old != NULL && old->radius == agent->radius && wfHypot( agent->x - old->x, agent->y - old->y ) <= WF_MARK_KEPT;
		if ( !kept && (double)agent->standing < crowd->def.standSeconds )
		{
			continue;
		}
		wfStandingMark mark = { agent->x, agent->y, agent->radius, slot, agent->generation, 0 };
		if ( wfArray_Push( marks, kept ? *old : mark ) != wf_ok )
		{
			return wf_outOfMemory;
		}
	}
	return wf_ok;
}

// Costs before and after, then the fields of the layer.
static wfResult applyToLayer( wfCrowd* crowd, int32_t index )
{
	wfRouteLayer* layer = &crowd->routes.layers.data[index];
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
		result = wfStampMarks( crowd, layer );
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
		result = result == wf_ok ? wfRefreshFields( crowd, index, changed, count ) : result;
	}
	wfReleaseArray( before, cells, sizeof( float ) );
	wfReleaseArray( changed, cells, sizeof( int32_t ) );
	layer->stale = layer->stale || result != wf_ok;
	return result;
}

static void flagMarked( wfCrowd* crowd )
{
	int32_t from = 0;
	for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
	{
		wfAgent* agent = &crowd->population.agents[slot];
		bool marked = ( agent->flags & wf_agentUsed ) && findMark( crowd, slot, &from ) != NULL;
		agent->flags = marked ? agent->flags | wf_agentStands : agent->flags & ~(uint32_t)wf_agentStands;
	}
}

static bool areMarksEqual( const wfStandingMarks* a, const wfStandingMarks* b )
{
	return a->count == b->count && ( a->count == 0 || memcmp( a->data, b->data, (size_t)a->count * sizeof( *a->data ) ) == 0 );
}

static void swapMarks( wfCrowd* crowd, wfStandingMarks* marks )
{
	wfStandingMarks old = crowd->routes.marks;
	crowd->routes.marks = *marks;
	*marks = old;
}

// Cells of all fields.
static double countFieldCells( const wfCrowd* crowd )
{
	double cells = 0.0;
	for ( int32_t k = 0; k < crowd->routes.targets.count; ++k )
	{
		const wfTarget* target = &crowd->routes.targets.data[k];
		cells += target->field != NULL ? (double)crowd->routes.layers.data[target->layer].cellCount : 0.0;
	}
	return cells;
}

wfResult wfUpdateStanding( wfCrowd* crowd, wfError* error )
{
	if ( crowd->def.standSeconds <= 0.0 || crowd->tickCount < crowd->routes.nextMarkTick )
	{
		return wf_ok;
	}
	wfStandingMarks marks = { 0 };
	wfResult result = collectMarks( crowd, &marks );
	double work = 0.0;
	if ( result == wf_ok && !areMarksEqual( &marks, &crowd->routes.marks ) )
	{
		swapMarks( crowd, &marks );
		for ( int32_t k = 0; k < crowd->routes.layers.count && result == wf_ok; ++k )
		{
			result = applyToLayer( crowd, k );
		}
		work = countFieldCells( crowd );
		if ( result == wf_ok )
		{
			flagMarked( crowd );
		}
		else
		{
			// Back to the marks before. Layers that had the new ones are marked as stale and follow in the next tick.
			swapMarks( crowd, &marks );
			for ( int32_t k = 0; k < crowd->routes.layers.count; ++k )
			{
				crowd->routes.layers.data[k].stale = true;
			}
		}
	}
	wfArray_Free( &marks );
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for the fields around standing agents" );
	}
	double seconds = wfMax( WF_MARK_SECONDS, work / WF_CELLS_PER_SECOND );
	crowd->routes.nextMarkTick = crowd->tickCount + (int64_t)ceil( seconds / crowd->def.tickSeconds - WF_TINY );
	return wf_ok;
}

// --------------------------------------------------------------------------------------------------------- straight ways

// Marks around the aim itself do not count: somebody stands next to where the agent wants to.
bool wfIsWayStoodIn( const wfCrowd* crowd, const wfAgent* agent, wfVec2 to )
{
	double wayX = to.x - agent->x, wayY = to.y - agent->y;
	double length2 = wayX * wayX + wayY * wayY;
	for ( int32_t k = 0; k < crowd->routes.marks.count && length2 > 1.0; ++k )
	{
		const wfStandingMark* mark = &crowd->routes.marks.data[k];
		double reach = (double)mark->radius + (double)agent->radius;
		double x = mark->x - agent->x, y = mark->y - agent->y;
		double along = x * wayX + y * wayY, across = wayX * y - wayY * x;
		double endX = mark->x - to.x, endY = mark->y - to.y, nearEnd = reach + WF_ADJOINING;
		if ( along > 0.0 && along < length2 && across * across < reach * reach * length2 &&
			 endX * endX + endY * endY > nearEnd * nearEnd )
		{
			return true;
		}
	}
	return false;
}
