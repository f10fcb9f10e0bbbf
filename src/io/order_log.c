// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Logs of orders: names, and what is noted while somebody plays.
#include "io/order_log.h"

#include "io/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char* const wf_orderNames[] = { "move",	"formation", "attack", "follow",  "patrol", "hold",	 "form",  "stop", "stroke",
									  "create", "split",	 "merge",  "disband", "join",	"leave", "shape", NULL };
_Static_assert( sizeof( wf_orderNames ) / sizeof( wf_orderNames[0] ) == wf_logCommandEnd + 1,
				"the names of orders are in the order of their kinds" );

const char* wfGetCommandName( int32_t command )
{
	return wf_orderNames[command];
}

wfResult wfCreateOrderLog( wfOrderLog** log, wfError* error )
{
	if ( WF_FAILS( log != NULL ) )
	{
		return wfFail( error, wf_invalidDef, "no place for the log" );
	}
	*log = wfAllocateZeroed( sizeof( wfOrderLog ) );
	return *log != NULL ? wf_ok : wfFail( error, wf_outOfMemory, "not enough memory for a log of orders" );
}

void wfDestroyOrderLog( wfOrderLog* log )
{
	if ( log == NULL )
	{
		return;
	}
	for ( int32_t k = 0; k < log->entries.count; ++k )
	{
		wfDestroyStrokes( log->entries.data[k].sketch );
	}
	wfArray_Free( &log->entries );
	wfArray_Free( &log->names );
	wfArray_Free( &log->goals );
	wfArray_Free( &log->foes );
	wfArray_Free( &log->agents );
	wfArray_Free( &log->branches );
	wfArray_Free( &log->points );
	wfArray_Free( &log->refused );
	wfArray_Free( &log->due );
	wfArray_Free( &log->ids );
	wfArray_Free( &log->members );
	wfArray_Free( &log->enemies );
	wfRelease( log, sizeof( wfOrderLog ) );
}

// ----------------------------------------------------------------------------------------------------------------- entries

wfLogMarks wfOrderLog_Mark( const wfOrderLog* log )
{
	return ( wfLogMarks ){ log->entries.count, log->names.count,	log->goals.count, log->foes.count,
						   log->agents.count,  log->branches.count, log->points.count };
}

void wfOrderLog_TakeBack( wfOrderLog* log, const wfLogMarks* marks )
{
	for ( int32_t k = marks->entries; k < log->entries.count; ++k )
	{
		wfDestroyStrokes( log->entries.data[k].sketch );
		log->waiting -= log->entries.data[k].isGiven ? 0 : 1;
	}
	log->entries.count = marks->entries;
	log->names.count = marks->names;
	log->goals.count = marks->goals;
	log->foes.count = marks->foes;
	log->agents.count = marks->agents;
	log->branches.count = marks->branches;
	log->points.count = marks->points;
}

wfLogEntry wfMakeLogEntry( int32_t command, wfGroupRef group )
{
	bool isOrder = command < wf_groupOrderKindCount;
	return ( wfLogEntry ){ .command = command,
						   .group = group,
						   .other = { -1, 0 },
						   .goal = -1,
						   .order = wfDefaultGroupOrder( isOrder ? (wfGroupOrderKind)command : wf_holdOrder ),
						   .formation = wfDefaultFormationDef() };
}

wfResult wfOrderLog_Add( wfOrderLog* log, const wfLogEntry* entry )
{
	wfResult result = wfArray_Push( &log->entries, *entry );
	log->waiting += result == wf_ok && !entry->isGiven ? 1 : 0;
	return result;
}

wfResult wfCopyStrokes( const wfStrokes* strokes, wfStrokes** copy, wfError* error )
{
	wfStrokesDef def = wfDefaultStrokesDef();
	size_t size = wfStrokes_Save( strokes, NULL, 0 );
	void* bytes = wfAllocate( size );
	*copy = NULL;
	wfResult result = bytes != NULL ? wfCreateStrokes( &def, copy, error ) : wf_outOfMemory;
	if ( result == wf_ok )
	{
		wfStrokes_Save( strokes, bytes, size );
		result = wfStrokes_Restore( *copy, bytes, size, error );
	}
	wfRelease( bytes, size );
	if ( result != wf_ok )
	{
		wfDestroyStrokes( *copy );
		*copy = NULL;
		wfFail( error, result, "not enough memory for a sketch" );
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------------- names

bool wfIsPartName( const char* name, size_t* length, int32_t* part )
{
	const char* dot = strrchr( name, '.' );
	if ( dot == NULL || dot == name || dot[1] < '1' || dot[1] > '9' )
	{
		return false;
	}
	char* end;
	long number = strtol( dot + 1, &end, 10 );
	*length = (size_t)( dot - name );
	*part = *end == 0 && number >= 2 && number <= 1000000 ? (int32_t)number : 0;
	return *part > 0;
}

int32_t wfOrderLog_FindName( const wfOrderLog* log, const char* name )
{
	for ( int32_t k = 0; k < log->names.count; ++k )
	{
		if ( strcmp( log->names.data[k].text, name ) == 0 )
		{
			return k;
		}
	}
	return -1;
}

wfResult wfOrderLog_AddName( wfOrderLog* log, const char* name, int32_t* number )
{
	wfLogName copy = { { 0 } };
	snprintf( copy.text, sizeof( copy.text ), "%s", name );
	*number = log->names.count;
	return wfArray_Push( &log->names, copy );
}

wfResult wfOrderLog_FindGoal( wfOrderLog* log, const char* name, int32_t* number )
{
	for ( int32_t k = 0; k < log->goals.count; ++k )
	{
		if ( strcmp( log->goals.data[k].text, name ) == 0 )
		{
			*number = k;
			return wf_ok;
		}
	}
	wfLogName copy = { { 0 } };
	snprintf( copy.text, sizeof( copy.text ), "%s", name );
	*number = log->goals.count;
	return wfArray_Push( &log->goals, copy );
}

bool wfOrderLog_FindRef( const wfOrderLog* log, const char* text, wfGroupRef* ref )
{
	size_t length;
	int32_t part;
	*ref = ( wfGroupRef ){ wfOrderLog_FindName( log, text ), 0 };
	if ( ref->name < 0 && wfIsPartName( text, &length, &part ) && length <= WF_MAX_LOG_NAME )
	{
		wfLogName base = { { 0 } };
		memcpy( base.text, text, length );
		*ref = ( wfGroupRef ){ wfOrderLog_FindName( log, base.text ), part };
	}
	return ref->name >= 0;
}

wfLogName wfOrderLog_FormatRef( const wfOrderLog* log, wfGroupRef ref )
{
	wfLogName name = { { 0 } };
	if ( ref.name >= 0 )
	{
		name = log->names.data[ref.name];
		size_t length = strlen( name.text );
		if ( ref.part > 0 )
		{
			snprintf( name.text + length, sizeof( name.text ) - length, ".%d", ref.part );
		}
	}
	return name;
}

uint64_t wfPackGroupRef( wfGroupRef ref )
{
	return (uint64_t)( ref.name + 1 ) | (uint64_t)ref.part << 32;
}

wfGroupRef wfOrderLog_RefOf( const wfOrderLog* log, const wfCrowd* crowd, wfGroupId id )
{
	uint64_t data = wfCrowd_GetGroup( crowd, id ).userData, name = data & 0xFFFFFFFFu, part = data >> 32;
	bool isKnown = wfCrowd_IsGroupValid( crowd, id ) && name >= 1 && name <= (uint64_t)log->names.count && part <= 1000000;
	return isKnown ? ( wfGroupRef ){ (int32_t)name - 1, (int32_t)part } : ( wfGroupRef ){ -1, 0 };
}

// Groups are few.
wfGroupId wfOrderLog_Resolve( const wfOrderLog* log, const wfCrowd* crowd, wfGroupRef ref )
{
	wfGroupId ids[64], found = { 0, 0 };
	int32_t count = wfCrowd_GetGroupIds( crowd, ids, 64 );
	(void)log;
	wfGroupId* all = ids;
	size_t capacity = 0;
	if ( count > 64 )
	{
		// Without memory those beyond are not found.
		all = wfAllocateArray( (size_t)count, sizeof( wfGroupId ) );
		capacity = all != NULL ? (size_t)count : 0;
		count = all != NULL ? wfCrowd_GetGroupIds( crowd, all, count ) : 0;
	}
	for ( int32_t k = 0; k < count && found.index1 == 0 && ref.name >= 0; ++k )
	{
		found = wfCrowd_GetGroup( crowd, all[k] ).userData == wfPackGroupRef( ref ) ? all[k] : found;
	}
	wfReleaseArray( capacity > 0 ? all : NULL, capacity, sizeof( wfGroupId ) );
	return found;
}

wfGroupId wfOrderLog_FindGroup( const wfOrderLog* log, const wfCrowd* crowd, const char* name )
{
	wfGroupRef ref;
	bool isKnown = log != NULL && crowd != NULL && name != NULL && wfOrderLog_FindRef( log, name, &ref );
	return isKnown ? wfOrderLog_Resolve( log, crowd, ref ) : ( wfGroupId ){ 0, 0 };
}

int32_t wfOrderLog_GetGroupName( const wfOrderLog* log, const wfCrowd* crowd, wfGroupId id, char* name, int32_t capacity )
{
	wfLogName text = wfOrderLog_FormatRef( log, wfOrderLog_RefOf( log, crowd, id ) );
	if ( capacity > 0 )
	{
		snprintf( name, (size_t)capacity, "%s", text.text );
	}
	return (int32_t)strlen( text.text );
}

static wfResult checkName( const wfOrderLog* log, const char* name, wfError* error )
{
	size_t length = strlen( name );
	int32_t part;
	bool isGood = length >= 1 && length <= WF_MAX_LOG_NAME && !wfIsPartName( name, &length, &part );
	if ( !isGood || wfOrderLog_FindName( log, name ) >= 0 )
	{
		return wfFail( error, wf_invalidDef,
					   isGood ? "there is a group '%.60s' already"
							  : "'%.60s' is no name of a group: expected 1 to 127 bytes that do not end like \".2\"",
					   name );
	}
	return wf_ok;
}

wfResult wfOrderLog_NameGroup( wfOrderLog* log, wfCrowd* crowd, wfGroupId id, const char* name, wfError* error )
{
	if ( WF_FAILS( log != NULL && crowd != NULL && name != NULL ) )
	{
		return wf_invalidDef;
	}
	if ( !wfCrowd_IsGroupValid( crowd, id ) )
	{
		return wfFail( error, wf_notFound, "there is no such group" );
	}
	int32_t number = -1;
	wfResult result = checkName( log, name, error );
	if ( result == wf_ok && wfOrderLog_AddName( log, name, &number ) != wf_ok )
	{
		result = wfFail( error, wf_outOfMemory, "not enough memory for a name" );
	}
	return result == wf_ok ? wfCrowd_SetGroupUserData( crowd, id, wfPackGroupRef( ( wfGroupRef ){ number, 0 } ) ) : result;
}

// ------------------------------------------------------------------------------------------------------------------ noting

static wfResult findKnown( const wfOrderLog* log, const wfCrowd* crowd, wfGroupId id, wfGroupRef* ref, wfError* error )
{
	*ref = wfOrderLog_RefOf( log, crowd, id );
	return ref->name >= 0 ? wf_ok : wfFail( error, wf_notFound, "the log does not know this group" );
}

static wfResult noteAgents( wfOrderLog* log, const wfCrowd* crowd, const wfAgentId* agents, int32_t count, wfLogEntry* entry )
{
	count = agents != NULL && count > 0 ? count : 0;
	entry->agentFirst = log->agents.count;
	wfResult result = wfArray_Reserve( &log->agents, log->agents.count + count );
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		bool isThere = wfCrowd_IsAgentValid( crowd, agents[k] );
		log->agents.data[log->agents.count++] = isThere ? wfCrowd_GetAgent( crowd, agents[k] ).serial : 0;
	}
	entry->agentCount = log->agents.count - entry->agentFirst;
	return result;
}

static wfResult noteFormation( wfOrderLog* log, const wfFormationDef* formation, wfLogEntry* entry )
{
	entry->formation = *formation;
	entry->formation.points = NULL;
	entry->pointFirst = log->points.count;
	bool hasPoints = formation->pointCount > 0 && formation->points != NULL;
	entry->formation.pointCount = hasPoints ? formation->pointCount : 0;
	return hasPoints ? wfArray_Append( &log->points, formation->points, formation->pointCount ) : wf_ok;
}

// A goal is written by its name.
static wfResult noteGoal( wfOrderLog* log, const wfCrowd* crowd, const wfStop* to, wfLogEntry* entry, wfError* error )
{
	const wfWorld* world = wfCrowd_GetGround( crowd ).world;
	bool isThere = world != NULL && wfWorld_IsGoalValid( world, to->goal );
	const char* name = isThere ? wfWorld_GetGoal( world, to->goal ).name : NULL;
	if ( name == NULL || name[0] == 0 )
	{
		return wfFail( error, wf_notFound, "a log calls goals by their names, and this one has none" );
	}
	return wfOrderLog_FindGoal( log, name, &entry->goal ) == wf_ok
			   ? wf_ok
			   : wfFail( error, wf_outOfMemory, "not enough memory for an order" );
}

static wfResult noteFoes( wfOrderLog* log, const wfCrowd* crowd, const wfGroupOrder* order, wfLogEntry* entry )
{
	entry->foeFirst = log->foes.count;
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < order->enemyCount && result == wf_ok && order->enemies != NULL; ++k )
	{
		wfGroupRef foe = wfOrderLog_RefOf( log, crowd, order->enemies[k] );
		result = foe.name >= 0 ? wfArray_Push( &log->foes, foe ) : wf_ok;
	}
	entry->foeCount = log->foes.count - entry->foeFirst;
	return result == wf_ok ? noteAgents( log, crowd, order->targets, order->targetCount, entry ) : result;
}

static wfResult noteOrder( wfOrderLog* log, const wfCrowd* crowd, const wfGroupOrder* order, wfLogEntry* entry, wfError* error )
{
	wfResult result = wf_ok;
	entry->order = *order;
	entry->order.enemies = NULL;
	entry->order.targets = NULL;
	entry->order.strokes = NULL;
	entry->order.branches = NULL;
	entry->order.enemyCount = entry->order.targetCount = entry->order.branchCount = 0;
	const wfMesh* mesh = wfCrowd_GetGround( crowd ).mesh;
	log->onMesh = mesh != NULL;
	if ( mesh != NULL && order->to.kind == wf_pointStop && order->to.place.triangle >= 0 )
	{
		entry->order.to.point = wfMesh_GetPosition( mesh, order->to.place );
	}
	if ( order->to.kind == wf_goalStop )
	{
		result = noteGoal( log, crowd, &order->to, entry, error );
	}
	if ( result == wf_ok && order->kind == wf_attackOrder )
	{
		result = noteFoes( log, crowd, order, entry );
	}
	if ( order->kind == wf_followOrder )
	{
		entry->other = wfOrderLog_RefOf( log, crowd, order->leadingGroup );
		bool isAgent = wfCrowd_IsAgentValid( crowd, order->leader );
		result = result == wf_ok ? noteAgents( log, crowd, &order->leader, isAgent ? 1 : 0, entry ) : result;
	}
	if ( result == wf_ok && order->kind == wf_strokeOrder && order->strokes != NULL )
	{
		entry->branchFirst = log->branches.count;
		entry->branchCount = order->branchCount;
		result = order->branchCount > 0 && order->branches != NULL
					 ? wfArray_Append( &log->branches, order->branches, order->branchCount )
					 : wf_ok;
		result = result == wf_ok ? wfCopyStrokes( order->strokes, &entry->sketch, error ) : result;
	}
	return result == wf_outOfMemory ? wfFail( error, result, "not enough memory for an order" ) : result;
}

// Notes what is going to be done; where that fails it is taken back.
static wfResult note( wfOrderLog* log, const wfLogEntry* entry, wfResult result, wfError* error )
{
	if ( result == wf_ok && wfOrderLog_Add( log, entry ) != wf_ok )
	{
		result = wfFail( error, wf_outOfMemory, "not enough memory for an order" );
	}
	if ( result != wf_ok )
	{
		wfDestroyStrokes( entry->sketch );
	}
	return result;
}

static wfResult finish( wfOrderLog* log, const wfLogMarks* marks, wfResult result )
{
	if ( result != wf_ok )
	{
		wfOrderLog_TakeBack( log, marks );
	}
	return result;
}

static wfLogEntry makeEntry( const wfCrowd* crowd, int32_t command, wfGroupRef group )
{
	wfLogEntry entry = wfMakeLogEntry( command, group );
	entry.time = wfCrowd_GetTime( crowd );
	entry.isGiven = true;
	return entry;
}

// Without what means nothing to it: the crowd keeps that, too, and a log does not.
static wfGroupOrder keepMeant( const wfCrowd* crowd, wfGroupId id, const wfGroupOrder* order )
{
	wfGroupOrder meant = wfDefaultGroupOrder( order->kind );
	bool moves = order->kind == wf_moveOrder || order->kind == wf_formationOrder || order->kind == wf_attackOrder ||
				 order->kind == wf_patrolOrder || order->kind == wf_formOrder;
	bool isStroke = order->kind == wf_strokeOrder, isAttack = order->kind == wf_attackOrder;
	bool isFollow = order->kind == wf_followOrder, stands = order->kind == wf_holdOrder || order->kind == wf_formOrder;
	meant.to = moves ? order->to : meant.to;
	meant.to.wait = 0.0;
	meant.facing = moves || isStroke ? order->facing : meant.facing;
	// An agent comes first, unless it is a member.
	bool isAgent = wfCrowd_IsAgentValid( crowd, order->leader ) && wfCrowd_GetGroupOf( crowd, order->leader ).index1 != id.index1;
	meant.leader = isFollow && isAgent ? order->leader : meant.leader;
	meant.leadingGroup = isFollow && !isAgent ? order->leadingGroup : meant.leadingGroup;
	meant.range = isAttack || isFollow ? order->range : meant.range;
	meant.seconds = stands ? order->seconds : 0.0;
	meant.time = order->time;
	meant.queued = order->queued;
	if ( isAttack )
	{
		meant.enemies = order->enemies;
		meant.enemyCount = order->enemyCount;
		meant.targets = order->targets;
		meant.targetCount = order->targetCount;
	}
	if ( isStroke )
	{
		meant.strokes = order->strokes;
		meant.root = order->root;
		meant.advance = order->advance;
		meant.rule = order->rule;
		meant.branches = order->rule != wf_divideEvenly ? order->branches : NULL;
		meant.branchCount = order->rule != wf_divideEvenly ? order->branchCount : 0;
	}
	return meant;
}

wfResult wfOrderLog_OrderGroup( wfOrderLog* log, wfCrowd* crowd, wfGroupId id, const wfGroupOrder* order, wfError* error )
{
	if ( WF_FAILS( log != NULL && crowd != NULL && order != NULL && order->internalCookie == WF_COOKIE ) )
	{
		return wf_invalidDef;
	}
	wfLogMarks marks = wfOrderLog_Mark( log );
	wfGroupRef ref;
	bool isKind = order->kind >= 0 && order->kind < wf_groupOrderKindCount;
	wfGroupOrder meant = isKind ? keepMeant( crowd, id, order ) : *order;
	wfResult result = findKnown( log, crowd, id, &ref, error );
	if ( result == wf_ok && isKind )
	{
		wfLogEntry entry = makeEntry( crowd, (int32_t)order->kind, ref );
		result = note( log, &entry, noteOrder( log, crowd, &meant, &entry, error ), error );
	}
	result = result == wf_ok ? wfCrowd_OrderGroup( crowd, id, &meant, error ) : result;
	return finish( log, &marks, result );
}

// The same of a formation.
static wfFormationDef keepMeantShape( const wfFormationDef* formation )
{
	wfFormationDef meant = *formation, usual = wfDefaultFormationDef();
	bool isKind = wfGetFormationName( formation->kind ) != NULL;
	uint32_t kind = isKind ? 1u << formation->kind : 0u;
	meant.ratio = ( kind & WF_SHAPES_WITH_RATIO ) != 0 || !isKind ? formation->ratio : usual.ratio;
	meant.angle = ( kind & WF_SHAPES_WITH_ANGLE ) != 0 || !isKind ? formation->angle : usual.angle;
	bool isDrawn = ( kind & WF_DRAWN_SHAPES ) != 0 || !isKind;
	meant.points = isDrawn ? formation->points : NULL;
	meant.pointCount = isDrawn ? formation->pointCount : 0;
	return meant;
}

// The name of a new group; null: one that is free.
static wfResult nameNew( wfOrderLog* log, const char* name, wfGroupRef* ref, wfError* error )
{
	char free[32];
	for ( int32_t k = log->names.count + 1; name == NULL; ++k )
	{
		snprintf( free, sizeof( free ), "group %d", k );
		name = wfOrderLog_FindName( log, free ) < 0 ? free : NULL;
	}
	*ref = ( wfGroupRef ){ -1, 0 };
	wfResult result = checkName( log, name, error );
	if ( result == wf_ok && wfOrderLog_AddName( log, name, &ref->name ) != wf_ok )
	{
		result = wfFail( error, wf_outOfMemory, "not enough memory for a name" );
	}
	return result;
}

wfResult wfOrderLog_CreateGroup( wfOrderLog* log, wfCrowd* crowd, const wfGroupDef* def, const char* name, wfGroupId* id,
								 wfError* error )
{
	if ( WF_FAILS( log != NULL && crowd != NULL && def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wf_invalidDef;
	}
	wfLogMarks marks = wfOrderLog_Mark( log );
	wfGroupRef ref;
	wfResult result = nameNew( log, name, &ref, error );
	wfFormationDef meant = keepMeantShape( &def->formation );
	if ( result == wf_ok )
	{
		wfLogEntry entry = makeEntry( crowd, wf_createCommand, ref );
		entry.bands = def->bands;
		entry.planner = def->planner;
		entry.hardMembers = def->hardMembers;
		result = noteFormation( log, &meant, &entry );
		result = result == wf_ok ? noteAgents( log, crowd, def->members, def->memberCount, &entry ) : result;
		result = result == wf_ok ? wf_ok : wfFail( error, result, "not enough memory for a group" );
		result = note( log, &entry, result, error );
	}
	if ( result == wf_ok )
	{
		wfGroupDef own = *def;
		own.formation = meant;
		own.userData = wfPackGroupRef( ref );
		result = wfCrowd_CreateGroup( crowd, &own, id, error );
	}
	return finish( log, &marks, result );
}

wfResult wfOrderLog_SplitGroup( wfOrderLog* log, wfCrowd* crowd, wfGroupId id, const wfAgentId* agents, int32_t count,
								const char* name, wfGroupId* made, wfError* error )
{
	if ( WF_FAILS( log != NULL && crowd != NULL && count >= 0 && ( agents != NULL || count == 0 ) ) )
	{
		return wf_invalidDef;
	}
	wfLogMarks marks = wfOrderLog_Mark( log );
	wfGroupRef ref, part;
	wfGroupId parted = { 0, 0 };
	wfResult result = findKnown( log, crowd, id, &ref, error );
	result = result == wf_ok ? nameNew( log, name, &part, error ) : result;
	if ( result == wf_ok )
	{
		wfLogEntry entry = makeEntry( crowd, wf_splitCommand, ref );
		entry.other = part;
		result = noteAgents( log, crowd, agents, count, &entry );
		result = result == wf_ok ? wf_ok : wfFail( error, result, "not enough memory for a group" );
		result = note( log, &entry, result, error );
	}
	result = result == wf_ok ? wfCrowd_SplitGroup( crowd, id, agents, count, &parted, error ) : result;
	if ( result == wf_ok )
	{
		wfCrowd_SetGroupUserData( crowd, parted, wfPackGroupRef( part ) );
		*( made != NULL ? made : &parted ) = parted;
	}
	return finish( log, &marks, result );
}

wfResult wfOrderLog_MergeGroups( wfOrderLog* log, wfCrowd* crowd, wfGroupId into, wfGroupId from, wfError* error )
{
	if ( WF_FAILS( log != NULL && crowd != NULL ) )
	{
		return wf_invalidDef;
	}
	wfLogMarks marks = wfOrderLog_Mark( log );
	wfGroupRef ref, other;
	wfResult result = findKnown( log, crowd, into, &ref, error );
	result = result == wf_ok ? findKnown( log, crowd, from, &other, error ) : result;
	if ( result == wf_ok )
	{
		wfLogEntry entry = makeEntry( crowd, wf_mergeCommand, ref );
		entry.other = other;
		result = note( log, &entry, wf_ok, error );
	}
	result = result == wf_ok ? wfCrowd_MergeGroups( crowd, into, from, error ) : result;
	return finish( log, &marks, result );
}

wfResult wfOrderLog_DestroyGroup( wfOrderLog* log, wfCrowd* crowd, wfGroupId id, wfError* error )
{
	if ( WF_FAILS( log != NULL && crowd != NULL ) )
	{
		return wf_invalidDef;
	}
	wfLogMarks marks = wfOrderLog_Mark( log );
	wfGroupRef ref;
	wfResult result = findKnown( log, crowd, id, &ref, error );
	if ( result == wf_ok )
	{
		wfLogEntry entry = makeEntry( crowd, wf_disbandCommand, ref );
		result = note( log, &entry, wf_ok, error );
	}
	result = result == wf_ok ? wfCrowd_DestroyGroup( crowd, id ) : result;
	return finish( log, &marks, result );
}

static wfResult noteMembers( wfOrderLog* log, wfCrowd* crowd, int32_t command, wfGroupId id, const wfAgentId* agents,
							 int32_t count, wfError* error )
{
	if ( WF_FAILS( log != NULL && crowd != NULL && count >= 0 && ( agents != NULL || count == 0 ) ) )
	{
		return wf_invalidDef;
	}
	wfLogMarks marks = wfOrderLog_Mark( log );
	wfGroupRef ref;
	wfResult result = findKnown( log, crowd, id, &ref, error );
	if ( result == wf_ok )
	{
		wfLogEntry entry = makeEntry( crowd, command, ref );
		result = noteAgents( log, crowd, agents, count, &entry );
		result = result == wf_ok ? wf_ok : wfFail( error, result, "not enough memory for a list of agents" );
		result = note( log, &entry, result, error );
	}
	if ( result == wf_ok )
	{
		result = command == wf_joinCommand ? wfCrowd_AddToGroup( crowd, id, agents, count, error )
										   : wfCrowd_RemoveFromGroup( crowd, id, agents, count, error );
	}
	return finish( log, &marks, result );
}

wfResult wfOrderLog_AddToGroup( wfOrderLog* log, wfCrowd* crowd, wfGroupId id, const wfAgentId* agents, int32_t count,
								wfError* error )
{
	return noteMembers( log, crowd, wf_joinCommand, id, agents, count, error );
}

wfResult wfOrderLog_RemoveFromGroup( wfOrderLog* log, wfCrowd* crowd, wfGroupId id, const wfAgentId* agents, int32_t count,
									 wfError* error )
{
	return noteMembers( log, crowd, wf_leaveCommand, id, agents, count, error );
}

wfResult wfOrderLog_SetFormation( wfOrderLog* log, wfCrowd* crowd, wfGroupId id, const wfFormationDef* formation, wfError* error )
{
	if ( WF_FAILS( log != NULL && crowd != NULL && formation != NULL ) )
	{
		return wf_invalidDef;
	}
	wfLogMarks marks = wfOrderLog_Mark( log );
	wfGroupRef ref;
	wfFormationDef meant = keepMeantShape( formation );
	wfResult result = findKnown( log, crowd, id, &ref, error );
	if ( result == wf_ok )
	{
		wfLogEntry entry = makeEntry( crowd, wf_shapeCommand, ref );
		result = noteFormation( log, &meant, &entry );
		result = result == wf_ok ? wf_ok : wfFail( error, result, "not enough memory for a formation" );
		result = note( log, &entry, result, error );
	}
	result = result == wf_ok ? wfCrowd_SetFormation( crowd, id, &meant, error ) : result;
	return finish( log, &marks, result );
}
