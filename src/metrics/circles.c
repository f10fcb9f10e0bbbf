// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The check of circles: footsteps and frames as they come in, kept until nothing more can come of their times.
#include "circles.h"

#include <math.h>
#include <string.h>

wfCircleCheckDef wfDefaultCircleCheckDef( void )
{
	return ( wfCircleCheckDef ){ .interval = 0.02, .tolerance = 1e-3, .delay = 1.5, .internalCookie = WF_COOKIE };
}

static wfResult checkDef( const wfCircleCheckDef* def, wfError* error )
{
	const struct
	{
		const char* field;
		double value, lower, upper;
	} numbers[] = { { "kind", def->kind, 0.0, 31.0 },
					{ "interval", def->interval, 1e-4, 10.0 },
					{ "tolerance", def->tolerance, 0.0, 1.0 },
					{ "delay", def->delay, 0.0, 1e6 } };
	for ( size_t i = 0; i < sizeof( numbers ) / sizeof( numbers[0] ); ++i )
	{
		if ( !( numbers[i].value >= numbers[i].lower && numbers[i].value <= numbers[i].upper ) )
		{
			return wfFail( error, wf_outOfRange, "%s is %g; expected %g to %g", numbers[i].field, numbers[i].value,
						   numbers[i].lower, numbers[i].upper );
		}
	}
	return wf_ok;
}

wfResult wfCreateCircleCheck( const wfCircleCheckDef* def, wfCircleCheck** check, wfError* error )
{
	if ( WF_FAILS( def != NULL && check != NULL ) || WF_FAILS( def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the def did not come from wfDefaultCircleCheckDef" );
	}
	*check = NULL;
	wfResult result = checkDef( def, error );
	if ( result != wf_ok )
	{
		return result;
	}
	*check = wfAllocateZeroed( sizeof( wfCircleCheck ) );
	if ( *check == NULL )
	{
		return wfFail( error, wf_outOfMemory, "out of memory for the check of circles" );
	}
	( *check )->def = *def;
	( *check )->report.firstTime = NAN;
	return wf_ok;
}

void wfDestroyCircleCheck( wfCircleCheck* check )
{
	if ( check == NULL )
	{
		return;
	}
	for ( int32_t i = 0; i < check->agents.count; ++i )
	{
		wfArray_Free( &check->agents.data[i].rows );
	}
	for ( size_t i = 0; i < check->frames.capacity; ++i )
	{
		wfArray_Free( &check->frames.data[i].discs );
	}
	wfArray_Free( &check->agents );
	wfMap_Free( &check->indexOf );
	wfArray_Free( &check->frames );
	wfArray_Free( &check->bodies );
	wfCellSort_Free( &check->sort );
	wfArray_Free( &check->sorted );
	wfArray_Free( &check->pairs );
	wfPairSet_Free( &check->touching );
	wfRelease( check, sizeof( wfCircleCheck ) );
}

// --------------------------------------------------------------------------------------------------------------- agents

// The index of an agent, made where it is new; negative when out of memory.
static int32_t findAgent( wfCircleCheck* check, uint32_t serial )
{
	int32_t index = -1, next = check->agents.count;
	if ( wfArray_Reserve( &check->agents, (size_t)next + 1 ) != wf_ok ||
		 wfMap_FindOrAdd( &check->indexOf, serial, next, &index ) != wf_ok )
	{
		return -1;
	}
	if ( index == next )
	{
		check->agents.data[check->agents.count++] = ( wfCheckedAgent ){ .serial = serial, .frame = -1 };
	}
	return index;
}

// ---------------------------------------------------------------------------------------------------------------- steps

static bool isPlace( wfVec2 point )
{
	return fabs( point.x ) <= WF_MAX_COORDINATE && fabs( point.y ) <= WF_MAX_COORDINATE; // false for what is not a number
}

static bool isSize( double value )
{
	return value >= 0.0 && value <= 1e6;
}

static bool isSound( const wfFootstepRow* row )
{
	const wfFootstep* step = &row->step;
	const wfBody* body = &row->body;
	bool places = isPlace( step->apex ) && isPlace( step->along ) && isPlace( step->footPosition ) &&
				  isPlace( step->swingFrom ) && isPlace( step->swingTo ) && isPlace( step->facingStart ) &&
				  isPlace( step->facingEnd );
	bool numbers = fabs( step->speed ) <= 1e6 && fabs( step->curve ) <= 1e6 && fabs( step->startTime ) <= 1e12 &&
				   step->duration > 0.0 && step->duration <= 1e6;
	return places && numbers && isSize( body->torsoRadius ) && isSize( body->shoulderRadius ) &&
		   isSize( body->shoulderDistance ) && isSize( body->footRadius );
}

static wfResult addRow( wfCircleCheck* check, const wfFootstepRow* row )
{
	int32_t slot = findAgent( check, row->serial );
	if ( slot < 0 )
	{
		return wf_outOfMemory;
	}
	wfCheckedAgent* agent = check->agents.data + slot;
	int32_t count = agent->rows.count;
	if ( !isSound( row ) || ( count > 0 && row->step.startTime < agent->rows.data[count - 1].step.startTime ) )
	{
		return wf_outOfRange;
	}
	check->report.agents += agent->walks ? 0 : 1;
	agent->walks = true;
	return wfArray_Push( &agent->rows, *row );
}

wfResult wfCircleCheck_AddFootsteps( wfCircleCheck* check, const wfFootstepRow* rows, int32_t count )
{
	if ( WF_FAILS( check != NULL && ( rows != NULL || count == 0 ) ) )
	{
		return wf_invalidDef;
	}
	for ( int32_t i = 0; i < count && check->failed == wf_ok; ++i )
	{
		check->failed = addRow( check, rows + i );
	}
	return check->failed;
}

int32_t wfCheckedAgent_FindRow( const wfCheckedAgent* agent, double time )
{
	int32_t row = agent->rows.count > 0 ? 0 : -1;
	while ( row >= 0 && row + 1 < agent->rows.count && agent->rows.data[row + 1].step.startTime <= time )
	{
		row += 1;
	}
	return row;
}

// Footsteps that are over, but for the last begun: until more is reported its agent stands where it ended. Of those who left,
// all.
static void dropRows( wfCircleCheck* check, double time )
{
	const wfCheckedFrame* before = check->frames.data;
	for ( int32_t i = 0; i < before->discs.count; ++i )
	{
		wfCheckedAgent* agent = check->agents.data + before->discs.data[i].slot;
		if ( agent->rows.count == 0 )
		{
			continue;
		}
		if ( agent->frame != check->frameNumber + 1 )
		{
			wfArray_Free( &agent->rows );
			agent->touchesWall = false;
			continue;
		}
		int32_t first = wfCheckedAgent_FindRow( agent, time );
		if ( first > 0 )
		{
			agent->rows.count -= first;
			memmove( agent->rows.data, agent->rows.data + first, (size_t)agent->rows.count * sizeof( wfFootstepRow ) );
		}
	}
}

// --------------------------------------------------------------------------------------------------------------- frames

static wfResult keepFrame( wfCircleCheck* check, const wfFrame* frame )
{
	size_t capacity = check->frames.capacity;
	if ( wfArray_Reserve( &check->frames, check->frames.count + 1 ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	memset( check->frames.data + capacity, 0, ( check->frames.capacity - capacity ) * sizeof( wfCheckedFrame ) );
	wfCheckedFrame* kept = check->frames.data + check->frames.count;
	kept->time = frame->time;
	kept->discs.count = 0;
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		double radius = frame->radii != NULL ? (double)frame->radii[i] : 0.0;
		bool isOval = radius > 0.0 && frame->depths != NULL && (double)frame->depths[i] < radius;
		double depth = isOval ? (double)frame->depths[i] : radius;
		// Where it is not known how a body is turned, only the circle inside of it is looked at.
		bool isTurned = isOval && frame->headings != NULL && isfinite( frame->headings[i] );
		wfCheckedDisc disc = { .position = wfInPlane( frame->positions[i] ),
							   .radius = isTurned ? radius : depth,
							   .depth = depth,
							   .heading = isTurned ? (double)frame->headings[i] : 0.0 };
		if ( !isPlace( disc.position ) || !isSize( disc.radius ) )
		{
			return wf_outOfRange;
		}
		disc.slot = findAgent( check, frame->serials[i] );
		if ( disc.slot < 0 || wfArray_Push( &kept->discs, disc ) != wf_ok )
		{
			return wf_outOfMemory;
		}
	}
	check->frames.count += 1;
	return wf_ok;
}

// Where everybody is in frames[k].
static void notePlaces( wfCircleCheck* check, int32_t k )
{
	const wfCheckedFrame* frame = check->frames.data + k;
	for ( int32_t i = 0; i < frame->discs.count; ++i )
	{
		wfCheckedAgent* agent = check->agents.data + frame->discs.data[i].slot;
		agent->frame = check->frameNumber + k;
		agent->place = i;
	}
}

static void lookUntil( wfCircleCheck* check, double time )
{
	while ( check->failed == wf_ok && check->frames.count >= 2 && check->frames.data[1].time <= time )
	{
		notePlaces( check, 1 );
		wfCircleCheck_Look( check );
		dropRows( check, check->frames.data[1].time );
		// The first one's memory goes to the end.
		wfCheckedFrame first = check->frames.data[0];
		check->frames.count -= 1;
		memmove( check->frames.data, check->frames.data + 1, (size_t)check->frames.count * sizeof( wfCheckedFrame ) );
		check->frames.data[check->frames.count] = first;
		check->frameNumber += 1;
	}
}

wfResult wfCircleCheck_AddFrame( wfCircleCheck* check, const wfFrame* frame )
{
	if ( WF_FAILS( check != NULL && frame != NULL ) )
	{
		return wf_invalidDef;
	}
	if ( check->failed != wf_ok )
	{
		return check->failed;
	}
	bool later = check->frames.count == 0 || frame->time > check->frames.data[check->frames.count - 1].time;
	check->failed = later && !frame->onMesh && fabs( frame->time ) <= 1e12 ? keepFrame( check, frame ) : wf_outOfRange;
	lookUntil( check, frame->time - check->def.delay );
	return check->failed;
}

wfResult wfCircleCheck_Finish( wfCircleCheck* check )
{
	if ( WF_FAILS( check != NULL ) )
	{
		return wf_invalidDef;
	}
	lookUntil( check, INFINITY );
	return check->failed;
}

wfCircleReport wfCircleCheck_GetReport( const wfCircleCheck* check )
{
	return WF_FAILS( check != NULL ) ? ( wfCircleReport ){ .firstTime = NAN } : check->report;
}
