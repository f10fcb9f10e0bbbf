// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Logs of orders given to a crowd: each entry when its time has come, in the order of times.
#include "io/order_log.h"

#include "io/reader.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// -------------------------------------------------------------------------------------------------------------- performing

// Those of the entry's agents that are there.
static wfResult findAgents( wfOrderLog* log, const wfCrowd* crowd, const wfLogEntry* entry, bool all, wfError* error )
{
	int32_t count = wfCrowd_GetAgentIds( crowd, NULL, 0 );
	log->members.count = 0;
	wfResult result = wfArray_Reserve( &log->ids, count );
	result = result == wf_ok ? wfArray_Reserve( &log->members, entry->agentCount ) : result;
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for a list of agents" );
	}
	wfCrowd_GetAgentIds( crowd, log->ids.data, count );
	// In the order of the entry: that of members in their group. Most lists are in the order of the crowd, too.
	int32_t hint = 0;
	for ( int32_t k = 0; k < entry->agentCount; ++k )
	{
		uint32_t serial = log->agents.data[entry->agentFirst + k];
		bool found = false;
		for ( int32_t m = 0; m < count && !found; ++m )
		{
			int32_t at = ( hint + m ) % count;
			found = wfCrowd_GetAgent( crowd, log->ids.data[at] ).serial == serial;
			if ( found )
			{
				log->members.data[log->members.count++] = log->ids.data[at];
				hint = at + 1;
			}
		}
		if ( !found && all )
		{
			return wfFail( error, wf_notFound, "agent %u is not there any more", serial );
		}
	}
	return wf_ok;
}

static wfResult performOrder( wfOrderLog* log, wfCrowd* crowd, const wfLogEntry* entry, wfGroupId group, wfError* error )
{
	wfGroupOrder order = entry->order;
	order.strokes = entry->sketch;
	order.branches = entry->branchCount > 0 ? log->branches.data + entry->branchFirst : NULL;
	order.branchCount = entry->branchCount;
	order.leadingGroup = wfOrderLog_Resolve( log, crowd, entry->other );
	log->enemies.count = log->members.count = 0;
	wfResult result = wfArray_Reserve( &log->enemies, entry->foeCount );
	result = result == wf_ok ? wf_ok : wfFail( error, result, "not enough memory for an order" );
	result = result == wf_ok && entry->agentCount > 0 ? findAgents( log, crowd, entry, false, error ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	for ( int32_t k = 0; k < entry->foeCount; ++k )
	{
		wfGroupId foe = wfOrderLog_Resolve( log, crowd, log->foes.data[entry->foeFirst + k] );
		log->enemies.data[log->enemies.count] = foe;
		log->enemies.count += foe.index1 != 0 ? 1 : 0;
	}
	bool isAttack = entry->command == wf_attackOrder, isFollow = entry->command == wf_followOrder;
	order.enemies = log->enemies.data;
	order.enemyCount = log->enemies.count;
	order.targets = log->members.data;
	order.targetCount = isAttack ? log->members.count : 0;
	order.leader = isFollow && log->members.count > 0 ? log->members.data[0] : ( wfAgentId ){ 0, 0 };
	return wfCrowd_OrderGroup( crowd, group, &order, error );
}

static wfFormationDef formationOf( const wfOrderLog* log, const wfLogEntry* entry )
{
	wfFormationDef formation = entry->formation;
	formation.points = formation.pointCount > 0 ? log->points.data + entry->pointFirst : NULL;
	return formation;
}

static wfResult performCreate( wfOrderLog* log, wfCrowd* crowd, const wfLogEntry* entry, wfError* error )
{
	wfGroupDef def = wfDefaultGroupDef();
	def.formation = formationOf( log, entry );
	def.bands = entry->bands;
	def.planner = entry->planner;
	def.hardMembers = entry->hardMembers;
	def.userData = wfPackGroupRef( entry->group );
	if ( wfOrderLog_Resolve( log, crowd, entry->group ).index1 != 0 )
	{
		return wfFail( error, wf_invalidDef, "there is a group of this name already" );
	}
	wfResult result = findAgents( log, crowd, entry, false, error );
	def.members = log->members.data;
	def.memberCount = log->members.count;
	return result == wf_ok ? wfCrowd_CreateGroup( crowd, &def, NULL, error ) : result;
}

static wfResult performSplit( wfOrderLog* log, wfCrowd* crowd, const wfLogEntry* entry, wfGroupId group, wfError* error )
{
	wfGroupId made;
	if ( wfOrderLog_Resolve( log, crowd, entry->other ).index1 != 0 )
	{
		return wfFail( error, wf_invalidDef, "there is a group of this name already" );
	}
	wfResult result = findAgents( log, crowd, entry, false, error );
	// Of those named who are members still.
	int32_t kept = 0;
	for ( int32_t k = 0; k < log->members.count && result == wf_ok; ++k )
	{
		wfGroupId in = wfCrowd_GetGroupOf( crowd, log->members.data[k] );
		log->members.data[kept] = log->members.data[k];
		kept += in.index1 == group.index1 && in.generation == group.generation ? 1 : 0;
	}
	if ( result == wf_ok && kept == 0 && entry->agentCount > 0 )
	{
		return wfFail( error, wf_notFound, "none of those who should leave is a member" );
	}
	result = result == wf_ok ? wfCrowd_SplitGroup( crowd, group, log->members.data, kept, &made, error ) : result;
	return result == wf_ok ? wfCrowd_SetGroupUserData( crowd, made, wfPackGroupRef( entry->other ) ) : result;
}

static wfResult performMerge( wfOrderLog* log, wfCrowd* crowd, const wfLogEntry* entry, wfGroupId group, wfError* error )
{
	wfGroupId other = wfOrderLog_Resolve( log, crowd, entry->other );
	return other.index1 != 0
			   ? wfCrowd_MergeGroups( crowd, group, other, error )
			   : wfFail( error, wf_notFound, "there is no group '%.60s' now", wfOrderLog_FormatRef( log, entry->other ).text );
}

wfResult wfOrderLog_Perform( wfOrderLog* log, wfCrowd* crowd, int32_t number, wfError* error )
{
	const wfLogEntry* entry = &log->entries.data[number];
	wfGroupId group = wfOrderLog_Resolve( log, crowd, entry->group );
	if ( group.index1 == 0 && entry->command != wf_createCommand )
	{
		return wfFail( error, wf_notFound, "there is no group '%.60s' now", wfOrderLog_FormatRef( log, entry->group ).text );
	}
	wfFormationDef formation = formationOf( log, entry );
	wfResult result;
	switch ( entry->command )
	{
		case wf_createCommand:
			return performCreate( log, crowd, entry, error );
		case wf_splitCommand:
			return performSplit( log, crowd, entry, group, error );
		case wf_mergeCommand:
			return performMerge( log, crowd, entry, group, error );
		case wf_disbandCommand:
			return wfCrowd_DestroyGroup( crowd, group );
		case wf_joinCommand:
			result = findAgents( log, crowd, entry, false, error );
			return result == wf_ok ? wfCrowd_AddToGroup( crowd, group, log->members.data, log->members.count, error ) : result;
		case wf_leaveCommand:
			result = findAgents( log, crowd, entry, true, error );
			return result == wf_ok ? wfCrowd_RemoveFromGroup( crowd, group, log->members.data, log->members.count, error )
								   : result;
		case wf_shapeCommand:
			return wfCrowd_SetFormation( crowd, group, &formation, error );
		default:
			return performOrder( log, crowd, entry, group, error );
	}
}

// ------------------------------------------------------------------------------------------------------------------ naming

// What has parted still has the userData of whom it left.
static void nameParts( const wfOrderLog* log, wfCrowd* crowd )
{
	const wfGroupEvent* events;
	int32_t count = wfCrowd_GetGroupEvents( crowd, &events );
	for ( int32_t k = 0; k < count; ++k )
	{
		bool parts = events[k].kind == wf_groupDividedEvent || events[k].kind == wf_groupNoBranchEvent;
		wfGroupRef ref = wfOrderLog_RefOf( log, crowd, events[k].other );
		wfGroupRef from = wfOrderLog_RefOf( log, crowd, events[k].group );
		bool isNew = wfPackGroupRef( ref ) == wfPackGroupRef( from ) && events[k].other.index1 != events[k].group.index1;
		if ( !parts || ref.name < 0 || !isNew )
		{
			continue;
		}
		// The first number from 2 on that no group has.
		ref.part = 2;
		while ( wfOrderLog_Resolve( log, crowd, ref ).index1 != 0 )
		{
			ref.part += 1;
		}
		wfCrowd_SetGroupUserData( crowd, events[k].other, wfPackGroupRef( ref ) );
	}
}

// ------------------------------------------------------------------------------------------------------------------ giving

static wfRefusedOrder describe( const wfOrderLog* log, const wfLogEntry* entry )
{
	wfRefusedOrder order = { .time = entry->time, .line = entry->line };
	snprintf( order.group, sizeof( order.group ), "%s", wfOrderLog_FormatRef( log, entry->group ).text );
	snprintf( order.what, sizeof( order.what ), "%s", wfGetCommandName( entry->command ) );
	return order;
}

static wfResult refuse( wfOrderLog* log, const wfLogEntry* entry, const wfError* error )
{
	wfRefusedOrder refused = describe( log, entry );
	refused.result = error->result;
	snprintf( refused.reason, sizeof( refused.reason ), "%.199s",
			  error->message[0] != 0 ? error->message : wfDescribeResult( error->result ) );
	return wfArray_Push( &log->refused, refused );
}

typedef struct wfDueEntry
{
	double time;
	int32_t entry;
} wfDueEntry;

static int compareDue( const void* a, const void* b )
{
	const wfDueEntry *left = a, *right = b;
	return left->time < right->time	  ? -1
		   : left->time > right->time ? 1
									  : ( left->entry > right->entry ) - ( left->entry < right->entry );
}

wfResult wfOrderLog_List( const wfOrderLog* log, bool all, double until, int32_t* list, int32_t* count )
{
	size_t capacity = (size_t)log->entries.count + 1;
	wfDueEntry* sorted = wfAllocateArray( capacity, sizeof( wfDueEntry ) );
	*count = 0;
	if ( sorted == NULL )
	{
		return wf_outOfMemory;
	}
	for ( int32_t k = 0; k < log->entries.count; ++k )
	{
		const wfLogEntry* entry = &log->entries.data[k];
		if ( ( all || !entry->isGiven ) && entry->time <= until )
		{
			sorted[( *count )++] = ( wfDueEntry ){ entry->time, k };
		}
	}
	qsort( sorted, (size_t)*count, sizeof( wfDueEntry ), compareDue );
	for ( int32_t k = 0; k < *count; ++k )
	{
		list[k] = sorted[k].entry;
	}
	wfReleaseArray( sorted, capacity, sizeof( wfDueEntry ) );
	return wf_ok;
}

wfResult wfOrderLog_Sort( wfOrderLog* log )
{
	wfResult result = wfArray_Reserve( &log->due, (size_t)log->entries.count + 1 );
	int32_t count = 0;
	result = result == wf_ok ? wfOrderLog_List( log, false, INFINITY, log->due.data, &count ) : result;
	if ( result == wf_ok )
	{
		log->next = 0;
		log->due.count = count;
	}
	return result;
}

wfResult wfOrderLog_Give( wfOrderLog* log, wfCrowd* crowd, wfError* error )
{
	if ( WF_FAILS( log != NULL && crowd != NULL ) )
	{
		return wf_invalidDef;
	}
	nameParts( log, crowd );
	double now = wfCrowd_GetTime( crowd ) + WF_SAME_TIME;
	for ( ; log->next < log->due.count && log->entries.data[log->due.data[log->next]].time <= now; ++log->next )
	{
		int32_t k = log->due.data[log->next];
		if ( log->entries.data[k].isGiven )
		{
			continue;
		}
		wfError local = { 0 };
		wfResult result = wfOrderLog_Perform( log, crowd, k, &local );
		local.result = result;
		if ( result != wf_ok && result != wf_outOfMemory )
		{
			result = refuse( log, &log->entries.data[k], &local );
		}
		if ( result != wf_ok )
		{
			return wfFail( error, result, "not enough memory for the orders that are due" );
		}
		log->entries.data[k].isGiven = true;
		log->waiting -= 1;
	}
	return wf_ok;
}

bool wfOrderLog_IsOver( const wfOrderLog* log )
{
	return log == NULL || log->waiting == 0;
}

void wfOrderLog_Resume( wfOrderLog* log, const wfCrowd* crowd )
{
	for ( int32_t k = 0; k < log->entries.count; ++k )
	{
		wfLogEntry* entry = &log->entries.data[k];
		bool isPast = !entry->isGiven && entry->time <= wfCrowd_GetTime( crowd ) + WF_SAME_TIME;
		log->waiting -= isPast ? 1 : 0;
		entry->isGiven = entry->isGiven || isPast;
	}
}

int32_t wfOrderLog_GetRefused( const wfOrderLog* log, const wfRefusedOrder** refused )
{
	*refused = log != NULL ? log->refused.data : NULL;
	return log != NULL ? log->refused.count : 0;
}

bool wfOrderLog_GetWaiting( const wfOrderLog* log, int32_t k, wfRefusedOrder* order )
{
	if ( WF_FAILS( k >= 0 && order != NULL ) )
	{
		return false;
	}
	for ( int32_t m = log != NULL ? log->next : 0; log != NULL && m < log->due.count; ++m )
	{
		const wfLogEntry* entry = &log->entries.data[log->due.data[m]];
		if ( !entry->isGiven && k-- == 0 )
		{
			*order = describe( log, entry );
			return true;
		}
	}
	return false;
}
