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

static void reportStance( const wfCrowd* crowd, const wfAgent* agent, wfWalker* walker, const wfStance* stance, double from,
						  double seconds )
{
	const wfGaitDef* gait = wfGaitOf( crowd, walker->gait );
	wfFoot swing = wfOtherFoot( stance->foot );
	wfFootstep step = { .kind = wf_shiftFootstep,
						.foot = stance->foot,
						.startTime = from,
						.duration = seconds,
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
						.energy = gait->power * seconds };
	report( crowd->walk, agent, walker, &step );
}

static void reportStanding( const wfCrowd* crowd, const wfAgent* agent, wfWalker* walker, const wfStance* stance, double until )
{
	// Between a step that ends and one that begins with a tick there may be less than a row of a recording lasts.
	if ( until - walker->standsFrom >= WF_DEPARTURE_SECONDS )
	{
		reportStance( crowd, agent, walker, stance, walker->standsFrom, until - walker->standsFrom );
		walker->standsFrom = until;
	}
}

wfStance wfStanceAt( const wfWalker* walker, double time )
{
	int32_t k = wfFindStep( walker, time );
	if ( k < 0 )
	{
		return walker->rest;
	}
	const wfFootstep* step = &walker->steps[k];
	wfStance stance = walker->stances[k];
	stance.time = time;
	stance.position = wfFootstep_GetPosition( step, time );
	stance.facing = stance.direction = wfFootstep_GetFacing( step, time );
	stance.speed = 0.0;
	for ( int32_t foot = 0; foot < 2; ++foot )
	{
		stance.feet[foot] = wfFootstep_GetFoot( step, (wfFoot)foot, time, &stance.angles[foot] );
	}
	stance.inner = stance.outer = wfSideOf( stance.foot ) * stance.angles[stance.foot];
	return stance;
}

wfResult wfReserveDeparture( wfCrowd* crowd )
{
	struct wfWalkers* walk = crowd->walk;
	return walk != NULL ? wfArray_Reserve( &walk->rows, walk->rows.count + 1 ) : wf_ok;
}

// What was reported of it is over by now, and all it did is reported. Who came in the same moment did nothing.
void wfEndFootsteps( wfCrowd* crowd, int32_t slot )
{
	wfWalker* walker = crowd->walk != NULL ? wfWalkerInUse( crowd, slot ) : NULL;
	if ( walker == NULL )
	{
		return;
	}
	const wfAgent* agent = &crowd->population.agents[slot];
	wfStance stance = wfStanceAt( walker, crowd->time );
	if ( walker->standsFrom > crowd->time + WF_DEPARTURE_SECONDS )
	{
		reportStance( crowd, agent, walker, &stance, crowd->time, WF_DEPARTURE_SECONDS );
	}
	else
	{
		reportStanding( crowd, agent, walker, &stance, crowd->time );
	}
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
		const wfAgent* agent = &crowd->population.agents[tick->slot[rank]];
		int32_t present = wfFindStep( walker, time );
		wfVec2 place = getPlace( walker, time ), moved = wfSub2( place, ( wfVec2 ){ agent->x, agent->y } );
		wfVec2 velocity = present >= 0 ? wfFootstep_GetVelocity( &walker->steps[present], time ) : ( wfVec2 ){ 0.0, 0.0 };
		// Who shuffles comes to rest between any two moves: its velocity is that of the last one. From now on it keeps to what it
		// did.
		if ( tick->traits[rank] & wf_shuffles )
		{
			velocity = ( wfVec2 ){ (double)tick->velocityX[rank], (double)tick->velocityY[rank] };
			tick->traits[rank] = WF_WALKER_TRAITS;
		}
		tick->walked[rank] = (float)wfLength2( moved );
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

// On foot one does not wait for the end of a tick: being there in between counts, or one would stride across a line.
static bool hasWalkedThrough( const wfCrowd* crowd, const wfAgent* agent, const wfWalker* walker, const wfStop* stop )
{
	const wfTarget* target = agent->target >= 0 ? &crowd->ground.routes.targets.data[agent->target] : NULL;
	double reach = wfReachOf( stop, (double)agent->radius );
	bool isGoal = stop->kind == wf_goalStop && target != NULL && !target->closed;
	for ( int32_t k = 1; k < 4; ++k )
	{
		wfVec2 place = getPlace( walker, crowd->time - 0.25 * k * crowd->def.tickSeconds );
		double x = place.x - stop->point.x, y = place.y - stop->point.y;
		if ( isGoal ? wfGround_IsAtGoal( &crowd->ground, target, wfPlaceInPlane( place ), (double)agent->radius, stop->reach )
					: stop->kind == wf_pointStop && x * x + y * y <= reach * reach )
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
		bool walks = stop != NULL && ( agent->flags & ( wf_agentIdle | wf_agentSteered | wf_agentLed ) ) == 0;
		if ( walks && hasWalkedThrough( crowd, agent, walker, stop ) )
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
// By what somebody covers between two moments: a circle on its way.
static void limitBySpot( wfLimits* limits, const wfOval* body, wfVec2 from, wfVec2 to, double radius )
{
	wfOval spot = { wfMix2( from, to, 0.5 ), wfScale2( 0.5, wfSub2( to, from ) ), radius };
	wfVec2 across;
	double room = wfOval_GetGap( body, &spot, &across ) - WF_SKIN;
	if ( room < limits->length )
	{
		wfAddLimit( limits, across.x, across.y, room );
	}
}

// Where it comes to rest its whole disc is left free or, where that is taken already, its trunk: so that it can shuffle.
static void limitByRest( wfLimits* limits, const wfOval* body, const wfWalker* walker )
{
	const wfPose* last = &walker->sure.poses[walker->sure.count - 1];
	double wide = (double)walker->size.wide, depth = wfMin( wfGetBodyDepth( &walker->body ), wide );
	wfVec2 shoulder = { (double)last->shoulderX, (double)last->shoulderY };
	wfOval disc = { { (double)last->x, (double)last->y }, { 0.0, 0.0 }, wide }, trunk = disc;
	trunk.depth = depth;
	trunk.shoulder = wfScale2( wide - depth, wfNormalize2( shoulder, ( wfVec2 ){ 0.0, 0.0 } ) );
	wfVec2 across;
	double gap = wfOval_GetGap( body, &disc, &across );
	gap = gap < 0.5 * WF_SKIN ? wfOval_GetGap( body, &trunk, &across ) : gap;
	if ( gap >= 0.5 * WF_SKIN && gap - WF_SKIN < limits->length )
	{
		wfAddLimit( limits, across.x, across.y, gap - WF_SKIN );
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
	wfOval self = wfOvalOfRank( tick, rank );
	self.center = wfSub2( self.center, tick->origin );
	wfVec2 at = self.center;
	int64_t from = (int64_t)floor( crowd->time / WF_TRACK_SECONDS );
	double near = (double)track->reach + (double)tick->radius[rank] + limits->length;
	limitByRest( limits, &self, walker );
	for ( int64_t time = from; time < track->first + track->count || time == from; ++time )
	{
		const wfPose *pose = wfPoseAt( track, time ), *next = wfPoseAt( track, time + 1 );
		wfVec2 center = { (double)pose->x, (double)pose->y }, away = wfSub2( center, at );
		double moved = wfDistance2( center, ( wfVec2 ){ (double)next->x, (double)next->y } );
		if ( wfDot2( away, away ) > ( near + moved ) * ( near + moved ) )
		{
			continue;
		}
		double body = (double)pose->bodyBend, foot = (double)walker->size.foot + (double)pose->footBend;
		for ( int32_t k = -1; k <= 1; ++k )
		{
			float size = k == 0 ? walker->size.torso : walker->size.shoulder;
			limitBySpot( limits, &self, onSide( pose, k ), onSide( next, k ), body + (double)size );
		}
		for ( int32_t k = 0; k < 2; ++k )
		{
			limitBySpot( limits, &self, footOf( pose, k ), footOf( next, k ), foot );
		}
	}
}

bool wfIsClearOfSteps( const wfCrowd* crowd, int32_t rank )
{
	const wfTick* tick = &crowd->tick;
	double x = (double)tick->x[rank], y = (double)tick->y[rank], reach = crowd->walk->reach + (double)tick->radius[rank];
	int64_t now = (int64_t)floor( crowd->time / WF_TRACK_SECONDS );
	wfIndexRange cells = wfCellsIn( tick, x - reach, y - reach, x + reach, y + reach );
	for ( int32_t row = cells.firstRow; row <= cells.lastRow; ++row )
	{
		for ( int32_t other = wfFirstInRow( tick, &cells, row ), end = wfEndInRow( tick, &cells, row ); other < end; ++other )
		{
			const wfWalker* walker = other != rank ? wfCommittedOfRank( crowd, other ) : NULL;
			if ( walker != NULL && !wfIsAtRest( walker, crowd->time ) &&
				 !wfIsTrackClearOfDisc( &walker->sure, &walker->size, tick->x[rank], tick->y[rank], tick->radius[rank], now ) )
			{
				return false;
			}
		}
	}
	return true;
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
			const wfWalker* walker = wfCommittedOfRank( crowd, other );
			if ( walker != NULL && walker->sure.low[0] < x + wide && walker->sure.high[0] > x - wide &&
				 walker->sure.low[1] < y + wide && walker->sure.high[1] > y - wide )
			{
				limitByWalker( crowd, rank, walker, limits );
			}
		}
	}
}
