// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments with hundreds of people on feet: both ways in a corridor, and between obstacles.
#include "experiment_steps.h"

#include <math.h>
#include <stdio.h>

static void noteCost( wfRun* run, const wfStepRecord* record )
{
	const wfFootstepStats* stats = &record->stats;
	double plans = (double)stats->plans;
	wfRun_Note( run, "", (double)stats->steps, "steps" );
	wfRun_Note( run, "", plans, "plans" );
	wfRun_Note( run, "ms", 1e3 * stats->planSeconds / plans, "mean plan" );
	wfRun_Note( run, "ms", 1e3 * stats->p95Seconds, "plan, 95 of 100 are shorter than" );
	wfRun_Note( run, "", (double)stats->generated / plans, "nodes generated in a plan" );
	wfRun_Note( run, "", (double)stats->expanded / plans, "nodes expanded in a plan" );
	wfRun_Note( run, "us", 1e6 * record->processor / ( 20.0 * record->agentSeconds ),
				"processor, for one person in a 20th of a second" );
}

void wfPerformManySteps( wfRun* run )
{
	wfSimulation simulation;
	wfStepRecord record;
	double people = wfRun_GetNumber( run, run->quick ? "quickPeople" : "people" );
	if ( !( people >= 1.0 && people <= 1e6 ) )
	{
		wfRun_Fail( run, run->quick ? "quickPeople" : "people", "expected a number from 1 to 1e6" );
	}
	wfRun_OpenCrowd( run, run->result == wf_ok ? (int32_t)people : 0, &simulation );
	wfRun_RecordSteps( run, &simulation, &record );
	if ( run->result == wf_ok && record.seconds > 0.0 )
	{
		wfRun_Claim( run, "people", record.count / people );
		if ( wfRun_Has( run, "claims.obstacles" ) )
		{
			wfRun_Claim( run, "obstacles", wfWorld_GetShapeCount( simulation.world ) );
		}
		wfRun_ClaimSteps( run, &record, 1 );
		wfRun_Claim( run, "realTime", record.processor / record.seconds );
		wfRun_Note( run, "", record.count, "people" );
		wfRun_Note( run, "s", record.seconds, "the last one arrives after" );
		wfRun_Note( run, "", record.stuck, "times somebody made no way for long" );
		noteCost( run, &record );
		double moments[WF_MAX_LIST];
		wfStepPicture picture = { .suffix = "", .title = run->scenario.name, .moments = moments, .columns = 1, .byWay = true };
		picture.momentCount = wfRun_GetList( run, "moments", moments );
		picture.bare = picture.momentCount > 1;
		wfRun_DrawSteps( run, &record, &picture );
	}
	wfStepRecord_Free( &record );
	wfSimulation_Free( &simulation );
}
