// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Orders of groups: checked when they are given, kept until it is their turn.
#include "base/vec2.h"
#include "crowd/crowd.h"
#include "crowd/defs.h"
#include "world/world.h"

#include <string.h>

wfGroupOrder wfDefaultGroupOrder( wfGroupOrderKind kind )
{
	return ( wfGroupOrder ){ .kind = kind,
							 .to = wfMakePointStop( ( wfVec3 ){ 0.0, 0.0, 0.0 } ),
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
	wfResult result = wfCheckStops( &order->to, 1, "to.", error );
	return result == wf_ok ? wfCheckStopIds( crowd, &order->to, 1, error ) : result;
}

static wfResult checkLeader( const wfCrowd* crowd, wfGroupId id, const wfGroupOrder* order, wfError* error )
{
	const wfAgent* leader = wfGetAgent( crowd, order->leader );
	bool isAgent = leader != NULL && leader->orders.group != (int32_t)id.index1;
	bool isGroup = wfGetGroup( crowd, order->leadingGroup ) != NULL && order->leadingGroup.index1 != id.index1;
	return isAgent || isGroup ? wf_ok : wfFail( error, wf_notFound, "whom it shall follow is not there, or in the group itself" );
}

// Of those it names at least one must be there.
static wfResult checkFoes( const wfCrowd* crowd, const wfGroupOrder* order, wfError* error )
{
	if ( WF_FAILS( order->enemyCount >= 0 && order->targetCount >= 0 && ( order->enemies != NULL || order->enemyCount == 0 ) &&
				   ( order->targets != NULL || order->targetCount == 0 ) ) )
	{
		return wf_invalidDef;
	}
	int32_t there = 0;
	for ( int32_t k = 0; k < order->enemyCount; ++k )
	{
		there += wfGetGroup( crowd, order->enemies[k] ) != NULL ? 1 : 0;
	}
	for ( int32_t k = 0; k < order->targetCount; ++k )
	{
		there += wfGetAgent( crowd, order->targets[k] ) != NULL ? 1 : 0;
	}
	return there > 0 ? wf_ok : wfFail( error, wf_notFound, "none of the enemies is there" );
}

static wfResult checkOrder( const wfCrowd* crowd, wfGroupId id, const wfGroupOrder* order, wfError* error )
{
	if ( order->kind < 0 || order->kind >= wf_groupOrderKindCount )
	{
		return wfRefuse( error, "kind", "is %d, which is none of the %d kinds", order->kind, wf_groupOrderKindCount );
	}
	wfResult result = wfCheckVector( "facing", order->facing, WF_MAX_COORDINATE, error );
	result = result == wf_ok ? wfCheckNumber( "range", order->range, 0.0, WF_MAX_COORDINATE, error ) : result;
	result = result == wf_ok ? wfCheckNumber( "seconds", order->seconds, 0.0, 1e9, error ) : result;
	result = result == wf_ok && needsPlace( order->kind ) ? checkPlace( crowd, order, error ) : result;
	result = result == wf_ok && order->kind == wf_followOrder ? checkLeader( crowd, id, order, error ) : result;
	result = result == wf_ok && order->kind == wf_strokeOrder ? wfCheckSketch( crowd, order, error ) : result;
	return result == wf_ok && order->kind == wf_attackOrder ? checkFoes( crowd, order, error ) : result;
}

static wfGroupTask taskOf( const wfCrowd* crowd, const wfGroup* group, const wfGroupOrder* order )
{
	wfStop to = order->to;
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
	task.number = group->lastOrder + 1;
	task.leader = order->leader;
	task.leadingGroup = order->leadingGroup;
	task.advance = (int32_t)order->advance;
	task.rule = (int32_t)order->rule;
	task.root = order->root;
	return task;
}

static void addFoes( wfGroup* group, const wfGroupOrder* order, wfGroupTask* task )
{
	task->foeFirst = group->foes.count;
	for ( int32_t k = 0; k < order->enemyCount; ++k )
	{
		group->foes.data[group->foes.count++] = ( wfFoe ){ .group = order->enemies[k] };
	}
	for ( int32_t k = 0; k < order->targetCount; ++k )
	{
		group->foes.data[group->foes.count++] = ( wfFoe ){ .agent = order->targets[k] };
	}
	task->foeCount = group->foes.count - task->foeFirst;
}

static wfResult reserveBranches( wfGroup* group, const wfGroupOrder* order, bool waits )
{
	wfResult result = wfArray_Reserve( &group->sketches, ( waits ? group->sketches.count : 0 ) + 1 );
	size_t before = waits ? (size_t)group->branches.count : 0;
	return result == wf_ok ? wfArray_Reserve( &group->branches, before + (size_t)order->branchCount ) : result;
}

static void addBranches( wfGroup* group, const wfGroupOrder* order, wfGroupTask* task )
{
	task->branchFirst = group->branches.count;
	task->branchCount = order->branchCount;
	for ( int32_t k = 0; k < order->branchCount; ++k )
	{
		const wfBranchRule* rule = &order->branches[k];
		group->branches.data[group->branches.count++] = ( wfKeptBranch ){ rule->share, rule->node, rule->number, rule->kinds, 0 };
	}
}

static void dropTasks( wfGroup* group )
{
	group->tasks.count = group->foes.count = group->branches.count = group->route.count = 0;
	wfFreeSketches( group );
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
	bool waits = order->queued && group->tasks.count > 0;
	if ( waits && group->tasks.count > WF_MAX_GROUP_ORDERS )
	{
		return wfFail( error, wf_tooLarge, "at most %d orders of a group wait", WF_MAX_GROUP_ORDERS );
	}
	size_t foes = order->kind == wf_attackOrder ? (size_t)order->enemyCount + (size_t)order->targetCount : 0;
	result = wfArray_Reserve( &group->tasks, ( waits ? group->tasks.count : 0 ) + 1 );
	result = result == wf_ok ? wfArray_Reserve( &group->foes, ( waits ? (size_t)group->foes.count : 0 ) + foes ) : result;
	bool hasSketch = order->kind == wf_strokeOrder;
	wfStrokes* sketch = NULL;
	result = result == wf_ok && hasSketch ? reserveBranches( group, order, waits ) : result;
	result = result == wf_ok && hasSketch ? wfCopySketch( order->strokes, &sketch ) : result;
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for an order" );
	}
	wfGroupTask task = taskOf( crowd, group, order );
	if ( !waits )
	{
		dropTasks( group );
		group->now.flags |= wf_groupBegins;
	}
	if ( order->kind == wf_attackOrder )
	{
		addFoes( group, order, &task );
	}
	if ( hasSketch )
	{
		addBranches( group, order, &task );
		group->sketches.data[group->sketches.count++] = sketch;
		task.sketch = group->sketches.count;
	}
	group->lastOrder += 1;
	group->tasks.data[group->tasks.count++] = task;
	return wf_ok;
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
