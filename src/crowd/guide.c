// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Global directions: where the routes of all agents lead from where they are.
#include "base/vec2.h"
#include "crowd/locomotion.h"
#include "crowd/orders.h"

#include <stdlib.h>

void wfClearGuide( wfCrowd* crowd, int32_t rank )
{
	wfTick* tick = &crowd->tick;
	tick->goalX[rank] = 0.0f;
	tick->goalY[rank] = 0.0f;
	tick->distance[rank] = 0.0f;
	tick->goalKey[rank] = 0;
	tick->waited[rank] = 0.0;
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
	if ( distance < agent->nearest - WF_PROGRESS )
	{
		agent->nearest = distance;
		agent->nearestTime = crowd->time;
	}
	tick->waited[rank] = crowd->time - agent->nearestTime;
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

// Until a field is ready: on as before, or straight to what it never had a field for.
static wfVec2 walkOn( const wfAgent* agent, const wfRoute* route, double* distance )
{
	wfVec2 before = { (double)agent->directionX, (double)agent->directionY }, none = { 0.0, 0.0 };
	bool wasLed = agent->bestDistance < WF_FAR_AWAY;
	wfVec2 to = route->isPoint ? ( wfVec2 ){ route->aim.x - agent->x, route->aim.y - agent->y }
							   : wfGround_LookToTarget( route->ground, route->target, wfPlaceOf( agent ) );
	double left = wfLength2( to );
	*distance = wasLed ? agent->bestDistance : left > WF_TINY ? left : (double)WF_UNKNOWN_DISTANCE;
	return wfNormalize2( !wasLed && left > WF_TINY ? to : before, none );
}

// Straight on, and not to its stop. Where it comes to it stays.
static void guideStraight( wfCrowd* crowd, int32_t rank, wfVec2 direction, float distance )
{
	wfTick* tick = &crowd->tick;
	wfAgent* agent = &crowd->population.agents[tick->slot[rank]];
	agent->homeX = agent->x;
	agent->homeY = agent->y;
	agent->homeTriangle = agent->triangle;
	agent->bestDistanceTime = agent->nearestTime = crowd->time;
	if ( direction.x != 0.0 || direction.y != 0.0 )
	{
		tick->marks[rank] = wf_markDirect;
		tick->goalX[rank] = (float)direction.x;
		tick->goalY[rank] = (float)direction.y;
		tick->distance[rank] = distance;
		tick->goalKey[rank] = agent->serial; // none that another could have, as good as certainly
		faceGuide( crowd, rank, direction );
	}
}

// As the host wants: by its own decision this agent goes nowhere.
static void guideByHost( wfCrowd* crowd, int32_t rank )
{
	wfTick* tick = &crowd->tick;
	double speed;
	wfVec2 direction = wfSteeredDirection( crowd, &crowd->population.agents[tick->slot[rank]], &speed );
	tick->speed[rank] = wfClampFloat( (float)speed, 0.0f, tick->speed[rank] );
	guideStraight( crowd, rank, direction, WF_UNKNOWN_DISTANCE );
}

typedef struct wfOut
{
	const wfTick* tick;
	int32_t rank;
} wfOut;

// Nobody else stands there.
static bool isUnoccupied( wfVec2 place, const void* context )
{
	const wfOut* out = context;
	const wfTick* tick = out->tick;
	float x = (float)( place.x - tick->origin.x ), y = (float)( place.y - tick->origin.y );
	float search = tick->radius[out->rank] + tick->maxRadius;
	wfIndexRange cells =
		wfCellsIn( tick, (double)( x - search ), (double)( y - search ), (double)( x + search ), (double)( y + search ) );
	for ( int32_t row = cells.firstRow; row <= cells.lastRow; ++row )
	{
		for ( int32_t other = wfFirstInRow( tick, &cells, row ), end = wfEndInRow( tick, &cells, row ); other < end; ++other )
		{
			float dx = tick->x[other] - x, dy = tick->y[other] - y, sum = tick->radius[out->rank] + tick->radius[other];
			if ( other != out->rank && dx * dx + dy * dy < sum * sum )
			{
				return false;
			}
		}
	}
	return true;
}

// Out of a wall that covers it, straight to the nearest place where nothing and nobody is. Up to there nearly everything is wall
// or taken.
static void guideOut( wfCrowd* crowd, int32_t rank )
{
	const wfAgent* agent = &crowd->population.agents[crowd->tick.slot[rank]];
	wfVec2 from = { agent->x, agent->y }, place = from;
	wfOut out = { &crowd->tick, rank };
	bool moves = crowd->def.covered == wf_nearestRemedy && agent->gait == 0 &&
				 wfGround_FindNearestFree( &crowd->ground, agent->layer, from, isUnoccupied, &out, &place );
	wfVec2 offset = { place.x - from.x, place.y - from.y };
	double length = moves ? wfHypot( offset.x, offset.y ) : 0.0;
	wfVec2 direction = length > WF_TINY ? ( wfVec2 ){ offset.x / length, offset.y / length } : ( wfVec2 ){ 0.0, 0.0 };
	guideStraight( crowd, rank, direction, (float)length );
}

static void guide( wfCrowd* crowd, int32_t rank )
{
	const wfAgent* agent = &crowd->population.agents[crowd->tick.slot[rank]];
	wfClearGuide( crowd, rank );
	if ( agent->flags & wf_agentCovered )
	{
		guideOut( crowd, rank );
	}
	else if ( agent->flags & wf_agentSteered )
	{
		guideByHost( crowd, rank );
	}
	else if ( agent->flags & wf_agentLed )
	{
		( wfIsExplorer( agent ) ? wfGuideExplorer : wfGuideMember )( crowd, rank );
	}
	else if ( ( agent->flags & wf_agentIdle ) == 0 && agent->stop < agent->stopCount )
	{
		bool reads = ( crowd->tick.traits[rank] & wf_readsDistances ) != 0;
		wfRoute route;
		if ( wfFindRoute( crowd, agent, &route ) )
		{
			double distance;
			bool isReady = route.target == NULL || wfTarget_IsReady( route.target );
			wfVec2 direction =
				isReady ? wfFollowRoute( &route, wfPlaceOf( agent ), reads, &distance ) : walkOn( agent, &route, &distance );
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
	wfSlowDown( crowd );
}

// ------------------------------------------------------------------------------------------------------------- in batches

static int compareAsked( const void* a, const void* b )
{
	const wfAsked *x = a, *y = b;
	return x->target != y->target ? ( x->target > y->target ) - ( x->target < y->target )
								  : ( x->cell > y->cell ) - ( x->cell < y->cell );
}

// Where it asks for its way; -1: it does not.
static int32_t cellOf( const wfRouteLayer* layer, const wfAgent* agent )
{
	int32_t cell = ( agent->flags & wf_agentDirect ) == 0 ? wfGrid_GetCell( layer->grid, ( wfVec2 ){ agent->x, agent->y } ) : -1;
	return cell >= 0 ? layer->nearest[cell] : -1;
}

// The cells around agents that have come to where nobody asked before.
static wfResult collectAsked( wfCrowd* crowd )
{
	const wfGround* ground = &crowd->ground;
	wfTick* tick = &crowd->tick;
	wfResult result = wf_ok;
	tick->asked.count = 0;
	for ( wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL && result == wf_ok; )
	{
		if ( agent->target < 0 )
		{
			continue;
		}
		const wfTarget* target = &ground->routes.targets.data[agent->target];
		const wfRouteLayer* layer = &ground->routes.layers.data[agent->layer];
		int32_t nearest = cellOf( layer, agent );
		bool isKnown = target->known.blocks != NULL && nearest >= 0 && wfDistanceMap_Get( &target->known, nearest ) >= 0.0f;
		if ( nearest < 0 || target->closed || isKnown )
		{
			continue;
		}
		int32_t i = nearest % layer->grid->width, j = nearest / layer->grid->width;
		for ( int32_t k = 0; k < 9 && result == wf_ok; ++k )
		{
			int32_t column = i + 2 * ( k % 3 - 1 ), row = j + 2 * ( k / 3 - 1 );
			bool inside = column >= 0 && row >= 0 && column < layer->grid->width && row < layer->grid->height;
			result =
				inside ? wfArray_Push( &tick->asked, ( wfAsked ){ agent->target, row * layer->grid->width + column } ) : wf_ok;
		}
	}
	return result;
}

// Fields that nobody has gone by for long are given up, and planners of sizes that nobody has. They come back when needed.
static void dropIdle( wfCrowd* crowd )
{
	int64_t longest = (int64_t)ceil( WF_UNUSED_SECONDS / crowd->def.tickSeconds );
	for ( int32_t k = 0; k < crowd->ground.routes.targets.count; ++k )
	{
		wfTarget* target = &crowd->ground.routes.targets.data[k];
		target->lastUsed = target->lastUsed > crowd->tickCount ? crowd->tickCount : target->lastUsed;
		if ( target->layer >= 0 && crowd->tickCount - target->lastUsed > longest )
		{
			wfGround_DropTarget( &crowd->ground, k );
		}
		else if ( target->layer >= 0 )
		{
			crowd->ground.routes.layers.data[target->layer].lastUsed = crowd->tickCount;
		}
	}
	for ( int32_t k = 0; k < crowd->ground.routes.layers.count; ++k )
	{
		const wfRouteLayer* layer = &crowd->ground.routes.layers.data[k];
		if ( ( layer->planner != NULL || layer->next != NULL ) && crowd->tickCount - layer->lastUsed > longest )
		{
			wfGround_DropPlanner( &crowd->ground, k );
		}
	}
}

wfResult wfSolveForAgents( wfCrowd* crowd )
{
	wfTick* tick = &crowd->tick;
	if ( crowd->ground.mesh != NULL || crowd->ground.routes.layers.count == 0 )
	{
		return wf_ok;
	}
	wfResult result = collectAsked( crowd );
	if ( result != wf_ok )
	{
		return result;
	}
	if ( tick->asked.count > 1 ) // where nobody asked there may be no list
	{
		qsort( tick->asked.data, (size_t)tick->asked.count, sizeof( wfAsked ), compareAsked );
	}
	for ( int32_t first = 0, end = 0; first < tick->asked.count && result == wf_ok; first = end )
	{
		int32_t cells[256];
		int32_t count = 0;
		for ( end = first;
			  end < tick->asked.count && count < 256 && tick->asked.data[end].target == tick->asked.data[first].target; ++end )
		{
			cells[count++] = tick->asked.data[end].cell;
		}
		result = wfGround_SolveFor( &crowd->ground, tick->asked.data[first].target, cells, count );
	}
	return result;
}

void wfKeepUsedRoutes( wfCrowd* crowd )
{
	if ( crowd->ground.mesh != NULL || crowd->ground.routes.layers.count == 0 )
	{
		return;
	}
	wfUseGroupRoutes( crowd );
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		wfRouteLayer* layer = agent->layer >= 0 ? &crowd->ground.routes.layers.data[agent->layer] : NULL;
		if ( layer != NULL )
		{
			layer->lastUsed = crowd->tickCount;
		}
		if ( layer != NULL && agent->target >= 0 )
		{
			wfTarget* target = &crowd->ground.routes.targets.data[agent->target];
			int32_t cell = cellOf( layer, agent );
			target->lastUsed = crowd->tickCount;
			target->from = cell >= 0 ? cell : target->from;
		}
	}
	dropIdle( crowd );
}
