// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Agents as discs: whatever they want, no disc overlaps another or a wall. What holds that depends on the
// ground: moveDiscs of stages.h.
#include "crowd/motion.h"
#include "crowd/walkers.h"

#include <string.h>

// The wanted velocity becomes the displacement of one move.
static void wishRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfCrowd* crowd = context;
	wfTick* tick = &crowd->tick;
	double seconds = crowd->def.tickSeconds / crowd->def.movesPerTick;
	for ( int32_t rank = begin; rank < end; ++rank )
	{
		const wfStyle* style = &crowd->styles.list[tick->style[rank] - 1];
		wfVec2 next = { (double)tick->wantedX[rank], (double)tick->wantedY[rank] };
		// Out of a wall it goes straight, whatever it did before.
		if ( style->def.rule == wf_smoothRule && ( tick->traits[rank] & wf_leavesWall ) == 0 )
		{
			wfVec2 velocity = { (double)tick->velocityX[rank], (double)tick->velocityY[rank] };
			next = wfRelaxVelocity( velocity, next, (double)style->relaxFactor, style->def.maxAcceleration * seconds );
		}
		double speed = wfLength2( next ), fastest = (double)tick->reachSpeed[rank];
		fastest = ( tick->traits[rank] & wf_shuffles ) ? wfMin( fastest, WF_SHUFFLE_SPEED ) : fastest;
		double scale = speed > fastest ? seconds * fastest / speed : seconds;
		tick->moveX[rank] = scale * next.x;
		tick->moveY[rank] = scale * next.y;
	}
}

static void moveDiscs( wfCrowd* crowd )
{
	for ( int32_t k = 0; k < crowd->def.movesPerTick; ++k )
	{
		wfWorkers_ParallelFor( crowd->def.workers, wishRange, crowd->tick.count, 2048, crowd );
		crowd->stages->moveDiscs( crowd, k );
		if ( crowd->walk != NULL && crowd->walk->total > 0 )
		{
			wfSettleShuffles( crowd, k );
		}
		wfKeepMove( crowd, k );
	}
}

// They decide in every tick, and do what they want as far as they can.
static void findDueDiscs( wfCrowd* crowd )
{
	memset( crowd->tick.traits, wf_decidesNow, (size_t)crowd->tick.count );
}

static void doNothing( wfCrowd* crowd )
{
	(void)crowd;
}

static void commitDiscs( wfCrowd* crowd, int32_t begin, int32_t end )
{
	crowd->stages->commitDiscs( crowd, begin, end );
}

static bool isDisc( const wfCrowd* crowd, const wfAgent* agent )
{
	(void)crowd;
	(void)agent;
	return true;
}

static bool overlapsDisc( const wfCrowd* crowd, int32_t slot, wfVec2 place, double radius )
{
	const wfAgent* agent = &crowd->population.agents[slot];
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
