// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Queues: places along a line, taken in the order of arrival.
#include "crowd/crowd.h"
#include "crowd/defs.h"

wfResult wfCrowd_AddQueue( wfCrowd* crowd, const wfQueueDef* def, wfQueueId* id, wfError* error )
{
	(void)crowd;
	(void)id;
	wfResult result = wfCheckQueueDef( def, error );
	return result == wf_ok ? wf_unsupported : result;
}

wfVec2 wfQueuePlace( const wfCrowd* crowd, const wfAgent* agent )
{
	return crowd->queues[wfPresentStop( crowd, agent )->queue.index1 - 1].def.line[0];
}

void wfUpdateQueues( wfCrowd* crowd )
{
	(void)crowd;
}

void wfLeaveQueue( wfCrowd* crowd, int32_t slot )
{
	crowd->agents[slot].queuePlace = -1;
}
