// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// All agents at once, as arrays for recordings, metrics and drawing.
#include "base/columns.h"
#include "crowd/crowd.h"

static wfColumns columnsOf( wfFrameArrays* frame )
{
	return ( wfColumns ){ { WF_COLUMN( frame->serials ), WF_COLUMN( frame->ids ), WF_COLUMN( frame->userData ),
							WF_COLUMN( frame->positions ), WF_COLUMN( frame->velocities ), WF_COLUMN( frame->headings ),
							WF_COLUMN( frame->radii ), WF_COLUMN( frame->speeds ), WF_COLUMN( frame->states ) } };
}

void wfDestroyFrame( wfFrameArrays* frame )
{
	wfReleaseColumns( columnsOf( frame ), &frame->capacity );
}

size_t wfGetFrameBytes( wfFrameArrays* frame )
{
	return wfGetColumnBytes( columnsOf( frame ), frame->capacity );
}

wfResult wfReserveFrame( wfCrowd* crowd )
{
	wfFrameArrays* frame = &crowd->frame;
	size_t needed = wfRoomForAgents( crowd );
	needed = needed > frame->capacity ? needed + needed / 4 : needed;
	return wfReserveColumns( columnsOf( frame ), &frame->capacity, needed );
}

static void fill( const wfCrowd* crowd, const wfAgent* agent, wfFrameArrays* frame, int32_t k )
{
	frame->serials[k] = agent->serial;
	frame->ids[k] = ( wfAgentId ){ (uint32_t)wfSlotOf( crowd, agent ) + 1, agent->generation };
	frame->userData[k] = agent->userData;
	frame->positions[k] = wfGround_GetPosition( &crowd->ground, wfPlaceOf( agent ) );
	frame->velocities[k] =
		wfGround_IntoSpace( &crowd->ground, agent->triangle, (double)agent->velocityX, (double)agent->velocityY );
	frame->headings[k] = wfHeadingOf( crowd, agent );
	frame->radii[k] = agent->radius;
	frame->speeds[k] = agent->desiredSpeed;
	frame->states[k] = (uint8_t)( agent->flags & wf_agentEnded	? wf_atEnd
								  : agent->flags & wf_agentIdle ? wf_waiting
																: wf_walking );
}

wfFrame wfCrowd_GetFrame( wfCrowd* crowd )
{
	if ( WF_FAILS( crowd != NULL ) || wfReserveFrame( crowd ) != wf_ok )
	{
		return ( wfFrame ){ 0 };
	}
	wfFrameArrays* frame = &crowd->frame;
	int32_t count = 0;
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		fill( crowd, agent, frame, count++ );
	}
	return ( wfFrame ){ .time = crowd->time,
						.count = count,
						.onMesh = crowd->ground.mesh != NULL,
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
