// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The plan of a step: global directions of all, then a local map for each, relaxed in batches.
#include "crowd/plan.h"
#include "crowd/locomotion.h"

#include <string.h>

wfResult wfReservePlan( wfCrowd* crowd )
{
	int32_t workers = wfWorkers_GetCount( crowd->def.workers );
	for ( int32_t k = 0; k < workers; ++k )
	{
		if ( crowd->scratch[k] == NULL )
		{
			crowd->scratch[k] = wfAllocate( sizeof( wfPlanScratch ) );
			if ( crowd->scratch[k] == NULL )
			{
				return wf_outOfMemory;
			}
		}
	}
	return wf_ok;
}

void wfDestroyPlan( wfCrowd* crowd )
{
	for ( int32_t k = 0; k < WF_MAX_WORKERS; ++k )
	{
		wfRelease( crowd->scratch[k], sizeof( wfPlanScratch ) );
		crowd->scratch[k] = NULL;
	}
}

void wfClearGuide( wfCrowd* crowd, int32_t rank )
{
	wfStepState* step = &crowd->step;
	step->goalX[rank] = 0.0f;
	step->goalY[rank] = 0.0f;
	step->way[rank] = 0.0f;
	step->goalKey[rank] = 0;
	step->marks[rank] = wf_markStands;
}

void wfSetGuide( wfCrowd* crowd, int32_t rank, wfVec2 direction, double way )
{
	wfStepState* step = &crowd->step;
	wfAgent* agent = &crowd->agents[step->slot[rank]];
	if ( direction.x == 0.0 && direction.y == 0.0 )
	{
		return;
	}
	step->marks[rank] = ( agent->flags & wf_agentDirect ) ? wf_markDirect : 0;
	step->goalX[rank] = (float)direction.x;
	step->goalY[rank] = (float)direction.y;
	step->way[rank] = (float)way;
	step->goalKey[rank] = agent->goalKey;
	if ( agent->startWay == 0.0f )
	{
		agent->startWay = (float)way;
	}
	if ( way < agent->bestWay - WF_PROGRESS )
	{
		agent->bestWay = way;
		agent->bestWayTime = crowd->time;
	}
}

static void guide( wfCrowd* crowd, int32_t rank )
{
	wfStepState* step = &crowd->step;
	wfAgent* agent = &crowd->agents[step->slot[rank]];
	const wfStop* stop = wfPresentStop( crowd, agent );
	wfClearGuide( crowd, rank );
	if ( stop == NULL || ( agent->flags & ( wf_agentWaiting | wf_agentEnded ) ) )
	{
		return;
	}
	wfVec2 place = { agent->x, agent->y }, direction = { 0.0, 0.0 };
	double way = INFINITY;
	if ( agent->flags & wf_agentDirect )
	{
		wfVec2 aim = wfAimOf( crowd, agent );
		double x = aim.x - place.x, y = aim.y - place.y;
		way = sqrt( x * x + y * y );
		if ( way > WF_TINY )
		{
			direction = ( wfVec2 ){ x / way, y / way };
		}
	}
	else if ( agent->target >= 0 )
	{
		const wfTarget* target = &crowd->targets[agent->target];
		bool read = ( step->traits[rank] & wf_readsDistances ) != 0 &&
					wfGuideByWays( &crowd->layers[target->layer], target, place, &direction, &way );
		direction = read ? direction : wfTargetDirection( crowd, target, place, &way );
		// In the cell of the point itself: straight to it.
		if ( direction.x == 0.0 && direction.y == 0.0 && way < INFINITY && stop->kind != wf_goalStop )
		{
			wfVec2 aim = wfAimOf( crowd, agent );
			double x = aim.x - place.x, y = aim.y - place.y, length = sqrt( x * x + y * y );
			direction = length > WF_TINY ? ( wfVec2 ){ x / length, y / length } : direction;
			way = length;
		}
	}
	wfSetGuide( crowd, rank, direction, way );
}

static void guideRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfCrowd* crowd = context;
	for ( int32_t rank = begin; rank < end; ++rank )
	{
		wfFetchAgent( crowd, rank + 2 * WF_FETCH_AHEAD );
		wfFetchStop( crowd, rank + WF_FETCH_AHEAD );
		guide( crowd, rank );
		wfRememberQueue( crowd, rank );
	}
}

void wfGuideAll( wfCrowd* crowd )
{
	wfWorkers_ParallelFor( crowd->def.workers, guideRange, crowd->step.count, 1024, crowd );
}

static void flushBatch( wfCrowd* crowd, wfPlanScratch* scratch, wfPlanBatch* batch )
{
	if ( batch->count == 0 )
	{
		return;
	}
	wfRelaxBatch( scratch, batch, false );
	for ( int32_t k = 0; k < batch->count; ++k )
	{
		float strength;
		wfVec2 direction = wfLaneDirection( scratch, batch, k, &strength );
		wfSteer( crowd, batch->lanes[k].rank, &batch->lanes[k], direction, strength );
	}
	batch->count = 0;
}

// The batch a map of this kind waits in; one is emptied when all are taken by others.
static wfPlanBatch* findBatch( wfCrowd* crowd, wfPlanScratch* scratch, int32_t size, bool nearWalls, const wfStyleDef* style )
{
	wfPlanBatch* free = NULL;
	for ( int32_t k = 0; k < WF_OPEN_BATCHES; ++k )
	{
		wfPlanBatch* batch = &scratch->batches[k];
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
	free->size = size;
	free->nearWalls = nearWalls;
	free->solver = style->solver;
	free->iterations = style->iterations;
	free->turns = style->mapTurns;
	return free;
}

static void planRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	wfCrowd* crowd = context;
	wfPlanScratch* scratch = crowd->scratch[worker];
	for ( int32_t k = 0; k < WF_OPEN_BATCHES; ++k )
	{
		scratch->batches[k].count = 0;
	}
	for ( int32_t rank = begin; rank < end; ++rank )
	{
		wfFetchAgent( crowd, rank + WF_FETCH_AHEAD );
		if ( ( crowd->step.traits[rank] & wf_decidesNow ) == 0 )
		{
			continue;
		}
		const wfStyle* style = &crowd->styles[crowd->step.style[rank] - 1];
		bool nearWalls;
		int32_t size = wfChooseMapSize( crowd, rank, &nearWalls );
		wfPlanBatch* batch = findBatch( crowd, scratch, size, nearWalls, &style->def );
		wfLane* lane = &batch->lanes[batch->count];
		lane->size = size;
		lane->nearWalls = nearWalls;
		if ( !wfPrepareLane( crowd, rank, lane ) )
		{
			continue;
		}
		wfFillLane( crowd, lane );
		batch->count += 1;
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

void wfPlanAll( wfCrowd* crowd )
{
	wfWorkers_ParallelFor( crowd->def.workers, planRange, crowd->step.count, 256, crowd );
}
