// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Decisions of walkers. The next footstep is decided when the present one begins, so that the swing knows where to land. All who
// decide in one tick do so one after the other where they could meet, each against what the others published before: the
// ground is divided into cells as wide as anybody's reach, coloured like a chess board with four colours, and only cells of one
// colour are worked on at the same time. So the order is the same for any number of threads.
#include "base/vec2.h"
#include "crowd/walkers.h"
#include "world/world.h"

#include <string.h>

// ----------------------------------------------------------------------------------------------------------- route and room

typedef struct wfWalkContext
{
	wfRoute route;
	const wfRouteLayer* layer;
	wfVec2 from, onward; // beyond a goal that it passes: straight on, from there
} wfWalkContext;

static void guideSteps( const void* data, wfVec2 place, wfFootstepGuide* guide )
{
	const wfWalkContext* context = data;
	guide->direction = wfFollowRoute( &context->route, wfPlaceInPlane( place ), true, &guide->distance );
}

// By then it has passed its goal, which is behind it: the next one will be known when it gets there.
static void guideOnward( const void* data, wfVec2 place, wfFootstepGuide* guide )
{
	const wfWalkContext* context = data;
	guide->direction = context->onward;
	guide->distance = WF_FAR_ONWARD - wfDot2( context->onward, wfSub2( place, context->from ) );
}

static float roomForSteps( const void* data, double x, double y )
{
	const wfRouteLayer* layer = ( (const wfWalkContext*)data )->layer;
	float slack = layer->grid != NULL ? (float)WF_HALF_DIAGONAL * (float)layer->grid->cellSize : 0.0f;
	return wfLayerClearance( layer, ( wfVec2 ){ x, y } ) - slack;
}

// ---------------------------------------------------------------------------------------------------- who decides, from what

typedef struct wfDecision
{
	wfStance from;
	wfFootstep committed[WF_SURE_FOOTSTEPS + 1]; // footsteps before it; the next foot is where the swing of the last ends
	int32_t committedCount;
	bool standing;
} wfDecision;

static wfVec2 wantedOf( const wfTick* tick, int32_t rank )
{
	return ( wfVec2 ){ (double)tick->wantedX[rank], (double)tick->wantedY[rank] };
}

// The last footstep not as a stop but in full, with its foot as it was settled. In a longer time it walks as far, but slower.
static bool walkOn( const wfGaitDef* gait, const wfWalker* walker, double stretch, wfDecision* decision )
{
	wfFootstepAction action = walker->lastWalk;
	double longest = gait->legs[action.foot].maxDuration;
	double seconds = wfMin( stretch * action.duration, longest );
	action.speed *= action.duration / seconds;
	action.duration = seconds;
	int32_t last = walker->count - 1;
	wfFootstep* step = &decision->committed[last];
	wfStance* after = &decision->from;
	if ( wfCreateFootstep( gait, &walker->stances[last - 1], &action, step, after ) != wf_footstepFits )
	{
		return false;
	}
	memcpy( decision->committed, walker->steps, (size_t)last * sizeof( wfFootstep ) );
	double angle = walker->steps[last].footAngle;
	step->footAngle = angle;
	after->angles[step->foot] = angle;
	after->inner = after->outer = wfSideOf( step->foot ) * angle;
	decision->committedCount = walker->count;
	return true;
}

// What an agent has to decide before a time, if anything.
static bool findDecision( const wfGaitDef* gait, const wfWalker* walker, double now, double until, double stretch,
						  wfDecision* decision )
{
	int32_t last = walker->count - 1;
	if ( walker->count == 0 )
	{
		decision->from = walker->rest;
		decision->from.time = now;
		decision->committedCount = 0;
		decision->standing = true;
		return now >= walker->nextTry;
	}
	if ( walker->count + 2 > WF_SURE_FOOTSTEPS )
	{
		return false; // there is no room for two more
	}
	// A footstep to rest begins: is it to be that? Where it was chosen, not only promised, it is: else one would put it off for
	// ever.
	if ( last > 0 && !walker->rests && walker->steps[last].kind == wf_stopFootstep && walker->steps[last].startTime >= now &&
		 walker->steps[last].startTime < until )
	{
		decision->standing = false;
		return walkOn( gait, walker, stretch, decision );
	}
	double end = wfFootstep_GetEndTime( &walker->steps[last] );
	decision->from = walker->stances[last];
	decision->committedCount = 0;
	decision->standing = true;
	return end >= now && end < until;
}

// How far from where they are decided steps may come: up to the rest after the next one.
static double reachOfSteps( const wfGaitDef* gait, const wfStance* from, bool standing, double speed )
{
	double longest = wfMax( gait->legs[0].maxDuration, gait->legs[1].maxDuration );
	double feet = wfHypot( from->feet[0].x - from->feet[1].x, from->feet[0].y - from->feet[1].y );
	return wfMax( speed, WF_STEPS_SPEED ) * ( ( standing ? WF_STEPS_FROM_REST : 1.0 ) * longest + WF_STEPS_SECONDS ) +
		   WF_STEPS_BODY + feet;
}

// ------------------------------------------------------------------------------------------------------------ surroundings

static bool reaches( const wfFootstepTask* task, float x, float y, float reach )
{
	return x - reach <= task->high[0] && y - reach <= task->high[1] && x + reach >= task->low[0] && y + reach >= task->low[1];
}

static void addOther( const wfCrowd* crowd, wfFootstepTask* task, int32_t rank, int32_t other )
{
	const wfTick* tick = &crowd->tick;
	const wfWalker* walker = wfCommittedOfRank( crowd, other );
	float x = tick->x[other], y = tick->y[other], radius = tick->radius[other];
	if ( walker != NULL )
	{
		// Boxes of those farther away do not come here, and may be written to at this moment.
		const float* box = crowd->walk->boxes + 4 * other;
		if ( other == rank || !reaches( task, x, y, (float)crowd->walk->reach + (float)WF_BOX_SLACK ) || box[0] > task->high[0] ||
			 box[1] > task->high[1] || box[2] < task->low[0] || box[3] < task->low[1] )
		{
			return;
		}
		if ( task->sureCount < WF_MAX_OTHER_WALKERS )
		{
			task->sure[task->sureCount++] = ( wfOtherWalker ){ &walker->sure, walker->size };
			return;
		}
		task->crowded = true;
	}
	else if ( reaches( task, x, y, radius ) )
	{
		if ( task->discCount < WF_MAX_OTHER_DISCS )
		{
			task->discs[task->discCount++] =
				( wfOtherDisc ){ x, y, radius + (float)WF_SKIN, tick->velocityX[other], tick->velocityY[other] };
			return;
		}
		task->crowded = true;
	}
}

static void lookForOthers( const wfCrowd* crowd, wfFootstepTask* task, int32_t rank )
{
	const wfTick* tick = &crowd->tick;
	double reach = crowd->walk->reach;
	wfIndexRange cells = wfCellsIn( tick, (double)task->low[0] - reach, (double)task->low[1] - reach,
									(double)task->high[0] + reach, (double)task->high[1] + reach );
	for ( int32_t row = cells.firstRow; row <= cells.lastRow; ++row )
	{
		for ( int32_t other = wfFirstInRow( tick, &cells, row ), end = wfEndInRow( tick, &cells, row ); other < end; ++other )
		{
			addOther( crowd, task, rank, other );
		}
	}
}

typedef struct wfMetOther
{
	float urgency; // seconds until they are nearest
	int32_t rank;
} wfMetOther;

// Of those ahead the ones it will meet first, as all walk now.
static int32_t findSeen( const wfCrowd* crowd, int32_t rank, wfVec2 wanted, wfMetOther seen[WF_MAX_INTENDING] )
{
	const wfTick* tick = &crowd->tick;
	float x = tick->x[rank], y = tick->y[rank];
	float vx = (float)wanted.x, vy = (float)wanted.y, speed = sqrtf( vx * vx + vy * vy );
	int32_t count = 0;
	double sight = (double)WF_STEP_SIGHT;
	wfIndexRange cells = wfCellsIn( tick, (double)x - sight, (double)y - sight, (double)x + sight, (double)y + sight );
	for ( int32_t row = cells.firstRow; row <= cells.lastRow; ++row )
	{
		for ( int32_t other = wfFirstInRow( tick, &cells, row ), end = wfEndInRow( tick, &cells, row ); other < end; ++other )
		{
			float dx = tick->x[other] - x, dy = tick->y[other] - y, square = dx * dx + dy * dy;
			float ahead = dx * vx + dy * vy;
			if ( other == rank || square > WF_STEP_SIGHT * WF_STEP_SIGHT || ( square > WF_SEEN_BEHIND && ahead < 0.0f ) )
			{
				continue;
			}
			// When they are nearest, and how near that is.
			float rx = tick->velocityX[other] - vx, ry = tick->velocityY[other] - vy, fast2 = rx * rx + ry * ry;
			float time = fast2 > WF_SEEN_SPEED2 ? -( dx * rx + dy * ry ) / fast2 : 0.0f;
			time = time < 0.0f ? 0.0f : time > WF_SEEN_SECONDS ? WF_SEEN_SECONDS : time;
			float nearX = dx + time * rx, nearY = dy + time * ry;
			float miss = sqrtf( nearX * nearX + nearY * nearY ) - tick->radius[rank] - tick->radius[other];
			if ( miss > WF_SEEN_MISS + WF_SEEN_MISS_GROWTH * time )
			{
				continue;
			}
			float urgency = time + WF_MISS_URGENCY * ( miss > 0.0f ? miss : 0.0f ) +
							WF_DISTANCE_URGENCY * sqrtf( square ) / ( speed + WF_URGENCY_SPEED );
			int32_t at = count < WF_MAX_INTENDING ? count : WF_MAX_INTENDING - 1;
			if ( count == WF_MAX_INTENDING && seen[at].urgency <= urgency )
			{
				continue;
			}
			for ( ; at > 0 && seen[at - 1].urgency > urgency; --at )
			{
				seen[at] = seen[at - 1];
			}
			seen[at] = ( wfMetOther ){ urgency, other };
			count = count < WF_MAX_INTENDING ? count + 1 : count;
		}
	}
	return count;
}

// Sure steps lead one stride and a half ahead, whatever others do, and what is decided cannot be taken back until then: who has
// somebody near ahead takes shorter steps, and more of them. At the same speed it needs less room then, and sees sooner what
// others do.
static double findStrides( const wfTick* tick, int32_t rank, const wfFootstepTask* task, const wfMetOther* seen, int32_t count )
{
	double speed = wfLength2( task->wanted );
	double left = wfGait_GetDuration( task->gait, wf_leftFoot, speed ),
		   right = wfGait_GetDuration( task->gait, wf_rightFoot, speed );
	double stride = speed * wfMax( left, right ), least = INFINITY;
	for ( int32_t k = 0; k < count; ++k )
	{
		int32_t other = seen[k].rank;
		wfVec2 away = { (double)( tick->x[other] - tick->x[rank] ), (double)( tick->y[other] - tick->y[rank] ) };
		double gap = wfLength2( away ) - (double)tick->radius[rank] - (double)tick->radius[other];
		least = wfDot2( away, task->wanted ) > 0.0 ? wfMin( least, gap ) : least;
	}
	return wfMax( WF_SHORTEST_STRIDE, wfMin( 1.0, least / ( WF_STRIDES_AHEAD * stride ) ) );
}

static void lookAhead( const wfCrowd* crowd, wfFootstepTask* task, int32_t rank )
{
	const wfTick* tick = &crowd->tick;
	wfMetOther seen[WF_MAX_INTENDING];
	int32_t count = findSeen( crowd, rank, task->wanted, seen );
	task->strides = findStrides( tick, rank, task, seen, count );
	for ( int32_t k = 0; k < count; ++k )
	{
		int32_t other = seen[k].rank;
		const wfWalker* walker = wfCommittedOfRank( crowd, other );
		if ( walker != NULL )
		{
			task->intending[task->intendingCount++] = ( wfOtherWalker ){ &walker->intended, walker->size };
		}
		else
		{
			task->seenDiscs[task->seenDiscCount++] = ( wfOtherDisc ){ tick->x[other], tick->y[other], tick->radius[other],
																	  tick->velocityX[other], tick->velocityY[other] };
		}
	}
}

static void boundTask( const wfCrowd* crowd, int32_t rank, const wfWalker* walker, wfFootstepTask* task,
					   const wfDecision* decision, double reach )
{
	const wfTick* tick = &crowd->tick;
	const wfTrack* track = &walker->sure;
	const float from[2] = { (float)( decision->from.position.x - task->origin.x ),
							(float)( decision->from.position.y - task->origin.y ) };
	const float place[2] = { tick->x[rank], tick->y[rank] };
	float farthest = (float)crowd->walk->reach + (float)WF_REACH_SLACK;
	for ( int32_t axis = 0; axis < 2; ++axis )
	{
		float low = from[axis] - (float)reach, high = from[axis] + (float)reach;
		if ( decision->committedCount > 0 )
		{
			// The footstep that begins, whose swing will end elsewhere.
			low = track->low[axis] < low ? track->low[axis] : low;
			high = track->high[axis] > high ? track->high[axis] : high;
		}
		// Whatever it wishes, it comes no farther than those who decide at the same time, cells away, were reported.
		task->low[axis] = low > place[axis] - farthest ? low : place[axis] - farthest;
		task->high[axis] = high < place[axis] + farthest ? high : place[axis] + farthest;
	}
}

// ------------------------------------------------------------------------------------------------------------------ deciding

static void countSearch( wfWalkStats* stats, const wfFootstepResult* result, double seconds )
{
	stats->sum.plans += 1;
	stats->sum.expanded += result->expanded;
	stats->sum.generated += result->generated;
	stats->sum.mostGenerated = result->generated > stats->sum.mostGenerated ? result->generated : stats->sum.mostGenerated;
	stats->sum.planned += result->intentCount;
	stats->sum.planSeconds += seconds;
	double bin = seconds > WF_FIRST_BIN ? WF_BINS_PER_UNIT * wfLog( seconds * 1e7 ) : 0.0;
	stats->bins[bin >= WF_TIME_BINS ? WF_TIME_BINS - 1 : (int32_t)bin] += 1;
}

static void takePlan( const wfCrowd* crowd, wfWalker* walker, const wfDecision* decision, const wfFootstepResult* result,
					  wfVec2 wanted )
{
	double now = crowd->time;
	int32_t count = walker->count;
	if ( decision->committedCount > 0 )
	{
		walker->steps[count - 1] = decision->committed[count - 1];
		walker->stances[count - 1] = decision->from;
		walker->steps[count - 1].swingTo = result->swingTo;
		walker->steps[count - 1].swingToAngle = result->swingToAngle;
	}
	memcpy( walker->steps + count, result->sure, (size_t)result->sureCount * sizeof( wfFootstep ) );
	memcpy( walker->stances + count, result->stances, (size_t)result->sureCount * sizeof( wfStance ) );
	walker->count = count += result->sureCount;
	walker->rest = walker->stances[count - 1];
	walker->intentCount = result->intentCount;
	memcpy( walker->intents, result->intents, (size_t)result->intentCount * sizeof( wfFootstepAction ) );
	const wfFootstep* stop = &walker->steps[count - 1];
	if ( stop->kind == wf_stopFootstep )
	{
		walker->lastWalk = result->lastWalk;
		walker->rests = result->rests;
	}
	walker->wish = wanted;
	wfPublishFootsteps( crowd, walker, now );
}

static bool isSameWish( wfVec2 a, wfVec2 b )
{
	double sizeOfA = wfHypot( a.x, a.y ), sizeOfB = wfHypot( b.x, b.y );
	return fabs( sizeOfA - sizeOfB ) < WF_SAME_SPEED && a.x * b.x + a.y * b.y > WF_SAME_WISH * sizeOfA * sizeOfB;
}

// Whether it will have come by its goal where what it decides now begins.
static bool comesByGoal( const wfTick* tick, int32_t rank, const wfFootstepTask* task, const wfWalkContext* context,
						 double distance )
{
	if ( task->guide == NULL || task->arrives || distance > WF_NEARLY_PASSED )
	{
		return false;
	}
	double onWay;
	wfVec2 middle = wfMix2( ( wfVec2 ){ tick->placeX[rank], tick->placeY[rank] }, task->from.position, 0.5 );
	wfFollowRoute( &context->route, wfPlaceInPlane( middle ), true, &onWay );
	return distance < task->reach || onWay < task->reach;
}

static void fillTask( const wfCrowd* crowd, int32_t rank, const wfWalker* walker, const wfDecision* decision,
					  wfWalkContext* context, wfFootstepTask* task )
{
	const wfTick* tick = &crowd->tick;
	const wfAgent* agent = &crowd->population.agents[tick->slot[rank]];
	wfStop made;
	const wfStop* stop = wfStopNow( crowd, agent, &made );
	const wfRouteLayer* layer = &crowd->ground.routes.layers.data[agent->layer];
	wfVec2 wanted = wantedOf( tick, rank );
	// Who makes room, tries another side or goes to its half of a corridor takes a tick or two that way; all others go where they
	// are led.
	bool aside = agent->roomLevel > 0 || tick->awaitsTurn[rank] || crowd->time < agent->asideUntil ||
				 ( tick->sides[rank].before >= 0.0f && tick->sides[rank].over > 0.0f );
	context->layer = layer;
	bool led = ( tick->marks[rank] & wf_markStands ) == 0 && !aside && wfFindRoute( crowd, agent, &context->route );
	task->gait = wfGaitOf( crowd, walker->gait );
	task->body = walker->body;
	task->from = decision->from;
	task->committed = decision->committed;
	task->committedCount = decision->committedCount;
	task->now = crowd->time;
	task->origin = tick->origin;
	task->guide = led ? guideSteps : NULL;
	task->room = roomForSteps;
	task->context = context;
	task->walls = layer->walls;
	task->sureCount = task->intendingCount = task->discCount = task->seenDiscCount = 0;
	task->crowded = false;
	bool stays = stop != NULL && ( stop->wait > 0.0 || stop->kind == wf_queueStop ||
								   ( agent->stop + 1 == agent->stopCount && agent->atEnd == wf_stayAtEnd ) );
	stays = agent->flags & wf_agentLed ? !wfIsExplorer( agent ) && wfStaysAtSlot( crowd, agent ) : stays;
	task->arrives = led && stays && ( agent->flags & wf_agentSteered ) == 0;
	task->maxExpanded = task->gait->maxExpanded;
	task->reach = !led || stop->kind == wf_goalStop ? WF_GOAL_REACHED : WF_POINT_SHARE * wfReachOf( stop, (double)agent->radius );
	// Where the next footstep begins, not where the agent is now: what all agents were guided by is of no use here.
	double distance;
	task->guided = led ? wfFollowRoute( &context->route, wfPlaceInPlane( decision->from.position ), true, &distance )
					   : ( wfVec2 ){ 0.0, 0.0 };
	double speed = wfHypot( wanted.x, wanted.y );
	// Behind people who wait one could walk to and fro for ever: who does not get on joins them.
	task->wanted = led && tick->idle[rank] > WF_STRAIGHT_SECONDS ? wfScale2( speed, task->guided ) : wanted;
	if ( led && speed > 0.0 && comesByGoal( tick, rank, task, context, distance ) )
	{
		context->from = decision->from.position;
		context->onward = task->guided = wfDivide2( wanted, speed );
		task->wanted = wanted;
		task->guide = guideOnward;
	}
	boundTask( crowd, rank, walker, task, decision,
			   reachOfSteps( task->gait, &decision->from, decision->standing, wfMax( speed, decision->from.speed ) ) );
	lookForOthers( crowd, task, rank );
	lookAhead( crowd, task, rank );
	// Alone there is nothing to wait for.
	task->stepsOnSpot =
		walker->waitingSteps < WF_MAX_WAITING_STEPS && task->sureCount + task->intendingCount + task->discCount > 0;
}

// Search, unless what was intended still fits.
static bool findSteps( wfCrowd* crowd, wfWalkScratch* scratch, int32_t rank, const wfWalker* walker, const wfDecision* decision,
					   bool keeps, int32_t effort )
{
	wfWalkContext context;
	wfFootstepResult* result = &scratch->result;
	fillTask( crowd, rank, walker, decision, &context, &scratch->task );
	scratch->task.maxExpanded = effort < scratch->task.maxExpanded ? effort : scratch->task.maxExpanded;
	// The first intended footstep is the one that goes on now.
	if ( keeps && wfFollowIntents( &scratch->search, &scratch->task, walker->intents + 1, walker->intentCount - 1, result ) )
	{
		return true;
	}
	double start = wfGetSeconds();
	wfSearchSteps( &scratch->search, &scratch->task, result );
	countSearch( &scratch->stats, result, wfGetSeconds() - start );
	return result->sureCount > 0;
}

// What is left is what is sure.
static void dropIntents( wfWalker* walker )
{
	walker->intentCount = 0;
	walker->intended = walker->sure;
}

// Where its sure footsteps are, for those who look for others near them.
static const float* noteBox( struct wfWalkers* walk, int32_t rank, const wfWalker* walker )
{
	float* box = walk->boxes + 4 * rank;
	box[0] = walker->sure.low[0];
	box[1] = walker->sure.low[1];
	box[2] = walker->sure.high[0];
	box[3] = walker->sure.high[1];
	return box;
}

// One decision; false when there was none to make.
static bool decide( wfCrowd* crowd, wfWalkScratch* scratch, int32_t rank, wfWalker* walker )
{
	const wfTick* tick = &crowd->tick;
	const wfGaitDef* gait = wfGaitOf( crowd, walker->gait );
	wfVec2 wanted = wantedOf( tick, rank );
	double until = wfGetDecisionEnd( crowd );
	wfDecision decision;
	if ( !findDecision( gait, walker, crowd->time, until, 1.0, &decision ) )
	{
		return false;
	}
	if ( wfHypot( wanted.x, wanted.y ) < WF_LEAST_WISH )
	{
		dropIntents( walker );
		return false;
	}
	scratch->stats.sum.decisions += 1;
	bool keeps = !decision.standing && walker->intentCount > WF_ENOUGH_INTENTS && isSameWish( wanted, walker->wish );
	// Who walks looks again soon; who stands has time to think.
	int32_t effort = decision.standing ? gait->maxExpanded : ( gait->maxExpanded + 2 ) / 3;
	bool found = findSteps( crowd, scratch, rank, walker, &decision, keeps, effort );
	// Before it comes to a halt it slows down.
	if ( !found && !decision.standing )
	{
		found = findDecision( gait, walker, crowd->time, until, WF_STRETCH, &decision ) &&
				findSteps( crowd, scratch, rank, walker, &decision, false, WF_SLOW_EFFORT );
	}
	if ( !found )
	{
		dropIntents( walker );
		uint32_t serial = crowd->population.agents[tick->slot[rank]].serial;
		walker->waitingSteps = 0;
		walker->nextTry = crowd->time + WF_LOOK_AGAIN + WF_LOOK_AGAIN_APART * (double)( serial % WF_LOOK_AGAIN_TURNS );
		scratch->stats.sum.failed += 1;
		return false;
	}
	const wfFootstep* begins = &scratch->result.sure[0];
	bool onSpot = begins->kind == wf_shiftFootstep && begins->speed == 0.0 && decision.standing;
	walker->waitingSteps = onSpot ? walker->waitingSteps + 1 : 0;
	takePlan( crowd, walker, &decision, &scratch->result, wanted );
	noteBox( crowd->walk, rank, walker );
	return true;
}

// -------------------------------------------------------------------------------------------------------- one after the other

typedef struct wfColorTurn
{
	wfCrowd* crowd;
	int32_t firstCell; // of the colour
} wfColorTurn;

static void decideCells( int32_t begin, int32_t end, int32_t worker, void* data )
{
	const wfColorTurn* turn = data;
	wfCrowd* crowd = turn->crowd;
	struct wfWalkers* walk = crowd->walk;
	wfWalkScratch* scratch = walk->scratch[worker];
	double start = wfGetSeconds();
	for ( int32_t cell = turn->firstCell + begin; cell < turn->firstCell + end; ++cell )
	{
		for ( int32_t k = walk->cellFirst.data[cell]; k < walk->cellFirst.data[cell + 1]; ++k )
		{
			int32_t rank = walk->due[k];
			wfWalker* walker = wfWalkerOfRank( crowd, rank );
			// Long ticks hold several footsteps.
			for ( int32_t more = 0; more < WF_MAX_DECISIONS && decide( crowd, scratch, rank, walker ); ++more )
			{
			}
		}
	}
	scratch->stats.sum.seconds += wfGetSeconds() - start;
}

// Whether it has something to decide before a time.
static bool isDue( const wfWalker* walker, double now, double until )
{
	if ( walker->count == 0 )
	{
		return now >= walker->nextTry;
	}
	const wfFootstep* last = &walker->steps[walker->count - 1];
	double end = wfFootstep_GetEndTime( last );
	return ( last->kind == wf_stopFootstep && !walker->rests && last->startTime >= now && last->startTime < until ) ||
		   ( end >= now && end < until );
}

// How far its committed footsteps lead from where it is.
static double reachOfBox( const wfTick* tick, int32_t rank, const float* box )
{
	double x = (double)tick->x[rank], y = (double)tick->y[rank];
	return wfMax( wfMax( x - (double)box[0], (double)box[2] - x ), wfMax( y - (double)box[1], (double)box[3] - y ) );
}

// And may lead when it has decided.
static double reachOfDue( const wfCrowd* crowd, int32_t rank, const wfWalker* walker )
{
	const wfTick* tick = &crowd->tick;
	const wfGaitDef* gait = wfGaitOf( crowd, walker->gait );
	double away = wfHypot( walker->rest.position.x - tick->placeX[rank], walker->rest.position.y - tick->placeY[rank] );
	double speed = wfMax( (double)tick->speed[rank], walker->lastWalk.speed );
	// A tick in full leads farther than one to rest, and long ticks hold several.
	double more = WF_STEP_IN_FULL * wfMax( gait->legs[0].maxStride, gait->legs[1].maxStride ) + speed * crowd->def.tickSeconds;
	return away + more + reachOfSteps( gait, &walker->rest, true, speed );
}

// Boxes of all, who shuffles, who is due, and how far anybody comes. Who is not due needs no wish.
void wfFindDueWalkers( wfCrowd* crowd )
{
	struct wfWalkers* walk = crowd->walk;
	wfTick* tick = &crowd->tick;
	double until = wfGetDecisionEnd( crowd );
	walk->reach = 0.0;
	for ( int32_t rank = 0; rank < tick->count; ++rank )
	{
		const wfWalker* walker = wfWalkerOfRank( crowd, rank );
		walk->reach =
			walker != NULL ? wfMax( walk->reach, reachOfBox( tick, rank, noteBox( walk, rank, walker ) ) ) : walk->reach;
	}
	walk->dueCount = 0;
	double reach = walk->reach;
	for ( int32_t rank = 0; rank < tick->count; ++rank )
	{
		wfWalker* walker = wfWalkerOfRank( crowd, rank );
		if ( walker == NULL )
		{
			continue;
		}
		tick->traits[rank] = WF_WALKER_TRAITS;
		if ( wfChooseToShuffle( crowd, rank, walker ) )
		{
			tick->traits[rank] = wf_decidesNow | wf_readsDistances | wf_shuffles;
		}
		else if ( isDue( walker, crowd->time, until ) )
		{
			reach = wfMax( reach, reachOfDue( crowd, rank, walker ) );
			walk->due[walk->dueCount++] = rank;
			tick->traits[rank] |= wf_decidesNow;
		}
	}
	walk->reach = reach;
}

// Those due sorted by colour and cell, in each cell by rank.
static void sortDue( wfCrowd* crowd, int32_t count, int32_t colorFirst[5] )
{
	struct wfWalkers* walk = crowd->walk;
	const wfTick* tick = &crowd->tick;
	int32_t cells = walk->columns * walk->rowsOfCells;
	const int32_t across[2] = { ( walk->columns + 1 ) / 2, walk->columns / 2 };
	const int32_t up[2] = { ( walk->rowsOfCells + 1 ) / 2, walk->rowsOfCells / 2 };
	colorFirst[0] = 0;
	for ( int32_t color = 0; color < 4; ++color )
	{
		colorFirst[color + 1] = colorFirst[color] + across[color % 2] * up[color / 2];
	}
	memset( walk->cellFirst.data, 0, ( (size_t)cells + 2 ) * sizeof( int32_t ) );
	int32_t* cellOf = walk->dueCell;
	for ( int32_t k = 0; k < count; ++k )
	{
		int32_t rank = walk->due[k];
		int32_t i = (int32_t)( (double)tick->x[rank] / walk->cellSize ), j = (int32_t)( (double)tick->y[rank] / walk->cellSize );
		i = i < 0 ? 0 : i >= walk->columns ? walk->columns - 1 : i;
		j = j < 0 ? 0 : j >= walk->rowsOfCells ? walk->rowsOfCells - 1 : j;
		cellOf[k] = colorFirst[i % 2 + 2 * ( j % 2 )] + ( j / 2 ) * across[i % 2] + i / 2;
		walk->cellFirst.data[cellOf[k] + 2] += 1;
	}
	for ( int32_t cell = 0; cell < cells; ++cell )
	{
		walk->cellFirst.data[cell + 2] += walk->cellFirst.data[cell + 1];
	}
	// Each goes to the next free place of its cell.
	int32_t* sorted = walk->sorted;
	for ( int32_t k = 0; k < count; ++k )
	{
		sorted[walk->cellFirst.data[cellOf[k] + 1]++] = walk->due[k];
	}
	memcpy( walk->due, sorted, (size_t)count * sizeof( int32_t ) );
}

// Cells so wide that who decides in one is out of reach of who decides in the next but one.
static void divideGround( wfCrowd* crowd )
{
	struct wfWalkers* walk = crowd->walk;
	wfBox2 bounds = wfWorld_GetBounds( crowd->ground.world );
	double width = bounds.upper.x - bounds.lower.x, height = bounds.upper.y - bounds.lower.y;
	double needed = wfMax( 2.0 * walk->reach + 1.0, (double)WF_STEP_SIGHT + 0.5 );
	double least = sqrt( width * height / (double)( WF_MAX_WALK_CELLS / 4 ) );
	double longest = wfMax( width, height ) / WF_MAX_WALK_SIDE;
	walk->cellSize = wfMax( needed, wfMax( least, longest ) );
	walk->columns = (int32_t)( width / walk->cellSize ) + 1;
	walk->rowsOfCells = (int32_t)( height / walk->cellSize ) + 1;
}

static void addStats( wfWalkStats* sum, wfWalkStats* part )
{
	sum->sum.steps += part->sum.steps;
	sum->sum.decisions += part->sum.decisions;
	sum->sum.plans += part->sum.plans;
	sum->sum.failed += part->sum.failed;
	sum->sum.expanded += part->sum.expanded;
	sum->sum.generated += part->sum.generated;
	sum->sum.mostGenerated = part->sum.mostGenerated > sum->sum.mostGenerated ? part->sum.mostGenerated : sum->sum.mostGenerated;
	sum->sum.planned += part->sum.planned;
	sum->sum.planSeconds += part->sum.planSeconds;
	sum->sum.seconds += part->sum.seconds;
	for ( int32_t k = 0; k < WF_TIME_BINS; ++k )
	{
		sum->bins[k] += part->bins[k];
	}
	memset( part, 0, sizeof( *part ) );
}

void wfDecideWalkers( wfCrowd* crowd )
{
	struct wfWalkers* walk = crowd->walk;
	int32_t count = walk->dueCount;
	if ( count > 0 )
	{
		divideGround( crowd );
		int32_t colorFirst[5];
		sortDue( crowd, count, colorFirst );
		for ( int32_t color = 0; color < 4; ++color )
		{
			wfColorTurn turn = { crowd, colorFirst[color] };
			wfWorkers_ParallelFor( crowd->def.workers, decideCells, colorFirst[color + 1] - colorFirst[color], 1, &turn );
		}
	}
	for ( int32_t k = 0; k < WF_MAX_WORKERS; ++k )
	{
		if ( walk->scratch[k] != NULL )
		{
			addStats( &walk->stats, &walk->scratch[k]->stats );
		}
	}
}
