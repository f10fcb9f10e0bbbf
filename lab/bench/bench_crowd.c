// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield-lab bench crowd`: what agents cost, how that grows, what threads and SIMD bring, and how exact the local maps are;
// and `wayfield-lab bench footsteps`: what plans of footsteps cost, in the scenes for which the paper of the model gives its
// figures, and how many characters there can be in real time.
#include "measures.h"

#include "scenes/crowds.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The crowd of the papers: agents times plans a second.
#define PAPER_AGENTS 300.0
#define PAPER_HERTZ 2.0
#define CLASSIC_MAP 15
#define CLASSIC_ITERATIONS 60
#define FRAMES_A_SECOND 20.0

// ----------------------------------------------------------------------------------------------------------- measuring

// A scene stepped for a while, and what that took.
typedef struct CrowdCase
{
	const char* scene;
	int32_t agents;
	uint64_t seed; // 0: the scene's own
	wfPreset preset;
	const wfStyleDef* style;
	bool footsteps;		  // everybody is on foot
	bool pair;			  // on two threads
	bool wall;			  // time as it passes, to compare with two threads
	int32_t warmTicks;	  // not measured
	int32_t ticks;		  // 0: until everybody has arrived
	double warm, seconds; // the same, simulated
	int32_t samples;	  // of the accuracy, 0: it is not measured
} CrowdCase;

typedef struct CrowdCost
{
	double seconds; // of the ticks: processor time on one thread, time as it passes on two
	double agentTicks, agentSeconds, simulatedSeconds;
	double bytesPerAgent;
	int64_t agents, arrived;
	uint64_t hash;
	wfAccuracyReport accuracy;
	wfFootstepStats stats;	// of those on foot
	wfCircleReport circles; // of them
} CrowdCost;

// Those on foot, and whether their circles touch. Does not count.
static void lookAt( wfCircleCheck* check, wfCrowd* crowd )
{
	if ( check == NULL )
	{
		return;
	}
	const wfFootstepRow* rows;
	int32_t count = wfCrowd_GetFootsteps( crowd, &rows );
	wfFrame frame = wfCrowd_GetFrame( crowd );
	wfExpect( wfCircleCheck_AddFootsteps( check, rows, count ) );
	wfExpect( wfCircleCheck_AddFrame( check, &frame ) );
}

static void tickAll( const wfMeasures* measures, const CrowdCase* c, const wfSimulation* simulation, wfCircleCheck* check,
					 CrowdCost* cost )
{
	wfBench clock = { .workers = c->pair || c->wall ? measures->pair : NULL };
	wfCrowd* crowd = simulation->crowd;
	double tickSeconds = wfCrowd_GetDef( crowd ).tickSeconds;
	double warm = c->warm + c->warmTicks * tickSeconds, length = c->seconds + c->ticks * tickSeconds;
	double limit = length > 0.0 ? warm + length : simulation->seconds;
	lookAt( check, crowd );
	while ( !wfCrowd_IsDone( crowd ) && wfCrowd_GetTime( crowd ) + 0.5 * tickSeconds < limit )
	{
		bool measured = wfCrowd_GetTime( crowd ) + 0.5 * tickSeconds > warm;
		int32_t agents = wfCrowd_GetAgentCount( crowd );
		wfExpectNoInterrupt();
		double began = wfBench_GetSeconds( &clock );
		wfExpect( wfCrowd_Tick( crowd, &wf_error ) );
		if ( measured )
		{
			cost->seconds += wfBench_GetSeconds( &clock ) - began;
			cost->agentTicks += agents;
			cost->agentSeconds += agents * tickSeconds;
			cost->simulatedSeconds += tickSeconds;
		}
		lookAt( check, crowd );
	}
}

static CrowdCost measureCrowd( wfMeasures* measures, const CrowdCase* c )
{
	CrowdCost cost = { 0 };
	wfCrowdSceneDef def = wfDefaultCrowdSceneDef();
	def.name = c->scene;
	def.agents = c->agents;
	def.seed = c->seed > 0 ? c->seed : def.seed;
	def.preset = c->preset;
	def.style = c->style;
	def.footsteps = c->footsteps;
	def.workers = c->pair ? measures->pair : NULL;
	wfSimulation simulation;
	wfExpect( wfCreateCrowdScene( &def, &simulation, &wf_error ) );
	wfCrowd* crowd = simulation.crowd;
	wfCircleCheckDef checkDef = wfDefaultCircleCheckDef();
	wfCircleCheck* check = NULL;
	checkDef.world = simulation.world;
	wfExpect( c->footsteps ? wfCreateCircleCheck( &checkDef, &check, &wf_error ) : wf_ok );
	int32_t agents = wfCrowd_GetAgentCount( crowd );
	tickAll( measures, c, &simulation, check, &cost );
	cost.bytesPerAgent = (double)wfCrowd_GetAgentBytes( crowd ) / agents;
	cost.agents = wfCrowd_GetTotalCount( crowd );
	cost.arrived = wfCrowd_GetArrivedCount( crowd );
	cost.hash = wfCrowd_GetHash( crowd );
	cost.stats = wfCrowd_GetFootstepStats( crowd );
	if ( check != NULL )
	{
		wfExpect( wfCircleCheck_Finish( check ) );
		cost.circles = wfCircleCheck_GetReport( check );
	}
	wfExpect( c->samples > 0 ? wfCrowd_MeasureAccuracy( crowd, c->samples, &cost.accuracy ) : wf_ok );
	wfDestroyCircleCheck( check );
	wfSimulation_Free( &simulation );
	return cost;
}

// ---------------------------------------------------------------------------------------------------------------- crowd

static double getMicroseconds( const CrowdCost* cost, double count )
{
	return 1e6 * cost->seconds / count;
}

// The same phase of the annulus for each size: the first four seconds, in which the density is that of the start. Small crowds
// are stepped several times, and the cheapest counts.
static void measureGrowth( wfMeasures* bench )
{
	const int32_t full[3] = { 1000, 10000, 100000 }, quick[3] = { 100, 300, 1000 }, rounds[3] = { 8, 3, 1 };
	double first = NAN, last = NAN;
	for ( int32_t i = 0; i < 3; ++i )
	{
		int32_t agents = bench->base->quick ? quick[i] : full[i];
		const char* name = wfNameCase( "annulus", agents, "cost" );
		double best = INFINITY, bytes = 0.0, perSecond = INFINITY;
		for ( int32_t round = 0; round < ( bench->base->quick ? 2 : rounds[i] ); ++round )
		{
			CrowdCase c = { .scene = "annulus", .agents = agents, .seed = (uint64_t)round + 1, .warmTicks = 5, .ticks = 15 };
			CrowdCost cost = measureCrowd( bench, &c );
			best = fmin( best, getMicroseconds( &cost, cost.agentTicks ) );
			perSecond = fmin( perSecond, getMicroseconds( &cost, cost.agentSeconds ) );
			bytes = cost.bytesPerAgent;
		}
		wfMeasures_Add( bench, name, "cost of an agent's plan, one thread", best, "us", NAN, NAN );
		wfMeasures_Add( bench, name, "cost of an agent's second, one thread", perSecond, "us", NAN, NAN );
		wfMeasures_Add( bench, name, "memory per agent", bytes, "bytes", 4096.0, NAN );
		first = i == 0 ? best : first;
		last = best;
	}
	wfMeasures_Add( bench, bench->base->quick ? "annulus 100 to 1000" : "annulus 1000 to 100000", "growth of the cost of a plan",
					last / first, "times", 1.3, NAN );
}

// From the first tick to the last arrival, the jam in the middle included.
static void measureWhole( wfMeasures* bench )
{
	int32_t agents = bench->base->quick ? 100 : 10000;
	char name[40];
	snprintf( name, sizeof( name ), "annulus %d whole", agents );
	wfBench_ReportProgress( name, "cost" );
	CrowdCase c = { .scene = "annulus", .agents = agents, .seed = 1 };
	CrowdCost cost = measureCrowd( bench, &c );
	wfMeasures_Add( bench, name, "cost of an agent's second, one thread", getMicroseconds( &cost, cost.agentSeconds ), "us",
					bench->base->quick ? NAN : 10.0, NAN );
	wfMeasures_Add( bench, name, "arrived", 100.0 * (double)cost.arrived / (double)cost.agents, "%", NAN, 100.0 );
}

// Turn by turn, and the best of each counts: other programs on the machine disturb both alike.
static void measureThreads( wfMeasures* bench )
{
	int32_t agents = bench->base->quick ? 500 : 10000;
	const char* name = wfNameCase( "annulus", agents, "threads" );
	double best[2] = { INFINITY, INFINITY };
	uint64_t hashes[2] = { 0, 0 };
	for ( int32_t round = 0; round < ( bench->base->quick ? 2 : 6 ); ++round )
	{
		CrowdCase c = { .scene = "annulus", .agents = agents, .seed = 1, .warmTicks = 5, .ticks = 25 };
		c.pair = round % 2 == 1;
		c.wall = true;
		CrowdCost cost = measureCrowd( bench, &c );
		best[round % 2] = fmin( best[round % 2], cost.seconds );
		hashes[round % 2] = cost.hash;
	}
	wfMeasures_Add( bench, name, "two threads against one", best[0] / best[1], "times", NAN, 1.7 );
	wfMeasures_Add( bench, name, "states that differ between them", hashes[0] != hashes[1] ? 1.0 : 0.0, "", 0.0, NAN );
	if ( !bench->base->quick )
	{
		wfBench_ReportProgress( "annulus 100000", "two threads" );
		CrowdCase c = { .scene = "annulus", .agents = 100000, .seed = 1, .pair = true, .warmTicks = 5, .ticks = 15 };
		CrowdCost cost = measureCrowd( bench, &c );
		wfMeasures_Add( bench, "annulus 100000", "a simulated second on two threads", cost.seconds / cost.simulatedSeconds, "s",
						1.0, NAN );
	}
}

static void measureSimd( wfMeasures* bench )
{
	wfSimdLevel best = wfGetSimdLevel();
	int32_t agents = bench->base->quick ? 300 : 10000, different = 0;
	char what[56];
	const char* name = wfNameCase( "annulus", agents, "SIMD levels" );
	uint64_t hash = 0;
	for ( int32_t level = wf_simdBaseline; level <= (int32_t)best; ++level )
	{
		wfSetSimdLevel( (wfSimdLevel)level );
		CrowdCase c = { .scene = "annulus", .agents = agents, .seed = 1, .warmTicks = 5, .ticks = 15 };
		CrowdCost cost = measureCrowd( bench, &c );
		different += level > wf_simdBaseline && cost.hash != hash ? 1 : 0;
		hash = cost.hash;
		snprintf( what, sizeof( what ), "cost of an agent's plan, %s", wfDescribeSimdLevel( (wfSimdLevel)level ) );
		wfMeasures_Add( bench, name, what, getMicroseconds( &cost, cost.agentTicks ), "us", NAN, NAN );
	}
	wfSetSimdLevel( best );
	wfMeasures_Add( bench, name, "states that differ between them", different, "", 0.0, NAN );
}

// The papers' own crowd: their map, their number of relaxations, row by row.
static void measureClassic( wfMeasures* bench )
{
	wfBench_ReportProgress( "classic", "agents times plans a second" );
	wfStyleDef style = wfDefaultStyleDef( wf_classicPreset );
	style.mapSize = CLASSIC_MAP;
	style.iterations = CLASSIC_ITERATIONS;
	double best = INFINITY;
	for ( int32_t round = 0; round < 3; ++round )
	{
		CrowdCase c = { .scene = "corridor", .agents = bench->base->quick ? 400 : 3000, .seed = 1, .preset = wf_classicPreset };
		c.style = &style;
		c.warmTicks = 3;
		c.ticks = 10;
		CrowdCost cost = measureCrowd( bench, &c );
		best = fmin( best, cost.seconds / cost.agentTicks );
	}
	wfMeasures_Add( bench, "classic n 15, 60 times", "agents x Hz, one thread", 1.0 / best, "1/s", NAN, NAN );
	wfMeasures_Add( bench, "classic n 15, 60 times", "against 300 agents at 2 Hz", 1.0 / ( best * PAPER_AGENTS * PAPER_HERTZ ),
					"times", NAN, 500.0 );
}

// In real ticks, where the crowd has met.
static void measureAccuracy( wfMeasures* bench )
{
	static const struct
	{
		const char* scene;
		int32_t agents, ticks;
	} cases[] = {
		{ "annulus", 300, 45 }, { "corridor", 200, 110 }, { "doorway", 50, 40 }, { "egress", 100, 60 }, { "crossing", 100, 45 } };
	for ( int32_t i = 0; i < 5; ++i )
	{
		wfBench_ReportProgress( cases[i].scene, "accuracy of the local maps" );
		CrowdCase c = { .scene = cases[i].scene, .agents = cases[i].agents, .seed = 1, .ticks = cases[i].ticks, .samples = 1000 };
		CrowdCost cost = measureCrowd( bench, &c );
		wfMeasures_Add( bench, cases[i].scene, "error of the direction, median", cost.accuracy.medianDegrees, "degrees", NAN,
						NAN );
		wfMeasures_Add( bench, cases[i].scene, "error of the direction, 95th percentile", cost.accuracy.p95Degrees, "degrees",
						1.0, NAN );
	}
}

int wfBenchCrowd( const wfBench* base )
{
	static wfMeasures bench;
	wfBeginMeasures( &bench, base, false );
	measureGrowth( &bench );
	measureWhole( &bench );
	measureThreads( &bench );
	measureSimd( &bench );
	measureClassic( &bench );
	measureAccuracy( &bench );
	return wfMeasures_End( &bench );
}

// ------------------------------------------------------------------------------------------------------------ footsteps

// What others report of the same scene; not a number: nothing. The paper's are of a Core 2, those of the public
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

static void addPlans( wfMeasures* bench, const char* name, const Scene* scene, const CrowdCost* cost )
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
		wfMeasure* row = wfMeasures_Add( bench, name, rows[i].measure, rows[i].value, rows[i].unit, NAN, NAN );
		// Their figures and the bars are of the whole scene.
		row->document = bench->base->quick ? NAN : rows[i].document;
		row->implementation = bench->base->quick ? NAN : rows[i].implementation;
		row->most = bench->base->quick ? NAN : rows[i].most;
	}
}

static void addContacts( wfMeasures* bench, const char* name, const CrowdCost* cost )
{
	wfMeasures_Add( bench, name, "contacts of circles", (double)cost->circles.overlaps, "", 0.0, NAN );
	wfMeasures_Add( bench, name, "contacts with walls", (double)cost->circles.wallHits, "", 0.0, NAN );
}

// From the first tick to the last arrival, on one thread.
static void measureScene( wfMeasures* bench, const Scene* scene )
{
	CrowdCase c = { .scene = scene->name, .footsteps = true, .agents = bench->base->quick ? scene->quickAgents : scene->agents };
	c.seconds = bench->base->quick ? 20.0 : 0.0;
	const char* name = wfNameCase( scene->title, c.agents, "plans" );
	CrowdCost cost = measureCrowd( bench, &c );
	addPlans( bench, name, scene, &cost );
	wfMeasure* arrived = wfMeasures_Add( bench, name, "arrived", 100.0 * (double)cost.arrived / (double)cost.agents, "%", NAN,
										 bench->base->quick ? NAN : 100.0 );
	arrived->implementation = bench->base->quick ? NAN : scene->implementation.arrived;
	addContacts( bench, name, &cost );
}

static void compareThreads( wfMeasures* bench )
{
	CrowdCase c = { .scene = "corridor", .footsteps = true, .agents = bench->base->quick ? 30 : 200, .seconds = 15.0 };
	const char* name = wfNameCase( "corridor, two-way", c.agents, "threads" );
	CrowdCost alone = measureCrowd( bench, &c );
	c.pair = true;
	CrowdCost together = measureCrowd( bench, &c );
	wfMeasures_Add( bench, name, "states that differ, one and two threads", alone.hash != together.hash ? 1.0 : 0.0, "", 0.0,
					NAN );
}

// An open square, everybody on the way.
static void measureRealTime( wfMeasures* bench )
{
	CrowdCase c = { .scene = "square", .footsteps = true, .agents = bench->base->quick ? 200 : 10000, .pair = true, .warm = 2.0 };
	c.seconds = bench->base->quick ? 2.0 : 10.0;
	const char* name = wfNameCase( "open square", c.agents, "real time" );
	CrowdCost cost = measureCrowd( bench, &c );
	double second = cost.seconds / cost.simulatedSeconds;
	bool quick = bench->base->quick;
	wfMeasures_Add( bench, name, "a simulated second on two threads", second, "s", quick ? NAN : 1.0, NAN );
	wfMeasures_Add( bench, name, "characters in real time, two threads", cost.agentSeconds / cost.seconds, "", NAN,
					quick ? NAN : 10000.0 );
	wfMeasures_Add( bench, name, "a plan, mean", 1e3 * cost.stats.planSeconds / (double)cost.stats.plans, "ms", NAN, NAN );
	wfMeasures_Add( bench, name, "a character's frame at 20 Hz, both threads",
					2e6 * cost.seconds / ( cost.agentSeconds * FRAMES_A_SECOND ), "us", NAN, NAN );
	addContacts( bench, name, &cost );
}

int wfBenchFootsteps( const wfBench* base )
{
	static wfMeasures bench;
	wfBeginMeasures( &bench, base, true );
	for ( size_t i = 0; i < sizeof( s_scenes ) / sizeof( s_scenes[0] ); ++i )
	{
		measureScene( &bench, s_scenes + i );
	}
	compareThreads( &bench );
	measureRealTime( &bench );
	return wfMeasures_End( &bench );
}
