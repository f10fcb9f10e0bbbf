// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A real-time strategy game without a screen: 200 units of three sizes on a map of 128 x 128 tiles, an order every two seconds, a
// building every five, 60 frames a second on one thread. It measures what the crowd takes of each frame.
// usage: rts [--seconds N] [--seed N] [--units N] [--picture FILE.svg] [--json]

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wayfield/picture.h>
#include <wayfield/wayfield.h>

#define FRAMES_PER_SECOND 60
#define TICK_SECONDS 0.1   // between the crowd's decisions
#define SOLVE_BUDGET 20.0  // million operations on fields per tick: about 5 ms, spread over its six frames
#define SIDE 128		   // tiles of 1 m
#define SLOT_SPACING 2.0   // metres: the largest units stand side by side
#define SLOTS ( SIDE / 2 ) // in a row
#define PLAIN 24.0		   // metres around the middle of the map that are left open
#define BUILDING 4.0	   // metres, and tiles
#define MAX_UNITS 400	   // on the plain at the beginning
#define MAX_BUILDINGS 24   // when there are so many, an old one goes first
#define LARGEST_RADIUS 0.9

// Soldiers, buggies and tanks: metres, metres per second.
static const double s_radii[3] = { 0.3, 0.5, LARGEST_RADIUS }, s_speeds[3] = { 3.0, 6.0, 4.0 };

// What the game keeps of a unit. Its index is the agent's `userData`.
typedef struct Unit
{
	wfAgentId id;
	int type;
	int slot; // where it was sent: column + SLOTS * row
} Unit;

typedef struct Memory
{
	size_t bytes, peak;
} Memory;

typedef struct Game
{
	// Options of the command line.
	int seconds, unitCount, seed;
	const char* picture; // null: none
	bool json;

	wfWorld* world;
	wfCrowd* crowd;
	wfStyleId style; // of all units
	uint64_t draws;	 // random numbers used
	Unit units[MAX_UNITS];
	wfShapeId buildings[MAX_BUILDINGS]; // the oldest first
	int buildingCount;
	double behind; // seconds for which the crowd has not ticked yet

	// The report.
	bool hasOrder, hasEdit; // since the last tick, which does most of the work for both
	double* frameMs;
	double orderMs, buildingMs; // of the worst frame that had such a tick
	int frames, orders, sent, diverted, built, rows;
	long overlaps;
} Game;

static wfVec2 at( double x, double y )
{
	wfVec2 place = { x, y };
	return place;
}

static double draw( Game* game, double lower, double upper )
{
	return lower + ( upper - lower ) * wfRandomUnit( (uint64_t)game->seed, 0, game->draws++ );
}

static wfVec2 drawPlace( Game* game, double lower, double upper )
{
	double x = draw( game, lower, upper ); // the order of arguments would be the compiler's choice
	return at( x, draw( game, lower, upper ) );
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

static double square( double x, double y )
{
	return x * x + y * y;
}

// Rock or water, but for the plain in the middle.
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
static wfResult createMap( Game* game, wfError* error )
{
	static uint8_t tiles[SIDE * SIDE];
	for ( int k = 0; k < 12; ++k )
	{
		addRidge( game, tiles );
	}
	for ( int k = 0; k < 40; ++k )
	{
		double radius = k < 32 ? draw( game, 0.8, 2.0 ) : draw( game, 4.0, 9.0 ); // rocks, lakes
		fillDisc( tiles, drawPlace( game, 0.0, SIDE ), radius );
	}
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds.upper = at( SIDE, SIDE );
	wfShapeDef def = wfDefaultShapeDef();
	def.kind = wf_imageShape;
	def.cells = tiles;
	def.width = def.height = SIDE;
	def.pixelSize = 1.0;
	wfResult result = wfCreateWorld( &worldDef, &game->world, error );
	return result == wf_ok ? wfWorld_AddShape( game->world, &def, NULL, error ) : result;
}

// ------------------------------------------------------------------------------------------------------------ buildings

static bool isClearOf( wfVec2 place, double radius, wfVec2 center )
{
	double x = fabs( place.x - center.x ) - 0.5 * BUILDING, y = fabs( place.y - center.y ) - 0.5 * BUILDING;
	return square( fmax( x, 0.0 ), fmax( y, 0.0 ) ) > radius * radius;
}

static wfVec2 getSlotPlace( int slot )
{
	return at( SLOT_SPACING * ( slot % SLOTS + 0.5 ), SLOT_SPACING * ( slot / SLOTS + 0.5 ) );
}

// An edit never moves anybody, so the game sees to it that no unit is in a new building, and none is on its way into it.
static bool isSite( Game* game, wfVec2 center )
{
	bool isFree = wfWorld_GetDistance( game->world, center, 0 ) >= 0.71 * BUILDING + 1.0; // a lane is left around its corners
	wfFrame frame = wfCrowd_GetFrame( game->crowd );
	for ( int32_t i = 0; i < frame.count && isFree; ++i )
	{
		const Unit* unit = &game->units[frame.userData[i]];
		isFree = isClearOf( at( frame.positions[i].x, frame.positions[i].y ), s_radii[unit->type], center ) &&
				 isClearOf( getSlotPlace( unit->slot ), s_radii[unit->type], center );
	}
	return isFree;
}

static wfResult addBuilding( Game* game, wfError* error )
{
	wfShapeDef def = wfDefaultShapeDef();
	def.halfSize = at( 0.5 * BUILDING, 0.5 * BUILDING );
	for ( int attempt = 0; attempt < 200; ++attempt )
	{
		wfVec2 place = drawPlace( game, 3.0, SIDE - 3.0 );
		def.center = at( floor( place.x ), floor( place.y ) );
		if ( isSite( game, def.center ) )
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
	if ( game->buildingCount == MAX_BUILDINGS || ( game->built % 3 == 2 && game->buildingCount > 0 ) )
	{
		result = wfWorld_RemoveShape( game->world, game->buildings[0] );
		game->buildingCount -= 1;
		memmove( game->buildings, game->buildings + 1, (size_t)game->buildingCount * sizeof( game->buildings[0] ) );
	}
	int before = game->buildingCount;
	result = result == wf_ok ? addBuilding( game, error ) : result;
	game->built += game->buildingCount - before;
	game->hasEdit = true;
	return result;
}

// --------------------------------------------------------------------------------------------------------------- orders

// The free slots nearest to a place, ring by ring, for `count` units from the first one; other units keep theirs.
static int findSlots( const Game* game, wfVec2 center, int first, int count, int* slots )
{
	uint8_t isTaken[SLOTS * SLOTS] = { 0 };
	for ( int k = count; k < game->unitCount; ++k )
	{
		isTaken[game->units[( first + k ) % game->unitCount].slot] = 1;
	}
	int column = (int)( center.x / SLOT_SPACING ), row = (int)( center.y / SLOT_SPACING ), found = 0;
	for ( int ring = 0; ring < SLOTS; ++ring )
	{
		for ( int k = 0; k < ( 2 * ring + 1 ) * ( 2 * ring + 1 ) && found < count; ++k )
		{
			int i = k % ( 2 * ring + 1 ) - ring, j = k / ( 2 * ring + 1 ) - ring, slot = column + i + SLOTS * ( row + j );
			bool isOnRing = abs( i ) == ring || abs( j ) == ring;
			bool isOnMap = column + i >= 0 && column + i < SLOTS && row + j >= 0 && row + j < SLOTS;
			if ( isOnRing && isOnMap && !isTaken[slot] &&
				 wfWorld_GetDistance( game->world, getSlotPlace( slot ), 0 ) > LARGEST_RADIUS )
			{
				slots[found++] = slot;
			}
		}
	}
	return found;
}

// A squad, and with every tenth order all units, to a place that was clicked: each to a slot of its own in a formation around it.
static wfResult order( Game* game, wfError* error )
{
	int units = game->unitCount, first = (int)draw( game, 0.0, units ), slots[MAX_UNITS];
	int count = game->orders++ % 10 == 0 ? units : 1 + (int)draw( game, 0.0, units / 8.0 );
	wfVec2 click = drawPlace( game, 8.0, SIDE - 8.0 );
	int found = findSlots( game, click, first, count, slots );
	wfResult result = wf_ok;
	for ( int k = 0; k < found && result == wf_ok; ++k )
	{
		Unit* unit = &game->units[( first + k ) % units];
		wfVec3 point = { getSlotPlace( slots[k] ).x, getSlotPlace( slots[k] ).y, 0.0 };
		wfStop stop = wfMakePointStop( point );
		result = wfCrowd_SetStops( game->crowd, unit->id, &stop, 1, error );
		unit->slot = slots[k];
	}
	game->sent += found;
	game->hasOrder = true;
	return result;
}

// Who cannot get where it was sent goes as near as it can get, and the crowd says so.
static void readEvents( Game* game )
{
	const wfEvent* events;
	int32_t count = wfCrowd_GetEvents( game->crowd, &events );
	for ( int32_t i = 0; i < count; ++i )
	{
		game->diverted += events[i].kind == wf_blockedEvent || events[i].kind == wf_unreachableEvent;
	}
}

// --------------------------------------------------------------------------------------------------------------- frames

// Units that overlap another one or a wall: there are never any. Not a part of the game, and not of its time.
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
	}
	return result;
}

static wfResult playFrame( Game* game, wfError* error )
{
	bool ticked = false;
	double start = wfGetSeconds();
	wfResult result = game->frames % ( 2 * FRAMES_PER_SECOND ) == 0 ? order( game, error ) : wf_ok;
	if ( result == wf_ok && game->frames > 0 && game->frames % ( 5 * FRAMES_PER_SECOND ) == 0 )
	{
		result = build( game, error );
	}
	result = result == wf_ok ? updateCrowd( game, &ticked, error ) : result;
	double ms = 1e3 * ( wfGetSeconds() - start );
	game->frameMs[game->frames++] = ms;
	if ( ticked && result == wf_ok )
	{
		game->orderMs = game->hasOrder ? fmax( ms, game->orderMs ) : game->orderMs;
		game->buildingMs = game->hasEdit ? fmax( ms, game->buildingMs ) : game->buildingMs;
		game->hasOrder = game->hasEdit = false;
		game->overlaps += countOverlaps( game );
	}
	return result;
}

// ----------------------------------------------------------------------------------------------------------------- game

static wfResult addUnits( Game* game, wfError* error )
{
	int slots[MAX_UNITS], count = game->unitCount;
	if ( findSlots( game, at( 0.5 * SIDE, 0.5 * SIDE ), 0, count, slots ) < count )
	{
		snprintf( error->message, sizeof( error->message ), "the map has no room for %d units", count );
		return wf_startBlocked;
	}
	for ( int i = 0; i < count; ++i )
	{
		// Most are soldiers, some buggies, few tanks.
		Unit* unit = &game->units[i];
		unit->type = i % 10 < 6 ? 0 : i % 10 < 9 ? 1 : 2;
		unit->slot = slots[i];
		wfAgentDef def = wfDefaultAgentDef();
		def.style = game->style;
		def.position.x = getSlotPlace( unit->slot ).x;
		def.position.y = getSlotPlace( unit->slot ).y;
		def.radius = s_radii[unit->type];
		def.desiredSpeed = s_speeds[unit->type];
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
	for ( int k = 0; k < MAX_BUILDINGS / 2 && result == wf_ok; ++k )
	{
		result = addBuilding( game, error );
	}
	result = result == wf_ok ? addUnits( game, error ) : result;
	result = result == wf_ok ? wfCrowd_Prepare( game->crowd, NULL, NULL, error ) : result;
	return result == wf_ok ? wfCrowd_SolveQueued( game->crowd, error ) : result; // while the level loads, not in the first frame
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
	tell( game, "orders", game->orders, 0 );
	tell( game, "sent", game->sent, 0 );		 // units, by all orders
	tell( game, "diverted", game->diverted, 0 ); // of these: there was no way, or a building came in between
	tell( game, "arrived", (double)wfCrowd_GetArrivedCount( game->crowd ), 0 );
	tell( game, "buildings", game->built, 0 );
	tell( game, "overlaps", (double)game->overlaps, 0 );
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

static bool readOptions( int count, char** words, Game* game )
{
	for ( int i = 1; i < count; ++i )
	{
		const char *word = words[i], *value = i + 1 < count ? words[i + 1] : "";
		bool isJson = strcmp( word, "--json" ) == 0, isPicture = strcmp( word, "--picture" ) == 0 && *value != 0;
		game->json = game->json || isJson;
		game->picture = isPicture ? value : game->picture;
		bool isNumber = ( strcmp( word, "--seconds" ) == 0 && readNumber( value, 1, 86400, &game->seconds ) ) ||
						( strcmp( word, "--units" ) == 0 && readNumber( value, 1, MAX_UNITS, &game->unitCount ) ) ||
						( strcmp( word, "--seed" ) == 0 && readNumber( value, 0, 1000000000, &game->seed ) );
		if ( !isJson && !isPicture && !isNumber )
		{
			fprintf( stderr,
					 "rts: %s %s: expected --seconds 1 to 86400, --units 1 to %d, --seed N, --picture FILE.svg or --json\n", word,
					 value, MAX_UNITS );
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
	if ( !readOptions( argumentCount, arguments, &game ) )
	{
		return 2;
	}
	Memory memory = { 0, 0 };
	wfSetAllocator( allocateForGame, freeForGame, &memory ); // before anything is created
	static wfError error;									 // empty: not every failure has a message
	wfResult result = createMap( &game, &error );
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
	if ( result == wf_ok && game.picture != NULL )
	{
		wfCrowdPictureDef picture = wfDefaultCrowdPictureDef();
		result = wfDrawCrowd( game.picture, game.crowd, &picture, &error );
	}
	wfDestroyCrowd( game.crowd ); // null is fine: it was not created
	wfDestroyWorld( game.world );
	free( game.frameMs );
	if ( result != wf_ok )
	{
		fprintf( stderr, "rts: %s\n", error.message[0] != 0 ? error.message : wfDescribeResult( result ) );
	}
	return result == wf_ok && game.overlaps == 0 && memory.bytes == 0 ? 0 : 1;
}
