// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Fields on meshes: accuracy against exact answers, the promises on bad meshes, and what must not depend on batches, threads or
// the way an obstacle came about.

#include "test_surface_field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

static wfSurfaceMask* makeMask( const wfMesh* mesh, const int32_t* vertices, int32_t count )
{
	wfSurfaceMask* mask = NULL;
	CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
	CHECK_EQUAL( wfSurfaceMask_BlockVertices( mask, vertices, count, NULL ), wf_ok );
	return mask;
}

// Some inner vertices, a few percent of all, picked by seed.
static wfSurfaceMask* makeRandomMask( const wfMesh* mesh, double share, uint64_t seed )
{
	wfSurfaceMask* mask = makeMask( mesh, NULL, 0 );
	for ( int32_t v = 0; v < mesh->vertexCount; ++v )
	{
		if ( wfRandomUnit( seed, 11, (uint64_t)v ) < share )
		{
			CHECK_EQUAL( wfSurfaceMask_BlockVertices( mask, &v, 1, NULL ), wf_ok );
		}
	}
	return mask;
}

static int32_t pickFree( const wfSurfacePlanner* planner, uint64_t seed )
{
	int32_t count = wfMesh_GetVertexCount( wfSurfacePlanner_GetMesh( planner ) );
	for ( uint64_t k = 0; k < 1000; ++k )
	{
		int32_t v = (int32_t)( wfRandomUnit( seed, 12, k ) * count );
		if ( wfSurfacePlanner_IsVertexFree( planner, v ) )
		{
			return v;
		}
	}
	return -1;
}

// A prism without lids, q = 1 on one boundary and 0 on the other: the height alone matters, and linear functions are exact on any
// triangulation. Vertices are moved along the edges of the prism only, so that it stays flat but for these.
static wfMesh* makePrism( int32_t sides, int32_t rings, double noise )
{
	Draft draft = beginDraft( sides * ( rings + 1 ), 2 * sides * rings );
	for ( int32_t j = 0; j <= rings; ++j )
	{
		for ( int32_t i = 0; i < sides; ++i )
		{
			double moved = j > 0 && j < rings ? noise * ( wfRandomUnit( 3, 1, (uint64_t)draft.vertexCount ) - 0.5 ) : 0.0;
			addVertex( &draft, 4.0 * cos( 2.0 * PI * i / sides ), 4.0 * sin( 2.0 * PI * i / sides ), j + moved );
		}
	}
	for ( int32_t j = 0; j < rings; ++j )
	{
		for ( int32_t i = 0; i < sides; ++i )
		{
			int32_t a = j * sides + i, b = j * sides + ( i + 1 ) % sides;
			addTriangle( &draft, a, b, b + sides );
			addTriangle( &draft, a, b + sides, a + sides );
		}
	}
	return finishDraft( &draft );
}

TEST( LinearDataIsExactOnAnyTriangulation )
{
	for ( int32_t kind = 0; kind < 3; ++kind )
	{
		int32_t sides = kind == 2 ? 40 : 11;
		wfMesh* mesh = makePrism( sides, 9, kind == 0 ? 0.0 : 0.97 );
		int32_t goals[40];
		for ( int32_t i = 0; i < sides; ++i )
		{
			goals[i] = i;
		}
		wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
		wfSurfacePlanner* planner = makePlanner( mesh, &def );
		wfPlannerReport report = wfSurfacePlanner_GetReport( planner );
		CHECK_EQUAL( report.notDelaunay, 0 );
		CHECK( report.haste == 0.0 && ( kind == 0 ) == ( report.flips == 0 ) );
		wfSurfaceField* field = makeField( planner, goals, sides );
		checkSurfacePromises( field );
		for ( int32_t v = 0; v < mesh->vertexCount; ++v )
		{
			CHECK_NEAR( valueAt( field, v ), 1.0 - mesh->vertices[v].z / 9.0, 2e-14 );
		}
		wfDestroySurfaceField( field );
		wfDestroySurfacePlanner( planner );
		wfDestroyMesh( mesh );
	}
}

// The rectangle with q = 1 on its left side and 0 on the others, as a series.
static double rectangleSeries( double x, double y )
{
	double sum = 0.0;
	for ( int n = 1; n < 120; n += 2 )
	{
		double decay = ( exp( -n * PI * x ) - exp( -n * PI * ( 2.0 - x ) ) ) / ( 1.0 - exp( -2.0 * n * PI ) );
		sum += 4.0 / ( n * PI ) * sin( n * PI * y ) * decay;
	}
	return sum;
}

// With the goal on the boundary, whose vertices are walls otherwise.
TEST( GoalAtTheBoundaryConvergesWithOrderTwo )
{
	double errors[3];
	for ( int level = 0; level < 3; ++level )
	{
		int32_t n = 16 << level;
		wfMesh* mesh = meshOfSquares( n, n, 1.0 / n, 0.0 );
		wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
		wfSurfacePlanner* planner = makePlanner( mesh, &def );
		int32_t* goals = malloc( (size_t)n * sizeof( int32_t ) );
		for ( int32_t j = 1; j < n; ++j )
		{
			goals[j - 1] = j * ( n + 1 );
		}
		wfSurfaceField* field = makeField( planner, goals, n - 1 );
		checkSurfacePromises( field );
		errors[level] = 0.0;
		for ( int32_t i = n / 4; i < n; i += n / 4 )
		{
			double x = (double)i / n;
			double exact = rectangleSeries( x, 0.375 );
			errors[level] = fmax( errors[level], fabs( valueAt( field, 3 * n / 8 * ( n + 1 ) + i ) - exact ) );
		}
		free( goals );
		wfDestroySurfaceField( field );
		wfDestroySurfacePlanner( planner );
		wfDestroyMesh( mesh );
	}
	for ( int level = 1; level < 3; ++level )
	{
		double order = log2( errors[level - 1] / errors[level] );
		CHECK( order > 1.85 && order < 2.15 );
	}
}

// On the sphere with a cap for goal q depends on the angle from the pole alone: ( sin(t) q' )' = k^2 sin(t) q, q' = 0 at the
// other pole. Solved here in one dimension, finely.
static void solveMeridian( double haste, double cap, double* q, int32_t n )
{
	// From the far pole: q = 1, then outwards, normalised at the cap.
	double h = ( PI - cap ) / ( n - 1 );
	q[n - 1] = 1.0;
	double flux = 0.0;
	for ( int32_t k = n - 1; k > 0; --k )
	{
		// Flux through the ring between k and k - 1 is what the disc beyond it takes up.
		double t = PI - ( n - 1 - k ) * h;
		double outer = k == n - 1 ? PI : t + 0.5 * h;
		flux += haste * haste * q[k] * ( cos( t - 0.5 * h ) - cos( outer ) );
		q[k - 1] = q[k] + h * flux / sin( t - 0.5 * h );
	}
	double scale = 1.0 / q[0];
	for ( int32_t k = 0; k < n; ++k )
	{
		q[k] *= scale;
	}
}

TEST( SphereWithHasteAgreesWithItsMeridian )
{
	enum
	{
		n = 4001
	};
	double haste = 2.0;
	double errors[2];
	double* exact = malloc( n * sizeof( double ) );
	for ( int level = 0; level < 2; ++level )
	{
		wfMesh* mesh = meshSphere( 16 << level );
		// A cap whose boundary lies on a line of vertices all around: the equator.
		int32_t* goals = malloc( (size_t)mesh->vertexCount * sizeof( int32_t ) );
		int32_t count = 0;
		for ( int32_t v = 0; v < mesh->vertexCount; ++v )
		{
			if ( mesh->vertices[v].z >= -1e-12 )
			{
				goals[count++] = v;
			}
		}
		wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
		def.haste = haste;
		wfSurfacePlanner* planner = makePlanner( mesh, &def );
		CHECK_NEAR( wfSurfacePlanner_GetReport( planner ).haste, haste, 0.0 );
		wfSurfaceField* field = makeField( planner, goals, count );
		checkSurfacePromises( field );
		solveMeridian( haste, PI / 2.0, exact, n );
		errors[level] = 0.0;
		for ( int32_t v = 0; v < mesh->vertexCount; ++v )
		{
			if ( mesh->vertices[v].z < 0.0 )
			{
				double place = ( acos( fmax( mesh->vertices[v].z, -1.0 ) ) - PI / 2.0 ) / ( PI / 2.0 ) * ( n - 1 );
				int32_t k = (int32_t)fmin( place, n - 2 );
				double between = exact[k] + ( place - k ) * ( exact[k + 1] - exact[k] );
				errors[level] = fmax( errors[level], fabs( valueAt( field, v ) / between - 1.0 ) );
			}
		}
		free( goals );
		wfDestroySurfaceField( field );
		wfDestroySurfacePlanner( planner );
		wfDestroyMesh( mesh );
	}
	free( exact );
	CHECK( errors[1] < 4e-3 );
	CHECK( log2( errors[0] / errors[1] ) > 1.8 );
}

// Every kind of mesh that could break a promise; kind from 0 on, null after the last.
static wfMesh* makeBadMesh( int32_t kind, uint64_t seed )
{
	switch ( kind )
	{
		case 0:
			return meshRandomFan( 300, seed, seed % 2 == 0 ? 0.0 : wfDefaultMeshDef().mollify );
		case 1:
			return meshOfSquares( 20, 15, 1.0, 1.9 );
		case 2:
			return meshFlatTriangles( 12 );
		case 3:
			return meshTwisted( 24, 6, false );
		case 4:
			return meshTwisted( 20, 12, true );
		case 5:
			return meshSoup( 60, 150, seed );
		case 6:
			return meshTorus( 60, 5 );
		case 7:
			return meshTwisted( 7, 2, false );
		default:
			return NULL;
	}
}

TEST( PromisesHoldOnBadMeshes )
{
	for ( int32_t kind = 0; kind < 8; ++kind )
	{
		for ( uint64_t seed = 1; seed <= 6; ++seed )
		{
			wfMesh* mesh = makeBadMesh( kind, seed );
			wfSurfaceMask* mask = makeRandomMask( mesh, seed % 3 == 0 ? 0.0 : 0.05, seed );
			wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
			def.mask = mask;
			def.boundary = seed % 2 == 0 || kind == 5 || kind == 7 ? wf_neumannWalls : wf_dirichletWalls;
			def.haste = seed % 3 == 1 ? 1.0 : 0.0;
			wfSurfacePlanner* planner = makePlanner( mesh, &def );
			wfPlannerReport report = wfSurfacePlanner_GetReport( planner );
			CHECK_EQUAL( report.notDelaunay, 0 );
			CHECK( report.leastWeight > -1e-9 || def.boundary == wf_neumannWalls );
			int32_t goal = pickFree( planner, seed );
			if ( CHECK( goal >= 0 ) )
			{
				wfSurfaceField* field = makeField( planner, &goal, 1 );
				checkSurfacePromises( field );
				wfDestroySurfaceField( field );
			}
			wfDestroySurfacePlanner( planner );
			wfDestroySurfaceMask( mask );
			wfDestroyMesh( mesh );
		}
	}
}

// A wall one vertex thick that Delaunay edges would leap over: its own edges are long, those across are short.
TEST( NothingLeapsOverThinWalls )
{
	enum
	{
		columns = 30
	};
	Draft draft = beginDraft( 3 * ( columns + 1 ), 4 * columns );
	for ( int32_t j = 0; j < 3; ++j )
	{
		for ( int32_t i = 0; i <= columns; ++i )
		{
			addVertex( &draft, i + ( j == 1 ? 0.0 : 0.5 ), 0.05 * ( j - 1 ), 0.0 );
		}
	}
	for ( int32_t j = 0; j < 2; ++j )
	{
		for ( int32_t i = 0; i < columns; ++i )
		{
			int32_t a = j * ( columns + 1 ) + i;
			int32_t d = a + columns + 1;
			addTriangle( &draft, a, a + 1, j == 0 ? d + 1 : d );
			addTriangle( &draft, j == 0 ? a : a + 1, d + 1, d );
		}
	}
	wfMesh* mesh = finishDraft( &draft );
	int32_t wall[columns + 1];
	for ( int32_t i = 0; i <= columns; ++i )
	{
		wall[i] = columns + 1 + i;
	}
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.boundary = wf_neumannWalls;
	def.editable = true;
	wfSurfacePlanner* planner = makePlanner( mesh, &def );
	CHECK( wfSurfacePlanner_GetReport( planner ).flips > 0 );
	int32_t goal = 15;
	wfSurfaceField* field = makeField( planner, &goal, 1 );
	CHECK_EQUAL( wfSurfaceField_GetReport( field ).reachableCount, mesh->vertexCount );
	// The wall comes, and its edges with it.
	wfSurfaceMask* mask = makeMask( mesh, wall, columns + 1 );
	CHECK_EQUAL( wfSurfacePlanner_Update( planner, mask ), wf_ok );
	CHECK_EQUAL( wfSurfaceField_Solve( field ), wf_ok );
	CHECK_EQUAL( wfSurfaceField_GetReport( field ).reachableCount, columns + 1 );
	checkSurfacePromises( field );
	// And goes.
	CHECK_EQUAL( wfSurfacePlanner_Update( planner, NULL ), wf_ok );
	CHECK_EQUAL( wfSurfaceField_Solve( field ), wf_ok );
	CHECK_EQUAL( wfSurfaceField_GetReport( field ).reachableCount, mesh->vertexCount );
	checkSurfacePromises( field );
	wfDestroySurfaceMask( mask );
	wfDestroySurfaceField( field );
	wfDestroySurfacePlanner( planner );
	wfDestroyMesh( mesh );
}

TEST( EditsEqualAFreshPlanner )
{
	for ( int32_t kind = 0; kind < 4; ++kind )
	{
		wfMesh* mesh = kind == 0 ? meshOfSquares( 24, 20, 1.0, 0.7 ) : ( kind == 1 ? meshSphere( 10 ) : makeBadMesh( kind, 3 ) );
		wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
		def.editable = kind != 2;
		def.haste = kind == 3 ? 0.7 : 0.0;
		wfSurfacePlanner* edited = makePlanner( mesh, &def );
		int32_t goal = pickFree( edited, 5 );
		wfSurfaceField* field = makeField( edited, &goal, 1 );
		for ( uint64_t step = 0; step < 8; ++step )
		{
			wfSurfaceMask* mask = makeRandomMask( mesh, step == 4 ? 0.0 : ( step < 4 ? 0.01 : 0.06 ), 20 + step / 2 );
			if ( wfSurfaceMask_IsVertexBlocked( mask, goal ) )
			{
				wfDestroySurfaceMask( mask );
				continue;
			}
			CHECK_EQUAL( wfSurfacePlanner_Update( edited, mask ), wf_ok );
			CHECK_EQUAL( wfSurfaceField_Solve( field ), wf_ok );
			checkSurfacePromises( field );
			def.mask = mask;
			wfSurfacePlanner* fresh = makePlanner( mesh, &def );
			wfSurfaceField* again = makeField( fresh, &goal, 1 );
			CHECK( compareSurfaceFields( field, again ) < 1e-12 );
			CHECK_NEAR( wfSurfacePlanner_GetReport( edited ).haste, wfSurfacePlanner_GetReport( fresh ).haste, 0.0 );
			CHECK_EQUAL( wfSurfacePlanner_GetReport( edited ).freeCount, wfSurfacePlanner_GetReport( fresh ).freeCount );
			wfDestroySurfaceField( again );
			wfDestroySurfacePlanner( fresh );
			wfDestroySurfaceMask( mask );
		}
		wfDestroySurfaceField( field );
		wfDestroySurfacePlanner( edited );
		wfDestroyMesh( mesh );
	}
}

TEST( BatchesAndThreadsGiveTheSameBits )
{
	wfMesh* mesh = meshOfSquares( 110, 90, 1.0, 0.8 );
	wfWorkersDef workersDef = wfDefaultWorkersDef();
	workersDef.workerCount = 4;
	wfWorkers* workers = NULL;
	CHECK_EQUAL( wfCreateWorkers( &workersDef, &workers ), wf_ok );
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.haste = 0.05;
	wfSurfacePlanner* alone = makePlanner( mesh, &def );
	def.workers = workers;
	wfSurfacePlanner* shared = makePlanner( mesh, &def );
	enum
	{
		count = 11
	};
	int32_t vertices[count][3];
	wfSurfaceGoalDef goals[count];
	wfSurfaceField* fields[count];
	for ( int32_t k = 0; k < count; ++k )
	{
		goals[k] = wfDefaultSurfaceGoalDef();
		for ( int32_t m = 0; m < 3; ++m )
		{
			vertices[k][m] = pickFree( alone, (uint64_t)( 3 * k + m ) );
		}
		goals[k].vertices = vertices[k];
		goals[k].vertexCount = k % 3 + 1;
		goals[k].occupied = k == 5 ? pickFree( alone, 99 ) : -1;
	}
	CHECK_EQUAL( wfSurfacePlanner_CreateFields( shared, goals, count, fields, NULL ), wf_ok );
	for ( int32_t k = 0; k < count; ++k )
	{
		wfSurfaceField* one = NULL;
		CHECK_EQUAL( wfSurfacePlanner_CreateField( alone, &goals[k], &one, NULL ), wf_ok );
		CHECK( hashSurfaceField( one ) == hashSurfaceField( fields[k] ) );
		CHECK( wfSurfaceField_GetReport( one ).maxRelativeResidual == wfSurfaceField_GetReport( fields[k] ).maxRelativeResidual );
		CHECK( memcmp( one->bestNeighbor, fields[k]->bestNeighbor, (size_t)mesh->vertexCount * sizeof( int32_t ) ) == 0 );
		checkSurfacePromises( one );
		wfDestroySurfaceField( one );
		wfDestroySurfaceField( fields[k] );
	}
	wfDestroySurfacePlanner( alone );
	wfDestroySurfacePlanner( shared );
	wfDestroyWorkers( workers );
	wfDestroyMesh( mesh );
}

// A strip 3000 edges long at one edge of haste each: q falls to e^-2600 or so.
TEST( AttractionBelowTheRangeOfDoubleIsKept )
{
	wfMesh* mesh = meshOfSquares( 3000, 4, 1.0, 0.0 );
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.haste = 1e9;
	wfSurfacePlanner* planner = makePlanner( mesh, &def );
	double haste = wfSurfacePlanner_GetReport( planner ).haste;
	CHECK( haste > 0.5 && haste < 1.5 );
	int32_t goal = 2 * 3001 + 1;
	wfSurfaceField* field = makeField( planner, &goal, 1 );
	checkSurfacePromises( field );
	CHECK( wfSurfaceField_GetReport( field ).minLogValue < -2000.0 );
	// Far away it falls by the same factor from edge to edge: the rate of the first mode across the strip, which is
	// 2 cosh(r) = 2 + k^2 + 2 - 2 cos(pi / 4).
	double rate = acosh( 1.0 + 0.5 * haste * haste + 1.0 - cos( PI / 4.0 ) );
	for ( int32_t i = 500; i < 2500; i += 400 )
	{
		int32_t v = 2 * 3001 + i;
		double fall = wfSurfaceField_GetLogValue( field, v ) - wfSurfaceField_GetLogValue( field, v + 1 );
		CHECK_NEAR( fall, rate, 1e-9 );
	}
	wfDestroySurfaceField( field );
	wfDestroySurfacePlanner( planner );
	wfDestroyMesh( mesh );
}

// A strip of flat triangles with obtuse angles across its boundary, which no flux passes: attraction falls along it as in one
// dimension, on the boundary as in the middle.
TEST( ObtuseBoundariesPassNoFlux )
{
	enum
	{
		columns = 80,
		rows = 4
	};
	Draft draft = beginDraft( ( columns + 1 ) * ( rows + 1 ), 2 * columns * rows );
	for ( int32_t j = 0; j <= rows; ++j )
	{
		for ( int32_t i = 0; i <= columns; ++i )
		{
			addVertex( &draft, i + 0.5 * ( j % 2 ), 0.3 * j, 0.0 );
		}
	}
	for ( int32_t j = 0; j < rows; ++j )
	{
		for ( int32_t i = 0; i < columns; ++i )
		{
			int32_t a = j * ( columns + 1 ) + i;
			int32_t d = a + columns + 1;
			addTriangle( &draft, a, a + 1, j % 2 == 0 ? d : d + 1 );
			addTriangle( &draft, j % 2 == 0 ? a + 1 : a, d + 1, d );
		}
	}
	wfMesh* mesh = finishDraft( &draft );
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.boundary = wf_neumannWalls;
	def.haste = 0.2;
	wfSurfacePlanner* planner = makePlanner( mesh, &def );
	int32_t goals[rows + 1];
	for ( int32_t j = 0; j <= rows; ++j )
	{
		goals[j] = j * ( columns + 1 );
	}
	wfSurfaceField* field = makeField( planner, goals, rows + 1 );
	checkSurfacePromises( field );
	for ( int32_t j = 0; j <= rows; ++j )
	{
		int32_t v = j * ( columns + 1 ) + 20;
		double fall = ( wfSurfaceField_GetLogValue( field, v ) - wfSurfaceField_GetLogValue( field, v + 20 ) ) / 20.0;
		CHECK_NEAR( fall, 0.2, 0.002 );
	}
	wfDestroySurfaceField( field );
	wfDestroySurfacePlanner( planner );
	wfDestroyMesh( mesh );
}

// A long finger of a closed surface without haste: attraction levels out in it, and must still lead out.
TEST( DeadEndsLeadOut )
{
	enum
	{
		rings = 120,
		sides = 8
	};
	Draft draft = beginDraft( rings * sides + 2, 2 * rings * sides );
	for ( int32_t j = 0; j < rings; ++j )
	{
		for ( int32_t i = 0; i < sides; ++i )
		{
			addVertex( &draft, cos( 2.0 * PI * i / sides ), sin( 2.0 * PI * i / sides ), 0.8 * j );
		}
	}
	int32_t bottom = addVertex( &draft, 0.0, 0.0, -0.5 );
	int32_t top = addVertex( &draft, 0.0, 0.0, 0.8 * rings );
	for ( int32_t i = 0; i < sides; ++i )
	{
		int32_t next = ( i + 1 ) % sides;
		addTriangle( &draft, next, i, bottom );
		addTriangle( &draft, ( rings - 1 ) * sides + i, ( rings - 1 ) * sides + next, top );
		for ( int32_t j = 0; j + 1 < rings; ++j )
		{
			int32_t a = j * sides + i, b = j * sides + next;
			addTriangle( &draft, a, b, b + sides );
			addTriangle( &draft, a, b + sides, a + sides );
		}
	}
	wfMesh* mesh = finishDraft( &draft );
	int32_t obstacle = 2;
	wfSurfaceMask* mask = makeMask( mesh, &obstacle, 1 );
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.mask = mask;
	wfSurfacePlanner* planner = makePlanner( mesh, &def );
	CHECK( wfSurfacePlanner_GetReport( planner ).haste == 0.0 );
	wfSurfaceField* field = makeField( planner, &bottom, 1 );
	checkSurfacePromises( field );
	CHECK_EQUAL( wfSurfaceField_GetReport( field ).reachableCount, mesh->vertexCount - 1 );
	// Level but for what leads out.
	CHECK( valueAt( field, top ) > 0.8 * valueAt( field, 5 * sides ) );
	wfDestroySurfaceField( field );
	wfDestroySurfacePlanner( planner );
	wfDestroySurfaceMask( mask );
	wfDestroyMesh( mesh );
}

void runSurfaceFieldTests( int argc, char** argv )
{
	RUN( LinearDataIsExactOnAnyTriangulation );
	RUN( GoalAtTheBoundaryConvergesWithOrderTwo );
	RUN( SphereWithHasteAgreesWithItsMeridian );
	RUN( PromisesHoldOnBadMeshes );
	RUN( NothingLeapsOverThinWalls );
	RUN( EditsEqualAFreshPlanner );
	RUN_THREADED( BatchesAndThreadsGiveTheSameBits );
	RUN( ObtuseBoundariesPassNoFlux );
	RUN( DeadEndsLeadOut );
	RUN( AttractionBelowTheRangeOfDoubleIsKept );
}
