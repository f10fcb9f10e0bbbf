// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Choices the steps that make a mesh have: which triangles stay joined, which are turned, where seams run, which of equal hits
// counts.

#include "test_mesh.h"

#include <math.h>

TEST( TrianglesThatAgreeStayJoinedBeforeStraightOnes )
{
	// Of three at an edge the first two go on straight but look to different sides; the third stands upright and agrees.
	Soup soup = { 0 };
	int32_t a = addVertex( &soup, 0.0, 0.0, 0.0 ), b = addVertex( &soup, 0.0, 1.0, 0.0 );
	addTriangle( &soup, a, b, addVertex( &soup, -1.0, 0.5, 0.0 ) );
	addTriangle( &soup, a, b, addVertex( &soup, 1.0, 0.5, 0.0 ) );
	addTriangle( &soup, b, a, addVertex( &soup, 0.0, 0.5, 1.0 ) );
	wfMeshDef def = defOfSoup( &soup );
	def.splitNonManifold = true;
	wfMesh* mesh = NULL;
	CHECK_EQUAL( wfCreateMesh( &def, &mesh, NULL ), wf_ok );
	CHECK_EQUAL( mesh->report.splitEdges, 1 );
	CHECK_EQUAL( mesh->twin[0], 6 );
	CHECK_EQUAL( mesh->twin[6], 0 );
	CHECK_EQUAL( mesh->twin[3], -1 );
	CHECK_EQUAL( mesh->report.turnedTriangles, 0 );
	checkMesh( mesh );
	wfDestroyMesh( mesh );
	freeSoup( &soup );
}

TEST( TheFewestTrianglesAreTurned )
{
	// Whichever is wrong, also the one where the search begins.
	for ( int32_t wrong = 0; wrong < 18; ++wrong )
	{
		Soup soup = makeGrid( 3, 3, 0.0 );
		int32_t* corners = soup.triangles + 3 * wrong;
		int32_t swapped = corners[1];
		corners[1] = corners[2];
		corners[2] = swapped;
		wfMesh* mesh = makeMesh( &soup );
		CHECK_EQUAL( mesh->report.turnedTriangles, 1 );
		for ( int32_t t = 0; t < mesh->triangleCount; ++t )
		{
			CHECK( wfMesh_GetNormal( mesh, t ).z > 0.0 );
		}
		wfDestroyMesh( mesh );
		freeSoup( &soup );
	}
}

TEST( RepeatedTrianglesAreFoundBetweenOthers )
{
	// At each of its edges another triangle comes between the first and the one that repeats it.
	Soup soup = { 0 };
	int32_t a = addVertex( &soup, 0.0, 0.0, 0.0 ), b = addVertex( &soup, 1.0, 0.0, 0.0 ), c = addVertex( &soup, 0.0, 1.0, 0.0 );
	addTriangle( &soup, a, b, c );
	addTriangle( &soup, b, a, addVertex( &soup, 0.5, -1.0, 0.0 ) );
	addTriangle( &soup, c, b, addVertex( &soup, 1.0, 1.0, 0.0 ) );
	addTriangle( &soup, a, c, addVertex( &soup, -1.0, 0.5, 0.0 ) );
	addTriangle( &soup, c, b, a );
	wfMesh* mesh = makeMesh( &soup );
	CHECK_EQUAL( mesh->report.duplicateTriangles, 1 );
	CHECK_EQUAL( mesh->triangleCount, 4 );
	CHECK_EQUAL( mesh->report.nonManifoldEdges, 0 );
	wfDestroyMesh( mesh );
	freeSoup( &soup );
}

// ------------------------------------------------------------------------------------------------------------------ seams

// The triangles in any order and turned at random.
static void shuffle( Soup* soup, uint64_t seed )
{
	for ( int32_t t = soup->triangleCount - 1; t >= 0; --t )
	{
		int32_t other = (int32_t)( wfRandomUnit( seed, 1, (uint64_t)t ) * ( t + 1 ) );
		for ( int32_t k = 0; k < 3; ++k )
		{
			int32_t swapped = soup->triangles[3 * t + k];
			soup->triangles[3 * t + k] = soup->triangles[3 * other + k];
			soup->triangles[3 * other + k] = swapped;
		}
		if ( wfRandomUnit( seed, 2, (uint64_t)t ) < 0.5 )
		{
			int32_t swapped = soup->triangles[3 * t];
			soup->triangles[3 * t] = soup->triangles[3 * t + 1];
			soup->triangles[3 * t + 1] = swapped;
		}
	}
}

static bool isSeam( const wfMesh* mesh, int32_t h )
{
	return mesh->twin[h] >= 0 && wfFromVertex( mesh, h ) == wfFromVertex( mesh, mesh->twin[h] );
}

TEST( SeamsAreNoLongerThanNeeded )
{
	for ( uint64_t seed = 0; seed < 30; ++seed )
	{
		Soup soup = seed % 2 == 0 ? makeMoebius( 12, 5 ) : makeKlein( 10, 8 );
		shuffle( &soup, seed );
		wfMesh* mesh = makeMesh( &soup );
		int32_t seams = 0;
		for ( int32_t t = 0; t < mesh->triangleCount; ++t )
		{
			int32_t own = 0, others = 0;
			for ( int32_t h = 3 * t; h < 3 * t + 3; ++h )
			{
				own += isSeam( mesh, h ) ? 1 : 0;
				others += mesh->twin[h] >= 0 && !isSeam( mesh, h ) ? 1 : 0;
			}
			// Turned it would have fewer.
			CHECK( own <= others );
			seams += own;
		}
		CHECK( seams > 0 && !mesh->report.orientable );
		wfDestroyMesh( mesh );
		freeSoup( &soup );
	}
}

TEST( RingsAtBoundariesBeginWithAHalfEdgeAlongThem )
{
	int32_t seamed = 0;
	for ( uint64_t seed = 0; seed < 60; ++seed )
	{
		Soup soup = makeMoebius( 5 + (int32_t)seed % 7, 1 + (int32_t)seed % 5 );
		shuffle( &soup, seed );
		wfMesh* mesh = makeMesh( &soup );
		for ( int32_t v = 0; v < mesh->vertexCount; ++v )
		{
			if ( mesh->atBoundary[v] == 0 )
			{
				continue;
			}
			int32_t first = mesh->ring[mesh->ringFirst[v]], last = mesh->ring[mesh->ringFirst[v + 1] - 1];
			bool begins = mesh->twin[first] < 0, ends = mesh->twin[last] < 0;
			// Where one of both ends can be the first, it is.
			CHECK( begins || !ends );
			for ( int32_t i = mesh->ringFirst[v]; i < mesh->ringFirst[v + 1]; ++i )
			{
				seamed += isSeam( mesh, mesh->ring[i] ) || isSeam( mesh, wfPreviousHalfEdge( mesh->ring[i] ) ) ? 1 : 0;
			}
		}
		checkMesh( mesh );
		wfDestroyMesh( mesh );
		freeSoup( &soup );
	}
	CHECK( seamed > 40 );
}

TEST( FlatTrianglesLookWhereTheirNeighborsLook )
{
	int32_t acrossSeams = 0;
	for ( uint64_t seed = 0; seed < 40; ++seed )
	{
		// Every triangle of a twisted band gets a flat one beside it: its first edge is cut in the middle.
		Soup band = makeMoebius( 7, 2 ), soup = { 0 };
		for ( int32_t v = 0; v < band.vertexCount; ++v )
		{
			addVertex( &soup, band.vertices[v].x, band.vertices[v].y, band.vertices[v].z );
		}
		for ( int32_t t = 0; t < band.triangleCount; ++t )
		{
			const int32_t* c = band.triangles + 3 * t;
			wfVec3 p = band.vertices[c[0]], q = band.vertices[c[1]];
			int32_t middle = addVertex( &soup, 0.5 * ( p.x + q.x ), 0.5 * ( p.y + q.y ), 0.5 * ( p.z + q.z ) );
			addTriangle( &soup, c[0], middle, c[2] );
			addTriangle( &soup, middle, c[1], c[2] );
			addTriangle( &soup, c[0], c[1], middle );
		}
		shuffle( &soup, seed );
		wfMesh* mesh = makeMesh( &soup );
		for ( int32_t t = 0; t < mesh->triangleCount; ++t )
		{
			int32_t longest = 3 * t;
			for ( int32_t h = 3 * t; h < 3 * t + 3; ++h )
			{
				longest = mesh->length[h] > mesh->length[longest] ? h : longest;
			}
			int32_t g = mesh->twin[longest], h0 = 3 * t;
			bool flat = mesh->corner2Y[t] < 1e-3 * mesh->length[longest] && mesh->length[h0] > 0.0;
			if ( !flat || g < 0 || mesh->corner2Y[g / 3] < 1e-3 * mesh->length[g] )
			{
				continue;
			}
			double side = wfDot3( wfMesh_GetNormal( mesh, t ), wfMesh_GetNormal( mesh, g / 3 ) );
			CHECK( isSeam( mesh, longest ) ? side < -0.9 : side > 0.9 );
			acrossSeams += isSeam( mesh, longest ) ? 1 : 0;
		}
		wfDestroyMesh( mesh );
		freeSoup( &soup );
		freeSoup( &band );
	}
	CHECK( acrossSeams > 0 );
}

// --------------------------------------------------------------------------------------------------------------- headroom

TEST( HeadroomBelowALowCeilingIsReported )
{
	Soup soup = makeGrid( 2, 2, 0.0 );
	int32_t a = addVertex( &soup, -1.0, -1.0, 0.004 ), b = addVertex( &soup, 3.0, -1.0, 0.004 );
	int32_t c = addVertex( &soup, 3.0, 3.0, 0.004 ), d = addVertex( &soup, -1.0, 3.0, 0.004 );
	addQuad( &soup, a, b, c, d );
	wfMesh* mesh = makeMesh( &soup );
	double headroom[10];
	CHECK_EQUAL( wfMesh_MeasureHeadroom( mesh, ( wfVec3 ){ 0.0, 0.0, 1.0 }, NULL, headroom ), wf_ok );
	for ( int32_t t = 0; t < 8; ++t )
	{
		CHECK_NEAR( headroom[t], 0.004, 1e-12 );
	}
	CHECK( headroom[8] == INFINITY && headroom[9] == INFINITY );
	wfDestroyMesh( mesh );
	freeSoup( &soup );
}

TEST( OfEqualHitsTheFirstTriangleCounts )
{
	for ( int32_t shift = 0; shift < 18; ++shift )
	{
		// The same triangles in another order.
		Soup grid = makeGrid( 3, 3, 0.0 ), soup = { 0 };
		for ( int32_t v = 0; v < grid.vertexCount; ++v )
		{
			addVertex( &soup, grid.vertices[v].x, grid.vertices[v].y, grid.vertices[v].z );
		}
		for ( int32_t t = 0; t < 18; ++t )
		{
			const int32_t* corners = grid.triangles + 3 * ( ( 5 * t + shift ) % 18 );
			addTriangle( &soup, corners[0], corners[1], corners[2] );
		}
		wfMesh* mesh = makeMesh( &soup );
		for ( int32_t v = 0; v < mesh->vertexCount; ++v )
		{
			wfVec3 above = mesh->vertices[v];
			above.z = 2.0;
			int32_t lowest = INT32_MAX;
			for ( int32_t i = mesh->ringFirst[v]; i < mesh->ringFirst[v + 1]; ++i )
			{
				lowest = mesh->ring[i] / 3 < lowest ? mesh->ring[i] / 3 : lowest;
			}
			wfRayHit hit = wfMesh_CastRay( mesh, above, ( wfVec3 ){ 0.0, 0.0, -1.0 }, 0.0, INFINITY );
			CHECK_EQUAL( hit.point.triangle, lowest );
			CHECK_NEAR( hit.distance, 2.0, 1e-12 );
		}
		wfDestroyMesh( mesh );
		freeSoup( &soup );
		freeSoup( &grid );
	}
}

// --------------------------------------------------------------------------------------------------------------- refining

TEST( PassagesAreOpenAfterHalvingToo )
{
	// The longest edge lies on the boundary: its middle does too, and is joined to the corner across.
	Soup soup = { 0 };
	int32_t a = addVertex( &soup, 0.0, 0.0, 0.0 ), b = addVertex( &soup, 2.0, 0.0, 0.0 );
	addTriangle( &soup, a, b, addVertex( &soup, 1.0, 0.2, 0.0 ) );
	wfMesh *mesh = makeMesh( &soup ), *refined = NULL;
	wfRefineDef def = wfDefaultRefineDef();
	def.longestEdge = 1.5;
	def.openPassages = true;
	CHECK_EQUAL( wfMesh_Refine( mesh, &def, &refined, NULL ), wf_ok );
	int32_t closed = 0;
	for ( int32_t h = 0; h < 3 * refined->triangleCount; ++h )
	{
		bool atBoundary =
			refined->atBoundary[wfFromVertex( refined, h )] != 0 && refined->atBoundary[wfToVertex( refined, h )] != 0;
		closed += refined->twin[h] >= 0 && atBoundary ? 1 : 0;
	}
	CHECK_EQUAL( closed, 0 );
	CHECK_EQUAL( refined->vertexCount, 5 );
	checkMesh( refined );
	wfDestroyMesh( refined );
	wfDestroyMesh( mesh );
	freeSoup( &soup );
}

void testMeshChoices( int argc, char** argv )
{
	RUN( TrianglesThatAgreeStayJoinedBeforeStraightOnes );
	RUN( TheFewestTrianglesAreTurned );
	RUN( RepeatedTrianglesAreFoundBetweenOthers );
	RUN( SeamsAreNoLongerThanNeeded );
	RUN( RingsAtBoundariesBeginWithAHalfEdgeAlongThem );
	RUN( FlatTrianglesLookWhereTheirNeighborsLook );
	RUN( HeadroomBelowALowCeilingIsReported );
	RUN( OfEqualHitsTheFirstTriangleCounts );
	RUN( PassagesAreOpenAfterHalvingToo );
}
