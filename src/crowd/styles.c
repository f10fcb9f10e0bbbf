// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Behaviours of the moment: by what an agent sees, and what functions of the host say.
#include "crowd/crowd.h"

// The nearest neighbour ahead within sight, -1: nobody. Ahead is where the global field leads: functions of the host are called,
// and behaviours chosen, by the same sight.
static int32_t findSeen( const wfCrowd* crowd, int32_t rank, float sight )
{
	const wfTick* tick = &crowd->tick;
	float nearest = sight * sight;
	int32_t found = -1;
	for ( int32_t k = 0; k < tick->neighborCount[rank]; ++k )
	{
		wfSeenOther seen = wfGetSeenOther( tick, rank, k );
		float square = seen.x * seen.x + seen.y * seen.y, ahead = seen.x * tick->goalX[rank] + seen.y * tick->goalY[rank];
		if ( ahead > WF_AHEAD_COSINE * sqrtf( square ) && square < nearest )
		{
			nearest = square;
			found = k;
		}
	}
	return found;
}

// All that a behaviour may depend on but the result of a function of the host.
static wfBehaviorInput gatherInput( const wfCrowd* crowd, int32_t rank, const wfAgent* agent, int32_t seen )
{
	const wfTick* tick = &crowd->tick;
	wfBehaviorInput input = { .time = crowd->time,
							  .inside = crowd->time - agent->enteredTime,
							  .position = wfPositionOf( crowd, agent ),
							  .goalDirection = { (double)tick->goalX[rank], (double)tick->goalY[rank] },
							  .seed = crowd->def.seed,
							  .serial = agent->serial };
	double startDistance = (double)agent->startDistance, distance = (double)tick->distance[rank];
	input.fraction = startDistance > 0.0 ? 1.0 - distance / startDistance : 0.0;
	input.fraction = input.fraction < 0.0 ? 0.0 : input.fraction > 1.0 ? 1.0 : input.fraction;
	input.toGoal = ( wfVec2 ){ input.goalDirection.x * distance, input.goalDirection.y * distance };
	wfVec2 to;
	input.toGoal = wfGetVectorToGoal( crowd, agent, &to ) ? to : input.toGoal;
	if ( seen >= 0 )
	{
		wfSeenOther other = wfGetSeenOther( tick, rank, seen );
		input.seesAgent = true;
		input.toSeen = ( wfVec2 ){ (double)other.x, (double)other.y };
		input.seenVelocity = ( wfVec2 ){ (double)other.velocityX, (double)other.velocityY };
	}
	return input;
}

static wfBehaviorTable tableOf( const wfCrowd* crowd )
{
	return ( wfBehaviorTable ){ crowd->styles.behaviors.data, crowd->styles.behaviors.count };
}

// The behaviour of the moment, with the places the agent has come to noticed.
static wfBehaviorId chooseBehavior( const wfCrowd* crowd, wfAgent* agent, const wfBehaviorInput* input )
{
	wfBehaviorId freeWalk = { agent->behavior }, onSight = { agent->onSight };
	wfNoticePlaces( tableOf( crowd ), freeWalk, onSight, input->position, &agent->memory );
	wfBehaviorId id = wfChooseBehavior( freeWalk, onSight, input->seesAgent );
	return wfResolveBehavior( tableOf( crowd ), id, input, &agent->memory );
}

// On a mesh, points are where they would be if the surface were unrolled, and what is drawn in space is projected.
static void projectDef( const wfCrowd* crowd, const wfAgent* agent, double inside, wfBehaviorDef* def )
{
	wfTangent tangent = wfTangentAt( crowd->ground.mesh, wfPlaceOf( agent ) );
	if ( def->kind == wf_towardBehavior && def->target == wf_pointTarget )
	{
		def->point = wfInSpace( wfRollOut( &tangent, def->point, tangent.normal ) );
	}
	if ( ( def->kind == wf_constantBehavior || def->kind == wf_periodicBehavior ) && !def->relative )
	{
		wfVec2 v = def->kind == wf_periodicBehavior ? wfGetWavyVector( def, inside ) : wfInPlane( def->v );
		def->kind = wf_constantBehavior;
		def->v = wfInSpace( wfIntoAxes( &tangent, ( wfVec3 ){ v.x, v.y, def->v.z } ) );
	}
}

wfBehaviorVector wfEvaluateFor( const wfCrowd* crowd, wfAgent* agent, wfBehaviorId behavior, const wfBehaviorInput* given )
{
	if ( behavior.index1 <= 0 || behavior.index1 > crowd->styles.behaviors.count )
	{
		return ( wfBehaviorVector ){ { 0.0, 0.0, 0.0 }, 0.0 };
	}
	wfBehaviorDef def = crowd->styles.behaviors.data[behavior.index1 - 1];
	wfBehaviorInput input = *given;
	const wfAim* aim = &crowd->styles.aims.data[behavior.index1 - 1];
	if ( def.target == wf_agentTarget && aim->known )
	{
		input.knowsAgent = true;
		input.toAgent = wfGround_GetOffset( &crowd->ground, wfPlaceOf( agent ), aim->place );
	}
	bool onMesh = crowd->ground.mesh != NULL;
	if ( onMesh )
	{
		input.position = ( wfVec3 ){ 0.0, 0.0, 0.0 };
		projectDef( crowd, agent, input.inside, &def );
	}
	wfBehaviorVector vector = wfEvaluateDef( &def, behavior.index1, &input, &agent->memory );
	if ( onMesh && def.kind == wf_randomBehavior )
	{
		// Axes change from triangle to triangle; the route to the goal does not.
		wfVec2 ahead = input.goalDirection;
		vector.v = ( wfVec3 ){ ahead.x * vector.v.x - ahead.y * vector.v.y, ahead.y * vector.v.x + ahead.x * vector.v.y, 0.0 };
	}
	return vector;
}

wfBehaviorVector wfEvaluatePull( wfCrowd* crowd, int32_t rank, wfAgent* agent, const wfStyleDef* style )
{
	if ( agent->behavior == 0 && agent->onSight == 0 )
	{
		return ( wfBehaviorVector ){ { 0.0, 0.0, 0.0 }, 0.0 };
	}
	wfBehaviorInput input = gatherInput( crowd, rank, agent, findSeen( crowd, rank, (float)style->sightDistance ) );
	if ( crowd->styles.hasCustom )
	{
		input.custom = crowd->styles.custom.data[crowd->tick.slot[rank]];
	}
	return wfEvaluateFor( crowd, agent, chooseBehavior( crowd, agent, &input ), &input );
}

void wfFindAims( wfCrowd* crowd )
{
	for ( int32_t k = 0; k < crowd->styles.behaviors.count; ++k )
	{
		const wfBehaviorDef* def = &crowd->styles.behaviors.data[k];
		const wfAgent* aimed = def->target == wf_agentTarget ? wfGetAgent( crowd, def->agent ) : NULL;
		crowd->styles.aims.data[k] = aimed != NULL ? ( wfAim ){ wfPlaceOf( aimed ), true } : ( wfAim ){ 0 };
	}
}

// What the function of the host is shown, and what it says.
static void callCustom( wfCrowd* crowd, int32_t slot, int32_t rank )
{
	wfBehaviorTable table = tableOf( crowd );
	wfAgent* agent = &crowd->population.agents[slot];
	wfBehaviorId freeWalk = { agent->behavior }, onSight = { agent->onSight };
	crowd->styles.custom.data[slot] = ( wfBehaviorVector ){ { 0.0, 0.0, 0.0 }, 0.0 };
	if ( !wfBehaviorNeedsCustom( table, freeWalk ) && !wfBehaviorNeedsCustom( table, onSight ) )
	{
		return;
	}
	int32_t seen = findSeen( crowd, rank, (float)wfStyleOf( crowd, agent )->def.sightDistance );
	wfBehaviorInput input = gatherInput( crowd, rank, agent, seen );
	wfBehaviorId resolved = chooseBehavior( crowd, agent, &input );
	if ( resolved.index1 == 0 || table.defs[resolved.index1 - 1].kind != wf_customBehavior )
	{
		return;
	}
	wfBehaviorView view = { .agent = wfIdOfSlot( crowd, slot ),
							.time = crowd->time,
							.position = input.position,
							.velocity = wfIntoSpace( crowd, agent, (double)agent->velocityX, (double)agent->velocityY ),
							.heading = (double)wfHeadingOf( crowd, agent ),
							.radius = (double)agent->radius,
							.desiredSpeed = (double)agent->desiredSpeed,
							.goalDirection = wfIntoSpace( crowd, agent, input.goalDirection.x, input.goalDirection.y ),
							.seesAgent = seen >= 0,
							.userData = agent->userData };
	if ( seen >= 0 )
	{
		const wfAgent* other = &crowd->population.agents[crowd->tick.slot[crowd->tick.neighbors[rank * WF_MAX_NEIGHBORS + seen]]];
		view.seenPosition = wfPositionOf( crowd, other );
		view.seenVelocity = wfIntoSpace( crowd, other, (double)other->velocityX, (double)other->velocityY );
	}
	const wfBehaviorDef* def = &table.defs[resolved.index1 - 1];
	wfBehaviorVector said = def->function( &view, def->context );
	crowd->styles.custom.data[slot] = ( wfBehaviorVector ){ wfInSpace( wfOutOfSpace( crowd, agent, said.v ) ), said.epsilon };
}

void wfCallAllCustom( wfCrowd* crowd )
{
	if ( !crowd->styles.hasCustom )
	{
		return;
	}
	for ( int32_t rank = 0; rank < crowd->tick.count; ++rank )
	{
		crowd->styles.rankOfSlot.data[crowd->tick.slot[rank]] = rank;
	}
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		int32_t slot = wfSlotOf( crowd, agent );
		callCustom( crowd, slot, crowd->styles.rankOfSlot.data[slot] );
	}
}
