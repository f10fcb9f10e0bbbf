// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Who goes first where people block each other. An agent that has not come nearer to its goal for a while because others stand in
// its way leads for a time: whoever is in its way makes room, and has others make room for that. Leaders have an order, so of two
// who are in each other's way one gives way; and nobody leads for long, so everybody leads at last. See docs/crowd.md.
#include "crowd/locomotion.h"
#include "crowd/routes.h"

#include <stdlib.h>

// ---------------------------------------------------------------------------------------------------------------- sight

// Another agent beside one.
typedef struct wfBeside
{
	float x, y; // unit vector to it
	float gap;
} wfBeside;

static wfBeside lookBeside( const wfTick* tick, int32_t rank, int32_t k )
{
	int32_t other = tick->neighbors[rank * WF_MAX_NEIGHBORS + k];
	wfSeenOther seen = wfGetSeenOther( tick, rank, k );
	float distance = sqrtf( seen.x * seen.x + seen.y * seen.y ), scale = distance > 0.0f ? 1.0f / distance : 0.0f;
	return ( wfBeside ){ seen.x * scale, seen.y * scale, wfGapToward( tick, rank, other, seen.x, seen.y ) };
}

// The neighbour most in the way of an agent, -1: none is within reach. Only those count whose direction has more than a cosine
// with its route.
static int32_t findBlocker( const wfTick* tick, int32_t rank, float reach, float cosine )
{
	int32_t best = -1;
	float most = cosine;
	for ( int32_t k = 0; k < tick->neighborCount[rank]; ++k )
	{
		wfBeside beside = lookBeside( tick, rank, k );
		float ahead = beside.x * tick->goalX[rank] + beside.y * tick->goalY[rank];
		if ( beside.gap < reach && ahead > most )
		{
			most = ahead;
			best = tick->neighbors[rank * WF_MAX_NEIGHBORS + k];
		}
	}
	return best;
}

// -------------------------------------------------------------------------------------------------------------- leaders

// Goes somewhere by itself and takes part in giving way.
static bool takesPart( const wfCrowd* crowd, int32_t rank )
{
	const wfTick* tick = &crowd->tick;
	const wfAgent* agent = &crowd->population.agents[tick->slot[rank]];
	return crowd->styles.list[tick->style[rank] - 1].def.yielding && !( tick->traits[rank] & wf_keepsToPlan ) &&
		   !( agent->flags & ( wf_agentSteered | wf_agentCovered ) );
}

// Two at its sides hold an agent as well as one ahead.
static bool isHeldForLong( const wfTick* tick, int32_t rank )
{
	return tick->idle[rank] > WF_LEAD_SAME_SECONDS;
}

// Whether others are what keeps an agent from its goal, and waiting for them would not help: they go elsewhere, or stand. Those
// with the same goal leave by and by; who waits behind them for very long leads all the same.
static bool isBlocked( const wfTick* tick, int32_t rank )
{
	float cosine = isHeldForLong( tick, rank ) ? WF_BESIDE_COSINE : WF_BLOCKS_COSINE;
	int32_t blocker = tick->idle[rank] > WF_LEAD_SECONDS ? findBlocker( tick, rank, WF_BLOCKS_GAP, cosine ) : -1;
	if ( blocker < 0 )
	{
		return false;
	}
	float ahead;
	bool stands = ( tick->marks[blocker] & wf_markStands ) != 0;
	float sameWay = tick->goalX[blocker] * tick->goalX[rank] + tick->goalY[blocker] * tick->goalY[rank];
	bool sameGoal = !stands && ( tick->goalKey[blocker] == tick->goalKey[rank] || sameWay > WF_SAME_DIRECTION );
	bool inLine = !stands && wfComesBefore( tick, blocker, rank, &ahead );
	return !inLine && ( !sameGoal || tick->idle[rank] > WF_LEAD_SAME_SECONDS );
}

// Free again, or it was another's turn to lead long ago. What it waited before counts no more.
static bool hasLed( const wfCrowd* crowd, int32_t rank, wfAgent* agent )
{
	const wfTick* tick = &crowd->tick;
	float along = tick->velocityX[rank] * tick->goalX[rank] + tick->velocityY[rank] * tick->goalY[rank];
	bool free = along > WF_FREE_SHARE * tick->speed[rank] && findBlocker( tick, rank, WF_LEAD_SIGHT, WF_BLOCKS_COSINE ) < 0;
	agent->leadsFree = free ? agent->leadsFree + crowd->def.tickSeconds : 0.0;
	return agent->leadsFree > WF_LEAD_FREE_SECONDS || crowd->time - agent->leadsSince > WF_LEAD_MOST_SECONDS;
}

static void updateLeader( const wfCrowd* crowd, int32_t rank, wfAgent* agent )
{
	const wfTick* tick = &crowd->tick;
	bool walks = !( tick->marks[rank] & wf_markStands ) && !tick->awaitsTurn[rank] && takesPart( crowd, rank );
	if ( agent->leadsSince == 0.0 && walks && isBlocked( tick, rank ) )
	{
		agent->leadsSince = crowd->time + WF_TINY; // never 0
		agent->leadsFree = 0.0;
	}
	else if ( agent->leadsSince != 0.0 && ( !walks || hasLed( crowd, rank, agent ) ) )
	{
		agent->leadsSince = 0.0;
		agent->bestDistanceTime = crowd->time;
		agent->bestDistance = (double)tick->distance[rank];
	}
}

// Who has led longest comes first; a total order.
static int compareLeaders( const void* a, const void* b )
{
	const wfLeader *x = a, *y = b;
	bool before = x->since != y->since ? x->since < y->since : x->serial < y->serial;
	return before ? -1 : 1;
}

// ----------------------------------------------------------------------------------------------------------- making room

// Directions to give way in, relative to the leader's route.
static const float s_turns[12][2] = {
	{ 1.0f, 0.0f },			{ 0.8660254f, 0.5f },  { 0.8660254f, -0.5f },  { 0.5f, 0.8660254f },
	{ 0.5f, -0.8660254f },	{ 0.0f, 1.0f },		   { 0.0f, -1.0f },		   { -0.5f, 0.8660254f },
	{ -0.5f, -0.8660254f }, { -0.8660254f, 0.5f }, { -0.8660254f, -0.5f }, { -1.0f, 0.0f },
};

// What giving way in a direction costs: walls and others that are in the way there.
static float costOfYield( const wfCrowd* crowd, int32_t rank, int32_t pusher, float x, float y )
{
	const wfTick* tick = &crowd->tick;
	float radius = tick->radius[rank], look = radius + WF_YIELD_LOOK;
	float into = radius - crowd->stages->roomAt( crowd, rank, x * look, y * look );
	float cost = into > 0.0f ? WF_YIELD_WALL * ( into < look ? into / look : 1.0f ) : 0.0f;
	for ( int32_t k = 0; k < tick->neighborCount[rank]; ++k )
	{
		int32_t other = tick->neighbors[rank * WF_MAX_NEIGHBORS + k];
		wfBeside beside = lookBeside( tick, rank, k );
		float ahead = beside.x * x + beside.y * y;
		if ( other != pusher && ahead > WF_PUSHED_COSINE && beside.gap < WF_YIELD_SIGHT )
		{
			float near = 1.0f - ( beside.gap > 0.0f ? beside.gap : 0.0f ) / WF_YIELD_SIGHT;
			cost += ( tick->pushedBy[other] >= 0 ? 2.0f : 1.0f ) * near * ahead;
		}
	}
	return cost;
}

// Aside rather than along the leader's route, never toward who pushes.
static wfPush chooseYield( const wfCrowd* crowd, int32_t rank, int32_t pusher, wfVec2 away, wfVec2 route )
{
	wfPush push = { rank, (float)route.x, (float)route.y };
	float least = INFINITY;
	for ( int32_t k = 0; k < 12; ++k )
	{
		float x = (float)route.x * s_turns[k][0] - (float)route.y * s_turns[k][1];
		float y = (float)route.y * s_turns[k][0] + (float)route.x * s_turns[k][1];
		if ( x * (float)away.x + y * (float)away.y < -WF_YIELD_BACKWARD )
		{
			continue;
		}
		float cost = costOfYield( crowd, rank, pusher, x, y ) + s_turns[k][0];
		if ( cost < least )
		{
			least = cost;
			push = ( wfPush ){ rank, x, y };
		}
	}
	return push;
}

// From who pushes to neighbour k, in the axes of that neighbour. False if it does not see who pushes.
static bool findAway( const wfTick* tick, int32_t rank, int32_t k, wfVec2* away )
{
	int32_t other = tick->neighbors[rank * WF_MAX_NEIGHBORS + k];
	wfBeside beside = lookBeside( tick, rank, k );
	*away = ( wfVec2 ){ (double)beside.x, (double)beside.y };
	for ( int32_t m = 0; tick->seen != NULL && m < tick->neighborCount[other]; ++m )
	{
		if ( tick->neighbors[other * WF_MAX_NEIGHBORS + m] == rank )
		{
			wfBeside back = lookBeside( tick, other, m );
			*away = ( wfVec2 ){ -(double)back.x, -(double)back.y };
			return true;
		}
	}
	return tick->seen == NULL;
}

typedef struct wfLead
{
	wfRoute route;
	bool hasRoute;
} wfLead;

// Where the leader's route leads from where another stands.
static wfVec2 followLead( const wfCrowd* crowd, const wfLead* lead, int32_t other, wfVec2 otherwise )
{
	double distance;
	wfPlace place = wfPlaceOf( &crowd->population.agents[crowd->tick.slot[other]] );
	wfVec2 found = lead->hasRoute ? wfFollowRoute( &lead->route, place, false, &distance ) : otherwise;
	return found.x != 0.0 || found.y != 0.0 ? found : otherwise;
}

// Whether neighbour k of who pushes is to make room.
static bool isInTheWay( const wfCrowd* crowd, const wfPush* push, int32_t k, float reach, float cosine )
{
	const wfTick* tick = &crowd->tick;
	int32_t other = tick->neighbors[push->rank * WF_MAX_NEIGHBORS + k];
	wfBeside beside = lookBeside( tick, push->rank, k );
	if ( tick->pushedBy[other] >= 0 || beside.gap > reach || beside.x * push->x + beside.y * push->y < cosine ||
		 !takesPart( crowd, other ) )
	{
		return false;
	}
	// Who goes the same way, and gets on, is soon gone.
	wfSeenOther seen = wfGetSeenOther( tick, push->rank, k );
	float same = seen.goalX * push->x + seen.goalY * push->y, pace = WF_GETS_ON_SHARE * tick->speed[other];
	return same < WF_SAME_DIRECTION || seen.velocityX * seen.velocityX + seen.velocityY * seen.velocityY < pace * pace;
}

// All who have to make room for a leader, from neighbour to neighbour, each once.
static void pushAll( wfCrowd* crowd, int32_t leader )
{
	wfTick* tick = &crowd->tick;
	wfLead lead;
	const wfAgent* agent = &crowd->population.agents[tick->slot[leader]];
	lead.hasRoute =
		wfFindRoute( crowd, agent, &lead.route ) && ( lead.route.target == NULL || wfTarget_IsReady( lead.route.target ) );
	float cosine = isHeldForLong( tick, leader ) ? WF_BESIDE_COSINE : WF_PUSHED_COSINE;
	int32_t count = 1;
	tick->pushes[0] = ( wfPush ){ leader, tick->goalX[leader], tick->goalY[leader] };
	tick->pushedBy[leader] = leader;
	for ( int32_t next = 0; next < count; ++next )
	{
		wfPush push = tick->pushes[next];
		for ( int32_t k = 0; k < tick->neighborCount[push.rank]; ++k )
		{
			wfVec2 away;
			int32_t other = tick->neighbors[push.rank * WF_MAX_NEIGHBORS + k];
			if ( isInTheWay( crowd, &push, k, next == 0 ? WF_LEAD_REACH : WF_BLOCKS_GAP,
							 next == 0 ? cosine : WF_PUSHED_COSINE ) &&
				 findAway( tick, push.rank, k, &away ) )
			{
				tick->pushedBy[other] = leader;
				tick->pushes[count++] = chooseYield( crowd, other, push.rank, away, followLead( crowd, &lead, other, away ) );
			}
		}
		float speed = next == 0 ? tick->speed[push.rank] : tick->reachSpeed[push.rank];
		tick->wantedX[push.rank] = speed * push.x;
		tick->wantedY[push.rank] = speed * push.y;
		tick->waits[push.rank] = next > 0;
	}
}

void wfSettlePrecedence( wfCrowd* crowd )
{
	wfTick* tick = &crowd->tick;
	int32_t count = 0;
	for ( int32_t rank = 0; rank < tick->count; ++rank )
	{
		if ( tick->pushedBy[rank] < 0 && !( tick->idle[rank] > WF_LEAD_SECONDS ) )
		{
			continue; // neither leads nor begins to
		}
		wfAgent* agent = &crowd->population.agents[tick->slot[rank]];
		updateLeader( crowd, rank, agent );
		tick->pushedBy[rank] = -1;
		if ( agent->leadsSince != 0.0 )
		{
			tick->leaders[count++] = ( wfLeader ){ agent->leadsSince, rank, agent->serial };
		}
	}
	if ( count > 1 )
	{
		qsort( tick->leaders, (size_t)count, sizeof( wfLeader ), compareLeaders );
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		if ( tick->pushedBy[tick->leaders[k].rank] < 0 )
		{
			pushAll( crowd, tick->leaders[k].rank );
		}
	}
}
