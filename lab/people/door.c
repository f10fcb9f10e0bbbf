// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A crowd before a door or a staircase. Its flow is taken while the middle three fifths pass: the first find a free door, behind
// the last nobody presses.
#include "people/people.h"

#include "base/base.h"

#include <math.h>
#include <stdlib.h>

#define HALF_ROOM 8.0	  // metres, across
#define WALL 0.2		  // thickness
#define BEFORE 1.0		  // metres before the door in which nobody stands at the beginning
#define START_DENSITY 2.0 // people per square metre
#define LEAST_PEOPLE 120
#define PEOPLE_PER_METRE 80.0
#define MOST_SECONDS 600.0
#define FLIGHT 6.0 // metres of stairs, along the horizontal
// Weidmann 1993, along the horizontal, m/s: on the level, up and down stairs.
#define SPEED_LEVEL 1.34
#define SPEED_UP 0.61
#define SPEED_DOWN 0.694

typedef struct Door
{
	wfWorld* world;
	wfCrowd* crowd;
	wfGoalId goal;
	double width, length; // of the door or the stairs
	double depth;		  // of the room
	int32_t people;
	bool isStairs, isUp;
} Door;

// While the middle three fifths pass, and since the last tenth.
typedef struct Sums
{
	double first, last; // times, 0: not yet
	double before, inside, speed, ticks;
	double tenthBefore, tenthTicks;
	int32_t firstCount, lastCount, tenth;
} Sums;

static wfResult addStairs( Door* door, wfError* error )
{
	wfShapeDef shape = wfDefaultShapeDef();
	shape.kind = wf_boxShape;
	shape.role = wf_terrainRole;
	shape.center = ( wfVec2 ){ 0.0, -0.5 * door->length };
	shape.halfSize = ( wfVec2 ){ 0.5 * door->width, 0.5 * door->length };
	shape.speedUp = SPEED_UP / SPEED_LEVEL;
	shape.speedDown = SPEED_DOWN / SPEED_LEVEL;
	shape.uphill = ( wfVec2 ){ 0.0, door->isUp ? -1.0 : 1.0 };
	return wfWorld_AddShape( door->world, &shape, NULL, error );
}

static wfResult makeRoom( Door* door, wfError* error )
{
	wfWorldDef def = wfDefaultWorldDef();
	double half = 0.5 * door->width, beyond = door->length - WALL;
	def.bounds = ( wfBox2 ){ { -HALF_ROOM, -6.0 - beyond }, { HALF_ROOM, door->depth } };
	wfVec2 line[2] = { { -HALF_ROOM + 0.5, -5.0 - beyond }, { HALF_ROOM - 0.5, -5.0 - beyond } };
	wfGoalDef goal = wfDefaultGoalDef();
	goal.kind = wf_lineGoal;
	goal.points = line;
	goal.pointCount = 2;
	wfResult result = wfCreateWorld( &def, &door->world, error );
	result = result == wf_ok
				 ? wfAddWallBox( door->world, ( wfVec2 ){ -HALF_ROOM, -door->length }, ( wfVec2 ){ -half, 0.0 }, error )
				 : result;
	result = result == wf_ok ? wfAddWallBox( door->world, ( wfVec2 ){ half, -door->length }, ( wfVec2 ){ HALF_ROOM, 0.0 }, error )
							 : result;
	result = result == wf_ok && door->isStairs ? addStairs( door, error ) : result;
	return result == wf_ok ? wfWorld_AddGoal( door->world, &goal, &door->goal, error ) : result;
}

// On a grid, each somewhere in its cell.
static wfResult addPeople( const wfPeopleDef* def, Door* door, wfError* error )
{
	wfGaitDef gaitDef = wfDefaultGaitDef();
	wfGaitId gait = { 0 };
	wfResult result = def->onFoot ? wfCrowd_AddGait( door->crowd, &gaitDef, &gait, error ) : wf_ok;
	double cell = sqrt( 1.0 / START_DENSITY ), slack = fmax( 0.0, cell - 2.0 * def->radius - 0.02 );
	int32_t columns = (int32_t)floor( ( 2.0 * HALF_ROOM - 2.0 ) / cell );
	wfStop stop = wfMakeGoalStop( door->goal );
	for ( int32_t k = 0; k < door->people && result == wf_ok; ++k )
	{
		double jitterX = ( wfDrawForPeople( def, (uint64_t)k, 0 ) - 0.5 ) * slack;
		double jitterY = ( wfDrawForPeople( def, (uint64_t)k, 1 ) - 0.5 ) * slack;
		wfVec2 place = { ( k % columns - 0.5 * ( columns - 1 ) ) * cell + jitterX,
						 BEFORE + ( k / columns + 0.5 ) * cell + jitterY };
		result = wfAddPerson( door->crowd, def, gait, k, place, -0.5 * 3.14159265358979, &stop, 1, wf_leaveAtEnd, error );
	}
	return result;
}

// One tick: who is still in the room, in the square metre before the door, and in the door or on the stairs.
typedef struct Look
{
	double before, inside, speed;
	int32_t inRoom;
} Look;

static Look look( const Door* door, const wfFrame* frame )
{
	Look now = { 0 };
	double line = door->isStairs ? 0.0 : -0.5 * WALL; // the first step, the middle of the door
	for ( int32_t k = 0; k < frame->count; ++k )
	{
		wfVec3 place = frame->positions[k], velocity = frame->velocities[k];
		now.inRoom += place.y > line ? 1 : 0;
		now.before += fabs( place.x ) < 0.5 && place.y > 0.5 && place.y < 1.5 ? 1.0 : 0.0;
		if ( fabs( place.x ) < 0.5 * door->width && place.y < 0.0 && place.y > -door->length )
		{
			now.inside += 1.0;
			now.speed += -velocity.y;
		}
	}
	return now;
}

// Somebody has passed.
static void notePassing( const Door* door, double time, int32_t passed, Sums* sums, wfDoorFigures* figures )
{
	int32_t from = door->people / 5, to = door->people - from;
	sums->firstCount = passed >= from && sums->first == 0.0 ? passed : sums->firstCount;
	sums->first = passed >= from && sums->first == 0.0 ? time : sums->first;
	sums->lastCount = passed >= to && sums->last == 0.0 ? passed : sums->lastCount;
	sums->last = passed >= to && sums->last == 0.0 ? time : sums->last;
	for ( ; sums->tenth < WF_PEOPLE_TENTHS && passed * WF_PEOPLE_TENTHS >= door->people * ( sums->tenth + 1 ); ++sums->tenth )
	{
		figures->times[sums->tenth] = time;
		figures->densities[sums->tenth] = sums->tenthTicks > 0.0 ? sums->tenthBefore / sums->tenthTicks : 0.0;
		sums->tenthBefore = sums->tenthTicks = 0.0;
	}
	figures->passed = passed;
	figures->seconds = time;
}

static wfResult run( const wfPeopleDef* def, Door* door, wfDoorFigures* figures, wfError* error )
{
	Sums sums = { 0 };
	wfResult result = wf_ok;
	while ( result == wf_ok && figures->passed < door->people && wfCrowd_GetTime( door->crowd ) < MOST_SECONDS &&
			( def->goesOn == NULL || def->goesOn() ) )
	{
		result = wfCrowd_Tick( door->crowd, error );
		wfFrame frame = wfCrowd_GetFrame( door->crowd );
		Look now = look( door, &frame );
		sums.tenthBefore += now.before;
		sums.tenthTicks += 1.0;
		if ( door->people - now.inRoom > figures->passed )
		{
			notePassing( door, frame.time, door->people - now.inRoom, &sums, figures );
		}
		if ( sums.first > 0.0 && sums.last == 0.0 )
		{
			sums.before += now.before;
			sums.inside += now.inside;
			sums.speed += now.speed;
			sums.ticks += 1.0;
		}
	}
	double seconds = sums.last - sums.first, ground = door->width * door->length;
	figures->flow = seconds > 0.0 ? ( sums.lastCount - sums.firstCount ) / seconds / door->width : 0.0;
	figures->density = sums.ticks > 0.0 ? sums.before / sums.ticks : 0.0;
	figures->inside = sums.ticks > 0.0 ? sums.inside / sums.ticks / ground : 0.0;
	figures->speed = sums.inside > 0.0 ? sums.speed / sums.inside : 0.0;
	return result;
}

static wfResult measure( const wfPeopleDef* def, Door* door, wfDoorFigures* figures, wfError* error )
{
	door->people = (int32_t)fmax( LEAST_PEOPLE, PEOPLE_PER_METRE * door->width );
	door->depth = BEFORE + door->people / START_DENSITY / ( 2.0 * HALF_ROOM - 2.0 ) + 3.0;
	*figures = ( wfDoorFigures ){ .people = door->people };
	wfResult result = makeRoom( door, error );
	if ( result == wf_ok )
	{
		wfCrowdDef crowdDef = wfDefaultCrowdDef( wf_defaultPreset );
		crowdDef.seed = def->seed;
		wfGroundDef ground = wfMakePlaneGround( door->world );
		result = wfCreateCrowd( &ground, &crowdDef, &door->crowd, error );
		result = result == wf_ok ? addPeople( def, door, error ) : result;
		result = result == wf_ok ? wfCrowd_Prepare( door->crowd, NULL, NULL, error ) : result;
		result = result == wf_ok ? run( def, door, figures, error ) : result;
	}
	wfDestroyCrowd( door->crowd );
	wfDestroyWorld( door->world );
	return result;
}

wfResult wfMeasureDoor( const wfPeopleDef* def, double width, wfDoorFigures* figures, wfError* error )
{
	Door door = { .width = width, .length = WALL };
	return measure( def, &door, figures, error );
}

wfResult wfMeasureStairs( const wfPeopleDef* def, double width, bool isUp, wfDoorFigures* figures, wfError* error )
{
	Door stairs = { .width = width, .length = FLIGHT, .isStairs = true, .isUp = isUp };
	return measure( def, &stairs, figures, error );
}
