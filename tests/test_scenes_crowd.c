// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The crowd scenes as crowds: everybody is there, nobody overlaps, and threads do not matter.

#include "scenes/crowds.h"
#include "tests/test.h"
#include "tests/test_scenes.h"

#include <math.h>

static void freeScene( wfSimulation* simulation )
{
	wfDestroyCrowd( simulation->crowd );
	wfDestroyWorld( simulation->world );
}

static bool create( const char* name, int32_t agents, wfWorkers* workers, wfSimulation* simulation )
{
	wfCrowdSceneDef def = wfDefaultCrowdSceneDef();
	def.name = name;
	def.agents = agents;
	def.seed = 2;
	def.workers = workers;
	wfError error = { 0 };
	return CHECK_EQUAL( wfCreateCrowdScene( &def, simulation, &error ), wf_ok );
}

// The nearest two bodies, and the nearest to a wall: metres between them.
static void measureGaps( const wfSimulation* simulation, double* between, double* toWall )
{
	wfFrame frame = wfCrowd_GetFrame( simulation->crowd );
	for ( int32_t i = 0; i < frame.count; ++i )
	{
		wfVec2 p = { frame.positions[i].x, frame.positions[i].y };
		*toWall = fmin( *toWall, wfWorld_GetDistance( simulation->world, p, 0 ) - (double)frame.radii[i] );
		for ( int32_t j = 0; j < i; ++j )
		{
			*between = fmin( *between, wfFrame_GetGap( &frame, i, j ) );
		}
	}
}

TEST( NobodyOverlapsInAnyScene )
{
	for ( int32_t s = 0; s < wfGetCrowdSceneCount(); ++s )
	{
		wfSimulation simulation;
		if ( !create( wfGetCrowdScene( s ).name, 30, NULL, &simulation ) )
		{
			continue;
		}
		CHECK( wfCrowd_GetAgentCount( simulation.crowd ) >= 30 );
		CHECK( simulation.stopWhenDone && simulation.seconds > 10.0 && simulation.seed == 2 );
		double between = INFINITY, toWall = INFINITY;
		wfResult result = wf_ok;
		for ( int32_t tick = 0; tick < 40 && result == wf_ok; ++tick )
		{
			measureGaps( &simulation, &between, &toWall );
			result = wfCrowd_Tick( simulation.crowd, NULL );
		}
		CHECK_EQUAL( result, wf_ok );
		CHECK( between > -1e-3 && toWall > -1e-3 );
		freeScene( &simulation );
	}
}

// Where people meet head on but have room, all arrive.
TEST( EverybodyArrivesWhereThereIsRoom )
{
	static const char* const names[] = { "annulus", "ring", "corridor", "crossing" };
	for ( int32_t s = 0; s < 4; ++s )
	{
		wfSimulation simulation;
		if ( !create( names[s], 24, NULL, &simulation ) )
		{
			continue;
		}
		while ( !wfCrowd_IsDone( simulation.crowd ) && wfCrowd_GetTime( simulation.crowd ) < simulation.seconds )
		{
			if ( wfCrowd_Tick( simulation.crowd, NULL ) != wf_ok )
			{
				break;
			}
		}
		CHECK_EQUAL( wfCrowd_GetArrivedCount( simulation.crowd ), 24 );
		freeScene( &simulation );
	}
}

// Seconds by which 95 % of the agents have arrived; infinite when fewer do. Nobody may overlap on the way.
static double walkScene( wfSimulation* simulation, int32_t agents )
{
	double between = INFINITY, toWall = INFINITY, arrived95 = INFINITY;
	int32_t arrived = 0, needed = (int32_t)ceil( 0.95 * agents );
	for ( int32_t tick = 0; arrived < agents && wfCrowd_GetTime( simulation->crowd ) < simulation->seconds; ++tick )
	{
		if ( !CHECK_EQUAL( wfCrowd_Tick( simulation->crowd, NULL ), wf_ok ) )
		{
			return INFINITY;
		}
		const wfEvent* events;
		int32_t count = wfCrowd_GetEvents( simulation->crowd, &events );
		for ( int32_t k = 0; k < count; ++k )
		{
			arrived += events[k].kind == wf_arrivedEvent ? 1 : 0;
			arrived95 = arrived == needed && events[k].kind == wf_arrivedEvent ? events[k].time : arrived95;
		}
		if ( tick % 4 == 0 )
		{
			measureGaps( simulation, &between, &toWall );
		}
	}
	CHECK_EQUAL( arrived, agents );
	CHECK( between > -1e-6 && toWall > -1e-6 );
	return arrived95;
}

// Dense crowds, doors and exits: what the page on crowds says, within what a person would wait.
TEST( DenseScenesArriveInTime )
{
	static const struct
	{
		const char* name;
		int32_t agents;
		double least, most; // seconds
	} cases[] = { { "annulus", 100, 0.0, 25.0 }, { "corridor", 200, 0.0, 48.0 },	   { "crossing", 100, 0.0, 21.0 },
				  { "doorway", 50, 0.0, 60.0 },	 { "doorway-one-way", 50, 0.0, 46.0 }, { "egress", 100, 45.0, 70.0 } };
	for ( size_t k = 0; k < sizeof( cases ) / sizeof( cases[0] ); ++k )
	{
		wfSimulation simulation;
		if ( create( cases[k].name, cases[k].agents, NULL, &simulation ) )
		{
			double seconds = walkScene( &simulation, cases[k].agents );
			CHECK( seconds >= cases[k].least );
			CHECK( seconds <= cases[k].most );
			freeScene( &simulation );
		}
	}
}

TEST( ThreadsGiveTheSameBits )
{
	wfWorkersDef def = wfDefaultWorkersDef();
	def.workerCount = 3;
	wfWorkers* workers = NULL;
	CHECK_EQUAL( wfCreateWorkers( &def, &workers ), wf_ok );
	for ( int32_t s = 0; s < wfGetCrowdSceneCount(); ++s )
	{
		wfSimulation alone, together;
		if ( !create( wfGetCrowdScene( s ).name, 60, NULL, &alone ) )
		{
			continue;
		}
		if ( create( wfGetCrowdScene( s ).name, 60, workers, &together ) )
		{
			for ( int32_t tick = 0; tick < 20; ++tick )
			{
				CHECK_EQUAL( wfCrowd_Tick( alone.crowd, NULL ), wf_ok );
				CHECK_EQUAL( wfCrowd_Tick( together.crowd, NULL ), wf_ok );
			}
			CHECK( wfCrowd_GetHash( alone.crowd ) == wfCrowd_GetHash( together.crowd ) );
			freeScene( &together );
		}
		freeScene( &alone );
	}
	wfDestroyWorkers( workers );
}

TEST( CreatingSurvivesFailingAllocations )
{
	wfCrowdSceneDef def = wfDefaultCrowdSceneDef();
	def.name = "ring";
	def.agents = 3;
	wfSimulation simulation;
	TEST_EVERY_ALLOCATION( wfCreateCrowdScene( &def, &simulation, NULL ), freeScene( &simulation ) );
}

void scenesRunCrowdTests( int argc, char** argv )
{
	RUN( NobodyOverlapsInAnyScene );
	RUN( EverybodyArrivesWhereThereIsRoom );
	RUN( DenseScenesArriveInTime );
	RUN_THREADED( ThreadsGiveTheSameBits );
	RUN( CreatingSurvivesFailingAllocations );
}
