// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Foresight on a mesh. The surface has no map of its own: the surroundings of a region are unrolled into the plane of the first
// agent in it, and all agents of the region look along their rays on that map. Where a ray ends is found by walking it over the
// mesh, so that walls and the distance to the goal are those of the surface.
#include "crowd/foresight.h"

#include <string.h>

// The largest map: a region, the rays around it, and a cell on every side.
#define WF_REGION_SIDE ( (int32_t)( ( 1.75 * WF_REGION_CELL + 2.0 * WF_MESH_RAY ) / WF_FLOW_CELL ) + 4 )
#define WF_REGION_VALUES ( (size_t)WF_REGION_SIDE * (size_t)WF_REGION_SIDE * 4 * WF_FLOW_TIMES )

// ---------------------------------------------------------------------------------------------------------------- regions

static wfResult reserveFlow( wfCrowd* crowd )
{
	const wfGround* ground = &crowd->ground;
	wfMeshFlow* flow = &crowd->meshFlow;
	wfResult result = wf_ok;
	if ( flow->regions.cellSize == 0.0 )
	{
		result = wfCreatePatchMap( ground->mesh, ground->walkable, ground->mask, WF_REGION_CELL, &flow->regions );
	}
	size_t slots = (size_t)crowd->population.slotCount, regions = (size_t)flow->regions.patchCount + 2;
	result = result == wf_ok ? wfGrowArray( &flow->slotRegion, &flow->slotCapacity, slots, sizeof( int32_t ) ) : result;
	result = result == wf_ok ? wfGrowArray( &flow->regionFirst, &flow->regionCapacity, regions, sizeof( int32_t ) ) : result;
	result = result == wf_ok ? wfGrowArray( &flow->ranks, &flow->rankCapacity, crowd->tick.capacity, sizeof( int32_t ) ) : result;
	for ( int32_t k = 0; k < wfWorkers_GetCount( crowd->def.workers ) && result == wf_ok; ++k )
	{
		flow->values[k] = flow->values[k] != NULL ? flow->values[k] : wfAllocateArray( WF_REGION_VALUES, sizeof( float ) );
		result = flow->values[k] != NULL ? wf_ok : wf_outOfMemory;
	}
	return result;
}

wfResult wfFindRegions( wfCrowd* crowd )
{
	if ( !wfHasForesight( crowd ) )
	{
		return wf_ok;
	}
	wfMeshFlow* flow = &crowd->meshFlow;
	wfResult result = reserveFlow( crowd );
	for ( const wfAgent* agent = NULL; result == wf_ok && ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		int32_t slot = wfSlotOf( crowd, agent );
		flow->slotRegion[slot] = wfFindPatch( &flow->regions, agent->triangle, wfPositionOf( crowd, agent ) );
		result = wfReachPatch( &flow->regions, flow->slotRegion[slot] );
	}
	return result;
}

void wfDestroyMeshFlow( wfCrowd* crowd )
{
	wfMeshFlow* flow = &crowd->meshFlow;
	wfPatchMap_Free( &flow->regions );
	wfReleaseArray( flow->slotRegion, flow->slotCapacity, sizeof( int32_t ) );
	wfReleaseArray( flow->regionFirst, flow->regionCapacity, sizeof( int32_t ) );
	wfReleaseArray( flow->ranks, flow->rankCapacity, sizeof( int32_t ) );
	for ( int32_t k = 0; k < WF_MAX_WORKERS; ++k )
	{
		wfReleaseArray( flow->values[k], WF_REGION_VALUES, sizeof( float ) );
	}
}

// The ranks of each region, in their order.
static void sortIntoRegions( wfCrowd* crowd )
{
	wfMeshFlow* flow = &crowd->meshFlow;
	const wfTick* tick = &crowd->tick;
	int32_t regions = flow->regions.patchCount, *first = flow->regionFirst;
	memset( first, 0, ( (size_t)regions + 2 ) * sizeof( int32_t ) );
	for ( int32_t rank = 0; rank < tick->count; ++rank )
	{
		first[flow->slotRegion[tick->slot[rank]] + 2] += 1;
	}
	for ( int32_t k = 2; k < regions + 2; ++k )
	{
		first[k] += first[k - 1];
	}
	// Filled from the start of each region, which is then where the one before ends.
	for ( int32_t rank = 0; rank < tick->count; ++rank )
	{
		flow->ranks[first[flow->slotRegion[tick->slot[rank]] + 1]++] = rank;
	}
}

// -------------------------------------------------------------------------------------------------------------------- map

// The unrolled surroundings of a region.
typedef struct wfRegionMap
{
	const wfCrowd* crowd;
	int32_t anchor; // rank: the origin and the axes are this agent's
	wfVec2 lower;	// corner of what the map is made of
	wfFlowMap flow;
} wfRegionMap;

static wfVec2 unroll( const wfRegionMap* map, int32_t rank )
{
	const wfMeshTick* tick = &map->crowd->meshTick;
	return rank == map->anchor
			   ? ( wfVec2 ){ 0.0, 0.0 }
			   : wfRollOut( &tick->tangent[map->anchor], tick->tangent[rank].position, tick->tangent[rank].normal );
}

static wfVec2 unrollVector( const wfRegionMap* map, int32_t rank, double x, double y )
{
	const wfMeshTick* tick = &map->crowd->meshTick;
	return tick->triangle[rank] == tick->triangle[map->anchor] ? ( wfVec2 ){ x, y }
															   : wfCarryOver( tick, map->anchor, rank, x, y );
}

static void layOut( wfRegionMap* map, const int32_t* ranks, int32_t count )
{
	wfVec2 lower = { 0.0, 0.0 }, upper = { 0.0, 0.0 };
	for ( int32_t k = 0; k < count; ++k )
	{
		wfVec2 place = unroll( map, ranks[k] );
		lower = ( wfVec2 ){ wfMin( lower.x, place.x ), wfMin( lower.y, place.y ) };
		upper = ( wfVec2 ){ wfMax( upper.x, place.x ), wfMax( upper.y, place.y ) };
	}
	map->lower = ( wfVec2 ){ lower.x - WF_MESH_RAY, lower.y - WF_MESH_RAY };
	double width = upper.x - map->lower.x + WF_MESH_RAY, height = upper.y - map->lower.y + WF_MESH_RAY;
	// On a sharply bent surface places unroll to farther away than a region is wide: what does not fit is left out.
	map->flow.cellSize = WF_FLOW_CELL;
	map->flow.columns = (int32_t)wfMin( width / WF_FLOW_CELL + 4.0, WF_REGION_SIDE );
	map->flow.rows = (int32_t)wfMin( height / WF_FLOW_CELL + 4.0, WF_REGION_SIDE );
	map->flow.valueCount = (size_t)map->flow.columns * (size_t)map->flow.rows * 4 * WF_FLOW_TIMES;
	memset( map->flow.values, 0, map->flow.valueCount * sizeof( float ) );
}

static void addRegion( const wfRegionMap* map, int32_t region )
{
	const wfMeshFlow* regions = &map->crowd->meshFlow;
	const wfTick* tick = &map->crowd->tick;
	for ( int32_t k = regions->regionFirst[region]; k < regions->regionFirst[region + 1]; ++k )
	{
		int32_t rank = regions->ranks[k];
		wfVec2 place = unroll( map, rank );
		wfVec2 velocity = unrollVector( map, rank, (double)tick->velocityX[rank], (double)tick->velocityY[rank] );
		for ( int32_t time = 0; time < WF_FLOW_TIMES; ++time )
		{
			wfAddToFlow( &map->flow, time, (float)( place.x - map->lower.x ), (float)( place.y - map->lower.y ),
						 (float)velocity.x, (float)velocity.y );
		}
	}
}

// ------------------------------------------------------------------------------------------------------------------- rays

// Costs of the rays through the crowd, on the map.
static void lookAlongRays( const wfRegionMap* map, int32_t rank, wfFanRays* rays )
{
	wfVec2 place = unroll( map, rank );
	wfFanRays unrolled = *rays;
	unrolled.scale = (float)( 1.0 / map->flow.cellSize );
	unrolled.x = (float)( place.x - map->lower.x ) * unrolled.scale + 1.0f;
	unrolled.y = (float)( place.y - map->lower.y ) * unrolled.scale + 1.0f;
	for ( int32_t k = 0; k < WF_FAN_RAYS; ++k )
	{
		wfVec2 along = unrollVector( map, rank, (double)rays->dx[k], (double)rays->dy[k] );
		unrolled.dx[k] = (float)along.x;
		unrolled.dy[k] = (float)along.y;
	}
	wfGetCrowdKernels()->lookAlongRays( &map->flow, wf_flowTimes, WF_CROWD_COST, &unrolled );
	memcpy( rays->cost, unrolled.cost, sizeof( rays->cost ) );
}

// How far it is to the goal along ray k, which ends at walls; infinity if that is right here.
static float getLength( const wfCrowd* crowd, int32_t rank, const wfAgent* agent, const wfFanRays* rays, int32_t k )
{
	const wfGround* ground = &crowd->ground;
	wfFlat direction = { (double)rays->dx[k], (double)rays->dy[k] };
	wfPlace from = { crowd->tick.placeX[rank], crowd->tick.placeY[rank], agent->triangle };
	wfStride walk = wfGround_Stride( ground, from, direction, (double)rays->length );
	if ( walk.stopped && walk.walked < (double)WF_LEAST_RAY && k != WF_FAN_RAYS / 2 )
	{
		return INFINITY;
	}
	wfPlace end = { walk.place.x, walk.place.y, walk.triangle };
	return (float)( walk.walked + wfGround_GetDistance( ground, &ground->routes.targets.data[agent->target], end ) );
}

static float foresee( const wfRegionMap* map, int32_t rank, const wfAgent* agent )
{
	const wfCrowd* crowd = map->crowd;
	wfFanRays rays = { 0 };
	// Between walls keeping to the right makes lanes, and looking for gaps would break them.
	bool between = crowd->meshTick.wallRoom[rank] < WF_BETWEEN_WALLS;
	if ( between || agent->target < 0 || !wfSpreadRays( crowd, rank, (float)WF_MESH_RAY, &rays ) )
	{
		return 0.0f;
	}
	lookAlongRays( map, rank, &rays );
	int32_t middle = WF_FAN_RAYS / 2, best = middle;
	float least = rays.cost[middle] + wfGetTurnCost( middle ), straight = -1.0f;
	for ( int32_t k = 0; k < WF_FAN_RAYS; ++k )
	{
		float cost = rays.cost[k] + wfGetTurnCost( k ) + WF_MESH_TURN_COST;
		if ( k == middle || cost >= least )
		{
			continue; // the ray is not worth walking along
		}
		// The global direction is the best without people: a ray that seems to be shorter cuts a corner too closely.
		straight = straight < 0.0f ? getLength( crowd, rank, agent, &rays, middle ) : straight;
		float length = getLength( crowd, rank, agent, &rays, k );
		cost += length > straight ? length - straight : 0.0f;
		best = cost < least ? k : best;
		least = cost < least ? cost : least;
	}
	return WF_RAY_STEP * (float)( best - middle );
}

static void foreseeInRegions( int32_t begin, int32_t end, int32_t worker, void* context )
{
	wfCrowd* crowd = context;
	const wfMeshFlow* flow = &crowd->meshFlow;
	for ( int32_t region = begin; region < end; ++region )
	{
		const int32_t* ranks = flow->ranks + flow->regionFirst[region];
		int32_t count = flow->regionFirst[region + 1] - flow->regionFirst[region];
		if ( count == 0 || ( crowd->tickCount + region ) % WF_MESH_FAN_INTERVAL != 0 )
		{
			continue;
		}
		wfRegionMap map = { .crowd = crowd, .anchor = ranks[0], .flow.values = flow->values[worker] };
		layOut( &map, ranks, count );
		const wfPatch* patch = &flow->regions.patches[region];
		// Those beside it; the list begins with the nearest.
		for ( int32_t k = 0; k < patch->reachCount && flow->regions.reach[patch->reachFirst + k].distance == 0.0f; ++k )
		{
			addRegion( &map, flow->regions.reach[patch->reachFirst + k].patch );
		}
		for ( int32_t k = 0; k < count; ++k )
		{
			wfAgent* agent = &crowd->population.agents[crowd->tick.slot[ranks[k]]];
			bool stands = ( crowd->tick.marks[ranks[k]] & wf_markStands ) != 0;
			if ( !stands && wfStyleOf( crowd, agent )->def.foresight )
			{
				agent->fanAngle = foresee( &map, ranks[k], agent );
			}
		}
	}
}

void wfForeseeOnMesh( wfCrowd* crowd )
{
	sortIntoRegions( crowd );
	wfWorkers_ParallelFor( crowd->def.workers, foreseeInRegions, crowd->meshFlow.regions.patchCount, 16, crowd );
}
