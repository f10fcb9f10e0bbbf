// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Filling local maps.
#include "crowd/group_map.h"
#include "crowd/kernels.h"

#include <string.h>

// The three border cells of the intermediate goal, in the order of the border walked counter-clockwise.
static void placeGoal( wfMapLane* lane, float x, float y )
{
	int32_t n = lane->size, c = n / 2, last = n > 2 ? n - 1 : 1;
	float larger = fabsf( x ) > fabsf( y ) ? fabsf( x ) : fabsf( y );
	float scale = larger > 0.0f ? (float)c / larger : 0.0f;
	int32_t i = c + (int32_t)floorf( x * scale + 0.5f ), j = c + (int32_t)floorf( y * scale + 0.5f );
	i = i < 0 ? 0 : i > last ? last : i;
	j = j < 0 ? 0 : j > last ? last : j;
	// Position along the border: south side, east, north, west.
	int32_t place = j == 0 ? i : i == last ? last + j : j == last ? 2 * last + ( last - i ) : 3 * last + ( last - j );
	for ( int32_t k = 0; k < 3; ++k )
	{
		int32_t at = ( place + k - 1 + 4 * last ) % ( 4 * last );
		int32_t side = at / last, along = at % last;
		int32_t gi = side == 0 ? along : side == 1 ? last : side == 2 ? last - along : 0;
		int32_t gj = side == 0 ? 0 : side == 1 ? along : side == 2 ? last : last - along;
		lane->goalCells[k] = gj * n + gi;
	}
}

static void addOthers( const wfCrowd* crowd, const wfStyleDef* style, wfMapLane* lane )
{
	const wfTick* tick = &crowd->tick;
	const wfCrowdKernels* kernels = wfGetCrowdKernels();
	int32_t rank = lane->wish.rank;
	wfOthers others;
	others.count = tick->neighborCount[rank];
	for ( int32_t k = 0; k < others.count; ++k )
	{
		int32_t other = tick->neighbors[rank * WF_MAX_NEIGHBORS + k];
		wfSeenOther seen = wfGetSeenOther( tick, rank, k );
		others.x[k] = seen.x;
		others.y[k] = seen.y;
		others.vx[k] = seen.velocityX;
		others.vy[k] = seen.velocityY;
		others.radii[k] = tick->radius[rank] + tick->radius[other];
	}
	if ( style->horizon > 0.0 )
	{
		kernels->predict( &others, tick->speed[rank], (float)style->horizon );
	}
	float inverse = (float)( 1.0 / style->mapCell ), middle = (float)( lane->size / 2 );
	kernels->turn( &others, lane->axisX, lane->axisY, inverse, middle );
	float strength = (float)( style->softStrength * style->mapCell * style->mapCell );
	wfScreening screen = { lane->screen, lane->size, lane->size };
	if ( style->softAgents )
	{
		kernels->stamp( &others, &screen, (float)style->softReach * inverse, strength );
		return;
	}
	// The free ring is cleared by the caller, and nobody stands where the agent does.
	kernels->block( &others, &screen, inverse );
	lane->screen[( lane->size / 2 ) * lane->size + lane->size / 2] = 0.0f;
}

// A real goal inside of the map: a point where it is, an area where the global direction meets it.
static void addInnerGoal( const wfCrowd* crowd, const wfAgent* agent, const wfStyleDef* style, wfMapLane* lane )
{
	wfStop made;
	const wfStop* stop = wfStopNow( crowd, agent, &made );
	if ( stop == NULL )
	{
		return;
	}
	int32_t n = lane->size, c = n / 2;
	float distance = crowd->tick.distance[lane->wish.rank];
	float x = crowd->tick.goalX[lane->wish.rank] * distance, y = crowd->tick.goalY[lane->wish.rank] * distance;
	wfVec2 to;
	bool isPlace = stop->kind == wf_pointStop || crowd->stages->goalsArePlaces;
	if ( isPlace && wfGetVectorToGoal( crowd, agent, &to ) )
	{
		x = (float)to.x;
		y = (float)to.y;
	}
	float inverse = (float)( 1.0 / style->mapCell );
	int32_t i = c + (int32_t)floorf( ( x * lane->axisX + y * lane->axisY ) * inverse + 0.5f );
	int32_t j = c + (int32_t)floorf( ( y * lane->axisX - x * lane->axisY ) * inverse + 0.5f );
	if ( i > 0 && j > 0 && i < n - 1 && j < n - 1 && ( i != c || j != c ) )
	{
		lane->screen[j * n + i] = WF_INNER_GOAL;
		lane->hasInnerGoal = true;
	}
}

// Cells from the centre to the intermediate goal of a map that turns: the border, or less where the route ends before it or a
// wall stands there. A goal behind a wall would lead around that wall, wherever that is.
static int32_t findGoalAhead( const wfCrowd* crowd, const wfStyleDef* style, const wfMapLane* lane )
{
	int32_t n = lane->size, c = n / 2;
	float distance = crowd->tick.distance[lane->wish.rank] / (float)style->mapCell;
	int32_t ahead = distance < (float)c ? (int32_t)( distance + 0.5f ) : c;
	ahead = ahead < 1 ? 1 : ahead;
	for ( int32_t k = 1; k < ahead && lane->nearWalls; ++k )
	{
		if ( lane->screen[c * n + c + k] == WF_BLOCKED )
		{
			return k > 1 ? k - 1 : 1;
		}
	}
	return ahead;
}

int32_t wfChooseMapSize( const wfCrowd* crowd, int32_t rank, bool* nearWalls )
{
	const wfTick* tick = &crowd->tick;
	const wfStyleDef* style = &crowd->styles.list[tick->style[rank] - 1].def;
	float clearance = crowd->stages->clearance( crowd, rank );
	float extent = WF_MAP_DIAGONAL * (float)style->mapCell * (float)style->mapSize + tick->radius[rank] + WF_MAP_WALL_MARGIN;
	*nearWalls = clearance < extent;
	if ( !style->mapAdapts || style->mapSize <= WF_SMALL_MAP )
	{
		return style->mapSize;
	}
	float reach = (float)style->mapCell * (float)( WF_SMALL_MAP / 2 );
	if ( clearance < WF_SMALL_MAP_WALLS * reach )
	{
		return style->mapSize;
	}
	for ( int32_t k = 0; k < tick->neighborCount[rank]; ++k )
	{
		wfSeenOther seen = wfGetSeenOther( tick, rank, k );
		if ( seen.x * seen.x + seen.y * seen.y < WF_SMALL_MAP_OTHERS * reach * reach )
		{
			return style->mapSize;
		}
	}
	return WF_SMALL_MAP;
}

void wfFillLane( const wfCrowd* crowd, const wfWish* wish, int32_t size, bool nearWalls, wfMapLane* lane )
{
	const wfTick* tick = &crowd->tick;
	lane->wish = *wish;
	lane->size = size;
	lane->nearWalls = nearWalls;
	lane->shared = NULL;
	const wfAgent* agent = &crowd->population.agents[tick->slot[lane->wish.rank]];
	const wfStyleDef* style = &wfStyleOf( crowd, agent )->def;
	lane->hasInnerGoal = false;
	int32_t n = lane->size;
	memset( lane->screen, 0, (size_t)( n * n ) * sizeof( float ) );
	lane->axisX = style->mapTurns ? lane->wish.guideX : 1.0f;
	lane->axisY = style->mapTurns ? lane->wish.guideY : 0.0f;
	if ( lane->nearWalls )
	{
		crowd->stages->addWalls( crowd, style, lane );
	}
	int32_t ahead = style->mapTurns ? findGoalAhead( crowd, style, lane ) : n;
	addOthers( crowd, style, lane );
	// The ring inside of the border stays free: an obstacle there would cut off the goal.
	bool mayBlock = lane->nearWalls || !style->softAgents;
	for ( int32_t k = 1; k < n - 1 && mayBlock; ++k )
	{
		const int32_t ring[4] = { n + k, ( n - 2 ) * n + k, k * n + 1, k * n + n - 2 };
		for ( int32_t m = 0; m < 4; ++m )
		{
			lane->screen[ring[m]] = lane->screen[ring[m]] < 0.0f ? 0.0f : lane->screen[ring[m]];
		}
	}
	if ( style->mapTurns )
	{
		int32_t middle = ( n / 2 ) * n + n - 1;
		lane->goalCells[0] = middle - n;
		lane->goalCells[1] = middle;
		lane->goalCells[2] = middle + n;
	}
	else
	{
		placeGoal( lane, lane->wish.guideX, lane->wish.guideY );
	}
	if ( ahead < n / 2 )
	{
		lane->screen[( n / 2 ) * n + n / 2 + ahead] = WF_INNER_GOAL;
		lane->hasInnerGoal = true;
	}
	else if ( style->goalInside )
	{
		addInnerGoal( crowd, agent, style, lane );
	}
}

void wfSetPull( wfLocalBatch* local, int32_t lane, const wfWish* wish )
{
	local->east[lane] = 1.0f - 0.5f * wish->pullX;
	local->west[lane] = 1.0f + 0.5f * wish->pullX;
	local->north[lane] = 1.0f - 0.5f * wish->pullY;
	local->south[lane] = 1.0f + 0.5f * wish->pullY;
}

void wfRelaxBatch( wfMapScratch* scratch, wfMapBatch* batch, bool whole )
{
	int32_t n = batch->kind.size;
	wfLocalBatch local = { .size = n, .q = scratch->q, .weight = scratch->weight, .whole = whole };
	bool inner = false;
	const float* screens[WF_LOCAL_LANES];
	for ( int32_t lane = 0; lane < WF_LOCAL_LANES; ++lane )
	{
		// Empty lanes repeat the last one.
		const wfMapLane* from = &batch->lanes[lane < batch->count ? lane : batch->count - 1];
		inner = inner || from->hasInnerGoal;
		wfSetPull( &local, lane, &from->wish );
		screens[lane] = from->screen;
	}
	wfGetCrowdKernels()->interleave( screens, n, scratch->weight );
	memset( scratch->q, 0, (size_t)( n * n ) * WF_LOCAL_LANES * sizeof( float ) );
	for ( int32_t lane = 0; lane < WF_LOCAL_LANES; ++lane )
	{
		const wfMapLane* from = &batch->lanes[lane < batch->count ? lane : batch->count - 1];
		if ( from->shared != NULL && lane < batch->count )
		{
			wfStartWindow( from, scratch->q + lane );
		}
		for ( int32_t k = 0; k < 3 && !from->hasInnerGoal && from->shared == NULL; ++k )
		{
			scratch->q[from->goalCells[k] * WF_LOCAL_LANES + lane] = 1.0f;
		}
		for ( int32_t cell = 0; cell < n * n && inner; ++cell )
		{
			scratch->goals[cell * WF_LOCAL_LANES + lane] = from->screen[cell] == WF_INNER_GOAL ? 1.0f : 0.0f;
		}
	}
	local.goals = inner ? scratch->goals : NULL;
	local.fromEast = batch->kind.turns && !inner;
	if ( batch->kind.solver == wf_localSor )
	{
		int32_t iterations = batch->kind.iterations > 0 ? batch->kind.iterations : wfLocalDefaultIterations( n );
		iterations *= batch->kind.iterations == 0 && batch->kind.nearWalls ? WF_WALL_ITERATIONS : 1;
		wfLocalRelaxSor( &local, iterations );
	}
	else
	{
		wfLocalRelaxGaussSeidel( &local, batch->kind.iterations );
	}
}

wfVec2 wfLaneDirection( const wfMapScratch* scratch, const wfMapBatch* batch, int32_t lane, float* strength )
{
	const wfMapLane* map = &batch->lanes[lane];
	int32_t n = batch->kind.size, center = ( n / 2 ) * n + n / 2;
	const int32_t around[4] = { center + 1, center - 1, center + n, center - n };
	float middle = scratch->q[center * WF_LOCAL_LANES + lane], values[4];
	for ( int32_t k = 0; k < 4; ++k )
	{
		// Blocked neighbours take the centre's value: they neither pull nor push.
		bool blocked = map->screen[around[k]] == WF_BLOCKED;
		values[k] = blocked ? middle : scratch->q[around[k] * WF_LOCAL_LANES + lane];
	}
	float x = 0.5f * ( values[0] - values[1] ), y = 0.5f * ( values[2] - values[3] );
	float size = sqrtf( x * x + y * y );
	*strength = size;
	if ( !( size > WF_LEAST_GRADIENT ) )
	{
		return ( wfVec2 ){ 0.0, 0.0 };
	}
	x /= size;
	y /= size;
	return ( wfVec2 ){ (double)( x * map->axisX - y * map->axisY ), (double)( x * map->axisY + y * map->axisX ) };
}
