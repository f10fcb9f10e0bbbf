// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Walks over solved fields on meshes good and bad: every vertex arrives, nothing is touched, taut paths are shortest.

#include "test_surface_field.h"
#include "test_surface_walk.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
	rawWalk,
	smoothWalk,
	tautWalk,
	halfTautWalk,
	walkKinds
};

static wfTraceDef traceDefOf( int32_t kind )
{
	wfTraceDef def = wfDefaultTraceDef();
	def.smooth = kind != rawWalk;
	def.tautness = kind == tautWalk ? 1.0 : ( kind == halfTautWalk ? 0.5 : 0.0 );
	return def;
}

typedef struct Tally
{
	int32_t arrived, failed, unsound, touching, wrongEnd, wrongAnswer;
	int32_t rescues;
	double largestTurn[walkKinds];
	double lengths[walkKinds];
} Tally;

// Mask of random vertices and of a few triangles.
static wfSurfaceMask* makeRandomMask( const wfMesh* mesh, double share, uint64_t seed )
{
	wfSurfaceMask* mask = NULL;
	CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
	for ( int32_t v = 0; v < mesh->vertexCount; ++v )
	{
		if ( wfRandomUnit( seed, 1, (uint64_t)v ) < share )
		{
			CHECK_EQUAL( wfSurfaceMask_BlockVertices( mask, &v, 1, NULL ), wf_ok );
		}
	}
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		if ( wfRandomUnit( seed, 2, (uint64_t)t ) < 0.1 * share )
		{
			CHECK_EQUAL( wfSurfaceMask_BlockTriangles( mask, &t, 1, NULL ), wf_ok );
		}
	}
	return mask;
}

static bool endsAtGoal( const wfSurfaceField* field, const wfSurfacePath* path )
{
	const wfMesh* mesh = field->mesh;
	wfVec3 end = path->points[path->count - 1];
	if ( field->kind == wf_placeGoal )
	{
		return wfLength3( wfSub3( end, wfMesh_GetPosition( mesh, field->place ) ) ) <= 1e-9 * mesh->report.meanEdge;
	}
	int32_t t = path->triangles[path->count - 1];
	for ( int32_t k = 0; k < 3; ++k )
	{
		int32_t v = mesh->triangles[3 * t + k];
		if ( wfSurfaceField_IsGoalVertex( field, v ) &&
			 wfLength3( wfSub3( mesh->vertices[v], end ) ) <= 1e-9 * mesh->report.meanEdge )
		{
			return true;
		}
	}
	return false;
}

static void walkOne( const wfSurfaceField* field, const wfSurfaceMask* mask, wfSurfacePoint start, int32_t kind,
					 wfResult expected, wfSurfacePath* path, Tally* tally )
{
	const wfMesh* mesh = field->mesh;
	wfTraceDef def = traceDefOf( kind );
	wfResult result = wfSurfaceField_TracePath( field, start, &def, path, NULL );
	tally->wrongAnswer += result != expected ? 1 : 0;
	if ( result != wf_ok )
	{
		tally->failed += expected == wf_ok ? 1 : 0;
		tally->wrongAnswer += path->count != 0 ? 1 : 0;
		return;
	}
	tally->arrived += 1;
	tally->unsound += isPathSound( mesh, path ) ? 0 : 1;
	tally->touching += mask != NULL && wfSurfacePath_Touches( path, mesh, mask, false ) ? 1 : 0;
	tally->wrongEnd += endsAtGoal( field, path ) ? 0 : 1;
	tally->rescues += kind == rawWalk ? path->rescues : 0;
	tally->largestTurn[kind] = fmax( tally->largestTurn[kind], path->largestTurn );
	tally->lengths[kind] += path->length;
}

static Tally walkAll( const wfSurfaceField* field, const wfSurfaceMask* mask )
{
	Tally tally = { 0 };
	wfSurfacePath path = { 0 };
	for ( int32_t v = 0; v < field->mesh->vertexCount; ++v )
	{
		if ( !wfSurfaceField_IsLinked( field, v ) )
		{
			continue;
		}
		for ( int32_t kind = 0; kind < walkKinds; ++kind )
		{
			walkOne( field, mask, wfMesh_GetVertexPoint( field->mesh, v ), kind, wf_ok, &path, &tally );
		}
	}
	wfSurfacePath_Free( &path );
	return tally;
}

static void checkTally( const Tally* tally )
{
	CHECK_EQUAL( tally->failed, 0 );
	CHECK_EQUAL( tally->unsound, 0 );
	CHECK_EQUAL( tally->touching, 0 );
	CHECK_EQUAL( tally->wrongEnd, 0 );
	CHECK_EQUAL( tally->wrongAnswer, 0 );
}

// All walks to one vertex, with and without obstacles, haste and a repelling boundary.
static int32_t checkMesh( wfMesh* mesh, uint64_t seed )
{
	int32_t rescues = 0;
	for ( int32_t variant = 0; variant < 8; ++variant )
	{
		wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
		wfSurfaceMask* mask = makeRandomMask( mesh, ( variant & 1 ) != 0 ? 0.12 : 0.0, seed );
		def.mask = mask;
		def.haste = ( variant & 2 ) != 0 ? 0.8 / mesh->report.meanEdge : 0.0;
		def.boundary = ( variant & 4 ) != 0 ? wf_neumannWalls : wf_dirichletWalls;
		wfSurfacePlanner* planner = NULL;
		wfResult result = wfCreateSurfacePlanner( mesh, &def, &planner, NULL );
		int32_t goal = -1;
		for ( int32_t i = 0; result == wf_ok && goal < 0 && i < 200; ++i )
		{
			int32_t v = (int32_t)( wfRandomUnit( seed, 3, (uint64_t)i ) * mesh->vertexCount );
			goal = wfSurfacePlanner_IsVertexFree( planner, v ) ? v : -1;
		}
		if ( goal >= 0 )
		{
			wfSurfaceField* field = makeField( planner, &goal, 1 );
			Tally tally = walkAll( field, mask );
			checkTally( &tally );
			CHECK( tally.lengths[tautWalk] <= tally.lengths[rawWalk] * ( 1.0 + 1e-9 ) );
			CHECK( tally.lengths[halfTautWalk] <= tally.lengths[rawWalk] * ( 1.0 + 1e-9 ) );
			rescues += tally.rescues;
			wfDestroySurfaceField( field );
		}
		wfDestroySurfacePlanner( planner );
		wfDestroySurfaceMask( mask );
	}
	wfDestroyMesh( mesh );
	return rescues;
}

TEST( WalkArrivesOnGoodMeshes )
{
	CHECK_EQUAL( checkMesh( meshSphere( 6 ), 1 ), 0 );
	checkMesh( meshTorus( 16, 8 ), 2 );
	checkMesh( meshOfSquares( 12, 9, 0.5, 0.0 ), 3 );
	checkMesh( meshOfSquares( 12, 9, 0.5, 0.8 ), 4 );
	checkMesh( meshTwisted( 18, 6, false ), 5 );
	checkMesh( meshTwisted( 18, 8, true ), 6 );
}

TEST( WalkArrivesOnBadMeshes )
{
	int32_t rescues = 0;
	for ( uint64_t seed = 1; seed <= 4; ++seed )
	{
		rescues += checkMesh( meshRandomFan( 60, seed, 1e-6 ), seed );
		checkMesh( meshRandomFan( 60, seed, 0.0 ), seed );
		checkMesh( meshSoup( 30, 40, seed ), seed );
	}
	checkMesh( meshFlatTriangles( 12 ), 9 );
	// The edges of the mesh alone would not have led on.
	CHECK( rescues > 0 );
}

TEST( WalkEndsAtPlaces )
{
	wfMesh* mesh = meshOfSquares( 10, 8, 0.5, 0.7 );
	for ( int32_t variant = 0; variant < 12; ++variant )
	{
		wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
		def.haste = variant % 2 == 0 ? 0.0 : 1.5;
		wfSurfacePlanner* planner = makePlanner( mesh, &def );
		wfSurfaceGoalDef goal = wfDefaultSurfaceGoalDef();
		goal.kind = wf_placeGoal;
		// Inside, on an edge, at a vertex; in the middle of the mesh and in a triangle on its boundary.
		const double places[3][2] = { { 0.3, 0.25 }, { 0.4, 0.6 }, { 1.0, 0.0 } };
		goal.place = ( wfSurfacePoint ){ variant % 4 < 2 ? 66 : 4, places[variant / 4][0], places[variant / 4][1] };
		wfSurfaceField* field = NULL;
		wfError error = { 0 };
		wfResult result = wfSurfacePlanner_CreateField( planner, &goal, &field, &error );
		if ( result == wf_ok )
		{
			Tally tally = walkAll( field, NULL );
			checkTally( &tally );
			CHECK( tally.arrived > 100 );
			wfSurfacePath path = { 0 };
			// From the place itself, and beside it.
			walkOne( field, NULL, goal.place, rawWalk, wf_ok, &path, &tally );
			CHECK_EQUAL( path.count, 1 );
			walkOne( field, NULL, ( wfSurfacePoint ){ goal.place.triangle, 0.2, 0.5 }, tautWalk, wf_ok, &path, &tally );
			CHECK_EQUAL( path.count, 2 );
			checkTally( &tally );
			wfSurfacePath_Free( &path );
			wfDestroySurfaceField( field );
		}
		else
		{
			CHECK( variant % 4 >= 2 );
		}
		wfDestroySurfacePlanner( planner );
	}
	wfDestroyMesh( mesh );
}

// A random place anywhere: what is said of it is what it is.
TEST( WalkStartsAnywhere )
{
	wfMesh* mesh = meshOfSquares( 14, 10, 0.5, 0.6 );
	wfSurfaceMask* mask = makeRandomMask( mesh, 0.2, 21 );
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.mask = mask;
	wfSurfacePlanner* planner = makePlanner( mesh, &def );
	int32_t goal = 5 * 15 + 7;
	while ( !wfSurfacePlanner_IsVertexFree( planner, goal ) )
	{
		goal += 1;
	}
	wfSurfaceField* field = makeField( planner, &goal, 1 );
	Tally tally = { 0 };
	wfSurfacePath path = { 0 };
	for ( int32_t i = 0; i < 3000; ++i )
	{
		int32_t t = (int32_t)( wfRandomUnit( 5, 1, (uint64_t)i ) * mesh->triangleCount );
		double u = wfRandomUnit( 5, 2, (uint64_t)i ), v = wfRandomUnit( 5, 3, (uint64_t)i );
		wfSurfacePoint start = u + v <= 1.0 ? ( wfSurfacePoint ){ t, u, v } : ( wfSurfacePoint ){ t, 1.0 - u, 1.0 - v };
		bool reachable = false, isFree = false;
		for ( int32_t k = 0; k < 3; ++k )
		{
			int32_t corner = mesh->triangles[3 * t + k];
			reachable |= wfSurfaceField_IsLinked( field, corner );
			isFree |= planner->blocked[corner] == 0;
		}
		wfResult expected = reachable ? wf_ok : ( isFree ? wf_unreachable : wf_startBlocked );
		walkOne( field, mask, start, i % walkKinds, expected, &path, &tally );
	}
	checkTally( &tally );
	CHECK( tally.arrived > 1000 );
	// On the boundary: allowed beside free ground.
	int32_t onBoundary = 0;
	for ( int32_t v = 0; v < mesh->vertexCount; ++v )
	{
		if ( mesh->atBoundary[v] != 0 && mask->vertexBlocked[v] == 0 )
		{
			wfTraceDef raw = traceDefOf( rawWalk );
			wfResult result = wfSurfaceField_TracePath( field, wfMesh_GetVertexPoint( mesh, v ), &raw, &path, NULL );
			bool beside = false;
			for ( int32_t i = mesh->ringFirst[v]; i < mesh->ringFirst[v + 1]; ++i )
			{
				beside |= wfSurfaceField_IsLinked( field, wfToVertex( mesh, mesh->ring[i] ) );
				beside |= wfSurfaceField_IsLinked( field, wfFromVertex( mesh, wfPreviousHalfEdge( mesh->ring[i] ) ) );
			}
			CHECK_EQUAL( result == wf_ok, beside );
			onBoundary += beside ? 1 : 0;
		}
	}
	CHECK( onBoundary > 10 );
	wfSurfacePath_Free( &path );
	wfDestroySurfaceField( field );
	wfDestroySurfacePlanner( planner );
	wfDestroySurfaceMask( mask );
	wfDestroyMesh( mesh );
}

// ------------------------------------------------------------------------------------------------------------ directions

static double heightAt( const wfSurfaceField* field, wfSurfacePoint p )
{
	const int32_t* corners = field->mesh->triangles + 3 * (size_t)p.triangle;
	return ( 1.0 - p.u - p.v ) * valueAt( field, corners[0] ) + p.u * valueAt( field, corners[1] ) +
		   p.v * valueAt( field, corners[2] );
}

TEST( DirectionsRiseAndChangeGradually )
{
	wfMesh* mesh = meshTorus( 48, 24 );
	wfSurfaceMask* mask = NULL;
	CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
	CHECK_EQUAL( wfSurfaceMask_BlockSphere( mask, ( wfVec3 ){ 3, 0, 1 }, 0.6, NULL ), wf_ok );
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.mask = mask;
	wfSurfacePlanner* planner = makePlanner( mesh, &def );
	int32_t goal = 24 * 24;
	wfSurfaceField* field = makeField( planner, &goal, 1 );
	wfVec3* before = malloc( 3 * (size_t)mesh->triangleCount * sizeof( wfVec3 ) );
	int32_t sharp = 0, compared = 0;
	for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
	{
		// On the middle of each edge, as both of its triangles see it.
		int32_t k = h % 3, t = h / 3;
		wfSurfacePoint p = { t, k == 2 ? 0.0 : 0.5, k == 0 ? 0.0 : 0.5 };
		before[h] = wfSurfaceField_GetDirection( field, p );
		double length = wfLength3( before[h] );
		bool reachable = wfSurfaceField_IsReachable( field, p );
		CHECK( reachable ? fabs( length - 1.0 ) < 1e-9 : length == 0.0 || fabs( length - 1.0 ) < 1e-9 );
		if ( length == 0.0 )
		{
			continue;
		}
		CHECK( fabs( wfDot3( before[h], wfMesh_GetNormal( mesh, t ) ) ) < 1e-9 );
		wfSurfacePoint middle = { t, 1.0 / 3, 1.0 / 3 };
		wfVec3 d = wfSurfaceField_GetDirection( field, middle );
		wfFlat flat = { wfDot3( d, mesh->axisX[t] ), wfDot3( d, mesh->axisY[t] ) };
		wfFlat at = wfFlatOfPoint( mesh, middle );
		wfSurfacePoint next = wfPointOfFlat( mesh, t, ( wfFlat ){ at.x + 1e-3 * flat.x, at.y + 1e-3 * flat.y } );
		CHECK( heightAt( field, next ) > heightAt( field, middle ) );
		int32_t g = mesh->twin[h];
		bool isGoalNear = false;
		for ( int32_t c = 0; c < 3; ++c )
		{
			isGoalNear |= wfSurfaceField_IsGoalVertex( field, mesh->triangles[3 * t + c] ) ||
						  mask->vertexBlocked[mesh->triangles[3 * t + c]] != 0;
			isGoalNear |= wfSurfaceField_IsGoalVertex( field, mesh->triangles[3 * ( g / 3 ) + c] ) ||
						  mask->vertexBlocked[mesh->triangles[3 * ( g / 3 ) + c]] != 0;
		}
		if ( g < h && !isGoalNear )
		{
			wfCrossing crossing = wfCrossEdge( mesh, g );
			wfFlat from = { wfDot3( before[g], mesh->axisX[g / 3] ), wfDot3( before[g], mesh->axisY[g / 3] ) };
			wfFlat here = { wfDot3( before[h], mesh->axisX[t] ), wfDot3( before[h], mesh->axisY[t] ) };
			wfFlat there = wfCrossDirection( &crossing, from );
			compared += 1;
			sharp += here.x * there.x + here.y * there.y < 0.996 ? 1 : 0;
		}
	}
	// But for the surroundings of saddles, no more than 5 degrees from one triangle to the next.
	CHECK( sharp * 100 < compared );
	CHECK_EQUAL( wfSurfaceField_KeepDirections( field ), wf_ok );
	for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
	{
		wfSurfacePoint p = { h / 3, h % 3 == 2 ? 0.0 : 0.5, h % 3 == 0 ? 0.0 : 0.5 };
		wfVec3 now = wfSurfaceField_GetDirection( field, p );
		CHECK( memcmp( &now, before + h, sizeof( now ) ) == 0 );
	}
	CHECK( wfLength3( wfSurfaceField_GetDirection( field, wfMesh_GetVertexPoint( mesh, goal ) ) ) == 0.0 );
	free( before );
	wfDestroySurfaceField( field );
	wfDestroySurfacePlanner( planner );
	wfDestroySurfaceMask( mask );
	wfDestroyMesh( mesh );
}

// A step over the mesh, straight on across edges, along the boundary where it meets it.
static wfSurfacePoint stepOver( const wfMesh* mesh, wfSurfacePoint from, wfVec3 direction, double step )
{
	int32_t t = from.triangle, entered = -1;
	wfFlat at = wfFlatOfPoint( mesh, from );
	wfFlat d = { wfDot3( direction, mesh->axisX[t] ), wfDot3( direction, mesh->axisY[t] ) };
	for ( int32_t crossings = 0; crossings < 50 && step > 0.0; ++crossings )
	{
		double reach = step;
		int32_t hit = -1;
		for ( int32_t h = 3 * t; h < 3 * t + 3; ++h )
		{
			wfFlat a = wfCornerOf( mesh, t, h % 3 ), b = wfCornerOf( mesh, t, wfNextHalfEdge( h ) % 3 );
			double ex = b.x - a.x, ey = b.y - a.y, toward = d.x * ey - d.y * ex;
			if ( h != entered && toward > 1e-9 * mesh->length[h] )
			{
				double distance = fmax( 0.0, ( ( a.x - at.x ) * ey - ( a.y - at.y ) * ex ) / toward );
				hit = distance < reach ? h : hit;
				reach = fmin( distance, reach );
			}
		}
		at = ( wfFlat ){ at.x + reach * d.x, at.y + reach * d.y };
		step -= reach;
		if ( hit < 0 || mesh->twin[hit] < 0 )
		{
			break;
		}
		wfCrossing crossing = wfCrossEdge( mesh, hit );
		at = wfCrossPlace( &crossing, at );
		d = wfCrossDirection( &crossing, d );
		entered = mesh->twin[hit];
		t = entered / 3;
	}
	wfSurfacePoint p = wfPointOfFlat( mesh, t, at );
	p.u = fmax( p.u, 0.0 );
	p.v = fmax( p.v, 0.0 );
	double sum = fmax( 1.0, p.u + p.v );
	return ( wfSurfacePoint ){ t, p.u / sum, p.v / sum };
}

TEST( FollowingDirectionsArrives )
{
	wfMesh* meshes[3] = { meshTorus( 24, 12 ), meshTwisted( 24, 8, false ), meshOfSquares( 14, 10, 0.5, 0.6 ) };
	int32_t walks = 0, lost = 0;
	for ( int32_t variant = 0; variant < 12; ++variant )
	{
		const wfMesh* mesh = meshes[variant / 4];
		wfSurfaceMask* mask = makeRandomMask( mesh, 0.05, 3 );
		wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
		def.mask = mask;
		def.haste = ( variant & 1 ) != 0 ? 0.5 / mesh->report.meanEdge : 0.0;
		def.boundary = ( variant & 2 ) != 0 ? wf_neumannWalls : wf_dirichletWalls;
		wfSurfacePlanner* planner = makePlanner( mesh, &def );
		int32_t goal = mesh->vertexCount / 2;
		while ( !wfSurfacePlanner_IsVertexFree( planner, goal ) )
		{
			goal += 1;
		}
		wfSurfaceField* field = makeField( planner, &goal, 1 );
		CHECK_EQUAL( wfSurfaceField_KeepDirections( field ), wf_ok );
		double step = 0.1 * mesh->report.meanEdge;
		for ( int32_t v = 0; v < mesh->vertexCount; v += 3 )
		{
			walks += 1;
			wfSurfacePoint p = wfMesh_GetVertexPoint( mesh, v );
			bool arrived = !wfSurfaceField_IsLinked( field, v );
			for ( int32_t k = 0; k < 3000 && !arrived; ++k )
			{
				p = stepOver( mesh, p, wfSurfaceField_GetDirection( field, p ), step );
				arrived = wfLength3( wfSub3( wfMesh_GetPosition( mesh, p ), mesh->vertices[goal] ) ) < step;
			}
			lost += arrived ? 0 : 1;
		}
		wfDestroySurfaceField( field );
		wfDestroySurfacePlanner( planner );
		wfDestroySurfaceMask( mask );
	}
	// Beside a vertex that is highest on the mesh but not on the triangulation solved on, steps may go in circles; paths do not.
	CHECK( walks > 800 && 200 * lost < walks );
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfDestroyMesh( meshes[k] );
	}
}

// -------------------------------------------------------------------------------------------------------------- lengths

static void checkLengths( const wfMesh* mesh, const char* name, int32_t pairs, double bar )
{
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.haste = 1.0 / mesh->report.meanEdge;
	def.boundary = wf_neumannWalls;
	wfSurfacePlanner* planner = makePlanner( mesh, &def );
	double* distances = malloc( (size_t)mesh->vertexCount * sizeof( double ) );
	double sum = 0.0;
	int32_t count = 0;
	wfSurfacePath path = { 0 };
	for ( int32_t i = 0; i < pairs / 8; ++i )
	{
		int32_t goal = (int32_t)( wfRandomUnit( 31, 1, (uint64_t)i ) * mesh->vertexCount );
		wfSurfaceField* field = makeField( planner, &goal, 1 );
		CHECK_EQUAL( wfMeasureGeodesics( mesh, wfMesh_GetVertexPoint( mesh, goal ), INFINITY, distances ), wf_ok );
		for ( int32_t k = 0; k < 8; ++k )
		{
			int32_t start = (int32_t)( wfRandomUnit( 31, 2, (uint64_t)( 8 * i + k ) ) * mesh->vertexCount );
			if ( start == goal || !wfSurfaceField_IsLinked( field, start ) )
			{
				continue;
			}
			wfTraceDef trace = wfDefaultTraceDef();
			CHECK_EQUAL( wfSurfaceField_TracePath( field, wfMesh_GetVertexPoint( mesh, start ), &trace, &path, NULL ), wf_ok );
			// Never shorter than the shortest.
			CHECK( path.length >= distances[start] * ( 1.0 - 1e-9 ) );
			sum += path.length / distances[start];
			count += 1;
		}
		wfDestroySurfaceField( field );
	}
	if ( !CHECK( count > 0 && sum / count <= bar ) )
	{
		printf( "%s: %.5f\n", name, count > 0 ? sum / count : 0.0 );
	}
	wfSurfacePath_Free( &path );
	free( distances );
	wfDestroySurfacePlanner( planner );
}

TEST( TautPathsAreNearlyShortest )
{
	wfMesh* mesh = meshTorus( 40, 20 );
	checkLengths( mesh, "torus", 48, 1.005 );
	wfDestroyMesh( mesh );
	mesh = meshTwisted( 30, 8, false );
	checkLengths( mesh, "strip", 48, 1.005 );
	wfDestroyMesh( mesh );
}

static wfMesh* readMesh( const char* name )
{
	const char* path = testDataPath( name );
	FILE* file = path != NULL ? fopen( path, "r" ) : NULL;
	if ( file == NULL )
	{
		return NULL;
	}
	Draft draft = beginDraft( 40000, 80000 );
	char line[256];
	bool isOff = strstr( name, ".off" ) != NULL;
	int32_t vertices = -1;
	while ( fgets( line, sizeof( line ), file ) != NULL )
	{
		double x, y, z;
		int a, b, c;
		if ( isOff && vertices < 0 )
		{
			vertices = sscanf( line, "%d %d %d", &a, &b, &c ) == 3 ? a : -1;
		}
		else if ( isOff ? draft.vertexCount < vertices && sscanf( line, "%lf %lf %lf", &x, &y, &z ) == 3
						: sscanf( line, "v %lf %lf %lf", &x, &y, &z ) == 3 )
		{
			addVertex( &draft, x, y, z );
		}
		else if ( isOff && sscanf( line, "3 %d %d %d", &a, &b, &c ) == 3 )
		{
			addTriangle( &draft, a, b, c );
		}
		else if ( !isOff && sscanf( line, "f %d%*[^ ] %d%*[^ ] %d", &a, &b, &c ) == 3 )
		{
			addTriangle( &draft, a - 1, b - 1, c - 1 );
		}
		else if ( !isOff && sscanf( line, "f %d %d %d", &a, &b, &c ) == 3 )
		{
			addTriangle( &draft, a - 1, b - 1, c - 1 );
		}
	}
	fclose( file );
	return finishDraft( &draft );
}

TEST( TautPathsAreNearlyShortestOnScans )
{
	const char* names[] = { "meshes/bunny.off", "meshes/fertility.off" };
	for ( int32_t i = 0; i < 2; ++i )
	{
		wfMesh* mesh = readMesh( names[i] );
		if ( mesh == NULL )
		{
			testSkip( "no meshes" );
			return;
		}
		checkLengths( mesh, names[i], 40, 1.005 );
		wfDestroyMesh( mesh );
	}
}

TEST( WalkKeepsOffDiscsOnScans )
{
	const char* names[] = { "meshes/bunny.off", "meshes/3holes.off" };
	for ( int32_t i = 0; i < 2; ++i )
	{
		wfMesh* mesh = readMesh( names[i] );
		if ( mesh == NULL )
		{
			testSkip( "no meshes" );
			return;
		}
		wfSurfaceMask* mask = NULL;
		CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
		for ( int32_t k = 0; k < 14; ++k )
		{
			int32_t t = (int32_t)( wfRandomUnit( 41, (uint64_t)i, (uint64_t)k ) * mesh->triangleCount );
			CHECK_EQUAL( wfSurfaceMask_BlockDisc( mask, ( wfSurfacePoint ){ t, 0.3, 0.3 }, 4.0 * mesh->report.meanEdge, NULL ),
						 wf_ok );
		}
		for ( int32_t hasty = 0; hasty < 2; ++hasty )
		{
			wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
			def.mask = mask;
			def.haste = hasty / mesh->report.meanEdge;
			wfSurfacePlanner* planner = makePlanner( mesh, &def );
			int32_t goal = 0;
			while ( !wfSurfacePlanner_IsVertexFree( planner, goal ) )
			{
				goal += 1;
			}
			wfSurfaceField* field = makeField( planner, &goal, 1 );
			wfSurfacePath path = { 0 };
			Tally tally = { 0 };
			for ( int32_t v = 0; v < mesh->vertexCount; v += 17 )
			{
				wfResult expected =
					wfSurfaceField_IsLinked( field, v ) ? wf_ok : ( planner->blocked[v] != 0 ? wf_startBlocked : wf_unreachable );
				for ( int32_t kind = 0; kind < walkKinds; ++kind )
				{
					walkOne( field, mask, wfMesh_GetVertexPoint( mesh, v ), kind, expected, &path, &tally );
					CHECK( path.count == 0 || ( path.clearanceMin > 0.0 && path.clearanceMean >= path.clearanceMin ) );
				}
			}
			checkTally( &tally );
			CHECK( tally.arrived > 100 );
			wfSurfacePath_Free( &path );
			wfDestroySurfaceField( field );
			wfDestroySurfacePlanner( planner );
		}
		wfDestroySurfaceMask( mask );
		wfDestroyMesh( mesh );
	}
}

void runSurfaceWalkMeshTests( int argc, char** argv )
{
	RUN( WalkArrivesOnGoodMeshes );
	RUN( WalkArrivesOnBadMeshes );
	RUN( WalkEndsAtPlaces );
	RUN( WalkStartsAnywhere );
	RUN( DirectionsRiseAndChangeGradually );
	RUN( FollowingDirectionsArrives );
	RUN( TautPathsAreNearlyShortest );
	RUN( TautPathsAreNearlyShortestOnScans );
	RUN( WalkKeepsOffDiscsOnScans );
}
