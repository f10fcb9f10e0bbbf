// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What is too steep to walk on, and what stands on the ground as a piece of its own.

#include "test_surface_walk.h"

#include <math.h>

#define MAX_VERTICES 4096
#define MAX_TRIANGLES 8192

static const wfVec3 s_up = { 0.0, 0.0, 1.0 };

// A mesh under construction; vertices in the same place become one when it is made.
typedef struct Parts
{
	wfVec3 vertices[MAX_VERTICES];
	int32_t triangles[3 * MAX_TRIANGLES];
	int32_t vertexCount, triangleCount;
} Parts;

static Parts s_parts;

static void addTriangle( wfVec3 a, wfVec3 b, wfVec3 c )
{
	Parts* parts = &s_parts;
	wfVec3 corners[3] = { a, b, c };
	for ( int32_t k = 0; k < 3 && parts->vertexCount < MAX_VERTICES; ++k )
	{
		parts->triangles[3 * parts->triangleCount + k] = parts->vertexCount;
		parts->vertices[parts->vertexCount++] = corners[k];
	}
	parts->triangleCount += 1;
}

static wfVec3 mix( wfVec3 a, wfVec3 b, double share )
{
	return wfAdd3( wfScale3( 1.0 - share, a ), wfScale3( share, b ) );
}

// A parallelogram in `columns` by `rows` pieces.
static void addSheet( wfVec3 origin, wfVec3 along, wfVec3 across, int32_t columns, int32_t rows )
{
	for ( int32_t j = 0; j < rows; ++j )
	{
		for ( int32_t i = 0; i < columns; ++i )
		{
			wfVec3 p[4];
			for ( int32_t k = 0; k < 4; ++k )
			{
				double u = (double)( i + ( k == 1 || k == 2 ) ) / columns, v = (double)( j + ( k >= 2 ) ) / rows;
				p[k] = wfAdd3( origin, wfAdd3( wfScale3( u, along ), wfScale3( v, across ) ) );
			}
			addTriangle( p[0], p[1], p[2] );
			addTriangle( p[0], p[2], p[3] );
		}
	}
}

// A box that stands upright, without its lid.
static void addPillar( wfVec3 lower, wfVec3 size )
{
	wfVec3 x = { size.x, 0, 0 }, y = { 0, size.y, 0 }, z = { 0, 0, size.z };
	addSheet( lower, x, z, 1, 1 );
	addSheet( lower, y, z, 1, 1 );
	addSheet( wfAdd3( lower, y ), x, z, 1, 1 );
	addSheet( wfAdd3( lower, x ), y, z, 1, 1 );
	addSheet( wfAdd3( lower, z ), x, y, 1, 1 );
}

static wfMesh* finish( void )
{
	wfMesh* mesh = makeTestMesh( s_parts.vertices, s_parts.vertexCount, s_parts.triangles, s_parts.triangleCount );
	s_parts.vertexCount = s_parts.triangleCount = 0;
	return mesh;
}

static wfSurfaceMask* makeMask( const wfMesh* mesh )
{
	wfSurfaceMask* mask = NULL;
	CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
	return mask;
}

// Floor, a rise of `height` in the middle, floor again; along x, 3 m wide.
static wfMesh* makeLedge( double height )
{
	addSheet( ( wfVec3 ){ 0, 0, 0 }, ( wfVec3 ){ 3, 0, 0 }, ( wfVec3 ){ 0, 3, 0 }, 6, 6 );
	addSheet( ( wfVec3 ){ 3, 0, 0 }, ( wfVec3 ){ 0, 0, height }, ( wfVec3 ){ 0, 3, 0 }, 4, 6 );
	addSheet( ( wfVec3 ){ 3, 0, height }, ( wfVec3 ){ 3, 0, 0 }, ( wfVec3 ){ 0, 3, 0 }, 6, 6 );
	return finish();
}

static int32_t countSteep( const wfMesh* mesh, wfVec3 up, double slope, double step )
{
	wfSurfaceMask* mask = makeMask( mesh );
	int32_t blocked = -1;
	CHECK_EQUAL( wfSurfaceMask_BlockSteep( mask, up, slope, step, &blocked ), wf_ok );
	int32_t counted = 0;
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		counted += mask->triangleBlocked[t];
	}
	CHECK_EQUAL( counted, blocked );
	wfDestroySurfaceMask( mask );
	return blocked;
}

static int32_t countPierced( const wfMesh* mesh, wfVec3 up )
{
	wfSurfaceMask* mask = makeMask( mesh );
	int32_t blocked = -1;
	CHECK_EQUAL( wfSurfaceMask_BlockPierced( mask, up, &blocked ), wf_ok );
	wfDestroySurfaceMask( mask );
	return blocked;
}

// Whether a walk from one place to another arrives; `path` receives it.
static bool canWalk( const wfMesh* mesh, const wfSurfaceMask* mask, wfVec3 from, wfVec3 to, wfSurfacePath* path )
{
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.mask = mask;
	wfSurfacePlanner* planner = NULL;
	wfSurfaceField* field = NULL;
	wfSurfaceGoalDef goal = wfDefaultSurfaceGoalDef();
	goal.kind = wf_placeGoal;
	goal.place = wfMesh_FindNearest( mesh, to, NULL );
	wfTraceDef trace = wfDefaultTraceDef();
	CHECK_EQUAL( wfCreateSurfacePlanner( mesh, &def, &planner, NULL ), wf_ok );
	CHECK_EQUAL( wfSurfacePlanner_CreateField( planner, &goal, &field, NULL ), wf_ok );
	wfResult result = wfSurfaceField_TracePath( field, wfMesh_FindNearest( mesh, from, NULL ), &trace, path, NULL );
	CHECK( result == wf_ok || result == wf_unreachable );
	CHECK( result != wf_ok || !wfSurfacePath_Touches( path, mesh, mask, false ) );
	wfDestroySurfaceField( field );
	wfDestroySurfacePlanner( planner );
	return result == wf_ok;
}

TEST( TerrainWallsAreClosedAndKerbsOpen )
{
	double slope = 45.0 * WF_PI / 180.0;
	double heights[] = { 0.15, 0.3, 1.0 };
	for ( int32_t i = 0; i < 3; ++i )
	{
		wfMesh* mesh = makeLedge( heights[i] );
		CHECK_EQUAL( wfMesh_GetReport( mesh ).components, 1 );
		wfSurfaceMask* mask = makeMask( mesh );
		int32_t blocked = -1;
		CHECK_EQUAL( wfSurfaceMask_BlockSteep( mask, s_up, slope, 0.3, &blocked ), wf_ok );
		CHECK_EQUAL( blocked, i < 2 ? 0 : 48 );
		wfSurfacePath path = { 0 };
		CHECK( canWalk( mesh, mask, ( wfVec3 ){ 1, 1.5, 0 }, ( wfVec3 ){ 5, 1.5, heights[i] }, &path ) == ( i < 2 ) );
		wfSurfacePath_Free( &path );
		wfDestroySurfaceMask( mask );
		// The length of up does not matter, nor which way it points along its line.
		CHECK_EQUAL( countSteep( mesh, ( wfVec3 ){ 0, 0, -1e200 }, slope, 0.3 ), i < 2 ? 0 : 48 );
		CHECK_EQUAL( countSteep( mesh, ( wfVec3 ){ 0, 0, 1e-200 }, slope, 0.0 ), 48 );
		// With x as up the floors are walls of 3 m and the rise is level.
		CHECK_EQUAL( countSteep( mesh, ( wfVec3 ){ 1, 0, 0 }, slope, 0.3 ), 144 );
		CHECK_EQUAL( countSteep( mesh, s_up, WF_HALF_PI, 0.0 ), 0 );
		wfDestroyMesh( mesh );
	}
}

TEST( TerrainStairsStayOpen )
{
	// Fifteen steps of 0.17 m, closed by upright sides down to the ground that join all risers.
	for ( int32_t i = 0; i < 15; ++i )
	{
		double x = 0.3 * i, z = 0.17 * i, top = 0.17 * ( i + 1 );
		addSheet( ( wfVec3 ){ x, 0, z }, ( wfVec3 ){ 0, 0, 0.17 }, ( wfVec3 ){ 0, 2, 0 }, 1, 4 );
		addSheet( ( wfVec3 ){ x, 0, top }, ( wfVec3 ){ 0.3, 0, 0 }, ( wfVec3 ){ 0, 2, 0 }, 1, 4 );
		for ( int32_t side = 0; side < 2; ++side )
		{
			for ( int32_t k = 0; k <= i; ++k )
			{
				addSheet( ( wfVec3 ){ x, 2.0 * side, 0.17 * k }, ( wfVec3 ){ 0.3, 0, 0 }, ( wfVec3 ){ 0, 0, 0.17 }, 1, 1 );
			}
		}
	}
	wfMeshDef def = wfDefaultMeshDef();
	def.vertices = s_parts.vertices;
	def.vertexCount = s_parts.vertexCount;
	def.triangles = s_parts.triangles;
	def.triangleCount = s_parts.triangleCount;
	def.weldDistance = 1e-9;
	wfMesh* mesh = NULL;
	CHECK_EQUAL( wfCreateMesh( &def, &mesh, NULL ), wf_ok );
	s_parts.vertexCount = s_parts.triangleCount = 0;
	CHECK_EQUAL( wfMesh_GetReport( mesh ).components, 1 );
	wfSurfaceMask* mask = makeMask( mesh );
	int32_t blocked = -1;
	CHECK_EQUAL( wfSurfaceMask_BlockSteep( mask, s_up, 0.7, 0.3, &blocked ), wf_ok );
	// The sides and nothing else.
	CHECK_EQUAL( blocked, 2 * 15 * 16 );
	wfSurfacePath path = { 0 };
	CHECK( canWalk( mesh, mask, ( wfVec3 ){ 0.15, 1, 0.17 }, ( wfVec3 ){ 4.35, 1, 2.55 }, &path ) );
	CHECK( path.length > 14 * 0.47 - 0.5 );
	wfSurfacePath_Free( &path );
	wfDestroySurfaceMask( mask );
	// Too high for short legs.
	CHECK_EQUAL( countSteep( mesh, s_up, 0.7, 0.1 ), 15 * 8 + 2 * 15 * 16 );
	wfDestroyMesh( mesh );
}

TEST( TerrainSlopesAreMeasured )
{
	for ( int32_t degrees = 5; degrees < 90; degrees += 5 )
	{
		double slope = degrees * WF_PI / 180.0;
		addSheet( ( wfVec3 ){ 0, 0, 0 }, ( wfVec3 ){ 4 * cos( slope ), 0, 4 * sin( slope ) }, ( wfVec3 ){ 0, 3, 0 }, 4, 3 );
		wfMesh* mesh = finish();
		CHECK_EQUAL( countSteep( mesh, s_up, slope - 1e-6, 0.3 ), 24 );
		CHECK_EQUAL( countSteep( mesh, s_up, slope, 0.3 ), 0 );
		CHECK_EQUAL( countSteep( mesh, s_up, slope - 1e-6, 4.0 ), 0 );
		wfDestroyMesh( mesh );
	}
}

TEST( TerrainTakesStripsWithoutSides )
{
	// Up along its axis all of a band stands; across the axis its turns stand, whichever side they show.
	wfMesh* mesh = makeRolled( 60, 4, true, false );
	CHECK( !wfMesh_GetReport( mesh ).orientable );
	int32_t steep = 0;
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		steep += fabs( wfMesh_GetNormal( mesh, t ).z ) < cos( 0.6 ) ? 1 : 0;
	}
	CHECK( steep > 0 && steep < mesh->triangleCount );
	CHECK_EQUAL( countSteep( mesh, s_up, 0.6, 0.0 ), steep );
	CHECK_EQUAL( countPierced( mesh, s_up ), 0 );
	wfDestroyMesh( mesh );
}

TEST( TerrainRefusesWhatIsOutOfRange )
{
	wfMesh* mesh = makeLedge( 1.0 );
	wfSurfaceMask* mask = makeMask( mesh );
	int32_t blocked = 77;
	CHECK_EQUAL( wfSurfaceMask_BlockSteep( mask, ( wfVec3 ){ 0 }, 0.5, 0.3, &blocked ), wf_outOfRange );
	CHECK_EQUAL( wfSurfaceMask_BlockSteep( mask, ( wfVec3 ){ 0, NAN, 1 }, 0.5, 0.3, &blocked ), wf_outOfRange );
	CHECK_EQUAL( wfSurfaceMask_BlockSteep( mask, s_up, -0.1, 0.3, &blocked ), wf_outOfRange );
	CHECK_EQUAL( wfSurfaceMask_BlockSteep( mask, s_up, 1.6, 0.3, &blocked ), wf_outOfRange );
	CHECK_EQUAL( wfSurfaceMask_BlockSteep( mask, s_up, NAN, 0.3, &blocked ), wf_outOfRange );
	CHECK_EQUAL( wfSurfaceMask_BlockSteep( mask, s_up, 0.5, -0.3, &blocked ), wf_outOfRange );
	CHECK_EQUAL( wfSurfaceMask_BlockPierced( mask, ( wfVec3 ){ 0 }, &blocked ), wf_outOfRange );
	CHECK_EQUAL( wfSurfaceMask_BlockPierced( mask, ( wfVec3 ){ 0, INFINITY, 0 }, &blocked ), wf_outOfRange );
	CHECK_EQUAL( blocked, 77 );
	CHECK_EQUAL( wfSurfaceMask_GetBlockedCount( mask ), 0 );
	TEST_EVERY_ALLOCATION( wfSurfaceMask_BlockSteep( mask, s_up, 0.5, 0.3, NULL ), wfSurfaceMask_Clear( mask ) );
	wfDestroySurfaceMask( mask );
	wfDestroyMesh( mesh );
}

// Triangles of the floor, which is level at 0, that the box from `lower` to `upper` in the plane reaches with its sides.
static bool isNear( const wfMesh* mesh, int32_t t, wfVec3 lower, wfVec3 upper )
{
	wfVec3 least = { INFINITY, INFINITY, INFINITY }, most = { -INFINITY, -INFINITY, -INFINITY };
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfVec3 p = mesh->vertices[mesh->triangles[3 * t + k]];
		least = ( wfVec3 ){ fmin( least.x, p.x ), fmin( least.y, p.y ), fmin( least.z, p.z ) };
		most = ( wfVec3 ){ fmax( most.x, p.x ), fmax( most.y, p.y ), fmax( most.z, p.z ) };
	}
	return most.z == 0.0 && least.z == 0.0 && least.x <= upper.x && most.x >= lower.x && least.y <= upper.y && most.y >= lower.y;
}

TEST( TerrainPillarsBlockTheFloor )
{
	// Through the floor; on it, between its lines; on it, with sides along its lines and corners on vertices.
	wfVec3 lowers[] = { { 4.3, 3.2, -1 }, { 4.3, 3.2, 0 }, { 4, 3, 0 } },
		   sizes[] = { { 1.1, 1.6, 3 }, { 1.1, 1.6, 2 }, { 2, 2, 2 } };
	for ( int32_t i = 0; i < 3; ++i )
	{
		addSheet( ( wfVec3 ){ 0, 0, 0 }, ( wfVec3 ){ 10, 0, 0 }, ( wfVec3 ){ 0, 8, 0 }, 20, 16 );
		addPillar( lowers[i], sizes[i] );
		wfMesh* mesh = finish();
		CHECK_EQUAL( wfMesh_GetReport( mesh ).components, 2 );
		wfSurfaceMask* mask = makeMask( mesh );
		wfSurfacePath path = { 0 };
		wfVec3 from = { 1, 4, 0 }, to = { 9, 4, 0 }, upper = wfAdd3( lowers[i], sizes[i] );
		CHECK( canWalk( mesh, mask, from, to, &path ) && path.length < 8.1 );
		int32_t blocked = -1;
		CHECK_EQUAL( wfSurfaceMask_BlockPierced( mask, s_up, &blocked ), wf_ok );
		CHECK( blocked > 16 && blocked < 80 );
		for ( int32_t t = 0; t < mesh->triangleCount; ++t )
		{
			CHECK( mask->triangleBlocked[t] == 0 || isNear( mesh, t, lowers[i], upper ) );
		}
		CHECK( canWalk( mesh, mask, from, to, &path ) );
		for ( int32_t k = 0; k + 1 < path.count; ++k )
		{
			for ( int32_t s = 0; s <= 10; ++s )
			{
				wfVec3 p = mix( path.points[k], path.points[k + 1], s / 10.0 );
				CHECK( p.x < lowers[i].x || p.x > upper.x || p.y < lowers[i].y || p.y > upper.y );
			}
		}
		// What hangs below the floor does not stand on it.
		int32_t turned = countPierced( mesh, ( wfVec3 ){ 0, 0, -2 } );
		CHECK( i == 0 ? turned == blocked : turned == 0 );
		wfSurfacePath_Free( &path );
		wfDestroySurfaceMask( mask );
		wfDestroyMesh( mesh );
	}
}

TEST( TerrainLongWallsBlockAllTheyCross )
{
	// One wall of two triangles, askew, its foot on the floor: no path gets across.
	addSheet( ( wfVec3 ){ 0, 0, 0 }, ( wfVec3 ){ 12, 0, 0 }, ( wfVec3 ){ 0, 6, 0 }, 24, 12 );
	addSheet( ( wfVec3 ){ 5.13, -1, 0 }, ( wfVec3 ){ 1.71, 8, 0 }, ( wfVec3 ){ 0, 0, 2.5 }, 1, 1 );
	wfMesh* mesh = finish();
	wfSurfaceMask* mask = makeMask( mesh );
	wfSurfacePath path = { 0 };
	CHECK( canWalk( mesh, mask, ( wfVec3 ){ 1, 3, 0 }, ( wfVec3 ){ 11, 3, 0 }, &path ) );
	CHECK_EQUAL( wfSurfaceMask_BlockPierced( mask, s_up, NULL ), wf_ok );
	CHECK( !canWalk( mesh, mask, ( wfVec3 ){ 1, 3, 0 }, ( wfVec3 ){ 11, 3, 0 }, &path ) );
	wfSurfacePath_Free( &path );
	wfDestroySurfaceMask( mask );
	wfDestroyMesh( mesh );
}

TEST( TerrainJunctionsAreNotPierced )
{
	// Sheets side by side whose vertices do not fit: level, on a slope, and at a bend up and down.
	wfVec3 turns[] = { { 3, 0, 0 }, { 3, 0, 2 }, { 3, 0, -2 } };
	for ( int32_t i = 0; i < 9; ++i )
	{
		wfVec3 first = turns[i / 3], second = turns[i % 3], width = { 0, 3, 0 };
		addSheet( ( wfVec3 ){ 0, 0, 0 }, first, width, 3, 3 );
		addSheet( first, second, width, 4, 4 );
		wfMesh* mesh = finish();
		CHECK_EQUAL( countPierced( mesh, s_up ), 0 );
		CHECK_EQUAL( countPierced( mesh, ( wfVec3 ){ 0.3, 0.1, 1 } ), 0 );
		wfDestroyMesh( mesh );
	}
	// Sheets over each other, and one in the other's plane that lies on it: as carpets do.
	addSheet( ( wfVec3 ){ 0, 0, 0 }, ( wfVec3 ){ 6, 0, 1 }, ( wfVec3 ){ 0, 6, 0 }, 6, 6 );
	addSheet( ( wfVec3 ){ 0, 0, 2.5 }, ( wfVec3 ){ 6, 0, 1 }, ( wfVec3 ){ 0, 6, 0 }, 5, 5 );
	addSheet( ( wfVec3 ){ 0.6, 0.3, 0.1 }, ( wfVec3 ){ 4.2, 0, 0.7 }, ( wfVec3 ){ 0, 4, 0 }, 3, 3 );
	wfMesh* mesh = finish();
	CHECK_EQUAL( countPierced( mesh, s_up ), 0 );
	wfDestroyMesh( mesh );
}

void runSurfaceTerrainTests( int argc, char** argv )
{
	RUN( TerrainWallsAreClosedAndKerbsOpen );
	RUN( TerrainStairsStayOpen );
	RUN( TerrainSlopesAreMeasured );
	RUN( TerrainTakesStripsWithoutSides );
	RUN( TerrainRefusesWhatIsOutOfRange );
	RUN( TerrainPillarsBlockTheFloor );
	RUN( TerrainLongWallsBlockAllTheyCross );
	RUN( TerrainJunctionsAreNotPierced );
}
