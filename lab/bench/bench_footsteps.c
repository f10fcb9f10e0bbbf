// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield bench footsteps`: what plans of footsteps cost, in the scenes for which the document of the model tells its figures,
// and how many characters there can be in real time.
#include "bench_measures.h"

#include "progress.h"
#include "scenes/crowds.h"
#include "wayfield/metrics.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define FRAMES_A_SECOND 20.0
// What others tell of the same scene; not a number: nothing. The document's are of a Core 2, those of the public
// implementation of its model of one thread of today.
typedef struct Reference
{
	double msPerPlan, expanded, generated, usPerFrame, arrived; // arrived: percent
} Reference;

typedef struct Scene
{
	const char* name;
	const char* title;
	int32_t agents, quickAgents;
	Reference document, implementation;
	double mostMs, mostUs; // bars of a plan and a frame; not a number: none
} Scene;

static const Scene s_scenes[] = {
	{ .name = "corridor",
	  .title = "corridor, two-way",
	  .agents = 200,
	  .quickAgents = 30,
	  .document = { 4.4, 190.0, 234.0, 100.0, NAN },
	  .implementation = { 6.1, 48.0, NAN, 108.0, 100.0 },
	  .mostMs = 0.15,
	  .mostUs = 4.0 },
	{ .name = "egress",
	  .title = "egress",
	  .agents = 50,
	  .quickAgents = 12,
	  .document = { 1.6, 82.0, 137.0, 37.0, NAN },
	  .implementation = { 13.0, NAN, NAN, 2200.0, 96.0 },
	  .mostMs = NAN,
	  .mostUs = NAN },
	{ .name = "obstacles",
	  .title = "obstacles",
	  .agents = 500,
	  .quickAgents = 30,
	  .document = { 3.0, 192.0, 261.0, 110.0, NAN },
	  .implementation = { 8.4, NAN, NAN, 329.0, NAN },
	  .mostMs = NAN,
	  .mostUs = NAN },
};

// A scene on feet, and what stepping it took.
typedef struct Case
{
	const char* scene;
	int32_t agents;
	bool pair;			  // on two threads, by the clock; else one thread's processor time
	double warm, seconds; // simulated and not measured, and measured at most; 0: until everybody has arrived
} Case;

typedef struct Cost
{
	double seconds, simulatedSeconds, walkerSeconds;
	wfFootstepStats stats;
	wfCircleReport circles;
	int64_t agents, arrived;
	uint64_t hash;
} Cost;

// ----------------------------------------------------------------------------------------------------------- measuring

static wfResult lookAt( wfCircleCheck* check, wfCrowd* crowd )
{
	const wfFootstepRow* rows;
	int32_t count = wfCrowd_GetFootsteps( crowd, &rows );
	wfFrame frame = wfCrowd_GetFrame( crowd );
	wfResult result = wfCircleCheck_AddFootsteps( check, rows, count );
	return result == wf_ok ? wfCircleCheck_AddFrame( check, &frame ) : result;
}

static wfResult stepAll( wfMeasures* bench, const Case* c, const wfSimulation* simulation, wfCircleCheck* check, Cost* cost )
{
	wfBench clock = { .workers = c->pair ? bench->pair : NULL };
	wfCrowd* crowd = simulation->crowd;
	double stepSeconds = wfCrowd_GetDef( crowd ).stepSeconds;
	double limit = c->seconds > 0.0 ? c->warm + c->seconds : simulation->seconds;
	wfResult result = lookAt( check, crowd );
	while ( result == wf_ok && !wfCrowd_IsDone( crowd ) && wfCrowd_GetTime( crowd ) + 0.5 * stepSeconds < limit )
	{
		bool measured = wfCrowd_GetTime( crowd ) + 0.5 * stepSeconds > c->warm;
		int32_t agents = wfCrowd_GetAgentCount( crowd );
		double began = wfBench_GetSeconds( &clock );
		result = wfIsInterrupted() ? wf_cancelled : wfCrowd_Step( crowd, &bench->error );
		cost->seconds += measured ? wfBench_GetSeconds( &clock ) - began : 0.0;
		cost->simulatedSeconds += measured ? stepSeconds : 0.0;
		cost->walkerSeconds += measured ? agents * stepSeconds : 0.0;
		result = result == wf_ok ? lookAt( check, crowd ) : result;
	}
	return result == wf_ok ? wfCircleCheck_Finish( check ) : result;
}

static wfResult measure( wfMeasures* bench, const Case* c, Cost* cost )
{
	*cost = ( Cost ){ 0 };
	wfCrowdSceneDef def = wfDefaultCrowdSceneDef();
	def.name = c->scene;
	def.agents = c->agents;
	def.footsteps = true;
	def.workers = c->pair ? bench->pair : NULL;
	wfSimulation simulation;
	wfResult result = wfCreateCrowdScene( &def, &simulation, &bench->error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfCircleCheckDef checkDef = wfDefaultCircleCheckDef();
	wfCircleCheck* check = NULL;
	checkDef.world = simulation.world;
	result = wfCreateCircleCheck( &checkDef, &check, &bench->error );
	result = result == wf_ok ? stepAll( bench, c, &simulation, check, cost ) : result;
	if ( check != NULL )
	{
		cost->circles = wfCircleCheck_GetReport( check );
		wfDestroyCircleCheck( check );
	}
	cost->stats = wfCrowd_GetFootstepStats( simulation.crowd );
	cost->agents = wfCrowd_GetTotalCount( simulation.crowd );
	cost->arrived = wfCrowd_GetArrivedCount( simulation.crowd );
	cost->hash = wfCrowd_GetHash( simulation.crowd );
	wfSimulation_Free( &simulation );
	return result;
}

static void addPlans( wfMeasures* bench, const char* name, const Scene* scene, const Cost* cost )
{
	const wfFootstepStats* stats = &cost->stats;
	double plans = stats->plans > 0 ? (double)stats->plans : NAN;
	const struct
	{
		const char *measure, *unit;
		double value, document, implementation, most;
	} rows[] = { { "a plan, mean", "ms", 1e3 * stats->planSeconds / plans, scene->document.msPerPlan,
				   scene->implementation.msPerPlan, scene->mostMs },
				 { "a plan, 95th percentile", "ms", 1e3 * stats->p95Seconds, NAN,
				   strcmp( scene->name, "corridor" ) == 0 ? 14.0 : NAN, NAN },
				 { "nodes expanded, mean", "", (double)stats->expanded / plans, scene->document.expanded,
				   scene->implementation.expanded, NAN },
				 { "nodes generated, mean", "", (double)stats->generated / plans, scene->document.generated,
				   scene->implementation.generated, NAN },
				 { "a character's frame at 20 Hz, one thread", "us",
				   1e6 * cost->seconds / ( cost->walkerSeconds * FRAMES_A_SECOND ), scene->document.usPerFrame,
				   scene->implementation.usPerFrame, scene->mostUs } };
	for ( size_t i = 0; i < sizeof( rows ) / sizeof( rows[0] ); ++i )
	{
		wfMeasure* row = wfMeasures_Add( bench, name, rows[i].measure, rows[i].value, rows[i].unit );
		// Their figures and the bars are of the whole scene.
		row->document = bench->base->quick ? NAN : rows[i].document;
		row->implementation = bench->base->quick ? NAN : rows[i].implementation;
		row->most = bench->base->quick ? NAN : rows[i].most;
	}
}

static void addContacts( wfMeasures* bench, const char* name, const Cost* cost )
{
	wfMeasures_Add( bench, name, "contacts of circles", (double)cost->circles.overlaps, "" )->most = 0.0;
	wfMeasures_Add( bench, name, "contacts with walls", (double)cost->circles.wallHits, "" )->most = 0.0;
}

// From the first step to the last arrival, on one thread.
static wfResult measureScene( wfMeasures* bench, const Scene* scene )
{
	Case c = { .scene = scene->name, .agents = bench->base->quick ? scene->quickAgents : scene->agents };
	c.seconds = bench->base->quick ? 20.0 : 0.0;
	char name[40];
	snprintf( name, sizeof( name ), "%s %d", scene->title, c.agents );
	wfBench_Tell( name, "plans" );
	Cost cost;
	wfResult result = measure( bench, &c, &cost );
	if ( result != wf_ok )
	{
		return result;
	}
	addPlans( bench, name, scene, &cost );
	wfMeasure* arrived = wfMeasures_Add( bench, name, "arrived", 100.0 * (double)cost.arrived / (double)cost.agents, "%" );
	arrived->implementation = bench->base->quick ? NAN : scene->implementation.arrived;
	arrived->least = bench->base->quick ? NAN : 100.0;
	addContacts( bench, name, &cost );
	return result;
}

static wfResult compareThreads( wfMeasures* bench )
{
	Case c = { .scene = "corridor", .agents = bench->base->quick ? 30 : 200, .seconds = 15.0 };
	char name[40];
	snprintf( name, sizeof( name ), "corridor, two-way %d", c.agents );
	wfBench_Tell( name, "threads" );
	Cost alone, together;
	wfResult result = measure( bench, &c, &alone );
	c.pair = true;
	result = result == wf_ok ? measure( bench, &c, &together ) : result;
	if ( result == wf_ok )
	{
		wfMeasures_Add( bench, name, "states that differ, one and two threads", alone.hash != together.hash ? 1.0 : 0.0, "" )
			->most = 0.0;
	}
	return result;
}

// An open square, everybody on the way.
static wfResult measureRealTime( wfMeasures* bench )
{
	Case c = { .scene = "square", .agents = bench->base->quick ? 200 : 10000, .pair = true, .warm = 2.0 };
	c.seconds = bench->base->quick ? 2.0 : 10.0;
	char name[40];
	snprintf( name, sizeof( name ), "open square %d", c.agents );
	wfBench_Tell( name, "real time" );
	Cost cost;
	wfResult result = measure( bench, &c, &cost );
	if ( result != wf_ok )
	{
		return result;
	}
	double second = cost.seconds / cost.simulatedSeconds;
	wfMeasures_Add( bench, name, "a simulated second on two threads", second, "s" )->most = bench->base->quick ? NAN : 1.0;
	wfMeasures_Add( bench, name, "characters in real time, two threads", cost.walkerSeconds / cost.seconds, "" )->least =
		bench->base->quick ? NAN : 10000.0;
	wfMeasures_Add( bench, name, "a plan, mean", 1e3 * cost.stats.planSeconds / (double)cost.stats.plans, "ms" );
	wfMeasures_Add( bench, name, "a character's frame at 20 Hz, both threads",
					2e6 * cost.seconds / ( cost.walkerSeconds * FRAMES_A_SECOND ), "us" );
	addContacts( bench, name, &cost );
	return result;
}

int wfBenchFootsteps( const wfBench* base )
{
	static wfMeasures bench;
	wfResult result = wfMeasures_Begin( &bench, base, true );
	for ( size_t i = 0; i < sizeof( s_scenes ) / sizeof( s_scenes[0] ) && result == wf_ok; ++i )
	{
		result = measureScene( &bench, s_scenes + i );
	}
	result = result == wf_ok ? compareThreads( &bench ) : result;
	result = result == wf_ok ? measureRealTime( &bench ) : result;
	return wfMeasures_End( &bench, result );
}
