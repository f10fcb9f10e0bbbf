// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A crowd in a corridor that turns by a right angle, and the same crowd in one that goes straight on. The corner is the square
// in which the two legs meet. With odd seeds people turn left, with even ones right.
#include "people/people.h"

#include "base/base.h"

#include <math.h>

#define BEFORE 30.0 // metres of corridor before the corner
#define BEHIND 12.0
#define FREE 2.0 // metres before the corner in which nobody stands at the beginning
#define WALL 0.5 // thickness
#define START_DENSITY 2.0
#define MOST_SECONDS 300.0

typedef struct Corner
{
	wfWorld* world;
	wfCrowd* crowd;
	wfGoalId goal;
	double width, side; // side: 1 to the left, -1 to the right
	bool isStraight;
	int32_t people;
} Corner;

// A box given as if people turned left.
static wfResult addWall( const Corner* corner, wfVec2 lower, wfVec2 upper, wfError* error )
{
	wfVec2 low = { lower.x, corner->side > 0.0 ? lower.y : -upper.y },
		   high = { upper.x, corner->side > 0.0 ? upper.y : -lower.y };
	return wfAddWallBox( corner->world, low, high, error );
}

// People come along x, between y = 0 and the width, to the square that begins at the origin; from there they go on along x or y.
static wfResult makeCorridor( Corner* corner, wfError* error )
{
	double width = corner->width, end = width + BEHIND, upper = corner->isStraight ? width + WALL : end;
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds = ( wfBox2 ){ { -BEFORE, -WALL }, { corner->isStraight ? end : width + WALL, upper } };
	if ( corner->side < 0.0 )
	{
		def.bounds.lower.y = -upper;
		def.bounds.upper.y = WALL;
	}
	wfVec2 across[2] = { { end - 1.0, 0.2 * corner->side }, { end - 1.0, ( width - 0.2 ) * corner->side } };
	wfVec2 along[2] = { { 0.2, ( end - 1.0 ) * corner->side }, { width - 0.2, ( end - 1.0 ) * corner->side } };
	wfGoalDef goal = wfDefaultGoalDef();
	goal.kind = wf_lineGoal;
	goal.points = corner->isStraight ? across : along;
	goal.pointCount = 2;
	wfResult result = wfCreateWorld( &def, &corner->world, error );
	double right = def.bounds.upper.x;
	result = result == wf_ok ? addWall( corner, ( wfVec2 ){ -BEFORE, -WALL }, ( wfVec2 ){ right, 0.0 }, error ) : result;
	wfVec2 inner = { corner->isStraight ? right : 0.0, upper };
	result = result == wf_ok ? addWall( corner, ( wfVec2 ){ -BEFORE, width }, inner, error ) : result;
	if ( result == wf_ok && !corner->isStraight )
	{
		result = addWall( corner, ( wfVec2 ){ width, -WALL }, ( wfVec2 ){ right, upper }, error );
	}
	return result == wf_ok ? wfWorld_AddGoal( corner->world, &goal, &corner->goal, error ) : result;
}

// On a grid, each somewhere in its cell.
static wfResult addPeople( const wfPeopleDef* def, Corner* corner, wfError* error )
{
	wfGaitDef gaitDef = wfDefaultGaitDef();
	wfGaitId gait = { 0 };
	wfResult result = def->onFoot ? wfCrowd_AddGait( corner->crowd, &gaitDef, &gait, error ) : wf_ok;
	double margin = 0.1, across = corner->width - 2.0 * margin;
	int32_t rows = (int32_t)floor( across * sqrt( START_DENSITY ) + 0.5 );
	double stepY = across / rows, stepX = rows / ( corner->width * START_DENSITY );
	double slackX = fmax( 0.0, stepX - 2.0 * def->radius - 0.02 ), slackY = fmax( 0.0, stepY - 2.0 * def->radius - 0.02 );
	int32_t columns = (int32_t)floor( ( BEFORE - FREE - 1.0 ) / stepX );
	corner->people = rows * columns;
	wfStop stop = wfMakeGoalStop( corner->goal );
	for ( int32_t k = 0; k < corner->people && result == wf_ok; ++k )
	{
		double jitterX = ( wfDrawForPeople( def, (uint64_t)k, 0 ) - 0.5 ) * slackX;
		double jitterY = ( wfDrawForPeople( def, (uint64_t)k, 1 ) - 0.5 ) * slackY;
		wfVec2 place = { -FREE - ( k / rows + 0.5 ) * stepX + jitterX,
						 ( margin + ( k % rows + 0.5 ) * stepY + jitterY ) * corner->side };
		result = wfAddPerson( corner->crowd, def, gait, k, place, 0.0, &stop, 1, wf_leaveAtEnd, error );
	}
	return result;
}

typedef struct Sums
{
	double inside, speed, ticks;
} Sums;

// How many are behind the square; those in it are added up.
static int32_t count( const Corner* corner, const wfFrame* frame, bool isMeasured, Sums* sums )
{
	int32_t before = 0;
	for ( int32_t k = 0; k < frame->count; ++k )
	{
		wfVec3 place = frame->positions[k], velocity = frame->velocities[k];
		bool isBefore = ( corner->isStraight ? place.x : place.y * corner->side ) < corner->width || place.x < 0.0;
		before += isBefore ? 1 : 0;
		if ( isMeasured && isBefore && place.x > 0.0 )
		{
			sums->inside += 1.0;
			sums->speed += hypot( velocity.x, velocity.y );
		}
	}
	sums->ticks += isMeasured ? 1.0 : 0.0;
	return corner->people - before;
}

static wfResult run( const wfPeopleDef* def, Corner* corner, wfCornerFigures* figures, wfError* error )
{
	double first = 0.0, last = 0.0;
	int32_t from = corner->people / 5, to = corner->people - from, firstCount = 0, lastCount = 0;
	Sums sums = { 0 };
	wfResult result = wf_ok;
	while ( result == wf_ok && figures->passed < corner->people && wfCrowd_GetTime( corner->crowd ) < MOST_SECONDS &&
			( def->goesOn == NULL || def->goesOn() ) )
	{
		result = wfCrowd_Tick( corner->crowd, error );
		wfFrame frame = wfCrowd_GetFrame( corner->crowd );
		int32_t passed = count( corner, &frame, first > 0.0 && last == 0.0, &sums );
		if ( passed > figures->passed )
		{
			firstCount = passed >= from && first == 0.0 ? passed : firstCount;
			first = passed >= from && first == 0.0 ? frame.time : first;
			lastCount = passed >= to && last == 0.0 ? passed : lastCount;
			last = passed >= to && last == 0.0 ? frame.time : last;
			figures->passed = passed;
			figures->seconds = frame.time;
		}
	}
	figures->flow = last > first ? ( lastCount - firstCount ) / ( last - first ) / corner->width : 0.0;
	figures->density = sums.ticks > 0.0 ? sums.inside / sums.ticks / ( corner->width * corner->width ) : 0.0;
	figures->speed = sums.inside > 0.0 ? sums.speed / sums.inside : 0.0;
	return result;
}

wfResult wfMeasureCorner( const wfPeopleDef* def, double width, bool isStraight, wfCornerFigures* figures, wfError* error )
{
	Corner corner = { .width = width, .isStraight = isStraight, .side = def->seed % 2 == 1 ? 1.0 : -1.0 };
	*figures = ( wfCornerFigures ){ 0 };
	wfResult result = makeCorridor( &corner, error );
	if ( result == wf_ok )
	{
		wfCrowdDef crowdDef = wfDefaultCrowdDef( wf_defaultPreset );
		crowdDef.seed = def->seed;
		wfGroundDef ground = wfMakePlaneGround( corner.world );
		result = wfCreateCrowd( &ground, &crowdDef, &corner.crowd, error );
		result = result == wf_ok ? addPeople( def, &corner, error ) : result;
		figures->people = corner.people;
		result = result == wf_ok ? wfCrowd_Prepare( corner.crowd, NULL, NULL, error ) : result;
		result = result == wf_ok ? run( def, &corner, figures, error ) : result;
	}
	wfDestroyCrowd( corner.crowd );
	wfDestroyWorld( corner.world );
	return result;
}
