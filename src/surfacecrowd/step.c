// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The step of a crowd on a surface: everyone perceives, plans and moves from the same frozen state.
#include "surfacecrowd/surfacecrowd.h"

#include <string.h>

static void commitRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfSurfaceCrowd* crowd = context;
	wfCrowd* core = &crowd->core;
	const wfStepState* shared = &core->step;
	const wfMesh* mesh = crowd->mesh;
	float seconds = (float)core->def.stepSeconds;
	for ( int32_t rank = begin; rank < end; ++rank )
	{
		int32_t slot = shared->slot[rank];
		wfAgent* agent = &core->agents[slot];
		wfFooting* footing = &crowd->footings[slot];
		wfVec3 before = wfPositionOfFlat( mesh, footing->triangle, ( wfFlat ){ agent->x, agent->y } );
		float moved = (float)wfLength3( wfSub3( crowd->step.position[rank], before ) );
		wfNoticeProgress( core, rank, moved );
		const float* turn = crowd->step.turn + 4 * rank;
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
		else if ( footing->triangle != crowd->step.triangle[rank] )
		{
			// It keeps looking where it did, in other axes.
			wfCosSin ahead = wfCosSinOf( (double)agent->heading );
			agent->heading = (float)wfAtan2( (double)turn[1] * ahead.cosine + (double)turn[3] * ahead.sine,
											 (double)turn[0] * ahead.cosine + (double)turn[2] * ahead.sine );
		}
		footing->triangle = crowd->step.triangle[rank];
	}
}

static void noticeRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfSurfaceCrowd* crowd = context;
	wfCrowd* core = &crowd->core;
	for ( int32_t slot = begin; slot < end; ++slot )
	{
		const wfAgent* agent = &core->agents[slot];
		core->slotTodo[slot] = 0;
		if ( !( agent->flags & wf_agentUsed ) || ( agent->flags & wf_agentEnded ) )
		{
			continue;
		}
		bool stuck = core->def.stuckSeconds > 0.0 && !( agent->flags & wf_agentStuckTold ) &&
					 core->time - agent->bestWayTime > core->def.stuckSeconds;
		core->slotTodo[slot] =
			(uint8_t)( ( wfHasArrivedOnSurface( crowd, slot ) ? wf_todoArrive : 0 ) | ( stuck ? wf_todoStuck : 0 ) );
	}
}

static void arriveAll( wfSurfaceCrowd* crowd )
{
	for ( int32_t slot = 0; slot < crowd->core.slotCount; ++slot )
	{
		if ( ( crowd->core.slotTodo[slot] & wf_todoArrive ) && ( crowd->core.agents[slot].flags & wf_agentUsed ) )
		{
			crowd->footings[slot].homeTriangle = crowd->footings[slot].triangle;
		}
	}
	wfArriveAll( &crowd->core );
}

static void hashStep( wfSurfaceCrowd* crowd )
{
	wfCrowd* core = &crowd->core;
	size_t count = (size_t)core->step.count;
	core->trail = wfHash( core->trail, core->step.placeX, count * sizeof( double ) );
	core->trail = wfHash( core->trail, core->step.placeY, count * sizeof( double ) );
	core->trail = wfHash( core->trail, crowd->step.triangle, count * sizeof( int32_t ) );
}

wfResult wfSurfaceCrowd_Step( wfSurfaceCrowd* crowd, wfError* error )
{
	if ( WF_FAILS( crowd != NULL ) )
	{
		return wf_invalidDef;
	}
	wfCrowd* core = &crowd->core;
	wfResult result = wfSurfaceCrowd_Prepare( crowd, NULL, NULL, error );
	double start = wfGetSeconds();
	if ( result == wf_ok && core->agentCount > 0 )
	{
		result = wfUpdateTargets( crowd, error );
		result = result == wf_ok ? wfFindPatches( crowd, error ) : result;
	}
	if ( result != wf_ok )
	{
		return result;
	}
	core->eventCount = 0;
	core->profile.index += wfGetSeconds() - start;
	if ( core->agentCount > 0 )
	{
		wfLookAround( core );
		double planned = wfGetSeconds();
		wfFindDue( core );
		wfDecideAll( core );
		double moving = wfGetSeconds();
		wfMoveOnSurface( crowd );
		wfWorkers_ParallelFor( crowd->def.workers, commitRange, core->step.count, 512, crowd );
		hashStep( crowd );
		core->profile.solve += moving - planned;
		core->profile.move += wfGetSeconds() - moving;
	}
	double end = wfGetSeconds();
	core->stepCount += 1;
	core->time = (double)core->stepCount * core->def.stepSeconds;
	if ( core->agentCount > 0 )
	{
		wfWorkers_ParallelFor( crowd->def.workers, noticeRange, core->slotCount, 512, crowd );
		arriveAll( crowd );
		wfTellStuck( core );
	}
	core->profile.events += wfGetSeconds() - end;
	return wf_ok;
}

// Member by member where there are gaps; agents have none.
uint64_t wfSurfaceCrowd_GetHash( const wfSurfaceCrowd* crowd )
{
	if ( WF_FAILS( crowd != NULL ) )
	{
		return 0;
	}
	const wfCrowd* core = &crowd->core;
	uint64_t hash = wfHash( WF_HASH_START, &core->trail, sizeof( core->trail ) );
	hash = wfHash( hash, &core->stepCount, sizeof( core->stepCount ) );
	for ( int32_t slot = 0; slot < core->slotCount; ++slot )
	{
		if ( core->agents[slot].flags & wf_agentUsed )
		{
			hash = wfHash( hash, &core->agents[slot], sizeof( wfAgent ) );
			hash = wfHash( hash, &crowd->footings[slot], sizeof( wfFooting ) );
		}
	}
	return wfHash( hash, &core->arrivedCount, sizeof( core->arrivedCount ) );
}
