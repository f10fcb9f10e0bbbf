// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Foresight: maps of who goes where, and the rays along which an agent looks for the path that promises the least time.
#pragma once

#include "crowd/kernels.h"

// The map is made for several times ahead, in seconds, with everyone going on as now.
#define WF_FLOW_TIMES 3
extern const float wf_flowTimes[WF_FLOW_TIMES];

// An agent at x, y with a velocity, in metres from the lower corner of what the map is made of, enters the map of one time.
void wfAddToFlow( const wfFlowMap* flow, int32_t time, float x, float y, float vx, float vy );

// Metres of path that one metre along dx, dy costs at x, y after `seconds`.
static inline float wfGetFlowCost( const wfFlowMap* flow, float x, float y, float dx, float dy, float seconds,
								   float inverseSpeed )
{
	float inverse = (float)( 1.0 / flow->cellSize );
	int32_t i = (int32_t)( x * inverse + 1.0f ), j = (int32_t)( y * inverse + 1.0f );
	i = i < 0 ? 0 : i >= flow->columns ? flow->columns - 1 : i;
	j = j < 0 ? 0 : j >= flow->rows ? flow->rows - 1 : j;
	int32_t map = seconds < 0.5f * ( wf_flowTimes[0] + wf_flowTimes[1] )   ? 0
				  : seconds < 0.5f * ( wf_flowTimes[1] + wf_flowTimes[2] ) ? 1
																		   : 2;
	const float* cell =
		flow->values + flow->valueCount / WF_FLOW_TIMES * (size_t)map + 4 * ( (size_t)j * (size_t)flow->columns + (size_t)i );
	float against = cell[0] - ( cell[1] * dx + cell[2] * dy ) * inverseSpeed;
	return 1.0f + WF_CROWD_COST * ( against > 0.0f ? against : 0.0f );
}

// Length of the rays of the agent at a rank, at most `longest`, their directions and its speed; false: nothing to foresee.
bool wfSpreadRays( const wfCrowd* crowd, int32_t rank, float longest, wfFanRays* rays );
// What ray k costs more than its length: turning off, and to the left.
static inline float wfGetTurnCost( int32_t k )
{
	return WF_LEFT_COST * (float)k / ( WF_FAN_RAYS - 1 ) + ( k != WF_FAN_RAYS / 2 ? WF_TURN_COST : 0.0f );
}
