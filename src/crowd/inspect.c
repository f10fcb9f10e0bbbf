// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Looking inside: the local map of an agent, and how near the maps are to their converged solutions. Both decide once more from
// the present state, as a tick would, and leave it as it was.
#include "crowd/inspect.h"
#include "crowd/maps.h"

#include <stdlib.h>
#include <string.h>

void wfGiveBack( wfCrowd* crowd, wfKept* kept )
{
	for ( int32_t k = 0; k < kept->agents.count; ++k )
	{
		crowd->population.agents[k] = kept->agents.data[k];
	}
	for ( int32_t k = 0; k < kept->passages.count; ++k )
	{
		crowd->passages.list.data[k] = kept->passages.data[k];
	}
	crowd->population.undo.count = 0;
	wfArray_Free( &kept->agents );
	wfArray_Free( &kept->passages );
}

wfResult wfPlanAgain( wfCrowd* crowd, wfKept* kept )
{
	*kept = ( wfKept ){ 0 };
	wfResult result = wfPrepareAhead( crowd, NULL );
	if ( result != wf_ok )
	{
		return result;
	}
	crowd->population.undo.count = 0;
	result = wfArray_Append( &kept->agents, crowd->population.agents, crowd->population.slotCount );
	result = result == wf_ok ? wfArray_Append( &kept->passages, crowd->passages.list.data, crowd->passages.list.count ) : result;
	result = result == wf_ok ? wfUpdateStops( crowd, NULL ) : result;
	result = result == wf_ok ? wfReserveAll( crowd ) : result;
	result = result == wf_ok ? crowd->stages->findCells( crowd, NULL ) : result;
	if ( result != wf_ok )
	{
		wfGiveBack( crowd, kept );
		return result;
	}
	wfLookAround( crowd );
	return wf_ok;
}

// The map of one agent in a batch of its own. False: it stands, and its map looks where it looks.
static bool makeMap( wfCrowd* crowd, int32_t rank, wfMapBatch* batch )
{
	const wfAgent* agent = &crowd->population.agents[crowd->tick.slot[rank]];
	const wfStyleDef* style = &wfStyleOf( crowd, agent )->def;
	wfMapLane* lane = &batch->lanes[0];
	wfWish wish = { 0 };
	bool plans = wfFindWish( crowd, rank, &wish ), nearWalls;
	if ( !plans )
	{
		wfCosSin heading = wfCosSinOf( (double)agent->heading );
		wish.guideX = (float)heading.cosine;
		wish.guideY = (float)heading.sine;
		wish.pullX = wish.pullY = 0.0f;
		wish.behavior = ( wfBehaviorVector ){ 0 };
	}
	int32_t size = wfChooseMapSize( crowd, rank, &nearWalls );
	wfFillLane( crowd, &wish, size, nearWalls, lane );
	batch->kind = wfKindOfMap( style, size, nearWalls );
	batch->count = 1;
	return plans;
}

// Walls and agents look alike in a map of hard cells: what is blocked without the others is a wall.
static void reportCells( wfCrowd* crowd, const wfMapLane* lane, wfMapLane* alone, wfLocalMap* map )
{
	wfTick* tick = &crowd->tick;
	int32_t n = lane->size;
	uint8_t neighborCount = tick->neighborCount[lane->wish.rank];
	tick->neighborCount[lane->wish.rank] = 0;
	wfFillLane( crowd, &lane->wish, n, lane->nearWalls, alone );
	tick->neighborCount[lane->wish.rank] = neighborCount;
	for ( int32_t cell = 0; cell < n * n; ++cell )
	{
		int32_t i = cell % n, j = cell / n;
		bool border = i == 0 || j == 0 || i == n - 1 || j == n - 1;
		bool ring = !border && ( i == 1 || j == 1 || i == n - 2 || j == n - 2 );
		float screen = lane->screen[cell];
		bool wall = screen == WF_BLOCKED && alone->screen[cell] == WF_BLOCKED;
		wfLocalCell kind = border					   ? wf_localBorder
						   : screen == WF_INNER_GOAL   ? wf_localGoal
						   : wall					   ? wf_localObstacle
						   : screen != 0.0f && !border ? wf_localAgent
						   : ring					   ? wf_localFree
													   : wf_localUpdate;
		map->cells[cell] = (uint8_t)kind;
		map->costs[cell] = screen > 0.0f ? screen : 0.0f;
	}
	for ( int32_t k = 0; k < 3 && !lane->hasInnerGoal; ++k )
	{
		map->cells[lane->goalCells[k]] = wf_localGoal;
	}
}

wfResult wfCrowd_GetLocalMap( wfCrowd* crowd, wfAgentId id, wfLocalMap* map )
{
	if ( WF_FAILS( crowd != NULL && map != NULL ) )
	{
		return wf_invalidDef;
	}
	memset( map, 0, sizeof( *map ) );
	const wfAgent* agent = wfGetAgent( crowd, id );
	if ( agent == NULL )
	{
		return wf_notFound;
	}
	wfKept kept;
	wfResult result = wfPlanAgain( crowd, &kept );
	if ( result != wf_ok )
	{
		return result;
	}
	int32_t rank = 0;
	while ( crowd->tick.slot[rank] != (int32_t)id.index1 - 1 )
	{
		rank += 1;
	}
	wfMapScratch* scratch = crowd->tick.scratch[0];
	wfMapBatch* batch = &scratch->batches[0];
	bool plans = makeMap( crowd, rank, batch );
	const wfMapLane* lane = &batch->lanes[0];
	agent = wfGetAgent( crowd, id );
	wfRelaxBatch( scratch, batch, true );
	float strength;
	wfVec2 direction = wfLaneDirection( scratch, batch, 0, &strength );
	map->size = lane->size;
	map->cell = wfStyleOf( crowd, agent )->def.mapCell;
	map->center = ( wfVec2 ){ agent->x, agent->y };
	map->angle = wfAtan2( (double)lane->axisY, (double)lane->axisX );
	map->guide = plans ? ( wfVec2 ){ (double)lane->wish.guideX, (double)lane->wish.guideY } : ( wfVec2 ){ 0.0, 0.0 };
	map->direction = plans ? direction : ( wfVec2 ){ 0.0, 0.0 };
	map->behavior = lane->wish.behavior;
	for ( int32_t cell = 0; cell < lane->size * lane->size; ++cell )
	{
		map->values[cell] = scratch->q[cell * WF_LOCAL_LANES];
	}
	reportCells( crowd, lane, &scratch->batches[1].lanes[0], map );
	wfGiveBack( crowd, &kept );
	return wf_ok;
}

// -------------------------------------------------------------------------------------------------------------- accuracy

void wfSolveLaneExactly( wfMapScratch* scratch, const wfMapBatch* batch )
{
	const wfMapLane* lane = &batch->lanes[0];
	wfLocalBatch local = { .size = batch->kind.size,
						   .q = scratch->q,
						   .weight = scratch->weight,
						   .goals = lane->hasInnerGoal ? scratch->goals : NULL };
	wfSetPull( &local, 0, &lane->wish );
	double q[WF_MAP_CELLS], largest = 0.0;
	wfLocalSolveExactly( &local, 0, q );
	for ( int32_t cell = 0; cell < lane->size * lane->size; ++cell )
	{
		largest = q[cell] > largest ? q[cell] : largest;
	}
	for ( int32_t cell = 0; cell < lane->size * lane->size; ++cell )
	{
		scratch->q[cell * WF_LOCAL_LANES] = largest > 0.0 ? (float)( q[cell] / largest ) : 0.0f;
	}
}

// False: the agent makes no map.
static bool compareOwn( wfCrowd* crowd, int32_t rank, wfVec2* used, wfVec2* exact )
{
	wfMapScratch* scratch = crowd->tick.scratch[0];
	wfMapBatch* batch = &scratch->batches[0];
	if ( !makeMap( crowd, rank, batch ) )
	{
		return false;
	}
	float strength;
	wfRelaxBatch( scratch, batch, false );
	*used = wfLaneDirection( scratch, batch, 0, &strength );
	wfSolveLaneExactly( scratch, batch );
	*exact = wfLaneDirection( scratch, batch, 0, &strength );
	return true;
}

static int compareAngles( const void* a, const void* b )
{
	double x = *(const double*)a, y = *(const double*)b;
	return x < y ? -1 : x > y;
}

static double percentile( const double* angles, int32_t count, double share )
{
	int32_t place = (int32_t)ceil( share * count ) - 1;
	return angles[place < 0 ? 0 : place];
}

wfResult wfCrowd_MeasureAccuracy( wfCrowd* crowd, int32_t samples, wfAccuracyReport* report )
{
	if ( WF_FAILS( crowd != NULL && report != NULL ) )
	{
		return wf_invalidDef;
	}
	*report = ( wfAccuracyReport ){ 0 };
	if ( samples <= 0 || crowd->population.agentCount == 0 )
	{
		return wf_ok;
	}
	size_t capacity = (size_t)( samples < crowd->population.agentCount ? samples : crowd->population.agentCount );
	double* angles = wfAllocateArray( capacity, sizeof( double ) );
	wfKept kept;
	wfExactMaps maps = { 0 };
	wfResult result = angles != NULL ? wfPlanAgain( crowd, &kept ) : wf_outOfMemory;
	if ( result != wf_ok )
	{
		wfReleaseArray( angles, capacity, sizeof( double ) );
		return result;
	}
	result = wfBeginSharedAccuracy( crowd, &maps );
	int32_t count = 0;
	for ( size_t k = 0; k < capacity && result == wf_ok; ++k )
	{
		// Spread over all, whatever the number of samples.
		int32_t rank = (int32_t)( k * (size_t)crowd->tick.count / capacity );
		wfVec2 used, exact;
		bool makes = wfCompareSharedMap( crowd, &maps, rank, &used, &exact ) || compareOwn( crowd, rank, &used, &exact );
		if ( makes && ( used.x != 0.0 || used.y != 0.0 ) && ( exact.x != 0.0 || exact.y != 0.0 ) )
		{
			double turn = wfAtan2( used.x * exact.y - used.y * exact.x, used.x * exact.x + used.y * exact.y );
			angles[count++] = fabs( turn ) * 180.0 / WF_PI;
		}
	}
	wfGiveBack( crowd, &kept );
	if ( count > 0 )
	{
		qsort( angles, (size_t)count, sizeof( double ), compareAngles );
		*report =
			( wfAccuracyReport ){ count, percentile( angles, count, 0.5 ), percentile( angles, count, 0.95 ), angles[count - 1] };
	}
	wfEndSharedAccuracy( &maps );
	wfReleaseArray( angles, capacity, sizeof( double ) );
	return result;
}
