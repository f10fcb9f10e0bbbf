// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Short-horizon best-first search over footsteps. Open entries are actions; a step is made, and asked whether it meets anything,
// only when its turn comes, so that most of what is generated costs next to nothing.
#include "footsteps/search.h"
#include "base/vec2.h"
#include "footsteps/tuning.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

// There is room for all open entries: nothing is allocated.
static void pushOpen( wfFootstepSearch* search, int32_t entry )
{
	WF_ASSERT( wfHeap_Push( &search->heap, search->open[entry].f, entry ) == wf_ok );
}

// -------------------------------------------------------------------------------------------------------------- the estimate

typedef struct wfEstimate
{
	double speed;		   // wanted
	double energyPerMetre; // of a normal step
	wfVec2 wish;		   // unit
	wfVec2 tilt;		   // what leads elsewhere than the guide
	double reach;		   // how far
	double turnDistance;   // of turning on the spot, metres of walking per radian
} wfEstimate;

static wfEstimate makeEstimate( const wfFootstepTask* task )
{
	wfEstimate estimate;
	estimate.speed = wfHypot( task->wanted.x, task->wanted.y );
	double size = estimate.speed > WF_NO_DIRECTION ? estimate.speed : 1.0;
	double normal = estimate.speed > WF_NORMAL_SPEED ? estimate.speed : WF_NORMAL_SPEED;
	estimate.energyPerMetre = wfGait_GetEnergyPerMetre( task->gait, normal );
	estimate.wish = wfDivide2( task->wanted, size );
	estimate.tilt = wfScale2( WF_WISH_WEIGHT, wfSub2( task->guided, estimate.wish ) );
	estimate.reach = task->guide != NULL ? WF_WISH_REACH : WF_ROOM_REACH;
	estimate.turnDistance = WF_SPOT_TURN_DISTANCE * wfTurnEnergy( task->gait ) / estimate.energyPerMetre;
	return estimate;
}

// Metres to go as the character feels it, and where that falls most.
static double getFeltDistance( const wfFootstepTask* task, const wfEstimate* estimate, wfVec2 place, wfVec2* toward )
{
	wfFootstepGuide guide = { 0.0, { 0.0, 0.0 } };
	if ( task->guide != NULL )
	{
		task->guide( task->context, place, &guide );
	}
	wfVec2 from = wfSub2( place, task->from.position );
	double away = wfLength2( from ), share = away < estimate->reach ? 1.0 : estimate->reach / away;
	wfVec2 lead = wfAddScaled2( guide.direction, -share, estimate->tilt );
	double size = wfLength2( lead );
	*toward = size > WF_NO_LEAD ? wfDivide2( lead, size ) : estimate->wish;
	return guide.distance + share * wfDot2( estimate->tilt, from );
}

// Straight to where the path leads within a step: a field that turns within its length, as between walls or around a bend, is
// followed, not only its direction where the step begins. Steps along that would swing to and fro between the walls of a
// corridor.
static wfVec2 getLeadOfStep( const wfFootstepTask* task, const wfEstimate* estimate, const wfStance* from, wfVec2 toward,
							 double distance )
{
	double seconds = wfGait_GetDuration( task->gait, wfOtherFoot( from->foot ), estimate->speed );
	double length = estimate->speed * seconds * ( from->speed > 0.0 ? task->strides : 0.5 );
	if ( task->guide == NULL || !( distance > length ) )
	{
		return toward;
	}
	wfVec2 place = from->position;
	for ( int32_t k = 0; k < WF_LEAD_PARTS; ++k )
	{
		wfVec2 next = toward;
		if ( k > 0 && !( getFeltDistance( task, estimate, place, &next ) < INFINITY ) )
		{
			break;
		}
		toward = next;
		place = wfAddScaled2( place, length / WF_LEAD_PARTS, toward );
	}
	return wfNormalize2( wfSub2( place, from->position ), toward );
}

// ---------------------------------------------------------------------------------------------------------- what is for sure

// The foot of a step is where the swing of the one before it ended.
static void joinSwings( wfFootstep* steps, int32_t count )
{
	for ( int32_t k = 0; k + 1 < count; ++k )
	{
		if ( steps[k + 1].kind == wf_walkFootstep || steps[k + 1].kind == wf_stopFootstep )
		{
			steps[k].swingTo = steps[k + 1].footPosition;
			steps[k].swingToAngle = steps[k + 1].footAngle;
		}
	}
}

// Where it would come to rest, against where the one in the way of the last try comes to rest: most tries fail by this alone.
static bool isRestBlocked( wfFootstepSearch* search, const wfFootstepTask* task, const wfStance* rest )
{
	if ( task->sureCount == 0 )
	{
		return false;
	}
	const wfOtherWalker* other = &task->sure[search->killer];
	wfTrack* track = &search->track;
	wfSampleStance( rest, &task->body, task->now, task->origin, track );
	return !wfAreTracksClear( track, &search->size, other->track, &other->size, other->track->first + other->track->count );
}

// At rest, or no nearer than it was before.
static bool isApart( wfVec2 from, wfVec2 to, double apart )
{
	double now2 = wfDot2( to, to );
	return now2 >= apart * apart || now2 >= wfDot2( from, from );
}

// Who comes to rest leaves room for the whole disc of others at rest, although turned shoulders would fit closer: in a press both
// move on as discs.
static bool isRestApart( const wfFootstepSearch* search, const wfFootstepTask* task, const wfStance* rest )
{
	wfVec2 from = wfSub2( task->from.position, task->origin ), to = wfSub2( rest->position, task->origin );
	double wide = (double)search->size.wide + WF_REST_APART;
	for ( int32_t k = 0; k < task->sureCount; ++k )
	{
		const wfTrack* track = task->sure[k].track;
		const wfPose* pose = &track->poses[track->count - 1];
		wfVec2 place = { (double)pose->x, (double)pose->y };
		if ( !isApart( wfSub2( from, place ), wfSub2( to, place ), wide + (double)task->sure[k].size.wide ) )
		{
			return false;
		}
	}
	for ( int32_t k = 0; k < task->discCount; ++k )
	{
		wfVec2 place = { (double)task->discs[k].x, (double)task->discs[k].y };
		if ( !isApart( wfSub2( from, place ), wfSub2( to, place ), wide + (double)task->discs[k].radius ) )
		{
			return false;
		}
	}
	const int32_t* list;
	bool near = (double)task->room( task->context, rest->position.x, rest->position.y ) < wide;
	int32_t count = near ? wfWallsAt( task->walls, rest->position.x, rest->position.y, &list ) : 0;
	for ( int32_t k = 0; k < count; ++k )
	{
		const wfWallPiece* piece = &task->walls->pieces[list[k]];
		wfVec2 before = wfFromWall( piece, task->from.position.x, task->from.position.y );
		if ( !isApart( before, wfFromWall( piece, rest->position.x, rest->position.y ), wide + piece->thickness ) )
		{
			return false;
		}
	}
	return true;
}

bool wfIsSure( wfFootstepSearch* search, const wfFootstepTask* task, const wfFootstep* steps, const wfStance* rest,
			   int32_t count )
{
	// Tracks end some seconds after now: what is later is promised to nobody.
	if ( rest->time > task->now + WF_TRACK_SECONDS * ( WF_TRACK_POSES - 3 ) || isRestBlocked( search, task, rest ) ||
		 !isRestApart( search, task, rest ) )
	{
		return false;
	}
	wfFootstep all[WF_SURE_FOOTSTEPS + 3];
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
	if ( !inside || track->count == WF_TRACK_POSES ||
		 !wfIsTrackClearOfWalls( track, &search->size, task->walls, task->origin, task->room, task->context ) )
	{
		return false;
	}
	// Who was in the way of the last try most likely is in the way of this one.
	for ( int32_t n = 0; n < task->sureCount; ++n )
	{
		int32_t k = n == 0 ? search->killer : n <= search->killer ? n - 1 : n;
		if ( !wfAreTracksClear( track, &search->size, task->sure[k].track, &task->sure[k].size, track->first ) )
		{
			search->killer = k;
			return false;
		}
	}
	for ( int32_t k = 0; k < task->discCount; ++k )
	{
		const wfOtherDisc* disc = &task->discs[k];
		if ( !wfIsTrackClearOfDisc( track, &search->size, disc->x, disc->y, disc->radius, track->first ) )
		{
			return false;
		}
	}
	return true;
}

// A walking step that may yet end at its middle: the same foot in the same place, and the same path up to there.
static wfFootstepAction asStop( const wfFootstepAction* walk )
{
	wfFootstepAction stop = *walk;
	stop.kind = wf_stopFootstep;
	stop.twist = 0.0;
	return stop;
}

static bool addStep( const wfFootstepTask* task, const wfFootstepAction* action, wfSureFootsteps* sure )
{
	const wfStance* from = sure->count > 0 ? &sure->stances[sure->count - 1] : &task->from;
	if ( wfCreateFootstep( task->gait, from, action, &sure->steps[sure->count], &sure->stances[sure->count] ) != wf_footstepFits )
	{
		return false;
	}
	sure->actions[sure->count] = *action;
	sure->count += 1;
	return true;
}

// Whether the foot that was left behind is outside the body. Legs of people who stand so get caught between each other: neither
// can move a foot before the other one does.
static bool isFootOutside( const wfFootstepTask* task, const wfStance* stance )
{
	wfVec2 behind = wfSub2( stance->feet[wfOtherFoot( stance->foot )], stance->position );
	double wide = wfMax( task->body.shoulderRadius + task->body.shoulderDistance, 2.0 * task->gait->footDistance );
	return wfDot2( behind, behind ) > wide * wide;
}

// A step aside or back is sure together with the step of the other foot after it, where that one would be left outside the body.
static bool addClosing( const wfFootstepTask* task, wfSureFootsteps* sure )
{
	wfFootstepAction closing = wfMakeClosingAction( task->gait, &sure->stances[0] );
	return addStep( task, &closing, sure );
}

// The first steps of a path up to a rest, tried in all ways there are; false where others or walls are in the way of each.
static bool findSure( wfFootstepSearch* search, const wfFootstepTask* task, const wfFootstepAction* path, int32_t count,
					  wfSureFootsteps* sure )
{
	sure->count = 0;
	if ( path[0].kind != wf_startFootstep )
	{
		sure->goesOn = path[0].kind == wf_walkFootstep;
		wfFootstepAction first = sure->goesOn ? asStop( &path[0] ) : path[0];
		return addStep( task, &first, sure ) &&
			   ( path[0].kind != wf_shiftFootstep || !isFootOutside( task, &sure->stances[0] ) || addClosing( task, sure ) ) &&
			   wfIsSure( search, task, sure->steps, &sure->stances[sure->count - 1], sure->count );
	}
	if ( !addStep( task, &path[0], sure ) )
	{
		return false;
	}
	if ( count > 1 && path[1].kind == wf_walkFootstep )
	{
		sure->goesOn = true;
		wfFootstepAction second = asStop( &path[1] );
		if ( addStep( task, &second, sure ) && wfIsSure( search, task, sure->steps, &sure->stances[1], 2 ) )
		{
			return true;
		}
	}
	sure->goesOn = false;
	wfFootstepAction stop;
	for ( int32_t try = 0; try < 2 && wfMakeStopAction( task->gait, &sure->stances[0], try, &stop ); ++try )
	{
		sure->count = 1;
		if ( addStep( task, &stop, sure ) && wfIsSure( search, task, sure->steps, &sure->stances[1], 2 ) )
		{
			return true;
		}
	}
	return false;
}

// Where the foot of the last sure step points: so that what is intended afterwards fits. It is a stop that may become a walking
// step while it begins, and its foot stands as that one's would, `next` being what follows.
static void settleSure( const wfFootstepTask* task, const wfFootstep* next, wfSureFootsteps* sure )
{
	int32_t last = sure->count - 1;
	wfFootstep full;
	wfStance after;
	wfFootstepAction walk = sure->actions[last];
	walk.kind = wf_walkFootstep;
	const wfStance* from = last > 0 ? &sure->stances[last - 1] : &task->from;
	if ( next != NULL && sure->steps[last].kind == wf_stopFootstep &&
		 wfCreateFootstep( task->gait, from, &walk, &full, &after ) == wf_footstepFits )
	{
		wfSettleFoot( task->gait, &full, &after, next );
		wfTurnFootOfStop( task->gait, &sure->steps[last], &sure->stances[last], full.footAngle );
	}
	joinSwings( sure->steps, sure->count );
}

// What is sure of a path becomes the result, and the path from its last sure step on, in full, what is intended.
static void takeSure( const wfFootstepTask* task, wfSureFootsteps* sure, const wfFootstepAction* path, int32_t count,
					  const wfFootstep* next, wfFootstepResult* result )
{
	settleSure( task, next, sure );
	memcpy( result->sure, sure->steps, sizeof( result->sure ) );
	memcpy( result->stances, sure->stances, sizeof( result->stances ) );
	result->sureCount = sure->count;
	result->lastWalk = sure->actions[sure->count - 1];
	result->lastWalk.kind = wf_walkFootstep;
	result->swingTo = sure->steps[0].footPosition;
	result->swingToAngle = sure->steps[0].footAngle;
	result->rests = path[0].kind == wf_stopFootstep;
	for ( int32_t k = sure->count - 1; sure->goesOn && k < count && result->intentCount < WF_INTENDED_FOOTSTEPS; ++k )
	{
		result->intents[result->intentCount++] = path[k];
	}
}

// ---------------------------------------------------------------------------------------------------------------- the search

static bool isStanding( const wfFootstep* step )
{
	return step->kind == wf_shiftFootstep && step->speed == 0.0 && step->swingFrom.x == step->swingTo.x &&
		   step->swingFrom.y == step->swingTo.y;
}

// Turning around to where the route leads, in metres of walking.
static double turnLeft( const wfEstimate* estimate, const wfStance* stance, wfVec2 lead )
{
	double cosine = wfDot2( stance->direction, lead );
	return stance->speed > 0.0 ? WF_TURN_DISTANCE * 2.0 * ( 1.0 - cosine )
							   : estimate->turnDistance * fabs( wfAtan2( wfCross2( stance->direction, lead ), cosine ) );
}

// Whether a step leads to the goal, or by it at its middle: who does not stay there is done then.
static bool passesGoal( const wfFootstepTask* task, const wfEstimate* estimate, const wfStance* from, const wfStance* after,
						double left )
{
	if ( task->arrives || after->speed <= 0.0 )
	{
		return false;
	}
	wfVec2 toward, middle = { 0.5 * ( from->position.x + after->position.x ), 0.5 * ( from->position.y + after->position.y ) };
	return left < task->reach || getFeltDistance( task, estimate, middle, &toward ) < task->reach;
}

// Add what some of the actions lead to.
static double generate( wfFootstepSearch* search, const wfFootstepTask* task, const wfEstimate* estimate, int32_t node,
						const wfFootstepAction* actions, int32_t count, wfFootstepResult* result )
{
	const wfClosedStep* from = &search->closed[node];
	double best = INFINITY;
	for ( int32_t k = 0; k < count && search->openCount < WF_MAX_OPEN; ++k )
	{
		wfStance after;
		double energy;
		if ( actions[k].kind == wf_walkFootstep )
		{
			wfForeseeWalk( task->gait, &from->stance, &actions[k], &after, &energy );
		}
		else
		{
			wfFootstep step;
			if ( wfCreateFootstep( task->gait, &from->stance, &actions[k], &step, &after ) != wf_footstepFits )
			{
				continue;
			}
			energy = step.energy;
		}
		wfVec2 lead;
		double left = getFeltDistance( task, estimate, after.position, &lead );
		if ( !( left < INFINITY ) )
		{
			continue;
		}
		wfOpenStep* open = &search->open[search->openCount];
		open->g = from->g + energy;
		// Through the goal: what comes after it does not matter.
		bool through = from->distance < WF_NEAR_GOAL && passesGoal( task, estimate, &from->stance, &after, left );
		// Metres beyond it count like those before, or short steps that end there would be the cheapest.
		double beyond = from->distance - wfDot2( wfSub2( after.position, from->stance.position ), from->toward );
		left = through ? wfMin( beyond, 0.0 ) : left + turnLeft( estimate, &after, lead );
		open->h = estimate->energyPerMetre * left;
		open->f = open->g + WF_GREED * open->h;
		open->parent = node;
		open->looked = 0;
		open->more = 0;
		open->action = actions[k];
		best = open->f < best ? open->f : best;
		pushOpen( search, search->openCount++ );
		result->generated += 1;
	}
	return best;
}

// What the first actions from a node lead to, or the others; the least f of these.
static double listFrom( wfFootstepSearch* search, const wfFootstepTask* task, const wfEstimate* estimate, int32_t node,
						bool first, wfFootstepResult* result )
{
	wfFootstepAction actions[WF_MAX_ACTIONS];
	const wfClosedStep* from = &search->closed[node];
	wfFootstepAim aim = { from->toward, estimate->speed, from->distance, task->arrives, task->stepsOnSpot, task->strides };
	int32_t count = wfListActions( task->gait, &from->stance, &aim, first, actions );
	return generate( search, task, estimate, node, actions, count, result );
}

// The steps straight ahead come first; all others wait until these have proved worse than they seemed.
static void expand( wfFootstepSearch* search, const wfFootstepTask* task, const wfEstimate* estimate, int32_t node, wfVec2 toward,
					double distance, wfFootstepResult* result )
{
	wfClosedStep* from = &search->closed[node];
	from->toward = getLeadOfStep( task, estimate, &from->stance, toward, distance );
	from->distance = task->guide != NULL ? distance : INFINITY;
	double best = listFrom( search, task, estimate, node, true, result ), others = WF_OTHERS_COST * estimate->energyPerMetre;
	if ( search->openCount < WF_MAX_OPEN )
	{
		double most = from->g + WF_GREED * from->h + others;
		search->open[search->openCount] =
			( wfOpenStep ){ .f = best < INFINITY ? best + others : most, .parent = node, .more = 1 };
		pushOpen( search, search->openCount++ );
	}
}

// Much the same has been looked at before: another order of the same steps.
static bool isVisited( wfFootstepSearch* search, const wfFootstepTask* task, const wfStance* stance )
{
	int64_t x = (int64_t)floor( ( stance->position.x - task->from.position.x ) * WF_SAME_PLACES ) + 2048;
	int64_t y = (int64_t)floor( ( stance->position.y - task->from.position.y ) * WF_SAME_PLACES ) + 2048;
	int64_t time = (int64_t)floor( ( stance->time - task->from.time ) * WF_SAME_TIMES );
	bool moves = stance->speed > 0.0;
	wfVec2 d = moves ? stance->direction : stance->facing;
	int64_t motion = ( moves ? 1 : 32 ) + ( d.x > 0.0 ) + 2 * ( d.y > 0.0 );
	motion += moves ? 4 * ( fabs( d.x ) > fabs( d.y ) ) + 8 * ( stance->speed > WF_SAME_FAST ) : 0;
	uint64_t key = (uint64_t)( ( ( x * 4096 + y ) * 64 + time ) * 64 + motion ) + 1;
	uint64_t at = ( key * 0x9E3779B97F4A7C15ull ) >> 54;
	for ( int32_t probe = 0; probe < 8; ++probe )
	{
		uint64_t* entry = &search->visited[( at + (uint64_t)probe ) % WF_VISITED];
		if ( *entry == key || *entry == 0 )
		{
			bool visited = *entry == key;
			*entry = key;
			return visited;
		}
	}
	return false;
}

// A step from rest that comes later, up to its next rest, against walls as closely as sure ones are. Walls stay: a plan that
// waits for a step that will not do then either would be made again and again.
static bool isClearOfWalls( wfFootstepSearch* search, const wfFootstepTask* task, const wfFootstep* step, const wfStance* after )
{
	wfFootstep steps[2] = { *step };
	int32_t count = 1;
	wfFootstepAction stop;
	if ( after->speed > 0.0 && wfMakeStopAction( task->gait, after, 0, &stop ) )
	{
		wfStance rest;
		count += wfCreateFootstep( task->gait, after, &stop, &steps[1], &rest ) == wf_footstepFits;
		joinSwings( steps, count );
	}
	wfSampleTrack( steps, count, &task->body, step->startTime, task->origin, &search->track );
	return wfIsTrackClearOfWalls( &search->track, &search->size, task->walls, task->origin, task->room, task->context );
}

// What a step from a node meets. One that could not be sure when its time comes counts as met.
static wfStepMeeting meet( wfFootstepSearch* search, const wfFootstepTask* task, const wfClosedStep* parent,
						   const wfFootstep* step, double* closeness )
{
	bool first = parent->depth == 0;
	wfStepMeeting meeting = wfMeetsAnything( search, task, step, !first, closeness );
	if ( first || meeting == wf_meetsNow || step->kind != wf_walkFootstep ||
		 wfMayRest( search, task, &parent->step, step, parent->stance.position ) )
	{
		return meeting;
	}
	return step->startTime - task->now < WF_SURE_SECONDS ? wf_meetsNow : wf_meetsLater;
}

static bool takeNext( wfFootstepSearch* search, const wfFootstepTask* task, const wfEstimate* estimate, wfFootstepResult* result )
{
	int32_t entry = wfHeap_Pop( &search->heap ).value;
	wfOpenStep* open = &search->open[entry];
	if ( open->more )
	{
		listFrom( search, task, estimate, open->parent, false, result );
		return false;
	}
	const wfClosedStep* parent = &search->closed[open->parent];
	wfClosedStep* node = &search->closed[search->closedCount];
	wfFootstepVerdict verdict = wfCreateFootstep( task->gait, &parent->stance, &open->action, &node->step, &node->stance );
	bool first = parent->depth == 0;
	wfSureFootsteps sure;
	bool standing = isStanding( &node->step );
	// First steps are all looked at: which foot stands where does not follow from the place.
	if ( verdict != wf_footstepFits || ( !first && !open->looked && isVisited( search, task, &node->stance ) ) )
	{
		return false;
	}
	// Alone there is nothing to wait for, and a plan that begins with standing would be made again and again.
	if ( standing && first && task->sureCount + task->intendingCount + task->discCount + task->seenDiscCount == 0 )
	{
		return false;
	}
	double closeness = 0.0;
	wfStepMeeting meeting = standing || open->looked ? wf_meetsNobody : meet( search, task, parent, &node->step, &closeness );
	if ( meeting == wf_meetsLater || ( meeting == wf_meetsNobody && closeness > 0.0 ) )
	{
		// Its turn comes again when nothing better is left.
		double cost = WF_CLOSE_COST * closeness + ( meeting == wf_meetsLater ? WF_MEETING_COST : 0.0 );
		cost *= estimate->energyPerMetre;
		open->looked = 1;
		open->g += cost;
		open->f += cost;
		if ( search->heap.count > 0 && wfComesFirst( search->heap.data[0], ( wfHeapItem ){ open->f, entry } ) )
		{
			pushOpen( search, entry );
			return false;
		}
	}
	if ( meeting == wf_meetsNow || ( first && !standing && !findSure( search, task, &open->action, 1, &sure ) ) )
	{
		return false;
	}
	if ( !first && !standing && parent->stance.speed <= 0.0 && !isClearOfWalls( search, task, &node->step, &node->stance ) )
	{
		return false;
	}
	node->action = open->action;
	node->g = open->g;
	node->h = open->h;
	node->parent = open->parent;
	node->depth = parent->depth + 1;
	node->moves = parent->moves || !standing;
	if ( first && !standing && search->sureCount < WF_KEPT_SURE )
	{
		search->sure[search->sureCount] = sure;
		search->sureNode[search->sureCount++] = search->closedCount;
	}
	search->closedCount += 1;
	return true;
}

// What was found when the first step of a path was looked at.
static bool findKept( const wfFootstepSearch* search, int32_t node, wfSureFootsteps* sure )
{
	for ( int32_t k = 0; k < search->sureCount; ++k )
	{
		if ( search->sureNode[k] == node )
		{
			*sure = search->sure[k];
			return true;
		}
	}
	return false;
}

// The steps from the first on to a node become sure and intended.
static void takePath( wfFootstepSearch* search, const wfFootstepTask* task, int32_t node, wfFootstepResult* result )
{
	int32_t path[WF_INTENDED_FOOTSTEPS + 2] = { 0 };
	int32_t depth = search->closed[node].depth;
	for ( ; node > 0; node = search->closed[node].parent )
	{
		int32_t at = search->closed[node].depth - 1;
		if ( at < WF_INTENDED_FOOTSTEPS + 2 )
		{
			path[at] = node;
		}
	}
	depth = depth < WF_INTENDED_FOOTSTEPS + 2 ? depth : WF_INTENDED_FOOTSTEPS + 2;
	const wfClosedStep* first = &search->closed[path[0]];
	if ( isStanding( &first->step ) )
	{
		return;
	}
	wfFootstepAction actions[WF_INTENDED_FOOTSTEPS + 2];
	for ( int32_t k = 0; k < depth; ++k )
	{
		actions[k] = search->closed[path[k]].action;
	}
	wfSureFootsteps sure;
	bool found = first->step.kind != wf_startFootstep && findKept( search, path[0], &sure );
	if ( !found && !findSure( search, task, actions, depth, &sure ) )
	{
		return;
	}
	const wfFootstep* next = sure.goesOn && depth > sure.count ? &search->closed[path[sure.count]].step : NULL;
	takeSure( task, &sure, actions, depth, next, result );
}

// Who passes its goal goes straight on, as far as it can be seen: others must not take it for somebody who stops there. Returns
// the last node.
static int32_t goOnBeyond( wfFootstepSearch* search, const wfFootstepTask* task, const wfEstimate* estimate, int32_t node,
						   wfVec2 toward, double end )
{
	wfFootstepAim aim = { .toward = toward, .speed = estimate->speed, .distance = INFINITY, .strides = task->strides };
	const wfClosedStep* last = &search->closed[node];
	while ( last->stance.time < end && last->stance.speed > 0.0 && last->depth < WF_INTENDED_FOOTSTEPS &&
			search->closedCount <= WF_MAX_EXPANDED )
	{
		wfFootstepAction actions[WF_MAX_ACTIONS];
		wfClosedStep* next = &search->closed[search->closedCount];
		double closeness;
		if ( wfListActions( task->gait, &last->stance, &aim, true, actions ) == 0 ||
			 wfCreateFootstep( task->gait, &last->stance, &actions[0], &next->step, &next->stance ) != wf_footstepFits ||
			 wfMeetsAnything( search, task, &next->step, true, &closeness ) == wf_meetsNow )
		{
			break;
		}
		next->action = actions[0];
		next->parent = node;
		next->depth = last->depth + 1;
		next->moves = true;
		node = search->closedCount++;
		last = next;
	}
	return node;
}

// To stand at the goal one ends there; to pass it the path leads through, or so far that the rest is plain.
static bool hasReached( const wfFootstepTask* task, const wfEstimate* estimate, const wfClosedStep* node, double distance )
{
	if ( task->guide == NULL || distance > WF_NEARLY_ARRIVED )
	{
		return false;
	}
	if ( task->arrives )
	{
		return distance < WF_ARRIVED;
	}
	wfVec2 toward;
	bool ends = distance < task->reach && node->stance.speed > 0.0;
	return ends ||
		   ( node->step.kind == wf_walkFootstep && getFeltDistance( task, estimate, node->step.apex, &toward ) < task->reach );
}

void wfSearchSteps( wfFootstepSearch* search, const wfFootstepTask* task, wfFootstepResult* result )
{
	wfEstimate estimate = makeEstimate( task );
	result->sureCount = result->intentCount = result->expanded = result->generated = 0;
	memset( search->visited, 0, sizeof( search->visited ) );
	search->openCount = 0;
	search->heap = ( wfHeap ){ search->heapItems, 0, WF_MAX_OPEN };
	search->killer = search->sureCount = 0;
	wfBeginMeetings( search, task );
	search->closedCount = 1;
	wfVec2 toward;
	double distance = getFeltDistance( task, &estimate, task->from.position, &toward );
	// Near the goal it is the goal that counts.
	if ( task->guide != NULL && distance < 2.0 * WF_WISH_REACH )
	{
		estimate.reach = wfMin( 0.5 * distance, WF_WISH_REACH );
		double less = wfMin( 1.0, WF_WISH_NEAR_GOAL * distance );
		estimate.tilt.x *= less;
		estimate.tilt.y *= less;
		distance = getFeltDistance( task, &estimate, task->from.position, &toward );
	}
	if ( task->crowded || !( distance < INFINITY ) )
	{
		return;
	}
	search->closed[0] = ( wfClosedStep ){
		.stance = task->from, .h = estimate.energyPerMetre * ( distance + turnLeft( &estimate, &task->from, toward ) ) };
	expand( search, task, &estimate, 0, toward, distance, result );
	double end = task->from.time + task->gait->horizonSeconds;
	int32_t best = 0;
	int32_t looked = 0;
	bool reached = false;
	while ( search->heap.count > 0 && search->closedCount <= task->maxExpanded && looked < 4 * task->maxExpanded )
	{
		looked += 1;
		if ( !takeNext( search, task, &estimate, result ) )
		{
			continue;
		}
		int32_t node = search->closedCount - 1;
		const wfClosedStep* closed = &search->closed[node];
		distance = getFeltDistance( task, &estimate, closed->stance.position, &toward );
		if ( closed->moves && ( best == 0 || closed->h < search->closed[best].h ) )
		{
			best = node;
		}
		bool there = closed->moves && hasReached( task, &estimate, closed, distance );
		if ( closed->stance.time >= end || there || closed->depth >= WF_INTENDED_FOOTSTEPS )
		{
			best = node;
			reached = closed->moves;
			break;
		}
		expand( search, task, &estimate, node, toward, distance, result );
	}
	result->expanded = search->closedCount;
	if ( reached && search->closed[best].stance.time < end && !task->arrives )
	{
		best = goOnBeyond( search, task, &estimate, best, search->closed[search->closed[best].parent].toward, end );
	}
	if ( best > 0 && search->closed[best].moves && ( reached || search->closed[best].h < search->closed[0].h ) )
	{
		takePath( search, task, best, result );
	}
}

bool wfFollowIntents( wfFootstepSearch* search, const wfFootstepTask* task, const wfFootstepAction* intents, int32_t count,
					  wfFootstepResult* result )
{
	wfFootstep steps[WF_INTENDED_FOOTSTEPS] = { 0 };
	wfStance stance = task->from;
	result->sureCount = result->intentCount = result->expanded = result->generated = 0;
	if ( task->crowded || count < 1 )
	{
		return false;
	}
	search->killer = 0;
	wfBeginMeetings( search, task );
	for ( int32_t k = 0; k < count; ++k )
	{
		wfStance after;
		double closeness;
		if ( wfCreateFootstep( task->gait, &stance, &intents[k], &steps[k], &after ) != wf_footstepFits ||
			 wfMeetsAnything( search, task, &steps[k], k > 0, &closeness ) >
				 ( k < WF_FIRM_INTENTS ? wf_meetsNobody : wf_meetsLater ) )
		{
			return false;
		}
		bool soon = k > 0 && steps[k].kind == wf_walkFootstep && steps[k].startTime - task->now < WF_SURE_SECONDS;
		if ( soon && !wfMayRest( search, task, &steps[k - 1], &steps[k], stance.position ) )
		{
			return false;
		}
		stance = after;
	}
	wfSureFootsteps sure;
	if ( isStanding( &steps[0] ) || !findSure( search, task, intents, count, &sure ) )
	{
		return false;
	}
	takeSure( task, &sure, intents, count, sure.goesOn && count > sure.count ? &steps[sure.count] : NULL, result );
	return true;
}
