// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Orders of groups: checked when they are given, kept until it is their turn.
#include "base/vec2.h"
#include "crowd/defs.h"
#include "crowd/group_parts.h"
#include "world/world.h"

#include <string.h>

wfGroupOrder wfDefaultGroupOrder( wfGroupOrderKind kind )
{
	return ( wfGroupOrder ){ .kind = kind,
							 .to = wfMakePointStop( ( wfVec3 ){ NAN, NAN, 0.0 } ), // refused where it is not set
							 .range = kind == wf_attackOrder ? 10.0 : 2.0,
							 .internalCookie = WF_COOKIE };
}

static bool needsPlace( wfGroupOrderKind kind )
{
	return kind == wf_moveOrder || kind == wf_formationOrder || kind == wf_attackOrder || kind == wf_patrolOrder ||
		   kind == wf_formOrder;
}

static wfResult checkPlace( const wfCrowd* crowd, const wfGroupOrder* order, wfError* error )
{
	bool isPoint = order->to.kind == wf_pointStop;
	if ( !isPoint && ( order->to.kind != wf_goalStop || order->kind == wf_patrolOrder || order->kind == wf_formOrder ) )
	{
		return wfFail( error, wf_unsupported, "orders of this kind lead to a point%s",
					   order->kind == wf_patrolOrder || order->kind == wf_formOrder ? "" : " or a goal" );
	}
	wfResult result = wfCheckStop( &order->to, "to.", error );
	return result == wf_ok ? wfCheckStopIds( crowd, &order->to, 1, error ) : result;
}

static wfResult checkLeader( const wfCrowd* crowd, wfGroupId id, const wfGroupOrder* order, wfError* error )
{
	const wfAgent* leader = wfGetAgent( crowd, order->leader );
	bool isAgent = leader != NULL && leader->orders.group != (int32_t)id.index1;
	bool isGroup = wfGetGroup( crowd, order->leadingGroup ) != NULL && order->leadingGroup.index1 != id.index1;
	return isAgent || isGroup ? wf_ok : wfFail( error, wf_notFound, "whom it shall follow is not there, or in the group itself" );
}

// Of those it names somebody must be there who is not in the group itself.
static wfResult checkFoes( const wfCrowd* crowd, wfGroupId id, const wfGroupOrder* order, wfError* error )
{
	if ( WF_FAILS( order->enemyCount >= 0 && order->targetCount >= 0 && ( order->enemies != NULL || order->enemyCount == 0 ) &&
				   ( order->targets != NULL || order->targetCount == 0 ) ) )
	{
		return wf_invalidDef;
	}
	int32_t there = 0;
	for ( int32_t k = 0; k < order->enemyCount; ++k )
	{
		there += wfGetGroup( crowd, order->enemies[k] ) != NULL && order->enemies[k].index1 != id.index1 ? 1 : 0;
	}
	for ( int32_t k = 0; k < order->targetCount; ++k )
	{
		const wfAgent* target = wfGetAgent( crowd, order->targets[k] );
		there += target != NULL && target->orders.group != (int32_t)id.index1 ? 1 : 0;
	}
	return there > 0 ? wf_ok : wfFail( error, wf_notFound, "none of the enemies is there, or only the group itself" );
}

static wfResult checkOrder( const wfCrowd* crowd, wfGroupId id, const wfGroupOrder* order, wfError* error )
{
	if ( order->kind < 0 || order->kind >= wf_groupOrderKindCount )
	{
		return wfRefuse( error, "kind", "is %d, which is none of the %d kinds", order->kind, wf_groupOrderKindCount );
	}
	wfResult result = wfCheckVector( "facing", order->facing, WF_MAX_COORDINATE, error );
	result = result == wf_ok ? wfCheckNumber( "range", order->range, 0.0, WF_MAX_COORDINATE, error ) : result;
	result = result == wf_ok ? wfCheckNumber( "time", order->time, -1e9, 1e9, error ) : result;
	result = result == wf_ok ? wfCheckNumber( "seconds", order->seconds, 0.0, 1e9, error ) : result;
	result = result == wf_ok && needsPlace( order->kind ) ? checkPlace( crowd, order, error ) : result;
	result = result == wf_ok && order->kind == wf_followOrder ? checkLeader( crowd, id, order, error ) : result;
	result = result == wf_ok && order->kind == wf_strokeOrder ? wfCheckSketch( crowd, order, error ) : result;
	return result == wf_ok && order->kind == wf_attackOrder ? checkFoes( crowd, id, order, error ) : result;
}

static wfGroupTask taskOf( const wfCrowd* crowd, const wfGroupOrder* order )
{
	// What an order does not need was not checked.
	wfStop to = needsPlace( order->kind ) ? order->to : wfMakePointStop( ( wfVec3 ){ 0.0, 0.0, 0.0 } );
	if ( needsPlace( order->kind ) )
	{
		wfSettleStop( crowd, &to );
	}
	wfGroupTask task;
	memset( &task, 0, sizeof( task ) );
	task.kind = (int32_t)order->kind;
	task.stopKind = (int32_t)to.kind;
	task.goal = to.goal;
	task.point = to.point;
	task.triangle = to.place.triangle;
	task.u = to.place.u;
	task.v = to.place.v;
	task.reach = to.reach;
	task.facing = order->facing;
	task.range = order->range;
	task.seconds = order->seconds;
	task.leader = order->leader;
	task.leadingGroup = order->leadingGroup;
	task.advance = (int32_t)order->advance;
	task.rule = (int32_t)order->rule;
	task.root = order->root;
	return task;
}

static void dropTasks( wfGroup* group )
{
	group->tasks.count = group->foes.count = group->branches.count = group->route.count = 0;
	group->now.node = -1; // of a sketch that is gone
	wfFreeSketches( group );
}

// ------------------------------------------------------------------------------------------------------------- for later

void wfFreeLaterOrders( wfGroups* groups )
{
	for ( int32_t k = 0; k < groups->laterSketches.count; ++k )
	{
		wfDestroyStrokes( groups->laterSketches.data[k] );
	}
	wfArray_Free( &groups->later );
	wfArray_Free( &groups->laterFoes );
	wfArray_Free( &groups->laterBranches );
	wfArray_Free( &groups->laterSketches );
}

// Nothing fails after the memory was reserved.
static wfResult keepOrder( wfGroups* groups, wfGroupId id, const wfGroupOrder* order, wfLaterOrder* kept )
{
	bool isAttack = order->kind == wf_attackOrder, hasSketch = order->kind == wf_strokeOrder;
	size_t foes = isAttack ? (size_t)order->enemyCount + (size_t)order->targetCount : 0;
	size_t branches = hasSketch ? (size_t)order->branchCount : 0;
	wfStrokes* sketch = NULL;
	wfResult result = wfArray_Reserve( &groups->later, groups->later.count + 1 );
	result = result == wf_ok ? wfArray_Reserve( &groups->laterFoes, (size_t)groups->laterFoes.count + foes ) : result;
	result = result == wf_ok ? wfArray_Reserve( &groups->laterBranches, (size_t)groups->laterBranches.count + branches ) : result;
	result = result == wf_ok ? wfArray_Reserve( &groups->laterSketches, groups->laterSketches.count + 1 ) : result;
	result = result == wf_ok && hasSketch ? wfCopySketch( order->strokes, &sketch ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	wfGroupTask* task = &kept->task;
	kept->time = order->time;
	kept->group = id;
	kept->isQueued = order->queued ? 1 : 0;
	kept->unused = 0;
	task->foeFirst = groups->laterFoes.count;
	task->foeCount = (int32_t)foes;
	for ( int32_t k = 0; isAttack && k < order->enemyCount; ++k )
	{
		groups->laterFoes.data[groups->laterFoes.count++] = ( wfFoe ){ .group = order->enemies[k] };
	}
	for ( int32_t k = 0; isAttack && k < order->targetCount; ++k )
	{
		groups->laterFoes.data[groups->laterFoes.count++] = ( wfFoe ){ .agent = order->targets[k] };
	}
	task->branchFirst = groups->laterBranches.count;
	task->branchCount = (int32_t)branches;
	for ( int32_t k = 0; k < task->branchCount; ++k )
	{
		const wfBranchRule* rule = &order->branches[k];
		groups->laterBranches.data[groups->laterBranches.count++] =
			( wfKeptBranch ){ rule->share, rule->node, rule->number, rule->kinds, 0 };
	}
	if ( hasSketch )
	{
		groups->laterSketches.data[groups->laterSketches.count++] = sketch;
		task->sketch = groups->laterSketches.count;
	}
	return wf_ok;
}

// It becomes the group's own. On failure nothing has changed.
static wfResult giveOrder( wfCrowd* crowd, wfGroup* group, const wfLaterOrder* kept )
{
	wfGroups* groups = &crowd->groups;
	wfGroupTask task = kept->task;
	bool waits = kept->isQueued && group->tasks.count > 0;
	size_t foes = waits ? (size_t)group->foes.count : 0, branches = waits ? (size_t)group->branches.count : 0;
	wfResult result = wfArray_Reserve( &group->tasks, ( waits ? group->tasks.count : 0 ) + 1 );
	result = result == wf_ok ? wfArray_Reserve( &group->foes, foes + (size_t)task.foeCount ) : result;
	result = result == wf_ok ? wfArray_Reserve( &group->branches, branches + (size_t)task.branchCount ) : result;
	result = result == wf_ok ? wfArray_Reserve( &group->sketches, ( waits ? group->sketches.count : 0 ) + 1 ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	if ( !waits )
	{
		dropTasks( group );
		group->now.flags |= wf_groupBegins;
	}
	task.foeFirst = group->foes.count;
	task.branchFirst = group->branches.count;
	for ( int32_t k = 0; k < task.foeCount; ++k )
	{
		group->foes.data[group->foes.count++] = groups->laterFoes.data[kept->task.foeFirst + k];
	}
	for ( int32_t k = 0; k < task.branchCount; ++k )
	{
		group->branches.data[group->branches.count++] = groups->laterBranches.data[kept->task.branchFirst + k];
	}
	if ( task.sketch > 0 )
	{
		group->sketches.data[group->sketches.count++] = groups->laterSketches.data[task.sketch - 1];
		groups->laterSketches.data[task.sketch - 1] = NULL;
		task.sketch = group->sketches.count;
	}
	task.number = ++group->lastOrder;
	group->tasks.data[group->tasks.count++] = task;
	return wf_ok;
}

wfResult wfReserveLaterOrders( wfCrowd* crowd )
{
	wfGroups* groups = &crowd->groups;
	double end = (double)( crowd->tickCount + 1 ) * crowd->def.tickSeconds + WF_TINY;
	size_t due = 0;
	for ( int32_t k = 0; k < groups->later.count; ++k )
	{
		due += groups->later.data[k].time <= end;
	}
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < groups->later.count && result == wf_ok; ++k )
	{
		const wfLaterOrder* order = &groups->later.data[k];
		wfGroup* group = order->time <= end ? wfGetGroup( crowd, order->group ) : NULL;
		if ( group == NULL )
		{
			continue;
		}
		size_t foes = (size_t)groups->laterFoes.count, branches = (size_t)groups->laterBranches.count;
		result = wfArray_Reserve( &group->tasks, (size_t)group->tasks.count + due );
		result = result == wf_ok ? wfArray_Reserve( &group->foes, (size_t)group->foes.count + foes ) : result;
		result = result == wf_ok ? wfArray_Reserve( &group->branches, (size_t)group->branches.count + branches ) : result;
		result = result == wf_ok ? wfArray_Reserve( &group->sketches, (size_t)group->sketches.count + due ) : result;
	}
	return result;
}

// Those of groups that are gone, or without members, are forgotten; so are those for which there is no room.
void wfGiveLaterOrders( wfCrowd* crowd )
{
	wfGroups* groups = &crowd->groups;
	double now = crowd->time + WF_TINY;
	int32_t kept = 0, given = 0;
	for ( int32_t k = 0; k < groups->later.count; ++k )
	{
		const wfLaterOrder* order = &groups->later.data[k];
		wfGroup* group = order->time <= now ? wfGetGroup( crowd, order->group ) : NULL;
		bool takes = group != NULL && group->members.count > 0 && group->tasks.count <= WF_MAX_GROUP_ORDERS;
		if ( order->time > now || ( takes && giveOrder( crowd, group, order ) != wf_ok ) )
		{
			groups->later.data[kept++] = *order;
		}
		else
		{
			++given;
		}
	}
	groups->later.count = kept;
	if ( kept == 0 && given > 0 )
	{
		for ( int32_t k = 0; k < groups->laterSketches.count; ++k )
		{
			wfDestroyStrokes( groups->laterSketches.data[k] );
		}
		groups->laterFoes.count = groups->laterBranches.count = groups->laterSketches.count = 0;
	}
}

wfResult wfCrowd_OrderGroup( wfCrowd* crowd, wfGroupId id, const wfGroupOrder* order, wfError* error )
{
	if ( WF_FAILS( crowd != NULL && order != NULL && order->internalCookie == WF_COOKIE ) )
	{
		return wf_invalidDef;
	}
	wfGroup* group = wfGetGroup( crowd, id );
	if ( group == NULL || group->members.count == 0 )
	{
		return wfFail( error, wf_notFound, group == NULL ? "there is no such group" : "the group has no members" );
	}
	wfResult result = checkOrder( crowd, id, order, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfGroups* groups = &crowd->groups;
	bool isLater = order->time > crowd->time + WF_TINY;
	int32_t foes = groups->laterFoes.count, branches = groups->laterBranches.count, sketches = groups->laterSketches.count;
	if ( isLater ? groups->later.count >= WF_MAX_LATER_ORDERS : order->queued && group->tasks.count > WF_MAX_GROUP_ORDERS )
	{
		return wfFail( error, wf_tooLarge, "at most %d orders %s", isLater ? WF_MAX_LATER_ORDERS : WF_MAX_GROUP_ORDERS,
					   isLater ? "are for later" : "of a group wait" );
	}
	wfLaterOrder kept = { .task = taskOf( crowd, order ) };
	result = keepOrder( groups, id, order, &kept );
	if ( result == wf_ok && isLater )
	{
		groups->later.data[groups->later.count++] = kept;
		return wf_ok;
	}
	result = result == wf_ok ? giveOrder( crowd, group, &kept ) : result;
	if ( groups->laterSketches.count > sketches )
	{
		wfDestroyStrokes( groups->laterSketches.data[sketches] );
	}
	groups->laterFoes.count = foes;
	groups->laterBranches.count = branches;
	groups->laterSketches.count = sketches;
	return result == wf_ok ? wf_ok : wfFail( error, result, "not enough memory for an order" );
}

void wfEndTask( wfCrowd* crowd, wfGroup* group )
{
	(void)crowd;
	if ( group->tasks.count <= 1 )
	{
		return; // it stays where the last one led it
	}
	group->tasks.count -= 1;
	memmove( group->tasks.data, group->tasks.data + 1, (size_t)group->tasks.count * sizeof( wfGroupTask ) );
	group->now.flags |= wf_groupBegins;
}
