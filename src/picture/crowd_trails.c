// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A recording sorted by person, a table of footsteps agent by agent, and the paths of both as lines.

#include "base/map.h"
#include "picture/footstep.h"

#include <math.h>
#include <string.h>

// Speeds and headings at the first moment of the trails need rows before it.
#define WF_LEAD_SECONDS 1.0
// Somebody not seen for longer has left and come back.
#define WF_GAP_SECONDS 1.5
#define WF_SPEED_LEVELS 12
#define WF_SPEED_SECONDS 0.8
// Points of all trails together: some eight bytes each in an SVG.
#define WF_MAX_TRAIL_POINTS 200000
#define WF_MAX_SINGLE_TRAILS 400
#define WF_BATCH 40
// How late standing may be reported, seconds.
#define WF_LATEST_STANDING 1.0
// Rows farther apart in time or place do not belong to one path.
#define WF_STEP_GAP_SECONDS 0.5
#define WF_STEP_GAP_METRES 0.25
// Steps of lines along a parabola, pixels: simplified afterwards, these only have to be fine enough.
#define WF_LINE_PIXELS 2.5
#define WF_MAX_LINE_POINTS 24

void wfFreeTrails( wfTrails* trails )
{
	wfArray_Free( &trails->ids );
	wfArray_Free( &trails->colors );
	wfReleaseArray( trails->begins, (size_t)trails->personCount + 1, sizeof( int64_t ) );
	wfReleaseArray( trails->order, (size_t)trails->rowCount, sizeof( int64_t ) );
	*trails = ( wfTrails ){ 0 };
}

// ------------------------------------------------------------------------------------------------------------- sorting

static bool isWanted( const wfTrails* trails, const wfTrajectoryRow* row )
{
	double time = row->frame / trails->source->fps;
	return time >= trails->fromTime - WF_LEAD_SECONDS && time <= trails->toTime + 1e-9 && fabs( row->x ) < 1e9 &&
		   fabs( row->y ) < 1e9;
}

// Who each wanted row belongs to, -1 for the others.
static wfResult numberRows( wfTrails* trails, int32_t* persons )
{
	const wfTrajectories* source = trails->source;
	wfMap numbers = { 0 };
	wfResult result = wf_ok;
	for ( int64_t i = 0; i < source->rowCount && result == wf_ok; ++i )
	{
		const wfTrajectoryRow* row = source->rows + i;
		persons[i] = -1;
		if ( !isWanted( trails, row ) )
		{
			continue;
		}
		result = wfMap_FindOrAdd( &numbers, (uint32_t)row->id, trails->ids.count, persons + i );
		if ( result == wf_ok && persons[i] == trails->ids.count )
		{
			result = wfArray_Push( &trails->ids, row->id );
		}
		trails->rowCount += 1;
		trails->lastFrame = trails->lastFrame > row->frame ? trails->lastFrame : row->frame;
	}
	trails->personCount = trails->ids.count;
	wfMap_Free( &numbers );
	return result;
}

static wfResult sortRows( wfTrails* trails, const int32_t* persons )
{
	trails->begins = wfAllocateZeroed( ( (size_t)trails->personCount + 1 ) * sizeof( int64_t ) );
	trails->order = wfAllocateArray( (size_t)trails->rowCount, sizeof( int64_t ) );
	if ( trails->begins == NULL || trails->order == NULL )
	{
		return wf_outOfMemory;
	}
	// Counts, then ends, which walk down to the beginnings while the rows are put in from the back.
	for ( int64_t i = 0; i < trails->source->rowCount; ++i )
	{
		if ( persons[i] >= 0 )
		{
			trails->begins[persons[i]] += 1;
		}
	}
	for ( int32_t k = 1; k <= trails->personCount; ++k )
	{
		trails->begins[k] += trails->begins[k - 1];
	}
	for ( int64_t i = trails->source->rowCount - 1; i >= 0; --i )
	{
		if ( persons[i] >= 0 )
		{
			trails->order[--trails->begins[persons[i]]] = i;
		}
	}
	return wf_ok;
}

// Nearly all walk slower: one wrong row must not make everybody else look as if they stood.
static void measureFullSpeed( wfTrails* trails )
{
	int64_t counts[200] = { 0 }, all = 0, seen = 0;
	for ( int32_t k = 0; k < trails->personCount; ++k )
	{
		for ( int64_t at = trails->begins[k]; at < trails->begins[k + 1]; at += 5 )
		{
			wfVec2 velocity = wfTrails_GetVelocity( trails, k, at, WF_SPEED_SECONDS );
			double speed = hypot( velocity.x, velocity.y );
			counts[speed < 9.99 ? (int32_t)( speed * 20.0 ) : 199] += 1;
			all += 1;
		}
	}
	int32_t bin = 0;
	for ( ; bin < 199 && (double)( seen + counts[bin] ) < 0.985 * (double)all; ++bin )
	{
		seen += counts[bin];
	}
	trails->fullSpeed = wfRoundUpSpeed( ( bin + 1 ) / 20.0 );
}

wfResult wfMakeTrails( const wfTrajectories* source, double fromTime, double toTime, wfTrails* trails, wfError* error )
{
	*trails = ( wfTrails ){ .source = source, .fromTime = fromTime, .toTime = toTime, .lastFrame = INT32_MIN };
	if ( !( source->fps > 0.0 && source->fps <= 1e6 ) )
	{
		return wfFail( error, wf_outOfRange, "the recording has %g frames a second; expected a number above 0", source->fps );
	}
	if ( source->rowCount <= 0 )
	{
		return wfFail( error, wf_outOfRange, "the recording is empty: there is nobody to draw" );
	}
	trails->toTime = toTime == 0.0 ? INFINITY : toTime;
	int32_t* persons = wfAllocateArray( (size_t)source->rowCount, sizeof( int32_t ) );
	wfResult result = persons != NULL ? numberRows( trails, persons ) : wf_outOfMemory;
	if ( result == wf_ok && trails->rowCount > 0 )
	{
		result = sortRows( trails, persons );
	}
	wfReleaseArray( persons, (size_t)source->rowCount, sizeof( int32_t ) );
	if ( result == wf_ok && ( trails->rowCount == 0 || trails->lastFrame / source->fps < fromTime - 1.0 / source->fps ) )
	{
		int32_t first = source->rows[0].frame, last = source->rows[source->rowCount - 1].frame;
		double end = isfinite( trails->toTime ) ? trails->toTime : fmax( last / source->fps, fromTime );
		result = wfFail( error, wf_outOfRange, "nobody is there from %g to %g s; the recording goes from %g to %g s", fromTime,
						 end, first / source->fps, last / source->fps );
	}
	else if ( result != wf_ok )
	{
		wfFail( error, result, "the recording could not be sorted: %s", wfDescribeResult( result ) );
	}
	if ( result != wf_ok )
	{
		wfFreeTrails( trails );
		return result;
	}
	measureFullSpeed( trails );
	return wf_ok;
}

// -------------------------------------------------------------------------------------------------------------- speeds

static const wfTrajectoryRow* getRow( const wfTrails* trails, int64_t at )
{
	return trails->source->rows + trails->order[at];
}

wfVec2 wfTrails_GetVelocity( const wfTrails* trails, int32_t person, int64_t at, double seconds )
{
	int64_t before = at, after = at, begin = trails->begins[person], end = trails->begins[person + 1];
	double fps = trails->source->fps, half = fmax( 0.5 * seconds * fps, 1.0 ), now = getRow( trails, at )->frame;
	while ( before > begin && now - getRow( trails, before - 1 )->frame <= half )
	{
		before -= 1;
	}
	while ( after + 1 < end && getRow( trails, after + 1 )->frame - now <= half )
	{
		after += 1;
	}
	const wfTrajectoryRow *a = getRow( trails, before ), *b = getRow( trails, after );
	double time = ( (double)b->frame - a->frame ) / fps;
	return time > 0.0 ? ( wfVec2 ){ ( b->x - a->x ) / time, ( b->y - a->y ) / time } : ( wfVec2 ){ 0.0, 0.0 };
}

// --------------------------------------------------------------------------------------------------------------- lines

// The points since the last line become one of this colour; nothing where they are less than a pixel.
static void endTrailLine( wfTrailLines* set, uint32_t color )
{
	if ( wfEndLine( &set->lines, 0.15, 0.6 ) )
	{
		set->lines.result = wfArray_Push( &set->colors, color );
	}
}

int32_t wfChooseSpeedLevel( double speed, int32_t before )
{
	double place = speed * WF_SPEED_LEVELS;
	if ( before >= 0 && place > before - 0.2 && place < before + 1.2 )
	{
		return before;
	}
	return place < WF_SPEED_LEVELS - 1 ? (int32_t)place : WF_SPEED_LEVELS - 1;
}

uint32_t wfSpeedLevelColor( const wfPalette* palette, int32_t level )
{
	return wfPaletteColor( palette, ( level + 0.5 ) / WF_SPEED_LEVELS );
}

static int32_t speedLevel( const wfTrails* trails, int32_t person, int64_t at, int32_t before )
{
	wfVec2 velocity = wfTrails_GetVelocity( trails, person, at, WF_SPEED_SECONDS );
	return wfChooseSpeedLevel( hypot( velocity.x, velocity.y ) / trails->fullSpeed, before );
}

static void addTrail( wfTrailLines* set, const wfTrails* trails, const wfPanel* panel, int32_t person, const wfPalette* palette )
{
	double fps = trails->source->fps;
	bool hasGroup = person < trails->colors.count;
	uint32_t color = hasGroup ? trails->colors.data[person] : wfPackColor( wfAgentColor( (uint32_t)person ) );
	const wfTrajectoryRow* before = NULL;
	wfVec2 last = { 0.0, 0.0 };
	int32_t level = -1;
	for ( int64_t at = trails->begins[person]; at < trails->begins[person + 1]; ++at )
	{
		const wfTrajectoryRow* row = getRow( trails, at );
		if ( row->frame / fps < trails->fromTime - 1e-9 )
		{
			continue;
		}
		wfVec2 point = wfToCanvas( panel, ( wfVec2 ){ row->x, row->y } );
		bool gap = before != NULL && row->frame - before->frame > WF_GAP_SECONDS * fps;
		bool final = at + 1 == trails->begins[person + 1];
		int32_t now = palette != NULL ? speedLevel( trails, person, at, level ) : 0;
		// Finer than half a pixel nobody sees, but the ends are kept.
		bool far = before == NULL || gap || final || hypot( point.x - last.x, point.y - last.y ) >= 0.5;
		if ( before != NULL && ( gap || now != level ) )
		{
			// The next piece begins where this one ends.
			if ( !gap )
			{
				wfAddLinePoint( &set->lines, point );
			}
			endTrailLine( set, color );
			far = true;
		}
		if ( now != level && palette != NULL )
		{
			color = wfSpeedLevelColor( palette, now );
		}
		level = now;
		if ( far )
		{
			wfAddLinePoint( &set->lines, point );
			last = point;
		}
		before = row;
	}
	endTrailLine( set, color );
}

static bool followsOn( const wfFootstep* before, const wfFootstep* step )
{
	double end = wfFootstep_GetEndTime( before );
	wfVec2 a = wfFootstep_GetPosition( before, end ), b = wfFootstep_GetPosition( step, step->startTime );
	return fabs( step->startTime - end ) < WF_STEP_GAP_SECONDS && hypot( a.x - b.x, a.y - b.y ) < WF_STEP_GAP_METRES;
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
			endTrailLine( set, color );
		}
		color = palette != NULL ? wfSpeedLevelColor( palette, now ) : color;
		addStepPoints( set, panel, step, time );
		level = now;
		before = step;
	}
	endTrailLine( set, color );
}

// Coarser and coarser until all of them together have few enough points.
static void thinTrails( wfLines* lines )
{
	for ( double tolerance = 0.25; lines->points.count > WF_MAX_TRAIL_POINTS && tolerance < 5.0; tolerance *= 1.6 )
	{
		const wfVec2* from = lines->points.data;
		lines->points.count = 0;
		for ( int32_t line = 0; line < lines->sizes.count; ++line )
		{
			wfVec2* to = lines->points.data + lines->points.count;
			int32_t size = lines->sizes.data[line];
			memmove( to, from, (size_t)size * sizeof( wfVec2 ) );
			lines->sizes.data[line] = wfSimplifyLine( to, size, tolerance );
			lines->points.count += lines->sizes.data[line];
			from += size;
		}
	}
}

// Thinner and more transparent the more people there are, so that many still show where most of them walked.
// Groups have other signs above them.
static void paintTrails( wfCanvas* canvas, const wfTrailLines* set, double font, int32_t personCount, bool faint )
{
	int32_t count = set->lines.sizes.count, batch = 0, limit = count > WF_MAX_SINGLE_TRAILS ? WF_BATCH : 1;
	double fewer = pow( fmax( personCount, 12.0 ) / 12.0, -0.2 ), alpha = fmax( 0.92 * fewer, 0.22 );
	double width = fmax( 0.13 * font * fewer, 0.45 );
	if ( faint )
	{
		alpha = fmax( 0.28 * pow( fmax( personCount, 12.0 ) / 12.0, -0.45 ), 0.05 );
		width = fmax( 0.08 * font * fewer, 0.45 );
	}
	wfSortItem* items = wfCanvas_Allocate( canvas, (size_t)count, sizeof( wfSortItem ) );
	const wfVec2** starts = wfCanvas_Allocate( canvas, (size_t)count, sizeof( *starts ) );
	const wfVec2* start = set->lines.points.data;
	for ( int32_t line = 0; line < count && starts != NULL; ++line )
	{
		items[line] = ( wfSortItem ){ set->colors.data[line], (uint32_t)line };
		starts[line] = start;
		start += set->lines.sizes.data[line];
	}
	if ( starts != NULL && limit > 1 )
	{
		wfSortByKey( items, (size_t)count );
	}
	for ( int32_t k = 0; k < count && starts != NULL; ++k )
	{
		uint32_t line = items[k].item;
		wfCanvas_AddPolyline( canvas, starts[line], set->lines.sizes.data[line] );
		batch += 1;
		if ( k + 1 == count || batch == limit || items[k + 1].key != items[k].key )
		{
			wfCanvas_Stroke( canvas, wfRgba( items[k].key, alpha ), width );
			batch = 0;
		}
	}
	wfReleaseArray( starts, (size_t)count, sizeof( *starts ) );
	wfReleaseArray( items, (size_t)count, sizeof( wfSortItem ) );
}

void wfTrailLines_Free( wfTrailLines* set )
{
	wfArray_Free( &set->colors );
	wfFreeLines( &set->lines );
}

void wfDrawTrails( wfCanvas* canvas, const wfPanel* panel, const wfTrails* trails, const wfPedestrians* pedestrians,
				   wfShownTime time, const wfPalette* palette )
{
	wfTrailLines set = { 0 };
	int32_t count = trails != NULL ? trails->personCount : pedestrians->count;
	for ( int32_t k = 0; k < count && set.lines.result == wf_ok; ++k )
	{
		const wfPedestrian* pedestrian =
			trails != NULL ? wfFindPedestrian( pedestrians, (uint32_t)trails->ids.data[k] ) : pedestrians->data + k;
		if ( pedestrian != NULL )
		{
			wfAddPedestrianTrail( &set, panel, pedestrian, time, palette );
		}
		else if ( trails != NULL )
		{
			addTrail( &set, trails, panel, k, palette );
		}
	}
	if ( wfCanvas_Check( canvas, set.lines.result ) )
	{
		thinTrails( &set.lines );
		paintTrails( canvas, &set, panel->font, count, trails != NULL && trails->colors.count > 0 );
	}
	wfTrailLines_Free( &set );
}

// ---------------------------------------------------------------------------------------------------------- pedestrians

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

// Which of four directions somebody goes from the first place to the last: right, up, left, down.
static uint32_t quarterOf( const wfPedestrian* pedestrian )
{
	const wfFootstep *first = &pedestrian->rows[0].step, *last = &pedestrian->rows[pedestrian->rowCount - 1].step;
	wfVec2 from = wfFootstep_GetPosition( first, first->startTime ),
		   to = wfFootstep_GetPosition( last, wfFootstep_GetEndTime( last ) );
	double x = to.x - from.x, y = to.y - from.y;
	return fabs( x ) >= fabs( y ) ? ( x >= 0.0 ? 1u : 0u ) : ( y >= 0.0 ? 2u : 3u );
}

wfResult wfMakePedestrians( const wfFootstepTable* table, bool colorByDirection, wfPedestrians* pedestrians, wfError* error )
{
	*pedestrians = ( wfPedestrians ){ .firstTime = INFINITY, .lastTime = -INFINITY };
	pedestrians->bounds = WF_EMPTY_BOX;
	wfResult result = wf_ok;
	double fastest = 0.0;
	for ( int64_t i = 0; i < table->rowCount && result == wf_ok; ++i )
	{
		const wfFootstepRow *row = table->rows + i, *before = row - 1;
		bool next = i == 0 || row->serial != before->serial;
		bool sorted = i == 0 || row->serial > before->serial || ( !next && row->step.startTime >= before->step.startTime );
		if ( !sorted )
		{
			result = wfFail( error, wf_invalidDef,
							 "the footsteps are not sorted: step %d of agent %u comes too late; wfFootstepTable_Sort does it",
							 row->index, row->serial );
			break;
		}
		if ( !wfIsDrawableStep( row ) )
		{
			result = wfFail( error, wf_outOfRange, "step %d of agent %u has numbers that are not finite or beyond 1e9",
							 row->index, row->serial );
			break;
		}
		if ( next &&
			 wfArray_Push( pedestrians, ( wfPedestrian ){ row->serial, row, 0, wfAgentColor( row->serial - 1u ) } ) != wf_ok )
		{
			result = wfFail( error, wf_outOfMemory, "the footsteps could not be sorted: %s", wfDescribeResult( wf_outOfMemory ) );
			break;
		}
		pedestrians->data[pedestrians->count - 1].rowCount += 1;
		pedestrians->firstTime = fmin( pedestrians->firstTime, row->step.startTime );
		pedestrians->lastTime = fmax( pedestrians->lastTime, wfFootstep_GetEndTime( &row->step ) );
		wfIncludePoint( &pedestrians->bounds, row->step.footPosition );
		wfIncludePoint( &pedestrians->bounds, wfFootstep_GetPosition( &row->step, row->step.startTime ) );
		wfIncludePoint( &pedestrians->bounds, row->step.swingTo );
		fastest = fmax( fastest, wfGetStepSpeed( &row->step ) );
	}
	for ( int32_t k = 0; k < pedestrians->count && colorByDirection; ++k )
	{
		pedestrians->data[k].color = wfAgentColor( quarterOf( pedestrians->data + k ) );
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
	wfArray_Free( pedestrians );
	*pedestrians = ( wfPedestrians ){ 0 };
}

const wfPedestrian* wfFindPedestrian( const wfPedestrians* pedestrians, uint32_t serial )
{
	int32_t low = 0, high = pedestrians->count;
	while ( low < high )
	{
		int32_t middle = low + ( high - low ) / 2;
		low = pedestrians->data[middle].serial < serial ? middle + 1 : low;
		high = pedestrians->data[middle].serial < serial ? high : middle;
	}
	return low < pedestrians->count && pedestrians->data[low].serial == serial ? pedestrians->data + low : NULL;
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
