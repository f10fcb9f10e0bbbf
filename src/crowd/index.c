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
static int32_t listColumns( wfStepState* step, wfColumn* columns )
{
	const wfColumn all[] = { { (void**)&step->slot, sizeof( int32_t ) },
							 { (void**)&step->cell, sizeof( int32_t ) },
							 { (void**)&step->x, sizeof( float ) },
							 { (void**)&step->y, sizeof( float ) },
							 { (void**)&step->velocityX, sizeof( float ) },
							 { (void**)&step->velocityY, sizeof( float ) },
							 { (void**)&step->radius, sizeof( float ) },
							 { (void**)&step->speed, sizeof( float ) },
							 { (void**)&step->layer, sizeof( int32_t ) },
							 { (void**)&step->style, sizeof( int32_t ) },
							 { (void**)&step->walked, sizeof( float ) },
							 { (void**)&step->pressed, sizeof( float ) },
							 { (void**)&step->idle, sizeof( float ) },
							 { (void**)&step->roomLevel, sizeof( uint8_t ) },
							 { (void**)&step->serial, sizeof( uint32_t ) },
							 { (void**)&step->askSerial, sizeof( uint32_t ) },
							 { (void**)&step->askWay, sizeof( float ) },
							 { (void**)&step->goalX, sizeof( float ) },
							 { (void**)&step->goalY, sizeof( float ) },
							 { (void**)&step->way, sizeof( float ) },
							 { (void**)&step->goalKey, sizeof( uint32_t ) },
							 { (void**)&step->marks, sizeof( uint8_t ) },
							 { (void**)&step->pressing, sizeof( uint8_t ) },
							 { (void**)&step->neighbors, WF_MAX_NEIGHBORS * sizeof( int32_t ) },
							 { (void**)&step->neighborCount, sizeof( uint8_t ) },
							 { (void**)&step->contacts, WF_MAX_CONTACTS * sizeof( int32_t ) },
							 { (void**)&step->contactCount, sizeof( uint8_t ) },
							 { (void**)&step->wallContacts, WF_MAX_WALL_CONTACTS * sizeof( int32_t ) },
							 { (void**)&step->wallCount, sizeof( uint8_t ) },
							 { (void**)&step->passage, sizeof( int32_t ) },
							 { (void**)&step->passageWay, sizeof( float ) },
							 { (void**)&step->gateHold, sizeof( uint8_t ) },
							 { (void**)&step->gateX, sizeof( float ) },
							 { (void**)&step->gateY, sizeof( float ) },
							 { (void**)&step->wantedX, sizeof( float ) },
							 { (void**)&step->wantedY, sizeof( float ) },
							 { (void**)&step->reachSpeed, sizeof( float ) },
							 { (void**)&step->placeX, sizeof( double ) },
							 { (void**)&step->placeY, sizeof( double ) },
							 { (void**)&step->nextX, sizeof( double ) },
							 { (void**)&step->nextY, sizeof( double ) },
							 { (void**)&step->stepX, sizeof( double ) },
							 { (void**)&step->stepY, sizeof( double ) },
							 { (void**)&step->traits, sizeof( uint8_t ) },
							 { (void**)&step->waits, sizeof( uint8_t ) } };
	int32_t count = (int32_t)( sizeof( all ) / sizeof( all[0] ) );
	memcpy( columns, all, sizeof( all ) );
	return count;
}

#define WF_MAX_COLUMNS 48

void wfDestroyStep( wfCrowd* crowd )
{
	wfStepState* step = &crowd->step;
	wfColumn columns[WF_MAX_COLUMNS];
	int32_t count = listColumns( step, columns );
	for ( int32_t k = 0; k < count; ++k )
	{
		wfReleaseArray( *columns[k].array, step->capacity, columns[k].size );
		*columns[k].array = NULL;
	}
	step->capacity = 0;
	wfReleaseArray( crowd->slotCell, crowd->slotCellCapacity, sizeof( int32_t ) );
	wfReleaseArray( crowd->slotTodo, crowd->slotTodoCapacity, sizeof( uint8_t ) );
	crowd->slotCell = NULL;
	crowd->slotTodo = NULL;
	crowd->slotCellCapacity = 0;
	crowd->slotTodoCapacity = 0;
	wfReleaseArray( step->cellFirst, step->cellCapacity, sizeof( int32_t ) );
	step->cellFirst = NULL;
	step->cellCapacity = 0;
}

size_t wfGetStepBytes( wfCrowd* crowd )
{
	wfColumn columns[WF_MAX_COLUMNS];
	int32_t count = listColumns( &crowd->step, columns );
	size_t bytes = 0;
	for ( int32_t k = 0; k < count; ++k )
	{
		bytes += columns[k].size * crowd->step.capacity;
	}
	bytes += crowd->slotCellCapacity * sizeof( int32_t ) + crowd->slotTodoCapacity;
	return bytes;
}

static wfResult reserveCells( wfCrowd* crowd )
{
	wfStepState* step = &crowd->step;
	if ( step->cellFirst != NULL )
	{
		return wf_ok;
	}
	wfBox2 bounds = wfWorld_GetBounds( crowd->world );
	double width = bounds.upper.x - bounds.lower.x, height = bounds.upper.y - bounds.lower.y;
	double longer = width > height ? width : height;
	step->cellSize = longer / WF_MAX_INDEX_SIDE > WF_INDEX_CELL ? longer / WF_MAX_INDEX_SIDE : WF_INDEX_CELL;
	step->origin = bounds.lower;
	step->columns = (int32_t)( width / step->cellSize ) + 1;
	step->rows = (int32_t)( height / step->cellSize ) + 1;
	size_t cells = (size_t)step->columns * (size_t)step->rows + 1;
	step->cellFirst = wfAllocateArray( cells, sizeof( int32_t ) );
	step->cellCapacity = step->cellFirst != NULL ? cells : 0;
	return step->cellFirst != NULL ? wf_ok : wf_outOfMemory;
}

wfResult wfReserveStep( wfCrowd* crowd )
{
	wfStepState* step = &crowd->step;
	wfResult result = crowd->ground == NULL ? reserveCells( crowd ) : wf_ok;
	size_t slots = (size_t)crowd->slotCount;
	result = result == wf_ok ? wfGrowArray( &crowd->slotCell, &crowd->slotCellCapacity, slots, sizeof( int32_t ) ) : result;
	result = result == wf_ok ? wfGrowArray( &crowd->slotTodo, &crowd->slotTodoCapacity, slots, sizeof( uint8_t ) ) : result;
	size_t needed = (size_t)crowd->agentCount + 8; // vectors read so far beyond the last
	if ( result != wf_ok || needed <= step->capacity )
	{
		return result;
	}
	// Nothing in the arrays outlives a tick, so all are made anew rather than grown.
	size_t capacity = needed + needed / 4 + 8;
	wfStepState grown = *step;
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
	listColumns( step, old );
	for ( int32_t k = 0; k < count; ++k )
	{
		if ( result == wf_ok )
		{
			wfReleaseArray( *old[k].array, step->capacity, old[k].size );
		}
		else
		{
			wfReleaseArray( *columns[k].array, capacity, columns[k].size );
		}
	}
	if ( result == wf_ok )
	{
		grown.capacity = capacity;
		*step = grown;
	}
	return result;
}

static int32_t cellOf( const wfStepState* step, double x, double y )
{
	int32_t i = (int32_t)( ( x - step->origin.x ) / step->cellSize ), j = (int32_t)( ( y - step->origin.y ) / step->cellSize );
	i = i < 0 ? 0 : i >= step->columns ? step->columns - 1 : i;
	j = j < 0 ? 0 : j >= step->rows ? step->rows - 1 : j;
	return j * step->columns + i;
}

void wfFillRank( wfCrowd* crowd, int32_t slot, int32_t rank, int32_t cell )
{
	wfStepState* step = &crowd->step;
	const wfAgent* agent = &crowd->agents[slot];
	step->cell[rank] = cell;
	step->placeX[rank] = agent->x;
	step->placeY[rank] = agent->y;
	step->x[rank] = (float)( agent->x - step->origin.x );
	step->y[rank] = (float)( agent->y - step->origin.y );
	step->velocityX[rank] = agent->velocityX;
	step->velocityY[rank] = agent->velocityY;
	step->radius[rank] = agent->radius;
	step->speed[rank] = agent->desiredSpeed;
	step->layer[rank] = agent->layer;
	step->style[rank] = agent->style;
	step->walked[rank] = 0.0f;
	step->pressed[rank] = agent->pressed;
	step->idle[rank] = (float)( crowd->time - agent->bestWayTime );
	step->roomLevel[rank] = (uint8_t)agent->roomLevel;
	step->serial[rank] = agent->serial;
	step->askSerial[rank] = agent->roomSerial;
	step->askWay[rank] = agent->roomWay;
	step->waits[rank] = 0;
	step->reachSpeed[rank] =
		WF_REACH_SPEED * ( agent->desiredSpeed > WF_LEAST_REACH_SPEED ? agent->desiredSpeed : WF_LEAST_REACH_SPEED );
}

static void findCells( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfCrowd* crowd = context;
	for ( int32_t slot = begin; slot < end; ++slot )
	{
		const wfAgent* agent = &crowd->agents[slot];
		crowd->slotCell[slot] = ( agent->flags & wf_agentUsed ) ? cellOf( &crowd->step, agent->x, agent->y ) : -1;
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
		int32_t slot = crowd->step.slot[rank];
		wfFillRank( crowd, slot, rank, crowd->slotCell[slot] );
	}
}

// Counting sort: done by one, and looks at numbers only.
void wfSortIntoCells( wfCrowd* crowd, int32_t cells )
{
	wfStepState* step = &crowd->step;
	memset( step->cellFirst, 0, ( (size_t)cells + 1 ) * sizeof( int32_t ) );
	for ( int32_t slot = 0; slot < crowd->slotCount; ++slot )
	{
		step->cellFirst[crowd->slotCell[slot] + 1] += 1;
	}
	// The first entry counted the empty slots.
	step->cellFirst[0] = 0;
	for ( int32_t cell = 0; cell < cells; ++cell )
	{
		step->cellFirst[cell + 1] += step->cellFirst[cell];
	}
	step->count = step->cellFirst[cells];
	for ( int32_t slot = 0; slot < crowd->slotCount; ++slot )
	{
		int32_t cell = crowd->slotCell[slot];
		if ( cell >= 0 )
		{
			step->slot[step->cellFirst[cell]++] = slot;
		}
	}
	// Each entry now holds the first rank of the next cell.
	memmove( step->cellFirst + 1, step->cellFirst, (size_t)cells * sizeof( int32_t ) );
	step->cellFirst[0] = 0;
}

void wfFindLargest( wfCrowd* crowd )
{
	const wfStepState* step = &crowd->step;
	crowd->maxRadius = 0.0f;
	crowd->maxSpeed = 0.0f;
	for ( int32_t rank = 0; rank < step->count; ++rank )
	{
		crowd->maxRadius = step->radius[rank] > crowd->maxRadius ? step->radius[rank] : crowd->maxRadius;
		crowd->maxSpeed = step->reachSpeed[rank] > crowd->maxSpeed ? step->reachSpeed[rank] : crowd->maxSpeed;
	}
}

void wfBuildIndex( wfCrowd* crowd )
{
	wfStepState* step = &crowd->step;
	wfWorkers_ParallelFor( crowd->def.workers, findCells, crowd->slotCount, 2048, crowd );
	wfSortIntoCells( crowd, step->columns * step->rows );
	wfWorkers_ParallelFor( crowd->def.workers, fillRanks, step->count, 1024, crowd );
	wfFindLargest( crowd );
}
