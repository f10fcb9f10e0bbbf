// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The crowd of a world of the stress laboratory.

#include "stress/floor.h"

#include "base/vec2.h"

#include <stdio.h>
#include <stdlib.h>

const double wf_stressCells[WF_STRESS_CELL_COUNT] = { 0.0, 0.1, 0.05 };

wfVec3 wfStressCrowd_GetPlace( const wfStressCrowd* crowd, const wfStressWorld* world, wfVec2 point )
{
	double height = 0.0;
	point = crowd->fold != NULL ? wfStressFold_Bend( crowd->fold, point, &height ) : point;
	wfVec2 turned = wfStressWorld_Turn( world, point );
	return ( wfVec3 ){ turned.x, turned.y, height };
}

double wfStressWorld_GetHeading( const wfStressWorld* world, const wfStressPerson* person )
{
	wfStressStop stop = person->stops[0];
	wfBox2 target = stop.zone >= 0 ? world->zones[stop.zone] : ( wfBox2 ){ stop.point, stop.point };
	wfVec2 ahead = wfSub2( wfMix2( target.lower, target.upper, 0.5 ), person->position );
	wfVec2 turned = wfStressWorld_Turn( world, ahead );
	return wfAtan2( turned.y, turned.x );
}

void wfNameStressZone( int32_t zone, char name[WF_STRESS_ZONE_NAME] )
{
	snprintf( name, WF_STRESS_ZONE_NAME, "zone %d", zone + 1 );
}

wfResult wfAddStressGoals( const wfStressWorld* world, wfGoalId* goals, wfError* error )
{
	wfResult result = wf_ok;
	for ( int32_t i = 0; i < world->zoneCount && result == wf_ok; ++i )
	{
		char name[WF_STRESS_ZONE_NAME];
		wfVec2 corners[4];
		wfStressWorld_GetZone( world, i, corners );
		wfNameStressZone( i, name );
		wfGoalDef goal = wfDefaultGoalDef();
		goal.kind = wf_polygonGoal;
		goal.points = corners;
		goal.pointCount = 4;
		goal.name = name;
		goals[i] = wfWorld_FindGoal( world->world, name );
		result = goals[i].index1 == 0 ? wfWorld_AddGoal( world->world, &goal, &goals[i], error ) : wf_ok;
	}
	return result;
}

static wfResult addPeople( const wfStressWorld* world, const wfStressCrowd* crowd, wfError* error )
{
	wfGaitId gait = { 0 };
	wfGaitDef gaitDef = wfDefaultGaitDef();
	wfResult result = crowd->mode == wf_stressOnFoot ? wfCrowd_AddGait( crowd->crowd, &gaitDef, &gait, error ) : wf_ok;
	wfStyleId style = { 0 };
	wfStyleDef round = wfDefaultStyleDef( wf_defaultPreset );
	round.bodyDepth = 1.0;
	result = result == wf_ok && crowd->mode == wf_stressRound ? wfCrowd_AddStyle( crowd->crowd, &round, &style, error ) : result;
	for ( int32_t i = 0; i < world->personCount && result == wf_ok; ++i )
	{
		const wfStressPerson* person = &world->people[i];
		wfStop stops[WF_STRESS_MAX_STOPS];
		for ( int32_t k = 0; k < person->stopCount; ++k )
		{
			wfStressStop stop = person->stops[k];
			stops[k] = stop.zone < 0 ? wfMakePointStop( wfStressCrowd_GetPlace( crowd, world, stop.point ) )
									 : wfMakeGoalStop( crowd->goals[stop.zone] );
		}
		wfAgentDef agent = wfDefaultAgentDef();
		agent.position = wfStressCrowd_GetPlace( crowd, world, person->position );
		agent.heading = wfStressWorld_GetHeading( world, person );
		agent.radius = person->radius;
		agent.desiredSpeed = person->speed;
		agent.stops = stops;
		agent.stopCount = person->stopCount;
		agent.gait = gait;
		agent.style = style;
		result = wfCrowd_AddAgent( crowd->crowd, &agent, NULL, error );
	}
	return result;
}

// With cells of this size, 0: as the crowd chooses.
static wfResult create( const wfStressWorld* world, double cellSize, wfStressCrowd* crowd, wfError* error )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.cellSize = cellSize;
	def.memoryLimit = world->def.memoryLimit;
	wfGroundDef ground = crowd->mesh != NULL ? wfMakeMeshGround( crowd->mesh ) : wfMakePlaneGround( world->world );
	wfResult result = wfCreateCrowd( &ground, &def, &crowd->crowd, error );
	if ( result == wf_ok )
	{
		result =
			crowd->mesh != NULL ? wfAddStressMeshGoals( world, crowd, error ) : wfAddStressGoals( world, crowd->goals, error );
	}
	result = result == wf_ok ? addPeople( world, crowd, error ) : result;
	return result == wf_ok ? wfCrowd_Prepare( crowd->crowd, NULL, NULL, error ) : result;
}

bool wfIsClosedByCells( wfResult result )
{
	// Finer cells open what is too narrow for the usual ones, and nothing else.
	return result == wf_unreachable || result == wf_goalBlocked || result == wf_startBlocked;
}

wfResult wfCreateStressCrowd( const wfStressWorld* world, wfStressMode mode, wfStressCrowd* crowd, wfError* error )
{
	*crowd = ( wfStressCrowd ){ .mode = mode };
	wfResult result = mode == wf_stressOnMesh ? wfCreateStressFloor( world, crowd, error ) : wf_ok;
	int32_t tries = mode == wf_stressOnMesh ? 1 : WF_STRESS_CELL_COUNT;
	for ( int32_t i = 0; i < tries && result == wf_ok && crowd->crowd == NULL; ++i )
	{
		wfResult created = create( world, wf_stressCells[i], crowd, error );
		crowd->cellSize = wf_stressCells[i];
		if ( created != wf_ok )
		{
			if ( i == 0 )
			{
				snprintf( crowd->refusal, sizeof( crowd->refusal ), "%.200s", error->message );
			}
			wfDestroyCrowd( crowd->crowd );
			crowd->crowd = NULL;
		}
		result = wfIsClosedByCells( created ) && i + 1 < tries ? wf_ok : created;
	}
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
	wfDestroyStressFold( crowd->fold );
	free( crowd->vertexPlaces );
	*crowd = ( wfStressCrowd ){ 0 };
}
