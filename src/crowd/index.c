// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The spatial index: agents sorted by cell, those of a cell in the order of their slots.
#include "base/columns.h"
#include "crowd/crowd.h"

#include <string.h>

// Everything a tick needs room for, by rank.
static wfColumns columnsOf( wfTick* tick )
{
	return ( wfColumns ){ { WF_COLUMN( tick->slot ),
							WF_COLUMN( tick->cell ),
							WF_COLUMN( tick->x ),
							WF_COLUMN( tick->y ),
							WF_COLUMN( tick->velocityX ),
							WF_COLUMN( tick->velocityY ),
							WF_COLUMN( tick->radius ),
							WF_COLUMN( tick->speed ),
							WF_COLUMN( tick->depth ),
							WF_COLUMN( tick->shoulderX ),
							WF_COLUMN( tick->shoulderY ),
							WF_COLUMN( tick->heading ),
							WF_COLUMN( tick->layer ),
							WF_COLUMN( tick->style ),
							WF_COLUMN( tick->walked ),
							WF_COLUMN( tick->pressed ),
							WF_COLUMN( tick->idle ),
							WF_COLUMN( tick->waited ),
							WF_COLUMN( tick->oncoming ),
							WF_COLUMN( tick->roomLevel ),
							WF_COLUMN( tick->serial ),
							WF_COLUMN( tick->askSerial ),
							WF_COLUMN( tick->askDistance ),
							WF_COLUMN( tick->goalX ),
							WF_COLUMN( tick->goalY ),
							WF_COLUMN( tick->distance ),
							WF_COLUMN( tick->goalKey ),
							WF_COLUMN( tick->marks ),
							WF_COLUMN( tick->pressing ),
							WF_WIDE_COLUMN( tick->neighbors, WF_MAX_NEIGHBORS ),
							WF_COLUMN( tick->neighborCount ),
							WF_WIDE_COLUMN( tick->contacts, WF_MAX_CONTACTS ),
							WF_COLUMN( tick->contactCount ),
							WF_WIDE_COLUMN( tick->wallContacts, WF_MAX_WALL_CONTACTS ),
							WF_COLUMN( tick->wallCount ),
							WF_COLUMN( tick->passage ),
							WF_COLUMN( tick->passageDistance ),
							WF_COLUMN( tick->awaitsTurn ),
							WF_COLUMN( tick->clearX ),
							WF_COLUMN( tick->clearY ),
							WF_COLUMN( tick->sides ),
							WF_COLUMN( tick->waitsFor ),
							WF_COLUMN( tick->chain ),
							WF_COLUMN( tick->leaders ),
							WF_COLUMN( tick->pushes ),
							WF_COLUMN( tick->pushedBy ),
							WF_COLUMN( tick->wantedX ),
							WF_COLUMN( tick->wantedY ),
							WF_COLUMN( tick->reachSpeed ),
							WF_COLUMN( tick->placeX ),
							WF_COLUMN( tick->placeY ),
							WF_COLUMN( tick->nextX ),
							WF_COLUMN( tick->nextY ),
							WF_COLUMN( tick->moveX ),
							WF_COLUMN( tick->moveY ),
							WF_COLUMN( tick->traits ),
							WF_COLUMN( tick->waits ) } };
}

void wfDestroyTick( wfCrowd* crowd )
{
	wfTick* tick = &crowd->tick;
	wfReleaseColumns( columnsOf( tick ), &tick->capacity );
	wfReleaseArray( tick->slotCell, tick->slotCellCapacity, sizeof( int32_t ) );
	wfReleaseArray( tick->slotTodo, tick->slotTodoCapacity, sizeof( uint8_t ) );
	wfReleaseArray( tick->cellFirst, tick->cellCapacity, sizeof( int32_t ) );
}

size_t wfGetTickBytes( wfCrowd* crowd )
{
	wfTick* tick = &crowd->tick;
	return wfGetColumnBytes( columnsOf( tick ), tick->capacity ) + tick->slotCellCapacity * sizeof( int32_t ) +
		   tick->slotTodoCapacity;
}

wfResult wfReserveTick( wfCrowd* crowd )
{
	wfTick* tick = &crowd->tick;
	size_t slots = wfRoomForSlots( crowd );
	wfResult result = wfGrowArray( &tick->slotCell, &tick->slotCellCapacity, slots, sizeof( int32_t ) );
	result = result == wf_ok ? wfGrowArray( &tick->slotTodo, &tick->slotTodoCapacity, slots, sizeof( uint8_t ) ) : result;
	size_t needed = wfRoomForAgents( crowd ) + 8; // vectors read so far beyond the last
	needed = needed > tick->capacity ? needed + needed / 4 + 8 : needed;
	result = result == wf_ok ? wfReserveColumns( columnsOf( tick ), &tick->capacity, needed ) : result;
	return result == wf_ok ? crowd->stages->reserve( crowd ) : result;
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
	wfSetBody( crowd, rank, agent );
	tick->speed[rank] = agent->desiredSpeed;
	tick->layer[rank] = agent->layer;
	tick->style[rank] = agent->style;
	tick->walked[rank] = 0.0f;
	tick->pressed[rank] = agent->pressed;
	tick->idle[rank] = (float)( crowd->time - agent->bestDistanceTime );
	tick->oncoming[rank] = agent->oncoming;
	tick->roomLevel[rank] = (uint8_t)agent->roomLevel;
	tick->serial[rank] = agent->serial;
	tick->askSerial[rank] = agent->roomSerial;
	tick->askDistance[rank] = agent->roomDistance;
	tick->waits[rank] = 0;
	tick->waitsFor[rank] = -1;
	tick->pushedBy[rank] = agent->leadsSince != 0.0 ? rank : -1;
	tick->sides[rank].before = -1.0f;
	tick->reachSpeed[rank] =
		WF_REACH_SPEED * ( agent->desiredSpeed > WF_LEAST_REACH_SPEED ? agent->desiredSpeed : WF_LEAST_REACH_SPEED );
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
	wfTick* tick = &crowd->tick;
	tick->maxRadius = tick->maxSpeed = 0.0f;
	for ( int32_t rank = 0; rank < tick->count; ++rank )
	{
		tick->maxRadius = tick->radius[rank] > tick->maxRadius ? tick->radius[rank] : tick->maxRadius;
		tick->maxSpeed = tick->reachSpeed[rank] > tick->maxSpeed ? tick->reachSpeed[rank] : tick->maxSpeed;
	}
}
