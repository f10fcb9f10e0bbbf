// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The reference relaxation against a dense solution of its own equations.

#include "test_surface_field.h"

#include <math.h>
#include <stdlib.h>

// p of the fixed point by Gauss' elimination, from lengths of the mesh's edges.
static void solveDensely( const wfMesh* mesh, const int8_t* fixed, double* p )
{
	int32_t n = mesh->vertexCount;
	double* a = calloc( (size_t)n * (size_t)( n + 1 ), sizeof( double ) );
	for ( int32_t v = 0; v < n; ++v )
	{
		double* row = a + (size_t)v * (size_t)( n + 1 );
		row[v] = 1.0;
		row[n] = fixed[v] == 1 ? 1.0 : 0.0;
		if ( fixed[v] != 0 )
		{
			continue;
		}
		double least = INFINITY, most = 0.0, sum = 0.0;
		for ( int pass = 0; pass < 3; ++pass )
		{
			for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
			{
				int32_t from = mesh->triangles[h], to = wfToVertex( mesh, h );
				if ( ( from != v && to != v ) || mesh->twin[h] > h )
				{
					continue;
				}
				double d = mesh->length[h];
				least = fmin( least, d );
				most = fmax( most, d );
				sum += pass == 1 ? least + most - d : 0.0;
				row[from == v ? to : from] -= pass == 2 ? ( least + most - d ) / sum : 0.0;
			}
		}
	}
	for ( int32_t k = 0; k < n; ++k )
	{
		double* pivot = a + (size_t)k * (size_t)( n + 1 );
		for ( int32_t i = 0; i < n; ++i )
		{
			double* row = a + (size_t)i * (size_t)( n + 1 );
			double factor = i != k ? row[k] / pivot[k] : 0.0;
			for ( int32_t j = k; factor != 0.0 && j <= n; ++j )
			{
				row[j] -= factor * pivot[j];
			}
		}
	}
	for ( int32_t v = 0; v < n; ++v )
	{
		double* row = a + (size_t)v * (size_t)( n + 1 );
		p[v] = row[n] / row[v];
	}
	free( a );
}

TEST( RelaxationReachesItsFixedPoint )
{
	wfMesh* mesh = meshOfSquares( 9, 8, 1.0, 0.6 );
	int32_t goals[2] = { 3 * 10 + 3, 3 * 10 + 4 };
	int32_t wall = 5 * 10 + 6;
	int8_t fixed[90];
	for ( int32_t v = 0; v < 90; ++v )
	{
		fixed[v] = wfMesh_IsBoundaryVertex( mesh, v ) || v == wall || v == 62;
	}
	fixed[goals[0]] = fixed[goals[1]] = 2;
	wfSurfaceMask* mask = NULL;
	CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
	CHECK_EQUAL( wfSurfaceMask_BlockVertices( mask, &wall, 1, NULL ), wf_ok );
	wfSurfaceGoalDef goal = wfDefaultSurfaceGoalDef();
	goal.vertices = goals;
	goal.vertexCount = 2;
	goal.occupied = 62;
	wfSurfaceRelaxDef def = wfDefaultSurfaceRelaxDef();
	def.mask = mask;
	def.sumChange = 1e-13;
	double p[90], exact[90];
	wfRelaxReport report;
	CHECK_EQUAL( wfRelaxSurface( mesh, &goal, &def, p, &report ), wf_ok );
	CHECK( report.converged && report.sumChange <= 1e-13 && report.iterations > 10 );
	CHECK_EQUAL( report.flatCount, 0 );
	solveDensely( mesh, fixed, exact );
	for ( int32_t v = 0; v < 90; ++v )
	{
		CHECK_NEAR( p[v], exact[v], 1e-11 );
	}
	// Stopped early it says so, and is flat where nothing has arrived yet.
	def.maxIterations = 1;
	CHECK_EQUAL( wfRelaxSurface( mesh, &goal, &def, p, &report ), wf_ok );
	CHECK( !report.converged && report.iterations == 1 && report.flatCount > 0 );
	// The same by place.
	goal.kind = wf_placeGoal;
	goal.place = ( wfSurfacePoint ){ 2 * ( 3 * 9 + 3 ), 0.3, 0.3 };
	CHECK_EQUAL( wfRelaxSurface( mesh, &goal, &def, p, NULL ), wf_ok );
	CHECK( p[33] == 0.0 && p[34] == 0.0 && p[44] == 0.0 && p[0] == 1.0 );
	goal.kind = wf_verticesGoal;
	goal.vertices = &wall;
	goal.vertexCount = 1;
	CHECK_EQUAL( wfRelaxSurface( mesh, &goal, &def, p, &report ), wf_goalBlocked );
	goal.occupied = 90;
	CHECK_EQUAL( wfRelaxSurface( mesh, &goal, &def, p, &report ), wf_outOfRange );
	goal.occupied = -1;
	goal.vertices = goals;
	TEST_EVERY_ALLOCATION( wfRelaxSurface( mesh, &goal, &def, p, &report ), (void)0 );
	wfDestroySurfaceMask( mask );
	wfDestroyMesh( mesh );
}

void runSurfaceRelaxTests( int argc, char** argv )
{
	RUN( RelaxationReachesItsFixedPoint );
}
