// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// SteerBench test cases as runs of a crowd: the entry points, and from the plan to agents, sources and goals.
#include "io/steerbench.h"
#include "io/simulation_file.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The format says neither how many agents an emitter sends nor how often.
#define EMITTED_AGENTS 20
#define EMITTER_RATE 0.5 // a second
#define FRAMES_A_SECOND 20.0
#define DEFAULT_SEED 1
// The radius the lengths of the default style are made for.
#define STYLE_RADIUS 0.25

// ----------------------------------------------------------------------------------------------------------------- notes

static void tellNotes( const wfReader* reader, const wfBenchPlan* plan )
{
	const wfBench* bench = plan->bench;
	const char* name = reader->name;
	if ( plan->enlarged )
	{
		wfLogMessage( wf_logInfo, "%s: the bounds are widened to %g..%g x %g..%g for what lies outside of them", name,
					  plan->bounds.lower.x, plan->bounds.upper.x, plan->bounds.lower.y, plan->bounds.upper.y );
	}
	if ( plan->cropped )
	{
		wfLogMessage( wf_logInfo, "%s: of the bounds only %g..%g x %g..%g is used", name, plan->bounds.lower.x,
					  plan->bounds.upper.x, plan->bounds.lower.y, plan->bounds.upper.y );
	}
	if ( plan->movedStarts > 0 )
	{
		wfLogMessage( wf_logWarning, "%s: %d of %zu starts were blocked and moved by up to %.3g m", name, plan->movedStarts,
					  plan->walkerCount, plan->farthestStart );
	}
	if ( plan->movedGoals > 0 )
	{
		wfLogMessage( wf_logWarning, "%s: %d goals were out of reach and moved by up to %.3g m", name, plan->movedGoals,
					  plan->farthestGoal );
	}
	if ( plan->droppedObstacles > 0 )
	{
		wfLogMessage( wf_logWarning, "%s: %d random obstacles found no place", name, plan->droppedObstacles );
	}
	if ( plan->mixedSpeeds > 0 )
	{
		wfLogMessage( wf_logInfo, "%s: %d agents keep the speed of their first goal for the others too", name,
					  plan->mixedSpeeds );
	}
	if ( bench->speedless > 0 )
	{
		wfLogMessage( wf_logInfo, "%s: %d goals with a speed of 0 are walked to at 1.3 m/s", name, bench->speedless );
	}
	if ( bench->overhead > 0 )
	{
		wfLogMessage( wf_logInfo, "%s: %d obstacles above or below the agents are left out", name, bench->overhead );
	}
	if ( bench->behaviours > 0 )
	{
		wfLogMessage( wf_logInfo, "%s: %d settings of other steering methods are left out", name, bench->behaviours );
	}
	if ( bench->unknown > 0 )
	{
		wfLogMessage( wf_logInfo, "%s: %d unknown elements are left out, the first one is %s", name, bench->unknown,
					  bench->firstUnknown );
	}
}

// ----------------------------------------------------------------------------------------------------------------- crowd

typedef struct wfBenchCrowd
{
	const wfBenchPlan* plan;
	wfCrowd* crowd;
	wfGoalId* goals; // of the plan's regions
	wfStop* stops;	 // of one walker
	size_t stopCapacity;
	wfStyleId styles[WF_MAX_BENCH_RADII]; // of the plan's radii
	wfGaitId gait;						  // null: discs
} wfBenchCrowd;

static wfResult placeError( const wfBenchPlan* plan, const wfBenchWalker* walker, wfResult result )
{
	const wfXmlNode* node = plan->bench->xml.nodes + plan->bench->agents[walker->spec].node;
	char path[128];
	wfXml_Path( &plan->bench->xml, node, path, sizeof( path ) );
	if ( plan->reader->error->message[0] == 0 )
	{
		return wfReader_Fail( plan->reader, node->position, path, result, "%s", wfDescribeResult( result ) );
	}
	return wfReader_Place( plan->reader, node->position, path, result );
}

static wfResult addGoals( wfBenchCrowd* made )
{
	const wfBenchPlan* plan = made->plan;
	if ( plan->regionCount == 0 )
	{
		return wf_ok;
	}
	made->goals = wfAllocateArray( plan->regionCount, sizeof( wfGoalId ) );
	if ( made->goals == NULL )
	{
		return wfReader_OutOfMemory( plan->reader );
	}
	for ( size_t i = 0; i < plan->regionCount; ++i )
	{
		wfBox2 box = plan->regions[i];
		wfVec2 ring[4] = { box.lower, { box.upper.x, box.lower.y }, box.upper, { box.lower.x, box.upper.y } };
		char name[32];
		snprintf( name, sizeof( name ), "region %zu", i + 1 );
		wfGoalDef goal = wfDefaultGoalDef();
		goal.kind = wf_polygonGoal;
		goal.points = ring;
		goal.pointCount = 4;
		goal.name = name;
		wfResult result = wfWorld_AddGoal( plan->world, &goal, &made->goals[i], plan->reader->error );
		if ( result != wf_ok )
		{
			return wfReader_Place( plan->reader, WF_NO_POSITION, NULL, result );
		}
	}
	return wf_ok;
}

// Discs are larger here than people are: who is twice as large looks twice as far.
static wfResult addStyles( wfBenchCrowd* made, wfPreset preset )
{
	const wfBenchPlan* plan = made->plan;
	for ( int32_t i = 0; i < plan->radiusCount; ++i )
	{
		double scale = plan->radii[i] / STYLE_RADIUS;
		wfStyleDef style = wfMakeStyleDef( preset );
		style.mapCell = fmin( fmax( style.mapCell * scale, 0.01 ), 100.0 );
		style.sightDistance = fmin( style.sightDistance * scale, 1000.0 );
		style.neighborReach = fmin( style.neighborReach * scale, 1000.0 );
		style.softStrength = style.softStrength / ( scale * scale );
		style.goalInside = true;
		wfResult result = wfCrowd_AddStyle( made->crowd, &style, &made->styles[i], plan->reader->error );
		if ( result != wf_ok )
		{
			return wfReader_Place( plan->reader, WF_NO_POSITION, NULL, result );
		}
	}
	return wf_ok;
}

static wfStyleId getStyle( const wfBenchCrowd* made, double radius )
{
	const wfBenchPlan* plan = made->plan;
	int32_t i = 0;
	while ( i + 1 < plan->radiusCount && plan->radii[i] < radius - 1e-6 )
	{
		i += 1;
	}
	return made->styles[i];
}

static wfResult fillAgent( wfBenchCrowd* made, int32_t index, wfAgentDef* def )
{
	const wfBenchPlan* plan = made->plan;
	const wfBenchWalker* walker = plan->walkers + index;
	const wfBenchAgents* agents = plan->bench->agents + walker->spec;
	// Without goals an agent stands where it is: one stop there lets it be done.
	int32_t count = agents->goalCount > 0 ? agents->goalCount : 1;
	if ( wfGrowArray( &made->stops, &made->stopCapacity, (size_t)count, sizeof( wfStop ) ) != wf_ok )
	{
		return wfReader_OutOfMemory( plan->reader );
	}
	made->stops[0] = ( wfStop ){ .kind = wf_pointStop, .point = walker->position };
	for ( int32_t i = 0; i < agents->goalCount; ++i )
	{
		const wfBenchStop* stop = plan->stops + walker->firstStop + i;
		made->stops[i] = ( wfStop ){ .kind = stop->region >= 0 ? wf_goalStop : wf_pointStop,
									 .point = stop->point,
									 .reach = stop->reach,
									 .wait = stop->wait };
		if ( stop->region >= 0 )
		{
			made->stops[i].goal = made->goals[stop->region];
		}
	}
	*def = wfDefaultAgentDef();
	def->position = walker->position;
	def->radius = agents->radius;
	def->heading = walker->heading;
	def->speed = fmin( agents->speed, walker->desiredSpeed );
	def->desiredSpeed = walker->desiredSpeed;
	def->stops = made->stops;
	def->stopCount = count;
	def->atEnd = walker->stays || agents->goalCount == 0 ? wf_stayAtEnd : wf_leaveAtEnd;
	def->style = getStyle( made, agents->radius );
	def->gait = made->gait;
	def->userData = (uint64_t)index;
	return wf_ok;
}

static wfResult addWalker( wfBenchCrowd* made, int32_t index )
{
	const wfBenchPlan* plan = made->plan;
	const wfBenchAgents* agents = plan->bench->agents + plan->walkers[index].spec;
	wfAgentDef agent;
	wfResult result = fillAgent( made, index, &agent );
	if ( result != wf_ok )
	{
		return result;
	}
	if ( !agents->emitter )
	{
		wfAgentId id;
		result = wfCrowd_AddAgent( made->crowd, &agent, &id, plan->reader->error );
	}
	else
	{
		// A square just large enough that the disc always finds a place in it.
		double half = 0.1 * agents->radius;
		wfVec2 c = agent.position;
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
		result = wfCrowd_AddSource( made->crowd, &source, &id, plan->reader->error );
	}
	return result == wf_ok ? wf_ok : placeError( plan, plan->walkers + index, result );
}

static wfResult prepare( const wfBenchCrowd* made )
{
	const wfBenchPlan* plan = made->plan;
	wfAgentId culprit = { 0 };
	wfResult result = wfCrowd_Prepare( made->crowd, &culprit, NULL, plan->reader->error );
	if ( result == wf_ok )
	{
		return wf_ok;
	}
	if ( wfCrowd_IsAgentValid( made->crowd, culprit ) )
	{
		uint64_t index = wfCrowd_GetAgent( made->crowd, culprit ).userData;
		return placeError( plan, plan->walkers + index, result );
	}
	if ( plan->reader->error->message[0] == 0 )
	{
		return wfReader_Fail( plan->reader, WF_NO_POSITION, NULL, result, "%s", wfDescribeResult( result ) );
	}
	return wfReader_Place( plan->reader, WF_NO_POSITION, NULL, result );
}

static wfResult makeCrowd( wfBenchCrowd* made )
{
	const wfBenchPlan* plan = made->plan;
	const wfSimulationDef* def = plan->def;
	wfCrowdDef crowd = wfMakeCrowdDef( def->presetGiven ? (wfPreset)def->preset : wf_defaultPreset );
	crowd.cellSize = plan->cellSize;
	crowd.seed = plan->seed;
	crowd.workers = def->workers;
	crowd.memoryLimit = def->memoryLimit < (double)SIZE_MAX ? (size_t)def->memoryLimit : SIZE_MAX;
	wfResult result = addGoals( made );
	if ( result == wf_ok )
	{
		result = wfCreateCrowd( plan->world, &crowd, &made->crowd, plan->reader->error );
		result = result == wf_ok ? wf_ok : wfReader_Place( plan->reader, WF_NO_POSITION, NULL, result );
	}
	result = result == wf_ok ? addStyles( made, crowd.preset ) : result;
	if ( result == wf_ok && def->footsteps )
	{
		wfGaitDef gait = wfDefaultGaitDef();
		result = wfCrowd_AddGait( made->crowd, &gait, &made->gait, plan->reader->error );
		result = result == wf_ok ? wf_ok : wfReader_Place( plan->reader, WF_NO_POSITION, NULL, result );
	}
	for ( size_t i = 0; i < plan->walkerCount && result == wf_ok; ++i )
	{
		result = addWalker( made, (int32_t)i );
	}
	return result == wf_ok ? prepare( made ) : result;
}

// Long enough for the farthest way three times over and a narrow door everybody has to go through one by one.
static double guessSeconds( const wfBenchPlan* plan )
{
	double longest = 0.0;
	for ( size_t i = 0; i < plan->walkerCount; ++i )
	{
		const wfBenchWalker* walker = plan->walkers + i;
		wfVec2 from = walker->position;
		double seconds = 0.0;
		for ( int32_t k = 0; k < plan->bench->agents[walker->spec].goalCount; ++k )
		{
			const wfBenchStop* stop = plan->stops + walker->firstStop + k;
			wfVec2 to = stop->point;
			if ( stop->region >= 0 )
			{
				to = plan->regions[stop->region].upper;
			}
			seconds += 3.0 * sqrt( ( to.x - from.x ) * ( to.x - from.x ) + ( to.y - from.y ) * ( to.y - from.y ) ) /
						   walker->desiredSpeed +
					   stop->wait;
			from = to;
		}
		longest = fmax( longest, seconds );
	}
	return 300.0 + longest + 2.0 * (double)plan->walkerCount;
}

// --------------------------------------------------------------------------------------------------------- entry points

static wfResult readBench( const wfReader* reader, const wfSimulationDef* def, wfSimulation* simulation )
{
	wfBench bench;
	wfBenchPlan plan;
	wfResult result = wfBench_Read( reader, &bench );
	if ( result != wf_ok )
	{
		return result;
	}
	result = wfBenchPlan_Make( reader, &bench, def, def->seedGiven ? def->seed : DEFAULT_SEED, &plan );
	if ( result != wf_ok )
	{
		wfBench_Free( &bench );
		return result;
	}
	wfBenchCrowd made = { .plan = &plan };
	result = makeCrowd( &made );
	if ( result == wf_ok )
	{
		tellNotes( reader, &plan );
		*simulation = ( wfSimulation ){ .world = plan.world,
										.crowd = made.crowd,
										.seconds = guessSeconds( &plan ),
										.fps = FRAMES_A_SECOND,
										.seed = plan.seed,
										.stopWhenDone = true,
										.laneDirection = { 1.0, 0.0 } };
		snprintf( simulation->name, sizeof( simulation->name ), "%s", bench.name );
		if ( bench.name[0] == 0 )
		{
			wfCopyStem( simulation->name, sizeof( simulation->name ), reader->name );
		}
		plan.world = NULL;
	}
	else if ( made.crowd != NULL )
	{
		wfDestroyCrowd( made.crowd );
	}
	wfReleaseArray( made.goals, plan.regionCount, sizeof( wfGoalId ) );
	wfReleaseArray( made.stops, made.stopCapacity, sizeof( wfStop ) );
	wfBenchPlan_Free( &plan );
	wfBench_Free( &bench );
	return result;
}

static wfResult readCounted( const char* name, const void* data, size_t size, size_t used, const wfSimulationDef* def,
							 wfSimulation* simulation, wfError* error )
{
	wfError local = { 0 };
	wfReader reader = { .name = name, .text = data, .size = size, .def = &def->read, .used = &used, .error = &local };
	wfSimulation made = { 0 };
	wfResult result = size > 0 ? readBench( &reader, def, &made )
							   : wfReader_Fail( &reader, WF_NO_POSITION, NULL, wf_badFormat,
												"the file is empty; expected the XML of a SteerBench test case" );
	if ( result == wf_ok )
	{
		*simulation = made;
		return wf_ok;
	}
	if ( result == wf_outOfMemory && local.message[0] == 0 )
	{
		wfReader_OutOfMemory( &reader );
	}
	if ( error != NULL )
	{
		*error = local;
	}
	return result;
}

wfResult wfReadSteerBenchFromMemory( const char* name, const void* data, size_t size, const wfSimulationDef* def,
									 wfSimulation* simulation, wfError* error )
{
	return wfReadSimulationBy( readCounted, name, data, size, def, simulation, error );
}

wfResult wfReadSteerBench( const char* path, const wfSimulationDef* def, wfSimulation* simulation, wfError* error )
{
	return wfReadSimulationFileBy( readCounted, path, def, simulation, error );
}
