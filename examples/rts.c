// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A real-time strategy game without a screen: 200 soldiers, buggies and tanks on a map of 128 x 128 tiles. A player selects some
// of them every two seconds and gives the group an order: in formation, freely, along a sketch, at another group. Every five
// seconds there is a building more. It runs 60 frames a second on one thread, and measures what the crowd takes of each.
//
// It draws a picture, and reads maps and logs of orders, so it needs the library wayfield-io:
//   cc rts.c -o rts $(pkg-config --cflags --libs wayfield-io)
// usage: rts [--seconds N] [--seed N] [--units N] [--map FILE] [--picture FILE.svg] [--log FILE.json] [--replay FILE.json]
// [--json]
// --log keeps what the player ordered; --replay plays that again, with the same seed, and ends with the same hash.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wayfield/io.h>
#include <wayfield/orders.h>
#include <wayfield/picture.h>
#include <wayfield/wayfield.h>

#define FRAMES_PER_SECOND 60
#define TICK_SECONDS 0.1  // between the crowd's decisions
#define SOLVE_BUDGET 20.0 // million operations on fields per tick: about 5 ms, spread over its six frames
#define SIDE 128		  // tiles of 1 m
#define SCREEN 30.0		  // metres from its middle to its sides
#define SPACING 2.0		  // metres: the largest units stand side by side
#define PLAIN 24.0		  // metres around the middle of the map that are left open
#define MAX_UNITS 400	  // on the plain at the beginning
#define MAX_BUILDINGS 24  // when there are so many, an old one goes first

// Soldiers, buggies and tanks: metres, metres per second. Soldiers are of kind 0 and may enter swamps, vehicles of kind 1.
static const double s_radii[3] = { 0.3, 0.5, 0.9 }, s_speeds[3] = { 3.0, 6.0, 4.0 };
static const wfVec2 s_buildings[4] = { { 2.0, 2.0 }, { 4.0, 4.0 }, { 6.0, 3.0 }, { 3.0, 8.0 } }; // metres, and tiles

// What the game keeps of a unit. Its index is the agent's `userData`.
typedef struct Unit
{
	wfAgentId id;
	int type;
} Unit;

typedef struct Memory
{
	size_t bytes, peak;
} Memory;

typedef struct Game
{
	// Options of the command line.
	int seconds, unitCount, seed;
	const char *map, *picture, *logTo, *replay; // null: none
	bool json;

	wfWorld* world;
	wfCrowd* crowd;
	wfOrderLog* log; // all that groups are told goes through it
	wfStyleId style; // of all units
	int drawer;		 // who draws random numbers: 0 the map and the player, 1 who builds, whether the player is there or not
	uint64_t draws[2];
	Unit units[MAX_UNITS];
	wfShapeId buildings[MAX_BUILDINGS]; // the oldest first
	int buildingCount;
	double behind; // seconds for which the crowd has not ticked yet

	// The report.
	bool hasOrder, hasEdit; // since the last tick, which does most of the work for both
	double* frameMs;
	double orderMs, buildingMs; // of the worst frame that had such a tick
	int frames, orders, sent, arrived, built, rows;
	int events[wf_groupEventKindCount];
	long overlaps;
	wfVec3 stood[MAX_UNITS]; // where units were when all of them got an order
	int waited, slowest;	 // ticks since then, -1: they move; the most
} Game;

static wfVec2 at( double x, double y )
{
	wfVec2 place = { x, y };
	return place;
}

static double draw( Game* game, double lower, double upper )
{
	return lower + ( upper - lower ) * wfRandomUnit( (uint64_t)game->seed, (uint64_t)game->drawer, game->draws[game->drawer]++ );
}

static wfVec2 drawPlace( Game* game, double lower, double upper )
{
	double x = draw( game, lower, upper ); // the order of arguments would be the compiler's choice
	return at( x, draw( game, lower, upper ) );
}

static double square( double x, double y )
{
	return x * x + y * y;
}

// --------------------------------------------------------------------------------------------------------------- memory

// The library's own account of its memory: each allocation passes through these two. Unlike the resident set of the process it is
// the same in every run, and free of what the C library keeps for later.
static void* allocateForGame( size_t size, size_t alignment, void* context )
{
	Memory* memory = (Memory*)context;
	void* block = aligned_alloc( alignment, ( size + alignment - 1 ) / alignment * alignment );
	memory->bytes += block != NULL ? size : 0;
	memory->peak = memory->bytes > memory->peak ? memory->bytes : memory->peak;
	return block;
}

static void freeForGame( void* block, size_t size, void* context )
{
	( (Memory*)context )->bytes -= size;
	free( block );
}

// ------------------------------------------------------------------------------------------------------------------ map

// Rock, water or swamp, but for the plain in the middle.
static void fillDisc( uint8_t* tiles, wfVec2 center, double radius )
{
	for ( int tile = 0; tile < SIDE * SIDE; ++tile )
	{
		double x = tile % SIDE + 0.5, y = tile / SIDE + 0.5;
		bool inside = square( x - center.x, y - center.y ) <= radius * radius;
		tiles[tile] |= inside && square( x - 0.5 * SIDE, y - 0.5 * SIDE ) > PLAIN * PLAIN;
	}
}

// A winding ridge of rocks with gaps of one to three tiles.
static void addRidge( Game* game, uint8_t* tiles )
{
	wfVec2 place = drawPlace( game, 0.0, SIDE );
	wfVec2 step = drawPlace( game, -1.0, 1.0 );
	double solid = 8.0, gap = 0.0;
	for ( int k = 0; k < 40; ++k )
	{
		wfVec2 bend = drawPlace( game, -0.3, 0.3 );
		double x = step.x + bend.x, y = step.y + bend.y, length = sqrt( square( x, y ) ) + 1e-9;
		step = at( x / length, y / length );
		place = at( place.x + step.x, place.y + step.y );
		if ( solid > 0.0 )
		{
			fillDisc( tiles, place, 1.0 );
			gap = 2.0 + floor( draw( game, 1.0, 4.0 ) ); // between centres of rocks that reach a metre into it
		}
		solid = solid <= -gap ? draw( game, 5.0, 15.0 ) : solid - 1.0;
	}
}

// Tiles go into the world as one picture: the cheapest way for what never changes.
static wfResult addTiles( Game* game, const uint8_t* tiles, wfShapeRole role, wfError* error )
{
	wfShapeDef def = wfDefaultShapeDef();
	def.kind = wf_imageShape;
	def.role = role;
	def.kinds = 1u; // of terrain: for soldiers alone
	def.cells = tiles;
	def.width = def.height = SIDE;
	def.pixelSize = 1.0;
	return wfWorld_AddShape( game->world, &def, NULL, error );
}

static wfResult createMap( Game* game, wfError* error )
{
	static uint8_t rocks[SIDE * SIDE], swamp[SIDE * SIDE];
	for ( int k = 0; k < 12; ++k )
	{
		addRidge( game, rocks );
	}
	for ( int k = 0; k < 40; ++k )
	{
		double radius = k < 32 ? draw( game, 0.8, 2.0 ) : draw( game, 4.0, 9.0 ); // rocks, lakes
		fillDisc( rocks, drawPlace( game, 0.0, SIDE ), radius );
	}
	for ( int k = 0; k < 6; ++k )
	{
		fillDisc( swamp, drawPlace( game, 0.0, SIDE ), draw( game, 3.0, 8.0 ) );
	}
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds.upper = at( SIDE, SIDE );
	wfResult result = wfCreateWorld( &worldDef, &game->world, error );
	result = result == wf_ok ? addTiles( game, rocks, wf_obstacleRole, error ) : result;
	return result == wf_ok ? addTiles( game, swamp, wf_terrainRole, error ) : result;
}

// A map of the MovingAI benchmarks, whose tiles are a metre, or any other world that there is a reader for.
static wfResult readMap( Game* game, wfError* error )
{
	wfReadDef def = wfDefaultReadDef();
	static wfScenario scenario; // empty
	wfResult result = wfReadScenario( game->map, &def, &scenario, error );
	game->world = scenario.world;
	scenario.world = NULL;
	wfScenario_Free( &scenario );
	return result;
}

static wfVec2 drawOnMap( Game* game )
{
	wfBox2 bounds = wfWorld_GetBounds( game->world );
	double x = draw( game, bounds.lower.x, bounds.upper.x );
	return at( x, draw( game, bounds.lower.y, bounds.upper.y ) );
}

// ------------------------------------------------------------------------------------------------------------ buildings

// An edit never moves anybody, so the game sees to it that no unit is in a new building. Who is on its way through there goes
// around it.
static bool isSite( Game* game, wfVec2 center, wfVec2 size )
{
	// A lane is left around it.
	bool isFree = wfWorld_GetDistance( game->world, center, 0 ) >= 0.5 * sqrt( square( size.x, size.y ) ) + 1.0;
	wfFrame frame = wfCrowd_GetFrame( game->crowd );
	for ( int32_t i = 0; i < frame.count && isFree; ++i )
	{
		double x = fabs( frame.positions[i].x - center.x ) - 0.5 * size.x;
		double y = fabs( frame.positions[i].y - center.y ) - 0.5 * size.y;
		double radius = s_radii[game->units[frame.userData[i]].type];
		isFree = square( fmax( x, 0.0 ), fmax( y, 0.0 ) ) > radius * radius;
	}
	return isFree;
}

static wfResult addBuilding( Game* game, wfError* error )
{
	wfShapeDef def = wfDefaultShapeDef();
	for ( int attempt = 0; attempt < 200; ++attempt )
	{
		wfVec2 size = s_buildings[(int)draw( game, 0.0, 4.0 )], place = drawOnMap( game );
		def.halfSize = at( 0.5 * size.x, 0.5 * size.y );
		def.center = at( floor( place.x ) + def.halfSize.x, floor( place.y ) + def.halfSize.y ); // on tiles
		if ( isSite( game, def.center, size ) )
		{
			wfResult result = wfWorld_AddShape( game->world, &def, &game->buildings[game->buildingCount], error );
			game->buildingCount += result == wf_ok ? 1 : 0;
			return result;
		}
	}
	return wf_ok; // no room: the player tries again later
}

// Every third building takes the place of the oldest.
static wfResult build( Game* game, wfError* error )
{
	wfResult result = wf_ok;
	game->drawer = 1;
	if ( game->buildingCount == MAX_BUILDINGS || ( game->built % 3 == 2 && game->buildingCount > 0 ) )
	{
		result = wfWorld_RemoveShape( game->world, game->buildings[0] );
		game->buildingCount -= 1;
		memmove( game->buildings, game->buildings + 1, (size_t)game->buildingCount * sizeof( game->buildings[0] ) );
	}
	int before = game->buildingCount;
	result = result == wf_ok ? addBuilding( game, error ) : result;
	game->drawer = 0;
	game->built += game->buildingCount - before;
	game->hasEdit = true;
	return result;
}

// ------------------------------------------------------------------------------------------------------------ selection

// Who is around a place, as in a box that the player drags: the nearest `count` units.
static void selectUnits( Game* game, wfVec3 place, int count, wfAgentId* selected )
{
	bool isTaken[MAX_UNITS] = { false };
	for ( int k = 0; k < count; ++k )
	{
		int nearest = -1;
		double least = INFINITY;
		for ( int i = 0; i < game->unitCount; ++i )
		{
			wfVec3 at = wfCrowd_GetAgent( game->crowd, game->units[i].id ).position;
			double away = square( at.x - place.x, at.y - place.y );
			nearest = away < least && !isTaken[i] ? i : nearest;
			least = away < least && !isTaken[i] ? away : least;
		}
		isTaken[nearest] = true;
		selected[k] = game->units[nearest].id;
	}
}

// They become a group, and leave those that they were in.
static wfResult selectGroup( Game* game, int count, wfGroupId* group, wfError* error )
{
	static const wfFormationKind kinds[5] = { wf_boxFormation, wf_wedgeFormation, wf_lineFormation, wf_staggeredFormation,
											  wf_columnFormation };
	wfAgentId selected[MAX_UNITS];
	int unit = (int)draw( game, 0.0, game->unitCount );
	selectUnits( game, wfCrowd_GetAgent( game->crowd, game->units[unit].id ).position, count, selected );
	wfGroupDef def = wfDefaultGroupDef();
	def.formation.kind = count == game->unitCount ? wf_boxFormation : kinds[(int)draw( game, 0.0, 5.0 )];
	def.formation.spacing = SPACING;
	def.formation.rankOfKind[1] = 1; // vehicles behind soldiers
	def.members = selected;
	def.memberCount = count;
	return wfOrderLog_CreateGroup( game->log, game->crowd, &def, NULL, group, error );
}

// A group that is there already, or a new one.
static wfResult findGroup( Game* game, wfGroupId* group, wfError* error )
{
	int unit = (int)draw( game, 0.0, game->unitCount );
	*group = wfCrowd_GetGroupOf( game->crowd, game->units[unit].id );
	bool isThere = wfCrowd_IsGroupValid( game->crowd, *group );
	return isThere ? wf_ok : selectGroup( game, 1 + (int)draw( game, 0.0, game->unitCount / 8.0 ), group, error );
}

static void dropEmptyGroups( Game* game )
{
	wfGroupId groups[MAX_UNITS];
	int32_t count = wfCrowd_GetGroupIds( game->crowd, groups, MAX_UNITS );
	for ( int32_t k = 0; k < count && k < MAX_UNITS; ++k )
	{
		if ( wfCrowd_GetGroup( game->crowd, groups[k] ).memberCount == 0 )
		{
			wfOrderLog_DestroyGroup( game->log, game->crowd, groups[k], NULL );
		}
	}
}

// --------------------------------------------------------------------------------------------------------------- orders

// A place on the screen, whose middle is at another one.
static wfVec2 drawClick( Game* game, wfVec2 middle )
{
	wfBox2 bounds = wfWorld_GetBounds( game->world );
	double x = middle.x + draw( game, -SCREEN, SCREEN ), y = middle.y + draw( game, -SCREEN, SCREEN );
	return at( fmin( fmax( x, bounds.lower.x ), bounds.upper.x ), fmin( fmax( y, bounds.lower.y ), bounds.upper.y ) );
}

static wfVec2 findMiddle( const Game* game, wfGroupId group )
{
	wfAgentId members[MAX_UNITS];
	int32_t count = wfCrowd_GetGroupMembers( game->crowd, group, members, MAX_UNITS );
	wfVec3 place = wfCrowd_GetAgent( game->crowd, members[count / 2] ).position;
	return at( place.x, place.y );
}

// To a place that was clicked, whatever is there: who cannot get there goes as near as it can.
static wfResult order( Game* game, wfGroupId group, wfGroupOrder order, wfError* error )
{
	int32_t count = wfCrowd_GetGroup( game->crowd, group ).memberCount;
	wfVec2 click = count == game->unitCount ? drawOnMap( game ) : drawClick( game, findMiddle( game, group ) );
	wfVec3 place = { click.x, click.y, 0.0 };
	order.to = wfMakePointStop( place );
	game->sent += count;
	return wfOrderLog_OrderGroup( game->log, game->crowd, group, &order, error );
}

// From about where the group is: two bends, and then a branch from the middle of it. Half of the group takes that.
static wfResult orderAlongSketch( Game* game, wfGroupId group, wfError* error )
{
	wfStrokesDef def = wfDefaultStrokesDef();
	wfStrokes* strokes = NULL;
	wfVec2 from = findMiddle( game, group );
	wfVec2 drawn[4] = { from, drawClick( game, from ), drawClick( game, from ), drawClick( game, from ) };
	wfVec2 branch[2] = { at( 0.5 * ( drawn[1].x + drawn[2].x ), 0.5 * ( drawn[1].y + drawn[2].y ) ), drawClick( game, from ) };
	wfResult result = wfCreateStrokes( &def, &strokes, error );
	result = result == wf_ok ? wfStrokes_Add( strokes, drawn, 4, NULL, error ) : result;
	result = result == wf_ok ? wfStrokes_Add( strokes, branch, 2, NULL, error ) : result;
	wfGroupOrder follow = wfDefaultGroupOrder( wf_strokeOrder );
	follow.strokes = strokes; // copied
	result = result == wf_ok ? order( game, group, follow, error ) : result;
	wfDestroyStrokes( strokes );
	return result;
}

static wfResult orderAttack( Game* game, wfGroupId group, wfError* error )
{
	wfGroupOrder attack = wfDefaultGroupOrder( wf_attackOrder );
	wfGroupId enemy;
	wfResult result = findGroup( game, &enemy, error );
	attack.enemies = &enemy; // copied
	attack.enemyCount = 1;
	if ( result == wf_ok && enemy.index1 == group.index1 )
	{
		attack = wfDefaultGroupOrder( wf_formationOrder ); // nobody attacks itself
	}
	return result == wf_ok ? order( game, group, attack, error ) : result;
}

// Every other one of a group goes elsewhere.
static wfResult orderApart( Game* game, wfGroupId group, wfError* error )
{
	wfAgentId members[MAX_UNITS];
	int32_t count = wfCrowd_GetGroupMembers( game->crowd, group, members, MAX_UNITS );
	for ( int32_t k = 0; 2 * k < count; ++k )
	{
		members[k] = members[2 * k];
	}
	wfGroupId other;
	wfResult result = wfOrderLog_SplitGroup( game->log, game->crowd, group, members, ( count + 1 ) / 2, NULL, &other, error );
	result = result == wf_ok ? order( game, other, wfDefaultGroupOrder( wf_formationOrder ), error ) : result;
	return result == wf_ok && count > 1 ? order( game, group, wfDefaultGroupOrder( wf_moveOrder ), error ) : result;
}

static wfResult orderTogether( Game* game, wfGroupId group, wfError* error )
{
	wfGroupId other;
	wfResult result = findGroup( game, &other, error );
	if ( result == wf_ok && other.index1 != group.index1 )
	{
		result = wfOrderLog_MergeGroups( game->log, game->crowd, group, other, error );
	}
	wfFormationDef box = wfDefaultFormationDef(); // a line of so many would be wider than the map
	box.kind = wf_boxFormation;
	box.spacing = SPACING;
	result = result == wf_ok ? wfOrderLog_SetFormation( game->log, game->crowd, group, &box, error ) : result;
	return result == wf_ok ? order( game, group, wfDefaultGroupOrder( wf_formationOrder ), error ) : result;
}

// To and fro, after what it does already.
static wfResult orderPatrol( Game* game, wfGroupId group, wfError* error )
{
	wfGroupOrder patrol = wfDefaultGroupOrder( wf_patrolOrder );
	patrol.queued = true;
	return order( game, group, patrol, error );
}

// All units in formation, with every fifteenth order; else a part of them, and each kind of order in turn.
static wfResult play( Game* game, wfError* error )
{
	int turn = game->orders++;
	bool isForAll = turn % 15 == 0;
	int count = isForAll ? game->unitCount : 1 + (int)draw( game, 0.0, game->unitCount / 8.0 );
	wfGroupId group;
	wfResult result = isForAll || turn % 2 == 1 ? selectGroup( game, count, &group, error ) : findGroup( game, &group, error );
	if ( result != wf_ok )
	{
		return result;
	}
	switch ( isForAll ? 1 : turn % 7 )
	{
		case 0:
			result = order( game, group, wfDefaultGroupOrder( wf_moveOrder ), error );
			break;
		case 2:
			result = orderAlongSketch( game, group, error );
			break;
		case 3:
			result = orderAttack( game, group, error );
			break;
		case 4:
			result = orderApart( game, group, error );
			break;
		case 5:
			result = orderTogether( game, group, error );
			break;
		case 6:
			result = orderPatrol( game, group, error );
			break;
		default:
			result = order( game, group, wfDefaultGroupOrder( wf_formationOrder ), error );
			break;
	}
	dropEmptyGroups( game );
	game->hasOrder = true;
	for ( int i = 0; i < game->unitCount && isForAll; ++i )
	{
		game->stood[i] = wfCrowd_GetAgent( game->crowd, game->units[i].id ).position;
		game->waited = 0;
	}
	return result;
}

// Who has arrived, meets an enemy, cannot get to where it should: the game's to tell.
static void readEvents( Game* game )
{
	const wfGroupEvent* events;
	int32_t count = wfCrowd_GetGroupEvents( game->crowd, &events );
	for ( int32_t i = 0; i < count; ++i )
	{
		game->events[events[i].kind] += 1;
		game->arrived +=
			events[i].kind == wf_groupArrivedEvent ? wfCrowd_GetGroup( game->crowd, events[i].group ).memberCount : 0;
	}
}

// --------------------------------------------------------------------------------------------------------------- checks

// These are no part of a game, and not of its time.

// Units that overlap another one or a wall: there are never any.
static long countOverlaps( Game* game )
{
	wfFrame frame = wfCrowd_GetFrame( game->crowd );
	long overlaps = 0;
	for ( int32_t i = 0; i < frame.count; ++i )
	{
		double radius = s_radii[game->units[frame.userData[i]].type];
		wfVec2 place = at( frame.positions[i].x, frame.positions[i].y );
		overlaps += wfWorld_GetDistance( game->world, place, 0 ) < radius - 1e-6;
		for ( int32_t k = 0; k < i; ++k )
		{
			double reach = radius + s_radii[game->units[frame.userData[k]].type];
			overlaps += square( frame.positions[k].x - place.x, frame.positions[k].y - place.y ) < reach * reach - 1e-6;
		}
	}
	return overlaps;
}

// Ticks from an order to all units until half of them have moved by a centimetre.
static void watchStart( Game* game )
{
	int moving = 0;
	game->waited += game->waited >= 0 ? 1 : 0;
	for ( int i = 0; i < game->unitCount && game->waited > 0; ++i )
	{
		wfVec3 place = wfCrowd_GetAgent( game->crowd, game->units[i].id ).position;
		moving += square( place.x - game->stood[i].x, place.y - game->stood[i].y ) > 1e-4;
	}
	if ( game->waited > 0 && 2 * moving >= game->unitCount )
	{
		game->slowest = game->waited > game->slowest ? game->waited : game->slowest;
		game->waited = -1;
	}
}

// --------------------------------------------------------------------------------------------------------------- frames

// The crowd plans in ticks of its own. What is drawn lies between the last two: see examples/embed.c. The frames between ticks
// work ahead on the fields of orders and edits, so that no frame has much to do.
static wfResult updateCrowd( Game* game, bool* ticked, wfError* error )
{
	double tickSeconds = wfCrowd_GetDef( game->crowd ).tickSeconds;
	game->behind += 1.0 / FRAMES_PER_SECOND;
	*ticked = game->behind >= tickSeconds - 1e-9;
	if ( !*ticked )
	{
		return wfCrowd_SolveAhead( game->crowd, game->behind / tickSeconds, error );
	}
	game->behind -= tickSeconds;
	wfResult result = wfCrowd_Tick( game->crowd, error );
	if ( result == wf_ok )
	{
		readEvents( game );
		// What has parted at a sketch gets its name; in a replay, what is due is ordered.
		result = wfOrderLog_Give( game->log, game->crowd, error );
	}
	return result;
}

// Of the processor, so that other programs on the machine do not count. There is one thread.
static double getMs( void )
{
	return 1e3 * (double)clock() / CLOCKS_PER_SEC;
}

static wfResult playFrame( Game* game, wfError* error )
{
	bool ticked = false;
	double start = getMs();
	bool isTurn = game->frames % ( 2 * FRAMES_PER_SECOND ) == 0;
	wfResult result = isTurn && game->replay == NULL ? play( game, error ) : wf_ok;
	if ( result == wf_ok && game->frames > 0 && game->frames % ( 5 * FRAMES_PER_SECOND ) == 0 )
	{
		result = build( game, error );
	}
	result = result == wf_ok ? updateCrowd( game, &ticked, error ) : result;
	double ms = getMs() - start;
	game->frameMs[game->frames++] = ms;
	if ( ticked && result == wf_ok )
	{
		game->orderMs = game->hasOrder ? fmax( ms, game->orderMs ) : game->orderMs;
		game->buildingMs = game->hasEdit ? fmax( ms, game->buildingMs ) : game->buildingMs;
		game->hasOrder = game->hasEdit = false;
		game->overlaps += countOverlaps( game );
		watchStart( game );
	}
	return result;
}

// ----------------------------------------------------------------------------------------------------------------- game

// In rings around the middle of the map, on a grid so wide that the largest units stand side by side.
static bool findStart( const Game* game, int* place, wfVec2* start )
{
	wfBox2 bounds = wfWorld_GetBounds( game->world );
	double width = bounds.upper.x - bounds.lower.x, height = bounds.upper.y - bounds.lower.y;
	int most = (int)( ( width + height ) / SPACING );
	for ( int ring = 0, first = 0; ring<most; first += ring> 0 ? 8 * ring : 1, ++ring )
	{
		for ( ; *place < first + ( ring > 0 ? 8 * ring : 1 ); )
		{
			int k = ( *place )++ - first, side = ring > 0 ? k / ( 2 * ring ) : 0, along = k - 2 * ring * side - ring;
			double x = SPACING * ( side == 0 ? along : side == 1 ? ring : side == 2 ? -along : -ring );
			double y = SPACING * ( side == 0 ? -ring : side == 1 ? along : side == 2 ? ring : -along );
			*start = at( floor( bounds.lower.x + 0.5 * width ) + x, floor( bounds.lower.y + 0.5 * height ) + y );
			bool inside =
				start->x > bounds.lower.x && start->x < bounds.upper.x && start->y > bounds.lower.y && start->y < bounds.upper.y;
			if ( inside && wfWorld_GetDistance( game->world, *start, 1 ) > s_radii[2] )
			{
				return true;
			}
		}
	}
	return false;
}

static wfResult addUnits( Game* game, wfError* error )
{
	int place = 0;
	for ( int i = 0; i < game->unitCount; ++i )
	{
		wfVec2 start;
		if ( !findStart( game, &place, &start ) )
		{
			snprintf( error->message, sizeof( error->message ), "the map has no room for %d units", game->unitCount );
			return wf_startBlocked;
		}
		// Most are soldiers, some buggies, few tanks.
		Unit* unit = &game->units[i];
		unit->type = i % 10 < 6 ? 0 : i % 10 < 9 ? 1 : 2;
		wfAgentDef def = wfDefaultAgentDef();
		def.style = game->style;
		def.position.x = start.x;
		def.position.y = start.y;
		def.radius = s_radii[unit->type];
		def.desiredSpeed = s_speeds[unit->type];
		def.kind = unit->type == 0 ? 0 : 1;
		def.atEnd = wf_stayAtEnd;
		def.userData = (uint64_t)i;
		wfResult result = wfCrowd_AddAgent( game->crowd, &def, &unit->id, error );
		if ( result != wf_ok )
		{
			return result;
		}
	}
	return wf_ok;
}

static wfResult createCrowd( Game* game, wfError* error )
{
	wfGroundDef ground = wfMakePlaneGround( game->world );
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.seed = (uint64_t)game->seed; // without workers: all on this thread
	def.cellSize = 1.0;				 // the tiles: every gap between them has a row of cells through its middle
	def.tickSeconds = TICK_SECONDS;
	def.solveBudget = SOLVE_BUDGET;
	wfResult result = wfCreateCrowd( &ground, &def, &game->crowd, error );
	// Vehicles: round, hard and close behind each other.
	wfStyleDef vehicle = wfDefaultStyleDef( wf_defaultPreset );
	vehicle.bodyDepth = 1.0;
	vehicle.timeGap = 0.0;
	result = result == wf_ok ? wfCrowd_AddStyle( game->crowd, &vehicle, &game->style, error ) : result;
	result = result == wf_ok ? wfCrowd_Reserve( game->crowd, game->unitCount, game->unitCount, error ) : result;
	result = result == wf_ok ? wfCreateOrderLog( &game->log, error ) : result;
	for ( int k = 0; k < MAX_BUILDINGS / 2 && result == wf_ok; ++k )
	{
		result = addBuilding( game, error );
	}
	result = result == wf_ok ? addUnits( game, error ) : result;
	result = result == wf_ok ? wfCrowd_Prepare( game->crowd, NULL, NULL, error ) : result;
	result =
		result == wf_ok ? wfCrowd_SolveQueued( game->crowd, error ) : result; // while the level loads, not in the first frame
	if ( result == wf_ok && game->replay != NULL )
	{
		// Units and goals are the same again; all groups were made by the player, and are in the log.
		result = wfReadOrderLog( game->replay, game->log, game->crowd, error );
		result = result == wf_ok ? wfOrderLog_Give( game->log, game->crowd, error ) : result;
	}
	return result;
}

// --------------------------------------------------------------------------------------------------------------- report

static int compareNumbers( const void* a, const void* b )
{
	double left = *(const double*)a, right = *(const double*)b;
	return ( left > right ) - ( left < right );
}

// A line for people, or a member of an object.
static void tell( Game* game, const char* name, double value, int decimals )
{
	const char* before = game->rows++ == 0 ? "{ " : ", ";
	printf( game->json ? "%s\"%s\": %.*f" : "%.0s%-18s %10.*f\n", before, name, decimals, value );
}

static void report( Game* game, double memoryMb )
{
	int count = game->frames;
	qsort( game->frameMs, (size_t)count, sizeof( double ), compareNumbers );
	tell( game, "frame_ms_p99", game->frameMs[(int)ceil( 0.99 * count ) - 1], 3 );
	tell( game, "frame_ms_worst", game->frameMs[count - 1], 3 );
	tell( game, "order_ms_worst", game->orderMs, 3 );
	tell( game, "building_ms_worst", game->buildingMs, 3 );
	tell( game, "memory_mb", memoryMb, 3 );
	tell( game, "frames", count, 0 );
	tell( game, "units", game->unitCount, 0 );
	tell( game, "groups", wfCrowd_GetGroupIds( game->crowd, NULL, 0 ), 0 );
	tell( game, "orders", game->orders, 0 );
	tell( game, "sent", game->sent, 0 );	   // units, by all orders
	tell( game, "arrived", game->arrived, 0 ); // of these, with their groups
	tell( game, "first_move_ticks", game->slowest, 0 );
	tell( game, "groups_arrived", game->events[wf_groupArrivedEvent], 0 );
	tell( game, "engaged", game->events[wf_groupEngagedEvent], 0 );
	tell( game, "divided", game->events[wf_groupDividedEvent], 0 );
	// There was no way, or a building came in between.
	tell( game, "diverted", game->events[wf_groupBlockedEvent] + game->events[wf_groupUnreachableEvent], 0 );
	tell( game, "buildings", game->built, 0 );
	tell( game, "overlaps", (double)game->overlaps, 0 );
	const wfRefusedOrder* refused;
	tell( game, "refused", wfOrderLog_GetRefused( game->log, &refused ), 0 ); // of a replay: none
	printf( game->json ? ", \"%s\": \"%016llx\"" : "%-12s %016llx\n", "hash",
			(unsigned long long)wfCrowd_GetHash( game->crowd ) );
	fputs( game->json ? " }\n" : "", stdout );
}

// ----------------------------------------------------------------------------------------------------------------- main

static bool readNumber( const char* text, int least, int most, int* number )
{
	char* rest;
	long value = strtol( text, &rest, 10 );
	*number = (int)value;
	return *text != 0 && *rest == 0 && value >= least && value <= most;
}

static bool readName( const char* word, const char* option, const char* value, const char** name )
{
	bool isIt = strcmp( word, option ) == 0 && *value != 0;
	*name = isIt ? value : *name;
	return isIt;
}

static bool readOptions( int count, char** words, Game* game )
{
	for ( int i = 1; i < count; ++i )
	{
		const char *word = words[i], *value = i + 1 < count ? words[i + 1] : "";
		bool isJson = strcmp( word, "--json" ) == 0;
		game->json = game->json || isJson;
		bool isName = readName( word, "--map", value, &game->map ) || readName( word, "--picture", value, &game->picture ) ||
					  readName( word, "--log", value, &game->logTo ) || readName( word, "--replay", value, &game->replay );
		bool isNumber = ( strcmp( word, "--seconds" ) == 0 && readNumber( value, 1, 86400, &game->seconds ) ) ||
						( strcmp( word, "--units" ) == 0 && readNumber( value, 1, MAX_UNITS, &game->unitCount ) ) ||
						( strcmp( word, "--seed" ) == 0 && readNumber( value, 0, 1000000000, &game->seed ) );
		if ( !isJson && !isName && !isNumber )
		{
			fprintf( stderr,
					 "rts: %s %s: expected --seconds 1 to 86400, --units 1 to %d, --seed N, --map FILE, --picture FILE.svg, "
					 "--log FILE.json, --replay FILE.json or --json\n",
					 word, value, MAX_UNITS );
			return false;
		}
		i += isJson ? 0 : 1;
	}
	return true;
}

int main( int argumentCount, char** arguments )
{
	static Game game; // too large for some stacks
	game.seconds = 60;
	game.unitCount = 200;
	game.seed = 1;
	game.waited = -1;
	if ( !readOptions( argumentCount, arguments, &game ) )
	{
		return 2;
	}
	Memory memory = { 0, 0 };
	wfSetAllocator( allocateForGame, freeForGame, &memory ); // before anything is created
	static wfError error;									 // empty: not every failure has a message
	wfResult result = game.map != NULL ? readMap( &game, &error ) : createMap( &game, &error );
	size_t before = memory.peak = memory.bytes;
	result = result == wf_ok ? createCrowd( &game, &error ) : result;
	int count = game.seconds * FRAMES_PER_SECOND;
	game.frameMs = (double*)calloc( (size_t)count, sizeof( double ) );
	result = result == wf_ok && game.frameMs == NULL ? wf_outOfMemory : result;
	while ( result == wf_ok && game.frames < count )
	{
		result = playFrame( &game, &error );
	}
	if ( result == wf_ok )
	{
		report( &game, (double)( memory.peak - before ) / 1e6 );
	}
	wfCrowdPictureDef picture = wfDefaultCrowdPictureDef();
	result = result == wf_ok && game.picture != NULL ? wfDrawCrowd( game.picture, game.crowd, &picture, &error ) : result;
	result = result == wf_ok && game.logTo != NULL ? wfWriteOrderLog( game.logTo, game.log, NULL, &error ) : result;
	wfDestroyCrowd( game.crowd ); // null is fine: it was not created
	wfDestroyOrderLog( game.log );
	wfDestroyWorld( game.world );
	free( game.frameMs );
	if ( result != wf_ok )
	{
		char text[1200];
		wfError_Format( &error, text, (int32_t)sizeof( text ) );
		fprintf( stderr, "rts: %s\n", error.message[0] != 0 ? text : wfDescribeResult( result ) );
	}
	return result == wf_ok && game.overlaps == 0 && memory.bytes == 0 ? 0 : 1;
}
