// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A closed ring in which everybody goes the same way, for ever: speed against density.
#include "people/people.h"

#include "base/base.h"

#include <math.h>
#include <stdlib.h>

#define RADIUS 6.0 // of the middle of the ring, metres
#define WIDTH 3.2
#define ROWS 6
#define CORNERS 96
#define GOALS 4
#define SETTLING 30.0 // seconds before anything is measured
#define MEASURED 60.0
#define PI 3.14159265358979323846

typedef struct Ring
{
	wfWorld* world;
	wfCrowd* crowd;
	wfGoalId goals[GOALS];
	int32_t people;
} Ring;

static wfVec2 getPoint( double radius, double angle )
{
	return ( wfVec2 ){ radius * cos( angle ), radius * sin( angle ) };
}

static wfResult makeRing( Ring* ring, wfError* error )
{
	double side = RADIUS + 0.5 * WIDTH + 0.5;
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds = ( wfBox2 ){ { -side, -side }, { side, side } };
	wfResult result = wfCreateWorld( &def, &ring->world, error );
	// What is outside: the square around it with a hole. What is inside: a disc.
	wfVec2 points[4 + CORNERS] = { { -side, -side }, { side, -side }, { side, side }, { -side, side } };
	const int32_t rings[2] = { 4, CORNERS };
	for ( int32_t k = 0; k < CORNERS; ++k )
	{
		points[4 + k] = getPoint( ( RADIUS + 0.5 * WIDTH ) / cos( PI / CORNERS ), 2.0 * PI * k / CORNERS );
	}
	wfShapeDef outside = wfDefaultShapeDef();
	outside.kind = wf_polygonShape;
	outside.points = points;
	outside.pointCount = 4 + CORNERS;
	outside.ringSizes = rings;
	outside.ringCount = 2;
	wfShapeDef inside = wfDefaultShapeDef();
	inside.kind = wf_discShape;
	inside.radius = RADIUS - 0.5 * WIDTH;
	result = result == wf_ok ? wfWorld_AddShape( ring->world, &outside, NULL, error ) : result;
	result = result == wf_ok ? wfWorld_AddShape( ring->world, &inside, NULL, error ) : result;
	for ( int32_t k = 0; k < GOALS && result == wf_ok; ++k )
	{
		double angle = 2.0 * PI * k / GOALS;
		wfVec2 line[2] = { getPoint( RADIUS - 0.5 * WIDTH, angle ), getPoint( RADIUS + 0.5 * WIDTH, angle ) };
		wfGoalDef goal = wfDefaultGoalDef();
		goal.kind = wf_lineGoal;
		goal.points = line;
		goal.pointCount = 2;
		result = wfWorld_AddGoal( ring->world, &goal, &ring->goals[k], error );
	}
	return result;
}

// In rows, each beginning anywhere.
static wfResult addPeople( const wfPeopleDef* def, Ring* ring, wfError* error )
{
	wfGaitDef gaitDef = wfDefaultGaitDef();
	wfGaitId gait = { 0 };
	wfResult result = def->onFoot ? wfCrowd_AddGait( ring->crowd, &gaitDef, &gait, error ) : wf_ok;
	double lowest = RADIUS - 0.5 * WIDTH + def->radius + 0.01, step = ( WIDTH - 2.0 * def->radius - 0.02 ) / ( ROWS - 1 );
	int32_t added = 0;
	double done = 0.0;
	for ( int32_t row = 0; row < ROWS && result == wf_ok; ++row )
	{
		double radius = lowest + step * row;
		done += radius / ( ROWS * RADIUS );
		int32_t until = row == ROWS - 1 ? ring->people : (int32_t)floor( ring->people * done + 0.5 ), inRow = until - added;
		double phase = wfDrawForPeople( def, (uint64_t)row, 5 );
		for ( int32_t k = 0; k < inRow && result == wf_ok; ++k )
		{
			double angle = 2.0 * PI * ( k + phase ) / inRow;
			wfStop stops[GOALS];
			int32_t next = (int32_t)floor( angle / ( 2.0 * PI ) * GOALS + 0.2 ) + 1;
			for ( int32_t m = 0; m < GOALS; ++m )
			{
				stops[m] = wfMakeGoalStop( ring->goals[( next + m ) % GOALS] );
			}
			result = wfAddPerson( ring->crowd, def, gait, added + k, getPoint( radius, angle ), angle + 0.5 * PI, stops, GOALS,
								  wf_repeatAtEnd, error );
		}
		added = until;
	}
	return result;
}

static wfResult run( const wfPeopleDef* def, Ring* ring, wfRingFigures* figures, wfError* error )
{
	double* sums = calloc( (size_t)ring->people, sizeof( double ) );
	double ticks = 0.0, sum = 0.0, squares = 0.0;
	wfResult result = sums != NULL ? wf_ok : wf_outOfMemory;
	while ( result == wf_ok && wfCrowd_GetTime( ring->crowd ) < SETTLING + MEASURED && ( def->goesOn == NULL || def->goesOn() ) )
	{
		result = wfCrowd_Tick( ring->crowd, error );
		wfFrame frame = wfCrowd_GetFrame( ring->crowd );
		for ( int32_t k = 0; k < frame.count && frame.time > SETTLING; ++k )
		{
			wfVec3 place = frame.positions[k], velocity = frame.velocities[k];
			sums[k] += ( place.x * velocity.y - place.y * velocity.x ) / hypot( place.x, place.y );
		}
		ticks += frame.time > SETTLING ? 1.0 : 0.0;
	}
	for ( int32_t k = 0; k < ring->people && ticks > 0.0 && sums != NULL; ++k )
	{
		sum += sums[k] / ticks;
		squares += sums[k] / ticks * sums[k] / ticks;
	}
	figures->speed = sum / ring->people;
	figures->spread = sqrt( fmax( 0.0, squares / ring->people - figures->speed * figures->speed ) );
	free( sums );
	return result;
}

wfResult wfMeasureRing( const wfPeopleDef* def, double density, wfRingFigures* figures, wfError* error )
{
	Ring ring = { .people = (int32_t)floor( density * 2.0 * PI * RADIUS * WIDTH + 0.5 ) };
	*figures = ( wfRingFigures ){ .density = density, .people = ring.people };
	wfResult result = makeRing( &ring, error );
	if ( result == wf_ok )
	{
		wfCrowdDef crowdDef = wfDefaultCrowdDef( wf_defaultPreset );
		crowdDef.seed = def->seed;
		wfGroundDef ground = wfMakePlaneGround( ring.world );
		result = wfCreateCrowd( &ground, &crowdDef, &ring.crowd, error );
		result = result == wf_ok ? addPeople( def, &ring, error ) : result;
		result = result == wf_ok ? wfCrowd_Prepare( ring.crowd, NULL, NULL, error ) : result;
		result = result == wf_ok ? run( def, &ring, figures, error ) : result;
	}
	wfDestroyCrowd( ring.crowd );
	wfDestroyWorld( ring.world );
	return result;
}
