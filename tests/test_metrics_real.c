// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Recordings of people beside the scenarios that repeat them: docs/metrics.md states these figures.

#include "test_metrics.h"
#include "wayfield/crowd.h"
#include "wayfield/io.h"

#include <math.h>
#include <stdio.h>

#ifndef WAYFIELD_SOURCE_DIR
#define WAYFIELD_SOURCE_DIR "."
#endif

#define MAX_CROSSINGS 256

// What is compared: the report, and how many had crossed the first line after 10, 20, ... seconds.
typedef struct Figures
{
	wfMetricsReport report;
	int32_t crossed[8];
} Figures;

static Figures takeFigures( wfMetrics* metrics )
{
	double times[MAX_CROSSINGS];
	Figures figures = { .report = wfMetrics_GetReport( metrics ) };
	int64_t count = wfMetrics_GetCrossings( metrics, 0, times, MAX_CROSSINGS );
	CHECK( count <= MAX_CROSSINGS );
	for ( int64_t k = 0; k < count && k < MAX_CROSSINGS; ++k )
	{
		for ( int32_t i = 0; i < 8; ++i )
		{
			figures.crossed[i] += times[k] <= 10.0 * ( i + 1 ) + 1e-9 ? 1 : 0;
		}
	}
	wfDestroyMetrics( metrics );
	return figures;
}

// What the scenario says is measured, of the crowd or of people.
static wfMetrics* makeMetricsOf( const wfSimulation* simulation, double fps )
{
	wfMetricsDef def = wfDefaultMetricsDef();
	def.fps = fps;
	def.world = simulation->world;
	def.area = simulation->area;
	def.lineCount = simulation->lineCount;
	for ( int32_t i = 0; i < simulation->lineCount; ++i )
	{
		def.lines[i][0] = simulation->lines[i].a;
		def.lines[i][1] = simulation->lines[i].b;
	}
	return makeMetrics( &def );
}

static bool readScenario( const char* name, uint64_t seed, wfSimulation* simulation )
{
	char path[1024];
	snprintf( path, sizeof( path ), "%s/scenarios/%s", WAYFIELD_SOURCE_DIR, name );
	wfSimulationDef def = wfDefaultSimulationDef();
	def.seedGiven = true;
	def.seed = seed;
	wfError error = { 0 };
	bool read = CHECK_EQUAL( wfReadSimulation( path, &def, simulation, &error ), wf_ok );
	if ( !read )
	{
		CHECK_STRING( error.message, "" );
	}
	return read;
}

// Runs until nobody is left or the time is over, measuring after each tick.
static Figures simulate( wfSimulation* simulation )
{
	wfMetrics* metrics = makeMetricsOf( simulation, simulation->fps );
	wfResult result = wf_ok;
	for ( wfFrame frame = wfCrowd_GetFrame( simulation->crowd ); result == wf_ok; frame = wfCrowd_GetFrame( simulation->crowd ) )
	{
		result = wfMetrics_AddFrame( metrics, &frame );
		if ( result != wf_ok || frame.time > simulation->seconds || wfCrowd_IsDone( simulation->crowd ) )
		{
			break;
		}
		result = wfCrowd_Tick( simulation->crowd, NULL );
	}
	CHECK_EQUAL( result, wf_ok );
	CHECK( wfCrowd_IsDone( simulation->crowd ) );
	return takeFigures( metrics );
}

// Measured as the scenario's crowd; false without the data.
static bool measurePeople( const char* recording, const wfSimulation* simulation, Figures* figures )
{
	const char* path = testDataPath( recording );
	if ( path == NULL )
	{
		testSkip( "the data is not there" );
		return false;
	}
	wfReadTrajectoriesDef def = wfDefaultReadTrajectoriesDef();
	wfTrajectories trajectories = { 0 };
	if ( !CHECK_EQUAL( wfReadTrajectories( path, &def, &trajectories, NULL ), wf_ok ) )
	{
		return false;
	}
	wfMetrics* metrics = makeMetricsOf( simulation, trajectories.fps );
	CHECK_EQUAL( wfMetrics_AddTrajectories( metrics, &trajectories, NULL, NULL ), wf_ok );
	wfTrajectories_Free( &trajectories );
	*figures = takeFigures( metrics );
	return true;
}

// Everybody goes through, nobody touches anybody, and about as many a second as people do: 1.15.
TEST( SimulatedBottleneckIsLeft )
{
	for ( uint64_t seed = 1; seed <= 3; ++seed )
	{
		wfSimulation simulation = { 0 };
		if ( !readScenario( "bottleneck.json", seed, &simulation ) )
		{
			return;
		}
		Figures figures = simulate( &simulation );
		CHECK_EQUAL( figures.report.agents, 75 );
		CHECK_EQUAL( figures.report.lines[0].crossings, 75 );
		CHECK( figures.report.lines[0].backward <= 1 );
		CHECK_EQUAL( figures.report.overlaps, 0 );
		CHECK_EQUAL( figures.report.wallHits, 0 );
		CHECK( figures.report.lines[0].flow > 0.85 && figures.report.lines[0].flow < 1.6 );
		wfSimulation_Free( &simulation );
	}
}

TEST( PeopleInTheBottleneck )
{
	static const int32_t crossed[8] = { 13, 25, 37, 48, 59, 70, 75, 75 };
	wfSimulation simulation = { 0 };
	Figures people = { 0 };
	if ( !readScenario( "bottleneck.json", 1, &simulation ) )
	{
		return;
	}
	if ( measurePeople( "trajectories/bottleneck/040_c_56_h-.txt", &simulation, &people ) )
	{
		CHECK_EQUAL( people.report.agents, 75 );
		CHECK_NEAR( people.report.lines[0].flow, 1.1476426799, 1e-9 );
		CHECK_NEAR( people.report.meanDensity, 6.6743361497, 1e-9 );
		CHECK_NEAR( people.report.voronoiDensity, 5.966, 5e-4 ); // cut by the walls
		CHECK_NEAR( people.report.areaSpeed, 0.1317030540, 1e-9 );
		// The scenario's walls are where those of the experiment were: nobody's head was in one.
		CHECK_EQUAL( people.report.wallHits, 0 );
		for ( int32_t i = 0; i < 8; ++i )
		{
			CHECK_EQUAL( people.crossed[i], crossed[i] );
		}
	}
	wfSimulation_Free( &simulation );
}

TEST( SimulatedCorridorIsAsPeopleWalk )
{
	wfSimulation simulation = { 0 };
	if ( !readScenario( "corridor-one-way.json", 1, &simulation ) )
	{
		return;
	}
	Figures people = { 0 };
	bool known = measurePeople( "trajectories/corridor/traj_UNI_CORR_500_01.txt", &simulation, &people );
	Figures crowd = simulate( &simulation );
	CHECK_EQUAL( crowd.report.lines[0].crossings, 148 );
	CHECK_EQUAL( crowd.report.overlaps, 0 );
	CHECK_EQUAL( crowd.report.wallHits, 0 );
	if ( known )
	{
		CHECK_EQUAL( people.report.lines[0].crossings, 148 );
		CHECK_EQUAL( people.report.wallHits, 0 );
		CHECK_NEAR( people.report.areaSpeed, 1.4616974555, 1e-9 );
		CHECK_NEAR( crowd.report.lines[0].flow, people.report.lines[0].flow, 0.1 );
		CHECK_NEAR( crowd.report.areaSpeed, people.report.areaSpeed, 0.1 );
		CHECK_NEAR( crowd.report.voronoiDensity, people.report.voronoiDensity, 0.05 );
	}
	wfSimulation_Free( &simulation );
}

void runRealTests( int argc, char** argv )
{
	RUN( SimulatedBottleneckIsLeft );
	RUN( PeopleInTheBottleneck );
	RUN( SimulatedCorridorIsAsPeopleWalk );
}
