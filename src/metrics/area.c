// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Density, speed and the fundamental diagram in the measurement area. Speeds are central differences, so a frame is done with
// only when the frames after it have come; until then it waits with the rows of those who were in the area.

#include "metrics.h"

#include <math.h>
#include <string.h>

void wfAreaMeter_Free( wfAreaMeter* area )
{
	size_t span = (size_t)area->span;
	for ( size_t i = 0; area->pending != NULL && i < span; ++i )
	{
		wfArray_Free( &area->pending[i].rows );
	}
	wfReleaseArray( area->pending, span, sizeof( wfPendingFrame ) );
	wfReleaseArray( area->times, span, sizeof( double ) );
	wfReleaseArray( area->positions, area->positionCount, sizeof( wfVec2 ) );
	wfArray_Free( &area->rows );
	wfArray_Free( &area->freeRows );
	wfArray_Free( &area->frames );
}

void wfMetrics_PrepareArea( wfMetrics* metrics )
{
	wfAreaMeter* area = &metrics->area;
	area->span = 2 * area->reach + 1;
	size_t span = (size_t)area->span;
	area->pending = wfAllocateArray( span, sizeof( wfPendingFrame ) );
	area->times = wfAllocateArray( span, sizeof( double ) );
	for ( size_t i = 0; area->pending != NULL && i < span; ++i )
	{
		area->pending[i] = ( wfPendingFrame ){ .frame = -1 };
	}
	// What is there is released with the metrics.
	wfMetrics_Keep( metrics, area->pending != NULL && area->times != NULL ? wf_ok : wf_outOfMemory );
}

// ---------------------------------------------------------------------------------------------------------------- rows

static wfResult growRows( wfAreaMeter* area )
{
	size_t old = (size_t)area->rows.count, rows = old > 0 ? old * 2 : 64, span = (size_t)area->span;
	bool possible = rows <= INT32_MAX && rows <= SIZE_MAX / span && wfArray_Reserve( &area->rows, rows ) == wf_ok &&
					wfArray_Reserve( &area->freeRows, rows ) == wf_ok;
	wfVec2* positions = possible ? wfAllocateArray( rows * span, sizeof( wfVec2 ) ) : NULL;
	if ( positions == NULL )
	{
		return wf_outOfMemory;
	}
	for ( size_t plane = 0; plane < span && old > 0; ++plane )
	{
		memcpy( positions + plane * rows, area->positions + plane * old, old * sizeof( wfVec2 ) );
	}
	wfReleaseArray( area->positions, area->positionCount, sizeof( wfVec2 ) );
	area->positions = positions;
	area->positionCount = rows * span;
	area->rows.count = (int32_t)rows;
	for ( size_t row = rows; row > old; --row ) // the lowest is taken first
	{
		area->rows.data[row - 1].lastFrame = -1;
		area->freeRows.data[area->freeRows.count++] = (int32_t)row - 1;
	}
	return wf_ok;
}

// Rows of those who are gone and that no waiting frame names any more.
static void freeRows( wfAreaMeter* area, int64_t frame )
{
	for ( int32_t row = 0; row < area->rows.count; ++row )
	{
		wfPresence* presence = &area->rows.data[row];
		if ( presence->lastFrame >= 0 && presence->lastFrame < frame - area->reach )
		{
			presence->lastFrame = -1;
			area->freeRows.data[area->freeRows.count++] = row;
		}
	}
}

static bool isInBox( const wfBox2* box, wfVec2 point )
{
	return point.x > box->lower.x && point.x < box->upper.x && point.y > box->lower.y && point.y < box->upper.y;
}

static void recordPositions( wfMetrics* metrics, const wfFrame* frame, wfPendingFrame* pending )
{
	wfAreaMeter* area = &metrics->area;
	int64_t now = metrics->frameCount;
	size_t plane = (size_t)( now % area->span );
	for ( int32_t i = 0; i < frame->count && metrics->failed == wf_ok; ++i )
	{
		wfTrackedAgent* agent = &metrics->agents.data[metrics->slots.data[i]];
		wfVec2 position = wfInPlane( frame->positions[i] );
		if ( agent->row < 0 || agent->rowFrame != now - 1 ) // the row of one that was away may be another's by now
		{
			if ( area->freeRows.count == 0 && !wfMetrics_Keep( metrics, growRows( area ) ) )
			{
				return;
			}
			agent->row = area->freeRows.data[--area->freeRows.count];
			area->rows.data[agent->row].firstFrame = now;
		}
		agent->rowFrame = now;
		area->rows.data[agent->row].lastFrame = now;
		area->positions[plane * (size_t)area->rows.count + (size_t)agent->row] = position;
		if ( isInBox( &area->box, position ) )
		{
			wfMetrics_Keep( metrics, wfArray_Push( &pending->rows, agent->row ) );
		}
	}
}

// -------------------------------------------------------------------------------------------------------------- speeds

// Central difference over as many frames as there are on both sides, up to the reach. Negative: none on one of them.
static double getSpeed( const wfAreaMeter* area, int64_t frame, int32_t row )
{
	int64_t before = frame - area->rows.data[row].firstFrame, after = area->rows.data[row].lastFrame - frame;
	int64_t reach = before < after ? before : after;
	reach = reach < area->reach ? reach : area->reach;
	if ( reach <= 0 )
	{
		return -1.0;
	}
	size_t from = (size_t)( ( frame - reach ) % area->span ), to = (size_t)( ( frame + reach ) % area->span );
	wfVec2 a = area->positions[from * (size_t)area->rows.count + (size_t)row];
	wfVec2 b = area->positions[to * (size_t)area->rows.count + (size_t)row];
	return wfDistance2( a, b ) / ( area->times[to] - area->times[from] );
}

static wfAreaFrame summarize( const wfAreaMeter* area, const wfPendingFrame* pending )
{
	wfAreaFrame frame = { .time = pending->time, .density = pending->density, .people = pending->rows.count };
	for ( int32_t i = 0; i < pending->rows.count; ++i )
	{
		double speed = getSpeed( area, pending->frame, pending->rows.data[i] );
		frame.speedSum += speed >= 0.0 ? speed : 0.0;
		frame.speedCount += speed >= 0.0;
	}
	return frame;
}

bool wfMetrics_GetAreaFrame( const wfMetrics* metrics, int64_t i, wfAreaFrame* frame )
{
	const wfAreaMeter* area = &metrics->area;
	if ( i < area->frames.count )
	{
		*frame = area->frames.data[i];
		return true;
	}
	// The last ones wait for those after them: with no frame after them their speeds follow from what there is.
	int64_t number = metrics->frameCount - area->reach + ( i - area->frames.count );
	if ( area->pending == NULL || number < 0 || number >= metrics->frameCount )
	{
		return false;
	}
	const wfPendingFrame* pending = &area->pending[number % area->span];
	if ( pending->frame != number )
	{
		return false;
	}
	*frame = summarize( area, pending );
	return true;
}

static wfResult finish( wfAreaMeter* area, wfPendingFrame* pending )
{
	wfAreaFrame frame = summarize( area, pending );
	pending->frame = -1;
	area->speedSum += frame.speedSum;
	area->speedCount += frame.speedCount;
	// What is not kept adds nothing to any sum.
	return frame.people > 0 || frame.density > 0.0 ? wfArray_Push( &area->frames, frame ) : wf_ok;
}

void wfMetrics_AddToArea( wfMetrics* metrics, const wfFrame* frame )
{
	wfAreaMeter* area = &metrics->area;
	int64_t now = metrics->frameCount;
	wfPendingFrame* pending = &area->pending[now % area->span];
	pending->frame = now;
	pending->time = frame->time;
	pending->rows.count = 0;
	area->times[now % area->span] = frame->time;
	recordPositions( metrics, frame, pending );
	pending->density = wfVoronoi_GetDensity( &metrics->voronoi, frame, &area->box );
	if ( !wfMetrics_Keep( metrics, metrics->voronoi.failed ? wf_outOfMemory : wf_ok ) )
	{
		return;
	}
	area->countSum += (double)pending->rows.count / area->size;
	area->densitySum += pending->density;
	int64_t done = now - area->reach;
	if ( done >= 0 && area->pending[done % area->span].frame == done ) // frames without anybody may have been left out
	{
		wfMetrics_Keep( metrics, finish( area, &area->pending[done % area->span] ) );
	}
	freeRows( area, now );
}
