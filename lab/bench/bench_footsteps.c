// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield bench footsteps`: what plans of footsteps cost, in the scenes for which the document of the model tells its figures,
// and how many characters there can be in real time.
#include "bench_measures.h"

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

// ----------------------------------------------------------------------------------------------------------- measuring

static void addPlans( wfMeasures* bench, const char* name, const Scene* scene, const wfCrowdCost* cost )
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
				   1e6 * cost->seconds / ( cost->agentSeconds * FRAMES_A_SECOND ), scene->document.usPerFrame,
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

static void addContacts( wfMeasures* bench, const char* name, const wfCrowdCost* cost )
{
	wfMeasures_Add( bench, name, "contacts of circles", (double)cost->circles.overlaps, "" )->most = 0.0;
	wfMeasures_Add( bench, name, "contacts with walls", (double)cost->circles.wallHits, "" )->most = 0.0;
}

// From the first step to the last arrival, on one thread.
static void measureScene( wfMeasures* bench, const Scene* scene )
{
	wfCrowdCase c = {
		.scene = scene->name, .footsteps = true, .agents = bench->base->quick ? scene->quickAgents : scene->agents };
	c.seconds = bench->base->quick ? 20.0 : 0.0;
	char name[40];
	snprintf( name, sizeof( name ), "%s %d", scene->title, c.agents );
	wfBench_Tell( name, "plans" );
	wfCrowdCost cost = wfMeasures_Step( bench, &c );
	addPlans( bench, name, scene, &cost );
	wfMeasure* arrived = wfMeasures_Add( bench, name, "arrived", 100.0 * (double)cost.arrived / (double)cost.agents, "%" );
	arrived->implementation = bench->base->quick ? NAN : scene->implementation.arrived;
	arrived->least = bench->base->quick ? NAN : 100.0;
	addContacts( bench, name, &cost );
}

static void compareThreads( wfMeasures* bench )
{
	wfCrowdCase c = { .scene = "corridor", .footsteps = true, .agents = bench->base->quick ? 30 : 200, .seconds = 15.0 };
	char name[40];
	snprintf( name, sizeof( name ), "corridor, two-way %d", c.agents );
	wfBench_Tell( name, "threads" );
	wfCrowdCost alone = wfMeasures_Step( bench, &c );
	c.pair = true;
	wfCrowdCost together = wfMeasures_Step( bench, &c );
	wfMeasures_Add( bench, name, "states that differ, one and two threads", alone.hash != together.hash ? 1.0 : 0.0, "" )->most =
		0.0;
}

// An open square, everybody on the way.
static void measureRealTime( wfMeasures* bench )
{
	wfCrowdCase c = {
		.scene = "square", .footsteps = true, .agents = bench->base->quick ? 200 : 10000, .pair = true, .warm = 2.0 };
	c.seconds = bench->base->quick ? 2.0 : 10.0;
	char name[40];
	snprintf( name, sizeof( name ), "open square %d", c.agents );
	wfBench_Tell( name, "real time" );
	wfCrowdCost cost = wfMeasures_Step( bench, &c );
	double second = cost.seconds / cost.simulatedSeconds;
	wfMeasures_Add( bench, name, "a simulated second on two threads", second, "s" )->most = bench->base->quick ? NAN : 1.0;
	wfMeasures_Add( bench, name, "characters in real time, two threads", cost.agentSeconds / cost.seconds, "" )->least =
		bench->base->quick ? NAN : 10000.0;
	wfMeasures_Add( bench, name, "a plan, mean", 1e3 * cost.stats.planSeconds / (double)cost.stats.plans, "ms" );
	wfMeasures_Add( bench, name, "a character's frame at 20 Hz, both threads",
					2e6 * cost.seconds / ( cost.agentSeconds * FRAMES_A_SECOND ), "us" );
	addContacts( bench, name, &cost );
}

int wfBenchFootsteps( const wfBench* base )
{
	static wfMeasures bench;
	wfMeasures_Begin( &bench, base, true );
	for ( size_t i = 0; i < sizeof( s_scenes ) / sizeof( s_scenes[0] ); ++i )
	{
		measureScene( &bench, s_scenes + i );
	}
	compareThreads( &bench );
	measureRealTime( &bench );
	return wfMeasures_End( &bench );
}
