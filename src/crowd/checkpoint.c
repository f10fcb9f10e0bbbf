// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The state of a crowd as bytes, and back. Grids and fields are not saved: they follow from the world, the list of layers and
// targets in their order, and the marks of standing agents, and come out the same to the bit.
#include "crowd/checkpoint.h"
#include "crowd/locomotion.h"
#include "crowd/mesh_ground.h"

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
	int64_t stepCount, arrivedCount, nextMarkStep;
	uint64_t trail;
	double gateRadius;
	uint32_t lastSerial;
	int32_t slotCount, agentCount, freeCount, stopUsed, layerCount, targetCount, markCount, gateCount;
	int32_t queueCount, sourceCount;
	int32_t edited; // 1: the world was, since the last step; 2: something else was, and is checked before the next one
} wfSavedCrowd;

typedef struct wfSavedLayer
{
	double radius, wallReach;
	int32_t kind, hasGrid;
} wfSavedLayer;

typedef struct wfSavedTarget
{
	wfVec2 point;
	wfGoalId goal;
	int32_t layer, kind, cell, solved;
	uint32_t goalKey, padding;
} wfSavedTarget;

typedef struct wfSavedGate
{
	wfGate gate;
	double halfLength, since, lastInside;
	int32_t holder, flags; // 1: closing, 2: takes turns, 4: single file
} wfSavedGate;

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

_Static_assert( sizeof( wfSavedCrowd ) == 88 && sizeof( wfSavedLayer ) == 24 && sizeof( wfSavedTarget ) == 48 &&
					sizeof( wfSavedGate ) == 72 && sizeof( wfSavedQueue ) == 16 && sizeof( wfSavedSource ) == 24,
				"what is saved must have no gaps" );

// ---------------------------------------------------------------------------------------------------------------- saving

static void putLayers( wfStateWriter* writer, const wfCrowd* crowd )
{
	for ( int32_t k = 0; k < crowd->layerCount; ++k )
	{
		const wfLayer* layer = &crowd->layers[k];
		wfSavedLayer saved = { layer->radius, layer->walls->reach, layer->kind, layer->grid != NULL };
		wfPutBytes( writer, &saved, sizeof( saved ) );
	}
	for ( int32_t k = 0; k < crowd->targetCount; ++k )
	{
		const wfTarget* target = &crowd->targets[k];
		wfSavedTarget saved = { .point = target->point,
								.goal = target->goal,
								.layer = target->layer,
								.kind = (int32_t)target->kind,
								.cell = target->cell,
								.solved = target->field != NULL || target->closed,
								.goalKey = target->goalKey };
		wfPutBytes( writer, &saved, sizeof( saved ) );
	}
	for ( int32_t k = 0; k < crowd->gateCount; ++k )
	{
		const wfGateState* gate = &crowd->gates[k];
		wfSavedGate saved = { gate->gate,	gate->halfLength,
							  gate->since,	gate->lastInside,
							  gate->holder, ( gate->closing ? 1 : 0 ) | ( gate->turns ? 2 : 0 ) | ( gate->files ? 4 : 0 ) };
		wfPutBytes( writer, &saved, sizeof( saved ) );
	}
}

static void putPopulation( wfStateWriter* writer, const wfCrowd* crowd )
{
	for ( int32_t k = 0; k < crowd->queueCount; ++k )
	{
		const wfQueue* queue = &crowd->queues[k];
		wfSavedQueue saved = { queue->servedUntil, queue->count, queue->serving };
		wfPutBytes( writer, &saved, sizeof( saved ) );
		wfPutBytes( writer, queue->places, (size_t)queue->count * sizeof( int32_t ) );
	}
	for ( int32_t k = 0; k < crowd->sourceCount; ++k )
	{
		const wfSource* source = &crowd->sources[k];
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
	if ( crowd->surface != NULL )
	{
		return wfSaveOnMesh( crowd, buffer, capacity );
	}
	wfCheckpointHeader header = {
		.magic = WF_CHECKPOINT_MAGIC, .version = WF_CHECKPOINT_VERSION, .agentSize = (uint32_t)sizeof( wfAgent ) };
	if ( wfGetFingerprint( crowd, &header.fingerprint ) != wf_ok )
	{
		return 0;
	}
	wfSavedCrowd saved = { .stepCount = crowd->stepCount,
						   .trail = crowd->trail,
						   .arrivedCount = crowd->arrivedCount,
						   .nextMarkStep = crowd->nextMarkStep,
						   .gateRadius = crowd->gateRadius,
						   .lastSerial = crowd->lastSerial,
						   .slotCount = crowd->slotCount,
						   .agentCount = crowd->agentCount,
						   .freeCount = crowd->freeCount,
						   .stopUsed = crowd->stopUsed,
						   .layerCount = crowd->layerCount,
						   .targetCount = crowd->targetCount,
						   .markCount = crowd->markCount,
						   .gateCount = crowd->gateCount,
						   .queueCount = crowd->queueCount,
						   .sourceCount = crowd->sourceCount,
						   .edited = ( wfWorld_GetRevision( crowd->world ) != crowd->worldRevision ? 1 : 0 ) |
									 ( crowd->prepared || crowd->keepsGates ? 0 : 2 ) };
	wfStateWriter writer = { buffer, capacity, 0 };
	wfPutBytes( &writer, &header, sizeof( header ) );
	wfPutBytes( &writer, &saved, sizeof( saved ) );
	wfPutBytes( &writer, crowd->agents, (size_t)crowd->slotCount * sizeof( wfAgent ) );
	wfPutBytes( &writer, crowd->freeSlots, (size_t)crowd->freeCount * sizeof( int32_t ) );
	wfPutBytes( &writer, crowd->stops, (size_t)crowd->stopUsed * sizeof( wfStop ) );
	wfPutBytes( &writer, crowd->marks, (size_t)crowd->markCount * sizeof( wfStandingMark ) );
	putLayers( &writer, crowd );
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

static wfResult readLayers( wfStateReader* reader, wfCrowd* next, const wfSavedCrowd* saved, wfError* error )
{
	for ( int32_t k = 0; k < saved->layerCount; ++k )
	{
		wfSavedLayer layer = { 0 };
		wfGetBytes( reader, &layer, sizeof( layer ) );
		if ( reader->failed || !( layer.radius > 0.0 && layer.radius < 1e3 ) || layer.kind < 0 || layer.kind > 31 ||
			 !( layer.wallReach > 0.0 && layer.wallReach < 1e5 ) )
		{
			return wf_badFormat;
		}
		int32_t index;
		wfResult result = wfFindLayer( next, layer.radius, layer.kind, &index, error );
		result = result == wf_ok && layer.hasGrid ? wfGiveGrid( next, &next->layers[index], error ) : result;
		if ( result == wf_ok && next->layers[index].walls->reach != layer.wallReach )
		{
			wfWallMap* walls = NULL;
			result = wfCreateWallMap( next->world, layer.kind, layer.wallReach, &walls );
			if ( result == wf_ok )
			{
				wfDestroyWallMap( next->layers[index].walls );
				next->layers[index].walls = walls;
			}
		}
		if ( result != wf_ok )
		{
			return result;
		}
		if ( index != k || next->layers[index].radius != layer.radius )
		{
			return wf_badFormat;
		}
	}
	return wf_ok;
}

static wfResult readTargets( wfStateReader* reader, wfCrowd* next, const wfSavedCrowd* saved, wfError* error )
{
	for ( int32_t k = 0; k < saved->targetCount; ++k )
	{
		wfSavedTarget target = { 0 };
		wfGetBytes( reader, &target, sizeof( target ) );
		if ( reader->failed || target.layer < 0 || target.layer >= next->layerCount ||
			 ( target.kind != wf_goalStop && target.kind != wf_pointStop ) )
		{
			return wf_badFormat;
		}
		const wfLayer* layer = &next->layers[target.layer];
		bool point = target.kind == wf_pointStop;
		if ( point && ( layer->grid == NULL || target.cell < 0 || target.cell >= layer->cellCount ) )
		{
			return wf_badFormat;
		}
		wfResult result = wfGrowArray( &next->targets, &next->targetCapacity, (size_t)k + 1, sizeof( wfTarget ) );
		if ( result != wf_ok )
		{
			return result;
		}
		next->targets[next->targetCount++] = ( wfTarget ){ .layer = target.layer,
														   .kind = (wfStopKind)target.kind,
														   .goal = target.goal,
														   .point = target.point,
														   .cell = point ? target.cell : -1,
														   .goalKey = target.goalKey };
		// Goals that are gone stay unsolved: nobody may be on the way to them. What an edit covers is closed.
		bool gone = !point && !wfWorld_IsGoalValid( next->world, target.goal );
		result = target.solved && !gone ? wfSolveTarget( next, k, error ) : wf_ok;
		result = result == wf_goalBlocked ? wfCloseTarget( next, k ) : result;
		if ( result != wf_ok )
		{
			return result;
		}
	}
	return wf_ok;
}

static wfResult readGates( wfStateReader* reader, wfCrowd* next, const wfSavedCrowd* saved )
{
	if ( saved->gateCount < 0 || (size_t)saved->gateCount > reader->left / sizeof( wfSavedGate ) )
	{
		return wf_badFormat;
	}
	wfResult result = wfGrowArray( &next->gates, &next->gateCapacity, (size_t)saved->gateCount, sizeof( wfGateState ) );
	for ( int32_t k = 0; k < saved->gateCount && result == wf_ok; ++k )
	{
		wfSavedGate gate = { 0 };
		wfGetBytes( reader, &gate, sizeof( gate ) );
		bool sound = fabs( gate.gate.center.x ) <= 1e9 && fabs( gate.gate.center.y ) <= 1e9 && fabs( gate.gate.along.x ) <= 2.0 &&
					 fabs( gate.gate.along.y ) <= 2.0 && fabs( gate.gate.width ) <= 1e9 && fabs( gate.halfLength ) <= 1e6 &&
					 gate.holder >= -1 && gate.holder <= 1 && gate.flags >= 0 && gate.flags <= 7;
		if ( reader->failed || !sound )
		{
			return wf_badFormat;
		}
		next->gates[next->gateCount++] = ( wfGateState ){ .gate = gate.gate,
														  .halfLength = gate.halfLength,
														  .holder = gate.holder,
														  .since = gate.since,
														  .lastInside = gate.lastInside,
														  .turns = ( gate.flags & 2 ) != 0,
														  .files = ( gate.flags & 4 ) != 0,
														  .closing = ( gate.flags & 1 ) != 0 };
	}
	next->gateRadius = saved->gateRadius;
	next->gateRevision = next->worldRevision;
	return result;
}

static wfResult readPopulation( wfStateReader* reader, wfCrowd* next )
{
	for ( int32_t k = 0; k < next->queueCount; ++k )
	{
		wfSavedQueue saved = { 0 };
		wfGetBytes( reader, &saved, sizeof( saved ) );
		wfQueue* queue = &next->queues[k];
		wfResult result =
			getArray( reader, &queue->places, &queue->placeCapacity, reader->failed ? -1 : saved.count, sizeof( int32_t ) );
		if ( result != wf_ok )
		{
			return result;
		}
		queue->count = saved.count;
		queue->serving = saved.serving != 0;
		queue->servedUntil = saved.servedUntil;
		queue->checked = queue->checked || next->stepCount > 0;
	}
	for ( int32_t k = 0; k < next->sourceCount; ++k )
	{
		wfSavedSource saved = { 0 };
		wfGetBytes( reader, &saved, sizeof( saved ) );
		wfSource* source = &next->sources[k];
		bool fits = !reader->failed && saved.nextTime >= 0.0 && saved.nextTime <= 1e18 && saved.sent >= 0 &&
					saved.sent <= saved.drawn && ( source->def.count == 0 || saved.drawn <= source->def.count );
		// Whoever was due by the last step has come, unless the source is exhausted.
		bool over = ( source->def.count > 0 && saved.drawn >= source->def.count ) ||
					( source->def.until > 0.0 && saved.nextTime >= source->def.until );
		if ( !fits || ( !over && saved.nextTime < next->time - 2.0 * next->def.stepSeconds ) )
		{
			return wf_badFormat;
		}
		source->nextTime = saved.nextTime;
		source->sent = saved.sent;
		source->drawn = saved.drawn;
		source->checked = source->checked || next->stepCount > 0;
	}
	return wf_ok;
}

static bool areMarksSound( const wfCrowd* crowd )
{
	for ( int32_t k = 0; k < crowd->markCount; ++k )
	{
		const wfStandingMark* mark = &crowd->marks[k];
		bool sound = fabs( mark->x ) <= 1e9 && fabs( mark->y ) <= 1e9 && mark->radius > 0.0f && mark->radius < 1e3f &&
					 mark->slot >= ( k > 0 ? crowd->marks[k - 1].slot + 1 : 0 ) && mark->slot < crowd->slotCount;
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
				  saved.freeCount <= saved.slotCount && saved.stepCount >= 0 && saved.stepCount < ( 1ll << 52 ) &&
				  saved.queueCount == next->queueCount && saved.sourceCount == next->sourceCount;
	if ( !counts )
	{
		return wf_badFormat;
	}
	wfResult result = getArray( reader, &next->agents, &next->agentCapacity, saved.slotCount, sizeof( wfAgent ) );
	// As many as there are slots may become free.
	result = result == wf_ok ? wfGrowArray( &next->freeSlots, &next->freeCapacity, (size_t)saved.slotCount, sizeof( int32_t ) )
							 : result;
	result =
		result == wf_ok ? getArray( reader, &next->freeSlots, &next->freeCapacity, saved.freeCount, sizeof( int32_t ) ) : result;
	result = result == wf_ok ? getArray( reader, &next->stops, &next->stopCapacity, saved.stopUsed, sizeof( wfStop ) ) : result;
	result = result == wf_ok ? getArray( reader, &next->marks, &next->markCapacity, saved.markCount, sizeof( wfStandingMark ) )
							 : result;
	if ( result != wf_ok || reader->failed )
	{
		return result != wf_ok ? result : wf_badFormat;
	}
	next->stepCount = saved.stepCount;
	next->trail = saved.trail;
	next->time = (double)saved.stepCount * next->def.stepSeconds;
	next->arrivedCount = saved.arrivedCount;
	next->nextMarkStep = saved.nextMarkStep;
	next->lastSerial = saved.lastSerial;
	next->slotCount = saved.slotCount;
	next->agentCount = saved.agentCount;
	next->freeCount = saved.freeCount;
	next->stopUsed = saved.stopUsed;
	next->markCount = saved.markCount;
	// What lies behind the slots in use is zero, as it is in a crowd that grew.
	if ( next->agentCapacity > (size_t)saved.slotCount )
	{
		memset( next->agents + saved.slotCount, 0, ( next->agentCapacity - (size_t)saved.slotCount ) * sizeof( wfAgent ) );
	}
	if ( !areMarksSound( next ) )
	{
		return wf_badFormat;
	}
	result = readLayers( reader, next, &saved, error );
	result = result == wf_ok ? readTargets( reader, next, &saved, error ) : result;
	result = result == wf_ok ? readGates( reader, next, &saved ) : result;
	result = result == wf_ok ? readPopulation( reader, next ) : result;
	result = result == wf_ok ? wfRestoreWalkers( reader, next ) : result;
	next->keepsGates = ( saved.edited & 2 ) == 0;
	if ( saved.edited & 1 )
	{
		// The next step follows the edit as that of the crowd saved would have: ways are looked for again, and gates.
		next->worldRevision -= 1;
		next->gateRevision = next->worldRevision;
	}
	return result == wf_ok && ( reader->failed || reader->left > 0 ) ? wf_badFormat : result;
}

// --------------------------------------------------------------------------------------------------------------- restoring

// What a checkpoint fills is taken away from `next`; the lists of queues and sources are copied, for they are changed in place.
static wfResult beginNext( wfCrowd* next, const wfCrowd* crowd )
{
	*next = *crowd;
	next->agents = NULL;
	next->agentCapacity = 0;
	next->freeSlots = NULL;
	next->freeCapacity = 0;
	next->stops = NULL;
	next->stopCapacity = 0;
	next->marks = NULL;
	next->markCapacity = 0;
	next->layers = NULL;
	next->layerCapacity = 0;
	next->layerCount = 0;
	next->targets = NULL;
	next->targetCapacity = 0;
	next->targetCount = 0;
	next->gates = NULL;
	next->gateCapacity = 0;
	next->gateCount = 0;
	next->worldRevision = wfWorld_GetRevision( crowd->world );
	next->queues = NULL;
	next->queueCapacity = 0;
	next->sources = NULL;
	next->sourceCapacity = 0;
	wfResult result = wfShareWalk( next, crowd );
	// All queues are made before anything else is asked for: should that fail, they are there to be released.
	result = result == wf_ok ? wfGrowArray( &next->queues, &next->queueCapacity, (size_t)crowd->queueCount, sizeof( wfQueue ) )
							 : result;
	for ( int32_t k = 0; k < crowd->queueCount && result == wf_ok; ++k )
	{
		next->queues[k] = crowd->queues[k];
		next->queues[k].places = NULL;
		next->queues[k].placeCapacity = 0;
		next->queues[k].count = 0;
	}
	result = result == wf_ok
				 ? wfGrowArray( &next->sources, &next->sourceCapacity, (size_t)crowd->sourceCount, sizeof( wfSource ) )
				 : result;
	for ( int32_t k = 0; k < crowd->sourceCount && result == wf_ok; ++k )
	{
		next->sources[k] = crowd->sources[k];
	}
	return result;
}

// Release what beginNext and readAll gave a crowd; lines, regions and stops of the defs are shared and stay.
static void releaseState( wfCrowd* crowd )
{
	wfDestroyLayers( crowd );
	wfReleaseArray( crowd->agents, crowd->agentCapacity, sizeof( wfAgent ) );
	wfReleaseArray( crowd->freeSlots, crowd->freeCapacity, sizeof( int32_t ) );
	wfReleaseArray( crowd->stops, crowd->stopCapacity, sizeof( wfStop ) );
	wfReleaseArray( crowd->marks, crowd->markCapacity, sizeof( wfStandingMark ) );
	wfReleaseArray( crowd->gates, crowd->gateCapacity, sizeof( wfGateState ) );
	for ( int32_t k = 0; k < crowd->queueCount && crowd->queues != NULL; ++k )
	{
		wfReleaseArray( crowd->queues[k].places, crowd->queues[k].placeCapacity, sizeof( int32_t ) );
	}
	wfReleaseArray( crowd->queues, crowd->queueCapacity, sizeof( wfQueue ) );
	wfReleaseArray( crowd->sources, crowd->sourceCapacity, sizeof( wfSource ) );
	wfUnshareWalk( crowd );
}

wfResult wfCrowd_Restore( wfCrowd* crowd, const void* data, size_t size, wfError* error )
{
	if ( WF_FAILS( crowd != NULL && ( data != NULL || size == 0 ) ) )
	{
		return wf_invalidDef;
	}
	if ( crowd->surface != NULL )
	{
		return wfRestoreOnMesh( crowd, data, size, error );
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
		next->eventCount = 0;
		next->prepared = false; // room for the steps to come is made by the next one
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
