// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Windows of a recording: who is there, what every model is told about them, and where they really went.
#include "fit/fit.h"

#include "base/vec2.h"

#include <stdlib.h>

#define VELOCITY_SECONDS 0.8 // velocities are means over this time: heads sway with every footstep
#define LEAST_PAST 0.3		 // seconds: of a shorter past nothing is known
#define LEAST_ROOM 0.05		 // metres to a wall: who is nearer stands in it, by an error of the recording

// The mean velocity of the last `seconds` before a time, as far as the past goes; of as much after it for who just came.
static wfVec2 getVelocity( const wfFitTrack* track, double time, double seconds )
{
	double from = wfMax( time - seconds, track->times[0] ), to = time;
	if ( to - from < LEAST_PAST )
	{
		from = time;
		to = wfMin( time + VELOCITY_SECONDS, track->times[track->count - 1] );
	}
	wfVec2 way = wfSub2( wfFitTrack_GetPlace( track, to ), wfFitTrack_GetPlace( track, from ) );
	return to - from > 1e-6 ? wfDivide2( way, to - from ) : ( wfVec2 ){ 0.0, 0.0 };
}

// False where the track has nothing to do with the window.
static bool makePerson( const wfFitWindow* window, const wfWindowDef* def, int32_t index, wfFitPerson* person )
{
	const wfFitTrack* track = &window->place->tracks.list[index];
	int32_t ticks = wfFitWindow_CountTicks( window );
	double first = track->times[0], last = track->times[track->count - 1];
	int32_t enters = (int32_t)ceil( ( first - window->from ) / WF_FIT_TICK - 1e-6 );
	int32_t leaves = (int32_t)floor( wfMin( ( last - window->from ) / WF_FIT_TICK, ticks ) + 1e-6 );
	enters = enters > 0 ? enters : 0;
	if ( leaves <= enters || enters >= ticks )
	{
		return false;
	}
	double time = window->from + enters * WF_FIT_TICK;
	*person = ( wfFitPerson ){ .track = index, .enters = enters, .leaves = def->untilGoal ? ticks : leaves };
	person->place = wfFitTrack_GetPlace( track, time );
	person->velocity = getVelocity( track, time, VELOCITY_SECONDS );
	person->pastSpeed = wfLength2( getVelocity( track, time, WF_FIT_PAST ) );
	person->goal = track->places[track->count - 1];
	// In windows as in the literature of prediction: with a whole past, and there all the time.
	bool whole = time - first > WF_FIT_PAST - 1e-6 && enters == 0 && leaves == ticks;
	person->scored = def->seconds > 0.0 ? whole : leaves - enters >= 2 * WF_FIT_SAMPLE_TICKS;
	wfVec2 toward;
	return wfFitPlace_GetWall( window->place, person->place, 1.0, &toward ) > LEAST_ROOM;
}

// Where people are at the samples.
static void fillPlaces( wfFitWindow* window )
{
	for ( int32_t i = 0; i < window->personCount; ++i )
	{
		const wfFitTrack* track = &window->place->tracks.list[window->people[i].track];
		for ( int32_t k = 0; k <= window->sampleCount; ++k )
		{
			double time = window->from + k * WF_FIT_SAMPLE;
			bool isThere = wfFitTrack_IsThere( track, time );
			window->places[wfFitWindow_GetIndex( window, i, k )] =
				isThere ? wfFitTrack_GetPlace( track, time ) : ( wfVec2 ){ NAN, NAN };
		}
	}
}

static wfResult addWindow( wfFitPart* part, const wfFitPlace* place, const wfWindowDef* def, double from, double seconds )
{
	if ( part->count == part->capacity )
	{
		int32_t capacity = 2 * part->capacity + 16;
		wfFitWindow* windows = realloc( part->windows, (size_t)capacity * sizeof( wfFitWindow ) );
		if ( windows == NULL )
		{
			return wf_outOfMemory;
		}
		part->windows = windows;
		part->capacity = capacity;
	}
	wfFitWindow window = { .place = place, .from = from };
	window.sampleCount = (int32_t)floor( seconds / WF_FIT_SAMPLE + 1e-6 );
	window.people = calloc( (size_t)place->tracks.count, sizeof( wfFitPerson ) );
	int32_t scored = 0;
	for ( int32_t i = 0; window.people != NULL && i < place->tracks.count; ++i )
	{
		if ( makePerson( &window, def, i, &window.people[window.personCount] ) )
		{
			scored += window.people[window.personCount++].scored ? 1 : 0;
		}
	}
	size_t places = (size_t)window.personCount * (size_t)( window.sampleCount + 1 );
	window.places = scored > 0 ? calloc( places, sizeof( wfVec2 ) ) : NULL;
	if ( window.places == NULL )
	{
		bool failed = window.people == NULL || scored > 0;
		free( window.people );
		return failed ? wf_outOfMemory : wf_ok;
	}
	fillPlaces( &window );
	part->windows[part->count++] = window;
	part->scored += scored;
	return wf_ok;
}

wfResult wfFitPart_Add( wfFitPart* part, const wfFitPlace* place, const wfWindowDef* def )
{
	double whole = def->to - def->from;
	if ( def->seconds <= 0.0 )
	{
		return addWindow( part, place, def, def->from, def->untilGoal ? 1.5 * whole : whole );
	}
	wfResult result = wf_ok;
	for ( int32_t i = 0; result == wf_ok && i * def->stride + def->seconds <= whole + 1e-6; ++i )
	{
		result = addWindow( part, place, def, def->from + i * def->stride, def->seconds );
	}
	return result;
}

void wfFitPart_Free( wfFitPart* part )
{
	for ( int32_t i = 0; i < part->count; ++i )
	{
		free( part->windows[i].people );
		free( part->windows[i].places );
	}
	free( part->windows );
	*part = ( wfFitPart ){ 0 };
}
