// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Changes of agents while a crowd runs: what they are told, and what they are.
#include "crowd/defs.h"
#include "crowd/locomotion.h"
#include "crowd/orders.h"
#include "world/world.h"

// From where it is now it looks for a way to its stop as if it had just been told to go there.
static void lookAgain( wfCrowd* crowd, wfAgent* agent )
{
	wfForgetInstead( agent );
	agent->flags &= ~(uint32_t)( wf_agentWaiting | wf_agentReacts | wf_agentReportedStuck );
	agent->flags &= ~( agent->flags & ( wf_agentSteered | wf_agentLed ) ? 0u : (uint32_t)wf_agentDirect );
	agent->flags |= wf_agentRecheck | wf_agentNew;
	agent->orders.exit = agent->orders.exitSwitches = 0;
	agent->target = -1;
	agent->startDistance = 0.0f;
	wfForgetDistance( agent, crowd->time );
	agent->homeX = agent->x;
	agent->homeY = agent->y;
	agent->homeTriangle = agent->triangle;
	wfUnprepare( crowd );
}

wfResult wfCrowd_SetStops( wfCrowd* crowd, wfAgentId id, const wfStop* stops, int32_t count, wfError* error )
{
	if ( WF_FAILS( crowd != NULL && count >= 0 && ( stops != NULL || count == 0 ) ) )
	{
		return wf_invalidDef;
	}
	wfAgent* agent = wfGetAgent( crowd, id );
	if ( agent == NULL )
	{
		return wfFail( error, wf_notFound, "there is no such agent" );
	}
	wfResult result = wfCheckStops( stops, count, "", error );
	result = result == wf_ok ? wfCheckStopIds( crowd, stops, count, error ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	result = wfReserveStops( crowd, agent, stops, count );
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for the stops" );
	}
	wfForgetMember( crowd, wfSlotOf( crowd, agent ) );
	wfForgetExplorer( crowd, wfSlotOf( crowd, agent ) );
	wfLeaveQueue( crowd, wfSlotOf( crowd, agent ) );
	agent->flags &= ~(uint32_t)wf_agentEnded;
	agent->flags |= count == 0 ? (uint32_t)wf_agentEnded : 0u;
	lookAgain( crowd, agent );
	return wf_ok;
}

wfResult wfCrowd_SetDesiredSpeed( wfCrowd* crowd, wfAgentId id, double speed, wfError* error )
{
	wfAgent* agent = crowd != NULL ? wfGetAgent( crowd, id ) : NULL;
	if ( agent == NULL )
	{
		return wfFail( error, wf_notFound, "there is no such agent" );
	}
	wfResult result = wfCheckNumber( "desiredSpeed", speed, 0.0, WF_MAX_AGENT_SPEED, error );
	if ( result == wf_ok )
	{
		agent->desiredSpeed = (float)speed;
		wfUnprepare( crowd ); // walls may have to be found farther away
	}
	return result;
}

wfResult wfCrowd_SetRadius( wfCrowd* crowd, wfAgentId id, double radius, wfError* error )
{
	wfAgent* agent = crowd != NULL ? wfGetAgent( crowd, id ) : NULL;
	if ( agent == NULL )
	{
		return wfFail( error, wf_notFound, "there is no such agent" );
	}
	wfResult result = wfCheckNumber( "radius", radius, WF_MIN_AGENT_RADIUS, WF_MAX_AGENT_RADIUS, error );
	if ( result != wf_ok )
	{
		return result;
	}
	if ( wfLocomotionOf( agent )->keepsRadius )
	{
		return wfFail( error, wf_invalidDef, "agents on foot keep their radius: their steps were planned for it" );
	}
	result = wfCheckExplorerRadius( crowd, agent, radius, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfAgent larger = *agent;
	larger.radius = (float)radius;
	wfRoomCheck check = wfCheckFor( crowd, &larger );
	check.agent = agent;
	result = wfCheckRoom( crowd, &check, error );
	if ( result != wf_ok )
	{
		return result;
	}
	agent->radius = (float)radius;
	agent->layer = -1;
	agent->target = -1;
	agent->flags |= wf_agentRecheck | wf_agentNew;
	wfUnprepare( crowd );
	return wf_ok;
}

wfResult wfCrowd_SetStyle( wfCrowd* crowd, wfAgentId id, wfStyleId style )
{
	wfAgent* agent = crowd != NULL ? wfGetAgent( crowd, id ) : NULL;
	if ( agent == NULL || !wfIsKnown( style.index1, crowd->styles.count ) )
	{
		return wf_notFound;
	}
	wfAgent changed = *agent;
	changed.style = style.index1 != 0 ? style.index1 : 1;
	wfRoomCheck check = wfCheckFor( crowd, &changed );
	check.agent = agent;
	// A deeper body may have no room.
	bool isDeeper = check.depth > wfCheckFor( crowd, agent ).depth;
	wfResult result = isDeeper ? wfCheckRoom( crowd, &check, NULL ) : wf_ok;
	if ( result != wf_ok )
	{
		return result;
	}
	agent->style = changed.style;
	// It may see farther than the patches of a mesh were made for.
	crowd->prepared = crowd->prepared && crowd->ground.world != NULL;
	return wf_ok;
}

wfResult wfCrowd_SetBehavior( wfCrowd* crowd, wfAgentId id, wfBehaviorId behavior, wfBehaviorId onSight )
{
	wfAgent* agent = crowd != NULL ? wfGetAgent( crowd, id ) : NULL;
	if ( agent == NULL || !wfIsKnown( behavior.index1, crowd->styles.behaviors.count ) ||
		 !wfIsKnown( onSight.index1, crowd->styles.behaviors.count ) )
	{
		return wf_notFound;
	}
	agent->behavior = behavior.index1;
	agent->onSight = onSight.index1;
	return wf_ok;
}

// ---------------------------------------------------------------------------------------------------------------- places

void wfPutAgent( wfCrowd* crowd, wfAgent* agent, wfPlace place )
{
	wfCosSin heading = wfCosSinOf( (double)agent->heading );
	wfVec3 facing = wfIntoSpace( crowd, agent, heading.cosine, heading.sine );
	wfLeaveQueue( crowd, wfSlotOf( crowd, agent ) );
	agent->x = place.x;
	agent->y = place.y;
	agent->triangle = place.triangle;
	if ( place.triangle >= 0 )
	{
		wfVec2 ahead = wfOutOfSpace( crowd, agent, facing );
		agent->heading = (float)wfAtan2( ahead.y, ahead.x );
		heading = wfCosSinOf( (double)agent->heading );
	}
	agent->directionX = (float)heading.cosine;
	agent->directionY = (float)heading.sine;
	agent->velocityX = agent->velocityY = 0.0f;
	agent->fanAngle = agent->guideAngle = 0.0f;
	agent->pressed = agent->standing = 0.0f;
	agent->asideUntil = 0.0;
	agent->asideCount = agent->passage = agent->roomLevel = 0;
	agent->roomSerial = 0;
	agent->roomDistance = 0.0f;
	agent->flags &= ~(uint32_t)( wf_agentLetsGo | wf_agentInLine | wf_agentCovered | wf_agentTellsCovered );
	lookAgain( crowd, agent );
	wfMoveWalker( crowd, wfSlotOf( crowd, agent ) );
}

wfResult wfCrowd_SetPosition( wfCrowd* crowd, wfAgentId id, wfVec3 position, wfError* error )
{
	wfAgent* agent = crowd != NULL ? wfGetAgent( crowd, id ) : NULL;
	if ( agent == NULL )
	{
		return wfFail( error, wf_notFound, "there is no such agent" );
	}
	wfResult result = wfCheckVector( "position", position, WF_MAX_COORDINATE, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfRoomCheck check = wfCheckFor( crowd, agent );
	check.isPut = true;
	wfGround_FindPlace( &crowd->ground, position, ( wfSurfacePoint ){ -1, 0.0, 0.0 }, &check.place );
	result = wfCheckRoom( crowd, &check, error );
	if ( result == wf_ok )
	{
		wfPutAgent( crowd, agent, check.place );
		wfOccupy( crowd, wfSlotOf( crowd, agent ) );
	}
	return result;
}

wfResult wfCrowd_SetPreferredVelocity( wfCrowd* crowd, wfAgentId id, const wfVec3* velocity, wfError* error )
{
	wfAgent* agent = crowd != NULL ? wfGetAgent( crowd, id ) : NULL;
	if ( agent == NULL )
	{
		return wfFail( error, wf_notFound, "there is no such agent" );
	}
	wfOrders* orders = &agent->orders;
	if ( velocity == NULL )
	{
		if ( agent->flags & wf_agentSteered )
		{
			agent->flags &= ~(uint32_t)wf_agentSteered;
			orders->steerX = orders->steerY = orders->steerZ = 0.0f;
			lookAgain( crowd, agent );
		}
		return wf_ok;
	}
	wfResult result = wfCheckVector( "velocity", *velocity, WF_MAX_AGENT_SPEED, error );
	if ( result != wf_ok )
	{
		return result;
	}
	if ( !( agent->flags & wf_agentSteered ) )
	{
		wfLeaveQueue( crowd, wfSlotOf( crowd, agent ) );
		lookAgain( crowd, agent );
		agent->flags |= wf_agentSteered | wf_agentDirect; // straight on
	}
	orders->steerX = (float)velocity->x;
	orders->steerY = (float)velocity->y;
	orders->steerZ = crowd->ground.mesh != NULL ? (float)velocity->z : 0.0f;
	return wf_ok;
}
