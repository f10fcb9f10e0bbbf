// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// Logs of what the groups of a crowd are told: orders, and groups that are made, split, merged, reshaped and disbanded, each
/// with its time. A log is written as JSON, read again with the scenario it belongs to (`orders` of wfSimulationDef) or for a
/// crowd that was made in code (wfReadOrderLog), and given to the same crowd with the same results to the bit, from a checkpoint
/// on, too. Part of the edge library `wayfield-io`. See docs/scenario.md.
///
/// A log calls groups by names, agents by their serial numbers and goals by the names of the world. The userData of the groups it
/// names is the log's own: the number of the name from 1, and in the upper 32 bits that of the part, 0 for the group that was
/// named itself. What parts from "army" at a division of a stroke is "army.2", "army.3" and so on.
///
/// All calls are those of the crowd: one thread at a time, between ticks.
#pragma once

#include "wayfield/groups.h"

typedef struct wfOrderLog wfOrderLog;

WF_API wfResult wfCreateOrderLog( wfOrderLog** log, wfError* error );
/// Null is allowed.
WF_API void wfDestroyOrderLog( wfOrderLog* log );

// --------------------------------------------------------------------------------------------------------------- noting

/// A name of 1 to 127 bytes for a group that the log does not know and its reader will find under this name: one of the
/// scenario. wf_invalidDef: the name is taken, or ends like that of a part.
WF_API wfResult wfOrderLog_NameGroup( wfOrderLog* log, wfCrowd* crowd, wfGroupId id, const char* name, wfError* error );

/// Each does what the function of the crowd does, and where that succeeds it is noted with the crowd's time. wf_notFound: the log
/// does not know the group. New groups get a name; null: one that is free. The points of orders on meshes are found again from
/// their coordinates.
WF_API wfResult wfOrderLog_OrderGroup( wfOrderLog* log, wfCrowd* crowd, wfGroupId id, const wfGroupOrder* order, wfError* error );
WF_API wfResult wfOrderLog_CreateGroup( wfOrderLog* log, wfCrowd* crowd, const wfGroupDef* def, const char* name, wfGroupId* id,
										wfError* error );
WF_API wfResult wfOrderLog_SplitGroup( wfOrderLog* log, wfCrowd* crowd, wfGroupId id, const wfAgentId* agents, int32_t count,
									   const char* name, wfGroupId* made, wfError* error );
WF_API wfResult wfOrderLog_MergeGroups( wfOrderLog* log, wfCrowd* crowd, wfGroupId into, wfGroupId from, wfError* error );
WF_API wfResult wfOrderLog_DestroyGroup( wfOrderLog* log, wfCrowd* crowd, wfGroupId id, wfError* error );
WF_API wfResult wfOrderLog_AddToGroup( wfOrderLog* log, wfCrowd* crowd, wfGroupId id, const wfAgentId* agents, int32_t count,
									   wfError* error );
WF_API wfResult wfOrderLog_RemoveFromGroup( wfOrderLog* log, wfCrowd* crowd, wfGroupId id, const wfAgentId* agents, int32_t count,
											wfError* error );
WF_API wfResult wfOrderLog_SetFormation( wfOrderLog* log, wfCrowd* crowd, wfGroupId id, const wfFormationDef* formation,
										 wfError* error );

// --------------------------------------------------------------------------------------------------------------- giving

/// After each tick: what has parted from groups gets its name, and what was read and whose time has come is given, in the order
/// of times, of equal ones in that of the log. What cannot be given (its group is gone, nobody to attack) is left out and kept
/// as refused. Fails for want of memory only; what was given by then is not given again.
WF_API wfResult wfOrderLog_Give( wfOrderLog* log, wfCrowd* crowd, wfError* error );
/// Everything was given.
WF_API bool wfOrderLog_IsOver( const wfOrderLog* log );
/// The crowd was restored from a checkpoint: what is not later than its time was given before. So save a crowd when nothing more
/// is ordered at its time.
WF_API void wfOrderLog_Resume( wfOrderLog* log, const wfCrowd* crowd );
/// Of all that was told by the crowd's time, in the order in which it was given. Kept with a checkpoint (wfCheckpointNotes) it
/// tells whether a log that goes on from there has the same past. 0: without a log, or memory.
WF_API uint64_t wfOrderLog_GetHash( const wfOrderLog* log, const wfCrowd* crowd );

/// What could not be given.
typedef struct wfRefusedOrder
{
	double time;
	int32_t line; // in its file; 0: in none
	wfResult result;
	char group[128]; // as the log calls it
	char what[16];	 // "attack", "split", ...
	char reason[200];
} wfRefusedOrder;

WF_API int32_t wfOrderLog_GetRefused( const wfOrderLog* log, const wfRefusedOrder** refused );
/// The k-th of those that wait for their time, from 0, in the order in which they will be given; without a reason. What was given
/// to the crowd already, and waits there, is not among them: wfCrowd_GetWaitingOrder. False: fewer wait.
WF_API bool wfOrderLog_GetWaiting( const wfOrderLog* log, int32_t k, wfRefusedOrder* order );

// --------------------------------------------------------------------------------------------------------------- names, files

/// Null: there is none of that name.
WF_API wfGroupId wfOrderLog_FindGroup( const wfOrderLog* log, const wfCrowd* crowd, const char* name );
/// Empty for a group that the log does not know. Returns the length, also where it is larger than the capacity.
WF_API int32_t wfOrderLog_GetGroupName( const wfOrderLog* log, const wfCrowd* crowd, wfGroupId id, char* name, int32_t capacity );

/// All that was read and noted. `scenario`, may be null, is the name of the one it belongs to. Written whole or not at all.
WF_API wfResult wfWriteOrderLog( const char* path, const wfOrderLog* log, const char* scenario, wfError* error );

/// Read it again for a crowd that the program makes as it did when the log was noted: the same agents, found by their serial
/// numbers, the same goals, found by their names in the world, and the groups that the crowd had when the first order was noted,
/// named in the same order by wfOrderLog_NameGroup. The log has no orders yet. Nothing is given: wfOrderLog_Give does that,
/// before the first tick and after each. What the player does then is noted behind. Refused are files that are no log, or name a
/// group or goal that is not there, with line and field; the log is as it was before then.
WF_API wfResult wfReadOrderLog( const char* path, wfOrderLog* log, wfCrowd* crowd, wfError* error );
/// The same from memory; `name` is for messages.
WF_API wfResult wfReadOrderLogFromMemory( const char* name, const void* data, size_t size, wfOrderLog* log, wfCrowd* crowd,
										  wfError* error );
