// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Meshes that need repairs: each is made, with the repairs counted.

#include "test_mesh.h"

#include <math.h>

TEST( VerticesInTheSamePlaceBecomeOne )
{
	Soup soup = makeSphere( 3 );
	wfMesh* mesh = makeMesh( &soup );
	wfMeshReport report = wfMesh_GetReport( mesh );
	CHECK_EQUAL( report.inputVertices, 8 * 45 );
	CHECK_EQUAL( report.vertices, 4 * 64 + 2 );
	CHECK_EQUAL( report.weldedVertices, 8 * 45 - 258 );
	for ( int32_t v = 0; v < soup.vertexCount; ++v )
	{
		wfVec3 p = soup.vertices[v], q = mesh->vertices[wfMesh_FindVertex( mesh, v )];
		CHECK( p.x == q.x && p.y == q.y && p.z == q.z );
	}
	CHECK_EQUAL( wfMesh_FindVertex( mesh, -1 ), -1 );
	CHECK_EQUAL( wfMesh_FindVertex( mesh, soup.vertexCount ), -1 );
	wfDestroyMesh( mesh );

	// Without welding it is eight patches.
	wfMeshDef def = defOfSoup( &soup );
	def.weldDistance = -1.0;
	CHECK_EQUAL( wfCreateMesh( &def, &mesh, NULL ), wf_ok );
	CHECK_EQUAL( wfMesh_GetReport( mesh ).components, 8 );
	CHECK_EQUAL( wfMesh_GetReport( mesh ).weldedVertices, 0 );
	wfDestroyMesh( mesh );
	freeSoup( &soup );

	// Zeros of both signs are one place.
	Soup zeros = { 0 };
	double z = -0.0;
	addTriangle( &zeros, addVertex( &zeros, 0, 0, 0 ), addVertex( &zeros, 1, 0, 0 ), addVertex( &zeros, 0, 1, 0 ) );
	addTriangle( &zeros, addVertex( &zeros, 1, z, z ), addVertex( &zeros, z, z, 0 ), addVertex( &zeros, 0, -1, 0 ) );
	mesh = makeMesh( &zeros );
	CHECK_EQUAL( wfMesh_GetVertexCount( mesh ), 4 );
	wfDestroyMesh( mesh );
	freeSoup( &zeros );
}

static int32_t rootOf( int32_t* parent, int32_t i )
{
	while ( parent[i] != i )
	{
		i = parent[i];
	}
	return i;
}

// Random points in a cube of side `side`, welded at 1, against all pairs.
static void checkWelding( int32_t count, double side, double offset, uint64_t seed )
{
	Soup soup = { 0 };
	for ( int32_t i = 0; i < count; ++i )
	{
		uint64_t c = 3 * (uint64_t)i;
		addVertex( &soup, offset + side * wfRandomUnit( seed, 1, c ), offset + side * wfRandomUnit( seed, 1, c + 1 ),
				   side * wfRandomUnit( seed, 1, c + 2 ) );
	}
	// A fan that uses all of them; three far vertices keep something to walk on however much is welded.
	for ( int32_t i = 0; i < count; ++i )
	{
		addTriangle( &soup, i, ( i + 1 ) % count, ( i + 7 ) % count );
	}
	addTriangle( &soup, addVertex( &soup, 1e5, 0, 0 ), addVertex( &soup, 2e5, 0, 0 ), addVertex( &soup, 2e5, 1e5, 0 ) );

	int32_t* parent = malloc( (size_t)soup.vertexCount * sizeof( int32_t ) );
	for ( int32_t i = 0; i < soup.vertexCount; ++i )
	{
		parent[i] = i;
		for ( int32_t j = 0; j < i; ++j )
		{
			wfVec3 d = wfSub3( soup.vertices[i], soup.vertices[j] );
			int32_t a = rootOf( parent, i ), b = rootOf( parent, j );
			if ( a != b && wfDot3( d, d ) <= 1.0 )
			{
				parent[a > b ? a : b] = a > b ? b : a;
			}
		}
	}
	wfMeshDef def = defOfSoup( &soup );
	def.weldDistance = 1.0;
	def.splitNonManifold = true;
	wfMesh* mesh;
	CHECK_EQUAL( wfCreateMesh( &def, &mesh, NULL ), wf_ok );
	int32_t sets = 0, wrong = 0, dropped = 0;
	for ( int32_t i = 0; i < soup.vertexCount; ++i )
	{
		int32_t root = rootOf( parent, i ), vertex = wfMesh_FindVertex( mesh, i );
		sets += root == i ? 1 : 0;
		// Where all triangles of a set collapsed it is gone.
		dropped += root == i && vertex < 0 ? 1 : 0;
		wrong += vertex != wfMesh_FindVertex( mesh, root ) || ( vertex >= 0 && mesh->inputVertex[vertex] != root ) ? 1 : 0;
	}
	wfMeshReport report = wfMesh_GetReport( mesh );
	CHECK_EQUAL( wrong, 0 );
	CHECK_EQUAL( report.weldedVertices, soup.vertexCount - sets );
	CHECK_EQUAL( report.unusedVertices, dropped );
	CHECK_EQUAL( report.vertices - report.splitVertices, sets - dropped );
	checkMesh( mesh );
	wfDestroyMesh( mesh );
	free( parent );
	freeSoup( &soup );
}

TEST( VerticesWithinADistanceBecomeOne )
{
	checkWelding( 300, 60.0, 0.0, 1 );	 // hardly any
	checkWelding( 300, 12.0, -6.0, 2 );	 // chains
	checkWelding( 300, 8.0, 1e4, 3 );	 // most
	checkWelding( 1500, 20.0, -9.0, 4 ); // crowded cells
	checkWelding( 1500, 14.0, 0.0, 5 );
	checkWelding( 300, 0.1, 0.0, 6 ); // all of them
}

TEST( WeldingHealsAJitteredCube )
{
	// Six squares of their own vertices, up to 1 mm off.
	Soup cube = makeCube(), loose = { 0 };
	for ( int32_t h = 0; h < 3 * cube.triangleCount; ++h )
	{
		wfVec3 p = cube.vertices[cube.triangles[h]];
		uint64_t c = 3 * (uint64_t)h;
		addVertex( &loose, p.x + 5e-4 * wfRandomUnit( 7, 1, c ), p.y + 5e-4 * wfRandomUnit( 7, 1, c + 1 ),
				   p.z + 5e-4 * wfRandomUnit( 7, 1, c + 2 ) );
	}
	for ( int32_t t = 0; t < cube.triangleCount; ++t )
	{
		addTriangle( &loose, 3 * t, 3 * t + 1, 3 * t + 2 );
	}
	wfMeshDef def = defOfSoup( &loose );
	def.weldDistance = 1e-3;
	wfMesh* mesh;
	CHECK_EQUAL( wfCreateMesh( &def, &mesh, NULL ), wf_ok );
	wfMeshReport report = wfMesh_GetReport( mesh );
	CHECK_EQUAL( report.vertices, 8 );
	CHECK_EQUAL( report.weldedVertices, 28 );
	CHECK( report.closed );
	wfDestroyMesh( mesh );
	freeSoup( &cube );
	freeSoup( &loose );
}

TEST( UselessPartsAreDroppedAndCounted )
{
	Soup soup = { 0 };
	addVertex( &soup, NAN, 0.0, INFINITY ); // nobody's
	for ( int32_t i = 0; i < 4; ++i )
	{
		addVertex( &soup, i % 2, i / 2, 0.0 );
	}
	addVertex( &soup, 1e300, 0.0, 0.0 ); // nobody's either
	addVertex( &soup, 5.0, 5.0, 0.0 );	 // of a collapsed triangle only
	addTriangle( &soup, 1, 2, 4 );
	addTriangle( &soup, 6, 6, 1 );
	addTriangle( &soup, 4, 2, 1 ); // the first one turned over
	addTriangle( &soup, 1, 4, 3 );
	addTriangle( &soup, 2, 4, 1 );
	wfMesh* mesh = makeMesh( &soup );
	wfMeshReport report = wfMesh_GetReport( mesh );
	CHECK_EQUAL( report.unusedVertices, 3 );
	CHECK_EQUAL( report.collapsedTriangles, 1 );
	CHECK_EQUAL( report.duplicateTriangles, 2 );
	CHECK_EQUAL( report.vertices, 4 );
	CHECK_EQUAL( report.triangles, 2 );
	CHECK_EQUAL( wfMesh_FindVertex( mesh, 0 ), -1 );
	CHECK_EQUAL( wfMesh_FindVertex( mesh, 6 ), -1 );
	CHECK_EQUAL( wfMesh_FindVertex( mesh, 4 ), 3 );
	CHECK_NEAR( report.area, 1.0, 1e-15 );
	checkMesh( mesh );
	wfDestroyMesh( mesh );
	freeSoup( &soup );
}

static void turnAtRandom( Soup* soup, uint64_t seed, double share )
{
	for ( int32_t t = 0; t < soup->triangleCount; ++t )
	{
		if ( wfRandomUnit( seed, 9, (uint64_t)t ) < share )
		{
			int32_t* c = soup->triangles + 3 * (size_t)t;
			int32_t swapped = c[1];
			c[1] = c[2];
			c[2] = swapped;
		}
	}
}

static int32_t countSeams( const wfMesh* mesh )
{
	int32_t seams = 0;
	for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
	{
		int32_t g = mesh->twin[h];
		seams += g > h && wfFromVertex( mesh, g ) == wfFromVertex( mesh, h ) ? 1 : 0;
	}
	return seams;
}

TEST( TrianglesAreTurnedToAgree )
{
	Soup soup = makeSphere( 3 );
	turnAtRandom( &soup, 1, 0.3 );
	int32_t turned = 0;
	for ( int32_t t = 0; t < soup.triangleCount; ++t )
	{
		turned += wfRandomUnit( 1, 9, (uint64_t)t ) < 0.3 ? 1 : 0;
	}
	wfMesh* mesh = makeMesh( &soup );
	CHECK_EQUAL( countSeams( mesh ), 0 );
	CHECK_EQUAL( mesh->report.turnedTriangles, turned );
	CHECK( mesh->report.orientable );
	checkMesh( mesh );
	// The fewest were turned: the sphere looks outwards as its most triangles did.
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		CHECK( wfDot3( wfMesh_GetNormal( mesh, t ), mesh->vertices[mesh->triangles[3 * t]] ) > 0.5 );
	}
	wfDestroyMesh( mesh );

	// Left as they are on request; the surface is still known to have two sides.
	wfMeshDef def = defOfSoup( &soup );
	def.orient = false;
	CHECK_EQUAL( wfCreateMesh( &def, &mesh, NULL ), wf_ok );
	CHECK( mesh->report.orientable );
	CHECK_EQUAL( mesh->report.turnedTriangles, 0 );
	CHECK( countSeams( mesh ) > 100 );
	checkMesh( mesh );
	wfDestroyMesh( mesh );
	freeSoup( &soup );
}

TEST( OneSidedSurfacesKeepShortSeams )
{
	Soup band = makeMoebius( 60, 4 ), bottle = makeKlein( 40, 24 );
	turnAtRandom( &band, 3, 0.5 );
	turnAtRandom( &bottle, 4, 0.5 );
	wfMesh *a = makeMesh( &band ), *b = makeMesh( &bottle );
	// Across the band there are four edges, and diagonals between them; around the bottle 24.
	int32_t seams = countSeams( a );
	CHECK( seams >= 4 && seams <= 12 );
	seams = countSeams( b );
	CHECK( seams >= 24 && seams <= 96 );
	CHECK_EQUAL( a->report.genus, 1 );
	CHECK_EQUAL( b->report.genus, 2 );
	checkMesh( a );
	checkMesh( b );
	wfDestroyMesh( a );
	wfDestroyMesh( b );
	freeSoup( &band );
	freeSoup( &bottle );
}

TEST( TouchingVerticesAreSplit )
{
	// Two tetrahedra that share a vertex, and a third at another.
	Soup soup = makeTetrahedron();
	int32_t a = addVertex( &soup, -1, 0, 0 ), b = addVertex( &soup, 0, -1, 0 ), c = addVertex( &soup, 0, 0, -1 );
	addTriangle( &soup, 0, a, b );
	addTriangle( &soup, 0, b, c );
	addTriangle( &soup, 0, c, a );
	addTriangle( &soup, a, c, b );
	wfMesh* mesh = makeMesh( &soup );
	CHECK_EQUAL( mesh->report.splitVertices, 1 );
	CHECK_EQUAL( mesh->report.vertices, 8 );
	CHECK_EQUAL( mesh->report.components, 2 );
	CHECK_EQUAL( mesh->report.genus, 0 );
	CHECK_EQUAL( mesh->report.eulerCharacteristic, 4 );
	CHECK_EQUAL( wfMesh_FindVertex( mesh, 0 ), 0 );
	CHECK_EQUAL( mesh->inputVertex[7], 0 );
	CHECK_EQUAL( wfMesh_GetComponent( mesh, 7 ), 1 );
	checkMesh( mesh );
	wfDestroyMesh( mesh );
	freeSoup( &soup );

	// A fan of three open sheets that meet in one vertex.
	Soup sheets = { 0 };
	addVertex( &sheets, 0, 0, 0 );
	for ( int32_t k = 0; k < 3; ++k )
	{
		int32_t p = addVertex( &sheets, 1, 0, k ), q = addVertex( &sheets, 1, 1, k ), r = addVertex( &sheets, 0, 1, k + 1 );
		addTriangle( &sheets, 0, p, q );
		addTriangle( &sheets, 0, q, r );
	}
	mesh = makeMesh( &sheets );
	CHECK_EQUAL( mesh->report.splitVertices, 2 );
	CHECK_EQUAL( mesh->report.components, 3 );
	CHECK_EQUAL( mesh->report.boundaryLoops, 3 );
	checkMesh( mesh );
	wfDestroyMesh( mesh );
	freeSoup( &sheets );
}

TEST( EdgesOfManyTrianglesAreCutWhereTheyFitBest )
{
	// Two cubes that share an edge: every sheet stays closed.
	Soup soup = makeVoxels( "\1\0\0\1", 2, 2, 1 );
	wfMeshDef def = defOfSoup( &soup );
	def.splitNonManifold = true;
	wfMesh* mesh;
	CHECK_EQUAL( wfCreateMesh( &def, &mesh, NULL ), wf_ok );
	CHECK_EQUAL( mesh->report.nonManifoldEdges, 1 );
	CHECK_EQUAL( mesh->report.splitEdges, 1 );
	CHECK( mesh->report.closed );
	CHECK( mesh->report.orientable );
	checkMesh( mesh );
	wfDestroyMesh( mesh );
	freeSoup( &soup );

	// A fin on a floor: the floor stays one sheet and the fin stands free.
	Soup fin = makeGrid( 4, 4, 0.0 );
	addTriangle( &fin, 12, 13, addVertex( &fin, 2.5, 2.0, 1.0 ) );
	def = defOfSoup( &fin );
	def.splitNonManifold = true;
	CHECK_EQUAL( wfCreateMesh( &def, &mesh, NULL ), wf_ok );
	CHECK_EQUAL( mesh->report.splitEdges, 1 );
	CHECK_EQUAL( mesh->report.splitVertices, 2 );
	CHECK_EQUAL( mesh->report.components, 2 );
	CHECK_EQUAL( mesh->report.boundaryLoops, 2 );
	CHECK_EQUAL( mesh->report.genus, 0 );
	CHECK( mesh->atBoundary[12] == 0 && mesh->atBoundary[13] == 0 );
	checkMesh( mesh );
	wfDestroyMesh( mesh );
	freeSoup( &fin );

	// A book of more pages than are compared falls apart.
	Soup book = { 0 };
	addVertex( &book, 0, 0, 0 );
	addVertex( &book, 0, 0, 1 );
	for ( int32_t k = 0; k < 40; ++k )
	{
		addTriangle( &book, 0, 1, addVertex( &book, cos( 0.1 * k ), sin( 0.1 * k ), 0.5 ) );
	}
	def = defOfSoup( &book );
	def.splitNonManifold = true;
	CHECK_EQUAL( wfCreateMesh( &def, &mesh, NULL ), wf_ok );
	CHECK_EQUAL( mesh->report.components, 40 );
	CHECK_EQUAL( mesh->report.vertices, 120 );
	checkMesh( mesh );
	wfDestroyMesh( mesh );
	freeSoup( &book );
}

TEST( FlatTrianglesAreKeptAndGetRoom )
{
	// A vertex in the middle of an edge: the triangle between has no area. One more at another edge, upright.
	Soup soup = { 0 };
	int32_t a = addVertex( &soup, 0, 0, 0 ), b = addVertex( &soup, 2, 0, 0 ), m = addVertex( &soup, 1, 0, 0 );
	addTriangle( &soup, a, b, addVertex( &soup, 1, 2, 0 ) );
	addTriangle( &soup, a, m, b );
	int32_t low = addVertex( &soup, 1, 0, -2 );
	addTriangle( &soup, m, a, low );
	addTriangle( &soup, b, m, low );
	wfMesh* mesh = makeMesh( &soup );
	CHECK_EQUAL( mesh->report.flatTriangles, 1 );
	CHECK_EQUAL( mesh->report.collapsedTriangles, 0 );
	CHECK_NEAR( mesh->report.area, 4.0, 1e-12 );
	CHECK_EQUAL( mesh->report.worstTriangle, 1 );
	CHECK_NEAR( mesh->report.largestAngle, WF_PI, 1e-12 );
	CHECK_NEAR( mesh->report.smallestAngle, 0.0, 1e-12 );
	checkMesh( mesh );
	// It lies in the plane of the neighbour at its longest edge.
	CHECK( fabs( wfMesh_GetNormal( mesh, 1 ).z ) > 1.0 - 1e-9 );
	wfVec3 x = mesh->axisX[1];
	CHECK_NEAR( fabs( x.x ), 1.0, 1e-2 );
	// Never off the mesh, however wide the triangle was made.
	wfVec3 p = wfPositionOfFlat( mesh, 1, ( wfFlat ){ 0.5 * mesh->corner2X[1], 0.5 * mesh->corner2Y[1] } );
	CHECK( p.y == 0.0 && p.z == 0.0 );
	wfDestroyMesh( mesh );

	// Good meshes keep their lengths to the last bit.
	wfMeshDef def = defOfSoup( &soup );
	def.mollify = 0.0;
	CHECK_EQUAL( wfCreateMesh( &def, &mesh, NULL ), wf_ok );
	CHECK( mesh->length[3 * 1 + 2] == 2.0 );
	CHECK( mesh->corner2Y[1] == 0.0 );
	wfDestroyMesh( mesh );
	freeSoup( &soup );
	Soup sphere = makeSphere( 3 );
	mesh = makeMesh( &sphere );
	for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
	{
		wfVec3 d = wfSub3( mesh->vertices[wfFromVertex( mesh, h )], mesh->vertices[wfToVertex( mesh, h )] );
		CHECK( mesh->length[h] == wfLength3( d ) );
	}
	wfDestroyMesh( mesh );
	freeSoup( &sphere );

	// All on one line, and all but one in one place.
	Soup line = { 0 };
	for ( int32_t i = 0; i < 6; ++i )
	{
		addVertex( &line, i, 2.0 * i, 3.0 * i );
	}
	for ( int32_t i = 0; i + 2 < 6; ++i )
	{
		addTriangle( &line, i, i + 1, i + 2 );
	}
	mesh = makeMesh( &line );
	CHECK_EQUAL( mesh->report.flatTriangles, 4 );
	checkMesh( mesh );
	wfDestroyMesh( mesh );
	freeSoup( &line );
	Soup place = { 0 };
	for ( int32_t i = 0; i < 4; ++i )
	{
		addVertex( &place, 1, 1, 1 );
	}
	addTriangle( &place, 0, 1, 2 );
	addTriangle( &place, 2, 1, 3 );
	addTriangle( &place, 2, 3, addVertex( &place, 2, 1, 1 ) );
	def = defOfSoup( &place );
	def.weldDistance = -1.0;
	CHECK_EQUAL( wfCreateMesh( &def, &mesh, NULL ), wf_ok );
	CHECK_EQUAL( mesh->report.flatTriangles, 3 );
	checkMesh( mesh );
	wfDestroyMesh( mesh );
	freeSoup( &place );
}

// ------------------------------------------------------------------------------------------- random soups by brute force

static bool sameEdge( const int32_t* triangles, int32_t h, int32_t g )
{
	int32_t a = triangles[h], b = triangles[wfNextHalfEdge( h )], c = triangles[g], d = triangles[wfNextHalfEdge( g )];
	return ( a == c && b == d ) || ( a == d && b == c );
}

// Twins from all pairs of half-edges of the mesh, whose vertices are looked up as they were before they were split.
static void checkTwins( const wfMesh* mesh )
{
	int32_t halfEdges = 3 * mesh->triangleCount, wrong = 0, cut = 0;
	int32_t* input = malloc( (size_t)halfEdges * sizeof( int32_t ) );
	for ( int32_t h = 0; h < halfEdges; ++h )
	{
		input[h] = mesh->inputVertex[mesh->triangles[h]];
	}
	for ( int32_t h = 0; h < halfEdges; ++h )
	{
		int32_t others = 0, last = -1, before = 0;
		for ( int32_t g = 0; g < halfEdges; ++g )
		{
			bool same = g != h && sameEdge( input, h, g );
			others += same ? 1 : 0;
			before += same && g < h ? 1 : 0;
			last = same ? g : last;
		}
		cut += others > 1 && before == 0 ? 1 : 0;
		wrong += others <= 1 ? mesh->twin[h] != last : mesh->twin[h] >= 0 && !sameEdge( input, h, mesh->twin[h] );
	}
	CHECK_EQUAL( wrong, 0 );
	CHECK_EQUAL( mesh->report.splitEdges, cut );
	free( input );
}

static int32_t nextAlongBoundary( const wfMesh* mesh, int32_t h, int32_t* vertex )
{
	for ( int32_t g = 0; g < 3 * mesh->triangleCount; ++g )
	{
		int32_t a = wfFromVertex( mesh, g ), b = wfToVertex( mesh, g );
		if ( g != h && mesh->twin[g] < 0 && ( a == *vertex || b == *vertex ) )
		{
			*vertex = a == *vertex ? b : a;
			return g;
		}
	}
	return -1;
}

static void checkLoopsAndComponents( const wfMesh* mesh )
{
	int32_t halfEdges = 3 * mesh->triangleCount, loops = 0, components = 0, edges = 0;
	uint8_t* seen = calloc( (size_t)halfEdges, 1 );
	for ( int32_t h = 0; h < halfEdges; ++h )
	{
		edges += mesh->twin[h] < h ? 1 : 0;
		if ( mesh->twin[h] < 0 && seen[h] == 0 )
		{
			loops += 1;
			int32_t vertex = wfToVertex( mesh, h );
			for ( int32_t g = h; g >= 0 && seen[g] == 0; g = nextAlongBoundary( mesh, g, &vertex ) )
			{
				seen[g] = 1;
			}
		}
	}
	// Components by passing the smallest label on until nothing changes.
	int32_t* label = malloc( (size_t)mesh->triangleCount * sizeof( int32_t ) );
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		label[t] = t;
	}
	for ( bool changed = true; changed; )
	{
		changed = false;
		for ( int32_t h = 0; h < halfEdges; ++h )
		{
			int32_t g = mesh->twin[h];
			if ( g >= 0 && label[g / 3] < label[h / 3] )
			{
				label[h / 3] = label[g / 3];
				changed = true;
			}
		}
	}
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		components += label[t] == t ? 1 : 0;
	}
	CHECK_EQUAL( mesh->report.boundaryLoops, loops );
	CHECK_EQUAL( mesh->report.components, components );
	CHECK_EQUAL( mesh->report.edges, edges );
	free( label );
	free( seen );
}

// Flat triangles and sheets in the same place must not confuse anybody.
static void checkQueries( const wfMesh* mesh )
{
	double* headroom = malloc( (size_t)mesh->triangleCount * sizeof( double ) );
	for ( int32_t k = 0; k < 2; ++k )
	{
		CHECK_EQUAL( wfMesh_MeasureHeadroom( mesh, ( wfVec3 ){ 0.0, 0.0, k }, NULL, headroom ), wf_ok );
		for ( int32_t t = 0; t < mesh->triangleCount; ++t )
		{
			CHECK( headroom[t] > 0.0 );
		}
	}
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		wfVec3 p = wfMesh_GetPosition( mesh, ( wfSurfacePoint ){ t, 0.2, 0.3 } );
		double distance;
		CHECK( wfMesh_FindNearest( mesh, p, &distance ).triangle >= 0 );
		CHECK( distance < 1e-12 );
	}
	free( headroom );
}

TEST( RandomSoupsMatchBruteForce )
{
	for ( uint64_t seed = 0; seed < 60; ++seed )
	{
		Soup soup = { 0 };
		int32_t vertexCount = 5 + (int32_t)( seed % 7 ) * 4, triangleCount = 4 + (int32_t)( seed % 11 ) * 6;
		for ( int32_t i = 0; i < vertexCount; ++i )
		{
			// On a coarse lattice, so that places coincide and triangles are flat.
			uint64_t c = 3 * (uint64_t)i;
			addVertex( &soup, floor( 4.0 * wfRandomUnit( seed, 1, c ) ), floor( 4.0 * wfRandomUnit( seed, 1, c + 1 ) ),
					   floor( 4.0 * wfRandomUnit( seed, 1, c + 2 ) ) );
		}
		for ( int32_t i = 0; i < triangleCount; ++i )
		{
			uint64_t c = 3 * (uint64_t)i;
			addTriangle( &soup, (int32_t)( vertexCount * wfRandomUnit( seed, 2, c ) ),
						 (int32_t)( vertexCount * wfRandomUnit( seed, 2, c + 1 ) ),
						 (int32_t)( vertexCount * wfRandomUnit( seed, 2, c + 2 ) ) );
		}
		wfMeshDef def = defOfSoup( &soup );
		def.splitNonManifold = true;
		def.orient = seed % 2 == 0;
		wfMesh* mesh;
		wfResult result = wfCreateMesh( &def, &mesh, NULL );
		CHECK( result == wf_ok || result == wf_noFreeCell );
		if ( result == wf_ok )
		{
			wfMeshReport report = wfMesh_GetReport( mesh );
			CHECK_EQUAL( report.inputTriangles, report.triangles + report.collapsedTriangles + report.duplicateTriangles );
			CHECK_EQUAL( report.inputVertices,
						 report.vertices - report.splitVertices + report.weldedVertices + report.unusedVertices );
			checkMesh( mesh );
			checkTwins( mesh );
			checkLoopsAndComponents( mesh );
			checkQueries( mesh );
			wfDestroyMesh( mesh );
		}
		freeSoup( &soup );
	}
}

TEST( MeshesSurviveFailedAllocations )
{
	Soup soup = makeGrid( 4, 4, 0.0 );
	addTriangle( &soup, 12, 13, addVertex( &soup, 2.5, 2.0, 1.0 ) );					// a fin
	addTriangle( &soup, 0, 1, addVertex( &soup, 0.5, 0.0, 0.0 ) );						// flat
	addTriangle( &soup, 24, addVertex( &soup, 5, 5, 1 ), addVertex( &soup, 5, 4, 1 ) ); // touches
	wfMeshDef def = defOfSoup( &soup );
	def.splitNonManifold = true;
	def.weldDistance = 0.01;
	wfMesh* mesh = NULL;
	TEST_EVERY_ALLOCATION( wfCreateMesh( &def, &mesh, NULL ), wfDestroyMesh( mesh ) );
	def.weldDistance = 0.0;
	TEST_EVERY_ALLOCATION( wfCreateMesh( &def, &mesh, NULL ), wfDestroyMesh( mesh ) );
	freeSoup( &soup );
}

void testMeshRepairs( int argc, char** argv )
{
	RUN( VerticesInTheSamePlaceBecomeOne );
	RUN( VerticesWithinADistanceBecomeOne );
	RUN( WeldingHealsAJitteredCube );
	RUN( UselessPartsAreDroppedAndCounted );
	RUN( TrianglesAreTurnedToAgree );
	RUN( OneSidedSurfacesKeepShortSeams );
	RUN( TouchingVerticesAreSplit );
	RUN( EdgesOfManyTrianglesAreCutWhereTheyFitBest );
	RUN( FlatTrianglesAreKeptAndGetRoom );
	RUN( RandomSoupsMatchBruteForce );
	RUN( MeshesSurviveFailedAllocations );
}
