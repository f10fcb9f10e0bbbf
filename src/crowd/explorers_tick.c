// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Explorers in a tick: what they see, and where they are led.
#include "base/math.h"
#include "base/vec2.h"
#include "crowd/crowd.h"
#include "crowd/tuning.h"
#include "world/grid.h"

// ----------------------------------------------------------------------------------------------------------------- seeing

static wfResult followWorld( const wfCrowd* crowd, wfGrid* grid )
{
	if ( grid->revision == wfGround_GetRevision( &crowd->ground ) )
	{
		return wf_ok;
	}
	wfGridChanges changes = { 0 };
	wfResult result = wfFollowWorld( grid, crowd->ground.world, &changes );
	wfGridChanges_Free( &changes );
	return result;
}

// Everybody who is none of them, and the thing they look for.
static void collectThings( wfCrowd* crowd, int32_t index )
{
	wfExplorations* explorations = &crowd->explorations;
	const wfSearch* search = &explorations->list.data[index].search;
	explorations->things.count = 0;
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		int32_t slot = wfSlotOf( crowd, agent );
		if ( explorations->ofSlot.data[slot].explorers != index )
		{
			explorations->things.data[explorations->things.count++] =
				( wfThing ){ .id = wfThingOfAgent( wfIdOfSlot( crowd, slot ) ),
							 .place = wfPositionOf( crowd, agent ),
							 .velocity = wfIntoSpace( crowd, agent, (double)agent->velocityX, (double)agent->velocityY ),
							 .radius = (double)agent->radius,
							 .blocks = true };
		}
	}
	if ( search->kind == wf_thingSearch )
	{
		explorations->things.data[explorations->things.count++] =
			( wfThing ){ .id = WF_SOUGHT_THING, .place = { search->x, search->y, 0.0 } };
	}
}

// Toward where the exploration wants it to look, as far as a head turns.
static double turnGaze( const wfCrowd* crowd, const wfExplorers* explorers, int32_t number )
{
	const wfMemberExplorer* member = &explorers->list.data[number];
	const wfAgent* agent = &crowd->population.agents[member->slot];
	wfVec3 place = wfPositionOf( crowd, agent );
	wfVec3 wanted = wfExploration_GetGaze( explorers->exploration, number, place );
	double heading = (double)agent->heading;
	double to = wanted.x != 0.0 || wanted.y != 0.0 ? wfAtan2( wanted.y, wanted.x ) : heading;
	bool walks = wfHypot( (double)agent->velocityX, (double)agent->velocityY ) > (double)WF_STANDING_SPEED;
	if ( walks )
	{
		to = heading + wfMax( -WF_GAZE_MOST, wfMin( wfWrapAngle( to - heading ), WF_GAZE_MOST ) );
	}
	double most = WF_GAZE_RATE * crowd->def.tickSeconds;
	return wfWrapAngle( member->gaze + wfMax( -most, wfMin( wfWrapAngle( to - member->gaze ), most ) ) );
}

static void fillInputs( const wfCrowd* crowd, wfExplorers* explorers )
{
	explorers->inputs.count = explorers->list.count;
	for ( int32_t k = 0; k < explorers->list.count; ++k )
	{
		const wfMemberExplorer* member = &explorers->list.data[k];
		wfExplorerInput input = { .isAway = true };
		if ( member->slot >= 0 )
		{
			wfCosSin gaze = wfCosSinOf( turnGaze( crowd, explorers, k ) );
			input = ( wfExplorerInput ){ .place = wfPositionOf( crowd, &crowd->population.agents[member->slot] ),
										 .facing = { gaze.cosine, gaze.sine, 0.0 } };
		}
		explorers->inputs.data[k] = input;
	}
}

static wfResult tickOne( wfCrowd* crowd, int32_t index, wfError* error )
{
	wfExplorers* explorers = &crowd->explorations.list.data[index];
	wfResult result = followWorld( crowd, explorers->walls );
	result = result == wf_ok ? followWorld( crowd, explorers->room ) : result;
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for what explorers see of the edited world" );
	}
	collectThings( crowd, index );
	fillInputs( crowd, explorers );
	wfExploreInput input = { .time = crowd->time,
							 .surroundings = { explorers->walls, explorers->room },
							 .explorers = explorers->inputs.data,
							 .things = crowd->explorations.things.data,
							 .thingCount = crowd->explorations.things.count };
	result = wfExploration_Tick( explorers->exploration, &input, error );
	for ( int32_t k = 0; k < explorers->list.count && result == wf_ok; ++k )
	{
		wfMemberExplorer* member = &explorers->list.data[k];
		wfVec3 facing = explorers->inputs.data[k].facing;
		member->gaze = member->slot >= 0 ? wfAtan2( facing.y, facing.x ) : 0.0;
	}
	explorers->ticked = result == wf_ok ? crowd->tickCount + 1 : explorers->ticked;
	return result;
}

wfResult wfTickExplorations( wfCrowd* crowd, wfError* error )
{
	wfExplorations* explorations = &crowd->explorations;
	if ( explorations->used == 0 )
	{
		return wf_ok;
	}
	wfResult result = wfArray_Reserve( &explorations->things, (size_t)crowd->population.agentCount + 1 );
	wfFindExplorers( crowd );
	for ( int32_t k = 0; k < explorations->list.count && result == wf_ok; ++k )
	{
		const wfExplorers* explorers = &explorations->list.data[k];
		bool isDue = explorers->isUsed && explorers->list.count > 0 && explorers->ticked != crowd->tickCount + 1;
		result = isDue ? tickOne( crowd, k, error ) : wf_ok;
	}
	return result;
}

// --------------------------------------------------------------------------------------------------------------- leading

static bool isDone( wfExplorerMode mode )
{
	return mode == wf_foundMode || mode == wf_exploredMode || mode == wf_timedOutMode;
}

static void setHome( wfAgent* agent )
{
	agent->homeX = agent->x;
	agent->homeY = agent->y;
	agent->homeTriangle = agent->triangle;
}

static void lead( wfCrowd* crowd, wfExplorers* explorers, int32_t number )
{
	wfMemberExplorer* member = &explorers->list.data[number];
	wfAgent* agent = &crowd->population.agents[member->slot];
	wfExplorerState state = wfExploration_GetExplorer( explorers->exploration, number );
	bool walks = state.mode == wf_exploringMode || state.mode == wf_seekingMode || state.mode == wf_returningMode;
	// To another place it has not come near yet; who follows somebody, or waits, may never come nearer.
	if ( !walks || state.decisions != member->decisions || (int32_t)state.mode != member->mode )
	{
		wfForgetDistance( agent, crowd->time );
		agent->startDistance = 0.0f;
		agent->flags &= ~(uint32_t)wf_agentReportedStuck;
	}
	// Who stands returns to where it stood when it has made room for others.
	bool stands = isDone( state.mode ) || state.mode == wf_waitingMode;
	if ( !stands || (int32_t)state.mode != member->mode )
	{
		setHome( agent );
	}
	agent->flags &= ~(uint32_t)wf_agentEnded;
	agent->flags |= isDone( state.mode ) ? (uint32_t)wf_agentEnded : 0u;
	member->decisions = state.decisions;
	member->mode = (int32_t)state.mode;
}

void wfMoveExplorers( wfCrowd* crowd )
{
	for ( int32_t k = 0; k < crowd->explorations.list.count; ++k )
	{
		wfExplorers* explorers = &crowd->explorations.list.data[k];
		for ( int32_t number = 0; number < explorers->list.count; ++number )
		{
			if ( explorers->list.data[number].slot >= 0 )
			{
				lead( crowd, explorers, number );
			}
		}
	}
}

void wfFindExplorers( wfCrowd* crowd )
{
	wfExplorations* explorations = &crowd->explorations;
	if ( explorations->used == 0 )
	{
		return;
	}
	for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
	{
		explorations->ofSlot.data[slot] = ( wfExplorerPlace ){ -1, -1 };
	}
	for ( int32_t k = 0; k < explorations->list.count; ++k )
	{
		const wfExplorers* explorers = &explorations->list.data[k];
		for ( int32_t number = 0; number < explorers->list.count; ++number )
		{
			int32_t slot = explorers->list.data[number].slot;
			if ( slot >= 0 )
			{
				explorations->ofSlot.data[slot] = ( wfExplorerPlace ){ k, number };
			}
		}
	}
}

// ---------------------------------------------------------------------------------------------------------------- guiding

typedef struct wfGuided
{
	const wfCrowd* crowd;
	const wfExplorers* explorers;
	const wfAgent* agent;
	int32_t number;
	wfExplorerState state;
} wfGuided;

static wfVec2 directionAt( const wfGuided* guided, wfVec2 place )
{
	wfVec3 at = { place.x, place.y, 0.0 };
	wfVec3 direction = wfExploration_GetDirection( guided->explorers->exploration, guided->number, at );
	return ( wfVec2 ){ direction.x, direction.y };
}

// The farthest place ahead on its way that it sees: who walks straight there walks as the way leads.
static wfVec2 findAim( const wfGuided* guided, wfVec2 from, wfVec2 direction )
{
	const wfRouteLayer* layer = &guided->crowd->ground.routes.layers.data[guided->agent->layer];
	double step = wfMax( WF_EXPLORER_TRACE * guided->explorers->def.exploration.cellSize, WF_EXPLORER_LEAST_TRACE );
	wfVec2 places[WF_EXPLORER_MOST_TRACE], at = from;
	int32_t count = 0;
	double most = wfMin( WF_EXPLORER_AHEAD, guided->state.distance );
	do
	{
		at = wfAddScaled2( at, step, direction );
		places[count++] = at;
		direction = directionAt( guided, at );
	}
	while ( count < WF_EXPLORER_MOST_TRACE && ( count + 1 ) * step <= most && ( direction.x != 0.0 || direction.y != 0.0 ) );
	int32_t k = count - 1;
	while ( k > 0 && !wfIsStraightPathFree( layer, from, places[k] ) )
	{
		k -= k / 4 + 1;
	}
	return places[k > 0 ? k : 0];
}

// The middle of the nearest cell where it is known that it can stand; the place itself where there is none.
static wfVec2 findKnownGround( const wfGuided* guided, wfVec2 from )
{
	wfKnowledgeMap map;
	if ( wfExploration_GetMap( guided->explorers->exploration, guided->state.map, &map ) != wf_ok )
	{
		return from;
	}
	int32_t i = (int32_t)floor( ( from.x - map.origin.x ) / map.cellSize );
	int32_t j = (int32_t)floor( ( from.y - map.origin.y ) / map.cellSize );
	int32_t rings = (int32_t)( WF_EXPLORER_BACK / map.cellSize ) + 1;
	wfVec2 nearest = from;
	double least = INFINITY;
	for ( int32_t row = j - rings; row <= j + rings; ++row )
	{
		for ( int32_t column = i - rings; column <= i + rings; ++column )
		{
			bool inside = row >= 0 && column >= 0 && row < map.rows && column < map.columns;
			if ( !inside || ( map.cells[(int64_t)row * map.columns + column] & WF_STANDING_CELL ) == 0 )
			{
				continue;
			}
			wfVec2 center = { map.origin.x + ( column + 0.5 ) * map.cellSize, map.origin.y + ( row + 0.5 ) * map.cellSize };
			double distance = wfDistance2( from, center );
			nearest = distance < least ? center : nearest;
			least = wfMin( distance, least );
		}
	}
	return least < INFINITY ? nearest : from;
}

static void goTo( wfCrowd* crowd, int32_t rank, wfAgent* agent, wfVec2 aim )
{
	double left = wfHypot( aim.x - agent->x, aim.y - agent->y );
	agent->orders.insteadX = aim.x;
	agent->orders.insteadY = aim.y;
	agent->orders.insteadTriangle = agent->triangle;
	crowd->tick.distance[rank] = (float)left;
}

void wfGuideExplorer( wfCrowd* crowd, int32_t rank )
{
	int32_t slot = crowd->tick.slot[rank];
	wfAgent* agent = &crowd->population.agents[slot];
	wfExplorerPlace at = crowd->explorations.ofSlot.data[slot];
	if ( ( agent->flags & wf_agentEnded ) || at.explorers < 0 || agent->layer < 0 )
	{
		return;
	}
	const wfExplorers* explorers = &crowd->explorations.list.data[at.explorers];
	wfGuided guided = { crowd, explorers, agent, at.number, wfExploration_GetExplorer( explorers->exploration, at.number ) };
	wfVec2 from = { agent->x, agent->y }, direction = directionAt( &guided, from );
	double distance = guided.state.distance < INFINITY ? guided.state.distance : (double)WF_UNKNOWN_DISTANCE;
	bool waits = guided.state.mode == wf_waitingMode;
	if ( direction.x != 0.0 || direction.y != 0.0 )
	{
		wfVec2 aim = findAim( &guided, from, direction );
		wfSetGuide( crowd, rank, direction, distance );
		goTo( crowd, rank, agent, aim );
		return;
	}
	wfVec2 ground = waits ? from : findKnownGround( &guided, from );
	double off = wfDistance2( ground, from );
	bool isOff = off > WF_HALF_DIAGONAL * explorers->def.exploration.cellSize;
	if ( isOff )
	{
		wfSetGuide( crowd, rank, wfDivide2( wfSub2( ground, from ), off ), wfMax( distance, off ) );
		goTo( crowd, rank, agent, ground );
	}
}
