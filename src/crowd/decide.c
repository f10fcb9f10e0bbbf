// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Decisions of a tick: what each wants, a local map for it, relaxed in batches, and how it goes about it.
#include "crowd/group_map.h"
#include "crowd/locomotion.h"

#include <string.h>

wfResult wfReserveMaps( wfCrowd* crowd )
{
	int32_t workers = wfWorkers_GetCount( crowd->def.workers );
	for ( int32_t k = 0; k < workers; ++k )
	{
		if ( crowd->tick.scratch[k] == NULL )
		{
			crowd->tick.scratch[k] = wfAllocate( sizeof( wfMapScratch ) );
			if ( crowd->tick.scratch[k] == NULL )
			{
				return wf_outOfMemory;
			}
		}
	}
	return wf_ok;
}

void wfDestroyMaps( wfCrowd* crowd )
{
	for ( int32_t k = 0; k < WF_MAX_WORKERS; ++k )
	{
		wfRelease( crowd->tick.scratch[k], sizeof( wfMapScratch ) );
		crowd->tick.scratch[k] = NULL;
	}
}

// Steps of the mean rule are shorter where something in the map weakens the gradient: |grad q| against that of the same maps
// without anything in them. The pull counts in both, or who is pulled ahead would crawl where nothing is.
static void measureEmptyMaps( const wfCrowd* crowd, wfMapScratch* scratch, wfMapBatch* batch, float* empty )
{
	bool wanted = false;
	for ( int32_t k = 0; k < batch->count; ++k )
	{
		int32_t style = crowd->tick.style[batch->lanes[k].wish.rank] - 1;
		wanted = wanted || crowd->styles.list[style].def.rule == wf_meanRule;
		empty[k] = 1.0f;
	}
	if ( !wanted || batch->kind.isWindow ) // windows have no map of their own to compare with
	{
		return;
	}
	for ( int32_t k = 0; k < batch->count; ++k )
	{
		float* screen = batch->lanes[k].screen;
		for ( int32_t cell = 0; cell < batch->kind.size * batch->kind.size; ++cell )
		{
			screen[cell] = screen[cell] == WF_INNER_GOAL ? WF_INNER_GOAL : 0.0f;
		}
	}
	wfRelaxBatch( scratch, batch, false );
	for ( int32_t k = 0; k < batch->count; ++k )
	{
		wfLaneDirection( scratch, batch, k, empty + k );
	}
}

static void flushBatch( wfCrowd* crowd, wfMapScratch* scratch, wfMapBatch* batch )
{
	if ( batch->count == 0 )
	{
		return;
	}
	wfVec2 directions[WF_LOCAL_LANES];
	float strengths[WF_LOCAL_LANES], empty[WF_LOCAL_LANES];
	wfRelaxBatch( scratch, batch, batch->kind.isWindow );
	for ( int32_t k = 0; k < batch->count; ++k )
	{
		strengths[k] = 1.0f;
		directions[k] = batch->kind.isWindow ? wfWindowDirection( scratch, batch, k )
											 : wfLaneDirection( scratch, batch, k, strengths + k );
	}
	measureEmptyMaps( crowd, scratch, batch, empty );
	for ( int32_t k = 0; k < batch->count; ++k )
	{
		wfSteer( crowd, &batch->lanes[k].wish, directions[k], strengths[k] / empty[k] );
	}
	batch->count = 0;
}

// The batch in which maps of a kind wait; one is emptied when all are taken by others.
static wfMapBatch* findBatch( wfCrowd* crowd, wfMapScratch* scratch, const wfMapKind* kind )
{
	wfMapBatch* free = NULL;
	for ( int32_t k = 0; k < WF_OPEN_BATCHES; ++k )
	{
		wfMapBatch* batch = &scratch->batches[k];
		if ( batch->count == 0 )
		{
			free = free == NULL ? batch : free;
		}
		else if ( wfIsSameKind( &batch->kind, kind ) )
		{
			return batch;
		}
	}
	if ( free == NULL )
	{
		free = &scratch->batches[0];
		flushBatch( crowd, scratch, free );
	}
	free->kind = *kind;
	return free;
}

static wfMapBatch* makeOwn( wfCrowd* crowd, wfMapScratch* scratch, const wfWish* wish )
{
	bool nearWalls;
	int32_t size = wfChooseMapSize( crowd, wish->rank, &nearWalls );
	wfMapKind kind = wfKindOfMap( &crowd->styles.list[crowd->tick.style[wish->rank] - 1].def, size, nearWalls );
	wfMapBatch* batch = findBatch( crowd, scratch, &kind );
	wfFillLane( crowd, wish, size, nearWalls, &batch->lanes[batch->count++] );
	return batch;
}

// Null: a member that is an obstacle in the map of its group reads it as it is.
static wfMapBatch* readShared( wfCrowd* crowd, wfMapScratch* scratch, const wfWish* wish, const wfSharedMap* map )
{
	if ( map->isHard )
	{
		wfSteer( crowd, wish, wfReadSharedMap( crowd, map, wish->rank ), 1.0f );
		return NULL;
	}
	wfMapKind kind = wfKindOfWindow( map );
	wfMapBatch* batch = findBatch( crowd, scratch, &kind );
	wfFillWindow( crowd, wish, map, &batch->lanes[batch->count++] );
	return batch;
}

static void decideRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	wfCrowd* crowd = context;
	wfMapScratch* scratch = crowd->tick.scratch[worker];
	for ( int32_t k = 0; k < WF_OPEN_BATCHES; ++k )
	{
		scratch->batches[k].count = 0;
	}
	for ( int32_t rank = begin; rank < end; ++rank )
	{
		wfFetchAgent( crowd, rank + WF_FETCH_AHEAD );
		if ( ( crowd->tick.traits[rank] & wf_decidesNow ) == 0 )
		{
			continue;
		}
		wfWish wish;
		if ( !wfFindWish( crowd, rank, &wish ) )
		{
			continue;
		}
		const wfSharedMap* shared = wfFindSharedMap( crowd, rank );
		wfMapBatch* batch = NULL;
		if ( wfNeedsNoMap( crowd, rank ) )
		{
			wfSteer( crowd, &wish, ( wfVec2 ){ 0.0, 0.0 }, 0.0f );
		}
		else if ( shared != NULL )
		{
			batch = readShared( crowd, scratch, &wish, shared );
		}
		else
		{
			batch = makeOwn( crowd, scratch, &wish );
		}
		if ( batch != NULL && batch->count == WF_LOCAL_LANES )
		{
			flushBatch( crowd, scratch, batch );
		}
	}
	for ( int32_t k = 0; k < WF_OPEN_BATCHES; ++k )
	{
		flushBatch( crowd, scratch, &scratch->batches[k] );
	}
}

void wfDecideAll( wfCrowd* crowd )
{
	wfWeighMaps( crowd );
	wfSolveSharedMaps( crowd );
	wfWorkers_ParallelFor( crowd->def.workers, decideRange, crowd->tick.count, 256, crowd );
}
