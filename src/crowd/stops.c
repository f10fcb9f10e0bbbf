// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Stops with everything a host does not name at rest: the usual reach, no wait.
#include "crowd/crowd.h"

wfStop wfMakePointStop( wfVec3 point )
{
	return ( wfStop ){ .kind = wf_pointStop, .point = point, .place = { -1, 0.0, 0.0 } };
}

wfStop wfMakeGoalStop( wfGoalId goal )
{
	return ( wfStop ){ .kind = wf_goalStop, .goal = goal, .place = { -1, 0.0, 0.0 } };
}

wfStop wfMakeQueueStop( wfQueueId queue )
{
	return ( wfStop ){ .kind = wf_queueStop, .queue = queue, .place = { -1, 0.0, 0.0 } };
}
