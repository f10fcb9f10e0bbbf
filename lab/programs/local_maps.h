// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Local maps as agents of a crowd have them, at random: for the benchmark and the tests of their relaxation.
#pragma once

#include "base/math.h"
#include "crowd/local_solve.h"
#include "wayfield/world.h"

#include <stdbool.h>

#define LOCAL_MAPS_CELL 0.25 // metres
#define LOCAL_MAPS_REACH 0.6 // metres around another agent that it makes costly
#define LOCAL_MAPS_MAX_SIZE 35
#define LOCAL_MAPS_MAX_OTHERS 80

typedef enum localMapsKind
{
	localMapsOpen,	 // 4 to 12 others on 15 x 15 cells, more on more
	localMapsWalled, // and a wall beside the route to the goal
	localMapsSparse, // up to 3 others
	localMapsBehind, // as walled, with the goal behind the wall
	localMapsKindCount
} localMapsKind;

typedef struct localMapsBatch
{
	wfLocalBatch batch;
	_Alignas( 64 ) float q[LOCAL_MAPS_MAX_SIZE * LOCAL_MAPS_MAX_SIZE * WF_LOCAL_LANES];
	_Alignas( 64 ) float weight[LOCAL_MAPS_MAX_SIZE * LOCAL_MAPS_MAX_SIZE * WF_LOCAL_LANES];
} localMapsBatch;

static inline double localMapsRandom( uint64_t* state, double low, double high )
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return low + ( high - low ) * ( (double)( *state >> 11 ) * 0x1p-53 );
}

// A half-plane of blocked cells; the centre is free. At least two cells inside of the border stay free too.
typedef struct localMapsWall
{
	double x, y, offset;
} localMapsWall;

static inline localMapsWall localMapsMakeWall( uint64_t* state, int32_t size, bool isBehind )
{
	double toGoal = ( size / 2 - 1 ) * LOCAL_MAPS_CELL;
	for ( ;; )
	{
		wfCosSin normal = wfCosSinOf( localMapsRandom( state, 0.0, WF_TWO_PI ) );
		double offset = localMapsRandom( state, 0.2, 1.5 );
		if ( ( normal.cosine * toGoal > offset ) == isBehind )
		{
			return ( localMapsWall ){ normal.cosine, normal.sine, offset };
		}
	}
}

// Where the others stand, in metres from the centre: anywhere but on the agent itself.
static inline int32_t localMapsPlaceOthers( uint64_t* state, int32_t size, bool isSparse, wfVec2* others )
{
	double half = size / 2 * LOCAL_MAPS_CELL;
	double count = isSparse ? localMapsRandom( state, 0.0, 4.0 ) : localMapsRandom( state, 4.0, 13.0 ) * size * size / 225.0;
	int32_t placed = 0;
	while ( placed < (int32_t)count && placed < LOCAL_MAPS_MAX_OTHERS )
	{
		double x = localMapsRandom( state, -half, half );
		double y = localMapsRandom( state, -half, half );
		if ( wfHypot( x, y ) >= 0.4 )
		{
			others[placed++] = ( wfVec2 ){ x, y };
		}
	}
	return placed;
}

// One lane: weights, coefficients, and q = 0 but for the goal.
static inline void localMapsFillLane( localMapsBatch* maps, int32_t size, int32_t lane, localMapsKind kind, uint64_t* state )
{
	wfVec2 others[LOCAL_MAPS_MAX_OTHERS];
	int32_t otherCount = localMapsPlaceOthers( state, size, kind == localMapsSparse, others );
	double strength = 2.5 * wfExp( localMapsRandom( state, 0.0, wfLog( 16.0 ) ) ); // to 40
	double side = localMapsRandom( state, 0.0, 1.0 ) < 0.5 ? 0.0 : localMapsRandom( state, -0.4, 0.4 );
	bool hasWall = kind == localMapsWalled || kind == localMapsBehind;
	localMapsWall wall = { 0.0, 0.0, 1.0 };
	if ( hasWall )
	{
		wall = localMapsMakeWall( state, size, kind == localMapsBehind );
	}
	int32_t c = size / 2;
	for ( int32_t cell = 0; cell < size * size; ++cell )
	{
		int32_t i = cell % size, j = cell / size;
		double x = ( i - c ) * LOCAL_MAPS_CELL, y = ( j - c ) * LOCAL_MAPS_CELL, screening = 0.0;
		for ( int32_t k = 0; k < otherCount; ++k )
		{
			double share = 2.0 * ( 1.0 - wfHypot( x - others[k].x, y - others[k].y ) / LOCAL_MAPS_REACH );
			share = share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share;
			screening += strength * LOCAL_MAPS_CELL * LOCAL_MAPS_CELL * share;
		}
		bool isBorder = i == 0 || j == 0 || i == size - 1 || j == size - 1;
		bool isUpdate = i > 1 && j > 1 && i < size - 2 && j < size - 2;
		bool isBlocked = isBorder || ( isUpdate && hasWall && x * wall.x + y * wall.y > wall.offset );
		bool isGoal = i == size - 1 && j >= c - 1 && j <= c + 1;
		maps->weight[cell * WF_LOCAL_LANES + lane] = isBlocked ? 0.0f : (float)( 1.0 / ( 4.0 + screening ) );
		maps->q[cell * WF_LOCAL_LANES + lane] = isGoal ? 1.0f : 0.0f;
	}
	maps->batch.east[lane] = maps->batch.west[lane] = 1.0f;
	maps->batch.north[lane] = (float)( 1.0 - 0.5 * side );
	maps->batch.south[lane] = (float)( 1.0 + 0.5 * side );
}

static inline void localMapsFill( localMapsBatch* maps, int32_t size, localMapsKind kind, uint64_t* state )
{
	maps->batch.size = size;
	maps->batch.q = maps->q;
	maps->batch.weight = maps->weight;
	maps->batch.goals = NULL;
	maps->batch.whole = false;
	maps->batch.fromEast = true;
	for ( int32_t lane = 0; lane < WF_LOCAL_LANES; ++lane )
	{
		localMapsFillLane( maps, size, lane, kind, state );
	}
}

// Central differences at the centre. A blocked neighbour takes the centre's value.
static inline wfVec2 localMapsGradient( const localMapsBatch* maps, int32_t lane, const double* q )
{
	int32_t size = maps->batch.size, centre = ( size / 2 ) * size + size / 2;
	int32_t step[4] = { 1, -1, size, -size };
	double value[4];
	for ( int k = 0; k < 4; ++k )
	{
		int32_t cell = centre + step[k];
		value[k] = maps->weight[cell * WF_LOCAL_LANES + lane] == 0.0f ? q[centre] : q[cell];
	}
	return ( wfVec2 ){ value[0] - value[1], value[2] - value[3] };
}

static inline wfVec2 localMapsExactGradient( const localMapsBatch* maps, int32_t lane )
{
	double exact[LOCAL_MAPS_MAX_SIZE * LOCAL_MAPS_MAX_SIZE];
	wfLocalSolveExactly( &maps->batch, lane, exact );
	return localMapsGradient( maps, lane, exact );
}

// Degrees between the direction a lane has come to and the exact one, 180 where it has none.
static inline double localMapsError( const localMapsBatch* maps, int32_t lane, wfVec2 exact )
{
	double relaxed[LOCAL_MAPS_MAX_SIZE * LOCAL_MAPS_MAX_SIZE];
	for ( int32_t cell = 0; cell < maps->batch.size * maps->batch.size; ++cell )
	{
		relaxed[cell] = (double)maps->q[cell * WF_LOCAL_LANES + lane];
	}
	wfVec2 found = localMapsGradient( maps, lane, relaxed );
	if ( found.x == 0.0 && found.y == 0.0 )
	{
		return 180.0;
	}
	double angle = wfAtan2( exact.x * found.y - exact.y * found.x, exact.x * found.x + exact.y * found.y );
	return fabs( angle ) * 180.0 / WF_PI;
}
