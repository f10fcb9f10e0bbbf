// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Sources let agents in, sinks take them out.
#include "base/vec2.h"
#include "crowd/defs.h"
#include "crowd/locomotion.h"
#include "world/world.h"

// Streams of random numbers, so many for each source.
enum
{
	wf_intervalStream,
	wf_radiusStream,
	wf_speedStream,
	wf_placeStream,
	wf_checkStream,
	wf_streamCount
};

#define WF_SOURCE_SEED 0x50C7CE5EEDull
// Delays have a seed of their own: whoever reacts, sizes, speeds and places stay the same.
#define WF_DELAY_SEED 0xDE1A95EEDull

static uint64_t streamOf( int32_t source, int32_t kind )
{
	return (uint64_t)source * wf_streamCount + (uint64_t)kind;
}

bool wfIsSourceOver( const wfSource* source )
{
	return ( source->def.until > 0.0 && source->now.nextTime >= source->def.until ) ||
		   ( source->def.count > 0 && source->now.drawn >= source->def.count );
}

static double drawInterval( const wfCrowd* crowd, const wfSource* source, int32_t index )
{
	if ( !source->def.random )
	{
		return 1.0 / source->def.rate;
	}
	uint64_t stream = streamOf( index, wf_intervalStream );
	double unit = wfRandomUnit( crowd->def.seed ^ WF_SOURCE_SEED, stream, (uint64_t)source->now.drawn );
	return -wfLog( 1.0 - unit ) / source->def.rate;
}

static void releaseSource( wfSource* source )
{
	wfZone_Free( &source->zone );
	wfReleaseArray( source->def.agent.stops, (size_t)source->def.agent.stopCount, sizeof( wfStop ) );
}

wfResult wfCrowd_AddSource( wfCrowd* crowd, const wfSourceDef* def, wfSourceId* id, wfError* error )
{
	if ( WF_FAILS( crowd != NULL ) )
	{
		return wf_invalidDef;
	}
	wfResult result = wfCheckSourceDef( def, error );
	result = result == wf_ok ? wfCheckAgentIds( crowd, &def->agent, error ) : result;
	result = result == wf_ok ? wfCheckFeet( crowd, def->agent.gait, def->radius.lower, error ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	wfSource source = { .def = *def, .zone = { .lower = def->lowest, .upper = def->highest } };
	source.def.agent.stops = NULL;
	bool copied = wfZone_Create( def->region, def->regionCount, &source.zone ) &&
				  wfGround_PrepareDraws( &crowd->ground, &source.zone ) == wf_ok;
	source.def.region = source.zone.ring;
	wfStop* stops = NULL;
	copied = copied && wfCopyArray( (const void**)&stops, def->agent.stops, (size_t)def->agent.stopCount, sizeof( wfStop ) );
	for ( int32_t k = 0; k < def->agent.stopCount && copied; ++k )
	{
		wfSettleStop( crowd, &stops[k] );
	}
	source.def.agent.stops = stops;
	int32_t index = crowd->facilities.sources.count;
	// Evenly spaced ones begin at once.
	source.now.nextTime = wfMax( def->from, crowd->time ) + ( def->random ? drawInterval( crowd, &source, index ) : 0.0 );
	result = copied ? wfArray_Push( &crowd->facilities.sources, source ) : wf_outOfMemory;
	if ( result != wf_ok )
	{
		releaseSource( &source );
		return wfFail( error, result, "not enough memory for a source" );
	}
	wfUnprepare( crowd );
	if ( id != NULL )
	{
		id->index1 = index + 1;
	}
	return wf_ok;
}

wfResult wfCrowd_AddSink( wfCrowd* crowd, const wfSinkDef* def, wfError* error )
{
	if ( WF_FAILS( crowd != NULL ) )
	{
		return wf_invalidDef;
	}
	wfResult result = wfCheckSinkDef( def, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfZone zone = { .lower = def->lowest, .upper = def->highest };
	bool copied = wfZone_Create( def->region, def->regionCount, &zone );
	result = copied ? wfArray_Push( &crowd->facilities.sinks, zone ) : wf_outOfMemory;
	if ( result != wf_ok )
	{
		wfZone_Free( &zone );
		return wfFail( error, result, "not enough memory for a sink" );
	}
	return wf_ok;
}

void wfReleaseFacilities( wfCrowd* crowd )
{
	wfFacilities* facilities = &crowd->facilities;
	for ( int32_t k = 0; k < facilities->queues.count; ++k )
	{
		const wfQueueDef* def = &facilities->queues.data[k].def;
		wfReleaseArray( def->line, (size_t)def->lineCount, sizeof( wfVec3 ) );
	}
	for ( int32_t k = 0; k < facilities->sources.count; ++k )
	{
		releaseSource( &facilities->sources.data[k] );
	}
	for ( int32_t k = 0; k < facilities->sinks.count; ++k )
	{
		wfZone_Free( &facilities->sinks.data[k] );
	}
	wfArray_Free( &facilities->sinks );
	wfArray_Free( &facilities->nearby );
}

// ------------------------------------------------------------------------------------------------------------- preparing

// A place in the region with room for a disc between the walls.
static wfResult drawPlace( const wfCrowd* crowd, int32_t index, int32_t kind, uint64_t counter, double radius, wfPlace* place,
						   bool* fits )
{
	const wfSource* source = &crowd->facilities.sources.data[index];
	uint64_t seed = crowd->def.seed ^ WF_SOURCE_SEED;
	*fits = wfGround_DrawInZone( &crowd->ground, &source->zone, seed, streamOf( index, kind ), counter, place );
	return *fits ? wfGround_HasRoom( &crowd->ground, *place, source->def.agent.kind, radius + WF_ENTRY_GAP, fits ) : wf_ok;
}

// The first stop there is no route to; -1: there is one to each.
static wfResult findBlocked( wfCrowd* crowd, const wfSource* source, int32_t layer, wfPlace place, int32_t* blocked,
							 wfError* error )
{
	for ( *blocked = 0; *blocked < source->def.agent.stopCount; ++*blocked )
	{
		bool exists = false;
		wfResult result = wfHasRouteTo( crowd, layer, &source->def.agent.stops[*blocked], *blocked == 0, place, &exists, error );
		if ( result != wf_ok || !exists )
		{
			return result;
		}
	}
	*blocked = -1;
	return wf_ok;
}

// There must be a place in the region for a disc of this radius, and routes from there to all stops.
static wfResult checkSize( wfCrowd* crowd, int32_t index, double radius, wfError* error )
{
	wfSource* source = &crowd->facilities.sources.data[index];
	int32_t layer, blocked = -1;
	bool fits = false;
	wfResult result = wfGround_FindLayer( &crowd->ground, radius, source->def.agent.kind, &layer, error );
	for ( int32_t k = 0; k < WF_CHECK_TRIES && result == wf_ok; ++k )
	{
		wfPlace place;
		bool found;
		result = drawPlace( crowd, index, wf_checkStream, (uint64_t)k, radius, &place, &found );
		if ( result != wf_ok || !found )
		{
			continue;
		}
		fits = true;
		result = findBlocked( crowd, source, layer, place, &blocked, error );
		if ( result == wf_ok && blocked < 0 )
		{
			return wf_ok;
		}
	}
	// What was there once an edit may have closed for a time: nobody comes in until it is open again.
	bool closed = result == wf_ok || result == wf_goalBlocked || result == wf_notFound;
	if ( closed && source->checked )
	{
		return wf_ok;
	}
	if ( result != wf_ok )
	{
		return result;
	}
	result =
		fits ? wfFail( error, wf_unreachable, "from the region of source %d there is no way to stop %d for a disc of radius %g m",
					   index + 1, blocked + 1, radius )
			 : wfFail( error, wf_startBlocked, "the region of source %d has no room for a disc of radius %g m between the walls",
					   index + 1, radius );
	if ( error != NULL )
	{
		error->source = index + 1;
		error->stop = fits ? blocked + 1 : 0;
	}
	return result;
}

wfResult wfCheckSource( wfCrowd* crowd, int32_t index, wfError* error )
{
	const wfDistribution* radius = &crowd->facilities.sources.data[index].def.radius;
	double lower = radius->lower, upper = radius->kind == wf_constantNumber ? lower : radius->upper;
	// One of each layer, so that nothing is left to solve when agents come in. The sizes between are those of the layers.
	const double step = WF_RADIUS_STEP;
	wfResult result = checkSize( crowd, index, lower, error );
	for ( double size = ceil( lower / step ) * step + step; size < upper && result == wf_ok; size += step )
	{
		result = checkSize( crowd, index, size, error );
	}
	result = result == wf_ok && upper > lower ? checkSize( crowd, index, upper, error ) : result;
	crowd->facilities.sources.data[index].checked = crowd->facilities.sources.data[index].checked || result == wf_ok;
	return result;
}

// --------------------------------------------------------------------------------------------------------------- running

// Agents so near to the region that they could be in the way of one who comes in.
static wfResult listNearby( wfCrowd* crowd, const wfSource* source, double radius )
{
	wfResult result = wf_ok;
	crowd->facilities.nearby.count = 0;
	for ( const wfAgent* agent = NULL; result == wf_ok && ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		int32_t slot = wfSlotOf( crowd, agent );
		double reach = radius + (double)agent->radius + WF_ENTRY_GAP + wfLocomotionOf( agent )->reach( crowd, slot );
		wfBox2 box = wfBoxAround( source->zone.box.lower, source->zone.box.upper, reach );
		if ( wfBoxHasPoint( box, wfInPlane( wfPositionOf( crowd, agent ) ) ) )
		{
			result = wfArray_Push( &crowd->facilities.nearby, slot );
		}
	}
	return result;
}

static bool isPlaceFree( const wfCrowd* crowd, double radius, wfPlace place )
{
	wfVec3 position = wfGround_GetPosition( &crowd->ground, place );
	for ( int32_t k = 0; k < crowd->facilities.nearby.count; ++k )
	{
		int32_t slot = crowd->facilities.nearby.data[k];
		const wfAgent* agent = &crowd->population.agents[slot];
		wfVec3 apart = wfSub3( wfPositionOf( crowd, agent ), position );
		double reach = radius + (double)agent->radius + WF_ENTRY_GAP;
		if ( wfDot3( apart, apart ) < reach * reach ||
			 ( place.triangle < 0 &&
			   wfLocomotionOf( agent )->overlaps( crowd, slot, wfInPlane( position ), radius + WF_ENTRY_GAP ) ) )
		{
			return false;
		}
	}
	return true;
}

static wfResult letIn( wfCrowd* crowd, wfSource* source, const wfAgentDef* def, wfPlace place, int32_t layer, wfError* error )
{
	bool prepared = crowd->prepared;
	wfPopulation* population = &crowd->population;
	int32_t freeCount = population->freeSlots.count;
	int32_t slot = freeCount > 0 ? population->freeSlots.data[freeCount - 1] : population->slotCount;
	wfAgent before = slot < population->slotCount ? population->agents[slot] : ( wfAgent ){ 0 };
	// First room to undo it, then the agent: from then on all can be taken back.
	wfResult result = wfArray_Reserve( &population->undo, (size_t)population->undo.count + 1 );
	wfAgentId id;
	result = result == wf_ok ? wfInsertAgent( crowd, def, place, &id ) : result;
	crowd->prepared = prepared;
	if ( result != wf_ok )
	{
		return result;
	}
	result = wfKeepForUndo( crowd, slot, &before, true );
	wfAgent* agent = &population->agents[slot];
	agent->layer = layer;
	agent->flags &= ~(uint32_t)wf_agentNew;
	source->now.sent += 1;
	return result == wf_ok && def->stopCount > 0 ? wfChooseRoute( crowd, agent, error ) : result;
}

// One who waits outside finds a place, or not. Its size and speed are its own, however often it tries.
static wfResult tryToEnter( wfCrowd* crowd, int32_t index, bool* entered, wfError* error )
{
	wfSource* source = &crowd->facilities.sources.data[index];
	uint64_t seed = crowd->def.seed ^ WF_SOURCE_SEED, counter = (uint64_t)source->now.sent;
	wfAgentDef def = source->def.agent;
	def.radius = wfDistribution_Draw( &source->def.radius, seed, streamOf( index, wf_radiusStream ), counter );
	def.desiredSpeed = wfDistribution_Draw( &source->def.desiredSpeed, seed, streamOf( index, wf_speedStream ), counter );
	def.delay = wfDistribution_Draw( &source->def.delay, crowd->def.seed ^ WF_DELAY_SEED, (uint64_t)index, counter );
	*entered = false;
	int32_t layer;
	wfResult result = wfGround_FindLayer( &crowd->ground, (double)(float)def.radius, def.kind, &layer, error );
	result = result == wf_ok ? wfReachWalls( crowd, layer, def.desiredSpeed, error ) : result;
	result = result == wf_ok ? listNearby( crowd, source, def.radius ) : result;
	for ( int32_t k = 0; k < WF_ENTRY_TRIES && result == wf_ok && !*entered; ++k )
	{
		uint64_t counterOfPlace =
			( (uint64_t)crowd->tickCount << 32 ) ^ ( (uint64_t)source->now.sent * WF_ENTRY_TRIES + (uint64_t)k );
		wfPlace place;
		bool fits;
		result = drawPlace( crowd, index, wf_placeStream, counterOfPlace, def.radius, &place, &fits );
		if ( result != wf_ok || !fits || !isPlaceFree( crowd, def.radius, place ) )
		{
			continue;
		}
		int32_t blocked;
		result = findBlocked( crowd, source, layer, place, &blocked, error );
		if ( result == wf_goalBlocked || result == wf_notFound )
		{
			return wf_ok; // an edit covers a goal: nobody comes in until it is free
		}
		if ( result == wf_ok && blocked < 0 )
		{
			*entered = true;
			result = letIn( crowd, source, &def, place, layer, error );
		}
	}
	return result;
}

static void draw( const wfCrowd* crowd, wfSource* source, int32_t index )
{
	double slack = 1e-9 * crowd->def.tickSeconds;
	while ( source->now.nextTime <= crowd->time + slack && !wfIsSourceOver( source ) )
	{
		source->now.drawn += 1;
		source->now.nextTime += drawInterval( crowd, source, index );
	}
}

wfResult wfRunSources( wfCrowd* crowd, wfError* error )
{
	for ( int32_t k = 0; k < crowd->facilities.sources.count; ++k )
	{
		wfSource* source = &crowd->facilities.sources.data[k];
		draw( crowd, source, k );
		bool entered = true;
		while ( source->now.sent < source->now.drawn && entered )
		{
			wfResult result = tryToEnter( crowd, k, &entered, error );
			if ( result != wf_ok )
			{
				return result;
			}
		}
	}
	return wf_ok;
}

void wfRunSinks( wfCrowd* crowd )
{
	for ( int32_t slot = 0; crowd->facilities.sinks.count > 0 && slot < crowd->population.slotCount; ++slot )
	{
		const wfAgent* agent = &crowd->population.agents[slot];
		bool taken = false;
		for ( int32_t k = 0; k < crowd->facilities.sinks.count && !taken && ( agent->flags & wf_agentUsed ); ++k )
		{
			taken = wfZone_Contains( &crowd->facilities.sinks.data[k], wfPositionOf( crowd, agent ) );
		}
		if ( taken )
		{
			wfReportEvent( crowd, wf_leftEvent, slot );
			wfPassExit( crowd, agent );
			wfDropAgent( crowd, slot );
		}
	}
}
