// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Orders of a group that wait, as they were given.
#include "crowd/group_parts.h"

static wfGroupOrder orderOf( const wfGroupTask* task, wfStrokes* const* sketches )
{
	wfGroupOrder order = wfDefaultGroupOrder( (wfGroupOrderKind)task->kind );
	order.to = ( wfStop ){ .kind = (wfStopKind)task->stopKind,
						   .goal = task->goal,
						   .point = task->point,
						   .place = { task->triangle, task->u, task->v },
						   .reach = task->reach };
	order.facing = task->facing;
	order.leader = task->leader;
	order.leadingGroup = task->leadingGroup;
	order.range = task->range;
	order.seconds = task->seconds;
	order.strokes = task->sketch > 0 ? sketches[task->sketch - 1] : NULL;
	order.root = task->root;
	order.advance = (wfAdvance)task->advance;
	order.rule = (wfDivisionRule)task->rule;
	return order;
}

bool wfCrowd_GetWaitingOrder( const wfCrowd* crowd, wfGroupId id, int32_t k, wfGroupOrder* order )
{
	const wfGroup* group = crowd != NULL ? wfGetGroup( crowd, id ) : NULL;
	if ( WF_FAILS( order != NULL && k >= 0 ) || group == NULL )
	{
		return false;
	}
	int32_t behind = group->tasks.count > 1 ? group->tasks.count - 1 : 0;
	if ( k < behind )
	{
		*order = orderOf( &group->tasks.data[k + 1], group->sketches.data );
		order->queued = true;
		return true;
	}
	const wfGroups* groups = &crowd->groups;
	k -= behind;
	for ( int32_t m = 0; m < groups->later.count; ++m )
	{
		const wfLaterOrder* later = &groups->later.data[m];
		bool isIts = later->group.index1 == id.index1 && later->group.generation == id.generation;
		if ( isIts && k-- == 0 )
		{
			*order = orderOf( &later->task, groups->laterSketches.data );
			order->time = later->time;
			order->queued = later->isQueued != 0;
			return true;
		}
	}
	return false;
}
