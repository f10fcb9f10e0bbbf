// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Stops with everything a host does not name at rest: the usual reach, no wait.
#include "crowd/crowd.h"

wfStop wfMakePointStop( wfVec2 point )
{
	return ( wfStop ){ .kind = wf_pointStop, .point = point };
}

wfStop wfMakeGoalStop( wfGoalId goal )
{
	return ( wfStop ){ .kind = wf_goalStop, .goal = goal };
}

wfStop wfMakeQueueStop( wfQueueId queue )
{
	return ( wfStop ){ .kind = wf_queueStop, .queue = queue };
}
