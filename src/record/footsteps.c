// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Footsteps as rows: what numbers a row has, which are refused, their order, and how long a foot stands.
#include "record/footsteps.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Seconds. Times of steps are sums of durations: beyond this they would lose microseconds.
#define WF_MAX_STEP_TIME 1e9
// Angles are brought into one turn by adding turns: few of them.
#define WF_MAX_ANGLE 1e3
// Of the square of a unit vector: what six decimals lose.
#define WF_UNIT_SLACK 1e-5
// The exact motion grows with exp(pendulum * duration / 2).
#define WF_MAX_GROWTH 200.0
#define WF_MIN_WALK_SPEED 1e-9

#define WF_PLACE -WF_MAX_COORDINATE, WF_MAX_COORDINATE, "a coordinate in metres, from -1e9 to 1e9"
#define WF_ANGLE -WF_MAX_ANGLE, WF_MAX_ANGLE, "radians, from -1000 to 1000"
#define WF_UNIT -1.1, 1.1, "a coordinate of a unit vector"
#define WF_RADIUS 0.0, 1e3, "metres, from 0 to 1000"
#define WF_AT( member ) offsetof( wfFootstepRow, member )

const wfFootstepField wf_footstepFields[WF_FOOTSTEP_NUMBERS] = {
	{ "x", WF_AT( step.footPosition.x ), WF_PLACE },
	{ "y", WF_AT( step.footPosition.y ), WF_PLACE },
	{ "angle", WF_AT( step.footAngle ), WF_ANGLE },
	{ "start", WF_AT( step.startTime ), -WF_MAX_STEP_TIME, WF_MAX_STEP_TIME, "seconds, from -1e9 to 1e9" },
	{ "duration", WF_AT( step.duration ), 1e-6, 1e6, "seconds above 0 (from 1e-6 to 1e6)" },
	{ "apex_x", WF_AT( step.apex.x ), WF_PLACE },
	{ "apex_y", WF_AT( step.apex.y ), WF_PLACE },
	{ "along_x", WF_AT( step.along.x ), WF_UNIT },
	{ "along_y", WF_AT( step.along.y ), WF_UNIT },
	{ "speed", WF_AT( step.speed ), 0.0, 1e6, "metres a second, 0 or more (up to 1e6)" },
	{ "curve", WF_AT( step.curve ), -1e6, 1e6, "metres a second squared, from -1e6 to 1e6" },
	{ "swing_from_x", WF_AT( step.swingFrom.x ), WF_PLACE },
	{ "swing_from_y", WF_AT( step.swingFrom.y ), WF_PLACE },
	{ "swing_from_angle", WF_AT( step.swingFromAngle ), WF_ANGLE },
	{ "swing_to_x", WF_AT( step.swingTo.x ), WF_PLACE },
	{ "swing_to_y", WF_AT( step.swingTo.y ), WF_PLACE },
	{ "swing_to_angle", WF_AT( step.swingToAngle ), WF_ANGLE },
	{ "facing_start_x", WF_AT( step.facingStart.x ), WF_UNIT },
	{ "facing_start_y", WF_AT( step.facingStart.y ), WF_UNIT },
	{ "facing_end_x", WF_AT( step.facingEnd.x ), WF_UNIT },
	{ "facing_end_y", WF_AT( step.facingEnd.y ), WF_UNIT },
	{ "pendulum", WF_AT( step.pendulum ), 0.01, 100.0, "sqrt(g / leg length) in 1/s, from 0.01 to 100" },
	{ "energy", WF_AT( step.energy ), 0.0, 1e12, "joules, 0 or more (up to 1e12)" },
	{ "torso_radius", WF_AT( body.torsoRadius ), WF_RADIUS },
	{ "shoulder_radius", WF_AT( body.shoulderRadius ), WF_RADIUS },
	{ "shoulder_distance", WF_AT( body.shoulderDistance ), WF_RADIUS },
	{ "foot_radius", WF_AT( body.footRadius ), WF_RADIUS },
};

const char* const wf_footNames[] = { "left", "right", NULL };
const char* const wf_stepKindNames[] = { "walk", "start", "stop", "shift", NULL };

// ------------------------------------------------------------------------------------------------------------- checking

static bool refuse( wfFootstepFault* fault, const char* field, const char* expected, double found )
{
	fault->field = field;
	snprintf( fault->message, sizeof( fault->message ), "expected %s, found %.12g", expected, found );
	return false;
}

static bool checkUnit( wfVec2 vector, const char* field, wfFootstepFault* fault )
{
	double square = vector.x * vector.x + vector.y * vector.y;
	if ( fabs( square - 1.0 ) <= WF_UNIT_SLACK )
	{
		return true;
	}
	fault->field = field;
	snprintf( fault->message, sizeof( fault->message ), "expected a unit vector, found (%.9g, %.9g) of length %.9g", vector.x,
			  vector.y, sqrt( square ) );
	return false;
}

bool wfCheckFootstepRow( const wfFootstepRow* row, wfFootstepFault* fault )
{
	const wfFootstep* step = &row->step;
	if ( row->serial > INT32_MAX )
	{
		return refuse( fault, "agent", "a serial from 0 to 2147483647", (double)row->serial );
	}
	if ( row->index < 0 )
	{
		return refuse( fault, "step", "a number from 0 on", (double)row->index );
	}
	// Enumerations are unsigned with some compilers and signed with others.
	if ( (uint32_t)step->foot > (uint32_t)wf_rightFoot )
	{
		return refuse( fault, "foot", WF_EXPECTED_FOOT, (double)step->foot );
	}
	if ( (uint32_t)step->kind > (uint32_t)wf_shiftFootstep )
	{
		return refuse( fault, "kind", WF_EXPECTED_KIND, (double)step->kind );
	}
	for ( int32_t i = 0; i < WF_FOOTSTEP_NUMBERS; ++i )
	{
		const wfFootstepField* field = &wf_footstepFields[i];
		double value = wfGetFootstepNumber( row, i );
		if ( !( value >= field->lower && value <= field->upper ) )
		{
			return refuse( fault, field->name, field->expected, value );
		}
	}
	if ( step->kind == wf_walkFootstep && step->speed < WF_MIN_WALK_SPEED )
	{
		return refuse( fault, "speed", "more than 0 in a step of walking", step->speed );
	}
	if ( step->kind == wf_walkFootstep && step->pendulum * step->duration > WF_MAX_GROWTH )
	{
		return refuse( fault, "duration", "pendulum times duration up to 200 in a step of walking",
					   step->pendulum * step->duration );
	}
	return checkUnit( step->along, "along_x", fault ) && checkUnit( step->facingStart, "facing_start_x", fault ) &&
		   checkUnit( step->facingEnd, "facing_end_x", fault );
}

// --------------------------------------------------------------------------------------------------------------- tables

int wfCompareFootsteps( uint32_t serialA, double timeA, int32_t indexA, uint32_t serialB, double timeB, int32_t indexB )
{
	return serialA != serialB ? ( serialA < serialB ? -1 : 1 )
		   : timeA != timeB	  ? ( timeA < timeB ? -1 : 1 )
							  : ( indexA > indexB ) - ( indexA < indexB );
}

static int compareFootsteps( const void* a, const void* b )
{
	const wfFootstepRow *x = a, *y = b;
	return wfCompareFootsteps( x->serial, x->step.startTime, x->index, y->serial, y->step.startTime, y->index );
}

bool wfFootstepTable_IsSorted( const wfFootstepTable* table )
{
	bool sorted = true;
	for ( int64_t i = 1; i < table->rowCount && sorted; ++i )
	{
		sorted = compareFootsteps( &table->rows[i - 1], &table->rows[i] ) <= 0;
	}
	return sorted;
}

wfResult wfFootstepTable_Add( wfFootstepTable* table, const wfFootstepRow* rows, int32_t count )
{
	if ( WF_FAILS( table != NULL && count >= 0 && ( rows != NULL || count == 0 ) ) )
	{
		return wf_invalidDef;
	}
	if ( count == 0 )
	{
		return wf_ok;
	}
	size_t capacity = (size_t)table->rowCapacity;
	wfResult result = wfGrowArray( &table->rows, &capacity, (size_t)table->rowCount + (size_t)count, sizeof( wfFootstepRow ) );
	table->rowCapacity = (int64_t)capacity;
	if ( result == wf_ok )
	{
		memcpy( table->rows + table->rowCount, rows, (size_t)count * sizeof( wfFootstepRow ) );
		table->rowCount += count;
	}
	return result;
}

void wfFootstepTable_Sort( wfFootstepTable* table )
{
	if ( WF_FAILS( table != NULL ) )
	{
		return;
	}
	if ( !wfFootstepTable_IsSorted( table ) )
	{
		qsort( table->rows, (size_t)table->rowCount, sizeof( wfFootstepRow ), compareFootsteps );
	}
}

void wfFootstepTable_Free( wfFootstepTable* table )
{
	if ( table == NULL )
	{
		return;
	}
	wfReleaseArray( table->rows, (size_t)table->rowCapacity, sizeof( wfFootstepRow ) );
	*table = ( wfFootstepTable ){ 0 };
}

// ------------------------------------------------------------------------------------------------------------- standing

bool wfFollows( const wfFootstepRow* row, const wfFootstepRow* next )
{
	return row->serial == next->serial && next->index == row->index + 1 &&
		   fabs( next->step.startTime - wfFootstep_GetEndTime( &row->step ) ) <= WF_STEP_GAP;
}

bool wfIsSwinging( const wfFootstep* step )
{
	return step->swingFrom.x != step->swingTo.x || step->swingFrom.y != step->swingTo.y ||
		   step->swingFromAngle != step->swingToAngle;
}

double wfGetTrueEnd( const wfFootstepTable* table, int64_t row )
{
	const wfFootstepRow* at = &table->rows[row];
	double end = wfFootstep_GetEndTime( &at->step );
	bool cut = row + 1 < table->rowCount && at[1].serial == at->serial && at[1].step.startTime < end;
	return cut ? at[1].step.startTime : end;
}

static wfFoot getSwingFoot( const wfFootstep* step )
{
	return step->foot == wf_leftFoot ? wf_rightFoot : wf_leftFoot;
}

void wfFindStandingTimes( const wfFootstepTable* table, double* from, double* to )
{
	const wfFootstepRow* rows = table->rows;
	double since[2] = { 0.0, 0.0 }; // by foot: when it touched down
	for ( int64_t i = 0; i < table->rowCount; ++i )
	{
		double start = rows[i].step.startTime;
		if ( i == 0 || !wfFollows( &rows[i - 1], &rows[i] ) )
		{
			since[wf_leftFoot] = since[wf_rightFoot] = start;
		}
		else if ( wfIsSwinging( &rows[i - 1].step ) )
		{
			since[getSwingFoot( &rows[i - 1].step )] = start;
		}
		from[i] = since[rows[i].step.foot];
	}
	double until[2] = { 0.0, 0.0 }; // when it is lifted
	for ( int64_t i = table->rowCount - 1; i >= 0; --i )
	{
		if ( i + 1 == table->rowCount || !wfFollows( &rows[i], &rows[i + 1] ) )
		{
			until[wf_leftFoot] = until[wf_rightFoot] = wfGetTrueEnd( table, i );
		}
		else if ( wfIsSwinging( &rows[i + 1].step ) )
		{
			until[getSwingFoot( &rows[i + 1].step )] = rows[i + 1].step.startTime;
		}
		to[i] = until[rows[i].step.foot];
	}
}
