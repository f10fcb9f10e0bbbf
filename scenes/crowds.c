// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "scenes/crowds_plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_AGENTS 1000000
#define PI 3.14159265358979323846
#define MARGIN 1.0		// between the walls and the border of the world
#define LEAST_GAP 0.02	// between discs at the start
#define MAX_TRIES 200	// places looked at for one agent before all of its group stand closer
#define PLACE_STREAM 1u // of random numbers
#define ANGLE_STREAM 2u
#define SPACING 0.7			// in mean distances, at the start: well apart, and still quickly found at random
#define SPACING_SHRINK 0.93 // when they did not fit

static const struct
{
	wfCrowdSceneInfo info;
	wfDraftFcn* fcn;
} s_scenes[] = {
	{ { "annulus", "agents on a wide ring, each to the place opposite of its own", 1000 }, wfDraftAnnulus },
	{ { "ring", "agents on a circle, each to the place opposite of its own", 50 }, wfDraftRing },
	{ { "corridor", "two groups walk through a corridor in opposite directions", 200 }, wfDraftCorridor },
	{ { "doorway", "two groups change rooms through a door of 1 m", 50 }, wfDraftDoorway },
	{ { "doorway-one-way", "one group leaves a room through a door of 1 m", 50 }, wfDraftDoorwayOneWay },
	{ { "egress", "a crowded room is left through an exit of 1.2 m", 100 }, wfDraftEgress },
	{ { "crossing", "four groups meet where two corridors cross", 100 }, wfDraftCrossing },
	{ { "ambush", "the short way is closed by people who stand; there is a longer one", 20 }, wfDraftAmbush },
	{ { "square", "agents on an open square, each to the place of another", 1000 }, wfDraftSquare },
	{ { "obstacles", "many obstacles, seven for five agents, who cross between them to one of 16 places", 500 },
	  wfDraftObstacles },
};

#define SCENE_COUNT ( (int32_t)( sizeof( s_scenes ) / sizeof( s_scenes[0] ) ) )

wfCrowdSceneDef wfDefaultCrowdSceneDef( void )
{
	return ( wfCrowdSceneDef ){ .seed = 1 };
}

int32_t wfGetCrowdSceneCount( void )
{
	return SCENE_COUNT;
}

wfCrowdSceneInfo wfGetCrowdScene( int32_t index )
{
	return index >= 0 && index < SCENE_COUNT ? s_scenes[index].info : ( wfCrowdSceneInfo ){ 0 };
}

const wfCrowdSceneInfo* wfFindCrowdScene( const char* name )
{
	for ( int32_t i = 0; i < SCENE_COUNT; ++i )
	{
		if ( strcmp( s_scenes[i].info.name, name ) == 0 )
		{
			return &s_scenes[i].info;
		}
	}
	return NULL;
}

// ---------------------------------------------------------------------------------------------------------------- draft

wfVec2 wfMakeDirection( double angle )
{
	double quarters = floor( angle / ( 0.5 * PI ) + 0.5 ), x = angle - quarters * ( 0.5 * PI ), xx = x * x;
	// Taylor's series: |x| is at most pi / 4, so the next terms are below the last bit.
	double sine = 0.0, cosine = 0.0;
	for ( int k = 9; k >= 1; --k )
	{
		sine = ( 1.0 + sine ) * ( -xx / ( 2.0 * k * ( 2.0 * k + 1.0 ) ) );
		cosine = ( 1.0 + cosine ) * ( -xx / ( 2.0 * k * ( 2.0 * k - 1.0 ) ) );
	}
	sine = x * ( 1.0 + sine );
	cosine = 1.0 + cosine;
	switch ( (int)( quarters - 4.0 * floor( quarters / 4.0 ) ) )
	{
		case 0:
			return ( wfVec2 ){ cosine, sine };
		case 1:
			return ( wfVec2 ){ -sine, cosine };
		case 2:
			return ( wfVec2 ){ -cosine, -sine };
		default:
			return ( wfVec2 ){ sine, -cosine };
	}
}

double wfMeasureAngle( wfVec2 v )
{
	double length = sqrt( v.x * v.x + v.y * v.y );
	if ( !( length > 0.0 ) )
	{
		return 0.0;
	}
	bool flat = fabs( v.x ) >= fabs( v.y );
	double angle = flat ? 0.25 * PI * v.y / v.x : 0.5 * PI - 0.25 * PI * v.x / v.y;
	if ( flat ? v.x < 0.0 : v.y < 0.0 )
	{
		angle += angle > 0.0 ? -PI : PI;
	}
	// The guess is within 0.08, and each round leaves a sixth of the error's cube.
	for ( int round = 0; round < 3; ++round )
	{
		wfVec2 d = wfMakeDirection( angle );
		angle += ( d.x * v.y - d.y * v.x ) / length;
	}
	return angle;
}

double wfDraft_Draw( wfDraft* draft )
{
	return wfRandomUnit( draft->seed, PLACE_STREAM, draft->drawn++ );
}

wfVec2 wfDraft_Turn( const wfDraft* draft, wfVec2 v )
{
	return ( wfVec2 ){ draft->cosine * v.x - draft->sine * v.y, draft->sine * v.x + draft->cosine * v.y };
}

static wfResult refuse( wfDraft* draft, wfResult result, const char* message )
{
	if ( draft->error != NULL )
	{
		*draft->error = ( wfError ){ .result = result };
		snprintf( draft->error->message, sizeof( draft->error->message ), "%s", message );
	}
	return result;
}

wfResult wfDraft_CreateSquare( wfDraft* draft, double halfSide )
{
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds = ( wfBox2 ){ { -halfSide, -halfSide }, { halfSide, halfSide } };
	return wfCreateWorld( &def, &draft->plan->world, draft->error );
}

wfResult wfDraft_CreateWorld( wfDraft* draft, const wfVec2* points, const int32_t* ringSizes, int32_t ringCount )
{
	wfVec2 turned[32];
	int32_t count = 0;
	for ( int32_t ring = 0; ring < ringCount; ++ring )
	{
		count += ringSizes[ring];
	}
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds = ( wfBox2 ){ { INFINITY, INFINITY }, { -INFINITY, -INFINITY } };
	for ( int32_t i = 0; i < count; ++i )
	{
		turned[i] = wfDraft_Turn( draft, points[i] );
		def.bounds.lower.x = fmin( def.bounds.lower.x, turned[i].x - MARGIN );
		def.bounds.lower.y = fmin( def.bounds.lower.y, turned[i].y - MARGIN );
		def.bounds.upper.x = fmax( def.bounds.upper.x, turned[i].x + MARGIN );
		def.bounds.upper.y = fmax( def.bounds.upper.y, turned[i].y + MARGIN );
	}
	wfResult result = wfCreateWorld( &def, &draft->plan->world, draft->error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfShapeDef shape = wfDefaultShapeDef();
	shape.kind = wf_polygonShape;
	shape.role = wf_walkableRole;
	shape.points = turned;
	shape.pointCount = count;
	shape.ringSizes = ringSizes;
	shape.ringCount = ringCount;
	shape.name = "floor";
	wfShapeId id;
	return wfWorld_AddShape( draft->plan->world, &shape, &id, draft->error );
}

wfResult wfDraft_AddZone( wfDraft* draft, wfBox2 box, const char* name, wfStop* stop )
{
	const wfVec2 corners[4] = { wfDraft_Turn( draft, box.lower ), wfDraft_Turn( draft, ( wfVec2 ){ box.upper.x, box.lower.y } ),
								wfDraft_Turn( draft, box.upper ), wfDraft_Turn( draft, ( wfVec2 ){ box.lower.x, box.upper.y } ) };
	wfGoalDef def = wfDefaultGoalDef();
	def.kind = wf_polygonGoal;
	def.points = corners;
	def.pointCount = 4;
	def.name = name;
	*stop = wfMakeGoalStop( ( wfGoalId ){ 0 } );
	return wfWorld_AddGoal( draft->plan->world, &def, &stop->goal, draft->error );
}

wfStop wfDraft_MakePointStop( const wfDraft* draft, wfVec2 point )
{
	wfVec2 turned = wfDraft_Turn( draft, point );
	return wfMakePointStop( ( wfVec3 ){ turned.x, turned.y, 0.0 } );
}

wfResult wfDraft_AddWalker( wfDraft* draft, wfCrowdWalker walker )
{
	wfCrowdPlan* plan = draft->plan;
	if ( plan->count == draft->capacity )
	{
		int32_t capacity = draft->capacity * 2 > draft->agents ? draft->capacity * 2 : draft->agents;
		capacity = capacity > 64 ? capacity : 64;
		wfCrowdWalker* walkers = realloc( plan->walkers, (size_t)capacity * sizeof( wfCrowdWalker ) );
		if ( walkers == NULL )
		{
			return refuse( draft, wf_outOfMemory, "out of memory for the agents of the scene" );
		}
		plan->walkers = walkers;
		draft->capacity = capacity;
	}
	plan->walkers[plan->count++] = walker;
	return wf_ok;
}

// ---------------------------------------------------------------------------------------------------------------- places

// Places taken so far, in squares so small that each holds at most one of them.
typedef struct Places
{
	wfVec2 lower;
	double spacing, side;
	int32_t width, height;
	int32_t* taken; // 1-based number of the place in each square, 0: none
	wfVec2* points;
	int32_t count;
} Places;

static bool isRoom( const Places* places, wfVec2 point, int32_t column, int32_t row )
{
	for ( int32_t j = row - 2 > 0 ? row - 2 : 0; j <= row + 2 && j < places->height; ++j )
	{
		for ( int32_t i = column - 2 > 0 ? column - 2 : 0; i <= column + 2 && i < places->width; ++i )
		{
			int32_t index1 = places->taken[(size_t)j * (size_t)places->width + (size_t)i];
			if ( index1 == 0 )
			{
				continue;
			}
			double dx = places->points[index1 - 1].x - point.x, dy = places->points[index1 - 1].y - point.y;
			if ( dx * dx + dy * dy < places->spacing * places->spacing )
			{
				return false;
			}
		}
	}
	return true;
}

static bool isInRegion( const wfStartRegion* region, wfVec2 point )
{
	double rr = point.x * point.x + point.y * point.y;
	return region->outer <= 0.0 || ( rr >= region->inner * region->inner && rr <= region->outer * region->outer );
}

static bool takePlace( wfDraft* draft, const wfStartRegion* region, Places* places )
{
	double width = region->box.upper.x - region->box.lower.x, height = region->box.upper.y - region->box.lower.y;
	for ( int tries = 0; tries < MAX_TRIES; )
	{
		// One after the other: the order in which arguments are computed is the compiler's.
		wfVec2 point;
		point.x = region->box.lower.x + width * wfDraft_Draw( draft );
		point.y = region->box.lower.y + height * wfDraft_Draw( draft );
		if ( !isInRegion( region, point ) )
		{
			continue;
		}
		int32_t column = (int32_t)( ( point.x - places->lower.x ) / places->side );
		int32_t row = (int32_t)( ( point.y - places->lower.y ) / places->side );
		if ( isRoom( places, point, column, row ) )
		{
			places->points[places->count++] = point;
			places->taken[(size_t)row * (size_t)places->width + (size_t)column] = places->count;
			return true;
		}
		tries += 1;
	}
	return false;
}

// All of a group with this spacing; false where they do not fit. The squares are allocated anew, as their size changes.
static wfResult takePlaces( wfDraft* draft, const wfStartRegion* region, int32_t count, Places* places, bool* fit )
{
	places->lower = region->box.lower;
	places->side = places->spacing / 1.4142135623730952;
	places->width = (int32_t)( ( region->box.upper.x - region->box.lower.x ) / places->side ) + 1;
	places->height = (int32_t)( ( region->box.upper.y - region->box.lower.y ) / places->side ) + 1;
	places->count = 0;
	places->taken = calloc( (size_t)places->width * (size_t)places->height, sizeof( int32_t ) );
	if ( places->taken == NULL )
	{
		return refuse( draft, wf_outOfMemory, "out of memory for placing the agents of the scene" );
	}
	*fit = true;
	while ( *fit && places->count < count )
	{
		*fit = takePlace( draft, region, places );
	}
	free( places->taken );
	return wf_ok;
}

static double getArea( const wfStartRegion* region )
{
	if ( region->outer > 0.0 )
	{
		return PI * ( region->outer * region->outer - region->inner * region->inner );
	}
	return ( region->box.upper.x - region->box.lower.x ) * ( region->box.upper.y - region->box.lower.y );
}

static wfResult addPlaces( wfDraft* draft, const Places* places, const wfStop* stop, double heading )
{
	wfResult result = wf_ok;
	for ( int32_t i = 0; i < places->count && result == wf_ok; ++i )
	{
		wfVec2 point = places->points[i], opposite = { -point.x, -point.y };
		wfCrowdWalker walker = { .position = wfDraft_Turn( draft, point ), .heading = heading };
		walker.stop = stop != NULL ? *stop : wfDraft_MakePointStop( draft, opposite );
		if ( stop == NULL )
		{
			walker.heading = wfMeasureAngle( ( wfVec2 ){ -walker.position.x, -walker.position.y } );
		}
		result = wfDraft_AddWalker( draft, walker );
	}
	return result;
}

wfResult wfDraft_AddGroup( wfDraft* draft, int32_t count, const wfStartRegion* region, const wfStop* stop, wfVec2 heading )
{
	Places places = { .points = malloc( (size_t)( count > 0 ? count : 1 ) * sizeof( wfVec2 ) ) };
	if ( places.points == NULL )
	{
		return refuse( draft, wf_outOfMemory, "out of memory for placing the agents of the scene" );
	}
	double least = 2.0 * WF_CROWD_RADIUS + LEAST_GAP;
	places.spacing = fmax( least, SPACING * sqrt( getArea( region ) / ( count > 0 ? count : 1 ) ) );
	wfResult result = wf_ok;
	bool fit = false;
	while ( !fit && result == wf_ok )
	{
		result = takePlaces( draft, region, count, &places, &fit );
		if ( result == wf_ok && !fit && places.spacing <= least )
		{
			result = refuse( draft, wf_outOfRange, "there is no room for so many agents" );
		}
		places.spacing = fmax( least, places.spacing * SPACING_SHRINK );
	}
	if ( result == wf_ok )
	{
		result = addPlaces( draft, &places, stop, wfMeasureAngle( wfDraft_Turn( draft, heading ) ) );
	}
	free( places.points );
	return result;
}

// ----------------------------------------------------------------------------------------------------------------- plan

static wfResult refuseName( const wfCrowdSceneDef* def, wfError* error )
{
	if ( error != NULL )
	{
		*error = ( wfError ){ .result = wf_notFound };
		int length = snprintf( error->message, sizeof( error->message ), "there is no scene '%.60s'; there are",
							   def->name != NULL ? def->name : "" );
		for ( int32_t i = 0; i < SCENE_COUNT; ++i )
		{
			length += snprintf( error->message + length, sizeof( error->message ) - (size_t)length, "%s %s",
								i == 0 ? "" : ( i == SCENE_COUNT - 1 ? " and" : "," ), s_scenes[i].info.name );
		}
	}
	return wf_notFound;
}

wfResult wfPlanCrowdScene( const wfCrowdSceneDef* def, wfCrowdPlan* plan, wfError* error )
{
	*plan = ( wfCrowdPlan ){ 0 };
	int32_t index = 0;
	while ( index < SCENE_COUNT && ( def->name == NULL || strcmp( s_scenes[index].info.name, def->name ) != 0 ) )
	{
		index += 1;
	}
	if ( index == SCENE_COUNT )
	{
		return refuseName( def, error );
	}
	wfDraft draft = { .plan = plan, .error = error, .seed = def->seed };
	if ( def->agents < 0 || def->agents > MAX_AGENTS || ( def->angleGiven && !( fabs( def->angle ) < 1e6 ) ) )
	{
		return refuse( &draft, wf_outOfRange, "a scene has 1 to 1,000,000 agents, or 0 for its own number, and a finite angle" );
	}
	draft.agents = def->agents > 0 ? def->agents : s_scenes[index].info.agents;
	plan->angle = def->angleGiven ? def->angle : 2.0 * PI * wfRandomUnit( def->seed, ANGLE_STREAM, 0 );
	wfVec2 direction = wfMakeDirection( plan->angle );
	draft.cosine = direction.x;
	draft.sine = direction.y;
	wfResult result = s_scenes[index].fcn( &draft );
	if ( result != wf_ok )
	{
		wfCrowdPlan_Free( plan );
	}
	return result;
}

void wfCrowdPlan_Free( wfCrowdPlan* plan )
{
	if ( plan->world != NULL )
	{
		wfDestroyWorld( plan->world );
	}
	free( plan->walkers );
	*plan = ( wfCrowdPlan ){ 0 };
}
