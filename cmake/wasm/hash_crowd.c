// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Steps a few crowds and prints hashes of their states on the way, to compare one machine with another.

#include "hash.h"

#include <inttypes.h>
#include <stdio.h>

static wfResult addStops( wfCrowd* crowd, wfAgentDef* agent, wfVec2 position, wfStop stop )
{
	agent->position = ( wfVec3 ){ position.x, position.y, 0.0 };
	agent->stops = &stop;
	agent->stopCount = 1;
	return wfCrowd_AddAgent( crowd, agent, NULL, NULL );
}

wfResult hashAddWall( wfWorld* world, wfVec2 lower, wfVec2 upper )
{
	wfShapeDef wall = wfDefaultShapeDef();
	wall.kind = wf_boxShape;
	wall.center = ( wfVec2 ){ 0.5 * ( lower.x + upper.x ), 0.5 * ( lower.y + upper.y ) };
	wall.halfSize = ( wfVec2 ){ 0.5 * ( upper.x - lower.x ), 0.5 * ( upper.y - lower.y ) };
	wfShapeId id;
	return wfWorld_AddShape( world, &wall, &id, NULL );
}

// Steps and prints on the way, so that the first difference is not far from where it came from.
static wfResult stepAndPrint( const char* name, wfCrowd* crowd, int32_t steps )
{
	wfResult result = wf_ok;
	for ( int32_t k = 1; k <= steps && result == wf_ok; ++k )
	{
		result = wfCrowd_Tick( crowd, NULL );
		if ( result == wf_ok && ( k == 1 || k % 50 == 0 ) )
		{
			printf( "%s step %d crowd %016" PRIx64 " %d agents, %d arrived\n", name, (int)k, wfCrowd_GetHash( crowd ),
					(int)wfCrowd_GetAgentCount( crowd ), (int)wfCrowd_GetArrivedCount( crowd ) );
		}
	}
	return result;
}

// Behind a wall with a door stands a counter where one queues; somebody is drunk, somebody stays, more come in.
static wfResult peopleRoom( wfCrowd* crowd, wfGoalId exit )
{
	wfStyleDef style = wfDefaultStyleDef( wf_defaultPreset );
	wfBehaviorDef behavior = wfDefaultBehaviorDef(), onSight = wfDefaultBehaviorDef();
	double factor = 1.0;
	wfStyleId drunkStyle = { 0 };
	wfBehaviorId drunk = { 0 };
	wfResult result = wfApplyPersonality( "drunk", &style, &behavior, &onSight, &factor );
	result = result != wf_ok ? result : wfCrowd_AddStyle( crowd, &style, &drunkStyle, NULL );
	result = result != wf_ok ? result : wfCrowd_AddBehavior( crowd, &behavior, &drunk, NULL );

	const wfVec3 line[2] = { { 13.0, 8.0, 0.0 }, { 13.0, 3.0, 0.0 } };
	wfQueueDef queue = wfDefaultQueueDef();
	queue.line = line;
	queue.lineCount = 2;
	queue.serviceSeconds = 1.0;
	wfQueueId queueId = { 0 };
	result = result != wf_ok ? result : wfCrowd_AddQueue( crowd, &queue, &queueId, NULL );

	for ( int32_t k = 0; k < 60 && result == wf_ok; ++k )
	{
		wfAgentDef agent = wfDefaultAgentDef();
		agent.radius = 0.2 + 0.1 * wfRandomUnit( 11, 1, (uint64_t)k );
		agent.desiredSpeed = 1.0 + 0.6 * wfRandomUnit( 11, 2, (uint64_t)k );
		agent.heading = 6.0 * wfRandomUnit( 11, 3, (uint64_t)k );
		agent.style = k % 9 == 4 ? drunkStyle : agent.style;
		agent.behavior = k % 9 == 4 ? drunk : agent.behavior;
		agent.atEnd = k % 5 == 0 ? wf_stayAtEnd : wf_leaveAtEnd;
		wfStop stop = { .kind = wf_goalStop, .goal = exit };
		if ( k % 10 == 3 )
		{
			stop = ( wfStop ){ .kind = wf_queueStop, .queue = queueId };
		}
		else if ( k % 5 == 0 )
		{
			stop = ( wfStop ){ .kind = wf_pointStop, .point = { 10.5 + 0.3 * ( k % 3 ), 1.0 + 0.1 * k, 0.0 } };
		}
		result = addStops( crowd, &agent, ( wfVec2 ){ 0.7 + 0.75 * ( k % 10 ), 1.0 + 1.2 * ( k / 10 ) }, stop );
	}
	const wfVec2 region[3] = { { 0.5, 8.0 }, { 4.0, 8.0 }, { 2.0, 9.5 } };
	const wfStop leave = { .kind = wf_goalStop, .goal = exit };
	wfSourceDef source = wfDefaultSourceDef();
	source.region = region;
	source.regionCount = 3;
	source.random = true;
	source.count = 12;
	source.agent.stops = &leave;
	source.agent.stopCount = 1;
	source.desiredSpeed =
		( wfDistribution ){ .kind = wf_normalNumber, .lower = 0.8, .upper = 1.8, .mean = 1.3, .deviation = 0.25 };
	wfSourceId sourceId;
	return result != wf_ok ? result : wfCrowd_AddSource( crowd, &source, &sourceId, NULL );
}

static wfResult hashRoom( void )
{
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds = ( wfBox2 ){ { 0.0, 0.0 }, { 16.0, 10.0 } };
	wfWorld* world = NULL;
	wfCrowd* crowd = NULL;
	const wfVec2 exit[4] = { { 15.0, 0.0 }, { 16.0, 0.0 }, { 16.0, 2.0 }, { 15.0, 2.0 } };
	wfGoalDef goal = wfDefaultGoalDef();
	goal.kind = wf_polygonGoal;
	goal.points = exit;
	goal.pointCount = 4;
	wfGoalId goalId = { 0 };
	wfResult result = wfCreateWorld( &worldDef, &world, NULL );
	result = result != wf_ok ? result : hashAddWall( world, ( wfVec2 ){ 9.0, 0.0 }, ( wfVec2 ){ 9.3, 4.4 } );
	result = result != wf_ok ? result : hashAddWall( world, ( wfVec2 ){ 9.0, 5.5 }, ( wfVec2 ){ 9.3, 10.0 } );
	result = result != wf_ok ? result : wfWorld_AddGoal( world, &goal, &goalId, NULL );
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.standSeconds = 3.0;
	wfGroundDef ground = wfMakePlaneGround( world );
	result = result != wf_ok ? result : wfCreateCrowd( &ground, &def, &crowd, NULL );
	result = result != wf_ok ? result : peopleRoom( crowd, goalId );
	result = result != wf_ok ? result : stepAndPrint( "room", crowd, 150 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
	return result;
}

// Two groups without any wall that walk through each other at a right angle.
static wfResult hashCrossing( const char* name, wfPreset preset, int32_t steps )
{
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds = ( wfBox2 ){ { -10.0, -10.0 }, { 10.0, 10.0 } };
	wfWorld* world = NULL;
	wfCrowd* crowd = NULL;
	wfCrowdDef def = wfDefaultCrowdDef( preset );
	wfResult result = wfCreateWorld( &worldDef, &world, NULL );
	wfGroundDef ground = wfMakePlaneGround( world );
	result = result != wf_ok ? result : wfCreateCrowd( &ground, &def, &crowd, NULL );
	for ( int32_t k = 0; k < 40 && result == wf_ok; ++k )
	{
		wfAgentDef agent = wfDefaultAgentDef();
		agent.desiredSpeed = 1.1 + 0.4 * wfRandomUnit( 12, 1, (uint64_t)k );
		double along = -8.5 + 1.0 * ( k / 10 ), across = -4.0 + 0.85 * ( k / 2 % 10 );
		bool east = k % 2 == 0;
		wfStop stop = { .kind = wf_pointStop, .point = { east ? 8.5 : across, east ? across : 8.5, 0.0 } };
		along += east ? 0.0 : 0.37;
		result = addStops( crowd, &agent, ( wfVec2 ){ east ? along : across, east ? across : along }, stop );
	}
	result = result != wf_ok ? result : stepAndPrint( name, crowd, steps );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
	return result;
}

// Two groups on foot and some discs through each other, a wide door between them; hashes of every step they tell too.
static wfResult peopleFeet( wfCrowd* crowd )
{
	wfGaitDef gait = wfDefaultGaitDef(), limp = wfDefaultGaitDef();
	limp.legs[wf_leftFoot].maxSpeed = 1.0;
	limp.legs[wf_leftFoot].maxTurn = 0.7;
	wfGaitId feet = { 0 }, limping = { 0 };
	wfResult result = wfCrowd_AddGait( crowd, &gait, &feet, NULL );
	result = result != wf_ok ? result : wfCrowd_AddGait( crowd, &limp, &limping, NULL );
	for ( int32_t k = 0; k < 20 && result == wf_ok; ++k )
	{
		wfAgentDef agent = wfDefaultAgentDef();
		bool east = k % 2 == 0;
		double x = 1.0 + 0.9 * ( k / 2 % 5 ), y = 1.2 + 1.7 * ( k / 10 ) + ( east ? 0.0 : 0.6 );
		agent.radius = 0.21 + 0.06 * wfRandomUnit( 13, 1, (uint64_t)k );
		agent.desiredSpeed = 1.0 + 0.6 * wfRandomUnit( 13, 2, (uint64_t)k );
		agent.heading = 6.0 * wfRandomUnit( 13, 3, (uint64_t)k );
		agent.gait = k % 7 == 3 ? ( wfGaitId ){ 0 } : k % 5 == 1 ? limping : feet;
		agent.atEnd = k % 4 == 0 ? wf_stayAtEnd : wf_leaveAtEnd;
		wfStop stop = { .kind = wf_pointStop, .point = { east ? 13.0 - 0.3 * k / 2 : 1.0 + 0.3 * k / 2, y, 0.0 } };
		result = addStops( crowd, &agent, ( wfVec2 ){ east ? x : 14.0 - x, y }, stop );
	}
	return result;
}

static wfResult hashFeet( void )
{
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds = ( wfBox2 ){ { 0.0, 0.0 }, { 14.0, 6.0 } };
	wfWorld* world = NULL;
	wfCrowd* crowd = NULL;
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	wfResult result = wfCreateWorld( &worldDef, &world, NULL );
	result = result != wf_ok ? result : hashAddWall( world, ( wfVec2 ){ 6.9, 0.0 }, ( wfVec2 ){ 7.1, 1.0 } );
	result = result != wf_ok ? result : hashAddWall( world, ( wfVec2 ){ 6.9, 4.4 }, ( wfVec2 ){ 7.1, 6.0 } );
	wfGroundDef ground = wfMakePlaneGround( world );
	result = result != wf_ok ? result : wfCreateCrowd( &ground, &def, &crowd, NULL );
	result = result != wf_ok ? result : peopleFeet( crowd );
	uint64_t hash = WF_HASH_START;
	int32_t told = 0;
	for ( int32_t k = 1; k <= 150 && result == wf_ok; ++k )
	{
		result = wfCrowd_Tick( crowd, NULL );
		const wfFootstepRow* rows = NULL;
		int32_t count = result == wf_ok ? wfCrowd_GetFootsteps( crowd, &rows ) : 0;
		for ( int32_t n = 0; n < count; ++n )
		{
			const wfFootstep* step = &rows[n].step;
			wfVec2 exact = wfFootstep_GetExactPosition( step, step->startTime + 0.3 * step->duration );
			const double numbers[] = {
				step->startTime, step->duration, step->footPosition.x, step->footPosition.y, step->footAngle, step->energy,
				exact.x,		 exact.y };
			hash = wfHash( hash, numbers, sizeof( numbers ) );
			told += 1;
		}
		if ( result == wf_ok && ( k == 1 || k % 25 == 0 ) )
		{
			printf( "feet step %d crowd %016" PRIx64 " steps %016" PRIx64 " %d told, %d arrived\n", (int)k,
					wfCrowd_GetHash( crowd ), hash, (int)told, (int)wfCrowd_GetArrivedCount( crowd ) );
		}
	}
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
	return result;
}

wfResult hashCrowds( void )
{
	wfResult result = hashRoom();
	result = result != wf_ok ? result : hashFeet();
	result = result != wf_ok ? result : hashCrossing( "crossing", wf_defaultPreset, 100 );
	return result != wf_ok ? result : hashCrossing( "classic", wf_classicPreset, 200 );
}
