// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Decisions of a tick: what each wants, a local map for it, relaxed in batches, and how it goes about it.
#include "crowd/locomotion.h"
#include "crowd/maps.h"

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
	if ( !wanted )
	{
		return;
	}
	for ( int32_t k = 0; k < batch->count; ++k )
	{
		float* screen = batch->lanes[k].screen;
		for ( int32_t cell = 0; cell < batch->size * batch->size; ++cell )
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
	wfRelaxBatch( scratch, batch, false );
	for ( int32_t k = 0; k < batch->count; ++k )
	{
		directions[k] = wfLaneDirection( scratch, batch, k, strengths + k );
	}
	measureEmptyMaps( crowd, scratch, batch, empty );
	for ( int32_t k = 0; k < batch->count; ++k )
	{
		wfSteer( crowd, &batch->lanes[k].wish, directions[k], strengths[k] / empty[k] );
	}
	batch->count = 0;
}

// The batch a map of this kind waits in; one is emptied when all are taken by others.
static wfMapBatch* findBatch( wfCrowd* crowd, wfMapScratch* scratch, int32_t size, bool nearWalls, const wfStyleDef* style )
{
	wfMapBatch* free = NULL;
	for ( int32_t k = 0; k < WF_OPEN_BATCHES; ++k )
	{
		wfMapBatch* batch = &scratch->batches[k];
		if ( batch->count == 0 )
		{
			free = free == NULL ? batch : free;
		}
		else if ( batch->size == size && batch->nearWalls == nearWalls && batch->solver == style->solver &&
				  batch->iterations == style->iterations && batch->turns == style->mapTurns )
		{
			return batch;
		}
	}
	if ( free == NULL )
	{
		free = &scratch->batches[0];
		flushBatch( crowd, scratch, free );
	}
	wfBeginBatch( free, style, size, nearWalls );
	return free;
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
		const wfStyle* style = &crowd->styles.list[crowd->tick.style[rank] - 1];
		bool nearWalls;
		int32_t size = wfChooseMapSize( crowd, rank, &nearWalls );
		wfMapBatch* batch = findBatch( crowd, scratch, size, nearWalls, &style->def );
		wfFillLane( crowd, &wish, size, nearWalls, &batch->lanes[batch->count++] );
		if ( batch->count == WF_LOCAL_LANES )
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
	wfWorkers_ParallelFor( crowd->def.workers, decideRange, crowd->tick.count, 256, crowd );
}
