// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Nearest places, boxes, rays and headroom, against a look at every triangle.

#include "test_mesh.h"

#include <math.h>
#include <string.h>

static wfVec3 randomVector( uint64_t seed, uint64_t i, double lower, double upper )
{
	return ( wfVec3 ){ lower + ( upper - lower ) * wfRandomUnit( seed, 1, 3 * i ),
					   lower + ( upper - lower ) * wfRandomUnit( seed, 1, 3 * i + 1 ),
					   lower + ( upper - lower ) * wfRandomUnit( seed, 1, 3 * i + 2 ) };
}

static wfVec3 unit( wfVec3 a )
{
	return wfScale3( 1.0 / wfLength3( a ), a );
}

// Triangles of all sizes, far apart and in heaps, some of them flat.
static Soup makeHeap( int32_t count, uint64_t seed )
{
	Soup soup = { 0 };
	for ( int32_t i = 0; i < count; ++i )
	{
		uint64_t n = (uint64_t)i;
		double size = pow( 10.0, -3.0 * wfRandomUnit( seed, 5, n ) );
		wfVec3 at = n % 3 == 0 ? ( wfVec3 ){ 0.2, 0.3, 0.4 } : randomVector( seed, 4 * n, -1.0, 1.0 );
		int32_t first = soup.vertexCount;
		for ( uint64_t k = 1; k <= 3; ++k )
		{
			wfVec3 d = wfScale3( size, randomVector( seed, 4 * n + k, -1.0, 1.0 ) );
			d = n % 10 == 0 ? ( wfVec3 ){ d.x, d.x, d.x } : d;
			addVertex( &soup, at.x + d.x, at.y + d.y, at.z + d.z );
		}
		addTriangle( &soup, first, first + 1, first + 2 );
	}
	return soup;
}

// The nearest place by halving triangles: slow and simple, good to 1e-9 of the size.
static double distanceByDescent( wfVec3 a, wfVec3 b, wfVec3 c, wfVec3 p )
{
	double bestSquare = INFINITY, u = 1.0 / 3.0, v = 1.0 / 3.0;
	// A convex function of two weights: a search over ever smaller steps.
	for ( double step = 0.5; step > 1e-12; )
	{
		double bestU = u, bestV = v;
		bool better = false;
		for ( int32_t k = 0; k < 8; ++k )
		{
			static const double du[8] = { 1, -1, 0, 0, 1, -1, 1, -1 }, dv[8] = { 0, 0, 1, -1, -1, 1, 1, -1 };
			double s = fmin( fmax( u + step * du[k], 0.0 ), 1.0 ), t = fmin( fmax( v + step * dv[k], 0.0 ), 1.0 - s );
			wfVec3 q = wfAdd3( wfScale3( 1.0 - s - t, a ), wfAdd3( wfScale3( s, b ), wfScale3( t, c ) ) );
			double square = wfDot3( wfSub3( q, p ), wfSub3( q, p ) );
			if ( square < bestSquare )
			{
				bestSquare = square;
				bestU = s;
				bestV = t;
				better = true;
			}
		}
		u = bestU;
		v = bestV;
		step = better ? step : 0.5 * step;
	}
	return sqrt( bestSquare );
}

static void checkNearest( const wfMesh* mesh, wfVec3 p )
{
	double distance;
	wfSurfacePoint nearest = wfMesh_FindNearest( mesh, p, &distance );
	CHECK( nearest.triangle >= 0 && nearest.u >= 0.0 && nearest.v >= 0.0 && nearest.u + nearest.v <= 1.0 + 1e-15 );
	CHECK_NEAR( wfLength3( wfSub3( wfMesh_GetPosition( mesh, nearest ), p ) ), distance, 1e-14 );
	double best = INFINITY;
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		const int32_t* c = mesh->triangles + 3 * (size_t)t;
		best = fmin( best, distanceByDescent( mesh->vertices[c[0]], mesh->vertices[c[1]], mesh->vertices[c[2]], p ) );
	}
	CHECK( distance <= best + 1e-12 );
	// The search stops short in needles, never by much.
	CHECK( distance >= best - 1e-4 );
}

TEST( TheNearestPlaceIsFound )
{
	Soup heap = makeHeap( 120, 1 );
	wfMesh* mesh = makeMesh( &heap );
	for ( uint64_t i = 0; i < 40; ++i )
	{
		checkNearest( mesh, randomVector( 2, i, -1.5, 1.5 ) );
	}
	checkNearest( mesh, ( wfVec3 ){ 100.0, -200.0, 50.0 } );
	wfDestroyMesh( mesh );
	freeSoup( &heap );

	// On the mesh the distance is 0, at the lowest of the triangles that share a place.
	Soup sphere = makeSphere( 4 );
	mesh = makeMesh( &sphere );
	for ( int32_t v = 0; v < mesh->vertexCount; ++v )
	{
		double distance;
		wfSurfacePoint point = wfMesh_FindNearest( mesh, mesh->vertices[v], &distance );
		CHECK( distance == 0.0 );
		int32_t lowest = mesh->triangleCount;
		for ( int32_t i = mesh->ringFirst[v]; i < mesh->ringFirst[v + 1]; ++i )
		{
			lowest = mesh->ring[i] / 3 < lowest ? mesh->ring[i] / 3 : lowest;
		}
		CHECK_EQUAL( point.triangle, lowest );
	}
	double distance;
	CHECK_EQUAL( wfMesh_FindNearest( mesh, ( wfVec3 ){ NAN, 0, 0 }, &distance ).triangle, -1 );
	CHECK( distance == INFINITY );
	CHECK_EQUAL( wfMesh_FindNearest( mesh, ( wfVec3 ){ 0, INFINITY, 0 }, NULL ).triangle, -1 );
	wfDestroyMesh( mesh );
	freeSoup( &sphere );
}

typedef struct Visited
{
	uint8_t* seen;
	int32_t count, stopAt;
} Visited;

static bool noteTriangle( int32_t triangle, void* context )
{
	Visited* visited = context;
	CHECK( visited->seen[triangle] == 0 );
	visited->seen[triangle] = 1;
	visited->count += 1;
	return visited->count != visited->stopAt;
}

TEST( TheNearestPlaceOfANeedleIsFound )
{
	// A spike 10 000 km high over a base of 1000 m, asked for at each of its corners first.
	wfVec3 corners[3] = { { 3000.0, 2.0, 0.0 }, { 2000.0, 2.0, 9.3e6 }, { 2000.0, 2.05, 0.0 } };
	for ( int32_t first = 0; first < 3; ++first )
	{
		wfMeshDef def = wfDefaultMeshDef();
		wfVec3 vertices[3] = { corners[first], corners[( first + 1 ) % 3], corners[( first + 2 ) % 3] };
		int32_t triangle[3] = { 0, 1, 2 };
		def.vertices = vertices;
		def.vertexCount = 3;
		def.triangles = triangle;
		def.triangleCount = 1;
		wfMesh* mesh;
		CHECK_EQUAL( wfCreateMesh( &def, &mesh, NULL ), wf_ok );
		for ( uint64_t i = 0; i < 200; ++i )
		{
			double u = 0.01 + 0.9 * wfRandomUnit( 3, 1, i ), v = ( 0.99 - u ) * wfRandomUnit( 3, 2, i );
			double height = 0.01 * wfRandomUnit( 3, 3, i ), distance;
			wfVec3 foot = wfMesh_GetPosition( mesh, ( wfSurfacePoint ){ 0, u, v } );
			wfVec3 p = wfAdd3( foot, wfScale3( height, wfMesh_GetNormal( mesh, 0 ) ) );
			CHECK_EQUAL( wfMesh_FindNearest( mesh, p, &distance ).triangle, 0 );
			CHECK_NEAR( distance, height, 1e-6 );
		}
		wfDestroyMesh( mesh );
	}
}

TEST( BoxesFindTheirTriangles )
{
	Soup heap = makeHeap( 500, 3 );
	// So far away that all others have one code.
	addTriangle( &heap, addVertex( &heap, 1e7, 0, 0 ), addVertex( &heap, 1e7, 1, 0 ), addVertex( &heap, 1e7, 0, 1 ) );
	wfMesh* mesh = makeMesh( &heap );
	Visited visited = { .seen = malloc( (size_t)mesh->triangleCount ) };
	for ( uint64_t i = 0; i < 100; ++i )
	{
		wfVec3 lower = randomVector( 4, i, -1.5, 1.0 ), upper = wfAdd3( lower, randomVector( 5, i, 0.0, 1.0 ) );
		memset( visited.seen, 0, (size_t)mesh->triangleCount );
		visited.count = 0;
		wfMeshTree_Visit( mesh, lower, upper, noteTriangle, &visited );
		int32_t wrong = 0;
		for ( int32_t t = 0; t < mesh->triangleCount; ++t )
		{
			wfVec3 a = mesh->vertices[3 * t], b = mesh->vertices[3 * t + 1], c = mesh->vertices[3 * t + 2];
			bool meets = fmin( a.x, fmin( b.x, c.x ) ) <= upper.x && fmax( a.x, fmax( b.x, c.x ) ) >= lower.x &&
						 fmin( a.y, fmin( b.y, c.y ) ) <= upper.y && fmax( a.y, fmax( b.y, c.y ) ) >= lower.y &&
						 fmin( a.z, fmin( b.z, c.z ) ) <= upper.z && fmax( a.z, fmax( b.z, c.z ) ) >= lower.z;
			wrong += meets != ( visited.seen[t] != 0 ) ? 1 : 0;
		}
		CHECK_EQUAL( wrong, 0 );
	}
	memset( visited.seen, 0, (size_t)mesh->triangleCount );
	visited.count = 0;
	visited.stopAt = 7;
	wfVec3 all = { 9.0, 9.0, 9.0 };
	wfMeshTree_Visit( mesh, wfScale3( -1.0, all ), all, noteTriangle, &visited );
	CHECK_EQUAL( visited.count, 7 );
	free( visited.seen );
	wfDestroyMesh( mesh );
	freeSoup( &heap );
}

// Distance along the ray to a triangle after Moeller and Trumbore; negative: none. `inside`: how far inside the hit is, in
// weights.
static double hitOf( const wfMesh* mesh, int32_t t, wfVec3 origin, wfVec3 direction, double* inside )
{
	const int32_t* c = mesh->triangles + 3 * (size_t)t;
	wfVec3 a = mesh->vertices[c[0]], e = wfSub3( mesh->vertices[c[1]], a ), f = wfSub3( mesh->vertices[c[2]], a );
	wfVec3 p = wfCross3( direction, f ), s = wfSub3( origin, a ), q = wfCross3( s, e );
	double determinant = wfDot3( e, p );
	double u = wfDot3( s, p ) / determinant, v = wfDot3( direction, q ) / determinant;
	*inside = fmin( fmin( u, v ), 1.0 - u - v );
	return determinant != 0.0 ? wfDot3( f, q ) / determinant : -1.0;
}

TEST( RaysHitTheFirstTriangle )
{
	Soup heap = makeHeap( 600, 6 );
	wfMesh* mesh = makeMesh( &heap );
	int32_t hits = 0;
	for ( uint64_t i = 0; i < 2000; ++i )
	{
		wfVec3 origin = randomVector( 7, i, -1.5, 1.5 ), aim = randomVector( 8, i, -0.7, 0.7 );
		wfVec3 direction = unit( wfSub3( aim, origin ) );
		if ( i % 5 == 0 ) // along an axis
		{
			direction = ( wfVec3 ){ i % 3 == 0, i % 3 == 1 ? -1.0 : 0.0, i % 3 == 2 };
		}
		double from = i % 4 == 0 ? 0.5 : 0.0, reach = i % 7 == 0 ? 1.0 : INFINITY;
		wfRayHit hit = wfMesh_CastRay( mesh, origin, direction, from, reach );
		double sure = INFINITY, possible = INFINITY;
		for ( int32_t t = 0; t < mesh->triangleCount; ++t )
		{
			double inside, distance = hitOf( mesh, t, origin, direction, &inside );
			if ( distance >= from && distance <= reach )
			{
				sure = inside >= 1e-9 ? fmin( sure, distance ) : sure;
				possible = inside >= -1e-9 ? fmin( possible, distance ) : possible;
			}
		}
		CHECK( hit.distance <= sure + 1e-9 && hit.distance >= possible - 1e-9 );
		if ( hit.point.triangle >= 0 )
		{
			hits += 1;
			wfVec3 place = wfAdd3( origin, wfScale3( hit.distance, direction ) );
			CHECK( wfLength3( wfSub3( place, wfMesh_GetPosition( mesh, hit.point ) ) ) < 1e-9 );
		}
		else
		{
			CHECK( hit.distance == INFINITY );
		}
	}
	CHECK( hits > 500 && hits < 1900 );
	CHECK_EQUAL( wfMesh_CastRay( mesh, ( wfVec3 ){ 0 }, ( wfVec3 ){ 0 }, 0.0, 1.0 ).point.triangle, -1 );
	CHECK_EQUAL( wfMesh_CastRay( mesh, ( wfVec3 ){ NAN, 0, 0 }, ( wfVec3 ){ 1, 0, 0 }, 0.0, 1.0 ).point.triangle, -1 );
	CHECK_EQUAL( wfMesh_CastRay( mesh, ( wfVec3 ){ 0 }, ( wfVec3 ){ 1, 0, 0 }, NAN, 1.0 ).point.triangle, -1 );
	wfDestroyMesh( mesh );
	freeSoup( &heap );
}

TEST( NoRaySlipsThroughEdgesAndVertices )
{
	Soup sphere = makeSphere( 4 );
	wfMesh* mesh = makeMesh( &sphere );
	int32_t slipped = 0;
	// From places inside through every vertex, through the middle of every edge and other places on it.
	for ( uint64_t k = 0; k < 5; ++k )
	{
		wfVec3 origin = k == 0 ? ( wfVec3 ){ 0.0, 0.0, 0.0 } : randomVector( 9, k, -0.4, 0.4 );
		for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
		{
			wfVec3 a = mesh->vertices[wfFromVertex( mesh, h )], b = mesh->vertices[wfToVertex( mesh, h )];
			for ( int32_t part = 0; part < 4; ++part )
			{
				double w = part == 3 ? wfRandomUnit( 10, k, (uint64_t)h ) : 0.25 * part;
				wfVec3 aim = wfAdd3( wfScale3( 1.0 - w, a ), wfScale3( w, b ) );
				wfVec3 direction = unit( wfSub3( aim, origin ) );
				wfRayHit hit = wfMesh_CastRay( mesh, origin, direction, 0.0, 10.0 );
				slipped += hit.point.triangle < 0 || fabs( hit.distance - wfLength3( wfSub3( aim, origin ) ) ) > 1e-9 ? 1 : 0;
			}
		}
	}
	CHECK_EQUAL( slipped, 0 );
	wfDestroyMesh( mesh );
	freeSoup( &sphere );

	// Straight down onto the lattice points of a floor, from where rounding is large.
	Soup floor = makeGrid( 20, 20, 0.0 );
	mesh = makeMesh( &floor );
	for ( int32_t i = 0; i < 41 * 41; ++i )
	{
		double x = 0.5 * ( i % 41 ), y = 0.5 * ( i / 41 );
		wfRayHit hit = wfMesh_CastRay( mesh, ( wfVec3 ){ x, y, 1e5 + 0.1 }, ( wfVec3 ){ 0.0, 0.0, -1.0 }, 0.0, INFINITY );
		slipped += hit.point.triangle < 0 || hit.distance != 1e5 + 0.1 ? 1 : 0;
	}
	CHECK_EQUAL( slipped, 0 );
	wfDestroyMesh( mesh );
	freeSoup( &floor );
}

// ------------------------------------------------------------------------------------------------------------ headroom

static void addSoup( Soup* soup, const Soup* other )
{
	int32_t first = soup->vertexCount;
	for ( int32_t v = 0; v < other->vertexCount; ++v )
	{
		addVertex( soup, other->vertices[v].x, other->vertices[v].y, other->vertices[v].z );
	}
	for ( int32_t t = 0; t < other->triangleCount; ++t )
	{
		const int32_t* c = other->triangles + 3 * (size_t)t;
		addTriangle( soup, first + c[0], first + c[1], first + c[2] );
	}
}

static double* measureHeadroom( const wfMesh* mesh, wfVec3 up )
{
	double* headroom = malloc( (size_t)mesh->triangleCount * sizeof( double ) );
	double* again = malloc( (size_t)mesh->triangleCount * sizeof( double ) );
	CHECK_EQUAL( wfMesh_MeasureHeadroom( mesh, up, NULL, headroom ), wf_ok );
	wfWorkersDef def = wfDefaultWorkersDef();
	def.workerCount = 3;
	wfWorkers* workers;
	CHECK_EQUAL( wfCreateWorkers( &def, &workers ), wf_ok );
	CHECK_EQUAL( wfMesh_MeasureHeadroom( mesh, up, workers, again ), wf_ok );
	CHECK( memcmp( headroom, again, (size_t)mesh->triangleCount * sizeof( double ) ) == 0 );
	wfDestroyWorkers( workers );
	free( again );
	return headroom;
}

static wfVec3 middleOf( const wfMesh* mesh, int32_t t )
{
	return wfMesh_GetPosition( mesh, ( wfSurfacePoint ){ t, 1.0 / 3.0, 1.0 / 3.0 } );
}

// Of triangles of no area, and of those seen edge on, the place hit lies on the ray.
TEST( RaysThroughFlatTrianglesHitWhereTheyAre )
{
	int32_t hits = 0;
	for ( uint64_t seed = 0; seed < 60; ++seed )
	{
		// A slope; the middle triangle has its third corner on the edge between the others.
		double tilt = wfRandomUnit( seed, 1, 0 ), share = 0.2 + 0.6 * wfRandomUnit( seed, 1, 1 );
		wfVec3 a = { 0.0, 0.0, 0.0 }, b = { 3.0 + tilt, 0.7, 1.3 * tilt }, c = { 0.4, 4.0, tilt }, d = { 2.0, -3.0, 0.5 };
		wfVec3 middle = wfAdd3( wfScale3( 1.0 - share, a ), wfScale3( share, b ) );
		Soup soup = { 0 };
		wfVec3 all[5] = { a, b, c, d, middle };
		for ( int32_t k = 0; k < 5; ++k )
		{
			addVertex( &soup, all[k].x, all[k].y, all[k].z );
		}
		addTriangle( &soup, 0, 1, 4 );
		addTriangle( &soup, 0, 4, 2 );
		addTriangle( &soup, 4, 1, 2 );
		addTriangle( &soup, 1, 0, 3 );
		wfMesh* mesh = makeMesh( &soup );
		for ( uint64_t i = 0; i < 200; ++i )
		{
			wfVec3 origin = randomVector( seed, 100 + i, -5.0, 5.0 );
			double along = wfRandomUnit( seed, 2, i );
			wfVec3 aim = wfAdd3( wfScale3( 1.0 - along, a ), wfScale3( along, b ) );
			wfVec3 direction = unit( wfSub3( aim, origin ) );
			wfRayHit hit = wfMesh_CastRay( mesh, origin, direction, 0.0, INFINITY );
			if ( hit.point.triangle < 0 )
			{
				continue;
			}
			hits += 1;
			wfVec3 onRay = wfAdd3( origin, wfScale3( hit.distance, direction ) );
			CHECK_NEAR( wfLength3( wfSub3( wfMesh_GetPosition( mesh, hit.point ), onRay ) ), 0.0, 1e-6 );
		}
		wfDestroyMesh( mesh );
		freeSoup( &soup );
	}
	CHECK( hits > 11000 );
}

TEST( HeadroomUnderATable )
{
	Soup soup = makeGrid( 10, 10, 0.0 ), table = makeGrid( 4, 4, 1.75 );
	for ( int32_t v = 0; v < table.vertexCount; ++v )
	{
		table.vertices[v].x += 3.0;
		table.vertices[v].y += 3.0;
	}
	addSoup( &soup, &table );
	wfMesh* mesh = makeMesh( &soup );
	double* headroom = measureHeadroom( mesh, ( wfVec3 ){ 0.0, 0.0, 1.0 } );
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		wfVec3 p = middleOf( mesh, t );
		bool under = p.z == 0.0 && p.x > 3.0 && p.x < 7.0 && p.y > 3.0 && p.y < 7.0;
		CHECK( headroom[t] == ( under ? 1.75 : INFINITY ) );
	}
	free( headroom );
	// With the other way up the table stands on its head.
	headroom = measureHeadroom( mesh, ( wfVec3 ){ 0.0, 0.0, -2.0 } );
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		CHECK( headroom[t] == ( middleOf( mesh, t ).z > 0.0 ? 1.75 : INFINITY ) );
	}
	free( headroom );
	double one;
	CHECK_EQUAL( wfMesh_MeasureHeadroom( mesh, ( wfVec3 ){ NAN, 0, 0 }, NULL, &one ), wf_outOfRange );
	wfDestroyMesh( mesh );
	freeSoup( &soup );
	freeSoup( &table );
}

// One walks up upright risers: the edge of the tread above is not over them, a ceiling is.
TEST( RisersOfStairsHaveTheRoomBesideThem )
{
	Soup soup = makeGrid( 8, 2, 0.0 ), ceiling = makeGrid( 8, 2, 3.0 );
	for ( int32_t v = 0; v < soup.vertexCount; ++v )
	{
		int32_t column = (int32_t)soup.vertices[v].x;
		soup.vertices[v].x = ( column + 1 ) / 2;
		soup.vertices[v].z = 0.2 * ( column / 2 );
	}
	addSoup( &soup, &ceiling );
	wfMesh* mesh = makeMesh( &soup );
	double* headroom = measureHeadroom( mesh, ( wfVec3 ){ 0.0, 0.0, 1.0 } );
	int32_t risers = 0;
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		double top = 0.0;
		for ( int32_t k = 0; k < 3; ++k )
		{
			top = fmax( top, mesh->vertices[mesh->triangles[3 * t + k]].z );
		}
		risers += fabs( wfMesh_GetNormal( mesh, t ).z ) < 0.1;
		CHECK( top == 3.0 ? headroom[t] == INFINITY : headroom[t] >= 3.0 - top - 1e-9 && headroom[t] <= 3.0 );
	}
	CHECK_EQUAL( risers, 16 );
	free( headroom );
	wfDestroyMesh( mesh );
	freeSoup( &soup );
	freeSoup( &ceiling );
}

TEST( HeadroomOverLargeTrianglesIsSampledDensely )
{
	// A floor of two triangles, and over it a shelf of many that covers no corner, no middle of an edge and not the middle.
	Soup soup = makeGrid( 1, 1, 0.0 ), shelf = makeGrid( 20, 20, 2.0 );
	for ( int32_t v = 0; v < soup.vertexCount; ++v )
	{
		soup.vertices[v] = wfScale3( 10.0, soup.vertices[v] );
	}
	for ( int32_t v = 0; v < shelf.vertexCount; ++v )
	{
		shelf.vertices[v].x = 7.5 + 0.1 * shelf.vertices[v].x;
		shelf.vertices[v].y = 1.0 + 0.1 * shelf.vertices[v].y;
	}
	addSoup( &soup, &shelf );
	wfMesh* mesh = makeMesh( &soup );
	double* headroom = measureHeadroom( mesh, ( wfVec3 ){ 0.0, 0.0, 1.0 } );
	CHECK( headroom[0] == 2.0 );
	CHECK( headroom[1] == INFINITY );
	free( headroom );
	wfDestroyMesh( mesh );
	freeSoup( &soup );
	freeSoup( &shelf );
}

TEST( HeadroomUnderASlopeIsTheLeast )
{
	// A ramp that rises from the floor: one sheet, folded at x = 0, 10 long and 5 high.
	Soup soup = { 0 };
	int32_t n = 10;
	for ( int32_t i = -n; i <= n; ++i )
	{
		for ( int32_t j = 0; j <= n; ++j )
		{
			addVertex( &soup, i < 0 ? -i : i, j, i < 0 ? 0.5 * -i : 0.0 );
		}
	}
	for ( int32_t i = 0; i < 2 * n; ++i )
	{
		for ( int32_t j = 0; j < n; ++j )
		{
			int32_t a = i * ( n + 1 ) + j;
			addQuad( &soup, a, a + n + 1, a + n + 2, a + 1 );
		}
	}
	wfMesh* mesh = makeMesh( &soup );
	double* headroom = measureHeadroom( mesh, ( wfVec3 ){ 0.0, 0.0, 1.0 } );
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		const int32_t* c = mesh->triangles + 3 * (size_t)t;
		double lowest = fmin( mesh->vertices[c[0]].x, fmin( mesh->vertices[c[1]].x, mesh->vertices[c[2]].x ) );
		bool isFloor = mesh->vertices[c[0]].z + mesh->vertices[c[1]].z + mesh->vertices[c[2]].z == 0.0;
		CHECK( isFloor ? headroom[t] >= 0.5 * lowest && headroom[t] < 0.5 * lowest + 0.05 : headroom[t] == INFINITY );
	}
	free( headroom );
	wfDestroyMesh( mesh );
	freeSoup( &soup );
}

TEST( WallsDoNotStandInTheirOwnWay )
{
	// A room without a roof: floor and four walls of many triangles, straight up.
	char solid[4 * 4 * 5];
	memset( solid, 1, sizeof( solid ) );
	Soup block = makeVoxels( solid, 4, 4, 5 ), room = { 0 };
	for ( int32_t v = 0; v < block.vertexCount; ++v )
	{
		// Turned about the vertical, so that no coordinate is round.
		wfVec3 p = block.vertices[v];
		addVertex( &room, 0.8 * p.x - 0.6 * p.y + 0.1, 0.6 * p.x + 0.8 * p.y + 0.1, p.z / 3.0 );
	}
	for ( int32_t t = 0; t < block.triangleCount; ++t )
	{
		const int32_t* c = block.triangles + 3 * (size_t)t;
		if ( block.vertices[c[0]].z + block.vertices[c[1]].z + block.vertices[c[2]].z < 15.0 )
		{
			addTriangle( &room, c[0], c[1], c[2] );
		}
	}
	wfMesh* mesh = makeMesh( &room );
	double* headroom = measureHeadroom( mesh, ( wfVec3 ){ 0.0, 0.0, 1.0 } );
	int32_t wrong = 0;
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		wrong += headroom[t] != INFINITY ? 1 : 0;
	}
	CHECK_EQUAL( wrong, 0 );
	free( headroom );
	wfDestroyMesh( mesh );
	freeSoup( &room );
	freeSoup( &block );
}

TEST( HeadroomOnAPlanetIsAlongTheNormals )
{
	Soup soup = makeSphere( 3 ), sky = makeSphere( 3 );
	for ( int32_t v = 0; v < sky.vertexCount; ++v )
	{
		sky.vertices[v] = wfScale3( 3.0, sky.vertices[v] );
	}
	int32_t planet = soup.triangleCount;
	addSoup( &soup, &sky );
	wfMesh* mesh = makeMesh( &soup );
	double* headroom = measureHeadroom( mesh, ( wfVec3 ){ 0.0, 0.0, 0.0 } );
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		CHECK( t < planet ? headroom[t] > 1.9 && headroom[t] < 2.1 : headroom[t] == INFINITY );
	}
	free( headroom );
	wfDestroyMesh( mesh );
	freeSoup( &soup );
	freeSoup( &sky );
}

void testMeshQueries( int argc, char** argv )
{
	RUN( TheNearestPlaceIsFound );
	RUN( TheNearestPlaceOfANeedleIsFound );
	RUN( BoxesFindTheirTriangles );
	RUN( RaysHitTheFirstTriangle );
	RUN( NoRaySlipsThroughEdgesAndVertices );
	RUN( RaysThroughFlatTrianglesHitWhereTheyAre );
	RUN_THREADED( HeadroomUnderATable );
	RUN_THREADED( RisersOfStairsHaveTheRoomBesideThem );
	RUN_THREADED( HeadroomOverLargeTrianglesIsSampledDensely );
	RUN_THREADED( HeadroomUnderASlopeIsTheLeast );
	RUN_THREADED( WallsDoNotStandInTheirOwnWay );
	RUN_THREADED( HeadroomOnAPlanetIsAlongTheNormals );
}
