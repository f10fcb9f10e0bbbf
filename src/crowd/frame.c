// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// All agents at once, as arrays for recordings, metrics and drawing.
#include "base/columns.h"
#include "base/vec3.h"
#include "crowd/crowd.h"

static wfColumns columnsOf( wfFrameArrays* frame )
{
	return ( wfColumns ){ { WF_COLUMN( frame->serials ), WF_COLUMN( frame->ids ), WF_COLUMN( frame->userData ),
							WF_COLUMN( frame->positions ), WF_COLUMN( frame->velocities ), WF_COLUMN( frame->headings ),
							WF_COLUMN( frame->radii ), WF_COLUMN( frame->depths ), WF_COLUMN( frame->speeds ),
							WF_COLUMN( frame->states ) } };
}

void wfDestroyFrame( wfFrameArrays* frame )
{
	wfReleaseColumns( columnsOf( frame ), &frame->capacity );
}

size_t wfGetFrameBytes( wfFrameArrays* frame )
{
	return wfGetColumnBytes( columnsOf( frame ), frame->capacity );
}

wfResult wfReserveFrameArrays( wfFrameArrays* frame, size_t needed )
{
	needed = needed > frame->capacity ? needed + needed / 4 : needed;
	return wfReserveColumns( columnsOf( frame ), &frame->capacity, needed );
}

wfResult wfReserveFrame( wfCrowd* crowd )
{
	return wfReserveFrameArrays( &crowd->frame, wfRoomForAgents( crowd ) );
}

void wfFillFrame( const wfCrowd* crowd, const wfAgent* agent, int32_t slot, wfFrameArrays* frame, int32_t k )
{
	frame->serials[k] = agent->serial;
	frame->ids[k] = ( wfAgentId ){ (uint32_t)slot + 1, agent->generation };
	frame->userData[k] = agent->userData;
	frame->positions[k] = wfGround_GetPosition( &crowd->ground, wfPlaceOf( agent ) );
	frame->velocities[k] =
		wfGround_IntoSpace( &crowd->ground, agent->triangle, (double)agent->velocityX, (double)agent->velocityY );
	frame->headings[k] = wfHeadingOf( crowd, agent );
	frame->radii[k] = agent->radius;
	frame->depths[k] = wfDepthOf( crowd, agent, slot );
	frame->speeds[k] = agent->desiredSpeed;
	frame->states[k] = (uint8_t)( agent->flags & wf_agentEnded	? wf_atEnd
								  : agent->flags & wf_agentIdle ? wf_waiting
																: wf_walking );
}

wfFrame wfViewFrame( const wfCrowd* crowd, const wfFrameArrays* frame, int32_t first, int32_t count, double time )
{
	// Without agents there may be no arrays.
	if ( count == 0 )
	{
		return ( wfFrame ){ .time = time, .onMesh = crowd->ground.mesh != NULL };
	}
	return ( wfFrame ){ .time = time,
						.count = count,
						.onMesh = crowd->ground.mesh != NULL,
						.serials = frame->serials + first,
						.ids = frame->ids + first,
						.userData = frame->userData + first,
						.positions = frame->positions + first,
						.velocities = frame->velocities + first,
						.headings = frame->headings + first,
						.radii = frame->radii + first,
						.depths = frame->depths + first,
						.desiredSpeeds = frame->speeds + first,
						.states = frame->states + first };
}

wfFrame wfCrowd_GetFrame( wfCrowd* crowd )
{
	if ( WF_FAILS( crowd != NULL ) || wfReserveFrame( crowd ) != wf_ok )
	{
		return ( wfFrame ){ 0 };
	}
	int32_t count = 0;
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		wfFillFrame( crowd, agent, wfSlotOf( crowd, agent ), &crowd->frame, count++ );
	}
	return wfViewFrame( crowd, &crowd->frame, 0, count, crowd->time );
}

static wfOval getOutline( const wfFrame* frame, int32_t k )
{
	double radius = (double)frame->radii[k];
	bool isOval = frame->depths != NULL && frame->headings != NULL;
	return wfMakeOval( wfInPlane( frame->positions[k] ), isOval ? (double)frame->headings[k] : 0.0, radius,
					   isOval ? (double)frame->depths[k] : radius );
}

double wfFrame_GetGap( const wfFrame* frame, int32_t first, int32_t second )
{
	if ( WF_FAILS( frame != NULL && frame->radii != NULL && frame->positions != NULL ) ||
		 WF_FAILS( first >= 0 && first < frame->count && second >= 0 && second < frame->count ) )
	{
		return 0.0;
	}
	wfOval mine = getOutline( frame, first ), theirs = getOutline( frame, second );
	wfVec2 across;
	return wfOval_GetGap( &mine, &theirs, &across );
}
