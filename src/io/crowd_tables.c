// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What scenario files may say about crowds: each field stands here once.
#include "io/crowd_reader.h"
#include "io/field_macros.h"
#include "io/order_log.h"
#include "wayfield/groups.h"

const char* const wf_presetNames[] = { "default", "classic", NULL };
const char* const wf_locomotionNames[] = { "disc", "footsteps", NULL };
static const char* const s_precisions[] = { "double", "single", NULL };
static const char* const s_remedies[] = { "nearest", "stand", "remove", NULL };
static const char* const s_solvers[] = { "sor", "gaussSeidel", NULL };
static const char* const s_rules[] = { "gradient", "mean", "mass", "inertia", "heading", "smooth", NULL };
static const char* const s_axes[] = { "x", "y", NULL };
static const char* const s_atEnd[] = { "leave", "stay", "repeat", NULL };
_Static_assert( sizeof( wfLocalSolver ) == 4 && sizeof( wfMotionRule ) == 4 && sizeof( wfAtEnd ) == 4 &&
					sizeof( wfPrecision ) == 4 && sizeof( wfRemedy ) == 4,
				"choices are written as 32-bit integers" );

#define LONGEST_TIME 1e9

// ----------------------------------------------------------------------------------------------------- crowd and run

static const wfFieldRow s_crowd[] = {
	OTHER( "preset", BY_HAND ABSENT( "default" ), "preset",
		   "the defaults of all that follows, and of styles: ours, or the crowd of the papers" ),
	OTHER( "seed", BY_HAND ABSENT( "1" ), "seed", "of all that is drawn" ),
	NUMBER( "tickSeconds", AT( wfCrowdDef, tickSeconds ) FORMERLY( "step" ), STATED( 0.001, 10.0 ), "s", "between decisions" ),
	INTEGER( "movesPerTick", AT( wfCrowdDef, movesPerTick ) FORMERLY( "substeps" ), STATED( 1, 1000 ),
			 "moves between decisions" ),
	NUMBER( "cell", AT( wfCrowdDef, cellSize ) IN_PLANE HOLDS( "gridCell" ), STATED( 0.0, 1e6 ), "m",
			"of the global grids, at least 0.001; 0: as the passages need, for each size of agents" ),
	NUMBER( "haste", AT( wfCrowdDef, haste ), STATED( 0.0, 1e6 ), "per m", "of the global fields" ),
	BOOL( "directRoutes", AT( wfCrowdDef, directRoutes ) IN_PLANE FORMERLY( "directWays" ),
		  "go straight to a point where nothing is between" ),
	NUMBER( "stuckSeconds", AT( wfCrowdDef, stuckSeconds ), STATED( 0.001, LONGEST_TIME ), "s",
			"who comes no nearer for so long is reported as stuck" ),
	NUMBER( "standSeconds", AT( wfCrowdDef, standSeconds ) IN_PLANE, STATED( 0.0, LONGEST_TIME ), "s",
			"who stands for so long enters the global field as costly ground; 0: never" ),
	CHOICE( "precision", AT( wfCrowdDef, precision ), s_precisions, "of the factors behind the global fields" ),
	NUMBER( "solveBudget", AT( wfCrowdDef, solveBudget ) IN_PLANE, STATED( 0.0, 1e9 ), "million operations",
			"work on global fields per tick; 0: everything at once" ),
	CHOICE( "badStop", AT( wfCrowdDef, badStop ), s_remedies,
			"what agents do whose stop an edit has closed: go as near as they can get, stand, or leave" ),
	CHOICE( "covered", AT( wfCrowdDef, covered ) IN_PLANE, s_remedies,
			"what agents do that an edit has put a wall onto: move out, stand, or leave" ),
	END,
};
const wfObject wf_crowdObject = { "crowd", "the crowd", .parts = { s_crowd } };

static const wfFieldRow s_run[] = {
	NUMBER( "seconds", AT( wfSimulation, seconds ), RANGE( { 0.0, 1e9, "seconds from 0 to 1e9" } ), "s", "to simulate at most" ),
	NUMBER( "fps", AT( wfSimulation, fps ), RANGE( { 0.001, 1000.0, "frames a second from 0.001 to 1000" } ), "per s",
			"frames of the recording: the moves per second, or these divided by a whole number; otherwise the nearest of these, "
			"with a "
			"warning" ),
	BOOL(
		"stopWhenDone", AT( wfSimulation, stopWhenDone ),
		"stop when everybody has arrived; `wayfield run` then fails when the time is over before. Of no use with sources without "
		"end or agents that repeat" ),
	OTHER( "lines", BY_HAND IN_PLANE ABSENT( "none" ), "[runLine 0 16]", "lines whose flow is measured; names must differ" ),
	BOX( "area", AT( wfSimulation, area ) IN_PLANE ABSENT( "none" ), "where density and speed are measured" ),
	PAIR( "laneDirection", AT( wfSimulation, laneDirection ) IN_PLANE, RANGE( WF_COORDINATE ), "a direction [x, y]",
		  "along which lanes are looked for" ),
	END,
};
const wfObject wf_runObject = { "run", "the run", .parts = { s_run } };

static const wfFieldRow s_runLine[] = {
	OTHER( "name", BY_HAND EXPECTED( "what reports call the line" ), "lineName", "in reports" ),
	POINT( "a", AT( struct wfSimulationLine, a ) EXPECTED( "its one end [x, y]" ), "its one end" ),
	POINT( "b", AT( struct wfSimulationLine, b ) EXPECTED( "its other end [x, y]" ), "its other end" ),
	END,
};
const wfObject wf_runLineObject = { "runLine", "a line", .parts = { s_runLine } };

// --------------------------------------------------------------------------------------------------- styles and gaits

static const wfFieldRow s_style[] = {
	OTHER( "base", BY_HAND ABSENT( "the crowd's preset" ), "name", "what is not said here" ),
	INTEGER( "mapSize", AT( wfStyleDef, mapSize ) HOLDS( "oddSize" ), STATED( 11, 35 ),
			 "cells along a side of the local map: an odd number" ),
	NUMBER( "mapCell", AT( wfStyleDef, mapCell ), STATED( 0.01, 100.0 ), "m", "side of its cells" ),
	BOOL( "mapTurns", AT( wfStyleDef, mapTurns ), "the map follows the guiding direction" ),
	BOOL( "mapAdapts", AT( wfStyleDef, mapAdapts ), "smaller while nothing is near" ),
	BOOL( "goalInside", AT( wfStyleDef, goalInside ), "a goal inside of the map is mapped too" ),
	CHOICE( "solver", AT( wfStyleDef, solver ), s_solvers, "of the local map" ),
	INTEGER( "iterations", AT( wfStyleDef, iterations ), STATED( 0, 10000 ), "0: as many as the solver needs" ),
	NUMBER( "viewAngle", AT( wfStyleDef, viewAngle ), STATED( 0.0, 6.2831853134 ), "rad", "full aperture" ),
	NUMBER( "sightDistance", AT( wfStyleDef, sightDistance ), STATED( 0.0, 1000.0 ), "m", "within it `onSight` takes over" ),
	NUMBER( "neighborReach", AT( wfStyleDef, neighborReach ), STATED( 0.0, 1000.0 ), "m", "farther agents are not perceived" ),
	BOOL( "softAgents", AT( wfStyleDef, softAgents ), "others cost instead of being obstacles" ),
	NUMBER( "softStrength", AT( wfStyleDef, softStrength ), STATED( 0.0, 1000.0 ), NULL, "of that cost per square metre" ),
	NUMBER( "softReach", AT( wfStyleDef, softReach ), STATED( 0.1, 10.0 ), NULL, "in sums of radii" ),
	NUMBER( "horizon", AT( wfStyleDef, horizon ), STATED( 0.0, 60.0 ), "s", "others are predicted so far ahead" ),
	BOOL( "foresight", AT( wfStyleDef, foresight ), "look for the least crowded direction" ),
	NUMBER( "keepRight", AT( wfStyleDef, keepRight ), STATED( -2.0, 2.0 ), NULL,
			"pull to the right against oncoming agents; below 0: left" ),
	BOOL( "queueing", AT( wfStyleDef, queueing ), "keep behind those who go the same way" ),
	BOOL( "yielding", AT( wfStyleDef, yielding ), "make room for those who are pressed" ),
	BOOL( "takesTurns", AT( wfStyleDef, takesTurns ) FORMERLY( "usesGates" ), "take turns at narrow passages" ),
	NUMBER( "patience", AT( wfStyleDef, patience ), STATED( 0.0, LONGEST_TIME ), "s",
			"of being pressed, before a side-step; 0: never" ),
	NUMBER( "bodyDepth", AT( wfStyleDef, bodyDepth ), STATED( 0.2, 1.0 ), NULL,
			"from front to back, as a share of the width; 1: round and hard" ),
	NUMBER( "timeGap", AT( wfStyleDef, timeGap ), STATED( 0.0, 10.0 ), "s",
			"in which the gap to those before would be walked; 0: any gap will do" ),
	CHOICE( "rule", AT( wfStyleDef, rule ), s_rules, "how a direction becomes a move" ),
	NUMBER( "mass", AT( wfStyleDef, mass ), STATED( 0.0, 1e6 ), NULL, "of the rule mass" ),
	NUMBER( "inertia", AT( wfStyleDef, inertia ), STATED( 0.0, 1.0 ), NULL, "of the rules inertia and heading" ),
	BOOL( "slowsInTurns", AT( wfStyleDef, slowsInTurns ), "else always at full speed" ),
	NUMBER( "relaxTime", AT( wfStyleDef, relaxTime ), STATED( 0.0, 60.0 ), "s", "of the rule smooth" ),
	NUMBER( "maxAcceleration", AT( wfStyleDef, maxAcceleration ), STATED( 0.001, 1000.0 ), "m/s2", "of the rule smooth" ),
	END,
};
const wfObject wf_styleObject = { "style", "a style", .parts = { s_style } };

static const wfFieldRow s_gait[] = {
	NUMBER( "legLength", AT( wfGaitDef, legLength ), STATED( 0.2, 3.0 ), "m", "height of the centre of mass" ),
	NUMBER( "footDistance", AT( wfGaitDef, footDistance ), STATED( 0.02, 0.5 ), "m", "of a foot from the centre as it passes" ),
	NUMBER( "mass", AT( wfGaitDef, mass ), STATED( 1.0, 1000.0 ), "kg", "" ),
	NUMBER( "power", AT( wfGaitDef, power ), STATED( 1.0, 1e5 ), "W", "spent whatever the motion" ),
	NUMBER( "turnWeight", AT( wfGaitDef, turnWeight ), STATED( 0.0, 10.0 ), NULL,
			"share of the force in curves that is the character's own effort" ),
	NUMBER( "walkRatio", AT( wfGaitDef, walkRatio ), STATED( 0.05, 2.0 ), "m s",
			"stride divided by steps a second: how a change of speed is shared by both" ),
	NUMBER( "speedUp", AT( wfGaitDef, speedUp ), STATED( 0.1, 5.0 ), "m/s", "largest gain of speed from one step to the next" ),
	NUMBER( "slowDown", AT( wfGaitDef, slowDown ), STATED( 0.1, 5.0 ), "m/s", "largest loss of speed" ),
	NUMBER( "footRadius", AT( wfGaitDef, footRadius ), STATED( 0.01, 0.5 ), "m", "of the circle around a foot" ),
	NUMBER( "torsoShare", AT( wfGaitDef, torsoShare ), STATED( 0.1, 1.0 ), NULL,
			"radius of the torso's circle, in radii of the agent" ),
	NUMBER( "shoulderShare", AT( wfGaitDef, shoulderShare ), STATED( 0.1, 1.0 ), NULL,
			"radius of each shoulder's circle, in radii of the agent" ),
	INTEGER( "maxExpanded", AT( wfGaitDef, maxExpanded ), STATED( 1, 1000 ),
			 "nodes a search for steps may open; a third of them while walking" ),
	NUMBER( "horizonSeconds", AT( wfGaitDef, horizonSeconds ), STATED( 0.5, 10.0 ), "s", "how far ahead steps are planned" ),
	NUMBER( "comfort", AT( wfGaitDef, comfort ), STATED( 0.0, 2.0 ), "m", "distance to others below which nearness costs" ),
	END,
};
static const wfFieldRow s_leg[] = {
	NUMBER( "minDuration", AT( wfLegDef, minDuration ), STATED( 0.1, 2.0 ), "s", "of a step" ),
	NUMBER( "maxDuration", AT( wfLegDef, maxDuration ), STATED( 0.1, 3.0 ), "s", "of a step; `minDuration` or more" ),
	NUMBER( "minStride", AT( wfLegDef, minStride ), STATED( 0.0, 1.0 ), "m", "path of the centre in a step" ),
	NUMBER( "maxStride", AT( wfLegDef, maxStride ), STATED( 0.2, 2.5 ), "m", "the same; `minStride` or more" ),
	NUMBER( "maxSpeed", AT( wfLegDef, maxSpeed ), STATED( 0.1, 5.0 ), "m/s", "" ),
	NUMBER( "maxTurn", AT( wfLegDef, maxTurn ), STATED( 0.05, 1.5 ), "rad", "half of the largest change of direction in a step" ),
	NUMBER( "maxSideForce", AT( wfLegDef, maxSideForce ), STATED( 0.2, 50.0 ), "m/s2",
			"acceleration toward a new direction: who is faster turns wider" ),
	NUMBER( "outward", AT( wfLegDef, outward ), STATED( 0.05, 3.14159265 ), "rad",
			"the foot may point outward of where the other one points by this much" ),
	NUMBER( "inward", AT( wfLegDef, inward ), STATED( 0.0, 1.57079632 ), "rad", "and inward of it" ),
	END,
};
static const wfFieldRow s_sides[] = {
	OTHER( "left", BY_HAND, "leg", "of the steps on the left leg alone" ),
	OTHER( "right", BY_HAND, "leg", "of the steps on the right leg alone" ),
	END,
};
const wfObject wf_gaitObject = { "gait", "a gait", .parts = { s_gait, s_leg, s_sides } };
const wfObject wf_legObject = { "leg", "a leg", .parts = { s_leg } };

// ---------------------------------------------------------------------------------------------------------- behaviors

#define TYPE OTHER( "type", BY_HAND ABSENT( "required" ), NULL, "" )
#define STRENGTH NUMBER( "epsilon", AT( wfBehaviorDef, epsilon ), STATED( -100.0, 100.0 ), NULL, "strength of the pull" )
#define DIRECTION                                                                                                                \
	OTHER( "v", BY_HAND ABSENT( "[1, 0]" ), "pull", "where it pulls" ),                                                          \
		BOOL( "relative", AT( wfBehaviorDef, relative ), "`v` is along the agent's own direction and to its left" )
#define ANGLE( words ) NUMBER( "angle", AT( wfBehaviorDef, angle ), STATED( -1000.0, 1000.0 ), "rad", words )

static const wfFieldRow s_harmonic[] = { TYPE, END };
static const wfFieldRow s_constant[] = { TYPE, STRENGTH, DIRECTION, END };
static const wfFieldRow s_periodic[] = {
	TYPE, STRENGTH, DIRECTION, OTHER( "waves", BY_HAND AS_MEMBER( "waveCount" ) ABSENT( "none" ), "[wave 0 8]", "added to `v`" ),
	END,
};
static const wfFieldRow s_toward[] = {
	TYPE,
	STRENGTH,
	OTHER( "target", BY_HAND ABSENT( "goal" ), "target", "the present goal, the nearest agent seen, a place, an agent" ),
	ANGLE( "by which it is turned: pi is away from the target" ),
	END,
};
static const wfFieldRow s_random[] = {
	TYPE,
	STRENGTH,
	OTHER( "holdSeconds", BY_HAND ABSENT( "[1, 4]" ), "pair", "seconds a direction is held" ),
	END,
};
static const wfFieldRow s_scheduled[] = {
	TYPE,
	OTHER( "stages", BY_HAND AS_MEMBER( "stageCount" ) EXPECTED( "a list of stages" ), "[stage 1 8]",
		   "the last that has begun counts" ),
	END,
};
static const wfFieldRow s_pass[] = { TYPE, STRENGTH, ANGLE( "below 0 passes on the right hand, above on the left" ), END };

static const wfObject s_harmonicObject = { TYPED( "harmonicBehavior", "a behavior", "harmonic", s_harmonic ) };
static const wfObject s_constantObject = { TYPED( "constantBehavior", "a behavior", "constant", s_constant ) };
static const wfObject s_periodicObject = { TYPED( "periodicBehavior", "a behavior", "periodic", s_periodic ) };
static const wfObject s_towardObject = { TYPED( "towardBehavior", "a behavior", "toward", s_toward ) };
static const wfObject s_randomObject = { TYPED( "randomBehavior", "a behavior", "random", s_random ) };
static const wfObject s_scheduledObject = { TYPED( "scheduledBehavior", "a behavior", "scheduled", s_scheduled ) };
static const wfObject s_passObject = { TYPED( "passBehavior", "a behavior", "pass", s_pass ) };
// In the order of wfBehaviorKind: the place in this list is the kind. Custom behaviours cannot come from a file.
const wfObject* const wf_behaviorObjects[] = { &s_harmonicObject, &s_constantObject,  &s_periodicObject, &s_towardObject,
											   &s_randomObject,	  &s_scheduledObject, &s_passObject,	 NULL };
_Static_assert( sizeof( wf_behaviorObjects ) / sizeof( wf_behaviorObjects[0] ) == wf_customBehavior + 1,
				"a behaviour of wfBehaviorKind is missing in the list" );

static const wfFieldRow s_agentTarget[] = {
	OTHER( "agent", BY_HAND EXPECTED( "the name of an agent" ), "name", "of a single agent" ),
	END,
};
const wfObject wf_agentTargetObject = { "agentTarget", "a target", .parts = { s_agentTarget } };

static const wfFieldRow s_wave[] = {
	CHOICE( "axis", AT( wfWave, axis ) EXPECTED( "\"x\" or \"y\"" ), s_axes, "of `v` that it is added to" ),
	NUMBER( "amplitude", AT( wfWave, amplitude ) ABSENT( "1" ), STATED( -100.0, 100.0 ), NULL, "" ),
	NUMBER( "rate", AT( wfWave, rate ) ABSENT( "1" ), STATED( -1000.0, 1000.0 ), "rad/s", "" ),
	NUMBER( "phase", AT( wfWave, phase ) ABSENT( "0" ), STATED( -1000.0, 1000.0 ), "rad", "" ),
	END,
};
const wfObject wf_waveObject = { "wave", "a wave", .parts = { s_wave } };

static const wfFieldRow s_stage[] = {
	NUMBER( "time", AT( wfStage, from ), RANGE( { 0.0, 1e9, "seconds, 0 or more" } ), "s", "since the agent entered" ),
	NUMBER( "fraction", AT( wfStage, from ), RANGE( { 0.0, 1.0, "a fraction from 0 to 1" } ), NULL,
			"of the distance to the present stop" ),
	OTHER( "place", BY_HAND, "point", "the first time the agent is near it" ),
	NUMBER( "radius", AT( wfStage, radius ) ABSENT( "1" ), RANGE( WF_SIZE ), "m", "how near" ),
	OTHER( "behavior", BY_HAND EXPECTED( "the name of a behavior" ), "name", "one that is not scheduled itself" ),
	END,
};
const wfObject wf_stageObject = { "stage", "a stage", .parts = { s_stage } };

// -------------------------------------------------------------------------------------------------- agents and sources

static const wfFieldRow s_queue[] = {
	OTHER( "name", BY_HAND EXPECTED( "what stops call the queue by" ), "name", "what stops call it by" ),
	OTHER( "line", BY_HAND IN_PLANE AS_MEMBER( "lineCount" ) EXPECTED( "a list of 2 or more points [x, y], the head first" ),
		   "[point 2]", "along which people stand, the head first" ),
	OTHER( "line", BY_HAND ON_MESH AS_MEMBER( "lineCount" ) EXPECTED( "a list of 2 or more points [x, y, z], the head first" ),
		   "[point 2]", "along which people stand, the head first" ),
	NUMBER( "spacing", AT( wfQueueDef, spacing ), STATED( 0.01, 100.0 ), "m", "between the places" ),
	NUMBER( "serviceSeconds", AT( wfQueueDef, serviceSeconds ), STATED( 0.0, LONGEST_TIME ), "s", "at the head" ),
	END,
};
const wfObject wf_queueObject = { "queue", "a queue", .parts = { s_queue } };

static const wfFieldRow s_agentFields[] = {
	DRAW( "radius", AT( wfEntryPlan, radius ) ABSENT( "0.25" ), STATED( 0.01, 100.0 ), "m",
		  "on foot: half of the width over the shoulders" ),
	DRAW( "heading", AT( wfEntryPlan, heading ) IN_PLANE ABSENT( "to the first stop" ), STATED( -1000.0, 1000.0 ), "rad", "" ),
	OTHER( "heading", BY_HAND ON_MESH ABSENT( "toward the first stop" ), "place", "laid onto the surface" ),
	NUMBER( "speed", AT( wfEntryPlan, def.speed ) ABSENT( "0" ), RANGE( { 0.0, 100.0, "metres a second from 0 to 100" } ), "m/s",
			"at the start, along the heading; ignored on foot" ),
	DRAW( "desiredSpeed", AT( wfEntryPlan, desiredSpeed ) ABSENT( "1.3" ), STATED( 0.0, 100.0 ), "m/s", "" ),
	DRAW( "delay", AT( wfEntryPlan, delay ) ABSENT( "0" ), STATED( 0.0, LONGEST_TIME ), "s",
		  "how long it stands before it sets out: its reaction, or pre-movement time" ),
	INTEGER( "kind", AT( wfEntryPlan, def.kind ) IN_PLANE ABSENT( "0" ), RANGE( { 0.0, 31.0, "a whole number from 0 to 31" } ),
			 "which terrain it may enter" ),
	OTHER( "stops", BY_HAND IN_PLANE AS_MEMBER( "stopCount" ) ABSENT( "none: stands where it is" ), "stops",
		   "where to go, one after the other: names of goals, points or objects" ),
	OTHER( "stops", BY_HAND ON_MESH FORMERLY( "goals" ) AS_MEMBER( "stopCount" ) ABSENT( "none: stands where it is" ), "stops",
		   "where to go, one after the other: names of goals, points or objects" ),
	CHOICE( "atEnd", AT( wfEntryPlan, def.atEnd ) ABSENT( "`leave`" ), s_atEnd, "what to do after the last stop" ),
	OTHER( "style", BY_HAND ABSENT( "the preset's" ), "name", "how it moves" ),
	OTHER( "behavior", BY_HAND ABSENT( "harmonic" ), "name", "what pulls it" ),
	OTHER( "onSight", BY_HAND ABSENT( "none" ), "name", "the behavior while somebody is seen ahead" ),
	OTHER( "personality", BY_HAND ABSENT( "`none`" ), "personalities",
		   "changes style, behaviors and speed; weights such as `{ \"none\": 4, \"tired\": 1 }` draw one for each of a group" ),
	OTHER( "locomotion", BY_HAND ABSENT( "`disc`, with a gait `footsteps`" ), "locomotion",
		   "moves as a disc, or walks on foot by planned steps" ),
	OTHER( "gait", BY_HAND IN_PLANE ABSENT( "the usual one" ), "name", "how it walks on foot" ),
	END,
};

const wfObject wf_agentObject = { "walker", "an agent", .parts = { s_agentFields } };

static const wfFieldRow s_source[] = {
	OTHER( "name", BY_HAND, "name", "" ),
	OTHER( "region", BY_HAND IN_PLANE AS_MEMBER( "regionCount" ) EXPECTED( "a box, disc or polygon" ), "region",
		   "where they come in" ),
	OTHER( "region", BY_HAND ON_MESH AS_MEMBER( "regionCount" ) EXPECTED( "a box" ), "region",
		   "where they come in: the part of the surface that lies in it" ),
	NUMBER( "rate", AT( wfSourceDef, rate ), STATED( 1e-9, 1e6 ), "per s", "agents a second" ),
	BOOL( "random", AT( wfSourceDef, random ), "at random times instead of evenly" ),
	INTEGER( "count", AT( wfSourceDef, count ), STATED( 0, 2147483647 ), "in all; 0: without end" ),
	NUMBER( "from", AT( wfSourceDef, from ), STATED( 0.0, LONGEST_TIME ), "s", "when it begins" ),
	NUMBER( "until", AT( wfSourceDef, until ), STATED( 0.0, LONGEST_TIME ), "s", "when it ends; 0: never" ),
	END,
};
const wfObject wf_sourceObject = { "source", "a source", .parts = { s_source, s_agentFields } };

static const wfFieldRow s_singleAgent[] = {
	OTHER( "name", BY_HAND, "name", "what behaviors aim at" ),
	OTHER( "position", BY_HAND ABSENT( "required" ), "point", "of its middle" ),
	END,
};
const wfObject wf_singleAgentObject = { "singleAgent", "an agent", .parts = { s_singleAgent, s_agentFields } };

static const wfFieldRow s_placedGroup[] = {
	OTHER( "name", BY_HAND, "name", "" ),
	OTHER( "positions", BY_HAND ABSENT( "required" ), "[point 1]", "one agent at each" ),
	END,
};
const wfObject wf_placedGroupObject = { "placedGroup", "a group", .parts = { s_placedGroup, s_agentFields } };

static const wfFieldRow s_group[] = {
	OTHER( "name", BY_HAND, "name", "" ),
	INTEGER( "count", AT( wfEntryPlan, count ) ABSENT( "required" ), RANGE( { 1.0, 1e6, "a whole number from 1 to 1000000" } ),
			 "how many" ),
	OTHER( "region", BY_HAND IN_PLANE EXPECTED( "a box, disc, polygon or circle" ), "groupRegion",
		   "where their middles lie, clear of walls and everybody else; on a circle evenly, counter-clockwise from +x" ),
	OTHER( "region", BY_HAND ON_MESH ABSENT( "all that is joined to the first stop" ), "groupRegion",
		   "the part of the surface that lies in it" ),
	NUMBER( "spacing", AT( wfEntryPlan, spacing ) IN_PLANE ABSENT( "0" ), RANGE( WF_DISTANCE ), "m", "least gap between discs" ),
	NUMBER( "spacing", AT( wfEntryPlan, spacing ) ON_MESH FORMERLY( "gap" ) ABSENT( "0" ), RANGE( WF_DISTANCE ), "m",
			"least gap between discs, and to walls" ),
	END,
};
const wfObject wf_groupObject = { "group", "a group", .parts = { s_group, s_agentFields } };

static const char* const s_formations[] = { "none", "line",		 "column",		  "wedge", "echelon", "box",	"circle",
											"arc",	"staggered", "as they stand", "curve", "outline", "points", NULL };
// As in wfCurveColor.
static const char* const s_colors[] = { "red", "blue", "green", "pink", "orange", "sky", NULL };
static const char* const s_planners[] = { "individual", "group", NULL };
static const char* const s_advances[] = { "each", "first", "centre", "last", NULL };
static const char* const s_divisions[] = { "evenly", "share", "number", "kind", NULL };
_Static_assert( sizeof( s_formations ) / sizeof( s_formations[0] ) == wf_formationKindCount + 1 &&
					sizeof( s_planners ) / sizeof( s_planners[0] ) == wf_groupPlannerCount + 1 &&
					sizeof( s_advances ) / sizeof( s_advances[0] ) == wf_advanceCount + 1 &&
					sizeof( s_divisions ) / sizeof( s_divisions[0] ) == wf_divisionRuleCount + 1,
				"the names of formations and orders are in the order of their kinds" );
_Static_assert( sizeof( wfFormationKind ) == 4 && sizeof( wfGroupPlanner ) == 4 && sizeof( wfGroupOrderKind ) == 4 &&
					sizeof( wfAdvance ) == 4 && sizeof( wfDivisionRule ) == 4,
				"choices are written as 32-bit integers" );

static const wfFieldRow s_team[] = {
	OTHER( "name", BY_HAND EXPECTED( "what orders call the group by" ), "name", "what orders call it by" ),
	OTHER( "members", BY_HAND AS_MEMBER( "memberCount" ) EXPECTED( "a list of names of agents" ), "[name 1]",
		   "names in `agents`, each with all of its agents; nobody is in two groups" ),
	CHOICE( "color", AT( wfTeamPlan, color ) ABSENT( "the next one" ), s_colors,
			"in pictures and videos; groups of one colour are lighter and darker" ),
	END,
};

static const char s_angle[] =
	"an angle: of a wedge above 0 and below pi, of an echelon between -pi/2 and pi/2, of an arc above 0 "
	"and up to 2 pi";
// Of groups, and of orders that make or reshape them. The members are those of wfTeamPlan and wfOrderPlan alike.
static const wfFieldRow s_shape[] = {
	CHOICE( "formation", AT( wfShapePlan, formation.kind ), s_formations, "the shape it walks in; none: freely" ),
	NUMBER( "spacing", AT( wfShapePlan, formation.spacing ), RANGE( { 0.01, 1000.0, "metres from 0.01 to 1000" } ), "m",
			"between neighbours; less than the largest member is across, and nobody can stand in its slot" ),
	NUMBER( "ratio", AT( wfShapePlan, formation.ratio ), RANGE( { 0.01, 100.0, "a ratio from 0.01 to 100" } ), NULL,
			"of a box, staggered: width to depth" ),
	NUMBER( "angle", AT( wfShapePlan, formation.angle ), RANGE( { -1.5708, 6.2832, s_angle } ), "rad",
			"of a wedge, above 0 and below pi; of an echelon, between -pi/2 and pi/2; of an arc, above 0 and up to 2 pi; 0: the "
			"usual one" ),
	BOOL( "rigid", AT( wfShapePlan, formation.rigid ), "never folds: narrow passages are closed to it" ),
	OTHER( "ranks", BY_HAND ABSENT( "0 each" ), "[anyNumber 1]",
		   "of members of kind 0, 1, ...: those of lower ranks, from -128 to 127, stand in front" ),
	BOOL( "bands", AT( wfShapePlan, bands ), "near obstacles the map's direction counts in steps" ),
	CHOICE( "planner", AT( wfShapePlan, planner ), s_planners,
			"one map for each member, or one for all; on meshes one for each" ),
	BOOL( "hardMembers", AT( wfShapePlan, hardMembers ) IN_PLANE,
		  "members are obstacles in the map for all, also to themselves, as in the article" ),
	OTHER( "points", BY_HAND AS_MEMBER( "pointCount" ) ABSENT( "none" ), "[flatPoint 1]",
		   "of a curve (2 or more), an outline (3 or more), a list of points, as they stand: x forward, y to the left" ),
	END,
};
const wfObject wf_groupShapeObject = { "groupShape", "a shape", .parts = { s_shape } };
const wfObject wf_teamObject = { "team", "a group", .parts = { s_team, s_shape } };

static const wfFieldRow s_order[] = {
	OTHER( "group", BY_HAND EXPECTED( "the name of a group" ), "name",
		   "whom it is for; what has parted from it at a stroke is `name.2`" ),
	CHOICE( "order", AT( wfOrderPlan, command ), wf_orderNames, "what to do" ),
	OTHER( "to", BY_HAND ABSENT( "none" ), "orderTo", "where: the name of a goal, or a point" ),
	NUMBER( "reach", AT( wfOrderPlan, order.to.reach ), RANGE( WF_DISTANCE ), "m",
			"it has come to a point within so much; 0: as stops" ),
	OTHER( "facing", BY_HAND IN_PLANE ABSENT( "as it comes" ), "pair", "a direction, when it is there" ),
	OTHER( "facing", BY_HAND ON_MESH ABSENT( "as it comes" ), "place", "a direction, when it is there" ),
	OTHER( "leader", BY_HAND ABSENT( "none" ), "agentName", "whom to follow: an agent or a group" ),
	OTHER( "enemies", BY_HAND AS_MEMBER( "enemyCount" ) ABSENT( "none" ), "[agentName 1]",
		   "groups and agents to attack, not the group itself" ),
	NUMBER( "range", AT( wfOrderPlan, order.range ) ABSENT( "10 to attack, 2 to follow" ), RANGE( WF_DISTANCE ), "m",
			"at which it stops before enemies, or behind whom it follows" ),
	NUMBER( "seconds", AT( wfOrderPlan, order.seconds ), RANGE( { 0.0, LONGEST_TIME, "seconds, 0 or more" } ), "s",
			"that it holds or stands formed before the next order" ),
	OTHER( "strokes", BY_HAND ABSENT( "none" ), "[line 1]", "a sketch to follow: lines of points, the first from its beginning" ),
	OTHER( "sketch", BY_HAND ABSENT( "none" ), "text", "the same as logs keep it: to the bit, base64" ),
	INTEGER( "root", AT( wfOrderPlan, order.root ), RANGE( { 0.0, 1e9, "the number of a node, from 0" } ),
			 "the node of the sketch at which it begins" ),
	CHOICE( "advance", AT( wfOrderPlan, order.advance ), s_advances, "whose progress along the sketch counts" ),
	CHOICE( "divide", AT( wfOrderPlan, order.rule ), s_divisions, "how it parts where the sketch does" ),
	OTHER( "shares", BY_HAND AS_MEMBER( "branchCount" ) ABSENT( "1 each" ), "[anyNumber 1]",
		   "with `divide` `share`: of the branches that end where the strokes do, in their order" ),
	OTHER( "numbers", BY_HAND ABSENT( "-1 each" ), "[anyNumber 1]", "with `number`: of members for these; -1: who is left" ),
	OTHER( "kinds", BY_HAND ABSENT( "none each" ), "[kinds 1]", "with `kind`: lists of kinds for these" ),
	OTHER( "branches", BY_HAND ABSENT( "none" ), "[kinds]",
		   "the same as logs keep it: lists of node, share, number, kinds as bits" ),
	OTHER( "members", BY_HAND ABSENT( "none" ), "[agentName]",
		   "of create, split, join, leave: names in `agents`, each with all of its agents, or serial numbers of agents, from 1" ),
	OTHER( "as", BY_HAND ABSENT( "none" ), "name", "of split: what the part is called" ),
	OTHER( "with", BY_HAND ABSENT( "none" ), "name", "of merge: the group that joins, and is gone then" ),
	NUMBER( "time", AT( wfOrderPlan, time ), RANGE( { 0.0, LONGEST_TIME, "seconds, 0 or more" } ), "s", "when it is given" ),
	NUMBER( "later", AT( wfOrderPlan, order.time ), RANGE( { 0.0, LONGEST_TIME, "seconds, 0 or more" } ), "s",
			"when it counts, if that is later than `time`, whatever the group is told until then" ),
	BOOL( "queued", AT( wfOrderPlan, order.queued ), "after those before it; otherwise instead of them" ),
	END,
};
_Static_assert( offsetof( wfTeamPlan, shape ) == 0 && offsetof( wfOrderPlan, shape ) == 0, "the rows of shapes are of both" );
const wfObject wf_orderObject = { "order", "an order", .parts = { s_order, s_shape } };

static const wfFieldRow s_orderFile[] = {
	OTHER( "version", BY_HAND EXPECTED( "the version of the format, 1" ), "version", "of the format" ),
	OTHER( "scenario", BY_HAND ABSENT( "any" ), "name", "the name of the one it belongs to: in another one a warning says so" ),
	OTHER( "orders", BY_HAND REQUIRED EXPECTS( wf_jsonList, "a list of orders" ), "[order]", "what groups are told, and when" ),
	END,
};
const wfObject wf_orderFileObject = { "orderFile", "a file of orders", .parts = { s_orderFile } };

static const char* const s_shares[] = { "all", "met", "none", NULL };
static const char* const s_strategies[] = { "field", "nearest", "cost-gain", "source", NULL };
static const char* const s_relaxations[] = { "jacobi", "gaussSeidel", "gaussSeidelAlternating", "sor", NULL };
_Static_assert( sizeof( s_strategies ) / sizeof( s_strategies[0] ) == wf_exploreStrategyCount + 1 && wf_separateMaps == 2 &&
					wf_sor == 3 && sizeof( wfMapSharing ) == 4 && sizeof( wfExploreStrategy ) == 4 &&
					sizeof( wfRelaxMethod ) == 4,
				"choices are written as 32-bit integers, in the order of their kinds" );

#define OF_TEAM( member ) AT( wfExplorePlan, team.exploration.member )
#define PART_RANGE RANGE( { 0.0, 1.0, "a part from 0 to 1" } )
static const wfFieldRow s_explore[] = {
	OTHER( "members", BY_HAND AS_MEMBER( "memberCount" ) EXPECTED( "a list of names of agents" ), "[name 1]",
		   "names in `agents`, each with all of its agents, which have no stops" ),
	OTHER( "map", BY_HAND ABSENT( "none" ), "file", "what they know at first: a ROS map, relative to the scenario's folder" ),
	NUMBER( "range", AT( wfExplorePlan, team.sight.range ), RANGE( { 0.01, 1e6, "metres from 0.01 to 1e6" } ), "m",
			"how far they see" ),
	NUMBER( "aperture", AT( wfExplorePlan, aperture ), RANGE( { 1.0, 360.0, "degrees from 1 to 360" } ), "degrees",
			"the whole angle of view; less than 360: they look where they go, and around at doors" ),
	BOOL( "occlusion", AT( wfExplorePlan, team.sight.occlusion ), "people stop sight" ),
	OTHER( "object", BY_HAND ABSENT( "none: they explore everything" ), "sought",
		   "what they look for: the name of one agent, or a place" ),
	NUMBER( "objectSpeed", AT( wfExplorePlan, search.speed ), RANGE( { 0.0, 100.0, "metres a second from 0 to 100" } ), "m/s",
			"at which they think it moves; 0: it stands" ),
	NUMBER( "findDistance", AT( wfExplorePlan, search.findDistance ), RANGE( WF_DISTANCE ), "m",
			"it is found when one of them is so near and sees it; 0: when it is seen" ),
	CHOICE( "share", OF_TEAM( sharing ), s_shares,
			"whose map it is: one for all, one each that they exchange when they see each other, or one each" ),
	CHOICE( "strategy", OF_TEAM( strategy ), s_strategies,
			"which unknown place is next: ours, the nearest, that of explore_lite, or the papers' own" ),
	BOOL( "return", OF_TEAM( returns ), "walk back to where they were at first when it is found, or all is explored" ),
	NUMBER( "timeLimit", OF_TEAM( timeLimit ), RANGE( { 0.0, LONGEST_TIME, "seconds, 0 or more" } ), "s",
			"after which they give up; 0: never" ),
	NUMBER( "cell", OF_TEAM( cellSize ), RANGE( { 0.0, 1e6, "metres from 0.001, or 0" } ), "m",
			"of their map; 0: as the passages need" ),
	NUMBER( "haste", OF_TEAM( haste ), RANGE( { 0.0, 1e6, "1/metres, 0 or more (up to 1e6)" } ), "per m",
			"of the fields that lead them; 0: the shortest ways" ),
	NUMBER( "leastFrontier", OF_TEAM( leastFrontier ), RANGE( WF_DISTANCE ), "m",
			"shorter frontiers count only where it is known that they can be seen; 0: a disc" ),
	NUMBER( "leftover", OF_TEAM( leftover ), RANGE( WF_DISTANCE ), "m",
			"shorter frontiers are taken along, or kept for last; 0: three discs" ),
	BOOL( "commits", OF_TEAM( commits ), "keep to a frontier until another one is clearly better" ),
	NUMBER( "commitment", OF_TEAM( commitment ), PART_RANGE, NULL, "by which another one must be nearer" ),
	INTEGER( "window", OF_TEAM( window ), RANGE( { 0.0, 1e6, "cells from 0 to 1000000" } ),
			 "cells around them in which fields are solved; 0: all" ),
	NUMBER( "patience", OF_TEAM( patience ), RANGE( { 0.0, LONGEST_TIME, "seconds, 0 or more" } ), "s",
			"without getting nearer, after which a frontier is left for later" ),
	NUMBER( "peopleCost", OF_TEAM( peopleCost ), RANGE( { 0.0, 1e6, "a cost from 0 to 1e6" } ), "per m",
			"of ground where somebody was seen just now" ),
	NUMBER( "peopleSeconds", OF_TEAM( peopleSeconds ), RANGE( { 0.0, LONGEST_TIME, "seconds, 0 or more" } ), "s",
			"until that has faded" ),
	NUMBER( "potentialScale", OF_TEAM( potentialScale ), RANGE( { 0.0, 1e9, "a number from 0 to 1e9" } ), NULL,
			"of `cost-gain`: what a metre costs" ),
	NUMBER( "gainScale", OF_TEAM( gainScale ), RANGE( { 0.0, 1e9, "a number from 0 to 1e9" } ), NULL,
			"of `cost-gain`: what a metre of frontier gains" ),
	INTEGER( "sweeps", OF_TEAM( source.sweeps ), RANGE( { 1.0, 1e6, "a whole number from 1 to 1000000" } ),
			 "of `source`: in each tick" ),
	INTEGER( "sourceWindow", OF_TEAM( source.window ), RANGE( { 0.0, 1e6, "cells from 0 to 1000000" } ),
			 "of `source`: cells around them that are relaxed, an odd number; 0: all" ),
	CHOICE( "relaxation", OF_TEAM( source.method ), s_relaxations, "of `source`" ),
	NUMBER( "omega", OF_TEAM( source.omega ), RANGE( { 0.0, 2.0, "a number from 0 to 2" } ), NULL, "of `source` by SOR" ),
	NUMBER( "epsilon", OF_TEAM( source.epsilon ), RANGE( { -1e6, 1e6, "a number" } ), NULL,
			"of `source`: strength of the bias, per cell" ),
	PAIR( "bias", OF_TEAM( source.bias ), RANGE( { -1e6, 1e6, "a number" } ), "a vector [x, y]", "of `source`: its direction" ),
	END,
};
const wfObject wf_exploreObject = { "explore", "explorers", .parts = { s_explore } };

static const char* const s_exitChoice[] = { "nearest", "quickest", "assigned", NULL };

static const wfFieldRow s_exit[] = {
	OTHER( "goal", BY_HAND EXPECTED( "the name of the goal that is the exit" ), "name", "the goal that is the exit" ),
	NUMBER( "capacity", AT( wfExitPlan, capacity ) ABSENT( "as is seen" ), RANGE( { 0.0, 1e6, "people a second from 0 to 1e6" } ),
			"per s", "people who get through; 0: judged by its width at first, then by what is seen to get through" ),
	END,
};
const wfObject wf_exitObject = { "exit", "an exit", .parts = { s_exit } };

static const wfFieldRow s_stop[] = {
	OTHER( "goal", BY_HAND, "name", "a goal" ),
	OTHER( "point", BY_HAND, "point", "a place" ),
	OTHER( "queue", BY_HAND, "name", "stand in a queue until served" ),
	OTHER( "exits", BY_HAND, "exits", "goals of which each agent chooses one" ),
	OTHER( "oneOf", BY_HAND, "plainStops", "of which one is drawn for each agent" ),
	OTHER( "opposite", BY_HAND IN_PLANE, "point", "as far beyond this point as the agent starts before it" ),
	OTHER( "each", BY_HAND, "plainStops", "one for each agent of the group" ),
	NUMBER( "reach", AT( wfStopChoice, stop.reach ) ABSENT( "the larger of the radius and 0.25" ), RANGE( WF_DISTANCE ), "m",
			"of a point: arrived within this distance" ),
	CHOICE( "choice", AT( wfStopChoice, stop.choice ) ABSENT( "`nearest`" ), s_exitChoice,
			"of exits: the shortest walk; the least time with the wait behind others; or the one that `exit` says" ),
	OTHER( "exit", BY_HAND, "name", "of exits that are assigned: which one; while it is closed, the nearest" ),
	DRAW( "wait", AT( wfStopChoice, wait ) ABSENT( "0" ), STATED( 0.0, LONGEST_TIME ), "s", "how long to stay there" ),
	END,
};
const wfObject wf_stopObject = { "stop", "a stop", .parts = { s_stop } };

static const wfFieldRow s_draw[] = {
	OTHER( "uniform", BY_HAND, "pair", "" ),
	OTHER( "normal", BY_HAND, "pair", "" ),
	OTHER( "logNormal", BY_HAND, "pair", "" ),
	OTHER( "within", BY_HAND ABSENT( "three deviations to each side" ), "pair", "goes with `normal` and `logNormal`" ),
	OTHER( "table", BY_HAND, "speedTable", "of walking speeds" ),
	OTHER( "ages", BY_HAND, "pair", "goes with the table `weidmann-age`" ),
	OTHER( "deviation", BY_HAND ABSENT( "0" ), "anyNumber", "m/s; the same" ),
	END,
};
const wfObject wf_drawObject = { "draw", "how a number is drawn", .parts = { s_draw } };
