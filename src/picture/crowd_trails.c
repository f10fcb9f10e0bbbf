// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A recording sorted by person, and the ways they walked as lines.

#include "base/map.h"
#include "picture/footstep.h"

#include <math.h>

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

void wfFreeTrails( wfTrails* trails )
{
	wfReleaseArray( trails->ids, trails->personCapacity, sizeof( int32_t ) );
	wfReleaseArray( trails->begins, (size_t)trails->personCount + 1, sizeof( int64_t ) );
	wfReleaseArray( trails->order, (size_t)trails->rowCount, sizeof( int64_t ) );
	*trails = ( wfTrails ){ 0 };
}

// ------------------------------------------------------------------------------------------------------------- sorting

// The number of a person, a new one for an id not seen before.
static wfResult findPerson( wfMap* numbers, wfTrails* trails, int32_t id, int32_t* person )
{
	wfResult result = wfMap_FindOrAdd( numbers, (uint32_t)id, trails->personCount, person );
	if ( result == wf_ok && *person == trails->personCount )
	{
		result = wfGrowArray( &trails->ids, &trails->personCapacity, (size_t)trails->personCount + 1, sizeof( int32_t ) );
		if ( result == wf_ok )
		{
			trails->ids[trails->personCount++] = id;
		}
	}
	return result;
}

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
		persons[i] = -1;
		if ( isWanted( trails, source->rows + i ) )
		{
			result = findPerson( &numbers, trails, source->rows[i].id, persons + i );
			trails->rowCount += 1;
			trails->lastFrame = trails->lastFrame > source->rows[i].frame ? trails->lastFrame : source->rows[i].frame;
		}
	}
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

wfResult wfTrailLines_End( wfTrailLines* set, uint32_t color )
{
	size_t before = set->lines.lineCount;
	wfResult result = wfEndLine( &set->lines, 0.15, 0.6 );
	if ( result == wf_ok && set->lines.lineCount > before )
	{
		result = wfGrowArray( &set->colors, &set->colorCapacity, set->lines.lineCount, sizeof( uint32_t ) );
		if ( result == wf_ok )
		{
			set->colors[before] = color;
		}
	}
	return result;
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

static wfResult addTrail( wfTrailLines* set, const wfTrails* trails, const wfPanel* panel, int32_t person,
						  const wfPalette* palette )
{
	double fps = trails->source->fps;
	uint32_t color = wfPackColor( wfAgentColor( (uint32_t)person ) );
	const wfTrajectoryRow* before = NULL;
	wfVec2 last = { 0.0, 0.0 };
	int32_t level = -1;
	wfResult result = wf_ok;
	for ( int64_t at = trails->begins[person]; at < trails->begins[person + 1] && result == wf_ok; ++at )
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
			result = gap ? wf_ok : wfAddLinePoint( &set->lines, point );
			result = result == wf_ok ? wfTrailLines_End( set, color ) : result;
			far = true;
		}
		if ( now != level && palette != NULL )
		{
			color = wfSpeedLevelColor( palette, now );
		}
		level = now;
		if ( far && result == wf_ok )
		{
			result = wfAddLinePoint( &set->lines, point );
			last = point;
		}
		before = row;
	}
	return result == wf_ok ? wfTrailLines_End( set, color ) : result;
}

// Coarser and coarser until all of them together have few enough points.
static void thinTrails( wfLines* lines )
{
	for ( double tolerance = 0.25; lines->pointCount > WF_MAX_TRAIL_POINTS && tolerance < 5.0; tolerance *= 1.6 )
	{
		size_t from = 0, to = 0;
		for ( size_t line = 0; line < lines->lineCount; ++line )
		{
			int32_t size = lines->sizes[line], kept = wfSimplifyLine( lines->points + from, size, tolerance );
			for ( int32_t i = 0; i < kept; ++i )
			{
				lines->points[to + (size_t)i] = lines->points[from + (size_t)i];
			}
			lines->sizes[line] = kept;
			from += (size_t)size;
			to += (size_t)kept;
		}
		lines->pointCount = to;
		lines->endedCount = to;
	}
}

typedef struct wfTrailPen
{
	double width, alpha;
} wfTrailPen;

// Thinner and more transparent the more there are, so that many still show where most of them walked.
static wfTrailPen chooseTrailPen( const wfPanel* panel, int32_t count )
{
	double many = fmax( count, 12.0 ) / 12.0;
	return ( wfTrailPen ){ fmax( 0.13 * panel->font * pow( many, -0.2 ), 0.45 ), fmax( 0.92 * pow( many, -0.2 ), 0.22 ) };
}

static void paintTrails( wfCanvas* canvas, const wfTrailLines* set, wfTrailPen pen )
{
	size_t count = set->lines.lineCount, start = 0, batch = 0, limit = count > WF_MAX_SINGLE_TRAILS ? WF_BATCH : 1;
	wfSortItem* items = wfAllocateArray( count, sizeof( wfSortItem ) );
	size_t* starts = wfAllocateArray( count, sizeof( size_t ) );
	bool ready = wfCanvas_Check( canvas, count == 0 || ( items != NULL && starts != NULL ) ? wf_ok : wf_outOfMemory );
	for ( size_t line = 0; line < count && ready; ++line )
	{
		items[line] = ( wfSortItem ){ set->colors[line], (uint32_t)line };
		starts[line] = start;
		start += (size_t)set->lines.sizes[line];
	}
	if ( ready && limit > 1 )
	{
		wfSortByKey( items, count );
	}
	for ( size_t k = 0; k < count && ready; ++k )
	{
		uint32_t line = items[k].item;
		wfCanvas_AddPolyline( canvas, set->lines.points + starts[line], set->lines.sizes[line] );
		batch += 1;
		if ( k + 1 == count || batch == limit || items[k + 1].key != items[k].key )
		{
			wfCanvas_Stroke( canvas, wfRgba( items[k].key, pen.alpha ), pen.width );
			batch = 0;
		}
	}
	wfReleaseArray( starts, count, sizeof( size_t ) );
	wfReleaseArray( items, count, sizeof( wfSortItem ) );
}

void wfTrailLines_Paint( wfTrailLines* set, wfCanvas* canvas, const wfPanel* panel, int32_t personCount )
{
	thinTrails( &set->lines );
	paintTrails( canvas, set, chooseTrailPen( panel, personCount ) );
}

void wfTrailLines_Free( wfTrailLines* set )
{
	wfReleaseArray( set->colors, set->colorCapacity, sizeof( uint32_t ) );
	wfFreeLines( &set->lines );
	*set = ( wfTrailLines ){ 0 };
}

void wfDrawTrails( wfCanvas* canvas, const wfPanel* panel, const wfTrails* trails, const wfPedestrians* pedestrians,
				   wfShownTime time, const wfPalette* palette )
{
	wfTrailLines set = { 0 };
	wfResult result = wf_ok;
	int32_t count = trails != NULL ? trails->personCount : pedestrians->count;
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		const wfPedestrian* pedestrian =
			trails != NULL ? wfFindPedestrian( pedestrians, (uint32_t)trails->ids[k] ) : pedestrians->items + k;
		result = pedestrian != NULL ? wfAddPedestrianTrail( &set, panel, pedestrian, time, palette )
									: addTrail( &set, trails, panel, k, palette );
	}
	if ( wfCanvas_Check( canvas, result ) )
	{
		wfTrailLines_Paint( &set, canvas, panel, count );
	}
	wfTrailLines_Free( &set );
}
