// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The check of circles: steps and frames as they come in, kept until nothing more can come of their times.
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
	for ( size_t i = 0; i < check->agentCount; ++i )
	{
		wfReleaseArray( check->agents[i].rows, check->agents[i].rowCapacity, sizeof( wfFootstepRow ) );
	}
	for ( size_t i = 0; i < check->frameCapacity; ++i )
	{
		wfCheckedFrame* frame = check->frames + i;
		wfReleaseArray( frame->slots, frame->slotCapacity, sizeof( int32_t ) );
		wfReleaseArray( frame->positions, frame->positionCapacity, sizeof( wfVec2 ) );
		wfReleaseArray( frame->radii, frame->radiusCapacity, sizeof( double ) );
	}
	wfReleaseArray( check->agents, check->agentCapacity, sizeof( wfCheckedAgent ) );
	wfReleaseArray( check->table, check->tableCapacity, sizeof( int32_t ) );
	wfReleaseArray( check->frames, check->frameCapacity, sizeof( wfCheckedFrame ) );
	wfReleaseArray( check->bodies, check->bodyCapacity, sizeof( wfCheckedBody ) );
	wfReleaseArray( check->cells, check->cellCapacity, sizeof( int32_t ) );
	wfReleaseArray( check->begins, check->beginCapacity, sizeof( int32_t ) );
	wfReleaseArray( check->sorted, check->sortedCapacity, sizeof( int32_t ) );
	wfReleaseArray( check->pairs, check->pairCapacity, sizeof( wfBodyPair ) );
	wfPairSet_Free( &check->touching );
	wfRelease( check, sizeof( wfCircleCheck ) );
}

// --------------------------------------------------------------------------------------------------------------- agents

static size_t findSlot( const wfCircleCheck* check, const int32_t* table, size_t capacity, uint32_t serial )
{
	size_t place = (size_t)( ( serial * 0x9E3779B97F4A7C15ull ) >> 24 ) & ( capacity - 1 );
	while ( table[place] != 0 && check->agents[table[place] - 1].serial != serial )
	{
		place = ( place + 1 ) & ( capacity - 1 );
	}
	return place;
}

static wfResult growTable( wfCircleCheck* check )
{
	size_t capacity = check->tableCapacity > 0 ? 2 * check->tableCapacity : 256;
	int32_t* table = wfAllocateZeroed( capacity * sizeof( int32_t ) );
	if ( table == NULL )
	{
		return wf_outOfMemory;
	}
	for ( size_t i = 0; i < check->agentCount; ++i )
	{
		table[findSlot( check, table, capacity, check->agents[i].serial )] = (int32_t)i + 1;
	}
	wfReleaseArray( check->table, check->tableCapacity, sizeof( int32_t ) );
	check->table = table;
	check->tableCapacity = capacity;
	return wf_ok;
}

// The index of an agent, made where it is new; negative when out of memory.
static int32_t findAgent( wfCircleCheck* check, uint32_t serial )
{
	if ( 2 * ( check->agentCount + 1 ) > check->tableCapacity && growTable( check ) != wf_ok )
	{
		return -1;
	}
	size_t place = findSlot( check, check->table, check->tableCapacity, serial );
	if ( check->table[place] == 0 )
	{
		if ( wfReserve( &check->agents, &check->agentCapacity, check->agentCount + 1, sizeof( wfCheckedAgent ) ) != wf_ok )
		{
			return -1;
		}
		check->agents[check->agentCount++] = ( wfCheckedAgent ){ .serial = serial, .frame = -1 };
		check->table[place] = (int32_t)check->agentCount;
	}
	return check->table[place] - 1;
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
	wfCheckedAgent* agent = check->agents + slot;
	if ( !isSound( row ) || ( agent->rowCount > 0 && row->step.startTime < agent->rows[agent->rowCount - 1].step.startTime ) )
	{
		return wf_outOfRange;
	}
	if ( wfReserve( &agent->rows, &agent->rowCapacity, (size_t)agent->rowCount + 1, sizeof( wfFootstepRow ) ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	check->report.agents += agent->walks ? 0 : 1;
	agent->walks = true;
	agent->rows[agent->rowCount++] = *row;
	return wf_ok;
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
	int32_t row = agent->rowCount > 0 ? 0 : -1;
	while ( row >= 0 && row + 1 < agent->rowCount && agent->rows[row + 1].step.startTime <= time )
	{
		row += 1;
	}
	return row;
}

// Steps that are over, but for the last begun: until more is told its agent stands where it ended. Of those who left, all.
static void dropRows( wfCircleCheck* check, double time )
{
	const wfCheckedFrame* before = check->frames;
	for ( int32_t i = 0; i < before->count; ++i )
	{
		wfCheckedAgent* agent = check->agents + before->slots[i];
		if ( agent->rowCount == 0 )
		{
			continue;
		}
		if ( agent->frame != check->frameNumber + 1 )
		{
			wfReleaseArray( agent->rows, agent->rowCapacity, sizeof( wfFootstepRow ) );
			agent->rows = NULL;
			agent->rowCapacity = 0;
			agent->rowCount = 0;
			agent->touchesWall = false;
			continue;
		}
		int32_t first = wfCheckedAgent_FindRow( agent, time );
		if ( first > 0 )
		{
			agent->rowCount -= first;
			memmove( agent->rows, agent->rows + first, (size_t)agent->rowCount * sizeof( wfFootstepRow ) );
		}
	}
}

// --------------------------------------------------------------------------------------------------------------- frames

static wfResult keepFrame( wfCircleCheck* check, const wfFrame* frame )
{
	size_t capacity = check->frameCapacity;
	if ( wfReserve( &check->frames, &check->frameCapacity, (size_t)check->frameCount + 1, sizeof( wfCheckedFrame ) ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	// Frames beyond the last keep their memory for the next ones.
	memset( check->frames + capacity, 0, ( check->frameCapacity - capacity ) * sizeof( wfCheckedFrame ) );
	wfCheckedFrame* kept = check->frames + check->frameCount;
	size_t count = (size_t)frame->count;
	if ( wfReserve( &kept->slots, &kept->slotCapacity, count, sizeof( int32_t ) ) != wf_ok ||
		 wfReserve( &kept->positions, &kept->positionCapacity, count, sizeof( wfVec2 ) ) != wf_ok ||
		 wfReserve( &kept->radii, &kept->radiusCapacity, count, sizeof( double ) ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	kept->time = frame->time;
	kept->count = frame->count;
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		double radius = frame->radii != NULL ? (double)frame->radii[i] : 0.0;
		if ( !isPlace( wfInPlane( frame->positions[i] ) ) || !isSize( radius ) )
		{
			return wf_outOfRange;
		}
		kept->slots[i] = findAgent( check, frame->serials[i] );
		kept->positions[i] = wfInPlane( frame->positions[i] );
		kept->radii[i] = radius;
		if ( kept->slots[i] < 0 )
		{
			return wf_outOfMemory;
		}
	}
	check->frameCount += 1;
	return wf_ok;
}

// Where everybody is in frames[k].
static void notePlaces( wfCircleCheck* check, int32_t k )
{
	const wfCheckedFrame* frame = check->frames + k;
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		check->agents[frame->slots[i]].frame = check->frameNumber + k;
		check->agents[frame->slots[i]].place = i;
	}
}

static wfResult lookUntil( wfCircleCheck* check, double time )
{
	wfResult result = wf_ok;
	while ( result == wf_ok && check->frameCount >= 2 && check->frames[1].time <= time )
	{
		notePlaces( check, 1 );
		result = wfCircleCheck_Look( check );
		dropRows( check, check->frames[1].time );
		// The first one's memory goes to the end.
		wfCheckedFrame first = check->frames[0];
		check->frameCount -= 1;
		memmove( check->frames, check->frames + 1, (size_t)check->frameCount * sizeof( wfCheckedFrame ) );
		check->frames[check->frameCount] = first;
		check->frameNumber += 1;
	}
	return result;
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
	bool later = check->frameCount == 0 || frame->time > check->frames[check->frameCount - 1].time;
	check->failed = later && !frame->onMesh && fabs( frame->time ) <= 1e12 ? keepFrame( check, frame ) : wf_outOfRange;
	if ( check->failed == wf_ok )
	{
		check->failed = lookUntil( check, frame->time - check->def.delay );
	}
	return check->failed;
}

wfResult wfCircleCheck_Finish( wfCircleCheck* check )
{
	if ( WF_FAILS( check != NULL ) )
	{
		return wf_invalidDef;
	}
	if ( check->failed == wf_ok )
	{
		check->failed = lookUntil( check, INFINITY );
	}
	return check->failed;
}

wfCircleReport wfCircleCheck_GetReport( const wfCircleCheck* check )
{
	return WF_FAILS( check != NULL ) ? ( wfCircleReport ){ .firstTime = NAN } : check->report;
}
