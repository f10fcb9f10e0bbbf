// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The state of a crowd as bytes, and back. Grids and fields are not saved: they follow from the world, the list of layers and
// targets in their order, and the marks of standing agents, and come out the same to the bit.
#include "crowd/checkpoint.h"
#include "crowd/locomotion.h"

#include <string.h>

#define WF_CHECKPOINT_MAGIC 0x31544B4343465757ull
#define WF_CHECKPOINT_VERSION 3u

typedef struct wfCheckpointHeader
{
	uint64_t magic;
	uint32_t version;
	uint32_t agentSize; // of wfAgent: states of other versions of the library
	uint64_t fingerprint;
	uint64_t size;	  // of all
	uint64_t content; // hash of what follows
} wfCheckpointHeader;

typedef struct wfSavedCrowd
{
	int64_t tickCount, arrivedCount, nextMarkTick;
	uint64_t trail;
	double passageRadius;
	uint32_t lastSerial;
	int32_t slotCount, agentCount, freeCount, stopUsed, layerCount, targetCount, markCount, passageCount;
	int32_t queueCount, sourceCount;
	int32_t edited; // 1: the world was, since the last tick; 2: something else was, and is checked before the next one
} wfSavedCrowd;

typedef struct wfSavedPassage
{
	wfPassage shape;
	double halfLength, since, lastInside;
	int32_t holder, flags; // 1: closing, 2: takes turns, 4: single file
} wfSavedPassage;

typedef struct wfSavedQueue
{
	double servedUntil;
	int32_t count, serving;
} wfSavedQueue;

typedef struct wfSavedSource
{
	double nextTime;
	int64_t sent, drawn;
} wfSavedSource;

_Static_assert( sizeof( wfSavedCrowd ) == 88 && sizeof( wfSavedPassage ) == 72 && sizeof( wfSavedQueue ) == 16 &&
					sizeof( wfSavedSource ) == 24,
				"what is saved must have no gaps" );

// ---------------------------------------------------------------------------------------------------------------- saving

static void putPassages( wfStateWriter* writer, const wfCrowd* crowd )
{
	for ( int32_t k = 0; k < crowd->passages.count; ++k )
	{
		const wfPassageState* passage = &crowd->passages.list[k];
		wfSavedPassage saved = {
			passage->shape,	 passage->halfLength,
			passage->since,	 passage->lastInside,
			passage->holder, ( passage->closing ? 1 : 0 ) | ( passage->takesTurns ? 2 : 0 ) | ( passage->singleFile ? 4 : 0 ) };
		wfPutBytes( writer, &saved, sizeof( saved ) );
	}
}

static void putPopulation( wfStateWriter* writer, const wfCrowd* crowd )
{
	for ( int32_t k = 0; k < crowd->facilities.queues.count; ++k )
	{
		const wfQueue* queue = &crowd->facilities.queues.data[k];
		wfSavedQueue saved = { queue->servedUntil, queue->count, queue->serving };
		wfPutBytes( writer, &saved, sizeof( saved ) );
		wfPutBytes( writer, queue->places, (size_t)queue->count * sizeof( int32_t ) );
	}
	for ( int32_t k = 0; k < crowd->facilities.sources.count; ++k )
	{
		const wfSource* source = &crowd->facilities.sources.data[k];
		wfSavedSource saved = { source->nextTime, source->sent, source->drawn };
		wfPutBytes( writer, &saved, sizeof( saved ) );
	}
}

size_t wfCrowd_Save( const wfCrowd* crowd, void* buffer, size_t capacity )
{
	if ( WF_FAILS( crowd != NULL && ( buffer != NULL || capacity == 0 ) ) )
	{
		return 0;
	}
	wfCheckpointHeader header = {
		.magic = WF_CHECKPOINT_MAGIC, .version = WF_CHECKPOINT_VERSION, .agentSize = (uint32_t)sizeof( wfAgent ) };
	if ( wfGetFingerprint( crowd, &header.fingerprint ) != wf_ok )
	{
		return 0;
	}
	wfSavedCrowd saved = { .tickCount = crowd->tickCount,
						   .trail = crowd->trail,
						   .arrivedCount = crowd->population.arrivedCount,
						   .nextMarkTick = crowd->nextMarkTick,
						   .passageRadius = crowd->passages.radius,
						   .lastSerial = crowd->population.lastSerial,
						   .slotCount = crowd->population.slotCount,
						   .agentCount = crowd->population.agentCount,
						   .freeCount = crowd->population.freeSlots.count,
						   .stopUsed = crowd->population.stops.count,
						   .layerCount = crowd->ground.routes.layers.count,
						   .targetCount = crowd->ground.routes.targets.count,
						   .markCount = crowd->ground.routes.marks.count,
						   .passageCount = crowd->passages.count,
						   .queueCount = crowd->facilities.queues.count,
						   .sourceCount = crowd->facilities.sources.count,
						   .edited = ( wfGround_GetRevision( &crowd->ground ) != crowd->ground.routes.worldRevision ? 1 : 0 ) |
									 ( ( crowd->prepared || crowd->passages.kept ) && !crowd->ground.hasNewGrid ? 0 : 2 ) };
	wfStateWriter writer = { buffer, capacity, 0 };
	wfPutBytes( &writer, &header, sizeof( header ) );
	wfPutBytes( &writer, &saved, sizeof( saved ) );
	wfPutBytes( &writer, crowd->population.agents, (size_t)crowd->population.slotCount * sizeof( wfAgent ) );
	wfPutBytes( &writer, crowd->population.freeSlots.data, (size_t)crowd->population.freeSlots.count * sizeof( int32_t ) );
	wfPutBytes( &writer, crowd->population.stops.data, (size_t)crowd->population.stops.count * sizeof( wfStop ) );
	wfPutBytes( &writer, crowd->ground.routes.marks.data, (size_t)crowd->ground.routes.marks.count * sizeof( wfCostMark ) );
	wfGround_SaveRoutes( &crowd->ground, &writer );
	putPassages( &writer, crowd );
	putPopulation( &writer, crowd );
	wfSaveWalkers( &writer, crowd );
	if ( writer.size <= capacity )
	{
		uint8_t* bytes = buffer;
		header.size = writer.size;
		header.content = wfHash( WF_HASH_START, bytes + sizeof( header ), writer.size - sizeof( header ) );
		memcpy( bytes, &header, sizeof( header ) );
	}
	return writer.size;
}

// --------------------------------------------------------------------------------------------------------------- reading

// An array of its own for `count` items, which must be there: damaged counts ask for no memory.
static wfResult getArray( wfStateReader* reader, void* array, size_t* capacity, int32_t count, size_t size )
{
	if ( reader->failed || count < 0 || (size_t)count > reader->left / size )
	{
		reader->failed = true;
		return wf_badFormat;
	}
	wfResult result = wfGrowArray( array, capacity, (size_t)count, size );
	void* items;
	memcpy( &items, array, sizeof( items ) );
	if ( result == wf_ok )
	{
		wfGetBytes( reader, items, (size_t)count * size );
	}
	return result;
}

static wfResult readHeader( const wfCrowd* crowd, const void* data, size_t size, wfError* error )
{
	wfCheckpointHeader header;
	if ( size < sizeof( header ) )
	{
		return wfFail( error, wf_badFormat, "a checkpoint has at least %zu bytes, these are %zu", sizeof( header ), size );
	}
	memcpy( &header, data, sizeof( header ) );
	if ( header.magic != WF_CHECKPOINT_MAGIC )
	{
		return wfFail( error, wf_badFormat, "these bytes are no checkpoint" );
	}
	if ( header.version != WF_CHECKPOINT_VERSION || header.agentSize != sizeof( wfAgent ) )
	{
		return wfFail( error, wf_badFormat, "the checkpoint is of another version of the library (%u, expected %u)",
					   header.version, WF_CHECKPOINT_VERSION );
	}
	const uint8_t* content = (const uint8_t*)data + sizeof( header );
	if ( header.size != size || header.content != wfHash( WF_HASH_START, content, size - sizeof( header ) ) )
	{
		return wfFail( error, wf_badFormat, "the checkpoint is damaged" );
	}
	uint64_t fingerprint;
	if ( wfGetFingerprint( crowd, &fingerprint ) != wf_ok )
	{
		return wfFail( error, wf_outOfMemory, "not enough memory to restore a crowd" );
	}
	return header.fingerprint == fingerprint
			   ? wf_ok
			   : wfFail( error, wf_badFormat,
						 "the checkpoint is of another crowd: its world, settings, additions or agents differ" );
}

static wfResult readPassages( wfStateReader* reader, wfCrowd* next, const wfSavedCrowd* saved )
{
	if ( saved->passageCount < 0 || (size_t)saved->passageCount > reader->left / sizeof( wfSavedPassage ) )
	{
		return wf_badFormat;
	}
	wfResult result =
		wfGrowArray( &next->passages.list, &next->passages.capacity, (size_t)saved->passageCount, sizeof( wfPassageState ) );
	for ( int32_t k = 0; k < saved->passageCount && result == wf_ok; ++k )
	{
		wfSavedPassage passage = { 0 };
		wfGetBytes( reader, &passage, sizeof( passage ) );
		bool sound = fabs( passage.shape.center.x ) <= 1e9 && fabs( passage.shape.center.y ) <= 1e9 &&
					 fabs( passage.shape.along.x ) <= 2.0 && fabs( passage.shape.along.y ) <= 2.0 &&
					 fabs( passage.shape.width ) <= 1e9 && fabs( passage.halfLength ) <= 1e6 && passage.holder >= -1 &&
					 passage.holder <= 1 && passage.flags >= 0 && passage.flags <= 7;
		if ( reader->failed || !sound )
		{
			return wf_badFormat;
		}
		next->passages.list[next->passages.count++] = ( wfPassageState ){ .shape = passage.shape,
																		  .halfLength = passage.halfLength,
																		  .holder = passage.holder,
																		  .since = passage.since,
																		  .lastInside = passage.lastInside,
																		  .takesTurns = ( passage.flags & 2 ) != 0,
																		  .singleFile = ( passage.flags & 4 ) != 0,
																		  .closing = ( passage.flags & 1 ) != 0 };
	}
	next->passages.radius = saved->passageRadius;
	next->passages.revision = next->ground.routes.worldRevision;
	return result;
}

static wfResult readPopulation( wfStateReader* reader, wfCrowd* next )
{
	for ( int32_t k = 0; k < next->facilities.queues.count; ++k )
	{
		wfSavedQueue saved = { 0 };
		wfGetBytes( reader, &saved, sizeof( saved ) );
		wfQueue* queue = &next->facilities.queues.data[k];
		wfResult result =
			getArray( reader, &queue->places, &queue->placeCapacity, reader->failed ? -1 : saved.count, sizeof( int32_t ) );
		if ( result != wf_ok )
		{
			return result;
		}
		queue->count = saved.count;
		queue->serving = saved.serving != 0;
		queue->servedUntil = saved.servedUntil;
		queue->checked = queue->checked || next->tickCount > 0;
	}
	for ( int32_t k = 0; k < next->facilities.sources.count; ++k )
	{
		wfSavedSource saved = { 0 };
		wfGetBytes( reader, &saved, sizeof( saved ) );
		wfSource* source = &next->facilities.sources.data[k];
		bool fits = !reader->failed && saved.nextTime >= 0.0 && saved.nextTime <= 1e18 && saved.sent >= 0 &&
					saved.sent <= saved.drawn && ( source->def.count == 0 || saved.drawn <= source->def.count );
		// Whoever was due by the last tick has come, unless the source is exhausted.
		bool over = ( source->def.count > 0 && saved.drawn >= source->def.count ) ||
					( source->def.until > 0.0 && saved.nextTime >= source->def.until );
		if ( !fits || ( !over && saved.nextTime < next->time - 2.0 * next->def.tickSeconds ) )
		{
			return wf_badFormat;
		}
		source->nextTime = saved.nextTime;
		source->sent = saved.sent;
		source->drawn = saved.drawn;
		source->checked = source->checked || next->tickCount > 0;
	}
	return wf_ok;
}

static bool areMarksSound( const wfCrowd* crowd )
{
	for ( int32_t k = 0; k < crowd->ground.routes.marks.count; ++k )
	{
		const wfCostMark* mark = &crowd->ground.routes.marks.data[k];
		bool sound = fabs( mark->x ) <= 1e9 && fabs( mark->y ) <= 1e9 && mark->radius > 0.0f && mark->radius < 1e3f &&
					 mark->slot >= ( k > 0 ? crowd->ground.routes.marks.data[k - 1].slot + 1 : 0 ) &&
					 mark->slot < crowd->population.slotCount;
		if ( !sound )
		{
			return false;
		}
	}
	return true;
}

// Everything into a crowd that shares with the old one only what a checkpoint does not touch.
static wfResult readAll( wfStateReader* reader, wfCrowd* next, wfError* error )
{
	wfSavedCrowd saved = { 0 };
	wfGetBytes( reader, &saved, sizeof( saved ) );
	bool counts = !reader->failed && saved.slotCount >= 0 && saved.agentCount >= 0 && saved.freeCount >= 0 &&
				  saved.freeCount <= saved.slotCount && saved.tickCount >= 0 && saved.tickCount < ( 1ll << 52 ) &&
				  saved.queueCount == next->facilities.queues.count && saved.sourceCount == next->facilities.sources.count;
	if ( !counts )
	{
		return wf_badFormat;
	}
	wfResult result =
		getArray( reader, &next->population.agents, &next->population.agentCapacity, saved.slotCount, sizeof( wfAgent ) );
	// As many as there are slots may become free.
	result = result == wf_ok ? wfArray_Reserve( &next->population.freeSlots, (size_t)saved.slotCount ) : result;
	result = result == wf_ok ? getArray( reader, &next->population.freeSlots.data, &next->population.freeSlots.capacity,
										 saved.freeCount, sizeof( int32_t ) )
							 : result;
	result = result == wf_ok ? getArray( reader, &next->population.stops.data, &next->population.stops.capacity, saved.stopUsed,
										 sizeof( wfStop ) )
							 : result;
	result = result == wf_ok ? getArray( reader, &next->ground.routes.marks.data, &next->ground.routes.marks.capacity,
										 saved.markCount, sizeof( wfCostMark ) )
							 : result;
	if ( result != wf_ok || reader->failed )
	{
		return result != wf_ok ? result : wf_badFormat;
	}
	next->tickCount = saved.tickCount;
	next->trail = saved.trail;
	next->time = (double)saved.tickCount * next->def.tickSeconds;
	next->population.arrivedCount = saved.arrivedCount;
	next->nextMarkTick = saved.nextMarkTick;
	next->population.lastSerial = saved.lastSerial;
	next->population.slotCount = saved.slotCount;
	next->population.agentCount = saved.agentCount;
	next->population.freeSlots.count = saved.freeCount;
	next->population.stops.count = saved.stopUsed;
	next->ground.routes.marks.count = saved.markCount;
	// What lies behind the slots in use is zero, as it is in a crowd that grew.
	if ( next->population.agentCapacity > (size_t)saved.slotCount )
	{
		memset( next->population.agents + saved.slotCount, 0,
				( next->population.agentCapacity - (size_t)saved.slotCount ) * sizeof( wfAgent ) );
	}
	if ( !areMarksSound( next ) )
	{
		return wf_badFormat;
	}
	result = wfGround_RestoreRoutes( &next->ground, reader, saved.layerCount, saved.targetCount, error );
	result = result == wf_ok ? readPassages( reader, next, &saved ) : result;
	result = result == wf_ok ? readPopulation( reader, next ) : result;
	result = result == wf_ok ? wfRestoreWalkers( reader, next ) : result;
	next->ground.hasNewGrid = false;
	next->passages.kept = ( saved.edited & 2 ) == 0;
	if ( saved.edited & 1 )
	{
		// The next tick follows the edit as that of the crowd saved would have: ways are looked for again, and passages.
		next->ground.routes.worldRevision -= 1;
		next->passages.revision = next->ground.routes.worldRevision;
	}
	return result == wf_ok && ( reader->failed || reader->left > 0 ) ? wf_badFormat : result;
}

// --------------------------------------------------------------------------------------------------------------- restoring

// What a checkpoint fills is taken away from `next`; the lists of queues and sources are copied, for they are changed in place.
static wfResult beginNext( wfCrowd* next, const wfCrowd* crowd )
{
	*next = *crowd;
	next->population = ( wfPopulation ){
		.startAgents = crowd->population.startAgents, .undo = crowd->population.undo, .events = crowd->population.events };
	next->ground.routes = ( wfRoutes ){ .worldRevision = wfGround_GetRevision( &crowd->ground ) };
	next->passages = ( wfPassages ){ 0 };
	wfFacilities* facilities = &next->facilities;
	memset( &facilities->queues, 0, sizeof( facilities->queues ) );
	memset( &facilities->sources, 0, sizeof( facilities->sources ) );
	wfResult result = wfShareWalk( next, crowd );
	const wfFacilities* old = &crowd->facilities;
	result = result == wf_ok ? wfArray_Append( &facilities->queues, old->queues.data, old->queues.count ) : result;
	for ( int32_t k = 0; k < facilities->queues.count; ++k )
	{
		wfQueue* queue = &facilities->queues.data[k];
		queue->places = NULL;
		queue->placeCapacity = 0;
		queue->count = 0;
	}
	return result == wf_ok ? wfArray_Append( &facilities->sources, old->sources.data, old->sources.count ) : result;
}

// Release what beginNext and readAll gave a crowd; lines, regions and stops of the defs are shared and stay.
static void releaseState( wfCrowd* crowd )
{
	wfGround_FreeRoutes( &crowd->ground );
	wfReleaseArray( crowd->population.agents, crowd->population.agentCapacity, sizeof( wfAgent ) );
	wfArray_Free( &crowd->population.freeSlots );
	wfArray_Free( &crowd->population.stops );
	wfReleaseArray( crowd->passages.list, crowd->passages.capacity, sizeof( wfPassageState ) );
	for ( int32_t k = 0; k < crowd->facilities.queues.count; ++k )
	{
		wfQueue* queue = &crowd->facilities.queues.data[k];
		wfReleaseArray( queue->places, queue->placeCapacity, sizeof( int32_t ) );
	}
	wfArray_Free( &crowd->facilities.queues );
	wfArray_Free( &crowd->facilities.sources );
	wfUnshareWalk( crowd );
}

wfResult wfCrowd_Restore( wfCrowd* crowd, const void* data, size_t size, wfError* error )
{
	if ( WF_FAILS( crowd != NULL && ( data != NULL || size == 0 ) ) )
	{
		return wf_invalidDef;
	}
	wfResult result = readHeader( crowd, data, size, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfCrowd* next = wfAllocate( sizeof( wfCrowd ) );
	if ( next == NULL )
	{
		return wfFail( error, wf_outOfMemory, "not enough memory to restore a crowd" );
	}
	wfStateReader reader = { (const uint8_t*)data + sizeof( wfCheckpointHeader ), size - sizeof( wfCheckpointHeader ), false };
	const char* what = "content";
	result = beginNext( next, crowd );
	result = result == wf_ok ? readAll( &reader, next, error ) : result;
	result = result == wf_ok && !wfIsStateSound( next, &what ) ? wf_badFormat : result;
	if ( result == wf_ok )
	{
		next->population.events.count = 0;
		next->prepared = false; // room for the ticks to come is made by the next one
		releaseState( crowd );
		*crowd = *next;
	}
	else
	{
		releaseState( next );
		result = result == wf_outOfMemory ? wfFail( error, result, "not enough memory to restore a crowd" )
				 : result == wf_badFormat ? wfFail( error, result, "the %s of the checkpoint do not fit together", what )
										  : result;
	}
	wfRelease( next, sizeof( wfCrowd ) );
	return result;
}
