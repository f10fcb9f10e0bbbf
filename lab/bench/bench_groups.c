// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield-lab bench groups`: what orders cost where many units get one, how many fields they take and when everybody moves,
// what a frame of two armies costs, and ten thousand orders in one tick.
#include "measures.h"

#include "crowd/crowd.h"
#include "wayfield/groups.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SIDE 128.0		  // metres of the town
#define BUDGET 20.0		  // million operations in a tick, as the game among the examples has
#define TICK_SECONDS 0.1  // of the town
#define FRAME 0.033		  // seconds of the frames of two armies
#define FIELD_SECONDS 0.2 // all fields of an order, at most
#define MOVED 0.01		  // metres: who has gone so far has moved
#define MOST_UNITS 1000	  // of an army
#define LATER_TICKS 30	  // after an order, before the next

// ------------------------------------------------------------------------------------------------------------------- worlds

static wfWorld* makeWorld( double width, double height )
{
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds.upper = ( wfVec2 ){ width, height };
	wfWorld* world = NULL;
	wfExpect( wfCreateWorld( &def, &world, &wf_error ) );
	return world;
}

static void addBuilding( wfWorld* world, double x, double y, double half )
{
	wfShapeDef def = wfDefaultShapeDef();
	def.center = ( wfVec2 ){ x, y };
	def.halfSize = ( wfVec2 ){ half, half };
	wfExpect( wfWorld_AddShape( world, &def, NULL, &wf_error ) );
}

// Buildings of 3 to 7 tiles at random, but for the squares where units start and where they are sent.
static wfWorld* makeTown( void )
{
	wfWorld* world = makeWorld( SIDE, SIDE );
	uint64_t counter = 0;
	for ( int32_t k = 0; k < 110; ++k )
	{
		double x = floor( 4.0 + 120.0 * wfRandomUnit( 5, 1, counter++ ) ),
			   y = floor( 4.0 + 120.0 * wfRandomUnit( 5, 1, counter++ ) );
		double half = 0.5 * floor( 3.0 + 5.0 * wfRandomUnit( 5, 1, counter++ ) );
		if ( hypot( x - 24.0, y - 24.0 ) > 26.0 && hypot( x - 100.0, y - 100.0 ) > 22.0 )
		{
			addBuilding( world, x, y, half );
		}
	}
	return world;
}

static wfCrowd* makeCrowd( wfWorld* world, const wfCrowdDef* def )
{
	wfGroundDef ground = wfMakePlaneGround( world );
	wfCrowd* crowd = NULL;
	wfExpect( wfCreateCrowd( &ground, def, &crowd, &wf_error ) );
	return crowd;
}

// Of three sizes, so far apart that the largest stand side by side.
static void addUnits( wfCrowd* crowd, int32_t count, wfAgentId* units )
{
	static const double radii[3] = { 0.3, 0.5, 0.9 };
	int32_t files = (int32_t)ceil( sqrt( count ) );
	for ( int32_t k = 0; k < count; ++k )
	{
		wfAgentDef def = wfDefaultAgentDef();
		def.position = ( wfVec3 ){ 10.0 + 2.0 * ( k % files ), 10.0 + 2.0 * ( k / files ), 0.0 };
		def.radius = radii[k % 10 < 6 ? 0 : k % 10 < 9 ? 1 : 2];
		def.desiredSpeed = 3.0;
		def.atEnd = wf_stayAtEnd;
		wfExpect( wfCrowd_AddAgent( crowd, &def, &units[k], &wf_error ) );
	}
}

// ----------------------------------------------------------------------------------------------------------- an order for all

typedef enum OrderWay
{
	inFormation,
	freely,
	toPoints // each alone, to a point of its own
} OrderWay;

static const char* const s_ways[] = { "in formation", "freely", "to points" };

typedef struct Town
{
	const wfBench* base;
	wfWorld* world;
	wfCrowd* crowd;
	wfGroupId group;
	OrderWay way;
	int32_t count;
	wfAgentId units[MOST_UNITS];
} Town;

typedef struct OrderCost
{
	double seconds;		// of the next tick; where fields are queued of all ticks until they are ready
	double longest;		// of these
	double moved;		// share of units, in the next tick
	int32_t ticks;		// until the fields are ready
	int32_t fieldsMade; // that were not there before
} OrderCost;

static void sendTo( Town* town, wfVec2 place )
{
	if ( town->way != toPoints )
	{
		wfGroupOrder order = wfDefaultGroupOrder( town->way == freely ? wf_moveOrder : wf_formationOrder );
		order.to = wfMakePointStop( ( wfVec3 ){ place.x, place.y, 0.0 } );
		wfExpect( wfCrowd_OrderGroup( town->crowd, town->group, &order, &wf_error ) );
		return;
	}
	int32_t files = (int32_t)ceil( sqrt( town->count ) );
	for ( int32_t k = 0; k < town->count; ++k )
	{
		double x = place.x + 2.0 * ( k % files - 0.5 * files ), y = place.y + 2.0 * ( k / files - 0.5 * files );
		wfStop stop = wfMakePointStop( ( wfVec3 ){ x, y, 0.0 } );
		wfExpect( wfCrowd_SetStops( town->crowd, town->units[k], &stop, 1, &wf_error ) );
	}
}

// Fields that there are, or are queued, and how many of them wait.
static int32_t countFields( const wfCrowd* crowd, int32_t* waiting )
{
	int32_t count = 0;
	*waiting = 0;
	for ( int32_t k = 0; k < crowd->ground.routes.targets.count; ++k )
	{
		const wfTarget* target = &crowd->ground.routes.targets.data[k];
		*waiting += target->layer >= 0 && target->isWaiting ? 1 : 0;
		count += target->layer >= 0 && ( target->field != NULL || target->isWaiting ) ? 1 : 0;
	}
	return count;
}

static double tick( const Town* town )
{
	double start = wfBench_GetSeconds( town->base );
	wfExpect( wfCrowd_Tick( town->crowd, &wf_error ) );
	return wfBench_GetSeconds( town->base ) - start;
}

static OrderCost measureOrder( Town* town, wfVec2 place )
{
	OrderCost cost = { 0 };
	static wfVec3 before[MOST_UNITS];
	int32_t waiting, had = countFields( town->crowd, &waiting ), moved = 0;
	for ( int32_t k = 0; k < town->count; ++k )
	{
		before[k] = wfCrowd_GetAgent( town->crowd, town->units[k] ).position;
	}
	sendTo( town, place );
	do
	{
		double seconds = tick( town );
		cost.seconds += seconds;
		cost.longest = fmax( cost.longest, seconds );
		cost.ticks += 1;
		if ( cost.ticks == 1 )
		{
			cost.fieldsMade = countFields( town->crowd, &waiting ) - had;
			for ( int32_t k = 0; k < town->count; ++k )
			{
				wfVec3 now = wfCrowd_GetAgent( town->crowd, town->units[k] ).position;
				moved += hypot( now.x - before[k].x, now.y - before[k].y ) > MOVED;
			}
		}
		countFields( town->crowd, &waiting );
	}
	while ( waiting > 0 && cost.ticks < 1000 );
	cost.moved = (double)moved / town->count;
	return cost;
}

static void openTown( Town* town, double cellSize, double budget )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.cellSize = cellSize;
	def.solveBudget = budget;
	def.tickSeconds = TICK_SECONDS;
	town->world = makeTown();
	town->crowd = makeCrowd( town->world, &def );
	addUnits( town->crowd, town->count, town->units );
	if ( town->way != toPoints )
	{
		wfGroupDef group = wfDefaultGroupDef();
		group.formation.kind = wf_boxFormation;
		group.formation.spacing = 2.0;
		group.members = town->units;
		group.memberCount = town->count;
		wfExpect( wfCrowd_CreateGroup( town->crowd, &group, &town->group, &wf_error ) );
	}
	wfExpect( wfCrowd_Prepare( town->crowd, NULL, NULL, &wf_error ) );
	wfExpect( wfCrowd_SolveQueued( town->crowd, &wf_error ) );
	tick( town );
}

static void closeTown( Town* town )
{
	wfDestroyCrowd( town->crowd );
	wfDestroyWorld( town->world );
}

static void measureWay( wfMeasures* bench, OrderWay way, double cellSize )
{
	static Town town;
	bool quick = bench->base->quick;
	char name[40];
	town = ( Town ){ .base = bench->base, .way = way, .count = quick ? 40 : 200 };
	snprintf( name, sizeof( name ), cellSize > 0.0 ? "%d %s, %g m" : "%d %s", town.count, s_ways[way], cellSize );
	wfBench_ReportProgress( name, "at once" );
	openTown( &town, cellSize, 0.0 );
	OrderCost first = measureOrder( &town, ( wfVec2 ){ 100.0, 100.0 } );
	for ( int32_t k = 0; k < LATER_TICKS; ++k )
	{
		tick( &town );
	}
	OrderCost second = measureOrder( &town, ( wfVec2 ){ 96.0, 104.0 } );
	double usual = tick( &town );
	addBuilding( town.world, 64.0, 64.0, 2.0 );
	double edited = tick( &town );
	closeTown( &town );
	wfMeasures_Add( bench, name, "the first order, with planners", 1e3 * first.seconds, "ms", NAN, NAN );
	wfMeasures_Add( bench, name, "fields made for it", first.fieldsMade, "", way == toPoints ? NAN : 1.0, NAN );
	wfMeasures_Add( bench, name, "a later order, the next tick", 1e3 * second.seconds, "ms", quick ? NAN : 1e3 * FIELD_SECONDS,
					NAN );
	wfMeasures_Add( bench, name, "units that move in this tick", 100.0 * second.moved, "%", NAN, NAN );
	wfMeasures_Add( bench, name, "the tick after a building", 1e3 * edited, "ms", NAN, NAN );
	wfMeasures_Add( bench, name, "a tick otherwise", 1e3 * usual, "ms", NAN, NAN );
}

// Where fields are queued.
static void measureQueued( wfMeasures* bench, OrderWay way )
{
	static Town town;
	bool quick = bench->base->quick;
	char name[40];
	town = ( Town ){ .base = bench->base, .way = way, .count = quick ? 40 : 200 };
	snprintf( name, sizeof( name ), "%d %s, queued", town.count, s_ways[way] );
	wfBench_ReportProgress( name, "queued" );
	openTown( &town, 1.0, BUDGET );
	OrderCost cost = measureOrder( &town, ( wfVec2 ){ 100.0, 100.0 } );
	closeTown( &town );
	wfMeasures_Add( bench, name, "ticks until its fields are ready", cost.ticks, "", NAN, NAN );
	wfMeasures_Add( bench, name, "all these ticks", 1e3 * cost.seconds, "ms", quick ? NAN : 1e3 * FIELD_SECONDS, NAN );
	wfMeasures_Add( bench, name, "the longest of them", 1e3 * cost.longest, "ms", NAN, NAN );
	wfMeasures_Add( bench, name, "units that move in the first", 100.0 * cost.moved, "%", NAN, NAN );
}

// --------------------------------------------------------------------------------------------------------------- two armies

typedef struct Battle
{
	double mean, worst; // seconds of a frame: a tick takes its part of each frame until the next
	double longest;		// of a tick
} Battle;

// They walk at each other over a field of boulders, and stop at range.
static Battle fight( const wfBench* clock, wfWorkers* workers, bool large, int32_t count, int32_t ticks )
{
	wfWorld* world = makeWorld( 120.0, 80.0 );
	for ( int32_t k = 0; k < 12; ++k )
	{
		addBuilding( world, 45.0 + 30.0 * wfRandomUnit( 6, 1, 2 * (uint64_t)k ), 80.0 * wfRandomUnit( 6, 1, 2 * (uint64_t)k + 1 ),
					 0.8 );
	}
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.workers = workers;
	def.solveBudget = BUDGET; // those who stand become costly ground, which fields have to follow
	wfCrowd* crowd = makeCrowd( world, &def );
	wfStyleDef style = wfDefaultStyleDef( wf_defaultPreset );
	style.mapSize = large ? 33 : style.mapSize;
	style.mapAdapts = style.mapAdapts && !large;
	wfStyleId soldier;
	wfExpect( wfCrowd_AddStyle( crowd, &style, &soldier, &wf_error ) );
	wfGroupId armies[2];
	static wfAgentId members[MOST_UNITS];
	for ( int32_t side = 0; side < 2; ++side )
	{
		for ( int32_t k = 0; k < count; ++k )
		{
			wfAgentDef agent = wfDefaultAgentDef();
			agent.position = ( wfVec3 ){ ( side == 0 ? 5.0 : 91.0 ) + 1.2 * ( k % 20 ), 10.0 + 1.2 * ( k / 20 ), 0.0 };
			agent.style = soldier;
			agent.atEnd = wf_stayAtEnd;
			wfExpect( wfCrowd_AddAgent( crowd, &agent, &members[k], &wf_error ) );
		}
		wfGroupDef army = wfDefaultGroupDef();
		army.formation.kind = wf_boxFormation;
		army.formation.spacing = 1.2;
		army.members = members;
		army.memberCount = count;
		wfExpect( wfCrowd_CreateGroup( crowd, &army, &armies[side], &wf_error ) );
	}
	for ( int32_t side = 0; side < 2; ++side )
	{
		wfGroupOrder order = wfDefaultGroupOrder( wf_attackOrder );
		order.to = wfMakePointStop( ( wfVec3 ){ side == 0 ? 103.0 : 17.0, 26.0, 0.0 } );
		order.enemies = &armies[1 - side];
		order.enemyCount = 1;
		wfExpect( wfCrowd_OrderGroup( crowd, armies[side], &order, &wf_error ) );
	}
	wfExpect( wfCrowd_Prepare( crowd, NULL, NULL, &wf_error ) );
	wfExpect( wfCrowd_SolveQueued( crowd, &wf_error ) );
	Battle battle = { 0 };
	double frames = wfCrowd_GetDef( crowd ).tickSeconds / FRAME, sum = 0.0;
	for ( int32_t k = 0; k < ticks; ++k )
	{
		double start = wfBench_GetSeconds( clock );
		wfExpect( wfCrowd_Tick( crowd, &wf_error ) );
		double seconds = wfBench_GetSeconds( clock ) - start;
		sum += seconds;
		battle.longest = fmax( battle.longest, seconds );
	}
	battle.mean = sum / ticks / frames;
	battle.worst = battle.longest / frames;
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
	return battle;
}

static void measureArmies( wfMeasures* bench )
{
	bool quick = bench->base->quick;
	int32_t count = quick ? 60 : 500, ticks = quick ? 20 : 200;
	for ( int32_t k = 0; k < 4; ++k )
	{
		bool pair = k % 2 == 1, large = k >= 2;
		char name[40], text[56];
		snprintf( name, sizeof( name ), "%d against %d%s", count, count, large ? ", 33 x 33" : "" );
		wfBench_ReportProgress( name, pair ? "two threads" : "one thread" );
		// Two threads by time as it passes.
		Battle battle = fight( pair ? NULL : bench->base, pair ? bench->pair : NULL, large, count, ticks );
		snprintf( text, sizeof( text ), "a frame of 33 ms, %s thread%s: mean", pair ? "two" : "one", pair ? "s" : "" );
		wfMeasures_Add( bench, name, text, 1e3 * battle.mean, "ms", NAN, NAN );
		snprintf( text, sizeof( text ), "a frame of 33 ms, %s thread%s: worst", pair ? "two" : "one", pair ? "s" : "" );
		wfMeasures_Add( bench, name, text, 1e3 * battle.worst, "ms", NAN, NAN );
		snprintf( text, sizeof( text ), "the longest tick, %s thread%s", pair ? "two" : "one", pair ? "s" : "" );
		wfMeasures_Add( bench, name, text, 1e3 * battle.longest, "ms", NAN, NAN );
	}
}

// --------------------------------------------------------------------------------------------------------------- many orders

// Orders in one tick, in turns to groups of one size.
static void measureMany( wfMeasures* bench, int32_t groups, int32_t members )
{
	int32_t orders = bench->base->quick ? 500 : 10000, files = (int32_t)ceil( sqrt( groups * members ) );
	wfWorld* world = makeTown();
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.cellSize = 1.0;
	def.tickSeconds = TICK_SECONDS;
	wfCrowd* crowd = makeCrowd( world, &def );
	wfAgentId* ids = wfNewArray( (size_t)members, sizeof( wfAgentId ) );
	wfGroupId* made = wfNewArray( (size_t)groups, sizeof( wfGroupId ) );
	for ( int32_t k = 0; k < groups; ++k )
	{
		for ( int32_t n = 0; n < members; ++n )
		{
			int32_t at = k * members + n;
			wfAgentDef agent = wfDefaultAgentDef();
			agent.position = ( wfVec3 ){ 6.0 + 0.8 * ( at % files ), 6.0 + 0.8 * ( at / files ), 0.0 };
			wfExpect( wfCrowd_AddAgent( crowd, &agent, &ids[n], &wf_error ) );
		}
		wfGroupDef group = wfDefaultGroupDef();
		group.formation.kind = wf_boxFormation;
		group.formation.spacing = 0.8;
		group.members = ids;
		group.memberCount = members;
		wfExpect( wfCrowd_CreateGroup( crowd, &group, &made[k], &wf_error ) );
	}
	wfExpect( wfCrowd_Tick( crowd, &wf_error ) );
	char name[40];
	snprintf( name, sizeof( name ), groups == 1 ? "%d group of %d" : "%d groups of %d", groups, members );
	wfBench_ReportProgress( name, "orders" );
	double start = wfBench_GetSeconds( bench->base );
	for ( int32_t k = 0; k < orders; ++k )
	{
		wfGroupOrder order = wfDefaultGroupOrder( wf_formationOrder );
		order.to = wfMakePointStop( ( wfVec3 ){ 100.0 + 0.002 * k, 100.0, 0.0 } );
		order.queued = k % 2 == 1;
		wfExpect( wfCrowd_OrderGroup( crowd, made[k % groups], &order, &wf_error ) );
	}
	double given = wfBench_GetSeconds( bench->base ) - start;
	start = wfBench_GetSeconds( bench->base );
	wfExpect( wfCrowd_Tick( crowd, &wf_error ) );
	double first = wfBench_GetSeconds( bench->base ) - start;
	start = wfBench_GetSeconds( bench->base );
	wfExpect( wfCrowd_Tick( crowd, &wf_error ) );
	double later = wfBench_GetSeconds( bench->base ) - start;
	char text[56];
	snprintf( text, sizeof( text ), "%d orders in a tick, each", orders );
	wfMeasures_Add( bench, name, text, 1e6 * given / orders, "us", NAN, NAN );
	wfMeasures_Add( bench, name, "the tick after them, with planners", 1e3 * first, "ms", NAN, NAN );
	wfMeasures_Add( bench, name, "the one after that", 1e3 * later, "ms", NAN, NAN );
	free( ids );
	free( made );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

int wfBenchGroups( const wfBench* base )
{
	static wfMeasures bench;
	wfBeginMeasures( &bench, base, false );
	for ( int32_t way = inFormation; way <= toPoints; ++way )
	{
		measureWay( &bench, (OrderWay)way, 1.0 );
		measureWay( &bench, (OrderWay)way, 0.0 );
		measureQueued( &bench, (OrderWay)way );
	}
	measureArmies( &bench );
	measureMany( &bench, 1, base->quick ? 20 : 200 );
	measureMany( &bench, base->quick ? 20 : 1000, 2 );
	measureMany( &bench, 1, base->quick ? 300 : 2500 );
	return wfMeasures_End( &bench );
}
