// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Occupied vertices in odd places, and bridges through gaps a mesh would close.

#include "surface/system.h"
#include "test_surface_field.h"
#include "test_surface_walk.h"

#include <math.h>

// ----------------------------------------------------------------------------------------------------------------- fields

TEST( HasteIsAddedWhereNothingRepelsEnough )
{
	wfMesh *open = meshOfSquares( 10, 10, 1.0, 0.0 ), *closed = meshSphere( 8 );
	const wfMesh* meshes[4] = { open, open, open, closed };
	for ( int32_t k = 0; k < 4; ++k )
	{
		wfSurfaceMask* mask = NULL;
		int32_t vertex = 60;
		CHECK_EQUAL( wfCreateSurfaceMask( meshes[k], &mask ), wf_ok );
		CHECK_EQUAL( wfSurfaceMask_BlockVertices( mask, &vertex, 1, NULL ), wf_ok );
		wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
		def.boundary = k == 2 ? wf_dirichletWalls : wf_neumannWalls;
		def.mask = k == 0 ? NULL : mask;
		wfSurfacePlanner* planner = makePlanner( meshes[k], &def );
		// An obstacle is enough on closed surfaces, a boundary that repels is; one that does not makes dead ends.
		double haste = wfSurfacePlanner_GetReport( planner ).haste;
		CHECK( k < 2 ? haste > 0.01 && haste < 0.2 : haste == 0.0 );
		wfDestroySurfacePlanner( planner );
		wfDestroySurfaceMask( mask );
	}
	wfDestroyMesh( open );
	wfDestroyMesh( closed );
}

// The field with a vertex occupied is that with it blocked.
static void compareOccupied( const wfMesh* mesh, const int32_t* goals, int32_t goalCount, int32_t taken )
{
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	wfSurfacePlanner* planner = makePlanner( mesh, &def );
	wfSurfaceGoalDef goal = wfDefaultSurfaceGoalDef();
	goal.vertices = goals;
	goal.vertexCount = goalCount;
	goal.occupied = taken;
	wfSurfaceField* field = NULL;
	CHECK_EQUAL( wfSurfacePlanner_CreateField( planner, &goal, &field, NULL ), wf_ok );
	wfSurfaceMask* mask = NULL;
	CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
	CHECK_EQUAL( wfSurfaceMask_BlockVertices( mask, &taken, 1, NULL ), wf_ok );
	def.mask = mask;
	wfSurfacePlanner* walled = makePlanner( mesh, &def );
	wfSurfaceField* other = makeField( walled, goals, goalCount );
	CHECK( valueAt( field, taken ) == 0.0 );
	CHECK( compareSurfaceFields( field, other ) < 1e-9 );
	checkSurfacePromises( field );
	wfDestroySurfaceField( field );
	wfDestroySurfaceField( other );
	wfDestroySurfacePlanner( planner );
	wfDestroySurfacePlanner( walled );
	wfDestroySurfaceMask( mask );
}

TEST( OccupiedVerticesBesideGoalsAndAmongThem )
{
	wfMesh* mesh = meshOfSquares( 20, 10, 1.0, 0.2 );
	// Right before goals on the boundary.
	const int32_t door[3] = { 5, 6, 7 };
	compareOccupied( mesh, door, 3, 21 + 6 );
	compareOccupied( mesh, door + 1, 1, 21 + 6 );
	// In one of two pockets that goals enclose.
	int32_t rings[32], count = 0;
	for ( int32_t k = 0; k < 50; ++k )
	{
		int32_t i = k % 5, j = k / 5 % 5, left = k < 25 ? 3 : 12;
		if ( i == 0 || i == 4 || j == 0 || j == 4 )
		{
			rings[count++] = 21 * ( 3 + j ) + left + i;
		}
	}
	compareOccupied( mesh, rings, 16, 21 * 5 + 5 );
	compareOccupied( mesh, rings, count, 21 * 5 + 5 );
	wfDestroyMesh( mesh );
}

// ---------------------------------------------------------------------------------------------------------------- bridges

// Squares of side 1 in 12 columns. The middle column of vertices is wall but for one that is missing: there a long edge passes
// between two vertices of the wall, which turned within its triangles would join these.
static wfMesh* meshDoor( uint8_t* wall )
{
	Draft draft = beginDraft( 91, 144 );
	for ( int32_t k = 0; k < 91; ++k )
	{
		int32_t i = k % 13, j = k / 13;
		double closer = i == 6 && j == 2 ? 0.6 : i == 6 && j == 4 ? -0.6 : 0.0;
		// Behind the missing one numbers are one less.
		wall[k < 45 ? k : k - 1] = i == 6 && j != 3 ? 1 : 0;
		if ( k != 45 )
		{
			addVertex( &draft, i, j + closer, 0.0 );
		}
	}
	for ( int32_t k = 0; k < 72; ++k )
	{
		int32_t a = 13 * ( k / 12 ) + k % 12;
		const int32_t corners[6] = { a, a + 1, a + 14, a, a + 14, a + 13 };
		for ( int32_t m = 0; m < 6; m += 3 )
		{
			int32_t own[3];
			for ( int32_t n = 0; n < 3; ++n )
			{
				int32_t corner = corners[m + n] == 45 ? 44 : corners[m + n];
				own[n] = corner > 45 ? corner - 1 : corner;
			}
			if ( own[0] != own[1] && own[1] != own[2] && own[2] != own[0] )
			{
				addTriangle( &draft, own[0], own[1], own[2] );
			}
		}
	}
	return finishDraft( &draft );
}

TEST( BridgesLeadThroughGaps )
{
	uint8_t wall[90];
	wfMesh* mesh = meshDoor( wall );
	wfSurfaceMask* mask = NULL;
	CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
	for ( int32_t v = 0; v < 90; ++v )
	{
		CHECK( !wall[v] || wfSurfaceMask_BlockVertices( mask, &v, 1, NULL ) == wf_ok );
	}
	for ( int32_t biased = 0; biased < 2; ++biased )
	{
		wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
		def.mask = mask;
		def.boundary = wf_neumannWalls;
		def.biasKind = biased ? wf_directionBias : wf_noSurfaceBias;
		def.bias = ( wfVec3 ){ 0.0, 1.0, 0.0 };
		def.epsilon = biased ? 0.4 : 0.0;
		wfSurfacePlanner* planner = makePlanner( mesh, &def );
		CHECK( planner->bridges.count > 0 );
		double lowest = 0.0, highest = 0.0;
		wfGetBiasRange( planner, &lowest, &highest );
		int32_t links = 0;
		for ( int32_t v = 0; v < 90; ++v )
		{
			for ( int64_t m = planner->core.matrix.start[v]; m < planner->core.matrix.start[v + 1]; ++m )
			{
				if ( planner->linkEdge[m] >= 0 )
				{
					continue;
				}
				// exp(-phi / 2) at both ends, phi centred.
				wfVec3 a = mesh->vertices[v], b = mesh->vertices[planner->core.matrix.neighbor[m]];
				double phi = biased ? 0.4 / planner->meanEdge * ( a.y + b.y ) - ( lowest + highest ) : 0.0;
				CHECK_NEAR( planner->baseLink[m], 0.05 * exp( -0.5 * phi ), 1e-9 );
				links += 1;
			}
		}
		CHECK_EQUAL( links, 2 * planner->bridges.count );
		for ( int32_t side = 0; side < 2; ++side )
		{
			int32_t goal = 13 * 1 + ( side == 0 ? 2 : 10 ), start = 13 * 5 - 1 + ( side == 0 ? 10 : 2 );
			wfSurfaceField* field = makeField( planner, &goal, 1 );
			checkSurfacePromises( field );
			CHECK_EQUAL( wfSurfaceField_GetReport( field ).reachableCount, 84 );
			wfTraceDef trace = rawTrace();
			wfSurfacePath path = { 0 };
			CHECK_EQUAL( wfSurfaceField_TracePath( field, wfMesh_GetVertexPoint( mesh, start ), &trace, &path, NULL ), wf_ok );
			CHECK( path.length > 8.9 && path.length < 14.0 );
			CHECK( !wfSurfacePath_Touches( &path, mesh, mask, false ) );
			// The vertex before the gap leads into it, in the triangles beside the bridge.
			int32_t before = side == 0 ? 45 : 44, bridge = -2 - wfSurfaceField_FindBest( field, before );
			CHECK( bridge >= 0 );
			const int32_t beside[2] = { bridge, mesh->twin[bridge] };
			for ( int32_t k = 0; k < 2; ++k )
			{
				int32_t t = beside[k] / 3, corner = mesh->triangles[3 * t + 1] == before ? 1
													: mesh->triangles[3 * t] == before	 ? 0
																						 : 2;
				wfVec3 direction = wfSurfaceField_GetDirection( field, ( wfSurfacePoint ){ t, corner == 1, corner == 2 } );
				CHECK( side == 0 ? direction.x < -0.9 : direction.x > 0.9 );
			}
			wfSurfacePath_Free( &path );
			wfDestroySurfaceField( field );
		}
		wfDestroySurfacePlanner( planner );
	}
	wfDestroySurfaceMask( mask );
	wfDestroyMesh( mesh );
}

TEST( OfEdgesBetweenTheSameTwoTheShortestIsTheLink )
{
	int32_t parallels = 0;
	for ( uint64_t seed = 0; seed < 60; ++seed )
	{
		wfMesh* mesh = meshSoup( 5 + (int32_t)( seed % 4 ), 12, seed );
		wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
		def.boundary = wf_neumannWalls;
		wfSurfacePlanner* planner = makePlanner( mesh, &def );
		const wfIntrinsic* t = &planner->intrinsic;
		for ( int32_t v = 0; v < mesh->vertexCount; ++v )
		{
			for ( int64_t m = planner->core.matrix.start[v]; m < planner->core.matrix.start[v + 1]; ++m )
			{
				int32_t other = planner->core.matrix.neighbor[m], edge = planner->linkEdge[m], joined = 0;
				double least = INFINITY;
				for ( int32_t h = 0; edge >= 0 && h < 3 * t->triangleCount; ++h )
				{
					int32_t a = t->corners[h], b = t->corners[wfNextHalfEdge( h )];
					double cotangents =
						wfIntrinsic_GetCotangent( t, h ) + ( t->twin[h] >= 0 ? wfIntrinsic_GetCotangent( t, t->twin[h] ) : 0.0 );
					bool joins = ( a == v && b == other ) || ( a == other && b == v );
					if ( joins && cotangents > 1e-6 && ( t->twin[h] < 0 || h < t->twin[h] ) )
					{
						least = fmin( least, t->length[h] );
						joined += 1;
					}
				}
				CHECK( joined == 0 || t->length[edge] <= least + 1e-12 );
				parallels += joined > 1 ? 1 : 0;
			}
		}
		wfDestroySurfacePlanner( planner );
		wfDestroyMesh( mesh );
	}
	CHECK( parallels > 0 );
}

void runSurfaceObstacleTests( int argc, char** argv )
{
	RUN( HasteIsAddedWhereNothingRepelsEnough );
	RUN( OccupiedVerticesBesideGoalsAndAmongThem );
	RUN( BridgesLeadThroughGaps );
	RUN( OfEdgesBetweenTheSameTwoTheShortestIsTheLink );
}
