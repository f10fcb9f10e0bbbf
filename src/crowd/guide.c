// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Global directions: where the routes of all agents lead from where they are.
#include "crowd/guide.h"
#include "crowd/locomotion.h"

void wfClearGuide( wfCrowd* crowd, int32_t rank )
{
	wfTick* tick = &crowd->tick;
	tick->goalX[rank] = 0.0f;
	tick->goalY[rank] = 0.0f;
	tick->way[rank] = 0.0f;
	tick->goalKey[rank] = 0;
	tick->marks[rank] = wf_markStands;
}

void wfSetGuide( wfCrowd* crowd, int32_t rank, wfVec2 direction, double way )
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
	tick->way[rank] = (float)way;
	tick->goalKey[rank] = agent->goalKey;
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

bool wfFindRoute( const wfCrowd* crowd, const wfAgent* agent, wfRoute* route )
{
	const wfStop* stop = wfPresentStop( crowd, agent );
	bool straight = ( agent->flags & wf_agentDirect ) != 0;
	if ( stop == NULL || ( !straight && agent->target < 0 ) )
	{
		return false;
	}
	*route = ( wfRoute ){ .crowd = crowd, .target = straight ? NULL : &crowd->routes.targets.data[agent->target] };
	route->point = stop->kind != wf_goalStop;
	route->aim = route->point ? wfAimOf( crowd, agent ) : ( wfVec2 ){ 0.0, 0.0 };
	return true;
}

static wfVec2 goStraight( wfVec2 place, wfVec2 aim, double* way )
{
	double x = aim.x - place.x, y = aim.y - place.y;
	*way = wfHypot( x, y );
	return *way > WF_TINY ? ( wfVec2 ){ x / *way, y / *way } : ( wfVec2 ){ 0.0, 0.0 };
}

wfVec2 wfFollowRoute( const wfRoute* route, wfVec2 place, bool readsDistances, double* way )
{
	const wfTarget* target = route->target;
	if ( target == NULL )
	{
		return goStraight( place, route->aim, way );
	}
	wfVec2 direction;
	if ( readsDistances && wfGuideByWays( &route->crowd->routes.layers.data[target->layer], target, place, &direction, way ) )
	{
		return direction;
	}
	direction = wfTargetDirection( route->crowd, target, place, way );
	// In the cell of the point itself: straight to it.
	bool inside = direction.x == 0.0 && direction.y == 0.0 && *way < INFINITY && route->point;
	return inside ? goStraight( place, route->aim, way ) : direction;
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
		double way;
		wfVec2 direction = crowd->ground->guide( crowd, rank, &way );
		wfSetGuide( crowd, rank, direction, way );
		faceGuide( crowd, rank, direction );
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
