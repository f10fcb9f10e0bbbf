// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "fit/march.h"

#include "base/vec2.h"

#include <stdlib.h>
#include <string.h>

#define LEAST_TURN_TIME 0.1 // seconds

double wfLimitTurn( double relaxTime, double distance, double speed )
{
	return wfMax( LEAST_TURN_TIME, wfMin( relaxTime, 0.5 * distance / wfMax( speed, 0.1 ) ) );
}

wfVec2 wfRelaxMarcher( const wfMarcher* marcher, double relaxTime )
{
	double share = 1.0 - wfExp( -WF_MARCH_STEP / wfLimitTurn( relaxTime, marcher->distance, marcher->speed ) );
	return wfMix2( marcher->velocity, wfScale2( marcher->speed, marcher->direction ), share );
}

// Once a tick: who comes, who goes, and which way everybody's goal is.
static void lookAround( const wfPeopleMarch* march, int32_t tick )
{
	const wfFitWindow* window = march->window;
	for ( int32_t i = 0; i < march->count; ++i )
	{
		const wfFitPerson* person = &window->people[i];
		wfMarcher* marcher = &march->marchers[i];
		if ( tick == person->enters )
		{
			*marcher = ( wfMarcher ){ .place = person->place, .velocity = person->velocity, .isThere = true };
			marcher->speed = march->parameters != NULL ? wfGetDesiredSpeed( person, march->parameters[0] ) : 0.0;
		}
		bool arrives = march->parameters != NULL && marcher->isThere && tick > person->enters &&
					   wfDistance2( marcher->place, person->goal ) < WF_ARRIVAL_REACH;
		marcher->place = arrives ? person->goal : marcher->place;
		marcher->isThere = marcher->isThere && !arrives && tick <= person->leaves;
		if ( marcher->isThere && march->parameters != NULL )
		{
			marcher->distance = wfDistance2( marcher->place, person->goal );
			marcher->direction = wfFitPlace_GetDirection( window->place, person->track, marcher->place );
		}
	}
}

static void takeStep( const wfPeopleMarch* march, wfMarchFcn* fcn, wfVec2* next )
{
	for ( int32_t i = 0; i < march->count; ++i )
	{
		wfMarcher* marcher = &march->marchers[i];
		if ( marcher->isThere && march->parameters != NULL )
		{
			marcher->wall = wfFitPlace_GetWall( march->window->place, marcher->place, WF_MARCH_WALL_REACH, &marcher->toWall );
		}
	}
	for ( int32_t i = 0; i < march->count; ++i )
	{
		next[i] = march->marchers[i].isThere ? fcn( march, i ) : ( wfVec2 ){ 0.0, 0.0 };
	}
	for ( int32_t i = 0; i < march->count; ++i )
	{
		wfMarcher* marcher = &march->marchers[i];
		if ( marcher->isThere )
		{
			marcher->velocity = next[i];
			marcher->place = wfAddScaled2( marcher->place, WF_MARCH_STEP, next[i] );
		}
	}
}

wfResult wfMarchWindow( const wfFitWindow* window, const double* parameters, wfMarchFcn* fcn, wfVec2* places )
{
	size_t count = (size_t)window->personCount;
	wfMarcher* marchers = calloc( count + 1, sizeof( wfMarcher ) );
	wfVec2* next = calloc( count + 1, sizeof( wfVec2 ) );
	wfResult result = marchers != NULL && next != NULL ? wf_ok : wf_outOfMemory;
	wfPeopleMarch march = { window, parameters, marchers, window->personCount };
	int32_t ticks = wfFitWindow_CountTicks( window );
	for ( int32_t tick = 0; tick <= ticks && result == wf_ok; ++tick )
	{
		lookAround( &march, tick );
		for ( int32_t i = 0; i < window->personCount && tick % WF_FIT_SAMPLE_TICKS == 0; ++i )
		{
			bool came = tick >= window->people[i].enters;
			int32_t index = wfFitWindow_GetIndex( window, i, tick / WF_FIT_SAMPLE_TICKS );
			places[index] = came ? marchers[i].place : window->people[i].place;
		}
		for ( int32_t k = 0; k < WF_MARCH_TICK_STEPS && tick < ticks; ++k )
		{
			takeStep( &march, fcn, next );
		}
	}
	free( marchers );
	free( next );
	return result;
}
