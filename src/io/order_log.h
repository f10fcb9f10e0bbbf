// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What a log of orders consists of.
#pragma once

#include "base/array.h"
#include "base/text.h"
#include "wayfield/orders.h"

#define WF_MAX_LOG_NAME 127

// What is no order of the crowd. The names are in the order of these, behind those of orders.
typedef enum wfLogCommand
{
	wf_createCommand = wf_groupOrderKindCount,
	wf_splitCommand,
	wf_mergeCommand,
	wf_disbandCommand,
	wf_joinCommand,
	wf_leaveCommand,
	wf_shapeCommand,
	wf_logCommandEnd
} wfLogCommand;

// Formations in which a ratio, an angle or points mean something, as bits.
#define WF_SHAPES_WITH_RATIO ( 1u << wf_boxFormation | 1u << wf_staggeredFormation )
#define WF_SHAPES_WITH_ANGLE ( 1u << wf_wedgeFormation | 1u << wf_echelonFormation | 1u << wf_arcFormation )
#define WF_DRAWN_SHAPES                                                                                                          \
	( 1u << wf_asTheyStandFormation | 1u << wf_curveFormation | 1u << wf_outlineFormation | 1u << wf_pointsFormation )

extern const char* const wf_orderNames[]; // of orders and commands; ends with null

typedef struct wfLogName
{
	char text[WF_MAX_LOG_NAME + 1];
} wfLogName;

// A group as logs call it.
typedef struct wfGroupRef
{
	int32_t name; // number in the list; -1: none
	int32_t part; // 0: itself, else from 2 on
} wfGroupRef;

// Lists are ranges of those of the log.
typedef struct wfLogEntry
{
	double time;	 // when it is given; the order itself may be for later
	int32_t command; // wfGroupOrderKind or wfLogCommand
	int32_t line;	 // in its file; 0: none
	bool isGiven;
	wfGroupRef group, other; // other: made by a split, merged, followed
	wfGroupOrder order;		 // without what it points to; of its stop the point, or the goal with its name
	int32_t goal;			 // number of the name; -1: none
	wfStrokes* sketch;		 // owned; null: none
	int32_t foeFirst, foeCount;
	int32_t agentFirst, agentCount; // members, agents to attack, or one to follow
	int32_t branchFirst, branchCount;
	wfFormationDef formation; // without its points
	int32_t pointFirst;
	wfGroupPlanner planner;
	bool bands, hardMembers;
} wfLogEntry;

struct wfOrderLog
{
	WF_ARRAY( wfLogEntry ) entries; // in the order they were noted or stand in the file
	WF_ARRAY( wfLogName ) names;
	WF_ARRAY( wfLogName ) goals;
	WF_ARRAY( wfGroupRef ) foes;
	WF_ARRAY( uint32_t ) agents; // serials
	WF_ARRAY( wfBranchRule ) branches;
	WF_ARRAY( wfVec2 ) points;
	WF_ARRAY( wfRefusedOrder ) refused;
	bool onMesh;
	int32_t waiting; // that are not given
	// For giving: those that were read, by time, and the next of them.
	WF_ARRAY( int32_t ) due;
	int32_t next;
	WF_ARRAY( wfAgentId ) ids, members;
	WF_ARRAY( wfGroupId ) enemies;
};

// An entry without anything; what it adds to the lists is behind these marks.
typedef struct wfLogMarks
{
	int32_t entries, names, goals, foes, agents, branches, points;
} wfLogMarks;

wfLogMarks wfOrderLog_Mark( const wfOrderLog* log );
// Takes back what was added since.
void wfOrderLog_TakeBack( wfOrderLog* log, const wfLogMarks* marks );
wfLogEntry wfMakeLogEntry( int32_t command, wfGroupRef group );
// `entry` keeps its sketch on failure.
wfResult wfOrderLog_Add( wfOrderLog* log, const wfLogEntry* entry );
// The number of a name, -1: there is none; and one more.
int32_t wfOrderLog_FindName( const wfOrderLog* log, const char* name );
wfResult wfOrderLog_AddName( wfOrderLog* log, const char* name, int32_t* number );
wfResult wfOrderLog_FindGoal( wfOrderLog* log, const char* name, int32_t* number );
// "army" and "army.2"; false: there is no such name.
bool wfOrderLog_FindRef( const wfOrderLog* log, const char* text, wfGroupRef* ref );
wfLogName wfOrderLog_FormatRef( const wfOrderLog* log, wfGroupRef ref );
// Whether a name ends like that of a part; then the length before.
bool wfIsPartName( const char* name, size_t* length, int32_t* part );
// Null id: the group is not there.
wfGroupId wfOrderLog_Resolve( const wfOrderLog* log, const wfCrowd* crowd, wfGroupRef ref );
// name -1: the log does not know it.
wfGroupRef wfOrderLog_RefOf( const wfOrderLog* log, const wfCrowd* crowd, wfGroupId id );
uint64_t wfPackGroupRef( wfGroupRef ref );
wfResult wfCopyStrokes( const wfStrokes* strokes, wfStrokes** copy, wfError* error );

// Of times that are sums of ticks.
#define WF_SAME_TIME 1e-9

// Numbers of the entries until a time, all or those that are not given, by time and then as they stand in the log.
// The list has room for all.
wfResult wfOrderLog_List( const wfOrderLog* log, bool all, double until, int32_t* list, int32_t* count );
// Puts those that are not given in order, by time and then as they stand in the log.
wfResult wfOrderLog_Sort( wfOrderLog* log );
// Do what an entry says, now.
wfResult wfOrderLog_Perform( wfOrderLog* log, wfCrowd* crowd, int32_t entry, wfError* error );
// What a message calls it.
const char* wfGetCommandName( int32_t command );
