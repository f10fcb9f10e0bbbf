// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Everybody after each move within a tick, for those who ask for it: recordings that are finer than ticks, and checks. The last
// move of a tick is what wfCrowd_GetFrame has. All of it is kept while agents move, for some are gone when the tick has ended.
#include "crowd/motion.h"
#include "crowd/walkers.h"

// So many of the moves of a tick are kept.
static int32_t countKept( const wfCrowd* crowd )
{
	return crowd->moves.isWanted ? crowd->def.movesPerTick - 1 : 0;
}

void wfDestroyMoves( wfMoves* moves )
{
	wfDestroyFrame( &moves->arrays );
	wfArray_Free( &moves->rankOfSlot );
}

size_t wfGetMoveBytes( wfMoves* moves )
{
	return wfGetFrameBytes( &moves->arrays ) + moves->rankOfSlot.capacity * sizeof( int32_t );
}

wfResult wfReserveMoves( wfCrowd* crowd )
{
	wfMoves* moves = &crowd->moves;
	size_t kept = (size_t)countKept( crowd ), agents = wfRoomForAgents( crowd );
	if ( kept == 0 )
	{
		return wf_ok;
	}
	wfResult result = wfArray_Reserve( &moves->rankOfSlot, wfRoomForSlots( crowd ) );
	return result == wf_ok ? wfReserveFrameArrays( &moves->arrays, kept * agents ) : result;
}

// A walker is where its footsteps have it.
static void placeWalker( const wfWalker* walker, double time, wfAgent* agent )
{
	int32_t k = wfFindStep( walker, time );
	const wfFootstep* step = k >= 0 ? &walker->steps[k] : NULL;
	wfVec2 place = step != NULL ? wfFootstep_GetPosition( step, time ) : walker->rest.position;
	wfVec2 velocity = step != NULL ? wfFootstep_GetVelocity( step, time ) : ( wfVec2 ){ 0.0, 0.0 };
	wfVec2 facing = step != NULL ? wfFootstep_GetFacing( step, time ) : walker->rest.facing;
	agent->x = place.x;
	agent->y = place.y;
	agent->velocityX = (float)velocity.x;
	agent->velocityY = (float)velocity.y;
	agent->heading = (float)wfAtan2( facing.y, facing.x );
}

// A disc looks where it has come from its place before the tick, or else where it would go, as at the end of one.
static void placeDisc( const wfCrowd* crowd, int32_t rank, double seconds, wfAgent* agent )
{
	const wfTick* tick = &crowd->tick;
	bool onMesh = crowd->ground.mesh != NULL;
	wfVec2 ahead = { (double)tick->velocityX[rank], (double)tick->velocityY[rank] };
	if ( !onMesh )
	{
		ahead = ( wfVec2 ){ tick->placeX[rank] - agent->x, tick->placeY[rank] - agent->y };
	}
	if ( !( (double)tick->walked[rank] > (double)WF_FACING_SPEED * seconds ) )
	{
		wfCosSin facing = wfCosSinOf( (double)agent->heading );
		bool stands = ( tick->marks[rank] & wf_markStands ) != 0;
		ahead = stands ? ( wfVec2 ){ facing.cosine, facing.sine }
					   : ( wfVec2 ){ (double)agent->directionX, (double)agent->directionY };
		if ( onMesh )
		{
			const float* turn = crowd->meshTick.turn + 4 * rank;
			ahead = ( wfVec2 ){ (double)turn[0] * ahead.x + (double)turn[2] * ahead.y,
								(double)turn[1] * ahead.x + (double)turn[3] * ahead.y };
		}
	}
	agent->heading = wfIsOval( tick, rank ) ? tick->heading[rank] : (float)wfAtan2( ahead.y, ahead.x );
	agent->x = tick->placeX[rank];
	agent->y = tick->placeY[rank];
	agent->triangle = onMesh ? crowd->meshTick.triangle[rank] : -1;
	agent->velocityX = tick->velocityX[rank];
	agent->velocityY = tick->velocityY[rank];
}

void wfKeepMove( wfCrowd* crowd, int32_t move )
{
	wfMoves* moves = &crowd->moves;
	const wfTick* tick = &crowd->tick;
	moves->kept = countKept( crowd );
	moves->agents = tick->count;
	if ( move >= moves->kept )
	{
		return;
	}
	double seconds = crowd->def.tickSeconds * ( move + 1 ) / crowd->def.movesPerTick;
	moves->began = crowd->time;
	for ( int32_t rank = 0; rank < tick->count; ++rank )
	{
		moves->rankOfSlot.data[tick->slot[rank]] = rank;
	}
	int32_t k = move * tick->count;
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; ++k )
	{
		int32_t slot = wfSlotOf( crowd, agent );
		const wfWalker* walker = crowd->walk != NULL ? wfWalkerInUse( crowd, slot ) : NULL;
		wfAgent moved = *agent;
		if ( walker != NULL )
		{
			placeWalker( walker, crowd->time + seconds, &moved );
		}
		else
		{
			placeDisc( crowd, moves->rankOfSlot.data[slot], seconds, &moved );
		}
		wfFillFrame( crowd, &moved, slot, &moves->arrays, k );
	}
}

void wfCrowd_KeepMoves( wfCrowd* crowd, bool keep )
{
	if ( !WF_FAILS( crowd != NULL ) )
	{
		crowd->moves.isWanted = keep;
		crowd->moves.kept = 0;
	}
}

wfFrame wfCrowd_GetMove( const wfCrowd* crowd, int32_t move )
{
	if ( WF_FAILS( crowd != NULL && move >= 0 ) || move >= crowd->moves.kept )
	{
		return ( wfFrame ){ 0 };
	}
	const wfMoves* moves = &crowd->moves;
	double seconds = crowd->def.tickSeconds * ( move + 1 ) / crowd->def.movesPerTick;
	return wfViewFrame( crowd, &moves->arrays, move * moves->agents, moves->agents, moves->began + seconds );
}
