// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Agents as discs. Whatever they want, no disc overlaps another or a wall: for every pair the gap between the two is shared out,
// and each keeps to its share along the line between the centres; for every piece of wall the disc keeps to its side. Standing
// still obeys all of this, so there is always a move; the one nearest to the wanted one is found exactly. It is never longer than
// the wanted one, so whoever is farther away than both could go needs no limit.
#include "crowd/motion.h"
#include "crowd/walkers.h"

#include <string.h>

static void limitByOther( const wfStepState* step, int32_t rank, int32_t other, wfLimits* limits )
{
	// Those who keep to what they decided set other limits.
	if ( step->traits[other] & wf_keepsToPlan )
	{
		return;
	}
	double x = step->placeX[other] - step->placeX[rank], y = step->placeY[other] - step->placeY[rank];
	double radii = (double)step->radius[rank] + (double)step->radius[other] + WF_SKIN;
	double reach =
		fabs( step->stepX[rank] ) + fabs( step->stepY[rank] ) + fabs( step->stepX[other] ) + fabs( step->stepY[other] );
	double near = radii + reach;
	double square = x * x + y * y;
	if ( square >= near * near )
	{
		return;
	}
	double distance = sqrt( square );
	if ( distance > 0.0 )
	{
		x /= distance;
		y /= distance;
	}
	else
	{
		x = rank < other ? 1.0 : -1.0;
	}
	double mine = x * step->stepX[rank] + y * step->stepY[rank];
	double theirs = -( x * step->stepX[other] + y * step->stepY[other] );
	wfAddLimit( limits, x, y, wfShareOfGap( distance - radii, mine, theirs ) );
}

static void limitByWall( const wfStepState* step, int32_t rank, const wfWallPiece* piece, wfLimits* limits )
{
	wfVec2 from = wfFromWall( piece, step->placeX[rank], step->placeY[rank] );
	double distance = sqrt( from.x * from.x + from.y * from.y );
	double room = distance - piece->thickness - (double)step->radius[rank] - WF_SKIN;
	double reach = fabs( step->stepX[rank] ) + fabs( step->stepY[rank] );
	if ( room < reach && distance > 0.0 )
	{
		wfAddLimit( limits, -from.x / distance, -from.y / distance, room );
	}
}

// Lists were too short: look at everyone and everything near.
static void limitByAllAround( const wfCrowd* crowd, int32_t rank, wfLimits* limits )
{
	const wfStepState* step = &crowd->step;
	double seconds = crowd->def.stepSeconds;
	double search = (double)step->radius[rank] + (double)crowd->maxRadius + 3.0 * (double)crowd->maxSpeed * seconds;
	// The index holds the places at the start of the tick; nobody has left them by more than it walks in one.
	double x = (double)step->x[rank], y = (double)step->y[rank];
	wfCellRange cells = wfCellsIn( step, x - search, y - search, x + search, y + search );
	for ( int32_t row = cells.firstRow; row <= cells.lastRow; ++row )
	{
		for ( int32_t other = wfFirstInRow( step, &cells, row ), end = wfEndInRow( step, &cells, row ); other < end; ++other )
		{
			if ( other != rank )
			{
				limitByOther( step, rank, other, limits );
			}
		}
	}
}

static void moveRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfCrowd* crowd = context;
	wfStepState* step = &crowd->step;
	bool mixed = crowd->walk != NULL && crowd->walk->total > 0;
	for ( int32_t rank = begin; rank < end; ++rank )
	{
		if ( step->traits[rank] & wf_keepsToPlan )
		{
			step->nextX[rank] = step->placeX[rank];
			step->nextY[rank] = step->placeY[rank];
			continue;
		}
		wfLimits limits;
		limits.count = 0;
		limits.full = false;
		limits.length = sqrt( step->stepX[rank] * step->stepX[rank] + step->stepY[rank] * step->stepY[rank] ) + 1e-12;
		const wfWallMap* walls = crowd->layers[step->layer[rank]].walls;
		if ( step->wallCount[rank] <= WF_MAX_WALL_CONTACTS )
		{
			for ( int32_t k = 0; k < step->wallCount[rank]; ++k )
			{
				int32_t piece = step->wallContacts[rank * WF_MAX_WALL_CONTACTS + k];
				limitByWall( step, rank, &walls->pieces[piece], &limits );
			}
		}
		else
		{
			const int32_t* list;
			int32_t count = wfWallsAt( walls, step->placeX[rank], step->placeY[rank], &list );
			for ( int32_t k = 0; k < count; ++k )
			{
				limitByWall( step, rank, &walls->pieces[list[k]], &limits );
			}
		}
		if ( mixed )
		{
			wfLimitByWalkers( crowd, rank, &limits );
		}
		if ( step->contactCount[rank] <= WF_MAX_CONTACTS )
		{
			for ( int32_t k = 0; k < step->contactCount[rank]; ++k )
			{
				limitByOther( step, rank, step->contacts[rank * WF_MAX_CONTACTS + k], &limits );
			}
		}
		else
		{
			limitByAllAround( crowd, rank, &limits );
		}
		wfVec2 wanted = { step->stepX[rank], step->stepY[rank] };
		wfVec2 move = limits.count > 0 ? wfLimitMove( &limits, wanted ) : wanted;
		step->nextX[rank] = step->placeX[rank] + move.x;
		step->nextY[rank] = step->placeY[rank] + move.y;
	}
}

// The wanted velocity becomes the displacement of one move.
static void wishRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfCrowd* crowd = context;
	wfStepState* step = &crowd->step;
	double seconds = crowd->def.stepSeconds / crowd->def.substeps;
	for ( int32_t rank = begin; rank < end; ++rank )
	{
		const wfStyle* style = &crowd->styles[step->style[rank] - 1];
		double x = (double)step->wantedX[rank], y = (double)step->wantedY[rank];
		if ( style->def.rule == wf_smoothRule )
		{
			double changeX = x - (double)step->velocityX[rank], changeY = y - (double)step->velocityY[rank];
			double factor = (double)style->relaxFactor, most = style->def.maxAcceleration * seconds;
			double size = factor * sqrt( changeX * changeX + changeY * changeY );
			factor = size > most ? factor * most / size : factor;
			x = (double)step->velocityX[rank] + factor * changeX;
			y = (double)step->velocityY[rank] + factor * changeY;
		}
		double speed = sqrt( x * x + y * y ), fastest = (double)step->reachSpeed[rank];
		double scale = speed > fastest ? seconds * fastest / speed : seconds;
		step->stepX[rank] = scale * x;
		step->stepY[rank] = scale * y;
	}
}

static void settleRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfCrowd* crowd = context;
	wfStepState* step = &crowd->step;
	float perSecond = (float)( crowd->def.substeps / crowd->def.stepSeconds );
	for ( int32_t rank = begin; rank < end; ++rank )
	{
		double x = step->nextX[rank] - step->placeX[rank], y = step->nextY[rank] - step->placeY[rank];
		step->walked[rank] += (float)sqrt( x * x + y * y );
		step->velocityX[rank] = (float)x * perSecond;
		step->velocityY[rank] = (float)y * perSecond;
		step->placeX[rank] = step->nextX[rank];
		step->placeY[rank] = step->nextY[rank];
	}
}

void wfWishMoves( wfCrowd* crowd )
{
	wfWorkers_ParallelFor( crowd->def.workers, wishRange, crowd->step.count, 2048, crowd );
}

static void moveDiscs( wfCrowd* crowd )
{
	int32_t count = crowd->step.count;
	for ( int32_t k = 0; k < crowd->def.substeps; ++k )
	{
		wfWishMoves( crowd );
		wfWorkers_ParallelFor( crowd->def.workers, moveRange, count, 512, crowd );
		wfWorkers_ParallelFor( crowd->def.workers, settleRange, count, 2048, crowd );
	}
}

// They decide in every tick, and do what they want as far as they can.
static void findDueDiscs( wfCrowd* crowd )
{
	memset( crowd->step.traits, wf_decidesNow, (size_t)crowd->step.count );
}

static void doNothing( wfCrowd* crowd )
{
	(void)crowd;
}

static void commitDiscs( wfCrowd* crowd, int32_t begin, int32_t end )
{
	const wfStepState* step = &crowd->step;
	float seconds = (float)crowd->def.stepSeconds;
	for ( int32_t rank = begin; rank < end; ++rank )
	{
		wfFetchAgent( crowd, rank + WF_FETCH_AHEAD );
		if ( step->traits[rank] & wf_keepsToPlan )
		{
			continue;
		}
		wfAgent* agent = &crowd->agents[step->slot[rank]];
		float moved;
		wfVec2 move = wfCommitPlace( crowd, rank, &moved );
		// Those who cannot move face where they would go.
		if ( moved > WF_FACING_SPEED * seconds )
		{
			agent->heading = (float)wfAtan2( move.y, move.x );
		}
		else if ( ( step->marks[rank] & wf_markStands ) == 0 )
		{
			agent->heading = (float)wfAtan2( (double)agent->directionY, (double)agent->directionX );
		}
	}
}

static bool isDisc( const wfCrowd* crowd, const wfAgent* agent )
{
	(void)crowd;
	(void)agent;
	return true;
}

static bool overlapsDisc( const wfCrowd* crowd, int32_t slot, wfVec2 place, double radius )
{
	const wfAgent* agent = &crowd->agents[slot];
	double x = agent->x - place.x, y = agent->y - place.y, sum = radius + (double)agent->radius;
	return x * x + y * y < sum * sum;
}

static double reachOfDisc( const wfCrowd* crowd, int32_t slot )
{
	(void)crowd;
	(void)slot;
	return 0.0;
}

const wfLocomotion wf_discLocomotion = { .findDue = findDueDiscs,
										 .decide = doNothing,
										 .move = moveDiscs,
										 .commit = commitDiscs,
										 .noticeArrivals = doNothing,
										 .isDisc = isDisc,
										 .overlaps = overlapsDisc,
										 .reach = reachOfDisc,
										 .overlapped = "" };
