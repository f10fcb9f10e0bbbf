// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A world whose people are groups, from its first tick to its verdict. It runs as the scenario that `--save` writes.

#include "stress/picture.h"
#include "stress/scenario.h"
#include "stress/squads.h"
#include "stress/squads_judge.h"
#include "stress/watch.h"

#include "base/text.h"
#include "base/vec2.h"
#include "command.h"
#include "wayfield/io.h"

#include <stdio.h>
#include <stdlib.h>

#define TRAIL_TICKS 5
#define TRAIL_SECONDS 60.0
#define DETAIL_SECONDS 10.0

typedef struct Run
{
	const wfStressRunDef* def;
	wfStressWorld* world;
	wfStressSquads squads;
	wfSimulation simulation;
	wfStressCrowd crowd;
	wfStressWatch watch;
	wfStressOutcome* outcome;
	wfSquadJudge judge;
	wfRunTrails trails;
	wfGroupTrack* track;
	wfText text;
	double nextDetail;
	bool drawn;
	wfError* error;
} Run;

// ------------------------------------------------------------------------------------------------------------------ opening

static wfResult open( Run* run )
{
	const wfStressRunDef* def = run->def;
	char name[64];
	snprintf( name, sizeof( name ), "%s-%d.json", wfGetStressKindName( def->world.kind ), def->world.number );
	run->crowd.mode = def->mode;
	wfStressScenario scenario = {
		.world = run->world, .crowd = &run->crowd, .squads = &run->squads, .seconds = run->outcome->bound, .path = def->save };
	wfResult result = wfAddStressScenario( &scenario, &run->text, run->error );
	result = result == wf_ok && def->save != NULL ? wfWriteStressScenario( &scenario, run->error ) : result;
	wfSimulationDef read = wfDefaultSimulationDef();
	read.memoryLimit = def->world.memoryLimit;
	result = result == wf_ok
				 ? wfReadSimulationFromMemory( name, run->text.data, run->text.length, &read, &run->simulation, run->error )
				 : result;
	run->crowd.crowd = run->simulation.crowd;
	return result;
}

static wfResult openTrack( Run* run )
{
	wfGroupTrackDef def = wfDefaultGroupTrackDef();
	def.orders = run->simulation.orders;
	return run->def->pictures != NULL ? wfCreateGroupTrack( &def, &run->track, run->error ) : wf_ok;
}

static void close( Run* run )
{
	free( run->trails.all.rows );
	free( run->trails.all.headings );
	free( run->trails.bodies );
	wfStressWatch_Free( &run->watch );
	wfDestroyGroupTrack( run->track );
	wfSquadJudge_Free( &run->judge );
	wfSimulation_Free( &run->simulation );
	wfText_Free( &run->text );
	wfStressSquads_Free( &run->squads );
}

// ------------------------------------------------------------------------------------------------------------------ running

static wfResult keepPicture( Run* run )
{
	int64_t tick = wfCrowd_GetTickCount( run->crowd.crowd );
	if ( run->def->pictures != NULL && tick % TRAIL_TICKS == 0 )
	{
		wfFrame frame = wfCrowd_GetFrame( run->crowd.crowd );
		wfRunTrails_Add( &run->trails, &frame, tick / TRAIL_TICKS );
	}
	return run->track != NULL ? wfGroupTrack_Add( run->track, run->crowd.crowd, run->error ) : wf_ok;
}

static wfResult draw( Run* run )
{
	double time = wfCrowd_GetTime( run->crowd.crowd );
	if ( run->def->pictures == NULL || run->drawn )
	{
		return wf_ok;
	}
	run->drawn = true;
	wfStressPictureDef def = { .world = run->world,
							   .crowd = &run->crowd,
							   .trails = &run->trails,
							   .groups = run->track,
							   .folder = run->def->pictures,
							   .fromTime = time - TRAIL_SECONDS,
							   .frameSeconds = TRAIL_TICKS * wfCrowd_GetDef( run->crowd.crowd ).tickSeconds };
	return wfDrawStressWorld( &def, run->error );
}

static void addDetail( Run* run )
{
	double time = wfCrowd_GetTime( run->crowd.crowd );
	if ( run->def->details != NULL && time >= run->nextDetail )
	{
		wfText_Add( run->def->details, "%6.0f s  %4d members of unfinished groups\n", time, run->judge.left );
		run->nextDetail = time + DETAIL_SECONDS;
	}
}

static wfResult tick( Run* run )
{
	wfCrowd* crowd = run->crowd.crowd;
	run->outcome->agentSeconds += wfCrowd_GetAgentCount( crowd ) * wfCrowd_GetDef( crowd ).tickSeconds;
	double began = wfGetSeconds();
	wfResult result = wfCrowd_Tick( crowd, run->error );
	run->outcome->wallSeconds += wfGetSeconds() - began;
	const wfEvent* events;
	int32_t count = wfCrowd_GetEvents( crowd, &events );
	for ( int32_t i = 0; i < count; ++i )
	{
		run->outcome->stuck += events[i].kind == wf_stuckEvent ? 1 : 0;
	}
	if ( result == wf_ok )
	{
		wfSquadJudge_Look( &run->judge );
		result = wfOrderLog_Give( run->simulation.orders, crowd, run->error );
	}
	return result == wf_ok ? wfStressWatch_Look( &run->watch ) : result;
}

static wfResult simulate( Run* run )
{
	wfStressOutcome* outcome = run->outcome;
	wfResult result = keepPicture( run );
	bool boundPassed = false;
	while ( result == wf_ok && !wfSquadJudge_IsOver( &run->judge ) )
	{
		double time = wfCrowd_GetTime( run->crowd.crowd );
		if ( !boundPassed && time >= outcome->bound )
		{
			boundPassed = true;
			outcome->left = run->judge.left;
			result = run->judge.left > 0 ? draw( run ) : wf_ok;
		}
		addDetail( run );
		result = result == wf_ok ? tick( run ) : result;
		result = result == wf_ok ? keepPicture( run ) : result;
		if ( run->def->goesOn != NULL && !run->def->goesOn() )
		{
			return wf_cancelled;
		}
	}
	return result == wf_ok ? wfStressWatch_End( &run->watch ) : result;
}

static void conclude( Run* run )
{
	wfStressOutcome* outcome = run->outcome;
	double time = wfCrowd_GetTime( run->crowd.crowd );
	const wfRefusedOrder* refused;
	outcome->ended = outcome->most = time;
	// A crowd that is frozen at its bound ends there.
	outcome->left = time >= outcome->bound && outcome->left == 0 ? run->judge.left : outcome->left;
	outcome->arrived = outcome->people - run->judge.left;
	outcome->hash = wfCrowd_GetHash( run->crowd.crowd );
	outcome->groups.refused = wfOrderLog_GetRefused( run->simulation.orders, &refused );
	wfSquadJudge_Conclude( &run->judge, run->def->details );
	for ( int32_t k = 0; k < outcome->groups.refused && run->def->details != NULL; ++k )
	{
		wfText_Add( run->def->details, "  %s of %s refused: %s\n", refused[k].what, refused[k].group, refused[k].reason );
	}
	outcome->verdict = outcome->left > 0 ? ( run->judge.isFrozen ? wf_stressFrozen : wf_stressLeft )
					   : time > outcome->bound - ( WF_STRESS_SQUAD_PATIENCE - WF_STRESS_SLOW ) * outcome->alone ? wf_stressSlow
																												: wf_stressPassed;
}

wfResult wfRunStressSquads( wfStressWorld* world, const wfStressRunDef* def, wfStressOutcome* outcome, wfError* error )
{
	Run run = { .def = def, .world = world, .outcome = outcome, .error = error };
	wfResult result = wfDrawStressSquads( world, &run.squads, error );
	if ( result != wf_ok )
	{
		return result;
	}
	outcome->people = world->personCount;
	outcome->alone = run.squads.alone + world->aloneSeconds;
	outcome->bound = WF_STRESS_SQUAD_PATIENCE * outcome->alone + run.squads.seconds + wfStressWorld_GetCutSeconds( world );
	result = open( &run );
	if ( result == wf_ok )
	{
		run.watch = ( wfStressWatch ){ .world = world, .crowd = &run.crowd, .outcome = outcome };
		run.judge = wfBeginSquadJudge( world, run.crowd.crowd, run.simulation.orders, outcome );
		run.judge.lastOrder = run.squads.lastTime;
		result = wfStressWatch_Begin( &run.watch, error );
		result = result == wf_ok ? openTrack( &run ) : result;
		result = result == wf_ok ? simulate( &run ) : result;
	}
	if ( result == wf_ok )
	{
		conclude( &run );
		const wfStressGroupCounts* groups = &outcome->groups;
		bool isWanted = outcome->left + groups->unformed + groups->untold + groups->badSlots + groups->far > 0;
		result = isWanted || def->details != NULL ? draw( &run ) : wf_ok;
	}
	close( &run );
	return result;
}
