// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The crowd of a world of the stress laboratory.

#include "stress/stress.h"

#include <stdio.h>

static wfVec3 getPlace( const wfStressWorld* world, wfVec2 point )
{
	wfVec2 turned = wfStressWorld_Turn( world, point );
	return ( wfVec3 ){ turned.x, turned.y, 0.0 };
}

static wfResult addGoals( const wfStressWorld* world, wfStressCrowd* crowd, wfError* error )
{
	wfResult result = wf_ok;
	for ( int32_t i = 0; i < world->zoneCount && result == wf_ok; ++i )
	{
		wfVec2 corners[4];
		wfStressWorld_GetZone( world, i, corners );
		wfGoalDef goal = wfDefaultGoalDef();
		goal.kind = wf_polygonGoal;
		goal.points = corners;
		goal.pointCount = 4;
		result = wfWorld_AddGoal( world->world, &goal, &crowd->goals[i], error );
	}
	return result;
}

static wfResult addPeople( const wfStressWorld* world, const wfStressCrowd* crowd, wfError* error )
{
	wfGaitId gait = { 0 };
	wfGaitDef gaitDef = wfDefaultGaitDef();
	wfResult result = crowd->mode == wf_stressOnFoot ? wfCrowd_AddGait( crowd->crowd, &gaitDef, &gait, error ) : wf_ok;
	for ( int32_t i = 0; i < world->personCount && result == wf_ok; ++i )
	{
		const wfStressPerson* person = &world->people[i];
		wfStop stops[WF_STRESS_MAX_STOPS];
		for ( int32_t k = 0; k < person->stopCount; ++k )
		{
			wfStressStop stop = person->stops[k];
			stops[k] =
				stop.zone < 0 ? wfMakePointStop( getPlace( world, stop.point ) ) : wfMakeGoalStop( crowd->goals[stop.zone] );
		}
		wfAgentDef agent = wfDefaultAgentDef();
		agent.position = getPlace( world, person->position );
		agent.radius = person->radius;
		agent.desiredSpeed = person->speed;
		agent.stops = stops;
		agent.stopCount = person->stopCount;
		agent.gait = gait;
		result = wfCrowd_AddAgent( crowd->crowd, &agent, NULL, error );
	}
	return result;
}

wfResult wfCreateStressCrowd( const wfStressWorld* world, wfStressMode mode, wfStressCrowd* crowd, wfError* error )
{
	*crowd = ( wfStressCrowd ){ .mode = mode };
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	wfGroundDef ground = wfMakePlaneGround( world->world );
	wfResult result = wfCreateCrowd( &ground, &def, &crowd->crowd, error );
	result = result == wf_ok ? addGoals( world, crowd, error ) : result;
	result = result == wf_ok ? addPeople( world, crowd, error ) : result;
	result = result == wf_ok ? wfCrowd_Prepare( crowd->crowd, NULL, NULL, error ) : result;
	if ( result != wf_ok )
	{
		wfStressCrowd_Free( crowd );
	}
	return result;
}

void wfStressCrowd_Free( wfStressCrowd* crowd )
{
	if ( crowd->crowd != NULL )
	{
		wfDestroyCrowd( crowd->crowd );
	}
	if ( crowd->mesh != NULL )
	{
		wfDestroyMesh( crowd->mesh );
	}
	*crowd = ( wfStressCrowd ){ 0 };
}
