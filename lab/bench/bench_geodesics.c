// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Paths on meshes against exact geodesics, the shortest there are: how much longer they are in haste, and, without haste, whether
// they touch obstacles, which shortest paths do all the time.
#include "bench_surfaces.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define GOALS 40
#define STARTS 5 // for each goal
#define DISCS 14

// The haste of shortest paths, per mean edge: what the literature's heat method takes as well.
#define LARGE_HASTE 1.0

typedef struct Case
{
	wfBench* bench;
	char name[48];
	wfMesh* mesh;
	double* exact; // of one goal, by vertex
} Case;

typedef struct Sums
{
	double seconds, ratio, clearance;
	int64_t walks, reached, touches, cleared;
} Sums;

static void walkTo( Case* test, wfSurfacePlanner* planner, const wfSurfaceMask* mask, int32_t goal, const int32_t* starts,
					double tautness, Sums* sums )
{
	wfSurfaceGoalDef goalDef = wfMakeVertexGoal( &goal );
	wfTraceDef trace = wfDefaultTraceDef();
	trace.tautness = isnan( tautness ) ? trace.tautness : tautness;
	wfSurfaceField* field = NULL;
	wfSurfacePath path = { 0 };
	wfExpect( wfSurfacePlanner_CreateField( planner, &goalDef, &field, &wf_error ) );
	for ( int32_t i = 0; i < STARTS; ++i )
	{
		wfSurfacePoint start = wfMesh_GetVertexPoint( test->mesh, starts[i] );
		if ( starts[i] == goal || !wfSurfaceField_IsReachable( field, start ) )
		{
			continue;
		}
		double began = wfBench_GetSeconds( test->bench );
		wfResult walked = wfSurfaceField_TracePath( field, start, &trace, &path, NULL );
		sums->seconds += wfBench_GetSeconds( test->bench ) - began;
		sums->walks += 1;
		wfExpect( walked == wf_outOfMemory ? walked : wf_ok );
		if ( walked == wf_ok )
		{
			sums->reached += 1;
			sums->ratio += path.length / test->exact[starts[i]];
			sums->cleared += isfinite( path.clearanceMean );
			sums->clearance += isfinite( path.clearanceMean ) ? path.clearanceMean : 0.0;
			sums->touches += mask != NULL && wfSurfacePath_Touches( &path, test->mesh, mask, true );
		}
	}
	wfSurfacePath_Free( &path );
	wfDestroySurfaceField( field );
}

static void addRow( const Case* test, const char* measure, const Sums* sums, double mostRatio, bool touches )
{
	wfBenchRow* row = wfBench_AddRow( test->bench, test->name, measure );
	row->seconds = sums->walks > 0 ? sums->seconds / (double)sums->walks : NAN;
	row->cells = sums->walks;
	row->arriving = sums->reached;
	row->flat = 0;
	row->things = "walks";
	row->lengthRatio = sums->reached > 0 ? sums->ratio / (double)sums->reached : NAN;
	row->clearance = sums->cleared > 0 ? sums->clearance / (double)sums->cleared : NAN;
	row->mostLengthRatio = mostRatio;
	row->touches = touches ? sums->touches : -1;
	row->walks = sums->reached;
}

static void measureMesh( Case* test )
{
	wfSurfacePlannerDef hasty = wfDefaultSurfacePlannerDef(), safe = wfDefaultSurfacePlannerDef();
	wfSurfacePlanner *hastyPlanner = NULL, *safePlanner = NULL;
	wfSurfaceMask* mask = wfBench_BlockDiscs( test->mesh, DISCS, 9 );
	int32_t goals[GOALS], starts[GOALS * STARTS];
	Sums hastySums = { 0 }, tautSums = { 0 }, safeSums = { 0 };
	hasty.haste = LARGE_HASTE / wfMesh_GetReport( test->mesh ).meanEdge;
	hasty.boundary = wf_neumannWalls; // the shortest paths run along the boundary
	safe.mask = mask;
	hasty.workers = safe.workers = test->bench->workers;
	wfExpect( wfCreateSurfacePlanner( test->mesh, &hasty, &hastyPlanner, &wf_error ) );
	wfExpect( wfCreateSurfacePlanner( test->mesh, &safe, &safePlanner, &wf_error ) );
	// Pairs that both planners can walk.
	int32_t goalCount = wfBench_PickVertices( test->mesh, mask, 21, goals, GOALS );
	int32_t startCount = wfBench_PickVertices( test->mesh, mask, 22, starts, GOALS * STARTS );
	for ( int32_t i = 0; i < goalCount && STARTS * ( i + 1 ) <= startCount; ++i )
	{
		const int32_t* from = starts + STARTS * i;
		wfExpect( wfMeasureGeodesics( test->mesh, wfMesh_GetVertexPoint( test->mesh, goals[i] ), INFINITY, test->exact ) );
		walkTo( test, hastyPlanner, NULL, goals[i], from, NAN, &hastySums );
		walkTo( test, hastyPlanner, NULL, goals[i], from, 0.0, &tautSums );
		walkTo( test, safePlanner, mask, goals[i], from, NAN, &safeSums );
		wfExpectNoInterrupt();
	}
	addRow( test, "haste 1 per edge, length to exact", &hastySums, 1.02, false );
	addRow( test, "the same, not pulled taut", &tautSums, 0.0, false );
	addRow( test, "haste 0, 14 discs", &safeSums, 0.0, true );
	wfDestroySurfacePlanner( hastyPlanner );
	wfDestroySurfacePlanner( safePlanner );
	wfDestroySurfaceMask( mask );
}

static void measureFile( wfBench* bench, const char* path, int32_t vertices )
{
	Case test = { .bench = bench };
	snprintf( test.name, sizeof( test.name ), "%.40s", wfGetFileName( path ) );
	wfBench_Tell( test.name, "geodesics" );
	test.mesh = wfBench_OpenMesh( path, vertices );
	test.exact = wfNewArray( (size_t)wfMesh_GetVertexCount( test.mesh ), sizeof( double ) );
	measureMesh( &test );
	free( test.exact );
	wfDestroyMesh( test.mesh );
}

void wfBenchGeodesics( wfBench* bench )
{
	static const char* const files[] = { "bunny.off", "spot.obj", "fertility.off" };
	static const char* const surfaces[] = { "torus", "planet", "car" };
	const char* folder = wfBench_GetDataFolder();
	int32_t count = bench->fileCount > 0 ? bench->fileCount : 3;
	for ( int32_t i = 0; i < count; ++i )
	{
		char path[1024];
		snprintf( path, sizeof( path ), "%.900s/meshes/%s", folder != NULL ? folder : "", files[i % 3] );
		const char* name = bench->fileCount > 0 ? bench->files[i] : folder != NULL ? path : surfaces[i];
		measureFile( bench, name, bench->quick ? 1000 : 0 );
	}
}
