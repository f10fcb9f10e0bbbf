// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The spatial index: agents sorted by cell, those of a cell in the order of their slots.
#include "crowd/crowd.h"

#include <string.h>

typedef struct wfColumn
{
	void** array;
	size_t size; // of one agent's share
} wfColumn;

// Everything a tick needs room for, by rank.
static int32_t listColumns( wfTick* tick, wfColumn* columns )
{
	const wfColumn all[] = { { (void**)&tick->slot, sizeof( int32_t ) },
							 { (void**)&tick->cell, sizeof( int32_t ) },
							 { (void**)&tick->x, sizeof( float ) },
							 { (void**)&tick->y, sizeof( float ) },
							 { (void**)&tick->velocityX, sizeof( float ) },
							 { (void**)&tick->velocityY, sizeof( float ) },
							 { (void**)&tick->radius, sizeof( float ) },
							 { (void**)&tick->speed, sizeof( float ) },
							 { (void**)&tick->layer, sizeof( int32_t ) },
							 { (void**)&tick->style, sizeof( int32_t ) },
							 { (void**)&tick->walked, sizeof( float ) },
							 { (void**)&tick->pressed, sizeof( float ) },
							 { (void**)&tick->idle, sizeof( float ) },
							 { (void**)&tick->roomLevel, sizeof( uint8_t ) },
							 { (void**)&tick->serial, sizeof( uint32_t ) },
							 { (void**)&tick->askSerial, sizeof( uint32_t ) },
							 { (void**)&tick->askWay, sizeof( float ) },
							 { (void**)&tick->goalX, sizeof( float ) },
							 { (void**)&tick->goalY, sizeof( float ) },
							 { (void**)&tick->way, sizeof( float ) },
							 { (void**)&tick->goalKey, sizeof( uint32_t ) },
							 { (void**)&tick->marks, sizeof( uint8_t ) },
							 { (void**)&tick->pressing, sizeof( uint8_t ) },
							 { (void**)&tick->neighbors, WF_MAX_NEIGHBORS * sizeof( int32_t ) },
							 { (void**)&tick->neighborCount, sizeof( uint8_t ) },
							 { (void**)&tick->contacts, WF_MAX_CONTACTS * sizeof( int32_t ) },
							 { (void**)&tick->contactCount, sizeof( uint8_t ) },
							 { (void**)&tick->wallContacts, WF_MAX_WALL_CONTACTS * sizeof( int32_t ) },
							 { (void**)&tick->wallCount, sizeof( uint8_t ) },
							 { (void**)&tick->passage, sizeof( int32_t ) },
							 { (void**)&tick->passageWay, sizeof( float ) },
							 { (void**)&tick->awaitsTurn, sizeof( uint8_t ) },
							 { (void**)&tick->clearX, sizeof( float ) },
							 { (void**)&tick->clearY, sizeof( float ) },
							 { (void**)&tick->wantedX, sizeof( float ) },
							 { (void**)&tick->wantedY, sizeof( float ) },
							 { (void**)&tick->reachSpeed, sizeof( float ) },
							 { (void**)&tick->placeX, sizeof( double ) },
							 { (void**)&tick->placeY, sizeof( double ) },
							 { (void**)&tick->nextX, sizeof( double ) },
							 { (void**)&tick->nextY, sizeof( double ) },
							 { (void**)&tick->moveX, sizeof( double ) },
							 { (void**)&tick->moveY, sizeof( double ) },
							 { (void**)&tick->traits, sizeof( uint8_t ) },
							 { (void**)&tick->waits, sizeof( uint8_t ) } };
	int32_t count = (int32_t)( sizeof( all ) / sizeof( all[0] ) );
	memcpy( columns, all, sizeof( all ) );
	return count;
}

#define WF_MAX_COLUMNS 48

void wfDestroyTick( wfCrowd* crowd )
{
	wfTick* tick = &crowd->tick;
	wfColumn columns[WF_MAX_COLUMNS];
	int32_t count = listColumns( tick, columns );
	for ( int32_t k = 0; k < count; ++k )
	{
		wfReleaseArray( *columns[k].array, tick->capacity, columns[k].size );
		*columns[k].array = NULL;
	}
	tick->capacity = 0;
	wfReleaseArray( crowd->tick.slotCell, crowd->tick.slotCellCapacity, sizeof( int32_t ) );
	wfReleaseArray( crowd->tick.slotTodo, crowd->tick.slotTodoCapacity, sizeof( uint8_t ) );
	crowd->tick.slotCell = NULL;
	crowd->tick.slotTodo = NULL;
	crowd->tick.slotCellCapacity = 0;
	crowd->tick.slotTodoCapacity = 0;
	wfReleaseArray( tick->cellFirst, tick->cellCapacity, sizeof( int32_t ) );
	tick->cellFirst = NULL;
	tick->cellCapacity = 0;
}

size_t wfGetTickBytes( wfCrowd* crowd )
{
	wfColumn columns[WF_MAX_COLUMNS];
	int32_t count = listColumns( &crowd->tick, columns );
	size_t bytes = 0;
	for ( int32_t k = 0; k < count; ++k )
	{
		bytes += columns[k].size * crowd->tick.capacity;
	}
	bytes += crowd->tick.slotCellCapacity * sizeof( int32_t ) + crowd->tick.slotTodoCapacity;
	return bytes;
}

static wfResult reserveCells( wfCrowd* crowd )
{
	wfTick* tick = &crowd->tick;
	if ( tick->cellFirst != NULL )
	{
		return wf_ok;
	}
	wfBox2 bounds = wfWorld_GetBounds( crowd->world );
	double width = bounds.upper.x - bounds.lower.x, height = bounds.upper.y - bounds.lower.y;
	double longer = width > height ? width : height;
	tick->cellSize = longer / WF_MAX_INDEX_SIDE > WF_INDEX_CELL ? longer / WF_MAX_INDEX_SIDE : WF_INDEX_CELL;
	tick->origin = bounds.lower;
	tick->columns = (int32_t)( width / tick->cellSize ) + 1;
	tick->rows = (int32_t)( height / tick->cellSize ) + 1;
	size_t cells = (size_t)tick->columns * (size_t)tick->rows + 1;
	tick->cellFirst = wfAllocateArray( cells, sizeof( int32_t ) );
	tick->cellCapacity = tick->cellFirst != NULL ? cells : 0;
	return tick->cellFirst != NULL ? wf_ok : wf_outOfMemory;
}

wfResult wfReserveTick( wfCrowd* crowd )
{
	wfTick* tick = &crowd->tick;
	wfResult result = crowd->ground == NULL ? reserveCells( crowd ) : wf_ok;
	size_t slots = (size_t)crowd->population.slotCount;
	result =
		result == wf_ok ? wfGrowArray( &crowd->tick.slotCell, &crowd->tick.slotCellCapacity, slots, sizeof( int32_t ) ) : result;
	result =
		result == wf_ok ? wfGrowArray( &crowd->tick.slotTodo, &crowd->tick.slotTodoCapacity, slots, sizeof( uint8_t ) ) : result;
	size_t needed = (size_t)crowd->population.agentCount + 8; // vectors read so far beyond the last
	if ( result != wf_ok || needed <= tick->capacity )
	{
		return result;
	}
	// Nothing in the arrays outlives a tick, so all are made anew rather than grown.
	size_t capacity = needed + needed / 4 + 8;
	wfTick grown = *tick;
	wfColumn columns[WF_MAX_COLUMNS];
	int32_t count = listColumns( &grown, columns );
	for ( int32_t k = 0; k < count; ++k )
	{
		*columns[k].array = NULL;
	}
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		*columns[k].array = wfAllocateArray( capacity, columns[k].size );
		result = *columns[k].array != NULL ? wf_ok : wf_outOfMemory;
	}
	wfColumn old[WF_MAX_COLUMNS];
	listColumns( tick, old );
	for ( int32_t k = 0; k < count; ++k )
	{
		if ( result == wf_ok )
		{
			wfReleaseArray( *old[k].array, tick->capacity, old[k].size );
		}
		else
		{
			wfReleaseArray( *columns[k].array, capacity, columns[k].size );
		}
	}
	if ( result == wf_ok )
	{
		grown.capacity = capacity;
		*tick = grown;
	}
	return result;
}

static int32_t cellOf( const wfTick* tick, double x, double y )
{
	int32_t i = (int32_t)( ( x - tick->origin.x ) / tick->cellSize ), j = (int32_t)( ( y - tick->origin.y ) / tick->cellSize );
	i = i < 0 ? 0 : i >= tick->columns ? tick->columns - 1 : i;
	j = j < 0 ? 0 : j >= tick->rows ? tick->rows - 1 : j;
	return j * tick->columns + i;
}

void wfFillRank( wfCrowd* crowd, int32_t slot, int32_t rank, int32_t cell )
{
	wfTick* tick = &crowd->tick;
	const wfAgent* agent = &crowd->population.agents[slot];
	tick->cell[rank] = cell;
	tick->placeX[rank] = agent->x;
	tick->placeY[rank] = agent->y;
	tick->x[rank] = (float)( agent->x - tick->origin.x );
	tick->y[rank] = (float)( agent->y - tick->origin.y );
	tick->velocityX[rank] = agent->velocityX;
	tick->velocityY[rank] = agent->velocityY;
	tick->radius[rank] = agent->radius;
	tick->speed[rank] = agent->desiredSpeed;
	tick->layer[rank] = agent->layer;
	tick->style[rank] = agent->style;
	tick->walked[rank] = 0.0f;
	tick->pressed[rank] = agent->pressed;
	tick->idle[rank] = (float)( crowd->time - agent->bestWayTime );
	tick->roomLevel[rank] = (uint8_t)agent->roomLevel;
	tick->serial[rank] = agent->serial;
	tick->askSerial[rank] = agent->roomSerial;
	tick->askWay[rank] = agent->roomWay;
	tick->waits[rank] = 0;
	tick->reachSpeed[rank] =
		WF_REACH_SPEED * ( agent->desiredSpeed > WF_LEAST_REACH_SPEED ? agent->desiredSpeed : WF_LEAST_REACH_SPEED );
}

static void findCells( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfCrowd* crowd = context;
	for ( int32_t slot = begin; slot < end; ++slot )
	{
		const wfAgent* agent = &crowd->population.agents[slot];
		crowd->tick.slotCell[slot] = ( agent->flags & wf_agentUsed ) ? cellOf( &crowd->tick, agent->x, agent->y ) : -1;
	}
}

// In the order of ranks: what is written lies together, and the agents are fetched ahead.
static void fillRanks( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfCrowd* crowd = context;
	for ( int32_t rank = begin; rank < end; ++rank )
	{
		wfFetchAgent( crowd, rank + 2 * WF_FETCH_AHEAD );
		int32_t slot = crowd->tick.slot[rank];
		wfFillRank( crowd, slot, rank, crowd->tick.slotCell[slot] );
	}
}

// Counting sort: done by one, and looks at numbers only.
void wfSortIntoCells( wfCrowd* crowd, int32_t cells )
{
	wfTick* tick = &crowd->tick;
	memset( tick->cellFirst, 0, ( (size_t)cells + 1 ) * sizeof( int32_t ) );
	for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
	{
		tick->cellFirst[crowd->tick.slotCell[slot] + 1] += 1;
	}
	// The first entry counted the empty slots.
	tick->cellFirst[0] = 0;
	for ( int32_t cell = 0; cell < cells; ++cell )
	{
		tick->cellFirst[cell + 1] += tick->cellFirst[cell];
	}
	tick->count = tick->cellFirst[cells];
	for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
	{
		int32_t cell = crowd->tick.slotCell[slot];
		if ( cell >= 0 )
		{
			tick->slot[tick->cellFirst[cell]++] = slot;
		}
	}
	// Each entry now holds the first rank of the next cell.
	memmove( tick->cellFirst + 1, tick->cellFirst, (size_t)cells * sizeof( int32_t ) );
	tick->cellFirst[0] = 0;
}

void wfFindLargest( wfCrowd* crowd )
{
	const wfTick* tick = &crowd->tick;
	crowd->tick.maxRadius = 0.0f;
	crowd->tick.maxSpeed = 0.0f;
	for ( int32_t rank = 0; rank < tick->count; ++rank )
	{
		crowd->tick.maxRadius = tick->radius[rank] > crowd->tick.maxRadius ? tick->radius[rank] : crowd->tick.maxRadius;
		crowd->tick.maxSpeed = tick->reachSpeed[rank] > crowd->tick.maxSpeed ? tick->reachSpeed[rank] : crowd->tick.maxSpeed;
	}
}

void wfBuildIndex( wfCrowd* crowd )
{
	wfTick* tick = &crowd->tick;
	wfWorkers_ParallelFor( crowd->def.workers, findCells, crowd->population.slotCount, 2048, crowd );
	wfSortIntoCells( crowd, tick->columns * tick->rows );
	wfWorkers_ParallelFor( crowd->def.workers, fillRanks, tick->count, 1024, crowd );
	wfFindLargest( crowd );
}
