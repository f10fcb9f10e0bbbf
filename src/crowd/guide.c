// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Global directions: where the routes of all agents lead from where they are.
#include "crowd/locomotion.h"

void wfClearGuide( wfCrowd* crowd, int32_t rank )
{
	wfTick* tick = &crowd->tick;
	tick->goalX[rank] = 0.0f;
	tick->goalY[rank] = 0.0f;
	tick->distance[rank] = 0.0f;
	tick->goalKey[rank] = 0;
	tick->marks[rank] = wf_markStands;
}

void wfSetGuide( wfCrowd* crowd, int32_t rank, wfVec2 direction, double distance )
{
	wfTick* tick = &crowd->tick;
	wfAgent* agent = &crowd->population.agents[tick->slot[rank]];
	if ( direction.x == 0.0 && direction.y == 0.0 )
	{
		return;
	}
	tick->marks[rank] = ( agent->flags & wf_agentDirect ) ? wf_markDirect : 0;
	tick->goalX[rank] = (float)direction.x;
	tick->goalY[rank] = (float)direction.y;
	tick->distance[rank] = (float)distance;
	tick->goalKey[rank] = agent->goalKey;
	if ( agent->startDistance == 0.0f )
	{
		agent->startDistance = (float)distance;
	}
	if ( distance < agent->bestDistance - WF_PROGRESS )
	{
		agent->bestDistance = distance;
		agent->bestDistanceTime = crowd->time;
	}
}

// Who has not walked yet and was given no heading looks to its first stop.
static void faceGuide( wfCrowd* crowd, int32_t rank, wfVec2 direction )
{
	wfTick* tick = &crowd->tick;
	wfAgent* agent = &crowd->population.agents[tick->slot[rank]];
	if ( !( agent->flags & wf_agentFaces ) || ( direction.x == 0.0 && direction.y == 0.0 ) )
	{
		return;
	}
	float speed = sqrtf( agent->velocityX * agent->velocityX + agent->velocityY * agent->velocityY );
	agent->flags &= ~(uint32_t)wf_agentFaces;
	agent->heading = (float)wfAtan2( direction.y, direction.x );
	agent->directionX = (float)direction.x;
	agent->directionY = (float)direction.y;
	agent->velocityX = tick->velocityX[rank] = speed * agent->directionX;
	agent->velocityY = tick->velocityY[rank] = speed * agent->directionY;
}

static void guide( wfCrowd* crowd, int32_t rank )
{
	const wfAgent* agent = &crowd->population.agents[crowd->tick.slot[rank]];
	wfClearGuide( crowd, rank );
	if ( ( agent->flags & ( wf_agentWaiting | wf_agentEnded ) ) == 0 && agent->stop < agent->stopCount )
	{
		bool reads = ( crowd->tick.traits[rank] & wf_readsDistances ) != 0;
		wfRoute route;
		if ( wfFindRoute( crowd, agent, &route ) )
		{
			double distance;
			wfVec2 direction = wfFollowRoute( &route, wfPlaceOf( agent ), reads, &distance );
			wfSetGuide( crowd, rank, direction, distance );
			faceGuide( crowd, rank, direction );
		}
	}
	wfRememberLine( crowd, rank );
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
	}
}

void wfGuideAll( wfCrowd* crowd )
{
	wfWorkers_ParallelFor( crowd->def.workers, guideRange, crowd->tick.count, 1024, crowd );
}
