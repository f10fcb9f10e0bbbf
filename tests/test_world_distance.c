// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Exact distances, against formulas and against sampled boundaries.
#include "test_world.h"

#include "world/geometry.h"
#include "world/image_distance.h"

#include <math.h>
#include <stdlib.h>

static double distanceAt( const wfWorld* world, double x, double y )
{
	return wfWorld_GetDistance( world, ( wfVec2 ){ x, y }, 0 );
}

TEST( DistancesToSingleShapes )
{
	wfWorld* world = makeWorld( 100.0, 100.0 );
	CHECK_NEAR( distanceAt( world, 30.0, 40.0 ), 30.0, 0.0 );
	CHECK_NEAR( distanceAt( world, -3.0, -4.0 ), -5.0, 1e-14 );
	wfShapeId id = addShape( world, boxDef( 50, 50, 10, 2, 0 ), wf_obstacleRole );
	CHECK_NEAR( distanceAt( world, 50, 60 ), 8.0, 1e-12 );
	CHECK_NEAR( distanceAt( world, 63, 56 ), 5.0, 1e-12 );
	CHECK_NEAR( distanceAt( world, 50, 51 ), -1.0, 1e-12 );
	wfWorld_RemoveShape( world, id );
	id = addShape( world, boxDef( 50, 50, 10, 2, 0.78539816339744831 ), wf_obstacleRole );
	CHECK_NEAR( distanceAt( world, 50 - 10 / sqrt( 2.0 ), 50 + 10 / sqrt( 2.0 ) ), 8.0, 1e-12 );
	CHECK_NEAR( distanceAt( world, 50, 50 ), -2.0, 1e-12 );
	wfWorld_RemoveShape( world, id );
	id = addShape( world, discDef( 50, 50, 7 ), wf_obstacleRole );
	CHECK_NEAR( distanceAt( world, 53, 54 ), -2.0, 1e-12 );
	CHECK_NEAR( distanceAt( world, 56, 58 ), 3.0, 1e-12 );
	wfWorld_RemoveShape( world, id );
	const wfVec2 line[3] = { { 40, 50 }, { 60, 50 }, { 60, 70 } };
	id = addShape( world, lineDef( line, 3, 1.5 ), wf_obstacleRole );
	CHECK_NEAR( distanceAt( world, 50, 55 ), 3.5, 1e-12 );
	CHECK_NEAR( distanceAt( world, 36, 47 ), 3.5, 1e-12 );
	CHECK_NEAR( distanceAt( world, 50, 51 ), -0.5, 1e-12 );
	wfWorld_RemoveShape( world, id );
	id = addShape( world, lineDef( line, 3, 0 ), wf_obstacleRole );
	CHECK_NEAR( distanceAt( world, 55, 52 ), 2.0, 1e-12 );
	CHECK_NEAR( distanceAt( world, 55, 50 ), 0.0, 1e-12 );
	wfWorld_RemoveShape( world, id );
	const wfVec2 rings[8] = { { 30, 30 }, { 70, 30 }, { 70, 70 }, { 30, 70 }, { 40, 40 }, { 40, 60 }, { 60, 60 }, { 60, 40 } };
	const int32_t sizes[2] = { 4, 4 };
	wfShapeDef polygon = polygonDef( rings, 8 );
	polygon.ringSizes = sizes;
	polygon.ringCount = 2;
	id = addShape( world, polygon, wf_obstacleRole );
	CHECK_NEAR( distanceAt( world, 50, 50 ), 10.0, 1e-12 );
	CHECK_NEAR( distanceAt( world, 35, 50 ), -5.0, 1e-12 );
	CHECK_NEAR( distanceAt( world, 27, 26 ), 5.0, 1e-12 );
	wfWorld_RemoveShape( world, id );
	const uint8_t cells[9] = { 1, 1, 1, 1, 0, 1, 1, 1, 1 };
	addShape( world, imageDef( cells, 3, 3, 40, 40, 5 ), wf_obstacleRole );
	CHECK_NEAR( distanceAt( world, 46, 47 ), 1.0, 1e-12 );
	CHECK_NEAR( distanceAt( world, 44, 47 ), -1.0, 1e-12 );
	CHECK_NEAR( distanceAt( world, 37, 36 ), 5.0, 1e-12 );
	CHECK( isinf( distanceAt( world, NAN, 1.0 ) ) );
	CHECK( distanceAt( world, INFINITY, 1.0 ) == -INFINITY );
	CHECK( distanceAt( world, 1.0, -INFINITY ) == -INFINITY );
	CHECK( distanceAt( world, -1e300, 1e308 ) < -1e150 );
	// Pixels so small that places count in infinities of them.
	addShape( world, imageDef( cells, 3, 3, 90, 90, 1e-310 ), wf_obstacleRole );
	CHECK_NEAR( distanceAt( world, 37, 36 ), 5.0, 1e-12 );
	wfDestroyWorld( world );
}

TEST( ClosedTerrainIsObstacleForItsKinds )
{
	wfWorld* world = makeWorld( 20.0, 20.0 );
	wfShapeDef swamp = boxDef( 10, 10, 2, 2, 0 );
	swamp.kinds = 1u | 4u;
	addShape( world, swamp, wf_terrainRole );
	for ( int32_t kind = 0; kind < 32; ++kind )
	{
		bool open = kind == 0 || kind == 2;
		CHECK_NEAR( wfWorld_GetDistance( world, ( wfVec2 ){ 10, 10 }, kind ), open ? 10.0 : -2.0, 1e-12 );
	}
	wfDestroyWorld( world );
}

// ------------------------------------------------------------------------------------------------------- walkable unions

TEST( WalkableAreasJoin )
{
	wfWorld* world = makeWorld( 40.0, 40.0 );
	wfShapeId first = addShape( world, boxDef( 10, 20, 6, 3, 0 ), wf_walkableRole );
	CHECK_NEAR( distanceAt( world, 10, 20 ), 3.0, 1e-12 );
	CHECK_NEAR( distanceAt( world, 10, 25 ), -2.0, 1e-12 );
	// Side by side: the common side is no wall any more.
	addShape( world, boxDef( 22, 20, 6, 3, 0 ), wf_walkableRole );
	CHECK_NEAR( distanceAt( world, 16, 20 ), 3.0, 1e-12 );
	CHECK_NEAR( distanceAt( world, 15.9, 22 ), 1.0, 1e-12 );
	CHECK_NEAR( distanceAt( world, 26, 20 ), 2.0, 1e-12 );
	// Overlapping: a disc over the end.
	addShape( world, discDef( 28, 20, 5 ), wf_walkableRole );
	CHECK_NEAR( distanceAt( world, 28, 20 ), 5.0, 1e-9 );
	CHECK_NEAR( distanceAt( world, 31, 20 ), 2.0, 1e-9 );
	// The corner where side and disc meet: (24, 23).
	CHECK_NEAR( distanceAt( world, 24, 21 ), 2.0, 1e-9 );
	CHECK_EQUAL( wfWorld_RemoveShape( world, first ), wf_ok );
	CHECK_NEAR( distanceAt( world, 17, 20 ), 1.0, 1e-12 );
	CHECK_NEAR( distanceAt( world, 10, 20 ), -6.0, 1e-12 );
	wfDestroyWorld( world );
}

TEST( KeyholesOfWalkablePolygonsAreOpen )
{
	wfWorld* world = makeWorld( 20.0, 20.0 );
	// A square with a hole, drawn as one ring with a bridge from (2, 10) to (8, 10).
	const wfVec2 ring[11] = { { 2, 10 }, { 2, 2 },	{ 18, 2 },	{ 18, 18 }, { 2, 18 }, { 2, 10 },
							  { 8, 10 }, { 8, 12 }, { 12, 12 }, { 12, 8 },	{ 8, 8 } };
	wfVec2 closed[12];
	for ( int32_t k = 0; k < 11; ++k )
	{
		closed[k] = ring[k];
	}
	closed[11] = ( wfVec2 ){ 8, 10 };
	addShape( world, polygonDef( closed, 12 ), wf_walkableRole );
	CHECK_NEAR( distanceAt( world, 5, 10.1 ), 3.0, 1e-9 );
	CHECK_NEAR( distanceAt( world, 10, 10 ), -2.0, 1e-9 );
	wfDestroyWorld( world );
}

// The free side is where every walkable test says so; brute force looks around on circles.
static void checkAgainstCircles( const wfWorld* world, const wfGeometry* geometry, wfVec2 point )
{
	double distance = wfWorld_GetDistance( world, point, 0 );
	bool inside = wfGeometryIsInside( geometry, point );
	CHECK( ( distance < 0.0 ) == inside || distance == 0.0 );
	if ( inside )
	{
		return;
	}
	bool touched = false;
	for ( int32_t k = 0; k < 720; ++k )
	{
		double angle = k * ( 6.283185307179586 / 720 );
		wfVec2 direction = { cos( angle ), sin( angle ) };
		for ( int32_t m = 1; m <= 8; ++m )
		{
			double r = distance * m / 8.0 * ( 1.0 - 1e-6 );
			CHECK( !wfGeometryIsInside( geometry, ( wfVec2 ){ point.x + r * direction.x, point.y + r * direction.y } ) );
		}
		double r = distance * ( 1.0 + 1e-3 ) + 1e-3;
		touched = touched || wfGeometryIsInside( geometry, ( wfVec2 ){ point.x + r * direction.x, point.y + r * direction.y } );
	}
	// A sharp corner that just reaches in slips between few rays: look again with many.
	for ( int32_t k = 0; k < 400000 && !touched; ++k )
	{
		double angle = k * ( 6.283185307179586 / 400000 ), r = distance * ( 1.0 + 1e-3 ) + 1e-3;
		touched = wfGeometryIsInside( geometry, ( wfVec2 ){ point.x + r * cos( angle ), point.y + r * sin( angle ) } );
	}
	CHECK( touched );
}

TEST( RandomUnionsAgreeWithSampling )
{
	uint64_t state = 1000;
	for ( int32_t run = 0; run < 12; ++run )
	{
		wfWorld* world = makeWorld( 20.0, 20.0 );
		uint8_t cells[64];
		for ( int32_t k = 0; k < 9; ++k )
		{
			wfVec2 center = randomPoint( &state, 2, 18, 2, 18 );
			double x = center.x, y = center.y;
			wfVec2 points[4];
			for ( int32_t m = 0; m < 4; ++m )
			{
				points[m] = randomPoint( &state, x - 5, x + 5, y - 5, y + 5 );
			}
			wfShapeRole role = k < 6 ? wf_walkableRole : wf_obstacleRole;
			wfShapeDef def = randomBoxDef( &state, center, 1, 5 );
			int32_t kind = ( run + k ) % 5;
			def = kind == 1 ? discDef( x, y, randomIn( &state, 1, 4 ) ) : def;
			def = kind == 2 ? lineDef( points, 4, randomIn( &state, 0.5, 2 ) ) : def;
			def = kind == 3 ? polygonDef( points, 4 ) : def;
			for ( int32_t m = 0; m < 64; ++m )
			{
				cells[m] = randomIn( &state, 0, 1 ) < 0.6;
			}
			def = kind == 4 && k < 8 ? imageDef( cells, 8, 8, x - 4, y - 4, 1.0 ) : def;
			addShape( world, def, role );
		}
		const wfGeometry* geometry;
		CHECK_EQUAL( wfGeometryGet( world, 0, &geometry ), wf_ok );
		for ( int32_t k = 0; k < 25; ++k )
		{
			checkAgainstCircles( world, geometry, randomPoint( &state, 0, 20, 0, 20 ) );
		}
		wfDestroyWorld( world );
	}
}

// ----------------------------------------------------------------------------------------------------------------- images

static double bruteForcePixels( const uint8_t* cells, int32_t width, int32_t height, wfVec2 point )
{
	int32_t x = (int32_t)floor( point.x ), y = (int32_t)floor( point.y );
	bool occupied = x >= 0 && y >= 0 && x < width && y < height && cells[y * width + x] != 0;
	double best = INFINITY;
	for ( int32_t j = -1; j <= height; ++j )
	{
		for ( int32_t i = -1; i <= width; ++i )
		{
			bool pixel = i >= 0 && j >= 0 && i < width && j < height && cells[j * width + i] != 0;
			if ( pixel != occupied )
			{
				wfBox2 box = { { i, j }, { i + 1.0, j + 1.0 } };
				best = fmin( best, wfBoxDistanceSquared( box, point ) );
			}
		}
	}
	return best;
}

TEST( ImageDistancesAreExact )
{
	uint64_t state = 5;
	for ( int32_t run = 0; run < 60; ++run )
	{
		int32_t width = (int32_t)randomIn( &state, 1, 40 ), height = (int32_t)randomIn( &state, 1, 40 );
		double density = run % 3 == 0 ? 0.01 : randomIn( &state, 0, 1 );
		uint8_t* cells = malloc( (size_t)( width * height ) );
		for ( int32_t k = 0; k < width * height; ++k )
		{
			cells[k] = randomIn( &state, 0, 1 ) < density;
		}
		wfPyramid pyramid;
		CHECK_EQUAL( wfPyramidCreate( &pyramid, cells, width, height ), wf_ok );
		int32_t* rows = malloc( (size_t)( width * height ) * sizeof( int32_t ) );
		int64_t* squares = malloc( (size_t)width * sizeof( int64_t ) );
		wfRowSite* sites = malloc( (size_t)( width + 1 ) * sizeof( wfRowSite ) );
		wfImageColumns( cells, width, height, rows, NULL );
		for ( int32_t j = 0; j < height; ++j )
		{
			wfImageRow( rows, width, j, squares, sites );
			for ( int32_t i = 0; i < width; ++i )
			{
				wfVec2 center = { i + 0.5, j + 0.5 };
				double exact = bruteForcePixels( cells, width, height, center );
				CHECK( ( squares[i] == INT64_MAX ? INFINITY : (double)squares[i] * 0.25 ) == exact );
				CHECK( wfPyramidDistanceSquared( &pyramid, center, INFINITY ) == exact );
			}
		}
		for ( int32_t k = 0; k < 100; ++k )
		{
			wfVec2 point = randomPoint( &state, -10, width + 10, -10, height + 10 );
			double exact = bruteForcePixels( cells, width, height, point );
			CHECK( fabs( wfPyramidDistanceSquared( &pyramid, point, INFINITY ) - exact ) <= 1e-12 * exact || isinf( exact ) );
			double limit = randomIn( &state, 0, 100 );
			CHECK( wfPyramidDistanceSquared( &pyramid, point, limit ) ==
				   fmin( limit, wfPyramidDistanceSquared( &pyramid, point, INFINITY ) ) );
		}
		free( sites );
		wfPyramidDestroy( &pyramid );
		free( rows );
		free( squares );
		free( cells );
	}
}

TEST( ManyEdgesAgreeWithAllOfThem )
{
	uint64_t state = 77;
	wfWorld* world = makeWorld( 100.0, 100.0 );
	for ( int32_t k = 0; k < 300; ++k )
	{
		wfVec2 points[5];
		double x = randomIn( &state, 0, 100 ), y = randomIn( &state, 0, 100 );
		for ( int32_t m = 0; m < 5; ++m )
		{
			points[m] = randomPoint( &state, x - 3, x + 3, y - 3, y + 3 );
		}
		addShape( world, k % 2 == 0 ? polygonDef( points, 5 ) : lineDef( points, 5, 0.1 * ( k % 4 ) ), wf_obstacleRole );
	}
	const wfGeometry* geometry;
	CHECK_EQUAL( wfGeometryGet( world, 0, &geometry ), wf_ok );
	CHECK( geometry->primitives.count > 1200 );
	for ( int32_t k = 0; k < 500; ++k )
	{
		wfVec2 point = randomPoint( &state, -5, 105, -5, 105 );
		double exact = INFINITY;
		for ( int32_t m = 0; m < geometry->primitives.count; ++m )
		{
			exact = fmin( exact, wfPrimitiveDistanceSquared( &geometry->primitives.data[m], point ) );
		}
		CHECK( wfGeometryPrimitiveDistanceSquared( geometry, point, INFINITY ) == exact );
		CHECK( wfGeometryPrimitiveDistanceSquared( geometry, point, exact * ( 1.0 + 1e-9 ) ) == exact );
	}
	wfDestroyWorld( world );
}

static wfResult askDistance( const wfWorld* source, wfGeometry** geometry )
{
	// A copy of the world's slots without its cache, so that each try builds anew.
	wfWorld copy = *source;
	for ( int32_t k = 0; k < 32; ++k )
	{
		copy.geometry[k] = NULL;
		copy.firstAlike[k] = 0;
	}
	const wfGeometry* made = NULL;
	wfResult result = wfGeometryGet( &copy, 0, &made );
	*geometry = (wfGeometry*)made;
	return result;
}

TEST( GeometriesSurviveEveryFailedAllocation )
{
	wfWorld* world = makeWorld( 20.0, 20.0 );
	const wfVec2 points[3] = { { 1, 1 }, { 9, 2 }, { 5, 9 } };
	const uint8_t cells[4] = { 1, 0, 0, 1 };
	addShape( world, polygonDef( points, 3 ), wf_walkableRole );
	addShape( world, lineDef( points, 3, 0.5 ), wf_walkableRole );
	addShape( world, imageDef( cells, 2, 2, 3, 3, 2 ), wf_walkableRole );
	addShape( world, imageDef( cells, 2, 2, 3, 4, 2 ), wf_obstacleRole );
	wfShapeDef terrain = discDef( 5, 5, 1 );
	terrain.cost = 2.0;
	addShape( world, terrain, wf_terrainRole );
	wfGeometry* geometry = NULL;
	TEST_EVERY_ALLOCATION( askDistance( world, &geometry ), wfGeometryDestroy( geometry ) );
	testFailAllocationAt( 1 );
	CHECK( isinf( distanceAt( world, 5, 5 ) ) );
	testResetAllocator();
	CHECK( !isinf( distanceAt( world, 5, 5 ) ) );
	wfDestroyWorld( world );
}

void runDistanceTests( int argc, char** argv )
{
	RUN( DistancesToSingleShapes );
	RUN( ClosedTerrainIsObstacleForItsKinds );
	RUN( WalkableAreasJoin );
	RUN( KeyholesOfWalkablePolygonsAreOpen );
	RUN( RandomUnionsAgreeWithSampling );
	RUN( ImageDistancesAreExact );
	RUN( ManyEdgesAgreeWithAllOfThem );
	RUN( GeometriesSurviveEveryFailedAllocation );
}
