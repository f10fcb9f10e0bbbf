// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Moves of discs in the plane. For every pair the gap between the two is shared out, and each keeps to its share along the line
// between the centres; for every piece of wall the disc keeps to its side. Standing still obeys all of this, so there is always a
// move; the one nearest to the wanted one is found exactly. It is never longer than the wanted one, so whoever is farther away
// than both could go needs no limit.
#include "base/vec2.h"
#include "crowd/motion.h"
#include "crowd/walkers.h"

#include <string.h>

static void limitByOther( const wfTick* tick, int32_t rank, int32_t other, wfLimits* limits )
{
	// Those who keep to what they decided set other limits.
	if ( tick->traits[other] & wf_keepsToPlan )
	{
		return;
	}
	double x = tick->placeX[other] - tick->placeX[rank], y = tick->placeY[other] - tick->placeY[rank];
	double radii = (double)tick->radius[rank] + (double)tick->radius[other] + WF_SKIN;
	double reach =
		fabs( tick->moveX[rank] ) + fabs( tick->moveY[rank] ) + fabs( tick->moveX[other] ) + fabs( tick->moveY[other] );
	double near = radii + reach;
	double square = x * x + y * y;
	if ( square >= near * near )
	{
		return;
	}
	wfOval mine = wfOvalOfRank( tick, rank ), theirs = wfOvalOfRank( tick, other );
	wfVec2 across;
	double gap = wfOval_GetGap( &mine, &theirs, &across ) - WF_SKIN;
	if ( square == 0.0 )
	{
		across = ( wfVec2 ){ rank < other ? 1.0 : -1.0, 0.0 };
	}
	double myDemand = across.x * tick->moveX[rank] + across.y * tick->moveY[rank];
	double theirDemand = -( across.x * tick->moveX[other] + across.y * tick->moveY[other] );
	wfAddLimit( limits, across.x, across.y, wfShareOfGap( gap, myDemand, theirDemand ) );
}

static void limitByWall( const wfTick* tick, int32_t rank, const wfWallPiece* piece, wfLimits* limits )
{
	wfVec2 from = wfFromWall( piece, tick->placeX[rank], tick->placeY[rank] );
	double distance = sqrt( from.x * from.x + from.y * from.y );
	double room = distance - piece->thickness - (double)tick->radius[rank] - WF_SKIN;
	double reach = fabs( tick->moveX[rank] ) + fabs( tick->moveY[rank] );
	if ( room < reach && distance > 0.0 )
	{
		wfAddLimit( limits, -from.x / distance, -from.y / distance, room );
	}
}

static void limitByWalls( const wfCrowd* crowd, int32_t rank, wfLimits* limits )
{
	const wfTick* tick = &crowd->tick;
	const wfWallMap* walls = crowd->ground.routes.layers.data[tick->layer[rank]].walls;
	if ( tick->wallCount[rank] <= WF_MAX_WALL_CONTACTS )
	{
		for ( int32_t k = 0; k < tick->wallCount[rank]; ++k )
		{
			int32_t piece = tick->wallContacts[rank * WF_MAX_WALL_CONTACTS + k];
			limitByWall( tick, rank, &walls->pieces[piece], limits );
		}
		return;
	}
	const int32_t* list;
	int32_t count = wfWallsAt( walls, tick->placeX[rank], tick->placeY[rank], &list );
	for ( int32_t k = 0; k < count; ++k )
	{
		limitByWall( tick, rank, &walls->pieces[list[k]], limits );
	}
}

// Lists were too short: look at everyone near.
static void limitByAllAround( const wfCrowd* crowd, int32_t rank, wfLimits* limits )
{
	const wfTick* tick = &crowd->tick;
	double seconds = crowd->def.tickSeconds;
	double search = (double)tick->radius[rank] + (double)crowd->tick.maxRadius + 3.0 * (double)crowd->tick.maxSpeed * seconds;
	// The index holds the places at the start of the tick; nobody has left them by more than it walks in one.
	double x = (double)tick->x[rank], y = (double)tick->y[rank];
	wfIndexRange cells = wfCellsIn( tick, x - search, y - search, x + search, y + search );
	for ( int32_t row = cells.firstRow; row <= cells.lastRow; ++row )
	{
		for ( int32_t other = wfFirstInRow( tick, &cells, row ), end = wfEndInRow( tick, &cells, row ); other < end; ++other )
		{
			if ( other != rank )
			{
				limitByOther( tick, rank, other, limits );
			}
		}
	}
}

static bool staysInPass( const wfTick* tick, int32_t rank )
{
	return ( tick->traits[rank] & wf_keepsToPlan ) || ( tick->moveX[rank] == 0.0 && tick->moveY[rank] == 0.0 );
}

static void moveRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfCrowd* crowd = context;
	wfTick* tick = &crowd->tick;
	bool mixed = crowd->walk != NULL && crowd->walk->total > 0;
	for ( int32_t rank = begin; rank < end; ++rank )
	{
		if ( staysInPass( tick, rank ) )
		{
			continue;
		}
		wfVec2 wanted = { tick->moveX[rank], tick->moveY[rank] };
		wfLimits limits;
		wfBeginLimits( &limits, wanted );
		if ( ( tick->traits[rank] & wf_leavesWall ) == 0 )
		{
			limitByWalls( crowd, rank, &limits );
		}
		if ( mixed )
		{
			wfLimitByWalkers( crowd, rank, &limits );
		}
		if ( tick->contactCount[rank] <= WF_MAX_CONTACTS )
		{
			for ( int32_t k = 0; k < tick->contactCount[rank]; ++k )
			{
				limitByOther( tick, rank, tick->contacts[rank * WF_MAX_CONTACTS + k], &limits );
			}
		}
		else
		{
			limitByAllAround( crowd, rank, &limits );
		}
		wfVec2 move = limits.count > 0 ? wfLimitMove( &limits, wanted ) : wanted;
		tick->nextX[rank] = tick->placeX[rank] + move.x;
		tick->nextY[rank] = tick->placeY[rank] + move.y;
	}
}

static void keepRest( wfCrowd* crowd, int32_t rank, wfVec2 done )
{
	wfTick* tick = &crowd->tick;
	bool goesOn = crowd->styles.list[tick->style[rank] - 1].def.yielding;
	wfVec2 wanted = { tick->moveX[rank], tick->moveY[rank] };
	wfVec2 rest = goesOn ? wfRestOfMove( wanted, done ) : ( wfVec2 ){ 0.0, 0.0 };
	tick->moveX[rank] = rest.x;
	tick->moveY[rank] = rest.y;
}

static void settleRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfCrowd* crowd = context;
	wfTick* tick = &crowd->tick;
	float perSecond = (float)( crowd->def.movesPerTick / crowd->def.tickSeconds );
	for ( int32_t rank = begin; rank < end; ++rank )
	{
		if ( staysInPass( tick, rank ) )
		{
			continue;
		}
		wfVec2 done = { tick->nextX[rank] - tick->placeX[rank], tick->nextY[rank] - tick->placeY[rank] };
		tick->walked[rank] += (float)wfLength2( done );
		tick->velocityX[rank] += (float)done.x * perSecond;
		tick->velocityY[rank] += (float)done.y * perSecond;
		tick->placeX[rank] = tick->nextX[rank];
		tick->placeY[rank] = tick->nextY[rank];
		keepRest( crowd, rank, done );
	}
}

// Gaps are shared as if nobody moved away. So those who were kept from moving by somebody who moved away go on in a second pass,
// from where all are then: otherwise a row of people that touch could only start one after the other.
void wfMoveInPlane( wfCrowd* crowd, int32_t move )
{
	if ( move == 0 )
	{
		wfTurnBodies( crowd );
	}
	size_t bytes = (size_t)crowd->tick.count * sizeof( float );
	bool mixed = crowd->walk != NULL && crowd->walk->total > 0; // limits by walkers hold for one move from where it began
	memset( crowd->tick.velocityX, 0, bytes );
	memset( crowd->tick.velocityY, 0, bytes );
	for ( int32_t pass = 0; pass < ( mixed ? 1 : WF_MOVE_PASSES ); ++pass )
	{
		wfWorkers_ParallelFor( crowd->def.workers, moveRange, crowd->tick.count, 512, crowd );
		wfWorkers_ParallelFor( crowd->def.workers, settleRange, crowd->tick.count, 2048, crowd );
	}
}

void wfCommitInPlane( wfCrowd* crowd, int32_t begin, int32_t end )
{
	const wfTick* tick = &crowd->tick;
	float seconds = (float)crowd->def.tickSeconds;
	for ( int32_t rank = begin; rank < end; ++rank )
	{
		wfFetchAgent( crowd, rank + WF_FETCH_AHEAD );
		if ( tick->traits[rank] & wf_keepsToPlan )
		{
			continue;
		}
		wfAgent* agent = &crowd->population.agents[tick->slot[rank]];
		float moved;
		wfVec2 move = wfCommitPlace( crowd, rank, &moved );
		// Round bodies turn at once; those who cannot move face where they would go.
		if ( wfIsOval( tick, rank ) )
		{
			agent->heading = tick->heading[rank];
		}
		else if ( moved > WF_FACING_SPEED * seconds )
		{
			agent->heading = (float)wfAtan2( move.y, move.x );
		}
		else if ( ( tick->marks[rank] & wf_markStands ) == 0 )
		{
			agent->heading = (float)wfAtan2( (double)agent->directionY, (double)agent->directionX );
		}
	}
}
