// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// One world of the stress laboratory from its first tick to its verdict.

#include "stress/course.h"
#include "stress/peer.h"
#include "stress/picture.h"
#include "stress/scenario.h"
#include "stress/watch.h"

#include "base/text.h"
#include "base/vec2.h"
#include "command.h"

#include <stdio.h>
#include <stdlib.h>

#define TRAIL_TICKS 5	   // between two places of a trail
#define TRAIL_SECONDS 30.0 // of the trails of a lock

typedef struct Run
{
	const wfStressRunDef* def;
	wfStressWorld world;
	wfStressCrowd crowd;
	wfStressWatch watch;
	wfStressOutcome* outcome;
	wfStressCourse course;
	wfRunTrails trails;
	wfError error;
	bool drawn;
} Run;

const char* wfDescribeStressVerdict( wfStressVerdict verdict )
{
	static const char* const names[wf_stressVerdictCount] = { "passed", "slow", "left", "frozen", "over-full", "not run" };
	return names[verdict];
}

static void addTrails( Run* run )
{
	int64_t tick = wfCrowd_GetTickCount( run->crowd.crowd );
	if ( run->def->pictures != NULL && tick % TRAIL_TICKS == 0 )
	{
		wfFrame frame = wfCrowd_GetFrame( run->crowd.crowd );
		wfRunTrails_Add( &run->trails, &frame, tick / TRAIL_TICKS );
	}
}

// Counts the events of a tick.
static void takeEvents( Run* run )
{
	const wfEvent* events;
	int32_t count = wfCrowd_GetEvents( run->crowd.crowd, &events );
	for ( int32_t i = 0; i < count; ++i )
	{
		run->outcome->stuck += events[i].kind == wf_stuckEvent ? 1 : 0;
		if ( events[i].kind == wf_arrivedEvent )
		{
			wfStressCourse_Arrive( &run->course, events[i].time );
		}
	}
}

// Of a lock at the bound; of a world that is looked at alone, where all arrived, at the end with the whole of its trails.
static wfResult draw( Run* run )
{
	double time = wfCrowd_GetTime( run->crowd.crowd );
	if ( run->def->pictures == NULL )
	{
		return wf_ok;
	}
	wfStressPictureDef def = { .world = &run->world,
							   .crowd = &run->crowd,
							   .trails = &run->trails,
							   .folder = run->def->pictures,
							   .fromTime = run->outcome->left > 0 ? time - TRAIL_SECONDS : 0.0,
							   .frameSeconds = TRAIL_TICKS * wfCrowd_GetDef( run->crowd.crowd ).tickSeconds };
	return wfDrawStressWorld( &def, &run->error );
}

static wfResult simulate( Run* run )
{
	wfStressOutcome* outcome = run->outcome;
	wfResult result = wf_ok;
	while ( result == wf_ok && !wfStressCourse_IsOver( &run->course, wfCrowd_GetTime( run->crowd.crowd ) ) )
	{
		if ( outcome->left > 0 && !run->drawn )
		{
			run->drawn = true;
			result = draw( run );
		}
		wfStressCourse_AddDetail( &run->course, wfCrowd_GetTime( run->crowd.crowd ) );
		addTrails( run );
		outcome->agentSeconds += wfCrowd_GetAgentCount( run->crowd.crowd ) * wfCrowd_GetDef( run->crowd.crowd ).tickSeconds;
		double began = wfGetSeconds();
		result = result == wf_ok ? wfCrowd_Tick( run->crowd.crowd, &run->error ) : result;
		outcome->wallSeconds += wfGetSeconds() - began;
		takeEvents( run );
		result = result == wf_ok ? wfStressWatch_Look( &run->watch ) : result;
		if ( run->def->goesOn != NULL && !run->def->goesOn() )
		{
			return wf_cancelled;
		}
	}
	return result == wf_ok ? wfStressWatch_End( &run->watch ) : result;
}

// Who is left, where, and for how long.
static void addLeft( const Run* run )
{
	wfFrame frame = wfCrowd_GetFrame( run->crowd.crowd );
	for ( int32_t i = 0; i < frame.count; ++i )
	{
		wfAgentState state = wfCrowd_GetAgent( run->crowd.crowd, frame.ids[i] );
		double since = run->watch.waits[state.serial].since;
		wfText_Add( run->def->details, "  agent %4u at (%7.2f, %7.2f), radius %.2f, %6.2f m to stop %d of %d, waits for %.0f s\n",
					state.serial, state.position.x, state.position.y, state.radius, state.distanceToGoal, state.stop + 1,
					state.stopCount, frame.time - since );
	}
}

static void refuse( Run* run, wfResult result )
{
	const char* message = run->error.message[0] != 0 ? run->error.message : wfDescribeResult( result );
	run->outcome->verdict = wf_stressNotRun;
	run->outcome->refused = true;
	snprintf( run->outcome->message, sizeof( run->outcome->message ), "%.*s", (int)sizeof( run->outcome->message ) - 1, message );
}

static wfResult runCrowd( Run* run )
{
	wfStressOutcome* outcome = run->outcome;
	wfResult result = wfCreateStressCrowd( &run->world, run->def->mode, &run->crowd, &run->error );
	if ( result != wf_ok )
	{
		return result;
	}
	run->watch = ( wfStressWatch ){ .world = &run->world, .crowd = &run->crowd, .outcome = outcome };
	outcome->refused = run->crowd.refusal[0] != 0;
	snprintf( outcome->message, sizeof( outcome->message ), "%s", run->crowd.refusal );
	run->course = wfBeginStressCourse( &run->world, run->def, outcome );
	if ( run->def->save != NULL )
	{
		wfStressScenario scenario = {
			.world = &run->world, .crowd = &run->crowd, .seconds = outcome->bound, .path = run->def->save };
		result = wfWriteStressScenario( &scenario, &run->error );
	}
	result = result == wf_ok ? wfStressWatch_Begin( &run->watch, &run->error ) : result;
	result = result == wf_ok ? simulate( run ) : result;
	outcome->ended = wfCrowd_GetTime( run->crowd.crowd );
	outcome->hash = wfCrowd_GetHash( run->crowd.crowd );
	if ( result == wf_ok )
	{
		wfStressCourse_Judge( &run->course );
		if ( run->def->details != NULL )
		{
			addLeft( run );
		}
		bool isWanted = outcome->left > 0 || run->def->details != NULL;
		result = isWanted && !run->drawn ? draw( run ) : wf_ok;
	}
	free( run->trails.all.rows );
	free( run->trails.all.headings );
	free( run->trails.bodies );
	wfStressWatch_Free( &run->watch );
	wfStressCrowd_Free( &run->crowd );
	return result;
}

wfStressOutcome wfRunStressWorld( const wfStressRunDef* def )
{
	wfStressOutcome outcome = { .kind = def->world.kind, .number = def->world.number };
	Run run = { .def = def, .outcome = &outcome };
	wfResult result = wfMakeStressWorld( &def->world, &run.world, &run.error );
	if ( result == wf_ok )
	{
		outcome.people = run.world.personCount;
		if ( wfStressWorld_IsOverFull( &run.world ) )
		{
			outcome.verdict = wf_stressOverFull;
		}
		else if ( !run.world.connected )
		{
			snprintf( run.error.message, sizeof( run.error.message ), "the generator made a world whose people have no route" );
			result = wf_unreachable;
		}
		else
		{
			result = def->world.squads			  ? wfRunStressSquads( &run.world, def, &outcome, &run.error )
					 : def->mode == wf_stressOrca ? wfRunStressPeer( &run.world, def, &outcome, &run.error )
												  : runCrowd( &run );
		}
		wfStressWorld_Free( &run.world );
	}
	if ( result != wf_ok )
	{
		refuse( &run, result );
	}
	return outcome;
}
