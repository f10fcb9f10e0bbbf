// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Life of groups: members join and leave, groups divide and merge.
#include "base/vec2.h"
#include "crowd/defs.h"
#include "crowd/group_map.h"
#include "crowd/group_parts.h"

#include <string.h>

wfGroupDef wfDefaultGroupDef( void )
{
	return ( wfGroupDef ){ .formation = wfDefaultFormationDef(), .internalCookie = WF_COOKIE };
}

wfGroup* wfGetGroup( const wfCrowd* crowd, wfGroupId id )
{
	bool isThere = id.index1 >= 1 && id.index1 <= (uint32_t)crowd->groups.list.count;
	wfGroup* group = isThere ? &crowd->groups.list.data[id.index1 - 1] : NULL;
	return group != NULL && group->isUsed && group->generation == id.generation ? group : NULL;
}

wfGroupId wfIdOfGroup( const wfCrowd* crowd, const wfGroup* group )
{
	return ( wfGroupId ){ (uint32_t)( group - crowd->groups.list.data ) + 1, group->generation };
}

void wfFreeGroup( wfGroup* group )
{
	wfArray_Free( &group->points );
	wfArray_Free( &group->members );
	wfArray_Free( &group->shape );
	wfArray_Free( &group->slots );
	wfArray_Free( &group->places );
	wfArray_Free( &group->trail );
	wfArray_Free( &group->tasks );
	wfArray_Free( &group->foes );
	wfArray_Free( &group->branches );
	wfArray_Free( &group->route );
	wfArray_Free( &group->nextRoute );
	wfArray_Free( &group->nextPoints );
	wfArray_Free( &group->nextShape );
	wfArray_Free( &group->nextSlots );
	wfArray_Free( &group->nextPlaces );
	wfArray_Free( &group->ahead );
	wfFreeSketches( group );
	wfArray_Free( &group->sketches );
	wfFreeSharedMap( group->map );
	*group = ( wfGroup ){ .generation = group->generation };
}

void wfFreeGroups( wfGroups* groups )
{
	for ( int32_t k = 0; k < groups->list.count; ++k )
	{
		wfFreeGroup( &groups->list.data[k] );
	}
	wfFreeLaterOrders( groups );
	wfFreePartings( groups );
	wfArray_Free( &groups->partings );
	wfArray_Free( &groups->list );
	wfArray_Free( &groups->events );
	wfArray_Free( &groups->teamOfRank );
	wfArray_Free( &groups->memberOfSlot );
	wfArray_Free( &groups->weights );
	wfArray_Free( &groups->scratch );
	wfArray_Free( &groups->scratchSlots );
	wfArray_Free( &groups->ranks );
	wfArray_Free( &groups->runs );
	wfArray_Free( &groups->raster );
	wfArray_Free( &groups->stack );
	wfArray_Free( &groups->settleWalks );
	wfArray_Free( &groups->settleFirst );
	wfArray_Free( &groups->settleQueue );
	wfArray_Free( &groups->standers );
	groups->used = 0;
}

// ---------------------------------------------------------------------------------------------------------------- members

void wfReleaseMember( wfCrowd* crowd, wfAgent* agent )
{
	agent->orders.group = 0;
	if ( ( agent->flags & wf_agentLed ) == 0 )
	{
		return;
	}
	agent->orders.insteadX = agent->orders.insteadY = 0.0;
	agent->orders.insteadTriangle = 0;
	agent->flags &= ~(uint32_t)( wf_agentLed | ( agent->flags & wf_agentSteered ? 0 : wf_agentDirect ) );
	agent->flags |= wf_agentEnded;
	agent->homeX = agent->x;
	agent->homeY = agent->y;
	agent->homeTriangle = agent->triangle;
	wfForgetDistance( agent, crowd->time );
}

static int32_t findMember( const wfGroup* group, int32_t slot )
{
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		if ( group->members.data[k].slot == slot )
		{
			return k;
		}
	}
	return -1;
}

void wfForgetMember( wfCrowd* crowd, int32_t slot )
{
	wfAgent* agent = &crowd->population.agents[slot];
	if ( agent->orders.group == 0 )
	{
		return;
	}
	wfGroup* group = &crowd->groups.list.data[agent->orders.group - 1];
	int32_t k = findMember( group, slot );
	wfReleaseMember( crowd, agent );
	int32_t behind = group->members.count - k - 1;
	memmove( group->members.data + k, group->members.data + k + 1, (size_t)behind * sizeof( wfMember ) );
	group->members.count -= 1;
	if ( group->places.count > group->members.count )
	{
		memmove( group->places.data + k, group->places.data + k + 1, (size_t)behind * sizeof( wfWayPlace ) );
		group->places.count -= 1;
	}
	group->now.flags |= wf_groupMakesSlots | wf_groupAssigns;
	group->now.flags &= ~(uint32_t)wf_groupHasFormed;
}

// The memory was reserved.
static void join( wfCrowd* crowd, wfGroup* group, int32_t slot )
{
	wfForgetMember( crowd, slot );
	wfForgetExplorer( crowd, slot );
	wfAgent* agent = &crowd->population.agents[slot];
	agent->orders.group = (int32_t)( group - crowd->groups.list.data ) + 1;
	// Along a stroke it goes on from beside where it is, no farther than the others are.
	double progress = group->route.count > 0 && group->now.progress >= 0.0
						  ? wfFindOnRouteBefore( crowd, group, wfPlaceOf( agent ), group->now.progress )
						  : -1.0;
	group->members.data[group->members.count++] =
		( wfMember ){ .slot = slot, .generation = agent->generation, .progress = progress };
	group->now.flags |= wf_groupMakesSlots | wf_groupAssigns;
	group->now.flags &= ~(uint32_t)wf_groupHasFormed;
}

wfResult wfCheckAgents( const wfCrowd* crowd, const wfAgentId* agents, int32_t count, wfError* error )
{
	for ( int32_t k = 0; k < count; ++k )
	{
		if ( wfGetAgent( crowd, agents[k] ) == NULL )
		{
			return wfFail( error, wf_notFound, "agent %d of the list is not in the crowd", k );
		}
	}
	// Each marks its own, with a bit that no flag has.
	const uint32_t seen = 0x80000000u;
	int32_t twice = -1;
	for ( int32_t k = 0; k < count; ++k )
	{
		wfAgent* agent = wfGetAgent( crowd, agents[k] );
		twice = ( agent->flags & seen ) != 0 && twice < 0 ? k : twice;
		agent->flags |= seen;
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		wfGetAgent( crowd, agents[k] )->flags &= ~seen;
	}
	return twice < 0 ? wf_ok : wfFail( error, wf_notFound, "agent %d of the list was named before", twice );
}

static wfResult reserveMembers( wfGroup* group, int32_t count )
{
	wfResult result = wfArray_Reserve( &group->members, count );
	return result == wf_ok ? wfArray_Reserve( &group->places, count ) : result;
}

static wfResult copyFormation( wfGroup* group, const wfFormationDef* formation, wfError* error )
{
	group->nextPoints.count = 0;
	wfResult result =
		formation->pointCount > 0 ? wfArray_Append( &group->nextPoints, formation->points, formation->pointCount ) : wf_ok;
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for a formation" );
	}
	// Without a shape it walks freely, and the other way around: the order begins anew.
	bool wasFree = group->formation.kind == wf_noFormation, isFree = formation->kind == wf_noFormation;
	bool isLed = ( group->now.flags & wf_groupLeads ) != 0 && group->tasks.count > 0;
	group->now.flags |= isLed && wasFree != isFree ? (uint32_t)wf_groupBegins : 0u;
	group->points.count = 0;
	wfSwapPlaces( &group->points, &group->nextPoints );
	group->formation = *formation;
	group->formation.points = NULL;
	group->now.flags |= wf_groupMakesSlots | wf_groupAssigns;
	group->now.width = INFINITY;
	return wf_ok;
}

// As they stand may still be without points.
static wfResult checkFormation( const wfFormationDef* formation, wfError* error )
{
	bool waits = formation->kind == wf_asTheyStandFormation && formation->pointCount == 0;
	wfFormationDef checked = *formation;
	const wfVec2 one = { 0.0, 0.0 };
	checked.points = waits ? &one : checked.points;
	checked.pointCount = waits ? 1 : checked.pointCount;
	return wfFormation_Check( &checked, error );
}

static wfResult checkPlanner( const wfCrowd* crowd, const wfGroupDef* def, wfError* error )
{
	wfResult result = wfCheckNumber( "planner", (double)def->planner, 0.0, wf_groupPlannerCount - 1.0, error );
	bool needsPlane = def->planner == wf_groupPlanner || def->hardMembers;
	return result == wf_ok && needsPlane
			   ? wfRefuseOnMesh( crowd, "maps of groups; the planner \"individual\" gives each member a map of its own", error )
			   : result;
}

// A free place in the list, or one more, for which memory was reserved.
static wfGroup* openGroup( wfCrowd* crowd )
{
	wfGroups* groups = &crowd->groups;
	int32_t k = 0;
	while ( k < groups->list.count && groups->list.data[k].isUsed )
	{
		++k;
	}
	if ( k == groups->list.count )
	{
		groups->list.data[groups->list.count++] = ( wfGroup ){ 0 };
	}
	wfGroup* group = &groups->list.data[k];
	wfFreeGroup( group ); // one restored as unused may own empty lists
	*group = ( wfGroup ){ .generation = group->generation + 1, .isUsed = true };
	group->now.layer = group->now.slotLayer = group->now.target = -1;
	group->now.triangle = group->now.toTriangle = group->now.homeTriangle = -1;
	group->now.width = INFINITY;
	group->now.node = -1;
	groups->used += 1;
	return group;
}

static void closeGroup( wfCrowd* crowd, wfGroup* group )
{
	wfFreeGroup( group );
	crowd->groups.used -= 1;
}

wfResult wfCrowd_CreateGroup( wfCrowd* crowd, const wfGroupDef* def, wfGroupId* id, wfError* error )
{
	if ( WF_FAILS( crowd != NULL && def != NULL && def->internalCookie == WF_COOKIE && def->memberCount >= 0 &&
				   ( def->members != NULL || def->memberCount == 0 ) ) )
	{
		return wf_invalidDef;
	}
	wfResult result = checkFormation( &def->formation, error );
	result = result == wf_ok ? wfCheckNumber( "memberCount", def->memberCount, 0.0, WF_MAX_MEMBERS, error ) : result;
	result = result == wf_ok ? checkPlanner( crowd, def, error ) : result;
	result = result == wf_ok ? wfCheckAgents( crowd, def->members, def->memberCount, error ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	if ( wfArray_Reserve( &crowd->groups.list, (size_t)crowd->groups.list.count + 1 ) != wf_ok )
	{
		return wfFail( error, wf_outOfMemory, "not enough memory for a group" );
	}
	wfGroup* group = openGroup( crowd );
	result = copyFormation( group, &def->formation, error );
	result = result == wf_ok ? reserveMembers( group, def->memberCount ) : result;
	if ( result != wf_ok )
	{
		group->generation -= 1;
		closeGroup( crowd, group );
		return wfFail( error, result, "not enough memory for a group of %d", def->memberCount );
	}
	group->bands = def->bands;
	group->planner = def->planner;
	group->hardMembers = def->hardMembers;
	group->userData = def->userData;
	for ( int32_t k = 0; k < def->memberCount; ++k )
	{
		join( crowd, group, (int32_t)def->members[k].index1 - 1 );
	}
	if ( id != NULL )
	{
		*id = wfIdOfGroup( crowd, group );
	}
	return wf_ok;
}

wfResult wfCrowd_DestroyGroup( wfCrowd* crowd, wfGroupId id )
{
	wfGroup* group = crowd != NULL ? wfGetGroup( crowd, id ) : NULL;
	if ( group == NULL )
	{
		return wf_notFound;
	}
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		wfReleaseMember( crowd, wfMemberAgent( crowd, group, k ) );
	}
	closeGroup( crowd, group );
	return wf_ok;
}

bool wfCrowd_IsGroupValid( const wfCrowd* crowd, wfGroupId id )
{
	return crowd != NULL && wfGetGroup( crowd, id ) != NULL;
}

wfResult wfCrowd_AddToGroup( wfCrowd* crowd, wfGroupId id, const wfAgentId* agents, int32_t count, wfError* error )
{
	if ( WF_FAILS( crowd != NULL && count >= 0 && ( agents != NULL || count == 0 ) ) )
	{
		return wf_invalidDef;
	}
	wfGroup* group = wfGetGroup( crowd, id );
	if ( group == NULL )
	{
		return wfFail( error, wf_notFound, "there is no such group" );
	}
	wfResult result = wfCheckAgents( crowd, agents, count, error );
	if ( result == wf_ok && count > WF_MAX_MEMBERS - group->members.count )
	{
		result = wfFail( error, wf_tooLarge, "a group has at most %d members", WF_MAX_MEMBERS );
	}
	if ( result != wf_ok )
	{
		return result;
	}
	if ( reserveMembers( group, group->members.count + count ) != wf_ok )
	{
		return wfFail( error, wf_outOfMemory, "not enough memory for a group" );
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		int32_t slot = (int32_t)agents[k].index1 - 1;
		if ( crowd->population.agents[slot].orders.group != (int32_t)id.index1 )
		{
			join( crowd, group, slot );
		}
	}
	return wf_ok;
}

static wfResult checkMembers( const wfCrowd* crowd, wfGroupId id, const wfAgentId* agents, int32_t count, wfError* error )
{
	if ( wfGetGroup( crowd, id ) == NULL )
	{
		return wfFail( error, wf_notFound, "there is no such group" );
	}
	wfResult result = wfCheckAgents( crowd, agents, count, error );
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		bool isMember = wfGetAgent( crowd, agents[k] )->orders.group == (int32_t)id.index1;
		result = isMember ? wf_ok : wfFail( error, wf_notFound, "agent %d of the list is not in the group", k );
	}
	return result;
}

wfResult wfCrowd_RemoveFromGroup( wfCrowd* crowd, wfGroupId id, const wfAgentId* agents, int32_t count, wfError* error )
{
	if ( WF_FAILS( crowd != NULL && count >= 0 && ( agents != NULL || count == 0 ) ) )
	{
		return wf_invalidDef;
	}
	wfResult result = checkMembers( crowd, id, agents, count, error );
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		wfForgetMember( crowd, (int32_t)agents[k].index1 - 1 );
	}
	return result;
}

// ---------------------------------------------------------------------------------------------------------- dividing, merging

static wfResult copyAll( wfGroup* to, const wfGroup* from )
{
	wfResult result = wfArray_Reserve( &to->sketches, from->sketches.count );
	for ( int32_t k = 0; k < from->sketches.count && result == wf_ok; ++k )
	{
		result = wfCopySketch( from->sketches.data[k], &to->sketches.data[k] );
		to->sketches.count += result == wf_ok ? 1 : 0;
	}
	to->formation = from->formation;
	to->bands = from->bands;
	to->planner = from->planner;
	to->hardMembers = from->hardMembers;
	to->userData = from->userData;
	to->lastOrder = from->lastOrder;
	to->now = from->now;
	result = result == wf_ok ? wfArray_Append( &to->points, from->points.data, from->points.count ) : result;
	result = result == wf_ok ? wfArray_Append( &to->tasks, from->tasks.data, from->tasks.count ) : result;
	result = result == wf_ok ? wfArray_Append( &to->foes, from->foes.data, from->foes.count ) : result;
	result = result == wf_ok ? wfArray_Append( &to->branches, from->branches.data, from->branches.count ) : result;
	result = result == wf_ok ? wfArray_Append( &to->route, from->route.data, from->route.count ) : result;
	return result == wf_ok ? wfArray_Append( &to->trail, from->trail.data, from->trail.count ) : result;
}

wfResult wfPrepareSplit( wfCrowd* crowd, const wfGroup* group, int32_t count, int32_t others, wfGroup* made )
{
	*made = ( wfGroup ){ 0 };
	wfResult result = copyAll( made, group );
	result = result == wf_ok ? reserveMembers( made, count ) : result;
	result = result == wf_ok ? wfArray_Reserve( &crowd->groups.list, (size_t)( crowd->groups.list.count + others ) + 1 ) : result;
	if ( result != wf_ok )
	{
		wfFreeGroup( made );
	}
	return result;
}

wfGroupId wfSplit( wfCrowd* crowd, int32_t from, const int32_t* slots, int32_t count, wfGroup* made )
{
	wfGroup* opened = openGroup( crowd );
	made->generation = opened->generation;
	made->isUsed = true;
	*opened = *made;
	*made = ( wfGroup ){ 0 };
	for ( int32_t k = 0; k < count; ++k )
	{
		// Led members go on as they were told.
		const wfGroup* group = &crowd->groups.list.data[from];
		wfMember member = group->members.data[findMember( group, slots[k] )];
		wfAgent* agent = &crowd->population.agents[member.slot];
		wfAgent before = *agent;
		wfForgetMember( crowd, member.slot );
		*agent = before;
		agent->orders.group = (int32_t)( opened - crowd->groups.list.data ) + 1;
		member.place = 0;
		opened->members.data[k] = member;
	}
	opened->members.count = count;
	opened->now.flags |= wf_groupMakesSlots | wf_groupAssigns | wf_groupLooks;
	opened->now.flags &= ~(uint32_t)wf_groupHasFormed;
	return wfIdOfGroup( crowd, opened );
}

wfResult wfCrowd_SplitGroup( wfCrowd* crowd, wfGroupId id, const wfAgentId* agents, int32_t count, wfGroupId* made,
							 wfError* error )
{
	if ( WF_FAILS( crowd != NULL && count >= 0 && ( agents != NULL || count == 0 ) ) )
	{
		return wf_invalidDef;
	}
	wfResult result = checkMembers( crowd, id, agents, count, error );
	if ( result != wf_ok )
	{
		return result;
	}
	const wfGroup* group = wfGetGroup( crowd, id );
	wfGroup spare;
	size_t members = (size_t)group->members.count;
	int32_t* slots = wfAllocateArray( (size_t)count + 1, sizeof( int32_t ) );
	uint8_t* isNamed = wfAllocateZeroed( members + 1 );
	result = slots != NULL && isNamed != NULL ? wfPrepareSplit( crowd, group, count, 0, &spare ) : wf_outOfMemory;
	if ( result == wf_ok )
	{
		group = wfGetGroup( crowd, id );
		for ( int32_t k = 0; k < count; ++k )
		{
			isNamed[findMember( group, (int32_t)agents[k].index1 - 1 )] = 1;
		}
		int32_t found = 0;
		for ( int32_t k = 0; k < group->members.count; ++k )
		{
			if ( isNamed[k] )
			{
				slots[found++] = group->members.data[k].slot;
			}
		}
		wfGroupId id2 = wfSplit( crowd, (int32_t)id.index1 - 1, slots, count, &spare );
		if ( made != NULL )
		{
			*made = id2;
		}
	}
	wfReleaseArray( slots, (size_t)count + 1, sizeof( int32_t ) );
	wfRelease( isNamed, members + 1 );
	return result == wf_ok ? wf_ok : wfFail( error, result, "not enough memory for a group" );
}

wfResult wfCrowd_MergeGroups( wfCrowd* crowd, wfGroupId into, wfGroupId from, wfError* error )
{
	if ( WF_FAILS( crowd != NULL ) )
	{
		return wf_invalidDef;
	}
	wfGroup *group = wfGetGroup( crowd, into ), *other = wfGetGroup( crowd, from );
	if ( group == NULL || other == NULL || group == other )
	{
		return wfFail( error, wf_notFound, "two groups merge: %s", group == other ? "these are one" : "one is not there" );
	}
	int32_t count = group->members.count + other->members.count;
	if ( count > WF_MAX_MEMBERS )
	{
		return wfFail( error, wf_tooLarge, "a group has at most %d members", WF_MAX_MEMBERS );
	}
	if ( reserveMembers( group, count ) != wf_ok )
	{
		return wfFail( error, wf_outOfMemory, "not enough memory for a group" );
	}
	while ( other->members.count > 0 )
	{
		join( crowd, group, other->members.data[0].slot );
	}
	closeGroup( crowd, other );
	return wf_ok;
}

wfResult wfCrowd_SetFormation( wfCrowd* crowd, wfGroupId id, const wfFormationDef* formation, wfError* error )
{
	wfGroup* group = crowd != NULL && formation != NULL ? wfGetGroup( crowd, id ) : NULL;
	if ( group == NULL )
	{
		return wfFail( error, wf_notFound, "there is no such group" );
	}
	wfResult result = checkFormation( formation, error );
	result = result == wf_ok ? copyFormation( group, formation, error ) : result;
	if ( result == wf_ok )
	{
		group->now.flags &= ~(uint32_t)wf_groupHasFormed;
		group->now.flags |= wf_groupLooks; // a rigid one may be wider than a passage
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------------ looking

static wfGroupMode modeOf( const wfGroup* group )
{
	uint32_t flags = group->now.flags;
	bool leads = ( flags & wf_groupLeads ) != 0;
	return !leads						   ? wf_groupIdle
		   : ( flags & wf_groupIsFree )	   ? wf_groupFree
		   : ( flags & wf_groupIsEngaged ) ? wf_groupEngages
		   : ( flags & wf_groupIsThere )   ? wf_groupHolds
										   : wf_groupTravels;
}

wfGroupState wfCrowd_GetGroup( const wfCrowd* crowd, wfGroupId id )
{
	const wfGroup* group = crowd != NULL ? wfGetGroup( crowd, id ) : NULL;
	if ( group == NULL )
	{
		return ( wfGroupState ){ 0 };
	}
	const wfGroupNow* now = &group->now;
	const wfGroupTask* task = wfTaskOf( group );
	bool isPlaced = ( now->flags & wf_groupIsPlaced ) != 0;
	wfPlace anchor = { now->x, now->y, now->triangle };
	return ( wfGroupState ){ .id = id,
							 .mode = modeOf( group ),
							 .order = task != NULL ? (wfGroupOrderKind)task->kind : wf_holdOrder,
							 .orderNumber = task != NULL ? task->number : group->lastOrder,
							 .ordersWaiting = group->tasks.count > 0 ? group->tasks.count - 1 : 0,
							 .memberCount = group->members.count,
							 .anchor = isPlaced ? wfGround_GetPosition( &crowd->ground, anchor ) : ( wfVec3 ){ 0.0, 0.0, 0.0 },
							 .heading = isPlaced ? wfGround_IntoSpace( &crowd->ground, now->triangle, now->frontX, now->frontY )
												 : ( wfVec3 ){ 0.0, 0.0, 0.0 },
							 .speed = now->speed,
							 .error = now->error,
							 .shapeError = now->shapeError,
							 .width = wfGetSlotsWidth( group->slots.data, group->slots.count ),
							 .folded = now->width < INFINITY,
							 .stopState = (wfStopState)now->stopState,
							 .remaining = now->remaining,
							 .userData = group->userData };
}

int32_t wfCrowd_GetGroupIds( const wfCrowd* crowd, wfGroupId* ids, int32_t capacity )
{
	int32_t count = 0;
	for ( int32_t k = 0; crowd != NULL && k < crowd->groups.list.count; ++k )
	{
		if ( !crowd->groups.list.data[k].isUsed )
		{
			continue;
		}
		if ( count < capacity )
		{
			ids[count] = wfIdOfGroup( crowd, &crowd->groups.list.data[k] );
		}
		++count;
	}
	return count;
}

int32_t wfCrowd_GetGroupMembers( const wfCrowd* crowd, wfGroupId id, wfAgentId* members, int32_t capacity )
{
	const wfGroup* group = crowd != NULL ? wfGetGroup( crowd, id ) : NULL;
	int32_t count = group != NULL ? group->members.count : 0;
	for ( int32_t k = 0; k < count && k < capacity; ++k )
	{
		members[k] = wfIdOfSlot( crowd, group->members.data[k].slot );
	}
	return count;
}

int32_t wfCrowd_GetGroupSlots( const wfCrowd* crowd, wfGroupId id, wfVec3* slots, int32_t capacity )
{
	const wfGroup* group = crowd != NULL ? wfGetGroup( crowd, id ) : NULL;
	int32_t count = group != NULL && ( group->now.flags & wf_groupLeads ) ? group->places.count : 0;
	for ( int32_t k = 0; k < count && k < capacity; ++k )
	{
		const wfWayPlace* place = &group->places.data[k];
		slots[k] = wfGround_GetPosition( &crowd->ground, ( wfPlace ){ place->x, place->y, place->triangle } );
	}
	return count;
}

wfGroupId wfCrowd_GetGroupOf( const wfCrowd* crowd, wfAgentId id )
{
	const wfAgent* agent = crowd != NULL ? wfGetAgent( crowd, id ) : NULL;
	bool isMember = agent != NULL && agent->orders.group > 0;
	return isMember ? wfIdOfGroup( crowd, &crowd->groups.list.data[agent->orders.group - 1] ) : ( wfGroupId ){ 0, 0 };
}

// ------------------------------------------------------------------------------------------------------------------ events

void wfTellGroup( wfCrowd* crowd, wfGroup* group, wfGroupEventKind kind, wfGroupId other )
{
	const wfGroupTask* task = wfTaskOf( group );
	wfPlace anchor = { group->now.x, group->now.y, group->now.triangle };
	bool isPlaced = ( group->now.flags & wf_groupIsPlaced ) != 0;
	wfGroupEvent event = { .kind = kind,
						   .group = wfIdOfGroup( crowd, group ),
						   .other = other,
						   .orderNumber = task != NULL ? task->number : group->lastOrder,
						   .time = crowd->time,
						   .position = isPlaced ? wfGround_GetPosition( &crowd->ground, anchor ) : ( wfVec3 ){ 0.0, 0.0, 0.0 } };
	WF_ASSERT( wfArray_Push( &crowd->groups.events, event ) == wf_ok );
}

int32_t wfCrowd_GetGroupEvents( const wfCrowd* crowd, const wfGroupEvent** events )
{
	if ( WF_FAILS( crowd != NULL && events != NULL ) )
	{
		return 0;
	}
	*events = crowd->groups.events.data;
	return crowd->groups.events.count;
}
