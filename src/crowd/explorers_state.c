// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Explorers in hashes and saved states.
#include "crowd/group_parts.h"

#include <string.h>

_Static_assert( sizeof( wfMemberExplorer ) == 24 && sizeof( wfSearch ) == 32,
				"items of explorers must have no gaps: their bytes are hashed and saved" );

// What is not an array: the def without pointers, number by number.
typedef struct wfExplorersHead
{
	double numbers[18];
	uint64_t userData;
	wfSearch search;
	int64_t ticked;
	uint32_t generation;
	int32_t isUsed, kind, sharing, strategy, commits, window, returns, sweeps, sourceWindow, method, occlusion;
} wfExplorersHead;

_Static_assert( sizeof( wfExplorersHead ) == 18 * 8 + 8 + 32 + 8 + 12 * 4, "states of explorers must have no gaps" );

// The numbers of a def, in the order they are saved.
static void listNumbers( wfExplorersDef* def, double* numbers[18] )
{
	wfExplorationDef* e = &def->exploration;
	double* const list[18] = { &e->cellSize,	  &e->radius,		  &e->haste,		   &e->leastFrontier, &e->leftover,
							   &e->commitment,	  &e->potentialScale, &e->gainScale,	   &e->source.omega,  &e->source.epsilon,
							   &e->source.bias.x, &e->source.bias.y,  &e->peopleCost,	   &e->peopleSeconds, &e->patience,
							   &e->timeLimit,	  &def->sight.range,  &def->sight.aperture };
	memcpy( numbers, list, sizeof( list ) );
}

static wfExplorersHead headOf( const wfExplorers* explorers )
{
	wfExplorersHead head;
	memset( &head, 0, sizeof( head ) );
	head.generation = explorers->generation;
	head.isUsed = explorers->isUsed;
	if ( explorers->isUsed )
	{
		wfExplorersDef def = explorers->def;
		double* numbers[18];
		listNumbers( &def, numbers );
		for ( int32_t k = 0; k < 18; ++k )
		{
			head.numbers[k] = *numbers[k];
		}
		head.userData = def.userData;
		head.search = explorers->search;
		head.ticked = explorers->ticked;
		head.kind = def.kind;
		head.sharing = (int32_t)def.exploration.sharing;
		head.strategy = (int32_t)def.exploration.strategy;
		head.commits = def.exploration.commits;
		head.window = def.exploration.window;
		head.returns = def.exploration.returns;
		head.sweeps = def.exploration.source.sweeps;
		head.sourceWindow = def.exploration.source.window;
		head.method = (int32_t)def.exploration.source.method;
		head.occlusion = def.sight.occlusion;
	}
	return head;
}

uint64_t wfHashExplorers( const wfCrowd* crowd, uint64_t hash )
{
	for ( int32_t k = 0; k < crowd->explorations.list.count; ++k )
	{
		const wfExplorers* explorers = &crowd->explorations.list.data[k];
		wfExplorersHead head = headOf( explorers );
		hash = wfHash( hash, &head, sizeof( head ) );
		hash = wfHash( hash, explorers->list.data, (size_t)explorers->list.count * sizeof( wfMemberExplorer ) );
		uint64_t known = explorers->isUsed ? wfExploration_Hash( explorers->exploration ) : 0;
		hash = wfHash( hash, &known, sizeof( known ) );
	}
	return hash;
}

void wfSaveExplorers( const wfCrowd* crowd, wfStateWriter* writer )
{
	wfPutBytes( writer, &crowd->explorations.list.count, sizeof( int32_t ) );
	for ( int32_t k = 0; k < crowd->explorations.list.count; ++k )
	{
		const wfExplorers* explorers = &crowd->explorations.list.data[k];
		wfExplorersHead head = headOf( explorers );
		uint64_t size = explorers->isUsed ? wfExploration_Save( explorers->exploration, NULL, 0 ) : 0;
		wfPutBytes( writer, &head, sizeof( head ) );
		wfPutBytes( writer, &explorers->list.count, sizeof( int32_t ) );
		wfPutBytes( writer, explorers->list.data, (size_t)explorers->list.count * sizeof( wfMemberExplorer ) );
		wfPutBytes( writer, &size, sizeof( size ) );
		if ( explorers->isUsed && writer->size <= writer->capacity && size <= writer->capacity - writer->size )
		{
			wfExploration_Save( explorers->exploration, writer->bytes + writer->size, (size_t)size );
		}
		writer->size += size;
	}
}

// ------------------------------------------------------------------------------------------------------------------ reading

static wfResult takeHead( const wfExplorersHead* head, const wfCrowd* crowd, wfExplorers* explorers )
{
	wfExplorersDef* def = &explorers->def;
	*def = wfDefaultExplorersDef();
	double* numbers[18];
	listNumbers( def, numbers );
	for ( int32_t k = 0; k < 18; ++k )
	{
		*numbers[k] = head->numbers[k];
	}
	if ( head->kind < 0 || head->kind > 31 || head->search.kind < wf_noSearch || head->search.kind > wf_agentSearch )
	{
		return wf_badFormat;
	}
	def->userData = head->userData;
	def->kind = head->kind;
	def->exploration.sharing = (wfMapSharing)head->sharing;
	def->exploration.strategy = (wfExploreStrategy)head->strategy;
	def->exploration.commits = head->commits != 0;
	def->exploration.window = head->window;
	def->exploration.returns = head->returns != 0;
	def->exploration.source.sweeps = head->sweeps;
	def->exploration.source.window = head->sourceWindow;
	def->exploration.source.method = (wfRelaxMethod)head->method;
	def->exploration.bounds = wfWorld_GetBounds( crowd->ground.world );
	def->exploration.workers = crowd->def.workers;
	def->sight.occlusion = head->occlusion != 0;
	explorers->search = head->search;
	explorers->ticked = head->ticked;
	return wf_ok;
}

// Of a list that is there already. Damaged counts ask for no memory, and damaged numbers are what defs are checked for.
static wfResult getExplorers( const wfCrowd* crowd, wfStateReader* reader, wfExplorers* explorers )
{
	wfExplorersHead head;
	int32_t count = 0;
	uint64_t size = 0;
	memset( &head, 0, sizeof( head ) );
	wfGetBytes( reader, &head, sizeof( head ) );
	wfGetBytes( reader, &count, sizeof( count ) );
	explorers->generation = head.generation;
	explorers->isUsed = head.isUsed != 0;
	bool fits = !reader->failed && count >= 0 && (size_t)count <= reader->left / sizeof( wfMemberExplorer ) &&
				( explorers->isUsed || count == 0 ) && ( !explorers->isUsed || crowd->ground.world != NULL );
	if ( !fits )
	{
		explorers->isUsed = false;
		return wf_badFormat;
	}
	wfResult result = wfArray_Reserve( &explorers->list, count );
	result = result == wf_ok ? wfArray_Reserve( &explorers->inputs, count ) : result;
	if ( result == wf_ok )
	{
		wfGetBytes( reader, explorers->list.data, (size_t)count * sizeof( wfMemberExplorer ) );
		explorers->list.count = count;
		wfGetBytes( reader, &size, sizeof( size ) );
	}
	if ( result == wf_ok && ( reader->failed || size > reader->left ) )
	{
		return wf_badFormat;
	}
	if ( explorers->isUsed && result == wf_ok )
	{
		result = takeHead( &head, crowd, explorers );
		result = result == wf_ok ? wfCreateExploration( &explorers->def.exploration, &explorers->exploration, NULL ) : result;
		result = result == wf_ok ? wfMakeSurroundings( crowd, explorers, NULL ) : result;
		result = result == wf_ok ? wfExploration_Restore( explorers->exploration, reader->bytes, (size_t)size, NULL ) : result;
	}
	reader->bytes += size;
	reader->left -= (size_t)size;
	return result == wf_ok || result == wf_outOfMemory ? result : wf_badFormat;
}

wfResult wfRestoreExplorers( wfCrowd* next, wfStateReader* reader )
{
	wfExplorations* explorations = &next->explorations;
	int32_t count = 0;
	wfGetBytes( reader, &count, sizeof( count ) );
	if ( reader->failed || count < 0 || (size_t)count > reader->left / sizeof( wfExplorersHead ) )
	{
		return wf_badFormat;
	}
	wfResult result = wfArray_Reserve( &explorations->list, count );
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		explorations->list.data[explorations->list.count++] = ( wfExplorers ){ 0 };
		result = getExplorers( next, reader, &explorations->list.data[k] );
		explorations->used += explorations->list.data[k].isUsed ? 1 : 0;
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------------- checks

static bool isMemberSound( const wfCrowd* crowd, const wfMemberExplorer* member )
{
	if ( !( fabs( member->gaze ) <= 1e9 ) || member->slot < -1 || member->slot >= crowd->population.slotCount )
	{
		return false;
	}
	const wfAgent* agent = member->slot >= 0 ? &crowd->population.agents[member->slot] : NULL;
	return agent == NULL ||
		   ( ( agent->flags & wf_agentUsed ) && wfIsExplorer( agent ) && agent->generation == member->generation );
}

// Each agent that is led by no group is in one list, once.
bool wfAreExplorersSound( const wfCrowd* crowd )
{
	int32_t members = 0, led = 0;
	const uint32_t seen = 0x80000000u;
	bool sound = true;
	for ( int32_t k = 0; k < crowd->explorations.list.count && sound; ++k )
	{
		const wfExplorers* explorers = &crowd->explorations.list.data[k];
		bool isNumbered = !explorers->isUsed || wfExploration_GetExplorerCount( explorers->exploration ) == explorers->list.count;
		sound = isNumbered && fabs( explorers->search.x ) <= 1e9 && fabs( explorers->search.y ) <= 1e9;
		for ( int32_t m = 0; m < explorers->list.count && sound; ++m )
		{
			const wfMemberExplorer* member = &explorers->list.data[m];
			sound = isMemberSound( crowd, member );
			wfAgent* agent = sound && member->slot >= 0 ? &crowd->population.agents[member->slot] : NULL;
			sound = sound && ( agent == NULL || ( agent->flags & seen ) == 0 );
			if ( agent != NULL )
			{
				agent->flags |= seen;
				members += 1;
			}
		}
	}
	for ( wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		agent->flags &= ~seen;
		led += wfIsExplorer( agent ) ? 1 : 0;
	}
	return sound && led == members;
}
