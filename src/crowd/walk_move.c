// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Where walkers are, the footsteps they begin, and what they mean for discs near them.
#include "base/vec2.h"
#include "crowd/walkers.h"
#include "world/world.h"

#include <string.h>

static void report( struct wfWalkers* walk, const wfAgent* agent, wfWalker* walker, const wfFootstep* step )
{
	WF_ASSERT( (size_t)walk->rows.count < walk->rows.capacity );
	wfFootstepRow* row = &walk->rows.data[walk->rows.count++];
	*row = ( wfFootstepRow ){ agent->serial, walker->reportedInAll++, *step, walker->body };
}

static void reportStanding( const wfCrowd* crowd, const wfAgent* agent, wfWalker* walker, const wfStance* stance, double until )
{
	double from = walker->standsFrom;
	if ( until - from < WF_TINY )
	{
		return;
	}
	const wfGaitDef* gait = wfGaitOf( crowd, walker->gait );
	wfFoot swing = wfOtherFoot( stance->foot );
	wfFootstep step = { .kind = wf_shiftFootstep,
						.foot = stance->foot,
						.startTime = from,
						.duration = until - from,
						.apex = stance->position,
						.along = stance->facing,
						.footPosition = stance->feet[stance->foot],
						.footAngle = stance->angles[stance->foot],
						.swingFrom = stance->feet[swing],
						.swingTo = stance->feet[swing],
						.swingFromAngle = stance->angles[swing],
						.swingToAngle = stance->angles[swing],
						.facingStart = stance->facing,
						.facingEnd = stance->facing,
						.pendulum = sqrt( WF_GRAVITY / gait->legLength ),
						.energy = gait->power * ( until - from ) };
	report( crowd->walk, agent, walker, &step );
	walker->standsFrom = until;
}

// Footsteps that begin before a time are reported; those that ended some time before it are forgotten.
static void reportSteps( wfCrowd* crowd, const wfAgent* agent, wfWalker* walker, double until )
{
	for ( ; walker->reported < walker->count && walker->steps[walker->reported].startTime < until; ++walker->reported )
	{
		const wfFootstep* step = &walker->steps[walker->reported];
		// Nothing moved since the last footstep ended.
		wfStance before = walker->reported > 0 ? walker->stances[walker->reported - 1] : walker->restBefore;
		if ( step->kind == wf_startFootstep || step->kind == wf_shiftFootstep )
		{
			reportStanding( crowd, agent, walker, &before, step->startTime );
		}
		report( crowd->walk, agent, walker, step );
		crowd->walk->stats.sum.steps += 1;
		walker->standsFrom = wfFootstep_GetEndTime( step );
	}
	int32_t ended = 0;
	while ( ended < walker->reported && wfFootstep_GetEndTime( &walker->steps[ended] ) <= until - WF_KEPT_SECONDS )
	{
		ended += 1;
	}
	if ( ended > 0 )
	{
		walker->restBefore = walker->stances[ended - 1];
		walker->count -= ended;
		walker->reported -= ended;
		memmove( walker->steps, walker->steps + ended, (size_t)walker->count * sizeof( wfFootstep ) );
		memmove( walker->stances, walker->stances + ended, (size_t)walker->count * sizeof( wfStance ) );
		if ( walker->count == 0 )
		{
			wfPublishFootsteps( crowd, walker, until );
		}
	}
	if ( walker->count == 0 && until - walker->standsFrom >= WF_REPORTED_STANDING - WF_TINY )
	{
		reportStanding( crowd, agent, walker, &walker->rest, until );
	}
}

int32_t wfFindStep( const wfWalker* walker, double time )
{
	int32_t k = 0;
	while ( k + 1 < walker->count && time >= wfFootstep_GetEndTime( &walker->steps[k] ) )
	{
		k += 1;
	}
	return walker->count > 0 ? k : -1;
}

// Where its centre is, now or a moment ago.
static wfVec2 getPlace( const wfWalker* walker, double time )
{
	int32_t k = wfFindStep( walker, time );
	return k >= 0 ? wfFootstep_GetPosition( &walker->steps[k], time ) : walker->rest.position;
}

static void walkRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfCrowd* crowd = context;
	wfTick* tick = &crowd->tick;
	double time = wfGetNextTime( crowd );
	for ( int32_t rank = begin; rank < end; ++rank )
	{
		const wfWalker* walker = wfWalkerOfRank( crowd, rank );
		if ( walker == NULL )
		{
			continue;
		}
		int32_t present = wfFindStep( walker, time );
		wfVec2 place = getPlace( walker, time );
		wfVec2 velocity = present >= 0 ? wfFootstep_GetVelocity( &walker->steps[present], time ) : ( wfVec2 ){ 0.0, 0.0 };
		double x = place.x - tick->placeX[rank], y = place.y - tick->placeY[rank];
		tick->walked[rank] = (float)wfHypot( x, y );
		tick->velocityX[rank] = (float)velocity.x;
		tick->velocityY[rank] = (float)velocity.y;
		tick->placeX[rank] = place.x;
		tick->placeY[rank] = place.y;
	}
}

// Where all are at the end of the tick, and the footsteps they began.
static void moveWalkers( wfCrowd* crowd )
{
	struct wfWalkers* walk = crowd->walk;
	double start = wfGetSeconds();
	wfWorkers_ParallelFor( crowd->def.workers, walkRange, crowd->tick.count, 512, crowd );
	walk->rows.count = 0;
	double until = wfGetNextTime( crowd );
	for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
	{
		wfWalker* walker = wfWalkerInUse( crowd, slot );
		if ( walker != NULL )
		{
			reportSteps( crowd, &crowd->population.agents[slot], walker, until );
		}
	}
	walk->stats.sum.seconds += wfGetSeconds() - start;
}

static void commitWalkers( wfCrowd* crowd, int32_t begin, int32_t end )
{
	double time = wfGetNextTime( crowd );
	for ( int32_t rank = begin; rank < end; ++rank )
	{
		const wfWalker* walker = wfWalkerOfRank( crowd, rank );
		if ( walker != NULL )
		{
			float moved;
			wfCommitPlace( crowd, rank, &moved );
			int32_t k = wfFindStep( walker, time );
			wfVec2 facing = k >= 0 ? wfFootstep_GetFacing( &walker->steps[k], time ) : walker->rest.facing;
			crowd->population.agents[crowd->tick.slot[rank]].heading = (float)wfAtan2( facing.y, facing.x );
		}
	}
}

// On foot one does not wait for the end of a tick: being there in between counts.
static bool hasWalkedThrough( const wfCrowd* crowd, const wfWalker* walker, wfVec2 point, double reach )
{
	for ( int32_t k = 1; k < 4; ++k )
	{
		wfVec2 place = getPlace( walker, crowd->time - 0.25 * k * crowd->def.tickSeconds );
		double x = place.x - point.x, y = place.y - point.y;
		if ( x * x + y * y <= reach * reach )
		{
			return true;
		}
	}
	return false;
}

static void noticeArrivals( wfCrowd* crowd )
{
	for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
	{
		const wfWalker* walker = wfWalkerInUse( crowd, slot );
		const wfAgent* agent = &crowd->population.agents[slot];
		wfStop made;
		const wfStop* stop = walker != NULL ? wfStopNow( crowd, agent, &made ) : NULL;
		bool walks = stop != NULL && ( agent->flags & ( wf_agentIdle | wf_agentSteered ) ) == 0;
		if ( walks && stop->kind == wf_pointStop &&
			 hasWalkedThrough( crowd, walker, wfInPlane( stop->point ), wfReachOf( stop, (double)agent->radius ) ) )
		{
			crowd->tick.slotTodo[slot] |= wf_todoArrive;
		}
	}
}

// How large the ground is on which it makes its sure footsteps.
static double reachOfWalker( const wfCrowd* crowd, int32_t slot )
{
	const wfTrack* track = &crowd->walk->walkers[slot]->sure;
	return wfMax( (double)track->high[0] - (double)track->low[0], (double)track->high[1] - (double)track->low[1] );
}

// Who has walked a while may be nearer to walls and to other walkers than discs may: shoulders turn. That it was given other
// stops does not make it one that is put there now.
const wfLocomotion wf_footLocomotion = { .findDue = wfFindDueWalkers,
										 .decide = wfDecideWalkers,
										 .move = moveWalkers,
										 .commit = commitWalkers,
										 .noticeArrivals = noticeArrivals,
										 .isDisc = wfIsPutNow,
										 .overlaps = wfOverlapsWalker,
										 .reach = reachOfWalker,
										 .overlapped = " or its next steps",
										 .keepsRadius = true };

// ---------------------------------------------------------------------------------------------------------------- discs

// A circle that moves from one place to the next.
static void limitBySpot( wfLimits* limits, wfVec2 at, wfVec2 from, wfVec2 to, double radii )
{
	wfVec2 line = wfSub2( to, from );
	double length2 = wfDot2( line, line ), along = wfDot2( wfSub2( at, from ), line );
	double share = along <= 0.0 || length2 == 0.0 ? 0.0 : along >= length2 ? 1.0 : along / length2;
	wfVec2 toward = wfSub2( wfAddScaled2( from, share, line ), at );
	double distance = wfLength2( toward ), room = distance - radii - WF_SKIN;
	if ( room < limits->length && distance > 0.0 )
	{
		wfAddLimit( limits, toward.x / distance, toward.y / distance, room );
	}
}

static wfVec2 onSide( const wfPose* pose, double side )
{
	return ( wfVec2 ){ (double)pose->x + side * (double)pose->shoulderX, (double)pose->y + side * (double)pose->shoulderY };
}

static wfVec2 footOf( const wfPose* pose, int32_t foot )
{
	return ( wfVec2 ){ (double)pose->feet[foot][0], (double)pose->feet[foot][1] };
}

// Nobody steps where a walker is sure to go: at any time from now on, for that one cannot stop on the spot.
static void limitByWalker( const wfCrowd* crowd, int32_t rank, const wfWalker* walker, wfLimits* limits )
{
	const wfTick* tick = &crowd->tick;
	const wfTrack* track = &walker->sure;
	wfVec2 at = { tick->placeX[rank] - tick->origin.x, tick->placeY[rank] - tick->origin.y };
	double radius = (double)tick->radius[rank];
	int64_t from = (int64_t)floor( crowd->time / WF_TRACK_SECONDS );
	double near = (double)track->reach + radius + limits->length;
	for ( int64_t time = from; time < track->first + track->count || time == from; ++time )
	{
		const wfPose *pose = wfPoseAt( track, time ), *next = wfPoseAt( track, time + 1 );
		wfVec2 center = { (double)pose->x, (double)pose->y }, away = wfSub2( center, at );
		double moved = wfDistance2( center, ( wfVec2 ){ (double)next->x, (double)next->y } );
		if ( wfDot2( away, away ) > ( near + moved ) * ( near + moved ) )
		{
			continue;
		}
		double body = radius + (double)pose->bodySlack, foot = radius + (double)walker->size.foot + (double)pose->footSlack;
		for ( int32_t k = -1; k <= 1; ++k )
		{
			float size = k == 0 ? walker->size.torso : walker->size.shoulder;
			limitBySpot( limits, at, onSide( pose, k ), onSide( next, k ), body + (double)size );
		}
		for ( int32_t k = 0; k < 2; ++k )
		{
			limitBySpot( limits, at, footOf( pose, k ), footOf( next, k ), foot );
		}
	}
}

void wfLimitByWalkers( const wfCrowd* crowd, int32_t rank, wfLimits* limits )
{
	const wfTick* tick = &crowd->tick;
	double radius = (double)tick->radius[rank] + limits->length;
	double reach = crowd->walk->reach + radius + (double)crowd->tick.maxSpeed * crowd->def.tickSeconds;
	double startX = (double)tick->x[rank], startY = (double)tick->y[rank];
	wfIndexRange cells = wfCellsIn( tick, startX - reach, startY - reach, startX + reach, startY + reach );
	float x = (float)( tick->placeX[rank] - tick->origin.x ), y = (float)( tick->placeY[rank] - tick->origin.y );
	float wide = (float)( radius + WF_BOX_SLACK );
	for ( int32_t row = cells.firstRow; row <= cells.lastRow; ++row )
	{
		for ( int32_t other = wfFirstInRow( tick, &cells, row ), end = wfEndInRow( tick, &cells, row ); other < end; ++other )
		{
			const wfWalker* walker = wfWalkerOfRank( crowd, other );
			if ( walker != NULL && walker->sure.low[0] < x + wide && walker->sure.high[0] > x - wide &&
				 walker->sure.low[1] < y + wide && walker->sure.high[1] > y - wide )
			{
				limitByWalker( crowd, rank, walker, limits );
			}
		}
	}
}
