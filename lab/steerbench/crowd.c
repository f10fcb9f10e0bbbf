// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// SteerBench test cases as runs of a crowd: the entry points, and from places to agents, sources and goals.
#include "steerbench/steerbench.h"

#include <math.h>
#include <stdio.h>

// The format says neither how many agents an emitter sends nor how often.
#define EMITTED_AGENTS 20
#define EMITTER_RATE 0.5 // a second
#define FRAMES_A_SECOND 20.0
#define DEFAULT_SEED 1
// The radius the lengths of the default style are made for.
#define STYLE_RADIUS 0.25

// What was changed or left out.
static void reportNotes( const wfTestCase* bench )
{
	const struct
	{
		int32_t count;
		wfLogLevel level;
		const char* words;
	} notes[] = { { bench->droppedObstacles, wf_logWarning, "random obstacles found no place" },
				  { bench->mixedSpeeds, wf_logInfo, "agents keep the speed of their first goal for the others too" },
				  { bench->speedless, wf_logInfo, "goals with a speed of 0 are walked to at 1.3 m/s" },
				  { bench->overhead, wf_logInfo, "obstacles above or below the agents are left out" },
				  { bench->behaviours, wf_logInfo, "settings of other steering methods are left out" } };
	const char* name = bench->reader->name;
	wfBox2 box = bench->bounds;
	if ( bench->enlarged )
	{
		wfLogMessage( wf_logInfo, "%s: the bounds are widened to %g..%g x %g..%g for what lies outside of them", name,
					  box.lower.x, box.upper.x, box.lower.y, box.upper.y );
	}
	if ( bench->cropped )
	{
		wfLogMessage( wf_logInfo, "%s: of the bounds only %g..%g x %g..%g is used", name, box.lower.x, box.upper.x, box.lower.y,
					  box.upper.y );
	}
	if ( bench->movedStarts > 0 )
	{
		wfLogMessage( wf_logWarning, "%s: %d of %zu starts were blocked and moved by up to %.3g m", name, bench->movedStarts,
					  bench->agentCount, bench->farthestStart );
	}
	if ( bench->movedGoals > 0 )
	{
		wfLogMessage( wf_logWarning, "%s: %d goals were out of reach and moved by up to %.3g m", name, bench->movedGoals,
					  bench->farthestGoal );
	}
	for ( size_t i = 0; i < sizeof( notes ) / sizeof( notes[0] ); ++i )
	{
		if ( notes[i].count > 0 )
		{
			wfLogMessage( notes[i].level, "%s: %d %s", name, notes[i].count, notes[i].words );
		}
	}
	if ( bench->agentCount == 0 )
	{
		wfLogMessage( wf_logWarning, "%s: there are no agents", name );
	}
	if ( bench->unknown > 0 )
	{
		wfLogMessage( wf_logInfo, "%s: %d unknown elements are left out, the first one is %s", name, bench->unknown,
					  bench->firstUnknown );
	}
}

typedef struct wfBenchCrowd
{
	wfTestCase* bench;
	wfCrowd* crowd;
	wfGoalId* goals; // of the bench's regions
	wfStop* stops;	 // of one agent
	size_t stopCapacity;
	wfStyleId styles[WF_MAX_BENCH_RADII]; // of the bench's radii
	wfGaitId gait;						  // null: discs
} wfBenchCrowd;

static void addGoals( wfBenchCrowd* made )
{
	wfTestCase* bench = made->bench;
	made->goals = wfAllocateArray( bench->regionCount + 1, sizeof( wfGoalId ) );
	wfReader_CheckMemory( bench->reader, made->goals );
	for ( size_t i = 0; i < bench->regionCount && wfReader_IsOk( bench->reader ); ++i )
	{
		wfBox2 box = bench->regions[i];
		wfVec2 ring[4] = { box.lower, { box.upper.x, box.lower.y }, box.upper, { box.lower.x, box.upper.y } };
		char name[32];
		snprintf( name, sizeof( name ), "region %zu", i + 1 );
		wfGoalDef goal = wfDefaultGoalDef();
		goal.kind = wf_polygonGoal;
		goal.points = ring;
		goal.pointCount = 4;
		goal.name = name;
		wfTestCase_Pass( bench, NULL, NULL, wfWorld_AddGoal( bench->world, &goal, &made->goals[i], bench->reader->error ) );
	}
}

// Discs are larger here than people are: who is twice as large looks twice as far.
static void addStyles( wfBenchCrowd* made, wfPreset preset )
{
	wfTestCase* bench = made->bench;
	for ( int32_t i = 0; i < bench->radiusCount && wfReader_IsOk( bench->reader ); ++i )
	{
		double scale = bench->radii[i] / STYLE_RADIUS;
		wfStyleDef style = wfDefaultStyleDef( preset );
		style.mapCell = fmin( fmax( style.mapCell * scale, 0.01 ), 100.0 );
		style.sightDistance = fmin( style.sightDistance * scale, 1000.0 );
		style.neighborReach = fmin( style.neighborReach * scale, 1000.0 );
		style.softStrength = style.softStrength / ( scale * scale );
		style.goalInside = true;
		wfTestCase_Pass( bench, NULL, NULL, wfCrowd_AddStyle( made->crowd, &style, &made->styles[i], bench->reader->error ) );
	}
}

static wfAgentDef makeAgent( wfBenchCrowd* made, int32_t index )
{
	wfTestCase* bench = made->bench;
	const wfBenchAgent* agent = bench->agents + index;
	const wfBenchElement* spec = bench->specs + agent->spec;
	// Without goals an agent stands where it is: one stop there lets it be done.
	int32_t count = spec->goalCount > 0 ? spec->goalCount : 1;
	wfAgentDef def = wfDefaultAgentDef();
	if ( wfGrowArray( &made->stops, &made->stopCapacity, (size_t)count, sizeof( wfStop ) ) != wf_ok )
	{
		wfReader_CheckMemory( bench->reader, NULL );
		return def;
	}
	made->stops[0] = wfMakePointStop( ( wfVec3 ){ agent->position.x, agent->position.y, 0.0 } );
	for ( int32_t i = 0; i < spec->goalCount; ++i )
	{
		const wfBenchStop* stop = bench->stops + agent->firstStop + i;
		made->stops[i] = ( wfStop ){ .kind = stop->region >= 0 ? wf_goalStop : wf_pointStop,
									 .point = { stop->point.x, stop->point.y, 0.0 },
									 .reach = stop->reach,
									 .wait = stop->wait,
									 .goal = stop->region >= 0 ? made->goals[stop->region] : ( wfGoalId ){ 0 } };
	}
	int32_t style = 0;
	while ( style + 1 < bench->radiusCount && bench->radii[style] < spec->radius - 1e-6 )
	{
		style += 1;
	}
	def.position = ( wfVec3 ){ agent->position.x, agent->position.y, 0.0 };
	def.radius = spec->radius;
	def.heading = agent->heading;
	def.speed = fmin( spec->speed, agent->desiredSpeed );
	def.desiredSpeed = agent->desiredSpeed;
	def.stops = made->stops;
	def.stopCount = count;
	def.atEnd = agent->stays || spec->goalCount == 0 ? wf_stayAtEnd : wf_leaveAtEnd;
	def.style = made->styles[style];
	def.gait = made->gait;
	def.userData = (uint64_t)index;
	return def;
}

static wfResult addSource( wfBenchCrowd* made, wfAgentDef agent )
{
	// A square just large enough that the disc always finds a place in it.
	double half = 0.1 * agent.radius;
	wfVec2 c = { agent.position.x, agent.position.y };
	wfVec2 ring[4] = {
		{ c.x - half, c.y - half }, { c.x + half, c.y - half }, { c.x + half, c.y + half }, { c.x - half, c.y + half } };
	wfSourceDef source = wfDefaultSourceDef();
	source.region = ring;
	source.regionCount = 4;
	source.rate = EMITTER_RATE;
	source.count = EMITTED_AGENTS;
	source.agent = agent;
	source.radius = ( wfDistribution ){ .kind = wf_constantNumber, .lower = agent.radius, .upper = agent.radius };
	source.desiredSpeed =
		( wfDistribution ){ .kind = wf_constantNumber, .lower = agent.desiredSpeed, .upper = agent.desiredSpeed };
	wfSourceId id;
	return wfCrowd_AddSource( made->crowd, &source, &id, made->bench->reader->error );
}

// A failure that is reported at the agents' element.
static void passWalker( wfTestCase* bench, uint64_t index, wfResult result )
{
	const wfXmlNode* node = bench->specs[bench->agents[index].spec].node;
	char path[128];
	wfXml_Path( node, path, sizeof( path ) );
	wfTestCase_Pass( bench, node, path, result );
}

static void addWalkers( wfBenchCrowd* made )
{
	wfTestCase* bench = made->bench;
	for ( size_t i = 0; i < bench->agentCount && wfReader_IsOk( bench->reader ); ++i )
	{
		wfAgentDef agent = makeAgent( made, (int32_t)i );
		wfAgentId id;
		if ( wfReader_IsOk( bench->reader ) )
		{
			bool emitter = bench->specs[bench->agents[i].spec].emitter;
			passWalker( bench, i,
						emitter ? addSource( made, agent ) : wfCrowd_AddAgent( made->crowd, &agent, &id, bench->reader->error ) );
		}
	}
	if ( wfReader_IsOk( bench->reader ) )
	{
		wfAgentId culprit = { 0 };
		wfResult result = wfCrowd_Prepare( made->crowd, &culprit, NULL, bench->reader->error );
		if ( result != wf_ok && wfCrowd_IsAgentValid( made->crowd, culprit ) )
		{
			passWalker( bench, wfCrowd_GetAgent( made->crowd, culprit ).userData, result );
		}
		wfTestCase_Pass( bench, NULL, NULL, result );
	}
}

static void makeCrowd( wfBenchCrowd* made )
{
	wfTestCase* bench = made->bench;
	const wfSimulationDef* def = bench->def;
	wfCrowdDef crowd = wfDefaultCrowdDef( def->presetGiven ? (wfPreset)def->preset : wf_defaultPreset );
	crowd.cellSize = bench->cellSize;
	crowd.seed = bench->seed;
	crowd.workers = def->workers;
	crowd.memoryLimit = def->memoryLimit;
	addGoals( made );
	if ( wfReader_IsOk( bench->reader ) )
	{
		wfGroundDef ground = wfMakePlaneGround( bench->world );
		wfTestCase_Pass( bench, NULL, NULL, wfCreateCrowd( &ground, &crowd, &made->crowd, bench->reader->error ) );
	}
	addStyles( made, crowd.preset );
	if ( wfReader_IsOk( bench->reader ) && def->footsteps )
	{
		wfGaitDef gait = wfDefaultGaitDef();
		wfTestCase_Pass( bench, NULL, NULL, wfCrowd_AddGait( made->crowd, &gait, &made->gait, bench->reader->error ) );
	}
	addWalkers( made );
}

// Long enough for the longest route three times over and a narrow door everybody has to go through one by one.
static double guessSeconds( const wfTestCase* bench )
{
	double longest = 0.0;
	for ( size_t i = 0; i < bench->agentCount; ++i )
	{
		const wfBenchAgent* agent = bench->agents + i;
		wfVec2 from = agent->position;
		double seconds = 0.0;
		for ( int32_t k = 0; k < bench->specs[agent->spec].goalCount; ++k )
		{
			const wfBenchStop* stop = bench->stops + agent->firstStop + k;
			wfVec2 to = stop->region >= 0 ? bench->regions[stop->region].upper : stop->point;
			seconds += 3.0 * wfDistance2( to, from ) / agent->desiredSpeed + stop->wait;
			from = to;
		}
		longest = fmax( longest, seconds );
	}
	return 300.0 + longest + 2.0 * (double)bench->agentCount;
}

// --------------------------------------------------------------------------------------------------------- entry points

static void readBench( const wfReader* reader, const wfSimulationDef* def, wfSimulation* simulation )
{
	wfTestCase bench;
	if ( wfTestCase_Read( reader, def, def->seedGiven ? def->seed : DEFAULT_SEED, &bench ) != wf_ok )
	{
		return;
	}
	wfBenchCrowd made = { .bench = &bench };
	makeCrowd( &made );
	if ( wfReader_IsOk( reader ) )
	{
		reportNotes( &bench );
		*simulation = ( wfSimulation ){ .world = bench.world,
										.crowd = made.crowd,
										.seconds = guessSeconds( &bench ),
										.fps = FRAMES_A_SECOND,
										.seed = bench.seed,
										.stopWhenDone = true,
										.laneDirection = { 1.0, 0.0 } };
		snprintf( simulation->name, sizeof( simulation->name ), "%s", bench.name );
		if ( bench.name[0] == 0 )
		{
			wfCopyStem( simulation->name, sizeof( simulation->name ), reader->name );
		}
		bench.world = NULL;
	}
	else
	{
		wfDestroyCrowd( made.crowd );
	}
	wfReleaseArray( made.goals, bench.regionCount + 1, sizeof( wfGoalId ) );
	wfReleaseArray( made.stops, made.stopCapacity, sizeof( wfStop ) );
	wfTestCase_Free( &bench );
}

static void readCase( const wfReader* reader, const void* context, void* made )
{
	if ( reader->size == 0 )
	{
		wfReader_Fail( reader, WF_NO_POSITION, NULL, wf_badFormat,
					   "the file is empty; expected the XML of a SteerBench test case" );
		return;
	}
	readBench( reader, context, made );
}

wfResult wfReadSteerBenchFromMemory( const char* name, const void* data, size_t size, const wfSimulationDef* def,
									 wfSimulation* simulation, wfError* error )
{
	return wfReadSimulationBy( readCase, name, data, size, def, simulation, error );
}

wfResult wfReadSteerBench( const char* path, const wfSimulationDef* def, wfSimulation* simulation, wfError* error )
{
	return wfReadSimulationBy( readCase, path, NULL, WF_FROM_FILE, def, simulation, error );
}
