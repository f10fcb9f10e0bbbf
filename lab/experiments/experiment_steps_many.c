// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments with hundreds of people on foot: both ways in a corridor, and between obstacles.
#include "experiment_steps.h"

static void noteCost( wfTrial* run, const wfCrowdWalks* record )
{
	const wfFootstepStats* stats = &record->stats;
	double plans = (double)stats->plans;
	wfTrial_Note( run, "", (double)stats->steps, "steps" );
	wfTrial_Note( run, "", plans, "plans" );
	wfTrial_Note( run, "ms", 1e3 * stats->planSeconds / plans, "mean plan" );
	wfTrial_Note( run, "ms", 1e3 * stats->p95Seconds, "plan, 95 of 100 are shorter than" );
	wfTrial_Note( run, "", (double)stats->generated / plans, "nodes generated in a plan" );
	wfTrial_Note( run, "", (double)stats->expanded / plans, "nodes expanded in a plan" );
	wfTrial_Note( run, "us", 1e6 * record->processor / ( 20.0 * record->agentSeconds ),
				  "processor, for one person in a 20th of a second" );
}

void wfPerformManySteps( wfTrial* run )
{
	double people = wfTrial_GetEffort( run, "people", 1.0, 1e6 );
	wfSimulation simulation = wfTrial_OpenCrowd( run, (int32_t)people );
	wfCrowdWalks record = wfTrial_Record( run, &simulation );
	wfTrial_Claim( run, "people", record.count / people );
	if ( wfTrial_Has( run, "claims.obstacles" ) )
	{
		wfTrial_Claim( run, "obstacles", wfWorld_GetShapeCount( simulation.world ) );
	}
	wfTrial_ClaimSteps( run, &record, 1 );
	wfTrial_Claim( run, "realTime", record.processor / record.seconds );
	wfTrial_Note( run, "", record.count, "people" );
	wfTrial_Note( run, "s", record.seconds, "the last one arrives after" );
	wfTrial_Note( run, "", record.stuck, "times somebody made no progress for long" );
	noteCost( run, &record );
	double moments[WF_MAX_LIST];
	wfStepPicture picture = { .title = run->scenario.name, .moments = moments, .columns = 1, .byWay = true };
	picture.momentCount = wfTrial_GetList( run, "moments", moments );
	picture.bare = picture.momentCount > 1;
	wfTrial_DrawSteps( run, &record, &picture );
	wfCrowdWalks_Free( &record );
	wfSimulation_Free( &simulation );
}
