// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What is asked of groups by those who draw, report and log them.
#include "crowd/group_parts.h"

static wfStop stopOf( const wfGroupTask* task )
{
	return ( wfStop ){ .kind = (wfStopKind)task->stopKind,
					   .goal = task->goal,
					   .point = task->point,
					   .place = { task->triangle, task->u, task->v },
					   .reach = task->reach };
}

bool wfCrowd_GetGroupOrder( const wfCrowd* crowd, wfGroupId id, wfGroupOrder* order )
{
	const wfGroup* group = crowd != NULL ? wfGetGroup( crowd, id ) : NULL;
	const wfGroupTask* task = group != NULL ? wfTaskOf( group ) : NULL;
	if ( WF_FAILS( order != NULL ) || task == NULL )
	{
		return false;
	}
	*order = wfDefaultGroupOrder( (wfGroupOrderKind)task->kind );
	order->to = stopOf( task );
	order->facing = task->facing;
	order->leader = task->leader;
	order->leadingGroup = task->leadingGroup;
	order->range = task->range;
	order->seconds = task->seconds;
	order->strokes = task->sketch > 0 ? group->sketches.data[task->sketch - 1] : NULL;
	order->root = task->root;
	order->advance = (wfAdvance)task->advance;
	order->rule = (wfDivisionRule)task->rule;
	return true;
}

bool wfCrowd_GetGroupEnd( const wfCrowd* crowd, wfGroupId id, wfVec3* place )
{
	const wfGroup* group = crowd != NULL ? wfGetGroup( crowd, id ) : NULL;
	const uint32_t needed = wf_groupIsToPoint | wf_groupLeads;
	if ( WF_FAILS( place != NULL ) || group == NULL || ( group->now.flags & needed ) != needed )
	{
		return false;
	}
	const wfGroupNow* now = &group->now;
	*place = wfGround_GetPosition( &crowd->ground, ( wfPlace ){ now->toX, now->toY, now->toTriangle } );
	return true;
}

wfResult wfCrowd_SetGroupUserData( wfCrowd* crowd, wfGroupId id, uint64_t userData )
{
	wfGroup* group = crowd != NULL ? wfGetGroup( crowd, id ) : NULL;
	if ( group == NULL )
	{
		return wf_notFound;
	}
	group->userData = userData;
	return wf_ok;
}
