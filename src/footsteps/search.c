// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Short-horizon best-first search over footsteps. Open entries are actions; a step is made, and asked whether it meets anything,
// only when its turn comes, so that most of what is generated costs next to nothing.
#include "footsteps/footsteps.h"

#include <math.h>

// How far from where it is the wish to go elsewhere than the long way leads counts, metres.
#define WF_WISH_REACH 2.5
// The remaining way counts a little more than it costs: plans are nearly the best, and found much sooner.
#define WF_GREED 1.15
// There.
#define WF_ARRIVED 0.3
// Discs are expected to walk on as they do for so long.
#define WF_DISC_SECONDS 1.5

// ------------------------------------------------------------------------------------------------------------------ the heap

static bool isBefore( const wfStepSearch* search, int32_t a, int32_t b )
{
	const wfOpenStep *first = &search->open[a], *second = &search->open[b];
	return first->f < second->f || ( first->f == second->f && a < b );
}

static void pushOpen( wfStepSearch* search, int32_t entry )
{
	int32_t at = search->heapCount++;
	while ( at > 0 )
	{
		int32_t above = ( at - 1 ) / 2;
		if ( !isBefore( search, entry, search->heap[above] ) )
		{
			break;
		}
		search->heap[at] = search->heap[above];
		at = above;
	}
	search->heap[at] = entry;
}

static int32_t popOpen( wfStepSearch* search )
{
	int32_t top = search->heap[0], last = search->heap[--search->heapCount], at = 0;
	for ( ;; )
	{
		int32_t child = 2 * at + 1;
		if ( child >= search->heapCount )
		{
			break;
		}
		if ( child + 1 < search->heapCount && isBefore( search, search->heap[child + 1], search->heap[child] ) )
		{
			child += 1;
		}
		if ( !isBefore( search, search->heap[child], last ) )
		{
			break;
		}
		search->heap[at] = search->heap[child];
		at = child;
	}
	search->heap[at] = last;
	return top;
}

// -------------------------------------------------------------------------------------------------------------- the estimate

typedef struct wfEstimate
{
	double speed;		   // wanted
	double energyPerMetre; // of a normal step
	wfVec2 wish;		   // unit
	wfVec2 tilt;		   // what leads elsewhere than the guide
} wfEstimate;

static wfEstimate makeEstimate( const wfStepTask* task )
{
	wfEstimate estimate;
	estimate.speed = wfHypot( task->wanted.x, task->wanted.y );
	double size = estimate.speed > 1e-9 ? estimate.speed : 1.0;
	estimate.wish = ( wfVec2 ){ task->wanted.x / size, task->wanted.y / size };
	estimate.tilt = ( wfVec2 ){ task->guided.x - estimate.wish.x, task->guided.y - estimate.wish.y };
	double normal = estimate.speed > 0.3 ? estimate.speed : 0.3;
	estimate.energyPerMetre = wfGait_GetEnergyPerMetre( task->gait, normal );
	return estimate;
}

// Metres to go as the character feels it, and where that falls most.
static double feltWay( const wfStepTask* task, const wfEstimate* estimate, wfVec2 place, wfVec2* toward )
{
	wfStepGuide guide = { 0.0, { 0.0, 0.0 } };
	if ( task->guide != NULL )
	{
		task->guide( task->context, place, &guide );
	}
	double x = place.x - task->from.position.x, y = place.y - task->from.position.y;
	double away = wfHypot( x, y ), share = away < WF_WISH_REACH ? 1.0 : WF_WISH_REACH / away;
	wfVec2 lead = { guide.direction.x - share * estimate->tilt.x, guide.direction.y - share * estimate->tilt.y };
	double size = wfHypot( lead.x, lead.y );
	*toward = size > 1e-6 ? ( wfVec2 ){ lead.x / size, lead.y / size } : estimate->wish;
	return guide.way + share * ( estimate->tilt.x * x + estimate->tilt.y * y );
}

// ------------------------------------------------------------------------------------------------------- what may not be met

typedef struct wfSpot3
{
	float x, y;
	float shoulderX, shoulderY;
} wfSpot3;

static bool meetsWalker( const wfSpot3* me, const wfBodySize* mine, const wfPose* other, const wfBodySize* theirs, float comfort )
{
	float dx = other->x - me->x, dy = other->y - me->y;
	float wide = mine->torso + mine->shoulder + theirs->torso + theirs->shoulder + comfort;
	if ( dx * dx + dy * dy > wide * wide )
	{
		return false;
	}
	float mineAt[3] = { 0.0f, 1.0f, -1.0f };
	for ( int32_t i = 0; i < 3; ++i )
	{
		for ( int32_t j = 0; j < 3; ++j )
		{
			float x = dx + mineAt[j] * other->shoulderX - mineAt[i] * me->shoulderX;
			float y = dy + mineAt[j] * other->shoulderY - mineAt[i] * me->shoulderY;
			float sum = ( i == 0 ? mine->torso : mine->shoulder ) + ( j == 0 ? theirs->torso : theirs->shoulder ) + comfort;
			if ( x * x + y * y < sum * sum )
			{
				return true;
			}
		}
	}
	return false;
}

static bool meetsWall( const wfStepTask* task, const wfBodySize* size, wfVec2 center, wfVec2 facing )
{
	float wide = size->torso + size->shoulder;
	if ( task->room( task->context, center.x, center.y ) > 2.0f * wide )
	{
		return false;
	}
	const int32_t* list;
	int32_t count = wfWallsAt( task->walls, center.x, center.y, &list );
	double reach = task->body.shoulderDistance;
	for ( int32_t n = 0; n < count; ++n )
	{
		const wfWallPiece* piece = &task->walls->pieces[list[n]];
		for ( int32_t k = -1; k <= 1; ++k )
		{
			wfVec2 from = wfFromWall( piece, center.x - k * reach * facing.y, center.y + k * reach * facing.x );
			double radius = ( k == 0 ? task->body.torsoRadius : task->body.shoulderRadius ) + piece->thickness;
			if ( from.x * from.x + from.y * from.y < radius * radius )
			{
				return true;
			}
		}
	}
	return false;
}

// Body against what others intend, and against walls, at the times of the poses within the step.
static bool meetsAnything( const wfStepTask* task, const wfFootstep* step, const wfBodySize* size, bool walls )
{
	int64_t first = (int64_t)floor( step->startTime / WF_TRACK_SECONDS ) + 1;
	int64_t last = (int64_t)floor( wfFootstep_GetEndTime( step ) / WF_TRACK_SECONDS );
	float comfort = (float)task->gait->comfort;
	for ( int64_t time = first; time <= last; ++time )
	{
		double seconds = (double)time * WF_TRACK_SECONDS;
		wfVec2 center = wfFootstep_GetPosition( step, seconds ), facing = wfFootstep_GetFacing( step, seconds );
		float distance = (float)task->body.shoulderDistance;
		wfSpot3 me = { (float)( center.x - task->origin.x ), (float)( center.y - task->origin.y ), -distance * (float)facing.y,
					   distance * (float)facing.x };
		for ( int32_t k = 0; k < task->intendingCount; ++k )
		{
			const wfOtherWalker* other = &task->intending[k];
			if ( meetsWalker( &me, size, wfPoseAt( other->track, time ), &other->size, comfort ) )
			{
				return true;
			}
		}
		float ahead = (float)( seconds - task->now );
		ahead = ahead < (float)WF_DISC_SECONDS ? ahead : (float)WF_DISC_SECONDS;
		for ( int32_t k = 0; k < task->discCount; ++k )
		{
			const wfOtherDisc* disc = &task->discs[k];
			float x = disc->x + ahead * disc->velocityX - me.x, y = disc->y + ahead * disc->velocityY - me.y;
			float sum = disc->radius + size->shoulder + (float)task->body.shoulderDistance + comfort;
			if ( x * x + y * y < sum * sum )
			{
				return true;
			}
		}
		if ( walls && meetsWall( task, size, center, facing ) )
		{
			return true;
		}
	}
	return false;
}

// ---------------------------------------------------------------------------------------------------------- what is for sure

// The foot of a step is where the swing of the one before it ended.
static void joinSwings( wfFootstep* steps, int32_t count )
{
	for ( int32_t k = 0; k + 1 < count; ++k )
	{
		if ( steps[k + 1].kind == wf_walkStep || steps[k + 1].kind == wf_stopStep )
		{
			steps[k].swingTo = steps[k + 1].footPosition;
			steps[k].swingToAngle = steps[k + 1].footAngle;
		}
	}
}

static bool isSure( wfStepSearch* search, const wfStepTask* task, const wfBodySize* size, const wfFootstep* steps, int32_t count )
{
	wfFootstep all[WF_SURE_STEPS + 3];
	int32_t kept = task->committedCount < 2 ? task->committedCount : 2, total = 0;
	for ( int32_t k = task->committedCount - kept; k < task->committedCount; ++k )
	{
		all[total++] = task->committed[k];
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		all[total++] = steps[k];
	}
	joinSwings( all, total );
	// What comes before the last committed step begins is as it was.
	double from = kept > 0 ? task->committed[task->committedCount - 1].startTime : steps[0].startTime;
	from = from > task->now ? from : task->now;
	wfTrack* track = &search->track;
	wfSampleTrack( all, total, &task->body, from, task->origin, track );
	bool inside = track->low[0] >= task->low[0] && track->low[1] >= task->low[1] && track->high[0] <= task->high[0] &&
				  track->high[1] <= task->high[1];
	if ( !inside || track->count == WF_TRACK_POSES || !wfIsTrackClearOfWalls( track, size, task->walls, task->origin, task->room, task->context ) )
	{
		return false;
	}
	for ( int32_t k = 0; k < task->sureCount; ++k )
	{
		if ( !wfAreTracksClear( track, size, task->sure[k].track, &task->sure[k].size, track->first ) )
		{
			return false;
		}
	}
	for ( int32_t k = 0; k < task->discCount; ++k )
	{
		const wfOtherDisc* disc = &task->discs[k];
		if ( !wfIsTrackClearOfDisc( track, size, disc->x, disc->y, disc->radius, track->first ) )
		{
			return false;
		}
	}
	return true;
}

// One or two steps with their feet settled, and a rest after them. `next` is what is intended then, or null.
static bool makeSure( wfStepSearch* search, const wfStepTask* task, const wfBodySize* size, const wfStepAction* actions,
					  int32_t count, const wfFootstep* next, wfStepResult* result )
{
	wfFootstep steps[3];
	wfStance stances[3];
	const wfStance* from = &task->from;
	for ( int32_t k = 0; k < count; ++k )
	{
		if ( wfCreateFootstep( task->gait, from, &actions[k], &steps[k], &stances[k] ) != wf_stepFits )
		{
			return false;
		}
		from = &stances[k];
	}
	int32_t last = count - 1;
	bool rests = stances[last].speed <= 0.0;
	for ( int32_t try = 0;; ++try )
	{
		wfStepAction stop;
		int32_t total = count;
		if ( !rests )
		{
			if ( !wfMakeStopAction( task->gait, &stances[last], try, &stop ) )
			{
				return false;
			}
			if ( wfCreateFootstep( task->gait, &stances[last], &stop, &steps[count], &stances[count] ) != wf_stepFits )
			{
				continue;
			}
			total = count + 1;
		}
		if ( isSure( search, task, size, steps, total ) )
		{
			// Feet, from the first on: each so that the next one fits; the rest must remain possible.
			for ( int32_t k = 0; k < count; ++k )
			{
				wfFootstep settled = steps[k];
				wfStance stance = stances[k];
				const wfFootstep* follows = k + 1 < count ? &steps[k + 1] : next != NULL ? next : !rests ? &steps[count] : NULL;
				wfSettleFoot( task->gait, &settled, &stance, follows );
				wfStepAction after = k + 1 < count ? actions[k + 1] : stop;
				if ( k + 1 < total &&
					 wfCreateFootstep( task->gait, &stance, &after, &steps[k + 1], &stances[k + 1] ) != wf_stepFits )
				{
					settled = steps[k];
					stance = stances[k];
					wfSettleFoot( task->gait, &settled, &stance, &steps[k + 1] );
					if ( wfCreateFootstep( task->gait, &stance, &after, &steps[k + 1], &stances[k + 1] ) != wf_stepFits )
					{
						return false;
					}
				}
				steps[k] = settled;
				stances[k] = stance;
			}
			wfSettleFoot( task->gait, &steps[total - 1], &stances[total - 1], NULL );
			joinSwings( steps, total );
			for ( int32_t k = 0; k < total; ++k )
			{
				result->sure[k] = steps[k];
				result->stances[k] = stances[k];
			}
			result->sureCount = total;
			result->swingTo = steps[0].footPosition;
			result->swingToAngle = steps[0].footAngle;
			return true;
		}
		if ( rests )
		{
			return false;
		}
	}
}

// Whether a first step can be taken at all: something sure follows it.
static bool canBegin( wfStepSearch* search, const wfStepTask* task, const wfBodySize* size, const wfFootstep* step,
					  const wfStance* stance )
{
	wfFootstep steps[2] = { *step };
	if ( stance->speed <= 0.0 )
	{
		return isSure( search, task, size, steps, 1 );
	}
	wfStepAction stop;
	for ( int32_t try = 0; wfMakeStopAction( task->gait, stance, try, &stop ); ++try )
	{
		wfStance rest;
		if ( wfCreateFootstep( task->gait, stance, &stop, &steps[1], &rest ) == wf_stepFits &&
			 isSure( search, task, size, steps, 2 ) )
		{
			return true;
		}
	}
	return false;
}

// ---------------------------------------------------------------------------------------------------------------- the search

static bool isStanding( const wfFootstep* step )
{
	return step->kind == wf_shiftStep && step->speed == 0.0 && step->swingFrom.x == step->swingTo.x &&
		   step->swingFrom.y == step->swingTo.y;
}

static void expand( wfStepSearch* search, const wfStepTask* task, const wfEstimate* estimate, int32_t node, wfVec2 toward,
					double way, wfStepResult* result )
{
	const wfClosedStep* from = &search->closed[node];
	wfStepAction actions[WF_MAX_ACTIONS];
	int32_t count =
		wfListActions( task->gait, &from->stance, toward, estimate->speed, task->arrives ? way : INFINITY, actions );
	for ( int32_t k = 0; k < count && search->openCount < WF_MAX_OPEN; ++k )
	{
		wfFootstep step;
		wfStance after;
		if ( wfCreateFootstep( task->gait, &from->stance, &actions[k], &step, &after ) != wf_stepFits )
		{
			continue;
		}
		wfVec2 lead;
		double left = feltWay( task, estimate, after.position, &lead );
		if ( !( left < INFINITY ) )
		{
			continue;
		}
		// What is gained must be kept: who moves on the wrong way pays for turning around later.
		wfOpenStep* open = &search->open[search->openCount];
		double ahead = after.speed > 0.0 ? after.direction.x * lead.x + after.direction.y * lead.y : 1.0;
		open->g = from->g + step.energy;
		open->h = estimate->energyPerMetre * ( left + 0.15 * ( 1.0 - ahead ) );
		open->f = open->g + WF_GREED * open->h;
		open->parent = node;
		open->padding = 0;
		open->action = actions[k];
		pushOpen( search, search->openCount );
		search->openCount += 1;
		result->generated += 1;
	}
}

static bool takeNext( wfStepSearch* search, const wfStepTask* task, const wfBodySize* size )
{
	const wfOpenStep* open = &search->open[popOpen( search )];
	const wfClosedStep* parent = &search->closed[open->parent];
	wfClosedStep* node = &search->closed[search->closedCount];
	wfStepVerdict verdict = wfCreateFootstep( task->gait, &parent->stance, &open->action, &node->step, &node->stance );
	bool first = parent->depth == 0;
	bool standing = isStanding( &node->step );
	if ( verdict != wf_stepFits || ( !standing && meetsAnything( task, &node->step, size, !first ) ) ||
		 ( first && !standing && !canBegin( search, task, size, &node->step, &node->stance ) ) )
	{
		return false;
	}
	node->action = open->action;
	node->g = open->g;
	node->h = open->h;
	node->parent = open->parent;
	node->depth = parent->depth + 1;
	node->moves = parent->moves || !standing;
	search->closedCount += 1;
	return true;
}

// The steps from the first on to a node become sure and intended.
static void takePath( wfStepSearch* search, const wfStepTask* task, const wfBodySize* size, int32_t node, wfStepResult* result )
{
	int32_t path[WF_INTENDED_STEPS + 2];
	int32_t depth = search->closed[node].depth;
	for ( ; node > 0; node = search->closed[node].parent )
	{
		int32_t at = search->closed[node].depth - 1;
		if ( at < WF_INTENDED_STEPS + 2 )
		{
			path[at] = node;
		}
	}
	depth = depth < WF_INTENDED_STEPS + 2 ? depth : WF_INTENDED_STEPS + 2;
	const wfClosedStep* first = &search->closed[path[0]];
	if ( isStanding( &first->step ) )
	{
		return;
	}
	wfStepAction actions[2] = { first->action };
	int32_t taken = 0;
	if ( first->action.kind == wf_startStep && depth > 1 && search->closed[path[1]].step.kind == wf_walkStep )
	{
		actions[1] = search->closed[path[1]].action;
		const wfFootstep* next = depth > 2 ? &search->closed[path[2]].step : NULL;
		taken = makeSure( search, task, size, actions, 2, next, result ) ? 2 : 0;
	}
	if ( taken == 0 )
	{
		const wfFootstep* next = depth > 1 ? &search->closed[path[1]].step : NULL;
		taken = makeSure( search, task, size, actions, 1, next, result ) ? 1 : 0;
	}
	for ( int32_t k = taken; taken > 0 && k < depth && result->intentCount < WF_INTENDED_STEPS; ++k )
	{
		result->intents[result->intentCount++] = search->closed[path[k]].action;
	}
}

static wfBodySize sizeOf( const wfBody* body )
{
	return ( wfBodySize ){ (float)body->torsoRadius, (float)body->shoulderRadius, (float)body->footRadius };
}

void wfSearchSteps( wfStepSearch* search, const wfStepTask* task, wfStepResult* result )
{
	wfBodySize size = sizeOf( &task->body );
	wfEstimate estimate = makeEstimate( task );
	result->sureCount = result->intentCount = result->expanded = result->generated = 0;
	search->openCount = search->heapCount = 0;
	search->closedCount = 1;
	wfVec2 toward;
	double way = feltWay( task, &estimate, task->from.position, &toward );
	if ( task->crowded || !( way < INFINITY ) )
	{
		return;
	}
	search->closed[0] = ( wfClosedStep ){ .stance = task->from, .h = estimate.energyPerMetre * way };
	expand( search, task, &estimate, 0, toward, way, result );
	double end = task->from.time + task->gait->horizonSeconds;
	int32_t best = 0;
	int32_t looked = 0;
	while ( search->heapCount > 0 && search->closedCount <= task->gait->maxExpanded && looked < 4 * task->gait->maxExpanded )
	{
		looked += 1;
		if ( !takeNext( search, task, &size ) )
		{
			continue;
		}
		int32_t node = search->closedCount - 1;
		const wfClosedStep* closed = &search->closed[node];
		way = feltWay( task, &estimate, closed->stance.position, &toward );
		if ( closed->moves && ( best == 0 || closed->h < search->closed[best].h ) )
		{
			best = node;
		}
		bool there = task->arrives && way < WF_ARRIVED;
		if ( closed->stance.time >= end || there || closed->depth >= WF_INTENDED_STEPS )
		{
			best = node;
			break;
		}
		expand( search, task, &estimate, node, toward, way, result );
	}
	result->expanded = search->closedCount;
	if ( best > 0 && search->closed[best].moves && search->closed[best].h < search->closed[0].h )
	{
		takePath( search, task, &size, best, result );
	}
}

bool wfFollowIntents( wfStepSearch* search, const wfStepTask* task, const wfStepAction* intents, int32_t count,
					  wfStepResult* result )
{
	wfBodySize size = sizeOf( &task->body );
	wfFootstep steps[WF_INTENDED_STEPS] = { 0 };
	wfStance stance = task->from;
	result->sureCount = result->intentCount = result->expanded = result->generated = 0;
	if ( task->crowded || count < 1 )
	{
		return false;
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		wfStance after;
		if ( wfCreateFootstep( task->gait, &stance, &intents[k], &steps[k], &after ) != wf_stepFits ||
			 meetsAnything( task, &steps[k], &size, k > 0 ) )
		{
			return false;
		}
		stance = after;
	}
	if ( isStanding( &steps[0] ) || !makeSure( search, task, &size, intents, 1, count > 1 ? &steps[1] : NULL, result ) )
	{
		return false;
	}
	for ( int32_t k = 1; k < count; ++k )
	{
		result->intents[result->intentCount++] = intents[k];
	}
	return true;
}
