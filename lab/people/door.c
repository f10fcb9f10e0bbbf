// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A crowd before a door. Its flow is taken while the middle three fifths pass: the first find a free door, behind the last nobody
// presses.
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

typedef struct Door
{
	wfWorld* world;
	wfCrowd* crowd;
	wfGoalId goal;
	double width, depth; // of the door, of the room
	int32_t people;
} Door;

static wfResult makeRoom( Door* door, wfError* error )
{
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds = ( wfBox2 ){ { -HALF_ROOM, -6.0 }, { HALF_ROOM, door->depth } };
	double half = 0.5 * door->width;
	wfVec2 line[2] = { { -HALF_ROOM + 0.5, -5.0 }, { HALF_ROOM - 0.5, -5.0 } };
	wfGoalDef goal = wfDefaultGoalDef();
	goal.kind = wf_lineGoal;
	goal.points = line;
	goal.pointCount = 2;
	wfResult result = wfCreateWorld( &def, &door->world, error );
	result =
		result == wf_ok ? wfAddWallBox( door->world, ( wfVec2 ){ -HALF_ROOM, -WALL }, ( wfVec2 ){ -half, 0.0 }, error ) : result;
	result =
		result == wf_ok ? wfAddWallBox( door->world, ( wfVec2 ){ half, -WALL }, ( wfVec2 ){ HALF_ROOM, 0.0 }, error ) : result;
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

// How many are beyond the door, and how many in the square metre before it.
static int32_t count( const wfFrame* frame, int32_t total, int32_t* before )
{
	int32_t inside = 0;
	*before = 0;
	for ( int32_t k = 0; k < frame->count; ++k )
	{
		wfVec3 place = frame->positions[k];
		inside += place.y > -0.5 * WALL ? 1 : 0;
		*before += fabs( place.x ) < 0.5 && place.y > 0.5 && place.y < 1.5 ? 1 : 0;
	}
	return total - inside;
}

static wfResult run( const wfPeopleDef* def, Door* door, wfDoorFigures* figures, wfError* error )
{
	double first = 0.0, last = 0.0, square = 0.0, ticks = 0.0;
	int32_t from = door->people / 5, to = door->people - from, firstCount = 0, lastCount = 0;
	wfResult result = wf_ok;
	while ( result == wf_ok && figures->passed < door->people && wfCrowd_GetTime( door->crowd ) < MOST_SECONDS &&
			( def->goesOn == NULL || def->goesOn() ) )
	{
		result = wfCrowd_Tick( door->crowd, error );
		wfFrame frame = wfCrowd_GetFrame( door->crowd );
		int32_t before;
		int32_t passed = count( &frame, door->people, &before );
		if ( passed > figures->passed )
		{
			first = passed >= from && first == 0.0 ? frame.time : first;
			firstCount = passed >= from && firstCount == 0 ? passed : firstCount;
			last = passed >= to && last == 0.0 ? frame.time : last;
			lastCount = passed >= to && lastCount == 0 ? passed : lastCount;
			figures->passed = passed;
			figures->seconds = frame.time;
		}
		if ( first > 0.0 && last == 0.0 )
		{
			square += before;
			ticks += 1.0;
		}
	}
	figures->flow = last > first ? ( lastCount - firstCount ) / ( last - first ) / door->width : 0.0;
	figures->density = ticks > 0.0 ? square / ticks : 0.0;
	return result;
}

wfResult wfMeasureDoor( const wfPeopleDef* def, double width, wfDoorFigures* figures, wfError* error )
{
	Door door = { .width = width, .people = (int32_t)fmax( LEAST_PEOPLE, PEOPLE_PER_METRE * width ) };
	door.depth = BEFORE + door.people / START_DENSITY / ( 2.0 * HALF_ROOM - 2.0 ) + 3.0;
	*figures = ( wfDoorFigures ){ .people = door.people };
	wfResult result = makeRoom( &door, error );
	if ( result == wf_ok )
	{
		wfCrowdDef crowdDef = wfDefaultCrowdDef( wf_defaultPreset );
		crowdDef.seed = def->seed;
		wfGroundDef ground = wfMakePlaneGround( door.world );
		result = wfCreateCrowd( &ground, &crowdDef, &door.crowd, error );
		result = result == wf_ok ? addPeople( def, &door, error ) : result;
		result = result == wf_ok ? wfCrowd_Prepare( door.crowd, NULL, NULL, error ) : result;
		result = result == wf_ok ? run( def, &door, figures, error ) : result;
	}
	wfDestroyCrowd( door.crowd );
	wfDestroyWorld( door.world );
	return result;
}
