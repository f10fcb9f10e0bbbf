// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// All agents at once, as arrays for recordings, metrics and drawing.
#include "crowd/crowd.h"

#include <string.h>

typedef struct wfFrameColumn
{
	void** array;
	size_t size;
} wfFrameColumn;

#define WF_FRAME_COLUMNS 9

static void listColumns( wfFrameArrays* frame, wfFrameColumn* columns )
{
	const wfFrameColumn all[WF_FRAME_COLUMNS] = {
		{ (void**)&frame->serials, sizeof( uint32_t ) },  { (void**)&frame->ids, sizeof( wfAgentId ) },
		{ (void**)&frame->userData, sizeof( uint64_t ) }, { (void**)&frame->positions, sizeof( wfVec3 ) },
		{ (void**)&frame->velocities, sizeof( wfVec3 ) }, { (void**)&frame->headings, sizeof( float ) },
		{ (void**)&frame->radii, sizeof( float ) },		  { (void**)&frame->speeds, sizeof( float ) },
		{ (void**)&frame->states, sizeof( uint8_t ) } };
	memcpy( columns, all, sizeof( all ) );
}

void wfDestroyFrame( wfFrameArrays* frame )
{
	wfFrameColumn columns[WF_FRAME_COLUMNS];
	listColumns( frame, columns );
	for ( int32_t k = 0; k < WF_FRAME_COLUMNS; ++k )
	{
		wfReleaseArray( *columns[k].array, frame->capacity, columns[k].size );
	}
	*frame = ( wfFrameArrays ){ 0 };
}

size_t wfGetFrameBytes( wfFrameArrays* frame )
{
	wfFrameColumn columns[WF_FRAME_COLUMNS];
	size_t bytes = 0;
	listColumns( frame, columns );
	for ( int32_t k = 0; k < WF_FRAME_COLUMNS; ++k )
	{
		bytes += columns[k].size * frame->capacity;
	}
	return bytes;
}

// Nothing in the arrays outlives the next frame: they are made anew.
static bool reserve( wfFrameArrays* frame, size_t needed )
{
	if ( needed <= frame->capacity )
	{
		return true;
	}
	wfDestroyFrame( frame );
	frame->capacity = needed + needed / 4;
	wfFrameColumn columns[WF_FRAME_COLUMNS];
	listColumns( frame, columns );
	bool done = true;
	for ( int32_t k = 0; k < WF_FRAME_COLUMNS && done; ++k )
	{
		*columns[k].array = wfAllocateArray( frame->capacity, columns[k].size );
		done = *columns[k].array != NULL;
	}
	if ( !done )
	{
		wfDestroyFrame( frame );
	}
	return done;
}

static void fill( const wfCrowd* crowd, int32_t slot, wfFrameArrays* frame, int32_t k )
{
	const wfAgent* agent = &crowd->population.agents[slot];
	frame->serials[k] = agent->serial;
	frame->ids[k] = wfIdOfSlot( crowd, slot );
	frame->userData[k] = agent->userData;
	frame->positions[k] = wfPositionOf( crowd, agent );
	frame->velocities[k] = wfIntoSpace( crowd, agent, (double)agent->velocityX, (double)agent->velocityY );
	frame->headings[k] = wfHeadingOf( crowd, agent );
	frame->radii[k] = agent->radius;
	frame->speeds[k] = agent->desiredSpeed;
	frame->states[k] = (uint8_t)( agent->flags & wf_agentEnded	   ? wf_atEnd
								  : agent->flags & wf_agentWaiting ? wf_waiting
																   : wf_walking );
}

wfFrame wfCrowd_GetFrame( wfCrowd* crowd )
{
	if ( WF_FAILS( crowd != NULL ) || !reserve( &crowd->frame, (size_t)crowd->population.agentCount ) )
	{
		return ( wfFrame ){ 0 };
	}
	wfFrameArrays* frame = &crowd->frame;
	int32_t count = 0;
	for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
	{
		if ( crowd->population.agents[slot].flags & wf_agentUsed )
		{
			fill( crowd, slot, frame, count++ );
		}
	}
	return ( wfFrame ){ .time = crowd->time,
						.count = count,
						.onMesh = crowd->groundDef.mesh != NULL,
						.serials = frame->serials,
						.ids = frame->ids,
						.userData = frame->userData,
						.positions = frame->positions,
						.velocities = frame->velocities,
						.headings = frame->headings,
						.radii = frame->radii,
						.desiredSpeeds = frame->speeds,
						.states = frame->states };
}
