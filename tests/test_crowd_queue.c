// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Fields that are queued: the same results however their work is shared out and wherever a run is cut, and people who arrive all
// the same.
#include "crowd/crowd.h"
#include "test_crowd.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 24.0
#define HEIGHT 16.0
#define SITES 5
#define LIVELY_AGENTS 14
#define MAX_CROWDS 8
// Millions of operations: a planner of these worlds takes some tens of ticks, an update several.
#define SMALL_BUDGET 0.3

// A world with places where boxes come and go, and crowds in it that are all told the same.
typedef struct Game
{
	wfWorld* world;
	wfShapeId boxes[SITES]; // {0}: not there
	wfGoalId goals[2];
	wfCrowd* crowds[MAX_CROWDS];
	int32_t crowdCount;
	uint64_t seed;
	int32_t edits, orders, refused;
} Game;

// The first two stand at the start; the last covers a goal.
static const wfBox2 s_sites[SITES] = { { { 9.0, 5.0 }, { 11.0, 11.0 } },
									   { { 17.0, 6.0 }, { 18.5, 16.0 } },
									   { { 4.0, 6.0 }, { 5.0, 14.0 } },
									   { { 13.0, 0.0 }, { 14.0, 6.0 } },
									   { { 20.5, 1.0 }, { 23.5, 4.0 } } };

static void putBox( Game* game, int32_t site )
{
	wfBox2 box = s_sites[site];
	game->boxes[site] = addBox( game->world, box.lower.x, box.lower.y, box.upper.x, box.upper.y );
}

static wfCrowdDef getDef( double budget, wfWorkers* workers )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.cellSize = 0.4;
	def.standSeconds = 1.0;
	def.solveBudget = budget;
	def.workers = workers;
	return def;
}

static void makeGame( Game* game, uint64_t seed )
{
	*game = ( Game ){ .world = makeRoom( WIDTH, HEIGHT ), .seed = seed };
	addBox( game->world, 7.0, 0.0, 7.4, 6.0 );
	addBox( game->world, 7.0, 8.0, 7.4, 16.0 );
	addBox( game->world, 15.0, 3.0, 15.4, 13.0 );
	game->goals[0] = addGoalBox( game->world, 21.0, 1.5, 23.0, 3.5 );
	game->goals[1] = addGoalBox( game->world, 0.0, 0.0, 2.0, 16.0 );
	putBox( game, 0 );
	putBox( game, 1 );
}

static wfCrowd* addCrowd( Game* game, double budget, wfWorkers* workers )
{
	static const double radii[3] = { 0.2, 0.35, 0.5 };
	wfCrowdDef def = getDef( budget, workers );
	wfCrowd* crowd = makeCrowdFrom( game->world, &def );
	for ( int32_t k = 0; k < LIVELY_AGENTS; ++k )
	{
		wfAgentDef agent = wfDefaultAgentDef();
		wfStop stop = goalStop( game->goals[0] );
		agent.position = ( wfVec3 ){ 2.0 + 1.2 * ( k % 4 ), 1.0 + 1.2 * ( k / 4 ), 0.0 };
		agent.radius = radii[k % 3];
		agent.atEnd = wf_stayAtEnd;
		agent.stops = k < 3 ? NULL : &stop;
		agent.stopCount = k < 3 ? 0 : 1;
		CHECK( wfCrowd_AddAgent( crowd, &agent, NULL, NULL ) == wf_ok );
	}
	game->crowds[game->crowdCount++] = crowd;
	return crowd;
}

static void endGame( Game* game )
{
	for ( int32_t k = 0; k < game->crowdCount; ++k )
	{
		wfDestroyCrowd( game->crowds[k] );
	}
	wfDestroyWorld( game->world );
}

static double drawOf( const Game* game, int32_t tick, int32_t what )
{
	return wfRandomUnit( game->seed, (uint64_t)tick, (uint64_t)what );
}

static bool isFree( Game* game, wfVec2 place, double radius )
{
	wfFrame frame = wfCrowd_GetFrame( game->crowds[0] );
	bool isFree = wfWorld_GetDistance( game->world, place, 0 ) > radius + 0.01;
	for ( int32_t k = 0; k < frame.count && isFree; ++k )
	{
		double distance = hypot( frame.positions[k].x - place.x, frame.positions[k].y - place.y );
		isFree = distance > radius + (double)frame.radii[k] + 0.01;
	}
	return isFree;
}

static bool isSiteFree( Game* game, int32_t site )
{
	wfFrame frame = wfCrowd_GetFrame( game->crowds[0] );
	wfBox2 box = s_sites[site];
	bool isFree = true;
	for ( int32_t k = 0; k < frame.count && isFree; ++k )
	{
		double x = frame.positions[k].x, y = frame.positions[k].y, r = (double)frame.radii[k] + 0.01;
		isFree = x < box.lower.x - r || x > box.upper.x + r || y < box.lower.y - r || y > box.upper.y + r;
	}
	return isFree;
}

// An order that cannot be followed is taken back, by all alike.
static void order( Game* game, wfAgentId id, wfStop stop )
{
	wfResult first = wf_ok;
	for ( int32_t k = 0; k < game->crowdCount; ++k )
	{
		wfCrowd* crowd = game->crowds[k];
		CHECK( wfCrowd_SetStops( crowd, id, &stop, 1, NULL ) == wf_ok );
		wfResult result = wfCrowd_Prepare( crowd, NULL, NULL, NULL );
		if ( result != wf_ok )
		{
			CHECK( wfCrowd_SetStops( crowd, id, NULL, 0, NULL ) == wf_ok );
			CHECK( wfCrowd_Prepare( crowd, NULL, NULL, NULL ) == wf_ok );
		}
		first = k == 0 ? result : first;
		CHECK( result == first );
	}
	game->orders += 1;
	game->refused += first != wf_ok;
}

static void editWorld( Game* game, int32_t tick )
{
	int32_t site = (int32_t)( SITES * drawOf( game, tick, 1 ) );
	if ( game->boxes[site].index1 != 0 )
	{
		CHECK( wfWorld_RemoveShape( game->world, game->boxes[site] ) == wf_ok );
		game->boxes[site] = ( wfShapeId ){ 0 };
		game->edits += 1;
	}
	else if ( isSiteFree( game, site ) )
	{
		putBox( game, site );
		game->edits += 1;
	}
}

static void addOrRemove( Game* game, int32_t tick )
{
	wfVec2 place = { WIDTH * drawOf( game, tick, 2 ), HEIGHT * drawOf( game, tick, 3 ) };
	double radius = drawOf( game, tick, 4 ) < 0.5 ? 0.25 : 0.35;
	wfAgentId ids[64];
	int32_t count = wfCrowd_GetAgentIds( game->crowds[0], ids, 64 );
	bool adds = count <= LIVELY_AGENTS && isFree( game, place, radius );
	for ( int32_t k = 0; k < game->crowdCount; ++k )
	{
		wfAgentDef agent = wfDefaultAgentDef();
		agent.position = ( wfVec3 ){ place.x, place.y, 0.0 };
		agent.radius = radius;
		agent.atEnd = wf_stayAtEnd;
		if ( adds )
		{
			CHECK( wfCrowd_AddAgent( game->crowds[k], &agent, NULL, NULL ) == wf_ok );
		}
		else if ( count > LIVELY_AGENTS )
		{
			CHECK( wfCrowd_RemoveAgent( game->crowds[k], ids[tick % count] ) == wf_ok );
		}
	}
}

// Orders, edits, people who come and go, of random ticks.
static void play( Game* game, int32_t tick )
{
	if ( drawOf( game, tick, 0 ) < 0.2 )
	{
		editWorld( game, tick );
	}
	if ( drawOf( game, tick, 5 ) < 0.1 )
	{
		addOrRemove( game, tick );
	}
	wfAgentId ids[64];
	int32_t count = wfCrowd_GetAgentIds( game->crowds[0], ids, 64 );
	int32_t orders = drawOf( game, tick, 6 ) < 0.3 ? 2 : 0;
	for ( int32_t k = 0; k < orders; ++k )
	{
		wfAgentId id = ids[(int32_t)( count * drawOf( game, tick, 10 + k ) )];
		double x = WIDTH * drawOf( game, tick, 20 + k ), y = HEIGHT * drawOf( game, tick, 30 + k );
		double kind = drawOf( game, tick, 40 + k );
		order( game, id, kind < 0.5 ? pointStop( x, y ) : goalStop( game->goals[kind < 0.75 ? 0 : 1] ) );
	}
}

// Which kinds of work a queue has gone through.
typedef struct Seen
{
	bool making, remaking, updating, waiting, started, behind, covered;
} Seen;

static void look( const wfCrowd* crowd, Seen* seen )
{
	const wfRoutes* routes = &crowd->ground.routes;
	for ( int32_t k = 0; k < routes->layers.count; ++k )
	{
		const wfRouteLayer* layer = &routes->layers.data[k];
		seen->making = seen->making || ( layer->next != NULL && layer->planner == NULL );
		seen->remaking = seen->remaking || ( layer->next != NULL && layer->planner != NULL );
		seen->updating = seen->updating || ( layer->next == NULL && layer->isInWork );
		seen->behind = seen->behind || layer->isChanged;
	}
	for ( int32_t k = 0; k < routes->targets.count; ++k )
	{
		seen->waiting = seen->waiting || routes->targets.data[k].isWaiting;
		seen->started = seen->started || routes->targets.data[k].isStarted;
		seen->covered = seen->covered || routes->targets.data[k].closed;
	}
}

static void checkSeen( const Seen* seen )
{
	CHECK( seen->making );
	CHECK( seen->remaking );
	CHECK( seen->updating );
	CHECK( seen->waiting );
	CHECK( seen->behind );
	CHECK( seen->covered );
}

// --------------------------------------------------------------------------------------------------------------- the same

static void workAhead( Game* game, int32_t k, int32_t tick, int32_t part )
{
	if ( k == 1 || k == 3 )
	{
		CHECK( wfCrowd_SolveAhead( game->crowds[k], drawOf( game, tick, 100 + 10 * k + part ), NULL ) == wf_ok );
	}
	else if ( k == 4 )
	{
		CHECK( wfCrowd_SolveAhead( game->crowds[k], 1.0, NULL ) == wf_ok );
	}
}

static void runShared( uint64_t seed, double budget, int32_t ticks, Seen* seen )
{
	Game game;
	makeGame( &game, seed );
	wfWorkers* workers[2] = { makeWorkers( 2 ), makeWorkers( 5 ) };
	wfWorkers* ofCrowd[5] = { NULL, NULL, workers[0], workers[1], NULL };
	for ( int32_t k = 0; k < 5; ++k )
	{
		addCrowd( &game, budget, ofCrowd[k] );
	}
	bool same = true;
	for ( int32_t tick = 0; tick < ticks && same; ++tick )
	{
		for ( int32_t k = 1; k < 5; ++k )
		{
			workAhead( &game, k, tick, 0 );
			workAhead( &game, k, tick, 1 );
		}
		look( game.crowds[1], seen );
		play( &game, tick );
		for ( int32_t k = 0; k < 5; ++k )
		{
			workAhead( &game, k, tick, 2 );
			tickTimes( game.crowds[k], 1 );
			same = same && CHECK( wfCrowd_GetHash( game.crowds[k] ) == wfCrowd_GetHash( game.crowds[0] ) );
			same = same && CHECK( areStatesEqual( game.crowds[k], game.crowds[0] ) );
		}
		if ( !same )
		{
			printf( "seed %d, tick %d\n", (int)seed, (int)tick );
		}
	}
	CHECK( game.edits > ticks / 20 && game.orders > ticks / 4 && game.refused < game.orders );
	endGame( &game );
	wfDestroyWorkers( workers[0] );
	wfDestroyWorkers( workers[1] );
}

TEST( ResultsAreTheSameHoweverTheWorkIsSharedOut )
{
	Seen seen = { 0 };
	for ( uint64_t seed = 1; seed <= 4; ++seed )
	{
		runShared( seed, seed % 2 == 0 ? SMALL_BUDGET : 6.0 * SMALL_BUDGET, 150, &seen );
	}
	checkSeen( &seen );
	CHECK( seen.started );
}

// Every tick a crowd is taken to the present state of the first one, and goes on beside it for as many ticks as there are others.
static void runCut( uint64_t seed, int32_t ticks, bool ahead, Seen* seen )
{
	Game game;
	makeGame( &game, seed );
	for ( int32_t k = 0; k < MAX_CROWDS; ++k )
	{
		addCrowd( &game, SMALL_BUDGET, NULL );
	}
	bool same = true;
	for ( int32_t tick = 0; tick < ticks && same; ++tick )
	{
		for ( int32_t k = 0; k < MAX_CROWDS && ahead; ++k )
		{
			CHECK( wfCrowd_SolveAhead( game.crowds[k], 0.5, NULL ) == wf_ok );
		}
		play( &game, tick );
		look( game.crowds[0], seen );
		size_t size;
		void* bytes = saveCrowd( game.crowds[0], &size );
		wfCrowd* other = game.crowds[1 + tick % ( MAX_CROWDS - 1 )];
		same = same && restoreCrowd( other, bytes, size );
		free( bytes );
		same = same && CHECK( areStatesEqual( other, game.crowds[0] ) );
		for ( int32_t k = 0; k < MAX_CROWDS; ++k )
		{
			tickTimes( game.crowds[k], 1 );
			same = same && CHECK( wfCrowd_GetHash( game.crowds[k] ) == wfCrowd_GetHash( game.crowds[0] ) );
		}
		same = same && CHECK( areStatesEqual( game.crowds[1 + ( tick + 1 ) % ( MAX_CROWDS - 1 )], game.crowds[0] ) );
		if ( !same )
		{
			printf( "seed %d, tick %d\n", (int)seed, (int)tick );
		}
	}
	endGame( &game );
}

TEST( RunsMayBeCutAtEveryTickWhileFieldsAreQueued )
{
	Seen seen = { 0 };
	for ( uint64_t seed = 11; seed <= 14; ++seed )
	{
		runCut( seed, 120, seed % 2 == 0, &seen );
	}
	checkSeen( &seen );
	CHECK( seen.started );
}

// ---------------------------------------------------------------------------------------------------------------- people

// Everybody is sent to the goal on the left, with all boxes gone.
static void sendHome( Game* game )
{
	for ( int32_t site = 0; site < SITES; ++site )
	{
		if ( game->boxes[site].index1 != 0 )
		{
			CHECK( wfWorld_RemoveShape( game->world, game->boxes[site] ) == wf_ok );
			game->boxes[site] = ( wfShapeId ){ 0 };
		}
	}
	wfAgentId ids[64];
	int32_t count = wfCrowd_GetAgentIds( game->crowds[0], ids, 64 );
	for ( int32_t k = 0; k < count; ++k )
	{
		order( game, ids[k], goalStop( game->goals[1] ) );
	}
}

static int32_t countAtEnd( wfCrowd* crowd )
{
	wfFrame frame = wfCrowd_GetFrame( crowd );
	int32_t count = 0;
	for ( int32_t k = 0; k < frame.count; ++k )
	{
		count += frame.states[k] == wf_atEnd ? 1 : 0;
	}
	return count;
}

TEST( EverybodyArrivesByQueuedFields )
{
	static const double budgets[4] = { 0.1, SMALL_BUDGET, 3.0, 0.0 };
	for ( int32_t b = 0; b < 4; ++b )
	{
		Game game;
		makeGame( &game, 21 );
		wfCrowd* crowd = addCrowd( &game, budgets[b], NULL );
		Safety least = { INFINITY, INFINITY };
		for ( int32_t tick = 0; tick < 700; ++tick )
		{
			if ( tick < 150 )
			{
				play( &game, tick );
			}
			else if ( tick == 150 )
			{
				sendHome( &game );
			}
			tickTimes( crowd, 1 );
			Safety now = measureSafety( crowd );
			least.leastGap = fmin( least.leastGap, now.leastGap );
			least.leastRoom = fmin( least.leastRoom, now.leastRoom );
		}
		CHECK( least.leastGap >= -1e-6 && least.leastRoom >= -1e-6 );
		CHECK_EQUAL( countAtEnd( crowd ), wfCrowd_GetAgentCount( crowd ) );
		endGame( &game );
	}
}

// ------------------------------------------------------------------------------------------------------------------ work

// A period may end with a step that takes more than is left, and pays for it in the next ones.
TEST( WorkPerTickIsBounded )
{
	Game game;
	makeGame( &game, 31 );
	wfCrowd* crowd = addCrowd( &game, SMALL_BUDGET, NULL );
	const wfRoutes* routes = &crowd->ground.routes;
	double budget = 1e6 * SMALL_BUDGET, sum = 0.0, most = 0.0;
	for ( int32_t tick = 0; tick < 200; ++tick )
	{
		play( &game, tick );
		double before = routes->spent;
		CHECK( wfCrowd_SolveAhead( crowd, 1.0, NULL ) == wf_ok );
		double work = routes->spent - before;
		sum += work;
		most = fmax( most, work );
		CHECK( work == 0.0 || before < budget );
		tickTimes( crowd, 1 );
	}
	// The order and the analysis of 2400 cells are the largest steps here.
	CHECK( most < budget + 1.0e6 && most > 0.5 * budget );
	CHECK( sum < 200.0 * budget + 1.0e6 && sum > 20.0 * budget );
	endGame( &game );
}

static bool isAllReady( const wfCrowd* crowd )
{
	bool ready = true;
	for ( int32_t k = 0; k < crowd->ground.routes.layers.count; ++k )
	{
		const wfRouteLayer* layer = &crowd->ground.routes.layers.data[k];
		ready = ready && layer->planner != NULL && layer->next == NULL && !layer->isInWork && !layer->isChanged;
	}
	for ( int32_t k = 0; k < crowd->ground.routes.targets.count; ++k )
	{
		const wfTarget* target = &crowd->ground.routes.targets.data[k];
		ready = ready && !target->isWaiting && ( target->layer < 0 || target->closed || target->field != NULL );
	}
	return ready;
}

TEST( SolvingAllThatIsQueuedLeavesNothing )
{
	Game game;
	makeGame( &game, 41 );
	wfCrowd* crowd = addCrowd( &game, SMALL_BUDGET, NULL );
	CHECK( wfCrowd_Prepare( crowd, NULL, NULL, NULL ) == wf_ok );
	CHECK( !isAllReady( crowd ) );
	for ( int32_t tick = 0; tick < 40; ++tick )
	{
		CHECK( wfCrowd_SolveQueued( crowd, NULL ) == wf_ok );
		CHECK( isAllReady( crowd ) );
		play( &game, tick );
		CHECK( wfCrowd_Prepare( crowd, NULL, NULL, NULL ) == wf_ok );
		tickTimes( crowd, 1 );
	}
	endGame( &game );
}

// Bytes of the queue in a state are changed and its hash is put right, as a forger would.
TEST( ForgedQueuesHarmNothing )
{
	Game game;
	makeGame( &game, 51 );
	wfCrowd* crowd = addCrowd( &game, SMALL_BUDGET, NULL );
	int32_t refused = 0, taken = 0;
	for ( int32_t tick = 0; tick < 40; ++tick )
	{
		play( &game, tick );
		size_t size;
		uint8_t* bytes = saveCrowd( crowd, &size );
		uint8_t* forged = malloc( size );
		size_t agents = 400 + (size_t)crowd->population.slotCount * sizeof( wfAgent );
		for ( int32_t k = 0; k < 12; ++k )
		{
			uint64_t draw = (uint64_t)( 12 * tick + k );
			memcpy( forged, bytes, size );
			size_t place = agents + (size_t)( wfRandomUnit( 5, 1, draw ) * (double)( size - agents - 8 ) );
			uint64_t noise = wfRandomBits( 5, 2, draw );
			memcpy( forged + place, &noise, k % 3 == 0 ? 8 : 1 );
			putHashRight( forged, size );
			wfResult result = wfCrowd_Restore( crowd, forged, size, NULL );
			refused += result != wf_ok ? 1 : 0;
			taken += result == wf_ok ? 1 : 0;
			if ( result == wf_ok )
			{
				wfCrowd_Tick( crowd, NULL );
				wfCrowd_SolveQueued( crowd, NULL );
				wfCrowd_Tick( crowd, NULL );
			}
		}
		CHECK( restoreCrowd( crowd, bytes, size ) );
		free( forged );
		free( bytes );
		tickTimes( crowd, 1 );
	}
	CHECK( refused > 10 && taken > 10 );
	endGame( &game );
}

void runQueueTests( int argc, char** argv )
{
	RUN_THREADED( ResultsAreTheSameHoweverTheWorkIsSharedOut );
	RUN( RunsMayBeCutAtEveryTickWhileFieldsAreQueued );
	RUN( EverybodyArrivesByQueuedFields );
	RUN( WorkPerTickIsBounded );
	RUN( SolvingAllThatIsQueuedLeavesNothing );
	RUN( ForgedQueuesHarmNothing );
}
