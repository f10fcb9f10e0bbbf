// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "scenes/crowds.h"

#include <stdio.h>
#include <string.h>

static wfResult addWalkers( const wfCrowdPlan* plan, const wfCrowdSceneDef* def, wfCrowd* crowd, wfError* error )
{
	wfStyleId standing = { 0 }, walking = { 0 };
	wfStyleDef style = def->style != NULL ? *def->style : wfDefaultStyleDef( def->preset );
	style.takesTurns = style.takesTurns && !plan->sieve;
	wfResult result = def->style != NULL || plan->sieve ? wfCrowd_AddStyle( crowd, &style, &walking, error ) : wf_ok;
	style.yielding = false;
	wfGaitId gait = { 0 };
	if ( result == wf_ok && def->footsteps )
	{
		wfGaitDef gaitDef = def->gait != NULL ? *def->gait : wfDefaultGaitDef();
		result = wfCrowd_AddGait( crowd, &gaitDef, &gait, error );
	}
	for ( int32_t i = 0; i < plan->count && result == wf_ok; ++i )
	{
		const wfCrowdWalker* walker = plan->walkers + i;
		if ( walker->stands && standing.index1 == 0 )
		{
			result = wfCrowd_AddStyle( crowd, &style, &standing, error );
		}
		wfAgentDef agent = wfDefaultAgentDef();
		agent.position = ( wfVec3 ){ walker->position.x, walker->position.y, 0.0 };
		agent.heading = walker->heading;
		agent.radius = WF_CROWD_RADIUS;
		agent.desiredSpeed = WF_CROWD_SPEED;
		agent.stops = &walker->stop;
		agent.stopCount = walker->stands ? 0 : 1;
		agent.atEnd = walker->stands ? wf_stayAtEnd : wf_leaveAtEnd;
		agent.style = walker->stands ? standing : walking;
		agent.gait = gait;
		result = result == wf_ok ? wfCrowd_AddAgent( crowd, &agent, NULL, error ) : result;
	}
	return result;
}

static void fillSimulation( const wfCrowdPlan* plan, const wfCrowdSceneDef* def, wfSimulation* simulation )
{
	simulation->world = plan->world;
	snprintf( simulation->name, sizeof( simulation->name ), "%s", def->name );
	simulation->seconds = plan->seconds;
	simulation->fps = 10.0;
	simulation->seed = def->seed;
	simulation->stopWhenDone = true;
	simulation->laneDirection = plan->laneDirection;
	simulation->area = plan->area;
	if ( plan->lineName != NULL )
	{
		snprintf( simulation->lines[0].name, sizeof( simulation->lines[0].name ), "%s", plan->lineName );
		simulation->lines[0].a = plan->line[0];
		simulation->lines[0].b = plan->line[1];
		simulation->lineCount = 1;
	}
}

wfResult wfCreateCrowdScene( const wfCrowdSceneDef* def, wfSimulation* simulation, wfError* error )
{
	*simulation = ( wfSimulation ){ 0 };
	wfCrowdPlan plan;
	wfResult result = wfPlanCrowdScene( def, &plan, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfCrowdDef crowdDef = wfDefaultCrowdDef( def->preset );
	crowdDef.seed = def->seed;
	crowdDef.workers = def->workers;
	crowdDef.memoryLimit = def->memoryLimit;
	wfCrowd* crowd = NULL;
	wfGroundDef ground = wfMakePlaneGround( plan.world );
	result = wfCreateCrowd( &ground, &crowdDef, &crowd, error );
	if ( result == wf_ok )
	{
		result = addWalkers( &plan, def, crowd, error );
	}
	if ( result == wf_ok )
	{
		result = wfCrowd_Prepare( crowd, NULL, NULL, error );
	}
	if ( result != wf_ok )
	{
		if ( crowd != NULL )
		{
			wfDestroyCrowd( crowd );
		}
		wfCrowdPlan_Free( &plan );
		return result;
	}
	fillSimulation( &plan, def, simulation );
	simulation->crowd = crowd;
	plan.world = NULL; // the simulation's now
	wfCrowdPlan_Free( &plan );
	return wf_ok;
}
