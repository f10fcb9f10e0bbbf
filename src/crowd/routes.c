// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Routes of agents to their stops.
#include "base/vec2.h"
#include "crowd/locomotion.h"
#include "crowd/orders.h"
#include "ground/on_mesh.h"
#include "world/world.h"

#include <stdio.h>

wfDestination wfDestinationOf( const wfCrowd* crowd, const wfStop* stop )
{
	const wfQueue* queue = stop->kind == wf_queueStop ? &crowd->facilities.queues.data[stop->queue.index1 - 1] : NULL;
	if ( stop->kind == wf_exitsStop )
	{
		// Until one of them is chosen.
		return ( wfDestination ){ .isGoal = true, .goal = crowd->exits.sets.data[stop->exits.index1 - 1].def.exits[0].goal };
	}
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

const wfStop* wfStopNow( const wfCrowd* crowd, const wfAgent* agent, wfStop* made )
{
	if ( ( agent->flags & ( wf_agentInstead | wf_agentSteered | wf_agentLed ) ) == 0 )
	{
		return wfResolveStop( crowd, agent, made );
	}
	wfPlace aim = wfAimOf( crowd, agent );
	*made = wfMakePointStop( wfGround_GetPosition( &crowd->ground, aim ) );
	made->place = wfGround_GetPoint( &crowd->ground, aim );
	return made;
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
static bool walksStraight( const wfCrowd* crowd, const wfAgent* agent, wfPlace aim, bool* sees )
{
	const wfRoutes* routes = &crowd->ground.routes;
	wfVec2 to = { aim.x, aim.y };
	*sees = crowd->def.directRoutes &&
			wfIsStraightPathFree( &routes->layers.data[agent->layer], ( wfVec2 ){ agent->x, agent->y }, to );
	if ( !*sees )
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

static bool isConnected( const wfCrowd* crowd, const wfAgent* agent )
{
	return wfGround_IsConnected( &crowd->ground, &crowd->ground.routes.targets.data[agent->target], wfPlaceOf( agent ) );
}

// A field of its own is. One that is shared is left at its end, and for the sake of those who stand in the straight path, which
// has to lead around them.
static bool keepsTarget( const wfCrowd* crowd, const wfAgent* agent, const wfDestination* to, bool sees )
{
	const wfTarget* target = &crowd->ground.routes.targets.data[agent->target];
	return wfGround_GetRest( &crowd->ground, target, to ) == 0.0 ||
		   ( !sees && wfGround_MayShare( &crowd->ground, target, to, wfPlaceOf( agent ) ) );
}

// The field of a point leads to it; that of a queue to its head, but where one has a place to that. wf_goalBlocked, wf_notFound:
// it lies in a wall, or is gone.
static wfResult findRoute( wfCrowd* crowd, wfAgent* agent, wfError* error )
{
	wfStop made;
	const wfStop* stop = wfStopNow( crowd, agent, &made );
	wfDestination to = wfDestinationOf( crowd, stop );
	wfPlace aim = stop->kind != wf_goalStop ? wfAimOf( crowd, agent ) : ( wfPlace ){ 0.0, 0.0, -1 };
	bool isPlane = crowd->ground.mesh == NULL, sees = false;
	bool straight = isPlane ? stop->kind != wf_goalStop && walksStraight( crowd, agent, aim, &sees )
							: ( agent->flags & wf_agentQueued ) != 0 && seesPlace( crowd, agent, aim );
	agent->goalKey = wfKeyOfStop( stop );
	agent->flags &= ~(uint32_t)wf_agentRecheck;
	if ( stop->kind != wf_goalStop )
	{
		agent->flags &= ~(uint32_t)wf_agentDirect;
		agent->flags |= straight ? (uint32_t)wf_agentDirect : 0u;
	}
	double radius = (double)agent->radius;
	if ( stop->kind == wf_pointStop && crowd->ground.mesh == NULL &&
		 !wfIsPointInReach( &crowd->ground.routes.layers.data[agent->layer], wfInPlane( to.point ), wfReachOf( stop, radius ),
							radius ) )
	{
		return wf_goalBlocked;
	}
	// The cell of a point may be covered where the point is not: another one leads to it then.
	bool led = agent->target >= 0 && ( to.isGoal || !crowd->ground.routes.targets.data[agent->target].closed );
	bool shares = stop->kind == wf_pointStop && isPlane && crowd->def.directRoutes;
	led = led && ( !shares || keepsTarget( crowd, agent, &to, sees ) );
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
	to = shares && !sees ? wfGround_Share( &crowd->ground, agent->layer, &to, wfPlaceOf( agent ) ) : to;
	wfResult result = wfFindTarget( crowd, agent->layer, &to, &agent->target, error );
	if ( stop->kind == wf_queueStop && ( result == wf_goalBlocked || ( result == wf_ok && !isConnected( crowd, agent ) ) ) )
	{
		result = wfFindTarget( crowd, agent->layer, &head, &agent->target, error );
	}
	agent->target = result == wf_ok ? agent->target : -1;
	return result;
}

void wfForgetInstead( wfAgent* agent )
{
	if ( agent->orders.stopState != wf_stopOpen )
	{
		agent->flags &= ~(uint32_t)( wf_agentInstead | wf_agentStaysNear | wf_agentDirect | wf_agentTellsStop );
		agent->orders.stopState = wf_stopOpen;
		agent->orders.insteadX = agent->orders.insteadY = 0.0;
		agent->orders.insteadTriangle = 0;
		agent->target = -1;
	}
}

// The route to the present stop, or to the place instead of it, and whether it leads there.
static wfResult judgeRoute( wfCrowd* crowd, wfAgent* agent, wfStopState* state, wfError* error )
{
	bool isNew = ( agent->flags & wf_agentRecheck ) != 0;
	int32_t before = agent->target;
	wfResult result = findRoute( crowd, agent, error );
	*state = wf_stopOpen;
	if ( result == wf_goalBlocked || result == wf_notFound )
	{
		*state = wf_stopBlocked;
		return wf_ok;
	}
	bool asks = result == wf_ok && ( isNew || agent->target != before ) && ( agent->flags & wf_agentDirect ) == 0;
	if ( asks && agent->target >= 0 && !isConnected( crowd, agent ) )
	{
		*state = crowd->ground.routes.targets.data[agent->target].closed ? wf_stopBlocked : wf_stopUnreachable;
	}
	return result;
}

// It cannot get to its stop: to the nearest place that it can get to, or it stands.
static wfResult goInstead( wfCrowd* crowd, wfAgent* agent, wfStopState state, wfError* error )
{
	wfStop made;
	wfDestination to = wfDestinationOf( crowd, wfResolveStop( crowd, agent, &made ) );
	wfPlace place;
	wfForgetInstead( agent );
	agent->target = -1;
	agent->orders.stopState = (int32_t)state;
	agent->flags &= ~(uint32_t)wf_agentDirect;
	agent->startDistance = 0.0f;
	wfForgetDistance( agent, crowd->time );
	if ( crowd->def.badStop == wf_nearestRemedy &&
		 wfGround_FindNearestReachable( &crowd->ground, agent->layer, &to, wfPlaceOf( agent ), &place ) )
	{
		agent->flags |= wf_agentInstead | wf_agentRecheck;
		agent->orders.insteadX = place.x;
		agent->orders.insteadY = place.y;
		agent->orders.insteadTriangle = place.triangle;
		wfStopState there;
		wfResult result = judgeRoute( crowd, agent, &there, error );
		if ( result != wf_ok || there == wf_stopOpen )
		{
			return result;
		}
	}
	wfForgetInstead( agent );
	agent->orders.stopState = (int32_t)state;
	wfStayNear( agent );
	return wf_ok;
}

void wfStayNear( wfAgent* agent )
{
	agent->flags &= ~(uint32_t)wf_agentDirect;
	agent->flags |= wf_agentStaysNear;
	agent->homeX = agent->x;
	agent->homeY = agent->y;
	agent->homeTriangle = agent->triangle;
	agent->target = -1;
}

wfResult wfChooseRoute( wfCrowd* crowd, wfAgent* agent, wfError* error )
{
	int32_t before = agent->orders.stopState;
	bool chooses = wfChoosesExit( crowd, agent ) &&
				   ( ( agent->flags & wf_agentRecheck ) || ( agent->flags & ( wf_agentInstead | wf_agentStaysNear ) ) == 0 );
	wfResult result = chooses ? wfChooseExit( crowd, agent, error ) : wf_ok;
	if ( result != wf_ok )
	{
		return result;
	}
	if ( agent->flags & wf_agentRecheck )
	{
		wfForgetInstead( agent );
	}
	else if ( agent->flags & wf_agentStaysNear )
	{
		return wf_ok;
	}
	wfStopState state;
	result = judgeRoute( crowd, agent, &state, error );
	if ( result == wf_ok && state != wf_stopOpen )
	{
		// Should an edit close the place instead of it, its stop is still as it was.
		state = agent->orders.stopState != wf_stopOpen ? (wfStopState)agent->orders.stopState : state;
		result = goInstead( crowd, agent, state, error );
		agent->flags |= (int32_t)state != before ? (uint32_t)wf_agentTellsStop : 0u;
	}
	return result;
}

// -------------------------------------------------------------------------------------------------------------- walking

bool wfFindRoute( const wfCrowd* crowd, const wfAgent* agent, wfRoute* route )
{
	wfStop made;
	const wfStop* stop = wfStopNow( crowd, agent, &made );
	bool straight = ( agent->flags & wf_agentDirect ) != 0;
	if ( stop == NULL || ( !straight && agent->target < 0 ) )
	{
		return false;
	}
	const wfGround* ground = &crowd->ground;
	*route = ( wfRoute ){ .ground = ground, .target = straight ? NULL : &ground->routes.targets.data[agent->target] };
	route->isPoint = stop->kind != wf_goalStop && ( ground->mesh == NULL || straight );
	route->aim = route->isPoint ? wfAimOf( crowd, agent ) : ( wfPlace ){ 0.0, 0.0, -1 };
	wfDestination to = { .point = { route->aim.x, route->aim.y, 0.0 } };
	route->rest = stop->kind == wf_pointStop && !straight ? wfGround_GetRest( ground, route->target, &to ) : 0.0;
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
		*distance += route->rest;
		return direction;
	}
	direction = wfGround_GetDirection( route->ground, target, place, distance );
	*distance += route->rest;
	// In the cell of the point itself: straight to it.
	bool inside = direction.x == 0.0 && direction.y == 0.0 && *distance < INFINITY && route->isPoint;
	return inside ? goStraight( route, place, distance ) : direction;
}

double wfGetDistanceToGoal( const wfCrowd* crowd, const wfAgent* agent )
{
	wfStop made;
	const wfStop* stop = wfResolveStop( crowd, agent, &made );
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
		bool same = targets[k].layer == agent->layer && targets[k].onMesh != NULL && targets[k].to.isGoal &&
					stop->kind == wf_goalStop && targets[k].to.goal.index1 == stop->goal.index1;
		target = same ? k : target;
	}
	return target >= 0 ? wfGround_GetDistance( &crowd->ground, &targets[target], wfPlaceOf( agent ) ) : 0.0;
}

bool wfGetVectorToGoal( const wfCrowd* crowd, const wfAgent* agent, wfVec2* offset )
{
	wfStop made;
	const wfStop* stop = wfStopNow( crowd, agent, &made );
	*offset = ( wfVec2 ){ 0.0, 0.0 };
	if ( agent->flags & wf_agentSteered )
	{
		double speed;
		*offset = wfScale2( WF_UNKNOWN_DISTANCE, wfSteeredDirection( crowd, agent, &speed ) );
		return true;
	}
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
	wfStop made;
	const wfStop* stop = wfStopNow( crowd, agent, &made );
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
	// Instead of its stop any place near by is as good, where others stand already.
	if ( stays && ( agent->flags & wf_agentInstead ) &&
		 wfDistance3( wfPositionOf( crowd, agent ), stop->point ) < WF_NEARBY_RADII * radius )
	{
		return true;
	}
	wfDestination to = { .point = stop->point };
	bool isOwn = target != NULL && ( !isPoint || wfGround_GetRest( &crowd->ground, target, &to ) == 0.0 );
	return ( !isPoint || stays ) && isOwn && !target->closed &&
		   wfGround_IsAtGoal( &crowd->ground, target, wfPlaceOf( agent ), radius, stop->reach );
}

// --------------------------------------------------------------------------------------------------------------- checks

static wfResult failForStop( const wfCrowd* crowd, const wfAgent* agent, int32_t k, wfAgentId* culprit, wfResult result,
							 const char* text, wfError* error )
{
	return wfExplainStop( error, k, wfFailForAgent( crowd, agent, culprit, error, result, text ) );
}

static wfResult failWithoutRoute( const wfCrowd* crowd, const wfAgent* agent, int32_t k, const wfTarget* target,
								  wfAgentId* culprit, wfError* error )
{
	const wfGround* ground = &crowd->ground;
	double radius = (double)agent->radius;
	char text[256];
	if ( ground->mesh == NULL )
	{
		const wfRouteLayer* layer = &ground->routes.layers.data[agent->layer];
		wfClosedPassage passage;
		int32_t length =
			snprintf( text, sizeof( text ), "has no route to its stop %d for a disc of radius %g m", k + 1, layer->radius );
		if ( error != NULL && wfGround_FindClosedPassage( ground, target, wfPlaceOf( agent ), &passage ) )
		{
			snprintf( text + length, sizeof( text ) - (size_t)length,
					  ": cells of %.5g m close the passage of %.3g m at (%.6g, %.6g), cells of %.5g m would open it",
					  layer->cellSize, passage.width, passage.place.x, passage.place.y,
					  floor( 1e5 * passage.openCellSize ) / 1e5 );
		}
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

static wfResult failWithoutExit( const wfCrowd* crowd, const wfAgent* agent, int32_t k, wfAgentId* culprit, wfError* error )
{
	char text[128];
	snprintf( text, sizeof( text ), "has no route to any of the exits of its stop %d for a disc of radius %g m", k + 1,
			  (double)agent->radius );
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
		if ( stop->kind == wf_exitsStop )
		{
			bool exists;
			wfResult result = wfHasExit( crowd, agent->layer, stop, k == 0, wfPlaceOf( agent ), &exists, error );
			if ( result != wf_ok || !exists )
			{
				return result != wf_ok ? result : failWithoutExit( crowd, agent, k, culprit, error );
			}
			continue;
		}
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
		to = isPoint && crowd->def.directRoutes ? wfGround_Share( ground, agent->layer, &to, wfPlaceInPlane( from ) ) : to;
		wfResult result = k == 0 ? wfFindTarget( crowd, agent->layer, &to, &target, error )
								 : wfFindLater( crowd, agent->layer, &to, &target, error );
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
			return failWithoutRoute( crowd, agent, k, &ground->routes.targets.data[target], culprit, error );
		}
		from = to.isGoal ? from : point;
	}
	return wf_ok;
}

wfResult wfHasRouteTo( wfCrowd* crowd, int32_t index, const wfStop* stop, bool isFirst, wfPlace place, bool* exists,
					   wfError* error )
{
	wfGround* ground = &crowd->ground;
	if ( stop->kind == wf_exitsStop )
	{
		return wfHasExit( crowd, index, stop, isFirst, place, exists, error );
	}
	const wfRouteLayer* layer = &ground->routes.layers.data[index];
	wfDestination to = wfDestinationOf( crowd, stop );
	if ( !to.isGoal && ground->mesh == NULL )
	{
		*exists = ( stop->kind != wf_pointStop ||
					wfIsPointInReach( layer, wfInPlane( stop->point ), wfReachOf( stop, layer->radius ), layer->radius ) ) &&
				  wfGround_HasRoute( ground, index, wfInPlane( to.point ), place );
		return wf_ok;
	}
	int32_t target;
	wfResult result =
		isFirst ? wfFindTarget( crowd, index, &to, &target, error ) : wfFindLater( crowd, index, &to, &target, error );
	*exists = result == wf_ok && wfGround_IsConnected( ground, &ground->routes.targets.data[target], place );
	return result;
}

static bool isTargetSound( const wfCrowd* crowd, const wfAgent* agent )
{
	wfStop made;
	const wfStop* stop = wfStopNow( crowd, agent, &made );
	if ( agent->target < -1 || agent->target >= crowd->ground.routes.targets.count )
	{
		return false;
	}
	if ( agent->target >= 0 )
	{
		const wfTarget* target = &crowd->ground.routes.targets.data[agent->target];
		bool goal = stop != NULL && stop->kind == wf_goalStop;
		// A goal that was removed just now is closed by the next tick.
		bool solved = target->field != NULL || target->onMesh != NULL || target->closed || target->isWaiting ||
					  !wfGround_HasDestination( &crowd->ground, &target->to );
		return solved && target->layer == agent->layer && goal == target->to.isGoal;
	}
	// Without a target one walks straight, stands, or looks for a route first.
	bool looks = ( agent->flags & ( wf_agentRecheck | wf_agentNew | wf_agentSteered | wf_agentIdle ) ) != 0;
	return stop == NULL || looks || ( ( agent->flags & wf_agentDirect ) && stop->kind != wf_goalStop );
}

static bool areOrdersSound( const wfCrowd* crowd, const wfAgent* agent )
{
	const wfOrders* orders = &agent->orders;
	bool isOpen = orders->stopState == wf_stopOpen, goesElsewhere = ( agent->flags & wf_agentInstead ) != 0;
	bool waits = ( agent->flags & ( wf_agentStaysNear | wf_agentTellsStop ) ) != 0;
	bool isSteered = ( agent->flags & wf_agentSteered ) != 0;
	bool covered = ( agent->flags & ( wf_agentCovered | wf_agentTellsCovered ) ) != 0;
	wfPlace instead = { orders->insteadX, orders->insteadY, orders->insteadTriangle };
	double speed = wfLength3( ( wfVec3 ){ (double)orders->steerX, (double)orders->steerY, (double)orders->steerZ } );
	return orders->stopState >= wf_stopOpen && orders->stopState <= wf_stopUnreachable && wfIsExitSound( crowd, agent ) &&
		   ( !isOpen || ( !goesElsewhere && !waits ) ) && ( isOpen || agent->stop < agent->stopCount ) &&
		   fabs( instead.x ) <= 1e9 && fabs( instead.y ) <= 1e9 && ( !covered || crowd->ground.mesh == NULL ) &&
		   ( !( goesElsewhere || ( agent->flags & wf_agentLed ) ) || wfGround_IsPlace( &crowd->ground, instead ) ) &&
		   ( isSteered ? speed <= 4.0 * WF_MAX_COORDINATE && ( agent->flags & wf_agentDirect ) != 0 && agent->target == -1
					   : speed == 0.0 );
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
	return hasLayer && areOrdersSound( crowd, agent ) && isTargetSound( crowd, agent ) && agent->roomLevel >= 0 &&
		   agent->roomLevel <= WF_PRESSING && wfGround_IsPlace( ground, wfPlaceOf( agent ) ) && wfGround_IsPlace( ground, home );
}
