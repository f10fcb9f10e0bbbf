// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A goal near a measured line: who arrives there is gone before the line is crossed.

#include "lines.h"

#include "base/vec2.h"
#include "command.h"

#include <math.h>
#include <stdio.h>

// A goal this close is named: people arrive in its cells or within a quarter of a metre, and move as far in a tick.
#define NEAR_GOAL 0.5

static double getSegmentDistance( wfVec2 a, wfVec2 b, wfVec2 c, wfVec2 d )
{
	bool apart = ( wfSide2( a, b, c ) > 0.0 ) == ( wfSide2( a, b, d ) > 0.0 );
	bool around = ( wfSide2( c, d, a ) > 0.0 ) == ( wfSide2( c, d, b ) > 0.0 );
	if ( !apart && !around )
	{
		return 0.0;
	}
	double ends = fmin( wfSegmentDistanceSquared( a, b, c ), wfSegmentDistanceSquared( a, b, d ) );
	return sqrt( fmin( ends, fmin( wfSegmentDistanceSquared( c, d, a ), wfSegmentDistanceSquared( c, d, b ) ) ) );
}

static bool isInside( const wfGoalDef* goal, wfVec2 place )
{
	bool inside = false;
	for ( int32_t i = 0, k = goal->pointCount - 1; i < goal->pointCount; k = i++ )
	{
		wfVec2 p = goal->points[i], q = goal->points[k];
		bool passes = ( p.y > place.y ) != ( q.y > place.y );
		inside = inside != ( passes && place.x < p.x + ( place.y - p.y ) / ( q.y - p.y ) * ( q.x - p.x ) );
	}
	return inside;
}

static double getGoalDistance( const wfGoalDef* goal, wfVec2 a, wfVec2 b )
{
	double least = INFINITY;
	bool single = goal->kind == wf_pointGoal || goal->kind == wf_cellsGoal || goal->pointCount == 1;
	if ( goal->kind == wf_polygonGoal && isInside( goal, a ) )
	{
		return 0.0;
	}
	for ( int32_t i = 0; i < goal->pointCount; ++i )
	{
		bool closes = i == goal->pointCount - 1;
		if ( single )
		{
			least = fmin( least, sqrt( wfSegmentDistanceSquared( a, b, goal->points[i] ) ) );
		}
		else if ( !closes || goal->kind == wf_polygonGoal )
		{
			least = fmin( least, getSegmentDistance( a, b, goal->points[i], goal->points[closes ? 0 : i + 1] ) );
		}
	}
	return least;
}

// The goal nearest to the line and how far it is; false where none is near.
static bool findGoal( const wfWorld* world, const wfWatchedLine* line, wfGoalDef* nearest, double* distance )
{
	int32_t count = wfWorld_GetGoalIds( world, NULL, 0 );
	wfGoalId* ids = wfNewArray( (size_t)count, sizeof( wfGoalId ) );
	*distance = INFINITY;
	wfWorld_GetGoalIds( world, ids, count );
	for ( int32_t i = 0; i < count; ++i )
	{
		wfGoalDef goal = wfWorld_GetGoal( world, ids[i] );
		double now = getGoalDistance( &goal, line->a, line->b );
		*nearest = now < *distance ? goal : *nearest;
		*distance = fmin( *distance, now );
	}
	return *distance <= NEAR_GOAL;
}

void wfWarnOfMissed( const wfWatchedLine* line, const wfWorld* world, const wfLineReport* report )
{
	wfGoalDef goal = wfDefaultGoalDef();
	double distance = INFINITY;
	bool near = world != NULL && findGoal( world, line, &goal, &distance );
	char where[256] = "", file[256] = "";
	if ( near && goal.name != NULL && goal.name[0] != 0 )
	{
		snprintf( where, sizeof( where ), "the goal '%.100s'", goal.name );
	}
	else if ( near )
	{
		snprintf( where, sizeof( where ), "a goal" );
	}
	if ( line->file != NULL )
	{
		snprintf( file, sizeof( file ), "%.200s: ", line->file );
	}
	long long missed = report->missed, crossed = report->crossings;
	const char* people = missed == 1 ? "person" : "people";
	if ( missed > 0 && near )
	{
		wfWarn( "%sthe line %s is %.2f m from %s: %lld %s arrived or left within %g m of the line without having crossed it and "
				"%s not among the %lld counted. A line farther in front of the goal counts everybody",
				file, line->name, distance, where, missed, people, line->reach, missed == 1 ? "is" : "are", crossed );
	}
	else if ( missed > 0 )
	{
		wfWarn(
			"%s%lld %s arrived or left within %g m of the line %s without having crossed it and %s not among the %lld counted: "
			"is the line too near to where people arrive, or to the end of what was recorded?",
			file, missed, people, line->reach, line->name, missed == 1 ? "is" : "are", crossed );
	}
	else if ( near && crossed == 0 )
	{
		wfWarn( "%sthe line %s is %.2f m from %s, and nobody crossed it: who arrives at a goal is gone before. A line farther in "
				"front of the goal counts everybody",
				file, line->name, distance, where );
	}
}
