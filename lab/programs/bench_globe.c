// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What an agent's tick costs on surfaces against the plane, in one run: as many agents to as many goals on an area of the same
// size, each crowd with its default style, one thread, processor time. Discs are checked exactly between the ticks, which does
// not count.
//
//     bench_globe [AGENTS [SECONDS]]

#include "scenes/surfaces.h"
#include "wayfield/wayfield.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define GOALS 20
#define AREA 5000.0

static double now( void )
{
	struct timespec time;
	clock_gettime( CLOCK_PROCESS_CPUTIME_ID, &time );
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void expect( wfResult result, const wfError* error, const char* what )
{
	if ( result != wf_ok )
	{
		fprintf( stderr, "bench_globe: %s: %s\n", what, error->message[0] != '\0' ? error->message : wfDescribeResult( result ) );
		exit( 1 );
	}
}

typedef struct Cost
{
	double micros; // per agent and tick
	int64_t arrived, total, overlaps;
	double seconds, leastGap;
	uint64_t hash;
} Cost;

static void tell( const char* name, const Cost* cost, double plane )
{
	printf( "%-8s %8.2f %8.2f %8lld of %lld %8.1f s", name, cost->micros, cost->micros / plane, (long long)cost->arrived,
			(long long)cost->total, cost->seconds );
	if ( cost->leastGap < INFINITY )
	{
		printf( "  %lld overlaps, least gap %.1e m", (long long)cost->overlaps, cost->leastGap );
	}
	printf( "  %016llx\n", (unsigned long long)cost->hash );
}

// To the end or for so many seconds; looks for contacts where it is asked to, which does not count.
static Cost measure( wfCrowd* crowd, double seconds, bool contacts )
{
	wfError error = { 0 };
	Cost cost = { .leastGap = INFINITY };
	double spent = 0.0, steps = 0.0;
	expect( wfCrowd_Prepare( crowd, NULL, NULL, &error ), &error, "prepare" );
	while ( !wfCrowd_IsDone( crowd ) && wfCrowd_GetTime( crowd ) < seconds )
	{
		steps += wfCrowd_GetAgentCount( crowd );
		double start = now();
		expect( wfCrowd_Tick( crowd, &error ), &error, "step" );
		spent += now() - start;
		if ( contacts )
		{
			wfContactReport report;
			expect( wfCrowd_CheckContacts( crowd, &report ), &error, "contacts" );
			cost.overlaps += report.overlaps + report.wallHits;
			cost.leastGap = fmin( cost.leastGap, report.leastGap );
		}
	}
	cost.micros = 1e6 * spent / steps;
	cost.arrived = wfCrowd_GetArrivedCount( crowd );
	cost.total = wfCrowd_GetTotalCount( crowd );
	cost.seconds = wfCrowd_GetTime( crowd );
	cost.hash = wfCrowd_GetHash( crowd );
	return cost;
}

// ------------------------------------------------------------------------------------------------------------------ plane

static Cost runPlane( int32_t agents, double seconds )
{
	double side = sqrt( AREA );
	wfError error = { 0 };
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds = ( wfBox2 ){ { 0.0, 0.0 }, { side, side } };
	wfWorld* world;
	wfCrowd* crowd;
	expect( wfCreateWorld( &worldDef, &world, &error ), &error, "world" );
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.directRoutes = false; // as on surfaces, all follow a field
	wfGroundDef ground = wfMakePlaneGround( world );
	expect( wfCreateCrowd( &ground, &def, &crowd, &error ), &error, "crowd" );
	int32_t columns = (int32_t)ceil( sqrt( agents ) );
	for ( int32_t k = 0; k < agents; ++k )
	{
		wfVec3 goal = { side * ( 0.05 + 0.9 * wfRandomUnit( 1, 2, (uint64_t)( k % GOALS ) * 2 ) ),
						side * ( 0.05 + 0.9 * wfRandomUnit( 1, 2, (uint64_t)( k % GOALS ) * 2 + 1 ) ), 0.0 };
		wfStop stop = wfMakePointStop( goal );
		stop.reach = 1.0;
		wfAgentDef agent = wfDefaultAgentDef();
		double cell = ( side - 2.0 ) / columns;
		agent.position = ( wfVec3 ){ 1.0 + cell * ( k % columns + 0.5 ), 1.0 + cell * ( k / columns + 0.5 ), 0.0 };
		agent.stops = &stop;
		agent.stopCount = 1;
		wfAgentId id;
		expect( wfCrowd_AddAgent( crowd, &agent, &id, &error ), &error, "agent" );
	}
	Cost cost = measure( crowd, seconds, false );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
	return cost;
}

// --------------------------------------------------------------------------------------------------------------- surfaces

typedef enum Surface
{
	flatSurface,
	torusSurface,
	sphereSurface,
	planetSurface,
	surfaceCount
} Surface;

static const char* s_names[surfaceCount] = { "flat", "torus", "sphere", "planet" };

static wfMesh* makeSurface( Surface surface )
{
	const double pi = 3.14159265358979;
	wfSurfaceShape shape = { 0 };
	wfPlaneDef plane = { .width = sqrt( AREA ), .height = sqrt( AREA ), .edge = 0.7 };
	double tube = sqrt( AREA / ( 4.0 * pi * pi * 2.5 ) ), radius = sqrt( AREA / ( 4.0 * pi ) );
	wfResult result = surface == flatSurface	 ? wfMakePlane( &plane, &shape )
					  : surface == torusSurface	 ? wfMakeTorus( 2.5 * tube, tube, 200, 70, &shape )
					  : surface == sphereSurface ? wfMakeSphere( radius, 36, &shape )
												 : wfMakePlanet( 0.95 * radius, 0.1, 36, 3, &shape );
	wfError error = { 0 };
	wfMesh* mesh = NULL;
	result = result == wf_ok ? wfSurfaceShape_CreateMesh( &shape, &mesh, &error ) : result;
	expect( result, &error, "surface" );
	wfSurfaceShape_Free( &shape );
	return mesh;
}

static Cost runSurface( Surface surface, int32_t agents, double seconds )
{
	wfError error = { 0 };
	wfMesh* mesh = makeSurface( surface );
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	wfGroundDef ground = wfMakeMeshGround( mesh );
	wfCrowd* crowd;
	expect( wfCreateCrowd( &ground, &def, &crowd, &error ), &error, "crowd" );
	for ( int32_t k = 0; k < GOALS; ++k )
	{
		wfGoalId goal;
		int32_t vertex;
		uint64_t draw = 0;
		do
		{
			vertex = (int32_t)( wfMesh_GetVertexCount( mesh ) * wfRandomUnit( 3, (uint64_t)k, draw++ ) );
		}
		while ( wfMesh_IsBoundaryVertex( mesh, vertex ) );
		wfSurfaceGoalDef to = wfDefaultSurfaceGoalDef();
		to.kind = wf_verticesGoal;
		to.vertices = &vertex;
		to.vertexCount = 1;
		expect( wfCrowd_AddGoal( crowd, &to, 1.0, &goal, &error ), &error, "goal" );
		wfStop stop = wfMakeGoalStop( goal );
		wfAgentDef agent = wfDefaultAgentDef();
		agent.stops = &stop;
		agent.stopCount = 1;
		int32_t count = agents / GOALS + ( k < agents % GOALS ? 1 : 0 );
		expect( wfCrowd_AddRandomAgents( crowd, &agent, count, 0.1, NULL, &error ), &error, "agents" );
	}
	Cost cost = measure( crowd, seconds, true );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
	return cost;
}

int main( int argc, char** argv )
{
	int32_t agents = argc > 1 ? atoi( argv[1] ) : 1000;
	double seconds = argc > 2 ? atof( argv[2] ) : 200.0;
	if ( agents < 1 || agents > 5000 || !( seconds > 0.0 ) )
	{
		fprintf( stderr, "usage: bench_globe [AGENTS [SECONDS]], at most 5000 agents\n" );
		return 2;
	}
	printf( "%d agents to %d goals on about %.0f m2, us per agent and step, ratio to the plane:\n", agents, GOALS, AREA );
	Cost plane = runPlane( agents, seconds ), again = runPlane( agents, seconds );
	plane.micros = fmin( plane.micros, again.micros );
	tell( "plane", &plane, plane.micros );
	for ( int32_t k = 0; k < surfaceCount; ++k )
	{
		Cost cost = runSurface( (Surface)k, agents, seconds );
		tell( s_names[k], &cost, plane.micros );
	}
	return 0;
}
