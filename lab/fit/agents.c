// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Wayfield's own agents as a model of recorded people: a crowd of discs, through the public functions.
#include "fit/fit.h"

#include "fit/march.h"

#include "base/vec2.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define SLOWEST 0.02	 // m/s: a crowd wants a speed above 0
#define LEAST_TURN 0.02	 // m/s: who prefers nearly what it wants has turned
#define RADIUS_STEP 0.05 // radii of those who stand close are multiples of this: each has a grid of its own
#define SKIN 0.002		 // metres left between two who enter
#define REACT_TIME 0.2	 // seconds in which an agent gets the velocity it wants: how slowly people turn is another parameter
#define STANDING -1		 // of those who are not there
#define WAITING -2		 // for room where it was first seen

#define STYLE( member ) offsetof( wfStyleDef, member )

enum
{
	URGE,
	RADIUS,
	TURN_TIME
};

// A parameter of the style that is added to the fit is a row of this table.
static const wfFitParameter s_parameters[] = {
	WF_URGE_PARAMETER,
	{ "radius", "m", WF_FIT_LEAST_RADIUS, 0.4, 0.2, true, 0 },
	{ "turnTime", "s", 0.1, 10.0, 0.5, true, 0 },
	{ "softStrength", "1/m2", 0.1, 60.0, 2.0, true, STYLE( softStrength ) },
	{ "timeGap", "s", 0.0, 2.0, 0.5, false, STYLE( timeGap ) },
	{ "bodyDepth", "of its width", 0.5, 1.0, 0.8, false, STYLE( bodyDepth ) },
};

#define PARAMETER_COUNT ( (int32_t)( sizeof( s_parameters ) / sizeof( s_parameters[0] ) ) )
_Static_assert( sizeof( s_parameters ) / sizeof( s_parameters[0] ) <= WF_MAX_FIT_PARAMETERS, "too many parameters" );

typedef struct Agents
{
	const wfFitPlace* place;
	wfCrowd* crowd;
	wfStyleId style;
} Agents;

static void end( void* state )
{
	Agents* agents = state;
	if ( agents != NULL )
	{
		wfDestroyCrowd( agents->crowd );
		free( agents );
	}
}

static wfResult begin( const wfFitPlace* place, const double* parameters, void** state, wfError* error )
{
	Agents* agents = calloc( 1, sizeof( Agents ) );
	*state = agents;
	if ( agents == NULL )
	{
		return wf_outOfMemory;
	}
	agents->place = place;
	wfGroundDef ground = wfMakePlaneGround( place->world );
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.tickSeconds = WF_FIT_TICK;
	def.cellSize = place->scenario.cellSize > 0.0 && place->scenario.cellSize < 0.2 ? place->scenario.cellSize : 0.0;
	wfResult result = wfCreateCrowd( &ground, &def, &agents->crowd, error );
	wfStyleDef style = wfDefaultStyleDef( wf_defaultPreset );
	// What parts of a recording do not agree about: docs/fit.md.
	style.foresight = false;
	style.keepRight = 0.0;
	style.relaxTime = REACT_TIME;
	for ( int32_t i = 0; i < PARAMETER_COUNT; ++i )
	{
		if ( s_parameters[i].offset != 0 )
		{
			memcpy( (char*)&style + s_parameters[i].offset, &parameters[i], sizeof( double ) );
		}
	}
	return result == wf_ok ? wfCrowd_AddStyle( agents->crowd, &style, &agents->style, error ) : result;
}

// One person of a window as the crowd has it.
typedef struct Member
{
	wfAgentId id;
	double radius;
	double speed;	  // desired
	wfVec2 intention; // m/s, while it still turns from the velocity it came with to its goal
	bool isTurning;
	wfVec2 place; // the last known
	wfVec2 velocity;
	int32_t state; // 0 or above: in the crowd; or STANDING, WAITING
	bool isGhost;  // there was no room for it: goes on alone
} Member;

// No two discs may overlap, but recorded people come close: the radius that leaves half of the way to the nearest free.
static double fitRadius( const Agents* agents, const wfFitWindow* window, const Member* members, int32_t index, double radius )
{
	const wfFitPerson* self = &window->people[index];
	wfVec2 toward;
	double room = wfFitPlace_GetWall( agents->place, self->place, 1.0, &toward ) - SKIN;
	for ( int32_t k = 0; k < window->personCount; ++k )
	{
		// Those who enter with it are as they were recorded, those who were there before have radii.
		const wfFitPerson* other = &window->people[k];
		bool together = k != index && other->enters == self->enters;
		double distance = wfDistance2( self->place, together ? other->place : members[k].place );
		double most = together ? 0.5 * distance : distance - members[k].radius;
		room = together || members[k].state >= 0 ? wfMin( room, most - SKIN ) : room;
	}
	return room >= radius ? radius : wfMin( radius, RADIUS_STEP * floor( room / RADIUS_STEP ) );
}

static wfResult addAgent( Agents* agents, const wfFitPerson* person, Member* member, wfError* error )
{
	wfStop stop = wfMakePointStop( ( wfVec3 ){ person->goal.x, person->goal.y, 0.0 } );
	stop.reach = WF_ARRIVAL_REACH;
	wfAgentDef def = wfDefaultAgentDef();
	def.position = ( wfVec3 ){ person->place.x, person->place.y, 0.0 };
	def.radius = member->radius;
	wfVec2 ahead = wfLength2( person->velocity ) > SLOWEST ? person->velocity : wfSub2( person->goal, person->place );
	def.heading = wfAtan2( ahead.y, ahead.x );
	def.speed = wfLength2( person->velocity );
	def.desiredSpeed = wfMax( wfMax( member->speed, def.speed ), SLOWEST );
	def.stops = &stop;
	def.stopCount = 1;
	def.style = agents->style;
	return wfCrowd_AddAgent( agents->crowd, &def, &member->id, error );
}

// Those who come in this tick, or came before and found no room.
static wfResult addArrivals( Agents* agents, const wfFitWindow* window, const double* parameters, int32_t tick, Member* members,
							 wfError* error )
{
	for ( int32_t i = 0; i < window->personCount; ++i )
	{
		const wfFitPerson* person = &window->people[i];
		Member* member = &members[i];
		bool comes = tick == person->enters || ( member->state == WAITING && tick <= person->leaves );
		if ( !comes || tick >= person->leaves )
		{
			continue;
		}
		member->place = person->place;
		member->velocity = person->velocity;
		member->state = WAITING;
		member->radius = fitRadius( agents, window, members, i, parameters[RADIUS] );
		if ( member->radius < WF_FIT_LEAST_RADIUS )
		{
			// Who begins on top of another goes on alone; who comes later waits for room.
			member->isGhost = tick == 0;
			continue;
		}
		member->speed = wfGetDesiredSpeed( person, parameters[URGE] );
		member->intention = person->velocity;
		member->isTurning = true;
		wfResult result = addAgent( agents, person, member, error );
		if ( result != wf_ok && result != wf_startBlocked )
		{
			return result;
		}
		member->state = result == wf_ok ? i : WAITING;
		member->isGhost = result != wf_ok && tick == 0;
	}
	return wf_ok;
}

// People turn to their goals, and to the speed they want, slowly. An agent does so by the velocity it prefers, which begins
// with the recorded one and comes nearer to the desired one within the turn time; then it is left to its own routes.
static wfResult turn( const Agents* agents, const wfFitPerson* person, double turnTime, Member* member, wfError* error )
{
	if ( !member->isTurning )
	{
		return wf_ok;
	}
	wfVec2 wanted = wfScale2( member->speed, wfFitPlace_GetDirection( agents->place, person->track, member->place ) );
	double seconds = wfLimitTurn( turnTime, wfDistance2( member->place, person->goal ), member->speed );
	member->intention = wfMix2( member->intention, wanted, 1.0 - wfExp( -WF_FIT_TICK / seconds ) );
	member->isTurning = wfDistance2( member->intention, wanted ) > LEAST_TURN;
	double speed = member->isTurning ? wfLength2( member->intention ) : member->speed;
	wfVec3 velocity = { member->intention.x, member->intention.y, 0.0 };
	wfResult result = wfCrowd_SetDesiredSpeed( agents->crowd, member->id, wfMax( speed, SLOWEST ), error );
	return result == wf_ok
			   ? wfCrowd_SetPreferredVelocity( agents->crowd, member->id, member->isTurning ? &velocity : NULL, error )
			   : result;
}

// After a tick: where they are, who has arrived, and who was seen no longer.
static void follow( const Agents* agents, const wfFitWindow* window, int32_t tick, Member* members )
{
	for ( int32_t i = 0; i < window->personCount; ++i )
	{
		const wfFitPerson* person = &window->people[i];
		Member* member = &members[i];
		if ( member->isGhost )
		{
			member->place = wfAddScaled2( member->place, WF_FIT_TICK, member->velocity );
		}
		if ( member->state < 0 )
		{
			continue;
		}
		bool isValid = wfCrowd_IsAgentValid( agents->crowd, member->id ), arrived = !isValid;
		if ( isValid )
		{
			wfVec3 at = wfCrowd_GetAgent( agents->crowd, member->id ).position;
			member->place = ( wfVec2 ){ at.x, at.y };
			// Those who are steered do not look whether they are there.
			arrived = wfDistance2( member->place, person->goal ) < WF_ARRIVAL_REACH;
		}
		member->place = arrived ? person->goal : member->place;
		if ( isValid && ( arrived || tick >= person->leaves ) )
		{
			wfCrowd_RemoveAgent( agents->crowd, member->id );
		}
		member->state = arrived || tick >= person->leaves ? STANDING : member->state;
	}
}

static wfResult simulate( void* state, const wfFitWindow* window, const double* parameters, wfVec2* places, wfError* error )
{
	Agents* agents = state;
	Member* members = calloc( (size_t)window->personCount + 1, sizeof( Member ) );
	wfResult result = members != NULL ? wf_ok : wf_outOfMemory;
	for ( int32_t i = 0; result == wf_ok && i < window->personCount; ++i )
	{
		members[i] = ( Member ){ .place = window->people[i].place, .state = STANDING };
	}
	int32_t ticks = wfFitWindow_CountTicks( window );
	for ( int32_t tick = 0; tick <= ticks && result == wf_ok; ++tick )
	{
		for ( int32_t i = 0; i < window->personCount && tick % WF_FIT_SAMPLE_TICKS == 0; ++i )
		{
			places[wfFitWindow_GetIndex( window, i, tick / WF_FIT_SAMPLE_TICKS )] = members[i].place;
		}
		if ( tick < ticks )
		{
			result = addArrivals( agents, window, parameters, tick, members, error );
			for ( int32_t i = 0; i < window->personCount && result == wf_ok; ++i )
			{
				result =
					members[i].state >= 0 ? turn( agents, &window->people[i], parameters[TURN_TIME], &members[i], error ) : wf_ok;
			}
			result = result == wf_ok ? wfCrowd_Tick( agents->crowd, error ) : result;
			follow( agents, window, tick + 1, members );
		}
	}
	for ( int32_t i = 0; members != NULL && i < window->personCount; ++i )
	{
		if ( members[i].state >= 0 )
		{
			wfCrowd_RemoveAgent( agents->crowd, members[i].id );
		}
	}
	free( members );
	return result;
}

const wfFitModel wf_agentsModel = { .name = "wayfield",
									.title = "Wayfield",
									.parameters = s_parameters,
									.parameterCount = PARAMETER_COUNT,
									.begin = begin,
									.end = end,
									.simulate = simulate };
