// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Passages one person wide, and who may pass.
#include "crowd/crowd.h"

wfResult wfFindGates( wfCrowd* crowd, wfError* error )
{
	(void)crowd;
	(void)error;
	return wf_ok;
}

void wfUpdateGates( wfCrowd* crowd )
{
	(void)crowd;
}

int32_t wfCrowd_GetGates( const wfCrowd* crowd, wfGate* gates, int32_t capacity )
{
	for ( int32_t k = 0; k < crowd->gateCount && k < capacity; ++k )
	{
		gates[k] = crowd->gates[k].gate;
	}
	return crowd->gateCount;
}
