// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Density, speed and the fundamental diagram in the measurement area. Speeds are central differences, so a frame is done with
// only when the frames after it have come; until then it waits with the rows of those who were in the area.

#include "metrics.h"

#include <math.h>
#include <string.h>

void wfAreaMeter_Free( wfAreaMeter* area )
{
	size_t span = (size_t)area->span, rows = (size_t)area->rowCapacity;
	for ( size_t i = 0; area->pending != NULL && i < span; ++i )
	{
		wfArray_Free( &area->pending[i].rows );
	}
	wfReleaseArray( area->pending, span, sizeof( wfPendingFrame ) );
	wfReleaseArray( area->times, span, sizeof( double ) );
	wfReleaseArray( area->positions, area->positionCount, sizeof( wfVec2 ) );
	wfReleaseArray( area->freeRows, rows, sizeof( int32_t ) );
	wfReleaseArray( area->firstFrames, rows, sizeof( int64_t ) );
	wfReleaseArray( area->lastFrames, rows, sizeof( int64_t ) );
	wfArray_Free( &area->points );
}

wfResult wfMetrics_PrepareArea( wfMetrics* metrics )
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
	return area->pending != NULL && area->times != NULL ? wf_ok : wf_outOfMemory;
}

// ---------------------------------------------------------------------------------------------------------------- rows

static wfResult growRows( wfAreaMeter* area )
{
	size_t old = (size_t)area->rowCapacity, rows = old > 0 ? old * 2 : 64, span = (size_t)area->span;
	if ( rows > INT32_MAX || rows > SIZE_MAX / span )
	{
		return wf_outOfMemory;
	}
	wfVec2* positions = wfAllocateArray( rows * span, sizeof( wfVec2 ) );
	int32_t* freeRows = wfAllocateArray( rows, sizeof( int32_t ) );
	int64_t* firstFrames = wfAllocateArray( rows, sizeof( int64_t ) );
	int64_t* lastFrames = wfAllocateArray( rows, sizeof( int64_t ) );
	if ( positions == NULL || freeRows == NULL || firstFrames == NULL || lastFrames == NULL )
	{
		wfReleaseArray( positions, rows * span, sizeof( wfVec2 ) );
		wfReleaseArray( freeRows, rows, sizeof( int32_t ) );
		wfReleaseArray( firstFrames, rows, sizeof( int64_t ) );
		wfReleaseArray( lastFrames, rows, sizeof( int64_t ) );
		return wf_outOfMemory;
	}
	for ( size_t plane = 0; plane < span && old > 0; ++plane )
	{
		memcpy( positions + plane * rows, area->positions + plane * old, old * sizeof( wfVec2 ) );
	}
	if ( old > 0 )
	{
		memcpy( firstFrames, area->firstFrames, old * sizeof( int64_t ) );
		memcpy( lastFrames, area->lastFrames, old * sizeof( int64_t ) );
	}
	for ( size_t row = old; row < rows; ++row )
	{
		lastFrames[row] = -1;
		freeRows[row - old] = (int32_t)( rows - 1 - ( row - old ) ); // the lowest is taken first
	}
	wfReleaseArray( area->positions, area->positionCount, sizeof( wfVec2 ) );
	wfReleaseArray( area->freeRows, old, sizeof( int32_t ) );
	wfReleaseArray( area->firstFrames, old, sizeof( int64_t ) );
	wfReleaseArray( area->lastFrames, old, sizeof( int64_t ) );
	area->positions = positions;
	area->positionCount = rows * span;
	area->freeRows = freeRows;
	area->firstFrames = firstFrames;
	area->lastFrames = lastFrames;
	area->freeCount = (int32_t)( rows - old );
	area->rowCapacity = (int32_t)rows;
	return wf_ok;
}

// Rows of those who are gone and that no waiting frame names any more.
static void freeRows( wfAreaMeter* area, int64_t frame )
{
	for ( int32_t row = 0; row < area->rowCapacity; ++row )
	{
		if ( area->lastFrames[row] >= 0 && area->lastFrames[row] < frame - area->reach )
		{
			area->lastFrames[row] = -1;
			area->freeRows[area->freeCount++] = row;
		}
	}
}

static bool isInBox( const wfBox2* box, wfVec2 point )
{
	return point.x > box->lower.x && point.x < box->upper.x && point.y > box->lower.y && point.y < box->upper.y;
}

static wfResult recordPositions( wfMetrics* metrics, const wfFrame* frame, wfPendingFrame* pending )
{
	wfAreaMeter* area = &metrics->area;
	int64_t now = metrics->frameCount;
	size_t plane = (size_t)( now % area->span );
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		wfTrackedAgent* agent = &metrics->agents.data[metrics->slots.data[i]];
		int32_t row = agent->row;
		if ( row < 0 || agent->rowFrame != now - 1 ) // the row of one that was away may be another's by now
		{
			if ( area->freeCount == 0 && growRows( area ) != wf_ok )
			{
				return wf_outOfMemory;
			}
			row = agent->row = area->freeRows[--area->freeCount];
			area->firstFrames[row] = now;
		}
		agent->rowFrame = now;
		area->lastFrames[row] = now;
		area->positions[plane * (size_t)area->rowCapacity + (size_t)row] = wfInPlane( frame->positions[i] );
		if ( isInBox( &area->box, wfInPlane( frame->positions[i] ) ) && wfArray_Push( &pending->rows, row ) != wf_ok )
		{
			return wf_outOfMemory;
		}
	}
	return wf_ok;
}

// -------------------------------------------------------------------------------------------------------------- speeds

// Central difference over as many frames as there are on both sides, up to the reach. Negative: none on one of them.
static double getSpeed( const wfAreaMeter* area, int64_t frame, int32_t row )
{
	int64_t before = frame - area->firstFrames[row], after = area->lastFrames[row] - frame;
	int64_t reach = before < after ? before : after;
	reach = reach < area->reach ? reach : area->reach;
	if ( reach <= 0 )
	{
		return -1.0;
	}
	size_t from = (size_t)( ( frame - reach ) % area->span ), to = (size_t)( ( frame + reach ) % area->span );
	wfVec2 a = area->positions[from * (size_t)area->rowCapacity + (size_t)row];
	wfVec2 b = area->positions[to * (size_t)area->rowCapacity + (size_t)row];
	return wfDistance2( a, b ) / ( area->times[to] - area->times[from] );
}

bool wfAreaMeter_Summarize( const wfAreaMeter* area, const wfPendingFrame* pending, wfFundamentalPoint* point, double* speedSum,
							int64_t* speedCount )
{
	double sum = 0.0;
	int64_t count = 0;
	for ( int32_t i = 0; i < pending->rows.count; ++i )
	{
		double speed = getSpeed( area, pending->frame, pending->rows.data[i] );
		sum += speed >= 0.0 ? speed : 0.0;
		count += speed >= 0.0;
	}
	*speedSum += sum;
	*speedCount += count;
	if ( count == 0 )
	{
		return false;
	}
	double mean = sum / (double)count;
	*point = ( wfFundamentalPoint ){ pending->time, pending->density, mean, pending->density * mean };
	return true;
}

static wfResult finish( wfAreaMeter* area, wfPendingFrame* pending )
{
	wfFundamentalPoint point;
	bool known = wfAreaMeter_Summarize( area, pending, &point, &area->speedSum, &area->speedCount );
	pending->frame = -1;
	return known ? wfArray_Push( &area->points, point ) : wf_ok;
}

wfResult wfMetrics_AddToArea( wfMetrics* metrics, const wfFrame* frame )
{
	wfAreaMeter* area = &metrics->area;
	int64_t now = metrics->frameCount;
	wfPendingFrame* pending = &area->pending[now % area->span];
	pending->frame = now;
	pending->time = frame->time;
	pending->rows.count = 0;
	area->times[now % area->span] = frame->time;
	if ( recordPositions( metrics, frame, pending ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	pending->density = wfVoronoi_GetDensity( &metrics->voronoi, frame, &area->box );
	if ( pending->density < 0.0 )
	{
		return wf_outOfMemory;
	}
	area->countSum += (double)pending->rows.count / area->size;
	area->densitySum += pending->density;
	int64_t done = now - area->reach;
	if ( done >= 0 && finish( area, &area->pending[done % area->span] ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	freeRows( area, now );
	return wf_ok;
}
