// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The tracks of a recording, person by person.
#include "fit/fit.h"

#include "base/base.h"
#include "base/vec2.h"

#include <stdlib.h>

typedef struct Row
{
	int32_t id, frame;
	wfVec2 place;
} Row;

static int compareRows( const void* a, const void* b )
{
	const Row *x = a, *y = b;
	int byId = ( x->id > y->id ) - ( x->id < y->id );
	return byId != 0 ? byId : ( x->frame > y->frame ) - ( x->frame < y->frame );
}

wfResult wfMakeFitTracks( const wfTrajectories* recording, wfFitTracks* tracks )
{
	*tracks = ( wfFitTracks ){ .bounds = recording->bounds };
	size_t count = (size_t)recording->rowCount;
	Row* rows = calloc( count + 1, sizeof( Row ) );
	tracks->list = calloc( count + 1, sizeof( wfFitTrack ) );
	tracks->times = calloc( count + 1, sizeof( double ) );
	tracks->places = calloc( count + 1, sizeof( wfVec2 ) );
	if ( rows == NULL || tracks->list == NULL || tracks->times == NULL || tracks->places == NULL )
	{
		free( rows );
		wfFitTracks_Free( tracks );
		return wf_outOfMemory;
	}
	for ( size_t i = 0; i < count; ++i )
	{
		const wfTrajectoryRow* row = recording->rows + i;
		rows[i] = ( Row ){ row->id, row->frame, { row->x, row->y } };
	}
	qsort( rows, count, sizeof( Row ), compareRows );
	tracks->from = INFINITY;
	tracks->to = -INFINITY;
	wfFitTrack* track = NULL;
	for ( size_t i = 0; i < count; ++i )
	{
		double time = rows[i].frame / recording->fps;
		if ( i == 0 || rows[i].id != rows[i - 1].id || time - tracks->times[i - 1] > WF_FIT_LONGEST_GAP )
		{
			track = &tracks->list[tracks->count++];
			*track = ( wfFitTrack ){ .id = rows[i].id, .times = tracks->times + i, .places = tracks->places + i };
		}
		tracks->times[i] = time;
		tracks->places[i] = rows[i].place;
		tracks->from = fmin( tracks->from, time );
		tracks->to = fmax( tracks->to, time );
		track->count += 1;
	}
	free( rows );
	return wf_ok;
}

void wfFitTracks_Free( wfFitTracks* tracks )
{
	free( tracks->list );
	free( tracks->times );
	free( tracks->places );
	*tracks = ( wfFitTracks ){ 0 };
}

wfVec2 wfFitTrack_GetPlace( const wfFitTrack* track, double time )
{
	int32_t low = 0, high = track->count - 1;
	if ( time <= track->times[low] )
	{
		return track->places[low];
	}
	if ( time >= track->times[high] )
	{
		return track->places[high];
	}
	while ( high - low > 1 )
	{
		int32_t middle = ( low + high ) / 2;
		*( track->times[middle] <= time ? &low : &high ) = middle;
	}
	double share = ( time - track->times[low] ) / ( track->times[high] - track->times[low] );
	return wfMix2( track->places[low], track->places[high], share );
}

bool wfFitTrack_IsThere( const wfFitTrack* track, double time )
{
	// Frames are counted, so their times are exact but for rounding.
	return time >= track->times[0] - 1e-6 && time <= track->times[track->count - 1] + 1e-6;
}
