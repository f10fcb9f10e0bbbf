// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A table of footsteps agent by agent, and the ways of their centres as smooth lines.

#include "base/base.h"
#include "picture/footstep.h"

#include <math.h>

// How late standing may be reported, seconds.
#define WF_LATEST_STANDING 1.0
// Rows farther apart in time or place do not belong to one way.
#define WF_GAP_SECONDS 0.5
#define WF_GAP_METRES 0.25
// Steps of lines along a parabola, pixels: simplified afterwards, these only have to be fine enough.
#define WF_LINE_PIXELS 2.5
#define WF_MAX_LINE_POINTS 24

static bool isPoint( wfVec2 point )
{
	return fabs( point.x ) < 1e9 && fabs( point.y ) < 1e9;
}

bool wfIsDrawableStep( const wfFootstepRow* row )
{
	const wfFootstep* step = &row->step;
	bool times = fabs( step->startTime ) < 1e12 && step->duration > 0.0 && step->duration < 1e9;
	bool places = isPoint( step->apex ) && isPoint( step->along ) && isPoint( step->footPosition ) &&
				  isPoint( step->swingFrom ) && isPoint( step->swingTo ) && isPoint( step->facingStart ) &&
				  isPoint( step->facingEnd );
	bool angles = isfinite( step->footAngle ) && isfinite( step->swingFromAngle ) && isfinite( step->swingToAngle );
	return times && places && angles && isfinite( step->speed ) && isfinite( step->curve );
}

double wfGetStepSpeed( const wfFootstep* step )
{
	wfVec2 from = wfFootstep_GetPosition( step, step->startTime ),
		   to = wfFootstep_GetPosition( step, wfFootstep_GetEndTime( step ) );
	return hypot( to.x - from.x, to.y - from.y ) / step->duration;
}

// Which of four ways somebody goes from the first place to the last: right, up, left, down.
static uint32_t quarterOf( const wfPedestrian* pedestrian )
{
	const wfFootstep *first = &pedestrian->rows[0].step, *last = &pedestrian->rows[pedestrian->rowCount - 1].step;
	wfVec2 from = wfFootstep_GetPosition( first, first->startTime ),
		   to = wfFootstep_GetPosition( last, wfFootstep_GetEndTime( last ) );
	double x = to.x - from.x, y = to.y - from.y;
	return fabs( x ) >= fabs( y ) ? ( x >= 0.0 ? 1u : 0u ) : ( y >= 0.0 ? 2u : 3u );
}

static wfResult refuseRow( const wfFootstepTable* table, int64_t i, wfResult result, wfError* error )
{
	const wfFootstepRow* row = table->rows + i;
	if ( result == wf_invalidDef )
	{
		return wfFail( error, result,
					   "the footsteps are not sorted: step %d of agent %u comes too late; wfFootstepTable_Sort does it",
					   row->index, row->serial );
	}
	return wfFail( error, result, "step %d of agent %u has numbers that are not finite or beyond 1e9", row->index, row->serial );
}

wfResult wfMakePedestrians( const wfFootstepTable* table, bool colorByDirection, wfPedestrians* pedestrians, wfError* error )
{
	*pedestrians = ( wfPedestrians ){ .firstTime = INFINITY, .lastTime = -INFINITY };
	pedestrians->bounds = ( wfBox2 ){ { INFINITY, INFINITY }, { -INFINITY, -INFINITY } };
	wfResult result = wf_ok;
	double fastest = 0.0;
	for ( int64_t i = 0; i < table->rowCount && result == wf_ok; ++i )
	{
		const wfFootstepRow *row = table->rows + i, *before = row - 1;
		bool next = i == 0 || row->serial != before->serial;
		bool sorted = i == 0 || row->serial > before->serial || ( !next && row->step.startTime >= before->step.startTime );
		if ( !sorted || !wfIsDrawableStep( row ) )
		{
			result = refuseRow( table, i, sorted ? wf_outOfRange : wf_invalidDef, error );
			break;
		}
		if ( next )
		{
			result = wfGrowArray( &pedestrians->items, &pedestrians->capacity, (size_t)pedestrians->count + 1,
								  sizeof( wfPedestrian ) );
			if ( result != wf_ok )
			{
				wfFail( error, result, "the footsteps could not be sorted: %s", wfDescribeResult( result ) );
				break;
			}
			pedestrians->items[pedestrians->count++] = ( wfPedestrian ){ row->serial, row, 0, wfAgentColor( row->serial - 1u ) };
		}
		pedestrians->items[pedestrians->count - 1].rowCount += 1;
		pedestrians->firstTime = fmin( pedestrians->firstTime, row->step.startTime );
		pedestrians->lastTime = fmax( pedestrians->lastTime, wfFootstep_GetEndTime( &row->step ) );
		wfIncludePoint( &pedestrians->bounds, row->step.footPosition );
		wfIncludePoint( &pedestrians->bounds, wfFootstep_GetPosition( &row->step, row->step.startTime ) );
		wfIncludePoint( &pedestrians->bounds, row->step.swingTo );
		fastest = fmax( fastest, wfGetStepSpeed( &row->step ) );
	}
	for ( int32_t k = 0; k < pedestrians->count && colorByDirection; ++k )
	{
		pedestrians->items[k].color = wfAgentColor( quarterOf( pedestrians->items + k ) );
	}
	pedestrians->fullSpeed = wfRoundUpSpeed( fastest );
	if ( result != wf_ok )
	{
		wfFreePedestrians( pedestrians );
	}
	return result;
}

void wfFreePedestrians( wfPedestrians* pedestrians )
{
	wfReleaseArray( pedestrians->items, pedestrians->capacity, sizeof( wfPedestrian ) );
	*pedestrians = ( wfPedestrians ){ 0 };
}

const wfPedestrian* wfFindPedestrian( const wfPedestrians* pedestrians, uint32_t serial )
{
	int32_t low = 0, high = pedestrians->count;
	while ( low < high )
	{
		int32_t middle = low + ( high - low ) / 2;
		low = pedestrians->items[middle].serial < serial ? middle + 1 : low;
		high = pedestrians->items[middle].serial < serial ? high : middle;
	}
	return low < pedestrians->count && pedestrians->items[low].serial == serial ? pedestrians->items + low : NULL;
}

const wfFootstepRow* wfFindStepRow( const wfFootstepRow* rows, int32_t count, double time )
{
	int32_t low = 0, high = count;
	while ( low < high )
	{
		int32_t middle = low + ( high - low ) / 2;
		bool begun = rows[middle].step.startTime <= time;
		low = begun ? middle + 1 : low;
		high = begun ? high : middle;
	}
	return rows + ( low > 0 ? low - 1 : 0 );
}

bool wfPedestrians_IsThere( const wfPedestrians* pedestrians, const wfPedestrian* pedestrian, double time )
{
	double end = wfFootstep_GetEndTime( &pedestrian->rows[pedestrian->rowCount - 1].step );
	bool stays = end >= pedestrians->lastTime - WF_LATEST_STANDING;
	return time >= pedestrian->rows[0].step.startTime - 1e-9 && ( time <= end + 1e-9 || stays );
}

// --------------------------------------------------------------------------------------------------------------- lines

static bool followsOn( const wfFootstep* before, const wfFootstep* step )
{
	double end = wfFootstep_GetEndTime( before );
	wfVec2 a = wfFootstep_GetPosition( before, end ), b = wfFootstep_GetPosition( step, step->startTime );
	return fabs( step->startTime - end ) < WF_GAP_SECONDS && hypot( a.x - b.x, a.y - b.y ) < WF_GAP_METRES;
}

static void addStepPoints( wfTrailLines* set, const wfPanel* panel, const wfFootstep* step, wfShownTime time )
{
	double from = fmax( step->startTime, time.from ), to = fmin( wfFootstep_GetEndTime( step ), time.to );
	wfVec2 a = wfFootstep_GetPosition( step, from ), b = wfFootstep_GetPosition( step, to );
	double pixels = hypot( a.x - b.x, a.y - b.y ) * panel->scale;
	int32_t count = (int32_t)fmin( ceil( pixels / WF_LINE_PIXELS ) + 1.0, WF_MAX_LINE_POINTS );
	for ( int32_t k = 0; k <= count; ++k )
	{
		wfVec2 point = wfFootstep_GetPosition( step, from + ( to - from ) * k / count );
		wfAddLinePoint( &set->lines, wfToCanvas( panel, point ) );
	}
}

void wfAddPedestrianTrail( wfTrailLines* set, const wfPanel* panel, const wfPedestrian* pedestrian, wfShownTime time,
						   const wfPalette* palette )
{
	const wfFootstep* before = NULL;
	int32_t level = -1;
	uint32_t color = wfPackColor( pedestrian->color );
	for ( int32_t i = 0; i < pedestrian->rowCount; ++i )
	{
		const wfFootstep* step = &pedestrian->rows[i].step;
		if ( wfFootstep_GetEndTime( step ) <= time.from || step->startTime >= time.to )
		{
			continue;
		}
		int32_t now = palette != NULL ? wfChooseSpeedLevel( wfGetStepSpeed( step ) / time.fullSpeed, level ) : -1;
		if ( before != NULL && ( now != level || !followsOn( before, step ) ) )
		{
			wfTrailLines_End( set, color );
		}
		color = palette != NULL ? wfSpeedLevelColor( palette, now ) : color;
		addStepPoints( set, panel, step, time );
		level = now;
		before = step;
	}
	wfTrailLines_End( set, color );
}
