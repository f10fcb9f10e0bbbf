// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A closed ring in which people walk for ever, all the same way or every second one against the others: speed against density,
// and lanes.
#include "people/people.h"

#include "base/base.h"
#include "base/math.h"

#include <math.h>
#include <stdlib.h>

#define RADIUS 6.0	  // of the middle of the ring, metres
#define ROW_WIDTH 0.5 // of the rows in which people stand at the beginning, at least
#define CORNERS 96
#define GOALS 4
#define SETTLING 30.0 // seconds before anything is measured
#define MEASURED 60.0
#define STANDS 0.1		 // m/s
#define LANE_SECONDS 1.0 // between two looks at lanes
#define PI 3.14159265358979323846

typedef struct Ring
{
	wfWorld* world;
	wfCrowd* crowd;
	wfGoalId goals[GOALS];
	const wfRingDef* def;
	wfStroller* strollers; // where everybody is
	double* sums;		   // of everybody's speeds
	int32_t people;
} Ring;

// Ends of the times of which lanes are told apart, seconds.
static const double s_times[WF_LANE_TIMES] = { 2.0, 5.0, 10.0, 20.0, 30.0, 60.0, 90.0 };

// Every second one of a row: at the beginning nothing is in lanes.
static bool isForward( const Ring* ring, int32_t number )
{
	return !ring->def->isTwoWay || number % 2 == 0;
}

static wfVec2 getPoint( double radius, double angle )
{
	return ( wfVec2 ){ radius * cos( angle ), radius * sin( angle ) };
}

static wfResult makeRing( Ring* ring, wfError* error )
{
	double half = 0.5 * ring->def->width, side = RADIUS + half + 0.5;
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds = ( wfBox2 ){ { -side, -side }, { side, side } };
	wfResult result = wfCreateWorld( &def, &ring->world, error );
	// What is outside: the square around it with a hole. What is inside: a disc.
	wfVec2 points[4 + CORNERS] = { { -side, -side }, { side, -side }, { side, side }, { -side, side } };
	const int32_t rings[2] = { 4, CORNERS };
	for ( int32_t k = 0; k < CORNERS; ++k )
	{
		points[4 + k] = getPoint( ( RADIUS + half ) / cos( PI / CORNERS ), 2.0 * PI * k / CORNERS );
	}
	wfShapeDef outside = wfDefaultShapeDef();
	outside.kind = wf_polygonShape;
	outside.points = points;
	outside.pointCount = 4 + CORNERS;
	outside.ringSizes = rings;
	outside.ringCount = 2;
	wfShapeDef inside = wfDefaultShapeDef();
	inside.kind = wf_discShape;
	inside.radius = RADIUS - half;
	result = result == wf_ok ? wfWorld_AddShape( ring->world, &outside, NULL, error ) : result;
	result = result == wf_ok ? wfWorld_AddShape( ring->world, &inside, NULL, error ) : result;
	for ( int32_t k = 0; k < GOALS && result == wf_ok; ++k )
	{
		double angle = 2.0 * PI * k / GOALS;
		wfVec2 line[2] = { getPoint( RADIUS - half, angle ), getPoint( RADIUS + half, angle ) };
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
	double width = ring->def->width;
	int32_t rows = (int32_t)floor( ( width - 2.0 * def->radius - 0.02 ) / ROW_WIDTH ) + 1;
	double lowest = RADIUS - 0.5 * width + def->radius + 0.01, step = ( width - 2.0 * def->radius - 0.02 ) / ( rows - 1 );
	int32_t added = 0;
	double done = 0.0;
	for ( int32_t row = 0; row < rows && result == wf_ok; ++row )
	{
		double radius = lowest + step * row;
		done += radius / ( rows * RADIUS );
		int32_t until = row == rows - 1 ? ring->people : (int32_t)floor( ring->people * done + 0.5 ), inRow = until - added;
		double phase = wfDrawForPeople( def, (uint64_t)row, 5 );
		for ( int32_t k = 0; k < inRow && result == wf_ok; ++k )
		{
			double angle = 2.0 * PI * ( k + phase ) / inRow;
			int32_t way = isForward( ring, added + k ) ? 1 : -1;
			wfStop stops[GOALS];
			// The next goal, unless it is quite near.
			double place = angle / ( 2.0 * PI ) * GOALS;
			int32_t next = way > 0 ? (int32_t)floor( place + 0.2 ) + 1 : (int32_t)ceil( place - 0.2 ) - 1;
			for ( int32_t m = 0; m < GOALS; ++m )
			{
				stops[m] = wfMakeGoalStop( ring->goals[( next + way * m + 2 * GOALS ) % GOALS] );
			}
			result = wfAddPerson( ring->crowd, def, gait, added + k, getPoint( radius, angle ), angle + 0.5 * PI * way, stops,
								  GOALS, wf_repeatAtEnd, error );
		}
		added = until;
	}
	return result;
}

// Where everybody is, and how fast along the ring, its own way.
static double look( Ring* ring, const wfFrame* frame, bool isMeasured, double* standing )
{
	double sum = 0.0;
	for ( int32_t k = 0; k < frame->count; ++k )
	{
		wfVec3 place = frame->positions[k], velocity = frame->velocities[k];
		double radius = hypot( place.x, place.y ), angle = wfAtan2( place.y, place.x );
		double speed = ( place.x * velocity.y - place.y * velocity.x ) / radius * ( isForward( ring, k ) ? 1.0 : -1.0 );
		sum += speed;
		ring->sums[k] += isMeasured ? speed : 0.0;
		*standing += isMeasured && hypot( velocity.x, velocity.y ) < STANDS ? 1.0 : 0.0;
		ring->strollers[k] = ( wfStroller ){ .along = RADIUS * ( angle < 0.0 ? angle + 2.0 * PI : angle ),
											 .across = radius - RADIUS + 0.5 * ring->def->width,
											 .isForward = isForward( ring, k ) };
	}
	return sum / frame->count;
}

static void addLanes( wfLaneFigures* sum, const wfLaneFigures* one )
{
	sum->order += one->order;
	sum->chance += one->chance;
	sum->lanes += one->lanes;
	sum->people += 1; // looks, until they are divided
}

static void divideLanes( wfLaneFigures* sum, int32_t people )
{
	double looks = fmax( 1.0, sum->people );
	*sum = ( wfLaneFigures ){ sum->order / looks, sum->chance / looks, sum->lanes / looks, people };
}

static void finish( const Ring* ring, double ticks, double standing, wfRingFigures* figures )
{
	double sum = 0.0, squares = 0.0;
	for ( int32_t k = 0; k < ring->people && ticks > 0.0; ++k )
	{
		sum += ring->sums[k] / ticks;
		squares += ring->sums[k] / ticks * ring->sums[k] / ticks;
	}
	figures->speed = sum / ring->people;
	figures->spread = sqrt( fmax( 0.0, squares / ring->people - figures->speed * figures->speed ) );
	figures->standing = ticks > 0.0 ? standing / ticks / ring->people : 0.0;
	divideLanes( &figures->lanes, ring->people );
	for ( int32_t k = 0; k < WF_LANE_TIMES; ++k )
	{
		figures->times[k].until = s_times[k];
		figures->times[k].speed /= fmax( 1.0, figures->times[k].lanes.people );
		divideLanes( &figures->times[k].lanes, ring->people );
	}
}

static wfResult run( const wfPeopleDef* def, Ring* ring, wfRingFigures* figures, wfError* error )
{
	wfLaneDef lanes = { .length = 2.0 * PI * RADIUS, .width = ring->def->width, .isRing = true };
	double ticks = 0.0, standing = 0.0, next = 0.0;
	int32_t time = 0;
	wfResult result = wf_ok;
	while ( result == wf_ok && wfCrowd_GetTime( ring->crowd ) < SETTLING + MEASURED && ( def->goesOn == NULL || def->goesOn() ) )
	{
		result = wfCrowd_Tick( ring->crowd, error );
		wfFrame frame = wfCrowd_GetFrame( ring->crowd );
		bool isMeasured = frame.time > SETTLING;
		double speed = look( ring, &frame, isMeasured, &standing );
		ticks += isMeasured ? 1.0 : 0.0;
		if ( ring->def->isTwoWay && frame.time >= next )
		{
			next += LANE_SECONDS;
			wfLaneFigures now = wfMeasureLanes( &lanes, ring->strollers, frame.count );
			while ( time < WF_LANE_TIMES - 1 && frame.time > s_times[time] )
			{
				time += 1;
			}
			addLanes( &figures->times[time].lanes, &now );
			figures->times[time].speed += speed;
			if ( isMeasured )
			{
				addLanes( &figures->lanes, &now );
			}
		}
	}
	finish( ring, ticks, standing, figures );
	return result;
}

wfResult wfMeasureRing( const wfPeopleDef* def, const wfRingDef* ringDef, wfRingFigures* figures, wfError* error )
{
	Ring ring = { .def = ringDef, .people = (int32_t)floor( ringDef->density * 2.0 * PI * RADIUS * ringDef->width + 0.5 ) };
	*figures = ( wfRingFigures ){ .density = ringDef->density, .people = ring.people };
	ring.strollers = calloc( (size_t)ring.people, sizeof( wfStroller ) );
	ring.sums = calloc( (size_t)ring.people, sizeof( double ) );
	wfResult result = ring.strollers != NULL && ring.sums != NULL ? makeRing( &ring, error ) : wf_outOfMemory;
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
	free( ring.strollers );
	free( ring.sums );
	wfDestroyCrowd( ring.crowd );
	wfDestroyWorld( ring.world );
	return result;
}
