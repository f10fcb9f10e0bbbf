// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A world of the stress laboratory, from its kind and number: the plan, the people, and whether it can be solved.

#include "stress/draft.h"

#include "command.h"

#include <stdlib.h>
#include <string.h>

#define MARGIN 1.0			 // between the floor and the border of the world
#define MOST_PEOPLE 300		 // of a world; where there would be more, all groups are thinned out
#define MOST_PEOPLE_SMALL 24 // of a small one
#define MOST_IN_SQUADS 120	 // the same for groups
#define MOST_IN_SQUADS_SMALL 20
#define SQUAD_DENSITY 0.3 // times the density of others
#define DRAWS 400		  // places looked at for one person
#define WALL_GAP 0.01	  // at the start
#define PERSON_GAP 0.02
#define STOP_GAP 0.1	// between a point where people go and the walls, for the largest
#define AREA_SAMPLE 0.2 // metres between the places at which floors are measured
#define CHECK_CELL 0.1	// of the grid on which routes are looked for
#define LEAST_RADIUS 0.18
#define LARGEST_RADIUS 0.35
#define LEAST_DENSITY 0.2 // people per square metre of the floor they start on
#define LARGEST_DENSITY 2.0
#define LEAST_SPEED 1.0
#define LARGEST_SPEED 1.6

static const struct
{
	const char* name;
	const char* description;
	wfStressKindFcn* draft;
} s_kinds[] = {
	{ "corridor", "two rooms change sides through a corridor of 1.5-5 m", wfDraftStressCorridor },
	{ "rooms", "3-6 rooms in a row with doors of 3.2 radii to 2.5 m", wfDraftStressRooms },
	{ "door", "two rooms change sides through one door", wfDraftStressDoor },
	{ "crossing", "two corridors of 1.5-5 m cross, people from all ends", wfDraftStressCrossing },
	{ "shelves", "aisles of 1.7-2.7 m: to a place in one of them, then to an exit", wfDraftStressShelves },
	{ "stadium", "rows of seats, a gangway, a hall and 1-3 exits: all leave", wfDraftStressStadium },
	{ "network", "rooms and crossings joined by corridors and doors", wfDraftStressNetwork },
	{ "square", "an open square with up to 40 pillars, from anywhere to anywhere", wfDraftStressSquare },
	{ "junctions", "a corridor with dead ends, from one end to another", wfDraftStressJunctions },
	{ "ring", "a closed corridor, round or square, most of them two-way", wfDraftStressRing },
	{ "slalom", "walls from both sides in turn, most of them two-way", wfDraftStressSlalom },
	{ "winding", "a spiral, or a corridor that turns back, most of them two-way", wfDraftStressWinding },
	{ "hotel", "many small rooms off a corridor: all leave, some come back", wfDraftStressHotel },
	{ "armies", "two armies on a field with up to 20 pillars cross and come back", wfDraftStressArmies },
	{ "maps", "maps of games, mazes, cities and buildings, from files", NULL },
};

#define KIND_COUNT ( (int32_t)( sizeof( s_kinds ) / sizeof( s_kinds[0] ) ) )
#define SQUAD_KINDS 2 // the last ones

int32_t wfGetStressKindCount( bool squads )
{
	return squads ? KIND_COUNT : KIND_COUNT - SQUAD_KINDS;
}

bool wfIsStressKindThere( int32_t kind )
{
	return s_kinds[kind].draft != NULL || wfCountStressMaps() > 0;
}

const char* wfGetStressKindName( int32_t kind )
{
	return s_kinds[kind].name;
}

const char* wfGetStressKindDescription( int32_t kind )
{
	return s_kinds[kind].description;
}

int32_t wfFindStressKind( const char* name )
{
	int32_t kind = KIND_COUNT - 1;
	while ( kind >= 0 && strcmp( s_kinds[kind].name, name ) != 0 )
	{
		kind -= 1;
	}
	return kind;
}

wfVec2 wfStressWorld_Turn( const wfStressWorld* world, wfVec2 point )
{
	wfCosSin turn = wfCosSinOf( world->angle );
	return wfFromFrame2( ( wfVec2 ){ turn.cosine, turn.sine }, point );
}

wfVec2 wfStressWorld_TurnBack( const wfStressWorld* world, wfVec2 point )
{
	wfCosSin turn = wfCosSinOf( world->angle );
	return wfIntoFrame2( ( wfVec2 ){ turn.cosine, turn.sine }, point );
}

static void turnBox( const wfStressWorld* world, wfBox2 box, wfVec2 corners[4] )
{
	corners[0] = wfStressWorld_Turn( world, box.lower );
	corners[1] = wfStressWorld_Turn( world, ( wfVec2 ){ box.upper.x, box.lower.y } );
	corners[2] = wfStressWorld_Turn( world, box.upper );
	corners[3] = wfStressWorld_Turn( world, ( wfVec2 ){ box.lower.x, box.upper.y } );
}

void wfStressWorld_GetZone( const wfStressWorld* world, int32_t zone, wfVec2 corners[4] )
{
	turnBox( world, world->zones[zone], corners );
}

// ------------------------------------------------------------------------------------------------------------------ plan

static wfBox2 getBounds( const wfStressWorld* world )
{
	wfBox2 bounds = WF_EMPTY_BOX;
	for ( int64_t i = 0; i < world->floorCount; ++i )
	{
		wfVec2 corners[4];
		turnBox( world, world->floors[i], corners );
		bounds = wfBoxUnion( bounds, wfBoxOfPoints( corners, 4 ) );
	}
	// A zone of a round floor has corners beyond it.
	for ( int32_t i = 0; i < world->zoneCount; ++i )
	{
		wfVec2 corners[4];
		wfStressWorld_GetZone( world, i, corners );
		bounds = wfBoxUnion( bounds, wfBoxOfPoints( corners, 4 ) );
	}
	for ( int64_t i = 0; i < world->pillarCount; ++i )
	{
		wfVec2 center = wfStressWorld_Turn( world, world->pillars[i].center );
		bounds = wfBoxUnion( bounds, wfBoxAround( center, center, world->pillars[i].radius ) );
	}
	return wfBoxAround( bounds.lower, bounds.upper, MARGIN );
}

static wfResult addBoxes( wfStressWorld* world, const wfBox2* boxes, int64_t count, wfShapeRole role, wfError* error )
{
	wfResult result = wf_ok;
	for ( int64_t i = 0; i < count && result == wf_ok; ++i )
	{
		wfShapeDef shape = wfDefaultShapeDef();
		shape.role = role;
		shape.center = wfStressWorld_Turn( world, wfMix2( boxes[i].lower, boxes[i].upper, 0.5 ) );
		shape.halfSize = wfScale2( 0.5, wfSub2( boxes[i].upper, boxes[i].lower ) );
		shape.angle = world->angle;
		bool isThere = shape.halfSize.x > 0.0 && shape.halfSize.y > 0.0;
		result = isThere ? wfWorld_AddShape( world->world, &shape, NULL, error ) : wf_ok;
	}
	return result;
}

static wfResult createPlan( wfStressWorld* world, wfError* error )
{
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds = getBounds( world );
	wfResult result = wfCreateWorld( &def, &world->world, error );
	result = result == wf_ok ? addBoxes( world, world->floors, world->floorCount, wf_walkableRole, error ) : result;
	result = result == wf_ok ? addBoxes( world, world->walls, world->wallCount, wf_obstacleRole, error ) : result;
	for ( int64_t i = 0; i < world->pillarCount && result == wf_ok; ++i )
	{
		wfShapeDef shape = wfDefaultShapeDef();
		shape.kind = wf_discShape;
		shape.role = world->pillars[i].isFloor ? wf_walkableRole : wf_obstacleRole;
		shape.center = wfStressWorld_Turn( world, world->pillars[i].center );
		shape.radius = world->pillars[i].radius;
		result = wfWorld_AddShape( world->world, &shape, NULL, error );
	}
	return result;
}

// ---------------------------------------------------------------------------------------------------------------- people

static double getClearance( const wfStressWorld* world, wfVec2 point )
{
	return wfWorld_GetDistance( world->world, wfStressWorld_Turn( world, point ), 0 );
}

// Of a box, as far as it is floor.
static double measureFloor( const wfStressWorld* world, wfBox2 box )
{
	wfVec2 size = wfSub2( box.upper, box.lower );
	int32_t columns = (int32_t)ceil( size.x / AREA_SAMPLE ), rows = (int32_t)ceil( size.y / AREA_SAMPLE );
	int64_t floor = 0;
	for ( int32_t k = 0; k < columns * rows; ++k )
	{
		wfVec2 share = { ( k % columns + 0.5 ) / columns, ( k / columns + 0.5 ) / rows };
		wfVec2 point = { box.lower.x + share.x * size.x, box.lower.y + share.y * size.y };
		floor += getClearance( world, point ) > 0.0 ? 1 : 0;
	}
	return size.x * size.y * (double)floor / ( (double)columns * rows );
}

static wfVec2 drawPoint( wfStressDraft* draft, wfBox2 box )
{
	wfVec2 point;
	point.x = wfStress_DrawIn( draft, box.lower.x, box.upper.x );
	point.y = wfStress_DrawIn( draft, box.lower.y, box.upper.y );
	return point;
}

// One of the zones whose bits are set.
static int32_t drawZone( wfStressDraft* draft, uint64_t zones )
{
	int32_t count = 0;
	for ( uint64_t rest = zones; rest != 0; rest &= rest - 1 )
	{
		count += 1;
	}
	int32_t chosen = wfStress_DrawOf( draft, count );
	for ( int32_t zone = 0; zone < WF_STRESS_MAX_ZONES; ++zone )
	{
		bool isSet = ( zones >> zone & 1 ) != 0;
		if ( isSet && chosen == 0 )
		{
			return zone;
		}
		chosen -= isSet ? 1 : 0;
	}
	return 0;
}

// A place in the zone where the largest could stand, or the zone itself where there is none.
static wfStressStop drawStop( wfStressDraft* draft, uint64_t zones, bool ownPlace )
{
	wfStressStop stop = { .zone = drawZone( draft, zones ) };
	wfBox2 box = draft->world->zones[stop.zone];
	for ( int32_t k = 0; ownPlace && k < DRAWS; ++k )
	{
		wfVec2 point = drawPoint( draft, box );
		if ( getClearance( draft->world, point ) >= draft->radii[1] + STOP_GAP )
		{
			return ( wfStressStop ){ .zone = -1, .point = point };
		}
	}
	return stop;
}

static bool isFree( const wfStressDraft* draft, wfVec2 point, double radius )
{
	const wfStressWorld* world = draft->world;
	// Where the largest could stand: then everybody's route is open when that of the largest is.
	if ( getClearance( world, point ) < draft->radii[1] + WALL_GAP )
	{
		return false;
	}
	for ( int32_t i = 0; i < world->personCount; ++i )
	{
		if ( wfDistance2( world->people[i].position, point ) < world->people[i].radius + radius + PERSON_GAP )
		{
			return false;
		}
	}
	return true;
}

static void placePerson( wfStressDraft* draft, const wfStressGroup* group )
{
	wfStressWorld* world = draft->world;
	wfStressPerson person = { 0 };
	person.radius = wfStress_DrawIn( draft, draft->radii[0], draft->radii[1] );
	person.speed = wfStress_DrawIn( draft, LEAST_SPEED, LARGEST_SPEED );
	bool found = false;
	for ( int32_t k = 0; k < DRAWS && !found; ++k )
	{
		person.position = drawPoint( draft, group->region );
		found = isFree( draft, person.position, person.radius );
	}
	if ( !found )
	{
		world->unplaced += 1;
		return;
	}
	if ( group->errands != 0 )
	{
		person.stops[person.stopCount++] = drawStop( draft, group->errands, true );
	}
	person.stops[person.stopCount++] = drawStop( draft, group->targets, draft->ownPlaces );
	world->bodyArea += WF_PI * person.radius * person.radius;
	world->people[world->personCount++] = person;
}

static double getMostPeople( const wfStressWorldDef* def )
{
	return def->squads ? ( def->small ? MOST_IN_SQUADS_SMALL : MOST_IN_SQUADS ) : def->small ? MOST_PEOPLE_SMALL : MOST_PEOPLE;
}

static void placePeople( wfStressDraft* draft )
{
	wfStressWorld* world = draft->world;
	double counts[WF_STRESS_MAX_ZONES] = { 0 }, total = 0.0, most = getMostPeople( &world->def );
	for ( int32_t i = 0; i < draft->groupCount; ++i )
	{
		const wfStressGroup* group = &draft->groups[i];
		counts[i] = world->density * group->share * measureFloor( world, group->region );
		total += counts[i];
	}
	double scale = wfMin( 1.0, most / wfMax( total, 1.0 ) );
	world->people = wfNewArray( (size_t)most + WF_STRESS_MAX_ZONES + 1, sizeof( wfStressPerson ) );
	for ( int32_t i = 0; i < draft->groupCount; ++i )
	{
		// A part of a person is one with that probability, so that thin groups are not always empty.
		int32_t count = (int32_t)( scale * counts[i] + wfStress_Draw( draft ) );
		for ( int32_t k = 0; k < count; ++k )
		{
			placePerson( draft, &draft->groups[i] );
		}
	}
	// Nobody at all would say nothing.
	if ( world->personCount == 0 )
	{
		placePerson( draft, &draft->groups[0] );
	}
}

// ---------------------------------------------------------------------------------------------------------------- checks

bool wfStressWorld_IsOverFull( const wfStressWorld* world )
{
	return world->unplaced > 0 || world->floorArea < WF_STRESS_LEAST_ROOM * world->bodyArea;
}

double wfStressWorld_GetCutSeconds( const wfStressWorld* world )
{
	return world->personCount / wfMax( WF_STRESS_FLOW * world->cutWidth, WF_STRESS_FILE_FLOW );
}

// ------------------------------------------------------------------------------------------------------------ the whole

static wfResult draw( wfStressDraft* draft, wfError* error )
{
	wfStressWorld* world = draft->world;
	s_kinds[world->def.kind].draft( draft );
	if ( world->def.squads )
	{
		wfStress_AddIsland( draft );
	}
	wfResult result = createPlan( world, error );
	if ( result == wf_ok )
	{
		placePeople( draft );
		result = wfMeasureStressRoutes( world, world->cell, error );
	}
	return result;
}

wfResult wfMakeStressWorld( const wfStressWorldDef* def, wfStressWorld* world, wfError* error )
{
	*world = ( wfStressWorld ){ .def = *def };
	const char* name = s_kinds[def->kind].name;
	wfStressDraft draft = { .world = world, .seed = (uint64_t)def->number };
	draft.stream = wfHash( WF_HASH_START, name, strlen( name ) );
	world->angle = WF_TWO_PI * wfStress_Draw( &draft );
	// One radius for all in half of the worlds.
	double a = wfStress_DrawIn( &draft, LEAST_RADIUS, LARGEST_RADIUS ),
		   b = wfStress_DrawIn( &draft, LEAST_RADIUS, LARGEST_RADIUS );
	b = wfStress_DrawChance( &draft, 0.5 ) ? a : b;
	draft.radii[0] = wfMin( a, b );
	draft.radii[1] = world->largestRadius = wfMax( a, b );
	draft.leastDoor = WF_STRESS_LEAST_DOOR * world->largestRadius;
	world->density = wfStress_DrawScale( &draft, LEAST_DENSITY, LARGEST_DENSITY );
	draft.ownPlaces = wfStress_DrawChance( &draft, 0.5 );
	world->density *= def->squads ? SQUAD_DENSITY : 1.0;
	world->cell = CHECK_CELL;
	wfResult result = s_kinds[def->kind].draft != NULL ? draw( &draft, error ) : wfMakeStressMap( &draft, error );
	if ( result != wf_ok )
	{
		wfStressWorld_Free( world );
	}
	return result;
}

void wfStressWorld_Free( wfStressWorld* world )
{
	if ( world->world != NULL )
	{
		wfDestroyWorld( world->world );
	}
	free( world->floors );
	free( world->walls );
	free( world->pillars );
	free( world->people );
	*world = ( wfStressWorld ){ 0 };
}
