// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The defs' default values. docs/behaviours.md gives the reasons.
#include "crowd/defs.h"
#include "base/base.h"
#include "base/math.h"

wfBehaviorDef wfDefaultBehaviorDef( void )
{
	return ( wfBehaviorDef ){
		.kind = wf_harmonicBehavior,
		.epsilon = 0.7,
		.v = { 1.0, 0.0, 0.0 },
		.target = wf_goalTarget,
		.holdSeconds = { 1.0, 4.0 },
		.internalCookie = WF_COOKIE,
	};
}

static wfStyleDef makeDefaultStyle( void )
{
	return ( wfStyleDef ){
		.mapSize = 11,
		.mapCell = 0.25,
		.mapTurns = true,
		.solver = wf_localSor,
		.viewAngle = WF_TWO_PI,
		.sightDistance = 3.0,
		.neighborReach = 2.5,
		.softAgents = true,
		.softStrength = 6.0,
		.softReach = 1.2,
		.horizon = 1.5,
		.foresight = true,
		.keepRight = 0.2,
		.queueing = true,
		.yielding = true,
		.takesTurns = true,
		.patience = 2.0,
		.bodyDepth = 0.6,
		.timeGap = 0.9,
		.rule = wf_smoothRule,
		.mass = 4.0,
		.inertia = 0.5,
		.slowsInTurns = true,
		.relaxTime = 0.4,
		.maxAcceleration = 6.0,
		.internalCookie = WF_COOKIE,
	};
}

wfStyleDef wfDefaultStyleDef( wfPreset preset )
{
	wfStyleDef def = makeDefaultStyle();
	if ( preset == wf_classicPreset )
	{
		def.mapSize = 15;
		def.mapCell = 0.5;
		def.mapTurns = false;
		def.solver = wf_localGaussSeidel;
		def.iterations = 30;
		// The half diagonal of the map: all that fits into it is mapped.
		def.neighborReach = 5.5;
		def.softAgents = false;
		def.horizon = 0.0;
		def.foresight = false;
		def.keepRight = 0.0;
		def.queueing = false;
		def.yielding = false;
		def.takesTurns = false;
		def.patience = 0.0;
		def.bodyDepth = 1.0;
		def.timeGap = 0.0;
		def.rule = wf_massRule;
	}
	return def;
}

wfStop wfMakePointStop( wfVec3 point )
{
	return ( wfStop ){ .kind = wf_pointStop, .point = point, .place = { -1, 0.0, 0.0 } };
}

wfStop wfMakeGoalStop( wfGoalId goal )
{
	return ( wfStop ){ .kind = wf_goalStop, .goal = goal, .place = { -1, 0.0, 0.0 } };
}

wfStop wfMakeQueueStop( wfQueueId queue )
{
	return ( wfStop ){ .kind = wf_queueStop, .queue = queue, .place = { -1, 0.0, 0.0 } };
}

wfStop wfMakeExitsStop( wfExitsId exits, wfExitChoice choice )
{
	return ( wfStop ){ .kind = wf_exitsStop, .exits = exits, .choice = choice, .place = { -1, 0.0, 0.0 } };
}

wfExitsDef wfDefaultExitsDef( void )
{
	return ( wfExitsDef ){ .internalCookie = WF_COOKIE };
}

wfAgentDef wfDefaultAgentDef( void )
{
	return ( wfAgentDef ){
		.place = { -1, 0.0, 0.0 },
		.radius = 0.25,
		.desiredSpeed = 1.3,
		.atEnd = wf_leaveAtEnd,
		.internalCookie = WF_COOKIE,
	};
}

wfSourceDef wfDefaultSourceDef( void )
{
	return ( wfSourceDef ){
		.lowest = -INFINITY,
		.highest = INFINITY,
		.rate = 1.0,
		.agent = wfDefaultAgentDef(),
		.radius = { .kind = wf_constantNumber, .lower = 0.25, .upper = 0.25, .mean = 0.25 },
		.desiredSpeed = { .kind = wf_constantNumber, .lower = 1.3, .upper = 1.3, .mean = 1.3 },
		.internalCookie = WF_COOKIE,
	};
}

wfSinkDef wfDefaultSinkDef( void )
{
	return ( wfSinkDef ){ .lowest = -INFINITY, .highest = INFINITY, .internalCookie = WF_COOKIE };
}

wfQueueDef wfDefaultQueueDef( void )
{
	return ( wfQueueDef ){
		.spacing = 0.7,
		.serviceSeconds = 5.0,
		.internalCookie = WF_COOKIE,
	};
}

wfCrowdDef wfDefaultCrowdDef( wfPreset preset )
{
	wfCrowdDef def = {
		.preset = preset,
		.tickSeconds = 0.2,
		.movesPerTick = 2,
		.haste = 2.0,
		.directRoutes = true,
		.stuckSeconds = 30.0,
		.standSeconds = 6.0,
		.precision = wf_singlePrecision,
		.seed = 1,
		.internalCookie = WF_COOKIE,
	};
	if ( preset == wf_classicPreset )
	{
		// The papers plan before every move. With a mass of 4 a direction lasts about five ticks: at 0.1 s half a second, as
		// in their figures, where an agent turns within its own local map.
		def.tickSeconds = 0.1;
		def.movesPerTick = 1;
		def.haste = 0.0;
		def.directRoutes = false;
		def.standSeconds = 0.0;
	}
	return def;
}
