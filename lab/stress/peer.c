// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A world of the stress laboratory with people who avoid each other by optimal reciprocal collision avoidance. Their routes are
// ours: the field of each stop for each radius on the grids that a crowd would choose. Walls are hard lines, one for each convex
// piece near by, so that nobody gets into one.

#include "stress/peer.h"

#include "stress/course.h"

#include "base/vec2.h"
#include "command.h"
#include "ground/ground.h"
#include "orca/orca.h"

#include <stdio.h>
#include <stdlib.h>

#define NEIGHBOR_REACH 10.0 // metres
#define WALL_HORIZON 0.5	// seconds in which a wall is not reached: people come to a stop before it in some steps
#define WALL_SKIN 1e-4		// metres kept from walls, so that rounding puts nobody into one
#define MOST_WALLS ( WF_MOST_ORCA_LINES - WF_PEER_NEIGHBORS - 2 ) // the nearest ones
#define TREMOR 1e-4												  // m/s: without any, two who meet exactly head-on stand for ever
#define STREAM 7u												  // of random numbers

typedef struct Peer
{
	wfVec2 place, velocity;
	wfVec2 next; // velocity of this step
	double radius, speed;
	double reach; // at which a point is reached
	int32_t targets[WF_STRESS_MAX_STOPS];
	int32_t stop, stopCount;
	bool isThere;
	bool touchesWall;
} Peer;

typedef struct Peers
{
	const wfStressWorld* world;
	const wfStressRunDef* def;
	wfStressOutcome* outcome;
	wfGround ground;
	wfWallMap* walls;
	Peer* list;
	int32_t count;
	uint8_t* touches; // of each pair
	int64_t steps;
	wfStressCourse course;
} Peers;

// --------------------------------------------------------------------------------------------------------------- routes

static wfResult findRoutes( Peers* peers, const wfGoalId* goals, wfError* error )
{
	wfGround* ground = &peers->ground;
	wfResult result = wf_ok;
	for ( int32_t i = 0; i < peers->count && result == wf_ok; ++i )
	{
		const wfStressPerson* person = &peers->world->people[i];
		Peer* peer = &peers->list[i];
		int32_t layer;
		result = wfGround_FindLayer( ground, peer->radius, 0, &layer, error );
		for ( int32_t k = 0; k < person->stopCount && result == wf_ok; ++k )
		{
			wfStressStop stop = person->stops[k];
			wfVec2 point = wfStressWorld_Turn( peers->world, stop.point );
			wfDestination to = { .isGoal = stop.zone >= 0, .point = { point.x, point.y, 0.0 } };
			to.goal = stop.zone >= 0 ? goals[stop.zone] : to.goal;
			result = wfGround_FindTarget( ground, layer, &to, &peer->targets[k], error );
			bool isOpen = result == wf_ok && wfGround_IsConnected( ground, &ground->routes.targets.data[peer->targets[k]],
																   wfPlaceInPlane( peer->place ) );
			result = result == wf_ok && !isOpen ? wf_unreachable : result;
		}
	}
	return result;
}

// On the cells that a crowd would choose, or else on finer ones.
static wfResult openGround( Peers* peers, wfError* error )
{
	wfGoalId goals[WF_STRESS_MAX_ZONES] = { 0 };
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	wfGroundDef ground = wfMakePlaneGround( peers->world->world );
	wfResult result = wfAddStressGoals( peers->world, goals, error ), found = wf_unreachable;
	for ( int32_t i = 0; i < WF_STRESS_CELL_COUNT && result == wf_ok && wfIsClosedByCells( found ); ++i )
	{
		wfGroundSettings settings = { .cellSize = wf_stressCells[i],
									  .haste = def.haste,
									  .precision = def.precision,
									  .memoryLimit = peers->world->def.memoryLimit };
		wfGround_Free( &peers->ground );
		peers->ground = ( wfGround ){ 0 };
		result = wfGround_Create( &peers->ground, &ground, &settings, error );
		found = result == wf_ok ? findRoutes( peers, goals, error ) : result;
	}
	return result == wf_ok ? found : result;
}

// The velocity it would have if nobody else was there.
static wfVec2 getWanted( Peers* peers, int32_t index )
{
	const Peer* peer = &peers->list[index];
	const wfTarget* target = &peers->ground.routes.targets.data[peer->targets[peer->stop]];
	const wfRouteLayer* layer = &peers->ground.routes.layers.data[target->layer];
	wfVec2 point = { target->to.point.x, target->to.point.y }, way = wfSub2( point, peer->place );
	double distance = wfLength2( way ), speed = peer->speed;
	wfVec2 direction;
	if ( !target->to.isGoal && wfIsStraightPathFree( layer, peer->place, point ) )
	{
		direction = wfNormalize2( way, ( wfVec2 ){ 0.0, 0.0 } );
		speed = wfMin( speed, distance / WF_PEER_STEP );
	}
	else
	{
		direction = wfGround_GetDirection( &peers->ground, target, wfPlaceInPlane( peer->place ), &distance );
	}
	uint64_t drawn = 2 * ( (uint64_t)peers->steps * (uint64_t)peers->count + (uint64_t)index );
	uint64_t seed = (uint64_t)peers->world->def.number;
	wfCosSin turn = wfCosSinOf( WF_TWO_PI * wfRandomUnit( seed, STREAM, drawn ) );
	double size = TREMOR * wfRandomUnit( seed, STREAM, drawn + 1 );
	return wfAddScaled2( wfScale2( speed, direction ), size, ( wfVec2 ){ turn.cosine, turn.sine } );
}

static bool hasReached( const Peers* peers, const Peer* peer )
{
	const wfTarget* target = &peers->ground.routes.targets.data[peer->targets[peer->stop]];
	wfVec2 point = { target->to.point.x, target->to.point.y };
	return target->to.isGoal
			   ? wfGround_IsAtGoal( &peers->ground, target, wfPlaceInPlane( peer->place ), peer->radius, peer->reach )
			   : wfDistance2( peer->place, point ) <= peer->reach;
}

// ----------------------------------------------------------------------------------------------------------------- lines

typedef struct Near
{
	double distance;
	int32_t index;
	wfVec2 toward; // of walls: unit vector
} Near;

// Keeps the nearest ones, sorted.
static int32_t insertNear( Near* list, int32_t count, int32_t most, Near item )
{
	if ( count == most && item.distance >= list[count - 1].distance )
	{
		return count;
	}
	int32_t at = count < most ? count : count - 1;
	for ( ; at > 0 && list[at - 1].distance > item.distance; --at )
	{
		list[at] = list[at - 1];
	}
	list[at] = item;
	return count < most ? count + 1 : count;
}

// No piece of wall within reach may be entered. As pieces are convex, the line across the shortest way to each says that.
static int32_t addWalls( const Peers* peers, const Peer* self, wfOrcaLine* lines )
{
	Near walls[MOST_WALLS];
	const int32_t* list;
	int32_t count = 0, pieces = wfWallsAt( peers->walls, self->place.x, self->place.y, &list );
	double reach = WF_PEER_MOST_SPEED * self->speed * WALL_HORIZON;
	for ( int32_t i = 0; i < pieces; ++i )
	{
		const wfWallPiece* piece = &peers->walls->pieces[list[i]];
		wfVec2 from = wfFromWall( piece, self->place.x, self->place.y );
		double length = wfLength2( from ), gap = length - piece->thickness - self->radius - WALL_SKIN;
		if ( gap < reach && length > 0.0 )
		{
			Near wall = { gap, list[i], wfDivide2( from, -length ) };
			count = insertNear( walls, count, MOST_WALLS, wall );
		}
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		double most = walls[i].distance / WALL_HORIZON;
		lines[i] = ( wfOrcaLine ){ wfScale2( most, walls[i].toward ), wfPerpendicular2( walls[i].toward ) };
	}
	return count;
}

static int32_t addNeighbors( const Peers* peers, int32_t index, wfOrcaLine* lines )
{
	const Peer* self = &peers->list[index];
	Near neighbors[WF_PEER_NEIGHBORS];
	int32_t count = 0;
	for ( int32_t k = 0; k < peers->count; ++k )
	{
		wfVec2 to = wfSub2( peers->list[k].place, self->place );
		double distance2 = wfDot2( to, to );
		if ( k != index && peers->list[k].isThere && distance2 < NEIGHBOR_REACH * NEIGHBOR_REACH )
		{
			count = insertNear( neighbors, count, WF_PEER_NEIGHBORS, ( Near ){ distance2, k, to } );
		}
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		const Peer* other = &peers->list[neighbors[i].index];
		wfOrcaPair pair = { .toOther = neighbors[i].toward, .velocity = self->velocity, .others = other->velocity };
		pair.radii = self->radius + other->radius;
		pair.horizon = WF_PEER_HORIZON;
		pair.step = WF_PEER_STEP;
		lines[i] = wfMakeOrcaLine( &pair );
	}
	return count;
}

// -------------------------------------------------------------------------------------------------------------- contacts

// The least gap of two who move straight for a step.
static double getLeastGap( const Peer* a, const Peer* b )
{
	wfVec2 apart = wfSub2( b->place, a->place ), motion = wfSub2( b->next, a->next );
	double square = wfDot2( motion, motion );
	double time = square > 0.0 ? wfMin( wfMax( -wfDot2( apart, motion ) / square, 0.0 ), WF_PEER_STEP ) : 0.0;
	return wfLength2( wfAddScaled2( apart, time, motion ) ) - a->radius - b->radius;
}

static void countContact( bool isContact, bool wasContact, double gap, int64_t* counter, double* deepest )
{
	*counter += isContact && !wasContact ? 1 : 0;
	*deepest = isContact ? wfMax( *deepest, -gap ) : *deepest;
}

// During a step, before it is made.
static void checkPairs( Peers* peers )
{
	for ( int32_t i = 0; i < peers->count; ++i )
	{
		for ( int32_t k = i + 1; k < peers->count && peers->list[i].isThere; ++k )
		{
			if ( peers->list[k].isThere )
			{
				uint8_t* touches = &peers->touches[(size_t)i * (size_t)peers->count + (size_t)k];
				double gap = getLeastGap( &peers->list[i], &peers->list[k] );
				bool isContact = gap < -WF_PEER_CONTACT;
				countContact( isContact, *touches != 0, gap, &peers->outcome->overlaps, &peers->outcome->deepest );
				*touches = isContact;
			}
		}
	}
}

static void checkWall( Peers* peers, Peer* peer )
{
	double gap = wfWorld_GetDistance( peers->world->world, peer->place, 0 ) - peer->radius;
	bool isContact = gap < -WF_PEER_CONTACT;
	countContact( isContact, peer->touchesWall, gap, &peers->outcome->wallHits, &peers->outcome->deepest );
	peer->touchesWall = isContact;
}

// ------------------------------------------------------------------------------------------------------------------ runs

static void decide( Peers* peers, int32_t index )
{
	Peer* self = &peers->list[index];
	wfOrcaLine lines[WF_MOST_ORCA_LINES];
	int32_t hard = addWalls( peers, self, lines ), count = hard + addNeighbors( peers, index, lines + hard );
	self->next = wfSolveOrca( lines, count, hard, WF_PEER_MOST_SPEED * self->speed, getWanted( peers, index ) );
}

static void takeStep( Peers* peers )
{
	double began = wfGetSeconds();
	int32_t there = 0;
	for ( int32_t i = 0; i < peers->count; ++i )
	{
		if ( peers->list[i].isThere )
		{
			decide( peers, i );
			there += 1;
		}
	}
	peers->outcome->wallSeconds += wfGetSeconds() - began;
	peers->outcome->agentSeconds += there * WF_PEER_STEP;
	peers->steps += 1;
	checkPairs( peers );
	double time = (double)peers->steps * WF_PEER_STEP;
	for ( int32_t i = 0; i < peers->count; ++i )
	{
		Peer* peer = &peers->list[i];
		if ( !peer->isThere )
		{
			continue;
		}
		peer->velocity = peer->next;
		peer->place = wfAddScaled2( peer->place, WF_PEER_STEP, peer->next );
		checkWall( peers, peer );
		if ( hasReached( peers, peer ) && ++peer->stop == peer->stopCount )
		{
			peer->isThere = false;
			wfStressCourse_Arrive( &peers->course, time );
		}
	}
}

static wfResult run( Peers* peers )
{
	double time = 0.0;
	while ( !wfStressCourse_IsOver( &peers->course, time ) )
	{
		wfStressCourse_AddDetail( &peers->course, time );
		takeStep( peers );
		time = (double)peers->steps * WF_PEER_STEP;
		if ( peers->def->goesOn != NULL && !peers->def->goesOn() )
		{
			return wf_cancelled;
		}
	}
	wfStressCourse_Judge( &peers->course );
	peers->outcome->ended = time;
	return wf_ok;
}

static void place( Peers* peers )
{
	peers->count = peers->world->personCount;
	peers->list = wfNewArray( (size_t)peers->count + 1, sizeof( Peer ) );
	peers->touches = wfNewArray( (size_t)peers->count * (size_t)peers->count + 1, 1 );
	for ( int32_t i = 0; i < peers->count; ++i )
	{
		const wfStressPerson* person = &peers->world->people[i];
		Peer* peer = &peers->list[i];
		*peer = ( Peer ){ .place = wfStressWorld_Turn( peers->world, person->position ), .isThere = true };
		peer->radius = person->radius;
		peer->speed = person->speed;
		peer->reach = wfReachWithin( 0.0, person->radius );
		peer->stopCount = person->stopCount;
	}
}

wfResult wfRunStressPeer( const wfStressWorld* world, const wfStressRunDef* def, wfStressOutcome* outcome, wfError* error )
{
	Peers peers = { .world = world, .def = def, .outcome = outcome };
	peers.course = wfBeginStressCourse( world, def, outcome );
	place( &peers );
	double reach = 0.0;
	for ( int32_t i = 0; i < peers.count; ++i )
	{
		double farthest = peers.list[i].radius + WF_PEER_MOST_SPEED * peers.list[i].speed * WALL_HORIZON;
		reach = wfMax( reach, farthest + WALL_SKIN );
	}
	wfResult result = openGround( &peers, error );
	result = result == wf_ok ? wfCreateWallMap( world->world, 0, reach, &peers.walls ) : result;
	result = result == wf_ok ? run( &peers ) : result;
	uint64_t hash = WF_HASH_START;
	for ( int32_t i = 0; i < peers.count; ++i )
	{
		hash = wfHash( hash, &peers.list[i].place, sizeof( wfVec2 ) );
	}
	outcome->hash = hash;
	if ( peers.walls != NULL )
	{
		wfDestroyWallMap( peers.walls );
	}
	wfGround_Free( &peers.ground );
	free( peers.touches );
	free( peers.list );
	return result;
}
