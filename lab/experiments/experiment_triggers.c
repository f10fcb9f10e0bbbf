// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiment: what an agent's behaviour may change by besides somebody in sight, as functions of the host: how many are ahead, an
// object that is seen, and a mood.
#include "experiment_crowd.h"

#include "base/vec2.h"
#include "base/vec3.h"

#include <math.h>

#define MOST_SEEN 256
// Others are ahead within 45 degrees of where the agent goes.
#define AHEAD_COSINE 0.70710678118654752
// Slower than this part of the desired speed spoils the mood.
#define HELD_SHARE 0.8

// What a function knows of one agent, and remembers.
typedef struct Watch
{
	const wfCrowd* crowd;
	double epsilon;
	wfVec2 v; // to the side, in the agent's frame
	// How many ahead.
	double reach; // metres
	int32_t many;
	// An object.
	wfVec2 object;
	double visited; // from this near on it has been seen enough
	bool wasThere;
	// A mood.
	double limit; // seconds
	double held, lastTime;
	double firstTime; // when the behaviour changed first; negative: not yet
} Watch;

static wfBehaviorVector change( Watch* watch, const wfBehaviorView* view, wfVec2 v )
{
	watch->firstTime = watch->firstTime < 0.0 ? view->time : watch->firstTime;
	return ( wfBehaviorVector ){ { v.x, v.y, 0.0 }, watch->epsilon };
}

static wfBehaviorVector turnAside( Watch* watch, const wfBehaviorView* view )
{
	return change( watch, view, wfFromFrame2( wfInPlane( view->goalDirection ), watch->v ) );
}

// To the side where many are ahead.
static wfBehaviorVector avoidMany( const wfBehaviorView* view, void* context )
{
	Watch* watch = context;
	wfAgentId ids[MOST_SEEN];
	int32_t count = wfCrowd_GetAgentIds( watch->crowd, ids, MOST_SEEN ), ahead = 0;
	for ( int32_t i = 0; i < count && i < MOST_SEEN; ++i )
	{
		wfVec2 to = wfInPlane( wfSub3( wfCrowd_GetAgent( watch->crowd, ids[i] ).position, view->position ) );
		double distance = hypot( to.x, to.y );
		bool near = distance > 0.0 && distance < watch->reach;
		ahead += near && wfDot2( to, wfInPlane( view->goalDirection ) ) > AHEAD_COSINE * distance;
	}
	return ahead >= watch->many ? turnAside( watch, view ) : ( wfBehaviorVector ){ { 0.0, 0.0, 0.0 }, 0.0 };
}

// To an object that is in sight, until it was there.
static wfBehaviorVector lookAtObject( const wfBehaviorView* view, void* context )
{
	Watch* watch = context;
	wfVec2 to = wfSub2( watch->object, wfInPlane( view->position ) );
	double distance = hypot( to.x, to.y );
	watch->wasThere = watch->wasThere || distance < watch->visited;
	bool goes = !watch->wasThere && distance < watch->reach;
	return goes ? change( watch, view, wfDivide2( to, distance ) ) : ( wfBehaviorVector ){ { 0.0, 0.0, 0.0 }, 0.0 };
}

// To the side when it has been held up for long; the mood gets better as slowly as it got worse.
static wfBehaviorVector loseTemper( const wfBehaviorView* view, void* context )
{
	Watch* watch = context;
	double passed = view->time - watch->lastTime;
	bool held = hypot( view->velocity.x, view->velocity.y ) < HELD_SHARE * view->desiredSpeed;
	watch->held = fmax( watch->held + ( held ? passed : -passed ), 0.0 );
	watch->lastTime = view->time;
	return watch->held > watch->limit ? turnAside( watch, view ) : ( wfBehaviorVector ){ { 0.0, 0.0, 0.0 }, 0.0 };
}

// The walker of a case, led by a function; null: harmonic.
static wfCrowdWalks walkBy( wfTrial* run, const char* name, int32_t walker, wfBehaviorFcn* function, Watch* watch )
{
	wfSimulation simulation = wfTrial_OpenVariant( run, wfKey( "cases.%s", name ), 0 );
	int32_t count;
	wfAgentId* ids = wfGetAgentIds( simulation.crowd, &count );
	for ( int32_t i = 0; i < count && function != NULL; ++i )
	{
		if ( wfCrowd_GetAgent( simulation.crowd, ids[i] ).userData == (uint64_t)walker )
		{
			wfBehaviorDef def = wfDefaultBehaviorDef();
			wfBehaviorId id = { 0 };
			def.kind = wf_customBehavior;
			def.function = function;
			def.context = watch;
			wfTrial_Check( run, wfCrowd_AddBehavior( simulation.crowd, &def, &id, &wf_error ) );
			wfTrial_Check( run, wfCrowd_SetBehavior( simulation.crowd, ids[i], id, ( wfBehaviorId ){ 0 } ) );
		}
	}
	watch->crowd = simulation.crowd;
	watch->firstTime = -1.0;
	wfCrowdWalks walks = wfTrial_Record( run, &simulation );
	wfSimulation_Free( &simulation );
	return walks;
}

// Farthest to the right of where it started, who goes east.
static double getRight( const wfAgentWalk* walk )
{
	double right = 0.0;
	for ( int32_t i = 0; i < walk->count; ++i )
	{
		right = fmax( right, walk->places[0].y - walk->places[i].y );
	}
	return right;
}

// The same case without and with the function.
typedef struct Change
{
	wfCrowdWalks without, with;
	const wfAgentWalk *plain, *led;
	double from; // seconds, negative: never
} Change;

static Change compare( wfTrial* run, const char* name, wfBehaviorFcn* function, Watch watch )
{
	int32_t walker = wfTrial_FindEntry( run, "walker" );
	Change change = { .without = walkBy( run, name, walker, NULL, &watch ),
					  .with = walkBy( run, name, walker, function, &watch ) };
	change.plain = wfCrowdWalks_Find( &change.without, walker, 0 );
	change.led = wfCrowdWalks_Find( &change.with, walker, 0 );
	change.from = watch.firstTime;
	wfTrial_Note( run, "s", change.from, "%s: behaviour changes after, -1: never", name );
	wfTrial_Note( run, "s", change.plain->to, "%s: without it, %s", name,
				  change.plain->arrived ? "arrives after" : "given up after" );
	wfTrial_Note( run, "s", change.led->to, "%s: with it, %s", name, change.led->arrived ? "arrives after" : "given up after" );
	return change;
}

void wfPerformTriggers( wfTrial* run )
{
	Watch watch = { .epsilon = wfTrial_GetNumber( run, "epsilon" ), .v = wfTrial_GetVector( run, "v" ), .firstTime = -1.0 };
	watch.reach = wfTrial_GetNumber( run, "reach" );
	watch.many = (int32_t)wfTrial_GetNumber( run, "many" );
	watch.object = wfTrial_GetVector( run, "object" );
	watch.visited = wfTrial_GetNumber( run, "visited" );
	watch.limit = wfTrial_GetNumber( run, "limit" );
	Change many = compare( run, "many", avoidMany, watch ), few = compare( run, "few", avoidMany, watch );
	Change object = compare( run, "object", lookAtObject, watch ), mood = compare( run, "mood", loseTemper, watch );
	wfTrial_Claim( run, "many", getRight( many.led ) - getRight( many.plain ) );
	wfTrial_Claim( run, "few", fabs( getRight( few.led ) - getRight( few.plain ) ) );
	wfTrial_Claim( run, "object", wfAgentWalk_GetNearest( object.led, watch.object ) );
	wfTrial_Claim( run, "passedBy", wfAgentWalk_GetNearest( object.plain, watch.object ) );
	wfTrial_Claim( run, "mood", mood.plain->to - mood.led->to );
	wfTrial_Claim( run, "patience", mood.from );
	const Change* const changes[] = { &many, &few, &object, &mood };
	int32_t arrived = 0;
	double gap = INFINITY;
	for ( int32_t i = 0; i < 4; ++i )
	{
		arrived += changes[i]->led->arrived;
		gap = fmin( gap, fmin( changes[i]->with.smallestGap, changes[i]->without.smallestGap ) );
	}
	wfTrial_Claim( run, "arrive", arrived / 4.0 );
	wfTrial_Claim( run, "gap", gap );
	wfTrial_DrawWalks( run, "", "Many ahead: to the right", &many.with, 1 );
	wfTrial_DrawWalks( run, "few", "Few ahead: straight on", &few.with, 1 );
	wfTrial_DrawWalks( run, "object", "An object is seen", &object.with, 1 );
	wfTrial_DrawWalks( run, "mood", "Held up for long: past them", &mood.with, 1 );
}
