// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Routes of agents: from any position to an agent's current stop.
#pragma once

#include "crowd/population.h"

typedef struct wfRoute
{
	const wfGround* ground;
	const wfTarget* target; // null: straight to `aim`
	wfPlace aim;			// of a point in the plane, or of a place in a queue that is in sight
	bool isPoint;			// the stop is one
	double rest;			// metres to it from where the field of the target ends, if it shares that; otherwise 0
} wfRoute;

// routes.c
// The goal or point of a stop; of a queue, its head.
wfDestination wfDestinationOf( const wfCrowd* crowd, const wfStop* stop );
uint32_t wfKeyOfStop( const wfStop* stop );
// The layer of an agent's radius and kind, with walls known as far away as it comes at its speed.
wfResult wfAssignLayer( wfCrowd* crowd, wfAgent* agent, wfError* error );
wfResult wfReachWalls( wfCrowd* crowd, int32_t layer, double speed, wfError* error );
// Where an agent goes: its current stop, a point instead of it (`made`), or straight on where the host steers it. Null: nowhere.
const wfStop* wfStopNow( const wfCrowd* crowd, const wfAgent* agent, wfStop* made );
// It heads for its stop again, whether or not it could get there.
void wfForgetInstead( wfAgent* agent );
// It has come as near as it can get, and stands.
void wfStayNear( wfAgent* agent );
// Straight or along a field to the current stop, as the agent's flags and target say from then on. If it cannot get there, to the
// nearest place it can get to, or it stands, and an event is due.
wfResult wfChooseRoute( wfCrowd* crowd, wfAgent* agent, wfError* error );
// False if there is none.
bool wfFindRoute( const wfCrowd* crowd, const wfAgent* agent, wfRoute* route );
// The direction of the route at a place, a unit vector or zero, and the distance to the goal in metres. On request and if
// available, the gradient of the distances is used: much cheaper than the field, and nearly as good.
wfVec2 wfFollowRoute( const wfRoute* route, wfPlace place, bool readsDistances, double* distance );
double wfGetDistanceToGoal( const wfCrowd* crowd, const wfAgent* agent ); // 0: unknown
// Straight to the current stop if it is a single place.
bool wfGetVectorToGoal( const wfCrowd* crowd, const wfAgent* agent, wfVec2* to );
bool wfHasArrived( const wfCrowd* crowd, const wfAgent* agent );
// Whether there is a route to each stop of an agent.
wfResult wfCheckRoutes( wfCrowd* crowd, const wfAgent* agent, wfAgentId* culprit, wfError* error );
// Whether agents of a layer can reach a stop from a place. The field of a first stop is made meanwhile.
wfResult wfHasRouteTo( wfCrowd* crowd, int32_t layer, const wfStop* stop, bool isFirst, wfPlace place, bool* exists,
					   wfError* error );
// Whether the layer and target of an agent, from a saved state, fit it and its stop.
bool wfIsRouteSound( const wfCrowd* crowd, const wfAgent* agent );

// The distance at which a stop that is a point counts as reached.
static inline double wfReachOf( const wfStop* stop, double radius )
{
	return wfReachWithin( stop->reach, radius );
}

// route_memory.c
// As wfGround_FindTarget and wfGround_FindLater; where there is no memory for a field, those that nobody goes by are given up.
wfResult wfFindTarget( wfCrowd* crowd, int32_t layer, const wfDestination* to, int32_t* target, wfError* error );
wfResult wfFindLater( wfCrowd* crowd, int32_t layer, const wfDestination* to, int32_t* target, wfError* error );
// After a result of wf_tooLarge: whether fields could be given up, so that it makes sense to try again.
bool wfMakesRoom( wfCrowd* crowd, wfResult result );
// Once a tick: wf_tooLarge where what is in use has grown beyond the memory limit.
wfResult wfFitRoutes( wfCrowd* crowd, wfError* error );

// guide.c
void wfGuideAll( wfCrowd* crowd );
// Before: solve the fields where agents will ask, all agents of a field in one pass.
wfResult wfSolveForAgents( wfCrowd* crowd );
// When nothing of the tick can fail any more: what nobody has gone by for long is given up.
void wfKeepUsedRoutes( wfCrowd* crowd );
// Set the guiding direction of an agent, a unit vector in its axes or zero if there is no route, and the distance to the goal in
// metres.
void wfSetGuide( wfCrowd* crowd, int32_t rank, wfVec2 direction, double distance );
// The agent wants nothing until it is guided.
void wfClearGuide( wfCrowd* crowd, int32_t rank );

// slow_ground.c
// What the next tick asks about such ground: the only failure is that of memory.
wfResult wfReadySlowGround( const wfCrowd* crowd, wfError* error );
// The wanted speeds of all who are guided, by the ground they are on and the direction they go.
void wfSlowDown( wfCrowd* crowd );

// standing.c
wfResult wfUpdateStanding( wfCrowd* crowd, wfError* error );
// Whether a standing agent blocks a straight path.
bool wfIsPathStoodIn( const wfCrowd* crowd, const wfAgent* agent, wfVec2 to );
