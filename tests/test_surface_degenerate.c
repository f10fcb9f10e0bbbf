// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Meshes and obstacles drawn at random, with many things in the very same line or place: what random numbers of good meshes
// never meet.

#include "surface/geodesic.h"
#include "surface/mask.h"
#include "test_surface_field.h"
#include "test_surface_walk.h"

#include <math.h>
#include <stdlib.h>

// Squares on whole numbers, cut one way or the other, every third vertex one up; some squares are missing.
static wfMesh* makeLattice( int32_t columns, int32_t rows, uint64_t seed )
{
	Draft draft = beginDraft( ( columns + 1 ) * ( rows + 1 ), 2 * columns * rows );
	for ( int32_t v = 0; v < ( columns + 1 ) * ( rows + 1 ); ++v )
	{
		bool up = wfRandomUnit( seed, 1, (uint64_t)v ) < 1.0 / 6.0;
		addVertex( &draft, v % ( columns + 1 ), v / ( columns + 1 ), up ? 1.0 : 0.0 );
	}
	for ( int32_t j = 0; j < rows; ++j )
	{
		for ( int32_t i = 0; i < columns; ++i )
		{
			int32_t a = j * ( columns + 1 ) + i, b = a + columns + 1;
			double draw = wfRandomUnit( seed, 2, (uint64_t)a );
			if ( draw < 0.08 )
			{
				continue;
			}
			addTriangle( &draft, a, a + 1, draw < 0.5 ? b + 1 : b );
			addTriangle( &draft, draw < 0.5 ? a : a + 1, b + 1, b );
		}
	}
	return finishDraft( &draft );
}

// Every other vertex so high up that triangles are needles.
static wfMesh* makeSpikes( int32_t columns, int32_t rows, double height )
{
	Draft draft = beginDraft( ( columns + 1 ) * ( rows + 1 ), 2 * columns * rows );
	for ( int32_t v = 0; v < ( columns + 1 ) * ( rows + 1 ); ++v )
	{
		int32_t i = v % ( columns + 1 ), j = v / ( columns + 1 );
		addVertex( &draft, i, j, ( i + j ) % 2 != 0 ? height : 0.0 );
	}
	for ( int32_t j = 0; j < rows; ++j )
	{
		for ( int32_t i = 0; i < columns; ++i )
		{
			int32_t a = j * ( columns + 1 ) + i, b = a + columns + 1;
			addTriangle( &draft, a, a + 1, b + 1 );
			addTriangle( &draft, a, b + 1, b );
		}
	}
	return finishDraft( &draft );
}

// Distances of all pairs: the same both ways, no two neighbours differ by more than their edge.
static void checkAllDistances( const wfMesh* mesh, double tolerance )
{
	size_t count = (size_t)mesh->vertexCount;
	double* all = malloc( count * count * sizeof( double ) );
	for ( size_t v = 0; v < count; ++v )
	{
		wfSurfacePoint source = wfMesh_GetVertexPoint( mesh, (int32_t)v );
		CHECK_EQUAL( wfMeasureGeodesics( mesh, source, INFINITY, all + v * count ), wf_ok );
	}
	int32_t different = 0, steep = 0;
	for ( size_t a = 0; a < count; ++a )
	{
		for ( size_t b = 0; b < a; ++b )
		{
			double there = all[a * count + b], back = all[b * count + a];
			different += there == back || fabs( there - back ) <= tolerance * there ? 0 : 1;
		}
		for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
		{
			double from = all[a * count + (size_t)wfFromVertex( mesh, h )], to = all[a * count + (size_t)wfToVertex( mesh, h )];
			steep += from == to || fabs( from - to ) <= mesh->length[h] * ( 1.0 + 1e-9 ) ? 0 : 1;
		}
	}
	CHECK_EQUAL( different, 0 );
	CHECK_EQUAL( steep, 0 );
	free( all );
}

TEST( DistancesOnLatticesAreTheSameBothWays )
{
	for ( uint64_t seed = 0; seed < 40; ++seed )
	{
		wfMesh* mesh = makeLattice( 9, 9, seed );
		checkAllDistances( mesh, 1e-9 );
		wfDestroyMesh( mesh );
	}
}

TEST( DistancesBetweenSpikesAreFoundEverywhere )
{
	for ( int32_t k = 0; k < 6; ++k )
	{
		wfMesh* mesh = makeSpikes( 8 - k / 2, 5 + k / 2, 100.0 * ( 1 << ( 2 * k ) ) + 3.7 * k );
		checkAllDistances( mesh, 1e-8 );
		wfDestroyMesh( mesh );
	}
}

TEST( AReachOfTheDistanceItselfIsEnough )
{
	wfMesh* mesh = meshTorus( 9, 7 );
	for ( int32_t v = 1; v < mesh->vertexCount; ++v )
	{
		wfSurfacePoint a = wfMesh_GetVertexPoint( mesh, 0 ), b = wfMesh_GetVertexPoint( mesh, v );
		double distance = wfMeasureGeodesic( mesh, a, b, INFINITY );
		CHECK_NEAR( wfMeasureGeodesic( mesh, a, b, distance ), distance, 1e-12 );
		CHECK( isinf( wfMeasureGeodesic( mesh, a, b, 0.999999 * distance ) ) );
	}
	wfDestroyMesh( mesh );
}

// The third corner on the edge between the others, up to rounding: a place of the triangle is no way off it.
TEST( PlacesOfFlatTrianglesLieOnThem )
{
	for ( uint64_t i = 0; i < 300; ++i )
	{
		double share = wfRandomUnit( 1, 1, i ), x = wfRandomUnit( 1, 2, i ), y = wfRandomUnit( 1, 3, i );
		wfVec3 a = { x, 0.1, y }, b = { 2.0 - y, 1.0 + x, 0.7 };
		wfVec3 c = wfAdd3( wfScale3( 1.0 - share, a ), wfScale3( share, b ) );
		Draft draft = beginDraft( 3, 1 );
		addVertex( &draft, a.x, a.y, a.z );
		addVertex( &draft, b.x, b.y, b.z );
		addVertex( &draft, c.x, c.y, c.z );
		addTriangle( &draft, 0, 1, 2 );
		wfMesh* mesh = finishDraft( &draft );
		double u = wfRandomUnit( 1, 4, i );
		wfVec3 place = wfMesh_GetPosition( mesh, ( wfSurfacePoint ){ 0, u, 0.0 } );
		CHECK( wfMeasureToTriangle( mesh, 0, place ) < 1e-12 );
		wfVec3 beside = wfAdd3( place, ( wfVec3 ){ 0.0, 0.0, 3.0 } );
		CHECK_NEAR( wfMeasureToTriangle( mesh, 0, beside ), wfMeasureToSegment( beside, a, b ), 1e-9 );
		wfDestroyMesh( mesh );
	}
}

static wfSurfaceMask* makeScatteredMask( const wfMesh* mesh, double share, uint64_t seed )
{
	wfSurfaceMask* mask = NULL;
	CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
	for ( int32_t v = 0; v < mesh->vertexCount; ++v )
	{
		if ( wfRandomUnit( seed, 7, (uint64_t)v ) < share )
		{
			CHECK_EQUAL( wfSurfaceMask_BlockVertices( mask, &v, 1, NULL ), wf_ok );
		}
	}
	return mask;
}

static wfSurfacePoint drawPlace( const wfMesh* mesh, uint64_t seed, uint64_t i )
{
	int32_t t = (int32_t)( wfRandomUnit( seed, 8, i ) * mesh->triangleCount );
	double u = wfRandomUnit( seed, 9, i ), v = wfRandomUnit( seed, 10, i );
	v = u + v <= 1.0 ? v : 1.0 - u;
	// Inside, on each edge, at each corner.
	switch ( i % 5 )
	{
		case 0:
			return ( wfSurfacePoint ){ t, u, 0.0 };
		case 1:
			return ( wfSurfacePoint ){ t, 0.0, v };
		case 2:
			return ( wfSurfacePoint ){ t, i % 2 == 0 ? 1.0 : 0.0, 0.0 };
		default:
			return ( wfSurfacePoint ){ t, 0.9 * u, 0.9 * v };
	}
}

// From anywhere between many obstacles: what is said to be reachable is, nothing is touched, no path pulled taut is longer than
// the walk.
static void checkWalks( const wfMesh* mesh, double haste, uint64_t seed )
{
	wfSurfaceMask* mask = makeScatteredMask( mesh, 0.3, seed );
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.mask = mask;
	def.haste = haste;
	def.boundary = seed % 2 == 0 ? wf_dirichletWalls : wf_neumannWalls;
	wfSurfacePlanner* planner = makePlanner( mesh, &def );
	int32_t goal = mesh->vertexCount / 2;
	while ( goal < mesh->vertexCount && !wfSurfacePlanner_IsVertexFree( planner, goal ) )
	{
		goal += 1;
	}
	wfSurfaceField* field = goal < mesh->vertexCount ? makeField( planner, &goal, 1 ) : NULL;
	wfSurfacePath path = { 0 };
	int32_t disagreed = 0, touched = 0, longer = 0, turned = 0;
	for ( uint64_t i = 0; field != NULL && i < 400; ++i )
	{
		wfSurfacePoint start = drawPlace( mesh, seed, i );
		double walked = 0.0;
		for ( int32_t k = 0; k < 4; ++k )
		{
			wfTraceDef trace = wfDefaultTraceDef();
			trace.smooth = k % 2 != 0;
			trace.tautness = k < 2 ? 0.0 : ( k == 2 ? 1.0 : 0.5 );
			wfResult result = wfSurfaceField_TracePath( field, start, &trace, &path, NULL );
			disagreed += ( result == wf_ok ) != wfSurfaceField_IsReachable( field, start ) ? 1 : 0;
			if ( result != wf_ok )
			{
				break;
			}
			walked = k == 0 ? path.length : walked;
			touched += wfSurfacePath_Touches( &path, mesh, mask, false ) ? 1 : 0;
			longer += k >= 2 && path.length > walked * ( 1.0 + 1e-9 ) ? 1 : 0;
			turned += path.largestTurn >= 0.0 && path.largestTurn <= WF_PI ? 0 : 1;
		}
	}
	CHECK_EQUAL( disagreed, 0 );
	CHECK_EQUAL( touched, 0 );
	CHECK_EQUAL( longer, 0 );
	CHECK_EQUAL( turned, 0 );
	wfSurfacePath_Free( &path );
	wfDestroySurfaceField( field );
	wfDestroySurfacePlanner( planner );
	wfDestroySurfaceMask( mask );
}

TEST( WalksBetweenManyObstaclesTouchNone )
{
	for ( uint64_t seed = 0; seed < 24; ++seed )
	{
		wfMesh* mesh = seed % 3 == 0   ? makeLattice( 9, 9, seed )
					   : seed % 3 == 1 ? meshRandomFan( 60, seed, 1e-6 )
									   : makeSpikes( 7, 6, 0.5 + (double)seed );
		double haste = seed % 4 < 2 ? 0.0 : (double)( 1 << ( seed % 5 ) ) / mesh->report.meanEdge;
		checkWalks( mesh, haste, seed );
		wfDestroyMesh( mesh );
	}
}

void runSurfaceDegenerateTests( int argc, char** argv )
{
	RUN( DistancesOnLatticesAreTheSameBothWays );
	RUN( DistancesBetweenSpikesAreFoundEverywhere );
	RUN( AReachOfTheDistanceItselfIsEnough );
	RUN( PlacesOfFlatTrianglesLieOnThem );
	RUN( WalksBetweenManyObstaclesTouchNone );
}
