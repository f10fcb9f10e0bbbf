// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Turns at narrow passages. One direction holds a passage at a time; the others stop short of it and keep its lane clear.
#include "crowd/locomotion.h"

#include <stdlib.h>

// What somebody near a passage has to do with it.
typedef struct wfPasser
{
	int32_t sign; // +1: along the passage's direction, -1: against it, 0: does not pass it
	double along; // place relative to the passage, in its frame
	double across;
	bool inside;
} wfPasser;

static int32_t indexOf( const wfCrowd* crowd, const wfPassageState* state )
{
	return (int32_t)( state - crowd->passages.list.data );
}

static wfPasser lookAtPasser( const wfCrowd* crowd, const wfPassageState* state, int32_t rank )
{
	const wfTick* tick = &crowd->tick;
	const wfAgent* agent = &crowd->population.agents[tick->slot[rank]];
	const wfPassage* shape = &state->shape;
	int32_t index = indexOf( crowd, state );
	wfVec2 at = crowd->stages->placeAtPassage( crowd, index, rank );
	double x = at.x - shape->center.x, y = at.y - shape->center.y;
	wfPasser passer = { .along = x * shape->along.x + y * shape->along.y, .across = y * shape->along.x - x * shape->along.y };
	double radius = (double)agent->radius;
	passer.inside = fabs( passer.along ) < state->halfLength + radius && fabs( passer.across ) < 0.5 * shape->width;
	if ( ( tick->marks[rank] & wf_markStands ) || ( agent->stop >= agent->stopCount && ( agent->flags & wf_agentLed ) == 0 ) ||
		 ( agent->flags & wf_agentCovered ) )
	{
		return passer;
	}
	double out = state->halfLength + WF_PASSAGE_ENTRY * radius;
	wfVec2 front = { shape->center.x + shape->along.x * out, shape->center.y + shape->along.y * out };
	wfVec2 back = { shape->center.x - shape->along.x * out, shape->center.y - shape->along.y * out };
	double frontDistance = crowd->stages->distanceFromEnd( crowd, index, agent, front, true );
	double backDistance = crowd->stages->distanceFromEnd( crowd, index, agent, back, false );
	int32_t sign = frontDistance < backDistance ? 1 : -1;
	// On the near side, and going through is no detour; or in it already.
	double nearerDistance = frontDistance < backDistance ? frontDistance : backDistance;
	wfVec2 entry = sign > 0 ? back : front;
	double to = wfHypot( entry.x - at.x, entry.y - at.y );
	bool before = passer.along * sign < state->halfLength;
	// Members know their own next metres.
	double left = agent->flags & wf_agentLed
					  ? wfLength2( wfGround_GetOffset( &crowd->ground, wfPlaceOf( agent ), wfAimOf( crowd, agent ) ) )
					  : (double)tick->distance[rank];
	bool through = nearerDistance + 2.0 * out + to - left < WF_DETOUR;
	passer.sign = ( before && through ) || passer.inside ? sign : 0;
	return passer;
}

typedef struct wfPassageTurn
{
	int32_t inside[2]; // going with (1) and against (0) the passage's direction
	int32_t coming[2];
} wfPassageTurn;

static void decideTurn( wfCrowd* crowd, wfPassageState* state, const wfPassageTurn* turn )
{
	int32_t mine = state->holder > 0 ? 1 : 0;
	if ( state->holder == 0 || ( turn->inside[mine] == 0 && turn->coming[mine] == 0 ) )
	{
		int32_t other =
			state->holder == 0 ? ( turn->coming[1] + turn->inside[1] >= turn->coming[0] + turn->inside[0] ) : 1 - mine;
		bool any = turn->coming[other] + turn->inside[other] > 0;
		bool clear = state->holder == 0 || turn->inside[mine] == 0;
		state->holder = any && clear ? ( other == 1 ? 1 : -1 ) : 0;
		state->since = crowd->time;
		state->closing = false;
		return;
	}
	// Those whose turn it is may be held up elsewhere: nobody waits for them for long.
	state->lastInside = turn->inside[mine] > 0 ? crowd->time : state->lastInside;
	double quiet = crowd->time - ( state->lastInside > state->since ? state->lastInside : state->since );
	double longer = WF_HOLD_PER_METRE * 2.0 * state->halfLength, lasted = crowd->time - state->since;
	bool ends = lasted > WF_HOLD_SECONDS + longer || quiet > WF_QUIET_SECONDS;
	if ( !state->closing && ends && turn->coming[1 - mine] > 0 )
	{
		state->closing = true;
		state->since = crowd->time;
	}
	// Who cannot get out, because others stand before the exit, keeps it from them no longer.
	else if ( state->closing && ( turn->inside[mine] == 0 || lasted > WF_CLOSING_SECONDS + longer ) )
	{
		state->holder = -state->holder;
		state->since = crowd->time;
		state->closing = false;
	}
}

// Nobody is held for ever, whatever the reason: after a time it goes on for as long, and comes to terms with whom it meets.
static bool mayBeHeld( const wfCrowd* crowd, const wfPassageState* state, wfAgent* agent )
{
	double most = WF_HELD_MOST + WF_HELD_PER_METRE * 2.0 * state->halfLength;
	if ( agent->heldAt == 0.0 || crowd->time - agent->heldAt > WF_HELD_BREAK )
	{
		agent->heldSince = crowd->time;
	}
	agent->heldAt = crowd->time + WF_TINY; // never 0
	double held = crowd->time - agent->heldSince;
	agent->heldSince = held > 2.0 * most ? crowd->time : agent->heldSince;
	return held <= most;
}

// Those whose turn it is not stop short of the passage, beside its lane.
static void directPasser( wfCrowd* crowd, const wfPassageState* state, int32_t rank, const wfPasser* passer )
{
	wfTick* tick = &crowd->tick;
	const wfPassage* shape = &state->shape;
	bool mayPass = passer->sign == state->holder && ( !state->closing || passer->inside );
	bool before = passer->along * passer->sign < -state->halfLength;
	if ( passer->sign == 0 || mayPass || passer->inside || !before )
	{
		return;
	}
	double distance = fabs( passer->along ) - state->halfLength;
	double side = fabs( passer->across ), laneLength = WF_LANE_LENGTH * crowd->passages.radius;
	double laneHalf =
		wfMax( WF_LANE_HALF_WIDTH * crowd->passages.radius, 0.5 * shape->width + WF_LANE_MARGIN * crowd->passages.radius );
	bool inLane = side < laneHalf && distance < laneLength;
	// Waiting for those who go the same way is standing in line; the lane is only cleared for those who come the other way.
	bool oncoming = passer->sign != state->holder;
	// Who is in another passage must get out of it first.
	int32_t index1 = indexOf( crowd, state ) + 1, passage = tick->passage[rank];
	bool elsewhere = passage != 0 && passage != index1 && passage != -index1 && ( tick->marks[rank] & wf_markNarrow ) &&
					 fabsf( tick->passageDistance[rank] ) < WF_INSIDE_OTHER * (float)crowd->passages.radius;
	if ( elsewhere )
	{
		return;
	}
	if ( !mayBeHeld( crowd, state, &crowd->population.agents[tick->slot[rank]] ) )
	{
		return;
	}
	tick->awaitsTurn[rank] = 1;
	tick->clearX[rank] = 0.0f;
	tick->clearY[rank] = 0.0f;
	if ( oncoming && inLane )
	{
		double out = passer->across >= 0.0 ? 1.0 : -1.0, back = passer->along >= 0.0 ? 1.0 : -1.0;
		double sideways = 1.0, backward = distance < 0.5 * laneLength ? WF_LANE_BACKWARD : 0.0;
		// Around the door's own wall there is no room sideways.
		backward = distance < (double)tick->radius[rank] ? 1.0 : backward;
		wfVec2 clear = { sideways * out * -shape->along.y + backward * back * shape->along.x,
						 sideways * out * shape->along.x + backward * back * shape->along.y };
		clear = crowd->stages->turnFromPassage( crowd, index1 - 1, rank, clear );
		tick->clearX[rank] = (float)clear.x;
		tick->clearY[rank] = (float)clear.y;
	}
}

// Who is near and comes through it is in line with the others.
static void joinPassage( wfCrowd* crowd, const wfPassageState* state, int32_t rank, const wfPasser* passer )
{
	wfTick* tick = &crowd->tick;
	int32_t passage = ( indexOf( crowd, state ) + 1 ) * passer->sign;
	float distance = wfGetPassageDistance( crowd, passage, rank );
	bool nearer = !( tick->marks[rank] & wf_markNarrow ) || fabsf( distance ) < fabsf( tick->passageDistance[rank] );
	if ( (double)distance < state->halfLength + WF_LINE_LENGTH * crowd->passages.radius && nearer )
	{
		tick->passage[rank] = passage;
		tick->passageDistance[rank] = distance;
		tick->marks[rank] |= wf_markNarrow | wf_markInLine | ( state->singleFile ? wf_markSingleFile : 0 );
	}
}

// Why the agents near a passage are looked at.
typedef enum wfVisit
{
	wf_visitToJoin,	 // to see who passes it
	wf_visitToCount, // who comes from where
	wf_visitToDirect // whose turn it is
} wfVisit;

typedef struct wfVisitor
{
	const wfPassageState* state;
	wfVisit visit;
	wfPassageTurn* turn;
} wfVisitor;

static void visitPasser( wfCrowd* crowd, int32_t rank, void* context )
{
	const wfVisitor* visitor = context;
	const wfPassageState* state = visitor->state;
	if ( !crowd->styles.list[crowd->tick.style[rank] - 1].def.takesTurns )
	{
		return;
	}
	wfPasser passer = lookAtPasser( crowd, state, rank );
	if ( passer.sign == 0 )
	{
		return;
	}
	if ( visitor->visit == wf_visitToJoin )
	{
		// Who keeps its distance by itself takes turns, but needs no line.
		if ( crowd->tick.traits[rank] & wf_keepsToPlan )
		{
			return;
		}
		joinPassage( crowd, state, rank, &passer );
	}
	else if ( visitor->visit == wf_visitToDirect )
	{
		directPasser( crowd, state, rank, &passer );
	}
	else
	{
		bool close = fabs( passer.along ) < state->halfLength + WF_LINE_LENGTH * crowd->passages.radius;
		visitor->turn->inside[passer.sign > 0] += passer.inside ? 1 : 0;
		visitor->turn->coming[passer.sign > 0] += !passer.inside && close ? 1 : 0;
	}
}

static void visitNear( wfCrowd* crowd, const wfPassageState* state, wfVisit visit, wfPassageTurn* turn )
{
	wfVisitor visitor = { state, visit, turn };
	crowd->stages->visitPassage( crowd, indexOf( crowd, state ), visitPasser, &visitor );
}

static void takeTurns( wfCrowd* crowd, wfPassageState* state )
{
	wfPassageTurn turn = { { 0, 0 }, { 0, 0 } };
	visitNear( crowd, state, wf_visitToCount, &turn );
	decideTurn( crowd, state, &turn );
	// Nothing to take turns for while nobody comes the other way. Where two fit side by side, a few pass each other without.
	int32_t few = state->twoFit ? WF_FEW_MEET : 0;
	int32_t one = turn.coming[0] + turn.inside[0], other = turn.coming[1] + turn.inside[1];
	if ( one > 0 && other > 0 && ( one > few || other > few ) )
	{
		visitNear( crowd, state, wf_visitToDirect, &turn );
	}
}

float wfGetPassageDistance( const wfCrowd* crowd, int32_t passage, int32_t rank )
{
	int32_t index = ( passage > 0 ? passage : -passage ) - 1;
	const wfPassageState* state = &crowd->passages.list.data[index];
	wfVec2 place = crowd->stages->placeAtPassage( crowd, index, rank );
	double x = place.x - state->shape.center.x, y = place.y - state->shape.center.y;
	double along = ( x * state->shape.along.x + y * state->shape.along.y ) * ( passage > 0 ? 1.0 : -1.0 );
	double distance = wfHypot( x, y );
	return (float)( along > 0.0 ? -distance : distance );
}

void wfUpdatePassages( wfCrowd* crowd )
{
	for ( int32_t k = 0; k < crowd->passages.list.count; ++k )
	{
		visitNear( crowd, &crowd->passages.list.data[k], wf_visitToJoin, NULL );
	}
	// Only now is it known of everybody which passage it is in.
	for ( int32_t k = 0; k < crowd->passages.list.count; ++k )
	{
		if ( crowd->passages.list.data[k].takesTurns )
		{
			takeTurns( crowd, &crowd->passages.list.data[k] );
		}
	}
}

// Whether only one can be at a stop at a time, however many go to it. On meshes all goals are places.
static bool isPlaceForOne( const wfCrowd* crowd, const wfAgent* agent )
{
	const wfStop* stop = wfPresentStop( crowd, agent );
	bool isGoal = stop != NULL && stop->kind != wf_pointStop && stop->kind != wf_queueStop && agent->target >= 0;
	return stop != NULL && ( stop->kind == wf_pointStop || crowd->stages->goalsArePlaces ||
							 ( isGoal && crowd->ground.routes.targets.data[agent->target].isForOne ) );
}

// What an agent was in line for in the tick before, and whether its goal itself is narrow.
void wfRememberLine( wfCrowd* crowd, int32_t rank )
{
	wfTick* tick = &crowd->tick;
	const wfAgent* agent = &crowd->population.agents[tick->slot[rank]];
	tick->awaitsTurn[rank] = 0;
	tick->passage[rank] = 0;
	tick->passageDistance[rank] = 0.0f;
	if ( tick->marks[rank] & wf_markStands )
	{
		return;
	}
	if ( agent->passage != 0 && abs( agent->passage ) <= crowd->passages.list.count )
	{
		tick->passage[rank] = agent->passage;
		tick->passageDistance[rank] = wfGetPassageDistance( crowd, agent->passage, rank );
	}
	tick->marks[rank] |= ( agent->flags & wf_agentInLine ) ? wf_markInLine : 0;
	// A point that many go to is as narrow as a door.
	if ( isPlaceForOne( crowd, agent ) && tick->distance[rank] < WF_POINT_REACH * tick->radius[rank] )
	{
		tick->marks[rank] |= wf_markNarrow | wf_markInLine | wf_markAtPlace;
	}
}
