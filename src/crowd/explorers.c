// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Life of explorers: members join and leave, what they look for and know is changed.
#include "crowd/defs.h"
#include "crowd/group_parts.h"
#include "world/grid.h"
#include "world/world.h"

wfExplorersDef wfDefaultExplorersDef( void )
{
	wfExplorersDef def = {
		.exploration = wfDefaultExplorationDef(), .sight = wfDefaultExplorerDef(), .internalCookie = WF_COOKIE };
	def.exploration.cellSize = def.exploration.radius = 0.0;
	return def;
}

wfSearchDef wfDefaultSearchDef( void )
{
	return ( wfSearchDef ){ .internalCookie = WF_COOKIE };
}

wfExplorers* wfGetExplorers( const wfCrowd* crowd, wfExplorersId id )
{
	bool isThere = id.index1 >= 1 && id.index1 <= (uint32_t)crowd->explorations.list.count;
	wfExplorers* explorers = isThere ? &crowd->explorations.list.data[id.index1 - 1] : NULL;
	return explorers != NULL && explorers->isUsed && explorers->generation == id.generation ? explorers : NULL;
}

static wfExplorersId idOf( const wfCrowd* crowd, const wfExplorers* explorers )
{
	return ( wfExplorersId ){ (uint32_t)( explorers - crowd->explorations.list.data ) + 1, explorers->generation };
}

void wfFreeExplorers( wfExplorers* explorers )
{
	wfDestroyExploration( explorers->exploration );
	wfDestroyGrid( explorers->walls );
	wfDestroyGrid( explorers->room );
	wfArray_Free( &explorers->list );
	wfArray_Free( &explorers->inputs );
	*explorers = ( wfExplorers ){ .generation = explorers->generation };
}

void wfFreeExplorations( wfExplorations* explorations )
{
	for ( int32_t k = 0; k < explorations->list.count; ++k )
	{
		wfFreeExplorers( &explorations->list.data[k] );
	}
	wfArray_Free( &explorations->list );
	wfArray_Free( &explorations->things );
	wfArray_Free( &explorations->ofSlot );
	explorations->used = 0;
}

// ---------------------------------------------------------------------------------------------------------------- members

static int32_t findNumber( const wfExplorers* explorers, int32_t slot )
{
	for ( int32_t k = 0; k < explorers->list.count; ++k )
	{
		if ( explorers->list.data[k].slot == slot )
		{
			return k;
		}
	}
	return -1;
}

// Who an agent explores with; null: nobody.
static wfExplorers* findExplorers( const wfCrowd* crowd, int32_t slot, int32_t* number )
{
	*number = -1;
	bool explores = wfIsExplorer( &crowd->population.agents[slot] );
	for ( int32_t k = 0; k < crowd->explorations.list.count && explores; ++k )
	{
		wfExplorers* explorers = &crowd->explorations.list.data[k];
		*number = findNumber( explorers, slot );
		if ( *number >= 0 )
		{
			return explorers;
		}
	}
	return NULL;
}

static void forget( wfCrowd* crowd, wfExplorers* explorers, int32_t number )
{
	wfExploration_RemoveExplorer( explorers->exploration, number );
	wfReleaseMember( crowd, &crowd->population.agents[explorers->list.data[number].slot] );
	explorers->list.data[number] = ( wfMemberExplorer ){ .slot = -1 };
}

void wfForgetExplorer( wfCrowd* crowd, int32_t slot )
{
	int32_t number;
	wfExplorers* explorers = findExplorers( crowd, slot, &number );
	if ( explorers != NULL )
	{
		forget( crowd, explorers, number );
	}
}

wfResult wfCheckExplorerRadius( const wfCrowd* crowd, const wfAgent* agent, double radius, wfError* error )
{
	int32_t number;
	const wfExplorers* explorers = findExplorers( crowd, wfSlotOf( crowd, agent ), &number );
	bool fits = explorers == NULL || radius <= explorers->def.exploration.radius + WF_OVERLAP_SLACK;
	return fits ? wf_ok
				: wfFail( error, wf_outOfRange, "the agent is one of explorers with a radius of %g m; expected at most that",
						  explorers->def.exploration.radius );
}

static wfResult checkMembers( const wfCrowd* crowd, const wfExplorersDef* def, double radius, wfError* error )
{
	wfResult result = wfCheckAgents( crowd, def->members, def->memberCount, error );
	for ( int32_t k = 0; k < def->memberCount && result == wf_ok; ++k )
	{
		const wfAgent* agent = wfGetAgent( crowd, def->members[k] );
		if ( (double)agent->radius > radius + WF_OVERLAP_SLACK )
		{
			return wfFail( error, wf_outOfRange, "agent %d of the list has a radius of %g m; expected at most %g", k,
						   (double)agent->radius, radius );
		}
		if ( agent->kind != def->kind )
		{
			return wfFail( error, wf_outOfRange, "agent %d of the list is of kind %d; the explorers are of kind %d", k,
						   agent->kind, def->kind );
		}
	}
	return result;
}

// The memory was reserved, and the exploration has its number.
static void join( wfCrowd* crowd, wfExplorers* explorers, int32_t slot )
{
	wfForgetMember( crowd, slot );
	wfForgetExplorer( crowd, slot );
	wfAgent* agent = &crowd->population.agents[slot];
	wfExplorersId id = idOf( crowd, explorers );
	const uint32_t key[] = { id.index1, id.generation, (uint32_t)explorers->list.count, 0xE8B10BE5u };
	wfLeadAgent( crowd, agent, (uint32_t)wfHash( WF_HASH_START, key, sizeof( key ) ) );
	agent->orders.insteadX = agent->homeX = agent->x;
	agent->orders.insteadY = agent->homeY = agent->y;
	agent->orders.insteadTriangle = agent->homeTriangle = agent->triangle;
	explorers->list.data[explorers->list.count++] =
		( wfMemberExplorer ){ (double)agent->heading, slot, agent->generation, 0, wf_exploringMode };
}

// All or nobody.
static wfResult joinAll( wfCrowd* crowd, wfExplorers* explorers, const wfAgentId* agents, int32_t count, wfError* error )
{
	size_t room = (size_t)explorers->list.count + (size_t)count;
	wfResult result = wfArray_Reserve( &explorers->list, room );
	result = result == wf_ok ? wfArray_Reserve( &explorers->inputs, room ) : result;
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for %d explorers", count );
	}
	// Numbers first: only they may fail.
	int32_t added = 0;
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		wfExplorerDef def = explorers->def.sight;
		def.userData = wfGetAgent( crowd, agents[k] )->userData;
		int32_t number = -1;
		bool isNew = findNumber( explorers, (int32_t)agents[k].index1 - 1 ) < 0;
		result = isNew ? wfExploration_AddExplorer( explorers->exploration, &def, &number, error ) : wf_ok;
		added += result == wf_ok && isNew ? 1 : 0;
	}
	for ( int32_t k = 0; k < added && result != wf_ok; ++k )
	{
		wfExploration_RemoveExplorer( explorers->exploration, explorers->list.count );
		explorers->list.data[explorers->list.count++] = ( wfMemberExplorer ){ .slot = -1 };
	}
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		int32_t slot = (int32_t)agents[k].index1 - 1;
		if ( findNumber( explorers, slot ) < 0 )
		{
			join( crowd, explorers, slot );
		}
	}
	return result;
}

// --------------------------------------------------------------------------------------------------------------- explorers

// A free place in the list, or one more, for which memory was reserved.
static wfExplorers* openExplorers( wfCrowd* crowd )
{
	wfExplorations* explorations = &crowd->explorations;
	int32_t k = 0;
	while ( k < explorations->list.count && explorations->list.data[k].isUsed )
	{
		++k;
	}
	if ( k == explorations->list.count )
	{
		explorations->list.data[explorations->list.count++] = ( wfExplorers ){ 0 };
	}
	wfExplorers* explorers = &explorations->list.data[k];
	wfFreeExplorers( explorers );
	*explorers = ( wfExplorers ){ .generation = explorers->generation + 1, .isUsed = true };
	explorations->used += 1;
	return explorers;
}

static void closeExplorers( wfCrowd* crowd, wfExplorers* explorers )
{
	for ( int32_t k = 0; k < explorers->list.count; ++k )
	{
		if ( explorers->list.data[k].slot >= 0 )
		{
			wfReleaseMember( crowd, &crowd->population.agents[explorers->list.data[k].slot] );
		}
	}
	wfFreeExplorers( explorers );
	crowd->explorations.used -= 1;
}

wfResult wfMakeSurroundings( const wfCrowd* crowd, wfExplorers* explorers, wfError* error )
{
	wfGridDef def = wfDefaultGridDef();
	def.cellSize = explorers->def.exploration.cellSize;
	def.kind = explorers->def.kind;
	def.memoryLimit = crowd->def.memoryLimit;
	def.bytesPerFreeCell = WF_EXPLORER_BYTES;
	def.workers = crowd->def.workers;
	def.radius = wfGetSightRadius( def.cellSize );
	wfResult result = wfCreateAnyGrid( crowd->ground.world, &def, &explorers->walls, error );
	def.radius = explorers->def.exploration.radius;
	return result == wf_ok ? wfCreateAnyGrid( crowd->ground.world, &def, &explorers->room, error ) : result;
}

// What the def leaves to the crowd.
static wfResult completeDef( const wfCrowd* crowd, wfExplorersDef* def, wfError* error )
{
	wfResult result = wfCheckAgents( crowd, def->members, def->memberCount, error );
	result = result == wf_ok ? wfCheckNumber( "kind", def->kind, 0.0, 31.0, error ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	double radius = def->exploration.radius;
	for ( int32_t k = 0; k < def->memberCount && !( def->exploration.radius > 0.0 ); ++k )
	{
		radius = wfMax( radius, (double)wfGetAgent( crowd, def->members[k] )->radius );
	}
	result = wfCheckNumber( "radius", radius, WF_MIN_AGENT_RADIUS, WF_MAX_AGENT_RADIUS, error );
	result = result == wf_ok ? checkMembers( crowd, def, radius, error ) : result;
	if ( result == wf_ok && def->exploration.cellSize == 0.0 )
	{
		result = wfGround_ChooseCellSize( &crowd->ground, radius, def->kind, &def->exploration.cellSize );
	}
	def->exploration.radius = radius;
	def->exploration.bounds = wfWorld_GetBounds( crowd->ground.world );
	def->exploration.workers = crowd->def.workers;
	return result;
}

// On failure it is closed by the caller.
static wfResult fillExplorers( wfCrowd* crowd, wfExplorers* explorers, const wfExplorersDef* def, wfError* error )
{
	explorers->def = *def;
	explorers->def.members = NULL;
	explorers->def.memberCount = 0;
	// The grids look at the memory limit.
	wfResult result = wfMakeSurroundings( crowd, explorers, error );
	result = result == wf_ok ? wfCreateExploration( &def->exploration, &explorers->exploration, error ) : result;
	return result == wf_ok ? joinAll( crowd, explorers, def->members, def->memberCount, error ) : result;
}

wfResult wfCrowd_CreateExplorers( wfCrowd* crowd, const wfExplorersDef* given, wfExplorersId* id, wfError* error )
{
	if ( WF_FAILS( crowd != NULL && given != NULL && given->internalCookie == WF_COOKIE && given->memberCount >= 0 &&
				   ( given->members != NULL || given->memberCount == 0 ) ) )
	{
		return wf_invalidDef;
	}
	wfExplorersDef def = *given;
	wfResult result = wfRefuseOnMesh( crowd, "explorers", error );
	result = result == wf_ok ? completeDef( crowd, &def, error ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	wfExplorations* explorations = &crowd->explorations;
	if ( wfArray_Reserve( &explorations->list, (size_t)explorations->list.count + 1 ) != wf_ok )
	{
		return wfFail( error, wf_outOfMemory, "not enough memory for explorers" );
	}
	// Members leave what they were in only when nothing can fail any more.
	wfExplorersDef empty = def;
	empty.memberCount = 0;
	wfExplorers* explorers = openExplorers( crowd );
	result = fillExplorers( crowd, explorers, &empty, error );
	result = result == wf_ok ? joinAll( crowd, explorers, def.members, def.memberCount, error ) : result;
	if ( result != wf_ok )
	{
		// As if nothing had been: a new place in the list is gone again.
		explorers->generation -= 1;
		closeExplorers( crowd, explorers );
		explorations->list.count -= explorers->generation == 0 ? 1 : 0;
		return result;
	}
	if ( id != NULL )
	{
		*id = idOf( crowd, explorers );
	}
	return wf_ok;
}

wfResult wfCrowd_DestroyExplorers( wfCrowd* crowd, wfExplorersId id )
{
	wfExplorers* explorers = crowd != NULL ? wfGetExplorers( crowd, id ) : NULL;
	if ( explorers == NULL )
	{
		return wf_notFound;
	}
	closeExplorers( crowd, explorers );
	return wf_ok;
}

bool wfCrowd_AreExplorersValid( const wfCrowd* crowd, wfExplorersId id )
{
	return crowd != NULL && wfGetExplorers( crowd, id ) != NULL;
}

// Null, with a message, if there are no such explorers.
static wfExplorers* require( const wfCrowd* crowd, wfExplorersId id, wfError* error )
{
	wfExplorers* explorers = wfGetExplorers( crowd, id );
	if ( explorers == NULL )
	{
		wfFail( error, wf_notFound, "there are no such explorers" );
	}
	return explorers;
}

wfResult wfCrowd_AddToExplorers( wfCrowd* crowd, wfExplorersId id, const wfAgentId* agents, int32_t count, wfError* error )
{
	if ( WF_FAILS( crowd != NULL && count >= 0 && ( agents != NULL || count == 0 ) ) )
	{
		return wf_invalidDef;
	}
	wfExplorers* explorers = require( crowd, id, error );
	if ( explorers == NULL )
	{
		return wf_notFound;
	}
	wfExplorersDef def = explorers->def;
	def.members = agents;
	def.memberCount = count;
	wfResult result = checkMembers( crowd, &def, def.exploration.radius, error );
	return result == wf_ok ? joinAll( crowd, explorers, agents, count, error ) : result;
}

wfResult wfCrowd_RemoveFromExplorers( wfCrowd* crowd, wfExplorersId id, const wfAgentId* agents, int32_t count, wfError* error )
{
	if ( WF_FAILS( crowd != NULL && count >= 0 && ( agents != NULL || count == 0 ) ) )
	{
		return wf_invalidDef;
	}
	wfExplorers* explorers = require( crowd, id, error );
	wfResult result = explorers != NULL ? wfCheckAgents( crowd, agents, count, error ) : wf_notFound;
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		bool isMember = findNumber( explorers, (int32_t)agents[k].index1 - 1 ) >= 0;
		result = isMember ? wf_ok : wfFail( error, wf_notFound, "agent %d of the list is none of the explorers", k );
	}
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		forget( crowd, explorers, findNumber( explorers, (int32_t)agents[k].index1 - 1 ) );
	}
	return result;
}

// ---------------------------------------------------------------------------------------------------- what they know and seek

// Who was done looks again whether it is.
static void wake( wfCrowd* crowd, wfExplorers* explorers )
{
	for ( int32_t k = 0; k < explorers->list.count; ++k )
	{
		int32_t slot = explorers->list.data[k].slot;
		if ( slot >= 0 && ( crowd->population.agents[slot].flags & wf_agentEnded ) )
		{
			crowd->population.agents[slot].flags &= ~(uint32_t)wf_agentEnded;
			wfForgetDistance( &crowd->population.agents[slot], crowd->time );
		}
	}
}

static bool isNull( wfAgentId id )
{
	return id.index1 == 0 && id.generation == 0;
}

wfResult wfCrowd_Seek( wfCrowd* crowd, wfExplorersId id, const wfSearchDef* def, wfError* error )
{
	if ( WF_FAILS( crowd != NULL && ( def == NULL || def->internalCookie == WF_COOKIE ) ) )
	{
		return wf_invalidDef;
	}
	wfExplorers* explorers = require( crowd, id, error );
	if ( explorers == NULL )
	{
		return wf_notFound;
	}
	wfSearch search = { .kind = wf_noSearch };
	wfSoughtDef sought = wfDefaultSoughtDef();
	wfResult result = wf_ok;
	if ( def != NULL && isNull( def->agent ) )
	{
		search = ( wfSearch ){ .x = def->place.x, .y = def->place.y, .kind = wf_thingSearch };
		sought.id = WF_SOUGHT_THING;
		result = wfCheckVector( "place", def->place, WF_MAX_COORDINATE, error );
	}
	else if ( def != NULL )
	{
		bool isThere = wfGetAgent( crowd, def->agent ) != NULL;
		bool isOther = isThere && findNumber( explorers, (int32_t)def->agent.index1 - 1 ) < 0;
		search = ( wfSearch ){ .agent = def->agent, .kind = wf_agentSearch };
		sought.id = wfThingOfAgent( def->agent );
		result = isOther   ? wf_ok
				 : isThere ? wfFail( error, wf_notFound, "the agent that is sought is one of the explorers" )
						   : wfFail( error, wf_notFound, "there is no such agent to look for" );
	}
	if ( def != NULL && result == wf_ok )
	{
		sought.speed = def->speed;
		sought.prior = def->prior;
		sought.findDistance = def->findDistance;
	}
	result = result == wf_ok ? wfExploration_Seek( explorers->exploration, def != NULL ? &sought : NULL, error ) : result;
	if ( result == wf_ok )
	{
		explorers->search = search;
		wake( crowd, explorers );
	}
	return result;
}

wfResult wfCrowd_SetKnowledge( wfCrowd* crowd, wfExplorersId id, int32_t map, const uint8_t* cells, wfError* error )
{
	if ( WF_FAILS( crowd != NULL && cells != NULL ) )
	{
		return wf_invalidDef;
	}
	wfExplorers* explorers = require( crowd, id, error );
	wfResult result =
		explorers != NULL ? wfExploration_SetMap( explorers->exploration, map, cells, crowd->time, error ) : wf_notFound;
	if ( result == wf_ok )
	{
		wake( crowd, explorers );
	}
	return result;
}

// ----------------------------------------------------------------------------------------------------------------- queries

const wfExploration* wfCrowd_GetExploration( const wfCrowd* crowd, wfExplorersId id )
{
	const wfExplorers* explorers = crowd != NULL ? wfGetExplorers( crowd, id ) : NULL;
	return explorers != NULL ? explorers->exploration : NULL;
}

int32_t wfCrowd_GetExplorersIds( const wfCrowd* crowd, wfExplorersId* ids, int32_t capacity )
{
	int32_t count = 0;
	for ( int32_t k = 0; crowd != NULL && k < crowd->explorations.list.count; ++k )
	{
		if ( crowd->explorations.list.data[k].isUsed && count++ < capacity )
		{
			ids[count - 1] = idOf( crowd, &crowd->explorations.list.data[k] );
		}
	}
	return count;
}

wfExplorersState wfCrowd_GetExplorers( const wfCrowd* crowd, wfExplorersId id )
{
	const wfExplorers* explorers = crowd != NULL ? wfGetExplorers( crowd, id ) : NULL;
	if ( explorers == NULL )
	{
		return ( wfExplorersState ){ 0 };
	}
	const wfSearch* search = &explorers->search;
	const wfAgent* sought = search->kind == wf_agentSearch ? wfGetAgent( crowd, search->agent ) : NULL;
	return ( wfExplorersState ){ .id = id,
								 .count = explorers->list.count,
								 .radius = explorers->def.exploration.radius,
								 .cellSize = explorers->def.exploration.cellSize,
								 .kind = explorers->def.kind,
								 .sight = explorers->def.sight,
								 .sought = search->agent,
								 .seeks = search->kind != wf_noSearch,
								 .soughtPlace =
									 sought != NULL ? wfPositionOf( crowd, sought ) : ( wfVec3 ){ search->x, search->y, 0.0 },
								 .userData = explorers->def.userData };
}

static const wfMemberExplorer* getMember( const wfCrowd* crowd, wfExplorersId id, int32_t number )
{
	const wfExplorers* explorers = crowd != NULL ? wfGetExplorers( crowd, id ) : NULL;
	bool isThere = explorers != NULL && number >= 0 && number < explorers->list.count;
	return isThere && explorers->list.data[number].slot >= 0 ? &explorers->list.data[number] : NULL;
}

wfAgentId wfCrowd_GetExplorerAgent( const wfCrowd* crowd, wfExplorersId id, int32_t explorer )
{
	const wfMemberExplorer* member = getMember( crowd, id, explorer );
	return member != NULL ? wfIdOfSlot( crowd, member->slot ) : ( wfAgentId ){ 0 };
}

wfExplorersId wfCrowd_GetExplorersOf( const wfCrowd* crowd, wfAgentId agent, int32_t* explorer )
{
	int32_t number = -1;
	bool isThere = crowd != NULL && wfGetAgent( crowd, agent ) != NULL;
	const wfExplorers* explorers = isThere ? findExplorers( crowd, (int32_t)agent.index1 - 1, &number ) : NULL;
	if ( explorer != NULL )
	{
		*explorer = number;
	}
	return explorers != NULL ? idOf( crowd, explorers ) : ( wfExplorersId ){ 0 };
}

wfVec3 wfCrowd_GetGaze( const wfCrowd* crowd, wfExplorersId id, int32_t explorer )
{
	const wfMemberExplorer* member = getMember( crowd, id, explorer );
	wfCosSin gaze = wfCosSinOf( member != NULL ? member->gaze : 0.0 );
	return member != NULL ? ( wfVec3 ){ gaze.cosine, gaze.sine, 0.0 } : ( wfVec3 ){ 0.0, 0.0, 0.0 };
}
