// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Routes of agents to their stops.
#include "base/vec2.h"
#include "crowd/locomotion.h"
#include "ground/on_mesh.h"

#include <stdio.h>

wfDestination wfDestinationOf( const wfCrowd* crowd, const wfStop* stop )
{
	const wfQueue* queue = stop->kind == wf_queueStop ? &crowd->facilities.queues.data[stop->queue.index1 - 1] : NULL;
	return queue != NULL ? ( wfDestination ){ .point = queue->def.line[0], .place = queue->head }
						 : ( wfDestination ){ stop->kind == wf_goalStop, stop->goal, stop->point, stop->place };
}

uint32_t wfKeyOfStop( const wfStop* stop )
{
	uint64_t hash = wfHash( WF_HASH_START, &stop->kind, sizeof( stop->kind ) );
	hash = stop->kind == wf_goalStop	? wfHash( hash, &stop->goal, sizeof( stop->goal ) )
		   : stop->kind == wf_queueStop ? wfHash( hash, &stop->queue, sizeof( stop->queue ) )
										: wfHash( hash, &stop->point, sizeof( stop->point ) );
	return (uint32_t)( hash ^ ( hash >> 32 ) );
}

// --------------------------------------------------------------------------------------------------------------- choice

// Walls must be found as far away as an agent of this speed comes in a tick, with some to spare for those who are pressed; and
// as far as feet are put.
wfResult wfReachWalls( wfCrowd* crowd, int32_t layer, double speed, wfError* error )
{
	double reach = crowd->ground.routes.layers.data[layer].radius +
				   WF_WALLS_SPEED * wfMax( speed, (double)WF_LEAST_REACH_SPEED ) * crowd->def.tickSeconds + WF_WALLS_SLACK;
	return wfGround_ReachWalls( &crowd->ground, layer, wfMax( reach, wfReachOfGaits( crowd ) ), error );
}

wfResult wfAssignLayer( wfCrowd* crowd, wfAgent* agent, wfError* error )
{
	wfResult result = wf_ok;
	if ( agent->layer < 0 )
	{
		result = wfGround_FindLayer( &crowd->ground, (double)agent->radius, agent->kind, &agent->layer, error );
	}
	return result == wf_ok ? wfReachWalls( crowd, agent->layer, (double)agent->desiredSpeed, error ) : result;
}

// Whether the straight path is to be walked. Around those who stand in it a field leads, once it is clear that nobody gets
// through there; until the path is free again, lest one turns back and forth.
static bool walksStraight( const wfCrowd* crowd, const wfAgent* agent, wfPlace aim )
{
	const wfRoutes* routes = &crowd->ground.routes;
	wfVec2 to = { aim.x, aim.y };
	if ( !crowd->def.directRoutes ||
		 !wfIsStraightPathFree( &routes->layers.data[agent->layer], ( wfVec2 ){ agent->x, agent->y }, to ) )
	{
		return false;
	}
	if ( routes->marks.count == 0 || !wfIsPathStoodIn( crowd, agent, to ) )
	{
		return true;
	}
	bool straight = ( agent->flags & ( wf_agentDirect | wf_agentRecheck ) ) != 0;
	return straight && crowd->time - agent->bestDistanceTime < WF_TRIED_SECONDS;
}

// On a mesh one walks by fields, but straight to a place in a queue nearby that nothing stands before: places are many, and close
// to each other.
static bool seesPlace( const wfCrowd* crowd, const wfAgent* agent, wfPlace aim )
{
	const wfGround* ground = &crowd->ground;
	wfVec2 offset = wfGround_GetOffset( ground, wfPlaceOf( agent ), aim );
	double length = wfHypot( offset.x, offset.y );
	if ( length > WF_QUEUE_SIGHT || !( length > WF_TINY ) )
	{
		return length <= WF_TINY;
	}
	wfStride stride = wfGround_Stride( ground, wfPlaceOf( agent ), wfDivide2( offset, length ), length );
	wfVec3 end = wfGround_GetPosition( ground, ( wfPlace ){ stride.place.x, stride.place.y, stride.triangle } );
	return !stride.stopped && wfLength3( wfSub3( end, wfGround_GetPosition( ground, aim ) ) ) <= (double)agent->radius;
}

// The field of a point leads to it; that of a queue to its head, but where one has a place to that.
wfResult wfChooseRoute( wfCrowd* crowd, wfAgent* agent, wfError* error )
{
	const wfStop* stop = wfPresentStop( crowd, agent );
	wfDestination to = wfDestinationOf( crowd, stop );
	wfPlace aim = stop->kind != wf_goalStop ? wfAimOf( crowd, agent ) : ( wfPlace ){ 0.0, 0.0, -1 };
	bool straight = crowd->ground.mesh != NULL ? ( agent->flags & wf_agentQueued ) != 0 && seesPlace( crowd, agent, aim )
											   : stop->kind != wf_goalStop && walksStraight( crowd, agent, aim );
	agent->goalKey = wfKeyOfStop( stop );
	agent->flags &= ~(uint32_t)wf_agentRecheck;
	if ( stop->kind != wf_goalStop )
	{
		agent->flags &= ~(uint32_t)wf_agentDirect;
		agent->flags |= straight ? (uint32_t)wf_agentDirect : 0u;
	}
	// The cell of a point may be covered where the point is not: another one leads to it then.
	bool led = agent->target >= 0 && ( to.isGoal || !crowd->ground.routes.targets.data[agent->target].closed );
	if ( straight || led )
	{
		return wf_ok;
	}
	wfDestination head = to;
	if ( stop->kind == wf_queueStop && ( agent->flags & wf_agentQueued ) )
	{
		to.point = wfGround_GetPosition( &crowd->ground, aim );
		to.place = wfGround_GetPoint( &crowd->ground, aim );
	}
	wfResult result = wfGround_FindTarget( &crowd->ground, agent->layer, &to, &agent->target, error );
	if ( result == wf_goalBlocked && stop->kind == wf_queueStop )
	{
		result = wfGround_FindTarget( &crowd->ground, agent->layer, &head, &agent->target, error );
	}
	agent->target = result == wf_ok ? agent->target : -1;
	// An edit has covered the place: there is no route now. It stands, and looks again.
	if ( result == wf_goalBlocked )
	{
		agent->flags |= wf_agentRecheck;
		result = wf_ok;
	}
	return result;
}

// -------------------------------------------------------------------------------------------------------------- walking

bool wfFindRoute( const wfCrowd* crowd, const wfAgent* agent, wfRoute* route )
{
	const wfStop* stop = wfPresentStop( crowd, agent );
	bool straight = ( agent->flags & wf_agentDirect ) != 0;
	if ( stop == NULL || ( !straight && agent->target < 0 ) )
	{
		return false;
	}
	const wfGround* ground = &crowd->ground;
	*route = ( wfRoute ){ .ground = ground, .target = straight ? NULL : &ground->routes.targets.data[agent->target] };
	route->isPoint = stop->kind != wf_goalStop && ( ground->mesh == NULL || straight );
	route->aim = route->isPoint ? wfAimOf( crowd, agent ) : ( wfPlace ){ 0.0, 0.0, -1 };
	return true;
}

static wfVec2 goStraight( const wfRoute* route, wfPlace place, double* distance )
{
	wfVec2 offset = { route->aim.x - place.x, route->aim.y - place.y };
	if ( route->ground->mesh != NULL )
	{
		offset = wfGround_GetOffset( route->ground, place, route->aim );
	}
	*distance = wfHypot( offset.x, offset.y );
	return *distance > WF_TINY ? ( wfVec2 ){ offset.x / *distance, offset.y / *distance } : ( wfVec2 ){ 0.0, 0.0 };
}

wfVec2 wfFollowRoute( const wfRoute* route, wfPlace place, bool readsDistances, double* distance )
{
	const wfTarget* target = route->target;
	if ( target == NULL )
	{
		return goStraight( route, place, distance );
	}
	wfVec2 direction;
	if ( readsDistances && wfReadDirection( route->ground, target, ( wfVec2 ){ place.x, place.y }, &direction, distance ) )
	{
		return direction;
	}
	direction = wfGround_GetDirection( route->ground, target, place, distance );
	// In the cell of the point itself: straight to it.
	bool inside = direction.x == 0.0 && direction.y == 0.0 && *distance < INFINITY && route->isPoint;
	return inside ? goStraight( route, place, distance ) : direction;
}

double wfGetDistanceToGoal( const wfCrowd* crowd, const wfAgent* agent )
{
	const wfStop* stop = wfPresentStop( crowd, agent );
	const wfTarget* targets = crowd->ground.routes.targets.data;
	wfRoute route;
	double distance = 0.0;
	if ( crowd->ground.mesh == NULL || ( agent->flags & wf_agentDirect ) )
	{
		if ( wfFindRoute( crowd, agent, &route ) )
		{
			wfFollowRoute( &route, wfPlaceOf( agent ), false, &distance );
		}
		return distance;
	}
	// Also before the first tick, where the field is there.
	int32_t target = agent->target;
	for ( int32_t k = 0; k < crowd->ground.routes.targets.count && stop != NULL && target < 0; ++k )
	{
		bool same = targets[k].layer == agent->layer && targets[k].to.isGoal && stop->kind == wf_goalStop &&
					targets[k].to.goal.index1 == stop->goal.index1;
		target = same ? k : target;
	}
	return target >= 0 ? wfGround_GetDistance( &crowd->ground, &targets[target], wfPlaceOf( agent ) ) : 0.0;
}

bool wfGetVectorToGoal( const wfCrowd* crowd, const wfAgent* agent, wfVec2* offset )
{
	const wfStop* stop = wfPresentStop( crowd, agent );
	*offset = ( wfVec2 ){ 0.0, 0.0 };
	if ( stop == NULL || stop->kind == wf_queueStop )
	{
		return crowd->ground.mesh != NULL;
	}
	wfDestination to = wfDestinationOf( crowd, stop );
	const wfTarget* target = agent->target >= 0 ? &crowd->ground.routes.targets.data[agent->target] : NULL;
	return wfGround_LookToGoal( &crowd->ground, &to, target, wfPlaceOf( agent ), offset );
}

bool wfHasArrived( const wfCrowd* crowd, const wfAgent* agent )
{
	const wfStop* stop = wfPresentStop( crowd, agent );
	const wfTarget* target = agent->target >= 0 ? &crowd->ground.routes.targets.data[agent->target] : NULL;
	double radius = (double)agent->radius;
	if ( stop == NULL )
	{
		return false;
	}
	bool isPoint = stop->kind != wf_goalStop && crowd->ground.mesh == NULL;
	double reach = wfReachOf( stop, radius );
	double x = agent->x - stop->point.x, y = agent->y - stop->point.y;
	if ( isPoint && x * x + y * y <= reach * reach )
	{
		return true;
	}
	// A point too close to a wall: as near as one gets is where one stays in its cell without getting on.
	bool stays = crowd->time - agent->bestDistanceTime > WF_NEAR_ENOUGH_SECONDS;
	return ( !isPoint || stays ) && target != NULL && !target->closed &&
		   wfGround_IsAtGoal( &crowd->ground, target, wfPlaceOf( agent ), radius, stop->reach );
}

// --------------------------------------------------------------------------------------------------------------- checks

static wfResult failForStop( const wfCrowd* crowd, const wfAgent* agent, int32_t k, wfAgentId* culprit, wfResult result,
							 const char* text, wfError* error )
{
	return wfExplainStop( error, k, wfFailForAgent( crowd, agent, culprit, error, result, text ) );
}

static wfResult failWithoutRoute( const wfCrowd* crowd, const wfAgent* agent, int32_t k, wfAgentId* culprit, wfError* error )
{
	const wfGround* ground = &crowd->ground;
	double radius = (double)agent->radius;
	char text[192];
	if ( ground->mesh == NULL )
	{
		snprintf( text, sizeof( text ), "has no route to its stop %d for a disc of radius %g m", k + 1,
				  ground->routes.layers.data[agent->layer].radius );
	}
	else
	{
		// Vertices nearer to a wall than the radius are closed: few are left where triangles are large.
		bool coarse = ground->mesh->report.meanEdge > 2.0 * radius && ground->patches.wallCount > 0;
		snprintf( text, sizeof( text ), "has no route to its goal %d for a disc of radius %g m%s", k + 1, radius,
				  coarse ? "; the triangles are larger than it: a refined mesh may have one" : "" );
	}
	return failForStop( crowd, agent, k, culprit, wf_unreachable, text, error );
}

// Each stop must be reachable from where the agent stands. Stops reached straight are not looked at further.
wfResult wfCheckRoutes( wfCrowd* crowd, const wfAgent* agent, wfAgentId* culprit, wfError* error )
{
	wfGround* ground = &crowd->ground;
	wfVec2 from = { agent->x, agent->y };
	for ( int32_t k = 0; k < agent->stopCount; ++k )
	{
		const wfRouteLayer* layer = &ground->routes.layers.data[agent->layer]; // the list may have grown
		const wfStop* stop = &crowd->population.stops.data[agent->stopFirst + k];
		wfDestination to = wfDestinationOf( crowd, stop );
		wfVec2 point = wfInPlane( to.point );
		double radius = (double)agent->radius;
		bool isPoint = stop->kind == wf_pointStop && ground->mesh == NULL;
		if ( isPoint && !wfIsPointInReach( layer, point, wfReachOf( stop, radius ), radius ) )
		{
			char text[128];
			snprintf( text, sizeof( text ), "cannot come near enough to its stop %d at (%.6g, %.6g), at or beyond the border",
					  k + 1, point.x, point.y );
			return failForStop( crowd, agent, k, culprit, wf_goalBlocked, text, error );
		}
		if ( !to.isGoal && crowd->def.directRoutes && wfIsStraightPathFree( layer, from, point ) )
		{
			from = point;
			continue;
		}
		int32_t target;
		wfResult result = wfGround_FindTarget( ground, agent->layer, &to, &target, error );
		if ( result != wf_ok )
		{
			if ( culprit != NULL )
			{
				*culprit = wfIdOfSlot( crowd, wfSlotOf( crowd, agent ) );
			}
			return ground->mesh != NULL ? wfExplainStop( error, k, result ) : result;
		}
		if ( !wfGround_IsConnected( ground, &ground->routes.targets.data[target], wfPlaceOf( agent ) ) )
		{
			return failWithoutRoute( crowd, agent, k, culprit, error );
		}
	}
	return wf_ok;
}

wfResult wfHasRouteTo( wfCrowd* crowd, int32_t index, const wfStop* stop, wfPlace place, bool* exists, wfError* error )
{
	const wfRouteLayer* layer = &crowd->ground.routes.layers.data[index];
	wfDestination to = wfDestinationOf( crowd, stop );
	*exists = stop->kind != wf_pointStop || crowd->ground.mesh != NULL ||
			  wfIsPointInReach( layer, wfInPlane( stop->point ), wfReachOf( stop, layer->radius ), layer->radius );
	return *exists ? wfGround_HasRoute( &crowd->ground, index, &to, place, exists, error ) : wf_ok;
}

static bool isTargetSound( const wfCrowd* crowd, const wfAgent* agent )
{
	const wfStop* stop = wfPresentStop( crowd, agent );
	if ( agent->target < -1 || agent->target >= crowd->ground.routes.targets.count )
	{
		return false;
	}
	if ( agent->target >= 0 )
	{
		const wfTarget* target = &crowd->ground.routes.targets.data[agent->target];
		bool goal = stop != NULL && stop->kind == wf_goalStop;
		bool solved = target->field != NULL || target->onMesh != NULL || target->closed || target->isWaiting;
		return solved && target->layer == agent->layer && goal == target->to.isGoal;
	}
	// Without a target one walks straight, stands, or looks for a route first.
	bool looks = ( agent->flags & ( wf_agentRecheck | wf_agentWaiting | wf_agentEnded | wf_agentNew ) ) != 0;
	return stop == NULL || looks || ( ( agent->flags & wf_agentDirect ) && stop->kind != wf_goalStop );
}

bool wfIsRouteSound( const wfCrowd* crowd, const wfAgent* agent )
{
	const wfGround* ground = &crowd->ground;
	const wfRouteLayer* layers = ground->routes.layers.data;
	bool hasLayer = agent->layer == -1 ? ( agent->flags & wf_agentNew ) != 0
									   : agent->layer >= 0 && agent->layer < ground->routes.layers.count &&
											 ( ground->mesh != NULL || layers[agent->layer].kind == agent->kind ) &&
											 layers[agent->layer].radius >= (double)agent->radius - WF_OVERLAP_SLACK;
	wfPlace home = { agent->homeX, agent->homeY, agent->homeTriangle };
	return hasLayer && isTargetSound( crowd, agent ) && agent->roomLevel >= 0 && agent->roomLevel <= WF_PRESSING &&
		   wfGround_IsPlace( ground, wfPlaceOf( agent ) ) && wfGround_IsPlace( ground, home );
}
