// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The tick of a crowd on a mesh: everyone perceives, decides and moves from the same frozen state.
#include "crowd/mesh_ground.h"

#include <string.h>

static void commitRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfCrowd* crowd = context;
	const wfTick* shared = &crowd->tick;
	const wfMesh* mesh = crowd->surface->mesh;
	float seconds = (float)crowd->def.stepSeconds;
	for ( int32_t rank = begin; rank < end; ++rank )
	{
		int32_t slot = shared->slot[rank];
		wfAgent* agent = &crowd->population.agents[slot];
		wfVec3 before = wfPositionOfFlat( mesh, agent->triangle, ( wfFlat ){ agent->x, agent->y } );
		float moved = (float)wfLength3( wfSub3( crowd->surface->tick.position[rank], before ) );
		wfNoticeProgress( crowd, rank, moved );
		const float* turn = crowd->surface->tick.turn + 4 * rank;
		float x = agent->directionX, y = agent->directionY;
		agent->directionX = turn[0] * x + turn[2] * y;
		agent->directionY = turn[1] * x + turn[3] * y;
		agent->x = shared->placeX[rank];
		agent->y = shared->placeY[rank];
		agent->velocityX = shared->velocityX[rank];
		agent->velocityY = shared->velocityY[rank];
		bool walks = ( shared->marks[rank] & wf_markStands ) == 0;
		if ( moved > 0.05f * seconds )
		{
			agent->heading = (float)wfAtan2( (double)agent->velocityY, (double)agent->velocityX );
		}
		else if ( walks )
		{
			agent->heading = (float)wfAtan2( (double)agent->directionY, (double)agent->directionX );
		}
		else if ( agent->triangle != crowd->surface->tick.triangle[rank] )
		{
			// It keeps looking where it did, in other axes.
			wfCosSin ahead = wfCosSinOf( (double)agent->heading );
			agent->heading = (float)wfAtan2( (double)turn[1] * ahead.cosine + (double)turn[3] * ahead.sine,
											 (double)turn[0] * ahead.cosine + (double)turn[2] * ahead.sine );
		}
		agent->triangle = crowd->surface->tick.triangle[rank];
	}
}

static void noticeRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfCrowd* crowd = context;
	for ( int32_t slot = begin; slot < end; ++slot )
	{
		const wfAgent* agent = &crowd->population.agents[slot];
		crowd->tick.slotTodo[slot] = 0;
		if ( !( agent->flags & wf_agentUsed ) || ( agent->flags & wf_agentEnded ) )
		{
			continue;
		}
		bool stuck = crowd->def.stuckSeconds > 0.0 && !( agent->flags & wf_agentReportedStuck ) &&
					 crowd->time - agent->bestWayTime > crowd->def.stuckSeconds;
		crowd->tick.slotTodo[slot] =
			(uint8_t)( ( wfHasArrivedOnSurface( crowd, slot ) ? wf_todoArrive : 0 ) | ( stuck ? wf_todoStuck : 0 ) );
	}
}

static void arriveAll( wfCrowd* crowd )
{
	for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
	{
		if ( ( crowd->tick.slotTodo[slot] & wf_todoArrive ) && ( crowd->population.agents[slot].flags & wf_agentUsed ) )
		{
			crowd->population.agents[slot].homeTriangle = crowd->population.agents[slot].triangle;
		}
	}
	wfArriveAll( crowd );
}

static void hashTick( wfCrowd* crowd )
{
	size_t count = (size_t)crowd->tick.count;
	crowd->trail = wfHash( crowd->trail, crowd->tick.placeX, count * sizeof( double ) );
	crowd->trail = wfHash( crowd->trail, crowd->tick.placeY, count * sizeof( double ) );
	crowd->trail = wfHash( crowd->trail, crowd->surface->tick.triangle, count * sizeof( int32_t ) );
}

wfResult wfTickOnMesh( wfCrowd* crowd, wfError* error )
{
	if ( WF_FAILS( crowd != NULL ) )
	{
		return wf_invalidDef;
	}
	wfResult result = wfPrepareOnMesh( crowd, NULL, NULL, error );
	double start = wfGetSeconds();
	if ( result == wf_ok && crowd->population.agentCount > 0 )
	{
		result = wfUpdateTargets( crowd, error );
		result = result == wf_ok ? wfFindPatches( crowd, error ) : result;
	}
	if ( result != wf_ok )
	{
		return result;
	}
	crowd->population.events.count = 0;
	crowd->profile.index += wfGetSeconds() - start;
	if ( crowd->population.agentCount > 0 )
	{
		wfLookAround( crowd );
		double planned = wfGetSeconds();
		wfFindDue( crowd );
		wfDecideAll( crowd );
		double moving = wfGetSeconds();
		wfMoveOnSurface( crowd );
		wfWorkers_ParallelFor( crowd->def.workers, commitRange, crowd->tick.count, 512, crowd );
		hashTick( crowd );
		crowd->profile.solve += moving - planned;
		crowd->profile.move += wfGetSeconds() - moving;
	}
	double end = wfGetSeconds();
	crowd->tickCount += 1;
	crowd->time = (double)crowd->tickCount * crowd->def.stepSeconds;
	if ( crowd->population.agentCount > 0 )
	{
		wfWorkers_ParallelFor( crowd->def.workers, noticeRange, crowd->population.slotCount, 512, crowd );
		arriveAll( crowd );
		wfReportStuck( crowd );
	}
	crowd->profile.events += wfGetSeconds() - end;
	return wf_ok;
}

// Member by member where there are gaps; agents have none.
uint64_t wfHashOnMesh( const wfCrowd* crowd )
{
	if ( WF_FAILS( crowd != NULL ) )
	{
		return 0;
	}
	uint64_t hash = wfHash( WF_HASH_START, &crowd->trail, sizeof( crowd->trail ) );
	hash = wfHash( hash, &crowd->tickCount, sizeof( crowd->tickCount ) );
	for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
	{
		if ( crowd->population.agents[slot].flags & wf_agentUsed )
		{
			hash = wfHash( hash, &crowd->population.agents[slot], sizeof( wfAgent ) );
		}
	}
	return wfHash( hash, &crowd->population.arrivedCount, sizeof( crowd->population.arrivedCount ) );
}
