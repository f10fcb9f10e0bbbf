// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Groups of a run: what pictures and videos are told of them.

#include "run_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_KINDS 32
#define MAX_KIND_NAME 64

// ----------------------------------------------------------------------------------------------------------------- kinds

// The words at the end that both have.
static void keepCommonEnd( char* name, const char* other )
{
	size_t a = strlen( name ), b = strlen( other ), same = 0, words = 0;
	for ( ; same < a && same < b && name[a - same - 1] == other[b - same - 1]; ++same )
	{
		bool begins = same + 1 == a || same + 1 == b || strchr( " -_", name[a - same - 2] ) != NULL;
		words = begins && strchr( " -_", name[a - same - 1] ) == NULL ? same + 1 : words;
	}
	bool isWhole = ( words == a || strchr( " -_", name[a - words - 1] ) != NULL ) &&
				   ( words == b || strchr( " -_", other[b - words - 1] ) != NULL );
	memmove( name, name + a - ( isWhole ? words : 0 ), ( isWhole ? words : 0 ) + 1 );
}

// Kinds are called as the entries of agents that have them; where several have, by the words that end all of their names.
static void nameKinds( const wfSimulation* simulation, char ( *names )[MAX_KIND_NAME] )
{
	int32_t count;
	wfAgentId* ids = wfGetAgentIds( simulation->crowd, &count );
	for ( int32_t p = 0; p < simulation->partCount; ++p )
	{
		const wfNamedPart* part = &simulation->parts[p];
		int32_t kind = -1;
		for ( int32_t i = 0; i < count && part->kind == wf_agentPart && kind < 0; ++i )
		{
			wfAgentState agent = wfCrowd_GetAgent( simulation->crowd, ids[i] );
			kind = agent.userData == (uint64_t)part->index1 ? agent.kind : -1;
		}
		if ( kind >= 0 && kind < MAX_KINDS && names[kind][0] == 0 )
		{
			snprintf( names[kind], MAX_KIND_NAME, "%.63s", part->name );
		}
		else if ( kind >= 0 && kind < MAX_KINDS )
		{
			keepCommonEnd( names[kind], part->name );
		}
	}
	free( ids );
}

wfGroupTrack* wfRunGroups_CreateTrack( const wfSimulation* simulation )
{
	static char kindNames[MAX_KINDS][MAX_KIND_NAME];
	static const char* kinds[MAX_KINDS];
	wfGroupLook* looks = wfNewArray( (size_t)simulation->groupCount + 1, sizeof( wfGroupLook ) );
	for ( int32_t k = 0; k < simulation->groupCount; ++k )
	{
		looks[k] = ( wfGroupLook ){ simulation->groups[k].name, simulation->groups[k].color };
	}
	memset( kindNames, 0, sizeof( kindNames ) );
	nameKinds( simulation, kindNames );
	for ( int32_t k = 0; k < MAX_KINDS; ++k )
	{
		kinds[k] = kindNames[k][0] != 0 ? kindNames[k] : NULL;
	}
	wfGroupTrackDef def = wfDefaultGroupTrackDef();
	def.looks = looks;
	def.lookCount = simulation->groupCount;
	def.orders = simulation->orders;
	def.kindNames = kinds;
	def.kindCount = MAX_KINDS;
	wfGroupTrack* track = NULL;
	wfExpect( wfCreateGroupTrack( &def, &track, &wf_error ) );
	free( looks );
	return track;
}

// ---------------------------------------------------------------------------------------------------------------- report

#define WAIT_METRES 0.2	  // who goes no farther in a while waits
#define MOST_WAITING 1000 // orders of a group, and of the log, that are listed

static bool isSame( wfGroupId a, wfGroupId b )
{
	return a.index1 == b.index1 && a.generation == b.generation;
}

static wfRunGroup* findGroup( wfRunGroups* groups, wfGroupId id )
{
	// Most are asked for in turn.
	for ( int32_t k = groups->count - 1; k >= 0; --k )
	{
		if ( isSame( groups->list[k].id, id ) )
		{
			return &groups->list[k];
		}
	}
	return NULL;
}

static void addGroup( wfRunGroups* groups, const wfSimulation* simulation, const wfGroupState* state )
{
	groups->list = wfGrow( groups->list, groups->count + 1, &groups->capacity, sizeof( wfRunGroup ) );
	wfRunGroup* group = &groups->list[groups->count++];
	*group = ( wfRunGroup ){ .id = state->id, .firstOrder = state->orderNumber > 1 ? state->orderNumber - 1 : 0 };
	group->counted = group->firstOrder;
	wfOrderLog_GetGroupName( simulation->orders, simulation->crowd, state->id, group->name, sizeof( group->name ) );
	if ( group->name[0] == 0 )
	{
		snprintf( group->name, sizeof( group->name ), "group %d", groups->count );
	}
}

static void addSample( wfRunSamples* samples, double value )
{
	samples->values = wfGrow( samples->values, samples->count + 1, &samples->capacity, sizeof( double ) );
	samples->values[samples->count++] = value;
}

static bool isFollowed( const wfRunGroups* groups, const wfRunGroup* group, int32_t number )
{
	for ( int32_t k = 0; k < groups->troubleCount; ++k )
	{
		if ( groups->troubles[k].order == number && strcmp( groups->troubles[k].group, group->name ) == 0 )
		{
			return false;
		}
	}
	return true;
}

// As it was given.
static void countDone( const wfRunGroups* groups, wfRunGroup* group, int32_t number )
{
	group->done += number > group->counted && isFollowed( groups, group, number ) ? 1 : 0;
	group->counted = number > group->counted ? number : group->counted;
}

static bool endsByItself( wfGroupOrderKind kind )
{
	return kind != wf_holdOrder && kind != wf_stopOrder && kind != wf_followOrder;
}

// How far members are from their slots: the error in metres.
static double measureError( wfRunGroups* groups, const wfCrowd* crowd, const wfGroupState* state )
{
	groups->slots = wfGrow( groups->slots, state->memberCount, &groups->slotCapacity, sizeof( wfVec3 ) );
	if ( wfCrowd_GetGroupSlots( crowd, state->id, groups->slots, state->memberCount ) != state->memberCount )
	{
		return NAN;
	}
	double sum = 0.0;
	for ( int32_t k = 0; k < state->memberCount; ++k )
	{
		wfVec3 at = wfCrowd_GetAgent( crowd, groups->ids[k] ).position, slot = groups->slots[k];
		sum +=
			( at.x - slot.x ) * ( at.x - slot.x ) + ( at.y - slot.y ) * ( at.y - slot.y ) + ( at.z - slot.z ) * ( at.z - slot.z );
	}
	return sqrt( sum / state->memberCount );
}

// Who of them has stood for how long while the group should get on.
static void noteWaits( wfRunGroups* groups, const wfCrowd* crowd, wfRunGroup* group, const wfGroupState* state )
{
	bool gets = state->mode == wf_groupTravels || state->mode == wf_groupFree;
	double now = wfCrowd_GetTime( crowd );
	for ( int32_t k = 0; k < state->memberCount; ++k )
	{
		wfAgentState agent = wfCrowd_GetAgent( crowd, groups->ids[k] );
		int64_t before = groups->memberCapacity;
		groups->members = wfGrow( groups->members, (int64_t)agent.serial + 1, &groups->memberCapacity, sizeof( wfRunMember ) );
		memset( groups->members + before, 0, (size_t)( groups->memberCapacity - before ) * sizeof( wfRunMember ) );
		wfRunMember* member = &groups->members[agent.serial];
		wfVec3 at = agent.position, from = member->place;
		double square =
			( at.x - from.x ) * ( at.x - from.x ) + ( at.y - from.y ) * ( at.y - from.y ) + ( at.z - from.z ) * ( at.z - from.z );
		if ( !member->known || !gets || square > WAIT_METRES * WAIT_METRES )
		{
			*member = ( wfRunMember ){ true, now, at };
		}
		group->longestWait = fmax( group->longestWait, now - member->since );
	}
}

static void noteState( wfRunGroups* groups, const wfCrowd* crowd, wfRunGroup* group, const wfGroupState* state )
{
	bool isShaped = state->mode == wf_groupTravels || state->mode == wf_groupHolds || state->mode == wf_groupEngages;
	int32_t orders = state->orderNumber + state->ordersWaiting - group->firstOrder;
	group->orders = orders > group->orders ? orders : group->orders;
	group->mostMembers = state->memberCount > group->mostMembers ? state->memberCount : group->mostMembers;
	group->members = state->memberCount;
	group->mode = state->mode;
	group->isThere = true;
	if ( state->orderNumber > group->number && group->number > 0 && !endsByItself( group->kind ) )
	{
		countDone( groups, group, group->number );
	}
	group->number = state->orderNumber;
	group->kind = state->order;
	groups->ids = wfGrow( groups->ids, state->memberCount, &groups->idCapacity, sizeof( wfAgentId ) );
	wfCrowd_GetGroupMembers( crowd, group->id, groups->ids, state->memberCount );
	double metres = isShaped && state->memberCount > 0 ? measureError( groups, crowd, state ) : NAN;
	if ( isShaped && state->memberCount > 0 )
	{
		addSample( &group->errors, state->error );
		addSample( &group->shapeErrors, state->shapeError );
	}
	if ( !isnan( metres ) )
	{
		addSample( &group->errorMetres, metres );
		addSample( &group->shapeErrorMetres, state->error > 0.0 ? metres * state->shapeError / state->error : 0.0 );
	}
	noteWaits( groups, crowd, group, state );
}

static void nameAim( const wfRun* run, const wfGroupOrder* order, char* text, size_t size )
{
	const wfSimulation* simulation = run->def.simulation;
	if ( order->kind == wf_strokeOrder )
	{
		snprintf( text, size, "its stroke" );
	}
	else if ( order->to.kind == wf_goalStop && simulation->world != NULL &&
			  wfWorld_IsGoalValid( simulation->world, order->to.goal ) )
	{
		snprintf( text, size, "the goal '%.60s'", wfWorld_GetGoal( simulation->world, order->to.goal ).name );
	}
	else
	{
		snprintf( text, size, "%.6g, %.6g", order->to.point.x, order->to.point.y );
	}
}

static wfRunTrouble* addTrouble( wfRunGroups* groups )
{
	groups->troubles = wfGrow( groups->troubles, groups->troubleCount + 1, &groups->troubleCapacity, sizeof( wfRunTrouble ) );
	groups->troubles[groups->troubleCount] = ( wfRunTrouble ){ .instead = { NAN, NAN, NAN } };
	return &groups->troubles[groups->troubleCount++];
}

// An order that is not followed as it was given, once.
static void noteTrouble( wfRun* run, const wfGroupEvent* event )
{
	wfRunGroups* groups = &run->groups;
	const char* why = event->kind == wf_groupBlockedEvent		? "blocked"
					  : event->kind == wf_groupUnreachableEvent ? "unreachable"
					  : event->kind == wf_groupNoBranchEvent	? "no branch"
																: "lost";
	wfRunGroup* group = findGroup( groups, event->kind == wf_groupNoBranchEvent ? event->other : event->group );
	for ( int32_t k = 0; k < groups->troubleCount && group != NULL; ++k )
	{
		const wfRunTrouble* known = &groups->troubles[k];
		if ( known->order == event->orderNumber && strcmp( known->group, group->name ) == 0 && strcmp( known->why, why ) == 0 )
		{
			return;
		}
	}
	wfRunTrouble* trouble = addTrouble( groups );
	snprintf( trouble->group, sizeof( trouble->group ), "%s", group != NULL ? group->name : "" );
	trouble->why = why;
	trouble->obstacle = event->obstacle;
	trouble->order = event->orderNumber;
	trouble->time = event->time;
	trouble->position = event->position;
	wfGroupOrder order;
	bool hasOrder = wfCrowd_GetGroupOrder( run->crowd, event->group, &order );
	if ( hasOrder && ( event->kind == wf_groupBlockedEvent || event->kind == wf_groupUnreachableEvent ) )
	{
		nameAim( run, &order, trouble->aim, sizeof( trouble->aim ) );
		if ( order.kind == wf_strokeOrder || !wfCrowd_GetGroupEnd( run->crowd, event->group, &trouble->instead ) )
		{
			trouble->instead = ( wfVec3 ){ NAN, NAN, NAN };
		}
	}
}

static void noteEvents( wfRun* run )
{
	const wfGroupEvent* events;
	int32_t count = wfCrowd_GetGroupEvents( run->crowd, &events );
	for ( int32_t k = 0; k < count; ++k )
	{
		const wfGroupEvent* event = &events[k];
		wfRunGroup* group = findGroup( &run->groups, event->group );
		switch ( event->kind )
		{
			case wf_groupArrivedEvent:
			case wf_groupEngagedEvent:
			case wf_groupFormedEvent:
			case wf_groupCrampedEvent:
				if ( group != NULL )
				{
					addSample( event->kind == wf_groupFormedEvent	 ? &group->formed
							   : event->kind == wf_groupCrampedEvent ? &group->cramped
							   : event->kind == wf_groupEngagedEvent ? &group->engaged
																	 : &group->arrived,
							   event->time );
					countDone( &run->groups, group, event->orderNumber );
				}
				break;
			case wf_groupBlockedEvent:
			case wf_groupUnreachableEvent:
			case wf_groupLostEvent:
			case wf_groupNoBranchEvent:
				noteTrouble( run, event );
				break;
			default:
				break;
		}
	}
}

// What a log could not give, since the last look.
static void noteRefused( wfRun* run )
{
	const wfRefusedOrder* refused;
	int32_t count = wfOrderLog_GetRefused( run->def.simulation->orders, &refused );
	for ( ; run->groups.refusedCount < count; ++run->groups.refusedCount )
	{
		const wfRefusedOrder* order = &refused[run->groups.refusedCount];
		wfRunTrouble* trouble = addTrouble( &run->groups );
		snprintf( trouble->group, sizeof( trouble->group ), "%s", order->group );
		snprintf( trouble->aim, sizeof( trouble->aim ), "%s", order->what );
		snprintf( trouble->reason, sizeof( trouble->reason ), "%s", order->reason );
		trouble->why = "refused";
		trouble->line = order->line;
		trouble->time = wfCrowd_GetTime( run->crowd );
	}
}

void wfRunGroups_Add( wfRun* run )
{
	wfRunGroups* groups = &run->groups;
	int32_t count = wfCrowd_GetGroupIds( run->crowd, NULL, 0 );
	if ( count == 0 && groups->count == 0 )
	{
		noteRefused( run );
		return;
	}
	for ( int32_t k = 0; k < groups->count; ++k )
	{
		groups->list[k].isThere = false;
	}
	groups->groupIds = wfGrow( groups->groupIds, count, &groups->groupIdCapacity, sizeof( wfGroupId ) );
	wfCrowd_GetGroupIds( run->crowd, groups->groupIds, count );
	for ( int32_t k = 0; k < count; ++k )
	{
		wfGroupState state = wfCrowd_GetGroup( run->crowd, groups->groupIds[k] );
		if ( findGroup( groups, state.id ) == NULL )
		{
			addGroup( groups, run->def.simulation, &state );
		}
		noteState( groups, run->crowd, findGroup( groups, state.id ), &state );
	}
	noteEvents( run );
	noteRefused( run );
}

// ---------------------------------------------------------------------------------------------------------------- waiting

static wfRunWaiting* addWaiting( wfRunGroups* groups )
{
	groups->waiting = wfGrow( groups->waiting, groups->waitingCount + 1, &groups->waitingCapacity, sizeof( wfRunWaiting ) );
	groups->waiting[groups->waitingCount] = ( wfRunWaiting ){ .order = 0 };
	return &groups->waiting[groups->waitingCount++];
}

// As scenarios call them.
static const char* const s_orders[] = { "move", "formation", "attack", "follow", "patrol", "hold", "form", "stop", "stroke" };
_Static_assert( sizeof( s_orders ) / sizeof( s_orders[0] ) == wf_groupOrderKindCount, "orders are named in their order" );

// What a group, and then the log, had not begun with.
static void noteWaiting( wfRun* run )
{
	wfRunGroups* groups = &run->groups;
	for ( int32_t k = 0; k < groups->count; ++k )
	{
		const wfRunGroup* group = &groups->list[k];
		wfGroupState state = wfCrowd_GetGroup( run->crowd, group->id );
		wfGroupOrder order;
		for ( int32_t m = 0; m < MOST_WAITING && wfCrowd_GetWaitingOrder( run->crowd, group->id, m, &order ); ++m )
		{
			wfRunWaiting* waiting = addWaiting( groups );
			bool leads = order.kind != wf_followOrder && order.kind != wf_holdOrder && order.kind != wf_stopOrder;
			snprintf( waiting->group, sizeof( waiting->group ), "%s", group->name );
			snprintf( waiting->what, sizeof( waiting->what ), "%s", s_orders[order.kind] );
			waiting->order = m < state.ordersWaiting ? state.orderNumber + 1 + m : 0;
			waiting->time = order.time;
			if ( leads )
			{
				nameAim( run, &order, waiting->aim, sizeof( waiting->aim ) );
			}
		}
	}
	wfRefusedOrder later;
	for ( int32_t m = 0; m < MOST_WAITING && wfOrderLog_GetWaiting( run->def.simulation->orders, m, &later ); ++m )
	{
		wfRunWaiting* waiting = addWaiting( groups );
		snprintf( waiting->group, sizeof( waiting->group ), "%s", later.group );
		snprintf( waiting->what, sizeof( waiting->what ), "%s", later.what );
		waiting->time = later.time;
	}
}

void wfRunGroups_Finish( wfRun* run )
{
	wfRunGroups* groups = &run->groups;
	for ( int32_t k = 0; k < groups->count; ++k )
	{
		wfRunGroup* group = &groups->list[k];
		if ( group->number > 0 && !endsByItself( group->kind ) )
		{
			countDone( groups, group, group->number );
		}
	}
	noteWaiting( run );
}

bool wfRunGroups_HasMember( const wfRunGroups* groups, uint32_t serial )
{
	return (int64_t)serial < groups->memberCapacity && groups->members[serial].known;
}

void wfRunGroups_Free( wfRunGroups* groups )
{
	for ( int32_t k = 0; k < groups->count; ++k )
	{
		wfRunGroup* group = &groups->list[k];
		wfRunSamples* all[] = { &group->errors,	 &group->shapeErrors, &group->errorMetres, &group->shapeErrorMetres,
								&group->arrived, &group->formed,	  &group->cramped,	   &group->engaged };
		for ( size_t m = 0; m < sizeof( all ) / sizeof( all[0] ); ++m )
		{
			free( all[m]->values );
		}
	}
	free( groups->list );
	free( groups->members );
	free( groups->ids );
	free( groups->groupIds );
	free( groups->slots );
	free( groups->troubles );
	free( groups->waiting );
}
