// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Hashes of the fields of scenarios, for hashes.test.mjs to compare with: native FILE...

#include "../glue.h"

#include "scenes/surfaces.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect( wfResult result, const wfError* error )
{
	if ( result != wf_ok )
	{
		fprintf( stderr, "%s: %s\n", wfDescribeResult( result ), error->message );
		exit( 1 );
	}
}

static uint64_t addValue( uint64_t hash, wfScaled value )
{
	double both[2] = { value.mantissa, (double)value.exponent };
	return wfHash( hash, both, sizeof( both ) );
}

static void hashPlane( const char* path )
{
	wfError error = { 0 };
	wfReadDef read = wfDefaultReadDef();
	wfScenario scenario = { 0 };
	expect( wfReadScenario( path, &read, &scenario, &error ), &error );
	wfGridDef gridDef = wfDefaultGridDef();
	gridDef.cellSize = scenario.cellSize;
	gridDef.radius = scenario.radius;
	wfGrid* grid = NULL;
	expect( wfCreateGrid( scenario.world, &gridDef, &grid, &error ), &error );
	wfPlanner* planner = NULL;
	expect( wfCreatePlanner( grid, &scenario.planner, &planner, &error ), &error );
	wfGoalId ids[64];
	int32_t count = wfWorld_GetGoalIds( scenario.world, ids, 64 );
	for ( int32_t k = 0; k < count && k < 64; ++k )
	{
		wfGoalDef goal = wfWorld_GetGoal( scenario.world, ids[k] );
		wfField* field = NULL;
		expect( wfPlanner_CreateField( planner, &goal, &field, &error ), &error );
		uint64_t hash = WF_HASH_START;
		for ( int32_t cell = 0; cell < wfGrid_GetWidth( grid ) * wfGrid_GetHeight( grid ); ++cell )
		{
			hash = addValue( hash, wfField_GetCellValue( field, cell ) );
		}
		printf( "%016" PRIx64 "\n", hash );
		wfDestroyField( field );
	}
	wfDestroyPlanner( planner );
	wfDestroyGrid( grid );
	wfScenario_Free( &scenario );
}

static wfResult makeSurface( const wfSurfaceRequest* request, const wfMeshDef* def, wfMesh** mesh, wfError* error, void* context )
{
	(void)def;
	(void)context;
	wfNamedSurfaceDef named = wfDefaultNamedSurfaceDef();
	named.name = request->name;
	named.vertices = request->detail;
	named.size = request->size;
	named.seed = (uint64_t)request->seed;
	return wfCreateNamedSurface( &named, mesh, error );
}

static void hashSurface( const char* path )
{
	wfError error = { 0 };
	wfSurfaceSceneDef def = wfDefaultSurfaceSceneDef();
	def.read.makeSurface = makeSurface;
	wfSurfaceScene scene = { 0 };
	expect( wfReadSurfaceScene( path, &def, &scene, &error ), &error );
	wfSurfacePlannerDef plan = scene.planner;
	plan.mask = scene.mask;
	wfSurfacePlanner* planner = NULL;
	expect( wfCreateSurfacePlanner( scene.mesh, &plan, &planner, &error ), &error );
	for ( int32_t k = 0; k < scene.goalCount; ++k )
	{
		wfSurfaceGoalDef goal = wfDefaultSurfaceGoalDef();
		goal.kind = wf_placeGoal;
		goal.place = scene.goals[k].place;
		wfSurfaceField* field = NULL;
		expect( wfSurfacePlanner_CreateField( planner, &goal, &field, &error ), &error );
		uint64_t hash = WF_HASH_START;
		for ( int32_t vertex = 0; vertex < wfMesh_GetVertexCount( scene.mesh ); ++vertex )
		{
			hash = addValue( hash, wfSurfaceField_GetValue( field, vertex ) );
		}
		printf( "%016" PRIx64 "\n", hash );
		wfDestroySurfaceField( field );
	}
	wfDestroySurfacePlanner( planner );
	wfSurfaceScene_Free( &scene );
}

int main( int count, char** names )
{
	for ( int k = 1; k < count; ++k )
	{
		bool onMesh = strstr( names[k], "torus" ) != NULL || strstr( names[k], "planet" ) != NULL;
		( onMesh ? hashSurface : hashPlane )( names[k] );
	}
	return 0;
}
