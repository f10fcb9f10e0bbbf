// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The state of a crowd on a surface as bytes: a head, then agents, free slots, stops, layers and targets.
#include "crowd/checkpoint.h"
#include "crowd/mesh_ground.h"

#include <string.h>

#define WF_SURFACE_MAGIC 0x46535746u // "FWSF"
#define WF_SURFACE_VERSION 1u

typedef struct wfSurfaceHead
{
	uint32_t magic, version;
	uint64_t fingerprint, hash; // hash: of all bytes behind the head
	uint64_t trail, startAgents;
	int64_t tickCount, arrivedCount;
	int32_t slotCount, agentCount, freeCount, stopUsed, layerCount, targetCount;
	uint32_t lastSerial;
	int32_t padding;
} wfSurfaceHead;

typedef struct wfSavedTarget
{
	int32_t layer, goal;
} wfSavedTarget;

// Of the mesh and of all that was added before the first step.
static wfResult fingerprint( const wfCrowd* crowd, uint64_t* result )
{
	const wfMesh* mesh = crowd->surface->mesh;
	uint64_t hash;
	wfResult made = wfGetFingerprint( crowd, &hash );
	hash = wfHash( hash, mesh->vertices, (size_t)mesh->vertexCount * sizeof( wfVec3 ) );
	hash = wfHash( hash, mesh->triangles, 3 * (size_t)mesh->triangleCount * sizeof( int32_t ) );
	hash = wfHash( hash, crowd->surface->mask->vertexBlocked, (size_t)mesh->vertexCount );
	hash = wfHash( hash, crowd->surface->mask->triangleBlocked, (size_t)mesh->triangleCount );
	int32_t limits = (int32_t)crowd->groundDef.boundary;
	hash = wfHash( hash, &limits, sizeof( limits ) );
	for ( int32_t k = 0; k < crowd->surface->goalCount; ++k )
	{
		const wfSurfaceGoal* goal = &crowd->surface->goals[k];
		double numbers[4] = { (double)goal->kind, goal->place.u, goal->place.v, goal->reach };
		hash = wfHash( hash, numbers, sizeof( numbers ) );
		hash = wfHash( hash, &goal->place.triangle, sizeof( goal->place.triangle ) );
		hash = goal->vertexCount > 0 ? wfHash( hash, goal->vertices, (size_t)goal->vertexCount * sizeof( int32_t ) ) : hash;
	}
	*result = hash;
	return made;
}

typedef struct wfBytes
{
	uint8_t* data; // null: counted only
	size_t size, capacity;
} wfBytes;

static void put( wfBytes* bytes, const void* data, size_t size )
{
	if ( size > 0 && bytes->data != NULL && bytes->size + size <= bytes->capacity )
	{
		memcpy( bytes->data + bytes->size, data, size );
	}
	bytes->size += size;
}

size_t wfSaveOnMesh( const wfCrowd* crowd, void* buffer, size_t capacity )
{
	if ( WF_FAILS( crowd != NULL ) )
	{
		return 0;
	}
	wfSurfaceHead head;
	memset( &head, 0, sizeof( head ) );
	head.magic = WF_SURFACE_MAGIC;
	head.version = WF_SURFACE_VERSION;
	if ( fingerprint( crowd, &head.fingerprint ) != wf_ok )
	{
		return 0;
	}
	head.trail = crowd->trail;
	head.startAgents = crowd->population.startAgents;
	head.tickCount = crowd->tickCount;
	head.arrivedCount = crowd->population.arrivedCount;
	head.slotCount = crowd->population.slotCount;
	head.agentCount = crowd->population.agentCount;
	head.freeCount = crowd->population.freeSlots.count;
	head.stopUsed = crowd->population.stops.count;
	head.layerCount = crowd->surface->layerCount;
	head.targetCount = crowd->surface->targetCount;
	head.lastSerial = crowd->population.lastSerial;
	wfBytes bytes = { buffer, sizeof( head ), capacity };
	put( &bytes, crowd->population.agents, (size_t)crowd->population.slotCount * sizeof( wfAgent ) );
	put( &bytes, crowd->population.freeSlots.data, (size_t)crowd->population.freeSlots.count * sizeof( int32_t ) );
	put( &bytes, crowd->population.stops.data, (size_t)crowd->population.stops.count * sizeof( wfStop ) );
	for ( int32_t k = 0; k < crowd->surface->layerCount; ++k )
	{
		put( &bytes, &crowd->surface->layers[k].radius, sizeof( double ) );
	}
	for ( int32_t k = 0; k < crowd->surface->targetCount; ++k )
	{
		wfSavedTarget target = { crowd->surface->targets[k].layer, crowd->surface->targets[k].goal };
		put( &bytes, &target, sizeof( target ) );
	}
	if ( buffer != NULL && bytes.size <= capacity )
	{
		head.hash = wfHash( WF_HASH_START, (const uint8_t*)buffer + sizeof( head ), bytes.size - sizeof( head ) );
		memcpy( buffer, &head, sizeof( head ) );
	}
	return bytes.size;
}

// ---------------------------------------------------------------------------------------------------------------- restore

typedef struct wfSavedParts
{
	wfSurfaceHead head;
	const uint8_t *agents, *freeSlots, *stops, *layers, *targets;
} wfSavedParts;

static wfResult findParts( const uint8_t* data, size_t size, wfSavedParts* parts, wfError* error )
{
	if ( size < sizeof( wfSurfaceHead ) )
	{
		return wfFail( error, wf_badFormat, "this is no saved state of a crowd on a surface: it has %zu bytes", size );
	}
	memcpy( &parts->head, data, sizeof( wfSurfaceHead ) );
	const wfSurfaceHead* head = &parts->head;
	if ( head->magic != WF_SURFACE_MAGIC || head->version != WF_SURFACE_VERSION )
	{
		return wfFail( error, wf_badFormat, "this is no saved state of a crowd on a surface, or of another version" );
	}
	bool counts = head->slotCount >= 0 && head->agentCount >= 0 && head->freeCount >= 0 && head->stopUsed >= 0 &&
				  head->layerCount >= 0 && head->targetCount >= 0 &&
				  head->agentCount + (int64_t)head->freeCount == head->slotCount;
	const uint64_t sizes[5] = { (uint64_t)head->slotCount * sizeof( wfAgent ), (uint64_t)head->freeCount * sizeof( int32_t ),
								(uint64_t)head->stopUsed * sizeof( wfStop ), (uint64_t)head->layerCount * sizeof( double ),
								(uint64_t)head->targetCount * sizeof( wfSavedTarget ) };
	uint64_t total = sizeof( wfSurfaceHead );
	const uint8_t** starts[5] = { &parts->agents, &parts->freeSlots, &parts->stops, &parts->layers, &parts->targets };
	for ( int32_t k = 0; k < 5 && counts; ++k )
	{
		*starts[k] = data + total;
		total += sizes[k];
		counts = total <= size;
	}
	if ( !counts || total != size ||
		 wfHash( WF_HASH_START, data + sizeof( wfSurfaceHead ), size - sizeof( wfSurfaceHead ) ) != head->hash )
	{
		return wfFail( error, wf_badFormat, "the saved state is damaged" );
	}
	return wf_ok;
}

// A place a little beside its triangle is rounding; farther away it would lie outside of all patches.
static bool isPlaceSound( const wfMesh* mesh, int32_t triangle, double x, double y )
{
	if ( triangle < 0 || triangle >= mesh->triangleCount )
	{
		return false;
	}
	wfSurfacePoint point = wfPointOfFlat( mesh, triangle, ( wfFlat ){ x, y } );
	return point.u >= -1e-3 && point.v >= -1e-3 && point.u + point.v <= 1.001;
}

static bool isAgentSound( const wfCrowd* crowd, const wfSavedParts* parts, const wfAgent* agent )
{
	bool stops = agent->stopFirst >= 0 && agent->stopCapacity >= 0 &&
				 (int64_t)agent->stopFirst + agent->stopCapacity <= parts->head.stopUsed;
	if ( !( agent->flags & wf_agentUsed ) )
	{
		return stops;
	}
	stops = stops && agent->stopCount >= 0 && agent->stopCount <= agent->stopCapacity && agent->stop >= 0 &&
			agent->stop <= agent->stopCount;
	bool ids = agent->style >= 1 && agent->style <= crowd->styles.count && agent->behavior >= 0 &&
			   agent->behavior <= crowd->styles.behaviors.count && agent->onSight >= 0 &&
			   agent->onSight <= crowd->styles.behaviors.count;
	bool fields = agent->target >= -1 && agent->target < parts->head.targetCount && agent->layer >= -1 &&
				  agent->layer < parts->head.layerCount && ( agent->layer >= 0 || ( agent->flags & wf_agentNew ) != 0 );
	bool rest = agent->passage == 0 && agent->roomLevel >= 0 && agent->roomLevel <= WF_PRESSING && agent->atEnd >= 0 &&
				agent->atEnd <= wf_repeatAtEnd && agent->asideCount >= 0 && agent->asideCount < 1000000000 &&
				agent->generation > 0;
	return stops && ids && fields && rest && wfAreNumbersSound( agent ) &&
		   isPlaceSound( crowd->surface->mesh, agent->triangle, agent->x, agent->y ) &&
		   isPlaceSound( crowd->surface->mesh, agent->homeTriangle, agent->homeX, agent->homeY );
}

static wfResult checkParts( const wfCrowd* crowd, const wfSavedParts* parts, wfError* error )
{
	int32_t used = 0;
	bool sound = true;
	for ( int32_t slot = 0; slot < parts->head.slotCount; ++slot )
	{
		wfAgent agent;
		memcpy( &agent, parts->agents + (size_t)slot * sizeof( agent ), sizeof( agent ) );
		sound = sound && isAgentSound( crowd, parts, &agent );
		used += ( agent.flags & wf_agentUsed ) ? 1 : 0;
	}
	for ( int32_t k = 0; k < parts->head.freeCount && sound; ++k )
	{
		int32_t slot;
		wfAgent agent;
		memcpy( &slot, parts->freeSlots + (size_t)k * sizeof( slot ), sizeof( slot ) );
		sound = slot >= 0 && slot < parts->head.slotCount;
		if ( sound )
		{
			memcpy( &agent, parts->agents + (size_t)slot * sizeof( agent ), sizeof( agent ) );
			sound = !( agent.flags & wf_agentUsed );
		}
	}
	for ( int32_t k = 0; k < parts->head.stopUsed && sound; ++k )
	{
		wfStop stop;
		memcpy( &stop, parts->stops + (size_t)k * sizeof( stop ), sizeof( stop ) );
		sound = stop.kind == wf_goalStop && stop.goal.index1 >= 1 && stop.goal.index1 <= (uint32_t)crowd->surface->goalCount;
	}
	return sound && used == parts->head.agentCount ? wf_ok : wfFail( error, wf_badFormat, "the saved state is damaged" );
}

// Fields in the order they had: agents know them by number.
static wfResult restoreTargets( wfCrowd* crowd, const wfSavedParts* parts, wfError* error )
{
	wfResult result = wf_ok;
	bool same = true;
	for ( int32_t k = 0; k < parts->head.layerCount && result == wf_ok && same; ++k )
	{
		double radius;
		int32_t index = -1;
		memcpy( &radius, parts->layers + (size_t)k * sizeof( radius ), sizeof( radius ) );
		same = radius >= 0.0 && radius < 1e6;
		result = same ? wfFindSurfaceLayer( crowd, radius, &index, error ) : wf_ok;
		same = same && ( result != wf_ok || index == k );
	}
	for ( int32_t k = 0; k < parts->head.targetCount && result == wf_ok && same; ++k )
	{
		wfSavedTarget target;
		int32_t index = -1;
		memcpy( &target, parts->targets + (size_t)k * sizeof( target ), sizeof( target ) );
		same = target.layer >= 0 && target.layer < crowd->surface->layerCount && target.goal >= 0 &&
			   target.goal < crowd->surface->goalCount;
		result = same ? wfFindSurfaceTarget( crowd, target.layer, target.goal, &index, error ) : wf_ok;
		same = same && ( result != wf_ok || index == k );
	}
	return result != wf_ok || same ? result : wfFail( error, wf_badFormat, "the saved state is of another crowd" );
}

// Of nothing there may be no array.
static void take( void* items, const uint8_t* bytes, size_t size )
{
	if ( size > 0 )
	{
		memcpy( items, bytes, size );
	}
}

wfResult wfRestoreOnMesh( wfCrowd* crowd, const void* data, size_t size, wfError* error )
{
	if ( WF_FAILS( crowd != NULL && data != NULL ) )
	{
		return wf_invalidDef;
	}
	wfSavedParts parts = { 0 };
	uint64_t mine = 0;
	wfResult result = findParts( data, size, &parts, error );
	if ( result != wf_ok )
	{
		return result;
	}
	const wfSurfaceHead* head = &parts.head;
	// What was added before the first step is part of what is compared: put the saved one's in its place.
	uint64_t startAgents = crowd->population.startAgents;
	result = fingerprint( crowd, &mine );
	if ( result == wf_ok && ( mine != head->fingerprint || startAgents != head->startAgents ) )
	{
		return wfFail( error, wf_badFormat, "the saved state is of another crowd" );
	}
	result = result == wf_ok ? checkParts( crowd, &parts, error ) : result;
	result = result == wf_ok ? restoreTargets( crowd, &parts, error ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	size_t slots = (size_t)head->slotCount, stops = (size_t)head->stopUsed;
	result = wfGrowArray( &crowd->population.agents, &crowd->population.agentCapacity, slots, sizeof( wfAgent ) );
	result = result == wf_ok ? wfArray_Reserve( &crowd->population.freeSlots, slots ) : result;
	result = result == wf_ok ? wfArray_Reserve( &crowd->population.stops, stops ) : result;
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for the saved state" );
	}
	take( crowd->population.agents, parts.agents, slots * sizeof( wfAgent ) );
	take( crowd->population.freeSlots.data, parts.freeSlots, (size_t)head->freeCount * sizeof( int32_t ) );
	take( crowd->population.stops.data, parts.stops, stops * sizeof( wfStop ) );
	crowd->population.slotCount = head->slotCount;
	crowd->population.agentCount = head->agentCount;
	crowd->population.freeSlots.count = head->freeCount;
	crowd->population.stops.count = head->stopUsed;
	crowd->population.lastSerial = head->lastSerial;
	crowd->trail = head->trail;
	crowd->tickCount = head->tickCount;
	crowd->time = (double)head->tickCount * crowd->def.stepSeconds;
	crowd->population.arrivedCount = head->arrivedCount;
	crowd->population.events.count = 0;
	crowd->prepared = false;
	return wf_ok;
}
