// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Walkers in a press of people. Where steps need more room than others leave, nobody plans a way out: whoever stands there, held
// up for a moment, shuffles. For a tick it is a disc like others, with its place in line, its side of a corridor, its turn to
// lead; each move of the disc becomes a footstep, and the feet follow. It walks again when it gets on.
#include "base/vec2.h"
#include "crowd/walkers.h"

static bool isClearOfWalls( const wfCrowd* crowd, const wfAgent* agent )
{
	const wfRouteLayer* layer = &crowd->ground.routes.layers.data[agent->layer];
	const int32_t* list;
	int32_t count = wfWallsAt( layer->walls, agent->x, agent->y, &list );
	for ( int32_t k = 0; k < count; ++k )
	{
		const wfWallPiece* piece = &layer->walls->pieces[list[k]];
		wfVec2 from = wfFromWall( piece, agent->x, agent->y );
		double near = (double)agent->radius + piece->thickness + 0.5 * WF_SKIN;
		if ( wfDot2( from, from ) < near * near )
		{
			return false;
		}
	}
	return true;
}

// A body that is not round is as deep as circles along the line between its shoulders, and a little more.
static bool isTrackClearOfBody( const wfTick* tick, int32_t rank, const wfWalker* walker, int64_t now )
{
	int32_t half = wfIsOval( tick, rank ) ? 2 : 0;
	float radius = tick->depth[rank] + 0.5f * (float)WF_SKIN + ( half > 0 ? WF_BETWEEN_CIRCLES * tick->radius[rank] : 0.0f );
	for ( int32_t k = -half; k <= half; ++k )
	{
		float x = tick->x[rank] + 0.5f * (float)k * tick->shoulderX[rank],
			  y = tick->y[rank] + 0.5f * (float)k * tick->shoulderY[rank];
		if ( !wfIsTrackClearOfDisc( &walker->sure, &walker->size, x, y, radius, now ) )
		{
			return false;
		}
	}
	return true;
}

// How near the nearest other is; negative: the disc of an agent is not clear of what another does.
static double findRoom( const wfCrowd* crowd, int32_t rank )
{
	const wfTick* tick = &crowd->tick;
	double radius = (double)tick->radius[rank], least = WF_PRESS_GAP;
	wfVec2 place = { tick->placeX[rank], tick->placeY[rank] };
	wfOval body = wfOvalOfRank( tick, rank );
	double x = (double)tick->x[rank], y = (double)tick->y[rank];
	double reach = radius + (double)tick->maxRadius + wfMax( WF_PRESS_GAP, crowd->walk->reach );
	int64_t now = (int64_t)floor( crowd->time / WF_TRACK_SECONDS );
	wfIndexRange cells = wfCellsIn( tick, x - reach, y - reach, x + reach, y + reach );
	for ( int32_t row = cells.firstRow; row <= cells.lastRow; ++row )
	{
		for ( int32_t other = wfFirstInRow( tick, &cells, row ), end = wfEndInRow( tick, &cells, row ); other < end; ++other )
		{
			wfVec2 away = wfSub2( ( wfVec2 ){ tick->placeX[other], tick->placeY[other] }, place );
			double near = radius + (double)tick->radius[other] + wfMax( least, crowd->walk->reach );
			if ( other == rank || wfDot2( away, away ) > near * near )
			{
				continue;
			}
			// Those of higher rank may choose to shuffle as well, later.
			const wfWalker* walker = ( tick->traits[other] & wf_shuffles ) == 0 ? wfWalkerOfRank( crowd, other ) : NULL;
			bool steps = walker != NULL && !wfIsAtRest( walker, crowd->time );
			double gap = wfGapToOther( crowd, &body, other );
			if ( steps ? !isTrackClearOfBody( tick, rank, walker, now ) : gap < 0.5 * WF_SKIN )
			{
				return -1.0;
			}
			least = wfMax( wfMin( least, gap ), 0.0 );
		}
	}
	return least;
}

static bool isOvalClearOfWalls( const wfCrowd* crowd, const wfAgent* agent, const wfOval* oval )
{
	const wfRouteLayer* layer = &crowd->ground.routes.layers.data[agent->layer];
	const int32_t* list;
	int32_t count = wfWallsAt( layer->walls, oval->center.x, oval->center.y, &list );
	for ( int32_t k = 0; k < count; ++k )
	{
		const wfWallPiece* piece = &layer->walls->pieces[list[k]];
		wfVec2 a = { piece->ax, piece->ay }, b = { piece->bx, piece->by }, across;
		wfOval wall = { wfMix2( a, b, 0.5 ), wfScale2( 0.5, wfSub2( b, a ) ), piece->thickness };
		if ( wfOval_GetGap( oval, &wall, &across ) < WF_SKIN )
		{
			return false;
		}
	}
	return true;
}

// Whether what a foot covers on its way from one place to another is clear of walls and everybody.
static bool isSwingClear( const wfCrowd* crowd, int32_t rank, const wfWalker* walker, wfVec2 from, wfVec2 to )
{
	const wfTick* tick = &crowd->tick;
	wfOval swing = { wfMix2( from, to, 0.5 ), wfScale2( 0.5, wfSub2( to, from ) ), walker->body.footRadius };
	if ( !isOvalClearOfWalls( crowd, &crowd->population.agents[tick->slot[rank]], &swing ) )
	{
		return false;
	}
	double x = (double)tick->x[rank], y = (double)tick->y[rank], all = wfDistance2( from, to ) + walker->body.footRadius;
	double reach = all + (double)tick->radius[rank] + (double)tick->maxRadius + crowd->walk->reach;
	int64_t now = (int64_t)floor( crowd->time / WF_TRACK_SECONDS );
	wfIndexRange cells = wfCellsIn( tick, x - reach, y - reach, x + reach, y + reach );
	for ( int32_t row = cells.firstRow; row <= cells.lastRow; ++row )
	{
		for ( int32_t other = wfFirstInRow( tick, &cells, row ), end = wfEndInRow( tick, &cells, row ); other < end; ++other )
		{
			const wfWalker* walks = wfWalkerOfRank( crowd, other );
			bool steps = walks != NULL && !wfIsAtRest( walks, crowd->time );
			float middleX = (float)( swing.center.x - tick->origin.x ), middleY = (float)( swing.center.y - tick->origin.y );
			if ( other != rank && ( steps ? !wfIsTrackClearOfDisc( &walks->sure, &walks->size, middleX, middleY, (float)all, now )
										  : wfGapToOther( crowd, &swing, other ) < WF_SKIN ) )
			{
				return false;
			}
		}
	}
	return true;
}

// Who stands in a press with its feet apart can neither step nor shuffle: it draws the foot that is farther away under it.
static void gatherFeet( wfCrowd* crowd, int32_t rank, wfWalker* walker )
{
	wfFootstep step;
	wfStance after, from = walker->rest;
	from.time = crowd->time;
	wfShuffleMove move = { { 0.0, 0.0 }, from.facing, wfMin( crowd->def.tickSeconds, WF_LONGEST_SHUFFLE ), true };
	bool gathers = wfShuffle( wfGaitOf( crowd, walker->gait ), &walker->body, &from, &move, &step, &after ) &&
				   isSwingClear( crowd, rank, walker, step.swingFrom, step.swingTo );
	if ( gathers && walker->count < WF_SURE_FOOTSTEPS )
	{
		walker->steps[walker->count] = step;
		walker->stances[walker->count++] = after;
		walker->rest = after;
		walker->rests = true;
		walker->intentCount = walker->waitingSteps = 0;
		wfPublishFootsteps( crowd, walker, crowd->time );
	}
}

bool wfChooseToShuffle( wfCrowd* crowd, int32_t rank, wfWalker* walker )
{
	const wfTick* tick = &crowd->tick;
	const wfAgent* agent = &crowd->population.agents[tick->slot[rank]];
	bool stands = wfIsAtRest( walker, crowd->time );
	// Who has just found no step is held up as well as who gets on no more.
	bool held = walker->inPress || tick->idle[rank] > WF_PRESS_ON_FOOT_SECONDS || crowd->time < walker->nextTry;
	if ( !stands || !held || agent->layer < 0 || ( agent->flags & wf_agentCovered ) )
	{
		walker->inPress = walker->inPress && !stands;
		return false;
	}
	double room = findRoom( crowd, rank ), speed = wfHypot( (double)agent->velocityX, (double)agent->velocityY );
	bool getsOn = walker->inPress && speed > WF_PRESS_FREE_SHARE * wfMin( (double)tick->reachSpeed[rank], WF_SHUFFLE_SPEED );
	walker->heldUntil = getsOn ? walker->heldUntil : crowd->time;
	walker->inPress = room < WF_PRESS_GAP && crowd->time - walker->heldUntil < WF_PRESS_FREE_SECONDS;
	if ( walker->inPress && !wfMayShuffle( &walker->rest, &walker->body ) )
	{
		gatherFeet( crowd, rank, walker );
		return false;
	}
	return walker->inPress && room >= 0.0 && wfMayShuffle( &walker->rest, &walker->body ) && isClearOfWalls( crowd, agent ) &&
		   walker->count + crowd->def.movesPerTick <= WF_SURE_FOOTSTEPS;
}

// Its feet may allow less of a move than others do.
static void shuffle( wfCrowd* crowd, int32_t rank, double start, double seconds )
{
	wfTick* tick = &crowd->tick;
	const wfAgent* agent = &crowd->population.agents[tick->slot[rank]];
	wfWalker* walker = wfWalkerOfRank( crowd, rank );
	wfStance* rest = &walker->rest;
	wfVec2 move = wfSub2( ( wfVec2 ){ tick->placeX[rank], tick->placeY[rank] }, rest->position );
	bool inOutline = wfIsOval( tick, rank );
	wfVec2 toward = { (double)agent->directionX, (double)agent->directionY };
	if ( inOutline )
	{
		wfCosSin heading = wfCosSinOf( (double)tick->heading[rank] );
		toward = ( wfVec2 ){ heading.cosine, heading.sine };
	}
	wfVec2 before = rest->position;
	rest->time = start;
	walker->intentCount = walker->waitingSteps = 0;
	walker->nextTry = crowd->time;
	wfShuffleMove shuffled = { move, toward, seconds, inOutline };
	if ( wfShuffle( wfGaitOf( crowd, walker->gait ), &walker->body, rest, &shuffled, &walker->steps[walker->count],
					&walker->stances[walker->count] ) )
	{
		*rest = walker->stances[walker->count];
		walker->rests = true;
		walker->count += 1;
	}
	tick->placeX[rank] = rest->position.x;
	tick->placeY[rank] = rest->position.y;
	// It goes on from this move in the next one, as discs do.
	wfVec2 velocity = wfDivide2( wfSub2( rest->position, before ), seconds );
	tick->velocityX[rank] = (float)velocity.x;
	tick->velocityY[rank] = (float)velocity.y;
	wfPublishFootsteps( crowd, walker, crowd->time );
}

void wfSettleShuffles( wfCrowd* crowd, int32_t move )
{
	double seconds = crowd->def.tickSeconds / crowd->def.movesPerTick;
	for ( int32_t rank = 0; rank < crowd->tick.count; ++rank )
	{
		if ( crowd->tick.traits[rank] & wf_shuffles )
		{
			shuffle( crowd, rank, crowd->time + move * seconds, wfMin( seconds, WF_LONGEST_SHUFFLE ) );
		}
	}
}
