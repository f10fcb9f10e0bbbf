// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield bench crowd`: what agents cost, how that grows, what threads and SIMD bring, and how exact the local maps are.
#include "bench_measures.h"

#include <math.h>
#include <stdio.h>

// The crowd of the literature: agents times plans a second.
#define DOCUMENT_AGENTS 300.0
#define DOCUMENT_HERTZ 2.0
#define CLASSIC_MAP 15
#define CLASSIC_ITERATIONS 60

static void addRow( wfMeasures* bench, const char* name, const char* measure, double value, const char* unit, double most,
					double least )
{
	wfMeasure* added = wfMeasures_Add( bench, name, measure, value, unit );
	added->most = most;
	added->least = least;
}

// ----------------------------------------------------------------------------------------------------------- measuring

static double getMicroseconds( const wfCrowdCost* cost, double count )
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
		char name[40];
		snprintf( name, sizeof( name ), "annulus %d", agents );
		wfBench_Tell( name, "cost" );
		double best = INFINITY, bytes = 0.0, perSecond = INFINITY;
		for ( int32_t round = 0; round < ( bench->base->quick ? 2 : rounds[i] ); ++round )
		{
			wfCrowdCase c = { .scene = "annulus", .agents = agents, .seed = (uint64_t)round + 1, .warmSteps = 5, .steps = 15 };
			wfCrowdCost cost = wfMeasures_Step( bench, &c );
			best = fmin( best, getMicroseconds( &cost, cost.agentSteps ) );
			perSecond = fmin( perSecond, getMicroseconds( &cost, cost.agentSeconds ) );
			bytes = cost.bytesPerAgent;
		}
		addRow( bench, name, "cost of an agent's plan, one thread", best, "us", NAN, NAN );
		addRow( bench, name, "cost of an agent's second, one thread", perSecond, "us", NAN, NAN );
		addRow( bench, name, "memory per agent", bytes, "bytes", 4096.0, NAN );
		first = i == 0 ? best : first;
		last = best;
	}
	addRow( bench, bench->base->quick ? "annulus 100 to 1000" : "annulus 1000 to 100000", "growth of the cost of a plan",
			last / first, "times", 1.3, NAN );
}

// From the first step to the last arrival, the jam in the middle included.
static void measureWhole( wfMeasures* bench )
{
	int32_t agents = bench->base->quick ? 100 : 10000;
	char name[40];
	snprintf( name, sizeof( name ), "annulus %d whole", agents );
	wfBench_Tell( name, "cost" );
	wfCrowdCase c = { .scene = "annulus", .agents = agents, .seed = 1 };
	wfCrowdCost cost = wfMeasures_Step( bench, &c );
	addRow( bench, name, "cost of an agent's second, one thread", getMicroseconds( &cost, cost.agentSeconds ), "us",
			bench->base->quick ? NAN : 10.0, NAN );
	addRow( bench, name, "arrived", 100.0 * (double)cost.arrived / (double)cost.agents, "%", NAN, 100.0 );
}

// Turn by turn, and the best of each counts: other programs on the machine disturb both alike.
static void measureThreads( wfMeasures* bench )
{
	int32_t agents = bench->base->quick ? 500 : 10000;
	char name[40];
	snprintf( name, sizeof( name ), "annulus %d", agents );
	wfBench_Tell( name, "threads" );
	double best[2] = { INFINITY, INFINITY };
	uint64_t hashes[2] = { 0, 0 };
	for ( int32_t round = 0; round < ( bench->base->quick ? 2 : 6 ); ++round )
	{
		wfCrowdCase c = { .scene = "annulus", .agents = agents, .seed = 1, .warmSteps = 5, .steps = 25 };
		c.pair = round % 2 == 1;
		c.wall = true;
		wfCrowdCost cost = wfMeasures_Step( bench, &c );
		best[round % 2] = fmin( best[round % 2], cost.seconds );
		hashes[round % 2] = cost.hash;
	}
	addRow( bench, name, "two threads against one", best[0] / best[1], "times", NAN, 1.7 );
	addRow( bench, name, "states that differ between them", hashes[0] != hashes[1] ? 1.0 : 0.0, "", 0.0, NAN );
	if ( !bench->base->quick )
	{
		wfBench_Tell( "annulus 100000", "two threads" );
		wfCrowdCase c = { .scene = "annulus", .agents = 100000, .seed = 1, .pair = true, .warmSteps = 5, .steps = 15 };
		wfCrowdCost cost = wfMeasures_Step( bench, &c );
		addRow( bench, "annulus 100000", "a simulated second on two threads", cost.seconds / cost.simulatedSeconds, "s", 1.0,
				NAN );
	}
}

static void measureSimd( wfMeasures* bench )
{
	wfSimdLevel best = wfGetSimdLevel();
	int32_t agents = bench->base->quick ? 300 : 10000, different = 0;
	char name[40], what[56];
	snprintf( name, sizeof( name ), "annulus %d", agents );
	wfBench_Tell( name, "SIMD levels" );
	uint64_t hash = 0;
	for ( int32_t level = wf_simdBaseline; level <= (int32_t)best; ++level )
	{
		wfSetSimdLevel( (wfSimdLevel)level );
		wfCrowdCase c = { .scene = "annulus", .agents = agents, .seed = 1, .warmSteps = 5, .steps = 15 };
		wfCrowdCost cost = wfMeasures_Step( bench, &c );
		different += level > wf_simdBaseline && cost.hash != hash ? 1 : 0;
		hash = cost.hash;
		snprintf( what, sizeof( what ), "cost of an agent's plan, %s", wfDescribeSimdLevel( (wfSimdLevel)level ) );
		addRow( bench, name, what, getMicroseconds( &cost, cost.agentSteps ), "us", NAN, NAN );
	}
	wfSetSimdLevel( best );
	addRow( bench, name, "states that differ between them", different, "", 0.0, NAN );
}

// The documents' own crowd: their map, their number of relaxations, row by row.
static void measureClassic( wfMeasures* bench )
{
	wfBench_Tell( "classic", "agents times plans a second" );
	wfStyleDef style = wfDefaultStyleDef( wf_classicPreset );
	style.mapSize = CLASSIC_MAP;
	style.iterations = CLASSIC_ITERATIONS;
	double best = INFINITY;
	for ( int32_t round = 0; round < 3; ++round )
	{
		wfCrowdCase c = { .scene = "corridor", .agents = bench->base->quick ? 400 : 3000, .seed = 1, .preset = wf_classicPreset };
		c.style = &style;
		c.warmSteps = 3;
		c.steps = 10;
		wfCrowdCost cost = wfMeasures_Step( bench, &c );
		best = fmin( best, cost.seconds / cost.agentSteps );
	}
	addRow( bench, "classic n 15, 60 times", "agents x Hz, one thread", 1.0 / best, "1/s", NAN, NAN );
	addRow( bench, "classic n 15, 60 times", "against 300 agents at 2 Hz", 1.0 / ( best * DOCUMENT_AGENTS * DOCUMENT_HERTZ ),
			"times", NAN, 500.0 );
}

// On real steps, where the crowd has met.
static void measureAccuracy( wfMeasures* bench )
{
	static const struct
	{
		const char* scene;
		int32_t agents, steps;
	} cases[] = {
		{ "annulus", 300, 45 }, { "corridor", 200, 110 }, { "doorway", 50, 40 }, { "egress", 100, 60 }, { "crossing", 100, 45 } };
	for ( int32_t i = 0; i < 5; ++i )
	{
		wfBench_Tell( cases[i].scene, "accuracy of the local maps" );
		wfCrowdCase c = {
			.scene = cases[i].scene, .agents = cases[i].agents, .seed = 1, .steps = cases[i].steps, .samples = 1000 };
		wfCrowdCost cost = wfMeasures_Step( bench, &c );
		addRow( bench, cases[i].scene, "error of the direction, median", cost.accuracy.medianDegrees, "degrees", NAN, NAN );
		addRow( bench, cases[i].scene, "error of the direction, 95th percentile", cost.accuracy.p95Degrees, "degrees", 1.0, NAN );
	}
}

int wfBenchCrowd( const wfBench* base )
{
	static wfMeasures bench;
	wfMeasures_Begin( &bench, base, false );
	measureGrowth( &bench );
	measureWhole( &bench );
	measureThreads( &bench );
	measureSimd( &bench );
	measureClassic( &bench );
	measureAccuracy( &bench );
	return wfMeasures_End( &bench );
}
