// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Bodies that turn. People are wider than deep: whoever is pressed turns its shoulders, and there is room where there was none.
// Turning is a move like others: for every pair the gap is shared out, half to each, and nobody turns farther than its share.
// Walls keep as far away as the shoulders need: routes are for whole discs.
#include "crowd/motion.h"
#include "crowd/walkers.h"

// A walker that shuffles, with its feet under it, is no deeper than its trunk; others need room for their steps.
static float getDepthOfWalker( const wfCrowd* crowd, const wfAgent* agent, int32_t slot )
{
	const wfWalker* walker = wfWalkerInUse( crowd, slot );
	bool hasFeet = walker != NULL && wfIsAtRest( walker, crowd->time );
	double depth = hasFeet ? wfGetBodyDepth( &walker->body ) : 0.0;
	return hasFeet && depth < (double)agent->radius && wfAreFeetInOutline( &walker->rest, &walker->body, walker->rest.facing )
			   ? (float)depth
			   : agent->radius;
}

float wfDepthOf( const wfCrowd* crowd, const wfAgent* agent, int32_t slot )
{
	double share = crowd->ground.world != NULL ? wfStyleOf( crowd, agent )->def.bodyDepth : 1.0;
	if ( share >= 1.0 )
	{
		return agent->radius;
	}
	return agent->gait != 0 ? getDepthOfWalker( crowd, agent, slot ) : (float)( share * (double)agent->radius );
}

wfOval wfOvalOf( const wfCrowd* crowd, const wfAgent* agent )
{
	return wfMakeOval( ( wfVec2 ){ agent->x, agent->y }, (double)agent->heading, (double)agent->radius,
					   (double)wfDepthOf( crowd, agent, wfSlotOf( crowd, agent ) ) );
}

bool wfMayWedge( const wfCrowd* crowd, int32_t rank )
{
	return crowd->ground.mesh != NULL || crowd->styles.list[crowd->tick.style[rank] - 1].def.bodyDepth >= 1.0;
}

void wfSetBody( wfCrowd* crowd, int32_t rank, const wfAgent* agent )
{
	wfTick* tick = &crowd->tick;
	wfOval outline = wfOvalOf( crowd, agent );
	tick->depth[rank] = (float)outline.depth;
	tick->shoulderX[rank] = (float)outline.shoulder.x;
	tick->shoulderY[rank] = (float)outline.shoulder.y;
	tick->heading[rank] = agent->heading;
}

// What keeps a body from turning: in a direction it may reach so far and no farther.
typedef struct wfBound
{
	wfVec2 across;
	double reach;
} wfBound;

typedef struct wfTurn
{
	wfBound bounds[3 * WF_MAX_CONTACTS];
	int32_t count;
} wfTurn;

// The parts of somebody that others keep clear of: its body and, where it stands on foot with its feet apart, its feet.
static int32_t getParts( const wfCrowd* crowd, int32_t rank, wfOval parts[3] )
{
	const wfTick* tick = &crowd->tick;
	parts[0] = wfOvalOfRank( tick, rank );
	const wfWalker* walker = ( tick->traits[rank] & wf_shuffles ) == 0 ? wfWalkerOfRank( crowd, rank ) : NULL;
	if ( walker == NULL || wfIsOval( tick, rank ) || !wfIsAtRest( walker, crowd->time ) )
	{
		return 1;
	}
	const wfBody* body = &walker->body;
	double depth = wfGetBodyDepth( body ), width = body->shoulderRadius + body->shoulderDistance;
	parts[0].center = walker->rest.position;
	parts[0].depth = wfMin( depth, width );
	parts[0].shoulder = wfScale2( wfMax( width - depth, 0.0 ), wfPerpendicular2( walker->rest.facing ) );
	for ( int32_t foot = 0; foot < 2; ++foot )
	{
		parts[1 + foot] = ( wfOval ){ walker->rest.feet[foot], { 0.0, 0.0 }, body->footRadius };
	}
	return 3;
}

double wfGapToOther( const wfCrowd* crowd, const wfOval* body, int32_t other )
{
	wfOval parts[3];
	wfVec2 across;
	double least = INFINITY;
	for ( int32_t k = 0, count = getParts( crowd, other, parts ); k < count; ++k )
	{
		least = wfMin( least, wfOval_GetGap( body, &parts[k], &across ) );
	}
	return least;
}

// Others, as they are.
static void boundByOthers( const wfCrowd* crowd, int32_t rank, const wfOval* body, wfTurn* turn )
{
	const wfTick* tick = &crowd->tick;
	for ( int32_t k = 0; k < tick->contactCount[rank]; ++k )
	{
		int32_t other = tick->contacts[rank * WF_MAX_CONTACTS + k];
		// Discs this far apart leave room for any turn: half of the gap is more than shoulders reach beyond the depth.
		double far = (double)( 3.0f * tick->radius[rank] - 2.0f * tick->depth[rank] + tick->radius[other] ) + 2.0 * WF_SKIN;
		double x = tick->placeX[other] - body->center.x, y = tick->placeY[other] - body->center.y;
		if ( x * x + y * y > far * far && wfIsOval( tick, other ) )
		{
			continue;
		}
		wfOval parts[3];
		for ( int32_t m = 0, count = getParts( crowd, other, parts ); m < count; ++m )
		{
			wfBound bound;
			double gap = wfOval_GetGap( body, &parts[m], &bound.across ) - WF_SKIN;
			bound.reach = wfOval_GetReach( body, bound.across ) + 0.5 * wfMax( gap, 0.0 );
			// Farther apart they do not touch however it turns.
			if ( bound.reach < (double)tick->radius[rank] )
			{
				turn->bounds[turn->count++] = bound;
			}
		}
	}
}

static bool isInBounds( const wfTurn* turn, const wfOval* body )
{
	for ( int32_t k = 0; k < turn->count; ++k )
	{
		if ( wfOval_GetReach( body, turn->bounds[k].across ) > turn->bounds[k].reach )
		{
			return false;
		}
	}
	return true;
}

// Whether a body may turn by an angle: there and, since shoulders may be nearer to others on the way, at places between. Where
// nobody is near there is nothing to look at on the way.
static bool mayTurn( const wfCrowd* crowd, int32_t rank, const wfTurn* turn, double heading, double change, wfOval* body )
{
	const wfTick* tick = &crowd->tick;
	double radius = (double)tick->radius[rank], depth = (double)tick->depth[rank];
	for ( int32_t k = turn->count > 0 ? 1 : WF_TURN_LOOKS; k <= WF_TURN_LOOKS; ++k )
	{
		double angle = wfWrapAngle( heading + change * k / WF_TURN_LOOKS );
		*body = wfMakeOval( body->center, k == WF_TURN_LOOKS ? (double)(float)angle : angle, radius, depth );
		if ( !isInBounds( turn, body ) )
		{
			return false;
		}
	}
	const wfWalker* walker = ( tick->traits[rank] & wf_shuffles ) ? wfWalkerOfRank( crowd, rank ) : NULL;
	wfVec2 facing = wfDivide2( ( wfVec2 ){ body->shoulder.y, -body->shoulder.x }, radius - depth );
	return walker == NULL || wfAreFeetInOutline( &walker->rest, &walker->body, facing );
}

// Where it would face: where it goes, and across that when it is pressed.
static double getWish( const wfCrowd* crowd, int32_t rank, const wfAgent* agent )
{
	const wfTick* tick = &crowd->tick;
	double heading = (double)agent->heading;
	float speed = sqrtf( agent->velocityX * agent->velocityX + agent->velocityY * agent->velocityY );
	bool stands = ( tick->marks[rank] & wf_markStands ) != 0;
	double x = (double)agent->directionX, y = (double)agent->directionY;
	if ( speed > WF_FACING_SPEED )
	{
		x = (double)agent->velocityX;
		y = (double)agent->velocityY;
	}
	else if ( stands || ( x == 0.0 && y == 0.0 ) )
	{
		return heading;
	}
	double wish = wfAtan2( y, x );
	if ( !stands && agent->pressed > WF_TURN_PRESSED_SECONDS )
	{
		double side = wfWrapAngle( heading - wish ) < 0.0 ? -0.5 : 0.5;
		wish += side * WF_PI;
	}
	return wish;
}

static void turnBody( wfCrowd* crowd, int32_t rank )
{
	wfTick* tick = &crowd->tick;
	const wfAgent* agent = &crowd->population.agents[tick->slot[rank]];
	bool shuffles = ( tick->traits[rank] & wf_shuffles ) != 0;
	double heading = (double)agent->heading, most = WF_TURN_RATE * crowd->def.tickSeconds;
	most = shuffles ? wfMin( most, WF_SHUFFLE_TURN ) : most;
	double change = wfWrapAngle( getWish( crowd, rank, agent ) - heading );
	change = change > most ? most : change < -most ? -most : change;
	if ( fabs( change ) < WF_LEAST_TURN )
	{
		return;
	}
	wfTurn turn;
	turn.count = 0; // all the rest is written before it is read
	wfOval body = wfOvalOfRank( tick, rank );
	boundByOthers( crowd, rank, &body, &turn );
	// Where somebody on foot is about to step one does not turn at all.
	bool isClear = crowd->walk == NULL || crowd->walk->total == 0 || wfIsClearOfSteps( crowd, rank );
	for ( int32_t part = 0; part < WF_TURN_PARTS && isClear; ++part, change *= 0.5 )
	{
		if ( mayTurn( crowd, rank, &turn, heading, change, &body ) )
		{
			tick->heading[rank] = (float)wfWrapAngle( heading + change );
			tick->nextX[rank] = body.shoulder.x;
			tick->nextY[rank] = body.shoulder.y;
			return;
		}
	}
}

static void turnRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfCrowd* crowd = context;
	wfTick* tick = &crowd->tick;
	for ( int32_t rank = begin; rank < end; ++rank )
	{
		wfFetchAgent( crowd, rank + WF_FETCH_AHEAD );
		// What others see is what they were: the new shoulders are set when all have turned.
		tick->nextX[rank] = (double)tick->shoulderX[rank];
		tick->nextY[rank] = (double)tick->shoulderY[rank];
		bool knowsOthers = tick->contactCount[rank] <= WF_MAX_CONTACTS;
		if ( wfIsOval( tick, rank ) && knowsOthers && ( tick->traits[rank] & wf_keepsToPlan ) == 0 )
		{
			turnBody( crowd, rank );
		}
	}
}

void wfTurnBodies( wfCrowd* crowd )
{
	wfTick* tick = &crowd->tick;
	wfWorkers_ParallelFor( crowd->def.workers, turnRange, tick->count, 512, crowd );
	for ( int32_t rank = 0; rank < tick->count; ++rank )
	{
		tick->shoulderX[rank] = (float)tick->nextX[rank];
		tick->shoulderY[rank] = (float)tick->nextY[rank];
	}
}
