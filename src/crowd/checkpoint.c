// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The state of a crowd as bytes, and back. Grids and fields are not saved: they follow from the world, the list of layers and
// targets in their order, and the marks of standing agents, and come out the same to the bit.
#include "crowd/checkpoint.h"
#include "crowd/locomotion.h"
#include "crowd/orders.h"

#include <string.h>

#define WF_CHECKPOINT_MAGIC 0x31544B4343465757ull
#define WF_CHECKPOINT_VERSION 11u

typedef struct wfCheckpointHeader
{
	uint64_t magic;
	uint32_t version;
	uint32_t agentSize; // of wfAgent: states of other versions of the library
	wfFingerprint fingerprint;
	uint64_t size;	  // of all
	uint64_t content; // hash of what follows
} wfCheckpointHeader;

// A state that is written or read: one list of what it consists of serves both ways.
typedef struct wfStateStream
{
	wfStateWriter* writer; // null: reads
	wfStateReader* reader;
	wfResult result; // the first failure; what follows it is left out
	int32_t layerCount, targetCount;
	// 1: the world was, since the last tick; 2: something else was, and is checked before the next one; 4: the world was, and all
	// but the passages have followed, as when wfCrowd_Prepare found a bad order.
	int32_t edited;
} wfStateStream;

static void pass( wfStateStream* stream, void* data, size_t size )
{
	if ( stream->writer != NULL )
	{
		wfPutBytes( stream->writer, data, size );
	}
	else if ( stream->result == wf_ok )
	{
		wfGetBytes( stream->reader, data, size );
		stream->result = stream->reader->failed ? wf_badFormat : wf_ok;
	}
}

#define PASS( stream, member ) pass( stream, &( member ), sizeof( member ) )

// How many items there are, and these. Those to be read must be there: damaged counts ask for no memory.
static void passItems( wfStateStream* stream, void* array, size_t* capacity, int32_t* count, size_t size )
{
	int32_t items = *count;
	PASS( stream, items );
	if ( stream->writer == NULL && stream->result == wf_ok )
	{
		stream->result = items < 0 || (size_t)items > stream->reader->left / size
							 ? wf_badFormat
							 : wfGrowArray( array, capacity, (size_t)items, size );
	}
	if ( stream->result == wf_ok )
	{
		void* data;
		memcpy( &data, array, sizeof( data ) );
		pass( stream, data, (size_t)items * size );
		*count = items;
	}
}

#define PASS_ARRAY( stream, array )                                                                                              \
	passItems( stream, &( array )->data, &( array )->capacity, &( array )->count, sizeof( *( array )->data ) )

// All but routes and walkers.
static void passState( wfStateStream* stream, wfCrowd* crowd )
{
	wfPopulation* population = &crowd->population;
	PASS( stream, crowd->tickCount );
	PASS( stream, crowd->trail );
	PASS( stream, population->arrivedCount );
	PASS( stream, population->lastSerial );
	PASS( stream, population->agentCount );
	passItems( stream, &population->agents, &population->agentCapacity, &population->slotCount, sizeof( wfAgent ) );
	PASS_ARRAY( stream, &population->freeSlots );
	PASS_ARRAY( stream, &population->stops );
	PASS( stream, crowd->waits );
	PASS( stream, crowd->nextMarkTick );
	PASS_ARRAY( stream, &crowd->ground.routes.marks );
	PASS( stream, crowd->passages.radius );
	PASS_ARRAY( stream, &crowd->passages.list );
	for ( int32_t k = 0; k < crowd->facilities.queues.count; ++k )
	{
		wfQueue* queue = &crowd->facilities.queues.data[k];
		int32_t serving = queue->serving;
		PASS( stream, queue->servedUntil );
		PASS( stream, serving );
		queue->serving = serving != 0;
		PASS_ARRAY( stream, &queue->places );
	}
	for ( int32_t k = 0; k < crowd->facilities.sources.count; ++k )
	{
		PASS( stream, crowd->facilities.sources.data[k].now );
	}
	for ( int32_t k = 0; k < crowd->exits.records.count; ++k )
	{
		PASS( stream, crowd->exits.records.data[k].seen );
	}
	PASS( stream, stream->layerCount );
	PASS( stream, stream->targetCount );
	PASS( stream, stream->edited );
}

size_t wfCrowd_Save( const wfCrowd* crowd, void* buffer, size_t capacity )
{
	if ( WF_FAILS( crowd != NULL && ( buffer != NULL || capacity == 0 ) ) )
	{
		return 0;
	}
	wfCheckpointHeader header = { .magic = WF_CHECKPOINT_MAGIC,
								  .version = WF_CHECKPOINT_VERSION,
								  .agentSize = (uint32_t)sizeof( wfAgent ),
								  .fingerprint = wfGetFingerprint( crowd ) };
	wfStateWriter writer = { buffer, capacity, 0 };
	const wfRoutes* routes = &crowd->ground.routes;
	bool checked = ( crowd->prepared || crowd->passages.kept ) && !crowd->ground.hasNewGrid;
	wfStateStream stream = { .writer = &writer,
							 .layerCount = routes->layers.count,
							 .targetCount = routes->targets.count,
							 .edited = ( wfGround_GetRevision( &crowd->ground ) != routes->worldRevision ? 1 : 0 ) |
									   ( checked ? 0 : 2 ) | ( crowd->passages.revision != routes->worldRevision ? 4 : 0 ) };
	wfPutBytes( &writer, &header, sizeof( header ) );
	passState( &stream, (wfCrowd*)crowd ); // changes nothing while it writes
	wfGround_SaveRoutes( &crowd->ground, &writer );
	wfSaveWalkers( &writer, crowd );
	wfSaveGroups( crowd, &writer );
	wfSaveExplorers( crowd, &writer );
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

// A crowd that no agents were added to before its first tick takes those of the state; one that has some must have had the same.
static wfResult checkFingerprint( const wfCrowd* crowd, const wfFingerprint* saved, wfError* error )
{
	wfFingerprint own = wfGetFingerprint( crowd );
	const char* what = NULL;
	if ( saved->ground != own.ground )
	{
		what = crowd->ground.mesh != NULL ? "mesh, its obstacles or its goals" : "shapes or goals of the world";
	}
	else if ( saved->settings != own.settings )
	{
		what = "settings of the crowd's def";
	}
	else if ( saved->added != own.added )
	{
		what = "styles, behaviours, gaits, queues, exits, sources or sinks";
	}
	else if ( saved->agents != own.agents && own.agents != WF_HASH_START )
	{
		what = "agents added before the first tick";
	}
	return what == NULL ? wf_ok : wfFail( error, wf_badFormat, "the checkpoint is of another crowd: the %s differ", what );
}

static wfResult readHeader( const wfCrowd* crowd, const void* data, size_t size, uint64_t* startAgents, wfError* error )
{
	wfCheckpointHeader header;
	if ( size < sizeof( header ) )
	{
		return wfFail( error, wf_badFormat, "a checkpoint has at least %zu bytes, these are %zu", sizeof( header ), size );
	}
	memcpy( &header, data, sizeof( header ) );
	*startAgents = header.fingerprint.agents;
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
	return checkFingerprint( crowd, &header.fingerprint, error );
}

static bool arePassagesSound( const wfCrowd* crowd )
{
	for ( int32_t k = 0; k < crowd->passages.list.count; ++k )
	{
		const wfPassageState* passage = &crowd->passages.list.data[k];
		const wfPassage* shape = &passage->shape;
		if ( !( fabs( shape->center.x ) <= 1e9 && fabs( shape->center.y ) <= 1e9 && fabs( shape->along.x ) <= 2.0 &&
				fabs( shape->along.y ) <= 2.0 && fabs( shape->width ) <= 1e9 && fabs( passage->halfLength ) <= 1e6 &&
				passage->holder >= -1 && passage->holder <= 1 && passage->takesTurns <= 1 && passage->singleFile <= 1 &&
				passage->closing <= 1 && passage->twoFit <= 1 ) )
		{
			return false;
		}
	}
	return true;
}

static bool areSourcesSound( const wfCrowd* crowd )
{
	for ( int32_t k = 0; k < crowd->facilities.sources.count; ++k )
	{
		const wfSource* source = &crowd->facilities.sources.data[k];
		const wfSourceState* now = &source->now;
		bool fits = now->nextTime >= 0.0 && now->nextTime <= 1e18 && now->sent >= 0 && now->sent <= now->drawn &&
					( source->def.count == 0 || now->drawn <= source->def.count );
		// Whoever was due by the last tick has come, unless the source is exhausted.
		if ( !fits || ( !wfIsSourceOver( source ) && now->nextTime < crowd->time - 2.0 * crowd->def.tickSeconds ) )
		{
			return false;
		}
	}
	return true;
}

static bool areExitsSound( const wfCrowd* crowd )
{
	bool sound = true;
	for ( int32_t k = 0; k < crowd->exits.records.count; ++k )
	{
		sound = sound && wfIsHistorySound( &crowd->exits.records.data[k].seen );
	}
	return sound;
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
	wfStateStream stream = { .reader = reader };
	passState( &stream, next );
	wfPopulation* population = &next->population;
	next->time = (double)next->tickCount * next->def.tickSeconds;
	if ( stream.result == wf_ok && !( population->agentCount >= 0 && population->freeSlots.count <= population->slotCount &&
									  next->tickCount >= 0 && next->tickCount < ( 1ll << 52 ) && areMarksSound( next ) &&
									  arePassagesSound( next ) && areSourcesSound( next ) && areExitsSound( next ) ) )
	{
		stream.result = wf_badFormat;
	}
	size_t slots = (size_t)population->slotCount;
	// As many as there are slots may become free.
	wfResult result = stream.result == wf_ok ? wfArray_Reserve( &population->freeSlots, slots ) : stream.result;
	if ( result != wf_ok )
	{
		return result;
	}
	// What lies behind the slots in use is zero, as it is in a crowd that grew.
	if ( population->agentCapacity > slots )
	{
		memset( population->agents + slots, 0, ( population->agentCapacity - slots ) * sizeof( wfAgent ) );
	}
	for ( int32_t k = 0; k < next->facilities.sources.count && next->tickCount > 0; ++k )
	{
		next->facilities.sources.data[k].checked = true;
	}
	result = wfGround_RestoreRoutes( &next->ground, reader, stream.layerCount, stream.targetCount, error );
	result = result == wf_ok ? wfRestoreWalkers( reader, next ) : result;
	result = result == wf_ok ? wfRestoreGroups( next, reader ) : result;
	result = result == wf_ok ? wfRestoreExplorers( next, reader ) : result;
	next->ground.hasNewGrid = false;
	next->passages.kept = ( stream.edited & 2 ) == 0;
	// After an edit the next tick follows it as that of the crowd saved would have: routes are looked for again, and passages.
	next->ground.routes.worldRevision -= stream.edited & 1;
	next->passages.revision = next->ground.routes.worldRevision - ( ( stream.edited & 4 ) != 0 ? 1 : 0 );
	next->coveredRevision = next->ground.routes.worldRevision;
	next->coveredCount = wfCountCovered( next );
	return result == wf_ok && ( reader->failed || reader->left > 0 ) ? wf_badFormat : result;
}

// --------------------------------------------------------------------------------------------------------------- restoring

// What a checkpoint fills is taken away from `next`; the lists of queues and sources are copied, for they are changed in place.
static wfResult beginNext( wfCrowd* next, const wfCrowd* crowd )
{
	*next = *crowd;
	next->population = ( wfPopulation ){ .startAgents = crowd->population.startAgents,
										 .reserved = crowd->population.reserved,
										 .undo = crowd->population.undo,
										 .events = crowd->population.events };
	next->ground.routes = ( wfRoutes ){ .worldRevision = wfGround_GetRevision( &crowd->ground ) };
	next->passages = ( wfPassages ){ 0 };
	next->groups = ( wfGroups ){ 0 };
	next->explorations = ( wfExplorations ){ 0 };
	wfFacilities* facilities = &next->facilities;
	memset( &facilities->queues, 0, sizeof( facilities->queues ) );
	memset( &facilities->sources, 0, sizeof( facilities->sources ) );
	wfResult result = wfShareWalk( next, crowd );
	const wfFacilities* old = &crowd->facilities;
	result = result == wf_ok ? wfArray_Append( &facilities->queues, old->queues.data, old->queues.count ) : result;
	for ( int32_t k = 0; k < facilities->queues.count; ++k )
	{
		memset( &facilities->queues.data[k].places, 0, sizeof( facilities->queues.data[k].places ) );
	}
	result = result == wf_ok ? wfArray_Append( &facilities->sources, old->sources.data, old->sources.count ) : result;
	memset( &next->exits.records, 0, sizeof( next->exits.records ) );
	return result == wf_ok ? wfArray_Append( &next->exits.records, crowd->exits.records.data, crowd->exits.records.count )
						   : result;
}

// What beginNext and readAll gave a crowd; lines, regions and stops of the defs are shared and stay.
static void releaseState( wfCrowd* crowd )
{
	wfReleaseState( crowd );
	wfUnshareWalk( crowd );
}

wfResult wfCrowd_Restore( wfCrowd* crowd, const void* data, size_t size, wfError* error )
{
	if ( WF_FAILS( crowd != NULL && ( data != NULL || size == 0 ) ) )
	{
		return wf_invalidDef;
	}
	uint64_t startAgents = 0;
	wfResult result = readHeader( crowd, data, size, &startAgents, error );
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
		next->moves.kept = 0;
		next->population.startAgents = startAgents;
		next->prepared = false; // room for the ticks to come is made by the next one
		wfForgetPlaces( next );
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
