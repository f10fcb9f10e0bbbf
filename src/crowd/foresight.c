// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Foresight in the plane: look along a fan of rays over a coarse map of who goes where, and take the one that promises the least
// time.
#include "crowd/foresight.h"
#include "crowd/locomotion.h"

#include <string.h>

const float wf_flowTimes[WF_FLOW_TIMES] = { 1.0f, 3.0f, 6.0f };

static const float s_cosines[WF_FAN_RAYS] = { 0.25881905f, 0.5f,		0.70710678f, 0.86602540f, 0.96592583f, 1.0f,
											  0.96592583f, 0.86602540f, 0.70710678f, 0.5f,		  0.25881905f };
static const float s_sines[WF_FAN_RAYS] = { -0.96592583f, -0.86602540f, -0.70710678f, -0.5f,	   -0.25881905f, 0.0f,
											0.25881905f,  0.5f,			0.70710678f,  0.86602540f, 0.96592583f };

bool wfHasForesight( const wfCrowd* crowd )
{
	bool has = false;
	for ( int32_t k = 0; k < crowd->styles.count; ++k )
	{
		has = has || crowd->styles.list[k].def.foresight;
	}
	return has;
}

wfResult wfReserveFlow( wfCrowd* crowd )
{
	wfFlowMap* flow = &crowd->tick.flow;
	if ( flow->values != NULL )
	{
		return wf_ok;
	}
	wfBox2 bounds = wfWorld_GetBounds( crowd->ground.world );
	double width = bounds.upper.x - bounds.lower.x, height = bounds.upper.y - bounds.lower.y;
	double longer = width > height ? width : height;
	flow->cellSize = longer / WF_MAX_FLOW_SIDE > WF_FLOW_CELL ? longer / WF_MAX_FLOW_SIDE : WF_FLOW_CELL;
	// A cell more on every side, so that nothing falls off the edge.
	flow->origin = ( wfVec2 ){ bounds.lower.x - flow->cellSize, bounds.lower.y - flow->cellSize };
	flow->columns = (int32_t)( width / flow->cellSize ) + 4;
	flow->rows = (int32_t)( height / flow->cellSize ) + 4;
	flow->valueCount = (size_t)flow->columns * (size_t)flow->rows * 4 * WF_FLOW_TIMES;
	flow->values = wfAllocateArray( flow->valueCount, sizeof( float ) );
	return flow->values != NULL ? wf_ok : wf_outOfMemory;
}

static void addToCell( float* cell, float share, float velocityX, float velocityY )
{
	cell[0] += share;
	cell[1] += share * velocityX;
	cell[2] += share * velocityY;
}

// Everyone is spread over the four cells around, so that the map does not jump when somebody crosses a line.
void wfAddToFlow( const wfFlowMap* flow, int32_t time, float placeX, float placeY, float vx, float vy )
{
	float inverse = (float)( 1.0 / flow->cellSize ), perArea = inverse * inverse;
	float x = ( placeX + vx * wf_flowTimes[time] ) * inverse + 0.5f;
	float y = ( placeY + vy * wf_flowTimes[time] ) * inverse + 0.5f;
	int32_t i = (int32_t)floorf( x ), j = (int32_t)floorf( y );
	if ( i < 0 || j < 0 || i + 1 >= flow->columns || j + 1 >= flow->rows )
	{
		return;
	}
	float fx = x - (float)i, fy = y - (float)j;
	float* values = flow->values + flow->valueCount / WF_FLOW_TIMES * (size_t)time;
	float* cell = values + 4 * ( (size_t)j * (size_t)flow->columns + (size_t)i );
	size_t up = 4 * (size_t)flow->columns;
	addToCell( cell, perArea * ( 1.0f - fx ) * ( 1.0f - fy ), vx, vy );
	addToCell( cell + 4, perArea * fx * ( 1.0f - fy ), vx, vy );
	addToCell( cell + up, perArea * ( 1.0f - fx ) * fy, vx, vy );
	addToCell( cell + up + 4, perArea * fx * fy, vx, vy );
}

// One map for each time, each made by one thread.
static void buildMaps( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfCrowd* crowd = context;
	const wfTick* tick = &crowd->tick;
	wfFlowMap* flow = &crowd->tick.flow;
	size_t size = flow->valueCount / WF_FLOW_TIMES;
	for ( int32_t k = begin; k < end; ++k )
	{
		memset( flow->values + size * (size_t)k, 0, size * sizeof( float ) );
		for ( int32_t rank = 0; rank < tick->count; ++rank )
		{
			wfAddToFlow( flow, k, tick->x[rank], tick->y[rank], tick->velocityX[rank], tick->velocityY[rank] );
		}
	}
}

void wfBuildFlow( wfCrowd* crowd )
{
	wfWorkers_ParallelFor( crowd->def.workers, buildMaps, WF_FLOW_TIMES, 1, crowd );
}

typedef struct wfFan
{
	const wfCrowd* crowd;
	const wfRouteLayer* layer;
	const wfTarget* target; // null: straight to the goal
	float x, y;				// relative to the bounds' corner
	float radius;
	float goalX, goalY; // unit
	float toGoalX, toGoalY;
	float inverseSpeed;
	float length;
	bool mayMeetWalls;
} wfFan;

static float roomOnRay( const wfFan* fan, float x, float y )
{
	const wfVec2* origin = &fan->crowd->tick.origin;
	return wfLayerRoom( fan->layer, origin->x + (double)x, origin->y + (double)y ) - fan->radius;
}

// What going through the crowd along a ray costs. Where it meets a wall it goes on along the global direction, as the agent
// would; a ray that just ended there would look cheap for what it does not see.
static float costOfRay( const wfFan* fan, float dx, float dy, float* endX, float* endY )
{
	const wfFlowMap* flow = &fan->crowd->tick.flow;
	float cost = 0.0f, reached = 0.0f, rate = 1.0f;
	float spacing = fan->length < WF_FINE_RAY ? WF_FINE_SPACING : WF_RAY_SPACING;
	float x = fan->x, y = fan->y;
	bool slides = false;
	if ( fan->mayMeetWalls )
	{
		// Also the first step is no longer than the room around: it would lead through a thin wall.
		spacing = wfClampFloat( roomOnRay( fan, x, y ), WF_LEAST_SPACING, spacing );
	}
	while ( reached < fan->length )
	{
		float ahead = fan->length - reached;
		float pace = spacing < ahead ? spacing : ahead;
		float nextX = x + dx * pace, nextY = y + dy * pace;
		if ( fan->mayMeetWalls )
		{
			float room = roomOnRay( fan, nextX, nextY );
			// Into the wall right here: that is no other route than the straight one.
			if ( room < -WF_RAY_OVERLAP && reached < WF_LEAST_RAY && ( dx != fan->goalX || dy != fan->goalY ) )
			{
				return INFINITY;
			}
			if ( room < -WF_RAY_OVERLAP && !slides )
			{
				slides = true;
				dx = fan->goalX;
				dy = fan->goalY;
				continue;
			}
			if ( room < -WF_RAY_OVERLAP )
			{
				cost += ahead * rate;
				break;
			}
			spacing = wfClampFloat( room, WF_LEAST_SPACING, WF_RAY_SPACING );
		}
		x = nextX;
		y = nextY;
		rate = wfGetFlowCost( flow, x, y, dx, dy, ( reached + 0.5f * pace ) * fan->inverseSpeed, fan->inverseSpeed );
		cost += pace * rate;
		reached += pace;
	}
	*endX = x;
	*endY = y;
	return cost;
}

static float getRemainingDistance( const wfFan* fan, float endX, float endY )
{
	if ( fan->target == NULL )
	{
		float restX = fan->toGoalX - ( endX - fan->x ), restY = fan->toGoalY - ( endY - fan->y );
		return sqrtf( restX * restX + restY * restY );
	}
	wfVec2 place = { fan->crowd->tick.origin.x + (double)endX, fan->crowd->tick.origin.y + (double)endY };
	int32_t cell = wfGrid_GetCell( fan->layer->grid, place );
	cell = cell >= 0 ? fan->layer->nearest[cell] : -1;
	return cell >= 0 ? wfGetCellDistance( &fan->crowd->ground, fan->target, cell ) : INFINITY;
}

// By how much the crowd makes the rest of the way longer, from the end of a ray straight to the goal: where the goal is in reach
// of the rays, all ways lead through those who stand before it.
static float rateOfRest( const wfFan* fan, float endX, float endY )
{
	float restX = fan->toGoalX - ( endX - fan->x ), restY = fan->toGoalY - ( endY - fan->y );
	float length = sqrtf( restX * restX + restY * restY ), sum = 0.0f;
	if ( length < WF_LEAST_FORESIGHT )
	{
		return 1.0f;
	}
	for ( int32_t k = 0; k < WF_REST_SAMPLES; ++k )
	{
		float share = ( (float)k + 0.5f ) / WF_REST_SAMPLES;
		sum += wfGetFlowCost( &fan->crowd->tick.flow, endX + share * restX, endY + share * restY, restX / length, restY / length,
							  ( fan->length + share * length ) * fan->inverseSpeed, fan->inverseSpeed );
	}
	return sum / WF_REST_SAMPLES;
}

bool wfSpreadRays( const wfCrowd* crowd, int32_t rank, float longest, wfFanRays* rays )
{
	const wfTick* tick = &crowd->tick;
	rays->length = tick->distance[rank] < longest ? tick->distance[rank] : longest;
	if ( rays->length < WF_LEAST_FORESIGHT )
	{
		return false;
	}
	rays->inverseSpeed = 1.0f / ( tick->speed[rank] > WF_LEAST_PACE ? tick->speed[rank] : WF_LEAST_PACE );
	float goalX = tick->goalX[rank], goalY = tick->goalY[rank];
	for ( int32_t k = 0; k < WF_FAN_RAYS; ++k )
	{
		rays->dx[k] = goalX * s_cosines[k] - goalY * s_sines[k];
		rays->dy[k] = goalY * s_cosines[k] + goalX * s_sines[k];
	}
	return true;
}

float wfForesee( const wfCrowd* crowd, int32_t rank, const wfAgent* agent )
{
	const wfTick* tick = &crowd->tick;
	const wfRouteLayer* layer = &crowd->ground.routes.layers.data[agent->layer];
	int64_t interval = layer->grid != NULL ? WF_FAN_INTERVAL : WF_OPEN_FAN_INTERVAL;
	if ( ( tick->traits[rank] & wf_decidesSeldom ) == 0 && ( crowd->tickCount + agent->serial ) % interval != 0 )
	{
		return agent->fanAngle; // not yet again
	}
	float longest = wfClampFloat( WF_RAY_SHARE * tick->distance[rank], WF_SHORTEST_RAY, WF_LONGEST_RAY );
	wfFanRays rays = { 0 };
	if ( !wfSpreadRays( crowd, rank, longest, &rays ) )
	{
		return 0.0f;
	}
	wfFan fan = { .crowd = crowd, .layer = layer, .x = tick->x[rank], .y = tick->y[rank] };
	fan.radius = agent->radius;
	fan.goalX = tick->goalX[rank];
	fan.goalY = tick->goalY[rank];
	fan.length = rays.length;
	fan.inverseSpeed = rays.inverseSpeed;
	const wfTarget* target = agent->target >= 0 ? &crowd->ground.routes.targets.data[agent->target] : NULL;
	fan.toGoalX = fan.goalX * tick->distance[rank];
	fan.toGoalY = fan.goalY * tick->distance[rank];
	if ( !( agent->flags & wf_agentDirect ) && target != NULL && wfTarget_IsReady( target ) )
	{
		fan.target = target;
	}
	wfVec2 place = { tick->placeX[rank], tick->placeY[rank] };
	fan.mayMeetWalls = wfLayerClearance( fan.layer, place ) < fan.length + 1.0f;
	if ( !fan.mayMeetWalls )
	{
		rays.scale = (float)( 1.0 / crowd->tick.flow.cellSize );
		rays.x = fan.x * rays.scale + 1.0f;
		rays.y = fan.y * rays.scale + 1.0f;
		wfGetCrowdKernels()->lookAlongRays( &crowd->tick.flow, wf_flowTimes, WF_CROWD_COST, &rays );
	}
	// Stops on the way are passed by others who do not wait there.
	bool isLast = tick->distance[rank] <= longest && agent->stop + 1 >= agent->stopCount;
	int32_t best = WF_FAN_RAYS / 2;
	float least = INFINITY;
	for ( int32_t k = 0; k < WF_FAN_RAYS; ++k )
	{
		float endX = fan.x + rays.dx[k] * fan.length, endY = fan.y + rays.dy[k] * fan.length;
		if ( fan.mayMeetWalls )
		{
			rays.cost[k] = costOfRay( &fan, rays.dx[k], rays.dy[k], &endX, &endY );
		}
		float rest = getRemainingDistance( &fan, endX, endY );
		rest *= isLast ? rateOfRest( &fan, endX, endY ) : 1.0f;
		float cost = rays.cost[k] + rest + wfGetTurnCost( k );
		best = cost < least ? k : best;
		least = cost < least ? cost : least;
	}
	return WF_RAY_STEP * (float)( best - WF_FAN_RAYS / 2 );
}
